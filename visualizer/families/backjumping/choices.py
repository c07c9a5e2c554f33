"""A search that looks back leaves no choice on its way."""

from __future__ import annotations

from algorithms.backjumping import BACKJUMPING
from visualizer.runs.choosing import declare_choices

declare_choices(BACKJUMPING, {}, none=(
    "Its order says which variable and value come next, a dead end where it goes back to: there is no choice."))
