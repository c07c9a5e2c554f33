"""What Mutate, Xover and DoubleX have in common: a population in order, selection by roulette, the death of the worst.

The bodies of the loops that select are missing in the source. Its text says what they do: the fit have the chance
``times-better``, which is how much better they are than the worst, plus 1; a few poor ones, of those that do not die,
are drawn with these weights reversed, so that the population stays diverse. The printed get-poor-parent, which compares
1 − the accumulated chance with a random number, would nearly always return the best.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from algorithms.answers import Answer
from algorithms.core import AlgorithmError, Outcome, Steps
from algorithms.events import Solved
from algorithms.genetic.chromosome import Chromosome, Dice
from algorithms.genetic.events import (
    BestFound,
    Born,
    EvolutionEnded,
    GenerationEnded,
    Mutated,
    ParentsSelected,
    PopulationBegun,
)
from algorithms.genetic.fitness import Fitness
from algorithms.problems.forms.csp import Value

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from algorithms.genetic.chromosome import Genes


@dataclass(frozen=True)
class Sizes:
    """How many there are: in the population, born and dying in each generation, of the parents the poor, generations at
    the most; and the chance of a gene to mutate."""

    population: int
    children: int
    poor: int
    dying: int
    mutation: float
    generations: int

    def check(self, pairs: bool) -> None:
        """Raises AlgorithmError, naming the option, for numbers that make no sense together."""
        if self.dying >= self.population:
            raise AlgorithmError(f"dying is {self.dying:,} of a population of {self.population:,}, so that nobody is "
                                 "left to be a parent; give less than the population", key="dying")
        if self.children > self.dying:
            raise AlgorithmError(f"children is {self.children:,}, but only {self.dying:,} of a population of "
                                 f"{self.population:,} die and leave them their places; give no more than dying",
                                 key="children")
        if self.poor > self.children:
            raise AlgorithmError(f"poor is {self.poor:,}, more than there are parents, {self.children:,}; give no more "
                                 "than children", key="poor")
        if pairs and self.children % 2:
            raise AlgorithmError(f"children is {self.children:,}, but each two parents have two; give an even number",
                                 key="children")


@dataclass(frozen=True)
class Evolved(Answer):
    """The best individual, by variable, its fitness, which is 0 for a solution, and after how many generations."""

    best: dict[str, Value]
    fitness: int
    generations: int
    solved: bool

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.solved else "stopped"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = {x: v for x, v in self.best.items() if x not in hidden}
        return {"solution": shown if self.solved else None, "count": int(self.solved), "fitness": self.fitness,
                "generations": self.generations}


class Population:
    """The individuals in order, the best one first.

    genes, fitness   a row and a number for each of them
    generation       how many there were; ``best``: the best fitness so far, None before the first order
    """

    def __init__(self, chromosome: Chromosome, fitness: Fitness, sizes: Sizes, dice: Dice) -> None:
        self.chromosome, self.sizes, self.dice, self._fitness = chromosome, sizes, dice, fitness
        self.genes: Genes = chromosome.first(sizes.population, dice)
        self.fitness: NDArray[np.int64] = fitness.of(self.genes)
        self.generation = 0
        self.best: int | None = None

    @property
    def staying(self) -> int:
        """How many do not die next: they can be parents."""
        return self.sizes.population - self.sizes.dying

    @property
    def first_place(self) -> int:
        """The first of the places that children take, from 1."""
        return self.sizes.population - self.sizes.children + 1

    def begin(self) -> Steps[None]:
        """Everybody is born."""
        sizes = self.sizes
        yield PopulationBegun(sizes.population, sizes.children, sizes.dying, self.chromosome.names,
                              tuple(self.chromosome.ends[:-1]))
        every = zip(self.chromosome.all_named(self.genes), self.fitness.tolist(), strict=True)
        for place, (genes, fitness) in enumerate(every, 1):
            yield Born(place, genes, fitness)

    def sort(self) -> Steps[None]:
        """fitness-sort: the lowest fitness first, those of equal fitness as they stood before."""
        import numpy as np

        order = np.argsort(self.fitness, kind="stable")
        self.genes, self.fitness = self.genes[order], self.fitness[order]
        best = int(self.fitness[0])
        yield GenerationEnded(self.generation, best, int(self.fitness[(len(order) - 1) // 2]), int(self.fitness[-1]),
                              self.diversity())
        self.generation += 1
        if self.best is None or best < self.best:
            before, self.best = self.best, best
            yield BestFound(best, before)

    def diversity(self) -> float:
        """The share of genes, of those with a choice, that are not what most individuals have there."""
        import numpy as np

        free, m = self.chromosome.free, len(self.chromosome.values)
        if not free:
            return 0.0
        index = self.genes[:, free] + np.arange(len(free)) * m
        most = np.bincount(index.ravel(), minlength=len(free) * m).reshape(len(free), m).max(axis=1)
        return round(1 - int(most.sum()) / index.size, 4)

    def select(self) -> tuple[NDArray[np.intp], ParentsSelected]:
        """select-fit-individuals: the fit by roulette, then the poor by the same wheel with its weights reversed."""
        import numpy as np

        sizes = self.sizes
        times_better = self.times_better()
        drawn = self.dice.random(sizes.children)
        fit = sizes.children - sizes.poor
        parents = np.concatenate((_roulette(times_better, drawn[:fit]), _roulette(times_better[::-1], drawn[fit:])))
        return parents, ParentsSelected(tuple((parents + 1).tolist()), sizes.poor)

    def times_better(self) -> NDArray[np.int64]:
        """calculate-relative-probability: of each individual that does not die, its weight."""
        found: NDArray[np.int64] = self.fitness[-1] + 1 - self.fitness[:self.staying]
        return found

    def mutate(self, children: Genes, hit: NDArray[np.bool_], before: int) -> Iterator[list[Mutated]]:
        """Mutates in place each gene that is ``hit``; then, child by child, what has happened to it; so many are born
        ``before`` them. A value that is drawn again changes nothing. In a row that is a permutation, the gene changes
        its value with another one; it stays where there is none."""
        first, count = self.first_place + before, len(children)
        if not self.chromosome.rows:
            return self._mutations(first, count, self._redraw(children, hit))
        able, others = self.chromosome.able, self.chromosome.others
        changes = array("i")  # child, gene and the other gene, or the same, value before and after
        genes: Any = memoryview(children)  # type: ignore[arg-type]  # single genes are read and written faster there
        hits = [numbers.tolist() for numbers in hit.nonzero()]
        for child, j, share in zip(*hits, self.dice.random(len(hits[0])).tolist(), strict=True):
            row, old = others[j], genes[child, j]
            if row is None:
                i, new = j, able[j][int(share * len(able[j]))]
            elif row:
                i = row[int(share * len(row))]
                new = genes[child, i]
                genes[child, i] = old
            else:
                continue
            genes[child, j] = new
            if old != new:
                changes.extend((child, j, i, old, new))
        each = iter(changes)
        return self._mutations(first, count, zip(each, each, each, each, each, strict=True))

    def _redraw(self, children: Genes, hit: NDArray[np.bool_]) -> Iterator[tuple[int, ...]]:
        """The same where no row is a permutation, in one go."""
        import numpy as np

        child, j = hit.nonzero()
        least = np.array([able.start for able in self.chromosome.able])
        many = np.array([len(able) for able in self.chromosome.able])
        new = (least[j] + (self.dice.random(len(j)) * many[j]).astype(np.intp)).astype(children.dtype)
        old = children[child, j]
        children[child, j] = new
        other = old != new
        genes = j[other].tolist()
        return zip(child[other].tolist(), genes, genes, old[other].tolist(), new[other].tolist(), strict=True)

    def _mutations(self, first: int, count: int, changes: Iterator[tuple[int, ...]]) -> Iterator[list[Mutated]]:
        """The events of so many children, each made when it is asked for: a generation has thousands."""
        names, values = [(x,) for x in self.chromosome.names], [(value,) for value in self.chromosome.values]
        end = count, 0, 0, 0, 0
        after, j, i, old, new = next(changes, end)
        for child in range(count):
            found, number = [], first + child
            while after == child:
                a, b = values[old], values[new]
                found.append(Mutated(number, names[j], a, b) if i == j else
                             Mutated(number, names[j] + names[i], a + b, b + a))
                after, j, i, old, new = next(changes, end)
            yield found

    def replace(self, children: Genes, before: int) -> Iterator[Born]:
        """The children take the last places, behind those that were born ``before`` them."""
        first, fitness = self.first_place + before, self._fitness.of(children)
        places = slice(first - 1, first - 1 + len(children))
        self.genes[places], self.fitness[places] = children, fitness
        for place, (genes, worth) in enumerate(zip(self.chromosome.all_named(children), fitness.tolist(), strict=True),
                                               first):
            yield Born(place, genes, worth)

    def end(self) -> Steps[Evolved]:
        """The best one is a solution, or all generations are over."""
        best, solved = int(self.fitness[0]), int(self.fitness[0]) == 0
        generations = self.generation - 1
        if solved:
            yield Solved(1)
        yield EvolutionEnded(generations, best)
        genes = self.chromosome.named(self.genes[0].tolist())
        return Evolved(dict(zip(self.chromosome.names, genes, strict=True)), best, generations, solved)


def _roulette(weights: NDArray[np.int64], drawn: NDArray[np.float64]) -> NDArray[np.intp]:
    """For each random number the first whose accumulated chance is above it."""
    import numpy as np

    up_to = np.cumsum(weights)
    found: NDArray[np.intp] = np.searchsorted(up_to, (drawn * up_to[-1]).astype(np.int64), side="right")
    return found
