"""Genetic algorithms: a population of whole assignments, of which the fit have children and the worst die."""

from __future__ import annotations

from algorithms.core import Family

GENETIC = Family("genetic", panels=("population", "fitness", "costs"), chart="fitness",
                 words="evolutionary algorithm, crossover, metaheuristic")
