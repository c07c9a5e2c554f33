"""Search that looks back, and forward checking as Prosser has it beside."""

from __future__ import annotations

from algorithms.backjumping import BACKJUMPING
from algorithms.backjumping.events import MarksLowered, SteppedBack
from algorithms.events import JumpedBack
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.controls import JumpControls
from visualizer.families.backjumping.lanes import draw_jumps
from visualizer.families.backjumping.marks import draw_marks
from visualizer.families.backjumping.notes import notes
from visualizer.families.backjumping.on_board import draw_checks, draw_jump
from visualizer.families.backjumping.panels import draw_focus, legend
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.families.backjumping.values import values
from visualizer.families.backjumping.why import why
from visualizer.families.backtracking.last_solution import draw_last_solution, last_solution
from visualizer.runs.boards import Board
from visualizer.runs.families import declare
from visualizer.runs.states import State
from visualizer.stage.family import TREE, FamilyView, Tab
from visualizer.stage.view import View


def _draw_below(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Where runs are compared: what is remembered, or the jumps of those that remember nothing."""
    draw = draw_jumps if backjump_of(view.state).memory == "nothing" else draw_marks
    draw(canvas, box, view, theme, unit)


def _draw_on_board(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    draw_checks(canvas, box, board, state, theme)
    draw_last_solution(canvas, box, board, state, theme)


declare(FamilyView(of=BACKJUMPING, start=BackjumpState.begin, values=values, focus=draw_focus, legend=legend, why=why,
                   on_board=_draw_on_board, lens=last_solution, moving=draw_jump, below=_draw_below,
                   controls=JumpControls,
                   tabs=(Tab("jumps", "Jumps", draw_jumps), Tab("marks", "Marks", draw_marks), TREE),
                   spans={JumpedBack: 0.3, SteppedBack: 0.2, MarksLowered: 0.25}, notes=notes))
