"""What families say against answers that are wrong, in runs of lessons and of random puzzles: for tests of reasons."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from algorithms.core import Event
from kit.known_lessons import events, every_lesson, recorded
from kit.refusals import recorded as anything
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.runs.posing import stop_before
from visualizer.runs.question import parts
from visualizer.runs.questions import Askable, Before, questions_of
from visualizer.runs.states import State

_PER_RUN, _LONGEST = 12, 6_000


Cases = Mapping[str, Callable[..., object]]
"""Patterns of reasons, each with a check that is given the reason, and what is in the groups."""


class Reason(NamedTuple):
    """What is said against a candidate for what an event says, and what there is until that can be asked."""

    text: str
    candidate: Any
    before: Before
    event: Any
    past: Sequence[Event]


def runs(family: str, longest: int = _LONGEST) -> Iterator[tuple[AlgorithmRun, Timeline[State]]]:
    """The shorter runs of a family in the lessons."""
    for scenario in every_lesson():
        if any(run.algorithm.family.name == family for run in scenario.runs) and events(scenario) <= longest:
            for run, timeline in zip(scenario.runs, recorded(scenario.path), strict=True):
                if run.algorithm.family.name == family:
                    yield run, timeline


def chosen(*scenarios: Scenario, seed: int = 1) -> Iterator[tuple[AlgorithmRun, Timeline[State]]]:
    """Runs of scenarios in which anything was chosen."""
    for scenario in scenarios:
        yield scenario.runs[0], anything(scenario, seed)[1]


def wrong(askable: Askable, before: Before, event: Event) -> Iterator[Any]:
    """The candidates that are not right; of an answer of several parts, those parts that belong to no right one."""
    value, legal = askable.value(event), askable.legal(before, event)
    many = isinstance(value, tuple) and askable.answer not in ("choice",)
    every = [parts(one) for one in (value, *legal)]
    right = {part for one in every for part in one} if many else {*every}
    for candidate in dict.fromkeys(askable.candidates(before)):
        if (candidate if many else parts(candidate)) not in right:
            yield candidate


def reasons(skill: str, among: Iterator[tuple[AlgorithmRun, Timeline[State]]],
            per_run: int = _PER_RUN) -> Iterator[Reason]:
    """What is said in these runs where that is asked."""
    for run, timeline in among:
        askable = next((one for one in questions_of(run.algorithm).askables if one.skill.endswith(skill)), None)
        if askable is None:
            continue
        found = [at for at, event in enumerate(timeline.events) if isinstance(event, askable.events)]
        for at in islice(found, 0, None, max(1, len(found) // per_run)):
            stop, event = stop_before(timeline.events, askable, 0, at), timeline.events[at]
            before = Before(timeline.at(stop), run)
            for candidate in wrong(askable, before, event):
                if text := askable.against(before, event, candidate):
                    yield Reason(text, candidate, before, event, timeline.events[:stop])


def hold(among: Iterable[Reason], cases: Cases) -> None:
    """Each reason is of one of these patterns, and is so: what is in its groups is given to the check. Each comes."""
    seen = set[str]()
    for reason in among:
        pattern = next((pattern for pattern in cases if re.fullmatch(pattern, reason.text)), None)
        assert pattern is not None, f"no pattern for {reason.text!r}"
        found = re.fullmatch(pattern, reason.text)
        assert found is not None
        assert cases[pattern](reason, *found.groups()), (reason.text, reason.event)
        seen.add(pattern)
    assert seen == {*cases}, {*cases} - seen
