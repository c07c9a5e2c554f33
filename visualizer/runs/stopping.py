"""Where a run stops: conditions, and bookmarks with notes. They are found by going through the events once."""

from __future__ import annotations

from bisect import bisect_left, bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from algorithms.long_work import checkpoint
from algorithms.problems.forms.relations import RelationError
from scenarios.conditions import Condition, Moment, Vocabulary
from scenarios.reading import meant
from scenarios.runs import as_read
from scenarios.script.shown import Place
from scenarios.timeline import Timeline
from visualizer.runs.states import State

_PIECE = 64  # events between two checkpoints


@dataclass
class Stop:
    """A condition, and whether runs stop there. ``text``: as it was written; ``of``: the condition as each run has it
    that can be asked, by the run's index."""

    condition: Condition
    on: bool = True
    text: str = ""
    of: Mapping[int, Condition] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.text = self.text or self.condition.text
        self.of = self.of or {0: self.condition}


def read_stop(text: str, vocabularies: Sequence[Vocabulary], names: Sequence[str]) -> Stop:
    """The stop that a text states: for the run that it names before a colon, by name or number, or else for each of
    several that it makes sense in. Raises RelationError where it makes none."""
    wanted: Sequence[int] = range(len(names))
    condition, (named, colon, rest) = text, text.partition(":")
    if colon and len(names) > 1 and not set(named) & set("'\"(["):
        key = named.strip()
        known = {str(number): number - 1 for number in range(1, len(names) + 1)}
        for call in (as_read, str):  # as they are seen, and as the lesson has them
            known.update((call(name), at) for at, name in enumerate(names))
        if key not in known:
            raise RelationError(f"there is no run {key!r}; {meant(key, [*map(as_read, names)])}")
        wanted, condition = [known[key]], rest
    found, error = dict[int, Condition](), RelationError("")
    for at in wanted:
        try:
            found[at] = vocabularies[at].read(condition)
        except RelationError as fault:
            error = fault if not error.args[0] else error
    if not found:
        raise error
    return Stop(next(iter(found.values())), text=text.strip(), of=found)


@dataclass
class Scan:
    """Where the conditions come true on a timeline, as far as that was looked at: the first ``looked`` events.

    found: positions, ascending; ``why`` the conditions that came true there
    """

    timeline: Timeline[State]
    conditions: Sequence[Condition]
    looked: int = 0
    found: list[int] = field(default_factory=list)
    why: dict[int, list[str]] = field(default_factory=dict)
    _state: State | None = None
    _same: dict[str, tuple[Any, int]] = field(default_factory=dict)
    _held: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        if any(condition.of_state for condition in self.conditions):
            self._state = self.timeline.at(0)

    def look(self, until: int) -> None:
        """Goes on to a position, or to the end of what is recorded."""
        end = min(until, len(self.timeline.events))
        while self.looked < end:
            self._look_at(self.looked)
            if self.looked % _PIECE == 0:
                checkpoint(f"{self.looked:,} events looked at")

    def _look_at(self, index: int) -> None:
        event = self.timeline.events[index]
        self.looked = index + 1
        if self._state is not None:
            self._state.apply(event)
        for name in {name for condition in self.conditions for name in condition.followed}:
            if hasattr(event, name):
                value, count = getattr(event, name), 0
                before = self._same.get(name)
                self._same[name] = value, before[1] + 1 if before is not None and before[0] == value else count
        moment = Moment(event, self._state, lambda counter: self.timeline.total(counter, self.looked), self._same)
        for condition in self.conditions:
            holds = condition.holds(moment)
            if holds and (condition.of_event or condition.text not in self._held):
                self.why.setdefault(self.looked, []).append(condition.text)
            (self._held.add if holds else self._held.discard)(condition.text)
        if self.looked in self.why:
            self.found.append(self.looked)


class Stops:
    """The conditions and bookmarks of a run of a lesson. ``bookmarks``: a note, which may be empty, by its position;
    they hold for the run of the lesson, and are there on its branches, too."""

    def __init__(self, run: int = 0, stops: list[Stop] | None = None) -> None:
        self.run = run
        self.stops: list[Stop] = [] if stops is None else stops
        self.bookmarks: dict[int, str] = {}
        self._scan: Scan | None = None

    @property
    def conditions(self) -> list[Condition]:
        """Those that the run stops at."""
        return [stop.of[self.run] for stop in self.stops if stop.on and self.run in stop.of]

    def looked(self, timelines: Sequence[Timeline[State]]) -> int:
        """How many events were looked at."""
        return self.scan(timelines[self.run]).looked if self.conditions else 0

    def look(self, timelines: Sequence[Timeline[State]], more: int) -> bool:
        """Looks at so many more. Was there any left?"""
        if not self.conditions:
            return False
        scan = self.scan(timelines[self.run])
        scan.look(scan.looked + more)
        return more > 0 and scan.looked < len(scan.timeline.events)

    def times(self, timelines: Sequence[Timeline[State]], stop: Stop) -> int:
        """How often that condition has come true there so far."""
        if self.run not in stop.of or not stop.on:
            return 0
        text = stop.of[self.run].text
        return sum(text in why for why in self.scan(timelines[self.run]).why.values())

    def scan(self, timeline: Timeline[State]) -> Scan:
        """What was found on a timeline so far."""
        scan = self._scan
        if scan is None or scan.timeline is not timeline or list(scan.conditions) != self.conditions:
            scan = self._scan = Scan(timeline, self.conditions)
        return scan

    def first(self, timeline: Timeline[State], after: int, until: int) -> int | None:
        """The first position after ``after``, ``until`` at the latest, where a condition comes true."""
        if not self.conditions:
            return None
        scan = self.scan(timeline)
        scan.look(until)
        at = bisect_right(scan.found, after)
        return scan.found[at] if at < len(scan.found) and scan.found[at] <= until else None

    def after(self, timeline: Timeline[State], position: int) -> int | None:
        """The next stop or bookmark on what is recorded."""
        ahead = [mark for mark in self.bookmarks if position < mark <= len(timeline.events)]
        stop = self.first(timeline, position, min(ahead, default=len(timeline.events)))
        return min([*ahead, *([] if stop is None else [stop])], default=None)

    def before(self, timeline: Timeline[State], position: int) -> int | None:
        """The last stop or bookmark before a position."""
        behind = sorted(mark for mark in self.bookmarks if mark < position)
        if self.conditions:
            scan = self.scan(timeline)
            scan.look(position)
            at = bisect_left(scan.found, position)
            if at:
                insort(behind, scan.found[at - 1])
        return behind[-1] if behind else None

    def says(self, timeline: Timeline[State], position: int) -> str:
        """Why a run stops there: the conditions that came true, the note of a bookmark."""
        true = self.scan(timeline).why.get(position, []) if self.conditions else []
        note = [f"bookmark: {self.bookmarks[position] or 'no note'}"] if position in self.bookmarks else []
        return "; ".join([*true, *note])


class JointStops:
    """The same of several runs: conditions for one of them or for any, and bookmarks of places where all are."""

    def __init__(self, runs: int) -> None:
        self.stops: list[Stop] = []
        self.of = [Stops(run, self.stops) for run in range(runs)]
        self.bookmarks: dict[Place, str] = {}

    def looked(self, timelines: Sequence[Timeline[State]]) -> int:
        """How many events were looked at, of all runs."""
        return sum(one.looked(timelines) for one in self.of)

    def look(self, timelines: Sequence[Timeline[State]], more: int) -> bool:
        """Looks at so many more of each. Was there any left?"""
        left = [one.look(timelines, more) for one in self.of]
        return any(left)

    def times(self, timelines: Sequence[Timeline[State]], stop: Stop) -> int:
        """How often that condition has come true so far, in all runs."""
        return sum(one.times(timelines, stop) for one in self.of)

    def first(self, timelines: Sequence[Timeline[State]], after: Place, until: Place) -> Sequence[int | None]:
        """For each run the first position after ``after``, ``until`` at the latest, where a condition comes true."""
        ways = zip(self.of, timelines, after, until, strict=True)
        return [one.first(timeline, start, end) for one, timeline, start, end in ways]

    def says(self, timelines: Sequence[Timeline[State]], names: Sequence[str], place: Place) -> str:
        """Why the runs stop there: of each what came true, the note of a bookmark."""
        found = [f"{name}: {why}" for one, timeline, name, at in zip(self.of, timelines, names, place, strict=True)
                 if (why := one.says(timeline, at))]
        note = [f"bookmark: {self.bookmarks[place] or 'no note'}"] if place in self.bookmarks else []
        return "; ".join([*found, *note])
