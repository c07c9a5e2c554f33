"""The state of algorithms on logic programs: M, what may be unfounded, a guess and its reduct, a completion and its
models, and the answer sets that were found.

A puzzle whose variables the program speaks of shows what is true of them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Literal, NamedTuple, Self

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.puzzle import Puzzle
from visualizer.families.answer_sets.direct import direct_of
from visualizer.runs.form_state import Direct
from visualizer.runs.states import FamilyState, How, State, Supposed, ToForm

NO_PROGRAM = LogicProgram((), (), (), 0)

Way = Literal["given", "decided", "other branch", "unit", "unfounded"]
"""How a literal joined M."""


class Joined(NamedTuple):
    """A literal of M: how it joined, at which level, and the rule whose clause was unit (0: none)."""

    literal: str
    how: Way
    level: int
    rule: int = 0


class Out(NamedTuple):
    """Why a rule cannot hold up its head: M is against it, or it needs atoms of U; and the literals or atoms."""

    why: Literal["blocked", "circular"]
    by: tuple[str, ...]


class Completed(NamedTuple):
    """The completion of an atom, or a constraint in it (atom ""): its rules, its formula, its clauses."""

    atom: str
    rules: tuple[int, ...]
    formula: str
    clauses: tuple[int, ...]


class Listed(NamedTuple):
    """A model of the clauses: an answer set, none because of a ``loop``, or not judged yet (None)."""

    literals: tuple[str, ...]
    stable: bool | None = None
    loop: tuple[str, ...] = ()
    rules: tuple[int, ...] = ()


class LoopFormula(NamedTuple):
    """The formula of a loop: the rules from outside, and its clauses by number."""

    loop: tuple[str, ...]
    rules: tuple[int, ...]
    formula: str
    clauses: tuple[int, ...]


@dataclass(slots=True)
class ProgramState(FamilyState):
    """What is known of a program.

    direct:    for an atom ``x=v``, or x, the puzzle's variable x and its values at the start
    m:         the literals of M in the order in which they joined it; ``clash``: an atom that is there with its
               complement
    u:         the atoms that may be unfounded, or, ``settled``, are; None where nothing was asked. ``marked``: they are
               a set that somebody marked, and what became of it (None: not known yet)
    tested:    the atom that was tested last, ``rule`` the rule of the last event
    out:       the rules that were tested against this U and cannot hold up their head
    held:      the atoms that left U, with the rules that hold them up; of a marked set the rule that holds one up
    guess:     X; ``gone`` the rules that left the reduct, with the atoms of X that are against them; ``without`` the
               ``not``s that left the others; ``least`` the least model so far, each atom with its rule. None: no guess
    refused:   that X is no answer set, and why
    completed: the completion so far; ``loops`` of the dependency graph; ``tight``: none, None as long as nobody asked
    models:    of the completion, since they were last listed; ``formulas`` of loops, ``added`` clauses by number
    found:     the answer sets
    verdict:   the last word that was said of M, X or U, as a sentence
    """

    direct: Direct = field(default_factory=dict)
    program: LogicProgram = NO_PROGRAM
    to_program: ToForm | None = field(default=None, compare=False)
    m: tuple[Joined, ...] = ()
    clash: str | None = None
    level: int = 0
    u: tuple[str, ...] | None = None
    settled: bool = False
    marked: bool = False
    unfounded: bool | None = None
    number: int = 0
    tested: str | None = None
    rule: int = 0
    out: Mapping[int, Out] = field(default_factory=dict)
    held: Mapping[str, int] = field(default_factory=dict)
    guess: tuple[str, ...] | None = None
    gone: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    without: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    reduct: tuple[int, ...] | None = None
    least: Mapping[str, int] = field(default_factory=dict)
    complete: bool = False
    violated: tuple[int, ...] = ()
    refused: a.GuessRefused | None = None
    completed: tuple[Completed, ...] = ()
    loops: tuple[tuple[str, ...], ...] = ()
    tight: bool | None = None
    clauses: int = 0
    models: tuple[Listed, ...] = ()
    formulas: tuple[LoopFormula, ...] = ()
    added: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    found: tuple[tuple[str, ...], ...] = ()
    ended: bool = False
    verdict: str = ""

    @classmethod
    def start(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        program: LogicProgram = to_form(puzzle)
        return cls(direct_of(puzzle, program), program=program, to_program=to_form)

    def at_first(self, domains: dict[str, Domain]) -> dict[str, Domain]:
        return domains | dict(self.direct.values())

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.to_program is not None
        return replace(self.start(position, self.to_program), tree=self.tree)

    def apply(self, event: Event, state: State) -> None:
        m, models = self.m, self.models
        FamilyState.apply(self, event, state)
        if self.m is not m or self.models is not models or isinstance(event, a.AnswerSetFound):
            self._tell(state)
        if isinstance(event, a.AllFound | a.Failed):
            state.outcome = "solved" if self.found else "unsatisfiable"

    def _tell(self, state: State) -> None:
        """What is true now is known of the puzzle's variables."""
        values = self.values
        for x, domain in dict(self.direct.values()).items():
            if x in values:
                state.know(x, (int(values[x]),))
            else:
                true = tuple(value for value in domain if values.get(f"{x}={value}"))
                state.know(x, true or tuple(value for value in domain if values.get(f"{x}={value}") is None))

    @property
    def names(self) -> Callable[[], Sequence[str]] | None:
        return lambda: self.program.names

    @property
    def values(self) -> Mapping[str, bool]:
        """What is true and false now: of the model on show, of the answer set just found, or by M."""
        literals = self.models[-1].literals if self.models else tuple(joined.literal for joined in self.m)
        return {literal.lstrip("¬"): not literal.startswith("¬") for literal in literals}

    @property
    def supposed(self) -> Supposed:
        """Values of a puzzle's own variables, where atoms ``x=v`` say what these are; an answer set is a solution."""
        decided = {joined.literal for joined in self.m if joined.how == "decided"}
        how: dict[str, How] = {}
        true = [atom for atom, value in self.values.items() if value]
        for atom in true:
            x, _ = self.direct.get(atom, (atom, ()))
            if x != atom:
                how[x] = "label" if atom in decided else "single"
        return Supposed(how, solved=bool(how and self.found) and set(self.found[-1]) == set(true))

    @property
    def tentative(self) -> Mapping[str, bool]:
        """What follows from a decision or is one, while no model is on show."""
        if self.models or self.supposed.solved:
            return {}
        return {x: joined.how == "decided" for joined in self.m if joined.level and not joined.literal.startswith("¬")
                for x in (joined.literal, self.direct.get(joined.literal, (joined.literal, ()))[0])}

    def truth(self, atom: str) -> bool | None:
        """Is the atom true, false or open (None)?"""
        return self.values.get(atom)

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """What a search has found without a decision; all else is said of an M, a guess or a model."""
        sure = {joined.literal.lstrip("¬") for joined in takewhile(
            lambda joined: joined.how in ("unit", "unfounded") and not joined.level, self.m)}
        open_ = {x: domain for atom, (x, domain) in self.direct.items() if atom not in sure}
        return {**domains, **open_}

    def is_open(self, variable: str) -> bool:
        return self.truth(variable) is None and variable in self.program.names

    def looks_at(self) -> Sequence[str]:
        return () if self.tested is None else (self.tested,)

    # Folds of what is unfounded.

    def assumed(self, event: e.Assumed, _state: State) -> None:
        self._join(Joined(event.literal, "given", 0))

    def set_marked(self, event: a.SetMarked, _state: State) -> None:
        self._ask(event.marked, marked=True)

    def round_started(self, event: a.RoundStarted, _state: State) -> None:
        if self.marked or self.u is None:
            self.held = {}
        self._ask(event.candidates, marked=False)
        self.number = event.number

    def _ask(self, atoms: tuple[str, ...], *, marked: bool) -> None:
        self.u, self.marked, self.settled, self.unfounded = atoms, marked, False, None
        self.out, self.tested, self.rule, self.verdict = {}, None, 0, ""

    def blocked(self, event: a.RuleBlocked, _state: State) -> None:
        self.tested, self.rule = event.atom, event.rule
        self.out = {**self.out, event.rule: Out("blocked", event.by)}

    def circular(self, event: a.RuleCircular, _state: State) -> None:
        self.tested, self.rule = event.atom, event.rule
        self.out = {**self.out, event.rule: Out("circular", event.needs)}

    def supports(self, event: a.RuleSupports, _state: State) -> None:
        self.tested, self.rule = event.atom, event.rule
        if self.marked:
            self.held = {event.atom: event.rule}

    def atom_held(self, event: a.AtomHeld, _state: State) -> None:
        """What was out because of that atom is to be tested anew."""
        self.held = {**self.held, event.atom: event.rule}
        self.u = tuple(atom for atom in self.u or () if atom != event.atom)
        self.out = {rule: Out(out.why, by) for rule, out in self.out.items()
                    if self.program.names[self.program.rules[rule - 1].head - 1] != event.atom
                    and (by := tuple(one for one in out.by if out.why == "blocked" or one != event.atom))}

    def set_checked(self, event: a.SetChecked, _state: State) -> None:
        self.settled, self.unfounded, self.tested, self.verdict = True, event.unfounded, None, event.sentence()

    def unfounded_found(self, event: a.UnfoundedFound, state: State) -> None:
        self.u, self.settled, self.marked, self.tested = event.atoms, True, False, None
        self.verdict = event.sentence()
        if self.number:  # it was what the run was for
            state.outcome = "complete"

    def proposition_applied(self, event: a.PropositionApplied, _state: State) -> None:
        self.violated, self.verdict = event.violated, event.sentence()
        if not event.violated and not event.unfounded:
            self.found = (event.positive,)

    # Folds of a guess.

    def guessed(self, event: a.SetGuessed, _state: State) -> None:
        self.guess = event.guess

    def rule_dropped(self, event: a.RuleDropped, _state: State) -> None:
        self.rule, self.gone = event.rule, {**self.gone, event.rule: event.by}

    def negation_dropped(self, event: a.NegationDropped, _state: State) -> None:
        self.rule, self.without = event.rule, {**self.without, event.rule: event.without}

    def reduct_built(self, event: a.ReductBuilt, _state: State) -> None:
        self.rule, self.reduct = 0, event.rules

    def reached(self, event: a.AtomReached, _state: State) -> None:
        self.rule, self.tested, self.least = event.rule, event.atom, {**self.least, event.atom: event.rule}

    def least_found(self, _event: a.LeastModelFound, _state: State) -> None:
        self.rule, self.tested, self.complete = 0, None, True

    def constraint_violated(self, event: a.ConstraintViolated, _state: State) -> None:
        self.rule, self.violated = event.rule, (*self.violated, event.rule)

    def guess_refused(self, event: a.GuessRefused, state: State) -> None:
        self.rule, self.refused, self.verdict, state.outcome = 0, event, event.sentence(), "complete"

    # Folds of a completion.

    def atom_completed(self, event: a.AtomCompleted, _state: State) -> None:
        self.tested = event.atom
        self.completed = (*self.completed, Completed(event.atom, event.rules, event.formula, event.clauses))

    def constraint_kept(self, event: a.ConstraintKept, _state: State) -> None:
        self.tested = None
        self.completed = (*self.completed, Completed("", (event.rule,), event.formula, event.clauses))

    def completion_built(self, event: a.CompletionBuilt, _state: State) -> None:
        self.tested, self.clauses = None, event.clauses

    def loop_found(self, event: a.LoopFound, _state: State) -> None:
        self.loops = (*self.loops, event.atoms)

    def tightness_tested(self, event: a.TightnessTested, _state: State) -> None:
        self.tight, self.verdict = not event.loops, event.sentence()

    def model_listed(self, event: a.ModelListed, _state: State) -> None:
        self.models, self.u, self.out, self.verdict = (*self.models, Listed(event.literals)), None, {}, ""

    def _judge(self, stable: bool, loop: tuple[str, ...] = (), rules: tuple[int, ...] = ()) -> None:
        *others, last = self.models
        self.models = (*others, last._replace(stable=stable, loop=loop, rules=rules))

    def model_refused(self, event: a.ModelRefused, _state: State) -> None:
        self._judge(False, event.loop, event.rules)
        self.u, self.settled, self.verdict = event.loop, True, event.sentence()

    def formula_added(self, event: a.LoopFormulaAdded, _state: State) -> None:
        self.formulas = (*self.formulas, LoopFormula(event.loop, event.rules, event.formula, event.clauses))
        self.verdict = event.sentence()

    def clause_added(self, event: e.ClauseAdded, _state: State) -> None:
        self.added, self.verdict = {**self.added, event.clause: event.literals}, event.sentence()

    def listed_again(self, event: a.ListedAgain, _state: State) -> None:
        self.models, self.found, self.u, self.verdict = (), (), None, event.sentence()

    # Folds of the search.

    def _join(self, joined: Joined) -> None:
        atom = joined.literal.lstrip("¬")
        if atom in {other.literal.lstrip("¬") for other in self.m}:
            self.clash = atom
        self.m, self.level, self.tested, self.rule = (*self.m, joined), joined.level, atom, joined.rule
        self.verdict = ""

    def decided(self, event: e.Decided, _state: State) -> None:
        self._join(Joined(event.literal, "decided", event.level))
        self._branch(event.literal, event.level)

    def complemented(self, event: e.Complemented, _state: State) -> None:
        self._join(Joined(event.literal, "other branch", event.level))
        self.tree.fail_left()
        self._branch(event.literal, event.level)

    def _branch(self, literal: str, level: int) -> None:
        if not self.tree.path:
            self.tree.grow("∅", 0)
        self.tree.grow(literal, level)

    def propagated(self, event: a.UnitPropagated, _state: State) -> None:
        self._join(Joined(event.literal, "unit", event.level, event.rule))

    def made_false(self, event: a.MadeFalse, _state: State) -> None:
        self._join(Joined(event.literal, "unfounded", event.level))

    def inconsistent(self, event: a.MInconsistent, _state: State) -> None:
        self.verdict = event.sentence()

    def undone(self, event: e.Undone, _state: State) -> None:
        self.tree.jump(event.level, failed=self.clash is not None)
        self.m, self.clash, self.level = self.m[: len(self.m) - len(event.literals)], None, event.level
        self.u, self.tested, self.rule, self.verdict = None, None, 0, "Back to before the last decision."

    def answer_found(self, event: a.AnswerSetFound, state: State) -> None:
        self.found, self.tested, self.rule = (*self.found, event.atoms), None, 0
        self.verdict = event.sentence()
        if self.models:
            self._judge(True)
        elif self.guess is not None:
            state.outcome = "complete"
        else:
            self.tree.solved()
            state.outcome = "solved"

    def search_over(self, event: a.Failed | a.AllFound, _state: State) -> None:
        self.ended, self.verdict = True, event.sentence()
        while self.tree.path:
            self.tree.back(failed=True)


ProgramState.folds = {
    e.Assumed: ProgramState.assumed, a.SetMarked: ProgramState.set_marked, a.RoundStarted: ProgramState.round_started,
    a.RuleBlocked: ProgramState.blocked, a.RuleCircular: ProgramState.circular,
    a.RuleSupports: ProgramState.supports, a.AtomHeld: ProgramState.atom_held, a.SetChecked: ProgramState.set_checked,
    a.UnfoundedFound: ProgramState.unfounded_found, a.PropositionApplied: ProgramState.proposition_applied,
    a.SetGuessed: ProgramState.guessed, a.RuleDropped: ProgramState.rule_dropped,
    a.NegationDropped: ProgramState.negation_dropped, a.ReductBuilt: ProgramState.reduct_built,
    a.AtomReached: ProgramState.reached, a.LeastModelFound: ProgramState.least_found,
    a.ConstraintViolated: ProgramState.constraint_violated, a.GuessRefused: ProgramState.guess_refused,
    a.AtomCompleted: ProgramState.atom_completed, a.ConstraintKept: ProgramState.constraint_kept,
    a.CompletionBuilt: ProgramState.completion_built, a.LoopFound: ProgramState.loop_found,
    a.TightnessTested: ProgramState.tightness_tested, a.ModelListed: ProgramState.model_listed,
    a.ModelRefused: ProgramState.model_refused, a.LoopFormulaAdded: ProgramState.formula_added,
    e.ClauseAdded: ProgramState.clause_added, a.ListedAgain: ProgramState.listed_again,
    e.Decided: ProgramState.decided, e.Complemented: ProgramState.complemented,
    a.UnitPropagated: ProgramState.propagated, a.MadeFalse: ProgramState.made_false,
    a.MInconsistent: ProgramState.inconsistent, e.Undone: ProgramState.undone, a.Failed: ProgramState.search_over,
    a.AnswerSetFound: ProgramState.answer_found, a.AllFound: ProgramState.search_over,
}


def program_in(state: State) -> ProgramState | None:
    """What is known of a program in a state, where its algorithm is of this family."""
    return state.of(ProgramState)
