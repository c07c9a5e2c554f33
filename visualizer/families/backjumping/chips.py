"""Conflict sets as chips: at the lanes of their variables, sliding up when one is joined with another."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from algorithms.backjumping.events import ConfSetJoined
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.state import BackjumpState
from visualizer.families.backjumping.strokes import draw_dashed

_WIDEST = 74.0  # points: a chip


def draw_chips(canvas: Canvas, field: Rect, y: Callable[[int], float], high: float, search: BackjumpState,
               joined: ConfSetJoined | None, t: float, theme: Theme, unit: float) -> None:
    """The set of each level at the right of its lane. ``joined``: this set is just on its way to another one."""
    size = min(12 * unit, high * 0.62)
    if size < 7:
        return
    for level, x in search.at.items():
        names = search.conf_sets.get(x, ())
        moving = joined is not None and joined.dead_end == x
        if not names and not moving:
            continue
        at = y(level)
        if joined is not None and moving:
            if t >= 1:
                continue
            at += (y(joined.level) - at) * t
        struck = (x,) if search.joined is not None and search.joined.variable == x else ()
        lit = moving or x == search.dead_end or bool(struck)
        _draw_set(canvas, field.right, at, size, names, struck, lit, theme, unit)


def _draw_set(canvas: Canvas, right: float, y: float, size: float, names: Sequence[str], struck: Sequence[str],
              lit: bool, theme: Theme, unit: float) -> None:
    """A set in a frame: names, the last ones where there are many, and the one that has left it struck out."""
    shown, pad = list(names), 4 * unit
    more = max(0, len(shown) - 3)
    texts = ([f"+{more}"] if more else []) + [
        fit_text(canvas, name, _WIDEST * unit, size, "bold") for name in (*shown[more:], *struck)]
    widths = [canvas.measure(text, size, "bold") + 2 * pad for text in texts]
    frame = Rect(right - sum(widths) - pad * (len(texts) + 1), y - size * 0.95, sum(widths) + pad * (len(texts) + 1),
                 size * 1.9)
    canvas.rect(frame, theme.panel, theme.accent if lit else theme.edge, 1.5 * unit if lit else 1, pad)
    x = frame.x + pad
    for index, (text, wide) in enumerate(zip(texts, widths, strict=True)):
        chip = Rect(x, y - size * 0.7, wide, size * 1.4)
        gone = index >= len(texts) - len(struck)
        if gone:
            for a, b in (((chip.x, chip.y), (chip.right, chip.y)), ((chip.x, chip.bottom), (chip.right, chip.bottom))):
                draw_dashed(canvas, a, b, theme.muted, 1, 2 * unit)
            canvas.text(chip.center, text, size, theme.muted, "center", "bold")
            canvas.line((chip.x + pad, y), (chip.right - pad, y), theme.bad, max(1.0, 1.4 * unit))
        else:
            fill, ink = (theme.known, theme.on_known) if lit else (theme.raised, theme.text)
            canvas.rect(chip, fill, radius=pad)
            canvas.text(chip.center, text, size, ink, "center", "bold")
        x += wide + pad
