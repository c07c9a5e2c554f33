"""clasp's way as a path: CDCL on the completion of a program, and on the formulas of loops that it meets.

Sources: Yuliya Lierler, *Abstract answer set solvers with backjumping and learning*, Theory and Practice of Logic
Programming 11, 2011 (the graph, where Learn may add what the program entails); Fangzhen Lin and Yuting Zhao, *ASSAT*,
2004 (loop formulas); the search is that of :mod:`algorithms.answer_sets.loop_formulas`.

To the edges of :mod:`algorithms.transitions.learning` it adds one:

    a loop is unfounded    Learn, once for each clause of the loop's formula: each answer set satisfies it. What is held
                           against that is the clause itself: an atom of the loop is false, or a rule has a true body
                           that is for the loop and needs nothing of it. All such rules are looked up in the program

Its atoms then become false by Unit Propagate, as in clasp, or M inconsistent. The graph has no rule Unfounded.
"""

from __future__ import annotations

from collections.abc import Iterator

from algorithms.answer_sets.events import AllFound, AnswerSetFound, LoopFormulaAdded, UnfoundedFound
from algorithms.answer_sets.given import AnswerSets
from algorithms.answer_sets.loop_formulas import loop_formulas
from algorithms.core import Choose, Counter, Event, Steps, algorithm, choose
from algorithms.events import ClauseAdded, Modelled, Refuted
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import external
from algorithms.transitions import TRANSITIONS
from algorithms.transitions.events import (
    BackjumpApplied,
    DecideApplied,
    LearnApplied,
    LoopLearnApplied,
    RestartApplied,
    RuleApplied,
    UnitPropagateApplied,
)
from algorithms.transitions.learning import Follower, by_rule, path_of
from algorithms.transitions.rules import aset, learning

PSEUDOCODE = """
F ← the completion of Π                       # =
M ← ∅, Γ ← ∅                                  # PathBegun, =
Unit Propagate   M ‖ Γ ⇒ M l ‖ Γ              # UnitPropagateApplied, =
  if F, Γ has C ∨ l, C false in M, M l a record
Decide   M ‖ Γ ⇒ M lΔ ‖ Γ                     # DecideApplied, =
  if M is consistent, l unassigned by M
no clause is unit, a set is unfounded on M    # UnfoundedFound, =
  it has a loop, and the loop a formula       # LoopFormulaAdded, =
Learn   M ‖ Γ ⇒ M ‖ Γ, C                      # LoopLearnApplied, =
  if each answer set of Π satisfies C         # =
the clauses of a conflict are resolved        # Resolved, =
Learn   M ‖ Γ ⇒ M ‖ Γ, C                      # LearnApplied, =
  if F, Γ entails C, over the atoms of F      # =
Backjump   P lΔ Q ‖ Γ ⇒ P l' ‖ Γ              # BackjumpApplied, =
  if P lΔ Q is inconsistent, F, Γ has         # +
  C ∨ l', P makes C false, and l' is open in P
Restart   M ‖ Γ ⇒ ∅ ‖ Γ                       # RestartApplied, =
Forget   M ‖ Γ, C ⇒ M ‖ Γ                     # ForgetApplied, =
  if F, Γ entails C
Fail   M ‖ Γ ⇒ FailState                      # FailApplied, =
  if M is inconsistent and without Δ
all is assigned, and nothing is unfounded:
an answer set                                 # AnswerSetFound
  if all are wanted: exclude this one         # Blocked, =
M is FailState: there is no further one       # AllFound, =
"""


class LoopFollower(Follower):
    """Turns the events of CDCL with loop formulas into edges. ``formula``: the one whose clauses are being learned."""

    formula: LoopFormulaAdded | None = None

    def follow(self, event: Event) -> Iterator[Event]:
        match event:
            case UnfoundedFound() | AnswerSetFound() | AllFound():
                yield event
            case LoopFormulaAdded():
                self.formula = event
                yield event
            case ClauseAdded():
                yield self.learn_of_loop(event)
            case Refuted():
                yield from self.fail()
            case Modelled():
                pass  # an answer set is found, which the next event says
            case _:
                yield from super().follow(event)

    def learn_of_loop(self, event: ClauseAdded) -> RuleApplied:
        """Learn a clause of the formula of a loop."""
        program, formula = self.system.program, self.formula
        assert program is not None and formula is not None
        loop, literals = list(map(self.literal, formula.loop)), tuple(map(self.literal, event.literals))
        outside = tuple(external(program, loop))
        bodies = {self.system.bodies.get(number, 0) for number in outside}  # 0: always true, as no such loop has
        self.check(formula.rules == outside and any({-atom, *bodies} == set(literals) for atom in loop), "Learn")
        self.system = self.system.with_clause(literals)
        self.check(event.clause == len(self.system.clauses), "Learn")
        return LoopLearnApplied(*self.step(0, self.m), event.clause, event.literals, formula.loop, outside)


@algorithm(
    "clasp-graph",
    title="clasp's way as a path in a graph",
    family=TRANSITIONS, solves=LogicProgram,
    source="Lierler 2011; Lierler 2020, section 2; Gebser, Kaufmann and Schaub 2012",
    pseudocode=PSEUDOCODE,
    rungs=("event", "resolution", "transition", "answer set"),
    counters=(
        Counter("decisions", DecideApplied, "transitions by Decide", better="fewer"),
        Counter("propagated", UnitPropagateApplied, "transitions by Unit Propagate"),
        Counter("loop clauses", LoopLearnApplied, "transitions by Learn, of formulas of loops"),
        Counter("learned", LearnApplied, "transitions by Learn, from conflicts"),
        Counter("backjumps", BackjumpApplied, "transitions by Backjump"),
        Counter("restarts", RestartApplied, "transitions by Restart"),
        Counter("answer sets", AnswerSetFound, "answer sets found"),
    ),
)
def clasp_graph(
    program: LogicProgram,
    *,
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[AnswerSets]:
    """The run of ``loop-formulas`` as a path. Raises TooLongError."""
    steps = loop_formulas(program, all=all, choose=by_rule(choose))
    return path_of(LoopFollower(learning(aset(program))), steps, instead="loop-formulas")
