"""Facts about at-least constraints: how many of their literals are false, of how many that may be.

Literals are words, constraints numbers, as in :mod:`algorithms.events.sat`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from algorithms.core import Event, Grain


@dataclass(frozen=True, slots=True)
class ConstraintTight(Event):
    """As many literals of the constraint are false as may be: those that are open must be true."""

    say: ClassVar[str] = "Constraint {constraint} has {falsified} of at most {most} false: all others must be true."
    constraint: int
    literals: tuple[str, ...]  # the open ones
    falsified: int
    most: int


@dataclass(frozen=True, slots=True)
class TooManyFalse(Event):
    """More literals of the constraint are false than may be."""

    say: ClassVar[str] = "Conflict: {falsified} literals of constraint {because} are false, but only {most} may be."
    grain: ClassVar[Grain] = Grain.LANDMARK
    because: int
    falsified: int
    most: int
    level: int
