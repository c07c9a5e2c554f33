"""Numbers in panels: each knows what it means, the events that it rests on, and how it comes from these.

Most count events; a level, a weight, a share or a maximum comes from events in another way, its ``rule``. The value is
what the state says, and what is drawn; the rule sees nothing but events, so that an audit is a second way to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from algorithms.core import Event
from scenarios.timeline import Timeline
from visualizer.runs.states import State

Worth = int | float | Fraction
Counted = Callable[[Timeline[State], int], Sequence[int]]
"""The indices, ascending, of the events that a number rests on, of the first so many of a timeline."""
Rule = Callable[[Sequence[Any]], Worth]
"""What these events come to."""


def plain(value: Worth) -> str:
    """A number as it is mostly written."""
    return f"{value:,}".replace("-", "−")


def signed(value: Worth) -> str:
    """One that is added, or taken away."""
    return f"{value:+,}".replace("-", "−")


@dataclass(frozen=True)
class Number:
    """A number that stands in a panel. ``counted`` is asked for only when somebody wants to know.

    worth: what one of the events adds, if that is not 1; with a rule, what it says
    rule:  how it comes from its events, where these do not just add up
    form:  how it is written
    """

    name: str
    value: Worth
    definition: str
    counted: Counted
    worth: Callable[[Any], Worth] | None = None
    rule: Rule | None = None
    form: Callable[[Worth], str] = plain

    @property
    def text(self) -> str:
        """As it is drawn."""
        return self.form(self.value)

    def from_events(self, events: Sequence[Any]) -> Worth:
        """What these events come to."""
        if self.rule is not None:
            return self.rule(events)
        return len(events) if self.worth is None else sum(map(self.worth, events))

    @property
    def tip(self) -> str:
        """What is said of it under the pointer and with the focus."""
        return self.tip_of("a click, or X,")

    def tip_of(self, how: str) -> str:
        """The same, where it is asked in that way."""
        lists = "lists what it counted" if self.rule is None else "lists the events that it is from"
        return f"{self.name}: {self.definition}; {how} {lists}"


# --- which events ----------------------------------------------------------------------------------------------------


def anyone(_event: Any) -> bool:
    """Takes every event."""
    return True


def begin_of(timeline: Timeline[State], upto: int, starts: Sequence[type[Event]] = ()) -> int:
    """The index of the first event behind the last one of those kinds, and behind the last move of a game, after which
    all is found anew."""
    state = timeline.state if upto == timeline.position else timeline.at(upto)
    begun = [timeline.before(kind, upto) for kind in starts]
    return max(state.anew, *(at + 1 for at in begun if at is not None), 0)


def every(kind: type[Event]) -> Counted:
    """All events of a kind, as counters count them: moves of a game change nothing."""
    return lambda timeline, upto: timeline.positions(kind)[:timeline.count(kind, upto)]


def events_since(kinds: Sequence[type[Event]], starts: Sequence[type[Event]] = (),
                 when: Callable[[Any], bool] = anyone) -> Counted:
    """The events of these kinds, behind the last one of those at which the number begins at 0 again, and behind the
    last move of a game."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        first = begin_of(timeline, upto, starts)
        found = {at for kind in kinds for at in timeline.positions(kind)[:timeline.count(kind, upto)] if at >= first}
        return [at for at in sorted(found) if when(timeline.events[at])]

    return counted


def last_of(kinds: Sequence[type[Event]], starts: Sequence[type[Event]] = (),
            when: Callable[[Any], bool] = anyone) -> Counted:
    """The last one of these, where there is one."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        return events_since(kinds, starts, when)(timeline, upto)[-1:]

    return counted


def last_of_each(keys: Iterable[str], kinds: tuple[type[Event], ...], key: Callable[[Event], str]) -> Counted:
    """For each key the last event of these kinds that has it: what still stands, of what comes and goes."""
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


def on_branch(kinds: tuple[type[Event], ...], opens: tuple[type[Event], ...], closes: tuple[type[Event], ...],
              when: Callable[[Any], bool] = anyone) -> Counted:
    """The events of these kinds that hold on the current branch of a search: each of those that ``closes`` undoes all
    from the last one of those that ``opens`` on."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        found, marks = list[int](), list[int]()
        for at in events_since((*kinds, *opens, *closes))(timeline, upto):
            event = timeline.events[at]
            if not isinstance(event, closes):
                if isinstance(event, opens):
                    marks.append(len(found))
                found.append(at)
            elif marks:
                del found[marks.pop():]
        return [at for at in found if isinstance(timeline.events[at], kinds) and when(timeline.events[at])]

    return counted


def standing(opens: tuple[type[Event], ...], closes: tuple[type[Event], ...]) -> Counted:
    """What still stands, of what is undone in the reverse order."""
    return on_branch(opens, opens, closes)


# --- what they come to -----------------------------------------------------------------------------------------------


def said(field: str, nothing: Worth = 0) -> Rule:
    """What the last one says."""

    def rule(events: Sequence[Any]) -> Worth:
        value: Worth = getattr(events[-1], field) if events else nothing
        return value

    return rule


def size(field: str) -> Rule:
    """How many the last one names."""

    def rule(events: Sequence[Any]) -> Worth:
        return len(getattr(events[-1], field)) if events else 0

    return rule

