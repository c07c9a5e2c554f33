"""Why an atom is true, false or open: how it joined M, what reached it, what holds it up or nothing does."""

from __future__ import annotations

from dataclasses import replace

from algorithms.answer_sets import events as a
from algorithms.events import Assumed, Complemented, Decided
from algorithms.reasons import Reason
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.families.answer_sets.drawn_reason import of_body, of_decisions, of_rule, of_set
from visualizer.families.answer_sets.reading import Reading, reading_of
from visualizer.families.answer_sets.state import Joined, ProgramState, program_in
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, last
from visualizer.stage.links import variable_of


def why(timeline: Timeline[State], board: Board, place: str) -> Explanation | None:
    """None where the run has not come to the atom, or to one for a value of the place."""
    known = program_in(timeline.state)
    atom = None if known is None else place if place in known.program.names else _of_place(known, place)
    if known is None or atom is None:
        return None
    found = _of_guess(timeline, known, board, atom) if known.guess is not None else (
        _of_m(timeline, known, board, atom) or _of_u(timeline, known, board, atom))
    return None if found is None else replace(found, place=place, marks=(place,))


def _of_place(known: ProgramState, x: str) -> str | None:
    """Where an atom ``x=v`` stands for each value of x: the one that is true, else the last that became false."""
    atoms = {name for name, (y, _) in known.direct.items() if y == x}
    joined = [one.literal for one in known.m if variable_of(one.literal) in atoms]
    chosen = next((literal for literal in joined if literal in atoms), joined[-1] if joined else None)
    return None if chosen is None else variable_of(chosen)


def _of_m(timeline: Timeline[State], known: ProgramState, board: Board, place: str) -> Explanation | None:
    """How its literal joined M."""
    joined = next((joined for joined in known.m if joined.literal.lstrip("¬") == place), None)
    if joined is None:
        return None
    word = joined.literal
    kind = {"given": Assumed, "decided": Decided, "other branch": Complemented, "unit": a.UnitPropagated,
            "unfounded": a.MadeFalse}[joined.how]
    position = last(timeline, kind, lambda event: event.literal == word, timeline.position)
    where = "" if position is None else f" (event {position:,})"
    reason = {
        "given": f"{word} is in M because it was given{where}.",
        "decided": f"{word} is in M because it was decided{where}.",
        "other branch": f"{word} is in M because its complement was decided, and that branch is done{where}.",
        "unit": f"{word} is in M by Unit Propagate{where}: it is all that is left of the clause of rule {joined.rule}, "
                f"{known.program.text(joined.rule) if joined.rule else ''}.",
        "unfounded": f"{word} is in M by Unfounded{where}: {place} is in a set that is unfounded on M.",
    }[joined.how]
    return Explanation(place, reason, (place,), position, reason=_drawn(timeline, known, board, joined, position))


def _drawn(timeline: Timeline[State], known: ProgramState, board: Board, joined: Joined,
           position: int | None) -> Reason:
    """What made a literal join M at that position."""
    if joined.how == "unit" and joined.rule:
        return of_rule(known.program, board, joined.rule, joined.literal)
    if joined.how == "other branch":
        return of_decisions(known, board, joined)
    if joined.how == "unfounded" and position is not None:
        then = program_in(timeline.at(position - 1))
        return () if then is None else of_set(then, board, variable_of(joined.literal))
    return ()


def _of_u(timeline: Timeline[State], known: ProgramState, board: Board, place: str) -> Explanation | None:
    """Whether it is in U, and what holds it up if not."""
    if known.u is None:
        return None
    if place in known.held:
        position = last(timeline, a.AtomHeld, lambda event: event.atom == place, timeline.position)
        return Explanation(place, f"{place} is not in U: rule {known.held[place]} can hold it up, "
                           f"{known.program.text(known.held[place])}.", (place,), position,
                           reason=of_body(known.program, board, known.held[place], place, must=False))
    if place not in known.u:
        return None
    reading = reading_of(known.program, timeline.state)
    rules = reading.rules_for(reading.program.names.index(place) + 1)
    if not rules:
        return Explanation(place, f"{place} is in U: no rule has it as its head.", (place,))
    if not known.settled:
        return Explanation(place, f"{place} is in U so far: no rule has been found that can hold it up.", (place,))
    told = "; ".join(f"rule {rule} {_against(reading, rule)}" for rule in rules[:4])
    return Explanation(place, f"{place} is in U: {told}.", (place,), reason=of_set(known, board, place))


def _against(reading: Reading, rule: int) -> str:
    """What crosses out a rule for an atom of U."""
    verdict = reading.verdict(rule)
    if verdict.kind == "blocked":
        return f"is {reading.said(rule)}"
    return f"needs {listed([reading.program.names[atom - 1] for atom in reading.within(rule)])} of U itself"


def _of_guess(timeline: Timeline[State], known: ProgramState, board: Board, place: str) -> Explanation | None:
    """What the reduct of the guess gives."""
    assert known.guess is not None
    here = f"{place} is {'' if place in known.guess else 'not '}in the guess X"
    if place in known.least:
        position = last(timeline, a.AtomReached, lambda event: event.atom == place, timeline.position)
        return Explanation(place, f"{here}, and in the least model of its reduct: rule {known.least[place]} gives it.",
                           (place,), position, reason=of_body(known.program, board, known.least[place], place))
    if known.complete:
        return Explanation(place, f"{here}; nothing in its reduct gives it.", (place,))
    return Explanation(place, f"{here}.", (place,))
