"""A round trip as far as it is known: which edges are chosen, where they lead from the start, and what goes round on
its own. It rests on the literals of whatever algorithm runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from algorithms.problems.hamiltonian.puzzle import Hamiltonian
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.state import program_in
from visualizer.families.satisfiability.state import sat_in
from visualizer.runs.states import State


@dataclass(frozen=True)
class Trip:
    """What is known of a trip.

    values:  the atoms that are true or false; ``clash`` one that is both
    decided: atoms whose literal was decided
    u:       atoms that are unfounded, or, as long as they are not ``settled``, may be
    """

    puzzle: Hamiltonian
    values: Mapping[str, bool] = field(default_factory=dict)
    clash: str | None = None
    decided: frozenset[str] = frozenset()
    u: frozenset[str] = frozenset()
    settled: bool = False

    @cached_property
    def chosen(self) -> Mapping[str, tuple[str, str]]:
        """The edges that are true, with their ends."""
        return {atom: ends for atom, ends in self.puzzle.edges.items() if self.values.get(atom)}

    @cached_property
    def _around(self) -> Mapping[str, list[str]]:
        found: dict[str, list[str]] = {x: [] for x in self.puzzle.nodes}
        for x, y in self.chosen.values():
            found[x].append(y)
            found[y].append(x)
        return found

    @cached_property
    def reached(self) -> Mapping[str, str]:
        """The nodes to which chosen edges lead from the start, each with the node before it; the start is its own."""
        found = {self.puzzle.start: self.puzzle.start}
        for x in (order := [self.puzzle.start]):  # it grows as it is read
            fresh = [y for y in self._around[x] if y not in found]
            found |= dict.fromkeys(fresh, x)
            order += fresh
        return found

    def way(self, node: str) -> list[str]:
        """The nodes from the start to that one, along chosen edges."""
        found = [node]
        while found[-1] != self.puzzle.start:
            found.append(self.reached[found[-1]])
        return found[::-1]

    @cached_property
    def circles(self) -> frozenset[str]:
        """The chosen edges of circles that do not go through the start: of nodes not reached, each with two of them."""
        left = {x for x, others in self._around.items() if x not in self.reached and len(others) >= 2}
        while lost := {x for x in left if sum(y in left for y in self._around[x]) < 2}:
            left -= lost
        return frozenset(atom for atom, ends in self.chosen.items() if left.issuperset(ends))

    def unfounded(self, node: str) -> bool:
        """Is it in U?"""
        return self.puzzle.reached(node) in self.u


def trip_of(puzzle: Hamiltonian, state: State) -> Trip:
    """The trip as a state knows it."""
    program, sat = program_in(state), sat_in(state)
    if program is not None:
        decided = frozenset(joined.literal.lstrip("¬") for joined in program.m if joined.how == "decided")
        return Trip(puzzle, program.values, program.clash, decided, frozenset(program.u or ()), program.settled)
    if sat is not None:
        loops = state.of(LoopState)
        u = () if loops is None else loops.loop or loops.u or ()
        decided = frozenset(entry.literal.lstrip("¬") for entry in sat.trail if entry.decided and not entry.assumed)
        return Trip(puzzle, sat.values, sat.clash, decided, frozenset(u), True)
    return Trip(puzzle, {x: bool(left[0]) for x, left in state.domains.items() if len(left) == 1})
