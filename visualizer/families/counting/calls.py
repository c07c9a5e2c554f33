"""How many placements, hands and deals there are: what cannot be, as all of them show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from algorithms import events as e
from algorithms.core import Event
from algorithms.counting import DEALS, PLACEMENTS
from algorithms.problems.clue.deals import Deals
from algorithms.words import counted, few, listed, verb
from visualizer.families.counting.by_hand import all_deals
from visualizer.families.counting.deal_questions import (
    any_hand,
    deal_counts,
    deals_here,
    hand_counts,
    hands_multiplied,
    legal_hands,
)
from visualizer.families.counting.parts import placements
from visualizer.families.counting.placements import PlacementsState
from visualizer.runs.bugs import on_board
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_MOST, _MOST_TOLD = 600, 6  # that are gone through, and of them told


def numbers(true: int, thought: Iterable[int], believed: Iterable[int | None]) -> list[int]:
    """Numbers that somebody may come to, beside the true one: what wrong rules give first, then those next to it."""
    found = (*(number for number in believed if number is not None), *thought, true + 1, true - 1, true + 2)
    return [number for number in dict.fromkeys(found) if number != true and number >= 0]


# --- placements -------------------------------------------------------------------------------------------------------


def so_far(before: Before, *more: str) -> tuple[frozenset[str], ...] | None:
    """The placements on the groups of the component that are done, and on these fields, one by one, as far as the
    numbers allow them; None where there are too many."""
    state = before.of(PlacementsState)
    part = state.components[-1]
    done, left = part.cells[:state.decided], part.cells[state.decided:]
    cells = (*done, *more, *(cell for cell in left if cell not in more))
    return placements(part.numbers, cells, len(done) + len(more), _MOST)


def as_many_placements(before: Before, event: e.GroupPlaced) -> Sequence[str]:
    """As many as there are, where somebody can go through them."""
    found = so_far(before, *event.cells)
    return () if found is None else (str(len(found)),)


def on_the_group(_before: Before, event: e.GroupPlaced) -> str:
    """What is added to what was placed."""
    return f"mines are put on {listed(event.cells)}, too: in how many ways can all lie so far, as the numbers allow?"


def other_placements(before: Before, event: e.GroupPlaced) -> Iterator[Refused]:
    """Any other number, with all placements."""
    found, earlier, state = so_far(before, *event.cells), so_far(before), before.of(PlacementsState)
    if found is None or earlier is None:
        return
    cells = (*state.components[-1].cells[:state.decided], *event.cells)
    told = few((" + ".join(cell for cell in cells if cell in mines) or "no mine" for mines in found), _MOST_TOLD)
    why = f"There {verb(len(found), 'are')} {counted(len(found), 'way')}{f': {told}' if found else ''}."
    anywhere, alike = len(earlier) * 2 ** len(event.cells), len(earlier) * (len(event.cells) + 1)
    for number in numbers(len(found), (alike, len(earlier)), [anywhere]):
        yield Refused(str(number), why, on_board(before, *cells))


declare_calls(PLACEMENTS, {
    "count": Call(events=(e.GroupPlaced,), right=as_many_placements, refused=other_placements, prompt=on_the_group,
                  rule="A placement counts if no number around has too many mines, or too few fields left for those "
                       "that it lacks."),
})


# --- deals ------------------------------------------------------------------------------------------------------------


def as_many(before: Before, event: Event) -> Sequence[str]:
    """As many as there are, where somebody can go through them."""
    if isinstance(event, e.HandsCounted):
        return () if legal_hands(before, event) is None else (str(event.hands),)
    assert isinstance(event, e.DealsCounted)
    return () if all_deals(deals_here(before)) is None else (str(event.models),)


def how_many(_before: Before, event: Event) -> str:
    """What is counted."""
    if isinstance(event, e.HandsCounted):
        return f"how many legal hands has {event.place}, whatever the others have?"
    return "how many deals fit all that is known?"


def other_numbers(before: Before, event: Event) -> Iterator[Refused]:
    """Any other number, with all hands, or all deals by what the case file has."""
    if isinstance(event, e.HandsCounted):
        hands = legal_hands(before, event)
        if hands is None:
            return
        told = few((" + ".join(hand) for hand in hands), _MOST_TOLD)
        why = f"{event.place} has {counted(len(hands), 'legal hand')}{f': {told}' if hands else ''}."
        thought, believed = hand_counts(before), getattr(any_hand(before, event), "hands", None)
        true, places = event.hands, on_board(before, *event.cards)
    else:
        assert isinstance(event, e.DealsCounted)
        form = deals_here(before)
        deals = all_deals(form)
        if deals is None:
            return
        why = f"There {verb(len(deals), 'are')} {counted(len(deals), 'deal')}{by_case_file(form, deals)}."
        thought, believed = deal_counts(before), getattr(hands_multiplied(before, event), "models", None)
        true, places = event.models, ()
    for number in numbers(true, thought, [believed]):
        yield Refused(str(number), why, places)


def by_case_file(form: Deals, deals: Sequence[tuple[int, ...]]) -> str:
    """How many of the deals have what in the case file."""
    last = len(form.places) - 1
    found = Counter(" + ".join(card for card, place in zip(form.cards, deal, strict=True) if place == last)
                    for deal in deals)
    told = few((f"{count:,} with {cards}" for cards, count in found.most_common()), _MOST_TOLD)
    return f"; by the case file {told}" if found else ""


declare_calls(DEALS, {
    "count": Call(events=(e.HandsCounted, e.DealsCounted), prompt=how_many, right=as_many, refused=other_numbers,
                  after=(e.HandsCounted,), spoilers=(e.TermAdded,),
                  rule="A hand is legal if what is known of the place holds; a deal gives each place a legal hand, and "
                       "each card to one place."),
})
