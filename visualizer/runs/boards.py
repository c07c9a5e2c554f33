"""Boards: how a puzzle and what is known of it are drawn. Those in ``visualizer/puzzles`` register themselves.

A board is made for one puzzle, and draws a pair of states::

    @board(Gnomine)
    class GnomineBoard(NetworkBoard): ...

A puzzle of which nobody has made a board is drawn by that of the nearest class that it is derived from: at last by that
of any constraint network, from the puzzle's layout.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, Protocol, TypeVar

from algorithms.discovery import import_all
from algorithms.problems.forms.csp import Constraint, Value
from algorithms.problems.puzzle import Layout, Puzzle
from algorithms.reasons import Link, Reason
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, readable
from visualizer.canvas.strokes import draw_pill, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.canvas.zoom import Zoom
from visualizer.runs.numbers import Number
from visualizer.runs.states import State
from visualizer.runs.why import Explanation

Peers = Mapping[str, tuple[str, ...]]
"""For each variable others."""


class Exact(NamedTuple):
    """What estimates are held against: the shares of what is not certain, and how many deals there are."""

    shares: Mapping[str, float]
    deals: int


NOT_EXACT = Exact({}, 0)
"""Where nothing exact is known."""


class OnBoard(NamedTuple):
    """A number that is drawn on a board, in that box, and can be asked for what it counted; ``of`` the place of the
    puzzle that it tells of, if it is one."""

    box: Rect
    number: Number
    of: str | None = None


class Board(Protocol):
    """What the stage asks of a board. Boards are derived from it, for what most of them do alike."""

    layout: Layout
    legend: Sequence[tuple[str, str]]
    """What the colours mean: names of colours in the theme, each with a few words."""

    searched: frozenset[str] = frozenset()
    """Those of its legend that are seen only where constraints are searched, or labels tried, on it."""

    shows_literals: bool = False
    """It draws the literals of a formula themselves."""

    shows_clauses: bool = False
    """It draws the clauses of a formula, with their numbers."""

    outlined: bool = False
    """Its outline tells more than its parts do: in a small picture it is shown whole, however small they are."""

    beside: bool = False
    """It stands beside others, where it has little room, and says only what can be read there."""

    numbers_on_places: bool = False
    """Whatever number is on it is on a place of the puzzle."""

    played: bool = False
    """It is being played: what only an algorithm knows of open places is left out."""
    asked: bool = False
    """A question is open: what answers it is left out."""
    numbered: frozenset[str] = frozenset()
    """The places that have the number of an answer in their corner, at the top left."""
    explains: Reason = ()
    """What is drawn on it of an explanation, or of a step of a proof. Most is drawn over the board …"""

    @property
    def shown_of_reason(self) -> Reason:
        """… and this the board draws itself. A kept drawing is of that."""
        return ()

    leaves: bool = True
    """A search tree may grow in the room that it leaves."""

    @cached_property
    def zoom(self) -> Zoom:
        """Which part of it is seen: in the window, wheel and drag change that."""
        return Zoom()

    def zooms(self, box: Rect) -> Rect | None:
        """The part of ``box`` that can be zoomed, if any of it can be."""
        return box

    def magnified(self, box: Rect) -> Rect:
        """The box that the whole board fills when ``box`` shows a part of it."""
        return self.zoom.of(box)

    def points_at(self, name: str) -> bool:
        """Is that something on it, beside the places of the puzzle, that can be pointed at?"""
        return False

    def next_to(self, name: str | None, step: tuple[int, int]) -> str | None:
        """What an arrow key leads to from there, where the cursor walks over such things; else None."""
        return None

    turned: Hashable = ()
    """How somebody looks at it, beside the zoom: what of it is folded. A kept drawing is of that."""

    def press(self, name: str) -> str | None:
        """A click, or Return, on such a thing: changes how the board is looked at. What is to be said of it; None
        where there is nothing to press."""
        return None

    @property
    def pictured(self) -> bool:
        """Can it be drawn as a small picture, 60 pixels high?"""
        return False

    @property
    def aspect(self) -> float:
        """Its width in proportion to its height."""
        ...

    @property
    def aspect_beside(self) -> float:
        """The same where it stands beside others."""
        return self.aspect

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        """The whole puzzle inside ``box``, ``t`` of the way (0–1) from the state before to the state after."""
        ...

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterable[OnBoard]:
        """Those that it draws in that state, of which there are events that they are from; nothing is drawn."""
        return ()

    def draw_focus(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
                   pointed: str | None = None) -> None:
        """What is being looked at, large: the cut-out of the current constraint."""
        ...

    def focus_at(self, box: Rect, state: State, x: float, y: float) -> str | None:
        """The name of the variable drawn at that point of the cut-out."""
        ...

    def spare(self, box: Rect) -> Rect | None:
        """The part of ``box`` that the last drawing has left empty, if that is large: room for a search tree."""
        return None

    def place(self, box: Rect, name: str) -> Rect:
        """Where a variable is drawn."""
        ...

    def marked(self, box: Rect, state: State, name: str, theme: Theme) -> Rect:
        """Where the brackets and frames around a variable are: around all that is drawn at its place."""
        return self.place(box, name)

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """Where a value of a variable is drawn, left or gone; the variable's place, where values have none."""
        return self.place(box, name)

    def sign_place(self, box: Rect, state: State, name: str, side: float, theme: Theme) -> Rect:
        """Where a sign of that side stands in the place of a variable: where it covers nothing that is drawn there."""
        place = self.place(box, name)
        return Rect(place.right - 1 - side if name in self.numbered else place.x + 1, place.y + 1, side, side)

    def draw_next(self, canvas: Canvas, place: Rect, state: State, name: str, value: Value, theme: Theme) -> None:
        """In the place of a variable, as drawn there: the value that it is about to have."""
        text, most = self.written_next(state, name, value), min(place.w, place.h) * 0.6
        text, size = readable(canvas, text, place.w * 0.9, most)
        half = canvas.measure(text, size, "bold") / 2 + size * 0.1 if len(text) > 1 else 0.0
        draw_pill(canvas, place.center, half, size * 0.6, theme.background)
        canvas.text(place.center, text, size, theme.mark, "center", "bold")

    def written_next(self, state: State, name: str, value: Value) -> str:
        """How that value is written in the place of the variable."""
        return str(value)

    def draw_taken(self, canvas: Canvas, place: Rect, theme: Theme) -> None:
        """In the place of an option of the solution found last, once all is undone: that it was taken, hollow, as it is
        no more."""
        radius = min(9.0, min(place.w, place.h) * 0.18)
        draw_tick(canvas, (place.right - 1.8 * radius, place.bottom - 1.6 * radius), radius, theme.no_mine)

    def seat(self, constraint: str) -> str | None:
        """The place where a constraint is written, where it has one."""
        return constraint if constraint in self.layout.places else None

    def of_reason(self, link: Link) -> Link:
        """What it draws of a step of a reason, in names that it has places for."""
        return link.within(self.layout.places.__contains__)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        """The name of the variable drawn at that point."""
        ...

    def constraint(self, state: State, name: str) -> Constraint | None:
        """The constraint of that name, as the puzzle stands in that state."""
        ...

    def home(self, box: Rect, state: State, constraint: str) -> Rect | None:
        """Where a constraint is drawn, or what stands for it; None where it has no place of its own."""
        return self.place(box, constraint) if constraint in self.layout.places else None

    def around(self, box: Rect, constraint: str) -> Rect | None:
        """The rectangle that the variables of such a constraint fill; None where they fill none."""
        return None

    def says(self, variable: str, value: Value) -> str:
        """That the variable has the value, in the puzzle's words."""
        return f"{variable} = {value}"

    def draw_small(self, canvas: Canvas, box: Rect, state: State, theme: Theme) -> None:
        """The whole puzzle as a small picture, without what could not be read there."""
        canvas.rect(box, theme.raised)

    def draw_tuple(self, canvas: Canvas, box: Rect, state: State, constraint: str, scope: Sequence[str],
                   values: Sequence[Value], shared: Sequence[str], theme: Theme) -> None:
        """What an assignment of a constraint looks like, small: here its values in a row, those that are ``shared``
        with a rim."""
        side = min(box.h, box.w / max(1, len(scope)))
        left = box.center[0] - side * len(scope) / 2
        for index, (x, value) in enumerate(zip(scope, values, strict=True)):
            place = Rect(left + index * side, box.center[1] - side / 2, side, side).inset(side * 0.06)
            lit = x in shared
            canvas.rect(place, theme.unknown, theme.test if lit else None, 3, side * 0.1)
            size = place.h * 0.62
            size *= min(1.0, place.w * 0.86 / max(1.0, canvas.measure(str(value), size, "bold")))
            if size >= SMALLEST * 0.9:
                canvas.text(place.center, str(value), size, theme.on_unknown, "center", "bold")

    def needs(self, state: State, values: Sequence[Value]) -> tuple[int, int] | None:
        """How many the constraint that is looked at has of how many that it needs, where its undefined variables have
        these values; None where it is no number."""
        return None

    def constraint_at(self, state: State, place: str) -> str | None:
        """The name of the constraint that a click on ``place`` means."""
        ...

    def peers(self, state: State) -> Peers:
        """For each variable those that it shares a constraint with, as the puzzle stands in that state."""
        ...

    def literal_at(self, x: float, y: float) -> str | None:
        """The literal drawn at that point, where it shows literals."""
        return None

    def numbered_at(self, x: float, y: float) -> str | None:
        """The number by which a run calls the constraint that is drawn at that point, where it draws them: of a formula
        the clause."""
        return None

    def line_at(self, x: float, y: float) -> int | None:
        """Which line of what the puzzle lists is drawn at that point, where it draws them: of a formula the clause."""
        return None

    def usual(self, place: str) -> str:
        """The literal that a click on a place means."""
        return place

    def members(self, unit: str) -> Sequence[str]:
        """The variables of a unit of the puzzle, such as a row, by its name."""
        return ()

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        """What is known of a place: what the puzzle says of it, before or instead of what the run has ``found``."""
        return found

    def exact(self, state: State) -> Exact:
        """What estimates are held against."""
        return NOT_EXACT


B = TypeVar("B", bound=Callable[[Any], Board])
_registry: dict[type, Callable[[Any], Board]] = {}


_limits: dict[type, Callable[[Any], str]] = {}


def board(puzzle: type, limit: Callable[[Any], str] | None = None) -> Callable[[B], B]:
    """Registers the class below it as the board of that kind of puzzle; ``limit`` says of a puzzle that is too large to
    be drawn how large it is and may be, and is empty of others."""

    def register(kind: B) -> B:
        _registry[puzzle] = kind
        if limit is not None:
            _limits[puzzle] = limit
        return kind

    return register


def too_many(*parts: tuple[int, int, str]) -> str:
    """What there are more of than can be drawn, of numbers, each with the most and what is counted; empty if none."""
    return next((f"has {number:,} {what}, and at most {most:,} can be shown" for number, most, what in parts
                 if number > most), "")


def beyond(puzzle: Puzzle) -> str:
    """What is too large about a puzzle to be drawn; empty if nothing is. Nothing is made of it."""
    import_all("visualizer.puzzles")
    limit = _limits.get(type(puzzle))
    return "" if limit is None else limit(puzzle)


def board_for(puzzle: Puzzle) -> Board:
    """The board that draws this puzzle, after importing every file of ``visualizer/puzzles``."""
    import_all("visualizer.puzzles")
    return next(_registry[kind] for kind in type(puzzle).__mro__ if kind in _registry)(puzzle)
