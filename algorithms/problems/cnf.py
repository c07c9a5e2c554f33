"""Propositional formulas in conjunctive normal form, as a form that SAT algorithms take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CNF:
    """A conjunction of clauses over named variables.

    names:    of the variables 1, 2, …: variable v is ``names[v - 1]``
    clauses:  tuples of literals; v means that variable v is true, −v that it is false. Clause i of the events and
              panels is ``clauses[i - 1]``. The empty clause is false
    origins:  what each clause comes from in the puzzle: a constraint's name, or "" where it stands for itself
    visible:  how many of the variables, the first ones, belong to the puzzle; the others are auxiliary
    """

    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    origins: tuple[str, ...]
    visible: int

    method = "as_cnf"  # the name of the puzzle's method that gives this form

    @property
    def hidden(self) -> frozenset[str]:
        """The auxiliary variables, which are no part of the puzzle."""
        return frozenset(self.names[self.visible:])

    def word(self, literal: int) -> str:
        """A literal as it is written in events: ``p`` or ``¬p``."""
        return self.names[literal - 1] if literal > 0 else "¬" + self.names[-literal - 1]

    def words(self) -> list[str]:
        """All literals' words by literal: a list in which negative indices stand for negative literals."""
        positive = list(self.names)
        return ["", *positive, *("¬" + name for name in reversed(positive))]


def text_of(clause: Sequence[str]) -> str:
    """A clause of literals' words as it is shown: ``p ∨ ¬q``, the empty one ``⊥``."""
    return " ∨ ".join(clause) if clause else "⊥"
