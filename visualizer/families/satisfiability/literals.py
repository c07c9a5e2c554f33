"""The panel of literals: for each one its list of clauses, those that watch it or, without watches, all that have it.

A row for each variable, its two literals side by side. Above the rows stands what became of the clauses that had to be
looked at because a literal had just become false; or, of the variable that is pointed at, both lists in full.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from algorithms.problems.forms.cnf import negation
from algorithms.words import counted
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.numbers import false_of, open_of, visited_of
from visualizer.families.satisfiability.panels import draw_word
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links

_STEP, _HEAD = 19, 72  # heights of a row, and of what stands above the rows
_INSET, _BEHIND, _BETWEEN = 12, 8, 4  # what a list has free at its ends, behind the literal, and before the next one
_CLAUSE, _APART = 13, 8  # the size of a clause's number, and what it is wider for the next one
_FEW = 64  # entries of a list that are measured to see whether all of them fit
_LARGER = 1.6  # how much larger the rows of few variables are at most


@dataclass(frozen=True)
class Chip:
    """A clause in a list, as it is written; on a ground of its own where it stands out."""

    text: str
    ink: Color
    fill: Color | None = None
    number: Number | None = None  # behind the clause's own


# --- what is shown -------------------------------------------------------------------------------------------------


def inspected(state: SatState) -> str | None:
    """The false literal whose list is being looked at: the one that was propagated last, else the one that has just
    joined M; none once something else is done."""
    about = state.propagated or state.about
    return None if about is None else negation(about)


def outcome(state: SatState, clause: int) -> str:
    """What a false literal means to a clause that has it, as a sign: ✓ it is true anyway, ✗ it is false, ⇒ it is unit,
    → it watches another literal now; else how many of its literals are open. Nothing of a clause not visited yet."""
    moved = dict(state.moved)
    if clause in moved:
        return f"→ {moved[clause]}"
    if state.watching and clause not in state.visited:
        return ""
    if state.form.noun == "constraint":
        return _of_constraint(state, clause)
    forced = next((entry for entry in state.clashing if entry.because == clause), None)
    if forced is not None:
        return f"⇒ {forced.literal}"
    literals = list(dict.fromkeys(state.literals_of(clause)))
    true = [literal for literal in literals if state.truth(literal)]
    if true:
        entry = state.reason_of(true[0].lstrip("¬"))
        return f"⇒ {true[0]}" if entry is not None and entry.because == clause else "✓"
    open_ = [literal for literal in literals if state.truth(literal) is None]
    if not open_:
        return "✗"
    return f"⇒ {open_[0]}" if len(open_) == 1 else f"{len(open_)} open"


def _of_constraint(state: SatState, number: int) -> str:
    """The same of an at-least constraint: how many of its literals are false, of how many that may be."""
    false, most = state.falsity(number)
    if sum(state.truth(literal) is True for literal in state.literals_of(number)) >= state.minimum(number):
        return "✓"
    return f"{'✗' if false > most else '⇒' if false == most else ''} {false}/{most}".strip()


@dataclass(frozen=True)
class Row:
    """A line of the table: a variable, or, where it has no ``name``, how many variables are left out there."""

    name: str | None
    left_out: int
    box: Rect


def shown(count: int, wanted: Sequence[int], lines: int) -> list[int]:
    """Which of ``count`` rows fit in ``lines``: the wanted ones, as many as there is room for, and those around the
    first of them. Where rows are left out in between or at an end, a line says so."""
    if count <= lines:
        return list(range(count))
    middle = wanted[0] if wanted else 0
    around = sorted(range(max(0, middle - lines), min(count, middle + lines)), key=lambda index: abs(index - middle))
    kept: set[int] = set()
    for index in (*wanted, *around):
        more = kept | {index}
        gaps = sum(index and index - 1 not in more for index in more) + (count - 1 not in more)
        if len(more) + gaps <= lines:
            kept = more
    return sorted(kept)


def rows(box: Rect, state: SatState, unit: float, larger: float = 1.0) -> list[Row]:
    """The table as far as it is on show, in the order of the formula, its rows so much larger."""
    names = _variables(state)
    number = {name: index for index, name in enumerate(names)}
    main = inspected(state)
    clause = () if state.clause is None else state.literals_of(state.clause)
    literals = [*((main,) if main else ()), *(literal for _, literal in state.moved), *clause]
    wanted = [number[name] for name in dict.fromkeys(literal.lstrip("¬") for literal in literals) if name in number]
    area, step = box.split_top(_HEAD * unit)[1], _STEP * unit * larger
    found: list[tuple[str | None, int]] = []
    last = -1
    for index in (*shown(len(names), wanted, max(1, int(area.h / step + 0.01))), len(names)):
        if index > last + 1:
            found.append((None, index - last - 1))
        if index < len(names):
            found.append((names[index], 0))
        last = index
    return [Row(name, left, Rect(area.x, area.y + line * step, area.w, step))
            for line, (name, left) in enumerate(found)]


def larger(canvas: Canvas, box: Rect, state: SatState, unit: float) -> float:
    """How much larger the rows can be so that all still have room, each with all the clauses that its literals have."""
    names = _variables(state)
    if not 0 < len(names) <= _FEW:
        return 1.0
    found = min(_LARGER, (box.h - _HEAD * unit) / (len(names) * _STEP * unit))
    while found > 1 and (wide := _width(canvas, state, found * unit)) > box.w / 2:  # letters are whole pixels wide
        found *= min(0.99, box.w / 2 / wide)
    return max(1.0, found)


def _width(canvas: Canvas, state: SatState, unit: float) -> float:
    """How wide the widest entry is: a literal with all the clauses that have it."""
    literals = [literal for name in _variables(state) for literal in (name, f"¬{name}")]
    every = map(state.clauses_with, literals)
    lists = max(sum(canvas.measure(str(clause), _CLAUSE * unit) + _APART * unit for clause in some) for some in every)
    return _widest(canvas, literals, unit) + (2 * _INSET + _BEHIND + _BETWEEN) * unit + lists + 1


def _widest(canvas: Canvas, words: Sequence[str], unit: float) -> float:
    return max((canvas.measure(word, 14 * unit, "bold") for word in words), default=0.0)


def _variables(state: SatState) -> list[str]:
    """Those that occur in the formula, in its order."""
    return [name for name in state.form.names if name in state.occurring or f"¬{name}" in state.occurring]


# --- how it is drawn -----------------------------------------------------------------------------------------------


def draw_literals(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float,
                  links: Links) -> None:
    """What became of the clauses looked at, or the lists of what is pointed at; below it the table."""
    head = box.split_top((_HEAD - 6) * unit)[0]
    lit = [name for name in _variables(state) if links.lit(name)]
    if lit:
        _draw_pointed(canvas, head, state, links.pointed if links.pointed in lit else lit[0], theme, unit)
    else:
        _draw_inspected(canvas, head, state, theme, unit, links)
    scale = larger(canvas, box, state, unit)
    table = rows(box, state, unit, scale)
    unit *= scale
    words = [literal for row in table if row.name for literal in (row.name, f"¬{row.name}")]
    widest = _widest(canvas, words, unit)
    for row in table:
        if row.name is None:
            text = f"… {counted(row.left_out, 'more variable')}"
            canvas.text((row.box.x + 12 * unit, row.box.center[1]), text, 12 * unit, theme.muted)
            continue
        for side, literal in enumerate((row.name, f"¬{row.name}")):
            half = Rect(row.box.x + side * row.box.w / 2, row.box.y, row.box.w / 2 - _BETWEEN * unit, row.box.h)
            _draw_list(canvas, half, state, literal, min(widest, half.w * 0.5), theme, unit)
        links.drawn(row.name, row.box)
        if row.name in lit:
            canvas.rect(row.box.inset(0, 0.5 * unit), None, theme.accent, 2, 3 * unit)


def _draw_list(canvas: Canvas, box: Rect, state: SatState, literal: str, column: float, theme: Theme,
               unit: float) -> None:
    """A literal and its list, cut round the clause that is looked at or has just come."""
    if literal == inspected(state):
        canvas.rect(box.inset(0, unit), theme.current, radius=3 * unit)
        canvas.text((box.x + 2 * unit, box.center[1]), "▸", 12 * unit, theme.accent)
    name, rest = box.inset(_INSET * unit, 0).split_left(column, _BEHIND * unit)
    with canvas.clip(name):
        draw_word(canvas, (name.x, name.center[1]), state, literal, theme, unit)
    numbers = state.clauses_for(literal)
    marks = {clause: "+" for clause, target in state.moved if target == literal}
    if state.clause is not None:
        marks[state.clause] = "▸"
    if not numbers:
        canvas.text((rest.x, rest.center[1]), "–", 13 * unit, theme.muted)
    _draw_numbers(canvas, rest, numbers, marks, theme, unit)


def _draw_inspected(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links) -> None:
    """The literal that has become false, and what that means to the clauses in its list."""
    line, rest = box.split_top(20 * unit, 2 * unit)
    literal = inspected(state)
    if literal is None:
        text = f"Each literal, and the clauses {'that watch it' if state.watching else 'in which it occurs'}."
        canvas.text((line.x, line.center[1]), fit_text(canvas, text, line.w, 13 * unit), 13 * unit, theme.muted)
        return
    x = draw_word(canvas, (line.x, line.center[1]), state, literal, theme, unit)
    waiting = state.clauses_for(literal) if state.propagated is None else state.visited
    total = len(state.clauses_with(literal))
    false = "is in M, and so is its complement" if state.both(literal) else "is false"
    text = f"{false}: {_share(state, len(waiting), total)}" if total else f"{false}; it occurs in no clause"
    told = [visited_of(len(waiting))] if total and state.propagated is not None else []
    links.write(canvas, (x, line.center[1]), fit_text(canvas, text, line.right - x, 13 * unit), 13 * unit, theme.text,
                numbers=told, behind=text.rfind(", ") + 1)

    def chip(index: int) -> Chip:
        clause = waiting[index]
        sign = outcome(state, clause)
        fill, ink = theme.raised, theme.text
        if sign == "✗":
            fill, ink = theme.mine, theme.on_mine
        elif sign.startswith("⇒"):
            fill, ink = theme.test, theme.on_test
        return Chip(f"{'▸' if clause == state.clause else ''}{clause} {sign}".rstrip(), ink, fill,
                    _counted(state, clause, sign))

    focus = waiting.index(state.clause) if state.clause in waiting else 0
    _draw_chips(canvas, rest, len(waiting), focus, chip, theme, unit, links)


def _counted(state: SatState, clause: int, sign: str) -> Number | None:
    """The number in what is said of a clause: how many literals are open, or of an at-least constraint how many are
    false."""
    if sign.endswith(" open"):
        return open_of(state, clause, int(sign.removesuffix(" open")))
    return next(iter(false_of(state, clause, state.falsity(clause)[0])), None) if "/" in sign else None


def _share(state: SatState, number: int, total: int) -> str:
    """How many of a literal's clauses were looked at, or will be."""
    clauses = counted(total, "clause")
    if state.propagated is not None:
        return f"of the {clauses} with it, {number} visited"
    return f"of the {clauses} with it, {number} watch it" if state.watching else f"{clauses} with it"


def _draw_pointed(canvas: Canvas, box: Rect, state: SatState, variable: str, theme: Theme, unit: float) -> None:
    """Both lists of a variable, as long as there is room, with how many clauses there are in all."""
    head, rest = box.split_top(20 * unit, 2 * unit)
    text = "Of the clauses with it, those that watch it:" if state.watching else "The clauses with it:"
    canvas.text((head.x, head.center[1]), text, 13 * unit, theme.muted)
    for line, literal in zip(rest.split_top(20 * unit, 2 * unit), (variable, f"¬{variable}"), strict=True):
        x = draw_word(canvas, (line.x, line.center[1]), state, literal, theme, unit)
        numbers, total = state.clauses_for(literal), len(state.clauses_with(literal))
        count = f"{len(numbers)} of {total}" if state.watching else f"{total}"
        canvas.text((x, line.center[1]), count, 13 * unit, theme.text, "left", "bold")
        place = line.split_left(x - line.x + canvas.measure(count, 13 * unit, "bold"), 12 * unit)[1]
        _draw_numbers(canvas, place, numbers, {} if state.clause is None else {state.clause: "▸"}, theme, unit)


def _draw_numbers(canvas: Canvas, box: Rect, clauses: Sequence[int], marks: Mapping[int, str], theme: Theme,
                  unit: float) -> None:
    """A list of clauses by number, cut round the first that has a mark."""

    def chip(index: int) -> Chip:
        mark = marks.get(clauses[index], "")
        return Chip(f"{mark}{clauses[index]}", theme.text, theme.raised if mark else None)

    focus = next((index for index, clause in enumerate(clauses) if clause in marks), 0)
    _draw_chips(canvas, box, len(clauses), focus, chip, theme, unit)


def _draw_chips(canvas: Canvas, box: Rect, count: int, focus: int, chip: Callable[[int], Chip], theme: Theme,
                unit: float, links: Links | None = None) -> None:
    """As many of ``count`` clauses as fit, in lines, cut round the one in ``focus``, and how many are left out."""
    if count == 0:
        return
    size, height = _CLAUSE * unit, 20 * unit
    lines = max(1, int((box.h + 2 * unit) / (height + 2 * unit)))

    def width(index: int) -> float:
        return canvas.measure(chip(index).text, size) + _APART * unit

    kept = around(count, focus, width, box.w * lines - (lines - 1) * 110 * unit, 74 * unit)
    x, y = box.x, box.center[1] if lines == 1 else box.y + height / 2
    if kept.start > 0:
        canvas.text((x, y), "…", size, theme.muted)
        x += 16 * unit
    for index in kept:
        shape, wide = chip(index), width(index)
        if x + wide > box.right and x > box.x and lines > 1:
            x, y, lines = box.x, y + height + 2 * unit, lines - 1
        if shape.fill is not None:
            canvas.rect(Rect(x, y - 9 * unit, wide - 2 * unit, 18 * unit), shape.fill, theme.edge, 1, 4 * unit)
        if links is None or shape.number is None:
            canvas.text((x + 3 * unit, y), shape.text, size, shape.ink)
        else:
            links.write(canvas, (x + 3 * unit, y), shape.text, size, shape.ink, numbers=[shape.number],
                        behind=shape.text.find(" "))
        x += wide
    if len(kept) < count:
        canvas.text((x, y), f"… {count - len(kept)} more", 12 * unit, theme.muted)


def around(count: int, focus: int, width: Callable[[int], float], room: float, rest: float) -> range:
    """Which of ``count`` things, each of its width, fit in ``room``: all, or those around ``focus``, where ``rest`` is
    kept free to say how many are left out."""
    if count <= _FEW and sum(map(width, range(count))) <= room:
        return range(count)
    first, end = focus, focus + 1
    room -= rest + width(focus)
    while True:
        after = width(end) if end < count else room + 1
        before = width(first - 1) if first > 0 else room + 1
        if min(after, before) > room:
            return range(first, end)
        if after <= room and (before > room or end - focus <= focus - first):
            end, room = end + 1, room - after
        else:
            first, room = first - 1, room - before
