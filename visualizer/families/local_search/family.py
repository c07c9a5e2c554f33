"""Local search for a solution, by repair."""

from __future__ import annotations

from algorithms.local_search import LOCAL_SEARCH
from algorithms.local_search.events import Repaired
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.comparing import CONFLICTS
from visualizer.families.local_search.notes import notes
from visualizer.families.local_search.on_board import draw_conflicts, numbers_of_conflicts
from visualizer.families.local_search.panels import LEGEND, draw_focus
from visualizer.families.local_search.plot import draw_plot
from visualizer.families.local_search.state import RepairState
from visualizer.families.local_search.table import draw_table
from visualizer.families.local_search.values import values
from visualizer.families.local_search.why import why
from visualizer.runs.claims import nothing
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, Tab
from visualizer.stage.view import View


def _draw_plot(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_plot(canvas, box, view.timeline, theme, unit, view.links, view.band, ahead=not view.questioned)


declare(FamilyView(of=LOCAL_SEARCH, start=RepairState.begin, values=values, focus=draw_focus, legend=LEGEND, why=why,
                   claim=nothing, chart=CONFLICTS,
                   on_board=draw_conflicts, numbers=numbers_of_conflicts,
                   tabs=(Tab("conflicts", "Conflicts", _draw_plot, seeded=True), Tab("table", "Table", draw_table)),
                   spans={Repaired: 0.25}, notes=notes))
