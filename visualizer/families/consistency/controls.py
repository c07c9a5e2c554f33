"""Chips can be pointed at, and pressed: the assignment stands on the board, or the run goes to where it was tried."""

from __future__ import annotations

from collections.abc import Hashable

from algorithms.events import ConstraintTaken, TupleTried, VariableTaken
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.families.consistency.trial_panel import Chip
from visualizer.families.consistency.trials import assignment, digits
from visualizer.runs.states import State
from visualizer.runs.why import last
from visualizer.stage.spots import Look, SpotControls
from visualizer.stage.view import View


class TrialControls(SpotControls):
    """A press on a chip goes to the event that tried it."""

    def act(self, target: Hashable) -> None:
        if not isinstance(target, Chip):
            return
        timeline = self.session.timeline
        taken = last(timeline, VariableTaken, lambda _event: True, timeline.position)
        look, number = looked_at(self.session.state), -1
        if taken is None or look.variable is None:
            return
        place = look.unknown.index(look.variable)
        for position in range(taken, len(timeline.events)):
            event = timeline.events[position]
            if isinstance(event, VariableTaken | ConstraintTaken):
                break
            if isinstance(event, TupleTried) and event.values[place] == target.value:
                number += 1
                if number == target.number:
                    self.go_to(position + 1)
                    return
        self.session.notice = "this assignment was not tried"


def chip_on_board(view: View) -> State | None:
    """The state with the assignment that is pointed at, for the board to show; None where none is."""
    look, chip = looked_at(view.state), view.look.pointed if isinstance(view.look, Look) else None
    if look.variable is None or not isinstance(chip, Chip) or look.constraint is None:
        return None
    current = view.board.constraint(view.state, look.constraint)
    if current is None:
        return None
    values = assignment(look, chip.value, digits(view.state, look, chip.number))
    tried = dict(zip(look.unknown, values, strict=True))
    whole = [tried[x] if x in tried else view.state.domains[x][0] for x in current.scope]
    shown = view.state.copy()
    family = shown.family
    assert isinstance(family, ConsistencyState)
    family.values, family.satisfied, family.found = values, current.allows(whole), {}
    if chip.value not in shown.domains[look.variable]:  # a value that has gone since is shown as it was tried
        shown.domains[look.variable] = (*shown.domains[look.variable], chip.value)
    return shown
