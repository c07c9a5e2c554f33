"""What to do next in a Zebra, in three grades: where to look, what to see there, and the step, each with its reason.

The steps are those of :mod:`algorithms.problems.zebra.deduction`, the simplest first. Where something that was crossed
out or set is wrong, the hint is about that: how much is wrong, in which rows, which names.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from algorithms.advice.zebra_drawn import drawn
from algorithms.problems.zebra.check import solutions
from algorithms.problems.zebra.clue import Clue
from algorithms.problems.zebra.deduction import (
    GROUPS,
    Left,
    Step,
    again,
    contradiction,
    everywhere,
    houses_of,
    solved,
    steps,
    suppositions,
    take,
)
from algorithms.problems.zebra.street import Street
from algorithms.reasons import Reason
from algorithms.words import counted, listed, plural, verb


@dataclass(frozen=True)
class Hint:
    """A hint: three sentences, each saying more, and the places to point at with each.

    struck: names, each with a house that it leaves     home: a name with its house, that may be set
    wrong:  names that have lost their house by hand, each with it
    reason: what of the step can be drawn; ``steps`` say its links one by one, where there are several
    """

    where: str
    what: str
    step: str
    places: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    struck: tuple[tuple[str, int], ...] = ()
    home: tuple[str, int] | None = None
    wrong: tuple[tuple[str, int], ...] = ()
    reason: Reason = ()
    steps: tuple[str, ...] = ()

    def shown(self, grade: int) -> tuple[str, ...]:
        """The places to point at with so many sentences."""
        return self.places[grade - 1]


def hint(street: Street) -> Hint | None:
    """The next step; None where every name has its house."""
    found = solutions(replace(street, pencilled={}))
    left = everywhere(street)
    if len(found) == 1:
        wrong = [(x, house) for x, house in found[0].items() if house not in houses_of(left[x])]
        if wrong:
            return _wrong(street, wrong)
    elif not solutions(street):
        return _dead_end(street)
    if solved(left):
        return None
    step = _next(street, left)
    return _choice(street, left) if step is None else replace(in_words(street, left, step),
                                                              reason=drawn(street, left, step))


def _next(street: Street, left: Left) -> Step | None:
    """The simplest step; of suppositions one that fails soonest."""
    step = next(steps(street, left, GROUPS), None)
    return step or min(suppositions(street, left), key=lambda step: len(step.chain), default=None)


# --- in words --------------------------------------------------------------------------------------------------------


def in_words(street: Street, left: Left, step: Step) -> Hint:
    """A step as a hint."""
    x, house = step.names[0], step.houses[0] if step.houses else 0
    cells = tuple(f"{y}={where}" for y, where in step.struck)
    if step.rule == "clue":
        return _by_clue(street, left, step)
    if step.rule == "suppose":
        return _supposed(street, left, step)
    row = f"Look at the row {step.row}."
    names = street.attributes[step.row]
    if step.rule == "taken":
        return Hint(row, f"{x} has only house {house} left.",
                    f"{x} is in house {house}, so {_leave(step)}.", (names, (x,), cells), step.struck, (x, house))
    if step.rule == "only":
        here = f"{x}={house}"
        return Hint(row, f"For house {house} there is only one name left.",
                    f"{x} is in house {house}: every other {step.row} has left it.", (names, (here,), (here,)),
                    step.struck, (x, house))
    group = tuple(f"{y}={where}" for y in step.names for where in step.houses if left[y] >> where - 1 & 1)
    return Hint(row, f"{listed(step.names)} have only houses {listed(step.houses)} between them.",
                f"{listed(step.names)} take houses {listed(step.houses)}, so {_leave(step)}.",
                (names, group, cells), step.struck)


def _leave(step: Step) -> str:
    """Who leaves which houses."""
    return "; ".join(f"{x} leaves {plural(len(houses), 'house')} {listed(houses)}"
                     for x, houses in _by_name(step.struck).items())


def _by_name(struck: Sequence[tuple[str, int]]) -> dict[str, list[int]]:
    found: dict[str, list[int]] = {}
    for x, house in struck:
        found.setdefault(x, []).append(house)
    return found


def _by_clue(street: Street, left: Left, step: Step) -> Hint:
    clue = street.clues[step.clue - 1]
    by_name, place = _by_name(step.struck), f"clue {step.clue}"
    reasons = "; ".join(f"{x} leaves {plural(len(houses), 'house')} {listed(houses)}"
                        f"{_why(street, left, clue, x, houses)}" for x, houses in by_name.items())
    cells = tuple(f"{x}={house}" for x, house in step.struck)
    return Hint(f"Look at clue {step.clue}.", f"{clue.words}: not every house left to {listed(by_name)} allows that.",
                f"By clue {step.clue}, {reasons}.", ((place,), (place, *by_name), (place, *cells)), step.struck)


def _why(street: Street, left: Left, clue: Clue, x: str, houses: Sequence[int]) -> str:
    """Why the clue does not allow a name any of these houses."""
    others = [y for y in clue.names if y != x]
    if len(others) != 1:
        return "" if not others else f": from there, no houses left to {listed(others)} fit"
    needed = partners(street, clue, x, houses)
    if not needed:
        return f", as then there is no house for {others[0]}"
    return f", as {others[0]} would need house {listed(needed, 'or')}"


def partners(street: Street, clue: Clue, x: str, houses: Sequence[int]) -> list[int]:
    """Where the other name of a clue about two would have to be if that one were in one of these houses."""
    [y] = [y for y in clue.names if y != x]
    return [other for other in street.every
            if any(clue.holds({x: house, y: other}) for house in houses)]


def _supposed(street: Street, left: Left, step: Step) -> Hint:
    [(x, house)] = step.struck
    chain = needed(street, left, step)
    who, where = after(street, left, step, chain)
    end = f"leave {who} no house" if not where else f"leave house {where} without {who}"
    sources = list(dict.fromkeys(f"clue {link.clue}" if link.clue else f"the row {link.row}" for link in chain))
    reason = f"{listed(sources)} {end}" if sources else f"that would {end}"
    reason = reason if len(sources) != 1 else reason.replace("leave", "leaves", 1)
    clues = tuple(f"clue {link.clue}" for link in chain if link.clue)
    here = f"{x}={house}"
    return Hint("No single clue and no row helps here: suppose something.",
                f"Suppose that {x} is in house {house}, and see where that leads.",
                f"{x} leaves house {house}: with it there, {reason}.",
                ((), (here,), (here, *dict.fromkeys(clues))), step.struck)


def needed(street: Street, left: Left, step: Step) -> tuple[Step, ...]:
    """The steps of a supposition that its contradiction needs."""
    chain = step.chain
    for link in reversed(step.chain):
        rest = tuple(other for other in chain if other is not link)
        if after(street, left, step, rest) != ("", 0):
            chain = rest
    return chain


def after(street: Street, left: Left, step: Step, chain: Sequence[Step]) -> tuple[str, int]:
    """The contradiction to which these steps lead, each taken anew; ("", 0) where there is none."""
    [(x, house)] = step.struck
    tried = {**left, x: 1 << house - 1}
    for link in chain:
        for fresh in again(street, tried, link):
            take(tried, fresh)
    return contradiction(street, tried)


# --- where something is wrong ----------------------------------------------------------------------------------------


def _wrong(street: Street, lost: Sequence[tuple[str, int]]) -> Hint:
    """Names that the player has taken from the houses where they are."""
    wrong = [x for x, _ in lost]
    rows = list(dict.fromkeys(street.row_of[x] for x in wrong))
    names = tuple(x for row in rows for x in street.attributes[row])
    many = f"{counted(len(wrong), 'name')} {verb(len(wrong), 'have')} lost the house"
    return Hint(f"Something is wrong: {many} where {'it is' if len(wrong) == 1 else 'they are'}.",
                f"Look at the {plural(len(rows), 'row')} {listed(rows)}.",
                f"{listed(wrong)} {verb(len(wrong), 'live')} in another house than this leaves "
                f"{'it' if len(wrong) == 1 else 'them'}.",
                ((), names, tuple(wrong)), wrong=tuple(lost))


def _dead_end(street: Street) -> Hint:
    """No solution agrees with what was done by hand, of a puzzle with several."""
    told = replace(street, pencilled={}).domains()
    crossed = tuple(x for x, left in street.pencilled.items() if left != told[x])
    return Hint("Something is wrong.", "No solution of this puzzle agrees with what you crossed out and set.",
                "Take moves back with Ctrl+Z, until a hint says what to do next.", ((), crossed, crossed))


def _choice(street: Street, left: Left) -> Hint:
    """No rule helps: with several solutions one may choose; with one, a name has its house all the same."""
    found = solutions(street)
    x = min((x for x in street.names if left[x].bit_count() > 1 and (
        len(found) < 2 or found[0][x] != found[1][x])), key=lambda x: left[x].bit_count())
    house = found[0][x]
    if len(found) > 1:
        houses = sorted((house, found[1][x]))
        return Hint(f"Look at {x}.", "No rule decides it: there is more than one solution.",
                    f"{x} is in house {houses[0]} in one solution, in {houses[1]} in another. Choose one.",
                    ((x,), (x,), (x,)))
    struck = tuple((x, other) for other in houses_of(left[x]) if other != house)
    return Hint(f"Look at {x}.", "No rule helps here; it takes a longer search.",
                f"{x} is in house {house}: every other house ends in a contradiction.", ((x,), (x,), (f"{x}={house}",)),
                struck, (x, house))
