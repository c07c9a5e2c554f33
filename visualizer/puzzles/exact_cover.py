"""The matrix of an exact cover, and for queens the chessboard beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Literal

from algorithms.problems.exact_cover import COLUMNS, ExactCover
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cover import Item, items_of
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, around
from visualizer.canvas.strokes import draw_tick
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme
from visualizer.families.consistency.state import looked_at
from visualizer.families.covering.items import draw_items, room_below
from visualizer.families.covering.matrix import (
    Cover,
    Matrix,
    RowStatus,
    Truth,
    draw_matrix,
    matrix_of,
    most_cells,
    status_of,
    waiting_in,
)
from visualizer.families.covering.state import CoverState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.squares import crown, draw_out, square_color
from visualizer.runs.boards import OnBoard, board
from visualizer.runs.states import Lately, State
from visualizer.stage.links import Links

_CHESS = 0.44  # the chessboard's part of the room …
_CHESS_ABOVE = 0.5  # … and above a part of the matrix, which needs less
_WIDE = 1.1  # a room that is so many times as wide as high has the matrix beside it, any other below it
_GAP = 14.0
_NAMES = 0.07  # of that: the numbers of the rows at the left, the names of the columns below

SquareStatus = RowStatus | Literal["starved"]


@dataclass(frozen=True)
class _Seen:
    """What has left the matrix for an algorithm that does not cover."""

    items: Mapping[str, Item]
    covered: Mapping[str, tuple[str, ...]]
    choosing: frozenset[str] = frozenset()
    selected: str | None = None
    starved: str | None = None
    looked_at: str | None = None


@board(ExactCover)
class ExactCoverBoard(NetworkBoard):
    """Draws the matrix, whatever the algorithm: an option is taken, out, or open."""

    puzzle: ExactCover
    legend: Sequence[tuple[str, str]] = (
        ("constraint", "the item in question"), ("test", "its options"), ("suppose_fill", "✓ an option taken for now"),
        ("no_mine", "✓ an option of a solution"), ("known", "a one that is linked"), ("accent", "a new link"),
        ("mine", "an item without what it needs"),
    )

    def __init__(self, puzzle: ExactCover) -> None:
        super().__init__(puzzle)
        self._placed: dict[str, Rect] = {}
        self._squares_in: tuple[Rect | None, Rect] = None, Rect(0, 0, 0, 0)  # the box asked for last
        self._links = Links()
        self._matrices: Lately[Matrix] = Lately()

    @property
    def aspect(self) -> float:
        return 1.5 if self.puzzle.queens else 1.2

    @cached_property
    def _form(self) -> AtLeastForm:
        return self.puzzle.as_at_least()

    @cached_property
    def _items(self) -> Mapping[str, Item]:
        return {item.name: item for item in items_of(self._form)}

    def parts(self, box: Rect) -> tuple[Rect, Rect, Rect]:
        """The room of the chessboard, if there is one, that of the matrix, and where a part of that lies below the
        chessboard, beside this that of all items."""
        room = box.inset(10)
        nothing = Rect(room.x, room.y, 0, 0)
        if not self.puzzle.queens:
            return nothing, room, nothing
        if box.w > box.h * _WIDE:
            return *room.split_left(min(room.w * _CHESS, room.h), _GAP), nothing
        above, below = room.split_top(min(room.h * _CHESS, room.w), _GAP)
        columns, rows = most_cells(below, _unit(below))
        if len(self._items) <= columns and len(self.puzzle.options) <= rows:
            return above, below, nothing
        above, below = room.split_top(room.h * _CHESS_ABOVE, _GAP)
        chess, beside = above.split_left(above.h, 2 * _GAP)
        return chess, below, beside

    def _squares(self, box: Rect) -> Rect:
        """The room of the squares, without their names."""
        if self._squares_in[0] != box:  # it is asked for each of them
            room = self.parts(box)[0]
            names = min(room.w, room.h) * _NAMES
            self._squares_in = box, room.split_left(names)[1].split_bottom(names)[0]
        return self._squares_in[1]

    def place(self, box: Rect, name: str) -> Rect:
        if self.puzzle.queens:
            return super().place(self._squares(box), name)
        return self._placed.get(name) or super().place(box, name)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        row = next((name for name, place in self._placed.items() if place.contains(x, y)), None)
        return row or (super().at(box, x, y) if self.puzzle.queens else None)

    def seen(self, state: State) -> tuple[Cover, Truth]:
        """What has left the matrix in a state, and what is known of the options; an algorithm on the network shows what
        it knows of these."""
        sat, cover = sat_in(state), state.of(CoverState)
        truth: Truth = _of_domains(state) if sat is None else sat.truth
        return (cover if cover is not None and cover.marks else self._seen(cover, state, truth)), truth

    def _matrix(self, state: State, most: tuple[int, int]) -> Matrix:
        def make() -> Matrix:
            cover, truth = self.seen(state)
            return matrix_of(cover, self._form.word, truth, most, state.family.tentative)

        return self._matrices.of(state, most, make)

    def _seen(self, cover: CoverState | None, state: State, truth: Truth) -> Cover:
        """For an algorithm that does not cover: an item of which an option is taken is as good as covered."""
        look = looked_at(state)
        items = cover.items if cover is not None else self._items
        done = {name: () for name, item in items.items()
                if any(truth(self._form.word(literal)) for literal in item.literals)}
        starved = cover.starved if cover is not None else None
        selected = look.constraint if look.constraint in items else cover.selected if cover is not None else None
        return _Seen(items, done, selected=selected, starved=starved)

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        _, room, head = self.parts(box)
        cover, truth = self.seen(after)
        most = most_cells(room, _unit(room))
        matrix = self._matrix(after, most)
        if not matrix.whole:
            larger = 2.0 if head.w else 1.0
            if not head.w:
                head, room = room_below(room, cover, _unit(room))
                most = most_cells(room, _unit(room))
                matrix = self._matrix(after, most)
            draw_items(canvas, head, cover, truth, self._form.word, matrix, theme, _unit(room), larger)
        own = after.of(CoverState)  # once all is undone, no link is a new one
        earlier = matrix if before is after or (own is not None and own.ended) else self._matrix(before, most)
        if self.puzzle.queens:
            self._chessboard(canvas, box, after, theme, marks, pointed)
        self._links = Links(pointed)
        self._placed = draw_matrix(canvas, room, matrix, earlier, t, theme, _unit(room), self._links)
        if _solved(after) and (matrix.whole or self.puzzle.queens):
            _draw_done(canvas, around([self.place(box, name) for name in self.puzzle.options]), theme)
        for name in marks:
            if name in self._placed and not self.puzzle.queens:
                draw_mark(canvas, self._placed[name].inset(-3), theme)

    def draw_taken(self, canvas: Canvas, place: Rect, theme: Theme) -> None:
        """A hollow queen; of a row a tick before its name, where it has one while it is taken."""
        if self.puzzle.queens:
            canvas.polygon(crown(place), None, theme.on_uncovered, place.w * 0.04)
        else:
            radius = min(8.0, place.h * 0.25)
            draw_tick(canvas, (place.x + radius * 1.6, place.center[1]), radius, theme.good)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        """Those below the matrix that was drawn last, of an algorithm that covers."""
        if state.of(CoverState) is not None:
            for place, number in self._links.numbers:
                yield OnBoard(place, number)

    def _chessboard(self, canvas: Canvas, box: Rect, state: State, theme: Theme, marks: Sequence[str],
                    pointed: str | None) -> None:
        """All squares, and a rim around those of the item in question; row 1 is the lowest."""
        cover, truth = self.seen(state)
        own = state.of(CoverState)
        over = _solved(state) or (own is not None and own.ended)
        waiting, item = waiting_in(cover), set() if over else self._in_question(cover)
        squares, tentative = {name: self.place(box, name) for name in self.puzzle.options}, state.family.tentative
        for name, square in squares.items():
            status: SquareStatus = status_of(name, truth(name), waiting)
            if cover.starved is not None and name in item:
                status = "starved"
            chosen = tentative.get(name)
            canvas.alike(("square", square, name, status, chosen, theme.name),
                         partial(_draw_square, square=square, name=name, status=status, chosen=chosen, theme=theme))
        for name, square in squares.items():
            if name in item:
                color = theme.mine if cover.starved is not None else theme.constraint
                canvas.rect(square.inset(2), None, color, max(2.0, square.w * 0.05))
            if name in marks:
                draw_mark(canvas, square, theme)
            if name == pointed:
                canvas.rect(square, None, theme.accent, 3)
        self._draw_names(canvas, box, theme)

    def _in_question(self, cover: Cover) -> Set[str]:
        """The squares of the item that cannot have a queen, or that was looked at last: those of a line."""
        item = self._items.get(cover.starved or cover.looked_at or cover.selected or "")
        return {self._form.word(literal).lstrip("¬") for literal in item.literals} if item is not None else set()

    def _draw_names(self, canvas: Canvas, box: Rect, theme: Theme) -> None:
        """The numbers of the rows and the letters of the columns."""
        names = min(*self.parts(box)[0][2:]) * _NAMES
        if names < SMALLEST:
            return
        for at in range(1, self.puzzle.queens + 1):
            row, column = self.place(box, f"a{at}"), self.place(box, f"{COLUMNS[at - 1]}1")
            size = max(SMALLEST, names * 0.6)
            canvas.text((row.x - names * 0.5, row.center[1]), str(at), size, theme.muted)
            canvas.text((column.center[0], column.bottom + names * 0.5), COLUMNS[at - 1], size, theme.muted)


def _draw_square(canvas: Canvas, square: Rect, name: str, status: SquareStatus, chosen: bool | None,
                 theme: Theme) -> None:
    """A queen on a square that is taken, for good or for now, a cross on one that is attacked."""
    plain = square_color(COLUMNS.index(name[0]), int(name[1:]), theme)
    grounds = {"taken": theme.no_mine, "waiting": theme.test, "starved": theme.mine}
    if status == "taken" and chosen is not None:
        draw_supposed(canvas, square, theme, chosen=chosen)
    else:
        canvas.rect(square, grounds.get(status, plain), theme.edge, 1)
    if status == "taken":
        canvas.polygon(crown(square), theme.on_no_mine if chosen is None else theme.suppose)
    elif status in ("out", "starved"):
        draw_out(canvas, square, theme.on_uncovered if status == "out" else theme.on_mine)


def _solved(state: State) -> bool:
    """Are the options that are taken a solution?"""
    sat = sat_in(state)
    return state.family.supposed.solved if sat is None else sat.seen_as_model


def _draw_done(canvas: Canvas, place: Rect, theme: Theme) -> None:
    """A green frame, and a tick at its corner."""
    wide, radius = max(3.0, min(5.0, place.h * 0.01)), min(12.0, max(7.0, place.h * 0.03))
    canvas.rect(place.inset(-wide), None, theme.no_mine, wide, wide)
    canvas.circle((place.x, place.y), radius, theme.no_mine, theme.background, 1)
    draw_tick(canvas, (place.x, place.y), radius * 0.75, theme.on_no_mine)


def _unit(room: Rect) -> float:
    """A point: on a large board all is larger."""
    return max(0.7, min(room.w, room.h * 1.2) / 640)


def _of_domains(state: State) -> Truth:
    def truth(option: str) -> bool | None:
        domain = state.domains[option.lstrip("¬")]
        return None if len(domain) != 1 else (domain[0] == 1) != option.startswith("¬")

    return truth
