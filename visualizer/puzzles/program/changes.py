"""A logic program is changed: facts by clicks, rules typed."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.program.puzzle import Program
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button


@changes(Program)
class ProgramChanges(Changes[Program]):
    """The list has the lines of its text."""

    how_to = ("A click on an atom makes it a fact, or takes that back. The rules are listed: a click takes one to be "
              "changed, Return keeps it, Delete removes it.")
    lines_are = "Rules"
    like = "a :- b, not c."

    def click(self, puzzle: Program, place: str, button: Button, line: int | None) -> Program | None:
        if place not in puzzle.program.names:
            return None
        rest = [line for line in puzzle.lines if line.strip() != f"{place}."]
        return self.with_lines(puzzle, rest if len(rest) < len(puzzle.lines) else [*rest, f"{place}."])

    def lines(self, puzzle: Program) -> Sequence[str]:
        return puzzle.lines

    def with_lines(self, puzzle: Program, lines: Sequence[str]) -> Program:
        return Program.read(rules="\n".join(lines))
