"""The state of a search for the backbone: that of a search for models, with the fates of the candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from algorithms import events as e
from algorithms.core import Event
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.states import State


@dataclass(slots=True)
class BackboneState(SatState):
    """What an algorithm for the backbone knows."""

    def apply(self, event: Event, state: State) -> None:
        SatState.apply(self, event, state)
        if isinstance(event, e.FactsListed):
            for literal in event.literals:
                state.holds(literal, "fact")
        elif isinstance(event, e.FixedBackbone):
            state.holds(event.literal, "backbone")

    def changed(self, event: Event) -> Iterable[str]:
        return self.direct if isinstance(event, e.Listed) else SatState.changed(self, event)

    def compare(self, models: tuple[frozenset[str], frozenset[str]]) -> None:
        """Shows these two models in the place of the last two, on all that is no backbone."""
        self.models, self.refuted, self.answered, self.probe = models, False, True, ()
        self.fates = {one: fate if fate == "backbone" else "candidate" for one, fate in self.fates.items()}

    # Folds, one for each kind of event.

    def listed(self, event: e.Listed) -> None:
        self.fates = dict.fromkeys(event.candidates, "candidate")

    def facts_listed(self, event: e.FactsListed) -> None:
        self.fates.update(dict.fromkeys(event.literals, "backbone"))

    def probed(self, event: e.Probed) -> None:
        self.probe, self.chunk, self.refuted, self.answered = event.literals, event.chunk, False, False
        self.tree.clear()

    def freed(self, event: e.Freed) -> None:
        self.fates[event.literal] = "free"

    def dropped(self, event: e.Dropped) -> None:
        self.fates[event.literal] = "dropped"

    def fixed(self, event: e.FixedBackbone) -> None:
        self.fates[event.literal] = "backbone"


BackboneState.folds = {**SatState.folds,
    e.Listed: BackboneState.listed, e.FactsListed: BackboneState.facts_listed, e.Probed: BackboneState.probed,
    e.Freed: BackboneState.freed, e.Dropped: BackboneState.dropped, e.FixedBackbone: BackboneState.fixed,
}
