"""What lessons give to these algorithms: sets of atoms, and of literals. And what all of them return."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.answer_sets.events.words import set_of
from algorithms.answers import Answer
from algorithms.core import AlgorithmError, Outcome
from algorithms.literals import SIGNS, consistent_set
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.rows import Row
from algorithms.words import quotes_meant

MOST_ROWS = 20  # answer sets in a table
_SIGNS = ("not ", *SIGNS)


@dataclass(frozen=True)
class AnswerSets(Answer):
    """The answer sets that were found, each by its atoms."""

    found: tuple[tuple[str, ...], ...]

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.found else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"answer_sets": self._shown(hidden)}

    def _shown(self, hidden: frozenset[str]) -> list[list[str]]:
        return sorted(sorted(atom for atom in atoms if atom not in hidden) for atoms in self.found)

    def tables(self, puzzle: object, hidden: frozenset[str]) -> list[list[Row]]:
        """A row for each answer set, of many the first ones."""
        shown = self._shown(hidden)
        rows = [[str(number), set_of(atoms)] for number, atoms in enumerate(shown[:MOST_ROWS], 1)]
        more = len(shown) - MOST_ROWS
        return [[["answer sets", str(len(shown))]], [*rows, ["…", f"and {more:,} more"]] if more > 0 else rows]


def atoms_given(program: LogicProgram, key: str, given: Sequence[str]) -> list[int]:
    """The atoms of a set as somebody has written them, ascending. Raises AlgorithmError."""
    numbers = numbered(program)
    found: list[int] = []
    for index, word in enumerate(given):
        text = plain(word)
        if text not in numbers:
            raise AlgorithmError(f"{word[:40]!r} is no atom of the program; {quotes_meant(text)}write one of its "
                                 f"atoms, such as {some(program)}", key=f"{key}.{index}")
        found.append(numbers[text])
        if found[-1] in found[:-1]:
            raise AlgorithmError(f"{word!r} stands here twice; remove one", key=f"{key}.{index}")
    return sorted(found)


def literals_given(program: LogicProgram, key: str, given: Sequence[str]) -> list[int]:
    """The literals of a set M as somebody has written them, in that order. Raises AlgorithmError."""
    numbers = numbered(program)

    def literal(written: str) -> int:
        text = plain(written)
        sign = next((sign for sign in _SIGNS if text.startswith(sign)), "")
        atom = numbers.get(text) or numbers.get(text[len(sign):].strip(), 0)
        return -atom if sign and text not in numbers else atom

    return consistent_set(given, key, literal, ("program", "an atom", some(program)))


def plain(word: str) -> str:
    """An atom, or a literal, as the program writes it: without blanks between its arguments."""
    parts = word.strip().split('"')  # every other one is a text in quotes
    return '"'.join(part if index % 2 else re.sub(r"(?<=[(,]) +| +(?=[(),])", "", part)
                    for index, part in enumerate(parts))


def numbered(program: LogicProgram) -> dict[str, int]:
    """The atoms by their names."""
    return {name: number for number, name in enumerate(program.names, 1)}


def some(program: LogicProgram) -> str:
    """An atom, for an example."""
    return next(iter(program.names), "p")
