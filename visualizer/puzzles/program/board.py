"""The board of a logic program: who needs whom, and beside it the rules, both on the M of whatever algorithm runs.

A strongly connected component folds to one node. Where even the graph with all of them folded has more than MOST_DRAWN
nodes, or no room, there is a grid of atoms instead, as the graph would only be a tangle.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import Value
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.program.puzzle import Program
from algorithms.problems.puzzle import Layout
from algorithms.reasons import Link, Reason, all_rays
from algorithms.reasons import Spot as Place
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, Same, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.answer_sets.drawn_reason import of_body
from visualizer.families.answer_sets.hull import draw_hull, hull
from visualizer.families.answer_sets.numbers import sets_of
from visualizer.families.answer_sets.panels import LEGEND
from visualizer.families.answer_sets.reading import (
    Reading,
    answers_in,
    heading_of,
    reading_of,
    run_program,
    silent,
)
from visualizer.families.answer_sets.rule_lines import Spot, flow
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.program.cards import arrange_cards, draw_cards, draw_missing, longest
from visualizer.puzzles.program.folding import Graph, Part, next_in, parts_of, set_name
from visualizer.puzzles.program.geometry import Geometry, lay_out
from visualizer.puzzles.program.graph import Sight, draw_arrows, draw_nodes
from visualizer.puzzles.program.grid import Grid, draw_grid
from visualizer.puzzles.program.rooms import Rooms
from visualizer.runs.boards import OnBoard, board, too_many
from visualizer.runs.states import State
from visualizer.runs.why import Explanation
from visualizer.stage.links import Links

MOST_DRAWN = 36  # atoms in a graph
MOST_ATOMS, MOST_RULES = 20_000, 60_000
_NEAREST = 36.0  # units: where atoms would be nearer to each other, they are a grid
_MOST_SHAPES = 8
_FOOT = 24.0  # units, for the answer sets


def too_large(puzzle: Program) -> str:
    """What is too large about a program to be drawn."""
    return too_many((len(puzzle.program.names), MOST_ATOMS, "atoms"), (puzzle.program.count, MOST_RULES, "rules"))


@board(Program, limit=too_large)
class ProgramBoard(NetworkBoard):
    """Draws one program."""

    puzzle: Program
    legend: Sequence[tuple[str, str]] = LEGEND
    shows_literals = True

    def __init__(self, puzzle: Program) -> None:
        super().__init__(puzzle)
        self.program: LogicProgram = puzzle.program
        self._parts, self._graphs = parts_of(self.program), dict[frozenset[Part], tuple[Graph, Layout]]()
        self._by_hand: dict[Part, bool] = {}  # which components somebody has folded, or unfolded
        if len(self.program.names) <= MOST_DRAWN:
            self.layout = self._laid(frozenset())[1]
        self._links = Links()  # the numbers that were drawn last
        self._shapes: dict[tuple[type[Canvas], Rect, frozenset[tuple[Part, bool]]], Geometry | Grid] = {}
        self._drawn: tuple[Rect, Geometry | Grid | None] = (Rect(0, 0, 0, 0), None)
        self._spots: list[Spot] = []
        self._rule_places: dict[str, Rect] = {}
        self.own_set: tuple[str, ...] = ()  # that somebody marks

    # --- geometry --------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        return 1.4

    @property
    def aspect_beside(self) -> float:
        return 0.9

    @cached_property
    def _longest(self) -> float:
        return longest(self.puzzle.program)

    @property
    def _rooms(self) -> Rooms:
        return Rooms(len(self.program.names), self.puzzle.program.count, self._longest)

    def unit(self, box: Rect) -> float:
        """The size of a point: what is written is never smaller than 12 of them."""
        return self._rooms.unit(box)

    def parts(self, box: Rect) -> tuple[Rect, Rect]:
        """Where the graph is, and the rules."""
        return self._rooms.parts(box)

    def graph_box(self, box: Rect) -> Rect:
        """The room for the graph itself, below its heading."""
        unit = self.unit(box)
        inner = self.parts(box)[0].inset(14 * unit, 8 * unit).split_top(26 * unit, 6 * unit)[1]
        return inner.split_bottom(_FOOT * unit)[0].inset(6 * unit, 4 * unit)

    def shape(self, canvas: Canvas, box: Rect) -> Geometry | Grid:
        """Where all atoms are, and the arrows; kept for the boxes that steps and questions lead back to."""
        key = type(canvas), box, frozenset(self._by_hand.items())  # all canvases of a kind measure alike
        if key not in self._shapes:
            room, unit = self.graph_box(box), self.unit(box)
            widths = {name: canvas.measure(name, 100, "bold") / 100 for name in self.program.names}
            sets = {set_name(self.program, part): canvas.measure(f"{len(part)} atoms", 100, "bold") / 100
                    for part in self._parts}
            graphs = (self._geometry({**widths, **sets}, room, unit, folds) for folds in self._wanted())
            if len(self._shapes) >= _MOST_SHAPES:
                self._shapes.clear()
            self._shapes[key] = next(filter(None, graphs), None) or Grid(self.program.names, room, unit, widths)
        self._drawn = box, self._shapes[key]
        return self._shapes[key]

    def _wanted(self) -> Iterator[frozenset[Part]]:
        """The components to be folded, best first: as few as somebody wants; all but those that somebody has unfolded,
        where the whole has no room; and all."""
        for else_ in (False, True):
            yield frozenset(part for part in self._parts if self._by_hand.get(part, else_))
        yield frozenset(self._parts)

    def _laid(self, folds: frozenset[Part]) -> tuple[Graph, Layout]:
        if folds not in self._graphs:
            graph = Graph(self.program, self._parts, sorted(folds))
            self._graphs[folds] = graph, lay_out(graph)
        return self._graphs[folds]

    def _geometry(self, widths: Mapping[str, float], room: Rect, unit: float,
                  folds: frozenset[Part]) -> Geometry | None:
        """The graph, if it can be read there."""
        if len(self.program.names) - sum(len(part) - 1 for part in folds) > MOST_DRAWN:
            return None
        graph, layout = self._laid(folds)
        found = Geometry(layout, graph, room, unit, widths)
        return None if found.near < _NEAREST * unit else found

    # --- what is folded --------------------------------------------------------------------------------------------

    def points_at(self, name: str) -> bool:
        found = self._drawn[1]
        return isinstance(found, Geometry) and (name in found.graph.folded or name in found.handles)

    def next_to(self, name: str | None, step: tuple[int, int]) -> str | None:
        found = self._drawn[1]
        if not isinstance(found, Geometry) or not self._parts:
            return None
        return next_in(found.nodes if self.played else {**found.nodes, **found.handles}, name, step)

    def press(self, name: str) -> str | None:
        """Folds a component, or unfolds it, where the whole has room then."""
        box, found = self._drawn
        if not isinstance(found, Geometry):
            return None
        graph = found.graph
        if name not in graph.folded and name not in graph.open:
            return None
        part = graph.folded.get(name) or graph.open[name]
        folded = frozenset(graph.folded.values())
        self._by_hand.update(dict.fromkeys(folded, True))  # so that one alone unfolds
        self._by_hand[part] = folds = name in graph.open
        self._drawn, self.turned = (box, None), tuple(self._by_hand.items())
        said = f"{len(part)} atoms that need each other"
        if folds:
            return f"Folded: {said}. A click on the node, or Return, unfolds them."
        if self._geometry(found.widths, found.box, found.unit, folded - {part}) is None:
            self._by_hand.pop(part)
            return f"There is no room for the {said}: their names could not be read. They stay folded."
        return f"Unfolded: {said}."

    def place(self, box: Rect, name: str) -> Rect:
        where, found = self._drawn
        if name in self._rule_places:
            return self._rule_places[name]
        if found is not None and where == box:
            return found.places.get(name, Rect(box.x, box.y, 0, 0))
        return super().place(self.graph_box(box), name)

    def of_reason(self, link: Link) -> Link:
        """Atoms, and the rules that are drawn. A value of an atom that counts would hide its name."""
        link = replace(link, causes=tuple(Place(spot.place) for spot in link.causes))
        return link.within(lambda name: name in self.layout.places or name in self._rule_places)

    def says(self, variable: str, value: Value) -> str:
        return f"{variable} {'true' if value else 'false'}"

    def written_next(self, state: State, name: str, value: Value) -> str:
        """The literal."""
        return name if value else negation(name)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        found = self._drawn[1]
        nodes: Mapping[str, Rect] = {} if found is None else found.nodes
        if isinstance(found, Geometry):
            nodes = {**nodes, **found.handles}
        inside = (name for name, node in nodes.items() if node.contains(x, y))
        return next(inside, None) or next((name for spot, name in self._spots if spot.contains(x, y)), None)

    def literal_at(self, x: float, y: float) -> str | None:
        """The atom: a click on it means that it is true."""
        return self.at(self._drawn[0], x, y)

    # --- what is known ---------------------------------------------------------------------------------------------

    def reading(self, state: State) -> Reading:
        """The program of a run, which may do without a rule, on what a state knows."""
        program = run_program(state) or self.puzzle.program
        if program is not self.program and program != self.program:
            self._drawn, self._shapes = (Rect(0, 0, 0, 0), None), {}
            self._parts, self._graphs = parts_of(program), {}
        self.program = program
        return reading_of(program, state)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {name: atom for atom, name in enumerate(self.program.names, 1)}

    def constraint_at(self, state: State, place: str) -> str | None:
        return None

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        """What the run has found; else what the rules for the atom can do now; while that is asked, which they are."""
        if found is not None or place not in self._number:
            return found
        reading = self.reading(timeline.state)
        reading = silent(reading) if self.asked else reading
        atom = self._number[place]
        rules = reading.rules_for(atom)
        truth = reading.truth(atom)
        head = f"{place} is {'open' if truth is None else 'true' if truth else 'false'}"
        if not rules:
            return Explanation(place, f"{head}. No rule has it as its head, so nothing can hold it up.", (place,))
        told = "; ".join(": ".join(filter(None, (f"rule {rule}", reading.said(rule)))) for rule in rules[:4])
        more = f"; and {len(rules) - 4} more" if len(rules) > 4 else ""
        return Explanation(place, f"{head}. What could hold it up: {told}{more}.", (place,),
                           reason=self._held_up(reading, place, rules))

    def _held_up(self, reading: Reading, place: str, rules: Sequence[int]) -> Reason:
        """The body of a rule that supports the atom; where all are blocked, what blocks them."""
        kinds = {rule: reading.verdict(rule).kind for rule in rules}
        supports = next((rule for rule in rules if kinds[rule] == "supports"), None)
        if supports is not None:
            return of_body(reading.program, self, supports, place)
        blocking = [reading.verdict(rule).by for rule in rules]
        if set(kinds.values()) != {"blocked"} or not all(blocking):
            return ()
        causes = tuple(Place(reading.program.names[atom - 1]) for atom in dict.fromkeys(abs(by[0]) for by in blocking))
        return (Link(tuple(f"rule {rule}" for rule in rules), causes, follows=(Place(place),),
                     rays=all_rays(causes, (Place(place),))),)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        earlier, later = self.reading(before), self.reading(after)
        self._links.numbers.clear()
        if self.asked:
            earlier, later = silent(earlier), silent(later)
        sight = Sight(earlier, later, t, marks, pointed, self.own_set)
        graph, rules = self.parts(box)
        unit, shape = self.unit(box), self.shape(canvas, box)
        here = Same(self), Same(after), after.turns, pointed, theme, self.asked

        def draw_head() -> None:
            head = self._panel(canvas, graph, theme, unit)
            self._heading(canvas, head, later, after, theme, unit)

        def draw_atoms() -> None:
            if isinstance(shape, Geometry):
                self._draw_hull(canvas, shape, sight, theme)
                draw_arrows(canvas, shape, sight, theme)
                draw_nodes(canvas, shape, sight, theme)
            else:
                draw_grid(canvas, shape, sight, theme)
            self._draw_answers(canvas, graph, later, after, theme, unit)

        def draw_all() -> None:
            draw_head()
            draw_atoms()

        if earlier == later:  # a transition changes nothing here
            canvas.still(("graph", graph), (here, Same(before), *marks, self.own_set, Same(shape)), graph, draw_all)
        else:
            canvas.still(("graph", graph), here, graph, draw_head)
            draw_atoms()
        canvas.still(("rules", rules), here, rules,
                     lambda: self._draw_rules(canvas, rules, later, after, theme, unit, pointed))

    def _draw_hull(self, canvas: Canvas, shape: Geometry, sight: Sight, theme: Theme) -> None:
        """Around the set that is looked at, and no other atom."""

        def places(u: frozenset[int], *, inside: bool = True) -> tuple[Rect, ...]:
            """A component that is folded is inside where any of its atoms is."""
            return tuple(shape.nodes[name] for name, atoms in zip(shape.names, shape.graph.atoms, strict=True)
                         if u.isdisjoint(atoms) != inside)

        before, after = sight.before.u, sight.after.u
        t = sight.t if before != after else 1.0
        if after or (before and t < 1):
            room = shape.box.inset(-8 * shape.unit)
            joined = tuple((shape.nodes[shape.names[of - 1]], shape.nodes[shape.names[what - 1]])
                           for of, what, *_ in shape.arrows)
            lines = hull(room, places(after), places(after, inside=False), shape.height * 0.42, places(before), t,
                         joined)
            draw_hull(canvas, lines, mix(theme.panel, theme.mine, 0.14), theme.panel, theme.bad, 2 * shape.unit,
                      moves=t < 1)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        """Those that were drawn last."""
        for place, number in self._links.numbers:
            yield OnBoard(place, number)

    def _panel(self, canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
        canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
        return box.inset(14 * unit, 8 * unit).split_top(26 * unit)[0]

    def _heading(self, canvas: Canvas, head: Rect, reading: Reading, state: State, theme: Theme, unit: float) -> None:
        """What the picture is, and M."""
        y, size = head.center[1], 15 * unit
        shape = self._drawn[1]
        whole, note = heading_of(self.program, state, reading), "a → b: a rule for a needs b"
        titles = ("Who needs whom", "Needs") if isinstance(shape, Geometry) else ("The atoms", "Atoms")
        around = canvas.measure(whole, 13 * unit, "bold") / 0.98 + 12 * unit
        title = titles[around + canvas.measure(titles[0], size, "bold") > head.w]  # the short one, so that M is whole
        canvas.text((head.x, y), title, size, theme.text, "left", "bold")
        used = canvas.measure(title, size, "bold") + 12 * unit
        text = few_text(canvas, whole, (head.w - used) * 0.98, 13 * unit, "bold", joint=", |(?<=[^=]) (?=[^=])")[0]
        canvas.text((head.right, y), text, 13 * unit, theme.muted, "right", "bold")
        left = head.w - used - canvas.measure(text, 13 * unit, "bold") - 12 * unit
        if isinstance(shape, Geometry) and shape.arrows and canvas.measure(note, 12.5 * unit) <= left:
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
            places = flow(canvas, room, words[first:], size, 20 * unit, 0.35 * size)
            if len(places) < len(words) and size > 12.5:  # all of them smaller, before some are left out
                size = max(12.5, size - 0.5)
                continue
            if not len(places) < len(words) - first > 1:
                break
            first += max(1, (len(words) - first - len(places)) // 2)
            label = f"{len(found):,} answer sets, at last:"
        numbers = [sets_of(state)] if first else []
        self._links.write(canvas, (foot.x, foot.center[1]), label, size, theme.muted, numbers=numbers)
        for place, atoms, word in zip(places, found[first:], words[first:], strict=False):
            here = shown == set(atoms)
            canvas.rect(place, theme.no_mine if here else None, theme.good, 1.5 * unit, 5 * unit)
            text = fit_text(canvas, word, place.w - 6 * unit, size, "bold")
            canvas.text(place.center, text, size, theme.on_no_mine if here else theme.good, "center", "bold")

    def _draw_rules(self, canvas: Canvas, box: Rect, reading: Reading, state: State, theme: Theme, unit: float,
                    pointed: str | None) -> None:
        self._spots, self._rule_places = [], {}
        if min(box.h, box.w) < 40 * unit:
            return
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
            draw_missing(canvas, place, self.puzzle.program, missing, theme, unit)
        cards = arrange_cards(room, self.program.count, [reading.now] * (reading.now > 0) + first, unit)
        self._rule_places = {f"rule {number}": place for number, place in cards.places.items()}
        if pointed is not None:  # it lights its own rules
            reading = replace(reading, now=0)
        with canvas.clip(box):
            self._spots = draw_cards(canvas, room, cards, reading, theme, unit, {name for name in lit if name})
