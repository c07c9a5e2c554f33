"""Mutate, Xover and DoubleX: three genetic algorithms for constraint networks.

Source: *Algorithms for Solving Zebra and Sherlock*, sections Mutate, Xover and DoubleX. Where its pseudocode has gaps,
or is wrong:

- The loops that select have no bodies; :mod:`algorithms.genetic.evolution` says what they do here. Parents of Xover are
  drawn as those of Mutate, two for two children; the printed index, population-size − num-children − parent-num, would
  turn the order round.
- Both loops that copy genes run over gene k, so that it comes from the second one: the cut lies before gene k.
- A child is priced when it is born; the source prices all of a generation at once, before it sorts them.
- One random number decides for both children of a pair whether gene j mutates; each then draws a value of its own.
- DoubleX as printed *is* Xover: lines 10 to 14 copy from the same parents as lines 9.1 to 9.5. With two cuts the tail
  should come from the first parent again, and so it does here; ``printed: true`` has it as it stands.
- The mutation draws from 1 to max-domain, and so may leave a domain that is smaller: that costs 200.
- The text defines row-permutes, all permutations of a row, and does not use them. With ``rows: permutations`` each row
  of the puzzle is one in every individual: cuts lie between rows, and a mutation swaps two values of a row.

No generation proves that there is no solution.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Annotated

from algorithms.core import Between, Choose, Counter, Steps, algorithm, choose
from algorithms.events import Solved
from algorithms.genetic import GENETIC
from algorithms.genetic.chromosome import Chromosome, Dice, Rows
from algorithms.genetic.events import BestFound, Born, Copied, Crossed, GenerationEnded, Mutated
from algorithms.genetic.evolution import Evolved, Population, Sizes
from algorithms.genetic.fitness import Fitness
from algorithms.genetic.mating import Mating
from algorithms.problems.forms.csp import CSP

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from algorithms.genetic.chromosome import Genes

Size = Annotated[int, Between(2, 10_000)]
Part = Annotated[int, Between(1, 9_999)]
Few = Annotated[int, Between(0, 9_999)]
Share = Annotated[float, Between(0, 1)]
Limit = Annotated[int, Between(0, 1_000_000)]

SOURCE = "Algorithms for Solving Zebra and Sherlock"
RUNGS = ("gene", "child", "generation", "new best")

HEAD = """
{name}                                                 # =
  draw a population at random: births                  # PopulationBegun
  fitness-sort
  while the best one is no solution                    # Solved
    parents ← select by times-better, the last poor    # ParentsSelected
{reproduce}
    fitness-sort
    stop when all generations are over                 # =
  the best one, solution or not                        # EvolutionEnded

birth: a new one is priced                             # Born, =
fitness-sort: the lowest fitness first                 # GenerationEnded, BestFound, =
fitness: 200 for each value outside its domain         # =
  25 for each not-equal that is violated, for any other # =
  the columns that a variable would have to move       # =
"""

COPIES = """\
    for each parent
      child ← a copy of it                             # Copied
      each gene: with probability mutation, any value  # Mutated
      a birth, in the place of one of the worst"""

CROSSES = """\
    for each two parents A and B
      k ← any gene
      genes before k from one, the rest from the other # Crossed
      each gene: with probability mutation, any value  # Mutated
      two births, in the places of two of the worst"""

CROSSES_TWICE = CROSSES.replace("k ← any gene", "k ← any gene, l ← any after k").replace(
    "genes before k from one, the rest from the other", "from A before k, from B before l, then A   ")

COUNTERS = (
    Counter("generations", GenerationEnded, "times that children took the places of the worst",
            lambda event: int(event.number > 0)),
    Counter("individuals", Born, "individuals that were made and priced"),
    Counter("mutations", Mutated, "genes that took another value at random, or pairs in a row that changed theirs"),
    Counter("new bests", BestFound, "times that there was a better individual than ever before"),
    Counter("solutions", Solved, "1 if a solution was found"),
)
CROSSED = (*COUNTERS[:2], Counter("crossings", Crossed, "pairs of parents that were crossed"), *COUNTERS[2:])


@algorithm("mutate", title="Mutate", family=GENETIC, solves=CSP, source=SOURCE, rungs=RUNGS, counters=COUNTERS,
           pseudocode=HEAD.format(name="Mutate", reproduce=COPIES))
def mutate(
    csp: CSP, *, population: Size = 48, children: Part = 24, poor: Few = 4, dying: Part = 24, mutation: Share = 0.04,
    generations: Limit = 200, rows: Rows = "values", rng: Random | None = None,
    choose: Choose = choose,
) -> Steps[Evolved]:
    """Copies parents and mutates the copies. ``population``: how many there are; ``children`` are born in each of so
    many ``generations``, and take the last places; parents come from all but those that are ``dying``, so many of them
    ``poor``; ``mutation``: the chance of each gene; ``rows``: of values, or as permutations, in which genes swap."""
    sizes = Sizes(population, children, poor, dying, mutation, generations)
    sizes.check(pairs=False)
    return _mutate(csp, Chromosome(csp, rows), sizes, rng or Random(0), choose)


def _mutate(csp: CSP, chromosome: Chromosome, sizes: Sizes, rng: Random, choose: Choose) -> Steps[Evolved]:
    p = Population(chromosome, Fitness(csp, chromosome), sizes, Dice(rng))
    mate = Mating(chromosome, p.staying, choose)
    yield from p.begin()
    yield from p.sort()
    while p.fitness[0] and p.generation <= sizes.generations:
        parents, selected = p.select()
        yield selected
        hit = p.dice.random((len(parents), len(chromosome.names))) < sizes.mutation
        for some in mate.at_once(len(parents), 1):
            chosen = mate.parents(parents[some].tolist(), ("parent",))
            children = p.genes[chosen]
            mutations = p.mutate(children, hit[some], some.start)
            for child, born in enumerate(p.replace(children, some.start)):
                yield Copied(chosen[child] + 1, born.place)
                yield from next(mutations)
                yield born
        yield from p.sort()
    return (yield from p.end())


@algorithm("xover", title="Xover", family=GENETIC, solves=CSP, source=SOURCE, rungs=RUNGS, counters=CROSSED,
           pseudocode=HEAD.format(name="Xover", reproduce=CROSSES))
def xover(
    csp: CSP, *, population: Size = 48, children: Part = 24, poor: Few = 4, dying: Part = 24, mutation: Share = 0.04,
    generations: Limit = 200, rows: Rows = "values", rng: Random | None = None,
    choose: Choose = choose,
) -> Steps[Evolved]:
    """Crosses two parents at one cut, and mutates their two children. Options as in ``mutate``."""
    sizes = Sizes(population, children, poor, dying, mutation, generations)
    sizes.check(pairs=True)
    return _cross(csp, Chromosome(csp, rows), sizes, 1, rng or Random(0), choose)


@algorithm("doublex", title="DoubleX", family=GENETIC, solves=CSP, source=SOURCE, rungs=RUNGS, counters=CROSSED,
           pseudocode=HEAD.format(name="DoubleX", reproduce=CROSSES_TWICE))
def doublex(
    csp: CSP, *, population: Size = 48, children: Part = 24, poor: Few = 4, dying: Part = 24, mutation: Share = 0.04,
    generations: Limit = 200, rows: Rows = "values", printed: bool = False, rng: Random | None = None,
    choose: Choose = choose,
) -> Steps[Evolved]:
    """Crosses two parents at two cuts. ``printed``: as it stands in the source, where the part after the second cut
    comes from the same parent as that before it, so that it is Xover. Other options as in ``mutate``."""
    sizes = Sizes(population, children, poor, dying, mutation, generations)
    sizes.check(pairs=True)
    return _cross(csp, Chromosome(csp, rows), sizes, 1 if printed else 2, rng or Random(0), choose)


def _cross(csp: CSP, chromosome: Chromosome, sizes: Sizes, cuts: int, rng: Random, choose: Choose) -> Steps[Evolved]:
    p = Population(chromosome, Fitness(csp, chromosome), sizes, Dice(rng))
    mate, pairs = Mating(chromosome, p.staying, choose), sizes.children // 2
    yield from p.begin()
    yield from p.sort()
    while p.fitness[0] and p.generation <= sizes.generations:
        parents, selected = p.select()
        yield selected
        shares = p.dice.random(pairs), *([p.dice.aside(pairs)] if cuts == 2 else [])
        hit = p.dice.random((pairs, len(chromosome.names))) < sizes.mutation
        hit = hit.repeat(2, axis=0)  # one number for both children of a pair
        for some in mate.at_once(2 * pairs, 2):
            chosen = mate.parents(parents[some].tolist(), ("first parent", "second parent"))
            where = mate.cuts([share[some.start // 2:some.stop // 2] for share in shares])
            children = crossed(p.genes[chosen], where)
            mutations = p.mutate(children, hit[some], some.start)
            born = p.replace(children, some.start)
            for one, at in zip(range(0, len(chosen), 2), where.tolist(), strict=True):
                first = p.first_place + some.start + one
                yield Crossed(chosen[one] + 1, chosen[one + 1] + 1, tuple(at), (first, first + 1))
                for _ in range(2):
                    yield from next(mutations)
                    yield next(born)
        yield from p.sort()
    return (yield from p.end())


def crossed(parents: Genes, cuts: NDArray[np.intp]) -> Genes:
    """The children of each two parents: between an odd and an even cut, or the end, from the other parent."""
    import numpy as np

    gene = np.arange(parents.shape[1])
    other = (gene >= cuts[:, :, None]).sum(axis=1) % 2 == 1
    children = parents.copy()
    children[0::2] = np.where(other, parents[1::2], parents[0::2])
    children[1::2] = np.where(other, parents[0::2], parents[1::2])
    return children
