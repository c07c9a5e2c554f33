"""Propositional formulas in conjunctive normal form, as a form that SAT algorithms take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from algorithms.problems.forms.named import Named

Clause = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Cost:
    """What a part of a formula costs in one of the encodings that it could have: clauses and auxiliary variables.

    part:   what is encoded, in a few words: ``n = 3, × 2`` are two numbers that count three undefined fields each
    chosen: the formula has this part in this encoding
    """

    part: str
    encoding: str
    clauses: int
    auxiliary: int
    chosen: bool


@dataclass(frozen=True, slots=True)
class CNF(Named):
    """A conjunction of clauses over named variables.

    names:    of the variables 1, 2, …: variable v is ``names[v - 1]``
    clauses:  tuples of literals; v means that variable v is true, −v that it is false. Clause i of the events and
              panels is ``clauses[i - 1]``. The empty clause is false
    origins:  what each clause comes from in the puzzle: a constraint's name, or "" where it stands for itself
    visible:  how many of the variables, the first ones, belong to the puzzle; the others are auxiliary
    costs:    of the parts that could be encoded in several ways, what each way costs; part by part
    """

    names: tuple[str, ...]
    clauses: tuple[Clause, ...]
    origins: tuple[str, ...]
    visible: int
    costs: tuple[Cost, ...] = field(default=(), compare=False)

    method = "as_cnf"  # the name of the puzzle's method that gives this form
    noun = "clause"  # what each of its parts is called

    @property
    def count(self) -> int:
        """How many clauses it has."""
        return len(self.clauses)

    def literals(self, number: int) -> Clause:
        """Those of clause ``number``."""
        return self.clauses[number - 1]


def negation(word: str) -> str:
    """The complement of a literal as it is written."""
    return word[1:] if word.startswith("¬") else f"¬{word}"


def text_of(clause: Sequence[str]) -> str:
    """A clause of literals' words as it is shown: ``p ∨ ¬q``, the empty one ``⊥``."""
    return " ∨ ".join(clause) if clause else "⊥"
