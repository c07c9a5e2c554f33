"""What people deduce in a Zebra, step by step: the rules that hints name, and by which puzzles are called easy or hard.

    left     for each name the houses left to it, as the bits of a number: bit 0 is house 1
    clue     a name leaves a house that the clue, with what is left to its other names, does not allow
    taken    a name with one house left takes it from the others of its row
    only     a house that is left to one name of a row is that name's
    group    two or more names of a row that have only as many houses between them take these from the others
    suppose  a name in a house leads, by the first three rules, to somebody without a house, or a house without a name

Every rule is sound: what it strikes is in no solution.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations, product
from typing import Literal, NamedTuple

from algorithms.long_work import checkpoint
from algorithms.problems.zebra.clue import Clue, Kind
from algorithms.problems.zebra.street import Street

Rule = Literal["clue", "taken", "only", "group", "suppose"]
Left = dict[str, int]

SIMPLE, GROUPS, SUPPOSITIONS = 1, 2, 3  # levels: the first three rules; groups, too; suppositions, too


class Step(NamedTuple):
    """Names that leave houses, by one rule.

    struck: the names, each with a house that it leaves
    clue:   its number, by rule ``clue``
    row:    the attribute, by rules about a row; ``names`` of it, and the ``houses`` that they have
    chain:  by ``suppose``, the steps that end in a contradiction; the last one leaves somebody or some house nothing
    """

    rule: Rule
    struck: tuple[tuple[str, int], ...]
    clue: int = 0
    row: str = ""
    names: tuple[str, ...] = ()
    houses: tuple[int, ...] = ()
    chain: tuple[Step, ...] = ()


def houses_of(mask: int) -> tuple[int, ...]:
    """The houses in a number's bits."""
    return tuple(bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1)


def everywhere(street: Street) -> Left:
    """All houses that the puzzle leaves to each name before any clue but ``at``."""
    return {x: sum(1 << int(house) - 1 for house in houses) for x, houses in street.domains().items()}


def solved(left: Left) -> bool:
    """Has every name one house?"""
    return all(mask.bit_count() == 1 for mask in left.values())


def contradiction(street: Street, left: Left) -> tuple[str, int]:
    """A name without a house, or a row and a house without a name; ("", 0) where there is neither."""
    for x, mask in left.items():
        if not mask:
            return x, 0
    for attribute, row in street.attributes.items():
        somewhere = 0
        for x in row:
            somewhere |= left[x]
        for house in street.every:
            if not somewhere >> house - 1 & 1:
                return attribute, house
    return "", 0


def settle(street: Street, left: Left, level: int) -> bool:
    """Takes away what the rules up to that level allow; is there no contradiction?"""
    while contradiction(street, left) == ("", 0):
        before = dict(left)
        for step in simple_steps(street, left):  # each sees what the one before it took
            take(left, step)
        if left == before:
            for step in harder_steps(street, left, level):
                take(left, step)
                if step.rule == "group":  # suppositions are dear: all that fail now are taken in one go
                    break
            if left == before:
                return True
    return False


def take(left: Left, step: Step) -> None:
    """The names leave their houses."""
    for x, house in step.struck:
        left[x] &= ~(1 << house - 1)


def difficulty(street: Street) -> int:
    """The lowest level whose rules solve the puzzle; 0 where none does."""
    for level in (SIMPLE, GROUPS, SUPPOSITIONS):
        left = everywhere(street)
        if settle(street, left, level) and solved(left):
            return level
    return 0


def steps(street: Street, left: Left, level: int = SUPPOSITIONS) -> Iterator[Step]:
    """What can be deduced next, the simplest first; each step as if no other one were taken."""
    yield from simple_steps(street, left)
    yield from harder_steps(street, left, level)


def simple_steps(street: Street, left: Left) -> Iterator[Step]:
    """By the first three rules."""
    for attribute, row in street.attributes.items():
        yield from _taken(attribute, row, left)
        yield from _only(street, attribute, row, left)
    for at, clue in enumerate(street.clues, 1):
        if struck := _by_clue(clue, left, street.houses):
            yield Step("clue", struck, clue=at, names=clue.names)


def harder_steps(street: Street, left: Left, level: int) -> Iterator[Step]:
    """By the others, up to that level."""
    if level >= GROUPS:
        for attribute, row in street.attributes.items():
            yield from _groups(attribute, row, left)
    if level >= SUPPOSITIONS:
        yield from suppositions(street, left)


def suppositions(street: Street, left: Left) -> Iterator[Step]:
    """Names in houses that lead to a contradiction."""
    for x, mask in left.items():
        for house in houses_of(mask) if mask.bit_count() > 1 else ():
            checkpoint()
            tried = {**left, x: 1 << house - 1}
            chain: list[Step] = []
            while contradiction(street, tried) == ("", 0):
                step = next(simple_steps(street, tried), None)
                if step is None:
                    break
                chain.append(step)
                take(tried, step)
            else:
                yield Step("suppose", ((x, house),), names=(x,), houses=(house,), chain=tuple(chain))


def again(street: Street, left: Left, step: Step) -> Iterator[Step]:
    """A simple step on other houses: what its rule takes away there, of the same clue or the same name."""
    if step.rule == "clue":
        if struck := _by_clue(street.clues[step.clue - 1], left, street.houses):
            yield step._replace(struck=struck)
        return
    row = street.attributes[step.row]
    found = _taken(step.row, row, left) if step.rule == "taken" else _only(street, step.row, row, left)
    yield from (other for other in found if other.names == step.names)


# --- rules -----------------------------------------------------------------------------------------------------------


def _struck(old: Mapping[str, int], new: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((x, house) for x, mask in new.items() for house in houses_of(old[x] & ~mask))


def _by_clue(clue: Clue, left: Left, houses: int) -> tuple[tuple[str, int], ...]:
    """The houses that the names of a clue leave."""
    if clue.kind == "at":
        x = clue.names[0]
        return _struck(left, {x: left[x] & 1 << clue.house - 1})
    now = [left[x] for x in clue.names]
    kept = [0] * len(now)
    for bits in _allowed(clue.kind, houses):
        if all(bit & mask for bit, mask in zip(bits, now, strict=True)):
            kept = [mask | bit for bit, mask in zip(bits, kept, strict=True)]
    return _struck(left, dict(zip(clue.names, kept, strict=True))) if kept != now else ()


@cache
def _allowed(kind: Kind, houses: int) -> tuple[tuple[int, ...], ...]:
    """The houses that a clue of that kind allows its names, as bits."""
    names = ("x", "y", "z") if kind in ("between", "either") else ("x", "y")
    clue = Clue(kind, names)
    return tuple(tuple(1 << house - 1 for house in at) for at in product(range(1, houses + 1), repeat=len(names))
                 if clue.holds(dict(zip(names, at, strict=True))))


def _taken(attribute: str, row: tuple[str, ...], left: Left) -> Iterator[Step]:
    for x in row:
        if left[x].bit_count() == 1:
            struck = tuple((y, left[x].bit_length()) for y in row if y != x and left[y] & left[x])
            if struck:
                yield Step("taken", struck, row=attribute, names=(x,), houses=houses_of(left[x]))


def _only(street: Street, attribute: str, row: tuple[str, ...], left: Left) -> Iterator[Step]:
    for house in street.every:
        here = [x for x in row if left[x] >> house - 1 & 1]
        if len(here) == 1 and left[here[0]].bit_count() > 1:
            struck = tuple((here[0], other) for other in houses_of(left[here[0]]) if other != house)
            yield Step("only", struck, row=attribute, names=(here[0],), houses=(house,))


def _groups(attribute: str, row: tuple[str, ...], left: Left) -> Iterator[Step]:
    open_names = [x for x in row if left[x].bit_count() > 1]
    for size in range(2, len(open_names)):
        for names in combinations(open_names, size):
            union = 0
            for x in names:
                union |= left[x]
            if union.bit_count() != size:
                continue
            struck = tuple((y, house) for y in row if y not in names for house in houses_of(left[y] & union))
            if struck:
                yield Step("group", struck, row=attribute, names=names, houses=houses_of(union))
