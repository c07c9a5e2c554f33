"""Lines of pseudocode on a worksheet: mixed, with boxes for their numbers, and the code around them with gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from visualizer.canvas.primitives import Canvas, Point, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.question import Question

_PROMPT, _CODE, _SMALL = 17.0, 13.0, 13.0  # sizes of texts
_HOW = "Number them in their order, and write the numbers into the gaps."
_ROW, _SPACE = 22.0, 10.0  # heights: of a line, and between the two lists
_BOX, _INSET = 16.0, 30.0
_AROUND = 2  # lines of code before the first gap and behind the last


def asked_lines(question: Question) -> Iterator[str]:
    """The lines that are to be put in order, as they stand in the code."""
    assert question.lines is not None  # who draws this has looked
    return (line.text for piece in question.lines.open for line in question.lines.code[piece.first:piece.end])


@dataclass(frozen=True)
class LineOrder:
    """What ``question`` asks for; lines that are ``hidden`` are asked for elsewhere."""

    question: Question
    hidden: frozenset[str]

    def height(self, canvas: Canvas, prompt: str, wide: float) -> float:
        """How high it all is."""
        rows = len(self.question.options) + len(self._code()) + 1
        return len(wrap_text(canvas, prompt, wide, _PROMPT, "bold")) * _PROMPT * 1.35 + rows * _ROW + 2 * _SPACE

    def draw(self, canvas: Canvas, box: Rect, prompt: str, theme: Theme, *, key: bool) -> None:
        """The prompt, the lines, the code; in the ``key`` the numbers."""
        right, y = min(self.question.right), box.y
        for line in wrap_text(canvas, prompt, box.w, _PROMPT, "bold"):
            canvas.text((box.x, y + _PROMPT * 0.675), line, _PROMPT, theme.text, "left", "bold")
            y += _PROMPT * 1.35
        canvas.text((box.x, y + _ROW / 2), _HOW, _SMALL, theme.muted)
        y += _ROW
        for option in self.question.options:
            _draw_box(canvas, (box.x, y + _ROW / 2), str(right.index(option.text) + 1) if key else "", theme)
            text = fit_text(canvas, option.label, box.w - _INSET, _CODE, "mono")
            canvas.text((box.x + _INSET, y + _ROW / 2), text, _CODE, theme.text, "left", "mono")
            y += _ROW
        y += _SPACE
        for text, place in self._code():
            row = Rect(box.x + _INSET, y, box.w - _INSET, _ROW)
            if place is None:
                shown = fit_text(canvas, text, row.w, _CODE, "mono")
                canvas.text((row.x, row.center[1]), shown, _CODE, theme.muted, "left", "mono")
            else:
                _draw_gap(canvas, row, right[place].strip() if key else "", str(place + 1) if key else "", theme)
            y += _ROW

    def _code(self) -> list[tuple[str, int | None]]:
        """The code from a little above the first gap to a little below the last: a line, or the number of a gap."""
        assert self.question.lines is not None  # who draws this has looked
        found: list[tuple[str, int | None]] = []
        places: list[int] = []
        for given in self.question.lines.whole:
            if given is None:
                places.append(len(found))
                found.append(("", len(places) - 1))
            else:
                found += [("…" if text in self.hidden else text, None) for text in given]
        return found[max(0, places[0] - _AROUND):places[-1] + 1 + _AROUND]


def _draw_gap(canvas: Canvas, row: Rect, text: str, number: str, theme: Theme) -> None:
    """A box for a number, and a line to write on."""
    _draw_box(canvas, (row.x, row.center[1]), number, theme)
    left = row.x + _BOX + 8
    canvas.line((left, row.bottom - 4), (row.x + 0.7 * row.w, row.bottom - 4), theme.edge, 1)
    if text:
        shown = fit_text(canvas, text, 0.7 * row.w - _BOX, _CODE, "mono")
        canvas.text((left + 4, row.center[1]), shown, _CODE, theme.text, "left", "mono")


def _draw_box(canvas: Canvas, at: Point, text: str, theme: Theme) -> None:
    x, y = at
    canvas.rect(Rect(x, y - _BOX / 2, _BOX, _BOX), None, theme.text, 1.2)
    if text:
        canvas.text((x + _BOX / 2, y), text, _CODE, theme.text, "center", "bold")
