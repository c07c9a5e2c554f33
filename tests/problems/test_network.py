"""Networks that are written out: relations as expressions or tuples, and what is refused."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.consistency.arc_consistency import gac
from algorithms.core import run
from algorithms.problems.forms.relations import RelationError, predicate
from algorithms.problems.network import ConstraintText, Network
from algorithms.problems.puzzle import PuzzleError

NUMBERS: dict[str, tuple[int | str, ...]] = {"A": (0, 1, 2, 3), "B": (0, 1, 2, 3), "C": (0, 1, 2, 3)}
MIXED: dict[str, tuple[int | str, ...]] = {"A": (1, "x"), "B": ("x", "y"), "C": (1, 2)}


@pytest.mark.parametrize("text", [
    "A >= B", "A + B == C", "abs(A - B) > 1", "A < B < C", "A != B != C and not A == C",
    "min(A, B) + max(B, C, 2) <= 4",
    "A * B - -C == 3 or (A == B and B == C)", "A == B == C == 1", "2 * A + 3 * B > 7 - C", "not (A < B or B < C)",
])
def test_relations_mean_what_python_means(text: str) -> None:
    holds = predicate(text, ("A", "B", "C"), NUMBERS)
    for values in product(range(4), repeat=3):
        assert holds(values) == eval(text, {}, dict(zip("ABC", values, strict=True))), (text, values)


names = st.sampled_from(["A", "B", "C", "0", "2", "-1"])
terms = st.recursive(names, lambda inner: st.one_of(
    st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    st.tuples(st.sampled_from(["min", "max"]), inner, inner).map(lambda t: f"{t[0]}({t[1]}, {t[2]})"),
    inner.map(lambda t: f"abs({t})")), max_leaves=6)
comparisons = st.tuples(terms, st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), terms).map(" ".join)
truths = st.recursive(comparisons, lambda inner: st.one_of(
    st.tuples(inner, st.sampled_from(["and", "or"]), inner).map(lambda t: f"({t[0]} {t[1]} {t[2]})"),
    inner.map(lambda t: f"(not {t})")), max_leaves=4)


@given(truths.filter(lambda text: len(text) <= 500))
def test_any_relation_means_what_python_means(text: str) -> None:
    holds = predicate(text, ("A", "B", "C"), NUMBERS)
    for values in product((0, 1, 3), repeat=3):
        assert holds(values) == eval(text, {"abs": abs, "min": min, "max": max}, dict(zip("ABC", values, strict=True)))


def test_texts_are_compared_with_texts() -> None:
    assert predicate("B == 'x'", ("B",), MIXED)(["x"])
    assert predicate("B < 'y'", ("B",), MIXED)(["x"])
    assert predicate("A != B", ("A", "B"), MIXED)([1, "x"])
    assert not predicate("B == C", ("B", "C"), MIXED)(["x", 1])


@pytest.mark.parametrize(("text", "says"), [
    ("", "cannot be understood"),
    ("A >", "cannot be understood"),
    ("A = B", "== means equal"),
    ("A", "neither true nor false"),
    ("A + B", "neither true nor false"),
    ("D > 1", "'D' is not in the scope (A, B, C)"),
    ("A ** B > 1", "is not understood"),
    ("A / B > 1", "is not understood"),
    ("A in B", "is not understood"),
    ("A is B", "is not understood"),
    ("A > True", "is not understood"),
    ("A > 1.5", "is not understood"),
    ("A > None", "is not understood"),
    ("__import__('os').system('true') == 0", "is not understood"),
    ("A.real > 1", "is not understood"),
    ("A[0] > 1", "is not understood"),
    ("(lambda: A)() > 1", "is not understood"),
    ("[A for A in B] == 1", "is not understood"),
    ("max(*A, B) > 1", "is not understood"),
    ("max(A, key=B) > 1", "is not understood"),
    ("max(A) > 1", "max takes two numbers or more"),
    ("abs(A, B) > 1", "abs takes one number"),
    ("abs() > 1", "abs takes one number"),
    ("(A > 1) + B == 2", "is not a whole number"),
    ("(A > 1) == (B > 1)", "is not understood"),
    ("A and B", "is not true or false"),
    ("not A", "is not true or false"),
    ("A > 'x'", "compares a text with a number"),
    ("A + 'x' == 'xx'", "is not a whole number"),
    ("A > 1 " + "and A > 1 " * 60, "more than 500 characters"),
    ("not " * 100 + "A > 1", "nested"),
    ("(" * 240 + "A" + ")" * 240, "cannot be understood"),
    ("-" * 480 + "A > 1", "nested"),
    ("A > 1\0", "cannot be understood"),
])
def test_what_is_no_relation_is_refused(text: str, says: str) -> None:
    with pytest.raises(RelationError) as caught:
        predicate(text, ("A", "B", "C"), NUMBERS)
    assert says in str(caught.value), str(caught.value)


@given(st.text(alphabet="ABC01 +-*<>=!()'\"andortbsmix,.[]{}:\\\n", max_size=40))
def test_any_text_is_a_relation_that_cannot_fail_or_is_refused(text: str) -> None:
    try:
        holds = predicate(text, ("A", "B", "C"), MIXED)
    except RelationError:
        return
    for values in product(*MIXED.values()):
        assert holds(values) in (True, False)


def read(domains: Any, *constraints: Any) -> Network:
    return Network.read(domains=domains, constraints=tuple(ConstraintText(**given) for given in constraints))


SMALL: dict[str, tuple[int, ...]] = {"F": (1, 3), "H": (2, 3, 4)}


def test_the_example_of_the_design() -> None:
    network = read({"E": (1, 2), **SMALL, "G": (2, 4)}, {"scope": ("F", "H"), "relation": "F >= H"},
                   {"scope": ("E", "G"), "allowed": ((1, 2), (2, 4)), "name": "list"})
    csp = network.as_csp()
    assert [c.name for c in csp.constraints] == ["C1", "list"]
    assert [c.text for c in csp.constraints] == ["F ≥ H", "(E, G) is one of (1, 2), (2, 4)"]
    assert run(gac(csp)).domains == {"E": (1, 2), "F": (3,), "H": (2, 3), "G": (2, 4)}
    assert csp.constraints[0].explain({"F": (1,), "H": (2, 3)}) == "“F ≥ H” cannot hold with F in {1}, H in {2, 3}"


@pytest.mark.parametrize(("domains", "constraint", "key"), [
    ({}, None, "domains"),
    ({str(n): (1,) for n in range(101)}, None, "domains"),
    ({"A": ()}, None, "domains.A"),
    ({"A": (1, 2, 1)}, None, "domains.A"),
    ({"A": tuple(range(1001))}, None, "domains.A"),
    ({" ": (1,)}, None, "domains"),
    (SMALL, {"scope": (), "relation": "1 == 1"}, "constraints.0.scope"),
    (SMALL, {"scope": ("F", "X"), "relation": "F == 1"}, "constraints.0.scope.1"),
    (SMALL, {"scope": ("F", "F"), "relation": "F == 1"}, "constraints.0.scope.1"),
    (SMALL, {"scope": ("F",)}, "constraints.0"),
    (SMALL, {"scope": ("F",), "relation": "F == 1", "allowed": ((1,),)}, "constraints.0"),
    (SMALL, {"scope": ("F",), "relation": "H == 1"}, "constraints.0.relation"),
    (SMALL, {"scope": ("F", "H"), "allowed": ((1, 2), (1,))}, "constraints.0.allowed.1"),
    (SMALL, {"scope": ("F", "H"), "allowed": ((1, 2), (1, 9))}, "constraints.0.allowed.1.1"),
    (SMALL, {"scope": ("F", "H"), "allowed": ((1, 2), (3, 2), (1, 2))}, "constraints.0.allowed.2"),
    (SMALL, {"scope": ("F", "H"), "relation": "F == 1"}, "constraints.0.relation"),
    (SMALL, {"scope": ("F",), "relation": "F == 1", "name": ""}, "constraints.0.name"),
])
def test_what_is_no_network_is_refused(domains: Any, constraint: Any, key: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        read(domains, *([constraint] if constraint else []))
    assert caught.value.key == key


def test_names_of_constraints_are_unique() -> None:
    one = {"scope": ("F",), "relation": "F == 1"}
    with pytest.raises(PuzzleError, match="two constraints"):
        read(SMALL, {**one, "name": "C2"}, one)
    with pytest.raises(PuzzleError, match="more than 1000"):
        read(SMALL, *[one] * 1001)


def test_a_list_without_tuples_allows_nothing() -> None:
    answer = run(gac(read(SMALL, {"scope": ("F", "H"), "allowed": ()}).as_csp()))
    assert not answer.consistent


@pytest.mark.parametrize("count", [1, 2, 3, 5, 10, 100])
def test_all_variables_have_a_place_of_their_own(count: int) -> None:
    layout = read({f"v{n}": (1,) for n in range(count)}).layout()
    places = list(layout.places.values())
    assert len(set(places)) == count
    assert all(0 <= x < layout.columns - 0.99 and 0 <= y < layout.rows - 0.99 for x, y in places)
