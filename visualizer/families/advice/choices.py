"""A player takes the move of which most is certain."""

from __future__ import annotations

from algorithms.advice import ADVICE
from visualizer.runs.choosing import declare_choices

declare_choices(ADVICE, {}, none=(
    "It takes what is most certain, for the simplest reason: there is no choice to be made."))
