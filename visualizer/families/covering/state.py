"""The state of an exact cover, or of one of at-least constraints: which items and options are out of the matrix."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.cover import Item

if TYPE_CHECKING:
    from visualizer.families.satisfiability.state import SatState


@dataclass(slots=True)
class CoverState:
    """What dancing links knows beside the trail.

    items:    all of them by name; shared by all copies, never changed
    covered:  the items that are covered, in order, each with the options that left the other items with it
    choosing: those among them that get one of these options
    selected: the item that the search branches on; ``starved`` one that cannot have what it needs; ``looked_at`` that
              of the last event
    marks:    the lengths of the trail before each cover, option taken or left out that is to be undone still
    changed:  the literals that the last event made true or open again
    """

    items: Mapping[str, Item]
    covered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    choosing: frozenset[str] = frozenset()
    selected: str | None = None
    starved: str | None = None
    looked_at: str | None = None
    marks: list[int] = field(default_factory=list)
    changed: tuple[str, ...] = ()

    def copy(self) -> Self:
        return replace(self, covered=dict(self.covered), marks=list(self.marks))


def _cover(state: SatState) -> CoverState:
    assert state.cover is not None  # dancing links takes at-least forms only
    return state.cover


def needs(state: SatState, name: str) -> tuple[int, int]:
    """How many options an item needs still, and how many it has left: as many, where none of them is a choice."""
    item = _cover(state).items[name]
    truths = [state.truth(state.form.word(literal)) for literal in item.literals]
    return item.least - truths.count(True), truths.count(None)


def _true(state: SatState, literals: tuple[str, ...], item: str | None, decided: int = 0) -> None:
    """These literals are true, the first ``decided`` of them by choice, the others because of the item."""
    cover = _cover(state)
    cover.marks.append(len(state.trail))
    number = None if item is None else cover.items[item].number
    for index, literal in enumerate(literals):
        state.assign(literal, None if index < decided else number, decided=index < decided)
    cover.changed, cover.starved, state.clause, state.conflict = literals, None, number, None
    cover.looked_at = item


def _open(state: SatState) -> None:
    """What the last mark was set for is undone."""
    cover = _cover(state)
    cover.changed = tuple(entry.literal for entry in state.trail[cover.marks[-1]:])
    state.unassign(cover.marks.pop())
    state.level = state.trail[-1].level if state.trail else 0
    cover.starved, cover.selected, state.conflict = None, None, None


def _selected(state: SatState, event: e.ItemSelected) -> None:
    cover = _cover(state)
    cover.selected = cover.looked_at = event.item
    cover.changed, cover.starved = (), None
    state.clause = None if event.item is None else cover.items[event.item].number


def _covered(state: SatState, event: e.ItemCovered) -> None:
    cover = _cover(state)
    cover.covered[event.item] = event.options
    if event.choosing:
        cover.choosing |= {event.item}
    _true(state, () if event.choosing else tuple(map(negation, event.options)), event.item)


def _uncovered(state: SatState, event: e.ItemUncovered) -> None:
    cover = _cover(state)
    del cover.covered[event.item]
    cover.choosing -= {event.item}
    _open(state)
    cover.looked_at = event.item


def _taken(state: SatState, event: e.OptionTaken) -> None:
    cover = _cover(state)
    state.level, state.guessed = event.level, True
    others = cover.covered.get(event.item or "", ())
    out = tuple(negation(option) for option in others if option != event.option)
    needed, left = (0, 1) if event.item is None else needs(state, event.item)
    _true(state, (event.option, *out), event.item, decided=0 if needed == left else 1)  # without a choice: no decision
    tree = state.tree
    if not tree.path:
        tree.grow("∅", 0)
    tree.grow(event.option, event.level)


def _returned(state: SatState, event: e.OptionReturned) -> None:
    _open(state)
    state.tree.back(failed=True)


def _excluded(state: SatState, event: e.OptionExcluded) -> None:
    state.level, state.guessed = event.level, True
    _true(state, (negation(event.option),), None)


def _readmitted(state: SatState, event: e.OptionReadmitted) -> None:
    _open(state)


def _starved(state: SatState, event: e.ItemStarved) -> None:
    cover = _cover(state)
    cover.starved = cover.looked_at = event.item
    cover.changed = ()
    state.clause = state.conflict = cover.items[event.item].number


def _found(state: SatState, event: e.CoverFound) -> None:
    _cover(state).changed = ()
    state.models = (*state.models, frozenset(entry.literal for entry in state.trail))[-2:]
    state.found, state.answered = event.number, True
    state.tree.solved()


def _ended(state: SatState, event: e.CoverEnded) -> None:
    _cover(state).changed = ()
    state.refuted = event.solutions == 0
    while state.tree.path:
        state.tree.back(failed=True)


COVER_FOLDS: Mapping[type[Event], Callable[[Any, Any], None]] = {
    e.ItemSelected: _selected, e.ItemCovered: _covered, e.ItemUncovered: _uncovered, e.OptionTaken: _taken,
    e.OptionReturned: _returned, e.OptionExcluded: _excluded, e.OptionReadmitted: _readmitted, e.ItemStarved: _starved,
    e.CoverFound: _found, e.CoverEnded: _ended,
}
