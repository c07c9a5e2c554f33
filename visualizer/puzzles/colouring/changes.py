"""A graph to be coloured is changed: given colours, edges, nodes, and how many colours there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.colouring.edges import edge_lines, toggled, with_edge_lines
from algorithms.problems.colouring.puzzle import MOST_COLOURS, Colouring, palette
from algorithms.problems.colouring.sources import Source
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, verb
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button

_NONE = ("0", "delete", "backspace")


@changes(Colouring)
class ColouringChanges(Changes[Colouring]):
    """Clicks give colours, a drag draws or removes an edge."""

    how_to = ("Drag from a node to another for an edge, or to remove it (keys: J at both). A click gives the node the "
              "next colour, a digit that one, 0 or the right button none. + and − change how many colours there are.")
    lines_are = "Edges and nodes"
    like = "A -- B"

    def click(self, puzzle: Colouring, place: str, button: Button, line: int | None) -> Colouring:
        choices = (None, *puzzle.colours)
        now = choices.index(puzzle.given.get(place))
        return _with(puzzle, place, choices[(now + 1) % len(choices)] if button == "uncover" else None)

    def key(self, puzzle: Colouring, place: str | None, name: str) -> Colouring | None:
        if name in ("+", "=", "-"):
            count = min(MOST_COLOURS, max(1, len(puzzle.colours) + (-1 if name == "-" else 1)))
            return replace(puzzle, colours=palette(count))
        if place is None:
            return None
        if name in _NONE:
            return _with(puzzle, place, None)
        digit = int(name) if name in tuple("123456789") else 0
        return _with(puzzle, place, puzzle.colours[digit - 1]) if 0 < digit <= len(puzzle.colours) else None

    def join(self, puzzle: Colouring, one: str, other: str) -> Colouring:
        return _of(puzzle, toggled(_source(puzzle), one, other))

    def tells(self, puzzle: Colouring) -> str:
        return f"There {verb(len(puzzle.colours), 'are')} {counted(len(puzzle.colours), 'colour')}."

    def lines(self, puzzle: Colouring) -> Sequence[str]:
        return edge_lines(_source(puzzle))

    def with_lines(self, puzzle: Colouring, lines: Sequence[str]) -> Colouring:
        return _of(puzzle, with_edge_lines(_source(puzzle), lines))


def _with(puzzle: Colouring, node: str, colour: Value | None) -> Colouring:
    given = {**puzzle.given, node: colour}
    return replace(puzzle, given={x: found for x in puzzle.nodes if (found := given.get(x)) is not None})


def _source(puzzle: Colouring) -> Source:
    return Source(puzzle.nodes, puzzle.edges, puzzle.spots, puzzle.notes)


def _of(puzzle: Colouring, source: Source) -> Colouring:
    given = {x: puzzle.given[x] for x in source.nodes if x in puzzle.given}
    return Colouring(source.nodes, source.edges, puzzle.colours, given, source.spots, puzzle.notes)
