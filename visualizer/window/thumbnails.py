"""The pictures on the cards: a lesson's board at a telling moment, close enough to be read, and whose run it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from algorithms.core import Grain
from algorithms.long_work import checkpoint
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.states import State
from visualizer.stage.compare_layout import panes
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

_PICTURED = 2000  # events played for a lesson's picture …
_AT_A_TIME = 60  # … between two checkpoints
_BACK = 120  # so many events before the moment wanted there may be a better one
_READABLE = 24.0  # pixels across the place in question, at least: where it is smaller, a part of the board is shown
_NEAREST = 3.0  # how much larger it is drawn at most
_MOST = 2  # boards of a comparison that are shown


@dataclass(frozen=True)
class Pictured:
    """One run of a lesson: its name, its board and the state that is shown; ``near`` is the place in question."""

    name: str
    board: Board
    state: State
    near: str | None


def played(scenario: Scenario) -> Iterator[Pictured]:
    """For a lesson's picture: its run, or the first ones of a comparison, where two thirds of it are done."""
    timelines = open_timelines(scenario)[:_MOST]
    more = len(scenario.runs) - len(timelines)
    for index, (run, timeline) in enumerate(zip(scenario.runs, timelines, strict=False)):
        for _ in range(0, _PICTURED // len(timelines), _AT_A_TIME):
            timeline.pull(_AT_A_TIME)
            checkpoint()
        timeline.seek(_telling(timeline))
        board = board_for(scenario.puzzle)
        beyond = f" + {more}" if more and index == len(timelines) - 1 else ""
        yield Pictured(f"{run.label}{beyond}", board, timeline.state, _near(scenario, timeline.state))


def _telling(timeline: Timeline[State]) -> int:
    """Where two thirds are done, or a little before: just after something larger than a trial."""
    at = len(timeline.events) * 2 // 3
    return next((back for back in range(at, max(0, at - _BACK), -1)
                 if timeline.events[back - 1].grain >= Grain.LANDMARK), at)


def _near(scenario: Scenario, state: State) -> str | None:
    """The place in question: what is being looked at, or was inferred last, or a lesson points at first."""
    marked = (place for cue in scenario.script for place in cue.marks)
    for places in (state.family.looks_at(), list(state.inferred)[-1:], marked):
        for place in places:
            if place in state.domains:
                return place
    return next(iter(state.domains), None)


def draw_picture(canvas: Canvas, box: Rect, pictured: Sequence[Pictured], theme: Theme) -> None:
    """The boards side by side, each with the name of its run."""
    canvas.rect(box, theme.panel)
    for shown, pane in zip(pictured, panes(box, len(pictured), box.w * 0.03), strict=True):
        with canvas.clip(pane):
            _draw_near(canvas, pane, shown, theme)
        _draw_name(canvas, pane, shown.name, theme)


def _draw_near(canvas: Canvas, pane: Rect, shown: Pictured, theme: Theme) -> None:
    """The board in the pane or, where that is too small to be read, the part of it around the place in question."""
    board, state = shown.board, shown.state
    near = board.place(pane, shown.near) if shown.near is not None else pane
    larger = min(_NEAREST, _READABLE / max(1.0, min(near.w, near.h)))
    if larger <= 1 or board.outlined:
        board.draw(canvas, pane, state, state, 1.0, theme)
        if (room := board.spare(pane)) is not None and state.tree.count:
            draw_tree(canvas, room, state.tree, TreeView(), theme, max(0.5, pane.w / 600))
        return
    high = min(pane.h, pane.w / board.aspect) * larger
    whole = Rect(pane.x, pane.y, high * board.aspect, high)
    x, y = board.place(whole, shown.near).center if shown.near is not None else whole.center
    left, top = _begin(x - pane.x, pane.w, whole.w), _begin(y - pane.y, pane.h, whole.h)
    board.draw(canvas, whole._replace(x=pane.x + left, y=pane.y + top), state, state, 1.0, theme)


def _begin(middle: float, room: float, length: float) -> float:
    """Where something of that length begins, to have its ``middle`` in the middle of the room, with no gap."""
    return (room - length) / 2 if length <= room else -min(max(0.0, middle - room / 2), length - room)


def _draw_name(canvas: Canvas, pane: Rect, name: str, theme: Theme) -> None:
    """The name of the run in the corner."""
    size = max(SMALLEST, pane.h * 0.11)
    shown = fit_text(canvas, name, pane.w - size, size, "bold")
    width, height = canvas.measure(shown, size, "bold") + size * 0.8, size * 1.4
    place = Rect(pane.x, pane.bottom - height, width, height)
    canvas.rect(place, theme.background, theme.edge, 1, size * 0.3)
    canvas.text((place.x + size * 0.4, place.center[1]), shown, size, theme.text, "left", "bold")
