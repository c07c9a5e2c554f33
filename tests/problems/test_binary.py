"""Binary forms: the same solutions as the network that they were made from, and what they say of it."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import AlgorithmError
from algorithms.problems.forms import binary
from algorithms.problems.forms.binary import BinaryForm, to_binary
from algorithms.problems.forms.csp import CSP, Domain, Value
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.network import ConstraintText, Network
from kit.draws import DICE, several
from kit.networks import table

FORMS = st.sampled_from(["hidden", "dual"])


@st.composite
def networks(draw: st.DrawFn) -> CSP:
    """Small networks with arbitrary relations over none to four variables of one to three values each."""
    variables = [f"v{index}" for index in range(draw(st.integers(1, 5)))]
    domains: dict[str, Domain] = {
        x: tuple(draw(several([0, 1, "1", "a"], 1, 3)))
        for x in variables
    }
    constraints, dice = [], draw(DICE)
    for index in range(draw(st.integers(0, 5))):
        scope = tuple(draw(several(variables, most=4)))
        allowed = frozenset(t for t in product(*(domains[x] for x in scope)) if dice.randrange(3))
        constraints.append(table(draw(st.sampled_from([f"c{index}", "v0"])), scope, allowed))
    return CSP(domains, tuple(constraints), frozenset(variables[:1]))


def solutions(csp: CSP) -> list[dict[str, Value]]:
    """All of them, one variable after the other, each constraint asked once its last variable is there."""
    seen: list[str] = []
    partial: list[dict[str, Value]] = [{}]
    for x, domain in csp.domains.items():
        partial = [{**s, x: a} for s in partial for a in domain]
        seen = [*seen, x]
        due = [c for c in csp.constraints if x in c.scope and set(c.scope) <= set(seen)]
        partial = [s for s in partial if all(c.allows([s[y] for y in c.scope]) for c in due)]
    return [s for s in partial if all(c.allows(()) for c in csp.constraints if not c.scope)]


@given(networks(), FORMS)
def test_solutions_are_those_of_the_network_that_it_was_made_from(csp: CSP, form: BinaryForm) -> None:
    made = to_binary(csp, form)
    assert all(len(c.scope) == 2 for c in made.csp.constraints)
    found = [made.original_values(s) for s in solutions(made.csp)]
    assert sorted(map(repr, found)) == sorted(map(repr, solutions(csp)))


@given(networks(), FORMS)
def test_every_pair_is_known_once_with_its_constraints(csp: CSP, form: BinaryForm) -> None:
    made = to_binary(csp, form)
    position = list(made.csp.domains).index
    assert all(position(x) < position(y) for x, y in made.pairs)
    assert sorted(map(id, made.csp.constraints)) == sorted(id(c) for cs in made.pairs.values() for c in cs)
    for x, y in product(made.csp.domains, repeat=2):
        between = [c for c in made.csp.constraints if set(c.scope) == {x, y} and x != y]
        assert list(made.between(x, y)) == between
        assert (y in made.neighbours[x]) == bool(between)
        for a, b in product(made.csp.domains[x], made.csp.domains[y]):
            refusing = [c for c in between if not c.allows([{x: a, y: b}[z] for z in c.scope])]
            assert made.violated(x, a, y, b) is (refusing[0] if refusing else None)


@given(networks(), FORMS)
def test_what_stands_for_a_constraint_is_hidden_and_means_its_tuples(csp: CSP, form: BinaryForm) -> None:
    made = to_binary(csp, form)
    assert made.csp.hidden == csp.hidden & made.csp.domains.keys() | made.stands_for.keys()
    assert made.csp.domains.keys() - csp.domains.keys() == made.stands_for.keys()
    for h, c in made.stands_for.items():
        assert made.csp.domains[h] == tuple(made.tuples[h])
        assert all(len(t) == len(c.scope) for t in made.tuples[h].values())
    left = made.original_domains(made.csp.domains)
    assert left.keys() == csp.domains.keys()
    assert all(set(left[x]) <= set(values) for x, values in csp.domains.items())


def test_a_binary_network_stays_as_it_is() -> None:
    csp = Network.read(domains={"A": (1, 2), "B": (1, 2, 3)}, constraints=(
        ConstraintText(("A", "B"), "A < B"), ConstraintText(("B", "A"), "A + B == 4"))).as_csp()
    for form in ("hidden", "dual"):
        made = to_binary(csp, form)
        assert made.csp.domains == csp.domains
        assert made.pairs == {("A", "B"): csp.constraints}
        assert not made.csp.hidden
        assert made.violated("B", 2, "A", 1) is csp.constraints[1]
        assert made.violated("A", 1, "B", 3) is None


def test_a_constraint_over_one_variable_becomes_its_domain() -> None:
    csp = Network.read(domains={"A": (1, 2, 3)}, constraints=(
        ConstraintText(("A",), "A > 1"), ConstraintText(("A",), "A != 7"), ConstraintText(("A",), "A < 3"))).as_csp()
    made = to_binary(csp)
    assert made.csp.domains == {"A": (2,)}
    assert [(r.variable, r.removed, r.left, r.constraint.name) for r in made.restricted] == [
        ("A", (1,), (2, 3), "C1"), ("A", (3,), (2,), "C3")]


def test_numbers_of_a_gnomine_board_are_about_covered_neighbours_only() -> None:
    """The 1 in the corner has two of them and needs no variable of its own; the 2 has three."""
    csp = Gnomine.read(board="1 .\n. 2\n. .").as_csp()
    made = to_binary(csp)
    assert {c.scope for c in made.stands_for.values()} == {("(0,1)", "(1,0)", "(2,0)", "(2,1)")}
    assert {pair for pair in made.pairs if set(pair) <= csp.domains.keys()} == {("(0,1)", "(1,0)")}
    dual = to_binary(csp, "dual")
    assert [c.scope for c in dual.stands_for.values()] == [("(0,1)", "(1,0)"), ("(0,1)", "(1,0)", "(2,0)", "(2,1)")]
    assert [c.text for c in dual.csp.constraints] == ["C(0,0) and C(1,1) agree on (0,1), (1,0)"]


@pytest.mark.parametrize("form", ["hidden", "dual"])
def test_a_constraint_with_too_many_tuples_is_named(form: BinaryForm) -> None:
    scope = tuple(f"x{index}" for index in range(30))
    csp = CSP(dict.fromkeys(scope, (0, 1)), (table("n_T", scope, frozenset()), table("c", scope[:3], frozenset())))
    with pytest.raises(AlgorithmError, match=r"n_T ties 30 undefined variables, too many to list .*; use mrv-plus"):
        to_binary(csp, form)


def test_too_many_agreements_name_what_is_shared(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binary, "MOST_AGREEMENTS", 4)
    csp = CSP(dict.fromkeys("abcdef", (0, 1)), tuple(table(x, ("a", "b", x), frozenset()) for x in "cdef"))
    with pytest.raises(AlgorithmError, match=r"4 constraints share a, too many .*; use form: hidden") as refused:
        to_binary(csp, "dual")
    assert refused.value.key == "form"
    assert len(to_binary(csp).stands_for) == 4
