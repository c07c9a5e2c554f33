"""How a slide for the back row is laid out: a picture, few large words beside or below it, a line at the bottom.

Sizes are those of a screen of 1920×1080, and smaller or larger with it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from visualizer.canvas.emphasis import measure, wrap
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.stage.beside_words import Beside, draw, high

LARGEST, USUAL, LEAST = 84.0, 60.0, 28.0  # sizes of words; below the usual, they take two pages
PITCH = 1.28  # from line to line, in sizes
_PAD, _GAP, _LINE = 36.0, 44.0, 56.0
RIM = 10.0  # of these, around the picture, for the frame of a board
_PICTURE_WIDE, _PICTURE_HIGH = 0.6, 0.64  # of the screen, where words are beside, and below
_MORE_PAGES = 2


@dataclass(frozen=True)
class Shape:
    """A way to draw a picture: its width in proportion to its height, and in how many rows boards lie in it."""

    aspect: float
    rows: int = 1


@dataclass(frozen=True)
class Slide:
    """Where the parts lie, and in which shape the picture is largest; ``scale`` is that of the screen."""

    picture: Rect
    words: Rect
    line: Rect
    shape: Shape
    beside: bool
    scale: float


@dataclass(frozen=True)
class Pages:
    """Words in lines, on pages, in a size."""

    size: float
    pages: Sequence[Sequence[str]]


def scale(size: tuple[float, float]) -> float:
    """How large a screen is beside one of 1920×1080."""
    return min(size[0] / 1920, size[1] / 1080)


def least_size(k: float) -> float:
    """No words are smaller on a screen of that scale; in a window that is no screen, they are as small as elsewhere."""
    return max(SMALLEST, min(LEAST, LEAST * k * 1.5))


def lay_out(size: tuple[float, float], shapes: Sequence[Shape], worded: bool) -> Slide:
    """The way in which boards are largest; words beside the picture where it is as large so."""
    k = scale(size)
    inner, line = Rect(0, 0, *size).inset(_PAD * k).split_bottom(max(_LINE * k, 1.2 * least_size(k)), 12 * k)
    if not worded:
        shape = max(shapes, key=lambda shape: _high(inner, shape))
        return Slide(inner, inner.split_right(0)[1], line, shape, False, k)
    beside, below = inner.split_left(inner.w * _PICTURE_WIDE)[0], inner.split_top(inner.h * _PICTURE_HIGH)[0]
    ways = [(_high(room, shape), room is beside, shape) for room in (beside, below) for shape in shapes]
    _, at_side, shape = max(ways, key=lambda way: way[:2])
    if not at_side:
        picture, words = inner.split_top(min(below.h, inner.w / shape.aspect), _GAP / 2 * k)
        return Slide(picture, words, line, shape, False, k)
    picture, words = inner.split_left(min(beside.w, inner.h * shape.aspect), _GAP * k)
    return Slide(picture, words, line, shape, True, k)


def with_shown(canvas: Canvas, slide: Slide, shown: Beside, theme: Theme, k: float) -> Slide:
    """Draws what is shown beside the words, and leaves them the rest of their room."""
    if not shown.there or min(slide.words.w, slide.words.h) <= 0:
        return slide
    unit = LEAST / SMALLEST * k
    words, room = (slide.words.split_bottom(high(canvas, shown, slide.words, unit), _GAP * k) if slide.beside
                   else slide.words.split_right(slide.words.w * 0.4, _GAP * k))
    draw(canvas, room, shown, theme, unit)
    return replace(slide, words=words)


def _high(room: Rect, shape: Shape) -> float:
    """How high a board is."""
    return min(room.h, room.w / shape.aspect) / shape.rows


def typeset(canvas: Canvas, text: str, box: Rect, k: float) -> Pages:
    """As large as fits on one page; where that is too small, on two; on more only where two have no room at all."""
    least = least_size(k)
    longest = max(text.split(), key=len, default="")
    sizes = [size * k for size in range(int(LARGEST), int(LEAST) - 1, -4) if size * k > least] + [least]
    for size in sizes:
        pages = _paged(canvas, text, box, size)
        most = 1 if size >= USUAL * k else _MORE_PAGES
        if len(pages) <= most and measure(canvas, longest, size) <= box.w:
            return Pages(size, pages)
    return Pages(least, _paged(canvas, text, box, least))


def _paged(canvas: Canvas, text: str, box: Rect, size: float) -> list[list[str]]:
    """Pages of lines; a page ends with a sentence where there is one to end with. Lines that end themselves do so here,
    too, and lie together."""
    most = max(1, int(box.h / (PITCH * size)))
    pages: list[list[str]] = []
    said = ""
    for sentence in re.split(r"(?<=[.!?:]) +", text.strip()):
        longer = f"{said} {sentence}".strip()
        if said and len(wrap(canvas, longer, box.w, size)) > most:
            pages += _cut(wrap(canvas, said, box.w, size), most)
            said = sentence
        else:
            said = longer
    return pages + _cut(wrap(canvas, said, box.w, size), most)


def _cut(rows: list[str], most: int) -> list[list[str]]:
    return [rows[at : at + most] for at in range(0, len(rows), most)]
