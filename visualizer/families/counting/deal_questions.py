"""What may be asked of counting deals: how many hands a place has, how many deals there are, how likely a card is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from math import comb, prod

from algorithms import events as e
from algorithms.core import Event
from algorithms.counting import DEALS
from algorithms.counting.clue import DealCount, Weights, deal_count
from algorithms.problems.clue.deals import Deals, bits, deals_of
from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.facts import NOBODY
from algorithms.problems.clue.puzzle import Clue
from algorithms.words import listed
from visualizer.families.counting.by_hand import legal
from visualizer.families.counting.deals import DealsState
from visualizer.families.counting.shares import no_share
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions

_MOST = 10_000  # deals: nobody counts more, or reads their shares
_MOST_HANDS, _TOLD = 600, 3  # hands that are gone through, and those that are told

_CARDS = (e.HandsCounted, e.LineEntered, e.LogOpened)


def deals_here(before: Before) -> Deals:
    """The deals that fit, of a log that is read row by row those that fit the rows so far."""
    form = before.form
    if isinstance(form, Clue):
        form = deals_of(replace(form, events=form.events[:before.of(DealsState).entered or 0]))
    assert isinstance(form, Deals)
    return form


@lru_cache(maxsize=16)
def count_of(form: Deals, weights: Weights = "deals") -> DealCount | None:
    """The count of the deals that fit, or of what they weigh."""
    return deal_count(form, weights)


def few_deals(before: Before, weights: Weights = "deals") -> DealCount | None:
    """The same where there are so few that somebody could count them."""
    found = count_of(deals_here(before), weights)
    return found if found is not None and found.models <= _MOST else None


def shares_in(found: DealCount | None) -> Sequence[tuple[str, str, Fraction]]:
    """Each open card, a place where it can be, and in which share of the deals, or of their weight."""
    return () if found is None else [
        (found.form.cards[card], place, Fraction(number, found.total))
        for place, held in zip(found.form.places, found.held, strict=True) for cards, number in held for card in cards]


def hand_counts(before: Before) -> Sequence[int]:
    """The legal hands of each place, and the hands if nothing were known."""
    found = few_deals(before)
    if found is None:
        return ()
    places = [p for p in range(len(found.form.places)) if found.possible(p)]
    free = (comb(len(found.possible(p)), found.left[p]) for p in places)
    return list(dict.fromkeys((*(found.hands(p) for p in places), *free)))


def hand_hints(_before: Before, event: e.HandsCounted) -> Hints:
    """Where to look for the hands of a place."""
    return (f"How many cards does {event.place} still get, and of which?",
            "What does the log say of that place? The case file has one card of each kind.")


def legal_hands(before: Before, event: e.HandsCounted) -> list[tuple[str, ...]] | None:
    """The hands of open cards that a place may have, one by one; None where there are too many."""
    hands = _hands_of(before, event)
    return None if hands is None else [hand for hand, good in hands if good]


def _hands_of(before: Before, event: e.HandsCounted) -> list[tuple[tuple[str, ...], bool]] | None:
    """All hands of open cards that a place could have by their number, each with: is it legal?"""
    form = deals_here(before)
    place, number = form.places.index(event.place), {card: index for index, card in enumerate(form.cards)}
    own = sum(1 << number[card] for card, left in before.state.domains.items() if left == (event.place,))
    if comb(len(event.cards), event.size) > _MOST_HANDS + 1:
        return None
    return [(hand, legal(form, place, own | sum(1 << number[card] for card in hand)))
            for hand in combinations(event.cards, event.size)]


def other_hands(before: Before, event: e.HandsCounted, count: int) -> str:
    """Hands that are legal, of which there are more, or one that is not."""
    hands = _hands_of(before, event)
    if hands is None or count == event.hands:
        return ""
    if count < event.hands:
        good = [" + ".join(hand) for hand, fits in hands if fits]
        return f"There are more, as {listed(good[:count + 1])} are legal." if 0 < count < _TOLD else \
            f"There are more than {count}; {good[0]} is one of them."
    bad = next((" + ".join(hand) for hand, fits in hands if not fits), None)
    return f"There are fewer: {bad}, for one, contradicts what is known of {event.place}." if bad else \
        f"There are not so many hands of {event.size} out of {len(event.cards)} cards."


def any_hand(_before: Before, event: Event) -> Event | None:
    """Whatever cards can be there, any of them make a hand."""
    if isinstance(event, e.HandsCounted):
        return replace(event, hands=comb(len(event.cards), event.size))
    return None


def deal_counts(before: Before) -> Sequence[int]:
    """How many deals there are, and the product of the hands."""
    found = few_deals(before)
    return () if found is None else list(dict.fromkeys((found.models, prod(_hands(before)))))


def _hands(before: Before) -> list[int]:
    return [event.hands for event in before.of(DealsState).hands]


def deals_hints(_before: Before, _event: e.DealsCounted) -> Hints:
    """Where to look for how many deals there are."""
    return ("Begin with the place that has the fewest hands.",
            "For each of its hands: what is left for the others, and which of it is legal?")


def hands_multiplied(before: Before, event: Event) -> Event | None:
    """Each hand of a place goes with each of the others."""
    if isinstance(event, e.DealsCounted) and len(_hands(before)) > 1:
        return e.DealsCounted(prod(_hands(before)))
    return None


def card_chances(before: Before) -> Sequence[Fraction]:
    """The shares of all open cards, and those that wrong rules give."""
    found = few_deals(before)
    if found is None:
        return ()
    shares = [Fraction(number, found.total) for at in found.held for _, number in at]
    alike = (Fraction(1, len(places)) for places in before.state.domains.values() if len(places) > 1)
    return list(dict.fromkeys((*shares, *alike)))


def other_share(before: Before, event: e.MarginalFound, share: Fraction) -> str:
    """How many deals a share would be, and whether that is too many."""
    found = few_deals(before)
    if found is None or share == event.probability:
        return ""
    return no_share(share, event.probability, found.models, "deals", f"{event.cards[0]} at {event.place}")


def weighed_chances(before: Before) -> Sequence[Fraction]:
    """The shares of the weight that all open cards have, and those of the deals."""
    found = (*shares_in(few_deals(before, "refuter")), *shares_in(few_deals(before)))
    return list(dict.fromkeys(share for _, _, share in found))


def other_weight(before: Before, event: e.MarginalWeighed, share: Fraction) -> str:
    """Which card has that share."""
    card, place = next(((card, place) for card, place, found in shares_in(few_deals(before, "refuter"))
                        if found == share != event.probability), ("", ""))
    return f"So much weigh the deals with {card} at {place}." if card else ""


def weight_hints(_before: Before, event: e.MarginalWeighed) -> Hints:
    """Where to look for what a deal weighs."""
    return (f"Deal {event.cards[0]} to {event.place}: which cards could the refuter have shown then?",
            "With two that he could have shown a deal weighs half, with three a third.")


def weigh_alike(before: Before, event: Event) -> Event | None:
    """Each deal counts once, whatever the refuters could have shown."""
    found = few_deals(before) if isinstance(event, e.MarginalWeighed) else None
    if found is None or not isinstance(event, e.MarginalWeighed):
        return None
    share = next(share for card, place, share in shares_in(found) if (card, place) == (event.cards[0], event.place))
    return replace(event, count=share.numerator, total=share.denominator)


def share_hints(_before: Before, event: e.MarginalFound) -> Hints:
    """Where to look for the share of deals."""
    return (f"Deal {event.cards[0]} to {event.place}, and see what is left.",
            "In how many ways can the other cards be dealt then, of all deals that fit?")


def places_alike(before: Before, event: Event) -> Event | None:
    """A card is at each place where it can be with the same chance."""
    if isinstance(event, e.MarginalFound):
        return replace(event, count=1, total=len(before.state.domains[event.cards[0]]))
    return None


def one_of_two(before: Before, event: Event) -> Event | None:
    """Who showed one of two cards has each of them with the chance ½."""
    if not isinstance(event, e.MarginalFound):
        return None
    form = deals_here(before)
    place, card = form.places.index(event.place), form.cards.index(event.cards[0])
    for where, cards in form.one_of:
        here = [c for c in bits(cards) if event.place in before.state.domains[form.cards[c]]]
        if where == place and card in here and len(here) > 1:
            return replace(event, count=1, total=len(here))
    return None


def nobody_has_it(before: Before, event: Event) -> Event | None:
    """What nobody could refute lies in the case file: nobody has the card."""
    game, by_rows = before.run.puzzle, isinstance(before.form, Clue)
    if not isinstance(event, e.MarginalFound) or event.place != CASE_FILE or not 0 < event.count < event.total:
        return None
    assert isinstance(game, Clue)
    lines = game.events[:before.of(DealsState).entered or 0] if by_rows else game.events
    if any(line.refute == NOBODY and event.cards[0] in line.cards for line in lines):
        return replace(event, count=1, total=1)
    return None


declare_questions(DEALS, [
    Askable(
        event=e.HandsCounted, field="hands", prompt="How many legal hands has {place}, whatever the others have?",
        candidates=hand_counts, hints=hand_hints, against=other_hands,
        rule="A hand is legal if it has as many cards as the place, and what is known of the place holds."),
    Askable(
        event=e.DealsCounted, field="models", prompt="How many deals fit all that is known?",
        candidates=deal_counts, hints=deals_hints, after=_CARDS, spoilers=(e.TermAdded,),
        rule="A deal gives each card to one place, and each place a legal hand."),
    Askable(
        event=e.MarginalFound, field="probability", prompt="{cards} at {place}: in which share of all deals?",
        answer="choice", candidates=card_chances, hints=share_hints, against=other_share,
        rule="Of all deals that fit, count those with the card there."),
    Askable(
        event=e.MarginalWeighed, field="probability", prompt="{cards} at {place}: with which share of the weight?",
        answer="choice", candidates=weighed_chances, hints=weight_hints, against=other_weight,
        rule="Each deal weighs as much as it is likely that refuters would have shown what they did; add up those with "
             "the card there."),
], [
    Misconception(
        name="any hand is legal", deviate=any_hand, lesson="counting-deals",
        text="So many hands of that size there are; some of them contradict the log, or the kinds of the case file."),
    Misconception(
        name="hands can be multiplied", deviate=hands_multiplied, lesson="counting-deals",
        text="That gives some cards to two places at once: hands of different places must not overlap."),
    Misconception(
        name="places are alike", deviate=places_alike, lesson="counting-deals",
        text="That takes each place where the card can be for as likely as the others. Count deals, not places."),
    Misconception(
        name="one of two is a half", deviate=one_of_two, lesson="counting-deals",
        text="At least one of them is there; how many deals go with each, that does not tell. Count the deals."),
    Misconception(
        name="what nobody refutes is the case file", deviate=nobody_has_it, lesson="nobody-refuted",
        text="Nobody who was asked has it. But who made the suggestion was not asked, and may have it."),
    Misconception(
        name="what is shown tells nothing more", deviate=weigh_alike, lesson="who-shows-what",
        text="So it is if each deal counts once. But one in which a refuter had others to show weighs less: he might "
             "have shown one of these."),
])
