"""A street in rows of words: an attribute in each, a column for each house, and there the names that may be in it."""

from __future__ import annotations

from algorithms.problems.forms.csp import Domains
from algorithms.problems.rows import Row, value_rows
from algorithms.problems.zebra.street import Street


@value_rows.register
def street(puzzle: Street, domains: Domains) -> list[Row]:
    """The houses in their order."""
    houses = range(1, puzzle.houses + 1)
    return [["", *map(str, houses)],
            *([attribute, *(", ".join(name for name in names if house in domains.get(name, ())) or "no name"
                            for house in houses)] for attribute, names in puzzle.attributes.items())]
