"""Sampling: local search that collects samples, and independent draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Self

from algorithms.core import Event
from algorithms.counting import DRAWS
from algorithms.sampling import SAMPLING
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.counting.deals import DealsState, counting_facts
from visualizer.families.sampling.comparing import ERRORS
from visualizer.families.sampling.panels import draw_sampling
from visualizer.families.sampling.plot import draw_sampling_plot
from visualizer.families.sampling.state import SamplingState
from visualizer.families.sampling.values import of_draws, of_sampling
from visualizer.families.satisfiability.formula_size import draw_formula_size
from visualizer.runs.families import declare
from visualizer.runs.lazy_form import Form
from visualizer.runs.states import State
from visualizer.stage.family import FamilyView, Tab, fresh
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts
from visualizer.stage.view import View


@dataclass(slots=True)
class DrawsState(SamplingState):
    """What is known of draws from counted deals; ``deals`` is what was counted before them."""

    deals: DealsState = field(default_factory=DealsState)

    def apply(self, event: Event, state: State) -> None:
        self.deals.apply(event, state)
        SamplingState.apply(self, event, state)

    def write(self) -> None:
        """Nothing: there is no formula."""

    @property
    def form(self) -> Form | None:  # type: ignore[override]
        """None: deals are counted and drawn without one."""
        return None

    @property
    def names(self) -> None:
        """None: so more is known of the game than a formula says."""
        return None

    def looks_at(self) -> Sequence[str]:
        return self.deals.looks_at()

    def copy(self) -> Self:
        state = SamplingState.copy(self)
        state.deals = self.deals.copy()
        return state


def sampling_in(state: State) -> SamplingState | None:
    """What is sampled in a state, once that has begun."""
    found = state.of(SamplingState)
    return None if found is None or not found.begun else found


def deals_in(state: State) -> DealsState | None:
    """What is counted of deals in a state."""
    draws = state.of(DrawsState)
    return state.of(DealsState) if draws is None else draws.deals


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Where the chain is, or what is counted before anything is drawn."""
    state = view.state
    sampling = state.family
    assert isinstance(sampling, SamplingState)
    if sampling.begun:
        draw_sampling(canvas, box, sampling, state.form, theme, unit, view.links)
    elif isinstance(sampling, DrawsState) and sampling.deals.begun:
        draw_facts(canvas, box, counting_facts(state, sampling.deals), theme, unit, view.links)
    elif sampling.lazy is not None:
        draw_formula_size(canvas, box, sampling.lazy, theme, unit)
    else:
        draw_legend_and_facts(canvas, box, view.board.legend, [*algorithm_facts(view.algorithm),
                                                               Fact("Now", "not started")], theme, unit)


def _draw_plot(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_sampling_plot(canvas, box, view.timeline, view.board.exact(view.state), theme, unit, view.links,
                       view.band)


PLOT = Tab("plot", "Plot", _draw_plot, seeded=True)
declare(FamilyView(of=SAMPLING, start=SamplingState.start, focus=_draw_focus, tabs=(PLOT,), chart=ERRORS,
                   values=of_sampling))
declare(FamilyView(of=DRAWS, start=fresh(DrawsState), focus=_draw_focus, tabs=(PLOT,), chart=ERRORS, values=of_draws))
