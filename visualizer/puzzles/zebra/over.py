"""What lies over the cells: the values that are tried, and from what of a clause its last literal follows."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from algorithms.problems.zebra.clue import number_of
from visualizer.canvas.primitives import Canvas, Point, Rect, point_on
from visualizer.canvas.strokes import bow, draw_curve
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.follows import follows_in
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.verdict import draw_trying
from visualizer.runs.boards import Board
from visualizer.runs.states import State

_ASIDE, _FEW = 0.6, 4  # of a name's height: how far aside an arrow runs; points: of less there is no arrow to be seen
_BESIDE = 0.5  # of a name's width: the same in a column of names
_INTO = 0.2  # of a name's height: so far the arrow goes into its place
_FINE = 4  # parts of a piece of its way, to find the rims of the names


def draw_over(canvas: Canvas, box: Rect, board: Board, rows: Mapping[int, Rect], states: tuple[State, State], t: float,
              theme: Theme) -> None:
    """What is tried for a clue, which has one of the ``rows``, or for two names of a row; and what follows."""
    look = looked_at(states[1])
    row = None if look.constraint is None else rows.get(number_of(look.constraint) or 0)
    places = {x: board.place(box, f"{x}={value}") for x, value in zip(look.unknown, look.values, strict=False)}
    draw_trying(canvas, row, places, states, t, theme)
    implied = implied_in(states[1])
    if implied is None or implied[0] not in board.layout.places:
        return
    end, part = board.place(box, implied[0]), 1.0 if implied_in(states[0]) == implied else t
    ways = [_way(board.place(box, name), end) for name in implied[1] if name in board.layout.places]
    wide = max(1.6, min(3.5, end.h * 0.07))
    words = [word.inset(-1) for word in board.written(canvas, box, states[1])]
    for color, more in ((theme.uncovered, 2.0), (theme.on_uncovered, 0.0)):  # no arrow's rim lies on another arrow
        for way in ways:
            if len(way) >= _FEW:
                draw_curve(canvas, way, color, wide + more, part, words)


def implied_in(state: State) -> tuple[str, tuple[str, ...]] | None:
    """The variable of the literal that has just been implied, and those of the other literals of its clause, or of the
    rule of a program, from which it follows."""
    follows = follows_in(state)
    if follows is not None:
        return follows.atom, follows.because
    sat = sat_in(state)
    if sat is None or sat.clause is None or sat.conflict is not None or sat.seen_as_model:
        return None
    last = sat.at_hand
    if last is None or last.because != sat.clause or last.decided:
        return None
    names = [literal.lstrip("¬") for literal in sat.literals_of(sat.clause)]
    implied = last.literal.lstrip("¬")
    return (implied, tuple(x for x in names if x != implied)) if implied in names else None


def _way(one: Rect, other: Rect) -> list[Point]:
    """From the rim of one name to that of the other, beside the names between them; none where they lie together."""
    (x, y), (u, v) = one.center, other.center
    wide = min(one.w, other.w)
    aside = _BESIDE * wide if abs(u - x) < wide / 2 else _ASIDE * min(one.h, other.h)
    way = bow((x, y), (u, v), aside * (-1 if u < x else 1))
    within = other.inset(other.h * _INTO / 2, other.h * _INTO)  # its head has room there, and leaves other names theirs
    fine = [at for a, b in pairwise(way) for at in (point_on(a, b, step / _FINE) for step in range(_FINE))
            if not one.contains(*at) and not within.contains(*at)]
    return [*fine[:-1:_FINE], *fine[-1:]] if one.w and other.w else []
