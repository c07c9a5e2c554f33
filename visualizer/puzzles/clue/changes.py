"""A game of Clue is changed: my hand, and the log."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.clue.text import EXAMPLE, read_line, typed
from algorithms.problems.puzzle import PuzzleError
from visualizer.runs.changes import Changes, changes
from visualizer.runs.play import Button


@changes(Clue)
class ClueChanges(Changes[Clue]):
    """A click in my column deals a card to me or takes it away; the log is typed line by line."""

    how_to = ("A click in your own column gives you that card, or takes it away. The log is listed: a click takes a "
              "line to be changed, Return keeps it, Delete removes it.")
    lines_are = "The log"
    like = EXAMPLE

    def click(self, puzzle: Clue, place: str, button: Button, line: int | None) -> Clue | None:
        card, _, holder = place.partition("=")
        if card not in puzzle.deck.cards:
            return None
        if holder not in ("", puzzle.me):
            raise PuzzleError(f"Only your own cards are known from the start, those of {puzzle.me}; what you learn of "
                              "others is in the log")
        hand = {*puzzle.hand} ^ {card}
        return replace(puzzle, hand=tuple(x for x in puzzle.deck.cards if x in hand))

    def marks(self, puzzle: Clue) -> Sequence[str]:
        return [f"{card}={puzzle.me}" for card in puzzle.hand]

    def lines(self, puzzle: Clue) -> Sequence[str]:
        return [typed(line) for line in puzzle.events]

    def with_lines(self, puzzle: Clue, lines: Sequence[str]) -> Clue:
        return replace(puzzle, events=tuple(read_line(line, puzzle.players, puzzle.deck) for line in lines))

    def line_of(self, puzzle: Clue, place: str) -> int | None:
        word, _, number = place.partition(" ")
        return int(number) - 1 if word == "line" and number.isdecimal() else None
