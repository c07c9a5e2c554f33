"""The stage: the board as the largest thing, and beside it what explains it. The same for window, handout and film."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from algorithms.core import Algorithm
from visualizer.canvas.marks import draw_refuted
from visualizer.canvas.primitives import Canvas, Rect, Same
from visualizer.canvas.theme import Theme
from visualizer.runs.boards import Board
from visualizer.runs.states import State
from visualizer.runs.thoughts import thought_in
from visualizer.stage import audit, chain, thought
from visualizer.stage.annotations import draw_annotations
from visualizer.stage.band import LEAST, draw_band, fits, heights
from visualizer.stage.code import draw_pseudocode, draw_source, least_height
from visualizer.stage.code_order import draw_order
from visualizer.stage.counters import counters_height, draw_counters
from visualizer.stage.family import TREE, lit_node, view_of
from visualizer.stage.panels import draw_log
from visualizer.stage.question import card_height, draw_candidates, draw_question, seated
from visualizer.stage.reasons import draw_reason
from visualizer.stage.stack import Needs, stack
from visualizer.stage.still import Key, draw_still, here, key_of, then_of, with_tab
from visualizer.stage.view import BOARD, OWN, View
from visualizer.tree.drawing import draw_tree

HEADINGS: Mapping[str, str] = {"pseudocode": "Pseudocode", "source": "Source", BOARD: "Board"}
"""Of the tabs that no family has to declare."""

_MARGIN = 8.0  # points: above and below what a panel holds
_HEAD, _BELOW_HEAD = 26.0, 4.0  # points: of the panel with tabs

_WORDS = 700.0  # points: with so much width for the words below the board, the panels have what it leaves
_LEAST_SIDE, _MOST_SIDE = 300.0, 420.0  # the width, in points, of the band beside a board that is played


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
    rim: float = 0.0  # what is free around the board, for a frame


def arrange(box: Rect, unit: float, caption: float, aspect: float,
            needs: Callable[[float], Needs] = lambda _width: Needs()) -> Places:
    """Cuts the stage up, with a band ``caption`` pixels high for what is said. The board, ``aspect`` times as wide as
    high, gets what the panels leave, which have ``needs`` that depend on their width; narrow or low stages lose panels,
    never the board."""
    gap = 10 * unit
    caption_height = caption if box.h > 300 * unit else 0
    usual = min(caption_height, LEAST * unit)  # a band that grows makes the board smaller, and moves nothing else
    wanted = box.w - (box.h - usual - gap) * aspect - gap  # what a board as high as the stage would leave
    most = max(600 * unit, box.w - gap - _WORDS * unit)
    side = 0.0 if box.w < 520 * unit else max(430 * unit, min(wanted, most))
    board, beside = box.split_right(side, gap if side else 0)
    board, band = board.split_bottom(caption_height, gap if caption_height else 0)
    return Places(board, band, *stack(beside, unit, gap, needs(beside.w)))


def arrange_game(box: Rect, unit: float, caption: float, aspect: float) -> Places:
    """While it is played the board has all of the room, and the band beside it, or below where that is better."""
    gap, none = 10 * unit, Rect(box.right, box.bottom, 0, 0)
    side = max(_LEAST_SIDE * unit, min(_MOST_SIDE * unit, box.w - box.h * aspect - gap))
    rooms = box.split_right(side, gap), box.split_bottom(caption, gap)
    sizes = [min(room.h, room.w / aspect) for room, _ in rooms]
    board, band = rooms[0 if box.w >= 2 * side and sizes[0] >= sizes[1] * 0.97 else 1]
    return Places(board, band, none, none, none, none)


def places_of(canvas: Canvas, box: Rect, view: View, unit: float) -> Places:
    """Where the parts of the stage lie that shows this; the band is as high as its words need. All who draw a view ask
    for it, in the same room."""
    key = box, unit, view.aside, view.asking, view.thought, view.chain, view.audit
    if view.placed is None or view.placed[0] != key:
        view.placed = key, _places_of(canvas, box, view, unit)
    found: Places = view.placed[1]
    return found


def _places_of(canvas: Canvas, box: Rect, view: View, unit: float) -> Places:
    words, needs = view.words, lambda width: needs_of(view, width, unit)
    if view.asking is not None:
        usual = arrange(box, unit, LEAST * unit, view.aspect, needs)
        return arrange(box, unit, card_height(canvas, usual.caption.w, box.h, view.asking, unit), view.aspect, needs)
    if not words.text and not words.shown.there:
        return arrange(box, unit, 0, view.aspect, needs)
    for height in heights(box, unit):
        places = (arrange_game(box, unit, height, view.aspect) if view.played
                  else arrange(box, unit, height, view.aspect, needs))
        if fits(canvas, places.caption, words, unit):
            break
    return places


def needs_of(view: View, width: float, unit: float) -> Needs:
    """How high the panels want to be, if they are so wide."""
    inner = inside(Rect(0, 0, width, 0), unit).w
    code = least_height(view.algorithm, inner, unit) / unit + _HEAD + _BELOW_HEAD
    counters = counters_height(view.algorithm.counters, inner, unit) / unit
    focus = view_of(view.algorithm).room(view)
    if view.thought is not None:
        focus = max(focus, thought.room_for(view))
    if view.chain is not None:
        focus = max(focus, chain.room_for(view.chain))
    if view.audit is not None:
        focus = max(focus, audit.room_for())
    return Needs(focus, code + 2 * _MARGIN, counters + 2 * _MARGIN)


def draw_stage(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """Everything but the controls. ``unit`` is the size of a point: 1 on a window of 1280×800."""
    places = places_of(canvas, box, view, unit)
    key = key_of(view, theme, unit)
    draw_board(canvas, places, view, theme, unit, key)
    if places.focus.w <= 0:
        return

    def still(slot: str, box: Rect, draw: Callable[[Canvas, Rect, View, Theme, float], None], late: int) -> None:
        draw_still(canvas, slot, box, view, with_tab(view, key), lambda: draw(canvas, box, view, theme, unit), late,
                   then_of(view, theme, unit, lambda after: draw(canvas, box, after, theme, unit)))

    still("focus", places.focus, draw_focus, 1)
    still("code", places.code, draw_code, 2)
    now = here(view.timeline), Same(view.algorithm), theme, unit  # a transition leaves them as they are
    canvas.still("log", now, places.log, lambda: draw_happened(canvas, places.log, view, theme, unit), late=view.moves)
    canvas.still("totals", now, places.counters, lambda: draw_totals(canvas, places.counters, view, theme, unit),
                 late=view.moves)
    above = view_of(view.algorithm).above
    if above is not None and view.t < 1:
        above(canvas, {"focus": places.focus, **shown_in(view, places, unit)}, view, theme, unit)


def inside(box: Rect, unit: float) -> Rect:
    """The room inside a panel."""
    return box.inset(12 * unit, _MARGIN * unit)


def panel(canvas: Canvas, box: Rect, theme: Theme, unit: float) -> Rect:
    """A panel's background; returns the room inside."""
    canvas.rect(box, theme.panel, theme.edge if theme.name == "projector" else None, 1, 8 * unit)
    return inside(box, unit)


def draw_board(canvas: Canvas, places: Places, view: View, theme: Theme, unit: float, key: Key | None = None) -> None:
    """The board, or what is in its place, and below it what the teacher says. What was noted of the last frame's
    places ends here: the board is drawn first."""
    view.links.spots.clear()
    view.links.numbers.clear()

    def draw(seen: View) -> None:
        if seen.large:
            _draw_in_place(canvas, places.board, seen, theme, unit)
            return
        _draw_board_itself(canvas, places.board, seen, theme, places.rim)
        if (room := _tree_on_board(seen, places)) is not None:
            draw_tree(canvas, room, seen.state.tree, seen.tree, theme, unit, lit_node(seen))

    drawn = places.board if view.large else places.board.inset(-places.rim)
    draw_still(canvas, "board", drawn, view, with_tab(view, key) if view.large else key, lambda: draw(view),
               then=then_of(view, theme, unit, draw, tab=view.large))
    if view.asking is not None and view.ordered is None and not view.large:
        with canvas.clip(places.board):
            whole = view.board.magnified(places.board)
            draw_candidates(canvas, whole, view.board, view.asking, view.pointed, theme)
    if places.caption.h > 0 and view.asking is not None:
        draw_question(canvas, places.caption, view.asking, theme, unit)
    elif places.caption.h > 0:
        earlier = view.earlier if view.said is None else ""
        canvas.still("band", (view.words, earlier, theme, unit), places.caption,
                     lambda: draw_band(canvas, places.caption, view.words, theme, unit, earlier))


def _draw_in_place(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is in the place of the board."""
    own = view_of(view.algorithm).large
    if view.in_place == OWN and own is not None:
        own(canvas, box, view, theme, unit)
        return
    panel(canvas, box, theme, unit)
    head, inner = code_parts(box, unit)
    canvas.text((head.x, head.center[1]), heading(view, view.in_place), 15 * unit, theme.muted, "left", "bold")
    with canvas.clip(inner):
        draw_tab(canvas, inner, view.in_place, view, theme, unit)


def _draw_board_itself(canvas: Canvas, box: Rect, view: View, theme: Theme, rim: float = 0.0) -> None:
    view.board.asked, view.board.explains = view.questioned, view.reason
    view.board.numbered = frozenset(seated(view.board, view.asking)[1])
    view.board.played, view.board.leaves = view.played, view_of(view.algorithm).branches(view.algorithm)
    view = thought.on_the_way(view)
    with canvas.clip(box.inset(-rim)):
        lens = view.lens or ((own := view_of(view.algorithm).lens) and own(view))
        before, after = (lens, lens) if lens else (view.before, view.state)
        thinks = view.thought is not None and not lens and not view.reason  # one explanation at a time
        if thinks:
            before, after = thought.thinking(view)
        whole = view.board.magnified(box)

        def draw() -> None:
            view.board.draw(canvas, whole, before, after, view.t, theme, view.marks, view.pointed)
            if thinks:
                thought.draw_on_board(canvas, whole, view, theme)
            elif thought_in(after) is None:
                draw_on_board(canvas, whole, view.algorithm, view.board, (before, after), view.t, theme, rim)

        if (view.reason or view.lens) and not thinks and not view.moves:  # a proof has many steps on one board
            board = view.board
            canvas.still(("below", box), (Same(board), here(view.timeline), Same(before), Same(after), *view.marks,
                                          view.pointed, board.asked, board.numbered, board.played, board.zoom.key,
                                          board.turned, board.shown_of_reason, theme), box, draw)
        else:
            draw()
        draw_reason(canvas, whole, view.board, after, view.reason, theme)
        draw_annotations(canvas, whole, view.board, view.drawn, theme)


def draw_on_board(canvas: Canvas, box: Rect, algorithm: Algorithm, board: Board, states: tuple[State, State], t: float,
                  theme: Theme, rim: float = 0.0) -> None:
    """What the family draws on any board: what it says of the one state until half of the way, then of the other, as
    values that turn over; what moves; and that there is no solution, around it where a ``rim`` is free."""
    family = view_of(algorithm)
    if family.on_board is not None:
        family.on_board(canvas, box, board, states[t >= 0.5], theme)
    if family.moving is not None:
        family.moving(canvas, box, board, states, t, theme)
    if states[t >= 0.5].outcome == "unsatisfiable":
        draw_refuted(canvas, box.inset(-rim), theme)


def shown_in(view: View, places: Places, unit: float) -> dict[str, Rect]:
    """Where tabs, the family's own picture and the board are drawn, by their names: in the place of the board, and
    beside it."""
    beside = code_parts(places.code, unit)[1]
    large = places.board if view.in_place in (BOARD, OWN) else code_parts(places.board, unit)[1]
    return {name: box for name, box in ((view.tab, beside), (view.in_place, large)) if box.w > 0 and box.h > 0}


def panels_of(view: View, places: Places) -> dict[str, Rect]:
    """The panels that may change places, by the names of what is in them."""
    return {view.tab: places.code, view.in_place: places.board}


def trees(view: View, places: Places, unit: float) -> dict[str, Rect]:
    """Where the search tree is drawn, by the names of its areas; to be asked when the board has been drawn."""
    shown = shown_in(view, places, unit)
    found = {TREE.name: shown[TREE.name]} if TREE.name in shown else {}
    if (room := _tree_on_board(view, places)) is not None:
        found["tree-on-board"] = room
    return found


def _tree_on_board(view: View, places: Places) -> Rect | None:
    """Where the search tree has room on the board."""
    if view.large or not view.state.tree.count:  # that there is no decision yet needs no saying
        return None
    return view.board.spare(places.board)


def draw_focus(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """What is being looked at, as the family shows it."""
    inner = panel(canvas, box, theme, unit)
    with canvas.clip(inner):
        draw = thought.draw_thought if view.thought is not None else view_of(view.algorithm).focus
        if view.chain is not None:
            draw = chain.draw_chain
        if view.audit is not None:
            draw = audit.draw_audit
        draw(canvas, inner, view, theme, unit)


def code_parts(box: Rect, unit: float) -> tuple[Rect, Rect]:
    """The parts of the panel of the code: its heading, and the room below."""
    return inside(box, unit).split_top(_HEAD * unit, _BELOW_HEAD * unit)


def draw_code(canvas: Canvas, box: Rect, view: View, theme: Theme, unit: float) -> None:
    """The tab on show: pseudocode or source with the current line, one of the family's, or the board."""
    if box.h <= 0:
        return
    panel(canvas, box, theme, unit)
    head, inner = code_parts(box, unit)
    if not view.tabs:
        canvas.text((head.x, head.center[1]), heading(view, view.tab), 14 * unit, theme.muted, "left", "bold")
    with canvas.clip(inner):
        draw_tab(canvas, inner, view.tab, view, theme, unit)


def draw_tab(canvas: Canvas, box: Rect, name: str, view: View, theme: Theme, unit: float) -> None:
    """A tab, by its name."""
    family = view_of(view.algorithm)
    tab = family.tab(name)
    if tab is not None:
        tab.draw(canvas, box, view, theme, unit)
    elif name == BOARD:
        _draw_board_itself(canvas, box, view, theme)
    elif name == "source":
        draw_source(canvas, box, view.timeline, view.algorithm, theme, unit)
    elif view.ordered is not None:
        draw_order(canvas, box, view.ordered, theme, unit)
    else:
        event = view.timeline.event
        current = None if event is None else view.algorithm.line_of(event)
        draw_pseudocode(canvas, box, view.algorithm, current, theme, unit, family.values(view), view.links)


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
