"""The head above each board of a comparison: its run, what happened last in that, what the run before it misses."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.runs.lazy_form import size_of
from visualizer.stage.compare_gains import unlike
from visualizer.stage.compare_totals import Rows, begun, draw_number, ended, outcome_of

_TEXT, _LEAST_TEXT = 14.0, 12.0  # sizes of what a head says


def draw_head(canvas: Canvas, box: Rect, index: int, rows: Rows, gains: Sequence[str], theme: Theme,
              unit: float) -> None:
    """The run's number and name, its algorithm where there is room, whether it has ended, and what happened last in
    it: beside the name where the head is low, else below it; at the right, how much the run before it misses."""
    run, timeline = rows[index]
    size, over = _TEXT * unit, begun(rows) and ended(timeline)
    sentence = "nothing to do" if over else "not started"
    if timeline.event is not None:
        sentence = timeline.event.sentence()
    elif timeline.state.form is not None:
        sentence = f"{sentence}: {size_of(timeline.state.form)}"
    top, below = box.split_top(22 * unit)
    y = top.center[1]
    draw_number(canvas, (top.x + 9 * unit, y), index + 1, theme, unit)
    top = top.split_left(26 * unit)[1]
    low = below.h < 13 * unit
    if gains and top.w > 200 * unit:
        known = all(name in timeline.state.inferred for name in gains)
        brief = f"+{len(gains):,}" if known else f"{len(gains):,}"
        said = f"{brief}, missed by" if known else f"{brief} unlike"
        # all heads alike, so that the longest name gives way
        room = top.w - max(canvas.measure(one.label, 14 * unit, "bold") for one, _ in rows) - 60 * unit
        said = said if canvas.measure(said, 13 * unit, "bold") <= room else brief
        top = _draw_gain(canvas, top, said, index or len(rows), theme, unit)
    wide = top.w * (0.45 if low else 1)
    wide = min(top.w, max(wide, canvas.measure(run.label, 12 * unit, "bold") + 1))  # what happened gives way to it
    large = next((size for size in (17 * unit, 15 * unit, 14 * unit, 13 * unit)
                  if canvas.measure(run.label, size, "bold") <= wide), 12 * unit)
    name = fit_text(canvas, run.label, wide, large, "bold")
    room = top.w - canvas.measure(name, large, "bold") - 12 * unit
    ends = (f"ended: {outcome_of(timeline)}", "ended") if over and not gains else ()
    end = next((text for text in ends if canvas.measure(text, 13 * unit, "bold") <= room), "")
    if end:
        canvas.text((top.right, y), end, 13 * unit, theme.muted, "right", "bold")
        top = top.split_right(canvas.measure(end, 13 * unit, "bold") + 10 * unit)[0]
    canvas.text((top.x, y), name, large, theme.text, "left", "bold")
    beside = top.split_left(canvas.measure(name, large, "bold") + 12 * unit)[1]
    if low:
        _draw_sentence(canvas, beside, sentence, theme, unit, outcome_of(timeline) if over else "")
        return
    if canvas.measure(run.algorithm.title, size) <= beside.w and run.algorithm.title != run.label:
        canvas.text((beside.x, y), run.algorithm.title, size, theme.muted)
    _draw_sentence(canvas, below, sentence, theme, unit)


def _draw_gain(canvas: Canvas, box: Rect, text: str, other: int, theme: Theme, unit: float) -> Rect:
    """How many places are ringed, and for which other run; returns the room at the left."""
    size = 13 * unit
    rest, box = box.split_right(canvas.measure(text, size, "bold") + 46 * unit, 10 * unit)
    y = box.center[1]
    canvas.rect(Rect(box.x, y - 7 * unit, 14 * unit, 14 * unit), None, unlike(theme), 3 * unit, 2 * unit)
    canvas.text((box.x + 20 * unit, y), text, size, theme.muted, "left", "bold")
    draw_number(canvas, (box.right - 9 * unit, y), other, theme, unit)
    return rest


def _draw_sentence(canvas: Canvas, box: Rect, text: str, theme: Theme, unit: float, brief: str = "") -> None:
    """As large as all of it fits; what can be left out, where even small text is too long, or ``brief``."""
    size = _TEXT * unit
    rows = wrap_text(canvas, text, box.w, size)
    while size > _LEAST_TEXT * unit and len(rows) * 1.22 * size > box.h:
        size -= 0.5 * unit
        rows = wrap_text(canvas, text, box.w, size)
    most = max(1, int(box.h / (1.22 * size)))
    if len(rows) > most or (most == 1 and rows[0].endswith("…")):
        rows = few_text(canvas, text, box.w, size, lines=most)
        if brief and most == 1 and rows[0].endswith("…"):  # the first words of a sentence say another thing
            rows = [brief if canvas.measure(brief, size) <= box.w else ""]
    top = box.y if box.h > 30 * unit else box.center[1] - len(rows) * 0.61 * size
    for index, row in enumerate(rows):
        canvas.text((box.x, top + (index + 0.5) * 1.22 * size), row, size, theme.text)
