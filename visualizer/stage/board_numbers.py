"""The numbers of a board that can be asked for what they counted: those of the puzzle's board, and those that the
family draws over any board. A board that shows another state, or is played, or asked about, tells of none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial
from itertools import chain, islice
from typing import NamedTuple, overload

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.numbers import Number
from visualizer.runs.thoughts import thought_in
from visualizer.stage.family import view_of
from visualizer.stage.still import here
from visualizer.stage.view import View

_SLOT = "numbers on the board"
MANY = 40  # with more, only those that are pointed at have dots below them


class Told(NamedTuple):
    """A number, where it is drawn, and the places of the board that it is on, or tells of."""

    box: Rect
    number: Number
    of: frozenset[str]


class AllTold(Sequence[Told]):
    """All numbers of a board in that box, in reading order; ``on_places``: a place takes each click on one of them.

    They are worked out when somebody asks for one, as a deep search has hundreds: in the state that was drawn."""

    def __init__(self, box: Rect, find: Callable[[], Iterator[Told]], *, on_places: bool) -> None:
        self.box, self.on_places, self._find = box, on_places, find

    @cached_property
    def many(self) -> bool:
        """Are they too many for dots below each?"""
        return len(self._first) > MANY

    @cached_property
    def _first(self) -> Sequence[Told]:
        return list(islice(self._find(), MANY + 1))

    @cached_property
    def _all(self) -> Sequence[Told]:
        every = self._find() if self.many else self._first
        return sorted(every, key=lambda one: (round(one.box.center[1]), one.box.x))

    @overload
    def __getitem__(self, index: int) -> Told: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Told]: ...
    def __getitem__(self, index: int | slice) -> Told | Sequence[Told]:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)


NONE = AllTold(Rect(0, 0, 0, 0), lambda: iter(()), on_places=True)


def numbers_on_board(canvas: Canvas, box: Rect, view: View, theme: Theme, pointed: str | None) -> AllTold:
    """Those that are drawn and in view where the board has that box; the same as long as the state is."""
    board, lens = view.board, view_of(view.algorithm).lens
    other = view.lens or view.thought is not None or thought_in(view.state) is not None
    if view.played or view.questioned or other or (lens is not None and lens(view)):
        return NONE
    key = here(view.timeline), type(canvas), box, pointed, board.zoom.key, board.turned, theme.name
    kept = view.links.kept.get(_SLOT)
    if kept is None or kept[0] != [key]:
        found = AllTold(box, partial(_found, canvas, box, view, theme, pointed), on_places=board.numbers_on_places)
        view.links.kept[_SLOT] = kept = [[key], [found]]
    told: AllTold = kept[1][0]
    return told


def _found(canvas: Canvas, box: Rect, view: View, theme: Theme, pointed: str | None) -> Iterator[Told]:
    board, whole = view.board, view.board.magnified(box)
    every = chain(board.numbers(canvas, whole, view.state, theme, pointed),
                  view_of(view.algorithm).numbers(canvas, whole, board, view.state))
    for one in every:
        if box.contains(*one.box.center):
            yield Told(one.box, one.number, frozenset(filter(None, (one.of, board.at(whole, *one.box.center)))))
