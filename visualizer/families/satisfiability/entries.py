"""What a search for models remembers: the literals on its trail, the way back along it, and the models found."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import dropwhile
from typing import Literal, NamedTuple

from algorithms.words import counted

Fate = Literal["candidate", "dropped", "free", "backbone"]
_REMEMBERED = 6  # models


class Entry(NamedTuple):
    """A literal on the trail: why it is there (a clause, or None for a decision) and at which level. One that is
    ``assumed`` begins a level, as a decision does, but nobody has decided it: it was given. ``besides``: it is
    tried for other models, once there is one: so it need not follow."""

    literal: str
    level: int
    because: int | None
    decided: bool
    assumed: bool = False
    besides: bool = False


def forgot(gone: int, kept: int) -> str:
    """What is said where learned clauses are forgotten."""
    return f"{counted(gone, 'learned clause')} forgotten, {kept:,} kept"


def since_choice(trail: Iterable[Entry]) -> Iterable[Entry]:
    """From the first literal on that was decided or assumed above level 0, or turned round for other models: what comes
    before it is certain, whatever its level."""
    return dropwhile(lambda entry: not (entry.besides or (entry.level and (entry.decided or entry.assumed))), trail)


class Jump(NamedTuple):
    """The last way back along the trail: how many entries were kept, and those that have left, in their order."""

    kept: int
    gone: tuple[Entry, ...]


class Model(NamedTuple):
    """A model that was found: its number, its literals, and those of them that were ``chosen``; the clause that
    excludes it since, if there is one."""

    number: int
    literals: frozenset[str]
    chosen: frozenset[str]
    excluded: int | None = None


def remember(models: tuple[Model, ...], model: Model) -> tuple[Model, ...]:
    """The last models, with one more."""
    return (*models, model)[-_REMEMBERED:]
