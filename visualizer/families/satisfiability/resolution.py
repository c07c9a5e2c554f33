"""Resolution as a chain: from the false clause to the one that is learned, a line for each cut of the graph."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import Analysis, Line
from visualizer.families.satisfiability.numbers import of_level
from visualizer.families.satisfiability.panels import chip_width, draw_literal
from visualizer.families.satisfiability.pointing import clause_name, cut_name, draw_lit
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links

LINE = 29.0  # points from line to line
_CHIP = 22.0  # points: the height of a literal


def draw_chain(canvas: Canvas, box: Rect, state: SatState, analysis: Analysis, theme: Theme, unit: float, links: Links,
               t: float = 1.0) -> None:
    """The last lines that have room: the number of the cut, the clause so far, the literal that is resolved away next
    with its reason, and how many literals are of the level. The newest comes down from the one above as t grows."""
    lines = analysis.lines
    room = max(1, int(box.h / (LINE * unit)))
    first = max(0, len(lines) - room)
    split, long = _split(canvas, box, state, analysis, first, unit)
    for row, index in enumerate(range(first, len(lines))):
        y = box.y + row * LINE * unit
        if index == len(lines) - 1 and index > first:
            y -= (1 - t) * LINE * unit
        place = Rect(box.x, y, box.w, _CHIP * unit)
        _draw_line(canvas, place, state, analysis, index, (split, long), theme, unit, links)


def _split(canvas: Canvas, box: Rect, state: SatState, analysis: Analysis, first: int,
           unit: float) -> tuple[float, bool]:
    """How wide the clauses are, before the reasons: as all lines on show need it, or as the reasons leave it; and
    whether there is room for words at the end of the lines."""
    def wide(literals: Sequence[str]) -> float:
        return sum(chip_width(canvas, literal, _CHIP * unit) + 3 * unit for literal in literals)

    lines = analysis.lines[first:]
    clauses = max((wide(line.literals) for line in lines[:-1]), default=0.0) + 10 * unit
    reasons = max((wide(state.literals_of(line.clause)) for line in lines[1:]), default=0.0) + 70 * unit
    for long in (True, False):
        said = max(canvas.measure(_said(analysis, index, long=long), 13 * unit)
                   for index in range(first, max(first + 1, len(analysis.lines) - 1)))  # the last one has no reason
        room = box.w - 28 * unit - said - 18 * unit
        if clauses + reasons <= room:
            return clauses, long
    return max(min(clauses, room * 0.5), room - reasons), False


def _draw_line(canvas: Canvas, box: Rect, state: SatState, analysis: Analysis, index: int, split: tuple[float, bool],
               theme: Theme, unit: float, links: Links) -> None:
    line, name = analysis.lines[index], cut_name(index + 1)
    after = analysis.lines[index + 1] if index + 1 < len(analysis.lines) else None
    ready = after is None and len(line.at_level) == 1
    if ready:
        canvas.rect(box.inset(0, -3 * unit), theme.current, theme.accent, 1.5 * unit, 12 * unit)
    badge = box.x + 11 * unit, box.center[1]
    canvas.circle(badge, 11 * unit, theme.accent if after is None else theme.panel, theme.muted, 1.2 * unit)
    canvas.text(badge, str(index + 1), SMALLEST * unit, theme.on_accent if after is None else theme.text, "center",
                "bold")
    long = _said(analysis, index, long=True)
    free = box.w - 46 * unit - sum(chip_width(canvas, literal, _CHIP * unit) + 3 * unit for literal in line.literals)
    fits = split[1] or (ready and canvas.measure(long, 13 * unit) <= free)
    said = long if fits else _said(analysis, index, long=False)
    wide = canvas.measure(said, 13 * unit)
    links.write(canvas, (box.right - 8 * unit, box.center[1]), said, 13 * unit, theme.text if ready else theme.muted,
                "right", numbers=() if said.startswith("learned") else [of_level(line.literals, analysis.level,
                                                                                 len(line.at_level), index + 1)])
    links.drawn(name, Rect(box.x, box.y, 24 * unit, box.h))
    room = Rect(box.x + 28 * unit, box.y, box.w - 28 * unit - wide - 18 * unit, box.h)
    pivot = "" if after is None or after.pivot is None else after.pivot
    if pivot:
        left, right = room.split_left(split[0] - 8 * unit, 8 * unit)
    else:
        left, right = room, room
    first = [literal for literal in line.at_level if literal.lstrip("¬") == pivot.lstrip("¬")]
    order = list(dict.fromkeys([*first, *line.at_level, *line.literals]))
    draw_chips(canvas, left, state, order, pivot, theme, unit, links)
    if after is not None and pivot:
        _draw_reason(canvas, right, state, after, pivot, theme, unit, links)
    if links.pointed == name:
        draw_lit(canvas, box, theme, unit)


def _said(analysis: Analysis, index: int, *, long: bool) -> str:
    """What is said of a line: how many of its literals are of the level of the conflict, which UIP it is at, or what it
    is learned as."""
    line = analysis.lines[index]
    which = analysis.which_uip(line)
    if analysis.learned is not None and index == len(analysis.lines) - 1:
        return f"{which}, learned: {analysis.learned}" if which and long else f"learned: {analysis.learned}"
    if which and long:
        return which
    return f"{len(line.at_level)} {'of level ' if long else '@'}{analysis.level}"


def _draw_reason(canvas: Canvas, box: Rect, state: SatState, after: Line, pivot: str, theme: Theme, unit: float,
                 links: Links) -> None:
    """The reason that the clause is resolved with: its number and its literals, the one it had forced first."""
    name = clause_name(after.clause)
    number = str(after.clause)
    wide = canvas.measure(number, 14 * unit, "bold") + 6 * unit
    canvas.text((box.x, box.center[1]), "with", 13 * unit, theme.muted)
    place = Rect(box.x + canvas.measure("with ", 13 * unit), box.y, wide, box.h)
    canvas.text((place.x, place.center[1]), number, 14 * unit, theme.text, "left", "bold")
    links.drawn(name, place)
    others = [literal for literal in state.literals_of(after.clause) if literal != pivot]
    rest = Rect(place.right, box.y, box.right - place.right, box.h)
    draw_chips(canvas, rest, state, [pivot, *others], pivot, theme, unit, links)
    if links.pointed == name:
        draw_lit(canvas, Rect(place.x, box.y, box.right - place.x, box.h), theme, unit)


def draw_chips(canvas: Canvas, box: Rect, state: SatState, literals: Sequence[str], pivot: str, theme: Theme,
               unit: float, links: Links) -> None:
    """As many literals as have room, the one to be resolved away rimmed, and how many more there are."""
    if not literals:
        canvas.text((box.x, box.center[1]), "⊥ (empty)", 14 * unit, theme.bad, "left", "bold")
        return
    height = _CHIP * unit
    x = box.x
    for index, literal in enumerate(literals):
        wide = chip_width(canvas, literal, height)
        left = len(literals) - index
        more = f"+ {left}"
        rest = 0.0 if left == 1 else canvas.measure(more, 13 * unit) + 4 * unit
        if x + wide + rest > box.right + 1 and index:
            canvas.text((x + 2 * unit, box.center[1]), more, 13 * unit, theme.muted)
            return
        chip = Rect(x, box.y, min(wide, box.right - x), height)
        pivoted = bool(pivot) and literal.lstrip("¬") == pivot.lstrip("¬")
        draw_literal(canvas, chip, state, literal, theme, lit=links.lit(literal))
        if pivoted:
            canvas.rect(chip.inset(-unit), None, theme.test, 2 * unit, chip.h * 0.25)
        links.drawn(literal, chip)
        x += wide + 3 * unit
