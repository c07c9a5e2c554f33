"""The controls below the stage, the same for one run and for several: moving, cues, rungs, speed, and their keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import log2
from typing import NamedTuple

from algorithms.core import Event, Grain
from algorithms.words import kind_meaning, kind_name
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.playback import LEAST_SPEED, MOST_SPEED, Playback
from visualizer.runs.presenting import Presentation
from visualizer.widgets.ui import Ui
from visualizer.window.cue_controls import CueControls
from visualizer.window.settings import Settings
from visualizer.window.swapping import Swapping

_PART = 0.6  # of the time that an event has while it runs: so much the transition takes at most
_TOO_FAST = 8.0  # steps a second: above, there is no transition


class Button(NamedTuple):
    """A button with an icon."""

    name: str
    label: str
    icon: str
    action: Callable[[], None]
    tip: str


class Following(NamedTuple):
    """The lesson after this one, or another one that is offered, and why; its title is asked for when it is to be
    shown."""

    title: Callable[[], str]
    open: Callable[[], None]
    heading: str = "Next lesson"


class Transport:
    """Moves a playback. ``kind`` is that of the events to jump to; ``more`` are buttons of this screen's own; ``span``
    tells how many seconds the transition takes to what is on show.

    A lesson starts at the speed of the settings; what changes its speed here, or in its script, is of this lesson only.
    """

    def __init__(self, playback: Playback, settings: Settings, kind: type[Event], leave: Callable[[], None],
                 span: Callable[[], float], more: Sequence[Button] = ()) -> None:
        self.playback = playback
        self.presentation = Presentation(playback, lambda: settings.by_itself)
        self.cues = CueControls(playback)
        self.following: Following | None = None
        self.named: Callable[[str], Following | None] = lambda _name: None  # a lesson, by its name without number
        self.settings = settings
        self.kind = kind
        self.leave = leave
        self.span = span
        self.more = more
        self.swapping = Swapping(playback, lambda: settings.motion)
        playback.speed = self._speed = settings.speed
        self.tell()

    def tell(self) -> None:
        """The lesson is told as the settings have it; to be asked for before anything of it is shown."""
        self.playback.director.tell(self.settings.telling)

    def tick(self, seconds: float) -> None:
        """A frame passes."""
        self.tell()
        if self._speed != self.settings.speed:  # changed in the settings
            self._speed = self.playback.speed = self.settings.speed
        self.playback.tick(seconds)
        if self.playback.goal is not None:
            self.playback.work(0.010)
        self.presentation.tick(seconds)

    @property
    def busy(self) -> bool:
        """Whether the next frame will look different without any input."""
        playback = self.playback
        return playback.presenting or playback.running or playback.goal is not None or self.progress < 1 \
            or self.swapping.busy

    @property
    def progress(self) -> float:
        """How far the transition is, 0 to 1, slowing down towards its end; back takes half as long as there."""
        playback = self.playback
        span = self.span() / (2 if playback.goes_back else 1) if self.settings.motion else 0.0
        if playback.running:
            span = 0.0 if playback.speed > _TOO_FAST else min(span, _PART / playback.speed)
        gone = playback.clock() - playback.moved_at
        return 1.0 if gone >= span else 1 - (1 - gone / span) ** 3

    @property
    def offered(self) -> Following | None:
        """The lesson on what an answer has shown, or the one after this one, where this one has said all."""
        if self.playback.offers and (named := self.named(self.playback.offers)) is not None:
            return named
        director = self.playback.director
        return self.following if director.seen and director.upcoming is None else None

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, row: Rect, theme: Theme, unit: float) -> None:
        """Back, run, forward; cues; the rungs of the ladder; the kind to jump to; speed."""
        playback, gap, box = self.playback, 6 * unit, row
        for button in (
            Button("first", "To the start", "first", playback.back_to_start, "Home"),
            Button("back", "Step back", "back", lambda: playback.back(playback.grain), "←"),
            self._play_button(),
            Button("step", "Step", "step", lambda: playback.forward(playback.grain), "→"),
        ):
            place, box = box.split_left(42 * unit, gap)
            _draw_button(ui, place, button)
        box = box.split_left(gap)[1]
        if self.cues.wide and box.w > (self.cues.wide + 20) * unit:
            place, box = box.split_left(self.cues.wide * unit, 14 * unit)
            self.cues.draw(ui, place, unit)
        box = self._rungs(ui, box, unit)
        if box.w > 330 * unit:
            wanted = min(canvas.measure(kind_name(self.kind), ui.text_size) + 50 * unit, box.w - 160 * unit)
            place, box = box.split_left(max(min(230 * unit, box.w * 0.5), wanted), 2 * gap)
            kinds = {kind_name(kind): kind for kind in (*playback.kinds, self.kind)}
            label = "Jump to" if ui.fits(kind_name(self.kind), 0.6 * place.w - 46 * unit) else ""
            ui.dropdown("kind", place, label, tuple(kinds), kind_name(self.kind),
                        lambda name: setattr(self, "kind", kinds[name]), tip="Ctrl+→ and Ctrl+← go to these events",
                        notes={name: kind_meaning(kind) for name, kind in kinds.items()})
        if box.w > 150 * unit:
            text, box = box.split_left(74 * unit, 4 * unit)
            canvas.text((text.x, text.center[1]), f"{_speed(playback.speed)} per s", 13 * unit, theme.text)
            ui.slider("speed", box.split_left(230 * unit)[0], "", 0, _octaves(MOST_SPEED), _octaves(playback.speed),
                      self._set_speed, step=0.25, text="", tip="speed of this lesson: + and −")

    def _play_button(self) -> Button:
        """▶, or a pause."""
        playback, presentation = self.playback, self.presentation
        tip = "Space: plays the lesson, from cue to cue; Shift + Space: runs freely"
        if presentation.rests and not self.settings.by_itself:
            return Button("run", "Go on", "play", presentation.press, "Space")
        if playback.presenting or playback.running or playback.goal is not None:
            return Button("run", "Pause", "pause", presentation.press, "Space")
        if playback.director.upcoming is None:
            return Button("run", "Run", "play", presentation.press, "Space")
        return Button("run", "Play", "play", presentation.press, tip)

    def _rungs(self, ui: Ui, box: Rect, unit: float) -> Rect:
        """A button for each rung: goes to the next one, and chooses it for the keys."""
        playback = self.playback
        ends = (*self.more, Button("end", "To the end", "last", lambda: playback.forward("end"),
                                   f"End: check the whole {playback.rungs[3]}"))
        for grain, name in zip(Grain, playback.rungs, strict=True):
            wide = max(64.0, 32 + 9 * len(name)) * unit
            if box.w < wide + (76 + 44 * len(ends)) * unit:
                break
            place, box = box.split_left(wide, 4 * unit)
            tip = f"{grain + 1}: go to the next {name}; then → and ← step by {name}"
            ui.button(f"rung{grain}", place, name.capitalize(), partial(self._take_rung, grain),
                      on=playback.grain is grain, tip=tip)
        for button in ends:
            place, box = box.split_left(44 * unit, 4 * unit)
            _draw_button(ui, place, button)
        return box.split_left(10 * unit)[1]

    def _take_rung(self, grain: Grain) -> None:
        self.playback.grain = grain
        self.playback.forward(grain)

    def _set_speed(self, octaves: float) -> None:
        self.playback.speed = LEAST_SPEED * 2 ** octaves

    # --- keys ------------------------------------------------------------------------------------------------------

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """Does what a key is for, if it is one that moves."""
        playback = self.playback
        if name in ("right", "left"):
            target: Grain | type[Event] = playback.grain
            if ctrl:
                target = self.kind
            elif shift:
                target = Grain(min(Grain.PHASE, playback.grain + 1))
            (playback.forward if name == "right" else playback.back)(target)
            return True
        presentation = self.presentation
        actions: dict[str, Callable[[], None]] = {
            "space": playback.toggle_run if shift else presentation.press, "n": self._open_next, "g": self.cues.open,
            "home": playback.back_to_start, "end": lambda: playback.forward("end"), "r": playback.restart,
            "v": self._say_more, "page down": self._on, "page up": self._back,
            "+": lambda: self._faster(1.4), "=": lambda: self._faster(1.4), "-": lambda: self._faster(1 / 1.4),
            "escape": self._escape,
        }
        for grain in Grain:
            actions[str(grain + 1)] = partial(setattr, playback, "grain", grain)
        if ctrl or name not in actions:
            return False
        actions[name]()
        return True

    def _faster(self, factor: float) -> None:
        speed = self.playback.speed  # a script's may be beyond what can be set
        self.playback.speed = min(max(MOST_SPEED, speed), max(LEAST_SPEED, speed * factor))

    def _say_more(self) -> None:
        """More is said, or no more than the lesson needs."""
        self.settings.more = not self.settings.more
        self.tell()
        if not any(cue.more for cue in self.playback.scenario.script):
            self.playback.notice = "This lesson has no more to say than it says." if self.settings.more else ""

    def _on(self) -> None:
        """To the next page of what is said, or the next cue."""
        if not self.presentation.turn(1):
            self.playback.forward("cue")

    def _back(self) -> None:
        if not self.presentation.turn(-1):
            self.playback.cue_back()

    def _open_next(self) -> None:
        if self.offered is not None:
            self.offered.open()
        elif self.following is None:
            self.playback.notice = "No lesson comes after this one."
        else:
            self.playback.notice = "N opens the next lesson when this one has said its last cue."

    def _escape(self) -> None:
        """Stops what is under way; then leaves."""
        if self.playback.presenting or self.playback.running or self.playback.goal is not None:
            self.playback.stop()
        else:
            self.leave()


def _draw_button(ui: Ui, place: Rect, button: Button) -> None:
    ui.button(button.name, place, button.label, button.action, icon=button.icon, tip=button.tip)


def _speed(speed: float) -> str:
    return f"{speed:,.0f}" if speed >= 100 else f"{speed:.3g}"


def _octaves(speed: float) -> float:
    return log2(max(speed, LEAST_SPEED) / LEAST_SPEED)
