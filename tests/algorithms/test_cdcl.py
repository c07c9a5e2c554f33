"""CDCL: right answers whatever is switched off, learned clauses that follow, and events that tell all that it does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import Event, Steps, find_algorithm, run, trace
from algorithms.events import (
    Attached,
    Blocked,
    Conflicted,
    Decided,
    Forgotten,
    Implied,
    JumpedBack,
    Learned,
    Modelled,
    Refuted,
    Resolved,
    Restarted,
    Undone,
    Watched,
)
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.cdcl import Solver
from algorithms.satisfiability.cdcl_parts import CountedLiterals, WatchedLiterals
from algorithms.satisfiability.dpll import SatAnswer
from kit.sat_runs import (
    FoldedTrail,
    cnf_of,
    cnfs,
    complement,
    holds,
    models_of,
    numbers_of,
    occurring,
    pigeonhole,
    random_3sat,
    read_cnf,
    satisfiable,
)

pytestmark = pytest.mark.usefixtures("impatient")

T = TypeVar("T")
Options = dict[str, Any]
SWITCHES: list[Options] = [
    {"learning": learning, "heuristic": heuristic, "restarts": restarts, "phase_saving": saving, "propagation": visit}
    for learning, heuristic, restarts, saving, visit in product(
        ("first-UIP", "decision", "none"), ("vsids", "first"), (True, False), (True, False), ("watches", "counters"))]
switches = st.sampled_from(SWITCHES)
learners = st.sampled_from([options for options in SWITCHES if options["learning"] != "none"])


def cdcl(cnf: CNF, **options: object) -> tuple[list[Event], SatAnswer]:
    return trace(find_algorithm("cdcl").start(cnf, options, 0))


def hard(seed: int, variables: int = 25) -> CNF:
    """A random formula that takes some conflicts."""
    return random_3sat(variables, seed, 4.6)


class Clauses:
    """The clauses by number, as the events tell them: those of the formula, learned and blocking ones."""

    def __init__(self, cnf: CNF) -> None:
        self.cnf = cnf
        self.by_number = {number: frozenset(clause) for number, clause in enumerate(cnf.clauses, start=1)}

    def apply(self, event: Event) -> None:
        if isinstance(event, Learned | Blocked):
            assert event.clause not in self.by_number
            assert len(set(event.literals)) == len(event.literals)
            self.by_number[event.clause] = frozenset(numbers_of(self.cnf, event.literals))
        elif isinstance(event, Forgotten):
            for number in event.clauses:
                del self.by_number[number]

    def words(self, number: int) -> set[str]:
        """A clause's literals as they are written."""
        return {self.cnf.word(literal) for literal in self.by_number[number]}


# --- answers -------------------------------------------------------------------------------------------------------


@given(cnfs(), switches)
def test_it_finds_what_there_is(cnf: CNF, options: Options) -> None:
    events, answer = cdcl(cnf, **options)
    assert answer.satisfiable == satisfiable(cnf.clauses)
    if answer.model is not None:
        assert list(answer.model) == [cnf.names[variable - 1] for variable in occurring(cnf)]
        assert holds(cnf, answer.model)
    assert isinstance(events[-1], Modelled if answer.satisfiable else Refuted)
    assert cdcl(cnf, **options) == (events, answer)


@given(cnfs(), switches)
def test_it_counts_all_models(cnf: CNF, options: Options) -> None:
    events, answer = cdcl(cnf, all=True, **options)
    found = [{word.removeprefix("¬"): word[0] != "¬" for word in event.literals}
             for event in events if isinstance(event, Modelled)]
    models = models_of(cnf)
    assert len(found) == len(models) == answer.count
    assert all(model in found for model in models)
    assert events[-1] == Refuted(models=answer.count)


@pytest.mark.parametrize("options", SWITCHES, ids=lambda options: "-".join(map(str, options.values())))
def test_harder_formulas_with_every_switch(options: Options) -> None:
    for seed in range(12):
        cnf = hard(seed, 18)
        events, answer = cdcl(cnf, **options)
        assert answer.satisfiable == satisfiable(cnf.clauses), seed
        assert answer.model is None or holds(cnf, answer.model)
        for kind, switched_on in ((Restarted, options["restarts"]), (Learned, True)):
            if options["learning"] == "none" or not switched_on:
                assert not any(isinstance(event, kind) for event in events)


def test_hundreds_of_random_3sat() -> None:
    for seed in range(300):
        cnf = random_3sat(30, seed)
        answer = run(find_algorithm("cdcl").start(cnf, {}, 0))
        assert answer.satisfiable == satisfiable(cnf.clauses), seed
        assert answer.model is None or holds(cnf, answer.model)


@pytest.mark.parametrize(("cnf", "answer"), [
    (cnf_of([]), SatAnswer(True, {}, 1)),
    (cnf_of([[]]), SatAnswer(False, None, 0)),
    (cnf_of([[1], [-1]]), SatAnswer(False, None, 0)),
    (cnf_of([[1, 1]]), SatAnswer(True, {"x1": True}, 1)),
    (cnf_of([[1, -1]]), SatAnswer(True, {"x1": False}, 2)),
    (cnf_of([[-2]], ["p", "q"]), SatAnswer(True, {"q": False}, 1)),
])
def test_odd_formulas(cnf: CNF, answer: SatAnswer) -> None:
    assert cdcl(cnf, all=True)[1] == answer


def test_the_user_decides() -> None:
    offered = []

    def choose(kind: str, candidates: Sequence[T], preferred: T) -> T:
        offered.append((kind, list(candidates), preferred))
        return next((literal for literal in candidates if literal == "q"), preferred)

    cnf = read_cnf("p | q | r, ~q | ~r")
    events, _ = trace(find_algorithm("cdcl").start(cnf, {}, 0, choose))
    assert offered[0] == ("literal", ["p", "¬p", "q", "¬q", "r", "¬r"], "¬p")
    assert [event.literal for event in events if isinstance(event, Decided)] == ["q", "¬p"]


# --- learning ------------------------------------------------------------------------------------------------------


def derivations(cnf: CNF, events: list[Event]) -> Iterator[tuple[set[str], Learned, FoldedTrail]]:
    """Follows each conflict analysis, checking every resolution; yields what it led to, and what was learned."""
    trail, clauses = FoldedTrail(), Clauses(cnf)
    so_far: set[str] = set()

    def without_facts(literals: set[str]) -> set[str]:
        return {word for word in literals if trail.level_of(complement(word)) > 0}

    for event in events:
        if isinstance(event, Conflicted):
            so_far = without_facts(clauses.words(event.because))
        elif isinstance(event, Resolved):
            reason = clauses.words(event.clause)
            assert trail.reasons[trail.literals.index(event.pivot)] == event.clause
            assert event.pivot in reason
            assert complement(event.pivot) in so_far
            so_far = (so_far - {complement(event.pivot)}) | without_facts(reason - {event.pivot})
            assert len(event.literals) == len(so_far)
            assert set(event.literals) == so_far
        elif isinstance(event, Learned):
            yield so_far, event, trail
        trail.apply(event)
        clauses.apply(event)


@given(st.integers(0, 10_000), learners)
def test_each_resolution_is_right_and_leads_to_the_learned_clause(seed: int, options: Options) -> None:
    cnf = hard(seed, 14)
    for so_far, learned, trail in derivations(cnf, cdcl(cnf, **options)[0]):
        assert set(learned.literals) == so_far
        levels = [trail.level_of(complement(word)) for word in learned.literals]
        assert levels == sorted(levels, reverse=True)
        assert levels[0] == max(trail.levels)
        assert levels.count(levels[0]) == 1  # asserting
        if options["learning"] == "decision":
            assert all(trail.reasons[trail.literals.index(complement(word))] is None for word in learned.literals)


def test_first_uip_is_the_first_one() -> None:
    """No clause of the derivation before the learned one has a single literal of the last level."""
    for seed in range(20):
        cnf = hard(seed)
        trail, resolvents = FoldedTrail(), list[set[str]]()
        for event in cdcl(cnf)[0]:
            if isinstance(event, Conflicted):
                resolvents = [{cnf.word(literal) for literal in cnf.clauses[event.because - 1]}
                              ] if event.because <= len(cnf.clauses) else []
            elif isinstance(event, Resolved):
                resolvents.append(set(event.literals))
            elif isinstance(event, Learned):
                for resolvent in resolvents[:-1]:
                    of_the_last = [word for word in resolvent if trail.level_of(complement(word)) == max(trail.levels)]
                    assert len(of_the_last) > 1
            trail.apply(event)


@given(st.integers(0, 10_000), learners)
def test_learned_clauses_follow_from_the_formula(seed: int, options: Options) -> None:
    cnf = hard(seed, 14)
    for event in cdcl(cnf, **options)[0]:
        if isinstance(event, Learned):
            negated = [-literal for literal in numbers_of(cnf, event.literals)]
            assert not satisfiable(cnf.clauses, negated)


def test_a_conflict_told_step_by_step() -> None:
    cnf = read_cnf("~a | b, ~a | c, ~b | ~c | d, ~d | e, ~d | ~e | f, ~e | ~f")
    events, answer = trace(find_algorithm("cdcl").start(cnf, {}, 0, lambda _, candidates, _preferred: candidates[0]))
    start = next(index for index, event in enumerate(events) if isinstance(event, Conflicted))
    assert events[start : start + 7] == [
        Conflicted(6, 1),
        Resolved(5, "f", ("¬e", "¬d")),
        Resolved(4, "e", ("¬d",)),
        Learned(7, ("¬d",)),
        Undone(("f", "e", "d", "c", "b", "a"), 0),
        JumpedBack(1, 0),
        Implied("¬d", 7, 0),
    ]
    assert answer.satisfiable


# --- the events tell it all ----------------------------------------------------------------------------------------


class Replay:
    """Trail, clauses and watched literals from the events alone, compared with the solver's own while it runs."""

    def __init__(self, cnf: CNF, solver: Solver) -> None:
        self.solver, self.trail, self.clauses = solver, FoldedTrail(), Clauses(cnf)
        self.watched: dict[int, set[str]] = {}
        self.cnf = cnf

    def apply(self, event: Event) -> None:
        self.trail.apply(event)
        self.clauses.apply(event)
        if isinstance(event, Attached):
            for number, one, other in event.watches:
                assert len({one, other} & self.clauses.words(number)) == 2
                self.watched[number] = {one, other}
        elif isinstance(event, Forgotten):
            for number in event.clauses:
                self.watched.pop(number, None)
        elif isinstance(event, Watched) and isinstance(self.solver.propagation, WatchedLiterals):
            gone = complement(event.literal)
            assert {number for number, watched in self.watched.items() if gone in watched} >= {*event.clauses}
            for number, literal in event.moved:
                self.watched[number] = self.watched[number] - {gone} | {literal}

    def check(self) -> None:
        solver, words = self.solver, self.solver.words
        assert self.trail.literals == [words[literal] for literal in solver.trail.literals]
        assert self.trail.levels == [solver.trail.level[abs(literal)] for literal in solver.trail.literals]
        assert [reason or 0 for reason in self.trail.reasons] == [
            solver.trail.reason[abs(literal)] for literal in solver.trail.literals]
        own = {number: frozenset(clause) for number, clause in enumerate(solver.clauses) if number}
        assert {**dict.fromkeys(own, frozenset[int]()), **self.clauses.by_number} == own
        if isinstance(solver.propagation, WatchedLiterals):
            watched: dict[int, set[str]] = {}
            for literal in [sign * variable for variable in occurring(self.cnf) for sign in (1, -1)]:
                for number in solver.propagation.watches[literal]:
                    watched.setdefault(number, set()).add(words[literal])
            assert watched == self.watched


def followed(steps: Steps[bool], replay: Replay) -> bool:
    """Runs the solver; at each decision and at the end, the folded state must be its own."""
    while True:
        try:
            event = next(steps)
        except StopIteration as stop:
            if not replay.solver.contradictory:  # a false clause ended propagation in the middle
                replay.check()
            return bool(stop.value)
        replay.apply(event)
        if isinstance(event, Decided):
            replay.check()


@given(cnfs(), switches)
def test_the_folded_state_is_the_solvers(cnf: CNF, options: Options) -> None:
    solver = Solver(cnf, **options)
    replay = Replay(cnf, solver)
    found = followed(solver.solve(), replay)
    while found and solver.models < 6:
        found = followed(solver.another(), replay)


@pytest.mark.parametrize("learning", ["first-UIP", "decision"])
@pytest.mark.parametrize("propagation", ["watches", "counters"])
def test_the_folded_state_after_restarts_and_forgetting(learning: Any, propagation: Any) -> None:
    cnf = pigeonhole(4)
    solver = Solver(cnf, learning=learning, propagation=propagation)
    assert not followed(solver.solve(), Replay(cnf, solver))
    assert solver.restarted > 0
    assert [] in solver.clauses[len(cnf.clauses) :]  # forgotten


@pytest.mark.parametrize("propagation", ["watches", "counters"])
def test_no_reason_is_forgotten(propagation: Any) -> None:
    forgotten = 0
    for seed in range(10):
        cnf, trail = hard(seed, 40), FoldedTrail()
        solver = Solver(cnf, propagation=propagation)
        solver.most_learned = 3
        events, found = trace(solver.solve())
        assert found == satisfiable(cnf.clauses)
        for event in events:
            trail.apply(event)
            if isinstance(event, Forgotten):
                forgotten += len(event.clauses)
                assert not {*event.clauses} & {*trail.reasons}
    assert forgotten > 50


@given(st.integers(0, 10_000))
def test_counting_visits_the_clauses_that_contain_a_literal(seed: int) -> None:
    cnf = hard(seed, 14)
    solver = Solver(cnf, propagation="counters")
    clauses = Clauses(cnf)
    for event in trace(solver.solve())[0]:
        clauses.apply(event)
        if isinstance(event, Watched):
            assert set(event.clauses) == {number for number in clauses.by_number
                                          if len(clauses.by_number[number]) > 1
                                          and complement(event.literal) in clauses.words(number)}
    assert isinstance(solver.propagation, CountedLiterals)
    propagated = set(solver.trail.literals[: solver.trail.head])
    for number, false in solver.propagation.false.items():
        assert false == sum(-literal in propagated for literal in solver.clauses[number])


def test_watching_visits_fewer_clauses() -> None:
    visited = dict.fromkeys(("watches", "counters"), 0)
    for seed in range(10):
        for propagation in visited:
            events, _ = cdcl(hard(seed), propagation=propagation, learning="none", heuristic="first")
            visited[propagation] += sum(len(event.clauses) for event in events if isinstance(event, Watched))
    assert visited["watches"] < 0.7 * visited["counters"]
