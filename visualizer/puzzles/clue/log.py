"""The log beside the notepad: a numbered line for each suggestion and accusation, as short as one would type it."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.puzzle import Clue
from visualizer.canvas.metrics import text_width
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.puzzles.clue.look import Lights
from visualizer.puzzles.roles import PLAIN

_HEAD, _FOOT = 1.5, 1.8  # rows above and below the lines; below is room to type one
_MOST_STEP, _LEAST_STEP = 1.15, 0.62  # the height of a line, in rows of the notepad
_LEAST_LINE = SMALLEST  # pixels: with less, lines lie on one another
_USUAL = "sc: pe ca lo → wh lo"  # a line as most are


def least_width(row: float) -> float:
    """Of a log whose lines can be read, beside rows of that height."""
    return row * 1.9 + text_width(_USUAL, SMALLEST, "mono")


def log_places(box: Rect, row: float, lines: int, show: int | None = None, top: int | None = None) -> dict[str, Rect]:
    """Where the lines are drawn, by name; where not all have room the last ones, or those from ``top`` on, moved as
    little as brings ``show`` into view; both from 0."""
    if box.w <= 0 or not lines:
        return {}
    room = box.h - row * (_HEAD + _FOOT)
    step = max(row * _LEAST_STEP, _LEAST_LINE, min(row * _MOST_STEP, room / lines))
    shown = min(lines, int(room / step))
    first = lines - shown if top is None else min(top, lines - shown)
    if show is not None:
        show = min(show, lines - 1)
        first = max(show - shown + 1, min(show, first))
    y = box.y + row * _HEAD
    return {f"line {number}": Rect(box.x, y + index * step, box.w, step)
            for index, number in enumerate(range(first + 1, first + shown + 1))}


def short(line: LogLine) -> tuple[str, str]:
    """A line in two parts, as one may type it: who suggested what, and what came of it."""
    cards = " ".join(line.cards)
    if line.accuse is not None:
        return f"{line.accuse} accuses {cards}", "right" if line.correct else "wrong"
    if line.refute == NOBODY:
        return f"{line.suggest}: {cards}", "nobody"
    return f"{line.suggest}: {cards}", f"{line.refute} {line.shown or '?'}"


def draw_log_lines(canvas: Canvas, box: Rect, row: float, clue: Clue, places: Mapping[str, Rect], lights: Lights,
                   theme: Theme) -> None:
    """The lines that have a place, those lit on a ground of their own."""
    if box.w <= 0:
        return
    canvas.text((box.x, box.y + row * 0.5), "Log", max(SMALLEST, row * 0.7), theme.text, "left", "bold")
    hint = "nothing so far" if not clue.events else "who showed what"
    if len(places) < len(clue.events):
        numbers = [int(name.removeprefix("line ")) for name in places]
        hint = f"lines {numbers[0]} to {numbers[-1]} of {len(clue.events)}" if numbers else "no room"
    size = max(SMALLEST, row * 0.5)
    if canvas.measure(hint, size) <= box.w - row * 2:
        canvas.text((box.right, box.y + row * 0.55), hint, size, theme.muted, "right")
    for name, place in places.items():
        index = int(name.removeprefix("line ")) - 1
        role = lights.lines.get(index, PLAIN)
        ink = theme.text
        if role != PLAIN:
            canvas.rect(place.inset(0, 1), getattr(theme, role.fill), radius=row * 0.12)
            ink = getattr(theme, role.text)
        what, result = short(clue.events[index])
        size = min(row * 0.6, place.h * 0.74)
        result = f" → {result}"
        wide = row * 1.4 + canvas.measure(what, size, "mono") + canvas.measure(result, size, "mono") + row * 0.5
        size = max(SMALLEST, size * min(1.0, box.w / wide))
        y = place.center[1]
        canvas.text((place.x + row * 1.05, y), str(index + 1), size, ink, "right", "bold")
        canvas.text((place.x + row * 1.4, y), what, size, ink, "left", "mono")
        canvas.text((place.right - row * 0.2, y), result, size, ink, "right", "mono")
