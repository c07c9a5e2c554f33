"""What may be asked of a population: what a child is worth, and what a generation comes to."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.core import Event
from algorithms.genetic import GENETIC
from algorithms.genetic import events as g
from algorithms.words import counted
from visualizer.families.genetic.state import Child, PopulationState
from visualizer.runs.questions import Askable, Before, Hints, Misconception, declare_questions


def next_child(before: Before) -> Child | None:
    """The child that is born next; None where nobody has parents."""
    children = before.of(PopulationState).children
    return next((children[place] for place in sorted(children) if children[place].fitness is None), None)


def worth(before: Before, child: Child) -> int:
    """What is wrong with a child, cost by cost."""
    people = before.of(PopulationState)
    assert people.begun is not None
    value = dict(zip(people.begun.variables, child.genes, strict=True))
    return sum(cost.cost for cost in people.prices.costs([value[x] for x in people.prices.genes.names]))


def mean_of_parents(before: Before) -> int | None:
    """Halfway between the parents; None where there are not two that differ."""
    parents = before.of(PopulationState).parents
    if parents is None or len(set(parents.fitness)) < 2:
        return None
    return sum(parents.fitness) // 2


def likely_worths(before: Before) -> Sequence[int]:
    """What may be taken for the child's fitness."""
    child, parents = next_child(before), before.of(PopulationState).parents
    if child is None or parents is None:
        return ()
    mean = mean_of_parents(before)
    return tuple(dict.fromkeys((worth(before, child), *parents.fitness, *(() if mean is None else (mean,)))))


def of_a_parent(before: Before, event: g.Born, fitness: int) -> str:
    """Whose fitness that is: one whose genes the child does not have."""
    parents, child = before.of(PopulationState).parents, next_child(before)
    if parents is None or child is None or fitness == event.fitness:
        return ""
    for number, genes, worth_of in zip(parents.numbers, parents.genes, parents.fitness, strict=False):
        if worth_of == fitness and genes != child.genes:
            differ = sum(one != other for one, other in zip(genes, child.genes, strict=True))
            return f"That is the fitness of parent {number}, from which the child differs in {counted(differ, 'gene')}."
    return ""


def born_hints(before: Before, _event: g.Born) -> Hints:
    """How a fitness is found."""
    return ("Put the genes of the child together, and go over the constraints.",
            "What was satisfied in one parent may be torn apart; what clashed may be parted.")


def likely_bests(before: Before) -> Sequence[int]:
    """The best of all, what was the best before, a little better and a little worse, and the worst."""
    people = before.of(PopulationState)
    if not people.fitness or not people.champion:
        return ()
    found = dict.fromkeys((min(people.fitness), people.worth, people.worth - 1, people.worth + 1, max(people.fitness)))
    return [fitness for fitness in found if fitness >= 0]


def not_best(before: Before, event: g.GenerationEnded, fitness: int) -> str:
    """That nobody has come to it, or that somebody has less."""
    people = before.of(PopulationState)
    if fitness < event.best:
        return f"Nobody in the list has a fitness of {fitness}, or less."
    if fitness > people.worth:
        return f"The best before had {people.worth}, and has stayed: it cannot be worse."
    return f"A child has come to less than {fitness}." if fitness > event.best else ""


def best_hints(_before: Before, _event: g.GenerationEnded) -> Hints:
    """Where to look for the best."""
    return ("Look at the children, and at those that keep their places.",
            "The children have taken the last places of the list; all before them have stayed.")


def between_parents(before: Before, event: Event) -> Event | None:
    """A child is halfway between its parents."""
    if not isinstance(event, g.Born) or (mean := mean_of_parents(before)) is None:
        return None
    return g.Born(event.place, event.genes, mean)


def good_parents(before: Before, event: Event) -> Event | None:
    """A child is as good as the better of its parents."""
    parents = before.of(PopulationState).parents
    if not isinstance(event, g.Born) or parents is None or len(parents.fitness) < 2:
        return None
    return g.Born(event.place, event.genes, min(parents.fitness))


def everybody_dies(before: Before, event: Event) -> Event | None:
    """A generation is replaced by its children."""
    people = before.of(PopulationState)
    if not isinstance(event, g.GenerationEnded) or not people.champion or people.begun is None:
        return None
    young = people.fitness[people.begun.size - people.begun.children:]
    return g.GenerationEnded(event.number, min(young), event.median, event.worst, event.diversity) if young else None


def always_better(before: Before, event: Event) -> Event | None:
    """Each generation is better than the one before."""
    worth = before.of(PopulationState).worth
    if not isinstance(event, g.GenerationEnded) or not before.of(PopulationState).champion or event.best < worth:
        return None
    return g.GenerationEnded(event.number, worth - 1, event.median, event.worst, event.diversity) if worth else None


def high_is_fit(before: Before, event: Event) -> Event | None:
    """The highest number is the best."""
    people = before.of(PopulationState)
    if not isinstance(event, g.GenerationEnded) or not people.champion or not people.fitness:
        return None
    return g.GenerationEnded(event.number, max(people.fitness), event.median, event.worst, event.diversity)


declare_questions(GENETIC, [
    Askable(
        event=g.Born, field="fitness", prompt="What is the fitness of the next child?", answer="choice",
        candidates=likely_worths, hints=born_hints, against=of_a_parent, after=(g.Crossed, g.Copied, g.Mutated),
        rule="The costs of its own genes are added up, constraint by constraint; its parents' fitness is not handed "
             "down."),
    Askable(
        event=g.GenerationEnded, field="best", prompt="What is the best fitness of this generation?", answer="choice",
        candidates=likely_bests, hints=best_hints, against=not_best,
        rule="The best of all, of the children and of those that stay; so it never gets worse, and often no better."),
], [
    Misconception(
        name="a child is between its parents", deviate=between_parents, lesson="where-to-cut",
        text="{fitness} is about halfway between its parents. But each constraint is priced anew: a cut may mend some "
             "and break others."),
    Misconception(
        name="good parents, good child", deviate=good_parents, lesson="where-to-cut",
        text="{fitness} is what its better parent has; the child has not all of its genes."),
    Misconception(
        name="the children replace everybody", deviate=everybody_dies, lesson="stuck-one-step-from-the-goal",
        text="{best} is the best of the new ones; those before them in the list have stayed, and one is better."),
    Misconception(
        name="each generation improves", deviate=always_better, lesson="stuck-one-step-from-the-goal",
        text="No child has come to {best}: the best of the list is the one that was the best before."),
    Misconception(
        name="high is fit", deviate=high_is_fit, lesson="stuck-one-step-from-the-goal",
        text="{best} is the worst: fitness counts what is wrong here, and 0 is a solution."),
])
