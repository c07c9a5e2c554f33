"""The bands of a chart over seeds, computed while the window goes on: a little in each frame, to be stopped at will."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios.bands import Bands
from visualizer.canvas.primitives import Rect
from visualizer.stage.family import view_of
from visualizer.stage.seeds import button_room, words_room
from visualizer.stage.view import View
from visualizer.widgets.ui import Ui
from visualizer.window.errand import Errand

_BUDGET = 0.006  # seconds of a frame
_IN_MOTION = 4  # of so many parts one, while what is seen moves: such a frame has enough to do


class SeedControls:
    """Computes ``bands``, if there are such. What the window shows meanwhile is those of the seeds that are done."""

    def __init__(self, bands: Bands | None) -> None:
        self.bands = bands
        self._errand: Errand | None = None
        self._seen = False  # in the frame that was drawn last

    @property
    def busy(self) -> bool:
        """Is it at work?"""
        return self.bands is not None and not self.bands.complete and not self.bands.resting

    def tick(self, *, moves: bool) -> None:
        """A frame passes. What was under way stays under way, whatever the window does. Does what is seen move?"""
        if self.bands is None or not self.busy:
            return
        if self._errand is None or self._errand.done:
            self._errand = Errand("", self.bands.compute)
        self._errand.work(_BUDGET / _IN_MOTION if moves else _BUDGET)

    def turn(self) -> None:
        """Stops it, or goes on where it was stopped."""
        if self.bands is not None:
            self.bands.resting = not self.bands.resting

    def register(self, ui: Ui, head: Rect | None, unit: float) -> None:
        """The button beside the words of the chart with that head, until all is done; None: no chart is on show."""
        self._seen = head is not None and self.bands is not None and not self.bands.complete
        if not self._seen or head is None:
            return
        resting = self.bands is not None and self.bands.resting
        ui.button("seeds", button_room(head, unit), "Go on" if resting else "Stop", self.turn,
                  icon="play" if resting else "close",
                  tip="goes on with the other seeds" if resting else "Esc: no more seeds for the band")

    def register_tabs(self, ui: Ui, view: View, shown: Mapping[str, Rect], unit: float) -> None:
        """The same for one run, whose chart is one of the tabs on show."""
        family = view_of(view.algorithm)
        seeded = [box for name, box in shown.items() if (tab := family.tab(name)) is not None and tab.seeded]
        self.register(ui, words_room(seeded[0], unit) if seeded and view.band is not None else None, unit)

    def key(self, name: str) -> bool:
        """Esc stops what is seen at work."""
        if name == "escape" and self._seen and self.busy:
            self.turn()
            return True
        return False
