"""Estimates of samplers and their errors."""

from __future__ import annotations

from collections import Counter as Multiset
from random import Random
from statistics import mean, pvariance

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_sampling import sampler, simulate_small

from algorithms.core import run, trace
from algorithms.counting.clue import exact
from algorithms.counting.clue_states import later_states
from algorithms.events import (
    DealsCounted,
    Estimated,
    Flipped,
    HandDrawn,
    SampleRecorded,
)
from algorithms.intervals import wilson
from algorithms.problems.clue.deal import simulate
from algorithms.problems.clue.puzzle import Clue
from algorithms.sampling.fast import searched
from algorithms.sampling.local_search import Variant, certain_literals, reduce
from algorithms.sampling.samples import Record
from algorithms.sampling.sampling import rmsd
from kit.clue_games import deals, small_games, table_1


def exact_shares(clue: Clue) -> dict[str, float]:
    """The exact values of the free cells, by variable."""
    form = clue.as_deals()
    counted, total = exact(form)
    return {f"{form.cards[card]}={place}": row.get(p, 0) / total for card, row in counted.items()
            for p, place in enumerate(form.places) if 0 < row.get(p, 0) < total}


@settings(max_examples=20, deadline=None)
@given(small_games())
def test_samples_are_deals(clue: Clue) -> None:
    fitting = {frozenset(f"{card}={place}" for card, place in holder.items()) for holder in deals(clue)}
    for name in ("clue-sample-2", "clue-sample-exact"):
        algorithm = sampler(name)
        form = clue.as_at_least() if name == "clue-sample-2" else clue.as_deals()
        events, answer = trace(algorithm.start(form, {"iterations": 300}, 1))
        for event in events:
            if isinstance(event, SampleRecorded):
                assert {*event.sample, *answer.certain} in fitting
        if len(fitting) <= 3:  # so few are all found, and each counts once: no error is left
            shares = {x: mean(x in deal for deal in fitting) for x in answer.shares}
            if name == "clue-sample-2":
                assert answer.shares == pytest.approx(shares)


def test_algorithm_2_on_table_1() -> None:
    """The paper's figures, from one run: 1(c) is off by 0.0365, 1(d) by 0.009 as printed."""
    clue = table_1()
    wanted = exact_shares(clue)
    assert len(wanted) == 54
    errors = {name: rmsd(run(sampler(name).start(clue.as_at_least(), {"iterations": 100_000}, 1, drained=True)).shares,
                         wanted) for name in ("clue-sample-1", "clue-sample-2")}  # drained, they tell the same: above
    assert errors["clue-sample-2"] < 0.008
    assert 0.02 < errors["clue-sample-1"] < 0.045


def test_ten_thousand_exact_draws_beat_algorithm_2() -> None:
    clue = table_1()
    wanted = exact_shares(clue)
    answer = run(sampler("clue-sample-exact").start(clue.as_deals(), {"iterations": 10_000}, 1))
    assert rmsd(answer.shares, wanted) < 0.005


def test_intervals_of_exact_draws_cover_as_often_as_they_say() -> None:
    hits = []
    for seed in range(24):
        for clue, _ in later_states(simulate(6, Random(seed), play="any cards"))[::3]:
            answer = run(sampler("clue-sample-exact").start(clue.as_deals(), {"iterations": 800}, seed))
            hits += [low <= share <= high for name, share in exact_shares(clue).items()
                     for low, high in [answer.intervals[name]]]
    assert len(hits) > 1500
    assert 0.93 < mean(hits) < 0.97


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 7)), max_size=12), st.booleans())
def test_one_record_of_three_chains(found: list[tuple[int, int]], unique: bool) -> None:
    """Against what its words say: the estimates, and the jackknife by leaving out each chain's samples in turn."""
    names = ("p", "q", "r")
    record, earlier = Record(names, unique, 3), list[int]()
    for chain, model in found:
        sample = sum(1 << 2 * v + (model >> v & 1) for v in range(3))
        earlier.append(model)
        assert record.add(chain, sample) == (earlier.count(model), not unique or earlier.count(model) == 1)

    def shares(chains: set[int]) -> list[float] | None:
        models = [model for chain, model in found if chain in chains]
        kept = set(models) if unique else models
        return [mean(model >> v & 1 for model in kept) for v in range(3)] if kept else None

    last = record.estimated(5)
    if not found:
        assert last == Estimated(5, 0, 0, (), ())
        return
    assert last.distinct == len(set(earlier))
    assert last.samples == (last.distinct if unique else len(found))
    assert list(last.estimates) == pytest.approx(shares({1, 2, 3}))
    rests = [rest for out in (1, 2, 3) if (rest := shares({1, 2, 3} - {out}))]
    if len(rests) < 3:
        assert (last.low, last.high) == ((), ())
        return
    for v, (low, high) in enumerate(zip(last.low, last.high, strict=True)):
        half = 4.302653 * (pvariance(rest[v] for rest in rests) * 2) ** 0.5  # Student's t with two degrees of freedom
        assert low == pytest.approx(max(0, last.estimates[v] - half), abs=1e-6)
        assert high == pytest.approx(min(1, last.estimates[v] + half), abs=1e-6)


def test_experiments_run_the_same_search() -> None:
    form = table_1().as_at_least()
    certain = certain_literals(form)
    assert certain is not None
    answer = run(sampler("clue-sample-2").start(form, {"iterations": 2000, "chains": 3}, 6))
    last = searched(reduce(form, certain), Variant(unique=True), 2000, 2, 3, Random(6))
    assert answer.samples == last.samples
    assert tuple(answer.shares.values()) == last.estimates
    assert tuple(answer.intervals.values()) == tuple(zip(last.low, last.high, strict=True))


def test_intervals_of_several_chains() -> None:
    form = table_1().as_at_least()
    events, answer = trace(sampler("clue-sample-2").start(form, {"iterations": 1000, "chains": 4}, 1))
    assert {event.chain for event in events if isinstance(event, Flipped)} == {1, 2, 3, 4}
    estimates = [event for event in events if isinstance(event, Estimated)]
    assert len(estimates) == 100
    last = estimates[-1]
    assert last.step == 1000
    assert all(low <= value <= high for low, value, high in zip(last.low, last.estimates, last.high, strict=True))
    assert answer.intervals == {x: (low, high) for x, low, high in
                                zip(last.variables, last.low, last.high, strict=True)}
    alone = run(sampler("clue-sample-2").start(form, {"iterations": 100}, 1))
    assert alone.intervals == {}


def test_drawn_hands_add_up() -> None:
    events, answer = trace(sampler("clue-sample-exact").start(table_1().as_deals(), {"iterations": 200}, 1))
    counted = next(event for event in events if isinstance(event, DealsCounted))
    draws = [event for event in events if isinstance(event, HandDrawn)]
    assert counted.models == 6798
    firsts = draws[::6]
    assert {event.deals for event in firsts} == {6798}
    assert all(0 < event.ways <= event.deals for event in draws)
    assert answer.samples == 200


def test_every_deal_is_drawn_as_often_as_any_other() -> None:
    """Pearson's chi-squared, on a state with few deals; its mean is the degrees of freedom, its variance twice that."""
    clue = simulate_small()
    _, count = exact(clue.as_deals())
    events, _ = trace(sampler("clue-sample-exact").start(clue.as_deals(), {"iterations": 40 * count}, 3))
    found = Multiset(event.sample for event in events if isinstance(event, SampleRecorded))
    chi = sum((found[sample] - 40) ** 2 / 40 for sample in found) + 40 * (count - len(found))
    assert abs(chi - (count - 1)) < 4 * (2 * (count - 1)) ** 0.5


def test_wilson_as_printed() -> None:
    """10 of 100, worked out by hand."""
    assert wilson(10, 100, 0.95) == pytest.approx((0.0552, 0.1744), abs=1e-4)
