"""How an edge and a node of a round trip are drawn."""

from __future__ import annotations

from math import cos, hypot, pi, sin
from typing import NamedTuple

from visualizer.canvas.primitives import Canvas, Color, Point, Rect, point_on
from visualizer.canvas.strokes import draw_cross, draw_dashed, draw_path, draw_tick
from visualizer.canvas.theme import Theme, mix
from visualizer.puzzles.hamiltonian.trip import Trip

DISC = 0.72  # the diameter of a node, in cells
_IN_DISC, _IN_RIM = 1.6, 1.36  # of the radius: the width of a word below the name of a node, and within a thick rim
_READABLE = 12.0  # pixels: words are not drawn smaller
_ROUND = 40  # corners of a ring


def draw_edge(canvas: Canvas, ends: tuple[Rect, Rect], trip: Trip, atom: str, grown: float, lit: bool,
              theme: Theme) -> None:
    """An edge between the cells of its nodes: thick where it is chosen, dashed with a cross where it is refused. A new
    line grows out of the middle."""
    a, b = ends[0].center, ends[1].center
    thin = max(1.5, ends[0].w * 0.022)
    if lit:
        canvas.line(a, b, mix(theme.accent, theme.background, 0.6), 7 * thin)
    value, tag = trip.values.get(atom), max(_READABLE, ends[0].w * 0.13)
    decided = atom in trip.decided
    if value is None:
        canvas.line(a, b, mix(theme.muted, theme.background, 0.35), thin)
    elif value:
        _draw_chosen(canvas, (a, b), atom in trip.circles, grown, 4 * thin, theme)
        middle = point_on(a, b, 0.5)
    else:
        draw_dashed(canvas, a, b, mix(theme.muted, theme.background, 0.3), thin, 3 * thin)
        aside = tag * 0.8 / max(1.0, hypot(b[0] - a[0], b[1] - a[1])) if decided else 0.0
        draw_cross(canvas, point_on(a, b, 0.5 - aside), grown * max(4.0, ends[0].w * 0.055), theme.bad, 1.6 * thin)
        middle = point_on(a, b, 0.5 + aside)
    if atom == trip.clash:
        _draw_tag(canvas, point_on(a, b, 0.5), "↯", 1.5 * tag, (theme.mine, theme.on_mine))
    elif decided and value is not None:
        _draw_tag(canvas, middle, "Δ", tag, (theme.constraint, theme.on_constraint))


def _draw_chosen(canvas: Canvas, ends: tuple[Point, Point], circle: bool, grown: float, wide: float,
                 theme: Theme) -> None:
    a, b = point_on(*ends, 0.5 - grown / 2), point_on(*ends, 0.5 + grown / 2)
    canvas.line(a, b, theme.unknown if circle else theme.good, wide)
    if circle:
        draw_dashed(canvas, a, b, theme.on_unknown, wide * 0.35, wide)


def _draw_tag(canvas: Canvas, at: Point, text: str, size: float, colors: tuple[Color, Color]) -> None:
    fill, ink = colors
    canvas.circle(at, size * 0.8, fill)
    canvas.circle(at, size * 0.8, None, ink, 1.5)
    canvas.text(at, text, size, ink, "center", "bold")


class _Look(NamedTuple):
    """The colours of a node, a sign, and a word for what is known of it."""

    fill: Color
    ink: Color
    sign: str
    word: str


def _look(trip: Trip, node: str, theme: Theme) -> _Look:
    atom = trip.puzzle.reached(node)
    value = trip.values.get(atom)
    if trip.clash == atom:
        return _Look(theme.mine, theme.on_mine, "↯", "true, false")
    if value is False:
        return _Look(theme.mine, theme.on_mine, "✗", "false")
    if node in trip.reached and (value or node != trip.puzzle.start):
        return _Look(theme.no_mine, theme.on_no_mine, "✓", "start" if node == trip.puzzle.start else "reached")
    if node == trip.puzzle.start:
        return _Look(theme.fog, theme.on_fog, "", "start")
    if value:
        return _Look(theme.uncovered, theme.on_uncovered, "", "to reach")
    return _Look(theme.fog, theme.on_fog, "", "open")


def draw_node(canvas: Canvas, cell: Rect, trip: Trip, node: str, lit: bool, theme: Theme) -> None:
    """A node: a disc, the start a square; below its name what is known of it. Around what is in U a dashed ring."""
    look, (x, y) = _look(trip, node, theme), cell.center
    radius = cell.w * DISC / 2
    rim = max(1.0, radius * 0.05)
    start = node == trip.puzzle.start
    place = cell.inset(cell.w / 2 - radius)
    if trip.unfounded(node):
        _draw_ring(canvas, (x, y), radius * (1.32 if start else 1), trip.settled, theme)
    if start:
        canvas.rect(place, look.fill, theme.accent if lit else theme.on_uncovered, 4 * rim if lit else rim,
                    radius * 0.25)
    else:
        canvas.circle((x, y), radius, look.fill)
        canvas.circle((x, y), radius, None, theme.accent if lit else theme.on_uncovered, 4 * rim if lit else rim)
    word = "unfounded" if trip.settled and trip.unfounded(node) and look.sign != "↯" else look.word
    room = _IN_RIM if lit and not start else _IN_DISC
    size = min(radius * 0.36, radius * room / max(0.01, canvas.measure(word, 100) / 100))
    lower = size >= _READABLE
    name = min(radius * 0.75, radius * 150 / max(1.0, canvas.measure(node, 100, "bold")))
    name = max(_READABLE, name)
    if name <= 1.6 * radius:
        canvas.text((x, y - radius * (0.2 if lower or look.sign else 0)), node, name, look.ink, "center", "bold")
    if lower:
        canvas.text((x, y + radius * 0.38), word, size, look.ink, "center")
    if look.sign:
        sign = radius * (0.3 if lower else 0.5)
        at = x, y + radius * (0.74 if lower else 0.5)
        if look.sign == "✓":
            draw_tick(canvas, at, max(4.0, sign * 0.45), look.ink)
        else:
            canvas.text(at, look.sign, max(_READABLE, sign), look.ink, "center", "bold")


def _draw_ring(canvas: Canvas, at: Point, radius: float, settled: bool, theme: Theme) -> None:
    """A dashed ring, thick where it is settled that the node is unfounded."""
    wide = max(2.0, radius * (0.14 if settled else 0.07))
    reach = radius + wide * 1.6
    points = [(at[0] + reach * cos(2 * pi * step / _ROUND), at[1] + reach * sin(2 * pi * step / _ROUND))
              for step in range(_ROUND + 1)]
    draw_path(canvas, points, theme.unknown, wide, radius * 0.35, radius * 0.2)
