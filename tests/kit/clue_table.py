"""The game of Table 1 in Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, as at-least
constraints that are written out from the rules: for the tests of what solves such constraints."""

from __future__ import annotations

from collections import Counter

from algorithms.problems.forms.at_least import AtLeast, AtLeastForm, exactly

SUSPECTS, WEAPONS, ROOMS = "mu pl gr pe sc wh", "kn ca re ro pi wr", "ha lo di ki ba co bi li st"
CATEGORIES = (SUSPECTS.split(), WEAPONS.split(), ROOMS.split())
CARDS = [card for category in CATEGORIES for card in category]
PLAYERS = ["sc", "mu", "wh", "gr", "pe", "pl"]  # as they sit, clockwise
PLACES = [*PLAYERS, "cf"]
HAND = ("pl", "ro", "li")  # of mu, who looks at the game
# suggester, the three cards, refuter; and the card shown to or by mu
LOG = [("mu", "sc re ba", "sc", "ba"), ("wh", "wh ca li", "pe", ""), ("gr", "gr re ha", "pe", ""),
       ("sc", "pe ca lo", "wh", ""), ("wh", "wh pi di", "gr", ""), ("wh", "pe ro lo", "sc", ""),
       ("gr", "pl ca bi", "pe", ""), ("sc", "pe re st", "pl", ""), ("mu", "gr ro bi", "gr", "gr"),
       ("wh", "sc re li", "mu", "li")]


UNCERTAIN = {*SUSPECTS.split(), *WEAPONS.split(), *ROOMS.split()} - {
    "pl", "gr", "pe", "sc", "re", "ro", "ha", "ba", "li", "st"}  # the cards of (b) without an O


def table_1(rows: int = len(LOG)) -> AtLeastForm:
    """The form after so many rows of Table 1(a), with a variable ``card=place`` for each card and place."""
    number = {(card, place): index for index, (card, place) in enumerate(
        ((card, place) for card in CARDS for place in PLACES), 1)}
    found = [(c, f"{card} is somewhere") for card in CARDS
             for c in exactly([number[card, place] for place in PLACES], 1)]
    found += [(c, "case file") for category in CATEGORIES
              for c in exactly([number[card, "cf"] for card in category], 1)]
    found += [(c, f"hand of {player}") for player in PLAYERS
              for c in exactly([number[card, player] for card in CARDS], 3)]
    facts = [([number[card, "mu"]], "hand") for card in HAND]
    for row, (suggester, cards, refuter, shown) in enumerate(LOG[:rows], 1):
        place = PLAYERS.index(suggester) + 1
        while PLAYERS[place % 6] != refuter:
            facts += [([-number[card, PLAYERS[place % 6]]], f"row {row}") for card in cards.split()]
            place += 1
        facts.append(([number[card, refuter] for card in ([shown] if shown else cards.split())], f"row {row}"))
    found += [(AtLeast(tuple(literals), 1), origin) for literals, origin in facts]
    names = tuple(f"{card}={place}" for card, place in number)
    return AtLeastForm(names, tuple(c for c, _ in found), tuple(origin for _, origin in found), len(names))


def deals(rows: int = len(LOG)) -> int:
    """How many deals there are after so many rows, counted card by card: how many cards each place still has room for,
    and which refutations are explained by a card dealt so far."""
    cannot: set[tuple[str, str]] = {(card, "mu") for card in CARDS if card not in HAND}
    must = dict.fromkeys(HAND, "mu")
    refuted = []
    for suggester, cards, refuter, shown in LOG[:rows]:
        next_one = PLAYERS.index(suggester) + 1
        while PLAYERS[next_one % 6] != refuter:
            cannot |= {(card, PLAYERS[next_one % 6]) for card in cards.split()}
            next_one += 1
        if shown:
            must[shown] = refuter
        refuted.append((set(cards.split()), refuter))
    between: dict[tuple[tuple[int, ...], int], int] = {((3,) * 6, 0): 1}
    for category in CATEGORIES:
        states = Counter({(left, done, False): count for (left, done), count in between.items()})
        for card in category:
            after: Counter[tuple[tuple[int, ...], int, bool]] = Counter()
            for (left, done, in_file), count in states.items():
                for seat, place in enumerate(PLACES):
                    room = not in_file if place == "cf" else left[seat] > 0
                    if room and must.get(card, place) == place and (card, place) not in cannot:
                        rest = left if place == "cf" else (*left[:seat], left[seat] - 1, *left[seat + 1:])
                        now = done | sum(1 << row for row, (some, holder) in enumerate(refuted)
                                         if card in some and place == holder)
                        after[rest, now, in_file or place == "cf"] += count
            states = after
        between = {(left, done): count for (left, done, in_file), count in states.items() if in_file}
    return between[(0,) * 6, (1 << rows) - 1]
