"""The rules of Gnomine: what a player can do, as functions from a position to the events that follow.

Nothing here changes a position; :func:`played` is the position after some events. What makes no sense, such as a click
on an open field or after the end of the game, gives no events. Source: Simon 2012, section 1.2.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from random import Random
from typing import Protocol, TypeVar

from algorithms.core import Event, Steps
from algorithms.events import Flagged, GameEnded, Uncovered
from algorithms.problems.forms.csp import Domain
from algorithms.problems.gnomine.deal import DENSITY, consistent_mines, flood, lay
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError, plays_on

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}  # rows, columns, mines


class Inference(Protocol):
    """The answer of an algorithm that reduces domains."""

    @property
    def domains(self) -> Mapping[str, Domain]: ...

    @property
    def consistent(self) -> bool: ...


A = TypeVar("A", bound=Inference)


def ended(puzzle: Gnomine) -> bool | None:
    """True: won, all safe fields are open. False: lost, a mine exploded. None: the game goes on."""
    seen = list(puzzle.seen.values())
    if MINE in seen:
        return False
    mines = puzzle.mines if puzzle.laid is None else len(puzzle.laid)
    return True if seen.count(COVERED) + seen.count(FLAG) == mines else None


def mines_left(puzzle: Gnomine) -> int | None:
    """The total less the flags, negative after too many flags; None if the total is not known."""
    return None if puzzle.mines is None else puzzle.mines - list(puzzle.seen.values()).count(FLAG)


def first_click(puzzle: Gnomine, field: str, seed: int) -> Gnomine:
    """The puzzle with its mines laid, unless they are: to be called before each :func:`uncover` and :func:`chord`.

    If nothing is uncovered, ``field`` and, as in GNOME's game, its neighbours get no mine, as far as there is room. On
    a board in progress the mines agree with all that is seen; PuzzleError if none do.
    """
    if puzzle.laid is not None:
        return puzzle
    rng = Random(seed)
    if any(seen not in (COVERED, FLAG) for seen in puzzle.seen.values()):
        laid = consistent_mines(puzzle, rng)
        if laid is None:
            raise PuzzleError("no placement of mines fits the numbers of this board; change a number", key="board")
        return replace(puzzle, laid=laid)
    fields = puzzle.rows * puzzle.columns
    mines = int(fields * DENSITY) if puzzle.mines is None else puzzle.mines
    around = {field, *puzzle.neighbours(field)}
    safe = around if mines <= fields - len(around) else {field} if mines < fields else ()
    return replace(puzzle, laid=lay(puzzle.rows, puzzle.columns, mines, safe, rng))


def uncover(puzzle: Gnomine, field: str) -> list[Event]:
    """A click on a covered field: opens it and, from a 0, all around. ValueError if the mines are not laid."""
    if puzzle.seen.get(field) != COVERED or ended(puzzle) is not None:
        return []
    return _open(puzzle, [field])


def chord(puzzle: Gnomine, field: str) -> list[Event]:
    """A click on a number with as many flags around it: opens its other covered neighbours. A wrong flag loses.

    ValueError if the mines are not laid.
    """
    number = puzzle.seen.get(field, COVERED)
    if number < 0 or ended(puzzle) is not None:
        return []
    around = puzzle.neighbours(field)
    covered = [x for x in around if puzzle.seen[x] == COVERED]
    if not covered or sum(puzzle.seen[x] == FLAG for x in around) != number:
        return []
    return _open(puzzle, covered)


def flag(puzzle: Gnomine, field: str) -> list[Event]:
    """Sets a flag on a covered field, or takes it away."""
    if puzzle.seen.get(field) not in (COVERED, FLAG) or ended(puzzle) is not None:
        return []
    return [Flagged((field,), on=puzzle.seen[field] == COVERED)]


def _open(puzzle: Gnomine, fields: Iterable[str]) -> list[Event]:
    cells: dict[str, int] = {}
    for field in fields:
        if field not in cells:
            cells.update(flood(puzzle, field))
    events: list[Event] = [Uncovered(tuple(cells.items()))]
    result = ended(played(puzzle, events))
    if result is None:
        return events
    return [*events, GameEnded(result, () if result else tuple(x for x in puzzle.seen if x in (puzzle.laid or ())))]


def played(puzzle: Gnomine, events: Iterable[Event]) -> Gnomine:
    """The position after these events; those of an algorithm change nothing."""
    seen = dict(puzzle.seen)
    for event in events:
        if isinstance(event, Uncovered):
            seen.update(event.cells)
        elif isinstance(event, Flagged):
            seen.update(dict.fromkeys(event.cells, FLAG if event.on else COVERED))
    return puzzle.with_seen(seen)


def moves(puzzle: Gnomine, domains: Mapping[str, Domain]) -> list[Event]:
    """What an inference says to do: flag every covered field that must be a mine, then uncover those that cannot be.

    In reading order; ends early with the game. ValueError if there is something to uncover and the mines are not laid.
    """
    if ended(puzzle) is not None:
        return []
    covered = [x for x, seen in puzzle.seen.items() if seen == COVERED]
    mines = tuple(x for x in covered if domains[x] == (1,))
    events: list[Event] = [Flagged(mines)] if mines else []
    puzzle = played(puzzle, events)
    for field in covered:
        if domains[field] == (0,):
            clicked = uncover(puzzle, field)  # nothing, if an earlier flood or the end of the game came first
            events += clicked
            puzzle = played(puzzle, clicked)
    return events


@plays_on(Gnomine)
def play_on(puzzle: Gnomine, solve: Callable[[Gnomine], Steps[A]]) -> Steps[A]:
    """Infers, does what was inferred, and so on, until nothing new follows, the game ends, or there is no solution.

    After the end of the game ``solve`` looks at the field once more, so that the answer always describes the final
    position. Mines that nobody has laid are laid when the first field is uncovered, to agree with what is seen.
    """
    while True:
        answer = yield from solve(puzzle)
        if not answer.consistent:
            return answer
        safe = [x for x, seen in puzzle.seen.items() if seen == COVERED and answer.domains[x] == (0,)]
        if safe:
            puzzle = first_click(puzzle, safe[0], seed=0)
        moved = moves(puzzle, answer.domains)
        if not moved:
            return answer
        yield from moved
        puzzle = played(puzzle, moved)
