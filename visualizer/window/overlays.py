"""What lies above a screen: the settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import NAMES, Theme
from visualizer.runs.playback import LEAST_SPEED, MOST_SPEED
from visualizer.widgets.ui import Ui, middle
from visualizer.window.settings import LEAST_SCALE, MOST_SCALE, Settings

_GOING_ON = {"by itself": True, "when Space is pressed": False}
_MOTION = {"shown": True, "reduced": False}
_CLOCK = {"time of day": "day", "time in class": "class", "none": "none"}
_DEPTH = {"what is needed": False, "more": True}
_AUDIENCE = {"all but homework": "any", "a lecture": "lecture", "self-study": "self-study", "homework": "homework"}
_OFF_ON = {"off": False, "on": True}
_CHOICES: Sequence[tuple[str, str, Mapping[str, object], str]] = (
    ("by_itself", "▶ goes on", _GOING_ON, "a lesson that is played rests at each cue as long as reading takes"),
    ("more", "Lessons say", _DEPTH, "V: some cues have more to say"),
    ("audience", "Told for", _AUDIENCE, "cues that are only for others are passed over"),
    ("motion", "Motion", _MOTION, "what changes moves to its place, or is there at once"),
    ("projector", "Projector mode", _OFF_ON, "F5: board and words fill the screen; kept for each display size"),
    ("clock", "Clock there", _CLOCK, "K"),
    ("presenter", "Presenter's window", _OFF_ON, "F9: notes, what comes next and answers, for whoever teaches"),
)


def draw_settings(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float, settings: Settings,
                  close: Callable[[], None]) -> None:
    """All that can be set: of what is seen, of how a lesson is played, of the projector."""
    rows = 3 + len(_CHOICES)
    inner = ui.modal("settings-panel", middle(size, 560 * unit, (90 + rows * 52) * unit), "Settings", close)
    step = min(52 * unit, (inner.h + 12 * unit) / rows)
    places = [Rect(inner.x, inner.y + index * step, inner.w, step * 0.77) for index in range(rows)]

    def set_theme(name: str) -> None:
        settings.theme = name.lower()

    def set_scale(value: float) -> None:
        settings.scale = round(value, 2)

    def set_speed(octaves: float) -> None:
        settings.speed = LEAST_SPEED * 2 ** octaves

    ui.dropdown("set-theme", places[0], "Theme", [name.capitalize() for name in NAMES], settings.theme.capitalize(),
                set_theme, tip="T")
    ui.slider("set-scale", places[1], "Scale", LEAST_SCALE, MOST_SCALE, settings.scale, set_scale, step=0.1,
              text=f"{settings.scale:.0%}", tip="Ctrl and + or −")
    ui.slider("set-speed", places[2], "Speed", 0, log2(MOST_SPEED / LEAST_SPEED), log2(settings.speed / LEAST_SPEED),
              set_speed, step=0.25, text=f"{settings.speed:.3g}/s",
              tip="steps a second when a lesson starts; + and − are for the one on show")
    for place, (name, label, choices, tip) in zip(places[3:], _CHOICES, strict=True):
        _choice(ui, place, name, label, choices, settings, tip)


def _choice(ui: Ui, place: Rect, name: str, label: str, choices: Mapping[str, object], settings: Settings,
            tip: str) -> None:
    """A list of what one of the settings may be, in words."""
    now = next(word for word, value in choices.items() if value == getattr(settings, name))
    ui.dropdown(f"set-{name.replace('_', '-')}", place, label, tuple(choices), now,
                lambda word: setattr(settings, name, choices[word]), tip=tip)
