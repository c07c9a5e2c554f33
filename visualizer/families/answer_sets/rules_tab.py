"""The tab of the rules: what M makes of each. And what all tabs of programs share."""

from __future__ import annotations

from collections.abc import Iterator

from algorithms.problems.forms.program import LogicProgram
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.loop_state import LoopState
from visualizer.families.answer_sets.reading import reading_of, silent
from visualizer.families.answer_sets.rule_lines import draw_rule
from visualizer.families.answer_sets.state import program_in
from visualizer.runs.states import State
from visualizer.stage.view import View

_LINE = 18.0  # units: a rule


def program_and_rule(state: State) -> tuple[LogicProgram, int]:
    """The program of any of these families, and the rule that is looked at; 0 for none."""
    known = program_in(state)
    if known is not None:
        return known.program, known.rule
    searched = state.of(LoopState)
    assert searched is not None
    return searched.program, 0


def shown(count: int, most: int, wanted: int) -> range:
    """Which of so many lines are shown where only ``most`` fit: those around the one that is wanted."""
    if count <= most:
        return range(count)
    top = max(0, min(wanted - most // 2, count - most))
    return range(top, top + most)


def draw_rules(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """All rules in their order, and what M makes of each; where they are many, those around the one looked at, or the
    first one that mentions what is pointed at."""
    program, rule = program_and_rule(view.state)
    reading, links = reading_of(program, view.state), view.links
    if view.questioned:
        reading = silent(reading)
    pointed = next((number for number in range(1, program.count + 1)
                    if any(links.lit(program.names[abs(literal) - 1]) for literal in _atoms(program, number))), 0)
    looked_at = pointed or rule
    origin = program.origins[looked_at - 1] if looked_at else ""
    box, foot = box.split_bottom((42 if origin else 18) * unit)
    most = max(1, int(box.h / (_LINE * unit)))
    lines = shown(program.count, most, (looked_at or 1) - 1)
    step = min(_LINE * 1.35 * unit, box.h / max(1, len(lines)))
    for index, number in enumerate(line + 1 for line in lines):
        line = Rect(box.x, box.y + index * step, box.w, step)
        if number == rule:
            canvas.rect(line, theme.current, radius=3 * unit)
        words, said = line.split_left(line.w * 0.58, 8 * unit)
        for spot, name in draw_rule(canvas, words, reading, number, theme, unit, links.lit):
            links.drawn(name, spot)
        color = getattr(theme, reading.verdict(number).color)
        text = few_text(canvas, reading.said(number), said.w, 12.5 * unit)[0]
        canvas.text((said.x, said.center[1]), text, 12.5 * unit, color)
    if view.questioned:
        return
    blocked = sum(verdict.kind == "blocked" for verdict in reading.verdicts)
    text = f"{counted(program.count, 'rule')}: {reading.whole:,} with a true body, {blocked:,} blocked"
    canvas.text((foot.x, foot.bottom - 9 * unit), text, 12.5 * unit, theme.muted)
    if origin:
        text = f"rule {looked_at:,} comes from {origin}"
        canvas.text((foot.x, foot.y + 11 * unit), fit_text(canvas, text, foot.w, 12.5 * unit), 12.5 * unit, theme.text)


def _atoms(program: LogicProgram, number: int) -> Iterator[int]:
    rule = program.rules[number - 1]
    yield from ((rule.head,) if rule.head else ())
    yield from (*rule.positive, *rule.negative)
