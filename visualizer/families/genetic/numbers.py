"""The numbers of the panels of a population: fitness and its spread, generations, parents drawn, what costs what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from algorithms.genetic import events as g
from algorithms.genetic.fitness import Cost
from algorithms.words import percent
from scenarios.timeline import Timeline
from visualizer.families.genetic.state import PopulationState
from visualizer.runs.numbers import Counted, Number, Worth, events_since, last_of, plain, said, signed, size
from visualizer.runs.states import State

_BEGINS, _CROSSINGS = (g.PopulationBegun,), (g.Crossed, g.Copied)
_MEANS = {"best": "the lowest fitness of all individuals", "worst": "the highest fitness of all individuals",
          "median": "the fitness of the individual in the middle",
          "diversity": "the part of the genes that differ from what most have"}


def births(timeline: Timeline[State], upto: int) -> list[int]:
    """Of each individual the event that gave birth to it, in their order: a child takes the place of one that dies, and
    when a generation ends all are put in order."""
    found: list[int] = []
    for at in events_since((g.Born, g.GenerationEnded), _BEGINS)(timeline, upto):
        event: Any = timeline.events[at]
        if isinstance(event, g.GenerationEnded):
            found.sort(key=lambda born: _fitness(timeline, born))
        elif event.place > len(found):
            found.append(at)
        else:
            found[event.place - 1] = at
    return found


def _fitness(timeline: Timeline[State], born: int) -> int:
    event: Any = timeline.events[born]
    fitness: int = event.fitness
    return fitness


def _birth(place: int) -> Counted:
    """Of the individual that has that place now, from 0."""
    return lambda timeline, upto: births(timeline, upto)[place:place + 1]


# --- the population --------------------------------------------------------------------------------------------------


def born_of(population: PopulationState) -> Number:
    """How many individuals there are."""
    return Number("individuals", len(population.genes), "individuals that were born into the first population",
                  events_since((g.Born,), _BEGINS))


def newest_of(population: PopulationState) -> Number:
    """The fitness of the one born last."""
    return Number("fitness of the newest", population.fitness[-1], "what is wrong with the individual born last",
                  last_of((g.Born,), _BEGINS), rule=said("fitness"))


def measure_of(name: str, value: Worth) -> Number:
    """A measure of all individuals, as the last generation has it."""
    return Number(name, value, f"{_MEANS[name]}, when the last generation ended", last_of((g.GenerationEnded,)),
                  rule=said(name), form=_percent if name == "diversity" else plain)


def _percent(value: Worth) -> str:
    return percent(Fraction(value), 2)


def generation_of(population: PopulationState) -> Number:
    """The generation that ended last."""
    return Number("generation", population.generation, "the generation that ended last; the first population is 0",
                  last_of((g.GenerationEnded,)), rule=said("number"))


def since_of(population: PopulationState) -> Number:
    """The generation in which the best one was found."""

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        best = last_of((g.BestFound,))(timeline, upto)
        return [*last_of((g.GenerationEnded,))(timeline, best[0]), *best] if best else []

    return Number("found in generation", population.since, "the generation that had ended when the best individual was "
                  "found", counted, rule=lambda events: events[0].number if len(events) > 1 else 0)


def fitness_of(population: PopulationState, place: int) -> Number:
    """Of the individual at a place, from 0."""
    return Number(f"fitness of number {place + 1}", population.fitness[place], "what is wrong with the individual, as "
                  "it was born", _birth(place), rule=said("fitness"))


def agreed_of(value: int) -> Number:
    """How many genes are alike."""

    def rule(events: Sequence[Any]) -> Worth:
        columns = zip(*(event.genes for event in events), strict=True)
        return sum(4 * Counter(column).most_common(1)[0][1] >= 3 * len(events) for column in columns)

    return Number("genes that agree", value, "genes that are the same in at least three quarters of all individuals",
                  lambda timeline, upto: sorted(births(timeline, upto)), rule=rule)


# --- parents and children --------------------------------------------------------------------------------------------


def drawn_of(population: PopulationState) -> Number:
    """How many parents were drawn."""
    return Number("parents drawn", len(population.drawn), "parents that the roulette has drawn for this generation",
                  last_of((g.ParentsSelected,)), rule=size("parents"))


def times_of(number: int, value: int, *, poor: bool) -> Number:
    """How often one of them was."""

    def times(event: Any) -> Worth:
        fit = len(event.parents) - event.poor
        found: int = (event.parents[fit:] if poor else event.parents[:fit]).count(number)
        return found

    return Number(f"draws of number {number}{', poor' * poor}", value, "how often it was drawn as a parent",
                  last_of((g.ParentsSelected,)), times, form=lambda times: f"{times}×")


def parent_of(population: PopulationState, letter: int) -> Number:
    """The fitness of a parent of the children on show, the first or the second one."""
    assert population.parents is not None

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        crossing = last_of(_CROSSINGS)(timeline, upto)
        event: Any = timeline.events[crossing[0]]
        place = event.parent if isinstance(event, g.Copied) else (event.first, event.second)[letter]
        return [*births(timeline, crossing[0])[place - 1:place], *crossing]

    return Number(f"fitness of parent {'AB'[letter]}", population.parents.fitness[letter], "what is wrong with this "
                  "parent, as it was born", counted, rule=lambda events: events[0].fitness)


def child_of(place: int, value: int) -> Number:
    """The fitness of a child that is born."""
    return Number(f"fitness of child {place}", value, "what is wrong with this child, as it is born",
                  last_of((g.Born,), when=lambda event: event.place == place), rule=said("fitness"))


# --- the best one ----------------------------------------------------------------------------------------------------


def worth_of(population: PopulationState) -> Number:
    """Its fitness."""
    return Number("fitness", population.worth, "what is wrong with the best individual ever: its costs, added up",
                  last_of((g.BestFound,)), rule=said("fitness"))


def costs_on(population: PopulationState, x: str, costs: Sequence[Cost]) -> Number:
    """What the violated constraints on a variable cost."""
    return replace(cost_of(population, costs), name=f"costs of {x}", definition=f"what the violated constraints on {x} "
                   "cost, added up, from the genes of the best individual", form=str)


def cost_of(population: PopulationState, costs: Sequence[Cost]) -> Number:
    """What these violated constraints cost."""
    names = ", ".join(cost.name for cost in costs) if len(costs) == 1 else f"{len(costs)} more violations"
    wanted = {(cost.name, cost.scope) for cost in costs}

    def counted(timeline: Timeline[State], upto: int) -> Sequence[int]:
        best = last_of((g.BestFound,))(timeline, upto)
        return [*births(timeline, best[0])[:1], *best] if best else []

    def rule(events: Sequence[Any]) -> Worth:
        assert population.begun is not None
        value = dict(zip(population.begun.variables, events[0].genes, strict=True))
        priced = population.prices
        return sum(cost.cost for cost in priced.costs([value[x] for x in priced.genes.names])
                   if (cost.name, cost.scope) in wanted)

    return Number(f"cost of {names}", sum(cost.cost for cost in costs), "what this violation adds to the fitness, from "
                  "the genes of the best individual", counted, rule=rule, form=signed)
