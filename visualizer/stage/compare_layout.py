"""Where the parts of a comparison lie: of several ways to cut the stage up, the one with the largest boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from visualizer.canvas.primitives import Rect

_BETTER = 1.08  # how much larger boards must be to give up the usual way, which has caption and totals below
_RIM = (4.0, 4.0)  # around a board, at unit 1
_HEAD, _LOW_HEAD = 64.0, 32.0  # a run's name above two lines of what happened; all in one line
_MORE_HEAD = 34.0  # for two lines more


@dataclass(frozen=True)
class ComparePlaces:
    """A head and a board for each run, what they differ in, the caption, the totals: below all boards, or ``beside``
    them with a row for each counter."""

    heads: tuple[Rect, ...]
    boards: tuple[Rect, ...]
    legend: Rect
    caption: Rect
    totals: Rect
    beside: bool = False

    def inner(self, unit: float) -> list[Rect]:
        """Where the boards themselves are drawn."""
        return [board.inset(_RIM[0] * unit, _RIM[1] * unit) for board in self.boards]

    def largest(self, aspect: float, unit: float) -> float:
        """The height of a board that is ``aspect`` times as wide as high."""
        return min(min(box.h, box.w / aspect) for box in self.inner(unit))


def arrange_comparison(box: Rect, unit: float, runs: int, captioned: bool, aspect: float = 1.0) -> ComparePlaces:
    """Cuts the stage up for boards that are ``aspect`` times as wide as high. A low stage loses the caption first, then
    the totals, then the heads; never a board. Whether there is a caption moves parts, but does not rearrange them."""
    ways = list(_ways(box, unit, runs, aspect, captioned=True))
    heights = [way.largest(aspect, unit) for way in ways]
    best = max(range(len(ways)), key=lambda at: (heights[at], -at))
    chosen = best if heights[best] > heights[0] * _BETTER else 0
    return list(_ways(box, unit, runs, aspect, captioned))[chosen]


def _ways(box: Rect, unit: float, runs: int, aspect: float, captioned: bool) -> Iterator[ComparePlaces]:
    """The usual way first: side by side, four as two by two, with all the rest below."""
    usual = runs if runs < 4 else 2
    columns = [usual, *(count for count in range(runs, 0, -1) if count != usual)]
    for count in columns:
        yield _with_totals_below(box, unit, runs, count, captioned, aspect)
    if box.w > 900 * unit and box.h > 480 * unit:
        for count in columns:
            yield _with_totals_beside(box, unit, runs, count, captioned, aspect)


def _with_totals_below(box: Rect, unit: float, runs: int, columns: int, captioned: bool,
                       aspect: float) -> ComparePlaces:
    gap = 8 * unit
    totals = ((runs + 1) * 23 + 16) * unit if box.h > 330 * unit else 0
    rest, totals_box = box.split_bottom(totals, gap if totals else 0)
    room = rest.h - 330 * unit
    if runs % columns and room > 0:  # a pane is left over: it takes the caption and the legend
        *cut, spare = panes(rest, runs, gap, columns)
        legend_box, caption_box = _legend_and_caption(spare, unit, runs, captioned)
        return _with_heads(cut, unit, aspect, legend_box, caption_box, totals_box)
    caption = (62 if runs < 4 else 48) * unit if captioned and room > 0 else 0
    legend = 22 * unit if rest.h - caption > 200 * unit else 0
    rest, caption_box = rest.split_bottom(caption, gap if caption else 0)
    rest, legend_box = rest.split_bottom(legend, gap / 2 if legend else 0)
    cut = panes(rest, runs, gap, columns)[:runs]
    return _with_heads(cut, unit, aspect, legend_box, caption_box, totals_box)


def _with_totals_beside(box: Rect, unit: float, runs: int, columns: int, captioned: bool,
                        aspect: float) -> ComparePlaces:
    gap = 8 * unit
    rest, side = box.split_right((140 + runs * 60) * unit, gap)
    cut = panes(rest, runs, gap, columns)
    if len(cut) > runs:
        legend_box, caption_box = _legend_and_caption(cut[runs], unit, runs, captioned)
    else:
        side, caption_box = side.split_bottom((150 if runs < 3 else 126) * unit if captioned else 0,
                                              gap if captioned else 0)
        side, legend_box = side.split_bottom((22 * runs + 34) * unit, gap)
    return _with_heads(cut[:runs], unit, aspect, legend_box, caption_box, side, beside=True)


def _legend_and_caption(spare: Rect, unit: float, runs: int, captioned: bool) -> tuple[Rect, Rect]:
    caption, legend = spare.split_bottom((22 * runs + 34) * unit, 8 * unit)
    return legend, caption if captioned else Rect(caption.x, caption.y, caption.w, 0)


def _with_heads(cut: list[Rect], unit: float, aspect: float, legend: Rect, caption: Rect, totals: Rect,
                beside: bool = False) -> ComparePlaces:
    """A head above each board: low where there is not much height but much width, higher where the board needs less."""
    stacked = cut[0].y != cut[-1].y
    head = 0.0 if cut[0].h < 120 * unit else (_LOW_HEAD if stacked and cut[0].w > 560 * unit else _HEAD) * unit
    if head == _HEAD * unit:
        spare = cut[0].h - head - cut[0].w / aspect - 30 * unit
        head += max(0.0, min(_MORE_HEAD * unit, spare))
    heads, boards = zip(*(pane.split_top(head) for pane in cut), strict=True)
    return ComparePlaces(heads, boards, legend, caption, totals, beside)


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
