"""The panel of a revision: each value of the variable, and which value of its partner supports it."""

from __future__ import annotations

from algorithms.problems.forms.csp import Constraint, Value
from algorithms.words import counted, few
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import Theme
from visualizer.families.arcs.numbers import times_of, waiting_of
from visualizer.families.arcs.reasons import chain, record_of, supports
from visualizer.families.arcs.state import ArcState, arcs_of
from visualizer.runs.states import State
from visualizer.runs.why import began
from visualizer.stage.family import Legend
from visualizer.stage.panels import Fact, algorithm_facts, draw_legend_and_facts, ended
from visualizer.stage.view import View

LEGEND: Legend = (
    ("test", "a value"), ("known", "its support"), ("mine", "✗ no support"), ("mark", "+ put back"),
)
_ROW, _LEAST_ROW = 24.0, 19.5  # points: the height of a value

_GONE = 2  # lost supports that are named in a row
_CAUSE, _LINE, _LABEL, _STEP = 12.5, 23.0, 38.0, 16.0  # points: causes, their lines, "why:", and an arrow between two


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """REVISE with its values; before and after, what the colours mean."""
    arcs = arcs_of(view.state)
    if arcs.arc is None:
        lines = [*algorithm_facts(view.algorithm), *idle_facts(arcs, view)]
        draw_legend_and_facts(canvas, box, LEGEND, lines, theme, unit, view.links)
        return
    head, rest = box.split_top(22 * unit, 2 * unit)
    x, y = arcs.arc
    number = times_of(arcs)
    times = "for the first time" if number.value == 1 else f"for the {number.text} time"
    wide = canvas.measure(times, 13 * unit)
    said, room = f"REVISE({x}, {y})", head.w - wide - 10 * unit
    size = max(SMALLEST * unit, 15 * unit * min(1.0, 0.97 * room / canvas.measure(said, 15 * unit, "bold")))
    said = fit_text(canvas, said, room, size, "bold")
    canvas.text((head.x, head.center[1]), said, size, theme.text, "left", "bold")
    view.links.write(canvas, (head.right, head.center[1]), times, 13 * unit, theme.muted, "right", numbers=[number])
    line, rest = rest.split_top(18 * unit, 5 * unit)
    relation = fit_text(canvas, said_of(arcs), line.w, 13 * unit)
    canvas.text((line.x, line.center[1]), relation, 13 * unit, theme.muted)
    causes = causes_of(view.timeline, arcs)
    if causes:
        told = lines_of(canvas, causes, rest.w - (_LABEL + _STEP) * unit, unit)
        rest, foot = rest.split_bottom((_LINE * len(told) - 3) * unit, 5 * unit)
        _draw_causes(canvas, foot, told, theme, unit)
    _draw_values(canvas, rest, arcs, view.state, theme, unit)


def idle_facts(arcs: ArcState, view: View) -> list[Fact]:
    """Where there is no arc: before the queue, and after it."""
    if (over := ended(view.state, view.algorithm)) is not None:
        return [Fact("Now", over)]
    if not arcs.filled:
        return [Fact("Now", "not started" if view.timeline.event is None else "before the queue is filled")]
    return [Fact("Now", f"{counted(len(arcs.queue), 'arc')} in the queue", numbers=(waiting_of(arcs),))]


def said_of(arcs: ArcState) -> str:
    """The constraints of the arc, each with its relation."""
    assert arcs.arc is not None
    between: tuple[Constraint, ...] = arcs.network.between(*arcs.arc)
    return "; ".join(c.text if c.name in c.text else f"{c.name}: {c.text}" for c in between)


def causes_of(timeline: Timeline[State], arcs: ArcState) -> list[str]:
    """How it came to the last value that the revision has cost."""
    if not arcs.lost or arcs.arc is None:
        return []
    removal = record_of(timeline).last(arcs.arc[0], arcs.lost[-1], began(timeline), timeline.position + 1)
    return [] if removal is None else list(chain(timeline, removal))


def _draw_values(canvas: Canvas, box: Rect, arcs: ArcState, state: State, theme: Theme, unit: float) -> None:
    """A row for each value; in two columns, or only those around the one under test, where they are many."""
    assert arcs.arc is not None
    x, _ = arcs.arc
    left = set(arcs.left_to(state, x))
    every = [a for a in arcs.network.csp.domains[x] if a in left or a in arcs.support]
    rows = max(1, int(box.h / (_LEAST_ROW * unit)))
    columns = 1 if len(every) <= rows else 2
    room = rows * columns
    first, rest = 0, 0
    if len(every) > room:
        now = every.index(arcs.under_test) if arcs.under_test in every else 0
        first = max(0, min(now - room // 2, len(every) - room + 1))
        rest, every = len(every) - room + 1, every[first:first + room - 1]
    used = min(rows, -(-(len(every) + bool(rest)) // columns))
    high, wide = min(_ROW * unit, box.h / used), box.w / columns
    for index in range(len(every) + bool(rest)):
        column, row = divmod(index, used)
        place = Rect(box.x + column * wide, box.y + row * high, wide - 8 * unit, high).inset(0, 1.25 * unit)
        if index < len(every):
            _draw_value(canvas, place, every[index], arcs, state, theme, unit)
        else:
            canvas.text((place.x, place.center[1]), f"and {rest:,} more", 12 * unit, theme.muted)


def _draw_value(canvas: Canvas, row: Rect, a: Value, arcs: ArcState, state: State, theme: Theme, unit: float) -> None:
    """The value, an arrow, and its support; or what would have been one, struck."""
    assert arcs.arc is not None
    x, y = arcs.arc
    part = min(150 * unit, row.w * 0.36)
    one, rest = row.split_left(part, 4 * unit)
    arrow, rest = rest.split_left(18 * unit, 4 * unit)
    if a not in arcs.support:
        now = a == arcs.under_test and arcs.against is not None
        chip(canvas, one, f"{x} = {a}", ("test", "on_test") if now else ("raised", "text"), theme, unit)
        if now:
            _draw_arrow(canvas, arrow, theme, unit)
            other, sign = rest.split_left(part, 6 * unit)
            chip(canvas, other, f"{y} = {arcs.against}", ("uncovered", "on_uncovered"), theme, unit)
            mark, color = ("✓", theme.good) if arcs.satisfied else ("✗ next one", theme.bad)
            canvas.text((sign.x, sign.center[1]), fit_text(canvas, mark, sign.w, 12.5 * unit), 12.5 * unit, color)
        return
    support = arcs.support[a]
    _draw_arrow(canvas, arrow, theme, unit)
    if support is not None:
        chip(canvas, one, f"{x} = {a}", ("test", "on_test"), theme, unit)
        other, sign = rest.split_left(part, 6 * unit)
        chip(canvas, other, f"{y} = {support}", ("known", "on_known"), theme, unit)
        canvas.text((sign.x, sign.center[1]), "✓", 13 * unit, theme.good, "left", "bold")
        return
    chip(canvas, one, f"{x} = {a}", ("mine", "on_mine"), theme, unit, struck=True)
    gone = [b for b in supports(arcs.network, x, a, y) if b not in arcs.left_to(state, y)]
    said = "✗ no support" if not gone else f"✗ gone: {y} = {few(gone, _GONE)}"
    said = few_text(canvas, said, rest.w, 12.5 * unit, "bold")[0]
    canvas.text((rest.x, rest.center[1]), said, 12.5 * unit, theme.bad, "left", "bold")


def chip(canvas: Canvas, box: Rect, text: str, colors: tuple[str, str], theme: Theme, unit: float, *,
         struck: bool = False) -> None:
    """A word on a ground of its own."""
    ink = getattr(theme, colors[1])
    canvas.rect(box, getattr(theme, colors[0]), theme.edge, 1, 4 * unit)
    size = min(12.5 * unit, box.h * 0.74)
    if canvas.measure(text, size, "bold") > box.w - 4 * unit:
        text, size = text.replace(" = ", "="), SMALLEST * unit
    said = fit_text(canvas, text, box.w - 4 * unit, size, "bold")
    canvas.text(box.center, said, size, ink, "center", "bold")
    if struck:
        half = canvas.measure(said, size, "bold") / 2 + 3 * unit
        x, y = box.center
        canvas.line((x - half, y), (x + half, y), ink, 1.5 * unit)


def _draw_arrow(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
    canvas.text(box.center, "→", 14 * unit, theme.muted, "center", "bold")


def lines_of(canvas: Canvas, causes: list[str], wide: float, unit: float) -> list[list[str]]:
    """The causes in two lines at the most; the first ones are left out where not all have room."""
    for skipped in range(len(causes)):
        words, lines, used = ["…"] * bool(skipped) + causes[skipped:], [list[str]()], 0.0
        for word in words:
            room = _chip_width(canvas, word, unit) + _STEP * unit
            if lines[-1] and used + room - _STEP * unit > wide:
                lines.append([])
                used = 0.0
            lines[-1].append(word)
            used += room
        if len(lines) <= 2:
            return lines
    return [causes[-1:]]


def _chip_width(canvas: Canvas, word: str, unit: float) -> float:
    return canvas.measure(word, _CAUSE * unit, "bold") + 10 * unit


def _draw_causes(canvas: Canvas, box: Rect, lines: list[list[str]], theme: Theme, unit: float) -> None:
    """What led to it, the first cause first."""
    canvas.text((box.x, box.y + 10 * unit), "why:", _CAUSE * unit, theme.muted)
    for row, line in enumerate(lines):
        x, y = box.x + _LABEL * unit, box.y + row * _LINE * unit
        for index, word in enumerate(line):
            place = Rect(x, y, min(_chip_width(canvas, word, unit), box.right - x), 20 * unit)
            last = row == len(lines) - 1 and index == len(line) - 1
            chip(canvas, place, word, ("mine", "on_mine") if last else ("raised", "text"), theme, unit)
            if not last:
                at = place.right + _STEP / 2 * unit, place.center[1]
                canvas.text(at, "→", _CAUSE * unit, theme.muted, "center")
            x = place.right + _STEP * unit
