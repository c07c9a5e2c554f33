"""A Gnomine position as a propositional formula: Simon 2012, section 3.1.1, and the total of sections 2.5.2 and 3.4.

The variable of a field is true if it is a mine. Auxiliary variables are named for what they count, ``C(1,1).1`` and
``total.1``.
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.cardinality import Encoding, TooLargeError, exactly
from algorithms.problems.cnf import CNF, Clause
from algorithms.problems.gnomine import Gnomine, geometry
from algorithms.problems.puzzle import PuzzleError


class _Writer:
    """The clauses so far. ``known`` are the fields with a value, ``ids`` the variables of all fields in the formula."""

    def __init__(self, position: Gnomine, fields: Sequence[str]) -> None:
        domains = position.domains()
        self.known = {x: domains[x][0] == 1 for x in domains if len(domains[x]) == 1}
        self.ids = {x: variable for variable, x in enumerate(fields, 1)}
        self.names = list(fields)
        self.clauses: list[Clause] = []
        self.origins: list[str] = []

    def add(self, clauses: Sequence[Clause], origin: str) -> None:
        """Adds clauses that come from ``origin``."""
        self.clauses += clauses
        self.origins += [origin] * len(clauses)

    def count(self, fields: Sequence[str], mines: int, origin: str, encoding: Encoding) -> None:
        """Adds that ``mines`` of ``fields`` are mines, over those that are undefined. Raises TooLargeError."""
        undefined = [self.ids[x] for x in fields if x not in self.known]
        left = mines - sum(self.known.get(x, False) for x in fields)
        first = len(self.names)

        def fresh() -> int:
            self.names.append(f"{origin}.{len(self.names) - first + 1}")
            return len(self.names)

        self.add(exactly(undefined, left, fresh, encoding), origin)


def formula(position: Gnomine, encoding: Encoding, mine_total: bool, total_encoding: Encoding) -> CNF:
    """What :meth:`Gnomine.as_cnf` returns. Raises PuzzleError."""
    counted, mines = position.total() if mine_total else ((), 0)
    shape = geometry(position.rows, position.columns)
    numbers = [x for x in shape.fields if position.seen[x] >= 0]
    relevant = {*counted, *(y for x in numbers for y in shape.neighbours[x])}
    fields = [x for x in shape.fields if x in relevant]
    writer = _Writer(position, fields)
    for x in fields:
        if x in writer.known:
            writer.add([(writer.ids[x] if writer.known[x] else -writer.ids[x],)], x)
    for x in numbers:
        writer.count(shape.neighbours[x], position.seen[x], f"C{x}", encoding)
    if mine_total:
        try:
            writer.count(counted, mines, "total", total_encoding)
        except TooLargeError as error:
            raise PuzzleError(f"the mine total is too large for a formula: {error}", key="total_encoding") from None
    return CNF(tuple(writer.names), tuple(writer.clauses), tuple(writer.origins), len(fields))
