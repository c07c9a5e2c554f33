"""How one node of a graph looks, as a value: two looks have looks between. Colours of the map have a place of their own
in every node, and a letter: colour never speaks alone."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, cos, pi, sin
from typing import Literal, NamedTuple

from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text, point_on
from visualizer.canvas.suppose import draw_supposed_disc
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.turning import standing, turned
from visualizer.puzzles.search_marks import STRIP, Spotlight, draw_depth, draw_sign, draw_strip, draw_undone
from visualizer.puzzles.search_numbers import on_tab_of, strip_on
from visualizer.runs.boards import OnBoard
from visualizer.runs.states import How, State

MOST_PIPS = 8  # colours that have a pip each; where there are more, the node has their number
DISC = 0.8  # the diameter of a node, in cells

Sign = How | Literal["fixed", ""]

_SMALL = 26.0  # pixels: a smaller node shows no more than one letter
_WIDE, _WIDEST = 0.72, 0.8  # of a node: the name of a colour, and where it would be too small to be read else


class Pip(NamedTuple):
    """A colour that the node may have. ``there``, 0–1: how much of it is left; ``fresh``: it was struck just now;
    ``lit``: it is being tried, or is what a score counts."""

    fill: Color
    letter: str
    there: float = 1.0
    fresh: bool = False
    lit: bool = False


class Look(NamedTuple):
    """What a node shows.

    colour: that it has, as a word; ``grown``, 0–1: how far its disc has grown out of its pip, over ``before``;
            ``turn``: how wide the node stands (0–1) while it turns over to another colour
    pips:   without one, the colours that it may have, unless these are too many; ``left``: how many they are
    supposed: the colour is only supposed: chosen itself (2), or it follows from what was (1)
    trial:  a colour that is tried here, with its letter
    ring:   around it, what it is for what is being looked at; wider where it is the one ``chosen``
    given:  the puzzle gives the colour; ``sign`` how else it got it; ``depth`` of a label, from 1;
            ``undone``: that of one that was taken back just now
    strip:  how much of the strip below it there is (0–1): ``score`` with its ``heat``, and ``share``
    empty:  no colour is left: all pips are crossed out
    words:  names that nodes beside it may have for their colours: all are words, or all are letters
    """

    fill: Color
    ink: Color
    colour: str = ""
    before: Color | None = None
    grown: float = 1.0
    turn: float = 1.0
    pips: tuple[Pip, ...] = ()
    left: int = 1
    supposed: int = 0
    trial: tuple[Color, str] | None = None
    ring: Color | None = None
    chosen: bool = False
    given: bool = False
    sign: Sign = ""
    depth: int = 0
    undone: int = 0
    strip: float = 0.0
    score: str = ""
    heat: float = 0.0
    share: str = ""
    empty: bool = False
    words: tuple[str, ...] = ()


def between(before: Look, after: Look, t: float) -> Look:
    """The look ``t`` (0–1) of the way: a new colour grows out of its pip, or goes back there, a node that gets another
    colour turns over, what was struck goes or comes back."""
    if t <= 0 or t >= 1 or before == after:
        return after if t > 0 else before
    if before.colour and after.colour and before.colour != after.colour:
        return (before if t < 0.5 else after)._replace(turn=turned(t))
    if before.colour and not after.colour and not after.empty:  # the same way, backwards
        return between(after._replace(depth=0, undone=0), before._replace(ring=after.ring, strip=after.strip), 1 - t)
    grows = bool(after.colour) and after.colour != before.colour
    pips = after.pips or before.pips
    if after.pips and len(before.pips) == len(pips):
        pips = tuple(pip._replace(there=old.there + (pip.there - old.there) * t)
                     for old, pip in zip(before.pips, pips, strict=True))
    shown = before if t < 0.5 else after
    return after._replace(
        sign=shown.sign, depth=shown.depth, undone=shown.undone, supposed=shown.supposed or after.supposed,
        score=shown.score, share=shown.share, fill=after.fill if grows else mix(before.fill, after.fill, t),
        before=before.fill if grows else None, grown=t if grows else 1.0, pips=pips,
        trial=after.trial if after.trial == before.trial else None,
        strip=before.strip + (after.strip - before.strip) * t,
        heat=before.heat + (after.heat - before.heat) * t if before.score else after.heat * t)


def draw_node(canvas: Canvas, cell: Rect, name: str, look: Look, theme: Theme) -> None:
    """The node in the middle of its cell: a disc, or a square where its colour is given."""
    radius, (x, y) = cell.h * DISC / 2, cell.center
    rim = max(1.0, radius * 0.05)
    place = disc(cell)
    if look.turn < 1:
        _draw_turning(canvas, place, name, look, theme)
        return
    if look.ring is not None:
        wide = max(2.5, radius * (0.28 if look.chosen else 0.18))
        _draw_shape(canvas, place.inset(-wide), look, look.ring, theme.text, max(1.2, rim * 0.6))
    _draw_shape(canvas, place, look, look.before or look.fill, theme.on_uncovered, rim)
    if look.before is not None and look.pips and place.h >= _SMALL:
        _draw_words(canvas, place, name, look._replace(colour=""))
        _draw_pips(canvas, place, look, theme)
    if look.supposed and look.grown >= 0.5:
        draw_supposed_disc(canvas, (x, y), radius, theme, chosen=look.supposed > 1)
        if look.before is not None:
            _draw_words(canvas, place, name, look._replace(colour="", ink=theme.suppose))
    _draw_colour(canvas, place, look, theme)
    if look.before is not None:
        return
    if look.supposed:
        look = look._replace(ink=theme.suppose if radius * 2 >= _SMALL else look.ink)
    _draw_words(canvas, place, name, look)
    if look.pips and not look.colour and place.h >= _SMALL:
        _draw_pips(canvas, place, look, theme)
    if look.trial is not None:
        _draw_trial(canvas, _aside(cell), radius, look.trial, theme)
    if look.depth and place.h >= _SMALL:
        draw_depth(canvas, tab_of(cell), look.depth, theme)
    elif look.undone and place.h >= _SMALL:
        draw_undone(canvas, tab_of(cell), look.undone, look.fill, theme)
    elif look.sign in ("single", "rest"):
        dot = max(1.5, min(radius * 0.14, 6.0))
        at = Rect(x + 2 * dot - place.w, y + radius * 0.8 - 2 * dot, place.w, place.h)
        draw_sign(canvas, at, look.sign, look.ink)
    elif look.sign == "fixed" and place.h >= _SMALL:
        canvas.text((x, y + radius * 0.76), "✓", max(SMALLEST, radius * 0.4), look.ink, "center", "bold")
    if look.strip >= 1 and place.h >= _SMALL:
        draw_strip(canvas, strip_of(cell), look.score, look.share, look.heat, look.fill, theme)


def tab_of(cell: Rect) -> Rect:
    """The place in whose corner the depth of a label is."""
    radius, (x, y), side = cell.h * DISC / 2, cell.center, min(cell.h * 0.24, 30.0)
    return Rect(x + radius * 0.55 - cell.w, y - radius * 0.55 - side, cell.w + 1.3 * side, side / 0.3)


def strip_of(cell: Rect) -> Rect:
    """The place at whose bottom the scores are: a bit below the node."""
    radius, (x, y), high = cell.h * DISC / 2, cell.center, min(cell.h * 0.24, 16 + cell.h * 0.09)
    strip = Rect(x - radius * 0.9, 0, radius * 1.8, high / STRIP)
    return strip._replace(y=y + radius + cell.h * 0.09 - strip.h)


def _said(cell: Rect, look: Look) -> bool:
    """Is it drawn with all that it says? Not where it is small, or turns over, or its colour still grows."""
    return look.turn >= 1 and look.before is None and disc(cell).h >= _SMALL


def numbers_of(canvas: Canvas, cell: Rect, name: str, look: Look, state: State, spot: Spotlight) -> Iterator[OnBoard]:
    """Those that are drawn with it."""
    if look.depth and _said(cell, look):
        yield from on_tab_of(canvas, tab_of(cell), name, look.colour, look.depth, state, spot)
    if look.strip >= 1 and _said(cell, look):
        yield from strip_on(canvas, strip_of(cell), name, spot)


def _aside(cell: Rect) -> Point:
    """Where a colour is that is tried."""
    reach = cell.h * DISC / 2 * 0.72
    return cell.center[0] + reach, cell.center[1] + reach


def _draw_trial(canvas: Canvas, at: Point, radius: float, trial: tuple[Color, str], theme: Theme) -> None:
    """A colour that is tried, with its letter, on a dark disc; of a node with that radius."""
    big = max(6.0, radius * 0.36)
    canvas.circle(at, big * 1.25, theme.on_unknown)
    canvas.circle(at, big, trial[0])
    if trial[1] and big * 1.2 >= SMALLEST:
        canvas.text(at, trial[1], big * 1.2, theme.map_ink, "center", "bold")


def draw_flying_trial(canvas: Canvas, start: Point, cell: Rect, before: Look, after: Look, t: float,
                      theme: Theme) -> None:
    """A colour that was not tried before, on its way from the constraint to its node, which has its letter."""
    if after.trial is not None and after.trial != before.trial:
        part, end = t * (2 - t), _aside(cell)
        at = point_on(start, end, part)
        _draw_trial(canvas, at, cell.h * DISC / 2, (after.trial[0], ""), theme)


def _draw_turning(canvas: Canvas, place: Rect, name: str, look: Look, theme: Theme) -> None:
    """The node while it turns over: narrow, with its name as far as that can be read."""
    side = standing(place, look.turn)
    points = [(side.center[0] + side.w / 2 * cos(index * pi / 12), side.center[1] + side.h / 2 * sin(index * pi / 12))
              for index in range(24)]
    canvas.polygon(points, look.fill, theme.on_uncovered, max(1.0, place.h * 0.025))
    size = place.h * 0.36 * look.turn
    if size >= SMALLEST and canvas.measure(name, size, "bold") <= side.w:
        canvas.text((side.center[0], side.center[1] - place.h * 0.17), name, size, look.ink, "center", "bold")


def _draw_colour(canvas: Canvas, place: Rect, look: Look, theme: Theme) -> None:
    """A disc of the colour as far as it has grown out of its pip: all of the node, or where that is only supposed, a
    small one above its name."""
    radius, (x, y), rim = place.h / 2, place.center, max(1.0, place.h * 0.025)
    if look.before is None and not look.supposed:
        return
    end, full, edge = (x, y), radius - rim, None
    if look.supposed:
        end, full = ((x, y - radius * 0.64), radius * 0.19) if radius * 2 >= _SMALL else ((x, y), radius * 0.6)
        edge = theme.suppose if radius * 2 >= _SMALL else None
    start, least = (x, y), 0.0
    for pip, (at, size) in zip(look.pips, pip_places(place, len(look.pips)) if look.pips else (), strict=True):
        if pip.fill == look.fill and look.colour.upper().startswith(pip.letter):
            start, least = at, size
    part = look.grown
    at = point_on(start, end, part)
    canvas.circle(at, least + (full - least) * part, look.fill, edge, rim)


def _draw_shape(canvas: Canvas, place: Rect, look: Look, fill: Color, rim: Color, width: float) -> None:
    if look.given:
        canvas.rect(place.inset(place.w * 0.04), fill, rim, width, place.w * 0.12)
    else:
        canvas.circle(place.center, place.w / 2, fill)
        canvas.circle(place.center, place.w / 2, None, rim, width)


def _draw_words(canvas: Canvas, place: Rect, name: str, look: Look) -> None:
    """The name of the node, and below it its colour, or how many it may have; only that where it is small."""
    side, (x, y) = place.h, place.center
    below = "∅" if look.empty else look.colour or ("" if look.pips else f"{look.left} left")
    crossed = look.empty and bool(look.pips)
    disc_above = bool(look.supposed and look.colour)  # which the name would touch
    size = side * (0.32 if disc_above else 0.36)
    size *= min(1.0, side * 0.74 / max(1.0, canvas.measure(name, size, "bold")))
    if size < SMALLEST or side < _SMALL:
        text = below if look.colour.isdecimal() else below[:1].upper() or str(look.left)
        if text and side * 0.55 >= SMALLEST:
            canvas.text((x, y), text, side * 0.55, look.ink, "center", "bold")
        return
    up = 0.05 if disc_above else 0.17 if below or look.pips else 0.0
    if crossed:  # its colours stand where the sign would
        name = f"{name} ∅"
        size = max(SMALLEST, min(size, side * 0.8 / canvas.measure(name, 1.0, "bold")))
    canvas.text((x, y - side * up), name, size, look.ink, "center", "bold")
    if not below or crossed:
        return
    y += side * 0.04 * disc_above
    small = _word_size(canvas, below, side)
    least = min(_word_size(canvas, word, side) for word in (below, *look.words))
    if look.colour and not below.isdecimal() and least < SMALLEST:
        canvas.text((x, y + side * 0.18), below[:1].upper(), max(SMALLEST, side * 0.3), look.ink, "center", "sans")
    else:
        below = below if look.empty or small >= SMALLEST else str(look.left)
        small = max(SMALLEST, side * 0.4 if look.empty else small)
        canvas.text((x, y + side * 0.18), below, small, look.ink, "center", "bold" if look.empty else "sans")


def _word_size(canvas: Canvas, word: str, side: float) -> float:
    """Of a word below the name of a node: what is wide comes nearer to the rim before it is too small to be read."""
    size = side * 0.24
    smaller = size * min(1.0, side * _WIDE / max(1.0, canvas.measure(word, size)))
    return SMALLEST if smaller < SMALLEST <= size and canvas.measure(word, SMALLEST) <= side * _WIDEST else smaller


def _draw_pips(canvas: Canvas, place: Rect, look: Look, theme: Theme) -> None:
    """Each colour at its place, in one row or two; struck ones are empty and crossed out, but where none
    is left one still sees which they were."""
    for pip, (at, radius) in zip(look.pips, pip_places(place, len(look.pips)), strict=True):
        _draw_pip(canvas, at, radius, pip, look, theme)


def disc(cell: Rect) -> Rect:
    """The node itself, in the middle of its cell."""
    return cell.inset(cell.w * (1 - DISC) / 2, cell.h * (1 - DISC) / 2)


def word_place(cell: Rect) -> Rect:
    """Where a node in that cell has the word of its colour: high enough for a letter, at least."""
    side, (x, y) = disc(cell).h, cell.center
    high = max(side * 0.4, SMALLEST / 0.6)
    return Rect(x - side * 0.4, y + side * 0.18 - high / 2, side * 0.8, high)


def has_pips(cell: Rect) -> bool:
    """Is the node large enough for them?"""
    return disc(cell).h >= _SMALL


def pip_places(place: Rect, pips: int) -> list[tuple[Point, float]]:
    """The middle and the radius of each of so many pips, in a node of that size."""
    rows = 1 if pips <= 4 else 2
    columns = ceil(pips / rows)
    pitch = place.w * min(0.25, 0.82 / columns)
    radius = min(pitch * 0.42, place.h * (0.11 if rows == 1 else 0.085))
    top = place.center[1] + place.h * (0.17 if rows == 1 else 0.11)
    found = []
    for index in range(pips):
        row, column = divmod(index, columns)
        x = place.center[0] + (column - (min(columns, pips - row * columns) - 1) / 2) * pitch
        found.append(((x, top + row * 2.3 * radius), radius))
    return found


def _draw_pip(canvas: Canvas, at: tuple[float, float], radius: float, pip: Pip, look: Look, theme: Theme) -> None:
    rim = max(1.0, radius * 0.14)
    if pip.lit and pip.there > 0:
        canvas.circle(at, radius * 1.3, theme.constraint)
    if look.empty and pip.there < 1:
        canvas.circle(at, radius, pip.fill, theme.on_uncovered, rim)
    elif pip.there < 1:
        canvas.circle(at, radius * 0.8, None, mix(look.fill, look.ink, 0.45), rim)
    if pip.there > 0:
        canvas.circle(at, radius * (0.3 + 0.7 * pip.there), pip.fill)
        canvas.circle(at, radius * (0.3 + 0.7 * pip.there), None, theme.on_uncovered, rim)
    if pip.there >= 1 and radius * 1.25 >= SMALLEST:
        size = radius * 1.3
        canvas.text(at, fit_text(canvas, pip.letter, radius * 2, size, "bold"), size, theme.map_ink, "center", "bold")
    if pip.there < 1 and (pip.fresh or radius > 3):
        reach = radius * (0.95 if pip.fresh or look.empty else 0.6) * (1 - pip.there)
        color = theme.on_mine if look.empty else theme.struck if pip.fresh else mix(look.fill, look.ink, 0.6)
        wide = max(1.0, radius * (0.3 if pip.fresh else 0.16))
        canvas.line((at[0] - reach, at[1] - reach), (at[0] + reach, at[1] + reach), color, wide)
        canvas.line((at[0] - reach, at[1] + reach), (at[0] + reach, at[1] - reach), color, wide)


def on_edge(x: Rect, y: Rect, part: float, wide: float, high: float) -> Rect:
    """A box on the edge between the discs of two cells, at that part of what can be seen of it."""
    (left, top), (right, bottom) = x.center, y.center
    length = max(1e-6, ((right - left) ** 2 + (bottom - top) ** 2) ** 0.5)
    radius = min(0.5, x.w * DISC / 2 / length)
    along = radius + part * (1 - 2 * radius)
    return Rect(left + along * (right - left) - wide / 2, top + along * (bottom - top) - high / 2, wide, high)
