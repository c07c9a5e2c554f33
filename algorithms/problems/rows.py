"""What was found about a puzzle, in rows of words. A kind of puzzle whose readers expect other rows registers its own.

Each function here is a default; ``@value_rows.register`` above a function of a kind of puzzle replaces it there.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import singledispatch

from algorithms.problems.forms.csp import Domains
from algorithms.words import rounded

Row = list[str]
Marginals = Mapping[str, Mapping[str, float | Fraction]]
"""For each variable how likely each of its values is; a value that cannot be is left out."""


@singledispatch
def value_rows(puzzle: object, domains: Domains) -> list[Row]:
    """What is left of the domains: here, each variable with its values."""
    return [[x, ", ".join(map(str, left)) or "no value"] for x, left in domains.items()]


@singledispatch
def chance_rows(puzzle: object, marginals: Marginals, estimated: Collection[str]) -> list[Row]:
    """Probabilities: here, a row for each variable and a column for each value that any of them can have.

    ``estimated``: the variables ``x``, or values ``x=v``, whose probability is an estimate.
    """
    return chance_table(marginals, list(dict.fromkeys(v for chances in marginals.values() for v in chances)), estimated)


@singledispatch
def why_nothing_fits(puzzle: object) -> str:
    """Why the puzzle has no solution, where a run has found none, in a sentence; empty where there is none to say."""
    return ""


def chance_table(marginals: Marginals, columns: Sequence[str], estimated: Collection[str]) -> list[Row]:
    """Probabilities as the paper on Clue prints them: O certain, X impossible; an estimate never says that much."""
    rows = [["", *columns]]
    for x, chances in marginals.items():
        guesses = [f"{x}={column}" in estimated or x in estimated for column in columns]
        shown = [chances.get(column, 0.0) for column in columns]
        rows.append([x, *(rounded(chance, 2) if guess or 0 < chance < 1 else "O" if chance else "X"
                          for chance, guess in zip(shown, guesses, strict=True))])
    return rows
