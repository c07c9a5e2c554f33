"""The state of CDCL with loop formulas: that of a search for models of the completion, with the loops that it met."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import completion
from algorithms.problems.puzzle import Puzzle
from visualizer.families.answer_sets.direct import direct_of
from visualizer.families.answer_sets.state import NO_PROGRAM, LoopFormula
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.lazy_form import Forms, LazyForm
from visualizer.runs.states import State, ToForm


@dataclass(slots=True)
class LoopState(SatState):
    """What the search knows, beside its clauses: those of the completion, learned ones and those of loops.

    u:        the set found unfounded on the trail, and ``loop`` in it, until the search goes on; None: none was found
    formulas: of the loops that it met, each with its clauses by number
    sets:     the answer sets
    """

    program: LogicProgram = field(default=NO_PROGRAM, kw_only=True)
    u: tuple[str, ...] | None = None
    loop: tuple[str, ...] = ()
    formulas: tuple[LoopFormula, ...] = ()
    sets: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def start(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        program: LogicProgram = to_form(puzzle)
        lazy = LazyForm(lambda: completion(program).cnf, counts=False)
        forms = Forms(lambda position: completion(to_form(position)).cnf, counts=False)
        return cls(lazy, forms, direct_of(puzzle, program), program=program)

    def at_first(self, domains: dict[str, Domain]) -> dict[str, Domain]:
        return domains | dict(self.direct.values())

    def kind_of(self, clause: int) -> str:
        of_loop = any(clause in formula.clauses for formula in self.formulas)
        return "loop clause" if of_loop else SatState.kind_of(self, clause)

    def apply(self, event: Event, state: State) -> None:
        if isinstance(event, e.Watched | e.Decided | e.Undone | a.AnswerSetFound):
            self.u, self.loop = None, ()
        if isinstance(event, a.UnfoundedFound | a.LoopFound | a.LoopFormulaAdded):
            self._report(event.sentence())
        elif isinstance(event, e.ClauseAdded):
            self.news = ""
        if isinstance(event, a.UnfoundedFound):
            self.u, self.loop = event.atoms, ()
        elif isinstance(event, a.LoopFound):
            self.loop = event.atoms
        elif isinstance(event, a.LoopFormulaAdded):
            self.formulas = (*self.formulas, LoopFormula(event.loop, event.rules, event.formula, event.clauses))
        elif isinstance(event, a.AnswerSetFound):
            self.sets, state.outcome = (*self.sets, event.atoms), "solved"
        elif isinstance(event, a.AllFound):
            state.outcome = "solved" if self.sets else "unsatisfiable"
        SatState.apply(self, event, state)


LoopState.folds = SatState.folds
