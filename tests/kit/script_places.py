"""What a script shows at a place, worked out from the script, the events and the place alone, without a director: each
cue is looked for again, event by event, every time that somebody asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from algorithms.core import Event, fill, words
from scenarios.script.cues import GRAINS, Cue, First, Step, When

Place = tuple[int, ...]

CUE_KEYS = tuple("for" if field.name == "audience" else field.name for field in fields(Cue))
"""The keys of a cue, as an author writes them."""


@dataclass(frozen=True)
class Sight:
    """The cue on show; what is said, whether it was said elsewhere, and by which cue; what is marked; the panel."""

    index: int
    say: str
    spoken: int
    earlier: bool
    marks: tuple[str, ...]
    panel: str | None


def ends_of(script: Sequence[Cue], events: Sequence[Event], ended: bool) -> list[int]:
    """Where the cues end on one run, as far as these events tell; ``ended``: no others come."""
    found: list[int] = []
    for cue in script:
        end = _end(cue, events, found[-1] if found else 0, ended)
        if end is None:
            break
        found.append(end)
    return found


def _end(cue: Cue, events: Sequence[Event], start: int, ended: bool) -> int | None:
    how = cue.movement[1] if cue.movement is not None else None
    if how is None:
        return start
    if isinstance(how, str):
        return len(events) if ended else None
    left = 1 if isinstance(how, First) else how.count
    for position in range(start, len(events)):
        left -= _counts(how, events[position])
        if left == 0:
            return position + 1
    return None


def _counts(how: Step | When | First, event: Event) -> bool:
    if isinstance(how, Step):
        return event.grain >= GRAINS[how.grain]
    if isinstance(how, First):
        return type(event).__name__ in how.events
    return type(event).__name__ == how.event and all(
        words(getattr(event, name)) == words(value) for name, value in how.where.items())


def _said(say: str, event: Event | None) -> str:
    """The words of a cue; after an event that they do not fit, what that says."""
    try:
        return fill(say, event or Event()).strip()
    except KeyError:
        return "" if event is None else event.sentence()


def sight(script: Sequence[Cue], ends: Sequence[Place], here: Place, said_of: Sequence[Event | None],
          walked_to: int | None = None) -> Sight:
    """What is on show ``here``, where the cues end at ``ends``, after the events ``said_of``; ``walked_to``: the cue
    that was gone to, of several that end there, or the start (-1)."""
    reached = [index for index, end in enumerate(ends) if all(a <= b for a, b in zip(end, here, strict=True))]
    index = max((at for at in reached if script[at].seen), default=-1) if walked_to is None else walked_to
    spoken = max((at for at in range(index + 1) if script[at].say is not None), default=-1)
    say = script[spoken].say if spoken >= 0 else None
    words_of = "" if say is None else _said(say, said_of[spoken])
    asking = list(range(index + 1)) if walked_to is not None else list(reached)
    start = ends[reached[-1]] if reached else (0,) * len(here)
    if walked_to is None and len(reached) < len(script) and here != start:
        asking.append(len(reached))  # on the way to that one
    shows = [show.panel for at in asking if (show := script[at].panel) is not None]
    marks = dict.fromkeys(name for at in range(max(0, spoken), index + 1) for name in script[at].marks)
    return Sight(index, words_of, spoken, spoken >= 0 and ends[spoken] != here, tuple(marks),
                 shows[-1] if shows else None)
