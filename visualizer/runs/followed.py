"""What is read of all that a run has recorded: once, and on from there each time that somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar
from weakref import WeakKeyDictionary

from scenarios.timeline import Timeline
from visualizer.runs.states import State


class Follower(Protocol):
    """Something that has read a timeline up to somewhere."""

    def follow(self, timeline: Timeline[State]) -> None:
        """Reads what has been recorded since."""
        ...


F = TypeVar("F", bound=Follower)


def following(begin: Callable[[], F]) -> Callable[[Timeline[State]], F]:
    """What gives a timeline's own follower, up to its end; it is kept as long as the timeline is."""
    found: WeakKeyDictionary[Timeline[State], F] = WeakKeyDictionary()

    def up_to_the_end(timeline: Timeline[State]) -> F:
        follower = found.setdefault(timeline, begin())
        follower.follow(timeline)
        return follower

    return up_to_the_end
