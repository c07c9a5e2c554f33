"""The jumps: a lane for each variable, the nodes that were visited from left to right, and the ways back as arrows.

Thick is the current branch. ✗ was refused. Orange is what conflict-directed backjumping does not visit; dotted what
chronological backtracking visits, and this search has avoided. Conflict sets are chips in the lanes of their variables;
when one is joined with another, its chips slide up to it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import pairwise
from typing import TypeVar

import numpy as np

from algorithms.backjumping.events import ConfSetJoined
from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.strokes import curve, draw_arrow, draw_cross, draw_curve, draw_dashed, draw_tick
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backjumping.chips import draw_chips
from visualizer.families.backjumping.numbers import avoided_of, visited_of, wasted_of
from visualizer.families.backjumping.record import Record, Tree, record_of
from visualizer.families.backjumping.state import BackjumpState, backjump_of
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links
from visualizer.stage.spots import Spot, offer
from visualizer.stage.still import draw_still, key_of, with_tab
from visualizer.stage.view import View

_MOST_SINGLE = 450  # nodes that are drawn one by one; of more the outline is drawn
_MOST_WHOLE = 250  # leaves of a tree for which there is room from the start
_MOST_ARROWS = 24  # jumps of before that are drawn
_BUCKET = 4.0  # pixels of an outline
_NAMED = 0.92  # of the height of a lane, its name
_TIGHT_VALUE = 0.84  # of the height of a low node
_VALUE = 0.66  # of the height of a node, a value in it
_ALIKE = 16  # nodes that are kept together

_Visit = tuple[Point | None, Point, str, Color]  # the node above, where it stands, what became of it, its colour
_Node = TypeVar("_Node")


@dataclass(frozen=True)
class Lanes:
    """Where things lie: ``names`` of the lanes, and the ``field`` beside them; ``wide`` leaves fit into it."""

    names: Rect
    field: Rect
    count: int
    wide: int
    unit: float

    @cached_property
    def high(self) -> float:
        """Of a lane."""
        return self.field.h / max(1, self.count)

    @cached_property
    def step(self) -> float:
        """From one leaf to the next."""
        return self.field.w / self.wide

    def y(self, level: int) -> float:
        """The middle of a lane."""
        return self.field.y + (level - 0.5) * self.high

    def spot(self, record: Record, node: int) -> Point:
        """Where a node stands."""
        return self._spot(record.tree.places[node], record.tree.levels[node])

    def spots(self, tree: Tree, count: int) -> list[Point]:
        """Where the first nodes of a tree stand."""
        left, step = self.field.x, self.step
        ys = [float(round(self.y(level))) for level in range(max(tree.levels[:count], default=0) + 1)]
        return [(float(round(left + (place + 0.5) * step)), ys[level])
                for place, level in zip(tree.places[:count], tree.levels[:count], strict=True)]

    def _spot(self, place: int, level: int) -> Point:
        """On whole pixels: hundreds of lines and crosses are alike then, and drawn once."""
        return float(round(self.field.x + (place + 0.5) * self.step)), float(round(self.y(level)))


def lanes_in(canvas: Canvas, box: Rect, search: BackjumpState, record: Record, reached: int, unit: float) -> Lanes:
    """Cuts a box up. ``reached`` leaves must fit."""
    count = max(1, len(search.order))
    size = min(13 * unit, box.h / count * _NAMED)
    longest = max((canvas.measure(name, size, "bold") for name in search.order), default=0.0)
    number = canvas.measure("00", size) + 4 * unit
    wide = min(box.w * 0.4, longest + number + 8 * unit) if size >= SMALLEST * unit else 6 * unit
    names, field = box.split_left(wide)
    return Lanes(names, field.inset(4 * unit, 0), count, _wide(record, reached), unit)


def _wide(record: Record, reached: int) -> int:
    """For how many leaves there is room: for all that BT has up to its first solution, then for all that it has; where
    that is too much, or not known, for half as many more whenever they are needed."""
    if record.shadow is not None:
        for leaves in (record.shadow.first, record.shadow.tree.leaves + 1):
            if reached <= leaves <= _MOST_WHOLE:
                return leaves
    wide = 16
    while wide < reached:
        wide = wide * 3 // 2
    return wide


def draw_jumps(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The whole picture, with what it cost below."""
    search, record = backjump_of(view.state), record_of(view.timeline)
    if not search.order:
        canvas.text((box.x, box.y + 14 * unit), "No order so far.", 14 * unit, theme.muted)
        return
    whole, (box, foot) = box, box.split_bottom(38 * unit, 4 * unit)
    position = view.timeline.position
    count, frontier = record.visited(position), record.frontier(search, position)
    lanes = lanes_in(canvas, box, search, record, record.reached(count, frontier), unit)
    field = Rect(lanes.names.right, box.y, box.right - lanes.names.right, box.h)

    def draw() -> None:
        _draw_stripes(canvas, lanes, search, theme)
        with canvas.clip(field):
            if count + frontier <= _MOST_SINGLE:
                _draw_avoided(canvas, lanes, record, count, frontier, theme)
                _draw_visited(canvas, lanes, record, search, position, theme)
            else:
                _draw_outlines(canvas, lanes, record, count, frontier, theme)
            _draw_arrows(canvas, lanes, record, position, theme)
            _draw_branch(canvas, lanes, record, search, position, theme)
        draw_cost(canvas, foot, record, search, position, theme, unit, view.links)

    draw_still(canvas, ("lanes", whole), whole, view, with_tab(view, key_of(view, theme, unit)), draw)
    with canvas.clip(field):
        _draw_return(canvas, lanes, record, search, position, view.t, theme)
    event = view.timeline.event
    joined = event if isinstance(event, ConfSetJoined) else None
    nodes = _nodes(canvas, lanes, record, search, position) if search.conf_sets else {}
    chips = draw_chips(canvas, lanes.field, lanes.y, lanes.high, nodes, search, joined, view.t, theme, unit)
    offer(view.look, box, lambda: [*chips, *node_spots(lanes, record, count)])


def _nodes(canvas: Canvas, lanes: Lanes, record: Record, search: BackjumpState, position: int) -> dict[int, Rect]:
    """By level, what is in question in its lane, which chips leave free: the nodes of the branch and the one that was
    refused; the values of a dead end, and where the way back from it leads."""
    found = {record.tree.levels[node]: _bubble(canvas, lanes, lanes.spot(record, node), str(label.value))[0]
             for node, label in zip(record.branch(search, position), search.branch, strict=False)}
    last = record.visited(position) - 1
    if search.verdict is False:
        found[search.level] = _bubble(canvas, lanes, lanes.spot(record, last), _refused(search))[0]
    frame = _dead_end(lanes, record, search, position)
    if frame is not None:
        found[record.tree.levels[last]] = frame
    if search.returned is not None:
        x, y = lanes.spot(record, record.above(last, search.returned.level))
        found[search.returned.level] = Rect(x, y, 0, 0).inset(-lanes.high / 2)
    return found


def node_spots(lanes: Lanes, record: Record, count: int) -> Iterator[Spot]:
    """Where a press goes to the visit of a node."""
    wide, high = max(5 * lanes.unit, lanes.step / 2), lanes.high / 2
    for node in range(count):
        x, y = lanes.spot(record, node)
        yield Spot(Rect(x - wide, y - high, 2 * wide, 2 * high), record.positions[node], "to its visit")


def size_in(canvas: Canvas, names: Sequence[str], size: float, room: float) -> float:
    """The size of names that have one, so that the longest one has room, as far as it can be read then."""
    longest = max((canvas.measure(name, size, "bold") for name in names), default=0.0)
    return size if longest <= room else max(SMALLEST, 0.96 * size * room / longest)  # letters have whole widths


def _draw_stripes(canvas: Canvas, lanes: Lanes, search: BackjumpState, theme: Theme) -> None:
    """The lanes, with numbers and names; those that have a value, bold."""
    high = min(13 * lanes.unit, lanes.high * _NAMED)
    room = lanes.names.w - canvas.measure("00", SMALLEST * lanes.unit) - 10 * lanes.unit
    size = size_in(canvas, search.order, high, room)
    for level in range(1, lanes.count + 1):
        y = lanes.y(level)
        stripe = Rect(lanes.names.x, y - lanes.high / 2, lanes.field.right - lanes.names.x, lanes.high)
        here = level == search.level and search.current is not None
        if here or level % 2:
            canvas.rect(stripe, theme.current if here else mix(theme.panel, theme.raised, 0.4))
        name = search.at.get(level, "" if search.dynamic else search.order[level - 1])
        if high >= SMALLEST * lanes.unit:
            canvas.text((lanes.names.x + 3 * lanes.unit, y), str(level), SMALLEST * lanes.unit, theme.muted)
            has = level <= len(search.branch)
            canvas.text((lanes.names.right - 5 * lanes.unit, y), fit_text(canvas, name, room, size, "bold"), size,
                        theme.text if has or here else theme.muted, "right", "bold" if has or here else "sans")


# --- nodes -----------------------------------------------------------------------------------------------------------


def _draw_avoided(canvas: Canvas, lanes: Lanes, record: Record, count: int, frontier: int, theme: Theme) -> None:
    """What BT has visited when it is here, and this search has not."""
    if record.shadow is None:
        return
    tree, seen = record.shadow.tree, set(record.shadowed[:count])
    spots = lanes.spots(tree, frontier)
    ways = [(spots[parent] if parent >= 0 else None, at)
            for node, (at, parent) in enumerate(zip(spots, tree.parents, strict=False)) if node not in seen]
    color, unit, radius = mix(theme.panel, theme.muted, 0.62), lanes.unit, min(2.6 * lanes.unit, lanes.high * 0.16)

    def draw(some: Sequence[tuple[Point | None, Point]], on: Canvas) -> None:
        for above, at in some:
            if above is not None:
                draw_dashed(on, above, at, color, max(1.0, unit), 4 * unit)
            on.circle(at, radius, theme.panel, color, max(1.0, unit))

    _draw_alike(canvas, ways, ("avoided", color, theme.panel, radius, unit), draw)


def _draw_visited(canvas: Canvas, lanes: Lanes, record: Record, search: BackjumpState, position: int,
                  theme: Theme) -> None:
    """Each node that was visited and left, with a line from the one above."""
    count, tree, unit = record.visited(position), record.tree, lanes.unit
    inner = set(tree.parents[:count])
    branch, solutions = set(record.branch(search, position)), set(record.solutions)
    trial = count - 1 if search.trying is not None else -1
    spots = lanes.spots(tree, count)
    wasted, plain = mix(theme.unknown, theme.text, 0.25) if theme.name != "dark" else theme.unknown, theme.muted
    visits = list[_Visit]()
    for node, (at, parent) in enumerate(zip(spots, tree.parents, strict=False)):
        kind = ("branch" if node in branch or node == trial else "solution" if node in solutions
                else "inner" if node in inner else "refused")
        visits.append((spots[parent] if parent >= 0 else None, at, kind, wasted if _is_wasted(record, node) else plain))
    reach, solved = min(3.4 * unit, lanes.high * 0.2), (theme.no_mine, theme.text, theme.on_no_mine)

    def draw(some: Sequence[_Visit], on: Canvas) -> None:
        for visit in some:
            _draw_visit(on, visit, reach, unit, solved)

    _draw_alike(canvas, visits, ("visits", reach, unit, solved), draw)


def _draw_visit(canvas: Canvas, visit: _Visit, reach: float, unit: float, solved: tuple[Color, Color, Color]) -> None:
    """A node, which is drawn elsewhere if it is one of the branch, with a line from the one above."""
    above, at, kind, color = visit
    if above is not None:
        canvas.line(above, at, color, max(1.0, 1.1 * unit))
    if kind == "solution":
        canvas.circle(at, 2 * reach, solved[0], solved[1], 1)
        draw_tick(canvas, at, 1.3 * reach, solved[2])
    elif kind == "inner":
        canvas.circle(at, reach * 0.8, color)
    elif kind == "refused":
        draw_cross(canvas, at, reach, color, max(1.0, 1.3 * unit))


def _draw_alike(canvas: Canvas, nodes: Sequence[_Node], key: Hashable,
                draw: Callable[[Sequence[_Node], Canvas], None]) -> None:
    """Many nodes in the order of their visits: from step to step, only the last ones of them change."""
    for start in range(0, len(nodes), _ALIKE):
        some = tuple(nodes[start:start + _ALIKE])
        canvas.alike((key, some), partial(draw, some))


def _is_wasted(record: Record, node: int) -> bool:
    """Is it one that CBJ does not have?"""
    return record.shadow is not None and not record.shadow.needed[record.shadowed[node]]


def _draw_outlines(canvas: Canvas, lanes: Lanes, record: Record, count: int, frontier: int, theme: Theme) -> None:
    """Of many nodes bars in their lanes, wherever some stand; those avoided are thin."""
    tree = record.tree
    levels, places = np.frombuffer(tree.levels, dtype="u2")[:count], np.frombuffer(tree.places, dtype="u4")[:count]
    if record.shadow is not None and frontier:
        shadow = record.shadow
        needed = np.frombuffer(shadow.needed, dtype=bool)[np.frombuffer(record.shadowed, dtype="u4")[:count]]
        all_levels = np.frombuffer(shadow.tree.levels, dtype="u2")[:frontier]
        all_places = np.frombuffer(shadow.tree.places, dtype="u4")[:frontier]
        _draw_bars(canvas, lanes, all_levels, all_places, mix(theme.panel, theme.muted, 0.4), 0.14)
        _draw_bars(canvas, lanes, levels[~needed], places[~needed], theme.unknown, 0.36)
        levels, places = levels[needed], places[needed]
    _draw_bars(canvas, lanes, levels, places, theme.muted, 0.36)


def _draw_bars(canvas: Canvas, lanes: Lanes, levels: np.ndarray, places: np.ndarray, color: Color,
               part: float) -> None:
    """A bar for each run of buckets with a node in them, a part of the lane high."""
    wide = int(lanes.field.w / _BUCKET) + 2
    found = np.zeros((lanes.count + 1, wide + 1), dtype=np.int8)
    found[levels, (places * lanes.step / _BUCKET).astype(int)] = 1
    edges = np.diff(found, axis=1, prepend=0)
    starts, ends = np.argwhere(edges == 1), np.argwhere(edges == -1)
    high = max(2.0, lanes.high * part)
    for (level, start), (_, end) in zip(starts.tolist(), ends.tolist(), strict=True):
        canvas.rect(Rect(lanes.field.x + start * _BUCKET, lanes.y(level) - high / 2, (end - start) * _BUCKET, high),
                    color)


def _draw_branch(canvas: Canvas, lanes: Lanes, record: Record, search: BackjumpState, position: int,
                 theme: Theme) -> None:
    """The current branch with its values; the value under test yellow, or what became of it."""
    branch = record.branch(search, position)
    spots = [lanes.spot(record, node) for node in branch]
    for a, b in pairwise(spots):
        canvas.line(a, b, theme.text, max(2.0, 2.4 * lanes.unit))
    for spot, label in zip(spots, search.branch, strict=False):
        tested = search.trying is not None and label is search.branch[-1] and search.verdict is None
        fill, ink = (theme.test, theme.on_test) if tested else (theme.constraint, theme.on_constraint)
        _draw_node(canvas, lanes, spot, str(label.value), (fill, ink), theme)
    if search.verdict is False:
        at = lanes.spot(record, record.visited(position) - 1)
        _draw_node(canvas, lanes, at, _refused(search), (theme.mine, theme.on_mine), theme)


def _refused(search: BackjumpState) -> str:
    """What is written in the node of a value that was refused."""
    return f"{search.trying} ✗"


def _draw_node(canvas: Canvas, lanes: Lanes, at: Point, text: str, colors: tuple[Color, Color], theme: Theme) -> None:
    """A node of the branch: round, with its value where there is room."""
    box, text = _bubble(canvas, lanes, at, text)
    canvas.rect(box, colors[0], theme.text, max(1.0, 1.4 * lanes.unit), box.h / 2)
    if text:
        size = _size(box.h, lanes.unit)
        canvas.text((box.center[0], at[1]), text, size, colors[1], "center", "bold")


def _size(high: float, unit: float) -> float:
    """Of a value in a node so high: where it is low, as much of it as can be read."""
    return max(high * _VALUE, min(SMALLEST * unit, high * _TIGHT_VALUE))


def _bubble(canvas: Canvas, lanes: Lanes, at: Point, text: str) -> tuple[Rect, str]:
    """Where a node of the branch is drawn, inside its lane, and what of its value there is room for."""
    high = min(22 * lanes.unit, lanes.high * 0.98)
    size = _size(high, lanes.unit)
    text = fit_text(canvas, text, 70 * lanes.unit, size, "bold") if size >= SMALLEST * lanes.unit else ""
    wide = max(high, canvas.measure(text, size, "bold") + high * 0.5) if text else high
    x = min(max(at[0], lanes.field.x + wide / 2), lanes.field.right - wide / 2)
    return Rect(x - wide / 2, at[1] - high / 2, wide, high), text


# --- ways back -------------------------------------------------------------------------------------------------------


def _draw_arrows(canvas: Canvas, lanes: Lanes, record: Record, position: int, theme: Theme) -> None:
    """The last jumps of before, thin."""
    upto = bisect_left(record.returns, (position,))
    color = mix(theme.panel, theme.accent if theme.name == "light" else theme.known, 0.6)
    for _, start, end in record.returns[max(0, upto - _MOST_ARROWS):upto]:
        a, b = lanes.spot(record, start), lanes.spot(record, end)
        draw_curve(canvas, curve(a, b, 0.25 * abs(a[1] - b[1])), color, max(1.0, 1.2 * lanes.unit))


def _dead_end(lanes: Lanes, record: Record, search: BackjumpState, position: int) -> Rect | None:
    """What frames the values of a dead end, from when it is found until the way back is done."""
    last = record.visited(position) - 1
    start = search.returned.start if search.returned is not None else search.level
    if last < 0 or (search.dead_end is None and search.returned is None) or record.tree.levels[last] != start:
        return None
    first = last
    while first > 0 and record.tree.parents[first - 1] == record.tree.parents[last] and (
            record.tree.levels[first - 1] == start):
        first -= 1
    (left, y), (right, _) = lanes.spot(record, first), lanes.spot(record, last)
    rim = min(9 * lanes.unit, lanes.high * 0.42)
    return Rect(left - rim, y - rim, right - left + 2 * rim, 2 * rim)


def _draw_return(canvas: Canvas, lanes: Lanes, record: Record, search: BackjumpState, position: int, t: float,
                 theme: Theme) -> None:
    """The way back that was just taken, and a frame around the values of the dead end."""
    last, frame = record.visited(position) - 1, _dead_end(lanes, record, search, position)
    if frame is not None:
        canvas.rect(frame, None, theme.bad, max(1.5, 1.8 * lanes.unit), frame.h * 0.35)
    if last < 0 or search.returned is None:
        return
    b = lanes.spot(record, record.above(last, search.returned.level))
    a = lanes.spot(record, last)[0] if frame is not None else b[0], lanes.y(search.returned.start)
    wide = max(2.0, 3 * lanes.unit)
    if search.returned.start - search.returned.level == 1:
        draw_arrow(canvas, a, b, theme.bad, wide, t)
    else:
        jump = theme.accent if theme.name == "light" else theme.known
        jump = theme.constraint if theme.name == "projector" else jump
        draw_curve(canvas, curve(a, b, 0.3 * abs(a[1] - b[1])), jump, wide, t)


# --- what it costs ---------------------------------------------------------------------------------------------------


def draw_cost(canvas: Canvas, box: Rect, record: Record, search: BackjumpState, position: int, theme: Theme,
              unit: float, links: Links) -> None:
    """How many nodes were visited that CBJ does without, with a bar; of CBJ, how many of BT's were avoided."""
    visited, wasted = record.visited(position), record.wasted(position)
    avoided = max(0, record.frontier(search, position) - visited)
    number, texts, color = f"{visited:,}", ["nodes visited"], theme.text
    most, length = 0, 0
    numbers, told = [visited_of(visited)], list[Number]()
    if record.shadow is not None:
        most = len(record.shadow.ends)
        total = record.shadow.needed.count(0)
        if wasted or search.blames != "conflicts":
            number, length, most = f"{wasted:,}", wasted, total
            texts = [f"nodes that CBJ does not visit, of {visited:,}", f"of {visited:,} CBJ does not visit"]
            color, numbers, told = theme.bad if wasted else theme.good, [wasted_of(wasted)], numbers
        else:
            number, length = f"{avoided:,}", avoided
            texts = [f"of BT's nodes avoided; visited {counted(visited, 'node')}", f"avoided; {visited:,} visited"]
            color, numbers, told = theme.good, [avoided_of(avoided, record.shadow)], numbers
    size = min(24 * unit, box.h * 0.7)
    links.write(canvas, (box.x + 4 * unit, box.y + size * 0.5), number, size, color, "left", "bold", numbers=numbers)
    left = box.x + canvas.measure(number, size, "bold") + 14 * unit
    room = box.right - left
    text = next((text for text in texts if canvas.measure(text, 13 * unit) <= room), texts[-1])
    links.write(canvas, (left, box.y + size * 0.5), fit_text(canvas, text, room, 13 * unit), 13 * unit, theme.text,
                numbers=told)
    if most:
        bar = Rect(box.x + 4 * unit, box.bottom - 9 * unit, box.w - 8 * unit, 6 * unit)
        canvas.rect(bar, None, theme.edge, 1, 3 * unit)
        if length:
            canvas.rect(Rect(bar.x, bar.y, max(2.0, bar.w * min(1, length / most)), bar.h), color, radius=3 * unit)
