"""How a cue goes from one place of a run to another, as its author would write it: robust against later changes of the
run, where the event that it leads to can be told from others before it in a few words; else as a count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from itertools import combinations
from typing import Any

from algorithms.core import Event, Grain, event_types, words

_LONGEST = 40  # letters of a field's value that is worth writing down
_LARGEST = 9  # a number that can be counted on a screen


def way(events: Sequence[Event], here: int, there: int, *, last: bool = False) -> dict[str, Any]:
    """The keys of a cue that leads from a position to a later one; ``last``: that is the end of the run."""
    if last:
        return {"run": {"to": "end"}}
    if there <= here:
        return {}
    event = events[there - 1]
    name = type(event).__name__
    same = [other for other in events[here:there] if isinstance(other, type(event))]
    if event_types().get(name) is type(event):
        if len(same) == 1:
            return {"when": {"event": name}}
        where = next((where for where in _told(event) if _first(same, where)), None)
        if where is not None:
            return {"when": {"event": name, "where": where}}
    steps = _steps(events, here, there)
    if steps is not None:
        return {"step": steps}
    if len(same) <= _LARGEST:
        return {"when": {"event": name, "count": len(same)}}
    return {"step": {"grain": "micro", "count": there - here}}


def _told(event: Event) -> Iterator[dict[str, Any]]:
    """What may tell an event from others of its kind: a field, names before numbers; or two of them."""
    found = {one.name: value for one in fields(event) if (value := _written(getattr(event, one.name))) is not None}
    order = sorted(found, key=lambda name: not isinstance(found[name], str))
    for names in (*((name,) for name in order), *combinations(order, 2)):
        yield {name: found[name] for name in names}


def _written(value: object) -> int | str | None:
    """A field's value, where one would write it; truth alone tells little."""
    if isinstance(value, bool) or not isinstance(value, int | str):
        return None
    return value if isinstance(value, int) or 0 < len(value) <= _LONGEST else None


def _first(same: Sequence[Event], where: dict[str, Any]) -> bool:
    """Is the last of these events the first that reads so?"""
    return not any(all(words(getattr(event, name)) == words(value) for name, value in where.items())
                   for event in same[:-1])


def _steps(events: Sequence[Event], here: int, there: int) -> dict[str, Any] | None:
    """A few steps on the highest rung that has the event."""
    for grain in (Grain.PHASE, Grain.LANDMARK, Grain.STEP):
        ends = [at for at in range(here, there) if events[at].grain >= grain]
        if ends and ends[-1] == there - 1 and len(ends) <= _LARGEST:
            return {"grain": grain.name.lower(), "count": len(ends)}
    return None
