"""What stands still on the stage is drawn once: panels and boards are pure functions of what they show.

A key has all that such a drawing depends on. States are folded in place, so that events and a position stand for them:
a list of events only ever grows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any

from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.runs.states import State
from visualizer.stage.seeds import progress_of
from visualizer.stage.spots import Look
from visualizer.stage.view import View

Key = tuple[object, ...]
Then = tuple[Key | None, Callable[[], None]]
"""What is there when the way back is over: its key, and how it is drawn."""

NOTHING: Then = None, lambda: None


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


def then_of(view: View, theme: Theme, unit: float, draw: Callable[[View], None], *, tab: bool = True) -> Then:
    """Of a part that is drawn so, and depends on the ``tab`` on show."""
    after = view.after
    if after is None:
        return NOTHING
    key = key_of(after, theme, unit)
    return with_tab(after, key) if tab else key, partial(draw, after)


def draw_still(canvas: Canvas, slot: Hashable, box: Rect, view: View, key: Key | None,
               draw: Callable[[], None], late: int = 0, then: Then = NOTHING) -> None:
    """Draws a part of the stage where something has changed. What it says of where things are drawn, for the pointer,
    holds as long. In a transition it may come so many frames ``late``: the board comes first. Of all that is ``then``
    there, one part may be drawn ahead in a frame."""
    if key is None:
        draw()
        return
    told, links, after = _Told(view), view.links, view.after
    drawn, asked, t = False, view.asked, view.t

    def draw_anew() -> bool:
        nonlocal drawn
        drawn, view.asked = True, False
        draw()
        return view.asked

    def draw_ahead() -> bool:
        assert after is not None
        then[1]()
        links.ahead[slot], view.after = (then[0], told.taken()), None
        return after.asked

    if after is not None and then[0] is not None:
        canvas.ahead(slot, (key, then[0]), box, draw_ahead)
    late = late if t < 1 else 0
    view.asked = canvas.still(slot, key, box, draw_anew, t, late) or asked  # it may be a part of another one
    if drawn:
        links.kept[slot] = told.since()
        return
    if slot in links.ahead and links.ahead[slot][0] == key:
        links.kept[slot] = links.ahead.pop(slot)[1]
    told.add(links.kept.get(slot, ()))


class _Told:
    """What drawings say of where things are, from now on."""

    def __init__(self, view: View) -> None:
        self._lists: list[list[Any]] = [view.links.spots, view.links.numbers]
        if isinstance(view.look, Look):
            self._lists.append(view.look.offered)
        self._starts = [len(spots) for spots in self._lists]

    def since(self) -> list[list[Any]]:
        """All of it so far."""
        return [spots[start:] for spots, start in zip(self._lists, self._starts, strict=True)]

    def taken(self) -> list[list[Any]]:
        """The same, which is no longer said."""
        found = self.since()
        for spots, start in zip(self._lists, self._starts, strict=True):
            del spots[start:]
        return found

    def add(self, kept: Sequence[Sequence[Any]]) -> None:
        """What was said before is said again."""
        for spots, more in zip(self._lists, kept, strict=False):
            spots.extend(more)
