"""The board of a Zebra: houses are columns, attributes rows; each cell has the names that can still live there, each at
its own place, and gets lighter as they go. Beside it are the clues."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from algorithms.problems.forms.csp import Value
from algorithms.problems.zebra.clue import number_of
from algorithms.problems.zebra.puzzle import Zebra
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark, draw_ring
from visualizer.canvas.primitives import Canvas, Color, Rect, Same, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.moving import moving
from visualizer.puzzles.network import NetworkBoard
from visualizer.puzzles.roles import CONSTRAINT, PLAIN, UNKNOWN, Role
from visualizer.puzzles.search_marks import draw_depth
from visualizer.puzzles.search_numbers import on_tab_of, score_on
from visualizer.puzzles.zebra.cell import Chip, Look, between, draw_cell, text_size
from visualizer.puzzles.zebra.clue_list import Parts, draw_clues, parts_of, verdict
from visualizer.puzzles.zebra.frame import Frame, frame_of, key_size, score_end, slot
from visualizer.puzzles.zebra.lights import Lights
from visualizer.puzzles.zebra.names import fitting, shortened
from visualizer.puzzles.zebra.over import draw_over
from visualizer.puzzles.zebra.pictures import draw_roofs
from visualizer.puzzles.zebra.why import explain_place
from visualizer.runs.boards import OnBoard, board
from visualizer.runs.states import Lately, State
from visualizer.runs.why import Explanation

_LINE = 1.5  # pixels between cells
_READABLE = 12.0  # pixels: beside others no smaller name is written there
_WELL = 16.0  # pixels: names that have no room in this size are shortened, not made smaller still
_AROUND, _CLEAR = 3.0, 2.0  # pixels: of a folded head, how far a ring lies around it, and its text behind its edge
_TITLE, _LEAST_LINE = 1.3, 12.0  # in the column of names: the height of a title, in lines, and the least of a line


@board(Zebra)
class ZebraBoard(NetworkBoard):
    """Draws one street."""

    puzzle: Zebra
    legend: Sequence[tuple[str, str]] = (
        ("clue", "given"), ("fog", "all names left; the lighter, the fewer"), ("uncovered", "one name: • forced"),
        ("test", "the name under test; what just follows"), ("unknown", "undefined; pointed at"),
        ("known_fill", "its partner; from what it follows"),
        ("constraint", "a label and its depth"), ("mine", "∅ nobody left; ✗ violated"),
    )
    searched = frozenset({"constraint"})

    def __init__(self, puzzle: Zebra) -> None:
        super().__init__(puzzle)
        self._framed: tuple[Rect, Frame] | None = None
        self._drawn: State | None = None  # last: where a name is known to live is where it is drawn
        self._shown: int | None = None  # the clue that was brought into view last
        self._verdicts: dict[tuple[object, ...], bool | None] = {}
        self._short: dict[tuple[object, ...], dict[str, str]] = {}
        self._looks: Lately[tuple[Lights, dict[tuple[int, int], Look]]] = Lately()
        self._rows = tuple(puzzle.attributes.values())
        self._at = {x: (row, index) for row, names in enumerate(self._rows) for index, x in enumerate(names)}

    def explain(self, timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation:
        return explain_place(timeline, place, found)

    def constraint_at(self, state: State, place: str) -> str | None:
        """Of a clue its constraint, the next one where it has several; of a name those that have it, in turn."""
        number = number_of(place)
        if number is None:
            return super().constraint_at(state, place)
        names = [c.name for c in self.csp.constraints if number_of(c.name) == number]
        now = looked_at(state).constraint
        return names[(names.index(now) + 1) % len(names)] if now in names else next(iter(names), None)

    # --- geometry --------------------------------------------------------------------------------------------------

    @property
    def aspect(self) -> float:
        return 1.42 if self.puzzle.clues else 1.0

    def frame(self, box: Rect) -> Frame:
        """Where the parts lie."""
        if self._framed is None or self._framed[0] != box:
            self._framed = box, frame_of(self.puzzle, box, beside=self.beside)
        return self._framed[1]

    def _parts(self, frame: Frame) -> Parts:
        return parts_of(frame.clues, len(self.puzzle.clues), self._shown)

    def place(self, box: Rect, name: str) -> Rect:
        """Where a name is in a house, or a clue; of a name alone its cell once that is known, till then in the column
        of names."""
        frame, number = self.frame(box), number_of(name)
        if number is not None:
            gone = Rect(frame.clues.x, frame.clues.bottom, 0, 0)
            return self._parts(frame).rows.get(number, gone) if frame.clues.w else gone
        x, _, house = name.partition("=")
        row, index = self._at[x]
        left = self._drawn.domains.get(x, ()) if self._drawn is not None else ()
        if not house:
            if len(left) != 1:
                return self._key_place(frame, row, index)
            house = str(left[0])
        cell = frame.cell(row, int(house))
        return cell if self._lives_alone(x, int(house)) else slot(cell, self.puzzle, index)

    def sign_place(self, box: Rect, state: State, name: str, side: float, theme: Theme) -> Rect:
        """In the column of names, at the end of the line; the number of an answer, which is there as well, hides it."""
        place, key = self.place(box, name), self.frame(box).key
        if place.x >= key.right:
            return super().sign_place(box, state, name, side, theme)
        inwards = place.h / 2 + 1 if name in self.numbered else side / 2 + 1
        return Rect(place.right - inwards - side / 2, place.center[1] - side / 2, side, side)

    def says(self, variable: str, value: Value) -> str:
        return f"{variable} in house {value}"

    def value_place(self, box: Rect, state: State, name: str, value: Value) -> Rect:
        """The name in that house."""
        return self.place(box, f"{name}={value}")

    def written_next(self, state: State, name: str, value: Value) -> str:
        """In its house a name stands for itself; in the column of names, the house is what it gets."""
        return name if len(state.domains[name]) == 1 else str(value)

    def _lives_alone(self, x: str, house: int) -> bool:
        """Is the name drawn large there?"""
        domains = self._drawn.domains if self._drawn is not None else {}
        row = self._rows[self._at[x][0]]
        return domains.get(x) == (house,) and not any(house in domains[y] for y in row if y != x)

    def _key_place(self, frame: Frame, row: int, index: int) -> Rect:
        """Of a name in the column of names, below that of its attribute, or where that is folded with it."""
        if self._folded(frame):
            return self._key_parts(frame, row)[0].inset(-_AROUND, 0)
        rest, columns = self._key_parts(frame, row)[1], self._key_columns(frame)
        down, across = divmod(index, columns)
        high = rest.h / -(-self.puzzle.houses // columns)
        return Rect(rest.x + across * rest.w / columns, rest.y + down * high, rest.w / columns, high)

    def _folded(self, frame: Frame) -> bool:
        """Beside others: is there no room in the column for names that can be read, one a line?"""
        return frame.close and key_size(frame, frame.high / (self.puzzle.houses + _TITLE)) < _READABLE

    @staticmethod
    def _least(frame: Frame) -> float:
        """The size of what is written in the column where it is folded."""
        return max(_READABLE, min(frame.key.w * 0.16, frame.high * 0.2))

    def _key_columns(self, frame: Frame) -> int:
        return 1 if frame.high / (self.puzzle.houses + _TITLE) >= _LEAST_LINE else 2

    def _key_parts(self, frame: Frame, row: int) -> tuple[Rect, Rect]:
        """The room of the attribute, and that of its names."""
        room = Rect(frame.key.x, frame.tops[row], frame.key.w, frame.high).inset(2, 2)
        if self._folded(frame):
            return room.split_top(min(room.h, self._least(frame) * _TITLE))
        lines = -(-self.puzzle.houses // self._key_columns(frame))
        return room.split_top(room.h / (lines + _TITLE) * _TITLE)

    def at(self, box: Rect, x: float, y: float) -> str | None:
        frame = self.frame(box)
        if frame.clues.contains(x, y):
            rows = self._parts(frame).rows
            return next((f"clue {at}" for at, place in rows.items() if place.contains(x, y)), None)
        row = next((row for row, top in enumerate(frame.tops) if top <= y < top + frame.high), None)
        if row is None:
            return None
        names = self._rows[row]
        if frame.key.contains(x, y):
            return None if self._folded(frame) else next((name for index, name in enumerate(names)
                         if self._key_place(frame, row, index).contains(x, y)), None)
        house = next((house for house in self.puzzle.every if frame.cell(row, house).contains(x, y)), None)
        if house is None:
            return None
        alone = next((name for name in names if self._lives_alone(name, house)), None)
        return f"{alone}={house}" if alone is not None else next(
            (f"{name}={house}" for index, name in enumerate(names)
             if slot(frame.cell(row, house), self.puzzle, index).contains(x, y)), None)

    # --- what a cell shows -----------------------------------------------------------------------------------------

    def look(self, state: State, row: int, house: int, lights: Lights, theme: Theme) -> Look:
        """Who can live there."""
        names = self._rows[row]
        here = [x for x in names if house in state.domains.get(x, ())]
        given = next((x for x in here if self.puzzle.given.get(x) == house), None)
        share = ((max(1, len(here)) - 1) / (len(names) - 1)) ** 0.7
        ground = theme.clue if given is not None else mix(theme.uncovered, theme.fog, share)
        ink = theme.on_clue if given is not None else theme.on_uncovered if len(here) < 2 else theme.on_fog
        more = any(f"{x}={house}" in lights.shown for x in names if x not in here)
        if not more and len(here) == 1 and state.domains[here[0]] == (house,):
            return self._alone(state, here[0], house, lights, Look(ground, ink), theme)
        chips = tuple(chip for index, x in enumerate(names)
                      if (chip := self._chip(state, x, index, house, lights, ink, theme)) is not None)
        if not here and not all(len(state.domains.get(x, ())) == 1 for x in names):
            return Look(theme.mine, theme.on_mine, () if more else chips, empty=True)
        return Look(ground, ink, chips)

    def _alone(self, state: State, x: str, house: int, lights: Lights, look: Look, theme: Theme) -> Look:
        """The last one, large: as it was given, labelled, or forced."""
        role = lights.of(x, house)
        if role != PLAIN:
            look = look._replace(ground=getattr(theme, role.fill), ink=getattr(theme, role.text))
        how = lights.spot.sign(x)
        sat = sat_in(state)
        entry = None if sat is None else sat.reason_of(f"{x}={house}")
        depth = lights.spot.depths.get(x, 0) or (entry.level if entry is not None and entry.decided else 0)
        if (depth or how == "label") and role == PLAIN:
            look = look._replace(ink=theme.constraint)
        chosen = lights.tentative.get(x, lights.tentative.get(f"{x}={house}"))
        if chosen is not None:
            look = look._replace(supposed=1 + chosen)
            if role in (PLAIN, CONSTRAINT):
                look = look._replace(ground=theme.suppose_fill, ink=theme.suppose)
        sign = how or ("single" if x in state.inferred or entry is not None else "")
        return look._replace(name=self._at[x][1], sign="" if x in self.puzzle.given else sign, depth=depth)

    def _chip(self, state: State, x: str, index: int, house: int, lights: Lights, ink: Color,
              theme: Theme) -> Chip | None:
        left, struck = state.domains.get(x, ()), f"{x}={house}" in lights.struck
        role: Role | None = lights.houses.get(f"{x}={house}")
        if house not in left and not struck and role is None:
            return None
        role = role or lights.names.get(x)
        line = float(struck or house not in left)
        sole = left == (house,)
        if (role is None or role == PLAIN) and sole and x in lights.tentative:
            return Chip(index, theme.suppose, theme.suppose_fill, theme.suppose, bold=True)
        if role is None or role == PLAIN:
            return Chip(index, ink, bold=sole, line=line, faded=0.3 if struck else 0.0, fresh=struck)
        aside = x in lights.now and lights.now[x] != house
        fill, text = getattr(theme, role.fill), getattr(theme, role.text)
        if aside:
            return Chip(index, ink, rim=fill, bold=sole, line=line, fresh=struck)
        return Chip(index, text, fill, bold=True, line=line, faded=0.3 if struck else 0.0, fresh=struck)

    # --- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, canvas: Canvas, box: Rect, before: State, after: State, t: float, theme: Theme,
             marks: Sequence[str] = (), pointed: str | None = None) -> None:
        self._drawn = after
        frame = self.frame(box)
        lights, later = self.looks(after, theme, pointed)
        past, earlier = (lights, later) if t >= 1 or before is after else self.looks(before, theme, pointed)
        changed = moving(earlier, later, beside=self.beside)
        early = t < 0.5  # clues are judged by the names that are shown
        told, seen = (before, past) if early else (after, lights)

        def draw() -> None:
            self._draw_quiet(canvas, frame, told, (seen, later), {*changed}, (pointed, *marks), theme)

        if t < 1:
            canvas.still(("quiet", box), (Same(self), Same(earlier), Same(later), early, *marks), box, draw)
        else:
            draw()
        for at in changed:
            names, cell = self._rows[at[0]], frame.cell(*at).inset(_LINE / 2)
            draw_cell(canvas, cell, between(earlier[at], later[at], t), self.puzzle, names,
                      self._shortened(canvas, names, frame), theme)
        if told.family.supposed.solved:
            whole = Rect(frame.roofs.x, frame.key.y, frame.roofs.w, frame.key.h)
            canvas.rect(whole.inset(-2), None, theme.no_mine, 4, 3)
        draw_over(canvas, box, self, self._parts(frame).rows, (before, after), t, theme)
        self._draw_marks(canvas, box, marks, pointed, theme)
        for at, look in later.items() if marks else ():  # on its corner, the number of a label stays to be read
            if look.depth and look.name is not None and self._rows[at[0]][look.name] in marks:
                draw_depth(canvas, frame.cell(*at).inset(_LINE / 2), look.depth, theme)

    def looks(self, state: State, theme: Theme, pointed: str | None) -> tuple[Lights, dict[tuple[int, int], Look]]:
        """What is lit in a state, and what each cell shows: by its row and its house."""

        def make() -> tuple[Lights, dict[tuple[int, int], Look]]:
            lights = Lights(self.puzzle, state, pointed, self._peers, self.role)
            return lights, {(row, house): self.look(state, row, house, lights, theme)
                            for row in range(len(self._rows)) for house in self.puzzle.every}

        return self._looks.of(state, (Same(theme), pointed), make)

    def _draw_quiet(self, canvas: Canvas, frame: Frame, state: State,
                    seen: tuple[Lights, Mapping[tuple[int, int], Look]], moving: set[tuple[int, int]],
                    named: Sequence[str | None], theme: Theme) -> None:
        """All but the cells that change now; of each cell the picture is kept."""
        lights, looks = seen
        draw_roofs(canvas, frame, _READABLE if frame.close else 0.0, theme)
        self._draw_key(canvas, frame, lights, named[0], theme)
        canvas.rect(Rect(frame.roofs.x, frame.key.y, frame.roofs.w, frame.key.h), theme.edge)
        for row, names in enumerate(self._rows):
            short = self._shortened(canvas, names, frame)

            def draw(on: Canvas, room: Rect, look: Look, names: tuple[str, ...] = names,
                     short: Mapping[str, str] = short) -> None:
                draw_cell(on, room, look, self.puzzle, names, short, theme)

            for house in self.puzzle.every:
                if (row, house) not in moving:
                    look = looks[row, house]
                    canvas.picture((look, names, theme.name), frame.cell(row, house).inset(_LINE / 2),
                                   partial(draw, look=look))
        if frame.clues.w:
            self._draw_clues(canvas, frame, state, lights, named, theme)
        elif frame.close and self.puzzle.clues:
            self._draw_count(canvas, frame, state, theme)

    def _shortened(self, canvas: Canvas, names: tuple[str, ...], frame: Frame) -> dict[str, str]:
        cell = frame.cell(0, 1)
        size = text_size(cell, self.puzzle)
        key = type(canvas), names, cell.w, size
        if key not in self._short:
            self._short[key] = shortened(canvas, names, slot(cell, self.puzzle, 0).w * 0.92, min(size, _WELL))
        return self._short[key]

    def _draw_key(self, canvas: Canvas, frame: Frame, lights: Lights, pointed: str | None, theme: Theme) -> None:
        """The attributes, and below each its names in full."""
        for row, (attribute, names) in enumerate(self.puzzle.attributes.items()):
            head = self._key_parts(frame, row)[0]
            title = attribute[:1].upper() + attribute[1:]
            if self._folded(frame):
                named = (pointed or "").partition("=")[0]
                self._draw_folded(canvas, frame, row, title, {named: UNKNOWN} | lights.names, theme)
                continue
            size = min(head.h * 0.76, frame.key.w * 0.17)
            canvas.text((head.x + 3, head.center[1]), fit_text(canvas, title, head.w, size, "bold"), size, theme.text,
                        "left", "bold")
            for index, x in enumerate(names):
                place = self._key_place(frame, row, index)
                self._draw_key_name(canvas, frame, place, x, names, lights, theme)

    def _draw_folded(self, canvas: Canvas, frame: Frame, row: int, title: str, roles: Mapping[str, Role],
                     theme: Theme) -> None:
        """The attribute, and below it the names that have a role now, as many as can be read; all are in the cells."""
        (head, rest), size = self._key_parts(frame, row), self._least(frame)
        heads = [attribute.capitalize() for attribute in self.puzzle.attributes]
        text = fitting(canvas, title, heads, size, head.w - _CLEAR, "bold")
        canvas.text((head.x + _CLEAR, head.center[1]), text, size, theme.text, "left", "bold")
        lit = [(x, role) for x in self._rows[row] if (role := roles.get(x)) is not None]
        high = size * 1.2
        for index, (x, role) in enumerate(lit[:int(rest.h / high)]):
            place = Rect(rest.x, rest.y + index * high, rest.w, high)
            canvas.rect(place.inset(0, 0.5), getattr(theme, role.fill), radius=3)
            text = fitting(canvas, x, self._rows[row], size, place.w - 5)
            canvas.text((place.x + 3, place.center[1]), text, size, getattr(theme, role.text))

    def _draw_count(self, canvas: Canvas, frame: Frame, state: State, theme: Theme) -> None:
        """In the place of the list of clues: how many there are, and how many all values left satisfy."""
        every, size = len(self.puzzle.clues), self._least(frame)
        done = sum(self._verdict(at, state) is True for at in range(1, every + 1))
        room = Rect(frame.key.x, frame.roofs.y, frame.key.w, frame.roofs.h)
        said = (f"✓ {done} of {every} clues", f"✓ {done} of {every}", f"✓ {done}/{every}")
        text = next((text for text in said if canvas.measure(text, size) <= room.w - 3), "")
        canvas.text((room.x + 2, room.center[1]), text, size, theme.muted)

    def _draw_key_name(self, canvas: Canvas, frame: Frame, place: Rect, x: str, names: Sequence[str], lights: Lights,
                       theme: Theme) -> None:
        role, size = lights.names.get(x), key_size(frame, place.h, _READABLE)
        if role is not None:
            canvas.rect(place.inset(0, 0.5), getattr(theme, role.fill), radius=size * 0.3)
        ink = theme.muted if role is None else getattr(theme, role.text)
        score = lights.spot.score_text(x)
        wide = canvas.measure(score, size, "bold") + size * 0.3 if score else 0.0
        room = (score_end(place) if score else place.right) - place.x - 6 - wide
        canvas.text((place.x + 4, place.center[1]), fitting(canvas, x, names, size, room), size, ink)
        if score:
            canvas.text((score_end(place), place.center[1]), score, size, ink, "right", "bold")

    def numbers(self, canvas: Canvas, box: Rect, state: State, theme: Theme,
                pointed: str | None = None) -> Iterator[OnBoard]:
        frame, (lights, looks) = self.frame(box), self.looks(state, theme, pointed)
        for row, names in enumerate(() if self._folded(frame) else self._rows):
            for index, x in enumerate(names):
                place = self._key_place(frame, row, index)
                at, size = (score_end(place), place.center[1]), key_size(frame, place.h, _READABLE)
                yield from score_on(canvas, at, lights.spot.score_text(x), size, x, lights.spot, "right")
        for (row, house), look in looks.items():
            if look.depth and look.name is not None:
                cell, x = frame.cell(row, house).inset(_LINE / 2), self._rows[row][look.name]
                for one in on_tab_of(canvas, cell, x, house, look.depth, state, lights.spot):
                    yield one._replace(of=f"{x}={house}")

    def _draw_clues(self, canvas: Canvas, frame: Frame, state: State, lights: Lights, named: Sequence[str | None],
                    theme: Theme) -> None:
        acts = [at for at, role in lights.clues.items() if role.fill != "unknown"]
        show = next((number for name in named if name is not None and (number := number_of(name))), None)
        show = show or (acts[0] if acts else None)
        self._shown = show or self._shown
        verdicts = {at: self._verdict(at, state) for at in range(1, len(self.puzzle.clues) + 1)}
        draw_clues(canvas, frame.clues, self._parts(frame), self.puzzle, lights, verdicts, show, theme)

    def _verdict(self, at: int, state: State) -> bool | None:
        clue = self.puzzle.clues[at - 1]
        key = at, *(state.domains.get(x, ()) for x in clue.names)
        if key not in self._verdicts:
            if len(self._verdicts) > 20_000:
                self._verdicts.clear()
            self._verdicts[key] = verdict(clue, state.domains)
        return self._verdicts[key]

    def _draw_marks(self, canvas: Canvas, box: Rect, marks: Sequence[str], pointed: str | None, theme: Theme) -> None:
        """What is pointed at; a name whose house is not known yet is marked in each that it can have, too."""
        for name, color in (*((name, theme.mark) for name in marks), (pointed, theme.accent)):
            for place in self._wherever(box, name):
                draw_ring(canvas, place, color, theme, max(1.5, place.h * 0.07), place.h * 0.2)
        if pointed is not None and pointed in self.layout.places:
            canvas.rect(self.place(box, pointed), None, theme.accent, 2, 4)
        for name in marks:
            draw_mark(canvas, self.place(box, name), theme)

    def _wherever(self, box: Rect, name: str | None) -> list[Rect]:
        """The places of a name in the houses that are left to it, where these are several."""
        left = self._drawn.domains.get(name or "", ()) if self._drawn is not None else ()
        if name not in self._at or len(left) < 2:
            return []
        row, index = self._at[name]
        return [slot(self.frame(box).cell(row, int(house)), self.puzzle, index).inset(1) for house in left]
