"""The puzzle kind ``csp``: a constraint network that is written out, variable by variable and constraint by constraint.

    puzzle: {kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]},
             constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, G], allowed: [[1, 2], [2, 4]]}]}

With ``chessboard: true`` the variables are the columns of a chessboard, and their values its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import ceil, sqrt
from typing import ClassVar

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains
from algorithms.problems.forms.direct_encoding import csp_to_at_least, csp_to_cnf
from algorithms.problems.forms.relations import Predicate, RelationError, predicate, unnamed, with_signs
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle
from algorithms.words import counted, few, listed

_MOST_VARIABLES = 100
_MOST_VALUES = 1000
_MOST_CONSTRAINTS = 1000
_MOST_CLAUSES = 200_000  # about a second of trying tuples
_MOST_ROWS, _MOST_COLUMNS = 40, 40  # of a chessboard
_LISTED = 6  # tuples written out in a constraint's text


@dataclass(frozen=True)
class ConstraintText:
    """A constraint as the author wrote it: ``relation``, an expression, or ``allowed``, the tuples that it admits."""

    scope: tuple[str, ...]
    relation: str | None = None
    allowed: tuple[tuple[int | str, ...], ...] | None = None
    name: str | None = None


@puzzle("csp", title="Constraint network", words="CSP, constraint satisfaction problem")
@dataclass(frozen=True)
class Network:
    """Variables with their domains, and the constraints between them."""

    domains: Mapping[str, Domain]
    constraints: tuple[Constraint, ...]
    written: tuple[ConstraintText, ...] = field(default=(), compare=False, repr=False)

    chessboard: ClassVar[bool] = False

    @classmethod
    def read(cls, *, domains: dict[str, tuple[int | str, ...]], constraints: tuple[ConstraintText, ...],
             chessboard: bool = False) -> Network:
        """The network of the YAML keys. Raises PuzzleError."""
        _check_domains(domains)
        if chessboard:
            _check_squares(domains)
        if len(constraints) > _MOST_CONSTRAINTS:
            raise PuzzleError(f"has more than {_MOST_CONSTRAINTS} constraints; make it smaller", key="constraints")
        made: dict[str, Constraint] = {}
        for index, written in enumerate(constraints):
            name = written.name if written.name is not None else f"C{index + 1}"
            if name in made or not name:
                mend = "is empty; give a name" if not name else f"{name!r} is the name of two constraints; rename one"
                raise PuzzleError(mend, key=f"constraints.{index}.name")
            made[name] = _constraint(name, written, domains, f"constraints.{index}")
        return (Chessboard if chessboard else Network)(domains, tuple(made.values()), constraints)

    def spelled(self) -> Mapping[str, object] | None:
        """The domains, and the constraints as they were written; None of a network that nobody wrote."""
        if len(self.written) < len(self.constraints):
            return None
        constraints = [{key: value for key, value in asdict(written).items() if value is not None}
                       for written in self.written]
        board = {"chessboard": True} if self.chessboard else {}
        return {"domains": {x: list(values) for x, values in self.domains.items()}, "constraints": constraints, **board}

    def layout(self) -> Layout:
        """A square of circles with room for the lines between them."""
        columns = ceil(sqrt(len(self.domains)))
        places = {name: (1.7 * (index % columns), 1.7 * (index // columns)) for index, name in enumerate(self.domains)}
        rows = ceil(len(self.domains) / columns)
        return Layout(1.7 * columns - 0.7, 1.7 * rows - 0.7, places)

    def as_csp(self) -> CSP:
        """Itself."""
        return CSP(self.domains, self.constraints)

    def as_cnf(self) -> CNF:
        """A variable ``x=v`` for each value, by the direct encoding. PuzzleError if that is too large."""
        return csp_to_cnf(self.as_csp(), _MOST_CLAUSES)

    def as_at_least(self) -> AtLeastForm:
        """The same with one value for each variable as two at-least constraints. PuzzleError if that is too large."""
        return csp_to_at_least(self.as_csp(), _MOST_CLAUSES)


@dataclass(frozen=True)
class Chessboard(Network):
    """A network whose variables are the columns of a chessboard; the value of each is the row of its queen."""

    chessboard: ClassVar[bool] = True

    @property
    def rows(self) -> int:
        """How many rows it has: up to the largest value."""
        return max(int(value) for values in self.domains.values() for value in values)

    def layout(self) -> Layout:
        """A column for each variable."""
        places = {x: (float(index), 0.0) for index, x in enumerate(self.domains)}
        return Layout(len(self.domains), self.rows, places)


def _check_squares(domains: Domains) -> None:
    if len(domains) > _MOST_COLUMNS:
        raise PuzzleError(f"has {len(domains)} columns; a chessboard has at most {_MOST_COLUMNS}", key="domains")
    for name, values in domains.items():
        wrong = next((value for value in values if not (isinstance(value, int) and 1 <= value <= _MOST_ROWS)), None)
        if wrong is not None:
            raise PuzzleError(f"has the value {wrong!r}; on a chessboard values are rows, from 1 to {_MOST_ROWS}",
                              key=f"domains.{name}")


def _check_domains(domains: Domains) -> None:
    if not 1 <= len(domains) <= _MOST_VARIABLES:
        raise PuzzleError(f"has {len(domains)} variables; give from 1 to {_MOST_VARIABLES}", key="domains")
    for name, values in domains.items():
        key = f"domains.{name}"
        if not name.strip():
            raise PuzzleError("a variable has an empty name; give it one", key="domains")
        if not values:
            raise PuzzleError("is an empty domain; give at least one value", key=key)
        if len(values) > _MOST_VALUES:
            raise PuzzleError(f"has more than {_MOST_VALUES} values; make it smaller", key=key)
        twice = next((value for index, value in enumerate(values) if value in values[:index]), None)
        if twice is not None:
            raise PuzzleError(f"has the value {twice} twice; remove one", key=key)


def _constraint(name: str, written: ConstraintText, domains: Domains, key: str) -> Constraint:
    scope = written.scope
    if not scope:
        raise PuzzleError("is empty; name the variables of the constraint", key=f"{key}.scope")
    for index, variable in enumerate(scope):
        if variable not in domains:
            raise PuzzleError(f"there is no variable {variable!r}; there is: {', '.join(domains)}",
                              key=f"{key}.scope.{index}")
        if variable in scope[:index]:
            raise PuzzleError(f"{variable!r} stands in the scope twice; remove one", key=f"{key}.scope.{index}")
    if (written.relation is None) == (written.allowed is None):
        raise PuzzleError("give either a relation or the allowed tuples, and not both", key=key)
    if written.relation is not None:
        allows = _from_expression(written.relation, scope, domains, f"{key}.relation")
        text = with_signs(written.relation)
    else:
        text, allows = _from_tuples(scope, written.allowed or (), domains, f"{key}.allowed")

    def explain(left: Domains) -> str:
        given = ", ".join(f"{x} in {{{', '.join(map(str, left[x]))}}}" for x in scope)
        return f"“{text}” cannot hold with {given}"

    return Constraint(name, scope, allows, text, explain)


def _from_expression(text: str, scope: tuple[str, ...], domains: Domains, key: str) -> Predicate:
    try:
        allows = predicate(text, scope, domains)
    except RelationError as error:
        raise PuzzleError(str(error), key=key) from None
    if silent := unnamed(text, scope):
        them = "it" if len(silent) == 1 else "them"
        raise PuzzleError(f"{text!r} does not speak of {listed(silent)}; take {them} out of the scope, or write what "
                          "is meant", key=key)
    return allows


def _from_tuples(scope: tuple[str, ...], allowed: tuple[tuple[int | str, ...], ...], domains: Domains,
                 key: str) -> tuple[str, Predicate]:
    for index, values in enumerate(allowed):
        if len(values) != len(scope):
            raise PuzzleError(f"has {counted(len(values), 'value')} for the scope's {counted(len(scope), 'variable')}; "
                              "give one for each",
                              key=f"{key}.{index}")
        if values in allowed[:index]:
            raise PuzzleError(f"({', '.join(map(str, values))}) stands there twice; remove one", key=f"{key}.{index}")
        for place, (x, value) in enumerate(zip(scope, values, strict=True)):
            if value not in domains[x]:
                raise PuzzleError(f"{value!r} is not in the domain of {x} ({few(domains[x], _LISTED)}); change it, "
                                  "or add it there", key=f"{key}.{index}.{place}")
    tuples = frozenset(allowed)
    some = few((f"({', '.join(map(str, values))})" for values in allowed), _LISTED)
    return f"({', '.join(scope)}) is one of {some or 'nothing'}", lambda values: tuple(values) in tuples
