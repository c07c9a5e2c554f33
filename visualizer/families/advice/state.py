"""The state of a player that explains its moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from algorithms import events as e
from visualizer.runs.states import FamilyState, State


@dataclass(slots=True)
class PlayerState(FamilyState):
    """What a player looks at: ``touched`` are the cells of its next move, ``because`` the constraints that decide it,
    or that clash. ``move`` is what it is about to do, ``told`` the risk of each field that the reason tells of."""

    touched: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    move: e.Advised | None = None
    told: Mapping[str, float] = field(default_factory=dict)

    def copy(self) -> Self:
        return replace(self)

    def looks_at(self) -> Sequence[str]:
        return self.touched

    def advised(self, event: e.Advised, _state: State) -> None:
        self.touched, self.because, self.move = (event.field,), event.because, event
        self.told = {event.field: event.risk, **dict(event.others)}

    def no_placement(self, event: e.NoPlacement, state: State) -> None:
        self.because, state.outcome = event.because, "unsatisfiable"


PlayerState.folds = {e.Advised: PlayerState.advised, e.NoPlacement: PlayerState.no_placement}
