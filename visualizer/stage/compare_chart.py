"""The chart of a comparison: what its lesson is about, as curves, as bars, as search trees, or as a family draws it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import count, pairwise, product
from math import ceil, dist, hypot, inf

from scenarios.bands import Band
from scenarios.charts import EVENTS, INFERRED, NOTHING, TREE, Chart, own_chart
from scenarios.loader import Scenario
from visualizer.canvas.primitives import Canvas, Color, Point, Rect, point_on
from visualizer.canvas.strokes import draw_path, thinned
from visualizer.canvas.theme import Theme
from visualizer.stage.compare_totals import Rows, draw_number, draw_title, ended, inferred, run_color
from visualizer.stage.compare_trees import draw_lanes
from visualizer.stage.family import view_of
from visualizer.stage.seeds import draw_seeded, draw_strips, shown_of
from visualizer.stage.series import Point as Measured
from visualizer.stage.series import curve, measure

_MARKS = 4  # signs along a curve, beside its colour
_NEAR = 18, 22, 26, 30  # points: so far above or below a curve's end it is said what the run has
_FAR = 44, 60, 76, 92, 108, 124  # the same, where a line leads there
_HIDDEN = 13  # points: a number that is no further from the end of its curve covers it
_OVER = 12  # points: so far words may go beyond the room of the curves, at the right
_OFF_AXES = 0.6  # of a number: how far its middle is from the axes at least


def chart_of(scenario: Scenario) -> Chart:
    """What the lesson says; else the chart of the runs' family, if it is one that names one; else what was inferred.
    Where something is drawn below each board, that is the picture."""
    given = Chart() if scenario.chart is None else scenario.chart
    if given.counter is not None or given.show is not None:
        return given
    if any(view_of(run.algorithm).below for run in scenario.runs):
        return replace(given, show=NOTHING)
    own = own_chart(scenario.runs)
    return replace(given, show=own) if own else replace(given, counter=INFERRED, against=EVENTS)


def about(chart: Chart) -> list[str]:
    """The numbers that a chart is about."""
    return [name for name in (chart.counter, chart.against) if name is not None]


def draw_chart(canvas: Canvas, box: Rect, chart: Chart, rows: Rows, theme: Theme, unit: float,
               bands: Sequence[Band | None] = ()) -> None:
    """Any chart but a family's own."""
    if chart.show == TREE:
        draw_lanes(canvas, box, rows, theme, unit)
    elif chart.counter is not None and chart.against is not None:
        _draw_curves(canvas, box, chart.counter, chart.against, rows, theme, unit, bands)
    elif chart.counter is not None:
        _draw_bars(canvas, box, chart.counter, rows, theme, unit)


def _word(name: str) -> str:
    return "variables inferred" if name == INFERRED else name


# --- curves ----------------------------------------------------------------------------------------------------------


def round_step(span: float, most: int) -> int:
    """1, 2 or 5 times a power of ten, of which at most so many make the span."""
    return next(step for power in count() for times in (1, 2, 5) if (step := times * int(10 ** power)) * most >= span)


def ticks(top: float, most: int) -> list[int]:
    """Round numbers from 0 to at least ``top``, in at most so many steps."""
    step = round_step(top, most)
    return [step * index for index in range(ceil(max(top, 1.0) / step - 1e-9) + 1)]


def draw_axes(canvas: Canvas, box: Rect, across: Sequence[float], up: Sequence[float], theme: Theme,
              unit: float) -> Rect:
    """Lines and numbers of both axes; the room of the curves. Where there is little height, every second number."""
    size = 12 * unit
    left = max(canvas.measure(f"{tick:,.0f}", size) for tick in up) + 8 * unit
    rest, foot = box.split_bottom(22 * unit)
    plot = Rect(rest.x + left, rest.y + 8 * unit, rest.w - left - 14 * unit, rest.h - 8 * unit)
    every = 1 if plot.h / len(up) > 15 * unit else 2
    for index, tick in enumerate(up):
        y = plot.bottom - plot.h * tick / up[-1]
        canvas.line((plot.x, y), (plot.right, y), theme.edge if index else theme.muted, 1)
        if index % every == 0:
            canvas.text((plot.x - 6 * unit, y), f"{tick:,.0f}", size, theme.muted, "right")
    canvas.line((plot.x, plot.y), (plot.x, plot.bottom), theme.muted, 1)
    for tick in across:
        text, x = f"{tick:,.0f}", plot.x + plot.w * tick / across[-1]
        half = canvas.measure(text, size) / 2
        canvas.text((min(max(x, box.x + half), box.right - half), foot.center[1] + 4 * unit), text, size, theme.muted,
                    "center")
    return plot


def spots_of(plot: Rect, right: float, top: float) -> Callable[[float, float], Point]:
    """Where a point lies whose numbers go from 0 to these: a chart has thousands of them."""
    (left, _, wide, high), low = plot, plot.bottom

    def spot(x: float, y: float) -> Point:
        return left + wide * x / right, low - high * y / top

    return spot


def _draw_curves(canvas: Canvas, box: Rect, y: str, x: str, rows: Rows, theme: Theme, unit: float,
                 bands: Sequence[Band | None] = ()) -> None:
    """A curve for each run, up to where it is; its number at the end, with what it has there. The scale is that of all
    that is recorded, so that it does not move with the curves."""
    rest = draw_seeded(canvas, box, f"{_word(y)}, against {x}".capitalize(), "", next(iter(bands), None), theme, unit)
    found = [curve(run, timeline, y, x) for run, timeline in rows]
    far = [measure(run, timeline, x) for run, timeline in rows]
    around = [point for band in bands if band is not None for point in band.points]
    right = max([*(across(len(timeline.events)) for across, (_, timeline) in zip(far, rows, strict=True) if across),
                 *(x for x, _ in around)])
    top = max([1, *(point.y for points in found for point in points), *_tops(rows, y), *(of.high for _, of in around)])
    across, up = ticks(right, 5), ticks(top, 4 if rest.h > 90 * unit else 2)
    plot = draw_axes(canvas, rest, across, up, theme, unit)

    spot = spots_of(plot, across[-1], up[-1])
    draw_strips(canvas, [shown_of(band, points[-1].x if points else None, ended(timeline))
                         for band, points, (_, timeline) in zip(bands, found, rows, strict=False)], spot, theme, unit)
    lines = [[spot(point.x, point.y) for point in points] for points in found]
    for number, line in enumerate(lines, 1):
        draw_curve_of(canvas, line, number, theme, unit)
    said = [f"{points[-1].y:,} after {points[-1].x:,}" if points and points[-1].x else "" for points in found]
    draw_ends(canvas, plot, lines, said, theme, unit, _briefly([points[-1:] for points in found]))


def _briefly(ends: Sequence[Sequence[Measured]]) -> list[str]:
    """How far each end is across, where all are as high: that tells them apart."""
    if len({point.y for end in ends for point in end}) != 1:
        return []
    return [f"{end[0].x:,}" if end and end[0].x else "" for end in ends]


def _tops(rows: Rows, name: str) -> list[int]:
    """The last numbers that are recorded, as far as that costs nothing."""
    if name == INFERRED:
        return [inferred(timeline) for _, timeline in rows]
    found = [(measure(run, timeline, name), len(timeline.events)) for run, timeline in rows]
    return [number(end) for number, end in found if number is not None]


def draw_curve_of(canvas: Canvas, line: Sequence[Point], number: int, theme: Theme, unit: float) -> None:
    """The curve of a run: thick, in its colour, with its sign along it."""
    color = run_color(theme, number)
    draw_path(canvas, thinned(line), color, 3 * unit)
    for index in range(1, _MARKS):
        if len(line) > 2 * _MARKS:
            draw_sign(canvas, line[len(line) * index // _MARKS], number, color, theme, unit)


def draw_sign(canvas: Canvas, at: Point, number: int, color: Color, theme: Theme, unit: float) -> None:
    """The sign of a run, for eyes that cannot tell colours: a disc, a square, a triangle, a diamond."""
    x, y = at
    r = 4.5 * unit
    if number == 1:
        canvas.circle(at, r, color, theme.panel, unit)
    elif number == 2:
        canvas.rect(Rect(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8), color, theme.panel, unit)
    elif number == 3:
        canvas.polygon([(x, y - r * 1.2), (x + r * 1.1, y + r * 0.8), (x - r * 1.1, y + r * 0.8)], color, theme.panel)
    else:
        canvas.polygon([(x, y - r * 1.3), (x + r * 1.3, y), (x, y + r * 1.3), (x - r * 1.3, y)], color, theme.panel)


def draw_ends(canvas: Canvas, plot: Rect, lines: Sequence[Sequence[Point]], said: Sequence[str], theme: Theme,
              unit: float, brief: Sequence[str] = ()) -> None:
    """The number of each run at the end of its curve, or on a thin line from there, and beside it what it has there,
    where that lies on nothing; in ``brief`` where more have room then."""
    size, known = 13 * unit, tuple(map(tuple, lines))

    def places_for(words: Sequence[str]) -> tuple[tuple[Point | None, Rect | None], ...]:
        return _end_places(plot, known, tuple([canvas.measure(text, size, "bold") for text in words]), unit)

    places = places_for(said)
    if brief and _placed(places) < sum(map(bool, said)) and _placed(shorter := places_for(brief)) > _placed(places):
        said, places = brief, shorter
    for number, (line, (at, _)) in enumerate(zip(lines, places, strict=True), 1):
        if at is not None and hypot(at[0] - line[-1][0], at[1] - line[-1][1]) > _HIDDEN * unit:
            canvas.line(line[-1], at, run_color(theme, number), unit)
    for number, (end, free) in enumerate(places, 1):
        if end is not None and free is not None and said[number - 1]:
            for a, b in pairwise(_leader(end, free, unit)):
                canvas.line(a, b, run_color(theme, number), unit)
    for number, (end, free) in enumerate(places, 1):
        if end is None:
            continue
        draw_number(canvas, end, number, theme, unit)
        if free is not None and said[number - 1]:
            canvas.rect(free.inset(-2 * unit, 0), theme.panel)  # no line of the grid strikes it out
            canvas.text((free.x, free.center[1]), said[number - 1], size, run_color(theme, number), "left", "bold")


def _placed(places: Sequence[tuple[Point | None, Rect | None]]) -> int:
    """How many ends have room for what they have there."""
    return sum(free is not None for _, free in places)


@lru_cache(maxsize=32)
def _end_places(plot: Rect, lines: tuple[tuple[Point, ...], ...], widths: tuple[float, ...], unit: float,
                ) -> tuple[tuple[Point | None, Rect | None], ...]:
    """For each curve the place of its number, and that of what it has there, if that lies on nothing. Where some find
    no room, all are placed once more, these first."""
    r = 9 * unit
    taken = [Rect(x - unit, y - unit, 2 * unit, 2 * unit) for line in lines for x, y in _dense(line, 8 * unit)]
    ends = _spread([line[-1] if line else None for line in lines], plot, 2 * r)
    taken += [Rect(x - r, y - r, 2 * r, 2 * r) for x, y in filter(None, ends)]
    all_said = [index for index, wide in enumerate(widths) if wide and ends[index] is not None]
    found, first = list[Rect | None](), list[int]()
    for _ in all_said:
        turns = [*product(first, (False, True)), *((index, far) for far in (False, True) for index in all_said)]
        placed = _said_places(plot, [line[-1][1] if line else 0.0 for line in lines], ends, widths, taken, turns, unit)
        found = max(found, placed, key=lambda some: sum(spot is not None for spot in some))
        left = [index for index in all_said if placed[index] is None]
        if not left or left == first:
            break
        first = left
    return tuple(zip(ends, found or [None] * len(ends), strict=True))


def _said_places(plot: Rect, high: Sequence[float], ends: Sequence[Point | None], widths: Sequence[float],
                 lying: Sequence[Rect], turns: Sequence[tuple[int, bool]], unit: float) -> list[Rect | None]:
    """Where words of these widths lie on nothing, as their turn comes: of which curve, and whether far from its end;
    ``high`` is where the curves end."""
    taken = [*lying]
    found: list[Rect | None] = [None] * len(ends)
    labels: list[tuple[Rect, float]] = []  # each with the height of its curve's end
    for index, far in turns:  # those that have room beside their ends come first
        end = ends[index]
        if end is None or found[index] is not None:
            continue
        good = (spot for spot in _about(end, widths[index], plot, unit, far=far)
                if _belongs(spot, end, ends, unit) and _in_order(spot, high[index], labels)
                and not any(spot.meets(other) for other in taken)
                and not any(other.contains(*at) for at in _leader(end, spot, unit) for other, _ in labels))
        found[index] = free = _least_crossed(end, good, ends, unit)
        if free is not None:
            labels.append((free, high[index]))
            taken += [free, *(Rect(x - unit, y - unit, 2 * unit, 2 * unit) for x, y in _leader(end, free, unit))]
    return found


def _about(end: Point, wide: float, plot: Rect, unit: float, *, far: bool) -> list[Rect]:
    """Places for words of that width about an end: beside it, above and below; or ``far`` from it, where a line leads
    there, the nearest first."""
    size, aside = 13 * unit, 14 * unit
    across = [end[0] + aside, end[0] - aside - wide, end[0] - wide / 2, end[0] + aside - 5 * unit - wide,
              plot.right + _OVER * unit - wide, plot.x + size]
    across += [x + to * unit for x in across[:2] for to in _both(_FAR)] if far else []
    spots = [Rect(x, end[1] + y * unit - size * 0.6, wide, size * 1.2)
             for y in (0, *_both((*_NEAR, *_FAR) if far else _NEAR)) for x in across]
    inside = [spot for spot in spots if _within(spot, plot, unit)]
    return sorted(inside, key=partial(_gap, end)) if far else inside


def _belongs(said: Rect, end: Point, ends: Sequence[Point | None], unit: float) -> bool:
    """Is it plain which end it is about? No other one is nearer, or a line that is not long leads to its own."""
    own = _gap(end, said)
    return own <= _FAR[-1] * unit if own > _NEAR[-1] * unit else own <= min(_gap(at, said) for at in filter(None, ends))


def _least_crossed(end: Point, spots: Iterable[Rect], ends: Sequence[Point | None], unit: float) -> Rect | None:
    """The first one of those whose lines cross fewest numbers: no further one is looked at once a line crosses none."""
    best: tuple[int, Rect] | None = None
    for spot in spots:
        count = _crossed(end, spot, ends, unit)
        if best is None or count < best[0]:
            best = count, spot
        if not count:
            break
    return best and best[1]


def _crossed(end: Point, said: Rect, ends: Sequence[Point | None], unit: float) -> int:
    """How many numbers of other ends lie on the line to what is said."""
    return sum(any(dist(at, on) < 9 * unit for on in _leader(end, said, unit))
               for at in ends if at is not None and at != end)


def _nearest(at: Point, said: Rect) -> Point:
    """The point of a rectangle that is nearest to another one."""
    return min(max(at[0], said.x), said.right), min(max(at[1], said.y), said.bottom)


def _gap(at: Point, said: Rect) -> float:
    """How far a point is from a rectangle."""
    return dist(at, _nearest(at, said))


def _in_order(said: Rect, high: float, labels: Sequence[tuple[Rect, float]]) -> bool:
    """Does it stand above all labels of lower ends in its column, and below those of higher ones?"""
    return not any((said.y - other.y) * (high - y) < 0 for other, y in labels
                   if said.x < other.right and other.x < said.right)


def _both(ways: Sequence[int]) -> tuple[int, ...]:
    """Above and below."""
    return tuple(to for far in ways for to in (-far, far))


def _within(said: Rect, plot: Rect, unit: float) -> bool:
    """Does it lie in the room of the curves, or hardly beyond?"""
    return (plot.x <= said.x and said.right <= plot.right + _OVER * unit
            and plot.y - 6 * unit <= said.y and said.bottom <= plot.bottom)


def _leader(end: Point, said: Rect, unit: float) -> list[Point]:
    """Points of a line from the end of a curve to what is said of it, where that is not beside it."""
    if _gap(end, said) <= _NEAR[-1] * unit:
        return []
    return [point_on(end, _nearest(end, said), part / 8) for part in range(9)]


def _spread(ends: Sequence[Point | None], plot: Rect, side: float) -> list[Point | None]:
    """The ends, those that would lie on another one moved aside: up, to the right, to the left or down, or between
    these ways, so that those of one point stand in a block, and in no way that leads onto the end of another curve. The
    lowest ones keep their places, so that what is moved up is more; what is more stays above it. None lies on the
    axes, so that one sees where they begin."""
    def apart(a: Point, b: Point) -> bool:
        return max(abs(a[0] - b[0]), abs(a[1] - b[1])) > side * 0.98

    inner = {index: (max(end[0], plot.x + side * _OFF_AXES), min(end[1], plot.bottom - side * _OFF_AXES))
             for index, end in enumerate(ends) if end is not None}
    placed = dict[int, Point]()
    for index, end in sorted(((index, end) for index, end in enumerate(ends) if end is not None),
                             key=lambda one: -one[1][1]):
        top = min((placed[other][1] for other in placed if (lower := ends[other]) is not None and lower[1] > end[1]
                   and abs(lower[0] - end[0]) < 2 * side), default=inf)
        at = inner[index][0], min(inner[index][1], top)
        spots = [(at[0] + x * side, at[1] + y * side) for far in range(5)
                 for x, y in ((0, -far), (far, 0), (-far, 0), (0, far), (far, -far), (-far, -far))]
        free = [spot for spot in spots if plot.x + side / 2 <= spot[0] <= plot.right + side / 2
                and plot.y <= spot[1] <= min(top, plot.bottom - side / 2)
                and all(apart(spot, other) for other in placed.values())]
        shared = any(ends[other] == end for other in placed)
        later = [inner[other] for other in inner if shared and other not in placed and apart(inner[other], at)]
        placed[index] = next((spot for spot in free if all(apart(spot, other) for other in later)),
                             free[0] if free else at)
    return [placed.get(index) for index in range(len(ends))]


def _dense(line: Sequence[Point], most: float) -> Iterator[Point]:
    """Points of a line that lie no further from each other than that."""
    for (x, y), (x2, y2) in pairwise(line):
        count = max(1, ceil(max(abs(x2 - x), abs(y2 - y)) / most))
        yield from ((x + (x2 - x) * part / count, y + (y2 - y) * part / count) for part in range(count))


# --- bars ------------------------------------------------------------------------------------------------------------


def _draw_bars(canvas: Canvas, box: Rect, name: str, rows: Rows, theme: Theme, unit: float) -> None:
    """A bar for each run, with its number; the scale is that of all that is recorded."""
    rest = draw_title(canvas, box, _word(name).capitalize(), "", theme, unit)
    numbers = []
    for run, timeline in rows:
        number = measure(run, timeline, name)
        here = inferred(timeline) if number is None else number(timeline.position)
        numbers.append((here, here if number is None else number(len(timeline.events))))
    top = max([1, *(end for _, end in numbers)])
    step, size = min(rest.h / len(numbers), 44 * unit), 15 * unit
    right = max(canvas.measure(f"{top:,}", size, "bold"), 20 * unit) + 12 * unit
    for index, (here, _) in enumerate(numbers):
        y = rest.y + (index + 0.5) * step
        draw_number(canvas, (rest.x + 10 * unit, y), index + 1, theme, unit)
        bar = Rect(rest.x + 28 * unit, y - step * 0.3, (rest.w - 28 * unit - right) * here / top, step * 0.6)
        canvas.rect(bar, run_color(theme, index + 1), radius=2 * unit)
        canvas.text((bar.right + 8 * unit, y), f"{here:,}", size, theme.text, "left", "bold")
