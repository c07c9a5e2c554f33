"""What the path of a graph that is unfolded does not show by itself: a second way to a state that is shown below, and
where a model or an answer set was found, which no longer shows once clauses exclude it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from algorithms.transitions.records import FAIL, State
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.strokes import draw_head
from visualizer.canvas.theme import Theme
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.strokes import draw_edge

_MOST = 2  # shortcuts that are drawn
_SIZE, _GAP = 13.0, 20.0  # points: of text; between a state, an edge that goes by, and what stands beside it


class Shortcut(NamedTuple):
    """An edge from a state of the path to one further down that is shown, past those between: their places in what is
    shown, the rule, and what joins M."""

    source: int
    target: int
    rule: str
    word: str


def shortcuts(state: TransitionState, shown: Sequence[State], past: int) -> tuple[Shortcut, ...]:
    """Of the first states of what is ``shown``, the ``past`` of the path. Where clauses are learned there are none: a
    path comes to a state again and again then."""
    return () if state.learns else tuple(_found(state, shown, past))[-_MOST:]


def _found(state: TransitionState, shown: Sequence[State], past: int) -> Iterator[Shortcut]:
    for source, node in enumerate(shown[:past]):
        later = {other: place for place, other in enumerate(shown)
                 if place > source + 1 and other not in ((), FAIL, shown[source + 1])}
        ends = {other[-1] for other in later}  # only of edges with these the states are written out
        for edge in state.unfolding.edges(node).values() if ends else ():
            if (edge.literal, edge.decision) in ends and edge.after in later:
                word = state.system.words[edge.literal] + "Δ" * edge.decision
                yield Shortcut(source, later[edge.after], edge.rule, word)


def draw_shortcuts(canvas: Canvas, found: Sequence[Shortcut], places: Sequence[Rect], box: Rect, theme: Theme,
                   unit: float) -> list[Shortcut]:
    """Each at the left of all places from the source's to the target's, and of the one before; those that have room,
    which are returned."""
    size, width, drawn, edge = _SIZE * unit, 1.8 * unit, list[Shortcut](), box.right
    for shortcut in found:
        source, target = places[shortcut.source], places[shortcut.target]
        wide = canvas.measure(shortcut.rule, size) + 8 * unit
        edge = min(edge, *(place.x for place in places if source.y <= place.y <= target.y)) - _GAP * unit - wide
        if edge < box.x:
            break
        x, top, bottom = edge + wide / 2, source.center[1], target.center[1]
        for a, b in (((source.x, top), (x, top)), ((x, top), (x, bottom)), ((x, bottom), (target.x, bottom))):
            draw_edge(canvas, a, b, shortcut.rule, theme.text, width, unit)
        draw_head(canvas, (x, bottom), (target.x, bottom), theme.text, 9 * unit)
        label = Rect(edge, (top + bottom) / 2 - 0.6 * size, wide, 1.2 * size)
        canvas.rect(label, theme.panel)
        canvas.text(label.center, shortcut.rule, size, theme.text, "center")
        drawn.append(shortcut)
    return drawn


def with_found(canvas: Canvas, node: State, place: Rect, state: TransitionState, unit: float) -> Rect:
    """A state, and at its left the room of what is said of a solution that was found in it."""
    said = _said(node, state)
    wide = canvas.measure(said, _SIZE * unit, "bold") + 10 * unit if said else 0.0
    return Rect(place.x - wide, place.y, place.w + wide, place.h)


def draw_found(canvas: Canvas, node: State, place: Rect, others: Rect | None, state: TransitionState, box: Rect,
               theme: Theme, unit: float) -> None:
    """At the left of a state in which a model or an answer set was found, which one; at its right where what else the
    state leads to, at ``others``, is in the way. Nothing where there is no room."""
    said, size, gap = _said(node, state), _SIZE * unit, 8 * unit
    wide = canvas.measure(said, size, "bold")
    for x in (place.x - gap - wide, place.right + gap) if said else ():
        room = Rect(x, place.center[1] - size / 2, wide, size)
        if box.x <= x and room.right <= box.right and not (others is not None and room.inset(-gap).meets(others)):
            canvas.text((x, place.center[1]), said, size, theme.good, "left", "bold")
            return


def _said(node: State, state: TransitionState) -> str:
    number = state.recorded.get(node)
    return "" if number is None else f"✓ {'model' if state.program is None else 'answer set'} {number}"
