"""Min-conflicts: repairs an assignment, one variable in conflict at a time.

Source: Minton, Johnston, Philips and Laird, *Minimizing conflicts: a heuristic repair method for constraint
satisfaction and scheduling problems*, Artificial Intelligence 58, 1992: select a variable that is in conflict, and
assign it a value that minimizes the number of conflicts; ties are broken at random. There, constraints are on two
variables, and a conflict is one of them that is violated; here constraints on any number of variables count alike. A
variable in conflict that has no other value to take is not chosen. Their greedy start goes over the variables in order
and gives each a value with the fewest conflicts with those before. The noise is the random walk of Wallace and Freuder,
*Heuristic methods for over-constrained constraint satisfaction problems*, 1995: any value of the chosen variable.
Another try from another start is what hill climbing has always done.

A search that ends for want of steps has proved nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from algorithms.answers import Answer
from algorithms.core import Between, Choose, Counter, Outcome, Steps, algorithm, choose
from algorithms.events import Solved
from algorithms.local_search import LOCAL_SEARCH
from algorithms.local_search.assignment import Assignment
from algorithms.local_search.events import (
    AssignmentMade,
    ConflictedChosen,
    GaveUp,
    How,
    NoiseTaken,
    Repaired,
    TryBegun,
    ValueGiven,
    ValueTried,
)
from algorithms.problems.forms.csp import CSP, Value

Start = Literal["random", "greedy"]
Limit = Annotated[int, Between(1, 100_000_000)]
Share = Annotated[float, Between(0, 1)]

PSEUDOCODE = """
min-conflicts                                       # =
  for try = 1, 2, …, max_tries                      # TryBegun
    for each variable x, in order
      x ← any value; greedy: with fewest conflicts  # ValueGiven
    for step = 1, 2, …, max_steps                   # AssignmentMade
      if no constraint is violated: a solution      # Solved
      x ← any variable in conflict                  # ConflictedChosen
      with probability noise
        v ← any value of x                          # NoiseTaken
      otherwise
        v ← one with fewest conflicts, any of a tie
      x ← v                                         # Repaired
  give up                                           # GaveUp

fewest conflicts: for each value of x, count them   # ValueTried, =
"""

COUNTERS = (
    Counter("steps", Repaired, "times that a variable in conflict took a value, its own or another", better="fewer"),
    Counter("changes", Repaired, "of these, those in which it took another value than it had",
            lambda event: int(event.value != event.before)),
    Counter("values tried", ValueTried, "values of a variable whose conflicts were counted"),
    Counter("noise", NoiseTaken, "steps in which the value was drawn at random"),
    Counter("tries", TryBegun, "times that all variables got new values"),
    Counter("solutions", Solved, "1 if the search has found a solution"),
)


@dataclass(frozen=True)
class Repair(Answer):
    """The last assignment, by variable, and how many constraints it violates: with none it is a solution."""

    assignment: dict[str, Value]
    violated: int
    solved: bool

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.solved else "stopped"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = {x: v for x, v in self.assignment.items() if x not in hidden}
        return {"solution": shown if self.solved else None, "count": int(self.solved), "violated": self.violated}


@algorithm("min-conflicts", title="Min-conflicts", family=LOCAL_SEARCH, solves=CSP,
           source="Minton et al. 1992", pseudocode=PSEUDOCODE, rungs=("value", "choice", "repair", "try"),
           counters=COUNTERS)
def min_conflicts(
    csp: CSP, *, start: Start = "random", max_steps: Limit = 1000, max_tries: Limit = 1, noise: Share = 0.0,
    rng: Random | None = None, choose: Choose = choose,
) -> Steps[Repair]:
    """Gives a variable in conflict a value with the fewest conflicts, again and again. ``start``: the first values are
    random, or have few conflicts; ``max_steps`` of a try, of which there are ``max_tries`` at the most; ``noise``: the
    chance of a step that the variable takes any value."""
    rng = rng or Random(0)
    a = Assignment(csp)
    steps, why = 0, _without_value(csp)
    for number in range(1, (0 if why else max_tries) + 1):
        yield TryBegun(number)
        yield from _begin(a, csp.given, start, rng, choose)
        yield AssignmentMade(a.violated, sum(map(bool, a.conflicts)))
        for _ in range(max_steps):
            if not a.conflicted:
                break
            yield from _step(a, noise, rng, choose)
            steps += 1
        if not a.violated:
            yield Solved(1)
            return Repair(a.named(), 0, solved=True)
        if not a.conflicted:
            why = "no variable in conflict has another value to take"
            break
    yield GaveUp(steps, a.violated, why)
    return Repair(a.named(), a.violated, solved=False)


def _without_value(csp: CSP) -> str:
    """That a variable has no value to begin with, if one has none."""
    empty = next((x for x, domain in csp.domains.items() if not domain), None)
    return "" if empty is None else f"{empty} has no value to take"


def _begin(a: Assignment, given: Collection[str], start: Start, rng: Random, choose: Choose) -> Steps[None]:
    """Gives each variable its first value; those that have only one come first."""
    a.clear()
    for x in sorted(range(len(a.names)), key=lambda x: len(a.domains[x]) > 1):
        domain = a.domains[x]
        how: How = ("given" if a.names[x] in given else "only" if len(domain) == 1 else
                    "random" if start == "random" else "fewest")
        if how == "fewest":
            v, _ = yield from _fewest(a, x, rng, choose)
        else:
            v = rng.randrange(len(domain))
        changed, broken, _ = a.take(x, v)
        yield ValueGiven(a.names[x], domain[v], how, a.conflicts[x], a.violated, changed, broken)


def _step(a: Assignment, noise: float, rng: Random, choose: Choose) -> Steps[None]:
    """Repairs a variable in conflict."""
    name = choose("variable", tuple(a.conflicted), rng.choice(a.conflicted))
    x = a.number[name]
    domain, before = a.domains[x], a.value[x]
    yield ConflictedChosen(name, a.conflicts[x], len(a.conflicted))
    if noise and rng.random() < noise:
        yield NoiseTaken(name, len(domain))
        v, ties = rng.randrange(len(domain)), 0
    else:
        v, ties = yield from _fewest(a, x, rng, choose)
    changed, broken, mended = a.take(x, v)
    yield Repaired(name, domain[before], domain[v], a.conflicts[x], ties, a.violated, changed, broken, mended)


def _fewest(a: Assignment, x: int, rng: Random, choose: Choose) -> Steps[tuple[int, int]]:
    """A value with the fewest conflicts, any of a tie, and how many such values there are."""
    name, domain, counts = a.names[x], a.domains[x], a.counts(x)
    for value, count in zip(domain, counts, strict=True):
        yield ValueTried(name, value, count)
    fewest = min(counts)
    best = [value for value, count in zip(domain, counts, strict=True) if count == fewest]
    return domain.index(choose("value", best, rng.choice(best))), len(best)
