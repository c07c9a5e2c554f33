"""Facts about the search for answer sets."""

from __future__ import annotations

from typing import ClassVar

from algorithms.answer_sets.events.words import set_of
from algorithms.core import Event, Grain, event
from algorithms.problems.forms.cnf import negation
from algorithms.words import counted


@event
class UnitPropagated(Event):
    """Unit Propagate: the clause of a rule has but this literal left. Where M has its complement, M is inconsistent."""

    say: ClassVar[str] = "Unit Propagate: {literal}, by rule {rule}."
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    rule: int
    level: int


@event
class MadeFalse(Event):
    """Unfounded: an atom of an unfounded set is made false. Where M has the atom itself, M is inconsistent."""

    say: ClassVar[str] = "Unfounded: {literal}."
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    level: int


@event
class MInconsistent(Event):
    """M has a literal, which joined it last, beside its complement: no answer set has all its literals."""

    say: ClassVar[str] = "M has both {other} and {literal}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
    level: int

    @property
    def other(self) -> str:
        return negation(self.literal)


@event
class Failed(Event):
    """Fail: M is inconsistent, and nothing is left that was decided."""

    say: ClassVar[str] = "Fail: nothing is left that was decided. There is no {more}answer set."
    grain: ClassVar[Grain] = Grain.PHASE
    found: int

    @property
    def more(self) -> str:
        return "further " if self.found else ""


@event
class AnswerSetFound(Event):
    """A candidate passed the test: an answer set, by its atoms; ``number`` of those found."""

    say: ClassVar[str] = "Answer set {number} has passed the test: {answer}."
    as_answer: ClassVar[str] = "An answer set is found"
    grain: ClassVar[Grain] = Grain.PHASE
    atoms: tuple[str, ...]
    number: int

    @property
    def answer(self) -> str:
        return set_of(self.atoms)


@event
class AllFound(Event):
    """There is no answer set beside those found."""

    say: ClassVar[str] = "{verdict}."
    grain: ClassVar[Grain] = Grain.PHASE
    number: int

    @property
    def verdict(self) -> str:
        if not self.number:
            return "There is no answer set"
        return f"Nothing is left to be tried: the program has {counted(self.number, 'answer set')}"
