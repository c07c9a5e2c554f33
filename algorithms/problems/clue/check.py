"""Does a log of Clue contradict itself, from which line on, and which lines clash? Asked of a SAT solver.

MiniCard, which python-sat brings, takes cardinality constraints as they are (Liffiton and Maglalang, "A cardinality
solver: more expressive constraints for free", SAT 2012). Each line of the log, and the own hand, is switched on by a
literal that is assumed, so an unsatisfiable core is a set of lines; each of them is needed once deletion has tried to
do without it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from algorithms.long_work import solve
from algorithms.problems.clue.deck import CASE_FILE
from algorithms.problems.clue.facts import CardFact, CardLiteral
from algorithms.problems.clue.notepad import Notepad
from algorithms.words import listed

HAND = -1  # stands for the own hand among the numbers of lines


def contradiction(clue: Notepad) -> tuple[int, str] | None:
    """The first line, from 0, with which the knowledge is inconsistent (HAND: before any line), and what clashes, in
    words; None where all is well."""
    solver, switch = solver_of(clue)
    with solver:
        if solve(solver, list(switch.values())):
            return None
        first = next(number for number in switch if not solve(
            solver, [literal for other, literal in switch.items() if other <= number]))
        clash = _clash(solver, {number: literal for number, literal in switch.items() if number <= first})
        others = [number for number in clash if number != first]
        impossible = _impossible(clue, solver, first, [switch[number] for number in others])
    return first, _in_words(clue, first, impossible, others)


def clashing(clue: Notepad) -> list[int]:
    """A minimal set of lines, from 0 (HAND: the own hand), that cannot all be; of a game whose log contradicts
    itself."""
    solver, switch = solver_of(clue)
    with solver:
        return _clash(solver, switch)


def needed(clue: Notepad, literal: CardLiteral) -> list[int] | None:
    """A minimal set of lines, from 0 (HAND: the own hand), from which the literal follows; None where it does not."""
    solver, switch = solver_of(clue)
    variable = clue.variables.index(literal.name) + 1
    solver.add_clause([-variable if literal.there else variable])
    with solver:
        return None if solve(solver, list(switch.values())) else _clash(solver, switch)


def possible_in_case_file(clue: Notepad, cards: Iterable[str]) -> list[str]:
    """Those of the cards that the case file has in some deal that fits."""
    solver, switch = solver_of(clue)
    known, variable = list(switch.values()), {name: v for v, name in enumerate(clue.variables, 1)}
    with solver:
        return [card for card in cards if solve(solver, [*known, variable[f"{card}={CASE_FILE}"]])]


def _clash(solver: Any, switch: dict[int, int]) -> list[int]:
    """A minimal set of the numbers whose switches, all assumed, are inconsistent."""
    if solve(solver, list(switch.values())):
        raise ValueError("nothing clashes here")
    core = set(solver.get_core() or ())
    for literal in sorted(core):
        if not solve(solver, sorted(core - {literal})):
            core.discard(literal)
    return [number for number, literal in switch.items() if literal in core]


def solver_of(clue: Notepad) -> tuple[Any, dict[int, int]]:
    """A solver with the knowledge, and for each line and the own hand the literal that switches it on."""
    from pysat.solvers import Solver  # type: ignore[import-untyped]  # takes a moment to load

    solver = Solver("minicard")
    top = len(clue.variables)
    switch = {number: top + 2 + number for number in range(HAND, len(clue.events))}
    for fact, (literals, minimum) in zip(clue.knowledge, clue.numbered, strict=True):
        if fact.kind == "own hand" or fact.line is not None:
            on = switch[HAND if fact.line is None else fact.line]
            solver.add_clause([-on, *literals])  # these have the minimum 1
        elif minimum == 1:
            solver.add_clause(list(literals))
        else:
            solver.add_atmost([-literal for literal in literals], len(literals) - minimum)
    return solver, switch


def _impossible(clue: Notepad, solver: Any, number: int, assumed: list[int]) -> CardFact | None:
    """The first fact of that line that alone clashes with what is assumed, if there is one."""
    fresh = len(clue.variables) + len(clue.events) + 2
    for fact, (literals, _) in zip(clue.knowledge, clue.numbered, strict=True):
        if number != HAND and fact.line == number:
            solver.add_clause([-fresh, *literals])
            if not solve(solver, [*assumed, fresh]):
                return fact
            fresh += 1
    return None


def _in_words(clue: Notepad, number: int, impossible: CardFact | None, others: list[int]) -> str:
    if number == HAND:
        return "no deal fits this hand; change it, or the sizes of hands"
    line = clue.events[number]
    kind, (card, place, there) = (None, CardLiteral("", "")) if impossible is None else (
        impossible.kind, impossible.literals[0])
    if kind == "one of":
        said = f"{place} cannot have any of {', '.join(line.cards)}"
    elif kind == "cannot refute":
        said = f"{place} has {card}, and could have refuted"
    elif kind == "shown":
        said = f"{place} cannot have {card}"
    elif kind == "accusation":
        said = f"{card} cannot be in the case file" if there else f"{', '.join(line.cards)} are in the case file"
    else:
        said = f"it cannot be that {line.sentence}"
    against = [f"the hand of {clue.me}" if other == HAND else f"line {other + 1} ({clue.events[other].sentence})"
               for other in others]
    if not against:
        return f"{said}, whatever came before; change this line"
    return f"{said}: line {number + 1} clashes with {listed(against)}; change one of them"
