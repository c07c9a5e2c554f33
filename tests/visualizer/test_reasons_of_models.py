"""What is said against answers about searches for models, paths in graphs and backbones: held against the clauses, and
against what the events alone tell of M."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.transitions import events as t
from kit.reasons import Cases, Reason, chosen, hold, reasons, runs
from kit.refusals import text
from kit.sat_runs import random_3sat
from scenarios.loader import Scenario
from visualizer.families.satisfiability.state import SatState
from visualizer.families.transitions.state import TransitionState

KIND = r"(?:Clause|Constraint|Learned clause|Added clause)"


def formulas(algorithm: str, options: str = "", seeds: range = range(4), size: int = 7,
             most: int | None = None) -> Iterator[Scenario]:
    """Random formulas, of which every other one has ``most`` clauses of three literals."""
    for seed in seeds:
        clauses = random_3sat(size, seed).clauses[:most if seed % 2 else None]
        told = ", ".join(" | ".join(("~" if literal < 0 else "") + f"x{abs(literal)}" for literal in clause)
                         for clause in (*clauses, *short(size, seed)))
        yield text(algorithm, f'puzzle: {{kind: cnf, formula: "{told}"}}\n', options)


def short(size: int, seed: int) -> list[tuple[int, ...]]:
    """Clauses of two literals, so that more is forced."""
    rng = Random(seed)
    return [tuple(x * rng.choice((1, -1)) for x in rng.sample(range(1, size + 1), 2)) for _ in range(3)]


# --- M, by the events alone -------------------------------------------------------------------------------------------


class M:
    """What joined M, in its order, and on which level."""

    def __init__(self, past: Reason) -> None:
        self.entries: list[tuple[str, Event]] = []
        self.clauses: dict[int, tuple[str, ...]] = {}
        sat = past.before.of(SatState)
        self.form = sat.form
        for event in past.past:
            match event:
                case e.Decided() | e.Implied() | e.Complemented() | e.Assumed():
                    self.entries.append((event.literal, event))
                case e.Undone():
                    for literal in event.literals:
                        at = max(at for at, (other, _) in enumerate(self.entries) if other == literal)
                        del self.entries[at]
                case e.Learned() | e.Blocked() | e.ClauseAdded():
                    self.clauses[event.clause] = event.literals
                case e.Forgotten():
                    for clause in event.clauses:
                        del self.clauses[clause]

    @property
    def true(self) -> set[str]:
        return {literal for literal, _ in self.entries}

    def of(self, number: int) -> set[str]:
        """The literals of a clause or constraint."""
        return {*map(self.form.word, self.form.literals(number))} if number <= self.form.count \
            else {*self.clauses[number]}

    def least(self, number: int) -> int:
        """So many must be true."""
        if isinstance(self.form, AtLeastForm) and number <= self.form.count:
            return self.form.constraints[number - 1].minimum
        return 1

    def open(self, number: int) -> set[str]:
        return {one for one in self.of(number) if not {one, negation(one)} & self.true}

    def false(self, number: int) -> set[str]:
        return {one for one in self.of(number) if negation(one) in self.true}

    def satisfied(self, number: int) -> bool:
        return len(self.of(number) & self.true) >= self.least(number)

    def broken(self, number: int) -> bool:
        return len(self.of(number)) - len(self.false(number)) < self.least(number)

    def forces(self, number: int) -> bool:
        """Are as many false as may be?"""
        return bool(self.open(number)) and len(self.of(number)) - len(self.false(number)) == self.least(number)

    @property
    def every(self) -> list[int]:
        return [*range(1, self.form.count + 1), *self.clauses]

    def level(self, literal: str) -> int:
        return int(getattr(next(event for other, event in self.entries if other == literal), "level", 0))


# --- what is forced ---------------------------------------------------------------------------------------------------


def slack(r: Reason, number: str, literal: str, other: str) -> bool:
    m = M(r)
    return literal == r.candidate and other != literal and {literal, other} <= m.open(int(number)) \
        and not m.satisfied(int(number))


def needs_no_more(r: Reason, number: str, true: str) -> bool:
    m, literals = M(r), [*true.replace(" and ", ", ").split(", ")]
    return r.candidate in m.of(int(number)) and {*literals} <= m.true & m.of(int(number)) \
        and len(literals) == m.least(int(number))


def nowhere(r: Reason, literal: str) -> bool:
    m = M(r)
    return literal == r.candidate and not any(literal in m.of(number) for number in m.every)


FORCED: Cases = {
    r"With (\S+), all literals of (?:learned |added )?(?:clause|constraint) (\d+) would be false\.":
    lambda r, x, number: x == r.candidate and M(r).open(int(number)) == {negation(x)} and M(r).forces(int(number))
    and M(r).least(int(number)) == 1,
    rf"{KIND} (\d+) has (\S+), but (\S+) is open there as well\.": slack,
    rf"{KIND} (\d+) has what it needs: (.+) (?:is|are) true\.": needs_no_more,
    r"No (?:clause|constraint) has (\S+), so that none can force it\.": nowhere,
}


@pytest.mark.parametrize(("skill", "algorithm"), [("Implied.literal", "dpll"), ("Implied.literal", "cdcl"),
                                                  ("ClauseUnit.literal", "unit-propagation")])
def test_what_is_not_forced(skill: str, algorithm: str) -> None:
    given = "options: {given: [x1, ~x2]}\n" if algorithm == "unit-propagation" else ""
    hold(reasons(skill, chosen(*formulas(algorithm, given, range(12), 7, 6))), FORCED)


AT_LEAST: Cases = {
    r"With (\S+), (\d+) literals of constraint (\d+) would be false, and (\d+) may be\.":
    lambda r, x, one_more, number, most: x == r.candidate and bounds(r, number, most, str(int(one_more) - 1))
    and int(one_more) > int(most) and negation(x) in M(r).open(int(number)),
    r"Of constraint (\d+) (\d+) may be false, and only (\d+) (?:is|are)\.":
    lambda r, number, most, false: bounds(r, number, most, false) and int(false) < int(most)
    and r.candidate in M(r).of(int(number)),
}


def bounds(r: Reason, number: str, most: str, false: str) -> bool:
    m = M(r)
    return len(m.false(int(number))) == int(false) and len(m.of(int(number))) - m.least(int(number)) == int(most)


def test_what_a_constraint_does_not_force() -> None:
    family = [pair for pair in runs("satisfiability") if pair[0].algorithm.name.startswith("at-least")]
    told = list(reasons("ConstraintTight.literals", iter(family)))
    assert all(r.candidate not in M(r).open(r.event.constraint) for r in told)
    clauses = {pattern: check for pattern, check in FORCED.items()
               if "none can" not in pattern and "it needs" not in pattern}
    hold((*reasons("Implied.literal", iter(family)), *told), {**AT_LEAST, **clauses})


# --- what comes next --------------------------------------------------------------------------------------------------

NEXT: Cases = {
    r"No clause has only false literals\.": lambda r: not any(map(M(r).broken, M(r).every)),
    r"Nothing is forced: no clause has but one way left to be true\.": lambda r: not any(map(M(r).forces, M(r).every)),
    rf"{KIND} (\d+) cannot be satisfied any more\.": lambda r, n: M(r).broken(int(n)),
    rf"{KIND} (\d+) has but one way left to be true\.": lambda r, n: M(r).forces(int(n)),
    rf"{KIND} (\d+) is not true yet\.": lambda r, n: not M(r).satisfied(int(n)),
    r"Every clause is true: nothing need be chosen for that\.": lambda r: all(map(M(r).satisfied, M(r).every)),
    r"(\S+) has no value yet\.": lambda r, x: not {x, negation(x)} & M(r).true,
}
BOTH: Cases = {r"M has both (\S+) and (\S+)\.":
        lambda r, x, y: {x, y} <= M(r).true and x == negation(y)}


def test_what_does_not_come_next() -> None:
    hold(reasons("Decided/Modelled.kind", chosen(*formulas("cdcl", "options: {all: true}\n", range(8))), 60), NEXT)
    hold(reasons("Decided/Modelled.kind", chosen(*formulas("dpll", "", range(8))), 60), {**NEXT, **BOTH})


# --- the way back -----------------------------------------------------------------------------------------------------


def chosen_earlier(r: Reason, earlier: str) -> bool:
    m = M(r)
    order = [literal for literal, event in m.entries if isinstance(event, e.Decided)]
    return negation(r.candidate) == earlier and order.index(earlier) < order.index(negation(r.event.literal))


def test_what_is_not_turned_round() -> None:
    hold(reasons("Complemented.literal", chosen(*formulas("dpll", "", range(12)))), {
        r"(\S+) was forced by clause (\d+), not chosen: it has no other branch\.":
        lambda r, x, n: any(literal == x and isinstance(event, e.Implied) and event.because == int(n)
                            for literal, event in M(r).entries),
        r"(\S+) is the second branch of a choice: both have been seen then\.":
        lambda r, x: any(literal == x and isinstance(event, e.Complemented) for literal, event in M(r).entries),
        r"(\S+) was chosen, but something that was chosen later has a branch that nobody has seen\.": chosen_earlier,
    })


def level_of(r: Reason, level: str, told: str, clause: tuple[str, ...], m: M, *, one: bool) -> bool:
    left = {literal for literal in clause if m.level(negation(literal)) > int(level)}
    lower = {literal for literal in clause if m.level(negation(literal)) > int(level) - 1}
    return {*told.replace(" and ", ", ").split(", ")} == left and (len(left) == 1) == one \
        and r.candidate == int(level) and (not one or len(lower) == 1)


LEVELS = {
    r"On level (\d+) (.+) of the new clause would be open: it would force nothing\.": False,
    r"On level (\d+) only (.+) of the new clause would be open, but so it is further down already\.": True,
}


def test_other_levels() -> None:
    def by_learned(one: bool) -> Callable[[Reason, str, str], bool]:
        def check(r: Reason, level: str, told: str) -> bool:
            m = M(r)
            return level_of(r, level, told, [*m.clauses.values()][-1], m, one=one)
        return check

    hold(reasons("JumpedBack.level", chosen(*formulas("cdcl", "", range(12), 12))),
         {pattern: by_learned(one) for pattern, one in LEVELS.items()})


# --- what is learned --------------------------------------------------------------------------------------------------


def clause_so_far(r: Reason) -> set[str]:
    """The false clause, or what resolution has made of it."""
    last = next(event for event in reversed(r.past) if isinstance(event, e.Conflicted | e.Resolved))
    return {*last.literals} if isinstance(last, e.Resolved) else M(r).of(last.because)


def before_in_m(r: Reason, early: str, late: str) -> bool:
    order = [x for x, _ in M(r).entries]
    return early == r.candidate and order.index(early) < order.index(late)


def test_what_is_not_learned_and_what_is_no_pivot() -> None:
    told = [*reasons("Learned.literals", chosen(*formulas("cdcl", "", range(12), 12)))]
    kinds = set[str]()
    for r in told:
        m = M(r)
        clause = m.of(r.before.of(SatState).conflict or 0)
        met, levels = {*clause}, {negation(x): getattr(event, "level", 0) for x, event in m.entries}
        reason = {negation(x): event.because for x, event in m.entries
                  if isinstance(event, e.Implied) and event.because}
        depth = max(levels.values())
        for x, _ in reversed(m.entries):
            if sum(levels[one] == depth for one in clause) == 1:
                break
            if negation(x) in clause and negation(x) in reason:
                clause = clause - {negation(x)} | m.of(reason[negation(x)]) - {x}
                met |= clause
        assert {one for one in clause if levels[one]} == {*r.event.literals}
        assert ("for a while" in r.text) == (r.candidate in met), r.text
        kinds.add("while" if "for a while" in r.text else "never")
    assert kinds == {"while", "never"}
    hold(reasons("Resolved.pivot", chosen(*formulas("cdcl", "", range(12), 12))), {
        r"(\S+) is not in the clause: (\S+) does nothing to make it false\.":
        lambda r, no, x: x == r.candidate == negation(no) and no not in clause_so_far(r),
        r"(\S+) was decided: it has no reason that could take its place\.":
        lambda r, x: any(literal == x and isinstance(event, e.Decided) for literal, event in M(r).entries),
        r"(\S+) makes the clause false, but so does something that joined M later\.":
        lambda r, x: negation(x) in clause_so_far(r) and before_in_m(r, x, r.event.pivot)
        and negation(r.event.pivot) in clause_so_far(r),
    })


# --- backbones --------------------------------------------------------------------------------------------------------


def models(r: Reason) -> list[set[str]]:
    """All models of the formula, one by one."""
    form = r.before.form
    every = []
    for values in product((False, True), repeat=len(form.names)):
        true = {x if value else f"¬{x}" for x, value in zip(form.names, values, strict=True)}
        if all({*map(form.word, form.literals(number))} & true for number in range(1, form.count + 1)):
            every.append(true)
    return every


BACKBONES = ("backbone-simple", "backbone-iterative", "backbone-core", "backbone-enumerate")


def test_what_does_not_become_of_a_candidate() -> None:
    found = chosen(*(scenario for name in BACKBONES for scenario in formulas(name, "", range(8), 6, 5)))
    hold(reasons("Freed.kind", found, 40), {
        r"No model has (\S+)\.": lambda r, no: not any(no in model for model in models(r)),
        r"There is a model with (\S+): (\S+) is not in all of them\.":
        lambda r, there, x: x == negation(there) and any(there in model for model in models(r)),
        r"There is a model with (\S+): that rules (\S+) out, whatever else it leaves open\.":
        lambda r, there, x: x == negation(there) and any(there in model for model in models(r)),
        r"A part of a model satisfies all clauses without (\S+) and without (\S+): it may be either way\.":
        lambda r, x, y: x == negation(y) and any(x in model for model in models(r)) and any(
            y in model for model in models(r)),
    })


def last_model(r: Reason) -> set[str]:
    return {*next(event for event in reversed(r.past) if isinstance(event, e.Modelled | e.ModelReduced)).literals}


def test_what_a_model_does_not_rule_out_or_leave_open() -> None:
    every = [*formulas("backbone-iterative", "", range(8), 6, 5), *formulas("backbone-core", "", range(8), 6, 5)]
    hold(reasons("Dropped.literal", chosen(*every), 40), {
        r"The model has (\S+) as well\.": lambda r, x: x == r.candidate and x in last_model(r),
    })
    hold(reasons("Probed.literals", chosen(*every), 40), {
        r"A model with (\S+) is known: another one would not prove that all have it\.":
        lambda r, x: x == r.candidate and any(
            x in event.literals for event in r.past if isinstance(event, e.Modelled))})
    hold(reasons("Freed.literal", runs("backbones"), 40), {
        r"Clause (\d+) has nothing else that is true in this model\.": lambda r, number: {
            *map(r.before.form.word, r.before.form.literals(int(number)))} & last_model(r) == {r.candidate},
    })


# --- paths in graphs --------------------------------------------------------------------------------------------------


def members_of(r: Reason) -> list[tuple[str, bool]]:
    """M as the last edge left it, each literal with: was it decided?"""
    last = next(event for event in reversed(r.past) if isinstance(event, t.RuleApplied | t.PathBegun))
    return [*((last.after if isinstance(last, t.RuleApplied) else last.state) or ())]


def words_of(r: Reason, number: str) -> set[str]:
    """A clause of the graph."""
    system = r.before.of(TransitionState).system
    return {system.words[literal] for literal in system.clauses[int(number) - 1]}


def literals_in(r: Reason) -> set[str]:
    return {word for word, _ in members_of(r)}


def test_what_does_not_join_m_in_a_graph() -> None:
    found = [*formulas("dpll-graph", "", range(8), 5, 3)]
    hold(reasons("UnitPropagateApplied.literal", chosen(*found), 30), {
        r"(\S+) is in M already\.": lambda r, x: x == r.candidate and x in literals_in(r),
        r"With (\S+), all literals of clause (\d+) would be false\.":
        lambda r, x, n: x == r.candidate and negation(x) in words_of(r, n) and all(
            negation(other) in literals_in(r) for other in words_of(r, n) - {negation(x)}),
        r"Clause (\d+) has (\S+), but (\S+) is not false in M, either\.":
        lambda r, n, x, y: x == r.candidate and {x, y} <= words_of(r, n) and negation(y) not in literals_in(r),
        r"Clause (\d+) has (\S+), but (\S+) makes it true\.":
        lambda r, n, x, y: {x, y} <= words_of(r, n) and y in literals_in(r),
        r"No clause has (\S+)\.": lambda r, x: not any(x in words_of(r, str(n)) for n in range(
            1, len(r.before.of(TransitionState).system.clauses) + 1)),
    })
    hold(reasons("BacktrackApplied.literal", chosen(*found), 30), {
        r"(\S+) is no decision: it has no Δ in M\.": lambda r, x: (x, False) in members_of(r),
        r"(\S+) is a decision, but another one comes after it\.":
        lambda r, x: (x, True) in members_of(r)[:-1] and [y for y, decided in members_of(r) if decided][-1] != x,
    })
