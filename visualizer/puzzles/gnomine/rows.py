"""Rows of a large board that nothing looks at: they are kept as pictures, as most of such a board stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property, partial
from typing import NamedTuple

from algorithms.problems.gnomine.position import COVERED
from visualizer.canvas.primitives import Canvas, Color, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.advice.state import PlayerState
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import in_row, modelled
from visualizer.puzzles.roles import Role
from visualizer.puzzles.search_marks import Spotlight
from visualizer.runs.states import FamilyState, State

_MANY = 200  # fields

Key = tuple[Hashable, ...]


class Looks(NamedTuple):
    """How a board looks in a state: the roles of fields, and if its rows are kept the keys of their pictures, and of
    each field what it does not change at once, half of the way on, but bit by bit."""

    roles: Mapping[str, Role]
    rows: Sequence[Key] | None = None
    gradual: Sequence[Key] = ()


def looks_of(state: State, rows: Sequence[Sequence[str]], roles: Mapping[str, Role], spot: Spotlight | None) -> Looks:
    """Nothing is kept of a small board, and at the end of a game."""
    if len(field_of(state).seen) < _MANY or field_of(state).mines:
        return Looks(roles)
    tentative, seen = state.family.tentative, field_of(state).seen
    keys = [_row_key(state, fields, tentative) for fields in rows]
    if spot is None:
        return Looks(roles, keys, keys)
    gradual = [tuple([(plain, roles.get(x)) for x, plain in zip(fields, key, strict=True)])
               for fields, key in zip(rows, keys, strict=True)]
    return Looks(roles, [tuple([(key, spot.look(x) if seen[x] == COVERED else None)
                                for x, key in zip(fields, row, strict=True)])
                         for fields, row in zip(rows, gradual, strict=True)], gradual)


def _row_key(state: State, fields: Sequence[str], tentative: Mapping[str, bool]) -> Key:
    """What each field of a row shows as long as nothing looks at it. ``tentative``: what the state is only trying."""
    domains, due, seen = state.domains, state.due, field_of(state).seen
    if (sat := sat_in(state)) is not None:
        return tuple([modelled(sat, field, domains[field], tentative) if seen[field] == COVERED else seen[field]
                      for field in fields])
    if (player := state.of(PlayerState)) is not None:
        return tuple([(domains[field], due.get(field), player.told.get(field)) if seen[field] == COVERED else
                      seen[field] for field in fields])
    if (counted := state.of(PlacementsState)) is None:
        return tuple([(domains[field], due.get(field)) if seen[field] == COVERED else seen[field] for field in fields])
    return tuple([(domains[field], due.get(field), counted.parts.get(field), counted.chances.get(field),
                   field in counted.touched) if seen[field] == COVERED else seen[field] for field in fields])


def ground_of(theme: Theme) -> Color:
    """What shows between the fields."""
    return mix(theme.edge, theme.uncovered, 0.35)


@dataclass
class KeptRows:
    """The rows of a board in one frame, on the way from one state to another.

    looks:   of the two states; ``t``: how far it is; ``calm``: is the theme dimmed?
    search:  are both states those of a search? Rows have what it looks at, and many fields change alike
    touched: the fields that are never taken from pictures, as more than the keys says how they look
    plain:   draws a field as it stands in one of the states, 0 or 1; ``moving``: as it is now
    kind:    of the family, which says what a key is of
    anew:    how many more rows of a search may be drawn of which a picture of one of the states alone is kept
    """

    looks: tuple[Looks, Looks]
    t: float
    theme: Theme
    calm: bool
    search: bool
    touched: AbstractSet[str | None]
    plain: Callable[[Canvas, Rect, str, int], None]
    moving: Callable[[Canvas, Rect, str], None]
    kind: type[FamilyState]
    anew: int = 4

    @cached_property
    def ground(self) -> Color:
        """What shows between the fields."""
        return ground_of(self.theme)

    @cached_property
    def look(self) -> tuple[type[FamilyState], bool, str]:
        """What tells pictures apart beside the keys of what is on them."""
        return self.kind, self.calm, self.theme.name

    @property
    def there(self) -> bool:
        """Are rows kept in both states?"""
        return self.looks[0].rows is not None and self.looks[1].rows is not None

    def draw(self, canvas: Canvas, place: Rect, fields: Sequence[str], row: int) -> dict[str, Rect]:
        """Draws what was kept of a row, and over it what changes; returns the fields that are to be drawn over that."""
        keys = [one.rows[row] for one in self.looks if one.rows is not None]
        self._draw_as(canvas, place, fields, keys)
        over, (old, new) = dict[str, Rect](), [one.gradual[row] for one in self.looks] if self.search else keys
        if old == new and self.touched.isdisjoint(fields):
            return over
        for index, (field, tile) in enumerate(zip(fields, in_row(place, len(fields)), strict=True)):
            if field in self.touched or (old[index] != new[index] and not self.search):
                canvas.rect(tile, self.ground)
                over[field] = tile
            elif old[index] != new[index]:
                canvas.picture((keys[0][index], keys[1][index], self.t, *self.look), tile,
                               partial(self._draw_moving, field=field))
        return over

    def _draw_as(self, canvas: Canvas, place: Rect, fields: Sequence[str], keys: Sequence[Key]) -> None:
        """Draws a row as it is in one of the states, of a search in that before until half of the way. On the way, of
        rows that are kept of one state alone few are drawn in a frame: ahead, with what is on show over them, or, where
        frame follows frame, late."""
        at = int(not self.search or self.t >= 0.5)
        there = [canvas.keeps((key, *self.look), place) for key in keys]
        if self.search and self.t < 1 and there[0] != there[1]:
            if there[at] and self.anew:
                self._draw_row(canvas, place, fields, keys[1 - at], 1 - at)
            elif not (there[at] or self.anew) and canvas.smooth:
                at = 1 - at
            self.anew -= self.anew > 0
        self._draw_row(canvas, place, fields, keys[at], at)

    def _draw_row(self, canvas: Canvas, place: Rect, fields: Sequence[str], key: Key, at: int) -> None:
        def draw(inner: Canvas, box: Rect) -> None:
            inner.rect(box, self.ground)
            for field, tile, look in zip(fields, in_row(box, len(fields)), key, strict=True):
                inner.alike((look, tile, *self.look),
                            partial(self._draw_plain, tile=tile, field=field, at=at))

        canvas.picture((key, *self.look), place, draw)

    def _draw_plain(self, canvas: Canvas, tile: Rect, field: str, at: int) -> None:
        self.plain(canvas, tile, field, at)

    def _draw_moving(self, canvas: Canvas, tile: Rect, field: str) -> None:
        canvas.rect(tile, self.ground)
        self.moving(canvas, tile, field)
