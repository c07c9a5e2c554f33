"""The graph board: a map drawn as a graph. A node in the fog has its colours left as pips, each at a place of its own,
and is the darker the more there are; a coloured one has its colour and the colour's name.

A search for models shows here too: its variables ``WA=red`` are the pips. Graphs of more than MOST_DRAWN nodes are a
mosaic, without the edges, which would only be a tangle; beside it the node in question has its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from algorithms.problems.colouring.puzzle import COLOURS, Colouring
from algorithms.problems.colouring.sources import MOST_DRAWN
from algorithms.problems.forms.csp import Value
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, Same, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backtracking.numbers import weight_of
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import SatState, sat_in
from visualizer.puzzles.colouring.neighbourhood import draw_neighbourhood, in_question, parts
from visualizer.puzzles.colouring.node import (
    DISC,
    MOST_PIPS,
    Look,
    Pip,
    Sign,
    between,
    disc,
    draw_flying_trial,
    draw_node,
    has_pips,
    numbers_of,
    pip_places,
    word_place,
)
from visualizer.puzzles.colouring.weights import draw_weights, thickness, weight_tags
from visualizer.puzzles.lights import Lights
from visualizer.puzzles.network import NetworkBoard, verdict_role
from visualizer.puzzles.network_values import assigned
from visualizer.puzzles.roles import PLAIN, colors
from visualizer.puzzles.search_marks import Spotlight, Spots
from visualizer.puzzles.spread import spread
from visualizer.puzzles.sudoku.board import fog
from visualizer.puzzles.verdict import arrived, draw_badge
from visualizer.runs.boards import OnBoard, board
from visualizer.runs.states import Lately, State

_STRETCH = 1.6  # a graph without a geography of its own may be stretched so far to fill its box …
_STRETCH_MAP = 1.2  # … and a map so far
_LARGEST = 170.0  # pixels: the side of a cell
_DRAWN_ANEW = 250  # edges, for each frame; more are kept as a picture
_TO_RIM = (1 - DISC / 2**0.5) / 2  # of a cell, along each side: from its corner to the nearest point of the node
_TAGGED = 34.0  # smaller nodes are named on a tag where they are pointed at


class Line(NamedTuple):
    """An edge that stands out: its ends, its colour, and how many times as wide as others it is."""

    x: str
    y: str
    color: Color
    wide: float


@board(Colouring)
class ColouringBoard(NetworkBoard):
    """Draws one graph."""

    puzzle: Colouring
    outlined = True
    searched = frozenset({"constraint", "unknown"})

    def __init__(self, puzzle: Colouring) -> None:
        super().__init__(puzzle)
        self.mosaic = len(puzzle.nodes) > MOST_DRAWN
        self.piped = len(puzzle.colours) <= MOST_PIPS and not self.mosaic
        named = [(f"map_{value}", str(value)) for value in puzzle.colours[:4] if value in COLOURS]
        given = [("clue", "a square: given")] if puzzle.given else []
        self.legend = (*named, *given, ("fog", "the lighter, the fewer left"), ("constraint", "labelled just now"),
                       ("suppose_fill", "dashed: supposed for now"),
                       ("test", "= tied; or under test"), ("known_fill", "known; shares colours"),
                       ("unknown", "undefined; how good a score"), ("mine", "∅ no colour left"))
        self._words = tuple(map(str, puzzle.colours)) if self.piped else ()
        self._looks: Lately[dict[str, Look]] = Lately()
        self._placed: tuple[Rect, dict[str, Rect]] = (Rect(0, 0, 0, 0), {})

    # --- geometry --------------------------------------------------------------------------------------------------

    def places(self, box: Rect) -> dict[str, Rect]:
        """The cell of each node. The graph is stretched to fill the box; cells stay square."""
        if self._placed[0] == box:
            return self._placed[1]
        stretch = 1.0 if self.mosaic else _STRETCH if self.puzzle.spots is None else _STRETCH_MAP
        found = spread(self.layout, parts(box)[0] if self.mosaic else box, stretch, _LARGEST)
        self._placed = box, found
        return found

    def place(self, box: Rect, name: str) -> Rect:
        """The cell of a node."""
        return self.places(box)[name]

    def says(self, variable: str, value: Value) -> str:
        return f"{variable} {value}"

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """The pip of a colour, where the node has such, or its word."""
        cell = self.place(box, name)
        if name in self.puzzle.given or not self.piped or not has_pips(cell):
            return cell if self.mosaic else disc(cell)
        if state.domains[name] == (value,):
            return word_place(cell)
        (x, y), radius = pip_places(disc(cell), len(self.puzzle.colours))[self.puzzle.colours.index(value)]
        return Rect(x - radius, y - radius, 2 * radius, 2 * radius)

    def sign_place(self, box: Rect, state: State, name: str, side: float, theme: Theme) -> Rect:
        """On the rim of the node, at the top left, or at the right of a number: in the corner of a large cell it would
        stand apart, on an edge."""
        cell = self.place(box, name)
        off = 1.0 if self.mosaic else max(1.0, cell.w * _TO_RIM - side * 0.75)
        return Rect(cell.right - off - side if name in self.numbered else cell.x + off, cell.y + off, side, side)

    def marked(self, box: Rect, state: State, name: str, theme: Theme) -> Rect:
        """Around the tab of a label, too, and of one that was taken back."""
        cell, look = self.place(box, name), self.looks(state, theme, None)[name]
        return cell.inset(-0.1 * cell.w) if look.depth or look.undone else cell

    def draw_next(self, canvas: Canvas, place: Rect, state: State, name: str, value: Value, theme: Theme) -> None:
        """Where the word of the colour stands, below the name of the node."""
        super().draw_next(canvas, word_place(place) if has_pips(place) else place, state, name, value, theme)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        def near(cell: Rect) -> bool:
            dx, dy = x - cell.center[0], y - cell.center[1]
            return cell.contains(x, y) and (self.mosaic or dx * dx + dy * dy <= (cell.w / 2) ** 2)

        return next((name for name, cell in self.places(box).items() if near(cell)), None)

    # --- looks -----------------------------------------------------------------------------------------------------

    def looks(self, state: State, theme: Theme, pointed: str | None) -> dict[str, Look]:
        """How each node looks in a state."""

        def make() -> dict[str, Look]:
            lights = Lights(self._peers, state, pointed)
            return {x: self.look(state, x, lights, theme) for x in self.puzzle.nodes}

        return self._looks.of(state, (Same(theme), pointed), make)

    def look(self, state: State, x: str, lights: Lights, theme: Theme) -> Look:
        """How one node looks."""
        role = lights.roles.get(x) or lights.spot.role(x) or self.role(state, x)
        ring = None if role == PLAIN else getattr(theme, role.fill)
        left = state.domains[x]
        sign, depth = self._how(state, x, lights)
        given = x in self.puzzle.given
        if left and (given or (sign and len(left) == 1)):
            chosen = lights.tentative.get(x, lights.tentative.get(f"{x}={left[0]}"))
            return Look(self.fill(left[0], theme), theme.map_ink, str(left[0]), ring=ring, given=given, sign=sign,
                        depth=depth, supposed=0 if chosen is None else 1 + chosen, words=self._words)
        return self._open(state, x, lights, theme)._replace(ring=ring, given=given, chosen=lights.spot.chosen(x))

    def _how(self, state: State, x: str, lights: Lights) -> tuple[Sign, int]:
        """How a node got its colour, "" if it has none yet; and the depth of its label."""
        sat = sat_in(state)
        if sat is None:
            return lights.spot.sign(x) or ("single" if x in state.inferred else ""), lights.spot.depths.get(x, 0)
        for value in state.domains[x][:1] if len(state.domains[x]) == 1 else ():
            name = f"{x}={value}"
            entry = lights.entries.get(name)
            if sat.fates.get(name) == "backbone":
                return "fixed", 0
            if sat.values.get(name) and entry is not None:
                return ("label", entry.level) if entry.decided else ("single", 0)
        return "", 0

    def _open(self, state: State, x: str, lights: Lights, theme: Theme) -> Look:
        """A node without a colour: what it may have, what was just struck, what a score counts."""
        sat, search, spot = sat_in(state), search_of(state), lights.spot
        left, common = state.domains[x], spot.common(x)
        now = assigned(state, x) if sat is None else None
        supports = looked_at(state).supports.get(x, {})
        tried = {*spot.struck(x), *(value for value, found in supports.items() if not found), *lights.struck.get(x, ())}
        struck = tried if sat is None else self._struck(sat, x, lights)
        empty = x == search.emptied or not left
        there = set[Value]() if empty else {*left} - {*spot.struck(x)}
        pips = tuple(Pip(self.fill(value, theme), str(value)[:1].upper(), float(value in there), value in struck,
                         value in common or value == now or f"{x}={value}" in lights.literals)
                     for value in self.puzzle.colours) if self.piped else ()
        fill, ink = ((theme.mine, theme.on_mine) if empty
                     else (fog(len(left), len(self.puzzle.colours), theme), theme.on_fog))
        trial = None if now is None else (self.fill(now, theme), str(now)[:1].upper())
        return Look(fill, ink, pips=pips, left=len(left), empty=empty, trial=trial,
                    strip=float(spot.has_strip(x)), score=spot.score_text(x), heat=round(spot.heat(x), 2),
                    share=spot.added(x), undone=spot.undone(x))

    def _struck(self, sat: SatState, x: str, lights: Lights) -> set[Value]:
        """The colours that were excluded on this level of a search for models."""
        found = {value: lights.entries.get(f"{x}={value}") for value in self.puzzle.colours}
        return {value for value, entry in found.items() if entry is not None and entry.level == sat.level > 0
                and entry.literal.startswith("¬")}

    def fill(self, value: Value, theme: Theme) -> Color:
        """The colour of the map with that name; those that are only numbers share one, and go by the number."""
        named: Color = getattr(theme, f"map_{value}") if value in COLOURS else theme.clue
        return named

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        places = self.places(box)
        later = self.looks(after, theme, pointed)
        earlier = later if t >= 1 or before is after else self.looks(before, theme, pointed)
        lines = tuple(self._lines(before, after, t, theme, pointed))
        moving = {x for x, look in later.items() if look != earlier[x]} if earlier is not later else set()
        fading = () if self.mosaic else self._fading(lines, before, after, theme, pointed)
        moving |= {x for line in fading for x in self._above(places, line)}

        def draw() -> None:
            self._draw_quiet(canvas, box, later, moving, lines[:len(lines) - len(fading)], theme)

        if t < 1:
            steady = () if self.mosaic else lines[:len(lines) - len(fading)]
            canvas.still(("quiet", box), (Same(self), Same(earlier), Same(later), steady), box, draw)
        else:
            draw()
        self._draw_lines(canvas, places, fading)
        for x in _by_ring(later):
            if x in moving:
                self._draw_one(canvas, places[x], x, between(earlier[x], later[x], t), theme)
        if self.mosaic:
            self._draw_lines(canvas, places, lines)
            self._draw_beside(canvas, parts(box)[1], later, pointed, theme)
        current = self._constraints.get(looked_at(after).constraint or "")
        if current is not None and looked_at(after).satisfied is not None and not self.mosaic:
            (a, b), (u, v) = (places[x].center for x in current.scope)
            at, side = ((a + u) / 2, (b + v) / 2), places[current.scope[0]].w
            shown = verdict_role(arrived((before, after), t))
            draw_badge(canvas, at, max(8.0, min(20.0, side * 0.16)), shown.fill, theme)
            if 0 < t < 1:
                for x in current.scope:
                    draw_flying_trial(canvas, at, places[x], earlier[x], later[x], t, theme)
        for x in marks:
            draw_mark(canvas, self.marked(box, after, x, theme), theme)
        if not self.mosaic:  # above nodes and marks, between which an edge may be short
            draw_weights(canvas, places, search_of(after), theme)
        if after.family.supposed.solved:
            wide = max(3.0, min(box.w, box.h) * 0.008)
            canvas.rect(box, None, theme.no_mine, wide, 2 * wide)
        if pointed is not None:
            self._point(canvas, box, places[pointed], pointed, after, theme)

    def _fading(self, lines: tuple[Line, ...], before: State, after: State, theme: Theme,
                pointed: str | None) -> tuple[Line, ...]:
        """The last line, that of the constraint or the clause, where its colour is another one in each frame."""
        return lines[-1:] if lines != tuple(self._lines(before, after, 1.0, theme, pointed)) else ()

    def _above(self, places: Mapping[str, Rect], line: Line) -> list[str]:
        """The nodes that lie above a line: those that it joins, and those that it may go by below."""
        (a, b), (u, v) = places[line.x].center, places[line.y].center
        way = Rect(min(a, u), min(b, v), abs(a - u), abs(b - v))
        return [x for x, cell in places.items() if cell.inset(-0.5 * cell.w).meets(way)]

    def _draw_beside(self, canvas: Canvas, room: Rect, looks: Mapping[str, Look], pointed: str | None,
                     theme: Theme) -> None:
        """The node in question with its neighbours, and where these are in the mosaic."""
        name = in_question(looks, pointed)
        if name is None or room.w <= 0:
            return
        beside = self.puzzle.neighbours.get(name, ())
        near = [x for x in self.puzzle.nodes if x in beside]
        for x in near:
            cell = self._placed[1][x]
            canvas.rect(cell.inset(cell.w * 0.02), None, theme.accent, max(1.5, cell.w * 0.1))
        draw_neighbourhood(canvas, room, name, near, looks, theme)

    def _draw_quiet(self, canvas: Canvas, box: Rect, looks: Mapping[str, Look], moving: set[str], lines: Sequence[Line],
                    theme: Theme) -> None:
        """The edges, and the nodes that do not change now."""
        places = self.places(box)
        if not self.mosaic:
            if len(self.puzzle.edges) <= _DRAWN_ANEW:
                canvas.alike((Same(self), box, theme.name), lambda on: self._draw_edges(on, box, theme))
            else:
                canvas.picture((self, theme.name), box, partial(self._draw_ground, theme=theme))
            self._draw_lines(canvas, places, lines)
        for x in _by_ring(looks):
            if x not in moving:
                drawn = partial(self._draw_one, cell=places[x], name=x, look=looks[x], theme=theme)
                canvas.alike((x, looks[x], places[x], self.mosaic, theme.name), drawn)

    def _draw_one(self, canvas: Canvas, cell: Rect, name: str, look: Look, theme: Theme) -> None:
        if self.mosaic:
            self._tile(canvas, cell, look, theme)
        else:
            draw_node(canvas, cell, name, look, theme)

    def _draw_lines(self, canvas: Canvas, places: Mapping[str, Rect], lines: Iterable[Line]) -> None:
        for line in lines:
            wide = min(9.0, line.wide * max(2.0, self._line_width(places[line.x].w))) if not self.mosaic else 2.0
            canvas.line(places[line.x].center, places[line.y].center, line.color, wide)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        places, spot = self.places(box), Spotlight(self._peers, state, pointed)
        if self.mosaic:
            return
        for x, look in self.looks(state, theme, pointed).items():
            yield from numbers_of(canvas, places[x], x, look, state, spot)
        for tag, _, _, name in weight_tags(canvas, places, search_of(state)):
            yield OnBoard(tag, weight_of(search_of(state), name))

    def _line_width(self, side: float) -> float:
        crowd = len(self.puzzle.edges) / max(1, len(self.puzzle.nodes))
        return max(1.0, min(4.0, side * min(0.04, 0.1 / max(1.0, crowd))))

    def _draw_ground(self, canvas: Canvas, box: Rect, theme: Theme) -> None:
        canvas.rect(box, theme.background)
        self._draw_edges(canvas, box, theme)

    def _draw_edges(self, canvas: Canvas, box: Rect, theme: Theme) -> None:
        """All edges; where they are many, pale."""
        places = self.places(box)
        color = mix(theme.muted, theme.background, min(0.85, 0.1 + len(self.puzzle.edges) / 800))
        for x, y in self.puzzle.edges:
            canvas.line(places[x].center, places[y].center, color, self._line_width(places[x].w))

    def _lines(self, before: State, after: State, t: float, theme: Theme,
               pointed: str | None) -> Iterator[Line]:
        """The edges that stand out: the heavy ones, those of what is pointed at, of what is scored, those along which
        colours were struck, and the constraint or the clause that is being looked at."""
        sat, search, around = sat_in(after), search_of(after), self.puzzle.neighbours
        if not self.mosaic:
            yield from (Line(x, y, theme.muted, thickness(weight)) for (x, y), weight in search.weights.values())
        if pointed is not None:
            yield from (Line(pointed, y, theme.accent, 1.6) for y in around[pointed])
        scored = search.selected or search.scored if search.scores else None
        if scored is not None and not search.solved:
            yield from (Line(scored, y, theme.known, 2.0) for y in around[scored] if y not in search.assigned)
        if search.source is not None:
            value = after.domains[search.source][0]
            yield from (Line(search.source, y, theme.accent, 2.5) for y in around[search.source]
                        if y not in search.assigned and value in search.struck.get(y, ()))
        if search.emptied is not None:  # by each of these one of its colours is gone
            yield from (Line(y, search.emptied, theme.mine, 2.5) for y in around[search.emptied]
                        if y in search.assigned or y in self.puzzle.given)
        name = looked_at(after).constraint
        if sat is not None and sat.clause is not None and sat.clause <= sat.form.count:
            name = sat.form.origins[sat.clause - 1]
        current = self._constraints.get(name or "")
        if current is not None:
            earlier = verdict_role(before if looked_at(before).constraint == name else after)
            color = colors(earlier, verdict_role(after), t, theme)[0]
            if sat is not None:
                color = theme.mine if sat.conflict == sat.clause else theme.accent
            for ink, wide in ((theme.text, 5.5), (color, 3.5)):  # with an edge: dark blue is no line on a dark ground
                yield Line(current.scope[0], current.scope[1], ink, wide)

    def _tile(self, canvas: Canvas, cell: Rect, look: Look, theme: Theme) -> None:
        """A node of a mosaic."""
        canvas.rect(cell.inset(cell.w * 0.05), look.ring or look.fill)
        if look.ring is not None:
            canvas.rect(cell.inset(cell.w * 0.2), look.fill)
        text = look.colour[:1].upper() if not look.colour.isdecimal() else look.colour
        if cell.h >= SMALLEST + 1:
            size = max(SMALLEST, cell.h * 0.7)
            canvas.text(cell.center, "∅" if look.empty else text, size, look.ink, "center", "bold")

    def _point(self, canvas: Canvas, box: Rect, cell: Rect, name: str, state: State, theme: Theme) -> None:
        """A ring around what is pointed at, and a tag that says what it may be where that is too small to read."""
        thick = max(2.0, cell.w * 0.04)
        if self.mosaic:
            canvas.rect(cell.inset(-thick), None, theme.accent, thick)
        else:
            canvas.circle(cell.center, cell.w * DISC / 2 + thick * 1.5, None, theme.accent, thick)
        if cell.w * DISC >= _TAGGED:
            return
        text = f"{name}: {' '.join(map(str, state.domains[name])) or 'no colour left'}"
        size = max(14.0, box.h * 0.024)
        text = fit_text(canvas, text, box.w - 2 * size, size, "bold")
        wide = canvas.measure(text, size, "bold") + size
        x = max(box.x, min(cell.center[0] - wide / 2, box.right - wide))
        above = cell.y - 1.8 * size
        tag = Rect(x, above if above >= box.y else cell.bottom + 0.3 * size, wide, 1.6 * size)
        canvas.rect(tag, theme.text, radius=size * 0.3)
        canvas.text(tag.center, text, size, theme.panel, "center", "bold")

    def card(self, canvas: Canvas, card: Rect, name: str, states: tuple[State, State], t: float,
             theme: Theme, spots: Spots | None = None) -> None:
        """A node of the current constraint, large."""
        before, after = (self.look(state, name, Lights(self._peers, state, None), theme) for state in states)
        draw_node(canvas, card, name, between(before, after, t), theme)


def _by_ring(looks: Mapping[str, Look]) -> list[str]:
    """What is lit lies above the rest."""
    return sorted(looks, key=lambda x: looks[x].ring is not None)
