"""What families say against answers that are offered is true: each is held against the run, or against brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

import pytest

from algorithms import events as e
from algorithms.backjumping import events as b
from algorithms.core import Event, algorithms
from algorithms.problems.forms.csp import Constraint, Domains
from algorithms.problems.forms.mine_count import Number
from kit.known_lessons import known, recorded
from kit.reasons import runs
from scenarios.loader import find
from visualizer.families.advice.questions import position
from visualizer.families.backjumping.state import BackjumpState
from visualizer.runs.posing import pose, stop_before
from visualizer.runs.question import Question, degenerate, guessed
from visualizer.runs.questions import Askable, Before, questions_of

_PER_RUN = 12


def said(lesson: str, kind: type[Event], field: str, algorithm: str = "") -> Iterator[tuple[Before, Event, str, str]]:
    """What is said in a run of the lesson, of that algorithm where there are several: with what is seen, the event, and
    the answer that it speaks against."""
    runs = known(find(lesson)).runs
    run, timeline = next((run, timeline) for run, timeline in zip(runs, recorded(find(lesson)), strict=True)
                         if run.algorithm.name.startswith(algorithm))
    askable = questions_of(run.algorithm).askable((kind,), field)
    assert askable is not None
    found = [at for at, event in enumerate(timeline.events) if isinstance(event, kind)]
    count = 0
    for at in islice(found, 0, None, max(1, len(found) // _PER_RUN)):
        event, before = timeline.events[at], Before(timeline.at(stop_before(timeline.events, askable, 0, at)), run)
        for candidate in wrong(askable, before, event):
            text = askable.against(before, event, candidate)
            if text:
                count += 1
                assert text.count(str(candidate)) or "others have less" in text
                yield before, event, candidate, text
    assert count


def wrong(askable: Askable, before: Before, event: Event) -> list[str]:
    """The candidates, and their parts, that are not right."""
    value, legal = askable.value(event), askable.legal(before, event)
    right = {*(value if isinstance(value, tuple) else (value,)), *legal}
    return [candidate for candidate in askable.candidates(before) if candidate not in right]


def supports(c: Constraint, x: str, d: Domains) -> set[object]:
    place = c.scope.index(x)
    return {values[place] for values in product(*(d[y] for y in c.scope)) if c.allows(values)}


@pytest.mark.parametrize("lesson", ["a-number-is-a-constraint", "a-beginner-board"])
def test_another_constraint_leaves_what_goes(lesson: str) -> None:
    for before, event, name, text in said(lesson, e.Pruned, "because"):
        assert isinstance(event, e.Pruned)
        c = next(c for c in before.network.constraints if c.name == name)
        found = re.search(r" = (\d+) has a support", text)
        if found is None:
            assert "is not in" in text and event.variable not in c.scope
        else:
            assert int(found[1]) in event.removed
            assert int(found[1]) in supports(c, event.variable, before.state.domains)


@pytest.mark.parametrize("lesson", ["a-player-that-explains", "fifty-fifty", "away-from-the-numbers"])
def test_another_field_is_not_told(lesson: str) -> None:
    for before, _event, x, text in said(lesson, e.Advised, "field"):
        form = position(before).as_mine_count()
        numbers = [number for number in form.numbers if x in number.among]
        if found := re.match(r"(\S+) still needs (\d+) mines?, and has (\d+) fields", text):
            assert any((number.name, number.mines, len(number.among)) == (found[1], int(found[2]), int(found[3]))
                       for number in numbers)
            assert all(0 < number.mines < len(number.among) for number in numbers)
        elif "No number touches" in text:
            assert not numbers
        elif "No two numbers" in text:
            for some in combinations(form.numbers, 2):
                assert {open_at(some, x, mine) for mine in (False, True)} == {True} or x not in {
                    y for number in some for y in number.among}
        else:
            assert text.startswith("Its risk is") or "all can hold" in text or "is a mine" in text, text


def open_at(numbers: Sequence[Number], x: str, mine: bool) -> bool:
    """Can both numbers hold with a mine there, or without one?"""
    fields = sorted({y for number in numbers for y in number.among} - {x})
    for some in product((False, True), repeat=len(fields)):
        value = {**dict(zip(fields, some, strict=True)), x: mine}
        if all(sum(value[y] for y in number.among) == number.mines for number in numbers):
            return True
    return False


@pytest.mark.parametrize("lesson", ["contribution-number", "easy", "a-map-three-ways", "rivals",
                                    "weights-of-constraints", "a-graph-of-your-own"])
def test_another_variable_is_not_next(lesson: str) -> None:
    for before, event, x, text in said(lesson, e.VariableSelected, "variable", "mrv-plus"
                                        if lesson == "a-map-three-ways" else ""):
        assert isinstance(event, e.VariableSelected)
        d = before.state.domains
        if found := re.search(r" has (\d+) values? left", text):
            assert int(found[1]) == len(d[x])
            assert "Others have fewer" not in text or len(d[x]) > len(d[event.variable])


@pytest.mark.parametrize("lesson", ["contribution-number", "the-fog-of-search", "a-graph-of-your-own"])
def test_nothing_is_struck_from_another_variable(lesson: str) -> None:
    run = known(find(lesson)).runs[0]
    events = recorded(find(lesson))[0].events
    assert run.algorithm.name.startswith("mrv")
    for before, event, x, text in said(lesson, e.Struck, "variable"):
        at = events.index(event)
        end = next((i for i in range(at, len(events)) if not isinstance(events[i], e.Struck)), len(events))
        assert all(other.variable != x for other in events[at:end] if isinstance(other, e.Struck)), text
        if found := re.match(r"No constraint joins (\S+) to (\S+)\.", text):
            assert not any({found[1], found[2]} <= set(c.scope) for c in before.network.constraints)


def test_another_one_does_not_refuse() -> None:
    for before, event, y, text in said("what-backmarking-saves", b.Judged, "by"):
        assert isinstance(event, b.Judged)
        shared = [c for c in before.network.constraints if set(c.scope) == {event.variable, y}]
        value = {y: before.state.domains[y][0], event.variable: event.value}
        allowed = all(c.allows([value[z] for z in c.scope]) for c in shared)
        assert ("No constraint" in text) == (not shared)
        assert ("would refuse" in text) == (not allowed)


def test_another_one_is_not_to_blame() -> None:
    for before, event, y, text in said("thrashing-on-a-map", b.DeadEnd, "because", "cbj"):
        assert isinstance(event, b.DeadEnd)
        search, x = before.of(BackjumpState), event.variable
        levels = {other: level for level, other in search.at.items()}

        def refuses(other: str, x: str = x, before: Before = before) -> set[object]:
            values = before.network.domains[x]
            shared = [c for c in before.network.constraints if set(c.scope) == {x, other}]
            there = before.state.domains[other][0]
            return {value for value in values for c in shared
                    if not c.allows([value if z == x else there for z in c.scope])}

        if "goes with every value" in text:
            assert not refuses(y)
        elif "refuses a value" in text:
            earlier = set().union(*(refuses(other) for other in levels if levels[other] < levels[y]))
            assert refuses(y) and refuses(y) <= earlier
        else:
            assert "deeper" in text or "got as far" in text


def offered(family: str) -> Iterator[Question]:
    """What predict mode can ask in the shorter runs of a family, some of each."""
    for run, timeline in runs(family, 16_000 if family in ("draws", "loop_formulas", "sampling") else 6_000):
        for askable in questions_of(run.algorithm).askables:
            found = [at for at, event in enumerate(timeline.events) if isinstance(event, askable.events)]
            for at in islice(found, 0, None, max(1, len(found) // 3)):
                question = pose(run, timeline, askable, at).question
                if not degenerate(question) and not guessed(question):
                    yield question


@pytest.mark.parametrize("family", sorted({algorithm.family.name for algorithm in algorithms().values()
                                           if questions_of(algorithm).askables}))
def test_each_wrong_answer_has_a_reason_of_its_own(family: str) -> None:
    asked = 0
    for question in offered(family):
        asked += 1
        needed = {part for given in question.right for part in given}
        bare = [option.text for option in question.options if not option.why and option.text not in needed]
        assert not bare, f"{question.prompt} Nothing is said against {bare}: its Askable needs `against`; {question}"
        assert all(option.why.endswith(".") for option in (*question.options, *question.beside) if option.why)
    assert asked
