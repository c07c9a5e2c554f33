"""The search for the backbone: that of models, with candidates."""

from __future__ import annotations

from algorithms.backbones import BACKBONES
from algorithms.events import Decided
from visualizer.families.backbones.choices import chooses_decisions
from visualizer.families.backbones.notes import notes
from visualizer.families.backbones.state import BackboneState
from visualizer.families.backbones.values import values
from visualizer.families.backbones.why import why
from visualizer.families.satisfiability.claims import claim
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import SPANS, TABS, draw_focus
from visualizer.families.satisfiability.tree_links import lens, node_of
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView
from visualizer.stage.stack import Needs
from visualizer.stage.view import View

_PICTURES = 300.0  # points
_LISTS = "backbone-enumerate"


def room(view: View) -> float:
    """Where models are listed, small boards of them want more than their literals do."""
    return _PICTURES if view.board.pictured and view.algorithm.name == _LISTS else Needs().focus


declare(FamilyView(of=BACKBONES, start=BackboneState.start, focus=draw_focus, tabs=TABS, why=why, claim=claim,
                   decides=Decided, chosen=chooses_decisions, literals=True, on_board=draw_clash, lens=lens,
                   node=node_of, values=values, spans=SPANS, notes=notes, room=room))
