"""The rules of a program, each literal of a body true, false or open on M, and what becomes of the rule."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import inf
from typing import NamedTuple

from algorithms.problems.forms.program import LogicProgram, Rule
from algorithms.words import counted, listed
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text
from visualizer.canvas.strokes import draw_dashed_frame, draw_path
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.reading import Reading
from visualizer.families.answer_sets.rule_lines import Spot, atoms_of, chip_colors, draw_chip, draw_rule
from visualizer.families.satisfiability.panels import CLASH

_HIGH = (60.0, 29.0, 19.0)  # units: a card with a line of words, one without, a line of text
_GAP = 4.0
_MOST_CARDS = 100  # no box has room for more
_LOOSE = 1.4  # cards in one line may be so much higher where there is room
_MOST_COLUMNS = 2
_LEAST_COLUMN = 210.0


_LETTER, _CHIP, _AROUND = 9.4, 23.0, 94.0  # units: a letter, a literal beside its letters, a card beside its literals
_WITHIN = ", in U"  # left out where there is no room for it
_SAID, _BESIDE = 185.0, 122.0  # units: the least width, for the words below; what they ask for in the line of the rule


class Cards(NamedTuple):
    """Which rules are shown, and where: ``style`` 0 with words below, 1 in one line, 2 as text."""

    style: int
    places: dict[int, Rect]
    left: int


def longest(program: LogicProgram) -> float:
    """The width, in units, that a card asks for to have its rule in a line."""
    return max((_AROUND + sum(_CHIP + _LETTER * len(program.said(literal)) for literal in (rule.head or 1, *rule.body))
                for rule in program.rules[:_MOST_CARDS]), default=0.0)


def cards_size(line: float, count: int, room: float) -> tuple[float, float]:
    """The width and the height, in units, that so many cards ask for, the longest rule being so long: with words below
    in a room that has such a height, else with words in the line. Where there is no room for cards, nothing is
    asked for."""
    if (below := count * (_HIGH[0] + _GAP)) <= room:
        return max(line, _SAID), below + 50
    if (beside := count * (_HIGH[1] + _GAP)) <= room:
        return line + _BESIDE, beside + 50
    return 0.0, inf


def arrange_cards(box: Rect, count: int, first: Sequence[int], unit: float) -> Cards:
    """All rules where they fit, as large as they fit; else as text those that come ``first``, and others after them."""
    for style, usual in enumerate(_HIGH):
        high = usual
        step = high * unit + (_GAP * unit if style < 2 else 0)
        rows = max(1, int((box.h + _GAP * unit) / step))
        columns = 1 if style == 0 else max(1, min(_MOST_COLUMNS, int(box.w / (_LEAST_COLUMN * unit))))
        if count <= rows * columns:
            columns = -(-count // rows) if count else 1
            if style == 1 and columns == 1:
                step = min(step * _LOOSE, (box.h + _GAP * unit) / max(1, count))
                high = step / unit - _GAP
            return Cards(style, _places(box, range(1, count + 1), rows, columns, step, high * unit, unit), 0)
    rows -= 1
    chosen = list(dict.fromkeys((*first, *range(1, count + 1))))[: rows * columns]
    return Cards(2, _places(box, sorted(chosen), rows, columns, step, high * unit, unit), count - len(chosen))


def _places(box: Rect, rules: Collection[int], rows: int, columns: int, step: float, high: float,
            unit: float) -> dict[int, Rect]:
    gap = 10 * unit
    wide = (box.w - gap * (columns - 1)) / columns
    return {rule: Rect(box.x + index // rows * (wide + gap), box.y + index % rows * step, wide, high)
            for index, rule in enumerate(rules)}


def draw_cards(canvas: Canvas, box: Rect, cards: Cards, reading: Reading, theme: Theme, unit: float,
               lit: Collection[str]) -> list[Spot]:
    """Draws them; returns where atoms are. ``lit`` are the atoms that are pointed at, or looked at."""
    spots: list[Spot] = []
    for rule, place in cards.places.items():
        if cards.style == 2:
            spots += draw_rule(canvas, place, reading, rule, theme, unit, lit.__contains__)
        else:
            spots += _draw_card(canvas, place, reading, rule, theme, unit, lit, cards.style == 0)
    if cards.left:
        text = f"… and {counted(cards.left, 'more rule')}"
        canvas.text((box.x, box.bottom - 7 * unit), text, 12 * unit, theme.muted)
    return spots


def _draw_card(canvas: Canvas, box: Rect, reading: Reading, rule: int, theme: Theme, unit: float,
               lit: Collection[str], wordy: bool) -> list[Spot]:
    """A rule as a card: its number, its head, its body, and what it can do on M. The one that is looked at is lit."""
    names, now = atoms_of(reading, rule), rule == reading.now
    if reading.together and not reading.now:  # an atom in the body of another rule is not what is looked at
        touched = rule in reading.together
        lit = lit if touched else ()
    else:
        touched = now or (not reading.now and any(name in lit for name in names))
    sign, said, color = told(reading, rule, theme)
    edge = color if reading.verdict(rule).kind in ("blocked", "violated") else theme.edge
    canvas.rect(box, theme.current if touched else theme.raised, theme.accent if now else edge,
                (2.5 if now else 1.5) * unit, 6 * unit)
    high = 24 * unit
    top = box.y + 6 * unit if wordy else box.center[1] - high / 2
    line = Rect(box.x + 8 * unit, top, box.w - 16 * unit, high)
    number, line = line.split_left(22 * unit, 2 * unit)
    canvas.text((number.x, number.center[1]), str(rule), 12.5 * unit, theme.muted)
    if not wordy and sign:
        line, end = line.split_right(18 * unit)
        canvas.text(end.center, sign, 15 * unit, color, "center", "bold")
    spots = _draw_literals(canvas, line, reading, rule, theme, unit, lit)
    if not wordy and spots:
        left = line.right - spots[-1][0].right - 20 * unit
        said = next((one for one in _shorter(said) if canvas.measure(one, 12.5 * unit) <= left), "")
        if said:
            canvas.text((line.right - 4 * unit, line.center[1]), said, 12.5 * unit, color, "right")
    spots += [(box, names[0])] * bool(names)  # a click on a rule means its head
    if wordy:
        at = line.x, box.bottom - 13 * unit
        whole = f"{sign} {said}".strip()
        text = whole if canvas.measure(whole, 13 * unit) <= line.w else whole.partition(": ")[0]
        canvas.text(at, fit_text(canvas, text, line.w, 13 * unit), 13 * unit, color)
    return spots


def _shorter(said: str) -> tuple[str, ...]:
    """What is said of a rule, in fewer and fewer words; of a violated one rather why than that."""
    found = said, said.removesuffix(_WITHIN)
    if said.startswith("stays"):
        return *found, "stays"
    verdict, colon, why = said.partition(": ")
    return (*found, why, verdict) if colon and verdict == "violated" else found


def told(reading: Reading, rule: int, theme: Theme) -> tuple[str, str, Color]:
    """What a rule can do: a sign, words, and their colour. Of one that was tested, what was found: it needs U itself,
    or can hold up its head."""
    verdict, within = reading.verdict(rule), reading.within(rule)
    if rule in reading.circular and within:
        names = listed([reading.program.names[atom - 1] for atom in within])
        return "↻", f"needs {names}{_WITHIN}", theme.unknown if theme.name == "dark" else theme.text
    if rule in reading.held and verdict.kind == "open":
        return "✓", f"can hold up {reading.program.names[reading.program.rules[rule - 1].head - 1]}", theme.good
    return verdict.sign, reading.said(rule), getattr(theme, verdict.color)


def _draw_literals(canvas: Canvas, line: Rect, reading: Reading, rule: int, theme: Theme, unit: float,
                   lit: Collection[str]) -> list[Spot]:
    """The head, an arrow, and the body, as chips; smaller ones where they are many, then cut. Of an atom that M
    has both ways they say that, as its node does."""
    program = reading.program
    found = program.rules[rule - 1]
    head = program.names[found.head - 1] if found.head else "⊥"
    words = [("{" + head + "}" if found.choice else head, found.head)]
    words += [(program.said(literal), literal) for literal in found.body]
    words = [(f"{word} {CLASH}" if reading.clash(literal) else word, literal) for word, literal in words]
    size = 14 * unit
    between = 22 * unit

    def width() -> float:
        return sum(canvas.measure(word, size, "bold") + size for word, _ in words) + between + 9 * unit * len(words)

    while size > 12 * unit and width() > line.w:
        size -= unit
    x, y, spots = line.x, line.center[1], list[Spot]()
    for index, (word, literal) in enumerate(words):
        if index == 1:
            canvas.text((x + between / 2 - 3 * unit, y), "←", size, theme.muted, "center")
            x += between
        elif index > 1:
            canvas.text((x - 4 * unit, y + 3 * unit), ",", size, theme.muted, "center")
            x += 3 * unit
        wide = canvas.measure(word, size, "bold") + size
        more = len(words) - index
        if x + wide + (26 * unit if more > 1 else 0) > line.right + 1:
            short = fit_text(canvas, word, line.right - x - size - (26 * unit if more > 1 else 0), size, "bold")
            if len(short) < 3:
                canvas.text((x, y), f"+{more}", 12 * unit, theme.muted)
                break
            wide = canvas.measure(short, size, "bold") + size
        chip = Rect(x, line.y + unit, wide, line.h - 2 * unit)
        _draw_literal(canvas, chip, word, literal, (reading, rule), theme, size, lit)
        if literal:
            spots.append((chip, program.names[abs(literal) - 1]))
        x += wide + 6 * unit
    return spots


def _draw_literal(canvas: Canvas, chip: Rect, word: str, literal: int, of: tuple[Reading, int], theme: Theme,
                  size: float, lit: Collection[str]) -> None:
    """A literal of a rule: as M makes it; an atom of the set that is looked at as its node, where M leaves it open;
    hollow and dashed where the rule stays without it."""
    reading, rule = of
    clash, out = reading.clash(literal), reading.left_out(rule, literal)
    within = literal in reading.u and reading.truth(literal) is None
    colors = (chip_colors(False, theme) if clash else (theme.panel, theme.muted) if out else
              (theme.test, theme.on_test) if within else None)
    draw_chip(canvas, chip, word, None if literal == 0 or colors else reading.truth(literal), theme, size,
              lit=bool(literal) and reading.program.names[abs(literal) - 1] in lit, colors=colors)
    if out:
        draw_dashed_frame(canvas, chip, theme.muted, 1.2, 4)


def draw_missing(canvas: Canvas, box: Rect, whole: LogicProgram, rules: Sequence[Rule], theme: Theme,
                 unit: float) -> None:
    """The rules of a whole program that a run does without."""
    for index, rule in enumerate(rules):
        line = Rect(box.x, box.y + 24 * unit * index, box.w, 22 * unit).inset(unit)
        corners = [(line.x, line.y), (line.right, line.y), (line.right, line.bottom), (line.x, line.bottom)]
        draw_path(canvas, [*corners, corners[0]], theme.muted, 1.2 * unit, 5 * unit, 4 * unit)
        text = f"without  {whole.text(whole.rules.index(rule) + 1)}"
        canvas.text((line.x + 8 * unit, line.center[1]), fit_text(canvas, text, line.w - 16 * unit, 12.5 * unit),
                    12.5 * unit, theme.muted)
