"""The graph of a transition system: unfolded breadth first, and what the handout's Propositions 1 and 3 say of it.

Source: Lierler, as in :mod:`algorithms.transitions.records`. Two edges that lead from one state to another by the same
rule are one, whatever gave rise to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import NamedTuple

from algorithms.problems.forms.semantics import is_answer_set
from algorithms.transitions.records import FAIL, Record, State, is_consistent, members
from algorithms.transitions.rules import RuleName, System

MOST_WHOLE = 2000
"""States of a graph that is looked at whole."""


class Edge(NamedTuple):
    """Between two states, by their numbers."""

    source: int
    rule: RuleName
    target: int


@dataclass(frozen=True)
class Graph:
    """States, in the order in which they were reached, and the edges between them.

    open:   the numbers of states whose edges were not followed: there are none if it is ``whole``
    """

    system: System
    states: tuple[State, ...]
    edges: tuple[Edge, ...]
    open: frozenset[int] = frozenset()

    @property
    def whole(self) -> bool:
        """Is nothing left out that can be reached?"""
        return not self.open

    @cached_property
    def number(self) -> Mapping[State, int]:
        """Of each state."""
        return {state: number for number, state in enumerate(self.states)}

    @cached_property
    def leaving(self) -> tuple[tuple[Edge, ...], ...]:
        """Of each state the edges that leave it."""
        found: list[list[Edge]] = [[] for _ in self.states]
        for edge in self.edges:
            found[edge.source].append(edge)
        return tuple(map(tuple, found))

    @cached_property
    def terminal(self) -> tuple[int, ...]:
        """The states that no edge leaves."""
        return tuple(number for number, edges in enumerate(self.leaving) if not edges and number not in self.open)

    @cached_property
    def layers(self) -> tuple[int, ...] | None:
        """Of each state how many edges the longest path to it has; None where there is a cycle (Kahn 1962)."""
        waiting = [0] * len(self.states)
        for edge in self.edges:
            waiting[edge.target] += 1
        layer = [0] * len(self.states)
        due = [number for number, count in enumerate(waiting) if not count]
        for source in due:  # grows
            for edge in self.leaving[source]:
                layer[edge.target] = max(layer[edge.target], layer[source] + 1)
                waiting[edge.target] -= 1
                if not waiting[edge.target]:
                    due.append(edge.target)
        return tuple(layer) if len(due) == len(self.states) else None

    @cached_property
    def verdict(self) -> Verdict:
        """What the propositions say, looked up in the graph."""
        ends = [self.states[number] for number in self.terminal]
        return Verdict(len(self.states), len(self.edges), self.whole, self.layers is not None,
                       sum(state != FAIL and not is_consistent(state) for state in self.states),
                       tuple(state for state in ends if state != FAIL),
                       tuple(state for state in ends if state != FAIL and not is_solution(self.system, state)),
                       FAIL in self.states, len({members(state) for state in ends if state != FAIL}))


class Verdict(NamedTuple):
    """What is true of a graph, or of the part of it that is unfolded.

    acyclic:      Proposition 1(a), or 3(a); that it is finite, ``whole`` says
    inconsistent: how many of its states are
    terminal:     its terminal states but FailState
    wrong:        those of them that are no models, or no answer sets: by Proposition 1(b), or 3(b), there are none
    fails:        FailState was reached; by Proposition 1(c), or 3(c), F then has no model, or Π no answer set
    different:    how many different sets of literals the terminal states have: their orders and decisions do not count
    """

    states: int
    edges: int
    whole: bool
    acyclic: bool
    inconsistent: int
    terminal: tuple[Record, ...]
    wrong: tuple[Record, ...]
    fails: bool
    different: int


def is_solution(system: System, record: Record) -> bool:
    """Is M a model of the clauses that assigns all atoms; of a program: is M⁺ an answer set, too? By their definitions,
    without the rules."""
    m = members(record)
    return (is_consistent(record) and len(m) == len(system.atoms)
            and all(any(literal in m for literal in clause) for clause in system.clauses)
            and (system.program is None or is_answer_set(system.program, {literal for literal in m if literal > 0})))


def whole(system: System, start: State = ()) -> Graph | None:
    """All that can be reached from a state; None where that is too much, or where what is learned changes it."""
    n = 0 if start == FAIL or not is_consistent(start) else len(system.atoms) - len(start)
    if "Learn" in system.rules or least_size(system, n) > MOST_WHOLE:
        return None
    graph = unfold(system, [start], MOST_WHOLE)
    return graph if graph.whole else None


def least_size(system: System, n: int) -> int:
    """How many states can be reached at least while n atoms are open: Decide alone leads to all sequences of literals
    of different atoms, unless an empty clause forbids it."""
    return 1 if system.empty_clause else sum(2 ** k * perm(n, k) for k in range(n + 1))


def unfold(system: System, start: Iterable[State] = ((),), most: int | None = None) -> Graph:
    """The graph on the states reachable from these: all of them, or at most about so many."""
    number = {state: index for index, state in enumerate(start)}
    states = list(number)
    edges: dict[Edge, None] = {}
    left_open = set[int]()
    for source, state in enumerate(states):  # grows
        if most is not None and len(states) >= most:
            if not _is_terminal(system, state):
                left_open.add(source)
            continue
        for found in system.transitions(state):
            if found.after not in number:
                number[found.after] = len(states)
                states.append(found.after)
            edges[Edge(source, found.rule, number[found.after])] = None
    return Graph(system, tuple(states), tuple(edges), frozenset(left_open))


def _is_terminal(system: System, state: State) -> bool:
    """Does no edge leave the state? Where there is a conflict, or an open atom, that need not be looked up."""
    if state == FAIL:
        return True
    return not system.in_conflict(state) and len(state) == len(system.atoms) and not system.transitions(state)
