"""What lies above a screen: help and settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import log2

from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import NAMES, Theme
from visualizer.runs.playback import LEAST_SPEED, MOST_SPEED
from visualizer.stage.panels import draw_legend
from visualizer.widgets.ui import Ui, middle
from visualizer.window.settings import LEAST_SCALE, MOST_SCALE, Settings

KEYS: Sequence[tuple[str, str]] = (
    ("→  ←", "step on and back"),
    ("Shift + → ←", "a rung higher on the ladder"),
    ("Ctrl + → ←", "to the next or last event of a kind: see “Jump to”"),
    ("1 2 3 4", "the rung that → ← take"),
    ("Space", "▶: play the lesson, cue by cue; pause"),
    ("Shift + Space", "run freely, and pause"),
    ("Home  End", "to the start; check the whole board"),
    ("+  −", "faster, slower"),
    ("Page Down / Up", "next and previous cue (a presenter's remote)"),
    ("G", "all cues of the lesson; in the gallery: go on with the course"),
    ("V", "the lesson says more, where it has more to say"),
    ("N", "after the last cue: the next lesson; playing: another game"),
    ("D  C", "compared runs: on to where they differ; the other totals"),
    ("Click a number", "jump to its constraint"),
    ("P", "play the game, enter digits; or analyse"),
    ("Arrows, 0 … 9", "entering: point at a cell; write into it, erase"),
    ("A", "apply what was inferred, or the hint"),
    ("H", "a hint, with the reason; again: more of it"),
    ("E", "Clue: enter a line of the log"),
    ("J", "Clue: the same by clicks on cards"),
    ("M", "Sudoku: pencil marks; or Shift and a digit"),
    ("W", "why: of the place pointed at; again: its proof"),
    ("Shift + W", "why not: a value is proposed, and refuted or shown in a solution"),
    ("X, Shift + X", "a number, on the board of the place pointed at: its events (↑ ↓)"),
    ("1 … 9, I, Esc", "a question: answer it; a hint; skip it"),
    ("Y", "find the bug: one event is wrong; again: it is this one"),
    ("Q", "predict: any run asks what comes next"),
    ("Shift + Y", "your move: the run asks for each choice that it makes"),
    ("Ctrl + Z", "take back a move, a jump, an application"),
    ("Ctrl + Y", "do again what was taken back"),
    ("Z", "make the next choice, or random draw, otherwise: a branch"),
    ("Shift + Z, F10", "the next branch; name them all"),
    ("Ctrl + E", "change the puzzle: run it as a branch, save it as a lesson"),
    ("F4", "two branches side by side: this one, and the one shown before"),
    ("R", "start the lesson, or the game, again"),
    ("F6  F8", "stops: conditions and bookmarks; a bookmark here"),
    ("F7, Shift + F7", "to the next stop, and the last one"),
    ("S", "pseudocode or Python source"),
    ("L", "the tab on show (for code: tree, graph) and the board change places"),
    ("F  U", "search tree: fold what failed or was left; unfold all"),
    ("Arrows, Return", "focused picture: to another node, chip or line; fold it, or go there"),
    ("+  −  O  C", "focused tree or graph: zoom, all of it, back to the search"),
    ("Wheel, drag, +  −", "board: larger, smaller; move it, if it is larger than its room"),
    ("Tab, Shift + Tab", "move the focus; Return presses"),
    ("Return, F, C", "focused board: uncover or ask, flag, chord"),
    ("Ctrl and + − 0", "larger, smaller, normal size"),
    ("/", "gallery: search; ↓ and Return choose"),
    ("T", "theme: dark, light, projector"),
    ("Ctrl + V", "open what was copied: a Sudoku, DIMACS"),
    ("F11", "full screen"),
    ("F5", "projector mode: for the back row"),
    ("Shift + Q", "presenting: a class votes on questions; 1 … 9 count hands, Shift takes back"),
    ("F9", "presenter's window: notes, what comes next, answers, time"),
    ("Shift + F9", "record what I do as a lesson: a caption for the place on show"),
    ("F12", "presenting: the class's picture freezes; with Shift: back to it"),
    ("I  K", "projector: spotlight on what is marked; clock"),
    ("B  .", "black screen; any key brings it back"),
    ("F2", "settings"),
    ("F3", "words: what those of the caption mean, and all others"),
    ("C", "gallery: by chapters, by topics, short courses"),
    ("Esc", "close an answer; stop; back to the gallery"),
    ("?", "this help"),
)


def draw_help(ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
              legend: Sequence[tuple[str, str]], close: Callable[[], None]) -> None:
    """All keys, and what the colours mean."""
    inner = ui.modal("help-panel", middle(size, 1120 * unit, 590 * unit), "Keys and colours", close)
    keys, colors = inner.split_bottom(86 * unit, 8 * unit)
    half = -(-len(KEYS) // 2)
    step = min(34 * unit, keys.h / half)
    for index, (key, meaning) in enumerate(KEYS):
        column, row = divmod(index, half)
        x, y = keys.x + column * (keys.w / 2 + 6 * unit), keys.y + (row + 0.5) * step
        name = min(134 * unit, keys.w * 0.2)
        size_ = min(15 * unit, step * 0.6)
        canvas.text((x, y), fit_text(canvas, key, name, size_, "bold"), size_, theme.accent, "left", "bold")
        room = keys.w / 2 - name - 22 * unit
        canvas.text((x + name + 10 * unit, y), fit_text(canvas, meaning, room, size_), size_, theme.text)
    draw_legend(canvas, colors, legend, theme, unit)


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
