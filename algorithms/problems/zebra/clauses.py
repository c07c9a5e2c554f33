"""A Zebra as clauses over the variables ``Norwegian=1``: what each house and each name must have, and what clues say.

Source of the clues' clauses: Gent, *Arc consistency in SAT*, ECAI 2002. "Kools next to horse" becomes, for each house,
"Kools in 2: horse in 1 or 3" and the same from the horse: the support encoding, on which unit propagation does what arc
consistency does on the network. A clue that only forbids (``not_same``, ``not_next``) becomes a clause for each pair of
houses that it forbids, as in the direct encoding.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from algorithms.problems.forms.at_least import AtLeast, exactly
from algorithms.problems.forms.cnf import Clause
from algorithms.problems.forms.csp import Constraint
from algorithms.problems.zebra.street import Street

Said = tuple[Clause, str]
"""A clause, and what it comes from."""


class Variables:
    """The number of the variable that says that a name is in a house, and all their names in order."""

    def __init__(self, street: Street) -> None:
        self._first = {x: index * street.houses for index, x in enumerate(street.names)}
        self.words = tuple(f"{x}={house}" for x in street.names for house in street.every)

    def of(self, x: str, house: int) -> int:
        """``x`` is in that house."""
        return self._first[x] + house


def groups(street: Street, number: Variables) -> Iterator[tuple[list[int], str]]:
    """Variables of which exactly one is true: each name has a house, and each house one name of every attribute."""
    for x in street.names:
        yield [number.of(x, house) for house in street.every], x
    for attribute, row in street.attributes.items():
        for house in street.every:
            yield [number.of(x, house) for x in row], f"{attribute} of house {house}"


def row_clauses(street: Street, number: Variables) -> Iterator[Said]:
    """The same as clauses: at least one, and no two."""
    for literals, origin in groups(street, number):
        yield tuple(literals), origin
        yield from (((-a, -b), origin) for a, b in combinations(literals, 2))


def row_sums(street: Street, number: Variables) -> Iterator[tuple[AtLeast, str]]:
    """The same as two at-least constraints each."""
    for literals, origin in groups(street, number):
        yield from ((c, origin) for c in exactly(literals, 1))


def clue_clauses(street: Street, at: int, number: Variables) -> Iterator[Said]:
    """What the clue of that number says."""
    clue = street.clues[at - 1]
    if clue.kind == "at":
        yield (number.of(clue.names[0], clue.house),), f"clue {at}"
        return
    clauses = (_either if clue.kind == "either" else
               _forbidden if clue.kind in ("not_same", "not_next") else _supports)
    for c in clue.constraints(at):
        yield from ((clause, c.name) for clause in clauses(street, c, number))


def _either(street: Street, c: Constraint, number: Variables) -> Iterator[Clause]:
    """Where the first one is, is one of the other two, and not both."""
    for house in street.every:
        x, y, z = (number.of(name, house) for name in c.scope)
        yield -x, y, z
        yield -x, -y, -z


def _forbidden(street: Street, c: Constraint, number: Variables) -> Iterator[Clause]:
    x, y = c.scope
    for a, b in product(street.every, repeat=2):
        if not c.allows((a, b)):
            yield -number.of(x, a), -number.of(y, b)


def _supports(street: Street, c: Constraint, number: Variables) -> Iterator[Clause]:
    """Wherever one of the two is, the other one is in a house that goes with it."""
    for one, other in ((0, 1), (1, 0)):
        for a in street.every:
            found = [b for b in street.every if c.allows((a, b) if one == 0 else (b, a))]
            yield -number.of(c.scope[one], a), *(number.of(c.scope[other], b) for b in found)
