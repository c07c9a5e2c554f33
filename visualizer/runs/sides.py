"""One of the runs of a comparison, as it is asked why and why not: its own board shows what explains it."""

from __future__ import annotations

from algorithms.reasons import Reason
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.comparison import Comparison
from visualizer.runs.explanations import explain
from visualizer.runs.proving import claim_of
from visualizer.runs.reasoned import Reasoned
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


class Side(Reasoned):
    """The run of that index. What it answers stands where all answers of the comparison do."""

    def __init__(self, comparison: Comparison, index: int) -> None:
        self.comparison, self.index = comparison, index
        self.board, self.puzzle = comparison.boards[index], comparison.scenario.runs[index].puzzle
        self.at_length = comparison.at_length
        self.point_at()

    def point_at(self, places: tuple[str, ...] = (), explained: Explanation | None = None,
                 advice: object | None = None, reason: Reason = ()) -> None:
        super().point_at(places, explained, advice, reason)
        self.answered = ""

    @property
    def of_run(self) -> AlgorithmRun:
        return self.comparison.scenario.runs[self.index]

    @property
    def timeline(self) -> Timeline[State]:
        """The run."""
        return self.comparison.timelines[self.index]

    @property
    def state(self) -> State:
        return self.timeline.state

    def stop(self) -> None:
        self.comparison.stop()

    @property
    def on_show(self) -> bool:
        """Does its board show what was asked last?"""
        return bool(self.explained or self.chain or self.lens or self.hinted)

    def answer(self, heading: str, text: str) -> None:
        """Below the boards, with the name of the run."""
        self.answered = heading
        self.comparison.answer(f"{heading} – {self.index + 1}, {self.of_run.label}", text)

    def explain(self, place: str) -> None:
        self.at_length(f"Looking for what is known of {place}", lambda: self._explain(place))

    def _explain(self, place: str) -> None:
        self.stop()
        found = explain(self.timeline, self.of_run.algorithm, self.board, place)
        self.point_at(found.marks, found)
        self.claim = claim_of(self, place)
        proven = "" if self.claim is None else " W proves it, step by step."
        self.answer(f"Why {place}?", found.sentence + proven)
