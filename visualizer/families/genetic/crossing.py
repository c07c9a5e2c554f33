"""The panel of one birth: the parents, where they are cut, the children gene by gene, and what mutated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from algorithms.core import Algorithm
from algorithms.genetic.events import Crossed
from algorithms.problems.forms.csp import Value
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.numbers import (
    born_of,
    child_of,
    drawn_of,
    generation_of,
    measure_of,
    newest_of,
    parent_of,
    since_of,
)
from visualizer.families.genetic.roulette import draw_roulette
from visualizer.families.genetic.state import Child, Parents, PopulationState, population_of
from visualizer.runs.numbers import Number
from visualizer.stage.family import Legend
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend, draw_legend_and_facts
from visualizer.stage.view import View

LEGEND: Legend = (
    ("known", "as most; from A"), ("unknown", "unlike most"), ("clue", "given; from B"), ("mark", "mutated"),
    ("test", "a parent"), ("mine", "cost of violations"),
)
_LEAST = 12.0  # points: smaller values are not written
_BANDED = 4.0  # points: narrower genes that look the same are drawn as one band
_LABEL, _WORTH = 46.0, 44.0  # points beside the genes


@dataclass(frozen=True)
class Slots:
    """Where genes are drawn: places along a line, with a gap between the rows of the puzzle."""

    left: tuple[float, ...]
    wide: float

    @classmethod
    def of(cls, groups: Sequence[int], x: float, width: float) -> Slots:
        """Groups of so many genes side by side."""
        count, gaps = sum(groups), len(groups) - 1
        gap = min(10.0, 0.3 * width / (count + gaps)) if gaps else 0.0
        wide, left, at = (width - gap * gaps) / max(1, count), [], x
        for size in groups:
            for _ in range(size):
                left.append(at)
                at += wide
            at += gap
        return cls(tuple(left), wide)

    def edge(self, genes: int) -> float:
        """The place after so many genes: in the middle of the gap, where there is one."""
        if genes == 0:
            return self.left[0]
        end = self.left[genes - 1] + self.wide
        return end if genes == len(self.left) else (end + self.left[genes]) / 2


def groups_of(population: PopulationState) -> list[tuple[str, int]]:
    """The rows of the puzzle in the order of the genes, each with its name and how many genes it has: where its units
    follow each other; else one group without a name."""
    assert population.begun is not None
    variables, found, at = population.begun.variables, list[tuple[str, int]](), 0
    units = {unit[0]: (name, unit) for name, unit in reversed(list(population.csp.units.items()))}
    while at < len(variables):
        name, unit = units.get(variables[at], ("", ()))
        if not unit or variables[at:at + len(unit)] != unit:
            return [("", len(variables))]
        found.append((name, len(unit)))
        at += len(unit)
    return found


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The birth under way; between births how the generation stands."""
    population = population_of(view.state)
    if population.parents is not None:
        draw_birth(canvas, box, population, theme, unit, view.links)
        return
    head, rest = box.split_top(24 * unit, 4 * unit)
    color = theme.good if population.solved else theme.bad if population.stopped else theme.text
    said = fit_text(canvas, headline(population), head.w, 15 * unit, "bold")
    view.links.write(canvas, (head.x, head.center[1]), said, 15 * unit, color, "left", "bold",
                     numbers=_told(population))
    if population.drawn:
        draw_roulette(canvas, rest.split_bottom(102 * unit)[0], population, theme, unit, view.links)
        draw_legend(canvas, rest.split_bottom(96 * unit)[1], legend(view.algorithm), theme, unit)
        return
    facts = [*algorithm_facts(view.algorithm), Fact("Now", "not started")]
    if population.begun is not None:
        facts = _facts(population)
    draw_legend_and_facts(canvas, rest, legend(view.algorithm), facts, theme, unit, view.links)


def legend(algorithm: Algorithm) -> Legend:
    """Who only copies has no B."""
    if any(counter.counts is Crossed for counter in algorithm.counters):
        return LEGEND
    return tuple((role, meaning.removesuffix("; from B")) for role, meaning in LEGEND)


def headline(population: PopulationState) -> str:
    """What is going on, in a line."""
    begun = population.begun
    if begun is None:
        return "No population yet"
    if population.solved:
        return "A solution: nothing is violated"
    if population.stopped:
        return "No solution was found"
    if len(population.genes) < begun.size:
        return f"The first population: {len(population.genes)} of {begun.size} are born"
    if population.drawn:
        return f"{counted(len(population.drawn), 'parent')} drawn: the wider, the likelier"
    return f"Generation {population.generation}" if population.ordered else "The first population is complete"


def _told(population: PopulationState) -> list[Number]:
    """The numbers of the headline."""
    if population.begun is None or population.solved or population.stopped:
        return []
    if len(population.genes) < population.begun.size:
        return [born_of(population)]
    return [drawn_of(population)] if population.drawn else [generation_of(population)] if population.ordered else []


def _facts(population: PopulationState) -> list[Fact]:
    if population.stopped:
        return [Fact("Ended", population.stopped)]
    if not population.ordered:
        newest = len(population.fitness)
        told = f"number {newest}, fitness {population.fitness[-1]:,}" if newest else "nobody so far"
        return [Fact("Newest", told, numbers=(born_of(population), newest_of(population)) if newest else ())]
    fitness = population.fitness
    middle = fitness[(len(fitness) - 1) // 2]
    known = population.champion and population.worth == fitness[0]
    best = f"since generation {population.since}" if known else "better than ever before"
    spread = {"best": fitness[0], "median": middle, "worst": fitness[-1]}
    return [Fact("Fitness", ", ".join(f"{name} {value:,}" for name, value in spread.items()),
                 numbers=tuple(measure_of(name, value) for name, value in spread.items())),
            Fact("Best", best, "text" if fitness[0] else "good", (since_of(population),) if known else ())]


def draw_birth(canvas: Canvas, box: Rect, population: PopulationState, theme: Theme, unit: float,
               links: Links) -> None:
    """Parents above, children below, a bar through all of them at each cut."""
    parents, assigned = population.parents, list(population.children.items())
    assert parents is not None
    head, rest = box.split_top(24 * unit, 2 * unit)
    _draw_head(canvas, head, parents, assigned, theme, unit)
    rest, foot = rest.split_bottom(20 * unit, 2 * unit)
    names, rest = rest.split_top(16 * unit)
    groups = groups_of(population)
    slots = Slots.of([size for _, size in groups], rest.x + _LABEL * unit, rest.w - (_LABEL + _WORTH) * unit)
    draw_groups(canvas, names, groups, slots, theme, unit)
    rows = len(parents.genes) + len(assigned)
    high = min(44 * unit, rest.h / (rows + 0.8))
    y, top = rest.y, rest.y
    for letter, genes in zip("AB", parents.genes, strict=False):
        row = Rect(rest.x, y, rest.w, high * 0.86)
        fills = [(theme.known, theme.on_known) if letter == "A" else (theme.clue, theme.on_clue)] * len(genes)
        _draw_label(canvas, row, letter, theme.test, theme.on_test, theme, unit)
        _draw_genes(canvas, row, genes, fills, slots, letter == "B", theme, unit)
        _draw_worth(canvas, row, parent_of(population, "AB".index(letter)), theme.text, unit, links)
        y += high
    y = _draw_origins(canvas, y, high * 0.8, parents, slots, theme, unit)
    for index, (place, child) in enumerate(assigned):
        row = Rect(rest.x, y, rest.w, high * 0.86)
        _draw_child(canvas, row, child, index, parents, slots, theme, unit, links, place)
        y += high
    for cut in parents.cuts:
        x = slots.edge(cut)
        canvas.rect(Rect(x - 1.5 * unit, top - 3 * unit, 3 * unit, y - top), theme.accent)
    _draw_mutations(canvas, foot, population, assigned, theme, unit)


def _draw_head(canvas: Canvas, head: Rect, parents: Parents, children: Sequence[tuple[int, Child]], theme: Theme,
               unit: float) -> None:
    """Who, and where the cut is."""
    places = " and ".join(f"{place}" for place, _ in children)
    if len(parents.numbers) == 1:
        said, where = f"Number {parents.numbers[0]} has a child, the new number {places}", ""
    else:
        said = f"Numbers {parents.numbers[0]} and {parents.numbers[1]} have children"
        where = "cut after gene" + ("s " if len(parents.cuts) > 1 else " ") + " and ".join(map(str, parents.cuts))
        where = "cut before the first gene" if parents.cuts == (0,) else where
    wide = canvas.measure(where, 13 * unit, "bold") if where else 0.0
    room = head.w - wide - 10 * unit
    if canvas.measure(said, 15 * unit, "bold") > room:
        said = said.partition(" have ")[0]
    said = fit_text(canvas, said, room, 15 * unit, "bold")
    canvas.text((head.x, head.center[1]), said, 15 * unit, theme.text, "left", "bold")
    if where:
        canvas.text((head.right, head.center[1]), where, 13 * unit, theme.accent, "right", "bold")


def draw_groups(canvas: Canvas, box: Rect, groups: Sequence[tuple[str, int]], slots: Slots, theme: Theme,
                 unit: float) -> None:
    """The names of the rows, if all of them can be read."""
    at, found = 0, list[tuple[float, str]]()
    for name, size in groups:
        left, right = slots.left[at], slots.left[at + size - 1] + slots.wide
        if not name or canvas.measure(name, 12 * unit) > right - left:
            return
        found.append(((left + right) / 2, name))
        at += size
    for x, name in found:
        canvas.text((x, box.center[1]), name, 12 * unit, theme.muted, "center")


def _draw_label(canvas: Canvas, row: Rect, text: str, fill: Color | None, ink: Color, theme: Theme,
                unit: float) -> None:
    tag = Rect(row.x, row.y, (_LABEL - 8) * unit, row.h)
    canvas.rect(tag, fill, theme.good if fill is None else None, 1.5 * unit, 4 * unit)
    canvas.text(tag.center, text, (13 if len(text) == 1 else 12) * unit, ink, "center", "bold")


def _draw_worth(canvas: Canvas, row: Rect, number: Number | None, color: Color, unit: float, links: Links) -> None:
    text = "?" if number is None else number.text
    size = min(13 * unit, row.h * 0.75)
    size *= min(1.0, (_WORTH - 6) * unit / max(1.0, canvas.measure(text, size, "bold")))
    links.write(canvas, (row.right, row.center[1]), text, size, color, "right", "bold",
                numbers=() if number is None else (number,))


def _draw_genes(canvas: Canvas, row: Rect, genes: Sequence[Value], fills: Sequence[tuple[Color, Color]], slots: Slots,
                square: bool, theme: Theme, unit: float) -> None:
    """A cell for each gene, with its value where it can be read."""
    if slots.wide < _BANDED * unit:
        for start, end in _bands(fills, slots):
            left, right = slots.left[start], slots.left[end - 1] + slots.wide
            canvas.rect(Rect(left, row.y, right - left, row.h), fills[start][0])
        return
    gap = min(1.5 * unit, slots.wide * 0.12)
    size = min(12 * unit, row.h * 0.7)
    longest = max((canvas.measure(str(value), size, "bold") for value in set(genes)), default=1.0)
    size *= min(1.0, (slots.wide - 2 * gap) * 0.92 / max(1.0, longest))
    for x, value, (fill, ink) in zip(slots.left, genes, fills, strict=True):
        cell = Rect(x + gap, row.y, max(0.5, slots.wide - 2 * gap), row.h)
        canvas.rect(cell, fill, radius=0 if square or size < _LEAST * unit else min(3 * unit, cell.w * 0.3))
        if size >= _LEAST * unit:
            canvas.text(cell.center, str(value), size, ink, "center", "bold")


def _bands(fills: Sequence[tuple[Color, Color]], slots: Slots) -> Iterator[tuple[int, int]]:
    """From where to where genes side by side look the same."""
    start = 0
    for at in range(1, len(fills) + 1):
        if at == len(fills) or fills[at] != fills[start] or slots.left[at] - slots.left[at - 1] > 1.01 * slots.wide:
            yield start, at
            start = at


def _parts(parents: Parents, end: int) -> Iterator[tuple[int, int, int]]:
    """The pieces between cuts: from which gene to which, and of which parent the first child has it, 0 or 1."""
    edges = (0, *parents.cuts, end)
    for index in range(len(edges) - 1):
        if edges[index] < edges[index + 1]:
            yield edges[index], edges[index + 1], index % 2


def _draw_origins(canvas: Canvas, y: float, high: float, parents: Parents, slots: Slots, theme: Theme,
                  unit: float) -> float:
    """Above each piece of the first child the parent that it is from; the second child has the other one's."""
    if len(parents.genes) == 1:
        return y
    size = min(12 * unit, high * 0.8)
    for start, end, parent in _parts(parents, len(slots.left)):
        left, right = slots.edge(start) + 4 * unit, slots.edge(end) - 4 * unit
        text = "AB"[parent]
        said = f"from {text}"
        if canvas.measure(said, size) > right - left:
            said = text
        if canvas.measure(said, size) <= right - left:
            canvas.text(((left + right) / 2, y + high / 2), said, size, theme.muted, "center")
    return y + high


def _draw_child(canvas: Canvas, row: Rect, child: Child, index: int, parents: Parents, slots: Slots, theme: Theme,
                unit: float, links: Links, place: int) -> None:
    """Its genes in the colours of the parents that they are from, mutated ones in their own."""
    of = [(theme.known, theme.on_known), (theme.clue, theme.on_clue)]
    fills = [of[0]] * len(child.genes)
    for start, end, parent in _parts(parents, len(child.genes)):
        fills[start:end] = [of[parent ^ index]] * (end - start)
    for gene in child.changed:
        fills[gene] = theme.mark, theme.panel
    _draw_label(canvas, row, "child", None, theme.good, theme, unit)
    _draw_genes(canvas, row, child.genes, fills, slots, False, theme, unit)
    for gene in child.changed:
        x = slots.left[gene] + slots.wide / 2
        canvas.polygon([(x - 4 * unit, row.bottom + 5 * unit), (x, row.bottom + unit),
                        (x + 4 * unit, row.bottom + 5 * unit)], theme.mark)
    if child.fitness is None:
        _draw_worth(canvas, row, None, theme.muted, unit, links)
    else:
        better = child.fitness < min(parents.fitness)
        worse = child.fitness > max(parents.fitness)
        _draw_worth(canvas, row, child_of(place, child.fitness),
                    theme.good if better else theme.bad if worse else theme.text, unit, links)


def _draw_mutations(canvas: Canvas, foot: Rect, population: PopulationState, children: Sequence[tuple[int, Child]],
                    theme: Theme, unit: float) -> None:
    """What mutated, from which value to which; then what came of it, until the next child mutates."""
    assert population.begun is not None and population.parents is not None
    names, size = population.begun.variables, 13 * unit
    told = [f"{names[gene]} {before} → {child.genes[gene]}" for _, child in children
            for gene, before in child.changed.items()]
    waiting = [child for _, child in children if child.fitness is None]
    verdict = "" if any(child.changed for child in waiting) else _verdict(population.parents,
                                                                          [child for _, child in children])
    wide = canvas.measure(verdict, size, "bold") if verdict else 0.0
    text = f"mutated: {', '.join(told)}" if told else "nothing has mutated so far" if waiting else "no mutation"
    text = fit_text(canvas, text, foot.w - wide - 12 * unit, size)
    canvas.text((foot.x, foot.center[1]), text, size, theme.mark if told else theme.muted)
    if verdict:
        canvas.text((foot.right, foot.center[1]), verdict, size, theme.text, "right", "bold")


def _verdict(parents: Parents, children: Sequence[Child]) -> str:
    """How the child that was born last compares with its parents."""
    born = [child.fitness for child in children if child.fitness is not None]
    if not born:
        return ""
    best, worst, two = min(parents.fitness), max(parents.fitness), len(parents.fitness) == 2
    if born[-1] < best:
        return "better than both" if two else "better"
    if born[-1] > worst:
        return "worse than both" if two else "worse"
    return "not better"


