"""What is written down of a population: what is wrong with its best individual, and who is crossed."""

from __future__ import annotations

from collections.abc import Iterator

from visualizer.families.genetic.state import PopulationState
from visualizer.runs.notes import Note
from visualizer.runs.states import State


def notes(state: State) -> Iterator[Note]:
    """Once there is a best one: it is on the board."""
    now = state.of(PopulationState)
    if now is None or not now.champion:
        return
    wrong = [f"{cost.name}: {cost.cost}" for cost in now.costs() if cost.cost]
    yield Note("what is wrong with the best one, and its cost", ", ".join(wrong) or "nothing")
    yield Note("the best fitness", str(now.worth))
    if now.parents is not None and now.parents.cuts:
        yield Note("fitness of the parents", ", ".join(map(str, now.parents.fitness)))
