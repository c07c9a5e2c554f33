"""The state of a path in a transition graph: where it has come to, on which edges, and what applies there."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, Self

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event
from algorithms.problems.forms.cnf import CNF, Clause, text_of
from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import completion
from algorithms.problems.puzzle import Puzzle
from algorithms.transitions import events as t
from algorithms.transitions.graph import Graph
from algorithms.transitions.records import FAIL, Said
from algorithms.transitions.records import State as Node
from algorithms.transitions.rules import RuleName, System, Transition
from algorithms.transitions.strategy import Strategy, strategy_of
from algorithms.words import counted
from visualizer.families.satisfiability.entries import Entry, forgot
from visualizer.families.satisfiability.state import SatState
from visualizer.families.transitions.path import Path, Step
from visualizer.families.transitions.unfolding import Unfolding
from visualizer.runs.form_state import direct_of
from visualizer.runs.lazy_form import LazyForm
from visualizer.runs.states import State, ToForm

_LONGEST = 12  # literals of a clause that is written beside an edge


class Option(NamedTuple):
    """An edge that leaves the current node.

    name:      for ``choose`` and :mod:`command`
    preferred: the strategy allows it; otherwise it is in the graph, but no run of the strategy takes it
    """

    name: str
    transition: Transition
    preferred: bool


@dataclass(slots=True)
class TransitionState(SatState):
    """What is known of a path in a graph. As a search for models it has the record as its trail.

    node:       the state of the graph that the path has come to; ``path`` the edges since it ``began``
    priorities: of the strategy; None before the path begins
    ended:      the state was said to be terminal, or to have passed the test
    solutions:  the models or answer sets found, each a set of literals or of atoms
    passed:     the states that passed the test though edges leave them: where there is Restart, no state is terminal
    recorded:   the states in which the solutions were found, each with the number of the first one
    excluded:   how many of these are excluded by clauses that have joined
    unfolding:  the graph, as far as it is known; ``learns``: with the rules by which clauses are learned
    to_form:    puts a position of the puzzle in the form that is solved
    """

    node: Node = ()
    began: Node = ()
    path: Path = field(default_factory=Path)
    priorities: tuple[str, ...] | None = None
    ended: bool = False
    solutions: tuple[tuple[str, ...], ...] = ()
    passed: frozenset[Node] = frozenset()
    recorded: Mapping[Node, int] = field(default_factory=dict)
    excluded: int = 0
    unfolding: Unfolding = field(default_factory=lambda: Unfolding.of(lambda: CNF((), (), (), 0)), compare=False)
    to_form: ToForm | None = field(default=None, compare=False)
    learns: bool = False

    @classmethod
    def start(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The state before the first event."""
        unfolding = Unfolding.of(lambda: to_form(puzzle))

        def clauses() -> CNF:
            form = to_form(puzzle)
            return form.classical() if isinstance(form, LogicProgram) else form

        lazy = LazyForm(clauses, counts=False)
        return cls(lazy, None, direct_of(puzzle, lazy), unfolding=unfolding, to_form=to_form)

    @classmethod
    def start_learning(cls, puzzle: Puzzle, to_form: ToForm) -> Self:
        """The same for an algorithm that learns; of a program, on its completion."""
        state = cls.start(puzzle, to_form)
        state.learns, state.unfolding = True, state.unfolding.learning()
        if (program := state.program) is not None:
            state.lazy = LazyForm(lambda: completion(program).cnf, counts=False)
        return state

    def anew(self, position: Puzzle, key: tuple[Hashable, ...]) -> Self:
        assert self.to_form is not None
        start = type(self).start_learning if self.learns else type(self).start
        return start(position, self.to_form)

    # --- what is to be seen ------------------------------------------------------------------------------------------

    @property
    def system(self) -> System:
        """The graph's clauses, atoms and rules; models that were excluded have joined the clauses."""
        return self.unfolding.system

    @property
    def record(self) -> str:
        """The current node as it is written."""
        return self.unfolding.said(self.node)

    @property
    def strategy(self) -> Strategy:
        """Which rules come before which."""
        return _strategy(self.unfolding, self.priorities)

    @property
    def options(self) -> tuple[Option, ...]:
        """The edges that leave the current node."""
        return _options(self.unfolding, self.node, self.priorities)

    @property
    def refused(self) -> dict[RuleName, str]:
        """The rules that do not apply to the current node, each with why not."""
        return self.unfolding.possible(self.node).refused

    @property
    def terminal(self) -> bool:
        """Does no edge leave the current node?"""
        return not self.unfolding.edges(self.node)

    @property
    def whole(self) -> Graph | None:
        """The whole graph that can be reached from where the path began, if it can be shown whole."""
        return self.unfolding.whole(self.began)

    @property
    def program(self) -> LogicProgram | None:
        """Π, where the graph is that of a program."""
        return self.system.program

    def rule_of(self, clause: int) -> int:
        """The number of the rule of Π that a clause is of; 0 if it is of none."""
        rules = [] if self.program is None else [
            number for number, rule in enumerate(self.program.rules, 1) if not rule.choice]
        return rules[clause - 1] if clause <= len(rules) else 0

    def written(self, clause: int) -> str:
        """A clause, or the rule that it is of; empty if that is too long to be read at a glance."""
        if self.program is not None and (rule := self.rule_of(clause)):
            return self.program.text(rule)
        literals = self.system.clauses[clause - 1]
        return text_of([self.system.words[literal] for literal in literals]) if len(literals) <= _LONGEST else ""

    def certain(self, domains: Mapping[str, Domain]) -> Mapping[str, Domain]:
        """What the path has come to without a decision; all else may be taken back."""
        sure = {entry.literal.lstrip("¬") for entry in self.trail if self.proves and not entry.level}
        return {**domains, **{x: domain for name, (x, domain) in self.direct.items() if name not in sure}}

    @property
    def proves(self) -> bool:
        """Is what is in M without a decision true in every model? Not where it began with something, nor once models
        are excluded."""
        return not self.began and not self.excluded

    @property
    def seen_as_model(self) -> bool:
        return self.node in self.recorded

    def is_open(self, variable: str) -> bool:
        return self.clash is None and self.node != FAIL and SatState.is_open(self, variable)

    def apply(self, event: Event, state: State) -> None:
        SatState.apply(self, event, state)
        if isinstance(event, t.RuleApplied) and event.literal and self.proves and self.clash is None and not self.level:
            state.holds(event.literal, f"clause {self.clause}" if self.clause else event.rule)

    def changed(self, event: Event) -> Iterable[str]:
        if not isinstance(event, t.RuleApplied):
            return ()
        before, after = ({word for word, _ in said or ()} for said in (event.before, event.after))
        return sorted(before ^ after)

    # --- folds, one for each kind of event ---------------------------------------------------------------------------

    def begun_path(self, event: t.PathBegun) -> None:
        self.priorities = event.priorities
        self.node = self.began = self.system.read(event.state)
        self._follow(0, {})

    def applied(self, event: t.RuleApplied) -> None:
        kept = min(_shared(event.before or (), event.after or ()), len(self.trail) - (self.clash is not None))
        self.node = self.system.read(event.after, () if self.node == FAIL else self.node[:kept])
        self.path = self.path.on(Step(event.name, event.rule, self.node, event.preferred, *_rests_on(event)))
        self.ended = False
        self._look_away()
        reasons = {entry.literal: entry.because for entry in self.trail[kept:]}
        self._part()
        self.clause = self.resolvent = None
        self.derivation, self.news = (), ""
        if isinstance(event, t.UnitPropagateApplied | t.BackjumpApplied):
            because = event.because
            self.clause = reasons[event.literal] = because if isinstance(because, int) else because[0]
        elif not isinstance(event, t.DecideApplied):
            reasons[event.literal] = None
        self._follow(kept, reasons)
        self.refuted = False

    def _part(self) -> None:
        """Of two literals that clash one goes, the last one of the record: the other counts again."""
        if self.clash is not None:
            self.trail.pop()
            self.values[self.clash] = not self.values[self.clash]
            self.clash = None

    def _follow(self, kept: int, reasons: dict[str, int | None]) -> None:
        """The record as the trail of a search for models, of which the first ones are there already."""
        self.unassign(kept)
        level = self.trail[-1].level if self.trail else 0
        for literal, decision in () if self.node == FAIL else self.node[kept:]:
            level += decision
            word = self.system.words[literal]
            self._assign(Entry(word, level, reasons.get(word), decision))
        self.level, self.guessed = level, True

    def modelled(self, event: e.Modelled) -> None:
        SatState.modelled(self, event)
        self._solved(event.literals)

    def answer_set(self, event: t.AnswerSetReached | a.AnswerSetFound) -> None:
        self._go_on()
        self._look_away()
        self.answered, self.clause = True, None  # it is about all of them
        self._solved(event.atoms)

    def _solved(self, solution: tuple[str, ...]) -> None:
        self.solutions, self.ended = (*self.solutions, solution), True
        self.recorded = {self.node: len(self.solutions), **self.recorded}
        if not self.terminal:
            self.passed |= {self.node}

    def refuted_call(self, event: e.Refuted) -> None:
        SatState.refuted_call(self, event)
        self.ended = True

    def none_left(self, _event: t.NoneReached | a.AllFound) -> None:
        self.refuted = self.ended = True

    def learned_by_rule(self, event: t.ClauseLearned) -> None:
        self.applied(event)
        self.unfolding = self.unfolding.with_clause(self._add(event.clause, event.literals))

    def forgotten_by_rule(self, event: t.ForgetApplied) -> None:
        self.applied(event)
        for clause in event.clauses:
            self.learned.pop(clause, None)
        self.unfolding = self.unfolding.without(event.clauses)
        self._report(forgot(len(event.clauses), len(self.learned) - len(self.added)))

    def loop_met(self, event: a.UnfoundedFound | a.LoopFormulaAdded) -> None:
        self._report(event.sentence())

    def clause_added(self, event: e.Blocked | e.ClauseAdded) -> None:
        self.unfolding = self.unfolding.excluding(self._add(event.clause, event.literals))
        self.added.add(event.clause)
        self.excluded, self.ended = self.excluded + 1, False

    def _add(self, clause: int, literals: tuple[str, ...]) -> Clause:
        """A clause joins those that the rules look at: as they have it."""
        self.learned[clause], self.clause, self.resolvent = literals, clause, literals
        words = self.system.by_word
        return tuple(words[word] for word in literals)


TransitionState.folds = {
    t.PathBegun: TransitionState.begun_path,
    t.UnitPropagateApplied: TransitionState.applied, t.DecideApplied: TransitionState.applied,
    t.FailApplied: TransitionState.applied, t.BacktrackApplied: TransitionState.applied,
    t.UnfoundedApplied: TransitionState.applied, t.BackjumpApplied: TransitionState.applied,
    t.RestartApplied: TransitionState.applied, t.LearnApplied: TransitionState.learned_by_rule,
    t.LoopLearnApplied: TransitionState.learned_by_rule,
    t.ForgetApplied: TransitionState.forgotten_by_rule, e.Resolved: TransitionState.resolved,
    t.AnswerSetReached: TransitionState.answer_set, a.AnswerSetFound: TransitionState.answer_set,
    t.NoneReached: TransitionState.none_left, a.AllFound: TransitionState.none_left,
    e.Modelled: TransitionState.modelled, e.Refuted: TransitionState.refuted_call,
    e.Blocked: TransitionState.clause_added,
    a.UnfoundedFound: TransitionState.loop_met, a.LoopFormulaAdded: TransitionState.loop_met,
}


def _rests_on(event: t.RuleApplied) -> tuple[str, int]:
    """How an edge changes the clauses, or which set is unfounded; and the clause that it rests on."""
    match event:
        case t.ClauseLearned():
            return event.what, 0
        case t.ForgetApplied():
            return counted(len(event.clauses), "clause"), 0
        case t.UnfoundedApplied():
            return event.group, 0
        case t.UnitPropagateApplied():
            return "", event.because[0]
        case t.BackjumpApplied():
            return "", event.because
        case _:
            return "", 0


def _shared(one: Said, other: Said) -> int:
    """How many literals two records begin with that are the same; on most edges all of one but its end."""
    for kept in (len(one), max(0, len(other) - 1)):
        if one[:kept] == other[:kept]:
            return kept
    return next(kept for kept, (x, y) in enumerate(zip(one, other, strict=False)) if x != y)


def _strategy(unfolding: Unfolding, priorities: tuple[str, ...] | None) -> Strategy:
    return strategy_of(unfolding.system, " >> ".join(priorities or ()) or "any")


@lru_cache(maxsize=64)  # a large formula has thousands, and each frame asks for them
def _options(unfolding: Unfolding, node: Node, priorities: tuple[str, ...] | None) -> tuple[Option, ...]:
    transitions = unfolding.edges(node)
    allowed = {edge.rule for edge in _strategy(unfolding, priorities).allowed(list(transitions.values()))}
    return tuple([Option(name, edge, edge.rule in allowed) for name, edge in transitions.items()])


def transition_of(state: State) -> TransitionState:
    """The path in a state of this family."""
    assert isinstance(state.family, TransitionState)
    return state.family
