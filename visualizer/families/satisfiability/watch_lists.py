"""The lists of the clauses that watch a literal: clauses join them, move from one to another, and are forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from algorithms.long_work import in_pieces

WatchLists = dict[str, tuple[int, ...]]
"""By literal, the clauses that watch it, in the solver's order."""


def attach(lists: WatchLists, watches: Iterable[tuple[int, str, str]]) -> None:
    """Clauses watch two literals each from now on."""
    new: dict[str, list[int]] = {}
    for clause, *pair in in_pieces(watches, 1000):
        for literal in pair:
            new.setdefault(literal, []).append(clause)
    for literal, clauses in new.items():
        lists[literal] = (*lists.get(literal, ()), *clauses)


def move(lists: WatchLists, gone: str, moved: tuple[tuple[int, str], ...]) -> None:
    """Clauses watch another literal each, in the place of one that has become false."""
    if not moved:
        return
    left = {clause for clause, _ in moved}
    lists[gone] = tuple([clause for clause in lists[gone] if clause not in left])
    for clause, literal in moved:
        lists[literal] = (*lists.get(literal, ()), clause)
