"""The transition rules of DP_F and aset_Π: which edges leave a state, each with its reason, and why others do not.

Source: Lierler, as in :mod:`algorithms.transitions.records`, sections 1.2 and 2. The table of the four rules of DP_F is
lost in the scan. They are those of abstract DPLL (Robert Nieuwenhuis, Albert Oliveras and Cesare Tinelli, *Solving SAT
and SAT Modulo Theories*, 2006), in the handout's terms; what a rule leads to must be a record:

    Unit Propagate   M ⇒ M l         if F has a clause C ∨ l so that the complement of each literal of C is in M
    Decide           M ⇒ M lΔ        if M is consistent, and l is unassigned by M
    Fail             M ⇒ FailState   if M is inconsistent, and has no decision
    Backtrack        P lΔ Q ⇒ P l̄   if P lΔ Q is inconsistent, and Q has no decision

aset_Π has the rules of DP_F for the clauses Π^cl, and

    Unfounded        M ⇒ M ¬a        if M is consistent, and a is in a set unfounded on M with respect to Π

A clause counts as the set of its literals. The empty clause has no literal to add to M, so that without a word about it
a state that assigns all atoms would be terminal, and no model, against Proposition 1(b): an empty clause makes every M
count as inconsistent, as it is a conflict at once in :mod:`algorithms.satisfiability.dpll`. Choice rules of Π, which
the handout leaves out, have no clause in Π^cl, and hold up their heads as other rules do; Propositions 2 and 3 stay
true, as tests hold.

Where clauses are learned, a state is a record M beside the clauses Γ that have been: M ‖ Γ. The graph then has, in the
place of Backtrack, these rules of Nieuwenhuis, Oliveras and Tinelli:

    Backjump   P lΔ Q ‖ Γ ⇒ P l' ‖ Γ   if P lΔ Q is inconsistent, and F, Γ has a clause C ∨ l' so that the complement of
                                        each literal of C is in P, and l' is unassigned by P
    Learn      M ‖ Γ ⇒ M ‖ Γ, C        if F, Γ entails C, and C is over the atoms of F
    Forget     M ‖ Γ, C ⇒ M ‖ Γ        if F, Γ entails C
    Restart    M ‖ Γ ⇒ ∅ ‖ Γ

Of a program, F is its completion in the place of Π^cl, with a variable for each body of several literals, and Learn
asks for less (Yuliya Lierler, *Abstract answer set solvers with backjumping and learning*, 2011):

    Learn      M ‖ Γ ⇒ M ‖ Γ, C        if F, Γ entails C, or each answer set of Π satisfies C
    Forget     M ‖ Γ, C ⇒ M ‖ Γ        on the same condition

Each answer set satisfies the formulas of all loops (Lin and Zhao 2004), so that these can be learned. A rule Unfounded
is then not needed: with the formula of its loop, an unfounded atom is what Unit Propagate makes false. A state with all
atoms that only Restart leaves is an answer set if no set of its atoms is unfounded; otherwise Learn is due.

Their Backjump asks for less: that F, Γ entails C ∨ l'; a solver has learned it before. To them a conflict is a clause
that M makes false; here, as in the handout, Unit Propagate takes a literal of it, and makes M inconsistent. With
Restart, the graph has cycles.

    m   the record M as a set of literals
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal, NamedTuple

from algorithms.problems.forms.cnf import CNF, Clause
from algorithms.problems.forms.named import LiteralWords
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, completion, greatest_unfounded
from algorithms.transitions.records import FAIL, Member, Record, Said, State, is_consistent, last_decision, members
from algorithms.words import counted, listed

RuleName = Literal["Backtrack", "Backjump", "Fail", "Unit Propagate", "Unfounded", "Decide", "Learn", "Forget",
                   "Restart"]
DP_RULES: tuple[RuleName, ...] = ("Backtrack", "Fail", "Unit Propagate", "Decide")
ASET_RULES: tuple[RuleName, ...] = ("Backtrack", "Fail", "Unit Propagate", "Unfounded", "Decide")
LEARNING_RULES: tuple[RuleName, ...] = ("Backjump", "Fail", "Unit Propagate", "Decide", "Learn", "Forget", "Restart")


class Transition(NamedTuple):
    """An edge of the graph.

    record:  where it leaves; the first ``kept`` literals of it stay
    literal: what joins M then, ``decision`` says how; 0 where nothing does
    clauses: the numbers of those that give rise to it, where the rule is Unit Propagate or Backjump
    atoms:   a set unfounded on M that has the atom, where the rule is Unfounded
    undone:  the decision that is taken back, of several the last one, where the rule is Backtrack or Backjump
    """

    rule: RuleName
    record: Record
    kept: int
    literal: int = 0
    decision: bool = False
    clauses: tuple[int, ...] = ()
    atoms: tuple[int, ...] = ()
    undone: int = 0

    @property
    def after(self) -> State:
        """Where it leads: written out when asked for, as thousands of edges may leave a state of thousands of
        literals."""
        if self.rule == "Fail":
            return FAIL
        left = self.record[:self.kept]
        return (*left, Member(self.literal, self.decision)) if self.literal else left


@dataclass(frozen=True)
class System:
    """What makes a graph: the clauses F, or those of Π^cl and the program Π itself.

    clauses: clause i is ``clauses[i - 1]``; those behind the first ``given`` have been learned, but for those that have
             ``joined`` F to exclude something
    atoms:   the signature, ascending
    words:   the literals as they are written; ``by_word`` those of the signature by these
    rules:   those that the graph has, in the order in which they are listed
    gone:    the numbers of clauses that have been forgotten
    bodies:  the literal that stands for the body of a rule, by the rule's number, where the clauses are a completion
    """

    clauses: tuple[Clause, ...]
    atoms: tuple[int, ...]
    words: LiteralWords = field(repr=False)
    by_word: Mapping[str, int] = field(repr=False)
    rules: tuple[RuleName, ...]
    program: LogicProgram | None
    given: int
    gone: frozenset[int] = frozenset()
    joined: frozenset[int] = frozenset()
    bodies: Mapping[int, int] = field(default_factory=dict, repr=False)

    @cached_property
    def empty_clause(self) -> int:
        """The number of the first empty clause, or 0."""
        return next((number for number, clause in enumerate(self.clauses, 1) if not clause), 0)

    def with_clause(self, clause: Clause) -> System:
        """The same with one more clause, which was learned."""
        return replace(self, clauses=(*self.clauses, clause))

    def excluding(self, clause: Clause) -> System:
        """The same with one more clause, which excludes something and joins F."""
        return replace(self.with_clause(clause), joined=self.joined | {len(self.clauses) + 1})

    def without(self, numbers: Iterable[int]) -> System:
        """The same without the clauses of these numbers."""
        return replace(self, gone=self.gone.union(numbers))

    @property
    def learned(self) -> list[int]:
        """The numbers of the clauses Γ."""
        left_out = self.gone | self.joined
        return [number for number in range(self.given + 1, len(self.clauses) + 1) if number not in left_out]

    def in_conflict(self, record: Record) -> bool:
        """Is M inconsistent, or does an empty clause make it count as such?"""
        return not is_consistent(record) or self.empty_clause > 0

    def transitions(self, state: State) -> list[Transition]:
        """The edges that leave a state."""
        if state == FAIL:
            return []
        m = members(state)
        return [found for rule in self.rules if rule in INSTANCES for found in INSTANCES[rule](self, state, m)]

    def ends(self, state: State) -> bool:
        """Does no edge leave it? What is quick to find is looked for first."""
        if state == FAIL:
            return True
        m, rules = members(state), [rule for rule in reversed(self.rules) if rule in INSTANCES]
        return not any(next(INSTANCES[rule](self, state, m), None) for rule in rules)

    def refusals(self, state: State, transitions: Iterable[Transition]) -> dict[RuleName, str]:
        """Of each rule that does not apply to a state, which these edges leave, why not."""
        applied = {found.rule for found in transitions} | self.changing(state).keys()
        return {rule: why_not(self, rule, state) for rule in self.rules if rule not in applied}

    def changing(self, state: State) -> dict[RuleName, str]:
        """The rules that apply and change Γ, not M, each with what it may do."""
        if state == FAIL or "Learn" not in self.rules:
            return {}
        forget: dict[RuleName, str] = {"Forget": f"any of {counted(len(self.learned), 'learned clause')}"}
        learn = "any clause that F entails" if self.program is None else "any clause that all answer sets satisfy"
        return {"Learn": learn, **(forget if self.learned else {})}

    def unfounded(self, m: frozenset[int]) -> frozenset[int]:
        """The greatest set of atoms of Π that is unfounded on M. Where a body has a literal of its own, M blocks the
        rule by the complement of that as well."""
        assert self.program is not None
        numbers = [number for number in range(1, self.program.count + 1) if -self.bodies.get(number, 0) not in m]
        left = replace(self.program, rules=tuple(self.program.rules[number - 1] for number in numbers))
        return greatest_unfounded(left, m) & frozenset(self.atoms)

    def name(self, transition: Transition) -> str:
        """What tells an edge from others that leave the same state: ``Decide ¬q``, ``Backtrack``."""
        if transition.rule in ("Backtrack", "Fail", "Restart"):
            return transition.rule
        if transition.rule == "Backjump" and transition.after != FAIL:
            level = sum(member.decision for member in transition.after)
            return f"Backjump {self.words[transition.literal]} at level {level}"
        return f"{transition.rule} {self.words[transition.literal]}"

    def said(self, state: State, before: Said | None = ()) -> Said | None:
        """A state as events have it. Behind an edge from ``before``, all of it but its end is what was there: events
        of a long path share that."""
        if state == FAIL:
            return None
        kept = (before or ())[:max(0, len(state) - 1)]
        return kept + tuple((self.words[member.literal], member.decision) for member in state[len(kept):])

    def read(self, said: Said | None, known: Record = ()) -> State:
        """The state that events have so, whose first members are ``known``."""
        if said is None:
            return FAIL
        return (*known, *[Member(self.by_word[word], decision) for word, decision in said[len(known):]])


def dp(cnf: CNF) -> System:
    """The system of DP_F."""
    clauses = tuple(tuple(dict.fromkeys(clause)) for clause in cnf.clauses)
    return _system(clauses, {abs(literal) for clause in clauses for literal in clause}, cnf.words(), None)


def aset(program: LogicProgram) -> System:
    """The system of aset_Π."""
    atoms = {abs(literal) for rule in program.rules for literal in (*rule.body, rule.head)} - {0}
    return _system(program.classical().clauses, atoms, program.words(), program)


def _system(clauses: tuple[Clause, ...], atoms: Iterable[int], words: LiteralWords,
            program: LogicProgram | None) -> System:
    signature = tuple(sorted(atoms))
    by_word = {words[sign * atom]: sign * atom for atom in signature for sign in (1, -1)}
    rules = DP_RULES if program is None else ASET_RULES
    return System(clauses, signature, words, by_word, rules, program, len(clauses))


def learning(system: System) -> System:
    """The same with the rules by which clauses are learned and forgotten: none are so far. The clauses of a program,
    which are Π^cl, are the first ones of its completion, and become those of all of it."""
    if system.program is not None:
        found, atoms = completion(system.program), range(1, len(system.program.names) + 1)
        signature = {abs(literal) for clause in found.cnf.clauses for literal in clause}.union(atoms)
        system = replace(_system(found.cnf.clauses, signature, found.cnf.words(), system.program), bodies=found.bodies)
    return replace(system, rules=LEARNING_RULES)


# --- the rules -------------------------------------------------------------------------------------------------------


def unit_propagate(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """M ⇒ M l if F has a clause C ∨ l so that the complement of each literal of C is in M.

    M l must be a record, so M is consistent, and l not in M. If all literals of a clause are false, each is such an l.
    """
    if not is_consistent(record):
        return
    because: dict[int, list[int]] = {}
    for number, clause in enumerate(system.clauses, 1):
        if number in system.gone:
            continue
        left = 0
        for literal in clause:
            if -literal not in m:
                if left or literal in m:
                    break
                left = literal
        else:
            for literal in (left,) if left else clause:
                because.setdefault(literal, []).append(number)
    for literal, numbers in because.items():
        yield Transition("Unit Propagate", record, len(record), literal, clauses=tuple(numbers))


def decide(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """M ⇒ M lΔ if M is consistent, and l is unassigned by M."""
    if not system.in_conflict(record):
        for atom in system.atoms:
            if atom not in m and -atom not in m:
                for literal in (atom, -atom):
                    yield Transition("Decide", record, len(record), literal, decision=True)


def fail(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """M ⇒ FailState if M is inconsistent, and has no decision."""
    if system.in_conflict(record) and last_decision(record) < 0:
        yield Transition("Fail", record, 0)


def backtrack(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """P lΔ Q ⇒ P l̄ if P lΔ Q is inconsistent, and Q has no decision."""
    last = last_decision(record)
    if system.in_conflict(record) and last >= 0:
        decision = record[last].literal
        yield Transition("Backtrack", record, last, -decision, undone=decision)


def backjump(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """P lΔ Q ⇒ P l' if P lΔ Q is inconsistent, and there is a clause C ∨ l' so that the complement of each literal of C
    is in P, and l' is unassigned by P."""
    if not system.in_conflict(record):
        return
    at = {literal: index for index, (literal, _) in enumerate(record)}
    unit: list[tuple[int, int, int, int]] = []  # a clause is unit by what is before a place between two
    for number, clause in enumerate(system.clauses, 1):
        if number in system.gone or not clause:
            continue
        *before, (end, left) = sorted((at.get(-literal, len(record)), literal) for literal in clause)
        first, end = before[-1][0] + 1 if before else 0, min(end, at.get(left, len(record)))
        if first <= end:
            unit.append((first, end, number, left))
    for cut, (literal, decision) in enumerate(record):
        for first, end, number, left in unit if decision else ():
            if first <= cut <= end:
                yield Transition("Backjump", record, cut, left, clauses=(number,), undone=literal)


def restart(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """M ⇒ ∅."""
    if record:
        yield Transition("Restart", record, 0)


def unfounded(system: System, record: Record, m: frozenset[int]) -> Iterator[Transition]:
    """M ⇒ M ¬a if M is consistent, and a is in a set unfounded on M: that is, in the greatest one."""
    if system.program is not None and not system.in_conflict(record):
        greatest = greatest_unfounded(system.program, m)
        for atom in system.atoms:
            if atom in greatest and -atom not in m:
                yield Transition("Unfounded", record, len(record), -atom,
                                 atoms=small_unfounded(system.program, m, greatest, atom))


def small_unfounded(program: LogicProgram, m: frozenset[int], greatest: frozenset[int], atom: int) -> tuple[int, ...]:
    """An unfounded set that has the atom: with each atom, one that keeps it up for every rule that M does not block."""
    found = [atom]
    for one in found:  # grows
        for rule in program.rules:
            if rule.head == one and not blocked(rule, m) and not any(other in found for other in rule.positive):
                found.append(next(other for other in rule.positive if other in greatest))
    return tuple(sorted(found))


INSTANCES: Mapping[RuleName, Callable[[System, Record, frozenset[int]], Iterator[Transition]]] = {
    "Backtrack": backtrack, "Backjump": backjump, "Fail": fail, "Unit Propagate": unit_propagate,
    "Unfounded": unfounded, "Decide": decide, "Restart": restart,
}
"""The rules that change M."""


def why_not(system: System, rule: RuleName, state: State) -> str:
    """Why a rule that does not apply to a state does not."""
    if state == FAIL:
        return "no edge leaves FailState"
    conflict, last = system.in_conflict(state), last_decision(state)
    if rule == "Fail":
        held = f"{system.words[state[last].literal]} is a decision" if last >= 0 else ""
        if conflict:
            return f"{held}, which can be undone"
        return f"M is consistent, and {held}" if held else "M is consistent: no conflict"
    if rule in ("Backtrack", "Backjump"):
        if conflict and last >= 0:
            return "no clause is unit on an earlier level: one must be learned first"
        return "M has no decision to undo" if conflict else "M is consistent: no conflict to undo"
    if rule in ("Forget", "Restart"):
        return "nothing is learned" if rule == "Forget" else "M is ∅"
    if not is_consistent(state):
        return "M is inconsistent"
    if rule == "Unit Propagate":
        said = "each has a true literal, or two open ones" if system.clauses else "there is none"
        empty = f"clause {system.empty_clause} is empty, and no other is unit"
        return empty if conflict else f"no clause is unit: {said}"
    if conflict:
        return f"clause {system.empty_clause} is empty: M counts as inconsistent"
    if rule == "Decide":
        return "every atom is assigned"
    if rule == "Unfounded":
        assert system.program is not None
        greatest = greatest_unfounded(system.program, members(state)) & set(system.atoms)
        if not greatest:
            return "no set but ∅ is unfounded on M"
        shown = listed(system.words[-atom] for atom in sorted(greatest))
        return f"{shown} {'is' if len(greatest) == 1 else 'are'} in M already; nothing else is unfounded"
    raise ValueError(f"{rule} applies to any state")
