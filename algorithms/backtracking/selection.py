"""Which variable a backtracking search labels next: MRV, MRV+ and their rivals, as functions to pass in.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018, sections 4 and 5, Algorithms 1 to 3, equations 2 and 3; the degree after Brélaz 1979;
dom/wdeg after Boussemart, Hemery, Lecoutre and Sais 2004.

    s    the labels so far      tied   the unassigned variables with the fewest values left
    CtN  the contribution number of a variable

Algorithm 3 starts with no cell and CtN 0, and takes a cell whose CtN is *greater*: where all tied cells have CtN 0 it
returns null, which its caller takes for an inconsistency, and so solvable puzzles are called unsolvable. Here the
first of these cells is taken, unless ``as_printed`` asks for the bug.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from random import Random

from algorithms.backtracking.labelling import Labelling
from algorithms.core import Choose, Steps
from algorithms.events import NoneScored, Scored, StillTied, Tied, WeightRaised
from algorithms.problems.forms.csp import Constraint

Select = Callable[[Labelling], Steps[int | None]]
"""Chooses an unassigned variable; None says that the position is inconsistent."""


def least_remaining(s: Labelling) -> tuple[list[int], int]:
    """The unassigned variables with the fewest values left, in order, and how many values these have."""
    least = len(s.values) + 1
    tied: list[int] = []
    for x, mask in enumerate(s.open_):
        if mask:
            size = mask.bit_count()
            if size < least:
                tied, least = [x], size
            elif size == least:
                tied.append(x)
    return tied, least


def static(choose: Choose) -> Select:
    """Algorithm 1: the first variable with the fewest values left."""
    return lambda s: _first_of(s, choose, lambda tied: tied[0])


def arbitrary(choose: Choose, rng: Random) -> Select:
    """Algorithm 2: any of the variables with the fewest values left."""
    return lambda s: _first_of(s, choose, rng.choice)


def _first_of(s: Labelling, choose: Choose, pick: Callable[[list[int]], int]) -> Steps[int]:
    tied, size = least_remaining(s)
    if len(tied) == 1:
        return tied[0]
    names = _names(s, tied)
    yield Tied(names, size)
    return s.number[choose("variable", names, s.names[pick(tied)])]


def contribution(s: Labelling, x: int) -> int:
    """CtN of x (equation 2): values that its unassigned peers have in common with it, peer by peer."""
    mask, open_ = s.open_[x], s.open_
    return sum([(open_[y] & mask).bit_count() for y in s.peers[x]])


def degree(s: Labelling, x: int) -> int:
    """How many peers of x are unassigned."""
    return sum([s.open_[y] != 0 for y in s.peers[x]])


def resolved(choose: Choose, score: Callable[[Labelling, int], int], measure: str, as_printed: bool = False) -> Select:
    """Algorithm 3: of the variables with the fewest values left the first with the highest score."""

    def select(s: Labelling) -> Steps[int | None]:
        tied, size = least_remaining(s)
        if len(tied) == 1:
            return tied[0]
        names = _names(s, tied)
        yield Tied(names, size)
        scores = []
        for x in tied:
            scores.append(score(s, x))
            yield Scored(s.names[x], scores[-1], measure)
        highest = max(scores)
        if as_printed and highest == 0:
            yield NoneScored(names)
            return None
        best = [x for x, found in zip(tied, scores, strict=True) if found == highest]
        if len(best) > 1:
            yield StillTied(_names(s, best), highest, size)
        return s.number[choose("variable", _names(s, best), s.names[best[0]])]

    return select


def _names(s: Labelling, variables: Iterable[int]) -> tuple[str, ...]:
    return tuple([s.names[x] for x in variables])


class WeightedDegree:
    """dom/wdeg: the unassigned variable with the fewest values for the weight of its constraints.

    A constraint weighs 1, and 1 more each time that it leaves a variable without a value; only constraints with
    another unassigned variable count. A variable without any such constraint comes last.
    """

    def __init__(self, s: Labelling, constraints: tuple[Constraint, ...], choose: Choose) -> None:
        self.choose = choose
        self.index = {c: i for i, c in enumerate(constraints)}
        self.weight = [1] * len(constraints)
        self.of: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in s.names]  # each constraint, and its others
        for c, i in self.index.items():
            scope = [s.number[name] for name in c.scope]
            for x in scope:
                self.of[x].append((i, tuple(y for y in scope if y != x)))

    def select(self, s: Labelling) -> Steps[int | None]:
        """The variable with the least quotient, the first of several."""
        scores: dict[int, Fraction] = {}
        for x in s.unassigned():
            degree = self.weighted_degree(s, x)
            if degree:
                scores[x] = Fraction(s.open_[x].bit_count(), degree)
                yield Scored(s.names[x], scores[x], "dom/wdeg")
        if not scores:
            return next(s.unassigned())
        least = min(scores.values())
        best = [x for x, score in scores.items() if score == least]
        if len(best) > 1:
            yield StillTied(_names(s, best), least, s.open_[best[0]].bit_count())
        return s.number[self.choose("variable", _names(s, best), s.names[best[0]])]

    def weighted_degree(self, s: Labelling, x: int) -> int:
        """The weight of the constraints that x has with other unassigned variables."""
        open_, weight = s.open_, self.weight
        return sum([weight[i] for i, others in self.of[x] if any(open_[y] for y in others)])

    def conflict(self, s: Labelling) -> Steps[None]:
        """Raises the weight of the constraint that made the conflict, if one did: a value without a place is no single
        constraint's fault."""
        c = s.emptied_by
        if c is not None:
            i = self.index[c]
            self.weight[i] += 1
            yield WeightRaised(c.name, c.scope, self.weight[i])
