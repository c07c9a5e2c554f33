"""A recording as one HTML file: every frame's draw-list, and a player that replays it on a canvas.

Frames differ in few of their primitives. So each primitive is stored once, in a table, and a frame is what must be
spliced into the previous frame's list of table numbers; so are the frames that show a motion, between some of them. The
table is written in columns, and places and numbers as steps from the one before, most of which are 0 or 1: so it takes
two thirds. The whole, as JSON, is deflated and written in base64: plain JSON is four times as large, because panels of
text change with every event.
"""

from __future__ import annotations

import base64
import html
import json
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from difflib import SequenceMatcher
from itertools import pairwise
from pathlib import Path

from visualizer.canvas.on_svg import hex_color
from visualizer.canvas.primitives import BASELINE, Op
from visualizer.canvas.theme import Theme

_TEMPLATE = Path(__file__).parents[2] / "assets" / "player.html"
_KINDS = ("rect", "line", "polygon", "circle", "text", "clip", "unclip")  # in the order of DRAW in the player
_COLORS = {"rect": (4, 5), "line": (4,), "polygon": (1, 2), "circle": (3, 4), "text": (4,)}  # which arguments
_ALIGNS = ("left", "center", "right")
_STYLES = ("sans", "bold", "mono")

Splice = tuple[int, int, list[int]]
"""Where in the previous list, how many numbers go, and which come in their place."""


@dataclass
class DrawLists:
    """Draw-lists, one a frame, packed as described above."""

    table: list[list[object]] = field(default_factory=list)
    colors: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    frames: list[list[Splice]] = field(default_factory=list)
    between: dict[int, list[list[Splice]]] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)  # of primitives, colours and texts already in a table
    _last: list[int] = field(default_factory=list)

    def add(self, ops: Sequence[Op]) -> None:
        """Adds the next frame."""
        numbers = self._table_numbers(ops)
        self.frames.append(splices(self._last, numbers))
        self._last = numbers

    def add_between(self, ops: Sequence[Op]) -> None:
        """Adds a frame that is shown on the way to the next one, when that is played: it too differs from the last."""
        self.between.setdefault(len(self.frames), []).append(splices(self._last, self._table_numbers(ops)))

    def _table_numbers(self, ops: Sequence[Op]) -> list[int]:
        return [self._numbers[op] if op in self._numbers else self._intern(op, self._packed(op), self.table)
                for op in ops]

    def _intern(self, key: object, value: object, table: list[object] | list[list[object]] | list[str]) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(table)
            table.append(value)  # type: ignore[arg-type]
        return number

    def _packed(self, op: Op) -> list[object]:
        """The number of its kind, and its arguments with colours, texts and words replaced by numbers."""
        values: list[object] = list(op.args)
        for place in _COLORS.get(op.name, ()):
            color: tuple[int, int, int] | None = values[place]  # type: ignore[assignment]
            values[place] = -1 if color is None else self._intern(color, hex_color(color), self.colors)
        if op.name == "text":
            values[2] = self._intern(values[2], values[2], self.texts)
            values[5], values[6] = _ALIGNS.index(str(values[5])), _STYLES.index(str(values[6]))
        return [_KINDS.index(op.name), *values]


def splices(old: Sequence[int], new: Sequence[int]) -> list[Splice]:
    """What turns ``old`` into ``new``, ascending; places count in ``old``."""
    head, end = 0, min(len(old), len(new))
    while head < end and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < end - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    matcher = SequenceMatcher(None, old[head:len(old) - tail], new[head:len(new) - tail], autojunk=False)
    return [(head + a, b - a, list(new[head + c:head + d])) for tag, a, b, c, d in matcher.get_opcodes()
            if tag != "equal"]


def _columns(table: Sequence[Sequence[object]]) -> tuple[list[object], list[list[tuple[object, ...]]]]:
    """The kinds of the primitives, and for each kind a column for each of their values."""
    rows = [[entry[1:] for entry in table if entry[0] == kind] for kind in range(len(_KINDS))]
    return [entry[0] for entry in table], [list(zip(*own, strict=True)) for own in rows]


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


@dataclass(frozen=True)
class Shown:
    """What the player knows of a frame beside its draw-list: seconds it stays, of which ``moving`` for those between it
    and the one before, caption, is it the end of a cue."""

    seconds: float
    caption: str
    cue: bool
    moving: float = 0.0


def page(title: str, size: tuple[int, int], lists: DrawLists, shown: Sequence[Shown], theme: Theme) -> str:
    """The HTML file of a recording."""
    captions = list(dict.fromkeys(frame.caption for frame in shown))
    number = {caption: index for index, caption in enumerate(captions)}
    recording = {
        "size": size,
        "background": hex_color(theme.background),
        "colors": lists.colors,
        "texts": lists.texts,
        "table": _columns(lists.table),
        "frames": _steps(lists.frames),
        "between": {frame: _steps(ways) for frame, ways in lists.between.items()},
        "moving": [round(frame.moving, 3) for frame in shown],
        "seconds": [round(frame.seconds, 3) for frame in shown],
        "captions": captions,
        "said": [number[frame.caption] for frame in shown],
        "cues": [index for index, frame in enumerate(shown) if frame.cue],
    }
    packed = zlib.compress(json.dumps(recording, separators=(",", ":")).encode("ascii"), 9)
    colors = (f"--{key.name.replace('_', '-')}: {hex_color(getattr(theme, key.name))};"
              for key in fields(theme) if key.name != "name")
    values = {"title": html.escape(title).encode("ascii", "xmlcharrefreplace").decode("ascii"),
              "colors": " ".join(colors), "baseline": str(BASELINE), "data": base64.b64encode(packed).decode("ascii")}
    return re.sub(r"@@(\w+)@@", lambda found: values[found[1]], _TEMPLATE.read_text(encoding="utf-8"))
