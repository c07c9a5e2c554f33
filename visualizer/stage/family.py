"""What is declared of a family of algorithms, once: its state, its panels and its words.

    declare(FamilyView(of=LOCAL_SEARCH, start=RepairState.begin, focus=draw_focus, tabs=(PLOT,)))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from algorithms.core import Algorithm, Event
from algorithms.problems.puzzle import Puzzle
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board, OnBoard
from visualizer.runs.families import RunFamily, family_of
from visualizer.runs.notes import Note
from visualizer.runs.session import Session
from visualizer.runs.states import FamilyState, State, ToForm
from visualizer.stage.code import Values
from visualizer.stage.stack import Needs
from visualizer.stage.view import OWN, Looked, View
from visualizer.tree.drawing import draw_tree
from visualizer.widgets.ui import Ui

Draw = Callable[[Canvas, Rect, View, Theme, float], None]
"""Draws on a canvas, inside a box, what a view shows, in a theme, at a size of a point."""

SPAN = 0.15
"""Seconds that a transition takes, where nothing else is declared."""

_RUN_BACK = 0.25  # seconds more, where a thought runs back first

Legend = Sequence[tuple[str, str]]
"""What colours mean: names of colours in the theme, each with a few words."""


@dataclass(frozen=True)
class Tab:
    """Something to see beside the board, in the place of the pseudocode.

    name:     as lessons have it under ``show``; ``heading`` what stands above it, which may depend on the state
    literals: it has literals, which can be pointed at
    seeded:   its curve may have the band of other seeds around it (stage/seeds.py)
    """

    name: str
    heading: str | Callable[[State], str]
    draw: Draw
    literals: bool = False
    seeded: bool = False

    def headed(self, state: State) -> str:
        """The heading in a state."""
        return self.heading if isinstance(self.heading, str) else self.heading(state)


class Controls(Protocol):
    """Takes the input for a family's own pictures, of one session."""

    @property
    def look(self) -> Looked:
        """How they are looked at, such as a zoom; a :class:`View` has it for what draws them."""
        ...

    def register(self, ui: Ui, places: Mapping[str, Rect], unit: float) -> None:
        """Takes the input for what was just drawn: in the place of the board, "large", and in the tab on show."""
        ...


DrawRuns = Callable[[Canvas, Rect, Sequence[View], Theme, float], None]
"""The same for several runs that are compared."""


@dataclass(frozen=True)
class OwnChart:
    """How a family draws several of its runs: ``draw`` the chart, and ``aside`` what goes with it where the chart has
    the boards' place; without it, the boards are there, small. ``since``: all that both depend on of a run, where that
    is not every event."""

    draw: DrawRuns
    aside: DrawRuns | None = None
    since: Callable[[View], object] | None = None


@dataclass(frozen=True, kw_only=True)
class FamilyView(RunFamily):
    """How a family of algorithms is seen.

    focus:    draws what is being looked at, inside the panel beside the board
    legend:   what the colours mean, where that is not what the board says; where they differ, to an algorithm
    lights:   do its steps light what boards show of a search for labels? Else their legends go without that
    literals: the focus has literals, which can be pointed at
    on_board: draws over the board what any board shows of it
    numbers:  those of what it draws there that can be asked for what they counted
    moving:   draws over that what moves from one state to another; of the way there, t is behind it
    large:    draws what L puts in the place of the board while code is in the panel beside, where that is no tab
    room:     how high the panel of the focus has to be, in points; it does not change from event to event
    values:   of the pseudocode's variables: what stands beside the lines that name them
    notes:    what somebody writes down who runs it by hand, the most important first: left to fill in on worksheets
    controls: take the input for that picture and for tabs, where they take any
    below:    draws below the board of each run that is compared, where a run needs more than its board to be understood
    beneath:  which part of the height that gets at least, where an algorithm is compared
    lens:     the state that the board shows instead, where something in the family's own picture is pointed at
    node:     the node of the search tree that belongs to what is pointed at elsewhere
    chart:    how it draws several of its runs, where its family names a chart of its own
    cut_out:  where in the focus, at a size of a point, the board draws its cut-out of the current constraint
    above:    draws over all panels what goes from one to another, as long as a transition takes
    spans:    how many seconds the transition takes that an event leads to, for those that need more than ``SPAN``
    """

    focus: Draw
    tabs: Sequence[Tab] = ()
    legend: Legend | Callable[[Algorithm], Legend] | None = None
    lights: bool = True
    literals: bool = False
    on_board: Callable[[Canvas, Rect, Board, State, Theme], None] | None = None
    numbers: Callable[[Canvas, Rect, Board, State], Iterable[OnBoard]] = lambda _canvas, _box, _board, _state: ()
    moving: Callable[[Canvas, Rect, Board, tuple[State, State], float, Theme], None] | None = None
    large: Draw | None = None
    room: Callable[[View], float] = lambda _view: Needs().focus
    values: Callable[[View], Values] = lambda _view: {}
    notes: Callable[[State], Iterable[Note]] = lambda _state: ()
    controls: Callable[[Session], Controls] | None = None
    below: Draw | None = None
    beneath: Callable[[Algorithm], float] = lambda _algorithm: 0.58
    lens: Callable[[View], State | None] | None = None
    node: Callable[[View], int | None] | None = None
    chart: OwnChart | None = None
    cut_out: Callable[[Rect, float], Rect] | None = None
    above: Callable[[Canvas, Mapping[str, Rect], View, Theme, float], None] | None = None
    spans: Mapping[type[Event], float] = field(default_factory=dict)

    def span(self, event: Event | None, *, drops: bool = False) -> float:
        """Seconds that the transition takes which an event leads to; ``drops``: a thought runs back first."""
        own = next((self.spans[kind] for kind in type(event).__mro__ if kind in self.spans), SPAN)
        return own + _RUN_BACK * drops

    def branches(self, algorithm: Algorithm) -> bool:
        """Can the algorithm grow a search tree: does it count what it decides?"""
        decides = self.decides is None or any(counter.counts is self.decides for counter in algorithm.counters)
        return decides and TREE.name in algorithm.panels

    def tab(self, name: str) -> Tab | None:
        """The tab of that name."""
        return next((tab for tab in self.tabs if tab.name == name), None)

    @property
    def picture(self) -> str | None:
        """What L puts in the place of the board while code is in the panel beside."""
        if self.large is not None:
            return OWN
        return next((tab.name for tab in self.tabs), None)


def view_of(algorithm: Algorithm) -> FamilyView:
    """How the family of an algorithm is seen. Raises LookupError where nobody has declared that."""
    family = family_of(algorithm)
    assert isinstance(family, FamilyView)  # all that is declared is
    return family


def fresh(state: type[FamilyState]) -> Callable[[Puzzle, ToForm], FamilyState]:
    """The start of a family whose state does not depend on the puzzle."""
    return lambda _puzzle, _to_form: state()


def _draw_tree(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    draw_tree(canvas, box, view.state.tree, view.tree, theme, unit, lit_node(view))


def lit_node(view: View) -> int | None:
    """The node of the search tree that belongs to what is pointed at elsewhere."""
    node = view_of(view.algorithm).node
    return None if node is None else node(view)


TREE = Tab("tree", "Tree", _draw_tree)
"""The search tree, for all families that have one."""
