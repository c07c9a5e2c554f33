"""The panels beside the board: what is being looked at, pseudocode, Python source, the log, the counters."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate, pairwise
from types import CodeType

from algorithms.core import Algorithm, Counter
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State

_ONE_LINE = 60  # characters of the counters' names that fit side by side


@dataclass(frozen=True)
class Fact:
    """A line of the text area: what it is about, what holds, and the theme's colour that goes with it."""

    label: str
    text: str
    color: str = "text"


def algorithm_facts(algorithm: Algorithm) -> list[Fact]:
    """What runs, and where it is from."""
    return [Fact("Algorithm", algorithm.title), Fact("Source", algorithm.source)]


def ended(state: State, algorithm: Algorithm) -> str | None:
    """That nothing more can be found out, and why; None while something can."""
    if state.wiped is not None:
        return "a contradiction: there is no solution"
    if state.outcome is not None:
        return f"{algorithm.rungs[3]} checked; this algorithm infers no more"
    return (state.moves.over or None) if state.moves is not None else None


def draw_legend_and_facts(canvas: Canvas, box: Rect, legend: Sequence[tuple[str, str]], lines: list[Fact],
                          theme: Theme, unit: float) -> None:
    """While there is nothing to look at: facts, and below them what the colours mean."""
    text, below = box.split_bottom(96 * unit, 6 * unit)
    draw_legend(canvas, below, legend, theme, unit)
    draw_facts(canvas, text, lines, theme, unit)


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


def draw_source(canvas: Canvas, box: Rect, timeline: Timeline[State], algorithm: Algorithm, theme: Theme,
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


def draw_counters(canvas: Canvas, box: Rect, algorithm: Algorithm, timeline: Timeline[State], theme: Theme,
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


def draw_log(canvas: Canvas, box: Rect, timeline: Timeline[State], theme: Theme, unit: float) -> None:
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
