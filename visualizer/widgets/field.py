"""The field: a line to type into, with a caret that the arrow keys and a click move, and a part that is selected."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from visualizer.canvas.icons import draw_icon
from visualizer.canvas.primitives import Rect
from visualizer.widgets.inputs import Area
from visualizer.widgets.look import Look

_MOST_PASTED = 500  # characters; what is longer was not meant for one line


class Clipboard:
    """The text that was copied last, to be pasted."""

    def __init__(self) -> None:
        self._text = ""

    def text(self) -> str:
        """What lies there; nothing, if that is no text."""
        return self._text

    def put(self, text: str) -> None:
        """Copies it."""
        self._text = text


@dataclass
class Caret:
    """Where in a field's text typing goes on.

    text:   as the field left it; any other comes from outside
    at:     the index of the character behind the caret
    first:  the index of the first character in view
    anchor: where the selection began, which goes on to the caret; None: there is none
    """

    text: str = ""
    at: int = 0
    first: int = 0
    anchor: int | None = None

    @property
    def selected(self) -> tuple[int, int]:
        """Where the selection begins and ends; the caret twice, if nothing is selected."""
        anchor = self.at if self.anchor is None else min(self.anchor, len(self.text))
        return min(anchor, self.at), max(anchor, self.at)

    @property
    def has_selection(self) -> bool:
        """Is at least one character selected?"""
        first, end = self.selected
        return first < end

    @property
    def selection(self) -> str:
        """The text that is selected."""
        return self.text[slice(*self.selected)]

    def select_all(self) -> None:
        """Selects the whole text; the caret is at its end."""
        self.anchor, self.at = 0, len(self.text)

    def follow(self, text: str) -> None:
        """Goes to the end of a text that comes from outside."""
        if text != self.text:
            self.text, self.at, self.anchor = text, len(text), None

    def insert(self, typed: str) -> None:
        """Puts characters in, in the place of what is selected, and goes behind them."""
        first, end = self.selected
        self.text = self.text[:first] + typed + self.text[end:]
        self.at, self.anchor = first + len(typed), None

    def move(self, name: str, ctrl: bool, shift: bool = False) -> bool:
        """Moves by a key, with Ctrl by words; with Shift the selection goes along, without it ends. False if the key is
        for something else."""
        words = [match.span() for match in re.finditer(r"\S+", self.text)] if ctrl else []
        places = {"home": 0, "end": len(self.text), "left": self.at - 1, "right": self.at + 1}
        if ctrl:
            places["left"] = max((start for start, _ in words if start < self.at), default=0)
            places["right"] = min((end for _, end in words if end > self.at), default=len(self.text))
        if name not in places:
            return False
        if self.has_selection and not (shift or ctrl):  # to that end of it
            places["left"], places["right"] = self.selected
        self.anchor = (self.at if self.anchor is None else self.anchor) if shift else None
        self.at = max(0, min(len(self.text), places[name]))
        return True

    def edit(self, name: str) -> bool:
        """Changes the text by a key; False if the key is for something else."""
        typed = " " if name == "space" else name
        if len(typed) == 1:
            self.insert(typed)
        elif name in ("backspace", "delete"):
            if not self.has_selection:
                beside = self.at + (1 if name == "delete" else -1)
                self.anchor = max(0, min(len(self.text), beside))
            self.insert("")
        elif name == "escape" and self.text:
            self.text, self.at, self.anchor = "", 0, None
        else:
            return False
        return True

    def scroll(self, room: float, width: Callable[[str], float]) -> None:
        """Brings the caret into view, no farther than needed; leaves no room behind the end that the text could use."""
        text, at = self.text, self.at
        filled = bisect_left(range(len(text)), -room, key=lambda first: -width(text[first:]))
        near = bisect_left(range(at), -room, key=lambda first: -width(text[first:at]))
        self.first = min(at, max(near, min(self.first, filled)))


class Field:
    """One frame of one field."""

    def __init__(self, look: Look, ident: str, box: Rect, caret: Caret, change: Callable[[str], None],
                 keys: Mapping[str, Callable[[], None]], clipboard: Clipboard) -> None:
        self.look, self.ident, self.box, self.caret, self.change = look, ident, box, caret, change
        self.keys, self.clipboard = keys, clipboard
        self.inner = box

    def run(self, hint: str, icon: str, tip: str) -> None:
        """Draws the part of the text around the caret and takes input."""
        look, theme, caret = self.look, self.look.theme, self.caret
        held = look.has_keys(self.ident)
        look.canvas.rect(self.box, theme.panel, theme.accent if held else theme.edge, look.px(1), look.px(5))
        mark, self.inner = self.box.inset(look.px(10), 0).split_left(look.text_size if icon else 0,
                                                                     look.px(8) if icon else 0)
        if icon:
            draw_icon(look.canvas, icon, mark, theme.muted)
        caret.scroll(max(0.0, self.inner.w - look.px(4)), self._width)
        look.label(self.inner, self._shown() if caret.text else hint, theme.text if caret.text else theme.muted)
        if held and caret.has_selection:
            self._draw_selection()
        if held:
            x = self.inner.x + self._width(caret.text[caret.first:caret.at]) - look.px(1)  # in the gap
            half = look.text_size * 0.6
            look.canvas.rect(Rect(x, self.box.center[1] - half, look.px(2), 2 * half), theme.accent)
        look.register(Area(ident=self.ident, box=self.box, press=self._press, drag=self._drag, key=self._key,
                           focusable=True, tip=tip, writes=True))

    def _draw_selection(self) -> None:
        """The part of the selection that is in view, in the colours of what is chosen."""
        look, (caret, shown) = self.look, (self.caret, self._shown())
        left, right = (self.inner.x + self._width(shown[:max(0, at - caret.first)]) for at in caret.selected)
        half = look.text_size * 0.7
        box = Rect(left, self.box.center[1] - half, right - left, 2 * half)
        look.canvas.rect(box, look.theme.accent)
        with look.canvas.clip(box):
            look.label(self.inner, shown, look.theme.on_accent)

    def _width(self, text: str) -> float:
        return self.look.canvas.measure(text, self.look.text_size) if text else 0.0

    def _shown(self) -> str:
        """The part of the text that is in view."""
        rest = self.caret.text[self.caret.first:]
        cut = bisect_left(range(1, len(rest) + 1), True, key=lambda end: self._width(rest[:end]) > self.inner.w)
        return rest[:cut]

    def _press(self, x: float, _y: float, _button: int) -> None:
        """The caret goes to the nearest gap between two characters in view, where a selection may begin."""
        self._drag(x, _y)
        self.caret.anchor = self.caret.at
        self.look.focus_shows = True  # who clicks here wants to type

    def _drag(self, x: float, _y: float) -> None:
        """The caret goes along, and the selection with it."""
        caret, shown = self.caret, self._shown()
        near = min(range(len(shown) + 1), key=lambda end: abs(self.inner.x + self._width(shown[:end]) - x))
        caret.at = min(len(caret.text), caret.first + near)  # a key since the frame may have made it shorter

    def _key(self, name: str, shift: bool, ctrl: bool) -> bool:
        caret, before = self.caret, self.caret.text
        deletes = name == "delete" and (caret.has_selection or caret.at < len(before))
        if not ctrl and name in self.keys and not deletes:
            self.keys[name]()
            return True
        if ctrl and name == "a":
            caret.select_all()
        elif ctrl and name in ("c", "x"):
            if caret.has_selection:
                self.clipboard.put(caret.selection)
            if name == "x":
                caret.insert("")
        elif ctrl and name == "v":
            if copied := _one_line(self.clipboard.text()):
                caret.insert(copied)
        elif not (caret.move(name, ctrl, shift) or (not ctrl and caret.edit(name))):
            return False
        if caret.text != before:
            self.change(caret.text)
        return True


def _one_line(text: str) -> str:
    """The first line of what was copied that is not blank, without what cannot be drawn."""
    line = next((line for line in text.splitlines() if line.strip()), "")[:_MOST_PASTED]
    return "".join(letter for letter in line.replace("\t", " ") if letter.isprintable())
