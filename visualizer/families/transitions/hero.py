"""In the place of the board: the graph whole, or unfolded around the current state, and below it what is true of it."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.transitions.drawn import Drawn, drawn
from visualizer.families.transitions.facts import draw_facts, height
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.unfolded import draw_unfolded
from visualizer.families.transitions.whole import draw_whole
from visualizer.stage.stage import panel
from visualizer.stage.view import View

_LOW = 360.0  # points: in a lower box there is the graph alone


def look_of(view: View) -> Look:
    """How the graph is looked at; as at first, where nobody can change that."""
    return view.look if isinstance(view.look, Look) else Look()


def parts(box: Rect, unit: float) -> tuple[Rect, Rect]:
    """The picture's part of a panel, and that of the facts below it; a low panel, as on a projector, has none of these,
    so that states do not lie on each other."""
    return box.split_bottom(height(box.w, unit), 6 * unit) if box.h > _LOW * unit else box.split_bottom(0)


def shown(state: TransitionState, look: Look) -> Drawn | None:
    """The graph that is drawn whole; None where it is unfolded around the current state: where it is too large, and of
    programs, unless somebody has chosen."""
    around = state.program is not None if look.around is None else look.around
    return None if around else drawn(state)


def draw_below(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The same below the board of a run that is compared: the facts only where there is room."""
    _draw(canvas, box, view, theme, unit)


def draw_hero(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The graph and what the propositions say of it."""
    _draw(canvas, panel(canvas, box, theme, unit), view, theme, unit)


def _draw(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    picture, facts = parts(box, unit)
    _draw_graph(canvas, picture, view, theme, unit)
    if facts.h:
        draw_facts(canvas, facts, view, theme, unit)


def _draw_graph(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    look = look_of(view)
    whole = shown(transition_of(view.state), look)
    if whole is not None:
        draw_whole(canvas, box, view, whole, look, theme, unit)
    else:
        with canvas.clip(box):
            draw_unfolded(canvas, box, view, look, theme, unit)
