"""All answer sets of a program, by every algorithm that finds them; clingo says which there are."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given, settings

from algorithms.answer_sets import events as a
from algorithms.core import Event, find_algorithm, run
from algorithms.events import ClauseAdded, Complemented, Decided, Implied, Learned, Restarted, Undone
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import circles, completion, greatest_unfounded, is_answer_set, needs
from algorithms.problems.puzzle import form_of
from algorithms.satisfiability.dpll import TooLongError
from algorithms.transitions.records import FAIL, Member, State
from algorithms.transitions.rules import aset
from algorithms.transitions.strategy import SMODELS, strategy_of
from kit.answer_sets import answer_sets_by_clingo, models
from kit.programs import FOUR, LOOPS, TEN, answers, dealt, events_of, kinds_of, programs, read
from scenarios.loader import find, load

ALL: list[tuple[str, dict[str, object]]] = [
    ("answer-sets", {"all": True}), ("loop-formulas", {"all": True}), ("completion", {}),
    ("completion", {"loops": True})]
ORDERS = ("under not, false first", "first atom, true first", "first atom, false first")


@pytest.mark.parametrize(("name", "options"), ALL)
def test_each_finds_what_clingo_finds_each_once(name: str, options: dict[str, object]) -> None:
    counts = set[int]()
    kinds = set[tuple[bool, bool, bool]]()
    for seed in range(150):
        program = kinds_of(seed)
        found = answers(name, program, **options)
        assert len(found) == len(set(found)), seed
        assert set(map(frozenset, found)) == answer_sets_by_clingo(program), seed
        counts.add(min(len(found), 5))
        kinds.add((not circles(program), any(not rule.head for rule in program.rules),
                   any(rule.choice for rule in program.rules)))
    assert counts >= {0, 1, 2, 5}
    assert len(kinds) == 8  # tight or not, with constraints or none, with choices or none


@given(programs())
@settings(max_examples=150)
def test_they_agree_on_any_program(program: LogicProgram) -> None:
    wanted = answer_sets_by_clingo(program)
    for name, options in ALL:
        assert set(map(frozenset, answers(name, program, **options))) == wanted
    for order in ORDERS:
        assert set(map(frozenset, answers("answer-sets", program, all=True, order=order))) == wanted
    for name in ("answer-sets", "loop-formulas"):
        one = answers(name, program)
        assert len(one) == min(len(wanted), 1)
        assert set(map(frozenset, one)) <= wanted


def test_larger_programs() -> None:
    for seed in range(20):
        program = dealt(seed, atoms=30, rules=60, choices=0.1)
        wanted = answer_sets_by_clingo(program)
        for name in ("answer-sets", "loop-formulas"):
            assert set(map(frozenset, answers(name, program, all=True))) == wanted


def test_what_a_program_is_told_by_comes_in_the_puzzles_names() -> None:
    answer = run(find_algorithm("answer-sets")(read(FOUR), all=True))
    assert answer.as_json(frozenset()) == {"answer_sets": [["p", "r"], ["q", "r"]]}
    assert answer.as_json(frozenset("r")) == {"answer_sets": [["p"], ["q"]]}
    assert (answer.outcome, run(find_algorithm("answer-sets")(read("a :- not a."))).outcome) == (
        "solved", "unsatisfiable")


@pytest.mark.parametrize("name", ["answer-sets", "loop-formulas", "completion"])
def test_odd_programs(name: str) -> None:
    more: dict[str, object] = {} if name == "completion" else {"all": True}
    for rules, wanted in ((":- .  a.", []), ("{a}.", [(), ("a",)]), ("{a; b}.", [(), ("a",), ("a", "b"), ("b",)]),
                          ("a :- a.", [()]), ("{a}. :- a, not a.", [(), ("a",)]), ("a :- b, b, not c, not c. b.",
                                                                                [("a", "b")])):
        assert sorted(map(tuple, map(sorted, answers(name, read(rules), **more)))) == wanted, rules


@pytest.mark.parametrize("name", ["answer-sets", "loop-formulas", "completion"])
def test_who_has_too_many_answer_sets_is_told_so(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("search", "loop_formulas", "completion"):
        monkeypatch.setattr(f"algorithms.answer_sets.{module}.MOST_MODELS", 3)
    with pytest.raises(TooLongError, match=r"3 (models|answer sets) are found"):
        answers(name, read("{a; b; c}."), **({} if name == "completion" else {"all": True}))


# --- the search over literals: a path in aset_Π ----------------------------------------------------------------------


def path_of(events: list[Event]) -> list[tuple[str, tuple[str, ...]]]:
    """The records that a run goes through, decisions marked, each with the rule that led there."""
    found: list[tuple[str, tuple[str, ...]]] = [("", ())]
    record: tuple[str, ...] = ()
    for event in events:
        rule = {a.UnitPropagated: "Unit Propagate", a.MadeFalse: "Unfounded", Decided: "Decide",
                Complemented: "Backtrack"}.get(type(event))
        if isinstance(event, Undone):
            record = record[: len(record) - len(event.literals)]
        elif rule:
            record = (*record, event.literal + "Δ" * (rule == "Decide"))  # type: ignore[attr-defined]
            found.append((rule, record))
        elif isinstance(event, a.Failed):
            found.append(("Fail", ("FailState",)))
    return found


def allowed(program: LogicProgram, before: tuple[str, ...], rule: str, after: tuple[str, ...]) -> bool:
    """Is it an edge of aset_Π? By the definitions, with no help of the search."""
    number = {word: sign * v for v, name in enumerate(program.names, 1) for sign, word in ((1, name), (-1, "¬" + name))}
    m = [number[word.removesuffix("Δ")] for word in before]
    consistent = not any(-literal in m for literal in m)
    decisions = [index for index, word in enumerate(before) if word.endswith("Δ")]
    if rule == "Fail":
        return not consistent and not decisions
    literal = number[after[-1].removesuffix("Δ")]
    if rule == "Backtrack":
        return not consistent and after[:-1] == before[: decisions[-1]] and literal == -m[decisions[-1]]
    if before != after[:-1] or not consistent or literal in m:
        return False
    if rule == "Decide":
        return -literal not in m
    if rule == "Unfounded":
        return -literal in greatest_unfounded(program, m)
    clauses = [set(one.clause) for one in program.rules if not one.choice and literal in one.clause]
    return any(all(-other in m for other in clause - {literal}) for clause in clauses)


@given(programs())
@settings(max_examples=100)
def test_a_run_is_a_path_in_the_graph(program: LogicProgram) -> None:
    for order in ORDERS:
        events = events_of("answer-sets", program, order=order)
        for (_, before), (rule, after) in pairwise(path_of(events)):
            assert allowed(program, before, rule, after) or not all(one.clause for one in program.rules)
        end = path_of(events)[-1][1]
        found = [event for event in events if isinstance(event, a.AnswerSetFound)]
        assert (end == ("FailState",)) == (not found)
        assert not found or found[0].atoms == program.words().said(sorted(
            v for v, name in enumerate(program.names, 1) if {name, name + "Δ"} & set(end)))


def test_the_priorities() -> None:
    """Unfounded only where no clause is unit, Decide only where nothing is unfounded."""
    for seed in range(40):
        program = kinds_of(seed)
        for (_, before), (rule, _) in pairwise(path_of(events_of("answer-sets", program))):
            if rule in ("Unfounded", "Decide"):
                m = [sign * v for v, name in enumerate(program.names, 1) for sign, word in ((1, name), (-1, "¬" + name))
                     if {word, word + "Δ"} & set(before)]
                assert not any(len([x for x in set(one.clause) if -x not in m]) < 2 and not set(one.clause) & set(m)
                               for one in program.rules if not one.choice)
                assert rule == "Unfounded" or all(-v in m for v in greatest_unfounded(program, m))


@given(programs())
@settings(max_examples=100)
def test_each_step_is_one_of_the_strategy_of_smodels_in_the_graph(program: LogicProgram) -> None:
    system = aset(program)
    assume(len(system.atoms) == len(program.names))  # an atom in no rule is no atom of the graph
    strategy = strategy_of(system, SMODELS)

    def state(record: tuple[str, ...]) -> State:
        return FAIL if record == (FAIL,) else tuple(
            Member(system.by_word[word.removesuffix("Δ")], word.endswith("Δ")) for word in record)

    path = path_of(events_of("answer-sets", program))
    for (_, before), (rule, after) in pairwise(path):
        allowed_now = strategy.allowed(system.transitions(state(before)))
        assert (rule, state(after)) in {(found.rule, found.after) for found in allowed_now}
    assert not system.transitions(state(path[-1][1]))


def test_her_program_10_is_solved_without_a_decision() -> None:
    said = [event.sentence() for event in events_of("answer-sets", read(TEN))]
    assert said == ["Unit Propagate: p, by rule 1.", "{r, q} is the greatest unfounded set on M.", "Unfounded: ¬r.",
                    "Unit Propagate: ¬q, by rule 2.", "Answer set 1 has passed the test: {p}."]


# --- completion ------------------------------------------------------------------------------------------------------


@given(programs(rules=7))
@settings(max_examples=100)
def test_models_are_refused_for_a_loop_and_for_nothing_else(program: LogicProgram) -> None:
    events = events_of("completion", program)
    number = {name: v for v, name in enumerate(program.names, 1)}
    listed = [event for event in events if isinstance(event, a.ModelListed)]
    atoms = [frozenset(word for word in event.literals if word[0] != "¬") for event in listed]
    assert len(set(atoms)) == len(atoms)
    free = {name for name in program.names if not any(number[name] in map(abs, clause)
                                                      for clause in completion(program).cnf.clauses)}
    assert {found - free for found in atoms} == {found - free for found in models(completion(program).cnf)}
    assert {found for found in atoms if is_answer_set(program, {number[name] for name in found})} == set(
        answer_sets_by_clingo(program))
    tight = next(event for event in events if isinstance(event, a.TightnessTested))
    assert (tight.loops == 0) == (not circles(program))
    refused = [event for event in events if isinstance(event, a.ModelRefused)]
    assert not refused or tight.loops
    assert len(refused) == len(atoms) - len(answer_sets_by_clingo(program))
    for model, event in zip(listed, [e for e in events if isinstance(e, a.ModelRefused | a.AnswerSetFound)],
                            strict=True):
        if isinstance(event, a.ModelRefused):
            loop = {number[name] for name in event.loop}
            assert set(event.loop) <= set(model.literals)
            assert any(loop <= set(part) for part in circles(program))
            for index in event.rules:
                assert any(program.word(-literal) in model.literals for literal in program.rules[index - 1].body)


def test_a_completion_as_it_is_written() -> None:
    said = {event.atom: event.formula for event in events_of("completion", read(
        "{a}. b :- a, not c. {b} :- c. d :- a. p. e :- d, not b. {e}. :- b, c. s :- p, not c. s :- d."))
        if isinstance(event, a.AtomCompleted)}
    assert said == {"a": "a → ⊤", "b": "(a ∧ ¬c → b) ∧ (b → (a ∧ ¬c) ∨ c)", "c": "c ↔ ⊥", "d": "d ↔ a", "p": "p ↔ ⊤",
                    "e": "(d ∧ ¬b → e) ∧ (e → (d ∧ ¬b) ∨ ⊤)", "s": "s ↔ (p ∧ ¬c) ∨ d"}


def test_loop_formulas_leave_the_answer_sets() -> None:
    """The mockup's program: one model too many, and the formula c ∨ d → a that takes it away."""
    program = read("a :- not b. b :- not a. c :- a. d :- c. c :- d.")
    events = events_of("completion", program, loops=True)
    formulas = [event for event in events if isinstance(event, a.LoopFormulaAdded)]
    assert [(event.loop, event.formula, event.rules) for event in formulas] == [(("c", "d"), "c ∨ d → a", (3,))]
    assert [event.literals for event in events if isinstance(event, ClauseAdded)] == [("¬c", "a"), ("¬d", "a")]
    again = next(index for index, event in enumerate(events) if isinstance(event, a.ListedAgain))
    counts = [sum(isinstance(event, a.ModelListed) for event in part) for part in (events[:again], events[again:])]
    assert counts == [3, 2]


# --- CDCL with loop formulas -----------------------------------------------------------------------------------------


@given(programs(rules=10))
@settings(max_examples=100)
def test_each_clause_added_is_unit_or_false_and_excludes_no_answer_set(program: LogicProgram) -> None:
    number = {word: sign * v for v, name in enumerate(completion(program).cnf.names, 1)
              for sign, word in ((1, name), (-1, "¬" + name))}
    values = dict.fromkeys(number.values(), False)
    wanted = answer_sets_by_clingo(program)
    bodies = {literal: program.rules[rule - 1].body for rule, literal in completion(program).bodies.items()}
    for event in events_of("loop-formulas", program, all=True):
        if isinstance(event, Implied | Decided):
            values[number[event.literal]] = True
        elif isinstance(event, Undone):
            values.update(dict.fromkeys((number[word] for word in event.literals), False))
        elif isinstance(event, ClauseAdded):
            clause = [number[word] for word in event.literals]
            assert all(values[-literal] for literal in clause[1:])
            assert not values[clause[0]]
            for true in ({number[name] for name in found} for found in wanted):
                assert any(holds(number[word], true, bodies) for word in event.literals)


def holds(literal: int, true: set[int], bodies: dict[int, tuple[int, ...]]) -> bool:
    """Is a literal of the completion true where exactly these atoms are?"""
    if abs(literal) in bodies and len(bodies[abs(literal)]) > 1:
        return (literal > 0) == all((abs(one) in true) == (one > 0) for one in bodies[abs(literal)])
    return (literal > 0) == (abs(literal) in true)


def test_a_program_that_is_not_tight_from_end_to_end() -> None:
    """Ways through all nodes of a graph, as in Hamiltonian cycles: with loops, conflicts, restarts."""
    events = events_of("loop-formulas", read(cycle(6)), all=True)
    kinds = {type(event) for event in events}
    assert {a.LoopFormulaAdded, Learned, Restarted, a.AnswerSetFound} <= kinds
    assert sum(isinstance(event, a.AnswerSetFound) for event in events) == 120  # (6 − 1)! of a complete graph


def cycle(nodes: int) -> str:
    """Hamiltonian cycles of the complete graph."""
    some = range(1, nodes + 1)
    lines = [f"{{in({x},{y})}}." for x in some for y in some if x != y]
    for x in some:
        others = [y for y in some if y != x]
        lines += [f":- in({x},{y}), in({x},{z})." for y in others for z in others if y < z]
        lines += [f":- in({y},{x}), in({z},{x})." for y in others for z in others if y < z]
        lines += [f"reached({y}) :- in({x},{y}){'' if x == 1 else f', reached({x})'}." for y in others]
        lines.append(f":- not reached({x}).")
    return " ".join(lines)


def test_a_tight_program_needs_no_formula() -> None:
    for seed in range(60):
        program = kinds_of(seed)
        if not circles(program):
            assert not any(isinstance(e, a.LoopFormulaAdded) for e in events_of("loop-formulas", program, all=True))


def test_loops_are_held_up_from_outside_or_not() -> None:
    """The pictures' program: the loop c, d where a is false; f, g are held up by b."""
    assert sorted(map(sorted, answers("loop-formulas", read(LOOPS), all=True))) == [["a", "c", "d"], ["b", "f", "g"]]


def test_what_lesson_113_says_of_its_program() -> None:
    """1,059 loops: sets of nodes but the start that the edges join; and 100 round trips."""
    puzzle = load(find("learning-from-a-loop")).puzzle
    program = form_of(puzzle, LogicProgram)
    needed = {v: set(others) for v, others in needs(program).items()}
    (whole,) = circles(program)
    loops = {frozenset((v,)) for v in whole}
    due = list(loops)
    while due:  # edges go both ways: what grows by a neighbour is strongly connected again
        loop = due.pop()
        for v in {w for u in loop for w in needed[u] & set(whole)} - loop:
            if loop | {v} not in loops:
                loops.add(loop | {v})
                due.append(loop | {v})
    assert sum(len(loop) > 1 for loop in loops) == 1059
    assert len(answer_sets_by_clingo(program)) == 100
