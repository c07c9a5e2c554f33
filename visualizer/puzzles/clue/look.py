"""What the cells of the notepad show: O where a card is, X where it is not, otherwise how likely it is there.

Roles, colours with a meaning of their own, come from what the algorithm looks at; marks have shapes, so that colour
never speaks alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import cos, pi, sin
from typing import NamedTuple

from algorithms.problems.clue.facts import CardFact
from algorithms.problems.clue.puzzle import Clue
from algorithms.sampling.sampling import rmsd
from algorithms.words import counted, rounded
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Point, Rect
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.turning import standing, turned
from visualizer.families.consistency.state import looked_at
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.families.sampling.state import SamplingState
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.clue.state import as_seen, log_of
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, PLAIN, TEST, UNKNOWN, VIOLATED, Role
from visualizer.runs.lazy_form import Form
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_in


class CellLook(NamedTuple):
    """What a cell shows: ``text`` large; a ``tab`` at the top right, a disc where a chain has the card now (``held``),
    which turns over when that changes: so far is the ``turn``. ``supposed``: it was chosen for now (2), or follows from
    that (1). ``flip``: how wide the card stands (0–1) while it turns over; ``grown``: how far its X has. ``bar`` is as
    long as a share that was estimated, ``tick`` the exact one, ``interval`` its confidence interval."""

    ground: Color
    ink: Color
    text: str = ""
    bold: bool = False
    tab: str = ""
    held: bool = False
    turn: float = 1.0
    flip: float = 1.0
    grown: float = 1.0
    supposed: int = 0
    bar: float | None = None
    tick: float | None = None
    interval: tuple[float, float] | None = None


def between(before: CellLook, after: CellLook, t: float) -> CellLook:
    """The look ``t`` (0–1) of the way: colours mix, a card that becomes known turns its face up, one that is not any
    more turns it down, and the X of a place that is struck grows."""
    if t <= 0 or t >= 1 or before == after:
        return after if t > 0 else before
    if before.text != after.text and "O" in (before.text, after.text):
        return (before if t < 0.5 else after)._replace(flip=turned(t))
    shown = before if t < 0.5 else after
    return after._replace(ground=mix(before.ground, after.ground, t), ink=shown.ink, supposed=shown.supposed,
                          tab=shown.tab, grown=t if after.text == "X" != before.text else 1.0,
                          turn=t if before.held != after.held else 1.0)


def number(share: float | Fraction) -> str:
    """A probability as a cell has it: two places, and never 0 or 1 where it is not that."""
    if 0 < share < 0.005:
        return "<.01"
    return ">.99" if 0.995 <= share < 1 else rounded(share, 2)


class Lights:
    """What is lit in a state: by the fact or line that is pointed at, or by what the algorithm looks at."""

    def __init__(self, clue: Clue, state: State, pointed: str | None) -> None:
        sat = sat_in(state)
        self.roles: dict[str, Role] = dict.fromkeys(state.family.looks_at(), TEST)
        self.tabs: dict[str, str] = {}
        if sat is not None and sat.clause is not None:
            conflict = sat.conflict == sat.clause
            for name in (literal.lstrip("¬") for literal in sat.literals_of(sat.clause)):
                role = VIOLATED if conflict else KNOWN if name in sat.values else UNKNOWN
                self.roles[name] = role
        self.trials: set[str] = set()
        self._look_at_trial(state)
        sampling, form = sampling_in(state), state.form
        if sampling is not None and form is not None:
            self._look_at(sampling, form)
        self.lines: dict[int, Role] = {}  # numbers of lines, from 0
        played = log_of(state)
        if played.entered is not None and played.entered <= len(played.log):
            self.lines[played.entered - 1] = TEST
            self._tell(clue, state, played.entered - 1)
        line = line_of(pointed)
        for fact in clue.played:
            if fact.line == line:
                self.lines[line or 0] = CONSTRAINT
                self._light(fact)
            elif any(literal.name == pointed for literal in fact.literals):
                self.lines[fact.line or 0] = KNOWN

    def _look_at_trial(self, state: State) -> None:
        """Where an assignment that is tried has the cards of its constraint."""
        look = looked_at(state)
        for card, place in zip(look.unknown, look.values, strict=False):
            self.trials.add(f"{card}={place}")
            self.roles[f"{card}={place}"] = TEST if card == look.variable else UNKNOWN

    def _look_at(self, sampling: SamplingState, form: Form) -> None:
        """The constraint that was chosen; of its candidates what they would break, t for tabu; what is flipped."""
        true = sampling.true.get(sampling.chain, set())
        if sampling.constraint is not None:
            for literal in map(form.word, form.literals(sampling.constraint)):
                name = literal.lstrip("¬")
                self.roles[name] = KNOWN if (name in true) != literal.startswith("¬") else UNKNOWN
        scored = sampling.candidates
        for name, breaks in zip(scored.candidates, scored.breaks, strict=True) if scored is not None else ():
            self.tabs[name] = f"{breaks}{'t' if scored is not None and name in scored.tabu else ''}"
        self.roles |= {name: TEST for name in (sampling.flipped, sampling.drawn) if name is not None}

    def _tell(self, clue: Clue, state: State, line: int) -> None:
        """What a new line says, until deals are counted anew; what is concluded from it stands out."""
        deals, concluded = deals_in(state), dict(self.roles)
        if deals is None or deals.models is not None:
            return
        for fact in clue.played:
            if fact.line == line:
                self._light(fact)
        self.roles |= concluded

    def _light(self, fact: CardFact) -> None:
        """A fact's cells: orange for one of several, blue for what is said of the card alone."""
        for literal in fact.literals:
            self.roles[literal.name] = UNKNOWN if len(fact.literals) > 1 else CONSTRAINT if literal.there else KNOWN


def line_of(place: str | None) -> int | None:
    """The number, from 0, of the line of the log that a place is: ``line 3`` is 2."""
    if place is None or not place.startswith("line "):
        return None
    return int(place.removeprefix("line ")) - 1


def _said(state: State) -> Mapping[str, bool] | None:
    """For a search that has literals ``card=place``: those on its trail. What follows from them may not be said yet."""
    sat = sat_in(state)
    return sat.values if sat is not None and sat.direct and not sat.fates else None


class Looks:
    """The looks of all cells in a state."""

    def __init__(self, state: State, lights: Lights, exact: Mapping[str, float], theme: Theme) -> None:
        self.state, self.lights, self.exact, self.theme = as_seen(state), lights, exact, theme
        sampling, deals = sampling_in(state), deals_in(state)
        self.shares = {} if deals is None else deals.shares
        self.sampling = sampling
        self.estimates = {} if sampling is None else sampling.shares()
        self.said = _said(state)
        self.tentative = state.family.tentative
        thought = thought_in(state)
        self.known = {} if thought is None else thought.thought.known
        self.held = set() if sampling is None else sampling.true.get(sampling.chain, set())
        self.sampled = sampling is not None and sampling.recorded > 0
        self.intervals = {} if sampling is None else sampling.intervals()

    def cell(self, card: str, place: str) -> CellLook:
        """What the cell of that card and place shows."""
        state, theme, name = self.state, self.theme, f"{card}={place}"
        role = self.lights.roles.get(name, PLAIN)
        domain = state.domains[card]
        if not domain:
            return self._in_role(role, theme.mine, theme.on_mine, "∅")
        chosen = self.tentative.get(name, self.tentative.get(card))
        if chosen is not None and (place not in domain or len(domain) == 1):
            look = self._in_role(role, theme.suppose_fill, theme.suppose, "O" if place in domain else "X")
            return look._replace(supposed=1 + (chosen and (place in domain or name in self.tentative)), bold=True)
        if place not in domain and place in self.known.get(card, ()):  # a place that it lost in the thought
            return self._in_role(role, theme.suppose_fill, theme.suppose, "X")._replace(supposed=1, bold=True)
        if self.said is not None and name not in self.said:
            return self._in_role(role, theme.uncovered, theme.on_uncovered, "")
        if place not in domain:
            return self._in_role(role, theme.panel, theme.muted, "X")
        if len(domain) == 1:
            return self._in_role(role, theme.no_mine, theme.on_no_mine, "O")._replace(bold=True)
        if name in self.lights.trials:
            return self._in_role(role, theme.uncovered, theme.on_uncovered, "O")
        if self.sampling is not None:
            return self._sampled(name, role)
        share = self.shares.get(name)
        ground = mix(theme.uncovered, theme.known, 0.0 if share is None else 0.05 + 0.95 * float(share))
        return self._in_role(role, ground, theme.on_uncovered, "" if share is None else number(share))

    def _sampled(self, name: str, role: Role) -> CellLook:
        """An estimate beside the exact share, and whether the chain has the card there now."""
        share = self.estimates.get(name, 0.0) if self.sampled else None
        ground = mix(self.theme.uncovered, self.theme.known, 0.0 if share is None else 0.05 + 0.95 * share)
        look = self._in_role(role, ground, self.theme.on_uncovered, "" if share is None else rounded(share, 2))
        return look._replace(held=name in self.held, tab=self.lights.tabs.get(name, ""), bar=share,
                             tick=self.exact.get(name, 0.0) if share is not None else None,
                             interval=self.intervals.get(name))

    def _in_role(self, role: Role, ground: Color, ink: Color, text: str) -> CellLook:
        """A role of its own takes the ground and the ink."""
        if role == PLAIN:
            return CellLook(ground, ink, text)
        return CellLook(getattr(self.theme, role.fill), getattr(self.theme, role.text), text)


def draw_cell(canvas: Canvas, cell: Rect, look: CellLook, theme: Theme) -> None:
    """A cell with all that it shows."""
    if look.flip < 1:
        canvas.rect(cell, theme.edge)
        cell = standing(cell, look.flip)
    if look.supposed:
        draw_supposed(canvas, cell, theme, chosen=look.supposed > 1, fill=look.ground)
    else:
        canvas.rect(cell, look.ground, theme.edge, 1)
    room = written_in(canvas, cell, look)[0]
    if look.bar is not None:
        _draw_bar(canvas, cell, look, theme)
    if look.tab:
        _draw_tab(canvas, cell, look.tab, theme)
    if look.held or look.turn < 1:
        radius = max(2.0, cell.h * (0.15 if look.text else 0.22))
        spot = (cell.x + radius * 1.6, room.center[1]) if look.text else room.center
        _draw_disc(canvas, spot, radius, look)
    if look.text and look.grown > 0:
        style: Style = "bold" if look.bold else "sans"
        size = cell.h * (0.72 if look.text in ("O", "X") else 0.66) * look.grown
        text = fitting(canvas, look.text, room, style)
        if text and cell.h >= SMALLEST:
            size = max(SMALLEST, size * min(1.0, room.w * 0.92 / max(1.0, canvas.measure(text, size, style))))
            canvas.text(room.center, text, size, look.ink, "center", style)


def written_in(canvas: Canvas, cell: Rect, look: CellLook) -> tuple[Rect, Rect]:
    """The room of a cell's text, and its tab; without a width where there is none."""
    high = cell.h * (_ABOVE_BAR if look.bar is not None else 1)
    room, tab = Rect(cell.x, cell.y, cell.w, high), cell.split_right(0)[1]
    if look.tab:
        tab = tab_of(canvas, cell, look.tab)[0]
        room = room.split_right(tab.w + _BEFORE_TAB)[0]
    if look.text and (look.held or look.turn < 1):
        room = room.split_left(max(2.0, cell.h * 0.15) * _BESIDE)[1]
    return room, tab


def fitting(canvas: Canvas, text: str, room: Rect, style: Style = "sans") -> str:
    """A text, or what is left of a share where it has little room; nothing where none of that fits."""
    return next((text for text in _shorter(text) if canvas.measure(text, SMALLEST, style) <= room.w), "")


_ABOVE_BAR = 0.78  # of a cell: the room of its text, which keeps clear of the tick on the bar
_BEFORE_TAB = 3.0  # pixels between a share and the number on a tab, which is no digit of it
_TICK = 1.8  # of the height of the bar
_BESIDE = 2.6  # of the radius of a disc: how far behind it a text has its room
_ON_TAB = 0.9  # of a tab's height, the number on it
_LEAST_TAB = SMALLEST / _ON_TAB  # the height of the lowest tab with a number


def _draw_disc(canvas: Canvas, at: Point, radius: float, look: CellLook) -> None:
    """Filled where a chain has the card. On the way it turns over: first the side that was seen, then the other one."""
    if look.turn >= 1:
        canvas.circle(at, radius, look.ink)
        return
    narrow = max(0.12, abs(cos(pi * look.turn)))
    rim = [(at[0] + radius * narrow * cos(index * pi / 8), at[1] + radius * sin(index * pi / 8)) for index in range(16)]
    filled = look.held == (look.turn >= 0.5)
    canvas.polygon(rim, look.ink if filled else None, look.ink, max(1.0, radius * 0.2))


def _draw_tab(canvas: Canvas, cell: Rect, text: str, theme: Theme) -> None:
    """In the corner at the top right: what a flip would break."""
    tab, written = tab_of(canvas, cell, text)
    canvas.rect(tab, theme.constraint, radius=tab.h * 0.15)
    if written:
        canvas.text(tab.center, text, tab.h * _ON_TAB, theme.on_constraint, "center", "bold")


def tab_of(canvas: Canvas, cell: Rect, text: str) -> tuple[Rect, bool]:
    """Where that is, and whether the number has room on it."""
    size = max(cell.h * 0.5, _LEAST_TAB) if cell.h >= 1.5 * _LEAST_TAB else cell.h * 0.5
    written = size >= _LEAST_TAB
    wide = max(size, canvas.measure(text, size * _ON_TAB, "bold") + size * 0.3) if written else size
    return Rect(cell.right - wide, cell.y, wide, size), written


def _shorter(text: str) -> list[str]:
    """A text, and of a share what is left where it has little room: 0.44, .44, .4; of 1.00, 1."""
    if "." not in text:
        return [text]
    return [text, "1"] if text.startswith("1") else [text, text.lstrip("0"), text.lstrip("0")[:2]]


def _draw_bar(canvas: Canvas, cell: Rect, look: CellLook, theme: Theme) -> None:
    """At the bottom: as long as the estimate; above it the interval around it, and a tick where the exact share is."""
    high = max(2.0, cell.h * 0.14)
    canvas.rect(Rect(cell.x, cell.bottom - high, cell.w * (look.bar or 0.0), high), theme.constraint)
    if look.interval is not None:
        low, top = look.interval
        canvas.rect(Rect(cell.x + cell.w * low, cell.bottom - high * 1.6, max(2.0, cell.w * (top - low)), high * 0.6),
                    look.ink)
    if look.tick is not None:
        wide = max(2.0, cell.h * 0.1)
        x = cell.x + (cell.w - wide) * look.tick
        canvas.rect(Rect(x, cell.bottom - high * _TICK, wide, high * _TICK), theme.mine)


def known_cards(state: State, places: Sequence[str]) -> Mapping[str, int]:
    """How many cards are certain to be at each place; what is supposed for now is not."""
    found, tentative, said = dict.fromkeys(places, 0), state.family.tentative, _said(state)
    for card, domain in as_seen(state).domains.items():
        name = f"{card}={domain[0]}" if len(domain) == 1 else ""
        if name and card not in tentative and name not in tentative and (said is None or name in said):
            found[str(domain[0])] += 1
    return found


def sampled(state: SamplingState, exact: Mapping[str, float]) -> str:
    """How many samples there are, their error, and how many exact shares are inside the intervals around them."""
    if not state.found:
        return "no sample so far"
    count = counted(state.recorded, "sample")
    error = f"RMSD {rmsd(state.shares(), exact):.4f}"
    intervals = {name: bounds for name, bounds in state.intervals().items() if name in exact}
    if not intervals:
        return f"{count}{f', {state.new:,} different' * (state.new < state.recorded)}; {error}"
    inside = sum(low <= exact[name] <= high for name, (low, high) in intervals.items())
    return f"{count}; {error}; {inside} of {len(intervals)} in their interval"
