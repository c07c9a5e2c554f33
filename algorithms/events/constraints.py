"""Facts about constraint networks.

Constraint names look like ``C(3,4)``, variables as their puzzle names them: ``(3,4)`` on a Gnomine board, ``F`` in a
small network. ``because`` is the name of the constraint that gives the reason.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event, words
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, figure, plural, verb

_MOST_NAMED = 12  # variables of a constraint; a number on a Gnomine board has 8


@event
class PassStarted(Event):
    """The algorithm begins to go over all its constraints (again)."""

    say: ClassVar[str] = "Pass {number} begins: {how_many} to look at."
    as_answer: ClassVar[str] = "One more pass begins"
    grain: ClassVar[Grain] = Grain.PHASE
    number: int  # from 1
    constraints: int

    @property
    def how_many(self) -> str:
        return counted(self.constraints, "constraint")


@event
class ConstraintTaken(Event):
    """A constraint is looked at; ``unknown`` are the variables of its scope with more than one value, in its order."""

    say: ClassVar[str] = "Take {constraint}: {which} undefined."
    grain: ClassVar[Grain] = Grain.LANDMARK
    constraint: str
    unknown: tuple[str, ...]

    @property
    def which(self) -> str:
        """The undefined variables by name, unless they are too many to be read."""
        return words(self.unknown) if len(self.unknown) <= _MOST_NAMED else f"{len(self.unknown)} variables are"


@event
class VariableTaken(Event):
    """A variable of the constraint is tested: each value with up to ``assignments`` assignments of the others."""

    say: ClassVar[str] = "Test {variable}: {assignments} {noun} of the others for each value."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    assignments: int

    @property
    def noun(self) -> str:
        return plural(self.assignments, "assignment")


@event
class TupleTried(Event):
    """An assignment of the constraint's undefined variables was tried: ``values`` in the order of ``unknown``."""

    say: ClassVar[str] = "{assignment}: {verdict}."
    as_answer: ClassVar[str] = "Another assignment is tried"
    values: tuple[Value, ...]
    satisfied: bool

    @property
    def assignment(self) -> str:
        return f"Assignment {', '.join(map(str, self.values))}" if self.values else "The only assignment"

    @property
    def verdict(self) -> str:
        return "the constraint is satisfied" if self.satisfied else "the constraint is not satisfied"


@event
class SupportFound(Event):
    """The tuple just tried is a support for ``variable = value``: the search for one ends."""

    say: ClassVar[str] = "{variable} = {value} has a support."
    as_answer: ClassVar[str] = "A support is found"
    variable: str
    value: Value


@event
class NoSupport(Event):
    """All tuples were tried: no support for ``variable = value`` in this constraint."""

    say: ClassVar[str] = "{variable} = {value} has no support in {because}."
    as_answer: ClassVar[str] = "The value has no support"
    variable: str
    value: Value
    because: str


@event
class SumTested(Event):
    """Has a value a support in a sum? One test, without any tuple, for each undefined variable: they are alike.

    With ``value`` for one of them, the other variables must add up to ``needed``. As they are, they can add up to
    every number from ``least`` to ``most``; where ``beside`` names a second constraint, only variables beyond that
    one are tested, and it says what its own add up to.
    """

    say: ClassVar[str] = ("If one{beyond} is {value}, the others must add up to {target}; "
                          "possible is {least} to {most}: {verdict}.")
    grain: ClassVar[Grain] = Grain.STEP
    constraint: str
    value: int
    needed: int
    least: int
    most: int
    beside: str | None = None

    @property
    def target(self) -> str:
        return figure(self.needed)

    @property
    def supported(self) -> bool:
        return self.least <= self.needed <= self.most

    @property
    def beyond(self) -> str:
        return "" if self.beside is None else f" beyond {self.beside}"

    @property
    def verdict(self) -> str:
        return "a support" if self.supported else "no support"


@event
class Pruned(Event):
    """Values without support left a domain; ``left`` is what remains, never empty."""

    say: ClassVar[str] = "{removed} {leaves} the domain of {variable}, because of {because}: {left} {remains}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    removed: tuple[Value, ...]
    left: tuple[Value, ...]
    because: str

    @property
    def leaves(self) -> str:
        return verb(len(self.removed), "leave")

    @property
    def remains(self) -> str:
        return verb(len(self.left), "remain")


@event
class WipedOut(Event):
    """The network has no solution: ``variable`` lost its last value, or, if None, all variables of the constraint are
    known and violate it. ``reason`` is the constraint with what is known filled in."""

    say: ClassVar[str] = "Contradiction in {because}: {reason}. {consequence}"
    as_answer: ClassVar[str] = "A contradiction"
    grain: ClassVar[Grain] = Grain.PHASE
    variable: str | None
    because: str
    reason: str

    @property
    def consequence(self) -> str:
        if self.variable is None:
            return "All its variables are known, and it does not hold."
        return f"No value of {self.variable} has a support, so its domain is empty."


@event
class Consistent(Event):
    """A pass changed nothing: every value left has a support in every constraint."""

    say: ClassVar[str] = "Pass {passes} changed nothing: the network is arc-consistent; {how_many} defined."
    as_answer: ClassVar[str] = "The end: all is consistent"
    grain: ClassVar[Grain] = Grain.PHASE
    passes: int
    defined: int  # variables that the algorithm reduced to a single value

    @property
    def how_many(self) -> str:
        return counted(self.defined, "variable")
