"""Players that explain their moves."""

from __future__ import annotations

from algorithms.advice import ADVICE
from algorithms.events import NoPlacement
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.advice.state import PlayerState
from visualizer.families.advice.values import values
from visualizer.runs.families import declare
from visualizer.runs.numbers import Number, last_of
from visualizer.stage.family import FamilyView, Legend, fresh
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend_and_facts, ended, not_begun
from visualizer.stage.view import View

LEGEND: Legend = (
    ("unknown", "the field of this move"), ("constraint", "what decides it"),
    ("known_fill", "shared by them"), ("covered", "dashed: decided, too"),
    ("mine", "mine; bar: the risk, in %"),
)
_PLACEMENTS = Number("placements", 0, "placements of mines that fit all numbers and flags", last_of((NoPlacement,)),
                     rule=lambda events: 1 - len(events))


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Which move comes next."""
    found = view.state.family
    assert isinstance(found, PlayerState)
    idle = not_begun(view.timeline.position, view.state)
    now = ended(view.state, view.algorithm) or (f"looks at {found.touched[0]}" if found.touched else idle)
    none = [Fact("Placements", "0", numbers=(_PLACEMENTS,))] if view.state.outcome == "unsatisfiable" else []
    draw_legend_and_facts(canvas, box, LEGEND, [*algorithm_facts(view.algorithm), *none, Fact("Now", now)], theme, unit,
                          view.links)


declare(FamilyView(of=ADVICE, start=fresh(PlayerState), focus=_draw_focus, legend=LEGEND, values=values))
