"""What the atoms of a program say of a puzzle's variables, and where these can be while nothing is known of them."""

from __future__ import annotations

from itertools import chain

from algorithms.problems.forms.csp import Domain
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.puzzle import Puzzle
from visualizer.runs.states import start_domains


def direct_of(puzzle: Puzzle, program: LogicProgram) -> dict[str, tuple[str, Domain]]:
    """The variable of the puzzle and its domain for each atom that says of it, ``x=v``, or by its own name, x, what it
    is."""
    names = frozenset(program.names)
    return {name: (x, domain) for x, domain in domains_of(puzzle, program).items()
            for name in ((x,) if x in names else (f"{x}={value}" for value in domain)) if name in names}


def domains_of(puzzle: Puzzle, program: LogicProgram) -> dict[str, Domain]:
    """Where each variable can be before anything is known of the program's atoms: any value that one is of, also where
    the puzzle itself excludes it; what a fact says is known."""
    own, names = start_domains(puzzle, lambda: program.names), frozenset(program.names)
    facts = {program.names[rule.head - 1] for rule in program.rules if rule.head and not rule.body and not rule.choice}
    longest = max(own.values(), key=len, default=())  # which has them in the puzzle's order
    every = dict.fromkeys(chain(longest, *own.values()))
    found = dict[str, Domain]()
    for x, domain in own.items():
        known = any(f"{x}={value}" in facts for value in every)
        found[x] = domain if known else tuple(value for value in every if f"{x}={value}" in names) or domain
    return found
