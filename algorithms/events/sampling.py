"""Facts about local search that collects samples: models of at-least constraints, found by flipping variables.

Chains are numbered from 1. Constraints are the numbers of the form, as in its panels; a sample is the tuple of the
variables that are true in it and are not fixed.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.words import counted, verb


def _unsatisfied(number: int) -> str:
    if number == 0:
        return "all constraints are satisfied"
    return f"{counted(number, 'constraint')} {verb(number, 'are')} not satisfied"


@event
class VariablesFixed(Event):
    """These literals hold in every model, and are left alone; ``free`` is how many other variables there are."""

    say: ClassVar[str] = "{count} fixed, because certain; {others} free."
    grain: ClassVar[Grain] = Grain.PHASE
    literals: tuple[str, ...]
    free: int

    @property
    def count(self) -> str:
        return f"{counted(len(self.literals), 'variable')} {verb(len(self.literals), 'are')}"

    @property
    def others(self) -> str:
        return f"{self.free:,} {verb(self.free, 'are')}"


@event
class RandomlyAssigned(Event):
    """The search begins: all variables that are not fixed were assigned at random; ``true`` are those that are true."""

    say: ClassVar[str] = "Chain {chain} starts anywhere: {state}."
    grain: ClassVar[Grain] = Grain.PHASE
    chain: int
    true: tuple[str, ...]
    unsatisfied: int

    @property
    def state(self) -> str:
        return _unsatisfied(self.unsatisfied)


@event
class RandomlyRestarted(Event):
    """The same again, after a sample: the search leaves it for anywhere."""

    say: ClassVar[str] = "Chain {chain} starts again, anywhere: {state}."
    as_answer: ClassVar[str] = "It starts again, anywhere"
    grain: ClassVar[Grain] = Grain.PHASE
    chain: int
    true: tuple[str, ...]
    unsatisfied: int

    @property
    def state(self) -> str:
        return _unsatisfied(self.unsatisfied)


@event
class VariableDrawn(Event):
    """All constraints are satisfied, so any variable that is not fixed is drawn to be flipped, tabu or not."""

    say: ClassVar[str] = "All constraints are satisfied: draw any free variable, {variable}."
    as_answer: ClassVar[str] = "A variable is drawn at random"
    chain: int
    variable: str


@event
class UnsatisfiedChosen(Event):
    """One of the unsatisfied constraints was chosen at random."""

    say: ClassVar[str] = "Of the unsatisfied constraints take {constraint}."
    as_answer: ClassVar[str] = "An unsatisfied constraint is taken"
    chain: int
    constraint: int


@event
class CandidatesScored(Event):
    """The variables whose flip makes one more literal of the constraint true, and what each flip would break.

    breaks: for each how many satisfied constraints its flip would make unsatisfied
    tabu:   those that were flipped a short time ago; where all were, none counts as tabu

    Of those that are not tabu one with the lowest break count is flipped next.
    """

    say: ClassVar[str] = "{scores}{rule}."
    chain: int
    candidates: tuple[str, ...]
    breaks: tuple[int, ...]
    tabu: tuple[str, ...]

    @property
    def scores(self) -> str:
        return ", ".join(f"{x} breaks {count}{' (tabu)' if x in self.tabu else ''}"
                         for x, count in zip(self.candidates, self.breaks, strict=True))

    @property
    def rule(self) -> str:
        return "; as all are tabu, none counts as such" if len(self.tabu) == len(self.candidates) else ""


@event
class AnyTaken(Event):
    """Some noise: any variable that would help the constraint and is not tabu is flipped next, whatever that breaks."""

    say: ClassVar[str] = "This time any will do: {variable}."
    chain: int
    variable: str


@event
class Flipped(Event):
    """A variable changed its value; after that so many constraints are ``unsatisfied``."""

    say: ClassVar[str] = "Flip {variable} to {value}: {state}."
    grain: ClassVar[Grain] = Grain.STEP
    chain: int
    variable: str
    value: int
    unsatisfied: int

    @property
    def state(self) -> str:
        return _unsatisfied(self.unsatisfied)


@event
class SampleRecorded(Event):
    """A model was found and counts in the estimate; ``visits`` is how often it was found by now, by all chains."""

    say: ClassVar[str] = "Sample: {sample}; {times}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    chain: int
    sample: tuple[str, ...]
    visits: int

    @property
    def new(self) -> bool:
        return self.visits == 1

    @property
    def times(self) -> str:
        return "a new one" if self.new else f"a duplicate, found {self.visits} times"


@event
class DuplicateDropped(Event):
    """A model was found that is recorded already, by whichever chain: it does not count again."""

    say: ClassVar[str] = "The sample {sample} again: not recorded."
    grain: ClassVar[Grain] = Grain.LANDMARK
    chain: int
    sample: tuple[str, ...]
    visits: int


@event
class Estimated(Event):
    """What the samples so far say: for each free variable the share of samples in which it is true.

    step:    how many iterations each chain has made
    samples: how many samples were recorded, by all chains together, ``distinct`` how many different ones they found
    low, high: confidence intervals, where several chains allow one; empty otherwise
    """

    say: ClassVar[str] = "After {iterations}: {found}."
    grain: ClassVar[Grain] = Grain.PHASE
    step: int
    samples: int
    distinct: int
    variables: tuple[str, ...]
    estimates: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()

    @property
    def iterations(self) -> str:
        return counted(self.step, "iteration")

    @property
    def found(self) -> str:
        return counted(self.samples, "sample") + (f", {self.distinct:,} of them different" if self.samples > 1 else "")
