"""What is undone next: only what was done last. What cannot be, and why not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms import events as e
from algorithms.covering import COVERING
from visualizer.families.covering.state import CoverState, Mark
from visualizer.runs.calling import Call, Refused, declare_calls
from visualizer.runs.questions import Before

_MOST = 9  # that are looked at, the last ones
_BACK = {"covered": "Uncover {}", "taken": "Put {} back", "left out": "Admit {} again"}

Undo = e.ItemUncovered | e.OptionReturned | e.OptionReadmitted


def back(mark: Mark) -> str:
    """How it is undone."""
    return _BACK[mark.done].format(mark.name)


def undone(before: Before, event: Undo) -> Sequence[str]:
    """What the event undoes: what was done last."""
    done, name = ("covered", event.item) if isinstance(event, e.ItemUncovered) else \
        ("taken" if isinstance(event, e.OptionReturned) else "left out", event.option)
    return [back(Mark(0, done, name))]


def not_last(before: Before, _event: Undo) -> Iterator[Refused]:
    """What was done before that."""
    *earlier, latest = before.of(CoverState).marks[-_MOST:]
    why = "and its links find their places only if it comes back first" if latest.done == "covered" else \
        "and what was done last is undone first"
    for mark in reversed(earlier):
        yield Refused(back(mark), f"After {mark.name} was {mark.done}, {latest.name} was {latest.done}, {why}.")


declare_calls(COVERING, {
    "undo": Call(events=(e.ItemUncovered, e.OptionReturned, e.OptionReadmitted), right=undone, refused=not_last,
                 prompt=lambda _before, _event: "this branch is done with: what is undone next?",
                 rule="All is undone in the reverse order: what was done last comes first."),
})
