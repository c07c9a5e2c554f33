"""Paths in transition graphs, checked edge by edge: by the rules of the states, a SAT solver, and answer sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from algorithms.core import Event
from algorithms.events import Blocked
from algorithms.problems.forms.cnf import Clause
from algorithms.transitions import events as t
from algorithms.transitions.records import State
from algorithms.transitions.rules import System
from kit.sat_runs import satisfiable


class CheckedPath:
    """Where a path has led to, in which system.

    known:   the answer sets of a program, each as its literals, those of bodies among them
    by_loop: how many clauses of loops were learned that all other clauses do not entail
    """

    def __init__(self, system: System, known: Collection[frozenset[int]] = ()) -> None:
        self.system, self.known = system, known
        self.state: State = ()
        self.by_loop = 0

    def entailed(self, clause: Clause) -> bool:
        """Do the clauses that are there entail it?"""
        kept = [other for number, other in enumerate(self.system.clauses, 1) if number not in self.system.gone]
        return not satisfiable(kept, [-literal for literal in clause])

    def take(self, event: Event) -> None:
        """The event is an edge that the rules list for the state before it, or joins or leaves Γ as it may."""
        system = self.system
        if isinstance(event, Blocked):
            self.system = system.excluding(tuple(system.by_word[word] for word in event.literals))
        if not isinstance(event, t.RuleApplied):
            return
        assert system.read(event.before) == self.state
        after = system.read(event.after)
        if isinstance(event, t.ClauseLearned):
            self._learn(event)
        elif isinstance(event, t.ForgetApplied):
            assert {*event.clauses} <= {*system.learned}
            self.system = system.without(event.clauses)
            assert all(self.entailed(system.clauses[number - 1]) for number in event.clauses)
        else:
            edges = {(str(edge.rule), edge.after): edge for edge in system.transitions(self.state)}
            assert (event.rule, after) in edges
            assert not isinstance(event, t.UnitPropagateApplied | t.BackjumpApplied) or _because(event) <= set(
                edges[event.rule, after].clauses)
        self.state = after

    def _learn(self, event: t.ClauseLearned) -> None:
        clause = tuple(self.system.by_word[word] for word in event.literals)
        entailed = self.entailed(clause)
        if isinstance(event, t.LoopLearnApplied):
            assert all(m & set(clause) for m in self.known)
            self.by_loop += not entailed
        else:
            assert entailed
            assert isinstance(event, t.LearnApplied)
            self._follows(clause, event)
        self.system = self.system.with_clause(clause)

    def _follows(self, clause: Clause, event: t.LearnApplied) -> None:
        """From what it is said to rest on: clauses, and facts that hold without a decision."""
        facts = [self.system.by_word[word] for word in event.facts]
        rested_on = [self.system.clauses[number - 1] for number in event.because]
        assert all(self.entailed((fact,)) for fact in facts)
        assert not satisfiable([*rested_on, *((fact,) for fact in facts)], [-literal for literal in clause])


def check(system: System, events: Iterable[Event], known: Collection[frozenset[int]] = ()) -> CheckedPath:
    """All of a path."""
    path = CheckedPath(system, known)
    for event in events:
        path.take(event)
    return path


def _because(event: t.UnitPropagateApplied | t.BackjumpApplied) -> set[int]:
    return {event.because} if isinstance(event, t.BackjumpApplied) else set(event.because)
