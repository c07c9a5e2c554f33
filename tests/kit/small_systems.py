"""Random formulas and logic programs, small enough that all that can happen to them is looked at."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from hypothesis import strategies as st

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.transitions.records import FAIL, Member, Record, State, is_consistent, members
from algorithms.transitions.rules import System


def random_program(rng: random.Random, atoms: int, rules: int | None = None) -> LogicProgram:
    """Facts, constraints, choices and rules of up to three literals, over the atoms a, b, …"""
    made = []
    for _ in range(rng.randint(1, 2 * atoms) if rules is None else rules):
        body = [rng.choice((-1, 1)) * atom for atom in rng.sample(range(1, atoms + 1), rng.randint(0, min(3, atoms)))]
        head = rng.choice((0, *range(1, atoms + 1)) if body and rng.random() < 0.3 else range(1, atoms + 1))
        made.append(Rule(head, tuple(literal for literal in body if literal > 0),
                         tuple(-literal for literal in body if literal < 0), bool(head) and rng.random() < 0.2))
    return LogicProgram(tuple("abcdefghijklmnopqrstuvwxyz"[:atoms]), tuple(made), ("",) * len(made), atoms)


def programs(atoms: int) -> st.SearchStrategy[LogicProgram]:
    """Random programs of up to so many atoms, each from a seed: hypothesis draws no single literals."""
    return st.builds(lambda seed, number: random_program(random.Random(seed), number), st.integers(0, 2 ** 32),
                     st.integers(1, atoms))


def formulas(atoms: int) -> st.SearchStrategy[CNF]:
    """Random formulas of up to so many atoms, with units and, rarely, the empty clause."""
    def made(seed: int, number: int) -> CNF:
        rng = random.Random(seed)
        clauses = tuple(tuple(rng.choice((-1, 1)) * rng.randint(1, number) for _ in range(rng.choice((1, 2, 2, 3, 3))))
                        for _ in range(rng.randint(1, 3 * number)))
        clauses += ((),) if rng.random() < 0.05 else ()
        return CNF(tuple("abcdefghijklmnopqrstuvwxyz"[:number]), clauses, ("",) * len(clauses), number)

    return st.builds(made, st.integers(0, 2 ** 32), st.integers(1, atoms))


def all_states(atoms: Sequence[int]) -> Iterator[State]:
    """All states relative to these atoms: FailState, and each record, after those that it begins with."""
    yield FAIL
    waiting: list[Record] = [()]
    for record in waiting:  # grows
        yield record
        if is_consistent(record):
            m = members(record)
            for literal in (sign * atom for atom in atoms for sign in (1, -1)):
                if literal not in m:
                    kinds = (False,) if -literal in m else (False, True)
                    waiting.extend((*record, Member(literal, decision)) for decision in kinds)


def record(system: System, text: str) -> Record:
    """A record as it is written: ``p qΔ ¬r``."""
    return tuple(Member(system.by_word[word.rstrip("Δ")], word.endswith("Δ")) for word in text.split())
