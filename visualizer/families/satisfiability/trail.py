"""The trail as a row of chips: literals arrive at its end, a jump back is an arrow along it, what is undone leaves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.panels import CLASH, chip_width
from visualizer.families.satisfiability.state import Entry, SatState
from visualizer.stage.links import Links

_ARROW = 2 / 3  # of the time of a jump; then the literals leave
_STEP = 1.6  # chips' heights from row to row: an arrow has room below


def draw_trail(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links,
               before: SatState | None = None, t: float = 1.0, target: int | None = None) -> None:
    """The trail; decisions have a Δ, what is given is "assumed". Where it is long, its end is shown, or what comes from
    the literal that is pointed at. ``before`` tells what is new; ``target`` is the level to which the search is about
    to jump. What has been undone stays as an outline until the search goes on."""
    entries, kept = _entries(state)
    if not entries:
        canvas.text((box.x, box.y + 12 * unit), "M = ∅: nothing is assigned", 14 * unit, theme.muted)
        return
    placed = _place(canvas, box, state, entries, unit, links)
    arrived = len(before.trail) if before is not None and before.trail == state.trail[: len(before.trail)] else None
    for index, chip in placed.items():
        entry = entries[index]
        if index >= kept:
            left = _left(index - kept, len(entries) - kept, before, t)
            _draw_entry(canvas, chip, state, entry, theme, left)
        else:
            part = t if arrived is not None and index >= arrived else 1.0
            moved = Rect(chip.x, chip.y + (1 - part) * 12 * unit, chip.w, chip.h)
            _draw_entry(canvas, moved, state, entry, theme, 1.0, lit=links.lit(entry.literal))
            links.drawn(entry.literal, chip)
    if kept < len(entries):
        grown = min(1.0, t / _ARROW) if before is not None and before.jump != state.jump else 1.0
        _draw_jump(canvas, placed, kept, len(entries) - 1, theme, unit, grown)
    elif target is not None:
        last = max((index for index, entry in enumerate(entries) if entry.level <= target), default=-1)
        _draw_jump(canvas, placed, last + 1, len(entries) - 1, theme, unit, 1.0)


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


def _place(canvas: Canvas, box: Rect, state: SatState, entries: Sequence[Entry], unit: float,
           links: Links) -> dict[int, Rect]:
    """The chips that are shown, by index, in rows."""
    height = 24 * unit
    widths = [chip_width(canvas, shown(state, entry), height) + height * 0.2 for entry in entries]
    rows = max(1, int((box.h + (_STEP - 1) * height) / (height * _STEP)))
    first, room = len(widths), box.w * rows * 0.94
    while first and room > widths[first - 1]:
        first -= 1
        room -= widths[first]
    first = min(first, next((index for index, entry in enumerate(entries) if links.lit(entry.literal)), first))
    placed: dict[int, Rect] = {}
    x, y = box.x, box.y
    for index in range(first, len(entries)):
        if x + widths[index] > box.right and x > box.x:
            x, y = box.x, y + height * _STEP
        if y + height > box.bottom + 1:
            break
        placed[index] = Rect(x, y, min(widths[index] - height * 0.2, box.w), height)
        x += widths[index]
    return placed


def _draw_entry(canvas: Canvas, chip: Rect, state: SatState, entry: Entry, theme: Theme, part: float, *,
                lit: bool = False) -> None:
    """One entry; of one that leaves, a part is left: at last only its outline."""
    ground, ink = ((theme.mine, theme.on_mine) if state.both(entry.literal) else (theme.constraint, theme.on_constraint)
                   if entry.decided and not entry.assumed else (theme.raised, theme.text))
    radius = chip.h * 0.1 if entry.decided and not entry.assumed else chip.h * 0.35
    fill = mix(theme.panel, ground, part) if part else None
    canvas.rect(chip, fill, theme.accent if lit else theme.edge, 3 if lit else 1, radius)
    size = max(SMALLEST, chip.h * 0.6)
    written = shown(state, entry) if part else entry.literal  # no decision any more
    text = fit_text(canvas, written, chip.w - chip.h * 0.3, size, "bold")
    canvas.text(chip.center, text, size, mix(theme.muted, ink, part), "center", "bold")


def shown(state: SatState, entry: Entry) -> str:
    """An entry as it is written."""
    how = " assumed" if entry.assumed else f" Δ{entry.level}" if entry.decided else ""
    return f"{entry.literal}{how}{f' {CLASH}' if state.both(entry.literal) else ''}"


def _draw_jump(canvas: Canvas, placed: dict[int, Rect], first: int, last: int, theme: Theme, unit: float,
               grown: float) -> None:
    """The arrow below the trail, from its end to where the search goes back: before the first literal that leaves."""
    way = _below(placed, first, last, 8 * unit)
    if len(way) < 2:
        return
    whole = sum(abs(b[0] - a[0]) + abs(b[1] - a[1]) for a, b in pairwise(way))
    room = whole * grown
    for a, b in pairwise(way):
        length = abs(b[0] - a[0]) + abs(b[1] - a[1])
        if room <= 0 or not length:
            break
        part = min(1.0, room / length)
        end = a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part
        canvas.line(a, end, theme.accent, 2.5 * unit)
        room -= length
        tip, up = end, b[1] < a[1]
    side = 6 * unit
    back = (tip[0] - side, tip[1] + side), (tip[0] + side, tip[1] + side)
    if not up:
        back = (tip[0] + side, tip[1] - side), (tip[0] + side, tip[1] + side)
    canvas.polygon([tip, *back], theme.accent)


def _below(placed: dict[int, Rect], first: int, last: int, drop: float) -> list[Point]:
    """The way of the arrow: along the rows of what leaves, backwards, up at the end."""
    chips = [placed[index] for index in range(last, first - 1, -1) if index in placed]
    if not chips:
        return []
    way = [(chips[0].center[0], chips[0].bottom)]
    for chip, after in zip(chips, [*chips[1:], None], strict=True):
        if after is None or after.y != chip.y:
            way += [(way[-1][0], chip.bottom + drop), (chip.x - drop * 0.3, chip.bottom + drop)]
            if after is not None:
                way.append((after.right, after.bottom + drop))
    return [*way, (way[-1][0], chips[-1].bottom - drop * 0.5)]
