"""The help: all keys, on a page for each thing that one wants to do, and what the colours mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui, middle

GROUPS: Mapping[str, Sequence[tuple[str, str]]] = {
    "Steps": (
        ("→  ←", "step on and back"),
        ("Shift + → ←", "a rung higher on the ladder"),
        ("Ctrl + → ←", "to the next or last event of a kind: see “Jump to”"),
        ("1 2 3 4", "the rung that → ← take"),
        ("Shift + Space", "run freely, and pause"),
        ("Home  End", "to the start; check the whole board"),
        ("+  −", "faster, slower"),
        ("Click a number", "jump to its constraint"),
        ("R", "start the lesson, or the game, again"),
        ("Ctrl + Z", "take back a move, a jump, an application"),
        ("Ctrl + Y", "do again what was taken back"),
        ("F6  F8", "stops: conditions and bookmarks; a bookmark here"),
        ("F7, Shift + F7", "to the next stop, and the last one"),
    ),
    "Lesson": (
        ("Space", "▶: play the lesson, cue by cue; pause"),
        ("Page Down / Up", "next and previous cue (a presenter's remote)"),
        ("G", "all cues of the lesson; in the gallery: go on with the course"),
        ("V", "the lesson says more, where it has more to say"),
        ("N", "the next lesson, or that on a belief; playing: another game"),
        ("F3", "words: what those of the caption mean, and all others"),
        ("1 … 9, I, Esc", "a question: answer it; a hint; skip it"),
        ("D  C", "compared runs: on to where they differ; the other totals"),
        ("/", "gallery: search; Return opens the first"),
        ("C", "gallery: by chapters, by topics, short courses"),
        ("Ctrl + V", "open what was copied: a Sudoku, DIMACS"),
    ),
    "Ask and try": (
        ("W", "why: of the place pointed at; again: its proof"),
        ("Shift + W", "why not: a value is proposed, and refuted or shown in a solution"),
        ("X, Shift + X", "a number, on the board of the place pointed at: its events (↑ ↓)"),
        ("Q", "predict: any run asks what comes next"),
        ("Shift + Y", "your move: it asks for its choices, and what follows; with Ctrl as a test"),
        ("O", "the lines of the pseudocode, to be put in order: part by part"),
        ("Y", "find the bug: one event is wrong; again: it is this one"),
        ("Z", "make the next choice, or random draw, otherwise: a branch"),
        ("Shift + Z, F10", "the next branch; name them all"),
        ("F4", "two branches side by side: this one, and the one shown before"),
        ("Ctrl + E", "change the puzzle: run it as a branch, save it as a lesson"),
    ),
    "Play": (
        ("P", "play the game, enter digits; or analyse"),
        ("Arrows, 0 … 9", "entering: point at a cell; write into it, erase"),
        ("Return, F, C", "focused board: uncover or ask, flag, chord"),
        ("A", "apply what was inferred, or the hint"),
        ("H", "a hint, with the reason; again: more of it"),
        ("M", "Sudoku: pencil marks; or Shift and a digit"),
        ("E", "Clue: enter a line of the log"),
        ("J", "Clue: the same by clicks on cards"),
    ),
    "View": (
        ("S", "pseudocode or Python source"),
        ("L", "the tab on show (for code: tree, graph) and the board change places"),
        ("F  U", "search tree: fold what failed or was left; unfold all"),
        ("Arrows, Return", "focused picture: to another node, chip or line; fold it, or go there"),
        ("+  −  O  C", "focused tree or graph: zoom, all of it, back to the search"),
        ("Wheel, drag, +  −", "board: larger, smaller; move it, if it is larger than its room"),
        ("Ctrl and + − 0", "larger, smaller, normal size"),
        ("T", "theme: dark, light, projector"),
        ("F11", "full screen"),
        ("Tab, Shift + Tab", "move the focus; Return presses"),
        ("F2", "settings"),
        ("Esc", "close an answer; stop; back to the gallery"),
        ("?", "this help"),
    ),
    "Teach": (
        ("F5", "projector mode: for the back row"),
        ("I  K", "projector: spotlight on what is marked; clock"),
        ("B  .", "black screen; any key brings it back"),
        ("Shift + Q", "presenting: a class votes on questions; 1 … 9 count hands, Shift takes back"),
        ("F9", "presenter's window: notes, what comes next, answers, time"),
        ("F12", "presenting: the class's picture freezes; with Shift: back to it"),
        ("Shift + F9", "record what I do as a lesson: a caption for the place on show"),
    ),
}
KEYS: Sequence[tuple[str, str]] = tuple(row for rows in GROUPS.values() for row in rows)
_COLORS = "Colours"
PAGES = (*GROUPS, _COLORS)


class _Line(NamedTuple):
    """What stands in one line: a key, or a part of it, or the role of a colour; and a part of what that means."""

    key: str
    role: str
    meaning: str


class Help:
    """The pages; it opens again where it was closed. Where a page has more lines than room, it scrolls."""

    def __init__(self) -> None:
        self.page = PAGES[0]
        self.scroll = Scroll()

    def key(self, name: str) -> bool:
        """Turns pages and scrolls; whether it has a use for that key."""
        at, full = self.scroll.offset, max(1.0, self.scroll.visible)
        lines = {"up": at - 1, "down": at + 1, "home": 0.0, "end": self.scroll.limit}
        if name in lines:
            self.scroll.to(lines[name])
        elif name in {"left", "right"}:
            self._turn(1 if name == "right" else -1)
        elif name == "page down":
            self.scroll.to(at + full) if at < self.scroll.limit else self._turn(1)
        elif name == "page up":
            self.scroll.to(at - full) if at > 0 else self._turn(-1)
        else:
            return False
        return True

    def _turn(self, pages: int) -> None:
        self.open(PAGES[(PAGES.index(self.page) + pages) % len(PAGES)])

    def open(self, page: str) -> None:
        """That page, from its beginning."""
        self.page, self.scroll = page, Scroll()

    def draw(self, ui: Ui, canvas: Canvas, size: tuple[float, float], theme: Theme, unit: float,
             legend: Sequence[tuple[str, str]], close: Callable[[], None]) -> None:
        """The page on show, below the names of all."""
        letters = max(SMALLEST, 15 * unit)
        inner = ui.modal("help-panel", middle(size, 58 * letters, 40 * letters), "Keys and colours", close)
        names, rest = inner.split_top(2.4 * letters, 12 * unit)
        ui.tabs("help-pages", names, PAGES, self.page, self.open)
        rest, track = rest.split_right(12 * unit, 8 * unit)
        step, scroll = 1.8 * letters, self.scroll
        lines, left = self._lines(canvas, rest.w, letters, legend)
        scroll.total, scroll.visible = len(lines), max(1.0, rest.h // step)
        scroll.to(scroll.offset)
        ui.area("help-list", rest, wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * 2))
        first = int(scroll.offset)
        for row, line in enumerate(lines[first:first + int(scroll.visible)]):
            y = rest.y + (row + 0.5) * step
            canvas.text((rest.x, y), line.key, letters, theme.accent, "left", "bold")
            if line.role:
                canvas.rect(Rect(rest.x, y - 0.6 * letters, 1.2 * letters, 1.2 * letters), getattr(theme, line.role),
                            theme.edge, 1, 4 * unit)
            canvas.text((rest.x + left, y), line.meaning, letters, theme.text)
        ui.scrollbar("help-bar", track, scroll, scroll.to)

    def _lines(self, canvas: Canvas, width: float, letters: float,
               legend: Sequence[tuple[str, str]]) -> tuple[list[_Line], float]:
        """The lines of the page, and where the meanings begin: keys have no more than two fifths."""
        if self.page == _COLORS:
            left = 2 * letters
            return [_Line("", "" if number else role, part) for role, meaning in legend
                    for number, part in enumerate(wrap_text(canvas, meaning, width - left, letters))], left
        rows = GROUPS[self.page]
        widest = max(canvas.measure(key, letters, "bold") for key, _ in rows)
        left = min(widest + 1.5 * letters, 0.4 * width)
        return [_Line(key, "", meaning) for row in rows for key, meaning in zip_longest(
            wrap_text(canvas, row[0], left - 0.5 * letters, letters, "bold"),
            wrap_text(canvas, row[1], width - left, letters), fillvalue="")], left
