"""The search for answer sets with unit propagation and unfounded sets, as smodels does it.

Source: Yuliya Lierler, *Handout on Algorithms in Backtracking Search behind SAT and ASP*, University of Nebraska at
Omaha, section 2; the solver: Simons, Niemelä and Soininen, *Extending and implementing the stable model semantics*,
Artificial Intelligence 138, 2002.

    Π, Π^cl   the program, and the clauses of its rules    m   the record M    U   the greatest set unfounded on M

A run is a path in the graph aset_Π, with the priorities Backtrack, Fail >> Unit Propagate >> Unfounded >> Decide. The
graph has no rule for what smodels concludes backwards from a true atom with one rule left to support it: it comes out
later, when that rule is blocked and the atom is unfounded. All of U becomes false, one transition an atom; a true one
first, as that ends the branch. The graph allows any unfounded set, so that another than the greatest can be chosen. A
constraint without a body has no literal to propagate, and fails at once.

Which literal is decided, the source leaves open. By default an atom of a ``not`` or of a choice, made false: once all
these are assigned, unit propagation and unfounded sets assign the others.

The graph has no edge that leaves an answer set. Where all are wanted, the search goes on as after a conflict, with the
other branch of the last decision: in the state to which Backtrack would have led.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from algorithms.answer_sets import ANSWER_SEARCH
from algorithms.answer_sets.events import (
    AllFound,
    AnswerSetFound,
    Failed,
    MadeFalse,
    MInconsistent,
    UnfoundedFound,
    UnitPropagated,
)
from algorithms.answer_sets.events.words import set_of
from algorithms.answer_sets.given import AnswerSets
from algorithms.answer_sets.sources import Sources
from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import Complemented, Decided, Undone
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import unfounded_sets
from algorithms.satisfiability.dpll import MOST_MODELS, Literals, TooLongError

Order = Literal["under not, false first", "first atom, true first", "first atom, false first"]

MOST_TO_CHOOSE = 10  # atoms of an unfounded set of which parts can be chosen instead
MOST_LITERALS = 1_000_000  # that joined M: some seconds, and far more than anybody would watch

PSEUDOCODE = """
M ← ∅
repeat
  M is inconsistent                                # MInconsistent
    and has a decision: go back to before the last # Undone, +
      one; its complement joins M (Backtrack)      # Complemented
    and has none: FailState (Fail)                 # Failed, =
  else a clause of Π^cl is unit wrt M:
    its literal joins M (Unit Propagate)           # UnitPropagated
  else an atom of the greatest set U               # +
    unfounded on M is not false in M               # UnfoundedFound
    its complement joins M (Unfounded)             # MadeFalse
  else an atom is unassigned: one of its           # +, =
    literals joins M, as a decision (Decide)       # Decided, =
  else M⁺ is an answer set                         # AnswerSetFound
    all are wanted: the other branch; none is left # AllFound
"""


def sets_to_choose(program: LogicProgram, m: Collection[int], greatest: Collection[int]) -> list[tuple[int, ...]]:
    """The unfounded sets from which something follows, as not all of their atoms are false; where they would be too
    many, the greatest one alone."""
    if len(greatest) > MOST_TO_CHOOSE:
        return [tuple(sorted(greatest))]
    true = frozenset(m)
    return [u for u in unfounded_sets(program, true, greatest) if any(-atom not in true for atom in u)]


class Search:
    """M, and what the rules of aset_Π need to know of it.

    m:         M as DPLL has it, over Π^cl; ``of``: the rule of each of its clauses
    decisions: how long M was before each decision, and the decision
    pending:   atoms of the last U that are still to be made false
    """

    def __init__(self, program: LogicProgram, order: Order, choose: Choose) -> None:
        self.program, self.words, self.atoms = program, program.words(), range(1, len(program.names) + 1)
        self.m = Literals(program.classical())
        self.of = [0, *(number for number, rule in enumerate(program.rules, 1) if not rule.choice)]
        self.decisions: list[tuple[int, int]] = []
        self.inconsistent = False
        self.pending: list[int] = []
        self.bodies = [(), *(rule.body for rule in program.rules)]
        self.sources = Sources(program, self.is_blocked)
        self.order, self.choose = order, choose
        named = dict.fromkeys(atom for rule in program.rules for atom in (*rule.negative, *([rule.head] * rule.choice)))
        self.first = [*sorted(named), *(atom for atom in self.atoms if atom not in named)]
        self.by_word = {self.words[literal]: literal for atom in self.atoms for literal in (atom, -atom)}
        self.found: list[tuple[str, ...]] = []
        self.joined = 0

    def is_blocked(self, rule: int) -> bool:
        """Has M the complement of a literal of the rule's body?"""
        body = self.bodies[rule]
        if not body:  # a fact, or a choice without conditions: of large programs most rules are such
            return False
        member = self.m.member
        return any(member[-literal] for literal in body)

    @property
    def level(self) -> int:
        return len(self.decisions)

    def add(self, literal: int, clause: int = 0) -> None:
        """The literal joins M, which may become inconsistent by it."""
        self.joined += 1
        if self.joined > MOST_LITERALS:
            raise TooLongError(f"{MOST_LITERALS:,} literals have joined M, and the search is not done; "
                               "use loop-formulas, which learns from conflicts")
        self.inconsistent = self.m.member[-literal]
        self.m.add(literal, clause)

    def run(self, every: bool) -> Steps[AnswerSets]:
        """All of it, from M = ∅ to the answer. Raises TooLongError."""
        if not self.m.consistent:
            yield Failed(0)
            return AnswerSets(())
        while True:
            if self.inconsistent:
                yield MInconsistent(self.words[self.m.trail[-1]], self.level)
                if not self.decisions:
                    yield Failed(len(self.found))
                    break
                yield from self.backtrack()
            elif clause := self.m.unit_clause():
                literal = self.m.unit_literal(clause)
                self.add(literal, clause)
                yield UnitPropagated(self.words[literal], self.of[clause], self.level)
            elif self.pending or (yield from self.look_for_unfounded()):
                literal = -self.pending.pop()
                if not self.m.member[literal]:
                    self.add(literal)
                    yield MadeFalse(self.words[literal], self.level)
            elif len(self.m.trail) < len(self.atoms):
                yield from self.decide()
            else:
                self.found.append(self.words.said(sorted(a for a in self.m.trail if a > 0)))
                yield AnswerSetFound(self.found[-1], len(self.found))
                if not every:
                    break
                if len(self.found) >= MOST_MODELS:
                    raise TooLongError(f"{MOST_MODELS:,} answer sets are found, and there may be many more; "
                                       "leave all out")
                if not self.decisions:
                    yield AllFound(len(self.found))
                    break
                yield from self.backtrack()
        return AnswerSets(tuple(self.found))

    def look_for_unfounded(self) -> Steps[bool]:
        """Is there an atom in the greatest unfounded set that is not false?"""
        member = self.m.member
        greatest = self.sources.unfounded()
        if all(member[-atom] for atom in greatest):
            return False
        u = self.chosen(greatest) if self.choose is not choose else greatest
        self.pending = [atom for atom in sorted(u, reverse=True) if not member[-atom]]
        self.pending.sort(key=lambda atom: member[atom])  # of the last ones, a true one comes first
        yield UnfoundedFound(self.words.said(sorted(u)), len(u) == len(greatest))
        return True

    def chosen(self, greatest: Collection[int]) -> Collection[int]:
        """The unfounded set whose atoms become false next: the greatest one, or another as somebody chooses. What it
        leaves out is unfounded afterwards as well."""
        sets = {set_of(self.words.said(u)): u for u in sets_to_choose(self.program, self.m.trail, greatest)}
        return sets[self.choose("unfounded set", tuple(sets), set_of(self.words.said(sorted(greatest))))]

    def decide(self) -> Steps[None]:
        """Decide: a literal that M does not assign, marked as a decision."""
        member, sign = self.m.member, 1 if self.order == "first atom, true first" else -1
        atoms = self.first if self.order == "under not, false first" else self.atoms
        preferred = next(sign * atom for atom in atoms if not member[atom] and not member[-atom])
        candidates = [literal for atom in self.atoms if not member[atom] and not member[-atom]
                      for literal in (atom, -atom)]
        literal = self.by_word[self.choose("literal", self.words.said(candidates), self.words[preferred])]
        self.decisions.append((len(self.m.trail), literal))
        self.add(literal)
        yield Decided(self.words[literal], self.level)

    def backtrack(self) -> Steps[None]:
        """Backtrack: back to before the last decision, whose complement joins M."""
        size, literal = self.decisions.pop()
        self.pending.clear()
        yield Undone(self.words.said(self.m.shrink(size)), self.level)
        self.add(-literal)
        yield Complemented(self.words[-literal], self.level)


@algorithm(
    "answer-sets",
    title="Search for answer sets",
    family=ANSWER_SEARCH, solves=LogicProgram,
    source="Lierler 2020, section 2; Simons, Niemelä and Soininen 2002 (smodels)",
    pseudocode=PSEUDOCODE,
    rungs=("event", "literal", "decision", "answer set"),
    counters=(
        Counter("decisions", Decided, "literals decided; their complements, tried afterwards, are not counted",
                better="fewer"),
        Counter("propagated", UnitPropagated, "literals that joined M because the clause of a rule was unit"),
        Counter("unfounded", MadeFalse, "literals that joined M because their atom was unfounded"),
        Counter("conflicts", MInconsistent, "times that M became inconsistent", better="fewer"),
        Counter("answer sets", AnswerSetFound, "answer sets found"),
    ),
)
def answer_sets(
    program: LogicProgram,
    *,
    order: Order = "under not, false first",
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[AnswerSets]:
    """Searches an answer set, or ``all``. ``order`` says which literal is decided. Raises TooLongError."""
    return Search(program, order, choose).run(all)
