"""The search for models, over clauses and over at-least constraints."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.core import Algorithm
from algorithms.events import Decided, JumpedBack, Learned
from algorithms.satisfiability import SATISFIABILITY
from algorithms.vocabulary import events_named
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.claims import claim
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.flight import draw_flight
from visualizer.families.satisfiability.focus import draw_sat_focus
from visualizer.families.satisfiability.formula_size import draw_coming, draw_formula_size, draw_size_above
from visualizer.families.satisfiability.found import draw_models, models_room
from visualizer.families.satisfiability.graph_panel import draw_implication_graph
from visualizer.families.satisfiability.literals import draw_literals
from visualizer.families.satisfiability.notes import notes
from visualizer.families.satisfiability.panels import draw_clauses
from visualizer.families.satisfiability.state import SatState, sat_in, sat_of
from visualizer.families.satisfiability.tree_links import lens, node_of
from visualizer.families.satisfiability.values import values
from visualizer.families.satisfiability.why import why
from visualizer.runs.families import declare
from visualizer.runs.states import FamilyState, State
from visualizer.stage.family import TREE, FamilyView, Tab, view_of
from visualizer.stage.legends import legend_of
from visualizer.stage.panels import draw_legend_and_facts
from visualizer.stage.view import View

_COMING = "Next to come here: what is looked at, and the trail M, which is empty so far."
_ONLY = {"constraint": "Decided", "unknown": "Complemented", "known": "Resolved"}  # colours of what not all do
_TEXT, _KEY = 46, 110  # heights in points: of that, and of what the colours of literals mean, where that has room


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The clause in question; before the search begins, how large the formula is."""
    sat = sat_of(view.state)
    own = view_of(view.algorithm).lens
    at = None if own is None else own(view)
    if at is None and sat.begun:
        box, below = box.split_bottom(models_room(canvas, box, view, unit), 4 * unit)
        draw_models(canvas, below, view, sat, theme, unit)
    if at is not None:
        node = view.state.tree.node(view.tree.pointed or 0).label
        draw_sat_focus(canvas, box, sat_of(at), theme, unit, view.links, node=node)
    elif sat.begun:
        draw_sat_focus(canvas, box, sat, theme, unit, view.links, sat_in(view.before), view.t)
    else:
        assert sat.lazy is not None
        text, below = draw_formula_size(canvas, box, sat.lazy, theme, unit).split_top(_TEXT * unit)
        draw_coming(canvas, text, _COMING, theme, unit)
        if view.board.shows_literals and below.h >= _KEY * unit:
            known = events_named(view.algorithm)
            key = [row for row in legend_of(view.board, view.algorithm) if _ONLY.get(row[0], "Implied") in known]
            draw_legend_and_facts(canvas, below, key, [], theme, unit)


def _draw_clauses(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    sat = sat_of(view.state)
    draw_clauses(canvas, draw_size_above(canvas, box, sat, theme, unit, view.links), sat, theme, unit, view.links)


def _draw_literals(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_literals(canvas, box, sat_of(view.state), theme, unit, view.links)


def _draw_graph(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    sat, before = sat_of(view.state), sat_in(view.before)
    moves = before is not None and (before.derivation, before.newest) != (sat.derivation, sat.newest)
    draw_implication_graph(canvas, box, sat, theme, unit, view.links, view.t if moves else 1.0)


def _heed(state: FamilyState, algorithm: Algorithm, options: Mapping[str, object]) -> None:
    """CDCL alone learns, and not where it is told to do without."""
    assert isinstance(state, SatState)
    state.learns = algorithm.name == "cdcl" and options.get("learning") != "none"


def _heading(state: State) -> str:
    return f"{sat_of(state).form.noun}s".capitalize()


CLAUSES = Tab("clauses", _heading, _draw_clauses, literals=True)
TABS = (TREE, CLAUSES, Tab("literals", "Literals", _draw_literals, literals=True),
        Tab("graph", "Implications", _draw_graph, literals=True))
SPANS = {Learned: 0.3, JumpedBack: 0.3}  # the clause flies to its place; an arrow along the trail, then literals go
declare(FamilyView(of=SATISFIABILITY, start=SatState.start, heed=_heed, focus=draw_focus, tabs=TABS, why=why,
                   claim=claim, decides=Decided, literals=True, on_board=draw_clash, lens=lens, node=node_of,
                   values=values, above=draw_flight, spans=SPANS, notes=notes))
