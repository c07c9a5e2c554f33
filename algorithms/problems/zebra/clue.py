"""The clues of a Zebra: what each kind says of the houses of its names, in words, as a relation, and as constraints.

    x, y, z  names, which are the variables: the value of Norwegian is the number of the house where the Norwegian lives
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from algorithms.problems.forms.csp import Constraint, Domains, Value, unequal

Kind = Literal["same", "at", "next", "right_of", "left_of", "between", "not_same", "not_next", "either"]
KINDS: tuple[Kind, ...] = get_args(Kind)

Relation = Callable[[Sequence[Value]], bool]


class Meaning(NamedTuple):
    """A relation of two or three houses: the test, how it is written, and in words what the clue says."""

    allows: Relation
    text: str
    words: str


def _same(houses: Sequence[Value]) -> bool:
    return houses[0] == houses[1]


def _next(houses: Sequence[Value]) -> bool:
    return abs(int(houses[0]) - int(houses[1])) == 1


def _not_next(houses: Sequence[Value]) -> bool:
    return not _next(houses)


def _right_of(houses: Sequence[Value]) -> bool:
    return int(houses[0]) == int(houses[1]) + 1


def _left_of(houses: Sequence[Value]) -> bool:
    return int(houses[0]) < int(houses[1])


def _two_apart(houses: Sequence[Value]) -> bool:
    return abs(int(houses[0]) - int(houses[1])) == 2


def _either(houses: Sequence[Value]) -> bool:
    return (houses[0] == houses[1]) != (houses[0] == houses[2])


_EITHER_WAY: frozenset[Kind] = frozenset(("same", "next", "not_same", "not_next"))  # whatever the order of the names

MEANINGS: Mapping[Kind, Meaning] = {
    "same": Meaning(_same, "{} = {}", "{} and {} are in the same house"),
    "next": Meaning(_next, "|{} − {}| = 1", "{} is next to {}"),
    "right_of": Meaning(_right_of, "{} = {} + 1", "{} is directly right of {}"),
    "left_of": Meaning(_left_of, "{} < {}", "{} is somewhere left of {}"),
    "not_same": Meaning(unequal, "{} ≠ {}", "{} and {} are in different houses"),
    "not_next": Meaning(_not_next, "|{} − {}| ≠ 1", "{} is not next to {}"),
    "either": Meaning(_either, "either {0} = {1} or {0} = {2}", "{0} is either where {1} is or where {2} is"),
}
"""What a clue means as one constraint. ``at`` is none: it narrows a domain; ``between`` is three."""

_TWO_APART = Meaning(_two_apart, "|{} − {}| = 2", "{} and {} are two houses apart")


@dataclass(frozen=True)
class Clue:
    """A clue: its kind, its names in the order of the kind, and, of ``at``, the house."""

    kind: Kind
    names: tuple[str, ...]
    house: int = 0

    @property
    def text(self) -> str:
        """The relation: ``green = ivory + 1``."""
        if self.kind == "at":
            return f"{self.names[0]} = {self.house}"
        if self.kind == "between":
            x, y, z = self.names
            return f"{y} between {x} and {z}"
        return MEANINGS[self.kind].text.format(*self.names)

    @property
    def words(self) -> str:
        """The same in words, without a full stop."""
        if self.kind == "at":
            return f"{self.names[0]} is in house {self.house}"
        if self.kind == "between":
            x, y, z = self.names
            return f"{y} is directly between {x} and {z}"
        return MEANINGS[self.kind].words.format(*self.names)

    def constraints(self, number: int) -> tuple[Constraint, ...]:
        """What it demands of its names, as constraints named ``clue 3`` for the clue of that number.

        ``between`` is exactly three binary ones: y is next to x and to z, and these are two apart. Without the last, x
        and z could be one house. ``either`` stays ternary: no binary constraints over its names alone say the same.
        """
        name = f"clue {number}"
        if self.kind == "at":
            return ()
        if self.kind == "between":
            x, y, z = self.names
            return (_constraint(f"{name}a", (x, y), MEANINGS["next"]),
                    _constraint(f"{name}b", (y, z), MEANINGS["next"]), _constraint(f"{name}c", (x, z), _TWO_APART))
        return (_constraint(name, self.names, MEANINGS[self.kind]),)

    def holds(self, houses: Mapping[str, int]) -> bool:
        """Is it true where each name has that house?"""
        if self.kind == "at":
            return houses[self.names[0]] == self.house
        return all(c.allows([houses[x] for x in c.scope]) for c in self.constraints(0))


def said_again(clues: Sequence[Clue]) -> Iterator[str]:
    """In words, which of them say what one before them says."""
    said: dict[object, int] = {}
    for number, clue in enumerate(clues, 1):
        means = clue.kind, frozenset(clue.names) if clue.kind in _EITHER_WAY else clue.names, clue.house
        if (first := said.setdefault(means, number)) != number:
            yield f"clue {number} ({clue.words}) is what clue {first} says; remove one"


def number_of(constraint: str) -> int | None:
    """The number of the clue that the constraint of that name belongs to; None for x ≠ y in a row."""
    word, _, number = constraint.partition(" ")
    number = number.rstrip("abc")
    return int(number) if word == "clue" and number.isdecimal() else None


def differ(x: str, y: str) -> Constraint:
    """Two names of one attribute are in different houses."""
    return _constraint(f"{x}≠{y}", (x, y), MEANINGS["not_same"])


def _constraint(name: str, scope: tuple[str, ...], meaning: Meaning) -> Constraint:
    words = meaning.words.format(*scope)

    def explain(left: Domains) -> str:
        given = ", ".join(f"{x} in {{{', '.join(map(str, left[x]))}}}" for x in scope)
        return f"{words}, with {given}"

    return Constraint(name, scope, meaning.allows, meaning.text.format(*scope), explain)
