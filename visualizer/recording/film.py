"""A film: the script of a lesson played once, as the frames that a recording shows one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from algorithms.core import Grain
from algorithms.problems.forms.supposition import SuppositionError, Thought
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.cues import Cue, Run
from scenarios.script.director import Director
from scenarios.script.suppose import thought_of
from scenarios.script.walk import Place, Walk
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

MOST = 2000  # frames, unless there are more cues
SIZE = (1280, 800)  # where one unit of the stage is one pixel

_SLOW = 0.5  # seconds for a frame on the way to a cue where the script sets no speed …
_LONGEST = 5.0  # … but all on the way together take at most this long
_MOVING = 0.24  # seconds that what moves at a cue takes at most …
_PART = 0.6  # … and the part of a frame's time; a way with more frames a second than this has no motion at its end:
_TOO_FAST = 8.0
BETWEEN = tuple(1 - (1 - k / 4) ** 3 for k in (1, 2, 3))  # how far it is in the frames between, slowing down
_OPENING, _CLOSING = 2.0, 3.0  # at least so many seconds for the first frame and for the last


@dataclass(frozen=True)
class Frame:
    """What is shown at once.

    position: of the timeline; where runs are compared, the number of common steps
    say:      what the script says there; ``earlier``: where it was said, if not there; ``marks``: the places that it
              points at
    sentence: what the event that led there says
    panel:    what is seen beside the board; ``large``: the two have changed places
    seconds:  how long it stays
    cue:      the index of the cue that ends there; None on the way to one
    moves:    something moves to what it shows: the frames between stand before it, and take ``moving`` of its seconds
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

    @property
    def moving(self) -> float:
        """Seconds of the frames between, together."""
        return min(_MOVING, _PART * self.seconds) if self.moves else 0.0

    @property
    def caption(self) -> str:
        """What somebody who cannot see the frame should hear."""
        told = self.cue is not None and self.say and not self.earlier
        return self.say if told else self.sentence or self.say


class Film(Protocol):
    """The frames, with what it takes to draw them."""

    @property
    def scenario(self) -> Scenario: ...

    @property
    def frames(self) -> tuple[Frame, ...]: ...

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0) -> None:
        """One frame, or ``t`` of the way to it, filling a canvas of that size."""
        ...


@dataclass(frozen=True)
class RunFilm:
    """A film of one run."""

    scenario: Scenario
    timeline: Timeline[State]
    board: Board
    frames: tuple[Frame, ...]

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0) -> None:
        unit = size[0] / SIZE[0]
        self.timeline.seek(frame.position)
        before = self.timeline.at(frame.position - 1) if frame.moves else self.timeline.state
        whole = Rect(0, 0, *size)
        canvas.rect(whole, theme.background)
        view = View(self.scenario.algorithm, self.board, self.timeline, before, t, say=frame.say,
                    earlier=frame.earlier, marks=frame.marks, code=frame.panel,
                    hero=frame.panel if frame.large else None, thought=self._thought(frame))
        draw_stage(canvas, whole.inset(12 * unit), view, theme, unit)

    def _thought(self, frame: Frame) -> Thought | None:
        """What follows from what the cue supposes that ends there."""
        if frame.cue is None or not (supposed := self.scenario.script[frame.cue].suppose):
            return None
        try:
            return thought_of(self.scenario.puzzle, self.timeline.state, supposed)
        except SuppositionError as error:
            loc = ("script", frame.cue, "suppose", error.variable)
            raise self.scenario.document.error(loc, str(error)) from None


def still(film: Film) -> Frame:
    """The last frame, for a picture: with the path of what has moved there."""
    last = film.frames[-1]
    return replace(last, moves=last.position > 0)


@dataclass
class Move:
    """The way to a cue: the positions to show on it, the last of which is where the cue ends; none if it stays."""

    cue: Cue
    index: int | None
    end: int
    positions: list[int]
    grain: Grain = Grain.MICRO

    def climb(self, grain_at: Callable[[int], Grain]) -> None:
        """Shows less: only steps of the next rung, and beyond landmarks every other step; the end always.

        Phases alone would be a leap: a pass over an expert board is hundreds of landmarks.
        """
        if self.grain < Grain.LANDMARK:
            self.grain = Grain(self.grain + 1)
            self.positions = [at for at in self.positions if grain_at(at) >= self.grain or at == self.end]
        else:
            self.positions = self.positions[-1::-2][::-1]

    @property
    def pace(self) -> float:
        """Seconds for each frame on the way."""
        if self.cue.run is not None:
            return 1 / self.cue.run.speed
        return min(_SLOW, _LONGEST / max(1, len(self.positions)))


def plan(scenario: Scenario, most: int = MOST) -> RunFilm:
    """Plays the script and decides what is shown, in at most ``most`` frames (or as many as there are cues).

    Each event is a frame where that fits. Without a script the film shows the whole run.
    """
    timeline = Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))
    director = Director(scenario, timeline)
    moves = list(_script(director))
    if not moves:
        timeline.pull_all()
        if timeline.error:
            raise ScenarioError(scenario.path, timeline.error)
        end = len(timeline.events)
        moves = [whole_run(end)]
    events = timeline.events
    shorten(moves, lambda at: events[at - 1].grain, most)
    shown = frames_of(director, moves, lambda at: (at,), lambda at: events[at - 1].sentence() if at else "")
    return RunFilm(scenario, timeline, board_for(scenario.puzzle), tuple(shown))


def whole_run(end: int) -> Move:
    """All there is, for a lesson without a script."""
    return Move(Cue(run=Run("end")), None, end, list(range(1, end + 1)))


def shorten(moves: list[Move], grain_at: Callable[[int], Grain], most: int) -> None:
    """Makes it fit in ``most`` frames: the longest way between two cues climbs the ladder of grains, and then the
    longest again, so that what the author takes slowly stays complete."""
    while sum(max(1, len(move.positions)) for move in moves) >= most:
        longest = max(moves, key=lambda move: len(move.positions))
        if len(longest.positions) <= 1:
            break
        longest.climb(grain_at)


def _script(director: Director) -> Iterator[Move]:
    """One move for each cue that there is something to see of."""
    start = 0
    while director.next():
        cue, end = director.cue, director.timeline.position
        assert cue is not None
        yield Move(cue, director.index, end, list(range(start + 1, end + 1)))
        start = end


def frames_of(walk: Walk[Any], moves: list[Move], place_at: Callable[[int], Place],
              sentence_at: Callable[[int], str]) -> Iterator[Frame]:
    """The opening, unless the first cue speaks at once, and then each way with the cue at its end. ``walk`` has walked
    to the last cue."""
    opening = walk.scenario.title if moves[0].index is not None else ""

    def frame(position: int, seconds: float, cue: int | None = None, moves: bool = False) -> Frame:
        shown = walk.shown(place_at(position), cue)
        return Frame(position, walk.said(shown.spoken) or opening, shown.earlier, shown.marks, sentence_at(position),
                     shown.panel or "pseudocode", seconds, cue, shown.large, moves)

    if moves[0].positions:
        yield frame(0, _OPENING)
    for number, move in enumerate(moves):
        for position in move.positions[:-1]:
            yield frame(position, move.pace)
        seconds = max(move.cue.rest, _CLOSING) if number == len(moves) - 1 else max(move.cue.rest, move.pace)
        yield frame(move.end, seconds, move.index, bool(move.positions) and move.pace * _TOO_FAST >= 1)
