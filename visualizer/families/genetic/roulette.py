"""The roulette: a strip with a piece for each individual that does not die, as wide as its chance to be a parent, and
how often it was drawn; below it the same with the weights reversed, for the poor."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.genetic.numbers import times_of
from visualizer.families.genetic.state import PopulationState
from visualizer.stage.links import Links

_LABEL = 46.0  # points
_LEAST = 12.0  # points: smaller numbers are left out


def chances(population: PopulationState) -> list[float]:
    """Of each that does not die: times-better, how much better than the worst it is, plus 1, as a share of all."""
    times_better = [population.fitness[-1] + 1 - fitness for fitness in population.fitness[:population.staying]]
    return [one / sum(times_better) for one in times_better]


def draw_roulette(canvas: Canvas, box: Rect, population: PopulationState, theme: Theme, unit: float,
                  links: Links | None = None) -> None:
    """One strip, or two where poor ones were drawn."""
    fit = population.drawn[:len(population.drawn) - population.poor]
    poor = population.drawn[len(fit):]
    shares = chances(population)
    strips = [("fit", shares, fit)] * bool(fit) + [("poor", shares[::-1], poor)] * bool(poor)
    high = min(58 * unit, box.h / len(strips))
    for index, (label, of, drawn) in enumerate(strips):
        _draw_strip(canvas, Rect(box.x, box.y + index * high, box.w, high), label, of, drawn, theme, unit,
                    links or Links())


def _draw_strip(canvas: Canvas, box: Rect, label: str, shares: Sequence[float], drawn: Sequence[int], theme: Theme,
                unit: float, links: Links) -> None:
    """Each piece with its number, those that were drawn in yellow; above it how often."""
    left, room = box.x + _LABEL * unit, box.w - _LABEL * unit
    above, rest = box.split_top(18 * unit)
    strip = Rect(left, rest.y, room, min(26 * unit, rest.h - 4 * unit))
    canvas.text((box.x, strip.center[1]), label, 13 * unit, theme.text, "left", "bold")
    times, x, said = Counter(drawn), left, -1e9
    for index, share in enumerate(shares):
        number, wide = index + 1, room * share
        hit = times.get(number, 0)
        fill = theme.test if hit else mix(theme.raised, theme.panel, 0.5 * (index % 2))
        canvas.rect(Rect(x, strip.y, max(0.6, wide - min(1.0, wide * 0.1)), strip.h), fill)
        size = min(12 * unit, strip.h * 0.7)
        size *= min(1.0, wide * 0.9 / canvas.measure(str(number), size, "bold"))
        if size >= _LEAST * unit:
            ink = theme.on_test if hit else theme.muted
            canvas.text((x + wide / 2, strip.center[1]), str(number), size, ink, "center", "bold")
        word = f"{hit}×"
        width = canvas.measure(word, 12 * unit)
        if hit and x + wide / 2 - width / 2 > said and x + wide / 2 + width / 2 <= box.right:
            links.write(canvas, (x + wide / 2, above.center[1]), word, 12 * unit, theme.text, "center",
                        numbers=[times_of(number, hit, poor=label == "poor")])
            said = x + wide / 2 + width / 2 + 2 * unit
        x += wide
