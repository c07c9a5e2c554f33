"""An exact cover is changed: its options, as lines; of a chessboard its side."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.exact_cover import ExactCover
from algorithms.problems.puzzle import PuzzleError
from visualizer.runs.changes import Changes, changes


@changes(ExactCover)
class ExactCoverChanges(Changes[ExactCover]):
    """A line for each option."""

    how_to = ("The options are listed with what they cover: a click takes one to be changed, Return keeps it, Delete "
              "removes it. Of a chessboard, + and − change the side.")
    lines_are = "Options"
    like = "A: a, b"

    def key(self, puzzle: ExactCover, place: str | None, name: str) -> ExactCover | None:
        if not puzzle.queens or name not in ("+", "=", "-"):
            return None
        return ExactCover.read(queens=puzzle.queens + (-1 if name == "-" else 1))

    def lines(self, puzzle: ExactCover) -> Sequence[str]:
        return () if puzzle.queens else [f"{name}: {', '.join(items)}" for name, items in puzzle.options.items()]

    def with_lines(self, puzzle: ExactCover, lines: Sequence[str]) -> ExactCover:
        if puzzle.queens:
            raise PuzzleError("The squares of a chessboard are its options; + and − change the side")
        options: dict[str, tuple[str, ...]] = {}
        for line in lines:
            name, colon, covers = line.partition(":")
            name = name.strip()
            if not colon or name in options:
                raise PuzzleError(f"there are two options {name!r}; rename one" if colon else
                                  f"{line[:60]!r} is no option; write its name, a colon, and items: {self.like}")
            options[name] = tuple(filter(None, map(str.strip, covers.split(","))))
        covered = dict.fromkeys(item for items in options.values() for item in items)
        every = (*puzzle.items, *(item for item in covered if item not in (*puzzle.items, *puzzle.secondary)))
        return replace(puzzle, options=options, items=every)

    def line_of(self, puzzle: ExactCover, place: str) -> int | None:
        return list(puzzle.options).index(place) if place in puzzle.options and not puzzle.queens else None
