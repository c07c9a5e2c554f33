"""Why something is known of a place, in words: what the run has found out, then what the puzzle says.

Whatever a run claims follows from its events alone, as its family tells: a backbone is refuted by a probe, what is none
has two models that differ there, a value was removed by a constraint, a probability counts placements. The board adds
what the puzzle says, such as a clue.
"""

from __future__ import annotations

from algorithms.core import Algorithm
from scenarios.timeline import Timeline
from visualizer.runs.boards import Board
from visualizer.runs.families import family_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


def explain(timeline: Timeline[State], algorithm: Algorithm, board: Board, place: str) -> Explanation:
    """What is known of a place where the timeline is, and why."""
    found = family_of(algorithm).why(timeline, board, place)
    return board.explain(timeline, place, found) or Explanation(place, f"Nothing is known of {place} so far.", (place,))
