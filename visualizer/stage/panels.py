"""What panels beside the board have in common: facts, legends, the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from algorithms.core import Algorithm, Event
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, wrap_text
from visualizer.canvas.short_texts import few_text, going_on
from visualizer.canvas.theme import Theme
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.stage.links import Links

_FACT, _LINE = 14.0, 1.45  # points: the size of facts; from line to line, in sizes
_SWATCH, _CLOSE = 20.0, 1.2  # points: the side of a colour; from line to line of a meaning, in sizes


@dataclass(frozen=True)
class Fact:
    """A line of the text area: what it is about, what holds, and the theme's colour that goes with it; ``numbers``:
    those in the text that have counted events, in their order."""

    label: str
    text: str
    color: str = "text"
    numbers: tuple[Number, ...] = ()


def algorithm_facts(algorithm: Algorithm) -> list[Fact]:
    """What runs, and where it is from."""
    return [Fact("Algorithm", algorithm.title), Fact("Source", algorithm.source)]


def ended(state: State, algorithm: Algorithm) -> str | None:
    """That nothing more can be found out, and why; None while something can."""
    if state.wiped is not None or state.outcome == "unsatisfiable":
        return "a contradiction: there is no solution"
    if state.outcome is not None:
        return f"{algorithm.rungs[3]} checked; this algorithm infers no more"
    return (state.moves.over or None) if state.moves is not None else None


def not_begun(position: int, state: State) -> str:
    """What an algorithm does now that looks at nothing: it has not begun, or a move has changed the board."""
    if state.due:
        return "plays what it has inferred"
    return "looks at the board anew" if position else "not started"


def draw_legend_and_facts(canvas: Canvas, box: Rect, legend: Sequence[tuple[str, str]], lines: list[Fact],
                          theme: Theme, unit: float, links: Links | None = None) -> None:
    """While there is nothing to look at: facts, and below them what the colours mean."""
    facts = sum(len(rows) for _, rows in _fact_rows(canvas, box, lines, unit)) * _FACT * _LINE * unit
    room = box.split_top(min(facts, box.h / 2), 10 * unit)[1]
    high = sum(_key(canvas, room, tuple(legend), unit)[2])
    text, below = box.split_bottom(min(high, room.h), 6 * unit)
    draw_legend(canvas, below, legend, theme, unit)
    draw_facts(canvas, text, lines, theme, unit, links)


def _fact_rows(canvas: Canvas, box: Rect, lines: list[Fact], unit: float) -> list[tuple[Fact, list[str]]]:
    column = _column(canvas, lines, unit)
    return [(line, few_text(canvas, line.text, box.w - column, _FACT * unit, "bold", lines=4,
                            joint="; " if "; " in line.text else None)) for line in lines]


def _column(canvas: Canvas, lines: list[Fact], unit: float) -> float:
    return max((canvas.measure(line.label, _FACT * unit) for line in lines), default=0) + 12 * unit


def draw_facts(canvas: Canvas, box: Rect, lines: list[Fact], theme: Theme, unit: float,
               links: Links | None = None) -> None:
    """The text area: a label and what holds, line by line. The ``links`` note where its numbers are."""
    column, rows = _column(canvas, lines, unit), _fact_rows(canvas, box, lines, unit)
    size = _FACT * unit
    step = min(size * _LINE, box.h / max(1, sum(len(texts) for _, texts in rows)))
    size = max(SMALLEST * unit, min(size, step * 0.9))
    y = box.y + step / 2
    for line, texts in rows:
        color: Color = getattr(theme, line.color)
        canvas.text((box.x, y), line.label, size, theme.muted)
        numbers: Sequence[Number] = line.numbers
        for text in texts:
            if links is None:
                canvas.text((box.x + column, y), text, size, color, "left", "bold")
            else:
                numbers = links.write(canvas, (box.x + column, y), text, size, color, "left", "bold", numbers=numbers)
            y += step


def draw_legend(canvas: Canvas, box: Rect, legend: Sequence[tuple[str, str]], theme: Theme, unit: float) -> None:
    """What the colours mean, in columns, as large as all of it fits; long meanings in several lines."""
    size, columns, heights, texts = _key(canvas, box, tuple(legend), unit)
    tops = list(accumulate(heights, initial=box.y))
    stretch = min(1.3, box.h / max(1.0, sum(heights)))
    for index, ((role, _), lines) in enumerate(zip(legend, texts, strict=True)):
        row, column = divmod(index, columns)
        high = heights[row] * stretch
        x, y = box.x + column * box.w / columns, box.y + (tops[row] - box.y) * stretch + high / 2
        side = _SWATCH * unit
        canvas.rect(Rect(x, y - side / 2, side, side), getattr(theme, role), theme.edge, 1, 4 * unit)
        for number, text in enumerate(lines):
            at = y + (number - (len(lines) - 1) / 2) * size * _CLOSE
            canvas.text((x + side + 8 * unit, at), text, size, theme.text)


_NOTHING = "Nothing so far: here each step is told."
_Key = tuple[float, int, list[float], list[list[str]]]


def _key(canvas: Canvas, box: Rect, legend: tuple[tuple[str, str], ...], unit: float) -> _Key:
    """The size, the columns, the heights of the rows and the lines of each meaning."""
    wide = 3 if box.w > 900 * unit else 2
    for size in (14 * unit, 13 * unit, SMALLEST * unit):
        for columns in (wide, wide + 1):
            room = box.w / columns - (_SWATCH + 14) * unit
            texts = [wrap_text(canvas, meaning, room, size) for _, meaning in legend]
            lines = [max(map(len, texts[at:at + columns])) for at in range(0, len(texts), columns)]
            heights = [max((_SWATCH + 4) * unit, count * size * _CLOSE + 3 * unit) for count in lines]
            if sum(heights) <= box.h and (columns == wide or not any(line.endswith("…") for text in texts
                                                                    for line in text)):
                return size, columns, heights, texts
    return size, columns, heights, texts


def draw_log(canvas: Canvas, box: Rect, timeline: Timeline[State], theme: Theme, unit: float) -> None:
    """The last things that happened, the newest at the bottom, and whole; those above the finest grain stand out."""
    size = _log_size(canvas, box, timeline, unit)
    step = size * 1.4
    if not timeline.position and box.h >= step and canvas.measure(_NOTHING, size) <= box.w:
        canvas.text((box.x, box.bottom - step / 2), _NOTHING, size, theme.muted)
    y = box.bottom - step / 2
    for index in range(timeline.position - 1, -1, -1):
        event = timeline.events[index]
        color = theme.text if event.grain or index == timeline.position - 1 else theme.muted
        rows = _log_rows(canvas, box, event, size, unit)
        if y - (len(rows) - 1) * step < box.y + step / 2 - 1:
            if index == timeline.position - 1:  # of a longer one the beginning
                shown = rows[:max(1, int(box.h / step))]
                if len(shown) < len(rows):
                    shown[-1] = going_on(canvas, shown[-1], box.w - _shift(event, unit), size)
                for number, row in enumerate(shown):
                    canvas.text((box.x + _shift(event, unit), box.y + (number + 0.5) * step), row, size, color)
            return
        for row in reversed(rows):
            canvas.text((box.x + _shift(event, unit), y), row, size, color)
            y -= step


def _log_size(canvas: Canvas, box: Rect, timeline: Timeline[State], unit: float) -> float:
    """Smaller where the last event would not be whole."""
    event = timeline.event
    return next((size for size in (13 * unit, SMALLEST * unit)
                 if event is None or len(_log_rows(canvas, box, event, size, unit)) * size * 1.4 <= box.h + 1),
                SMALLEST * unit)


def _shift(event: Event, unit: float) -> float:
    return 12 * unit * (2 - min(2, event.grain))


def _log_rows(canvas: Canvas, box: Rect, event: Event, size: float, unit: float) -> list[str]:
    return wrap_text(canvas, event.sentence(), box.w - _shift(event, unit), size)
