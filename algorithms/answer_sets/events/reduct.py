"""Facts about a guess X, its reduct, and the least model of that."""

from __future__ import annotations

from typing import ClassVar

from algorithms.answer_sets.events.words import rules_of, set_of
from algorithms.core import Event, Grain, event
from algorithms.words import counted, listed, verb


@event
class SetGuessed(Event):
    """A set X of atoms that may be an answer set."""

    say: ClassVar[str] = "Guess X = {atoms}. Is it an answer set?"
    grain: ClassVar[Grain] = Grain.PHASE
    guess: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return set_of(self.guess)


@event
class RuleDropped(Event):
    """A rule is not in the reduct: it has ``not`` before ``by``, which are in X; or it may choose its head, and X does
    not: then ``by`` is empty."""

    say: ClassVar[str] = "Rule {rule} goes: {why}."
    as_answer: ClassVar[str] = "It goes: it is not in the reduct"
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    by: tuple[str, ...]

    @property
    def behind(self) -> tuple[str, ...]:
        """What decides it, behind ``not``."""
        return self.by

    @property
    def why(self) -> str:
        if not self.by:
            return "it may choose its head, and X does not"
        return f"it wants not {listed(self.by, 'and not')}, and X has {listed(self.by)}"


@event
class NegationDropped(Event):
    """A rule stays in the reduct, without its ``not``: none of these atoms is in X."""

    say: ClassVar[str] = "Rule {rule} stays, without {nots}: X does not have {atoms}."
    as_answer: ClassVar[str] = "It stays, but without its nots"
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    without: tuple[str, ...]

    @property
    def behind(self) -> tuple[str, ...]:
        """What decides it, behind ``not``."""
        return self.without

    @property
    def nots(self) -> str:
        return listed(f"not {atom}" for atom in self.without)

    @property
    def atoms(self) -> str:
        return listed(self.without, "or")


@event
class ReductBuilt(Event):
    """What is left of the program if exactly the atoms of X are true: these rules, without ``not``."""

    say: ClassVar[str] = "The reduct has {how_many}, and no not."
    grain: ClassVar[Grain] = Grain.LANDMARK
    rules: tuple[int, ...]

    @property
    def how_many(self) -> str:
        return counted(len(self.rules), "rule")


@event
class AtomReached(Event):
    """An atom joins the least model of the reduct: the body of that rule is true already."""

    say: ClassVar[str] = "Rule {rule} gives {atom}."
    grain: ClassVar[Grain] = Grain.STEP
    atom: str
    rule: int


@event
class LeastModelFound(Event):
    """No rule of the reduct gives another atom."""

    say: ClassVar[str] = "The least model of the reduct is {model}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    atoms: tuple[str, ...]

    @property
    def model(self) -> str:
        return set_of(self.atoms)


@event
class ConstraintViolated(Event):
    """A constraint of the reduct has a body whose atoms are all in X."""

    say: ClassVar[str] = "Rule {rule} is a constraint, and X makes its body true."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int


@event
class GuessRefused(Event):
    """X is no answer set: ``unreached`` are in X, but not in the least model, ``extra`` the other way round; or it
    violates these constraints."""

    say: ClassVar[str] = "X is no answer set: {why}."
    grain: ClassVar[Grain] = Grain.PHASE
    unreached: tuple[str, ...]
    extra: tuple[str, ...]
    violated: tuple[int, ...]

    @property
    def why(self) -> str:
        parts = []
        if self.unreached:
            parts.append(f"nothing gives {listed(self.unreached, 'or')}")
        if self.extra:
            parts.append(f"{listed(self.extra)} {verb(len(self.extra), 'are')} missing in X")
        if self.violated:
            parts.append(f"it violates {rules_of(self.violated)}")
        return "; ".join(parts)
