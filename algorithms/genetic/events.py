"""Facts about a population.

An *individual* is a value for each variable, its genes; its *fitness* is what is wrong with it, so that lower is better
and 0 is a solution. The population is kept in order, number 1 the best. A child takes the place of one that dies, and
gets its rank when the generation ends.
"""

from __future__ import annotations

from typing import ClassVar

from algorithms.core import Event, Grain, event
from algorithms.problems.forms.csp import Value
from algorithms.words import counted, few, listed, percent

_NAMED = 8  # parents that are named one by one


@event
class PopulationBegun(Event):
    """What the individuals of a run have in common. ``variables`` in the order of the genes; ``ends``: after how many
    genes a cut may lie, where that is not after any; so many, ``dying``, at the end have no children, ``children`` of
    them give their places to these."""

    say: ClassVar[str] = "A population of {size} begins, each with {genes}."
    grain: ClassVar[Grain] = Grain.LANDMARK
    size: int
    children: int
    dying: int
    variables: tuple[str, ...]
    ends: tuple[int, ...]

    @property
    def genes(self) -> str:
        return counted(len(self.variables), "gene")


@event
class Born(Event):
    """An individual has come to its place, with that fitness."""

    say: ClassVar[str] = "Number {place} is born, with the fitness {fitness}."
    grain: ClassVar[Grain] = Grain.STEP
    place: int
    genes: tuple[Value, ...]
    fitness: int


@event
class ParentsSelected(Event):
    """The roulette has drawn the parents of a generation, by their numbers; the last ``poor`` of them with the weights
    reversed."""

    say: ClassVar[str] = "The roulette draws {drawn}{with_poor}: {numbers}."
    grain: ClassVar[Grain] = Grain.STEP
    parents: tuple[int, ...]
    poor: int

    @property
    def drawn(self) -> str:
        return counted(len(self.parents), "parent")

    @property
    def with_poor(self) -> str:
        return f", the last {self.poor} with reversed weights" if self.poor else ""

    @property
    def numbers(self) -> str:
        return few(self.parents, _NAMED)


@event
class Copied(Event):
    """A child has the genes of its only parent, so far; ``child`` is the place that it will take."""

    say: ClassVar[str] = "Number {parent} is copied."
    grain: ClassVar[Grain] = Grain.STEP
    parent: int
    child: int


@event
class Crossed(Event):
    """Two children have the genes of two parents, so far. Each cut lies after so many genes: before the first cut the
    first child has those of the first parent, then those of the second; after a second cut, if there is one, those of
    the first again. The second child has all others."""

    say: ClassVar[str] = "Numbers {first} and {second} are crossed, {where}."
    grain: ClassVar[Grain] = Grain.STEP
    first: int
    second: int
    cuts: tuple[int, ...]
    children: tuple[int, int]

    @property
    def where(self) -> str:
        return " and ".join(f"cut after gene {cut}" if cut else "cut before the first gene" for cut in self.cuts)


@event
class Mutated(Event):
    """A gene of a child that is not born yet got another value at random; or, in a row that is a permutation, two genes
    have changed their values. Those of ``before`` and ``after`` are in the order of the ``variables``."""

    say: ClassVar[str] = "Mutation: {changes}."
    child: int
    variables: tuple[str, ...]
    before: tuple[Value, ...]
    after: tuple[Value, ...]

    @property
    def changes(self) -> str:
        return listed(f"{x} from {old} to {new}"
                      for x, old, new in zip(self.variables, self.before, self.after, strict=True))


@event
class GenerationEnded(Event):
    """The population is in order again, those of equal fitness as they stood before. ``median`` is the fitness of the
    one in the middle, ``diversity`` the share of genes that are not what most individuals have there."""

    say: ClassVar[str] = ("Generation {number}: best {best}, median {median}, worst {worst}; "
                          "{apart} of the genes differ from most.")
    grain: ClassVar[Grain] = Grain.LANDMARK
    number: int  # 0 is the first population
    best: int
    median: int
    worst: int
    diversity: float

    @property
    def apart(self) -> str:
        return percent(self.diversity, 2)


@event
class BestFound(Event):
    """Number 1 is better than any individual before it."""

    say: ClassVar[str] = "A new best: fitness {fitness}{instead}."
    grain: ClassVar[Grain] = Grain.PHASE
    fitness: int
    before: int | None

    @property
    def instead(self) -> str:
        return "" if self.before is None else f", {self.before} before"


@event
class EvolutionEnded(Event):
    """The best one is a solution, as told just before; or there were as many generations as may be."""

    say: ClassVar[str] = "Ended after {how_many}: {what}"
    grain: ClassVar[Grain] = Grain.PHASE
    generations: int
    fitness: int

    @property
    def how_many(self) -> str:
        return counted(self.generations, "generation")

    @property
    def what(self) -> str:
        if not self.fitness:
            return "the best individual is a solution."
        return f"the best fitness is {self.fitness:,}. This does not prove that there is no solution."
