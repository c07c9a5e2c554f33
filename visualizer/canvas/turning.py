"""What turns over: it stands edge on in the middle of the way, and shows its other side from there on."""

from __future__ import annotations

from math import cos, pi

from visualizer.canvas.primitives import Rect

_EDGE = 0.08  # how wide it is at the least, as a part of its width


def turned(t: float) -> float:
    """How wide it stands (0–1), ``t`` of the way."""
    return max(_EDGE, abs(cos(pi * t)))


def standing(box: Rect, turn: float) -> Rect:
    """The place of what stands so wide."""
    return Rect(box.center[0] - box.w * turn / 2, box.y, box.w * turn, box.h)
