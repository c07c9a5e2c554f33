"""What a source says that an experiment can hold against its rows, as a spec writes it down.

    published:                                       # figures, each with a verdict of its own …
      - {metric: R, place: Table 3, tolerance: 15%, figures: [{case: {level: easy}, value: 35.7}]}
      - metric: probability                          # … or a table that one run gave, judged as a whole
        place: Table 1(c)
        one_run: {exact: {algorithm: clue-exact}, decimals: 2}
        figures: […]
    comparisons:                                     # which of the cases has less of a column, and how much less
      - {claim: (d) errs less, place: section 4.2.4, of: rmsd, ascending: [{algorithm: d}, {algorithm: 1}],
         change: -24%, tolerance: 5%}
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import isfinite
from typing import Annotated

from pydantic import Field

from scenarios.laboratory.cases import chosen
from scenarios.reading import Document, Loc, meant
from scenarios.tasks import Case, Value

_Share = Annotated[float, Field(gt=0, lt=1)]


@dataclass(frozen=True)
class Published:
    """A figure as the source prints it. ``tolerance`` is a share of the value if ``relative``, else in its unit; None
    if the figure is judged with all of its table. ``own``: the note is on this figure, and not on all of its table."""

    value: float
    place: str
    tolerance: float | None
    relative: bool
    note: str
    own: bool = False

    @property
    def allowance(self) -> str:
        """The tolerance in words: 5% or 0.01; empty where there is none."""
        if self.tolerance is None:
            return ""
        return f"{self.tolerance * 100:.4g}%" if self.relative else f"{self.tolerance:.4g}"

    @property
    def allowed(self) -> float:
        """The tolerance in the unit of the value."""
        return (self.tolerance or 0.0) * (abs(self.value) if self.relative else 1)


@dataclass(frozen=True)
class OneRun:
    """A table that a single run of the source gave: is it like one of ours?

    printed:  its figures, by case; each repetition of these cases is a run of ours
    exact:    for each the case that has the value which the run estimates
    decimals: to so many the source rounds; ours are rounded alike
    """

    place: str
    of: str
    printed: Mapping[int, float]
    exact: Mapping[int, int]
    decimals: int
    confidence: float
    note: str


@dataclass(frozen=True)
class Comparison:
    """The mean of a column is less in some cases than in others that have the same seeds.

    pairs:    the cases, by index: less, and than which
    least:    by which share at least it is less, such as 0.5; any, if 0
    change:   the published change, such as −0.24, and ``tolerance`` to each side of it, if the source has one
    confidence: of all pairs together
    place:    where the source says so; empty if it is no claim of the source
    """

    claim: str
    place: str
    of: str
    pairs: tuple[tuple[int, int], ...]
    least: float
    change: float | None
    tolerance: float
    confidence: float
    note: str


# --- as they stand in the file -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Figure:
    case: dict[str, Value]
    value: float
    note: str | None = None


@dataclass(frozen=True)
class _OneRun:
    exact: dict[str, Value]
    decimals: Annotated[int, Field(ge=0, le=12)]
    confidence: _Share = 0.95


@dataclass(frozen=True)
class TableSheet:
    """Figures from one place of the source; ``tolerance`` is such as 5%, or a number in the unit of the metric."""

    metric: str
    place: str
    figures: tuple[_Figure, ...]
    tolerance: float | str | None = None
    one_run: _OneRun | None = None
    note: str = ""


@dataclass(frozen=True)
class ComparisonSheet:
    """A chain of cases, or of several at once, in which a column grows."""

    claim: str
    of: str
    ascending: tuple[dict[str, Value | tuple[Value, ...]], ...]
    place: str = ""
    by_more_than: str | None = None
    change: str | None = None
    tolerance: str | None = None
    confidence: _Share = 0.95
    note: str = ""


# --- figures -----------------------------------------------------------------------------------------------------


def read_published(document: Document, tables: Sequence[TableSheet], metrics: Mapping[str, object],
                   cases: Sequence[Case]) -> Iterator[tuple[tuple[int, str], Published]]:
    """All published figures, by case and metric."""
    seen = set()
    for at, table in enumerate(tables):
        loc = ("published", at)
        if table.metric not in metrics:
            raise document.error((*loc, "metric"), f"there is no metric {table.metric!r}; "
                                 + meant(table.metric, metrics))
        if (table.tolerance is None) == (table.one_run is None):
            raise document.error(loc, "needs either tolerance, for each figure, or one_run, for all together; "
                                 + ("add one" if table.tolerance is None else "remove one"))
        tolerance, relative = (None, False) if table.tolerance is None else _tolerance(
            document, (*loc, "tolerance"), table.tolerance)
        for number, figure in enumerate(table.figures):
            here: Loc = (*loc, "figures", number)
            key = (_only(document, (*here, "case"), figure.case, cases), table.metric)
            if key in seen:
                raise document.error((*here, "case"), "has a published figure of this metric already; remove one")
            if relative and figure.value == 0:
                raise document.error((*here, "value"), "a percentage of 0 is 0; give the tolerance as a number")
            seen.add(key)
            note = table.note if figure.note is None else figure.note
            yield key, Published(figure.value, table.place, tolerance, relative, note.strip(),
                                 bool(figure.note and figure.note.strip()))


def _only(document: Document, loc: Loc, wanted: Mapping[str, Value], cases: Sequence[Case]) -> int:
    """The index of the one case that is meant."""
    found = chosen(document, loc, wanted, cases)
    if len(found) > 1:
        raise document.error(loc, f"fits {len(found)} cases; name more parameters")
    return found[0]


def _tolerance(document: Document, loc: Loc, given: float | str) -> tuple[float, bool]:
    """The tolerance, and whether it is a share of the figure."""
    relative = isinstance(given, str)
    number = re.fullmatch(r"(\d+(?:\.\d+)?) ?%", given) if isinstance(given, str) else None
    if isinstance(given, str) and number is None:
        raise document.error(loc, f"{given[:40]!r} is no tolerance; write such as 5%, or a number in the metric's unit")
    value = float(number[1]) / 100 if number else float(given)
    if not (isfinite(value) and value >= 0):
        raise document.error(loc, "must be 0 or more; change it")
    return value, relative


# --- whole tables ------------------------------------------------------------------------------------------------


def read_runs(document: Document, tables: Sequence[TableSheet], means: Mapping[str, str], cases: Sequence[Case],
              paired: Sequence[str]) -> Iterator[OneRun]:
    """The tables that are judged as a whole. ``means``: for each metric that is a mean, of which column."""
    for at, table in enumerate(tables):
        loc: Loc = ("published", at)
        if table.one_run is None:
            continue
        if table.metric not in means:
            raise document.error((*loc, "metric"), f"{table.metric!r} is no mean of a column, as one_run needs; name "
                                 "another")
        if len(table.figures) < 2:
            raise document.error((*loc, "figures"), "one_run judges a table of two figures or more; add some")
        printed = {_only(document, (*loc, "figures", number, "case"), figure.case, cases): figure.value
                   for number, figure in enumerate(table.figures)}
        if len({_seeded(cases[case], paired) for case in printed}) > 1:
            raise document.error((*loc, "one_run"), "its cases have different seeds, so that a repetition is no run; "
                                 "name what they differ in under paired")
        exact = {case: _only(document, (*loc, "one_run", "exact"), {**cases[case], **table.one_run.exact}, cases)
                 for case in printed}
        yield OneRun(table.place, means[table.metric], printed, exact, table.one_run.decimals,
                     table.one_run.confidence, table.note.strip())


def _seeded(case: Case, paired: Sequence[str]) -> tuple[tuple[str, Value], ...]:
    """What the seeds of a case depend on."""
    return tuple((name, value) for name, value in case.items() if name not in paired)


# --- comparisons -------------------------------------------------------------------------------------------------


def read_comparisons(document: Document, sheets: Sequence[ComparisonSheet], cases: Sequence[Case],
                     paired: Sequence[str]) -> Iterator[Comparison]:
    """The comparisons, with all pairs of cases that each speaks of."""
    for at, sheet in enumerate(sheets):
        loc: Loc = ("comparisons", at)
        if not sheet.claim.strip():
            raise document.error((*loc, "claim"), "is empty; say what is compared")
        pairs = tuple(_pairs(document, (*loc, "ascending"), sheet, cases, paired))
        if (sheet.change is None) != (sheet.tolerance is None):
            raise document.error(loc, "needs change and tolerance together; add the other")
        if sheet.change is not None and (sheet.by_more_than is not None or len(pairs) > 1):
            raise document.error((*loc, "change"), "is for one pair of cases, without by_more_than; change it")
        least, change, tolerance = (_percent(document, (*loc, key), getattr(sheet, key), sign)
                                    for key, sign in (("by_more_than", ""), ("change", "[-+−]?"), ("tolerance", "")))
        yield Comparison(sheet.claim.strip(), sheet.place.strip(), sheet.of, pairs, least or 0.0, change,
                         tolerance or 0.0, sheet.confidence, sheet.note.strip())


def _pairs(document: Document, loc: Loc, sheet: ComparisonSheet, cases: Sequence[Case],
           paired: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Each case of a group with each of the next group that has the same seeds."""
    if len(sheet.ascending) < 2:
        raise document.error(loc, "needs two cases or more; add one")
    groups = [chosen(document, (*loc, index), wanted, cases) for index, wanted in enumerate(sheet.ascending)]
    for index, (lower, upper) in enumerate(pairwise(groups), start=1):
        found = [(a, b) for a in lower for b in upper
                 if a != b and _seeded(cases[a], paired) == _seeded(cases[b], paired)]
        if not found:
            raise document.error((*loc, index), "has no case with the same seeds as one before; name what they differ "
                                 "in under paired")
        yield from found


def _percent(document: Document, loc: Loc, given: str | None, sign: str) -> float | None:
    """A percentage as a share."""
    if given is None:
        return None
    if not re.fullmatch(rf"{sign}\d+(\.\d+)? ?%", given):
        raise document.error(loc, f"{given[:40]!r} is no percentage; write such as {'-' * bool(sign)}24%")
    return float(given.replace("−", "-").rstrip("% ")) / 100
