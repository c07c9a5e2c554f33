"""The list beside the cards: chapters of the course, or topics, each with what there is below it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.widgets.ui import Ui

WIDTH = 236.0  # at unit 1
LEAST_ROW = 20.0  # the height of a row: lower ones could not be read
_MOST_ROW = 34.0


@dataclass(frozen=True)
class Entry:
    """What stands beside a heading's name: how many lessons there are, or how many of them were seen."""

    count: str
    done: bool = False


def draw_list(ui: Ui, canvas: Canvas, box: Rect, entries: Mapping[str, Entry], here: str | None,
              go_to: Callable[[str], None], enter: Callable[[str], None], theme: Theme, unit: float) -> None:
    """The headings; a click or the arrow keys go to one, Return enters it."""
    names = list(entries)
    row = min(_MOST_ROW * unit, box.h / len(names))
    size = min(14 * unit, row * 0.62)

    def press(_x: float, y: float, _button: int) -> None:
        go_to(names[max(0, min(len(names) - 1, int((y - box.y) / row)))])

    def key(name: str, _shift: bool, ctrl: bool) -> bool:
        at = names.index(here) if here in names else 0
        moves = {"up": at - 1, "down": at + 1, "home": 0, "end": len(names) - 1}
        if ctrl or name not in (*moves, "return", "space"):
            return False
        if name in moves:
            go_to(names[max(0, min(len(names) - 1, moves[name]))])
        else:
            enter(names[at])
        return True

    ui.area("topics", Rect(box.x, box.y, box.w, row * len(names)), press=press, key=key, focusable=True)
    for index, name in enumerate(names):
        place = Rect(box.x, box.y + index * row, box.w, row)
        if name == here:
            canvas.rect(place.inset(0, 1), theme.raised, radius=6 * unit)
            canvas.rect(Rect(place.x, place.y + 4 * unit, 3 * unit, row - 8 * unit), theme.accent, radius=unit)
        elif ui.hovered("topics") and place.contains(*ui.pointer):
            canvas.rect(place.inset(0, 1), mix(theme.background, theme.raised, 0.5), radius=6 * unit)
        entry = entries[name]
        canvas.text((place.right - 10 * unit, place.center[1]), entry.count, size,
                    theme.good if entry.done else theme.muted, "right")
        room = place.w - 30 * unit - canvas.measure(entry.count, size)
        canvas.text((place.x + 12 * unit, place.center[1]), fit_text(canvas, short(name), room, size), size,
                    theme.text if name == here else theme.muted)


def short(name: str) -> str:
    """Without what stands in parentheses: that is in the heading above the cards."""
    return re.sub(r" \([^)]*\)", "", name)
