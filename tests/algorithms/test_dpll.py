"""Unit propagation and DPLL: the handout's example and problems to the letter, and brute force."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import TypeVar, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import AlgorithmError, Event, find_algorithm, run, trace
from algorithms.events import (
    Assumed,
    Called,
    ClauseUnit,
    Complemented,
    Conflicted,
    Decided,
    Implied,
    Modelled,
    Refuted,
    Returned,
    Undone,
)
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability.dpll import Order, Propagated, SatAnswer, TooDeepError
from kit.sat_runs import (
    FoldedTrail,
    cnf_of,
    cnfs,
    complement,
    holds,
    models_of,
    occurring,
    random_3sat,
    read_cnf,
    satisfiable,
)

REFUSES = {"dpll"}
T = TypeVar("T")
ORDERS: tuple[Order, ...] = get_args(Order)
EXAMPLE = read_cnf("~p | q, ~p | r, q | r, ~q | ~r")  # formula (3)
PROBLEM_1 = read_cnf("p, p | q, ~p | ~q, q | r, ~q | ~r")


class Chosen:
    """Chooses the literals given, one after the other, and then what is preferred."""

    def __init__(self, *literals: str) -> None:
        self.literals = list(literals)
        self.candidates: list[tuple[object, ...]] = []

    def __call__(self, kind: str, candidates: Sequence[T], preferred: T) -> T:
        assert kind == "literal"
        assert preferred in candidates
        self.candidates.append(tuple(candidates))
        wanted = self.literals.pop(0) if self.literals else preferred
        return next(candidate for candidate in candidates if candidate == wanted)


def propagate(cnf: CNF, *given_: str) -> tuple[list[Event], Propagated]:
    return trace(find_algorithm("unit-propagation").start(cnf, {"given": given_}, 0))


def dpll(cnf: CNF, *chosen: str, **options: object) -> tuple[list[Event], SatAnswer]:
    return trace(find_algorithm("dpll").start(cnf, options, 0, Chosen(*chosen)))


def calls(events: list[Event]) -> list[tuple[int, int | None, list[str], list[str]]]:
    """Of each call its number, its caller, M as it began, and M as unit propagation left it."""
    trail, found = FoldedTrail(), []
    for event in events:
        trail.apply(event)
        if isinstance(event, Called):
            found.append((event.call, event.parent, list(trail.literals), list(trail.literals)))
        elif isinstance(event, Implied):
            found[-1][3].append(event.literal)
    return found


# --- the handout ---------------------------------------------------------------------------------------------------


def test_example_1() -> None:
    events, answer = dpll(EXAMPLE, "p", "q")
    assert calls(events) == [
        (1, None, [], []),
        (2, 1, ["p"], ["p", "q", "r", "¬r"]),
        (3, 1, ["¬p"], ["¬p"]),
        (4, 3, ["¬p", "q"], ["¬p", "q", "¬r"]),
    ]
    assert answer == SatAnswer(True, {"p": False, "q": True, "r": False}, 1)
    assert answer.outcome == "solved"
    assert answer.as_json(frozenset("q")) == {"satisfiable": True, "model": {"p": False, "r": False}, "count": 1}
    assert dpll(EXAMPLE) == (events, answer)  # what is preferred is what the handout assumes
    assert events[-1].sentence() == "A model: ¬p, q, ¬r."


def test_example_1_event_by_event() -> None:
    assert dpll(EXAMPLE)[0] == [
        Called(1, None, None), Decided("p", 1), Called(2, 1, "p"), ClauseUnit(1, "q"), Implied("q", 1, 1),
        ClauseUnit(2, "r"), Implied("r", 2, 1), ClauseUnit(4, "¬r", false=True), Implied("¬r", 4, 1),
        Conflicted(4, 1, "¬r", against=2),
        Returned(2), Undone(("¬r", "r", "q", "p"), 0), Complemented("¬p", 0), Called(3, 1, "¬p"), Decided("q", 1),
        Called(4, 3, "q"), ClauseUnit(4, "¬r"), Implied("¬r", 4, 1), Modelled(("¬p", "q", "¬r")),
    ]


def test_problem_1() -> None:
    events, answer = propagate(PROBLEM_1)
    assert [event.literal for event in events if isinstance(event, Implied)] == ["p", "¬q", "r"]
    assert events[-1] == Modelled(("p", "¬q", "r"))
    assert answer == Propagated((("p", True), ("q", False), ("r", True)), True)
    assert answer.outcome == "solved"
    assert answer.as_json(frozenset("p")) == {"satisfiable": True, "model": {"q": False, "r": True},
                                              "literals": ["¬q", "r"]}
    assert len(calls(dpll(PROBLEM_1)[0])) == 1


def test_problem_2_not_p_in_call_1() -> None:
    events, answer = dpll(EXAMPLE, "¬p", "q")
    assert calls(events) == [(1, None, [], []), (2, 1, ["¬p"], ["¬p"]), (3, 2, ["¬p", "q"], ["¬p", "q", "¬r"])]
    assert answer.model == {"p": False, "q": True, "r": False}


def test_problem_2_not_q_in_call_3() -> None:
    events, answer = dpll(EXAMPLE, "p", "¬q")
    assert calls(events)[2:] == [(3, 1, ["¬p"], ["¬p"]), (4, 3, ["¬p", "¬q"], ["¬p", "¬q", "r"])]
    assert answer.model == {"p": False, "q": False, "r": True}


def test_propagation_of_formula_2() -> None:
    events, answer = propagate(read_cnf("p, ~p | ~q, ~q | r"))
    assert events == [ClauseUnit(1, "p"), Implied("p", 1, 0), ClauseUnit(2, "¬q"), Implied("¬q", 2, 0),
                      Modelled(("p", "¬q"))]
    assert answer == Propagated((("p", True), ("q", False)), True)  # and r as one likes


FORMULA_2 = read_cnf("p, ~p | ~q, ~q | r")


def test_propagation_from_a_given_m() -> None:
    events, answer = propagate(FORMULA_2, "¬r")
    assert events == [Assumed("¬r", 1), ClauseUnit(1, "p"), Implied("p", 1, 1), ClauseUnit(2, "¬q"),
                      Implied("¬q", 2, 1), Modelled(("¬r", "p", "¬q"))]
    assert answer == Propagated((("r", False), ("p", True), ("q", False)), True)
    events, answer = propagate(FORMULA_2, "q")  # the formula has models, but none with q
    assert events[-4:] == [ClauseUnit(2, "¬p", True), Implied("¬p", 2, 1), Conflicted(2, 1, "¬p", 1),
                           Refuted(("q",))]
    assert answer == Propagated((("q", True), ("p", True), ("p", False)), None)
    assert answer.outcome == "complete"


def test_a_clause_is_unit_with_respect_to_m() -> None:
    """The handout's examples: a ∨ ¬b ∨ c wrt {¬a, b}, and a ∨ ¬b, of which both literals are unit literals."""
    assert propagate(read_cnf("a | ~b | c"), "~a", "b")[0][2:4] == [ClauseUnit(1, "c"), Implied("c", 1, 2)]
    assert propagate(read_cnf("a | ~b"), "~a", "b")[0][2:] == [
        ClauseUnit(1, "¬b", True), Implied("¬b", 1, 2), Conflicted(1, 2, "¬b"), Refuted(("¬a", "b"))]


def test_dpll_calls_it_with_its_decisions() -> None:
    """Example 1, Call 2: from {p} it comes to {p, q, r, ¬r}, although the formula has models."""
    assert propagate(EXAMPLE, "p")[1].as_json(frozenset())["literals"] == ["p", "q", "r", "¬r"]


@pytest.mark.parametrize(("written", "key", "says"), [
    (("p", "x"), "given.1", "'x' is no literal of the formula; write a variable of it such as p, or its negation ~p"),
    (("~~p",), "given.0", "'~~p' is no literal"),
    (("",), "given.0", "'' is no literal"),
    (("p", "¬ p"), "given.1", "'¬ p' stands here beside its complement, but M is a consistent set; remove one"),
    (("q", "p", "q"), "given.2", "'q' stands here twice"),
])
def test_what_is_no_consistent_set_is_refused(written: tuple[str, ...], key: str, says: str) -> None:
    with pytest.raises(AlgorithmError, match=f"^{re.escape(says)}") as caught:
        find_algorithm("unit-propagation").start(FORMULA_2, {"given": written}, 0)  # before anything is asked for
    assert caught.value.key == key


def test_propagation_that_decides_nothing_and_one_that_refutes() -> None:
    events, answer = propagate(EXAMPLE)
    assert (events, answer) == ([], Propagated((), None))
    assert answer.outcome == "complete"
    assert answer.as_json(frozenset()) == {"satisfiable": None, "model": None, "literals": []}
    events, answer = propagate(read_cnf("p, q, ~p | ~q"))
    assert events[-3:] == [ClauseUnit(3, "¬q", false=True), Implied("¬q", 3, 0), Conflicted(3, 0, "¬q", against=2)]
    assert answer.outcome == "unsatisfiable"
    assert answer.as_json(frozenset()) == {"satisfiable": False, "model": None, "literals": ["p", "q", "¬q"]}


# --- what the handout leaves open ----------------------------------------------------------------------------------


def test_empty_formula_and_empty_clause() -> None:
    assert dpll(cnf_of([])) == ([Called(1, None, None), Modelled(())], SatAnswer(True, {}, 1))
    assert dpll(cnf_of([[1], []])) == ([Called(1, None, None), Conflicted(2, 0), Returned(1), Refuted()],
                                       SatAnswer(False, None, 0))
    assert propagate(cnf_of([[]])) == ([Conflicted(1, 0)], Propagated((), False))


def test_a_variable_in_no_clause_has_no_value() -> None:
    cnf = cnf_of([[1]], ["p", "q"])
    assert dpll(cnf, all=True)[1] == SatAnswer(True, {"p": True}, 1)


def test_repeated_literals_count_once_and_a_tautology_is_never_unit() -> None:
    assert calls(dpll(cnf_of([[1, 1]]))[0]) == [(1, None, [], ["x1"])]
    assert propagate(cnf_of([[1, -1]])) == ([], Propagated((), None))
    assert dpll(cnf_of([[1, -1]]), all=True)[1].count == 2


def test_what_is_offered_to_choose_from() -> None:
    chosen = Chosen("p", "¬r")
    trace(find_algorithm("dpll").start(EXAMPLE, {}, 0, chosen))
    assert chosen.candidates == [("p", "¬p", "q", "¬q", "r", "¬r"), ("q", "¬q", "r", "¬r")]


def test_orders() -> None:
    cnf = read_cnf("p | ~q | s, ~q | r, ~q | ~r | s, q | ~s | t")
    decided = {order: next(event.literal for event in dpll(cnf, order=order)[0] if isinstance(event, Decided))
               for order in ORDERS}
    assert decided == {"first atom, true first": "p", "first atom, false first": "¬p", "most occurrences": "¬q"}


def test_all_models_and_what_calls_report_of_them() -> None:
    events, answer = dpll(EXAMPLE, all=True)
    assert answer == SatAnswer(True, {"p": False, "q": True, "r": False}, 2)
    returned = {event.call: event for event in events if isinstance(event, Returned)}
    assert {call: event.models for call, event in returned.items()} == {2: 0, 4: 1, 5: 1, 3: 2, 1: 2}
    assert [returned[call].sentence() for call in (2, 4, 3)] == [
        "Call 2 returns: there is no model below it.", "Call 4 returns: there was 1 model below it.",
        "Call 3 returns: there were 2 models below it."]
    assert events[-1] == Refuted(models=2)


def test_deep_recursion_works_and_too_deep_a_one_says_so() -> None:
    def free(variables: int) -> CNF:
        return cnf_of([[variable, variable + 1] for variable in range(1, variables, 2)])

    assert dpll(free(600))[1].satisfiable  # 600 calls, one inside the other
    with pytest.raises(TooDeepError, match="use cdcl"):
        dpll(free(2 * sys.getrecursionlimit()))
    assert run(find_algorithm("cdcl").start(free(2 * sys.getrecursionlimit()), {}, 0)).satisfiable


# --- any formula ---------------------------------------------------------------------------------------------------


def literal_by_definition(cnf: CNF, literals: list[int]) -> tuple[int, set[int]] | None:
    """The first unit-ary clause wrt a set M, by the handout's definition, and its unit literals."""
    for number, clause in enumerate(cnf.clauses, start=1):
        units = {literal for literal in clause if literal not in literals
                 and all(-other in literals for other in clause if other != literal)}
        if units:
            return number, units
    return None


@given(cnfs(), st.integers(0, 4**8))
def test_unit_propagation_is_figure_1(cnf: CNF, signs: int) -> None:
    drawn = ((0, 0, 1, -1)[signs >> 2 * index & 3] for index in range(len(cnf.names)))
    start = [sign * variable for variable, sign in enumerate(drawn, 1) if sign]
    events, answer = propagate(cnf, *map(cnf.word, start))
    assert events[: len(start)] == [Assumed(cnf.word(literal), level) for level, literal in enumerate(start, 1)]
    m = list(start)
    steps = [event for event in events if isinstance(event, ClauseUnit)]
    if () not in cnf.clauses:
        while not any(-literal in m for literal in m) and (unit := literal_by_definition(cnf, m)):
            taken = steps[len(m) - len(start)]
            number = cnf.names.index(taken.literal.removeprefix("¬")) + 1
            m.append(-number if taken.literal[0] == "¬" else number)
            assert (taken.clause, m[-1] in unit[1]) == (unit[0], True)
    implied = [event.literal for event in events if isinstance(event, Implied)]
    assert [cnf.word(literal) for literal in m[len(start):]] == implied
    assert answer.literals == tuple((cnf.names[abs(literal) - 1], literal > 0) for literal in m)
    if answer.satisfiable:
        assert holds(cnf, dict(answer.literals))
    elif answer.satisfiable is False:
        assert not start
        assert not satisfiable(cnf.clauses)
    elif any(isinstance(event, Conflicted) for event in events):
        assert events[-1] == Refuted(tuple(map(cnf.word, start)))
        assert not satisfiable((*cnf.clauses, *((literal,) for literal in start)))


@given(cnfs(), st.sampled_from(ORDERS))
def test_dpll_finds_what_there_is(cnf: CNF, order: Order) -> None:
    events, answer = dpll(cnf, order=order)
    assert answer.satisfiable == satisfiable(cnf.clauses)
    assert answer.outcome == ("solved" if answer.satisfiable else "unsatisfiable")
    if answer.model is not None:
        assert list(answer.model) == [cnf.names[variable - 1] for variable in occurring(cnf)]
        assert holds(cnf, answer.model)
    assert dpll(cnf, order=order) == (events, answer)


@given(cnfs(), st.sampled_from(ORDERS))
def test_dpll_counts_all_models(cnf: CNF, order: Order) -> None:
    events, answer = dpll(cnf, order=order, all=True)
    found = [{word.removeprefix("¬"): word[0] != "¬" for word in event.literals}
             for event in events if isinstance(event, Modelled)]
    models = models_of(cnf)
    assert len(found) == len(models) == answer.count
    assert all(model in found for model in models)
    assert answer.model == (dict(sorted(found[0].items())) if found else None)


@given(cnfs())
def test_the_events_tell_m_and_the_tree(cnf: CNF) -> None:
    trail, number = FoldedTrail(), 0
    path: list[int] = []
    events, answer = dpll(cnf, all=True)
    for event in events:
        trail.apply(event)
        if isinstance(event, Called):
            number += 1
            assert (event.call, event.parent) == (number, path[-1] if path else None)
            assert event.literal == (trail.literals[-1] if path else None)
            path.append(event.call)
        elif isinstance(event, Returned):
            assert event.call == path.pop()
        elif isinstance(event, Conflicted) and cnf.clauses[event.because - 1]:
            clause = {cnf.word(literal) for literal in cnf.clauses[event.because - 1]}
            assert {complement(word) for word in clause} <= {*trail.literals}
    assert (trail.literals, path) == ([], [])
    assert isinstance(events[-1], Refuted)
    assert events[-1].models == answer.count


def test_random_3sat_of_20_variables() -> None:
    for seed in range(100):
        cnf = random_3sat(20, seed)
        for order in ORDERS:
            assert dpll(cnf, order=order)[1].satisfiable == satisfiable(cnf.clauses), seed


@pytest.mark.parametrize("name", ["unit-propagation", "dpll"])
def test_pseudocode_and_events_match(name: str) -> None:
    algorithm = find_algorithm(name)
    yielded = set()
    for cnf in (EXAMPLE, PROBLEM_1, read_cnf("p, ~p"), read_cnf("p | q, ~p | q, p | ~q, ~p | ~q")):
        for event in trace(algorithm.start(cnf, {}, 0))[0]:
            assert algorithm.line_of(event) is not None, event
            assert not re.search(r"[{}]", event.sentence())
            yielded.add(type(event).__name__)
    if name == "unit-propagation":
        yielded |= {type(event).__name__ for event in propagate(FORMULA_2, "q")[0]}
    assert yielded == {tag for line in algorithm.pseudocode for tag in line.tags}
