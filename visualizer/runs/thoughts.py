"""A thought on a board: the state in which what is supposed holds, and what follows from it so far."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from algorithms.problems.forms.supposition import Thought
from scenarios.timeline import Timeline
from visualizer.runs.states import FamilyState, How, State, Supposed

NOTHING = Thought({}, (), {})


class Dropped(NamedTuple):
    """A thought that is over, and the timeline as it was where that was on show; ``back``: later than what is now."""

    thought: Thought
    timeline: Timeline[State]
    back: bool = False


@dataclass(slots=True)
class ThoughtState(FamilyState):
    """What a thought says after so many ``steps``: nothing of it is known, so all of it is drawn as supposed.
    ``before``: how variables got the values that the run knows, which it keeps."""

    thought: Thought = field(default=NOTHING)
    steps: int = 0
    before: Mapping[str, How] = field(default_factory=dict)
    _supposed: Supposed = field(init=False, repr=False)  # worked out once: each place on a board asks for them
    _tentative: Mapping[str, bool] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        own: dict[str, How] = dict.fromkeys(self.thought.supposed, "label")
        for step in self.thought.steps[:self.steps]:
            own |= dict.fromkeys(step.decides, "single")
        self._supposed = Supposed({**self.before, **own})
        self._tentative = {x: how == "label" for x, how in own.items()}

    @property
    def supposed(self) -> Supposed:
        return self._supposed

    @property
    def tentative(self) -> Mapping[str, bool]:
        return self._tentative

    def used(self) -> dict[str, bool]:
        """The constraints that it has used so far; true of the one at which it breaks."""
        found: dict[str, bool] = {}
        for step in self.thought.steps[:self.steps]:
            found[step.because] = found.get(step.because, False) or (step.breaks and step.empty is None)
        return found


def thought_state(state: State, thought: Thought, steps: int | None = None) -> State:
    """The state as the thought has it after so many of its steps, or all."""
    count = len(thought.steps) if steps is None else steps
    shown = state.copy()
    kept = {x: how for x, how in state.family.supposed.how.items() if len(thought.known.get(x, ())) == 1}
    shown.family = state.family.think(thought, count) or ThoughtState(thought=thought, steps=count, before=kept)
    shown.domains.update({x: left for x, left in thought.domains(count).items() if x in shown.domains})
    for step in thought.steps[:count]:
        if step.empty is not None and step.empty in shown.domains:
            shown.domains[step.empty] = ()
    return shown


def thought_in(state: State) -> ThoughtState | None:
    """The thought that a state is of."""
    return state.of(ThoughtState)
