"""What speaks against answers about a search for models, in terms of its clauses, its trail and its levels."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.words import listed, verb
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.standing import standing
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.questions import Before

# --- what is forced ---------------------------------------------------------------------------------------------------


def not_forced(before: Before, _event: Event, literal: str) -> str:
    """That the complement is forced, or what else may be true in the clauses with the literal."""
    sat, forced = before.of(SatState), standing(before).forced
    if sat.truth(literal) is not None or literal in forced:
        return ""
    noun, other = sat.form.noun, negation(literal)
    if other in forced:
        return f"With {literal}, {_too_many(sat, forced[other])}."
    with_it = sat.clauses_with(literal)
    if not with_it:
        return f"No {noun} has {literal}, so that none can force it."
    return next(_slack(sat, with_it, literal), "") or _true(sat, with_it[0])


def named(sat: SatState, number: int) -> str:
    """A clause or constraint, as it is called."""
    kind = sat.kind_of(number)
    return f"{kind} {number}" if kind.endswith((sat.form.noun, "clause")) else f"{kind} clause {number}"


def _too_many(sat: SatState, number: int) -> str:
    """What one more false literal would make of a clause or constraint that has as many as may be."""
    false, most = _falsity(sat, number)
    if _least(sat, number) == 1:
        return f"all literals of {named(sat, number)} would be false"
    return f"{false + 1} literals of {named(sat, number)} would be false, and {most} may be"


def _slack(sat: SatState, numbers: tuple[int, ...], literal: str) -> Iterator[str]:
    """What may still be true beside the literal, in those that are not true yet."""
    for number in numbers:
        literals = dict.fromkeys(sat.literals_of(number))
        if sum(sat.truth(one) is True for one in literals) >= _least(sat, number):
            continue
        false, most = _falsity(sat, number)
        if _least(sat, number) > 1:
            yield f"Of {named(sat, number)} {most} may be false, and only {false} {verb(false, 'are')}."
        open_ = [one for one in literals if sat.truth(one) is None and one != literal]
        if open_:
            yield f"{named(sat, number).capitalize()} has {literal}, but {open_[0]} is open there as well."


def _true(sat: SatState, number: int) -> str:
    """What is true in a clause, so that it needs no more."""
    true = [literal for literal in dict.fromkeys(sat.literals_of(number)) if sat.truth(literal) is True]
    least = _least(sat, number)
    return f"{named(sat, number).capitalize()} has what it needs: {listed(true[:least])} {verb(least, 'are')} true."


# --- what comes next --------------------------------------------------------------------------------------------------


def not_next(before: Before, _event: Event, kind: type[Event]) -> str:
    """What of the clauses keeps a step from coming now."""
    sat, now = before.of(SatState), standing(before)
    noun = sat.form.noun
    if sat.clash is not None:
        return f"M has both {sat.clash} and {negation(sat.clash)}."
    if kind in (e.Conflicted, e.TooManyFalse):
        most = "more false literals than it may" if isinstance(sat.form, AtLeastForm) else "only false literals"
        return "" if now.broken else f"No {noun} has {most}."
    if now.broken:
        return f"{named(sat, now.broken[0]).capitalize()} cannot be satisfied any more."
    if kind is e.Implied:
        way = "constraint is tight" if isinstance(sat.form, AtLeastForm) else "clause has but one way left to be true"
        return "" if now.forced else f"Nothing is forced: no {way}."
    if now.forced:
        number = min(now.forced.values())
        way = "is tight" if isinstance(sat.form, AtLeastForm) else "has but one way left to be true"
        return f"{named(sat, number).capitalize()} {way}."
    every = (*range(1, sat.form.count + 1), *sat.learned)
    waits = next((number for number in every if not _satisfied(sat, number)), None)
    if kind is e.Modelled:
        return f"{named(sat, waits).capitalize()} is not true yet." if waits is not None else \
            f"{now.others[0]} has no value yet." if now.others else ""
    return "" if waits is not None else f"Every {noun} is true: nothing need be chosen for that."


def _least(sat: SatState, number: int) -> int:
    """How many literals must be true: of what was learned or added, one."""
    return sat.minimum(number) if number <= sat.form.count else 1


def _falsity(sat: SatState, number: int) -> tuple[int, int]:
    """How many of its literals are false, and how many may be."""
    literals = {*sat.literals_of(number)}
    return sum(sat.truth(one) is False for one in literals), len(literals) - _least(sat, number)


def _satisfied(sat: SatState, number: int) -> bool:
    return sum(sat.truth(one) is True for one in {*sat.literals_of(number)}) >= _least(sat, number)


# --- how far one goes back --------------------------------------------------------------------------------------------


def not_turned(before: Before, _event: e.Complemented, literal: str) -> str:
    """That the complement was forced, is a second branch itself, or was chosen before what is turned round."""
    sat = before.of(SatState)
    entry = next((entry for entry in reversed(sat.trail) if entry.literal == negation(literal)), None)
    if entry is None:
        return ""
    if entry.because is not None:
        return f"{entry.literal} was forced by {named(sat, entry.because)}, not chosen: it has no other branch."
    if not entry.decided:
        return f"{entry.literal} is the second branch of a choice: both have been seen then."
    return f"{entry.literal} was chosen, but something that was chosen later has a branch that nobody has seen."


def other_level(before: Before, _event: e.JumpedBack, level: int) -> str:
    """The literals of the new clause that would be open on a level, if that is not one; or that it is one further down
    already."""
    sat = before.of(SatState)
    return of_level(sat.trail, sat.learned.get(sat.newest, ()), level)


def of_level(trail: Iterable[Entry], clause: tuple[str, ...], level: int) -> str:
    """What a clause has open on a level, and whether it is so further down already."""
    false = ((negation(entry.literal), entry.level) for entry in trail)
    since = {literal: at for literal, at in false if literal in clause}
    open_ = [literal for literal in clause if since.get(literal, level) > level]
    if len(open_) > 1:
        return f"On level {level} {listed(open_)} of the new clause would be open: it would force nothing."
    lower = {literal: at for literal, at in since.items() if literal not in open_}
    if len(open_) == 1 and level > max(lower.values(), default=0):
        return f"On level {level} only {open_[0]} of the new clause would be open, but so it is further down already."
    return ""


# --- what is learned --------------------------------------------------------------------------------------------------


def clause_so_far(sat: SatState) -> tuple[str, ...]:
    """What resolution has led to."""
    return sat.resolvent or (() if sat.conflict is None else sat.literals_of(sat.conflict))


def no_pivot(before: Before, event: e.Resolved, literal: str) -> str:
    """Why a literal is not replaced by its reason here."""
    sat = sat_of(before.state)
    entry = next((entry for entry in sat.trail if entry.literal == literal), None)
    if entry is None or literal == event.pivot:
        return ""
    return unable(sat, entry) or f"{literal} makes the clause false, but so does something that joined M later."


def unable(sat: SatState, entry: Entry) -> str:
    """Why a literal cannot be resolved away, if it cannot."""
    if negation(entry.literal) not in clause_so_far(sat):
        return f"{negation(entry.literal)} is not in the clause: {entry.literal} does nothing to make it false."
    if entry.because is None:
        return f"{entry.literal} was decided: it has no reason that could take its place."
    return ""


def not_learned(before: Before, event: e.Learned, literal: str) -> str:
    """That the clause never has a literal, or that its reason takes its place on the way."""
    if literal in event.literals or event.uip > 1:
        return ""
    if literal not in _met(before.of(SatState), event.literals):
        return f"{literal} is in none of the clauses on the way from the false one."
    return f"{literal} is in the clause for a while; but the reason of {negation(literal)} takes its place."


def _met(sat: SatState, learned: tuple[str, ...]) -> set[str]:
    """All literals that the clause has on the way from the false one to what is learned."""
    clause = {*sat.literals_of(sat.conflict)} if sat.conflict is not None else set[str]()
    met, zero = {*clause}, {negation(entry.literal) for entry in sat.trail if not entry.level}
    for entry in reversed(sat.trail):
        if clause - zero == {*learned}:
            break
        if entry.because is not None and negation(entry.literal) in clause:
            clause = clause - {negation(entry.literal)} | {*sat.literals_of(entry.because)} - {entry.literal}
            met |= clause
    return met
