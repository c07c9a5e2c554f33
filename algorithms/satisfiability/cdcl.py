"""CDCL: a solver for CNFs that learns a clause from each conflict, as MiniSat does.

Sources: Niklas Eén and Niklas Sörensson, *An Extensible SAT-solver*, SAT 2003; João Marques-Silva and Karem Sakallah,
*GRASP*, 1996 (learning, backjumping); Matthew Moskewicz and others, *Chaff*, 2001 (watched literals, VSIDS, first UIP);
Gilles Audemard and Laurent Simon, *Predicting Learnt Clauses Quality in Modern SAT Solvers*, 2009 (LBD).

    trail     the literals that are true now; a level of it begins with a decision or an assumption
    number    of a clause: those of the formula from 1, those learned after them
    reason    of a literal: the number of the clause that forced it, 0 if none did
    asserting clause: with one literal of the last level; after the jump back, that one is open and the others false
    LBD       of a learned clause: of how many levels its literals were

Each technique can be switched off, to see what it is worth. Facts, which are the literals of level 0, are left out of
what is learned. Variables that occur in no clause are not decided.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from algorithms.core import Choose, Counter, Steps, algorithm, choose
from algorithms.events import (
    Assumed,
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
    Undone,
    Watched,
)
from algorithms.long_work import checkpoint
from algorithms.problems.forms.cnf import CNF
from algorithms.satisfiability import SATISFIABILITY
from algorithms.satisfiability.cdcl_parts import (
    CountedLiterals,
    FirstVariable,
    Order,
    Propagation,
    Trail,
    Vsids,
    WatchedLiterals,
    analyze,
    chosen_point,
    implication_points,
    luby,
    origins,
    propagate,
)
from algorithms.satisfiability.dpll import MOST_MODELS, SatAnswer, TooLongError

Learning = Literal["first-UIP", "decision", "none"]
Heuristic = Literal["vsids", "first"]
Visiting = Literal["watches", "counters"]

PSEUDOCODE = """
each clause, given or learned, watches two literals   # Attached, =
forever
  for each new literal of the trail: visit clauses    # Watched
    a clause is unit: its last literal joins          # Implied
  if a clause is false:                               # Conflicted
    if no decision is left: unsatisfiable             # Refuted
    until the clause is asserting:
      resolve it with the reason of its last literal  # Resolved
    learn the clause                                  # Learned, =
    jump back to where it is unit                     # JumpedBack
    without learning: take the other branch           # Complemented, =
  else if there were many conflicts: restart          # Restarted, =
  else if much was learned: forget the worst half     # Forgotten, =
  else if a variable is open: decide one              # Decided
  else: a model                                       # Modelled
    if all are wanted: exclude this one               # Blocked
going back, the literals of the levels left go        # Undone, =
"""


class Solver:
    """An incremental solver. ``solve`` and ``another`` are to be run to their end, one after the other.

    clauses:   by number from 1; those of the formula, then learned and blocking ones; [] once forgotten
    learned:   the LBD of the clauses that may be forgotten, by number
    waiting:   the clauses added since the last call, which are not propagated yet
    phase:     by variable: the value that it will be decided to have
    patience:  conflicts until the next restart
    """

    restart_unit = 32  # conflicts
    least_learned = 20  # clauses; a third of the formula's number, if that is more, before the first are forgotten

    def __init__(
        self,
        cnf: CNF,
        *,
        learning: Learning = "first-UIP",
        heuristic: Heuristic = "vsids",
        restarts: bool = True,
        phase_saving: bool = True,
        propagation: Visiting = "watches",
        choose: Choose | None = None,
    ) -> None:
        """``choose`` is asked for decisions and UIPs. Without learning nothing restarts: what is known would go."""
        self.words = cnf.words()
        self.trail = Trail(len(cnf.names))
        self.clauses: list[list[int]] = [[]]
        self.learned: dict[int, int] = {}
        self.waiting: list[int] = []
        self.most_learned = max(len(cnf.clauses) // 3, self.least_learned)
        self.learning, self.phase_saving, self.choose = learning, phase_saving, choose
        visiting = WatchedLiterals if propagation == "watches" else CountedLiterals
        self.propagation: Propagation = visiting(self.trail, self.clauses, self.words)
        self.order: Order = Vsids(self.trail.value) if heuristic == "vsids" else FirstVariable(self.trail.value)
        self.phase = [False] * (len(cnf.names) + 1)
        self.variables: set[int] = set()
        self.restarts = restarts and learning != "none"
        self.restarted = self.conflicts = 0
        self.patience = self.restart_unit
        self.assumptions: list[int] = []
        self.assumed = 0  # so many assumptions, the first ones, are true
        self.contradictory = False
        self.models = 0
        self._model: list[int] = []
        self._core: list[int] = []
        for clause in cnf.clauses:
            checkpoint()
            self.add_clause(clause)

    # --- what it is asked ------------------------------------------------------------------------------------------

    def add_clause(self, clause: Iterable[int]) -> int:
        """Adds a clause over the variables of the CNF; the next ``solve`` heeds it. Returns its number."""
        self.clauses.append(list(dict.fromkeys(clause)))
        self.waiting.append(len(self.clauses) - 1)
        for literal in self.clauses[-1]:
            if abs(literal) not in self.variables:
                self.add_variable(abs(literal))
        return len(self.clauses) - 1

    def add_variable(self, variable: int) -> None:
        """A variable that is to be decided though it may be in no clause."""
        if variable not in self.variables:
            self.variables.add(variable)
            self.order.add(variable)

    def solve(self, assumptions: Sequence[int] = ()) -> Steps[bool]:
        """Is there a model in which these literals are true? They are assumed for this call only."""
        self.assumptions = list(assumptions)
        self.models = 0
        yield from self.undo(0)
        if self.contradictory or not (yield from self.take_in_clauses()):
            return (yield from self.refute([]))
        return (yield from self.search())

    def another(self) -> Steps[bool]:
        """Is there a model beside those found by the last ``solve`` and since? To be asked after each model.

        The models found stay excluded. Without learning no clause says so: a new ``solve`` needs a new solver then.
        """
        depth = self.trail.depth
        if self.learning == "none":
            if not (yield from self.take_other_branch()):
                return (yield from self.refute(self.openings()))
        elif depth == 0:
            self.contradictory = True
            return (yield from self.refute([]))
        else:
            clause = [-literal for literal in reversed(self.openings())]  # no other model has all these decisions
            self.clauses.append(clause)
            yield Blocked(len(self.clauses) - 1, self.words.said(clause))
            yield from self.assert_last_clause(depth - 1)
        return (yield from self.search())

    def model(self) -> list[int]:
        """The model found last: a literal for each variable, ascending."""
        return self._model

    def core(self) -> list[int]:
        """After ``solve`` or ``another`` found none: the assumptions that cannot hold together, in their order.

        Empty if there is no model whatever is assumed. No smallest set, in general.
        """
        return self._core

    # --- the search ------------------------------------------------------------------------------------------------

    def search(self) -> Steps[bool]:
        """Propagates, and then learns from a conflict or decides, until there is a model or there can be none."""
        trail = self.trail
        while True:
            if conflict := (yield from self.propagate()):
                yield Conflicted(conflict, trail.depth)
                if not (yield from self.recover(conflict)):
                    return (yield from self.refute(self.openings()))
            elif self.restarts and self.patience <= 0:
                yield from self.restart()
            elif len(self.learned) >= self.most_learned:
                yield from self.forget()
            elif assumption := self.next_assumption():
                if trail.value[assumption] is False:
                    return (yield from self.refute(self.inconsistent_with(assumption)))
                trail.begin_level(assumption)
                yield Assumed(self.words[assumption], trail.depth)
            elif variable := self.order.best():
                decision = self.decision(variable)
                trail.begin_level(decision)
                yield Decided(self.words[decision], trail.depth)
            else:
                self.models += 1
                self._model = sorted(trail.literals, key=abs)
                yield Modelled(self.words.said(trail.literals))
                return True

    def propagate(self) -> Steps[int]:
        """Propagates what is new on the trail, until a clause is false; returns it, or 0. For solvers to add to it that
        find more clauses on the way: of a false one, a literal must be of the last level."""
        return propagate(self.trail, self.propagation, self.words)

    def recover(self, conflict: int) -> Steps[bool]:
        """Goes back to where the search can go on, wiser by a clause. False if there is no such place."""
        trail = self.trail
        self.conflicts += 1
        self.patience -= 1
        if trail.depth == 0:
            self.contradictory = True
            return False
        if self.learning == "none":
            return (yield from self.take_other_branch())
        uip, at = int(self.learning == "first-UIP"), 0
        if uip and self.choose not in (None, choose):
            uip, at = chosen_point(implication_points(conflict, trail, self.clauses), self.words, self.choose)
        clause, seen = yield from analyze(conflict, trail, self.clauses, self.words, uip > 0, at)
        self.order.bump(seen)
        self.clauses.append(clause)
        number = len(self.clauses) - 1
        yield Learned(number, self.words.said(clause), uip)
        if len(clause) > 1:
            self.learned[number] = len({trail.level[abs(literal)] for literal in clause})
        yield from self.assert_last_clause(trail.level[abs(clause[1])] if len(clause) > 1 else 0)
        return True

    def assert_last_clause(self, level: int) -> Steps[None]:
        """Jumps back to a level where the clause added last is unit, by its first literal, which joins the trail."""
        number = len(self.clauses) - 1
        clause = self.clauses[number]
        depth = self.trail.depth
        yield from self.undo(level)
        yield JumpedBack(depth, level)
        if len(clause) > 1:
            yield from self.propagation.attach([number])
        self.trail.add(clause[0], number)
        yield Implied(self.words[clause[0]], number, level)

    def take_other_branch(self) -> Steps[bool]:
        """Back to before the last decision, whose complement joins the trail. False if only assumptions are left."""
        depth = self.trail.depth
        decision = self.trail.opening(depth) if depth else 0
        if depth == 0 or decision in self.assumptions:
            return False
        yield from self.undo(depth - 1)
        self.trail.add(-decision)
        yield Complemented(self.words[-decision], depth - 1)
        return True

    def restart(self) -> Steps[None]:
        """Begins the search anew, and waits longer, as Luby says, with the next time."""
        self.restarted += 1
        self.patience = self.restart_unit * luby(self.restarted)
        yield from self.undo(0)
        yield Restarted(self.conflicts)

    def forget(self) -> Steps[None]:
        """Forgets the worse half of the learned clauses, but none that is a reason, nor any of the best (LBD 2)."""
        needed = {self.trail.reason[abs(literal)] for literal in self.trail.literals}
        spare = [number for number, lbd in self.learned.items() if lbd > 2 and number not in needed]
        spare.sort(key=lambda number: (-self.learned[number], number))  # of equals, the oldest first
        gone = sorted(spare[: len(spare) // 2])
        self.propagation.detach(set(gone))
        for number in gone:
            self.clauses[number] = []
            del self.learned[number]
        self.most_learned += self.most_learned // 10 + 1
        if gone:
            yield Forgotten(tuple(gone))

    # --- smaller steps ---------------------------------------------------------------------------------------------

    def take_in_clauses(self) -> Steps[bool]:
        """Makes the clauses that wait propagate, at level 0. False if one is false there."""
        value, units = self.trail.value, []
        attached = []
        for number in self.waiting:
            checkpoint()
            clause = self.clauses[number]
            if len(set(map(abs, clause))) < len(clause):
                continue  # it has p and ¬p, and is always true
            if self.trail.literals:
                clause.sort(key=lambda literal: value[literal] is False)
            if len(clause) > 1:
                attached.append(number)
            if len(clause) < 2 or value[clause[1]] is False:
                units.append(number)
        self.waiting = []
        yield from self.propagation.attach(attached)
        for number in units:
            literal = next(iter(self.clauses[number]), 0)
            if literal and value[literal] is None:
                self.trail.add(literal, number)
                yield Implied(self.words[literal], number, 0)
            elif not value[literal]:
                self.contradictory = True
                yield Conflicted(number, 0)
                return False
        return True

    def next_assumption(self) -> int:
        """The first assumption that is not true, or 0."""
        while self.assumed < len(self.assumptions):
            if not self.trail.value[self.assumptions[self.assumed]]:
                return self.assumptions[self.assumed]
            self.assumed += 1
        return 0

    def decision(self, variable: int) -> int:
        """The literal of an open variable to decide, or what ``choose`` prefers to it."""
        literal = variable if self.phase[variable] else -variable
        if self.choose in (None, choose):
            return literal
        value = self.trail.value
        candidates = {self.words[sign * v]: sign * v for v in sorted(self.variables) if value[v] is None
                      for sign in (1, -1)}
        return candidates[self.choose("literal", list(candidates), self.words[literal])]

    def undo(self, level: int) -> Steps[None]:
        """Goes back to a level."""
        trail = self.trail
        if level < trail.depth:
            self.propagation.cut(trail.literals[trail.starts[level] : trail.head])
            gone = trail.cut(level)
            self.order.release(gone)
            if self.phase_saving:
                for literal in gone:
                    self.phase[abs(literal)] = literal > 0
            yield Undone(self.words.said(gone), level)
        self.assumed = 0

    def refute(self, core: list[int]) -> Steps[bool]:
        """There is no further model, because of these assumptions."""
        self._core = core
        yield Refuted(self.words.said(core), self.models)
        return False

    def inconsistent_with(self, assumption: int) -> list[int]:
        """This assumption, which is false, and those which made it so, in their order."""
        core = {assumption, *origins(-assumption, self.trail, self.clauses)}
        return [literal for literal in self.assumptions if literal in core]

    def openings(self) -> list[int]:
        """The literals that the levels begin with."""
        return [self.trail.opening(level) for level in range(1, self.trail.depth + 1)]


@algorithm(
    "cdcl",
    title="Conflict-driven clause learning",
    family=SATISFIABILITY, solves=CNF,
    source="Eén and Sörensson 2003 (MiniSat)",
    pseudocode=PSEUDOCODE,
    rungs=("clause", "literal", "decision", "restart"),
    counters=(
        Counter("decisions", Decided, "literals decided", better="fewer"),
        Counter("implied", Implied, "literals forced by a clause"),
        Counter("propagated", Watched, "literals of the trail whose clauses were visited"),
        Counter("visited", Watched, "visits of clauses one of whose literals had become false",
                lambda watched: len(watched.clauses), better="fewer"),
        Counter("conflicts", Conflicted, "clauses found false", better="fewer"),
        Counter("resolutions", Resolved, "steps of conflict analysis"),
        Counter("learned", Learned, "clauses learned"),
        Counter("restarts", Restarted, "times that the search began anew"),
        Counter("models", Modelled, "models found"),
    ),
)
def cdcl(
    cnf: CNF,
    *,
    learning: Learning = "first-UIP",
    heuristic: Heuristic = "vsids",
    restarts: bool = True,
    phase_saving: bool = True,
    propagation: Visiting = "watches",
    all: bool = False,  # noqa: A002  the option's name in YAML and on the command line
    choose: Choose = choose,
) -> Steps[SatAnswer]:
    """Searches a model, or, with ``all``, counts them. Raises TooLongError beyond MOST_MODELS.

    ``learning``: "decision" learns the decisions that led to a conflict, "none" takes the last one's other branch, as
    DPLL does. ``heuristic``: the variable decided is that of the most recent conflicts, or the first open one.
    ``propagation`` visits the clauses that watch a literal, or all in which it occurs, counting.
    """
    solver = Solver(cnf, learning=learning, heuristic=heuristic, restarts=restarts, phase_saving=phase_saving,
                    propagation=propagation, choose=choose)
    found = yield from solver.solve()
    first = solver.model()
    while found and all:
        if solver.models >= MOST_MODELS:
            raise TooLongError(f"{MOST_MODELS:,} models are found, and there may be many more; leave all out")
        found = yield from solver.another()
    model = {cnf.names[abs(literal) - 1]: literal > 0 for literal in first} if solver.models else None
    return SatAnswer(solver.models > 0, model, solver.models)
