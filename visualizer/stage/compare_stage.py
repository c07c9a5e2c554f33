"""The stage of a comparison: boards side by side, what they differ in, and the totals. For window, handout and film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from algorithms.reasons import Reason
from scenarios.charts import NOTHING, Chart
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import SMALLEST, Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.lazy_form import size_of
from visualizer.runs.states import State
from visualizer.stage.band import Words, draw_band, fits, heights
from visualizer.stage.compare_chart import about, chart_of, draw_chart
from visualizer.stage.compare_layout import ComparePlaces, Wanted, arrange_comparison, arrange_large
from visualizer.stage.compare_totals import (
    best_of,
    columns_of,
    draw_number,
    draw_title,
    draw_totals,
    ended,
    outcome_of,
    parted,
    table,
)
from visualizer.stage.family import OwnChart, view_of
from visualizer.stage.reasons import draw_reason
from visualizer.stage.stage import draw_on_board, inside, panel
from visualizer.stage.view import View
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

_TEXT, _LEAST_TEXT = 14.0, 12.0  # sizes of what a head says
_WITH_MORE, _BOARD_PART = 0.8, 0.42  # where something lies below boards: the aspect of both, the board's part of them
_NAME = 20.0  # from one run's name to the next, where no board has them
_TABBED = 26.0  # pixels: smaller places have no room for a tab beside their content


@dataclass
class CompareView:
    """What is on the stage: each run of ``scenario`` with its board, timeline and the state before the last move, seen
    a part ``t`` (0–1) of the way. ``pointed`` is a place that all boards light; ``earlier``: where what is said was
    said, if not here. ``hero``: has the chart the boards' place (None: as the lesson has it); ``rest``: the totals that
    are not shared; ``aside``: the width at the right of the caption that the window keeps for itself."""

    scenario: Scenario
    boards: Sequence[Board]
    timelines: Sequence[Timeline[State]]
    before: Sequence[State]
    t: float = 1.0
    say: str = ""
    earlier: str = ""
    marks: Sequence[str] = ()
    pointed: str | None = None
    hero: bool | None = None
    rest: bool = False
    aside: float = 0.0
    said: Words | None = None  # in the place of what the lesson says
    told: tuple[int, Reason] = (0, ())  # the reason that is drawn, on the board of that run

    @property
    def words(self) -> Words:
        """What the band says."""
        return Words(self.say, aside=self.aside) if self.said is None else self.said

    @property
    def rows(self) -> list[tuple[AlgorithmRun, Timeline[State]]]:
        """Each run with its timeline."""
        return list(zip(self.scenario.runs, self.timelines, strict=True))

    @cached_property
    def chart(self) -> Chart:
        """What the lesson is about."""
        return chart_of(self.scenario)

    @property
    def large(self) -> bool:
        """Has the chart the boards' place?"""
        return self.chart.show != NOTHING and (self.chart.large if self.hero is None else self.hero)

    @property
    def own(self) -> OwnChart | None:
        """The chart of the runs' family, where that is what is drawn."""
        of = self.scenario.runs[0].algorithm
        return view_of(of).chart if self.chart.show == (of.family.chart or None) else None

    def views(self) -> list[View]:
        """Each run as it is on the stage alone."""
        index, reason = self.told
        return [View(run.algorithm, board, timeline, before, self.t, marks=self.marks,
                     reason=reason if number == index else ()) for number, (run, board, timeline, before)
                in enumerate(zip(self.scenario.runs, self.boards, self.timelines, self.before, strict=True))]

    @cached_property
    def names(self) -> tuple[list[str], list[str]]:
        """The totals that are shown, and the others."""
        return parted(self.rows, about(self.chart))

    def places(self, box: Rect, unit: float) -> ComparePlaces:
        """Where the parts lie on the stage."""
        aspect = self.boards[0].aspect_beside
        if any(view_of(run.algorithm).below for run in self.scenario.runs):
            aspect = min(aspect, _WITH_MORE)
        wanted = Wanted(len(self.timelines), bool(self.say), aspect, self.chart.show != NOTHING, len(self.names[0]) + 1)
        if self.large:
            aside = self.own is not None and self.own.aside is not None
            return arrange_large(box, unit, replace(wanted, rows=wanted.rows + len(self.timelines) * aside), aside)
        return arrange_comparison(box, unit, wanted)

    def cut(self, places: ComparePlaces, unit: float) -> list[tuple[Rect, Rect | None]]:
        """For each run where its board is drawn, and what lies below it, if its family draws something there."""
        found: list[tuple[Rect, Rect | None]] = []
        for run, board, inner in zip(self.scenario.runs, self.boards, places.inner(unit), strict=False):
            if view_of(run.algorithm).below is None:
                found.append((inner, None))
            else:
                high = min(inner.w / board.aspect_beside, inner.h * _BOARD_PART)
                found.append(inner.split_top(high, 8 * unit))
        return found

    def table_room(self, places: ComparePlaces, unit: float) -> Rect:
        """Where the table of the totals lies: below the names of the runs, where no board has them above it."""
        room = inside(places.totals, unit)
        return room if places.boards else room.split_top(_NAME * unit * len(self.timelines), 2 * unit)[1]

    def gained(self) -> list[tuple[str, ...]]:
        """For each run the variables of which it has ruled out a value that the one before it (before the first: the
        last) has not."""
        return [gained(run.state, before.state) for run, before
                in zip(self.timelines, (*self.timelines[-1:], *self.timelines[:-1]), strict=True)]


def gained(state: State, before: State) -> tuple[str, ...]:
    """The variables of which a state has ruled out a value that another one has not, among those that both know."""
    if state.domains == before.domains:
        return ()
    return tuple(name for name, domain in state.domains.items() if name in before.domains
                 and domain != before.domains[name] and not {*before.domains[name]} <= {*domain})


def draw_comparison(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """Everything but the controls."""
    places = view.places(box, unit)
    gains = view.gained()
    cut = view.cut(places, unit)
    for index, single in enumerate(view.views() if places.boards else ()):
        pane = Rect(*places.heads[index][:3], places.boards[index].bottom - places.heads[index].y)
        panel(canvas, pane, theme, unit)
        if places.heads[index].h > 0:
            _draw_head(canvas, places.heads[index].inset(12 * unit, 5 * unit), index, view, gains[index], theme, unit)
        with canvas.clip(places.boards[index]):
            rings = () if view.told[1] else gains[index]  # a reason that is drawn is enough
            draw_run(canvas, *cut[index], single, rings, view, theme, unit)
    if places.legend.h > 0:
        _draw_legend(canvas, places.legend, view, any(gains), theme, unit)
    _draw_figures(canvas, places, view, theme, unit)
    if places.caption.h > 0:
        draw_band(canvas, band_of(canvas, box, places, view, unit), view.words, theme, unit,
                  view.earlier if view.said is None else "")


def band_of(canvas: Canvas, box: Rect, places: ComparePlaces, view: CompareView, unit: float) -> Rect:
    """Where the band lies; for a long answer it grows upwards, over what is there."""
    usual = places.caption
    if view.said is None:
        return usual
    taller = (usual.split_top(0)[1]._replace(y=usual.bottom - high, h=high) for high in heights(box, unit))
    return next((rect for rect in taller if rect.h >= usual.h and fits(canvas, rect, view.words, unit)), usual)


def draw_run(canvas: Canvas, box: Rect, below: Rect | None, single: View, gains: Sequence[str], view: CompareView,
             theme: Theme, unit: float) -> None:
    """A board with rings around what its run has found and the one before it has not, and what its family adds."""
    board, state = single.board, single.state
    board.draw(canvas, box, single.before, state, view.t, theme, view.marks, view.pointed)
    draw_on_board(canvas, box, single.algorithm, board, state, theme)
    draw_reason(canvas, box, board, state, single.reason, theme)
    for name in gains:
        draw_difference(canvas, board.place(box, name), theme)
    if (room := board.spare(box)) is not None and state.tree.count:
        draw_tree(canvas, room, state.tree, TreeView(), theme, unit)
    draw_below = view_of(single.algorithm).below
    if draw_below is not None and below is not None:
        draw_below(canvas, below, single, theme, unit)


def _draw_figures(canvas: Canvas, places: ComparePlaces, view: CompareView, theme: Theme, unit: float) -> None:
    """The chart with what goes with it, and the totals; or the totals that are not shared, in the place of
    both where they lie together, else of the totals."""
    own, cells = view.own, table(view.rows)
    best = best_of(view.rows, cells, about(view.chart))
    if view.rest:
        inner = panel(canvas, places.figures, theme, unit)
        inner = draw_title(canvas, inner, "The other totals", "C: back", theme, unit)
        draw_totals(canvas, inner, columns_of(cells, view.names[1]), best, theme, unit)
        if places.figures != places.totals:
            return
    elif places.totals.h > 0:
        panel(canvas, places.totals, theme, unit)
        if not places.boards:
            _draw_names(canvas, inside(places.totals, unit), view, theme, unit)
        draw_totals(canvas, view.table_room(places, unit), columns_of(cells, view.names[0]), best, theme, unit)
    if places.aside.h > 0 and own is not None and own.aside is not None:
        own.aside(canvas, panel(canvas, places.aside, theme, unit), view.views(), theme, unit)
    if places.chart.h > 0:
        draw_figure(canvas, places.chart, view, theme, unit)


def draw_figure(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """The chart: the one of the runs' family, or that of their totals."""
    inner = panel(canvas, box, theme, unit)
    with canvas.clip(box):
        if view.own is not None:
            view.own.draw(canvas, inner, view.views(), theme, unit)
        else:
            draw_chart(canvas, inner, view.chart, view.rows, theme, unit)


def _draw_names(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """The number and the name of each run, where no board has them above it."""
    for index, (run, _) in enumerate(view.rows):
        y = box.y + (index + 0.5) * _NAME * unit
        draw_number(canvas, (box.x + 9 * unit, y), index + 1, theme, unit)
        name = fit_text(canvas, run.name, box.w - 30 * unit, 15 * unit, "bold")
        canvas.text((box.x + 26 * unit, y), name, 15 * unit, theme.text, "left", "bold")


def _draw_head(canvas: Canvas, box: Rect, index: int, view: CompareView, gains: Sequence[str], theme: Theme,
               unit: float) -> None:
    """The run's number and name, its algorithm where there is room, whether it has ended, and what happened last in
    it: beside the name where the head is low, else below it; at the right, how much the run before it misses."""
    run, timeline = view.rows[index]
    size, over = _TEXT * unit, ended(timeline)
    sentence = "nothing to do" if over else "not started"
    if timeline.event is not None:
        sentence = timeline.event.sentence()
    elif timeline.state.form is not None:
        sentence = f"{sentence}: {size_of(timeline.state.form)}"
    top, below = box.split_top(22 * unit)
    y = top.center[1]
    draw_number(canvas, (top.x + 9 * unit, y), index + 1, theme, unit)
    top = top.split_left(26 * unit)[1]
    low = below.h < 13 * unit
    if gains and top.w > 200 * unit:
        known = all(name in timeline.state.inferred for name in gains)
        brief = f"+{len(gains):,}" if known else f"{len(gains):,}"
        said = f"{brief}, missed by" if known else f"{brief} unlike"
        room = top.w - canvas.measure(run.name, 17 * unit, "bold") - 60 * unit
        said = said if canvas.measure(said, 13 * unit, "bold") <= room else brief
        top = _draw_gain(canvas, top, said, index or len(view.timelines), theme, unit)
    wide = top.w * (0.45 if low else 1)
    large = next((size for size in (17 * unit, 15 * unit, 14 * unit, 13 * unit)
                  if canvas.measure(run.name, size, "bold") <= wide), 12 * unit)
    name = fit_text(canvas, run.name, wide, large, "bold")
    room = top.w - canvas.measure(name, large, "bold") - 12 * unit
    ends = (f"ended: {outcome_of(timeline)}", "ended") if over and not gains else ()
    end = next((text for text in ends if canvas.measure(text, 13 * unit, "bold") <= room), "")
    if end:
        canvas.text((top.right, y), end, 13 * unit, theme.muted, "right", "bold")
        top = top.split_right(canvas.measure(end, 13 * unit, "bold") + 10 * unit)[0]
    canvas.text((top.x, y), name, large, theme.text, "left", "bold")
    beside = top.split_left(canvas.measure(name, large, "bold") + 12 * unit)[1]
    if low:
        _draw_sentence(canvas, beside, sentence, theme, unit)
        return
    if canvas.measure(run.algorithm.title, size) <= beside.w and run.algorithm.title != run.name:
        canvas.text((beside.x, y), run.algorithm.title, size, theme.muted)
    _draw_sentence(canvas, below, sentence, theme, unit)


def _draw_gain(canvas: Canvas, box: Rect, text: str, other: int, theme: Theme, unit: float) -> Rect:
    """How many places are ringed, and for which other run; returns the room at the left."""
    size = 13 * unit
    rest, box = box.split_right(canvas.measure(text, size, "bold") + 46 * unit, 10 * unit)
    y = box.center[1]
    canvas.rect(Rect(box.x, y - 7 * unit, 14 * unit, 14 * unit), None, theme.mark, 3 * unit, 2 * unit)
    canvas.text((box.x + 20 * unit, y), text, size, theme.mark, "left", "bold")
    draw_number(canvas, (box.right - 9 * unit, y), other, theme, unit)
    return rest


def _draw_sentence(canvas: Canvas, box: Rect, text: str, theme: Theme, unit: float) -> None:
    """As large as all of it fits; with fewer parts where even small text is too long."""
    size = _TEXT * unit
    rows = wrap_text(canvas, text, box.w, size)
    while size > _LEAST_TEXT * unit and len(rows) * 1.22 * size > box.h:
        size -= 0.5 * unit
        rows = wrap_text(canvas, text, box.w, size)
    most = max(1, int(box.h / (1.22 * size)))
    while len(rows) > most and (shorter := text.rpartition(",")[0]):  # a long list ends where there is room for
        text = shorter
        rows = wrap_text(canvas, f"{text} and more", box.w, size)
    rows = rows[:most]
    top = box.y if box.h > 30 * unit else box.center[1] - len(rows) * 0.61 * size
    for index, row in enumerate(rows):
        canvas.text((box.x, top + (index + 0.5) * 1.22 * size), row, size, theme.text)


def draw_difference(canvas: Canvas, box: Rect, theme: Theme) -> None:
    """A frame around a place that the runs know different things of and, where there is room, a tab with ≠."""
    side = min(box.w, box.h)
    width = min(4.0, max(2.0, side * 0.09))
    canvas.rect(box.inset(-width / 2 - 1), None, theme.background, width + 2, side * 0.12)
    canvas.rect(box.inset(-width / 2), None, theme.mark, width, side * 0.12)
    if side < _TABBED:
        return
    size = min(22.0, max(12.0, side * 0.36))
    tab = Rect(box.x - width, box.y - width, size, size)
    canvas.rect(tab, theme.mark, radius=size * 0.2)
    canvas.text(tab.center, "≠", size, theme.background, "center", "bold")


def _draw_legend(canvas: Canvas, box: Rect, view: CompareView, differing: bool, theme: Theme, unit: float) -> None:
    """What the frames and brackets on the boards mean; instead, of a place that is pointed at, what each run knows.
    One line, or in a higher box several."""
    size = 14 * unit
    known = None if view.pointed is None else known_of(view, view.pointed)
    high = box.h > 40 * unit
    if high:
        box = panel(canvas, box, theme, unit)
    if known is not None:
        rows = wrap_text(canvas, "\n".join(known) if high else "   ·   ".join(known), box.w, size)
        _write_rows(canvas, box, rows, size, theme)
        return
    icon, x = 16 * unit, box.x + 4 * unit
    y = box.y + 10 * unit if high else box.center[1]
    if view.marks:
        draw_mark(canvas, Rect(x, y - icon / 2, icon, icon), theme)
        text = "the lesson points here"
        canvas.text((x + 26 * unit, y), text, size, theme.muted)
        x, y = (x, y + 26 * unit) if high else (x + 26 * unit + canvas.measure(text, size) + 26 * unit, y)
    canvas.rect(Rect(x, y - icon / 2, icon, icon), None, theme.mark, 3 * unit, 2 * unit)
    top = y - size  # the first line is beside the frame
    left = Rect(x + 26 * unit, top, box.right - x - 26 * unit, box.bottom - top if high else 20 * unit)
    said = "ringed: what the run before it misses, or has otherwise (before the first: the last)"
    said = said if differing else "a ring: what the run before it misses; now they all know the same"
    rows = wrap_text(canvas, said, left.w, size)
    if len(rows) > left.h / (1.4 * size):
        said = "ringed: the run before misses it" if differing else "now all know the same"
        rows = wrap_text(canvas, said, left.w, size)
    _write_rows(canvas, left, rows, size, theme)


def _write_rows(canvas: Canvas, box: Rect, rows: list[str], size: float, theme: Theme) -> None:
    """Lines from the top; as many as there is room for, the last of which may be cut."""
    most = max(1, int(box.h / (1.4 * size)))
    if len(rows) > most and size > SMALLEST:
        _write_rows(canvas, box, wrap_text(canvas, " ".join(rows), box.w, SMALLEST), SMALLEST, theme)
        return
    if len(rows) > most:
        rows = [*rows[: most - 1], fit_text(canvas, " ".join(rows[most - 1 :]), box.w, size)]
    for index, row in enumerate(rows):
        canvas.text((box.x, box.y + (1 + index * 1.4) * size), row, size, theme.text)


def known_of(view: CompareView, place: str) -> list[str] | None:
    """What each run knows of a variable; None where that is none of theirs."""
    if any(place not in timeline.state.domains for timeline in view.timelines):
        return None
    return [f"{run.name}: {place} is {' or '.join(map(str, timeline.state.domains[place])) or 'without a value'}"
            for run, timeline in view.rows]
