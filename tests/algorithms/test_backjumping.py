"""Backjumping: all find all solutions; what they visit, check and blame is what theory says of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import combinations, pairwise, product
from random import Random
from typing import Any

import pytest
from test_wording import made_of, wrong_plurals

from algorithms.backjumping import events as b
from algorithms.backtracking.backtracking import Solutions
from algorithms.core import AlgorithmError, Event, find_algorithm, trace
from algorithms.events import Decided, JumpedBack, SearchEnded, Solved, VariableSelected
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Value
from algorithms.totals import Totals
from kit.three_houses import NAMES, three_houses

REFUSES = {"bt", "bj", "cbj", "bm", "bmj", "bm-cbj", "bm-cbj2", "fc", "fc-cbj"}
BACKWARD = ("bt", "bm", "bj", "bmj", "cbj", "bm-cbj", "bm-cbj2")
FORWARD = ("fc", "fc-cbj")
MARKED = ("bm", "bmj", "bm-cbj", "bm-cbj2")
BLAMING = ("cbj", "bm-cbj", "bm-cbj2", "fc-cbj")
PROBLEMS = range(200)


def _is_in(allowed: frozenset[tuple[Value, ...]], values: Sequence[Value]) -> bool:
    return tuple(values) in allowed


@cache
def problem(seed: int) -> CSP:
    """A random binary network, as often without a solution as not; some domains are empty, or have one value."""
    rng = Random(seed)
    names = "pqrstuw"[:rng.choice([1, 3, 5, 6, 7, 7])]
    domains: dict[str, Domain] = {x: tuple(range(rng.choice([1, 2, 3, 3, 3, 3]))) for x in names}
    if rng.random() < 0.03:
        domains[rng.choice(names)] = ()
    density, looseness = rng.choice([0.35, 0.5, 1.0]), rng.choice([0.5, 0.6, 0.75])
    found = []
    for x, y in combinations(names, 2):
        for number in range(1 + (rng.random() < 0.1)):  # now and then two constraints on the same pair
            if rng.random() < density:
                allowed = frozenset(pair for pair in product(domains[x], domains[y]) if rng.random() < looseness)
                scope, allows = (x, y), allowed
                if rng.random() < 0.5:
                    scope, allows = (y, x), frozenset((j, i) for i, j in allowed)
                found.append(Constraint(f"{x}{y}{number}", scope, partial(_is_in, allows), "", lambda left: ""))
    rng.shuffle(found)
    return CSP(domains, tuple(found))


def fits(csp: CSP, values: Mapping[str, Value]) -> bool:
    """Is every constraint satisfied whose variables all have a value?"""
    return all(c.allows([values[x] for x in c.scope]) for c in csp.constraints if all(x in values for x in c.scope))


@cache
def solutions(seed: int) -> list[dict[str, Value]]:
    csp = problem(seed)
    every = (dict(zip(csp.domains, values, strict=True)) for values in product(*csp.domains.values()))
    return [values for values in every if fits(csp, values)]


@cache
def searched(name: str, seed: int, all_: bool = True, order: str = "given") -> tuple[list[Event], Solutions]:
    return trace(find_algorithm(name).start(problem(seed), {"all": all_, "order": order}, seed))


def numbers(name: str, events: Sequence[Event]) -> dict[str, int]:
    totals = Totals(find_algorithm(name).counters)
    for event in events:
        totals.add(event)
    return totals.numbers


def test_the_problems_are_of_all_kinds() -> None:
    counts = [len(solutions(seed)) for seed in PROBLEMS]
    assert min(sum(not count for count in counts), sum(count == 1 for count in counts),
               sum(count > 1 for count in counts)) > 10
    assert any(() in problem(seed).domains.values() for seed in PROBLEMS)


# --- solutions -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BACKWARD, *FORWARD])
def test_all_solutions_are_found_and_the_first_is_one(name: str) -> None:
    for seed in PROBLEMS:
        every = solutions(seed)
        events, answer = searched(name, seed)
        assert answer.count == len(every)
        assert events[-1] == SearchEnded(len(every))
        assert sorted(map(repr, told(events))) == sorted(map(repr, every))
        _, first = searched(name, seed, False)
        assert (first.count, first.solution) == (min(1, len(every)), every[0] if every else None)
        assert answer.solution == first.solution


@pytest.mark.parametrize("order", ["random", "mrv", "degree", "mrv-plus"])
@pytest.mark.parametrize("name", ["bt", "bm-cbj2", *FORWARD])
def test_in_any_order_as_many_are_found(name: str, order: str) -> None:
    for seed in PROBLEMS[::6]:
        events, answer = searched(name, seed, order=order)
        assert answer.count == len(solutions(seed))
        assert sorted(map(as_pairs, told(events))) == sorted(map(as_pairs, solutions(seed)))


def as_pairs(values: Mapping[str, Value]) -> list[tuple[str, Value]]:
    return sorted(values.items())


def told(events: Sequence[Event]) -> Iterator[dict[str, Value]]:
    """The solutions, as the events have told them."""
    branch: dict[int, tuple[str, Value]] = {}
    for event in events:
        if isinstance(event, b.Instantiated):
            branch = {level: label for level, label in branch.items() if level < event.level}
            branch[event.level] = event.variable, event.value
        elif isinstance(event, Solved):
            names = next(event for event in events if isinstance(event, b.OrderFixed)).variables
            values = dict(branch.values())
            yield {x: values[x] for x in names}


def test_printed_it_takes_values_that_nobody_has_checked() -> None:
    """About two in three problems get a solution that is none, or too many."""
    wrong = 0
    for seed in PROBLEMS:
        events, answer = trace(find_algorithm("bm-cbj2").start(problem(seed), {"printed": True}, seed))
        assert not any(isinstance(event, b.Checked) for event in events)
        wrong += answer.solution is not None and not fits(problem(seed), answer.solution)
    assert wrong > len(PROBLEMS) / 2


# --- what is visited and checked -------------------------------------------------------------------------------------


def visited(name: str, seed: int, all_: bool) -> list[tuple[str, Value, int]]:
    return [(event.variable, event.value, event.level) for event in searched(name, seed, all_)[0]
            if isinstance(event, b.Instantiated)]


@pytest.mark.parametrize("all_", [False, True], ids=["first", "all"])
def test_the_memory_of_checks_changes_no_node(all_: bool) -> None:
    for seed in PROBLEMS:
        for one, *others in (("bt", "bm"), ("bj", "bmj"), ("cbj", "bm-cbj", "bm-cbj2")):
            for other in others:
                assert visited(one, seed, all_) == visited(other, seed, all_)


@pytest.mark.parametrize("all_", [False, True], ids=["first", "all"])
def test_who_jumps_further_visits_and_checks_no_more(all_: bool) -> None:
    fewer: dict[tuple[str, str], int] = {}
    for seed in PROBLEMS:
        found = {name: numbers(name, searched(name, seed, all_)[0]) for name in BACKWARD}
        for more, less in (("bt", "bj"), ("bj", "cbj")):
            assert found[more]["nodes"] >= found[less]["nodes"]
        for more, less in (("bt", "bm"), ("bj", "bmj"), ("cbj", "bm-cbj"), ("bm-cbj", "bm-cbj2"), ("bt", "bj"),
                           ("bj", "cbj")):
            assert found[more]["checks"] >= found[less]["checks"]
            fewer[more, less] = fewer.get((more, less), 0) + (found[more]["checks"] > found[less]["checks"])
    assert min(fewer.values()) > 5  # it is no comparison of things that are always equal


def test_jumping_forward_visits_no_more_than_stepping() -> None:
    fewer = 0
    for seed in PROBLEMS:
        one, other = (len(visited(name, seed, False)) for name in FORWARD)
        assert one >= other
        fewer += one > other
        assert one <= len(visited("bt", seed, False))
    assert fewer > 5


@pytest.mark.parametrize("name", MARKED)
def test_what_is_saved_and_what_is_checked_are_the_checks_without_a_memory(name: str) -> None:
    plain = {"bm": "bt", "bmj": "bj", "bm-cbj": "cbj", "bm-cbj2": "cbj"}[name]
    for seed in PROBLEMS:
        found = numbers(name, searched(name, seed)[0])
        assert found["checks"] + found["saved"] == numbers(plain, searched(plain, seed)[0])["checks"]


@pytest.mark.parametrize("name", MARKED)
def test_a_value_that_a_memory_refuses_takes_one_event(name: str) -> None:
    """That it is tried, and the verdict, which is what is remembered; of the other values another one closes them."""
    for seed in PROBLEMS:
        events, _ = searched(name, seed)
        refused = 0
        for event, then in pairwise(events):
            if isinstance(event, b.Saved) and event.refused:
                refused += 1
                assert not isinstance(then, b.Checked | b.Judged)
        tried = sum(isinstance(event, b.Instantiated) for event in events)
        assert tried == sum(isinstance(event, b.Judged) for event in events) + refused
        assert numbers(name, events)["nodes"] == tried


def test_the_example_of_three_houses() -> None:
    """Nodes and checks, as the picture of it was drawn by another program."""
    found = {name: numbers(name, trace(find_algorithm(name).start(three_houses(), {}, 0))[0]) for name in BACKWARD}
    assert {name: found[name]["nodes"] for name in BACKWARD} == {
        "bt": 153, "bm": 153, "bj": 99, "bmj": 99, "cbj": 69, "bm-cbj": 69, "bm-cbj2": 69}
    assert {name: found[name]["checks"] for name in BACKWARD} == {
        "bt": 176, "bm": 105, "bj": 122, "bmj": 91, "cbj": 84, "bm-cbj": 74, "bm-cbj2": 68}


# --- every event is true ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*BACKWARD, *FORWARD])
def test_checks_verdicts_and_what_is_saved_are_true(name: str) -> None:
    for seed in PROBLEMS[::4]:
        csp = problem(seed)
        for event, past in walked(searched(name, seed)[0]):
            if isinstance(event, b.Checked):
                pair = {event.variable: event.value, event.other: event.other_value}
                assert event.satisfied == fits(csp, pair)
                named = next(c for c in csp.constraints if c.name == event.because)
                assert set(named.scope) == set(pair)
                assert event.satisfied or not named.allows([pair[x] for x in named.scope])
                assert name in FORWARD or past[event.other] == event.other_value
            elif isinstance(event, b.Judged) and name in BACKWARD:
                assert event.consistent == fits(csp, {**past, event.variable: event.value})
                for x in event.by:
                    assert not fits(csp, {event.variable: event.value, x: past[x]})
            elif isinstance(event, b.Saved):
                _saved_is_true(csp, event, past)


def _saved_is_true(csp: CSP, event: b.Saved, past: Mapping[str, Value]) -> None:
    """All before the one that is named accept the value; with ``refused``, that one does not."""
    names = list(past)
    before = names[:names.index(event.by)] if event.by in names else names
    value = {event.variable: event.value}
    assert all(fits(csp, {**value, x: past[x]}) for x in before)
    assert not event.refused or not fits(csp, {**value, event.by: past[event.by]})
    asked = [*before, event.by] if event.refused else before
    assert event.checks == sum(any({event.variable, x} == set(c.scope) for c in csp.constraints) for x in asked) > 0


def walked(events: Sequence[Event]) -> Iterator[tuple[Any, dict[str, Value]]]:
    """Each event with the values of the variables before the current one, in their order."""
    branch: dict[int, tuple[str, Value]] = {}
    for event in events:
        if isinstance(event, b.Instantiated):
            branch = {level: label for level, label in sorted(branch.items()) if level < event.level}
            yield event, dict(branch.values())
            branch[event.level] = event.variable, event.value
        elif isinstance(event, JumpedBack | b.SteppedBack | b.DeadEnd):
            level = getattr(event, "level", 0)
            yield event, dict(label for at, label in branch.items() if at < level)
        else:
            yield event, dict(label for at, label in branch.items() if at < max(branch))


@pytest.mark.parametrize("order", ["given", "mrv"])
@pytest.mark.parametrize("name", BLAMING)
def test_conflict_sets_are_sound(name: str, order: str) -> None:
    """At a dead end no solution extends the values of those blamed: the variable could have any value."""
    ends = 0
    for seed in PROBLEMS:
        for event, past in walked(searched(name, seed, False, order)[0]):
            if isinstance(event, b.DeadEnd):
                assert event.blames == "conflicts"
                blamed = {x: past[x] for x in event.because}
                assert not any(blamed.items() <= values.items() for values in solutions(seed))
                ends += 1
    assert ends > len(PROBLEMS) / 2


@pytest.mark.parametrize("name", ["bj", "bmj"])
def test_backjumping_goes_to_the_deepest_that_was_asked(name: str) -> None:
    """From the variable of a dead end that never had a consistent value; from any other one level back."""
    jumps = 0
    for seed in PROBLEMS:
        accepted: set[int] = set()
        for event, other in pairwise(event for event in searched(name, seed, False)[0]
                                     if isinstance(event, Decided | b.DeadEnd | JumpedBack | b.SteppedBack)):
            if isinstance(event, Decided):
                accepted = {level for level in accepted if level < event.level} | {event.level}
            if isinstance(event, b.DeadEnd) and isinstance(other, JumpedBack):
                assert other.start == event.level
                assert event.level not in accepted
                jumps += 1
    assert jumps > 20


def test_a_jump_is_over_at_least_one_variable() -> None:
    for name in (*BACKWARD, *FORWARD):
        for seed in PROBLEMS:
            for event in searched(name, seed)[0]:
                if isinstance(event, JumpedBack):
                    assert 0 < event.level < event.start - 1
                    assert name not in ("bt", "bm", "fc")


@pytest.mark.parametrize("name", [*BACKWARD, *FORWARD])
def test_calls_count_pairs_without_a_constraint_too(name: str) -> None:
    for seed in PROBLEMS[::4]:
        events = searched(name, seed)[0]
        found, csp = numbers(name, events), problem(seed)
        assert found["calls"] >= found["checks"]
        if len({frozenset(c.scope) for c in csp.constraints}) == len(list(combinations(csp.domains, 2))):
            assert found["calls"] == found["checks"]


# --- orders ----------------------------------------------------------------------------------------------------------


def order_of(csp: CSP, order: str, seed: int = 1) -> tuple[str, ...]:
    event = next(find_algorithm("cbj").start(csp, {"order": order}, seed))
    assert isinstance(event, b.OrderFixed)
    return event.variables


def test_orders_are_what_they_are_called() -> None:
    csp = three_houses()
    small = replace(csp, domains={**csp.domains, "fox": (2,), "zebra": (2, 3), "dog": (1, 3)})
    assert order_of(small, "given") == NAMES
    assert order_of(small, "mrv")[:3] == ("fox", "dog", "zebra")
    assert order_of(small, "mrv-plus")[:3] == ("fox", "dog", "zebra")
    assert order_of(csp, "mrv-plus")[0] == "Norwegian"  # four neighbours, three values with each
    assert order_of(csp, "degree")[0] == "Norwegian"
    assert {order_of(csp, "random", seed) for seed in range(5)} == {order_of(csp, "random", seed) for seed in range(5)}
    assert len({order_of(csp, "random", seed) for seed in range(5)}) == 5
    assert sorted(order_of(csp, "random")) == sorted(NAMES)


def test_forward_checking_chooses_the_smallest_domain_each_time() -> None:
    for seed in PROBLEMS[::4]:
        selected = [event for event in searched("fc", seed, True, "mrv")[0] if isinstance(event, VariableSelected)]
        assert bool(selected) == bool(problem(seed).domains)
        fewest = min(map(len, problem(seed).domains.values()))
        assert selected[0].size == fewest


@pytest.mark.parametrize("name", ["bt", "bm-cbj2", "fc-cbj"])
def test_after_ac3_the_same_solutions_are_found_among_fewer_values(name: str) -> None:
    pruned = wiped = 0
    for seed in PROBLEMS[::2]:
        csp = problem(seed)
        events, answer = trace(find_algorithm(name).start(csp, {"ac3": True, "all": True}, seed))
        assert answer.count == len(solutions(seed))
        first = events[0]
        assert isinstance(first, b.OrderFixed)
        assert first.pruned is not None
        left = dict(zip(first.variables, first.domains, strict=True))
        assert sum(map(len, csp.domains.values())) - sum(map(len, left.values())) == first.pruned
        assert all(values[x] in left[x] for values in solutions(seed) for x in csp.domains)
        assert len(events) <= len(searched(name, seed)[0])
        if any(not values for values in left.values()):
            assert [type(event) for event in events] == [b.OrderFixed, SearchEnded]
            wiped += 1
        pruned += first.pruned > 0
    assert min(pruned, wiped) > 10


# --- what they are given ---------------------------------------------------------------------------------------------


def test_a_constraint_on_three_variables_becomes_one_of_its_own() -> None:
    wide = Constraint("sum", ("a", "b", "c"), lambda values: sum(map(int, values)) == 4, "", lambda left: "")
    csp = CSP(dict.fromkeys("abc", (0, 1, 2)), (wide,))
    for name in (*BACKWARD, *FORWARD):
        answer = trace(find_algorithm(name).start(csp, {"all": True}, 1))[1]
        assert (answer.count, set(answer.solution)) == (6, set("abc"))


def test_a_network_that_is_too_large_is_refused() -> None:
    wide = Constraint("sum", tuple("abcdefghij"), lambda values: False, "", lambda left: "")
    with pytest.raises(AlgorithmError, match="sum ties 10 undefined variables"):
        trace(find_algorithm("cbj").start(CSP(dict.fromkeys("abcdefghij", tuple(range(9))), (wide,)), {}, 1))


KINDS = [kind for kind in vars(b).values() if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_one_thing_is_no_plural_in_any_sentence(kind: type[Event]) -> None:
    for number in (0, 1, 2):
        for yes in (False, True):
            made = made_of(kind, number, yes=yes)
            for blames in ("nobody", "deepest", "conflicts"):
                event = replace(made, blames=blames) if isinstance(made, b.DeadEnd) else made
                assert wrong_plurals(event.sentence()) == [], event.sentence()
