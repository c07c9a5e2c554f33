"""What may go wrong in counting placements and deals; small ones are counted again, one by one."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from algorithms import events as e
from algorithms.counting import DEALS, PLACEMENTS
from algorithms.words import counted, percent
from visualizer.families.counting.by_hand import all_deals, legal, mines_of, weight_of
from visualizer.families.counting.deal_questions import deals_here
from visualizer.families.counting.deals import DealsState
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.counting.questions import open_numbers
from visualizer.runs.bugs import Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before

# --- placements -----------------------------------------------------------------------------------------------------


def settled(before: Before, event: e.NumberSettled) -> Wrong | None:
    """The number leaves a choice."""
    number = next((number for number in open_numbers(before) if number.name == event.number), None)
    if number is None or number.mines == (len(number.among) if event.mine else 0):
        return None
    return Wrong(f"{number.name} lacks {counted(number.mines, 'mine')} and has {counted(len(number.among), 'field')} "
                 "left: they are not all alike.", on_board(before, *number.among))


def placements(before: Before, event: e.PlacementsCounted) -> Wrong | None:
    """They are as many as somebody finds who goes through them."""
    found, components = mines_of(before.form), before.of(PlacementsState).components
    if found is None or event.component > len(components):
        return None
    cells = components[event.component - 1].cells
    true = found.ways(cells, event.mines)
    if true is None or true == event.count:
        return None
    return Wrong(f"Going through all of them finds {counted(true, 'placement')} with {event.much}, "
                 f"not {event.count:,}.", on_board(before, *cells))


def models(before: Before, event: e.ModelsCounted) -> Wrong | None:
    """All placements on the board."""
    found = mines_of(before.form)
    if found is None or found.total() == event.models:
        return None
    return Wrong(f"Going through all of them finds {counted(found.total(), 'placement')}, not {event.models:,}.")


def probability(before: Before, event: e.ProbabilityFound) -> Wrong | None:
    """The share of a field."""
    found = mines_of(before.form)
    if found is None or not event.total:
        return None
    cell = event.cells[0]
    true = found.risk(cell)
    if true is None or true == event.probability:
        return None
    return Wrong(f"Of all {counted(found.total(), 'placement')} {found.total(cell):,} have a mine at {cell}: "
                 f"{percent(true)}.", on_board(before, *event.cells))


declare_bugs(PLACEMENTS, {e.NumberSettled: settled, e.PlacementsCounted: placements, e.ModelsCounted: models,
                          e.ProbabilityFound: probability})


# --- deals ----------------------------------------------------------------------------------------------------------


def hands(before: Before, event: e.HandsCounted) -> Wrong | None:
    """The legal hands of a place."""
    form = deals_here(before)
    place, number = form.places.index(event.place), {card: index for index, card in enumerate(form.cards)}
    own = sum(1 << number[card] for card, left in before.state.domains.items() if left == (event.place,))
    true = sum(legal(form, place, own | sum(1 << number[card] for card in hand))
               for hand in combinations(event.cards, event.size))
    if true == event.hands:
        return None
    return Wrong(f"Of all ways to choose {event.size} of {len(event.cards)} cards {counted(true, 'hand')} "
                 f"{'is' if true == 1 else 'are'} legal: the others go against what is known of {event.place}.",
                 on_board(before, *event.cards))


def deals(before: Before, event: e.DealsCounted) -> Wrong | None:
    """All deals that fit."""
    found = all_deals(deals_here(before))
    if found is None or len(found) == event.models:
        return None
    more = "" if len(before.of(DealsState).hands) < 2 else ": hands of different places must not overlap"
    return Wrong(f"Going through all of them finds {counted(len(found), 'deal')}, not {event.models:,}{more}.")


def marginal(before: Before, event: e.MarginalFound) -> Wrong | None:
    """The share of a card."""
    form = deals_here(before)
    found = all_deals(form)
    if not found or not event.total:
        return None
    card, place = form.cards.index(event.cards[0]), form.places.index(event.place)
    true = sum(deal[card] == place for deal in found)
    if Fraction(true, len(found)) == event.probability:
        return None
    return Wrong(f"Of all {counted(len(found), 'deal')} {true:,} have {event.cards[0]} at {event.place}: "
                 f"{percent(Fraction(true, len(found)))}.", on_board(before, *event.cards))


def weighed(before: Before, event: e.MarginalWeighed) -> Wrong | None:
    """The share of a card, where a deal weighs less if its refuters could have shown more."""
    form = deals_here(before)
    found = all_deals(form)
    if not found or not event.total:
        return None
    card, place = form.cards.index(event.cards[0]), form.places.index(event.place)
    weights = [(deal, weight_of(form, deal)) for deal in found]
    true = sum(weight for deal, weight in weights if deal[card] == place) / sum(weight for _, weight in weights)
    if true == event.probability:
        return None
    return Wrong("Each deal weighed by what its refuters could have shown, those with "
                 f"{event.cards[0]} at {event.place} have {percent(true)} of the weight.",
                 on_board(before, *event.cards))


declare_bugs(DEALS, {e.HandsCounted: hands, e.DealsCounted: deals, e.MarginalFound: marginal,
                     e.MarginalWeighed: weighed})
