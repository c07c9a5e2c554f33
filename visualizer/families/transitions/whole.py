"""The graph drawn whole: every edge goes down, the run is a thick path, its states are written beside it.

What lies still, all states and edges, is one picture, which a window keeps; over it lie the run, what can come next,
and what is pointed at.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from algorithms.transitions.graph import Edge
from algorithms.transitions.records import State, text
from algorithms.words import counted, few
from visualizer.canvas.fonts import Style
from visualizer.canvas.places import columns, crossed
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, fit_text, point_on
from visualizer.canvas.strokes import draw_arrow, draw_dashed, draw_head
from visualizer.canvas.theme import Theme
from visualizer.families.transitions.column import draw_column
from visualizer.families.transitions.drawn import Drawn, Label
from visualizer.families.transitions.layout import spread
from visualizer.families.transitions.look import Field, Look
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.strokes import draw_edge, draw_state, edge_color
from visualizer.stage.view import View

_HEAD = 7.0  # points: of an arrow to what can come next
_LARGEST = 4.6  # points: the radius of a state
_LARGEST_KEPT = 2.2  # times as large as the box: what is kept of a larger picture is the part that shows
_BEYOND = 20  # pixels: what is so near beside the box may reach into it
_LABELS = (16.0, 15.0, 14.0, 13.0, 12.0)  # points: the sizes of records in the graph, best first
_BETWEEN, _ASIDE = 1.0, 0.36  # between two of them, in sizes; how far one may be moved aside, in its widths


def parts(box: Rect, unit: float) -> tuple[Rect, Rect]:
    """The graph's field, on whole pixels, as its picture is kept; and the column of the run."""
    wide = max(170 * unit, min(250 * unit, box.w * 0.28))
    field, column = box.split_right(wide, 4 * unit)
    return Rect(*(float(round(value)) for value in field)), column


def field_of(drawn: Drawn, box: Rect, look: Look, unit: float) -> Field:
    """Where the states lie in the graph's part of a box."""
    return Field(parts(box, unit)[0], drawn.placement, look.zoom, look.center, 12 * unit)


def draw_whole(canvas: Canvas, box: Rect, view: View, drawn: Drawn, look: Look, theme: Theme, unit: float) -> None:
    """The graph, and over it the run."""
    state, field = transition_of(view.state), field_of(drawn, box, look, unit)

    number = drawn.graph.number
    with canvas.clip(field.box):
        _draw_picture(canvas, drawn, field, theme, unit)
        if state.node in number and not view.questioned:
            _draw_next(canvas, drawn, field, state, theme, unit)
        if look.on is drawn:
            _draw_route(canvas, field, look, theme, unit)
        _draw_run(canvas, field, drawn, view, theme, unit)
        if not view.questioned:
            _draw_labels(canvas, drawn, field, state, theme, unit)
    draw_column(canvas, parts(box, unit)[1], field, drawn, state, look, theme, unit)
    pointed = None if look.pointed is None or view.questioned else number.get(look.pointed)
    if pointed is not None and field.box.contains(*field.spot(pointed)):
        with canvas.clip(field.box):
            _draw_pointed(canvas, drawn, field, pointed, theme, unit)


def _draw_picture(canvas: Canvas, drawn: Drawn, field: Field, theme: Theme, unit: float) -> None:
    """What lies still. Where it is not too large, all of it is kept, so that a drag draws nothing anew."""
    kept = field if field.zoom > _LARGEST_KEPT else field.whole
    center = field.center if kept is field else None

    def still(on: Canvas, there: Rect) -> None:
        on.rect(there, theme.panel)
        _draw_still(on, drawn, replace(kept, box=there), theme, unit)

    canvas.picture(("transitions", drawn, theme.name, field.zoom, center, unit), kept.box, still)


def radius_of(field: Field, unit: float) -> float:
    """Of a state: as large as its neighbours leave room for."""
    return max(1.2, min(_LARGEST * unit, field.step * 0.4, field.row * 0.3))


def _draw_still(canvas: Canvas, drawn: Drawn, field: Field, theme: Theme, unit: float) -> None:
    """All edges, those of one rule after those of another, and all states, these on whole pixels: hundreds of crosses
    and ticks are alike then, and drawn once."""
    graph, spots = drawn.graph, [field.spot(number) for number in range(len(drawn.graph.states))]
    seen = field.box.inset(-_BEYOND)
    for rule in reversed(graph.system.rules):
        color = edge_color(rule, theme)
        for edge in graph.edges:
            if edge.rule == rule and _near(seen, spots[edge.source], spots[edge.target]):
                draw_edge(canvas, spots[edge.source], spots[edge.target], rule, color, 1, unit, many=True)
    radius = radius_of(field, unit)
    for spot, kind in zip(spots, drawn.kinds, strict=True):
        if _near(seen, spot, spot):
            draw_state(canvas, (round(spot[0]), round(spot[1])), kind, radius, theme)


def _near(box: Rect, a: Point, b: Point) -> bool:
    """Does any of what lies between two points show there?"""
    return (min(a[0], b[0]) < box.right and max(a[0], b[0]) > box.x and min(a[1], b[1]) < box.bottom
            and max(a[1], b[1]) > box.y)


def _draw_labels(canvas: Canvas, drawn: Drawn, field: Field, state: TransitionState, theme: Theme, unit: float) -> None:
    """The records of those rows in which there is room for all of them, bold where the current state leads to. Those of
    the path stand in the column; no other one covers it, or an edge to what can come next."""
    key = field.size, unit
    if drawn.labels[0] != key:
        drawn.labels = key, labels_in(canvas, drawn, field, unit)
    number, path = drawn.graph.number, [state.began, *(step.after for step in state.path)]
    edges = drawn.graph.leaving[number[state.node]] if state.node in number else ()
    spots = [field.spot(number[node]) for node in path if node in number]
    bright = [*pairwise(spots), *((field.spot(edge.source), field.spot(edge.target)) for edge in edges)]
    following, passed = {edge.target for edge in edges}, {number[node] for node in path if node in number}
    left, top = field.corner
    places = [Rect(left + x, top + y, w, h) for _, _, _, (x, y, w, h) in drawn.labels[1]]
    covers = map(any, crossed(columns(places), bright).tolist())
    for (at, words, size, _), place, hides in zip(drawn.labels[1], places, covers, strict=True):
        leads = at in following
        if field.box.contains(*place.center) and at not in passed and (leads or not hides):
            canvas.rect(place, theme.panel)
            canvas.text(place.center, words, size, theme.text if leads else theme.muted, "center",
                        "bold" if leads else "sans")
    for edge in edges:
        draw_head(canvas, field.spot(edge.source), field.spot(edge.target), theme.text, _HEAD * unit)


def labels_in(canvas: Canvas, drawn: Drawn, field: Field, unit: float) -> list[Label]:
    """The records of those rows in which there is room for all of them, each row as large as it fits, and where they
    stand, from the corner on."""
    found, rows, layers = list[Label](), dict[int, list[int]](), drawn.placement.layers
    for number in sorted(range(len(layers)), key=drawn.placement.xs.__getitem__):
        rows.setdefault(layers[number], []).append(number)
    for row in rows.values():
        for points in _LABELS:
            size = points * unit
            if field.row >= 2.4 * size and (labels := _labelled(canvas, drawn, field, row, size, unit)):
                found += labels
                break
    return found


def _labelled(canvas: Canvas, drawn: Drawn, field: Field, row: Sequence[int], size: float, unit: float) -> list[Label]:
    """The records of a row at a size, moved apart where they are close, but each above its state; none where there is
    no room for that."""
    if len(row) * 2 * size >= field.size[0]:
        return []
    graph, gap = drawn.graph, _BETWEEN * size
    words = [text(graph.system.said(graph.states[number])) for number in row]
    wide = np.array([canvas.measure(said, size) for said in words])
    spots = np.array([drawn.placement.xs[number] * field.step for number in row])
    x = spread(spots, wide[0] / 2 - field.rim, field.size[0] + field.rim - wide[-1] / 2,
               (wide[:-1] + wide[1:]) / 2 + gap)
    if (abs(x - spots) > wide * _ASIDE).any():
        return []
    top = (drawn.placement.layers[row[0]] + 0.5) * field.row - radius_of(field, unit) - 1.3 * size
    return [(number, said, size, Rect(at - w / 2, top, w, 1.2 * size))
            for number, said, at, w in zip(row, words, x.tolist(), wide.tolist(), strict=True)]


# --- the run ---------------------------------------------------------------------------------------------------------


def _draw_run(canvas: Canvas, field: Field, drawn: Drawn, view: View, theme: Theme, unit: float) -> None:
    """The path, thick; dashed where the strategy would not go. The marker moves along its last edge."""
    state, before, number = transition_of(view.state), transition_of(view.before), drawn.graph.number
    nodes: list[State] = [state.began, *(step.after for step in state.path)]
    if any(node not in number for node in nodes):
        return
    spots = [field.spot(number[node]) for node in nodes]
    moving = view.t < 1 and len(state.path) == len(before.path) + 1
    for index, step in enumerate(state.path):
        a, b = spots[index], spots[index + 1]
        part = view.t if moving and index == len(state.path) - 1 else 1.0
        b = point_on(a, b, part)
        if step.preferred:
            draw_arrow(canvas, a, b, theme.accent, 3.2 * unit)
        else:
            draw_dashed(canvas, a, b, theme.accent, 3.2 * unit, 7 * unit)
            draw_head(canvas, a, b, theme.accent, 10 * unit)
        spots[index + 1] = b if part < 1 else spots[index + 1]
    kind = drawn.kinds
    for node, spot in list(zip(nodes, spots, strict=True))[:-1]:
        canvas.circle(spot, 6 * unit, theme.accent, theme.panel, 1.5 * unit)
        if kind[number[node]] != "consistent":
            draw_state(canvas, spot, kind[number[node]], 4 * unit, theme)
    canvas.circle(spots[-1], 10 * unit, theme.test, theme.text, 2.5 * unit)
    if kind[number[nodes[-1]]] == "consistent" or moving:
        canvas.circle(spots[-1], 3.4 * unit, theme.on_test)
    else:
        draw_state(canvas, spots[-1], kind[number[nodes[-1]]], 4.2 * unit, theme)


def _draw_next(canvas: Canvas, drawn: Drawn, field: Field, state: TransitionState, theme: Theme, unit: float) -> None:
    """What the current state leads to: whole where the strategy goes, thin where it does not."""
    allowed = {option.name for option in state.options if option.preferred}
    here = drawn.graph.number[state.node]
    rules = {option.transition.rule for option in state.options if option.name in allowed}
    for edge in drawn.graph.leaving[here]:
        _lit(canvas, field, edge, theme.text, (2.4 if edge.rule in rules else 1.2) * unit, unit)


def _lit(canvas: Canvas, field: Field, edge: Edge, color: Color, width: float, unit: float) -> None:
    a, b = field.spot(edge.source), field.spot(edge.target)
    draw_edge(canvas, a, b, edge.rule, color, width, unit)
    draw_head(canvas, a, b, color, max(_HEAD * unit, 3 * width))


def _draw_route(canvas: Canvas, field: Field, look: Look, theme: Theme, unit: float) -> None:
    """A way to a state that was asked for."""
    for start, end in look.route:
        draw_arrow(canvas, field.spot(start), field.spot(end), theme.known, 2.6 * unit)


# --- what is pointed at ----------------------------------------------------------------------------------------------


def _draw_pointed(canvas: Canvas, drawn: Drawn, field: Field, number: int, theme: Theme, unit: float) -> None:
    """A state written out, with the edges from and to it lit."""
    graph, spot = drawn.graph, field.spot(number)
    for edge in drawn.entering[number]:
        _lit(canvas, field, edge, theme.known, 2 * unit, unit)
    for edge in graph.leaving[number]:
        _lit(canvas, field, edge, theme.mark, 2 * unit, unit)
    canvas.circle(spot, 8 * unit, None, theme.mark, 2.5 * unit)
    lines = said_of(drawn, number)
    size = 14 * unit
    wide = max(canvas.measure(line, size, "bold" if not index else "sans") for index, line in enumerate(lines))
    high = (len(lines) * 1.35 + 0.5) * size
    wide = min(wide + 20 * unit, field.box.w)
    x = max(field.box.x, min(field.box.right - wide, spot[0] + 16 * unit))
    below = spot[1] + 16 * unit
    y = below if below + high < field.box.bottom else spot[1] - 16 * unit - high
    card = Rect(x, max(field.box.y, y), wide, high)
    canvas.rect(card, theme.raised, theme.mark, 1.5 * unit, 6 * unit)
    for index, line in enumerate(lines):
        style: Style = "sans" if index else "bold"
        at = card.x + 10 * unit, card.y + (0.95 + index * 1.35) * size
        canvas.text(at, fit_text(canvas, line, wide - 16 * unit, size, style), size, theme.text, "left", style)


def said_of(drawn: Drawn, number: int) -> list[str]:
    """A state in words: its record, what it is, and what leads to it and from it."""
    graph = drawn.graph
    wanted = "model" if graph.system.program is None else "answer set"
    kind = {"consistent": "consistent", "inconsistent": "inconsistent", "fail": f"no {wanted}",
            "terminal": f"terminal: {'a' if wanted == 'model' else 'an'} {wanted}"}
    lines = [text(graph.system.said(graph.states[number])), kind[drawn.kinds[number]]]
    entering, leaving = drawn.entering[number], graph.leaving[number]
    if entering:
        lines.append(f"{counted(len(entering), 'edge')} in: {', '.join(dict.fromkeys(edge.rule for edge in entering))}")
    for rule in dict.fromkeys(edge.rule for edge in leaving):
        ends = [text(graph.system.said(graph.states[edge.target])) for edge in leaving if edge.rule == rule]
        joined = few([end.split()[-1] for end in ends], 6)
        lines.append(f"{rule} ⇒ {ends[0]}" if len(ends) == 1 else f"{rule}: {joined}")
    return lines
