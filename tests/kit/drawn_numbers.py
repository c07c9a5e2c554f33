"""The numbers that a lesson's panels draw, event by event: those that can be asked for, and the digits beside them."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from algorithms.core import Algorithm
from kit.known_lessons import known, replayed
from scenarios.timeline import Timeline
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Color, OpName, Point, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.boards import Board, board_for
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.stage.board_numbers import numbers_on_board
from visualizer.stage.family import view_of
from visualizer.stage.links import Links
from visualizer.stage.stage import HEADINGS, draw_focus, draw_tab
from visualizer.stage.view import BOARD, OWN, View

FOCUS = "focus"
SHARED = (*HEADINGS, "tree")  # tabs that no family draws
_WIDE, _HIGH = 560.0, 380.0  # where nearly all has room
_FOR_OTHERS = "write", "_write"
_DIGIT, _NUMBER, _NAMED = re.compile(r"\d"), re.compile(r"\d[\d,.]*\d|\d"), re.compile(r"[^\W\d_]|[(){}=≠¬Δ@…]")
_MOST, _SPREAD = 1_500, 8  # events of each run that are gone through, and at how many of them panels are drawn besides


class Written(NamedTuple):
    """A text that was drawn, and ``by`` which function, as ``puzzles.sudoku.cell._draw_digit``."""

    text: str
    at: Point
    size: float
    align: Align
    style: Style
    by: str

    @property
    def box(self) -> Rect:
        """The box around it: most are never asked."""
        wide = RecordingCanvas().measure(self.text, self.size, self.style)
        left = self.at[0] - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[self.align]
        return Rect(left, self.at[1] - self.size * 0.7, wide, self.size * 1.4)


@dataclass(frozen=True)
class Panel:
    """A panel that was drawn: each text, and each number that can be asked for, with its place."""

    name: str
    texts: Sequence[Written]
    numbers: Sequence[tuple[Rect, Number]]

    def anonymous(self) -> Iterator[tuple[str, str]]:
        """The texts that have digits besides those of the numbers, which are ``#`` here; 0 is any number, x a word with
        digits in it, which is a name: ``A2``, ``(1,2)``, ``¬5``, ``D8=6``, ``{2,``. With each the function."""
        numbers = [(place.center, place, number) for place, number in self.numbers]
        for written in self.texts:
            text = written.text
            if not _DIGIT.search(text):
                continue
            rest, box = list(text), written.box
            for center, place, number in numbers:
                if box.contains(*center) and (at := _nearest(text, box, place, number)) is not None:
                    rest[at] = "#"
                    rest[at + 1:at + len(number.text)] = [""] * (len(number.text) - 1)
            if masked := _masked("".join(rest)):
                yield masked, written.by

    def stands(self, place: Rect, number: Number) -> bool:
        """Is the number written where it says that it is?"""
        text, center = number.text, place.center  # the text is counted anew each time that it is asked for
        return any(text in written.text and written.box.inset(-1).contains(*center) for written in self.texts)


@lru_cache(maxsize=4096)  # a panel says nearly the same at each event
def _masked(text: str) -> str:
    """Without the digits of numbers and of names; empty: there are none."""
    said = " ".join(_plain(word) for word in text.split())
    return _NUMBER.sub("0", said) if _DIGIT.search(said) else ""


def _plain(word: str) -> str:
    return "x" if _DIGIT.search(word) and _NAMED.search(word) else word


def _nearest(text: str, box: Rect, place: Rect, number: Number) -> int | None:
    """Where in a text the number stands that says that it is at this place: from which letter on."""
    canvas, whole = RecordingCanvas(), RecordingCanvas().measure(text, 10) or 1.0
    starts = {found.start(): box.x + box.w * canvas.measure(text[:found.start()], 10) / whole
              for found in re.finditer(re.escape(number.text), text)}
    return min(starts, key=lambda at: abs(starts[at] - place.x), default=None)


def panels(algorithm: Algorithm, board: Board, timeline: Timeline[State], names: Sequence[str]) -> Iterator[Panel]:
    """Each panel of that name, as it is drawn at the timeline's position."""
    for name in names:
        view = View(algorithm, board, timeline, timeline.state, links=Links(), code=name)
        canvas, box = _Traced(), Rect(0, 0, _WIDE, _HIGH)
        if name == BOARD:
            box = Rect(0, 0, 1.5 * _WIDE, 2 * _HIGH)
            draw_tab(canvas, box, BOARD, view, theme("dark"), 1.0)
            view.links.numbers += [one[:2] for one in numbers_on_board(canvas, box, view, theme("dark"), None)]
        elif name == FOCUS:
            draw_focus(canvas, box, view, theme("dark"), 1.0)
        elif name == OWN:
            large = view_of(algorithm).large
            assert large is not None
            large(canvas, Rect(0, 0, 2 * _WIDE, 2 * _HIGH), view, theme("dark"), 1.0)
        else:
            draw_tab(canvas, box, name, view, theme("dark"), 1.0)
        yield Panel(name, canvas.texts, list(view.links.numbers))


class _Traced(RecordingCanvas):
    """Keeps the texts alone, and which function draws each, for whom those of ``_FOR_OTHERS`` do it."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[Written] = []

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_name in _FOR_OTHERS:
            frame = frame.f_back
        assert frame is not None
        module = str(frame.f_globals["__name__"]).removeprefix("visualizer.")
        self.texts.append(Written(text, at, size, align, style, f"{module}.{frame.f_code.co_name}"))

    def polygon(self, *args: Any, **named: Any) -> None:
        pass

    def _add(self, name: OpName, *args: object) -> None:
        pass


class Swept(NamedTuple):
    """A panel of a run, and where the run stood when it was drawn."""

    algorithm: Algorithm
    timeline: Timeline[State]
    position: int
    panel: Panel


@lru_cache(maxsize=2)  # tests of one lesson come one after the other: they look at the same drawings
def swept(path: Path) -> Sequence[Swept]:
    """All panels of each run of a lesson: after the first event of each kind, at some more of its first events, and at
    the end."""
    lesson, found = known(path), list[Swept]()
    for run, timeline in zip(lesson.runs, replayed(path), strict=True):
        end, board = len(timeline.events), board_for(lesson.puzzle)
        family, first = view_of(run.algorithm), min(end, _MOST)
        names = (BOARD, "pseudocode", FOCUS, *([OWN] if family.large is not None else []),
                 *(tab.name for tab in family.tabs if tab.name not in SHARED))
        kinds = {type(event): at for at, event in reversed([*enumerate(timeline.events[:first], 1)])}
        for position in sorted({*kinds.values(), *range(0, first, max(1, first // _SPREAD)), first}):
            timeline.seek(position)
            found += [Swept(run.algorithm, timeline, position, panel)
                      for panel in panels(run.algorithm, board, timeline, names)]
    return found
