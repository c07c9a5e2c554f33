"""Facts about the repair of an assignment.

A constraint whose variables all have a value, and do not satisfy it, is *violated*. A variable has as many *conflicts*
as violated constraints are on it. ``changed`` are the variables that have another number of conflicts now, each with
that number; ``broken`` are the constraints that are violated since, ``mended`` those that no longer are; ``violated``
is how many are in all.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, verb

Changed = tuple[tuple[str, int], ...]
How = Literal["given", "only", "random", "fewest"]
"""Why a variable starts with a value: it is given, there is no other, it was drawn, it has the fewest conflicts."""


def are_violated(number: int) -> str:
    """``1 constraint is violated``, ``2 constraints are violated``."""
    return f"{counted(number, 'constraint')} {verb(number, 'are')} violated"


@event
class TryBegun(Event):
    """All variables lose their values, if they had any, and get new ones."""

    say: ClassVar[str] = "Try {number} begins: each variable gets a value."
    grain: ClassVar[Grain] = Grain.PHASE
    number: int  # from 1


@event
class ValueGiven(Event):
    """A variable got its first value of this try; ``conflicts`` it has with those that have theirs already."""

    say: ClassVar[str] = "{variable} starts with {value}, {reason}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    value: Value
    how: How
    conflicts: int
    violated: int
    changed: Changed
    broken: tuple[str, ...]

    @property
    def reason(self) -> str:
        if self.how == "fewest":
            return f"which has the fewest conflicts so far: {self.conflicts:,}"
        return {"given": "which is given", "only": "its only value"}.get(self.how, "drawn at random")


@event
class AssignmentMade(Event):
    """All variables have a value. ``conflicted`` of them have a conflict."""

    say: ClassVar[str] = "All variables have a value: {how_many}, {variables} in conflict."
    grain: ClassVar[Grain] = Grain.LANDMARK
    violated: int
    conflicted: int

    @property
    def how_many(self) -> str:
        return are_violated(self.violated)

    @property
    def variables(self) -> str:
        return counted(self.conflicted, "variable")


@event
class ConflictedChosen(Event):
    """A variable in conflict was chosen, of ``among`` that have another value to take."""

    say: ClassVar[str] = "Choose {variable}, {which}: it has {how_many}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    conflicts: int
    among: int

    @property
    def which(self) -> str:
        return "the only one in conflict" if self.among == 1 else f"one of {self.among:,} in conflict"

    @property
    def how_many(self) -> str:
        return counted(self.conflicts, "conflict")


@event
class ValueTried(Event):
    """How many conflicts a variable would have with a value, all others being what they are."""

    say: ClassVar[str] = "{variable} = {value} would have {how_many}."
    variable: str
    value: Value
    conflicts: int

    @property
    def how_many(self) -> str:
        return counted(self.conflicts, "conflict") if self.conflicts else "no conflict"


@event
class NoiseTaken(Event):
    """The noise has its way: the chosen variable takes any of its values, however many conflicts that has."""

    say: ClassVar[str] = "Noise: {variable} takes any of its {how_many}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    values: int

    @property
    def how_many(self) -> str:
        return counted(self.values, "value")


@event
class Repaired(Event):
    """The chosen variable has taken a value, which may be the one that it had ``before``. ``ties``: so many values had
    as few conflicts; 0 where it was the noise that took it."""

    say: ClassVar[str] = "{what}: {how_many}{tied}. {rest}"
    grain: ClassVar[Grain] = Grain.LANDMARK
    variable: str
    before: Value
    value: Value
    conflicts: int
    ties: int
    violated: int
    changed: Changed
    broken: tuple[str, ...]
    mended: tuple[str, ...]

    @property
    def what(self) -> str:
        if self.value == self.before:
            return f"{self.variable} stays at {self.value}"
        return f"{self.variable} goes from {self.before} to {self.value}"

    @property
    def how_many(self) -> str:
        return counted(self.conflicts, "conflict") if self.conflicts else "no conflict"

    @property
    def tied(self) -> str:
        if not self.ties:
            return ", drawn at random"
        return ", the fewest" if self.ties == 1 else f", the fewest; {self.ties} values tie"

    @property
    def rest(self) -> str:
        if not self.violated:
            return "No constraint is violated."
        return f"{are_violated(self.violated)}."


@event
class GaveUp(Event):
    """The search ended without a solution; ``why``, if not for want of steps, which proves nothing."""

    say: ClassVar[str] = "Gave up{after}: {rest}."
    as_answer: ClassVar[str] = "It gives up"
    grain: ClassVar[Grain] = Grain.PHASE
    steps: int
    violated: int
    why: str = ""

    @property
    def after(self) -> str:
        return f" after {counted(self.steps, 'step')}" if self.steps else ""

    @property
    def rest(self) -> str:
        if self.why:
            return self.why
        return f"{are_violated(self.violated)}. This does not prove that there is no solution"
