"""The canvas: the handful of primitives that everything on the stage is drawn with.

One drawing function serves the window (:mod:`visualizer.canvas.on_pygame`), the tests and the HTML player
(``RecordingCanvas``), and handouts (:mod:`visualizer.canvas.on_svg`, :mod:`visualizer.canvas.on_pdf`). Lengths are
pixels, as floats, y downwards; colours are RGB triples 0–255.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache, lru_cache
from itertools import chain
from typing import Literal, NamedTuple, Protocol

from scenarios.images import Image
from visualizer.canvas.breaking import broken
from visualizer.canvas.fonts import Style

Color = tuple[int, int, int]
Point = tuple[float, float]
Align = Literal["left", "center", "right"]


class Rect(NamedTuple):
    """An upright rectangle: its top left corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def center(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """Is the point in it? It is asked for each of many places, too."""
        left, top, w, h = self
        return left <= x < left + w and top <= y < top + h

    def meets(self, other: Rect) -> bool:
        """Do the two share anything? It is asked for each of many places about many others."""
        (x, y, w, h), (left, top, wide, high) = self, other
        return x < left + wide and left < x + w and y < top + high and top < y + h

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Smaller by ``dx`` at the left and right, and ``dy`` (default: the same) above and below; never below 0."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(0.0, self.w - 2 * dx), max(0.0, self.h - 2 * dy))

    def split_left(self, width: float, gap: float = 0) -> tuple[Rect, Rect]:
        """A piece of ``width`` from the left, and the rest behind a gap."""
        width = max(0.0, min(width, self.w))
        return Rect(self.x, self.y, width, self.h), Rect(self.x + width + gap, self.y, max(0.0, self.w - width - gap),
                                                         self.h)

    def split_top(self, height: float, gap: float = 0) -> tuple[Rect, Rect]:
        """A piece of ``height`` from the top, and the rest below a gap."""
        height = max(0.0, min(height, self.h))
        return Rect(self.x, self.y, self.w, height), Rect(self.x, self.y + height + gap, self.w,
                                                          max(0.0, self.h - height - gap))

    def split_right(self, width: float, gap: float = 0) -> tuple[Rect, Rect]:
        """The rest, and behind a gap a piece of ``width`` at the right."""
        return self.split_left(max(0.0, self.w - width - gap), gap)

    def split_bottom(self, height: float, gap: float = 0) -> tuple[Rect, Rect]:
        """The rest, and below a gap a piece of ``height`` at the bottom."""
        return self.split_top(max(0.0, self.h - height - gap), gap)


def around(places: Sequence[Rect]) -> Rect:
    """The smallest rectangle that has all of them."""
    x, y = min(place.x for place in places), min(place.y for place in places)
    return Rect(x, y, max(place.right for place in places) - x, max(place.bottom for place in places) - y)


def middle_of(places: Collection[Rect]) -> Point:
    """The middle between the middles of all of them."""
    ends = [place.center for place in places]
    return sum(x for x, _ in ends) / len(ends), sum(y for _, y in ends) / len(ends)


def point_on(a: Point, b: Point, part: float) -> Point:
    """The point that lies that part of the way from one to the other."""
    return a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part


def rect_on(a: Rect, b: Rect, part: float) -> Rect:
    """The rectangle that lies that part of the way from one to the other."""
    return Rect(*(start + (end - start) * part for start, end in zip(a, b, strict=True)))


class Canvas(Protocol):
    """What can be drawn on. A ``fill`` or ``stroke`` of None is left out. What derives from it keeps no pictures,
    unless it says otherwise. ``smooth``: frame follows frame, and what may come late does, so that none takes long."""

    smooth: bool = False

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None: ...

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None: ...

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None: ...

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None: ...

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        """One line of text; ``at`` is the middle of its height, and its left, centre or right."""
        ...

    def dots(self, at: Point, count: int, step: float, side: float, color: Color) -> None:
        """So many squares in a row, from ``at``, the corner of the first, one ``step`` from each to the next."""
        for index in range(count):
            self.rect(Rect(at[0] + index * step, at[1], side, side), color)

    def image(self, box: Rect, image: Image) -> None:
        """A picture out of a file, as large as the box."""
        ...

    def clip(self, box: Rect) -> AbstractContextManager[None]:
        """What is drawn inside the ``with`` shows only inside ``box`` (and the clips around it)."""
        ...

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        """The width of one line of text."""
        ...

    def picture(self, key: Hashable, box: Rect, draw: Callable[[Canvas, Rect], None]) -> None:
        """What ``draw`` draws inside ``box``, opaque; a canvas may keep it for each ``key`` and size."""
        with self.clip(box):
            draw(self, box)

    def alike(self, key: Hashable, draw: Callable[[Canvas], None]) -> None:
        """What ``draw`` draws, which depends on nothing but the key, where it lies included; a canvas may keep what
        has to be done for it. For small things of many strokes that many frames have alike."""
        draw(self)

    def keeps(self, key: Hashable, box: Rect) -> bool:
        """Is the picture of that key and size kept, so that drawing it takes no time?"""
        return False

    def still(self, slot: Hashable, key: object, box: Rect, draw: Callable[[], bool | None], t: float = 1.0,
              late: int = 0) -> bool:
        """What ``draw`` draws inside ``box``, and nowhere else; a canvas may show again what is there as long as the
        slot's key stays equal: all that the drawing depends on. ``draw`` says whether it also depended on ``t``;
        so does this. So many frames ``late``, of which others follow soon, it may go on with what it showed."""
        return bool(draw())

    def ahead(self, slot: Hashable, keys: tuple[object, object], box: Rect, draw: Callable[[], bool | None]) -> bool:
        """Just before ``still`` is asked for the first of the keys: a canvas may have ``draw`` draw what that slot is
        soon asked for by the second, and keep it for then. Nothing of it is seen. Was it drawn?"""
        return False


class Same:
    """For the keys of what stands still: equal only to another one of the same object, as it is now or will be."""

    __slots__ = ("of",)

    def __init__(self, of: object) -> None:
        self.of = of

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and other.of is self.of

    def __hash__(self) -> int:
        return id(self.of)


_MOST_PICTURES = 4096  # that a recording keeps
SMALLEST = 12.0  # pixels: no text is smaller; what has no room for it is drawn without words
BASELINE = 0.36  # the baseline lies this many sizes below the middle of a line: half of DejaVu's capital height


OpName = Literal["rect", "line", "polygon", "circle", "text", "clip", "unclip", "image"]


class Op(NamedTuple):
    """One recorded call. ``args`` are the call's values, numbers rounded to a tenth of a pixel."""

    name: OpName
    args: tuple[object, ...]


class _Still(NamedTuple):
    """What was drawn in a slot last: for which key, at which ``t``, and whether it depended on that."""

    key: object
    t: float
    moves: bool
    ops: Sequence[Op]


class Stills:
    """What stands still, from one canvas to the next: what was drawn in each slot last, and pictures by their keys."""

    def __init__(self) -> None:
        self.slots: dict[tuple[Hashable, Rect], _Still] = {}
        self.pictures: dict[tuple[Hashable, Rect], Sequence[Op]] = {}


class RecordingCanvas(Canvas):
    """Keeps what is drawn as a list: for tests, and for the HTML player. ``stills``: what other canvases drew, of which
    it takes what has stayed the same."""

    def __init__(self, stills: Stills | None = None) -> None:
        self.ops: list[Op] = []
        self._stills = stills

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None:
        self._add("rect", *box, fill, stroke, width, radius)

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        self._add("line", *a, *b, color, width)

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        self._add("polygon", tuple(map(_tenth, chain.from_iterable(points))), fill, stroke, width)

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None:
        self._add("circle", *center, radius, fill, stroke, width)

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        self._add("text", *at, text, size, color, align, style, self.measure(text, size, style))

    @contextmanager
    def clip(self, box: Rect) -> Iterator[None]:
        self._add("clip", *box)
        yield
        self._add("unclip")

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return _text_width()(text, size, style)

    def image(self, box: Rect, image: Image) -> None:
        self._add("image", *box, data_uri(image))

    def still(self, slot: Hashable, key: object, box: Rect, draw: Callable[[], bool | None], t: float = 1.0,
              late: int = 0) -> bool:
        """Nothing comes late: a list says of each moment what is drawn then."""
        if self._stills is None:
            return bool(draw())
        known = self._stills.slots.get((slot, box))
        if known is None or known.key != key or (known.moves and known.t != t):
            start, moves = len(self.ops), bool(draw())
            self._stills.slots[slot, box] = _Still(key, t, moves, self.ops[start:])
            return moves
        self.ops += known.ops
        return known.moves

    def picture(self, key: Hashable, box: Rect, draw: Callable[[Canvas, Rect], None]) -> None:
        if self._stills is None:
            super().picture(key, box, draw)
            return
        kept = self._stills.pictures.get((key, box))
        if kept is None:
            start = len(self.ops)
            super().picture(key, box, draw)
            if len(self._stills.pictures) >= _MOST_PICTURES:
                self._stills.pictures.clear()
            self._stills.pictures[key, box] = self.ops[start:]
        else:
            self.ops += kept

    def _add(self, name: OpName, *args: object) -> None:
        self.ops.append(tuple.__new__(Op, (name, tuple(map(_tenth, args)))))  # as Op(…) does, in half the time


@lru_cache(maxsize=64)
def data_uri(image: Image) -> str:
    """The picture as an address that has all of it."""
    return f"data:image/{image.kind};base64,{b64encode(image.data).decode('ascii')}"


@cache
def _text_width() -> Callable[[str, float, Style], float]:
    from visualizer.canvas.metrics import text_width  # loads Pillow, which the window does without

    return text_width


class _Tenths(dict[object, object]):
    """Of what is drawn, numbers to a tenth of a pixel, and all else as it is: most of it is where it was in the frame
    before. A whole number is the same whether it comes as a float or not."""

    def __missing__(self, value: object) -> object:
        if len(self) >= _MOST_TENTHS:
            self.clear()
        found = value
        if isinstance(value, float):
            found = int(rounded) if (rounded := round(value, 1)) == int(rounded) else rounded
        elif isinstance(value, bool):  # or it would be found for 0 and 1, too
            return value
        self[value] = found
        return found


_MOST_TENTHS = 100_000
_tenth: Callable[[object], object] = _Tenths().__getitem__


def fit_text(canvas: Canvas, text: str, width: float, size: float, style: Style = "sans") -> str:
    """``text``, cut with an ellipsis where it is wider than ``width``."""
    if canvas.measure(text, size, style) <= width:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if canvas.measure(text[:middle].rstrip() + "…", size, style) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…" if low else ""


def readable(canvas: Canvas, text: str, width: float, size: float) -> tuple[str, float]:
    """A bold word no wider than that, and its size; its first letter, where the word would be too small to be read."""
    wide = canvas.measure(text, size, "bold")
    smaller = size * min(1.0, width / wide) if wide else size
    return (text[:1].upper(), size) if text.isalpha() and smaller < min(size, SMALLEST) else (text, smaller)


def wrap_text(canvas: Canvas, text: str, width: float, size: float, style: Style = "sans") -> list[str]:
    """``text`` in lines no wider than ``width``, broken between words (a longer word is cut with an ellipsis)."""
    return kept_lines((type(canvas), text, width, size, style), lambda: wrapped(canvas, text, width, size, style))


def kept_lines(key: tuple[object, ...], make: Callable[[], Iterable[str]]) -> list[str]:
    """Lines of text: what is written is the same in most frames."""
    if (kept := _lines.get(key)) is None:
        if len(_lines) >= _MOST_LINES:
            _lines.clear()
        kept = _lines[key] = tuple(make())
    return list(kept)


_lines: dict[tuple[object, ...], tuple[str, ...]] = {}
_MOST_LINES = 4096


def wrapped(canvas: Canvas, text: str, width: float, size: float, style: Style) -> Iterator[str]:
    """The lines of ``wrap_text``, one after the other, each measured when it is asked for."""
    lines = broken(text, lambda line: canvas.measure(line, size, style) <= width)
    return (fit_text(canvas, line, width, size, style) for line in lines)
