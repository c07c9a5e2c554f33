"""The texts of a recorded drawing: where their letters are, whether one is cut or lies on another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import cast

import numpy as np

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Color, Op, OpName, Point, RecordingCanvas, Rect, Stills

LETTERS = 0.37  # of the size: from the middle of a line to the top of a capital, and to the baseline
SLACK = 1.0  # pixels, for what rounding does

NOTHING = Rect(0.0, 0.0, 0.0, 0.0)

Text = tuple[str, Rect]
Box = tuple[float, float, float, float]


class TextCanvas(RecordingCanvas):
    """Keeps the texts alone, without their places; with ``stills`` those that the canvases before have not had."""

    def __init__(self, stills: Stills | None = None) -> None:
        super().__init__(stills)
        self.texts: set[str] = set()

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        self.texts.add(text)

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        pass

    def _add(self, name: OpName, *args: object) -> None:
        pass


def common(a: Rect, b: Rect) -> Rect:
    """What two boxes share; nothing: no width or no height."""
    ax, ay, aw, ah = a
    bx, by, bw, bh = b
    left, top = ax if ax > bx else bx, ay if ay > by else by
    right, bottom = min(ax + aw, bx + bw), min(ay + ah, by + bh)
    return Rect(left, top, right - left if right > left else 0.0, bottom - top if bottom > top else 0.0)


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
    return _shown(canvas, len(canvas.ops))


@lru_cache(maxsize=1)  # tests ask for it several times
def _shown(canvas: RecordingCanvas, _drawn: int) -> list[Text]:
    clips = [Rect(-1e6, -1e6, 2e6, 2e6)]
    shown, covers = list[Text](), list[Rect]()
    since = list[int]()  # how many covers there were before a text
    for op in canvas.ops:
        if op.name == "clip":
            clips.append(common(clips[-1], Rect(*op.args)))  # type: ignore[arg-type]
        elif op.name == "unclip":
            clips.pop()
        elif op.name == "rect" and op.args[4] is not None:
            covers.append(common(clips[-1], Rect(*op.args[:4])))  # type: ignore[arg-type]
        elif op.name == "text" and str(op.args[2]).strip():
            box = common(clips[-1], _letters(op))
            if box.w > SLACK and box.h > SLACK:
                shown.append((str(op.args[2]), box))
                since.append(len(covers))
    for index, cover in _over([box for _, box in shown], covers, since):
        text, box = shown[index]
        part = uncovered(box, covers[cover])
        shown[index] = text, part if min(part.w, part.h) > SLACK else NOTHING
    return [(text, box) for text, box in shown if box is not NOTHING]


def _over(boxes: Sequence[Rect], covers: Sequence[Rect], since: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Which cover lies on which box, of those drawn after it, in their order."""
    left, top, right, bottom = np.array([_edges(box) for box in covers] or np.empty((0, 4))).T
    for index, box in enumerate(boxes):
        start = since[index]
        on = ((left[start:] < box.right) & (right[start:] > box.x) & (top[start:] < box.bottom)
              & (bottom[start:] > box.y))
        yield from ((index, start + int(cover)) for cover in np.flatnonzero(on))


def _letters(op: Op) -> Rect:
    """Where the letters of a text would be if nothing cut or covered them."""
    x, y, _, size, _, align, _, width = cast("tuple[float, float, str, float, object, str, object, float]", op.args)
    left = x - width * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
    return Rect(left, y - LETTERS * size, width, 2 * LETTERS * size)


def _edges(box: Rect) -> Box:
    return box.x, box.y, box.right, box.bottom


def outside(canvas: RecordingCanvas, size: tuple[int, int]) -> list[Text]:
    return [(text, box) for text, box in texts(canvas)
            if box.x < -SLACK or box.y < -SLACK or box.right > size[0] + SLACK or box.bottom > size[1] + SLACK]


def overlaps(canvas: RecordingCanvas) -> list[tuple[str, str]]:
    found = []
    shown = sorted(texts(canvas), key=lambda text: text[1].y)
    for index, (one, box) in enumerate(shown):
        bottom, left, right = box.bottom, box.x, box.right
        for at in range(index + 1, len(shown)):
            other, beside = shown[at]
            if beside.y > bottom:
                break
            if beside.x >= right or beside.x + beside.w <= left:
                continue
            shared = common(box, beside)
            if shared.w > SLACK and shared.h > SLACK and not (one == other and _outlines(box, beside)):
                found.append((one, other))
    return found


def _outlines(box: Rect, beside: Rect) -> bool:
    """Is a text drawn anew a little beside itself, so that only its outline shows?"""
    (x, y), (u, v) = box.center, beside.center
    return max(abs(x - u), abs(y - v)) < 0.2 * box.h
