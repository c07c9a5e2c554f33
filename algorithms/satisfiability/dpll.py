"""Unit propagation and DPLL, the classical search for a model of a CNF.

Source: Yuliya Lierler, *Handout on Algorithms in Backtracking Search behind SAT and ASP*, University of Nebraska at
Omaha, section 1.1, Figures 1 and 2.

    f   the formula F, a CNF         literal   the handout's l: v for the atom v, −v for its complement
    m   the set M of literals        M is inconsistent when it holds an atom and its complement

Which unit clause comes next, where the handout leaves it open: the first one of F, as if F were read from its first
clause on after each literal. Its unit literal is the one that M does not make false; if M makes all of them false,
each is a unit literal, and the one whose complement joined M last is taken (in Example 1: {p, q, r, ¬r}).
A clause counts as the set of its literals. An atom that occurs in no clause gets no value, and models are counted
over the atoms that occur. The empty clause has no literal to add to M, so that Figure 2 as printed calls the formula ⊥
satisfiable: here it is a conflict at once.

The search is as deep as the calls of DPLL are nested, one for each literal chosen. Python allows about 900 of them.
Going back one literal at a time and learning nothing, it can meet the same conflicts for ever: on a large Gnomine board
it does. So it gives up after ``MOST_LITERALS``, and says what to use instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Literal

from algorithms.answers import Answer
from algorithms.core import AlgorithmError, Choose, Counter, Event, Outcome, Steps, algorithm, choose
from algorithms.core import choose as first
from algorithms.events import (
    Assumed,
    Called,
    ClauseUnit,
    Complemented,
    Conflicted,
    Decided,
    Implied,
    Modelled,
    Refuted,
    Returned,
    Undone,
)
from algorithms.literals import SIGNS, consistent_set
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability import SATISFIABILITY
from algorithms.satisfiability.members import Members

MOST_LITERALS = 200_000  # that joined M: some seconds, and far more than anybody would watch
MOST_MODELS = 5_000  # listed one by one, each excluded by a clause
Order = Literal["first atom, true first", "first atom, false first", "most occurrences"]

PROPAGATION = """
UNIT-PROPAGATE(F, M), with M = ∅ or as given   # Assumed, =
while M is a consistent set of literals,       # +
and F has a unit-ary clause wrt M              # +
so that l is a unit literal of that clause     # ClauseUnit
  M ← M ∪ {l}                                  # Implied
end
M is inconsistent: F is unsatisfiable,         # Conflicted, +
  or has no model with the M that was given    # Refuted
M satisfies all clauses: F is satisfiable      # Modelled, =
"""

DPLL = """
DPLL(F, M)                                          # Called, =
  UNIT-PROPAGATE(F, M):
    while M is a consistent set of literals,        # +
    and F has a unit-ary clause wrt M               # +
    so that l is a unit literal of that clause      # ClauseUnit
      M ← M ∪ {l}                                   # Implied
  if M is an inconsistent set of literals: return   # Conflicted
  if every atom occurring in F is assigned by M:
    exit with a model of M                          # Modelled
  l ← a literal with an atom unassigned by M        # Decided
  DPLL(F, M ∪ {l})                                  # =
  DPLL(F, M ∪ {¬l})                                 # Complemented
  return                                            # Returned
    the literals of this call are in M no more      # Undone
no call is left: F has no model, or no other        # Refuted, =
"""


class TooDeepError(AlgorithmError):
    """More decisions one inside the other than Python can nest calls."""


class TooLongError(AlgorithmError):
    """A search that has gone on for too long; the text says what to use instead."""


@dataclass(frozen=True)
class SatAnswer(Answer):
    """A model by variable, if there is one: the first one found. ``count`` is 1 then, or of all where all are wanted.

    A variable that occurs in no clause has no value in it.
    """

    satisfiable: bool
    model: dict[str, bool] | None
    count: int

    @property
    def outcome(self) -> Outcome:
        return "solved" if self.satisfiable else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        model = None if self.model is None else {x: value for x, value in self.model.items() if x not in hidden}
        return {"satisfiable": self.satisfiable, "model": model, "count": self.count}


@dataclass(frozen=True)
class Propagated(Answer):
    """What unit propagation makes of M, in the order in which the literals joined it.

    ``satisfiable`` is None where propagation alone does not decide it: also where it shows that no model has all that
    was given. A model may leave variables open.
    """

    literals: tuple[tuple[str, bool], ...]
    satisfiable: bool | None

    @property
    def outcome(self) -> Outcome:
        if self.satisfiable is None:
            return "complete"
        return "solved" if self.satisfiable else "unsatisfiable"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        shown = [(x, value) for x, value in self.literals if x not in hidden]
        return {"satisfiable": self.satisfiable, "model": dict(shown) if self.satisfiable else None,
                "literals": [x if value else "¬" + x for x, value in shown]}


class Literals(Members):
    """M for clauses: without repeated literals; those that may be unit are due, and an empty one clashes."""

    def __init__(self, cnf: CNF) -> None:
        super().__init__(cnf, (tuple(dict.fromkeys(clause)) for clause in cnf.clauses))
        self.due = [i for i, clause in enumerate(self.f) if len(clause) == 1]
        self.clash = next((i for i, clause in enumerate(self.f) if i and not clause), 0)
        self.reason = [0] * len(self.member)  # of each literal of M the clause that it joined because of; 0: of none

    def propagate(self, level: int, choose: Choose = choose) -> Steps[None]:
        return unit_propagate(self, level, choose)

    def conflict(self, level: int) -> Event:
        if not self.f[self.clash]:
            return Conflicted(self.clash, level)
        literal = self.trail[-1]
        return Conflicted(self.clash, level, self.words[literal], self.reason[-literal] or None)

    def add(self, literal: int, because: int = 0) -> None:
        """M ← M ∪ {literal}, because of a clause."""
        self.member[literal] = True
        self.reason[literal] = because
        self.trail.append(literal)
        if self.member[-literal]:
            self.clash = because
        for i in self.occurrences[literal]:
            self.true[i] += 1
        for i in self.occurrences[-literal]:
            self.false[i] += 1
            if self.false[i] >= len(self.f[i]) - 1 and not self.true[i]:
                heappush(self.due, i)

    def unit_clause(self, choose: Choose = choose) -> int:
        """The first clause of F that is unit-ary wrt M, or the one that somebody chooses, or 0."""
        if choose is not first:
            return self.chosen("clause", lambda i: not self.true[i], choose)
        while self.due:
            i = heappop(self.due)
            if not self.true[i]:
                return i
        return 0

    def unit_literal(self, i: int) -> int:
        """The literal of unit clause i that M does not make false, or the one whose complement joined M last."""
        open_literal = next((literal for literal in self.f[i] if not self.member[-literal]), 0)
        return open_literal or next(-literal for literal in reversed(self.trail) if -literal in self.f[i])

    def open_occurrences(self, literal: int) -> int:
        """In how many clauses that M does not satisfy the literal occurs."""
        return sum(not self.true[i] for i in self.occurrences[literal])


def unit_propagate(m: Literals, level: int, choose: Choose = choose) -> Steps[None]:
    """Figure 1: M grows by unit literals as long as it is consistent and there is one."""
    while m.consistent and (clause := m.unit_clause(choose)):
        literal = m.unit_literal(clause)
        yield ClauseUnit(clause, m.words[literal], m.member[-literal])
        m.add(literal, clause)
        yield Implied(m.words[literal], clause, level)


@algorithm(
    "unit-propagation",
    title="Unit propagation",
    family=SATISFIABILITY, solves=CNF,
    source="Lierler 2020, section 1.1, Figure 1",
    pseudocode=PROPAGATION,
    rungs=("clause", "literal", "conflict", "model"),
    counters=(Counter("implied", Implied, "literals that joined M because a clause was unit"),),
)
def unit_propagation(cnf: CNF, *, given: tuple[str, ...] = (), choose: Choose = choose) -> Steps[Propagated]:
    """UNIT-PROPAGATE(F, M), and what it says about F where it says anything. ``given``: the literals of M, such as p
    and ~q; none, unless it is called as DPLL calls it. Raises AlgorithmError for what is no consistent set of them."""
    return _propagation(cnf, literals_given(cnf, given), choose)


def literals_given(cnf: CNF, given: Sequence[str]) -> list[int]:
    """The literals of a set M as somebody has written them. Raises AlgorithmError."""
    numbers = {name: number for number, name in enumerate(cnf.names[: cnf.visible], 1)}

    def literal(text: str) -> int:
        negative = text.startswith(SIGNS)
        return numbers.get(text[negative:].strip(), 0) * (-1 if negative else 1)

    return consistent_set(given, "given", literal, ("formula", "a variable", next(iter(numbers), "p")))


def _propagation(cnf: CNF, given: Sequence[int], choose: Choose) -> Steps[Propagated]:
    m = Literals(cnf)
    for level, literal in enumerate(given, 1):
        m.add(literal)
        yield Assumed(m.words[literal], level)
    yield from unit_propagate(m, len(given), choose)
    satisfiable = None
    if not m.consistent:
        yield m.conflict(len(given))
        if given:
            yield Refuted(m.words.said(given))
        else:
            satisfiable = False
    elif all(m.true[1:]):
        satisfiable = True
        yield Modelled(m.words.said(m.trail))
    return Propagated(tuple((cnf.names[abs(literal) - 1], literal > 0) for literal in m.trail), satisfiable)


class DpllSearch:
    """The search of Figure 2: F and M, which all calls share, and what they count."""

    def __init__(self, m: Members, order: Order, every_model: bool, choose: Choose) -> None:
        self.m = m
        self.by_word = {self.m.words[literal]: literal for atom in self.m.atoms for literal in (atom, -atom)}
        self.order, self.every_model, self.choose = order, every_model, choose
        self.calls = 0
        self.joined = 0  # literals that have joined M in all calls together
        self.models = 0
        self.first: list[int] | None = None  # the first model

    def dpll(self, parent: int | None, literal: int, level: int) -> Steps[bool]:
        """DPLL(F, M), where the call ``parent`` has just added ``literal`` to M (0: the first call).

        True: exit with a model.
        """
        m, words, models = self.m, self.m.words, self.models
        known = len(m.trail)
        self.calls += 1
        call = self.calls
        yield Called(call, parent, words[literal] if literal else None)
        yield from m.propagate(level)
        self.joined += 1 + len(m.trail) - known
        if self.joined > MOST_LITERALS:
            raise TooLongError(f"DPLL has added {MOST_LITERALS:,} literals to M and is not done; "
                               "use cdcl, which learns from conflicts")
        if not m.consistent:
            yield m.conflict(level)
        elif len(m.trail) == len(m.atoms):
            self.models += 1
            if self.models == 1:
                self.first = sorted(m.trail, key=abs)
            yield Modelled(self.m.words.said(m.trail))
            if not self.every_model:
                return True
        else:
            literal = self.literal()
            size = len(m.trail)
            m.add(literal)
            yield Decided(words[literal], level + 1)
            if (yield from self.dpll(call, literal, level + 1)):
                return True
            yield Undone(self.m.words.said(m.shrink(size)), level)
            m.add(-literal)
            yield Complemented(words[-literal], level)
            if (yield from self.dpll(call, -literal, level)):
                return True
            yield Undone(self.m.words.said(m.shrink(size)), level)
        yield Returned(call, self.models - models)
        return False

    def literal(self) -> int:
        """A literal containing an atom from F unassigned by M."""
        taken = set(map(abs, self.m.trail))
        candidates = [literal for atom in self.m.atoms if atom not in taken for literal in (atom, -atom)]
        preferred = candidates[0]
        if self.order == "first atom, false first":
            preferred = candidates[1]
        elif self.order == "most occurrences":
            preferred = max(candidates, key=self.m.open_occurrences)  # the first one of several
        return self.by_word[self.choose("literal", self.m.words.said(candidates), self.m.words[preferred])]

    def whole(self) -> Steps[SatAnswer]:
        """All of it, from M = ∅ to the answer. Raises TooDeepError and TooLongError."""
        try:
            found = yield from self.dpll(None, 0, 0)
        except RecursionError:
            raise TooDeepError("this formula takes DPLL more calls one inside the other than Python can nest; "
                               "use cdcl, which has no such limit") from None
        if not found:
            if gone := self.m.shrink(0):
                yield Undone(self.m.words.said(gone), 0)
            yield Refuted(models=self.models)
        model = None if self.first is None else {self.m.words[abs(literal)]: literal > 0 for literal in self.first}
        return SatAnswer(self.models > 0, model, self.models)


@algorithm(
    "dpll",
    title="DPLL",
    family=SATISFIABILITY, solves=CNF,
    source="Lierler 2020, section 1.1, Figure 2; Davis, Logemann and Loveland 1962",
    pseudocode=DPLL,
    rungs=("clause", "literal", "call", "model"),
    counters=(
        Counter("calls", Called, "calls of DPLL, the first one included", better="fewer"),
        Counter("decisions", Decided, "literals chosen; their complements, tried afterwards, are not counted",
                better="fewer"),
        Counter("implied", Implied, "literals that joined M because a clause was unit"),
        Counter("conflicts", Conflicted, "calls that ended because M became inconsistent", better="fewer"),
        Counter("models", Modelled, "models found"),
    ),
)
def dpll(
    cnf: CNF,
    *,
    order: Order = "first atom, true first",
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[SatAnswer]:
    """DPLL(F, ∅). ``order`` says which literal is chosen; ``all``: exits with no model, but counts them all.

    Raises TooDeepError for a formula that takes more decisions one inside the other than Python can nest calls, and
    TooLongError.
    """
    return (yield from DpllSearch(Literals(cnf), order, all, choose).whole())
