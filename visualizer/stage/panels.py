"""The panels beside the board: what is being looked at, pseudocode, Python source, the log, the counters."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from types import CodeType
from typing import Any

from algorithms.core import Algorithm, Counter, words
from algorithms.events.counting import large
from algorithms.problems.forms.csp import Constraint, Value
from algorithms.problems.gnomine.puzzle import COVERED
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.states import ConstraintState, GnomineState

_MOST_NAMED = 8  # undefined variables of a constraint

_ONE_LINE = 60  # characters of the counters' names that fit side by side


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
    if state.counted or state.pair is not None:
        return [*lines, *_counted_sum(state)]
    if state.variable is None:
        return [*lines, Fact("Undefined", _undefined(state))]
    lines.append(Fact("Variable", _under_test(state)))
    lines.append(Fact("Assignments", f"{state.assignments} per value"))
    lines.append(Fact("Tried", _tried(state)))
    lines += [_support(state, value) for value in _values(state)]
    return lines


def _undefined(state: ConstraintState) -> str:
    """The undefined variables of the constraint by name, the first ones where they are many."""
    names = ", ".join(state.unknown[:_MOST_NAMED]) or "none; one check is left"
    return names if len(state.unknown) <= _MOST_NAMED else f"{len(state.unknown)}: {names} …"


def _counted_sum(state: ConstraintState) -> list[Fact]:
    """Of a sum: beside which constraint it is looked at, and which values have a support, by what the others need."""
    lines = [Fact("Undefined", f"{len(state.unknown)}, all alike")]
    if state.pair is not None:
        lines = [Fact("Beside", state.pair)]
    return [*lines, *(_verdict(test.value, test.supported, f": {test.needed} {'' if test.supported else 'not '}in "
                               f"{test.least}–{test.most}") for test in state.counted)]


def _verdict(value: Value, supported: bool, why: str = "") -> Fact:
    label = f"Support for {value}"
    return Fact(label, f"✓ found{why}", "good") if supported else Fact(label, f"✗ not found{why}", "bad")


def _compared(state: ConstraintState, constraint: str) -> list[Fact]:
    """How many tuples a constraint has left, and which other constraint they are compared with."""
    lines = [Fact("Tuples", f"{state.tuples[constraint]} left")]
    if state.pair is None:
        return lines
    lines += [Fact("Compared", state.pair), Fact("Shared", ", ".join(state.shared))]
    if state.extends is not None:
        text = f"✓ fits one of {state.pair}" if state.extends else f"✗ fits none of {state.pair}"
        lines.append(Fact("Tuple", f"{words(state.values)}: {text}", "good" if state.extends else "bad"))
    return lines


def _counted(state: ConstraintState) -> list[Fact]:
    """What was counted: the placements, and where the risk is least."""
    if not isinstance(state, GnomineState) or state.models is None:
        return []
    lines = [Fact("Placements", large(state.models))]
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
        return f"{algorithm.rungs[3]} checked; this algorithm infers no more"
    if isinstance(state, GnomineState) and state.models is not None:
        return "all placements are counted"
    if isinstance(state, GnomineState) and state.ended is not None:
        return f"the game is {'won' if state.ended else 'lost'}"
    if isinstance(state, GnomineState) and state.touched:
        return f"looks at {state.touched[0]}"
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
    if value in found:
        return _verdict(value, found[value])
    return Fact(f"Support for {value}", "not finished", "muted")


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
    have numbers. Where not all fit, those around the current one are shown, without the mere beginning of a part that
    comes after an empty line."""
    shown = min(len(lines), max(1, int(box.h / (14.5 * unit))))
    top = max(0, min((current or 0) - shown // 2, len(lines) - shown))
    end = top + shown
    parts = [index for index in range(top, end) if not lines[index].strip()]
    if end < len(lines) and lines[end].strip() and parts and parts[-1] > (current or 0):
        end = parts[-1]
    lines = lines[top:end]
    longest, size = max(lines, key=len), 14 * unit
    gutter = (20 if first is None else 44) * unit
    while size > 11.2 * unit and canvas.measure(longest, size, "mono") > box.w - gutter - 4 * unit:
        size -= 0.4 * unit  # step by step: a window's fonts come in whole pixels only
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
    columns = list(zip(algorithm.counters, counter_columns(box, algorithm.counters), strict=True))
    numbers = [f"{timeline.total(counter):,}" for counter in algorithm.counters]
    names = [_name_rows(counter, algorithm.counters) for counter in algorithm.counters]
    size, small = 17 * unit, 11 * unit  # the same for all of them
    small *= min((1.0, *(place.w * 0.94 / canvas.measure(row, small)
                         for rows, (_, place) in zip(names, columns, strict=True) for row in rows)))
    size *= min((1.0, *(place.w * 0.94 / canvas.measure(number, size, "bold")
                        for number, (_, place) in zip(numbers, columns, strict=True))))
    below = 0.76 - 0.09 * (max(map(len, names), default=1) - 1)
    for number, rows, (_, place) in zip(numbers, names, columns, strict=True):
        canvas.text((place.center[0], box.y + box.h * (below - 0.44)), number, size, theme.text, "center", "bold")
        for index, row in enumerate(rows):
            canvas.text((place.center[0], box.y + box.h * below + index * small), row, small, theme.muted, "center")


def _name_rows(counter: Counter, counters: Sequence[Counter]) -> list[str]:
    """A counter's name: on two lines where there are many counters."""
    return counter.name.split(" ", 1) if sum(len(other.name) for other in counters) > _ONE_LINE else [counter.name]


def counter_columns(box: Rect, counters: Sequence[Counter]) -> list[Rect]:
    """Where the counters lie, those with a longer name wider."""
    widths = [max(6, *(len(row) for row in _name_rows(counter, counters))) for counter in counters]
    ends = list(accumulate(widths, initial=0))
    part = box.w / max(1, ends[-1])
    return [Rect(box.x + start * part, box.y, (end - start) * part, box.h) for start, end in pairwise(ends)]


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
