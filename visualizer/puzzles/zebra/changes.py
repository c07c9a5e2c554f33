"""A Zebra is changed: its clues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.zebra.clue import Clue, number_of
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.reading import read_clue
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button


@changes(Zebra)
class ZebraChanges(Changes[Zebra]):
    """A click tells the house of a name; the other clues are lines."""

    how_to = ("A click on a name in a house is the clue that it is there, and takes that back. The other clues are "
              "listed: a click takes one to be changed, Return keeps it, Delete removes it.")
    lines_are = "Clues"
    like = "next: dog, red"

    def click(self, puzzle: Zebra, place: str, button: Button, line: int | None) -> Zebra | None:
        x, _, house = place.partition("=")
        if not house:
            return None
        told = Clue("at", (x,), int(house))
        rest = tuple(clue for clue in puzzle.clues if clue != told)
        return replace(puzzle, clues=rest if len(rest) < len(puzzle.clues) else (*rest, told))

    def lines(self, puzzle: Zebra) -> Sequence[str]:
        return [f"{clue.kind}: {', '.join((*clue.names, *([str(clue.house)] if clue.kind == 'at' else [])))}"
                for clue in puzzle.clues]

    def with_lines(self, puzzle: Zebra, lines: Sequence[str]) -> Zebra:
        return replace(puzzle, clues=tuple(_clue(puzzle, line, at) for at, line in enumerate(lines)))

    def line_of(self, puzzle: Zebra, place: str) -> int | None:
        number = number_of(place)
        return None if number is None else number - 1


def _clue(puzzle: Zebra, line: str, at: int) -> Clue:
    kind, colon, names = line.partition(":")
    if not colon:
        raise PuzzleError(f"{line[:60]!r} is no clue; write its kind, a colon, and names, as in same: English, red")
    found = [name.strip() for name in names.split(",")]
    return read_clue({kind.strip(): [int(x) if x.isdecimal() else x for x in found]}, at, puzzle.houses, puzzle.names)
