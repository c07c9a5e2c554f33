"""Unfounded sets and reducts: what is found of them is what their definitions say, and Proposition 2 holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets import events as a
from algorithms.answer_sets.sources import Sources
from algorithms.core import AlgorithmError, find_algorithm, run
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, greatest_unfounded, is_unfounded
from kit.answer_sets import answer_sets_by_clingo
from kit.programs import FOUR, LOOPS, TEN, events_of, programs, read

LITERALS = st.lists(st.sampled_from([1, -1, 2, -2, 3, -3, 4, -4]), max_size=4, unique_by=abs)


def subsets(items: list[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(items) + 1):
        yield from combinations(items, size)


def asked(program: LogicProgram, m: list[int], marked: tuple[int, ...] = ()) -> tuple[set[str], bool | None]:
    """The greatest unfounded set on M, and whether the marked one is unfounded."""
    words = program.words()
    answer = run(find_algorithm("unfounded")(program, given=words.said(m), set=words.said(marked)))
    return set(answer.atoms), answer.marked


@given(programs(rules=10), LITERALS)
@settings(max_examples=100)
def test_it_is_the_union_of_all_unfounded_sets(program: LogicProgram, m: list[int]) -> None:
    """By the definition, over all sets of atoms; and each of these sets is judged so."""
    atoms = [1, 2, 3, 4]
    by_definition = {u for u in subsets(atoms) if is_unfounded(program, u, m)}
    assert asked(program, m)[0] == {program.names[v - 1] for u in by_definition for v in u}
    for u in list(subsets(atoms))[1:]:
        assert asked(program, m, u)[1] == (u in by_definition)


@given(programs(rules=10), LITERALS)
@settings(max_examples=100)
def test_each_rule_is_out_for_the_reason_that_is_said(program: LogicProgram, m: list[int]) -> None:
    """In the last round: each rule of each atom of U, once. In any round: what holds up an atom needs nothing of U."""
    number = {name: v for v, name in enumerate(program.names, 1)}
    u = set[int]()
    out: list[int] = []
    for event in events_of("unfounded", program, given=program.words().said(m)):
        if isinstance(event, a.RoundStarted):
            u, out = {number[name] for name in event.candidates}, []
        elif isinstance(event, a.RuleBlocked):
            rule = program.rules[event.rule - 1]
            assert event.by == tuple(program.word(-literal) for literal in blocked(rule, m)) != ()
            out.append(event.rule)
        elif isinstance(event, a.RuleCircular):
            rule = program.rules[event.rule - 1]
            assert not blocked(rule, m)
            assert set(event.needs) == {program.names[v - 1] for v in rule.positive if v in u} != set()
            out.append(event.rule)
        elif isinstance(event, a.AtomHeld):
            rule = program.rules[event.rule - 1]
            assert not blocked(rule, m)
            assert u.isdisjoint(rule.positive)
            u.remove(number[event.atom])
        elif isinstance(event, a.UnfoundedFound):
            left = [index for index in out if program.rules[index - 1].head in u]  # others' atoms have left since
            assert sorted(left) == [index for index, rule in enumerate(program.rules, 1) if rule.head in u]


@given(programs(rules=10), st.tuples(*[st.booleans()] * 4))
@settings(max_examples=150)
def test_proposition_2(program: LogicProgram, values: tuple[bool, ...]) -> None:
    """An M that assigns all atoms is an answer set if it is a model, and no atom of it is unfounded: so says clingo,
    and so does the reduct."""
    m = [v if value else -v for v, value in enumerate(values, 1)]
    x = tuple(program.names[v - 1] for v in m if v > 0)
    wanted = frozenset(x) in answer_sets_by_clingo(program)
    event = events_of("unfounded", program, given=program.words().said(m))[-1]
    assert isinstance(event, a.PropositionApplied)
    assert (not event.violated and not event.unfounded) == wanted
    assert ("is an answer set" in event.sentence()) == wanted
    assert run(find_algorithm("reduct")(program, guess=x)).stable == wanted
    last = events_of("reduct", program, guess=x)[-1]
    assert isinstance(last, a.AnswerSetFound if wanted else a.GuessRefused)


@given(programs(rules=12), st.lists(LITERALS, max_size=6))
@settings(max_examples=100)
def test_sources_kept_from_one_m_to_the_next(program: LogicProgram, changes: list[list[int]]) -> None:
    m: list[int] = []
    sources = Sources(program, lambda rule: bool(blocked(program.rules[rule - 1], m)))
    for m[:] in changes:
        assert sources.unfounded() == greatest_unfounded(program, m)


# --- the handout's examples ------------------------------------------------------------------------------------------


def test_what_the_handout_says_of_program_10() -> None:
    """{r} is unfounded on {p, ¬q, r}, {q} on any set, and no set with p on any."""
    program = read(TEN)
    assert program.names == ("p", "r", "q")
    assert asked(program, [1, 2, -3], (2,))[1]
    for signs in product((1, -1, 0), repeat=3):
        m = [sign * v for v, sign in zip((1, 2, 3), signs, strict=True) if sign]
        assert asked(program, m, (3,))[1]
        assert not any(asked(program, m, u)[1] for u in subsets([1, 2, 3]) if 1 in u)


@pytest.mark.parametrize(("m", "wanted"), [
    ([1, 2, 3], {(), (2,), (3,), (2, 3)}), ([1, -2, -3], {()}), ([1, 2, -3], {(), (3,)})])
def test_problem_4(m: list[int], wanted: set[tuple[int, ...]]) -> None:
    """(b), (c), (d): all unfounded sets. r, p, q are the atoms 1, 2, 3."""
    program = read(FOUR)
    assert {u for u in subsets([1, 2, 3]) if not u or asked(program, m, u)[1]} == wanted


def test_the_program_of_the_pictures() -> None:
    program = read(LOOPS)
    assert asked(program, [program.names.index("b") + 1, -program.names.index("a") - 1])[0] == set("acde")
    events = events_of("reduct", program, guess=tuple("bcdefg"))
    assert [event.sentence() for event in events] == [
        "Guess X = {b, c, d, e, f, g}. Is it an answer set?", "Rule 1 goes: it wants not b, and X has b.",
        "Rule 2 stays, without not a: X does not have a.", "The reduct has 8 rules, and no not.", "Rule 2 gives b.",
        "Rule 9 gives g.", "Rule 7 gives f.", "The least model of the reduct is {b, f, g}.",
        "X is no answer set: nothing gives c, d or e."]


@pytest.mark.parametrize(("name", "options", "message"), [
    ("unfounded", {"given": ("r", "x")}, "'x' is no literal of the program; write an atom of it such as r, or its "
                                         "negation ~r"),
    ("unfounded", {"given": ("r", "~r")}, "'~r' stands here beside its complement, but M is a consistent set; remove"),
    ("unfounded", {"given": ("not p", "¬p")}, "'¬p' stands here twice"),
    ("unfounded", {"set": ("~p",)}, "'~p' is no atom of the program; write one of its atoms, such as r"),
    ("reduct", {"guess": ("p", "p")}, "'p' stands here twice; remove one"),
])
def test_what_cannot_be_is_said_with_its_place(name: str, options: dict[str, tuple[str, ...]], message: str) -> None:
    with pytest.raises(AlgorithmError) as caught:
        find_algorithm(name)(read(FOUR), **options)
    assert str(caught.value).startswith(message)
    key, given_ = next(iter(options.items()))
    assert caught.value.key == f"{key}.{len(given_) - 1}"
