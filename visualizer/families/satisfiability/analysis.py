"""Conflict analysis as it stands: the clauses that resolution has come to, each a cut of the implication graph."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from algorithms.problems.forms.cnf import negation
from algorithms.words import ordinal
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState


class Line(NamedTuple):
    """A clause of the chain: first the false one, then what resolution with ``clause``, the reason of ``pivot``, left.
    ``at_level``: its literals of the level of the conflict."""

    literals: tuple[str, ...]
    clause: int
    pivot: str | None
    at_level: tuple[str, ...]


@dataclass(frozen=True)
class Analysis:
    """The trail as the conflict found it, its level, the chain so far, and the number of the clause learned from it.

    cuts: each line of the chain is a cut of the graph; in a run that does not learn, nobody asks for one
    """

    trail: tuple[Entry, ...]
    level: int
    lines: tuple[Line, ...]
    learned: int | None
    cuts: bool

    @property
    def conflict(self) -> int:
        """The clause that was false."""
        return self.lines[0].clause

    @property
    def uips(self) -> tuple[str, ...]:
        """The unique implication points that the chain has come to, the first one first."""
        lines = self.lines if self.cuts else ()
        return tuple(dict.fromkeys(negation(line.at_level[0]) for line in lines if len(line.at_level) == 1))

    @property
    def uip(self) -> str | None:
        """The first unique implication point, once the chain has come to it."""
        return next(iter(self.uips), None)

    def which_uip(self, line: Line) -> str:
        """Which unique implication point a clause of the chain stands for: "first UIP"; nothing where it has several
        literals of the level."""
        if len(line.at_level) != 1 or not self.cuts:
            return ""
        return f"{ordinal(1 + self.uips.index(negation(line.at_level[0])))} UIP"


def analysis_of(state: SatState) -> Analysis | None:
    """The analysis of the last false clause, until the search has gone on from what was learned; None where there is
    none, as in DPLL, whose M holds both literals of a variable."""
    if state.analysed is None or state.clashing or not state.literals_of(state.analysed):
        return None
    trail = trail_at_conflict(state)
    levels = {entry.literal: entry.level for entry in trail}
    false = tuple(literal for literal in dict.fromkeys(state.literals_of(state.analysed))
                  if negation(literal) in levels)
    level = max((levels[negation(literal)] for literal in false), default=0)
    first = tuple(literal for literal in false if levels[negation(literal)])
    steps = ((state.analysed, None, first), *state.derivation)
    lines = tuple(Line(literals, clause, pivot,
                       tuple(literal for literal in literals if levels.get(negation(literal)) == level))
                  for clause, pivot, literals in steps)
    learned = state.newest if state.newest in state.learned and state.resolvent is state.learned[state.newest] else None
    return Analysis(trail, level, lines, learned, state.learns)


def trail_at_conflict(state: SatState) -> tuple[Entry, ...]:
    """With what has left it since."""
    if state.jump is None:
        return tuple(state.trail)
    return (*state.trail[: state.jump.kept], *state.jump.gone)
