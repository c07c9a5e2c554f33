"""Beside a mosaic of very many nodes: the node in question and its neighbours, enlarged, with the edges to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.strokes import draw_cross
from visualizer.canvas.theme import Theme
from visualizer.puzzles.colouring.node import DISC, Look, draw_node

MOST = 12  # neighbours that are drawn
_LEAST = 560.0  # pixels: a board less wide has no room for it
_SHARE, _LARGEST = 0.33, 420.0  # of the board's width; pixels


def parts(box: Rect) -> tuple[Rect, Rect]:
    """The room for the mosaic, and beside it that for the neighbourhood, which a small board has not."""
    if box.w < _LEAST:
        return box, Rect(box.right, box.y, 0, 0)
    return box.split_right(min(box.w * _SHARE, _LARGEST), 12)


def in_question(looks: Mapping[str, Look], pointed: str | None) -> str | None:
    """The node that is pointed at, or one that a colour is tried on; else one that is chosen, or has a ring."""
    if pointed in looks:
        return pointed
    kinds = {x: (look.trial is not None, look.empty, look.chosen, look.ring is not None) for x, look in looks.items()}
    return next((x for kind in range(4) for x, known in kinds.items() if known[kind]), None)


def draw_neighbourhood(canvas: Canvas, box: Rect, name: str, neighbours: Sequence[str], looks: Mapping[str, Look],
                       theme: Theme) -> None:
    """The node in the middle, and around it the neighbours that have a colour before the others. An edge whose ends
    have, or would have, the same colour is crossed."""
    unit = box.w / 300
    head, rest = box.split_top(44 * unit)
    order = sorted(neighbours, key=lambda x: (looks[x].ring is None, not looks[x].colour))
    drawn, more = order[:MOST], len(order) - MOST
    canvas.text((head.x, head.y + 14 * unit), fit_text(canvas, f"{name} and its neighbours", head.w, 16 * unit, "bold"),
                16 * unit, theme.text, "left", "bold")
    said = counted(len(order), "neighbour") + (f", {more} not drawn" if more > 0 else "")
    canvas.text((head.x, head.y + 34 * unit), said, 13 * unit, theme.muted)
    reach = min(rest.w, rest.h) / 2
    side = reach * (0.62 if len(drawn) <= 8 else 0.46)
    x, y = rest.center[0], rest.y + reach
    around = reach - side / 2
    middle = Rect(x - side * 0.6, y - side * 0.6, side * 1.2, side * 1.2)
    spots = [(x + around * cos(angle), y + around * sin(angle))
             for angle in (2 * pi * index / max(1, len(drawn)) - pi / 2 for index in range(len(drawn)))]
    own = _fill(looks[name])
    for other, spot in zip(drawn, spots, strict=True):
        same = own is not None and own == _fill(looks[other])
        canvas.line((x, y), spot, theme.bad if same else theme.muted, (3 if same else 1.6) * unit)
    for other, spot in zip(drawn, spots, strict=True):
        draw_node(canvas, Rect(spot[0] - side / 2, spot[1] - side / 2, side, side), other, looks[other], theme)
    draw_node(canvas, middle, name, looks[name], theme)
    for other, (u, v) in zip(drawn, spots, strict=True):
        if own is not None and own == _fill(looks[other]):
            part = (middle.w * DISC / 2 + 0.5 * (around - (middle.w + side) * DISC / 2)) / around
            draw_cross(canvas, (x + (u - x) * part, y + (v - y) * part), 7 * unit, theme.bad, 3 * unit)


def _fill(look: Look) -> tuple[object, str] | None:
    """The colour that a node has, or that is tried on it."""
    if look.trial is not None:
        return look.trial
    return (look.fill, look.colour[:1].upper()) if look.colour else None
