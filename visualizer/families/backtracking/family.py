"""Search with forward checking."""

from __future__ import annotations

from algorithms.backtracking import BACKTRACKING
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.last_solution import draw_last_solution, last_solution
from visualizer.families.backtracking.notes import notes
from visualizer.families.backtracking.panels import draw_search_focus
from visualizer.families.backtracking.plot import draw_plot
from visualizer.families.backtracking.state import SearchState
from visualizer.families.backtracking.ties import draw_ties
from visualizer.families.backtracking.values import values
from visualizer.families.backtracking.why import why
from visualizer.families.consistency.panels import draw_focus as draw_constraint
from visualizer.runs.boards import Board
from visualizer.runs.families import declare
from visualizer.runs.states import State
from visualizer.stage.family import TREE, FamilyView, Tab
from visualizer.stage.view import View


def _draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What the search does; before it begins, what the colours mean."""
    if not view.timeline.position:
        draw_constraint(canvas, box, view, theme, unit)
        return
    draw_search_focus(canvas, box, view.state, view.timeline.event, view.board.peers(view.state), theme, unit,
                      view.pointed, view.links)


def _draw_plot(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_plot(canvas, box, view.timeline, theme, unit, view.links)


def _draw_on_board(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    draw_ties(canvas, box, board, state, theme)
    draw_last_solution(canvas, box, board, state, theme)


declare(FamilyView(of=BACKTRACKING, start=SearchState.begin, values=values, focus=_draw_focus, why=why,
                        on_board=_draw_on_board, lens=last_solution, tabs=(TREE, Tab("plot", "Plot", _draw_plot)),
                   notes=notes))
