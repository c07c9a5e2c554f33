"""Facts about games: moves, and their end."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.words import few, listed


@event
class Uncovered(Event):
    """Fields of a game were uncovered: each cell's name and the number written in it; MINE (-3) is a mine."""

    say: ClassVar[str] = "Uncover {places}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    cells: tuple[tuple[str, int], ...]

    @property
    def places(self) -> str:
        return few((name for name, _ in self.cells), 1)


@event
class Flagged(Event):
    """Flags were set or, if ``on`` is false, taken away."""

    say: ClassVar[str] = "{action} {cells}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    cells: tuple[str, ...]
    on: bool = True

    @property
    def action(self) -> str:
        return "Flag" if self.on else "Take the flag from"


@event
class Entered(Event):
    """A value was written into a cell of a Sudoku; ``value`` is None where it was erased."""

    say: ClassVar[str] = "{action} {cell}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    cell: str
    value: int | None

    @property
    def action(self) -> str:
        return "Erase" if self.value is None else f"Enter {self.value} in"


@event
class Pencilled(Event):
    """Small digits that a player has written into a blank cell of a Sudoku, to remember: ``values`` are all that stand
    there now."""

    say: ClassVar[str] = "{action} {cell}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    cell: str
    values: tuple[int, ...]

    @property
    def action(self) -> str:
        return f"Pencil {listed(self.values)} into" if self.values else "Rub out the pencil marks of"


@event
class Advised(Event):
    """What to do next: ``action`` is to uncover or to flag the field, ``reason`` a whole sentence, which names the
    constraints ``because`` of which it is so; ``others`` are the other fields that the same reason decides, or where
    nothing is certain all that were compared, each with its risk."""

    say: ClassVar[str] = "{imperative} {field}. {reason}"
    as_answer: ClassVar[str] = "A move is advised"
    grain: ClassVar[Grain] = Grain.LANDMARK
    field: str
    action: str
    risk: float  # the probability that the field is a mine
    reason: str
    because: tuple[str, ...] = ()
    others: tuple[tuple[str, float], ...] = ()

    @property
    def imperative(self) -> str:
        return self.action.capitalize()


@event
class GameEnded(Event):
    """The game was won or lost; ``mines`` are the fields with one, told when it is lost."""

    say: ClassVar[str] = "The game is {result}."
    as_answer: ClassVar[str] = "The game is over"
    grain: ClassVar[Grain] = Grain.PHASE
    won: bool
    mines: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def result(self) -> str:
        return "won: all fields without a mine are open" if self.won else "lost: there was a mine"
