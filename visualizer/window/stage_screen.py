"""The stage in the window: the board and its panels with the controls around them, and what the keys do."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial

from algorithms.events import Pruned
from scenarios.loader import Scenario
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.beside import side_by_side
from visualizer.runs.lanes import Lane
from visualizer.runs.playback import PIECE
from visualizer.runs.session import Session
from visualizer.stage.family import TREE, Tab, view_of
from visualizer.stage.legends import legend_of
from visualizer.stage.seeds import seeds_of
from visualizer.stage.spots import SpotControls
from visualizer.stage.stage import (
    HEADINGS,
    Places,
    draw_board,
    draw_stage,
    heading,
    inside,
    panels_of,
    places_of,
    shown_in,
    trees,
)
from visualizer.stage.view import BOARD, OWN, View
from visualizer.tree.controls import KEYS, TreeControls
from visualizer.widgets.ui import Ui
from visualizer.window.asking_buttons import order_button, predict_button
from visualizer.window.audit_controls import AuditControls
from visualizer.window.band_controls import BandControls, why_buttons
from visualizer.window.board_controls import BoardControls
from visualizer.window.branch_controls import BranchControls
from visualizer.window.caption_band import draw_band, room_aside
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.edit_controls import EditControls
from visualizer.window.game_buttons import game_buttons
from visualizer.window.projector import Projector, Written
from visualizer.window.question_controls import QuestionControls
from visualizer.window.screen import Screen, draw_title, fade_behind
from visualizer.window.seed_controls import SeedControls
from visualizer.window.settings import Settings
from visualizer.window.slide import LEAST, RIM, Shape, scale
from visualizer.window.slide_panel import with_panel
from visualizer.window.stop_controls import StopControls
from visualizer.window.timeline_controls import TimelineControls
from visualizer.window.transport import Transport
from visualizer.window.words import draw_terms

_LONG = 100_000  # events that a run is recorded for before it is said what would be quicker
_PREFETCH = 20_000  # events recorded ahead while nothing else is to do, so that the timeline shows the whole run


class StageScreen:
    """One lesson on the stage. ``leave`` goes back to the gallery."""

    def __init__(self, scenario: Scenario, settings: Settings, leave: Callable[[], None], *,
                 playing: bool = False) -> None:
        self.session = Session(scenario)
        self.session.playing = playing or (scenario.bare and self.session.play.at_once)
        if self.session.takes_constraints:
            self.session.board.peers(self.session.state)  # the first frame finds them: on a large board they take long
        self.leave = leave
        self.code = "pseudocode"
        self.hero: str | None = None  # what is in the place of the board, if not what the family has there
        self._asked = -1, -1  # the cue that asked for this panel, and the one that was gone to last
        counters = scenario.algorithm.counters
        self.transport = Transport(self.session, settings, counters[-1].counts if counters else Pruned, leave,
                                   lambda: view_of(scenario.algorithm).span(self.session.timeline.event,
                                                                                    drops=self.session.drops))
        self.audit = AuditControls(self.session, self.transport)
        self.projector = Projector(settings, self.transport)
        self.board = BoardControls(self.session)
        self.band = BandControls(self.session, self.board)
        self.questions = QuestionControls(self.session, self.board)
        self.session.quiz.on = True
        self.tree = TreeControls(self.session)
        self.stops = StopControls(self.session)
        self.seeds = SeedControls(scenario.bands)
        self.edits = EditControls(self)
        self.branches = BranchControls(self.session, self.edits, self._put_beside)
        self.track = TimelineControls(self.session, self.transport, self.stops)
        self.own = (view_of(scenario.algorithm).controls or SpotControls)(self.session)
        if self.session.playing:
            self.session.play.begin()
        self.said = self.message = ""  # the message is the window's: a file that could not be opened
        self._prefetch = _PREFETCH
        self._drawn = 0  # the position that was drawn last

    @property
    def hides_cursor(self) -> bool:
        """Would the system's own pointer be in the way?"""
        return self.projector.hides_cursor

    @property
    def title(self) -> str:
        """What the window's title bar says."""
        return self.session.scenario.title

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """What the colours mean."""
        return legend_of(self.session.board, self.session.scenario.algorithm)

    def tick(self, seconds: float) -> None:
        """A frame passes."""
        session = self.session
        self.transport.tick(seconds)
        self.stops.tick()
        self.seeds.tick(moves=self.transport.progress < 1)
        session.state.family.write()
        if session.goal is None and not session.timeline.done and len(session.timeline.events) < self._prefetch:
            until = time.perf_counter() + 0.008
            for _ in range(256 // PIECE):
                session.timeline.pull(PIECE)
                if time.perf_counter() > until:
                    break
            session.director.look_ahead()

    @property
    def busy(self) -> bool:
        """Whether the next frame will look different without any input."""
        session = self.session
        return self.transport.busy or self.stops.busy or self.seeds.busy or session.play.ticks or (
            not session.timeline.done and len(session.timeline.events) < self._prefetch)

    def recover(self) -> None:
        """After a fault: the position drawn last, with nothing pointed at, no panel but the pseudocode, and nothing
        recorded ahead. The game and what was done to it are as they were."""
        self._prefetch, self.code, self.hero, self.board.pointed = 0, "pseudocode", None, None
        self.tree = TreeControls(self.session)
        self.session.stop()
        self.session.show(self._drawn)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        self.transport.tell()
        self._show_what_the_script_asks_for()
        self._drawn = self.session.timeline.position
        self.projector.draw(ui, canvas, size, lambda: self._draw_projected(ui, canvas, size, theme, unit),
                            lambda: self._draw_whole(ui, canvas, size, theme, unit))
        if not self.projector.black:
            if self.session.play.asking:
                fade_behind(canvas, theme)
            self.session.play.draw_above(ui, size, unit)
            for panel in (self.stops, self.branches, self.edits):
                if panel.open:
                    fade_behind(canvas, theme)
                    panel.draw(ui, canvas, size, theme, unit)

    def _draw_projected(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """For the back row."""
        session, view, projector = self.session, self._view(), self.projector
        words, earlier = view.words, "" if view.said is not None else session.earlier
        silent = words.tone == "quiet" and not (session.playing or view.asking)  # here, clicks ask nothing
        text = "" if silent else words.text
        written = Written(self.title, text, words.heading or earlier, bool(earlier), self._news,
                          words.answers, words.shown)
        written = written.asking(view.asking)
        slide = projector.begin(ui, canvas, size, [Shape(view.aspect)], theme, written,
                                partial(with_panel, canvas, proof=view, asking=view.asking, theme=theme))
        none = slide.picture.split_left(0)[0].split_top(0)[0]  # neither wide nor high: no band is drawn there
        places = Places(slide.picture, none, none, none, none, none, RIM * slide.scale)
        draw_board(canvas, places, view, theme, LEAST / SMALLEST * scale(size))
        self.audit.take_views(ui, [(view, None if view.large else slide.picture)], view.pointed, scale(size))
        if not view.large:
            self.board.register_alone(ui, slide.picture, unit)
        total = max(1, len(session.timeline.events))
        cues = [end / total for end in session.cue_ends.values()]
        track = projector.draw_line(canvas, slide, session.here / total, cues, theme)
        self.track.take_scrubs(ui, track, unit)
        here = () if view.large else [
            name for name in (*view.marks, *view.drawn.places) if name in view.board.layout.places]

        def controls(top: Rect, low: Rect) -> None:
            self._top(ui, canvas, top, theme, unit)
            self.transport.draw(ui, canvas, low, theme, unit)

        lit = [view.board.place(slide.picture, name) for name in here]
        projector.end(ui, canvas, size, slide, lit, theme, controls, unit)

    def _draw_whole(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """With all panels and controls."""
        pad = 10 * unit
        window = Rect(0, 0, *size).inset(pad, pad * 0.6)
        bar, rest = window.split_top(36 * unit, 8 * unit)
        rest, transport = rest.split_bottom(38 * unit, 6 * unit)
        rest, timeline = rest.split_bottom(28 * unit, 6 * unit)
        stage, branches = rest.split_bottom(self.branches.high * unit, 4 * unit) if self.branches.high else (rest, None)
        self.tree.show_cursor(ui)
        view = self._view()
        view.aside = room_aside(self.transport) * unit
        draw_stage(canvas, stage, view, theme, unit)
        places = places_of(canvas, stage, view, unit)
        self.transport.swapping.draw(canvas, view.in_place, panels_of(view, places), theme)
        shown = shown_in(view, places, unit)
        self._register(ui, canvas, view, places, shown, unit)
        self._draw_words(ui, canvas, places.caption, view, theme, unit)
        self._top(ui, canvas, bar, theme, unit, self._news)
        self.track.draw(ui, canvas, timeline, theme, unit)
        if branches is not None:
            self.branches.strip.draw(ui, canvas, branches, theme, unit)
        self.transport.draw(ui, canvas, transport, theme, unit)

    def _register(self, ui: Ui, canvas: Canvas, view: View, places: Places, shown: Mapping[str, Rect],
                  unit: float) -> None:
        """What can be clicked on the stage, in the order of the focus."""
        cut_out, panels = self._literals(places, shown, unit)
        own = {name: box for name, box in shown.items() if name == OWN or self._tab(name)}
        self.own.register(ui, {"focus": places.focus, **own}, unit)
        self.seeds.register_tabs(ui, view, own, unit)
        if view.large:  # the first stop of the focus is what is in the board's place
            self.tree.register(ui, trees(view, places, unit), unit)
        self.board.register(ui, shown.get(BOARD, places.board.split_left(0)[0]), cut_out, panels, self.audit.tip_on(ui))
        if not view.large:
            self.tree.register(ui, trees(view, places, unit), unit)
            with canvas.clip(places.board):
                self.session.play.draw(ui, self.session.board.magnified(places.board), unit)
        if view.asking is None:
            self.band.register(ui, places.caption, view.words, unit)
        else:
            self.questions.register(ui, canvas, places.caption, unit, shown.get("pseudocode"))
        self.audit.register(ui, inside(places.counters, unit), inside(places.focus, unit), view, shown.get(BOARD), unit)
        if places.code.w > 0 and places.code.h > 60 * unit:
            self._code_tabs(ui, places.code, view, unit)
        if view.large:
            head = places.board.split_top(32 * unit)[0].inset(8 * unit, 2 * unit)
            ui.button("board-back", head.split_right(28 * unit)[1], "The board here", self._swap, icon="swap",
                      tip="L: the board comes back to its place")

    def _draw_words(self, ui: Ui, canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
        """The band, unless a question has its place, and what its terms mean."""
        if not view.words.answers and view.asking is None:
            draw_band(ui, canvas, box, view.words, self.transport, theme, unit)
        self.said = view.words.text
        if view.asking is None:
            draw_terms(ui, canvas, box, view.words, theme, unit, view.earlier if view.said is None else "")

    @property
    def _news(self) -> str:
        """What nobody asked for; while somebody plays, or has asked, the band tells it."""
        if self.session.playing or self.session.answered:
            return ""
        return " – ".join(filter(None, (self.message, self.session.notice, self.quicker)))

    @property
    def quicker(self) -> str:
        """While a long run is recorded: what would find the same sooner."""
        session = self.session
        if session.goal is None or session.timeline.done or len(session.timeline.events) < _LONG:
            return ""
        said = session.scenario.algorithm.quicker(session.scenario.options)
        return f"This is a long run: {said}. Space stops it here." if said else ""

    def _view(self, progress: float | None = None) -> View:
        session, progress = self.session, self.transport.progress if progress is None else progress
        timeline, before, t = session.seen(progress)
        thought, dropped = session.thinking(progress)
        asking = self.questions.asking
        marked = not session.reason and (asking is None or not asking.question.places)
        return View(session.scenario.algorithm, session.board, timeline, before, t, session.say, self.band.earlier,
                    session.marks if marked else (), self.board.links, self.code, tabs=True,
                    lens=session.lens, tree=self.tree.view, look=self.own.look, played=session.playing, hero=self.hero,
                    reason=(asking.reason if asking else ()) or session.reason, drawn=session.drawn,
                    band=seeds_of(session.scenario, 0, timeline),
                    after=self._view(1.0) if progress < 1 and session.goes_back else None,
                    thought=thought, dropped=dropped, chain=session.chain, audit=self.audit.audit, asking=asking,
                    said=self.band.words(" – ".join(filter(None, (self.message, self.quicker)))))

    def _tab(self, name: str) -> Tab | None:
        return view_of(self.session.scenario.algorithm).tab(name)

    def _literals(self, places: Places, shown: Mapping[str, Rect], unit: float) -> tuple[Rect, dict[str, Rect]]:
        """The cut-out of a constraint; or, where the search for models has no such thing, the panels with literals."""
        family, none = view_of(self.session.scenario.algorithm), places.focus.split_left(0)[0]
        if not family.literals:
            return none if family.cut_out is None else family.cut_out(inside(places.focus, unit), unit), {}
        listed = [box for name, box in shown.items() if (tab := family.tab(name)) is not None and tab.literals]
        boxes = {"search": places.focus, **{f"listed{at or ''}": box for at, box in enumerate(listed)}}
        return none, {name: box for name, box in boxes.items() if box.w > 0 and box.h > 0}

    def _show_what_the_script_asks_for(self) -> None:
        """Another panel, when another cue asks for one than before, or one that asks is gone to from another one;
        between that, the user's choice holds."""
        (asked, panel, large, _), now = self.session.panel, self.session.director.now
        before, gone_to = self._asked
        self._asked = asked, now.index if now.there else gone_to
        if asked != before or -1 < asked == self._asked[1] != gone_to:
            self.code, self.hero = panel or "pseudocode", panel if large else None

    def _code_tabs(self, ui: Ui, box: Rect, view: View, unit: float) -> None:
        """The tabs lie in the panel's head, where the stage leaves room for them."""
        names = {heading(view, code): code for code in view.tabs_on_show}

        def change(name: str) -> None:
            self.code = names[name]

        strip, swap = box.split_top(30 * unit)[0].inset(10 * unit, 0).split_right(28 * unit, 4 * unit)
        strip = order_button(ui, strip, self.questions, view, unit)
        ui.tabs("code", strip, tuple(names), heading(view, view.tab), change)
        if not view.large:
            ui.button("swap", swap.inset(0, 2 * unit), "Large", self._swap, icon="swap",
                      tip="L: this changes places with the board")

    def _top(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float, note: str = "") -> None:
        """Title at the left, or a note; what can be done with the puzzle at the right."""
        session, gap = self.session, 8 * unit
        place, box = box.split_left(40 * unit, gap)
        ui.button("gallery", place, "Gallery", self.leave, icon="gallery", tip="Esc")
        for name, label, icon, action, tip in (
            ("help", "Help", "help", self.ask_help, "?"),
            ("settings", "Settings", "gear", self.ask_settings, "F2"),
            ("undo", "Take back", "undo", self.edits.undo, "Ctrl+Z"),
        ):
            box, place = box.split_right(40 * unit, gap)
            ui.button(name, place, label, action, icon=icon, tip=tip, enabled=name != "undo" or self.edits.takes_back)
        box = why_buttons(ui, box, self.board, unit)
        box = predict_button(ui, box, self.questions, unit)
        box = game_buttons(ui, canvas, box, session, theme, unit)
        draw_title(canvas, box, session.scenario.title, session.scenario.algorithm.title, theme, unit, note)

    # --- doing -----------------------------------------------------------------------------------------------------

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    put: Callable[[Screen], None]  # has the window show another screen
    begin: Callable[[str, Callable[[], Scenario]], None]  # or a lesson of that title, which is to be read

    def _put_beside(self, one: Lane, other: Lane) -> None:
        """Two branches as a comparison, which leads back here."""
        elsewhere = self.edits.version_of(one).session

        def put() -> None:
            beside = CompareScreen(self.session.scenario, self.transport.settings, lambda: self.put(self),
                                   side_by_side(self.session, one, other, None if elsewhere is self.session
                                                else elsewhere))
            beside.ask_help, beside.ask_settings = self.ask_help, self.ask_settings
            self.put(beside)

        self.session.at_length(f"Recording {one.name} and {other.name} side by side", put)

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used."""
        session, self.message = self.session, ""
        self.transport.swapping.complete()
        if self.projector.wake():
            return True
        if self.stops.key(name, shift) or self.edits.key(name, ctrl) or self.branches.key(name, shift, ctrl):
            return True
        if session.playing and not ctrl and session.play.key(name, shift, self.board.place):
            return True
        if self.questions.key(name, shift, ctrl) or (not ctrl and self.projector.key(name)):
            return True
        if name == "escape" and (self.band.close() or self.audit.close() or self.seeds.key(name)):
            return True
        if name == "n" and not ctrl and session.playing and session.play.another is not None:
            return self.band.begin_another()
        self.board.asking = self.board.asking and name == "w"
        if name in ("left", "right") and not ctrl and session.step_proof(forward=name == "right", over=shift):
            return True
        if self.audit.key(name, shift, ctrl) or self.transport.key(name, shift, ctrl):
            return True
        if ctrl or self._tree_key(name):
            return not ctrl
        actions: dict[str, Callable[[], None]] = {
            "p": lambda: session.turn(not session.playing), "a": session.apply, "h": session.hint,
            "w": self.board.ask_not if shift else self.board.ask, "s": self._next_tab, "l": self._swap,
            "backspace": self.edits.undo, "d": self._nothing_compared,
            "x": lambda: self.audit.next(-1 if shift else 1, self.board.place),
            "y": session.choosing.toggle if shift else session.hunt.press, "o": self.questions.put_in_order,
            "q": self.questions.votes.toggle if shift else self.questions.predict,
        }
        action = session.play.command(name) or actions.get(name)
        return action is not None and _done(action)

    def _tree_key(self, name: str) -> bool:
        if name in KEYS and TREE.name not in self.session.scenario.algorithm.panels:
            self.session.notice = "This algorithm has no search tree."
            return True
        return self.tree.key(name)

    def _swap(self) -> None:
        """The tab on show and the board change places, and back; for code, and where the family has a picture there
        from the start, that does."""
        view, family = self._view(), view_of(self.session.scenario.algorithm)
        self.tree.fit()
        if view.large:
            if view.tab == BOARD:
                self.code = view.in_place if view.in_place in view.algorithm.panels else "pseudocode"
            self.hero = BOARD
        elif family.hero is not None or (view.tab in HEADINGS and family.picture is not None):
            self.hero = family.picture
        else:
            self.hero, self.code = view.tab, BOARD

    def _nothing_compared(self) -> None:
        self.session.notice = "This lesson has one run; D is for lessons that compare several."

    def _next_tab(self) -> None:
        """The next tab: pseudocode, Python source, and what else the algorithm has."""
        tabs = (view := self._view()).tabs_on_show
        self.code = tabs[(tabs.index(view.tab) + 1) % len(tabs)]


def _done(action: Callable[[], None]) -> bool:
    action()
    return True
