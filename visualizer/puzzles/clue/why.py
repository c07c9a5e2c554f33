"""What is known of a cell, a card or a line of the log in a game of Clue, and why; then where the run found it out."""

from __future__ import annotations

from fractions import Fraction

from algorithms import events as e
from algorithms.advice.clue_why import in_words, why
from algorithms.counting.clue import exact
from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.facts import CardLiteral
from algorithms.problems.clue.puzzle import Clue
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import percent
from scenarios.timeline import Timeline
from visualizer.families.counting.deals import told
from visualizer.puzzles.clue.look import line_of
from visualizer.puzzles.clue.state import log_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


def explain_clue(timeline: Timeline[State], place: str) -> Explanation | None:
    """What is known there where the timeline is; the log is that of the moment. None of a line that it has not yet: a
    key may have gone back since the line was drawn."""
    clue: Clue = log_of(timeline.state).position()
    line = line_of(place)
    if line is not None:
        return _of_line(clue, line, place) if line < len(clue.events) else None
    card, _, where = place.partition("=")
    counts, deals = exact(deals_of(clue))
    if not deals:
        return Explanation(place, "No deal fits this log.", (place,))
    shares = {clue.places[index]: number for index, number in counts[clue.deck.cards.index(card)].items()}
    if not where:
        if len(shares) > 1:
            cells = tuple(Spot(f"{card}={there}") for there in shares)
            return Explanation(place, _spread(card, shares, deals), (place,), reason=(Link(causes=cells),))
        where = next(iter(shares))
    number = shares.get(where, 0)
    position = _found(timeline, card, where)
    if 0 < number < deals:
        literal = CardLiteral(card, where)
        return Explanation(place, _likely(clue, literal, number, deals), (place,), position,
                           reason=_lines(clue, literal))
    reason = why(clue, CardLiteral(card, where, number > 0))
    assert reason is not None  # it is so in every deal
    marks = (f"{card}={where}", *reason.cells, *(f"line {index + 1}" for index in reason.lines))
    return Explanation(place, reason.sentence, tuple(dict.fromkeys(marks)), position, reason=reason.links)


def _of_line(clue: Clue, line: int, place: str) -> Explanation:
    """What a line of the log says."""
    facts = [fact for fact in clue.played if fact.line == line]
    cells = tuple(literal.name for fact in facts for literal in fact.literals)
    said = f"Line {line + 1}, {clue.events[line].sentence}. It says: {told(clue, line)}."
    spots = tuple(map(Spot, cells))
    return Explanation(place, said, (place, *cells),
                       reason=(Link((place,), spots, rays=all_rays((Spot(place),), spots)),))


def _spread(card: str, shares: dict[str, int], deals: int) -> str:
    """Where a card may be, the likeliest place first."""
    order = sorted(shares, key=lambda place: -shares[place])
    said = ", ".join(f"{_place(place)} {percent(Fraction(shares[place], deals))}" for place in order)
    return f"{TITLES[card].capitalize()}, in {deals:,} deals that fit: {said}."


def _lines(clue: Clue, literal: CardLiteral) -> Reason:
    """The lines in which the card was one of several, and lines from them to the cell."""
    lines = tuple(f"line {fact.line + 1}" for fact in clue.played
                  if literal in fact.literals and len(fact.literals) > 1 and fact.line is not None)
    return (Link(lines, rays=all_rays(tuple(map(Spot, lines)), (Spot(literal.name),))),) if lines else ()


def _likely(clue: Clue, literal: CardLiteral, number: int, deals: int) -> str:
    """How likely, and the lines in which the card was one of several."""
    lines = [fact for fact in clue.played if literal in fact.literals and len(fact.literals) > 1]
    more = "".join(f" {fact.source.capitalize()}: {fact.sentence}." for fact in lines)
    return f"{in_words(literal)} in {number:,} of {deals:,} deals that fit, {percent(Fraction(number, deals))}.{more}"


def _place(place: str) -> str:
    return "case file" if place == CASE_FILE else TITLES[place]


def _found(timeline: Timeline[State], card: str, where: str) -> int | None:
    """The position at which the run found it out: counted it, or settled the card."""
    events = timeline.events
    for position in range(timeline.position, 0, -1):
        event = events[position - 1]
        if isinstance(event, e.LineEntered | e.LineCorrected | e.LineRemoved):
            return None
        if isinstance(event, e.MarginalFound | e.MarginalWeighed) and card in event.cards and event.place == where:
            return position
        if isinstance(event, e.CardSettled) and event.card == card:
            return position
    return None
