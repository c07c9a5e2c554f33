"""The numbers among the marks of a backtracking search (search_marks.py): each with its box on a variable's place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from visualizer.canvas.primitives import Align, Canvas, Point, Rect
from visualizer.families.backtracking.numbers import depth_of, score_of, share_of
from visualizer.families.satisfiability.numbers import decided_at
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.search_marks import Spotlight, depth_tab, marked, on_strip, strip_parts
from visualizer.runs.boards import OnBoard
from visualizer.runs.numbers import Number, signed
from visualizer.runs.states import State
from visualizer.stage.links import boxes_in


def numbers_on(canvas: Canvas, place: Rect, name: str, spot: Spotlight) -> Iterator[OnBoard]:
    """Those that ``draw_search`` draws."""
    inner = marked(place)
    yield from depth_on(canvas, inner, name, spot)
    if spot.has_strip(name):
        yield from strip_on(canvas, inner, name, spot)


def depth_on(canvas: Canvas, place: Rect, name: str, spot: Spotlight) -> Iterator[OnBoard]:
    """Which label of the branch it is."""
    if name in spot.depths:
        yield from on_tab(canvas, place, spot.depths[name], depth_of(spot.search, name, spot.depths[name]), name)


def on_tab(canvas: Canvas, place: Rect, depth: int, number: Number, name: str) -> Iterator[OnBoard]:
    """A number on the tab of a place, where it has room there."""
    tab, written = depth_tab(canvas, place, depth)
    if written:
        yield OnBoard(tab, number, name)


def on_tab_of(canvas: Canvas, place: Rect, name: str, value: object, depth: int, state: State,
              spot: Spotlight) -> Iterator[OnBoard]:
    """The depth of a label, or in a search for models the level of the literal that was decided."""
    sat = sat_in(state)
    if sat is None:
        yield from depth_on(canvas, place, name, spot)
    elif depth:
        yield from on_tab(canvas, place, depth, decided_at(sat, f"{name}={value}", depth), name)


def strip_on(canvas: Canvas, place: Rect, name: str, spot: Spotlight) -> Iterator[OnBoard]:
    """Its score, and what it adds to the score that is taken apart; in a degree each peer counts once, without events
    that could be listed."""
    text, share = spot.score_text(name), spot.added(name)
    room, added = strip_parts(canvas, place, text, share)
    if text and on_strip(canvas, room, text):
        yield OnBoard(room, score_of(spot.search, name), name)
    if added is not None and on_strip(canvas, added, share):
        for number in share_of(spot.state, spot.search, spot.score, spot.shares[name]):
            yield OnBoard(added, replace(number, form=signed), name)


def score_on(canvas: Canvas, at: Point, text: str, size: float, name: str, spot: Spotlight,
             align: Align = "center") -> Iterator[OnBoard]:
    """Its score in a text, behind its name."""
    if name in spot.search.scores:
        score, behind = [score_of(spot.search, name)], len(name) * text.startswith(name)
        for box, number in boxes_in(canvas, at, text, size, align, "bold", numbers=score, behind=behind):
            yield OnBoard(box, number, name)
