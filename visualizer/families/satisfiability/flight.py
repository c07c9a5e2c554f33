"""The learned clause on its way: from the end of the chain of resolution to its place among the clauses, over whatever
lies between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import analysis_of
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.satisfiability.pointing import clause_name, cut_name
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.stage.view import BOARD, View

_CHIP = 22.0  # points: the height of a literal at the end of the chain
_GRAPH = "graph"  # the tab with the clauses below the implication graph


def flying(view: View) -> int | None:
    """The number of the clause that was learned just now and is not yet in its place."""
    before, after = sat_in(view.before), sat_in(view.state)
    if before is None or after is None or view.t >= 1 or before.newest == after.newest:
        return None
    analysis = analysis_of(after)
    return None if analysis is None else analysis.learned


def draw_flight(canvas: Canvas, shown: Mapping[str, Rect], view: View, theme: Theme, unit: float) -> None:
    """The clause, from the last line of the chain to where it will stand; a part t of the way, slower at its end."""
    number, sat = flying(view), sat_in(view.state)
    analysis = None if sat is None else analysis_of(sat)
    if number is None or sat is None or analysis is None or "focus" not in shown:
        return
    start = _spot(view, cut_name(len(analysis.lines)), shown["focus"])
    end = _end(view, shown, number)
    if start is None or end is None:
        return
    gone = 1 - (1 - view.t) ** 2
    wide, high = _CHIP * unit, end.h / 1.3
    height = wide + (high - wide) * gone
    x, y = start.x + (end.x - start.x) * gone, start.y + (end.y - start.y) * gone
    _draw_clause(canvas, x, y, height, sat, number, theme)


def _spot(view: View, name: str, panel: Rect) -> Rect | None:
    """Where something with that name is drawn in a panel."""
    return next((box for box, one in view.links.spots if one == name and panel.contains(*box.center)), None)


def _end(view: View, shown: Mapping[str, Rect], number: int) -> Rect | None:
    """The place of the clause: below the implication graph, or on a board that shows clauses."""
    if _GRAPH in shown and (slot := _spot(view, clause_name(number), shown[_GRAPH])) is not None:
        return Rect(slot.x, slot.y - slot.h * 0.15, slot.w, slot.h * 1.3)  # a card is higher than its literals
    return view.board.home(shown[BOARD], view.state, f"C{number}") if BOARD in shown else None


def _draw_clause(canvas: Canvas, x: float, y: float, height: float, state: SatState, number: int,
                 theme: Theme) -> None:
    """Its number and its literals, as on their card."""
    literals: Sequence[str] = state.literals_of(number)
    head = canvas.measure(str(number), height * 0.64, "bold") + height * 0.7
    wides = [chip_width(canvas, literal, height) for literal in literals]
    card = Rect(x, y, head + sum(wides) + height * 0.12 * len(wides) + height * 0.3, height * 1.3)
    canvas.rect(card, theme.current, theme.accent, 2, card.h * 0.5)
    canvas.text((x + height * 0.35, card.center[1]), str(number), height * 0.64, theme.text, "left", "bold")
    at = x + head
    for literal, wide in zip(literals, wides, strict=True):
        draw_literal(canvas, Rect(at, y + height * 0.15, wide, height), state, literal, theme)
        at += wide + height * 0.12
