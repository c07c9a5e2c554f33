"""What programs and formulas mean, by solvers that are not Unfog's own."""

from __future__ import annotations

import clingo
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram

Sets = frozenset[frozenset[str]]


def text_of(program: LogicProgram) -> str:
    """A program in the syntax of clingo; its atoms must have names that are atoms there."""
    lines = []
    for number in range(1, program.count + 1):
        head, arrow, body = program.text(number).partition(" ← ")
        lines.append(f"{'' if head == '⊥' else head}{' :- ' if arrow else ''}{body.strip()}.")
    return "\n".join(lines)


def answer_sets_by_clingo(program: LogicProgram | str, most: int = 0) -> Sets:
    """All answer sets, or so many at ``most``; of a program only what is visible of them."""
    control = clingo.Control([str(most), "--warn=none"])
    if isinstance(program, str):
        control.add("base", [], program)
        control.ground([("base", [])])
        with control.solve(yield_=True) as found:
            return frozenset(frozenset(str(atom) for atom in model.symbols(shown=True)) for model in found)
    number = {atom: index for index, atom in enumerate(program.names, 1)}
    with control.backend() as backend:
        atoms = {index: backend.add_atom(clingo.Function(f"a{index}")) for index in number.values()}
        for rule in program.rules:
            body = [atoms[atom] for atom in rule.positive] + [-atoms[atom] for atom in rule.negative]
            backend.add_rule([atoms[rule.head]] if rule.head else [], body, rule.choice)
    with control.solve(yield_=True) as found:
        shown = program.names[:program.visible]
        return frozenset(frozenset(atom for atom in shown if model.is_true(atoms[number[atom]])) for model in found)


def models(cnf: CNF) -> Sets:
    """What is visible of all models of a formula, each as the set of its true variables."""
    found: set[frozenset[str]] = set()
    with Minisat22(bootstrap_with=cnf.clauses) as solver:
        while solver.solve():
            true = {literal for literal in solver.get_model() if literal > 0}
            shown = range(1, cnf.visible + 1)
            found.add(frozenset(cnf.names[variable - 1] for variable in shown if variable in true))
            solver.add_clause([-variable if variable in true else variable for variable in shown])
    return frozenset(found)
