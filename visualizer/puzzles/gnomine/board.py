"""The Gnomine board, as section 2.4 of the thesis shows it: the whole board, and a cut-out of the current constraint.

Dark blue is the constraint, light blue its known neighbours, orange the unknown ones, yellow the one under test; the
middle of the cut-out turns green or red with the assignment. A covered field is inferred: ✓ no mine, or a mine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from algorithms.advice.gnomine import TOTAL
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import Constraint, Sum, Value
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, name
from algorithms.problems.gnomine.position import place as coordinates
from algorithms.problems.gnomine.puzzle import Gnomine
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.theme import Theme, dimmed
from visualizer.families.backtracking.contribution import peers_of
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.families.consistency.sum_picture import draw_sum
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.gnomine.bounds import draw_bounds, draw_known
from visualizer.puzzles.gnomine.chances import draw_told, numbers_of, room_beside
from visualizer.puzzles.gnomine.enlarged import draw_enlarged, fields_near, too_small
from visualizer.puzzles.gnomine.labels import draw_labels, grid_in, margin_of
from visualizer.puzzles.gnomine.miniature import draw_miniature
from visualizer.puzzles.gnomine.rows import KeptRows, Looks, ground_of, looks_of
from visualizer.puzzles.gnomine.signs import signs_of
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.tile import (
    HIDDEN,
    base_role,
    draw_at_end,
    draw_domain,
    draw_exploded,
    draw_flag,
    draw_found,
    draw_hollow_sign,
    draw_inferred,
    in_row,
    spotlit,
    told_numbers,
    touched_roles,
)
from visualizer.puzzles.gnomine.trial import (
    draw_crop,
    draw_known_bit,
    draw_letter,
    draw_number,
    draw_open,
    draw_thought_number,
    draw_threads,
    draw_tried_field,
    mines_tried,
)
from visualizer.puzzles.network import draw_verdict, partner_role, verdict_role
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, UNKNOWN, VIOLATED, Role, colors
from visualizer.puzzles.search_marks import Spotlight, Spots, draw_rim, searching
from visualizer.puzzles.verdict import arrived, draw_flight
from visualizer.runs.boards import Board, OnBoard, Peers, board
from visualizer.runs.states import Lately, State
from visualizer.runs.thoughts import thought_in
from visualizer.runs.why import Explanation


@board(Gnomine)
class GnomineBoard(Board):
    """Draws one field. Everything that a move changes is read from the state."""

    numbers_on_places = True
    signs = signs_of
    legend: Sequence[tuple[str, str]] = (
        ("constraint", "the constraint"), ("known_fill", "its known neighbours"), ("unknown", "unknown neighbours"),
        ("test", "the variable under test"), ("no_mine", "✓, 0: no mine; satisfied"), ("mine", "1: a mine; ✗ violated"),
    )

    def __init__(self, puzzle: Gnomine) -> None:
        self.puzzle = puzzle
        self.layout = puzzle.layout()
        self._numbers = {f"C{field}" for field in puzzle.seen}
        self._network: tuple[Mapping[str, int], dict[str, Constraint]] = ({}, {})
        self._looks: Lately[Looks] = Lately()
        self._placed = Rect(0, 0, 0, 0), Rect(0, 0, 0, 0)  # the grid of the last box
        self._tentative: Mapping[str, bool] = {}  # of the state that is being drawn
        self._around: Sequence[str] = ()  # the number that it looks at
        self._told: Mapping[str, bool] = {}  # numbers that have their mines below them
        self._peers: tuple[Mapping[str, int], Peers] = ({}, {})

    # --- geometry --------------------------------------------------------------------------------------------------

    def grid(self, box: Rect) -> Rect:
        """The field without its labels, in whole pixels so that all cells are alike; in the middle where it can be."""
        if self._placed[0] != box:
            self._placed = box, grid_in(self.puzzle, box)
        return self._placed[1]

    @property
    def aspect(self) -> float:
        return self.puzzle.columns / self.puzzle.rows

    def place(self, box: Rect, field: str) -> Rect:
        """Where a field is drawn."""
        grid = self.grid(box)
        side, (i, j) = grid.w / self.puzzle.columns, coordinates(field)
        return Rect(grid.x + j * side, grid.y + i * side, side, side)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        grid = self.grid(box)
        if not grid.contains(x, y):
            return None
        side = grid.w / self.puzzle.columns
        return name(int((y - grid.y) / side), int((x - grid.x) / side))

    # --- the network -----------------------------------------------------------------------------------------------

    def constraint(self, state: State, name: str) -> Constraint | None:
        if self._network[0] is not field_of(state).seen:
            position = field_of(state).position()
            network = position.as_csp(mine_total=position.mines is not None)
            self._network = field_of(state).seen, {c.name: c for c in network.constraints}
        return self._network[1].get(name)

    def current_sum(self, state: State) -> Sum | None:
        """The mine total, where that is the constraint being looked at."""
        looked = looked_at(state).constraint
        current = None if looked is None or looked in self._numbers else self.constraint(state, looked)
        return current if isinstance(current, Sum) else None

    def constraint_at(self, state: State, place: str) -> str | None:
        return f"C{place}" if self.constraint(state, f"C{place}") else None

    def seat(self, constraint: str) -> str | None:
        return constraint[1:] if constraint in self._numbers else None

    def draw_next(self, canvas: Canvas, place: Rect, state: State, name: str, value: Value, theme: Theme) -> None:
        """A tick or a mine on a small square, as what is inferred; what is there already stands."""
        if len(state.domains[name]) > 1:
            draw_inferred(canvas, place.inset(place.w * 0.14), (value,), 1.0, theme)

    def draw_taken(self, canvas: Canvas, place: Rect, theme: Theme) -> None:
        """A hollow mine: a tick is for fields that have none."""
        draw_hollow_sign(canvas, place.inset(place.w * 0.12), True, theme.on_covered)

    def peers(self, state: State) -> Peers:
        if self._peers[0] is not field_of(state).seen:
            self._peers = field_of(state).seen, peers_of(field_of(state).position().as_csp())
        return self._peers[1]

    def usual(self, place: str) -> str:
        """That there is no mine, as in the game."""
        return negation(place)

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation:
        from visualizer.puzzles.gnomine.why import explain_field  # counts placements; few lessons ask for it

        return explain_field(field_of(timeline.state).position(), place, found)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def roles(self, state: State) -> dict[str, Role]:
        """The fields that the current constraint or probe concerns, and what they are to it."""
        look = looked_at(state)
        if state.outcome in ("solved", "complete") and state.of(PlacementsState) is None:
            return {}  # all is found: nothing is looked at any more
        if (touched := touched_roles(state)) or look.constraint is None:
            return touched
        total, unknown = self.current_sum(state), {x for x in look.unknown if len(state.domains[x]) > 1}
        around = self.puzzle.neighbours(look.constraint[1:]) if total is None else total.scope
        roles = {field: UNKNOWN if field in unknown else KNOWN for field in around}
        if look.variable in roles:
            roles[look.variable] = TEST
        if look.pair is not None:
            roles.update(dict.fromkeys((field for field in look.shared if field in roles), TEST))
            roles[look.pair[1:]] = partner_role(look)
        wiped = state.wiped is not None and state.wiped[1] == look.constraint
        seat, pairs = TOTAL if total else look.constraint[1:], look.pair is not None  # a pair: that of the other one
        roles[seat] = VIOLATED if wiped else CONSTRAINT if pairs else verdict_role(state)
        return roles

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        grid = self.grid(box)
        side = grid.w / self.puzzle.columns
        draw_labels(canvas, grid, self.puzzle, margin_of(self.puzzle, box), theme)
        canvas.rect(grid, ground_of(theme))  # shows between the fields
        spots = (Spotlight(self.peers(before), before, pointed),
                 Spotlight(self.peers(after), after, pointed)) if searching(after) else None
        now = self._look(after, spots and spots[1], pointed)
        looks = self._look(before, spots and spots[0], pointed) if t < 1 else now, now
        earlier, later = looks[0].roles, looks[1].roles
        self._tentative, look = after.family.tentative, looked_at(after)
        self._told = told_numbers(after, () if self.asked else marks)
        self._around = self.puzzle.neighbours(look.constraint[1:]) if look.constraint in self._numbers else ()
        near = self._near(look, side)
        self._draw_fields(canvas, grid, self.zoom.seen(box), (before, after), looks, spots, t,
                          (theme, dimmed(theme) if near else theme))
        at: Callable[[str], Rect] = partial(self.place, box)
        if near:
            at = draw_enlarged(canvas, box, grid, near, at, theme)
            for field in near:
                self._field(canvas, at(field), field, (before, after), (earlier.get(field), later.get(field)), t, theme)
        if look.satisfied is not None and look.constraint is not None and look.constraint in self._numbers:
            draw_flight(canvas, {x: at(x) for x in look.unknown}, (before, after), t, theme, at(look.constraint[1:]))
        if look.found and look.variable is not None and len(after.domains[look.variable]) > 1:
            draw_threads(canvas, at, look.unknown, look.found, theme)
        if look.pair is not None and look.pair in self._numbers:
            draw_verdict(canvas, self.place(box, look.pair[1:]), look, theme)
            for letter, number in (("A", str(look.constraint)), ("B", look.pair)):
                if number in self._numbers:
                    draw_letter(canvas, self.place(box, number[1:]), letter, theme)
        draw_bounds(canvas, grid, margin_of(self.puzzle, box), self.puzzle, partial(self.place, box), later, after,
                    theme)
        if after.family.supposed.solved:
            draw_rim(canvas, grid.inset(-3), theme.no_mine, 5)
        for field in marks:
            draw_mark(canvas, self.place(box, field), theme)
        if pointed is not None:
            canvas.rect(self.place(box, pointed).inset(-1), None, theme.accent, min(6, max(2, side / 12)), side * 0.12)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        rows = ((fields, self.place(box, fields[0])._replace(w=self.grid(box).w)) for fields in self._rows)
        tiles = (pair for fields, row in rows for pair in zip(fields, in_row(row, len(fields)), strict=True))
        return numbers_of(canvas, tiles, state, self.peers(state) if searching(state) else {}, pointed)

    @cached_property
    def _rows(self) -> Sequence[Sequence[str]]:
        fields = list(self.layout.places)
        return [fields[start : start + self.puzzle.columns] for start in range(0, len(fields), self.puzzle.columns)]

    def _look(self, state: State, spot: Spotlight | None, pointed: str | None) -> Looks:
        """How all fields look."""
        return self._looks.of(state, (pointed, spot is None), lambda: looks_of(
            state, self._rows,
            self.roles(state) if spot is None else spotlit(spot, self.layout.places, self._numbers), spot))

    def _draw_fields(self, canvas: Canvas, grid: Rect, window: Rect, states: tuple[State, State],
                     looks: tuple[Looks, Looks], spots: Spots | None, t: float, themes: tuple[Theme, Theme]) -> None:
        """All fields in the window; of a large board rows that are kept, and over them what changes."""
        side, (theme, calm), (earlier, later) = grid.w / self.puzzle.columns, themes, looks

        def draw_field(on: Canvas, tile: Rect, field: str) -> None:
            self._field(on, tile, field, states, (earlier.roles.get(field), later.roles.get(field)), t, calm)
            draw_found(on, tile, field, spots, t, theme)

        def draw_plain(on: Canvas, tile: Rect, field: str, at: int) -> None:
            state, role = states[at], looks[at].roles.get(field) if spots else None
            self._field(on, tile, field, (state, state), (role, role), 1.0, calm, tried=False)
            draw_found(on, tile, field, (spots[at], spots[at]) if spots else None, 1.0, theme)

        rimmed = {one.supposed.chosen or one.score.variable for one in spots or ()}
        kept = KeptRows(looks, t, theme, theme is not calm, spots is not None and searching(states[0]),
                        rimmed if spots else {*earlier.roles, *later.roles, *self._around,
                                              *(x[1:] for x in self._told)}, draw_plain, draw_field,
                        type(states[1].family))
        quiet, shown = self.zoom.whole and kept.there and not thought_in(states[1]), dict[str, Rect]()
        for row, fields in enumerate(self._rows):
            place = Rect(grid.x, grid.y + row * side, grid.w, side)
            if place.bottom < window.y or place.y > window.bottom:
                continue
            shown |= kept.draw(canvas, place, fields, row) if quiet else {
                x: tile for x, tile in zip(fields, in_row(place, len(fields)), strict=True)
                if tile.right >= window.x and tile.x <= window.right}
        for field, tile in shown.items():
            draw_field(canvas, tile, field)

    def _near(self, look: ConsistencyState, side: float) -> list[str]:
        """The fields around the number that is tested, two away at the most, where they are too small on the board to
        say what is tried in them."""
        test = self.zoom.whole and not self.beside and look.satisfied is not None and look.constraint in self._numbers
        test = test and too_small(self.puzzle, side)
        return fields_near(str(look.constraint)[1:], self.layout.places) if test else []

    def _field(self, canvas: Canvas, tile: Rect, field: str, states: tuple[State, State],
               roles: tuple[Role | None, Role | None], t: float, theme: Theme, *, tried: bool = True) -> None:
        before, after = states
        sat = sat_in(after)
        seen = field_of(after).seen[field]
        earlier = roles[0] or base_role(field_of(before).seen[field])
        later = roles[1] or base_role(seen)
        fill, ink = colors(earlier, later, t, theme)
        radius = min(9.0, tile.w * 0.12)
        if seen < 0:
            canvas.rect(tile, fill, theme.covered_edge, 1, radius)
        else:
            canvas.rect(tile, fill, None, 1, radius if roles[1] else 0)
        if tried and self._tries(canvas, tile, field, (before, after), (fill, ink), t, theme):
            return
        if seen in (COVERED, FLAG) and field_of(after).mines:
            draw_at_end(canvas, tile, field, field_of(after), theme)
        elif seen > 0:
            broken = later == VIOLATED and looked_at(after).pair != f"C{field}"  # a verdict on a pair has its own sign
            draw_open(canvas, tile, seen, ink, theme, broken=broken)
        elif seen == FLAG:
            draw_flag(canvas, tile, ink, theme.mine if later == HIDDEN else ink)
        elif seen == MINE:
            draw_exploded(canvas, tile, theme)
        elif seen == COVERED and sat is not None:
            draw_known(canvas, tile, field, after, sat, self._tentative, ink, theme)
        elif seen == COVERED and len(after.domains[field]) < 2 and not searching(after):
            grown = t if len(before.domains[field]) > 1 else 1.0
            room = room_beside(canvas, tile, field, after, theme)
            draw_inferred(canvas, room, after.domains[field], grown, theme, ink)
        elif seen == COVERED:
            draw_told(canvas, tile, field, after, ink, theme)

    def _tries(self, canvas: Canvas, tile: Rect, field: str, states: tuple[State, State], colors: tuple[Color, Color],
               t: float, theme: Theme) -> bool:
        """What an assignment that is tried puts on a field; is that all that there is to be drawn?"""
        state, look = states[1], looked_at(states[1])
        if (breaks := self._told.get(f"C{field}")) is not None:
            have = sum(state.domains[x] == (1,) for x in self.puzzle.neighbours(field))
            draw_thought_number(canvas, tile, field_of(state).seen[field], have, colors[1], theme, breaks=breaks)
            return True
        now = arrived(states, t)
        if looked_at(now).satisfied is None or look.constraint not in self._numbers:
            return False
        if look.constraint == f"C{field}":
            mines = mines_tried(self.puzzle, now)
            draw_number(canvas, tile, field_of(state).seen[field], mines, looked_at(now), colors[1], theme)
            return True
        known = len(state.domains[field]) == 1
        if (value := assigned(state, field)) is not None and not known:
            there = t >= 1 or value == assigned(states[0], field)
            draw_tried_field(canvas, tile, field, value if there or t >= 0.5 else assigned(states[0], field), look,
                             colors, theme, there=there)
            return True
        if known and field in self._around and f"C{field}" != look.pair:
            grown, seen = t if len(states[0].domains[field]) > 1 else 1.0, field_of(state).seen[field]
            return draw_known_bit(canvas, tile, state.domains[field], seen, colors[1], theme, grown)
        return False

    def focus_places(self, box: Rect, state: State) -> dict[str, Rect]:
        """The places of the cut-out, by field: nine, or fewer at the rim of the board. The total has none."""
        look = looked_at(state)
        if look.constraint is None or self.current_sum(state) is not None:
            return {}
        side = min(box.w, box.h) / 3
        left, top = box.center[0] - 1.5 * side, box.center[1] - 1.5 * side
        row, column = coordinates(look.constraint[1:])
        places = {name(row + i, column + j): Rect(left + (j + 1) * side, top + (i + 1) * side, side, side)
                  .inset(side * 0.03) for i in range(-1, 2) for j in range(-1, 2)}
        seen = field_of(state).seen
        return {field: tile for field, tile in places.items() if field in seen}

    def focus_at(self, box: Rect, state: State, x: float, y: float) -> str | None:
        places = {} if looked_at(state).pictured else self.focus_places(box, state)
        return next((field for field, tile in places.items() if tile.contains(x, y)), None)

    def draw_focus(self, canvas: Canvas, box: Rect, before: State, after: State, t: float,
                   theme: Theme, pointed: str | None = None) -> None:
        """Three by three fields around the constraint, with the domains of its variables. Of the total, what it
        needs."""
        look = looked_at(after)
        if (total := self.current_sum(after)) is not None:
            draw_sum(canvas, box, total, after, looked_at(after), theme)
            return
        same = looked_at(before).constraint == look.constraint
        earlier, later = self.roles(before if same else after), self.roles(after)
        for field, tile in self.focus_places(box, after).items():
            if f"C{field}" == look.constraint:
                self._middle(canvas, tile, before if same else after, after, t, theme)
            else:
                fill, ink = colors(earlier[field], later[field], t, theme)
                canvas.rect(tile, fill, theme.edge, 1, tile.w * 0.08)
                draw_domain(canvas, tile, field, after, ink, theme)
                if f"C{field}" == look.pair:
                    draw_verdict(canvas, tile, look, theme)
            if field == pointed:
                canvas.rect(tile, None, theme.accent, max(2, tile.w * 0.06), tile.w * 0.08)

    def _middle(self, canvas: Canvas, tile: Rect, before: State, after: State, t: float,
                theme: Theme) -> None:
        """The number of the constraint, and whether the assignment adds up to it."""
        look = looked_at(after)
        assert look.constraint is not None
        fill, ink = colors(verdict_role(before), verdict_role(after), t, theme)
        canvas.rect(tile, fill, theme.edge, 1, tile.w * 0.08)
        number = field_of(after).seen[look.constraint[1:]]
        canvas.text((tile.center[0], tile.y + tile.h * 0.42), str(number), tile.w * 0.5, ink, "center", "bold")
        if said := (("✗" if verdict_role(after) == VIOLATED else "") if look.satisfied is None else
                    f"{mines_tried(self.puzzle, after)} {'=' if look.satisfied else '≠'} {number}"):
            at, size = (tile.center[0], tile.y + tile.h * 0.8), max(SMALLEST, tile.w * 0.2)
            canvas.text(at, said, size, ink, "center", "bold")

    def home(self, box: Rect, state: State, constraint: str) -> Rect | None:
        return self.place(box, constraint[1:]) if constraint in self._numbers else None

    def says(self, variable: str, value: Value) -> str:
        return f"{'a' if value else 'no'} mine at {variable}"

    def draw_tuple(self, canvas: Canvas, box: Rect, state: State, constraint: str, scope: Sequence[str],
                   values: Sequence[Value], shared: Sequence[str], theme: Theme) -> None:
        if constraint not in self._numbers:
            super().draw_tuple(canvas, box, state, constraint, scope, values, shared, theme)
            return
        draw_crop(canvas, box, constraint[1:], dict(zip(scope, values, strict=True)), shared, field_of(state).seen,
                  theme)

    @property
    def pictured(self) -> bool:
        return self.puzzle.rows <= 7 and self.puzzle.columns <= 10

    def draw_small(self, canvas: Canvas, box: Rect, state: State, theme: Theme) -> None:
        draw_miniature(canvas, box, self.puzzle, state, theme)

    def needs(self, state: State, values: Sequence[Value]) -> tuple[int, int] | None:
        look = looked_at(state)
        mines = field_of(state).seen.get(str(look.constraint)[1:]) if look.constraint in self._numbers else None
        return None if mines is None else (mines_tried(self.puzzle, state, values), mines)
