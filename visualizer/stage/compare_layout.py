"""Where the parts of a comparison lie: of several ways to cut the stage up, the one with the largest boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil

from visualizer.canvas.primitives import Rect
from visualizer.stage.compare_totals import block_width, table_unit

_BETTER, _MUCH_BETTER = 1.08, 1.25  # how much larger boards must be to give up the usual way, which has caption and
                                    # totals below; with a chart, which is wide there
_SOMEWHAT_BETTER = 1.05  # and to have the totals in two blocks
_RIM = (4.0, 4.0)  # around a board, at unit 1
_HEAD, _LOW_HEAD = 64.0, 32.0  # a run's name above two lines of what happened; all in one line
_MORE_HEAD = 34.0  # for two lines more, where they may be needed: in heads narrower than …
_TWO_LINES = 400.0
_ROW, _ROUND, _SIDES = 20.0, 18.0, 24.0  # of the totals, and around them: above and below, at both sides
_CHART = 150.0  # a chart is at least as high
_LOW_STRIP = 156.0  # the height of a chart beside these
_BOARDS = 140.0  # what boards and their heads need, or there are no totals
_WIDE = 1.8  # boards of a higher aspect may have a lower chart
_SAID, _LEGEND = 180.0, 170.0  # the least that caption and legend get in a pane that they share with the totals
_MOST_ASKED, _LOST = 3, 0.7  # boards side by side, while something is asked below; more lose no more of their size
_NOWHERE = Rect(0.0, 0.0, 0.0, 0.0)


@dataclass(frozen=True)
class Wanted:
    """What is to lie on the stage: ``runs`` with their boards, each ``aspect`` times as wide as high; perhaps a caption
    and a chart, at least so high; so many ``rows`` of totals, their head among them; a ``caption`` so high, which in a
    narrow column keeps ``aside`` for something else below it; ``filled``: below the boards lies what takes all their
    height."""

    runs: int
    captioned: bool = True
    aspect: float = 1.0
    charted: bool = True
    rows: int = 9
    chart: float = _CHART
    caption: float = 62.0
    aside: float = 0.0
    filled: bool = False


@dataclass(frozen=True)
class ComparePlaces:
    """A head and a board for each run, what they differ in, the caption, the totals, the chart. ``aside``: what goes
    with a chart that has the boards' place; ``code``: pseudocode that is put in order."""

    heads: tuple[Rect, ...]
    boards: tuple[Rect, ...]
    legend: Rect
    caption: Rect
    totals: Rect
    chart: Rect = _NOWHERE
    aside: Rect = _NOWHERE
    beside: bool = False
    code: Rect = _NOWHERE

    def inner(self, unit: float) -> list[Rect]:
        """Where the boards themselves are drawn."""
        return [board.inset(_RIM[0] * unit, _RIM[1] * unit) for board in self.boards]

    def largest(self, aspect: float, unit: float) -> float:
        """The height of a board that is ``aspect`` times as wide as high."""
        return min(min(box.h, box.w / aspect) for box in self.inner(unit))

    @property
    def figures(self) -> Rect:
        """Totals and chart together, where they lie side by side or one above the other; else the totals."""
        one, other = self.totals, self.chart
        if other.h <= 0 or not (abs(one.y - other.y) < 1 or abs(one.x - other.x) < 1):
            return one
        left, top = min(one.x, other.x), min(one.y, other.y)
        return Rect(left, top, max(one.right, other.right) - left, max(one.bottom, other.bottom) - top)


@lru_cache(maxsize=8)  # each frame asks, and for a comparison it is always the same
def arrange_comparison(box: Rect, unit: float, wanted: Wanted) -> ComparePlaces:
    """Cuts the stage up. A low stage loses the caption first, then totals and chart, then the heads; never a board.
    Whether there is a caption moves parts, but does not rearrange them."""
    always = replace(wanted, captioned=True)
    ways = list(_ways(box, unit, always))
    heights = [way.largest(wanted.aspect, unit) for way in ways]
    best = max(range(len(ways)), key=lambda at: (heights[at], -at))
    better = _MUCH_BETTER if wanted.charted and wanted.aspect <= _WIDE else _BETTER
    chosen = best if heights[best] > heights[0] * better else 0
    lower = list(_ways(box, unit, always, low=True))[chosen].largest(wanted.aspect, unit)
    return list(_ways(box, unit, wanted, low=lower > heights[chosen] * _SOMEWHAT_BETTER))[chosen]


def arrange_asked(box: Rect, unit: float, wanted: Wanted, index: int, pointed: bool, code: bool) -> ComparePlaces:
    """While the run of that index is asked about there are only boards: all side by side; where they would be larger in
    several rows, or are many and become small, or are to be ``pointed`` at, that one alone. Where lines of its ``code``
    are put in order, that has the right half."""
    gap, runs = 8 * unit, wanted.runs
    if code:
        left, right = box.split_left((box.w - gap) / 2, gap)
        return replace(arrange_asked(left, unit, wanted, index, pointed, code=False), code=right)
    columns = max(range(runs, 0, -1), key=lambda count: _largest(box, wanted, gap, count))
    alone = _largest(box, replace(wanted, runs=1), gap, 1)
    many = runs > _MOST_ASKED and (pointed or _largest(box, wanted, gap, runs) < _LOST * alone)
    if columns == runs and not many:
        return _with_heads(panes(box, runs, gap, runs), unit, wanted)
    one = _with_heads([box], unit, wanted)
    heads, boards = ([place if at == index else _NOWHERE for at in range(runs)]
                     for place in (one.heads[0], one.boards[0]))
    return replace(one, heads=tuple(heads), boards=tuple(boards))


def arrange_large(box: Rect, unit: float, wanted: Wanted, aside: bool) -> ComparePlaces:
    """The chart is the largest thing; at the right what goes with it, or else the boards, small, above the totals."""
    gap = 8 * unit
    rest, caption = box.split_bottom(wanted.caption * unit if wanted.captioned and box.h > 330 * unit else 0, gap)
    chart, side = rest.split_left(rest.w * 0.6, gap)
    totals = _totals_height(wanted, unit) if rest.h > 330 * unit else 0
    side, totals_box = side.split_bottom(totals, gap if totals else 0)
    caption = caption if caption.h else _NOWHERE
    if aside:
        return ComparePlaces((), (), _NOWHERE, caption, totals_box, chart, side, True)
    head = _LOW_HEAD * unit
    columns = max(range(1, wanted.runs + 1), key=lambda count: _largest(side, wanted, gap, count, head))
    places = _with_heads(panes(side, wanted.runs, gap, columns)[:wanted.runs], unit, wanted, _LOW_HEAD)
    return replace(places, caption=caption, totals=totals_box, chart=chart, beside=True)


def _largest(box: Rect, wanted: Wanted, gap: float, columns: int, head: float = 0.0) -> float:
    pane = panes(box, wanted.runs, gap, columns)[0]
    return min(pane.h - head, pane.w / wanted.aspect)


def _totals_height(wanted: Wanted, unit: float, blocks: int = 1) -> float:
    return ((1 + ceil((wanted.rows - 1) / blocks)) * _ROW + _ROUND) * table_unit(unit)


def _ways(box: Rect, unit: float, wanted: Wanted, *, low: bool = False) -> Iterator[ComparePlaces]:
    """The usual way first: side by side, four as two by two, with all the rest below; ``low``: where there is width for
    that, with the totals in two blocks beside the chart."""
    runs = wanted.runs
    usual = runs if runs < 4 else 2
    columns = [usual, *(count for count in range(runs, 0, -1) if count != usual)]
    blocks = 1 if (wanted.charted and not low) or box.w < 900 * unit else 2  # totals alone need no high strip
    for count in columns:
        yield _with_totals_below(box, unit, wanted, count, blocks)
    if wanted.charted and wanted.aspect > _WIDE and box.w > 900 * unit:
        yield from (_with_totals_below(box, unit, wanted, count, blocks=2) for count in columns)
    if box.w > 900 * unit and box.h > 480 * unit:
        for count in columns:
            yield _with_totals_in_spare(box, unit, wanted, count) or _with_totals_beside(box, unit, wanted, count)


def _with_totals_below(box: Rect, unit: float, wanted: Wanted, columns: int, blocks: int = 1) -> ComparePlaces:
    """A strip below the boards has the chart and the totals, in so many blocks, and below it is the caption; without a
    chart, the caption is in its place."""
    gap, runs = 8 * unit, wanted.runs
    least, share = wanted.chart, box.w * (0.5 if wanted.charted else 0.7)
    if share - _SIDES * unit < blocks * block_width(runs, unit):
        blocks = 1
    if blocks > 1:  # for the sake of the size of the boards
        least = least / blocks if wanted.aspect > _WIDE else max(least, _LOW_STRIP) if least >= _CHART else least
    strip = max(_totals_height(wanted, unit, blocks), least * unit if wanted.charted else 0)
    strip *= box.h > 420 * unit and box.h - strip > _BOARDS * unit
    in_strip = strip > 0 and not wanted.charted
    caption = wanted.caption * unit if wanted.captioned and not in_strip and box.h - strip > 330 * unit else 0
    rest, caption_box = box.split_bottom(caption, gap if caption else 0)
    rest, strip_box = rest.split_bottom(strip, gap if strip else 0)
    wide = blocks * (190 + 74 * runs if blocks == 1 else 120 + 56 * runs) * table_unit(unit)
    left, totals = strip_box.split_right(min(wide, share), gap)
    chart = left if strip and wanted.charted else _NOWHERE
    if in_strip:
        caption_box = left if wanted.captioned else _NOWHERE
    cut, legend = _with_legend(rest, unit, wanted, columns)
    return replace(_with_heads(cut, unit, wanted), legend=legend, caption=caption_box,
                   totals=totals if strip else _NOWHERE, chart=chart)


def _with_legend(rest: Rect, unit: float, wanted: Wanted, columns: int) -> tuple[list[Rect], Rect]:
    """The panes of the boards, and the legend: in the pane that is left over, or in a line of its own."""
    gap, runs = 8 * unit, wanted.runs
    if runs % columns and rest.h > 330 * unit:
        *cut, spare = panes(rest, runs, gap, columns)
        return cut, spare.split_bottom(min(spare.h, (22 * runs + 34) * unit))[1]
    height = 22 * unit if rest.h > 200 * unit else 0
    rest, legend = rest.split_bottom(height, gap / 2 if height else 0)
    return panes(rest, runs, gap, columns)[:runs], legend


def _with_totals_in_spare(box: Rect, unit: float, wanted: Wanted, columns: int) -> ComparePlaces | None:
    """Without a chart, a pane that is left over may take all: the caption, and below it the legend beside the totals.
    None where no pane is left over, or it has no room for them."""
    gap, runs = 8 * unit, wanted.runs
    *cut, spare = panes(box, runs, gap, columns)
    high, wide = _totals_height(wanted, unit), (190 + 74 * runs) * table_unit(unit)
    if wanted.charted or len(cut) < runs or spare.h - high < _SAID * unit or spare.w - wide < _LEGEND * unit:
        return None
    caption, low = spare.split_bottom(high, gap)
    legend, totals = low.split_right(wide, gap)
    return replace(_with_heads(cut, unit, wanted), legend=legend, caption=caption if wanted.captioned else _NOWHERE,
                   totals=totals)


def _with_totals_beside(box: Rect, unit: float, wanted: Wanted, columns: int) -> ComparePlaces:
    """A column at the right has totals, chart, legend and caption; a pane that is left over takes the last two."""
    gap, runs = 8 * unit, wanted.runs
    wide = max(128 + 53 * runs, 340 if wanted.charted else 0) * table_unit(unit)
    rest, side = box.split_right(wide, gap)
    cut = panes(rest, runs, gap, columns)
    spare = cut[runs] if len(cut) > runs else None
    if spare is None:
        high = (150 if wide < 400 * unit else 126) * unit if wanted.captioned else 0
        known = max(78, 16 * runs + 40) * unit
        left = side.h - _totals_height(wanted, unit) - known - high - 3 * gap - wanted.charted * _CHART * unit / 2
        high += min(wanted.aside * unit, max(0.0, left)) if high else 0  # what is above it shrinks, and stays
        side, caption = side.split_bottom(high, gap if high else 0)
        side, legend = side.split_bottom(known, gap)
    else:
        caption, legend = spare.split_bottom((22 * runs + 34) * unit, gap)
        caption = caption if wanted.captioned else _NOWHERE
    totals, chart = side.split_top(_totals_height(wanted, unit), gap)
    if not wanted.charted or chart.h < _CHART * unit / 2:
        totals, chart = side, _NOWHERE
    return replace(_with_heads(cut[:runs], unit, wanted), legend=legend, caption=caption, totals=totals,
                   chart=chart, beside=True)


def _with_heads(cut: list[Rect], unit: float, wanted: Wanted, head: float = 0.0) -> ComparePlaces:
    """A head above each board: low where there is not much height but much width, higher where the board needs less."""
    stacked = cut[0].y != cut[-1].y
    high = 0.0 if cut[0].h < 120 * unit else (head or (_LOW_HEAD if stacked and cut[0].w > 560 * unit else _HEAD))
    if high == _HEAD and not (wanted.filled and cut[0].w > _TWO_LINES * unit):
        spare = cut[0].h - high * unit - cut[0].w / wanted.aspect - 30 * unit
        high += max(0.0, min(_MORE_HEAD, spare / unit))
    heads, boards = zip(*(pane.split_top(high * unit) for pane in cut), strict=True)
    return ComparePlaces(heads, boards, _NOWHERE, _NOWHERE, _NOWHERE)


def panes(box: Rect, runs: int, gap: float, columns: int = 0) -> list[Rect]:
    """A box cut in so many columns (0: halves, thirds or quarters), and as many lines as ``runs`` need; where they do
    not fill the last line, a last pane is what is left of it."""
    columns = columns or (runs if runs < 4 else 2)
    lines = -(-runs // columns)
    width, height = (box.w - gap * (columns - 1)) / columns, (box.h - gap * (lines - 1)) / lines
    cut = [Rect(box.x + column * (width + gap), box.y + row * (height + gap), width, height)
           for row, column in (divmod(index, columns) for index in range(runs))]
    if runs % columns:
        left = cut[-1].right + gap
        cut.append(Rect(left, cut[-1].y, box.right - left, height))
    return cut
