"""Facts about at-least constraints: how many of their literals are false, of how many that may be.

Literals are words, constraints numbers, as in :mod:`algorithms.events.sat`.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.words import counted, verb


@event
class ConstraintTight(Event):
    """As many literals of the constraint are false as may be: those that are open must be true."""

    say: ClassVar[str] = "{what}: all others must be true."
    as_answer: ClassVar[str] = "It is tight: the rest must be true"
    constraint: int
    literals: tuple[str, ...]  # the open ones
    falsified: int
    most: int

    @property
    def what(self) -> str:
        if self.most == 0:
            return f"No literal of constraint {self.constraint} may be false"
        return f"Constraint {self.constraint} has {self.falsified} of at most {self.most} false"


@event
class TooManyFalse(Event):
    """More literals of the constraint are false than may be."""

    say: ClassVar[str] = "Conflict: {what}."
    as_answer: ClassVar[str] = "A conflict: too many are false"
    grain: ClassVar[Grain] = Grain.LANDMARK
    because: int
    falsified: int
    most: int
    level: int

    @property
    def what(self) -> str:
        if self.most < 0:
            return f"constraint {self.because} needs more true literals than it has literals"
        false = f"{counted(self.falsified, 'literal')} of constraint {self.because}"
        room = f"only {self.most}" if self.most else "none"
        return f"{false} {verb(self.falsified, 'are')} false, but {room} may be"
