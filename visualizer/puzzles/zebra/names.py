"""Names as short as they must be to fit, and never alike within a row."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, kept_lines

_SQUEEZED = 1.1  # a name that is but little too wide is written smaller, not cut


def shortened(canvas: Canvas, row: Sequence[str], width: float, size: float, style: Style = "sans",
              squeezed: float = _SQUEEZED) -> dict[str, str]:
    """For each name of a row what is written in so much room: the name; as many of its first letters as fit, and a full
    stop, where no other name begins so; or two letters that no other name has got."""
    kept = kept_lines(("shortened", type(canvas), *row, width, size, style, squeezed), lambda: _shortened(
        row, lambda text, room: canvas.measure(text, size, style) <= room, width, squeezed))
    return dict(zip(row, kept, strict=True))


def _shortened(row: Sequence[str], fits: Callable[[str, float], bool], width: float, squeezed: float) -> Iterator[str]:
    found = {x: x for x in row if fits(x, width * squeezed)}
    for x in sorted(row, key=len):  # of a name of two letters these must not be gone
        if x not in found:
            letters = "".join(x.split())
            cuts = (x[:count] for count in range(len(x) - 1, 2, -1) if not x[:count].endswith(" "))
            choices = [f"{cut}." for cut in cuts if fits(f"{cut}.", width) and not any(
                other.startswith(cut) for other in row if other != x)]
            taken = {*found.values()}
            found[x] = next((text for text in (*choices, *_pairs(letters), letters) if text not in taken), x)
    return map(found.__getitem__, row)


def _pairs(letters: str) -> Iterator[str]:
    """The first letter with each of the others."""
    yield from (letters[0] + letter for letter in letters[1:])


def fitting(canvas: Canvas, x: str, row: Sequence[str], size: float, room: float, style: Style = "sans") -> str:
    """A name of a row where there is room for it, or what it is shortened to."""
    fits = canvas.measure(x, size, style) <= room
    return x if fits else shortened(canvas, row, room, size, style, 1.0)[x]
