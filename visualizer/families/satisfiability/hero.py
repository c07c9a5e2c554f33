"""The literal that a step is about: one colour for it in formula, pseudocode, trail, graph and board at once."""

from __future__ import annotations

from functools import singledispatch
from typing import NamedTuple

from visualizer.canvas.primitives import Color
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.state import SatState

DECIDED, UNIT, FLIPPED, PIVOT = "constraint", "test", "unknown", "known"
"""The roles, each by its colour in the theme: the thesis's meanings, which every eye tells apart."""


class Hero(NamedTuple):
    """The literal that the step is about, and its role."""

    literal: str
    role: str

    def is_of(self, literal: str) -> bool:
        """Is it a literal of the same variable?"""
        return self.literal.lstrip("¬") == literal.lstrip("¬")


def hero_of(state: SatState) -> Hero | None:
    """The pivot while conflict analysis goes on; else what a unit clause leaves, or what joined the trail last, as long
    as nothing has come after it that is about a clause or about all of them."""
    last = latest(state)
    if last is not None and state.conflict is None and state.analysed is not None and last.because == state.newest:
        return Hero(last.literal, UNIT)  # by what was learned
    if state.conflict is not None or state.analysed is not None or state.clashing:
        pivot = state.derivation[-1][1] if state.derivation and state.resolvent is not None else None
        learned = state.newest in state.learned and state.resolvent is state.learned[state.newest]
        return None if pivot is None or learned or state.jump is not None else Hero(pivot, PIVOT)
    if state.jump is not None or state.news or state.seen_as_model:
        return None
    if (left := _left(state)) is not None:
        return Hero(left, UNIT)
    role = role_of(last) if last is not None else None
    return None if last is None or role is None else Hero(last.literal, role)


@singledispatch
def latest(state: SatState) -> Entry | None:
    """What joined the trail last, as far as the step may still be about it."""
    return state.trail[-1] if state.trail else None


def role_of(entry: Entry) -> str | None:
    """How a literal has joined the trail; None for one that was given."""
    if entry.decided:
        return None if entry.assumed else DECIDED
    return FLIPPED if entry.because is None else UNIT


def _left(state: SatState) -> str | None:
    """The only literal that is open in a clause in which all others are false."""
    if state.clause is None or state.form.noun != "clause":
        return None
    literals = dict.fromkeys(state.literals_of(state.clause))
    truths = [state.truth(literal) for literal in literals]
    return next(literal for literal, truth in zip(literals, truths, strict=True) if truth is None) if (
        truths.count(None) == 1 and True not in truths) else None


def hero_colors(state: SatState, literal: str, theme: Theme) -> tuple[Color, Color] | None:
    """Fill and ink of a literal whose variable the step is about; None for all others."""
    variable = literal.lstrip("¬")
    near = [entry.literal.lstrip("¬") for entry in state.trail[-1:]] + [pivot.lstrip("¬") for _, pivot, _ in
                                                                          state.derivation[-1:]]
    if variable not in near and (state.clause is None or state.truth(literal) is not None):
        return None  # so most literals of a formula are told at once
    hero = hero_of(state)
    if hero is None or not hero.is_of(variable):
        return None
    return getattr(theme, hero.role), getattr(theme, f"on_{hero.role}")
