"""The queue under the pointer and the keyboard: an arc that is pressed is shown on the board before its turn."""

from __future__ import annotations

from collections.abc import Hashable

from visualizer.families.arcs.state import arcs_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation
from visualizer.stage.spots import SpotControls


class QueueControls(SpotControls):
    """Acts on arcs that wait."""

    def act(self, target: Hashable) -> None:
        session, arcs = self.session, arcs_of(self.session.state)
        arc = next((arc for arc in arcs.queue if arc == target), None)
        if arc is None:
            return
        said = "; ".join(c.text if c.name in c.text else f"{c.name}: {c.text}" for c in arcs.network.between(*arc))
        place = list(arcs.queue).index(arc)
        when = "comes next" if not place else f"waits behind {place:,}"
        x, y = arc

        def show(state: State) -> None:
            arcs_of(state).preview(arc)

        session.stop()
        marks = tuple(name for name in (x, y) if name in session.board.layout.places)
        session.point_at(marks, Explanation(x, said, marks, show=show))
        session.notice = f"{x} → {y} {when}: {said}"
