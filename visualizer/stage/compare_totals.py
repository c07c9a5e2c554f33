"""The totals of a comparison: what each run has counted, inferred and found so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, pairwise

from algorithms.core import Counter
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Align, Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.lazy_form import Form
from visualizer.runs.states import State

NONE = "—"
_SHORT = {"unsatisfiable": "unsat"}  # where columns are narrow
_LARGE, _SMALL = 15.0, 10.0  # sizes of the table's text

Rows = Sequence[tuple[AlgorithmRun, Timeline[State]]]


def counters_of(rows: Rows) -> list[Counter]:
    """All counters that any of the algorithms has, by their names."""
    found: dict[str, Counter] = {}
    for run, _ in rows:
        for counter in run.algorithm.counters:
            found.setdefault(counter.name, counter)
    return list(found.values())


def ended(timeline: Timeline[State]) -> bool:
    """Whether the run is over, here."""
    return timeline.done and timeline.position == len(timeline.events)


def outcome_of(timeline: Timeline[State]) -> str:
    """How a run has ended, as far as is known here. One that looks for all solutions goes on after the first."""
    if ended(timeline) and timeline.answer is not None:
        return str(timeline.answer.outcome)
    outcome = timeline.state.outcome
    return "goes on" if outcome == "solved" and timeline.position < len(timeline.events) else outcome or NONE


def inferred(timeline: Timeline[State]) -> int:
    """How many variables are defined here that were not at the start."""
    start = timeline.at(0).domains
    return sum(len(domain) == 1 < len(start.get(name, ())) for name, domain in timeline.state.domains.items())


def table(rows: Rows) -> list[list[str]]:
    """The totals, in rows below a head: events, the counters that any run has, the size of the formula where each run
    has one, what was inferred, the outcome."""
    names = [counter.name for counter in counters_of(rows)]
    forms = [timeline.state.form for _, timeline in rows]
    nouns = [] if None in forms else sorted({form.noun for form in forms if form is not None})
    sizes = [*(f"{noun}s" for noun in nouns), "auxiliary"] if nouns else []
    found = [["run", "events", *names, *sizes, "inferred", "outcome"]]
    for (run, timeline), form in zip(rows, forms, strict=True):
        own = {counter.name: f"{timeline.total(counter):,}" for counter in run.algorithm.counters}
        found.append([run.name, f"{timeline.position:,}", *(own.get(name, NONE) for name in names),
                      *(_size(form, nouns) if nouns and form is not None else ()),
                      f"{inferred(timeline):,}", outcome_of(timeline)])
    return found


def _size(form: Form, nouns: Sequence[str]) -> list[str]:
    """How many clauses a formula has, or how many constraints: what it has none of is another run's."""
    return [*(f"{form.count:,}" if form.noun == noun else NONE for noun in nouns), f"{form.auxiliary:,}"]


def parts_of(canvas: Canvas, box: Rect, cells: Sequence[Sequence[str]], beside: bool, unit: float) -> list[Rect]:
    """Where the totals of each word of the head lie: columns, as wide as what stands in them asks for; in a table
    beside the boards, rows."""
    if beside:
        step = min(box.h / len(cells[0]), 30 * unit)
        return [Rect(box.x, box.y + index * step, box.w, step) for index in range(len(cells[0]))]
    size = _LARGE * unit
    wanted = [max(canvas.measure(text, size) for text in (*column, "000")) for column in zip(*cells, strict=True)]
    names = max(canvas.measure(row[0], size, "bold") for row in cells) + 26 * unit
    first, rest = box.split_left(min(names, box.w * 0.2))
    gap = min(26 * unit, max(8 * unit, (rest.w - sum(wanted[1:])) / len(wanted[1:])))
    share = (rest.w - gap * len(wanted[1:])) / sum(wanted[1:])
    ends = list(accumulate((width * share + gap for width in wanted[1:]), initial=rest.x))
    return [first, *(Rect(start + gap, box.y, end - start - gap, box.h) for start, end in pairwise(ends))]


def draw_totals(canvas: Canvas, box: Rect, cells: Sequence[Sequence[str]], beside: bool, theme: Theme,
                unit: float) -> None:
    """The table: a row for each run or, beside the boards, a column with the number that its head has."""
    parts = parts_of(canvas, box, cells, beside, unit)
    if beside:
        _draw_columns(canvas, box, cells, parts, theme, unit)
        return
    step = box.h / len(cells)
    size = _size_for(canvas, list(zip(*cells, strict=True)), [part.w for part in parts], min(_LARGE * unit, step * 0.7))
    for line, row in enumerate(cells):
        y = box.y + (line + 0.5) * step
        if line:
            canvas.line((box.x, y - step / 2), (box.right, y - step / 2), theme.raised)
        for index, (text, part) in enumerate(zip(row, parts, strict=True)):
            if index:
                _write(canvas, (part.right, y), text, part.w, size, theme.muted if line == 0 else theme.text, theme)
            elif line == 0:
                _write(canvas, (part.x, y), text, part.w, size, theme.muted, theme, "left")
            else:
                draw_number(canvas, (part.x + 9 * unit, y), line, theme, unit)
                _write(canvas, (part.x + 24 * unit, y), text, part.w - 24 * unit, size, theme.text, theme, "left",
                       "bold")


def _draw_columns(canvas: Canvas, box: Rect, cells: Sequence[Sequence[str]], parts: Sequence[Rect], theme: Theme,
                  unit: float) -> None:
    runs = len(cells) - 1
    wide = (box.w - 104 * unit) / runs
    size = min(_LARGE * unit, parts[0].h * 0.66)
    for line, (name, part) in enumerate(zip(cells[0], parts, strict=True)):
        y = part.center[1]
        if line:
            canvas.line((box.x, part.y), (box.right, part.y), theme.raised)
            _write(canvas, (box.x, y), name, 104 * unit, size, theme.muted, theme, "left")
        for run in range(runs):
            right = box.right - (runs - 1 - run) * wide
            if line:
                text = _SHORT.get(cells[run + 1][line], cells[run + 1][line])
                _write(canvas, (right, y), text, wide - 8 * unit, size, theme.text, theme)
            else:
                draw_number(canvas, (right - 9 * unit, y), run + 1, theme, unit * min(1.0, part.h / (20 * unit)))


def draw_number(canvas: Canvas, center: tuple[float, float], number: int, theme: Theme, unit: float) -> None:
    """A run's number on a disc: the same at its board and in the table."""
    canvas.circle(center, 9 * unit, theme.text)
    canvas.text(center, str(number), 13 * unit, theme.background, "center", "bold")


def _size_for(canvas: Canvas, columns: Sequence[Sequence[str]], widths: Sequence[float], largest: float) -> float:
    """The largest size at which all fits but the names."""
    size = largest
    while size > largest * _SMALL / _LARGE and any(canvas.measure(text, size) > width for column, width in zip(
            columns[1:], widths[1:], strict=True) for text in column):
        size -= largest * 0.03
    return size


def _write(canvas: Canvas, at: tuple[float, float], text: str, width: float, size: float, color: Color, theme: Theme,
           align: Align = "right", style: Style = "sans") -> None:
    """A cell: smaller where it is too wide, and cut only where it would be too small to read."""
    wide = canvas.measure(text, size, style)
    if wide > width:
        size *= max(0.68, width / wide)
    shown = fit_text(canvas, text, width + 1, size, style)
    canvas.text(at, shown, size, theme.muted if text == NONE else color, align, style)
