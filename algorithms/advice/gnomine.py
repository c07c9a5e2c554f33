"""What to do next on a Gnomine board, and why in words, the simplest reason first.

Pure functions, for a stuck player and for a player that explains each move. Flags count as mines: a player who has set
one relies on it. A *claim* says that some fields are mines, or that none of them is; it follows from the constraints
that it names alone, together with what is seen (and, with ``total`` among them, from the number of mines).

    number  what a number still needs: so many of its undecided fields, those neither open nor flagged, are mines
    risk    the probability that a field is a mine
    50/50   two fields of which exactly one is a mine in every placement, with the same numbers around them, and without
            any field around just one of them that may yet be opened: nothing will ever tell them apart
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal

from algorithms.advice.gnomine_patterns import ones_twos_ones, pair, said
from algorithms.core import run, trace
from algorithms.counting.mines import MineProbabilities, clashing, fits, mine_probabilities, minimal
from algorithms.events import NumberSettled, PlacementsCounted
from algorithms.problems.forms.mine_count import MineCount, Number
from algorithms.problems.gnomine.game import ended
from algorithms.problems.gnomine.position import COVERED, FLAG, name
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.rows import why_nothing_fits
from algorithms.words import counted, few, listed, percent, verb

Reason = Literal["over", "first click", "single number", "two numbers", "all numbers", "mine total", "lowest risk",
                 "contradiction"]
Action = Literal["uncover", "flag"]
TOTAL = "total"


@dataclass(frozen=True)
class Claim:
    """Some fields are mines, or none of them is; ``because`` names the constraints that it follows from, ``beside`` are
    fields that the same pattern decides the other way."""

    reason: Reason
    fields: tuple[str, ...]
    mine: bool
    because: tuple[str, ...]
    sentence: str
    beside: tuple[str, ...] = ()


@dataclass(frozen=True)
class Advice:
    """What to do next.

    field, action: the move; None if there is nothing to do, or if nothing fits
    probability:   that the field is a mine; None if nothing is known about it
    because:       the constraints that the sentence names, by name; ``total`` is the number of mines
    fields:        those that the same reason decides, or that have the same, lowest risk; ``field`` is the first
    beside:        those that it decides the other way
    risks:         where nothing is certain, of each field whose risk is known
    safe, mines:   all undecided fields that are certain, row by row
    fifty_fifties: the pairs that nobody can ever tell apart
    """

    reason: Reason
    sentence: str
    field: str | None = None
    action: Action | None = None
    probability: Fraction | None = None
    because: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    risks: tuple[tuple[str, Fraction], ...] = ()
    safe: tuple[str, ...] = ()
    mines: tuple[str, ...] = ()
    fifty_fifties: tuple[tuple[str, str], ...] = ()

    @property
    def certain(self) -> bool:
        """Is there a move that cannot be wrong, as far as is seen?"""
        return self.field is not None and self.probability in (0, 1)

    @property
    def decided(self) -> dict[str, bool]:
        """The fields that the sentence says to be certain: is it a mine? Nothing where none is."""
        if not self.certain:
            return {}
        mine = self.action == "flag"
        return dict.fromkeys(self.fields, mine) | dict.fromkeys(self.beside, not mine)

    @property
    def others(self) -> tuple[tuple[str, Fraction], ...]:
        """The other fields that the reason tells of: what it decides, or what was compared, each with its risk."""
        if self.probability is None:
            return ()
        mine = Fraction(self.action == "flag")
        told = self.risks or (*((x, mine) for x in self.fields), *((x, 1 - mine) for x in self.beside))
        return tuple((x, risk) for x, risk in told if x != self.field)


def advise(puzzle: Gnomine) -> Advice:
    """The next move: what is certain, by the simplest reason, and safe fields before mines; else the lowest risk."""
    over = ended(puzzle)
    if over is not None:
        return Advice("over", "The game is won: there is nothing left to do." if over else "The game is lost.")
    covered = [x for x, seen in puzzle.seen.items() if seen == COVERED]
    if covered and puzzle.laid is None and all(seen in (COVERED, FLAG) for seen in puzzle.seen.values()):
        return _first_click(puzzle, covered)
    form = puzzle.as_mine_count()
    answer = run(mine_probabilities(form))
    if not answer.models:
        return contradiction(puzzle)
    if not covered:
        return Advice("over", "All fields are open or flagged: there is nothing left to do.")
    certain = _certain(puzzle, answer)
    fifties = tuple(_fifty_fifties(puzzle, form, answer))
    claim = _simplest(form, answer, certain)
    advice = _lowest_risk(covered, form, answer, fifties) if claim is None else _move(claim)
    return replace(advice, safe=tuple(x for x, mine in certain.items() if not mine),
                   mines=tuple(x for x, mine in certain.items() if mine), fifty_fifties=fifties)


def why(puzzle: Gnomine, field: str) -> Claim | None:
    """The simplest reason why an undecided field is certain; None if it is not, or if nothing fits."""
    form = puzzle.as_mine_count()
    answer = run(mine_probabilities(form))
    certain = _certain(puzzle, answer)
    return _simplest(form, answer, {field: certain[field]}) if field in certain else None


def _certain(puzzle: Gnomine, answer: MineProbabilities) -> dict[str, bool]:
    """The fields that are certain, row by row: is it a mine?"""
    known = {x: answer.probability[x] for x in puzzle.seen if x in answer.probability}
    return {x: risk == 1 for x, risk in known.items() if risk in (0, 1)}


def _move(claim: Claim) -> Advice:
    return Advice(claim.reason, claim.sentence, claim.fields[0], "flag" if claim.mine else "uncover",
                  Fraction(claim.mine), claim.because, claim.fields, claim.beside)


def _first_click(puzzle: Gnomine, covered: Sequence[str]) -> Advice:
    """The middle, or the first field that is covered if there is a flag on it."""
    middle = name(puzzle.rows // 2, puzzle.columns // 2)
    field = middle if middle in covered else covered[0]
    return Advice("first click", "Nothing is open yet, and the first click never meets a mine: begin anywhere.",
                  field, "uncover", Fraction(0), (), (field,))


# --- what is certain ---------------------------------------------------------------------------------------------


def _simplest(form: MineCount, answer: MineProbabilities, certain: dict[str, bool]) -> Claim | None:
    """The claim with the simplest reason about any of these certain fields; None if there are none."""
    if not certain:
        return None
    for claims in (single_number(form), two_numbers(form)):
        found = [claim for claim in claims if not certain.keys().isdisjoint(claim.fields)]
        if found:
            return _in_pattern(form, min(found, key=lambda claim: claim.mine))  # the first that is safe, if any is
    local = answer if form.mines is None else run(mine_probabilities(replace(form, mines=None)))
    by_numbers = [x for x in certain if local.probability.get(x) in (0, 1)]
    if by_numbers:
        decided = (all_numbers(form, x, certain[x]) for x in by_numbers)
        return _in_pattern(form, min(decided, key=lambda claim: (len(claim.because), claim.mine)))
    field = min(certain, key=certain.__getitem__)
    return mine_total(form, field, certain[field])


def _in_pattern(form: MineCount, claim: Claim) -> Claim:
    """What numbers of a 1-2-1 decide is what it decides."""
    if claim.reason == "single number":
        return claim
    for pattern in ones_twos_ones(form.numbers):
        alike, beside = (pattern.mines, pattern.safe) if claim.mine else (pattern.safe, pattern.mines)
        names = tuple(number.name for number in pattern.numbers)
        if set(claim.because) <= set(names) and set(claim.fields) <= set(alike):
            fields = (*claim.fields, *(x for x in alike if x not in claim.fields))
            return replace(claim, fields=fields, because=names, sentence=said(pattern), beside=beside)
    return claim


def single_number(form: MineCount) -> Iterator[Claim]:
    """What each number decides by itself."""
    for number in form.numbers:
        size = len(number.among)
        if size and number.mines == 0:
            yield Claim("single number", number.among, False, (number.name,),
                        f"{number.name} needs no more mines: {_claimed(number.among, False)}.")
        elif size and number.mines == size:
            yield Claim("single number", number.among, True, (number.name,),
                        f"{number.name} still needs {_mines(size)} and has {_fields(size)} left: "
                        f"{_claimed(number.among, True)}.")


def two_numbers(form: MineCount) -> Iterator[Claim]:
    """What follows from two numbers that share fields, and from neither alone; those inside one another first."""
    inside: list[Claim] = []
    across: list[Claim] = []
    for number, other in _neighbours(form.numbers):
        shared = [x for x in number.among if x in other.among]
        beyond = tuple(x for x in number.among if x not in other.among)
        outside = len(other.among) - len(shared)
        least, most = max(0, other.mines - outside), min(len(shared), other.mines)
        if not beyond or (number.mines != least and number.mines - most != len(beyond)):
            continue
        mine = number.mines != least
        known = pair(number, other) if number.mines == 1 + mine and len(beyond) <= 1 + (not mine) else ""
        why = known + _overlap(number, other, len(beyond), outside, mine)
        claim = Claim("two numbers", beyond, mine, (number.name, other.name), f"{why}: {_claimed(beyond, mine)}.")
        (across if outside else inside).append(claim)
    yield from inside
    yield from across


def _neighbours(numbers: Sequence[Number]) -> Iterator[tuple[Number, Number]]:
    """All pairs of numbers that share a field, either way round."""
    around: dict[str, list[Number]] = {}
    for number in numbers:
        for x in number.among:
            around.setdefault(x, []).append(number)
    for number in numbers:
        for other in {other.name: other for x in number.among for other in around[x]}.values():
            if other is not number:
                yield number, other


def _overlap(number: Number, other: Number, beyond: int, outside: int, mine: bool) -> str:
    """Why the fields of ``number`` beyond those of ``other`` are mines, or none of them is."""
    if outside == 0:
        if mine:
            more = counted(beyond, "more mine")
            return f"{number.name} still needs {more} than {other.name}, and has just {_fields(beyond)} more"
        return f"{number.name} still needs as many mines as {other.name}, all of whose fields it has, too"
    if mine:
        return (f"{number.name} still needs {_mines(number.mines)}, and at most {other.mines} can lie in the fields "
                f"that it shares with {other.name}, which needs no more")
    return (f"{other.name} still needs {_mines(other.mines)}, and at most {outside} can lie outside the fields that it "
            f"shares with {number.name}, so that {number.name} has there all that it needs")


def all_numbers(form: MineCount, field: str, mine: bool) -> Claim:
    """Why the numbers decide a field: a minimal set of them that the opposite contradicts, near the field if it can be.

    They must decide it.
    """
    near: list[Number] = []
    reached = {field}
    while fits(_assume(near, field, not mine)):
        near += [n for n in form.numbers if n not in near and not reached.isdisjoint(n.among)]
        reached.update(x for n in near for x in n.among)
    numbers = minimal(near, lambda some: not fits(_assume(some, field, not mine)))
    names = tuple(n.name for n in form.numbers if n in numbers)
    return Claim("all numbers", (field,), mine, names,
                 f"If {field} were {_what(not mine)}, {listed(names)} could not {_together(names)} hold: "
                 f"{_claimed((field,), mine)}.")


def mine_total(form: MineCount, field: str, mine: bool) -> Claim:
    """Why the number of mines decides a field that the numbers leave open. It must."""
    assert form.mines is not None  # else there would be no certainty
    names = (*(number.name for number in form.numbers), TOTAL)
    least, most = _range(form.numbers)
    if field in form.untouched and form.mines in (least, most + len(form.untouched)):
        mine, fields = form.mines != least, form.untouched
        why = _left(form.mines)
        if mine:
            why += f" for {_fields(len(fields))}"
            why += f" and those of the numbers, which take at most {most}" if form.numbers else ""
        elif form.numbers:
            why += f", and the numbers need {least}"
        return Claim("mine total", fields, mine, names, f"{why}: {_claimed(fields, mine)}.")
    others = form.mines - (not mine)
    untouched = len(form.untouched) - (field in form.untouched)
    least, most = _range(_assume(form.numbers, field, not mine))
    if others < least:
        remain = f"only {others}" if others else "none"
        why = f"the numbers would need at least {_mines(least)} elsewhere, but {remain} would be left"
    elif others > most + untouched:
        room = f"for at most {most + untouched}" if most + untouched else "for none"
        why = f"there would be {_mines(others)} left, but room {room}"
    else:
        why = f"no placement would have exactly {_mines(others)} elsewhere, as many as would be left"
    return Claim("mine total", (field,), mine, names,
                 f"If {field} were {_what(not mine)}, {why}: {_claimed((field,), mine)}.")


# --- what is not -------------------------------------------------------------------------------------------------


def _lowest_risk(
    covered: Sequence[str], form: MineCount, answer: MineProbabilities, fifties: Sequence[tuple[str, str]]
) -> Advice:
    known = [x for x in covered if x in answer.probability]
    if not known:
        return Advice("lowest risk", "No number touches what is left, and the number of mines is not known: "
                      "one field is as good as another.", covered[0], "uncover", None, (), tuple(covered))
    risk = min(answer.probability[x] for x in known)
    fields = tuple(x for x in known if answer.probability[x] == risk)
    exact = f"{risk.numerator} in {risk.denominator}, " if risk.denominator < 100 else ""
    others = f", as at {_some(fields[1:])}" if len(fields) > 1 else ""
    away = ", away from all numbers" if set(fields) <= set(form.untouched) else ""
    sentence = f"Nothing is certain. The lowest risk of a mine is {exact}{percent(risk)}, at {fields[0]}{others}{away}."
    if fifties:
        pairs = "; ".join(f"{x} and {y}" for x, y in fifties)
        which = "exactly one of them" if len(fifties) == 1 else "exactly one of each two"
        sentence += f" 50/50: {pairs}: {which} is a mine, and nothing will ever tell which."
    return Advice("lowest risk", sentence, fields[0], "uncover", risk, (), fields,
                  risks=tuple((x, answer.probability[x]) for x in known))


def _fifty_fifties(puzzle: Gnomine, form: MineCount, answer: MineProbabilities) -> Iterator[tuple[str, str]]:
    """Only two fields that are alone with their numbers can be one: of three, no two could always differ."""
    alike: dict[tuple[str, ...], list[str]] = {(): list(form.untouched)}
    around: dict[str, list[str]] = {}
    for number in form.numbers:
        for x in number.among:
            around.setdefault(x, []).append(number.name)
    for x in puzzle.seen:
        if x in around:
            alike.setdefault(tuple(around[x]), []).append(x)
    for fields in alike.values():
        if len(fields) == 2 and answer.probability.get(fields[0]) == Fraction(1, 2):
            x, y = fields
            if _distinguishable(puzzle, answer, x, y):  # which is seen at once: most are
                continue
            one = Number("", 1, (x, y))
            untouched = tuple(z for z in form.untouched if z not in fields)
            split = run(mine_probabilities(MineCount((*form.numbers, one), untouched, form.mines)))
            if split.models == answer.models:
                yield x, y


def _distinguishable(puzzle: Gnomine, answer: MineProbabilities, x: str, y: str) -> bool:
    """Is there a field around just one of them that may yet be opened?"""
    around_one = set(puzzle.neighbours(x)) ^ set(puzzle.neighbours(y))
    return any(puzzle.seen[z] == COVERED and answer.probability.get(z) != 1 for z in around_one - {x, y})


@why_nothing_fits.register
def clash(puzzle: Gnomine) -> str:
    """Why no placement of mines fits what is seen; empty if one does, and after the end of the game."""
    if ended(puzzle) is not None or run(mine_probabilities(puzzle.as_mine_count())).models:
        return ""
    return contradiction(puzzle).sentence


def contradiction(puzzle: Gnomine) -> Advice:
    """Nothing fits: which numbers clash, or that it is the total. No placement must fit."""
    form = puzzle.as_mine_count()
    flags = any(seen == FLAG for seen in puzzle.seen.values())
    blame = "A flag must be wrong: as they are, " if flags else ""
    names = tuple(number.name for number in clashing(form.numbers))
    if not names:
        sentence = f"{blame}no placement that fits the numbers has {_mines(puzzle.total()[1])}."
        return Advice("contradiction", sentence[0].upper() + sentence[1:], because=(TOTAL,))
    sentence = f"{blame}no placement of mines fits {listed(names)}."
    return Advice("contradiction", sentence[0].upper() + sentence[1:], because=names)


# --- numbers -----------------------------------------------------------------------------------------------------


def _assume(numbers: Iterable[Number], field: str, mine: bool) -> list[Number]:
    """The numbers, were the field a mine, or none."""
    return [Number(n.name, n.mines - mine, tuple(x for x in n.among if x != field)) if field in n.among else n
            for n in numbers]


def _range(numbers: Sequence[Number]) -> tuple[int, int]:
    """The fewest and the most mines on the fields of the numbers. Some placement must fit."""
    events, _ = trace(mine_probabilities(MineCount(tuple(numbers), (), None)))
    settled = sum(len(event.cells) for event in events if isinstance(event, NumberSettled) and event.mine)
    sums: dict[int, list[int]] = {}
    for event in events:
        if isinstance(event, PlacementsCounted):
            sums.setdefault(event.component, []).append(event.mines)
    return settled + sum(map(min, sums.values())), settled + sum(map(max, sums.values()))


# --- words -------------------------------------------------------------------------------------------------------


def _what(mine: bool) -> str:
    return "a mine" if mine else "no mine"


def _claimed(fields: Sequence[str], mine: bool) -> str:
    if len(fields) == 1:
        return f"{fields[0]} is {_what(mine)}"
    return f"{listed(fields)} are mines" if mine else f"{listed(fields)} are no mines"


def _some(names: Sequence[str]) -> str:
    """A list that may be long, cut short."""
    return listed(names) if len(names) <= 3 else few(names, 2)


def _together(names: Sequence[str]) -> str:
    return "both" if len(names) == 2 else "all"


def _mines(number: int) -> str:
    return counted(number, "mine") if number else "no mines"


def _left(number: int) -> str:
    mines = _mines(number)
    return f"{mines[0].upper()}{mines[1:]} {verb(number, 'are')} left"


def _fields(number: int) -> str:
    return counted(number, "field")
