"""Why a literal is on the trail of a search for models."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation, text_of
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import counted, listed, verb
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, last
from visualizer.stage.links import place_of
from visualizer.stage.literal_reasons import follows_from


def why(timeline: Timeline[State], board: Board, place: str) -> Explanation | None:
    """What is known of a place."""
    found = of_trail(timeline, place) or of_values(timeline, place, of_trail)
    return None if found is None else replace(found, reason=_drawn(timeline, board, place))


def _drawn(timeline: Timeline[State], board: Board, place: str) -> Reason:
    """A line from each place whose literal is false in the clause that implied one of this place."""
    sat, places = sat_in(timeline.state), board.layout.places
    entry = None if sat is None else next(
        (entry for entry in reversed(sat.trail) if place_of(entry.literal.lstrip("¬"), places) == place), None)
    if sat is None or sat.fates or entry is None:
        return ()
    if entry.because is None:
        return () if entry.decided or entry.assumed or sat.found else _under_decisions(sat, board, entry)
    literals = (literal for literal in sat.literals_of(entry.because) if literal != entry.literal)
    others = (place_of(literal.lstrip("¬"), places) for literal in literals)
    causes = tuple(dict.fromkeys(Spot(other) for other in others if other is not None and other != place))
    return (Link((f"clause {entry.because}",), causes, follows=(Spot(place),),
                 rays=all_rays(causes, (Spot(place),))),)


def _under_decisions(sat: SatState, board: Board, entry: Entry) -> Reason:
    """From the decisions under which the complement has led to no model."""
    before = sat.trail[:sat.trail.index(entry)]
    return follows_from(board, entry.literal, [other.literal for other in before if other.decided])


def value_of(literal: str) -> str:
    """A literal as the value of its variable."""
    if "=" in literal:  # it says already which value of the puzzle's variable it stands for
        return literal
    return f"{literal.lstrip('¬')} = {int(literal[0] != '¬')}"


def entries_of(timeline: Timeline[State], x: str) -> list[Entry]:
    """What stands on the trail for a variable; nothing once a backbone is looked for, which needs more."""
    sat = sat_in(timeline.state)
    return [] if sat is None or sat.fates else [entry for entry in sat.trail if entry.literal.lstrip("¬") == x]


def of_trail(timeline: Timeline[State], x: str) -> Explanation | None:
    """Why a literal is on the trail of a search for models, or why both are that the variable has."""
    sat, entries = sat_in(timeline.state), entries_of(timeline, x)
    if sat is None or not entries:
        return None
    found = {entry.literal: _joined(timeline, entry.literal) for entry in entries}
    said = [f"{value_of(entry.literal)} on the trail (event {found[entry.literal]:,}): "
            f"{_why_on_trail(sat, entry, first=entry == entries[0])}" for entry in entries]
    sentence = said[0] if len(said) == 1 else f"A contradiction. {'; '.join(said)}"
    return Explanation(x, f"{sentence}.", (x,), found[entries[-1].literal] or None)


def _joined(timeline: Timeline[State], literal: str) -> int:
    """The position after the event with which the literal joined the trail, where it is now."""
    kinds: Sequence[type[Event]] = (e.Implied, e.Decided, e.Assumed, e.Complemented)
    return max(last(timeline, kind, lambda event: event.literal == literal, timeline.position) or 0 for kind in kinds)


def _why_on_trail(sat: SatState, entry: Entry, *, first: bool) -> str:
    """The clause or constraint that forced a literal, or the decision; ``first``: its complement was not there yet."""
    number, literal = entry.because, entry.literal
    if entry.assumed:
        return "it was given"
    if number is None:
        return f"decided at level {entry.level}" if entry.decided else f"{negation(literal)} has been tried"
    if not isinstance(sat.form, AtLeastForm):
        left = "no other literal left" if first else "no literal left at all, and would need this one"
        return f"clause {number}, {text_of(sat.literals_of(number))}, has {left}"
    before = {other.literal for other in sat.trail[:sat.trail.index(entry)]}
    false = [other for other in sat.literals_of(number) if negation(other) in before]
    of_it = f"of constraint {number}, {sat.form.text(number)},"
    if not false:
        return f"{of_it} no literal may be false"
    return f"{of_it} only {counted(len(false), 'literal')} may be false, and {listed(false)} {verb(len(false), 'are')}"


def of_values(timeline: Timeline[State], x: str,
              of_variable: Callable[[Timeline[State], str], Explanation | None]) -> Explanation | None:
    """Where a variable ``x=v`` stands for each value of x: what ``of_variable`` says of one of them."""
    sat = sat_in(timeline.state)
    if sat is None:
        return None
    names = {name: value for name, (y, domain) in sat.direct.items() if y == x
             for value in domain if name == f"{x}={value}"}
    chosen = next((name for name in names if name in sat.fates), None)
    if not sat.fates:
        chosen = sat.clash if sat.clash in names else next(filter(sat.truth, names), None)
    found = None if chosen is None else of_variable(timeline, chosen)
    if found is not None:
        return replace(found, place=x, marks=(x,))
    false = [entry.literal.lstrip("¬") for entry in sat.trail if entry.literal.lstrip("¬") in names]
    found = of_variable(timeline, false[-1]) if false and not sat.fates else None
    if found is None:
        return None
    left = [value for name, value in names.items() if sat.truth(name) is None]
    still = f"can still be {listed(left, 'or')}" if left else "has no value left"
    return replace(found, place=x, sentence=f"{x} {still}. The last that was excluded: {found.sentence}", marks=(x,))
