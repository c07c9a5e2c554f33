"""The puzzle kind ``csp``: a constraint network that is written out, variable by variable and constraint by constraint.

    puzzle: {kind: csp, domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]},
             constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, G], allowed: [[1, 2], [2, 4]]}]}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from math import ceil, sqrt

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Constraint, Domain, Domains
from algorithms.problems.forms.direct_encoding import csp_to_at_least, csp_to_cnf
from algorithms.problems.forms.relations import Predicate, RelationError, predicate, with_signs
from algorithms.problems.puzzle import Layout, PuzzleError, puzzle
from algorithms.words import counted, few

_MOST_VARIABLES = 100
_MOST_VALUES = 1000
_MOST_CONSTRAINTS = 1000
_MOST_CLAUSES = 200_000  # about a second of trying tuples
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

    @classmethod
    def read(cls, *, domains: dict[str, tuple[int | str, ...]], constraints: tuple[ConstraintText, ...]) -> Network:
        """The network of the YAML keys. Raises PuzzleError."""
        _check_domains(domains)
        if len(constraints) > _MOST_CONSTRAINTS:
            raise PuzzleError(f"has more than {_MOST_CONSTRAINTS} constraints; make it smaller", key="constraints")
        made: dict[str, Constraint] = {}
        for index, written in enumerate(constraints):
            name = written.name if written.name is not None else f"C{index + 1}"
            if name in made or not name:
                mend = "is empty; give a name" if not name else f"{name!r} is the name of two constraints; rename one"
                raise PuzzleError(mend, key=f"constraints.{index}.name")
            made[name] = _constraint(name, written, domains, f"constraints.{index}")
        return cls(domains, tuple(made.values()), constraints)

    def spelled(self) -> Mapping[str, object] | None:
        """The domains, and the constraints as they were written; None of a network that nobody wrote."""
        if len(self.written) < len(self.constraints):
            return None
        constraints = [{key: value for key, value in asdict(written).items() if value is not None}
                       for written in self.written]
        return {"domains": {x: list(values) for x, values in self.domains.items()}, "constraints": constraints}

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
        text, allows = _from_tuples(scope, written.allowed or (), f"{key}.allowed")

    def explain(left: Domains) -> str:
        given = ", ".join(f"{x} in {{{', '.join(map(str, left[x]))}}}" for x in scope)
        return f"“{text}” cannot hold with {given}"

    return Constraint(name, scope, allows, text, explain)


def _from_expression(text: str, scope: tuple[str, ...], domains: Domains, key: str) -> Predicate:
    try:
        return predicate(text, scope, domains)
    except RelationError as error:
        raise PuzzleError(str(error), key=key) from None


def _from_tuples(
    scope: tuple[str, ...], allowed: tuple[tuple[int | str, ...], ...], key: str
) -> tuple[str, Predicate]:
    for index, values in enumerate(allowed):
        if len(values) != len(scope):
            raise PuzzleError(f"has {counted(len(values), 'value')} for the scope's {counted(len(scope), 'variable')}; "
                              "give one for each",
                              key=f"{key}.{index}")
    tuples = frozenset(allowed)
    some = few((f"({', '.join(map(str, values))})" for values in allowed), _LISTED)
    return f"({', '.join(scope)}) is one of {some or 'nothing'}", lambda values: tuple(values) in tuples
