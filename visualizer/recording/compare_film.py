"""A film of a lesson that compares: its frames are common steps of all runs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from algorithms.core import CODE, Event, Grain
from algorithms.reasons import Reason
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.cues import CHART
from scenarios.script.drawn import NOTHING_DRAWN
from scenarios.script.telling import Telling
from scenarios.script.together import Leg, Trail
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, RecordingCanvas, Rect, around
from visualizer.canvas.theme import Theme, theme
from visualizer.recording.film import ALOUD, MOST, RIM, ROOM, SIZE, covered, lead, moves_of
from visualizer.recording.film_questions import questions_of
from visualizer.recording.frames import Frame, frames_of, shorten, whole_run
from visualizer.runs.asking import Asking
from visualizer.runs.boards import Board
from visualizer.runs.comparison import Comparison
from visualizer.runs.question import Question
from visualizer.runs.sides import Side
from visualizer.runs.states import State
from visualizer.stage.blanks import Lettered, blank_on, draw_blanks
from visualizer.stage.compare_panels import draw_panel, draw_panels, panel_of, panels_of
from visualizer.stage.compare_stage import CompareView, draw_asked, draw_comparison, draw_run
from visualizer.stage.stage import heading, panel
from visualizer.stage.terms import Spot, spots_of
from visualizer.stage.view import BOARD


@dataclass(frozen=True)
class ComparisonFilm:
    """A film of several runs; the position of a frame is a number of steps on the trail."""

    scenario: Scenario
    comparison: Comparison
    trail: Trail
    frames: tuple[Frame, ...]
    questions: Mapping[int, Question] = field(default_factory=dict)
    _befores: dict[object, list[State | None]] = field(default_factory=dict, init=False)  # as of a RunFilm

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0,
             question: Question | None = None) -> None:
        unit = size[0] / SIZE[0]
        comparison = self.comparison
        place = self.trail.at(frame.position)
        earlier = self.trail.at(frame.position - 1) if frame.moves else place
        if (earlier, place) not in self._befores:
            self._befores.clear()
            comparison.together.seek(earlier)
            self._befores[earlier, place] = [None if one == other else timeline.state.copy() for timeline, one, other
                                             in zip(comparison.timelines, earlier, place, strict=True)]
        comparison.together.seek(place)
        before = [state or timeline.state for timeline, state
                  in zip(comparison.timelines, self._befores[earlier, place], strict=True)]
        view, whole = self._view(frame, before, t), Rect(0, 0, *size)
        view.asking = None if question is None else Asking(question)
        view.make_room(canvas, whole.inset(12 * unit), unit)
        canvas.rect(whole, theme.background)
        draw_comparison(canvas, whole.inset(12 * unit), view, theme, unit)

    @property
    def rungs(self) -> tuple[str, ...]:
        return self.comparison.rungs

    def grain_at(self, position: int) -> Grain:
        places = zip(self.comparison.timelines, self.trail.at(position - 1), self.trail.at(position), strict=True)
        return max((event.grain for timeline, old, new in places for event in timeline.events[old:new]),
                   default=Grain.MICRO)

    def spots(self, canvas: Canvas, frame: Frame) -> list[Spot]:
        view = self._view(frame, self.comparison.states, 1)
        return spots_of(canvas, view.places(ROOM, 1).caption, view.words, 1, view.earlier)

    def parts(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        found = self._view(frame, self.comparison.states, 1).places(ROOM, 1)
        runs = [around([head, board]) for head, board in zip(found.heads, found.boards, strict=True) if board.h > 0]
        return [place for place in (found.chart, *runs, found.legend, found.aside, found.totals)
                if place.w > 0 and place.h > 0]

    def boards(self, canvas: Canvas, frame: Frame) -> Sequence[Rect]:
        view = self._view(frame, self.comparison.states, 1)
        return [inner for inner, _ in view.cut(view.places(ROOM, 1), 1)]

    def options(self, canvas: Canvas, frame: Frame, question: Question) -> Sequence[Rect]:
        """On the board of the run that is asked about; while the chart has the boards' place, they are small."""
        self.comparison.together.seek(self.trail.at(frame.position))
        view = self._view(frame, self.comparison.states, 1)
        cut = view.cut(view.places(ROOM, 1), 1)
        at = lead(question)
        if not question.places or len(cut) <= at:
            return ()
        return [self.comparison.boards[at].place(cut[at][0], option.text) for option in question.options]

    def board_of(self, run: int) -> Board:
        return self.comparison.boards[run]

    def state_of(self, frame: Frame, run: int) -> State:
        self.comparison.together.seek(self.trail.at(frame.position))
        return self.comparison.timelines[run].state

    def shows_board(self, frame: Frame, run: int) -> bool:
        """Not where the chart or a panel has its place."""
        self.comparison.together.seek(self.trail.at(frame.position))
        return frame.panel not in panels_of(self.scenario) and run < len(self.boards(RecordingCanvas(), frame))

    def rects(self, canvas: Canvas, frame: Frame, places: Sequence[str], run: int = 0) -> Sequence[Rect]:
        """Some boards know it only of what was drawn last."""
        self.draw(RecordingCanvas(), frame, SIZE, theme("light"))
        box = self.boards(canvas, frame)[run]
        return [self.board_of(run).place(box, place) for place in places]

    def draw_step(self, canvas: Canvas, frame: Frame, theme: Theme, reason: Reason, lens: State | None,
                  run: int = 0) -> None:
        self.comparison.together.seek(self.trail.at(frame.position))
        view, whole = self._view(frame, self.comparison.states, 1), Rect(0, 0, *SIZE)
        view.told = Side(self.comparison, run)
        view.told.point_at(reason=reason)
        view.told.lens, view.marks, view.drawn = lens, (), NOTHING_DRAWN
        canvas.rect(whole, theme.background)
        draw_comparison(canvas, ROOM, view, theme, 1.0)

    def code_places(self, frame: Frame) -> Sequence[Rect]:
        if frame.panel == CODE[0]:
            places = self._view(frame, self.comparison.states, 1).places(ROOM, 1)
            return [place for place in (places.chart, *places.boards) if place.h > 0]
        return [place for name, place in self.tab_places(frame).items() if name == CODE[0]]

    @property
    def tabs(self) -> Sequence[tuple[str, str]]:
        """The boards, and the panels that the window has behind the chart."""
        views, names = self._view(self.frames[0], self.comparison.states, 1).views(), panels_of(self.scenario)
        of = {name: next(view for view in views if name in view.algorithm.panels) for name in names}
        return [(BOARD, "Boards"), *((name, heading(of[name], name)) for name in names)]

    def tab(self, frame: Frame) -> str:
        return frame.panel if frame.panel in panels_of(self.scenario) and frame.large else BOARD

    def tab_places(self, frame: Frame) -> Mapping[str, Rect]:
        """In the place of the boards, or where the chart has that, of the chart; named by the first one."""
        view, found = self._view(frame, self.comparison.states, 1), dict[str, Rect]()
        places = view.places(ROOM, 1)
        for name in panels_of(self.scenario):
            shown = panel_of(self.scenario, name)
            if shown is None or name == self.tab(frame):
                continue
            if places.boards:
                found[name] = places.boards[shown.runs[0]]
            elif places.chart.h > 0:
                found[name] = places.chart
        return found

    def draw_tab(self, canvas: Canvas, frame: Frame, name: str, theme: Theme) -> None:
        self.comparison.together.seek(self.trail.at(frame.position))
        view, shown = self._view(frame, self.comparison.states, 1), panel_of(self.scenario, name)
        places = view.places(ROOM, 1)
        assert shown is not None
        view.panel = shown
        singles = view.views()
        for index in shown.runs if places.boards else ():
            draw_panel(canvas, panel(canvas, places.boards[index], theme, 1.0), index, singles[index], theme, 1.0,
                       headed=False)
        if not places.boards:
            canvas.rect(places.chart, theme.background)
            draw_panels(canvas, places.chart, shown, singles, theme, 1.0)

    def thought(self, frame: Frame) -> Sequence[str]:
        return ()  # a lesson that compares supposes nothing

    def aspect(self, frame: Frame) -> float:
        return self.comparison.boards[0].aspect_beside

    def draw_asked(self, canvas: Canvas, frame: Frame, box: Rect, question: Question, theme: Theme,
                   blanks: Lettered = ()) -> None:
        """Of the run that is asked about."""
        below = covered(canvas, self, frame, box, question, blanks)
        self.comparison.together.seek(self.trail.at(frame.position))
        view = self._view(frame, self.comparison.states, 1)
        view.asking = Asking(question)
        single, inner = view.views()[lead(question)], box.inset(RIM)
        draw_run(below, inner, single, (), view, theme, 1.0)
        draw_blanks(canvas, inner, single.board, single.state, blanks, theme)
        draw_asked(canvas, inner, single, view, theme)

    def blank(self, frame: Frame, box: Rect, question: Question,
              names: Sequence[str]) -> Sequence[Sequence[Rect]]:
        self.draw_asked(RecordingCanvas(), frame, box, question, theme("light"))
        run = lead(question)
        board, state = self.comparison.boards[run], self.comparison.timelines[run].state
        return [blank_on(board, box.inset(RIM), state, name) for name in names]

    def timeline_of(self, frame: Frame, run: int) -> Timeline[State]:
        self.comparison.together.seek(self.trail.at(frame.position))
        return self.comparison.timelines[run]

    def _view(self, frame: Frame, before: Sequence[State], t: float) -> CompareView:
        return CompareView(self.scenario, self.comparison.boards, self.comparison.timelines, before, t, say=frame.say,
                           earlier=frame.earlier, marks=frame.marks, drawn=frame.drawn,
                           hero=frame.large if frame.panel == CHART else None,
                           panel=panel_of(self.scenario, frame.panel, frame.of, large=frame.large))


def _on_trail(question: Question, trail: Trail) -> Question:
    """The question with the last step before it is asked, and the first that shows its answer, in the place of
    positions of its run."""
    at, steps = lead(question), range(len(trail) + 1)
    stop = bisect_right(steps, question.stop, key=lambda step: trail.at(step)[at]) - 1
    shown = bisect_left(steps, question.shown, key=lambda step: trail.at(step)[at])
    return replace(question, stop=stop, shown=shown)


def plan_comparison(scenario: Scenario, most: int = MOST, telling: Telling = ALOUD) -> ComparisonFilm:
    """Plays the script of a comparison and decides what is shown, in at most ``most`` frames (or as many as there are
    cues). Each common step is a frame where that fits. Without a script the film shows the runs from start to end."""
    if scenario.bands is not None:
        scenario.bands.compute()
    comparison = Comparison(scenario)
    comparison.director.tell(telling)
    moves = list(moves_of(comparison.director, lambda: len(comparison.director.trail)))
    trail = comparison.director.trail
    if not moves:
        for timeline in comparison.timelines:
            timeline.pull_all()
            if timeline.error:
                raise ScenarioError(scenario.path, timeline.error)
        start, rung = trail.here, scenario.together
        steps = comparison.together.recorded(start, rung)
        trail.add(Leg(start, rung, steps, comparison.together.lengths))
        moves = [whole_run(steps)]
    asked = {cue: _on_trail(question, trail) for cue, question in questions_of(scenario, comparison.director).items()}
    for move in moves:
        move.kept = {question.stop for question in asked.values()}
    shorten(moves, lambda at: max(event.grain for _, event in _happened(comparison, trail, at)), most)

    def sentence(at: int) -> str:
        return " ".join(f"{name}: {event.sentence()}" for name, event in _happened(comparison, trail, at))

    frames = tuple(frames_of(comparison.director, moves, trail.at, sentence))
    return ComparisonFilm(scenario, comparison, trail, frames, asked)


def _happened(comparison: Comparison, trail: Trail, step: int) -> Iterator[tuple[str, Event]]:
    """The last event of each run in that step, by the run's name; a run that waits has none."""
    if step:
        places = zip(comparison.scenario.runs, comparison.timelines, trail.at(step - 1), trail.at(step), strict=True)
        yield from ((run.label, timeline.events[new - 1]) for run, timeline, old, new in places if old != new)
