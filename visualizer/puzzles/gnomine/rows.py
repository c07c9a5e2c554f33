"""Rows of a large board that nothing looks at: they are kept as pictures, as most of such a board stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence

from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import in_row, modelled
from visualizer.runs.states import State

_MANY = 200  # fields


def row_key(state: State, fields: Sequence[str], tentative: Mapping[str, bool]) -> tuple[Hashable, ...] | None:
    """What each field of a row shows as long as nothing looks at it; None on a small board, and at the end of a
    game. ``tentative``: what the state is only trying."""
    seen = field_of(state).seen
    if len(seen) < _MANY or field_of(state).mines:
        return None
    domains, counted, sat = state.domains, state.of(PlacementsState), sat_in(state)
    if sat is not None:
        return tuple([modelled(sat, field, domains[field], tentative) if seen[field] == COVERED else seen[field]
                      for field in fields])
    if counted is None:
        return tuple([domains[field] if seen[field] == COVERED else seen[field] for field in fields])
    return tuple([(domains[field], counted.parts.get(field), counted.chances.get(field), field in counted.touched)
                  if seen[field] == COVERED else seen[field] for field in fields])


def moved(after: Sequence[Hashable], before: Sequence[Hashable] | None) -> list[bool]:
    """Which fields of a row have changed."""
    return [True] * len(after) if before is None else [a != b for a, b in zip(after, before, strict=True)]


def ground_of(theme: Theme) -> Color:
    """What shows between the fields."""
    return mix(theme.edge, theme.uncovered, 0.35)


def keep_row(canvas: Canvas, place: Rect, fields: Sequence[str], key: Hashable, theme: Theme,
             draw_field: Callable[[Canvas, Rect, str], None]) -> None:
    """Draws a row, or what was kept of it."""

    def draw(inner: Canvas, box: Rect) -> None:
        inner.rect(box, ground_of(theme))
        for field, tile in zip(fields, in_row(box, len(fields)), strict=True):
            draw_field(inner, tile, field)

    canvas.picture(key, place, draw)
