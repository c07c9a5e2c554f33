"""The clause board: all clauses of a formula, each literal true, false or open; of a large one a map of tiles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from algorithms.problems.forms.csp import Value
from algorithms.problems.formula import Formula
from algorithms.reasons import Link, Reason, Spot
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.strokes import draw_dashed_frame
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backbones.rows import column_of, draw_rows, rows_height, variable_at
from visualizer.families.backbones.state import BackboneState
from visualizer.families.satisfiability.panels import CLASH, chip_width, draw_literal
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.formula_clash import draw_bolt
from visualizer.puzzles.formula_learned import Card, cards, draw_cards, verdict_of
from visualizer.puzzles.formula_map import CLAUSE, FormulaMap
from visualizer.puzzles.formula_watches import draw_count, draw_watches
from visualizer.puzzles.network import NetworkBoard
from visualizer.runs.boards import OnBoard, board, too_many
from visualizer.runs.states import State
from visualizer.stage.links import Links

MOST_VARIABLES = 20_000  # each keyframe of a timeline holds them all: two million events then take 1 GB
MOST_LITERALS = 200_000
_LARGEST, _USUAL = 0.11, 0.05  # heights of a literal's chip, as parts of the board's longer side …
_BESIDE = 0.16  # … the largest where the board stands beside others, and is small itself …
_ABOVE = 0.5  # … where larger ones than usual leave this part of the board to the search tree
_ALONE = 0.8  # … and the same where no tree grows, as where the backbone is asked for
_TEXT = 0.62  # the size of a literal, as a part of its chip's height
_SMALLEST = SMALLEST / _TEXT  # points; where chips would be smaller, clauses are tiles
_STEP = 0.96  # from one size that is tried to the next
_SIGN = 0.42  # the same of a clause's number, and of what is said of it there
_BETWEEN = 0.24  # between two literals, so that neither their frames touch nor their eyes
_AROUND = 0.18  # how far the bar behind a clause goes beyond it, in heights of a chip
_ADDED = 0.8  # the height of the literals of a clause that was added, in those of the given ones
_MOST_KEPT = 8  # boxes whose places are kept: those that steps, questions and other panels lead back to
_TREE = 0.22  # of the height, at least, for the tree below clauses and learned ones
_FEW, _FEW_LARGER = 12, 1.4  # up to so many variables have larger columns


def too_large(formula: Formula) -> str:
    """What is too large about a formula to be drawn."""
    return too_many((len(formula.names), MOST_VARIABLES, "variables"),
                    (sum(map(len, formula.clauses)), MOST_LITERALS, "literals"))


@board(Formula, limit=too_large)
class FormulaBoard(NetworkBoard):
    """Draws the clauses one after the other, as large as they fit; without a search, the variables as a network."""

    legend: Sequence[tuple[str, str]] = (
        ("no_mine", "a true literal"), ("mine", f"false, struck out; {CLASH} both are in M"),
        ("raised", "an open literal"), ("test", "unit: the clause and its literal"),
        ("constraint", "a decision Δ"), ("unknown", "flipped: its complement"), ("known", "the pivot of a resolution"),
        ("current", "a clause being visited"),
    )

    shows_literals = True
    shows_clauses = True

    def __init__(self, puzzle: Formula) -> None:
        super().__init__(puzzle)
        cnf = puzzle.as_cnf()
        self._clauses = [tuple(map(cnf.word, clause)) for clause in cnf.clauses]
        self._kept: dict[tuple[type[Canvas], Rect, bool, bool], list[list[Rect]]] = {}
        self._placed: list[list[Rect]] = []  # of these, what was drawn last
        self._map = FormulaMap(self._clauses, puzzle.names)
        self._mapped = False
        self._cards: list[Card] = []
        self._numbered: tuple[str, list[int]] = ("", [])
        self._rows: tuple[Canvas, Rect, BackboneState, float] | None = None
        self._bottom = 0.0
        self._links = Links()  # the numbers that were drawn last
        self._tentative: Mapping[str, bool] = {}  # of the state that is being drawn

    @property
    def aspect(self) -> float:
        return 1.2

    def places(self, canvas: Canvas, box: Rect) -> list[list[Rect]]:
        """For each clause the places of its number and of its literals; the largest chips with which all fit, or no
        places where they would be too small to read."""
        key = type(canvas), box, self.leaves, self._rows is None  # all canvases of a kind measure alike
        if key not in self._kept:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            self._kept[key] = self._lay(canvas, box)
        self._placed = self._kept[key]
        return self._placed

    def _lay(self, canvas: Canvas, box: Rect) -> list[list[Rect]]:
        above = _ABOVE if self._rows is None and self.leaves else _ALONE
        longer, largest = max(box.w, box.h), _BESIDE if self.beside else _LARGEST
        least = _SMALLEST * self._map.unit(box, strip=self._rows is None)
        height, usual = min(box.w / 6, longer * largest), max(longer * _USUAL, least / _STEP)
        while True:
            room = box if height <= usual else box.split_top(box.h * above)[0]
            placed = self._flow(canvas, room, height)
            if len(placed) == len(self._clauses):
                break
            height *= _STEP
            if height < least:
                placed = []
                break
        if placed and not self.leaves and self._rows is None:
            down = max(0.0, (room.bottom - placed[-1][0].bottom) / 2)
            placed = [[place._replace(y=place.y + down) for place in row] for row in placed]
        return placed

    def _flow(self, canvas: Canvas, box: Rect, height: float) -> list[list[Rect]]:
        """The places of as many clauses as fit with chips of that height."""
        placed: list[list[Rect]] = []
        box = box.inset(max(0.0, height * _AROUND - 9))  # a bar is wider than its clause
        x, y, step = box.x, box.y, height * 1.6
        head = max(height * 1.1, canvas.measure(f"✓ {len(self._clauses)}", max(SMALLEST, height * _SIGN), "bold") + 4)
        for clause in self._clauses:
            widths = [head, *(chip_width(canvas, literal, height) for literal in clause)]
            whole = sum(widths) + height * _BETWEEN * len(clause)
            if x + whole > box.right and x > box.x:
                x, y = box.x, y + step
            if y + height > box.bottom:
                break
            row = []
            for width in widths:
                row.append(Rect(x, y, width, height))
                x += width + height * _BETWEEN
            placed.append(row)
            x += height * 0.7
        return placed

    def place(self, box: Rect, name: str) -> Rect:
        """The variable's first literal, without ¬ if there is one; its place in the strip of a large formula; where
        no search is drawn, its card."""
        if self._rows is not None and (column := column_of(*self._rows, name)) is not None:
            return column
        if self._mapped:
            return self._map.place(name) or super().place(box, name)
        if name.startswith(CLAUSE):
            return self._of_clause(box, name)
        found = (row[1 + clause.index(literal)] for literal in (name, f"¬{name}")
                 for clause, row in zip(self._clauses, self._placed, strict=False) if literal in clause)
        return next(found, None) or super().place(box, name)

    def _of_clause(self, box: Rect, name: str) -> Rect:
        """A clause, or the literal that it has of a variable: ``clause 3``, ``clause 3 x``."""
        number, _, variable = name.removeprefix(CLAUSE).partition(" ")
        if card := next((card.place for card in self._cards if card.number == int(number)), None):
            return card
        index = self._numbered[1].index(int(number))
        row = self._placed[index]
        if not variable:
            return bar(row)
        return row[1 + [literal.lstrip("¬") for literal in self._clauses[index]].index(variable)]

    def seat(self, constraint: str) -> str | None:
        number = constraint.removeprefix(CLAUSE)
        return constraint if constraint.startswith(CLAUSE) and number.isdecimal() else super().seat(constraint)

    def of_reason(self, link: Link) -> Link:
        """Its clause, with the literals there; of a large formula the tile. Else the variables."""
        if self._mapped:
            return link.within(lambda place: self._map.place(place) is not None)
        clause = next((name for name in link.through if name.startswith(CLAUSE)), None)
        number = 0 if clause is None else int(clause.removeprefix(CLAUSE))
        if clause is None or not self._placed or number not in self._numbered[1]:
            own = {f"{CLAUSE}{card.number}" for card in self._cards}
            return link.within(lambda place: place in self.layout.places or place in own)
        names = {literal.lstrip("¬") for literal in self._clauses[self._numbered[1].index(number)]}
        inside = link.within(names.__contains__)
        causes, follows = (tuple(Spot(f"{clause} {spot.place}") for spot in spots)
                           for spots in (inside.causes, inside.follows))
        return Link((clause,), causes, follows=follows)

    def home(self, box: Rect, state: State, constraint: str) -> Rect | None:
        """The clause, from its number to its last literal; of one that was added its card."""
        number = int(constraint[1:]) if constraint[:1] == "C" and constraint[1:].isdecimal() else 0
        if (card := next((card for card in self._cards if card.number == number), None)) is not None:
            return card.place
        if not 0 < number <= len(self._placed):
            return None
        first, last = self._placed[number - 1][0], self._placed[number - 1][-1]
        return Rect(first.x, first.y, last.right - first.x, first.h)

    @property
    def pictured(self) -> bool:
        return False

    def says(self, variable: str, value: Value) -> str:
        return f"{variable} {'true' if value else 'false'}"

    def at(self, box: Rect, x: float, y: float) -> str | None:
        if self._rows is not None and self._rows[1].contains(x, y):
            return variable_at(*self._rows, x, y)
        if self._mapped:
            return self._map.at(x, y)
        literal = self.literal_at(x, y)
        return None if literal is None else literal.lstrip("¬")

    def literal_at(self, x: float, y: float) -> str | None:
        """The literal drawn at that point."""
        for clause, row in zip(self._clauses, self._placed, strict=False):
            for literal, place in zip(clause, row[1:], strict=True):
                if place.contains(x, y):
                    return literal
        return next((literal for card in self._cards for literal, place in card.chips if place.contains(x, y)), None)

    def numbered_at(self, x: float, y: float) -> str | None:
        if self._mapped:
            name = self._map.at(x, y) or ""
            return name.removeprefix(CLAUSE) if name.startswith(CLAUSE) else None
        for number, row in zip(self._numbered[1], self._placed, strict=False):
            if number and bar(row).contains(x, y):
                return str(number)
        return next((str(card.number) for card in self._cards if card.place.contains(x, y)), None)

    def line_at(self, x: float, y: float) -> int | None:
        return next((at for at, row in enumerate(self._placed) if any(place.contains(x, y) for place in row)), None)

    def points_at(self, name: str) -> bool:
        return name.startswith(CLAUSE)

    def next_to(self, name: str | None, step: tuple[int, int]) -> str | None:
        return self._map.next(name, step) if self._mapped else None

    def zooms(self, box: Rect) -> Rect | None:
        return self._map.window if self._mapped else None

    def magnified(self, box: Rect) -> Rect:
        return box

    @property
    def shown_of_reason(self) -> Reason:
        return self.explains[-1:]

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        sat, earlier = sat_in(after), sat_in(before)
        self._mapped, self._links = False, Links()
        if sat is None:
            super().draw(canvas, box, before, after, t, theme, marks, pointed)
            return
        room = self._draw_backbone(canvas, box.inset(12), (earlier or sat, sat), t, theme, pointed)
        placed, numbers = self.places(canvas, room), self._numbers(sat)
        self._tentative = sat.tentative
        self._mapped = not placed and bool(self._clauses)
        if self._mapped:
            self._map.draw(canvas, room, numbers, (earlier or sat, sat), t, self.zoom, theme, pointed,
                           beside=self.beside, strip=self._rows is None, step=next(iter(self.shown_of_reason), None),
                           links=self._links)
        own = clauses_of(sat, pointed)
        for index, row in enumerate(placed):
            chips = list(zip(self._clauses[index], row[1:], strict=True))
            self._clause(canvas, self._clauses[index], numbers[index], row, sat, theme, (pointed, marks, own))
            if numbers[index]:
                draw_watches(canvas, numbers[index], chips, (earlier or sat, sat), t, theme)
        draw_bolt(canvas, {number: dict(zip(clause, row[1:], strict=True)) for number, clause, row
                           in zip(numbers, self._clauses, placed, strict=False)} if sat.clashing else {}, sat, theme)
        self._bottom = placed[-1][0].bottom + 20 if placed else box.bottom
        self._cards = []
        if placed:
            self._draw_learned(canvas, room, (earlier or sat, sat), t, theme, (pointed, own))

    def _draw_learned(self, canvas: Canvas, room: Rect, states: tuple[SatState, SatState], t: float, theme: Theme,
                      lit: tuple[str | None, Sequence[int]]) -> None:
        """Below the clauses those that were added to them, in half of the room that is left."""
        given = self._placed[0][0].h
        height = max(_SMALLEST, min(given, max(room.w, room.h) * _USUAL) * _ADDED)
        below = Rect(room.x, self._bottom, room.w, max(height * 1.4, (room.bottom - self._bottom) * 0.5))
        self._cards = cards(canvas, below, states[1], height) if below.bottom <= room.bottom else []
        if self._cards and given * _ADDED > height:  # few and large clauses: so are these, while one row has them all
            row = cards(canvas, Rect(room.x, self._bottom, room.w, given * _ADDED * 1.4), states[1], given * _ADDED)
            self._cards = row if len(row) == len(self._cards) else self._cards
        draw_cards(canvas, self._cards, states, t, theme, lit)
        if self._cards:
            self._bottom = self._cards[-1].place.bottom + 16

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterable[OnBoard]:
        """Those of a search for models, as drawn last; else those of a network."""
        if sat_in(state) is None:
            return super().numbers(canvas, box, state, theme, pointed)
        return [OnBoard(place, number) for place, number in self._links.numbers]

    def _draw_backbone(self, canvas: Canvas, box: Rect, states: tuple[SatState, SatState], t: float, theme: Theme,
                       pointed: str | None) -> Rect:
        """Below the clauses, where the backbone is asked for, what became of the candidates; the room that is left."""
        before, after = states
        self._rows = None
        if not (isinstance(before, BackboneState) and isinstance(after, BackboneState)):
            return box
        unit = 1.0 if self.beside else max(1.0, min(box.w / 694, box.h / 520))
        unit *= _FEW_LARGER if len(self.puzzle.names) <= _FEW and not self.beside else 1.0
        room, rows = box.split_bottom(min(box.h * 0.5, rows_height(canvas, box, after, unit)), 8 * unit)
        self._rows = canvas, rows, after, unit
        draw_rows(canvas, rows, (before, after), t, theme, unit, pointed,
                  theme.panel if self.beside else theme.background, self._links, silent=self.asked)
        return room

    def spare(self, box: Rect) -> Rect | None:
        """Below what was drawn last."""
        below = self._bottom
        end = box.bottom if self._rows is None else self._rows[1].y
        return Rect(box.x, below, box.w, end - below) if end - below > box.h * _TREE else None

    def _numbers(self, state: SatState) -> list[int]:
        """The clauses' numbers in the form that is searched; 0 for one that is left out there, as it is always true."""
        if self._numbered[0] == state.form.noun:
            return self._numbered[1]
        kept = [state.form.noun == "clause" or not any(f"¬{literal}" in clause for literal in clause)
                for clause in self._clauses]
        numbers = [number if is_kept else 0 for number, is_kept in zip(accumulate(map(int, kept)), kept, strict=True)]
        self._numbered = state.form.noun, numbers
        return numbers

    def _clause(self, canvas: Canvas, clause: tuple[str, ...], number: int, row: list[Rect], state: SatState,
                theme: Theme, lit: tuple[str | None, Sequence[str], Sequence[int]]) -> None:
        """A clause: a bar behind it where it is being looked at, at its number a tick or a cross where it is true or
        false, a sign where it forced one of two literals that contradict each other."""
        head = row[0]
        around = bar(row)
        truths = [state.truth(literal) for literal in dict.fromkeys(clause) if not state.both(literal)]
        torn, both = number in {entry.because for entry in state.clashing}, any(map(state.both, clause))
        unit = number == state.clause and truths.count(None) == 1 and True not in truths and not both
        if number == state.clause or torn:
            canvas.rect(around, theme.test if unit else theme.current, theme.bad if torn else theme.accent,
                        3 if torn else 2, head.h * 0.3)
        elif number in state.visited:
            canvas.rect(around, theme.current, mix(theme.accent, theme.current, 0.4), 1.5, head.h * 0.3)
        if number:
            draw_count(canvas, around, clause, state, theme)
        if number and number in lit[2]:
            canvas.rect(around, None, theme.accent, 2, head.h * 0.3)
        sign, color = (CLASH, theme.bad) if torn else verdict_of(clause, state, theme)
        sign = f"{sign} {number or '–'}".strip()
        size = max(SMALLEST, head.h * _SIGN)
        canvas.text(head.center, sign, size, theme.on_test if unit else color, "center", "bold")
        tentative = self._tentative if head.h >= 18 else {}
        for literal, place in zip(clause, row[1:], strict=True):
            variable = literal.lstrip("¬")
            draw_literal(canvas, place, state, literal, theme, lit=variable == lit[0])
            if tentative.get(variable):  # chosen; what follows from it is only underlined, or nothing would stand out
                draw_dashed_frame(canvas, place.inset(-head.h * 0.06), theme.suppose, max(1.5, head.h * 0.08))
            elif variable in tentative:
                thick = max(1.5, head.h * 0.05)
                canvas.rect(Rect(place.x, place.bottom - thick, place.w, thick), theme.suppose)
            if variable in lit[1]:
                draw_mark(canvas, place.inset(-2), theme)

    def constraint_at(self, state: State, place: str) -> str | None:
        sat = sat_in(state)
        return super().constraint_at(state, place) if sat is None else None


def bar(row: Sequence[Rect]) -> Rect:
    """What lies behind a clause, from its number to its last literal."""
    head = row[0]
    return Rect(head.x, head.y, row[-1].right - head.x, head.h).inset(-head.h * _AROUND)


def clauses_of(state: SatState, pointed: str | None) -> Sequence[int]:
    """The clauses that belong to what is pointed at: the clause itself, or the one that forced the variable."""
    if pointed is None:
        return ()
    if pointed.startswith(CLAUSE):
        return (int(pointed.removeprefix(CLAUSE)),)
    entry = state.reason_of(pointed)
    return () if entry is None or entry.because is None else (entry.because,)
