"""The assignments with which a variable's values are tested, as rows: those that were tried, the one now, those left.

The digits of the counter are the values of the other undefined variables, the last one fastest, so the assignment of
each number is known without a list of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.problems.forms.csp import Domain, Value
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.states import State


@dataclass(frozen=True)
class Row:
    """A value of the variable under test.

    total:     assignments of the others that there are; ``tried`` of them, in order; the last one satisfied the
               constraint if the value is ``supported``
    supported: False: none of them did; None: that is not known yet
    now:       it is the one being tested
    """

    value: Value
    total: int
    tried: int
    supported: bool | None
    now: bool

    def verdict(self, number: int) -> bool | None:
        """Did that assignment, counted from 0, satisfy the constraint? None: it was not tried."""
        if number >= self.tried:
            return None
        return number == self.tried - 1 and self.satisfied

    @property
    def satisfied(self) -> bool:
        """Did the last assignment that was tried satisfy the constraint?"""
        return self.supported is True or self._hit

    _hit: bool = False


def rows(board: State, look: ConsistencyState) -> list[Row]:
    """A row for each value that the variable had when its test began."""
    x = look.variable
    if x is None:
        return []
    found, now = look.supports.get(x, {}), look.value_under_test()
    values = [*found, *(value for value in board.domains.get(x, ()) if value not in found)]
    return [Row(value, look.assignments, look.counts.get(value, 0), found.get(value),
                value == now, value in look.found) for value in values]


def others(look: ConsistencyState) -> tuple[str, ...]:
    """The undefined variables beside the one under test: the digits of the counter."""
    return tuple(x for x in look.unknown if x != look.variable)


def digits(board: State, look: ConsistencyState, number: int) -> Domain:
    """The values of the others in that assignment, counted from 0."""
    found: list[Value] = []
    for x in reversed(others(look)):
        domain = board.domains[x]
        number, index = divmod(number, len(domain))
        found.append(domain[index])
    return tuple(reversed(found))


def assignment(look: ConsistencyState, value: Value, others: Sequence[Value]) -> Domain:
    """The same with the value under test, in the order of the undefined variables."""
    left = iter(others)
    return tuple(value if x == look.variable else next(left) for x in look.unknown)
