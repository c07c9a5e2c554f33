"""Conflict sets as chips: at the lanes of their variables, sliding up when one is joined with another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from algorithms.backjumping.events import ConfSetJoined
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.strokes import draw_dashed
from visualizer.canvas.theme import Theme
from visualizer.families.backjumping.controls import Blamed
from visualizer.families.backjumping.state import BackjumpState
from visualizer.stage.spots import Spot

_WIDEST = 74.0  # points: a chip


def draw_chips(canvas: Canvas, field: Rect, y: Callable[[int], float], high: float, nodes: Mapping[int, Rect],
               search: BackjumpState, joined: ConfSetJoined | None, t: float, theme: Theme, unit: float) -> list[Spot]:
    """The set of each level at the right of its lane, or left of its node, where that stands there (``nodes`` by
    level). ``joined``: this set is just on its way to another one. Returns where the names are that can be pressed."""
    size = min(12 * unit, high * 0.86)
    spots: list[Spot] = []
    if size < SMALLEST * unit or search.solved:
        return spots
    for level, x in search.at.items():
        names = search.conf_sets.get(x, ())
        moving = joined is not None and joined.dead_end == x
        if not (names or moving) or (search.blames == "deepest" and x != search.current):
            continue  # the deepest that was asked is of interest at a dead end only
        at = y(level)
        if joined is not None and moving:
            if t >= 1:
                continue
            at += (y(joined.level) - at) * t
        struck = (x,) if search.joined is not None and search.joined.variable == x else ()
        lit = moving or x == search.dead_end or bool(struck)
        chips = Chips(canvas, names, struck, size, unit)
        node = nodes.get(level, Rect(field.x, at, 0, 0))
        left = node.x - 4 * unit
        over = node.right + 4 * unit > field.right - chips.wide and left - chips.wide > field.x
        boxes = chips.draw(left if over else field.right, at, lit, theme)
        spots += [Spot(box, Blamed(x, level, name), f"what put {name} there", above=True)
                  for name, box in zip(names[-len(boxes):], boxes, strict=True)]
    return spots


class Chips:
    """A set in a frame: names, the last ones where there are many, and the one that has left it struck out."""

    def __init__(self, canvas: Canvas, names: Sequence[str], struck: Sequence[str], size: float, unit: float) -> None:
        self.canvas, self.size, self.unit, self.struck = canvas, size, unit, len(struck)
        self.pad = 4 * unit
        more = max(0, len(names) - 3)
        self.more = int(more > 0)
        self.texts = ([f"+{more}"] if more else []) + [
            fit_text(canvas, name, _WIDEST * unit, size, "bold") for name in (*names[more:], *struck)]
        self.widths = [canvas.measure(text, size, "bold") + 2 * self.pad for text in self.texts]

    @property
    def wide(self) -> float:
        """Of the frame."""
        return sum(self.widths) + self.pad * (len(self.widths) + 1)

    def draw(self, right: float, y: float, lit: bool, theme: Theme) -> list[Rect]:
        """Draws it to the left of a point. Returns where the names are that are in the set, in their order."""
        size, pad = self.size, self.pad
        frame = Rect(right - self.wide, y - size * 0.75, self.wide, size * 1.5)
        self.canvas.rect(frame, theme.panel, theme.accent if lit else theme.edge, 1.5 * self.unit if lit else 1, pad)
        x, boxes = frame.x + pad, list[Rect]()
        for index, (text, wide) in enumerate(zip(self.texts, self.widths, strict=True)):
            chip = Rect(x, y - size * 0.62, wide, size * 1.24)
            if index >= len(self.texts) - self.struck:
                self._draw_gone(chip, text, theme)
            else:
                boxes.append(chip)
                fill, ink = (theme.known, theme.on_known) if lit else (theme.raised, theme.text)
                self.canvas.rect(chip, fill, radius=pad)
                self.canvas.text(chip.center, text, size, ink, "center", "bold")
            x += wide + pad
        return boxes[self.more:]

    def _draw_gone(self, chip: Rect, text: str, theme: Theme) -> None:
        """The name that has left the set, in a dashed frame."""
        for y in (chip.y, chip.bottom):
            draw_dashed(self.canvas, (chip.x, y), (chip.right, y), theme.muted, 1, 2 * self.unit)
        self.canvas.text(chip.center, text, self.size, theme.muted, "center", "bold")
        y = chip.center[1]
        self.canvas.line((chip.x + self.pad, y), (chip.right - self.pad, y), theme.bad, max(1.0, 1.4 * self.unit))
