"""A Gnomine position as a propositional formula: Simon 2012, section 3.1.1, and the total of sections 2.5.2 and 3.4;
and as at-least constraints, two for each sum (Neller and Luo, section 3).

The variable of a field is true if it is a mine. Auxiliary variables are named for what they count, ``C(1,1).1`` and
``total.1``. Beside the formula stands what each encoding would cost, by the number n of undefined fields: a truth table
has nearly 2ⁿ clauses; the counters have few, but need auxiliary variables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import get_args

from algorithms.long_work import checkpoint
from algorithms.problems.forms import at_least
from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.problems.forms.cardinality import Encoding, Size, TooLargeError, encoded, size
from algorithms.problems.forms.cnf import CNF, Clause, Cost
from algorithms.problems.gnomine.position import Position, geometry
from algorithms.problems.puzzle import PuzzleError


class _Fields:
    """The fields that a formula of the position speaks of: those next to a ``number``, and those that are ``counted``
    because the total speaks of them. ``known`` are the fields with a value, ``ids`` the variables."""

    def __init__(self, position: Position, counted: Sequence[str]) -> None:
        shape, domains = geometry(position.rows, position.columns), position.domains()
        self.known = {x: domains[x][0] == 1 for x in domains if len(domains[x]) == 1}
        self.numbers = [x for x in shape.fields if position.seen[x] >= 0]
        self.neighbours = shape.neighbours
        relevant = {*counted, *(y for x in self.numbers for y in shape.neighbours[x])}
        self.names = [x for x in shape.fields if x in relevant]
        self.ids = {x: variable for variable, x in enumerate(self.names, 1)}

    def facts(self) -> Iterator[tuple[str, int]]:
        """The fields with a value, each with the literal that is true."""
        for x in self.names:
            if x in self.known:
                yield x, self.ids[x] if self.known[x] else -self.ids[x]

    def open_sum(self, fields: Sequence[str], mines: int) -> tuple[list[int], int]:
        """The variables of those fields that are undefined, and how many of them are mines if ``mines`` of all are."""
        undefined = [self.ids[x] for x in fields if x not in self.known]
        return undefined, mines - sum(self.known.get(x, False) for x in fields)


class _Writer:
    """The clauses so far."""

    def __init__(self, fields: _Fields) -> None:
        self.fields = fields
        self.names = list(fields.names)
        self.clauses: list[Clause] = []
        self.origins: list[str] = []
        self.counted: list[tuple[int, int]] = []  # of how many undefined fields how many are mines

    def add(self, clauses: Sequence[Clause], origin: str) -> None:
        """Adds clauses that come from ``origin``."""
        self.clauses += clauses
        self.origins += [origin] * len(clauses)

    def count(self, fields: Sequence[str], mines: int, origin: str, encoding: Encoding) -> None:
        """Adds that ``mines`` of ``fields`` are mines, over those that are undefined. Raises TooLargeError."""
        undefined, left = self.fields.open_sum(fields, mines)
        first = len(self.names)
        self.counted.append((len(undefined), left))

        def fresh() -> int:
            checkpoint()
            self.names.append(f"{origin}.{len(self.names) - first + 1}")
            return len(self.names)

        self.add(encoded("exactly", undefined, left, fresh, encoding), origin)


def formula(position: Position, encoding: Encoding, mine_total: bool, total_encoding: Encoding) -> CNF:
    """What :meth:`~algorithms.problems.gnomine.puzzle.Gnomine.as_cnf` returns. Raises PuzzleError."""
    counted, mines = position.total() if mine_total else ((), 0)
    fields = _Fields(position, counted)
    writer = _Writer(fields)
    for x, literal in fields.facts():
        writer.add([(literal,)], x)
    for x in fields.numbers:
        writer.count(fields.neighbours[x], position.seen[x], f"C{x}", encoding)
    if mine_total:
        try:
            writer.count(counted, mines, "total", total_encoding)
        except TooLargeError as error:
            raise PuzzleError(f"the mine total is too large for a formula: {error}", key="total_encoding") from None
    total = writer.counted.pop() if mine_total else None
    costs = [*_costs_of_numbers(writer.counted, encoding), *_costs_of_total(total, total_encoding)]
    return CNF(tuple(writer.names), tuple(writer.clauses), tuple(writer.origins), len(fields.names), tuple(costs))


def at_least_form(position: Position, mine_total: bool) -> AtLeastForm:
    """What :meth:`~algorithms.problems.gnomine.puzzle.Gnomine.as_at_least` returns. Raises PuzzleError."""
    counted, mines = position.total() if mine_total else ((), 0)
    fields = _Fields(position, counted)
    sums = [(f"C{x}", *fields.open_sum(fields.neighbours[x], position.seen[x])) for x in fields.numbers]
    if mine_total:
        sums.append(("total", *fields.open_sum(counted, mines)))
    found = [(AtLeast((literal,), 1), x) for x, literal in fields.facts()]
    found += [(constraint, origin) for origin, undefined, left in sums
              for constraint in at_least.exactly(undefined, left)]
    return at_least.form_of_named(fields.names, found, len(fields.names))


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
