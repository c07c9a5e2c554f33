"""What may go wrong in dancing links: covers are undone in another order than the reverse one."""

from __future__ import annotations

from algorithms import events as e
from algorithms.core import Event
from algorithms.covering import COVERING
from visualizer.families.covering.state import CoverState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs
from visualizer.runs.questions import Before


def uncovered(before: Before, event: e.ItemUncovered) -> Wrong | None:
    """It is not the item that was covered last."""
    covered = list(before.of(CoverState).covered)
    if covered and covered[-1] == event.item:
        return None
    if event.item not in covered:
        return Wrong(f"{event.item} is not covered.")
    return Wrong(f"{covered[-1]} was covered after {event.item}. Its links were cut from a matrix without "
                 f"{event.item}: it comes back first.")


def uncovers_the_first(before: Before, event: Event) -> Event | None:
    """What was covered first comes back first."""
    covered = list(before.of(CoverState).covered)
    if not isinstance(event, e.ItemUncovered) or len(covered) < 2:
        return None
    return e.ItemUncovered(covered[-2])


declare_bugs(COVERING, {e.ItemUncovered: uncovered}, [
    Bug(name="covers are undone in any order", deviate=uncovers_the_first),
])
