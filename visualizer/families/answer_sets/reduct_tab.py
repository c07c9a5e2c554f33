"""The tab of the reduct: the rules that go, the least model of the others, and what that makes of X."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import least_model, reduct
from algorithms.words import listed, plural
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.reading import reading_of, set_of
from visualizer.families.answer_sets.rule_lines import draw_chip, draw_struck, flow
from visualizer.families.answer_sets.rules_tab import program_and_rule, shown
from visualizer.families.answer_sets.state import program_in
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.view import View

_LINE, _LEAST_LINE, _NUMBER = 26.0, 17.0, 34.0  # points: a rule, one of many, and its number with the gap behind it
_LARGEST = 17.0  # the size of a rule


class Reduced(NamedTuple):
    """How far a reduct has come: X; by rule what is against it (None: it stays; not there: not known yet); the atoms
    reached, each with its rule; the verdict, empty as long as there is none, and whether X is an answer set."""

    x: frozenset[int]
    fate: Mapping[int, tuple[int, ...] | None]
    least: Mapping[int, int]
    verdict: str
    stable: bool


def reduced(program: LogicProgram, state: State) -> Reduced:
    """The reduct that a run makes; where it makes none, that of M⁺, at once."""
    known = program_in(state)
    if known is None or known.guess is None:
        return whole(program, frozenset(literal for literal in reading_of(program, state).m if literal > 0))
    number = {name: atom for atom, name in enumerate(program.names, 1)}
    fate: dict[int, tuple[int, ...] | None] = {rule: tuple(number[b] for b in by) for rule, by in known.gone.items()}
    done = program.count if known.reduct is not None else max((0, *known.gone, *known.without))
    fate |= {rule: None for rule in range(1, done + 1) if rule not in fate}
    least = {number[name]: rule for name, rule in known.least.items()}
    ended = bool(known.refused or known.found)
    verdict = whole(program, frozenset(number[name] for name in known.guess))
    return Reduced(verdict.x, fate, least, verdict.verdict if ended else "", verdict.stable)


@lru_cache(maxsize=64)
def whole(program: LogicProgram, x: frozenset[int]) -> Reduced:
    """The whole reduct of X, its least model, the verdict."""
    left = reduct(program, x)
    kept = dict(left)
    fate: dict[int, tuple[int, ...] | None] = {}
    for number, rule in enumerate(program.rules, 1):
        fate[number] = None if number in kept else tuple(atom for atom in dict.fromkeys(rule.negative) if atom in x)
    number_of = {rule: number for number, rule in reversed(left)}
    least = {atom: number_of[rule] for atom, rule in least_model([rule for _, rule in left])}
    violated = [number for number, rule in left if not rule.head and set(rule.positive) <= x]
    unreached, extra = sorted(x - least.keys()), sorted(least.keys() - x)
    why = [f"{listed(map(program.word, unreached))} never reached"] * bool(unreached)
    why += [f"{listed(map(program.word, extra))} reached, and not in X"] * bool(extra)
    why += [f"X violates rule {number}" for number in violated[:1]]
    stable = not why
    return Reduced(x, fate, least, "X is an answer set: its own least model" if stable
                   else f"X is no answer set: {'; '.join(why)}", stable)


def draw_reduct(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """X, the reduct as far as it has come, the rules that go, the least model atom by atom, the verdict."""
    program, rule = program_and_rule(view.state)
    found = reduced(program, view.state)
    known = program_in(view.state)
    guessed = known is not None and known.guess is not None
    size = 12.5 * unit
    line, box = box.split_top(18 * unit, 2 * unit)
    text = f"{'guess X' if guessed else 'X = M⁺'} = {set_of(program, found.x)}"
    shown_text = fit_text(canvas, text, line.w, size, "bold")
    canvas.text((line.x, line.center[1]), shown_text, size, theme.text, "left", "bold")
    box, foot = box.split_bottom(54 * unit, 3 * unit)
    box, gone = box.split_bottom(18 * unit)
    _draw_left(canvas, box, program, rule, found, theme, unit)
    _draw_gone(canvas, gone, program, found, theme, unit)
    _draw_outcome(canvas, foot, program, found, theme, unit, view.links)


def in_reduct(program: LogicProgram, number: int) -> str:
    """How a rule that stays reads in the reduct: without its ``not``s; a choice that X makes is made."""
    rule = program.rules[number - 1]
    body = ", ".join(map(program.said, rule.positive))
    head = program.said(rule.head) if rule.head else "⊥"
    return f"{head} ← {body}" if body or not rule.head else head


def _draw_left(canvas: Canvas, box: Rect, program: LogicProgram, rule: int, found: Reduced, theme: Theme,
               unit: float) -> None:
    """The rules that stay, as they read in the reduct, as large as there is room; in two columns where one has little
    for each and they are short; those around the one in question where that does not do either."""
    left = [number for number in sorted(found.fate) if found.fate[number] is None]
    if not left:
        text = "no rule is left" if len(found.fate) == program.count else "the rules that stay, without their nots"
        canvas.text((box.x, box.y + 13 * unit), text, 12.5 * unit, theme.muted)
    most = max(1, int(box.h / (_LEAST_LINE * unit)))
    longest = max((canvas.measure(in_reduct(program, number), _LARGEST * unit) for number in left), default=0.0)
    half = (box.w - 12 * unit) / 2
    columns = 2 if len(left) * _LINE * unit > box.h and half >= longest + _NUMBER * unit else 1
    lines = shown(len(left), most * columns, left.index(rule) if rule in left else 0)
    rows = max(1, -(-len(lines) // columns))
    step, wide = min(_LINE * unit, box.h / rows), box.w if columns == 1 else half
    size = max(12.5 * unit, min(_LARGEST * unit, 0.72 * step))
    for index, number in enumerate(left[line] for line in lines):
        place = Rect(box.x + index // rows * (wide + 12 * unit), box.y + index % rows * step, wide, step)
        if number == rule:
            canvas.rect(place, theme.current, radius=3 * unit)
        numbered, words = place.split_left((_NUMBER - 8) * unit, 8 * unit)
        canvas.text((numbered.right, place.center[1]), str(number), 12 * unit, theme.muted, "right")
        draw_struck(canvas, words, in_reduct(program, number), size, theme.text, None)


def _draw_gone(canvas: Canvas, box: Rect, program: LogicProgram, found: Reduced, theme: Theme, unit: float) -> None:
    """The rules that are not in the reduct, each with what is against it."""
    gone = {number: against for number, against in sorted(found.fate.items()) if against is not None}
    if not gone:
        return
    each = [f"{number} ({listed([program.names[atom - 1] for atom in against])} in X)" if against
            else f"{number} (not chosen by X)" for number, against in gone.items()]
    text = f"gone: {plural(len(gone), 'rule')} {', '.join(each)}"
    text = few_text(canvas, text, box.w, 12.5 * unit, joint=", ")[0]
    canvas.text((box.x, box.center[1]), text, 12.5 * unit, theme.bad)


def _draw_outcome(canvas: Canvas, box: Rect, program: LogicProgram, found: Reduced, theme: Theme, unit: float,
                  links: Links) -> None:
    """The least model in the order in which it was reached, and what that makes of X."""
    size = 12.5 * unit
    canvas.line((box.x, box.y), (box.right, box.y), theme.edge, unit)
    row, last = box.inset(0, 4 * unit).split_top(21 * unit, 2 * unit)
    label = "least model"
    canvas.text((row.x, row.center[1]), label, size, theme.muted)
    row = row.split_left(canvas.measure(label, size), 10 * unit)[1]
    names = [program.names[atom - 1] for atom in found.least]
    places = flow(canvas, row, names, size, 20 * unit, 5 * unit)
    for place, name in zip(places, names, strict=False):
        draw_chip(canvas, place, name, True, theme, size, lit=links.lit(name))
        links.drawn(name, place)
    if not names:
        canvas.text((row.x, row.center[1]), "∅", size, theme.text)
    elif len(places) < len(names):
        x = places[-1].right + 6 * unit if places else row.x
        canvas.text((x, row.center[1]), f"+{len(names) - len(places)}", 12 * unit, theme.muted)
    if found.verdict:
        color = theme.good if found.stable else theme.bad
        canvas.text((last.x, last.center[1]), "✓" if found.stable else "✗", 15 * unit, color, "left", "bold")
        words = last.split_left(18 * unit, 4 * unit)[1]
        lines = wrap_text(canvas, found.verdict, words.w, size, "bold")
        lines = lines if len(lines) < 3 else [lines[0], fit_text(canvas, " ".join(lines[1:]), words.w, size, "bold")]
        for index, text in enumerate(lines):
            y = words.center[1] + (index - (len(lines) - 1) / 2) * 15 * unit
            canvas.text((words.x, y), text, size, color, "left", "bold")
