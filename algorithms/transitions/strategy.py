"""Strategies: which of the edges that leave a state a search takes.

Source: Lierler, as in :mod:`algorithms.transitions.records`, section 1.2. Priorities are written as there:
``Backtrack, Fail >> Unit Propagate >> Decide``. A rule is not applied to a state if one of higher priority is
applicable to it. Rules that are not named come last, together; ``any`` names none.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Literal

from algorithms.core import AlgorithmError
from algorithms.transitions.records import members
from algorithms.transitions.rules import RuleName, System, Transition

DPLL = "Backtrack, Fail >> Unit Propagate >> Decide"
SMODELS = "Backtrack, Fail >> Unit Propagate >> Unfounded >> Decide"
Order = Literal["first atom, true first", "first atom, false first", "most occurrences", "random"]


@dataclass(frozen=True)
class Strategy:
    """Rules in groups, those of the highest priority first."""

    groups: tuple[tuple[RuleName, ...], ...]

    @property
    def said(self) -> tuple[str, ...]:
        """The priorities as they are written, the highest first."""
        return tuple(", ".join(group) for group in self.groups)

    def allowed(self, transitions: Sequence[Transition]) -> list[Transition]:
        """Those of the highest priority that there are."""
        ranks, last = self._ranks, len(self.groups)
        found = [ranks.get(one.rule, last) for one in transitions]
        best = min(found, default=0)
        return [one for one, rank in zip(transitions, found, strict=True) if rank == best]

    @cached_property
    def _ranks(self) -> dict[RuleName, int]:
        """Of each rule that is named the number of its group."""
        return {rule: at for at, group in enumerate(self.groups) for rule in group}


def strategy_of(system: System, written: str) -> Strategy:
    """What somebody has written as a strategy. Raises AlgorithmError."""
    known = {rule.lower(): rule for rule in system.rules}
    seen: set[RuleName] = set()
    groups: list[tuple[RuleName, ...]] = []
    for part in written.split(">>") if written.strip().lower() != "any" else ():
        group: list[RuleName] = []
        for name in part.split(","):
            rule = known.get(" ".join(name.lower().split()))
            if rule is None:
                raise AlgorithmError(f"{name.strip()[:40]!r} is no rule of this graph; write {', '.join(system.rules)} "
                                     "with >> between priorities, or any alone", key="strategy")
            if rule in seen:
                raise AlgorithmError(f"{rule} stands here twice; remove one", key="strategy")
            seen.add(rule)
            group.append(rule)
        groups.append(tuple(group))
    return Strategy(tuple(groups))


def favourite(system: System, allowed: Sequence[Transition], order: Order, rng: Random) -> Transition:
    """Which of the edges that the strategy allows is taken: the first one, but for decisions the order says which."""
    if order == "random":
        return rng.choice(allowed)
    decisions = [found for found in allowed if found.rule == "Decide"]
    if len(decisions) < len(allowed) or order == "first atom, true first":
        return allowed[0]
    if order == "first atom, false first":
        return allowed[1]
    after = decisions[0].after
    assert isinstance(after, tuple)
    m = members(after[:-1])
    unsatisfied = [clause for clause in system.clauses if m.isdisjoint(clause)]
    return max(decisions, key=lambda found: sum(found.literal in clause for clause in unsatisfied))
