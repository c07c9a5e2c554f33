"""The implication graph as it is drawn: cards joined by edges that name their clause, parted by the cuts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from algorithms.words import listed
from visualizer.canvas.primitives import SMALLEST, Canvas, Point, Rect
from visualizer.canvas.strokes import draw_head, draw_new_path, draw_path
from visualizer.canvas.theme import Theme, mix
from visualizer.families.satisfiability.analysis import Analysis, analysis_of, trail_at_conflict
from visualizer.families.satisfiability.clause_strip import draw_strip, strip_height
from visualizer.families.satisfiability.entries import Entry
from visualizer.families.satisfiability.foreground import draw_stubs, folded, stubs, unfolds
from visualizer.families.satisfiability.graph_layout import (
    Layout,
    along,
    crossing,
    cut_line,
    label_size,
    labels,
    lay_out,
)
from visualizer.families.satisfiability.hero import Hero, hero_of
from visualizer.families.satisfiability.implication_graph import CONFLICT, Graph, implication_graph, innocent
from visualizer.families.satisfiability.pointing import clause_name, cut_name, draw_lit
from visualizer.families.satisfiability.state import SatState
from visualizer.stage.links import Links

_TALL = 300  # points: with room for words above and below any graph
_WORDS, _ROOMY = 72, 60  # points: these words, and from row to row of a graph that leaves them room in less
_STRIP = 430  # points: with room for the clauses below it
_EARLIER = 5  # cuts that are drawn beside the current one
_ROW = 32  # points that a card needs


@dataclass(frozen=True)
class _Picture:
    """What is drawn: the graph in its place, why each literal is there, and how far the analysis has come; ``stubbed``:
    its edges that are only counted."""

    graph: Graph
    layout: Layout
    entries: Mapping[str, Entry]
    stubbed: frozenset[tuple[str, str]]
    gone: frozenset[str]
    analysis: Analysis | None
    pivots: tuple[str, ...]
    hero: Hero | None
    theme: Theme
    unit: float

    @property
    def crossed(self) -> frozenset[tuple[str, str]]:
        """The edges that the current cut crosses: at first, and without a cut, those to the conflict."""
        return frozenset(crossing(self.graph.edges, self.pivots))


def draw_implication_graph(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float, links: Links,
                           t: float = 1.0) -> None:
    """The graph from left to right: decisions square, what was implied round, each edge with its clause. In conflict
    analysis the cut that stands for the clause so far, which comes from the one before as ``t`` grows; in a run that
    does not learn, the conflict with its causes."""
    graph = implication_graph(state, rows=max(3, int(box.h / (_ROW * unit))))
    if not graph.columns:
        canvas.text((box.x, box.y + 14 * unit), "Nothing is implied yet.", 14 * unit, theme.muted)
        return
    analysis = analysis_of(state)
    if analysis is not None and not analysis.level:  # among facts there is nothing to part
        analysis = None
    rows, cuts = max(Counter(graph.columns.values()).values()), analysis is not None and analysis.cuts
    worded = box.h > min(_TALL, _WORDS + rows * _ROOMY) * unit
    if analysis is not None and cuts and box.h > _STRIP * unit:
        box, strip = box.split_bottom(strip_height(canvas, box.w, state, analysis, unit, 4), 8 * unit)
        draw_strip(canvas, strip, state, analysis, theme, unit, links, t)
    if cuts and worded:
        words, box = box.split_top(22 * unit)
        _draw_words(canvas, words, state, theme, unit)
    above, below = (24 * unit, 26 * unit) if cuts else (0.0, 0.0)
    inner = box.split_top(above)[1].split_bottom(below)[0]
    entries = {entry.literal: entry for entry in trail_at_conflict(state)}
    stubbed, pivots = folded(graph, analysis), _pivots(graph, analysis)
    shown = [edge for edge in graph.edges if edge not in stubbed or unfolds(edge, graph, links)
             or _edge_lit(edge, graph, pivots, links)]
    levels = _levels(entries, analysis if stubbed else None)
    layout = lay_out(canvas, inner, graph, levels, unit, shown)
    gone = frozenset() if state.jump is None else frozenset(entry.literal for entry in state.jump.gone)
    picture = _Picture(graph, layout, entries, stubbed, gone, analysis, pivots, hero_of(state), theme, unit)
    if analysis is not None and cuts:
        box = _draw_cuts(canvas, box, picture, links, t if analysis.learned is None else 1.0)
    _draw_edges(canvas, picture, links)
    for node in graph.columns:
        _draw_node(canvas, node, picture, links)
    _draw_stubs(canvas, box, picture, links)
    uip = "" if analysis is None else analysis.uip or ""
    if uip in layout.cards:
        _draw_star(canvas, uip, picture, worded)


def _levels(entries: Mapping[str, Entry], dense: Analysis | None) -> dict[str, int]:
    """The levels that stand behind literals: in a ``dense`` graph not that of the conflict, which most of them have."""
    return {literal: entry.level for literal, entry in entries.items() if dense is None or entry.level != dense.level}


def _pivots(graph: Graph, analysis: Analysis | None) -> tuple[str, ...]:
    """What has been resolved away, as far as the graph shows it: a chain that goes on to lower levels has no cut."""
    found: list[str] = []
    for line in () if analysis is None else analysis.lines[1:]:
        if line.pivot is None or line.pivot not in graph.clauses:
            break
        found.append(line.pivot)
    return tuple(found)


# --- cuts ------------------------------------------------------------------------------------------------------------


def _draw_cuts(canvas: Canvas, box: Rect, picture: _Picture, links: Links, t: float) -> Rect:
    """The side of the conflict in its own shade; the current cut thick, with its number, earlier ones thin. Returns
    what is right of the number."""
    theme, unit, pivots = picture.theme, picture.unit, picture.pivots
    start = max(0, len(pivots) - _EARLIER)
    lines = [cut_line(picture.layout, picture.graph, pivots[:count]) for count in range(start, len(pivots) + 1)]
    now = lines[-1]
    if t < 1 and len(lines) > 1:
        now = _between(lines[-2], now, t)
    first, last = (now[0][0], box.y), (now[-1][0], box.bottom)
    canvas.polygon([first, *now, last, (box.right, box.bottom), (box.right, box.y)], mix(theme.panel, theme.mine, 0.14))
    places = _badges(box, [line[0][0] for line in lines[:-1]], unit)
    for index, line in enumerate(lines[:-1], start):
        lit = links.pointed == cut_name(index + 1)
        at = places[index - start]
        if lit or not picture.stubbed:
            draw_path(canvas, (at, *line), theme.accent if lit else theme.muted, (3 if lit else 1.2) * unit)
        _draw_badge(canvas, at, index + 1, theme, unit, lit=lit)
        links.drawn(cut_name(index + 1), Rect(at[0] - 11 * unit, at[1] - 11 * unit, 22 * unit, 22 * unit))
    draw_path(canvas, (first, *now, last), theme.accent, 4 * unit)
    return _draw_tag(canvas, box, now[-1][0], len(pivots) + 1, picture, links)


def _between(before: Sequence[Point], after: Sequence[Point], t: float) -> tuple[Point, ...]:
    """A line on the way from one place to another."""
    heights = sorted({y for _, y in (*before, *after)})
    return tuple((_x_at(before, y) * (1 - t) + _x_at(after, y) * t, y) for y in heights)


def _x_at(line: Sequence[Point], y: float) -> float:
    for (x, top), (u, bottom) in pairwise(line):
        if top <= y <= bottom and bottom > top:
            return x + (u - x) * (y - top) / (bottom - top)
    return line[-1][0]


def _badges(box: Rect, wanted: Sequence[float], unit: float) -> list[Point]:
    """Places for the numbers of cuts, above these x, from right to left, none on another."""
    places: list[Point] = []
    for x in wanted:
        limit = places[-1][0] - 26 * unit if places else box.right - 12 * unit
        places.append((min(x, limit), box.y + 12 * unit))
    return places


def _draw_badge(canvas: Canvas, at: Point, number: int, theme: Theme, unit: float, *, lit: bool) -> None:
    canvas.circle(at, 11 * unit, theme.accent if lit else theme.panel, theme.muted, 1.2 * unit)
    canvas.text(at, str(number), SMALLEST * unit, theme.on_accent if lit else theme.text, "center", "bold")


def _draw_tag(canvas: Canvas, box: Rect, x: float, number: int, picture: _Picture, links: Links) -> Rect:
    """Says at its foot which line of the chain the current cut is, and how many there are where the chain has gone
    beyond what the graph shows. Returns what is right of that."""
    theme, unit = picture.theme, picture.unit
    lines = 0 if picture.analysis is None else len(picture.analysis.lines)
    text = f"cut {number} of {lines}" if lines > number else f"cut {number}"
    wide = canvas.measure(text, 14 * unit, "bold") + 16 * unit
    tag = Rect(min(max(box.x, x - wide / 2), box.right - wide), box.bottom - 22 * unit, wide, 22 * unit)
    canvas.rect(tag, theme.accent, radius=4 * unit)
    canvas.text(tag.center, text, 14 * unit, theme.on_accent, "center", "bold")
    links.drawn(cut_name(number), tag)
    return Rect(tag.right, box.y, box.right - tag.right, box.h)


def _draw_words(canvas: Canvas, box: Rect, state: SatState, theme: Theme, unit: float) -> None:
    """Which side is which, and which decisions have nothing to do with it."""
    y = box.y + 8 * unit
    canvas.text((box.x + 4 * unit, y), "reasons", 14 * unit, theme.text, "left", "bold")
    canvas.text((box.right - 4 * unit, y), "conflict", 14 * unit, theme.bad, "right", "bold")
    free = [f"{entry.literal} @{entry.level}" for entry in innocent(state)]
    verb, room = "is" if len(free) == 1 else "are", box.w - 190 * unit
    for text in (f"on no path to the conflict: {listed(free)}", f"{len(free)} decisions {verb} on no path to it"):
        if free and canvas.measure(text, 14 * unit) <= room:
            canvas.text((box.x + 90 * unit, y), text, 14 * unit, theme.muted)
            return


# --- nodes and edges -------------------------------------------------------------------------------------------------


def _draw_edges(canvas: Canvas, picture: _Picture, links: Links) -> None:
    """Each from a cause to what it helped to imply; those that the cut crosses thick, with its clause's number. Those
    of a dense graph that are only counted have a way where one points at them."""
    theme, unit, graph, layout = picture.theme, picture.unit, picture.graph, picture.layout
    crossed = picture.crossed
    bright = {edge for edge in layout.ways if _edge_lit(edge, graph, picture.pivots, links)}
    for edge, way in layout.ways.items():
        cut, lit = edge in crossed, edge in bright or edge in picture.stubbed
        color = theme.accent if cut or lit else theme.muted
        draw_new_path(canvas, (*way[:-1], along(way, 0.999)), color, (3.2 if lit else 2.4 if cut else 1.6) * unit)
        draw_head(canvas, way[-2], way[-1], color, 10 * unit)
    size, stubbed = label_size(layout, unit), stubs(canvas, layout, picture.stubbed, unit)
    written = labels(canvas, layout, graph, unit, [place for _, place in stubbed.values()], once=bool(stubbed))
    for edge, place in written.items():
        number = graph.clauses[edge[1]]
        canvas.rect(place, theme.background, theme.accent if edge in bright else theme.edge, 1, 4 * unit)
        canvas.text(place.center, str(number), size, theme.text, "center", "bold")
        links.drawn(clause_name(number), place)


def _draw_stubs(canvas: Canvas, box: Rect, picture: _Picture, links: Links) -> None:
    """The counted edges, over the cards, and at the foot what they are."""
    unit, analysis = picture.unit, picture.analysis
    placed = stubs(canvas, picture.layout, picture.stubbed, unit)
    if analysis is None or not picture.stubbed:
        return
    cut = frozenset(node for cause, node in picture.crossed if (cause, node) in picture.stubbed)
    draw_stubs(canvas, placed, cut, picture.theme, links)
    words, size = bool(picture.layout.size), 13 * unit
    said = f"without @: level {analysis.level}    +1: one edge more" if words else "not all edges are drawn"
    notes = [f"{said}    above: earlier cuts; point at them"] if picture.pivots else []
    for text in (*notes, f"{said}; point at it" if words else said):
        if canvas.measure(text, size) <= box.w - 16 * unit:
            canvas.text((box.right - 8 * unit, box.bottom - 11 * unit), text, size, picture.theme.muted, "right")
            return


def _edge_lit(edge: tuple[str, str], graph: Graph, pivots: Sequence[str], links: Links) -> bool:
    """Does it belong to what is pointed at: its clause, or a cut that it crosses?"""
    if links.pointed is None:
        return False
    if edge[1] in graph.clauses and links.pointed == clause_name(graph.clauses[edge[1]]):
        return True
    return any(links.pointed == cut_name(count + 1) and crossing([edge], pivots[:count])
               for count in range(len(pivots) + 1))


def _draw_node(canvas: Canvas, node: str, picture: _Picture, links: Links) -> None:
    """A card: a decision with corners, an implied literal round, one that the jump has taken back hollow; those whose
    complements are the clause of the current cut have a thick rim."""
    theme, unit, layout = picture.theme, picture.unit, picture.layout
    card, entry = layout.cards[node], picture.entries.get(node)
    fill, ink, radius = theme.raised, theme.text, card.h * 0.35
    if node == CONFLICT:
        fill, ink, radius = theme.mine, theme.on_mine, card.h * 0.12
    elif entry is not None and entry.decided and not entry.assumed:
        fill, ink, radius = theme.constraint, theme.on_constraint, 0.0
    if entry is not None and picture.hero is not None and picture.hero.is_of(node):
        fill, ink = getattr(theme, picture.hero.role), getattr(theme, f"on_{picture.hero.role}")
    if node in picture.gone:
        fill, ink = theme.panel, theme.muted
    source = any(edge[0] == node for edge in picture.crossed)
    canvas.rect(card, fill, theme.accent if source else theme.edge, (3 if source else 1.2) * unit, radius)
    if not layout.size:
        _draw_name(canvas, node, picture)
        links.drawn(node, card.inset(-6 * unit))
        return
    level = _levels({} if entry is None else {node: entry}, picture.analysis if picture.stubbed else None)
    at = f"@{level[node]}" if layout.leveled and node in level else ""
    small = max(SMALLEST * unit, layout.size * 0.7)
    wide = canvas.measure(at, small) + layout.size * 0.5 if at else 0.0
    canvas.text((card.center[0] - wide / 2, card.center[1]), node, layout.size, ink, "center", "bold")
    if at:
        canvas.text((card.right - layout.size * 0.4, card.center[1]), at, small, ink, "right")
    if links.lit(node) or any(map(links.lit, picture.graph.gathered.get(node, ()))):
        draw_lit(canvas, card, theme, unit)
    if node != CONFLICT and node not in picture.graph.gathered:
        links.drawn(node, card)


def _draw_name(canvas: Canvas, node: str, picture: _Picture) -> None:
    """The name of a node whose card is too small for it, where it has room."""
    place = picture.layout.names.get(node)
    if place is not None:
        canvas.rect(place, picture.theme.background, radius=4 * picture.unit)
        canvas.text(place.center, node, SMALLEST * picture.unit, picture.theme.text, "center", "bold")


def _draw_star(canvas: Canvas, uip: str, picture: _Picture, worded: bool) -> None:
    """The mark of the first UIP: below its card where that has room there, else on its corner, or in a card that has
    no words."""
    theme, unit, box, card = picture.theme, picture.unit, picture.layout.box, picture.layout.cards[uip]
    text, size = "★ first UIP", 14 * unit
    wide = canvas.measure(text, size, "bold") + 12 * unit
    tag = Rect(min(max(card.center[0] - wide / 2, box.x), box.right - wide), card.bottom + 5 * unit, wide, 22 * unit)
    free = not any(tag.meets(other) for other in picture.layout.cards.values())
    if not (worded and free and tag.bottom < box.bottom):
        tag, text = Rect(max(box.x, card.x - 14 * unit), card.y - 9 * unit, 18 * unit, 18 * unit), "★"
        if not picture.layout.size:  # others are right above it
            tag, size = card, max(SMALLEST, min(size, card.h * 0.9))
    canvas.rect(tag, theme.accent, theme.background, 1, 4 * unit)
    canvas.text(tag.center, text, size, theme.on_accent, "center", "bold")
