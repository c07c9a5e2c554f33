"""Genetic algorithms: the best individual on the board, one birth at a time, the population as a heatmap."""

from __future__ import annotations

from algorithms.genetic import GENETIC
from algorithms.genetic.events import BestFound
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.comparing import FITNESS
from visualizer.families.genetic.controls import PopulationControls
from visualizer.families.genetic.costs import draw_costs
from visualizer.families.genetic.crossing import draw_focus, legend
from visualizer.families.genetic.heatmap import draw_heatmap, way_of
from visualizer.families.genetic.notes import notes
from visualizer.families.genetic.on_board import draw_best, numbers_of_costs
from visualizer.families.genetic.plot import draw_plot
from visualizer.families.genetic.state import PopulationState
from visualizer.families.genetic.values import values
from visualizer.families.genetic.why import why
from visualizer.runs.claims import nothing
from visualizer.runs.families import declare
from visualizer.stage.family import FamilyView, Tab
from visualizer.stage.spots import offer
from visualizer.stage.view import View


def _draw_heatmap(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    spots = draw_heatmap(canvas, box, view.state, theme, unit, way_of(view.timeline.event, view.before, view.t),
                         view.links)
    offer(view.look, box, lambda: spots)


def _draw_plot(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_plot(canvas, box, view.timeline, theme, unit, view.links, view.band, ahead=not view.questioned)


declare(FamilyView(of=GENETIC, start=PopulationState.begin, values=values, focus=draw_focus, legend=legend, why=why,
                   claim=nothing, chart=FITNESS,
                   on_board=draw_best, numbers=numbers_of_costs, controls=PopulationControls,
                   tabs=(Tab("population", "Population", _draw_heatmap),
                         Tab("fitness", "Fitness", _draw_plot, seeded=True), Tab("costs", "Costs", draw_costs)),
                   spans={BestFound: 0.3}, notes=notes))
