"""The board of round trips: the graph, with the edges that are chosen, refused or open, and the nodes that they reach.

A circle of chosen edges that does not go through the start is a rope in amber. A dashed ring is around a node whose
``reached`` is unfounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from algorithms.problems.forms.csp import Value
from algorithms.problems.hamiltonian.puzzle import Hamiltonian
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.puzzles.hamiltonian.drawing import DISC, draw_edge, draw_node
from visualizer.puzzles.hamiltonian.trip import Trip, trip_of
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.spread import spread
from visualizer.runs.boards import board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation

_STRETCH = 1.6
_LARGEST = 0.19  # of the board's width, and of its height a little more: the side of a node's cell
_NEAR = 0.16  # of a cell: how near to an edge is on it
_MIDDLE = 0.36  # of a cell: the place of an edge


@board(Hamiltonian)
class HamiltonianBoard(NetworkBoard):
    """Draws one graph."""

    puzzle: Hamiltonian
    legend: Sequence[tuple[str, str]] = (
        ("good", "thick: a chosen edge"), ("muted", "✗ dashed: refused"), ("no_mine", "✓ reached along them"),
        ("uncovered", "true, not reached yet"), ("mine", "✗ false"),
        ("unknown", "a circle apart; ring: in U"),
    )

    shows_literals = True
    outlined = True

    def __init__(self, puzzle: Hamiltonian) -> None:
        super().__init__(puzzle)
        self._placed: tuple[Rect, dict[str, Rect]] = (Rect(0, 0, 0, 0), {})
        self._node = {puzzle.reached(x): x for x in puzzle.nodes}

    # --- geometry --------------------------------------------------------------------------------------------------

    def places(self, box: Rect) -> dict[str, Rect]:
        """The cell of each atom: of a node, or in the middle of an edge."""
        if self._placed[0] != box:
            self._placed = box, spread(self.layout, box, _STRETCH, _LARGEST * min(box.w, 1.3 * box.h))
        return self._placed[1]

    def place(self, box: Rect, name: str) -> Rect:
        cell = self.places(box)[name]
        part = DISC if name in self._node else _MIDDLE
        return cell.inset(cell.w * (1 - part) / 2)

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """Atoms are drawn true or false, and have no values of their own."""
        return self.place(box, name)

    def says(self, variable: str, value: Value) -> str:
        return f"{variable} {'true' if value else 'false'}"

    def written_next(self, state: State, name: str, value: Value) -> str:
        """A tick or a cross, at a node behind its name."""
        return f"{self._node.get(name, '')} {'✓' if value else '✗'}".strip()

    def at(self, box: Rect, x: float, y: float) -> str | None:
        places = self.places(box)
        for atom in self._node:
            cell = places[atom]
            if hypot(x - cell.center[0], y - cell.center[1]) <= cell.w * DISC / 2:
                return atom
        near = {atom: self._away(places, atom, x, y) for atom in self.puzzle.edges}
        atom = min(near, key=lambda atom: near[atom])
        return atom if near[atom] <= places[atom].w * _NEAR else None

    def literal_at(self, x: float, y: float) -> str | None:
        """A click on an edge or a node means that it is true."""
        return self.at(self._placed[0], x, y)

    def _away(self, places: dict[str, Rect], atom: str, x: float, y: float) -> float:
        """How far a point is from an edge."""
        (ax, ay), (bx, by) = (places[self.puzzle.reached(end)].center for end in self.puzzle.edges[atom])
        length = (bx - ax) ** 2 + (by - ay) ** 2
        along = max(0.0, min(1.0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / max(1e-9, length)))
        return hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay))

    # --- what is known ---------------------------------------------------------------------------------------------

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        """What the run has found; else what the picture says of a node or an edge."""
        if found is not None or place not in self.layout.places:
            return found
        trip = trip_of(self.puzzle, timeline.state)
        sentence, marks = self._told(trip, place)
        return Explanation(place, sentence, (place, *marks))

    def _told(self, trip: Trip, place: str) -> tuple[str, tuple[str, ...]]:
        """What is known of a place, and the places that it names."""
        value = trip.values.get(place)
        if place in self.puzzle.edges:
            x, y = self.puzzle.edges[place]
            if place in trip.circles:
                return f"{x}–{y} is chosen, on a circle that does not go through {self.puzzle.start}.", ()
            return f"{x}–{y} is {'open' if value is None else 'chosen' if value else 'refused'}.", ()
        x = self._node[place]
        if trip.settled and trip.unfounded(x):
            others = [y for y in self.puzzle.nodes if y != x and trip.unfounded(y)]
            return (f"{place} is unfounded: each edge to {x} is refused, or comes from a node whose atom is false, or "
                    "unfounded itself.", tuple(self.puzzle.reached(y) for y in others))
        if x in trip.reached:
            way = trip.way(x)
            said = f"Chosen edges lead to {x}: {' – '.join(way)}." if len(way) > 1 else f"The trip begins at {x}."
            return said, tuple(self.puzzle.reached(y) for y in way)
        must = {None: "is open", True: "is true", False: "is false"}[value]
        return f"{place} {must}; no chosen edges lead from {self.puzzle.start} to {x}.", ()

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        places, now = self.places(box), trip_of(self.puzzle, after)
        then = now if t >= 1 or before is after else trip_of(self.puzzle, before)
        looked = after.family.looks_at()
        lit = pointed if pointed is not None else looked[0] if looked else None
        order = sorted(self.puzzle.edges, key=lambda atom: (now.values.get(atom) is True, atom == lit))
        moving = [atom for atom in order if then.values.get(atom) != now.values.get(atom)] if now is not then else []

        def draw(atoms: Sequence[str], grown: float) -> None:
            for atom in atoms:
                one, other = (places[self.puzzle.reached(x)] for x in self.puzzle.edges[atom])
                draw_edge(canvas, (one, other), now, atom, grown, atom == lit, theme)

        def draw_quiet() -> None:
            draw([atom for atom in order if atom not in moving], 1.0)

        if t < 1:
            key = Same(self), before.turns, after.turns, lit, theme
            canvas.still(("quiet", box), key, box, draw_quiet)
        else:
            draw_quiet()
        draw(moving, t)
        for atom, x in self._node.items():
            draw_node(canvas, places[atom], now, x, atom == lit, theme)
        for atom in marks:
            if atom in places:
                draw_mark(canvas, self.place(box, atom), theme)
        if after.outcome == "solved" and len(now.reached) == len(self.puzzle.nodes) == len(now.chosen):
            wide = max(3.0, min(box.w, box.h) * 0.008)
            canvas.rect(box, None, theme.no_mine, wide, 2 * wide)
