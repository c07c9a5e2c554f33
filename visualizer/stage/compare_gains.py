"""What one run of a comparison has found and another one has not, and how it is marked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from visualizer.canvas.marks import draw_mark, draw_ring
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.states import Lately, State

_TABBED = 26.0  # pixels: smaller places have no room for a tab beside their content
_LARGEST = 20.0  # pixels: the side of a tab
_GAINED: Lately[tuple[str, ...]] = Lately(8)  # of all runs that are compared: each frame asks


def gained(state: State, before: State) -> tuple[str, ...]:
    """The variables of which a state has ruled out a value that another one has not, among those that both know."""
    return _GAINED.of(state, before.turns, lambda: _gained(state, before))


def _gained(state: State, before: State) -> tuple[str, ...]:
    if state.domains == before.domains:
        return ()
    return tuple(name for name, domain in state.domains.items() if name in before.domains
                 and domain != before.domains[name] and not {*before.domains[name]} <= {*domain})


def unlike(theme: Theme) -> Color:
    """The colour of a difference: there may be many, and none is louder than what the run or the lesson is about."""
    return mix(theme.mark, theme.background, 0.3)


def draw_differences(canvas: Canvas, boxes: Sequence[Rect], within: Rect, theme: Theme,
                     pointed: Sequence[Rect] = ()) -> None:
    """A frame around each place that the runs know different things of and, where there is room, a tab with ≠ on its
    corner at the bottom left: half of it outside, so that it covers no candidate, and away from a number above; at an
    edge of the board, which is ``within``, it stays inside. No frame lies on a tab, nor on the brackets of
    what the lesson has ``pointed`` at."""
    for box in boxes:
        canvas.alike(("frame", box, theme.name), partial(_draw_frame, box=box, theme=theme))
    for box in pointed:
        draw_mark(canvas, box, theme)
    for box in boxes:
        if min(box.w, box.h) >= _TABBED:
            canvas.alike(("tab", box, within, theme.name), partial(_draw_tab, box=box, within=within, theme=theme))


def _draw_frame(canvas: Canvas, box: Rect, theme: Theme) -> None:
    side, width = min(box.w, box.h), _width(box)
    draw_ring(canvas, box.inset(-width / 2), unlike(theme), theme, width, side * 0.12)


def _width(box: Rect) -> float:
    """Of a frame's line."""
    return min(3.0, max(2.0, min(box.w, box.h) * 0.05))


def _draw_tab(canvas: Canvas, box: Rect, within: Rect, theme: Theme) -> None:
    side, width = min(box.w, box.h), _width(box)
    size = min(_LARGEST, max(SMALLEST, side * 0.28))
    tab = Rect(max(within.x, box.x - (width + size) / 2), min(within.bottom - size, box.bottom + (width - size) / 2),
               size, size)
    canvas.rect(tab, unlike(theme), radius=size * 0.2)
    canvas.text(tab.center, "≠", size, theme.background, "center", "bold")
