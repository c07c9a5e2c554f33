"""Verdicts that look at several cases at once: paired comparisons, and tables that one run of the source gave.

A comparison takes the cases on the same seeds, pair by pair, and says by which share the mean of one is less than that
of the other, with Fieller's interval; several pairs share the risk of an error (Bonferroni), so that all intervals of
a comparison hold together as often as it says.

A table of one run is reproduced if nobody could tell it from our runs: its error against the exact values, and its
distance from the mean of all other runs, lie among those of ours. Were it one of our runs, each would be as likely at
any rank, whatever the distribution (a permutation test). A sampler that is too good is found out like one that is too
bad.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, fsum, sqrt

from scenarios.experiment_claims import Comparison, OneRun
from scenarios.experiment_rows import Rows
from scenarios.experiment_statistics import Estimate, change_of_means
from scenarios.tasks import Case

Judged = bool | None
"""Yes, no, or nobody can tell from so few rows."""

_WORDS = {True: ("reproduced", "not reproduced"), False: ("holds", "does not hold")}


def all_of(found: Sequence[Judged]) -> Judged:
    """Do all hold? One that does not decides."""
    return False if False in found else None if None in found else True


def percent(share: float | None) -> str:
    """A change, with its sign."""
    return "—" if share is None else f"{share:+.1%}".replace("-", "−")


def differing(case: Case, others: Sequence[Case]) -> str:
    """The case by the values of the parameters in which cases differ."""
    return " ".join(str(value).lower() if isinstance(value, bool) else str(value) for name, value in case.items()
                    if len({other[name] for other in others}) > 1)


# --- comparisons -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """A comparison and for each of its pairs the change of the mean, from the larger to the lesser, as a share."""

    comparison: Comparison
    changes: tuple[Estimate, ...]

    @property
    def judged(self) -> Judged:
        """Does it hold? None where our intervals cannot tell."""
        return all_of([self._less(change) if self.comparison.change is None else self._of_size(change)
                       for change in self.changes])

    def _less(self, change: Estimate) -> Judged:
        if change.low is None or change.high is None:
            return None
        limit = -self.comparison.least
        return True if change.high < limit else False if change.low > limit else None

    def _of_size(self, change: Estimate) -> Judged:
        """Is the change the published one, give or take the tolerance?"""
        if change.low is None or change.high is None:
            return None
        published, tolerance = self.comparison.change or 0.0, self.comparison.tolerance
        low, high = published - tolerance, published + tolerance
        if low <= change.low and change.high <= high:
            return True
        return False if change.high < low or high < change.low else None

    @property
    def verdict(self) -> str:
        """In words."""
        word = "undecided" if self.judged is None else _WORDS[bool(self.comparison.place)][not self.judged]
        within = "" if self.comparison.change is None else f" within {self.comparison.tolerance * 100:.4g} points"
        return f"{word}{within}{self._why()}"

    def _why(self) -> str:
        """What the intervals say, where it is not simply yes."""
        if self.judged:
            return ""
        note = f"; note: {self.comparison.note}" if self.comparison.note else ""
        if self.comparison.change is not None:
            return f" ({'' if self._less(self.changes[0]) else 'not surely '}less{note})"
        of = [self._less(change) for change in self.changes]
        told = [f"{of.count(key)} of {len(of)} pairs {words}" for key, words in (
            (True, "as it says"), (False, "not"), (None, "within chance")) if key in of]
        return f" ({', '.join(told)}{note})"


def compared(comparison: Comparison, rows: Rows, repetitions: int) -> Compared:
    """The changes between the cases of each pair; every row must be there."""
    of = comparison.of
    columns = {case: rows.numbers(case, [of], repetitions)[of] for case in {x for pair in comparison.pairs
                                                                           for x in pair}}
    confidence = 1 - (1 - comparison.confidence) / len(comparison.pairs)
    return Compared(comparison, tuple(change_of_means(columns[less], columns[than], confidence)
                                      for less, than in comparison.pairs))


# --- tables of one run -------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measure:
    """A figure of the printed table beside those of our runs: ``low`` and ``high`` hold all but the rarest of these,
    and are None where there are too few runs to say."""

    name: str
    printed: float
    ours: float
    low: float | None
    high: float | None

    @property
    def judged(self) -> Judged:
        """Is the printed table's like one of ours?"""
        if self.low is None or self.high is None:
            return None
        return self.low <= self.printed <= self.high


@dataclass(frozen=True)
class RunJudged:
    """A printed table among our runs."""

    table: OneRun
    runs: int
    measures: tuple[Measure, ...]

    @property
    def judged(self) -> Judged:
        return all_of([measure.judged for measure in self.measures])

    @property
    def verdict(self) -> str:
        """In words."""
        share = f"{self.table.confidence * 100:.4g}%"
        note = f"; note: {self.table.note}" if self.table.note else ""
        if self.judged:
            return f"reproduced: it could be one of our runs (both figures lie among {share} of ours)"
        if self.judged is False:
            odd = " and ".join(f"its {measure.name}" for measure in self.measures if measure.judged is False)
            return f"not reproduced: it is not like our runs ({odd}{note})"
        return f"undecided: {self.runs:,} runs are too few; take {needed(self.table.confidence):,} or more"


def needed(confidence: float) -> int:
    """So many runs of ours let a table that is beyond all of them be told apart."""
    runs = 1
    while not _rank(runs, confidence):
        runs += 1
    return runs


def _rank(runs: int, confidence: float) -> int:
    """The rank, from 1, of the least figure that is no rarity; two figures, each with two ends, share the risk."""
    return floor((runs + 1) * (1 - confidence) / 4 + 1e-9)


def judge_run(table: OneRun, rows: Rows, repetitions: int) -> RunJudged:
    """The printed table among our runs; every row must be there."""

    def column(case: int) -> Sequence[float]:
        return rows.numbers(case, [table.of], repetitions)[table.of]

    exact = [fsum(values) / len(values) for values in map(column, table.exact.values())]
    ours = [[round(value, table.decimals) for value in run]
            for run in zip(*map(column, table.printed), strict=True)]
    return RunJudged(table, repetitions, tuple(_measures(list(table.printed.values()), ours, exact, table.confidence)))


def _measures(printed: Sequence[float], ours: Sequence[Sequence[float]], exact: Sequence[float],
              confidence: float) -> Iterator[Measure]:
    every = [printed, *ours]
    sums = [fsum(run[cell] for run in every) for cell in range(len(printed))]

    def from_others(run: Sequence[float]) -> float:
        others = [(total - value) / (len(every) - 1) for total, value in zip(sums, run, strict=True)]
        return distance(run, others)

    for name, figures in (("RMSD from the exact values", [distance(run, exact) for run in every]),
                          ("RMSD from the mean of the other runs", [from_others(run) for run in every])):
        mine, rank = sorted(figures[1:]), _rank(len(ours), confidence)
        yield Measure(name, figures[0], fsum(mine) / len(mine), *((mine[rank - 1], mine[-rank]) if rank
                                                                  else (None, None)))


def distance(one: Sequence[float], other: Sequence[float]) -> float:
    """The root of the mean square difference."""
    return sqrt(fsum((a - b) ** 2 for a, b in zip(one, other, strict=True)) / len(one))


# --- in words ----------------------------------------------------------------------------------------------------


def comparison_lines(found: Compared, cases: Sequence[Case]) -> Iterator[list[str]]:
    """A comparison as rows of a table: the claim with its verdict, then each pair."""
    comparison = found.comparison
    published = percent(comparison.change) if comparison.change is not None else (
        f"below {percent(-comparison.least)}" if comparison.least else "less")
    yield [comparison.claim, f"change of mean {comparison.of}", published + (
        f" ({comparison.place})" if comparison.place else ""), found.verdict]
    involved = [cases[case] for pair in comparison.pairs for case in pair]
    for (less, than), change in zip(comparison.pairs, found.changes, strict=True):
        yield [f"  {_named(cases[less], cases[than], involved)}", changed(change), "", ""]


def _named(less: Case, than: Case, involved: Sequence[Case]) -> str:
    """The pair: what both have, then in what they differ."""
    both = [name for name in less if less[name] == than[name]]
    common = differing({name: less[name] for name in both}, involved)
    one, other = (differing({name: value for name, value in case.items() if name not in both}, [less, than])
                  for case in (less, than))
    return f"{common}: {one} against {other}" if common else f"{one} against {other}"


def changed(change: Estimate) -> str:
    """A change with its interval."""
    if change.low is None and change.high is None:
        return percent(change.value)
    return f"{percent(change.value)} ({percent(change.low)} to {percent(change.high)})"


def run_lines(found: RunJudged) -> Iterator[list[str]]:
    """A table of one run as rows: its verdict, then both measures."""
    yield [f"{found.table.place}, {len(found.table.printed)} figures", "", "", found.verdict]
    for measure in found.measures:
        ours = f"{measure.ours:.4f}" if measure.low is None or measure.high is None else (
            f"{measure.ours:.4f} ({measure.low:.4f} to {measure.high:.4f})")
        yield [f"  {measure.name}", ours, f"{measure.printed:.4f}", ""]


def comparison_cells(found: Compared, cases: Sequence[Case]) -> Iterator[Mapping[str, object]]:
    """The same as cells of a file, a line for each pair."""
    comparison = found.comparison
    for (less, than), change in zip(comparison.pairs, found.changes, strict=True):
        yield {"claim": comparison.claim, "place": comparison.place, "of": comparison.of,
               "less": differing(cases[less], cases), "than": differing(cases[than], cases),
               "change": change.value, "low": change.low, "high": change.high,
               "confidence": comparison.confidence, "published": comparison.change,
               "tolerance": comparison.tolerance if comparison.change is not None else None,
               "verdict": found.verdict}
