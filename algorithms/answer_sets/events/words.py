"""Sets and rules in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.words import listed, plural


def set_of(atoms: Sequence[str]) -> str:
    """A set of atoms as it is written: ``{p, q}``, ``∅``."""
    return "{" + ", ".join(atoms) + "}" if atoms else "∅"


def rules_of(numbers: tuple[int, ...]) -> str:
    """``rule 3``, ``rules 3 and 4``."""
    return f"{plural(len(numbers), 'rule')} {listed(numbers)}"
