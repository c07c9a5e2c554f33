"""The director plays a script on a timeline: it finds where each cue ends, and whether what is expected there is so."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from algorithms.core import Algorithm, Event, Grain, event_types, kinds_of, words
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.supposition import SuppositionError, Thought
from scenarios.loader import Scenario
from scenarios.reading import Loc, ScenarioError, meant
from scenarios.script.cues import GRAINS, Expect, Expectation, First, Movement, Step, When
from scenarios.script.shown import Place
from scenarios.script.suppose import thought_of
from scenarios.script.walk import ExpectationFailed, Found, Walk
from scenarios.timeline import State, Timeline

__all__ = ["Director", "ExpectationFailed"]


class Known(State, Protocol):
    """What expectations look at in a state, whatever else there is in it."""

    @property
    def domains(self) -> Mapping[str, Domain]: ...

    @property
    def outcome(self) -> str | None: ...

    @property
    def form(self) -> CNF | AtLeastForm | None: ...

    @property
    def moves(self) -> Any: ...

    def known(self) -> Mapping[str, Domain]: ...


class Director(Walk[int]):
    """Walks the cues of ``scenario`` on ``timeline``; a cue ends at a position."""

    def __init__(self, scenario: Scenario, timeline: Timeline[Known]) -> None:
        super().__init__(scenario, 0, (timeline,))
        self.timeline = timeline
        self._awaited: dict[int, Awaited] = {}  # by the index of the cue

    def follow(self, timeline: Timeline[Known]) -> None:
        """Goes on with another timeline, where the cues may end elsewhere."""
        self.timeline = timeline
        self._awaited.clear()
        self._restart((timeline,))

    def place_at(self, cue: int, position: int) -> Place:
        return (position,)

    def _place(self, end: int) -> Place:
        return (end,)

    def _move(self, place: int) -> None:
        self.timeline.seek(place)

    def _pull(self, count: int) -> None:
        self.timeline.pull(count)

    def _stay(self, start: int) -> int:
        return start

    def _event(self, place: int) -> Event | None:
        return self.timeline.events[place - 1] if place else None

    def _expectations(self, expect: Expectation, place: int) -> list[Found]:
        found = expectations(expect, self.scenario.algorithm, self.timeline, place)
        if expect.breaks is not None and (thought := self.thought(self.index)) is not None:
            found.append((("breaks",), expect.breaks, thought.breaks))
        return found

    def thought(self, cue: int) -> Thought | None:
        """What follows from what a cue supposes, at its end, which is on show; None where it supposes nothing. Raises
        ScenarioError where that cannot be supposed there."""
        supposed = self.scenario.script[cue].suppose if cue >= 0 else {}
        if not supposed:
            return None
        try:
            return thought_of(self.scenario.puzzle, self.timeline.state, supposed)
        except SuppositionError as error:
            raise self._error(cue, ("suppose", error.variable), str(error)) from None

    def verify(self) -> None:
        super().verify()
        self.thought(self.index)

    def _search(self, cue: int, loc: Loc, how: Movement, start: int) -> int | None:
        if isinstance(how, str):
            if self.timeline.error:
                raise self._error(cue, loc, self.timeline.error)
            return len(self.timeline.events) if self.timeline.done else None
        if isinstance(how, First):
            found = first_of(self.timeline, how, start)
        elif isinstance(how, When):
            if cue not in self._awaited:
                self._awaited[cue] = Awaited(self.timeline, how, start)
            found = self._awaited[cue].found()
        else:
            found = after_steps(self.timeline, GRAINS[how.grain], how.count, start)
        if found is None and self.timeline.done:
            raise self._unreachable(cue, loc, how, start)
        return found

    def _unreachable(self, cue: int, loc: Loc, how: Step | When | First, start: int) -> ScenarioError:
        if self.timeline.error:
            return self._error(cue, loc, self.timeline.error)
        left = self.timeline.events[start:]
        if isinstance(how, Step):
            steps = sum(type(event).grain >= GRAINS[how.grain] for event in left)
            return self._error(cue, loc, beyond_the_end(how, steps))
        return self._error(cue, (*loc, "event"), never_comes(how, left))


# --- one run -----------------------------------------------------------------------------------------------------


def after_steps(timeline: Timeline[Known], grain: Grain, count: int, start: int) -> int | None:
    """The position just after the ``count``-th event of at least that grain from ``start`` on, if it is recorded."""
    if grain is Grain.MICRO:
        end = start + count
        return end if end <= len(timeline.events) else None
    positions = timeline.positions(grain)
    last = bisect_left(positions, start) + count - 1
    return positions[last] + 1 if last < len(positions) else None


def first_of(timeline: Timeline[Known], how: First, start: int) -> int | None:
    """The position just after the first event of those kinds from ``start`` on, if it is recorded."""
    kinds = event_types()
    found = [at for name in how.events if (at := timeline.after(kinds[name], start)) is not None]
    return min(found) + 1 if found else None


class Awaited:
    """The event that ``when`` waits for, from ``start`` on. Asked again, it looks only at what is recorded since."""

    def __init__(self, timeline: Timeline[Known], when: When, start: int) -> None:
        self._timeline, self._kind = timeline, event_types()[when.event]
        self._wanted = {name: words(value) for name, value in when.where.items()}
        self._next = bisect_left(timeline.positions(self._kind), start)  # of the events of that kind
        self._left = when.count

    def found(self) -> int | None:
        """The position just after it, if it is recorded."""
        positions, events = self._timeline.positions(self._kind), self._timeline.events
        while self._left and self._next < len(positions):
            event = events[positions[self._next]]
            self._left -= all(words(getattr(event, name)) == text for name, text in self._wanted.items())
            self._next += 1
        return None if self._left else positions[self._next - 1] + 1


def beyond_the_end(step: Step, left: int) -> str:
    """What is wrong with a step where so many are left."""
    return f"goes beyond the end: only {left} steps of grain {step.grain} are left here; take fewer"


def never_comes(when: When | First, left: Sequence[Event]) -> str:
    """What is wrong with waiting for an event where those are left."""
    if isinstance(when, First):
        return f"neither {' nor '.join(when.events)} comes from here on; name other events"
    same = [event for event in left if when.event in (kind.__name__ for kind in kinds_of(type(event)))]
    kinds = sorted({type(event).__name__ for event in left})
    if when.where and same and (wrong := _never_reads(when, same)):
        return wrong
    condition = " with these fields" if when.where and same else ""
    much = f"{len(same)} such events are left here" if same else "none is left here"
    hint = "change the count or where" if same else meant(when.event, kinds, "still to come")
    return f"{when.event} number {when.count}{condition} never comes: {much}; {hint}"


def _never_reads(when: When, same: Sequence[Event]) -> str:
    """Which field of such events never reads as it should, and how it does; empty where each does once."""
    for name, value in when.where.items():
        there = sorted({words(getattr(event, name)) for event in same})
        if words(value) not in there:
            return (f"no {when.event} from here on has {name} {words(value)[:40]!r}; "
                    f"{meant(words(value), there, 'there is')}")
    return ""


def expectations(expect: Expect, algorithm: Algorithm, timeline: Timeline[Known], position: int) -> list[Found]:
    """All that is expected of a run, beside what is so at ``position``, which its timeline shows."""
    state = timeline.state
    found: list[Found] = []
    for name, values in expect.domains.items():
        found.append((("domains", name), _sorted(values), _sorted(state.domains[name])))
    counters = {counter.name: counter for counter in algorithm.counters}
    for name, number in expect.counters.items():
        found.append((("counters", name), number, timeline.total(counters[name], position)))
    ended = _reached_end(timeline, position) and timeline.answer is not None  # None: it could not go on
    outcome = timeline.answer.outcome if ended else state.outcome
    if expect.consistent is not None:
        found.append((("consistent",), expect.consistent, outcome != "unsatisfiable"))
    if expect.event is not None:
        event = type(timeline.events[position - 1]).__name__ if position else "nothing yet"
        found.append((("event",), expect.event, event))
    if expect.outcome is not None:
        found.append((("outcome",), expect.outcome, outcome or "none yet"))
    if expect.formula is not None:
        form = state.form
        size = {} if form is None else {f"{form.noun}s": form.count, "variables": form.visible,
                                        "auxiliary": form.auxiliary}
        found += [(("formula", name), wanted, size.get(name))
                  for name, wanted in vars(expect.formula).items() if wanted is not None]
    return found


def _reached_end(timeline: Timeline[Known], position: int) -> bool:
    if position == len(timeline.events):
        timeline.pull(1)
    return timeline.done and position == len(timeline.events)


def _sorted(values: Sequence[int | str]) -> list[int | str]:
    return sorted(values, key=lambda value: (isinstance(value, str), value))
