"""What signs on fields mean, where the board stands beside others."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.tile import draw_neither
from visualizer.runs.boards import Board, Sign
from visualizer.runs.states import State

_NEITHER = Sign(draw_neither, "no backbone: a mine in some models, none in others", "no backbone")


def signs_of(board: Board, state: State) -> Sequence[Sign]:
    """Those of candidates that are out."""
    sat = sat_in(state)
    out = sat is not None and any(fate in ("dropped", "free") and literal.lstrip("¬") in board.layout.places
                                  for literal, fate in sat.fates.items())
    return (_NEITHER,) if out else ()
