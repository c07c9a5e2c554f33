"""The canvas on a pygame surface: the window, and the pictures that are exported."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import pygame

from scenarios.images import Image
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Canvas, Color, Point, Rect
from visualizer.canvas.pygame_shapes import (
    SMALL,
    draw_round_frame,
    fill_box,
    fill_round,
    measured,
    pixel,
    placed_card,
    placed_dots,
    placed_polygon,
    placed_ring,
    placed_text,
    scaled,
    slant,
    upright,
    veil_of,
)
from visualizer.canvas.pygame_tape import Tape

_MOST_PIXELS = 6_000_000  # of the pictures that are kept: 24 MB
_MOST_STILL = 12_000_000  # of what stands still, which is at most a few windows
_LONG = 1000  # pixels across and down of a line of which only what is seen is drawn
_MOST_ALIKE = 2048  # drawings that are kept as lists of what to blit


class _Still:
    """What was drawn in a slot last: for which key, and, where it depended on that, at which ``t``; whether the picture
    is of that, and was shown since; for how many frames it was shown though it was of another key. One picture serves
    all keys: to get memory takes longer than to fill it. ``ahead``: what was drawn to be shown there next, since when
    nothing else was: what a drawing says of where things are is said last of what is shown."""

    __slots__ = ("_memory", "ahead", "filled", "key", "late", "moves", "picture", "t", "used")

    def __init__(self) -> None:
        self.key: tuple[object, ...] = ()
        self.late = 0
        self.moves, self.filled, self.used, self.t = False, False, False, 1.0
        self._memory = self.picture = pygame.Surface((0, 0))  # the picture may be a part of a larger one
        self.ahead: _Still | None = None

    def shows(self, key: tuple[object, ...], t: float) -> bool:
        """Is it of that key, and, if that matters, of that moment?"""
        return self.key == key and (not self.moves or self.t == t)

    def next(self) -> _Still:
        """What was drawn ahead, now that it is shown; this one's picture is for what comes then."""
        assert self.ahead is not None
        found, self.ahead, self.key = self.ahead, None, ()
        found.ahead = self
        return found

    def pixels(self) -> int:
        """Of its pictures."""
        width, height = self._memory.get_size()
        return width * height + (0 if self.ahead is None else self.ahead.pixels())

    def fill(self, surface: pygame.Surface, place: pygame.Rect) -> None:
        """Keeps what is seen there."""
        self.filled, self.used = True, False
        if self.picture.get_size() != place.size:
            width, height = self._memory.get_size()
            if place.w > width or place.h > height:
                self._memory = pygame.Surface((max(width, place.w), max(height, place.h)), 0, surface)
            self.picture = self._memory.subsurface((0, 0), place.size)
        self.picture.blit(surface, (0, 0), place)


class PygameCanvas:
    """Draws on ``surface``."""

    def __init__(self, surface: pygame.Surface, *, smooth: bool = False) -> None:
        self.surface, self.smooth = surface, smooth
        self._blit: Callable[[pygame.Surface, Point], object] = surface.blit
        self._tape: Tape | None = None  # of what is drawn now
        self._tapes: dict[Hashable, Tape] = {}
        self._tapes_within: dict[Hashable, Tape] = {}  # of what pictures have alike
        self._pictures: dict[tuple[Hashable, int, int], pygame.Surface] = {}
        self._pixels = 0  # of these pictures
        self._stills: dict[Hashable, _Still] = {}

    def rect(self, box: Rect, fill: Color | None = None, stroke: Color | None = None, width: float = 1,
             radius: float = 0) -> None:
        card, (left, top, w, h), corner, thick = placed_card(box, fill, stroke, width, radius)
        if card is not None:
            self._blit(card, (left, top))
            return
        if w <= 0 or h <= 0:
            return
        if fill is not None:
            if corner:
                self._paint(fill_round, fill, left, top, w, h, corner)
            else:
                self._paint(fill_box, fill, left, top, w, h)
        if stroke is not None:
            if corner:
                self._paint(draw_round_frame, stroke, left, top, w, h, corner, thick)
            else:
                self._paint(pygame.draw.rect, stroke, (left, top, w, h), thick)

    def line(self, a: Point, b: Point, color: Color, width: float = 1) -> None:
        if a[0] == b[0] or a[1] == b[1]:
            self.rect(upright(a, b, width), color)
        elif width <= 1:  # a search tree has hundreds of them
            self._paint(pygame.draw.aaline, color, a, b)
        else:
            seen = None
            if abs(a[0] - b[0]) + abs(a[1] - b[1]) > _LONG and self._tape is None:  # that may be played in another clip
                seen = Rect(*self.surface.get_clip())
            small, large = slant(a, b, width, color, seen)
            for picture, at in small:
                self._blit(picture, at)
            for points in large:
                self.polygon(points, color)

    def polygon(self, points: Sequence[Point], fill: Color | None = None, stroke: Color | None = None,
                width: float = 1) -> None:
        placed = placed_polygon(points if isinstance(points, tuple) else tuple(points), fill, stroke, width)
        if placed is not None:
            self._blit(*placed)
            return
        points = tuple(points)
        if fill is not None:
            self._paint(pygame.draw.polygon, fill, points)
            self._paint(pygame.draw.aalines, fill, True, points)
        if stroke is not None:
            self._paint(pygame.draw.polygon, stroke, points, round(max(1.0, width)))

    def circle(self, center: Point, radius: float, fill: Color | None = None, stroke: Color | None = None,
               width: float = 1) -> None:
        if radius <= 0:
            return
        for color, thick in ((fill, 0.0), (stroke, max(1.0, width))):
            if color is None:
                continue
            if radius <= SMALL:
                self._blit(*placed_ring(center, radius, thick, color))
            else:
                self._paint(pygame.draw.circle, color, center, radius, round(thick))

    def text(self, at: Point, text: str, size: float, color: Color, align: Align = "left",
             style: Style = "sans") -> None:
        if text:
            self._blit(*placed_text(at, text, size, color, align, style))

    def dots(self, at: Point, count: int, step: float, side: float, color: Color) -> None:
        self._blit(*placed_dots(at, count, step, side, color))

    def image(self, box: Rect, image: Image) -> None:
        picture = scaled(image, max(1, round(box.w)), max(1, round(box.h)))
        self._blit(picture, (pixel(box.x), pixel(box.y)))

    def alike(self, key: Hashable, draw: Callable[[Canvas], None]) -> None:
        kept, outer = self._tapes.get(key), self._tape
        if kept is None:
            kept = self._record(draw)
            if len(self._tapes) >= _MOST_ALIKE:
                self._tapes.clear()
            self._tapes[key] = kept
        elif kept.lost:
            draw(self)
            return
        else:
            kept.play(self.surface)
        if outer is not None:  # a part of what is drawn now
            outer.extend(kept)

    def _record(self, draw: Callable[[Canvas], None]) -> Tape:
        """Draws, and keeps how."""
        before = self._tape, self._blit
        self._tape = tape = Tape()
        self._blit = partial(tape.blit, self.surface)
        try:
            draw(self)
        finally:
            self._tape, self._blit = before
        return tape

    def _paint(self, draw: Callable[..., object], *args: object) -> None:
        """Draws with one of pygame's functions."""
        draw(self.surface, *args)
        if self._tape is not None:
            self._tape.note(draw, args)

    def _lose(self) -> None:
        """What is drawn now is more than pictures and shapes."""
        if self._tape is not None:
            self._tape.lost = True

    @contextmanager
    def clip(self, box: Rect) -> Iterator[None]:
        self._lose()
        before = self.surface.get_clip()
        left, top = pixel(box.x), pixel(box.y)
        self.surface.set_clip(before.clip((left, top, pixel(box.right) - left, pixel(box.bottom) - top)))
        try:
            yield
        finally:
            self.surface.set_clip(before)

    def dim(self, color: Color, share: float) -> None:
        """All that is drawn so far goes that ``share`` of the way to the colour."""
        self._lose()
        veil = pygame.Surface(self.surface.get_size())
        veil.fill(color)
        veil.set_alpha(round(255 * share))
        self.surface.blit(veil, (0, 0))

    def spotlight(self, box: Rect, holes: Sequence[Rect], color: Color, share: float) -> None:
        """All that is drawn in the box goes that ``share`` of the way to the colour, but for ellipses in the holes."""
        self._lose()
        veil = veil_of(max(1, round(box.w)), max(1, round(box.h)), color, round(255 * share), tuple(
            (round(hole.x - box.x), round(hole.y - box.y), round(hole.w), round(hole.h)) for hole in holes))
        self.surface.blit(veil, (round(box.x), round(box.y)))

    def measure(self, text: str, size: float, style: Style = "sans") -> float:
        return measured(text, size, style)

    def keeps(self, key: Hashable, box: Rect) -> bool:
        return (key, max(1, round(box.w)), max(1, round(box.h))) in self._pictures

    def picture(self, key: Hashable, box: Rect, draw: Callable[[Canvas, Rect], None]) -> None:
        w, h = max(1, round(box.w)), max(1, round(box.h))
        kept = self._pictures.get((key, w, h))
        if kept is None:
            kept = pygame.Surface((w, h))
            inner = PygameCanvas(kept)
            inner._tapes = self._tapes_within
            draw(inner, Rect(0, 0, w, h))
            self._pixels += w * h
            while self._pictures and self._pixels > _MOST_PIXELS:
                oldest = self._pictures.pop(next(iter(self._pictures)))  # the one drawn first
                self._pixels -= oldest.get_width() * oldest.get_height()
            self._pictures[key, w, h] = kept
        self._blit(kept, (round(box.x), round(box.y)))

    def still(self, slot: Hashable, key: object, box: Rect, draw: Callable[[], bool | None], t: float = 1.0,
              late: int = 0) -> bool:
        """Kept is what is seen then, with what lies below it: its corners tell whether that is still the same. It is
        kept when it is asked for again, or at the end of a transition, or if what was kept before it was: or each frame
        of a run would be copied; and where what interrupts a transition may come late."""
        place = self._place_of(box)
        if place is None:
            return bool(draw())
        whole = self._whole(place, key)
        kept = self._stills.get(slot) or self._make_still(slot)
        if not kept.shows(whole, t) and kept.ahead is not None and kept.ahead.shows(whole, t):
            kept = self._stills[slot] = kept.next()
        same = kept.shows(whole, t)
        waits = self.smooth and kept.late < late and kept.key != whole and kept.key[:2] == whole[:2]
        if kept.filled and (same or waits):
            self.surface.blit(kept.picture, place.topleft)
            kept.used, kept.late = True, kept.late + 1 if waits else 0
            return kept.moves
        kept.late = 0
        if kept.ahead is not None:
            kept.ahead.key = ()
        arrived = kept.key == whole and kept.t < 1 <= t
        kept.moves, kept.key, kept.t = bool(draw()), whole, t
        kept.filled = same or arrived or (kept.used and not (kept.moves and t < 1)) or (self.smooth and late > 0)
        if kept.filled:
            kept.fill(self.surface, place)
        return kept.moves

    def ahead(self, slot: Hashable, keys: tuple[object, object], box: Rect, draw: Callable[[], bool | None]) -> bool:
        """Where what is shown stands still and is kept, so that it is going to lie over this, in this frame and those
        to come."""
        place, kept = self._place_of(box), self._stills.get(slot)
        if not self.smooth or place is None or kept is None or not kept.filled or kept.moves:
            return False
        now, then = (self._whole(place, key) for key in keys)
        if kept.key != now or (kept.ahead is not None and kept.ahead.key == then):
            return False
        kept.ahead = next_ = kept.ahead or _Still()
        corners = [(at, self.surface.get_at(at)) for at in _corners(place)]
        with self.clip(box):  # beside it, nothing would lie over that
            next_.moves, next_.key, next_.t = bool(draw()), then, 1.0
        next_.fill(self.surface, place)
        self._stills[slot] = kept  # parts of it may have been too many
        for at, color in corners:  # they tell what lies below what is shown
            self.surface.set_at(at, color)
        return True

    def _place_of(self, box: Rect) -> pygame.Rect | None:
        """The pixels of a part that may stand still; None where it is not kept: what is outside of the clip is not
        seen, and on a tape it may be filled anew."""
        left, top = pixel(box.x), pixel(box.y)
        place = pygame.Rect(left, top, pixel(box.right) - left, pixel(box.bottom) - top)
        seen = self._tape is None and place.w > 0 and place.h > 0 and self.surface.get_clip().contains(place)
        return place if seen else None

    def _whole(self, place: pygame.Rect, key: object) -> tuple[object, ...]:
        """All that a picture of a part depends on, with where it lies and what is below it."""
        return place.topleft, place.size, *map(self.surface.get_at_mapped, _corners(place)), key

    def _make_still(self, slot: Hashable) -> _Still:
        """All of them go when they are too many: those that are on show are soon there again."""
        if sum(kept.pixels() for kept in self._stills.values()) > _MOST_STILL:
            self._stills.clear()
        found = self._stills[slot] = _Still()
        return found


def _corners(place: pygame.Rect) -> tuple[tuple[int, int], ...]:
    """The pixels in the corners."""
    left, top, right, bottom = place.left, place.top, place.right - 1, place.bottom - 1
    return (left, top), (right, top), (left, bottom), (right, bottom)
