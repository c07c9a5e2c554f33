"""Who else may know the case file in a game of Clue, as far as that can be told from one seat.

A simple bound on what players can have seen finds most of them; it leaves aside what the sizes of hands and several
refutations tell together. Therefore deals that fit are tried too: in each of them it is known what every player has
seen, and counting tells whether that is enough. Whom neither finds is likely not to know, but that is no proof.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from algorithms.long_work import checkpoint, solve
from algorithms.problems.clue.check import solver_of
from algorithms.problems.clue.deals import Deals, bits, deals_of
from algorithms.problems.clue.facts import NOBODY, LogLine, passed
from algorithms.problems.clue.puzzle import Clue

DEALS_TRIED = 200

_CHOSEN = 40  # cells of a deal that chance tries to fill before the solver fills the others


def accusers(clue: Clue) -> set[str]:
    """Who has accused: those who were wrong cannot win any more."""
    return {line.accuse for line in clue.events if line.accuse is not None}


def may_know(clue: Clue) -> list[str]:
    """The other players who may know the case file by now: those who can have seen enough, and those who know it in
    some of the deals tried."""
    found = {*could_know(clue)}
    left = [player for player in clue.players if player not in {clue.me, *accusers(clue), *found}]
    rng = Random(0)
    for deal in fitting(clue, DEALS_TRIED, rng) if left else ():
        knows = [player for player in left if knows_in(seen_by(clue, player, deal, rng), deal)]
        found.update(knows)
        left = [player for player in left if player not in knows]
    return [player for player in clue.players if player in found]


# --- a bound ---------------------------------------------------------------------------------------------------------


def could_know(clue: Clue) -> dict[str, int]:
    """The other players who may know the case file by now, each with how many cards may be excluded for them.

    A simple bound on what they can have seen: a player excludes the own hand, the cards shown to them, and at the most
    one card for each other refutation that they saw; to know the case file, all cards but one of each category must be
    excluded, or a card is known to be there because all others could not show it. What the sizes of hands tell beyond
    that is left aside, so it is no proof.
    """
    needed = len(clue.deck.cards) - len(clue.deck.categories)
    out = {clue.me, *accusers(clue)}
    found = {}
    for player in clue.players:
        if player in out:
            continue
        refuted = sum(line.suggest is not None and line.refute not in (NOBODY, player) for line in clue.events)
        excluded = clue.hand_sizes[player] + refuted
        spared = sum(len(cards) - 1 for cards in clue.deck.categories.values() if _told(clue, player, cards))
        if excluded + spared >= needed:
            found[player] = min(excluded, needed)
    return found


def _told(clue: Clue, player: str, cards: Sequence[str]) -> bool:
    """Have all others than this player been unable to show one of the cards?"""
    others = set(clue.players) - {player}
    could_not = [(line.cards, passed(line, clue.players)) for line in clue.events if line.suggest is not None]
    return any(others <= {other for suggested, them in could_not if card in suggested for other in them}
               for card in cards)


# --- deals -----------------------------------------------------------------------------------------------------------


def fitting(clue: Clue, number: int, rng: Random) -> Iterator[Mapping[str, str]]:
    """So many deals that fit, for each card its place: some cells are filled by chance, as far as they can be, and the
    others by a SAT solver. Not every deal is as likely, and one may come twice."""
    solver, switch = solver_of(clue)
    cells = [(card, place) for card in clue.deck.cards for place in clue.places]
    with solver:
        for tried in range(number):
            checkpoint(f"{tried} of {number} deals tried, to see who else may know")
            assumed = list(switch.values())
            for variable in rng.sample(range(1, len(cells) + 1), min(_CHOSEN, len(cells))):
                if solve(solver, [*assumed, variable]):
                    assumed.append(variable)
            solve(solver, assumed)
            yield dict(cell for cell, value in zip(cells, solver.get_model(), strict=False) if value > 0)


def seen_by(clue: Clue, player: str, deal: Mapping[str, str], rng: Random) -> Clue:
    """The game as another player sees it in that deal. Which card was shown to the player, where there is a choice, is
    left to chance."""
    def seen(line: LogLine) -> LogLine:
        if player != line.suggest:
            return replace(line, shown=None)  # the player's own cards are known without it
        if line.shown is not None or line.refute == NOBODY:
            return line
        return replace(line, shown=rng.choice([card for card in line.cards if deal[card] == line.refute]))

    hand = tuple(card for card in clue.deck.cards if deal[card] == player)
    return replace(clue, me=player, hand=hand, events=tuple(seen(line) for line in clue.events))


def knows_in(clue: Clue, deal: Mapping[str, str]) -> bool:
    """Does the player of this game know the case file, which is that of the deal? Not where a card of it can be
    exchanged for another; otherwise counting tells."""
    from algorithms.counting.clue import exact  # loads numpy

    form = deals_of(clue)
    at = [form.places.index(deal[card]) for card in form.cards]
    last = len(form.places) - 1
    for mine in (card for card, place in enumerate(at) if place == last):
        for other, place in enumerate(at):
            if form.categories[other] == form.categories[mine] and place != last:
                at[mine], at[other] = place, last
                if _fits(form, at):
                    return False
                at[mine], at[other] = last, place
    counts, _ = exact(form)
    return all(last in counts[card] for card, place in enumerate(at) if place == last) and sum(
        last in places for places in counts.values()) == len(clue.deck.categories)


def _fits(form: Deals, at: Sequence[int]) -> bool:
    """Does a deal fit what is known? ``at``: for each card its place."""
    return (all(allowed >> place & 1 for allowed, place in zip(form.allowed, at, strict=True))
            and all(any(at[card] == place for card in bits(cards)) for place, cards in form.one_of)
            and not any(all(at[card] == len(form.places) - 1 for card in bits(cards)) for cards in form.not_all))
