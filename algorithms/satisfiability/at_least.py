"""Propagation and DPLL over at-least constraints: {l₁, …, lₙ}ₘ says that at least m of its n literals are true.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, section 3, who say that DPLL
may be generalised so; Dixon, Ginsberg and Parkes 2004, section 4.1, for propagation over cardinality constraints.

    f   the constraints F               literal   v for the atom v, −v for its complement
    m   the set M of literals           most      of a constraint: n − m, how many of its literals may be false

A constraint is *tight* when n − m of its literals are false: those that are open must be true then. For a clause, with
m = 1, that is a unit clause. M becomes inconsistent when more are false. Of several tight constraints the first one of
F is next. The search is that of :mod:`algorithms.satisfiability.dpll`, with its limits; an atom in no
constraint gets no value.
"""

from __future__ import annotations

from heapq import heappop, heappush

from algorithms.core import Choose, Counter, Event, Steps, algorithm, choose
from algorithms.core import choose as first
from algorithms.events import Called, ConstraintTight, Decided, Implied, Modelled, TooManyFalse
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.satisfiability import SATISFIABILITY
from algorithms.satisfiability.dpll import DpllSearch, Order, Propagated, SatAnswer
from algorithms.satisfiability.members import Members

PROPAGATION = """
AT-LEAST-PROPAGATE(F, M), with M = ∅                   # =
while no constraint has too many false literals,       # +
and a constraint {l₁, …, lₙ}ₘ that has open literals   # +
has n − m that are false                               # ConstraintTight
  for each of its literals l that is open
    M ← M ∪ {l}                                        # Implied
end
a constraint has more than n − m false literals:
  F is unsatisfiable                                   # TooManyFalse
each constraint has m true ones: F is satisfiable      # Modelled, =
"""

DPLL = """
DPLL(F, M)                                             # Called, =
  AT-LEAST-PROPAGATE(F, M):
    while no constraint has too many false literals,   # +
    and a constraint {l₁, …, lₙ}ₘ that has open ones   # +
    has n − m that are false                           # ConstraintTight
      for each of its literals l that is open
        M ← M ∪ {l}                                    # Implied
  if a constraint has more than n − m false: return    # TooManyFalse
  if every atom occurring in F is assigned by M:
    exit with a model of M                             # Modelled
  l ← a literal with an atom unassigned by M           # Decided
  DPLL(F, M ∪ {l})                                     # =
  DPLL(F, M ∪ {¬l})                                    # Complemented
  return                                               # Returned
    the literals of this call are in M no more         # Undone
no call is left: F has no model, or no other           # Refuted, =
"""


class Counts(Members):
    """M for at-least constraints: those that may be tight are due.

    least, most: of constraint i how many literals must be true, and how many may be false
    """

    def __init__(self, form: AtLeastForm) -> None:
        super().__init__(form, (literals for literals, _ in form.constraints))
        self.least = [0, *(minimum for _, minimum in form.constraints)]
        self.most = [len(literals) - least for literals, least in zip(self.f, self.least, strict=True)]
        self.due = [i for i, most in enumerate(self.most) if i and most == 0]
        self.clash = next((i for i, most in enumerate(self.most) if most < 0), 0)

    @property
    def satisfied(self) -> bool:
        """Each constraint has as many true literals as it needs."""
        return all(true >= least for true, least in zip(self.true, self.least, strict=True))

    def add(self, literal: int) -> None:
        """M ← M ∪ {literal}."""
        self.member[literal] = True
        self.trail.append(literal)
        for i in self.occurrences[literal]:
            self.true[i] += 1
        for i in self.occurrences[-literal]:
            self.false[i] += 1
            if self.false[i] == self.most[i]:
                heappush(self.due, i)
            elif self.false[i] > self.most[i]:
                self.clash = self.clash or i

    def propagate(self, level: int, choose: Choose = choose) -> Steps[None]:
        """AT-LEAST-PROPAGATE: M grows as long as it is consistent and a constraint with open literals is tight."""
        member, words = self.member, self.words
        while self.consistent and self.due:
            i = heappop(self.due) if choose is first else self.chosen("constraint", self.has_open, choose)
            open_ones = [literal for literal in self.f[i] if not (member[literal] or member[-literal])]
            if open_ones:
                said = words.said(open_ones)
                yield ConstraintTight(i, said, self.false[i], self.most[i])
            for literal in open_ones:
                if self.consistent:
                    self.add(literal)
                    yield Implied(words[literal], i, level, "constraint")

    def has_open(self, i: int) -> bool:
        """Has the constraint a literal that M says nothing of?"""
        return any(not (self.member[literal] or self.member[-literal]) for literal in self.f[i])

    def conflict(self, level: int) -> Event:
        """The constraint that has too many false literals."""
        return TooManyFalse(self.clash, self.false[self.clash], self.most[self.clash], level)

    def open_occurrences(self, literal: int) -> int:
        """In how many constraints that M does not satisfy the literal occurs."""
        return sum(self.true[i] < self.least[i] for i in self.occurrences[literal])


_IMPLIED = Counter("implied", Implied, "literals that joined M because a constraint was tight")


@algorithm(
    "at-least-propagation",
    title="At-least propagation",
    family=SATISFIABILITY, solves=AtLeastForm,
    source="Neller and Luo, section 3; Dixon, Ginsberg and Parkes 2004",
    pseudocode=PROPAGATION,
    rungs=("constraint", "literal", "conflict", "model"),
    counters=(
        Counter("tight", ConstraintTight, "constraints that had as many false literals as may be, and open ones"),
        _IMPLIED,
    ),
)
def at_least_propagation(form: AtLeastForm, *, choose: Choose = choose) -> Steps[Propagated]:
    """AT-LEAST-PROPAGATE(F, ∅), and what it says about F where it says anything."""
    m = Counts(form)
    yield from m.propagate(0, choose)
    satisfiable = None
    if not m.consistent:
        satisfiable = False
        yield m.conflict(0)
    elif m.satisfied:
        satisfiable = True
        yield Modelled(tuple(m.words[literal] for literal in m.trail))
    return Propagated(tuple((m.words[abs(literal)], literal > 0) for literal in m.trail), satisfiable)


@algorithm(
    "at-least-dpll",
    title="DPLL over at-least constraints",
    family=SATISFIABILITY, solves=AtLeastForm,
    source="Neller and Luo, section 3; Lierler 2020, section 1.1, Figure 2",
    pseudocode=DPLL,
    rungs=("constraint", "literal", "call", "model"),
    counters=(
        Counter("calls", Called, "calls of DPLL, the first one included", better="fewer"),
        Counter("decisions", Decided, "literals chosen; their complements, tried afterwards, are not counted",
                better="fewer"),
        _IMPLIED,
        Counter("conflicts", TooManyFalse, "calls that ended because a constraint had too many false literals",
                better="fewer"),
        Counter("models", Modelled, "models found"),
    ),
)
def at_least_dpll(
    form: AtLeastForm,
    *,
    order: Order = "first atom, true first",
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[SatAnswer]:
    """DPLL(F, ∅). ``order`` says which literal is chosen; ``all``: exits with no model, but counts them all.

    Raises TooDeepError and TooLongError, as DPLL does.
    """
    return (yield from DpllSearch(Counts(form), order, all, choose).whole())
