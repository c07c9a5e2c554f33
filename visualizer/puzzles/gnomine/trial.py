"""GAC on the board: the bits of the assignment that is tried stand in their fields, the mines in the sockets of the
number, and the supports that were found run through their fields as threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise

from algorithms.problems.forms.csp import Domain, Value
from algorithms.problems.gnomine.position import COVERED, name
from algorithms.problems.gnomine.position import place as coordinates
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.strokes import draw_cross, draw_tick
from visualizer.canvas.suppose import hatching
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.trial import draw_dot, draw_sockets, draw_trial, draw_tried_frame, trial_box
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.puzzles.gnomine.tile import (
    TICK,
    digit_size,
    draw_count,
    draw_hollow_sign,
    draw_inferred,
    draw_mine,
)
from visualizer.runs.states import State

_WORDS = 72.0  # pixels: smaller fields say nothing of bits


def mines_tried(puzzle: Gnomine, state: State, values: Sequence[Value] | None = None) -> int:
    """The mines of the assignment just tried, or of another one, with those that are known around the constraint."""
    look = looked_at(state)
    assert look.constraint is not None
    around = puzzle.neighbours(look.constraint[1:])
    known = sum(int(state.domains[field][0]) for field in around if field not in look.unknown)
    return known + sum(int(value) for value in (look.values if values is None else values))


def draw_tried_field(canvas: Canvas, tile: Rect, field: str, value: Value | None, look: ConsistencyState,
                     colors: tuple[Color, Color], theme: Theme, *, there: bool) -> None:
    """A field with the value that is tried: hollow, and its bit in a box; which bit it is where there is room. While
    the bit is on its way, it is not ``there``, and the value may be none."""
    fill, ink = colors
    side = tile.w
    room = Rect(tile.x + side * 0.2, tile.y + side * (0.2 if side < 36 else 0.08), side * 0.6, side * 0.6)
    if value:
        draw_hollow_sign(canvas, room, True, ink)
    elif value is not None:
        draw_dot(canvas, room, ink)
    tested = field == look.variable
    if not tested and look.variable is not None:
        draw_tried_frame(canvas, tile, ink)
    if there:
        draw_trial(canvas, tile, str(value), theme.on_unknown, fill)
    if side < _WORDS or look.variable is None or value is None:
        return
    if tested:
        size = min(22.0, side * 0.17)
        canvas.text((tile.x + side * 0.12, tile.y + side * 0.14), "x", size, ink, "center", "bold")
        for index, gone in enumerate(v for v, found in look.supports.get(field, {}).items() if not found):
            _draw_gone(canvas, Rect(tile.x + side * (0.05 + 0.3 * index), tile.bottom - side * 0.33, side * 0.27,
                                    side * 0.27), gone, theme)
        return
    others = [x for x in look.unknown if x != look.variable]
    if len(others) < 2:
        return  # one digit alone needs no number
    text, size = f"bit {len(others) - 1 - others.index(field)}", min(18.0, side * 0.15)
    if size >= SMALLEST * 0.95 and canvas.measure(text, size, "bold") < side * 0.58:
        canvas.text((tile.x + side * 0.07, tile.bottom - side * 0.14), text, size, ink, "left", "bold")


def _draw_gone(canvas: Canvas, box: Rect, value: Value, theme: Theme) -> None:
    """A value without a support, struck out."""
    canvas.rect(box, mix(theme.test, theme.on_test, 0.35), radius=box.w * 0.18)
    canvas.text(box.center, str(value), box.h * 0.76, theme.on_test, "center", "bold")
    canvas.line((box.x - 1, box.bottom + 1), (box.right + 1, box.y - 1), theme.struck, max(2.0, box.w * 0.12))


def draw_known_bit(canvas: Canvas, tile: Rect, domain: Domain, seen: int, ink: Color, theme: Theme,
                   grown: float = 1.0) -> bool:
    """What a known neighbour adds to the number, 0 or 1, below it what was inferred of one that is covered, as far as
    it has ``grown``, and beside it its own number; is that all that there is on it?"""
    if seen == COVERED:
        draw_inferred(canvas, tile, domain, grown, theme)
    if tile.w >= 48:
        draw_trial(canvas, tile, str(domain[0]), theme.constraint, theme.on_constraint)
        if seen > 0:
            right = tile.center[0] + canvas.measure(str(seen), digit_size(tile), "bold") / 2
            draw_count(canvas, tile._replace(x=tile.x - max(0.0, right + 2 - trial_box(tile).x)), seen, ink)
    return seen == COVERED or (seen > 0 and tile.w >= 48)


def draw_number(canvas: Canvas, tile: Rect, number: int, have: int, look: ConsistencyState, ink: Color,
                theme: Theme) -> None:
    """The number that is tested, its sockets, and the verdict in the corner."""
    if look.satisfied is False:
        _draw_hatching(canvas, tile, theme)
    canvas.text((tile.center[0], tile.y + tile.h * 0.41), str(number), tile.w * 0.52, ink, "center", "bold")
    if tile.w >= 20:
        below = Rect(tile.x + tile.w * 0.08, tile.y + tile.h * 0.69, tile.w * 0.84, tile.h * 0.22)
        draw_sockets(canvas, below, have, number, ink)
    if look.pair is None and look.satisfied is not None:
        if look.satisfied:
            corner = _corner(tile)
            draw_tick(canvas, corner.center, corner.w * TICK, ink)
        else:
            _draw_cross(canvas, tile, ink)


def _corner(tile: Rect) -> Rect:
    return Rect(tile.right - tile.w * 0.3, tile.y + tile.h * 0.05, tile.w * 0.25, tile.w * 0.25)


def _draw_cross(canvas: Canvas, tile: Rect, ink: Color) -> None:
    corner = _corner(tile)
    draw_cross(canvas, corner.center, corner.w * 0.34, ink, max(1.5, corner.w * 0.14))


def _draw_hatching(canvas: Canvas, tile: Rect, theme: Theme) -> None:
    if tile.w >= 24:
        canvas.polygon(hatching(tile.inset(tile.w * 0.04), tile.w * 0.14), None,
                       mix(theme.mine, theme.on_mine, 0.35), 1)


def draw_open(canvas: Canvas, tile: Rect, number: int, ink: Color, theme: Theme, *, broken: bool) -> None:
    """A number; one that cannot be kept, whatever is tried, is hatched, with a cross in the corner."""
    if broken:
        _draw_hatching(canvas, tile, theme)
        _draw_cross(canvas, tile, ink)
    draw_count(canvas, tile, number, ink)


def draw_thought_number(canvas: Canvas, tile: Rect, number: int, have: int, ink: Color, theme: Theme, *,
                        breaks: bool) -> None:
    """A number that a thought goes through, with the mines that it sees there."""
    if breaks:
        _draw_hatching(canvas, tile, theme)
    canvas.text((tile.center[0], tile.y + tile.h * 0.41), str(number), tile.w * 0.52, ink, "center", "bold")
    if tile.w >= 20:
        below = Rect(tile.x + tile.w * 0.2, tile.y + tile.h * 0.69, tile.w * 0.6, tile.h * 0.2)
        draw_sockets(canvas, below, have, number, ink)


def draw_letter(canvas: Canvas, tile: Rect, letter: str, theme: Theme) -> None:
    """Which of two constraints a number is; nothing where there is no room for the letter beside the number."""
    radius = min(20.0, max(SMALLEST / 1.2, tile.w * 0.13))
    if tile.w >= 5 * radius:
        at = tile.x + radius * 1.05, tile.y + radius * 1.05
        canvas.circle(at, radius, theme.constraint)
        canvas.circle(at, radius, None, theme.on_constraint, max(1.0, radius * 0.12))
        canvas.text(at, letter, radius * 1.2, theme.on_constraint, "center", "bold")


def draw_crop(canvas: Canvas, box: Rect, number: str, tried: Mapping[str, Value], shared: Sequence[str],
              seen: Mapping[str, int], theme: Theme) -> None:
    """The fields of one assignment of a number, and the number, as they lie on the board."""
    spots = {field: coordinates(field) for field in (number, *tried)}
    top, left = min(i for i, _ in spots.values()), min(j for _, j in spots.values())
    rows = max(i for i, _ in spots.values()) - top + 1
    columns = max(j for _, j in spots.values()) - left + 1
    side = min(box.w / columns, box.h / rows)
    x, y = box.center[0] - side * columns / 2, box.center[1] - side * rows / 2
    for i in range(rows):
        for j in range(columns):
            field = name(top + i, left + j)
            tile = Rect(x + j * side, y + i * side, side, side).inset(max(0.5, side * 0.03))
            if field in tried:
                lit = field in shared
                canvas.rect(tile, mix(theme.test, theme.panel, 0.66) if lit else mix(theme.covered, theme.panel, 0.3),
                            theme.test if lit else theme.covered_edge, 2 if lit else 1, side * 0.08)
                if tried[field]:
                    draw_mine(canvas, tile.inset(side * 0.06), theme.text)
                else:
                    draw_dot(canvas, tile, theme.muted)
            elif seen.get(field, -1) >= 0:
                fill = theme.constraint if field == number else mix(theme.uncovered, theme.panel, 0.6)
                ink = theme.on_constraint if field == number else theme.muted
                canvas.rect(tile, fill, radius=side * 0.08)
                if seen[field] and side * 0.62 >= SMALLEST:
                    canvas.text(tile.center, str(seen[field]), side * 0.62, ink, "center", "bold")


def draw_threads(canvas: Canvas, place: Callable[[str], Rect], unknown: Sequence[str],
                 found: Mapping[Value, Sequence[Value]], theme: Theme) -> None:
    """A thread for each support that was found, through the fields of its assignment, with a knot on each mine; none
    where there is but one field: a knot alone would tie nothing."""
    if len(unknown) < 2:
        return
    for index, values in enumerate(found.values()):
        points = []
        for field in unknown:
            tile = place(field)
            points.append((tile.x + tile.w * (0.5 + 0.1 * index), tile.y + tile.h * (0.38 + 0.1 * index)))
        side = place(unknown[0]).w if unknown else 0.0
        wide = max(2.0, min(5.0, side * 0.045))
        for color, more in ((theme.on_no_mine, 2.0), (theme.no_mine, 0.0)):
            for a, b in pairwise(points):
                canvas.line(a, b, color, wide + more)
        for at, value in zip(points, values, strict=True):
            canvas.circle(at, wide * (1.9 if value else 1.2), theme.no_mine if value else theme.uncovered,
                          theme.on_no_mine, max(1.0, wide * 0.3))
