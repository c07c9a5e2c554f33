"""What a film shows: its frames, and which of a run's positions they are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any

from algorithms.core import Grain
from scenarios.emphasis import unmarked
from scenarios.script.cues import Cue, Run
from scenarios.script.drawn import NOTHING_DRAWN, Drawn
from scenarios.script.shown import Place
from scenarios.script.walk import Walk
from visualizer.stage.beside_words import in_words

_SLOW = 0.5  # seconds for a frame on the way to a cue where the script sets no speed …
_LONGEST = 5.0  # … but all on the way together take at most this long
_MOVING = 0.24  # seconds that what moves at a cue takes at most …
_PART = 0.6  # … and the part of a frame's time; a way with more frames a second than this has no motion at its end:
_TOO_FAST = 8.0
_OPENING, _CLOSING = 2.0, 3.0  # at least so many seconds for the first frame and for the last


@dataclass(frozen=True)
class Frame:
    """What is shown at once.

    position: of the timeline; where runs are compared, the number of common steps
    say:      what the script says there; ``earlier``: where it was said, if not there; ``marks``: the places that it
              points at; ``drawn``: what else it draws on the board
    sentence: what the event that led there says
    panel:    what is seen beside the board; ``large``: the two have changed places; ``of``: of that run, not of all
    seconds:  how long it stays
    cue:      the index of the cue that ends there; None on the way to one
    moves:    something moves to what it shows: the frames between stand before it, and take ``moving`` of its seconds
    more:     what the cue that says it would add, for those who want more; empty where that is said
    drops:    the index of a cue, and the position, where something was supposed just before that is over there
    """

    position: int
    say: str
    earlier: str
    marks: tuple[str, ...]
    sentence: str
    panel: str
    seconds: float
    cue: int | None
    large: bool = False
    moves: bool = False
    drawn: Drawn = NOTHING_DRAWN
    of: str | None = None
    drops: tuple[int, int] | None = None
    more: str = ""

    @property
    def moving(self) -> float:
        """Seconds of the frames between, together."""
        return min(_MOVING, _PART * self.seconds) if self.moves else 0.0

    @property
    def caption(self) -> str:
        """What somebody who cannot see the frame should hear."""
        told = self.cue is not None and self.say and not self.earlier
        said = unmarked(self.say if told else self.sentence or self.say)
        return f"{said} {in_words(self.drawn)}".strip() if self.cue is not None else said


@dataclass
class Move:
    """The way to a cue: the positions to show on it, the last of which is where the cue ends; none if it stays. Those
    that are ``kept`` are always shown, as something is asked there."""

    cue: Cue
    index: int | None
    end: int
    positions: list[int]
    grain: Grain = Grain.MICRO
    kept: Collection[int] = ()

    def climb(self, grain_at: Callable[[int], Grain]) -> None:
        """Shows less: only steps of the next rung, and beyond landmarks every other step; the end always.

        Phases alone would be a leap: a pass over an expert board is hundreds of landmarks.
        """
        if self.grain < Grain.LANDMARK:
            self.grain = Grain(self.grain + 1)
            self.positions = [at for at in self.positions if grain_at(at) >= self.grain or self._stays(at)]
        else:
            gone = {*self.passing[::-2]}
            self.positions = [at for at in self.positions if at not in gone]

    @property
    def passing(self) -> list[int]:
        """The positions that may be left out."""
        return [at for at in self.positions if not self._stays(at)]

    def _stays(self, at: int) -> bool:
        return at == self.end or at in self.kept

    @property
    def pace(self) -> float:
        """Seconds for each frame on the way."""
        if self.cue.run is not None:
            return 1 / self.cue.run.speed
        return min(_SLOW, _LONGEST / max(1, len(self.positions)))


def whole_run(end: int) -> Move:
    """All there is, for a lesson without a script."""
    return Move(Cue(run=Run("end")), None, end, list(range(1, end + 1)))


def shorten(moves: list[Move], grain_at: Callable[[int], Grain], most: int) -> None:
    """Makes it fit in ``most`` frames: the longest way between two cues climbs the ladder of grains, and then the
    longest again, so that what the author takes slowly stays complete."""
    while sum(max(1, len(move.positions)) for move in moves) >= most:
        longest = max(moves, key=lambda move: len(move.passing))
        if not longest.passing:
            break
        longest.climb(grain_at)


def frames_of(walk: Walk[Any], moves: list[Move], place_at: Callable[[int], Place],
              sentence_at: Callable[[int], str]) -> Iterator[Frame]:
    """The opening, unless the first cue speaks at once, and then each way with the cue at its end. ``walk`` has walked
    to the last cue."""
    usual = "" if walk.scenario.compares else "pseudocode"
    opening = walk.scenario.title if moves[0].index is not None else ""
    over: tuple[int, int] | None = None

    def frame(position: int, seconds: float, cue: int | None = None, moves: bool = False) -> Frame:
        nonlocal over
        shown = walk.shown(place_at(position), cue)
        drops, supposes = over, cue is not None and bool(walk.scenario.script[cue].suppose)
        over = (cue, position) if cue is not None and supposes else None
        return Frame(position, walk.said(shown.spoken) or opening, shown.earlier, shown.marks, sentence_at(position),
                     shown.panel or usual, seconds, cue, shown.large,
                     moves or (drops is not None and seconds * _TOO_FAST >= 1), shown.drawn, shown.of, drops,
                     walk.unsaid(shown.spoken))

    if moves[0].positions:
        yield frame(0, _OPENING)
    for number, move in enumerate(moves):
        for position in move.positions[:-1]:
            yield frame(position, move.pace)
        rest = move.cue.rest_with(walk.telling.more)
        seconds = max(rest, _CLOSING if number == len(moves) - 1 else move.pace)
        yield frame(move.end, seconds, move.index, bool(move.positions) and move.pace * _TOO_FAST >= 1)
