"""At-least constraints, as a form that algorithms take: of the literals {l₁, …, lₙ}ₘ at least m are true.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, section 3; elsewhere they are
called cardinality constraints or extended clauses (Dixon, Ginsberg and Parkes 2004).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from algorithms.problems.cnf import CNF

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class AtLeast(NamedTuple):
    """At least ``minimum`` of the ``literals`` are true: v means that variable v is true, −v that it is false. No
    variable occurs twice. A minimum of 1 is a clause; where it is larger than the number of literals, it is false."""

    literals: tuple[int, ...]
    minimum: int


@dataclass(frozen=True, slots=True)
class AtLeastForm:
    """A conjunction of at-least constraints over named variables.

    names:       of the variables 1, 2, …: variable v is ``names[v - 1]``
    constraints: number i of the events and panels is ``constraints[i - 1]``
    origins:     what each comes from in the puzzle: a constraint's name, or "" where it stands for itself
    visible:     how many of the variables, the first ones, belong to the puzzle; the others are auxiliary
    """

    names: tuple[str, ...]
    constraints: tuple[AtLeast, ...]
    origins: tuple[str, ...]
    visible: int

    method = "as_at_least"  # the name of the puzzle's method that gives this form

    @property
    def hidden(self) -> frozenset[str]:
        """The auxiliary variables, which are no part of the puzzle."""
        return frozenset(self.names[self.visible:])

    def word(self, literal: int) -> str:
        """A literal as it is written in events: ``p`` or ``¬p``."""
        return self.names[literal - 1] if literal > 0 else "¬" + self.names[-literal - 1]

    def text(self, number: int) -> str:
        """A constraint as it is shown: ``{p, ¬q, r}₂``."""
        literals, minimum = self.constraints[number - 1]
        return f"{{{', '.join(map(self.word, literals))}}}{str(minimum).translate(_SUBSCRIPTS)}"


def clauses_as_at_least(cnf: CNF) -> AtLeastForm:
    """Each clause as an at-least constraint with the minimum 1. A clause that holds a literal and its complement is
    always true, and left out."""
    kept = [(tuple(dict.fromkeys(clause)), origin) for clause, origin in zip(cnf.clauses, cnf.origins, strict=True)
            if not any(-literal in clause for literal in clause)]
    return AtLeastForm(cnf.names, tuple(AtLeast(clause, 1) for clause, _ in kept),
                       tuple(origin for _, origin in kept), cnf.visible)
