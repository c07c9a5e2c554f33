"""The numbers of the panels of counted deals: classes, hands, the terms and their sum, how likely a card is where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

from algorithms import events as e
from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.puzzle import Clue
from algorithms.words import percent
from scenarios.timeline import Timeline
from visualizer.runs.numbers import Counted, Number, Rule, Worth, events_since, last_of, plain, said
from visualizer.runs.states import State, start_domains

_SHARES = e.MarginalFound, e.MarginalWeighed


def classes_of(count: int) -> Number:
    """How many classes there are."""
    return Number("classes", count, "sets of cards that can be exchanged for each other",
                  events_since((e.CardsMerged,)))


def hand_of(one: e.HandsCounted) -> list[Number]:
    """Of a place: how many open cards it has, of how many, in how many ways."""
    return [_hand(one, "cards to come", one.size, "cards that the place has beside those known", said("size")),
            _hand(one, "open cards", len(one.cards), "cards that the place can have", lambda x: len(x[-1].cards)),
            _hand(one, "legal hands", one.hands, "sets of so many of these cards that agree with all that is known of "
                  "the place", said("hands"))]


def _hand(one: e.HandsCounted, name: str, value: int, definition: str, rule: Rule) -> Number:
    return Number(f"{name} of {one.place}", value, definition,
                  last_of((e.HandsCounted,), when=lambda event: event.place == one.place), rule=rule)


# --- a term, by its number from 0 ------------------------------------------------------------------------------------


def _term(index: int) -> Counted:
    return lambda timeline, upto: events_since((e.TermAdded,))(timeline, upto)[index:index + 1]


def _value(term: Any) -> int:
    value: int = term.sign * term.sets * prod(term.hands)
    return value


def left_out_of(index: int, value: int) -> Number:
    """The cards that are not in S."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        return sorted([*events_since((e.CardsMerged,))(timeline, upto), *_term(index)(timeline, upto)])

    def rule(events: Sequence[Any]) -> Worth:
        cards = sum(len(event.cards) for event in events if isinstance(event, e.CardsMerged))
        inside: int = sum(events[-1].inside)
        return cards - inside

    return Number(f"left out of term {index + 1}", value, "cards that are not in the set S, of all in classes", counted,
                  rule=rule)


def sets_of(index: int, value: int) -> Number:
    """How many sets have as many cards of each class."""
    return Number(f"sets of term {index + 1}", value, "sets S that have as many cards of each class", _term(index),
                  rule=said("sets"))


def inside_of(index: int, place: int, name: str, value: int) -> Number:
    """The hands of a place."""
    def rule(events: Sequence[Any]) -> Worth:
        hands: int = events[0].hands[place]
        return hands

    return Number(f"hands of {name} in term {index + 1}", value, "legal hands of the place that lie in S", _term(index),
                  rule=rule)


def term_value_of(index: int, value: int, form: Callable[[Worth], str] = plain) -> Number:
    """What the term adds."""
    return Number(f"term {index + 1}", value, "the sets and the hands of all places, multiplied; less than 0 where an "
                  "odd number of cards is left out", _term(index), rule=lambda events: _value(events[0]), form=form)


def sum_of(count: int, value: int) -> Number:
    """All terms so far."""
    added = events_since((e.TermAdded,))
    return Number("sum so far", value, "the terms so far, added up",
                  lambda timeline, upto: added(timeline, upto)[:count], _value)


# --- what all deals say ----------------------------------------------------------------------------------------------


def deals_of(models: int) -> Number:
    """How many deals fit."""
    return Number("deals", models, "deals that fit all that is known", last_of((e.DealsCounted,)), rule=said("models"))


def chance_of(card: str, value: Fraction) -> Number:
    """How likely a card is in the case file."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        found = last_of(_SHARES, when=lambda event: event.place == CASE_FILE and card in event.cards)
        settled = last_of((e.CardSettled,), when=lambda event: event.card == card)
        return found(timeline, upto) or settled(timeline, upto)

    def share(event: Any) -> Fraction:
        return event.probability if isinstance(event, _SHARES) else Fraction(1)

    return Number(f"{card} in the case file", value, "deals with the card in the case file, of all, or the weight of "
                  "these, where deals are weighed; 1 where simple reasoning has found it", counted, share,
                  lambda events: share(events[-1]) if events else Fraction(1),
                  lambda number: percent(Fraction(number), 2))


def share_of(card: str, place: str, value: Fraction, form: Callable[[Worth], str]) -> Number:
    """How likely a card is at a place."""
    return Number(f"share of {card}={place}", value, f"deals with {card} at {place}, of all, or the weight of these, "
                  "where deals are weighed",
                  last_of(_SHARES, when=lambda event: event.place == place and card in event.cards),
                  lambda event: event.probability, said("probability"), form)


def of_share(event: e.MarginalFound | e.MarginalWeighed) -> list[Number]:
    """The deals that have the card there, and all, or their weights."""
    last = last_of(_SHARES)
    return [Number("deals with it", event.count, "deals that have the card at the place, or their weight", last,
                   rule=said("count")),
            Number("all deals", event.total, "deals that fit all that is known, or their weight", last,
                   rule=said("total"))]


_BEGUN = e.LogOpened, e.LineCorrected, e.LineRemoved


def _since_begun(timeline: Timeline[State], upto: int) -> Sequence[int]:
    """What tells of a place since the log began, or was changed: a line that joins it leaves no more deals."""
    begun = [at for kind in _BEGUN if (at := timeline.before(kind, upto)) is not None]
    first = max(begun, default=-1) + 1
    return sorted(at for kind in (e.CardSettled, e.CardsMerged, *_SHARES)
                  for at in timeline.positions(kind)[:timeline.count(kind, upto)] if at >= first)


def known_of(clue: Clue, value: int) -> Number:
    """How many cards have a certain place."""

    def rule(events: Sequence[Any]) -> Worth:
        places = {card: {*domain} for card, domain in start_domains(clue, None).items()}
        for event in events:
            for card in [event.card] if isinstance(event, e.CardSettled) else event.cards:
                places[card] = _left(places[card], event)
        return len(clue.hand) + sum(len(left) == 1 for card, left in places.items() if card not in clue.hand)

    return Number("cards known", value, "cards that can be at one place only: one's own, and those that these events "
                  "leave one", _since_begun, rule=rule)


def _left(places: set[Any], event: Any) -> set[Any]:
    """Where a card can be after an event that is about it."""
    if isinstance(event, e.CardSettled):
        return places & {event.place}
    if isinstance(event, e.CardsMerged):
        return places & {*event.places}
    if event.count == event.total:
        return places & {event.place}
    return places - {event.place} if event.count == 0 else places
