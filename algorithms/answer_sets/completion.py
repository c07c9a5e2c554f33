"""From a program to clauses: Clark's completion, its models, and the formulas of loops.

Sources: Keith Clark, *Negation as failure*, 1978 (completion); François Fages, *Consistency of Clark's completion and
existence of stable models*, 1994 (tight programs); Fangzhen Lin and Yuting Zhao, *ASSAT: computing answer sets of a
logic program by SAT solvers*, Artificial Intelligence 157, 2004 (loop formulas). Lierler's handout names completion in
section 2, without its definition.

    Π   the program    B   the body of a rule    L   a loop: atoms that need each other, or one that needs itself
    R⁻(L)   the rules for atoms of L that need no atom of L

An answer set is a model of the completion. A model that is none has a loop of true atoms, and all rules in R⁻(L) are
blocked: its atoms hold up each other. Where the program has no loop at all it is *tight*, and each model of its
completion is an answer set. Programs have up to exponentially many loops, so formulas are added as ASSAT adds them:
only those of loops that have made a model that is no answer set.

Models are found by CDCL, without a word, the first atom last to change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from algorithms.answer_sets import ANSWER_SETS
from algorithms.answer_sets.events import (
    AllFound,
    AnswerSetFound,
    AtomCompleted,
    CompletionBuilt,
    ConstraintKept,
    ListedAgain,
    LoopFormulaAdded,
    LoopFound,
    ModelListed,
    ModelRefused,
    TightnessTested,
)
from algorithms.answer_sets.formulas import body_text, completed, loop_clauses, loop_formula
from algorithms.answer_sets.given import AnswerSets
from algorithms.answer_sets.loops import unfounded_loop
from algorithms.core import Counter, Steps, algorithm, run
from algorithms.events import ClauseAdded
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import circles, completion, external
from algorithms.satisfiability.cdcl import Solver
from algorithms.satisfiability.dpll import MOST_MODELS, TooLongError

PSEUDOCODE = """
for each atom a of Π, with bodies B1, B2, …
  a ↔ B1 ∨ B2 ∨ …, as clauses                   # AtomCompleted
for each constraint: its body is false          # ConstraintKept, =
that is the completion of Π                     # CompletionBuilt, =
are there atoms that need each other?           # LoopFound
if not, Π is tight                              # TightnessTested
repeat
  for each model of the clauses                 # ModelListed
    a loop of it is held up by nothing outside:
      no answer set                             # ModelRefused
    otherwise: an answer set                    # AnswerSetFound
  with loops: true, for each loop L found so
    ∨L → ∨{B : a rule of R⁻(L) has the body B}  # LoopFormulaAdded
    as clauses                                  # ClauseAdded
  once more, with these                         # ListedAgain
until no model was refused                      # AllFound
"""


class Models:
    """The program's completion, and the clauses of its loops."""

    def __init__(self, program: LogicProgram) -> None:
        self.program, self.words = program, program.words()
        self.completion = completion(program)
        self.cnf, self.all_words = self.completion.cnf, self.completion.cnf.words()
        self.loops: list[tuple[int, ...]] = []
        self.clauses: list[tuple[int, ...]] = list(self.cnf.clauses)

    def build(self) -> Steps[None]:
        """The completion, atom by atom."""
        of: dict[str, list[int]] = {}
        for number, origin in enumerate(self.cnf.origins, 1):
            of.setdefault(origin, []).append(number)
        for a, name in enumerate(self.program.names, 1):
            rules = [number for number, rule in enumerate(self.program.rules, 1) if rule.head == a]
            clauses = [clause for number in rules for part in ("rule", "body")
                       for clause in of.get(f"{part} {number}", ())]
            yield AtomCompleted(name, tuple(rules), completed(self.program, a, rules),
                                tuple(clauses + of.get(f"completion of {name}", [])))
        for number, rule in enumerate(self.program.rules, 1):
            if not rule.head:
                yield ConstraintKept(number, f"¬({body_text(self.program, rule)})", tuple(of[f"rule {number}"]))
        yield CompletionBuilt(len(self.clauses), self.cnf.auxiliary - self.program.auxiliary)

    def test_tightness(self) -> Steps[None]:
        """The loops of the positive dependency graph, as its components."""
        found = circles(self.program)
        for part in found:
            yield LoopFound(self.words.said(part))
        yield TightnessTested(len(found))

    def list_models(self) -> Steps[tuple[list[tuple[str, ...]], list[tuple[int, ...]]]]:
        """The answer sets among the models of the clauses, and the loops by which the others are none."""
        found, loops = list[tuple[str, ...]](), dict[tuple[int, ...], None]()
        for number, m in enumerate(self._models(), 1):
            yield ModelListed(number, self.words.said(m))
            loop = unfounded_loop(self.program, m)
            if loop:
                loops[loop] = None
                yield ModelRefused(self.words.said(loop), tuple(external(self.program, loop)))
            else:
                found.append(self.words.said(literal for literal in m if literal > 0))
                yield AnswerSetFound(found[-1], len(found))
        return found, list(loops)

    def _models(self) -> Iterator[list[int]]:
        cnf = CNF(self.cnf.names, tuple(self.clauses), ("",) * len(self.clauses), self.cnf.visible)
        solver = Solver(cnf, heuristic="first", restarts=False, phase_saving=False)
        for a in range(1, len(self.program.names) + 1):
            solver.add_variable(a)
        more = run(solver.solve())
        while more:
            if solver.models > MOST_MODELS:
                raise TooLongError(f"{MOST_MODELS:,} models are found, and there may be many more; use answer-sets")
            yield solver.model()[: len(self.program.names)]
            more = run(solver.another())

    def add_formulas(self, loops: Iterable[tuple[int, ...]]) -> Steps[None]:
        """The formulas of these loops, and their clauses."""
        for loop in loops:
            clauses = loop_clauses(self.completion, self.program, loop)
            first = len(self.clauses) + 1
            self.loops.append(loop)
            self.clauses += clauses
            yield LoopFormulaAdded(self.words.said(loop), tuple(external(self.program, loop)),
                                   loop_formula(self.program, loop), tuple(range(first, first + len(clauses))))
            for number, clause in enumerate(clauses, first):
                yield ClauseAdded(number, self.all_words.said(clause))


@algorithm(
    "completion",
    title="Completion and its models",
    family=ANSWER_SETS, solves=LogicProgram,
    source="Clark 1978, Fages 1994, Lin and Zhao 2004",
    pseudocode=PSEUDOCODE,
    rungs=("event", "formula", "model", "pass"),
    counters=(
        Counter("completion", CompletionBuilt, "clauses of the completion", lambda event: event.clauses),
        Counter("models", ModelListed, "models that were listed"),
        Counter("refused", ModelRefused, "models that are no answer sets, because of a loop"),
        Counter("loop formulas", LoopFormulaAdded, "formulas of loops that were added"),
        Counter("answer sets", AllFound, "answer sets of the program, when all are listed",
                lambda event: event.number),
    ),
)
def completion_models(program: LogicProgram, *, loops: bool = False) -> Steps[AnswerSets]:
    """The completion of a program and all its models, each of them an answer set or not. ``loops``: adds the formulas
    of loops, and lists the models again, until all are answer sets. Raises TooLongError."""
    models = Models(program)
    yield from models.build()
    yield from models.test_tightness()
    while True:
        found, refusing = yield from models.list_models()
        if not loops or not refusing:
            yield AllFound(len(found))
            return AnswerSets(tuple(found))
        yield from models.add_formulas(refusing)
        yield ListedAgain(len(models.loops))
