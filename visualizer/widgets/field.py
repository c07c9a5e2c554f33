"""The field: a line to type into, with a caret that the arrow keys and a click move."""

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


@dataclass
class Caret:
    """Where in a field's text typing goes on.

    text:  as the field left it; any other comes from outside
    at:    the index of the character behind the caret
    first: the index of the first character in view
    """

    text: str = ""
    at: int = 0
    first: int = 0

    def follow(self, text: str) -> None:
        """Goes to the end of a text that comes from outside."""
        if text != self.text:
            self.text, self.at = text, len(text)

    def insert(self, typed: str) -> None:
        """Puts characters in and goes behind them."""
        self.text = self.text[:self.at] + typed + self.text[self.at:]
        self.at += len(typed)

    def move(self, name: str, ctrl: bool) -> bool:
        """Moves by a key, with Ctrl by words; False if the key is for something else."""
        words = [match.span() for match in re.finditer(r"\S+", self.text)] if ctrl else []
        places = {"home": 0, "end": len(self.text), "left": self.at - 1, "right": self.at + 1}
        if ctrl:
            places["left"] = max((start for start, _ in words if start < self.at), default=0)
            places["right"] = min((end for _, end in words if end > self.at), default=len(self.text))
        if name not in places:
            return False
        self.at = max(0, min(len(self.text), places[name]))
        return True

    def edit(self, name: str) -> bool:
        """Changes the text by a key; False if the key is for something else."""
        typed = " " if name == "space" else name
        if len(typed) == 1:
            self.insert(typed)
        elif name == "backspace":
            before = self.text[:self.at][:-1]
            self.text, self.at = before + self.text[self.at:], len(before)
        elif name == "delete":
            self.text = self.text[:self.at] + self.text[self.at + 1:]
        elif name == "escape" and self.text:
            self.text, self.at = "", 0
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
                 keys: Mapping[str, Callable[[], None]], clipboard: Callable[[], str]) -> None:
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
        if held:
            x = self.inner.x + self._width(caret.text[caret.first:caret.at]) - look.px(1)  # in the gap
            half = look.text_size * 0.6
            look.canvas.rect(Rect(x, self.box.center[1] - half, look.px(2), 2 * half), theme.accent)
        look.register(Area(ident=self.ident, box=self.box, press=self._press, key=self._key, focusable=True, tip=tip,
                           writes=True))

    def _width(self, text: str) -> float:
        return self.look.canvas.measure(text, self.look.text_size) if text else 0.0

    def _shown(self) -> str:
        """The part of the text that is in view."""
        rest = self.caret.text[self.caret.first:]
        cut = bisect_left(range(1, len(rest) + 1), True, key=lambda end: self._width(rest[:end]) > self.inner.w)
        return rest[:cut]

    def _press(self, x: float, _y: float, _button: int) -> None:
        """The caret goes to the nearest gap between two characters in view."""
        caret, shown = self.caret, self._shown()
        near = min(range(len(shown) + 1), key=lambda end: abs(self.inner.x + self._width(shown[:end]) - x))
        caret.at = min(len(caret.text), caret.first + near)  # a key since the frame may have made it shorter
        self.look.focus_shows = True  # who clicks here wants to type

    def _key(self, name: str, _shift: bool, ctrl: bool) -> bool:
        caret, before = self.caret, self.caret.text
        if not ctrl and name in self.keys and not (name == "delete" and caret.at < len(before)):
            self.keys[name]()
            return True
        if ctrl and name == "v":
            caret.insert(_one_line(self.clipboard()))
        elif not (caret.move(name, ctrl) or (not ctrl and caret.edit(name))):
            return False
        if caret.text != before:
            self.change(caret.text)
        return True


def _one_line(text: str) -> str:
    """The first line of what was copied that is not blank, without what cannot be drawn."""
    line = next((line for line in text.splitlines() if line.strip()), "")[:_MOST_PASTED]
    return "".join(letter for letter in line.replace("\t", " ") if letter.isprintable())
