"""The form of a position, written when somebody reads it: of all the moves that are played at once, only of the last.

All states of a position share what is written of it, and what is derived from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from algorithms.long_work import in_pieces
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF, Cost
from algorithms.problems.forms.cover import Item, items_of
from algorithms.words import counted

Form = CNF | AtLeastForm


def size_of(form: Form) -> str:
    """Clauses or at-least constraints, and variables in a few words, the auxiliary variables apart."""
    noun = "clause" if isinstance(form, CNF) else "at-least constraint"
    text = f"{counted(form.count, noun)}, {counted(form.visible, 'variable')}"
    return f"{text} + {form.auxiliary:,} auxiliary" if form.auxiliary else text


class LazyForm:
    """A form that ``write`` writes at most once. ``counts``: its constraints are at-least constraints."""

    def __init__(self, write: Callable[[], Form], *, counts: bool) -> None:
        self._write = write
        self.counts = counts

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, LazyForm) and self.form == other.form)

    __hash__ = object.__hash__

    def write(self) -> None:
        """Writes it now, with all that is derived from it, unless that is done."""
        for derived in ("occurring", "costs", "items") if self.counts else ("occurring", "costs"):
            getattr(self, derived)

    @cached_property
    def form(self) -> Form:
        return self._write()

    @cached_property
    def occurring(self) -> Mapping[str, tuple[int, ...]]:
        """By literal, the clauses in which it occurs."""
        form = self.form
        found: dict[str, list[int]] = {}
        for number in in_pieces(range(1, form.count + 1)):
            for literal in dict.fromkeys(form.literals(number)):
                found.setdefault(form.word(literal), []).append(number)
        return {literal: tuple(numbers) for literal, numbers in found.items()}

    @cached_property
    def costs(self) -> tuple[Cost, ...]:
        """What each encoding of its parts costs."""
        return self.form.costs

    @cached_property
    def items(self) -> dict[str, Item]:
        """The at-least constraints as items of a cover, by name."""
        assert isinstance(self.form, AtLeastForm)
        return {item.name: item for item in items_of(self.form)}


class LazyItems(Mapping[str, Item]):
    """The items of a form that need not be written yet."""

    def __init__(self, lazy: LazyForm) -> None:
        self._lazy = lazy

    def __getitem__(self, name: str) -> Item:
        return self._lazy.items[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._lazy.items)

    def __len__(self) -> int:
        return len(self._lazy.items)


class Forms:
    """The forms of the positions of a game, as ``to_form`` writes them: one for all states that show the position."""

    def __init__(self, to_form: Callable[[Any], Form], *, counts: bool) -> None:
        self._to_form = to_form
        self._counts = counts
        self._known: WeakValueDictionary[tuple[object, ...], LazyForm] = WeakValueDictionary()

    def __call__(self, position: Any, key: tuple[object, ...]) -> LazyForm:
        """The form of a position, which ``key`` tells from others of the same game."""
        lazy = self._known.get(key)
        if lazy is None:
            lazy = self._known[key] = LazyForm(lambda: self._to_form(position), counts=self._counts)
        return lazy
