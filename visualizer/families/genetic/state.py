"""The state of a population: who is in it, the crossing under way, and the best individual on the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple, Self

from algorithms import events as e
from algorithms.genetic import events as g
from algorithms.genetic.chromosome import Chromosome
from algorithms.genetic.fitness import Cost, Fitness
from algorithms.problems.forms.csp import CSP, Domain, Value
from visualizer.runs.network_state import NetworkState
from visualizer.runs.states import How, State, Supposed

Genes = tuple[Value, ...]


class Parents(NamedTuple):
    """The parents of the children on show, by their numbers, as they were, and the cuts; of a copy the same twice."""

    numbers: tuple[int, ...]
    genes: tuple[Genes, ...]
    fitness: tuple[int, ...]
    cuts: tuple[int, ...]


class Child(NamedTuple):
    """A child on show: what mutations have changed, from which value, by the number of the gene; the fitness, once it
    is born."""

    genes: Genes
    changed: Mapping[int, Value]
    fitness: int | None = None


@dataclass(slots=True)
class PopulationState(NetworkState):
    """What is known of a population, beside the best individual, whose values are ``assigned``.

    begun:      what all individuals have in common; None before there are any
    genes:      of each individual, in the order of their numbers; ``fitness`` of each
    generation: how many there were; ``ordered``: is the population in order?
    drawn:      the parents that the roulette has drawn; of these the last ``poor`` with reversed weights
    parents:    of the children on show; ``children`` by the places that they take
    champion:   the genes of the best one, on the board, and ``worth`` their fitness; found in the generation ``since``
    moved:      what the best one before had elsewhere, with its values, until parents are drawn
    domains:    of the variables that have its values, before they had one; ``assigned`` are those not given
    solved:     it is a solution; ``stopped``: the run has ended without a solution, in words
    """

    begun: g.PopulationBegun | None = None
    genes: list[Genes] = field(default_factory=list)
    fitness: list[int] = field(default_factory=list)
    generation: int = 0
    ordered: bool = False
    drawn: tuple[int, ...] = ()
    poor: int = 0
    parents: Parents | None = None
    children: dict[int, Child] = field(default_factory=dict)
    champion: Genes = ()
    worth: int = 0
    since: int = 0
    moved: Mapping[str, Value] = field(default_factory=dict)
    domains: dict[str, Domain] = field(default_factory=dict)
    assigned: dict[str, How] = field(default_factory=dict)
    solved: bool = False
    stopped: str = ""

    def copy(self) -> Self:
        return replace(self, genes=list(self.genes), fitness=list(self.fitness), children=dict(self.children))

    @property
    def prices(self) -> Fitness:
        """What the fitness is made of."""
        assert self.network is not None
        return _prices(self.network)

    def costs(self) -> list[Cost]:
        """What is wrong with the best individual: it adds up to its fitness."""
        if self.begun is None or not self.champion:
            return []
        priced, value = self.prices, dict(zip(self.begun.variables, self.champion, strict=True))
        return priced.costs([value[x] for x in priced.genes.names])

    def columns(self) -> list[tuple[Mapping[Value, int], int]]:
        """For each gene in which column, from 0, each value that it may have stands, and how many columns there are."""
        assert self.begun is not None
        common = self.prices.genes
        able = dict(zip(common.names, common.able, strict=True))
        return [({common.values[c]: c - able[x].start for c in able[x]}, len(able[x])) for x in self.begun.variables]

    @property
    def staying(self) -> int:
        """How many do not die next."""
        return 0 if self.begun is None else self.begun.size - self.begun.dying

    def outside(self) -> dict[str, Value]:
        """The variables whose value in the best individual is not in their domain, with it."""
        names = () if self.begun is None or not self.champion else self.begun.variables
        return {x: value for x, value in zip(names, self.champion, strict=True) if x not in self.assigned
                and value not in self.csp.domains[x]}

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """The domains as they were: a value that somebody has excludes nothing."""
        return {**domains, **self.domains}

    @property
    def supposed(self) -> Supposed:
        return Supposed(self.assigned, solved=self.solved)

    def _leave(self) -> None:
        """Nobody is crossed."""
        self.parents, self.children = None, {}

    # Folds, one for each kind of event.

    def on_begun(self, event: g.PopulationBegun, _state: State) -> None:
        self.begun = event
        if self.network is not None:
            _prices(self.network)  # takes a moment, and is kept: no picture needs to wait for it

    def on_drawn(self, event: g.ParentsSelected, _state: State) -> None:
        self._leave()
        self.drawn, self.poor, self.ordered, self.moved = event.parents, event.poor, False, {}

    def on_copied(self, event: g.Copied, _state: State) -> None:
        genes = self.genes[event.parent - 1]
        self.parents = Parents((event.parent,), (genes,), (self.fitness[event.parent - 1],), ())
        self.children = {event.child: Child(genes, {})}

    def on_crossed(self, event: g.Crossed, _state: State) -> None:
        places = event.first - 1, event.second - 1
        a, b = (self.genes[place] for place in places)
        ends = (*event.cuts, len(a))[:2]
        one = a[:ends[0]] + b[ends[0]:ends[1]] + a[ends[1]:]
        other = b[:ends[0]] + a[ends[0]:ends[1]] + b[ends[1]:]
        self.parents = Parents((event.first, event.second), (a, b), (self.fitness[places[0]], self.fitness[places[1]]),
                               event.cuts)
        self.children = {event.children[0]: Child(one, {}), event.children[1]: Child(other, {})}

    def on_mutated(self, event: g.Mutated, _state: State) -> None:
        assert self.begun is not None
        child = self.children[event.child]
        genes, changed = list(child.genes), dict(child.changed)
        for x, value in zip(event.variables, event.after, strict=True):
            index = self.begun.variables.index(x)
            changed.setdefault(index, genes[index])
            genes[index] = value
        self.children[event.child] = Child(tuple(genes), {i: v for i, v in changed.items() if genes[i] != v})

    def on_born(self, event: g.Born, _state: State) -> None:
        if event.place > len(self.genes):
            self.genes.append(event.genes)
            self.fitness.append(event.fitness)
            return
        self.genes[event.place - 1], self.fitness[event.place - 1] = event.genes, event.fitness
        self.children[event.place] = self.children[event.place]._replace(fitness=event.fitness)

    def on_ended(self, event: g.GenerationEnded, _state: State) -> None:
        self._leave()
        order = sorted(range(len(self.genes)), key=self.fitness.__getitem__)
        self.genes, self.fitness = [self.genes[i] for i in order], [self.fitness[i] for i in order]
        self.generation, self.ordered = event.number, True
        self.drawn, self.poor = (), 0

    def on_best(self, event: g.BestFound, state: State) -> None:
        former, begun = self.champion, self.begun
        self.put(0, event.fitness, state)
        if former and begun is not None:
            self.moved = {x: old for x, old, new in zip(begun.variables, former, self.champion, strict=True)
                          if old != new}

    def put(self, place: int, fitness: int, state: State) -> None:
        """An individual goes on the board; a variable whose value is not in its domain is left as it was."""
        assert self.begun is not None
        for x, domain in self.domains.items():
            state.know(x, domain)
        self.champion, self.worth, self.since = self.genes[place], fitness, self.generation
        self.moved = {}
        self.domains, self.assigned = {}, {}
        for x, value in zip(self.begun.variables, self.champion, strict=True):
            before = state.domains.get(x, ())
            if value in before:
                self.domains[x] = before
                if x not in self.csp.given:
                    self.assigned[x] = "label"
                state.know(x, (value,))

    def on_solved(self, _event: e.Solved, state: State) -> None:
        self.solved, state.outcome = True, "solved"

    def on_over(self, event: g.EvolutionEnded, state: State) -> None:
        if event.fitness:
            self.stopped, state.outcome = event.sentence(), "stopped"


PopulationState.folds = {
    g.PopulationBegun: PopulationState.on_begun, g.ParentsSelected: PopulationState.on_drawn,
    g.Copied: PopulationState.on_copied, g.Crossed: PopulationState.on_crossed, g.Mutated: PopulationState.on_mutated,
    g.Born: PopulationState.on_born, g.GenerationEnded: PopulationState.on_ended,
    g.BestFound: PopulationState.on_best, e.Solved: PopulationState.on_solved,
    g.EvolutionEnded: PopulationState.on_over,
}


@lru_cache(8)  # the network of each position that was looked at last
def _prices(network: Callable[[], CSP]) -> Fitness:
    return Fitness(network(), Chromosome(network(), "values"))


def population_of(state: State) -> PopulationState:
    """The population in a state of this family."""
    assert isinstance(state.family, PopulationState)
    return state.family
