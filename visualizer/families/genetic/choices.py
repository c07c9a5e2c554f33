"""A population draws its parents and its cuts; nobody can choose them yet."""

from __future__ import annotations

from algorithms.genetic import GENETIC
from visualizer.runs.choosing import declare_choices

declare_choices(GENETIC, {}, none=(
    "Parents, cuts and mutations are drawn by chance: no choice can be made here, but Z draws them again."))
