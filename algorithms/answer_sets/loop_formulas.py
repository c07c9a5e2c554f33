"""CDCL on the completion and on the formulas of loops that it meets: how clasp finds answer sets.

Sources: Martin Gebser, Benjamin Kaufmann and Torsten Schaub, *Conflict-driven answer set solving: from theory to
practice*, Artificial Intelligence 187, 2012 (unfounded sets found during the search); Fangzhen Lin and Yuting Zhao,
*ASSAT*, Artificial Intelligence 157, 2004 (loop formulas). Lierler's handout has a peek at it at the end of section 2:
learning, forgetting, backjumping and restarts, which are those of ``cdcl``.

    Π   the program    U   the greatest set unfounded on what is on the trail    L   a loop in it
    R⁻(L)   the rules for atoms of L that need no atom of L

Where no clause is unit or false, an unfounded set is looked for. Its atoms that are not false have a loop with no way
out to others of them, whose rules in R⁻(L) are all blocked. Its formula, a clause for each of its atoms, is unit or
false at once, and like any other clause a reason or a conflict: so it is learned from. clasp takes the nogoods of the
unfounded set in place of those of the loop, and may forget them; here they are kept. Any such loop would do, so that
another one can be chosen.
"""

from __future__ import annotations

from collections.abc import Collection

from algorithms.answer_sets import LOOP_FORMULAS
from algorithms.answer_sets.events import (
    AllFound,
    AnswerSetFound,
    LoopFormulaAdded,
    LoopFound,
    UnfoundedFound,
)
from algorithms.answer_sets.events.words import set_of
from algorithms.answer_sets.formulas import loop_clauses, loop_formula
from algorithms.answer_sets.given import AnswerSets
from algorithms.answer_sets.loops import loop_in, loops_to_choose
from algorithms.answer_sets.sources import Sources
from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import (
    ClauseAdded,
    Conflicted,
    Decided,
    Implied,
    Learned,
    Restarted,
)
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import completion, external
from algorithms.satisfiability.cdcl import Solver
from algorithms.satisfiability.dpll import MOST_MODELS, TooLongError

PSEUDOCODE = """
the clauses are those of the completion of Π          # =
each clause watches two literals                      # Attached, =
forever
  for each new literal of the trail: visit clauses    # Watched
    a clause is unit: its last literal joins          # Implied
  if none is false: a set U is unfounded              # UnfoundedFound
    of its atoms that are not false, some are a loop  # LoopFound
    ∨L → ∨{B : a rule of R⁻(L) has the body B}        # LoopFormulaAdded
    as clauses: each is unit or false                 # ClauseAdded
  if a clause is false:                               # Conflicted
    if no decision is left: no answer set             # Refuted
    until the clause is asserting:
      resolve it with the reason of its last literal  # Resolved
    learn the clause                                  # Learned, =
    jump back to where it is unit                     # JumpedBack
  else if there were many conflicts: restart          # Restarted, =
  else if much was learned: forget the worst half     # Forgotten, =
  else if a variable is open: decide one              # Decided
  else: a model of all clauses                        # Modelled
    its atoms are an answer set                       # AnswerSetFound, =
    if all are wanted: exclude it                     # Blocked
going back, the literals of the levels left go        # Undone, =
there are no more                                     # AllFound, =
"""


class LoopSolver(Solver):
    """A solver for the completion of a program that finds the formulas of loops on its way."""

    def __init__(self, program: LogicProgram, choose: Choose | None = None) -> None:
        self.program, self.completion = program, completion(program)
        super().__init__(self.completion.cnf, choose=choose)
        for atom in range(1, len(program.names) + 1):
            self.add_variable(atom)
        self.sources = Sources(program, self.is_blocked)

    def is_blocked(self, rule: int) -> bool:
        """Is the rule's body false? Where all is propagated, it is as soon as a literal of it is."""
        body = self.completion.bodies.get(rule)
        return body is not None and self.trail.value[body] is False

    def propagate(self) -> Steps[int]:
        """Clauses first, then loops, until neither have anything to add, or a clause is false."""
        while True:
            if conflict := (yield from super().propagate()):
                return conflict
            value, u = self.trail.value, self.sources.unfounded()
            open_or_true = [atom for atom in u if value[atom] is not False]
            if not open_or_true:
                return 0
            yield UnfoundedFound(self.words.said(sorted(u)))
            acting = [self.program.rules[rule - 1] for atom in open_or_true for rule in self.sources.rules[atom]
                      if not self.is_blocked(rule)]
            if conflict := (yield from self.add_formula(self.chosen(loop_in(open_or_true, acting), open_or_true))):
                return conflict

    def chosen(self, loop: tuple[int, ...], open_or_true: Collection[int]) -> tuple[int, ...]:
        """The loop whose formula is added: that one, or another that nothing from outside holds up, as somebody
        chooses. The formula of any is unit or false at once, and what is still unfounded then has loops of its own."""
        if self.choose in (None, choose):
            return loop
        loops = {set_of(self.words.said(one)): one
                 for one in loops_to_choose(self.program, self.is_blocked, open_or_true) or [loop]}
        return loops[self.choose("loop", tuple(loops), set_of(self.words.said(loop)))]

    def add_formula(self, loop: tuple[int, ...]) -> Steps[int]:
        """Adds the formula of a loop, none of whose atoms is false. Of an atom that is true the clause is false, and it
        is returned; where there is none, all atoms become false."""
        trail, first = self.trail, len(self.clauses)
        yield LoopFound(self.words.said(loop))
        new = loop_clauses(self.completion, self.program, loop)
        numbers = range(first, first + len(new))
        yield LoopFormulaAdded(self.words.said(loop), tuple(external(self.program, loop)),
                               loop_formula(self.program, loop), tuple(numbers))
        for number, (head, *bodies) in zip(numbers, new, strict=True):
            self.clauses.append([head, *sorted(bodies, key=lambda literal: -trail.level[abs(literal)])])
            yield ClauseAdded(number, self.words.said(self.clauses[number]))
        if len(new[0]) > 1:
            yield from self.propagation.attach(numbers)
        if conflict := next((number for number in numbers if trail.value[self.clauses[number][0]] is False), 0):
            return conflict
        for number in numbers:
            trail.add(self.clauses[number][0], number)
            yield Implied(self.words[self.clauses[number][0]], number, trail.depth)
        return 0

    def answer_set(self) -> tuple[str, ...]:
        """The atoms that are true in the last model."""
        return self.words.said(literal for literal in self.model() if 0 < literal <= len(self.program.names))


@algorithm(
    "loop-formulas",
    title="CDCL with loop formulas",
    family=LOOP_FORMULAS, solves=LogicProgram,
    source="Gebser, Kaufmann and Schaub 2012 (clasp), Lin and Zhao 2004",
    pseudocode=PSEUDOCODE,
    rungs=("clause", "literal", "decision", "answer set"),
    counters=(
        Counter("decisions", Decided, "literals decided", better="fewer"),
        Counter("implied", Implied, "literals forced by a clause"),
        Counter("loop formulas", LoopFormulaAdded, "formulas of loops that were added"),
        Counter("conflicts", Conflicted, "clauses found false", better="fewer"),
        Counter("learned", Learned, "clauses learned from conflicts"),
        Counter("restarts", Restarted, "times that the search began anew"),
        Counter("answer sets", AnswerSetFound, "answer sets found"),
    ),
)
def loop_formulas(
    program: LogicProgram,
    *,
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[AnswerSets]:
    """Searches an answer set, or ``all``. Raises TooLongError beyond MOST_MODELS."""
    solver = LoopSolver(program, choose)
    answers: list[tuple[str, ...]] = []
    found = yield from solver.solve()
    while found:
        answers.append(solver.answer_set())
        yield AnswerSetFound(answers[-1], len(answers))
        if not all:
            return AnswerSets(tuple(answers))
        if len(answers) >= MOST_MODELS:
            raise TooLongError(f"{MOST_MODELS:,} answer sets are found, and there may be many more; leave all out")
        found = yield from solver.another()
    yield AllFound(len(answers))
    return AnswerSets(tuple(answers))
