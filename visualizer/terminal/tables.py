"""Tables on the terminal."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable, Sequence
from textwrap import wrap

from scenarios.reading import one_line

_LEAST = 30  # characters for the last column; where there are fewer beside the others, it stands below them
_BELOW = 4  # spaces before it there


def table(rows: Iterable[Sequence[str]], indent: int = 0) -> list[str]:
    """Rows in aligned columns, to stand behind ``indent`` spaces. An empty table says so.

    On a terminal the last column is wrapped to its width; elsewhere, as in a file, a row is a line.
    """
    listed = [[one_line(cell) for cell in row] for row in rows]
    if not listed:
        return ["none"]
    widths = [max(len(row[column]) for row in listed) for column in range(len(listed[0]) - 1)]
    before, whole = sum(widths) + 2 * len(widths), _width() - indent
    lines = []
    for row in listed:
        start = "".join(cell.ljust(width + 2) for cell, width in zip(row[:-1], widths, strict=True))
        if whole - before < min(_LEAST, len(row[-1])):
            lines.append(start.rstrip())
            lines += [" " * _BELOW + line for line in wrap(row[-1], max(_LEAST, whole - _BELOW))]
        else:
            wrapped = wrap(row[-1], max(1, whole - before)) or [""]
            lines += [(start + wrapped[0]).rstrip(), *(" " * before + line for line in wrapped[1:])]
    return lines


def _width() -> int:
    """The characters in a line: of the terminal, or as many as anybody needs."""
    return shutil.get_terminal_size((100, 24)).columns if sys.stdout.isatty() else sys.maxsize
