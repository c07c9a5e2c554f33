"""The pictures on the cards: a lesson's board at a telling moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from algorithms.long_work import checkpoint
from scenarios.loader import Scenario
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.compare_layout import panes
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

_PICTURED = 3000  # events played for a lesson's picture …
_AT_A_TIME = 60  # … between two checkpoints


def played(scenario: Scenario) -> Iterator[tuple[Board, Any]]:
    """For a lesson's picture: the board and the state in the middle of its run; of a comparison, all of them."""
    timelines = open_timelines(scenario)
    for timeline in timelines:
        for _ in range(0, _PICTURED // len(timelines), _AT_A_TIME):
            timeline.pull(_AT_A_TIME)
            checkpoint()
        timeline.seek(len(timeline.events) * 2 // 3)
        yield board_for(scenario.puzzle), timeline.state


def draw_picture(canvas: Canvas, box: Rect, pictured: Sequence[tuple[Board, Any]], theme: Theme) -> None:
    """The boards side by side, in their states."""
    canvas.rect(box, theme.panel)
    for (board, state), pane in zip(pictured, panes(box, len(pictured), box.w * 0.03), strict=True):
        board.draw(canvas, pane, state, state, 1.0, theme)
        if (room := board.spare(pane)) is not None and state.tree.count:
            draw_tree(canvas, room, state.tree, TreeView(), theme, max(0.5, pane.w / 600))
