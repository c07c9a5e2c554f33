"""What a search for models claims of a place: the literals of its trail, and what they rest on."""

from __future__ import annotations

from algorithms.problems.forms.theory import Theory
from visualizer.families.satisfiability.state import sat_in
from visualizer.runs.claims import Claim, by_domains, by_trail
from visualizer.runs.states import State


def claim(state: State, theory: Theory, place: str) -> Claim | None:
    """By the trail, where it has the place; once a backbone is looked for, by what is known for good."""
    sat = sat_in(state)
    if sat is None or sat.fates or not sat.trail:
        return by_domains(state, theory, place)
    return by_trail(theory, place, ((entry.literal, entry.because is None) for entry in sat.trail))


def claim_of_path(state: State, theory: Theory, place: str) -> Claim | None:
    """By the record of a path in a graph, where only decisions are free."""
    sat = sat_in(state)
    trail = () if sat is None else sat.trail
    return by_trail(theory, place, ((entry.literal, entry.decided or entry.assumed) for entry in trail))
