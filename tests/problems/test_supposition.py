"""Thoughts against brute force: each step follows, what breaks has no solution, and no step is needless."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from algorithms.problems.forms.csp import CSP, Constraint, Domains, Sum, Value
from algorithms.problems.forms.supposition import SuppositionError, Thought, think
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.networks import NAMES, networks


def solutions(csp: CSP, d: Domains) -> list[dict[str, Value]]:
    found = [dict(zip(csp.domains, values, strict=True)) for values in product(*(d[x] for x in csp.domains))]
    return [one for one in found if all(c.allows([one[x] for x in c.scope]) for c in csp.constraints)]


@given(networks(), st.sampled_from(NAMES), st.integers(0, 1))
def test_what_is_said_to_follow_follows(csp: CSP, x: str, value: int) -> None:
    thought = think(csp, csp.domains, {x: value})
    left = solutions(csp, dict(csp.domains) | {x: (value,)})
    for one in left:
        assert all(one[y] in values for y, values in thought.domains().items())
    assert not (thought.breaks and left)
    by_name = {c.name: c for c in csp.constraints}
    for index, step in enumerate(thought.steps):
        follows(by_name[step.because], thought, index)
    if not thought.breaks:
        d = thought.domains()
        for c in csp.constraints:
            if any(d[y] != thought.known[y] for y in c.scope):
                assert any(c.allows(values) for values in product(*(d[y] for y in c.scope)))


def follows(c: Constraint, thought: Thought, index: int) -> None:
    """By this constraint alone, from what it used alone."""
    step, before = thought.steps[index], thought.domains(index)
    d = {x: before[x] if x in step.using else thought.known[x] for x in c.scope}
    tuples = [dict(zip(c.scope, values, strict=True)) for values in product(*(d[x] for x in c.scope))
              if c.allows(values)]
    if step.breaks and step.empty is None:
        assert tuples == []
    if step.empty is not None:
        assert not {one[step.empty] for one in tuples} & set(before[step.empty])
    for x, values in step.left.items():
        assert {one[x] for one in tuples} & set(before[x]) <= set(values) < set(before[x])


@given(networks(), st.sampled_from(NAMES), st.integers(0, 1))
def test_without_any_of_its_steps_nothing_breaks_as_it_did(csp: CSP, x: str, value: int) -> None:
    thought = think(csp, csp.domains, {x: value})
    assume(thought.breaks)
    made = {y for step in thought.steps[:-1] for y in step.left} | {x}
    assert all(set(step.using) <= made for step in thought.steps)
    used = {y for step in thought.steps for y in step.using}
    assert all(used & set(step.left) for step in thought.steps[:-1])


def test_the_middle_of_1_2_1() -> None:
    board = Gnomine.read(board=". . .\n1 2 1\n0 0 0")
    thought = think(board.as_csp(), board.domains(), {"(0,1)": 1})
    assert thought.breaks
    assert [(step.because, step.decides) for step in thought.steps] == [
        ("C(1,0)", {"(0,0)": 0}), ("C(1,2)", {"(0,2)": 0}), ("C(1,1)", {})]
    assert [thought.causes(index) for index in range(3)] == [("(0,1)",), ("(0,1)",), ("(0,0)", "(0,2)")]
    left = think(board.as_csp(), board.domains(), {"(0,0)": 1})
    assert not left.breaks
    assert left.domains() | {"(0,1)": (0,), "(0,2)": (1,)} == left.domains()


def test_a_sudoku_is_asked_for_places_too() -> None:
    grid = Sudoku.read(grid="1.....2.........")
    thought = think(grid.as_csp(), grid.domains(), {"D4": 3})
    units = [step.because for step in thought.steps if step.because in grid.as_csp().units]
    assert units
    for index, step in enumerate(thought.steps):
        unit = grid.as_csp().units.get(step.because)
        if unit is not None and not step.breaks:
            ((x, (value,)),) = step.left.items()
            assert [y for y in unit if value in thought.domains(index)[y]] == [x]


@pytest.mark.parametrize(("value", "said"), [(1, "cannot be 1 here"), (0, "is 0 here already")])
def test_what_is_known_is_not_supposed(value: int, said: str) -> None:
    one = Sum("s", ("A", "B"), lambda values: sum(map(int, values)) == 1, "", lambda _d: "", 1)
    csp = CSP({"A": (0, 1), "B": (0, 1)}, (one,))
    with pytest.raises(SuppositionError, match=said):
        think(csp, {"A": (0,), "B": (0, 1)}, {"A": value})


def test_a_step_does_not_say_what_rests_on_one_that_is_left_out() -> None:
    listed = {(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1)}
    csp = CSP({"A": (0, 1), "B": (0, 1), "C": (0, 1, 2), "D": (0, 1)}, (
        Constraint("one 1", ("B", "C", "D"), lambda values: values.count(1) == 1, "", lambda _: ""),
        Constraint("listed", ("A", "B", "C", "D"), lambda values: tuple(values) in listed, "", lambda _: ""),
        Constraint("A is 1", ("A",), lambda values: values[0] == 1, "", lambda _: "")))
    thought = think(csp, csp.domains, {"D": 1})
    assert [(step.because, step.left, step.breaks) for step in thought.steps] == [
        ("listed", {"A": (0,)}, False), ("A is 1", {}, True)]
