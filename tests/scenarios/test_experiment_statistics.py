"""Figures and intervals of experiments, against numpy, the standard library, exact sums and printed tables."""

from __future__ import annotations

import statistics
from dataclasses import replace
from fractions import Fraction
from math import comb, isclose

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from algorithms.intervals import student, wilson
from scenarios.laboratory.claims import Published
from scenarios.laboratory.report import Finding
from scenarios.laboratory.spec import Metric, Statistic
from scenarios.laboratory.statistics import (
    Estimate,
    estimate,
    interval,
    local_regression,
    of_mean,
    of_quantile,
)

numbers = st.floats(-1e6, 1e6).map(lambda value: round(value, 6))
samples = st.lists(numbers, min_size=1, max_size=60)


def close(ours: float | None, theirs: float) -> bool:
    return ours is not None and isclose(ours, theirs, rel_tol=1e-9, abs_tol=1e-6)


def figure(statistic: Statistic, values: list[float], q: float | None = None) -> float | None:
    return estimate(Metric(statistic, "x", q), {"x": values}).value


@given(samples, st.floats(0.001, 0.999))
def test_statistics_are_those_of_numpy(values: list[float], q: float) -> None:
    assert close(figure("mean", values), float(np.mean(values)))
    assert close(figure("median", values), statistics.median(values))
    assert close(figure("quantile", values, q), float(np.quantile(values, q)))
    assert close(figure("rmsd", values), float(np.sqrt(np.mean(np.square(values)))))
    assert (figure("min", values), figure("max", values)) == (min(values), max(values))
    if len(values) > 1:
        assert close(figure("sd", values), statistics.stdev(values))
    else:
        assert figure("sd", values) is None


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=40))
def test_rmsd_of_two_columns(pairs: list[tuple[float, float]]) -> None:
    a, b = (list(column) for column in zip(*pairs, strict=True))
    ours = estimate(Metric("rmsd", "a", against="b"), {"a": a, "b": b}).value
    assert close(ours, float(np.sqrt(np.mean((np.array(a) - np.array(b)) ** 2))))


@given(st.lists(st.booleans(), min_size=1, max_size=200))
def test_a_rate_is_the_share_and_inside_its_interval(thrown: list[bool]) -> None:
    found = estimate(Metric("rate", "x", confidence=0.95), {"x": [float(value) for value in thrown]})
    assert found.value == pytest.approx(thrown.count(True) / len(thrown))
    assert found.low is not None and found.high is not None and found.value is not None
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.n == len(thrown)


# Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I.
@pytest.mark.parametrize(("successes", "n", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0000, 0.1611), (1, 29, 0.0061, 0.1718),
    (20, 20, 0.8389, 1.0000)])
def test_wilson_as_printed(successes: int, n: int, low: float, high: float) -> None:
    assert list(wilson(successes, n, 0.95)) == pytest.approx([low, high], abs=5e-5)


@given(st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))), st.floats(0.5, 0.999))
def test_wilson_is_where_the_score_test_turns(rate: tuple[int, int], confidence: float) -> None:
    """At each end p of the interval, |p̂ − p| is z standard errors of p."""
    successes, n = rate
    z = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    for p in wilson(successes, n, confidence):
        if 0 < p < 1:
            assert abs(successes / n - p) == pytest.approx(z * (p * (1 - p) / n) ** 0.5, rel=1e-6)


# From the tables of Student's t.
@pytest.mark.parametrize(("confidence", "freedom", "t"), [
    (0.95, 1, 12.706), (0.95, 2, 4.303), (0.95, 3, 3.182), (0.95, 4, 2.776), (0.95, 10, 2.228), (0.95, 30, 2.042),
    (0.95, 100, 1.984), (0.95, 120, 1.980), (0.99, 1, 63.657), (0.99, 3, 5.841), (0.99, 20, 2.845),
    (0.999, 3, 12.924), (0.999, 120, 3.373), (0.5, 5, 0.727), (0.95, 100_000, 1.960)])
def test_student_as_printed(confidence: float, freedom: int, t: float) -> None:
    assert student(confidence, freedom) == pytest.approx(t, abs=6e-4)


def test_intervals_of_means() -> None:
    assert of_mean([4.0], 0.95) == (None, None)
    assert list(of_mean([1.0, 2.0, 3.0], 0.95)) == pytest.approx([-0.4841, 4.4841], abs=1e-4)  # 2 ± 4.303 · 1 / √3
    found = estimate(Metric("rmsd", "x", confidence=0.95), {"x": [1.0, 1.0, 2.0]})  # squares 1, 1, 4: 2 ± 4.303 · 1
    assert [found.low, found.high] == pytest.approx([0.0, (2 + 4.3027) ** 0.5], abs=1e-4)


@given(st.integers(1, 60), st.integers(1, 19).map(lambda part: Fraction(part, 20)),
       st.sampled_from([Fraction(1, 2), Fraction(9, 10), Fraction(19, 20), Fraction(99, 100)]))
def test_intervals_of_quantiles_are_the_tightest_that_hold(n: int, q: Fraction, confidence: Fraction) -> None:
    """Against exact binomial sums: P(fewer than r of n values lie below the quantile)."""
    fewer = [Fraction(0)]
    for k in range(n + 1):
        fewer.append(fewer[-1] + comb(n, k) * q**k * (1 - q) ** (n - k))
    tail = (1 - confidence) / 2
    ranks = range(1, n + 1)
    margin = Fraction(1, 10**9)
    edges = (abs(sign - tail) for r in ranks for sign in (fewer[r], 1 - fewer[r]))
    assume(all(edge >= margin for edge in edges))  # or else rounding decides
    wanted = (max((r for r in ranks if fewer[r] <= tail), default=None),
              min((r for r in ranks if 1 - fewer[r] <= tail), default=None))
    assert of_quantile([float(rank) for rank in ranks], float(q), float(confidence)) == wanted


def test_an_estimate_needs_rows() -> None:
    with pytest.raises(ValueError, match="no rows"):
        estimate(Metric("mean", "x"), {"x": []})


@pytest.mark.parametrize(("ours", "value", "tolerance", "relative", "verdict"), [
    (10.4, 10, 0.05, True, "reproduced within 5%"),
    (-10.4, -10, 0.05, True, "reproduced within 5%"),
    (10.5, 10, 0.05, True, "reproduced within 5%"),
    (10.6, 10, 0.05, True, "not reproduced (ours 10.6, published 10; why: luck)"),
    (0.1, 0, 0.1, False, "reproduced within 0.1"),
    (0.2, 0, 0.1, False, "not reproduced (ours 0.2, published 0; why: luck)"),
    (None, 0, 0.1, False, "not reproduced (ours —, published 0; why: luck)")])
def test_verdicts(ours: float | None, value: float, tolerance: float, relative: bool, verdict: str) -> None:
    found = Finding(0, "m", Metric("mean", "x"), Estimate(ours, None, None, 3),
                    Published(value, "Table 1", tolerance, relative, "luck", own=True))
    assert found.verdict == verdict
    assert found.reproduced is (None if ours is None else verdict.startswith("reproduced"))
    of_table = replace(found, published=Published(value, "Table 1", tolerance, relative, "luck"))
    assert of_table.verdict == verdict.replace("why: luck", "note: luck")
    silent = replace(found, published=Published(value, "Table 1", tolerance, relative, ""))
    assert silent.verdict == verdict.replace("why: luck", "why: not known yet")


@pytest.mark.parametrize(("low", "high", "inside"), [(5.0, 20.0, True), (10.0, 10.7, True), (10.1, 11.0, False),
                                                     (9.0, 9.9, False), (None, 11.0, False), (None, None, False)])
def test_a_verdict_looks_at_the_interval_and_stays_strict(low: float | None, high: float | None, inside: bool) -> None:
    found = Finding(0, "m", Metric("mean", "x"), Estimate(10.6, low, high, 3), Published(10, "T", 0.05, True, "luck"))
    assert found.reproduced is False
    assert ("not reproduced within 5%, but inside our interval (ours 10.6" in found.verdict) == inside
    assert found.verdict.startswith("not reproduced")


def test_the_interval_of_a_mean_of_counts_is_never_below_0() -> None:
    low, high = interval(Metric("mean", "x"), [0, 0, 0, 0, 90], 0.95)
    assert (low, high) == (0.0, of_mean([0, 0, 0, 0, 90], 0.95)[1])
    assert interval(Metric("mean", "x"), [-1, 0, 0, 0, 90], 0.95) == of_mean([-1, 0, 0, 0, 90], 0.95)
    assert interval(Metric("mean", "x"), [90], 0.95) == (None, None)


def test_local_regression_is_exact_on_a_line_and_follows_a_bend() -> None:
    xs = [0.0, 1.0, 2.0, 4.0, 7.0]
    assert local_regression(xs, [3 * x + 1 for x in xs], [0.5, 3.0, 7.0]) == pytest.approx([2.5, 10.0, 22.0])
    steps = [step / 10 for step in range(101)]
    low, middle, high = local_regression(steps, [abs(x - 5) for x in steps], [1.0, 5.0, 9.0], span=0.3)
    assert low == pytest.approx(4.0)
    assert high == pytest.approx(4.0)
    assert 0 < middle < 1
    assert local_regression([1.0, 1.0, 2.0], [1.0, 3.0, 4.0], [1.0]) == pytest.approx([2.0])
