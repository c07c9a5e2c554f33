"""Draw-lists of all frames of a film, packed for the player of HTML pages, which replays them on a canvas.

Frames differ in few of their primitives. So each primitive is stored once, in a table, and a frame is what must be
spliced into the previous frame's list of table numbers; so are the frames that show a motion, between some of them. The
table is written in columns, and numbers as steps from the one before, most of which are 0 or 1: so it takes two thirds.
What a polygon looks like, from its first point on, and how wide a text is stand in tables of their own, as most of them
are drawn in many places. Colours are numbers, and there is a table of them for each theme. The whole, as JSON, is
packed and printed: plain JSON is four times as large, because panels of text change with every event.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, repeat
from math import ceil
from typing import Any, TypeVar

from visualizer.canvas.on_svg import hex_color
from visualizer.canvas.primitives import Color, Op
from visualizer.canvas.theme import shades_of

_KINDS = ("rect", "line", "polygon", "circle", "text", "clip", "unclip", "image")  # in the order of DRAW in the player
_COLORS = {"rect": (4, 5), "line": (4,), "polygon": (1, 2), "circle": (3, 4), "text": (4,)}  # which arguments
IN_ROWS: Mapping[str, int] = {"rect": 1, "line": 2}  # of these, the first columns are written as steps …
LINES: Mapping[str, int] = {**IN_ROWS, "text": 3}  # … and where texts are lines, too (the same in the player)
_ALIGNS = ("left", "center", "right")
_STYLES = ("sans", "bold", "mono")

T = TypeVar("T")

Splice = tuple[int, int, list[int]]
"""Where in the previous list, how many numbers go, and which come in their place."""


@dataclass
class DrawLists:
    """Draw-lists, one a frame, packed as described above."""

    table: list[list[object]] = field(default_factory=list)
    colors: list[Color] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    shapes: list[list[float]] = field(default_factory=list)
    widths: list[int] = field(default_factory=list)  # of texts that are no code, each size of one once
    frames: list[list[Splice]] = field(default_factory=list)
    in_rows: Mapping[str, int] = field(default_factory=lambda: IN_ROWS, repr=False)
    longest: int = 0  # so many primitives has the longest list of a frame
    between: dict[int, list[list[Splice]]] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)  # of primitives, colours and texts already in a table
    _last: list[int] = field(default_factory=list)
    _before: list[Op] = field(default_factory=list)  # the last list …
    _same: dict[int, int] = field(default_factory=dict)  # … and the numbers of its primitives, by their identity
    _first: dict[int, int] = field(default_factory=dict)  # the same of those in the table, which are kept
    _known: list[tuple[int, ...]] = field(default_factory=lambda: [(0,) * 5])  # how long tables are after each frame

    def add(self, ops: Sequence[Op]) -> None:
        """Adds the next frame."""
        numbers = self._table_numbers(ops)
        self.frames.append(splices(self._last, numbers))
        self._known.append(tuple(map(len, self._tables)))
        self._last, self.longest = numbers, max(self.longest, len(numbers))

    def repeat(self) -> None:
        """The next frame is as the last one."""
        self.frames.append([])
        self._known.append(self._known[-1])

    def beside(self, pictures: Iterable[Sequence[Op]]) -> list[list[Splice]]:
        """Pictures that are no frames, each as it differs from the one before; the first is there already."""
        numbers = [self._table_numbers(ops) for ops in pictures]
        return _steps([splices(old, new) for old, new in pairwise(numbers)])

    @property
    def _tables(self) -> Sequence[list[Any]]:
        return self.table, self.texts, self.shapes, self.widths, self.colors

    @property
    def has_pictures(self) -> bool:
        """Are there pictures from files?"""
        return any(row[0] == _KINDS.index("image") for row in self.table)

    @property
    def size(self) -> tuple[int, ...]:
        """How much there is in its tables."""
        return len(self._numbers), *map(len, self._tables)

    def shrink(self, size: tuple[int, ...]) -> None:
        """Forgets what has come into the tables since they had that size."""
        names, *lengths = size
        self._same.clear()
        while len(self._numbers) > names:
            self._first.pop(id(self._numbers.popitem()[0]), None)
        for table, length in zip(self._tables, lengths, strict=True):
            del table[length:]

    def add_between(self, ops: Sequence[Op]) -> None:
        """Adds a frame that is shown on the way to the next one, when that is played: it too differs from the last."""
        self.between.setdefault(len(self.frames), []).append(splices(self._last, self._table_numbers(ops)))

    def _table_numbers(self, ops: Sequence[Op]) -> list[int]:
        """Most are the very objects of the list before, or were the first of their kind: these are not compared, which
        takes longer."""
        there = list(map(id, ops))
        numbers = list(map(self._same.get, there, repeat(-1)))
        for place in [place for place, number in enumerate(numbers) if number < 0] if -1 in numbers else ():
            number = self._first.get(there[place])
            numbers[place] = self._number(ops[place]) if number is None else number
        self._before = list(ops)
        self._same = dict(zip(there, numbers, strict=True))
        return numbers

    def _number(self, op: Op) -> int:
        number = self._numbers.get(op)
        if number is None:
            number = self._first[id(op)] = self._intern(op, self._packed(op), self.table)
        return number

    def _intern(self, key: object, value: T, table: list[T]) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(table)
            table.append(value)
        return number

    def _packed(self, op: Op) -> list[object]:
        """The number of its kind, and its arguments with colours, texts, shapes and words replaced by numbers."""
        values: list[Any] = list(op.args)
        for place in _COLORS.get(op.name, ()):
            color: Color | None = values[place]
            values[place] = -1 if color is None else self._intern(color, color, self.colors)
        if op.name == "text":
            width = values.pop()
            values[2] = self._intern(values[2], values[2], self.texts)
            values[5], values[6] = _ALIGNS.index(str(values[5])), _STYLES.index(str(values[6]))
            if op.args[6] != "mono":  # there all letters are as wide
                self._intern(("width", values[2], values[3], values[6]), ceil(width), self.widths)
        if op.name == "line":
            x, y, right, bottom = values[:4]
            values[2:4] = _step(x, right), _step(y, bottom)
        if op.name == "polygon":
            x, y, *others = values[0]
            steps = [_step((x, y)[index % 2], side) for index, side in enumerate(others)]
            values[:1] = x, y, self._intern(("shape", *steps), steps, self.shapes)
        if op.name == "image":
            values[4] = self._intern(values[4], values[4], self.texts)
        return [_KINDS.index(op.name), *values]

    def packed(self, first: int = 0, end: int | None = None, themes: int = 1) -> dict[str, object]:
        """What the player reads of the frames from the first one on up to that end, where it has those before; the
        colours in each of so many themes."""
        last = len(self.frames) if end is None else end
        here = self._known[first]
        there = self._known[last] if end is not None else tuple(map(len, self._tables))
        table, texts, shapes, widths, colors = (some[start:stop] for some, start, stop
                                                in zip(self._tables, here, there, strict=True))
        each = [shades_of(color, themes) for color in colors]
        return {"texts": texts, "shapes": shapes, "widths": widths, "table": _columns(table, self.in_rows),
                "colors": [[hex_color(shades[at]) for shades in each] for at in range(themes)],
                "frames": _steps(self.frames[first:last]),
                "between": {frame: _steps(ways) for frame, ways in self.between.items() if first <= frame < last}}


def splices(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """What turns ``old`` into ``new``, ascending; places count in ``old``."""
    found, here, there = list[Splice](), 0, 0
    for start, at, length in (*_kept(old, new), (len(old), len(new), 0)):
        if start > here or at > there:
            found.append((here, start - here, list(new[there:at])))
        here, there = start + length, at + length
    return found


def _kept(old: Sequence[int], new: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """What stays: places in both, and how many from there. What is there once in each, as far as it is in the same
    order, and what is the same beside that (a patience diff: most that is drawn is there once, so it is soon found)."""
    head, tail = _same(old, new, (0, 0), (len(old), len(new)))
    yield 0, 0, head
    last = len(old) - tail, len(new) - tail
    run = here = head, head  # where a run that stays begins, and where it has come to
    for start, at in (*_same_order(old[head:last[0]], new[head:last[1]], head), last):
        if (start, at) == here != last:  # most follow each other
            here = start + 1, at + 1
            continue
        before, behind = _same(old, new, here, (start, at))
        yield *run, here[0] - run[0] + before
        run = start - behind, at - behind
        here = last if (start, at) == last else (start + 1, at + 1)
    yield *run, here[0] - run[0]
    yield *last, tail


def _same(old: Sequence[int], new: Sequence[int], start: tuple[int, int], end: tuple[int, int]) -> tuple[int, int]:
    """How many are the same between these places at the beginning, and how many of the others at the end."""
    (a, b), most = start, min(end[0] - start[0], end[1] - start[1])
    head = tail = 0
    while head < most and old[a + head] == new[b + head]:
        head += 1
    while tail < most - head and old[end[0] - tail - 1] == new[end[1] - tail - 1]:
        tail += 1
    return head, tail


def _same_order(old: Sequence[int], new: Sequence[int], first: int) -> list[tuple[int, int]]:
    """The places, counted from ``first``, of the most numbers that each has once and that come in the same order: the
    longest ascending part of the places in ``old``, by piles of cards."""
    place, index = _only(old, first), _only(new, first)
    both = [number for number in index if number in place]
    starts = [place[number] for number in both]
    pairs = list(zip(starts, [index[number] for number in both], strict=True))
    if starts == sorted(starts):  # so are most: nothing has changed places
        return pairs
    tops, cards, under = list[int](), list[int](), list[int]()
    for card, start in enumerate(starts):
        pile = bisect_left(tops, start)
        under.append(cards[pile - 1] if pile else -1)
        tops[pile:pile + 1], cards[pile:pile + 1] = [start], [card]
    card, found = (cards[-1] if cards else -1), list[tuple[int, int]]()
    while card >= 0:
        found.append(pairs[card])
        card = under[card]
    return found[::-1]


def _only(numbers: Sequence[int], first: int) -> dict[int, int]:
    """Those that are there once, with their places, counted from ``first``, in their order."""
    end = first + len(numbers)
    last = dict(zip(numbers, range(first, end), strict=True))
    if len(last) == len(numbers):
        return last
    earliest = dict(zip(reversed(numbers), range(end - 1, first - 1, -1), strict=True))
    return {number: index for number, index in last.items() if earliest[number] == index}


def _step(start: Any, end: Any) -> float | int:
    """The way to the end of a line, in tenths: most lines are like others that lie elsewhere."""
    step = round(end - start, 1)
    return int(step) if step == int(step) else step


def _columns(table: Sequence[Sequence[Any]], in_rows: Mapping[str, int],
             ) -> tuple[list[object], list[list[Sequence[object]]]]:
    """The kinds of the primitives, and for each kind a column for each of their values; the first ones as steps
    from the one before, as far as most of that kind lie ``in_rows``."""
    found = list[list[Sequence[object]]]()
    for number, kind in enumerate(_KINDS):
        columns: list[Sequence[Any]] = list(zip(*(entry[1:] for entry in table if entry[0] == number), strict=True))
        found.append([[_step(before, one) for before, one in pairwise((0, *column))] if at < in_rows.get(kind, 0)
                      else column for at, column in enumerate(columns)])
    return [entry[0] for entry in table], found


def _steps(lists: Sequence[Sequence[Splice]]) -> list[list[Splice]]:
    """The same with each place as the way from the end of the splice before, and each number from the number before."""
    number, found = 0, []
    for splices_there in lists:
        end, steps = 0, []
        for start, removed, added in splices_there:
            steps.append((start - end, removed, [one - before for before, one in pairwise((number, *added))]))
            end, number = start + removed, (added or [number])[-1]
        found.append(steps)
    return found
