"""The Gnomine board, as section 2.4 of the thesis shows it: the whole board, and a cut-out of the current constraint.

Dark blue is the constraint, light blue its known neighbours, orange the unknown ones, yellow the one under test; the
middle of the cut-out turns green or red as the assignment satisfies the constraint or not. A green square on a covered
field says that it was inferred to be no mine, a red one that it is a mine; a tick and a mine say it without colour.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import Any

from algorithms.problems.forms.csp import Constraint, Sum
from algorithms.problems.gnomine.puzzle import COVERED, FLAG, MINE, Gnomine, name
from algorithms.problems.gnomine.puzzle import place as coordinates
from visualizer.canvas.primitives import Canvas, Color, Point, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backtracking.candidates import model_value, neither
from visualizer.families.backtracking.contribution import Peers, peers_of
from visualizer.families.consistency.sum_picture import draw_sum
from visualizer.families.satisfiability.state import SatState
from visualizer.puzzles.network import assigned, draw_mark, draw_verdict, partner_role, verdict_role
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, TEST, UNKNOWN, VIOLATED, Role, colors
from visualizer.puzzles.search_marks import STRIP, Spotlight, draw_cross, draw_rim, searching
from visualizer.puzzles.search_marks import draw_search as draw_on_top
from visualizer.runs.boards import board
from visualizer.runs.states import GnomineState

_OPEN = Role("uncovered", "on_uncovered")
_COVERED = Role("covered", "on_covered")
_LABELS = 0.75  # the margin for row and column numbers, in cells …
_MOST_LABELS = 26.0  # … and in pixels at the most, on a board of usual size
_LABEL = 0.42  # the size of these numbers, in cells …
_LEAST_LABEL = 6.0  # … and in pixels at least


@board(Gnomine)
class GnomineBoard:
    """Draws one field. Everything that a move changes is read from the state."""

    legend: Sequence[tuple[str, str]] = (
        ("constraint", "the constraint"), ("known", "its known neighbours"), ("unknown", "unknown neighbours"),
        ("test", "the variable under test"), ("no_mine", "no mine; satisfied"), ("mine", "a mine; not satisfied"),
    )

    def __init__(self, puzzle: Gnomine) -> None:
        self.puzzle = puzzle
        self.layout = puzzle.layout()
        self._numbers = {f"C{field}" for field in puzzle.seen}
        self._network: tuple[Mapping[str, int], dict[str, Constraint]] = ({}, {})
        self._peers: tuple[Mapping[str, int], Peers] = ({}, {})

    # --- geometry --------------------------------------------------------------------------------------------------

    def _margin(self, box: Rect) -> float:
        """The room for labels above and at the left; none where they would be too small to read."""
        side = min(box.w / (self.puzzle.columns + _LABELS), box.h / (self.puzzle.rows + _LABELS))
        most = max(_MOST_LABELS, max(box.w, box.h) / 28)  # a large screen is looked at from afar
        return 0.0 if side * _LABEL < _LEAST_LABEL else min(most, side * _LABELS)

    def grid(self, box: Rect) -> Rect:
        """The field without its labels, in whole pixels so that all cells are alike; in the middle where it can be."""
        columns, rows, margin = self.puzzle.columns, self.puzzle.rows, self._margin(box)
        side = min((box.w - margin) / columns, (box.h - margin) / rows)
        side = float(int(side)) if side >= 4 else side
        width, height = side * columns, side * rows
        left, top = max(margin, (box.w - width) / 2), max(margin, (box.h - height) / 2)
        return Rect(round(box.x + left), round(box.y + top), width, height)

    @property
    def aspect(self) -> float:
        return self.puzzle.columns / self.puzzle.rows

    def spare(self, box: Rect) -> Rect | None:
        """None: the board fills the box."""
        return None

    def place(self, box: Rect, field: str) -> Rect:
        """Where a field is drawn."""
        grid = self.grid(box)
        side = grid.w / self.puzzle.columns
        i, j = coordinates(field)
        return Rect(grid.x + j * side, grid.y + i * side, side, side)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        grid = self.grid(box)
        if not grid.contains(x, y):
            return None
        side = grid.w / self.puzzle.columns
        return name(int((y - grid.y) / side), int((x - grid.x) / side))

    # --- the network -----------------------------------------------------------------------------------------------

    def constraint(self, state: GnomineState, name: str) -> Constraint | None:
        if self._network[0] is not state.seen:
            position = state.position()
            network = position.as_csp(mine_total=position.mines is not None)
            self._network = state.seen, {c.name: c for c in network.constraints}
        return self._network[1].get(name)

    def current_sum(self, state: GnomineState) -> Sum | None:
        """The mine total, where that is the constraint being looked at."""
        if state.constraint is None or state.constraint in self._numbers:
            return None
        current = self.constraint(state, state.constraint)
        return current if isinstance(current, Sum) else None

    def constraint_at(self, state: Any, place: str) -> str | None:
        return f"C{place}" if self.constraint(state, f"C{place}") else None

    def peers(self, state: GnomineState) -> Peers:
        if self._peers[0] is not state.seen:
            self._peers = state.seen, peers_of(state.position().as_csp())
        return self._peers[1]

    # --- drawing ---------------------------------------------------------------------------------------------------

    def roles(self, state: GnomineState) -> dict[str, Role]:
        """The fields that the current constraint or probe concerns, and what they are to it."""
        if state.sat is not None:
            return _sat_roles(state.sat)
        if state.touched:
            return dict.fromkeys(state.touched, UNKNOWN)
        if state.constraint is None:
            return {}
        total, unknown = self.current_sum(state), set(state.unknown)
        around = self.puzzle.neighbours(state.constraint[1:]) if total is None else total.scope
        roles = {field: UNKNOWN if field in unknown else KNOWN for field in around}
        if state.variable in roles:
            roles[state.variable] = TEST
        if state.pair is not None:
            roles.update(dict.fromkeys((field for field in state.shared if field in roles), TEST))
            roles[state.pair[1:]] = partner_role(state)
        wiped = state.wiped is not None and state.wiped[1] == state.constraint
        if total is None:
            roles[state.constraint[1:]] = VIOLATED if wiped else CONSTRAINT
        return roles

    def draw(self, canvas: Canvas, box: Rect, before: GnomineState, after: GnomineState, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        grid = self.grid(box)
        side = grid.w / self.puzzle.columns
        self._labels(canvas, grid, side, self._margin(box), theme)
        canvas.rect(grid, mix(theme.edge, theme.uncovered, 0.35))  # shows between the fields
        earlier, later = self.roles(before), self.roles(after)
        spot = Spotlight(self.peers(after), after, pointed) if searching(after) else None
        if spot is not None:
            past = Spotlight(self.peers(before), before, pointed)
            earlier, later = self._spotlit(past), self._spotlit(spot)
        gap = 1 if side > 8 else 0
        for index, field in enumerate(after.seen):
            i, j = divmod(index, self.puzzle.columns)
            tile = Rect(grid.x + j * side, grid.y + i * side, side - gap, side - gap)
            self._field(canvas, tile, field, (before, after), (earlier.get(field), later.get(field)), t, theme)
            if spot is not None and after.seen[field] == COVERED:
                draw_found(canvas, tile, field, spot, theme)
        if after.pair is not None and after.pair in self._numbers:
            draw_verdict(canvas, self.place(box, after.pair[1:]), after, theme)
        if after.search.solved:
            draw_rim(canvas, grid.inset(-3), theme.no_mine, 5)
        for field in marks:
            draw_mark(canvas, self.place(box, field), theme)
        if pointed is not None:
            canvas.rect(self.place(box, pointed).inset(-1), None, theme.accent, max(2, side * 0.08), side * 0.12)

    def _spotlit(self, spot: Spotlight) -> dict[str, Role]:
        """What a search makes of the fields: those that it looks at, and the number that it has just struck by."""
        roles = spot.roles(self.layout.places)
        if spot.search.because in self._numbers:
            roles[str(spot.search.because)[1:]] = VIOLATED if spot.search.conflict else CONSTRAINT
        return roles

    def _labels(self, canvas: Canvas, grid: Rect, side: float, margin: float, theme: Theme) -> None:
        size, away = min(margin * 0.62, side * _LABEL), margin / 2
        if margin == 0:
            return
        for j in range(self.puzzle.columns):
            canvas.text((grid.x + (j + 0.5) * side, grid.y - away), str(j), size, theme.muted, "center")
        for i in range(self.puzzle.rows):
            canvas.text((grid.x - away / 2, grid.y + (i + 0.5) * side), str(i), size, theme.muted, "right")

    def _field(self, canvas: Canvas, tile: Rect, field: str, states: tuple[GnomineState, GnomineState],
               roles: tuple[Role | None, Role | None], t: float, theme: Theme) -> None:
        before, after = states
        seen = after.seen[field]
        earlier = roles[0] or _base(before.seen[field])
        later = roles[1] or _base(seen)
        fill, ink = colors(earlier, later, t, theme)
        radius = min(9.0, tile.w * 0.12)
        if seen < 0:
            canvas.rect(tile, fill, theme.covered_edge, 1, radius)
        else:
            canvas.rect(tile, fill, None, 1, radius if roles[1] else 0)
        if seen > 0:
            canvas.text(tile.center, str(seen), tile.w * 0.62, ink, "center", "bold")
        elif seen == FLAG:
            draw_flag(canvas, tile, ink, theme.mine if later == _COVERED else ink)
        elif seen == MINE:
            draw_mine(canvas, tile, theme.on_mine)
        elif seen == COVERED and after.sat is not None:
            draw_search(canvas, tile, field, after.sat, after.domains[field], theme)
        elif seen == COVERED and len(after.domains[field]) < 2 and not searching(after):
            grown = t if len(before.domains[field]) > 1 else 1.0
            draw_inferred(canvas, tile, after.domains[field], grown, theme)
        elif seen == COVERED and field in after.chances:
            draw_chance(canvas, tile, after.chances[field], theme)
        elif seen == COVERED and field in after.parts:
            canvas.text(tile.center, f"#{after.parts[field]}", tile.w * 0.36, ink, "center")

    def focus_places(self, box: Rect, state: GnomineState) -> dict[str, Rect]:
        """The places of the cut-out, by field: nine, or fewer at the rim of the board. The total has none."""
        if state.constraint is None or self.current_sum(state) is not None:
            return {}
        side = min(box.w, box.h) / 3
        left, top = box.center[0] - 1.5 * side, box.center[1] - 1.5 * side
        row, column = coordinates(state.constraint[1:])
        places = {name(row + i, column + j): Rect(left + (j + 1) * side, top + (i + 1) * side, side, side)
                  .inset(side * 0.03) for i in range(-1, 2) for j in range(-1, 2)}
        return {field: tile for field, tile in places.items() if field in state.seen}

    def focus_at(self, box: Rect, state: GnomineState, x: float, y: float) -> str | None:
        places = self.focus_places(box, state)
        return next((field for field, tile in places.items() if tile.contains(x, y)), None)

    def draw_focus(self, canvas: Canvas, box: Rect, before: GnomineState, after: GnomineState, t: float,
                   theme: Theme, pointed: str | None = None) -> None:
        """Three by three fields around the constraint, with the domains of its variables. Of the total, what it
        needs."""
        if (total := self.current_sum(after)) is not None:
            draw_sum(canvas, box, total, after, theme)
            return
        same = before.constraint == after.constraint
        earlier, later = self.roles(before if same else after), self.roles(after)
        for field, tile in self.focus_places(box, after).items():
            if f"C{field}" == after.constraint:
                self._middle(canvas, tile, before if same else after, after, t, theme)
            else:
                fill, ink = colors(earlier[field], later[field], t, theme)
                canvas.rect(tile, fill, theme.edge, 1, tile.w * 0.08)
                draw_domain(canvas, tile, field, after, ink, theme)
                if f"C{field}" == after.pair:
                    draw_verdict(canvas, tile, after, theme)
            if field == pointed:
                canvas.rect(tile, None, theme.accent, max(2, tile.w * 0.06), tile.w * 0.08)

    def _middle(self, canvas: Canvas, tile: Rect, before: GnomineState, after: GnomineState, t: float,
                theme: Theme) -> None:
        """The number of the constraint, and whether the assignment adds up to it."""
        assert after.constraint is not None
        fill, ink = colors(verdict_role(before), verdict_role(after), t, theme)
        canvas.rect(tile, fill, theme.edge, 1, tile.w * 0.08)
        number = after.seen[after.constraint[1:]]
        canvas.text((tile.center[0], tile.y + tile.h * 0.42), str(number), tile.w * 0.5, ink, "center", "bold")
        if after.satisfied is not None:
            total = self.total(after)
            sign = "=" if after.satisfied else "≠"
            canvas.text((tile.center[0], tile.y + tile.h * 0.8), f"{total} {sign} {number}", tile.w * 0.2, ink,
                        "center", "bold")

    def total(self, state: GnomineState) -> int:
        """The sum of the assignment just tried and of what is known around the constraint."""
        assert state.constraint is not None
        around = self.puzzle.neighbours(state.constraint[1:])
        known = sum(int(state.domains[field][0]) for field in around if field not in state.unknown)
        return known + sum(int(value) for value in state.values)


def _sat_roles(state: SatState) -> dict[str, Role]:
    """The fields of the literals that are tested, and of the at-least constraint that is looked at, with its number."""
    roles = {literal.lstrip("¬"): TEST for literal in state.probe}
    if state.clause is None or state.refuted or state.form.noun != "constraint":
        return roles
    for literal in state.literals_of(state.clause):
        roles[literal.lstrip("¬")] = UNKNOWN if state.truth(literal) is None else KNOWN
    if (origin := state.form.origins[state.clause - 1]).startswith("C("):
        roles[origin[1:]] = VIOLATED if state.conflict == state.clause else CONSTRAINT
    return roles


def _base(seen: int) -> Role:
    """How a field looks that no constraint concerns."""
    if seen == MINE:
        return VIOLATED
    return _OPEN if seen >= 0 else _COVERED


def draw_domain(canvas: Canvas, tile: Rect, field: str, state: GnomineState, ink: Color, theme: Theme) -> None:
    """A neighbour in the cut-out: its name, and its domain with the value of the current assignment in full."""
    canvas.text((tile.center[0], tile.y + tile.h * 0.2), field, tile.w * 0.18, ink, "center")
    domain = state.domains[field]
    at = tile.y + tile.h * 0.62
    if not domain:
        canvas.text((tile.center[0], at), "∅", tile.w * 0.42, ink, "center", "bold")
        return
    now = assigned(state, field)
    for value in domain:
        x = tile.center[0] + (0 if len(domain) == 1 else tile.w * (-0.2 if value == domain[0] else 0.2))
        idle = now is not None and len(domain) > 1 and value != now
        size = tile.w * (0.3 if idle else 0.44)
        canvas.text((x, at), str(value), size, theme.idle_value if idle else ink, "center", "sans" if idle else "bold")
        if now is not None and len(domain) > 1 and not idle:
            canvas.line((x - tile.w * 0.14, at + tile.h * 0.24), (x + tile.w * 0.14, at + tile.h * 0.24), ink,
                        max(2, tile.w * 0.035))


def draw_inferred(canvas: Canvas, tile: Rect, domain: tuple[Any, ...], grown: float, theme: Theme) -> None:
    """The square on a field whose value was inferred: a tick on green, a mine on red, a cross for an empty domain."""
    mark = tile.inset(tile.w * (0.5 - 0.36 * max(0.2, grown)))
    if domain == (0,):
        canvas.rect(mark, theme.no_mine, theme.on_no_mine, 1, mark.w * 0.1)
        draw_tick(canvas, mark, theme.on_no_mine)
    elif domain == (1,):
        canvas.rect(mark, theme.mine, theme.on_mine, 1, mark.w * 0.1)
        draw_mine(canvas, mark, theme.on_mine)
    else:
        canvas.text(tile.center, "∅", tile.w * 0.7, theme.on_covered, "center", "bold")


def draw_chance(canvas: Canvas, tile: Rect, chance: Fraction, theme: Theme) -> None:
    """The probability of a mine in per cent, on a bar as high as it is probable."""
    bar = Rect(tile.x, tile.y + tile.h * (1 - float(chance)), tile.w, tile.h * float(chance))
    canvas.rect(tile, mix(theme.no_mine, theme.uncovered, 0.6), theme.covered_edge, 1)
    canvas.rect(bar, mix(theme.mine, theme.uncovered, 0.3))
    canvas.text(tile.center, f"{float(100 * chance):.0f}", tile.w * 0.44, theme.on_mine, "center", "bold")


def draw_found(canvas: Canvas, tile: Rect, field: str, spot: Spotlight, theme: Theme) -> None:
    """What a search for a solution knows of a covered field: the value that it has on this branch on a small square,
    and a smaller one for a value that alone is left; scores, and ∅ where nothing is."""
    domain = spot.state.domains[field]
    fill, ink = colors(_COVERED, spot.role(field) or _COVERED, 1, theme)
    room = tile.split_bottom(tile.h * STRIP)[0] if spot.has_strip(field) else tile
    if field == spot.search.emptied:
        canvas.text(tile.center, "∅", tile.w * 0.6, ink, "center", "bold")
        draw_cross(canvas, tile, ink)
    elif len(domain) == 1:
        side = min(room.w, room.h) * (0.52 if field in spot.search.assigned else 0.34)
        square = Rect(room.center[0] - side / 2, room.center[1] - side / 2, side, side)
        draw_value(canvas, square, domain == (1,), theme)
    draw_on_top(canvas, tile, field, spot, fill, ink, theme)


def draw_search(canvas: Canvas, tile: Rect, field: str, state: SatState, known: tuple[Any, ...],
                theme: Theme) -> None:
    """What a search for models knows of a covered field, as in section 3.3 of the thesis.

    A large square is a backbone: green with a tick no mine, red with a mine a mine; a grey one is none. Otherwise a
    diagonal parts two small squares, the field's values in the last two models (grey: left open); without models, one
    small square is its value on the trail. Off the trail, a value that alone is ``known`` to be possible is a backbone.
    """
    for literal, domain in ((f"¬{field}", (0,)), (field, (1,))):
        fate = state.fates.get(literal)
        if fate == "backbone":
            draw_inferred(canvas, tile, domain, 1.0, theme)
            return
        if fate in ("dropped", "free"):
            square = tile.inset(tile.w * 0.26)
            canvas.rect(square, neither(theme), theme.on_covered, 1)
            canvas.line((square.x, square.bottom), (square.right, square.y), theme.on_covered, max(1.0, tile.w * 0.03))
            return
    side = tile.w * 0.32
    low = Rect(tile.x + tile.w * 0.1, tile.bottom - side - tile.w * 0.1, side, side)
    high = Rect(tile.right - side - tile.w * 0.1, tile.y + tile.w * 0.1, side, side)
    if state.models and (field in state.fates or f"¬{field}" in state.fates):
        canvas.line((tile.x, tile.y), (tile.right, tile.bottom), theme.on_covered, max(1.0, tile.w * 0.04))
        draw_value(canvas, low, model_value(state.models[0], field), theme)
        if state.refuted:
            canvas.rect(high, theme.on_uncovered)
        elif len(state.models) > 1:
            draw_value(canvas, high, model_value(state.models[1], field), theme)
    elif field in state.values:
        draw_value(canvas, tile.inset(tile.w * 0.28), state.values[field], theme)
    elif len(known) == 1:
        draw_inferred(canvas, tile, known, 1.0, theme)


def draw_value(canvas: Canvas, box: Rect, value: bool | None, theme: Theme) -> None:
    """A small square: 1 on red, 0 on green, nothing on grey."""
    if value is None:
        canvas.rect(box, neither(theme), theme.on_covered, 1)
        return
    canvas.rect(box, theme.mine if value else theme.no_mine, theme.on_mine, 1)
    canvas.text(box.center, "1" if value else "0", box.h * 0.75, theme.on_mine, "center", "bold")


def draw_tick(canvas: Canvas, box: Rect, color: Color) -> None:
    """A tick."""
    wide = max(1.5, box.w * 0.13)
    low = (box.x + box.w * 0.42, box.y + box.h * 0.74)
    canvas.line((box.x + box.w * 0.2, box.y + box.h * 0.52), low, color, wide)
    canvas.line(low, (box.x + box.w * 0.8, box.y + box.h * 0.26), color, wide)


def draw_flag(canvas: Canvas, tile: Rect, pole: Color, cloth: Color) -> None:
    """A flag on its pole."""
    x, y, w, h = tile
    canvas.polygon([(x + w * 0.42, y + h * 0.16), (x + w * 0.8, y + h * 0.35), (x + w * 0.42, y + h * 0.54)], cloth)
    canvas.rect(Rect(x + w * 0.36, y + h * 0.16, max(1.5, w * 0.07), h * 0.66), pole)
    canvas.rect(Rect(x + w * 0.24, y + h * 0.78, w * 0.36, max(1.5, h * 0.08)), pole)


def draw_mine(canvas: Canvas, tile: Rect, color: Color) -> None:
    """A mine: a disc with eight spikes."""
    x, y = tile.center
    radius = tile.w * 0.24
    for spike in range(4):
        dx, dy = cos(spike * pi / 4) * radius * 1.6, sin(spike * pi / 4) * radius * 1.6
        ends: tuple[Point, Point] = ((x - dx, y - dy), (x + dx, y + dy))
        canvas.line(*ends, color, max(1.0, tile.w * 0.07))
    canvas.circle((x, y), radius, color)

