"""Backtracking with forward checking, and the variable orderings that it is tried with: MRV, MRV+, degree, dom/wdeg.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018, sections 2 to 6. Their solver is recursive; here a stack of frames takes the place of the calls,
so that a large graph cannot exhaust Python's. The order of labels, and so every count, is the same.

    s      the labels so far            x      the variable that a frame labels, with ``size`` values left
    mark   the length of the trail before the frame's label

A puzzle counts as solved once it is *neutralised* (section 6.1): all unassigned variables are naked singles. The paper
is silent about two equal naked singles in one unit. They are no solution, so they are compared here first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from algorithms.answers import Answer
from algorithms.backtracking import BACKTRACKING
from algorithms.backtracking.labelling import Labelling
from algorithms.backtracking.selection import Select, WeightedDegree, arbitrary, contribution, degree, resolved, static
from algorithms.core import Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.events import (
    BackedUp,
    Exhausted,
    Labelled,
    Neutralised,
    SearchEnded,
    Solved,
    StillTied,
    Struck,
    Tied,
    ValueScored,
    VariableSelected,
)
from algorithms.problems.forms.csp import CSP, Value

Values = Literal["in order", "least shared", "most shared", "random"]
FogResolver = Literal["mended", "as printed"]

SOURCE = "Abuluaih et al. 2018"
RUNGS = ("check", "step", "label", "solution")

SEARCH = """
search                                             # =
  until every branch is tried                      # SearchEnded
    if all is assigned, or neutralised             # Neutralised
      a solution                                   # Solved
    x ← SelectNextState()                          # VariableSelected
    for each value v left of x, in order           # ValueScored
      label x with v: a recursion                  # Labelled, =
      strike v from each unassigned peer of x      # Struck
      if one has no value left: a conflict         # Emptied
      fill naked and hidden singles, if wanted     # SingleFound, Homeless, =
      if there was no conflict: search below
      undo the label and its strikes: backtracking # BackedUp
    no value is left: back to the label before     # Exhausted
"""
STATIC = SEARCH + """
SelectNextState()                                  (Algorithm 1) # =
  the cells with the fewest values left            # Tied
  return the first of them
"""
RANDOM = SEARCH + """
SelectNextState()                                  (Algorithm 2) # =
  the cells with the fewest values left            # Tied
  return any of them
"""
PLUS = SEARCH + """
SelectNextState()                                  (Algorithm 3) # =
  the cells with the fewest values left: one? it   # Tied
FogResolver: for each of these cells
  CtN ← values its unassigned peers share with it  # Scored
  return the first with the highest CtN            # StillTied
  (as printed: null if no CtN is above 0)          # NoneScored, =
"""
DEGREE = SEARCH + """
SelectNextState()                                  (Brélaz 1979) # =
  the cells with the fewest values left: one? it   # Tied
  degree ← the number of their unassigned peers    # Scored
  return the first with the highest degree         # StillTied
"""
WEIGHTED = SEARCH + """
SelectNextState()                                  (dom/wdeg) # =
  for each unassigned x: values left / weight of x # Scored
  return the first with the least quotient         # StillTied
after a conflict: its constraint weighs 1 more     # WeightRaised, =
"""


def _is_choice(event: Labelled | BackedUp | StillTied | Tied) -> int:
    """1 if there was more than one value to choose from."""
    return int(event.size > 1)


_LABELS = (
    Counter("labels", Labelled, "labels given, those of naked singles too", better="fewer"),
    Counter("choices", Labelled, "labels given to a variable with two or more values left", _is_choice),
    Counter("backtracks", BackedUp, "labels undone, those of naked singles too", better="fewer"),
    Counter("choices undone", BackedUp, "labels undone that were a choice of two or more values", _is_choice),
)
_TIES = Counter("ties", Tied, "fog of search: times that several variables had the fewest values left")
_STRUCK = Counter("struck", Struck, "times that forward checking took values from a variable")

UNRESOLVED = (*_LABELS, _TIES,
              Counter("ties left", Tied, "all ties, as there is no score to break them"),
              Counter("choices tied", Tied, "those among variables with two or more values left", _is_choice), _STRUCK)
RESOLVED = (*_LABELS, _TIES,
            Counter("ties left", StillTied, "ties that the score did not break, those of naked singles too"),
            Counter("choices tied", StillTied, "the same among variables with two or more values left", _is_choice),
            _STRUCK)
QUOTIENTS = (*_LABELS,
             Counter("ties", StillTied, "fog of search: times that several variables had the least dom/wdeg"),
             Counter("ties left", StillTied, "all ties, as no second score breaks them"),
             Counter("choices tied", StillTied, "those whose first variable has two or more values left", _is_choice),
             _STRUCK)
"""What counts as a tie depends on what is compared; what is left of it, on what can break it. Never are more ties left
than there were."""


@dataclass(frozen=True)
class Solutions(Answer):
    """The first solution, by variable, and how many were found: 1, or all where all are wanted."""

    solution: dict[str, Value] | None
    count: int

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.count else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = None if self.solution is None else {x: v for x, v in self.solution.items() if x not in hidden}
        return {"solution": shown, "count": self.count}


@dataclass
class Frame:
    """A variable of the current branch: the values that it has not tried yet, and its label now."""

    x: int
    size: int
    untried: Iterator[int]
    mark: int
    label: int = 0


@dataclass
class BacktrackingSearch:
    """A backtracking search: ``select`` says which variable is next, ``in_order`` how its values are ordered."""

    s: Labelling
    select: Select
    in_order: Callable[[Labelling, int], Steps[Sequence[int]]]
    neutralise: bool
    all: bool
    on_conflict: Callable[[Labelling], Steps[None]] | None = None
    first: dict[str, Value] | None = None
    found: int = 0
    frames: list[Frame] = field(default_factory=list)

    def run(self, csp: CSP) -> Steps[Solutions]:
        """The whole search."""
        s = self.s
        given = [s.number[name] for name in csp.domains if name in csp.given]
        going_down = yield from s.check_given(given, csp.constraints)
        while True:
            if going_down:
                yield from self.open_node()
                if self.found and not self.all:
                    break
            if not self.frames:
                yield SearchEnded(self.found)
                break
            going_down = yield from self.try_next()
        return Solutions(self.first, self.found)

    def open_node(self) -> Steps[None]:
        """A solution, or a new frame for the variable that is labelled next; neither, if there is no such variable."""
        s = self.s
        if (yield from self.is_solved()):
            return
        x = yield from self.select(s)
        if x is not None:
            size = s.open_[x].bit_count()
            yield VariableSelected(s.names[x], size)
            values = yield from self.in_order(s, x)
            self.frames.append(Frame(x, size, iter(values), len(s.trail)))

    def is_solved(self) -> Steps[bool]:
        """Is everything assigned, or neutralised? Then the solution is kept."""
        s = self.s
        if any(mask & (mask - 1) for mask in s.open_):  # more than one value
            return False
        rest = tuple((s.names[x], s.value(s.open_[x])) for x in s.unassigned())
        if rest:
            if not (self.neutralise and s.consistent()):
                return False
            yield Neutralised(rest)
        self.found += 1
        if self.first is None:
            self.first = {name: s.value(mask) for name, mask in zip(s.names, s.left, strict=True)}
        yield Solved(self.found)
        return True

    def try_next(self) -> Steps[bool]:
        """The next label of the innermost frame, after undoing the one that it has. Does it stand?"""
        s, frame = self.s, self.frames[-1]
        if frame.label:
            yield from s.unlabel(frame.x, frame.label, frame.size, frame.mark)
        frame.label = next(frame.untried, 0)
        if not frame.label:
            self.frames.pop()
            yield Exhausted(s.names[frame.x])
            return False
        stands = yield from s.label(frame.x, frame.label, frame.size)
        if not stands and self.on_conflict is not None:
            yield from self.on_conflict(s)
        return stands


def value_order(values: Values, rng: Random, choose: Choose) -> Callable[[Labelling, int], Steps[Sequence[int]]]:
    """The order in which a variable's values are tried. "Shared" values are ranked by how many unassigned peers have
    them, too: the contribution number of a single value, which the paper leaves for future work."""

    def in_order(s: Labelling, x: int) -> Steps[Sequence[int]]:
        found = s.remaining(x)
        if len(found) > 1 and values == "random":
            rng.shuffle(found)
        elif len(found) > 1 and values != "in order":
            shared = {bit: sum(1 for y in s.peers[x] if s.open_[y] & bit) for bit in found}
            for bit, score in shared.items():
                yield ValueScored(s.names[x], s.value(bit), score)
            found.sort(key=shared.__getitem__, reverse=values == "most shared")
        first = s.bit(choose("value", tuple(map(s.value, found)), s.value(found[0])))
        return [first, *(bit for bit in found if bit != first)]

    return in_order


@algorithm("mrv-static", title="Backtracking with MRV, first of a tie", family=BACKTRACKING, solves=CSP,
           source=f"{SOURCE}, Algorithm 1", pseudocode=STATIC, rungs=RUNGS, counters=UNRESOLVED)
def mrv_static(
    csp: CSP, *, values: Values = "in order", singles: bool = False, neutralise: bool = True,
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Solutions]:
    """Labels the first variable with the fewest values left. ``singles``: fills naked and hidden singles after each
    label; ``neutralise``: ends where only agreeing naked singles are left; ``all``: counts all solutions."""
    order = value_order(values, rng or Random(0), choose)
    return BacktrackingSearch(Labelling(csp, singles), static(choose), order, neutralise, all).run(csp)


@algorithm("mrv-random", title="Backtracking with MRV, any of a tie", family=BACKTRACKING, solves=CSP,
           source=f"{SOURCE}, Algorithm 2", pseudocode=RANDOM, rungs=RUNGS, counters=UNRESOLVED)
def mrv_random(
    csp: CSP, *, values: Values = "in order", singles: bool = False, neutralise: bool = True,
    all: bool = False,  # noqa: A002
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Solutions]:
    """Labels any variable with the fewest values left, as the seed has it. Options as in ``mrv-static``."""
    rng = rng or Random(0)
    order = value_order(values, rng, choose)
    return BacktrackingSearch(Labelling(csp, singles), arbitrary(choose, rng), order, neutralise, all).run(csp)


@algorithm("mrv-plus", title="Backtracking with MRV+", family=BACKTRACKING, solves=CSP,
           source=f"{SOURCE}, Algorithm 3", pseudocode=PLUS, rungs=RUNGS, counters=RESOLVED)
def mrv_plus(
    csp: CSP, *, values: Values = "in order", singles: bool = False, neutralise: bool = True,
    fog_resolver: FogResolver = "mended",
    all: bool = False,  # noqa: A002
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Solutions]:
    """Of the variables with the fewest values left labels that with the highest contribution number.

    ``fog_resolver``: ``as printed`` keeps the paper's bug, which calls solvable puzzles unsolvable: 390 of 1,000, two
    hundred at each of the five levels by number of clues (157 of those with 32 to 35 clues, 13 of those with 22 to 27).
    Other options as in ``mrv-static``.
    """
    select = resolved(choose, contribution, "contribution number", fog_resolver == "as printed")
    order = value_order(values, rng or Random(0), choose)
    return BacktrackingSearch(Labelling(csp, singles), select, order, neutralise, all).run(csp)


@algorithm("mrv-degree", title="Backtracking with MRV and degree", family=BACKTRACKING, solves=CSP,
           source="Brélaz 1979, New methods to color the vertices of a graph", pseudocode=DEGREE, rungs=RUNGS,
           counters=RESOLVED)
def mrv_degree(
    csp: CSP, *, values: Values = "in order", singles: bool = False, neutralise: bool = True,
    all: bool = False,  # noqa: A002
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Solutions]:
    """Of the variables with the fewest values left labels that with the most unassigned peers. Options as in
    ``mrv-static``."""
    order = value_order(values, rng or Random(0), choose)
    select = resolved(choose, degree, "degree")
    return BacktrackingSearch(Labelling(csp, singles), select, order, neutralise, all).run(csp)


@algorithm("dom-wdeg", title="Backtracking with dom/wdeg", family=BACKTRACKING, solves=CSP,
           source="Boussemart, Hemery, Lecoutre and Sais 2004, Boosting systematic search by weighting constraints",
           pseudocode=WEIGHTED, rungs=RUNGS, counters=QUOTIENTS)
def dom_wdeg(
    csp: CSP, *, values: Values = "in order", singles: bool = False, neutralise: bool = True,
    all: bool = False,  # noqa: A002
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Solutions]:
    """Labels the variable with the fewest values for the weight of its constraints. Options as in ``mrv-static``."""
    labelling = Labelling(csp, singles)
    weights = WeightedDegree(labelling, csp.constraints, choose)
    order = value_order(values, rng or Random(0), choose)
    return BacktrackingSearch(labelling, weights.select, order, neutralise, all, weights.conflict).run(csp)
