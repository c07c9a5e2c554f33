"""All placements of mines on small boards, by trying each: the oracle for probabilities and advice."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from hypothesis import strategies as st

from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, name, place
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.draws import several

MOST_COVERED = 12


def covered(puzzle: Gnomine) -> list[str]:
    return [x for x, seen in puzzle.seen.items() if seen == COVERED]


def placements(puzzle: Gnomine, named: Collection[str] | None = None, total: bool = False) -> Iterator[frozenset[str]]:
    """The sets of covered fields that, with flags as mines, explain the numbers whose constraints are ``named`` (None:
    all), and have the field's total where that counts."""
    unknown = covered(puzzle)
    known = {x for x, seen in puzzle.seen.items() if seen in (FLAG, MINE)}
    checks = []
    for x, seen in puzzle.seen.items():
        if seen >= 0 and (named is None or f"C{x}" in named):
            i, j = place(x)
            around = [name(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1)]
            mask = sum(1 << unknown.index(y) for y in around if y in unknown)
            checks.append((mask, seen - sum(y in known for y in around)))
    if total:
        assert puzzle.mines is not None
        checks.append(((1 << len(unknown)) - 1, puzzle.mines - len(known)))
    for bits in range(1 << len(unknown)):
        for mask, need in checks:
            if (bits & mask).bit_count() != need:
                break
        else:
            yield frozenset(x for index, x in enumerate(unknown) if bits >> index & 1)


@st.composite
def positions(draw: st.DrawFn, with_total: bool | None = None, slips: bool = True) -> Gnomine:
    """Positions up to 4×5 of a true game, with or without its total; with ``slips`` some flags or totals are wrong."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    fields = [name(i, j) for i in range(rows) for j in range(columns)]
    laid = set(draw(several(fields, most=len(fields) // 2)))
    closed = set(draw(several(fields, most=MOST_COVERED - 2)))
    wrong = slips and draw(st.integers(0, 5)) == 0
    seen: dict[str, int] = {}
    for x in fields:
        i, j = place(x)
        number = sum(name(i + a, j + b) in laid for a in (-1, 0, 1) for b in (-1, 0, 1))
        if x in laid:
            flagged = draw(st.integers(0, 3)) == 0 or list(seen.values()).count(COVERED) >= MOST_COVERED
            seen[x] = FLAG if flagged else COVERED
        elif x in closed and list(seen.values()).count(COVERED) < MOST_COVERED:
            seen[x] = FLAG if wrong and draw(st.integers(0, 3)) == 0 else COVERED
        else:
            seen[x] = number
    total = draw(st.booleans()) if with_total is None else with_total
    slip = draw(st.integers(-1, 1)) if wrong else 0
    return Gnomine(rows, columns, seen, max(0, len(laid) + slip) if total else None)
