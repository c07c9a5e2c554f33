"""Facts about logic programs and their answer sets.

Atoms are names, literals words: ``p`` and ``¬p``. Rules are numbers, from 1 in the program's order. M is a set of
literals, X a set of atoms, and U one of atoms that may be unfounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from algorithms.core import Event, Grain
from algorithms.words import counted, listed, plural, verb

# --- unfounded sets --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetMarked(Event):
    """Somebody has marked a set of atoms: is it unfounded on M?"""

    say: ClassVar[str] = "Is {atoms} unfounded on M?"
    grain: ClassVar[Grain] = Grain.PHASE
    marked: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return set_of(self.marked)


@dataclass(frozen=True, slots=True)
class RoundStarted(Event):
    """Each atom that is still in U is tested again: is there a rule that can hold it up?"""

    say: ClassVar[str] = "Round {number}: {how_many} in U."
    grain: ClassVar[Grain] = Grain.PHASE
    number: int
    candidates: tuple[str, ...]

    @property
    def how_many(self) -> str:
        return counted(len(self.candidates), "atom")


@dataclass(frozen=True, slots=True)
class RuleBlocked(Event):
    """The rule cannot hold up its head: M has the complements ``by`` of literals of its body."""

    say: ClassVar[str] = "Rule {rule} cannot hold up {atom}: blocked by {literals}."
    rule: int
    atom: str
    by: tuple[str, ...]

    @property
    def literals(self) -> str:
        return listed(self.by)


@dataclass(frozen=True, slots=True)
class RuleCircular(Event):
    """The rule cannot hold up its head from outside: it needs the atoms ``needs``, which are in U as well."""

    say: ClassVar[str] = "Rule {rule} cannot hold up {atom}: it needs {atoms}, {of_u}."
    rule: int
    atom: str
    needs: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return listed(self.needs)

    @property
    def of_u(self) -> str:
        return "itself in U" if len(self.needs) == 1 else "themselves in U"


@dataclass(frozen=True, slots=True)
class RuleSupports(Event):
    """The rule can hold up its head: M does not block it, and it needs no atom of U."""

    say: ClassVar[str] = "Rule {rule} can hold up {atom}: M does not block it, and it needs nothing of U."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    atom: str


@dataclass(frozen=True, slots=True)
class AtomHeld(Event):
    """An atom leaves U, because of a rule that can hold it up."""

    say: ClassVar[str] = "So {atom} leaves U: rule {rule} holds it up."
    grain: ClassVar[Grain] = Grain.LANDMARK
    atom: str
    rule: int


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class UnfoundedFound(Event):
    """The greatest set that is unfounded on M, the union of all."""

    say: ClassVar[str] = "{what}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    atoms: tuple[str, ...]

    @property
    def what(self) -> str:
        if not self.atoms:
            return "Every atom is held up: only ∅ is unfounded on M"
        return f"{set_of(self.atoms)} is the greatest unfounded set on M"


@dataclass(frozen=True, slots=True)
class PropositionApplied(Event):
    """Proposition 2, where M has a literal for each atom: M⁺ is an answer set if M is a classical model and no atom of
    M⁺ is in an unfounded set. ``violated`` are rules that M violates, ``unfounded`` the atoms of M⁺ in U."""

    say: ClassVar[str] = "By Proposition 2, {atoms} is {verdict}."
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


# --- the reduct of a guess -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SetGuessed(Event):
    """A set X of atoms that may be an answer set."""

    say: ClassVar[str] = "Guess X = {atoms}. Is it an answer set?"
    grain: ClassVar[Grain] = Grain.PHASE
    guess: tuple[str, ...]

    @property
    def atoms(self) -> str:
        return set_of(self.guess)


@dataclass(frozen=True, slots=True)
class RuleDropped(Event):
    """A rule is not in the reduct: it has ``not`` before ``by``, which are in X; or it may choose its head, and X does
    not: then ``by`` is empty."""

    say: ClassVar[str] = "Rule {rule} goes: {why}."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    by: tuple[str, ...]

    @property
    def why(self) -> str:
        if not self.by:
            return "it may choose its head, and X does not"
        return f"it wants not {listed(self.by, 'and not')}, and X has {listed(self.by)}"


@dataclass(frozen=True, slots=True)
class NegationDropped(Event):
    """A rule stays in the reduct, without its ``not``: none of these atoms is in X."""

    say: ClassVar[str] = "Rule {rule} stays, without {nots}: X does not have {atoms}."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    without: tuple[str, ...]

    @property
    def nots(self) -> str:
        return listed(f"not {atom}" for atom in self.without)

    @property
    def atoms(self) -> str:
        return listed(self.without, "or")


@dataclass(frozen=True, slots=True)
class ReductBuilt(Event):
    """What is left of the program if exactly the atoms of X are true: these rules, without ``not``."""

    say: ClassVar[str] = "The reduct has {how_many}, and no not."
    grain: ClassVar[Grain] = Grain.LANDMARK
    rules: tuple[int, ...]

    @property
    def how_many(self) -> str:
        return counted(len(self.rules), "rule")


@dataclass(frozen=True, slots=True)
class AtomReached(Event):
    """An atom joins the least model of the reduct: the body of that rule is true already."""

    say: ClassVar[str] = "Rule {rule} gives {atom}."
    grain: ClassVar[Grain] = Grain.STEP
    atom: str
    rule: int


@dataclass(frozen=True, slots=True)
class LeastModelFound(Event):
    """No rule of the reduct gives another atom."""

    say: ClassVar[str] = "The least model of the reduct is {model}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    atoms: tuple[str, ...]

    @property
    def model(self) -> str:
        return set_of(self.atoms)


@dataclass(frozen=True, slots=True)
class ConstraintViolated(Event):
    """A constraint of the reduct has a body whose atoms are all in X."""

    say: ClassVar[str] = "Rule {rule} is a constraint, and X makes its body true."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int


@dataclass(frozen=True, slots=True)
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


# --- completion ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AtomCompleted(Event):
    """An atom is true exactly if a body of its rules is: ``formula`` says so, and these clauses do. A rule that may
    choose it allows it only."""

    say: ClassVar[str] = "Completion of {atom}: {formula}."
    grain: ClassVar[Grain] = Grain.STEP
    atom: str
    rules: tuple[int, ...]
    formula: str
    clauses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ConstraintKept(Event):
    """A constraint belongs to the completion as it is: its body is false."""

    say: ClassVar[str] = "Rule {rule} is a constraint: {formula}."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    formula: str
    clauses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CompletionBuilt(Event):
    """The completion is written as so many clauses, with so many auxiliary variables for bodies."""

    say: ClassVar[str] = "The completion has {how_many} and {bodies}."
    grain: ClassVar[Grain] = Grain.PHASE
    clauses: int
    auxiliary: int

    @property
    def how_many(self) -> str:
        return counted(self.clauses, "clause")

    @property
    def bodies(self) -> str:
        return counted(self.auxiliary, "auxiliary variable") if self.auxiliary else "no auxiliary variable"


@dataclass(frozen=True, slots=True)
class LoopFound(Event):
    """Atoms that need each other, or one that needs itself: a component of the positive dependency graph."""

    say: ClassVar[str] = "{what}."
    grain: ClassVar[Grain] = Grain.STEP
    atoms: tuple[str, ...]

    @property
    def what(self) -> str:
        if len(self.atoms) == 1:
            return f"{self.atoms[0]} needs itself: a loop"
        return f"{listed(self.atoms)} need each other: a loop"


@dataclass(frozen=True, slots=True)
class TightnessTested(Event):
    """Is the program tight: does no atom need itself, by whatever way?"""

    say: ClassVar[str] = "{verdict}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    loops: int

    @property
    def verdict(self) -> str:
        if not self.loops:
            return "No loop: the program is tight, so the models of its completion are its answer sets"
        return "The program is not tight: its completion may have models that are no answer sets"


@dataclass(frozen=True, slots=True)
class ModelListed(Event):
    """The next model of the clauses: a literal for each atom of the program."""

    say: ClassVar[str] = "Model {number}: {literals}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int
    literals: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelRefused(Event):
    """A model of the completion is no answer set: the loop is true in it, and all ``rules`` that could hold it up from
    outside are blocked."""

    say: ClassVar[str] = "No answer set: nothing from outside holds up {what}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    loop: tuple[str, ...]
    rules: tuple[int, ...]

    @property
    def what(self) -> str:
        return f"{self.loop[0]}, which needs itself" if len(self.loop) == 1 else f"the loop {set_of(self.loop)}"


@dataclass(frozen=True, slots=True)
class LoopFormulaAdded(Event):
    """Nothing of a loop is true unless one of these rules, which need nothing of it, has a true body."""

    say: ClassVar[str] = "The formula of {what}: {formula}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    loop: tuple[str, ...]
    rules: tuple[int, ...]
    formula: str
    clauses: tuple[int, ...]

    @property
    def what(self) -> str:
        return f"the loop {set_of(self.loop)}"


@dataclass(frozen=True, slots=True)
class ListedAgain(Event):
    """With loop formulas, the models are listed anew."""

    say: ClassVar[str] = "With {formulas}, the models are listed again."
    grain: ClassVar[Grain] = Grain.PHASE
    loops: int

    @property
    def formulas(self) -> str:
        return counted(self.loops, "loop formula")


# --- search ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class UnitPropagated(Event):
    """Unit Propagate: the clause of a rule has but this literal left. Where M has its complement, M is inconsistent."""

    say: ClassVar[str] = "Unit Propagate: {literal}, by rule {rule}."
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    rule: int
    level: int


@dataclass(frozen=True, slots=True)
class MadeFalse(Event):
    """Unfounded: an atom of an unfounded set is made false. Where M has the atom itself, M is inconsistent."""

    say: ClassVar[str] = "Unfounded: {literal}."
    grain: ClassVar[Grain] = Grain.STEP
    literal: str
    level: int


@dataclass(frozen=True, slots=True)
class MInconsistent(Event):
    """M has an atom and its complement: no answer set has all its literals."""

    say: ClassVar[str] = "M has {literal} and its complement."
    grain: ClassVar[Grain] = Grain.LANDMARK
    literal: str
    level: int


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """Fail: M is inconsistent, and nothing is left that was decided."""

    say: ClassVar[str] = "Fail: nothing is left that was decided. There is no {more}answer set."
    grain: ClassVar[Grain] = Grain.PHASE
    found: int

    @property
    def more(self) -> str:
        return "further " if self.found else ""


@dataclass(frozen=True, slots=True)
class AnswerSetFound(Event):
    """An answer set, by its atoms; ``number`` of those found."""

    say: ClassVar[str] = "Answer set {number}: {answer}."
    grain: ClassVar[Grain] = Grain.PHASE
    atoms: tuple[str, ...]
    number: int

    @property
    def answer(self) -> str:
        return set_of(self.atoms)


@dataclass(frozen=True, slots=True)
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


def set_of(atoms: tuple[str, ...]) -> str:
    """A set of atoms as it is written: ``{p, q}``, ``∅``."""
    return "{" + ", ".join(atoms) + "}" if atoms else "∅"


def rules_of(numbers: tuple[int, ...]) -> str:
    """``rule 3``, ``rules 3 and 4``."""
    return f"{plural(len(numbers), 'rule')} {listed(numbers)}"
