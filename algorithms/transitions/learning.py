"""CDCL as a path: its run, step by step, in the graph with Backjump, Learn, Forget and Restart.

Source: Nieuwenhuis, Oliveras and Tinelli 2006, abstract DPLL with learning, in the terms of
:mod:`algorithms.transitions.rules`; the search is that of :mod:`algorithms.satisfiability.cdcl`.

    m   the record that the path has come to        system   F and Γ, with the numbers that the search gives to clauses

What the search does is one edge, or a few, of the graph:

    a literal is implied                     Unit Propagate
    a literal is decided                     Decide
    a clause is false                        Unit Propagate, by its literal whose complement joined M last: M is
                                             inconsistent by it; without a decision in M, then Fail
    a clause is learned                      Learn: resolution has led to it, and what is false without any decision is
                                             left out of it
    back to a level, and its literal joins   Backjump
    the other branch of a decision           Backtrack: of DPLL
    a restart                                Restart; what holds without any decision, which the search keeps, is
                                             propagated again
    clauses are forgotten                    Forget, once for each

Each edge is held against its side condition before it is taken; a run that left the graph would end with an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, TypeVar

from algorithms.core import Choose, Counter, Event, Steps, algorithm, choose
from algorithms.events import (
    Blocked,
    Complemented,
    Conflicted,
    Decided,
    Forgotten,
    Implied,
    JumpedBack,
    Learned,
    Modelled,
    Refuted,
    Resolved,
    Restarted,
)
from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.satisfiability.cdcl import Heuristic, cdcl
from algorithms.satisfiability.dpll import SatAnswer, TooLongError
from algorithms.transitions import TRANSITIONS
from algorithms.transitions.events import (
    BackjumpApplied,
    BacktrackApplied,
    DecideApplied,
    FailApplied,
    ForgetApplied,
    LearnApplied,
    PathBegun,
    RestartApplied,
    RuleApplied,
    UnitPropagateApplied,
)
from algorithms.transitions.records import FAIL, Member, Record, Said, State, is_consistent, last_decision, members
from algorithms.transitions.rules import System, dp
from algorithms.transitions.rules import learning as learning_system
from algorithms.transitions.search import MOST_TRANSITIONS, hold_size

PRIORITIES = ("Backjump, Fail", "Unit Propagate", "Decide")  # of the search; Learn goes before Backjump
T = TypeVar("T")

PSEUDOCODE = """
M ← ∅, Γ ← ∅                                  # PathBegun, =
Unit Propagate   M ‖ Γ ⇒ M l ‖ Γ              # UnitPropagateApplied, =
  if F, Γ has C ∨ l, C false in M, M l a record
Decide   M ‖ Γ ⇒ M lΔ ‖ Γ                     # DecideApplied, =
  if M is consistent, l unassigned by M
the clauses of a conflict are resolved        # Resolved, =
Learn   M ‖ Γ ⇒ M ‖ Γ, C                      # LearnApplied, =
  if F, Γ entails C, over the atoms of F
Backjump   P lΔ Q ‖ Γ ⇒ P l' ‖ Γ              # BackjumpApplied, =
  if P lΔ Q is inconsistent, F, Γ has         # +
  C ∨ l', P makes C false, and l' is open in P
Restart   M ‖ Γ ⇒ ∅ ‖ Γ                       # RestartApplied, =
Forget   M ‖ Γ, C ⇒ M ‖ Γ                     # ForgetApplied, =
  if F, Γ entails C
Fail   M ‖ Γ ⇒ FailState                      # FailApplied, =
  if M is inconsistent and without Δ
M is FailState: F is unsatisfiable            # Refuted
otherwise M is a model of F                   # Modelled
  if all are wanted: exclude this one         # Blocked
"""


class PathError(RuntimeError):
    """A step of a search that is no edge of the graph: a fault in one of the two."""


class Follower:
    """Turns the events of DPLL or CDCL into edges.

    reasons:  of each literal of M that was propagated the number of a clause that gave rise to it
    derived:  the clause that conflict analysis has come to, and ``used`` the numbers of those it comes from
    left_out: the literals that conflict analysis has left out, as they are false without any decision
    level:    to which the search has just jumped back; None where it has not
    """

    def __init__(self, system: System) -> None:
        self.system = system
        self.m: State = ()
        self.said: Said | None = ()  # the same as events have it
        self.reasons: dict[int, int] = {}
        self.derived: frozenset[int] = frozenset()
        self.used: list[int] = []
        self.left_out: dict[int, None] = {}
        self.level: int | None = None

    def follow(self, event: Event) -> Iterator[Event]:
        """The edges that an event of the search stands for. Raises PathError."""
        match event:
            case Implied() if self.level is None:
                yield self.propagate(self.literal(event.literal), event.because or 0)
            case Implied():
                yield self.backjump(self.literal(event.literal), event.because or 0)
            case Decided():
                yield self.decide(self.literal(event.literal))
            case Complemented():
                yield self.backtrack()
            case Conflicted():
                yield from self.conflict(event.because)
            case Resolved():
                self.resolve(event)
                yield event
            case Learned():
                yield self.learn(event)
            case JumpedBack():
                self.level = event.level
            case Restarted():
                yield from self.restart()
            case Forgotten():
                yield self.forget(event.clauses)
            case Blocked():
                yield from self.exclude(tuple(map(self.literal, event.literals)))
            case Refuted():
                yield from self.fail()
                yield event
            case Modelled():
                yield event

    # --- the edges ---------------------------------------------------------------------------------------------------

    def propagate(self, literal: int, number: int) -> RuleApplied:
        """Unit Propagate, by a clause."""
        record = self.record
        m = members(record)
        self.check(is_consistent(record) and number not in self.system.gone and literal not in m
                   and unit(self.system.clauses[number - 1], literal, m), "Unit Propagate", literal)
        self.reasons[literal] = number
        return UnitPropagateApplied(*self.step(literal, (*record, Member(literal))), (number,))

    def decide(self, literal: int) -> RuleApplied:
        """Decide."""
        record = self.record
        self.check(is_consistent(record) and not {literal, -literal} & members(record), "Decide", literal)
        return DecideApplied(*self.step(literal, (*record, Member(literal, True))))

    def conflict(self, number: int) -> Iterator[Event]:
        """Unit Propagate by a false clause, unless M is inconsistent already, as that of DPLL, or the clause empty."""
        clause = self.system.clauses[number - 1]
        if clause and is_consistent(self.record):
            yield self.propagate(next(-member.literal for member in reversed(self.record) if -member.literal in clause),
                                 number)
        self.derived, self.used, self.left_out = frozenset(clause), [number], {}
        self.leave_out()

    def backtrack(self) -> RuleApplied:
        """Backtrack."""
        record = self.record
        last = last_decision(record)
        self.check(last >= 0 and self.system.in_conflict(record), "Backtrack")
        undone = record[last].literal
        self.level = None
        return BacktrackApplied(*self.step(-undone, (*record[:last], Member(-undone))), self.system.words[undone])

    def backjump(self, literal: int, number: int) -> RuleApplied:
        """Backjump to the level that the search has jumped to, by a clause that is unit there."""
        record, level, self.level = self.record, self.level or 0, None
        cuts = [index for index, member in enumerate(record) if member.decision]
        self.check(len(cuts) > level and self.system.in_conflict(record), "Backjump", literal)
        p = record[:cuts[level]]
        m = members(p)
        clause = self.system.clauses[number - 1]
        self.check(not {literal, -literal} & m and unit(clause, literal, m), "Backjump", literal)
        self.reasons[literal] = number
        undone = self.system.words.said(record[cut].literal for cut in cuts[level:])
        return BackjumpApplied(*self.step(literal, (*p, Member(literal))), number, undone, level)

    def resolve(self, event: Resolved) -> None:
        """A step of conflict analysis: two clauses of F, Γ, or what was made of them, entail their resolvent, and
        without the literals that are false on level 0 it is entailed as well."""
        pivot = self.literal(event.pivot)
        other = self.system.clauses[event.clause - 1]
        self.check(-pivot in self.derived and pivot in other, "Learn")
        self.derived = (self.derived - {-pivot}) | (set(other) - {pivot})
        self.leave_out()
        self.used.append(event.clause)
        self.check(self.derived == set(map(self.literal, event.literals)), "Learn")

    def learn(self, event: Learned) -> RuleApplied:
        """Learn what the resolution has led to."""
        literals = tuple(map(self.literal, event.literals))
        self.check(set(literals) == self.derived, "Learn")
        self.system = self.system.with_clause(literals)
        self.check(event.clause == len(self.system.clauses), "Learn")
        facts = self.system.words.said(-literal for literal in self.left_out)
        return LearnApplied(*self.step(0, self.m), event.clause, event.literals, tuple(dict.fromkeys(self.used)), facts)

    def forget(self, numbers: Sequence[int]) -> RuleApplied:
        """Forget clauses that were learned: F entails them."""
        self.check(set(numbers) <= set(self.system.learned), "Forget")
        self.system = self.system.without(numbers)
        return ForgetApplied(*self.step(0, self.m), tuple(numbers))

    def restart(self) -> Iterator[Event]:
        """Restart, and Unit Propagate for what was on level 0."""
        record, self.level = self.record, None
        kept = record[:next((index for index, member in enumerate(record) if member.decision), len(record))]
        yield RestartApplied(*self.step(0, ()))
        for member in kept:
            yield self.propagate(member.literal, self.reasons[member.literal])

    def exclude(self, clause: Clause) -> Iterator[Event]:
        """A clause joins F that excludes the model M; by it, M is inconsistent."""
        self.system = self.system.excluding(clause)
        number = len(self.system.clauses)
        yield Blocked(number, self.system.words.said(clause))
        yield from self.conflict(number)

    def fail(self) -> Iterator[Event]:
        """Fail; after a model without a decision, once that is excluded."""
        record = self.record
        if not self.system.in_conflict(record):
            yield from self.exclude(tuple(-member.literal for member in record))
        self.check(self.system.in_conflict(self.record) and last_decision(self.record) < 0, "Fail")
        yield FailApplied(*self.step(0, FAIL))

    # --- smaller steps -----------------------------------------------------------------------------------------------

    def leave_out(self) -> None:
        """Leaves out of the clause that conflict analysis has come to what is false without any decision."""
        facts = self.facts
        gone = sorted(literal for literal in self.derived if -literal in facts)
        self.left_out |= dict.fromkeys(gone)
        self.derived = self.derived.difference(gone)

    @property
    def record(self) -> Record:
        """M, which is not FailState."""
        if self.m == FAIL:
            raise PathError("the search goes on from FailState")
        return self.m

    @property
    def facts(self) -> frozenset[int]:
        """The literals of M that no decision comes before: F entails them."""
        record = self.record
        return members(record[:next((index for index, member in enumerate(record) if member.decision), len(record))])

    def literal(self, word: str) -> int:
        """A literal as a number."""
        return self.system.by_word[word]

    def step(self, literal: int, after: State) -> tuple[str, Said | None, Said | None, bool]:
        """M becomes another state; what its event says of that."""
        before, self.m, self.said = self.said, after, self.system.said(after, self.said)
        return self.system.words[literal], before, self.said, True

    def check(self, holds: bool, rule: str, literal: int = 0) -> None:
        """Raises PathError where a side condition does not hold."""
        if not holds:
            raise PathError(f"{rule} {self.system.words[literal]} is no edge from {self.system.said(self.m)}")


def unit(clause: Clause, literal: int, m: frozenset[int]) -> bool:
    """Does the clause have the literal, and M the complement of each other one of it?"""
    return literal in clause and all(-other in m for other in clause if other != literal)


@algorithm(
    "cdcl-graph",
    title="CDCL as a path in a graph",
    family=TRANSITIONS, solves=CNF,
    source="Nieuwenhuis, Oliveras and Tinelli 2006; Lierler 2020, section 2",
    pseudocode=PSEUDOCODE,
    rungs=("event", "resolution", "transition", "model"),
    counters=(
        Counter("decisions", DecideApplied, "transitions by Decide", better="fewer"),
        Counter("propagated", UnitPropagateApplied, "transitions by Unit Propagate"),
        Counter("backjumps", BackjumpApplied, "transitions by Backjump"),
        Counter("learned", LearnApplied, "transitions by Learn"),
        Counter("restarts", RestartApplied, "transitions by Restart"),
        Counter("models", Modelled, "models found"),
    ),
)
def cdcl_graph(
    cnf: CNF,
    *,
    learning: Literal["first-UIP", "decision"] = "first-UIP",
    heuristic: Heuristic = "vsids",
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[SatAnswer]:
    """The run of ``cdcl``, whose options these are, as a path. Raises TooLongError."""
    steps = cdcl(cnf, learning=learning, heuristic=heuristic, all=all, choose=by_rule(choose))
    return path_of(Follower(learning_system(dp(cnf))), steps, instead="cdcl")


def by_rule(choose: Choose) -> Choose:
    """A chooser of literals that asks for a rule: ``Decide ¬q``. For all else nobody is asked: it is no edge."""
    def chosen(kind: str, candidates: Sequence[T], preferred: T) -> T:
        if kind != "literal":
            return preferred
        names = {f"Decide {candidate}": candidate for candidate in candidates}
        return names[choose("rule", list(names), f"Decide {preferred}")]

    return chosen


def path_of(follower: Follower, steps: Steps[T], instead: str) -> Steps[T]:
    """The run of a search as a path. Raises TooLongError, which names another algorithm ``instead``."""
    hold_size(follower.system, instead)
    taken = 0
    yield PathBegun((), follower.system.rules, PRIORITIES)
    while True:
        try:
            event = next(steps)
        except StopIteration as stop:
            answer: T = stop.value
            return answer
        for found in follower.follow(event):
            taken += isinstance(found, RuleApplied)
            if taken > MOST_TRANSITIONS:
                raise TooLongError(f"the path has {MOST_TRANSITIONS:,} transitions and is not at its end; "
                                   f"use {instead}")
            yield found
