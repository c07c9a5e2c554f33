"""At-least constraints, as a form that algorithms take: of the literals {l₁, …, lₙ}ₘ at least m are true.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, section 3; elsewhere they are
called cardinality constraints or extended clauses (Dixon, Ginsberg and Parkes 2004).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, get_args

from algorithms.long_work import in_pieces
from algorithms.problems.forms.cardinality import Encoding, Relation, Size, size
from algorithms.problems.forms.cnf import CNF, Cost
from algorithms.problems.forms.named import Named

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


class AtLeast(NamedTuple):
    """At least ``minimum`` of the ``literals`` are true: v means that variable v is true, −v that it is false. No
    variable occurs twice. A minimum of 1 is a clause; where it is larger than the number of literals, it is false."""

    literals: tuple[int, ...]
    minimum: int


@dataclass(frozen=True, slots=True)
class AtLeastForm(Named):
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
    noun = "constraint"  # what each of its parts is called

    @property
    def count(self) -> int:
        """How many constraints it has."""
        return len(self.constraints)

    def literals(self, number: int) -> tuple[int, ...]:
        """Those of constraint ``number``."""
        return self.constraints[number - 1].literals

    @property
    def costs(self) -> tuple[Cost, ...]:
        """What its constraints would cost as clauses, in each encoding, beside what they cost as they are; those of n
        literals together, where not all of these are clauses anyway."""
        return tuple(_costs(self.constraints))

    def text(self, number: int) -> str:
        """A constraint as it is shown: ``{p, ¬q, r}₂``."""
        literals, minimum = self.constraints[number - 1]
        return f"{{{', '.join(map(self.word, literals))}}}{subscript(minimum)}"


def subscript(number: int) -> str:
    """A minimum as it is written behind the literals."""
    return str(number).translate(_SUBSCRIPTS).replace("-", "₋")


def exactly(literals: Sequence[int], count: int) -> list[AtLeast]:
    """That ``count`` of n literals are true, as two constraints: at least so many are, and n − count are not. One that
    is always true is left out."""
    both = (AtLeast(tuple(literals), count), AtLeast(tuple(-literal for literal in literals), len(literals) - count))
    return [constraint for constraint in both if constraint.minimum > 0]


def form_of_named(names: Sequence[str], found: Iterable[tuple[AtLeast, str]], visible: int) -> AtLeastForm:
    """The form of constraints that each come with their origin."""
    listed = tuple(in_pieces(found))
    return AtLeastForm(tuple(names), tuple(constraint for constraint, _ in listed),
                       tuple(origin for _, origin in listed), visible)


def _costs(constraints: Sequence[AtLeast]) -> Iterator[Cost]:
    known = {(frozenset(literals), minimum) for literals, minimum in in_pieces(constraints)}
    kinds: Counter[tuple[int, Relation, int]] = Counter()
    for literals, minimum in in_pieces(constraints):
        n = len(literals)
        if (frozenset(-literal for literal in literals), n - minimum) not in known:
            kinds[n, "at least", minimum] += 1
        elif 2 * minimum < n or (2 * minimum == n and min(literals, key=abs) > 0):  # once for both halves of a sum
            kinds[n, "exactly", minimum] += 1
    hard = {len(literals) for literals, minimum in constraints if minimum > 1}
    for n in sorted(hard):
        number = sum(len(literals) == n for literals, _ in constraints)
        part = f"n = {n}" + (f", × {number}" if number > 1 else "")
        yield Cost(part, "at-least", number, 0, chosen=True)
        for encoding in get_args(Encoding):
            whole = Size(0, 0, 0)
            for (_, relation, k), count in ((kind, count) for kind, count in kinds.items() if kind[0] == n):
                one = size(relation, encoding, n, k)
                whole += Size(count * one.clauses, count * one.literals, count * one.variables)
            yield Cost(part, encoding, whole.clauses, whole.variables, chosen=False)


def clauses_as_at_least(cnf: CNF) -> AtLeastForm:
    """Each clause as an at-least constraint with the minimum 1. A clause that holds a literal and its complement is
    always true, and left out."""
    both = zip(cnf.clauses, cnf.origins, strict=True)
    kept = [(tuple(dict.fromkeys(clause)), origin) for clause, origin in in_pieces(both)
            if not any(-literal in clause for literal in clause)]
    return AtLeastForm(cnf.names, tuple(AtLeast(clause, 1) for clause, _ in kept),
                       tuple(origin for _, origin in kept), cnf.visible)
