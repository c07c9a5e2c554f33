"""What a population draws over any board, where the best individual is: on each variable what the violated constraints
on it cost, a line between the two of each, and the value that a variable has outside its domain."""

from __future__ import annotations

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.state import population_of
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.violations import draw_number, draw_pairs

_MOST_LINES = 6  # with more, only the numbers are drawn: a bad individual is a tangle


def draw_best(canvas: Canvas, box: Rect, board: Board, state: State, theme: Theme) -> None:
    """Lines first, so that the numbers lie above them."""
    population = population_of(state)
    places, costs = board.layout.places, population.costs()
    pairs = [(cost.scope[0], cost.scope[1]) for cost in costs if len(cost.scope) == 2]
    draw_pairs(canvas, box, board, pairs, (), theme, _MOST_LINES)
    of: dict[str, int] = {}
    for cost in costs:
        for x in cost.scope:
            of[x] = of.get(x, 0) + cost.cost
    outside = population.outside()
    for x, cost_of in of.items():
        if x in places:
            text = f"✗ {outside[x]}: {cost_of}" if x in outside else str(cost_of)
            draw_number(canvas, board.place(box, x), text, theme)
