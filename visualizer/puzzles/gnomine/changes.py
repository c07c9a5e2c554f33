"""A position of Gnomine is changed: numbers, covered fields, flags, and how many mines there are."""

from __future__ import annotations

from dataclasses import replace

from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.words import counted, verb
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button

_COVER = (".", "delete", "backspace")


@changes(Gnomine)
class GnomineChanges(Changes[Gnomine]):
    """A click counts up, the right button flags; digits are numbers."""

    how_to = ("Point at a field and type its number; Delete covers it, F flags it. A click makes a number of it, and "
              "the next number; the right button flags or covers. + and − change how many mines there are.")

    def click(self, puzzle: Gnomine, place: str, button: Button, line: int | None) -> Gnomine:
        seen = puzzle.seen[place]
        if button == "flag":
            return _with(puzzle, place, FLAG if seen == COVERED else COVERED)
        around = [puzzle.seen[x] for x in puzzle.neighbours(place)]
        if seen < 0:
            return _with(puzzle, place, around.count(FLAG))
        return _with(puzzle, place, seen + 1 if seen < sum(x < 0 for x in around) else COVERED)

    def key(self, puzzle: Gnomine, place: str | None, name: str) -> Gnomine | None:
        if name in ("+", "=", "-"):
            return _with_mines(puzzle, -1 if name == "-" else 1)
        if place is None:
            return None
        if name in _COVER:
            return _with(puzzle, place, COVERED)
        if name == "f":
            return self.click(puzzle, place, "flag", None)
        return _with(puzzle, place, int(name)) if name in tuple("012345678") else None

    def tells(self, puzzle: Gnomine) -> str:
        if puzzle.mines is None:
            return "How many mines there are is not known."
        return f"There {verb(puzzle.mines, 'are')} {counted(puzzle.mines, 'mine')} in all."


def _with(puzzle: Gnomine, field: str, seen: int) -> Gnomine:
    """With something else to be seen in a field; where mines were laid is no longer known."""
    return replace(puzzle, seen={**puzzle.seen, field: seen}, laid=None)


def _with_mines(puzzle: Gnomine, more: int) -> Gnomine:
    """With so many more mines in all; fewer than there are flags: their number is not known."""
    flags = list(puzzle.seen.values()).count(FLAG)
    mines = (flags - 1 if puzzle.mines is None else puzzle.mines) + more
    return replace(puzzle, mines=mines if mines >= flags else None, laid=None)
