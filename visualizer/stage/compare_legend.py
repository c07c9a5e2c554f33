"""The legend of a comparison: what rings and marks on its boards mean, or what each run knows of a place."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.stage.compare_gains import unlike
from visualizer.stage.compare_totals import Rows
from visualizer.stage.stage import panel


def draw_legend(canvas: Canvas, box: Rect, known: Sequence[str] | None, marked: bool, differing: bool, theme: Theme,
                unit: float) -> None:
    """What the frames and brackets on the boards mean; instead, of a place that is pointed at, what each run knows
    (``known``). One line, or in a higher box several."""
    size = 14 * unit
    high = box.h > 40 * unit
    if high:
        box = panel(canvas, box, theme, unit)
    if known is not None:
        rows = wrap_text(canvas, "\n".join(known) if high else "   ·   ".join(known), box.w, size)
        _write_rows(canvas, box, rows, size, theme)
        return
    icon, x = 16 * unit, box.x + 4 * unit
    y = box.y + 10 * unit if high else box.center[1]
    if marked:
        draw_mark(canvas, Rect(x, y - icon / 2, icon, icon), theme)
        text = "the lesson points here"
        canvas.text((x + 26 * unit, y), text, size, theme.muted)
        x, y = (x, y + 26 * unit) if high else (x + 26 * unit + canvas.measure(text, size) + 26 * unit, y)
    canvas.rect(Rect(x, y - icon / 2, icon, icon), None, unlike(theme), 3 * unit, 2 * unit)
    top = y - size  # the first line is beside the frame
    left = Rect(x + 26 * unit, top, box.right - x - 26 * unit, box.bottom - top if high else 20 * unit)
    said = "ringed: what the run before it misses, or has otherwise (before the first: the last)"
    said = said if differing else "a ring: what the run before it misses; now all have inferred the same"
    rows = wrap_text(canvas, said, left.w, size)
    if len(rows) > left.h / (1.4 * size):
        said = "ringed: the run before misses it" if differing else "all have inferred the same"
        rows = wrap_text(canvas, said, left.w, size)
    _write_rows(canvas, left, rows, size, theme)


def _write_rows(canvas: Canvas, box: Rect, rows: list[str], size: float, theme: Theme) -> None:
    """Lines from the top; as many as there is room for, the last of which may be cut."""
    most = max(1, int(box.h / (1.4 * size)))
    if len(rows) > most and size > SMALLEST:
        _write_rows(canvas, box, wrap_text(canvas, " ".join(rows), box.w, SMALLEST), SMALLEST, theme)
        return
    if len(rows) > most:
        rows = [*rows[: most - 1], fit_text(canvas, " ".join(rows[most - 1 :]), box.w, size)]
    for index, row in enumerate(rows):
        canvas.text((box.x, box.y + (1 + index * 1.4) * size), row, size, theme.text)


def known_of(rows: Rows, place: str | None) -> list[str] | None:
    """What each run knows of a variable; None where that is none of theirs."""
    if place is None or any(place not in timeline.state.domains for _, timeline in rows):
        return None
    return [f"{run.label}: {place} is {' or '.join(map(str, timeline.state.domains[place])) or 'without a value'}"
            for run, timeline in rows]
