"""Which events an algorithm can yield, without running it: those of its pseudocode; and what these have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from algorithms.core import Algorithm, Event, event_types
from algorithms.pseudocode import PseudocodeLine


def events_named(algorithm: Algorithm) -> Mapping[str, type[Event]]:
    """The events that the lines of its pseudocode stand for, by name.

    A run yields no others; whether it yields all of them depends on the puzzle and the options.
    """
    return _tagged(algorithm.pseudocode)


@cache  # each lesson asks for its algorithm's
def _tagged(pseudocode: tuple[PseudocodeLine, ...]) -> Mapping[str, type[Event]]:
    known = event_types()
    return {name: known[name] for name in sorted({tag for line in pseudocode for tag in line.tags})}


def fields_of(kind: type[Event]) -> Sequence[str]:
    """What a sentence may name of an event: its fields, and the words that it derives from them."""
    own = [name for base in kind.__mro__ if issubclass(base, Event) for name in vars(base)]
    shared = {"say", "as_answer", "grain", "sentence"}
    return tuple(sorted({name for name in own if not name.startswith("_") and name not in shared}))
