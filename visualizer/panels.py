"""The panels beside the board: what is being looked at, pseudocode, Python source, the log, the counters."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType
from typing import Any

from algorithms.core import Algorithm
from algorithms.problems.csp import Constraint, Value
from algorithms.problems.gnomine import COVERED
from visualizer.canvas import Canvas, Color, Rect, fit_text, wrap_text
from visualizer.states import ConstraintState, GnomineState
from visualizer.theme import Theme
from visualizer.timeline import Timeline


@dataclass(frozen=True)
class Fact:
    """A line of the text area: what it is about, what holds, and the theme's colour that goes with it."""

    label: str
    text: str
    color: str = "text"


def facts(state: ConstraintState, algorithm: Algorithm) -> list[Fact]:
    """Where in the algorithm we are: which constraint, which variable, how many assignments, which supports."""
    if state.constraint is None:
        now = Fact("Now", _idle(state, algorithm))
        return [Fact("Algorithm", algorithm.title), Fact("Source", algorithm.source), *_counted(state), now]
    lines = [Fact("Constraint", state.constraint)]
    if state.wiped is not None:
        lines.append(Fact("No solution", state.wiped[2], "bad"))
    if state.variable is None and state.wiped is not None:
        return lines
    if state.constraint in state.tuples:
        return [*lines, *_compared(state, state.constraint)]
    if state.variable is None:
        return [*lines, Fact("Undefined", ", ".join(state.unknown) or "none; one check is left")]
    lines.append(Fact("Variable", _under_test(state)))
    lines.append(Fact("Assignments", f"{state.assignments} per value"))
    lines.append(Fact("Tried", _tried(state)))
    lines += [_support(state, value) for value in _values(state)]
    return lines


def _compared(state: ConstraintState, constraint: str) -> list[Fact]:
    """How many tuples a constraint has left, and which other constraint they are compared with."""
    lines = [Fact("Tuples", f"{state.tuples[constraint]} left")]
    if state.pair is None:
        return lines
    lines += [Fact("Compared", state.pair), Fact("Shared", ", ".join(state.shared))]
    if state.satisfied is not None:
        text = "✓ extends" if state.satisfied else "✗ does not extend"
        lines.append(Fact("Tuple", text, "good" if state.satisfied else "bad"))
    return lines


def _counted(state: ConstraintState) -> list[Fact]:
    """What was counted: the placements, and where the risk is least."""
    if not isinstance(state, GnomineState) or state.models is None:
        return []
    lines = [Fact("Placements", f"{state.models:,}" if state.models < 10**12 else f"{state.models:.3g}")]
    open_ = {x: p for x, p in state.chances.items() if state.seen[x] == COVERED}
    if open_:
        least = min(open_, key=open_.__getitem__)
        lines.append(Fact("Least risk", f"{least}: {float(100 * open_[least]):.3g}%"))
    return lines


def _values(state: ConstraintState) -> list[Value]:
    """The values of the variable under test, those included that were found to have no support."""
    found = state.supports.get(state.variable or "", {})
    return [*found, *(value for value in state.domains[state.variable or ""] if value not in found)]


def _idle(state: ConstraintState, algorithm: Algorithm) -> str:
    if state.wiped is not None:
        return "a contradiction: there is no solution"
    if state.outcome is not None:
        return f"{algorithm.rungs[3]} checked; nothing more can be inferred"
    if isinstance(state, GnomineState) and state.models is not None:
        return "all placements are counted"
    return "a new pass begins" if state.number else "not started"


def _under_test(state: ConstraintState) -> str:
    value = state.value_under_test()
    return f"{state.variable}" if value is None else f"{state.variable} = {value}"


def _tried(state: ConstraintState) -> str:
    others = [str(value) for x, value in zip(state.unknown, state.values, strict=False) if x != state.variable]
    text = f"{state.tried} of {state.assignments}"
    return f"{text}, counter {''.join(others)}" if others and all(len(v) == 1 for v in others) else text


def _support(state: ConstraintState, value: Value) -> Fact:
    found = state.supports.get(state.variable or "", {})
    label = f"Support for {value}"
    if value in found:
        return Fact(label, "✓ found", "good") if found[value] else Fact(label, "✗ not found", "bad")
    return Fact(label, "not finished", "muted")


def draw_formula(canvas: Canvas, box: Rect, constraint: Constraint, theme: Theme, unit: float) -> None:
    """The constraint as the thesis writes it, ``C := …``, on at most two lines."""
    text = f"{constraint.name} := {constraint.text}"
    size = 15 * unit
    while size > 8 * unit and len(wrap_text(canvas, text, box.w, size)) > 2:
        size *= 0.94
    for index, row in enumerate(wrap_text(canvas, text, box.w, size)[:2]):
        canvas.text((box.x, box.y + (index + 0.5) * box.h / 2), row, size, theme.text)


def draw_facts(canvas: Canvas, box: Rect, lines: list[Fact], theme: Theme, unit: float) -> None:
    """The text area: a label and what holds, line by line."""
    size = 14 * unit
    column = max((canvas.measure(line.label, size) for line in lines), default=0) + 12 * unit
    rows = [(line, wrap_text(canvas, line.text, box.w - column, size, "bold")[:4]) for line in lines]
    step = min(size * 1.45, box.h / max(1, sum(len(texts) for _, texts in rows)))
    size = min(size, step * 0.9)
    y = box.y + step / 2
    for line, texts in rows:
        color: Color = getattr(theme, line.color)
        canvas.text((box.x, y), fit_text(canvas, line.label, column, size), size, theme.muted)
        for text in texts:
            canvas.text((box.x + column, y), text, size, color, "left", "bold")
            y += step


def draw_legend(canvas: Canvas, box: Rect, legend: Sequence[tuple[str, str]], theme: Theme, unit: float) -> None:
    """What the colours mean, in as many columns as fit."""
    columns = 3 if box.w > 900 * unit else 2
    rows = -(-len(legend) // columns)
    step = min(36 * unit, box.h / rows)
    for index, (role, meaning) in enumerate(legend):
        row, column = divmod(index, columns)
        x, y = box.x + column * box.w / columns, box.y + (row + 0.5) * step
        side = min(22 * unit, step * 0.8)
        canvas.rect(Rect(x, y - side / 2, side, side), getattr(theme, role), theme.edge, 1, 4 * unit)
        size = min(14 * unit, step * 0.6)
        text = fit_text(canvas, meaning, box.w / columns - side - 16 * unit, size)
        canvas.text((x + side + 10 * unit, y), text, size, theme.text)


def draw_pseudocode(canvas: Canvas, box: Rect, algorithm: Algorithm, current: int | None, theme: Theme,
                    unit: float) -> None:
    """The pseudocode with the current line."""
    _draw_code(canvas, box, [line.text for line in algorithm.pseudocode], None, current, theme, unit)


def draw_source(canvas: Canvas, box: Rect, timeline: Timeline[Any], algorithm: Algorithm, theme: Theme,
                unit: float) -> None:
    """The Python function that is running, with the line where it stands."""
    where = timeline.line()
    code, line = where if where is not None else (algorithm.function.__code__, None)
    lines, first = source_of(code)
    _draw_code(canvas, box, lines, first, None if line is None else line - first, theme, unit)


@lru_cache(maxsize=64)
def source_of(code: CodeType) -> tuple[list[str], int]:
    """A function's lines without the common indent, and the number of the first."""
    try:
        lines, first = inspect.getsourcelines(code)
    except OSError:
        return ["(the source is not available)"], 0
    indent = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line.rstrip("\n")[indent:] for line in lines], first


def _draw_code(canvas: Canvas, box: Rect, lines: list[str], first: int | None, current: int | None, theme: Theme,
               unit: float) -> None:
    """Lines of code, the current one on a bar with an arrow before it; ``first`` is the number of the first, if they
    have numbers. Where not all fit, those around the current one are shown."""
    shown = min(len(lines), max(1, int(box.h / (14.5 * unit))))
    top = max(0, min((current or 0) - shown // 2, len(lines) - shown))
    lines = lines[top : top + shown]
    longest = max(canvas.measure(line, 100, "mono") for line in lines) / 100
    gutter = (20 if first is None else 44) * unit
    size = max(11.2 * unit, min(14 * unit, (box.w - gutter - 6 * unit) / max(longest, 1)))
    step = min(size * 1.5, box.h / shown)
    for index, line in enumerate(lines, top):
        y = box.y + (index - top + 0.5) * step
        if index == current:
            canvas.rect(Rect(box.x, y - step / 2, box.w, step), theme.current, radius=3 * unit)
            x = box.x + 6 * unit
            canvas.polygon([(x, y - size * 0.35), (x + size * 0.6, y), (x, y + size * 0.35)], theme.accent)
        if first is not None:
            at = (box.x + gutter - 8 * unit, y)
            canvas.text(at, str(first + index), size * 0.85, theme.muted, "right", "mono")
        text = fit_text(canvas, line, box.w - gutter - 4 * unit, size, "mono")
        canvas.text((box.x + gutter, y), text, size, theme.text, "left", "mono")


def draw_counters(canvas: Canvas, box: Rect, algorithm: Algorithm, timeline: Timeline[Any], theme: Theme,
                  unit: float) -> None:
    """The counters in a row: the number above its name."""
    counters = algorithm.counters
    if not counters:
        return
    width = box.w / len(counters)
    small = 11 * unit
    names = [[counter.name] if canvas.measure(counter.name, small) <= width * 0.96 else counter.name.split(" ", 1)
             for counter in counters]  # on two lines where one is too short
    small *= min(1.0, width * 0.96 / max(canvas.measure(row, small) for rows in names for row in rows))
    step = small * 0.98
    top = box.h * 0.76 - (max(map(len, names)) - 1) * step * 0.7
    for index, counter in enumerate(counters):
        middle = box.x + (index + 0.5) * width
        number = f"{timeline.count(counter.counts):,}"
        at = middle, top - box.h * 0.44 + box.y
        canvas.text(at, fit_text(canvas, number, width * 0.95, 17 * unit, "bold"), 17 * unit, theme.text, "center",
                    "bold")
        for row, text in enumerate(names[index]):
            canvas.text((middle, box.y + top + row * step), text, small, theme.muted, "center")


def draw_log(canvas: Canvas, box: Rect, timeline: Timeline[Any], theme: Theme, unit: float) -> None:
    """The last things that happened, the newest at the bottom; those above the finest grain stand out."""
    size = 13 * unit
    step = size * 1.4
    y = box.bottom - step / 2
    for index in range(timeline.position - 1, -1, -1):
        if y < box.y + step / 2:
            return
        event = timeline.events[index]
        color = theme.text if event.grain or index == timeline.position - 1 else theme.muted
        rows = wrap_text(canvas, event.sentence(), box.w - 14 * unit * (2 - min(2, event.grain)), size)
        for row in reversed(rows):
            if y < box.y + step / 2:
                return
            canvas.text((box.x + 12 * unit * (2 - min(2, event.grain)), y), row, size, color)
            y -= step
