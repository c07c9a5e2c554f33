"""The states of the run in a column beside the graph, each at the height of its place in it."""

from __future__ import annotations

import numpy as np

from algorithms.transitions.records import FAIL, State, is_consistent, text
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.transitions.drawn import Drawn
from visualizer.families.transitions.layout import spread
from visualizer.families.transitions.look import Field, Look
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.strokes import fit_record

_HIGH, _APART = 24.0, 27.0  # points: of a state in the column, and from one to the next


def draw_column(canvas: Canvas, box: Rect, field: Field, drawn: Drawn, state: TransitionState, look: Look,
                theme: Theme, unit: float) -> None:
    """As many states as there is room for, the last ones, and the rule that led to each; how many came before."""
    look.spots.clear()
    look.boxes.clear()
    rows = [("", state.began, True), *((step.rule, step.after, step.preferred) for step in state.path)]
    number = drawn.graph.number
    shown = [(rule, node, allowed, field.spot(number[node])) for rule, node, allowed in rows if node in number]
    shown = [row for row in shown if field.box.contains(field.box.center[0], row[3][1])]
    most = max(1, int(box.h / (_APART * unit)))
    if 1 < most < len(shown):
        size, above = 13 * unit, counted(len(shown) - most + 1, "state")
        canvas.text((box.x, box.y + _HIGH / 2 * unit), fit_text(canvas, f"{above} above", box.w, size), size,
                    theme.muted)
        most, box = most - 1, box.split_top(_APART * unit)[1]
    shown = shown[-most:]
    if not shown:
        return
    heights = spread(np.array([spot[1] for *_, spot in shown]), box.y + _HIGH / 2 * unit, box.bottom - _HIGH / 2 * unit,
                     np.full(len(shown) - 1, _APART * unit))
    for (rule, node, allowed, spot), y in zip(shown, heights.tolist(), strict=True):
        fill, ink = chip_colors(node, node == state.node, theme)
        said = text(drawn.graph.system.said(node))
        size = (16 if node == state.node else 14) * unit
        wide = min(canvas.measure(said, size, "bold") + 18 * unit, box.w - 4 * unit)
        chip = Rect(box.x, y - _HIGH / 2 * unit, wide, _HIGH * unit)
        start = max(field.box.x, min(field.box.right, spot[0] + 11 * unit))
        bend = min(field.box.right, box.x - 10 * unit)
        line = mix(theme.accent, theme.panel, 0.45)
        canvas.line((start, spot[1]), (bend, spot[1]), line, 1)
        canvas.line((bend, spot[1]), (chip.x, y), line, 1)
        look.spots.append((chip, node))
        canvas.rect(chip, fill, theme.accent if node != state.node else theme.text, 1.5 * unit, 6 * unit)
        canvas.text(chip.center, fit_record(canvas, said, wide - 8 * unit, size), size, ink, "center", "bold")
        room = box.right - chip.right - 8 * unit
        words = rule if allowed else f"{rule}, forbidden"
        if room > 44 * unit:
            canvas.text((chip.right + 8 * unit, y), fit_text(canvas, words, room, 13 * unit), 13 * unit,
                        theme.muted if allowed else theme.bad)


def chip_colors(node: State, current: bool, theme: Theme) -> tuple[Color, Color]:
    """Fill and ink of a state that is written out."""
    if current:
        return theme.test, theme.on_test
    if node == FAIL or not is_consistent(node):
        return theme.mine, theme.on_mine
    return theme.raised, theme.text
