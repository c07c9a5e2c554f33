"""What stands still on the stage is drawn once: panels and boards are pure functions of what they show.

A key has all that such a drawing depends on. States are folded in place, so that events and a position stand for them:
a list of events only ever grows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State
from visualizer.stage.seeds import progress_of
from visualizer.stage.spots import Look
from visualizer.stage.view import View

Key = tuple[object, ...]


def here(timeline: Timeline[State]) -> Key:
    """A place in a run: all that a state there depends on, however much is recorded ahead of it."""
    return Same(timeline.events), timeline.position


def where(timeline: Timeline[State]) -> Key:
    """A place in a run, and how much of the run is known."""
    return *here(timeline), len(timeline.events), timeline.done


def key_of(view: View, theme: Theme, unit: float) -> Key | None:
    """All that a board can depend on; other parts depend on more (:func:`with_tab`). None while it is played, or
    shows a state of its own or an answer. Of a question, whether it is open: what is chosen there is drawn over it."""
    own = view.thought, view.dropped, view.lens, view.chain, view.audit
    if view.played or any(one is not None for one in own):
        return None
    lit = None if view.look is None else view.look.key
    return (Same(view.algorithm), Same(view.board), here(view.timeline), view.before.turns, tuple(view.marks),
            view.links.pointed, view.hero, view.tabs, view.reason, lit, view.tree.key, view.board.zoom.key,
            view.board.turned, view.drawn, view.band and progress_of(view.band.bands), Same(view.asking),
            view.questioned, view.ordered and tuple(view.ordered.chosen), theme, unit)


def with_tab(view: View, key: Key | None) -> Key | None:
    """The key of a panel: of the tab on show, and of what may tell of all that is recorded."""
    return key and (*key, view.code, where(view.timeline))


def draw_still(canvas: Canvas, slot: Hashable, box: Rect, view: View, key: Key | None,
               draw: Callable[[], None], late: int = 0) -> None:
    """Draws a part of the stage where something has changed. What it says of where things are drawn, for the pointer,
    holds as long. In a transition it may come so many frames ``late``: the board comes first."""
    if key is None:
        draw()
        return
    told: list[list[Any]] = [view.links.spots, view.links.numbers]
    if isinstance(view.look, Look):
        told.append(view.look.offered)
    starts = [len(spots) for spots in told]
    drawn, asked, t = False, view.asked, view.t

    def draw_anew() -> bool:
        nonlocal drawn
        drawn, view.asked = True, False
        draw()
        return view.asked

    late = late if t < 1 else 0
    view.asked = canvas.still(slot, key, box, draw_anew, t, late) or asked  # it may be a part of another one
    if drawn:
        view.links.kept[slot] = [spots[start:] for spots, start in zip(told, starts, strict=True)]
    else:
        for spots, kept in zip(told, view.links.kept.get(slot, ()), strict=False):
            spots.extend(kept)
