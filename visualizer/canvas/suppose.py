"""What is only supposed, on every board: hatched, dashed, hollow and violet; the step at which it follows, and a crack
where it breaks. Small places go without the hatching, tiny ones without the dashes: only the ground is left of them."""

from __future__ import annotations

from itertools import pairwise
from math import cos, floor, pi, sin

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme, mix

RIBBON = "suppose"
_HATCHED, _DASHED = 24.0, 9.0  # pixels: smaller places have no hatching, no dashes
_LINES = 7  # of hatching in a place, about
_RIM, _CHOSEN = 0.028, 0.05  # the width of the dashes of what follows, and of what was chosen, in sides of the place
_CRACK = ((0.1, 0.0), (-0.12, 0.2), (0.1, 0.42), (-0.1, 0.64), (0.06, 0.82), (0.02, 1.0))


def draw_supposed(canvas: Canvas, box: Rect, theme: Theme, *, chosen: bool, radius: float = 0,
                  fill: Color | None = None) -> None:
    """The ground of a place whose value is supposed: ``chosen`` itself, or what follows. ``fill``: where it has a
    colour of its own at that moment."""
    side, ground = min(box.w, box.h), theme.suppose_fill if fill is None else fill
    canvas.rect(box, ground, theme.suppose if side < _DASHED else None, 1, radius)
    if side >= _HATCHED:
        line = mix(ground, theme.suppose, 0.3)
        canvas.polygon(hatching(box.inset(min(radius, side * 0.08)), (box.w + box.h) / (2 * _LINES)), None, line, 1)
    if side >= _DASHED:
        width = min(5.0, max(1.0, side * (_CHOSEN if chosen else _RIM)))
        draw_dashed_frame(canvas, box.inset(max(width, side * 0.05)), theme.suppose, width)


def in_dashes(box: Rect) -> Rect:
    """The room within the dashes of what follows."""
    side = min(box.w, box.h)
    return box.inset(side * 0.05 + max(1.0, side * _RIM)) if side >= _DASHED else box


def hatching(box: Rect, space: float) -> list[Point]:
    """Slanting lines so far apart, as one closed way that goes from line to line along the edge of the box."""
    x, y, w, h = box
    way: list[Point] = [(x, y)]
    count = int((w + h) / space)
    for index in range(1, count + 1):
        k = index * space
        low, high = (x + max(0.0, k - h), y + min(k, h)), (x + min(k, w), y + max(0.0, k - w))
        if k - space < h < k and index % 2 == 1:
            way.append((x, y + h))
        if k - space < w < k and index % 2 == 0:
            way.append((x + w, y))
        way += (low, high) if index % 2 else (high, low)
    return [*way, (x + w, y) if count % 2 else (x, y + h)]


def draw_supposed_disc(canvas: Canvas, at: Point, radius: float, theme: Theme, *, chosen: bool) -> None:
    """The same of a round place, about a whole pixel: all discs of a size have the same dashes, drawn once."""
    at = float(floor(at[0] + 0.5)), float(floor(at[1] + 0.5))
    canvas.alike(("supposed disc", at, radius, chosen, theme.name),
                 lambda on: _draw_disc(on, at, radius, theme, chosen=chosen))


def _draw_disc(canvas: Canvas, at: Point, radius: float, theme: Theme, *, chosen: bool) -> None:
    canvas.circle(at, radius, theme.suppose_fill)
    if 2 * radius >= _HATCHED:
        line, step = mix(theme.suppose_fill, theme.suppose, 0.3), 2 * radius / _LINES
        for index in range(1, _LINES):
            off = index * step - radius
            half = (radius * radius - off * off) ** 0.5 / 2 ** 0.5
            x, y = at[0] + off / 2 ** 0.5, at[1] + off / 2 ** 0.5
            canvas.line((x - half, y + half), (x + half, y - half), line)
    width, parts = min(5.0, max(1.0, 2 * radius * (_CHOSEN if chosen else _RIM))), 12
    for index in range(parts):
        a, b = ((at[0] + radius * cos(turn), at[1] + radius * sin(turn))
                for turn in (index * 2 * pi / parts, (index + 0.55) * 2 * pi / parts))
        canvas.line(a, b, theme.suppose, width)


def draw_crack(canvas: Canvas, box: Rect, theme: Theme) -> None:
    """A crack from the upper to the lower edge, right of the middle."""
    side = min(box.w, box.h)
    x = box.x + box.w * 0.78 if box.w < 2 * box.h else box.right - side * 0.4
    shown = [(x + dx * side, box.y + box.h * y) for dx, y in _CRACK]
    for color, width in ((theme.on_mine, max(3.0, side * 0.055)), (theme.bad, max(1.2, side * 0.022))):
        for a, b in pairwise(shown):
            canvas.line(a, b, color, width)


def draw_step(canvas: Canvas, at: Point, number: int, radius: float, theme: Theme, *, breaks: bool = False) -> None:
    """The number of a step of the thought, in a ring, which is longer for a long one; a disc where it has no room."""
    fill, ink = (theme.on_mine, theme.mine) if breaks else (theme.suppose, theme.suppose_fill)
    written = radius * 1.15 >= SMALLEST * 0.9
    wide = canvas.measure(str(number), radius * 1.15, "bold") + radius * 0.8 if written and number > 99 else 2 * radius
    ring = Rect(at[0] - wide / 2, at[1] - radius, wide, 2 * radius)
    canvas.rect(ring, fill, ink, max(1.0, radius * 0.14), radius)
    if written:
        canvas.text(at, str(number), radius * 1.15, ink, "center", "bold")


def draw_ribbon(canvas: Canvas, box: Rect, size: float, theme: Theme, within: Rect, *, shared: bool = False) -> Rect:
    """The word over the upper edge of what is supposed, or above it where it is low, inside a larger box; returns where
    it stands. A large place, or one whose edge is ``shared`` with what lies above, has it lower: what stands above is
    seen, such as the name of a column. On the edge that a low one shares it is as low as the word, where
    both sides have room for half of that."""
    low = box.h <= 2 * size * 1.5
    shared = shared and box.h >= 2 * size * 1.25
    wide, high = canvas.measure(RIBBON, size, "bold") + size, size * (1.25 if shared and low else 1.5)
    x = max(within.x, min(box.center[0] - wide / 2, within.right - wide))
    above = 0.2 if box.h > (3 if shared else 5) * high else 0.5 if shared else 0.95 if low else 0.6
    y = max(within.y, box.y - high * above)
    ribbon = Rect(x, y, wide, high)
    canvas.rect(ribbon, theme.suppose, theme.suppose_fill, 1, size * 0.25)
    canvas.text((x + wide / 2, y + high / 2), RIBBON, size, theme.suppose_fill, "center", "bold")
    return ribbon
