"""The numbers of the panel of an exact cover: what is covered, at which level, and the solutions found."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms import events as e
from visualizer.families.covering.state import CoverState
from visualizer.families.satisfiability.numbers import headline_numbers, highest, level_of
from visualizer.runs.numbers import Number, events_since, said, standing

_TAKES, _GIVES_BACK = (e.OptionTaken, e.OptionExcluded), (e.OptionReturned, e.OptionReadmitted)


@level_of.register
def _(state: CoverState) -> Number:
    """The options that were taken, or left out, each a level deeper than the one before."""
    return Number("level", highest(state), "level of the option that was taken or left out last, of those that still "
                  "are", standing(_TAKES, _GIVES_BACK), rule=said("level"))


@headline_numbers.register
def _(state: CoverState) -> Sequence[Number]:
    """In the order in which the headline has them."""
    if state.starved is not None or state.refuted:
        return ()
    found = Number("solutions", state.found, "solutions that the search has come to so far",
                   events_since((e.CoverFound,)))
    if state.ended and state.found:
        return (found,)
    if not (state.marks or state.selected):
        return ()
    covered = Number("covered", len(state.covered), "items that are covered now: those that were, without those that "
                     "were uncovered again", standing((e.ItemCovered,), (e.ItemUncovered,)))
    return covered, level_of(state), *((found,) if state.found else ())
