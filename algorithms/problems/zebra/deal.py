"""Making puzzles like those of *Sherlock*: with one solution, as hard as is asked for.

    easy    each step needs one clue, or one row with a single name or house left (rules clue, taken, only)
    medium  somewhere a group must be seen, too: names that have only as many houses between them
    hard    somewhere a name must be supposed in a house, until a contradiction shows

The rules are those of :mod:`algorithms.problems.zebra.deduction`, which are sound: what they solve has one solution.
From clues that are true of a random street, those are taken away, in random order, without which the rules of the level
still solve it; for hard ones, without which there still is one solution, as a SAT solver says.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from algorithms.long_work import checkpoint
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.zebra.check import Asked
from algorithms.problems.zebra.clue import Clue, Kind
from algorithms.problems.zebra.deduction import GROUPS, SIMPLE, SUPPOSITIONS, difficulty, everywhere, settle, solved
from algorithms.problems.zebra.street import FEWEST, MOST, MOST_ATTRIBUTES, Street
from algorithms.problems.zebra.themes import THEMES
from algorithms.words import counted

Difficulty = Literal["easy", "medium", "hard"]

LEVELS: Mapping[Difficulty, int] = {"easy": SIMPLE, "medium": GROUPS, "hard": SUPPOSITIONS}

_WEIGHTS: Mapping[Kind, int] = {"same": 6, "next": 5, "right_of": 4, "left_of": 4, "between": 3, "either": 2,
                                "not_same": 2, "not_next": 2, "at": 1}
_ATTEMPTS = 60
_EACH = 4  # clues to begin with, for each name


@dataclass(frozen=True)
class RandomStreet:
    """A puzzle to be made: how many houses and attributes, how hard, and a number that makes it another one."""

    houses: int = 5
    attributes: int = 5
    difficulty: Difficulty = "easy"
    seed: int = 0


def deal(wanted: RandomStreet) -> Street:
    """The random puzzle; the same seed gives the same one. PuzzleError for what cannot be."""
    if not FEWEST <= wanted.houses <= MOST:
        raise PuzzleError(f"there cannot be {counted(wanted.houses, 'house')}; give {FEWEST} to {MOST}",
                          key="random.houses")
    if not 2 <= wanted.attributes <= MOST_ATTRIBUTES:
        raise PuzzleError(f"a random puzzle has 2 to {MOST_ATTRIBUTES} attributes, not {wanted.attributes}; change it",
                          key="random.attributes")
    rng, level = Random(wanted.seed), LEVELS[wanted.difficulty]
    for attempt in range(1, _ATTEMPTS + 1):
        made = _dug(wanted, level, rng, f"making a puzzle: attempt {attempt} of at most {_ATTEMPTS}")
        if made is not None and difficulty(made) == level:
            return made
    raise PuzzleError(f"no {wanted.difficulty} puzzle with {wanted.houses} houses and {wanted.attributes} attributes "
                      f"was found in {_ATTEMPTS} attempts; take more houses or attributes, or another difficulty",
                      key="random.difficulty")


def _dug(wanted: RandomStreet, level: int, rng: Random, news: str) -> Street | None:
    """A puzzle that the rules of a level solve, and would not without any of its clues; None where they do not even
    with all the clues that there were to begin with."""
    rows = {attribute: tuple(rng.sample(THEMES[attribute], wanted.houses))
            for attribute in [*THEMES][:wanted.attributes]}
    home = {x: house for row in rows.values() for house, x in enumerate(rng.sample(row, len(row)), 1)}
    every = Street(wanted.houses, rows, tuple(_true_clues(rows, home, rng)))
    left = list(range(1, len(every.clues) + 1))
    with Asked(every) as asked:
        def enough(clues: list[int]) -> bool:
            return asked.only(home, clues) if level == SUPPOSITIONS else _solves(every, clues, level)

        if not enough(left):
            return None
        left = next(some for share in (4, 2, 1) if enough(some := left[:len(left) // share]))  # fewer to try
        for number, at in enumerate(rng.sample(left, len(left)), 1):
            checkpoint(f"{news}, clue {number} tried")
            rest = [other for other in left if other != at]
            left = rest if enough(rest) else left
    return _with(every, left)


def _with(street: Street, clues: list[int]) -> Street:
    """The street with only these of its clues, by their numbers."""
    return replace(street, clues=tuple(street.clues[at - 1] for at in clues))


def _solves(street: Street, clues: list[int], level: int) -> bool:
    made = _with(street, clues)
    left = everywhere(made)
    return settle(made, left, level) and solved(left)


def _true_clues(rows: Mapping[str, tuple[str, ...]], home: Mapping[str, int], rng: Random) -> list[Clue]:
    """Clues that are true of the street, no two about the same names."""
    names, found = [*home], dict[frozenset[str], Clue]()
    kinds = rng.choices([*_WEIGHTS], [*_WEIGHTS.values()], k=_EACH * len(names))
    row_of = {x: attribute for attribute, row in rows.items() for x in row}
    for kind in kinds:
        clue = _true_clue(kind, names, row_of, home, rng)
        if clue is not None:
            found.setdefault(frozenset(clue.names), clue)
    return list(found.values())


def _true_clue(kind: Kind, names: list[str], row_of: Mapping[str, str], home: Mapping[str, int],
               rng: Random) -> Clue | None:
    """A clue of that kind that tells something: of one row, only in which order houses stand; None where the first name
    that was drawn has none."""
    x = rng.choice(names)
    if kind == "at":
        return Clue("at", (x,), home[x])
    ordered = kind in ("right_of", "left_of", "between")
    others = [y for y in names if y != x and (ordered or row_of[y] != row_of[x])]
    rng.shuffle(others)
    for index, y in enumerate(others):
        if kind in ("between", "either"):
            third = (z for z in others[index + 1:] if kind == "between" or row_of[z] != row_of[x])
            found = next((clue for z in third if (clue := Clue(kind, (x, y, z))).holds(home)), None)
        else:
            found = clue if (clue := Clue(kind, (x, y))).holds(home) else None
        if found is not None:
            return found
    return None
