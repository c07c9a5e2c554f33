"""In which order things are counted: any, and all comes to the same. What cannot come next, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.counting import DEALS, PLACEMENTS
from algorithms.events.counting import letter
from algorithms.problems.clue.deals import Deals, Settling, bits
from algorithms.words import listed
from visualizer.families.counting.deal_questions import deals_here
from visualizer.families.counting.deals import DealsState
from visualizer.families.counting.placements import PlacementsState
from visualizer.runs.choosing import Chosen, Refusal, declare_choices
from visualizer.runs.questions import Before


def not_to_place(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Cells on which mines were put, or which belong to another component, or to none."""
    state = before.of(PlacementsState)
    last = state.components[-1]
    for cell in last.cells[:state.decided]:
        yield cell, f"On the group of {cell} mines were put: all numbers of them."
    for cell, part in state.parts.items():
        if part != last.index and cell not in names:
            yield cell, (f"{cell} belongs to component {letter(part)}: no number ties it to this one; it is counted "
                         "apart.")
    for cell in before.form.untouched:
        yield cell, f"No number touches {cell}: it is in no component."


declare_choices(PLACEMENTS, {
    "group": Chosen(prompt="on which group are mines put next?", refused=not_to_place,
                    rule="On any group of the component, named by its first field: the placements are the same. The "
                         "sooner a number is done, the fewer situations are told apart."),
})


def certain(form: Deals, names: Sequence[str]) -> tuple[Settling, set[int]]:
    """Simple reasoning as far as the round in which the place of these cards becomes certain, and that of which other
    cards was before."""
    settling, before = Settling(form, list(form.allowed)), set[int]()
    for found in settling.rounds():
        if names[0] in {form.cards[card] for card in found}:
            break
        before |= set(found)
    return settling, before


def not_certain(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Cards that can be in several places, and those that are settled."""
    form = deals_here(before)
    settling, done = certain(form, names)
    for c, card in enumerate(form.cards):
        if card in names:
            continue
        places = [form.places[p] for p in bits(settling.allowed[c])]
        if c in done or c in settling.settled:
            yield card, f"{card} is settled already: it is at {listed(places)}."
        else:
            yield card, f"So far, simple reasoning leaves {listed(places, 'or')} to {card}: its place is not certain."


def nothing_to_count(before: Before, names: Sequence[str]) -> Iterator[Refusal]:
    """Places whose hands are counted, or that have no open card."""
    done = {event.place for event in before.of(DealsState).hands}
    for place in deals_here(before).places:
        if place in done:
            yield place, f"The hands of {place} are counted already."
        elif place not in names:
            yield place, f"All cards of {place} are known: there is no hand to be counted."


declare_choices(DEALS, {
    "card": Chosen(prompt="which card is settled next?", refused=not_certain,
                   rule="Any card that can be in one place only: the others come after it."),
    "place": Chosen(prompt="of which place are the hands counted next?", refused=nothing_to_count, by=("clue-exact",),
                    rule="Of any with open cards: how many hands a place can have does not depend on the others."),
})
