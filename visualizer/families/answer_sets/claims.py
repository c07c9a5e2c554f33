"""What a search for answer sets claims of an atom: its literal in M, or that it is unfounded on M."""

from __future__ import annotations

from algorithms.problems.forms.theory import Theory
from visualizer.families.answer_sets.state import program_in
from visualizer.runs.claims import Claim, by_domains, by_trail
from visualizer.runs.states import State

_FREE = ("given", "decided", "other branch")


def claim(state: State, theory: Theory, place: str) -> Claim | None:
    """By M; of an atom of U that it is false, as far as M goes."""
    known = program_in(state)
    if known is None or known.guess is not None:
        return by_domains(state, theory, place)
    m = [(joined.literal, joined.how in _FREE) for joined in known.m]
    if all(literal.lstrip("¬") != place for literal, _ in m) and known.u is not None and known.settled \
            and place in known.u:
        m = [*((literal, True) for literal, _ in m), (f"¬{place}", False)]
    return by_trail(theory, place, m)
