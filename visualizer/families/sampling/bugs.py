"""What may go wrong in sampling: what is flipped, and in how many ways the rest can be dealt."""

from __future__ import annotations

from dataclasses import replace

from algorithms import events as e
from algorithms.counting import DRAWS
from algorithms.problems.clue.deals import Deals
from algorithms.sampling import SAMPLING
from algorithms.words import counted, verb
from visualizer.families.counting.by_hand import all_deals
from visualizer.families.sampling.questions import free_of_tabu, on_the_table, scored
from visualizer.families.sampling.state import SamplingState
from visualizer.runs.bugs import Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def flipped(before: Before, event: e.Flipped) -> Wrong | None:
    """It is tabu, or another one breaks less."""
    found = before.of(SamplingState).candidates
    if found is None or not scored(before):
        return None
    free = free_of_tabu(found)
    least, best = min(free)
    breaks = dict(zip(found.candidates, found.breaks, strict=True)).get(event.variable)
    if breaks is None:
        return Wrong(f"{event.variable} is no candidate: its flip does not help constraint "
                     f"{before.of(SamplingState).constraint}.", on_board(before, event.variable))
    if event.variable not in {x for _, x in free}:
        return Wrong(f"{event.variable} is tabu: it was flipped a short time ago, and there are others to flip.",
                     on_board(before, event.variable))
    if breaks == least:
        return None
    return Wrong(f"{event.variable} breaks {breaks}, and {best}, which is not tabu, only {least}.",
                 on_board(before, event.variable))


def recorded(before: Before, event: e.SampleRecorded) -> Wrong | None:
    """It is the deal that the walk has left, and was found more often."""
    sample, visits = before.of(SamplingState).last.get(event.chain, ((), 0))
    if event.sample != sample or event.visits > visits:
        return None
    return Wrong(f"The walk has come back to the deal that it had left, and that had been found "
                 f"{counted(visits, 'time')} by then.", on_board(before, *event.sample))


def estimated(before: Before, event: e.Estimated) -> Wrong | None:
    """Not so many deals were found for the first time."""
    new = before.of(SamplingState).new
    return None if event.distinct == new else \
        Wrong(f"{counted(new, 'deal')} {verb(new, 'were')} found for the first time, not {event.distinct:,}.")


declare_bugs(SAMPLING, {e.Flipped: flipped, e.SampleRecorded: recorded, e.Estimated: estimated})


def dealt(before: Before, event: e.HandDrawn) -> Wrong | None:
    """The deals that are left, one by one."""
    form: Deals = before.form
    at = {card: form.places.index(place) for card, _, place in (cell.partition("=") for cell in on_the_table(before))}
    full = sum(1 << place for place in set(at.values()))
    known = {card: place for card, _, place in (cell.partition("=") for cell in before.of(SamplingState).fixed
                                                if not cell.startswith("¬"))}
    allowed = tuple(1 << at[card] if card in at else
                    1 << form.places.index(known[card]) if card in known else old & ~full
                    for card, old in zip(form.cards, form.allowed, strict=True))
    found = all_deals(replace(form, allowed=allowed, shown=()))
    if found is None or len(found) == event.deals:
        return None
    return Wrong(f"Going through all of them finds {counted(len(found), 'way')} to deal the rest, not {event.deals:,}.",
                 on_board(before, *event.cards))


declare_bugs(DRAWS, {e.HandDrawn: dealt})
