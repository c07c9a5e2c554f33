"""The timeline: wherever it is, its state is the fold of the events before; and it finds its way by kind and grain."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Self
from unittest.mock import patch

from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import Counter, Event, Grain, Steps
from algorithms.events import ConstraintTaken, PassStarted, SupportFound, VariableTaken, WipedOut
from scenarios import timeline as module
from scenarios.timeline import Timeline

FAR = 1_000_000


class Log:
    """A state that remembers every event, so that a wrong fold cannot pass for a right one."""

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.seen = list(events)

    def apply(self, event: Event) -> None:
        self.seen.append(event)

    def copy(self) -> Self:
        return type(self)(self.seen)


KINDS: list[type[Event]] = [PassStarted, ConstraintTaken, VariableTaken, SupportFound]  # one of each grain
MAKERS: list[Callable[[int], Event]] = [
    lambda n: PassStarted(n, 1), lambda n: ConstraintTaken(f"C{n}", ()), lambda n: VariableTaken(f"x{n}", 1),
    lambda n: SupportFound(f"x{n}", 0),
]
TARGETS: list[Grain | type[Event]] = [*Grain, *KINDS, WipedOut]  # the last never comes
FINE = st.sampled_from([3, 3, 3, 3, 2, 2, 1, 0])  # mostly small steps, as algorithms have them


def stream(kinds: Sequence[int], first: int = 0) -> list[Event]:
    """Events of those kinds, all different."""
    return [MAKERS[kind](first + index) for index, kind in enumerate(kinds)]


def steps(events: Sequence[Event], answer: object = "the answer") -> Steps[object]:
    yield from events
    return answer


streams = st.lists(FINE, max_size=200).map(stream)
gaps = st.tuples(st.sampled_from([1, 2, 7, 64]), st.sampled_from([2, 3, 4, 512]))


@contextmanager
def keyframes(gap: int, most: int) -> Iterator[None]:
    """A first gap and a bound so small that gaps double in short runs."""
    with patch.object(module, "_FIRST_GAP", gap), patch.object(module, "_MOST_KEYFRAMES", most):
        yield


def belongs(event: Event, target: Grain | type[Event]) -> bool:
    return event.grain >= target if isinstance(target, Grain) else type(event) is target


@given(streams, gaps, st.lists(st.one_of(st.tuples(st.just("seek"), st.integers(-5, 230)),
                                         st.tuples(st.just("pull"), st.integers(0, 90))), max_size=30))
def test_seek_is_the_fold_of_the_events_before(events: list[Event], gap: tuple[int, int],
                                               moves: list[tuple[str, int]]) -> None:
    with keyframes(*gap):
        timeline = Timeline(steps(events), Log())
        for move, number in moves:
            if move == "pull":
                known = len(timeline.events)
                assert timeline.pull(number) == min(number, len(events) - known)
                assert timeline.events == events[: known + number]
            else:
                expected = min(max(0, number), len(events))
                assert timeline.seek(number) == timeline.position == expected
            assert timeline.state.seen == events[: timeline.position]


@given(streams, gaps, st.data())
def test_ways_by_grain_and_kind_are_those_of_a_plain_search(events: list[Event], gap: tuple[int, int],
                                                            data: st.DataObject) -> None:
    with keyframes(*gap):
        timeline = Timeline(steps(events), Log())
        for _ in range(8):
            here = timeline.seek(data.draw(st.integers(0, 210)))
            target = data.draw(st.sampled_from(TARGETS))
            ahead = next((i for i in range(here, len(events)) if belongs(events[i], target)), len(events) - 1)
            behind = next((i for i in range(here - 2, -1, -1) if belongs(events[i], target)), -1)
            assert timeline.forward(target, FAR) == ahead + 1
            assert timeline.back(target) == behind + 1
            assert timeline.position == here  # asking the way is not going
            if not isinstance(target, Grain):
                assert timeline.count(target) == sum(belongs(event, target) for event in events[:here])


PLAIN = Counter("passes", PassStarted, "passes")
HEAVY = Counter("numbers", PassStarted, "their numbers, added up", lambda event: event.number)


@given(streams, streams, gaps, st.lists(st.integers(0, 210), max_size=10), st.integers(0, 200))
def test_a_counter_is_the_sum_of_what_its_events_weigh(past: list[Event], future: list[Event], gap: tuple[int, int],
                                                       positions: list[int], cut: int) -> None:
    def check(timeline: Timeline[Log], events: list[Event]) -> None:
        for position in positions:
            here = timeline.seek(position)
            passes = [event.number for event in events[:here] if isinstance(event, PassStarted)]
            assert (timeline.total(PLAIN), timeline.total(HEAVY)) == (len(passes), sum(passes))
            assert timeline.total(HEAVY, 0) == 0

    with keyframes(*gap):
        trunk = Timeline(steps(past), Log())
        check(trunk, past)
        here = trunk.seek(cut)
        branch = trunk.branch(steps(future))
        check(branch, past[:here] + future)
        check(trunk, past)


def test_forward_pulls_no_more_than_a_frame_can_bear() -> None:
    timeline = Timeline(steps(stream([3] * 5000)), Log())
    assert timeline.forward(PassStarted, 1000) == len(timeline.events)
    assert 1000 <= len(timeline.events) < 2000
    assert not timeline.done


@given(streams, streams, gaps, st.data())
def test_a_branch_keeps_the_past_and_equals_a_fresh_fold(past: list[Event], future: list[Event], gap: tuple[int, int],
                                                         data: st.DataObject) -> None:
    with keyframes(*gap):
        trunk = Timeline(steps(past), Log())
        trunk.pull(data.draw(st.integers(0, 200)))
        here = trunk.seek(data.draw(st.integers(0, 210)))
        branch = trunk.branch(steps(future, "another answer"))
        whole = past[:here] + future
        assert branch.position == here
        assert branch.state.seen == past[:here]
        assert branch.pull_all()
        assert (branch.events, branch.answer) == (whole, "another answer")
        for position in data.draw(st.lists(st.integers(0, len(whole)), max_size=10)):
            branch.seek(position)
            assert branch.state.seen == whole[:position]
        for target in TARGETS[1:]:  # above MICRO
            assert list(branch.positions(target)) == [i for i, e in enumerate(whole) if belongs(e, target)]
        for position in data.draw(st.lists(st.integers(0, len(past)), max_size=10)):
            trunk.seek(position)  # the trunk goes on as if nothing had happened
            assert trunk.state.seen == past[:position]


@given(streams)
def test_done_comes_with_the_answer_and_not_before(events: list[Event]) -> None:
    timeline = Timeline(steps(events, ("an", "answer")), Log())
    timeline.pull(len(events))
    assert (timeline.done, timeline.answer) == (False, None)  # nobody has asked for more yet
    assert timeline.pull(1) == 0
    assert timeline.done is True
    assert timeline.answer == ("an", "answer")
    assert timeline.kinds() == list(dict.fromkeys(map(type, events)))


def test_pulling_all_stops_when_it_is_told_to() -> None:
    timeline = Timeline(steps(stream([3] * 100)), Log())
    answers = iter([False, True])
    assert not timeline.pull_all(lambda: next(answers), chunk=10)
    assert len(timeline.events) == 10
    assert timeline.pull_all(chunk=10)


# --- where in the Python source ------------------------------------------------------------------------------------


def here() -> int:
    """The line that calls."""
    return sys._getframe(1).f_lineno


def outer(depth: int) -> Steps[int]:
    yield PassStarted(here(), -1)
    inside = yield from inner(depth)
    yield PassStarted(here(), -1)
    yield from steps([])
    return inside


def inner(depth: int) -> Steps[int]:
    yield PassStarted(here(), depth)
    if depth:
        yield from inner(depth - 1)
    yield PassStarted(here(), depth)
    return depth


@given(st.integers(0, 5), st.integers(0, 20))
def test_line_is_where_the_innermost_generator_yielded(depth: int, cut: int) -> None:
    timeline = Timeline(outer(depth), Log())
    assert timeline.line() is None
    timeline.pull_all()
    timeline.seek(cut)
    for run in (timeline, timeline.branch(outer(depth))):
        run.pull_all()
        for position, event in enumerate(run.events, 1):
            run.seek(position)
            assert isinstance(event, PassStarted)
            function = outer if event.constraints < 0 else inner
            assert run.line() == (function.__code__, event.number)
            assert run.event is event
