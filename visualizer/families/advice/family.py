"""Players that explain their moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from algorithms import events as e
from algorithms.advice import ADVICE
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.advice.numbers import placements_of
from visualizer.runs.families import declare
from visualizer.runs.states import FamilyState, State
from visualizer.stage.family import FamilyView, Legend, fresh
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend_and_facts, ended
from visualizer.stage.view import View

LEGEND: Legend = (
    ("unknown", "the field of this move"), ("covered", "a covered field"), ("uncovered", "an open field"),
)


@dataclass(slots=True)
class PlayerState(FamilyState):
    """What a player looks at: ``touched`` are the cells of its next move."""

    touched: tuple[str, ...] = ()

    def copy(self) -> Self:
        return replace(self)

    def looks_at(self) -> Sequence[str]:
        return self.touched

    def advised(self, event: e.Advised, _state: State) -> None:
        self.touched = (event.field,)

    def no_placement(self, _event: e.NoPlacement, state: State) -> None:
        state.outcome = "unsatisfiable"


PlayerState.folds = {e.Advised: PlayerState.advised, e.NoPlacement: PlayerState.no_placement}


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Which move comes next."""
    found = view.state.family
    assert isinstance(found, PlayerState)
    now = ended(view.state, view.algorithm) or (f"looks at {found.touched[0]}" if found.touched else "not started")
    numbers = (placements_of(),)
    none = [Fact("Placements", "0", numbers=numbers)] if view.state.outcome == "unsatisfiable" else []
    draw_legend_and_facts(canvas, box, LEGEND, [*algorithm_facts(view.algorithm), *none, Fact("Now", now)], theme, unit,
                          view.links)


declare(FamilyView(of=ADVICE, start=fresh(PlayerState), focus=_draw_focus, legend=LEGEND))
