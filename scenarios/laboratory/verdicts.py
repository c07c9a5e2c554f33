"""Verdicts that look at several cases at once: paired comparisons, and tables that one run of the source gave.

A comparison takes the cases on the same seeds, pair by pair, and says by which share the mean of one is less than that
of the other, with Fieller's interval; several pairs share the risk of an error (Bonferroni), so that all intervals of
a comparison hold together as often as it says.

A table that one run of the source gave is held against our runs by three figures: its error against the exact values,
and its distance from the mean of all other runs, should lie among those of ours (were it one of our runs, it would be
as likely at any rank, whatever the distribution); and our runs should be nearer to it than the exact values are. So a
sampler that is too good is found out like one that is too bad, and one that errs as much, but elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import floor, fsum, sqrt

from scenarios.laboratory.claims import Comparison, OneRun
from scenarios.laboratory.rows import Rows
from scenarios.laboratory.statistics import Estimate, change_of_means
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
    and are None where there are too few runs to say. ``below``: ours should be less, and not alike."""

    name: str
    printed: float
    ours: float
    low: float | None
    high: float | None
    below: bool = False

    @property
    def judged(self) -> Judged:
        """Is ours like the printed table's, or below it?"""
        if self.low is None or self.high is None:
            return None
        if not self.below:
            return self.low <= self.printed <= self.high
        return True if self.high < self.printed else False if self.low >= self.printed else None

    def verdict(self, confidence: float) -> str:
        """In words."""
        share = f"{confidence * 100:.4g}% of our runs"
        if self.low is None:
            return f"undecided: too few runs; take {needed(confidence):,} or more"
        if self.judged is None:
            return "undecided: our runs lie on both sides"
        word = _WORDS[True][not self.judged]
        if self.below:
            return f"{word}: {share} are {'nearer to it' if self.judged else 'no nearer to it'} than the exact values"
        return f"{word}: {'among' if self.judged else 'beyond'} {share}"


@dataclass(frozen=True)
class RunJudged:
    """A printed table among our runs."""

    table: OneRun
    runs: int
    measures: tuple[Measure, ...]


def needed(confidence: float) -> int:
    """So many runs of ours let a figure that is beyond all of them be told apart."""
    runs = 1
    while not _rank(runs, confidence):
        runs += 1
    return runs


def _rank(runs: int, confidence: float) -> int:
    """The rank, from 1, of the least figure that is no rarity, and from the other end of the greatest one."""
    return floor((runs + 1) * (1 - confidence) / 2 + 1e-9)


def judge_run(table: OneRun, rows: Rows, repetitions: int) -> RunJudged:
    """The printed table among our runs; every row must be there."""

    def column(case: int) -> Sequence[float]:
        return rows.numbers(case, [table.of], repetitions)[table.of]

    exact = [fsum(values) / len(values) for values in map(column, table.exact.values())]
    ours = [[round(value, table.decimals) for value in run]
            for run in zip(*map(column, table.printed), strict=True)]
    return RunJudged(table, repetitions, tuple(_measures(table, ours, exact)))


def _measures(table: OneRun, ours: Sequence[Sequence[float]], exact: Sequence[float]) -> Iterator[Measure]:
    printed = list(table.printed.values())
    every = [printed, *ours]
    sums = [fsum(run[cell] for run in every) for cell in range(len(printed))]

    def from_others(run: Sequence[float]) -> float:
        others = [(total - value) / (len(every) - 1) for total, value in zip(sums, run, strict=True)]
        return distance(run, others)

    def measure(name: str, theirs: float, found: Sequence[float], below: bool = False) -> Measure:
        ordered, rank = sorted(found), _rank(len(ours), table.confidence)
        low, high = (ordered[rank - 1], ordered[-rank]) if rank else (None, None)
        return Measure(name, theirs, fsum(found) / len(found), low, high, below)

    rounded = [round(value, table.decimals) for value in exact]
    yield measure("RMSD from the exact values", distance(printed, exact), [distance(run, exact) for run in ours])
    yield measure("RMSD from the printed table", distance(printed, rounded), [distance(run, printed) for run in ours],
                  below=True)
    yield measure("RMSD from the mean of the other runs", from_others(printed), [from_others(run) for run in ours])


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
        yield [f"  {_named(cases[less], cases[than], involved)}", change.said(percent), "", ""]


def _named(less: Case, than: Case, involved: Sequence[Case]) -> str:
    """The pair: what both have, then in what they differ."""
    both = [name for name in less if less[name] == than[name]]
    common = differing({name: less[name] for name in both}, involved)
    one, other = (differing({name: value for name, value in case.items() if name not in both}, [less, than])
                  for case in (less, than))
    return f"{common}: {one} against {other}" if common else f"{one} against {other}"


def run_lines(found: RunJudged) -> Iterator[list[str]]:
    """A table of one run as rows, a measure each."""
    note = f" ({found.table.note})" if found.table.note else ""
    yield [f"{found.table.place}, {len(found.table.printed)} figures{note}", "", "", ""]
    for one in found.measures:
        between = "" if one.low is None or one.high is None else f" ({one.low:.4f} to {one.high:.4f})"
        yield [f"  {one.name}", f"{one.ours:.4f}{between}", f"{'below ' if one.below else ''}{one.printed:.4f}",
               one.verdict(found.table.confidence)]


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
