"""The clause in question of a large formula, enlarged, and below it the clauses that made its literals false."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from algorithms.problems.forms.cnf import negation
from algorithms.reasons import Link
from algorithms.words import counted
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, Color, Rect, wrap_text
from visualizer.canvas.strokes import draw_head, draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.satisfiability.state import SatState

_MOST_REASONS = 4  # a line for each more would be a tangle
_CHIP, _GAP, _LANE = 30.0, 6.0, 7.0  # the height of a chip, between chips, and between lines, in points


@dataclass(frozen=True)
class Row:
    """A clause as it is drawn: its card, and its literals with their places."""

    number: int
    card: Rect
    chips: Sequence[tuple[str, Rect]]

    def of(self, literal: str) -> Rect | None:
        """Where a literal is."""
        return next((chip for one, chip in self.chips if one == literal), None)


def in_question(state: SatState) -> int | None:
    """The number of the clause that the search looks at."""
    forced = [entry.because for entry in state.clashing if entry.because is not None]
    return forced[0] if forced else state.clause or state.conflict


def reasons(state: SatState, clause: int) -> dict[str, int]:
    """For each false literal of a clause the clause that made it so; none for one that was decided."""
    found: dict[str, int] = {}
    for literal in dict.fromkeys(state.literals_of(clause)):
        entry = state.reason_of(literal.lstrip("¬"))
        if state.truth(literal) is False and entry is not None and entry.because and entry.because != clause:
            found[literal] = entry.because
    return found


def headline(state: SatState, clause: int, made: Collection[str] = ()) -> str:
    """What is the matter with a clause; ``made``: the variables that got their values by it, in a step of a proof."""
    literals = tuple(dict.fromkeys(state.literals_of(clause)))
    true = [literal for literal in literals if state.truth(literal)]
    open_ = [literal for literal in literals if state.truth(literal) is None]
    kind = state.kind_of(clause)
    name = f"{kind} {clause}".capitalize() if kind == state.form.noun else f"{kind} clause {clause}".capitalize()
    forced = [one for one in true if one.lstrip("¬") in made
              or ((entry := state.reason_of(one.lstrip("¬"))) and entry.because == clause)]
    if forced:
        return f"{name} made {forced[0]} true"
    if true:
        return f"{name} is true"
    if not open_:
        return f"{name} is false" if literals else f"{name} is empty"
    return f"{name} leaves only {open_[0]}" if len(open_) == 1 else f"{name}: {len(open_)} literals are open"


def draw_question(canvas: Canvas, box: Rect, state: SatState, clause: int | None, theme: Theme, unit: float,
                  step: Link | None = None) -> list[int]:
    """The clause, below it the reasons of its false literals, and a line from each literal that a reason made true to
    the one that it made false; the numbers of all clauses that are drawn. ``step``: of a proof, in which it is used."""
    if clause is None:
        none = _without(state) if step is None else "This step is by no clause"
        _lines(canvas, box, none, 15 * unit, theme, bold=True)
        return []
    made = () if step is None else [spot.place for spot in step.follows]
    title = _lines(canvas, box, headline(state, clause, made), 15 * unit, theme, bold=True)
    rest, every = box.split_top(title, 6 * unit)[1], reasons(state, clause)
    why = dict(list(every.items())[:_MOST_REASONS])
    top = _row(canvas, rest, state, clause, unit, len(why))
    rows = list(_below(canvas, rest, top, state, why, unit))
    false = all(state.truth(literal) is False for literal in state.literals_of(clause))
    _draw_row(canvas, top, state, theme, unit, theme.bad if false else theme.accent)
    for row in rows:
        _draw_row(canvas, row, state, theme, unit, theme.edge)
    _draw_lines(canvas, rest, top, rows, why, theme, unit)
    left = len(set(every.values())) - len(rows)
    end = max([top, *rows], key=lambda row: row.card.bottom).card.bottom
    decided = [literal for literal in dict.fromkeys(state.literals_of(clause))
               if state.truth(literal) is False and literal not in every and step is None]  # steps tell of their own
    said = _said(state, decided, left)
    if said:
        place = rest.split_top(end - rest.y + 8 * unit)[1]
        _lines(canvas, place, said, 13 * unit, theme)
    return [clause, *(row.number for row in rows)]


def _without(state: SatState) -> str:
    """What is said where no clause is in question."""
    if state.seen_as_model and state.probe and not (state.answered or state.refuted):
        return "Still the last model; what is asked comes now"
    if state.seen_as_model and not state.refuted:
        return "A model: every clause has a true literal"
    if state.refuted and not state.probe and state.seen_as_model:
        return "This model was the last one: no other is left"
    return f"{state.news[0].upper()}{state.news[1:]}" if state.news else "No clause is in question"


def _said(state: SatState, decided: Sequence[str], left: int) -> str:
    """What is not drawn: literals that no clause made false, and reasons without room."""
    parts = []
    if decided:
        how = "assumed" if all((entry := state.reason_of(one.lstrip("¬"))) and entry.assumed for one in decided) else (
            "decided")
        parts.append(f"{', '.join(decided)}: false as {how}, by no clause.")
    if left > 0:
        parts.append(f"{counted(left, 'more reason')}, without room here.")
    return " ".join(parts)


def _lines(canvas: Canvas, box: Rect, text: str, size: float, theme: Theme, *, bold: bool = False) -> float:
    """Text in as many lines as it takes; returns their height."""
    style: Style = "bold" if bold else "sans"
    rows = wrap_text(canvas, text, box.w, size, style)
    for index, row in enumerate(rows):
        y = box.y + (index + 0.5) * size * 1.3
        if y + size * 0.6 <= box.bottom:
            canvas.text((box.x, y), row, size, theme.text if bold else theme.muted, "left", style)
    return len(rows) * size * 1.3


def _row(canvas: Canvas, box: Rect, state: SatState, clause: int, unit: float, lanes: int = 0) -> Row:
    """A clause at the top of a box: its number, and its literals in as many lines as they take, one below the other;
    between these is room for so many ``lanes``."""
    high, pad = _CHIP * unit, 8 * unit
    left = box.x + canvas.measure("0" * max(3, len(str(clause))), 14 * unit, "bold") + 2 * pad
    x, y, right = left, box.y + pad * 0.7, box.right - pad - lanes * _LANE * unit
    width = min(chip_width(canvas, f"¬{max(state.form.names, key=len)}", high), right - left)
    chips = []
    for literal in dict.fromkeys(state.literals_of(clause)):
        if x + width > right and x > left:
            x, y = left, y + high + (_GAP + _LANE * min(lanes, 2)) * unit
        chips.append((literal, Rect(x, y, width, high)))
        x += width + _GAP * unit
    end = max((chip.right for _, chip in chips), default=left) + pad
    return Row(clause, Rect(box.x, box.y, end - box.x, y + high + pad * 0.7 - box.y), chips)


def _below(canvas: Canvas, box: Rect, top: Row, state: SatState, why: Mapping[str, int], unit: float) -> Iterator[Row]:
    """The reasons, one below the other, as far as they have room."""
    y = top.card.bottom + (12 + _LANE * len(why)) * unit
    for number in dict.fromkeys(why.values()):
        room = Rect(box.x, y, box.w - _LANE * len(why) * unit, box.bottom - y)
        row = _row(canvas, room, state, number, unit)
        if row.card.bottom > box.bottom:
            return
        yield row
        y = row.card.bottom + 14 * unit


def _draw_row(canvas: Canvas, row: Row, state: SatState, theme: Theme, unit: float, rim: Color) -> None:
    canvas.rect(row.card, mix(theme.raised, theme.background, 0.35), rim, 2, 6 * unit)
    y = row.chips[0][1].center[1] if row.chips else row.card.center[1]
    canvas.text((row.card.x + 8 * unit, y), str(row.number), 14 * unit, theme.text, "left", "bold")
    watched = state.watched_in(row.number)
    for literal, chip in row.chips:
        draw_literal(canvas, chip, state, literal, theme, watched=literal in watched)


def _draw_lines(canvas: Canvas, box: Rect, top: Row, rows: Sequence[Row], why: Mapping[str, int], theme: Theme,
                unit: float) -> None:
    """From each literal that was implied, around the others on a lane of its own, to the one that it made false."""
    numbers = {row.number: row for row in rows}
    lane = max([top.card.right, *(row.card.right for row in rows)], default=box.right) + 4 * unit
    drawn = [(literal, numbers[number]) for literal, number in why.items() if number in numbers]
    for index, (literal, row) in enumerate(drawn):
        start, end = row.of(negation(literal)), top.of(literal)
        if start is None or end is None:
            continue
        x = min(lane + index * _LANE * unit, box.right - 1)
        turn = end.bottom + (6 + _LANE * (len(drawn) - index)) * unit
        foot = end.center[0], end.bottom + 1
        points = [(start.center[0], start.y), (start.center[0], row.card.y - 6 * unit), (x, row.card.y - 6 * unit),
                  (x, turn), (foot[0], turn), foot]
        draw_path(canvas, points, theme.good, 2 * unit)
        draw_head(canvas, points[-2], foot, theme.good, 8 * unit)
