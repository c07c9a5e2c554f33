"""Answer sets; and the search for them over clauses and loop formulas."""

from __future__ import annotations

from algorithms.answer_sets import ANSWER_SEARCH, ANSWER_SETS, LOOP_FORMULAS
from algorithms.events import Decided
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import TABS, draw_focus
from visualizer.families.satisfiability.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import TREE, FamilyView
from visualizer.stage.view import View


def draw_said(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What was last said of M, X or U."""
    asked = view.state.of(ProgramState)
    assert asked is not None
    canvas.text((box.x, box.y), asked.verdict, 14 * unit, theme.text)


declare(FamilyView(of=ANSWER_SETS, start=ProgramState.start, focus=draw_said))
declare(FamilyView(of=ANSWER_SEARCH, start=ProgramState.start, focus=draw_said, tabs=(TREE,), decides=Decided))
declare(FamilyView(of=LOOP_FORMULAS, start=LoopState.start, focus=draw_focus, tabs=TABS, why=why, decides=Decided,
                   literals=True, on_board=draw_clash))
