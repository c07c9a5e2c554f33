"""Probabilities estimated from samples of a local search."""

from __future__ import annotations

from algorithms.core import Family

SAMPLING = Family("sampling", panels=("plot",), chart="error",
                  words="Monte Carlo, MCMC, random walk, WalkSAT, approximate counting, probability")
