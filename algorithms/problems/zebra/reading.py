"""Reading a Zebra: every error names the key at fault, and the mend."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TypeVar

from algorithms.problems.forms.csp import Domain
from algorithms.problems.puzzle import PuzzleError
from algorithms.problems.zebra.check import clashing
from algorithms.problems.zebra.clue import KINDS, Clue
from algorithms.problems.zebra.street import FEWEST, MOST, MOST_ATTRIBUTES, MOST_CLUES, Street
from algorithms.words import counted, listed

S = TypeVar("S", bound=Street)
ClueText = Mapping[str, Sequence[str | int]]
"""A clue as it is written: one key, its kind, and a list."""

_NAME = re.compile(r"[^\W\d_]([\w .'’-]{0,22}[\w.])?")
_OF_THE_STAGE = re.compile(r"clue \d+")
_THREE = ("between", "either")  # clues about three names; all others are about two, and at about one


def read_street(kind: type[S], houses: int, attributes: Mapping[str, tuple[str, ...]],
                clues: Sequence[ClueText]) -> S:
    """The puzzle of that kind, from its houses to its last clue."""
    if not FEWEST <= houses <= MOST:
        raise PuzzleError(f"there cannot be {counted(houses, 'house')}; give {FEWEST} to {MOST}", key="houses")
    check_attributes(houses, attributes)
    if len(clues) > MOST_CLUES:
        raise PuzzleError(f"has {len(clues):,} clues; give at most {MOST_CLUES}", key="clues")
    names = [x for row in attributes.values() for x in row]
    made = kind(houses, attributes, tuple(read_clue(written, at, houses, names) for at, written in enumerate(clues)))
    if clash := clashing(made):
        raise PuzzleError(_clash_in_words(made, clash), key=f"clues.{clash[-1] - 1}")
    return made


def read_left(street: Street, left: Mapping[str, Sequence[int]]) -> dict[str, Domain]:
    """The houses that are left to names by hand."""
    for x, houses in left.items():
        _known(x, street.names, f"left.{x}")
        if not houses:
            raise PuzzleError(f"leaves no house to {x}; name at least one, or leave it out", key=f"left.{x}")
        for index, house in enumerate(houses):
            if house not in street.every:
                raise PuzzleError(f"there is no house {house}; the houses are 1 to {street.houses}: change the number",
                                  key=f"left.{x}.{index}")
            if street.given.get(x, house) != house:
                raise PuzzleError(f"{x} is in house {street.given[x]}, as a clue says; leave it out", key=f"left.{x}")
    return {x: tuple(house for house in street.every if house in left[x]) for x in street.names if x in left}


def check_attributes(houses: int, attributes: Mapping[str, tuple[str, ...]]) -> None:
    """Raises PuzzleError for a wrong number of names, and for one that is none or stands there twice."""
    if not 1 <= len(attributes) <= MOST_ATTRIBUTES:
        raise PuzzleError(f"there {'is no attribute' if not attributes else f'are {len(attributes)} attributes'}; "
                          f"give 1 to {MOST_ATTRIBUTES}, such as colour: [red, green, blue]", key="attributes")
    seen: dict[str, str] = {}
    for attribute, row in attributes.items():
        at = f"attributes.{attribute}"
        _check_name(attribute, "an attribute", at)
        if len(row) != houses:
            mend = "add the missing ones" if len(row) < houses else "remove some"
            raise PuzzleError(f"has {counted(len(row), 'value')} for {houses} houses; each house has one: {mend}, or "
                              "change houses", key=at)
        for index, x in enumerate(row):
            _check_name(x, "a value", f"{at}.{index}")
            if x in seen:
                where = "here" if seen[x] == attribute else f"under {seen[x]}"
                raise PuzzleError(f"{x} stands {where} already; give each value a name of its own", key=f"{at}.{index}")
            seen[x] = attribute


def _check_name(name: str, what: str, key: str) -> None:
    if not _NAME.fullmatch(name) or _OF_THE_STAGE.fullmatch(name):
        raise PuzzleError(f"{name[:40]!r} is no name of {what}; write up to 24 letters and digits, a letter first",
                          key=key)


def read_clue(written: ClueText, index: int, houses: int, names: Sequence[str]) -> Clue:
    """A clue between names, as it is written; ``index``: in the list of clues. Raises PuzzleError."""
    key = f"clues.{index}"
    if len(written) != 1:
        raise PuzzleError("a clue has one key, its kind; write it as same: [English, red], and each clue as an entry "
                          "of its own", key=key)
    [(word, named)] = written.items()
    kind = next((kind for kind in KINDS if kind == word), None)
    key += f".{word}"
    if kind is None:
        raise PuzzleError(f"there is no kind of clue {word[:40]!r}; {_meant(word, KINDS)}", key=key)
    if kind == "at":
        return _at(named, houses, names, key)
    count = 3 if kind in _THREE else 2
    if len(named) != count:
        raise PuzzleError(f"names {counted(len(named), 'value')}; {kind} takes {count}: change the list", key=key)
    found = tuple(_known(x, names, f"{key}.{place}") for place, x in enumerate(named))
    for place, x in enumerate(found):
        if x in found[:place]:
            raise PuzzleError(f"names {x} twice; change one", key=f"{key}.{place}")
    return Clue(kind, found)


def _clash_in_words(street: Street, clash: list[int]) -> str:
    """What the last of these clues says, and with which others that cannot be."""
    *others, last = (f"clue {at} ({street.clues[at - 1].words})" for at in clash)
    if not others:
        return f"{last} cannot be, whatever the other clues say; change it"
    return f"{last} contradicts {listed(others)}; change one of them"


def _at(named: Sequence[str | int], houses: int, names: Sequence[str], key: str) -> Clue:
    if len(named) != 2:
        raise PuzzleError("takes a value and the number of its house; write at: [Norwegian, 1]", key=key)
    x, house = _known(named[0], names, f"{key}.0"), named[1]
    if not isinstance(house, int) or not 1 <= house <= houses:
        raise PuzzleError(f"there is no house {str(house)[:40]}; the houses are 1 to {houses}: change the number",
                          key=f"{key}.1")
    return Clue("at", (x,), house)


def _known(x: str | int, names: Sequence[str], key: str) -> str:
    text = str(x)
    if text not in names:
        raise PuzzleError(f"no attribute has {text[:40]!r}; {_meant(text, names)}", key=key)
    return text


def _meant(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1) or get_close_matches(word.lower(), known, n=1)
    return (f"did you mean {near[0]!r}? " if near else "") + f"known: {', '.join(known)}"
