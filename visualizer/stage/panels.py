"""What panels beside the board have in common: facts, legends, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.core import Algorithm
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State


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
