"""The audit of a number: what it means, and the events that it counted, or that it is from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from algorithms.core import Counter
from scenarios.timeline import Timeline
from visualizer.runs.numbers import Number, Worth, plain, signed
from visualizer.runs.states import State


@dataclass(frozen=True)
class Entry:
    """An event that was counted: its index, what it says, and for how much it counted."""

    index: int
    sentence: str
    worth: Worth


@dataclass(frozen=True)
class Audit:
    """Of a counter, or of a number in a panel, as it stood at the position ``upto`` of a timeline. ``at``: which of the
    events is chosen, counted among the ``listed`` ones, by their indices; -1 where there is none. ``total`` is the
    number, found anew from these events."""

    counter: Counter | Number
    timeline: Timeline[State]
    upto: int
    at: int
    listed: Sequence[int] = field(repr=False)
    total: Worth

    @classmethod
    def of(cls, counter: Counter | Number, timeline: Timeline[State], upto: int | None = None) -> Audit:
        """Of the number on show, or as it stood at another position; the last event that it counted is chosen."""
        upto = timeline.position if upto is None else upto
        if isinstance(counter, Number):
            listed = counter.counted(timeline, upto)
            total = counter.from_events([timeline.events[index] for index in listed])
        else:
            listed = timeline.positions(counter.counts)[:timeline.count(counter.counts, upto)]
            total = timeline.total(counter, upto)
        made = cls(counter, timeline, upto, len(listed), listed, total)
        return replace(made, at=next(made._steps(-1), -1))

    @property
    def text(self) -> str:
        """The number as it is written."""
        return (self.counter.form if isinstance(self.counter, Number) else plain)(self.total)

    @property
    def derived(self) -> bool:
        """Is the number something else than how many events, or how much, was counted?"""
        return isinstance(self.counter, Number) and self.counter.rule is not None

    @property
    def weighted(self) -> bool:
        """Can an event count for something else than one?"""
        return (self.counter.worth if isinstance(self.counter, Number) else self.counter.weight) is not None

    def worth_text(self, entry: Entry) -> str:
        """For how much an event counts, as it is written: what is added up has a sign."""
        if self.derived and isinstance(self.counter, Number):
            return self.counter.form(entry.worth)
        return signed(entry.worth)

    @property
    def chosen(self) -> Entry | None:
        """The event that is chosen."""
        return None if self.at < 0 else self.entry(self.at)

    def moved(self, step: int) -> Audit:
        """The next event that was counted, or with -1 the one before; the same at the ends."""
        return self if self.at < 0 else replace(self, at=next(self._steps(step), self.at))

    def around(self, count: int) -> list[int]:
        """Up to so many of the events around the chosen one, as ``at`` counts them."""
        if self.at < 0 or count < 1:
            return []
        after = list(islice(self._steps(1), count))
        before = list(islice(self._steps(-1), count))
        least = min(len(after), count // 2)
        kept = before[:count - 1 - least][::-1]
        return [*kept, self.at, *after[:count - 1 - len(kept)]]

    def entry(self, at: int) -> Entry:
        """One of them."""
        index = self.listed[at]
        return Entry(index, self.timeline.events[index].sentence(), self._worth(index))

    def _worth(self, index: int) -> Worth:
        event = self.timeline.events[index]
        if isinstance(self.counter, Counter):
            return self.counter.worth(event)
        return 1 if self.counter.worth is None else self.counter.worth(event)

    def _steps(self, step: int) -> Iterator[int]:
        """Those that counted for something, from the chosen one on."""
        at = self.at + step
        while 0 <= at < len(self.listed):
            if isinstance(self.counter, Number) or self._worth(self.listed[at]) > 0:
                yield at
            at += step
