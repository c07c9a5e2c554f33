"""How large a formula is, and what each encoding of its parts costs."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.cardinality import about
from algorithms.problems.forms.cnf import CNF, Cost
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.numbers import besides_of
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import LazyForm, size_of
from visualizer.stage.links import Links

_PITCH = 1.4  # from line to line, in sizes


def draw_size_above(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links) -> Rect:
    """The size in a line, with how many clauses were learned and added; returns the room below."""
    line, rest = box.split_top(18 * unit)
    numbers = besides_of(state) if state.learned else ()
    text = size_of(state.form) + "".join(f"; {number.text} {number.name}" for number in numbers)
    links.write(canvas, (line.x, line.center[1]), fit_text(canvas, text, line.w, 12 * unit), 12 * unit, theme.muted,
                numbers=numbers, behind=text.find(";") + 1)
    return rest


def draw_formula_size(canvas: Canvas, box: Rect, lazy: LazyForm, theme: Theme, unit: float) -> Rect:
    """What there is to see before the search begins: the size of the formula, and where its parts could be encoded in
    several ways, the clauses that each way takes, + the auxiliary variables. Returns the room below."""
    form, costs = lazy.form, lazy.costs
    head, rest = box.split_top(24 * unit, 2 * unit)
    size = 15 * unit * min(1.0, head.w / canvas.measure(size_of(form), 15 * unit, "bold"))
    canvas.text((head.x, head.center[1]), size_of(form), size, theme.text, "left", "bold")
    if not costs:
        return rest
    line, table = rest.split_top(18 * unit, 4 * unit)
    text = ("numbers of n unknown fields: clauses + auxiliary variables; ▸ as used" if isinstance(form, CNF) else
            "counting n literals: ▸ as here, or as clauses + auxiliary variables")
    canvas.text((line.x, line.center[1]), fit_text(canvas, text, line.w, 12 * unit), 12 * unit, theme.muted)
    return table.split_top(_draw_costs(canvas, table, costs, theme, unit))[1]


def draw_coming(canvas: Canvas, box: Rect, text: str, theme: Theme, unit: float) -> None:
    """Where there is room, what will stand in it once the run has begun."""
    size = 13 * unit
    rows = wrap_text(canvas, text, box.w, size)
    if box.h < (len(rows) + 0.3) * _PITCH * size:
        return
    for index, row in enumerate(rows):
        canvas.text((box.x, box.y + (index + 0.8) * _PITCH * size), row, size, theme.muted)


def _together(parts: Sequence[Sequence[Cost]]) -> Sequence[Sequence[Cost]]:
    """The parts, and where they are several what all of them take in each encoding."""
    if len(parts) < 2:
        return parts
    sums = [Cost("all of them", each[0].encoding, sum(cost.clauses for cost in each),
                 sum(cost.auxiliary for cost in each), all(cost.chosen for cost in each))
            for each in zip(*parts, strict=True)]
    return [*parts, sums]


def _draw_costs(canvas: Canvas, box: Rect, costs: Sequence[Cost], theme: Theme, unit: float) -> float:
    """A row for each part, a column for each encoding; all text of one size, with which the table fits. Returns how
    high it is."""
    encodings = list(dict.fromkeys(cost.encoding for cost in costs))
    parts = _together([costs[start : start + len(encodings)] for start in range(0, len(costs), len(encodings))])
    parts = parts[:max(1, int(box.h / (1.25 * SMALLEST * unit)) - 1)]
    used = {cost.encoding for cost in costs if cost.chosen}
    while True:
        columns = [["", *(part[0].part for part in parts)], *(
            [encoding, *(_text(part[index]) for part in parts)] for index, encoding in enumerate(encodings))]
        least = sum(max(canvas.measure(text, SMALLEST * unit, "bold") + 9 * unit for text in column)
                    for column in columns)
        unused = [index for index, encoding in enumerate(encodings) if encoding not in used]
        if least <= box.w + 9 * unit or not unused:
            break
        encodings.pop(unused[-1])  # one that is not used here, and for which there is no room
        parts = [[cost for cost in part if cost.encoding in encodings] for part in parts]
    step = min(20 * unit, box.h / (len(parts) + 1))
    gap = 9 * unit
    whole = sum(max(canvas.measure(text, 100, "bold") for text in column) for column in columns) / 100
    size = max(SMALLEST * unit, min(13.5 * unit, step * 0.8, (box.w - gap * len(encodings)) / whole))
    widths = [max(canvas.measure(text, size, "bold") for text in column) for column in columns]
    spare = (box.w - sum(widths)) / len(encodings)
    x = box.x
    for index, (column, wide) in enumerate(zip(columns, widths, strict=True)):
        x += wide + (spare if index else 0)
        for row, text in enumerate(column):
            y = box.y + (row + 0.5) * step
            if row and not index:
                canvas.line((box.x, y - step / 2), (box.right, y - step / 2), theme.raised)
            chosen = row > 0 and index > 0 and parts[row - 1][index - 1].chosen
            canvas.text((x, y) if index else (box.x, y), text, size, theme.text if chosen or not index else theme.muted,
                        "right" if index else "left", "bold" if chosen else "sans")
    return step * (len(parts) + 1)


def _text(cost: Cost) -> str:
    """Clauses + auxiliary variables, large numbers in thousands."""
    text = _number(cost.clauses) + (f" + {_number(cost.auxiliary)}" if cost.auxiliary else "")
    return f"▸ {text}" if cost.chosen else text


def _number(number: int) -> str:
    return f"{round(number / 1000):,}k" if 10**4 <= number < 10**9 else about(number).removeprefix("about ")
