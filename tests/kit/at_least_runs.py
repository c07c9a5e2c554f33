"""What the tests of at-least constraints share: forms, brute force, python-sat's own encodings as an oracle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from hypothesis import strategies as st
from pysat.card import CardEnc, EncType  # type: ignore[import-untyped]
from pysat.solvers import Cadical153  # type: ignore[import-untyped]

from algorithms.problems.forms.at_least import AtLeast, AtLeastForm
from algorithms.problems.forms.cnf import CNF

Model = frozenset[str]  # the variables that are true


def form_of(constraints: Iterable[tuple[Sequence[int], int]], names: Iterable[str] = ()) -> AtLeastForm:
    """A form of these constraints; its variables are named x1, x2, … where no names are given."""
    made = tuple(AtLeast(tuple(literals), minimum) for literals, minimum in constraints)
    number = max((abs(literal) for literals, _ in made for literal in literals), default=0)
    named = tuple(names) or tuple(f"x{variable}" for variable in range(1, number + 1))
    return AtLeastForm(named, made, ("",) * len(made), len(named))


@st.composite
def forms(draw: st.DrawFn, variables: int = 6) -> AtLeastForm:
    """Small forms of all kinds: no or empty constraints, clauses, sums, bounds on both sides, minima that are always or
    never reached, variables in no constraint."""
    number = draw(st.integers(1, variables))
    found: list[tuple[tuple[int, ...], int]] = []
    for _ in range(draw(st.integers(0, 8))):
        among = draw(st.lists(st.integers(1, number), unique=True, max_size=number))
        kind = draw(st.sampled_from(["mixed", "positive", "both"]))
        if kind == "mixed":
            among = [draw(st.sampled_from([variable, -variable])) for variable in among]
        size = len(among)
        least = draw(st.integers(0, size)) if draw(st.integers(0, 9)) else draw(st.sampled_from([-1, size + 1]))
        found.append((tuple(among), least))
        if kind == "both":
            most = draw(st.integers(max(0, least), max(size, 0, least)))
            found.append((tuple(-variable for variable in among), size - most))
    return form_of(found, [f"x{variable}" for variable in range(1, number + 1)])


def occurring(form: AtLeastForm) -> list[int]:
    """The variables that occur in constraints."""
    return sorted({abs(literal) for literals, _ in form.constraints for literal in literals})


def holds(form: AtLeastForm, model: Model) -> bool:
    """Has each constraint as many true literals as it needs?"""
    return all(sum((form.names[abs(literal) - 1] in model) == (literal > 0) for literal in literals) >= minimum
               for literals, minimum in form.constraints)


def models_of(form: AtLeastForm) -> set[Model]:
    """All models, over the variables that occur, by trying all assignments."""
    names = [form.names[variable - 1] for variable in occurring(form)]
    tried = (frozenset(name for name, true in zip(names, values, strict=True) if true)
             for values in product((False, True), repeat=len(names)))
    return {model for model in tried if holds(form, model)}


def models_by_sat(form: AtLeastForm, most: int = 100_000) -> set[Model]:
    """All models by python-sat, over the variables that occur; its encodings and its solver."""
    variables = occurring(form)
    with Cadical153() as solver:
        top = len(form.names)
        for literals, minimum in form.constraints:
            if minimum > len(literals):
                return set()
            if minimum > 0:
                encoded = CardEnc.atleast(list(literals), minimum, top_id=top, encoding=EncType.seqcounter)
                top = max(top, encoded.nv)
                for clause in encoded.clauses:
                    solver.add_clause(clause)
        return _enumerate(solver, form.names, variables, most)


def models_of_cnf(cnf: CNF, most: int = 100_000) -> set[Model]:
    """All models of a CNF, projected to the puzzle's variables."""
    if () in cnf.clauses:
        return set()
    variables = sorted({abs(literal) for clause in cnf.clauses for literal in clause if abs(literal) <= cnf.visible})
    with Cadical153(bootstrap_with=cnf.clauses) as solver:
        return _enumerate(solver, cnf.names, variables, most)


def _enumerate(solver: Cadical153, names: Sequence[str], variables: Sequence[int], most: int) -> set[Model]:
    found: set[Model] = set()
    if not variables:
        return {frozenset()} if solver.solve() else set()
    while solver.solve():
        assert len(found) < most
        values = {abs(literal): literal > 0 for literal in solver.get_model()}
        found.add(frozenset(names[variable - 1] for variable in variables if values.get(variable, False)))
        solver.add_clause([-variable if values.get(variable, False) else variable for variable in variables])
    return found
