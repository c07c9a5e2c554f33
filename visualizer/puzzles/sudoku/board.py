"""The Sudoku grid: clues, labels, candidates as pencil marks, and the fog, as Figure 3 of the paper has it: the more
values a cell has left, the darker it is.

Source: Abuluaih, Mohamed, Annamalai and Iida, *Fog of Search Resolver for Minimum Remaining Values Strategic Colouring
of Graph*, SCDS 2018. A search for models shows here too: its variables ``A1=5`` are the pencil marks.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from algorithms.problems.forms.csp import Domain, Value
from algorithms.problems.sudoku.puzzle import Sudoku
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark, inside_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, Same, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.arcs.state import has_arrows
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.lights import Lights
from visualizer.puzzles.moving import moving
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import CONSTRAINT, PLAIN, VIOLATED, Role
from visualizer.puzzles.search_marks import Spotlight, Spots, draw_blame
from visualizer.puzzles.search_numbers import on_tab_of, strip_on
from visualizer.puzzles.sudoku.cell import (
    Look,
    Mark,
    between,
    draw_cell,
    draw_tab,
    has_places,
    place_of,
    room_for_marks,
    sign_place,
)
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.puzzles.sudoku.why import explain_cell
from visualizer.puzzles.verdict import draw_flight, draw_link
from visualizer.runs.boards import OnBoard, board
from visualizer.runs.states import How, Lately, State
from visualizer.runs.why import Explanation

_NAMES = 0.62  # the margin for the names of rows and columns, in cells …
_MOST_NAMES = 28.0  # … and in pixels at the most
_BOX_LINE = 0.06  # the line around a box, in cells
_RIM = 5.0  # pixels around the grid, for the frame of a solution
_MOST_LOOKS = 20_000  # that are kept


class Frame(NamedTuple):
    """Where the cells lie: the left edges of the columns, the top edges of the rows, the side of a cell, the width of
    the line around a box, and all of the grid with its rim."""

    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    side: float
    line: float
    whole: Rect


@board(Sudoku)
class SudokuBoard(NetworkBoard):
    """Draws one grid, of boxes of any size."""

    puzzle: Sudoku
    legend: Sequence[tuple[str, str]] = (
        ("clue", "a clue"), ("fog", "all values left; the lighter, the fewer"),
        ("uncovered", "one value: • forced, ○ left over"),
        ("constraint", "a label and its depth"), ("suppose_fill", "dashed: supposed for now"),
        ("test", "= tied; under test; just follows"),
        ("known_fill", "shares values; a known variable"), ("unknown", "how good a score is; undefined"),
        ("mine", "∅ no value left"),
    )
    searched = frozenset({"constraint", "unknown"})

    def __init__(self, puzzle: Sudoku) -> None:
        super().__init__(puzzle)
        self._framed: tuple[Rect, Frame] | None = None  # of the box that was asked for last
        self._looks: Lately[dict[str, Look]] = Lately()
        self._pencilled: dict[tuple[object, ...], Look] = {}  # looks of cells that nothing is lit in

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation:
        return explain_cell(timeline, place, found)

    # --- geometry --------------------------------------------------------------------------------------------------

    def frame(self, box: Rect) -> Frame:
        """The grid as large as it fits, in whole pixels so that all cells are alike."""
        if self._framed is None or self._framed[0] != box:
            self._framed = box, self._fit(box)
        return self._framed[1]

    def _fit(self, box: Rect) -> Frame:
        n, (width, height) = self.puzzle.side, self.puzzle.boxes
        across, down = n // width - 1, n // height - 1  # lines between boxes
        box = Rect(box.x, box.y, max(0.0, box.w - _RIM), max(0.0, box.h - _RIM))
        side = min(box.w / (n + _NAMES + (across + 2) * _BOX_LINE), box.h / (n + _NAMES + (down + 2) * _BOX_LINE))
        if side * _NAMES > _MOST_NAMES:
            side = min((box.w - _MOST_NAMES) / (n + (across + 2) * _BOX_LINE),
                       (box.h - _MOST_NAMES) / (n + (down + 2) * _BOX_LINE))
        margin = min(_MOST_NAMES, side * _NAMES)
        line = max(1.0, float(int(side * _BOX_LINE))) if side >= 6 else side * _BOX_LINE
        side = float(int(side)) if side >= 6 else side
        wide, high = n * side + (across + 2) * line, n * side + (down + 2) * line
        left = float(round(box.x + (box.w - wide - margin) / 2 + margin))
        top = float(round(box.y + (box.h - high - margin) / 2 + margin))
        lefts = tuple(left + line + j * side + j // width * line for j in range(n))
        tops = tuple(top + line + i * side + i // height * line for i in range(n))
        return Frame(lefts, tops, side, line, Rect(left, top, wide, high))

    def place(self, box: Rect, name: str) -> Rect:
        """Where a cell is drawn."""
        frame = self.frame(box)
        i, j = self._coordinates[name]
        return Rect(frame.lefts[j], frame.tops[i], frame.side, frame.side)

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """The pencil mark, where the cell has such."""
        cell, boxes = self.place(box, name), self.puzzle.boxes
        room = room_for_marks(cell)
        written = name in self.puzzle.clues or name in grid_of(state).entered or name in state.inferred
        return cell if written or not has_places(room, boxes) else place_of(room, boxes, int(value))

    def sign_place(self, box: Rect, state: State, name: str, side: float, theme: Theme) -> Rect:
        return sign_place(self.place(box, name), self.looks(state, theme)[name], self.puzzle.boxes, side)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        frame = self.frame(box)
        if not frame.whole.contains(x, y):
            return None
        i, j = bisect_right(frame.tops, y) - 1, bisect_right(frame.lefts, x) - 1
        return self.puzzle.geometry.cells[max(0, i) * self.puzzle.side + max(0, j)]

    @cached_property
    def _coordinates(self) -> dict[str, tuple[int, int]]:
        return {x: divmod(index, self.puzzle.side) for index, x in enumerate(self.puzzle.geometry.cells)}

    # --- what a cell shows -----------------------------------------------------------------------------------------

    def looks(self, state: State, theme: Theme, pointed: str | None = None) -> dict[str, Look]:
        """What each cell shows in a state."""

        def make() -> dict[str, Look]:
            lights = Lights(self._peers, state, pointed)
            return {x: self.look(state, x, lights, theme) for x in self.puzzle.geometry.cells}

        return self._looks.of(state, (Same(theme), pointed, self.played, self.numbered), make)

    def look(self, state: State, x: str, lights: Lights, theme: Theme) -> Look:
        """What a cell shows: a clue, the value that it has by now, or its candidates."""
        sat = sat_in(state)
        if x in self.puzzle.clues:
            role = lights.roles.get(x, Role("clue", "on_clue"))
            return Look(getattr(theme, role.fill), getattr(theme, role.text), str(self.puzzle.clues[x]), bold=True)
        written = grid_of(state).entered.get(x)
        if written is not None:
            role = lights.roles.get(x, PLAIN)
            ground = theme.clue if role == PLAIN and not self.puzzle.clues else getattr(theme, role.fill)
            ink = theme.constraint if role == PLAIN and self.puzzle.clues else getattr(theme, role.text)
            return Look(ground, ink, str(written), bold=True)
        if self.played and not self._has_value(state, sat, x):
            role = lights.roles.get(x, PLAIN)
            ground = theme.uncovered if role == PLAIN else getattr(theme, role.fill)
            return Look(ground, theme.on_uncovered, pencil=grid_of(state).pencilled.get(x, ()))
        if sat is not None:
            return self._sat_look(sat, x, lights, theme)
        role = lights.roles.get(x) or lights.spot.role(x) or self.role(state, x)
        how: How | None = lights.spot.sign(x) or ("single" if x in state.inferred else None)
        if how is not None and state.domains[x]:
            look = self._value(str(state.domains[x][0]), how, lights.spot.depths.get(x, 0), role, theme)
            look = look._replace(calm=True) if lights.spot.supposed.solved else look
            return self._supposed(look, lights, x, role, theme)
        return self._candidates(state, x, role, lights, theme)

    def _has_value(self, state: State, sat: SatState | None, x: str) -> bool:
        """Has a run found a value for the cell, or none?"""
        if sat is not None:
            return any(sat.values.get(f"{x}={value}") for value in range(1, self.puzzle.side + 1))
        return len(state.domains[x]) < 1 or x in state.inferred or x in state.family.supposed.how

    def _value(self, digit: str, how: How, depth: int, role: Role, theme: Theme) -> Look:
        label, plain = how == "label", role == PLAIN
        ink = theme.constraint if label and plain else getattr(theme, role.text)
        return Look(getattr(theme, role.fill), ink, digit, bold=label, sign=how, depth=depth)

    def _supposed(self, look: Look, lights: Lights, name: str, role: Role, theme: Theme) -> Look:
        """The look of a value that is only supposed; a role keeps its ground."""
        chosen = lights.tentative.get(name)
        if chosen is None:
            return look
        look = look._replace(supposed=1 + chosen)
        return look._replace(ground=theme.suppose_fill, ink=theme.suppose) if role in (PLAIN, CONSTRAINT) else look

    def _candidates(self, state: State, x: str, role: Role, lights: Lights, theme: Theme) -> Look:
        """Pencil marks: those that are left, those just struck out, and those that a score counts."""
        search, spot = search_of(state), lights.spot
        left, struck, common = state.domains[x], spot.struck(x) + lights.struck.get(x, ()), spot.common(x)
        if x in looked_at(state).supports:
            struck = (*struck, *(value for value, found in looked_at(state).supports[x].items() if not found))
        lost = role == PLAIN and x in search.tied  # the tie is broken in favour of another one, or of none
        beside = bool(common) and x != spot.score.variable
        empty = x == search.emptied or not left
        key = left, struck, common, beside, lost, empty, role, Same(theme)
        look = self._pencilled.get(key)
        if look is None:
            if len(self._pencilled) >= _MOST_LOOKS:
                self._pencilled.clear()
            marks = [*_marks(left, left if empty else struck, common, beside)]
            ground, ink = self._ground(len(left), VIOLATED if empty else role, theme)
            ground = mix(theme.uncovered, theme.test, 0.45) if lost else ground
            look = self._pencilled[key] = Look(ground, ink, marks=tuple(sorted(marks)), empty=empty)
        if x in search.tie:
            look = look._replace(tied="right" if x in self.numbered else "left")
        if (undone := spot.undone(x)):
            look = look._replace(undone=undone)
        if (value := assigned(state, x)) in left:
            look = look._replace(trial=str(value))
        if not spot.has_strip(x):
            return look
        return look._replace(strip=1.0, score=spot.score_text(x), heat=round(spot.heat(x), 2), share=spot.added(x))

    def _ground(self, left: int, role: Role, theme: Theme) -> tuple[Color, Color]:
        """The colours of an open cell: those of its role, otherwise the fog over so many values."""
        if role != PLAIN:
            return getattr(theme, role.fill), getattr(theme, role.text)
        return fog(left, self.puzzle.side, theme), theme.on_fog

    def _sat_look(self, sat: SatState, x: str, lights: Lights, theme: Theme) -> Look:
        """A true literal is the cell's value, a false one is struck out; those of the clause are lit."""
        role, marks, left = lights.roles.get(x, PLAIN), [], 0
        for value in range(1, self.puzzle.side + 1):
            name = f"{x}={value}"
            truth, entry = sat.values.get(name), lights.entries.get(name)
            proved = sat.fates.get(name) == "backbone"
            if truth or proved:
                decided = entry is not None and entry.decided
                look = self._value(str(value), "label" if decided else "single", 0, role, theme)
                look = look._replace(sign="fixed" if proved else look.sign, bold=proved or look.bold,
                                     denied="" if proved else ",".join(lights.denied.get(x, ())),
                                     depth=entry.level if entry is not None and decided and not proved else 0)
                return look if proved else self._supposed(look, lights, name, role, theme)
            gone = truth is False or sat.fates.get(f"¬{name}") == "backbone"
            now = gone and entry is not None and 0 < entry.level == sat.level
            chosen = str(value) in lights.denied.get(x, ())
            marks.append(Mark(value, name in lights.literals, float(gone), now,
                              0.0 if not gone or chosen else 0.3 if now else 0.7, chosen))
            left += not gone
        ground, ink = self._ground(left, role, theme) if left else (theme.mine, theme.on_mine)
        return Look(ground, ink, marks=tuple(marks) if left else (), empty=not left)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        frame = self.frame(box)
        later = self.looks(after, theme, pointed)
        earlier = later if t >= 1 or before is after else self.looks(before, theme, pointed)
        changed = moving(earlier, later, beside=self.beside)
        if t < 1:
            canvas.still(("quiet", box), (Same(self), Same(earlier), Same(later)), box,
                         lambda: self._draw_quiet(canvas, frame, later, {*changed}, theme))
        else:
            self._draw_quiet(canvas, frame, later, set(), theme)
        for x in changed:
            draw_cell(canvas, self._cell(frame, x), between(earlier[x], later[x], t), self.puzzle.boxes, theme)
        current = self._constraints.get(looked_at(after).constraint or "")
        if current is not None and len(current.scope) == 2 and not has_arrows(after):
            one, other = (self._at(frame, x) for x in current.scope)
            draw_link(canvas, one, other, (before, after), t, theme)
        if current is not None and t < 1:
            draw_flight(canvas, {x: self._at(frame, x) for x in current.scope}, (before, after), t, theme)
        self._frames(canvas, frame, before if t < 0.5 else after, theme, pointed)
        for x in marks:
            draw_mark(canvas, self.place(box, x), theme)
            if later[x].tabbed and not later[x].calm:  # beside the bracket that would hide it
                draw_tab(canvas, inside_mark(self._cell(frame, x)), later[x], theme)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        frame, spot = self.frame(box), Spotlight(self._peers, state, pointed)
        for x, look in self.looks(state, theme, pointed).items():
            if look.depth:
                yield from on_tab_of(canvas, self._cell(frame, x), x, look.digit, look.depth, state, spot)
            if look.strip >= 1:
                yield from strip_on(canvas, self._cell(frame, x), x, spot)

    def _draw_quiet(self, canvas: Canvas, frame: Frame, looks: dict[str, Look], moving: set[str], theme: Theme) -> None:
        """All but the cells that change now; of each cell the picture is kept."""
        def draw_empty(on: Canvas) -> None:
            self._names(on, frame, theme)
            self._grid(on, frame, theme)

        canvas.alike((Same(self), frame, theme.name), draw_empty)
        boxes = self.puzzle.boxes
        for x, look in looks.items():
            if x not in moving:
                canvas.picture((look, boxes, theme.name), self._cell(frame, x),
                               lambda on, room, look=look: draw_cell(on, room, look, boxes, theme))  # type: ignore[misc]

    def _cell(self, frame: Frame, name: str) -> Rect:
        """Where a cell is drawn, without the line around it."""
        gap = 1.0 if frame.side > 8 else 0.0
        i, j = self._coordinates[name]
        return Rect(frame.lefts[j], frame.tops[i], frame.side - gap, frame.side - gap)

    def _names(self, canvas: Canvas, frame: Frame, theme: Theme) -> None:
        """The letters of the rows and the numbers of the columns."""
        size, margin = max(SMALLEST, min(16.0, frame.side * 0.42)), min(_MOST_NAMES, frame.side * _NAMES)
        if frame.side < 1.5 * SMALLEST:  # numbers of two digits would run into each other
            return
        for j, left in enumerate(frame.lefts, 1):
            canvas.text((left + frame.side / 2, frame.whole.y - margin / 2), str(j), size, theme.muted, "center")
        for i, top in enumerate(frame.tops):
            name = self.puzzle.geometry.cells[i * self.puzzle.side][0]
            canvas.text((frame.whole.x - margin / 2, top + frame.side / 2), name, size, theme.muted, "center")

    def _grid(self, canvas: Canvas, frame: Frame, theme: Theme) -> None:
        """Dark lines around the boxes, thin ones between the cells."""
        width, height = self.puzzle.boxes
        canvas.rect(frame.whole, theme.on_uncovered)
        for top in frame.tops[::height]:
            for left in frame.lefts[::width]:
                canvas.rect(Rect(left, top, width * frame.side, height * frame.side),
                            mix(theme.on_uncovered, theme.uncovered, 0.45))

    def _frames(self, canvas: Canvas, frame: Frame, state: State, theme: Theme, pointed: str | None) -> None:
        """Around the unit in question, the cell that is chosen or scored, the label that leaves another one nothing,
        what is pointed at, and what is done."""
        side, search, supposed = frame.side, search_of(state), state.family.supposed
        thick = max(2.0, side * 0.07)
        if (around := self._around(frame, search.unit or "")) is not None:
            canvas.rect(around.inset(-thick / 2), None, theme.mine if search.conflict else theme.accent, thick)
        chosen = supposed.chosen or (search.scored if search.scores else None)
        to_blame = search.source if search.emptied is not None else None
        for x, color in ((chosen, theme.constraint), (to_blame, theme.mine), (pointed, theme.accent)):
            if x is not None:
                canvas.rect(self._at(frame, x).inset(-1), None, color, thick, side * 0.08)
        if to_blame is not None and search.emptied is not None:
            draw_blame(canvas, self._at(frame, to_blame), self._at(frame, search.emptied), theme)
        if supposed.solved:
            self._done(canvas, frame, theme)

    def around(self, box: Rect, constraint: str) -> Rect | None:
        return self._around(self.frame(box), constraint)

    def _around(self, frame: Frame, unit: str) -> Rect | None:
        """All cells of a unit."""
        cells = self.csp.units.get(unit)
        if not cells:
            return None
        first, last = self._at(frame, cells[0]), self._at(frame, cells[-1])
        return Rect(first.x, first.y, last.right - first.x, last.bottom - first.y)

    def _done(self, canvas: Canvas, frame: Frame, theme: Theme) -> None:
        """A green frame, and a tick where the names of rows and columns meet."""
        wide, whole = min(_RIM, max(2.0, frame.side * 0.1)), frame.whole
        canvas.rect(whole.inset(-wide), None, theme.no_mine, wide, wide)
        size = min(_MOST_NAMES, frame.side * _NAMES)
        if size >= 12:
            at = whole.x - size * 0.55, whole.y - size * 0.5
            canvas.text(at, "✓", size * 0.9, theme.good, "center", "bold")

    def _at(self, frame: Frame, x: str) -> Rect:
        i, j = self._coordinates[x]
        return Rect(frame.lefts[j], frame.tops[i], frame.side, frame.side)

    def card(self, canvas: Canvas, card: Rect, name: str, states: tuple[State, State], t: float,
             theme: Theme, spots: Spots | None = None) -> None:
        """A cell of the current constraint, large, with its name above."""
        head, room = card.split_top(card.h * 0.18)
        size = head.h * 0.8
        canvas.text(head.center, fit_text(canvas, name, head.w, size, "bold"), size, theme.text, "center", "bold")
        side = min(room.w, room.h)
        cell = Rect(room.center[0] - side / 2, room.y, side, side)
        before, after = (self.look(state, name, Lights(self._peers, state, None), theme) for state in states)
        draw_cell(canvas, cell, between(before, after, t), self.puzzle.boxes, theme)


def _marks(left: Domain, struck: Sequence[Value], common: Sequence[Value], beside: bool) -> Iterator[Mark]:
    """The candidates; ``beside``: of a peer of the cell that is being scored, where only those in common count."""
    for value in left:
        cut = value in struck
        yield Mark(int(value), lit=value in common, line=float(cut), fresh=cut,
                   faded=0.3 if cut else 0.4 if beside and value not in common else 0.0)
    for value in struck:
        if value not in left:
            yield Mark(int(value), line=1.0, fresh=True, faded=0.3)


def fog(left: int, values: int, theme: Theme) -> Color:
    """The darkness of a cell with so many of so many values left: Figure 3. Few values differ more than many."""
    share = ((max(1, left) - 1) / max(1, values - 1)) ** 0.7
    return mix(theme.uncovered, theme.fog, share)
