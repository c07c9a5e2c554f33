"""Blanks on a board that is printed: places whose values are left to fill in, each covered by a frame with a letter."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.left import left_on
from visualizer.runs.states import State

Lettered = Sequence[tuple[str, str]]
"""Letters, each with the variable that it stands for."""

_LETTER, _LOW, _LARGEST = 0.34, 0.8, 20.0  # its size, in sides of the frame, of one that is low, at most in pixels
_LEAST = SMALLEST * 1.15  # pixels: nobody would see the letter of a frame that is smaller


def has_room(frames: Sequence[Rect], scale: float) -> bool:
    """Are there frames, and is each large enough, at that scale, for a letter that can be read?"""
    return bool(frames) and all(min(frame.w, frame.h) * scale >= _LEAST for frame in frames)


def blank_on(board: Board, box: Rect, state: State, name: str) -> Sequence[Rect]:
    """Where it is seen on the board, just drawn there, what is left of a variable."""
    left = left_on(board)
    return () if left is None else left.places(board, box, state, name)


def draw_blanks(canvas: Canvas, box: Rect, board: Board, state: State, blanks: Lettered, theme: Theme) -> None:
    """Over the board in ``box``, which was just drawn."""
    covered = [(letter, blank_on(board, box, state, name)) for letter, name in blanks]  # before any is drawn
    for letter, frames in covered:
        for frame in frames:
            side = min(frame.w, frame.h)
            low = side * _LETTER < SMALLEST * 1.2
            size = min(_LARGEST, side * (_LOW if low else _LETTER))
            canvas.rect(frame, theme.background, theme.text, max(1.0, min(2.0, side * 0.04)))
            at = frame.center if low else (frame.x + size * 0.75, frame.y + size * 0.75)
            canvas.text(at, letter, size, theme.text, "center", "bold")
