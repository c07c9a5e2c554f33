"""What may go wrong in dancing links: what leaves with an item, and the order in which covers are undone."""

from __future__ import annotations

from algorithms import events as e
from algorithms.core import Event
from algorithms.covering import COVERING
from algorithms.words import listed
from visualizer.families.covering.state import CoverState
from visualizer.runs.bugs import Bug, Wrong, declare_bugs, on_board
from visualizer.runs.questions import Before


def covered(before: Before, event: e.ItemCovered) -> Wrong | None:
    """Other options leave with it than those that it has open."""
    cover = before.of(CoverState)
    item = cover.items.get(event.item)
    if item is None or event.item in cover.covered:
        return Wrong(f"{event.item} is covered already.") if item is not None else None
    words = dict.fromkeys(map(cover.form.word, item.literals))
    open_ = [word for word in words if cover.truth(word) is None]
    if set(open_) == set(event.options):
        return None
    return Wrong(f"{event.item} has {listed(open_)} still open: just these leave all other items with it.",
                 on_board(before, *open_))


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


declare_bugs(COVERING, {e.ItemCovered: covered, e.ItemUncovered: uncovered}, [
    Bug(name="covers are undone in any order", deviate=uncovers_the_first),
])
