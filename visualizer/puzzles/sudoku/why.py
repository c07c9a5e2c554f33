"""What is known of a cell of a Sudoku: a clue, what was entered, what the run found, or what other digits leave."""

from __future__ import annotations

from algorithms import events as e
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.reasons import Link, Reason, Spot, all_rays
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, last


def explain_cell(timeline: Timeline[State], x: str, found: Explanation | None) -> Explanation:
    """Clues and entries before what the run has ``found``."""
    grid = grid_of(timeline.state)
    if x in grid.entered:
        position = last(timeline, e.Entered, lambda event: event.cell == x, timeline.position)
        return Explanation(x, f"{x} = {grid.entered[x]} was entered (event {position:,}).", (x,), position)
    if x in grid.puzzle.clues:
        return Explanation(x, f"{x} = {grid.puzzle.clues[x]} is a clue.", (x,))
    if found is not None:
        return found
    left = grid.position().domains()[x]
    out = [value for value in range(1, grid.puzzle.side + 1) if value not in left]
    why = f"digits in its row, column and box exclude {listed(out)}" if out else "no digit there excludes anything"
    can_be = f"can be {listed(left, 'or')}" if left else "has no value left"
    return Explanation(x, f"{x} {can_be}: {why}.", (x,), reason=_drawn(grid.position(), x))


def _drawn(puzzle: Sudoku, x: str) -> Reason:
    """A digit of each value that is excluded, and a line from it to the cell."""
    digits = {puzzle.clues[y]: Spot(y) for y in sorted(puzzle.geometry.peers[x]) if y in puzzle.clues}
    causes = tuple(digits[value] for value in sorted(digits))
    return (Link((x,), causes, rays=all_rays(causes, (Spot(x),))),) if causes else ()
