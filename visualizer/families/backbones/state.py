"""The state of a search for the backbone: that of a search for models, with the fates of the candidates."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from algorithms import events as e
from algorithms.core import Event
from visualizer.families.satisfiability.entries import Fate
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.states import State


@dataclass(slots=True)
class BackboneState(SatState):
    """What an algorithm for the backbone knows.

    listed_at: the number of the model whose literals are the candidates
    killed:    for each candidate that is out, the number of the model that showed it
    facts:     how many are in without a test, as literals of unit clauses
    """

    listed_at: int = 0
    killed: dict[str, int] = field(default_factory=dict)
    facts: int = 0

    @property
    def rows(self) -> tuple[tuple[int, frozenset[str]], ...]:
        """The last models, each with its number."""
        return tuple((model.number, model.literals) for model in self.remembered)

    def apply(self, event: Event, state: State) -> None:
        SatState.apply(self, event, state)
        if isinstance(event, e.FactsListed):
            for literal in event.literals:
                state.holds(literal, "fact")
        elif isinstance(event, e.FixedBackbone):
            state.holds(event.literal, "backbone")

    def changed(self, event: Event) -> Iterable[str]:
        return self.direct if isinstance(event, e.Listed) else SatState.changed(self, event)

    def copy(self) -> Self:
        state = SatState.copy(self)
        state.killed = dict(self.killed)
        return state

    def compare(self, models: tuple[frozenset[str], frozenset[str]]) -> None:
        """Shows these two models in the place of the last two, on all that is no backbone."""
        self.models, self.refuted, self.answered, self.probe = models, False, True, ()
        self.fates = {one: fate if fate == "backbone" else "candidate" for one, fate in self.fates.items()}

    # Folds, one for each kind of event.

    def listed(self, event: e.Listed) -> None:
        self.fates, self.listed_at = dict.fromkeys(event.candidates, "candidate"), self.found
        self.killed, self.facts = {}, 0

    def facts_listed(self, event: e.FactsListed) -> None:
        self.fates.update(dict.fromkeys(event.literals, "backbone"))
        self.facts = len(event.literals)

    def probed(self, event: e.Probed) -> None:
        self.probe, self.chunk, self.refuted, self.answered = event.literals, event.chunk, False, False
        if not event.chunk:  # else the clause that was added says what is asked
            self.clause = None
        self._go_on()
        self._look_away()
        self.tree.clear()

    def freed(self, event: e.Freed) -> None:
        self._out(event.literal, "free")

    def dropped(self, event: e.Dropped) -> None:
        self._out(event.literal, "dropped")

    def _out(self, literal: str, fate: Fate) -> None:
        """The last model without it has shown that: both values may have been asked for before that is said."""
        self.fates[literal] = fate
        self.killed[literal] = next((number for number, model in reversed(self.rows) if literal not in model), 0)

    def fixed(self, event: e.FixedBackbone) -> None:
        self.fates[event.literal] = "backbone"


BackboneState.folds = {**SatState.folds,
    e.Listed: BackboneState.listed, e.FactsListed: BackboneState.facts_listed, e.Probed: BackboneState.probed,
    e.Freed: BackboneState.freed, e.Dropped: BackboneState.dropped, e.FixedBackbone: BackboneState.fixed,
}
