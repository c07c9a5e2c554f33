"""Beside the board: the constraint that is looked at, as a formula and as a cut-out, and where the algorithm is."""

from __future__ import annotations

import re
from collections.abc import Mapping

from algorithms.core import Algorithm, words
from algorithms.problems.forms.csp import Constraint, Domain
from visualizer.canvas.primitives import Canvas, Rect, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.families.consistency.numbers import left_of, test_of, undefined_of
from visualizer.families.consistency.pair_panel import draw_listed, draw_pairs
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.families.consistency.trial_panel import draw_trials
from visualizer.runs.states import State
from visualizer.stage.panels import Fact, algorithm_facts, draw_facts, draw_legend_and_facts, ended, not_begun
from visualizer.stage.view import View

_LARGE = 560.0, 320.0  # points of the panel, which grows with the board's place
_MOST_NAMED = 8  # undefined variables of a constraint


def facts(board: State, algorithm: Algorithm, position: int = 0) -> list[Fact]:
    """Where in the algorithm we are, as long as no variable is tested: which constraint, and what is known of it."""
    state = looked_at(board)
    if state.constraint is None:
        idle = "a new pass begins" if state.number else not_begun(position, board)
        return [*algorithm_facts(algorithm), Fact("Now", ended(board, algorithm) or idle)]
    lines = [Fact("Constraint", state.constraint)]
    if board.wiped is not None:
        lines.append(Fact("No solution", board.wiped[2], "bad"))
    if state.variable is None and board.wiped is not None:
        return lines
    if state.constraint in state.tuples:
        return [*lines, *_compared(state, state.constraint)]
    if state.counted or state.pair is not None:
        return [*lines, *_counted_sum(state)]
    return [*lines, _undefined(state)]


def _undefined(state: ConsistencyState) -> Fact:
    """The undefined variables of the constraint by name, the first ones where they are many."""
    names = ", ".join(state.unknown[:_MOST_NAMED]) or "none; one check is left"
    if len(state.unknown) <= _MOST_NAMED:
        return Fact("Undefined", names)
    return Fact("Undefined", f"{len(state.unknown)}: {names} …", numbers=(undefined_of(state),))


def _counted_sum(state: ConsistencyState) -> list[Fact]:
    """Of a sum: beside which constraint it is looked at, and which values have a support, by what the others need."""
    lines = [Fact("Undefined", f"{len(state.unknown)}, all alike", numbers=(undefined_of(state),))]
    if state.pair is not None:
        lines = [Fact("Beside", state.pair)]
    return [*lines, *(_verdict(state, index) for index in range(len(state.counted)))]


def _verdict(state: ConsistencyState, index: int) -> Fact:
    """What one of the tests of a sum has found."""
    test = state.counted[index]
    found, ins, color = ("✓ found", "in", "good") if test.supported else ("✗ not found", "not in", "bad")
    return Fact(f"Support for {test.value}", f"{found}: {test.needed} {ins} {test.least}–{test.most}", color,
                test_of(state, index))


def _compared(state: ConsistencyState, constraint: str) -> list[Fact]:
    """How many tuples a constraint has left, and which other constraint they are compared with."""
    lines = [Fact("Tuples", f"{state.tuples[constraint]} left", numbers=(left_of(state, constraint),))]
    if state.pair is None:
        return lines
    lines += [Fact("Compared", state.pair), Fact("Shared", ", ".join(state.shared))]
    if state.extends is not None:
        text = f"✓ fits one of {state.pair}" if state.extends else f"✗ fits none of {state.pair}"
        lines.append(Fact("Tuple", f"{words(state.values)}: {text}", "good" if state.extends else "bad"))
    return lines


def draw_formula(canvas: Canvas, box: Rect, constraint: Constraint, state: State, theme: Theme, unit: float) -> None:
    """The constraint as the thesis writes it, ``C := …``, on at most two lines; each name has the colour of the board,
    its own as a bar below it."""
    text = f"{constraint.name} := {constraint.text}"
    size = 15 * unit
    while size > 8 * unit and len(wrap_text(canvas, text, box.w, size)) > 2:
        size *= 0.94
    for index, row in enumerate(wrap_text(canvas, text, box.w, size)[:2]):
        middle = box.y + (index + 0.5) * box.h / 2
        canvas.text((box.x, middle), row, size, theme.text)
        for start, end, role in roles(row, constraint, looked_at(state), state.domains):
            left, right = (box.x + canvas.measure(row[:at], size) for at in (start, end))
            if role == "constraint":  # too dark for a bar
                canvas.rect(Rect(left, middle - 0.62 * size, right - left, 1.3 * size), theme.constraint, radius=unit)
                canvas.text((left, middle), row[start:end], size, theme.on_constraint)
            else:
                canvas.rect(Rect(left, middle + 0.6 * size, right - left, 3 * unit), getattr(theme, role), radius=unit)


def roles(text: str, constraint: Constraint, state: ConsistencyState,
          domains: Mapping[str, Domain]) -> list[tuple[int, int, str]]:
    """Where a line of the formula names the constraint and its variables: from, to, and which colour they have on the
    board."""
    unknown = [x for x in state.unknown if len(domains[x]) > 1]
    named = {constraint.name: "constraint", **dict.fromkeys(constraint.scope, "known"),
             **dict.fromkeys(unknown, "unknown")}
    if state.variable is not None:
        named[state.variable] = "test"
    longest = sorted(named, key=len, reverse=True)  # C(1,1) has the name of a cell in it
    either = re.compile(rf"(?<!\w)x?({'|'.join(map(re.escape, longest))})(?!\w)")
    return [(found.start(), found.end(), named[found.group(1)]) for found in either.finditer(text)]


def focus_parts(box: Rect, unit: float) -> tuple[Rect, Rect, Rect]:
    """The parts of the panel of the current constraint: its formula, its cut-out, the text area."""
    formula, rest = box.split_top(42 * unit, 6 * unit)
    cut_out, text = rest.split_left(min(rest.h, rest.w * 0.44), 14 * unit)
    return formula, cut_out, text


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The current constraint; where there is none, what the colours mean."""
    state, lines = view.state, facts(view.state, view.algorithm, view.timeline.position)
    name = looked_at(state).constraint
    current = view.board.constraint(state, name) if name is not None else None
    if looked_at(state).variable is not None:
        draw_trials(canvas, box, view, theme, unit)
        return
    if draw_pairs(canvas, box, view, theme, unit):
        return
    if current is None:
        draw_legend_and_facts(canvas, box, view.board.legend, lines, theme, unit, view.links)
        return
    formula, cut_out, text = focus_parts(box, unit)
    draw_formula(canvas, formula, current, state, theme, unit)
    if draw_listed(canvas, box.split_top(formula.h, 6 * unit)[1], view, theme, unit):
        return
    view.board.draw_focus(canvas, cut_out, view.before, state, view.t, theme, view.pointed)
    draw_facts(canvas, text, lines, theme, unit, view.links)


def draw_large(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The same in the place of the board, as large as it gets there."""
    canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
    inner = box.inset(14 * unit, 34 * unit)
    scale = max(1.0, min(inner.w / (_LARGE[0] * unit), inner.h / (_LARGE[1] * unit)))
    with canvas.clip(inner):
        draw_focus(canvas, inner, view, theme, unit * scale)
