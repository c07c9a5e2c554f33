"""A comparison in the window: the boards side by side, the totals, and the controls that move all runs together."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import partial

from algorithms.core import Event
from algorithms.words import counted
from scenarios.charts import INFERRED
from scenarios.loader import Scenario
from scenarios.script.cues import CHART
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.comparison import Comparison
from visualizer.runs.playback import PIECE
from visualizer.stage.band import Words as Said
from visualizer.stage.band import parts
from visualizer.stage.compare_alone import aspects, draw_alone
from visualizer.stage.compare_chart import chart_of
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.compare_stage import CompareView, band_of, draw_comparison
from visualizer.stage.compare_totals import counters_of, rows_of
from visualizer.stage.family import view_of
from visualizer.stage.stage import inside
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import STEPS, beside
from visualizer.window.caption_band import draw_band, room_aside
from visualizer.window.projector import Projector, Written
from visualizer.window.settings import Settings
from visualizer.window.slide import Shape, least_size, scale
from visualizer.window.timeline_bar import draw_share, marker_at
from visualizer.window.transport import Button, Transport, draw_note
from visualizer.window.words import draw_terms

_ALONE = "In a comparison there is nothing to play or to apply; open one of the runs as a lesson of its own."
_KEYS = ("p", "a", "h", "s", "backspace")  # that do something where there is one run
_PREFETCH = 20_000  # events recorded ahead while nothing else is to do, of all runs


class CompareScreen:
    """One lesson that compares. ``leave`` goes back to the gallery."""

    def __init__(self, scenario: Scenario, settings: Settings, leave: Callable[[], None]) -> None:
        self.comparison = Comparison(scenario)
        self.leave = leave
        self.pointed: str | None = None
        self._over = 0  # the board where it was pointed at last
        self.hero: bool | None = None  # has the chart the boards' place? None: as the lesson has it
        self.rest = False  # are the totals on show that are not shared?
        self._asked = -1  # the cue that asked for the chart, or for the boards
        self._searching = False  # for where cues end
        self._prefetch = _PREFETCH
        difference = Button("difference", "To the next difference", "differ", self._to_difference,
                            "D: on to where the runs know different things; a run that is only behind does not count")
        self.transport = Transport(self.comparison, settings, _kind(scenario), leave, self._span, [difference])
        self.projector = Projector(settings, self.transport)
        self.said = ""
        self.message = ""  # of the window's: a file that could not be opened

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
        return self.transport.busy or self._ahead() or self._searching

    def recover(self) -> None:
        """After a fault: all runs are shown from their start, and nothing is recorded ahead."""
        self._prefetch, self.pointed = 0, None
        self.comparison.rewind()

    def _swap(self) -> None:
        """Chart and boards change places."""
        self.hero = not (chart_of(self.comparison.scenario).large if self.hero is None else self.hero)

    def _show_what_the_script_asks_for(self) -> None:
        """The chart large, or beside the boards, when another cue asks for it; else the user's choice holds."""
        asked = self.comparison.panel
        if asked.cue != self._asked:
            self._asked, self.hero = asked.cue, asked.large if asked.panel == CHART else None

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        self._show_what_the_script_asks_for()
        self.projector.draw(ui, canvas, size, lambda: self._draw_projected(ui, canvas, size, theme, unit),
                            lambda: self._draw_whole(ui, canvas, size, theme, unit))

    def _view(self) -> CompareView:
        comparison = self.comparison
        timelines, before, t = comparison.seen(self.transport.progress)
        view = CompareView(comparison.scenario, comparison.boards, timelines, before, t, comparison.say,
                           comparison.earlier, comparison.director.marks, hero=self.hero,
                           said=self._answer(), told=comparison.told if comparison.answered else (0, ()))
        view.rest = self.rest and bool(view.names[1])  # a step back may have left none
        return view

    def _answer(self) -> Said | None:
        """What was asked, in the place of the lesson's words."""
        comparison = self.comparison
        return Said(comparison.notice, comparison.answered, "answer") if comparison.answered else None

    def _draw_projected(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """For the back row."""
        comparison, view, projector = self.comparison, self._view(), self.projector
        notes = " – ".join(filter(None, (self.message, comparison.notice)))
        written = Written(self.title, view.say, view.earlier, bool(view.earlier), notes)
        slide = projector.begin(ui, canvas, size, [Shape(*shape) for shape in aspects(view)], theme, written)
        drawn = draw_alone(canvas, slide.picture, view, slide.shape.rows, theme, least_size(scale(size)))
        track = projector.draw_line(canvas, slide, comparison.share(comparison.here), self._cue_shares(), theme)
        self._take_scrubs(ui, track, unit)

        def controls(top: Rect, low: Rect) -> None:
            self._top(ui, canvas, top, theme, unit)
            self.transport.draw(ui, canvas, low, theme, unit)

        lit = [board.place(box, name) for board, box in zip(view.boards, drawn, strict=False)
               for name in view.marks if name in board.layout.places]
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
        places = view.places(stage, unit)
        self._boards(ui, places.boards, [board for board, _ in view.cut(places, unit)])
        view.pointed = self.pointed
        draw_comparison(canvas, stage, view, theme, unit)
        self._totals(ui, places, view, unit)
        self.said = view.say if view.said is None else view.said.text
        if view.said is None:
            draw_band(ui, canvas, places.caption, self.transport, theme, unit)
            draw_terms(ui, canvas, places.caption, Said(view.say, aside=view.aside), theme, unit, view.earlier)
        elif places.caption.h > 0:
            cross = parts(band_of(canvas, stage, places, view, unit), view.said, unit).cross
            ui.button("band-close", cross, "", self._close, icon="close", tip="Esc: back to what was said")
        self._top(ui, canvas, bar, theme, unit)
        self._timeline(ui, canvas, timeline, theme, unit)
        self.transport.draw(ui, canvas, transport, theme, unit)
        if (note := comparison.notice or self.message) and (view.said is None or places.caption.h == 0):
            draw_note(canvas, places.caption if places.caption.h else timeline, note, theme, unit)

    def _boards(self, ui: Ui, boxes: Sequence[Rect], drawn: Sequence[Rect]) -> None:
        """Pointing at a place, with the pointer or the arrow keys, lights it on all boards."""
        focused = ui.focus_shows and (ui.focus or "").startswith("board")
        if not focused and not any(box.contains(*ui.pointer) for box in boxes):
            self.pointed = None
        for index, (board, box, inner) in enumerate(zip(self.comparison.boards, boxes, drawn, strict=False)):

            def move(x: float, y: float, board=board, inner=inner, index=index) -> None:  # type: ignore[no-untyped-def]
                self.pointed, self._over = board.at(inner, x, y), index

            ui.area(f"board{index}", box, press=self._ask, move=move, key=self._move_pointer,
                    focusable=index == 0)

    def _ask(self, *_where: float) -> None:
        """Why? Of the place that is pointed at, on the board where it was."""
        if self.pointed is None:
            self.comparison.notice = "Point at a place on a board first: then W says what is known of it, and why."
        else:
            self.comparison.explain(self._over, self.pointed)

    def _close(self) -> None:
        self.comparison.notice = ""

    def _move_pointer(self, name: str, shift: bool, ctrl: bool) -> bool:
        first = self.comparison.boards[0]
        found = None if ctrl or shift or name not in STEPS else (
            first.next_to(self.pointed, STEPS[name]) or beside(first.layout, self.pointed, name))
        if found is not None:
            self.pointed = found
        return found is not None

    def _totals(self, ui: Ui, places: ComparePlaces, view: CompareView, unit: float) -> None:
        """Each counter says what it counts; a click chooses its events for Ctrl and the arrows."""
        box = inside(places.figures, unit) if view.rest else view.table_room(places, unit)
        names = view.names[view.rest]
        if box.h <= 0:
            return
        if view.rest:
            box = box.split_top(22 * unit)[1]
        counters = {counter.name: counter for counter in counters_of(view.rows)}
        for name, place in rows_of(box, names, unit):
            if name in counters:
                counter = counters[name]
                ui.area(f"counter-{name}", place, press=partial(self._look_for, counter.counts),
                        tip=f"{name}: {counter.definition}; after a click, Ctrl+→ goes to the next one")
            elif name == INFERRED:
                ui.area("inferred", place, tip="inferred: variables that are defined now and were not at the start")

    def _look_for(self, kind: type[Event], _x: float, _y: float, _button: int) -> None:
        self.transport.kind = kind

    def _top(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The way back, the title, help and settings."""
        gap = 8 * unit
        place, box = box.split_left(40 * unit, gap)
        ui.button("gallery", place, "Gallery", self.leave, icon="gallery", tip="Esc")
        for name, label, icon, action, tip in (("help", "Help", "help", self.ask_help, "?"),
                                               ("settings", "Settings", "gear", self.ask_settings, "F2")):
            box, place = box.split_right(40 * unit, gap)
            ui.button(name, place, label, action, icon=icon, tip=tip)
        title = fit_text(canvas, self.title, box.w, 19 * unit, "bold")
        canvas.text((box.x, box.center[1]), title, 19 * unit, theme.text, "left", "bold")

    def _timeline(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The track, by the share of all events, and how far along it we are."""
        comparison = self.comparison
        total, more = sum(comparison.together.lengths), "" if comparison.together.done else " so far"
        text = f"{sum(comparison.here):,} / {counted(total, 'event')}{more}"
        track, place = box.split_right(200 * unit, 14 * unit)
        canvas.text((place.x, place.center[1]), fit_text(canvas, text, place.w, 14 * unit), 14 * unit, theme.muted)
        track = track.inset(8 * unit, 0)
        draw_share(canvas, track, comparison.share(comparison.here), self._cue_shares(), theme, unit)
        self._take_scrubs(ui, track, unit)

    def _cue_shares(self) -> list[float]:
        """Where the cues end, as shares of all events."""
        return [self.comparison.share(leg.end) for leg in self.comparison.cue_ends.values()]

    def _take_scrubs(self, ui: Ui, track: Rect, unit: float) -> None:
        """Drags on the track, and clicks on the marks of cues above it."""
        comparison, cues = self.comparison, dict(zip(self.comparison.cue_ends, self._cue_shares(), strict=True))

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
        if self.projector.wake() or (not ctrl and self.projector.key(name)):
            return True
        if name == "d" and not ctrl:
            self._to_difference()
            return True
        if name == "c" and not ctrl:
            self._turn_totals()
            return True
        if name == "l" and not ctrl:
            self._swap()
            return True
        if name == "escape" and self.comparison.answered:
            self._close()
            return True
        if self.transport.key(name, shift, ctrl):
            return True
        if name == "w" and not ctrl:
            self._ask()
            return True
        if name in _KEYS and not ctrl:
            self.comparison.notice = _ALONE
            return True
        return False


def _kind(scenario: Scenario) -> type[Event]:
    """The events to jump to at first: those that the last counter counts which all runs have, or else the first run."""
    counted = [[counter.counts for counter in run.algorithm.counters] for run in scenario.runs]
    return next((kind for kind in reversed(counted[0]) if all(kind in kinds for kinds in counted)), counted[0][-1])
