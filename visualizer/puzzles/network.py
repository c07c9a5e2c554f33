"""The board of any constraint network: a card for each variable at its place, with the values of its domain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from algorithms.problems.forms.csp import CSP, Constraint, Value, csp_of
from algorithms.problems.network import Network
from algorithms.problems.puzzle import Layout
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, fit_text, middle_of
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.trial import draw_flying
from visualizer.canvas.turning import standing, turned
from visualizer.families.backtracking.contribution import peers_of
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.puzzles.network_labels import Label, Written, draw_label, place_labels
from visualizer.puzzles.network_values import assigned, draw_values, values_row
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, PLAIN, SATISFIED, TEST, UNKNOWN, VIOLATED, Role, colors
from visualizer.puzzles.search_marks import Spotlight, Spots, draw_cross, draw_rim, draw_search, strip_high
from visualizer.puzzles.search_numbers import numbers_on
from visualizer.runs.boards import Board, OnBoard, Peers, board
from visualizer.runs.left import Left, declare_left
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began

_SIGNS = {None: "", True: "✓", False: "✗"}
_MANY, _CLOSER = 24, 0.27  # more cards than that are larger by that, as parts of their side, on each side
_MOST_LINES = 16  # constraints drawn at once; more would only be a tangle
_IDLE = Role("raised", "text")  # a constraint that nothing is made of


def verdict_role(state: State) -> Role:
    """The colour of the constraint itself: green or red as the assignment satisfies it, dark blue before any."""
    look = looked_at(state)
    if state.wiped is not None and state.wiped[1] == look.constraint:
        return VIOLATED
    return {None: CONSTRAINT, True: SATISFIED, False: VIOLATED}[look.satisfied]


def partner_role(look: ConsistencyState) -> Role:
    """The colour of the constraint that is compared: green or red as the assignment extends to it."""
    return {None: CONSTRAINT, True: SATISFIED, False: VIOLATED}[look.extends]


def draw_verdict(canvas: Canvas, tile: Rect, look: ConsistencyState, theme: Theme) -> None:
    """A sign on the constraint that is compared: does the assignment just tried fit it?"""
    if look.extends is not None:
        at = tile.right - tile.w * 0.15, tile.bottom - tile.h * 0.17
        ink = theme.on_no_mine if look.extends else theme.on_mine
        canvas.text(at, "✓" if look.extends else "✗", tile.w * 0.24, ink, "center", "bold")


@board(object)
class NetworkBoard(Board):
    """Draws any puzzle from its layout: its constraint network, or where it has none its variables alone."""

    legend: Sequence[tuple[str, str]] = (
        ("constraint", "the constraint"), ("known_fill", "its known variables"), ("unknown", "undefined variables"),
        ("test", "the variable under test; = tied"), ("suppose_fill", "dashed: supposed for now; its depth"),
        ("no_mine", "✓ satisfied"), ("mine", "✗ not satisfied; ∅ no value left"),
    )

    def __init__(self, puzzle: Any) -> None:
        self.puzzle = puzzle
        self.layout: Layout = puzzle.layout()
        self._labels: tuple[tuple[type[Canvas], Rect, tuple[str, ...]], Mapping[str, Label]] | None = None

    @cached_property
    def csp(self) -> CSP:
        """The network; a formula that is searched for models does without, and a puzzle may have none."""
        return csp_of(self.puzzle)

    @cached_property
    def _constraints(self) -> dict[str, Constraint]:
        return {c.name: c for c in self.csp.constraints}

    # --- geometry --------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        return self.layout.columns / self.layout.rows

    def unit(self, box: Rect) -> float:
        """The side of one cell when the layout fills ``box``."""
        more = 2 * _CLOSER * self.crowded
        return min(box.w / (self.layout.columns + more), box.h / (self.layout.rows + more))

    def place(self, box: Rect, name: str) -> Rect:
        """Where a variable is drawn."""
        side = self.unit(box)
        column, row = self.layout.places[name]
        card = Rect(box.x + (box.w - side * self.layout.columns) / 2 + column * side,
                    box.y + (box.h - side * self.layout.rows) / 2 + row * side, side, side)
        return card.inset(-_CLOSER * side) if self.crowded else card

    @cached_property
    def crowded(self) -> bool:
        """Are there so many cards that these need the room between them? No constraint is written there then."""
        many = len(self.layout.places) > _MANY and len(self._constraints) > _MOST_LINES
        return type(self) is NetworkBoard and isinstance(self.puzzle, Network) and many

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """In the row of values on the variable's card; the one that it was labelled with in the middle, alone."""
        card = self.place(box, name).inset(self.unit(box) * 0.05)
        every = self.csp.domains[name] or state.domains[name]
        if value not in every:
            return card
        row = values_row(card, card)
        if name in state.family.supposed.how and state.domains[name] == (value,):
            return Rect(row.center[0] - row.h / 2, row.y, row.h, row.h)
        wide = row.w / len(every)
        return Rect(row.x + every.index(value) * wide, row.y, wide, row.h)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        return next((name for name in self.layout.places if self.place(box, name).contains(x, y)), None)

    # --- the network -----------------------------------------------------------------------------------------------

    def constraint(self, state: State, name: str) -> Constraint | None:
        return self._constraints.get(name)

    def constraint_at(self, state: State, place: str) -> str | None:
        """The next constraint, after the current one, that has the variable in its scope: clicks go through them."""
        look = looked_at(state)
        names: list[str] = [name for name, c in self._constraints.items() if place in c.scope]
        if not names:
            return None
        return names[(names.index(look.constraint) + 1) % len(names)] if look.constraint in names else names[0]

    def peers(self, state: State) -> Peers:
        return self._peers

    @cached_property
    def _peers(self) -> Peers:
        return peers_of(self.csp)

    def members(self, unit: str) -> Sequence[str]:
        return self.csp.units.get(unit, ())

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        """What the run has found; else that there was only one value from the start."""
        values = timeline.at(0).domains.get(place, ())
        if found is None and len(values) == 1 and began(timeline) == 0:
            return Explanation(place, f"{place} = {values[0]} from the start: it has no other value.", (place,))
        return found

    def role(self, state: State, name: str) -> Role:
        """What the variable is for the current constraint."""
        look = looked_at(state)
        current = self._constraints.get(look.constraint) if look.constraint else None
        if current is None or name not in current.scope:
            return PLAIN
        if name == look.variable:
            return TEST
        return UNKNOWN if name in look.unknown and len(state.domains[name]) > 1 else KNOWN

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        spots = Spotlight(self._peers, before, pointed), Spotlight(self._peers, after, pointed)
        labels = list(self._relations(canvas, box, (before, after), t, theme))
        for name in self.layout.places:
            card = self.place(box, name).inset(self.unit(box) * 0.05)
            if 0 < t < 1 and turns(before, after, name):
                self._turn(canvas, card, name, (before, after)[t >= 0.5], t, theme)
            else:
                self.card(canvas, card, name, (before, after), t, theme, spots)
            if name == pointed:
                canvas.rect(card, None, theme.accent, max(2, card.w * 0.04), card.w * 0.1)
            if name in marks:
                draw_mark(canvas, card.inset(-card.w * 0.05), theme)
        for label in labels:
            label()
        if 0 < t < 1 and (home := self.labels(canvas, box, after).get(looked_at(after).constraint or "")) is not None:
            self._fly(canvas, box, home.box.center, (before, after), t, theme)

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterable[OnBoard]:
        spot = Spotlight(self._peers, state, pointed)
        for name in self.layout.places:
            yield from numbers_on(canvas, self.place(box, name).inset(self.unit(box) * 0.05), name, spot)

    def _relations(self, canvas: Canvas, box: Rect, states: tuple[State, State], t: float,
                   theme: Theme) -> Iterator[Callable[[], None]]:
        """Draws a line from each constraint's label to its variables; yields what draws the label, for after the cards.
        Many constraints are drawn only while they are looked at."""
        before, after = states
        unit, labels = self.unit(box), self.labels(canvas, box, after)
        if self.crowded:
            self._join(canvas, box, states, t, theme)
        for name, label in labels.items():
            c, lit = self._constraints[name], self.lit(after, self._constraints[name])
            later, sign = lit or (_IDLE, "")
            earlier, former = (self.lit(before, c) or (_IDLE, "")) if lit is not None else (later, sign)
            sign = former if t < 0.5 else sign
            fill, ink = colors(earlier, later, t, theme)
            for variable in c.scope:
                end = self.place(box, variable).center
                canvas.line(label.box.center, end, fill if lit is not None else theme.edge,
                            max(2.0, unit * (0.05 if lit is not None else 0.025)))
            yield partial(draw_label, canvas, label, (fill, ink), sign, theme)

    def _join(self, canvas: Canvas, box: Rect, states: tuple[State, State], t: float, theme: Theme) -> None:
        """Where nothing is written between the cards: lines from card to card of what is looked at."""
        for c in self._constraints.values():
            if (lit := self.lit(states[1], c)) is None:
                continue
            fill, _ = colors((self.lit(states[0], c) or (_IDLE, ""))[0], lit[0], t, theme)
            middle = self._middle_of(box, c)
            for variable in c.scope:
                canvas.line(middle, self.place(box, variable).center, fill, max(3.0, self.unit(box) * 0.12))

    def _fly(self, canvas: Canvas, box: Rect, start: Point, states: tuple[State, State], t: float,
             theme: Theme) -> None:
        """The values that are tried now, and were not before, on their way from the constraint to their places."""
        look = looked_at(states[1])
        for x in () if look.kept else look.unknown:
            value = assigned(states[1], x)
            if value is None or value == assigned(states[0], x):
                continue
            place = self.value_place(box, states[1], x, value)
            room = place.inset(max(0.0, (place.w - place.h) / 2), max(0.0, (place.h - place.w) / 2))
            ink = theme.test if x == look.variable else theme.unknown
            draw_flying(canvas, start, room, str(value), (theme.on_unknown, ink), t)

    def lit(self, state: State, c: Constraint) -> tuple[Role, str] | None:
        """What is made of a constraint now, as a colour and a sign: it is looked at, or compared, or a search has just
        struck a value because of it; None if it is none of these."""
        look, search = looked_at(state), search_of(state)
        if c.name == look.constraint:
            return verdict_role(state), _SIGNS[look.satisfied if look.pair is None else None]
        if c.name == look.pair:
            return partner_role(look), _SIGNS[look.extends]
        if search.because is not None and (c.name == search.because or {search.because, search.hit} == set(c.scope)):
            return (VIOLATED, "✗") if search.conflict else (CONSTRAINT, "")
        return None

    def labels(self, canvas: Canvas, box: Rect, state: State) -> Mapping[str, Label]:
        """Where the constraints are written: all, or those that are lit where they are too many."""
        if self.crowded:
            return {}
        shown = tuple(name for name, c in self._constraints.items()
                      if len(self._constraints) <= _MOST_LINES or self.lit(state, c) is not None)
        key = type(canvas), box, shown
        if self._labels is None or self._labels[0] != key:  # all canvases of a kind measure alike
            cards = [self.place(box, name).inset(self.unit(box) * 0.03) for name in self.layout.places]
            wanted = [Written(name, self._constraints[name].text, self._middle_of(box, self._constraints[name]))
                      for name in sorted(shown, key=lambda name: len(self._constraints[name].scope))]
            self._labels = key, place_labels(canvas, box, cards, wanted, self.unit(box))
        return self._labels[1]

    def home(self, box: Rect, state: State, constraint: str) -> Rect | None:
        """Its label, where one was drawn in that box."""
        drawn = self._labels[1].get(constraint) if self._labels is not None and self._labels[0][1] == box else None
        return super().home(box, state, constraint) if drawn is None else drawn.box

    def _middle_of(self, box: Rect, c: Constraint) -> Point:
        return middle_of([self.place(box, variable) for variable in c.scope])

    def focus_places(self, box: Rect, state: State) -> dict[str, Rect]:
        """The variables of the current constraint side by side, above the room for the constraint itself."""
        look = looked_at(state)
        current = self._constraints.get(look.constraint) if look.constraint else None
        if current is None:
            return {}
        cards = box.split_bottom(box.h * 0.22, box.h * 0.04)[0]
        side = min(cards.h, cards.w / len(current.scope))
        left = cards.x + (cards.w - side * len(current.scope)) / 2
        return {name: Rect(left + index * side, cards.y + (cards.h - side) / 2, side, side).inset(side * 0.04)
                for index, name in enumerate(current.scope)}

    def focus_at(self, box: Rect, state: State, x: float, y: float) -> str | None:
        if looked_at(state).variable is not None:  # then the panel has rows of chips
            return None
        return next((name for name, card in self.focus_places(box, state).items() if card.contains(x, y)), None)

    def draw_focus(self, canvas: Canvas, box: Rect, before: State, after: State, t: float,
                   theme: Theme, pointed: str | None = None) -> None:
        look = looked_at(after)
        current = self._constraints.get(look.constraint) if look.constraint else None
        if current is None:
            return
        for name, card in self.focus_places(box, after).items():
            self.card(canvas, card, name, (before, after), t, theme)
            if name == pointed:
                canvas.rect(card, None, theme.accent, max(2, card.w * 0.05), card.w * 0.1)
        text = box.split_bottom(box.h * 0.22, box.h * 0.04)[1]
        fill, ink = colors(verdict_role(before), verdict_role(after), t, theme)
        canvas.rect(text, fill, radius=text.h * 0.15)
        said = current.text + {None: "", True: "  ✓", False: "  ✗"}[look.satisfied]
        size = text.h * 0.42
        size *= min(1.0, max(0.5, text.w * 0.94 / max(1.0, canvas.measure(said, size, "bold"))))
        canvas.text(text.center, fit_text(canvas, said, text.w * 0.94, size, "bold"), size, ink, "center", "bold")

    @property
    def pictured(self) -> bool:
        return len(self.layout.places) <= 12 and set(self.layout.places) <= set(self.csp.domains)

    def draw_small(self, canvas: Canvas, box: Rect, state: State, theme: Theme) -> None:
        """A square for each variable at its place, with its value where that can be read."""
        tentative, domains = state.family.tentative, state.domains
        for name in self.layout.places:
            if name not in domains:
                continue
            square, left = self.place(box, name).inset(1), domains[name]
            if name in tentative:
                draw_supposed(canvas, square, theme, chosen=tentative[name])
            else:
                canvas.rect(square, theme.mine if not left else theme.uncovered if len(left) == 1 else theme.fog)
            text = str(left[0])[:1] if len(left) == 1 else "" if left else "∅"
            if text and square.h * 0.8 >= SMALLEST:
                ink = theme.suppose if name in tentative else theme.on_uncovered
                canvas.text(square.center, text, square.h * 0.8, ink, "center", "bold")

    def card(self, canvas: Canvas, card: Rect, name: str, states: tuple[State, State], t: float,
             theme: Theme, spots: Spots | None = None) -> None:
        """A variable's name above the values of its domain; values that were pruned are struck out. In a search the
        value that it got, large, and below the values what scores say."""
        before, after = states
        search, supposed = search_of(after), after.family.supposed
        one, other = spots or (None, None)
        earlier, later = self._role(before, name, one), self._role(after, name, other)
        fill, ink = colors(earlier, later, t, theme)
        if later == PLAIN and name in search.tied:  # the tie is broken in favour of another one
            fill = mix(fill, theme.test, 0.45)
        chosen = after.family.tentative.get(name)
        if chosen is not None and later in (PLAIN, CONSTRAINT):
            fill, ink = theme.suppose_fill, theme.suppose
        if chosen is None:
            canvas.rect(card, fill, theme.edge, 1, card.w * 0.1)
        else:
            draw_supposed(canvas, card, theme, chosen=chosen, radius=card.w * 0.1, fill=fill)
        strip = spots is not None and spots[1].has_strip(name)
        room = card.split_bottom(strip_high(card))[0] if strip else card
        size = max(room.h * 0.24, min(SMALLEST, room.h * 0.4))
        if (wide := canvas.measure(name, size, "bold")) > card.w * 0.9:
            size = max(min(size, SMALLEST), size * card.w * 0.87 / wide)  # letters of whole sizes are a little wider
        canvas.text((room.center[0], room.y + room.h * 0.26), fit_text(canvas, name, card.w * 0.9, size, "bold"), size,
                    ink, "center", "bold")
        values = values_row(card, room)
        every = self.csp.domains[name] or after.domains[name]
        empty = name == search.emptied or (not after.domains[name] and bool(every))
        if empty:
            canvas.text(values.center, "∅", card.h * 0.3, ink, "center", "bold")
            draw_cross(canvas, card, ink)
        elif name in supposed.how:
            text = str(after.domains[name][0])
            size = min(values.h, values.w / max(1.0, canvas.measure(text, 1, "bold"))) if len(text) > 3 else values.h
            text = fit_text(canvas, text, values.w, size, "bold")
            canvas.text(values.center, text, size, ink, "center", "bold")
        elif every:
            common = () if spots is None else spots[1].common(name)
            draw_values(canvas, values, every, name, states, t, ink, theme, common)
        if supposed.solved:
            draw_rim(canvas, card, theme.no_mine, min(8.0, card.w * 0.05))
        if spots is not None:
            draw_search(canvas, card, name, spots[1], fill, ink, theme)

    def _turn(self, canvas: Canvas, card: Rect, name: str, state: State, t: float, theme: Theme) -> None:
        """A card that turns over to another value: that side of it which is seen."""
        role = self._role(state, name, None)
        fill, ink = colors(role, role, 1.0, theme)
        side, chosen = standing(card, turned(t)), state.family.tentative.get(name)
        if chosen is not None and role in (PLAIN, CONSTRAINT):
            fill, ink = theme.suppose_fill, theme.suppose
        canvas.rect(side, fill, theme.edge, 1, side.w * 0.1)
        text = str(state.domains[name][0])
        size = min(card.h * 0.4, side.w * 0.88 / max(0.5, canvas.measure(text, 1, "bold")))
        if size >= SMALLEST:
            canvas.text((card.center[0], values_row(card, card).center[1]), text, size, ink, "center", "bold")

    def _role(self, state: State, name: str, spot: Spotlight | None) -> Role:
        """What the variable is for the search, otherwise for the current constraint."""
        return (spot.role(name) if spot is not None else None) or self.role(state, name)


def turns(before: State, after: State, name: str) -> bool:
    """Has a variable, which has one value for now, another one afterwards?"""
    one, other = before.domains.get(name, ()), after.domains.get(name, ())
    kept = name in before.family.supposed.how and name in after.family.supposed.how
    return kept and len(one) == len(other) == 1 and one != other


def _left(board: NetworkBoard, box: Rect, _state: State, name: str) -> Sequence[Rect]:
    """The row of values on the variable's card."""
    card = board.place(box, name).inset(board.unit(box) * 0.05)
    return () if board.crowded or not board.csp.domains.get(name) else [values_row(card, card)]


declare_left(NetworkBoard, Left(_left))
