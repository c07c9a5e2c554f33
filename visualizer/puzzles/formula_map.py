"""A large formula: a map of its clauses as tiles, a strip of its variables, and the clause in question enlarged."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import ceil

from algorithms.reasons import Link
from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.zoom import Zoom
from visualizer.families.satisfiability.numbers import besides_of
from visualizer.families.satisfiability.state import SatState
from visualizer.families.satisfiability.tally import FALSE, TRUE, UNIT, Tally, histogram
from visualizer.families.satisfiability.tiles import Grid, draw_slot, draw_tile, draw_tiles, lay
from visualizer.puzzles.formula_question import draw_question, in_question
from visualizer.puzzles.formula_variables import draw_strip, strip_at, strip_place
from visualizer.stage.links import Links

CLAUSE = "clause "
"""What a tile is called when it is pointed at, before its number."""

_WIDE = 460.0  # points: from this width on there is room for the clause in question beside the map
_QUESTION = 0.44  # its part of the width
_LEARNED = 32  # tiles are laid out for this many learned clauses, or twice, thrice as many: they seldom change size
_LINE = 15.0  # the height of a line of text in a tile that is large enough for one
_NAMES = ((TRUE, "true"), (2, "open"), (UNIT, "unit"), (FALSE, "false"))


@dataclass(frozen=True)
class Parts:
    """Where the parts of the picture lie; the question and its legend have no width where there is no room."""

    head: Rect
    tiles: Rect
    question: Rect
    legend: Rect
    strip: Rect


@dataclass
class Seen:
    """One assignment: the numbers of the clauses that were learned, and the states of these and of all given ones."""

    given: Sequence[int]
    learned: Mapping[int, int]


class FormulaMap:
    """Draws the clauses of one formula, of which ``numbers`` are those in the form that is searched."""

    def __init__(self, clauses: Sequence[Sequence[str]], names: Sequence[str]) -> None:
        self.clauses, self.names = clauses, names
        self._tallies = Tally(clauses), Tally(clauses)
        self._learned: list[tuple[tuple[int, ...], Tally]] = [((), Tally(())), ((), Tally(()))]  # now, and before
        self._grids: tuple[Grid, Grid] | None = None
        self._at_strip: Rect | None = None
        self._numbers: Sequence[int] = ()
        self._of_learned: Sequence[int] = ()
        self._added: Collection[int] = ()
        self._ground: Color = (0, 0, 0)
        self.window = Rect(0, 0, 0, 0)

    # --- where things lie ------------------------------------------------------------------------------------------

    def unit(self, box: Rect, *, strip: bool) -> float:
        """The size of a point in so much room."""
        return max(1.0, min(box.w / 694, box.h / (520 if strip else 300)))

    def parts(self, box: Rect, unit: float, beside: bool, strip: bool) -> Parts:
        """Cuts the board up; ``strip``: the variables are to be seen."""
        high = 46 * unit if strip and len(self.names) <= box.w / 3 and box.h > 260 * unit else 0.0
        rest, below = box.split_bottom(high, 8 * unit if high else 0)
        none = Rect(box.right, box.y, 0, 0)
        if beside or box.w < _WIDE * unit:
            head, tiles = rest.split_top(20 * unit, 2 * unit)
            head, legend = head.split_left(min(head.w * 0.4, 130 * unit), 4 * unit)
            return Parts(head, tiles, none, legend, below)
        left, right = rest.split_right(rest.w * _QUESTION, 14 * unit)
        question, legend = right.split_bottom(112 * unit, 8 * unit)
        return Parts(*left.split_top(24 * unit, 4 * unit), question, legend, below)

    def _lay(self, parts: Parts, learned: int, zoom: Zoom, unit: float) -> tuple[Grid, Grid]:
        """The tiles as they are looked at."""
        room = ceil((learned + 1) / _LEARNED) * _LEARNED if learned else 0
        first, second = lay(parts.tiles, len(self.clauses), room, 20 * unit, unit)
        whole = zoom.of(parts.tiles)

        def scaled(grid: Grid, count: int) -> Grid:
            x = whole.x + (grid.box.x - parts.tiles.x) * zoom.scale
            y = whole.y + (grid.box.y - parts.tiles.y) * zoom.scale
            return Grid(Rect(round(x), round(y), grid.box.w * zoom.scale, grid.box.h * zoom.scale), count,
                        grid.pitch * zoom.scale, grid.columns, grid.each)

        return scaled(first, len(self.clauses)), scaled(second, learned)

    def tile(self, clause: int) -> Rect | None:
        """Where the clause of that number was drawn."""
        if self._grids is None:
            return None
        for grid, numbers in zip(self._grids, (self._numbers, self._of_learned), strict=True):
            if clause in numbers:
                return grid.place(numbers.index(clause) // grid.each)
        return None

    def place(self, name: str) -> Rect | None:
        """Where a variable, or a clause by what it is called, was drawn."""
        if name.startswith(CLAUSE):
            return self.tile(int(name.removeprefix(CLAUSE)))
        if self._at_strip is None or name not in self.names:
            return None
        return strip_place(self._at_strip, self.names.index(name), len(self.names))

    def at(self, x: float, y: float) -> str | None:
        """The variable or the clause at a point."""
        if self._at_strip is not None and (index := strip_at(self._at_strip, len(self.names), x, y)) is not None:
            return self.names[index]
        if self._grids is None or not self.window.contains(x, y):
            return None
        for grid, numbers in zip(self._grids, (self._numbers, self._of_learned), strict=True):
            tile = grid.at(x, y)
            if tile is not None and numbers[tile * grid.each]:
                return f"{CLAUSE}{numbers[tile * grid.each]}"
        return None

    def next(self, name: str | None, step: tuple[int, int]) -> str | None:
        """The clause beside one, by an arrow key: ``step`` is (±1, 0) or (0, ±1); from nowhere, the first one."""
        numbers = [*self._numbers, *self._of_learned]
        clause = int(name.removeprefix(CLAUSE)) if name is not None and name.startswith(CLAUSE) else 0
        if self._grids is None or clause not in numbers or not clause:
            return next((f"{CLAUSE}{number}" for number in numbers if number), None)
        moved = numbers.index(clause) + (step[0] + step[1] * self._grids[0].columns) * self._grids[0].each
        return f"{CLAUSE}{numbers[moved]}" if 0 <= moved < len(numbers) and numbers[moved] else name

    # --- what is seen ----------------------------------------------------------------------------------------------

    def seen(self, state: SatState, which: int = 0) -> Seen:
        """The states of all clauses."""
        tally = self._tallies[which]
        tally.read(state.values)
        numbers = tuple(state.learned)
        if numbers != self._learned[which][0]:
            self._learned[which] = numbers, Tally(state.learned.values())
        found = self._learned[which][1]
        found.read(state.values)
        return Seen(tally.all(), dict(zip(numbers, found.all(), strict=True)))

    def draw(self, canvas: Canvas, box: Rect, numbers: Sequence[int], states: tuple[SatState, SatState], t: float,
             zoom: Zoom, theme: Theme, lit: str | None, *, beside: bool = False, strip: bool = True,
             step: Link | None = None, links: Links | None = None) -> None:
        """The whole picture; ``lit`` is what is pointed at, ``numbers`` are those of the clauses, 0 for none; ``step``:
        of a proof, whose clause is in question then."""
        (before, after), links = states, links or Links()
        unit = self.unit(box, strip=strip)
        self._ground = theme.panel if beside else theme.background
        parts, seen = self.parts(box, unit, beside, strip), self.seen(after)
        self._numbers, self._of_learned, self.window = numbers, tuple(seen.learned), parts.tiles
        self._added, self._grids = after.added, self._lay(parts, len(seen.learned), zoom, unit)
        named = lit if lit and lit.startswith(CLAUSE) else "" if step is None else next(
            (name for name in step.through if name.startswith(CLAUSE)), "")
        clause = int(named.removeprefix(CLAUSE)) if named else in_question(after) if step is None else None
        clause = clause if clause and after.literals_of(clause) else None
        free = self._head(canvas, parts.head, theme, unit)
        with canvas.clip(parts.tiles):
            self._tiles(canvas, parts.tiles, seen, after, theme, unit, links)
            if before is not after:
                self._way(canvas, parts, self.seen(before, 1), seen, t, theme, told=after.analysed is not None)
        counts = histogram([*seen.given, *seen.learned.values()])
        if parts.question.w:
            _legend(canvas, parts.legend, counts, theme, unit)
        else:
            _legend_in_a_row(canvas, parts.legend, free, counts, theme, unit)
        drawn = [] if clause is None else [clause]
        if parts.question.w:
            drawn = draw_question(canvas, parts.question, after, clause, theme, unit, step)
        self._numbered(canvas, parts.tiles, drawn, seen, theme, lit, after)
        self._at_strip = parts.strip if parts.strip.h else None
        if self._at_strip is not None:
            asked = {one.lstrip("¬") for one in after.literals_of(clause)} if clause else set()
            draw_strip(canvas, parts.strip, self.names, after, theme, unit, asked | ({lit} if lit else set()), links)

    def _head(self, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> float:
        """How many clauses there are, and what a tile is, where that has room; returns where the number ends."""
        assert self._grids is not None
        each, size = self._grids[0].each, (16 if box.w > 200 * unit else 14) * unit
        text = counted(len(self.clauses), "clause")
        canvas.text((box.x, box.center[1]), text, size, theme.text, "left", "bold")
        x = box.x + canvas.measure(text, size, "bold") + 10 * unit
        more = "one tile each; dots: open literals" if each == 1 else f"{each} a tile, in the worst state"
        if x + canvas.measure(more, 12.5 * unit) <= box.right:
            canvas.text((x, box.center[1]), more, 12.5 * unit, theme.muted)
        return x

    def _tiles(self, canvas: Canvas, window: Rect, seen: Seen, state: SatState, theme: Theme, unit: float,
               links: Links) -> None:
        assert self._grids is not None
        given, learned = self._grids
        kept = [status if number else TRUE for status, number in zip(seen.given, self._numbers, strict=True)]
        if not self._written(canvas, window, given, state, theme):
            draw_tiles(canvas, window, given, kept, theme, self._ground)
        if not seen.learned:
            return
        y = learned.box.y - 10 * unit
        self._besides(canvas, (learned.box.x, y), state, theme, unit, links)
        round_ = [number not in state.added for number in seen.learned]
        draw_tiles(canvas, window, learned, list(seen.learned.values()), theme, self._ground, learned=round_)
        if learned.each == 1 and state.conflict is not None and state.level:  # one is about to be learned
            draw_slot(canvas, learned.place(len(seen.learned)), theme)

    def _besides(self, canvas: Canvas, at: Point, state: SatState, theme: Theme, unit: float, links: Links) -> None:
        """How many clauses there are besides those given; where some were learned and others added, with their
        shapes."""
        numbers, (x, y), size, side = besides_of(state), at, 14 * unit, 11 * unit
        for number in numbers:
            if len(numbers) > 1:
                shape = Rect(x, y - side / 2, side, side)
                canvas.rect(shape, None, theme.text, 1.5 * unit, side * (0.5 if number.name == "learned" else 0.16))
                x += side + 5 * unit
            text = f"{number.text} {number.name}"
            links.write(canvas, (x, y), text, size, theme.text, "left", "bold", numbers=[number])
            x += canvas.measure(text, size, "bold") + 16 * unit

    def _written(self, canvas: Canvas, window: Rect, grid: Grid, state: SatState, theme: Theme) -> bool:
        """The clauses themselves, in tiles large enough for them."""
        rows = int((grid.pitch - 4) / _LINE)
        longest = max(map(len, self.clauses), default=0)
        wide = max((canvas.measure(f"¬{name}", SMALLEST, "bold") for name in self.names[-50:]), default=0.0)
        if grid.each > 1 or rows < longest + 1 or grid.pitch < wide + 8:
            return False
        first = max(0, int((window.y - grid.box.y) // grid.pitch)) * grid.columns
        last = (int((window.bottom - grid.box.y) // grid.pitch) + 1) * grid.columns
        for tile, clause in enumerate(self.clauses[first:last], first):
            place = grid.place(tile)
            if place.bottom < window.y or place.y > window.bottom or place.right < window.x or place.x > window.right:
                continue
            truths = [state.truth(literal) for literal in clause]
            rim = theme.good if True in truths else theme.bad if None not in truths else (
                theme.test if truths.count(None) == 1 else theme.edge)
            canvas.rect(place, theme.panel, rim, 2, 5)
            size = min(16.0, (grid.pitch - 4) / (len(clause) + 1) / 1.25)
            lines = [(str(self._numbers[tile] or "–"), None, theme.muted), *(
                (literal, truth, theme.text if truth is None else theme.good if truth else theme.bad)
                for literal, truth in zip(clause, truths, strict=True))]
            step = place.h / (len(lines) + 0.4)
            for index, (word, truth, ink) in enumerate(lines):
                y, text = place.y + (index + 0.7) * step, fit_text(canvas, word, place.w - 4, size, "bold")
                canvas.text((place.center[0], y), text, size, ink, "center", "bold")
                if truth is False:
                    half = canvas.measure(text, size, "bold") / 2
                    canvas.line((place.center[0] - half, y + size * 0.3), (place.center[0] + half, y - size * 0.3),
                                ink, 1.5)
        return True

    def _way(self, canvas: Canvas, parts: Parts, before: Seen, seen: Seen, t: float, theme: Theme, *,
             told: bool) -> None:
        """Between two states: a tile that changes shows the old state, smaller and smaller, on the new one; one that
        was learned comes from the clause in question to its slot, and its path stays while that is what the step is
        about."""
        assert self._grids is not None
        given, learned = self._grids
        if given.each > 1:
            return
        for index, (old, new) in enumerate(zip(before.given, seen.given, strict=True)):
            if old != new and t < 1:
                place = given.place(index)
                draw_tile(canvas, place.inset(place.w * t / 2), old, theme)
        fresh = [index for index, number in enumerate(seen.learned) if number not in before.learned]
        if len(fresh) == 1 and (t < 1 or told):  # not where a way of many events was gone at once
            start, (clause, status) = (parts.tiles.right - 5, parts.tiles.y), [*seen.learned.items()][fresh[0]]
            _fly(canvas, start, learned.place(fresh[0]), status, t, theme, learned=clause not in self._added)

    def _numbered(self, canvas: Canvas, window: Rect, clauses: Sequence[int], seen: Seen, theme: Theme,
                  lit: str | None, state: SatState) -> None:
        """The tiles of the clauses that are enlarged, larger and with their numbers; with what is pointed at, a rim."""
        if lit and not lit.startswith(CLAUSE):
            for clause in (*state.clauses_with(lit), *state.clauses_with(f"¬{lit}")):
                place = self.tile(clause)
                if place is not None and window.contains(*place.center):
                    canvas.rect(place.inset(-1), None, theme.accent, 2, 3)
        of_given = {number: index for index, number in enumerate(self._numbers) if number}
        for index, clause in reversed(list(enumerate(clauses))):
            place = self.tile(clause)
            if place is None or not window.contains(*place.center):
                continue
            status = seen.learned[clause] if clause in seen.learned else seen.given[of_given[clause]]
            text, size = str(clause), max(SMALLEST, min(18.0, place.h * 0.6))
            wide = max(place.w + 6, canvas.measure(text, size, "bold") + 8)
            high = max(place.h + 6, size * 1.5)
            x = max(window.x, min(place.center[0] - wide / 2, window.right - wide))
            y = max(window.y, min(place.center[1] - high / 2, window.bottom - high))
            fill, ink = {TRUE: (theme.no_mine, theme.on_no_mine), FALSE: (theme.mine, theme.on_mine),
                         UNIT: (theme.test, theme.on_test)}.get(status, (theme.raised, theme.text))
            around = Rect(x, y, wide, high)
            canvas.rect(around, fill, theme.accent if index == 0 else mix(theme.accent, theme.background, 0.3), 3, 5)
            canvas.text(around.center, text, size, ink, "center", "bold")


def _legend_in_a_row(canvas: Canvas, box: Rect, free: float, counts: Sequence[int], theme: Theme, unit: float) -> None:
    """How many tiles there are of each kind, beside the head, which ends at ``free``. Where four have no room, those
    that are not 0 have it, or none."""
    size, side = 12.5 * unit, min(14 * unit, box.h - 2)
    wide = [side + 4 * unit + canvas.measure(f"{count:,}", size) for count in counts]
    shown = {index: box.x + index * box.w / 4 for index in range(4)}
    if free > box.x + 8 * unit or max(wide) + 4 * unit > box.w / 4:
        there = [index for index, count in enumerate(counts) if count]
        ends = list(accumulate((wide[index] + 10 * unit for index in there), initial=free))
        shown = dict(zip(there, ends, strict=False)) if ends[-1] - 10 * unit <= box.right else {}
    for index, x in shown.items():
        draw_tile(canvas, Rect(x, box.center[1] - side / 2, side, side), _NAMES[index][0], theme)
        canvas.text((x + side + 4 * unit, box.center[1]), f"{counts[index]:,}", size, theme.text)


def _legend(canvas: Canvas, box: Rect, counts: Sequence[int], theme: Theme, unit: float) -> None:
    """What the tiles mean, with how many there are of each, as bars."""
    total = max(1, sum(counts))
    head, rest = box.split_top(18 * unit, 2 * unit)
    canvas.text((head.x, head.center[1]), f"now, of {total:,}", 13 * unit, theme.text, "left", "bold")
    high = rest.h / 4
    number = canvas.measure(f"{total:,}", 13 * unit, "bold")
    for index, ((status, name), count) in enumerate(zip(_NAMES, counts, strict=True)):
        y, side = rest.y + (index + 0.5) * high, min(18 * unit, high - 3)
        draw_tile(canvas, Rect(rest.x, y - side / 2, side, side), status, theme)
        canvas.text((rest.x + side + 8 * unit, y), name, 13 * unit, theme.text)
        left = rest.x + side + 52 * unit
        wide = (rest.right - left - number - 8 * unit) * count / total
        if count:
            bar = {TRUE: mix(theme.no_mine, theme.panel, 0.3), 2: theme.covered, UNIT: theme.test,
                   FALSE: theme.mine}[status]
            canvas.rect(Rect(left, y - high * 0.3, max(2.0, wide), high * 0.6), bar)
        canvas.text((left + wide + 6 * unit, y), f"{count:,}", 13 * unit, theme.text, "left", "bold")


def _fly(canvas: Canvas, start: Point, place: Rect, state: int, t: float, theme: Theme, *, learned: bool) -> None:
    """A tile on the way to its place, down beside the others; when it is there, the dashed path with two ghosts."""
    way = start, (start[0], place.center[1]), place.center
    down, along = way[1][1] - way[0][1], way[1][0] - way[2][0]

    def at(part: float) -> Point:
        gone = part * (down + along)
        return (start[0], start[1] + gone) if gone <= down else (start[0] - (gone - down), place.center[1])

    if t < 1:
        x, y = at(t)
        draw_tile(canvas, Rect(x - place.w / 2, y - place.h / 2, place.w, place.h), state, theme, learned=learned)
        return
    draw_path(canvas, way, theme.accent, 1.5, 6, 5)
    for part in (0.33, 0.66):
        canvas.circle(at(part), place.w * 0.3, None, theme.accent, 1.5)
