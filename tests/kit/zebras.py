"""Zebras for tests: the classic one, small random ones, and their solutions by trying all ways to live."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations, product
from random import Random

from hypothesis import strategies as st

from algorithms.problems.zebra.puzzle import Zebra
from kit.at_least_runs import models_of_cnf
from kit.known_lessons import LESSONS, known

House = Mapping[str, int]
ClueText = dict[str, tuple[str | int, ...]]
ROWS: dict[str, tuple[str, ...]] = {"colour": ("red", "green", "blue"), "nation": ("English", "Spaniard", "Norwegian"),
        "pet": ("dog", "fox", "zebra")}


def classic() -> Zebra:
    """The puzzle of lesson 87."""
    found = known(next(path for path in LESSONS if path.stem.startswith("87-"))).puzzle
    assert isinstance(found, Zebra)
    return found


def says(kind: str, named: Sequence[str | int], at: House) -> bool:
    """Is the clue true there? Written once more, from the words of the format."""
    if kind == "at":
        return at[str(named[0])] == named[1]
    x, y, *z = (at[str(name)] for name in named)
    match kind:
        case "same":
            return x == y
        case "next":
            return y in (x - 1, x + 1)
        case "right_of":
            return x - y == 1
        case "left_of":
            return x < y
        case "between":
            return (x, y, z[0]) in ((y - 1, y, y + 1), (y + 1, y, y - 1))
        case "not_same":
            return x != y
        case "not_next":
            return y not in (x - 1, x + 1)
        case "either":
            return [y, z[0]].count(x) == 1
    raise AssertionError(kind)


def ways_to_live(houses: int, rows: Mapping[str, Sequence[str]]) -> Iterator[dict[str, int]]:
    """All of them, whatever the clues say."""
    for chosen in product(permutations(range(1, houses + 1)), repeat=len(rows)):
        yield {x: house for row, places in zip(rows.values(), chosen, strict=True)
               for x, house in zip(row, places, strict=True)}


def solutions(houses: int, rows: Mapping[str, Sequence[str]], clues: Sequence[ClueText]) -> list[dict[str, int]]:
    """Those of which every clue is true."""
    return [at for at in ways_to_live(houses, rows)
            if all(says(kind, named, at) for clue in clues for kind, named in clue.items())]


def solutions_by_sat(zebra: Zebra) -> list[dict[str, int]]:
    """All solutions of a larger one, by CaDiCaL on its formula."""
    return [{word.partition("=")[0]: int(word.partition("=")[2]) for word in model}
            for model in models_of_cnf(zebra.as_cnf())]


def random_clues(rng: Random, count: int) -> list[ClueText]:
    """Clues of any kind about the small rows, true or not of each other."""
    names = [x for row in ROWS.values() for x in row]
    kinds = ("same", "at", "next", "right_of", "left_of", "between", "not_same", "not_next", "either")

    def clue() -> ClueText:
        kind = rng.choice(kinds)
        some = rng.sample(names, 3 if kind in ("between", "either") else 2)
        return {kind: (some[0], rng.randint(1, 3)) if kind == "at" else tuple(some)}

    return [clue() for _ in range(count)]


@st.composite
def clues(draw: st.DrawFn, most: int = 5) -> list[ClueText]:
    """The same for hypothesis."""
    return random_clues(Random(draw(st.integers(0, 10**6))), draw(st.integers(0, most)))
