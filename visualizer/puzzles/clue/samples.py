"""What a sampler puts on the notepad beside the cells: ✗ where a constraint is not satisfied, and what the marks mean
that stand below an estimate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.strokes import draw_cross
from visualizer.canvas.theme import Theme
from visualizer.families.sampling.state import SamplingState

_CODE = 1.21  # two letters, in their size


def broken_origins(sampling: SamplingState) -> list[str]:
    """Where the constraints come from that are not satisfied where the chain is."""
    form = sampling.form
    if form is None or not sampling.unsatisfied:
        return []
    return [form.origins[number - 1] for number in sampling.violated()]


def code_room(row: float) -> float:
    """How wide the two letters of a card are that stand before its name, with the sign behind them."""
    return max(1.4 * row, 0.2 * row + _CODE * max(SMALLEST, row * 0.62) + 0.55 * SMALLEST)


def beside_signs(canvas: Canvas, codes: Iterable[str], middle: float, size: float, row: float) -> float:
    """The middle of the two letters of a card that stand alone in the middle of their column, with room for the sign
    behind them as far as the column has it."""
    least = max(canvas.measure(code, size, "bold") for code in codes) / 2
    return min(middle, max(least, middle - _side(row) * 1.15 / 2))


def _side(row: float) -> float:
    return max(8.0, row * 0.46)


def draw_broken(canvas: Canvas, homes: Mapping[str, Rect], row: float, theme: Theme) -> None:
    """A sign at each place where such a constraint stands: of a card behind its two letters, which have the same
    ground, of a line of the log before it, of a hand and of what the case file has of a category in the corner."""
    side = _side(row)
    for source, home in homes.items():
        kind, _, name = source.rpartition(" ")
        x, y = home.right - side * 1.1, home.y + side * 0.6
        if kind == "card" and home.w > row * 3:
            size = max(SMALLEST, row * 0.62)
            ground = Rect(home.x, home.y + row * 0.08, code_room(row) - row * 0.08, row * 0.84)
            canvas.rect(ground, theme.mine, None, 1, row * 0.15)
            canvas.text((home.x + row * 0.2, home.center[1]), name, size, theme.on_mine, "left", "mono")
            behind = home.x + row * 0.2 + _CODE * size
            at, half = ((behind + ground.right) / 2, home.center[1]), min(side * 0.32, (ground.right - behind) * 0.4)
            draw_cross(canvas, at, half, theme.on_mine, max(1.5, side * 0.16))
            continue
        if kind in ("card", "line"):
            x, y = (home.x - side * 1.05 if kind == "line" else x), home.center[1]
        sign = Rect(x, y - side / 2, side, side)
        canvas.rect(sign, theme.mine, theme.on_mine, 1, side * 0.2)
        draw_cross(canvas, sign.center, side * 0.26, theme.on_mine, max(1.5, side * 0.13))


def draw_key(canvas: Canvas, box: Rect, sampling: SamplingState, row: float, theme: Theme) -> None:
    """What stands below an estimate, in lines, as far as there is room: the estimate as a bar, the exact share, and the
    confidence interval once there is one; and the disc of the chain."""
    if not sampling.recorded:
        return
    texts = ["where the chain has it", "the estimate as a bar", "the exact share"]
    texts += ["confidence interval"] * bool(sampling.intervals())
    size, step = SMALLEST * max(1.0, row / 26), max(row * 0.75, SMALLEST * 1.3)
    wide, high = row * 0.9, max(2.0, row * 0.14)
    if step * len(texts) > box.h or max(canvas.measure(text, size) for text in texts) + wide * 1.4 > box.w:
        return
    for line, text in enumerate(texts):
        y = box.y + (line + 0.5) * step
        if line == 0:
            canvas.circle((box.x + wide / 2, y), max(2.0, row * 0.15), theme.on_uncovered)
        elif line == 1:
            canvas.rect(Rect(box.x, y - high / 2, wide, high), theme.constraint)
        elif line == 2:
            canvas.rect(Rect(box.x + wide / 2 - high / 2, y - high, high, high * 2), theme.mine)
        else:
            canvas.rect(Rect(box.x, y - high * 0.3, wide, high * 0.6), theme.on_uncovered)
        canvas.text((box.x + wide * 1.3, y), text, size, theme.muted)
