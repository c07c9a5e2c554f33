"""The graph unfolded around the current state, its states in full text: for large graphs, and for programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import pairwise

from algorithms.transitions.records import State
from algorithms.words import counted
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import Canvas, Point, Rect
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.strokes import draw_dashed_frame, draw_head, draw_tick
from visualizer.canvas.theme import Theme
from visualizer.families.transitions.around import Around, Folded, Item, Laid, Link, Past, lay_around
from visualizer.families.transitions.following import coming
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.names import Way, name_places
from visualizer.families.transitions.numbers import forgotten_of
from visualizer.families.transitions.shortcuts import Shortcut, draw_found, draw_shortcuts, with_found
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.strokes import (
    Kind,
    draw_edge,
    draw_ringed,
    edge_color,
    fit_record,
    kind_of,
)
from visualizer.stage.view import View

_SIZE, _SMALL = 15.0, 12.5  # points: of text
_HIGH, _BEND, _APART = 28.0, 26.0, 26.0  # points: a state, the room of an edge that goes by, the room between states
_ROW = 62.0  # points: from row to row, where the path is shown as far back as there is room
_TIGHT = 44.0  # points: from row to row at least; of the path less is shown where that has no room
_ROOMY, _ABOVE = 92.0, 0.3  # points: the same where there is much; of the room left over, the part above
_LONGEST = 360.0  # points: the width of a state
_WIDE, _TALL, _LARGER = 850.0, 440.0, 1.35  # points: in a larger picture all is larger, up to so many times
_LAID = 64  # places of the run of which it is kept what lay around them: one steps back and forth
_ASIDE = 60.0  # points: what stands beside a state is so far away at both sides together
_LETTERS = 20  # of the literals that are named in a box; of long ones it names fewer


def draw_unfolded(canvas: Canvas, box: Rect, view: View, look: Look, theme: Theme, unit: float) -> None:
    """The last states of the path, the current one, and two steps from it; larger in a picture that has room for more
    than a path of some states, whatever there is to show: so nothing changes its size from step to step."""
    unit *= min(_LARGER, max(1.0, min(box.w / (_WIDE * unit), box.h / (_TALL * unit))))
    state = transition_of(view.state)
    laid = _lay(canvas, box, view, look, unit)
    found = _shortened(laid.around, int(box.h / (_TIGHT * unit)))
    first = len(found.past) + (found.hidden > 0)
    rows = first + 1 + max(found.rows)
    high = min(_ROOMY * unit, box.h / rows)
    box = Rect(box.x, box.y + (box.h - rows * high) * _ABOVE, box.w, rows * high)

    def spot(number: int) -> Point:
        return box.x + laid.xs[number], box.y + (first + found.rows[number] + 0.5) * high

    look.spots.clear()
    look.boxes.clear()
    boxes = [_box_of(spot(number), laid.widths[number], unit) for number, item in enumerate(found.items)
             if item is not None]
    _draw_links(canvas, box, found, spot, boxes, theme, unit)
    part = _walked(view) if found.past else 1.0
    past = _past_places(canvas, box, found, spot(0)[0], high, state, unit)
    places = [with_found(canvas, step.node, place, state, unit) for step, place in zip(found.past, past, strict=True)]
    places += [_box_of(spot(number), laid.widths[number], unit) for number, item in enumerate(found.items)
               if item is not None and not isinstance(item, Folded)]
    less = len(laid.around.past) - len(past)
    ways = [way._replace(source=way.source - less, target=way.target - less) for way in laid.ways
            if way.source >= less and part == 1]
    ways = draw_shortcuts(canvas, ways, places, box, theme, unit)
    _draw_past(canvas, box, found, past, spot(0), high, view, ways, look, theme, unit, part)
    for number, item in enumerate(found.items):
        place = _box_of(spot(number), laid.widths[number], unit)
        if number == 0 and part < 1:
            draw_dashed_frame(canvas, place, theme.text, 1.2 * unit)
            place = Rect(place.x, place.y - (1 - part) * high, place.w, place.h)
        if isinstance(item, Folded):
            _draw_folded(canvas, place, item, look, theme, unit, box)
        elif item is not None:
            _draw_item(canvas, place, item, state, number == 0, look, theme, unit)


def _walked(view: View) -> float:
    """Which part of the last edge of the path the current state has come, from the state before."""
    grown = len(transition_of(view.state).path) == len(transition_of(view.before).path) + 1
    return view.t if grown else 1.0


def _shortened(around: Around, rows: int) -> Around:
    """Without the first states of the path, if all that is shown has more than so many rows."""
    if len(around.past) + (around.hidden > 0) + 1 + max(around.rows) <= rows:
        return around
    kept = max(0, min(len(around.past), rows - 2 - max(around.rows)))
    return replace(around, past=around.past[len(around.past) - kept:], hidden=around.hidden + len(around.past) - kept)


def _lay(canvas: Canvas, box: Rect, view: View, look: Look, unit: float) -> Laid:
    """What is shown and where, worked out once for each place of the run."""
    state, following, rows = transition_of(view.state), coming(view), int(box.h / (_ROW * unit))
    asked = view.questioned  # what comes after the current state
    key = (state.unfolding, view.timeline, view.timeline.position, following, frozenset(look.opened), box.w, rows, unit,
           asked)
    if key not in look.laid:
        laid = lay_around(state, look.opened, (box.w, rows), lambda item: _wide(canvas, item, state, unit), following,
                          alone=asked)
        if len(look.laid) >= _LAID:
            look.laid.clear()
        look.laid[key] = laid
    return look.laid[key]


def _box_of(at: Point, wide: float, unit: float) -> Rect:
    return Rect(at[0] - wide / 2 + _APART / 2 * unit, at[1] - _HIGH / 2 * unit, wide - _APART * unit, _HIGH * unit)


def _wide(canvas: Canvas, item: Item, state: TransitionState, unit: float) -> float:
    """The room of an item across, with that beside it."""
    if item is None:
        return _BEND * unit
    if isinstance(item, Folded):
        return canvas.measure(_said(item), _SMALL * unit) + (18 + _APART) * unit
    said = state.unfolding.said(item)
    return min(_LONGEST * unit, canvas.measure(said, _SIZE * unit, "bold") + 36 * unit) + _APART * unit


def _said(item: Folded) -> str:
    """What is in a box of folded states."""
    count = next(count for count in (3, 2, 1) if count == 1 or len(" ".join(item.literals[:count])) <= _LETTERS)
    more = " …" if len(item.literals) > count else ""
    return f"{item.rule}: {' '.join(item.literals[:count])}{more} ({len(item.literals)})"


def _listed(canvas: Canvas, item: Folded, line: str, room: float, size: float, further: str) -> str:
    """A line about folded states, with the literals that there is room for; where there is none, how many there are."""
    said = few_text(canvas, line, room, size, joint=", ", behind=further)[0]
    if said.startswith(f"{item.rule}: ") and not said.endswith("…"):
        return said
    numbered = f"{item.rule} ({len(item.literals)})"
    return next((words for words in (numbered + further, numbered) if canvas.measure(words, size) <= room), said)


# --- edges -----------------------------------------------------------------------------------------------------------


def _draw_links(canvas: Canvas, box: Rect, found: Around, spot: Callable[[int], Point], boxes: Sequence[Rect],
                theme: Theme, unit: float) -> None:
    """The edges with their heads, then the names of their rules, those that the strategy takes first; but for those to
    boxes, which say it themselves."""
    half, head = _HIGH / 2 * unit, 9 * unit
    ways = list[Way]()
    for link in found.links:
        (x, y), (u, v) = spot(link.source), spot(link.target)
        past = [(a, b + side) for a, b in map(spot, link.through) for side in (-half, half)]
        points = [(x, y + half), *past, (u, v - half)]
        color = theme.text if link.allowed else edge_color(link.rule, theme)
        for a, b in pairwise(points):
            draw_edge(canvas, a, b, link.rule, color, (2.6 if link.allowed else 1.4) * unit, unit)
        draw_head(canvas, points[-2], points[-1], color, head)
        ways.append(Way(link, list(pairwise(points)), Rect(u - head / 2, v - half - head / 2, head, head / 2),
                         Rect(x - head / 2, y + half, head, head)))
    size = _SMALL * unit

    def style_of(link: Link) -> Style:
        return "bold" if link.allowed else "sans"

    sizes = {number: (canvas.measure(link.rule, size, style_of(link)) + 8 * unit, 1.2 * size)
             for number, link in enumerate(found.links) if not isinstance(found.items[link.target], Folded)}
    for number, place in name_places(box, ways, sizes, boxes, 4 * unit).items():
        link = found.links[number]
        canvas.rect(place, theme.panel)
        color = theme.text if link.allowed else theme.muted
        canvas.text(place.center, link.rule, size, color, "center", style_of(link))


# --- states ----------------------------------------------------------------------------------------------------------


def _draw_item(canvas: Canvas, box: Rect, node: State, state: TransitionState, current: bool, look: Look, theme: Theme,
               unit: float, past: bool = False) -> None:
    """A state as it is written, with a mark of its kind."""
    kind = kind_of(node, state.unfolding.ends(node))
    kind = "found" if node in state.passed or (node in state.recorded and kind == "consistent") else kind
    plain = theme.raised, theme.text
    fills = {"consistent": plain, "found": plain, "inconsistent": (theme.mine, theme.on_mine),
             "terminal": (theme.no_mine, theme.on_no_mine), "fail": (theme.mine, theme.on_mine)}
    fill, ink = (theme.test, theme.on_test) if current else fills[kind]
    lit = look.pointed == node
    edge = theme.mark if lit else theme.text if current else theme.accent if past else theme.edge
    canvas.rect(box, fill, edge, (2.5 if current or past or lit else 1) * unit, 6 * unit)
    inner = box.inset(6 * unit, 0)
    if kind != "consistent":
        inner, side = inner.split_right(16 * unit, 2 * unit)
        _draw_mark(canvas, side.center, kind, ink, unit)
    said = fit_record(canvas, state.unfolding.said(node), inner.w, _SIZE * unit)
    canvas.text(inner.center, said, _SIZE * unit, ink, "center", "bold")
    look.spots.append((box, node))


def _draw_mark(canvas: Canvas, at: Point, kind: Kind, ink: tuple[int, int, int], unit: float) -> None:
    if kind == "terminal":
        draw_tick(canvas, at, 7 * unit, ink)
    elif kind == "found":
        draw_ringed(canvas, at, 6.5 * unit, ink)
    else:
        canvas.text(at, "✗", 14 * unit, ink, "center", "bold")


def _draw_folded(canvas: Canvas, box: Rect, item: Folded, look: Look, theme: Theme, unit: float, within: Rect) -> None:
    """A box of folded states; what is in it is written only where that is ``within`` the picture."""
    canvas.rect(box, theme.panel, theme.muted, 1, 3 * unit)
    canvas.rect(box.inset(3 * unit), None, theme.edge, 1, 2 * unit)
    room, size = box.w - 8 * unit, _SMALL * unit
    said = next((said for said in (_said(item), f"{item.rule} ({len(item.literals)})")
                 if canvas.measure(said, size) <= room), None) or few_text(canvas, item.rule, room, size, joint=" ")[0]
    if within.contains(box.x, box.center[1]) and within.contains(box.right, box.center[1]):
        canvas.text(box.center, said, _SMALL * unit, theme.text, "center")
    look.boxes.append((box, item.source, item.rule))


def _past_places(canvas: Canvas, box: Rect, around: Around, x: float, high: float, state: TransitionState,
                 unit: float) -> list[Rect]:
    """Where the states of the path above the current one are."""
    first = box.y + ((around.hidden > 0) + 0.5) * high
    return [_box_of((x, first + row * high), _wide(canvas, step.node, state, unit), unit)
            for row, step in enumerate(around.past)]


def _draw_past(canvas: Canvas, box: Rect, around: Around, places: Sequence[Rect], here: Point, high: float,
               view: View, ways: Sequence[Shortcut], look: Look, theme: Theme, unit: float, part: float) -> None:
    """The path above the current state, its last edge as far as it is walked, and beside each state what else it leads
    to, but for the ``ways`` that are drawn."""
    x, past, state = here[0], around.past, transition_of(view.state)
    if around.hidden:
        y = box.y + high / 2
        canvas.text((x, y), f"{counted(around.hidden, 'state')} above", 13 * unit, theme.muted, "center")
    drawn = {(way.source, way.rule, way.word) for way in ways}
    for row, (step, place) in enumerate(zip(past, places, strict=True)):
        below = place.bottom + high - _HIGH * unit
        end = below if row < len(past) - 1 else max(place.bottom + 1, below - (1 - part) * high)
        draw_edge(canvas, (x, place.bottom), (x, end), "" if step.allowed else "Decide", theme.accent, 3 * unit, unit)
        draw_head(canvas, (x, place.bottom), (x, end), theme.accent, 10 * unit)
        _draw_rule(canvas, (x, (place.bottom + below) / 2 - 2 * unit), step, place.w, view, theme, unit)
        _draw_item(canvas, place, step.node, state, False, look, theme, unit, past=True)
        others = [rest for other in step.others if (rest := other._replace(
            literals=tuple(word for word in other.literals if (row, other.rule, word) not in drawn))).literals]
        beside = _draw_others(canvas, box, place, others, bool(ways), theme, unit) if others else None
        draw_found(canvas, step.node, place, beside, state, box, theme, unit)


def _draw_rule(canvas: Canvas, at: Point, step: Past, room: float, view: View, theme: Theme, unit: float) -> None:
    """The name of a rule on the path, and as far as the states leave room what it rests on, or how it changes the
    clauses: the state below is the same one then."""
    size, said = 13 * unit, step.rule if step.allowed else f"{step.rule}, forbidden"
    room += _ASIDE * unit
    if step.because and (clause := transition_of(view.state).written(step.because)):
        whole = f"{said} by {clause}"
        said = whole if canvas.measure(whole, size, "bold") <= room else said
    elif step.more:
        fits = few_text(canvas, f"{said} {step.more}", room, size, "bold")[0]
        said = fits if fits != f"{said} …" else f"{said} {step.more.split()[0]}"
    half = canvas.measure(said, size, "bold") / 2 + 4 * unit
    canvas.rect(Rect(at[0] - half, at[1] - 0.6 * size, 2 * half, 1.2 * size), theme.panel)
    numbers = [forgotten_of(step.gone)] if step.gone and said != step.rule else ()
    view.links.write(canvas, at, said, size, theme.text if step.allowed else theme.bad, "center", "bold",
                     numbers=numbers)


def _draw_others(canvas: Canvas, box: Rect, beside: Rect, others: Sequence[Folded], right_alone: bool, theme: Theme,
                 unit: float) -> Rect:
    """What a state of the path leads to beside the next one, at its right, or where there is more room; and where that
    is."""
    lines = [f"{other.rule}: {', '.join(other.literals)}" for other in others[:2]]
    further = "".join(f", {other.rule}" for other in others[2:])
    lines[-1] += further
    size, gap = _SMALL * unit, 36 * unit
    wanted = max(canvas.measure(line, size) for line in lines) + 16 * unit
    right, left = box.right - beside.right - gap, beside.x - gap - box.x
    at_right = right_alone or right >= min(wanted, left)
    room = min(wanted, right if at_right else left)
    place = Rect(beside.right + gap if at_right else beside.x - gap - room,
                 beside.center[1] - (len(lines) * 0.65 + 0.4) * size, room, (len(lines) * 1.3 + 0.8) * size)
    a, b = (beside.right, place.x) if place.x > beside.x else (place.right, beside.x)
    draw_edge(canvas, (a, beside.center[1]), (b, beside.center[1]), "Decide", theme.muted, 1.2 * unit, unit)
    canvas.rect(place, theme.panel, theme.edge, 1, 4 * unit)
    for index, line in enumerate(lines):
        y = place.center[1] + (index - (len(lines) - 1) / 2) * 1.3 * size
        said = _listed(canvas, others[index], line, room - 15 * unit, size, further * (index == len(lines) - 1))
        canvas.text((place.x + 8 * unit, y), said, size, theme.muted)
    return place
