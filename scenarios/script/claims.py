"""Claims about what algorithms cost: one run on one puzzle proves nothing, so each holds over many seeds.

    claim:
      seeds: 40                           with the seeds 1 to 40, which the cue must say
      counter: labels                     what is counted; or error: of a sampler of Clue, the RMSD of what it estimates
      runs: [{algorithm: mrv-random}]     beside the lesson's own, where these are not enough
      puzzles: {random: {clues: 24}}      in place of the lesson's puzzle one for each seed, of the same kind
      medians: {mrv-random: 185.5}        of a run, over the seeds, to so many decimals as are written
      most: {mrv-plus: 513}               of a run, with any of the seeds
      fewer: [{run: mrv-random, than: mrv-plus, count: 39}]    with so many of the seeds one counts less than another
      more: [{run: noise, than: no noise, count: 14}]          with so many it counts more, as of solutions

`main.py check` counts, and fails where the figures differ; in the window nothing is run for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from statistics import median
from typing import Annotated

from annotated_types import Ge, Le
from pydantic import JsonValue

from algorithms.problems.puzzle import Puzzle
from scenarios.reading import Loc, meant
from scenarios.runs import AlgorithmRun, Compared, as_read
from scenarios.script.drawn import Figures
from scenarios.script.measures import measures_of

Share = Annotated[int, Ge(0), Le(1000)]


@dataclass(frozen=True)
class Apart:
    """That ``run`` counts less, or more, than another with ``count`` of the seeds."""

    run: str
    than: str
    count: Share


@dataclass(frozen=True)
class Claim:
    """What ``counter`` says of runs with the seeds from 1 to ``seeds``: medians, the most, and who needs fewer, or
    finds more, how often. ``puzzles`` has the keys of a random puzzle without its seed."""

    seeds: Annotated[int, Ge(2), Le(1000)]
    counter: str
    runs: tuple[Compared, ...] = ()
    puzzles: dict[str, JsonValue] | None = None
    medians: dict[str, float] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    fewer: tuple[Apart, ...] = ()
    more: tuple[Apart, ...] = ()

    @property
    def figures(self) -> Figures:
        """The same as a picture has it."""
        fewer, more = (tuple((as_read(one.run), as_read(one.than), one.count) for one in shares)
                       for _, shares in self.shares)
        medians = tuple((as_read(name), figure) for name, figure in self.medians.items())
        most = tuple((as_read(name), number) for name, number in self.most.items())
        return Figures(self.counter, self.seeds, medians, most, fewer, more)

    @property
    def shares(self) -> tuple[tuple[str, tuple[Apart, ...]], ...]:
        """Who counts less how often, and who more, each with its key."""
        return ("fewer", self.fewer), ("more", self.more)

    def named(self) -> Iterator[tuple[Loc, str]]:
        """The names of the runs that it speaks of, each with its place."""
        yield from ((("medians", name), name) for name in self.medians)
        yield from ((("most", name), name) for name in self.most)
        for key, shares in self.shares:
            for index, share in enumerate(shares):
                yield (key, index, "run"), share.run
                yield (key, index, "than"), share.than


def claim_faults(claim: Claim, say: str | None, runs: Sequence[AlgorithmRun]) -> Iterator[tuple[Loc, str]]:
    """What is wrong with a claim, each with its place in it, before anything runs."""
    if say is None or not re.search(rf"(?<![\d,.]){claim.seeds}(?![\d,.]\d|\d)", say):
        yield ("seeds",), (f"the cue does not say that they are {claim.seeds}; write the number into its say, for "
                           "nobody can tell what a claim is worth without it")
    if not any(claim.named()):
        yield (), "claims nothing; give medians, most, fewer or more"
    counters = {run.name: _figures(run, claim.counter) for run in runs}
    for loc, name in claim.named():
        if name not in counters:
            yield loc, f"there is no run {name!r}; {meant(name, counters)}"
        elif claim.counter not in counters[name]:
            yield ("counter",), f"{name} has no such counter; {meant(claim.counter, counters[name])}"
    for key, index, share in ((key, *one) for key, shares in claim.shares for one in enumerate(shares)):
        if share.run == share.than:
            yield (key, index, "than"), "is the run itself; name another"
        if share.count > claim.seeds:
            yield (key, index, "count"), f"is more than all {claim.seeds} seeds; make it smaller"
    spoken_of = {name for _, name in claim.named()}
    for index, run in enumerate(runs[len(runs) - len(claim.runs):]):
        if run.name not in spoken_of:
            yield ("runs", index), f"nothing is claimed of {run.name}; remove it"


def _figures(run: AlgorithmRun, wanted: str) -> list[str]:
    """What can be claimed of a run; measures, which take long to load, are looked at where no counter is wanted."""
    counters = [counter.name for counter in run.algorithm.counters]
    return counters if wanted in counters else [*counters, *measures_of(run)]


def measured(claim: Claim, runs: Sequence[AlgorithmRun], puzzles: Iterator[Puzzle]) -> list[tuple[Loc, object, object]]:
    """All that is claimed, beside what is so: a puzzle for each seed, from 1, and on it each run that is named."""
    totals: dict[str, list[float]] = {name: [] for _, name in claim.named()}
    for seed, puzzle in zip(range(1, claim.seeds + 1), puzzles, strict=False):
        for run in runs:
            if run.name in totals:
                totals[run.name].append(total(replace(run, puzzle=puzzle, seed=seed), claim.counter))
    return list(_compared(claim, totals))


def _compared(claim: Claim, totals: Mapping[str, Sequence[float]]) -> Iterator[tuple[Loc, object, object]]:
    for name, figure in claim.medians.items():
        decimals = len(str(figure).partition(".")[2])
        yield ("medians", name), figure, round(median(totals[name]), decimals)
    for name, number in claim.most.items():
        yield ("most", name), number, max(totals[name])
    for key, shares in claim.shares:
        for index, share in enumerate(shares):
            less, other = (share.run, share.than) if key == "fewer" else (share.than, share.run)
            times = sum(one < another for one, another in zip(totals[less], totals[other], strict=True))
            yield (key, index, "count"), share.count, times


def total(run: AlgorithmRun, counter: str) -> float:
    """What the counter or the measure of that name says at the end of a run."""
    wanted = next((found for found in run.algorithm.counters if found.name == counter), None)
    if wanted is None:
        return measures_of(run)[counter](run)
    return sum(wanted.worth(event) for event in run.steps(drained=True) if isinstance(event, wanted.counts))
