"""The set M of literals that searches let grow and shrink, whatever their formula F consists of.

    F   a conjunction of parts, clauses or at-least constraints, of literals
    v   the literal of atom v, −v its complement; a list by literals has those of negative ones at its end
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable

from algorithms.core import Choose, Event, Steps, choose
from algorithms.problems.forms.named import Named


class Members(ABC):
    """M, and how many literals of each part of F it makes true and false.

    f:       the parts of F; f[0] is none, so that part i is f[i]
    atoms:   those that occur in F, ascending          words: the literals as they are written
    trail:   the literals of M in the order in which they joined it
    due:     a heap of parts from which literals may follow; some may not any more
    clash:   a part that made M inconsistent; 0 where there is none
    """

    due: list[int]
    clash: int

    def __init__(self, form: Named, parts: Iterable[tuple[int, ...]]) -> None:
        self.words = form.words()
        self.f: list[tuple[int, ...]] = [(), *parts]
        self.atoms = sorted({abs(literal) for literals in self.f for literal in literals})
        self.trail: list[int] = []
        self.member = [False] * (2 * len(form.names) + 1)
        self.occurrences: list[list[int]] = [[] for _ in self.member]
        for i, literals in enumerate(self.f):
            for literal in literals:
                self.occurrences[literal].append(i)
        self.true, self.false = [0] * len(self.f), [0] * len(self.f)

    @property
    def consistent(self) -> bool:
        return self.clash == 0

    @abstractmethod
    def propagate(self, level: int, choose: Choose = choose) -> Steps[None]:
        """Adds to M what follows, as long as it is consistent. ``choose`` is asked which part is next, if somebody
        chooses: in any order the same follows, or M becomes inconsistent."""

    def chosen(self, kind: str, follows: Callable[[int], bool], choose: Choose) -> int:
        """The part that somebody chooses, by its number, of those that are due and from which something follows; 0 if
        there is none."""
        waiting = [i for i in sorted({*self.due}) if follows(i)]
        number = int(choose(kind, tuple(map(str, waiting)), str(waiting[0]))) if waiting else 0
        self.due[:] = (i for i in waiting if i != number)
        return number

    @abstractmethod
    def conflict(self, level: int) -> Event:
        """What made M inconsistent."""

    @abstractmethod
    def add(self, literal: int) -> None:
        """M ← M ∪ {literal}."""

    def shrink(self, size: int) -> list[int]:
        """Leaves the first ``size`` literals of a consistent M, to which nothing more follows; returns the others, last
        first."""
        gone = self.trail[size:]
        gone.reverse()
        del self.trail[size:]
        for literal in gone:
            self.member[literal] = False
            for i in self.occurrences[literal]:
                self.true[i] -= 1
            for i in self.occurrences[-literal]:
                self.false[i] -= 1
        self.due.clear()
        self.clash = 0
        return gone

    @abstractmethod
    def open_occurrences(self, literal: int) -> int:
        """In how much of F that M does not satisfy the literal occurs."""
