"""Edges and states as they are drawn: an edge by its rule, a state by its kind, each with a shape beside its colour."""

from __future__ import annotations

from bisect import bisect_left
from typing import Literal

from algorithms.transitions.graph import Graph
from algorithms.transitions.records import FAIL, State, is_consistent
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.strokes import draw_cross, draw_dashed, draw_tick
from visualizer.canvas.theme import Theme, mix

Kind = Literal["consistent", "inconsistent", "terminal", "found", "fail"]
_MOST_DASHES = 12  # of an edge among all those of a graph: it has thousands
_DASHES = {"Decide": 3.5, "Unfounded": 9.0}  # points of a dash


def kind_of(state: State, terminal: bool) -> Kind:
    """What a state is shown as."""
    if state == FAIL:
        return "fail"
    if terminal:
        return "terminal"
    return "consistent" if is_consistent(state) else "inconsistent"


def kinds(graph: Graph) -> tuple[Kind, ...]:
    """Of all states of a graph."""
    terminal = frozenset(graph.terminal)
    return tuple(kind_of(state, number in terminal) for number, state in enumerate(graph.states))


def edge_color(rule: str, theme: Theme) -> Color:
    """Of an edge that nobody points at."""
    if rule in ("Backtrack", "Backjump", "Fail"):
        return mix(theme.mine, theme.panel, 0.3)
    return mix(theme.known if rule == "Unfounded" else theme.muted, theme.panel, 0.55 if rule == "Decide" else 0.3)


def dash_of(rule: str) -> float | None:
    """How long the dashes of its edges are; None: they are whole."""
    return _DASHES.get(rule)


def draw_edge(canvas: Canvas, a: Point, b: Point, rule: str, color: Color, width: float, unit: float, *,
              many: bool = False) -> None:
    """A line in the manner of its rule, whatever its length; of ``many`` the long ones have longer dashes, as few
    can be drawn then."""
    dash = dash_of(rule)
    if dash is None:
        canvas.line(a, b, color, width)
        return
    length = abs(a[0] - b[0]) + abs(a[1] - b[1])
    draw_dashed(canvas, a, b, color, width, max(dash * unit, length / (2 * _MOST_DASHES) if many else 0.0))


def draw_state(canvas: Canvas, at: Point, kind: Kind, radius: float, theme: Theme) -> None:
    """A dot, a cross, a square with a tick, a ring with one, a square with a cross."""
    x, y = at
    if kind == "consistent":
        canvas.circle(at, radius, theme.muted)
    elif kind == "inconsistent":
        draw_cross(canvas, at, radius, theme.bad, max(1.2, radius * 0.4))
    elif kind == "terminal":
        side = Rect(x - radius * 1.1, y - radius * 1.1, radius * 2.2, radius * 2.2)
        canvas.rect(side, theme.no_mine)
        if radius >= 3.5:
            draw_tick(canvas, at, radius, theme.on_no_mine)
    elif kind == "found":
        draw_ringed(canvas, at, radius, theme.good)
    else:
        canvas.rect(Rect(x - radius * 1.2, y - radius * 1.2, radius * 2.4, radius * 2.4), theme.panel, theme.bad, 2)
        draw_cross(canvas, at, radius * 0.6, theme.bad, max(1.2, radius * 0.4))


def draw_ringed(canvas: Canvas, at: Point, radius: float, color: Color) -> None:
    """The tick of a state that passed the test but is not terminal: in a ring."""
    canvas.circle(at, radius * 1.15, None, color, max(1.2, radius * 0.25))
    draw_tick(canvas, at, radius * 0.75, color)


def fit_record(canvas: Canvas, said: str, width: float, size: float) -> str:
    """A state, bold; of one that is too long its last literals, which the rules look at."""
    if canvas.measure(said, size, "bold") <= width:
        return said
    words = said.split()

    def fits(first: int) -> bool:
        return canvas.measure(_rest(words, first), size, "bold") <= width

    first = 0 if len(words) < 2 or fits(0) else bisect_left(range(len(words) - 1), True, lo=1, key=fits)
    return fit_text(canvas, _rest(words, first), width, size, "bold")


def _rest(words: list[str], first: int) -> str:
    return " ".join(words[first:]) if not first else "… " + " ".join(words[first:])
