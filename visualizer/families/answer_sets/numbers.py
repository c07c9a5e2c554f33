"""The number of the panel of a search for answer sets: those that were found."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.answer_sets import events as a
from visualizer.families.answer_sets.state import ProgramState, program_in
from visualizer.runs.numbers import Number, events_since
from visualizer.runs.states import State


def found_of(known: ProgramState) -> Number:
    """The answer sets so far."""
    return Number("answer sets", len(known.found), "answer sets that the search has found so far",
                  events_since((a.AnswerSetFound,), (a.ListedAgain,)))


def numbers(state: State) -> Sequence[Number]:
    """Those on show."""
    known = program_in(state)
    return () if known is None else [found_of(known)]
