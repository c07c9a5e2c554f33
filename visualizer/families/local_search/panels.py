"""The panel of a repair: the chosen variable with the conflicts of each of its values, and how much is violated."""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.problems.forms.csp import Value
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.numbers import numbers_of, tried_of, violated_of
from visualizer.families.local_search.state import RepairState, repair_of
from visualizer.stage.family import Legend
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts
from visualizer.stage.view import View

LEGEND: Legend = (
    ("mine", "number of conflicts"), ("test", "chosen, in conflict"),
    ("constraint", "has just taken its value"), ("no_mine", "a solution"),
)
_WORDY = 40.0  # points: a narrower column has no words below its value
_WIDEST = 84.0  # points: a column
_LEAST = 12.0  # points: values that are written smaller are left out


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being chosen; before anything is, what the colours mean."""
    repair = repair_of(view.state)
    if not repair.number and not repair.gave_up:
        facts = [*algorithm_facts(view.algorithm), Fact("Now", "not started")]
        draw_legend_and_facts(canvas, box, LEGEND, facts, theme, unit)
        return
    head, rest = box.split_top(24 * unit, 4 * unit)
    color = theme.good if repair.solved else theme.bad if repair.gave_up else theme.text
    said = fit_text(canvas, headline(repair), head.w, 15 * unit, "bold")
    canvas.text((head.x, head.center[1]), said, 15 * unit, color, "left", "bold")
    rest, foot = rest.split_bottom(44 * unit, 6 * unit)
    draw_facts(canvas, foot, totals(repair), theme, unit, view.links)
    if repair.variable is not None and (repair.tried or repair.noisy):
        domain = repair.domains.get(repair.variable, view.state.domains[repair.variable])
        _draw_values(canvas, rest, repair, domain, theme, unit, view.links)
    else:
        ended = [Fact("Ended", repair.gave_up)] if repair.gave_up else []
        draw_legend_and_facts(canvas, rest, LEGEND, ended, theme, unit)


def headline(repair: RepairState) -> str:
    """What is going on, in a line."""
    if repair.solved:
        return "A solution: no constraint is violated"
    if repair.gave_up:
        return "No solution was found"
    x = repair.variable
    if x is None:
        return "All variables have a value" if repair.complete else f"Try {repair.number} begins"
    if repair.taken is None:
        return f"{x}: any value, says the noise" if repair.noisy else f"{x}: which value has the fewest conflicts?"
    if not repair.complete:
        return f"{x} starts with {repair.taken}"
    stays = repair.taken == repair.before
    return f"{x} stays at {repair.taken}" if stays else f"{x} goes from {repair.before} to {repair.taken}"


def totals(repair: RepairState) -> list[Fact]:
    """How much is violated, and how far the search is."""
    violated, conflicted = len(repair.violated), len(repair.conflicts)
    text, style = ("nothing", "good") if repair.complete else ("nothing so far", "muted")
    if violated:
        text, style = f"{counted(violated, 'constraint')}; {counted(conflicted, 'variable')} in conflict", "bad"
    step = counted(repair.steps, "step") if repair.steps else "no step so far"
    return [Fact("Violated", text, style, violated_of(repair) if violated else ()),
            Fact("So far", f"{step}, try {repair.number:,}", numbers=numbers_of(repair))]


def _draw_values(canvas: Canvas, box: Rect, repair: RepairState, domain: Sequence[Value], theme: Theme,
                 unit: float, links: Links) -> None:
    """A column for each value, as high as it has conflicts, with the number; below it the value, and which it had and
    has taken."""
    wide = min(_WIDEST * unit, box.w / len(domain))
    box, words = box.split_bottom(16 * unit)
    bars, names = box.split_bottom(20 * unit, 3 * unit)
    most = max((1, *repair.tried.values()))
    number = min(13 * unit, wide * 0.6)
    room = bars.split_top(number * 1.3)[1]
    left = box.x + (box.w - wide * len(domain)) / 2
    for index, value in enumerate(domain):
        x, now = left + index * wide, value == repair.taken
        if now:
            canvas.rect(Rect(x + wide * 0.04, bars.y, wide * 0.92, words.bottom - bars.y), theme.current,
                        radius=min(4 * unit, wide * 0.2))
        count = repair.tried.get(value)
        if count is not None:
            high = max(unit, room.h * count / most)
            canvas.rect(Rect(x + wide * 0.2, room.bottom - high, wide * 0.6, high),
                        theme.mine if count else theme.no_mine)
            if number >= _LEAST * unit:
                above = x + wide / 2, room.bottom - high - number * 0.65
                links.write(canvas, above, str(count), number, theme.text, "center", numbers=[tried_of(repair, value)])
        size = min(14 * unit, wide * 0.6)
        if size >= _LEAST * unit:
            text = fit_text(canvas, str(value), wide * 0.9, size, "bold")
            canvas.text((x + wide / 2, names.center[1]), text, size, theme.text, "center", "bold")
        _draw_word(canvas, (x + wide / 2, words.center[1]), repair, value, wide, theme, unit)
    canvas.line((left, room.bottom), (left + wide * len(domain), room.bottom), theme.muted, 1)


def _draw_word(canvas: Canvas, at: tuple[float, float], repair: RepairState, value: Value, wide: float, theme: Theme,
               unit: float) -> None:
    """Which value the variable had, and which it has taken: where a word is too long for it, a sign."""
    had, takes = value == repair.before, value == repair.taken
    if not had and not takes:
        return
    wordy = wide >= _WORDY * unit
    text = ("stays" if had else "takes") if takes else "had"
    sign = "▲" if takes else "•"
    canvas.text(at, text if wordy else sign, 12 * unit, theme.accent if takes else theme.muted,
                "center", "bold" if takes else "sans")

