"""Consistency: arc and path consistency."""

from __future__ import annotations

from algorithms.consistency import CONSISTENCY
from algorithms.events import PairTaken, TupleDropped, TupleTried
from visualizer.canvas.primitives import Rect
from visualizer.families.consistency.controls import TrialControls, chip_on_board
from visualizer.families.consistency.notes import notes
from visualizer.families.consistency.panels import draw_focus, draw_large, focus_parts
from visualizer.families.consistency.state import ConsistencyState
from visualizer.families.consistency.values import values
from visualizer.families.consistency.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, fresh
from visualizer.stage.view import View

_CHIPS, _PAIRS = 262.0, 316.0  # points


def cut_out(box: Rect, unit: float) -> Rect:
    """Where the cut-out of the current constraint lies."""
    return focus_parts(box, unit)[1]


def room(view: View) -> float:
    """Two rows of tuples want more than chips do."""
    return _PAIRS if any(counter.counts is PairTaken for counter in view.algorithm.counters) else _CHIPS


declare(FamilyView(of=CONSISTENCY, start=fresh(ConsistencyState), focus=draw_focus, why=why, cut_out=cut_out,
                   controls=TrialControls, lens=chip_on_board, room=room, large=draw_large, values=values,
                   spans={TupleDropped: 0.3, TupleTried: 0.25}, notes=notes))
