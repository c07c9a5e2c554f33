"""What a script shows at a place, and what it needs to know of a recorded run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from algorithms.core import Event
from scenarios.script.drawn import NOTHING_DRAWN, Drawn

Place = tuple[int, ...]
"""The position of each run."""


class Record(Protocol):
    """What a walk needs of a timeline: its position, how many times that has changed, what is recorded."""

    events: list[Event]
    done: bool
    position: int
    moves: int

    def pull(self, count: int) -> int: ...


@dataclass(frozen=True)
class Shown:
    """What a script shows at a place.

    index:   the cue on show, -1 before the first; ``there``: the place is where it ended
    spoken:  the cue whose words are on show: the last one up to there that spoke; -1: none
    earlier: where these words were said, if the runs have gone on since: they may no longer be true; else empty
    marks:   the places that are pointed at: what was marked since those words; ``drawn``: what else was drawn since
    panel:   the panel that was asked for last, here or on the way from here to the next cue, and the cue that ``asked``
             for it; None and -1: none; ``large``: in the place of the board; ``of``: of that run, not of all
    """

    index: int
    there: bool
    spoken: int
    earlier: str
    marks: tuple[str, ...]
    panel: str | None
    asked: int
    large: bool = False
    of: str | None = None
    drawn: Drawn = NOTHING_DRAWN
