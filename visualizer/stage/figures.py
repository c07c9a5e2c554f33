"""What runs come to over many seeds, as a picture: a bar for each median and each worst seed, and of how many of the
seeds one run counts less, or more, than another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scenarios.script.drawn import Figures
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme

ROW, WIDE = 21.0, 330.0  # points: from row to row, and how wide the picture wants to be
RIM = 16.0  # points above and below it, in a panel of its own
_HIGHEST, _WORDS = 2 * ROW, 0.5  # from row to row, where there is room, and the part of the width that words take then
_SIZE, _BAR = 2 / 3, 0.62  # the size of its words, and the height of a bar, in rows
_SHORTEST, _GAP = 50.0, 8.0  # points: what names leave to the bars, and what is beside them
_BARS = 0.25  # of the width: names before shorter bars rather stand above them, …
_LARGER = 1.25  # … and where all words are so many times larger then
_TIGHT = 1.15  # from line to line, in sizes of the words, at the least
_LEAST_SEED = 3.0  # pixels: narrower seeds are no longer told apart


class Row(NamedTuple):
    """What stands before it and behind it, and the part of its width that the bar has; ``seeds``: the bar is cut into
    so many, and hollow where it is not filled."""

    name: str
    part: float
    value: str
    seeds: int = 0


def rows_of(figures: Figures) -> list[Row]:
    """The medians and the most on one scale, from 0; then the shares of the seeds."""
    largest = max((*(figure for _, figure in (*figures.medians, *figures.most)), 0.0)) or 1.0
    found = [Row(name, figure / largest, _written(figure)) for name, figure in figures.medians]
    found += [Row(f"{name}, at most", figure / largest, _written(figure)) for name, figure in figures.most]
    found += [Row(f"{run} {sign} {than}", count / figures.seeds, f"{count} of {figures.seeds}", figures.seeds)
              for sign, shares in (("<", figures.fewer), (">", figures.more)) for run, than, count in shares]
    return found


def _written(figure: float) -> str:
    return f"{int(figure):,}" if figure == int(figure) else f"{figure:,}"


def height(figures: Figures, unit: float) -> float:
    """How high it is, with the line above it."""
    return (len(rows_of(figures)) + 1.2) * ROW * unit


def height_in(canvas: Canvas, room: Rect, figures: Figures, unit: float) -> float:
    """The same in a room as wide as that one, where long names may stand above their bars."""
    rows, usual = rows_of(figures), height(figures, unit)
    more = len(rows) * ROW * unit
    named = _way(canvas, room._replace(h=min(room.h, usual + more)), rows, unit).names
    return usual if named else usual + more


class _Way(NamedTuple):
    """The size of words, from line to line, and how wide names are; 0: they stand above their bars."""

    size: float
    step: float
    names: float


def _way(canvas: Canvas, room: Rect, rows: list[Row], unit: float) -> _Way:
    """Names before their bars, smaller where they are long; or above them, where bars would become short, or all words
    much smaller; as a last resort they are cut."""
    usual, least = ROW * _SIZE * unit, max(SMALLEST, SMALLEST * unit)
    step, low = (min(_HIGHEST * unit, room.h / (lines * len(rows) + 1.2)) for lines in (1, 2))
    longest, value = (max(canvas.measure(text, usual, "bold") for text in texts)
                      for texts in ([row.name for row in rows], [row.value for row in rows]))
    size = max(least, min(step * _SIZE, usual * max(1.0, _WORDS * room.w / (longest + value))))
    above = _Way(max(least, min(low * _SIZE, usual * room.w / longest)), low, 0.0)
    for shortest in (max(_SHORTEST * unit, _BARS * room.w), _SHORTEST * unit):
        before = _before(canvas, room.w - shortest, rows, (size, least), step, unit)
        if low >= least * _TIGHT and (before is None or before.size * _LARGER < above.size):
            return above
        if before is not None:
            return before
    values = max(canvas.measure(row.value, least, "bold") for row in rows)
    return _Way(least, step, room.w - values - (_SHORTEST + 2 * _GAP) * unit)


def _before(canvas: Canvas, wide: float, rows: list[Row], sizes: Sequence[float], step: float,
            unit: float) -> _Way | None:
    """Names before bars, in the first of the sizes in which they and the values are no wider than that."""
    for size in sizes:
        names, values = (max(canvas.measure(text, size, "bold") for text in texts)
                         for texts in ([row.name for row in rows], [row.value for row in rows]))
        if names + values + 2 * _GAP * unit <= wide:
            return _Way(size, step, names)
    return None


def draw_figures(canvas: Canvas, room: Rect, figures: Figures, theme: Theme, unit: float) -> None:
    """In the middle of the room's height, its rows as high as they fit."""
    rows = rows_of(figures)
    size, step, names = _way(canvas, room, rows, unit)
    each = 1 if names else 2
    y = room.y + (room.h - step * (each * len(rows) + 1)) / 2
    said = f"{figures.counter}, {figures.seeds} seeds" + ("; bars: medians" if figures.medians else "")
    high = size
    while high > SMALLEST and canvas.measure(said, high) > room.w:
        high = max(SMALLEST, high - 1)
    canvas.text((room.x, y + step / 2), fit_text(canvas, said, room.w, high), high, theme.muted)
    values = max(canvas.measure(row.value, size, "bold") for row in rows)
    bar = room.split_left(names + _GAP * unit if names else 0)[1].split_right(values + _GAP * unit)[0]
    for number, row in enumerate(rows):
        top = y + step * (1 + each * number)
        place = Rect(bar.x, top + step * (each - 1 + (1 - _BAR) / 2), bar.w, step * _BAR)
        name = fit_text(canvas, row.name, names or room.w, size, "bold")
        canvas.text((room.x, top + step / 2), name, size, theme.text, "left", "bold")
        end = _draw_bar(canvas, place, row, theme)
        canvas.text((end + _GAP / 2 * unit, place.center[1]), row.value, size, theme.text, "left", "bold")


def _draw_bar(canvas: Canvas, place: Rect, row: Row, theme: Theme) -> float:
    """Where it ends."""
    full = place._replace(w=max(1.0, place.w * row.part))
    if not row.seeds:
        canvas.rect(full, theme.accent)
        return full.right
    canvas.rect(place, None, theme.muted, 1)
    if row.part:
        canvas.rect(full, theme.accent)
    wide = place.w / row.seeds
    for seed in range(1, row.seeds) if wide >= _LEAST_SEED else ():
        x = place.x + wide * seed
        canvas.line((x, place.y), (x, place.bottom), theme.panel if seed < row.part * row.seeds else theme.muted, 1)
    return place.right
