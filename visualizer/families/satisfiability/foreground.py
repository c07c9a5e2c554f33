"""What of a dense implication graph stands in the foreground: the literals of the conflict's level, and what joins
them. Other edges, such as those from lower levels, are stubs with their number, and unfold where one points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from visualizer.canvas.primitives import SMALLEST, Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.families.satisfiability.analysis import Analysis
from visualizer.families.satisfiability.graph_layout import Layout
from visualizer.families.satisfiability.implication_graph import CONFLICT, Graph
from visualizer.stage.links import Links

Edge = tuple[str, str]

DENSE = 20  # edges: of more, all at once are a tangle from where a class sits


def folded(graph: Graph, analysis: Analysis | None) -> frozenset[Edge]:
    """The edges of a dense graph that are drawn as stubs: those into the level of the conflict from lower ones, as far
    as what they lead to has a cause of the level, too; where that leaves too many, all to a literal but that from the
    last of its causes."""
    if analysis is None or len(graph.edges) <= DENSE:
        return frozenset()
    level = {entry.literal for entry in analysis.trail if entry.level == analysis.level}
    order = {node: index for index, node in enumerate(graph.columns)}
    last: dict[str, str] = {}
    for cause, node in graph.edges:
        if cause in level and order[cause] >= order[last.get(node, cause)]:
            last[node] = cause
    lower = {(cause, node) for cause, node in graph.edges if cause not in level and node in last}
    if len(graph.edges) - len(lower) > DENSE:
        lower |= {(cause, node) for cause, node in graph.edges if node != CONFLICT and last.get(node, cause) != cause}
    return frozenset(lower)


def stub_name(node: str) -> str:
    """The name of a node's stub, for who points."""
    return f"stub {node}"


def unfolds(edge: Edge, graph: Graph, links: Links) -> bool:
    """Does an edge show because its stub, or one of its ends, is pointed at?"""
    cause, node = edge
    ends = (cause, node, *graph.gathered.get(cause, ()))
    return links.pointed == stub_name(node) or any(map(links.lit, ends))


def stubs(canvas: Canvas, layout: Layout, edges: frozenset[Edge], unit: float) -> dict[str, tuple[str, Rect]]:
    """For each node that has some, how many there are and the place of that: on the upper left corner of its card;
    nothing where cards have no words."""
    found: dict[str, tuple[str, Rect]] = {}
    size = max(SMALLEST * unit, layout.size * 0.66)
    if not layout.size:
        return found
    for node, count in sorted(Counter(node for _, node in edges).items()):
        card, text = layout.cards[node], f"+{count}"
        wide, high = canvas.measure(text, size, "bold") + size * 0.7, size * 1.35
        found[node] = text, Rect(card.x - wide * 0.62, card.y - high * 0.7, wide, high)
    return found


def draw_stubs(canvas: Canvas, placed: Mapping[str, tuple[str, Rect]], cut: frozenset[str], theme: Theme,
               links: Links) -> None:
    """The numbers; amber, as the edges that the cut crosses, where it crosses these (at the nodes in ``cut``)."""
    for node, (text, place) in placed.items():
        lit = links.pointed == stub_name(node)
        fill, ink = (theme.accent, theme.on_accent) if lit else (theme.background, theme.text)
        rim = theme.accent if node in cut or lit else theme.muted
        canvas.rect(place, fill, rim, 2 if node in cut else 1.2, place.h * 0.5)
        canvas.text(place.center, text, place.h / 1.35, ink, "center", "bold")
        links.drawn(stub_name(node), place)
