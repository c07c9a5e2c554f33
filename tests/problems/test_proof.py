"""Proofs against brute force: each begins with what is given, each line follows from those before it, the last one is
the claim; what can be so is never refuted, and what is proposed has a solution exactly where there is one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, product
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.long_work import Stopped, listening
from algorithms.problems.forms import proof_check, witness
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP, Domain, Domains, Exactly, Value
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.proof import Line, Proof, Search
from algorithms.problems.forms.proof_check import claims, faults
from algorithms.problems.forms.prover import Prover
from algorithms.problems.forms.semantics import is_answer_set
from algorithms.problems.forms.supposition import Unit
from algorithms.problems.forms.theory import Law, OfClause, OfNetwork, Theory, of_formula, of_network, of_program
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.networks import networks

ATOMS = ("a", "b", "c", "d")


@st.composite
def formulas(draw: st.DrawFn) -> CNF:
    literals = st.sampled_from([1, 2, 3, 4, -1, -2, -3, -4])
    clauses = draw(st.lists(st.lists(literals, min_size=1, max_size=3, unique=True).map(tuple), min_size=1, max_size=9))
    return CNF(ATOMS, tuple(clauses), ("",) * len(clauses), len(ATOMS))


@st.composite
def programs(draw: st.DrawFn) -> LogicProgram:
    atoms = st.lists(st.sampled_from([1, 2, 3, 4]), max_size=2, unique=True).map(tuple)
    rules = draw(st.lists(st.builds(Rule, st.integers(0, 4), atoms, atoms), min_size=1, max_size=8))
    return LogicProgram(ATOMS, tuple(rules), ("",) * len(rules), len(ATOMS))


def whole(d: Domains) -> list[dict[str, Value]]:
    return [dict(zip(d, values, strict=True)) for values in product(*d.values())]


def solutions(theory: Theory) -> list[dict[str, Value]]:
    """By trying all assignments; of laws that are found when they are asked for, none may object."""
    return [one for one in whole(theory.domains) if all(law.allows([one[x] for x in law.scope]) for law in theory.laws)
            and not theory.more({x: (value,) for x, value in one.items()})]


def stands(theory: Theory, known: Mapping[str, Domain], proof: Proof) -> None:
    """Line by line, by the tuples of its law alone; of a clause by unit propagation."""
    d = dict(known)
    for x, left in proof.supposed.items():
        d[x] = tuple(value for value in d[x] if value in left)
    for line in proof.lines:
        assert all(set(d[x]) <= set(left) for x, left in line.premises.items()), "a premise that nothing has said"
        if line.cases:
            rest = set({**theory.domains, **line.premises}[line.variable]) - set(line.left)
            assert rest == {case.supposed[line.variable][0] for case in line.cases}
            for case in line.cases:
                assert case.lines[-1].breaks
                stands(theory, d, case)
        else:
            follows(line, {**theory.domains, **line.premises})
        if line.variable:
            d[line.variable] = tuple(value for value in d[line.variable] if value in line.left)


def follows(line: Line, used: Domains) -> None:
    if not line.variable:
        assert allowed(line.laws[0], used) == []
        return
    left = set(used[line.variable])
    for law in line.laws:
        left &= {values[law.scope.index(line.variable)] for values in allowed(law, used)}
        if isinstance(law, OfClause):
            others = [x for x, true in law.literals.items() if x != line.variable and true in used[x]]
            assert others == [], "no unit clause"
    assert left <= set(line.left)


def allowed(law: Law, used: Domains) -> list[Sequence[Value]]:
    return [values for values in product(*(used[x] for x in law.scope)) if law.allows(values)]


def examine(theory: Theory) -> None:
    """Every value of every variable."""
    found, prover = solutions(theory), Prover(theory)
    for x, values in theory.domains.items():
        for value in values:
            can = [one for one in found if one[x] == value]
            others = tuple(other for other in values if other != value)
            proof = prover.why(x, others)
            assert (proof is None) == bool(can), "small ones are always proven"
            if proof is not None:
                assert claims(proof, x, others)
                assert faults(theory, proof) == []
                stands(theory, theory.domains, proof)
            answer = prover.why_not({x: (value,)})
            assert not prover.unknown
            if isinstance(answer, Proof):
                assert not can
                assert answer.lines[-1].breaks
                assert faults(theory, answer) == []
                stands(theory, theory.domains, answer)
            else:
                assert answer in can, "small ones are always refuted"


@settings(max_examples=15)
@given(networks())
def test_networks(csp: CSP) -> None:
    examine(of_network(csp))


@settings(max_examples=40)
@given(formulas())
def test_formulas(cnf: CNF) -> None:
    examine(of_formula(cnf))


@settings(max_examples=20)
@given(programs())
def test_programs(program: LogicProgram) -> None:
    theory = of_program(program)
    found = [{x for x, value in one.items() if value} for one in solutions(theory)]
    assert found == [one for one in ({x for x, value in one.items() if value} for one in whole(theory.domains))
                     if is_answer_set(program, [ATOMS.index(x) + 1 for x in one])]
    examine(theory)


@settings(max_examples=40)
@given(networks(), st.sampled_from("ABCD"), st.integers(0, 1))
def test_what_rests_on_choices(csp: CSP, y: str, chosen: int) -> None:
    """A proof from choices supposes no more than these, and holds wherever they do."""
    theory, supposed = of_network(csp), {y: (chosen,)}
    prover = Prover(theory)
    found = [one for one in solutions(theory) if one[y] == chosen]
    for x, values in theory.domains.items():
        for value in values:
            proof = prover.why(x, (value,), supposed)
            assert (proof is None) == any(one[x] != value for one in found), "small ones are always proven"
            if proof is not None:
                assert proof.supposed == supposed
                stands(theory, theory.domains, proof)


ANY: Domain = (0, 1, 2)


@st.composite
def counts(draw: st.DrawFn) -> tuple[OfNetwork, dict[str, Domain]]:
    """So many of a few variables have the value 1, and what is left of these."""
    some = st.sampled_from([(0,), (1,), (0, 1), (0, 2), ANY])
    d = {f"x{place}": left for place, left in enumerate(draw(st.lists(some, min_size=1, max_size=7)))}
    return OfNetwork(Exactly("C", tuple(d), bool, "", lambda _d: "", 1, draw(st.integers(0, len(d))))), d


@given(counts(), st.data())
def test_what_counts_is_silent_until_enough_is_known(counted: tuple[OfNetwork, dict[str, Domain]],
                                                     data: st.DataObject) -> None:
    law, d = counted
    if law.revise(d) == {}:
        few = data.draw(st.sets(st.sampled_from([*d]), max_size=max(0, law.silence(d) - 1)))
        assert law.revise({x: (data.draw(st.sampled_from(left)),) if x in few else left for x, left in d.items()}) == {}


@given(counts())
def test_what_a_count_says_rests_on(counted: tuple[OfNetwork, dict[str, Domain]]) -> None:
    """Without as many as it can spare, and all that does not count, it says as much; without one more it does not."""
    law, d = counted
    found, rest = law.revise(d), law.rest(d)
    assert rest is not None
    if found != {}:
        needed = [x for x in d if rest.counts(d[x])]
        fewer = dict.fromkeys(d, ANY) | {x: d[x] for x in needed[rest.spare:]}
        told = law.revise(fewer)
        assert (told is None) == (found is None)
        assert all(set((told or {})[x]) & set(d[x]) <= set(left) for x, left in (found or {}).items())
        too_few = law.revise(fewer | dict.fromkeys(needed[rest.spare:rest.spare + 1], ANY))
        assert too_few is not None
        assert found is None or too_few == {} or not needed


def test_a_search_ends_where_more_suppositions_would_tell_no_more() -> None:
    """Of laws without which nothing follows, nobody goes through the same cases again and again."""
    asked = []

    class Told(OfClause):
        def revise(self, d: Domains) -> Mapping[str, Domain] | None:
            asked.append(self)
            return super().revise(d)

    laws = tuple(Told(f"{x}{value}", {"a": 1, x: value}, "") for x, value in (("b", 0), ("b", 1)))
    proof = Prover(Theory(dict.fromkeys("abc", (0, 1)), laws)).why("a", (1,))
    assert proof is not None
    assert len(asked) < 60


def test_no_law_is_needless() -> None:
    """The left 1 has its mine at once; what is far away is left out."""
    board = Gnomine.read(board="0 1 .\n1 2 F\n. . .\n1 . .")
    proof = Prover(of_network(board.as_csp())).why("(0,2)", (0,))
    assert proof is not None
    assert [[law.name for law in line.laws] for line in proof.lines] == [["C(0,1)"]]
    assert proof.lines[0].premises == {}


def test_a_solution_is_found_where_the_total_is_hard_to_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """With few mines tried first this takes more than twice as much."""
    monkeypatch.setattr(witness, "_MOST_PROPAGATED", 200_000)
    board = Gnomine.read(random=RandomPosition(16, 30, 99, 111, 100))
    assert isinstance(Prover(board.as_theory()).why_not({"(12,28)": (1,)}), dict)


@settings(max_examples=40)
@given(networks(), st.lists(st.tuples(st.sampled_from("ABCD"), st.integers(0, 1), st.booleans(), st.integers(0, 12)),
                            min_size=2, max_size=8))
def test_what_was_asked_before_changes_no_answer(csp: CSP, asked: list[tuple[str, int, bool, int]]) -> None:
    """Whatever rested on choices, and wherever somebody stopped."""
    theory = of_network(csp)
    prover = Prover(theory)
    for x, value, chosen, until in asked:
        left = tuple(other for other in theory.domains[x] if other != value)
        supposed: dict[str, Domain] = {"ABCD"["ABCD".index(x) - 1]: (value,)} if chosen else {}
        looks = count()

        def stop(_news: str, until: int = until, looks: Iterator[int] = looks) -> None:
            if next(looks) >= until:
                raise Stopped

        with suppress(Stopped), listening(stop):
            prover.why(x, left, supposed)
        proof, fresh = prover._by_laws(x, left, supposed), Prover(theory)._by_laws(x, left, supposed)
        assert (proof is None) == (fresh is None)
        if proof is not None and fresh is not None:
            assert told(proof) == told(fresh)


def told(proof: Proof) -> list[object]:
    """All that its lines say."""
    return [(line.variable, line.left, line.laws, dict(line.premises), [told(case) for case in line.cases])
            for line in proof.lines]


def test_all_that_follows_is_found_once_for_all_questions() -> None:
    """All questions together derive no more by all the laws than there is."""
    theory = Sudoku.read(grid=GRID).as_theory()
    prover, asked = Prover(theory), 0
    places = [x for x, values in theory.domains.items() if len(values) > 1][::5]
    solution = Prover(theory).why_not({places[0]: theory.domains[places[0]]})
    assert isinstance(solution, dict)

    class Counted(Search):
        def _told(self, law: Law, found: Domains | None) -> Iterator[int]:
            nonlocal asked
            asked += self.allowed is None
            return super()._told(law, found)

    with patch("algorithms.problems.forms.prover.Search", Counted):
        assert all(prover.why(x, (solution[x],)) is not None for x in places)
    whole = Search(theory)
    whole.propagate(theory.speaking)
    assert asked <= len(whole.nodes) + 1


@given(st.lists(st.lists(st.integers(1, 4), max_size=3, unique=True).map(tuple), min_size=1, max_size=4))
def test_a_place_for_a_value_is_checked_as_by_its_tuples(left: list[Domain]) -> None:
    d = {f"x{number}": values for number, values in enumerate(left)}
    unit = OfNetwork(Unit("U", tuple(d), 2))
    assert proof_check._possible(unit, d) == any(unit.allows(values) for values in product(*d.values()))


def test_a_place_for_a_value_is_checked_without_going_through_its_tuples() -> None:
    scope = tuple(f"x{number}" for number in range(14))
    theory = Theory(dict.fromkeys(scope, (1, 2, 3)), (OfNetwork(Unit("U", scope, 2)),))
    line = Line("x0", (2,), theory.laws, dict.fromkeys(scope[1:], (1, 3)))
    with patch.object(proof_check, "product", side_effect=AssertionError("too many")):
        assert faults(theory, Proof(dict.fromkeys(scope[1:], (1, 3)), (line,))) == []


GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def test_what_clues_exclude_is_proven_too() -> None:
    sudoku = Sudoku.read(grid=GRID)
    theory = sudoku.as_theory()
    for x, value, most in (("E5", 5, 1), ("G9", 4, 1), ("A3", 4, 30)):
        proof = Prover(theory).why(x, (value,))
        assert proof is not None
        assert faults(theory, proof) == []
        assert claims(proof, x, (value,))
        assert len(proof.lines) <= most


@pytest.mark.parametrize("spoilt", ["premise", "law", "case"])
def test_a_wrong_proof_is_noticed(spoilt: str) -> None:
    theory = of_formula(CNF(ATOMS, ((1,), (-1, 2), (3, 4), (3, -4)), ("",) * 4, 4))
    proof = Prover(theory).why("b", (1,))
    cases = Prover(theory).why("c", (1,))
    assert proof is not None
    assert cases is not None
    assert faults(theory, proof) == faults(theory, cases) == []
    first, last = proof.lines
    if spoilt == "premise":
        assert faults(theory, Proof({}, (last,)))
    elif spoilt == "law":
        assert faults(theory, Proof({}, (first, Line("b", (1,), first.laws, last.premises))))
    else:
        assert faults(theory, Proof({}, (Line("c", (1,), (), {}, (Proof({"c": (0,)}, ()),)),)))
