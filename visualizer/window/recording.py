"""Shift + F9: what is done with a lesson becomes a lesson. Its panel takes what is to be said at the place on show."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Protocol

from algorithms.core import Event
from algorithms.words import counted, verb
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError, one_line
from scenarios.script.cues import CHART
from scenarios.taking import Taken, save, way_of, way_on
from scenarios.writing import OutputError
from visualizer.canvas.primitives import Canvas, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.ui import Ui, middle
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.screen import Screen
from visualizer.window.stage_screen import StageScreen

_MOST = 300  # cues
_ENOUGH = f"These are {_MOST} cues: save them."
_SHOWN = 8  # of them, the last ones
_HOW = ("Go where a cue shall end, point at what it is about, press Shift + F9, and write what is said. The way there, "
        "the panel beside the board and what was pointed at are kept, too.")


class Shown(Protocol):
    """The window."""

    screen: Screen


class Recording:
    """The cues taken so far, of the lesson ``of``; ``text`` and ``marks`` are being written."""

    def __init__(self, app: Shown) -> None:
        self.app = app
        self.of: Scenario | None = None
        self.cues: list[Taken] = []
        self.events: Sequence[Event] = ()  # of the run that they are taken from
        self.text = self.marks = self.said = ""
        self.fault = False
        self._wanted = False
        self._panel: str | Mapping[str, object] = "pseudocode"

    def asked(self, seed: int) -> None:
        """The panel is opened at the place on show."""
        self.said, self.fault, self._wanted = "", False, True
        screen = self._stage
        if screen is None:
            return
        scenario = screen.transport.playback.scenario
        if self.of is not scenario and self.cues:
            return  # they are not lost because another lesson was opened
        if self.of is not scenario:
            self.of, self.text = scenario, ""
            self._panel = "chart" if scenario.compares else "pseudocode"
        self.marks = screen.questions.board.pointed or ""

    @property
    def _stage(self) -> StageScreen | CompareScreen | None:
        return self.app.screen if isinstance(self.app.screen, StageScreen | CompareScreen) else None

    @property
    def why_not(self) -> str:
        """Why nothing can be taken here; empty where it can."""
        screen = self._stage
        if screen is None:
            return "Open a lesson or a puzzle first: what is done there can become a lesson."
        if self.cues and self.of is not None and self.of is not screen.transport.playback.scenario:
            taken = f"{verb(len(self.cues), 'are')} {counted(len(self.cues), 'cue')}"
            return f"There {taken} of “{self.of.title}”: save them, or forget them, first."
        if isinstance(screen, CompareScreen):
            return self._why_not_joint(screen)
        if screen.session.playing or screen.session.lanes.current is not screen.session.lanes.all[0]:
            return "A lesson keeps the run itself, not games or branches: go back to it with P, or Ctrl + Z."
        return _ENOUGH if len(self.cues) >= _MOST else ""

    def _why_not_joint(self, screen: CompareScreen) -> str:
        """The same of a comparison, whose cues lie on one way."""
        if screen.of_branches:
            return "A lesson keeps runs, not branches: Esc goes back to the run that these are of."
        comparison = screen.comparison
        way = way_of(comparison.scenario, comparison.trail)
        if way is None:
            return "A lesson cannot say how the runs came here: step there with → or go on by cues."
        ways = sorted((*(cue.way for cue in self.cues), way), key=lambda way: sum(move.count for move in way))
        if any(way_on(one, other) is None for one, other in pairwise(ways)):
            return "All cues lie on one way: go to the last one, and on from there."
        return _ENOUGH if len(self.cues) >= _MOST else ""

    def take(self) -> None:
        """A cue at the place on show."""
        screen = self._stage
        if screen is None or self.why_not:
            return
        playback = screen.transport.playback
        names, unknown = places_in(self.marks, screen.questions.board.layout.places)
        if unknown:
            self.said, self.fault = f"There is no place {unknown} on the board; write those with spaces between.", True
            return
        shown = _shown(screen)
        show = "" if shown in ("", self._panel) else shown
        self._panel = shown or self._panel
        self.events = () if isinstance(screen, CompareScreen) else screen.session.timeline.events
        way = way_of(screen.comparison.scenario, screen.comparison.trail) if isinstance(screen, CompareScreen) else ()
        here = sum(playback.places)
        self.cues.append(Taken(here, playback.at_end, self.text.strip(), names, show, way or ()))
        self.said, self.fault = f"Cue {len(self.cues)} ends at event {here:,}.", False
        self.text = self.marks = ""

    def save(self) -> None:
        """Writes the lesson; says where, or why not."""
        if self.of is None or not self.cues:
            return
        try:
            path = save(self.of, f"{self.of.title}, as shown", self.cues, self.events)
        except (ScenarioError, OutputError, OSError, RuntimeError) as error:
            self.said, self.fault = one_line(str(error)), True
            return
        self.cues = []
        self.said, self.fault = f"Saved as {path}. The gallery has it now.", False

    def forget(self) -> None:
        """The last cue goes."""
        if self.cues:
            self.cues.pop()
        screen = self._stage
        if screen is not None and not self.cues:
            self.asked(0)  # the one on show can be recorded now

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             start: Callable[[str, Callable[[], Scenario]], None], close: Callable[[], None]) -> None:
        """The panel."""
        inner = ui.modal("record-panel", middle(size, 820 * unit, 560 * unit), "Record what I do as a lesson", close)
        why = self.why_not
        ready = not why
        row, rest = inner.split_top(40 * unit, 8 * unit)
        ui.field("record-say", row, self.text, partial(setattr, self, "text"), hint="What is said here",
                 keys={"return": self.take}, tip="Return takes it")
        row, rest = rest.split_top(40 * unit, 8 * unit)
        ui.field("record-marks", row, self.marks, partial(setattr, self, "marks"), hint="Places to point at",
                 keys={"return": self.take}, tip="names of places, with spaces between")
        row, rest = rest.split_top(40 * unit, 10 * unit)
        for name, label, action, can in (("take", "Take this cue", self.take, ready),
                                         ("forget", "Forget the last", self.forget, bool(self.cues)),
                                         ("save", "Save the lesson", self.save, bool(self.cues))):
            place, row = row.split_left(200 * unit, 8 * unit)
            ui.button(f"record-{name}", place, label, action, enabled=can)
        text, ink = (why, theme.bad) if why else (self.said, theme.bad if self.fault else theme.good)
        y = rest.y + 10 * unit
        for line in wrap_text(canvas, text or _HOW, rest.w, 15 * unit)[:4]:
            canvas.text((rest.x, y), line, 15 * unit, ink if text else theme.muted)
            y += 20 * unit
        first = max(0, len(self.cues) - _SHOWN)
        for number, cue in enumerate(self.cues[first:], first + 1):
            y += 24 * unit
            said = f"{number}. event {cue.position:,}: {cue.say or '(nothing is said)'}"
            canvas.text((rest.x, y), fit_text(canvas, said, rest.w, 15 * unit), 15 * unit, theme.text)
        if self._wanted:
            ui.focus_on("record-say")
            self._wanted = False


def places_in(text: str, known: Collection[str]) -> tuple[tuple[str, ...], str]:
    """The places that are named in a text, some of which have spaces in their names; and the first word that begins
    none of them."""
    words, found = text.replace(", ", " ").split(), list[str]()
    while words:
        size = next((size for size in range(min(4, len(words)), 0, -1) if " ".join(words[:size]) in known), 0)
        if not size:
            return tuple(found), words[0]
        found.append(" ".join(words[:size]))
        del words[:size]
    return tuple(found), ""


def _shown(screen: StageScreen | CompareScreen) -> str | Mapping[str, object]:
    """The panel on show, as a cue has it; empty where it is one that no cue can ask for."""
    if isinstance(screen, StageScreen):
        known = screen.session.scenario.algorithm.panels
        return screen.code if screen.hero is None and screen.code in known else ""
    panel, runs = screen.panel, screen.comparison.scenario.runs
    if panel is None:
        return CHART
    having = [index for index, run in enumerate(runs) if panel.name in run.algorithm.panels]
    if list(panel.runs) == having and not panel.large:
        return panel.name
    one = {} if list(panel.runs) == having else {"run": runs[panel.runs[0]].name}
    return {"panel": panel.name, "large": panel.large, **one}
