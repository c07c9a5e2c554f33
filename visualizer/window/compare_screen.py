"""A comparison in the window: the boards side by side, the totals, and the controls that move all runs together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from algorithms.core import Event
from algorithms.words import counted
from scenarios.loader import Scenario
from scenarios.script.cues import CHART
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.playback import PIECE
from visualizer.stage.band import Words as Said
from visualizer.stage.band import parts
from visualizer.stage.compare_alone import aspects, draw_alone, shown_alone
from visualizer.stage.compare_chart import chart_of
from visualizer.stage.compare_panels import Panel, panel_of, panels_of
from visualizer.stage.compare_stage import CompareView, band_of, draw_comparison
from visualizer.stage.compare_swaps import arranged, seeds_head
from visualizer.stage.family import view_of
from visualizer.stage.stage import inside
from visualizer.widgets.ui import Ui
from visualizer.window.alone import BESIDE, Stage, Staged, for_one, open_alone, why_none
from visualizer.window.asking_buttons import predict_button
from visualizer.window.caption_band import draw_band, room_aside
from visualizer.window.compare_boards import CompareBoards
from visualizer.window.compare_numbers import CompareNumbers
from visualizer.window.compare_spots import CompareSpots
from visualizer.window.projector import Projector, Written
from visualizer.window.question_controls import QuestionControls
from visualizer.window.screen import Screen, draw_title, fade_behind
from visualizer.window.seed_controls import SeedControls
from visualizer.window.settings import Settings
from visualizer.window.slide import Shape, least_size, scale
from visualizer.window.slide_panel import with_panel
from visualizer.window.stop_controls import StopControls
from visualizer.window.timeline_bar import draw_share, marker_at
from visualizer.window.transport import Button, Transport
from visualizer.window.words import draw_terms

_PREFETCH = 20_000  # events recorded ahead while nothing else is to do, of all runs


class CompareScreen:
    """One lesson that compares. ``leave`` goes back to the gallery; ``alone`` makes the stage of one run, unless the
    runs are branches of one."""

    def __init__(self, scenario: Scenario, settings: Settings, leave: Callable[[], None],
                 comparison: AskedComparison | None = None, alone: Staged | None = None) -> None:
        self.comparison = AskedComparison(scenario) if comparison is None else comparison
        self.leave = leave
        self._staged = alone
        self._stages: dict[int, Stage] = {}  # of runs that were opened alone, with their branches
        self.boards = CompareBoards(self.comparison)
        self.questions = QuestionControls(self.comparison, self.boards)
        self.comparison.quiz.on = True
        self.stops = StopControls(self.comparison)
        self.panel: Panel | None = None  # of the runs, in the place of the chart or of the boards
        self.hero: bool | None = None  # has the chart the boards' place? None: as the lesson has it
        self.rest = False  # are the totals on show that are not shared?
        self._asked = -1  # the cue that asked for the chart, or for the boards
        self._searching = False  # for where cues end
        self._prefetch = _PREFETCH
        difference = Button("difference", "To the next difference", "differ", self._to_difference,
                            "D: on to where the runs know different things; a run that is only behind does not count")
        self.transport = Transport(self.comparison, settings, _kind(scenario), leave, self._span, [difference])
        self.seeds = SeedControls(scenario.bands)
        self.spots = CompareSpots(self.comparison, self.comparison.scenario)
        self.numbers = CompareNumbers(self.comparison, self.transport)
        self.projector = Projector(settings, self.transport)
        self.said = ""
        self.message = ""  # of the window's: a file that could not be opened

    @property
    def of_branches(self) -> bool:
        """Are these branches of one run, and not the runs of a lesson?"""
        return self._staged is None

    @property
    def hides_cursor(self) -> bool:
        """Would the system's own pointer be in the way?"""
        return self.projector.hides_cursor

    @property
    def title(self) -> str:
        """What the window's title bar says."""
        return self.comparison.scenario.title

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """What the colours mean."""
        return (*self.comparison.boards[0].legend, ("mark", "≠ the runs differ"))

    def tick(self, seconds: float) -> None:
        """A frame passes."""
        self.transport.tick(seconds)
        self.stops.tick()
        self.seeds.tick(moves=self.transport.progress < 1)
        if self.comparison.goal is None:
            until = time.perf_counter() + 0.008
            for _ in range(256 // PIECE // len(self.comparison.timelines)):
                if self._ahead() and time.perf_counter() <= until:
                    self.comparison.together.pull(PIECE)
            self._searching = self.comparison.director.look_ahead()

    def _ahead(self) -> bool:
        """Is more to be recorded while nothing else is to do?"""
        return not self.comparison.together.done and sum(self.comparison.together.lengths) < self._prefetch

    @property
    def busy(self) -> bool:
        """Whether the next frame will look different without any input."""
        return self.transport.busy or self.stops.busy or self.seeds.busy or self._ahead() or self._searching

    def recover(self) -> None:
        """After a fault: all runs are shown from their start, and nothing is recorded ahead."""
        self._prefetch, self.boards.pointed = 0, None
        self.comparison.rewind()

    def _swap(self) -> None:
        """Chart and boards change places, or a panel of the runs and their boards."""
        if self.panel is not None:
            self.panel = self.panel._replace(large=not self.panel.large)
            return
        self.hero = not (chart_of(self.comparison.scenario).large if self.hero is None else self.hero)

    def _next_panel(self) -> None:
        """The next panel of the runs that have it; behind the last one, the chart again."""
        names = [None, *panels_of(self.comparison.scenario)]
        at = names.index(None if self.panel is None else self.panel.name)
        self.panel = panel_of(self.comparison.scenario, names[(at + 1) % len(names)])

    def _show_what_the_script_asks_for(self) -> None:
        """The chart large, or beside the boards, when another cue asks for it; else the user's choice holds."""
        asked = self.comparison.panel
        if asked.cue != self._asked:
            self._asked, self.hero = asked.cue, asked.large if asked.panel == CHART else None
            self.panel = panel_of(self.comparison.scenario, asked.panel, asked.of, large=asked.large)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        self.transport.tell()
        self._show_what_the_script_asks_for()
        self.projector.draw(ui, canvas, size, lambda: self._draw_projected(ui, canvas, size, theme, unit),
                            lambda: self._draw_whole(ui, canvas, size, theme, unit))
        if self.stops.open and not self.projector.black:
            fade_behind(canvas, theme)
            self.stops.draw(ui, canvas, size, theme, unit)

    def _view(self) -> CompareView:
        comparison = self.comparison
        timelines, before, t = comparison.seen(self.transport.progress)
        asking = self.questions.asking
        marked = asking is None or not asking.question.places
        view = CompareView(comparison.scenario, comparison.boards, timelines, before, t, comparison.say,
                           self._earlier, comparison.director.marks if marked else (), hero=self.hero,
                           drawn=comparison.director.now.drawn, panel=self.panel, asking=asking,
                           audit=self.numbers.on_show, links=self.numbers.links, looks=self.spots.looks,
                           said=self._words(), told=comparison.told)
        view.rest = self.rest and bool(view.names[1])  # a step back may have left none
        return view

    def _words(self) -> Said | None:
        """What was asked, or how a question was answered, in the place of the lesson's words."""
        comparison, told = self.comparison, self.comparison.quiz.told()
        if comparison.answered:
            return Said(comparison.notice, comparison.answered, "answer")
        if told.heading and comparison.say and not comparison.earlier:
            return Said("\n".join(filter(None, (told.why, comparison.say))), told.signed)
        return None

    @property
    def _earlier(self) -> str:
        """Where what the lesson says was said, if not here; with what is pinned."""
        earlier = self.comparison.earlier
        return " – ".join(filter(None, (earlier, self.comparison.quiz.told().signed))) if earlier else ""

    def _draw_projected(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """For the back row."""
        comparison, view, projector = self.comparison, self._view(), self.projector
        view.pointed = self.boards.pointed
        notes = " – ".join(filter(None, (self.message, comparison.notice)))
        written = Written(self.title, view.words.text, view.words.heading or view.earlier,
                          bool(view.earlier) and view.said is None, "" if comparison.answered else notes,
                          view.words.answers, shown_alone(view)).asking(view.asking)
        slide = projector.begin(ui, canvas, size, [Shape(*shape) for shape in aspects(view)], theme, written,
                                partial(with_panel, canvas, proof=view.proof or view.audited, asking=view.asking,
                                        theme=theme, run=view.counted))
        drawn = draw_alone(canvas, slide.picture, view, slide.shape.rows, theme, least_size(scale(size)))
        self.numbers.take(ui, view, drawn, scale(size))
        self.boards.register_alone(ui, {index: box for index, box in enumerate(drawn) if not view.enlarged(index)})
        shares = self._cue_shares()
        track = projector.draw_line(canvas, slide, comparison.share(comparison.here), shares, theme)
        self._take_scrubs(ui, track, shares, unit)

        def controls(top: Rect, low: Rect) -> None:
            self._top(ui, canvas, top, theme, unit)
            self.transport.draw(ui, canvas, low, theme, unit)

        lit = [board.place(box, name) for board, box in zip(view.boards, drawn, strict=False)
               for name in (*view.marks, *view.drawn.places) if name in board.layout.places]
        projector.end(ui, canvas, size, slide, lit, theme, controls, unit)

    def _draw_whole(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """With all panels and controls."""
        pad = 10 * unit
        window = Rect(0, 0, *size).inset(pad, pad * 0.6)
        bar, rest = window.split_top(36 * unit, 8 * unit)
        rest, transport = rest.split_bottom(38 * unit, 6 * unit)
        stage, timeline = rest.split_bottom(28 * unit, 6 * unit)
        comparison, view = self.comparison, self._view()
        view.aside = room_aside(self.transport) * unit
        view.make_room(canvas, stage, unit)
        places = view.places(stage, unit)
        drawn = [board for board, _ in view.cut(places, unit)]
        self.boards.register(ui, places.boards, drawn, self.numbers.audit.tip_on)
        view.pointed = self.boards.pointed
        draw_comparison(canvas, stage, view, theme, unit)
        self.transport.swapping.draw(canvas, *arranged(view, places), theme)
        self.numbers.register(ui, canvas, places, view, unit)
        self.seeds.register(ui, seeds_head(view, places, unit), unit)
        self.spots.register(ui, self.panel, places, unit)
        self.said = view.words.text
        if view.asking is not None:
            code = inside(places.code, unit) if places.code.h > 0 else None
            self.questions.register(ui, canvas, places.caption, unit, code)
        elif not view.words.answers:
            band = band_of(canvas, stage, places, view, unit)
            draw_band(ui, canvas, band, view.words, self.transport, theme, unit)
            draw_terms(ui, canvas, band, view.words, theme, unit, view.earlier if view.said is None else "")
        elif places.caption.h > 0:
            band = band_of(canvas, stage, places, view, unit)
            ui.button("band-close", parts(band, view.words, unit).cross, "", self.comparison.dismiss, icon="close",
                      tip="Esc: back to what was said")
            draw_terms(ui, canvas, band, view.words, theme, unit)
        told = view.words.answers and places.caption.h > 0  # then the band tells it
        self._top(ui, canvas, bar, theme, unit, "" if told else comparison.notice or self.message)
        self._timeline(ui, canvas, timeline, theme, unit)
        self.transport.draw(ui, canvas, transport, theme, unit)

    def _top(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float, note: str = "") -> None:
        """The way back, the title or a note, help and settings."""
        gap = 8 * unit
        place, box = box.split_left(40 * unit, gap)
        ui.button("gallery", place, "Gallery", self.leave, icon="gallery", tip="Esc")
        for name, label, icon, action, tip in (("help", "Help", "help", self.ask_help, "?"),
                                               ("settings", "Settings", "gear", self.ask_settings, "F2")):
            box, place = box.split_right(40 * unit, gap)
            ui.button(name, place, label, action, icon=icon, tip=tip)
        box = predict_button(ui, box, self.questions, unit)
        draw_title(canvas, box, self.title, "", theme, unit, note)

    def _timeline(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The track, by the share of all events, and how far along it we are."""
        comparison = self.comparison
        total, more = sum(comparison.together.lengths), "" if comparison.together.done else " so far"
        text = f"{sum(comparison.here):,} / {counted(total, 'event')}{more}"
        track, place = box.split_right(200 * unit, 14 * unit)
        canvas.text((place.x, place.center[1]), fit_text(canvas, text, place.w, 14 * unit), 14 * unit, theme.muted)
        track = track.inset(8 * unit, 0)
        shares = self._cue_shares()
        draw_share(canvas, track, comparison.share(comparison.here), shares, theme, unit,
                   [comparison.share(mark) for mark in self.stops.marks])
        self._take_scrubs(ui, track, shares, unit)

    def _cue_shares(self) -> list[float]:
        """Where the cues end, as shares of all events."""
        return [self.comparison.share(leg.end) for leg in self.comparison.cue_ends.values()]

    def _take_scrubs(self, ui: Ui, track: Rect, shares: Sequence[float], unit: float) -> None:
        """Drags on the track, and clicks on the marks of cues above it."""
        comparison, cues = self.comparison, dict(zip(self.comparison.cue_ends, shares, strict=True))

        def scrub(x: float, y: float, _button: int = 1) -> None:
            marked = marker_at(track, x, y, list(cues.values()), unit)
            if marked is not None:
                comparison.to_cue(list(cues)[marked])
                return
            comparison.seek(min(1.0, max(0.0, (x - track.x) / max(1.0, track.w))))
            comparison.complete()

        ui.area("timeline", track.inset(-8 * unit, 0), press=scrub, drag=scrub,
                tip="drag to move all runs; triangles: the lesson's cues")

    # --- doing -----------------------------------------------------------------------------------------------------

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    put: Callable[[Screen], None]  # has the window show another screen

    begin: Callable[[str, Callable[[], Scenario]], None]  # or a lesson of that title, which is to be read

    def _alone(self, then: Callable[[Stage], object]) -> None:
        """The run that is pointed at on a stage of its own, where something is to be done with it."""
        comparison, index = self.comparison, self.boards.over
        if self._staged is None:
            comparison.notice = BESIDE
            return
        comparison.stop()
        stage = open_alone(self._staged, comparison.scenario, index, comparison.here[index], self.transport.settings,
                           lambda: self.put(self), self._stages.get(index))
        self._stages[index] = stage
        stage.ask_help, stage.ask_settings, stage.put, stage.begin = (self.ask_help, self.ask_settings, self.put,
                                                                      self.begin)
        stage.session.at_length = comparison.at_length
        if not stage.session.hunt.on:  # there, each event is looked at
            stage.session.grain = comparison.grain
        self.put(stage)
        then(stage)

    def _alone_key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key for what is done with one run alone."""
        then = for_one(name, shift, ctrl)
        if then is not None:
            self._alone(then)
        elif name == "y" and shift and not ctrl and not self.of_branches:
            self.comparison.choosing.press(self.boards.over)
            return True
        elif said := why_none(name, ctrl, branches=self.of_branches):
            self.comparison.notice = said
        return then is not None or bool(said)

    def _span(self) -> float:
        """Seconds that the transition takes to what is on show."""
        return max(view_of(run.algorithm).span(timeline.event) for run, timeline in
                   zip(self.comparison.scenario.runs, self.comparison.timelines, strict=True))

    def _turn_totals(self) -> None:
        """To the totals that are not on show, if there are such, and back."""
        others = self._view().names[1]
        if not self.rest and not others:
            self.comparison.notice = "All totals are on show."
        self.rest = not self.rest and bool(others)

    def _to_difference(self) -> None:
        self.comparison.forward("difference")

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used."""
        self.message = ""
        self.transport.swapping.complete()
        if self.boards.leave(name):
            return True
        if self.projector.wake() or self.stops.key(name, shift) or self.questions.key(name, shift, ctrl) \
                or (not ctrl and self.projector.key(name)):
            return True
        if name == "d" and not ctrl:
            self._to_difference()
            return True
        if name == "c" and not ctrl:
            self._turn_totals()
            return True
        if name in ("l", "s") and not ctrl:
            (self._swap if name == "l" else self._next_panel)()
            return True
        if name == "escape" and self.comparison.answered:
            self.comparison.dismiss()
            return True
        if name == "escape" and (self.numbers.audit.close() or self.seeds.key(name)):
            return True
        if name in ("left", "right") and not ctrl and self.comparison.step_proof(forward=name == "right", over=shift):
            return True
        if self.numbers.audit.key(name, shift, ctrl) or self.transport.key(name, shift, ctrl):
            return True
        if self._alone_key(name, shift, ctrl):
            return True
        if name == "x" and not ctrl:
            self.numbers.audit.next(-1 if shift else 1, self.boards.pointed, self.boards.over)
            return True
        if name == "o" and not ctrl:
            self.questions.put_in_order()
            return True
        if name == "q" and not ctrl:
            (self.questions.votes.toggle if shift else self.questions.predict)()
            return True
        if name == "w" and not ctrl:
            (self.boards.why_not if shift else self.boards.why)()
            return True
        return False


def _kind(scenario: Scenario) -> type[Event]:
    """The events to jump to at first: those that the last counter counts which all runs have, or else the first run."""
    counted = [[counter.counts for counter in run.algorithm.counters] for run in scenario.runs]
    return next((kind for kind in reversed(counted[0]) if all(kind in kinds for kinds in counted)), counted[0][-1])
