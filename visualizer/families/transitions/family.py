"""Paths in transition graphs."""

from __future__ import annotations

from algorithms.transitions import TRANSITIONS
from algorithms.transitions.events import DecideApplied
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import CLAUSES
from visualizer.families.satisfiability.panels import draw_sat_focus
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, Tab
from visualizer.stage.view import View


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The state, and the clause that gave rise to it."""
    draw_sat_focus(canvas, box, transition_of(view.state), theme, unit, view.links)


def draw_rules(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The rules that apply to the state, with what they lead to, and the others with why not."""
    state, size = transition_of(view.state), 13 * unit
    lines = [(f"{option.name} ⇒ {option.text}", theme.text if option.preferred else theme.muted)
             for option in state.options]
    lines += [(f"{rule}: {reason}", theme.muted) for rule, reason in state.refused.items()]
    for index, (said, color) in enumerate(lines):
        canvas.text((box.x, box.y + (index + 0.5) * size * 1.4), fit_text(canvas, said, box.w, size), size, color)


declare(FamilyView(of=TRANSITIONS, start=TransitionState.start, focus=draw_focus, literals=True, on_board=draw_clash,
                   tabs=(Tab("rules", "Rules", draw_rules), CLAUSES), decides=DecideApplied,
                   decision="Decide {}".format))
