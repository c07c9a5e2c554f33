"""The state of a player that explains its moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Self

from algorithms import events as e
from visualizer.runs.states import FamilyState, State


@dataclass(slots=True)
class PlayerState(FamilyState):
    """What a player looks at: ``touched`` are the cells of its next move, ``because`` the constraints that decide it,
    or that clash. ``move`` is what it is about to do."""

    touched: tuple[str, ...] = ()
    because: tuple[str, ...] = ()
    move: e.Advised | None = None

    def copy(self) -> Self:
        return replace(self)

    def looks_at(self) -> Sequence[str]:
        return self.touched

    def advised(self, event: e.Advised, _state: State) -> None:
        self.touched, self.because, self.move = (event.field,), event.because, event

    def no_placement(self, event: e.NoPlacement, state: State) -> None:
        self.because, state.outcome = event.because, "unsatisfiable"


PlayerState.folds = {e.Advised: PlayerState.advised, e.NoPlacement: PlayerState.no_placement}
