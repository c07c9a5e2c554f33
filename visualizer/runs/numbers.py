"""Numbers in panels that count events: each knows what it means, and which events it has counted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from algorithms.core import Event
from scenarios.timeline import Timeline
from visualizer.runs.states import State

Counted = Callable[[Timeline[State], int], Sequence[int]]
"""The indices, ascending, of the events that a number has counted, of the first so many of a timeline."""


@dataclass(frozen=True)
class Number:
    """A number that stands in a panel. ``counted`` is asked for only when somebody wants to know."""

    name: str
    value: int
    definition: str
    counted: Counted

    @property
    def tip(self) -> str:
        """What is said of it under the pointer and with the focus."""
        return f"{self.name}: {self.definition}; a click lists what it counted"


def events_since(kinds: Sequence[type[Event]], starts: Sequence[type[Event]] = (),
                 when: Callable[[Event], bool] = lambda _event: True) -> Counted:
    """Counts the events of these kinds, behind the last one of those at which the number begins at 0 again, and behind
    the last move of a game, after which all is found anew."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        begun = [timeline.before(kind, upto) for kind in starts]
        state = timeline.state if upto == timeline.position else timeline.at(upto)
        first = max((at for at in begun if at is not None), default=-1)
        first = max(first, state.anew - 1)
        found = {at for kind in kinds for at in timeline.positions(kind)[:timeline.count(kind, upto)] if at > first}
        return [at for at in sorted(found) if when(timeline.events[at])]

    return counted


def last_of_each(keys: Iterable[str], kinds: tuple[type[Event], ...], key: Callable[[Event], str]) -> Counted:
    """Counts for each key the last event of these kinds that has it: what still stands, of what comes and goes."""
    wanted = frozenset(keys)

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        left, found = set(wanted), list[int]()
        for at in range(upto - 1, -1, -1):
            if not left:
                break
            event = timeline.events[at]
            if isinstance(event, kinds) and key(event) in left:
                left.discard(key(event))
                found.append(at)
        return found[::-1]

    return counted
