"""Tables on the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

_WIDTH = 100


def table(rows: Iterable[Sequence[str]]) -> list[str]:
    """Rows in aligned columns; the last column is wrapped. An empty table says so."""
    listed = [list(row) for row in rows]
    if not listed:
        return ["none"]
    widths = [max(len(row[column]) for row in listed) for column in range(len(listed[0]) - 1)]
    indent = sum(widths) + 2 * len(widths)
    lines = []
    for row in listed:
        start = "".join(cell.ljust(width + 2) for cell, width in zip(row[:-1], widths, strict=True))
        wrapped = wrap(row[-1], max(30, _WIDTH - indent)) or [""]
        lines += [(start + wrapped[0]).rstrip(), *(" " * indent + line for line in wrapped[1:])]
    return lines
