"""The boards of a comparison, or its chart, without all else: for the projector."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.stage.beside_words import Beside
from visualizer.stage.compare_layout import panes
from visualizer.stage.compare_panels import draw_panel
from visualizer.stage.compare_stage import CompareView, draw_asked, draw_figure, draw_run
from visualizer.stage.compare_totals import draw_number

_CHART = 1.7  # the width of a chart in proportion to its height
_PANEL = 0.85  # the same of a panel in the place of a board: it takes all the height that it gets
_NAME = (1.0, 0.93, 0.86, 0.79, 0.72)  # sizes of a run's name, best first: a long one is smaller before it is cut


def shown_alone(view: CompareView) -> Beside:
    """What the lesson shows beside its words: figures, too, where these are not the picture."""
    lesson = view.words.tone == "lesson" and not view.large
    return view.words.shown._replace(figures=view.drawn.figures if lesson else None)


def aspects(view: CompareView) -> list[tuple[float, int]]:
    """In which proportions, and in how many rows, it can be drawn."""
    if view.large:
        return [(_CHART, 1)]
    runs = len(view.timelines)
    ways = [(columns, -(-runs // columns)) for columns in range(1, runs + 1)]
    each = _PANEL if all(map(view.enlarged, range(runs))) else view.boards[0].aspect_beside
    return [(columns * each / rows, rows) for columns, rows in ways]


def draw_alone(canvas: Canvas, box: Rect, view: CompareView, rows: int, theme: Theme, size: float) -> Sequence[Rect]:
    """Each board below the name of its run, in letters of that ``size``. Returns where the boards lie; none where the
    chart has their place."""
    for links in view.links:
        links.numbers.clear()
    if view.large:
        draw_figure(canvas, box, view, theme, size / 12)
        return ()
    runs, gains = len(view.timelines), view.gained()
    places = []
    for index, pane in enumerate(panes(box, runs, size, -(-runs // rows))[:runs]):
        head, inner = pane.split_top(size * 1.5, size * 0.3)
        name, room = view.scenario.runs[index].label, head.w - size * 1.6
        large = next((size * part for part in _NAME if canvas.measure(name, size * part, "bold") <= room),
                     size * _NAME[-1])
        draw_number(canvas, (head.x + size * 0.6, head.center[1]), index + 1, theme, size / 15)
        name = fit_text(canvas, name, room, large, "bold")
        canvas.text((head.x + size * 1.5, head.center[1]), name, large, theme.text, "left", "bold")
        if view.enlarged(index):
            draw_panel(canvas, inner, index, view.views()[index], theme, size / 15, headed=False)
            places.append(inner)
            continue
        single = view.views()[index]
        with canvas.clip(inner):
            draw_run(canvas, inner, single, gains[index], view, theme, size / 15)
            draw_asked(canvas, inner, single, view, theme)
        places.append(inner)
    return places
