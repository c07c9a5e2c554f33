"""Formulas as text and DIMACS, what is odd or wrong in them, and networks as formulas (the direct encoding)."""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pysat import formula as pysat_formula  # type: ignore[import-untyped]

from algorithms.consistency.arc_consistency import gac
from algorithms.core import run
from algorithms.problems import formula as module
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.direct_encoding import csp_to_cnf
from algorithms.problems.formula import MOST_CHARACTERS, MOST_LITERALS, Formula, RandomFormula
from algorithms.problems.network import ConstraintText, Network
from algorithms.problems.puzzle import PuzzleError, puzzles
from kit.work import calls_at_most
from kit.wrong_puzzles import refuses

GOOD = "p cnf 3 2\n1 -2 0\n-1 3 0\n"
CLAUSES = ((1, -2), (-1, 3))

literals = st.integers(1, 6).flatmap(lambda v: st.sampled_from([v, -v]))
cnfs = st.lists(st.lists(literals, max_size=4, unique=True).map(tuple), max_size=8).map(
    lambda clauses: CNF(tuple("abcdef"), tuple(clauses), ("",) * len(clauses), 6))


def models(cnf: CNF) -> set[tuple[int, ...]]:
    """The values of the visible variables in all models, by brute force."""
    return {row[:cnf.visible] for row in product((0, 1), repeat=len(cnf.names))
            if all(any(row[abs(literal) - 1] == (literal > 0) for literal in clause) for clause in cnf.clauses)}


fails = partial(refuses, Formula.read)


# --- text --------------------------------------------------------------------------------------------------------


def test_the_formula_of_the_design() -> None:
    puzzle = puzzles()["cnf"].read(formula="p | q, ~p | r")
    assert puzzle == Formula(("p", "q", "r"), ((1, 2), (-1, 3)))


@pytest.mark.parametrize("text", [
    "p | ~q\nr", "(p ∨ ¬q), (r)", "p|-q,r,", " p  |  ! q # a comment, with | and (\n\n# another\n r ",
    "p | ~q\r\nr\r\n", "p | ~q | p, r",
])
def test_ways_to_write_a_formula(text: str) -> None:
    assert Formula.read(formula=text) == Formula(("p", "q", "r"), ((1, -2), (3,)))


@pytest.mark.parametrize("text", ["p, false", "p\n⊥", "p, (⊥)"])
def test_the_empty_clause(text: str) -> None:
    assert Formula.read(formula=text).clauses == ((1,), ())


def test_a_clause_that_is_always_true_is_kept() -> None:
    formula = Formula.read(formula="p | ~p, x'_1")
    assert formula == Formula(("p", "x'_1"), ((1, -1), (2,)))
    assert [(c.scope, c.text) for c in formula.as_csp().constraints] == [(("p",), "p ∨ ¬p"), (("x'_1",), "x'_1")]


@pytest.mark.parametrize(("text", "says", "line"), [
    ("", "the formula is empty; write clauses such as p | q, ~p | r", 0),
    ("# nothing\n,\n", "the formula is empty", 0),
    ("p,\nq | | r", "clause 2: a literal is missing in 'q | | r'; write one on each side of |", 1),
    ("p\nq |", "a literal is missing in 'q |'", 1),
    ("p,, q", "clause 2: there is nothing in it; take a comma away, or write false", 0),
    ("()", "there is nothing in it", 0),
    ("p\n\nq r", "clause 2: 'q r' is no literal; write a name such as p or its negation ~p", 2),
    ("p & q", "'p & q' is no literal", 0),
    ("~~p", "'~~p' is no literal", 0),
    ("1 | 2", "'1' is no literal", 0),
    ("é", "'é' is no literal", 0),
    ("(i,j)", "a parenthesis is out of place in '(i'", 0),
    ("(p) | (q)", "a parenthesis is out of place in '(p) | (q)'; put a pair around a whole clause", 0),
    ("p | false", "'false' is no variable; false stands alone", 0),
    ("p | ⊥", "'⊥' is no variable", 0),
    ("true", "a clause that is true can be left out", 0),
    ("x" * 100 + "?", "…' is no literal", 0),
])
def test_what_is_no_formula_is_refused(text: str, says: str, line: int) -> None:
    fails(says, "formula", line, formula=text)


def test_one_text_is_needed() -> None:
    fails("the formula is missing; give a formula such as", "formula")
    fails("there is a formula and DIMACS; give only one of them", "formula", formula="p", dimacs=GOOD)


def test_random_formulas_have_clauses_of_three_different_variables() -> None:
    formula = Formula.read(random=RandomFormula(variables=6, clauses=4000, seed=3))
    assert formula.names == ("1", "2", "3", "4", "5", "6")
    kinds = Counter(frozenset(clause) for clause in formula.clauses)
    assert {len({abs(literal) for literal in clause}) for clause in kinds} == {3}
    assert len(kinds) == 8 * 20  # the signs, the variables: all of them come, and none much more often
    assert max(kinds.values()) < 3 * min(kinds.values()) < 60
    assert formula == Formula.read(random=RandomFormula(variables=6, clauses=4000, seed=3))
    assert formula != Formula.read(random=RandomFormula(variables=6, clauses=4000, seed=4))


@pytest.mark.parametrize(("variables", "clauses", "says", "key"), [
    (2, 5, "three different variables are in each clause, and 2 are given; give 3 to 2,000,000", "random.variables"),
    (2_000_001, 5, "give 3 to", "random.variables"),
    (3, 0, "there cannot be 0 clauses; give 1 to 666,666", "random.clauses"),
    (3, -1, "give 1 to", "random.clauses"),
    (3, 666_667, "there cannot be 666,667 clauses", "random.clauses"),
])
def test_random_formulas_that_cannot_be(variables: int, clauses: int, says: str, key: str) -> None:
    fails(says, key, random=RandomFormula(variables, clauses))


def test_a_random_formula_stands_alone() -> None:
    fails("stands beside another formula; give only one", "random", random=RandomFormula(3, 3), formula="p")
    fails("stands beside another formula; give only one", "random", random=RandomFormula(3, 3), dimacs=GOOD)


@given(st.text(alphabet="pq01 ~-!¬|∨,()#\n\r⊥falsetru'_", max_size=40))
def test_any_text_is_a_formula_or_refused(text: str) -> None:
    try:
        formula = Formula.read(formula=text)
    except PuzzleError as error:
        assert 0 <= error.line <= text.count("\n") + text.count("\r")
        return
    assert all(1 <= abs(literal) <= len(formula.names) for clause in formula.clauses for literal in clause)


@given(cnfs.filter(lambda cnf: bool(cnf.clauses)))
def test_text_round_trip(cnf: CNF) -> None:
    text = "\n".join(" | ".join(map(cnf.word, clause)) or "⊥" for clause in cnf.clauses)
    again = Formula.read(formula=text).as_cnf()
    assert [[again.word(x) for x in c] for c in again.clauses] == [[cnf.word(x) for x in c] for c in cnf.clauses]


# --- DIMACS ------------------------------------------------------------------------------------------------------


@given(cnfs)
def test_what_other_tools_write_is_read(cnf: CNF) -> None:
    theirs = pysat_formula.CNF(from_clauses=[list(clause) for clause in cnf.clauses])
    theirs.nv = 6
    formula = Formula.read(dimacs=theirs.to_dimacs())
    assert formula.as_cnf() == CNF(tuple("123456"), cnf.clauses, cnf.origins, 6)
    assert len(formula.warnings) == (() in cnf.clauses)


@pytest.mark.parametrize("text", [
    GOOD, GOOD.strip(), GOOD.replace("\n", "\r\n"), GOOD.replace("\n", "\r"), "\n \nc x\nc\n" + GOOD + "\n\n",
    "p  cnf\t3 2\n1 -2 0 -1 3 0", "p cnf 3 2\n1\n-2\nc in between\n0 -1\n3 0\nc at the end",
    "cnf or not, a comment\n  p cnf 3 2\n   1 -2 0 c behind a clause 1 2 0\n -1 3 0",
    "p cnf 3 2\n1 -2 1 -2 0 -1 +3 0", GOOD + "%\n0\n\n", GOOD + " %\n", GOOD + "%",
])
def test_dimacs_as_it_occurs(text: str) -> None:
    assert Formula.read(dimacs=text) == Formula(("1", "2", "3"), CLAUSES)


@pytest.mark.parametrize(("text", "clauses", "warning"), [
    ("p cnf 3 2\n1 -2 0\n-1 3", CLAUSES, "the last clause does not end in 0; it is taken as it stands"),
    ("p cnf 3 2\n1 -2 0\n-1 3\n%\n0\n", CLAUSES, "the last clause does not end in 0; it is taken as it stands"),
    ("p cnf 3 5\n1 -2 0\n-1 3 0", CLAUSES, "the p-line speaks of 5 clauses, but there are 2"),
    ("p cnf 3 1\n1 -2 0\n-1 3 0", CLAUSES, "the p-line speaks of 1 clause, but there are 2"),
    (GOOD + "%\n1 0\n", CLAUSES, "line 4: all that follows % is left out"),
    ("p cnf 3 3\n1 -2 0\n\n0\n-1 3 0", ((1, -2), (), (-1, 3)), "line 4: clause 2 is empty, so there is no model"),
    ("p cnf 3 3\n0 0 0", ((), (), ()), "line 2: clause 1 is empty, so there is no model"),
])
def test_oddities_are_warnings(text: str, clauses: object, warning: str) -> None:
    assert Formula.read(dimacs=text) == Formula(("1", "2", "3"), clauses, (warning,))  # type: ignore[arg-type]


def test_a_formula_without_clauses() -> None:
    formula = Formula.read(dimacs="p cnf 0 0\n")
    assert formula == Formula((), ())
    assert (formula.layout().columns, formula.layout().rows) == (1, 1)
    assert formula.as_csp() == CSP({}, ())


@pytest.mark.parametrize(("text", "says", "line"), [
    ("", "there is no formula; begin with a line such as p cnf 3 2", 0),
    ("c only this\n", "there is no formula", 0),
    ("c\n1 2 0\np cnf 2 1", "the p-line is missing; before the clauses write p cnf", 1),
    ("p cnf 2", "'p cnf 2' is no p-line; write p cnf, the number of variables", 0),
    ("p cnf 2 1 7", "is no p-line", 0),
    ("p col 2 1", "'p col 2 1' is no p-line", 0),
    ("p cnf -2 1", "is no p-line", 0),
    ("p cnf c 1", "is no p-line", 0),
    ("p cnf 2 x", "is no p-line", 0),
    ("p cnf 3000000 1", "has more than 2,000,000 literals, clauses or variables", 0),
    ("c\np cnf 3 3000000", "has more than 2,000,000 literals, clauses or variables", 1),
    (GOOD + "p cnf 3 2", "a second p-line; keep only the first", 3),
    ("p cnf 2 2\n1 0\n1 3 0", "clause 2: 3 is beyond the 2 variables of the p-line; raise the number there", 2),
    ("p cnf 1 1\n-2 0", "clause 1: -2 is beyond the 1 variable of the p-line", 1),
    ("p cnf 2 1\n" + "9" * 4000 + " 0", "clause 1: 99999999999999999999 is beyond the 2 variables", 1),
    ("p cnf 2 1\n" + "9" * 9000 + " 0", "…' is not a number that can be", 1),
    ("p cnf 2 2\n1 0 2 x 0", "clause 2: 'x' is not a number that can be; write literals such as 3 or -3", 1),
    ("p cnf 2 1\r\n\r\n1.5 0", "'1.5' is not a number", 2),
    ("p cnf 2 1\n1_0 0", "'1_0' is not a number", 1),
    ("p cnf 2 1\n١ 0", "'١' is not a number", 1),
    ("p cnf 2 1\n- 1 0", "'-' is not a number", 1),
    ("p cnf 2 1\n1 2 0 # hm", "clause 2: '#' is not a number", 1),
])
def test_what_is_no_dimacs_is_refused(text: str, says: str, line: int) -> None:
    fails(says, "dimacs", line, dimacs=text)


@given(st.text(alphabet="pcnf 0123-+%\n\rx_.", max_size=60), st.booleans())
def test_any_dimacs_is_a_formula_or_refused(text: str, headed: bool) -> None:
    given = "p cnf 9 9\n" + text if headed else text
    try:
        formula = Formula.read(dimacs=given)
    except PuzzleError as error:
        assert 0 <= error.line <= given.count("\n") + given.count("\r")
        return
    assert all(1 <= abs(literal) <= len(formula.names) for clause in formula.clauses for literal in clause)


FEW_LITERALS, FEW_CHARACTERS = MOST_LITERALS // 100, MOST_CHARACTERS // 100
TOO_MANY = "has more than 20,000 literals, clauses or"


@pytest.mark.parametrize(("key", "text", "says"), [
    ("dimacs", "1" * (FEW_CHARACTERS + 1), "has 500,001 characters; a formula has at most 500,000"),
    ("dimacs", "p cnf 1 20001\n" + "1 0\n" * 120_000, TOO_MANY),
    ("dimacs", "p cnf 1 1\n" + "1 " * (FEW_LITERALS + 1), TOO_MANY),
    ("dimacs", "p cnf 1 1\n" + "0\n" * (FEW_LITERALS + 1), TOO_MANY),
    ("dimacs", "p cnf 1 1\n" + "0 " * (FEW_CHARACTERS // 2 - 9), TOO_MANY),
    ("formula", "p|" * (FEW_CHARACTERS // 2), TOO_MANY),
    ("formula", "p\r" * (FEW_LITERALS + 1), TOO_MANY),
], ids=["characters", "as it says", "literals", "clauses", "one long line", "one long text", "many lines"])
def test_what_is_too_large_is_refused_soon(monkeypatch: pytest.MonkeyPatch, key: str, text: str, says: str) -> None:
    """With limits a hundred times lower than they are: work grows as the text does, up to the limit."""
    monkeypatch.setattr(module, "MOST_LITERALS", FEW_LITERALS)
    monkeypatch.setattr(module, "MOST_CHARACTERS", FEW_CHARACTERS)
    written: Any = {key: text}
    with calls_at_most(20 * FEW_LITERALS), pytest.raises(PuzzleError, match=says):
        Formula.read(**written)


def test_how_large_a_formula_may_be() -> None:
    for text, says in (("1" * 50_000_001, "at most 50,000,000"), ("p cnf 1 2000001\n1 0\n", "more than 2,000,000")):
        with pytest.raises(PuzzleError, match=says):
            Formula.read(dimacs=text)


def test_files_hold_dimacs(tmp_path: Path) -> None:
    from scenarios.loader import load
    from scenarios.reading import ScenarioError

    lesson = "title: t\npuzzle: {kind: cnf, file: a.cnf}\nalgorithm: gac\n"
    (tmp_path / "a.cnf").write_text(GOOD + "%\n0\n", encoding="utf-8")
    assert load(tmp_path / "t.yaml", lesson).puzzle == Formula(("1", "2", "3"), CLAUSES)
    (tmp_path / "a.cnf").write_text("c\np cnf 3 2\n1 4 0\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load(tmp_path / "t.yaml", lesson)
    assert (caught.value.path, caught.value.line) == (tmp_path / "a.cnf", 3)


# --- forms -------------------------------------------------------------------------------------------------------


@given(cnfs)
def test_the_network_has_the_same_solutions(cnf: CNF) -> None:
    csp = Formula(cnf.names, cnf.clauses).as_csp()
    solutions = {row for row in product(*csp.domains.values())
                 if all(c.allows([row[cnf.names.index(x)] for x in c.scope]) for c in csp.constraints)}
    assert solutions == models(cnf)
    assert all(len(set(c.scope)) == len(c.scope) for c in csp.constraints)


def test_arc_consistency_on_clauses() -> None:
    csp = Formula.read(formula="p, ~p | q, ~q | ~r").as_csp()
    assert [(c.name, c.scope, c.text) for c in csp.constraints] == [
        ("C1", ("p",), "p"), ("C2", ("p", "q"), "¬p ∨ q"), ("C3", ("q", "r"), "¬q ∨ ¬r")]
    assert run(gac(csp)).domains == {"p": (1,), "q": (1,), "r": (0,)}
    assert csp.constraints[1].explain({"p": (1,), "q": (0,)}) == "¬p ∨ q needs a true literal, but p = 1, q = 0"
    empty = Formula.read(formula="p, false").as_csp()
    assert empty.constraints[1].explain({"p": (1,)}) == "⊥ has no literal that could be true"
    assert not run(gac(empty)).consistent


@pytest.mark.parametrize("count", [1, 2, 3, 5, 10, 100])
def test_all_variables_have_a_place_of_their_own(count: int) -> None:
    layout = Formula(tuple(f"v{n}" for n in range(count)), ()).layout()
    places = list(layout.places.values())
    assert len(set(places)) == count
    assert all(0 <= x <= layout.columns - 1 and 0 <= y <= layout.rows - 1 for x, y in places)


# --- networks as formulas ----------------------------------------------------------------------------------------


def network(domains: Any, *relations: tuple[tuple[str, ...], str]) -> Network:
    return Network.read(domains=domains, constraints=tuple(ConstraintText(x, relation) for x, relation in relations))


def test_a_network_as_a_formula() -> None:
    cnf = network({"A": (0, 1), "B": ("x", "y", 2), "C": (1,)}, (("A", "B"), "A == 1 or B == 'x'"),
                  (("A", "C"), "A != C")).as_cnf()
    assert cnf.names == ("A", "B=x", "B=y", "B=2", "C=1")
    assert list(zip(cnf.clauses, cnf.origins, strict=True)) == [
        ((2, 3, 4), "B"), ((-2, -3), "B"), ((-2, -4), "B"), ((-3, -4), "B"), ((5,), "C"),
        ((1, -3), "C1"), ((1, -4), "C1"), ((-1, -5), "C2")]
    assert cnf.visible == 5


@given(st.lists(st.sampled_from([(0, 1), (1, 0), (1,), (0, 2), (1, 2, 3), ("x", "y")]), min_size=1, max_size=4),
       st.data())
def test_models_are_the_solutions_of_the_network(domains: list[Any], data: st.DataObject) -> None:
    names = "ABCD"[:len(domains)]
    scopes = data.draw(st.lists(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True), max_size=3))
    constraints = []
    for scope in scopes:
        tuples = list(product(*(domains[names.index(x)] for x in scope)))
        allowed = data.draw(st.lists(st.sampled_from(tuples), unique=True))
        constraints.append(ConstraintText(tuple(scope), allowed=tuple(allowed)))
    puzzle = Network.read(domains=dict(zip(names, domains, strict=True)), constraints=tuple(constraints))
    cnf, found = puzzle.as_cnf(), []
    for row in models(cnf):
        true = {name for name, value in zip(cnf.names, row, strict=True) if value}
        found.append(tuple(int(x in true) if set(domain) == {0, 1} else next(v for v in domain if f"{x}={v}" in true)
                           for x, domain in puzzle.domains.items()))
    wanted = [row for row in product(*domains)
              if all(c.allows([row[names.index(x)] for x in c.scope]) for c in puzzle.constraints)]
    assert sorted(found, key=repr) == sorted(wanted, key=repr)


def test_hidden_variables_come_last() -> None:
    cnf = csp_to_cnf(CSP({"h": (0,), "x": (0, 1), "y": (1, 2)}, (), frozenset({"h"})), 10)
    assert (cnf.names, cnf.visible) == (("x", "y=1", "y=2", "h=0"), 3)


def test_networks_that_are_too_large_for_a_formula() -> None:
    wide = {f"v{n}": (1, 2) for n in range(18)}
    for puzzle, says, key in (
        (network({"A": tuple(range(700))}), "domains take 244,651 clauses; a formula has at most 200,000", "domains"),
        (network(wide, (tuple(wide), f"{' + '.join(wide)} > 20")), "C1 has 262,144 tuples", "constraints.0"),
        (network({"A": (1, "2"), "B": ("1", 1)}), "two variables of the formula would be named 'B=1'", "domains"),
    ):
        with pytest.raises(PuzzleError, match=says) as caught:
            puzzle.as_cnf()
        assert caught.value.key == key
