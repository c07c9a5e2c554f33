"""The counting of placements of mines: what is known of it, and how it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Self

from algorithms import events as e
from algorithms.counting import PLACEMENTS
from algorithms.events.counting import large
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.words import percent
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.families import declare
from visualizer.runs.states import FamilyState, State
from visualizer.runs.why import Explanation, last
from visualizer.stage.family import FamilyView, Legend, fresh
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend_and_facts, ended
from visualizer.stage.view import View

LEGEND: Legend = (
    ("unknown", "is being counted"), ("covered", "#1: component 1"),
    ("no_mine", "✓ never a mine"), ("mine", "always a mine"),
    ("mine", "bar, 7: a mine in 7%"),
)


@dataclass(slots=True)
class PlacementsState(FamilyState):
    """What is counted of placements.

    chances: for each cell the probability that it is a mine; ``models`` how many placements there are
    parts:   the component that a cell belongs to; ``touched`` the cells that are being counted
    """

    chances: dict[str, Fraction] = field(default_factory=dict)
    models: int | None = None
    parts: dict[str, int] = field(default_factory=dict)
    touched: tuple[str, ...] = ()

    def copy(self) -> Self:
        return replace(self, chances=dict(self.chances), parts=dict(self.parts))

    def looks_at(self) -> Sequence[str]:
        return self.touched

    # Folds, one for each kind of event.

    def settled(self, event: e.NumberSettled, state: State) -> None:
        self.touched = event.cells
        for cell in event.cells:
            state.know(cell, (1,) if event.mine else (0,), event.number)

    def merged(self, event: e.GroupMerged | e.GroupPlaced, _state: State) -> None:
        self.touched = event.cells

    def component_found(self, event: e.ComponentFound, _state: State) -> None:
        self.touched = event.cells
        self.parts.update(dict.fromkeys(event.cells, event.component))

    def models_counted(self, event: e.ModelsCounted, state: State) -> None:
        self.models, self.touched = event.models, ()
        state.outcome = "complete" if event.models else "unsatisfiable"

    def no_placement(self, _event: e.NoPlacement, state: State) -> None:
        self.models, state.outcome = 0, "unsatisfiable"

    def probability_found(self, event: e.ProbabilityFound, state: State) -> None:
        self.touched = event.cells
        for cell in event.cells:
            self.chances[cell] = event.probability
            if event.mines in (0, event.total):
                state.know(cell, (1,) if event.mines > 0 else (0,), "all placements")


PlacementsState.folds = {
    e.NumberSettled: PlacementsState.settled, e.GroupMerged: PlacementsState.merged,
    e.GroupPlaced: PlacementsState.merged, e.ComponentFound: PlacementsState.component_found,
    e.ModelsCounted: PlacementsState.models_counted, e.NoPlacement: PlacementsState.no_placement,
    e.ProbabilityFound: PlacementsState.probability_found,
}


def _counted(state: State, found: PlacementsState) -> list[Fact]:
    """What was counted: the placements, and where the risk is least."""
    if found.models is None:
        return []
    lines = [Fact("Placements", large(found.models))]
    game: Gnomine = state.position()
    open_ = {x: p for x, p in found.chances.items() if game.seen[x] == COVERED}
    if open_:
        least = min(open_, key=open_.__getitem__)
        lines.append(Fact("Least risk", f"{least}: {percent(open_[least])}"))
    return lines


def why(timeline: Timeline[State], _board: Board, x: str) -> Explanation | None:
    """How many placements have a mine there."""
    here = timeline.position
    found = last(timeline, e.ProbabilityFound, lambda event: x in event.cells, here)
    settled = last(timeline, e.NumberSettled, lambda event: x in event.cells, here)
    counted = timeline.state.of(PlacementsState)
    if found is not None and counted is not None and x in counted.chances:
        event: Any = timeline.events[found - 1]
        return Explanation(x, f"Event {found:,}: {share(x, event.mines, event.total)}.", (x,), found)
    if settled is not None and x in timeline.state.inferred:
        event = timeline.events[settled - 1]
        return Explanation(x, f"Event {settled:,}: {event.sentence()}", (x,), settled)
    return None


def share(x: str, mines: int, total: int) -> str:
    """How many of the placements have a mine there, in words."""
    if total == 1:
        return f"in the only placement that fits, {x} is {'a' if mines else 'no'} mine"
    return f"in {large(mines)} of {large(total)} placements that fit, {x} is a mine ({percent(Fraction(mines, total))})"


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being counted, and what was found."""
    state = view.state
    found = state.family
    assert isinstance(found, PlacementsState)
    if found.models is not None and state.outcome is None:
        now = "all placements are counted"
    else:
        now = ended(state, view.algorithm) or (f"looks at {found.touched[0]}" if found.touched else "not started")
    lines = [*algorithm_facts(view.algorithm), *_counted(state, found), Fact("Now", now)]
    draw_legend_and_facts(canvas, box, LEGEND, lines, theme, unit)


declare(FamilyView(of=PLACEMENTS, start=fresh(PlacementsState), focus=_draw_focus, legend=LEGEND, why=why))
