"""Paths in transition graphs."""

from __future__ import annotations

from algorithms.transitions import TRANSITIONS
from algorithms.transitions.events import DecideApplied
from visualizer.families.satisfiability.claims import claim_of_path
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.family import CLAUSES
from visualizer.families.transitions.controls import GraphControls
from visualizer.families.transitions.hero import draw_below, draw_hero
from visualizer.families.transitions.notes import notes
from visualizer.families.transitions.panels import draw_focus
from visualizer.families.transitions.rules import draw_rules
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.values import values
from visualizer.families.transitions.why import why
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, Legend, Tab

LEGEND: Legend = (
    ("test", "the state that the run is at"), ("accent", "the path; ▶ what comes next"),
    ("no_mine", "✓ terminal, or a true literal"), ("mine", "✗ inconsistent, or a false literal"),
    ("known", "edges in; a way that was asked for"), ("mark", "pointed at, and its edges out"),
)
LEARNING = ("cdcl-graph", "clasp-graph")
declare(FamilyView(of=TRANSITIONS, start=TransitionState.start, focus=draw_focus, literals=True, legend=LEGEND, why=why,
                   claim=claim_of_path,
                   starts=dict.fromkeys(LEARNING, TransitionState.start_learning),
                   tabs=(Tab("rules", "Rules", draw_rules), CLAUSES), on_board=draw_clash, large=draw_hero, hero=2.0,
                   controls=GraphControls, below=draw_below, decides=DecideApplied, decision="Decide {}".format,
                   values=values, notes=notes))
