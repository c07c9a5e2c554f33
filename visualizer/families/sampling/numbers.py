"""The numbers of the panel of a sampler: which of its samples each of them has counted."""

from __future__ import annotations

from algorithms.core import Event
from algorithms.events import DuplicateDropped, SampleRecorded
from visualizer.families.sampling.progress import BEGINS
from visualizer.families.sampling.state import SamplingState
from visualizer.runs.numbers import Number, events_since

_FOUND = SampleRecorded, DuplicateDropped


def numbers_of(state: SamplingState) -> tuple[Number, Number, Number, Number]:
    """Samples found, those of them that were new and those that were not, and those that count in the estimate."""
    return (
        Number("samples found", state.found, "how often a chain has come to a model, be it a new one or not",
               events_since(_FOUND, BEGINS)),
        Number("new samples", state.new, "models that no chain had found before", events_since(_FOUND, BEGINS, _new)),
        Number("samples found before", state.found - state.new, "models found that some chain had found before",
               events_since(_FOUND, BEGINS, lambda event: not _new(event))),
        Number("samples recorded", state.recorded, "samples that count in the estimate",
               events_since((SampleRecorded,), BEGINS)))


def _new(event: Event) -> bool:
    return isinstance(event, SampleRecorded | DuplicateDropped) and event.visits == 1
