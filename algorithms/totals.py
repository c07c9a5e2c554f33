"""The numbers on the stage, counted from the events."""

from __future__ import annotations

from collections.abc import Iterable

from algorithms.core import Counter, Event


class Totals:
    """What counters say of the events so far: ``numbers``, by their names."""

    def __init__(self, counters: Iterable[Counter]) -> None:
        self._counters = tuple(counters)
        self.numbers = {counter.name: 0 for counter in self._counters}
        self._counting: dict[type[Event], list[Counter]] = {}

    def add(self, event: Event) -> None:
        """Counts one more event."""
        kind = type(event)
        counting = self._counting.get(kind)
        if counting is None:
            counting = [counter for counter in self._counters if issubclass(kind, counter.counts)]
            self._counting[kind] = counting
        for counter in counting:
            self.numbers[counter.name] += counter.worth(event)
