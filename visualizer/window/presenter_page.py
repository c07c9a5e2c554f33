"""The picture of the presenter's window: notes, what the class reads, what comes next, the answer, the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.briefing import Briefing, Reply
from visualizer.widgets.ui import Ui

_LINE = 1.35
_NOTE, _READ, _SMALL = 26.0, 19.0, 15.0  # sizes of texts at unit 1, where there is room
_SHRINK = 0.92


@dataclass(frozen=True)
class Hour:
    """What the clock says, and the minutes since the lesson was opened."""

    clock: str
    gone: int


@dataclass(frozen=True)
class Knob:
    """A button of the page."""

    name: str
    label: str
    do: Callable[[], None]
    tip: str
    on: bool = False
    enabled: bool = True


def draw_page(ui: Ui | None, canvas: Canvas, box: Rect, told: Briefing, hour: Hour, knobs: Sequence[Knob], theme: Theme,
              unit: float) -> None:
    """All of it; without a ``ui`` there are no buttons."""
    canvas.rect(box, theme.background)
    pad = 12 * unit
    inner = box.inset(pad)
    head, rest = inner.split_top(44 * unit, pad)
    _draw_head(canvas, head, told, hour, theme, unit)
    if ui is not None:
        row, rest = rest.split_top(36 * unit, pad)
        _draw_knobs(ui, row, knobs, unit)
    if told.cueless and not told.said:
        _panel(canvas, rest, told.place, told.cueless, theme, unit, _NOTE, dim=True)
        return
    if rest.w > 1.1 * rest.h:
        left, right = rest.split_left(rest.w * (0.45 if told.prompt else 0.55), pad)
    else:
        left, right = rest.split_top(rest.h * 0.5, pad)
    note, said = left.split_top(left.h * (0.62 if told.note else 0.18), pad)
    noted = told.note or told.cueless or "This cue has no note."
    _panel(canvas, note, "Note", noted, theme, unit, _NOTE, dim=not told.note)
    _panel(canvas, said, "The class reads", told.said or "–", theme, unit, _READ)
    if told.prompt:
        asked, right = right.split_top(right.h * 0.75, pad)
        _draw_question(canvas, asked, told, theme, unit)
    coming = "\n".join(filter(None, (told.coming, told.coming_note and f"Note: {told.coming_note}")))
    _panel(canvas, right, "Next", coming or told.cueless or "This is the last cue.", theme, unit, _READ, dim=not coming)


def _draw_head(canvas: Canvas, box: Rect, told: Briefing, hour: Hour, theme: Theme, unit: float) -> None:
    """The clock, the minutes with a bar, which cue this is, and the title."""
    size = 24 * unit
    x = box.x
    canvas.text((x, box.center[1]), hour.clock, size, theme.text, "left", "bold")
    x += canvas.measure(hour.clock, size, "bold") + 20 * unit
    late = bool(told.planned) and hour.gone > told.planned
    text = f"{hour.gone} of {told.planned} min" if told.planned else f"{hour.gone} min"
    small = max(SMALLEST, 17 * unit)
    canvas.text((x, box.y + 14 * unit), text, small, theme.bad if late else theme.text, "left", "bold")
    wide = max(canvas.measure(text, small, "bold"), 120 * unit)
    bar = Rect(x, box.y + 30 * unit, wide, 7 * unit)
    canvas.rect(bar, mix(theme.panel, theme.muted, 0.35), radius=bar.h / 2)
    share = min(1.0, hour.gone / told.planned) if told.planned else 0.0
    if share:
        canvas.rect(Rect(bar.x, bar.y, max(bar.h, bar.w * share), bar.h), theme.bad if late else theme.accent,
                    radius=bar.h / 2)
    x += wide + 24 * unit
    canvas.text((x, box.center[1]), told.place, small, theme.accent, "left", "bold")
    x += canvas.measure(told.place, small, "bold") + 20 * unit
    for at, line in enumerate(wrap_text(canvas, told.title, max(1.0, box.right - x), small)[:2]):
        canvas.text((x, box.y + (12 + 21 * at) * unit), line, small, theme.muted)


def _draw_knobs(ui: Ui, row: Rect, knobs: Sequence[Knob], unit: float) -> None:
    wide = min(190 * unit, (row.w - 8 * unit * (len(knobs) - 1)) / max(1, len(knobs)))
    for knob in knobs:
        place, row = row.split_left(wide, 8 * unit)
        ui.button(f"presenter-{knob.name}", place, knob.label, knob.do, on=knob.on, enabled=knob.enabled, tip=knob.tip)


def _panel(canvas: Canvas, box: Rect, heading: str, text: str, theme: Theme, unit: float, size: float, *,
           dim: bool = False) -> None:
    """A heading and a text, as large as there is room for, but never below what can be read."""
    canvas.rect(box, theme.panel, theme.edge, 1, 8 * unit)
    inner = box.inset(12 * unit, 8 * unit)
    head, rest = inner.split_top(max(SMALLEST, 14 * unit) * 1.4, 4 * unit)
    canvas.text((head.x, head.center[1]), heading, max(SMALLEST, 14 * unit), theme.accent, "left", "bold")
    _write(canvas, rest, text, size * unit, theme.muted if dim else theme.text)


def _write(canvas: Canvas, box: Rect, text: str, size: float, ink: tuple[int, int, int]) -> float:
    """Writes lines from the top, smaller until all fit; returns how high they are. What is too long at the smallest
    size is cut at the end, in the words of where the rest is."""
    size = max(float(SMALLEST), size)
    while True:
        rows = [row for part in text.split("\n") for row in wrap_text(canvas, part, box.w, size)]
        if len(rows) * size * _LINE <= box.h or size <= SMALLEST:
            break
        size = max(float(SMALLEST), size * _SHRINK)
    fit = max(0, int(box.h / (size * _LINE)))
    if len(rows) > fit > 0:
        rows = [*rows[:fit - 1], "(more in the file: make this window larger)"]
    with canvas.clip(box):
        for at, row in enumerate(rows[:fit]):
            canvas.text((box.x, box.y + (at + 0.5) * size * _LINE), row, size, ink)
    return len(rows) * size * _LINE


def _draw_question(canvas: Canvas, box: Rect, told: Briefing, theme: Theme, unit: float) -> None:
    """The question, its answers, why each wrong one is, and the hands raised."""
    canvas.rect(box, theme.panel, theme.accent, 2 * unit, 8 * unit)
    inner = box.inset(12 * unit, 8 * unit)
    head, rest = inner.split_top(max(SMALLEST, 14 * unit) * 1.4, 4 * unit)
    canvas.text((head.x, head.center[1]), "Asked now: only you see the answer", max(SMALLEST, 14 * unit), theme.accent,
                "left", "bold")
    top = rest.split_top(rest.h * 0.25)[0]
    rest = rest.split_top(_write(canvas, top, told.prompt, 18 * unit, theme.text), 6 * unit)[1]
    for text, rows, ink in ((told.earlier, 1, theme.muted), (told.state, 2, theme.accent)):
        if text:
            rest, foot = rest.split_bottom(max(SMALLEST, _SMALL * unit) * _LINE * rows, 4 * unit)
            _write(canvas, foot, text, _SMALL * unit, ink)
    size = max(float(SMALLEST), _SMALL * unit)
    while size > SMALLEST and sum(_height(canvas, rest.w, reply, size) for reply in told.replies) > rest.h:
        size = max(float(SMALLEST), size * _SHRINK)
    for at, reply in enumerate(told.replies):
        place, rest = rest.split_top(_height(canvas, rest.w, reply, size))
        _draw_reply(canvas, place, at + 1, reply, theme, size)


def _height(canvas: Canvas, width: float, reply: Reply, size: float) -> float:
    """What a reply needs: a line, and why it is wrong."""
    return (1.3 + len(_why(canvas, width, reply, size))) * size * _LINE


def _why(canvas: Canvas, width: float, reply: Reply, size: float) -> Sequence[str]:
    return wrap_text(canvas, reply.why, width - 1.5 * size, size) if reply.why else ()


def _draw_reply(canvas: Canvas, box: Rect, number: int, reply: Reply, theme: Theme, size: float) -> None:
    x, y, pitch = box.x + 1.5 * size, box.y + 0.65 * size * _LINE, size * _LINE
    ink = theme.good if reply.right else theme.text
    canvas.text((box.x, y), "✓" if reply.right else str(number), size, ink, "left", "bold")
    canvas.text((x, y), reply.label, size, ink, "left", "bold")
    canvas.text((box.right, y), "   ".join(map(str, reply.hands)), size, theme.text, "right", "bold")
    with canvas.clip(box):
        for at, row in enumerate(_why(canvas, box.w, reply, size), 1):
            canvas.text((x, y + at * pitch), row, size, theme.muted)
