"""While a question is open, nothing tells which edges leave the current state: that is what is asked."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme

_ROW, _NAME = 26.0, 14.0  # points: a rule, its name


def draw_veiled(canvas: Canvas, box: Rect, rules: Sequence[str], theme: Theme, unit: float) -> None:
    """The rules of the graph, without a word on which of them apply."""
    high = min(_ROW * unit, box.h / max(1, len(rules)))
    for index, rule in enumerate(rules):
        y = box.y + (index + 0.5) * high
        canvas.text((box.x + 8 * unit, y), rule, _NAME * unit, theme.text, "left", "bold")
        x = box.x + 18 * unit + canvas.measure(rule, _NAME * unit, "bold")
        canvas.text((x, y), "?", _NAME * unit, theme.muted)
