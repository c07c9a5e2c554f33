"""The stage: the board as the largest thing, and beside it what explains it. The same for window, handout and film."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from algorithms.core import Algorithm
from scenarios.script.panels import Panel, panels_of, samples, searches
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.families.backtracking.panels import draw_search_focus
from visualizer.families.backtracking.plot import draw_plot
from visualizer.families.covering.matrix_tab import draw_matrix_tab
from visualizer.families.sampling.panels import draw_sampling
from visualizer.families.sampling.plot import Exact, draw_sampling_plot
from visualizer.families.satisfiability.clash import draw_clash
from visualizer.families.satisfiability.formula_size import draw_formula_size, draw_size_above
from visualizer.families.satisfiability.implication_graph import draw_implication_graph
from visualizer.families.satisfiability.literals import draw_literals
from visualizer.families.satisfiability.panels import draw_clauses, draw_sat_focus
from visualizer.puzzles.clue.board import ClueBoard
from visualizer.puzzles.clue.panels import counting, counting_facts
from visualizer.puzzles.clue.state import ClueState
from visualizer.runs.boards import Board
from visualizer.stage.legends import legend_of
from visualizer.stage.links import Links, place_of
from visualizer.stage.panels import (
    draw_counters,
    draw_facts,
    draw_formula,
    draw_legend,
    draw_log,
    draw_pseudocode,
    draw_source,
    facts,
)
from visualizer.tree.drawing import draw_tree
from visualizer.tree.view import TreeView

Code = Panel
HEADINGS: Mapping[Code, str] = {"pseudocode": "Pseudocode", "source": "Source", "tree": "Tree",
                                "clauses": "Clauses", "literals": "Literals", "graph": "Implications", "plot": "Plot",
                                "matrix": "Matrix"}


@dataclass
class View:
    """What is on the stage: a timeline, seen a part ``t`` (0–1) of the way from the state before to its state.
    ``earlier``: where what is said was said, if not here."""

    algorithm: Algorithm
    board: Board
    timeline: Timeline[Any]
    before: Any
    t: float = 1.0
    say: str = ""
    earlier: str = ""
    marks: Sequence[str] = ()
    links: Links = field(default_factory=Links)
    code: Code = "pseudocode"
    lens: Any = None  # a state that the board shows in the place of both
    tabs: bool = False  # the window draws tabs at the head of the code; elsewhere there is a heading
    tree: TreeView = field(default_factory=TreeView)

    @property
    def pointed(self) -> str | None:
        """The place on the board that is pointed at, or that a literal stands for."""
        return place_of(self.links.pointed, self.board.layout.places)


def codes(view: View) -> tuple[Code, ...]:
    """The tabs that the algorithm has something to show in."""
    return panels_of(view.algorithm)


def heading(view: View, code: Code) -> str:
    """The name of a tab; that of the clauses depends on what the formula consists of."""
    form = view.timeline.state.form
    return "Constraints" if code == "clauses" and form is not None and form.noun == "constraint" else HEADINGS[code]


@dataclass(frozen=True)
class Places:
    """Where the parts of the stage lie."""

    board: Rect
    caption: Rect
    focus: Rect
    code: Rect
    log: Rect
    counters: Rect


def arrange(box: Rect, unit: float, captioned: bool, aspect: float) -> Places:
    """Cuts the stage up. The board, ``aspect`` times as wide as high, gets what the panels leave; narrow or low stages
    lose panels, never the board."""
    gap = 10 * unit
    caption_height = 78 * unit if captioned and box.h > 300 * unit else 0
    wanted = box.w - (box.h - caption_height - gap) * aspect - gap  # what a board as high as the stage would leave
    side = 0.0 if box.w < 520 * unit else max(430 * unit, min(wanted, 600 * unit))
    board, panel = box.split_right(side, gap if side else 0)
    board, caption = board.split_bottom(caption_height, gap if caption_height else 0)
    focus, code, log, counters = _stack(panel, unit, gap)
    return Places(board, caption, focus, code, log, counters)


def _stack(panel: Rect, unit: float, gap: float) -> tuple[Rect, Rect, Rect, Rect]:
    """Focus, code, log and counters from top to bottom; where it is low, the log goes first, the code last."""
    none = Rect(panel.x, panel.bottom, 0, 0)
    focus, rest = panel.split_top(min(252 * unit, panel.h), gap)
    counters = log = none
    if rest.h < 120 * unit:
        return panel, none, none, none
    if rest.h > 260 * unit:
        rest, counters = rest.split_bottom(48 * unit, gap)
    if rest.h > 300 * unit:
        rest, log = rest.split_bottom(max(84 * unit, rest.h - 300 * unit), gap)
    return focus, rest, log, counters


def draw_stage(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Everything but the controls. ``unit`` is the size of a point: 1 on a window of 1280×800."""
    places = arrange(box, unit, bool(view.say), view.board.aspect)
    view.links.spots.clear()
    draw_board(canvas, places, view, theme, unit)
    if places.focus.w <= 0:
        return
    draw_focus(canvas, places.focus, view, theme, unit)
    draw_code(canvas, places.code, view, theme, unit)
    draw_happened(canvas, places.log, view, theme, unit)
    draw_totals(canvas, places.counters, view, theme, unit)


def panel(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
    """A panel's background; returns the room inside."""
    canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
    return box.inset(12 * unit, 8 * unit)


def draw_board(canvas: Canvas, places: Places, view: View, theme: Theme, unit: float) -> None:
    """The board, and below it what the teacher says."""
    state = view.timeline.state
    if not view.tree.large:
        with canvas.clip(places.board):
            before, after = (view.before, state) if view.lens is None else (view.lens, view.lens)
            view.board.draw(canvas, places.board, before, after, view.t, theme, view.marks, view.pointed)
            draw_clash(canvas, places.board, view.board, after, theme)
    if (room := _tree_on_board(view, places)) is not None:
        draw_tree(canvas, room, state.tree, view.tree, theme, unit)
    if places.caption.h > 0:
        inner = panel(canvas, places.caption, theme, unit)
        draw_caption(canvas, inner, view.say, theme, unit, view.earlier)


def trees(view: View, places: Places, unit: float) -> dict[str, Rect]:
    """Where the search tree is drawn, by the names of its areas; to be asked when the board has been drawn."""
    found, large = {}, view.tree.large
    if (room := _tree_on_board(view, places)) is not None:
        found["tree" if large else "tree-on-board"] = room
    if view.code == "tree":
        found["tree-in-tab" if large else "tree"] = code_parts(places.code, unit)[1]
    return found


def _tree_on_board(view: View, places: Places) -> Rect | None:
    """Where the search tree has room on the board, or instead of it."""
    tree = view.timeline.state.tree
    if not (tree.count or view.tree.large):  # that there is no decision yet needs no saying
        return None
    return places.board if view.tree.large else view.board.spare(places.board)


def draw_caption(canvas: Canvas, box: Rect, say: str, theme: Theme, unit: float, earlier: str = "") -> None:
    """The narration, as large as fits, to be read from the back row. What was said ``earlier``, of another place than
    this one, is dimmed below a line that says so."""
    if earlier:
        head, box = box.split_top(16 * unit)
        label = fit_text(canvas, earlier, head.w, 13 * unit, "bold")
        canvas.text((head.x, head.center[1]), label, 13 * unit, theme.muted, "left", "bold")
    size = 22 * unit
    while size > 9 * unit and len(wrap_text(canvas, say, box.w, size)) * size * 1.3 > box.h:
        size *= 0.92
    rows = wrap_text(canvas, say, box.w, size)
    y = box.center[1] - (len(rows) - 1) * size * 0.65
    for row in rows:
        canvas.text((box.x, y), row, size, theme.muted if earlier else theme.text)
        y += size * 1.3


def focus_parts(panel: Rect, unit: float) -> tuple[Rect, Rect, Rect]:
    """The parts of the panel of the current constraint: its formula, its cut-out, the text area."""
    formula, rest = panel.inset(12 * unit, 8 * unit).split_top(42 * unit, 6 * unit)
    cut_out, text = rest.split_left(min(rest.h, rest.w * 0.44), 14 * unit)
    return formula, cut_out, text


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The current constraint: as a formula, as a cut-out, and where the algorithm is with it."""
    inner = panel(canvas, box, theme, unit)
    state = view.timeline.state
    if state.sampling is not None:
        with canvas.clip(inner):
            draw_sampling(canvas, inner, state.sampling, state.form, theme, unit)
        return
    if isinstance(state, ClueState) and counting(state):
        with canvas.clip(inner):
            draw_facts(canvas, inner, counting_facts(state), theme, unit)
        return
    if state.sat is not None:
        with canvas.clip(inner):
            if not state.sat.begun:
                draw_formula_size(canvas, inner, state.sat.form, theme, unit)
                return
            draw_sat_focus(canvas, inner, state.sat, theme, unit, view.links)
        return
    if view.timeline.position and searches(view.algorithm):
        with canvas.clip(inner):
            draw_search_focus(canvas, inner, state, view.timeline.event, view.board.peers(state), theme, unit,
                              view.pointed)
        return
    current = view.board.constraint(state, state.constraint) if state.constraint is not None else None
    with canvas.clip(inner):
        if current is None:
            inner, legend = inner.split_bottom(96 * unit, 6 * unit)
            draw_legend(canvas, legend, legend_of(view.board, view.algorithm), theme, unit)
        else:
            formula, cut_out, inner = focus_parts(box, unit)
            draw_formula(canvas, formula, current, theme, unit)
            view.board.draw_focus(canvas, cut_out, view.before, state, view.t, theme, view.pointed)
        draw_facts(canvas, inner, facts(state, view.algorithm), theme, unit)


def code_parts(box: Rect, unit: float) -> tuple[Rect, Rect]:
    """The parts of the panel of the code: its heading, and the room below."""
    return box.inset(12 * unit, 8 * unit).split_top(26 * unit, 4 * unit)


def draw_code(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Pseudocode or source, with the current line."""
    if box.h <= 0:
        return
    panel(canvas, box, theme, unit)
    head, inner = code_parts(box, unit)
    if not view.tabs:
        canvas.text((head.x, head.center[1]), heading(view, view.code), 14 * unit, theme.muted, "left", "bold")
    with canvas.clip(inner):
        sat = view.timeline.state.sat
        if view.code == "tree":
            draw_tree(canvas, inner, view.timeline.state.tree, view.tree, theme, unit)
        elif view.code == "clauses" and sat is not None:
            inner = draw_size_above(canvas, inner, sat, theme, unit)
            draw_clauses(canvas, inner, sat, theme, unit, view.links)
        elif view.code == "literals" and sat is not None:
            draw_literals(canvas, inner, sat, theme, unit, view.links)
        elif view.code == "graph" and sat is not None:
            draw_implication_graph(canvas, inner, sat, theme, unit, view.links)
        elif view.code == "plot" and samples(view.algorithm):
            exact = view.board.exact(view.timeline.state) if isinstance(view.board, ClueBoard) else Exact({}, 0)
            draw_sampling_plot(canvas, inner, view.timeline, exact, theme, unit)
        elif view.code == "matrix" and sat is not None:
            draw_matrix_tab(canvas, inner, view.before, sat, theme, unit, view.links)
        elif view.code == "plot":
            draw_plot(canvas, inner, view.timeline, theme, unit)
        elif view.code == "source":
            draw_source(canvas, inner, view.timeline, view.algorithm, theme, unit)
        else:
            event = view.timeline.event
            current = None if event is None else view.algorithm.line_of(event)
            draw_pseudocode(canvas, inner, view.algorithm, current, theme, unit)


def draw_happened(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The log of what happened and why."""
    if box.h <= 0:
        return
    inner = panel(canvas, box, theme, unit)
    with canvas.clip(inner):
        draw_log(canvas, inner, view.timeline, theme, unit)


def draw_totals(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The counters."""
    if box.h > 0:
        draw_counters(canvas, panel(canvas, box, theme, unit), view.algorithm, view.timeline, theme, unit)
