"""What is asked of searches and of repairs: what counts as right, against what the run tells afterwards, and against
the rule tried out on the constraints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import takewhile
from typing import Any

import pytest

from algorithms import events as e
from algorithms.backjumping import events as b
from algorithms.core import Event
from algorithms.genetic import events as g
from algorithms.local_search import events as r
from kit.session_desk import scenario
from scenarios.timeline import Timeline
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backtracking.state import SearchState
from visualizer.families.local_search.state import RepairState
from visualizer.runs.comparison import open_timelines
from visualizer.runs.posing import stop_before
from visualizer.runs.questions import Askable, Before, questions_of
from visualizer.runs.states import State

PUZZLES = {
    "network": """{kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]}, constraints: [
        {scope: [F, H], relation: "F >= H"}, {scope: [E, H, G], relation: "E + H == G"},
        {scope: [E, G], allowed: [[1, 2], [2, 4]]}]}""",
    "sudoku": "{kind: sudoku, boxes: [2, 2], random: {clues: 5, seed: 3, unique: false}}",
    "nine": "{kind: sudoku, grid: '..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..'}",
    "graph": """{kind: colouring, colours: 3, edges: [[A, B], [B, C], [C, D], [D, A], [A, W], [W, X], [W, Y], [W, Z],
        [X, Y], [X, Z], [Y, Z]]}""",
    "map": "{kind: colouring, map: australia, colours: 3}",
    "houses": """{kind: zebra, houses: 3, attributes: {colour: [red, green, blue],
        nation: [English, Spaniard, Norwegian], pet: [dog, fox, zebra]}, clues: [{same: [red, dog]},
        {left_of: [green, Norwegian]}, {left_of: [Spaniard, Norwegian]}, {right_of: [zebra, dog]},
        {left_of: [Norwegian, zebra]}]}""",
}
SEARCHES = [("network", "mrv-static", ""), ("sudoku", "mrv-plus", ""), ("sudoku", "mrv-random", ""),
            ("nine", "mrv-static", "singles: true"), ("graph", "dom-wdeg", ""), ("graph", "mrv-degree", ""),
            ("map", "mrv-plus", "singles: true"), ("houses", "mrv-plus", "")]
_MOST = 400


@cache
def recorded(puzzle: str, algorithm: str, options: str = "") -> tuple[Any, Timeline[State]]:
    """A run, and its timeline."""
    lesson = scenario(f"{{title: t, puzzle: {PUZZLES[puzzle]}, algorithm: {algorithm}, options: {{{options}}}}}")
    timeline = open_timelines(lesson)[0]
    timeline.pull(_MOST)
    return lesson.runs[0], timeline


def asked(puzzle: str, algorithm: str, options: str, skill: str) -> Iterator[tuple[int, Askable, Before, Any]]:
    """Where such a question is asked in a run: the event's index, what is declared, what is seen, and the event."""
    run, timeline = recorded(puzzle, algorithm, options)
    askable = next(found for found in questions_of(run.algorithm).askables if found.skill == skill)
    for index, event in enumerate(timeline.events):
        if isinstance(event, askable.events):
            stop = stop_before(timeline.events, askable, 0, index)
            yield index, askable, Before(timeline.at(stop), run), event


def right(askable: Askable, before: Before, event: Event) -> set[Any]:
    """All that counts as right."""
    return {askable.value(event), *askable.legal(before, event)}


@pytest.mark.parametrize(("puzzle", "algorithm", "options"), SEARCHES)
def test_the_next_variable_is_as_good_as_those_that_count_as_right(puzzle: str, algorithm: str, options: str) -> None:
    events, breaking = recorded(puzzle, algorithm, options)[1].events, (e.Tied, e.Scored, e.StillTied)
    for index, askable, before, event in asked(puzzle, algorithm, options, "VariableSelected.variable"):
        told = list(takewhile(lambda found: isinstance(found, breaking), reversed(events[:index])))
        scores = {found.variable: found.score for found in told if isinstance(found, e.Scored)}
        tied = next((set(found.candidates) for found in told if isinstance(found, e.Tied)), {event.variable})
        if scores:
            best = min(scores.values()) if algorithm == "dom-wdeg" else max(scores.values())
            tied = {x for x, score in scores.items() if score == best}
        elif algorithm == "dom-wdeg":
            continue  # no open variable has an open neighbour left
        assert right(askable, before, event) == tied
        assert tied <= set(askable.candidates(before))


@pytest.mark.parametrize(("puzzle", "algorithm", "options"), SEARCHES)
def test_all_that_is_struck_counts_as_right(puzzle: str, algorithm: str, options: str) -> None:
    events = recorded(puzzle, algorithm, options)[1].events
    for index, askable, before, event in asked(puzzle, algorithm, options, "Struck.variable"):
        if before.of(SearchState).source is None or isinstance(events[index - 1], e.Struck):
            continue  # what is given strikes in its turn; of a row of strikes the first is enough
        row = list(takewhile(lambda found: isinstance(found, e.Struck | e.Emptied), events[index:]))
        struck = {found.variable for found in row if isinstance(found, e.Struck | e.Emptied)}
        found = right(askable, before, event)
        assert struck <= found if isinstance(row[-1], e.Emptied) else struck == found
        for x in found:  # and by trying: a constraint with the label leaves a value of x no way to hold
            assert any(not holds(before, c, x, value) for value in before.state.domains[x]
                       for c in before.network.constraints
                       if x in c.scope and before.of(SearchState).source in c.scope and alone(before, c.scope, x))


def alone(before: Before, scope: tuple[str, ...], x: str) -> bool:
    """Have all others their value for good?"""
    fixed = {*before.of(SearchState).assigned, *before.network.given}
    return all(y in fixed for y in scope if y != x)


def holds(before: Before, c: Any, x: str, value: Any) -> bool:
    """Is the constraint satisfied with that value, and the others as they are?"""
    return bool(c.allows([value if y == x else before.state.domains[y][0] for y in c.scope]))


@pytest.mark.parametrize(("puzzle", "algorithm", "options"), SEARCHES)
def test_what_is_emptied_or_single_counts_as_right(puzzle: str, algorithm: str, options: str) -> None:
    for _, askable, before, event in asked(puzzle, algorithm, options, "Emptied.variable"):
        for x in right(askable, before, event):
            assert all(any(not holds(before, c, x, value) for c in before.network.constraints
                           if x in c.scope and alone(before, c.scope, x)) for value in before.state.domains[x])
    for _, askable, before, event in asked(puzzle, algorithm, options, "SingleFound.variable"):
        d = before.state.domains
        for x in right(askable, before, event):
            only = [value for unit in before.network.units.values() if x in unit for value in d[x]
                    if not any(value in d[y] for y in unit if y != x)]
            assert len(d[x]) == 1 or only


@pytest.mark.parametrize(("order", "best"), [("least shared", min), ("most shared", max)])
def test_the_value_is_as_much_shared_as_those_that_count_as_right(order: str, best: Any) -> None:
    options, found = f"values: {order}", 0
    events = recorded("sudoku", "mrv-plus", options)[1].events
    for index, askable, before, event in asked("sudoku", "mrv-plus", options, "Labelled.value"):
        told = takewhile(lambda found: isinstance(found, e.ValueScored), reversed(events[:index]))
        scores = {found.value: found.score for found in told if isinstance(found, e.ValueScored)}
        if scores and askable.candidates(before):
            found += 1
            assert right(askable, before, event) == {x for x in scores if scores[x] == best(scores.values())}
    assert found


def test_the_constraint_that_weighs_more_took_the_last_value() -> None:
    found = list(asked("graph", "dom-wdeg", "", "WeightRaised.constraint"))
    assert found
    for _, askable, before, event in found:
        assert event.constraint in askable.candidates(before)
        assert before.of(SearchState).emptied in event.scope


def test_who_refuses_first_is_who_comes_first() -> None:
    found = list(asked("houses", "bt", "all: true", "Judged.by"))
    told = [(askable.candidates(before), event.by) for _, askable, before, event in found]
    assert any(candidates for candidates, _ in told)
    for candidates, by in told:
        assert bool(candidates) == bool(by)
        assert set(by) <= set(candidates)


def test_a_conflict_set_joins_two() -> None:
    found = list(asked("houses", "cbj", "all: true", "ConfSetJoined.conf_set"))
    assert found
    for _, askable, before, event in found:
        sets = before.of(BackjumpState).conf_sets
        both = {*sets.get(event.variable, ()), *sets[event.dead_end]} - {event.variable}
        assert set(event.conf_set) == both <= set(askable.candidates(before))


@pytest.mark.parametrize("algorithm", ["bj", "cbj", "bm-cbj2", "fc-cbj"])
def test_who_is_blamed_has_a_value(algorithm: str) -> None:
    found = list(asked("houses", algorithm, "all: true", "DeadEnd.because"))
    assert found
    for _, askable, before, event in found:
        assert set(event.because) <= set(askable.candidates(before))


def test_a_jump_goes_to_the_deepest_that_is_blamed() -> None:
    for _, askable, before, event in asked("houses", "cbj", "all: true", "JumpedBack.level"):
        search = before.of(BackjumpState)
        levels = {x: level for level, x in search.at.items()}
        assert event.level == max(levels[x] for x in search.conf_sets[search.dead_end or ""])
        assert event.level in askable.candidates(before)


@pytest.mark.parametrize("options", ["max_steps: 60", "max_steps: 60, noise: 0.3, start: greedy"])
@pytest.mark.parametrize("puzzle", ["map", "graph", "houses", "network"])
def test_a_repair_may_take_any_value_with_the_fewest_conflicts(puzzle: str, options: str) -> None:
    events = recorded(puzzle, "min-conflicts", options)[1].events
    for index, askable, before, event in asked(puzzle, "min-conflicts", options, "Repaired.value"):
        told = takewhile(lambda found: isinstance(found, r.ValueTried), reversed(events[:index]))
        costs: Mapping[Any, int] = {found.value: found.conflicts for found in told if isinstance(found, r.ValueTried)}
        if not event.ties:
            assert not askable.candidates(before)  # chance takes it
            continue
        assert right(askable, before, event) == {value for value in costs if costs[value] == min(costs.values())}
        assert set(askable.candidates(before)) == set(costs)
    for _, askable, before, event in asked(puzzle, "min-conflicts", options, "ConflictedChosen.variable"):
        assert len(right(askable, before, event)) == event.among
        assert all(before.of(RepairState).conflicts[x] for x in right(askable, before, event))


def test_beliefs_about_repairs_are_wrong_where_they_differ() -> None:
    run, _ = recorded("map", "min-conflicts", "max_steps: 60")
    beliefs = {belief.name: belief for belief in questions_of(run.algorithm).misconceptions}
    for _, _, before, event in asked("map", "min-conflicts", "max_steps: 60", "ValueTried.conflicts"):
        expected = beliefs["a value costs what the board costs"].deviate(before, event)
        if expected is not None:
            assert isinstance(expected, r.ValueTried) and expected.conflicts >= event.conflicts
    for _, _, before, event in asked("map", "min-conflicts", "max_steps: 60", "Repaired.value"):
        expected = beliefs["a repair always moves"].deviate(before, event)
        if expected is not None:
            assert isinstance(expected, r.Repaired) and event.value == event.before != expected.value
            assert expected.conflicts > event.conflicts


def test_a_child_is_worth_what_is_wrong_with_it() -> None:
    options = "population: 12, children: 6, dying: 8, poor: 1, mutation: 0.2, generations: 6"
    run, timeline = recorded("houses", "xover", options)
    told = [(askable.candidates(before), event, index)
            for index, askable, before, event in asked("houses", "xover", options, "Born.fitness")]
    assert any(candidates for candidates, _, _ in told)
    assert all(event.fitness == candidates[0] for candidates, event, _ in told if candidates)
    beliefs = {belief.name: belief for belief in questions_of(run.algorithm).misconceptions}
    for _, askable, before, event in asked("houses", "xover", options, "GenerationEnded.best"):
        candidates = askable.candidates(before)
        assert not candidates or event.best in candidates
        expected = beliefs["the children replace everybody"].deviate(before, event)
        if expected is not None:
            born = [found.fitness for found in timeline.events if isinstance(found, g.Born)]
            assert isinstance(expected, g.GenerationEnded) and event.best <= expected.best in born


def test_nobody_is_asked_who_refuses_where_checks_are_made_forward() -> None:
    for algorithm in ("fc", "fc-cbj"):
        for _, askable, before, event in asked("houses", algorithm, "all: true", "Judged.by"):
            assert isinstance(event, b.Judged) and not askable.candidates(before)
