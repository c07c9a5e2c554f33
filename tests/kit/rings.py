"""What rings and brackets cover."""

from __future__ import annotations

from visualizer.canvas.primitives import Op, Rect


def strokes_of(op: Op) -> list[Rect]:
    """What a rectangle that is drawn covers: all of it, or its four edges."""
    x, y, w, h, fill, stroke, width = op.args[:7]
    box, half = Rect(float(str(x)), float(str(y)), float(str(w)), float(str(h))), float(str(width)) / 2
    if fill is not None:
        return [box]
    assert stroke is not None
    outer = box.inset(-half)
    top, low = outer.split_top(2 * half)[0], outer.split_bottom(2 * half)[1]
    return [top, low, outer.split_left(2 * half)[0], outer.split_right(2 * half)[1]]
