"""The cut-out of a sum over many variables: what it needs, against what its variables can add up to."""

from __future__ import annotations

from algorithms.problems.forms.csp import Sum
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.states import State

_TESTS = 2  # values of a variable, and so rows below the first bar


def draw_sum(canvas: Canvas, box: Rect, c: Sum, board: State, state: ConsistencyState, theme: Theme) -> None:
    """The total, as a mark on the bar of all variables: those that are 1 for sure, and those that are undefined. Below,
    for each value that was tested, what the others need, as a mark on the bar of what they can add up to."""
    known = sum(board.domains[x] == (1,) for x in c.scope)
    undefined = sum(len(board.domains[x]) > 1 for x in c.scope)
    end = max(1, known + undefined, c.total, *(max(test.most, test.needed) for test in state.counted))
    row = box.h / (_TESTS + 2)
    canvas.text((box.center[0], box.y + row * 0.4), f"Σ = {c.total}", row * 0.6, theme.text, "center", "bold")
    bar = _row(canvas, Rect(box.x, box.y + row, box.w, row), f"{known} sure, {undefined} open", theme.text, theme)
    _span(canvas, bar, 0, known, end, theme.known)
    _span(canvas, bar, known, known + undefined, end, theme.unknown)
    _mark(canvas, bar, c.total / end, theme.text)
    for index, test in enumerate(state.counted[-_TESTS:], 2):
        sign, color = ("✓", theme.good) if test.supported else ("✗", theme.bad)
        text = f"{sign} one is {test.value}: {test.needed} of {test.least}–{test.most}"
        bar = _row(canvas, Rect(box.x, box.y + index * row, box.w, row), text, color, theme)
        _span(canvas, bar, test.least, test.most, end, theme.no_mine if test.supported else theme.mine)
        _mark(canvas, bar, test.needed / end, theme.text)


def _row(canvas: Canvas, box: Rect, text: str, color: Color, theme: Theme) -> Rect:
    """What a bar says, above it; returns the place of the bar, which has its frame."""
    size = min(box.h * 0.32, box.w * 0.075)
    size *= min(1.0, box.w / max(1.0, canvas.measure(text, size, "bold")))
    canvas.text((box.x, box.y + box.h * 0.25), text, size, color, "left", "bold")
    bar = Rect(box.x, box.y + box.h * 0.52, box.w, box.h * 0.3)
    canvas.rect(bar, theme.raised, theme.edge)
    return bar


def _span(canvas: Canvas, bar: Rect, least: int, most: int, end: int, color: Color) -> None:
    """What lies between two numbers; a single number is a thin line."""
    left = min(bar.x + bar.w * max(0, least) / end, bar.right - 2)
    canvas.rect(Rect(left, bar.y, max(2.0, bar.w * (most - max(0, least)) / end), bar.h), color)


def _mark(canvas: Canvas, bar: Rect, share: float, color: Color) -> None:
    """A pointer at a number, which may lie before the bar."""
    x, side = bar.x + bar.w * max(0.0, min(1.0, share)), bar.h * 0.45
    canvas.line((x, bar.y - side * 0.3), (x, bar.bottom + side * 0.3), color, max(2.0, bar.h * 0.14))
    canvas.polygon([(x - side * 0.6, bar.bottom + side * 1.1), (x + side * 0.6, bar.bottom + side * 1.1),
                    (x, bar.bottom + side * 0.2)], color)
