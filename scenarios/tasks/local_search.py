"""What is measured of a local search: how many constraints are violated, step by step."""

from __future__ import annotations

from algorithms.core import Event
from algorithms.local_search.events import AssignmentMade, Repaired
from scenarios.runs import AlgorithmRun
from scenarios.trajectories import Begin, Reading, trajectory


@trajectory("conflicts", "steps", ("min-conflicts",), object)
def violated(_made: AlgorithmRun) -> Begin:
    """The constraints that are violated after each step of any try."""

    def begin() -> Reading:
        steps = 0

        def read(event: Event) -> tuple[int, float] | None:
            nonlocal steps
            steps += isinstance(event, Repaired)
            return (steps, event.violated) if isinstance(event, AssignmentMade | Repaired) else None

        return read

    return begin
