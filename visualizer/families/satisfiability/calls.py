"""Which literal is replaced by its reason next: what cannot be, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.problems.forms.cnf import negation, text_of
from algorithms.satisfiability import SATISFIABILITY
from visualizer.families.satisfiability.against import clause_so_far, unable
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.bugs import on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_MOST = 40  # literals of the trail that are looked at: those nearest to the conflict
_SHORT = 8  # literals of a clause that are told


def pivot(_before: Before, event: e.Resolved) -> Sequence[str]:
    """The only one."""
    return (event.pivot,)


def prompt(before: Before, _event: e.Resolved) -> str:
    """The clause in which a literal is replaced."""
    clause = clause_so_far(sat_of(before.state))
    told = f"is {text_of(clause)}" if len(clause) <= _SHORT else f"has {len(clause)} literals"
    return f"the clause {told}: which literal of M is resolved away next?"


def not_the_last(before: Before, event: e.Resolved) -> Iterator[Refused]:
    """Literals that the clause does not have, that have no reason, or that joined M earlier."""
    sat = sat_of(before.state)
    clause = clause_so_far(sat)
    for entry in sat.trail[-_MOST:]:
        near = entry.level == sat.level or negation(entry.literal) in clause
        if entry.literal != event.pivot and entry.level and near:
            yield Refused(entry.literal, why_not(sat, entry, event.pivot), on_board(before, entry.literal, event.pivot))


def why_not(sat: SatState, entry: Entry, true: str) -> str:
    """Why a literal is not resolved away here, but another one."""
    return unable(sat, entry) or \
        f"{true} joined M after {entry.literal}, and makes the clause false as well: it comes first."


PIVOT = Call(events=(e.Resolved,), prompt=prompt, right=pivot, refused=not_the_last,
             rule="The last literal of M that makes the clause false is replaced by what is left of its reason.")
"""The call of any search that learns."""

declare_calls(SATISFIABILITY, {"pivot": PIVOT})
