"""Panels of the search for models: the clause under inspection, the trail, all clauses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from algorithms.words import counted
from visualizer.canvas.icons import draw_icon
from visualizer.canvas.primitives import SMALLEST, Canvas, Color, Rect
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.hero import hero_colors
from visualizer.families.satisfiability.numbers import false_of, true_of
from visualizer.families.satisfiability.state import SatState
from visualizer.runs.numbers import Number
from visualizer.stage.links import Links

_EYED = 40.0  # pixels: the eyes of larger chips are as those of such
_LEFT_OUT = "… +{}"  # literals without room

CLASH = "↯"
"""Stands where a literal and its complement are both in M."""


def literal_colors(state: SatState, literal: str, theme: Theme) -> tuple[Color, Color]:
    """Fill and ink of a literal: green where it is true, red where false, plain where open; that of its role where the
    step is about its variable."""
    truth = state.truth(literal)
    if (own := hero_colors(state, literal, theme)) is not None:
        return own
    if truth is None:
        return theme.raised, theme.text
    if state.both(literal):
        return theme.mine, theme.on_mine
    return (theme.no_mine, theme.on_no_mine) if truth else (theme.mine, theme.on_mine)


def draw_literal(canvas: Canvas, box: Rect, state: SatState, literal: str, theme: Theme, *, lit: bool = False,
                 watched: bool = False, written: str = "") -> None:
    """A literal as a chip, maybe ``written`` otherwise; a false one is struck out, a true one has a bar below, one with
    its complement beside it has both: colour never speaks alone. One that its clause watches has an eye."""
    fill, ink = literal_colors(state, literal, theme)
    canvas.rect(box, fill, theme.accent if lit else theme.edge, 3 if lit else 1, box.h * 0.25)
    size, word = max(SMALLEST, box.h * 0.62), written or literal
    if box.h >= SMALLEST and canvas.measure(word, size, "bold") <= box.w - 2:
        canvas.text(box.center, word, size, ink, "center", "bold")
    truth, both = state.truth(literal), state.both(literal)
    if truth is False or both:
        slope = box.h * 0.26  # not level: it would hide the bar of ¬
        canvas.line((box.x + box.w * 0.12, box.center[1] + slope), (box.right - box.w * 0.12, box.center[1] - slope),
                    ink, max(1.0, box.h * 0.06))
    if truth or both:
        canvas.rect(Rect(box.x + box.w * 0.2, box.bottom - box.h * 0.16, box.w * 0.6, max(1.5, box.h * 0.07)), ink)
    if watched and box.h >= 18:  # smaller, it would be a speck
        draw_eye(canvas, eye_on(box), theme)


def eye_on(box: Rect) -> Rect:
    """Where a chip has the eye of its clause: over its corner, beside its word."""
    side = min(box.h, _EYED)
    return Rect(box.right - side * 0.46, box.y - side * 0.18, side * 0.64, side * 0.46)


def draw_eye(canvas: Canvas, box: Rect, theme: Theme, *, lit: bool = False) -> None:
    """The eye of a clause that watches a literal, on a ground of its own; ``lit`` where it has just come there."""
    fill, rim, ink = ((theme.accent, theme.background, theme.background) if lit else
                      (theme.background, theme.muted, theme.text))

    def draw(on: Canvas) -> None:
        on.rect(box, fill, rim, 1, box.h * 0.5)
        draw_icon(on, "eye", box.inset(box.w * 0.1, 0), ink)

    canvas.alike(("watch", box, fill, rim, ink), draw)


def chip_width(canvas: Canvas, literal: str, height: float) -> float:
    """How wide a literal's chip is."""
    return canvas.measure(literal, max(SMALLEST, height * 0.62), "bold") + height * 0.7


def chips(canvas: Canvas, box: Rect, literals: Sequence[str], height: float) -> Iterator[tuple[str, Rect]]:
    """Places for a clause's literals, in rows."""
    gap, x, y = height * 0.22, box.x, box.y
    for literal in literals:
        width = min(chip_width(canvas, literal, height), box.w)
        if x + width > box.right and x > box.x:
            x, y = box.x, y + height + gap
        yield literal, Rect(x, y, width, height)
        x += width + gap


_READ = 18.0  # the height of a chip with room for its text, and for what strikes that out or stands below it


def draw_clause(canvas: Canvas, box: Rect, state: SatState, clause: int, theme: Theme, unit: float,
                links: Links) -> None:
    """One clause: its number, and its literals as chips; of an at-least constraint also how many of them must be true,
    and how many are false of how many may be."""
    size = 14 * unit
    lines, counts = [(f"{state.kind_of(clause)} {clause}".capitalize(), size, theme.muted)], list[Number]()
    item, literals = state.item(), state.literals_of(clause)
    if item is not None:
        bounds = f"{item.least} to {item.most}" if item.least < item.most else f"{item.least}"
        literals = tuple(map(state.form.word, item.literals))
        true = sum(state.truth(literal) is True for literal in literals)
        lines = [(f"Item {item.name}", size, theme.muted), (f"{bounds} to be true", 12 * unit, theme.text),
                 (f"true so far: {true}", 12 * unit, theme.text)]
        counts = [true_of(state, item.name, literals, true)]
    elif state.form.noun == "constraint":
        false, most = state.falsity(clause)
        color = theme.bad if false > most else theme.accent if false == most else theme.text
        lines += [(f"{state.minimum(clause)} or more true", 12 * unit, theme.text),
                  (f"false {false} of at most {most}", 12 * unit, color)]
        counts = [*false_of(state, clause, false)]
    wide = max(90 * unit, *(canvas.measure(text, high) for text, high, _ in lines)) + 2 * unit
    name, place = box.split_left(wide, 6 * unit)
    for index, (text, high, color) in enumerate(lines):
        links.write(canvas, (name.x, name.y + (13 + 17 * index) * unit), text, high, color,
                    numbers=counts if index == 2 else ())
    if not literals:
        canvas.text((place.x, name.y + 13 * unit), "⊥ (empty)", size, theme.bad, "left", "bold")
    watched = state.watched_in(clause)
    asked = next((literal for literal in literals if hero_colors(state, literal, theme) is not None), None)
    least = str(state.minimum(clause)) if item is None and state.form.noun == "constraint" else ""
    end = canvas.measure(least, 13 * unit, "bold") + 3 * unit if least else 0.0
    placed, left = _fitting(canvas, place.split_right(end)[0], literals, asked, unit)
    for literal, chip in placed:
        draw_literal(canvas, chip, state, literal, theme, lit=links.lit(literal), watched=literal in watched)
        links.drawn(literal, chip)
    if placed:
        _end_clause(canvas, placed[-1][1], _LEFT_OUT.format(left) if left else "", least, theme, unit)


def _end_clause(canvas: Canvas, last: Rect, more: str, least: str, theme: Theme, unit: float) -> None:
    """Behind the last chip: how many more there are, and how many must be true."""
    x = last.right + 3 * unit
    if more:
        canvas.text((x, last.center[1]), more, 13 * unit, theme.muted)
        x += canvas.measure(more, 13 * unit) + 9 * unit
    if least:
        canvas.text((x, last.bottom - 5 * unit), least, 13 * unit, theme.text, "left", "bold")


def _fitting(canvas: Canvas, place: Rect, literals: Sequence[str], asked: str | None,
             unit: float) -> tuple[list[tuple[str, Rect]], int]:
    """The literals that have room, with their chips, and how many have none: these are counted behind the last one, and
    the one that the step is about is not among them."""
    height = 26 * unit
    placed = list(chips(canvas, place, literals, height))
    while placed and placed[-1][1].bottom > place.bottom + 1 and height > 14 * unit:
        height *= 0.9
        placed = list(chips(canvas, place, literals, height))
    if placed and placed[-1][1].bottom > place.bottom + 1:  # as some are counted in any case, the others can be read
        height = _READ * unit
        placed = list(chips(canvas, place, literals, height))
    placed = [(literal, chip) for literal, chip in placed if chip.bottom <= place.bottom + 1]
    if len(placed) == len(literals):
        return placed, 0
    end = place.right - canvas.measure(_LEFT_OUT.format(len(literals)), 13 * unit) - 6 * unit
    others = [literal for literal in literals if literal != asked]
    about = [] if asked is None else [asked]
    for count in range(len(placed), 0, -1):
        found = list(chips(canvas, place, [*others[:count - len(about)], *about], height))
        if found[-1][1].right <= end and found[-1][1].bottom <= place.bottom + 1:
            return found, len(literals) - count
    return [], len(literals)


def headline(state: SatState) -> str:
    """Where the search is, in a few words."""
    literals = state.probe or (state.assumptions if state.refuted else ())
    asked = f"with {(' ∨ ' if state.chunk else ' ∧ ').join(literals)}: " if literals else ""
    if state.refuted:
        return f"{asked}no {'further ' if state.further and not literals else ''}model"
    if said := state.news or state.progress():
        return said
    if state.clashing:
        return f"{asked}conflict: M has both {' and '.join(entry.literal for entry in state.clashing)}"
    if state.conflict is not None:
        return f"{asked}conflict in {state.form.noun} {state.conflict}"
    excluded = state.remembered[-1].excluded if state.remembered else None
    if state.seen_as_model and excluded is not None:
        return f"{asked}model {state.found} is excluded by clause {excluded}"
    if state.seen_as_model:
        return f"{asked}a model ({state.found:,} found so far)" if state.answered else f"{asked}is there a model?"
    return f"{asked}{len(state.values)} of {counted(len(state.form.names), 'variable')} assigned"


def draw_clauses(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links) -> None:
    """All clauses as text, those visited and the current one marked, and the literals that they watch; scrolled so that
    the current one shows, or one with what is pointed at."""
    if state.watching:
        box, line = box.split_bottom(16 * unit)
        eye, line = line.split_left(12 * unit, 4 * unit)
        draw_icon(canvas, "eye", eye, theme.muted)
        text = "watched    ▸ looked at    • visited    → watches another literal now"
        text = few_text(canvas, text, line.w, 12 * unit, joint="    ")[0]
        canvas.text((line.x, line.center[1]), text, 12 * unit, theme.muted)
    numbers = [*range(1, state.form.count + 1), *state.learned]
    step = 20 * unit
    shown = max(1, int(box.h / step))
    here = numbers.index(state.clause) if state.clause in numbers else 0
    top = max(0, min(here - shown // 2, len(numbers) - shown))
    if (found := _first_lit(state, links, set(numbers[top : top + shown]))) is not None:
        top = max(0, min(numbers.index(found), len(numbers) - shown))
    marks = dict.fromkeys(state.visited, "•") | dict.fromkeys(dict(state.moved), "→")
    if state.clause is not None:
        marks[state.clause] = "▸"
    marks |= {entry.because: CLASH for entry in state.clashing if entry.because is not None}
    column = max(54 * unit, canvas.measure(f"L{numbers[-1]}", 12 * unit) + 20 * unit if numbers else 0)
    for row, clause in enumerate(numbers[top : top + shown]):
        line = Rect(box.x, box.y + row * step, box.w, step)
        if clause == state.clause:
            canvas.rect(line, theme.current, radius=3 * unit)
        canvas.text((line.x + 4 * unit, line.center[1]), marks.get(clause, ""), 13 * unit, theme.accent)
        sign = {"learned": "L", "added": "C"}.get(state.kind_of(clause), "")
        canvas.text((line.x + column, line.center[1]), f"{sign}{clause}", 12 * unit, theme.muted, "right")
        _draw_row(canvas, line.split_left(column + 8 * unit)[1], state, clause, theme, unit, links)


def _draw_row(canvas: Canvas, line: Rect, state: SatState, clause: int, theme: Theme, unit: float,
              links: Links) -> None:
    """A clause's literals in a line, p ∨ q, or how many there is no room for; before those of an at-least constraint
    stands how many must be true, and how many are false of how many may be."""
    x, y, watched, sign = line.x, line.center[1], state.watched_in(clause), "∨"
    if state.form.noun == "constraint":
        false, most = state.falsity(clause)
        color = theme.bad if false > most else theme.accent if false == most else theme.muted
        canvas.text((x, y), f"≥{state.minimum(clause)}", 13 * unit, theme.text, "left", "bold")
        links.write(canvas, (x + 32 * unit, y), f"✗ {false}/{most}", 12 * unit, color,
                    numbers=false_of(state, clause, false))
        x, sign = x + max(78 * unit, 38 * unit + canvas.measure(f"✗ {false}/{most}", 12 * unit)), ""
    literals = state.literals_of(clause)
    for index, literal in enumerate(literals):
        before, left = sign if index else "", len(literals) - index
        room = line.right - x - (0 if left == 1 else 50 * unit)  # for how many are left out
        if word_width(canvas, state, literal, unit, before, literal in watched) > room:
            canvas.text((x, y), f"… +{left}", 13 * unit, theme.muted)
            return
        end = draw_word(canvas, (x, y), state, literal, theme, unit, before=before, lit=links.lit(literal),
                        watched=literal in watched)
        links.drawn(literal, Rect(x, line.y, end - x, line.h))
        x = end


def _first_lit(state: SatState, links: Links, on_show: set[int]) -> int | None:
    """The first clause with what is pointed at, if none of those on show has it."""
    if links.pointed is None:
        return None
    clauses = [clause for literal, numbers in state.occurring.items() if links.lit(literal) for clause in numbers]
    return None if not clauses or on_show.intersection(clauses) else min(clauses)


def word_width(canvas: Canvas, state: SatState, literal: str, unit: float, before: str, watched: bool) -> float:
    """How much room :func:`draw_word` takes, without the gap behind."""
    size = 14 * unit
    sign = canvas.measure(f"{before} ", size) if before else 0.0
    return sign + canvas.measure(literal, size, "bold" if state.truth(literal) else "sans") + 13 * unit * watched


def draw_word(canvas: Canvas, at: tuple[float, float], state: SatState, literal: str, theme: Theme, unit: float, *,
              before: str = "", lit: bool = False, watched: bool = False) -> float:
    """A literal in a line of text, behind the sign ``before``: a true one bold, a false one struck out, one that its
    clause watches with an eye. Returns where the next one begins."""
    size, (x, y) = 14 * unit, at
    if before:
        canvas.text((x, y), before, size, theme.muted)
        x += canvas.measure(f"{before} ", size)
    truth, both = state.truth(literal), state.both(literal)
    color = theme.text if truth is None else theme.good if truth and not both else theme.bad
    width = canvas.measure(literal, size, "bold" if truth else "sans")
    if (own := hero_colors(state, literal, theme)) is not None:
        ground, color = own
        canvas.rect(Rect(x - 2 * unit, y - 9 * unit, width + 4 * unit, 18 * unit), ground, radius=3 * unit)
    if lit:
        canvas.rect(Rect(x - 2 * unit, y - 9 * unit, width + 4 * unit, 18 * unit), None, theme.accent, 2, 3 * unit)
    canvas.text((x, y), literal, size, color, "left", "bold" if truth else "sans")
    if truth is False or both:
        canvas.line((x, y + 4 * unit), (x + width, y - 4 * unit), color, max(1.0, 1.2 * unit))  # see draw_literal
    if watched:
        draw_icon(canvas, "eye", Rect(x + width + unit, y - 10 * unit, 12 * unit, 12 * unit), theme.text)
        width += 10 * unit
    return x + width + size * 0.4
