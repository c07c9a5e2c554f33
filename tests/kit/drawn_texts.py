"""The texts of a recorded drawing: where their letters are, whether one is cut or lies on another."""

from __future__ import annotations

from visualizer.canvas.primitives import RecordingCanvas, Rect

LETTERS = 0.37  # of the size: from the middle of a line to the top of a capital, and to the baseline
SLACK = 1.0  # pixels, for what rounding does

Text = tuple[str, Rect]


def common(a: Rect, b: Rect) -> Rect:
    """What two boxes share; nothing: no width or no height."""
    left, top = max(a.x, b.x), max(a.y, b.y)
    return Rect(left, top, max(0.0, min(a.right, b.right) - left), max(0.0, min(a.bottom, b.bottom) - top))


def uncovered(box: Rect, cover: Rect) -> Rect:
    """The largest part of a text that shows beside what was drawn over it."""
    over = common(box, cover)
    if not over.w or not over.h:
        return box
    beside = (Rect(box.x, box.y, over.x - box.x, box.h), Rect(over.right, box.y, box.right - over.right, box.h),
              Rect(box.x, box.y, box.w, over.y - box.y), Rect(box.x, over.bottom, box.w, box.bottom - over.bottom))
    return max(beside, key=lambda part: part.w * part.h)


def texts(canvas: RecordingCanvas) -> list[Text]:
    """Every text with the box that its letters fill, as far as clips and what is drawn above let it show."""
    clips = [Rect(-1e6, -1e6, 2e6, 2e6)]
    shown: list[tuple[str, Rect, float, float, float, float]] = []  # with the box's edges, as properties are slow
    for op in canvas.ops:
        values: list[float] = [value for value in op.args if isinstance(value, int | float)]
        if op.name == "clip":
            clips.append(common(clips[-1], Rect(*values[:4])))
        elif op.name == "unclip":
            clips.pop()
        elif op.name == "rect" and op.args[4] is not None:
            cover = common(clips[-1], Rect(*values[:4]))
            x0, y0, x1, y1 = cover.x, cover.y, cover.right, cover.bottom
            under = {index for index, (_, _, left, top, right, bottom) in enumerate(shown)
                     if left < x1 and right > x0 and top < y1 and bottom > y0}
            if under:
                parts = [(text, uncovered(box, cover)) if index in under else (text, box)
                         for index, (text, box, *_) in enumerate(shown)]
                shown = [(text, part, part.x, part.y, part.right, part.bottom) for text, part in parts
                         if min(part.w, part.h) > SLACK]
        elif op.name == "text":
            x, y, size, width = values
            left = x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[str(op.args[5])]
            box = common(clips[-1], Rect(left, y - LETTERS * size, width, 2 * LETTERS * size))
            if box.w > SLACK and box.h > SLACK and str(op.args[2]).strip():
                shown.append((str(op.args[2]), box, box.x, box.y, box.right, box.bottom))
    return [(text, box) for text, box, *_ in shown]


def outside(canvas: RecordingCanvas, size: tuple[int, int]) -> list[Text]:
    return [(text, box) for text, box in texts(canvas)
            if box.x < -SLACK or box.y < -SLACK or box.right > size[0] + SLACK or box.bottom > size[1] + SLACK]


def overlaps(canvas: RecordingCanvas) -> list[tuple[str, str]]:
    found = []
    shown = sorted(texts(canvas), key=lambda text: text[1].y)
    for index, (one, box) in enumerate(shown):
        for other, beside in shown[index + 1:]:
            if beside.y > box.bottom:
                break
            shared = common(box, beside)
            if shared.w > SLACK and shared.h > SLACK:
                found.append((one, other))
    return found
