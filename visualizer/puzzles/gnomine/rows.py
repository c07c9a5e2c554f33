"""Rows of a large board that nothing looks at: they are kept as pictures, as most of such a board stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import in_row, modelled
from visualizer.puzzles.roles import Role
from visualizer.puzzles.search_marks import Spotlight
from visualizer.runs.states import State

_MANY = 200  # fields

Key = tuple[Hashable, ...]


class Looks(NamedTuple):
    """How a board looks in a state: the roles of fields, and the keys of its rows, if these are kept."""

    roles: Mapping[str, Role]
    rows: Sequence[Key] | None


def looks_of(state: State, rows: Sequence[Sequence[str]], roles: Mapping[str, Role], spot: Spotlight | None) -> Looks:
    """Nothing is kept of a small board, and at the end of a game."""
    if len(field_of(state).seen) < _MANY or field_of(state).mines:
        return Looks(roles, None)
    tentative, seen = state.family.tentative, field_of(state).seen
    keys = [_row_key(state, fields, tentative) for fields in rows]
    if spot is not None:
        keys = [tuple([(plain, roles.get(x), spot.look(x) if seen[x] == COVERED else None)
                       for x, plain in zip(fields, key, strict=True)]) for fields, key in zip(rows, keys, strict=True)]
    return Looks(roles, keys)


def _row_key(state: State, fields: Sequence[str], tentative: Mapping[str, bool]) -> Key:
    """What each field of a row shows as long as nothing looks at it. ``tentative``: what the state is only trying."""
    domains, counted, sat, seen = state.domains, state.of(PlacementsState), sat_in(state), field_of(state).seen
    if sat is not None:
        return tuple([modelled(sat, field, domains[field], tentative) if seen[field] == COVERED else seen[field]
                      for field in fields])
    if counted is None:
        return tuple([domains[field] if seen[field] == COVERED else seen[field] for field in fields])
    return tuple([(domains[field], counted.parts.get(field), counted.chances.get(field), field in counted.touched)
                  if seen[field] == COVERED else seen[field] for field in fields])


def ground_of(theme: Theme) -> Color:
    """What shows between the fields."""
    return mix(theme.edge, theme.uncovered, 0.35)


@dataclass
class KeptRows:
    """The rows of a board in one frame, on the way from one state to another.

    looks:   of the two states; ``t``: how far it is; ``look``: what else the pictures depend on; ``ground``: its colour
    search:  is it one of a search, where rows have what is looked at, and many fields change alike?
    touched: the fields that are never taken from pictures, as more than the keys says how they look
    plain:   draws a field as it stands in one of the states, 0 or 1; ``moving``: as it is now
    anew:    how many rows may be drawn anew, where those of the state before will do
    """

    looks: tuple[Looks, Looks]
    t: float
    look: tuple[Hashable, ...]
    ground: Color
    search: bool
    touched: AbstractSet[str | None]
    plain: Callable[[Canvas, Rect, str, int], None]
    moving: Callable[[Canvas, Rect, str], None]
    anew: int = 3

    @property
    def there(self) -> bool:
        """Are rows kept in both states?"""
        return self.looks[0].rows is not None and self.looks[1].rows is not None

    def draw(self, canvas: Canvas, place: Rect, fields: Sequence[str], row: int) -> dict[str, Rect]:
        """Draws what was kept of a row, and over it what changes; returns the fields that are to be drawn over that."""
        before, after = (one.rows[row] for one in self.looks if one.rows is not None)
        at = 1
        if before != after and self.search and not canvas.keeps((after, *self.look), place):
            at, self.anew = int(self.anew > 0), self.anew - 1

        def draw_row(inner: Canvas, box: Rect) -> None:
            inner.rect(box, self.ground)
            for field, tile in zip(fields, in_row(box, len(fields)), strict=True):
                self.plain(inner, tile, field, at)

        canvas.picture((before if at == 0 else after, *self.look), place, draw_row)
        over = dict[str, Rect]()
        if before == after and self.touched.isdisjoint(fields):
            return over
        for field, tile, old, new in zip(fields, in_row(place, len(fields)), before, after, strict=True):
            if field in self.touched or (old != new and not self.search):
                canvas.rect(tile, self.ground)
                over[field] = tile
            elif old != new:
                canvas.picture((old, new, self.t, self.look), tile, partial(self._draw_moving, field=field))
        return over

    def _draw_moving(self, canvas: Canvas, tile: Rect, field: str) -> None:
        canvas.rect(tile, self.ground)
        self.moving(canvas, tile, field)
