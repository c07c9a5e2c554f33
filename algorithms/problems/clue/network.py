"""Clue as a constraint network: a variable for each card, whose values are the places where it can be.

What a single card is known of narrows its domain; all else is a constraint: as many cards in a hand as were dealt, one
of each category in the case file, and what the log tells of several cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.facts import CardFact
from algorithms.problems.clue.notepad import Notepad
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains, Exactly, Value


def places_of(clue: Notepad) -> dict[str, Domain]:
    """Where each card can be, by what is known of it alone."""
    places: dict[str, Domain] = dict.fromkeys(clue.deck.cards, clue.places)
    single = [fact for fact in (*clue.initial, *clue.played) if len(fact.literals) == 1]
    for card, place, there in (fact.literals[0] for fact in single):
        places[card] = tuple(value for value in places[card] if (value == place) == there)
    for card in clue.deck.cards:
        if card not in clue.hand:  # one knows all of one's hand
            places[card] = tuple(value for value in places[card] if value != clue.me)
    return places


def network_of(clue: Notepad) -> CSP:
    """The network whose solutions are the deals that fit the knowledge."""
    domains = places_of(clue)
    constraints = [_count(name, cards, CASE_FILE, 1) for name, cards in clue.deck.categories.items()]
    constraints += [_count(f"hand of {player}", clue.deck.cards, player, size)
                    for player, size in clue.hand_sizes.items()]
    constraints += [_clause(fact) for fact in clue.played if len(fact.literals) > 1]
    return CSP(domains, tuple(constraints), given=frozenset(clue.hand))


def _count(name: str, cards: Sequence[str], place: str, number: int) -> Constraint:
    """Exactly so many of the cards are at the place."""

    def allows(places: Sequence[Value]) -> bool:
        return sum(value == place for value in places) == number

    def explain(left: Domains) -> str:
        sure = sum(left[card] == (place,) for card in cards)
        possible = sum(place in left[card] for card in cards)
        return f"{sure} to {possible} of {', '.join(cards)} are at {place}, not {number}"

    return Exactly(name, tuple(cards), allows, f"|{name} at {place}| = {number}", explain, place, number)


def _clause(fact: CardFact) -> Constraint:
    """At least one of the literals holds."""
    wanted = [(literal.place, literal.there) for literal in fact.literals]

    def allows(places: Sequence[Value]) -> bool:
        return any((value == place) == there for value, (place, there) in zip(places, wanted, strict=True))

    def explain(left: Domains) -> str:
        given = ", ".join(f"{literal.card} in {{{', '.join(map(str, left[literal.card]))}}}"
                          for literal in fact.literals)
        return f"{fact.sentence}, with {given}"

    return Constraint(fact.source, tuple(literal.card for literal in fact.literals), allows, fact.sentence, explain)
