"""Completions and loop formulas, as they are written and as clauses."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.forms.semantics import Completion, external


def body_text(program: LogicProgram, rule: Rule, *, inside: bool = False) -> str:
    """A body as a formula: ``a ∧ ¬b``, an empty one ``⊤``; ``inside`` another formula, in brackets where it must be."""
    text = " ∧ ".join(program.word(literal) for literal in dict.fromkeys(rule.body)) or "⊤"
    return f"({text})" if inside and " ∧ " in text else text


def any_of(program: LogicProgram, rules: Sequence[int]) -> str:
    """That the body of one of these rules is true: ``a ∨ (b ∧ ¬c)``, of none ``⊥``."""
    bodies = [body_text(program, program.rules[number - 1], inside=len(rules) > 1) for number in rules]
    return " ∨ ".join(dict.fromkeys(bodies)) or "⊥"


def completed(program: LogicProgram, atom: int, rules: Sequence[int]) -> str:
    """The completion of an atom with these rules: a ↔ …; where it may be chosen, what forces it and what allows it."""
    name, forcing = program.names[atom - 1], [number for number in rules if not program.rules[number - 1].choice]
    if len(forcing) == len(rules):
        return f"{name} ↔ {any_of(program, rules)}"
    allows = f"{name} → {any_of(program, rules)}"
    return f"({any_of(program, forcing)} → {name}) ∧ ({allows})" if forcing else allows


def loop_formula(program: LogicProgram, loop: Sequence[int]) -> str:
    """∨L → ∨B: nothing of the loop is true unless a rule from outside holds it up."""
    atoms = " ∨ ".join(program.names[atom - 1] for atom in loop)
    return f"{atoms} → {any_of(program, external(program, loop))}"


def loop_clauses(completion: Completion, program: LogicProgram, loop: Collection[int]) -> list[tuple[int, ...]]:
    """The same as clauses, one for each atom of the loop."""
    bodies = tuple(dict.fromkeys(completion.bodies[number] for number in external(program, loop)))
    return [(-atom, *bodies) for atom in loop]
