"""Rows of a large Gnomine board that are kept from frame to frame show what they would if each field were drawn."""

from __future__ import annotations

from collections.abc import Sequence
from unittest.mock import patch

import numpy as np
import pygame
import pytest

from kit.session_desk import open_session
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import theme
from visualizer.puzzles.gnomine import rows
from visualizer.puzzles.search_marks import Spotlight
from visualizer.runs.boards import Board, board_for
from visualizer.runs.states import State

TEXT = """\
title: T
algorithm: {}
puzzle: {{kind: gnomine, random: {{rows: 10, columns: 20, mines: 30, seed: 4, reveal: 5}}}}
"""
SIZE, STEPS, SIDE = (700, 360), 5, 32
BOX = Rect(0, 0, *SIZE)
FAR = 64  # of 255: a soft edge may lie a part of a pixel further; what is missing or too much differs by more
FEW = 12  # pixels


def picture(canvas: PygameCanvas, board: Board, states: tuple[State, State], t: float,
            pointed: str | None) -> np.ndarray:
    board.draw(canvas, BOX, *states, t, theme("dark"), (), pointed)
    return np.frombuffer(pygame.image.tobytes(canvas.surface, "RGB"), np.uint8).reshape(*SIZE[::-1], 3)


@pytest.mark.parametrize("algorithm", ["gac", "mrv-plus", "mrv-degree", "dom-wdeg", "bt", "bm-cbj", "fc-cbj", "cdcl",
                                       "backbone-core", "mine-probabilities"])
def test_a_row_that_is_kept_is_what_it_would_be(algorithm: str) -> None:
    session = open_session(TEXT.format(algorithm))
    timeline = session.timeline
    timeline.pull(2000)
    canvas, board = PygameCanvas(pygame.Surface(SIZE, depth=32)), board_for(session.puzzle)
    once = PygameCanvas(pygame.Surface(SIZE, depth=32))
    for first in range(0, min(len(timeline.events), 600) - 5, 200):
        timeline.seek(first)
        for step in range(STEPS):
            before = timeline.state.kept()
            timeline.seek(first + step + 1)
            for t in (0.1, 0.7, 1.0):
                pointed = "(3,4)" if step % 2 else None
                kept = picture(canvas, board, (before, timeline.state), t, pointed)
                with patch.object(rows, "_MANY", 10**9):
                    plain = picture(once, board_for(session.puzzle), (before, timeline.state), t, pointed)
                far = np.maximum(kept, plain) - np.minimum(kept, plain) > FAR  # bytes: a difference has no sign
                differs = far[..., 0] | far[..., 1] | far[..., 2]
                for state in (before, timeline.state):
                    hide_rim(differs, board, Spotlight(board.peers(state), state, pointed))
                tiles = np.add.reduceat(np.add.reduceat(differs.astype(int), range(0, SIZE[1], SIDE), 0),
                                        range(0, SIZE[0], SIDE), 1)
                assert tiles.max() <= FEW, (first, step, t)


def hide_rim(differs: np.ndarray, board: Board, spot: Spotlight) -> None:
    """A rim reaches over the field's edge: where rows are kept, nothing is drawn over it."""
    name = spot.supposed.chosen or spot.score.variable
    if name:
        place = board.place(BOX, name).inset(-4)
        differs[int(place.y):int(place.bottom), int(place.x):int(place.right)] = False


def test_where_frame_follows_frame_few_rows_are_drawn_in_each_and_at_rest_none_is_late() -> None:
    """One step back from the end of a search, where all fields are shown as found, and then most are only supposed."""
    session = open_session(TEXT.format("dom-wdeg"))
    timeline = session.timeline
    timeline.pull(20_000)
    assert timeline.done
    smooth, once = (PygameCanvas(pygame.Surface(SIZE, depth=32), smooth=smooth) for smooth in (True, False))
    board, drawn, draw_row = board_for(session.puzzle), list[int](), rows.KeptRows._draw_row

    def noted(kept: rows.KeptRows, on: Canvas, place: Rect, fields: Sequence[str], key: rows.Key, at: int) -> None:
        drawn[-1] += not on.keeps((key, *kept.look), place)
        draw_row(kept, on, place, fields, key, at)

    timeline.seek(len(timeline.events))
    there = timeline.state.kept()
    picture(smooth, board, (there, there), 1.0, None)
    timeline.seek(len(timeline.events) - 1)
    with patch.object(rows.KeptRows, "_draw_row", noted):
        for t in (0.99, 0.3, 0.04):
            drawn.append(0)
            picture(smooth, board, (timeline.state, there), t, None)
        drawn.append(0)
        smooth.surface.fill((0, 0, 0))  # or letters beside the board would lie on themselves
        kept = picture(smooth, board, (there, timeline.state), 1.0, None)
    anew = picture(once, board_for(session.puzzle), (there, timeline.state), 1.0, None)
    assert max(drawn) <= 4 and sum(drawn) == 10
    assert (kept == anew).all()
