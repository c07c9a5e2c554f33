"""The placements of the component in question as small pictures of the board, each with what it weighs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from algorithms.events.counting import large
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, name, place
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.words import counted, percent
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.look import draw_ground, edge_of, tint_of
from visualizer.families.counting.parts import (
    MOST_PICTURES,
    Component,
    Rest,
    brief,
    examples,
    placements,
    together,
    weights,
)
from visualizer.families.counting.placement_numbers import parts_of, placements_of, share_of, ways_of, weight_of
from visualizer.runs.numbers import Number, plain
from visualizer.runs.states import State
from visualizer.stage.links import Links

_WORDS = 50.0  # points: below a picture, its mines, its weight, the bar and what it is made of
_DETAILED, _SIGNED = 10.0, 7.0  # a field is as large where all fields are there, and where it has a sign
_MOST_TERMS = 4  # of a sum that is written out


@dataclass(frozen=True)
class Picture:
    """A placement of a component: its mines; how many ``times`` it stands for one with so many mines; its ``weight``,
    split by the mines of the others; ``ringed``: has it a mine in the field in question?"""

    mines: frozenset[str]
    number: int
    times: int = 1
    weight: tuple[int, ...] = ()
    ringed: bool = False

    @property
    def total(self) -> int:
        """What all that it stands for weighs."""
        return self.times * sum(self.weight)


def pictures_of(parts: Sequence[Component], part: Component, decided: int, rest: Rest | None,
                field: str | None) -> list[Picture]:
    """The placements of a component, one by one where they are few; else one for each number of mines. While they are
    counted, so many cells of it are ``decided``."""
    others = together([other.ways for other in parts if other.index != part.index])
    open_ = not part.ways and decided < len(part.cells)
    few = placements(part.numbers, part.cells, decided if open_ else len(part.cells))

    def weighed(mines: int) -> tuple[int, ...]:
        return () if rest is None else tuple(weights(mines, others, rest).values())

    if few is not None:
        found = [Picture(mines, len(mines), 1, weighed(len(mines)), field in mines) for mines in few]
        return sorted(found, key=lambda picture: (rest is not None and not picture.ringed, picture.number,
                                                  sorted(picture.mines)))
    shown = examples(part.numbers, part.cells)
    return [Picture(shown.get(mines, frozenset()), mines, ways, weighed(mines))
            for mines, ways in sorted(part.ways.items())]


def mine_at(state: State, part: Component, picture: Picture, field: str) -> bool | None:
    """Has a field a mine in a picture? In the component as the placement has it, elsewhere as it is known; None: it may
    have one or not."""
    if field in part.cells:
        return field in picture.mines
    game: Gnomine = state.position()
    if game.seen[field] != COVERED:
        return game.seen[field] in (FLAG, MINE)
    left = state.domains[field]
    return left == (1,) if len(left) == 1 else None


def draw_placements(canvas: Canvas, box: Rect, state: State, part: Component, shown: Sequence[Picture],
                    said: str, theme: Theme, unit: float, links: Links, numbers: Sequence[Number]) -> None:
    """The pictures in as many columns as make them large; above, whose they are; below, what is ``said`` of them, with
    these numbers in it."""
    head, rest = box.split_top(24 * unit, 4 * unit)
    _draw_head(canvas, head, part, shown, theme, unit, links)
    if said:
        rest, foot = rest.split_bottom(24 * unit, 4 * unit)
        _write(canvas, foot, said, theme, unit, links, numbers)
    kept = sorted(shown, key=lambda picture: -picture.total)[:MOST_PICTURES]
    kept = [picture for picture in shown if picture in kept]
    if not kept:
        return
    rows, columns, cells = _crop(state.position(), part)
    across = max(range(1, len(kept) + 1), key=lambda count: _side(rest, len(kept), count, rows, columns, unit))
    lines = -(-len(kept) // across)
    wide, high = rest.w / across, rest.h / lines
    heaviest = max(1, *(picture.total for picture in kept))
    side = max(1.0, _side(rest, len(kept), across, rows, columns, unit))
    high = min(high, rows * side + (_WORDS + 18) * unit)
    for index, picture in enumerate(kept):
        line, column = divmod(index, across)
        card = Rect(rest.x + column * wide, rest.y + line * high, wide - 8 * unit, high - 6 * unit)
        _draw_card(canvas, card, state, part, (cells, side), picture, heaviest, theme, unit, links)
    if not part.count and not any(picture.mines for picture in kept):
        _draw_ties(canvas, rest.split_left(columns * side + 14 * unit, 16 * unit)[1], part, theme, unit)


def _draw_ties(canvas: Canvas, box: Rect, part: Component, theme: Theme, unit: float) -> None:
    """What ties its fields, beside its picture: each number, and the sum that it asks for, in as many lines as it
    takes."""
    pitch, y = 24 * unit, box.y
    wide = max((canvas.measure(number.name, 15 * unit, "bold") for number in part.numbers), default=0.0) + 14 * unit
    room = box.w - wide - 3 * unit
    for number in part.numbers:
        said = f"{' + '.join(number.among)} = {number.mines}"
        size = max(SMALLEST, 15 * unit * min(1.0, room / canvas.measure(said, 15 * unit)))
        lines = _summed(canvas, number.among, number.mines, room, size)
        high = pitch + (len(lines) - 1) * size * 1.3
        if y + high > box.bottom:
            break
        canvas.text((box.x, y + 0.75 * pitch), number.name, 15 * unit, theme.muted, "left", "bold")
        for line, text in enumerate(lines):
            canvas.text((box.x + wide, y + 0.75 * pitch + line * size * 1.3), text, size, theme.text)
        y += high


def _summed(canvas: Canvas, terms: Sequence[str], total: int, room: float, size: float) -> list[str]:
    """A sum in lines: broken before a +, and never between the last term and what it comes to."""
    lines = [""]
    for term in (*terms[:-1], f"{terms[-1]} = {total}"):
        longer = f"{lines[-1]} + {term}" if lines[-1] else term
        if not lines[-1] or canvas.measure(longer, size) <= room:
            lines[-1] = longer
        else:
            lines.append(f"+ {term}")
    return lines


def _side(box: Rect, count: int, across: int, rows: int, columns: int, unit: float) -> float:
    """How large a field of a picture is, with so many pictures beside each other."""
    lines = -(-count // across)
    return min((box.w / across - 22 * unit) / columns, (box.h / lines - (_WORDS + 16) * unit) / rows, 46 * unit)


def _draw_head(canvas: Canvas, box: Rect, part: Component, shown: Sequence[Picture], theme: Theme, unit: float,
               links: Links) -> None:
    swatch = Rect(box.x, box.y + 2 * unit, 20 * unit, 20 * unit)
    draw_ground(canvas, swatch, part.index, theme)
    canvas.rect(swatch, None, edge_of(theme, part.index), 2 * unit, 3 * unit)
    title = f"Component {part.letter}"
    if part.count:
        some = {1: "The only placement", 2: "Both placements"}.get(part.count, f"All {brief(part.count)} placements")
        title = f"{some} of {part.letter}"
        if part.count < sum(picture.times for picture in shown):  # those with more mines are counted next
            title = f"Placements of {part.letter}: {brief(part.count)} counted so far"
    elif any(picture.mines for picture in shown):
        title = f"Placements of {part.letter}, so far"
    links.write(canvas, (box.x + 28 * unit, box.center[1]), title, 15 * unit, theme.text, "left", "bold",
                numbers=[placements_of(part)] if part.count and brief(part.count) in title else ())
    said = "weight: in how many ways all else goes on"
    left = box.w - 40 * unit - canvas.measure(title, 15 * unit, "bold")
    if shown and shown[0].weight and canvas.measure(said, 12 * unit) < left:
        canvas.text((box.right, box.center[1]), said, 12 * unit, theme.muted, "right")


def _write(canvas: Canvas, box: Rect, text: str, theme: Theme, unit: float, links: Links,
           numbers: Sequence[Number]) -> None:
    size = 15 * unit
    size = max(SMALLEST, min(size, size * box.w / canvas.measure(text, size, "bold")))
    line = wrap_text(canvas, text, box.w + 4, size, "bold")[0]
    links.write(canvas, (box.x, box.center[1]), line, size, theme.text, "left", "bold", numbers=numbers,
                behind=line.find(": "))


def _crop(game: Gnomine, part: Component) -> tuple[int, int, list[tuple[str, int, int]]]:
    """The rows and columns of the part of the board that has a component and its numbers, and the fields in it."""
    spots = [place(field) for field in (*part.cells, *(number.name[1:] for number in part.numbers))]
    top, left = min(i for i, _ in spots), min(j for _, j in spots)
    bottom, right = max(i for i, _ in spots), max(j for _, j in spots)
    cells = [(name(i, j), i - top, j - left) for i in range(top, bottom + 1) for j in range(left, right + 1)]
    return bottom - top + 1, right - left + 1, [cell for cell in cells if cell[0] in game.seen]


def _draw_card(canvas: Canvas, card: Rect, state: State, part: Component,
               crop: tuple[list[tuple[str, int, int]], float], picture: Picture, heaviest: int, theme: Theme,
               unit: float, links: Links) -> None:
    """A picture, and below it its mines and its weight, as a number and as a bar, hatched by turns for other numbers of
    mines on the others."""
    cells, side = crop
    if picture.ringed:
        canvas.rect(card, mix(theme.panel, theme.test, 0.16), theme.test, 3 * unit, 6 * unit)
    inner = card.inset(7 * unit, 6 * unit)
    small = side < _DETAILED * unit
    if small:  # the board's outline, and in it the component alone
        canvas.rect(Rect(inner.x, inner.y, side * (1 + max(j for _, _, j in cells)),
                         side * (1 + max(i for _, i, _ in cells))), mix(theme.panel, theme.text, 0.14))
    for field, i, j in cells:
        if small and field not in part.cells:
            continue
        tile = Rect(inner.x + j * side, inner.y + i * side, side - 1, side - 1)
        _draw_field(canvas, tile, field, state, part, picture, theme)
    _draw_weight(canvas, inner, part, picture, heaviest, theme, unit, links)


def _draw_weight(canvas: Canvas, inner: Rect, part: Component, picture: Picture, heaviest: int, theme: Theme,
                 unit: float, links: Links) -> None:
    """Below a picture its mines and its weight."""
    y, one = inner.bottom - (_WORDS - 12) * unit, picture.times == 1
    size = 13 * unit
    text = counted(picture.number, "mine") + (f" × {brief(picture.times)}" if picture.times > 1 else "")
    size = min(size, size * inner.w / canvas.measure(text, size))
    if picture.mines or picture.weight:
        links.write(canvas, (inner.x, y), text, size, theme.text, behind=text.find("×"),
                    numbers=() if one else [ways_of(part, picture.number)])
    if not picture.weight:
        return
    weight, room = brief(picture.total), inner.w - canvas.measure(text, size) - 6 * unit
    bold = min(16 * unit, 16 * unit * room / canvas.measure(weight, 16 * unit, "bold"))
    if bold >= SMALLEST:
        links.write(canvas, (inner.right, y), weight, bold, theme.text, "right", "bold",
                    numbers=[weight_of(part, picture.number, picture.total, one=one)])
    bar = Rect(inner.x, y + 10 * unit, inner.w, 12 * unit)
    canvas.rect(bar, theme.background)
    _draw_bar(canvas, bar, picture, heaviest, theme, unit)
    parts = parts_of(part, picture.number, [picture.times * weight for weight in picture.weight], one=one)
    split = " + ".join(number.text for number in parts)
    if len(picture.weight) > 1 and canvas.measure(split, 12 * unit) <= inner.w:
        links.write(canvas, (inner.x, bar.bottom + 9 * unit), split, 12 * unit, theme.muted, numbers=parts)


def _draw_bar(canvas: Canvas, bar: Rect, picture: Picture, heaviest: int, theme: Theme, unit: float) -> None:
    color = theme.mine if picture.ringed else theme.muted
    x = bar.x
    for index, one in enumerate(picture.weight):
        wide = bar.w * (picture.times * one / heaviest)
        canvas.rect(Rect(x, bar.y, wide, bar.h), color if index % 2 == 0 else mix(color, theme.background, 0.45))
        at = x + 3 * unit
        while index % 2 and at < x + wide - 3 * unit:
            canvas.line((at, bar.bottom), (at + 3 * unit, bar.y), theme.background, 1)
            at += 5 * unit
        x += wide


def _draw_field(canvas: Canvas, tile: Rect, field: str, state: State, part: Component, picture: Picture,
                theme: Theme) -> None:
    game: Gnomine = state.position()
    seen, size, mine = game.seen[field], tile.w * 0.7, mine_at(state, part, picture, field)
    own = field in part.cells
    if seen >= 0:
        canvas.rect(tile, mix(theme.uncovered, theme.panel, 0.25))
        if seen and size >= SMALLEST - 1:
            canvas.text(tile.center, str(seen), size, theme.on_uncovered, "center", "bold")
        return
    ground = theme.mine if own and mine else tint_of(theme, part.index) if own else mix(theme.covered, theme.panel, 0.5)
    canvas.rect(tile, ground)
    if tile.w <= _SIGNED:
        return
    if mine:
        canvas.circle(tile.center, tile.w * 0.26, theme.on_mine if own else theme.mine)
    elif mine is False and (picture.mines or not own):
        dot = max(1.5, tile.w * 0.1)
        canvas.rect(Rect(tile.center[0] - dot / 2, tile.center[1] - dot / 2, dot, dot), theme.on_constraint)


def said_of(field: str, shown: Sequence[Picture], mines: int, total: int) -> str:
    """The sum of the ringed pictures, of all."""
    share = f"{large(mines)} of all {large(total)} = {percent(Fraction(mines, total))}"
    terms = [picture.total for picture in shown if picture.ringed]
    if 1 < len(terms) <= _MOST_TERMS and sum(terms) == mines:
        share = f"{' + '.join(f'{term:,}' for term in terms)} = {share}"
    return f"a mine at {field}: {share}"


def numbers_of(part: Component | None, field: str, shown: Sequence[Picture], mines: int, total: int) -> list[Number]:
    """Those in it."""
    terms = [picture for picture in shown if picture.ringed]
    listed = part is not None and 1 < len(terms) <= _MOST_TERMS and sum(picture.total for picture in terms) == mines
    weights_ = [weight_of(part, picture.number, picture.total, one=picture.times == 1)
                for picture in terms] if part is not None and listed else []
    exact = [replace(number, form=plain) for number in weights_]
    return [*exact, *share_of(field, mines, total)]
