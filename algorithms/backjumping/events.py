"""Facts about a search that asks about pairs of variables, and about the way back from a dead end.

``level`` is the place of a variable in the order of the search, from 1. ``Decided``, ``JumpedBack``, ``Struck``,
``Emptied``, ``VariableSelected``, ``Solved`` and ``SearchEnded`` are those of other searches.
"""

from __future__ import annotations

from typing import ClassVar, Literal

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.csp import Domain, Value
from algorithms.words import counted, few, listed

Memory = Literal["nothing", "variable", "value"]
"""What a search remembers of its checks: nothing, or how far they still hold, for each variable or for each value."""

Blames = Literal["nobody", "deepest", "conflicts"]
"""Where a search goes back to: the variable before, the deepest that was checked, the deepest of the conflict set."""

_MOST_NAMED = 8


@event
class OrderFixed(Event):
    """The variables, in the order in which they get their values, each with the values that it may have. Where the
    order is dynamic, they are only numbered so. ``all``: all solutions are looked for; ``pruned``: values that AC-3
    took away before, None where it did not run."""

    say: ClassVar[str] = "{preface}{what}: {first}."
    grain: ClassVar[Grain] = Grain.STEP
    variables: tuple[str, ...]
    domains: tuple[Domain, ...]
    memory: Memory
    blames: Blames
    dynamic: bool
    all: bool
    pruned: int | None

    @property
    def preface(self) -> str:
        return "" if self.pruned is None else f"AC-3 has taken {counted(self.pruned, 'value')} away. "

    @property
    def what(self) -> str:
        return "The next variable is chosen each time, from these" if self.dynamic else "In this order"

    @property
    def first(self) -> str:
        return few(self.variables, _MOST_NAMED) or "no variable"


@event
class Instantiated(Event):
    """The current variable took a value, to see whether it can keep it: a node of the search tree is visited."""

    say: ClassVar[str] = "{variable} = {value}?"
    variable: str
    value: Value
    level: int


@event
class Saved(Instantiated):
    """The current variable took a value, and what is remembered of this value makes ``checks`` needless: with
    ``refused``, the variable at the level ``mcl`` has refused it, and nothing up to there has changed since, so that
    this is the verdict; otherwise those before the level ``mbl`` have accepted it, and none of them has changed."""

    say: ClassVar[str] = "{variable} = {value}? {why}. {saved}."
    grain: ClassVar[Grain] = Grain.STEP
    mcl: int
    mbl: int
    by: str
    refused: bool
    checks: int

    @property
    def why(self) -> str:
        if self.refused:
            return f"{self.by} has refused it, and nothing up to there has changed since"
        return f"All before {self.by} have accepted it, and have not changed"

    @property
    def saved(self) -> str:
        return f"{counted(self.checks, 'check')} saved"


@event
class Checked(Event):
    """Two values were held against the constraints between their variables; ``because`` is one that they violate, or
    else the first."""

    say: ClassVar[str] = "{variable} = {value} and {other} = {other_value}: {verdict}."
    variable: str
    value: Value
    other: str
    other_value: Value
    satisfied: bool
    because: str

    @property
    def verdict(self) -> str:
        return "consistent" if self.satisfied else f"no, because of {self.because}"


@event
class Judged(Event):
    """Whether a value can be kept for now. It was held against the variables up to the level ``upto``, by so many
    ``calls`` of check, those on pairs without a constraint counted; ``by`` refuse it, if any do."""

    say: ClassVar[str] = "{variable} = {value} {verdict}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    value: Value
    consistent: bool
    upto: int
    calls: int
    by: tuple[str, ...]

    @property
    def verdict(self) -> str:
        if self.consistent:
            return "can stay"
        return f"is refused by {listed(self.by)}" if self.by else "is refused"


@event
class DeadEnd(Event):
    """No value of the variable is left: the search must go back. ``because``: the variables that this search blames;
    ``blames``: how it comes to that."""

    say: ClassVar[str] = "No value of {variable} is left{why}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    variable: str
    level: int
    because: tuple[str, ...]
    blames: Blames

    @property
    def why(self) -> str:
        if self.blames == "nobody":
            return ""
        if self.blames == "deepest":
            return f"; the deepest it was checked against: {self.because[0]}" if self.because else ""
        return f"; its conflict set: {listed(self.because)}" if self.because else "; its conflict set is empty"


@event
class ConfSetJoined(Event):
    """The conflict set of a variable took in that of the dead end behind it, without the variable itself."""

    say: ClassVar[str] = "The conflict set of {variable} takes in that of {dead_end}: {conf_set}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    level: int
    dead_end: str
    conf_set: tuple[str, ...]


@event
class MarksLowered(Event):
    """The variable at the level will change: of what is remembered behind it, nothing from there on holds any more."""

    say: ClassVar[str] = "{variable} will change: behind it mbl is at most {level} now."
    variable: str
    level: int
    dead_end: int  # the level that the search comes from


@event
class SteppedBack(Event):
    """The search returns to the variable just before the dead end, and takes its value away."""

    say: ClassVar[str] = "Back to {variable}, which loses {value}."
    grain: ClassVar[Grain] = Grain.STEP
    variable: str
    value: Value
    level: int
