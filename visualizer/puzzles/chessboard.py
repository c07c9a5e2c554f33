"""A network on a chessboard: a column for each variable, a queen on the row that is its value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from algorithms.problems.forms.csp import Value
from algorithms.problems.network import Chessboard
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.strokes import draw_arrow, draw_dashed_frame
from visualizer.canvas.suppose import draw_supposed, in_dashes
from visualizer.canvas.theme import Theme
from visualizer.families.local_search.numbers import tried_of
from visualizer.families.local_search.state import RepairState
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.network_labels import Label
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import CONSTRAINT, PLAIN, VIOLATED, colors
from visualizer.puzzles.search_marks import Spotlight, Spots, draw_depth, draw_sign, draw_undone, marked
from visualizer.puzzles.search_numbers import depth_on, score_on
from visualizer.puzzles.squares import crown, draw_out, square_color
from visualizer.runs.boards import OnBoard, board
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State

_MARGIN = 0.55  # of a square: the numbers of the rows at the left, the names of the columns below
_COUNT = 0.34  # of a square: how many conflicts a queen would have there
_WAY = 0.16  # of a square: how far from its right edge the way of a queen leads


@board(Chessboard)
class ChessboardBoard(NetworkBoard):
    """Draws the squares; what constraints say is seen in what they strike, so no line joins the columns."""

    puzzle: Chessboard
    legend: Sequence[tuple[str, str]] = (
        ("no_mine", "a queen that is certain"), ("constraint", "the constraint, or a new value"),
        ("known_fill", "its known variables"), ("unknown", "undefined variables"),
        ("test", "the variable under test"), ("mine", "✗ not satisfied"),
    )

    def __init__(self, puzzle: Chessboard) -> None:
        super().__init__(puzzle)
        self._column = {x: index for index, x in enumerate(puzzle.domains)}
        self._rows: Mapping[str, int] = {}  # of the queens that were drawn last

    @property
    def aspect(self) -> float:
        return (self.layout.columns + _MARGIN) / (self.layout.rows + _MARGIN)

    def unit(self, box: Rect) -> float:
        return min(box.w / (self.layout.columns + _MARGIN), box.h / (self.layout.rows + _MARGIN))

    def square(self, box: Rect, name: str, row: float) -> Rect:
        """A square of a column; row 1 is the lowest."""
        side, rows = self.unit(box), self.puzzle.rows
        x = box.x + (box.w - side * (self.layout.columns + _MARGIN)) / 2 + side * (_MARGIN + self._column[name])
        y = box.y + (box.h - side * (rows + _MARGIN)) / 2 + side * (rows - row)
        return Rect(x, y, side, side)

    def column(self, box: Rect, name: str) -> Rect:
        """All squares of a column."""
        top = self.square(box, name, self.puzzle.rows)
        return Rect(top.x, top.y, top.w, top.h * self.puzzle.rows)

    def _foot(self, box: Rect, name: str) -> Rect:
        """Below a column, where its name is."""
        lowest = self.square(box, name, 1)
        return Rect(lowest.x, lowest.bottom, lowest.w, lowest.h * _MARGIN).inset(2)

    def place(self, box: Rect, name: str) -> Rect:
        """The square of its queen, as drawn last; its column where it has none."""
        return self.square(box, name, self._rows[name]) if name in self._rows else self.column(box, name)

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        return self.square(box, name, int(value))

    def at(self, box: Rect, x: float, y: float) -> str | None:
        return next((name for name in self._column if self.column(box, name).contains(x, y)), None)

    def labels(self, canvas: Canvas, box: Rect, state: State) -> Mapping[str, Label]:
        return {}

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        spots = Spotlight(self._peers, before, pointed), Spotlight(self._peers, after, pointed)
        earlier, self._rows = _queens(before), _queens(after)
        self._draw_rows(canvas, box, theme)
        for name in self._column:
            self._draw_column(canvas, box, name, (before, after), t, theme, spots)
        self._draw_way(canvas, box, after, t, theme)
        for name, row in self._rows.items():
            start = earlier.get(name, row)
            self._draw_queen(canvas, self.square(box, name, start + (row - start) * t), name, (before, after), t,
                             theme, spots)
        for name in self._column:
            if name == pointed:
                canvas.rect(self.column(box, name), None, theme.accent, 3)
            if name in marks:
                draw_mark(canvas, self.place(box, name), theme)
        if after.family.supposed.solved:
            first, last = (self.column(box, name) for name in (next(iter(self._column)), list(self._column)[-1]))
            canvas.rect(Rect(first.x, first.y, last.right - first.x, first.h), None, theme.no_mine, 4)

    def _draw_rows(self, canvas: Canvas, box: Rect, theme: Theme) -> None:
        """The numbers of the rows."""
        first = next(iter(self._column))
        for row in range(1, self.puzzle.rows + 1):
            square = self.square(box, first, row)
            size = min(16.0, square.h * 0.6)
            if size >= SMALLEST:
                at = square.x - square.w * _MARGIN / 2, square.center[1]
                canvas.text(at, str(row), size, theme.muted, "center")

    def _draw_column(self, canvas: Canvas, box: Rect, name: str, states: tuple[State, State], t: float, theme: Theme,
                     spots: Spots) -> None:
        """Its squares, crosses on those that are struck, how many conflicts a queen would have on those that are
        counted, and its name below, in the colour of what it is for what is being looked at."""
        before, after = states
        has, left = name in self._rows, after.domains[name]
        every = self.csp.domains[name] or left
        trying, counts = assigned(after, name), _counts(after, name)
        emptied = not left and bool(every)
        taken_back = spots[1].taken_back(name)
        for value in every:
            square = self.square(box, name, int(value))
            canvas.rect(square, theme.mine if emptied else square_color(self._column[name], int(value), theme),
                        theme.edge, 1)
            if value in counts and (not has or self._rows[name] != value):
                canvas.text(_count_place(square).center, str(counts[value]), max(SMALLEST, square.h * _COUNT),
                            theme.on_uncovered, "center", "bold" if counts[value] == min(counts.values()) else "sans")
            elif value == taken_back or (value not in left and name not in after.family.supposed.how):
                draw_out(canvas, square, theme.on_mine if emptied else theme.on_uncovered)
            if value == taken_back:
                draw_undone(canvas, marked(square), spots[1].undone(name), square_color(self._column[name], int(value),
                                                                                       theme), theme)
            if value == trying and not has:
                canvas.polygon(crown(square), None, theme.on_uncovered, square.w * 0.04)
        earlier, later = self._role(before, name, spots[0]), self._role(after, name, spots[1])
        foot = self._foot(box, name)
        if later != PLAIN:
            canvas.rect(foot, colors(earlier, later, t, theme)[0], None, 1, foot.h * 0.2)
        said, size = _below(canvas, foot, name, spots[1])
        canvas.text(foot.center, said, size, theme.muted if later == PLAIN else colors(earlier, later, t, theme)[1],
                    "center", "bold")

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        spot, queens, repair = Spotlight(self._peers, state, pointed), _queens(state), state.of(RepairState)
        for name in self._column:
            for value in _counts(state, name):
                if repair is not None and queens.get(name) != value:
                    square = self.square(box, name, int(value))
                    yield OnBoard(_count_place(square), tried_of(repair, value), name)
            said, size = _below(canvas, self._foot(box, name), name, spot)
            yield from score_on(canvas, self._foot(box, name).center, said, size, name, spot)
            if name in queens:
                yield from depth_on(canvas, marked(self.square(box, name, queens[name])), name, spot)

    def _draw_queen(self, canvas: Canvas, square: Rect, name: str, states: tuple[State, State], t: float, theme: Theme,
                    spots: Spots) -> None:
        """The queen of a column, on a ground that says whether she is certain, chosen, or supposed."""
        before, after = states
        earlier, later = self._role(before, name, spots[0]), self._role(after, name, spots[1])
        fill, ink = colors(earlier, later, t, theme)
        chosen, how = after.family.tentative.get(name), spots[1].sign(name)
        if chosen is not None and later in (PLAIN, CONSTRAINT):
            draw_supposed(canvas, square, theme, chosen=chosen)
            ink = theme.suppose
        elif later != PLAIN or name not in after.family.supposed.how:
            certain = later == PLAIN
            canvas.rect(square, theme.no_mine if certain else fill, theme.edge, 1)
            ink = theme.on_no_mine if certain else ink
        canvas.polygon(crown(square), ink if later != VIOLATED else theme.on_mine)
        if name in spots[1].depths:
            draw_depth(canvas, marked(square), spots[1].depths[name], theme, calm=spots[1].supposed.solved)
        elif how is not None:
            draw_sign(canvas, in_dashes(square) if ink == theme.suppose else square, how, ink)

    def _draw_way(self, canvas: Canvas, box: Rect, state: State, t: float, theme: Theme) -> None:
        """Where the queen that has just moved came from: dashes around that square, and an arrow beside the counts."""
        repair = state.of(RepairState)
        if repair is None or repair.taken is None or repair.before in (None, repair.taken):
            return
        old, new = (self.square(box, str(repair.variable), int(value)) for value in (repair.before, repair.taken))
        wide = max(2.0, old.w * 0.05)
        draw_dashed_frame(canvas, old.inset(wide / 2), theme.constraint, wide, old.w * 0.12)
        x, up = old.right - old.w * _WAY, 1 if new.y < old.y else -1
        draw_arrow(canvas, (x, old.center[1]), (x, new.center[1] + up * new.h / 2), theme.constraint, wide, t)

    def draw_small(self, canvas: Canvas, box: Rect, state: State, theme: Theme) -> None:
        """The squares, and those of the queens filled."""
        queens, tentative = _queens(state), state.family.tentative
        for name, values in self.csp.domains.items():
            for value in values:
                square = self.square(box, name, int(value))
                queen = queens.get(name) == value
                if queen and name in tentative:
                    draw_supposed(canvas, square, theme, chosen=tentative[name])
                else:
                    plain = square_color(self._column[name], int(value), theme)
                    canvas.rect(square, theme.no_mine if queen else plain)


def _count_place(square: Rect) -> Rect:
    """Where a count stands: below the middle, through which the lines of attacks go."""
    return Rect(square.x + square.w * 0.3, square.y + square.h * 0.52, square.w * 0.4, square.h * 0.34)


def _below(canvas: Canvas, foot: Rect, name: str, spot: Spotlight) -> tuple[str, float]:
    """The name of a column with its score, where there is room for that, and the size of it."""
    score = spot.score_text(name)
    size = max(SMALLEST, min(20.0, foot.h * 0.7))
    said = f"{name} {score}" if score and canvas.measure(f"{name} {score}", size, "bold") <= foot.w else name
    return said, size


def _queens(state: State) -> dict[str, int]:
    """The row of each variable that has one value."""
    return {x: int(values[0]) for x, values in state.domains.items() if len(values) == 1 and isinstance(values[0], int)}


def _counts(state: State, name: str) -> Mapping[Value, int]:
    """For the values of a variable that is being repaired, the conflicts that they would have, as far as counted; they
    stay after the move, whose reason they are."""
    repair = state.of(RepairState)
    return repair.tried if repair is not None and repair.variable == name else {}


declare_left(ChessboardBoard, Left(lambda board, box, _state, name: [board.column(box, name)],
                                   "which rows are left to {}"))
