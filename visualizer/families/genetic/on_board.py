"""What a population draws over any board, where the best individual is: on each variable what the violated constraints
on it cost, a line between the two of each, and the value that a variable has outside its domain."""

from __future__ import annotations

from collections.abc import Iterator

from algorithms.genetic.fitness import Cost
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.numbers import costs_on
from visualizer.families.genetic.state import PopulationState, population_of
from visualizer.runs.boards import Board, OnBoard
from visualizer.runs.states import State
from visualizer.stage.links import boxes_in
from visualizer.stage.violations import ON_BADGE, badge_of, draw_number, draw_pairs

_MOST_LINES = 6  # with more, only the numbers are drawn: a bad individual is a tangle


def draw_best(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """Lines first, so that the numbers lie above them."""
    population = population_of(state)
    places, costs = board.layout.places, population.costs()
    for x, old in population.moved.items():
        if x in places:
            _draw_moved(canvas, board.place(box, x), f"was {old}", theme)
    pairs = [(cost.scope[0], cost.scope[1]) for cost in costs if len(cost.scope) == 2]
    draw_pairs(canvas, box, board, pairs, (), theme, _MOST_LINES)
    for x, (_, text) in _priced(population).items():
        if x in places:
            draw_number(canvas, board.place(box, x), text, theme)


def _draw_moved(canvas: Canvas, place: Rect, text: str, theme: Theme) -> None:
    """That a variable had another value in the best one before: a rim, and where it has room, which one."""
    wide = max(1.5, min(4.0, place.w * 0.04))
    canvas.rect(place.inset(wide / 2), None, theme.accent, wide, place.w * 0.08)  # at the edge: names need the rest
    size = min(16.0, max(SMALLEST, place.h * 0.15))
    tab = canvas.measure(text, size, "bold") + size * 0.6
    if tab > place.w - 4 * wide or place.h < 3.5 * size:
        return
    ground = Rect(place.center[0] - tab / 2, place.bottom - size * 1.3, tab, size * 1.3)
    canvas.rect(ground, theme.accent, radius=size * 0.25)
    canvas.text(ground.center, text, size, theme.on_accent, "center", "bold")


def numbers_of_costs(canvas: Canvas, box: Rect, board: Board, state: State) -> Iterator[OnBoard]:
    """Those that are written; the value that a variable has outside its domain is none of them."""
    population = population_of(state)
    for x, (costs, text) in _priced(population).items():
        if x in board.layout.places:
            badge, written = badge_of(canvas, board.place(box, x), text)
            number = costs_on(population, x, costs)
            size, behind = badge.h * ON_BADGE, text.find(":") + 1
            for place, _ in boxes_in(canvas, badge.center, text, size, "center", "bold", numbers=[number],
                                     behind=behind) if written else ():
                yield OnBoard(place, number, x)


def _priced(population: PopulationState) -> dict[str, tuple[list[Cost], str]]:
    """For each variable the violated constraints on it, and what is written there."""
    found: dict[str, list[Cost]] = {}
    for cost in population.costs():
        for x in cost.scope:
            found.setdefault(x, []).append(cost)
    outside, texts = population.outside(), dict[str, str]()
    for x, costs in found.items():
        price = sum(cost.cost for cost in costs)
        texts[x] = f"✗ {outside[x]}: {price}" if x in outside else str(price)
    return {x: (costs, texts[x]) for x, costs in found.items()}
