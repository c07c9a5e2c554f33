"""What to do next in a Sudoku, in three grades: where to look, what to see there, and the step, each with its reason.

The simplest reason comes first: a unit with one blank cell, a value with one place in a unit (hidden single), a cell
with one candidate (naked single). Where there is none, candidates are taken away first: those that a value's places in
a box share with a line (locked candidates), those of two cells with the same two candidates (naked pair), of two values
with the same two places (hidden pair). Last comes trial: of some cell all values but one end in a contradiction.

Where the digits on the board have no solution, the hint is about those that the user wrote: how many are wrong, where
they are, which they are. They are known where the clues of the puzzle alone have one solution; elsewhere digits are
named that clash.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from algorithms.advice.sudoku_drawn import naked_single, only_place
from algorithms.backtracking.backtracking import mrv_plus
from algorithms.events import Labelled
from algorithms.long_work import checkpoint
from algorithms.problems.sudoku.check import clashing, solutions
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.reasons import Link, Ray, Reason, Spot
from algorithms.words import counted, listed, verb

Candidates = dict[str, set[int]]


@dataclass(frozen=True)
class Hint:
    """A hint: three sentences, each saying more; the cells to look at; and the step, where there is one.

    cells: those of the unit, or the cell itself     cell, value: what may be filled in; None where nothing may
    wrong: digits that are wrong, or that clash      erase: that they may be erased, all of them
    reason: what of the step can be drawn     steps: the same in words, where there is more than one
    """

    where: str
    what: str
    step: str
    cells: tuple[str, ...]
    cell: str | None = None
    value: int | None = None
    wrong: tuple[str, ...] = ()
    erase: bool = False
    reason: Reason = ()
    steps: tuple[str, ...] = ()

    def shown(self, grade: int) -> tuple[str, ...]:
        """The cells to point at with so many sentences. Wrong digits are only counted at first."""
        if self.wrong:
            return ((), self.cells, self.wrong)[grade - 1]
        return self.cells if grade < 3 or self.cell is None else (self.cell,)


@dataclass(frozen=True)
class Elimination:
    """Candidates that can be taken away: ``values`` from ``cells``, and why: ``pattern`` are the candidates that take
    them, ``also`` a unit that they lie in beside ``unit``."""

    values: tuple[int, ...]
    cells: tuple[str, ...]
    unit: str
    reason: str
    pattern: tuple[Spot, ...] = ()
    also: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.reason}, so {listed(self.values)} {verb(len(self.values), 'leave')} {', '.join(self.cells)}"


def hint(sudoku: Sudoku, printed: Mapping[str, int] | None = None) -> Hint | None:
    """The next step of a Sudoku; None if it is full. A Sudoku without a solution, or with several, is said to be so.

    printed: the clues of the puzzle, to which the user's digits were added; by default all are the puzzle's
    """
    blank = [x for x in sudoku.geometry.cells if x not in sudoku.clues]
    if not blank:
        return None
    if not solutions(sudoku, 1):
        return _wrong(sudoku, sudoku.clues if printed is None else printed)
    left = _candidates(sudoku)
    taken: list[Elimination] = []
    while True:
        found = _single(sudoku, left)
        if found is not None:
            return _with_reasons(sudoku, found, taken)
        elimination = next(_eliminations(sudoku, left), None)
        if elimination is None:
            return _trial(sudoku, blank)
        taken.append(elimination)
        _take(left, elimination)


def _wrong(sudoku: Sudoku, printed: Mapping[str, int]) -> Hint:
    """Which digits of a Sudoku without a solution are wrong, or at least clash."""
    found = solutions(Sudoku(sudoku.boxes, printed), 2)
    if len(found) == 1:
        wrong = [x for x, value in sudoku.clues.items() if value != found[0][x]]
        return _to_erase(sudoku, printed, wrong, "the solution")
    clash = clashing(sudoku, fixed=printed if found else ())
    if found and len(clash) == 1:
        return _to_erase(sudoku, printed, clash, "any solution")
    what = "There is no solution with these digits." if found else "The clues of this puzzle alone have no solution."
    beside = "With the clues of the puzzle, these" if found and printed else "These"
    named = listed([f"{x} = {sudoku.clues[x]}" for x in clash])
    return Hint("Something is wrong on this board.", what, f"{beside} digits clash: {named}. One of them must change.",
                tuple(clash), wrong=tuple(clash))


def _to_erase(sudoku: Sudoku, printed: Mapping[str, int], wrong: Sequence[str], solution: str) -> Hint:
    """Digits of the user that are wrong. Where they are is said by the boxes, and all that the user wrote there."""
    boxes = {name: unit for name, unit in sudoku.geometry.units.items()
             if name.startswith("box") and any(x in unit for x in wrong)}
    written = tuple(x for unit in boxes.values() for x in unit if x in sudoku.clues and x not in printed)
    digits = f"{counted(len(wrong), 'digit')} on this board {verb(len(wrong), 'are')}"
    named = listed([f"{x} = {sudoku.clues[x]}" for x in wrong])
    return Hint(f"{digits} wrong.", f"Look at {listed(list(boxes))}, at what you wrote there.",
                f"{named} {verb(len(wrong), 'are')} not in {solution} of this puzzle.", written,
                wrong=tuple(wrong), erase=True)


def _candidates(sudoku: Sudoku) -> Candidates:
    """Equation 1, for the blank cells."""
    return {x: {int(value) for value in values} for x, values in sudoku.domains().items() if x not in sudoku.clues}


def _take(left: Candidates, elimination: Elimination) -> None:
    for x in elimination.cells:
        left[x] -= set(elimination.values)


def _single(sudoku: Sudoku, left: Candidates) -> Hint | None:
    """A unit with one blank cell, a hidden single, or a naked single, in this order."""
    units = {name: [x for x in unit if x in left] for name, unit in sudoku.geometry.units.items()}
    boxes_first = sorted(units.items(), key=lambda unit: not unit[0].startswith("box"))  # where people look first
    for name, cells in boxes_first:
        if len(cells) == 1:
            return _filled(sudoku, cells[0], min(left[cells[0]]), name, "Only one cell is blank there.",
                           f"it is the last blank cell of {name}")
    for name, cells in boxes_first:
        for value in sorted(set[int]().union(*(left[x] for x in cells))):
            places = [x for x in cells if value in left[x]]
            if len(places) == 1:
                return _filled(sudoku, places[0], value, name, f"There is only one place for {value} in {name}.",
                               f"no other cell of {name} can take {value}")
    for x, values in left.items():
        if len(values) == 1:
            value = min(values)
            return Hint(f"Look at {x}.", f"{x} has only one candidate left.",
                        f"{x} = {value}: its row, column and box have all other values, or rule them out.", (x,), x,
                        value, reason=(naked_single(sudoku, x, value),))
    return None


def _filled(sudoku: Sudoku, x: str, value: int, unit: str, what: str, reason: str) -> Hint:
    return Hint(f"Look at {unit}.", what, f"{x} = {value}: {reason}.", sudoku.geometry.units[unit], x, value,
                reason=(only_place(sudoku, x, value, unit),))


def _with_reasons(sudoku: Sudoku, found: Hint, taken: list[Elimination]) -> Hint:
    """The hint with the eliminations that it needs: those that it, and the others, stand without are left out."""
    needed = list(taken)
    for elimination in reversed(taken):
        rest = _again(sudoku, [other for other in needed if other.reason != elimination.reason])
        if rest is None:
            continue
        left = _candidates(sudoku)
        for other in rest:
            _take(left, other)
        again = _single(sudoku, left)
        if again is not None and (again.cell, again.value, again.what) == (found.cell, found.value, found.what):
            needed = rest
    if not needed:
        return found
    first, reasons = needed[0], "; ".join(elimination.sentence for elimination in needed)
    return Hint(f"Look at {first.unit}.", f"{first.reason[0].upper()}{first.reason[1:]}. After that: {found.what}",
                f"{reasons[0].upper()}{reasons[1:]}. {found.step}", sudoku.geometry.units[first.unit], found.cell,
                found.value, reason=(*_links(sudoku, needed), *found.reason), steps=(*map(_said, needed), found.step))


def _said(elimination: Elimination) -> str:
    """An elimination, as a sentence of its own."""
    return f"{elimination.sentence[0].upper()}{elimination.sentence[1:]}."


def _again(sudoku: Sudoku, some: Sequence[Elimination]) -> list[Elimination] | None:
    """These eliminations one after the other, as they are where no others were taken; None where one has no reason."""
    left, found = _candidates(sudoku), list[Elimination]()
    for one in some:
        same = next((other for other in _eliminations(sudoku, left) if other.reason == one.reason), None)
        if same is None:
            return None
        found.append(same)
        _take(left, same)
    return found


def _links(sudoku: Sudoku, needed: Sequence[Elimination]) -> Iterator[Link]:
    """The eliminations as they are drawn, each with the candidates that are there still when its turn comes."""
    left = _candidates(sudoku)
    for taken in needed:
        struck = tuple(Spot(x, value) for x in taken.cells for value in taken.values if value in left[x])
        units = [sudoku.geometry.units[unit] for unit in (taken.unit, taken.also) if unit]
        last = {spot.value: spot for spot in taken.pattern}
        rays = tuple(Ray(last[spot.value], spot) for spot in struck if spot.value in last)
        yield Link(tuple(dict.fromkeys(x for unit in units for x in unit)), taken.pattern, struck=struck, rays=rays)
        _take(left, taken)


# --- eliminations ----------------------------------------------------------------------------------------------------


def _eliminations(sudoku: Sudoku, left: Candidates) -> Iterator[Elimination]:
    """All that take at least one candidate away, the simplest kind first."""
    units = {name: tuple(x for x in unit if x in left) for name, unit in sudoku.geometry.units.items()}
    yield from _locked(units, left)
    yield from _naked_pairs(units, left)
    yield from _hidden_pairs(units, left)


def _locked(units: Mapping[str, tuple[str, ...]], left: Candidates) -> Iterator[Elimination]:
    """All places of a value in one unit lie in another one, too: it leaves the rest of that one."""
    for name, cells in units.items():
        checkpoint()
        for value in sorted(set[int]().union(*(left[x] for x in cells))):
            places = {x for x in cells if value in left[x]}
            for other, others in units.items():
                rest = tuple(x for x in others if x not in places and value in left[x])
                if other != name and rest and places <= set(others):
                    pattern = tuple(Spot(x, value) for x in cells if x in places)
                    yield Elimination((value,), rest, name, f"in {name}, {value} must lie in {other}", pattern, other)


def _naked_pairs(units: Mapping[str, tuple[str, ...]], left: Candidates) -> Iterator[Elimination]:
    """Two cells of a unit have the same two candidates: these leave the others."""
    for name, cells in units.items():
        checkpoint()
        for x, y in combinations((x for x in cells if len(left[x]) == 2), 2):
            if left[x] == left[y]:
                values = tuple(sorted(left[x]))
                rest = tuple(z for z in cells if z not in (x, y) and left[z] & left[x])
                if rest:
                    yield Elimination(values, rest, name,
                                      f"in {name}, {x} and {y} share {values[0]} and {values[1]} between them",
                                      tuple(Spot(z, value) for z in (x, y) for value in values))


def _hidden_pairs(units: Mapping[str, tuple[str, ...]], left: Candidates) -> Iterator[Elimination]:
    """Two values of a unit have the same two places: the other candidates leave these."""
    for name, cells in units.items():
        checkpoint()
        places = {value: tuple(x for x in cells if value in left[x])
                  for value in sorted(set[int]().union(*(left[x] for x in cells)))}
        for a, b in combinations((value for value, found in places.items() if len(found) == 2), 2):
            if places[a] == places[b]:
                x, y = places[a]
                others = tuple(sorted((left[x] | left[y]) - {a, b}))
                if others:
                    yield Elimination(others, (x, y), name, f"in {name}, {a} and {b} have only {x} and {y} to lie in",
                                      tuple(Spot(z, value) for z in (x, y) for value in (a, b)))


def _trial(sudoku: Sudoku, blank: list[str]) -> Hint:
    """The cell whose wrong values fail soonest; with several solutions, what one of them has there."""
    found = solutions(sudoku, 2)
    if len(found) > 1:
        x = next(x for x in blank if found[0][x] != found[1][x])
        values = sorted((found[0][x], found[1][x]))
        return Hint(f"Look at {x}.", "No rule decides it: there is more than one solution.",
                    f"{x} is {values[0]} in one solution, and {values[1]} in another. Choose one.", (x,))
    domains = {x: sorted(values) for x, values in _candidates(sudoku).items()}
    cost = {x: sum(_labels(sudoku, x, value) for value in domains[x] if value != found[0][x])
            for x in sorted(blank, key=lambda x: len(domains[x]))[:12]}
    x = min(cost, key=cost.__getitem__)
    wrong = listed(value for value in domains[x] if value != found[0][x])
    return Hint(f"Look at {x}.", "No simple rule applies here; try its candidates, one after the other.",
                f"{x} = {found[0][x]}: {wrong} {verb(len(domains[x]) - 1, 'end')} in a contradiction "
                f"({counted(cost[x], 'label')} of search).", (x,), x, found[0][x])


def _labels(sudoku: Sudoku, x: str, value: int) -> int:
    """How many labels a search needs to refute a value, that of the value itself included."""
    tried = Sudoku(sudoku.boxes, {**sudoku.clues, x: value})
    if not all(tried.domains().values()):
        return 1
    labels = 1
    for event in mrv_plus(tried.as_csp(), singles=True):
        checkpoint(f"trying {x} = {value}: {labels:,} labels of search")
        labels += isinstance(event, Labelled)
    return labels
