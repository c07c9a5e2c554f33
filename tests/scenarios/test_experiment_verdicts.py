"""Verdicts: what the rows cannot tell stays undecided, and a sampler that is wrong is found out, also one too good."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from algorithms.intervals import student
from kit.experiment_desk import PLAIN, Out, Run, runner
from scenarios.laboratory.claims import Comparison, OneRun, Published
from scenarios.laboratory.report import Finding
from scenarios.laboratory.rows import open_rows
from scenarios.laboratory.spec import Experiment, Metric, find_experiment, load_experiment
from scenarios.laboratory.statistics import Estimate, change_of_means, of_mean
from scenarios.laboratory.verdicts import Compared, RunJudged, distance, judge_run, needed
from scenarios.tasks.clue import exact_shares, sampled, table_1

LESS = Comparison("less", "page 1", "x", ((0, 1),), 0.0, None, 0.0, 0.95, "")


@pytest.fixture
def run(tmp_path: Path, capsys: Out) -> Run:
    """Runs the coins, or another text, in a folder."""
    return runner(tmp_path, capsys)


# --- changes of a mean -------------------------------------------------------------------------------------------

pairs = st.lists(st.tuples(st.integers(0, 1000), st.integers(0, 1000)), min_size=3, max_size=40)


@given(pairs, st.sampled_from([0.8, 0.95, 0.99]))
def test_the_ends_of_fiellers_interval_are_where_students_test_turns(found: list[tuple[int, int]],
                                                                     confidence: float) -> None:
    a, b = zip(*found, strict=True)
    change = change_of_means(a, b, confidence)
    assume(change.low is not None and change.high is not None and sum(b) and len(set(found)) > 2)
    for end in (change.low, change.high):
        assert end is not None and end >= -1
        if end == -1:
            continue  # none of these numbers is below 0, so their mean is not
        rest = [x - (1 + end) * y for x, y in found]
        margin = student(confidence, len(found) - 1) * stdev(rest) / sqrt(len(found))
        assert abs(fmean(rest)) == pytest.approx(margin, rel=1e-5, abs=1e-6)


@given(pairs)
def test_a_change_is_sure_just_where_the_paired_differences_are(found: list[tuple[int, int]]) -> None:
    a, b = zip(*found, strict=True)
    change = change_of_means(a, b, 0.95)
    low, high = of_mean([x - y for x, y in found], 0.95)
    assume(change.low is not None and change.high is not None and low is not None and high is not None)
    assume(min(abs(low or 0), abs(high or 0)) > 1e-6)
    assert ((change.low or 0) <= 0 <= (change.high or 0)) == ((low or 0) <= 0 <= (high or 0))


def test_the_interval_of_a_change_holds_it_as_often_as_it_says() -> None:
    rng, held = Random(7), 0
    for _ in range(1000):
        shared = [rng.gauss(10, 3) for _ in range(30)]
        a, b = ([share * factor + rng.gauss(0, 1) for share in shared] for factor in (0.8, 1.0))
        change = change_of_means(a, b, 0.95)
        held += change.low is not None and change.high is not None and change.low <= -0.2 <= change.high
    assert 930 <= held <= 970


@pytest.mark.parametrize(("a", "b"), [([1.0], [2.0]), ([0.0, 0.0], [0.0, 0.0]), ([1.0, 2.0], [0.0, 9.0])])
def test_a_change_from_what_may_be_0_has_no_interval(a: list[float], b: list[float]) -> None:
    change = change_of_means(a, b, 0.95)
    assert (change.low, change.high) == (None, None)
    assert Compared(LESS, (change,)).verdict == "undecided (1 of 1 pairs within chance)"


@pytest.mark.parametrize(("low", "high", "verdict"), [
    (-0.3, -0.1, "reproduced"), (-0.3, 0.1, "undecided (1 of 1 pairs within chance)"),
    (0.1, 0.3, "not reproduced (1 of 1 pairs not)")])
def test_less_is_judged_by_the_interval(low: float, high: float, verdict: str) -> None:
    assert Compared(LESS, (Estimate(-0.2, low, high, 9),)).verdict == verdict
    ours = Compared(replace(LESS, place=""), (Estimate(-0.2, low, high, 9),)).verdict
    assert ours == verdict.replace("not reproduced", "does not hold").replace("reproduced", "holds")


def test_one_pair_that_is_not_less_refutes_an_order() -> None:
    chain = replace(LESS, pairs=((0, 1), (1, 2), (2, 3)))
    changes = Estimate(-0.2, -0.3, -0.1, 9), Estimate(0.2, 0.1, 0.3, 9), Estimate(-0.2, -0.3, 0.1, 9)
    assert Compared(chain, changes).verdict == (
        "not reproduced (1 of 3 pairs as it says, 1 of 3 pairs not, 1 of 3 pairs within chance)")


@pytest.mark.parametrize(("low", "high", "verdict"), [
    (-0.27, -0.21, "reproduced within 5 points"), (-0.32, -0.25, "undecided within 5 points (less)"),
    (-0.5, -0.4, "not reproduced within 5 points (less)"),
    (-0.1, 0.1, "not reproduced within 5 points (not surely less)"),
    (-0.9, 0.9, "undecided within 5 points (not surely less)")])
def test_a_size_is_judged_by_the_interval(low: float, high: float, verdict: str) -> None:
    sized = replace(LESS, change=-0.24, tolerance=0.05)
    assert Compared(sized, (Estimate(-0.24, low, high, 9),)).verdict == verdict


@pytest.mark.parametrize(("low", "high", "verdict"), [
    (-0.7, -0.6, True), (-0.7, -0.4, None), (-0.4, -0.3, False)])
def test_less_than_half(low: float, high: float, verdict: bool | None) -> None:
    assert Compared(replace(LESS, least=0.5), (Estimate(-0.5, low, high, 9),)).judged is verdict


def test_a_figure_whose_interval_reaches_beyond_the_tolerance_is_undecided() -> None:
    near = Finding(0, "m", Metric("mean", "x"), Estimate(10.1, 9.0, 11.2, 9), Published(10, "T", 0.05, True, ""))
    assert near.reproduced is None
    assert near.verdict == "undecided: within 5%, but our interval reaches beyond"
    assert replace(near, ours=Estimate(10.1, 9.9, 10.3, 9)).verdict == "reproduced within 5%"


# --- as the command prints them ----------------------------------------------------------------------------------

COINS = PLAIN.replace("seed: 7", "seed: 7\npaired: [bias]") + """
comparisons:
  - {claim: fewer heads, place: page 3, of: score, ascending: [{bias: 0.2, coins: 9}, {bias: 0.5}], change: -60%,
     tolerance: 30%}
  - {claim: all of them, of: score, ascending: [{bias: 0.2}, {bias: 0.5}]}
  - {claim: the other way, of: score, ascending: [{bias: 0.5, coins: 9}, {bias: 0.2}]}
"""


def test_comparisons_are_printed_and_written(run: Run, tmp_path: Path) -> None:
    code, out, _ = run("out", "--repetitions", "40", text=COINS)
    assert code == 0
    assert re.search(r"fewer heads +change of mean score +−60\.0% \(page 3\) +reproduced within 30 points", out)
    assert re.search(r"^ *0\.2 against 0\.5 +−\d\d\.\d% \(−\d\d\.\d% to −\d\d\.\d%\)", out, re.MULTILINE)
    assert re.search(r"^ *9: 0\.2 against 0\.5 +−\d\d", out, re.MULTILINE)
    assert re.search(r"the other way .* does not hold \(1 of 1 pairs not\)$", out, re.MULTILINE)
    assert "1 of 1 published comparisons reproduced\n1 of 2 comparisons hold\n" in out
    rows = list(csv.DictReader((tmp_path / "out" / "comparisons.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["claim"] for row in rows] == ["fewer heads", *["all of them"] * 3, "the other way"]
    assert rows[0]["published"] == "-0.6"
    scores: dict[str, list[int]] = {"0.2": [], "0.5": []}
    for row in csv.DictReader((tmp_path / "out" / "results.csv").read_text(encoding="utf-8").splitlines()):
        if row["coins"] == "9":
            scores[row["bias"]].append(int(row["score"]))
    assert float(rows[0]["change"]) == pytest.approx(sum(scores["0.2"]) / sum(scores["0.5"]) - 1)
    assert float(rows[3]["low"]) < float(rows[0]["low"]), "three pairs share the risk"


@pytest.mark.parametrize(("old", "new", "says"), [
    ("ascending: [{bias: 0.2}, {bias: 0.5}]", "ascending: [{bias: 0.2}]", "comparisons.1.ascending: needs two cases"),
    ("ascending: [{bias: 0.2}, {bias: 0.5}]", "ascending: [{coins: 1}, {coins: 9}]",
     "comparisons.1.ascending.1: has no case with the same seeds as one before; name what they differ in under paired"),
    ("ascending: [{bias: 0.2}, {bias: 0.5}]", "ascending: [{bias: 0.3}, {bias: 0.5}]", "no case has 0.3"),
    ("claim: all of them", "claim: ' '", "comparisons.1.claim: is empty"),
    ("change: -60%,\n", "\n", "comparisons.0: needs change and tolerance together"),
    ("change: -60%", "change: sixty", "comparisons.0.change: 'sixty' is no percentage; write such as -24%"),
    ("coins: 9}, {bias: 0.5}], change", "coins: [3, 9]}, {bias: 0.5}], change", "comparisons.0.change: is for one"),
    ("of: score, ascending: [{bias: 0.2}", "of: says, ascending: [{bias: 0.2}", "comparisons.1.of: the column 'says'"),
])
def test_comparisons_that_cannot_be(run: Run, old: str, new: str, says: str) -> None:
    assert old in COINS
    code, out, told = run("out", text=COINS.replace(old, new))
    assert (code, out, told.count("\n")) == (2, "", 1)
    assert says in told


# --- Table 1 -----------------------------------------------------------------------------------------------------

Sampler = Callable[[int], Mapping[str, float]]
EXPERIMENT = load_experiment(find_experiment("clue-table-1"))


def guess(_: int) -> Mapping[str, float]:
    """A card is at each of its places with the same chance."""
    shares = exact(0)
    places = [cell.partition("=")[0] for cell in shares]
    return {cell: 1 / places.count(cell.partition("=")[0]) for cell in shares}


def exact(_: int) -> Mapping[str, float]:
    return exact_shares(table_1())


@cache
def algorithm(name: str, seed: int) -> Mapping[str, float]:
    return sampled(table_1(), name, 100_000, seed).shares


def verdicts(experiment: Experiment, folder: Path, runs: int, samplers: Sequence[Sampler],
             confidence: float) -> list[RunJudged]:
    """The verdicts on Table 1(c) and 1(d), if these samplers made the rows of Algorithms 1 and 2."""
    makers = dict(zip(("clue-exact", "clue-sample-1", "clue-sample-2"), (exact, *samplers), strict=True))
    with open_rows(experiment, folder, fresh=True) as rows:
        for repetition in range(runs):
            shares = {name: make(repetition) for name, make in makers.items()}
            for case, given in enumerate(experiment.cases):
                rows.add(case, repetition, 0.1, {"probability": shares[str(given["algorithm"])][str(given["cell"])]})
        return [judge_run(replace(table, confidence=confidence), rows, runs) for table in experiment.runs]


def test_the_printed_tables_are_off_by_what_was_measured() -> None:
    tables = {table.place: table for table in EXPERIMENT.runs}
    wanted = exact(0)
    for place, error in (("Table 1(c)", 0.0365), ("Table 1(d)", 0.0090)):
        printed = tables[place].printed
        assert len(printed) == 54
        exactly = [wanted[str(EXPERIMENT.cases[case]["cell"])] for case in printed]
        assert distance(list(printed.values()), exactly) == pytest.approx(error, abs=5e-5)


@pytest.mark.parametrize("wrong", [guess, exact])
def test_a_guess_and_exact_values_are_no_runs_of_theirs(tmp_path: Path, wrong: Sampler) -> None:
    for judged in verdicts(EXPERIMENT, tmp_path, 40, (wrong, wrong), 0.95):
        said = [measure.verdict(0.95) for measure in judged.measures]
        assert all(verdict.startswith("not reproduced: ") for verdict in said), said


def test_the_algorithms_are_told_apart(tmp_path: Path) -> None:
    """With few runs, and so less confidence: our runs are nearer to the table than the exact values are, and what the
    other algorithm makes of it does not err like it."""
    one, two = (lambda seed, name=name: algorithm(name, seed) for name in ("clue-sample-1", "clue-sample-2"))
    runs = needed(0.8)
    assert (runs, needed(0.95)) == (9, 39)
    right = verdicts(EXPERIMENT, tmp_path / "right", runs, (one, two), 0.8)
    assert [judged.measures[1].judged for judged in right] == [True, True]
    for judged in verdicts(EXPERIMENT, tmp_path / "swapped", runs, (two, one), 0.8):
        assert judged.measures[0].verdict(0.8) == "not reproduced: beyond 80% of our runs", judged
        assert judged.measures[2].judged is False, judged
    few = verdicts(EXPERIMENT, tmp_path / "few", 5, (one, two), 0.95)[0].measures
    assert [measure.verdict(0.95) for measure in few] == ["undecided: too few runs; take 39 or more"] * 3


def test_one_more_run_is_like_the_others_as_often_as_it_says(tmp_path: Path) -> None:
    """Whatever the distribution: here the cells of a run depend on each other, and are far from normal."""
    coin = load_experiment(tmp_path / "x.yaml", """\
title: x
about: y
source: z
task: coin
cases: {bias: [0.5], coins: [1, 2, 3, 4]}
paired: [coins]
repetitions: {default: 40, full: 40}
metrics: {m: {statistic: mean, of: score}}
""")
    rng, found = Random(3), []

    def made() -> list[float]:
        common = rng.expovariate(1)
        return [common + rng.expovariate(2) for _ in range(4)]

    for _ in range(200):
        with open_rows(coin, tmp_path / "out", fresh=True) as rows:
            for repetition in range(9):
                for case, score in enumerate(made()):
                    rows.add(case, repetition, 0.1, {"score": score})
            table = OneRun("T", "score", dict(enumerate(made())), dict(enumerate(range(4))), 6, 0.8, "")
            found.append(judge_run(table, rows, 9).measures[2].judged)
    assert found.count(True) >= 150, "80% of 200, give or take"
    assert found.count(False) >= 10, "it can fail"
