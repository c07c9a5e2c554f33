"""The stage of a comparison: boards side by side, what they differ in, and the totals. For window, handout and film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from scenarios.charts import NOTHING, Chart
from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.script.drawn import NOTHING_DRAWN, Drawn
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.runs.asking import Asking
from visualizer.runs.audit import Audit
from visualizer.runs.boards import Board
from visualizer.runs.sides import Side
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_in
from visualizer.stage import compare_totals
from visualizer.stage.annotations import draw_annotations
from visualizer.stage.audit import draw_audit
from visualizer.stage.band import ASIDE_BELOW, Words, draw_band, fits, heights
from visualizer.stage.beside_words import NOTHING as NO_PICTURE
from visualizer.stage.beside_words import beside
from visualizer.stage.chain import draw_chain
from visualizer.stage.compare_asked import draw_asking
from visualizer.stage.compare_chart import about, chart_of, draw_chart
from visualizer.stage.compare_gains import draw_differences, gained
from visualizer.stage.compare_heads import draw_head
from visualizer.stage.compare_layout import ComparePlaces, Wanted, arrange_asked, arrange_comparison, arrange_large
from visualizer.stage.compare_legend import draw_legend, known_of
from visualizer.stage.compare_panels import Panel, draw_panel, draw_panels
from visualizer.stage.compare_totals import best_of, columns_of, draw_name, draw_title, draw_totals, parted, table
from visualizer.stage.family import DrawRuns, OwnChart, view_of
from visualizer.stage.figures import draw_figures
from visualizer.stage.links import Links
from visualizer.stage.question import card_height, draw_candidates, seated
from visualizer.stage.reasons import draw_reason
from visualizer.stage.seeds import progress_of, seeds_of
from visualizer.stage.spots import Look
from visualizer.stage.stage import draw_on_board, inside, panel
from visualizer.stage.still import draw_still, key_of, where, with_tab
from visualizer.stage.view import View
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

_WITH_MORE = 0.8  # the aspect of boards and what lies below them
_PANEL = 230.0  # the least height of a panel with a proof, or of the runs
_HEADING = 22.0  # the line above the lesson's words
_NAME = 20.0  # from one run's name to the next, where no board has them
_WIDE_PANE = 2.0  # a board that has such a place, for its height, has what goes with it at its right


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
    told: Side | None = None  # the run that was asked: its board shows what explains the answer
    drawn: Drawn = NOTHING_DRAWN  # by the lesson, on all boards
    audit: tuple[int, Audit] | None = None  # of a number of that run
    panel: Panel | None = None  # of the runs, in the place of the chart or of the boards
    asking: Asking | None = None  # in the place of what is said …
    card: float = 0.0  # … as high as that
    looks: Sequence[Look | None] = ()  # of each run, where a window takes input for its panel
    links: Sequence[Links] = ()  # of each run, where a window takes input: where its numbers are drawn
    _placed: tuple[object, ComparePlaces] | None = field(default=None, init=False)

    @property
    def words(self) -> Words:
        """What the band says."""
        words = Words(self.say) if self.said is None else self.said
        if words.answers:
            return words
        shown = beside(self.drawn)._replace(figures=None) if words.tone == "lesson" else NO_PICTURE
        return words._replace(aside=self.aside, shown=shown)

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
        large = self.chart.large if self.hero is None else self.hero
        in_sight = self.asking is not None or self.told is not None or self.panel is not None or self.audit is not None
        return self.chart.show != NOTHING and large and not in_sight

    @property
    def own(self) -> OwnChart | None:
        """The chart of the runs' family, where that is what is drawn."""
        of = self.scenario.runs[0].algorithm
        return view_of(of).chart if self.chart.show == (of.family.chart or None) else None

    def views(self) -> list[View]:
        """Each run as it is on the stage alone."""
        runs = zip(self.scenario.runs, self.boards, self.timelines, self.before, strict=True)
        found = [View(run.algorithm, board, timeline, before, self.t, marks=self.marks, drawn=self.drawn,
                      asking=self.asked_of(number), links=self.links[number] if self.links else Links(),
                      look=self.looks[number] if self.looks else None)
                 for number, (run, board, timeline, before) in enumerate(runs)]
        for index, single in enumerate(found):
            single.band = seeds_of(self.scenario, index, single.timeline)
            single.code = single.code if self.panel is None else self.panel.name
        if (asking := self.asking) is not None and asking.of is not None:
            single, plain = found[asking.of.number - 1], not asking.question.places and not asking.reason
            single.reason, single.marks = asking.reason, (*single.marks, *asking.shows) if plain else single.marks
        if self.told is not None:
            single, told = found[self.told.index], self.told
            single.reason, single.chain, single.lens = told.reason, told.chain, told.lens
            single.marks, single.drawn = (*self.marks, *told.hinted), NOTHING_DRAWN if told.reason else self.drawn
        return found

    @property
    def proof(self) -> View | None:
        """The run of which a proof is stepped through."""
        told = self.told
        return None if told is None or told.chain is None else self.views()[told.index]

    @property
    def audited(self) -> View | None:
        """The run of which a number is asked for."""
        if self.audit is None or self.asking is not None:
            return None
        single = self.views()[self.audit[0]]
        single.audit = self.audit[1]
        return single

    @property
    def counted(self) -> tuple[int, str] | None:
        """The index and the name of the run of which a number is asked for, where that is what is listed."""
        if self.audit is None or self.asking is not None or self.proof is not None:
            return None
        return self.audit[0], self.scenario.runs[self.audit[0]].name

    @property
    def listing(self) -> bool:
        """Is there a list in the place of the chart: the steps of a proof, or the events of an audit?"""
        return self.proof is not None or (self.audit is not None and self.asking is None)

    def asked_of(self, index: int) -> Asking | None:
        """The question, if it is about that run."""
        asking = self.asking
        return asking if asking is not None and asking.of is not None and asking.of.number == index + 1 else None

    def enlarged(self, index: int) -> bool:
        """Has a panel of that run the place of its board? Not while that is asked about, or shows an answer."""
        ordered = self.asking is not None and self.asking.question.lines is not None
        shown = self.panel is not None and self.panel.large and index in self.panel.runs and not ordered
        return shown and self.asked_of(index) is None and (self.told is None or self.told.index != index)

    def make_room(self, canvas: Canvas, box: Rect, unit: float) -> None:
        """For the question; to be called before anything is drawn."""
        self.card = 0.0 if self.asking is None else card_height(canvas, box.w, box.h, self.asking, unit)

    @cached_property
    def names(self) -> tuple[list[str], list[str]]:
        """The totals that are shown, and the others."""
        return parted(self.rows, about(self.chart))

    def places(self, box: Rect, unit: float) -> ComparePlaces:
        """Where the parts lie on the stage, once there is room for the question."""
        key = box, unit, self.card, self.rest, self.aside > 0
        if self._placed is None or self._placed[0] != key:
            self._placed = key, self._place(box, unit)
        return self._placed[1]

    def _place(self, box: Rect, unit: float) -> ComparePlaces:
        aspect = self.boards[0].aspect_beside
        filled = any(view_of(run.algorithm).below for run in self.scenario.runs)
        if filled:
            aspect = min(aspect, _WITH_MORE)
        wanted = Wanted(len(self.timelines), bool(self.say), aspect, self.chart.show != NOTHING, len(self.names[0]) + 1,
                        aside=ASIDE_BELOW if self.aside else 0.0, filled=filled)
        if not self.words.answers and self.words.heading:
            wanted = replace(wanted, caption=wanted.caption + _HEADING)
        if self.listing or (self.panel is not None and not self.panel.large and self.asking is None):
            wanted = replace(wanted, charted=True, chart=_PANEL)
        if self.asking is not None:
            (rest, card), question = box.split_bottom(self.card, 8 * unit), self.asking.question
            lead, code = 0 if self.asking.of is None else self.asking.of.number - 1, question.lines is not None
            return replace(arrange_asked(rest, unit, wanted, lead, question.places, code), caption=card)
        if self.large:
            aside = self.own is not None and self.own.aside is not None
            return arrange_large(box, unit, replace(wanted, rows=wanted.rows + len(self.timelines) * aside), aside)
        return arrange_comparison(box, unit, wanted)

    def cut(self, places: ComparePlaces, unit: float) -> list[tuple[Rect, Rect | None]]:
        """For each run where its board is drawn, and what lies below it, or beside it where it is alone and has much
        width, if its family draws something there."""
        found: list[tuple[Rect, Rect | None]] = []
        for run, board, inner in zip(self.scenario.runs, self.boards, places.inner(unit), strict=False):
            family = view_of(run.algorithm)
            if family.below is None:
                found.append((inner, None))
            elif inner.w > _WIDE_PANE * inner.h:
                found.append(inner.split_left(inner.w / 2, 16 * unit))
            else:
                high = min(inner.w / board.aspect_beside, inner.h * (1 - family.beneath(run.algorithm)))
                found.append(inner.split_top(high, 8 * unit))
        return found

    def table_room(self, places: ComparePlaces, unit: float) -> Rect:
        """Where the table of the totals lies: below the names of the runs, where no board has them above it."""
        room = inside(places.totals, unit)
        return room if places.boards else room.split_top(_NAME * unit * len(self.timelines), 2 * unit)[1]

    def gained(self) -> list[tuple[str, ...]]:
        """For each run the variables of which it has ruled out a value that the one before it (before the first: the
        last) has not; none between two that have not begun: how they are put is no finding."""
        return [gained(run.state, before.state) if run.position or before.position else () for run, before
                in zip(self.timelines, (*self.timelines[-1:], *self.timelines[:-1]), strict=True)]


def draw_comparison(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """Everything but the controls."""
    for links in view.links:
        links.spots.clear()
        links.numbers.clear()
    places = view.places(box, unit)
    gains = view.gained()
    cut = view.cut(places, unit)
    for index, single in enumerate(view.views() if places.boards else ()):
        if places.boards[index].h > 0:
            _draw_pane(canvas, places, cut[index], index, single, gains[index], view, theme, unit)
    band = band_of(canvas, box, places, view, unit) if places.caption.h > 0 else places.caption
    if places.legend.h > 0 and not band.meets(places.legend):  # half of a line says nothing
        shown = known_of(view.rows, view.pointed), bool(view.marks), any(gains)
        canvas.still("legend", (*map(str, shown), theme, unit), places.legend,
                     lambda: draw_legend(canvas, places.legend, *shown, theme, unit))
    _draw_figures(canvas, places, view, theme, unit)
    if places.caption.h > 0 and view.asking is not None:
        draw_asking(canvas, places, view.asking, theme, unit)
    elif places.caption.h > 0:
        earlier = view.earlier if view.said is None else ""
        canvas.still("band", (view.words, earlier, theme, unit), band,
                     lambda: draw_band(canvas, band, view.words, theme, unit, earlier))


def _draw_pane(canvas: Canvas, places: ComparePlaces, cut: tuple[Rect, Rect | None], index: int, single: View,
               gains: Sequence[str], view: CompareView, theme: Theme, unit: float) -> None:
    """The board of a run below its head, each drawn anew where something has changed."""
    head, box, (inner, below) = places.heads[index], places.boards[index], cut
    room = box if below is None else box._replace(w=below.x - box.x) if below.x > inner.x else (
        box._replace(h=below.y - box.y))
    panel(canvas, Rect(*head[:3], box.bottom - head.y), theme, unit)
    if head.h > 0:
        key = index, where(single.timeline), gains, compare_totals.begun(view.rows), Same(single.algorithm), theme, unit
        canvas.still(("head", index), key, head, lambda: draw_head(
            canvas, head.inset(12 * unit, 5 * unit), index, view.rows, gains, theme, unit), late=view.t < 1)
    late = index // 2  # frames: two boards at a time, and then what lies below them
    rings = () if single.asking or (view.told and view.told.reason) else gains  # a reason, or candidates, are enough
    known = key_of(single, theme, unit)
    if view.enlarged(index):
        draw_panel(canvas, box.inset(10 * unit, 4 * unit), index, single, theme, unit, headed=False)
        return
    with canvas.clip(box):
        shown = known and (*known, rings, view.pointed, where(single.timeline))
        draw_still(canvas, ("board", index), room, single, shown,
                   lambda: draw_run(canvas, inner, single, rings, view, theme, unit), late)
        draw_asked(canvas, inner, single, view, theme)
        if below is not None:
            draw_still(canvas, ("below", index), below, single, with_tab(single, known),
                       lambda: draw_below(canvas, below, single, theme, unit), 1 + late + index % 2)
    if single.asking is not None:
        whole = Rect(*head[:3], box.bottom - head.y).inset(1.5 * unit)
        canvas.rect(whole, None, theme.accent, 3 * unit, 8 * unit)


def band_of(canvas: Canvas, box: Rect, places: ComparePlaces, view: CompareView, unit: float) -> Rect:
    """Where the band lies; for a long answer it grows upwards, at first up to the legend, then over what is there."""
    if view.said is None:
        return places.caption
    usual = places.caption
    high = sorted((*heights(box, unit), usual.bottom - places.legend.bottom))
    taller = (usual._replace(y=usual.bottom - h, h=h) for h in high)
    return next((rect for rect in taller if rect.h >= usual.h and fits(canvas, rect, view.words, unit)), usual)


def draw_run(canvas: Canvas, box: Rect, single: View, gains: Sequence[str], view: CompareView,
             theme: Theme, unit: float) -> None:
    """A board with rings around what its run has found and the one before it has not, and what its family adds."""
    board, state, own = single.board, single.state, view_of(single.algorithm).lens
    lens = single.lens or (own and own(single))
    board.asked, board.explains = single.questioned, single.reason
    board.numbered = frozenset(seated(board, single.asking)[1])
    before, after = (lens, lens) if lens else (single.before, state)
    board.leaves = view_of(single.algorithm).branches(single.algorithm)
    board.draw(canvas, box, before, after, single.t, theme, single.marks, view.pointed)
    if thought_in(after) is None:
        draw_on_board(canvas, box, single.algorithm, board, (before, after), single.t, theme)
    draw_reason(canvas, box, board, state, single.reason, theme)
    draw_annotations(canvas, box, board, single.drawn, theme)
    draw_differences(canvas, [board.marked(box, state, name, theme) for name in gains], box, theme,
                     [board.marked(box, state, name, theme) for name in single.marks if name in gains])
    if (room := board.spare(box)) is not None and state.tree.count:
        draw_tree(canvas, room, state.tree, TreeView(), theme, unit)


def draw_asked(canvas: Canvas, box: Rect, single: View, view: CompareView, theme: Theme) -> None:
    """Over the board that is asked about, what can be the answer."""
    if single.asking is not None:
        draw_candidates(canvas, box, single.board, single.asking, view.pointed, theme)


def draw_below(canvas: Canvas, box: Rect, single: View, theme: Theme, unit: float) -> None:
    """What the family of a run draws below its board."""
    if (draw := view_of(single.algorithm).below) is not None:
        draw(canvas, box, single, theme, unit)


def _draw_figures(canvas: Canvas, places: ComparePlaces, view: CompareView, theme: Theme, unit: float) -> None:
    """The chart with what goes with it, and the totals; or the totals that are not shared, in the place of
    both where they lie together, else of the totals."""
    own = view.own
    here = (tuple(map(where, view.timelines)), view.rest, len(places.boards), view.drawn.figures, Same(view.scenario),
            theme, unit)
    drawn = _drawn(view, here)
    box, late = places.figures if view.rest else places.totals, len(view.timelines) * (view.t < 1)
    if box.h > 0:
        canvas.still("totals", here, box, lambda: _draw_table(canvas, box, places, view, theme, unit), late=late)
    if view.rest and places.figures != places.totals:
        return
    if places.aside.h > 0 and own is not None and (aside := own.aside) is not None:
        canvas.still("aside", drawn, places.aside, lambda: _draw_runs(
            aside, canvas, panel(canvas, places.aside, theme, unit), view, theme, unit), view.t, late)
    if places.chart.h > 0 and view.listing:
        _draw_listing(canvas, places, view, theme, unit)
    elif places.chart.h > 0 and view.panel is not None and not view.panel.large:
        draw_panels(canvas, places.chart, view.panel, view.views(), theme, unit)
    elif places.chart.h > 0:
        canvas.still("chart", drawn, places.chart, lambda: draw_figure(canvas, places.chart, view, theme, unit), view.t,
                     late)


def _drawn(view: CompareView, here: tuple[object, ...]) -> tuple[object, ...]:
    """All that the chart depends on, and what goes with it."""
    own, bands = view.own, progress_of(view.scenario.bands)
    if own is None or own.since is None:
        return here, tuple(map(Same, view.before)), bands
    return tuple(map(own.since, view.views())), here[1:], bands


def _draw_listing(canvas: Canvas, places: ComparePlaces, view: CompareView, theme: Theme, unit: float) -> None:
    """In the place of the chart: a proof that is stepped through, or what a number has counted."""
    inner = panel(canvas, places.chart, theme, unit)
    with canvas.clip(places.chart):
        if view.proof is not None:
            draw_chain(canvas, inner, view.proof, theme, unit)
        elif (counted := view.counted) is not None and (single := view.audited) is not None:
            draw_name(canvas, (inner.x, inner.y + _NAME / 2 * unit), *counted, inner.w, theme, unit)
            draw_audit(canvas, audit_room(places, unit), single, theme, unit)


def audit_room(places: ComparePlaces, unit: float) -> Rect:
    """Where the audit of a number lies, below the name of its run."""
    return inside(places.chart, unit).split_top(_NAME * unit, 2 * unit)[1]


def _draw_runs(draw: DrawRuns, canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> bool:
    """What a family draws of its runs; does it depend on how far the transition is?"""
    views = view.views()
    draw(canvas, box, views, theme, unit)
    return any(single.asked for single in views)


def _draw_table(canvas: Canvas, box: Rect, places: ComparePlaces, view: CompareView, theme: Theme, unit: float) -> None:
    """The totals on show."""
    cells, inner = table(view.rows), panel(canvas, box, theme, unit)
    best = best_of(view.rows, cells, about(view.chart))
    if not (view.rest or places.boards):
        _draw_names(canvas, inner, view, theme, unit)
    inner = (draw_title(canvas, inner, "The other totals", "C: back", theme, unit) if view.rest else
             view.table_room(places, unit))
    draw_totals(canvas, inner, columns_of(cells, view.names[view.rest]), best, theme, unit)


def draw_figure(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> bool:
    """The chart: the one of the runs' family, or that of their totals; what a cue claims of many seeds goes before.
    Does it depend on how far the transition is?"""
    inner = panel(canvas, box, theme, unit)
    with canvas.clip(box):
        if (figures := view.drawn.figures) is not None:
            draw_figures(canvas, inner, figures, theme, unit)
            return False
        if view.own is not None:
            return _draw_runs(view.own.draw, canvas, inner, view, theme, unit)
        draw_chart(canvas, inner, view.chart, view.rows, theme, unit, [one.band for one in view.views()])
        return False


def _draw_names(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """The number and the name of each run, where no board has them above it."""
    for index, run in enumerate(view.scenario.runs):
        draw_name(canvas, (box.x, box.y + (index + 0.5) * _NAME * unit), index, run.name, box.w, theme, unit)
