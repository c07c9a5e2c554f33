"""Logic programs made at random.

Source: Zhao and Lin, *Answer set programming phase transition: a study on randomly generated programs*, ICLP 2003: each
rule has as many literals, its head counted, over different atoms, and each literal of its body is negated or not, as
likely. Constraints and choices are added to that.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from algorithms.problems.forms.program import Rule
from algorithms.problems.puzzle import PuzzleError

MOST_ATOMS = 20_000
MOST_RULES = 20_000


@dataclass(frozen=True)
class RandomProgram:
    """A program to be made.

    length:               literals of each rule, its head counted
    constraints, choices: the share of the rules that are such
    """

    atoms: int
    rules: int
    seed: int = 0
    length: int = 3
    constraints: float = 0.0
    choices: float = 0.0


def names(atoms: int) -> tuple[str, ...]:
    """``a``, ``b``, …; ``a1``, ``a2``, … where the letters are too few."""
    return tuple("abcdefghijklmnopqrstuvwxyz"[:atoms]) if atoms <= 26 else tuple(f"a{i}" for i in range(1, atoms + 1))


def deal(wanted: RandomProgram) -> tuple[Rule, ...]:
    """Its rules, over the atoms 1, 2, …. Raises PuzzleError."""
    _check(wanted)
    rng, found = Random(wanted.seed), list[Rule]()
    for _ in range(wanted.rules):
        head, *body = rng.sample(range(1, wanted.atoms + 1), wanted.length)
        kind = rng.random()
        if kind < wanted.constraints:
            head, body = 0, [head, *body]
        signs = [rng.random() < 0.5 for _ in body]
        found.append(Rule(head, tuple(atom for atom, sign in zip(body, signs, strict=True) if sign),
                          tuple(atom for atom, sign in zip(body, signs, strict=True) if not sign),
                          bool(head) and kind < wanted.constraints + wanted.choices))
    return tuple(found)


def _check(wanted: RandomProgram) -> None:
    if not 1 <= wanted.atoms <= MOST_ATOMS:
        raise PuzzleError(f"there cannot be {wanted.atoms:,} atoms; give 1 to {MOST_ATOMS:,}", key="random.atoms")
    if not 1 <= wanted.rules <= MOST_RULES:
        raise PuzzleError(f"there cannot be {wanted.rules:,} rules; give 1 to {MOST_RULES:,}", key="random.rules")
    if not 1 <= wanted.length <= min(wanted.atoms, 50):
        raise PuzzleError(f"a rule cannot have {wanted.length} literals over {wanted.atoms:,} atoms; give 1 to "
                          f"{min(wanted.atoms, 50)}", key="random.length")
    for key, share in (("constraints", wanted.constraints), ("choices", wanted.choices)):
        if not 0 <= share <= 1:
            raise PuzzleError(f"{share} is no share of the rules; give a number from 0 to 1", key=f"random.{key}")
    if wanted.constraints + wanted.choices > 1:
        raise PuzzleError("the shares of constraints and choices are more than 1 together; lower one",
                          key="random.choices")
