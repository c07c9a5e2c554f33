"""Facts about relations that are tightened: which assignments of a constraint are left, and why others are gone.

``values`` are those of the constraint's ``scope`` as :class:`RelationListed` names it: the variables that were
undefined when the relation was listed, in the order of the constraint.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event, words
from algorithms.problems.forms.csp import Value
from algorithms.words import counted


def row(values: tuple[Value, ...]) -> str:
    """A tuple as one text, in which the order of its values counts."""
    return " ".join(map(str, values))


@event
class RelationListed(Event):
    """All assignments of the constraint's undefined variables that satisfy it, from here on kept as a list."""

    say: ClassVar[str] = "{constraint} allows {number} of {variables}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    constraint: str
    scope: tuple[str, ...]
    tuples: tuple[tuple[Value, ...], ...]

    @property
    def size(self) -> int:
        """How many they are."""
        return len(self.tuples)

    @property
    def number(self) -> str:
        return counted(self.size, "assignment")

    @property
    def variables(self) -> str:
        return words(self.scope) if self.scope else "its variables, which are all defined"


@event
class TupleOutdated(Event):
    """An assignment left the list of a constraint: its value of ``variable`` has left the domain."""

    say: ClassVar[str] = "{constraint} cannot be {assignment} any more: that value of {variable} is gone."
    constraint: str
    values: tuple[Value, ...]
    variable: str

    @property
    def assignment(self) -> str:
        return words(self.values)


@event
class PairTaken(Event):
    """Two constraints are compared on the variables that they share: those of the first that the second knows too."""

    say: ClassVar[str] = "Compare {first} with {second}: they share {shared}."
    grain: ClassVar[Grain] = Grain.STEP
    first: str
    second: str
    shared: tuple[str, ...]


@event
class TupleExtended(Event):
    """Does an assignment of the first constraint extend to the second, that is, agree with one of its assignments?"""

    say: ClassVar[str] = "Assignment {assignment}: {verdict}."
    values: tuple[Value, ...]
    extends: bool

    @property
    def assignment(self) -> str:
        return words(self.values)

    @property
    def verdict(self) -> str:
        return "the other constraint can agree" if self.extends else "the other constraint has nothing that agrees"


@event
class TupleDropped(Event):
    """An assignment left the list of a constraint: no assignment of ``because`` agrees with it."""

    say: ClassVar[str] = "{constraint} cannot be {assignment}: {because} would have no assignment left."
    constraint: str
    values: tuple[Value, ...]
    because: str

    @property
    def assignment(self) -> str:
        return words(self.values)

    @property
    def row(self) -> str:
        """The values one after the other, as they stand in a list of tuples."""
        return row(self.values)


@event
class PairsConsistent(Event):
    """A pass changed nothing: every assignment left of any constraint extends to every other constraint."""

    say: ClassVar[str] = ("Pass {passes} changed nothing: each assignment that a constraint has left extends to every "
                          "other constraint; {number} defined.")
    grain: ClassVar[Grain] = Grain.PHASE
    passes: int
    defined: int  # variables that the algorithm reduced to a single value

    @property
    def number(self) -> str:
        return counted(self.defined, "variable")
