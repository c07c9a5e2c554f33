"""The shapes and the lines of text that the window is made of, as pygame's pictures, and where they lie.

Curves and slants are drawn four times as large and scaled down, once for each shape, and kept: a frame is then mostly
fills and blits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache
from io import BytesIO
from math import ceil, floor

import pygame

from scenarios.images import Image
from visualizer.canvas.fonts import FILES, FONTS, Style
from visualizer.canvas.primitives import BASELINE, Align, Color, Point, Rect

_OVER = 4  # supersampling
_FINE = 32  # of a pixel: in so fine steps lie the ends of lines
SMALL = 160  # shapes up to this many pixels wide and high are kept whole, and cards with as few pixels
_PLACES = 4096  # of each kind of shape that are remembered: most of a frame lies where it lay in the one before
_TILE = 512, 64  # pixels: of one colour, as much as the cache of a processor has room for
_NARROW, _FEW = 32, 2000  # pixels across, and pixels, below which a fill is fast enough
_SOFT = 28  # steps from full light to the dark
_SMALLEST, _LARGEST = 5, 400  # text sizes that the font library is asked for

_Placed = tuple[pygame.Surface, tuple[int, int]]  # what to blit, and where


def fill_box(surface: pygame.Surface, color: Color, left: int, top: int, w: int, h: int) -> None:
    """As ``surface.fill``, several times as fast: that writes past the cache, which is slow wherever a row of pixels
    does not end where a line of the cache does."""
    if w < _NARROW or w * h < _FEW:
        surface.fill(color, (left, top, w, h))
        return
    tile, blit = _tile(color), surface.blit
    for y in range(top, top + h, _TILE[1]):
        high = min(_TILE[1], top + h - y)
        for x in range(left, left + w, _TILE[0]):
            blit(tile, (x, y), (0, 0, min(_TILE[0], left + w - x), high))


@lru_cache(maxsize=32)
def _tile(color: Color) -> pygame.Surface:
    tile = pygame.Surface(_TILE, depth=32)
    tile.fill(color)
    return tile


@lru_cache(maxsize=256)
def font(size: int, style: Style) -> pygame.font.Font:
    """The font of that size in pixels."""
    if not pygame.font.get_init():
        pygame.font.init()
    return pygame.font.Font(FONTS / FILES[style], size)


def pixel(value: float) -> int:
    """The nearest whole pixel. Halves always go up: round() alternates, and bars of one width would differ by two."""
    return floor(value + 0.5)


def _font_size(size: float) -> int:
    return min(_LARGEST, max(_SMALLEST, round(size)))


@lru_cache(maxsize=8192)
def _text_surface(text: str, size: int, color: Color, style: Style) -> pygame.Surface:
    return font(size, style).render(text, True, color)


@lru_cache(maxsize=16384)
def text_width(text: str, size: int, style: Style) -> int:
    """The width in pixels of a line of text."""
    return font(size, style).size(text)[0]


def _smooth(w: int, h: int, color: Color, paint: Callable[[pygame.Surface, float], None]) -> pygame.Surface:
    """A transparent surface with what ``paint`` draws on one that is larger by the factor given to it."""
    large = pygame.Surface((w * _OVER, h * _OVER), pygame.SRCALPHA)
    large.fill((*color, 0))  # transparent, but of the colour, or the edges would darken
    paint(large, _OVER)
    return pygame.transform.smoothscale(large, (w, h))


@lru_cache(maxsize=4096)
def ring_of(radius4: int, width4: int, color: Color) -> pygame.Surface:
    """A disc (width 0) or a ring; lengths in quarters of a pixel, the centre in the middle of the surface."""
    radius = radius4 / 4
    side = 2 * int(radius + 1.999)

    def paint(surface: pygame.Surface, scale: float) -> None:
        middle = side * scale / 2
        width = 0 if not width4 else max(1, round(width4 / 4 * scale))
        pygame.draw.circle(surface, color, (middle, middle), radius * scale, width)

    return _smooth(side, side, color, paint)


def fill_round(surface: pygame.Surface, color: Color, left: int, top: int, w: int, h: int, radius: int) -> None:
    """A large rectangle with round corners, each pixel once: panels are large."""
    fill_box(surface, color, left, top + radius, w, h - 2 * radius)
    for y in (top, top + h - radius):
        fill_box(surface, color, left + radius, y, w - 2 * radius, radius)
    _corners(surface, color, left, top, w, h, radius, 0)


def draw_round_frame(surface: pygame.Surface, color: Color, left: int, top: int, w: int, h: int, radius: int,
                     thick: int) -> None:
    """The frame of one, so many pixels thick."""
    for y in (top, top + h - thick):
        surface.fill(color, (left + radius, y, w - 2 * radius, thick))
    for x in (left, left + w - thick):
        surface.fill(color, (x, top + radius, thick, h - 2 * radius))
    _corners(surface, color, left, top, w, h, radius, thick)


def _corners(surface: pygame.Surface, color: Color, left: int, top: int, w: int, h: int, radius: int,
             thick: int) -> None:
    ring = ring_of(radius * 4, thick * 4, color)
    side, pad = ring.get_width(), ring.get_width() // 2 - radius
    right, bottom = left + w - radius, top + h - radius
    for x, y, u, v in ((left, top, pad, pad), (right, top, side // 2, pad), (left, bottom, pad, side // 2),
                       (right, bottom, side // 2, side // 2)):
        surface.blit(ring, (x, y), (u, v, radius, radius))


@lru_cache(maxsize=4096)
def _small_round_rect(w: int, h: int, radius: int, width: int, color: Color) -> pygame.Surface:
    if not radius:
        plain = pygame.Surface((w, h), pygame.SRCALPHA)
        pygame.draw.rect(plain, color, (0, 0, w, h), width)
        return plain

    corners = _corner(radius, width, color)
    side = corners[0].get_width()
    high, wide = min(side, h - h // 2), min(side, w - w // 2)
    found = pygame.Surface((w, h), pygame.SRCALPHA)
    found.fill((*color, 0 if width else 255))
    if width:
        for bar in ((wide, 0, w - 2 * wide, width), (wide, h - width, w - 2 * wide, width),
                    (0, high, width, h - 2 * high), (w - width, high, width, h - 2 * high)):
            found.fill(color, bar)
    places = (0, 0), (w - wide, 0), (0, h - high), (w - wide, h - high)
    for index, (corner, place) in enumerate(zip(corners, places, strict=True)):
        part = index % 2 * (side - wide), index // 2 * (side - high), wide, high
        found.blit(corner, place, part)
    return found


@lru_cache(maxsize=1024)
def _corner(radius: int, width: int, color: Color) -> tuple[pygame.Surface, ...]:
    """The corners of all round rectangles of that radius: to draw a whole one so large takes many times as long."""
    found = tuple([corner.copy() for corner in _black_corner(radius, width)])
    for corner in found:
        corner.fill((*color, 0), special_flags=pygame.BLEND_RGBA_MAX)  # what turns over has another one in each frame
        corner.set_alpha(None)  # its pixels are taken as they are
    return found


@lru_cache(maxsize=512)
def _black_corner(radius: int, width: int) -> tuple[pygame.Surface, ...]:
    side = max(radius, width) + 1

    def paint(surface: pygame.Surface, scale: float) -> None:
        far = 2 * side * scale
        pygame.draw.rect(surface, "black", (0, 0, far, far), round(width * scale), border_radius=round(radius * scale))

    first = _smooth(side, side, (0, 0, 0), paint)
    return tuple([pygame.transform.flip(first, across, down) for down in (False, True) for across in (False, True)])


@lru_cache(maxsize=4096)
def _small_card(w: int, h: int, radius: int, width: int, fill: Color | None, stroke: Color | None,
                ) -> pygame.Surface | None:
    """A filled round rectangle with its frame: one blit in the place of two."""
    if fill is None or stroke is None:
        color = fill or stroke
        return None if color is None else _small_round_rect(w, h, radius, 0 if fill else width, color)
    card = _small_round_rect(w, h, radius, 0, fill).copy()
    card.blit(_small_round_rect(w, h, radius, width, stroke), (0, 0))
    return card


@lru_cache(maxsize=4096)
def _small_polygon(xs: tuple[int, ...], ys: tuple[int, ...], w: int, h: int, width: int, color: Color,
                   inside: Color | None = None) -> pygame.Surface:
    """A polygon with its points and the width of its lines in pixels of the large surface, and what is within them."""
    large = pygame.Surface((w * _OVER, h * _OVER), pygame.SRCALPHA)  # as _smooth does: there are hundreds in a frame
    large.fill((*color, 0))
    points = tuple(zip(xs, ys, strict=True))
    if inside is not None:
        pygame.draw.polygon(large, inside, points)
    pygame.draw.polygon(large, color, points, width)
    return pygame.transform.smoothscale(large, (w, h))


@lru_cache(maxsize=_PLACES)
def placed_card(box: Rect, fill: Color | None, stroke: Color | None, width: float, radius: float,
          ) -> tuple[pygame.Surface | None, tuple[int, int, int, int], int, int]:
    """A rectangle on whole pixels: what to blit, unless it is large or empty; where; its radius; how wide its frame."""
    left, top = pixel(box.x), pixel(box.y)
    w, h = pixel(box.x + box.w) - left, pixel(box.y + box.h) - top
    corner, thick = min(round(radius), w // 2, h // 2), max(1, round(width))
    small = 0 < w <= SMALL and 0 < h <= SMALL  # a blit is ten times as fast as a small fill
    small = small or (corner > 0 and 0 < w * h <= SMALL * SMALL)  # and as a wide one, whose corners are apart
    return _small_card(w, h, corner, thick, fill, stroke) if small else None, (left, top, w, h), corner, thick


@lru_cache(maxsize=_PLACES)
def placed_polygon(points: tuple[Point, ...], fill: Color | None, stroke: Color | None, width: float,
                    ) -> _Placed | None:
    """What to blit for a polygon, and where; None for a large one."""
    if stroke is None:
        return None if fill is None else _shape(points, 0, fill)
    return _shape(points, round(max(1.0, width) * _OVER), stroke, fill)


def _shape(points: Sequence[Point], thick: int, color: Color, inside: Color | None = None) -> _Placed | None:
    """What to blit for a small polygon, filled or of lines so thick, and where; None for a large one."""
    across, down = [x for x, _ in points], [y for _, y in points]
    left, top = int(min(across)) - 1, int(min(down)) - 1
    w, h = int(max(across)) - left + 2, int(max(down)) - top + 2
    if w > SMALL or h > SMALL:
        return None
    xs, ys = tuple([round((x - left) * _OVER) for x in across]), tuple([round((y - top) * _OVER) for y in down])
    return _small_polygon(xs, ys, w, h, thick, color, inside), (left, top)


@lru_cache(maxsize=_PLACES)
def placed_ring(center: Point, radius: float, thick: float, color: Color) -> tuple[pygame.Surface, Point]:
    """A disc (width 0) or a ring, and where its corner lies."""
    ring = ring_of(round(radius * 4), round(thick * 4), color)
    side = ring.get_width()
    return ring, (round(center[0] - side / 2), round(center[1] - side / 2))


@lru_cache(maxsize=_PLACES)
def placed_dots(at: Point, count: int, step: float, side: float, color: Color) -> _Placed:
    """A row of squares, each on the whole pixels that it has alone, and where its corner lies: one blit for all."""
    left, top = pixel(at[0]), pixel(at[1])
    w, h = pixel(at[0] + max(0, count - 1) * step + side) - left, pixel(at[1] + side) - top
    row = pygame.Surface((max(1, w), max(1, h)), pygame.SRCALPHA)
    for index in range(count):
        start = at[0] + index * step
        row.fill(color, (pixel(start) - left, 0, pixel(start + side) - pixel(start), h))
    return row, (left, top)


def upright(a: Point, b: Point, width: float) -> Rect:
    """A line upwards or to the side."""
    wide, x, y = max(1.0, width), min(a[0], b[0]), min(a[1], b[1])
    if a[0] == b[0]:
        return Rect(x - wide / 2, y, wide, abs(a[1] - b[1]))
    return Rect(x, y - wide / 2, abs(a[0] - b[0]), wide)


@lru_cache(maxsize=_PLACES)
def slant(a: Point, b: Point, width: float, color: Color,
          seen: Rect | None = None) -> tuple[list[_Placed], list[tuple[Point, ...]]]:
    """A slanting line as polygons that are small, and what to blit for them; whole where it is so thick that they are
    not small. Those beside ``seen`` may be left out: a line to the far end of a search tree has hundreds."""
    left, top = floor(a[0]), floor(a[1])
    start, end = ((round((x - left) * _FINE), round((y - top) * _FINE)) for x, y in (a, b))
    small, large = _strokes(*start, *end, width, color, (0.0, 1.0) if seen is None else _inside(a, b, width, seen))
    return ([(picture, (x + left, y + top)) for picture, (x, y) in small],
            [tuple([(x + left, y + top) for x, y in points]) for points in large])


def _inside(a: Point, b: Point, width: float, seen: Rect) -> tuple[float, float]:
    """From which to which share of its way a slanting line touches a box."""
    shares = [sorted(((start - width - one) / (two - one), (start + length + width - one) / (two - one)))
              for one, two, start, length in zip(a, b, seen[:2], seen[2:], strict=True)]
    return min(1.0, max(0.0, shares[0][0], shares[1][0])), max(0.0, min(1.0, shares[0][1], shares[1][1]))


@lru_cache(maxsize=_PLACES)
def _strokes(left: int, top: int, right: int, bottom: int, width: float, color: Color, part: tuple[float, float],
             ) -> tuple[list[_Placed], list[tuple[Point, ...]]]:
    """The same from the whole pixel before its start, in fine steps: lines that are alike are drawn once, wherever they
    lie. Each piece goes a little into the next one. Of a ``part`` of the line, one more at each end: they are wide."""
    x0, y0, dx, dy = left / _FINE, top / _FINE, (right - left) / _FINE, (bottom - top) / _FINE
    half, far, length = max(1.0, width) / 2, max(abs(dx), abs(dy)), (dx * dx + dy * dy) ** 0.5 or 1.0
    nx, ny = -dy / length * half, dx / length * half
    pieces = ceil(far / (SMALL - 2 * half - 8)) if half < SMALL / 4 else 1
    small, large = list[_Placed](), list[tuple[Point, ...]]()
    for piece in range(max(0, floor(part[0] * pieces) - 1), min(pieces, ceil(part[1] * pieces) + 1)):
        start, end = piece / pieces, 1.0 if pieces == 1 else min(1.0, (piece + 1) / pieces + 1 / far)
        x, y, u, v = x0 + dx * start, y0 + dy * start, x0 + dx * end, y0 + dy * end
        points = (x + nx, y + ny), (u + nx, v + ny), (u - nx, v - ny), (x - nx, y - ny)
        placed = _shape(points, 0, color)
        if placed is None:
            large.append(points)
        else:
            small.append(placed)
    return small, large


@lru_cache(maxsize=_PLACES)
def placed_text(at: Point, text: str, size: float, color: Color, align: Align, style: Style,
                 ) -> tuple[pygame.Surface, tuple[int, int]]:
    """The picture of a line of text, and where its corner lies."""
    pixels = _font_size(size)
    surface = _text_surface(text, pixels, color, style)
    shift = {"left": 0.0, "center": 0.5, "right": 1.0}[align]
    x = at[0] - surface.get_width() * shift
    y = at[1] + BASELINE * pixels - font(pixels, style).get_ascent()
    return surface, (round(x), round(y))


@lru_cache(maxsize=16384)
def measured(text: str, size: float, style: Style) -> int:
    """The width of a line of text of any size, as the font has it."""
    return text_width(text, _font_size(size), style)


@lru_cache(maxsize=2)
def veil_of(w: int, h: int, color: Color, alpha: int, holes: tuple[tuple[int, int, int, int], ...]) -> pygame.Surface:
    """A veil with holes whose rims are soft."""
    veil = pygame.Surface((w, h), pygame.SRCALPHA)
    veil.fill((*color, alpha))
    for step in range(_SOFT, -1, -1):  # the rims of all holes first: no rim lies on another one's hole
        for x, y, wide, high in holes:
            out = round(min(wide, high) * 0.25 * step / _SOFT)
            place = (x - out, y - out, wide + 2 * out, high + 2 * out)
            pygame.draw.ellipse(veil, (*color, round(alpha * step / (_SOFT + 1))), place)
    return veil


@lru_cache(maxsize=16)
def scaled(image: Image, wide: int, high: int) -> pygame.Surface:
    """A picture of that size; an empty one where pygame cannot read it."""
    whole = pygame.Surface((image.wide, image.high), pygame.SRCALPHA, 32)
    with suppress(pygame.error):
        whole.blit(pygame.image.load(BytesIO(image.data), f"picture.{image.kind}"), (0, 0))
    return pygame.transform.smoothscale(whole, (wide, high))
