"""Exact probabilities: mines by placements, cards by deals."""

from __future__ import annotations

from algorithms.core import Family

PLACEMENTS = Family("placements")
DEALS = Family("deals")
DRAWS = Family("draws", panels=("plot",), chart="error")
