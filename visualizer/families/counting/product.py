"""How components and the rest multiply: a cell for each number of mines on the one in question and on all others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from heapq import nlargest

from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.look import draw_ground, edge_of
from visualizer.families.counting.parts import Component, Rest, brief, together
from visualizer.families.counting.placement_numbers import (
    factors_of,
    left_of,
    on_rest_of,
    others_of,
    product_of,
    together_of,
    ways_of,
)
from visualizer.runs.numbers import plain
from visualizer.stage.links import Links

_CELL = (140.0, 36.0)  # points: a cell is at least as wide and as high
_MOST_SUMMED = 6  # terms of the sum that is written out


@dataclass(frozen=True)
class Term:
    """So many mines on the one in question, and on all others: in how many ways each, and the rest."""

    own: int
    other: int
    factors: tuple[int, ...]

    @property
    def weight(self) -> int:
        """Their product."""
        found = 1
        for factor in self.factors:
            found *= factor
        return found


def terms_of(parts: Sequence[Component], part: Component, rest: Rest) -> dict[tuple[int, int], Term]:
    """All cells that are not 0, by their mines. Without a total, the rest is no factor; without others, they are
    none."""
    others = [other.ways for other in parts if other.index != part.index]
    found = {}
    for own, ways in sorted(part.ways.items()):
        for other, more in sorted(together(others).items()):
            beyond = rest.ways(own + other)
            if beyond:
                factors = (ways, *((more,) if others else ()), *((beyond,) if rest.left is not None else ()))
                found[own, other] = Term(own, other, factors)
    return found


def title_of(parts: Sequence[Component], part: Component, rest: Rest | None) -> str:
    """What is multiplied."""
    names = [part.letter]
    if len(parts) == 2:
        names.append(next(other.letter for other in parts if other.index != part.index))
    elif len(parts) > 2:
        names.append("all others")
    return " × ".join([*names, *(["rest"] if rest is None or rest.left is not None else [])])


def draw_product(canvas: Canvas, box: Rect, parts: Sequence[Component], part: Component | None, rest: Rest | None,
                 lit: Mapping[int, bool], theme: Theme, unit: float, links: Links) -> None:
    """The cells as a table, and their sum. ``lit``: for numbers of mines on the one in question, has some placement of
    so many a mine in the field that is asked for?"""
    if part is None or rest is None:
        said = "Multiplied once all components are counted." if rest is None else "No component: nothing to multiply."
        canvas.text((box.x, box.y + 12 * unit), said, 14 * unit, theme.muted)
        if rest is not None and rest.left is not None:
            links.write(canvas, (box.x, box.y + 34 * unit), _laid(rest), 14 * unit, theme.text, numbers=left_of(rest))
        return
    head, room = box.split_top(24 * unit, 4 * unit)
    canvas.text((head.x, head.center[1]), title_of(parts, part, rest), 16 * unit, theme.text, "left", "bold")
    if rest.left is not None and head.w > 420 * unit:
        said = _laid(rest)
        if canvas.measure(said, 13 * unit) < head.w * 0.6:
            links.write(canvas, (head.right, head.center[1]), said, 13 * unit, theme.muted, "right",
                        numbers=left_of(rest))
    terms = terms_of(parts, part, rest)
    room, foot = room.split_bottom(22 * unit, 2 * unit)
    _draw_sum(canvas, foot, part, terms, rest, theme, unit, links)
    _draw_table(canvas, room, parts, part, rest, terms, lit, theme, unit, links)


def _laid(rest: Rest) -> str:
    return f"{counted(rest.left or 0, 'mine')} to lay, {counted(rest.fields, 'field')} in the rest"


def _draw_sum(canvas: Canvas, box: Rect, part: Component, terms: Mapping[tuple[int, int], Term], rest: Rest,
              theme: Theme, unit: float, links: Links) -> None:
    numbers = [term.weight for term in terms.values()]
    total = brief(sum(numbers))
    mines = "" if rest.left is None else f" of {counted(rest.left, 'mine')}"
    summed_up = f"{' + '.join(f'{number:,}' for number in numbers)} = " if len(numbers) > 1 else ""
    longest = f"{summed_up}{total} placements{mines}, not listed one by one"
    said = next((text for text in (longest, longest.rpartition(",")[0]) if len(numbers) <= _MOST_SUMMED
                 and canvas.measure(text, 14 * unit) <= box.w), f"together {total} placements{mines}")
    summed = [replace(product_of(part, term.own, term.other, term.weight), form=plain) for term in terms.values()]
    links.write(canvas, (box.x, box.center[1]), said, 14 * unit, theme.text, numbers=[
        *(summed if summed_up and said.startswith(summed_up) else ()), together_of(sum(numbers)), *left_of(rest)[:1]])


def _kept(numbers: Sequence[int], weight: Mapping[int, int], most: int) -> list[int]:
    """The heaviest rows or columns that there is room for, in order."""
    return sorted(nlargest(max(1, most), set(numbers), key=lambda number: weight[number]))


def _draw_table(canvas: Canvas, box: Rect, parts: Sequence[Component], part: Component, rest: Rest,
                terms: Mapping[tuple[int, int], Term], lit: Mapping[int, bool], theme: Theme, unit: float,
                links: Links) -> None:
    if not terms:
        return
    left = 116 * unit
    above = 22 * unit if len(parts) > 1 else 0
    by_row: dict[int, int] = {}
    by_column: dict[int, int] = {}
    for (own, other), term in terms.items():
        by_row[own] = by_row.get(own, 0) + term.weight
        by_column[other] = by_column.get(other, 0) + term.weight
    rows = _kept(list(by_row), by_row, int((box.h - above) / (_CELL[1] * unit)))
    columns = _kept(list(by_column), by_column, int((box.w - left) / (_CELL[0] * unit)))
    wide, high = (box.w - left) / len(columns), min((box.h - above) / len(rows), 62 * unit)
    top = max(terms[key].weight for key in terms)
    ways = together([other.ways for other in parts if other.index != part.index])
    for column, other in enumerate(columns):
        if above:
            name = title_of(parts, part, rest).split(" × ")[1]
            x = box.x + left + column * wide + 4 * unit
            said = f"{name}: {brief(ways[other])} with {counted(other, 'mine')}"
            short = f"{name}: {counted(other, 'mine')}"
            text = said if canvas.measure(said, 13 * unit) < wide - 8 * unit else short
            links.write(canvas, (x, box.y + above / 2), text, 13 * unit, theme.muted, behind=len(name),
                        numbers=[others_of(part, other, ways[other])] if text == said else ())
        for row, own in enumerate(rows):
            place = Rect(box.x + left + column * wide, box.y + above + row * high, wide - 6 * unit, high - 6 * unit)
            _draw_cell(canvas, place, part, terms.get((own, other)), top, rest.on_rest(own + other),
                       lit.get(own, False), theme, unit, links, alone=len(parts) == 1)
    for row, own in enumerate(rows):
        y = box.y + above + (row + 0.5) * high - 3 * unit
        swatch = Rect(box.x, y - 11 * unit, 22 * unit, 22 * unit)
        draw_ground(canvas, swatch, part.index, theme)
        canvas.rect(swatch, None, edge_of(theme, part.index), 1.5 * unit, 3 * unit)
        links.write(canvas, (box.x + 30 * unit, y - 8 * unit), f"{part.letter}: {brief(part.ways[own])}", 13 * unit,
                    theme.text, "left", "bold", numbers=[ways_of(part, own)])
        canvas.text((box.x + 30 * unit, y + 8 * unit), counted(own, "mine"), 13 * unit, theme.muted)


def _draw_cell(canvas: Canvas, box: Rect, part: Component, term: Term | None, top: int, on_rest: int | None, lit: bool,
               theme: Theme, unit: float, links: Links, *, alone: bool) -> None:
    """The factors, their product, and a bar as long as it is heavy."""
    if term is None:
        canvas.rect(box, None, theme.raised, 1, 5 * unit)
        return
    canvas.rect(box, mix(theme.raised, theme.test, 0.14) if lit else theme.raised, theme.test if lit else None,
                2 * unit, 5 * unit)
    inner = box.inset(8 * unit, 4 * unit)
    bar = Rect(inner.x, inner.bottom - 8 * unit, inner.w, 6 * unit)
    y = (inner.y + bar.y) / 2
    product = brief(term.weight)
    size = min(16 * unit, 16 * unit * inner.w / canvas.measure(product, 16 * unit, "bold"))
    links.write(canvas, (inner.right, y), product, size, theme.text, "right", "bold",
                numbers=[product_of(part, term.own, term.other, term.weight)])
    room = inner.w - canvas.measure(product, size, "bold") - 8 * unit
    factors = " · ".join(brief(factor) for factor in term.factors)
    more = "" if on_rest is None else f"   {on_rest} on the rest"
    for text in (factors + more, factors):
        if canvas.measure(text, 13 * unit) <= room and 13 * unit >= SMALLEST - 4:
            told = factors_of(part, term.own, term.other, term.factors, alone=alone)
            told += [on_rest_of(term.own + term.other, on_rest)] if on_rest is not None and text != factors else []
            links.write(canvas, (inner.x, y), text, 13 * unit, theme.muted, numbers=told)
            break
    canvas.rect(bar, theme.background)
    canvas.rect(Rect(bar.x, bar.y, bar.w * (term.weight / top), bar.h), theme.mine if lit else theme.muted)
