"""The atoms of a large program, in the order of the program: as words where these fit, else as squares with signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.puzzles.program.graph import Sight, looks

_SIZE = 12.5  # units, of a word
_LARGER = (2.2, 2.0, 1.8, 1.6, 1.4, 1.2)  # words may be, where there is room for all
_LEAST = 40.0  # units: narrower cells hold no word
_SQUARE = 13.0  # units: smaller squares are not drawn


class Grid:
    """Where each atom is, in a box at a size of a unit. Those for which there is no room are ``left``."""

    def __init__(self, names: Sequence[str], box: Rect, unit: float, widths: Mapping[str, float]) -> None:
        unit *= next((times for times in _LARGER if self._fits(names, box, unit * times, widths)), 1.0)
        self.names, self.box, self.unit = names, box, unit
        gap, high = 4 * unit, 21 * unit
        widest = max(widths.values(), default=1.0) * _SIZE * unit + 12 * unit
        rows = max(1, int((box.h + gap) / (high + gap)))
        columns = max(1, -(-len(names) // rows))
        wide = min(widest, (box.w + gap) / columns - gap)
        self.words = wide >= min(widest, _LEAST * unit)
        if not self.words:
            side = max(_SQUARE * unit, min(2 * high, (box.w * box.h / max(1, len(names))) ** 0.5 - gap * 0.6))
            gap, wide, high = 2 * unit, side, side
            columns, rows = (max(1, int((length + gap) / (side + gap))) for length in (box.w, box.h))
        else:
            columns = max(1, int((box.w + gap) / (wide + gap)))
        most = rows * columns
        self.nodes = {name: Rect(box.x + index % columns * (wide + gap), box.y + index // columns * (high + gap), wide,
                                 high) for index, name in enumerate(names[:most])}
        self.places = self.nodes
        self.left = max(0, len(names) - most)

    @staticmethod
    def _fits(names: Sequence[str], box: Rect, unit: float, widths: Mapping[str, float]) -> bool:
        """Is there room for all words in full, at that size?"""
        gap, wide = 4 * unit, (max(widths.values(), default=1.0) * _SIZE + 12) * unit
        return int((box.w + gap) / (wide + gap)) * int((box.h + gap) / (25 * unit)) >= len(names)


def draw_grid(canvas: Canvas, grid: Grid, sight: Sight, theme: Theme) -> None:
    """Each atom with its name or a sign, true ones ✓, false ones ✗; the name of the one that is pointed at."""
    unit, size = grid.unit, _SIZE * grid.unit
    for atom, name in enumerate(grid.names, 1):
        if name not in grid.nodes:
            break
        place = grid.nodes[name]
        colors = zip(looks(sight.before, atom, theme), looks(sight.after, atom, theme), strict=True)
        fill, ink = (mix(a, b, sight.t) for a, b in colors)
        truth = sight.after.truth(atom)
        canvas.rect(place, fill, theme.edge, 1, 4 * unit)
        if grid.words:
            text = fit_text(canvas, name, place.w - 6 * unit, size)
            canvas.text(place.center, text, size, ink, "center", "bold" if truth else "sans")
            half = canvas.measure(text, size) / 2
            x, y = place.center
            if truth is False:
                canvas.line((x - half, y + 3 * unit), (x + half, y - 3 * unit), ink, 1.4 * unit)
            elif truth:
                canvas.rect(Rect(x - half, place.bottom - 3.5 * unit, 2 * half, 1.6 * unit), ink)
        elif truth is not None and place.h >= 12:
            canvas.text(place.center, "✓" if truth else "✗", max(12.0, place.h * 0.7), ink, "center", "bold")
        if name in sight.own:
            canvas.rect(place.inset(-2), None, theme.mark, 3 * unit, 5 * unit)
        if name in sight.marks:
            draw_mark(canvas, place.inset(-2), theme)
    if sight.pointed in grid.nodes:
        _point(canvas, grid, str(sight.pointed), theme)


def _point(canvas: Canvas, grid: Grid, name: str, theme: Theme) -> None:
    """A frame, and a tag with the name where that is not written in full."""
    place, size = grid.nodes[name], 13 * grid.unit
    canvas.rect(place.inset(-2), None, theme.accent, 2.5 * grid.unit, 4 * grid.unit)
    if grid.words and canvas.measure(name, _SIZE * grid.unit) <= place.w - 6 * grid.unit:
        return
    wide = canvas.measure(name, size, "bold") + size
    x = max(grid.box.x, min(place.center[0] - wide / 2, grid.box.right - wide))
    above = place.y - 1.9 * size
    tag = Rect(x, above if above >= grid.box.y else place.bottom + 0.4 * size, wide, 1.6 * size)
    canvas.rect(tag, theme.text, radius=4 * grid.unit)
    canvas.text(tag.center, name, size, theme.panel, "center", "bold")
