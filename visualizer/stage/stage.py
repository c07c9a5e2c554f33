"""The stage: the board as the largest thing, and beside it what explains it. The same for window, handout and film."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from algorithms.core import Algorithm
from visualizer.canvas.primitives import Canvas, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.stage.family import view_of
from visualizer.stage.panels import draw_counters, draw_log, draw_pseudocode, draw_source
from visualizer.stage.view import View
from visualizer.tree.drawing import draw_tree

HEADINGS: Mapping[str, str] = {"pseudocode": "Pseudocode", "source": "Source"}
"""Of the panels that every algorithm has."""


def heading(view: View, code: str) -> str:
    """What stands above a tab."""
    tab = view_of(view.algorithm).tab(code)
    return HEADINGS[code] if tab is None else tab.headed(view.state)


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
    places = arrange(box, unit, bool(view.say), view.aspect)
    view.links.spots.clear()
    draw_board(canvas, places, view, theme, unit)
    if places.focus.w <= 0:
        return
    draw_focus(canvas, places.focus, view, theme, unit)
    draw_code(canvas, places.code, view, theme, unit)
    draw_happened(canvas, places.log, view, theme, unit)
    draw_totals(canvas, places.counters, view, theme, unit)


def inside(box: Rect, unit: float) -> Rect:
    """The room inside a panel."""
    return box.inset(12 * unit, 8 * unit)


def panel(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
    """A panel's background; returns the room inside."""
    canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
    return inside(box, unit)


def draw_board(canvas: Canvas, places: Places, view: View, theme: Theme, unit: float) -> None:
    """The board, and below it what the teacher says."""
    state = view.state
    if not view.large:
        with canvas.clip(places.board):
            before, after = (view.before, state) if view.lens is None else (view.lens, view.lens)
            whole = view.board.magnified(places.board)
            view.board.draw(canvas, whole, before, after, view.t, theme, view.marks, view.pointed)
            draw_on_board(canvas, whole, view.algorithm, view.board, after, theme)
    large = view_of(view.algorithm).large if view.large else None
    if large is not None:
        large(canvas, places.board, view, theme, unit)
    elif (room := _tree_on_board(view, places)) is not None:
        draw_tree(canvas, room, state.tree, view.tree, theme, unit)
    if places.caption.h > 0:
        inner = panel(canvas, places.caption, theme, unit)
        draw_caption(canvas, inner, view.say, theme, unit, view.earlier)


def draw_on_board(canvas: Canvas, box: Rect, algorithm: Algorithm, board: Board, state: State, theme: Theme) -> None:
    """What the family draws on any board."""
    mark = view_of(algorithm).on_board
    if mark is not None:
        mark(canvas, box, board, state, theme)


def trees(view: View, places: Places, unit: float) -> dict[str, Rect]:
    """Where the search tree is drawn, by the names of its areas; to be asked when the board has been drawn."""
    found, large = {}, view.large
    if (room := _tree_on_board(view, places)) is not None and not (large and view_of(view.algorithm).large):
        found["tree" if large else "tree-on-board"] = room
    if view.code == "tree":
        found["tree-in-tab" if large else "tree"] = code_parts(places.code, unit)[1]
    return found


def _tree_on_board(view: View, places: Places) -> Rect | None:
    """Where the search tree has room on the board, or instead of it."""
    tree = view.state.tree
    if not (tree.count or view.large):  # that there is no decision yet needs no saying
        return None
    return places.board if view.large else view.board.spare(places.board)


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


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being looked at, as the family shows it."""
    inner = panel(canvas, box, theme, unit)
    with canvas.clip(inner):
        view_of(view.algorithm).focus(canvas, inner, view, theme, unit)


def code_parts(box: Rect, unit: float) -> tuple[Rect, Rect]:
    """The parts of the panel of the code: its heading, and the room below."""
    return inside(box, unit).split_top(26 * unit, 4 * unit)


def draw_code(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Pseudocode or source, with the current line."""
    if box.h <= 0:
        return
    panel(canvas, box, theme, unit)
    head, inner = code_parts(box, unit)
    if not view.tabs:
        canvas.text((head.x, head.center[1]), heading(view, view.code), 14 * unit, theme.muted, "left", "bold")
    with canvas.clip(inner):
        tab = view_of(view.algorithm).tab(view.code)
        if tab is not None:
            tab.draw(canvas, inner, view, theme, unit)
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
