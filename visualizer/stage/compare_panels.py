"""A panel of the runs of a comparison, or of one of them: in the place of the chart, or of the boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scenarios.loader import Scenario
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.stage.compare_layout import panes
from visualizer.stage.compare_totals import draw_number
from visualizer.stage.stage import draw_tab, heading, panel
from visualizer.stage.still import draw_still, key_of, with_tab
from visualizer.stage.view import View

_HEAD = 24.0  # points
_LINES = ("pseudocode", "source")
_NARROW, _READ, _LOW = 150.0, 240.0, 90.0  # points: what words need, and lines of code; the height of a few lines


class Panel(NamedTuple):
    """A tab, by its ``name``, of the runs with these indices; ``large``: in the place of their boards."""

    name: str
    runs: tuple[int, ...]
    large: bool = False


def panel_of(scenario: Scenario, name: str | None, run: str | None = None, *, large: bool = False) -> Panel | None:
    """The panel of that name of the run, or of all runs that have it; None where that is none."""
    having = tuple(index for index, one in enumerate(scenario.runs)
                   if name in one.algorithm.panels and run in (None, one.name))
    return Panel(name, having, large) if name is not None and having else None


def panels_of(scenario: Scenario) -> Sequence[str]:
    """Those that there are, of any run."""
    return tuple(dict.fromkeys(name for run in scenario.runs for name in run.algorithm.panels))


def draw_panels(canvas: Canvas, box: Rect, shown: Panel, views: Sequence[View], theme: Theme, unit: float) -> None:
    """In a box, each below the number of its run."""
    for part, index in zip(panel_places(box, shown, unit), shown.runs, strict=True):
        draw_panel(canvas, part, index, views[index], theme, unit)


def panel_places(box: Rect, shown: Panel, unit: float) -> list[Rect]:
    """Where the panels lie in a box: side by side, in more lines where they would be too narrow for what they say."""
    gap, runs = 8 * unit, len(shown.runs)
    least = (_READ if shown.name in _LINES else _NARROW) * unit
    wanted = max(1, min(runs, int((box.w + gap) / (least + gap))))
    columns = next(many for many in range(wanted, runs + 1) if many == runs or box.h / -(-runs // many) >= _LOW * unit)
    return panes(box, runs, gap, columns)[:runs]


def draw_panel(canvas: Canvas, box: Rect, index: int, view: View, theme: Theme, unit: float, *,
               headed: bool = True) -> None:
    """The tab of a run, whose number and what it is stand above it where it is ``headed``."""

    def draw() -> None:
        inner = panel(canvas, box, theme, unit) if headed else box
        if headed:
            head, inner = inner.split_top(_HEAD * unit, 2 * unit)
            draw_number(canvas, (head.x + 9 * unit, head.center[1]), index + 1, theme, unit)
            size, named = 14 * unit, heading(view, view.code)
            named = fit_text(canvas, named, head.w - 26 * unit, size, "bold")
            canvas.text((head.x + 26 * unit, head.center[1]), named, size, theme.muted, "left", "bold")
        with canvas.clip(inner):
            draw_tab(canvas, inner, view.code, view, theme, unit)

    draw_still(canvas, ("panel", index), box, view, with_tab(view, key_of(view, theme, unit)), draw)
