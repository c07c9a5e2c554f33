"""The trail as a row of chips: literals arrive at its end, a jump back is an arrow along it, what is undone leaves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, Same, fit_text, point_on
from visualizer.canvas.strokes import draw_head
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.hero import hero_colors
from visualizer.families.satisfiability.numbers import group_of
from visualizer.families.satisfiability.panels import CLASH, chip_width
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links

_ARROW = 2 / 3  # of the time of a jump; then the literals leave
_CHIP = 22.0  # points
_STEP = 1.6  # chips' heights from row to row: an arrow has room below


class Chip(NamedTuple):
    """Entries of the trail, from one index to another, that stand as one: an entry, a level, or several levels."""

    first: int
    end: int
    text: str
    decided: bool


class _Row(NamedTuple):
    """What is shown: the entries, how many of them are on the trail still, the chips, and those with a place."""

    entries: Sequence[Entry]
    kept: int
    placed: list[tuple[Chip, Rect]]


def draw_trail(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links,
               before: SatState | None = None, t: float = 1.0, own: int | None = None) -> None:
    """The trail; decisions have a Δ, what is given is "assumed". Where it is long, levels that lie behind are a chip
    each. ``before`` tells what is new; from ``own`` on entries are framed. What has been undone stays as an outline
    until the search goes on. Where a jump will lead is not told before it comes: that may be asked."""
    entries, kept = _entries(state)
    if not entries:
        canvas.text((box.x, box.y + 12 * unit), "M = ∅: nothing is assigned", 14 * unit, theme.muted)
        return
    split = entries[kept - 1].level if 0 < kept < len(entries) else entries[-1].level - 1
    row = _Row(entries, kept, _placed(canvas, box, state, entries, unit, links, split))
    arrived = len(before.trail) if before is not None and before.trail == state.trail[: len(before.trail)] else None
    for chip, place in row.placed:
        lit = any(links.lit(entry.literal) for entry in entries[chip.first : chip.end])
        lit = lit or (own is not None and chip.end > own)
        part, at = 1.0, place
        if chip.first >= kept:
            part, lit = _left(chip.first - kept, len(entries) - kept, before, t), False
        elif arrived is not None and chip.first >= arrived:
            at = Rect(place.x, place.y + (1 - t) * 12 * unit, place.w, place.h)
        _draw_chip(canvas, at, chip, state, entries[chip.first:chip.end], theme, part, links, lit=lit)
        if chip.first < kept and chip.end == chip.first + 1:
            links.drawn(entries[chip.first].literal, place)
    _draw_way_back(canvas, row, state, theme, unit, before, t)


def _entries(state: SatState) -> tuple[Sequence[Entry], int]:
    """What is shown, and how many of them are on the trail: those undone stay until something comes in their place."""
    jump = state.jump
    if jump is None or len(state.trail) > jump.kept:
        return state.trail, len(state.trail)
    return (*state.trail, *jump.gone), len(state.trail)


def _left(index: int, count: int, before: SatState | None, t: float) -> float:
    """How much is left of one of the literals that leave, the last one first: 0 when they have left."""
    if before is None or before.jump is not None or t >= 1:
        return 0.0
    begins = _ARROW + (1 - _ARROW) * (count - 1 - index) / count
    return 1 - max(0.0, min(1.0, (t - begins) * count / (1 - _ARROW)))


# --- chips -----------------------------------------------------------------------------------------------------------


_last: list[tuple[object, list[tuple[Chip, Rect]]]] = []  # of the frame before: a transition asks in each of its own


def _placed(canvas: Canvas, box: Rect, state: SatState, entries: Sequence[Entry], unit: float, links: Links,
            split: int) -> list[tuple[Chip, Rect]]:
    """The chips of the trail, with their places."""
    key = type(canvas), box, unit, split, links.pointed, Same(state.form), state.clash, list(entries)
    if not _last or _last[0][0] != key:
        _last[:] = [(key, _place(canvas, box, state, entries, unit, links, split))]
    return _last[0][1]


def _place(canvas: Canvas, box: Rect, state: SatState, entries: Sequence[Entry], unit: float, links: Links,
           split: int) -> list[tuple[Chip, Rect]]:
    """The first way to show the trail for which there is room: each entry; a chip for each level but the last ones; a
    chip for all levels up to ``split``, or but the last one; or the end of the trail, from what is pointed at."""
    whole = [_single(state, entries, index) for index in range(len(entries))]
    if len(placed := _flow(canvas, box, whole, unit)) == len(whole):
        return placed
    levels = sorted({entry.level for entry in entries})
    pointed = {entry.level for entry in entries if links.lit(entry.literal)}
    low = {level for level in levels if level <= split}
    for single, gathered in ((levels[-2:], set()), (levels[-1:], set()), ([], set()), (levels[-1:], low), ([], low),
                             ([], set(levels[:-1]))):
        chips = _by_level(whole, state, entries, {*single} | pointed, gathered - pointed)
        if len(placed := _flow(canvas, box, chips, unit)) == len(chips):
            return placed
    first = next((index for index, entry in enumerate(entries) if links.lit(entry.literal)), len(whole))
    while first and len(_flow(canvas, box, whole[first - 1 :], unit)) == len(whole) - first + 1:
        first -= 1
    return _flow(canvas, box, whole[first:], unit)


def _single(state: SatState, entries: Sequence[Entry], index: int) -> Chip:
    entry = entries[index]
    return Chip(index, index + 1, shown(state, entry), entry.decided and not entry.assumed)


def _by_level(whole: Sequence[Chip], state: SatState, entries: Sequence[Entry], single: set[int], gathered: set[int],
              ) -> list[Chip]:
    """A chip for each level, with how many literals follow from its decision; of a ``single`` one for each entry, as in
    the ``whole``; for ``gathered`` ones side by side one for all."""
    groups: list[list[int]] = []
    for index, entry in enumerate(entries):
        level = entries[groups[-1][-1]].level if groups else -1
        if level >= 0 and entry.level not in single and (level == entry.level or {level, entry.level} <= gathered):
            groups[-1].append(index)
        else:
            groups.append([index])
    return [whole[group[0]] if len(group) == 1 else _group(state, entries, group) for group in groups]


def _group(state: SatState, entries: Sequence[Entry], group: Sequence[int]) -> Chip:
    first, last = entries[group[0]], entries[group[-1]]
    if first.level != last.level:
        return Chip(group[0], group[-1] + 1, f"levels {first.level}–{last.level}: {len(group)}", False)
    if not first.decided:
        return Chip(group[0], group[-1] + 1, f"level {first.level}: {counted(len(group), 'literal')}", False)
    return Chip(group[0], group[-1] + 1, f"{shown(state, first)} + {len(group) - 1}", not first.assumed)


def _flow(canvas: Canvas, box: Rect, chips: Sequence[Chip], unit: float) -> list[tuple[Chip, Rect]]:
    """As many of the chips, from the first one, as have room in rows."""
    height = _CHIP * unit
    placed: list[tuple[Chip, Rect]] = []
    x, y = box.x, box.y
    for chip in chips:
        width = chip_width(canvas, chip.text, height)
        if x + width > box.right and x > box.x:
            x, y = box.x, y + height * _STEP
        if y + height > box.bottom + 1:
            break
        placed.append((chip, Rect(x, y, min(width, box.w), height)))
        x += width + height * 0.2
    return placed


def _draw_chip(canvas: Canvas, place: Rect, chip: Chip, state: SatState, entries: Sequence[Entry], theme: Theme,
               part: float, links: Links, *, lit: bool = False) -> None:
    """One chip; of one that leaves, a part is left: at last only its outline."""
    entry, sign = entries[0], max(chip.text.rfind(": "), chip.text.rfind(" + "))
    counts = [] if len(entries) == 1 or part < 1 else [
        group_of(state, entries[" + " in chip.text:], f"literals {'after' if ' + ' in chip.text else 'of'} "
                 f"{chip.text[:max(0, sign)]}")]
    both = state.both(entry.literal) and chip.end == chip.first + 1
    own = hero_colors(state, entry.literal, theme) if chip.end == chip.first + 1 else None
    ground, ink = ((theme.mine, theme.on_mine) if both else own if own is not None
                   else (theme.constraint, theme.on_constraint) if chip.decided else (theme.raised, theme.text))
    radius = place.h * (0.1 if chip.decided else 0.35)
    fill = mix(theme.panel, ground, part) if part else None
    canvas.rect(place, fill, theme.accent if lit else theme.edge, 3 if lit else 1, radius)
    size = max(SMALLEST, place.h * 0.6)
    written = chip.text if part else chip.text.replace(f" Δ{entry.level}", "")  # no decision any more
    text = fit_text(canvas, written, place.w - place.h * 0.3, size, "bold")
    links.write(canvas, place.center, text, size, mix(theme.muted, ink, part), "center", "bold", numbers=counts,
                behind=max(0, sign))


def shown(state: SatState, entry: Entry) -> str:
    """An entry as it is written."""
    how = " assumed" if entry.assumed else f" Δ{entry.level}" if entry.decided else ""
    return f"{entry.literal}{how}{f' {CLASH}' if state.both(entry.literal) else ''}"


# --- the way back ----------------------------------------------------------------------------------------------------


def _draw_way_back(canvas: Canvas, row: _Row, state: SatState, theme: Theme, unit: float, before: SatState | None,
                   t: float) -> None:
    """The arrow of the jump that was made last, which grows first."""
    grown = min(1.0, t / _ARROW) if before is not None and before.jump != state.jump else 1.0
    leaving = [place for chip, place in reversed(row.placed) if chip.first >= row.kept]
    if leaving:
        _draw_arrow(canvas, _below(leaving, row.placed[0][1].x + 5 * unit, 8 * unit), theme, unit, grown)


def _below(places: Sequence[Rect], left: float, drop: float) -> list[list[Point]]:
    """The way of the arrow: below what leaves, from the end of the trail back, a stroke for each of its rows, and up at
    its end, where its head has room."""
    rows = [list(row) for _, row in groupby(places, key=lambda place: place.y)]
    ways = [[(row[0].right, row[0].bottom + drop), (max(left, row[-1].x - drop * 0.3), row[0].bottom + drop)]
            for row in rows]
    start = places[0].center[0]
    ways[0][:1] = [(start, places[0].bottom), (start, places[0].bottom + drop)]
    ways[-1].append((ways[-1][-1][0], places[-1].bottom - drop * 0.5))
    return ways


def _draw_arrow(canvas: Canvas, ways: Sequence[Sequence[Point]], theme: Theme, unit: float, grown: float) -> None:
    """As much of an arrow as has grown, stroke by stroke."""
    parts = [part for way in ways for part in pairwise(way)]
    room = grown * sum(_length(*part) for part in parts)
    last = parts[0][0], parts[0][0]
    for a, b in parts:
        if room <= 0:
            break
        part = min(1.0, room / max(_length(a, b), 1e-9))
        last = a, point_on(a, b, part)
        canvas.line(*last, theme.accent, 2.5 * unit)
        room -= _length(a, b)
    draw_head(canvas, *last, theme.accent, 9 * unit)


def _length(a: Point, b: Point) -> float:
    return abs(b[0] - a[0]) + abs(b[1] - a[1])
