"""Facts about the search for a solution of a constraint network, label by label.

A variable is *labelled* when it is given a value for good, as far as this branch of the search goes. ``size`` is how
many values the variable had left when it was chosen: a *naked single* has one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, plural, verb

Score = int | Fraction


@event
class Tied(Event):
    """Several unassigned variables have the fewest values left: a fog of search. ``size`` is how many values."""

    say: ClassVar[str] = "Fog of search: {count} variables have {size} {noun} left: {candidates}."
    grain: ClassVar[Grain] = Grain.STEP
    candidates: tuple[str, ...]
    size: int

    @property
    def count(self) -> int:
        return len(self.candidates)

    @property
    def noun(self) -> str:
        return plural(self.size, "value")


@event
class Scored(Event):
    """A variable was given a score; ``measure`` is what it is called."""

    say: ClassVar[str] = "{variable} has the {measure} {score}."
    variable: str
    score: Score
    measure: str


@event
class StillTied(Event):
    """The scores leave a tie: these candidates share the best one. ``size`` is how many values the first has left;
    where the scores break a tie of MRV, all have as many."""

    say: ClassVar[str] = "The fog does not lift: {candidates} share the best score, {score}."
    as_answer: ClassVar[str] = "A tie is left"
    grain: ClassVar[Grain] = Grain.STEP
    candidates: tuple[str, ...]
    score: Score
    size: int


@event
class NoneScored(Event):
    """No score is above zero, and Algorithm 3 as printed returns null: its caller takes that for an inconsistency."""

    say: ClassVar[str] = "No score is above 0, so FogResolver returns null, as if the position were inconsistent."
    as_answer: ClassVar[str] = "None of them is taken"
    grain: ClassVar[Grain] = Grain.STEP
    candidates: tuple[str, ...]


@event
class VariableSelected(Event):
    """The variable that is labelled next."""

    say: ClassVar[str] = "Select {variable}, with {size} {noun} left."
    as_answer: ClassVar[str] = "The next variable is selected"
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    size: int

    @property
    def noun(self) -> str:
        return plural(self.size, "value")


@event
class ValueScored(Event):
    """A value of the selected variable was scored: so many unassigned peers still have it."""

    say: ClassVar[str] = "{value} is shared with {peers} of {variable}."
    variable: str
    value: Value
    score: int

    @property
    def peers(self) -> str:
        return counted(self.score, "peer") if self.score else "no peer"


@event
class Labelled(Event):
    """A variable was given a value of its domain: the search goes one level down."""

    say: ClassVar[str] = "Label {variable} with {value}."
    as_answer: ClassVar[str] = "A variable is labelled"
    grain: ClassVar[Grain] = Grain.LANDMARK
    variable: str
    value: Value
    size: int


@event
class Struck(Event):
    """Forward checking: values left the domain of an unassigned variable, because of ``because``: a label, a single,
    or, where a constraint has more than two variables, that constraint. ``left`` is what remains, never empty."""

    say: ClassVar[str] = "Strike {removed} from {variable}: {because}."
    as_answer: ClassVar[str] = "A value is struck"
    variable: str
    removed: tuple[Value, ...]
    left: tuple[Value, ...]
    because: str


@event
class Emptied(Event):
    """Forward checking left a variable without a value, or (None) a constraint violated: the label cannot stand."""

    say: ClassVar[str] = "{what} because of {because}: a conflict."
    as_answer: ClassVar[str] = "A variable is emptied: a conflict"
    grain: ClassVar[Grain] = Grain.STEP
    variable: str | None
    because: str

    @property
    def what(self) -> str:
        return "The labels cannot stand" if self.variable is None else f"{self.variable} has no value left"


@event
class Homeless(Event):
    """No variable of the unit can take the value any more: the label cannot stand."""

    say: ClassVar[str] = "{value} has no place left in {unit}: a conflict."
    grain: ClassVar[Grain] = Grain.STEP
    value: Value
    unit: str


@event
class SingleFound(Event):
    """A variable got its value without a choice: a naked single, its only value left; or, with ``unit``, a hidden
    single: no other variable of the unit can take the value."""

    say: ClassVar[str] = "{variable} = {value}, {reason}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    value: Value
    unit: str | None = None

    @property
    def reason(self) -> str:
        return "its only value left (naked single)" if self.unit is None else f"the only place in {self.unit}"


@event
class BackedUp(Event):
    """A label was undone, and with it all that it struck: backtracking. ``size`` is that of its Labelled."""

    say: ClassVar[str] = "Back: {variable} = {value} is undone, and what it struck comes back."
    as_answer: ClassVar[str] = "A label is taken back"
    grain: ClassVar[Grain] = Grain.LANDMARK
    variable: str
    value: Value
    size: int


@event
class Exhausted(Event):
    """Every value of the variable has been tried: the labels before it must change."""

    say: ClassVar[str] = "All values of {variable} have been tried here."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str


@event
class WeightRaised(Event):
    """The constraint that just left a variable without a value weighs more from now on; ``scope`` are its variables."""

    say: ClassVar[str] = "The weight of {constraint} is now {weight}."
    as_answer: ClassVar[str] = "A constraint gets more weight"
    constraint: str
    scope: tuple[str, ...]
    weight: int


@event
class Neutralised(Event):
    """All unassigned variables are naked singles that agree with each other: ``rest`` are their values. Solved."""

    say: ClassVar[str] = "Neutralised: {what}."
    grain: ClassVar[Grain] = Grain.STEP
    rest: tuple[tuple[str, Value], ...]

    @property
    def what(self) -> str:
        if len(self.rest) == 1:
            return "the variable left has one value, and no peer has it"
        return f"the {len(self.rest)} variables left have one value each, and these agree"


@event
class Solved(Event):
    """A solution: all variables have a value, and every constraint holds."""

    say: ClassVar[str] = "Solution {number}."
    as_answer: ClassVar[str] = "A solution is found"
    grain: ClassVar[Grain] = Grain.PHASE
    number: int


@event
class SearchEnded(Event):
    """Every branch was tried."""

    say: ClassVar[str] = "The search is over: {verdict}."
    as_answer: ClassVar[str] = "The end: all branches were tried"
    grain: ClassVar[Grain] = Grain.PHASE
    solutions: int

    @property
    def verdict(self) -> str:
        if not self.solutions:
            return "there is no solution"
        return f"there {verb(self.solutions, 'are')} {counted(self.solutions, 'solution')}"
