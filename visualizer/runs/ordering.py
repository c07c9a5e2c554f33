"""The pseudocode of a lesson's runs, put in order part by part: which part comes next, and how it went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from algorithms.core import Algorithm
from algorithms.pseudocode import Part, parts_of
from scenarios.practice import practise
from scenarios.runs import AlgorithmRun
from scenarios.script.shown import Place
from scenarios.timeline import Timeline
from visualizer.runs.asking import Asking
from visualizer.runs.line_order import order_question
from visualizer.runs.question import Named, Question
from visualizer.runs.states import State


class Ordering:
    """All parts of the runs, each algorithm once. ``points`` for so many parts ``done``."""

    def __init__(self, runs: Sequence[AlgorithmRun]) -> None:
        self.runs = runs
        self.points, self.done = 0.0, 0
        self._at = 0  # the part that comes next

    @cached_property
    def parts(self) -> Sequence[tuple[int, Algorithm, Part]]:
        """The index of a run, its algorithm, and a part of its pseudocode. What several have in common comes once."""
        found: dict[tuple[str, ...], tuple[int, Algorithm, Part]] = {}
        for lead, run in enumerate(self.runs):
            for part in parts_of(run.algorithm.pseudocode):
                found.setdefault(tuple(piece.text for piece in part.open), (lead, run.algorithm, part))
        return tuple(found.values())

    def next(self, timelines: Sequence[Timeline[State]], here: Place) -> tuple[int, Question | None]:
        """The question on the next part, and the index of the run that it is about; None: there is nothing to ask.
        ``here``: where the runs are."""
        if not self.parts:
            return 0, None
        lead, algorithm, part = self.parts[self._at % len(self.parts)]
        question = order_question(algorithm, part, timelines[lead].events[:here[lead]], here[lead])
        of = None if len(self.runs) == 1 else Named(lead + 1, self.runs[lead].label)
        return lead, replace(question, of=of)

    def answered(self, asking: Asking) -> str:
        """What became of it; returns what there is to be said. What was skipped comes again; what a class has voted on
        is no learner's answer."""
        if not asking.over and not (asking.vote is not None and asking.vote.voted):
            return ""
        lead, algorithm, _ = self.parts[self._at % len(self.parts)]
        self._at += 1
        if asking.over:
            points = asking.result.points
            self.points, self.done = self.points + points, self.done + 1
            skill = f"{algorithm.name} {asking.first.skill}"
            practise(self.runs[lead].algorithm.family.name, skill, points, asking.seconds)
        count = len(self.parts)
        if self._at % count:
            return f"Part {self._at % count} of {count}; O goes on with the next."
        made = f": {self.points:g} of {self.done} points" if self.done else ""
        return f"That was the last part{made}. O begins again."
