"""Min-conflicts: what it calls a solution is one, its numbers are those of the assignment, and it never says no."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_wording import made_of, wrong_plurals

from algorithms.core import Event, find_algorithm, trace
from algorithms.events import Solved
from algorithms.local_search import events as r
from algorithms.local_search.min_conflicts import Repair
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.csp import CSP, Constraint, Value
from kit.draws import several

GIVES_UP = {"min-conflicts"}
T = TypeVar("T")
NAMES = "pqrst"


def _is_in(allowed: frozenset[tuple[Value, ...]], values: Sequence[Value]) -> bool:
    return tuple(values) in allowed


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Small networks, with constraints on one to three variables and whatever relations."""
    domains = {x: tuple(range(draw(st.integers(1, 3)))) for x in NAMES[:draw(st.integers(1, 5))]}
    found = []
    for index in range(draw(st.integers(0, 6))):
        scope = tuple(draw(several(sorted(domains), 1, 3)))
        allowed = frozenset(draw(several(product(*(domains[x] for x in scope)))))
        found.append(Constraint(f"c{index}", scope, partial(_is_in, allowed), "", lambda left: ""))
    return CSP(domains, tuple(found))


def options() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries({"start": st.sampled_from(["random", "greedy"]), "max_steps": st.integers(1, 30),
                                  "max_tries": st.integers(1, 3), "noise": st.sampled_from([0.0, 0.3, 1.0])})


def violated(csp: CSP, values: Mapping[str, Value]) -> list[str]:
    """The constraints whose variables all have a value, and do not satisfy it: counted from scratch."""
    return [c.name for c in csp.constraints
            if all(x in values for x in c.scope) and not c.allows([values[x] for x in c.scope])]


def conflicts(csp: CSP, values: Mapping[str, Value], x: str) -> int:
    return sum(x in c.scope for c in csp.constraints if c.name in violated(csp, values))


def replayed(events: Sequence[Event]) -> Iterator[tuple[Any, dict[str, Value]]]:
    """Each event, with the assignment after it, as the events have told it."""
    values: dict[str, Value] = {}
    for event in events:
        if isinstance(event, r.TryBegun):
            values = {}
        elif isinstance(event, r.ValueGiven | r.Repaired):
            values = {**values, event.variable: event.value}
        yield event, values


def solve(csp: CSP, seed: int = 1, **given_options: Any) -> tuple[list[Event], Repair]:
    return trace(find_algorithm("min-conflicts").start(csp, given_options, seed))


@given(networks(), options(), st.integers(0, 99))
def test_a_solution_is_one_and_otherwise_it_gives_up(csp: CSP, chosen: dict[str, Any], seed: int) -> None:
    events, answer = solve(csp, seed, **chosen)
    fits = [values for tuple_ in product(*csp.domains.values())
            if not violated(csp, values := dict(zip(csp.domains, tuple_, strict=True)))]
    assert answer.violated == len(violated(csp, answer.assignment))
    if answer.outcome == "solved":
        assert answer.assignment in fits
        assert events[-1] == Solved(1)
    else:
        assert answer.outcome == "stopped"
        assert answer.violated
        assert isinstance(events[-1], r.GaveUp)


@given(networks(), options(), st.integers(0, 99))
def test_every_number_is_that_of_the_assignment(csp: CSP, chosen: dict[str, Any], seed: int) -> None:
    events, answer = solve(csp, seed, **chosen)
    told: dict[str, int] = {}
    broken: set[str] = set()
    before: dict[str, Value] = {}
    for event, values in replayed(events):
        if isinstance(event, r.TryBegun):
            told, broken = {}, set()
        elif isinstance(event, r.ValueGiven | r.Repaired):
            told.update(event.changed)
            assert not broken & set(event.broken)
            broken = (broken | set(event.broken)) - set(getattr(event, "mended", ()))
            assert broken == set(violated(csp, values))
            assert event.violated == len(broken)
            assert event.conflicts == conflicts(csp, values, event.variable)
            assert {x: n for x, n in told.items() if n} == {x: n for x in values if (n := conflicts(csp, values, x))}
        elif isinstance(event, r.ValueTried):
            assert event.conflicts == conflicts(csp, {**values, event.variable: event.value}, event.variable)
        elif isinstance(event, r.AssignmentMade):
            assert (event.violated, event.conflicted) == (len(broken), sum(map(bool, told.values())))
        elif isinstance(event, r.ConflictedChosen):
            assert event.conflicts == conflicts(csp, values, event.variable) > 0
            assert event.among == sum(len(csp.domains[x]) > 1 for x, n in told.items() if n)
        before = values
    assert before == answer.assignment


@given(networks(), options(), st.integers(0, 99))
def test_a_repair_takes_the_fewest_conflicts_and_without_noise_never_makes_it_worse(
        csp: CSP, chosen: dict[str, Any], seed: int) -> None:
    tried: dict[Value, int] = {}
    left = 0
    for event, _ in replayed(solve(csp, seed, **{**chosen, "noise": 0.0})[0]):
        if isinstance(event, r.ConflictedChosen):
            tried = {}
        elif isinstance(event, r.ValueTried):
            tried[event.value] = event.conflicts
        elif isinstance(event, r.Repaired):
            assert tuple(tried) == csp.domains[event.variable]
            assert event.conflicts == tried[event.value] == min(tried.values())
            assert event.ties == list(tried.values()).count(event.conflicts)
            assert event.violated <= left
        left = getattr(event, "violated", left)


@given(networks(), options(), st.integers(0, 99))
def test_the_counters_count_what_they_say(csp: CSP, chosen: dict[str, Any], seed: int) -> None:
    algorithm = find_algorithm("min-conflicts")
    events, answer = solve(csp, seed, **chosen)
    totals = {c.name: sum(c.worth(e) for e in events if type(e) is c.counts) for c in algorithm.counters}
    assert totals["steps"] <= chosen["max_steps"] * totals["tries"]
    assert totals["tries"] <= chosen["max_tries"]
    assert totals["changes"] + sum(isinstance(e, r.Repaired) and e.before == e.value for e in events) == totals["steps"]
    assert totals["noise"] == sum(isinstance(e, r.Repaired) and not e.ties for e in events)
    assert totals["solutions"] == (answer.outcome == "solved")
    if isinstance(last := events[-1], r.GaveUp):
        assert (last.steps, last.violated) == (totals["steps"], answer.violated)


@pytest.mark.parametrize(("domains", "why"), [
    ({"a": (), "b": (1,)}, "a has no value to take"), ({"a": (1,), "b": (1,)}, "no variable in conflict has another"),
])
def test_where_nothing_can_be_repaired_it_gives_up_at_once(domains: Any, why: str) -> None:
    never = Constraint("a≠b", ("a", "b"), lambda values: values[0] != values[1], "a ≠ b", lambda left: "")
    events, answer = solve(CSP(domains, (never,)), max_tries=3)
    assert answer.outcome == "stopped"
    assert isinstance(last := events[-1], r.GaveUp)
    assert last.why.startswith(why)
    assert last.steps == 0
    assert "does not prove" not in last.sentence()  # it would


def test_a_click_can_choose_another_variable_and_another_value() -> None:
    csp = Colouring.read(colours=3, nodes=tuple("ABC"), edges=(("A", "B"), ("B", "C"))).as_csp()
    asked: list[tuple[str, tuple[Any, ...]]] = []

    def last_of(kind: str, candidates: Sequence[T], preferred: T) -> T:
        assert preferred in candidates
        asked.append((kind, tuple(candidates)))
        return candidates[-1]

    algorithm = find_algorithm("min-conflicts")
    runs = (trace(algorithm.start(csp, {}, seed, last_of))[0] for seed in range(20))
    events = next(events for events in runs if any(isinstance(event, r.Repaired) for event in events))
    assert {kind for kind, _ in asked} == {"variable", "value"}
    chosen = [e.variable for e in events if isinstance(e, r.ConflictedChosen)]
    values = [e.value for e in events if isinstance(e, r.Repaired)]
    answers = [candidates[-1] for _, candidates in asked[-2 * len(chosen):]]
    assert answers == [answer for pair in zip(chosen, values, strict=True) for answer in pair]


def test_the_same_seed_gives_the_same_run() -> None:
    rng = Random(5)
    edges = tuple(rng.sample(list(combinations("ABCDEFGH", 2)), 14))
    csp = Colouring.read(colours=3, nodes=tuple("ABCDEFGH"), edges=edges).as_csp()
    assert solve(csp, 3, noise=0.2) == solve(csp, 3, noise=0.2)
    assert solve(csp, 3) != solve(csp, 4)


KINDS = [kind for kind in vars(r).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_one_thing_is_no_plural_in_any_sentence(kind: type[Event]) -> None:
    for number in (0, 1, 2):
        for how in ("", "random", "fewest", "only"):
            event = made_of(kind, number, yes=True)
            event = replace(event, **{name: how for name in ("how", "why") if hasattr(event, name)})
            assert wrong_plurals(event.sentence()) == [], event.sentence()
