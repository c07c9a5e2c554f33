"""A sampler draws what it flips; nobody can choose it yet."""

from __future__ import annotations

from algorithms.sampling import SAMPLING
from visualizer.runs.choosing import declare_choices

declare_choices(SAMPLING, {}, none=(
    "Of what may be flipped, chance draws one: no choice can be made here, but Z draws again."))
