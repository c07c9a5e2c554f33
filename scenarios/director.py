"""The director plays a script on a timeline: it finds where each cue ends, what is said there, and what is pointed at.

Each cue starts where the one before it ended, wherever somebody has wandered in between, so that a script means the
same in the window, in a recording and in a check.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from algorithms.core import Event, Grain, event_types, fill, words
from algorithms.problems.csp import Domain
from scenarios.cues import GRAINS, Cue, Expect, Step, When
from scenarios.loader import Scenario
from scenarios.reading import Loc, ScenarioError, meant

_CHUNK = 256


class View(Protocol):
    """What expectations look at in a state."""

    @property
    def domains(self) -> Mapping[str, Domain]: ...

    @property
    def outcome(self) -> str | None: ...


class Timeline(Protocol):
    """What the director needs of a timeline; :class:`visualizer.timeline.Timeline` has it."""

    events: list[Event]
    done: bool
    answer: Any

    @property
    def state(self) -> View: ...

    def pull(self, count: int) -> int: ...

    def seek(self, position: int) -> int: ...

    def positions(self, target: Grain | type[Event]) -> Sequence[int]: ...

    def count(self, kind: type[Event], position: int | None = None) -> int: ...


class ExpectationFailed(ScenarioError):  # noqa: N818 - it says what happened
    """An ``expect`` does not hold: it has ``expected`` and ``found`` beside file, line and key."""

    def __init__(self, error: ScenarioError, expected: object, found: object) -> None:
        super().__init__(error.path, f"expected {words(expected)}, found {words(found)}", line=error.line,
                         key=error.key)
        self.expected = expected
        self.found = found


class Director:
    """Walks the cues of ``scenario`` on ``timeline``.

    index: the cue on show, -1 before the first
    ends:  the positions where the cues ended that were reached so far
    """

    def __init__(self, scenario: Scenario, timeline: Timeline) -> None:
        self.scenario = scenario
        self.timeline = timeline
        self.index = -1
        self.ends: list[int] = []

    # --- walking ---------------------------------------------------------------------------------------------------

    @property
    def cue(self) -> Cue | None:
        """The cue on show."""
        return self.scenario.script[self.index] if self.index >= 0 else None

    @property
    def upcoming(self) -> Cue | None:
        """The cue that :meth:`next` leads to."""
        following = self._visible(1)
        return None if following is None else self.scenario.script[following]

    def target(self, most: int | None = None) -> int | None:
        """The position where the upcoming cue ends, so that the window can move there before :meth:`next`.

        Records at most ``most`` further events to find it; None where that was not enough (ask again in the next
        frame) or where there is no upcoming cue. Raises ScenarioError for a cue that cannot be reached.
        """
        following = self._visible(1)
        return None if following is None else self._end(following, most)

    def next(self) -> bool:
        """Shows the next cue at the position where it ends. False: there is none."""
        return self._show(self._visible(1))

    def back(self) -> bool:
        """Shows the cue before this one, where it ended. False: this is the first."""
        return self._show(self._visible(-1))

    def goto(self, index: int) -> None:
        """Shows the cue of that index, from anywhere; -1 is the start."""
        if index < 0:
            self.index = -1
            self.timeline.seek(0)
        else:
            self._show(min(index, len(self.scenario.script) - 1))

    @property
    def seen(self) -> list[int]:
        """The indices of the cues that :meth:`next` stops at."""
        return [index for index, cue in enumerate(self.scenario.script) if cue.seen]

    def follow(self, timeline: Timeline, position: int) -> None:
        """Goes on with a timeline whose events are the same up to ``position``; forgets the cues that ended later."""
        self.timeline = timeline
        self.ends = [end for end in self.ends if end <= position]
        self.index = min(self.index, len(self.ends) - 1)

    def _show(self, index: int | None) -> bool:
        if index is None:
            return False
        end = self._end(index, None)
        assert end is not None  # without a limit it is found, or an error
        self.timeline.seek(end)
        self.index = index
        return True

    def _visible(self, direction: int) -> int | None:
        if direction > 0:
            return next((index for index in self.seen if index > self.index), None)
        return next((index for index in reversed(self.seen) if index < self.index), None)

    def look_ahead(self) -> None:
        """Finds where the cues end as far as that is known from what is recorded, for a timeline to show them."""
        try:
            while len(self.ends) < len(self.scenario.script) and self._end(len(self.ends), 0) is not None:
                pass
        except ScenarioError:
            return  # it is reported when somebody goes there

    # --- on show ---------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """What is said: by the cue on show or, where it is silent, still by the last one that spoke."""
        spoken = self._spoken()
        say = self.scenario.script[spoken].say if spoken >= 0 else None
        if say is None:
            return ""
        end = self.ends[spoken]
        event = self.timeline.events[end - 1] if end else Event()
        try:
            return fill(say, event).strip()
        except KeyError as missing:
            where = f"no field of {type(event).__name__}" if end else "unknown before the first event"
            raise self._error(spoken, ("say",), f"{{{missing.args[0]}}} is {where}; change it, or move on to an event "
                              "that has it") from None

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that are pointed at: what was marked since the text on show came up."""
        cues = self.scenario.script[max(0, self._spoken()) : self.index + 1]
        return tuple(dict.fromkeys(name for cue in cues for name in cue.mark))

    def _spoken(self) -> int:
        index = self.index
        while index >= 0 and self.scenario.script[index].say is None:
            index -= 1
        return index

    # --- checking --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays all cues and checks all that they say and expect, as `main.py check` does."""
        for index in range(len(self.scenario.script)):
            self.goto(index)
            _ = self.text  # its fields must be there
            self.verify()

    def verify(self) -> None:
        """Raises ExpectationFailed if the cue on show expects what is not so."""
        cue = self.cue
        if cue is not None and cue.expect is not None:
            for loc, expected, found in self._expectations(cue.expect):
                if expected != found:
                    raise ExpectationFailed(self._error(self.index, ("expect", *loc), ""), expected, found)

    def _expectations(self, expect: Expect) -> list[tuple[Loc, object, object]]:
        position = self.ends[self.index]
        state = self.timeline.state
        found: list[tuple[Loc, object, object]] = []
        for name, values in expect.domains.items():
            found.append((("domains", name), _sorted(values), _sorted(state.domains[name])))
        counters = {counter.name: counter.counts for counter in self.scenario.algorithm.counters}
        for name, number in expect.counters.items():
            found.append((("counters", name), number, self.timeline.count(counters[name], position)))
        ended = self._reached_end(position)
        outcome = self.timeline.answer.outcome if ended else state.outcome
        if expect.consistent is not None:
            found.append((("consistent",), expect.consistent, outcome != "unsatisfiable"))
        if expect.event is not None:
            event = type(self.timeline.events[position - 1]).__name__ if position else "nothing yet"
            found.append((("event",), expect.event, event))
        if expect.outcome is not None:
            found.append((("outcome",), expect.outcome, outcome or "none yet"))
        return found

    def _reached_end(self, position: int) -> bool:
        if position == len(self.timeline.events):
            self.timeline.pull(1)
        return self.timeline.done and position == len(self.timeline.events)

    # --- where cues end --------------------------------------------------------------------------------------------

    def _end(self, index: int, most: int | None) -> int | None:
        """Where cue ``index`` ends, after all before it; None if ``most`` further events are too few to know."""
        limit = None if most is None else len(self.timeline.events) + most
        while len(self.ends) <= index:
            start = self.ends[-1] if self.ends else 0
            cue = len(self.ends)
            movement = self.scenario.script[cue].movement
            end: int | None = start
            if movement is not None:
                loc, how = movement
                while (end := self._search(cue, loc, how, start)) is None:
                    recorded = len(self.timeline.events)
                    chunk = max(_CHUNK, recorded // 4)  # grows, as the search begins anew each time
                    if limit is not None:
                        chunk = min(chunk, limit - recorded)
                    if not chunk:
                        return None
                    self.timeline.pull(chunk)
            assert end is not None
            self.ends.append(end)
        return self.ends[index]

    def _search(self, cue: int, loc: Loc, how: Step | When | str, start: int) -> int | None:
        """Where the movement ends, if that is known from the events so far."""
        if isinstance(how, str):
            return len(self.timeline.events) if self.timeline.done else None
        found = self._after_step(how, start) if isinstance(how, Step) else self._after_event(how, start)
        if found is None and self.timeline.done:
            raise self._unreachable(cue, loc, how, start)
        return found

    def _after_step(self, step: Step, start: int) -> int | None:
        grain = GRAINS[step.grain]
        if grain is Grain.MICRO:
            end = start + step.count
            return end if end <= len(self.timeline.events) else None
        positions = self.timeline.positions(grain)
        last = bisect_left(positions, start) + step.count - 1
        return positions[last] + 1 if last < len(positions) else None

    def _after_event(self, when: When, start: int) -> int | None:
        positions = self.timeline.positions(event_types()[when.event])
        wanted = {name: words(value) for name, value in when.where.items()}
        left = when.count
        for place in range(bisect_left(positions, start), len(positions)):
            event = self.timeline.events[positions[place]]
            if all(_read(event, name) == text for name, text in wanted.items()):
                left -= 1
                if not left:
                    return positions[place] + 1
        return None

    def _unreachable(self, cue: int, loc: Loc, how: Step | When, start: int) -> ScenarioError:
        left = self.timeline.events[start:]
        if isinstance(how, Step):
            steps = sum(type(event).grain >= GRAINS[how.grain] for event in left)
            return self._error(cue, loc, f"goes beyond the end: only {steps} steps of grain {how.grain} are left here; "
                               "take fewer")
        same = [event for event in left if type(event).__name__ == how.event]
        kinds = sorted({type(event).__name__ for event in left})
        condition = " with these fields" if how.where and same else ""
        much = f"{len(same)} such events are left here" if same else "none is left here"
        hint = "change the count or where" if same else meant(how.event, kinds, "still to come")
        return self._error(cue, (*loc, "event"), f"{how.event} number {how.count}{condition} never comes: "
                           f"{much}; {hint}")

    def _error(self, cue: int, loc: Loc, message: str) -> ScenarioError:
        return self.scenario.document.error(("script", cue, *loc), message)


def _read(event: Event, name: str) -> str:
    return words(getattr(event, name))


def _sorted(values: Sequence[int | str]) -> list[int | str]:
    return sorted(values, key=lambda value: (isinstance(value, str), value))
