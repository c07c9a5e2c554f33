"""Lessons to record, and the reading of recordings, for the tests."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from math import ceil
from pathlib import Path
from typing import Any, cast

from visualizer.canvas.metrics import text_width
from visualizer.canvas.primitives import Op
from visualizer.recording.draw_lists import Splice

KINDS = ("rect", "line", "polygon", "circle", "text", "clip", "unclip")

LESSON = """\
title: 'A corner "</script>" & ∨'
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: "Each number is a constraint on its neighbours. </script> ∨ é"
  - step: {grain: landmark, count: 2}
  - when: {event: Pruned}
    say: "{removed} has no support, so {variable} must be {left}."
    mark: ["(1,1)"]
    pause: 1.5
  - run: {to: end, speed: 10}
  - say: "That is all."
"""

WHICH_FIRST = """\
  - ask:
      prompt: Which field loses a value first?
      about: {event: Pruned, field: variable}
      wrong: {"(1,2)": One mine of two fields is not enough to tell., "(2,1)": There are two fields for that mine.}
      hints: [Look at the corners., Find a number that needs every neighbour.]
    say: "{variable} has lost {removed}."
"""
"""A cue that asks, for a lesson on the board of LESSON."""

EXPERT = """\
title: An expert board
puzzle: {kind: gnomine, random: {rows: 16, columns: 30, mines: 99, seed: 4, reveal: 12}}
algorithm: gac
script:
  - say: "Each number is a constraint on its neighbours."
  - step: {grain: micro, count: 300}
  - say: "That is all."
"""


def lesson(folder: Path, text: str = LESSON) -> Path:
    """A lesson's file."""
    path = folder / "lesson.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def unpacked(html: str, name: str) -> Any:
    """The data of that name in an HTML file."""
    found = re.search(rf'<script id="{name}" type="text/plain">([^<]*)</script>', html)
    if found is None and name == "tabs":  # they are small
        return unpacked(html, "recording")["reels"]
    assert found is not None
    return read_packed(_bytes(found[1]))


def _bytes(text: str) -> bytes:
    """Eleven signs are nine bytes."""
    digits = [ord(sign) - (33 if sign > "<" else 32) for sign in text]
    groups = [digits[at:at + 11] for at in range(0, len(digits), 11)]
    return b"".join(reduce(lambda number, digit: 94 * number + digit, one).to_bytes(9, "big") for one in groups)


def read_packed(packed: bytes) -> Any:
    """Data of a page, which are LZMA as it comes without a header: no literal context, no position bits."""
    form = {"id": lzma.FILTER_LZMA1, "dict_size": 1 << 22, "lc": 0, "lp": 0, "pb": 0}
    return json.loads(lzma.LZMADecompressor(lzma.FORMAT_RAW, filters=[form]).decompress(packed))


def recording(html: str) -> dict[str, Any]:
    """The recording inside an HTML file, unpacked as the player does it."""
    head: dict[str, Any] = unpacked(html, "recording")
    read: dict[str, Any] = {**head, **head["part"]}  # of homework, what is not locked
    kinds, columns = read["table"]
    for kind, count in ((0, 1), (1, 2)):  # where rectangles and lines begin is told from the one before
        columns[kind][:count] = [[round(at, 1) for at in accumulate(column)] for column in columns[kind][:count]]
    left = [zip(*own, strict=True) for own in columns]
    read["table"] = [[kind, *next(left[kind], ())] for kind in kinds]
    widths, wide = iter(read["widths"]), dict[tuple[object, ...], float]()
    for row in read["table"]:
        if row[0] == 1:  # a line, whose end is told from its start
            row[3:5] = round(row[1] + row[3], 1), round(row[2] + row[4], 1)
        if row[0] == 2:  # a polygon, whose points are
            x, y, shape = row[1:4]
            row[1:4] = [[x, y, *(round(step + (x, y)[at % 2], 1) for at, step in enumerate(read["shapes"][shape]))]]
        if row[0] == 4:
            key = (row[3], row[4], row[7])
            if key not in wide:
                wide[key] = round(text_width(read["texts"][row[3]], row[4], "mono"), 1) if row[7] == 2 else next(widths)
            row.append(wide[key])
    read["frames"] = _sums(read["frames"])
    read["between"] = {frame: _sums(ways) for frame, ways in read["between"].items()}
    return read


def _sums(lists: Sequence[Sequence[Splice]]) -> list[list[Splice]]:
    number, found = 0, []
    for splices in lists:
        end, whole = 0, []
        for skipped, removed, steps in splices:
            added = list(accumulate(steps, initial=number))[1:]
            whole.append((end + skipped, removed, added))
            end, number = end + skipped + removed, added[-1] if added else number
        found.append(whole)
    return found


def spliced(old: Sequence[int], splices: Sequence[Splice]) -> list[int]:
    """``old`` after the splices, as the player applies them."""
    new, start = [], 0
    for at, removed, added in splices:
        new += [*old[start:at], *added]
        start = at + removed
    return new + list(old[start:])


def draw_lists(read: dict[str, Any]) -> list[list[Op]]:
    """Every frame's draw-list."""
    table = [_op(read, packed) for packed in read["table"]]
    frames: list[list[Op]] = []
    numbers: list[int] = []
    for splices in read["frames"]:
        numbers = spliced(numbers, splices)
        frames.append([table[number] for number in numbers])
    return frames


def in_whole_pixels(op: Op) -> Op:
    """What a page has of it: how wide a text is need not be more exact."""
    if op.name != "text" or op.args[6] == "mono":
        return op
    *others, width = op.args
    return op._replace(args=(*others, ceil(cast("float", width))))


def _op(read: dict[str, Any], packed: list[Any]) -> Op:
    name, values = KINDS[packed[0]], list(packed[1:])
    for place in {"rect": (4, 5), "line": (4,), "polygon": (1, 2), "circle": (3, 4), "text": (4,)}.get(name, ()):
        values[place] = None if values[place] < 0 else _rgb(read["colors"][0][values[place]])
    if name == "polygon":
        values[0] = tuple(values[0])
    if name == "text":
        values[2] = read["texts"][values[2]]
        values[5] = ("left", "center", "right")[values[5]]
        values[6] = ("sans", "bold", "mono")[values[6]]
    return Op(name, tuple(values))  # type: ignore[arg-type]


def _rgb(text: str) -> tuple[int, ...]:
    digits = text[1:] if len(text) == 7 else "".join(2 * digit for digit in text[1:])
    return tuple(bytes.fromhex(digits))
