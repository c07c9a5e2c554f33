"""Why a variable has its value on the board: whose it is, since when, what it costs, and how many have it."""

from __future__ import annotations

from algorithms.genetic import events as g
from algorithms.words import counted, listed, verb
from scenarios.timeline import Timeline
from visualizer.families.genetic.state import PopulationState, population_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, anything, last
from visualizer.stage.violations import clashes

_MOST_NAMED = 4  # constraints that are named


def why(timeline: Timeline[State], board: Board, x: str) -> Explanation | None:
    """None for a place of which the best individual says nothing."""
    population = population_of(timeline.state)
    begun = population.begun
    if begun is None or not population.champion or x not in begun.variables:
        return None
    if x in population.csp.given and x not in population.outside():
        return None  # the board says so
    gene = begun.variables.index(x)
    value = population.champion[gene]
    position = last(timeline, g.BestFound, anything, timeline.position)
    agree = sum(genes[gene] == value for genes in population.genes)
    others = "nobody else has" if agree <= 1 else f"{agree} of {len(population.genes)} have"
    costs, marks = _costs(population, x)
    sentence = (f"{x} = {value} in the best individual, of generation {population.since} (event {position:,}), with "
                f"the fitness {population.worth}; {others} this value. {costs}")
    scopes = {cost.name: cost.scope for cost in population.costs() if x in cost.scope}
    return Explanation(x, sentence, (x, *(y for y in marks if y != x)), position, reason=clashes(board, x, scopes))


def _costs(population: PopulationState, x: str) -> tuple[str, tuple[str, ...]]:
    """What is violated on it, with the costs, and the variables of that."""
    costs = [cost for cost in population.costs() if x in cost.scope]
    if not costs:
        return "No constraint on it is violated.", ()
    named = ["its domain (200)" if cost.name == x else f"{cost.name} ({cost.cost})" for cost in costs[:_MOST_NAMED]]
    more = len(costs) - len(named)
    shown = listed([*named, f"{more} more"] if more else named)
    number = len(costs)
    return (f"{shown} {verb(number, 'are')} violated: {counted(sum(cost.cost for cost in costs), 'point')} of the "
            "fitness.", tuple(dict.fromkeys(y for cost in costs for y in cost.scope)))
