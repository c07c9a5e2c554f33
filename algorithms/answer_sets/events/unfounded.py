"""Facts about sets of atoms that no rule holds up."""

from __future__ import annotations

from dataclasses import field
from typing import ClassVar

from algorithms.answer_sets.events.words import rules_of, set_of
from algorithms.core import Event, Grain, event
from algorithms.words import counted, listed


@event
class SetMarked(Event):
    """Somebody has marked a set of atoms: is it unfounded on M?"""

    say: ClassVar[str] = "Is {atoms} unfounded on M?"
    grain: ClassVar[Grain] = Grain.PHASE
    marked: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return set_of(self.marked)


@event
class RoundStarted(Event):
    """Each atom that is still in U is tested again: is there a rule that can hold it up?"""

    say: ClassVar[str] = "Round {number}: {how_many} in U."
    grain: ClassVar[Grain] = Grain.PHASE
    number: int
    candidates: tuple[str, ...]

    @property
    def how_many(self) -> str:
        return counted(len(self.candidates), "atom")


@event
class RuleBlocked(Event):
    """The rule cannot hold up its head: M has the complements ``by`` of literals of its body."""

    say: ClassVar[str] = "Rule {rule} cannot hold up {atom}: blocked by {literals}."
    as_answer: ClassVar[str] = "M blocks it"
    rule: int
    atom: str
    by: tuple[str, ...]

    @property
    def literals(self) -> str:
        return listed(self.by)


@event
class RuleCircular(Event):
    """The rule cannot hold up its head from outside: it needs the atoms ``needs``, which are in U as well."""

    say: ClassVar[str] = "Rule {rule} cannot hold up {atom}: it needs {atoms}, {of_u}."
    as_answer: ClassVar[str] = "It needs an atom of U"
    rule: int
    atom: str
    needs: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return listed(self.needs)

    @property
    def of_u(self) -> str:
        return "itself in U" if len(self.needs) == 1 else "themselves in U"


@event
class RuleSupports(Event):
    """The rule can hold up its head: M does not block it, and it needs no atom of U."""

    say: ClassVar[str] = "Rule {rule} can hold up {atom}: M does not block it, and it needs nothing of U."
    as_answer: ClassVar[str] = "It can hold its head up"
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    atom: str


@event
class AtomHeld(Event):
    """An atom leaves U, because of a rule that can hold it up."""

    say: ClassVar[str] = "So {atom} leaves U: rule {rule} holds it up."
    grain: ClassVar[Grain] = Grain.LANDMARK
    atom: str
    rule: int


@event
class SetChecked(Event):
    """What became of a marked set: it is unfounded, or the rule can hold up its atom (0 and "": it is unfounded)."""

    say: ClassVar[str] = "{verdict}."
    grain: ClassVar[Grain] = Grain.PHASE
    marked: tuple[str, ...]
    unfounded: bool
    rule: int
    atom: str

    @property
    def verdict(self) -> str:
        if self.unfounded:
            return f"{set_of(self.marked)} is unfounded on M: no rule can hold up any atom of it"
        return f"{set_of(self.marked)} is not unfounded on M: rule {self.rule} can hold up {self.atom}"


@event
class UnfoundedFound(Event):
    """The greatest set that is unfounded on M, the union of all; or, where somebody has chosen, another one."""

    say: ClassVar[str] = "{what}."
    as_answer: ClassVar[str] = "An unfounded set is found"
    grain: ClassVar[Grain] = Grain.LANDMARK
    atoms: tuple[str, ...]
    greatest: bool = field(default=True, repr=False)

    @property
    def what(self) -> str:
        if not self.atoms:
            return "Every atom is held up: only ∅ is unfounded on M"
        return f"{set_of(self.atoms)} is {'the greatest' if self.greatest else 'an'} unfounded set on M"


@event
class PropositionApplied(Event):
    """Proposition 2, where M has a literal for each atom: M⁺ is an answer set if M is a classical model and no atom of
    M⁺ is in an unfounded set. ``violated`` are rules that M violates, ``unfounded`` the atoms of M⁺ in U."""

    say: ClassVar[str] = "By Lierler's Proposition 2, {atoms} is {verdict}."
    grain: ClassVar[Grain] = Grain.PHASE
    positive: tuple[str, ...]
    violated: tuple[int, ...]
    unfounded: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return set_of(self.positive)

    @property
    def verdict(self) -> str:
        if self.violated:
            return f"no answer set: M violates {rules_of(self.violated)}"
        if self.unfounded:
            return f"no answer set: {set_of(self.unfounded)} is unfounded on M"
        return "an answer set: M is a classical model, and nothing true is unfounded"
