"""Exact probabilities: mines by placements, cards by deals."""

from __future__ import annotations

from algorithms.core import Family

PLACEMENTS = Family("placements", panels=("product",), words="probability, model counting, odds")
DEALS = Family("deals", panels=("sum",), words="probability, model counting, inclusion and exclusion")
DRAWS = Family("draws", panels=("plot",), chart="error", words="probability, uniform sampling")
