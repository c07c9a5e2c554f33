"""Words that may have no room: what is written of them."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from itertools import islice, takewhile

from visualizer.canvas.breaking import settling
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, fit_text, kept_lines, wrapped
from visualizer.canvas.short_sentences import listing, settled, shorter


def few_text(canvas: Canvas, text: str, width: float, size: float, style: Style = "sans", *, lines: int = 1,
             joint: str | None = None, behind: str = "") -> list[str]:
    """``text`` in so many lines; where that is too little, the first things that it lists and how many more there are,
    or less of what it says; else as much of it as there is room for, and an ellipsis. ``joint``: a pattern of what
    stands between things, where the text is a list; ``behind``: what follows that."""
    return kept_lines((type(canvas), text, width, size, style, lines, joint, behind),
                      lambda: _few(canvas, text, width, size, style, lines, joint, behind))


def _few(canvas: Canvas, text: str, width: float, size: float, style: Style, lines: int, joint: str | None,
         behind: str) -> list[str]:
    def begun(words: str) -> list[str]:  # of thousands of words, those in further lines are not measured
        return [*islice(wrapped(canvas, words, width, size, style), lines + 1)]

    refused = _Refused()

    def fits(words: str) -> list[str] | None:
        if refused.begins(words):
            return None
        rows = begun(words)
        cut = any(row.endswith("…") or (words and not row) for row in rows)
        if len(rows) <= lines and not cut:
            return rows
        refused.add(words, rows if len(rows) > lines else ())
        return None

    def with_less(words: str) -> list[str] | None:
        found = listing(words, joint, behind)
        if found is None:
            return None
        most = range(1, len(found.ends) + bool(found.besides))
        count = bisect_left(most, True, key=lambda count: fits(found.first(count)) is None)
        return fits(found.first(count)) if count else None

    if (found := fits(text) or with_less(text)) is not None:
        return found
    alike = settled(text, refused.longest) + refused.longest  # what is longer is refused as the whole text is
    for said in () if joint is not None else shorter(text):
        if (found := fits(said) or (with_less(said) if len(said) <= alike + 1 else None)) is not None:
            return found
    rows = [*takewhile(bool, begun(text))]  # where a word has no room at all, none behind it is read
    if rows and len(rows) <= lines and rows[-1].endswith("…"):
        return rows
    return [*rows[:lines - 1], going_on(canvas, rows[:lines][-1], width, size, style)] if rows else [""]


class _Refused:
    """Beginnings of texts without room: what can be said in the place of one mostly begins as it does. ``longest``: no
    more of any text decided that it has none."""

    def __init__(self) -> None:
        self.longest = 0
        self._beginnings = list[str]()

    def begins(self, text: str) -> bool:
        """Does it begin so?"""
        return any(map(text.startswith, self._beginnings))

    def add(self, text: str, rows: Sequence[str]) -> None:
        """Another one without room, with the rows that are too many; none where a word is too wide."""
        beginning = settling(text, sum(row.count(" ") + 1 for row in rows)) if rows else ""
        if beginning:
            self._beginnings.append(beginning)
        self.longest = max(self.longest, len(beginning or text))


def going_on(canvas: Canvas, line: str, width: float, size: float, style: Style = "sans") -> str:
    """The words of a line that is not the last one, as many as leave room for an ellipsis."""
    words = line.split(" ")
    while len(words) > 1 and (words[-1] in ("and", "or", "∨", "") or
                              canvas.measure(f"{' '.join(words)} …", size, style) > width):
        words.pop()
    return fit_text(canvas, f"{' '.join(words)} …", width, size, style) or fit_text(canvas, "…", width, size, style)
