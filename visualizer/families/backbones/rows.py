"""The backbone in rows: a column for each variable with its candidate and what became of it, and the last models below.

A model that has a candidate the other way (≠) strikes it, and it is out (✗): the columns are seen to die. What a probe
supposes is hatched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from algorithms.problems.forms.cnf import negation
from algorithms.words import counted
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.strokes import draw_cross, draw_tick, draw_unequal
from visualizer.canvas.suppose import draw_supposed
from visualizer.canvas.theme import Theme, mix
from visualizer.families.backbones.numbers import facts_of, found_of, left_of, out_of, sure_of
from visualizer.families.backbones.state import BackboneState
from visualizer.stage.links import Links

_TITLE, _ROW, _SIGN = 20.0, 18.0, 15.0  # heights in points; in narrow columns a literal's name has its sign ¬ above it
_WIDEST = 34.0  # points
_GROWS, _PART = 1.45, 0.62  # few columns are drawn so much larger, as long as they take no more of the width
_MOST = 5  # rows of models
KEY = {"has": "a model has it", "kills": "the other way", "open": "leaves it open"}
BRIEF = {"has": "has it", "kills": "other way", "open": "left open"}
"""What the signs in the rows of models mean, below each other and in a line."""


@dataclass(frozen=True)
class _Table:
    """Where columns and rows lie: the box below the title, the width of a column, where these begin, the height of a
    row and of the names above all; ``named``: there is room for these; ``signed``: also for ¬ in the same line."""

    box: Rect
    wide: float
    left: float
    high: float
    head: float
    named: bool
    signed: bool

    @property
    def models(self) -> int:
        """How many have a row, between the fates and what is asked."""
        return max(1, min(_MOST, round((self.box.h - self.head) / self.high) - 2))

    def cell(self, column: int, row: int) -> Rect:
        """Row 0 tells the fates, the others models."""
        return Rect(self.left + column * self.wide, self.box.y + self.head + row * self.high, self.wide, self.high)


def rows_height(canvas: Canvas, box: Rect, state: BackboneState, unit: float) -> float:
    """How high the rows are on a board of that size: as many models have one as leave the clauses the larger part."""
    unit = _grown(canvas, box, state, unit)
    table = _table(canvas, box, state, unit)
    least = _TITLE * unit + table.head + 2 * table.high
    few = 2 if least + 2 * table.high <= box.h * 0.48 else 1  # two can be compared
    return least + table.high * max(few, min(_MOST, int((box.h * 0.4 - least) / table.high)))


def _grown(canvas: Canvas, box: Rect, state: BackboneState, unit: float) -> float:
    """The unit that all of it is drawn in."""
    wide = _side(canvas, state, unit) + _WIDEST * unit * min(state.form.visible, len(state.form.names))
    return unit * min(_GROWS, max(1.0, _PART * box.w / wide))


def _side(canvas: Canvas, state: BackboneState, unit: float) -> float:
    """What is said of the rows needs so much room at the left."""
    return max(canvas.measure(f"model {max(10, state.found)}", SMALLEST * unit),
               canvas.measure("no model", SMALLEST * unit, "bold")) + 8 * unit


def _table(canvas: Canvas, box: Rect, state: BackboneState, unit: float) -> _Table:
    below = box.split_top(_TITLE * unit)[1]
    names = state.form.names[: state.form.visible]
    side = _side(canvas, state, unit)
    wide = min((below.w - side) / max(1, len(names)), _WIDEST * unit)
    size = SMALLEST * unit
    widest = max((canvas.measure(name, size, "bold") for name in names), default=0.0)
    named, signed = widest + 1 <= wide, widest + canvas.measure("¬", size, "bold") + 4 * unit <= wide
    head = _SIGN * unit * (1.2 if signed else 2 if named else 0)
    return _Table(below, wide, below.x + side, _ROW * unit, head, named, signed)


def draw_rows(canvas: Canvas, box: Rect, states: tuple[BackboneState, BackboneState], t: float, theme: Theme,
              unit: float, pointed: str | None = None, ground: Color | None = None, links: Links | None = None, *,
              silent: bool = False) -> None:
    """The whole, ``t`` of the way from one state to the other, on a ``ground`` of one colour; ``links`` are told of the
    numbers. ``silent`` while something is asked: which candidates the last model rules out is left to find."""
    before, state = states
    unit = _grown(canvas, box, state, unit)
    table = _table(canvas, box, state, unit)
    names = state.form.names[: state.form.visible]
    end = _title(canvas, box, names, state, theme, unit, links or Links())
    rows = state.rows[-table.models:]
    asked = state.probe or (state.assumptions if state.refuted else ())
    for row, (number, _) in enumerate(rows, 1):
        answer = bool(asked) and state.answered and row == len(rows)
        _say(canvas, table, row, f"model {number}", theme, unit, strong=answer)
    if state.answered:
        asked = ()  # the answer is the last model, which has a row of its own
    question = len(rows) + 1
    if asked or state.refuted:
        refuted = "no model" if asked else "no other"
        said = refuted if state.refuted else "a model?"
        _say(canvas, table, question, said, theme, unit, strong=True)
    literals = _literals(state, names)
    fates = [_fate(state, literal) for literal in literals]
    killed = [0 if literal is None else state.killed.get(literal, 0) for literal in literals]
    for row, (number, model) in enumerate(rows, 1):
        looks = tuple([_look(model, literal or name, calm=number != by if fate == "out" else fate != "candidate")
                       for name, literal, fate, by in zip(names, literals, fates, killed, strict=True)])
        if silent and row == len(rows) and any(
                fate == "candidate" and look != "has" for fate, look in zip(fates, looks, strict=True)):
            looks = ("asked",) * len(looks)
        _draw_model(canvas, table, row, looks, theme, ground or theme.background)
    for column, (name, literal, fate) in enumerate(zip(names, literals, fates, strict=True)):
        _column(canvas, table, column, name, literal, fate, theme, unit)
        for row, (number, _) in enumerate(rows, 1):
            if number == killed[column] and fate == "out":
                dying = literal is not None and _fate(before, literal) == "candidate"
                _strike(canvas, table, column, row, t if dying else 1.0, theme)
        _suppose(canvas, table.cell(column, question), literal or name, asked, theme)
        if name == pointed:
            whole = Rect(table.cell(column, 0).x, table.box.y, table.wide, table.head + table.high * (question + 1))
            canvas.rect(whole, None, theme.accent, 2, 3)
    if rows:
        _draw_key(canvas, table, (len(names), end), theme, unit)


def _draw_key(canvas: Canvas, table: _Table, beside: tuple[int, float], theme: Theme, unit: float) -> None:
    """What the signs of a model mean: right of the columns, of which there are so many; where there is no room, in the
    line of the title, which ends there."""
    columns, end = beside
    size, sign, gap = SMALLEST * unit, 20 * unit, 12 * unit
    x, y, right, texts = table.cell(columns, 0).x + sign, table.box.y, table.box.right, KEY
    across, down = 0.0, (table.head + 3 * table.high) / (len(KEY) + 1)
    if x + sign + max(canvas.measure(text, size) for text in KEY.values()) > right:
        across, down, y, texts = sign + gap, 0.0, y - _TITLE * unit * 0.55, BRIEF
        x = right + gap - sum(across + canvas.measure(text, size) for text in texts.values())
        if x < end + gap:
            return
    for look, text in texts.items():
        y += down
        _value(canvas, Rect(x - 2 * unit, y - table.high / 2 + 1, 16 * unit, table.high - 2), look, theme)
        canvas.text((x + sign, y), text, size, theme.muted, "left")
        x += across and across + canvas.measure(text, size)


def _literals(state: BackboneState, names: Sequence[str]) -> list[str | None]:
    """The candidate of each variable; before there are any, the literal of the last model, as it will be one."""
    known = state.fates or (state.rows[-1][1] if state.rows else ())
    return [next((one for one in (name, f"¬{name}") if one in known), None) for name in names]


def variable_at(canvas: Canvas, box: Rect, state: BackboneState, unit: float, x: float, y: float) -> str | None:
    """The variable whose column is at a point."""
    table = _table(canvas, box, state, _grown(canvas, box, state, unit))
    names = state.form.names[: state.form.visible]
    column = int((x - table.left) // table.wide)
    return names[column] if box.contains(x, y) and y > table.box.y and 0 <= column < len(names) else None


def _fate(state: BackboneState, literal: str | None) -> str:
    """In, out, candidate or unknown: a variable that the first model leaves open has no candidate, it is out."""
    if literal is None:
        return "out" if state.fates else "unknown"
    fate = state.fates.get(literal, "unknown")
    return {"backbone": "in", "dropped": "out", "free": "out"}.get(fate, fate)


def _title(canvas: Canvas, box: Rect, names: Sequence[str], state: BackboneState, theme: Theme, unit: float,
           links: Links) -> float:
    """The heading, and how many are in, out and candidates; returns where that ends."""
    y, size = box.y + _TITLE * unit * 0.45, 14 * unit
    canvas.text((box.x, y), "In the backbone?", size, theme.text, "left", "bold")
    x = box.x + canvas.measure("In the backbone?", size, "bold") + 14 * unit
    fates = [_fate(state, literal) for literal in _literals(state, names)]
    candidates = counted(fates.count("candidate"), "candidate")
    known, facts = fates.count("in"), state.facts
    numbers = [sure_of(state), out_of(len(fates), fates.count("out")), left_of(state)]
    inside = f"{known} in"
    if facts:  # counters have only what was found
        inside = f"{counted(facts, 'fact')} + {known - facts} in"
        numbers = [facts_of(state), found_of(state), *numbers[1:]]
    said = f"✓ {inside}   ✗ {fates.count('out')} out   ? {candidates}"
    listed = f"{said}, the literals of model {state.listed_at}"
    if not state.fates:
        said = "first a model, whose literals will be the candidates"
    elif (state.rows and state.listed_at and len(names) < 20 and box.w > 500 * unit
          and x + canvas.measure(listed, 13 * unit) <= box.right):
        said = listed
    if x + canvas.measure(said, 13 * unit) > box.right:
        said = f"{candidates} left" if state.fates else "a model has them" if state.rows else "no model yet"
        numbers = numbers[-1:]
    links.write(canvas, (x, y), said, 13 * unit, theme.muted, numbers=numbers if state.fates else ())
    return x + canvas.measure(said, 13 * unit)


def _say(canvas: Canvas, table: _Table, row: int, text: str, theme: Theme, unit: float, *,
         strong: bool = False) -> None:
    y = table.cell(0, row).center[1]
    canvas.text((table.left - 6 * unit, y), text, SMALLEST * unit, theme.text if strong else theme.muted, "right",
                "bold" if strong else "sans")


def _column(canvas: Canvas, table: _Table, column: int, name: str, literal: str | None, fate: str, theme: Theme,
            unit: float) -> None:
    """The candidate's name, and its fate below: ✓ in, ✗ out, ? still one."""
    cell, size = table.cell(column, 0), SMALLEST * unit
    ink = {"in": theme.good, "out": theme.muted}.get(fate, theme.text)
    x = cell.center[0]
    top = table.box.y
    if table.signed:
        canvas.text((x, top + _SIGN * unit * 0.6), literal or name, size, ink, "center", "bold")
    elif table.named:
        if literal is not None and literal.startswith("¬"):
            canvas.text((x, top + _SIGN * unit * 0.5), "¬", size, ink, "center", "bold")
        canvas.text((x, top + _SIGN * unit * 1.45), name, size, ink, "center", "bold")
    place = cell.inset(max(0.5, cell.w * 0.06), 1)
    side = min(place.w, place.h)
    if fate == "in":
        canvas.rect(place, theme.no_mine, None, 1, 3)
        draw_tick(canvas, place.center, side * 0.44, theme.on_no_mine)
    elif fate == "out":
        canvas.rect(place, mix(theme.raised, theme.background, 0.6), None, 1, 3)
        draw_cross(canvas, place.center, side * 0.22, theme.muted, max(1.0, side * 0.1))
    else:
        canvas.rect(place, theme.raised, theme.edge, 1, 3)
        if fate == "candidate" and side >= 14:
            canvas.text(place.center, "?", size, theme.text, "center", "bold")


def _look(model: frozenset[str], asked: str, *, calm: bool) -> str:
    """Of a model: it has the candidate, it has the complement, ``calm`` where that is known already, or neither."""
    if asked in model:
        return "has"
    return "open" if negation(asked) not in model else "calm" if calm else "kills"


def _draw_model(canvas: Canvas, table: _Table, row: int, looks: tuple[str, ...], theme: Theme, ground: Color) -> None:
    """A model's row, which a canvas keeps."""
    first = table.cell(0, row)

    def draw(inner: Canvas, place: Rect) -> None:
        inner.rect(place, ground)
        for column, look in enumerate(looks):
            _value(inner, Rect(place.x + column * first.w, place.y, first.w, first.h), look, theme)

    canvas.picture(("model", looks, first.w, first.h, theme.name, ground), first._replace(w=first.w * len(looks)), draw)


def _value(canvas: Canvas, cell: Rect, look: str, theme: Theme) -> None:
    """A dot, ≠ on orange, a ring where the model leaves it open, or ? while that is asked. ✗ would say that the
    candidate is out: a model may have it the other way before that is told."""
    side = min(cell.w, cell.h)
    if look == "has":
        canvas.circle(cell.center, side * 0.17, theme.no_mine)
    elif look == "open":
        canvas.circle(cell.center, side * 0.2, None, theme.muted, 1.5)
    elif look == "asked":
        canvas.text(cell.center, "?", side * 0.7, theme.muted, "center")
    else:
        fill, ink = ((mix(theme.mine, theme.background, 0.6), theme.text) if look == "calm"
                     else (theme.mine, theme.on_mine))
        canvas.rect(cell.inset(max(0.5, cell.w * 0.06), 1), fill, None, 1, 3)
        draw_unequal(canvas, cell.center, side * 0.24, ink, max(1.0, side * 0.09))


def _suppose(canvas: Canvas, cell: Rect, literal: str, asked: Sequence[str], theme: Theme) -> None:
    """What a probe supposes of a variable: mostly that it is the other way."""
    if literal not in asked and negation(literal) not in asked:
        return
    place = cell.inset(max(0.5, cell.w * 0.06), 1)
    draw_supposed(canvas, place, theme, chosen=True, radius=3)
    side = min(place.w, place.h)
    if literal in asked:
        canvas.circle(place.center, side * 0.17, theme.suppose)
    else:
        draw_unequal(canvas, place.center, side * 0.24, theme.suppose, 1.5)


def _strike(canvas: Canvas, table: _Table, column: int, row: int, t: float, theme: Theme) -> None:
    """The line from the model that shows that a candidate is out up to its fate, drawn as it dies."""
    cell, end = table.cell(column, row), table.cell(column, 0).bottom - 3
    x, top = cell.center[0], cell.y + 2  # not across the sign
    canvas.line((x, top), (x, top + (end - top) * t), theme.mine, 2.5)


def column_of(canvas: Canvas, box: Rect, state: BackboneState, unit: float, name: str) -> Rect | None:
    """Where a variable's name and fate are."""
    names = state.form.names[: state.form.visible]
    table = _table(canvas, box, state, _grown(canvas, box, state, unit))
    if name not in names:
        return None
    cell = table.cell(names.index(name), 0)
    return Rect(cell.x, table.box.y, cell.w, cell.bottom - table.box.y)
