"""What is wrong with the best individual: its violated constraints, and the costs that add up to its fitness."""

from __future__ import annotations

from algorithms.genetic.fitness import OUTSIDE, Cost
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.genetic.numbers import cost_of, since_of, worth_of
from visualizer.families.genetic.state import PopulationState, population_of
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links
from visualizer.stage.view import View

_ROW = 19.0  # points


def draw_costs(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The dearest first, in one column or two; what has no room is added up in the last row."""
    population = population_of(view.state)
    if not population.champion:
        canvas.text(box.center, "nobody is best so far", 13 * unit, theme.muted, "center")
        return
    head, rest = box.split_top(22 * unit, 8 * unit)
    costs = sorted(population.costs(), key=lambda cost: -cost.cost)
    said = f"Fitness {population.worth:,}, found in generation {population.since:,}"
    color = theme.text if costs else theme.good
    view.links.write(canvas, (head.x, head.center[1]), fit_text(canvas, said, head.w, 14 * unit, "bold"), 14 * unit,
                     color, "left", "bold", numbers=[worth_of(population), since_of(population)])
    if not costs:
        canvas.text((rest.x, rest.y + 10 * unit), "✓ nothing is violated: a solution", 14 * unit, theme.good)
        return
    rows = max(1, int(rest.h / (_ROW * unit)))
    columns = 1 if len(costs) <= rows else 2
    room = rows * columns
    shown = costs if len(costs) <= room else costs[:room - 1]
    wide = (rest.w - (columns - 1) * 18 * unit) / columns
    lines = [(_said(population, cost, view), cost_of(population, [cost])) for cost in shown]
    if len(shown) < len(costs):
        more = costs[len(shown):]
        lines.append((f"{counted(len(more), 'more violation')}", cost_of(population, more)))
    for index, (text, cost) in enumerate(lines):
        column, row = divmod(index, rows)
        _draw_line(canvas, Rect(rest.x + column * (wide + 18 * unit), rest.y + row * _ROW * unit, wide, _ROW * unit),
                   text, cost, theme, unit, view.links)


def _draw_line(canvas: Canvas, row: Rect, text: str, cost: Number, theme: Theme, unit: float, links: Links) -> None:
    size, y, price = 13 * unit, row.center[1], cost.text
    wide = canvas.measure(price, size, "bold")
    canvas.text((row.x, y), "✗", size, theme.bad, "left", "bold")
    canvas.text((row.x + 18 * unit, y), fit_text(canvas, text, row.w - wide - 26 * unit, size), size, theme.text)
    links.write(canvas, (row.right, y), price, size, theme.bad, "right", "bold", numbers=[cost])


def _said(population: PopulationState, cost: Cost, view: View) -> str:
    """The constraint by its name and as people write it; where these say the same, once."""
    if cost.cost >= OUTSIDE and len(cost.scope) == 1 and cost.name == cost.scope[0]:
        return f"{cost.name} = {population.outside().get(cost.name, '?')}, outside its domain"
    constraint = view.board.constraint(view.state, cost.name)
    if constraint is None or not constraint.text:
        return cost.name
    same = constraint.text.replace(" ", "") == cost.name.replace(" ", "")
    return constraint.text if same else f"{cost.name}: {constraint.text}"
