"""Fitness over the generations: best, median and worst on a logarithmic scale, and below them the diversity."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from math import log10
from typing import NamedTuple

from algorithms.genetic.events import GenerationEnded
from algorithms.words import percent
from scenarios.bands import Band
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, fit_text
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.genetic.numbers import measure_of
from visualizer.runs.states import State
from visualizer.stage.compare_totals import ended
from visualizer.stage.links import Links
from visualizer.stage.seeds import draw_strip, draw_words, strip_of

_MOST_POINTS = 200  # of a line
_WIDTHS = {"best": 3.0, "worst": 1.0}  # points; lines are told apart without their colours, too
Style = tuple[str, str, float, float]
"""A measure's name, the theme's colour, and the dash and the space of its line in points; no space: a whole line."""

STYLES: Sequence[Style] = (("best", "good", 1, 0), ("median", "known_line", 7, 4), ("worst", "bad", 1, 0))


def generations(timeline: Timeline[State]) -> list[tuple[int, GenerationEnded]]:
    """Those recorded so far, each with the index of its event: all, or so many that a line needs."""
    positions = timeline.positions(GenerationEnded)
    step = -(-len(positions) // _MOST_POINTS) or 1
    chosen = [*positions[::step], *(positions[-1:] if (len(positions) - 1) % step else ())]
    found = []
    for index in chosen:
        event = timeline.events[index]
        assert isinstance(event, GenerationEnded)
        found.append((index, event))
    return found


class _Axes(NamedTuple):
    """Where the fitness is drawn, and below it the diversity; the last generation, and the largest fitness."""

    upper: Rect
    lower: Rect
    last: int
    ceiling: int

    def across(self, number: int) -> float:
        return self.upper.x + self.upper.w * number / self.last

    def fitness(self, number: int, value: float) -> Point:
        return self.across(number), _height(self.upper, value, self.ceiling)

    def diversity(self, event: GenerationEnded) -> Point:
        return self.across(event.number), self.lower.bottom - self.lower.h * event.diversity


def draw_plot(canvas: Canvas, box: Rect, timeline: Timeline[State], theme: Theme, unit: float, links: Links,
              band: Band | None = None, *, ahead: bool = True) -> None:
    """The past in full colours, what is computed ``ahead`` of it pale, or not at all; a bar where we are, with the
    numbers there."""
    events = [event for _, event in generations(timeline)]
    if band is not None:
        box = draw_words(canvas, box, band, theme, unit, "of the best: ")
    head, rest = box.split_top(20 * unit, 6 * unit)
    if not events:
        canvas.text(box.center, "no generation so far", 13 * unit, theme.muted, "center")
        return
    now = _now(timeline)
    _draw_key(canvas, head, now, theme, unit, links)
    rest, foot = rest.split_bottom(18 * unit)
    axes = _axes(rest, events, band, unit)
    _draw_grid(canvas, axes.upper, axes.ceiling, theme, unit)
    _draw_frame(canvas, axes.lower, theme, unit)
    if band is not None and now is not None:
        shown = band.upto(None if ended(timeline) else now.number)
        draw_strip(canvas, strip_of(shown, axes.fitness), _color("good", theme), theme, unit)
    if ahead:
        _draw_curves(canvas, axes, [event for event in events if now is None or event.number >= now.number], True,
                     theme, unit)
    if now is not None:
        _draw_curves(canvas, axes, [event for event in events if event.number <= now.number], False, theme, unit)
        above = axes.upper.y - 3 * unit
        canvas.rect(Rect(axes.across(now.number) - unit, above, 2 * unit, axes.lower.bottom - above), theme.accent)
    size, y = 12 * unit, foot.center[1] + 2 * unit
    canvas.text((axes.upper.x, y), "0", size, theme.muted, "center")
    ending = f"generation {axes.last:,}" + ("" if timeline.done else ", so far")
    canvas.text((axes.upper.right, y), ending, size, theme.muted, "right")


def _now(timeline: Timeline[State]) -> GenerationEnded | None:
    """The last generation that has ended where we are."""
    positions = timeline.positions(GenerationEnded)
    count = bisect_left(positions, timeline.position)
    found = timeline.events[positions[count - 1]] if count else None
    return found if isinstance(found, GenerationEnded) else None


def _axes(box: Rect, events: Sequence[GenerationEnded], band: Band | None, unit: float) -> _Axes:
    top, below = box.split_bottom(max(40 * unit, box.h * 0.24), 12 * unit)
    margin = 46 * unit
    upper = Rect(top.x + margin, top.y, max(1.0, top.w - margin - 8 * unit), top.h)
    around = () if band is None else band.points[-1:]
    last = max(1, events[-1].number, *(number for number, _ in around))
    return _Axes(upper, Rect(upper.x, below.y, upper.w, below.h), last, max(10, *(event.worst for event in events)))


def _draw_curves(canvas: Canvas, axes: _Axes, events: Sequence[GenerationEnded], pale: bool, theme: Theme,
                 unit: float) -> None:
    for style in STYLES:
        points = [axes.fitness(event.number, float(getattr(event, style[0]))) for event in events]
        _draw_curve(canvas, points, style, pale, theme, unit)
    _draw_curve(canvas, [axes.diversity(event) for event in events], ("diversity", "mark", 1, 0), pale, theme, unit)


def _height(box: Rect, fitness: float, ceiling: int) -> float:
    """On a logarithmic scale; 0 lies at the bottom, one step below 1."""
    top = log10(ceiling) + 0.5
    return box.bottom - box.h * (max(0.0, log10(fitness) + 0.5) / top if fitness else 0.0)


def _draw_grid(canvas: Canvas, box: Rect, ceiling: int, theme: Theme, unit: float) -> None:
    marks = [0, *(10 ** k for k in range(int(log10(ceiling)) + 1))]
    for mark in marks:
        y = _height(box, mark, ceiling)
        canvas.line((box.x, y), (box.right, y), theme.edge if mark else theme.muted, 1)
        canvas.text((box.x - 6 * unit, y), f"{mark:,}", 12 * unit, theme.muted, "right")


def _draw_frame(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> None:
    for share, text in ((0.0, "0%"), (1.0, "100%")):
        y = box.bottom - box.h * share
        canvas.line((box.x, y), (box.right, y), theme.edge, 1)
        canvas.text((box.x - 6 * unit, y), text, 12 * unit, theme.muted, "right")


def _color(name: str, theme: Theme) -> Color:
    if name == "known_line":  # light blue cannot be seen on white
        return theme.known if theme.name == "dark" else theme.constraint
    found: Color = getattr(theme, name)
    return found


def _draw_curve(canvas: Canvas, points: Sequence[Point], style: Style, pale: bool, theme: Theme, unit: float) -> None:
    name, color, dash, space = style
    ink = _color(color, theme)
    if pale:
        ink = mix(theme.panel, ink, 0.45)
    draw_path(canvas, points, ink, _WIDTHS.get(name, 1.8) * unit, dash * unit, space * unit)


def _draw_key(canvas: Canvas, head: Rect, now: GenerationEnded | None, theme: Theme, unit: float,
              links: Links) -> None:
    """What the lines are, each with its number where we are."""
    size, x, y = 12 * unit, head.x, head.center[1]
    for style in (*STYLES, ("diversity", "mark", 1.0, 0.0)):
        name = style[0]
        said = name if now is None else f"{name} {_number(now, name)}"
        wide = canvas.measure(said, size)
        if x + 22 * unit + wide > head.right:
            break
        _draw_curve(canvas, [(x, y), (x + 18 * unit, y)], style, False, theme, unit)
        links.write(canvas, (x + 22 * unit, y), said, size, theme.text,
                    numbers=() if now is None else [measure_of(name, getattr(now, name))])
        x += wide + 36 * unit
    lower = fit_text(canvas, "lower is better", head.right - x, size)
    if lower == "lower is better":
        canvas.text((head.right, y), lower, size, theme.muted, "right")


def _number(event: GenerationEnded, name: str) -> str:
    return percent(event.diversity, 2) if name == "diversity" else f"{getattr(event, name):,}"
