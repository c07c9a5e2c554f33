"""A formula is changed: literals are negated by a click, clauses typed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.formula import Formula, clause_lines, numbered
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button


@changes(Formula)
class FormulaChanges(Changes[Formula]):
    """The list has a line for each clause, as in the text."""

    how_to = ("A click on a literal negates it, the right button takes it out of its clause. The clauses are listed: a "
              "click on a clause's number takes it to be changed, Return keeps it, Delete removes it.")
    lines_are = "Clauses"
    like = "p | ~q"

    def click(self, puzzle: Formula, place: str, button: Button, line: int | None) -> Formula | None:
        if line is None or place not in puzzle.names:
            return None
        variable = puzzle.names.index(place) + 1
        meant = [literal for literal in puzzle.clauses[line] if abs(literal) == variable]
        new = (-literal if literal in meant and button == "uncover" else literal for literal in puzzle.clauses[line]
               if button == "uncover" or literal not in meant)
        clause = tuple(dict.fromkeys(new))
        return replace(puzzle, clauses=(*puzzle.clauses[:line], clause, *puzzle.clauses[line + 1:]), warnings=())

    def lines(self, puzzle: Formula) -> Sequence[str]:
        return clause_lines(puzzle)

    def with_lines(self, puzzle: Formula, lines: Sequence[str]) -> Formula:
        if not numbered(puzzle):
            return Formula.read(formula="\n".join(lines))
        written = ["" if line == "false" else line for line in lines]
        variables = max((abs(int(word)) for line in written for word in line.split()
                         if word.removeprefix("-").isdecimal()), default=0)
        clauses = "\n".join(f"{line} 0" for line in written)
        return Formula.read(dimacs=f"p cnf {max(variables, len(puzzle.names))} {len(lines)}\n{clauses}")
