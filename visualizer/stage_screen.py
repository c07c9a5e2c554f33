"""The stage in the window: the board and its panels with the controls around them, and what the keys do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log2

from algorithms.core import Event, Grain
from algorithms.events import Pruned
from algorithms.problems.gnomine_game import mines_left
from scenarios.loader import Scenario
from visualizer.board_controls import BoardControls
from visualizer.canvas import Canvas, Rect, fit_text, wrap_text
from visualizer.session import Session
from visualizer.settings import MOST_SPEED, Settings
from visualizer.stage import HEADINGS, Code, View, arrange, codes, draw_stage, focus_parts
from visualizer.theme import Theme
from visualizer.timeline_bar import draw_timeline, position_at
from visualizer.widgets import Ui

_TRANSITION = 0.16  # seconds; a step that comes sooner cuts it short
_PREFETCH = 20_000  # events recorded ahead while nothing else is to do, so that the timeline shows the whole run


class StageScreen:
    """One lesson on the stage. ``leave`` goes back to the gallery."""

    def __init__(self, scenario: Scenario, settings: Settings, leave: Callable[[], None], *,
                 playing: bool = False) -> None:
        self.session = Session(scenario)
        self.session.speed = self._speed = settings.speed
        self.session.playing = playing
        self.settings = settings
        self.leave = leave
        self.code: Code = "pseudocode"
        counters = scenario.algorithm.counters
        self.kind: type[Event] = counters[-1].counts if counters else Pruned
        self.board = BoardControls(self.session)
        self.message = ""  # of the window's: a file that could not be opened

    @property
    def title(self) -> str:
        """What the window's title bar says."""
        return self.session.scenario.title

    @property
    def legend(self) -> Sequence[tuple[str, str]]:
        """What the colours mean."""
        return self.session.board.legend

    def tick(self, seconds: float) -> None:
        """A frame passes."""
        session = self.session
        if self._speed != self.settings.speed:  # changed in the settings
            self._speed = session.speed = self.settings.speed
        session.tick(seconds)
        if session.goal is not None:
            session.work(0.010)
        elif not session.timeline.done and len(session.timeline.events) < _PREFETCH:
            session.timeline.pull(256)
            session.director.look_ahead()

    @property
    def busy(self) -> bool:
        """Whether the next frame will look different without any input."""
        session = self.session
        timing = session.playing and session.began is not None and session.state.ended is None
        return (session.running or session.goal is not None or timing or self._moving() < 1
                or (not session.timeline.done and len(session.timeline.events) < _PREFETCH))

    def _moving(self) -> float:
        """How far the transition is, 0 to 1, slowing down towards its end."""
        session = self.session
        span = _TRANSITION if not session.running else min(_TRANSITION, 0.5 / session.speed)
        t = min(1.0, (session.clock() - session.moved_at) / span)
        return 1 - (1 - t) ** 3

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float) -> None:
        """The whole window."""
        pad = 10 * unit
        window = Rect(0, 0, *size).inset(pad, pad * 0.6)
        bar, rest = window.split_top(36 * unit, 8 * unit)
        rest, transport = rest.split_bottom(38 * unit, 6 * unit)
        stage, timeline = rest.split_bottom(28 * unit, 6 * unit)
        session, view = self.session, self._view()
        draw_stage(canvas, stage, view, theme, unit)
        places = arrange(stage, unit, bool(view.say), session.board.aspect)
        self.board.register(ui, places.board, focus_parts(places.focus, unit)[1])
        self._counters(ui, places.counters)
        if places.code.w > 0 and places.code.h > 60 * unit:
            self._code_tabs(ui, places.code, view, unit)
        self._top(ui, canvas, bar, theme, unit)
        self._timeline(ui, canvas, timeline, theme, unit)
        self._transport(ui, canvas, transport, theme, unit)

    def _view(self) -> View:
        session = self.session
        return View(session.scenario.algorithm, session.board, session.timeline, session.before, self._moving(),
                    session.say, session.marks, self.board.pointed, self.code, tabs=True)

    def _code_tabs(self, ui: Ui, box: Rect, view: View, unit: float) -> None:
        """The tabs lie in the panel's head, where the stage leaves room for them."""
        names = {HEADINGS[code]: code for code in codes(view)}

        def change(name: str) -> None:
            self.code = names[name]

        ui.tabs("code", box.split_top(30 * unit)[0].inset(10 * unit, 0), tuple(names), HEADINGS[self.code], change)

    def _counters(self, ui: Ui, box: Rect) -> None:
        """Each counter says what it counts; a click shows where, as ticks to go through with Ctrl and the arrows."""
        counters = self.session.scenario.algorithm.counters
        width = box.w / max(1, len(counters))
        for index, counter in enumerate(counters if box.w > 0 else ()):
            place = Rect(box.x + index * width, box.y, width, box.h)
            ui.area(f"counter-{counter.name}", place, press=partial(self._look_for, counter.counts),
                    tip=f"{counter.name}: {counter.definition}; a click marks them on the timeline")

    def _look_for(self, kind: type[Event], _x: float, _y: float, _button: int) -> None:
        self.kind = kind

    def _top(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """Title at the left; what can be done with the puzzle at the right."""
        session, gap = self.session, 8 * unit
        place, box = box.split_left(40 * unit, gap)
        ui.button("gallery", place, "Gallery", self.leave, icon="gallery", tip="Esc")
        for name, label, icon, action, tip in (
            ("help", "Help", "help", self.ask_help, "?"),
            ("settings", "Settings", "gear", self.ask_settings, "F2"),
            ("undo", "Take back", "undo", session.undo, "Ctrl+Z"),
        ):
            box, place = box.split_right(40 * unit, gap)
            ui.button(name, place, label, action, icon=icon, tip=tip, enabled=name != "undo" or bool(session.past))
        if session.game is not None:
            box = self._game_buttons(ui, canvas, box, theme, unit)
        text = f"{session.scenario.title}"
        canvas.text((box.x, box.center[1]), fit_text(canvas, text, box.w, 19 * unit, "bold"), 19 * unit, theme.text,
                    "left", "bold")
        used = canvas.measure(text, 19 * unit, "bold") + 16 * unit
        name = f"{session.scenario.algorithm.title}"
        if used < box.w:
            canvas.text((box.x + used, box.center[1]), fit_text(canvas, name, box.w - used, 14 * unit), 14 * unit,
                        theme.muted)

    def _game_buttons(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
        """Play or analyse, apply; mines left and time while it is played."""
        session, gap = self.session, 8 * unit
        box, place = box.split_right(96 * unit, gap)
        ui.button("apply", place, "Apply", session.apply, icon="apply",
                  tip="A: uncover and flag on the game what was inferred")
        box, place = box.split_right(70 * unit, gap)
        ui.button("hint", place, "Hint", session.hint, tip="H: what to do next, and why")
        box, place = box.split_right(104 * unit, gap)
        ui.button("analyse", place, "Analyse", lambda: self.play(False), icon="magnifier", on=not session.playing,
                  tip="P: a click on a number jumps to its constraint")
        box, place = box.split_right(80 * unit, gap)
        ui.button("play", place, "Play", lambda: self.play(True), icon="flag", on=session.playing,
                  tip="P: a click uncovers, the right button flags, on a number it opens the rest")
        game = session.game
        left = mines_left(game) if game is not None else None
        texts = ["" if left is None else f"{left} mines left"]
        if session.playing:
            texts.append(f"{session.seconds_played()} s")
        text = fit_text(canvas, "   ".join(filter(None, texts)), box.w - gap, 15 * unit)
        box, place = box.split_right(canvas.measure(text, 15 * unit) + 8 * unit, gap)
        canvas.text((place.right, place.center[1]), text, 15 * unit, theme.text, "right")
        return box

    def _timeline(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The track, and how far along it we are."""
        session = self.session
        timeline = session.timeline
        more = "" if timeline.done else " so far"
        text = f"{timeline.position:,} / {len(timeline.events):,} events{more}"
        track, place = box.split_right(200 * unit, 14 * unit)
        canvas.text((place.x, place.center[1]), fit_text(canvas, text, place.w, 14 * unit), 14 * unit, theme.muted)
        track = track.inset(8 * unit, 0)
        draw_timeline(canvas, track, timeline, self.kind, session.director.ends, theme, unit)

        def scrub(x: float, _y: float, _button: int = 1) -> None:
            session.stop()
            position = position_at(track, x, timeline)
            if position != timeline.position:
                session.show(position)

        ui.area("timeline", track.inset(-8 * unit, 0), press=scrub, drag=scrub,
                tip=f"drag to move through the run; ticks: {self.kind.__name__}")

    def _transport(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """Back, run, forward; the rungs of the ladder; cues; the kind to jump to; speed."""
        session, gap, side, row = self.session, 6 * unit, 42 * unit, box
        running = session.running or session.goal is not None
        for name, label, icon, action, tip in (
            ("first", "To the start", "first", session.back_to_start, "Home"),
            ("back", "Step back", "back", lambda: session.back(session.grain), "←"),
            ("run", "Pause" if running else "Run", "pause" if running else "play", session.toggle_run, "Space"),
            ("step", "Step", "step", lambda: session.forward(session.grain), "→"),
        ):
            place, box = box.split_left(side, gap)
            ui.button(name, place, label, action, icon=icon, tip=tip)
        box = box.split_left(gap)[1]
        box = self._cues(ui, canvas, box, theme, unit)
        box = self._rungs(ui, box, unit)
        if box.w > 380 * unit:
            place, box = box.split_left(230 * unit, 2 * gap)
            kinds = {kind.__name__: kind for kind in session.timeline.kinds()} | {self.kind.__name__: self.kind}
            ui.dropdown("kind", place, "Jump to", tuple(kinds), self.kind.__name__,
                        lambda name: setattr(self, "kind", kinds[name]), tip="Ctrl+→ and Ctrl+← go to these events")
        if box.w > 150 * unit:
            text, box = box.split_left(74 * unit, 4 * unit)
            canvas.text((text.x, text.center[1]), f"{session.speed:.3g} per s", 13 * unit, theme.text)
            ui.slider("speed", box.split_left(230 * unit)[0], "", 0, _octaves(MOST_SPEED), _octaves(session.speed),
                      self._set_speed, step=0.25, text="", tip="speed while it runs: + and −")
        note = session.notice or self.message
        if note:
            self._note(canvas, Rect(row.x, row.y - 78 * unit, row.w, 34 * unit), note, theme, unit)

    def _rungs(self, ui: Ui, box: Rect, unit: float) -> Rect:
        """A button for each rung: goes to the next one, and chooses it for the keys."""
        session = self.session
        for grain, name in zip(Grain, session.scenario.algorithm.rungs, strict=True):
            wide = max(64.0, 32 + 9 * len(name)) * unit
            if box.w < wide + 120 * unit:
                break
            place, box = box.split_left(wide, 4 * unit)
            ui.button(f"rung{grain}", place, name.capitalize(), partial(self._take_rung, grain),
                      on=session.grain is grain, tip=f"{grain + 1}: go to the next {name}; then → and ← step by {name}")
        place, box = box.split_left(44 * unit, 14 * unit)
        ui.button("end", place, "To the end", lambda: session.forward("end"), icon="last",
                  tip=f"End: check the whole {session.scenario.algorithm.rungs[3]}")
        return box

    def _take_rung(self, grain: Grain) -> None:
        self.session.grain = grain
        self.session.forward(grain)

    def _cues(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
        """Back and on through what the lesson says."""
        session = self.session
        cues = session.director.seen
        if not cues or box.w < 180 * unit:
            return box
        here = sum(index <= session.director.index for index in cues)
        place, box = box.split_left(36 * unit, 2 * unit)
        ui.button("cue-back", place, "Previous cue", session.cue_back, icon="previous-rung", tip="Page Up")
        text, box = box.split_left(70 * unit, 2 * unit)
        canvas.text((text.center[0], text.center[1]), f"Cue {here}/{len(cues)}", 13 * unit, theme.text, "center")
        place, box = box.split_left(36 * unit, 14 * unit)
        ui.button("cue", place, "Next cue", lambda: session.forward("cue"), icon="next-rung", tip="Page Down")
        return box

    def _note(self, canvas: Canvas, place: Rect, note: str, theme: Theme, unit: float) -> None:
        """Above the timeline, what could not be done: one line or, growing upwards, a few."""
        size, pad = 15 * unit, 14 * unit
        rows = wrap_text(canvas, note, place.w - 2 * pad, size, "bold")[:4]
        width = max(canvas.measure(row, size, "bold") for row in rows) + 2 * pad
        height = place.h + (len(rows) - 1) * 1.3 * size
        box = Rect(place.x, place.bottom - height, width, height)
        canvas.rect(box, theme.accent, radius=6 * unit)
        for index, row in enumerate(rows):
            middle = place.center[1] + (index + 1 - len(rows)) * 1.3 * size
            canvas.text((box.x + pad, middle), row, size, theme.on_accent, "left", "bold")

    # --- doing -----------------------------------------------------------------------------------------------------

    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]

    def play(self, playing: bool) -> None:
        """Switches between playing the game and analysing it."""
        self.session.stop()
        self.session.playing = playing
        self.session.notice = ""

    def _set_speed(self, octaves: float) -> None:
        self.session.speed = self.settings.speed = 0.5 * 2 ** octaves

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key that no widget used."""
        session = self.session
        self.message = ""
        if name in ("right", "left"):
            target: Grain | type[Event] = session.grain
            if ctrl:
                target = self.kind
            elif shift:
                target = Grain(min(Grain.PHASE, session.grain + 1))
            (session.forward if name == "right" else session.back)(target)
            return True
        if ctrl:
            return name == "z" and _done(session.undo)
        actions: dict[str, Callable[[], None]] = {
            "space": session.toggle_run, "home": session.back_to_start, "end": lambda: session.forward("end"),
            "page down": lambda: session.forward("cue"), "page up": session.cue_back, "r": session.restart,
            "p": lambda: self.play(not session.playing), "a": session.apply, "h": session.hint, "s": self._swap_code,
            "+": lambda: self._faster(1.4), "=": lambda: self._faster(1.4), "-": lambda: self._faster(1 / 1.4),
            "escape": self._escape, "backspace": session.undo,
        }
        for grain in Grain:
            actions[str(grain + 1)] = partial(setattr, session, "grain", grain)
        action = actions.get(name)
        return action is not None and _done(action)

    def _faster(self, factor: float) -> None:
        self.settings.speed = self.session.speed
        self.settings.respeed(factor)
        self.session.speed = self.settings.speed

    def _swap_code(self) -> None:
        """The next tab: pseudocode, Python source, and what else the algorithm has."""
        tabs = codes(self._view())
        self.code = tabs[(tabs.index(self.code) + 1) % len(tabs)]

    def _escape(self) -> None:
        """Stops what is under way; then leaves."""
        if self.session.running or self.session.goal is not None:
            self.session.stop()
        else:
            self.leave()


def _done(action: Callable[[], None]) -> bool:
    action()
    return True


def _octaves(speed: float) -> float:
    return log2(max(speed, 0.5) / 0.5)
