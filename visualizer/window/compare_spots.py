"""The panels of runs that are compared, under the pointer and the keyboard: what is pointed at lights up, and what
unfolds does. What would move one run alone is for the stage of that run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from scenarios.loader import Scenario
from visualizer.canvas.primitives import Rect
from visualizer.runs.playback import Playback
from visualizer.runs.session import Session
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.compare_panels import Panel, panel_places
from visualizer.stage.family import view_of
from visualizer.stage.spots import Look, Spot, SpotControls
from visualizer.widgets.ui import Ui

_ALONE = "This moves the run: Z opens it alone."


class _RunSpots(SpotControls):
    """Those of one run."""

    def __init__(self, comparison: Playback) -> None:
        super().__init__(cast(Session, comparison))  # it only says things there
        self.comparison = comparison

    def press(self, spot: Spot) -> None:
        """Unfolds or folds it; nothing else is done in a comparison."""
        if spot.unfolds or spot.lights:
            super().press(spot)
        else:
            self.comparison.notice = _ALONE


class CompareSpots:
    """Takes the input for the panels of all runs. ``looks``: how each is looked at; None for families that have a
    look of their own kind."""

    def __init__(self, comparison: Playback, scenario: Scenario) -> None:
        self._runs: list[_RunSpots | None] = []
        for run in scenario.runs:
            own = view_of(run.algorithm).controls
            plain = own is None or (isinstance(own, type) and issubclass(own, SpotControls))
            self._runs.append(_RunSpots(comparison) if plain else None)

    @property
    def looks(self) -> Sequence[Look | None]:
        """For the views of the runs."""
        return [None if spots is None else spots.look for spots in self._runs]

    def register(self, ui: Ui, panel: Panel | None, places: ComparePlaces, unit: float) -> None:
        """The panels on show; where none is, nothing can be pressed."""
        shown: dict[int, Rect] = {}
        if panel is not None:
            boxes = places.boards if panel.large else panel_places(places.chart, panel, unit)
            shown = {index: boxes[index if panel.large else at] for at, index in enumerate(panel.runs)
                     if (index if panel.large else at) < len(boxes)}
        for index, spots in enumerate(self._runs):
            if spots is not None:
                spots.register(ui, {f"run{index}": shown[index]} if index in shown else {}, unit)
