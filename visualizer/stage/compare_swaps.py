"""What changes places in a comparison: the chart, a panel of the runs, and their boards; and the head of the chart."""

from __future__ import annotations

from visualizer.canvas.primitives import Rect, around
from visualizer.stage.compare_layout import ComparePlaces
from visualizer.stage.compare_stage import CompareView
from visualizer.stage.stage import inside

_BOARDS = "boards"


def arranged(view: CompareView, places: ComparePlaces) -> tuple[object, dict[str, Rect]]:
    """What has the boards' place, and where the parts lie that may have it, by their names."""
    runs = [place for place in (*places.heads, *places.boards) if place.h > 0]
    whole = around(runs) if runs else places.aside
    panel = view.panel
    if panel is not None and panel.large:
        return panel, {"chart": places.chart, panel.name: whole}
    return (view.large, panel), {"chart" if panel is None else panel.name: places.chart, _BOARDS: whole}


def seeds_head(view: CompareView, places: ComparePlaces, unit: float) -> Rect | None:
    """The head of the chart, where it is on show and has bands over seeds."""
    instead = view.listing or view.drawn.figures is not None or (view.panel is not None and not view.panel.large)
    hidden = instead or view.scenario.bands is None
    covered = view.rest and places.figures != places.totals
    return None if hidden or covered or places.chart.h <= 0 else inside(places.chart, unit).split_top(20 * unit)[0]
