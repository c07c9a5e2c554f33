"""Backbones: all algorithms against all models, certificates against MiniSat, the probes of Algorithm 1 by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pysat.solvers import Minisat22  # type: ignore[import-untyped]
from test_gnomine_cnf import board

from algorithms.backbones.answer import Refutation
from algorithms.backbones.backbones import Backbone
from algorithms.consistency.arc_consistency import gac
from algorithms.core import Event, Grain, algorithms, find_algorithm, run, trace
from algorithms.events import (
    Blocked,
    ClauseAdded,
    Dropped,
    FactsListed,
    FixedBackbone,
    Freed,
    Listed,
    Modelled,
    ModelReduced,
    Probed,
    Refuted,
)
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.gnomine.game import ended, play_on, played
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.mine_placements import positions
from kit.sat_runs import cnf_of, cnfs, complement, models_of, numbers_of, occurring, read_cnf, satisfiable
from kit.states import of_form
from main import main
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.families import start_state

REFUSES = {"backbone-enumerate"}
NAMES = ("backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core")
RUNS = [(name, solver) for name in NAMES for solver in ("own", "minisat")]
OWN = (
    Blocked, ClauseAdded, Dropped, FactsListed, FixedBackbone, Freed, Listed, Modelled, ModelReduced, Probed, Refuted,
)


def solve(cnf: CNF, name: str, **options: Any) -> tuple[list[Event], Backbone]:
    return trace(find_algorithm(name).start(cnf, options, 0))


def told(events: Sequence[Event]) -> list[Event]:
    """The events without those of the solver's search."""
    return [event for event in events if isinstance(event, OWN)]


def words(cnf: CNF, values: dict[str, bool]) -> tuple[str, ...]:
    return tuple(x if values[x] else f"¬{x}" for x in cnf.names if x in values)


def expected(cnf: CNF) -> tuple[str, ...] | None:
    """The backbone by its definition: what all models have in common; None if there are none."""
    models = models_of(cnf)
    if not models:
        return None
    return words(cnf, {x: value for x, value in models[0].items() if all(model[x] == value for model in models)})


def puzzles_own(cnf: CNF) -> list[int]:
    """The variables that occur in clauses and are not auxiliary."""
    return [variable for variable in occurring(cnf) if variable <= cnf.visible]


def asked(cnf: CNF) -> tuple[str, ...] | None:
    """The backbone by MiniSat, asked for each literal of each variable of the puzzle."""
    if not satisfiable(cnf.clauses):
        return None
    return tuple(cnf.word(literal) for variable in puzzles_own(cnf) for literal in (variable, -variable)
                 if not satisfiable(cnf.clauses, [-literal]))


def check_certificates(cnf: CNF, answer: Backbone) -> None:
    """Each claim is checked by MiniSat, or against the clauses."""
    assert list(answer.certificates) == [cnf.names[variable - 1] for variable in puzzles_own(cnf)]
    backbone = set(answer.literals)
    with Minisat22(bootstrap_with=cnf.clauses) as oracle:
        for x, certificate in answer.certificates.items():
            if isinstance(certificate, Refutation):
                literal = x if x in backbone else f"¬{x}"
                assert literal in backbone
                assert complement(literal) in certificate.refuted
                assert not any(oracle.solve(assumptions=[one]) for one in numbers_of(cnf, certificate.refuted))
                if certificate.clause is not None:
                    assert cnf.clauses[certificate.clause - 1] == numbers_of(cnf, [literal])
            else:
                assert not backbone & {x, f"¬{x}"}
                assert [f"¬{x}" in model for model in certificate.models] in ([True, False], [False, True])
                for model in certificate.models:
                    true = set(numbers_of(cnf, model))
                    assert sorted(map(abs, true)) == occurring(cnf)
                    assert all(true & set(clause) for clause in cnf.clauses)


def check(cnf: CNF, right: tuple[str, ...] | None) -> None:
    """All algorithms, with both solvers, find ``right``, prove it, and tell it so that it can be shown."""
    for name, solver in RUNS:
        events, answer = solve(cnf, name, solver=solver)
        assert (answer.satisfiable, answer.literals) == (right is not None, right or ())
        if right is None:
            assert answer.certificates == {}
            assert isinstance(told(events)[-1], Refuted)
        else:
            check_certificates(cnf, answer)
        whole = of_form(cnf, BackboneState)
        state = sat_of(whole)
        for event in events:
            whole.apply(event)
        assert {literal for literal, fate in state.fates.items() if fate == "backbone"} == set(answer.literals)
        assert {literal.lstrip("¬") for literal in state.fates} == set(answer.certificates)
        assert "candidate" not in state.fates.values()


# --- right answers -------------------------------------------------------------------------------------------------


@settings(deadline=None, max_examples=200)
@given(cnfs())
def test_backbones_of_formulas_of_all_kinds(cnf: CNF) -> None:
    check(cnf, expected(cnf))


@settings(deadline=None)
@given(cnfs(), st.sampled_from(RUNS[2:]), st.randoms(use_true_random=False))
def test_the_candidates_may_be_tested_in_any_order(cnf: CNF, how: tuple[str, str], rng: Random) -> None:
    def any_of(kind: str, candidates: Sequence[Any], preferred: Any) -> Any:
        assert preferred == candidates[0]
        return rng.choice(candidates)

    answer = trace(find_algorithm(how[0]).start(cnf, {"solver": how[1]}, 0, any_of))[1]
    assert answer.literals == (expected(cnf) or ())
    if answer.satisfiable:
        check_certificates(cnf, answer)


@settings(deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([2.0, 3.0, 4.3, 5.0]))
def test_backbones_of_random_3sat(seed: int, ratio: float) -> None:
    rng = Random(seed)
    clauses = [[rng.choice((-1, 1)) * v for v in rng.sample(range(1, 10), 3)] for _ in range(round(ratio * 9))]
    check(cnf_of(clauses), expected(cnf_of(clauses)))


@settings(deadline=None)
@given(positions(), st.booleans())
def test_backbones_of_boards(puzzle: Gnomine, total: bool) -> None:
    cnf = puzzle.as_cnf(mine_total=total and puzzle.mines is not None)
    check(cnf, asked(cnf))


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 10**6), st.booleans())
def test_backbones_of_boards_of_five_by_five(seed: int, total: bool) -> None:
    cnf = board(5, 5, Random(seed)).as_cnf(mine_total=total, encoding="sequential")
    right = asked(cnf)
    for name, solver in RUNS[2:]:  # there may be too many models to enumerate
        answer = solve(cnf, name, solver=solver)[1]
        assert (answer.satisfiable, answer.literals) == (right is not None, right or ())
        if right is not None:
            check_certificates(cnf, answer)


@settings(deadline=None)
@given(positions(), st.booleans(), st.sampled_from(["pairwise", "sequential"]),
       st.sampled_from(["unit-propagation", "dpll", "cdcl"]))
def test_what_is_implied_before_any_guess_is_known_on_the_board(
    puzzle: Gnomine, total: bool, encoding: str, name: str
) -> None:
    def to_form(position: Gnomine) -> CNF:
        return position.as_cnf(mine_total=total and position.mines is not None, encoding=encoding)  # type: ignore[arg-type]

    cnf, state = to_form(puzzle), start_state(puzzle, find_algorithm(name), to_form)
    events, answer = trace(find_algorithm(name).start(cnf, {} if name == "unit-propagation" else {"all": True}, 0))
    for event in events:
        state.apply(event)
    right, start = asked(cnf), puzzle.domains()
    known = {x: values[0] for x, values in state.domains.items() if len(values) == 1 < len(start[x])}
    assert right is None or {x if value else f"¬{x}" for x, value in known.items()} <= set(right)
    if name == "unit-propagation" and right is not None:
        assert known == {x: int(value) for x, value in answer.literals if len(start.get(x, ())) > 1}


@pytest.mark.parametrize(("name", "solver"), RUNS)
@pytest.mark.parametrize(("clauses", "names", "literals"), [
    ([], (), ()),
    ([], ("p",), ()),
    ([()], ("p",), None),
    ([(1,), (-1,)], ("p",), None),
    ([(1,), (1,), (-2, -1)], ("p", "q", "r"), ("p", "¬q")),
    ([(1, -1)], ("p",), ()),
    ([(1, 1)], ("p",), ("p",)),
])
def test_formulas_at_the_edge(
    name: str, solver: str, clauses: list[tuple[int, ...]], names: tuple[str, ...], literals: tuple[str, ...] | None
) -> None:
    answer = solve(CNF(names, tuple(clauses), ("",) * len(clauses), len(names)), name, solver=solver)[1]
    assert (answer.satisfiable, answer.literals) == (literals is not None, literals or ())


@pytest.mark.parametrize("name", NAMES)
def test_the_answer_in_plain_types(name: str) -> None:
    cnf = CNF(("p", "q", "r", "aux"), ((1,), (-2, -1), (3, 4), (4,)), ("",) * 4, 3)
    answer = solve(cnf, name)[1]
    assert answer.outcome == "complete"
    assert answer.consistent
    assert answer.as_json(cnf.hidden) == {"satisfiable": True, "backbone": {"p": 1, "q": 0}}
    assert answer.domains == {"p": (1,), "q": (0,), "r": (0, 1)}
    assert answer.domains["no variable of the formula"] == (0, 1)
    none = solve(read_cnf("p, ~p"), name)[1]
    assert none.outcome == "unsatisfiable"
    assert not none.consistent
    assert none.as_json(frozenset()) == {"satisfiable": False, "backbone": {}}


@settings(deadline=None)
@given(cnfs(), st.sampled_from(RUNS))
def test_the_proof_in_plain_types_can_be_checked_by_others(cnf: CNF, how: tuple[str, str]) -> None:
    answer = solve(cnf, how[0], solver=how[1])[1]
    proof = json.loads(json.dumps(answer.proof(cnf.hidden)))
    models, certificates = proof["models"], proof["certificates"]
    assert certificates.keys() == {x for x in answer.certificates if x not in cnf.hidden}
    clauses = {tuple(map(cnf.word, clause)) for clause in cnf.clauses}
    with Minisat22(bootstrap_with=cnf.clauses) as oracle:
        for x, certificate in certificates.items():
            literal = x if answer.values.get(x) else f"¬{x}"
            match certificate:
                case {"clause": int(number)}:
                    assert cnf.clauses[number - 1] == numbers_of(cnf, [literal])
                case {"refuted": refuted, "conflicts": int(conflicts)}:
                    assert complement(literal) in refuted
                    assert conflicts >= 0
                    assert not any(oracle.solve(assumptions=[one]) for one in numbers_of(cnf, refuted))
                case {"models": [one, other]}:
                    assert x not in answer.values
                    assert [x in models[one], x in models[other]] in ([True, False], [False, True])
                case {"model": one}:
                    assert x not in answer.values
                    models.append([complement(word) if word.lstrip("¬") == x else word for word in models[one]])
                case _:
                    pytest.fail(str(certificate))
    if not cnf.hidden:
        assert all(set(model) & set(clause) for model in models for clause in clauses)


def test_the_proof_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "27-algorithm-1", "--json"]) == 0
    only = json.loads(capsys.readouterr().out)["runs"][0]
    assert only["answer"].keys() == {"satisfiable", "backbone"}
    proof = only["proof"]
    assert proof["certificates"]["x1"] == {"clause": 1}
    assert {"model"} in [certificate.keys() for certificate in proof["certificates"].values()]
    assert all(len(model) == len(proof["certificates"]) for model in proof["models"])
    assert main(["run", "27-algorithm-1"]) == 0
    assert "certificates" not in capsys.readouterr().out


# --- the way there -------------------------------------------------------------------------------------------------


def test_the_probes_of_algorithm_1_by_hand() -> None:
    """φ = (a ∨ b)(a ∨ ¬b)(c ∨ ¬d)(¬a ∨ ¬c ∨ d): a is in the backbone, c ↔ d."""
    cnf = read_cnf("a | b, a | ~b, c | ~d, ~a | ~c | d")
    events = told(solve(cnf, "backbone-iterative")[0])
    models = [set(event.literals) for event in events if isinstance(event, Modelled)]
    assert models == [{"a", "b", "¬c", "¬d"}, {"a", "b", "c", "d"}]
    clause = next(event.clause for event in events if isinstance(event, ClauseAdded))
    assert [event for event in events if not isinstance(event, Modelled)] == [
        ModelReduced(("a", "¬c", "¬d"), ("b",)),
        Listed(("a", "¬c", "¬d")),
        Freed("b"),
        Probed(("¬a",)), Refuted(("¬a",)), FixedBackbone("a"), ClauseAdded(clause, ("a",)),
        Probed(("c",)), ModelReduced(("a", "c", "d"), ("b",)), Dropped("¬c"), Dropped("¬d"),
    ]


def test_both_rules_of_algorithm_1_drop_what_one_model_leaves_open_and_has_otherwise() -> None:
    """φ = (a ∨ b)(¬a ∨ ¬b ∨ c ∨ d): the first model needs ¬a, b; that of the probe a, ¬b."""
    cnf = read_cnf("a | b, ~a | ~b | c | d, a | ~c, b | ~d, c | d | a")
    events, answer = solve(cnf, "backbone-iterative")
    assert answer.literals == expected(cnf) == ()
    assert {type(event) for event in events} >= {Freed, Dropped, ModelReduced}


def test_the_enumeration_of_section_3_2() -> None:
    """I = {¬a, b, ¬c} and I' = {¬a, ¬b, c}: what is left is {¬a}, and not {¬a, c} as printed."""
    cnf = read_cnf("~a | b, ~a | ~b, b | c, ~b | ~c")
    events, answer = solve(cnf, "backbone-enumerate")
    assert answer.literals == ("¬a",)
    models = [set(event.literals) for event in events if isinstance(event, Modelled)]
    assert sorted(map(sorted, models)) == [["b", "¬a", "¬c"], ["c", "¬a", "¬b"]]
    assert [event for event in told(events) if isinstance(event, FixedBackbone)] == [FixedBackbone("¬a")]


def test_the_simple_way_asks_twice_for_each_variable() -> None:
    cnf = read_cnf("a | b, a | ~b, c | d")
    probes = [event.literals for event in solve(cnf, "backbone-simple")[0] if isinstance(event, Probed)]
    assert probes == [(literal,) for x in "abcd" for literal in (x, f"¬{x}")]


def test_what_is_left_is_refuted_at_once() -> None:
    cnf = read_cnf("a | b, a | ~b, c | d, c | ~d, e | f, e | ~f, ~g | h, g | ~h")
    events = told(solve(cnf, "backbone-core", solver="minisat")[0])
    chunks = [event for event in events if isinstance(event, Probed) and event.chunk]
    added = [event for event in events if isinstance(event, ClauseAdded)]
    assert [chunk.literals for chunk in chunks] == [clause.literals for clause in added]
    last = chunks[-1].literals
    assert events[-len(last):] == [FixedBackbone(complement(literal)) for literal in last]


@pytest.mark.parametrize("name", NAMES)
def test_facts_need_no_test(name: str) -> None:
    cnf = read_cnf("p, ~q, p | r | s")
    events = solve(cnf, name)[0]
    assert [event.literals for event in events if isinstance(event, FactsListed)] == [("p", "¬q")]
    assert not {"p", "¬p", "q", "¬q"} & {x for event in events if isinstance(event, Probed) for x in event.literals}


@pytest.mark.parametrize("name", NAMES)
def test_a_probe_is_a_phase(name: str) -> None:
    cnf = Gnomine.read(board="1 1 . .\n. . . .\n1 . 2 .").as_cnf()
    phases = [event for event in solve(cnf, name)[0] if event.grain == Grain.PHASE]
    assert {type(event) for event in phases} <= {Probed, Modelled, Refuted}


@pytest.mark.parametrize(("name", "solver"), RUNS)
def test_the_same_events_every_time(name: str, solver: str) -> None:
    cnf = board(4, 4, Random(7)).as_cnf()
    assert solve(cnf, name, solver=solver) == solve(cnf, name, solver=solver)


@settings(deadline=None)
@given(cnfs())
def test_every_event_can_be_said(cnf: CNF) -> None:
    for name in NAMES:
        for event in solve(cnf, name)[0]:
            assert event.sentence().endswith((".", "?"))


# --- on the boards -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_example_2_1_1(name: str) -> None:
    """GAC finds x(0,2) = 0, the backbone also x(2,2) = 0; two models remain."""
    puzzle = Gnomine.read(board="0 1 .\n1 2 F\n. . .")
    known = {x for x, seen in puzzle.seen.items() if seen >= 0}
    answer = solve(puzzle.as_cnf(), name)[1]
    assert {x: value for x, value in answer.values.items() if x not in known} == {"(0,2)": 0, "(1,2)": 1, "(2,2)": 0}
    assert run(gac(puzzle.as_csp())).domains["(2,2)"] == (0, 1)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_can_be_played_on(seed: int) -> None:
    puzzle = Gnomine.read(random=RandomPosition(9, 9, 8, seed, 3))
    events, answer = trace(play_on(puzzle, lambda now: find_algorithm("backbone-core").start(now.as_cnf(), {}, 0)))
    assert answer.consistent
    assert ended(played(puzzle, events)) is not False


def test_an_experts_field_in_the_middle_of_a_game() -> None:
    cnf = Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=30)).as_cnf()
    answers = [solve(cnf, name, solver=solver)[1].literals for name, solver in RUNS[2:]]
    assert answers == [asked(cnf)] * len(answers)


@pytest.mark.parametrize(("size", "mines", "seed"), [(16, 40, 1), (12, 22, 1), (12, 22, 3), (12, 22, 4), (12, 22, 6)])
def test_what_is_said_to_be_quicker_is(size: int, mines: int, seed: int) -> None:
    """On fields with the mine total, where runs get long: core in fewer events, MiniSat in hardly any."""
    position = Gnomine.read(random=RandomPosition(size, size, mines, seed=seed, reveal=6))
    cnf = position.as_cnf(mine_total=True)
    found = {(name, solver): solve(cnf, name, solver=solver)
             for name in ("backbone-iterative", "backbone-core") for solver in ("own", "minisat")}
    assert len({answer.literals for _, answer in found.values()}) == 1
    events = {run: len(events) for run, (events, _) in found.items()}
    assert events["backbone-core", "own"] < events["backbone-iterative", "own"] / 2
    assert max(events[name, "minisat"] * 30 for name, _ in found) < min(
        count for (_, solver), count in events.items() if solver == "own")
    said = {run: find_algorithm(run[0]).quicker({"solver": run[1]}) for run in found}
    assert {run: ("backbone-core" in text, "minisat" in text) for run, text in said.items()} == {
        ("backbone-iterative", "own"): (True, True), ("backbone-iterative", "minisat"): (True, False),
        ("backbone-core", "own"): (False, True), ("backbone-core", "minisat"): (False, False)}


def test_only_backbones_have_something_quicker_to_name() -> None:
    assert {name for name, algorithm in algorithms().items() if algorithm.quicker({})} == set(NAMES)
