"""Why an atom is true or false on M, or in U, drawn: the atoms of the rule that gives it, the set that nothing holds
up and what blocks the rules for it."""

from __future__ import annotations

from dataclasses import replace

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import blocked, is_unfounded
from algorithms.reasons import Link, Ray, Reason, Spot
from algorithms.transitions.rules import small_unfounded
from visualizer.families.answer_sets.state import Joined, ProgramState
from visualizer.runs.boards import Board
from visualizer.stage.links import variable_of
from visualizer.stage.literal_reasons import follows_from, places_of


def of_rule(program: LogicProgram, board: Board, rule: int, literal: str) -> Reason:
    """From the other atoms of a rule to the one that it gives, or excludes."""
    return follows_from(board, literal, (program.names[abs(one) - 1] for one in program.rules[rule - 1].clause),
                        written=f"rule {rule}")


def of_body(program: LogicProgram, board: Board, rule: int, atom: str, *, must: bool = True) -> Reason:
    """From the body of a rule to its head; not ``must``: which it could hold up."""
    reason = follows_from(board, atom, (program.names[abs(one) - 1] for one in program.rules[rule - 1].body),
                          written=f"rule {rule}")
    return reason if must else tuple(replace(link, follows=()) for link in reason)


def of_decisions(known: ProgramState, board: Board, joined: Joined) -> Reason:
    """From the decisions under which the complement has failed; where an answer set was found, it may be of those."""
    before = known.m[:known.m.index(joined)]
    return () if known.found else follows_from(board, joined.literal,
                                               (one.literal for one in before if one.how == "decided"))


def of_set(known: ProgramState, board: Board, atom: str) -> Reason:
    """A set that is unfounded and has the atom, and what blocks the rules for it that do without its atoms. Nothing
    where one of these has no place."""
    names = known.program.names
    number = {name: index for index, name in enumerate(names, 1)}
    m = frozenset(number[variable_of(one.literal)] * (-1 if one.literal.startswith("¬") else 1) for one in known.m)
    whole = frozenset(number[one] for one in known.u or ())
    if number[atom] not in whole or not is_unfounded(known.program, whole, m):
        return ()
    group = small_unfounded(known.program, m, whole, number[atom])
    rules = [(index, rule) for index, rule in enumerate(known.program.rules, 1) if rule.head in group]
    pairs = dict.fromkeys((names[abs(blocked(rule, m)[0]) - 1], names[rule.head - 1]) for _, rule in rules
                          if not any(one in group for one in rule.positive))
    atoms = [names[one - 1] for one in group]
    if any(not places_of(board, (name,)) for name in (*atoms, *(blocker for blocker, _ in pairs))):
        return ()
    rays = tuple(Ray(*(Spot(places_of(board, (name,))[0]) for name in pair)) for pair in pairs)
    return (Link((*places_of(board, atoms), *(f"rule {index}" for index, _ in rules)),
                 tuple(dict.fromkeys(ray.cause for ray in rays)), follows=(Spot(places_of(board, (atom,))[0]),),
                 rays=tuple(ray for ray in rays if ray.cause != ray.to)),)
