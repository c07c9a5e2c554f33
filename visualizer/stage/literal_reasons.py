"""Reasons among literals, drawn on the puzzle's board: from the places of those that are known to that of the one that
follows from them."""

from __future__ import annotations

from collections.abc import Iterable

from algorithms.reasons import Link, Reason, Spot, all_rays
from visualizer.runs.boards import Board
from visualizer.stage.links import place_of, variable_of


def places_of(board: Board, literals: Iterable[str]) -> tuple[str, ...]:
    """Where literals, or atoms, have their places on a board: each once, those without one left out."""
    places = board.layout.places
    found = (place_of(variable_of(literal), places) for literal in literals)
    return tuple(dict.fromkeys(place for place in found if place is not None))


def follows_from(board: Board, literal: str, causes: Iterable[str], through: Iterable[str] = (),
                 written: str = "") -> Reason:
    """The places of the literals that it follows from, and a line from each of them; around those of ``through`` an
    outline, and around the clause where it is ``written``. Nothing where none of this has a place."""
    target, outlined = places_of(board, (literal,)), places_of(board, through)
    known = tuple(Spot(place) for place in places_of(board, causes) if place not in target)
    if not target or (not known and not outlined):
        return ()
    end = (Spot(target[0]),)
    around, rays = ((*outlined, written) if written else outlined), all_rays(known, end)
    if literal == f"¬{target[0]}" and "=" in target[0]:  # the place is a value, and it is out
        return (Link(around, known, struck=end, rays=rays),)
    return (Link(around, known, follows=end, rays=rays),)
