"""The clauses below the implication graph: those that the analysis has used as chips, all others dimmed, and a slot for
the one to be learned, into which it comes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import Analysis
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.satisfiability.pointing import clause_name, draw_lit
from visualizer.families.satisfiability.resolution import draw_chips
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links

_CHIP, _STEP, _TEXT = 22.0, 30.0, 14.0  # points: heights of a literal and from line to line, size of text
_MOST = 40  # clauses; of more only those used are drawn


def strip_height(canvas: Canvas, width: float, state: SatState, analysis: Analysis, unit: float, most: int) -> float:
    """How high the strip is, with at most so many lines above the slot."""
    placed = _place(canvas, Rect(0, 0, width, most * _STEP * unit), state, analysis, unit)
    return max(place.bottom for _, place in placed) + (_STEP + 6) * unit


def draw_strip(canvas: Canvas, box: Rect, state: SatState, analysis: Analysis, theme: Theme, unit: float, links: Links,
               t: float = 1.0) -> None:
    """The clauses in lines; the learned one stands in its slot when it has come there, at ``t`` = 1."""
    used, now = _used(analysis), analysis.lines[-1].clause
    lines, slot = box.split_bottom((_STEP + 6) * unit)
    for number, place in _place(canvas, lines, state, analysis, unit):
        if number == 0:
            text = _rest(state, used)
            canvas.text((place.x, place.center[1]), text, _TEXT * unit, theme.muted)
        else:
            _draw_clause(canvas, place, state, number, number in used, number == now, theme, unit, links)
    place = Rect(slot.x + 4 * unit, slot.y + 8 * unit, slot.w - 8 * unit, _CHIP * unit)
    _draw_slot(canvas, place, state, analysis, theme, unit, links, t)


def next_number(state: SatState, analysis: Analysis) -> int:
    """The number of the clause that is learned, or will be."""
    return analysis.learned or max(state.form.count, state.newest) + 1


def _used(analysis: Analysis) -> frozenset[int]:
    """The false clause, and the reasons that it was resolved with."""
    return frozenset(line.clause for line in analysis.lines)


def _place(canvas: Canvas, box: Rect, state: SatState, analysis: Analysis,
           unit: float) -> list[tuple[int, Rect]]:
    """Where the clauses are, by number: all of them, or only those used where not all have room; 0 stands for how many
    are left out."""
    used, new = _used(analysis), next_number(state, analysis)
    every = [*range(1, state.form.count + 1), *(number for number in state.learned if number != new)]
    if len(every) <= _MOST:
        placed = list(_flow(canvas, box, state, every, analysis, unit))
        if placed[-1][1].bottom <= box.bottom + 1:
            return placed
    placed = list(_flow(canvas, box, state, [*sorted(used), 0], analysis, unit))
    return [(number, place) for number, place in placed if place.bottom <= box.bottom + 1] or placed[:1]


def _flow(canvas: Canvas, box: Rect, state: SatState, numbers: Sequence[int], analysis: Analysis,
          unit: float) -> Iterator[tuple[int, Rect]]:
    """One after the other, in lines. A clause keeps its place when it is used: it is as wide as its chips."""
    x, y = box.x + 4 * unit, box.y  # its bar is wider than a clause
    for number in numbers:
        wide = _width(canvas, state, number, analysis, unit)
        if x + wide > box.right and x > box.x + 4 * unit:
            x, y = box.x + 4 * unit, y + _STEP * unit
        yield number, Rect(x, y, min(wide, box.w), _CHIP * unit)
        x += wide + 14 * unit


def _width(canvas: Canvas, state: SatState, number: int, analysis: Analysis, unit: float) -> float:
    if number == 0:
        return canvas.measure(_rest(state, _used(analysis)), _TEXT * unit)
    return _head(canvas, number, unit) + sum(
        chip_width(canvas, literal, _CHIP * unit) + 2 * unit for literal in state.literals_of(number))


def _rest(state: SatState, used: frozenset[int]) -> str:
    others = state.form.count + len(state.learned) - len(used)  # the one just learned is no other one
    return f"and {others:,} other clauses"


def _head(canvas: Canvas, number: int, unit: float) -> float:
    return canvas.measure(str(number), _TEXT * unit, "bold") + 8 * unit


def _draw_clause(canvas: Canvas, place: Rect, state: SatState, number: int, used: bool, now: bool, theme: Theme,
                 unit: float, links: Links) -> None:
    """A clause; one that was used as chips, the one used last on a bar."""
    if now:
        canvas.rect(place.inset(-4 * unit), theme.current, theme.accent, 1.5 * unit, 6 * unit)
    canvas.text((place.x, place.center[1]), str(number), _TEXT * unit, theme.text if used else theme.muted, "left",
                "bold")
    name = clause_name(number)
    links.drawn(name, Rect(place.x - 4 * unit, place.y, _head(canvas, number, unit), place.h))
    _draw_literals(canvas, place, state, number, used, theme, unit, links)
    if links.pointed == name:
        draw_lit(canvas, place.inset(-2 * unit), theme, unit)


def _draw_literals(canvas: Canvas, place: Rect, state: SatState, number: int, used: bool, theme: Theme, unit: float,
                   links: Links) -> None:
    x = place.x + _head(canvas, number, unit)
    for literal in state.literals_of(number):
        chip = Rect(x, place.y, chip_width(canvas, literal, place.h), place.h)
        if chip.right > place.right + 2 * unit:
            break
        if used:
            draw_literal(canvas, chip, state, literal, theme, lit=links.lit(literal))
        else:
            canvas.text(chip.center, literal, _TEXT * unit, theme.muted, "center")
            if links.lit(literal):
                draw_lit(canvas, chip.inset(2 * unit), theme, unit)
        links.drawn(literal, chip)
        x += chip.w + 2 * unit


def _draw_slot(canvas: Canvas, place: Rect, state: SatState, analysis: Analysis, theme: Theme, unit: float,
               links: Links, t: float) -> None:
    """Where the learned clause will stand, dashed; once it is learned, the clause, when it has come (t = 1)."""
    number, literals = next_number(state, analysis), analysis.lines[-1].literals
    head, size = f"{number} learned", _TEXT * unit
    start = canvas.measure(head, size, "bold") + 10 * unit
    wide = start + sum(chip_width(canvas, literal, place.h) + 3 * unit for literal in literals) + 6 * unit
    learned = analysis.learned is not None
    slot = Rect(place.x, place.y, min(place.w, max(200 * unit, wide) if learned else 200 * unit), place.h)
    x, y, right, bottom = slot.x - 4 * unit, slot.y - 4 * unit, slot.right + 4 * unit, slot.bottom + 4 * unit
    if not learned or t < 1:
        draw_path(canvas, [(x, y), (right, y), (right, bottom), (x, bottom), (x, y)], theme.accent, 1.5 * unit,
                  9 * unit, 7 * unit)
    if learned:
        links.drawn(clause_name(number), slot)
    if not learned or t < 1:  # to come, or on its way
        canvas.text((slot.x, slot.center[1]), f"{number} to be learned", size, theme.muted)
        return
    canvas.rect(slot.inset(-4 * unit), theme.current, theme.accent, 2 * unit, 12 * unit)
    canvas.text((slot.x + 4 * unit, slot.center[1]), head, size, theme.text, "left", "bold")
    room = Rect(slot.x + start, slot.y, slot.w - start, slot.h)
    draw_chips(canvas, room, state, literals, "", theme, unit, links)
