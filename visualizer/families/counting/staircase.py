"""The sum over all sets S as a staircase: a bar up for what is added, down and hatched for what is taken away.

Below each bar its set as signs, filled where a card is in S, and its sign. The scale is that of all that is recorded.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, product

from algorithms import events as e
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.strokes import draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.counting.chips import draw_sign
from visualizer.families.counting.deal_numbers import sets_of, sum_of, term_value_of
from visualizer.families.counting.term import value_of
from visualizer.runs.numbers import signed
from visualizer.stage.compare_chart import round_step
from visualizer.stage.links import Links
from visualizer.stage.spots import Spot

_MOST_SIGNED, _MOST_BARS, _AROUND = 40, 400, 10
_MOST_POINTS = 300  # of a line


@dataclass(frozen=True)
class Sum:
    """The terms that are recorded, ``now`` of which are added, the last one a part ``t`` (0–1); ``classes`` of cards,
    and ``kinds``: the category of each card; ``pointed``: the term that is pointed at, from 0."""

    terms: Sequence[e.TermAdded]
    now: int
    t: float
    classes: Sequence[Sequence[str]]
    kinds: Mapping[str, str]
    pointed: int | None = None

    @property
    def count(self) -> int:
        """How many terms there are in all."""
        found = 1
        for cards in self.classes:
            found *= len(cards) + 1
        return found

    @property
    def totals(self) -> list[int]:
        """The sum before the first term, after it, …"""
        return [0, *(term.total for term in self.terms)]


def draw_staircase(canvas: Canvas, box: Rect, found: Sum, theme: Theme, unit: float,
                   links: Links | None = None) -> list[Spot]:
    """The steps, the flag with the sum, and the sets; where the terms are that have been added."""
    links = links or Links()
    head, rest = box.split_top(18 * unit, 2 * unit)
    said = "up: plus; down, hatched: minus; a filled sign: the card is in S"
    if canvas.measure(said, 13 * unit) < head.w:
        canvas.text((head.right, head.center[1]), said, 13 * unit, theme.muted, "right")
    rows = len(found.classes) + 1
    step = min(24 * unit, rest.h * 0.5 / rows)
    signs = rows * step if step >= 13 * unit else 0.0
    plot, below = rest.split_bottom(signs, 8 * unit if signs else 0)
    words = [f"−{max(map(abs, found.totals)):,}", *(" ".join(cards) for cards in found.classes)]
    left = max(canvas.measure(word, 13 * unit) for word in words) + 12 * unit
    left = min(left, box.w * 0.25)
    plot = Rect(plot.x + left, plot.y + 16 * unit, plot.w - left - 8 * unit, plot.h - 22 * unit)
    wide = plot.w / found.count
    scale = _draw_axis(canvas, plot, found, theme, unit)
    if found.count > _MOST_BARS:
        _draw_line(canvas, plot, found, scale, wide, theme, unit)
    else:
        _draw_bars(canvas, plot, found, scale, wide, theme, unit, links)
    if signs:
        _draw_signs(canvas, Rect(box.x, below.y, left, below.h), Rect(plot.x, below.y, plot.w, below.h), found, step,
                    theme, unit, links)
    _draw_flag(canvas, plot, found, scale, wide, theme, unit, links)
    if found.count > _MOST_BARS:
        return []
    spots = [Spot(Rect(plot.x + index * wide, plot.y, wide, box.bottom - plot.y if found.count <= _MOST_SIGNED
                       else plot.h), index, f"Term {index + 1:,}: its set, and the hands inside") for index in
             range(found.now)]
    if found.pointed is not None and found.pointed < len(spots):
        canvas.rect(spots[found.pointed].box, None, theme.mark, 2 * unit, 4 * unit)
    return spots


def _draw_axis(canvas: Canvas, plot: Rect, found: Sum, theme: Theme, unit: float) -> tuple[float, float]:
    """Level lines with numbers; where 0 is, and how high 1 is."""
    low, high = min(found.totals), max(found.totals)
    high = max(high, low + 1)
    one = plot.h / (high - low)
    zero = plot.bottom + low * one
    step = round_step(high - low, max(2, int(plot.h / (34 * unit))))
    for number in range(-(-low // step) * step, high + 1, step):
        y = zero - number * one
        canvas.line((plot.x, y), (plot.right, y), theme.raised if number else theme.muted, 1 if number else 1.5)
        canvas.text((plot.x - 8 * unit, y), f"{'−' if number < 0 else ''}{abs(number):,}", 12 * unit, theme.muted,
                    "right")
    return zero, one


def _draw_bars(canvas: Canvas, plot: Rect, found: Sum, scale: tuple[float, float], wide: float, theme: Theme,
               unit: float, links: Links) -> None:
    zero, one = scale
    totals, bars = found.totals, list[Rect]()
    for index, term in enumerate(found.terms[: found.now]):
        before, value = totals[index], value_of(term)
        current = index + 1 == found.now
        after = before + value * (found.t if current else 1.0)
        x, across = plot.x + index * wide, wide * 0.7
        if current:
            canvas.rect(Rect(x - wide * 0.02, plot.y - 14 * unit, wide * 1.04, plot.h + 18 * unit),
                        mix(theme.panel, theme.test, 0.16), theme.test, 2 * unit, 4 * unit)
        top, bottom = zero - max(before, after) * one, zero - min(before, after) * one
        bar = Rect(x + (wide - across) / 2, top, across, max(2.0, bottom - top))
        color = theme.no_mine if value > 0 else theme.mine if value < 0 else theme.muted
        canvas.rect(bar, color)
        if value < 0:
            _hatch(canvas, bar, theme, unit)
        bars.append(bar)
        if index:
            y = zero - before * one
            canvas.line((x - wide * 0.15, y), (bar.x, y), theme.muted, 1)
    _label_bars(canvas, plot, found, bars, theme, unit, links)


def _label_bars(canvas: Canvas, plot: Rect, found: Sum, bars: Sequence[Rect], theme: Theme, unit: float,
                links: Links) -> None:
    """What each term adds, at the end of its bar: the largest first, and none over another one or over another bar. The
    last one has the flag."""
    size, taken = 12 * unit, list[Rect]()
    values = [value_of(term) for term in found.terms[:len(bars)]]
    for index in sorted(range(len(bars) - (found.now == len(bars) and found.count > found.now)),
                        key=lambda index: -abs(values[index])):
        bar, value = bars[index], values[index]
        number = term_value_of(index, value, signed)
        said = number.text
        across = canvas.measure(said, size, "bold")
        ends = (bar.y - 9 * unit, bar.bottom + 9 * unit)
        for y in ends if value > 0 else ends[::-1]:
            label = Rect(min(bar.center[0] - across / 2, plot.right - across), y - size * 0.55, across, size * 1.1)
            near = (*taken, *bars[max(0, index - 2):index], *bars[index + 1:index + 3])
            inside = plot.y - 16 * unit <= label.y and label.bottom <= plot.bottom + 6 * unit
            if value and inside and not any(label.meets(other) for other in near):
                taken.append(label)
                color = theme.good if value > 0 else theme.bad
                links.write(canvas, label.center, said, size, color, "center", "bold", numbers=[number])
                break


def _hatch(canvas: Canvas, bar: Rect, theme: Theme, unit: float) -> None:
    y = bar.y + 4 * unit
    while y < bar.bottom:
        canvas.line((bar.x, y), (bar.right, max(bar.y, y - bar.w * 0.6)), theme.on_mine, 1)
        y += max(5 * unit, bar.h / 40)


def _draw_line(canvas: Canvas, plot: Rect, found: Sum, scale: tuple[float, float], wide: float, theme: Theme,
               unit: float) -> None:
    zero, one = scale
    every = -(-found.count // _MOST_POINTS)
    totals = found.totals[: found.now + 1]
    places = [*range(0, len(totals) - 1, every), len(totals) - 1]
    spots = [(plot.x + place * wide, zero - totals[place] * one) for place in places]
    steps = [spot for (x, y), (x2, y2) in pairwise(spots) for spot in ((x, y), (x2, y))]
    draw_path(canvas, [*steps, spots[-1]], theme.run_1, 2.5 * unit)


def _draw_flag(canvas: Canvas, plot: Rect, found: Sum, scale: tuple[float, float], wide: float, theme: Theme,
               unit: float, links: Links) -> None:
    """The sum as it is now, on a flag at the last step."""
    if not found.now:
        return
    zero, one = scale
    totals = found.totals
    total = totals[found.now]
    height = totals[found.now - 1] + (total - totals[found.now - 1]) * found.t
    said = f"{'−' if total < 0 else ''}{abs(total):,}"
    across = canvas.measure(said, 17 * unit, "bold") + 18 * unit
    x = plot.x + found.now * wide + 8 * unit
    if x + across > plot.right + 8 * unit:
        x = plot.x + (found.now - 1) * wide - across - 8 * unit
    y = min(max(zero - height * one, plot.y), plot.bottom)
    flag = Rect(x, y - 14 * unit, across, 28 * unit)
    canvas.rect(flag, theme.test, theme.on_test, 1, 5 * unit)
    links.write(canvas, flag.center, said, 17 * unit, theme.on_test, "center", "bold",
                numbers=[sum_of(found.now, total)])


def _draw_signs(canvas: Canvas, names: Rect, box: Rect, found: Sum, step: float, theme: Theme, unit: float,
                links: Links) -> None:
    """A row for each class, a column for each term: all where they are few, else those around the last one, under the
    part of the staircase that they belong to."""
    count = found.count
    first, end = 0, count
    if count > _MOST_SIGNED:
        first = max(0, min(found.now - 1 - _AROUND, count - 2 * _AROUND - 1))
        end = min(count, first + 2 * _AROUND + 1)
        _draw_funnel(canvas, box, first / count, end / count, theme, unit)
    sets = list(islice(product(*(range(len(cards) + 1) for cards in found.classes)), first, end))
    wide = box.w / (end - first)
    most = max(len(cards) for cards in found.classes)
    radius = min(5.5 * unit, step * 0.3, wide * 0.8 / (2.4 * most))
    for row, cards in enumerate(found.classes):
        y = box.y + (row + 0.5) * step
        size = min(13 * unit, 13 * unit * (names.w - 10 * unit) / canvas.measure(" ".join(cards), 13 * unit))
        text = " ".join(map(str.capitalize, cards))
        canvas.text((names.right - 10 * unit, y), text, max(size, SMALLEST), theme.muted, "right")
    canvas.text((names.right - 10 * unit, box.y + (len(found.classes) + 0.5) * step), "sign", 13 * unit, theme.muted,
                "right")
    for column, inside in enumerate(sets, first):
        x = box.x + (column - first + 0.5) * wide
        if column + 1 == found.now:
            place = Rect(x - wide * 0.5, box.y - 4 * unit, wide, box.h + 4 * unit)
            canvas.rect(place, mix(theme.panel, theme.test, 0.16), theme.test, 2 * unit, 4 * unit)
        _draw_column(canvas, x, box.y, inside, column, found, (step, radius, wide), theme, unit, links)


def _draw_column(canvas: Canvas, x: float, top: float, inside: Sequence[int], column: int, found: Sum,
                 sizes: tuple[float, float, float], theme: Theme, unit: float, links: Links) -> None:
    step, radius, wide = sizes
    faint = column >= found.now
    for row, (cards, number) in enumerate(zip(found.classes, inside, strict=True)):
        for place, card in enumerate(cards):
            at = x + (place - (len(cards) - 1) / 2) * 2.5 * radius, top + (row + 0.5) * step
            draw_sign(canvas, at, radius, found.kinds[card], place < number, theme, faint)
    if faint:
        return
    term = found.terms[column]
    said = f"{'−' if term.sign < 0 else '+'}{term.sets if term.sets > 1 else ''}"
    if canvas.measure(said, 13 * unit, "bold") <= wide:
        links.write(canvas, (x, top + (len(found.classes) + 0.5) * step), said, 13 * unit,
                    theme.bad if term.sign < 0 else theme.good, "center", "bold", behind=1,
                    numbers=[sets_of(column, term.sets)] if term.sets > 1 else ())


def _draw_funnel(canvas: Canvas, box: Rect, start: float, end: float, theme: Theme, unit: float) -> None:
    """From the part of the staircase that has signs to where they are drawn."""
    top = box.y - 10 * unit
    for share, x in ((start, box.x), (end, box.right)):
        canvas.line((box.x + box.w * share, top), (x, box.y - 2 * unit), theme.muted, 1)
