"""The puzzle that is being changed, on its board: clicks, drags and keys change it, and beside it the lines of what it
lists are typed. What they make of it goes to ``put``; what cannot be is told by ``tell``."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from algorithms.problems.puzzle import Puzzle, PuzzleError
from visualizer.canvas.primitives import Canvas, Point, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.draft import Draft
from visualizer.stage.links import place_of
from visualizer.widgets.look import Scroll
from visualizer.widgets.ui import Ui
from visualizer.window.board_controls import BUTTONS, STEPS, beside

_ROW = 28.0  # the height of a line of the list, at unit 1
_LIST = 350.0  # its width
_CLICK = 5.0  # pixels: a press that moves further is a drag


class DraftBoard:
    """``pointed`` is the place under the pointer or the cursor, ``held`` that from which something is drawn to another
    one; ``line`` is the one in the list that is being changed, whose number is that of a new one behind the last."""

    def __init__(self, draft: Draft, put: Callable[[Puzzle], None], tell: Callable[[str], None]) -> None:
        self.draft, self.put, self.tell = draft, put, tell
        self.pointed: str | None = None
        self.held: str | None = None
        self.clash: tuple[str, ...] = ()  # the places that are named in what is wrong
        self.lines: list[str] = []
        self.line = 0
        self.text = ""
        self.scroll = Scroll()
        self.keys: Callable[[str, bool], bool] = lambda name, ctrl: False  # which get all keys first
        self._refused = False  # could the last change not be?
        self._pressed: tuple[Point, int] | None = None
        self._box = Rect(0, 0, 0, 0)
        self._wanted = ""
        self.show(draft)

    def show(self, draft: Draft) -> None:
        """The puzzle after a change. The board keeps what part of it is seen, the list what is being typed."""
        if type(draft.board) is type(self.draft.board):
            draft.board.zoom = self.draft.board.zoom
        fresh, typed = self.line >= len(self.lines), self._typed
        self.draft, self.lines = draft, list(draft.changes.lines(draft.puzzle))
        if fresh or self.line > len(self.lines):
            self.line = len(self.lines)
        elif self.line < len(self.lines) and not self._wanted and not typed:
            self.text = self.lines[self.line]
        if self.pointed not in draft.board.layout.places:
            self.pointed = None
        self.held = self.held if self.held in draft.board.layout.places else None

    def blame(self, said: str) -> None:
        """Points at the places that are named in what is said to be wrong; single small letters may be words."""
        names = (x for x in self.draft.board.layout.places if len(x) > 1 or x.isupper())
        self.clash = tuple(x for x in names if re.search(rf"(?<![\w(]){re.escape(x)}(?![\w=])", said))

    # --- changing --------------------------------------------------------------------------------------------------

    def _do(self, change: Callable[[], Puzzle | None]) -> bool:
        """Changes the puzzle; False where that means nothing."""
        self._refused = False
        try:
            made = change()
        except PuzzleError as error:
            self._refused = True
            self.tell(f"{error.key.partition('.')[0]}: {error}" if not str(error)[:1].isupper() and error.key
                      else str(error))
            return True
        if made is None:
            return False
        self.put(made)
        return True

    def _click(self, x: float, y: float, button: int) -> None:
        draft = self.draft
        place = draft.board.at(self._box, x, y)
        line = draft.line_at(place, x, y)
        known = place is not None and place in draft.board.layout.places
        meant = BUTTONS.get(button, "uncover")
        if known and self._do(lambda: draft.changes.click(draft.puzzle, str(place), meant, line)):
            return
        if line is not None:
            self.choose(line)

    def _release(self, x: float, y: float) -> None:
        if self._pressed is None:
            return
        (from_x, from_y), button = self._pressed
        self._pressed = None
        one, other = (self._place(self.draft.board.at(self._box, *at)) for at in ((from_x, from_y), (x, y)))
        if abs(x - from_x) + abs(y - from_y) <= _CLICK or one == other:
            self._click(from_x, from_y, button)
        elif one is not None and other is not None:
            self._join(one, other)
        self.held = None

    def _join(self, one: str, other: str) -> None:
        self._do(lambda: self.draft.changes.join(self.draft.puzzle, one, other))

    def _place(self, name: str | None) -> str | None:
        return place_of(name, self.draft.board.layout.places)

    def _key(self, name: str, shift: bool, ctrl: bool) -> bool:
        if self.keys(name, ctrl):
            return True
        if ctrl:
            return False
        draft, place = self.draft, self._place(self.pointed)
        if name in STEPS:
            self.pointed = draft.board.next_to(self.pointed, STEPS[name]) or beside(draft.board.layout, place, name)
            return True
        if name == "j" and place is not None:
            held, self.held = self.held, None if self.held is not None else place
            if held is not None:
                self._join(held, place)
            return True
        if name in ("return", "space") and place is not None:
            line = draft.changes.line_of(draft.puzzle, place)
            if not self._do(lambda: draft.changes.click(draft.puzzle, place, "uncover", line)) and line is not None:
                self.choose(line)
            return True
        return self._do(lambda: draft.changes.key(draft.puzzle, place, name))

    # --- the list --------------------------------------------------------------------------------------------------

    def choose(self, line: int) -> None:
        """Goes to a line, to change it where it is typed; the one behind the last is a new one."""
        self._go(line)
        self._wanted = "edit-line"

    def _go(self, line: int) -> None:
        """To a line, once what was being typed is kept; where that cannot be, which is told, one stays with it."""
        line = max(0, min(line, len(self.lines)))
        if line != self.line and self.settle():
            self._take(line)
        self.scroll.reveal(self.line)

    def _take(self, line: int) -> None:
        self.line, self.text = line, self.lines[line] if line < len(self.lines) else ""

    def keep(self) -> None:
        """What was typed takes the place of its line, or is a new one."""
        if not self.text.strip():
            return
        new = self.line >= len(self.lines)
        before, old = self.draft, self.lines
        self.lines = lines = [*old[:self.line], self.text.strip(), *old[self.line + 1:]]
        self._do(lambda: before.changes.with_lines(before.puzzle, lines))
        if self._refused:
            self.lines = old
        if self.draft is not before and new:
            self._take(len(self.lines))
            self.scroll.reveal(self.line)
            self._wanted = "edit-line"

    @property
    def _typed(self) -> bool:
        """Was something typed that is not kept yet?"""
        return self.text.strip() not in ("", self.lines[self.line] if self.line < len(self.lines) else "")

    def settle(self) -> bool:
        """Keeps what was typed and is not kept yet. False: that cannot be, which is told."""
        if not self._typed:
            return True
        self.keep()
        return not self._refused

    def remove(self) -> None:
        """The line goes."""
        if self.line < len(self.lines):
            lines = [*self.lines[:self.line], *self.lines[self.line + 1:]]
            self._do(lambda: self.draft.changes.with_lines(self.draft.puzzle, lines))

    def _list_key(self, name: str, _shift: bool, ctrl: bool) -> bool:
        if self.keys(name, ctrl):
            return True
        if name in ("up", "down"):
            self._go(self.line + (1 if name == "down" else -1))
        elif name == "delete":
            self.remove()
        elif name == "return":
            self.choose(self.line)
        else:
            return False
        return True

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        """The board, and beside it the list, where there is one."""
        box, listed = box.split_right(_LIST * unit, 12 * unit) if self.draft.changes.lines_are else (box, None)
        how, box = box.split_bottom(44 * unit, 6 * unit)[::-1]
        for at, line in enumerate(wrap_text(canvas, self.draft.changes.how_to, how.w, 15 * unit)[:2]):
            canvas.text((how.x, how.y + (11 + at * 20) * unit), line, 15 * unit, theme.muted)
        canvas.rect(box, theme.background, theme.edge, ui.px(1), ui.px(5))
        inner = box.inset(10 * unit)
        board, state = self.draft.board, self.draft.state
        self._box = board.magnified(inner)
        pointed = self.pointed
        with canvas.clip(inner):
            marks = self.clash or self.draft.changes.marks(self.draft.puzzle)
            board.draw(canvas, self._box, state, state, 1.0, theme, marks, pointed)
            self._draw_cursor(canvas, theme, unit)

        def press(x: float, y: float, button: int) -> None:
            self._pressed = (x, y), button
            self.held = self._place(board.at(self._box, x, y)) if button == 1 else None
            ui.focus_shows = True  # who clicks here goes on with keys

        def point(x: float, y: float) -> None:
            self.pointed = board.at(self._box, x, y)

        ui.area("edit-board", inner, press=press, drag=point, release=self._release, move=point, key=self._key,
                focusable=True)
        if listed is not None:
            self._draw_list(ui, canvas, listed, theme, unit)
        if self._wanted:
            ui.focus_on(self._wanted)
            ui.focus_shows = True
            self._wanted = ""

    def _draw_cursor(self, canvas: Canvas, theme: Theme, unit: float) -> None:
        """A ring around the place that keys mean, and a line from the one that is held."""
        board = self.draft.board
        place, held = self._place(self.pointed), self._place(self.held)
        if place is not None:
            canvas.rect(board.place(self._box, place).inset(-2 * unit), None, theme.accent, max(2.0, 2 * unit),
                        4 * unit)
        if held is not None and place is not None and held != place:
            canvas.line(board.place(self._box, held).center, board.place(self._box, place).center, theme.accent,
                        3 * unit)

    def _draw_list(self, ui: Ui, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
        size, changes = 15 * unit, self.draft.changes
        head, rest = box.split_top(26 * unit, 4 * unit)
        canvas.text((head.x, head.center[1]), changes.lines_are, size, theme.text, "left", "bold")
        rest, buttons = rest.split_bottom(38 * unit, 6 * unit)
        rest, field = rest.split_bottom(38 * unit, 6 * unit)
        inner, track = rest.split_right(12 * unit, 6 * unit)
        canvas.rect(inner, theme.background, theme.edge, ui.px(1), ui.px(5))
        scroll, step = self.scroll, _ROW * unit
        scroll.total, scroll.visible = len(self.lines) + 1, max(1.0, inner.h // step)
        scroll.to(scroll.offset)
        first = int(scroll.offset)
        with canvas.clip(inner):
            for at in range(first, min(len(self.lines) + 1, first + int(scroll.visible))):
                row = Rect(inner.x, inner.y + (at - first) * step, inner.w, step)
                self._draw_row(canvas, row, at, theme, size)

        def press(_x: float, y: float, _button: int) -> None:
            self.choose(first + int((y - inner.y) // step))

        ui.area("edit-lines", inner, press=press, key=self._list_key, focusable=True,
                wheel=lambda x, y, dy: scroll.to(scroll.offset - dy * 2))
        ui.scrollbar("edit-lines-bar", track, scroll, scroll.to)
        new = self.line >= len(self.lines)
        ui.field("edit-line", field, self.text, partial(setattr, self, "text"), hint=f"such as {changes.like}",
                 keys={"return": self.keep, "delete": self.remove}, tip="Return keeps it")
        keep, remove = buttons.split_left(buttons.w / 2 - 3 * unit, 6 * unit)
        ui.button("edit-keep", keep, "Add it" if new else "Change it", self.keep, enabled=bool(self.text.strip()))
        ui.button("edit-remove", remove, "Remove it", self.remove, enabled=not new, tip="Delete, in the list")

    def _draw_row(self, canvas: Canvas, row: Rect, at: int, theme: Theme, size: float) -> None:
        if at == self.line:
            canvas.rect(row, mix(theme.background, theme.accent, 0.25))
        new = at == len(self.lines)
        if not new:
            canvas.text((row.x + size * 1.9, row.center[1]), str(at + 1), size * 0.85, theme.muted, "right")
        text = "a new one" if new else self.lines[at]
        canvas.text((row.x + size * 2.4, row.center[1]), fit_text(canvas, text, row.w - size * 2.8, size, "mono"), size,
                    theme.muted if new else theme.text, "left", "sans" if new else "mono")
