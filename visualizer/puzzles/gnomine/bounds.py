"""What an at-least constraint says on the field: does it want so many mines, or allow no more? And what must follow in
the fields that it has left, before it is said of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from algorithms.advice.gnomine import TOTAL
from algorithms.problems.gnomine.puzzle import Gnomine
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.gnomine.tile import draw_hollow_sign, draw_search, modelled
from visualizer.puzzles.gnomine.total import draw_total
from visualizer.puzzles.roles import CONSTRAINT, VIOLATED, Role
from visualizer.runs.states import Lately, State

_FOLLOW: Lately[Mapping[str, bool]] = Lately(8)  # runs that are compared
_ROOM = 4.5 * SMALLEST  # pixels: a smaller field has no room for a sign beside its number


def bound_of(sat: SatState) -> str:
    """Of a constraint on mines, at least so many; of one on fields without a mine, at most."""
    if sat.clause is None or sat.form.noun != "constraint" or sat.settled:
        return ""
    return "≤" if any(literal.startswith("¬") for literal in sat.literals_of(sat.clause)) else "≥"


def follows(sat: SatState) -> Mapping[str, bool]:
    """Once as many literals of the constraint are false as may be: is there a mine in the fields that are open?"""
    if sat.clause is None or not bound_of(sat) or sat.conflict is not None:
        return {}
    false, most = sat.falsity(sat.clause)
    open_ = [literal for literal in sat.literals_of(sat.clause) if sat.truth(literal) is None]
    return {literal.lstrip("¬"): not literal.startswith("¬") for literal in open_} if false == most else {}


def draw_known(canvas: Canvas, tile: Rect, field: str, state: State, sat: SatState, tentative: Mapping[str, bool],
               ink: Color, theme: Theme) -> None:
    """What a search for models knows of a covered field; in dashes what is to follow there."""
    draw_search(canvas, tile, modelled(sat, field, state.domains[field], tentative), theme)
    mine = _FOLLOW.of(state, (), lambda: follows(sat)).get(field)
    if mine is not None:
        inner = tile.inset(tile.w * 0.22)
        wide = max(1.5, tile.w * 0.03)
        draw_dashed_frame(canvas, inner.inset(-wide / 2), ink, wide, inner.w * 0.12)
        draw_hollow_sign(canvas, inner.inset(inner.w * 0.06), mine, ink)


def draw_bounds(canvas: Canvas, grid: Rect, margin: float, puzzle: Gnomine, place: Callable[[str], Rect],
                roles: Mapping[str, Role], state: State, theme: Theme) -> None:
    """The total, where it is looked at; and on which side it bounds the mines, or a number does."""
    sat = sat_in(state)
    sign = "" if sat is None else bound_of(sat)
    if TOTAL in roles:
        draw_total(canvas, grid, margin, f"{sign}{puzzle.mines or 0}", roles[TOTAL], theme)
    elif sat is not None and sign:
        seat = sat.form.origins[(sat.clause or 1) - 1].removeprefix("C")
        if roles.get(seat) in (CONSTRAINT, VIOLATED) and (tile := place(seat)).w >= _ROOM:
            at = tile.x + tile.w * 0.15, tile.center[1]
            canvas.text(at, sign, max(SMALLEST, tile.w * 0.23), getattr(theme, roles[seat].text), "center", "bold")
