"""What is known of a candidate for the backbone, on any board."""

from __future__ import annotations

from visualizer.canvas.primitives import Color
from visualizer.canvas.theme import Theme, mix


def neither(theme: Theme) -> Color:
    """The grey of what is no backbone, on a covered field and on a panel."""
    return mix(theme.covered, theme.on_covered, 0.62)


def model_value(model: frozenset[str], variable: str) -> bool | None:
    """A variable's value in a model; None where that leaves it open."""
    return True if variable in model else False if f"¬{variable}" in model else None
