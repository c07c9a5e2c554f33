"""What a variable is for what is being looked at, as a pair of colours of the theme, and the fog over what is open; the
same on every board."""

from __future__ import annotations

from dataclasses import dataclass

from visualizer.canvas.primitives import Color
from visualizer.canvas.theme import Theme, mix


@dataclass(frozen=True)
class Role:
    """What a variable is for the current constraint, and the names of its colours in the theme."""

    fill: str
    text: str


CONSTRAINT = Role("constraint", "on_constraint")
KNOWN = Role("known_fill", "on_known")
UNKNOWN = Role("unknown", "on_unknown")
TEST = Role("test", "on_test")
SATISFIED = Role("no_mine", "on_no_mine")
VIOLATED = Role("mine", "on_mine")
PLAIN = Role("uncovered", "on_uncovered")


def colors(before: Role, after: Role, t: float, theme: Theme) -> tuple[Color, Color]:
    """Fill and text colour on the way from one role to another."""
    fill, text = getattr(theme, after.fill), getattr(theme, after.text)
    if t >= 1 or before == after:
        return fill, text
    ink = getattr(theme, before.text) if t < 0.5 else text  # a mixture could be read on neither ground
    return mix(getattr(theme, before.fill), fill, t), ink


def fog(left: int, values: int, theme: Theme) -> Color:
    """The darkness of a variable with so many of so many values left, as in Figure 3 of the paper on MRV+.
    Few values differ more than many."""
    share = ((max(1, left) - 1) / max(1, values - 1)) ** 0.7
    return mix(theme.uncovered, theme.fog, share)
