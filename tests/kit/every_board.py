"""Families that run on any network are looked at on boards that no lesson of theirs has."""

from __future__ import annotations

from collections.abc import Callable

from algorithms.core import Grain
from kit.session_desk import open_session
from visualizer.runs.session import Session

BOARDS: list[tuple[str, str | None]] = [  # a puzzle, and a place of it that is asked about; None: the first one
    ('{kind: gnomine, board: "1 1 .\\n. . ."}', "(1,0)"),
    ("{kind: exact-cover, queens: 4}", "a1"),
    ("{kind: colouring, random: {nodes: 40, density: 0.1, seed: 1}, colours: 3}", None),
    ('{kind: sudoku, boxes: [2, 2], grid: "1..............."}', "A2"),
    ("{kind: csp, domains: {E: [1, 2], F: [1, 3], G: [a, b]}, constraints: [{scope: [E, F], relation: E > F}]}", "E"),
    ("{kind: csp, chessboard: true, domains: {a: [1, 2, 3], b: [1, 3], c: [2, 4]}, "
     "constraints: [{scope: [a, b], relation: a != b}]}", "b"),
]


def looked_at_all_along(algorithm: str, options: str, puzzle: str, place: str | None,
                        look: Callable[[Session], None]) -> None:
    """A run of what supposes whole assignments: after a step of each grain and at its end it is looked at; it excludes
    nothing, and can tell of the place."""
    session = open_session(f"title: T\nalgorithm: {algorithm}\noptions: {options}\npuzzle: {puzzle}\n")
    start = dict(session.state.domains)
    for grain in Grain:
        session.forward(grain)
        session.work(60.0)
        look(session)
    session.forward("end")
    session.work(60.0)
    assert dict(session.state.known()) == start
    session.explain(place or next(iter(start)))
    assert session.notice
    look(session)
