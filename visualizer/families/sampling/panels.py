"""Beside the board: the constraint that a sampler works on, its candidates with what they would break, its samples."""

from __future__ import annotations

from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.words import counted, verb
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.sampling.numbers import (
    breaks_of,
    chains_of,
    headline_numbers,
    numbers_of,
    since_of,
    true_of,
)
from visualizer.families.sampling.state import SamplingState
from visualizer.runs.lazy_form import Form
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links
from visualizer.stage.panels import Fact, draw_facts

_LINE = 0.66  # of the height of a row, its text
_MOST_ROWS = 7  # candidates


def draw_sampling(canvas: Canvas, box: Rect, state: SamplingState, form: Form | None, theme: Theme, unit: float,
                  links: Links) -> None:
    """What is going on in a line, the candidates, and what was found so far."""
    head, rest = box.split_top(24 * unit, 4 * unit)
    color = theme.good if state.sample else theme.text
    said = fit_text(canvas, headline(state), head.w, 15 * unit, "bold")
    links.write(canvas, (head.x, head.center[1]), said, 15 * unit, color, "left", "bold",
                numbers=headline_numbers(state))
    rest, foot = rest.split_bottom(66 * unit, 4 * unit)
    draw_facts(canvas, foot, totals(state), theme, unit, links)
    if state.candidates is not None:
        line, rest = rest.split_top(20 * unit, 4 * unit)
        if form is not None and state.constraint is not None:
            said, true = constraint_text(state, form, state.constraint)
            small = 13 * unit * min(1.0, line.w / max(1.0, canvas.measure(said, 13 * unit)))
            links.write(canvas, (line.x, line.center[1]), said, small, theme.muted, numbers=[true],
                        behind=said.rfind(", "))
        _draw_candidates(canvas, rest, state, theme, unit, links)


def headline(state: SamplingState) -> str:
    """Where the chain is."""
    if state.sample:
        return "All constraints are satisfied: a sample"
    if state.unsatisfied is None:
        certain = len(state.fixed)
        fixed = f"{counted(certain, 'variable')} {verb(certain, 'are')} certain, {state.free} free"
        return "A deal is being drawn" if state.chain else fixed
    if state.unsatisfied == 0:
        return "All constraints hold: any variable is flipped"
    return f"{counted(state.unsatisfied, 'constraint')} {verb(state.unsatisfied, 'are')} not satisfied"


def constraint_text(state: SamplingState, form: Form, number: int) -> tuple[str, Number]:
    """The constraint that was chosen: where it comes from, and how many of its literals are true now, which is the
    last number in the text."""
    true = state.true.get(state.chain, set()) | {literal for literal in state.fixed if not literal.startswith("¬")}
    literals = [form.word(literal) for literal in form.literals(number)]
    count = sum((literal.lstrip("¬") in true) != literal.startswith("¬") for literal in literals)
    least = form.constraints[number - 1].minimum if isinstance(form, AtLeastForm) else 1
    origin = form.origins[number - 1]
    said = (f"Constraint {number}{f', {origin}' if origin else ''}: of {counted(len(literals), 'literal')} "
            f"{least} must be true, {count} {verb(count, 'are')}")
    return said, true_of(state, literals, count)


def totals(state: SamplingState) -> list[Fact]:
    """What was found so far, and by whom."""
    begun = len(state.true)
    chains = f"{begun}, now chain {state.chain}" if begun > 1 else "one" if begun else "none yet"
    numbers, twice = numbers_of(state), state.found - state.new
    return [Fact("Samples", f"{state.found:,} found, {state.new:,} of them new, {twice:,} found before",
                 numbers=tuple(numbers[:3])), Fact("Recorded", f"{state.recorded:,}", numbers=(numbers[3],)),
            Fact("Chains", chains, numbers=(chains_of(state),) if len(state.true) > 1 else ())]


def _draw_candidates(canvas: Canvas, box: Rect, state: SamplingState, theme: Theme, unit: float,
                     links: Links) -> None:
    """A row for each: a block for each constraint that the flip would break, and how long ago it was flipped, if that
    is why it is tabu."""
    scored = state.candidates
    assert scored is not None
    found = list(zip(scored.candidates, scored.breaks, strict=True))[:_MOST_ROWS]
    most = max(1, int(box.h / (SMALLEST / _LINE * unit)))
    here = next((at for at, (name, _) in enumerate(found) if name == state.flipped), 0)
    rows = found[:most] if here < most else [*found[:most - 1], found[here]]  # the one that was taken, in any case
    step = min(21 * unit, box.h / max(1, len(rows)))
    size, side = step * _LINE, step * 0.5
    names = max(canvas.measure(name, size, "mono") for name, _ in rows) + 26 * unit
    for index, (name, breaks) in enumerate(rows):
        y = box.y + (index + 0.5) * step
        if name == state.flipped:
            canvas.rect(Rect(box.x, y - step / 2, box.w, step), theme.current, radius=3 * unit)
            canvas.polygon([(box.x + 4 * unit, y - side / 2), (box.x + 12 * unit, y), (box.x + 4 * unit, y + side / 2)],
                           theme.accent)
        canvas.text((box.x + 18 * unit, y), name, size, theme.text, "left", "mono")
        x = box.x + names
        for block in range(min(breaks, 8)):
            canvas.rect(Rect(x + block * side * 1.25, y - side / 2, side, side), theme.bad)
        x += min(breaks, 8) * side * 1.25 + 6 * unit
        said, numbers = "breaks nothing", list[Number]()
        if breaks:
            said = f"breaks {breaks}"
            numbers.append(breaks_of(name, scored.candidates.index(name), breaks))
        if name in scored.tabu:
            said += ": tabu"
            if since := state.since(name):
                said += f", flipped {counted(since, 'step')} ago"
                numbers.append(since_of(state, name, since))
        links.write(canvas, (x, y), fit_text(canvas, said, box.right - x, size), size, theme.text, numbers=numbers)
