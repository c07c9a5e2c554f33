"""All values of all variables in one table: which one each has, and how many conflicts each would have now.

For queens it is the chessboard: a column for each queen, a row for each square.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from algorithms.local_search.assignment import Assignment
from algorithms.problems.forms.csp import CSP, Value
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.local_search.numbers import conflicts_of
from visualizer.families.local_search.state import repair_of
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.view import View

_MOST_VARIABLES, _MOST_VALUES = 120, 40
_READABLE = 12.0  # points: smaller numbers are not drawn
_LARGEST = 44.0  # points: the side of a cell


class Table(NamedTuple):
    """The variables that have a choice, the values that some of them may have, and of each pair the conflicts."""

    variables: Sequence[str]
    values: Sequence[Value]
    conflicts: Mapping[tuple[str, Value], int]


def table_of(csp: CSP, state: State) -> Table:
    """Counted from the assignment of a state."""
    variables = [x for x, domain in csp.domains.items() if len(domain) > 1 and x not in csp.hidden]
    values = list(dict.fromkeys(value for x in variables for value in csp.domains[x]))
    if all(isinstance(value, int) for value in values):
        values.sort(key=int)
    if len(variables) > _MOST_VARIABLES or len(values) > _MOST_VALUES:
        return Table(variables, values, {})
    assignment = Assignment(csp)
    for x, value in repair_of(state).values(state).items():
        assignment.take(assignment.number[x], csp.domains[x].index(value))
    return Table(variables, values, {
        (x, value): count for x in variables
        for value, count in zip(csp.domains[x], assignment.counts(assignment.number[x]), strict=True)})


def draw_table(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """A column for each variable; dark is the value that it has."""
    state, links = view.state, view.links
    repair = repair_of(state)
    table = table_of(repair.csp, state)
    size = 13 * unit
    head, rest = box.split_top(20 * unit, 4 * unit)
    said = "Conflicts that each value would have; dark: the value now"
    canvas.text((head.x, head.center[1]), fit_text(canvas, said, head.w, size), size, theme.muted)
    if not table.conflicts:
        canvas.text(rest.center, "too many values to be drawn", size, theme.muted, "center")
        return
    margin = max(canvas.measure(str(value), 12 * unit) for value in table.values) + 8 * unit
    rest, foot = rest.split_bottom(18 * unit, 2 * unit)
    wide = min(_LARGEST * 1.4 * unit, (rest.w - margin) / len(table.variables))
    high = min(_LARGEST * unit, rest.h / len(table.values))
    left = rest.x + margin + (rest.w - margin - wide * len(table.variables)) / 2
    if high >= _READABLE * unit:
        for row, value in enumerate(table.values):
            y = rest.bottom - (row + 0.5) * high
            canvas.text((left - 6 * unit, y), str(value), min(12 * unit, high * 0.9), theme.muted, "right")
    for column, x in enumerate(table.variables):
        _draw_column(canvas, Rect(left + column * wide, rest.y, wide, rest.h), x, table, state, high, theme, unit,
                     links)
    _draw_names(canvas, Rect(left, foot.y, wide * len(table.variables), foot.h), table, repair.variable, theme, unit)


def _draw_names(canvas: Canvas, foot: Rect, table: Table, chosen: str | None, theme: Theme, unit: float) -> None:
    """The names of the variables; where not all of them can be read side by side, only that of the chosen one."""
    wide = foot.w / len(table.variables)
    longest = max(canvas.measure(x, unit, "bold") for x in table.variables)
    size = min(12 * unit, (wide - 3 * unit) / longest * unit)
    for column, x in enumerate(table.variables):
        at = foot.x + (column + 0.5) * wide, foot.center[1]
        if x == chosen:
            canvas.text(at, x, max(size, 12 * unit), theme.accent, "center", "bold")
        elif size >= _READABLE * unit:
            canvas.text(at, x, size, theme.muted, "center")


def _draw_column(canvas: Canvas, place: Rect, x: str, table: Table, state: State, high: float, theme: Theme,
                 unit: float, links: Links) -> None:
    """The values of one variable from below, the redder the more conflicts."""
    most = max(1, *table.conflicts.values())
    has = state.domains[x][0] if x in repair_of(state).assigned else None
    number = min(13 * unit, high * 0.7, place.w * 0.8)
    gap = min(unit, place.w * 0.08)
    for row, value in enumerate(table.values):
        conflicts = table.conflicts.get((x, value))
        if conflicts is None:
            continue
        cell = Rect(place.x, place.bottom - (row + 1) * high, place.w, high).inset(gap)
        fill = mix(theme.uncovered, theme.mine, 0.75 * conflicts / most) if conflicts else theme.uncovered
        canvas.rect(cell, fill, theme.edge, 1)
        if value == has:
            canvas.rect(cell, theme.constraint, radius=2 * unit)
        if number >= _READABLE * unit:
            ink = theme.on_constraint if value == has else theme.on_uncovered
            links.write(canvas, cell.center, str(conflicts), number, ink, "center", "bold" if value == has else "sans",
                        numbers=[conflicts_of(repair_of(state).csp, x, value, conflicts)])
