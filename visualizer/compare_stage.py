"""The stage of a comparison: boards side by side, what they differ in, and the totals. For window, handout and film."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from algorithms.core import Counter
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.together import differences
from visualizer.boards import Board
from visualizer.boards.network import draw_mark
from visualizer.canvas import Canvas, Rect, fit_text, wrap_text
from visualizer.stage import draw_caption, panel
from visualizer.theme import Theme
from visualizer.timeline import Timeline

_NONE = "—"
_MOST_NAMED = 12  # variables that differ, by name


@dataclass
class CompareView:
    """What is on the stage: each run of ``scenario`` with its board, timeline and the state before the last move, seen
    a part ``t`` (0–1) of the way. ``pointed`` is a place that all boards light."""

    scenario: Scenario
    boards: Sequence[Board]
    timelines: Sequence[Timeline[Any]]
    before: Sequence[Any]
    t: float = 1.0
    say: str = ""
    marks: Sequence[str] = ()
    pointed: str | None = None

    @property
    def rows(self) -> list[tuple[AlgorithmRun, Timeline[Any]]]:
        """Each run with its timeline."""
        return list(zip(self.scenario.runs, self.timelines, strict=True))

    @property
    def counters(self) -> list[Counter]:
        """All counters that any of the algorithms has, by their names."""
        found: dict[str, Counter] = {}
        for run in self.scenario.runs:
            for counter in run.algorithm.counters:
                found.setdefault(counter.name, counter)
        return list(found.values())

    @property
    def head(self) -> list[str]:
        """What stands above the totals."""
        return ["run", "events", *(counter.name for counter in self.counters), "inferred", "outcome"]


@dataclass(frozen=True)
class ComparePlaces:
    """Where the parts lie: a head and a board for each run, then what they differ in, the caption, the totals."""

    heads: tuple[Rect, ...]
    boards: tuple[Rect, ...]
    legend: Rect
    caption: Rect
    totals: Rect


def arrange_comparison(box: Rect, unit: float, runs: int, captioned: bool) -> ComparePlaces:
    """Cuts the stage up: two runs get halves, three thirds, four quarters. A low stage loses the caption first, then
    the totals, then the heads; never a board."""
    gap = 8 * unit
    totals = ((runs + 1) * 22 + 16) * unit if box.h > 330 * unit else 0
    caption = (62 if runs < 4 else 48) * unit if captioned and box.h - totals > 330 * unit else 0
    legend = 22 * unit if box.h - totals - caption > 200 * unit else 0
    rest, totals_box = box.split_bottom(totals, gap if totals else 0)
    rest, caption_box = rest.split_bottom(caption, gap if caption else 0)
    rest, legend_box = rest.split_bottom(legend, gap / 2 if legend else 0)
    cut = panes(rest, runs, gap)
    head = 0.0 if cut[0].h < 120 * unit else (68 if runs < 4 else 32) * unit
    heads, boards = zip(*(pane.split_top(head) for pane in cut), strict=True)
    return ComparePlaces(heads, boards, legend_box, caption_box, totals_box)


def panes(box: Rect, runs: int, gap: float) -> list[Rect]:
    """A box cut in halves, thirds or quarters."""
    columns = runs if runs < 4 else 2
    lines = -(-runs // columns)
    width, height = (box.w - gap * (columns - 1)) / columns, (box.h - gap * (lines - 1)) / lines
    return [Rect(box.x + column * (width + gap), box.y + row * (height + gap), width, height)
            for row, column in (divmod(index, columns) for index in range(runs))]


def draw_comparison(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """Everything but the controls."""
    places = arrange_comparison(box, unit, len(view.timelines), bool(view.say))
    different = differences(timeline.state for timeline in view.timelines)
    for index, (run, timeline) in enumerate(view.rows):
        pane = Rect(*places.heads[index][:3], places.boards[index].bottom - places.heads[index].y)
        panel(canvas, pane, theme, unit)
        if places.heads[index].h > 0:
            _draw_head(canvas, places.heads[index].inset(12 * unit, 6 * unit), run, timeline, theme, unit)
        inner = places.boards[index].inset(8 * unit, 4 * unit)
        with canvas.clip(places.boards[index]):
            board = view.boards[index]
            board.draw(canvas, inner, view.before[index], timeline.state, view.t, theme, view.marks, view.pointed)
            for name in different:
                draw_difference(canvas, board.place(inner, name), theme, small=len(different) > _MOST_NAMED)
    if places.legend.h > 0:
        _draw_legend(canvas, places.legend, view, different, theme, unit)
    if places.caption.h > 0:
        draw_caption(canvas, panel(canvas, places.caption, theme, unit), view.say, theme, unit)
    if places.totals.h > 0:
        _draw_totals(canvas, panel(canvas, places.totals, theme, unit), view, theme, unit)


def _draw_head(canvas: Canvas, box: Rect, run: AlgorithmRun, timeline: Timeline[Any], theme: Theme,
               unit: float) -> None:
    """The run's name, its algorithm, whether it has ended, and what happened last in it: beside the name where the
    head is low, else below it."""
    event, size = timeline.event, 13 * unit
    sentence = "not started" if event is None else event.sentence()
    top, below = box.split_top(22 * unit)
    y = top.center[1]
    if _ended(timeline):
        ended = f"ended: {outcome_of(timeline)}"
        canvas.text((top.right, y), ended, size, theme.muted, "right", "bold")
        top = top.split_right(canvas.measure(ended, size, "bold") + 10 * unit)[0]
    low = below.h < size
    name = fit_text(canvas, run.name, top.w * (0.45 if low else 1), 17 * unit, "bold")
    canvas.text((top.x, y), name, 17 * unit, theme.text, "left", "bold")
    beside = top.split_left(canvas.measure(name, 17 * unit, "bold") + 12 * unit)[1]
    text, color = (sentence, theme.text) if low else (run.algorithm.title, theme.muted)
    if beside.w > 0:
        canvas.text((beside.x, y), fit_text(canvas, text, beside.w, size), size, color)
    if low:
        return
    most = max(1, int(below.h / (1.3 * size)))
    rows = wrap_text(canvas, sentence, below.w, size)
    if len(rows) > most:
        rows[most - 1 :] = [fit_text(canvas, " ".join(rows[most - 1 :]), below.w, size)]
    for index, row in enumerate(rows):
        canvas.text((below.x, below.y + (index + 0.6) * 1.3 * size), row, size, theme.text if event else theme.muted)


def draw_difference(canvas: Canvas, box: Rect, theme: Theme, *, small: bool = False) -> None:
    """A tab in the corner of a place that the runs know different things of, with ≠ on it where there is room; where
    there are many, a ``small`` corner, so that the places can be seen."""
    if small:
        side = max(4.0, min(box.w * 0.22, 14.0))
        corner = [(box.x, box.y), (box.x + side, box.y), (box.x, box.y + side)]
        canvas.polygon(corner, theme.mark)
        return
    side = max(4.0, min(box.w * 0.42, max(16.0, box.w * 0.22)))
    tab = Rect(box.x, box.y, side, side)
    canvas.rect(tab.inset(-1), theme.background, radius=side * 0.2)
    canvas.rect(tab, theme.mark, radius=side * 0.2)
    if side >= 9:
        canvas.text(tab.center, "≠", side * 0.95, theme.background, "center", "bold")


def _draw_legend(canvas: Canvas, box: Rect, view: CompareView, different: Sequence[str], theme: Theme,
                 unit: float) -> None:
    """What the tabs and brackets on the boards mean; instead, of a place that is pointed at, what each run knows."""
    size, x, y = 13 * unit, box.x + 4 * unit, box.center[1]
    known = None if view.pointed is None else known_of(view, view.pointed)
    if known is not None:
        canvas.text((x, y), fit_text(canvas, known, box.right - x, size), size, theme.text)
        return
    if view.marks:
        draw_mark(canvas, Rect(x, y - 8 * unit, 16 * unit, 16 * unit), theme)
        text = "the lesson points here"
        canvas.text((x + 22 * unit, y), text, size, theme.muted)
        x += 22 * unit + canvas.measure(text, size) + 24 * unit
    small = len(different) > _MOST_NAMED
    draw_difference(canvas, Rect(x, y - 8 * unit, (64 if small else 38) * unit, 16 * unit), theme, small=small)
    x += 24 * unit
    if not different:
        text = "marks what the runs know different things of: now they all know the same"
    else:
        names = ", ".join(different[:_MOST_NAMED]) + (f" and {len(different) - _MOST_NAMED} more"
                                                      if len(different) > _MOST_NAMED else "")
        text = f"the runs know different things of {names}"
    canvas.text((x, y), fit_text(canvas, text, box.right - x, size), size, theme.text if different else theme.muted)


def known_of(view: CompareView, place: str) -> str | None:
    """What each run knows of a variable, in a line; None where that is none of theirs."""
    if any(place not in timeline.state.domains for timeline in view.timelines):
        return None
    parts = []
    for run, timeline in view.rows:
        values = " or ".join(map(str, timeline.state.domains[place])) or "no value left"
        parts.append(f"{run.name}: {values}")
    return f"{place}   {'   ·   '.join(parts)}"


# --- totals ------------------------------------------------------------------------------------------------------


def _ended(timeline: Timeline[Any]) -> bool:
    return timeline.done and timeline.position == len(timeline.events)


def outcome_of(timeline: Timeline[Any]) -> str:
    """How a run has ended, as far as is known here."""
    if _ended(timeline) and timeline.answer is not None:
        return str(timeline.answer.outcome)
    return timeline.state.outcome or _NONE


def inferred(timeline: Timeline[Any]) -> int:
    """How many variables are defined here that were not at the start."""
    start: Mapping[str, Any] = timeline.at(0).domains
    return sum(len(domain) == 1 < len(start.get(name, ())) for name, domain in timeline.state.domains.items())


def table(view: CompareView) -> list[list[str]]:
    """The totals, in rows below a head: events, the counters that any run has, what was inferred, the outcome."""
    rows = [view.head]
    names = view.head[2:-2]
    for run, timeline in view.rows:
        own = {counter.name: f"{timeline.count(counter.counts):,}" for counter in run.algorithm.counters}
        rows.append([run.name, f"{timeline.position:,}", *(own.get(name, _NONE) for name in names),
                     f"{inferred(timeline):,}", outcome_of(timeline)])
    return rows


def columns_of(box: Rect, unit: float, head: Sequence[str]) -> list[Rect]:
    """Where the columns of the totals lie: names at the left, outcomes at the right, between them numbers, wider below
    a longer word."""
    first, rest = box.split_left(min((190 if len(head) < 13 else 150) * unit, box.w * 0.2))
    rest, last = rest.split_right(min(110 * unit, box.w * 0.14))
    weights = [max(7, len(word)) for word in head[1:-1]]
    ends = list(accumulate(weights, initial=0))
    part = rest.w / ends[-1]
    columns = [Rect(rest.x + end * part, box.y, weight * part, box.h)
               for end, weight in zip(ends[:-1], weights, strict=True)]
    return [first, *columns, last]


def _draw_totals(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    rows = table(view)
    step = box.h / len(rows)
    places = columns_of(box, unit, rows[0])
    small = 12 * unit
    heads = list(zip(rows[0], places, strict=True))
    while small > 8 * unit and any(canvas.measure(name, small) > place.w - 6 * unit for name, place in heads):
        small -= 0.5 * unit
    for line, row in enumerate(rows):
        y = box.y + (line + 0.5) * step
        size, color = (small, theme.muted) if line == 0 else (14 * unit, theme.text)
        if line:
            canvas.line((box.x, y - step / 2), (box.right, y - step / 2), theme.raised)
        for index, (text, place) in enumerate(zip(row, places, strict=True)):
            left = index == 0
            shown = fit_text(canvas, text, place.w - 6 * unit, size, "bold" if left and line else "sans")
            canvas.text((place.x if left else place.right, y), shown, size, theme.muted if text == _NONE else color,
                        "left" if left else "right", "bold" if left and line else "sans")
