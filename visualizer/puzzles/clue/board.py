"""The notepad of Clue: the cards by the places where they can be, and beside it the log that says so.

Source: Neller and Luo, *Mixed logical and probabilistic reasoning in the game of Clue*, Table 1: O and X are its signs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from algorithms.problems.clue.deals import deals_of
from algorithms.problems.clue.deck import CASE_FILE, TITLES
from algorithms.problems.clue.facts import LogLine
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.csp import Value
from algorithms.reasons import Link, Spot
from algorithms.words import counted, verb
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark, draw_ring
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect, Same, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.consistency.state import looked_at
from visualizer.families.sampling.family import deals_in, sampling_in
from visualizer.puzzles.clue.heads import LINE, draw_heads
from visualizer.puzzles.clue.log import draw_log_lines, least_width, log_places
from visualizer.puzzles.clue.look import CellLook, Lights, Looks, between, draw_cell, line_of, sampled
from visualizer.puzzles.clue.numbers import at_foot, numbers_in
from visualizer.puzzles.clue.samples import beside_signs, broken_origins, code_room, draw_broken, draw_key
from visualizer.puzzles.clue.state import log_of
from visualizer.puzzles.moving import moving
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.verdict import draw_trying
from visualizer.runs.boards import NOT_EXACT, Exact, OnBoard, board
from visualizer.runs.states import Lately, State
from visualizer.runs.why import Explanation
from visualizer.stage.links import boxes_in

# In heights of a row:
_HEAD, _FOOT, _GAP = 2.7, 1.15, 0.3  # above and below the cards, between categories
_NAMES, _CODES = 6.2, 1.7  # the column of names, in full or as two letters only
_TITLE = 6.9 * SMALLEST  # pixels: the longest name, in the smallest letters
_LEAST_CELL, _MOST_CELL = 1.75, 2.7  # the width of a cell
_READ = 2.1 * SMALLEST  # pixels: a cell below two letters that can be read
_LEAST_LOG, _MOST_LOG = 8.5, 15.0
_SLIM, _LOW = 1.2, 20.0  # the width of a cell where rows would be lower than so many pixels: they grow instead
_RIM = 0.012  # of a pane beside others: so much is left free at its sides
_ROOMY = 26.0  # pixels: rows of that height may shrink to it, so that the log has room


class Frame(NamedTuple):
    """Where the parts lie: the height of a row, the tops of the rows by card, the lefts of the columns by place, the
    width of a cell, the column of names, all of the notepad, and the log (nothing where it has no room)."""

    row: float
    tops: dict[str, float]
    lefts: dict[str, float]
    wide: float
    names: Rect
    pad: Rect
    log: Rect


@board(Clue)
class ClueBoard(NetworkBoard):
    """Draws one game."""

    puzzle: Clue
    legend: Sequence[tuple[str, str]] = (
        ("no_mine", "O the card is there"), ("panel", "X it is not"),
        ("known", "how likely: the darker, the more"), ("test", "looked at now; the last line"),
        ("unknown", "one of these cards"), ("constraint", "the fact selected"),
    )

    def __init__(self, puzzle: Clue) -> None:
        super().__init__(puzzle)
        self._clue = puzzle  # with the log that was drawn last
        self._exact: tuple[tuple[LogLine, ...], Exact] | None = None
        self._framed: tuple[Rect, Frame] | None = None
        self._looks: Lately[dict[tuple[str, str], CellLook]] = Lately()
        self._broken: Lately[list[str]] = Lately()
        self._top: int | None = None  # the first line of the log in view, from 0; None: the last ones are

    def _position(self, state: State) -> Clue:
        """The game as it stands in that state; its facts are worked out once."""
        if log_of(state).log != self._clue.events:
            self._clue = log_of(state).position()
            self.layout = self._clue.layout()
        return self._clue

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation | None:
        from visualizer.puzzles.clue.why import explain_clue  # loads numpy

        return explain_clue(timeline, place)

    def of_reason(self, link: Link) -> Link:
        """A card at a place is a cell of the notepad."""
        return super().of_reason(link.moved(
            lambda spot: spot if spot.value is None or "=" in spot.place else Spot(f"{spot.place}={spot.value}")))

    def says(self, variable: str, value: Value) -> str:
        where = "in the case file" if value == CASE_FILE else f"with {TITLES[str(value)]}"
        return f"{TITLES[variable][:1].upper()}{TITLES[variable][1:]} {where}"

    def exact(self, state: State) -> Exact:
        """The exact shares of what is not certain, counted once for a log: what estimates are held against."""
        if self._exact is None or self._exact[0] != log_of(state).log:
            from algorithms.counting.clue import deal_count  # loads numpy

            count = deal_count(deals_of(self._position(state)))
            self._exact = log_of(state).log, Exact({}, 0) if count is None else Exact(count.uncertain(), count.total)
        return self._exact[1]

    # --- geometry --------------------------------------------------------------------------------------------------

    @property
    def _rows(self) -> float:
        """The height of the notepad, in rows."""
        return len(self.puzzle.deck.cards) + _HEAD + _FOOT + 2 * _GAP

    @property
    def aspect(self) -> float:
        """With the names in full and a narrow log."""
        return (_NAMES + (len(self.puzzle.places)) * 2.2 + _LEAST_LOG + 2.0) / self._rows

    @property
    def aspect_beside(self) -> float:
        """Beside other boards: of the notepad alone, with two letters for each name."""
        return (_CODES + len(self.puzzle.places) * 1.9) / self._rows

    def frame(self, box: Rect) -> Frame:
        """The notepad as large as it fits, in whole pixels; what is left beside it is the log's."""
        if self._framed is None or self._framed[0] != box:
            self._framed = box, self._fit(box)
        return self._framed[1]

    def _fit(self, box: Rect) -> Frame:
        places, names, least = self.puzzle.places, _NAMES, _LEAST_CELL
        box = box.inset(box.w * _RIM, 0) if self.beside else box
        row = min(box.h / self._rows, 54.0)
        if box.w < row * (_NAMES + len(places) * _LEAST_CELL):
            names = _CODES
            tall, row = row, min(row, box.w / (_CODES + len(places) * _LEAST_CELL))
            if row < _LOW:
                row = min(tall, _LOW, box.w / (_CODES + len(places) * _SLIM))
                least = (box.w / row - _CODES) / len(places)
        logged = box.w / (names + len(places) * _LEAST_CELL + _LEAST_LOG + 0.6)
        if _ROOMY <= logged < row and not self.beside:  # large all the same, and with the log
            row = logged
        row = float(int(row)) if row >= 8 else row
        if row < SMALLEST:  # no name can be read beside them
            names = _CODES
        if names == _NAMES and row > 0:  # low rows have letters that are large for them
            names = max(_NAMES, min((_TITLE + code_room(row)) / row + 0.2, box.w / row - len(places) * _LEAST_CELL))
        room = box.w - row * names - len(places) * max(row * least, _READ)
        least_log = max(row * _LEAST_LOG, least_width(row))
        log = least_log if room >= least_log + row * 0.6 else 0.0
        wide = min(max(row * _MOST_CELL, _READ), (box.w - log - (row * 0.6 if log else 0) - row * names) / len(places))
        wide = float(int(wide)) if wide >= 8 else wide
        if log:
            log = min(max(row * _MOST_LOG, least_log), box.w - row * (names + 0.6) - wide * len(places))
        whole = row * names + wide * len(places) + (log + row * 0.6 if log else 0)
        left, top = round(box.x + (box.w - whole) / 2), round(box.y + (box.h - row * self._rows) / 2)
        tops, y = {}, top + row * _HEAD
        for cards in self.puzzle.deck.categories.values():
            for card in cards:
                tops[card] = y
                y += row
            y += row * _GAP
        lefts = {place: left + row * names + index * wide for index, place in enumerate(places)}
        pad = Rect(left, top, row * names + wide * len(places), row * self._rows)
        return Frame(row, tops, lefts, wide, Rect(left, top + row * _HEAD, row * names, row * (self._rows - _HEAD)),
                     pad, Rect(pad.right + row * 0.6, top, log, pad.h))

    def entry(self, box: Rect, height: float) -> Rect:
        """Where a line of the log is typed: below the log; where that has no room, above the names or, where these are
        short, at the foot of the notepad."""
        frame = self.frame(box)
        if frame.log.w:
            return frame.log.split_bottom(height)[1]
        if frame.names.w > frame.row * 3:
            return Rect(frame.names.x, frame.pad.y, frame.names.w - frame.row * 0.3, min(height, frame.row * 1.5))
        foot = frame.pad.split_bottom(min(height, frame.row * _FOOT))[1]
        return foot.split_left(foot.w * 0.5)[0]

    def place(self, box: Rect, name: str) -> Rect:
        """Where a card, a cell or a line of the log is drawn."""
        frame = self.frame(box)
        if name.startswith("line "):
            found = self._lines(frame)
            return found.get(name, Rect(frame.log.x, frame.log.bottom, 0, 0))
        card, _, place = name.partition("=")
        if not place:
            return Rect(frame.names.x, frame.tops[card], frame.names.w, frame.row)
        return Rect(frame.lefts[place], frame.tops[card], frame.wide, frame.row)

    def _lines(self, frame: Frame, show: int | None = None) -> dict[str, Rect]:
        """Where the lines of the log are drawn."""
        return log_places(frame.log, frame.row, len(self._clue.events), show, self._top)

    def _scroll(self, frame: Frame, named: Sequence[str | None]) -> None:
        """Brings the first line that is pointed at into view; where none is, the last lines."""
        show = next((line for line in map(line_of, named) if line is not None), None)
        first = next(iter(self._lines(frame, show)), None) if show is not None else None
        self._top = line_of(first)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        frame = self.frame(box)
        if frame.log.contains(x, y):
            lines = self._lines(frame)
            return next((name for name, place in lines.items() if place.contains(x, y)), None)
        card = next((card for card, top in frame.tops.items() if top <= y < top + frame.row), None)
        if card is None or not frame.pad.contains(x, y):
            return None
        place = next((place for place, left in frame.lefts.items() if left <= x < left + frame.wide), None)
        return card if place is None else f"{card}={place}"

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        clue, frame = self._position(after), self.frame(box)
        exact = NOT_EXACT.shares if sampling_in(after) is None else self.exact(after).shares
        later = self._seen(after, clue, exact, theme, pointed)
        earlier = later if t >= 1 or before is after else self._seen(before, clue, exact, theme, pointed)
        changed = moving(earlier, later, beside=self.beside)
        self._scroll(frame, (pointed, *marks))
        early = t < 0.5  # cards are counted as they lie

        def draw() -> None:
            self._draw_heads(canvas, frame, before if early else after, theme)
            self._draw_names(canvas, frame, after, theme)
            self._draw_quiet(canvas, frame, later, {*changed}, theme)
            draw_log_lines(canvas, frame.log, frame.row, clue, self._lines(frame), Lights(clue, after, pointed), theme)
            self._draw_foot(canvas, frame, after, theme)
            self._draw_sampling(canvas, frame, after, theme)

        if t < 1:
            canvas.still(("quiet", box), (Same(self), Same(earlier), Same(later), self._top, early), box, draw)
        else:
            draw()
        for at in changed:
            draw_cell(canvas, self._cell(frame, at), between(earlier[at], later[at], t), theme)
        self._draw_trying(canvas, frame, (before, after), t, theme)
        for name in (pointed, *marks):
            if name in self.layout.places:
                spot = self.place(box, str(name))
                if name == pointed:
                    canvas.rect(spot, None, theme.accent, max(2.0, frame.row * 0.09), frame.row * 0.12)
                if name in marks and str(name).startswith("line "):  # brackets would run into each other
                    draw_ring(canvas, spot.inset(0, 1), theme.mark, theme, max(2.0, frame.row * 0.1), frame.row * 0.12)
                elif name in marks:
                    draw_mark(canvas, spot.inset(-frame.row * 0.08), theme)

    def _draw_sampling(self, canvas: Canvas, frame: Frame, state: State, theme: Theme) -> None:
        """The constraints that a chain violates, where they stand, and what the marks of estimates mean."""
        sampling = sampling_in(state)
        if sampling is None:
            return
        broken = self._broken.of(state, None, lambda: broken_origins(sampling))
        homes = {source: home for source in broken if (home := self._home(frame, source)) is not None}
        draw_broken(canvas, homes, frame.row, theme)
        if frame.log.w:
            below = max((line.bottom for line in self._lines(frame).values()), default=frame.log.y) + frame.row
            draw_key(canvas, Rect(frame.log.x, below, frame.log.w, frame.log.bottom - frame.row * 2 - below), sampling,
                     frame.row, theme)

    def _draw_trying(self, canvas: Canvas, frame: Frame, states: tuple[State, State], t: float, theme: Theme) -> None:
        """What is tried for a fact: places for its cards."""
        look = looked_at(states[1])
        home = None if look.constraint is None else self._home(frame, look.constraint)
        badge = None
        if home is not None:
            canvas.rect(home, None, theme.constraint, max(2.0, frame.row * 0.09), frame.row * 0.15)
            badge = (home.x, home.center[1]) if home.x >= frame.pad.right else (home.right, home.y + frame.row * 0.3)
        places = {card: self._cell(frame, (card, str(place)))
                  for card, place in zip(look.unknown, look.values, strict=False)}
        draw_trying(canvas, home, places, states, t, theme, badge)

    def _home(self, frame: Frame, source: str) -> Rect | None:
        """Where a fact stands: in the log, at the head of a hand, at the cards of a category in the case file, or at
        the name of a card; None where that has no room."""
        kind, _, name = source.rpartition(" ")
        column = self.puzzle.me if source == "own hand" else name if kind == "hand of" else None
        if column in frame.lefts:
            return Rect(frame.lefts[column], frame.pad.y, frame.wide, frame.row * (_HEAD - 0.2))
        if source in self.puzzle.deck.categories:
            cards = self.puzzle.deck.categories[source]
            top = frame.tops[cards[0]]
            return Rect(frame.lefts[CASE_FILE], top, frame.wide, frame.tops[cards[-1]] + frame.row - top)
        if name in frame.tops:
            return Rect(frame.names.x, frame.tops[name], frame.names.w, frame.row)
        return self._lines(frame).get(source)

    def _seen(self, state: State, clue: Clue, exact: Mapping[str, float], theme: Theme,
              pointed: str | None) -> dict[tuple[str, str], CellLook]:
        """What each cell shows in a state, by its card and place."""

        def make() -> dict[tuple[str, str], CellLook]:
            looks = Looks(state, Lights(clue, state, pointed), exact, theme)
            return {(card, place): looks.cell(card, place) for card in clue.deck.cards for place in clue.places}

        return self._looks.of(state, (Same(clue), Same(exact), Same(theme), pointed), make)

    def _cell(self, frame: Frame, at: tuple[str, str]) -> Rect:
        """Where the cell of a card and a place is drawn, without the line around it."""
        return Rect(frame.lefts[at[1]], frame.tops[at[0]], frame.wide, frame.row).inset(max(0.5, frame.row * LINE / 2))

    def _draw_quiet(self, canvas: Canvas, frame: Frame, looks: Mapping[tuple[str, str], CellLook],
                    moving: set[tuple[str, str]], theme: Theme) -> None:
        """The cells that do not change now; the picture of each is kept."""
        for at, look in looks.items():
            if at not in moving:
                canvas.picture((look, theme.name), self._cell(frame, at),
                               lambda on, room, look=look: draw_cell(on, room, look, theme))  # type: ignore[misc]

    def _draw_heads(self, canvas: Canvas, frame: Frame, state: State, theme: Theme) -> None:
        high = frame.row * (_HEAD - 0.2)
        columns = {place: Rect(left, frame.pad.y, frame.wide, high) for place, left in frame.lefts.items()}
        draw_heads(canvas, columns, frame.names, frame.row, self.puzzle, state, theme)

    def _draw_names(self, canvas: Canvas, frame: Frame, state: State, theme: Theme) -> None:
        """Full names beside the two letters; only these where the column is narrow."""
        row, full = frame.row, frame.names.w > frame.row * 3
        if row < SMALLEST:
            return
        size, code = max(SMALLEST, row * 0.62), code_room(row)
        middle = frame.names.w / 2
        if sampling_in(state) is not None and not full:
            middle = beside_signs(canvas, frame.tops, middle, size, row)
        for card, top in frame.tops.items():
            y = top + row / 2
            canvas.text((frame.names.x + (row * 0.2 if full else middle), y), card, size,
                        theme.muted if full else theme.text, "left" if full else "center", "mono" if full else "bold")
            if full:
                room = frame.names.w - code - row * 0.2
                title = TITLES[card][:1].upper() + TITLES[card][1:]
                canvas.text((frame.names.x + code, y), fit_text(canvas, title, room, size), size, theme.text)

    def _draw_foot(self, canvas: Canvas, frame: Frame, state: State, theme: Theme) -> None:
        text, at, size = self._foot(canvas, frame, state)
        if text:
            canvas.text(at, text, size, theme.text, "right", "bold")

    def _foot(self, canvas: Canvas, frame: Frame, state: State) -> tuple[str, Point, float]:
        """How many deals fit; while samples are collected, how many there are, and how wrong they are: what is written
        at the foot of the notepad, where its right end is, and its size; nothing where that has no room."""
        sampling, deals = sampling_in(state), deals_in(state)
        models = None if deals is None else deals.models
        text = "" if models is None else f"{counted(models, 'deal')} {verb(models, 'fit')}"
        if sampling is not None:
            text = sampled(sampling, self.exact(state).shares)
        y, size = frame.pad.bottom - frame.row * 0.5, max(SMALLEST, frame.row * 0.62)
        while "; " in text and canvas.measure(text, size, "bold") > frame.pad.w:
            text = text.rpartition("; ")[0]
        if text:
            size = max(SMALLEST, size * min(1.0, frame.pad.w / canvas.measure(text, size, "bold")))
        if canvas.measure(text, size, "bold") > frame.pad.w:
            text = ""
        return text, (frame.pad.right, y), size

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        frame, clue = self.frame(box), self._position(state)
        exact = NOT_EXACT.shares if sampling_in(state) is None else self.exact(state).shares
        for at, look in self._seen(state, clue, exact, theme, pointed).items():
            yield from numbers_in(canvas, self._cell(frame, at), at, look, state)
        text, end, size = self._foot(canvas, frame, state)
        for place, number in boxes_in(canvas, end, text, size, "right", "bold", numbers=at_foot(state, exact, text)):
            yield OnBoard(place, number)
