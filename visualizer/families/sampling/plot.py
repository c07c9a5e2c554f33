"""How wrong the estimates of a sampler are, over their iterations, and how often each deal was visited: bias is seen.

    error   root of the mean square deviation from the exact shares, of what is not certain
    visits  how often a sample was found, recorded or not, by all chains
"""

from __future__ import annotations

from collections.abc import Sequence

from algorithms.words import counted
from scenarios.bands import Band
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text
from visualizer.canvas.theme import Theme
from visualizer.families.sampling.errors import Errors, draw_log_plot
from visualizer.families.sampling.numbers import error_of, fairly, iterations_of, missed_of, top_of, visits_of
from visualizer.families.sampling.progress import Point, progress, visits
from visualizer.runs.boards import Exact
from visualizer.runs.states import State
from visualizer.stage.compare_totals import ended
from visualizer.stage.links import Links
from visualizer.stage.seeds import draw_words


def draw_sampling_plot(canvas: Canvas, box: Rect, timeline: Timeline[State], exact: Exact, theme: Theme,
                       unit: float, links: Links, band: Band | None = None) -> None:
    """The errors above, the visits below."""
    if band is not None:
        box = draw_words(canvas, box, band, theme, unit, "thin: a chain; ")
    above, below = box.split_top((box.h - 10 * unit) * 0.56, 10 * unit)
    recorded = progress(timeline, exact)
    _draw_errors(canvas, above, recorded.points, timeline, exact, band, theme, unit, links)
    _draw_visits(canvas, below, sorted(visits(timeline).values(), reverse=True), exact.deals, theme, unit, links)


def _draw_errors(canvas: Canvas, box: Rect, points: Sequence[Point], timeline: Timeline[State],
                 exact: Exact, band: Band | None, theme: Theme, unit: float, links: Links) -> None:
    """The error up to here, thick; hatched, other seeds, or from the best chain to the worst."""
    head, rest = box.split_top(18 * unit, 2 * unit)
    here = [point for point in points if point.position <= timeline.position]
    many = points and len(points[-1].each) > 1
    said = f"RMSD {here[-1].together:.4f} after {counted(here[-1].step, 'iteration')}" if here else "error (RMSD)"
    if many and band is None:
        said += "; hatched: best to worst chain"
    size = min(13 * unit, 13 * unit * head.w / canvas.measure(said, 13 * unit, "bold"))
    numbers = [error_of(here[-1].together, exact), iterations_of(here[-1].step)] if here else []
    links.write(canvas, (head.x, head.center[1]), said, size, theme.text, "left", "bold", numbers=numbers)
    plot = draw_log_plot(canvas, rest, [Errors(here, points, theme.run_1, band, ended(timeline))], theme, unit)
    if plot is not None and here:
        canvas.circle(plot.spot(here[-1].step, here[-1].together), 5 * unit, theme.panel, theme.text, 2 * unit)


def _draw_visits(canvas: Canvas, box: Rect, visits: Sequence[int], deals: int, theme: Theme, unit: float,
                 links: Links) -> None:
    """A column for each deal, those visited most first; where there are more deals than pixels, for some of them. Deals
    that nobody has visited are the hatched rest."""
    head, rest = box.split_top(18 * unit, 4 * unit)
    found, total = len(visits), sum(visits)
    even = fairly(deals, total)
    drawn = f"; {counted(total, 'fair draw')}: about {even:,.0f}" if total else ""
    deals_seen, draws, fair = visits_of(found, total, even, deals)
    said, size = "", SMALLEST
    for more in (" visited", ""):
        said = f"{found:,} of {counted(deals, 'deal')}{more}{drawn}"
        size = max(SMALLEST, 13 * unit * min(1.0, 0.99 * head.w / canvas.measure(said, 13 * unit, "bold")))
        if canvas.measure(said, size, "bold") <= head.w:
            break
    links.write(canvas, (head.x, head.center[1]), fit_text(canvas, said, head.w, size, "bold"), size,
                theme.text, "left", "bold", numbers=[deals_seen, draws, fair] if total else [deals_seen])
    rest, foot = rest.split_bottom(18 * unit)
    top = visits[0] if visits else 1
    margin = canvas.measure(f"{top:,}×", 12 * unit) + 10 * unit
    plot = Rect(rest.x + margin, rest.y + 2 * unit, rest.w - margin - 8 * unit, rest.h - 2 * unit)
    links.write(canvas, (plot.x - 6 * unit, plot.y + 6 * unit), f"{top:,}×", 12 * unit, theme.muted, "right",
                numbers=[top_of(top)] if visits else ())
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
    links.write(canvas, (plot.right, foot.center[1]), said, 12 * unit, theme.muted, "right",
                numbers=[missed_of(deals - found, deals)])
