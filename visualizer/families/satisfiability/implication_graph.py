"""The implication graph: why the literals of the current level are on the trail, down to the conflict, with the cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from algorithms.problems.forms.cnf import negation
from visualizer.canvas.primitives import Canvas, Point, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.state import Entry, SatState
from visualizer.stage.links import Links

CONFLICT = "⊥"
_MOST = 60  # literals; more could not be read


@dataclass(frozen=True)
class Graph:
    """Literals by column, the reasons at the left; ``edges`` lead from a reason to what it helped to imply."""

    columns: Mapping[str, int]
    edges: tuple[tuple[str, str], ...]


def implication_graph(state: SatState) -> Graph:
    """The part of the graph above the conflict (a false clause, or two literals that contradict each other), or above
    the last literal of the trail: its reasons at the current level, theirs, and so on; literals of lower levels are not
    followed further."""
    entries = {entry.literal: entry for entry in state.trail}
    reasons: dict[str, tuple[str, ...]] = {}
    if state.clashing:
        waiting = [CONFLICT]
        reasons[CONFLICT] = tuple(entry.literal for entry in state.clashing)
    elif state.conflict is not None:
        waiting = [CONFLICT]
        reasons[CONFLICT] = _false_of(state, state.conflict)
    else:
        waiting = [state.trail[-1].literal] if state.trail else []
    while waiting and len(reasons) < _MOST:
        literal = waiting.pop()
        if literal not in reasons:
            reasons[literal] = _reasons(state, entries.get(literal))
        waiting += [reason for reason in reasons[literal] if reason not in reasons]
    edges = tuple((reason, literal) for literal, because in reasons.items() for reason in because if reason in reasons)
    return Graph(_columns(reasons), edges)


def _reasons(state: SatState, entry: Entry | None) -> tuple[str, ...]:
    if entry is None or entry.because is None or entry.level < state.level:
        return ()
    before = {other.literal for other in state.trail[:state.trail.index(entry)]}
    return tuple(reason for reason in _false_of(state, entry.because) if reason in before - {negation(entry.literal)})


def _false_of(state: SatState, clause: int) -> tuple[str, ...]:
    """The complements of a clause's literals; of an at-least constraint, of those that are false."""
    literals = state.literals_of(clause)
    if state.form.noun == "constraint":
        literals = tuple(literal for literal in literals if state.truth(literal) is False)
    return tuple(map(negation, literals))


def _columns(reasons: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """The longest way from a literal without a reason, so that every edge leads to the right."""
    columns: dict[str, int] = {}

    def column(literal: str, seen: frozenset[str]) -> int:
        if literal not in columns:
            before = [column(reason, seen | {literal}) for reason in reasons.get(literal, ()) if reason not in seen]
            columns[literal] = 1 + max(before) if before else 0
        return columns[literal]

    for literal in reasons:
        column(literal, frozenset())
    return columns


def draw_implication_graph(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
                           links: Links) -> None:
    """The graph from left to right; decisions dark blue, the conflict red, the literals of the cut with a thick rim.
    What is pointed at has a frame."""
    graph = implication_graph(state)
    if not graph.columns:
        canvas.text((box.x, box.y + 14 * unit), "Nothing is implied yet.", 14 * unit, theme.muted)
        return
    spots = _spots(box, graph)
    height = min(24 * unit, 0.8 * box.h / max(map(len, _by_column(graph).values())))
    for reason, literal in graph.edges:
        _arrow(canvas, spots[reason], spots[literal], theme, unit)
    cut = {negation(literal) for literal in state.resolvent or ()}
    levels = {entry.literal: entry for entry in state.trail}
    width = box.w / (max(graph.columns.values()) + 1)
    for literal, spot in spots.items():
        entry = levels.get(literal)
        fill, ink = theme.raised, theme.text
        if literal == CONFLICT:
            fill, ink = theme.mine, theme.on_mine
        elif entry is not None and entry.decided and not entry.assumed:
            fill, ink = theme.constraint, theme.on_constraint
        label = f"{literal} @{entry.level}" if entry is not None else literal
        size = height * 0.58
        size *= min(1.0, max(0.6, width * 0.8 / canvas.measure(label, size, "bold")))
        text = fit_text(canvas, label, width * 0.92, size, "bold")
        wide = canvas.measure(text, size, "bold") + height * 0.5
        card = Rect(spot[0] - wide / 2, spot[1] - height / 2, wide, height)
        canvas.rect(card, fill, theme.accent if literal in cut else theme.edge, 3 * unit if literal in cut else 1,
                    height * 0.3)
        canvas.text(card.center, text, size, ink, "center", "bold")
        if links.lit(literal):
            canvas.rect(card.inset(-4 * unit), None, theme.accent, 2 * unit, height * 0.4)
        if literal != CONFLICT:
            links.drawn(literal, card)


def _by_column(graph: Graph) -> dict[int, list[str]]:
    columns: dict[int, list[str]] = {}
    for literal, column in graph.columns.items():
        columns.setdefault(column, []).append(literal)
    return columns


def _spots(box: Rect, graph: Graph) -> dict[str, Point]:
    columns = _by_column(graph)
    width = box.w / (max(columns) + 1)
    return {literal: (box.x + (column + 0.5) * width, box.y + (row + 0.5) * box.h / len(literals))
            for column, literals in columns.items() for row, literal in enumerate(literals)}


def _arrow(canvas: Canvas, start: Point, end: Point, theme: Theme, unit: float) -> None:
    canvas.line(start, end, theme.muted, 1.4 * unit)
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = max(1.0, (dx * dx + dy * dy) ** 0.5)
    dx, dy = dx / length, dy / length
    tip = (start[0] + (end[0] - start[0]) * 0.55, start[1] + (end[1] - start[1]) * 0.55)
    side = 5 * unit
    canvas.polygon([(tip[0] + dx * side, tip[1] + dy * side), (tip[0] - dy * side, tip[1] + dx * side),
                    (tip[0] + dy * side, tip[1] - dx * side)], theme.muted)
