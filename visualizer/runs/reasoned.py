"""What is known of a run's board and why, as it is asked: an explanation, its proof, why not another value."""

from __future__ import annotations

from abc import abstractmethod

from algorithms.problems.forms.csp import Value
from visualizer.runs.pointed import Pointed
from visualizer.runs.proving import propose, prove_why, show


class Reasoned(Pointed):
    """A run that can be asked why, and why not."""

    _proposed: tuple[str, int] = "", 0  # the place of which a value was proposed last, and how often

    @abstractmethod
    def explain(self, place: str) -> None:
        """Says what is known of a place, and why."""

    def why(self, place: str) -> None:
        """Says what is known of a place; asked again, proves it, and goes through the proof."""
        if self.chain is not None:
            self.step_proof(forward=True)
        elif self.explained is not None and self.explained.place == place and (claim := self.claim) is not None:
            self.at_length(f"Looking for a proof of what is known of {place}", lambda: prove_why(self, place, *claim))
        else:
            self.explain(place)

    def why_not(self, place: str, value: Value | None = None) -> None:
        """Proposes a value of a place: what refutes it, or a solution that has it; asked again, the next value."""
        before, turn = self._proposed
        turn = turn + 1 if before == place and self.answered.startswith("Why not") else 0
        self._proposed = place, turn
        self.at_length(f"Looking for a solution, or a refutation of {place}",
                       lambda: propose(self, place, turn, value))

    def step_proof(self, *, forward: bool, over: bool = False) -> bool:
        """A step further in the proof on show, or ``over`` the cases on the way. Is there one?"""
        if self.chain is not None:
            show(self, self.chain.moved(forward, over=over))
            return True
        return False
