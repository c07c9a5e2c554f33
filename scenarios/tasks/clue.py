"""Tasks on Clue: how far the samplers of Neller and Luo are off on later states of simulated games, and on Table 1."""

from __future__ import annotations

from functools import lru_cache
from math import log10
from random import Random
from typing import Annotated, Any, Literal

from pydantic import Field

from algorithms.core import Event, run
from algorithms.counting.clue import deal_count
from algorithms.counting.clue_draws import sample_exact
from algorithms.counting.clue_states import later_states
from algorithms.events import Estimated
from algorithms.problems.clue.deal import Play, simulate
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.puzzle import Clue
from algorithms.sampling.fast import searched
from algorithms.sampling.local_search import Reduced, certain_literals, reduce
from algorithms.sampling.samplers import VARIANTS
from algorithms.sampling.sampling import SampledMarginals, rmsd
from scenarios.runs import AlgorithmRun
from scenarios.script.measures import measure
from scenarios.tasks import Case, Row, experiment_task
from scenarios.trajectories import Begin, trajectory

DRAWS = 5_000
"""So many exact draws take about as long as 100,000 flips: 1.02 times, measured over 60 states."""

_MOST_STATES = 12  # of a game that are drawn from; hardly any has more

TABLE_1_A = ("mu sc sc re ba ba", "wh pe wh ca li", "gr pe gr re ha", "sc wh pe ca lo", "wh gr wh pi di",
             "wh sc pe ro lo", "gr pe pl ca bi", "sc pl pe re st", "mu gr gr ro bi gr", "wh mu sc re li li")
"""Suggester, refuter, the three cards, and what Mustard saw. In the ninth row the underline that marks ``gr`` is lost;
no other card agrees with the printed probabilities."""

_Sampler = Literal["clue-sample-1", "clue-sample-a", "clue-sample-b", "clue-sample-c", "clue-sample-d",
                   "clue-sample-e", "clue-sample-2", "clue-sample-exact"]
_Iterations = Annotated[int, Field(ge=1, le=10_000_000)]
_Tenure = Annotated[int, Field(ge=0, le=1_000_000)] | Literal["own"]
_Chains = Annotated[int, Field(ge=1, le=1000)]


@experiment_task("clue-sampling-error", defaults={"tenure": "own"}, algorithm=_Sampler, iterations=_Iterations,
                 play=Play, tenure=_Tenure)
def clue_sampling_error(case: Case, seed: int) -> Row:
    """One later state of a simulated game (section 4.1), and one run of a sampler on it.

    ``rmsd`` is over the free cells, ``models`` the number of deals, ``solutions`` its logarithm to the base 10. The
    parameter ``tenure`` is "own" where it is the algorithm's.
    """
    clue, models = later_state(seed, "sensible" if case["play"] == "sensible" else "any cards")
    wanted = exact_shares(clue)
    tenure = case.get("tenure", "own")
    found = sampled(clue, str(case["algorithm"]), int(case["iterations"]), seed,
                    None if tenure == "own" else int(tenure))
    return {"models": models, "solutions": log10(models), "cells": len(wanted), "samples": found.samples or 0,
            "rmsd": rmsd(found.shares, wanted)}


@experiment_task("clue-intervals", algorithm=Literal["clue-sample-1", "clue-sample-2", "clue-sample-exact"],
                 iterations=_Iterations, chains=_Chains)
def clue_intervals(case: Case, seed: int) -> Row:
    """Do the confidence intervals hold the exact values? ``covered`` is the share of the free cells of a later state
    where they do, ``width`` the mean width. Several chains share the iterations; exact draws need none. Where chains
    give no interval it is from 0 to 1."""
    clue, _ = later_state(seed, "any cards")
    wanted = exact_shares(clue)
    algorithm, iterations, chains = str(case["algorithm"]), int(case["iterations"]), int(case["chains"])
    if algorithm == "clue-sample-exact":
        found = sampled(clue, algorithm, iterations, seed).intervals
    else:
        form, (variant, tenure) = free_part(clue), VARIANTS[algorithm]
        last = searched(form, variant, max(1, iterations // chains), tenure, chains, Random(seed))
        found = dict(zip(last.variables, zip(last.low, last.high, strict=True), strict=False))
    bounds = {cell: found.get(cell, (0.0, 1.0)) for cell in wanted}
    hits = [low <= wanted[cell] <= high for cell, (low, high) in bounds.items()]
    return {"covered": sum(hits) / len(wanted), "width": sum(high - low for low, high in bounds.values()) / len(wanted)}


@experiment_task("clue-table-1", algorithm=Literal["clue-exact", "clue-sample-1", "clue-sample-2"], cell=str)
def clue_table_1(case: Case, seed: int) -> Row:
    """One cell of Table 1, such as ``ca=pe``: its exact probability, or what one run of 100,000 iterations makes of it.
    ``rmsd`` is of that run's whole table."""
    shares = _table_1(str(case["algorithm"]), seed)
    return {"probability": shares.get(str(case["cell"]), 0.0), "rmsd": rmsd(shares, exact_shares(table_1()))}


@lru_cache(maxsize=256)
def _table_1(algorithm: str, seed: int) -> dict[str, float]:
    if algorithm == "clue-exact":
        return exact_shares(table_1())
    return dict(sampled(table_1(), algorithm, 100_000, seed).shares)


@lru_cache(maxsize=1)
def table_1() -> Clue:
    """The game of Table 1."""
    log = []
    for row in TABLE_1_A:
        suggester, refuter, suspect, weapon, room, *shown = row.split()
        log.append(LogLine((suspect, weapon, room), suggest=suggester, refute=refuter, shown=next(iter(shown), None)))
    return Clue.read(players=("sc", "mu", "wh", "gr", "pe", "pl"), me="mu", hand=("pl", "ro", "li"), events=tuple(log))


@lru_cache(maxsize=4096)
def later_state(seed: int, play: Play) -> tuple[Clue, int]:
    """A state of a random game and its number of deals, each state of all games as likely as any other."""
    rng = Random(seed)
    while True:
        states = [(clue, models) for clue, models in later_states(simulate(6, rng, play=play)) if models > 1]
        chosen = rng.randrange(_MOST_STATES)
        if chosen < len(states):
            return states[chosen]


def exact_shares(clue: Clue) -> dict[str, float]:
    """The exact values of the free cells."""
    count = deal_count(clue.as_deals())
    return {} if count is None else count.uncertain()


def sampled(clue: Clue, algorithm: str, iterations: int, seed: int, tenure: int | None = None) -> SampledMarginals:
    """One run, without any event where that is faster; of exact draws one for each 20 iterations. ``tenure``: None is
    the algorithm's own."""
    if algorithm == "clue-sample-exact":
        return run(sample_exact(clue.as_deals(), iterations=max(1, iterations * DRAWS // 100_000), rng=Random(seed)))
    reduced = free_part(clue)
    variant, own = VARIANTS[algorithm]
    last = searched(reduced, variant, iterations, own if tenure is None else tenure, 1, Random(seed))
    return SampledMarginals((), dict(zip(last.variables, last.estimates, strict=True)), {}, last.samples)


def free_part(clue: Clue) -> Reduced:
    """The at-least constraints without what is certain."""
    form = clue.as_at_least()
    certain = certain_literals(form)
    assert certain is not None  # the log was checked
    return reduce(form, certain)


@measure("error", (*VARIANTS, "clue-sample-exact"), Clue)
def error(made: AlgorithmRun) -> float:
    """How far what a sampler estimates is off: the RMSD from the exact shares of the cells that are not certain."""
    assert isinstance(made.puzzle, Clue)
    if made.algorithm.name not in VARIANTS:
        return rmsd(run(made.steps()).shares, exact_shares(made.puzzle))
    variant, _ = VARIANTS[made.algorithm.name]
    options: dict[str, Any] = {name: made.options.get(name, option.default)
                               for name, option in made.algorithm.options.items()}
    last = searched(free_part(made.puzzle), variant, rng=Random(made.seed), **options)  # no events: three times as fast
    return rmsd(dict(zip(last.variables, last.estimates, strict=True)), exact_shares(made.puzzle))


@trajectory("error", "iterations", (*VARIANTS, "clue-sample-exact"), Clue, jumps=False)
def errors(made: AlgorithmRun) -> Begin:
    """The same, of each of its estimates, from its first sample on."""
    assert isinstance(made.puzzle, Clue)
    exact = exact_shares(made.puzzle)

    def read(event: Event) -> tuple[int, float] | None:
        if not isinstance(event, Estimated) or not event.samples:
            return None
        return event.step, rmsd(dict(zip(event.variables, event.estimates, strict=True)), exact)

    return lambda: read
