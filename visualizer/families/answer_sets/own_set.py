"""A set of atoms that somebody marks on a board, to be tested: who watches, not the run, has it."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from visualizer.runs.boards import Board


@runtime_checkable
class OwnSet(Protocol):
    """A board on which atoms can be marked."""

    own_set: tuple[str, ...]


def own_set(board: Board) -> tuple[str, ...]:
    """The atoms that are marked on a board; none where that cannot be."""
    return board.own_set if isinstance(board, OwnSet) else ()
