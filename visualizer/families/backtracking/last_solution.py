"""The solution that a search found last, once it has gone on after it and undone all: an empty board would look as if
there were none."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.strokes import draw_dashed_frame, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.state import SearchState, search_of
from visualizer.runs.boards import Board
from visualizer.runs.states import Lately, State
from visualizer.stage.view import View

_SHOWN: Lately[State] = Lately(8)  # runs that are compared


def last_solution(view: View) -> State | None:
    """The state to be shown on the board instead, with the values of that solution; None while the search goes on."""
    state = view.state
    return _SHOWN.of(state, (), lambda: _with_solution(state)) if search_of(state).gone_on else None


def _with_solution(state: State) -> State:
    shown = state.copy()
    assert isinstance(shown.family, SearchState)
    values, how = shown.family.last
    shown.domains, shown.family.assigned = dict(values), dict(how)
    shown.family.open_again = tuple(x for x, left in state.domains.items() if len(left) > 1)
    return shown


def _tiled(places: Sequence[Rect]) -> bool:
    """Do they fill a rectangle, as cells do? What a board writes beside it may be close."""
    wide = max(place.right for place in places) - min(place.x for place in places)
    high = max(place.bottom for place in places) - min(place.y for place in places)
    return sum(place.w * place.h for place in places) > 0.9 * wide * high


def _draw_open(canvas: Canvas, cells: Sequence[Rect], theme: Theme) -> None:
    """Dashes in each cell whose value is not known: another solution may have another one there."""
    for cell in cells:
        thick = max(2.0, cell.w * 0.05)
        draw_dashed_frame(canvas, cell.inset(thick), theme.no_mine, thick)


def draw_last_solution(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """A dashed frame around all places of variables, and a tick at its corner: a solution, but the search stands
    elsewhere."""
    if not search_of(state).gone_on:
        return
    places = [board.place(box, x) for x in state.domains if x in board.layout.places]
    if not places:
        return
    again = search_of(state).open_again
    if _tiled(places) and len(again) < len(places):
        _draw_open(canvas, [board.place(box, x) for x in again], theme)
    side = min(box.w, box.h)
    wide, radius = max(3.0, side * 0.008), min(14.0, max(7.0, side * 0.03))
    room, away = box.inset(wide / 2), wide * (0.5 if _tiled(places) else 1.4)  # what is drawn around them stays free
    left, top = (max(least, min(found) - away) for least, found in (
        (room.x, [place.x for place in places]), (room.y, [place.y for place in places])))
    right, bottom = (min(most, max(found) + away) for most, found in (
        (room.right, [place.right for place in places]), (room.bottom, [place.bottom for place in places])))
    frame = Rect(left, top, right - left, bottom - top).inset(-wide / 2)
    draw_dashed_frame(canvas, frame, theme.no_mine, wide, 4 * wide)
    at = min(right, box.right - radius), min(bottom, box.bottom - radius)
    canvas.circle(at, radius, theme.no_mine)
    draw_tick(canvas, at, radius * 0.75, theme.on_no_mine)
