"""The board of a logic program: who needs whom, and beside it the rules, both on the M of whatever algorithm runs.

Programs of more than MOST_DRAWN atoms are a grid of atoms instead of the graph, which would only be a tangle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.problems.program.puzzle import Program
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, few_text, fit_text
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.answer_sets.hull import draw_hull, hull
from visualizer.families.answer_sets.panels import LEGEND
from visualizer.families.answer_sets.reading import (
    Reading,
    answers_in,
    heading_of,
    reading_of,
    run_program,
)
from visualizer.families.answer_sets.rule_lines import Spot, flow
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.program.cards import arrange_cards, draw_cards
from visualizer.puzzles.program.geometry import Geometry, lay_out, needs_of
from visualizer.puzzles.program.graph import Sight, draw_arrows, draw_nodes
from visualizer.puzzles.program.grid import Grid, draw_grid
from visualizer.runs.boards import board
from visualizer.runs.states import State
from visualizer.runs.why import Explanation

MOST_DRAWN = 36  # atoms in a graph
MOST_ATOMS, MOST_RULES = 20_000, 60_000
_BESIDE = 1.05  # width for height, from which on the rules stand beside the graph, not below it
_NEAREST = 36.0  # units: where atoms would be nearer to each other, they are a grid
_FOOT = 24.0  # units, for the answer sets
_RULES = 0.4  # of the width, or of the height, is theirs
_WIDEST, _NARROW = 420.0, 440.0  # units: the most that they get, and what they are left out below


def too_large(puzzle: Program) -> str:
    """What is too large about a program to be drawn."""
    for number, most, what in ((len(puzzle.program.names), MOST_ATOMS, "atoms"),
                               (puzzle.program.count, MOST_RULES, "rules")):
        if number > most:
            return f"has {number:,} {what}, and at most {most:,} can be shown"
    return ""


@board(Program, limit=too_large)
class ProgramBoard(NetworkBoard):
    """Draws one program."""

    puzzle: Program
    legend: Sequence[tuple[str, str]] = LEGEND
    shows_literals = True

    def __init__(self, puzzle: Program) -> None:
        super().__init__(puzzle)
        self.program: LogicProgram = puzzle.program
        self.whole = len(self.program.names) <= MOST_DRAWN
        if self.whole:
            self.layout = lay_out(self.program)
        self._arrows = needs_of(self.program) if self.whole else ()
        self._drawn: tuple[type[Canvas] | None, Rect, Geometry | Grid | None] = (None, Rect(0, 0, 0, 0), None)
        self._spots: list[Spot] = []
        self.own_set: tuple[str, ...] = ()  # that somebody marks

    # --- geometry --------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        return 1.4

    @property
    def aspect_beside(self) -> float:
        return 0.9

    def unit(self, box: Rect) -> float:
        """The size of a point: what is written is never smaller than 12 of them."""
        return max(1.0, min(box.w / 800, box.h / 575) if box.w > _BESIDE * box.h else min(box.w / 560, box.h / 640))

    def parts(self, box: Rect) -> tuple[Rect, Rect]:
        """Where the graph is, and the rules: beside it, or below; a small board has no room for them."""
        unit = self.unit(box)
        gap = 10 * unit
        if box.w > _BESIDE * box.h and box.w < _NARROW * unit:
            return box, Rect(box.right, box.y, 0, 0)
        if box.w > _BESIDE * box.h:
            return box.split_right(min(box.w * _RULES, _WIDEST * unit), gap)
        wanted = (self.program.count * 36 + 40) * unit
        return box.split_bottom(min(box.h * _RULES, wanted), gap)

    def graph_box(self, box: Rect) -> Rect:
        """The room for the graph itself, below its heading."""
        unit = self.unit(box)
        inner = self.parts(box)[0].inset(14 * unit, 8 * unit).split_top(26 * unit, 6 * unit)[1]
        return inner.split_bottom(_FOOT * unit)[0].inset(6 * unit, 4 * unit)

    def shape(self, canvas: Canvas, box: Rect) -> Geometry | Grid:
        """Where all atoms are, and the arrows."""
        known, where, found = self._drawn
        if found is None or known is not type(canvas) or where != box:  # all canvases of a kind measure alike
            room, unit = self.graph_box(box), self.unit(box)
            names = self.program.names
            widths = {name: canvas.measure(name, 100, "bold") / 100 for name in names}
            found = Geometry(self.layout, self._arrows, names, room, unit, widths) if self.whole else None
            if found is None or found.near < _NEAREST * unit:
                found = Grid(names, room, unit, widths)
            self._drawn = type(canvas), box, found
        return found

    def place(self, box: Rect, name: str) -> Rect:
        _, where, found = self._drawn
        if found is not None and where == box:
            return found.nodes.get(name, Rect(box.x, box.y, 0, 0))
        return super().place(self.graph_box(box), name)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        found = self._drawn[2]
        nodes: Mapping[str, Rect] = {} if found is None else found.nodes
        inside = (name for name, node in nodes.items() if node.contains(x, y))
        return next(inside, None) or next((name for spot, name in self._spots if spot.contains(x, y)), None)

    def literal_at(self, x: float, y: float) -> str | None:
        """The atom: a click on it means that it is true."""
        return self.at(self._drawn[1], x, y)

    # --- what is known ---------------------------------------------------------------------------------------------

    def reading(self, state: State) -> Reading:
        """The program of a run, which may do without a rule, on what a state knows."""
        program = run_program(state) or self.puzzle.program
        if program is not self.program and program != self.program:
            self._arrows, self._drawn = needs_of(program) if self.whole else (), (None, Rect(0, 0, 0, 0), None)
        self.program = program
        return reading_of(program, state)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: atom for atom, name in enumerate(self.program.names, 1)}

    def constraint_at(self, state: State, place: str) -> str | None:
        return None

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        """What the run has found; else what the rules for the atom can do now."""
        if found is not None or place not in self._number:
            return found
        reading = self.reading(timeline.state)
        atom = self._number[place]
        rules = reading.rules_for(atom)
        truth = reading.truth(atom)
        head = f"{place} is {'open' if truth is None else 'true' if truth else 'false'}"
        if not rules:
            return Explanation(place, f"{head}. No rule has it as its head, so nothing can hold it up.", (place,))
        told = "; ".join(f"rule {rule}: {reading.said(rule)}" for rule in rules[:4])
        more = f"; and {len(rules) - 4} more" if len(rules) > 4 else ""
        return Explanation(place, f"{head}. What could hold it up: {told}{more}.", (place,))

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        earlier, later = self.reading(before), self.reading(after)
        sight = Sight(earlier, later, t, marks, pointed, self.own_set)
        graph, rules = self.parts(box)
        unit, shape = self.unit(box), self.shape(canvas, box)
        head = self._panel(canvas, graph, theme, unit)
        self._heading(canvas, head, later, after, theme, unit)
        if isinstance(shape, Geometry):
            self._draw_hull(canvas, shape, sight, theme)
            draw_arrows(canvas, shape, sight, theme)
            draw_nodes(canvas, shape, sight, theme)
        else:
            draw_grid(canvas, shape, sight, theme)
        self._draw_answers(canvas, graph, later, after, theme, unit)
        self._spots = self._draw_rules(canvas, rules, later, after, theme, unit, pointed)

    def _draw_hull(self, canvas: Canvas, shape: Geometry, sight: Sight, theme: Theme) -> None:
        """Around the set that is looked at, and no other atom."""

        def places(u: frozenset[int], *, inside: bool = True) -> tuple[Rect, ...]:
            return tuple(shape.nodes[name] for atom, name in enumerate(self.program.names, 1) if (atom in u) == inside)

        before, after = sight.before.u, sight.after.u
        t = sight.t if before != after else 1.0
        if after or (before and t < 1):
            room = shape.box.inset(-8 * shape.unit)
            joined = tuple((shape.nodes[self.program.names[of - 1]], shape.nodes[self.program.names[what - 1]])
                           for of, what, _ in self._arrows)
            lines = hull(room, places(after), places(after, inside=False), shape.height * 0.42, places(before), t,
                         joined)
            draw_hull(canvas, lines, mix(theme.panel, theme.mine, 0.14), theme.panel, theme.bad, 2 * shape.unit)

    def _panel(self, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
        canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
        return box.inset(14 * unit, 8 * unit).split_top(26 * unit)[0]

    def _heading(self, canvas: Canvas, head: Rect, reading: Reading, state: State, theme: Theme, unit: float) -> None:
        """What the picture is, and M."""
        y, size = head.center[1], 15 * unit
        graph = isinstance(self._drawn[2], Geometry)
        title = "Who needs whom" if graph else "The atoms"
        canvas.text((head.x, y), title, size, theme.text, "left", "bold")
        used = canvas.measure(title, size, "bold") + 12 * unit
        note = "a → b: a rule for a needs b"
        text = few_text(canvas, heading_of(self.program, state, reading), (head.w - used) * 0.98, 13 * unit, "bold",
                        joint=", |(?<=[^=]) (?=[^=])")[0]
        canvas.text((head.right, y), text, 13 * unit, theme.muted, "right", "bold")
        left = head.w - used - canvas.measure(text, 13 * unit, "bold") - 12 * unit
        if graph and self._arrows and canvas.measure(note, 12.5 * unit) <= left:
            canvas.text((head.x + used, y), note, 12.5 * unit, theme.muted)

    def _draw_answers(self, canvas: Canvas, box: Rect, reading: Reading, state: State, theme: Theme,
                      unit: float) -> None:
        """Below the graph the answer sets found so far, the last ones where not all fit; M⁺ is framed if it is one."""
        found = answers_in(state)
        if not found:
            return
        foot = box.inset(14 * unit, 6 * unit).split_bottom(_FOOT * unit)[1]
        size = 13 * unit
        shown = {self.program.names[literal - 1] for literal in reading.m if literal > 0} - self.program.hidden
        words = ["{" + ", ".join(atoms) + "} ✓" for atoms in found]
        first, label = 0, "Answer sets:" if len(found) > 1 else "Answer set:"
        while True:
            room = foot.split_left(canvas.measure(label, size), 8 * unit)[1]
            places = flow(canvas, room, words[first:], size, 20 * unit, 5 * unit)
            if not len(places) < len(words) - first > 1:
                break
            first += max(1, (len(words) - first - len(places)) // 2)
            label = f"{len(found):,} answer sets, at last:"
        canvas.text((foot.x, foot.center[1]), label, size, theme.muted)
        for place, atoms, word in zip(places, found[first:], words[first:], strict=False):
            here = shown == set(atoms)
            canvas.rect(place, theme.no_mine if here else None, theme.good, 1.5 * unit, 5 * unit)
            text = fit_text(canvas, word, place.w - 6 * unit, size, "bold")
            canvas.text(place.center, text, size, theme.on_no_mine if here else theme.good, "center", "bold")

    def _draw_rules(self, canvas: Canvas, box: Rect, reading: Reading, state: State, theme: Theme, unit: float,
                    pointed: str | None) -> list[Spot]:
        if min(box.h, box.w) < 40 * unit:
            return []
        head = self._panel(canvas, box, theme, unit)
        canvas.text((head.x, head.center[1]), "The rules", 15 * unit, theme.text, "left", "bold")
        room = box.inset(12 * unit, 8 * unit).split_top(26 * unit, 4 * unit)[1]
        lit = {pointed} if pointed is not None else set(state.family.looks_at())
        first = [number for number, rule in enumerate(self.program.rules, 1)
                 if any(self.program.names[atom - 1] in lit for atom in (rule.head, *rule.positive, *rule.negative)
                        if atom)]
        missing = [rule for rule in self.puzzle.program.rules if rule not in self.program.rules]
        if missing:
            room, place = room.split_bottom(24 * unit * len(missing), 2 * unit)
            self._draw_missing(canvas, place, missing, theme, unit)
        cards = arrange_cards(room, self.program.count, first, unit)
        with canvas.clip(box):
            return draw_cards(canvas, room, cards, reading, theme, unit, {name for name in lit if name})

    def _draw_missing(self, canvas: Canvas, box: Rect, rules: Sequence[Rule], theme: Theme, unit: float) -> None:
        """The rules of the puzzle that this run does without."""
        whole = self.puzzle.program
        for index, rule in enumerate(rules):
            line = Rect(box.x, box.y + 24 * unit * index, box.w, 22 * unit).inset(unit)
            corners = [(line.x, line.y), (line.right, line.y), (line.right, line.bottom), (line.x, line.bottom)]
            draw_path(canvas, [*corners, corners[0]], theme.muted, 1.2 * unit, 5 * unit, 4 * unit)
            text = f"without  {whole.text(whole.rules.index(rule) + 1)}"
            canvas.text((line.x + 8 * unit, line.center[1]), fit_text(canvas, text, line.w - 16 * unit, 12.5 * unit),
                        12.5 * unit, theme.muted)
