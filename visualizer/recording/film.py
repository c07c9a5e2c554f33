"""A film: the script of a lesson played once, as the frames that a recording shows one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from algorithms.core import Grain
from algorithms.problems.forms.supposition import SuppositionError, Thought
from algorithms.reasons import Reason
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.director import Director
from scenarios.script.drawn import NOTHING_DRAWN
from scenarios.script.suppose import thought_of
from scenarios.script.telling import Telling
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from visualizer.canvas.covered import Covered
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect, around
from visualizer.canvas.theme import Theme, theme
from visualizer.recording.film_questions import questions_of
from visualizer.recording.frames import Frame, Move, frames_of, shorten, whole_run
from visualizer.runs.asking import Asking
from visualizer.runs.boards import Board, board_for
from visualizer.runs.families import start_of
from visualizer.runs.question import Question
from visualizer.runs.states import State
from visualizer.runs.thoughts import Dropped
from visualizer.stage.annotations import draw_annotations
from visualizer.stage.blanks import Lettered, blank_on, draw_blanks
from visualizer.stage.question import draw_candidates, seated
from visualizer.stage.seeds import seeds_of
from visualizer.stage.stage import Places, draw_board, draw_code, draw_on_board, draw_stage, heading, places_of
from visualizer.stage.terms import Spot, spots_of
from visualizer.stage.thought import read_out
from visualizer.stage.view import BOARD, View

MOST = 2000  # frames, unless there are more cues
SIZE = (1280, 800)  # where one unit of the stage is one pixel
ROOM = Rect(0, 0, *SIZE).inset(12)  # the stage's, in a frame of that size

ALOUD = Telling()

_WITH_FORMULA, _PICTURE = 1.3, 0.6  # on paper: a picture with the formula below it, and its part of their height
RIM = 16.0  # points around a board on paper, for what stands at its edge
BETWEEN = tuple(1 - (1 - k / 4) ** 3 for k in (1, 2, 3))  # how far it is in the frames between, slowing down


class Film(Protocol):
    """The frames, with what it takes to draw them."""

    @property
    def scenario(self) -> Scenario: ...

    @property
    def frames(self) -> tuple[Frame, ...]: ...

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0,
             question: Question | None = None) -> None:
        """One frame, or ``t`` of the way to it, filling a canvas of that size; with a question that is asked there."""
        ...

    @property
    def questions(self) -> Mapping[int, Question]:
        """What cues ask, by their indices."""
        ...

    @property
    def rungs(self) -> tuple[str, ...]:
        """The words for the four grains."""
        ...

    def grain_at(self, position: int) -> Grain:
        """The largest grain of what led to a position, from 1."""
        ...

    def spots(self, canvas: Canvas, frame: Frame) -> list[Spot]:
        """Where terms of the glossary stand in the caption of a frame that was just drawn."""
        ...

    def parts(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        """What a frame that was just drawn is made of beside its caption, to be shown one below the other where it is
        narrow; the most important first."""
        ...

    def boards(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        """Where the board of each run is in a frame that was just drawn."""
        ...

    def rects(self, canvas: Canvas, frame: Frame, places: Sequence[str], run: int = 0) -> Sequence[Rect]:
        """Where places of the board of a run, by its index, are in a frame."""
        ...

    def shows_board(self, frame: Frame, run: int) -> bool:
        """Is the board of that run seen there?"""
        ...

    def board_of(self, run: int) -> Board: ...

    def state_of(self, frame: Frame, run: int) -> State: ...

    def draw_step(self, canvas: Canvas, frame: Frame, theme: Theme, reason: Reason, lens: State | None,
                  run: int = 0) -> None:
        """A frame with a step of a proof on the board of a run."""
        ...

    def options(self, canvas: Canvas, frame: Frame, question: Question) -> Sequence[Rect]:
        """Where answers are drawn on the board, in the order of the options; none where they are not."""
        ...

    def code_places(self, frame: Frame) -> Sequence[Rect]:
        """Where pseudocode is seen in a frame that was just drawn, whichever tab is chosen."""
        ...

    @property
    def tabs(self) -> Sequence[tuple[str, str]]:
        """What can be chosen to be seen: names, and what they are called."""
        ...

    def tab(self, frame: Frame) -> str:
        """The name of the one that a frame shows."""
        ...

    def tab_places(self, frame: Frame) -> Mapping[str, Rect]:
        """Where the others lie in a frame that was just drawn, by their names."""
        ...

    def draw_tab(self, canvas: Canvas, frame: Frame, name: str, theme: Theme) -> None:
        """One of these, over a frame."""
        ...

    def thought(self, frame: Frame) -> Sequence[str]:
        """What a frame supposes, and each step that follows, as lines of text; none where nothing is supposed."""
        ...

    def aspect(self, frame: Frame) -> float:
        """The width, in proportion to its height, of the board of a frame, or of what is in its place."""
        ...

    def draw_asked(self, canvas: Canvas, frame: Frame, box: Rect, question: Question, theme: Theme,
                   blanks: Lettered = ()) -> None:
        """The board alone, where something is asked, with the answers that are places numbered on it, and blanks."""
        ...

    def blank(self, frame: Frame, box: Rect, question: Question,
              names: Sequence[str]) -> Sequence[Sequence[Rect]]:
        """Where it is seen then what is left of variables: nowhere, where the board has no places for that, or
        something else is in its place."""
        ...

    def timeline_of(self, frame: Frame, run: int) -> Timeline[State]:
        """The run by its index, where it stands in a frame."""
        ...


@dataclass(frozen=True)
class RunFilm:
    """A film of one run."""

    scenario: Scenario
    timeline: Timeline[State]
    board: Board
    frames: tuple[Frame, ...]
    questions: Mapping[int, Question] = field(default_factory=dict)
    _befores: dict[int, State] = field(default_factory=dict, init=False)  # the last one, for all frames between

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0,
             question: Question | None = None) -> None:
        unit, before = size[0] / SIZE[0], self._before(frame)  # it lies on the way to the other one
        self.timeline.seek(frame.position)
        view, whole = self._view(frame, before or self.timeline.state, t), Rect(0, 0, *size)
        view.asking = None if question is None else Asking(question)
        canvas.rect(whole, theme.background)
        draw_stage(canvas, whole.inset(12 * unit), view, theme, unit)

    @property
    def rungs(self) -> tuple[str, ...]:
        return self.scenario.algorithm.rungs

    def grain_at(self, position: int) -> Grain:
        return self.timeline.events[position - 1].grain

    def spots(self, canvas: Canvas, frame: Frame) -> list[Spot]:
        view = self._view(frame, self.timeline.state, 1.0)
        return spots_of(canvas, self._places(canvas, frame).caption, view.words, 1.0, view.earlier)

    def parts(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        found = self._places(canvas, frame)
        panels = found.focus, found.code, found.log, found.counters
        beside = [place for place in panels if place.w > 0 and place.h > 0]
        return found.board, *([around(beside)] if beside else [])

    def boards(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        return [self._places(canvas, frame).board]

    def options(self, canvas: Canvas, frame: Frame, question: Question) -> Sequence[Rect]:
        self.timeline.seek(frame.position)
        if not question.places or self._view(frame, self.timeline.state, 1.0).large:
            return ()
        return self.rects(canvas, frame, [option.text for option in question.options])

    def board_of(self, run: int) -> Board:
        return self.board

    def state_of(self, frame: Frame, run: int) -> State:
        self.timeline.seek(frame.position)
        return self.timeline.state

    def shows_board(self, frame: Frame, run: int) -> bool:
        return True  # large, or small in the place of what is

    def rects(self, canvas: Canvas, frame: Frame, places: Sequence[str], run: int = 0) -> Sequence[Rect]:
        """Some boards know it only of what was drawn last."""
        self.draw(RecordingCanvas(), frame, SIZE, theme("light"))
        box = self.board.magnified(self._places(canvas, frame).board)
        return [self.board.place(box, place) for place in places]

    def code_places(self, frame: Frame) -> Sequence[Rect]:
        found = self._places(RecordingCanvas(), frame)
        return [place for place in (found.code, *([found.board] if frame.large else [])) if place.h > 0]

    @property
    def tabs(self) -> Sequence[tuple[str, str]]:
        view = self._anywhere(self.frames[0])
        shown = {self.tab(frame) for frame in self.frames if frame.large}
        return [(name, heading(view, name)) for name in (*view.algorithm.panels, *([BOARD] if BOARD in shown else []))]

    def tab(self, frame: Frame) -> str:
        return self._anywhere(frame).tab

    def tab_places(self, frame: Frame) -> Mapping[str, Rect]:
        view, box = self._view(frame, self.timeline.state, 1.0), self._places(RecordingCanvas(), frame).code
        return {name: box for name in view.algorithm.panels if name not in (view.tab, view.in_place) and box.h > 0}

    def draw_tab(self, canvas: Canvas, frame: Frame, name: str, theme: Theme) -> None:
        self.timeline.seek(frame.position)
        view, box = self._view(frame, self.timeline.state, 1.0), self._places(canvas, frame).code
        view.code = name
        draw_code(canvas, box, view, theme, 1.0)

    def thought(self, frame: Frame) -> Sequence[str]:
        self.timeline.seek(frame.position)
        state = self.timeline.state
        supposed = None if frame.cue is None else self._thought(frame.cue, state)
        return () if supposed is None else tuple(read_out(self.board, state, supposed))

    def aspect(self, frame: Frame) -> float:
        view = self._anywhere(frame)
        return _WITH_FORMULA if view.large and self.board.shows_literals else view.aspect

    def draw_asked(self, canvas: Canvas, frame: Frame, box: Rect, question: Question, theme: Theme,
                   blanks: Lettered = ()) -> None:
        below = covered(canvas, self, frame, box, question, blanks)
        self.timeline.seek(frame.position)
        view, none = self._view(frame, self.timeline.state, 1.0), Rect(box.right, box.bottom, 0, 0)
        inner, view.asking = box.inset(RIM), Asking(question)
        if view.large or view.thought is not None:
            both = view.large and self.board.shows_literals  # a question about clauses needs them
            inner, rest = inner.split_top(inner.h * (_PICTURE if both else 1), RIM if both else 0)
            draw_board(canvas, Places(inner, none, none, none, none, none), view, theme, 1.0)
            if not both:
                return
            inner = rest
        whole, states = self.board.magnified(inner), (view.before, view.state)  # not cut off: rings reach beyond it
        self.board.asked, self.board.numbered = view.questioned, frozenset(seated(self.board, view.asking)[1])
        self.board.draw(below, whole, *states, 1.0, theme, view.marks, None)
        draw_on_board(below, whole, view.algorithm, self.board, states, 1.0, theme)
        draw_annotations(below, whole, self.board, view.drawn, theme)
        draw_blanks(canvas, whole, self.board, view.state, blanks, theme)
        draw_candidates(canvas, whole, self.board, view.asking, None, theme)

    def blank(self, frame: Frame, box: Rect, question: Question,
              names: Sequence[str]) -> Sequence[Sequence[Rect]]:
        self.draw_asked(RecordingCanvas(), frame, box, question, theme("light"))
        view = self._view(frame, self.timeline.state, 1.0)
        if view.large or view.thought is not None:
            return [()] * len(names)
        whole = self.board.magnified(box.inset(RIM))
        return [blank_on(self.board, whole, view.state, name) for name in names]

    def timeline_of(self, frame: Frame, run: int) -> Timeline[State]:
        self.timeline.seek(frame.position)
        return self.timeline

    def draw_step(self, canvas: Canvas, frame: Frame, theme: Theme, reason: Reason, lens: State | None,
                  run: int = 0) -> None:
        self.timeline.seek(frame.position)
        view, whole = self._view(frame, self.timeline.state, 1.0), Rect(0, 0, *SIZE)
        view.reason, view.lens, view.marks, view.drawn, view.thought = reason, lens, (), NOTHING_DRAWN, None
        canvas.rect(whole, theme.background)
        draw_stage(canvas, ROOM, view, theme, 1.0)

    def _places(self, canvas: Canvas, frame: Frame) -> Places:
        return places_of(canvas, ROOM, self._view(frame, self.timeline.state, 1.0), 1.0)

    def _before(self, frame: Frame) -> State | None:
        """What moves from there, if anything does: where a thought is over, the state that it was of."""
        if not frame.moves:
            return None
        position = frame.position - 1 if frame.drops is None else frame.drops[1]
        if position not in self._befores:
            self._befores.clear()
            self.timeline.seek(position)
            self._befores[position] = self.timeline.state.copy()
        return self._befores[position]

    def _view(self, frame: Frame, before: State, t: float) -> View:
        dropped = None
        if frame.drops is not None and frame.moves and t < 1:
            cue, position = frame.drops
            if (over := self._thought(cue, before)) is not None:
                dropped = Dropped(over, self.timeline.shown(position, before))
        return View(self.scenario.algorithm, self.board, self.timeline, before, t, say=frame.say,
                    earlier=frame.earlier, marks=frame.marks, drawn=frame.drawn, code=frame.panel,
                    hero=frame.panel if frame.large else None, dropped=dropped,
                    band=seeds_of(self.scenario, 0, self.timeline),
                    thought=None if frame.cue is None else self._thought(frame.cue, self.timeline.state))

    def _anywhere(self, frame: Frame) -> View:
        """For what does not depend on the position: what the frame supposes can only be supposed where it is."""
        return self._view(replace(frame, cue=None), self.timeline.state, 1.0)

    def _thought(self, cue: int, state: State) -> Thought | None:
        """What follows from what a cue supposes, in the state where it ends."""
        if not (supposed := self.scenario.script[cue].suppose):
            return None
        try:
            return thought_of(self.scenario.puzzle, state, supposed)
        except SuppositionError as error:
            loc = ("script", cue, "suppose", error.variable)
            raise self.scenario.document.error(loc, str(error)) from None


def lead(question: Question) -> int:
    """The index of the run that it is about."""
    return 0 if question.of is None else question.of.number - 1


def covered(canvas: Canvas, film: Film, frame: Frame, box: Rect, question: Question, blanks: Lettered) -> Canvas:
    """The canvas for what lies below blanks."""
    places = film.blank(frame, box, question, [name for _, name in blanks]) if blanks else ()
    return Covered(canvas, [place for frames in places for place in frames]) if places else canvas


def still(film: Film, cue: int | None = None) -> Frame:
    """A frame for a picture, with the path of what has moved there: the last one, or where the cue of that number, from
    1, ends."""
    told = [frame for frame in film.frames if frame.cue is not None]
    chosen = film.frames[-1] if cue is None else told[cue - 1]
    return replace(chosen, moves=chosen.position > 0)


def cues_of(film: Film) -> int:
    """How many cues can be asked for."""
    return sum(frame.cue is not None for frame in film.frames)


def plan(scenario: Scenario, most: int = MOST, telling: Telling = ALOUD) -> RunFilm:
    """Plays the script and decides what is shown, in at most ``most`` frames (or as many as there are cues).

    Each event is a frame where that fits. Without a script the film shows the whole run.
    """
    if scenario.bands is not None:
        scenario.bands.compute()
    timeline = Timeline(scenario.steps(), start_of(scenario.runs[0]))
    director = Director(scenario, timeline)
    director.tell(telling)
    moves = list(moves_of(director, lambda: timeline.position))
    if not moves:
        timeline.pull_all()
        if timeline.error:
            raise ScenarioError(scenario.path, timeline.error)
        end = len(timeline.events)
        moves = [whole_run(end)]
    asked = questions_of(scenario, director)
    events = timeline.events
    for move in moves:
        move.kept = {question.stop for question in asked.values()}
    shorten(moves, lambda at: events[at - 1].grain, most)
    shown = frames_of(director, moves, lambda at: (at,), lambda at: events[at - 1].sentence() if at else "")
    return RunFilm(scenario, timeline, board_for(scenario.puzzle), tuple(shown), asked)


def moves_of(director: Walk[Any], position: Callable[[], int]) -> Iterator[Move]:
    """One move for each cue that there is something to see of, to the position that it leads to."""
    start = 0
    while director.next():
        cue, end = director.cue, position()
        assert cue is not None
        yield Move(cue, director.index, end, list(range(start + 1, end + 1)))
        start = end
