"""Measures the texts of the real window at 1280×800, at every cue of a lesson: too small, cut, or one on another.

    .venv/bin/python tests/kit/measuring.py [LESSONPREFIX…]

prints a line for each lesson and each function that draws wrong texts there: what is wrong, and the smallest of them
with its moment. With --tabs, each tab is looked at at every cue, not only the one that is asked for.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import ClassVar, Literal, NamedTuple

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from kit.drawn_texts import common, overlaps
from kit.known_lessons import LESSONS, known, recorded
from kit.session_desk import ticking
from scenarios.loader import Scenario
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.director import Director
from scenarios.script.together import Trail
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import BASELINE, SMALLEST, Align, Color, Point, RecordingCanvas, Rect
from visualizer.canvas.pygame_shapes import text_width
from visualizer.canvas.theme import theme
from visualizer.widgets.ui import Ui
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

OpName = Literal["rect", "line", "polygon", "circle", "text", "clip", "unclip", "image"]

SIZE = (1280.0, 800.0)
HIDDEN = 60.0  # seconds, behind which no control of the projector is left on show
_HIGH = 0.37  # of the size: from the middle of a line to the top of a capital
_BELOW = 0.2  # of the size: what letters such as g and _ have below the baseline
_DEEP = frozenset("gjpqy_,;()[]{}|Q")
_SLACK = 1.5  # pixels, for what rounding does
_ROOMS = ("/visualizer/families/", "/visualizer/puzzles/")
_TOOLS = ("/visualizer/canvas/", "/visualizer/widgets/")  # they draw for others


class Fault(NamedTuple):
    """A text that is wrong: ``kind`` is "small", "cut" or "overlap", ``drawer`` the function that drew it."""

    drawer: str
    kind: str
    size: float
    text: str

    @property
    def module(self) -> str:
        """The file that has to mend it, below visualizer."""
        return self.drawer.split(":")[0]

    def __str__(self) -> str:
        return f"{self.drawer}: {self.kind} {self.size:.1f}px {self.text!r}"


class MeasuringCanvas(RecordingCanvas):
    """Keeps for every text what is wrong with it: widths are the window's."""

    cut: ClassVar[set[str]] = set()  # what fit_text made of longer texts, on any canvas so far, as some of it is kept

    def __init__(self, *, whole: bool = False) -> None:
        super().__init__()
        self.whole = whole  # all that is drawn is kept, to find what overlaps; else texts alone are looked at
        self.faults: list[Fault] = []
        self.drawers: dict[str, str] = {}
        self._clips = [Rect(0.0, 0.0, *SIZE)]

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        if text.endswith("…"):
            caller = sys._getframe(1)
            if caller.f_code.co_name == "fit_text" and caller.f_locals["text"] != text:
                self.cut.add(text)
        return text_width(text, max(1, round(size)), style)

    def _add(self, name: OpName, *args: object) -> None:
        if self.whole:
            super()._add(name, *args)

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        if self.whole:
            super().polygon(points, fill, stroke, width)

    @contextmanager
    def clip(self, box: Rect) -> Iterator[None]:
        self._clips.append(common(self._clips[-1], box))
        with super().clip(box):
            yield
        self._clips.pop()

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        if self.whole:
            super().text(at, text, size, color, align, style)
        if not text.strip():
            return
        width = self.measure(text, size, style)
        left = at[0] - width * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        below = BASELINE + (0.0 if _DEEP.isdisjoint(text) else _BELOW)
        letters = Rect(left, at[1] - _HIGH * size, width, (_HIGH + below) * size)
        shown = common(self._clips[-1], letters)
        kinds = ("small" if size < SMALLEST - 0.05 else "", "cut by …" if text in self.cut else "",
                 "cut by its clip" if shown.w < letters.w - _SLACK or shown.h < letters.h - _SLACK else "")
        if self.whole or any(kinds):
            drawer = self.drawers[text] = _who(sys._getframe(1))
            self.faults += [Fault(drawer, kind, size, text) for kind in kinds if kind]

    def overlapping(self) -> Iterator[Fault]:
        """Texts that lie on each other."""
        for one, other in overlaps(self):
            yield Fault(self.drawers[one], "overlap", 0.0, f"{one} × {other}")


def _who(frame: FrameType | None) -> str:
    """The function that drew, and that of the family or the puzzle that asked for it, where that is another one."""
    found: list[str] = []
    while frame is not None:
        file = frame.f_code.co_filename
        if "/visualizer/" in file and not any(tool in file for tool in _TOOLS):
            own = any(room in file for room in _ROOMS)
            if own or not found:
                found.append(f"{file.split('/visualizer/')[1]}:{frame.f_code.co_name}")
            if own:
                break
        frame = frame.f_back
    return " < ".join(found) or "?"


Screen = StageScreen | CompareScreen


def opened(lesson: Scenario) -> Screen:
    """A lesson in the window, recorded to its end; what moves has always arrived."""
    screen: Screen = (CompareScreen if lesson.compares else StageScreen)(lesson, Settings(), _nothing)
    timelines = recorded(lesson.path)
    for timeline in timelines:
        timeline.seek(0)
    if isinstance(screen, StageScreen):
        screen.session.timeline = timelines[0]
        screen.session.director = Director(lesson, timelines[0])
    else:
        comparison = screen.comparison
        comparison._timelines = list(timelines)
        comparison.director = ComparisonDirector(lesson, comparison.timelines)
        comparison.together = comparison.director.together
        comparison.trail = Trail(comparison.together)
    screen.transport.playback.clock = ticking()
    screen.ask_help = screen.ask_settings = _nothing
    return screen


def _nothing() -> None:
    """What a button does here."""


def moments(screen: Screen) -> Iterator[str]:
    """The start, and the end of each cue that shows or says something."""
    playback = screen.transport.playback
    yield "start"
    for index in playback.director.seen:
        playback.to_cue(index)
        yield f"cue {index + 1}"


def drawn(screen: Screen, *, whole: bool = False, now: float = 0.0) -> MeasuringCanvas:
    """The window as it is ``now``."""
    ui, canvas, colors = Ui(), MeasuringCanvas(whole=whole), theme("dark")
    ui.begin(canvas, colors, 1.0, SIZE, now)
    screen.draw(ui, canvas, SIZE, colors, 1.0)
    ui.end()
    return canvas


def projected(lesson: Scenario) -> Iterator[tuple[str, Fault]]:
    """What is wrong in projector mode, once its controls are hidden, each with the moment."""
    screen = opened(lesson)
    screen.projector.settings.projector = True
    drawn(screen)
    for moment in moments(screen):
        yield from ((f"projector, {moment}", fault) for fault in drawn(screen, now=HIDDEN).faults)


def faults(lesson: Scenario, *, overlapping: bool = False, tabs: bool = False) -> Iterator[tuple[str, Fault]]:
    """What is wrong in a lesson, each with the moment; ``tabs``: in every tab, not only in those that the cues ask
    for."""
    screen = opened(lesson)
    for moment in moments(screen):
        for shown in _shown(screen, moment, tabs):
            canvas = drawn(screen, whole=overlapping)
            yield from ((shown, fault) for fault in canvas.faults)
            if overlapping:
                yield from ((shown, fault) for fault in canvas.overlapping())


def _shown(screen: Screen, moment: str, tabs: bool) -> Iterator[str]:
    yield moment
    if tabs and isinstance(screen, StageScreen):
        for tab in screen.session.scenario.algorithm.panels:
            screen.code = tab
            yield f"{moment} {tab}"


def main(arguments: list[str]) -> None:
    """Measures the lessons whose names begin so; all of them, if none is named. ``--tabs``: with all their tabs."""
    prefixes = tuple(argument for argument in arguments if argument != "--tabs")
    found: dict[tuple[str, str, str], list[tuple[str, Fault]]] = {}
    for path in LESSONS:
        if not prefixes or path.stem.startswith(prefixes):
            for moment, fault in faults(known(path), overlapping=True, tabs="--tabs" in arguments):
                found.setdefault((fault.drawer, fault.kind, path.stem), []).append((moment, fault))
    for (drawer, kind, lesson), wrong in sorted(found.items()):
        moment, worst = min(wrong, key=lambda one: one[1].size)
        several = len({fault.text for _, fault in wrong})
        print(f"{drawer}: {kind}: {lesson}, {moment}: {worst.text!r}, {worst.size:.1f} px"
              f"{f', and {several - 1} other texts' if several > 1 else ''}")
    print(f"{len(found)} kinds of faults", file=sys.stderr)


if __name__ == "__main__":
    main(sys.argv[1:])
