"""Facts about arcs and their queue.

An *arc* (x, y) is a constrained pair, seen from x: each value of x needs a *support*, a value of y that goes with it.
Variables that stand for a constraint have its name, and its tuples for values.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.binary import BinaryForm, Pair
from algorithms.problems.forms.csp import Domain, Value
from algorithms.words import counted, listed, verb


@event
class Restricted(Event):
    """A constraint over one variable took values out of its domain, before there was any arc."""

    say: ClassVar[str] = "{because} takes {removed} out of the domain of {variable}: {left} {remains}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    removed: Domain
    left: Domain
    because: str

    @property
    def remains(self) -> str:
        return verb(len(self.left), "remain")


@event
class QueueFilled(Event):
    """All arcs wait in the queue. ``made`` constraints over more than two variables are variables in this ``form``."""

    say: ClassVar[str] = "{how_many} in the queue: {pairs}, each both ways{constraints}."
    grain: ClassVar[Grain] = Grain.PHASE
    arcs: tuple[Pair, ...]
    form: BinaryForm
    made: int

    @property
    def how_many(self) -> str:
        return f"{counted(len(self.arcs), 'arc')} {verb(len(self.arcs), 'wait')}"

    @property
    def pairs(self) -> str:
        return counted(len(self.arcs) // 2, "constrained pair")

    @property
    def constraints(self) -> str:
        """That there are variables beside those of the puzzle, and what they stand for."""
        if not self.made:
            return ""
        kind = "hidden-variable form" if self.form == "hidden" else "dual form"
        are = "is a variable" if self.made == 1 else "are variables"
        return f"; {counted(self.made, 'constraint')} {are}, whose values are tuples ({kind})"


@event
class ArcTaken(Event):
    """An arc left the queue to be revised; ``waiting`` others are still there."""

    say: ClassVar[str] = "REVISE({variable}, {partner}): each value of {variable} needs one of {partner}, by {names}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    variable: str
    partner: str
    constraints: tuple[str, ...]
    waiting: int

    @property
    def names(self) -> str:
        return listed(self.constraints)


@event
class TupleRemoved(Event):
    """A variable that stands for a constraint lost a tuple: the partner has nothing that goes with it."""

    say: ClassVar[str] = "{constraint} cannot be {value} any more: {partner} has nothing that goes with it."
    grain: ClassVar[Grain] = Grain.STEP
    constraint: str
    value: Value
    partner: str


@event
class Projected(Event):
    """No tuple that a constraint has left gives these values to the variable. Dual form: there, the variables of the
    puzzle are no part of the network, and are read from its tuples."""

    say: ClassVar[str] = "No tuple of {because} has {variable} = {values} any more: {left} {remains}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    removed: Domain
    left: Domain
    because: str

    @property
    def values(self) -> str:
        return listed(self.removed, "or")

    @property
    def remains(self) -> str:
        return verb(len(self.left), "remain")


@event
class ArcQueued(Event):
    """An arc is put back into the queue: its partner has lost a value, which may have been somebody's only support."""

    say: ClassVar[str] = "Put back ({variable}, {partner}): {partner} has lost something."
    as_answer: ClassVar[str] = "An arc is put back into the queue"
    variable: str
    partner: str

    @property
    def arc(self) -> str:
        """The arc as it stands in the queue."""
        return f"{self.variable} → {self.partner}"


@event
class QueueEmptied(Event):
    """No arc waits: every value left has a support in each constraint. ``revisions`` arcs were taken."""

    say: ClassVar[str] = "The queue is empty after {how_many}: the network is arc-consistent; {variables} defined."
    as_answer: ClassVar[str] = "The end: the queue is empty"
    grain: ClassVar[Grain] = Grain.PHASE
    revisions: int
    defined: int  # variables of the puzzle that were reduced to a single value

    @property
    def how_many(self) -> str:
        return counted(self.revisions, "revision")

    @property
    def variables(self) -> str:
        return counted(self.defined, "variable")
