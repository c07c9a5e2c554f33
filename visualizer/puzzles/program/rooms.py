"""The room that the graph of a program has, and its rules: beside it, or below."""

from __future__ import annotations

from math import inf
from typing import NamedTuple

from visualizer.canvas.primitives import Rect
from visualizer.puzzles.program.cards import cards_size

_BESIDE = 1.05  # width for height, from which on the rules stand beside the graph, not below it
_ROOMY = 600.0  # pixels: a board so wide has room for both, whatever its height
_RULES, _SLACK = 0.4, 1.15  # of the width, or of the height, is theirs; of what they ask for, for longer words
_ATOM, _LARGEST = 140.0, 1.6  # units: what an atom asks for, each way; the largest unit for the sake of few of them
_WIDEST, _NARROW = 420.0, 440.0  # units: the most that they get, and what they are left out below
_CARD, _HEAD = 36.0, 40.0  # units: the height of a rule, and of their heading


class Rooms(NamedTuple):
    """Of a program with so many atoms and rules, whose longest rule is so long."""

    atoms: int
    rules: int
    longest: float

    def unit(self, box: Rect) -> float:
        """The size of a point: what is written is never smaller than 12 of them. A small program is drawn larger."""
        if not self._aside(box):
            return _low_unit(box)
        usual = max(1.0, min(box.w / 800, box.h / 575))
        graph, rules = self._needs(box, usual)
        return max(usual, min(box.w / (graph[0] + rules[0] + 10), box.h / max(graph[1], rules[1]), _LARGEST))

    def parts(self, box: Rect) -> tuple[Rect, Rect]:
        """Where the graph is, and the rules: beside it, or below; a small board has no room for them."""
        unit = self.unit(box)
        gap = 10 * unit
        if not self._aside(box):
            return box.split_bottom(min(box.h * _RULES, self._below(box)), gap)
        if box.w < _NARROW * unit:
            return box, Rect(box.right, box.y, 0, 0)
        graph, rules = self._needs(box, unit)
        fair = min(rules[0] * unit, box.w - gap - graph[0] * unit)
        usual = min(box.w * _RULES, _SLACK * rules[0] * unit or inf)  # what they do not need is the graph's
        return box.split_right(min(max(usual, fair), _WIDEST * unit), gap)

    def _aside(self, box: Rect) -> bool:
        """Do the rules stand beside the graph? Also where, below it, they would leave little height to it, as it is
        laid out higher than wide."""
        return box.w > _BESIDE * box.h or (box.w >= _ROOMY and self._below(box) > box.h * _RULES)

    def _below(self, box: Rect) -> float:
        """How high the rules are below the graph, if all can be read."""
        return (self.rules * _CARD + _HEAD) * _low_unit(box)

    def _needs(self, box: Rect, unit: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """Width and height, in units, that the graph asks for, and the rules beside it, to be no less wordy than at
        that unit."""
        side = _ATOM * self.atoms ** 0.5
        return (side + 40, side + 80), cards_size(self.longest, self.rules, box.h / unit - 50)


def _low_unit(box: Rect) -> float:
    """The size of a point where the rules are below."""
    return max(1.0, min(box.w / 560, box.h / 640))
