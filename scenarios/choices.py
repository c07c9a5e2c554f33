"""Choices that are recorded, and can be made otherwise: a what-if branch replays a run with one choice overridden."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from algorithms.core import Choose, Steps
from scenarios.timeline import Timeline

T = TypeVar("T")


class Chooser:
    """Passed to an algorithm as ``choose``: repeats ``past`` choices, then picks ``wish`` once, then what is preferred.

    ``made`` holds for each choice how many events of the run there were before it, and the name of what was chosen.
    """

    def __init__(self, past: Sequence[tuple[int, str]] = (), wish: str | None = None) -> None:
        self.made: list[tuple[int, str]] = []
        self._past = list(past)
        self._wish = wish
        self._events: Callable[[], int] = lambda: 0

    def follow(self, timeline: Timeline[Any], start: int) -> None:
        """The run is recorded on ``timeline``, from position ``start`` on."""
        self._events = lambda: len(timeline.events) - start

    def __call__(self, kind: str, candidates: Sequence[T], preferred: T) -> T:
        index = len(self.made)
        events, wanted = self._past[index] if index < len(self._past) else (self._events(), None)
        if index == len(self._past):
            wanted = self._wish
        chosen = next((candidate for candidate in candidates if _name(candidate) == wanted), preferred)
        self.made.append((events, _name(chosen)))
        return chosen


def _name(candidate: object) -> str:
    return str(getattr(candidate, "name", candidate))


def replay(start: Callable[[Choose], Steps[Any]], before: Chooser, position: int, wish: str) -> tuple[Steps[Any],
                                                                                                   Chooser]:
    """The run that ``start`` begins, as it went with ``before`` for ``position`` events, then with ``wish`` chosen.

    Returns the run at that position, and its chooser, which has yet to follow a timeline.
    """
    chooser = Chooser([choice for choice in before.made if choice[0] < position], wish)
    steps = start(chooser)
    for _ in range(position):
        next(steps)
    return steps, chooser
