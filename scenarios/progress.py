"""How far the user has come in each lesson: kept in the user's folder, for the gallery and to go on where one was left.

``progress.json`` has an entry for each lesson that was left, by the name of its file, the last one left at the end:

    {"04-where-gac-must-stop": {"cue": 3, "cues": 9, "position": 41, "seen": false}, …}
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from scenarios.writing import keep, kept_in

_FILE = "progress.json"


@dataclass(frozen=True)
class Left:
    """Where a lesson was left.

    cue:      so many cues had been reached; ``cues`` are all there are
    position: so many events had happened
    seen:     its end has been reached, then or some other time
    answers:  the points for its questions that were answered, by the numbers of their cues, from 0
    times:    the seconds that these took
    """

    cue: int
    cues: int
    position: int = 0
    seen: bool = False
    answers: Mapping[str, float] = field(default_factory=dict)
    times: Mapping[str, float] = field(default_factory=dict)

    @property
    def midway(self) -> bool:
        """Does the lesson go on there the next time? Left at its first or last cue, it begins anew."""
        return 1 < self.cue < self.cues


class Progress:
    """All lessons that were ever left, in that order."""

    def __init__(self, left: Mapping[str, Left] | None = None) -> None:
        self.left = dict(left or {})
        self._own: set[str] = set()  # left here, and not kept yet

    def leave(self, name: str, place: Left) -> None:
        """A lesson is left there. What was seen once stays seen."""
        self._own.add(name)
        self._put(name, place, self.left)

    @staticmethod
    def _put(name: str, place: Left, left: dict[str, Left]) -> None:
        before = left.pop(name, place)
        left[name] = Left(place.cue, place.cues, place.position, place.seen or before.seen,
                          {**place.answers, **before.answers} if place.cues == before.cues else place.answers,
                          {**place.times, **before.times} if place.cues == before.cues else place.times)

    def seen(self, name: str) -> bool:
        """Has its end been reached?"""
        return name in self.left and self.left[name].seen

    @property
    def last(self) -> str | None:
        """The lesson that was left last."""
        return next(reversed(self.left), None)

    def save(self) -> None:
        """Keeps it, with what another window has kept since; where there is no place for that, it is forgotten with the
        window."""
        merged = {**self.left, **load_progress().left}
        for name in [name for name in self.left if name in self._own]:
            self._put(name, self.left[name], merged)
        self.left = merged
        keep(_FILE, json.dumps({name: asdict(place) for name, place in self.left.items()}, indent=0))
        kept = load_progress().left
        self._own = {name for name in self._own if kept.get(name) != self.left[name]}


def load_progress() -> Progress:
    """What was kept, without what makes no sense."""
    return Progress({name: place for name, entry in kept_in(_FILE).items() if (place := _place(entry)) is not None})


def _place(entry: Any) -> Left | None:
    """One entry; None where it makes no sense."""
    if not isinstance(entry, dict):
        return None
    numbers = [entry.get(name, 0) for name in ("cue", "cues", "position")]
    if not all(type(number) is int and number >= 0 for number in numbers):
        return None
    cue, cues, position = numbers
    return Left(cue, cues, position, entry.get("seen") is True, _answers(entry.get("answers")),
                _times(entry.get("times")))


def _answers(kept: Any) -> dict[str, float]:
    """The points for answers, without what makes no sense."""
    found = kept.items() if isinstance(kept, dict) else ()
    return {cue: float(points) for cue, points in found if cue.isdecimal() and points in (0, 0.5, 1)}


def _times(kept: Any) -> dict[str, float]:
    """The seconds that answers took, without what makes no sense."""
    found = kept.items() if isinstance(kept, dict) else ()
    return {cue: float(seconds) for cue, seconds in found if cue.isdecimal() and type(seconds) in (int, float)
            and 0 <= seconds < float("inf")}
