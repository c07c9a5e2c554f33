"""The panels that there are beside the board: which of them an algorithm has something to show in.

The window makes its tabs of them, and a lesson may ask for no other.
"""

from __future__ import annotations

from typing import Literal

from algorithms.core import Algorithm
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF

Panel = Literal["pseudocode", "source", "tree", "clauses", "literals", "graph", "plot", "matrix"]
FORMULAS = (CNF, AtLeastForm)  # the forms whose models are searched for


def searches(algorithm: Algorithm) -> bool:
    """Does the algorithm search for solutions, label by label?"""
    return _tells(algorithm, "Labelled")


def samples(algorithm: Algorithm) -> bool:
    """Does the algorithm collect samples?"""
    return _tells(algorithm, "SampleRecorded")


def dances(algorithm: Algorithm) -> bool:
    """Does the algorithm cover items?"""
    return _tells(algorithm, "ItemCovered")


def panels_of(algorithm: Algorithm) -> tuple[Panel, ...]:
    """The panels that the algorithm has something to show in, in the order of the window's tabs."""
    if searches(algorithm):
        return "pseudocode", "source", "tree", "plot"
    if samples(algorithm):
        return "pseudocode", "source", "plot"
    if dances(algorithm):
        return "pseudocode", "source", "tree", "clauses", "matrix"
    if algorithm.solves in FORMULAS:
        return "pseudocode", "source", "tree", "clauses", "literals", "graph"
    return "pseudocode", "source"


def _tells(algorithm: Algorithm, event: str) -> bool:
    return any(event in line.tags for line in algorithm.pseudocode)
