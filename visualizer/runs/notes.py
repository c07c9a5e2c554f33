"""What somebody who runs an algorithm by hand writes down: on a worksheet, it is left to fill in."""

from __future__ import annotations

from typing import NamedTuple

LONGEST = 60  # letters: more is not written by hand, and no sheet asks for it


class Note(NamedTuple):
    """One thing that is written down, in the notation of its family: what it is called, such as "M, with Δ behind
    decisions", and what is written now, such as "pΔ ¬q"; without that it is no note. ``clauses``: it is found by
    looking at the clauses of a formula, and asked only where these are drawn."""

    name: str
    written: str
    clauses: bool = False
