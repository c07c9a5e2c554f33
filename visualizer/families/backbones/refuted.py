"""Why a probe found no model, as it can be drawn: from what was asked, clause by clause, to one with no literal left.

A probe may learn on its way. Then the last of it is drawn: how, from what was learned, the opposite of what was asked
follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from algorithms import events as e
from algorithms.problems.forms.cnf import negation
from algorithms.reasons import Link, Reason, Spot, all_rays
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.literal_reasons import places_of


class Step(NamedTuple):
    """A clause all of whose literals but one are false, and that one; without it none is left."""

    clause: int
    false: tuple[str, ...]
    left: str | None


class Refutation(NamedTuple):
    """The steps from what was asked and what was known before to the contradiction, and the position after it."""

    steps: tuple[Step, ...]
    position: int


def refutation(timeline: Timeline[State], literal: str, probe: int) -> Refutation | None:
    """Of the probe that ends there, which had no model, so that the literal is a backbone; None where its solver has
    not shown it."""
    refuted = timeline.after(e.Refuted, probe)
    if refuted is None:
        return None
    known = {entry.literal for entry in sat_of(timeline.at(probe)).trail if entry.level == 0}
    conflict = timeline.before(e.Conflicted, refuted)
    if conflict is not None and conflict >= probe:
        sat = sat_of(timeline.at(conflict + 1))
        number = sat.conflict
        assert number is not None
        literals = sat.literals_of(number)
        steps = _steps(sat, sat.trail, map(negation, literals), known)
        if steps is not None:
            return Refutation((*steps, Step(number, literals, None)), conflict + 1)
    sat = sat_of(timeline.at(refuted))
    steps = _steps(sat, sat.trail, (literal,), known)
    return Refutation(steps, refuted + 1) if steps else None


def _steps(sat: SatState, trail: Sequence[Entry], wanted: Iterable[str], known: set[str]) -> tuple[Step, ...] | None:
    """How these literals came on the trail, from what was known and what was assumed; None if a decision was needed."""
    needed, found = set(wanted) - known, list[Step]()
    for entry in reversed(trail):
        if entry.literal not in needed or entry.assumed:
            continue
        if entry.because is None:
            return None
        false = tuple(one for one in sat.literals_of(entry.because) if one != entry.literal)
        needed |= set(map(negation, false)) - known
        found.append(Step(entry.because, false, entry.literal))
    return tuple(reversed(found))


def drawn(board: Board, x: str, found: Refutation) -> Reason:
    """Each step through its clause; the last one has what follows from them all: the variable of the backbone."""
    links = []
    for step in found.steps:
        ends = places_of(board, (step.left or x,))
        causes = tuple(Spot(place) for place in places_of(board, step.false) if place not in ends)
        follows = tuple(map(Spot, ends))
        links.append(Link((f"clause {step.clause}",), causes, follows=follows, rays=all_rays(causes, follows)))
    return tuple(link for link in links if link.causes or link.follows)


def ending(found: Refutation) -> str:
    """The end of it, in words."""
    last = found.steps[-1]
    if last.left is None:
        return f"There clause {last.clause} has no literal left (event {found.position:,})"
    return f"There clause {last.clause} leaves only {last.left}"
