"""The stage of a comparison: boards side by side, what they differ in, and the totals. For window, handout and film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scenarios.loader import Scenario
from scenarios.runs import AlgorithmRun
from scenarios.script.together import differences
from scenarios.timeline import Timeline
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.lazy_form import size_of
from visualizer.runs.states import State
from visualizer.stage.band import Words, draw_band
from visualizer.stage.compare_layout import ComparePlaces, arrange_comparison
from visualizer.stage.compare_totals import draw_number, draw_totals, ended, outcome_of, table
from visualizer.stage.family import view_of
from visualizer.stage.stage import draw_on_board, panel
from visualizer.stage.view import View
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

_MOST_NAMED = 12  # variables that differ, by name
_TEXT, _LEAST_TEXT = 14.0, 11.0  # sizes of what a head says
_WITH_MORE, _BOARD_PART = 0.8, 0.42  # where something lies below boards: the aspect of both, the board's part of them
_TABBED = 26.0  # pixels: smaller places have no room for a tab beside their content


@dataclass
class CompareView:
    """What is on the stage: each run of ``scenario`` with its board, timeline and the state before the last move, seen
    a part ``t`` (0–1) of the way. ``pointed`` is a place that all boards light; ``earlier``: where what is said was
    said, if not here."""

    scenario: Scenario
    boards: Sequence[Board]
    timelines: Sequence[Timeline[State]]
    before: Sequence[State]
    t: float = 1.0
    say: str = ""
    earlier: str = ""
    marks: Sequence[str] = ()
    pointed: str | None = None

    @property
    def rows(self) -> list[tuple[AlgorithmRun, Timeline[State]]]:
        """Each run with its timeline."""
        return list(zip(self.scenario.runs, self.timelines, strict=True))

    def places(self, box: Rect, unit: float) -> ComparePlaces:
        """Where the parts lie on the stage."""
        aspect = self.boards[0].aspect_beside
        if any(view_of(run.algorithm).below for run in self.scenario.runs):
            aspect = min(aspect, _WITH_MORE)
        return arrange_comparison(box, unit, len(self.timelines), bool(self.say), aspect)

    def cut(self, places: ComparePlaces, unit: float) -> list[tuple[Rect, Rect | None]]:
        """For each run where its board is drawn, and what lies below it, if its family draws something there."""
        found: list[tuple[Rect, Rect | None]] = []
        for run, board, inner in zip(self.scenario.runs, self.boards, places.inner(unit), strict=True):
            if view_of(run.algorithm).below is None:
                found.append((inner, None))
            else:
                high = min(inner.w / board.aspect_beside, inner.h * _BOARD_PART)
                found.append(inner.split_top(high, 8 * unit))
        return found


def draw_comparison(canvas: Canvas, box: Rect, view: CompareView, theme: Theme, unit: float) -> None:
    """Everything but the controls."""
    places = view.places(box, unit)
    different = differences(timeline.state for timeline in view.timelines)
    for index, (run, timeline) in enumerate(view.rows):
        pane = Rect(*places.heads[index][:3], places.boards[index].bottom - places.heads[index].y)
        panel(canvas, pane, theme, unit)
        if places.heads[index].h > 0:
            _draw_head(canvas, places.heads[index].inset(12 * unit, 5 * unit), index + 1, run, timeline, theme, unit)
        inner, below = view.cut(places, unit)[index]
        with canvas.clip(places.boards[index]):
            board = view.boards[index]
            board.draw(canvas, inner, view.before[index], timeline.state, view.t, theme, view.marks, view.pointed)
            draw_on_board(canvas, inner, view.scenario.runs[index].algorithm, board, timeline.state, theme)
            for name in different:
                draw_difference(canvas, board.place(inner, name), theme)
            tree = timeline.state.tree
            if (room := board.spare(inner)) is not None and tree.count:
                draw_tree(canvas, room, tree, TreeView(), theme, unit)
            draw_below = view_of(run.algorithm).below
            if draw_below is not None and below is not None:
                single = View(run.algorithm, board, timeline, view.before[index], view.t, marks=view.marks)
                draw_below(canvas, below, single, theme, unit)
    if places.legend.h > 0:
        _draw_legend(canvas, places.legend, view, different, theme, unit)
    if places.caption.h > 0:
        draw_band(canvas, places.caption, Words(view.say), theme, unit, view.earlier)
    if places.totals.h > 0:
        draw_totals(canvas, panel(canvas, places.totals, theme, unit), table(view.rows), places.beside, theme, unit)


def _draw_head(canvas: Canvas, box: Rect, number: int, run: AlgorithmRun, timeline: Timeline[State], theme: Theme,
               unit: float) -> None:
    """The run's number and name, its algorithm where there is room, whether it has ended, and what happened last in
    it: beside the name where the head is low, else below it."""
    size, over = _TEXT * unit, ended(timeline)
    sentence = "nothing to do" if over else "not started"
    if timeline.event is not None:
        sentence = timeline.event.sentence()
    elif timeline.state.form is not None:
        sentence = f"{sentence}: {size_of(timeline.state.form)}"
    top, below = box.split_top(22 * unit)
    y = top.center[1]
    draw_number(canvas, (top.x + 9 * unit, y), number, theme, unit)
    top = top.split_left(26 * unit)[1]
    low = below.h < 13 * unit
    name = fit_text(canvas, run.name, top.w * (0.45 if low else 1), 17 * unit, "bold")
    room = top.w - canvas.measure(name, 17 * unit, "bold") - 12 * unit
    ends = (f"ended: {outcome_of(timeline)}", "ended") if over else ()
    end = next((text for text in ends if canvas.measure(text, 13 * unit, "bold") <= room), "")
    if end:
        canvas.text((top.right, y), end, 13 * unit, theme.muted, "right", "bold")
        top = top.split_right(canvas.measure(end, 13 * unit, "bold") + 10 * unit)[0]
    canvas.text((top.x, y), name, 17 * unit, theme.text, "left", "bold")
    beside = top.split_left(canvas.measure(name, 17 * unit, "bold") + 12 * unit)[1]
    if low:
        _draw_sentence(canvas, beside, sentence, theme, unit)
        return
    if canvas.measure(run.algorithm.title, size) <= beside.w and run.algorithm.title != run.name:
        canvas.text((beside.x, y), run.algorithm.title, size, theme.muted)
    _draw_sentence(canvas, below, sentence, theme, unit)


def _draw_sentence(canvas: Canvas, box: Rect, text: str, theme: Theme, unit: float) -> None:
    """As large as all of it fits; cut where even small text is too long."""
    size = _TEXT * unit
    rows = wrap_text(canvas, text, box.w, size)
    while size > _LEAST_TEXT * unit and len(rows) * 1.22 * size > box.h:
        size -= 0.5 * unit
        rows = wrap_text(canvas, text, box.w, size)
    most = max(1, int(box.h / (1.22 * size)))
    if len(rows) > most:
        rows[most - 1 :] = [fit_text(canvas, " ".join(rows[most - 1 :]), box.w, size)]
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
    canvas.text(tab.center, "≠", size * 0.95, theme.background, "center", "bold")


def _draw_legend(canvas: Canvas, box: Rect, view: CompareView, different: Sequence[str], theme: Theme,
                 unit: float) -> None:
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
    draw_difference(canvas, Rect(x, y - icon / 2, icon, icon), theme)
    canvas.text((x + icon / 2, y), "≠", 13 * unit, theme.mark, "center", "bold")
    top = y - size  # the first line is beside the frame
    left = Rect(x + 26 * unit, top, box.right - x - 26 * unit, box.bottom - top if high else 20 * unit)
    _write_rows(canvas, left, wrap_text(canvas, _differing(different), left.w, size), size, theme)


def _differing(different: Sequence[str]) -> str:
    if not different:
        return "a frame where the runs differ: now they all know the same"
    more = len(different) - _MOST_NAMED
    shown = different if more < 2 else [*different[:_MOST_NAMED], f"and {more} more"]
    return f"the runs know different things of {', '.join(shown)}"


def _write_rows(canvas: Canvas, box: Rect, rows: list[str], size: float, theme: Theme) -> None:
    """Lines from the top; as many as there is room for, the last of which may be cut."""
    most = max(1, int(box.h / (1.4 * size)))
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
