"""Facts about the completion of a program, its loops, and its models."""

from __future__ import annotations

from typing import ClassVar

from algorithms.answer_sets.events.words import set_of
from algorithms.core import Event, Grain, event
from algorithms.words import counted, listed


@event
class AtomCompleted(Event):
    """An atom is true exactly if a body of its rules is: ``formula`` says so, and these clauses do. A rule that may
    choose it allows it only."""

    say: ClassVar[str] = "Completion of {atom}: {formula}."
    grain: ClassVar[Grain] = Grain.STEP
    atom: str
    rules: tuple[int, ...]
    formula: str
    clauses: tuple[int, ...]


@event
class ConstraintKept(Event):
    """A constraint belongs to the completion as it is: its body is false."""

    say: ClassVar[str] = "Rule {rule} is a constraint: {formula}."
    grain: ClassVar[Grain] = Grain.STEP
    rule: int
    formula: str
    clauses: tuple[int, ...]


@event
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


@event
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


@event
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


@event
class ModelListed(Event):
    """The next model of the clauses: a literal for each atom of the program."""

    say: ClassVar[str] = "Model {number}: {literals}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int
    literals: tuple[str, ...]


@event
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


@event
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


@event
class ListedAgain(Event):
    """With loop formulas, the models are listed anew."""

    say: ClassVar[str] = "With {formulas}, the models are listed again."
    grain: ClassVar[Grain] = Grain.PHASE
    loops: int

    @property
    def formulas(self) -> str:
        return counted(self.loops, "loop formula")
