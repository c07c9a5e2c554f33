"""Names as short as they must be to fit, and never alike within a row."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas

_SQUEEZED = 1.1  # a name that is but little too wide is written smaller, not cut


def shortened(canvas: Canvas, row: Sequence[str], width: float, size: float, style: Style = "sans") -> dict[str, str]:
    """For each name of a row what is written in so much room: the name, or so many of its letters and a full stop.

    Where two would be alike, or where not even two letters fit, both have the fewest letters that tell them apart, at
    least two.
    """
    found = {x: _cut(canvas, x, width, size, style) for x in row}
    for x in row:
        alike = [y for y in row if found[y] == found[x]]
        if len(alike) > 1:
            found |= {y: _told_apart(y, alike) for y in alike}
    return found


def _cut(canvas: Canvas, name: str, width: float, size: float, style: Style) -> str:
    if canvas.measure(name, size, style) <= width * _SQUEEZED:
        return name
    letters = "".join(name.split())
    for count in range(len(letters) - 1, 2, -1):
        if canvas.measure(letters[:count] + ".", size, style) <= width:
            return letters[:count] + "."
    return letters[:2]


def _told_apart(name: str, alike: Sequence[str]) -> str:
    """The first letter, and the first one in which it differs from the others."""
    letters = "".join(name.split())
    for place, letter in enumerate(letters[1:], 1):
        if all(letter not in "".join(other.split())[place:place + 1] for other in alike if other != name):
            return letters[0] + letter
    return letters
