"""How clauses and at-least constraints stand before a question: which of them forces something, which only seems to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from algorithms.problems.forms.cnf import negation
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.questions import Before


class Part(NamedTuple):
    """A clause or an at-least constraint: its open literals, how many of the others are true and false, how many must
    be true, and how many may be false."""

    number: int
    open: tuple[str, ...]
    true: int
    false: int
    least: int
    most: int

    @property
    def tight(self) -> bool:
        """Must its open literals be true?"""
        return self.false == self.most and bool(self.open)


class Standing(NamedTuple):
    """What there is to be seen of all of them.

    forced: the literals that must be true, each with the first part that says so
    near:   those open in parts that lack one false literal to force something; ``others``: further open ones
    broken: the parts with more false literals than may be
    tight:  the parts that force something
    true:   the parts that have as many true literals as they need, and open ones
    slack:  the parts with a false literal that need an open one, but none of them in particular
    """

    forced: dict[str, int]
    near: tuple[str, ...]
    others: tuple[str, ...]
    broken: tuple[int, ...]
    tight: tuple[Part, ...]
    true: tuple[Part, ...]
    slack: tuple[Part, ...]


@lru_cache(maxsize=4)
def standing(before: Before) -> Standing:
    """It, read anew from the formula and the trail."""
    state = before.of(SatState)
    found = Standing({}, (), (), (), (), (), ())
    near: dict[str, None] = {}
    broken: list[int] = []
    tight: list[Part] = []
    true: list[Part] = []
    slack: list[Part] = []
    for part in _parts(state):
        if part.false > part.most:
            broken.append(part.number)
        elif part.tight:
            tight.append(part)
            for literal in part.open:
                found.forced.setdefault(literal, part.number)
        elif part.true >= part.least:
            true.append(part)
        else:
            slack.append(part)
            if part.false == part.most - 1:
                near.update(dict.fromkeys(part.open))
    others = (name for name in state.form.names[:state.form.visible] if state.truth(name) is None)
    return found._replace(near=tuple(near), others=tuple(others), broken=tuple(broken), tight=tuple(tight),
                          true=tuple(true), slack=tuple(part for part in slack if part.false))


def _parts(state: SatState) -> Iterator[Part]:
    """Those with an open literal, and those that are broken."""
    form = state.form
    words = form.words()
    truth: list[bool | None] = [state.truth(word) if word else None for word in words]
    for number in range(1, form.count + 1):
        literals = dict.fromkeys(form.literals(number))
        values = [truth[literal] for literal in literals]
        yield from _part(state, number, tuple([words[literal] for literal, value in zip(literals, values, strict=True)
                                               if value is None]), values)
    for number, learned in state.learned.items():
        values = [state.truth(literal) for literal in learned]
        yield from _part(state, number, tuple([literal for literal, value in zip(learned, values, strict=True)
                                               if value is None]), values)


def _part(state: SatState, number: int, open_: tuple[str, ...], values: list[bool | None]) -> Iterator[Part]:
    least = state.minimum(number) if number <= state.form.count else 1
    false, most = values.count(False), len(values) - least
    if open_ or false > most:
        yield Part(number, open_, values.count(True), false, least, most)


def falsified(state: SatState) -> tuple[str, ...]:
    """The literals that are false above level 0, in the order in which they became it."""
    return tuple(negation(entry.literal) for entry in state.trail if entry.level)
