"""The legend of a comparison: what rings and marks on its boards mean, or what each run knows of a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, Sign
from visualizer.runs.states import State
from visualizer.stage.compare_gains import unlike
from visualizer.stage.compare_totals import Rows
from visualizer.stage.stage import panel


class _Key(NamedTuple):
    """What a sign means: how it is drawn, and words for it, the longest first."""

    draw: Callable[[Canvas, Rect, Theme], None]
    texts: Sequence[str]
    ink: str = "text"


def draw_legend(canvas: Canvas, box: Rect, known: Sequence[str] | None, marked: bool, differing: bool,
                signs: Sequence[Sign], theme: Theme, unit: float) -> None:
    """What the frames, brackets and signs on the boards mean; instead, of a place that is pointed at, what each run
    knows (``known``). One line, or in a higher box several."""
    size = 14 * unit
    high = box.h > 40 * unit
    if high:
        box = panel(canvas, box, theme, unit)
    if known is not None:
        rows = wrap_text(canvas, "\n".join(known) if high else "   ·   ".join(known), box.w, size)
        _write_rows(canvas, box, rows, size, theme.text)
        return
    said = ("ringed: what the run before it misses, or has otherwise (before the first: the last)",
            "ringed: the run before misses it") if differing else (
            "a ring: what the run before it misses; now all have inferred the same", "all have inferred the same")
    keys = [_Key(_draw_ring, said), *(_Key(sign.draw, (sign.text, sign.brief)) for sign in signs)]
    keys = [_Key(draw_mark, ("the lesson points here",), "muted"), *keys] if marked else keys
    (_draw_column if high else _draw_line)(canvas, box, keys, theme, unit)


def _draw_ring(canvas: Canvas, box: Rect, theme: Theme) -> None:
    canvas.rect(box, None, unlike(theme), box.w * 0.1875, box.w * 0.125)


def _draw_line(canvas: Canvas, box: Rect, keys: Sequence[_Key], theme: Theme, unit: float) -> None:
    """Beside each other, in as many words as there is room for; the last ones are left out where there is none."""
    size, icon, gap = 14 * unit, 16 * unit, 26 * unit

    def wide(texts: Sequence[str]) -> float:
        return sum(2 * gap + canvas.measure(text, size) for text in texts) - gap + 4 * unit

    long, short = ([key.texts[level] for key in keys] for level in (0, -1))
    texts = next((texts for texts in (long, [*short[:-1], long[-1]]) if wide(texts) <= box.w), short)
    x, y = box.x + 4 * unit, box.center[1]
    for number, (key, text) in enumerate(zip(keys, texts, strict=True)):
        room = Rect(x + gap, y - size, box.right - x - gap, 20 * unit)
        if number and canvas.measure(text, size) > room.w:
            return
        key.draw(canvas, Rect(x, y - icon / 2, icon, icon), theme)
        _write_rows(canvas, room, wrap_text(canvas, text, room.w, size), size, getattr(theme, key.ink))
        x += 2 * gap + canvas.measure(text, size)


def _draw_column(canvas: Canvas, box: Rect, keys: Sequence[_Key], theme: Theme, unit: float) -> None:
    """Below each other, with room left for what comes below."""
    size, icon, step = 14 * unit, 16 * unit, 26 * unit
    x, y = box.x + 4 * unit, box.y + 10 * unit
    for left, key in zip(reversed(range(len(keys))), keys, strict=True):
        room = Rect(x + 26 * unit, y - size, box.right - x - 26 * unit, box.bottom - y + size - left * step)
        if key is not keys[0] and room.h < 1.4 * size:
            return
        wrapped = [wrap_text(canvas, text, room.w, size) for text in key.texts]
        rows = next((rows for rows in wrapped if len(rows) <= room.h / (1.4 * size)), wrapped[-1])
        key.draw(canvas, Rect(x, y - icon / 2, icon, icon), theme)
        _write_rows(canvas, room, rows, size, getattr(theme, key.ink))
        y += step + (len(rows) - 1) * 1.4 * size


def _write_rows(canvas: Canvas, box: Rect, rows: list[str], size: float, ink: Color) -> None:
    """Lines from the top; as many as there is room for, the last of which may be cut."""
    most = max(1, int(box.h / (1.4 * size)))
    if len(rows) > most and size > SMALLEST:
        _write_rows(canvas, box, wrap_text(canvas, " ".join(rows), box.w, SMALLEST), SMALLEST, ink)
        return
    if len(rows) > most:
        rows = [*rows[: most - 1], fit_text(canvas, " ".join(rows[most - 1 :]), box.w, size)]
    for index, row in enumerate(rows):
        canvas.text((box.x, box.y + (1 + index * 1.4) * size), row, size, ink)


def known_of(rows: Rows, place: str | None) -> list[str] | None:
    """What each run knows of a variable; None where that is none of theirs."""
    if place is None or any(place not in timeline.state.domains for _, timeline in rows):
        return None
    return [f"{run.label}: {place} is {' or '.join(map(str, timeline.state.domains[place])) or 'without a value'}"
            for run, timeline in rows]


def signs_on(boards: Iterable[tuple[Board, State]]) -> list[Sign]:
    """The signs on boards in such states that are to be explained, each once."""
    return list(dict.fromkeys(sign for board, state in boards for sign in board.signs(state)))
