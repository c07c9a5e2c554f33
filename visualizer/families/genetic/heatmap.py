"""The whole population: an individual a line, the best on top; a gene's mark stands where its value is.

Where individuals agree, marks stand below each other and make an upright line. Blue is what most of them have, amber
anything else; below the dashed line they die next. Of a crossing, a bar is at each cut.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from algorithms.core import Event
from algorithms.genetic.events import Born, GenerationEnded
from algorithms.problems.forms.csp import Value
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.strokes import draw_dashed, draw_dashed_frame
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.crossing import Slots, draw_groups, groups_of
from visualizer.families.genetic.numbers import agreed_of, fitness_of
from visualizer.families.genetic.state import Genes, PopulationState, population_of
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.spots import Spot

_MOST_MARKS = 6000  # lines times genes that are drawn: of more individuals every so-manieth, of more genes the first
_MOST_GENES = 400
_HIGHEST = 60.0  # pixels: a line
_MOST_MOVING = 2500  # marks that move one by one while the lines are sorted
_LEFT, _RIGHT = 44.0, 104.0  # points beside the genes: what becomes of them; the fitness


class Lines(NamedTuple):
    """Which individuals are drawn, by their places from 0, and where: each as high as ``high``."""

    places: tuple[int, ...]
    top: float
    high: float

    def y(self, place: int) -> float:
        """Where the line of an individual begins, or that of the next one drawn."""
        index = next((i for i, other in enumerate(self.places) if other >= place), len(self.places))
        return self.top + index * self.high


def lines_of(population: PopulationState, box: Rect) -> Lines:
    """All, or every so-manieth where there is no room; parents and children on show are always among them."""
    size, genes = len(population.genes), min(_MOST_GENES, len(population.genes[0]))
    room = max(4, min(int(box.h / 2), _MOST_MARKS // max(1, genes)))
    step = -(-size // room)
    shown = set(range(0, size, step)) | {place for place, _ in _tagged(population)}
    assert population.begun is not None
    high = min(box.h / max(1, min(population.begun.size, len(shown) if step > 1 else population.begun.size)), _HIGHEST)
    return Lines(tuple(sorted(shown)), box.y, high)


def _tagged(population: PopulationState) -> list[tuple[int, str]]:
    """The parents and the children on show, by place, with their letters."""
    if population.parents is None:
        return []
    found = [(number - 1, letter) for number, letter in zip(population.parents.numbers, "AB", strict=False)]
    return [*found, *((place - 1, "child") for place in population.children)]


class Way(NamedTuple):
    """What is on the way between two states: the population before, if it is being sorted, and which child is coming
    down to its line; ``part`` of the way, 0–1, is done."""

    before: PopulationState | None = None
    child: int | None = None
    part: float = 1.0


STILL = Way()


def way_of(event: Event | None, before: State, t: float) -> Way:
    """The way to an event's state."""
    if t < 1 and isinstance(event, GenerationEnded):
        return Way(before=population_of(before), part=t)
    if t < 1 and isinstance(event, Born):
        return Way(child=event.place - 1, part=t)
    return STILL


def draw_heatmap(canvas: Canvas, box: Rect, state: State, theme: Theme, unit: float, way: Way = STILL,
                 links: Links | None = None) -> list[Spot]:
    """Marks, fitness, who dies next, who has children. Returns where the lines are."""
    population = population_of(state)
    if not population.genes:
        canvas.text(box.center, "nobody is born so far", 13 * unit, theme.muted, "center")
        return []
    head, rest = box.split_top(16 * unit, 3 * unit)
    rest, foot = rest.split_bottom(16 * unit, 5 * unit)
    groups = groups_of(population)
    drawn = _first(groups)
    field = Rect(rest.x + _LEFT * unit, rest.y, max(1.0, rest.w - (_LEFT + _RIGHT) * unit), rest.h)
    slots = Slots.of([size for _, size in drawn], field.x, field.w)
    lines = lines_of(population, field)
    draw_groups(canvas, head, drawn, slots, theme, unit)
    canvas.text((head.right, head.center[1]), "fitness", 12 * unit, theme.muted, "right")
    whole = Rect(field.x, lines.top, field.w, lines.high * len(lines.places))

    def marks(on: Canvas, room: Rect) -> None:
        on.rect(room, theme.panel)
        moved = Slots(tuple(x - field.x + room.x for x in slots.left), slots.wide)
        _draw_marks(on, population, lines._replace(top=room.y), moved, theme, unit)

    moving = way.before is not None and len(lines.places) == len(population.genes) <= _MOST_MOVING // len(slots.left)
    if way.before is not None and moving:
        _draw_moving(canvas, population, way.before, way.part, lines, slots, theme, unit)
    else:
        canvas.picture((tuple(population.genes), lines.places, theme.name), whole, marks)
    _draw_fitness(canvas, rest, population, lines, theme, unit, links or Links())
    _draw_fate(canvas, rest, population, lines, theme, unit)
    _draw_tags(canvas, rest, population, lines, way, theme, unit)
    _draw_cuts(canvas, population, lines, slots, way, theme, unit)
    _draw_foot(canvas, foot, population, lines, theme, unit, links or Links())
    return [Spot(Rect(rest.x, lines.top + index * lines.high, rest.w, lines.high), place,
                 f"individual {place + 1:,} on the board") for index, place in enumerate(lines.places)]


def _first(groups: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """As many genes as are drawn."""
    found, room = list[tuple[str, int]](), _MOST_GENES
    for name, size in groups:
        if room > 0:
            found.append((name, min(size, room)))
            room -= size
    return found


def most_of(genes: Sequence[Genes], gene: int) -> Value:
    """What most individuals have there; of a tie, what the better ones have."""
    counts = Counter(row[gene] for row in genes)
    return max(counts, key=counts.__getitem__)


def _draw_marks(canvas: Canvas, population: PopulationState, lines: Lines, slots: Slots, theme: Theme,
                unit: float) -> None:
    """A slot for each gene; in it an upright piece for all lines below each other that have the same value."""
    rows = [population.genes[place] for place in lines.places]
    bottom = lines.top + lines.high * len(rows)
    columns = population.columns()
    for gene, left in enumerate(slots.left):
        gap = min(unit, slots.wide * 0.1)
        canvas.rect(Rect(left + gap, lines.top, max(0.5, slots.wide - 2 * gap), bottom - lines.top), theme.raised)
        usual, (column, count) = most_of(population.genes, gene), columns[gene]
        room = slots.wide - 2 * gap
        wide = max(1.0, room / count * 0.8)
        for start, end, value in _runs([row[gene] for row in rows]):
            x = left + gap + (room - wide) * column[value] / max(1, count - 1)
            y, high = lines.top + start * lines.high, (end - start) * lines.high
            gap_below = min(unit, lines.high * 0.15)
            canvas.rect(Rect(x, y, wide, max(0.8, high - gap_below)),
                        theme.known if value == usual else theme.unknown)


def _draw_moving(canvas: Canvas, population: PopulationState, before: PopulationState, part: float, lines: Lines,
                 slots: Slots, theme: Theme, unit: float) -> None:
    """Each line on its way from where it stood to where it is sorted."""
    columns, ease = population.columns(), part * part * (3 - 2 * part)
    usual = [most_of(population.genes, gene) for gene in range(len(slots.left))]
    order = sorted(range(len(before.fitness)), key=before.fitness.__getitem__)
    for new, old in enumerate(order):
        y = lines.top + (old + (new - old) * ease) * lines.high
        for gene, left in enumerate(slots.left):
            column, count = columns[gene]
            value, gap = before.genes[old][gene], min(unit, slots.wide * 0.1)
            room = slots.wide - 2 * gap
            wide = max(1.0, room / count * 0.8)
            x = left + gap + (room - wide) * column[value] / max(1, count - 1)
            canvas.rect(Rect(x, y, wide, max(0.8, lines.high - min(unit, lines.high * 0.15))),
                        theme.known if value == usual[gene] else theme.unknown)


def _runs(values: Sequence[Value]) -> Iterator[tuple[int, int, Value]]:
    """From where to where values are the same."""
    at = 0
    for value, same in groupby(values):
        end = at + len(list(same))
        yield at, end, value
        at = end


def _draw_fitness(canvas: Canvas, rest: Rect, population: PopulationState, lines: Lines, theme: Theme, unit: float,
                  links: Links) -> None:
    """A bar for each line, as long as its fitness; the numbers of the first, the last, and where they start to die, and
    of parents and the children that are born."""
    x, wide = rest.right - (_RIGHT - 8) * unit, 54 * unit
    most = max(1, *population.fitness)
    for index, place in enumerate(lines.places):
        worth = population.fitness[place]
        if worth:
            canvas.rect(Rect(x, lines.top + index * lines.high, max(1.0, wide * worth / most),
                             max(0.8, lines.high * 0.8)), theme.muted)
    size, last = 12 * unit, -1e9
    unborn = {place - 1 for place, child in population.children.items() if child.fitness is None}
    wanted = {0, population.staying - 1, len(population.fitness) - 1, *(place for place, _ in _tagged(population))}
    for place in sorted(place for place in wanted - unborn if 0 <= place < len(population.fitness)):
        y = max(lines.y(place) + lines.high / 2, lines.top + size * 0.6)
        y = min(y, rest.bottom - size * 0.5)
        if y - last >= size * 1.1:
            number = fitness_of(population, place)
            links.write(canvas, (rest.right, y), number.text, size, theme.text, "right", numbers=[number])
            last = y


def _draw_fate(canvas: Canvas, rest: Rect, population: PopulationState, lines: Lines, theme: Theme,
               unit: float) -> None:
    """The dashed line, and on both sides of it what becomes of them."""
    assert population.begun is not None
    if len(population.genes) < population.begun.size or not population.staying:
        return
    y, bottom = lines.y(population.staying), lines.top + lines.high * len(lines.places)
    left, right = rest.x + (_LEFT - 6) * unit, rest.right - (_RIGHT - 64) * unit
    draw_dashed(canvas, (left, y), (right, y), theme.bad, 1.5 * unit, 5 * unit)
    size = 12 * unit
    tags = [lines.y(place) + lines.high / 2 for place, _ in _tagged(population)]
    for text, middle, color in (("stay", (lines.top + y) / 2, theme.good), ("die next", (y + bottom) / 2, theme.bad)):
        parts = text.split()
        if all(abs(tag - middle) > size * (0.8 + 0.6 * len(parts)) for tag in tags):
            for index, part in enumerate(parts):
                at = rest.x, middle + (index - (len(parts) - 1) / 2) * size * 1.2
                canvas.text(at, part, size, color, "left", "bold")


def _draw_tags(canvas: Canvas, rest: Rect, population: PopulationState, lines: Lines, way: Way, theme: Theme,
               unit: float) -> None:
    """Frames around the lines of the parents and, dashed, of the places that their children take; the one that is just
    born comes down to its place."""
    left, right = rest.x + (_LEFT - 3) * unit, rest.right - (_RIGHT - 3) * unit
    size, used = 12 * unit, list[float]()
    for place, tag in _tagged(population):
        y, high = lines.y(place), lines.high
        if place == way.child:
            y = lines.top + (y - lines.top) * way.part
        frame = Rect(left, y - 1.5 * unit, right - left, high + 2 * unit)
        if tag == "child":
            inner = frame.inset(0, min(4 * unit, 0.15 * high))  # apart from the line of a parent, or of who dies next
            draw_dashed_frame(canvas, inner, theme.good, 1.5 * unit, 4.5 * unit)
        else:
            canvas.rect(frame, None, theme.test if theme.name == "dark" else theme.constraint, 2 * unit, 3 * unit)
        at = y + high / 2
        free = all(abs(at - other) >= size * 1.15 for other in used)
        if free or tag != "child":
            used.append(at)
        if tag == "child" and free:
            canvas.text((rest.x, at), tag, size, theme.good, "left", "bold")
        elif tag != "child":  # of two lines that are close, the second has its letter before that of the first
            box = Rect(rest.x + (20 if free else 2) * unit, at - size * 0.6, 16 * unit, size * 1.2)
            canvas.rect(box, theme.test, radius=3 * unit)
            canvas.text(box.center, tag, size, theme.on_test, "center", "bold")


def _draw_cuts(canvas: Canvas, population: PopulationState, lines: Lines, slots: Slots, way: Way, theme: Theme,
               unit: float) -> None:
    """A bar at each cut through the lines of both parents and of their children."""
    cuts = () if population.parents is None else population.parents.cuts
    for cut in (cut for cut in cuts if cut < len(slots.left)):
        x = slots.edge(cut)
        for place, _ in _tagged(population):
            if place != way.child:
                canvas.rect(Rect(x - 2 * unit, lines.y(place), 4 * unit, lines.high), theme.accent)


def _draw_foot(canvas: Canvas, foot: Rect, population: PopulationState, lines: Lines, theme: Theme, unit: float,
               links: Links) -> None:
    """What the colours mean, and what is left out."""
    size, side, x = 12 * unit, 9 * unit, foot.x
    for color, text in ((theme.known, "as most have it"), (theme.unknown, "otherwise")):
        canvas.rect(Rect(x, foot.center[1] - side / 2, side, side), color)
        canvas.text((x + side + 4 * unit, foot.center[1]), text, size, theme.muted)
        x += side + canvas.measure(text, size) + 20 * unit
    shown, every = len(lines.places), len(population.genes)
    agreed, genes = agreement(population.genes), len(population.genes[0])
    more = f"{agreed} of {genes:,} genes agree in ¾ of all" if shown == every else f"{shown} of {every:,} are drawn"
    if canvas.measure(more, size) > foot.right - x:
        more = more.removesuffix(" in ¾ of all")
    if genes > _MOST_GENES:
        more = f"{more}; the first {_MOST_GENES} genes"
    more = fit_text(canvas, more, foot.right - x, size)
    links.write(canvas, (foot.right, foot.center[1]), more, size, theme.muted, "right",
                numbers=[agreed_of(agreed)] if shown == every else ())


def agreement(genes: Sequence[Genes]) -> int:
    """How many genes are the same in at least three quarters of all individuals."""
    return sum(4 * Counter(column).most_common(1)[0][1] >= 3 * len(genes) for column in zip(*genes, strict=True))
