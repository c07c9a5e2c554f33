"""Be the algorithm in one run of a comparison: it is asked as a run alone is, and the others go along by themselves."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from itertools import islice

from algorithms.core import AlgorithmError, Steps
from scenarios.choices import Offer
from scenarios.timeline import Timeline
from visualizer.runs.choosing import Choosing
from visualizer.runs.lanes import Run
from visualizer.runs.playback import Playback
from visualizer.runs.question import Named, Question
from visualizer.runs.states import State


class ChoosingBeside(Choosing):
    """The mode for the run of which somebody has asked for it. A comparison has no branches, so that it goes on with
    what the algorithm takes."""

    def __init__(self, session: Playback) -> None:
        super().__init__(session)
        self._begun: tuple[Timeline[State], Run, Steps[object]] | None = None  # once more, to know what it chooses
        self._done = 0

    def press(self, index: int) -> None:
        """For the run of that number: on, or off; what was on for another one is over."""
        if self.on and self.lead != index:
            self.toggle()
        if self.lead != index:
            self.lead, self.same, self.made, self.refused = index, 0, 0, 0
        self.toggle()

    def run(self, found: int) -> Run | None:
        """The run goes once more up to there, as its first time told nobody what there was to choose."""
        if self._begun is None or self._begun[0] is not self.timeline:
            run = Run(self.of_run.steps)
            run.chooser.count(lambda: self._done)
            self._begun, self._done = (self.timeline, run, run.steps()), 0
        _, run, steps = self._begun
        with suppress(AlgorithmError):  # its timeline tells
            for _ in islice(steps, max(0, found - self._done)):
                self._done += 1
        return run

    def due(self, found: int) -> Question | None:
        asked = super().due(found)
        return None if asked is None else replace(asked, of=Named(self.lead + 1, self.of_run.label))

    def _begins(self) -> str:
        return f"Your move in run {self.lead + 1}, {self.of_run.label}: it stops at each choice, the others go along."

    def otherwise(self, offer: Offer, name: str) -> str:
        return (f"{name} is allowed; the algorithm takes {offer.taken}, and so does this run. Z opens it alone, to "
                "take it otherwise in a branch.")
