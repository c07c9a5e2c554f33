"""A text of several lines to be changed: lines with numbers, a caret, a part that is selected, and what was done taken
back step by step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.widgets.field import Clipboard
from visualizer.widgets.inputs import Area
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui

Place = tuple[int, int]  # a row, and the column in it

_MOST = 1_000_000  # characters of a text
_MOST_BACK = 500  # changes that can be taken back
_SIZE, _STEP = 15.0, 21.0  # of the letters, and from line to line, at unit 1


@dataclass
class Writing:
    """The text, where typing goes on, and what was before each change.

    first, left: the line and the column that the view begins with
    anchor:      where the selection began, which goes on to the caret; None: there is none
    """

    lines: list[str] = field(default_factory=lambda: [""])
    row: int = 0
    column: int = 0
    first: int = 0
    left: int = 0
    past: list[tuple[list[str], int, int]] = field(default_factory=list)
    ahead: list[tuple[list[str], int, int]] = field(default_factory=list)
    typing: bool = False  # letter follows letter: they are taken back together
    anchor: Place | None = None

    @property
    def text(self) -> str:
        """All of it."""
        return "\n".join(self.lines)

    @property
    def selected(self) -> tuple[Place, Place] | None:
        """Where the selection begins and ends, if there is one."""
        caret = self.row, self.column
        if self.anchor is None or self.anchor == caret:
            return None
        return min(self.anchor, caret), max(self.anchor, caret)

    @property
    def selection(self) -> str:
        """The text that is selected."""
        if self.selected is None:
            return ""
        (row, column), (last, end) = self.selected
        lines = self.lines[row:last + 1]
        lines[-1] = lines[-1][:end]
        return "\n".join([lines[0][column:], *lines[1:]])

    def select_all(self) -> None:
        """Selects the whole text; the caret is at its end."""
        self.to(len(self.lines), _MOST)
        self.anchor, self.typing = (0, 0), False

    def insert(self, text: str, *, typed: bool = False) -> None:
        """Puts it in where the caret is, in the place of what is selected, and goes behind it."""
        if sum(map(len, self.lines)) + len(text) > _MOST:
            return
        self._keep(typed)
        self._cut()
        line = self.lines[self.row]
        new = (line[:self.column] + text).split("\n")
        rest, self.column = line[self.column:], len(new[-1])
        new[-1] += rest
        self.lines[self.row:self.row + 1] = new
        self.row += len(new) - 1

    def replace(self, lines: list[str]) -> None:
        """Another text in its place."""
        self._keep()
        self.lines, self.anchor = lines, None
        self.to(0, 0)

    def _keep(self, typed: bool = False) -> None:
        """Notes what there is before a change."""
        if not (typed and self.typing):
            self.past.append((list(self.lines), self.row, self.column))
            del self.past[:-_MOST_BACK]
        self.typing = typed
        self.ahead.clear()

    def undo(self) -> None:
        """Takes the last change back."""
        if self.past:
            self.ahead.append((self.lines, self.row, self.column))
            self.lines, self.row, self.column = self.past.pop()
            self.typing, self.anchor = False, None

    def redo(self) -> None:
        """Makes it again."""
        if self.ahead:
            self.past.append((self.lines, self.row, self.column))
            self.lines, self.row, self.column = self.ahead.pop()
            self.typing, self.anchor = False, None

    def key(self, name: str, ctrl: bool, page: int, shift: bool = False) -> bool:
        """Does what a key is for; False if it is for something else."""
        if ctrl and name in ("z", "y"):
            (self.undo if name == "z" else self.redo)()
            return True
        if ctrl and name == "a":
            self.select_all()
            return True
        if self._move(name, ctrl, page, shift):
            self.typing = False
            return True
        typed = " " if name == "space" else name
        if ctrl:
            return False
        if name in ("return", "enter"):
            row, column = self.selected[0] if self.selected else (self.row, self.column)
            line = self.lines[row][:column]
            self.insert("\n" + line[:len(line) - len(line.lstrip(" "))])  # as far in as the line above
        elif len(typed) == 1:
            self.insert(typed, typed=True)
        elif name in ("backspace", "delete"):
            self.erase(behind=name == "delete")
        else:
            return False
        return True

    def erase(self, behind: bool) -> None:
        """What is selected goes; without a selection, the letter before the caret, or the one behind it."""
        if self.selected is None:
            self.anchor = None
            self._erase(behind)
        else:
            self._keep()
            self._cut()

    def _cut(self) -> None:
        """What is selected goes, and nothing is selected any more."""
        if self.selected is not None:
            (row, column), (last, end) = self.selected
            self.lines[row:last + 1] = [self.lines[row][:column] + self.lines[last][end:]]
            self.row, self.column = row, column
        self.anchor = None

    def _erase(self, behind: bool) -> None:
        """The letter before the caret, or the one behind it."""
        if behind:
            if self.column == len(self.lines[self.row]):
                if self.row + 1 == len(self.lines):
                    return
                self._keep()
                self.lines[self.row:self.row + 2] = [self.lines[self.row] + self.lines[self.row + 1]]
                return
            self.column += 1
        elif not self.column:
            if self.row:
                self.row, self.column = self.row - 1, len(self.lines[self.row - 1])
                self._erase(behind=True)
            return
        self._keep()
        if behind:
            self.past[-1] = (*self.past[-1][:2], self.column - 1)
        line = self.lines[self.row]
        self.lines[self.row] = line[:self.column - 1] + line[self.column:]
        self.column -= 1

    def _move(self, name: str, ctrl: bool, page: int, shift: bool) -> bool:
        """Moves the caret by a key, if it is one for that; with Shift the selection goes along, without it ends."""
        row, column, lines = self.row, self.column, self.lines
        if name in ("left", "right") and self.selected and not shift:  # to that end of it
            row, column = self.selected[name == "right"]
        elif name == "left" and not column and row:
            row, column = row - 1, len(lines[row - 1])
        elif name == "right" and column == len(lines[row]) and row + 1 < len(lines):
            row, column = row + 1, 0
        elif name in ("left", "right"):
            column += 1 if name == "right" else -1
        elif name in ("up", "down", "page up", "page down"):
            row += {"up": -1, "down": 1, "page up": -page, "page down": page}[name]
        elif name in ("home", "end"):
            row = row if not ctrl else 0 if name == "home" else len(lines) - 1
            column = 0 if name == "home" else len(lines[max(0, row)])
        else:
            return False
        self.anchor = (self.anchor or (self.row, self.column)) if shift else None
        self.to(row, column)
        return True

    def to(self, row: int, column: int) -> None:
        """The caret goes there, or as near as there is text."""
        self.row = min(max(0, row), len(self.lines) - 1)
        self.column = min(max(0, column), len(self.lines[self.row]))

    def follow(self, rows: int, columns: int) -> None:
        """Brings the caret into a view of so many lines and columns."""
        self.first = max(0, min(max(self.row - rows + 1, min(self.first, self.row)), len(self.lines) - 1))
        self.left = max(self.column - columns + 1, min(self.left, self.column))


class _Grid(NamedTuple):
    """Where the letters of a text stand: in so many rows and columns, each so wide and high, in letters of that size,
    with a margin for the numbers of lines at the left."""

    text: Rect
    rows: int
    columns: int
    wide: float
    step: float
    size: float
    margin: float


def _grid(canvas: Canvas, box: Rect, writing: Writing, unit: float) -> _Grid:
    """As many as have room in the box."""
    size, step = _SIZE * unit, _STEP * unit
    wide = canvas.measure("0" * 100, size, "mono") / 100
    margin = wide * (len(str(len(writing.lines))) + 1.5)
    inner = box.inset(6 * unit, 4 * unit)
    text = Rect(inner.x + margin, inner.y, max(wide, inner.w - margin), inner.h)
    return _Grid(text, max(1, int(text.h // step)), max(1, int(text.w // wide) - 1), wide, step, size, margin)


def draw_editor(ui: Ui, ident: str, box: Rect, writing: Writing, theme: Theme, unit: float, *,
                lit: int = -1, keys: Callable[[str, bool], bool] = lambda name, ctrl: False) -> None:
    """Draws the part of the text that has room, with the line ``lit`` marked as wrong, and takes input; ``keys`` gets
    them first."""
    canvas, held = ui.canvas, ui.has_keys(ident)
    box, bar = box.split_right(12 * unit, 6 * unit)
    canvas.rect(box, theme.background, theme.accent if held else theme.edge, ui.px(1), ui.px(5))
    grid = _grid(canvas, box, writing, unit)
    text, rows, columns = grid.text, grid.rows, grid.columns
    scroll = Scroll()
    scroll.total, scroll.visible = len(writing.lines), rows
    scroll.to(writing.first)
    writing.first = int(scroll.offset)

    def show(first: float) -> None:
        scroll.to(first)
        writing.first = int(scroll.offset)

    def key(name: str, shift: bool, ctrl: bool) -> bool:
        if keys(name, ctrl):
            return True
        if ctrl and name in ("c", "x", "v"):
            use_clipboard(name, writing, ui.clipboard)
        elif not writing.key(name, ctrl, rows, shift):
            return False
        writing.follow(rows, columns)
        return True

    def drag(x: float, y: float) -> None:
        writing.to(writing.first + int((y - text.y) // grid.step), writing.left + round((x - text.x) / grid.wide))
        writing.follow(rows, columns)

    def press(x: float, y: float, _button: int) -> None:
        drag(x, y)
        writing.anchor, writing.typing = (writing.row, writing.column), False
        ui.focus_shows = True  # who clicks here wants to type

    with canvas.clip(box):
        _draw_lines(canvas, grid, writing, lit, theme)
        if held:
            _draw_selection(canvas, grid, writing, theme)
            _draw_caret(canvas, grid, writing, theme, unit)
    ui.register(Area(ident=ident, box=box, press=press, drag=drag, key=key, focusable=True, writes=True,
                     wheel=lambda x, y, dy: show(writing.first - 3 * dy)))
    ui.scrollbar(f"{ident}-bar", bar, scroll, show)


def _draw_lines(canvas: Canvas, grid: _Grid, writing: Writing, lit: int, theme: Theme) -> None:
    """The lines in view, with their numbers."""
    text, step, margin, size = grid.text, grid.step, grid.margin, grid.size
    for at, line in enumerate(writing.lines[writing.first:writing.first + grid.rows], writing.first):
        middle = text.y + (at - writing.first + 0.5) * step
        if at == lit:
            canvas.rect(Rect(text.x - margin, middle - step / 2, text.w + margin, step),
                        mix(theme.background, theme.bad, 0.35))
        canvas.text((text.x - margin * 0.25, middle), str(at + 1), size * 0.85, theme.muted, "right", "mono")
        canvas.text((text.x, middle), line[writing.left:writing.left + grid.columns], size, theme.text, "left", "mono")


def _draw_selection(canvas: Canvas, grid: _Grid, writing: Writing, theme: Theme) -> None:
    """What is selected of the lines in view, in the colours of what is chosen; the end of a line is a part of it."""
    if writing.selected is None:
        return
    text, wide, step = grid.text, grid.wide, grid.step
    (first, column), (last, end) = writing.selected
    for row in range(max(first, writing.first), min(last + 1, writing.first + grid.rows)):
        line = writing.lines[row]
        left = max(column if row == first else 0, writing.left)
        right = min(end if row == last else len(line) + 1, writing.left + grid.columns)
        if left < right:
            box = Rect(text.x + (left - writing.left) * wide, text.y + (row - writing.first) * step,
                       (right - left) * wide, step)
            canvas.rect(box, theme.accent)
            canvas.text((box.x, box.center[1]), line[left:right], grid.size, theme.on_accent, "left", "mono")


def _draw_caret(canvas: Canvas, grid: _Grid, writing: Writing, theme: Theme, unit: float) -> None:
    """Where letters will stand that are typed, if that is in view."""
    row = writing.row - writing.first
    if 0 <= row < grid.rows:
        x = grid.text.x + (writing.column - writing.left) * grid.wide
        canvas.rect(Rect(x, grid.text.y + row * grid.step, max(2.0, 2 * unit), grid.step), theme.accent)


def use_clipboard(name: str, writing: Writing, clipboard: Clipboard) -> None:
    """C copies what is selected, X takes it away as well, V puts there what was copied."""
    if name == "v":
        if copied := _clean(clipboard.text()):
            writing.insert(copied)
    elif writing.selected:
        clipboard.put(writing.selection)
        if name == "x":
            writing.erase(behind=False)


def _clean(text: str) -> str:
    """What was copied, without what cannot be drawn."""
    lines = text.replace("\t", "  ").splitlines()
    return "\n".join("".join(letter for letter in line if letter.isprintable()) for line in lines)
