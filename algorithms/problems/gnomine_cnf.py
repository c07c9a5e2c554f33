"""A Gnomine position as a propositional formula: Simon 2012, section 3.1.1, and the total of sections 2.5.2 and 3.4.

The variable of a field is true if it is a mine. Auxiliary variables are named for what they count, ``C(1,1).1`` and
``total.1``. Beside the formula stands what each encoding would cost, by the number n of undefined fields: a truth table
has nearly 2ⁿ clauses; the counters have few, but need auxiliary variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from algorithms.cardinality import Encoding, Size, TooLargeError, exactly, size
from algorithms.problems.cnf import CNF, Clause, Cost
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
        self.counted: list[tuple[int, int]] = []  # of how many undefined fields how many are mines

    def add(self, clauses: Sequence[Clause], origin: str) -> None:
        """Adds clauses that come from ``origin``."""
        self.clauses += clauses
        self.origins += [origin] * len(clauses)

    def count(self, fields: Sequence[str], mines: int, origin: str, encoding: Encoding) -> None:
        """Adds that ``mines`` of ``fields`` are mines, over those that are undefined. Raises TooLargeError."""
        undefined = [self.ids[x] for x in fields if x not in self.known]
        left = mines - sum(self.known.get(x, False) for x in fields)
        first = len(self.names)
        self.counted.append((len(undefined), left))

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
    total = writer.counted.pop() if mine_total else None
    costs = [*_costs_of_numbers(writer.counted, encoding), *_costs_of_total(total, total_encoding)]
    return CNF(tuple(writer.names), tuple(writer.clauses), tuple(writer.origins), len(fields), tuple(costs))


def _costs_of_numbers(counted: Sequence[tuple[int, int]], chosen: Encoding) -> Iterator[Cost]:
    """Those of all numbers with as many undefined fields together."""
    for n in sorted({n for n, _ in counted if n}):
        needs = [k for fields, k in counted if fields == n]
        yield from _costs(f"n = {n}" + (f", × {len(needs)}" if len(needs) > 1 else ""), [(n, k) for k in needs], chosen)


def _costs_of_total(total: tuple[int, int] | None, chosen: Encoding) -> Iterator[Cost]:
    if total is not None and total[0]:
        yield from _costs(f"n = {total[0]}, total", [total], chosen)


def _costs(part: str, counted: Sequence[tuple[int, int]], chosen: Encoding) -> Iterator[Cost]:
    for encoding in get_args(Encoding):
        whole = sum((size("exactly", encoding, n, k) for n, k in counted), Size(0, 0, 0))
        yield Cost(part, encoding, whole.clauses, whole.variables, encoding == chosen)
