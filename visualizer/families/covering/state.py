"""The state of an exact cover, or of one of at-least constraints: which items and options are out of the matrix."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.cover import Item
from algorithms.words import counted
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import LazyItems
from visualizer.runs.states import State


class Mark(NamedTuple):
    """What is to be undone still: how long the trail was before, and what was done: ``covered``, ``taken`` or ``left
    out`` an item or an option of that ``name``."""

    length: int
    done: str
    name: str


@dataclass(slots=True)
class CoverState(SatState):
    """What dancing links knows, beside the trail of literals.

    covered:  the items that are covered, in order, each with the options that left the other items with it
    choosing: those among them that get one of these options
    selected: the item that the search branches on; ``starved`` one that cannot have what it needs; ``looked_at`` that
              of the last event
    choice:   the item whose options are taken one after the other here: None where it is all that are open
    taken:    the options that are taken, each with the item that it was taken for; ``aside`` the one that was put back
              or left out just now
    marks:    each cover, option taken or left out that is to be undone still, the last one last
    told:     the literals that the last event made true or open again
    ended:    is the search over, and all undone?
    """

    covered: dict[str, tuple[str, ...]] = field(default_factory=dict)
    choosing: frozenset[str] = frozenset()
    selected: str | None = None
    starved: str | None = None
    looked_at: str | None = None
    choice: str | None = None
    taken: dict[str, str | None] = field(default_factory=dict)
    aside: str | None = None
    marks: list[Mark] = field(default_factory=list)
    told: tuple[str, ...] = ()
    ended: bool = False

    def copy(self) -> Self:
        state = SatState.copy(self)
        state.covered, state.marks, state.taken = dict(self.covered), list(self.marks), dict(self.taken)
        return state

    @property
    def items(self) -> Mapping[str, Item]:
        """All items by name."""
        assert self.lazy is not None
        return LazyItems(self.lazy)

    @property
    def begun(self) -> bool:
        """Has anything been looked at?"""
        return bool(self.underway or self.trail or self.selected or self.found or self.refuted)

    @property
    def last(self) -> frozenset[str]:
        """The literals of the solution that was found last, once the search is over and has undone it."""
        return self.models[-1] if self.ended and self.models and not self.trail else frozenset()

    @property
    def seen_as_model(self) -> bool:
        """Until the first item comes back, though that may leave all that is assigned as it is."""
        return self.clause is None and bool(self.trail and self.models) and all(map(self.truth, self.models[-1]))

    def item(self) -> Item | None:
        return next((item for item in self.items.values() if item.number == self.clause), None)

    @property
    def underway(self) -> bool:
        """Has the search begun, and is it not over?"""
        return not self.ended and bool(self.marks or self.looked_at or self.tree.grown)

    def progress(self) -> str:
        if self.starved is not None:
            return f"{self.starved} cannot have what it needs"
        if self.ended and self.found:
            return f"All is tried: {counted(self.found, 'solution')}; dashed: the last one"
        if not self.underway:
            return ""
        found = f" ({self.found:,} found so far)" if self.found else ""
        return f"{len(self.covered)} of {counted(len(self.items), 'item')} covered, level {self.level}{found}"

    def changed(self, event: Event) -> Iterable[str]:
        return self.told

    def needs(self, name: str) -> tuple[int, int]:
        """How many options an item needs still, and how many it has left: as many, where none of them is a choice."""
        item = self.items[name]
        truths = [self.truth(self.form.word(literal)) for literal in item.literals]
        return item.least - truths.count(True), truths.count(None)

    def _true(self, done: str, name: str, literals: tuple[str, ...], item: str | None, decided: int = 0) -> None:
        """That was done: these literals are true, the first ``decided`` of them by choice, the others because of the
        item."""
        self.marks.append(Mark(len(self.trail), done, name))
        number = None if item is None else self.items[item].number
        for index, literal in enumerate(literals):
            self.assign(literal, None if index < decided else number, decided=index < decided,
                        besides=done == "left out" and self.answered)
        self.told, self.starved, self.conflict = literals, None, None
        self._look_at(item)
        self.about = next(reversed(literals), None)

    def _open(self, item: str | None) -> None:
        """What the last mark was set for is undone: because of that item."""
        self.told = tuple(entry.literal for entry in self.trail[self.marks[-1].length:])
        self.unassign(self.marks.pop().length)
        self.level = self.trail[-1].level if self.trail else 0
        self.starved, self.selected, self.conflict = None, None, None
        self._look_at(item)

    def _look_at(self, item: str | None) -> None:
        self.aside = self.about = None  # what comes back has nothing to do with what is left
        self.looked_at, self.clause = item, None if item is None else self.items[item].number

    # Folds, one for each kind of event.

    def item_selected(self, event: e.ItemSelected) -> None:
        self.selected = self.choice = event.item
        self.told, self.starved = (), None
        self._look_at(event.item)

    def item_covered(self, event: e.ItemCovered) -> None:
        self.covered[event.item] = event.options
        if event.choosing:
            self.choosing |= {event.item}
        self._true("covered", event.item, () if event.choosing else tuple(map(negation, event.options)), event.item)

    def item_uncovered(self, event: e.ItemUncovered) -> None:
        del self.covered[event.item]
        self.choosing -= {event.item}
        self._open(event.item)

    def option_taken(self, event: e.OptionTaken) -> None:
        self.level, self.guessed = event.level, True
        others = self.covered.get(event.item or "", ())
        out = tuple(negation(option) for option in others if option != event.option)
        needed, left = (0, 1) if event.item is None else self.needs(event.item)
        choice = needed != left  # without one it is no decision
        self._true("taken", event.option, (event.option, *out), event.item, decided=int(choice))
        self.taken[event.option] = self.selected = event.item
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.grow(event.option, event.level)

    def option_returned(self, event: e.OptionReturned) -> None:
        self.choice = self.taken.pop(event.option)
        self._open(self.choice)
        self.aside, self.selected = event.option, self.choice
        self.tree.back(failed=True)

    def option_excluded(self, event: e.OptionExcluded) -> None:
        self.level, self.guessed = event.level, True
        self._true("left out", event.option, (negation(event.option),), None)
        self.aside = event.option

    def option_readmitted(self, _event: e.OptionReadmitted) -> None:
        self._open(None)

    def item_starved(self, event: e.ItemStarved) -> None:
        self._look_at(event.item)
        self.starved, self.conflict, self.told = event.item, self.clause, ()

    def cover_found(self, event: e.CoverFound) -> None:
        self._look_at(None)  # it is about all of them
        self.told, self.selected = (), None
        self.models = (*self.models, frozenset(entry.literal for entry in self.trail))[-2:]
        self.found, self.answered = event.number, True
        self.tree.solved()

    def cover_ended(self, event: e.CoverEnded) -> None:
        self.told, self.clause, self.selected, self.aside = (), None, None, None  # nothing is looked at any more
        self.refuted, self.ended = event.solutions == 0, True
        while self.tree.path:
            self.tree.back(failed=True)


CoverState.folds = {
    e.ItemSelected: CoverState.item_selected, e.ItemCovered: CoverState.item_covered,
    e.ItemUncovered: CoverState.item_uncovered, e.OptionTaken: CoverState.option_taken,
    e.OptionReturned: CoverState.option_returned, e.OptionExcluded: CoverState.option_excluded,
    e.OptionReadmitted: CoverState.option_readmitted, e.ItemStarved: CoverState.item_starved,
    e.CoverFound: CoverState.cover_found, e.CoverEnded: CoverState.cover_ended,
}


def cover_of(state: State) -> CoverState:
    """The cover in a state of this family."""
    assert isinstance(state.family, CoverState)
    return state.family
