"""Settings that last, kept as JSON in the user's configuration folder. Windows share them: each writes what was changed
in it, and leaves the rest as it is there."""

from __future__ import annotations

import json
import time
from dataclasses import asdict, dataclass, field
from typing import Any

from scenarios.script.telling import HEARD, Heard, Telling
from scenarios.writing import keep, kept_in
from visualizer.canvas.theme import NAMES
from visualizer.runs.playback import LEAST_SPEED, MOST_SPEED

LEAST_SCALE, MOST_SCALE = 0.6, 2.4
CLOCKS = ("day", "class", "none")
_FILE = "settings.json"


@dataclass(frozen=True)
class Shown:
    """What is kept for each size of a display: a theme's name, the scale of all that is drawn, projector mode."""

    theme: str = "dark"
    scale: float = 1.0
    projector: bool = False


@dataclass
class Settings:
    """theme, scale, projector: as in :class:`Shown`, on the display where the window is
    speed:     steps a second, with which a lesson starts
    by_itself: a lesson that is presented goes on by itself; otherwise it waits for ▶ at each cue
    motion:    what changes moves
    more:      what cues add to what they say is said, too; ``audience``: whose cues are told (any: all but homework)
    presenter: notes and answers are shown in a second window
    clock:     what time the projector shows: of day, or in class; or none
    displays:  what was shown on other displays, by their sizes
    opened:    when the window was opened, for the time in class
    """

    theme: str = Shown.theme
    scale: float = Shown.scale
    speed: float = 4.0
    projector: bool = Shown.projector
    by_itself: bool = True
    motion: bool = True
    more: bool = False
    audience: Heard = HEARD[0]
    presenter: bool = False
    clock: str = CLOCKS[0]
    displays: dict[str, Shown] = field(default_factory=dict)
    opened: float = field(default_factory=time.monotonic, compare=False, repr=False)
    _display: str = field(default="", compare=False, repr=False)
    _written: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)  # as the file had it from here
    _passing: dict[str, tuple[Any, Any]] = field(default_factory=dict, compare=False, repr=False)  # now, and otherwise

    @property
    def telling(self) -> Telling:
        """How lessons are told."""
        return Telling(self.more, self.audience)

    def for_now(self, **values: Any) -> None:
        """As the command line says, this time: it is kept only once it was changed here."""
        for name, value in values.items():
            self._passing[name] = value, getattr(self, name)
            setattr(self, name, value)

    def rescale(self, factor: float) -> None:
        """Larger or smaller, within bounds."""
        self.scale = round(min(MOST_SCALE, max(LEAST_SCALE, self.scale * factor)), 2)

    def next_theme(self) -> None:
        """Dark, light, projector, dark again."""
        self.theme = NAMES[(NAMES.index(self.theme) + 1) % len(NAMES)]

    def next_clock(self) -> None:
        """Time of day, in class, none, and again."""
        self.clock = CLOCKS[(CLOCKS.index(self.clock) + 1) % len(CLOCKS)]

    def go_to(self, size: tuple[int, int]) -> None:
        """The window is on a display of that size: it looks as it did there, if it was there before."""
        name = f"{size[0]}x{size[1]}"
        if name == self._display:
            return
        if self._display:
            self.remember()
        self._display = name
        kept = self.displays.get(name)
        if kept is not None:
            self.theme, self.scale, self.projector = kept.theme, kept.scale, kept.projector

    def remember(self) -> None:
        """Notes how it looks on the display where the window is."""
        now, otherwise = self._passing.get("projector", (None, False))
        if self._display:
            self.displays[self._display] = Shown(self.theme, self.scale,
                                                 otherwise if self.projector is now else self.projector)


def load_settings() -> Settings:
    """The settings as they were kept; the default for each that is missing or makes no sense."""
    settings, kept = Settings(), kept_in(_FILE)
    shown = _shown(kept)
    settings.theme, settings.scale, settings.projector = shown.theme, shown.scale, shown.projector
    settings.speed = _number(kept, "speed", LEAST_SPEED, MOST_SPEED, settings.speed)
    for name in ("by_itself", "motion"):
        setattr(settings, name, kept.get(name) is not False)
    settings.more, settings.presenter = kept.get("more") is True, kept.get("presenter") is True
    if kept.get("audience") in HEARD:
        settings.audience = kept["audience"]
    if kept.get("clock") in CLOCKS:
        settings.clock = kept["clock"]
    displays = kept.get("displays")
    for name, look in displays.items() if isinstance(displays, dict) else ():
        if isinstance(look, dict):
            settings.displays[name] = _shown(look)
    settings._written = {name: value for name, value in _to_keep(settings).items() if kept.get(name) == value}
    return settings


def _to_keep(settings: Settings) -> dict[str, Any]:
    found = {name: value for name, value in asdict(settings).items() if name != "opened" and not name.startswith("_")}
    settings._passing = {name: pair for name, pair in settings._passing.items() if found[name] == pair[0]}
    return found | {name: otherwise for name, (_, otherwise) in settings._passing.items()}


def _shown(kept: dict[str, Any]) -> Shown:
    name = kept.get("theme")
    return Shown(name if name in NAMES else Shown.theme, _number(kept, "scale", LEAST_SCALE, MOST_SCALE, Shown.scale),
                 kept.get("projector") is True)


def _number(kept: dict[str, Any], name: str, low: float, high: float, otherwise: float) -> float:
    value = kept.get(name)
    return float(value) if isinstance(value, int | float) and low <= value <= high else otherwise


def save_settings(settings: Settings) -> None:
    """Keeps what was changed since it was read, or written, here: another window may have changed the rest."""
    settings.remember()
    now, there = _to_keep(settings), kept_in(_FILE)
    before = settings._written if there else {}
    shown, was = now["displays"], before.get("displays", {})
    others = there.get("displays")
    changed = {name: value for name, value in now.items() if name not in before or value != before[name]}
    displays = {**(others if isinstance(others, dict) else {}),
                **{name: look for name, look in shown.items() if name not in was or look != was[name]}}
    keep(_FILE, json.dumps({**there, **changed, "displays": displays}))
    settings._written = now
