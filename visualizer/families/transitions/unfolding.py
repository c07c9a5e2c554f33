"""What is known of the graph of a system, computed when it is asked for, and kept for all states of a run."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import NamedTuple

from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.program import LogicProgram
from algorithms.transitions.graph import whole
from algorithms.transitions.records import State, text
from algorithms.transitions.rules import RuleName, System, Transition, aset, dp, learning


class Possible(NamedTuple):
    """The edges that leave a state, by their names, and the rules that do not apply, each with why not."""

    transitions: dict[str, Transition]
    refused: dict[RuleName, str]


class Unfolding:
    """A system, and its graph as far as somebody has asked for it. States share it: nothing that they show changes."""

    def __init__(self, make: Callable[[], System]) -> None:
        self._make = make
        self._changed: dict[tuple[str, tuple[int, ...]], Unfolding] = {}
        self.possible = lru_cache(512)(self._possible)
        self.edges = lru_cache(2048)(self._edges)
        self.ends = lru_cache(2048)(self._ends)
        self.said = lru_cache(2048)(self._said)
        self.unfounded = lru_cache(64)(self._unfounded)
        self.whole = lru_cache(4)(lambda start: whole(self.system, start))

    @classmethod
    def of(cls, form: Callable[[], CNF | LogicProgram]) -> Unfolding:
        """That of a formula or a program."""
        def make() -> System:
            made = form()
            return aset(made) if isinstance(made, LogicProgram) else dp(made)

        return cls(make)

    @cached_property
    def system(self) -> System:
        """The graph's clauses, atoms and rules."""
        return self._make()

    def learning(self) -> Unfolding:
        """That of the system with the rules by which clauses are learned."""
        return self._change("learning", (), lambda: learning(self.system))

    def with_clause(self, clause: Clause) -> Unfolding:
        """That of the system with one more clause."""
        return self._change("with", clause, lambda: self.system.with_clause(clause))

    def excluding(self, clause: Clause) -> Unfolding:
        """That of the system with one more clause, which excludes something."""
        return self._change("excluding", clause, lambda: self.system.excluding(clause))

    def without(self, numbers: tuple[int, ...]) -> Unfolding:
        """That of the system without some clauses."""
        return self._change("without", numbers, lambda: self.system.without(numbers))

    def _change(self, how: str, what: tuple[int, ...], make: Callable[[], System]) -> Unfolding:
        if (how, what) not in self._changed:
            self._changed[how, what] = Unfolding(make)
        return self._changed[how, what]

    def _edges(self, state: State) -> dict[str, Transition]:
        """The edges alone: why a rule does not apply takes longer than what does, and of most states nobody asks."""
        return {self.system.name(edge): edge for edge in self.system.transitions(state)}

    def _ends(self, state: State) -> bool:
        """Does no edge leave it?"""
        return self.system.ends(state)

    def _said(self, state: State) -> str:
        """As it is written."""
        return text(self.system.said(state))

    def _unfounded(self, m: frozenset[int]) -> frozenset[int]:
        """The greatest set unfounded on M, where that is consistent and of a program; else none."""
        known = self.system.program is not None and all(-literal not in m for literal in m)
        return self.system.unfounded(m) if known else frozenset()

    def _possible(self, state: State) -> Possible:
        found = self.edges(state)
        return Possible(found, self.system.refusals(state, found.values()))
