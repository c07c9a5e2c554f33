"""How wrong the estimates of samplers are, over their iterations, and how often each deal was visited: bias is seen.

    error   root of the mean square deviation from the exact shares, of what is not certain
    visits  how often a sample was found, recorded or not, by all chains
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from weakref import WeakKeyDictionary

from algorithms.events import (
    DuplicateDropped,
    Estimated,
    LineCorrected,
    LineEntered,
    LineRemoved,
    SampleRecorded,
    VariablesFixed,
)
from algorithms.sampling.sampling import rmsd
from algorithms.words import counted
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.boards import Exact
from visualizer.runs.states import State

_BEGINS = (VariablesFixed, LineEntered, LineCorrected, LineRemoved)  # a run, on another log
_KINDS = (*_BEGINS, SampleRecorded, DuplicateDropped, Estimated)
_LEAST_ERROR = 0.01  # the top of the scale is never lower


class Point(NamedTuple):
    """An estimate: its position on the timeline, the iterations of each chain, the error of all chains together and of
    each of them."""

    position: int
    step: int
    together: float
    each: tuple[float, ...]


@dataclass
class Progress:
    """What the events of a timeline say up to an index: the errors so far, and the visits of samples."""

    exact: Exact
    upto: int = 0
    points: list[Point] = field(default_factory=list)
    tallies: dict[int, Counter[str]] = field(default_factory=dict)
    samples: Counter[int] = field(default_factory=Counter)
    own: dict[int, set[tuple[str, ...]]] = field(default_factory=dict)
    visits: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def follow(self, timeline: Timeline[State], end: int) -> None:
        """Goes on to that index; a new run on the timeline begins anew."""
        for index in _indexes(timeline, self.upto, end):
            event = timeline.events[index]
            if isinstance(event, _BEGINS):
                self.points, self.tallies, self.samples = [], {}, Counter()
                self.visits, self.own = Counter(), {}
            elif isinstance(event, Estimated):
                self.points.append(self._point(index + 1, event))
            elif isinstance(event, SampleRecorded | DuplicateDropped):
                self.visits[event.sample] += 1
                own = self.own.setdefault(event.chain, set())
                if isinstance(event, SampleRecorded) or event.sample not in own:  # another chain found it first
                    self.tallies.setdefault(event.chain, Counter()).update(event.sample)
                    self.samples[event.chain] += 1
                own.add(event.sample)
        self.upto = end

    def _point(self, position: int, event: Estimated) -> Point:
        together = dict(zip(event.variables, event.estimates, strict=True))
        each = tuple(rmsd({name: count / self.samples[chain] for name, count in tally.items()}, self.exact.shares)
                     for chain, tally in sorted(self.tallies.items()))
        return Point(position, event.step, rmsd(together, self.exact.shares), each)


_recorded: WeakKeyDictionary[Timeline[State], Progress] = WeakKeyDictionary()  # of all that is recorded
_shown: WeakKeyDictionary[Timeline[State], Progress] = WeakKeyDictionary()  # up to the position


def _indexes(timeline: Timeline[State], start: int, end: int) -> Iterable[int]:
    """The indices of the events that matter, in order."""
    found: list[int] = []
    for kind in _KINDS:
        positions = timeline.positions(kind)
        found += positions[bisect_left(positions, start):bisect_left(positions, end)]
    return sorted(found)


def progress(timeline: Timeline[State], exact: Exact, end: int,
             kept: WeakKeyDictionary[Timeline[State], Progress]) -> Progress:
    """What the first ``end`` events say; what was worked out before is kept, as long as it is of use."""
    found = kept.get(timeline)
    if found is None or found.upto > end or found.exact is not exact:
        found = kept[timeline] = Progress(exact)
    found.follow(timeline, end)
    return found


def draw_sampling_plot(canvas: Canvas, box: Rect, timeline: Timeline[State], exact: Exact, theme: Theme,
                       unit: float) -> None:
    """The errors above, the visits below."""
    above, below = box.split_top((box.h - 10 * unit) * 0.56, 10 * unit)
    recorded = progress(timeline, exact, len(timeline.events), _recorded)
    _draw_errors(canvas, above, recorded.points, timeline, theme, unit)
    here = progress(timeline, exact, timeline.position, _shown)
    _draw_visits(canvas, below, sorted(here.visits.values(), reverse=True), exact.deals, theme, unit)


def _draw_errors(canvas: Canvas, box: Rect, points: Sequence[Point], timeline: Timeline[State], theme: Theme,
                 unit: float) -> None:
    """Thin lines for the chains, a thick one for all of them together; a bar where we are."""
    size = 12 * unit
    head, rest = box.split_top(18 * unit, 4 * unit)
    here = next((point for point in reversed(points) if point.position <= timeline.position), None)
    many = points and len(points[-1].each) > 1
    said = "error of the estimates (RMSD)" + (", thin: of each chain" if many else "")
    if here is not None:
        said = f"RMSD {here.together:.4f} after {counted(here.step, 'iteration')}"
        said += "; thin: each chain" if many else ""
    canvas.text((head.x, head.center[1]), fit_text(canvas, said, head.w, 13 * unit, "bold"), 13 * unit, theme.text,
                "left", "bold")
    rest, foot = rest.split_bottom(18 * unit)
    top = _round_up(max([_LEAST_ERROR, *(error for point in points[len(points) // 20:]
                                         for error in (point.together, *point.each))]))
    margin = max(canvas.measure(f"{top * share:g}", size) for share in (0.5, 1.0)) + 10 * unit
    plot = Rect(rest.x + margin, rest.y + 4 * unit, rest.w - margin - 8 * unit, rest.h - 4 * unit)
    for share in (0.0, 0.5, 1.0):
        y = plot.bottom - plot.h * share
        canvas.line((plot.x, y), (plot.right, y), theme.edge if share else theme.muted, 1)
        canvas.text((plot.x - 6 * unit, y), f"{top * share:g}", size, theme.muted, "right")
    if not points:
        canvas.text(plot.center, "no estimate so far", 13 * unit, theme.muted, "center")
        return
    last = points[-1].step
    canvas.text((plot.x, foot.center[1]), "0", size, theme.muted, "center")
    canvas.text((plot.right, foot.center[1]), counted(last, "iteration"), size, theme.muted, "right")

    def spot(step: int, error: float) -> tuple[float, float]:
        return plot.x + plot.w * step / last, plot.bottom - plot.h * min(1.0, error / top)

    with canvas.clip(plot.inset(-2 * unit)):
        for chain in range(len(points[-1].each) if many else 0):
            line = [spot(point.step, point.each[chain]) for point in points if chain < len(point.each)]
            for a, b in pairwise(line):
                canvas.line(a, b, mix(theme.panel, theme.text, 0.45), unit)
        for a, b in pairwise([spot(point.step, point.together) for point in points]):
            canvas.line(a, b, theme.text, 2.5 * unit)
    if here is not None:
        x, y = spot(here.step, here.together)
        canvas.rect(Rect(x - unit, plot.y, 2 * unit, plot.h), theme.accent)
        canvas.circle((x, y), 4.5 * unit, theme.panel, theme.text, 2 * unit)


def _draw_visits(canvas: Canvas, box: Rect, visits: Sequence[int], deals: int, theme: Theme, unit: float) -> None:
    """A column for each deal, those visited most first; where there are more deals than pixels, for some of them. Deals
    that nobody has visited are the hatched rest."""
    head, rest = box.split_top(18 * unit, 4 * unit)
    found, total = len(visits), sum(visits)
    even = deals * (1 - (1 - 1 / deals) ** total) if deals else 0.0
    said = f"{found:,} of {counted(deals, 'deal')} visited"
    said += f"; {counted(total, 'fair draw')}: about {even:,.0f}" if total else ""
    canvas.text((head.x, head.center[1]), fit_text(canvas, said, head.w, 13 * unit, "bold"), 13 * unit, theme.text,
                "left", "bold")
    rest, foot = rest.split_bottom(18 * unit)
    top = visits[0] if visits else 1
    margin = canvas.measure(f"{top:,}×", 12 * unit) + 10 * unit
    plot = Rect(rest.x + margin, rest.y + 2 * unit, rest.w - margin - 8 * unit, rest.h - 2 * unit)
    canvas.text((plot.x - 6 * unit, plot.y + 6 * unit), f"{top:,}×", 12 * unit, theme.muted, "right")
    canvas.text((plot.x - 6 * unit, plot.bottom), "0", 12 * unit, theme.muted, "right")
    columns = max(1, min(deals, int(plot.w / max(1.0, 2 * unit))))
    wide = plot.w / columns
    visited = 0.0
    for column in range(columns):
        rank = column * deals // columns
        if rank >= found:
            break
        high = plot.h * visits[rank] / top
        canvas.rect(Rect(plot.x + column * wide, plot.bottom - high, wide, high), theme.known)
        visited = (column + 1) * wide
    x = plot.x + visited
    while x < plot.right:  # hatched: never visited
        canvas.line((x, plot.bottom), (min(plot.right, x + 6 * unit), plot.bottom - 6 * unit), theme.bad, 1)
        x += 8 * unit
    canvas.line((plot.x, plot.bottom), (plot.right, plot.bottom), theme.muted, 1)
    said = fit_text(canvas, f"deals, most visited first; hatched: {deals - found:,} never visited", plot.w, 12 * unit)
    canvas.text((plot.right, foot.center[1]), said, 12 * unit, theme.muted, "right")


def _round_up(error: float) -> float:
    """The top of the scale: 1, 2 or 5 of some power of ten."""
    return next(value for power in (0.001, 0.01, 0.1, 1.0, 10.0) for value in (power, 2 * power, 5 * power)
                if value >= error)
