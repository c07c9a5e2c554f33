"""Words that may have no room: what is written of them."""

from __future__ import annotations

from bisect import bisect_left
from itertools import chain, islice, takewhile

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, fit_text, kept_lines, wrapped
from visualizer.canvas.short_sentences import listing, shorter


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

    def fits(words: str) -> list[str] | None:
        rows = begun(words)
        cut = any(row.endswith("…") or (words and not row) for row in rows)
        return rows if len(rows) <= lines and not cut else None

    def with_less(words: str) -> list[str] | None:
        found = listing(words, joint, behind)
        if found is None:
            return None
        most = range(1, len(found.ends) + bool(found.besides))
        count = bisect_left(most, True, key=lambda count: fits(found.first(count)) is None)
        return fits(found.first(count)) if count else None

    for said in chain([text], () if joint is not None else shorter(text)):
        if (rows := fits(said)) is not None or (rows := with_less(said)) is not None:
            return rows
    rows = [*takewhile(bool, begun(text))]  # where a word has no room at all, none behind it is read
    if rows and len(rows) <= lines and rows[-1].endswith("…"):
        return rows
    return [*rows[:lines - 1], going_on(canvas, rows[:lines][-1], width, size, style)] if rows else [""]


def going_on(canvas: Canvas, line: str, width: float, size: float, style: Style = "sans") -> str:
    """The words of a line that is not the last one, as many as leave room for an ellipsis."""
    words = line.split(" ")
    while len(words) > 1 and (words[-1] in ("and", "or", "∨", "") or
                              canvas.measure(f"{' '.join(words)} …", size, style) > width):
        words.pop()
    return fit_text(canvas, f"{' '.join(words)} …", width, size, style) or fit_text(canvas, "…", width, size, style)
