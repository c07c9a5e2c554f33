"""Beside the board: can the variable keep its values? A row for each of them, a chip for each assignment of the others:
tried, now, left. Many chips are small squares, very many a bar; and below, the constraint with the assignment now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from algorithms.problems.forms.csp import Value
from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect, wrap_text
from visualizer.canvas.strokes import draw_cross, draw_dashed_frame, draw_tick
from visualizer.canvas.theme import Theme, mix
from visualizer.canvas.trial import draw_sockets
from visualizer.families.consistency.equation import draw_equation
from visualizer.families.consistency.numbers import assignments_of, others_of, tried_of
from visualizer.families.consistency.state import ConsistencyState, looked_at
from visualizer.families.consistency.trials import Row, assignment, digits, others, rows
from visualizer.runs.states import State
from visualizer.stage.spots import Look, Spot, offer
from visualizer.stage.view import View

MOST_CHIPS, MOST_SQUARES = 8, 128
_WORDS = ("", "", " two", " three", " four", " five", " six", " seven")
_NAMED = 6  # the most values with a row of their own, where these are many


@dataclass(frozen=True)
class Chip:
    """An assignment that can be pointed at: of which value, and its number, from 0."""

    value: Value
    number: int


@dataclass(frozen=True)
class _Drawing:
    """What all parts of the panel need."""

    canvas: Canvas
    view: View
    look: ConsistencyState
    theme: Theme
    unit: float

    @property
    def state(self) -> State:
        return self.view.state

    def pointed(self) -> Chip | None:
        look = self.view.look
        found = look.pointed if isinstance(look, Look) else None
        return found if isinstance(found, Chip) else None

    def verdict_ink(self, verdict: bool | None) -> Color:
        return self.theme.muted if verdict is None else self.theme.good if verdict else self.theme.bad


def draw_trials(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The whole panel."""
    look = looked_at(view.state)
    on = _Drawing(canvas, view, look, theme, unit)
    every = rows(view.state, look)
    head, rest = box.split_top(24 * unit, 4 * unit)
    _draw_head(on, head)
    rest, below = rest.split_bottom(50 * unit, 4 * unit)
    draw_equation(canvas, below, view, theme, unit)
    shown = _shown(every)
    high = min(rest.h / max(1, len(shown)), 96 * unit)
    spots: list[tuple[Rect, Chip]] = []
    for index, row in enumerate(shown):
        room = Rect(rest.x, rest.y + index * high, rest.w, high).inset(0, 2 * unit)
        spots += _draw_row(on, room, row)
    offer(view.look, box, lambda: [_spot(place, chip, on) for place, chip in spots])


def _shown(every: list[Row]) -> list[Row]:
    """The rows that have room: of many values those around the one being tested."""
    if len(every) <= _NAMED:
        return every
    now = next((index for index, row in enumerate(every) if row.now), 0)
    first = max(0, min(now - _NAMED // 2, len(every) - _NAMED))
    return every[first:first + _NAMED]


def _draw_head(on: _Drawing, box: Rect) -> None:
    many = others(on.look)
    size, small = 16 * on.unit, 13 * on.unit
    text = f"Can {on.look.variable} keep its values?"
    on.canvas.text((box.x, box.center[1]), text, size, on.theme.text, "left", "bold")
    if not many:
        on.canvas.text((box.right, box.center[1]), "no other is undefined", small, on.theme.muted, "right")
        return
    said = f"{on.look.assignments:,} assignment{'s' * (on.look.assignments != 1)} of the other{_number(len(many))}"
    numbers = [assignments_of(on.look), *([others_of(on.look, len(many))] if len(many) >= len(_WORDS) else ())]
    for shorter in (said, f"{on.look.assignments:,} for each value", f"{on.look.assignments:,}"):
        if on.canvas.measure(shorter, small) + on.canvas.measure(text, size, "bold") + 12 * on.unit < box.w:
            on.view.links.write(on.canvas, (box.right, box.center[1]), shorter, small, on.theme.muted, "right",
                                numbers=numbers)
            break


def _number(count: int) -> str:
    return _WORDS[count] if count < len(_WORDS) else f" {count}"


def _spot(place: Rect, chip: Chip, on: _Drawing) -> Spot:
    values = " ".join(map(str, digits(on.state, on.look, chip.number)))
    return Spot(place, chip, f"{on.look.variable} = {chip.value}{', the others ' if values else ''}{values}")


def _draw_row(on: _Drawing, box: Rect, row: Row) -> Iterator[tuple[Rect, Chip]]:
    """A value: its tile, its chips, and what has come of it."""
    unit = on.unit
    side = min(54 * unit, box.h)
    tile, rest = box.split_left(side, 12 * unit)
    _draw_tile(on, Rect(tile.x, tile.center[1] - side / 2, side, side), row)
    chips, verdict = rest.split_right(92 * unit, 8 * unit)
    _draw_result(on, verdict, row)
    if row.total <= MOST_CHIPS and box.h >= 44 * unit:
        return iter(_draw_chips(on, chips, row))
    if row.total <= MOST_SQUARES:
        return iter(_draw_squares(on, chips, row))
    _draw_bar(on, chips, row)
    return iter(())


def _draw_tile(on: _Drawing, box: Rect, row: Row) -> None:
    """The value itself, on the colour of what is tested; struck out where it has no support."""
    theme = on.theme
    fill = theme.test if row.now and row.supported is not False else mix(theme.test, theme.panel, 0.5)
    on.canvas.rect(box, fill, None, 1, box.w * 0.12)
    _write(on.canvas, box, str(row.value), box.h * 0.6, theme.on_test)
    if row.supported is False:
        on.canvas.line((box.x - 3, box.bottom + 2), (box.right + 3, box.y - 2), theme.bad, max(2.5, box.w * 0.06))


def _write(canvas: Canvas, box: Rect, text: str, size: float, ink: Color) -> None:
    """A value as large as it fits; where it would be too small, its first letter."""
    for said in (text, text[:1]):
        fitted = size * min(1.0, box.w * 0.9 / max(1.0, canvas.measure(said, size, "bold")))
        if fitted >= SMALLEST * 0.95:
            canvas.text(box.center, said, fitted, ink, "center", "bold")
            return


def _draw_result(on: _Drawing, box: Rect, row: Row) -> None:
    """What has come of a value: it stays, it leaves, or so many were tried."""
    canvas, unit, (x, y) = on.canvas, on.unit, box.center
    if row.supported is None and not row.tried:
        lines = ["comes next"]
    elif row.supported is None:
        lines = ["support"] if row.satisfied else [f"{row.tried:,} of {row.total:,}", "tried"]
    else:
        lines = [f"{row.value} stays"] if row.supported else ["no support", f"{row.value} leaves"]
    color = on.verdict_ink(row.supported)
    if row.supported is not None and box.h > 40 * unit:
        mark = min(12 * unit, box.h * 0.18)
        if row.supported:
            canvas.circle((x, y - mark * 1.4), mark * 1.25, on.theme.no_mine)
            draw_tick(canvas, (x, y - mark * 1.4), mark, on.theme.on_no_mine)
        else:
            draw_cross(canvas, (x, y - mark * 1.6), mark * 0.9, color, 3 * unit)
        y += mark * 0.9
    size, told = 13 * unit, row.supported is None and row.tried and not row.satisfied
    for index, line in enumerate(lines if box.h >= size * 2.2 else lines[-1:]):
        fitted = size * min(1.0, box.w / max(1.0, canvas.measure(line, size, "bold")))
        at = x, y + (index - (min(len(lines), 2) - 1) / 2 * (box.h >= size * 2.2)) * size * 1.25
        on.view.links.write(canvas, at, line, max(SMALLEST, fitted), color, "center", "bold" if index == 0 else "sans",
                            numbers=[tried_of(on.look, row.value), assignments_of(on.look)] if told and index == 0
                            else ())


def _draw_chips(on: _Drawing, box: Rect, row: Row) -> list[tuple[Rect, Chip]]:
    """Each assignment as a small picture: digits, sockets, verdict."""
    gap = 6 * on.unit
    wide = min(92 * on.unit, (box.w - gap * (row.total - 1)) / row.total)
    found = []
    for number in range(row.total):
        place = Rect(box.x + number * (wide + gap), box.y, wide, box.h)
        _draw_chip(on, place, row, number)
        found.append((place, Chip(row.value, number)))
    return found


def _draw_chip(on: _Drawing, box: Rect, row: Row, number: int) -> None:
    canvas, theme, unit = on.canvas, on.theme, on.unit
    verdict, now = row.verdict(number), row.now and number == row.tried - 1
    lit = on.pointed() == Chip(row.value, number)
    color = theme.bad if verdict is False else theme.good
    if verdict is None and not lit:
        draw_dashed_frame(canvas, box, theme.edge, max(1.0, 1.2 * unit), 16 * unit)
    else:
        fill = theme.raised if verdict is None else mix(theme.panel, color, 0.14)
        rim = theme.accent if lit else mix(color, theme.panel, 0.0 if now else 0.45)
        canvas.rect(box, fill, rim, (3 if now or lit else 1) * unit, 5 * unit)
    values = digits(on.state, on.look, number)
    needs = on.view.board.needs(on.state, assignment(on.look, row.value, values))
    shown = dict(zip(others(on.look), values, strict=True)) or ({} if needs else _known(on))
    top, rest = box.inset(4 * unit, 4 * unit).split_top(box.h * (0.4 if needs else 0.55), 2 * unit)
    _draw_digits(on, top, shown, verdict, now)
    if verdict is None and not lit:
        return
    if needs is None:
        _label(on, rest, "✓" if verdict else "✗" if verdict is False else "left", color)
        return
    have, need = needs
    middle, low = rest.split_top(rest.h * 0.42)
    draw_sockets(canvas, middle, have, need, color)
    mark = {True: " ✓", False: " ✗", None: ""}[verdict]
    _label(on, low, f"{have} of {need}{mark}", color, f"{have}{mark}")


def _known(on: _Drawing) -> dict[str, Value]:
    """The values that the constraint's other variables have, where there are none to try."""
    constraint = on.view.board.constraint(on.state, str(on.look.constraint))
    scope = () if constraint is None else constraint.scope
    return {x: on.state.domains[x][0] for x in scope if x != on.look.variable and len(on.state.domains[x]) == 1}


def _draw_digits(on: _Drawing, box: Rect, values: Mapping[str, Value], verdict: bool | None, now: bool) -> None:
    theme = on.theme
    if not values:
        return
    side = min(box.h, (box.w - 2 * (len(values) - 1)) / len(values))
    left = box.center[0] - (side * len(values) + 2 * (len(values) - 1)) / 2
    fade = 0.0 if now else 0.72 if verdict is None else 0.45
    for index, (x, value) in enumerate(values.items()):
        place = Rect(left + index * (side + 2), box.center[1] - side / 2, side, side)
        known = len(on.state.domains[x]) == 1
        if verdict is not None or now:
            on.canvas.rect(place, mix(theme.known if known else theme.unknown, theme.panel, fade), radius=side * 0.1)
        ink = theme.on_known if known else theme.on_unknown
        _write(on.canvas, place, str(value), side * 0.78, ink if fade < 0.5 else theme.muted)


def _label(on: _Drawing, box: Rect, text: str, color: Color, shorter: str = "") -> None:
    size = 12 * on.unit
    for said in (text, shorter):
        if said and on.canvas.measure(said, size, "bold") <= box.w + 4:
            on.canvas.text(box.center, said, size, color, "center", "bold")
            return


def _draw_squares(on: _Drawing, box: Rect, row: Row) -> list[tuple[Rect, Chip]]:
    """Many assignments as squares in order, and above them the digits of the one now."""
    canvas, theme, unit = on.canvas, on.theme, on.unit
    number = row.tried - 1
    pointed = on.pointed()
    if pointed is not None and pointed.value == row.value:
        number = pointed.number
    if box.h >= 60 * unit and number >= 0 and len(others(on.look)) > 1:
        head, box = box.split_top(24 * unit, 4 * unit)
        _draw_now(on, head, row, number)
    step = 26 * unit
    while step > 6 and ceil(row.total / max(1, int(box.w / step))) * step > box.h:
        step *= 0.94
    across = max(1, int(box.w / step))
    single, found = len(others(on.look)) == 1, []
    for index in range(row.total):
        down, over = divmod(index, across)
        place = Rect(box.x + over * step, box.y + down * step, step, step).inset(step * 0.06)
        verdict = row.verdict(index)
        found.append((place, Chip(row.value, index)))
        color = theme.muted if verdict is None else theme.good if verdict else theme.bad
        now = (row.now and index == row.tried - 1) or pointed == Chip(row.value, index)
        fill = None if verdict is None else theme.no_mine if verdict else mix(theme.panel, theme.mine, 0.25)
        canvas.rect(place, fill, theme.text if now else mix(color, theme.panel, 0.4), 2 if now else 1, step * 0.12)
        if single and step * 0.55 >= SMALLEST:
            _write(canvas, place, str(digits(on.state, on.look, index)[0]), step * 0.6,
                   theme.on_no_mine if verdict else color)
            if verdict is False:
                canvas.line((place.x + 2, place.bottom - 2), (place.right - 2, place.y + 2), color, 1.5)
        elif verdict is False:
            draw_cross(canvas, place.center, step * 0.2, color, max(1.0, step * 0.07))
        elif verdict:
            draw_tick(canvas, place.center, step * 0.37, theme.on_no_mine)
    return found


def _draw_now(on: _Drawing, box: Rect, row: Row, number: int) -> None:
    """The digits of one assignment in a line, and how many of how many they make."""
    values, verdict = digits(on.state, on.look, number), row.verdict(number)
    wide = min(box.w * 0.6, len(values) * (box.h + 2))
    shown = dict(zip(others(on.look), values, strict=True))
    _draw_digits(on, Rect(box.x, box.y, wide, box.h), shown, verdict, now=True)
    needs = on.view.board.needs(on.state, assignment(on.look, row.value, values))
    color, mark = on.verdict_ink(verdict), {True: " ✓", False: " ✗", None: ""}[verdict]
    text = f"counter {number:,}{mark}" if needs is None else f"{needs[0]} of {needs[1]}{mark}"
    size = 13 * on.unit
    if on.canvas.measure(text, size, "bold") < box.w - wide - 8 * on.unit:
        on.canvas.text((box.x + wide + 8 * on.unit, box.center[1]), text, size, color, "left", "bold")


def _draw_bar(on: _Drawing, box: Rect, row: Row) -> None:
    """Very many assignments: a bar as long as so many were tried, with the count."""
    canvas, theme, unit = on.canvas, on.theme, on.unit
    bar = Rect(box.x, box.center[1] - 9 * unit, box.w, 18 * unit)
    canvas.rect(bar, theme.raised, theme.edge, 1, 4 * unit)
    share = row.tried / row.total
    color = theme.no_mine if row.satisfied else theme.mine
    if row.tried:
        canvas.rect(Rect(bar.x, bar.y, max(3.0, bar.w * share), bar.h), color, radius=4 * unit)
    text = f"{counted(row.tried, 'assignment')} of {row.total:,}" if row.tried else f"{row.total:,} assignments"
    size = 13 * unit
    lines = wrap_text(canvas, text, box.w, size)
    if box.h > 40 * unit:
        numbers = [*([tried_of(on.look, row.value)] if row.tried else ()), assignments_of(on.look)]
        on.view.links.write(canvas, (bar.x, bar.bottom + 11 * unit), lines[0], size, theme.text, numbers=numbers)
