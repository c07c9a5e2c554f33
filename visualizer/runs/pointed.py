"""What a run's board points at, and because of what: a hint, an explanation, a step of a proof."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from algorithms.problems.forms.prover import Prover
from algorithms.problems.puzzle import Puzzle
from algorithms.reasons import Reason
from scenarios.runs import AlgorithmRun
from visualizer.runs.boards import Board
from visualizer.runs.chains import Chain
from visualizer.runs.claims import Claim
from visualizer.runs.states import State
from visualizer.runs.why import Explanation


class Pointed(ABC):
    """A run whose board points at things, because of something. ``at_length`` does what may take long.

    hinted:    the places that a hint or an explanation points at; ``explained`` is that explanation, ``advice`` what
               the hint rests on, ``reason`` what of either is drawn
    lens:      the state to be shown instead of that of the timeline: with the two models that are explained
    chain:     the proof that is stepped through
    claim:     what the explanation on show says, as it can be proven
    proves:    whether proofs can be asked for; not where the run is told as text
    """

    hinted: tuple[str, ...]
    explained: Explanation | None
    advice: object | None
    reason: Reason
    lens: State | None
    chain: Chain | None
    provers: tuple[object, dict[bool, Prover | None]] = (None, {})  # of a position, the whole puzzle or not: made once
    claim: tuple[Prover, Claim] | None = None
    proves: bool = True
    board: Board
    puzzle: Puzzle
    at_length: Callable[[str, Callable[[], None]], None]
    answered: str

    @property
    @abstractmethod
    def of_run(self) -> AlgorithmRun:
        """What runs."""

    @property
    @abstractmethod
    def state(self) -> State:
        """The state on show."""

    @abstractmethod
    def stop(self) -> None:
        """Ends what is under way."""

    @abstractmethod
    def answer(self, heading: str, text: str) -> None:
        """What was asked for."""

    def point_at(self, places: tuple[str, ...] = (), explained: Explanation | None = None,
                 advice: object | None = None, reason: Reason = ()) -> None:
        """Points at these places, because of that; what was pointed at before is over."""
        self.hinted, self.explained, self.advice, self.lens, self.chain = places, explained, advice, None, None
        self.reason = reason if explained is None else explained.reason
        if explained is not None and explained.show is not None:
            self.lens = self.state.copy()
            explained.show(self.lens)
