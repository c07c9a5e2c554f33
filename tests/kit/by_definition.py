"""Random logic programs as scenarios, and what is blocked or unfounded in them by the definitions, from names alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from algorithms.problems.forms.program import LogicProgram, Rule
from kit.programs import kinds_of, rules_text
from kit.refusals import text
from scenarios.loader import Scenario


def scenario(algorithm: str, seed: int, options: str = "") -> Scenario:
    """That algorithm on a random program of six to ten atoms."""
    return text(algorithm, f'puzzle: {{kind: program, rules: "{rules_text(kinds_of(seed))}"}}\n', options)


def named(program: LogicProgram, atoms: Sequence[int]) -> set[str]:
    return {program.names[x - 1] for x in atoms}


def blocked(program: LogicProgram, rule: Rule, m: set[str]) -> bool:
    """Has M the complement of a literal of the body?"""
    return any(f"¬{x}" in m for x in named(program, rule.positive)) or bool(named(program, rule.negative) & m)


def rules_of(program: LogicProgram, atom: str) -> list[tuple[int, Rule]]:
    return [(number, rule) for number, rule in enumerate(program.rules, 1)
            if rule.head and program.names[rule.head - 1] == atom]


def unfounded(program: LogicProgram, m: set[str]) -> set[str]:
    """The union of all unfounded sets, by going through all sets of atoms."""
    atoms = program.names
    every = chain.from_iterable(combinations(atoms, size) for size in range(len(atoms) + 1))
    return set().union(*(u for u in map(set, every) if all(
        blocked(program, rule, m) or named(program, rule.positive) & u for x in u for _, rule in rules_of(program, x))))
