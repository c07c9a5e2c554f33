"""Pseudocode and Python source: whole where that fits, at an even pitch, with the current line and the values of the
variables beside the lines that name them."""

from __future__ import annotations

import ast
import inspect
import linecache
import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import NamedTuple

from algorithms.core import Algorithm
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme, contrast, in_each_theme
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.stage.links import Links

_LARGE = (20.0, 18.0, 16.0, 15.0)  # points, at which no line is broken, and beside each there is room for values
_BESIDE = 0.75  # of the width of a line of the largest sizes
_SIZES = (14.0, 13.0, 12.0)  # points, at which lines may be: the largest at which all of it fits
LEAST_CODE = _SIZES[-1]
_PITCH, _TIGHT = 1.4, 1.25  # from line to line, in sizes
_CHIP, _CHIP_GAP, _APART = 12.0, 6.0, 12.0  # points: the text of a value, between two, and behind the code
_FIRST = 4  # things of a list that are named in a value
_HANGING = 4  # columns by which the rest of a broken line stands further right
_HEAD = re.compile(r"\s*(async\s+)?def\s|\s*@|.*(?<!\w)lambda[:\s]")  # where the lines of a function begin
_PADDING = re.compile(r"(?<=\S) {2,}")  # before a remark at the right


class Value(NamedTuple):
    """What stands beside a line of pseudocode: a few words, such as "x = (2,4)", and the theme's colour behind them.
    ``numbers``: those among the words, ``behind`` so many letters, that can be asked for what they counted."""

    text: str
    color: str = "raised"
    numbers: tuple[Number, ...] = ()
    behind: int = 0


Values = Mapping[str, Value]
"""By what they stand beside in the code, such as "x", or "each value v"."""


def begun(words: Sequence[str]) -> str:
    """The first few things of a list."""
    return ", ".join(words[:_FIRST]) + " …" * (len(words) > _FIRST)


class _Row(NamedTuple):
    """What is written in a row: a line of the code, or the rest of one; ``line`` is its number."""

    line: int
    text: str
    first: bool


def draw_pseudocode(canvas: Canvas, box: Rect, algorithm: Algorithm, current: int | None, theme: Theme,
                    unit: float, values: Values | None = None, links: Links | None = None) -> None:
    """The pseudocode with the current line, and values beside lines, of whose numbers ``links`` are told."""
    lines = tuple(line.text for line in algorithm.pseudocode)
    _draw_code(canvas, box, lines, (), current, theme, unit, values or {}, links or Links())


def draw_source(canvas: Canvas, box: Rect, timeline: Timeline[State], algorithm: Algorithm, theme: Theme,
                unit: float) -> None:
    """The Python function that is running, with the line where it stands; before the start, from its head on."""
    where = timeline.line()
    code, line = where if where is not None else (algorithm.function.__code__, None)
    lines, numbers = source_of(code)
    if line is None:  # decorators and their texts come first
        start = next((at for at, text in enumerate(lines) if text.startswith(("def ", "async def "))), 0)
        lines, numbers = lines[start:], numbers[start:]
    current = None if line is None else max(0, bisect_right(numbers, line) - 1)
    _draw_code(canvas, box, lines, numbers, current, theme, unit, {}, Links())


@lru_cache(maxsize=64)
def source_of(code: CodeType) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """A function's lines without the common indent, of its docstring the first one only, and their numbers.
    (``inspect.getsourcelines`` would look at the files of all modules, which takes two frames.)"""
    whole = linecache.getlines(code.co_filename)
    first = code.co_firstlineno
    while 1 < first <= len(whole) and not _HEAD.match(whole[first - 1]):
        first -= 1
    block = inspect.getblock(whole[first - 1:])
    if not block:
        return ("(the source is not available)",), (0,)
    indent = min((len(line) - len(line.lstrip()) for line in block if line.strip()), default=0)
    lines = [line.rstrip("\n")[indent:] for line in block]
    told = _docstring(lines)
    if len(told) > 1:
        lines[told[0]] += ' …"""'
    shown = [at for at in range(len(lines)) if at not in told[1:]]
    return tuple(lines[at] for at in shown), tuple(first + at for at in shown)


def _docstring(lines: Sequence[str]) -> range:
    """Where it stands in the lines of a function."""
    try:
        function = ast.parse("\n".join(lines)).body[0]
    except SyntaxError:
        return range(0)
    if not isinstance(function, ast.FunctionDef) or ast.get_docstring(function) is None:
        return range(0)
    told = function.body[0]
    return range(told.lineno - 1, told.end_lineno or told.lineno)


def least_height(algorithm: Algorithm, width: float, unit: float) -> float:
    """Of a box so wide in which all of the pseudocode is still written, at a size that can be read."""
    size = _SIZES[-1] * unit
    columns = max(8, int((width - gutter_of(unit)) / (0.6021 * size)))  # all letters of the font are as wide
    return len(_rows(tuple(line.text for line in algorithm.pseudocode), columns)) * float(round(_TIGHT * size)) + 1


def gutter_of(unit: float, *, numbered: bool = False) -> float:
    """How far the code stands from the left, where its lines have numbers and where they have none."""
    return (44 if numbered else 20) * unit


@lru_cache(maxsize=512)
def _rows(lines: tuple[str, ...], columns: int) -> tuple[_Row, ...]:
    """The lines, those that are too long broken between words."""
    found: list[_Row] = []
    for number, line in enumerate(lines):
        text = line if len(line) <= columns else _PADDING.sub("  ", line)
        indent = len(text) - len(text.lstrip())
        first = True
        while len(text) > columns:
            at = text.rfind(" ", indent + 1, columns + 1)
            at = at if at > indent else columns
            found.append(_Row(number, text[:at].rstrip(), first))
            text, first = " " * min(indent + _HANGING, columns // 2) + text[at:].lstrip(), False
            indent = len(text) - len(text.lstrip())
        found.append(_Row(number, text, first))
    return tuple(found)


def fitted(canvas: Canvas, box: Rect, lines: tuple[str, ...], gutter: float, unit: float,
            ) -> tuple[float, float, tuple[_Row, ...]]:
    """The largest size at which all of it fits, else the smallest; the whole pixels from row to row, and the rows."""
    for size in (points * unit for points in (*_LARGE, *_SIZES)):
        columns = max(8, int((box.w - gutter - 2) / canvas.measure("0" * 100, size, "mono") * 100))
        rows = _rows(lines, columns)
        whole = size <= _SIZES[0] * unit or max(map(len, lines)) <= columns * _BESIDE
        if whole and len(rows) * round((_TIGHT if size <= _SIZES[0] * unit else _PITCH) * size) <= box.h:
            break
    return size, float(max(round(_TIGHT * size), min(round(_PITCH * size), int(box.h / max(1, len(rows)))))), rows


def _draw_code(canvas: Canvas, box: Rect, lines: tuple[str, ...], numbers: Sequence[int], current: int | None,
               theme: Theme, unit: float, values: Values, links: Links) -> None:
    """Lines of code, the current one on a bar with an arrow before it, with their ``numbers``, if they have any. Where
    not all fit, those around the current one are shown."""
    gutter = gutter_of(unit, numbered=bool(numbers))
    size, step, rows = fitted(canvas, box, lines, gutter, unit)
    shown = around(rows, current, max(1, int(box.h / step)))
    beside = _placed(canvas, shown, lines, box.w - gutter, size, values, current, unit) if values else {}
    for place, row in enumerate(shown):
        y = float(round(box.y)) + (place + 0.5) * step
        bar = Rect(box.x, y - step / 2, box.w, step)
        if row.line == current:
            canvas.rect(bar, theme.current, radius=3 * unit)
        if row.line == current and row.first:
            x = box.x + 6 * unit
            canvas.polygon([(x, y - size * 0.35), (x + size * 0.6, y), (x, y + size * 0.35)], theme.accent)
        if numbers and row.first:
            small = max(SMALLEST * unit, size * 0.85)
            canvas.text((box.x + gutter - 8 * unit, y), str(numbers[row.line]), small, theme.muted, "right", "mono")
        canvas.text((box.x + gutter, y), row.text, size, theme.text, "left", "mono")
        last = place + 1 == len(shown) or shown[place + 1].line != row.line
        if last and row.line in beside:
            used = gutter + canvas.measure(row.text, size, "mono") + _APART * unit
            _draw_values(canvas, bar.split_left(used)[1], beside[row.line], theme, unit, links)


def around(rows: tuple[_Row, ...], current: int | None, most: int) -> Sequence[_Row]:
    """The rows around the current line, without the mere beginning of a part that comes after an empty line. They stay
    as long as it goes from one part of the middle to another, so that it is seen to move, and not the code."""
    at = next((place for place, row in enumerate(rows) if row.line == current), 0)
    above = at - most // 4
    top = max(0, min(above - above % max(1, most // 2), len(rows) - most))
    end = min(len(rows), top + most)
    parts = [place for place in range(top, end) if not rows[place].text.strip()]
    if end < len(rows) and rows[end].text.strip() and parts and parts[-1] > at:
        end = parts[-1]
    return rows[top:end]


# --- values -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=2048)
def _lines_with(lines: tuple[str, ...], name: str) -> tuple[int, ...]:
    """The lines that name it, as a word."""
    word = re.compile(rf"(?<![\w]){re.escape(name)}(?![\w])")
    return tuple(number for number, line in enumerate(lines) if word.search(line))


def _placed(canvas: Canvas, rows: Sequence[_Row], lines: tuple[str, ...], wide: float, size: float, values: Values,
            current: int | None, unit: float) -> dict[int, list[Value]]:
    """Each value stands beside the first line that names it and has room, so that one knows where to look, and beside
    the current one, if that names it, too. ``wide`` are the lines; without any room a value is left out, not cut."""
    last = {row.line: row.text for row in rows}
    room = {line: wide - canvas.measure(text, size, "mono") - _APART * unit for line, text in last.items()}
    found: dict[int, list[Value]] = {}
    for name, value in values.items():
        named = _lines_with(lines, name)
        before, equals, said = value.text.rpartition(" = ")
        short = value._replace(text=said, behind=max(0, value.behind - len(before + equals)))
        placed = False
        for line in named:
            one = next((one for one in (value, short) if _wide(canvas, one, unit) <= room.get(line, 0.0)), None)
            if one is not None and (line == current or not placed):
                placed = True
                found.setdefault(line, []).append(one)
                room[line] -= _wide(canvas, one, unit) + _CHIP_GAP * unit
    return found


def _wide(canvas: Canvas, value: Value, unit: float) -> float:
    return canvas.measure(value.text, _CHIP * unit, "bold") + 10 * unit


def _draw_values(canvas: Canvas, box: Rect, values: Sequence[Value], theme: Theme, unit: float, links: Links) -> None:
    """Chips from the left."""
    x, high = box.x, min(box.h - 1, 17 * unit)
    for value in values:
        fill: Color = getattr(theme, value.color)
        place = Rect(x, box.center[1] - high / 2, _wide(canvas, value, unit), high)
        canvas.rect(place, fill, radius=4 * unit)
        links.write(canvas, (x + 5 * unit, box.center[1]), value.text, _CHIP * unit, _ink(fill, theme), "left", "bold",
                    numbers=value.numbers, behind=value.behind)
        x = place.right + _CHIP_GAP * unit


@lru_cache(maxsize=64)
def _ink(fill: Color, theme: Theme) -> Color:
    def best(fill: Color, *inks: Color) -> Color:
        return max(inks, key=lambda ink: contrast(ink, fill))

    return in_each_theme(best, fill, theme.text, theme.background, theme.map_ink)
