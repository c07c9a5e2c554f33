"""Recorded runs of CDCL with loop formulas are paths in the graph of M ‖ Γ, step by step."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets import events as a
from algorithms.core import Event, find_algorithm, trace
from algorithms.events import Blocked
from algorithms.problems.forms.cnf import Clause
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.transitions import events as t
from algorithms.transitions.records import FAIL, State, is_consistent, members
from algorithms.transitions.rules import System, aset, learning
from kit.answer_sets import answer_sets_by_clingo
from kit.sat_runs import satisfiable
from kit.small_systems import programs

LESSON = "{a}. {b}. c :- b. c :- d. d :- c. e :- not d. :- e, not c."


def non_tight(rng: Random, atoms: int = 8) -> LogicProgram:
    """Choices, rules of one or two literals among which loops are many, and a few constraints."""
    def literals(most: int) -> list[int]:
        return [atom if rng.random() < 0.75 else -atom for atom in rng.sample(range(1, atoms + 1), rng.randint(1, most))]

    bodies = [(rng.randint(1, atoms), literals(2)) for _ in range(2 * atoms)] + [(0, literals(3)) for _ in range(2)]
    rules = [Rule(atom, choice=True) for atom in range(1, 1 + atoms // 3)] + [
        Rule(head, tuple(x for x in body if x > 0), tuple(-x for x in body if x < 0)) for head, body in bodies]
    return LogicProgram(tuple("abcdefghijklmnop"[:atoms]), tuple(rules), ("",) * len(rules), atoms)


class Checked:
    """A path that is checked edge by edge: by the rules of its state, by a SAT solver, and by clingo.

    known: the answer sets, with each atom's literal and, where it has one, each body's
    """

    def __init__(self, program: LogicProgram) -> None:
        self.system: System = learning(aset(program))
        self.state: State = ()
        self.known = [self._whole(program, atoms) for atoms in answer_sets_by_clingo(program)]
        self.by_loop = 0

    def _whole(self, program: LogicProgram, atoms: frozenset[str]) -> frozenset[int]:
        m = {number if name in atoms else -number for number, name in enumerate(program.names, 1)}
        for number, body in self.system.bodies.items():
            m.add(body if set(program.rules[number - 1].body) <= m else -body)
        return frozenset(m)

    def entailed(self, clause: Clause) -> bool:
        kept = [other for number, other in enumerate(self.system.clauses, 1) if number not in self.system.gone]
        return not satisfiable(kept, [-literal for literal in clause])

    def take(self, event: Event) -> None:
        system = self.system
        if isinstance(event, Blocked):
            self.system = system.with_clause(tuple(system.by_word[word] for word in event.literals))
        if not isinstance(event, t.RuleApplied):
            return
        assert system.read(event.before) == self.state
        after = system.read(event.after)
        if isinstance(event, t.ClauseLearned):
            clause = tuple(system.by_word[word] for word in event.literals)
            if isinstance(event, t.LoopLearnApplied):
                assert all(m & set(clause) for m in self.known)
                self.by_loop += not self.entailed(clause)
            else:
                assert self.entailed(clause)
            self.system = system.with_clause(clause)
        elif isinstance(event, t.ForgetApplied):
            self.system = system.without(event.clauses)
            assert all(self.entailed(system.clauses[number - 1]) for number in event.clauses)
        else:
            assert (event.rule, after) in {(edge.rule, edge.after) for edge in system.transitions(self.state)}
        self.state = after


def check(program: LogicProgram, events: Iterable[Event]) -> Checked:
    """Each event is an edge, and each state that is said to be an answer set is one by clingo."""
    path = Checked(program)
    for event in events:
        path.take(event)
        if isinstance(event, a.AnswerSetFound):
            assert path.state != FAIL and is_consistent(path.state)
            assert members(path.state) in path.known
            assert {edge.rule for edge in path.system.transitions(path.state)} <= {"Restart"}
    return path


def run_of(program: LogicProgram, every: bool) -> tuple[list[Event], set[frozenset[str]]]:
    events, answer = trace(find_algorithm("clasp-graph").start(program, {"all": every}, 0))
    return events, set(map(frozenset, answer.found))


@settings(max_examples=100, deadline=None)
@given(programs(6), st.booleans())
def test_runs_on_any_program_are_paths(program: LogicProgram, every: bool) -> None:
    events, found = run_of(program, every)
    path, known = check(program, events), answer_sets_by_clingo(program)
    assert (path.state == FAIL) is (every or not known)
    assert found == known if every else found <= known and len(found) == min(1, len(known))


def test_runs_on_programs_with_many_loops_are_paths() -> None:
    """Some learn clauses of loops that are not entailed by all that is there, and some have no answer set."""
    learned, fails = 0, 0
    for seed in range(80):
        program = non_tight(Random(seed))
        events, found = run_of(program, False)
        path = check(program, events)
        assert found <= answer_sets_by_clingo(program)
        assert (path.state == FAIL) is (not path.known) is (not found)
        learned, fails = learned + path.by_loop, fails + (path.state == FAIL)
    assert learned > 40 and 0 < fails < 80
