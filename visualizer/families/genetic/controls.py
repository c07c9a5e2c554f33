"""The population under the pointer and the keyboard: the line of an individual puts it onto the board."""

from __future__ import annotations

from collections.abc import Hashable

from visualizer.families.genetic.state import population_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation
from visualizer.stage.spots import SpotControls


class PopulationControls(SpotControls):
    """Acts on individuals, by their places from 0."""

    def act(self, target: Hashable) -> None:
        session, population = self.session, population_of(self.session.state)
        if not isinstance(target, int) or target >= len(population.genes):
            return
        place, fitness = target, population.fitness[target]

        def show(state: State) -> None:
            population_of(state).put(place, fitness, state)

        session.stop()
        said = f"Individual {place + 1:,} of {len(population.genes):,}, fitness {fitness:,}, until the next step"
        session.point_at((), Explanation("", said, (), show=show))
        session.notice = f"{said}."
