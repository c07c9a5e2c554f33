"""Time travel: a log of events, states that fold forward, and keyframes. There are no inverses to keep right.

The timeline pulls events from the generator as they are needed, keeps a copy of the state (a keyframe) every ``gap``
events, and doubles the gap when there are too many. To seek, it copies the nearest keyframe at or before the target
and folds the rest, so that a step back runs the same code as a step forward.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from types import CodeType, GeneratorType
from typing import Any, Generic, Protocol, Self, TypeVar

from algorithms.core import AlgorithmError, Counter, Event, Grain, Steps, kinds_of
from algorithms.long_work import Stopped, checkpoint
from algorithms.words import counted

MOST_EVENTS = 2_000_000  # as many as a long evening: beyond it the memory would be better used otherwise
_FIRST_GAP = 64
_MOST_KEYFRAMES = 256
_PIECE = 4  # events between two checkpoints: in a large formula, one may take milliseconds


class State(Protocol):
    """What a view shows: folds events, and ignores those that it does not know."""

    def apply(self, event: Event) -> None: ...

    def copy(self) -> Self: ...


S_co = TypeVar("S_co", bound=State, covariant=True)  # a timeline of states that know more is one of states


class Timeline(Generic[S_co]):
    """The run of one algorithm, seen at ``position``: ``state`` is the fold of ``events[:position]``.

    moves: how many times the position has changed

    After ``most`` events the run is stopped, with an ``error`` that says so: nobody who pulls need look at that.
    """

    def __init__(self, steps: Steps[Any], start: S_co, most: int = MOST_EVENTS) -> None:
        self.events: list[Event] = []
        self.position = 0
        self.moves = 0
        self.state: S_co = start.copy()
        self.done = False
        self.answer: Any = None
        self.error = ""  # why the algorithm could not go on
        self._steps = steps
        self._most = most
        self._keyframes: list[S_co] = [start.copy()]  # of the positions 0, gap, 2 gap, …
        self._gap = _FIRST_GAP
        self._by_kind: dict[type[Event], array[int]] = {}
        self._indexes: dict[type[Event], tuple[array[int], ...]] = {}
        self._by_grain: dict[Grain, array[int]] = {grain: array("I") for grain in Grain}
        self._sums: dict[Counter, array[int]] = {}  # of weighted counters, as far as somebody has asked
        self._frontier: S_co = start.copy()  # the fold of all events so far, from which keyframes are taken
        self._generators: list[Any] = [steps]  # the algorithm, and what it delegates to, as of the last event
        self._lines = array("I")  # of each event: the line of Python that yielded it …
        self._code = array("H")  # … and in which function
        self._codes: dict[CodeType, int] = {}

    # --- recording -------------------------------------------------------------------------------------------------

    def pull(self, count: int) -> int:
        """Records up to ``count`` more events; returns how many there were. None means that the algorithm ended."""
        try:
            return self._pull(count)
        except Stopped:
            self.done, self.error = True, "The run was stopped here; R starts it again."
            raise
        except Exception as fault:  # of an algorithm or a state: what is recorded stays, and can be looked at
            self.done, self.error = True, f"The run cannot go on: a fault in Unfog, {type(fault).__name__}."
            raise

    def _pull(self, count: int) -> int:
        pulled = 0
        while pulled < count and not self.done:
            try:
                event = next(self._steps)
            except StopIteration as stop:
                self.done, self.answer = True, stop.value
            except AlgorithmError as error:
                self.done, self.error = True, str(error)
            else:
                if len(self.events) == self._most:
                    self._stop()
                    break
                self._record(event)
                pulled += 1
                if pulled % _PIECE == 0:
                    checkpoint()
        checkpoint(f"{counted(len(self.events), 'event')} so far")
        return pulled

    def _stop(self) -> None:
        """Ends a run that would take too much memory, and frees what the algorithm holds."""
        self.done, self.error = True, f"Stopped after {self._most:,} events: more would take too much memory."
        self._steps.close()

    def pull_all(self, pause: Callable[[], bool] = lambda: False, chunk: int = 1000) -> bool:
        """Records to the end; asks ``pause`` after each ``chunk``, and stops when it says so. Did it reach the end?"""
        while not self.done and not pause():
            self.pull(chunk)
        return self.done

    def _record(self, event: Event) -> None:
        self._frontier.apply(event)  # first: an event that no state can take is not recorded
        index = len(self.events)
        self.events.append(event)
        for positions in self._indexes.get(type(event)) or self._indexes_of(type(event)):
            positions.append(index)
        self._record_line()
        if (index + 1) % self._gap == 0:
            self._keyframes.append(self._frontier.copy())
            if len(self._keyframes) > _MOST_KEYFRAMES:
                del self._keyframes[1::2]
                self._gap *= 2

    def _indexes_of(self, kind: type[Event]) -> tuple[array[int], ...]:
        """The lists that hold the positions of events of that kind: its own, those of the kinds that it derives from,
        and those of the grains it reaches."""
        own = tuple(self._by_kind.setdefault(base, array("I")) for base in kinds_of(kind))
        coarser = tuple(self._by_grain[grain] for grain in Grain if Grain.MICRO < grain <= kind.grain)
        self._indexes[kind] = (*own, *coarser)
        return self._indexes[kind]

    def _record_line(self) -> None:
        """Notes where the innermost generator stands: its frame knows its line, no annotation needed. Only one that has
        ended hands back to the one above, so that the way down need not begin at the top."""
        generators = self._generators
        while (frame := generators[-1].gi_frame) is None:
            generators.pop()
        while isinstance(inner := generators[-1].gi_yieldfrom, GeneratorType):
            generators.append(inner)
            frame = inner.gi_frame
        code = self._codes.setdefault(frame.f_code, len(self._codes))
        self._lines.append(frame.f_lineno)
        self._code.append(code)

    # --- moving ----------------------------------------------------------------------------------------------------

    def seek(self, position: int) -> int:
        """Moves to ``position`` (kept between 0 and the end, pulling what is missing); returns where it is now."""
        position = max(0, position)
        if position > len(self.events):
            self.pull(position - len(self.events))
            position = min(position, len(self.events))
        if self.position <= position < self.position + self._gap:
            self._fold(self.state, self.position, position)
        else:
            self.state = self.at(position)
        self.moves += position != self.position
        self.position = position
        return position

    def at(self, position: int) -> S_co:
        """A copy of the state at a recorded position; this timeline stays where it is."""
        keyframe = min(position // self._gap, len(self._keyframes) - 1)
        state = self._keyframes[keyframe].copy()
        self._fold(state, keyframe * self._gap, position)
        return state

    def _fold(self, state: State, start: int, end: int) -> None:
        apply = state.apply
        for event in self.events[start:end]:
            apply(event)

    def forward(self, target: Grain | type[Event], most: int) -> int:
        """The position just after the next event of that kind, or of at least that grain; else the end as it is known.

        Pulls up to ``most`` events to find it.
        """
        if target is Grain.MICRO:
            self.pull(max(0, self.position + 1 - len(self.events)))
            return min(self.position + 1, len(self.events))
        limit = len(self.events) + most
        while (found := self.after(target, self.position)) is None:
            if self.done or len(self.events) >= limit:
                return len(self.events)
            self.pull(256)
        return found + 1

    def back(self, target: Grain | type[Event]) -> int:
        """The position just after the last event of that kind, or of at least that grain, before this position."""
        if target is Grain.MICRO:
            return max(0, self.position - 1)
        found = self.before(target, self.position - 1)
        return 0 if found is None else found + 1

    def branch(self, steps: Steps[Any]) -> Timeline[S_co]:
        """A new timeline with the past of this one up to its position, and ``steps`` as its future."""
        other = Timeline(steps, self.state, self._most)
        end = other.position = self.position
        other.events = self.events[:end]
        other._by_kind = {kind: cut[: bisect_left(cut, end)] for kind, cut in self._by_kind.items()}
        other._by_grain = {grain: cut[: bisect_left(cut, end)] for grain, cut in self._by_grain.items()}
        other._sums = {counter: sums[: other.count(counter.counts) + 1] for counter, sums in self._sums.items()}
        other._gap = self._gap
        other._keyframes = self._keyframes[: end // self._gap + 1]  # keyframes are only ever copied from
        other._codes, other._lines, other._code = dict(self._codes), self._lines[:end], self._code[:end]
        return other

    def replaced(self, index: int, events: Sequence[Event]) -> Timeline[S_co]:
        """What is recorded of this timeline up to that index, and from there on other events: the run ends with them.
        Each has the line of Python of the event in whose place it is; they may be as many as are recorded."""
        def steps() -> Steps[Any]:
            yield from events

        other = self.shown(index, self.at(index)).branch(steps())
        other.pull_all()
        end = len(other.events)
        other._codes, other._lines, other._code = dict(self._codes), self._lines[:end], self._code[:end]
        return other

    def shown(self, position: int, state: S_co) -> Timeline[S_co]:  # type: ignore[misc]  # it is only looked at
        """This timeline as it looks at another recorded position, whose state that is."""
        other = object.__new__(_Glance)
        other.__dict__.update(self.__dict__, position=position, state=state, of=self)
        return other

    # --- looking ---------------------------------------------------------------------------------------------------

    @property
    def event(self) -> Event | None:
        """The event that led to this position."""
        return self.events[self.position - 1] if self.position else None

    def positions(self, target: Grain | type[Event]) -> array[int]:
        """The indices, ascending, of all recorded events of that kind, or of at least that grain above MICRO."""
        if isinstance(target, Grain):
            return self._by_grain[target]
        return self._by_kind.get(target, array("I"))

    def kinds(self) -> list[type[Event]]:
        """The kinds of events recorded so far, in the order in which they first came."""
        return [kind for kind, positions in self._by_kind.items() if positions]

    def count(self, kind: type[Event], position: int | None = None) -> int:
        """How many events of that kind there are before ``position`` (default: this one)."""
        return bisect_left(self.positions(kind), self.position if position is None else position)

    def total(self, counter: Counter, position: int | None = None) -> int:
        """What a counter says before ``position`` (default: this one). The sums of weights are kept: each event is
        weighed once, and any position then takes a bisection."""
        count = self.count(counter.counts, position)
        if counter.weight is None:
            return count
        sums = self._sums.setdefault(counter, array("Q", (0,)))
        for index in self.positions(counter.counts)[len(sums) - 1 : count]:
            sums.append(sums[-1] + counter.worth(self.events[index]))
        return sums[count]

    def after(self, target: Grain | type[Event], position: int) -> int | None:
        """The index of the first recorded event of that kind or grain at or after ``position``."""
        positions = self.positions(target)
        found = bisect_left(positions, position)
        return positions[found] if found < len(positions) else None

    def before(self, target: Grain | type[Event], position: int) -> int | None:
        """The index of the last recorded event of that kind or grain before ``position``."""
        positions = self.positions(target)
        found = bisect_left(positions, position)
        return positions[found - 1] if found else None

    def kept(self) -> Iterator[tuple[int, S_co]]:
        """The positions of which the state is kept, with that state: to be looked at, never to be folded on."""
        return ((index * self._gap, state) for index, state in enumerate(self._keyframes))

    def line(self) -> tuple[CodeType, int] | None:
        """The function and the line of Python that yielded the current event."""
        if not self.position:
            return None
        codes = list(self._codes)
        return codes[self._code[self.position - 1]], self._lines[self.position - 1]


class _Glance(Timeline[Any]):
    """A timeline at another position. What is kept for the one serves the other."""

    of: Timeline[Any]

    def __eq__(self, other: object) -> bool:
        return other is self or other is self.of

    def __hash__(self) -> int:
        return hash(self.of)
