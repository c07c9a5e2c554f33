"""What a cue expects of bands over seeds; `main.py check` runs them, and fails where the figures differ.

    expect:
      band: {Algorithm 2: {at: 2500, low: 0.04, median: 0.05, high: 0.07}}
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from annotated_types import Ge

from algorithms.words import counted
from scenarios.bands import Bands, Quantiles
from scenarios.reading import Loc, meant


@dataclass(frozen=True)
class Spread:
    """What is expected of a band ``at`` a place (by default where the last seed ends), to so many decimals as are
    written."""

    at: Annotated[int, Ge(0)] | None = None
    low: float | None = None
    median: float | None = None
    high: float | None = None


def spread_faults(expected: Sequence[Mapping[str, Spread]], bands: Bands | None) -> Iterator[tuple[Loc, str]]:
    """What is wrong with what each cue of a script expects of bands, each with its place in the script."""
    for index, spreads in enumerate(expected):
        yield from ((("script", index, "expect", "band", *loc), message) for loc, message in _faults(spreads, bands))


def _faults(spreads: Mapping[str, Spread], bands: Bands | None) -> Iterator[tuple[Loc, str]]:
    names = [] if bands is None else [run.name for run in bands.runs]
    if spreads and bands is None:
        yield (), "there is no band; give the lesson's chart its seeds, as in chart: {seeds: 20}"
        return
    for name, spread in spreads.items():
        if name not in names:
            yield (name,), f"there is no run {name!r}; {meant(name, names)}"
        elif spread.low is spread.median is spread.high is None:
            yield (name,), "expects nothing; give low, median or high"


def spread_found(spreads: Mapping[str, Spread], bands: Bands) -> Iterator[tuple[Loc, object, object]]:
    """All that is expected of bands, beside what is so."""
    bands.compute()
    names = [run.name for run in bands.runs]
    for name, spread in spreads.items():
        if bands.fault:
            yield (name,), f"a band of {counted(bands.seeds, 'seed')}", bands.fault
            continue
        first = max(trace.xs[0] for trace in bands.traces(names.index(name)))
        if spread.at is not None and spread.at < first:
            yield (name, "at"), spread.at, f"a band from {first:,} on"
            continue
        found = bands.of(names.index(name)).at(spread.at)
        for key in Quantiles._fields:
            figure = getattr(spread, key)
            if figure is not None:
                yield (name, key), figure, round(getattr(found, key), len(str(figure).partition(".")[2]))
