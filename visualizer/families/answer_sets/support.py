"""Who could support it? Each rule for an atom of U, crossed out by M, or by U itself; and a set of one's own, tested.

What is not tested yet is said to be so; once the set is settled, all rules are judged by the definition.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from algorithms.problems.forms.semantics import is_unfounded
from algorithms.words import counted, listed
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.families.answer_sets.reading import Reading, ReductReading, numbers, set_of
from visualizer.families.answer_sets.rule_lines import draw_chip, draw_rule, draw_struck
from visualizer.families.answer_sets.state import ProgramState
from visualizer.stage.links import Links

_ROW, _CHIP = 23.0, 72.0  # units: the height of a row, the widest chip of an atom


class Row(NamedTuple):
    """A rule that could support an atom (0: it has none), what is said of it, in which colour, behind which sign."""

    atom: int
    rule: int
    sign: str
    text: str
    color: str

    @property
    def out(self) -> bool:
        """Is it crossed out?"""
        return self.sign in ("✗", "↻")

    def short(self) -> Row:
        """In as few words as the legend: the rule is to be read whole."""
        return self._replace(text={"✗": "blocked by M", "↻": "needs U itself"}.get(self.sign if self.rule else "",
                                                                                   self.text))


def judged(reading: Reading, u: Sequence[int], atom: int, rule: int) -> Row:
    """What the definition of unfounded sets says of a rule for an atom of U."""
    verdict = reading.verdict(rule)
    if verdict.kind == "blocked":
        return Row(atom, rule, "✗", f"blocked by {listed([reading.word(-literal) for literal in verdict.by])}", "bad")
    program = reading.program
    inside = [b for b in dict.fromkeys(program.rules[rule - 1].positive) if b in u]
    if inside:
        return Row(atom, rule, "↻", f"needs {listed([program.names[b - 1] for b in inside])}, in U", "caution")
    return Row(atom, rule, "✓", "can hold it up", "good")


def rows_of(known: ProgramState, reading: Reading) -> list[Row]:
    """The rows of all atoms of U, and of one that a rule holds up just now."""
    number = {name: atom for atom, name in enumerate(reading.program.names, 1)}
    u = [number[atom] for atom in known.u or ()]
    atoms = list(u)
    if known.tested is not None and number[known.tested] not in atoms:
        atoms.append(number[known.tested])
    return [row for atom in atoms for row in _rows_for(known, reading, u, atom)]


def _rows_for(known: ProgramState, reading: Reading, u: list[int], atom: int) -> list[Row]:
    program, found = reading.program, list[Row]()
    name = program.names[atom - 1]
    for rule in reading.rules_for(atom):
        out = known.out.get(rule)
        left = [] if out is None or out.why == "blocked" else [b for b in out.by if b not in (known.u or ())]
        if left and len(left) == len(out.by if out else ()):
            found.append(Row(atom, rule, "", f"needed {listed(left)}, gone from U", "muted"))
        elif known.settled or rule in known.out or known.held.get(name) == rule:
            found.append(judged(reading, u, atom, rule))
        elif known.tested == name and known.rule == rule:
            found.append(Row(atom, rule, "✓", "can hold it up", "good"))
        else:
            found.append(Row(atom, rule, "", "not tested yet", "muted"))
    return found or [Row(atom, 0, "✗", "no rule for it", "bad")]


def draw_support(canvas: Canvas, box: Rect, known: ProgramState, reading: Reading, theme: Theme, unit: float,
                 links: Links) -> None:
    """As many rows as fit, those of the atom that is tested, or pointed at, first."""
    rows = rows_of(known, reading)
    for index, rule in enumerate(known.violated[: int(box.h / (_ROW * unit))] if not rows else ()):
        line = Rect(box.x, box.y + index * _ROW * unit, box.w, _ROW * unit)
        for spot, name in draw_rule(canvas, line, reading, rule, theme, unit, links.lit):
            links.drawn(name, spot)
    lines = max(1, int(box.h / (_ROW * unit)))
    more = len(rows) > lines > 1  # a line says how many there are
    most = lines - more
    names = reading.program.names
    wanted = next((index for index, row in enumerate(rows) if links.lit(names[row.atom - 1])), None)
    if wanted is None:
        wanted = next((index for index, row in enumerate(rows) if names[row.atom - 1] == known.tested), 0)
    top = max(0, min(wanted, len(rows) - most))
    high = min(_ROW * 1.3 * unit, box.h / max(1, min(len(rows), lines)))
    before, shown = 0, rows[top : top + most]
    widths = _widths(canvas, shown, reading, unit)
    if sum(widths) > box.w - 8 * unit:
        shown = [row.short() for row in shown]
        widths = _widths(canvas, shown, reading, unit)
    for index, row in enumerate(shown):
        line = Rect(box.x, box.y + index * high, box.w, high)
        _draw_row(canvas, line, row, known, reading, theme, unit, links, widths, named=row.atom != before)
        before = row.atom
    if more:
        text = f"… {counted(len(rows) - most, 'more rule')}"
        canvas.text((box.x, box.y + (most + 0.5) * high), text, 12 * unit, theme.muted)


def _widths(canvas: Canvas, rows: Sequence[Row], reading: Reading, unit: float) -> tuple[float, float]:
    """What the longest rule needs with its number, and the longest that is said of one with its sign."""
    rules = [canvas.measure(reading.program.text(row.rule), 13 * unit) + 25 * unit for row in rows if row.rule]
    said = [canvas.measure(row.text, 12.5 * unit, "bold") + 20 * unit for row in rows]
    return max(rules, default=0.0), max(said, default=0.0)


def _draw_row(canvas: Canvas, line: Rect, row: Row, known: ProgramState, reading: Reading, theme: Theme, unit: float,
              links: Links, widths: tuple[float, float], *, named: bool) -> None:
    """The atom, the rule, struck where it is out, and what it is crossed out by."""
    name, size, y = reading.program.names[row.atom - 1], 13 * unit, line.center[1]
    now = name == known.tested and row.rule in (known.rule, 0)
    if now:
        canvas.rect(line.inset(0, unit), theme.current, radius=4 * unit)
    longest = max(canvas.measure(other, size, "bold") for other in (known.u or (name,)))
    short = longest + size <= _CHIP * unit  # a long name is at the head of its rule, and need not stand twice
    first, rest = line.split_left(min(line.w * 0.2, max(30 * unit, longest + 1.4 * size)) if short else 0, 6 * unit)
    if named and short:
        truth = reading.truth(row.atom)
        in_u = name in (known.u or ())
        colors = (theme.test, theme.on_test) if in_u and truth is not False else None
        wide = min(first.w, max(24 * unit, canvas.measure(name, size, "bold") + size))
        chip = Rect(first.x + 2 * unit, y - 9.5 * unit, wide, 19 * unit)
        draw_chip(canvas, chip, name, None if colors else truth, theme, size, lit=links.lit(name), colors=colors)
        links.drawn(name, chip)
    half = (rest.w - 8 * unit) / 2  # each, unless one needs more, and the other less
    words, said = rest.split_left(max(min(widths[0], 2 * half - widths[1]), min(half, 2 * half - widths[1])), 8 * unit)
    color = theme.unknown if row.color == "caution" and theme.name == "dark" else getattr(
        theme, "text" if row.color == "caution" else row.color)
    if row.rule:
        place, words = words.split_left(18 * unit, 6 * unit)
        canvas.text((place.right, y), str(row.rule), 12.5 * unit, theme.muted, "right")
        draw_struck(canvas, words, reading.program.text(row.rule), size, theme.text, color if row.out else None)
    else:
        canvas.text((words.x, y), "–" if short else fit_text(canvas, name, words.w, size), size, theme.muted)
    sign, said = said.split_left(16 * unit, 3 * unit)
    canvas.text(sign.center, row.sign, 14 * unit, color, "center", "bold")
    canvas.text((said.x, y), fit_text(canvas, row.text, said.w, 12.5 * unit), 12.5 * unit, color, "left",
                "bold" if row.out else "sans")


def of_own_set(reading: Reading, names: Collection[str]) -> tuple[Reading, list[int]]:
    """What a set of one's own is tested on, M or that of a guess X, and its atoms."""
    atoms = [atom for atom, name in enumerate(reading.program.names, 1) if name in names]
    if isinstance(reading, ReductReading):
        others = frozenset(range(1, len(reading.program.names) + 1)) - reading.x
        return Reading(reading.program, reading.x | {-atom for atom in others}), atoms
    return reading, atoms


def own_verdict(reading: Reading, marked: Sequence[int]) -> tuple[bool | None, str]:
    """Is a set of one's own unfounded on M, and why or why not? None where M is inconsistent."""
    said, m = set_of(reading.program, marked), reading.m
    if any(map(reading.clash, m)):
        return None, "M is inconsistent: what is unfounded is only said of a consistent set of literals."
    if is_unfounded(reading.program, marked, m):
        least = [atom for atom in marked if atom in m]
        more = ", and it has true atoms: M⁺ is no answer set" if least else ""
        return True, f"Your set {said} is unfounded on M: each of its rules is blocked, or needs it{more}."
    rules = [rule for atom in marked for rule in reading.rules_for(atom)
             if judged(reading, marked, atom, rule).sign == "✓"]
    head = reading.program.names[reading.program.rules[rules[0] - 1].head - 1]
    held = [rule for rule in rules if reading.program.rules[rule - 1].head == reading.program.rules[rules[0] - 1].head]
    return False, f"Your set {said} is not unfounded on M: {numbers(held)} can hold up {head}."


def draw_own_set(canvas: Canvas, box: Rect, reading: Reading, marked: Sequence[int], theme: Theme, unit: float) -> None:
    """The verdict on a set of one's own, in two lines."""
    unfounded, text = own_verdict(reading, marked)
    color, mark = (theme.bad, "✗") if unfounded else (theme.muted, "–") if unfounded is None else (theme.good, "✓")
    canvas.rect(box, None, theme.mark, 1.5 * unit, 5 * unit)
    inner = box.inset(8 * unit, 3 * unit)
    sign, inner = inner.split_left(18 * unit, 4 * unit)
    canvas.text(sign.center, mark, 15 * unit, color, "center", "bold")
    lines = wrap_text(canvas, text, inner.w, 12.5 * unit)
    if len(lines) > 2:
        lines = [lines[0], fit_text(canvas, " ".join(lines[1:]), inner.w, 12.5 * unit)]
    for index, line in enumerate(lines):
        y = inner.center[1] + (index - (len(lines) - 1) / 2) * 16 * unit
        canvas.text((inner.x, y), line, 12.5 * unit, theme.text)
