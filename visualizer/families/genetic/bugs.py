"""What may go wrong in a population: what a child has of whom."""

from __future__ import annotations

from dataclasses import replace

from algorithms.core import Event
from algorithms.genetic import GENETIC
from algorithms.genetic import events as g
from visualizer.families.genetic.state import PopulationState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def born(before: Before, event: g.Born) -> Wrong | None:
    """A gene is neither its parent's nor changed by a mutation."""
    family = before.of(PopulationState)
    child = family.children.get(event.place)
    if child is None or family.begun is None or event.genes == child.genes:
        return None
    at = next(index for index, gene in enumerate(event.genes) if gene != child.genes[index])
    x, parents = family.begun.variables[at], family.parents
    if at in child.changed:
        why = f"a mutation has changed it from {child.changed[at]}"
    else:
        cuts = () if parents is None else parents.cuts
        why = _where(at, cuts) if cuts else "its parent has that"
    return Wrong(f"Gene {at + 1}, {x}, is {child.genes[at]} and not {event.genes[at]}: {why}.", on_board(before, x))


def _where(at: int, cuts: tuple[int, ...]) -> str:
    """On which side of the cuts a gene lies."""
    if len(cuts) > 1 and at >= cuts[1]:
        return "it lies behind the second cut, where the genes are the first parent's again"
    return f"it lies {'before' if at < cuts[0] else 'behind'} the {'first ' if len(cuts) > 1 else ''}cut"


def nothing_exchanged(before: Before, event: Event) -> Event | None:
    """A child has all genes of its first parent: crossing and mutation change nothing in it."""
    family = before.of(PopulationState)
    if not isinstance(event, g.Born) or family.parents is None or event.place not in family.children:
        return None
    return replace(event, genes=family.parents.genes[0], fitness=family.parents.fitness[0])


def tails_swapped(before: Before, event: Event) -> Event | None:
    """The child has the other one's genes."""
    family = before.of(PopulationState)
    if not isinstance(event, g.Born) or len(family.children) < 2 or event.place not in family.children:
        return None
    other = next(child for place, child in family.children.items() if place != event.place)
    return replace(event, genes=other.genes)


def never_back(before: Before, event: Event) -> Event | None:
    """As the text on DoubleX prints it: behind the second cut the child goes on with the other parent, as in Xover."""
    family = before.of(PopulationState)
    if not isinstance(event, g.Born) or family.parents is None or event.place not in family.children:
        return None
    cuts = family.parents.cuts
    if len(cuts) < 2 or family.children[event.place].changed:
        return None
    a, b = family.parents.genes
    one, other = (a, b) if next(iter(family.children)) == event.place else (b, a)
    genes = one[:cuts[0]] + other[cuts[0]:]
    return None if genes == event.genes else replace(event, genes=genes)


declare_bugs(GENETIC, {g.Born: born}, [
    Bug(name="children are like a parent", deviate=nothing_exchanged),
    Bug(name="the tails are the wrong way round", deviate=tails_swapped),
    Bug(name="behind the second cut the other parent goes on", deviate=never_back),
])
