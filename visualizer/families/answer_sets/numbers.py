"""The number of the panel of a search for answer sets: those that were found."""

from __future__ import annotations

from algorithms.answer_sets import events as a
from visualizer.families.answer_sets.state import ProgramState
from visualizer.runs.numbers import Number, events_since


def found_of(known: ProgramState) -> Number:
    """The answer sets so far."""
    return Number("answer sets", len(known.found), "answer sets that the search has found so far",
                  events_since((a.AnswerSetFound,), (a.ListedAgain,)))
