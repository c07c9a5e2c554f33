"""What is written down of a search for models: the trail, the clauses that propagate next, the clause of analysis."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from algorithms.problems.forms.at_least import AtLeastForm
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.notes import LONGEST, Note
from visualizer.runs.states import State

DECISIONS = "with Δ behind decisions"
_BY_HAND = 60  # clauses that somebody goes through


def _marked(literals: Iterable[tuple[str, bool]]) -> str:
    """Literals in their order, those that are decisions marked."""
    return " ".join(f"{literal}Δ" if decision else literal for literal, decision in literals)


def trail(name: str, literals: Iterable[tuple[str, bool]]) -> Note:
    """The literals in their order; of too many, those that are decisions."""
    found = list(literals)
    written = _marked(found)
    if len(written) <= LONGEST:
        return Note(f"{name}, {DECISIONS}", written)
    return Note("the decisions, in their order", " ".join(literal for literal, decision in found if decision))


def notes(state: State) -> Iterator[Note]:
    """Of any search with a trail."""
    now = state.of(SatState)
    if now is None or not now.begun:
        return
    yield trail("M" if now.calls or not now.level else "the trail",
                ((entry.literal, entry.decided and not entry.assumed) for entry in now.trail))
    if now.analysed is not None and now.resolvent is not None:
        yield Note(f"what analysis has made of clause {now.analysed}", " ∨ ".join(now.resolvent))
    elif now.conflict is None and now.clash is None and not now.seen_as_model:
        yield from unit_clauses(now)


def unit_clauses(now: SatState) -> Iterator[Note]:
    """Those that propagate next, of a formula that somebody goes through by hand."""
    if now.form.count <= _BY_HAND and not isinstance(now.form, AtLeastForm):
        units = list(_units(now))
        named = f"clause{'s' * (len(units) > 1)} {', '.join(map(str, units))}" if units else "none"
        yield Note("which clauses have one open literal, and all others false", named, True)


def _units(now: SatState) -> Iterator[int]:
    """The numbers of clauses that are unit, given and learned."""
    for clause in (*range(1, now.form.count + 1), *now.learned):
        truths = [now.truth(literal) for literal in now.literals_of(clause)]
        if truths.count(None) == 1 and True not in truths:
            yield clause
