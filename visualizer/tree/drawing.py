"""The search tree, drawn: the current branch thick, where the search is yellow, what failed square with a cross,
solutions round with a tick."""

from __future__ import annotations

from collections.abc import Sequence

from visualizer.canvas.marks import draw_mark
from visualizer.canvas.primitives import Canvas, Color, Rect, fit_text, wrap_text
from visualizer.canvas.theme import Theme
from visualizer.runs.search_tree import SearchTree, Status
from visualizer.tree.view import CARD, HEAD, TEXT, Edge, Item, Placed, TreeView, find, half_width, legible

SIGNS: dict[Status, str] = {"open": "…", "failed": "✗", "solution": "✓", "fruitful": "✓"}
_COLORS: dict[Status, str] = {"failed": "mine", "solution": "no_mine"}


def draw_tree(canvas: Canvas, box: Rect, tree: SearchTree, view: TreeView, theme: Theme, unit: float,
              lit: int | None = None) -> None:
    """What ``view`` shows of a tree; what cannot be read of the current branch is named above. ``lit``: the node that
    belongs to what is pointed at elsewhere."""
    if not tree.count:
        canvas.text((box.x, box.y + 14 * unit), "No decision yet.", 14 * unit, theme.muted)
        return
    placed = view.place(tree, box, unit)
    branch = set(tree.branch)
    with canvas.clip(placed.box):
        for current in (False, True):  # the current branch lies above all else
            _draw_edges(canvas, [edge for edge in placed.edges if (edge.node in branch) == current], current, theme,
                        placed.scale * unit)
        _draw_items(canvas, tree, placed, branch, theme, unit)
        for node in dict.fromkeys((view.cursor, view.over, lit)):
            if node is not None and node < tree.count:
                _draw_cursor(canvas, tree, placed, node, theme, unit)
    if placed.above:
        _draw_above(canvas, placed, tree, theme, unit)
    if tree.grown > tree.count:
        text = f"These are the first {tree.count:,} of {tree.grown:,} nodes."
        canvas.text((box.right, box.bottom - 8 * unit), text, 12 * unit, theme.muted, "right")


def _draw_above(canvas: Canvas, placed: Placed, tree: SearchTree, theme: Theme, unit: float) -> None:
    """The labels of the current branch that cannot be read in the box, in as many lines as there is room for: the last
    ones where there is not enough."""
    size, line = 12 * unit, HEAD * unit
    text = " › ".join(tree.node(node).label for node in placed.above)
    rows = wrap_text(canvas, f"{text} ›", placed.head.w - canvas.measure("… ", size), size)
    most = max(1, round(placed.head.h / line))
    if len(rows) > most:
        rows = rows[-most:]
        rows[0] = f"… {rows[0]}"
    left = placed.head.x
    if len(rows) == 1:  # above the first one that shows
        wide, branch = canvas.measure(rows[0], size), set(tree.branch)
        spots = [item.spot for item in placed.items if item.shape.first in branch]
        first = min(spots, key=lambda spot: spot[1])[0] if spots else left
        left = max(left, min(first - wide / 2, placed.head.right - wide))
    for index, row in enumerate(rows):
        canvas.text((left, placed.head.y + (index + 0.5) * line), row, size, theme.text)


def _draw_edges(canvas: Canvas, edges: Sequence[Edge], current: bool, theme: Theme, size: float) -> None:
    """From the bottom of one card to the top of the next: however far apart they are, they cross no other card."""
    half, color = CARD / 2 * size, theme.accent if current else theme.muted
    width = max(3.0 if current else 1.0, (4 if current else 1.2) * size)
    for _, (x, y), (u, v) in edges:
        canvas.line((x, y + half), (u, v - half), color, width)


def _status(tree: SearchTree, item: Item) -> Status:
    """What is known of a node, or of all that a mark hides."""
    return tree.known(item.shape.first, item.shape.end) if item.kind == "mark" else tree.status(item.shape.first)


def _draw_items(canvas: Canvas, tree: SearchTree, placed: Placed, branch: set[int], theme: Theme, unit: float) -> None:
    """All that stands for nodes."""
    written, size, last = legible(placed.scale, unit), placed.scale * unit, max(branch, default=-1)
    for item in placed.items:
        status, current = _status(tree, item), item.shape.first in branch
        here = item.shape.first == last
        role = _COLORS.get(status, "test" if here else "current" if current else "raised")
        fill = getattr(theme, role)
        if item.kind == "outline":
            _draw_outline(canvas, item, placed, fill)
        elif not written:
            _draw_dot(canvas, item, status, fill, theme, size)
        else:
            ink = theme.text if role in ("raised", "current") else getattr(theme, f"on_{role}")
            if item.kind == "mark":
                _draw_fold(canvas, item, tree, placed, (fill, ink), theme, size)
            else:
                _draw_card(canvas, item, tree, placed, (fill, ink), (current, here), theme, size)


def _draw_outline(canvas: Canvas, item: Item, placed: Placed, fill: Color) -> None:
    """A subtree that is too narrow to see into."""
    (x, y), shape = item.spot, item.shape
    bottom = y + round((len(shape.left) - 1) * placed.row)
    right, left = x + round(shape.high * placed.column), x + round(shape.low * placed.column)
    canvas.polygon(((x, y), (right + 1, bottom), (left - 1, bottom)), fill)


def _draw_dot(canvas: Canvas, item: Item, status: Status, fill: Color, theme: Theme, size: float) -> None:
    """A node without a label: its shape alone says what it is."""
    radius, (x, y) = max(2.0, 5 * size), item.spot
    if item.kind == "mark":
        canvas.polygon(((x, y - 2 * radius), (x + 2 * radius, y + radius), (x - 2 * radius, y + radius)), fill,
                       theme.muted)
    elif status == "failed":
        canvas.rect(Rect(x - radius, y - radius, 2 * radius, 2 * radius), fill)
    else:
        solved = status == "solution"
        canvas.circle(item.spot, 2 * radius if solved else radius, fill, theme.text if solved else theme.muted, 1)


def _draw_card(canvas: Canvas, item: Item, tree: SearchTree, placed: Placed, colors: tuple[Color, Color],
               branch: tuple[bool, bool], theme: Theme, size: float) -> None:
    """A node with its label: square if it failed, round if it is a solution; ``branch``: is it on the current branch,
    and is the search here."""
    status, (current, here) = tree.status(item.shape.first), branch
    sign = "" if current and status in ("open", "fruitful") else f" {SIGNS[status]}"
    text = fit_text(canvas, tree.node(item.shape.first).label, placed.column - 14 * size
                    - canvas.measure(sign, TEXT * size, "bold"), TEXT * size, "bold") + sign
    width = max(CARD * size, canvas.measure(text, TEXT * size, "bold") + 10 * size)
    card = Rect(item.spot[0] - width / 2, item.spot[1] - CARD / 2 * size, width, CARD * size)
    radius = {"failed": 0.0, "solution": CARD / 2}.get(status, 6.0) * size
    canvas.rect(card, colors[0], theme.accent if current else theme.muted, 2.5 * size if current else 1, radius)
    if here:
        x, y, side = card.x - 3 * size, card.center[1], 7 * size
        canvas.polygon([(x, y), (x - side, y - side), (x - side, y + side)], theme.accent)
    if placed.box.contains(card.x, card.y) and placed.box.contains(card.right, card.bottom):  # no half a name
        canvas.text(card.center, text, TEXT * size, colors[1], "center", "bold")


def _draw_fold(canvas: Canvas, item: Item, tree: SearchTree, placed: Placed, colors: tuple[Color, Color], theme: Theme,
               size: float) -> None:
    """The mark of folded nodes: a triangle with their number in it, and what is known of them."""
    (x, y), sign = item.spot, SIGNS[_status(tree, item)]
    text = f"{sign} {item.shape.end - item.shape.first:,}"
    letters = TEXT * size
    half = canvas.measure(text, letters, "bold") * 0.85
    canvas.polygon([(x, y - 12 * size), (x + half, y + 12 * size), (x - half, y + 12 * size)], colors[0], theme.muted)
    if placed.box.contains(x - half, y - 12 * size) and placed.box.contains(x + half, y + 12 * size):
        canvas.text((x, y + 6.5 * size), text, letters, colors[1], "center", "bold")


def _draw_cursor(canvas: Canvas, tree: SearchTree, placed: Placed, cursor: int, theme: Theme, unit: float) -> None:
    """Corners around what the keyboard is at."""
    found, size = find(placed.shape, cursor), placed.scale * unit
    (x, y), half = placed.spot(found), max(8 * unit, half_width(tree, found.shape) * size)
    draw_mark(canvas, Rect(x - half, y - max(8 * unit, 14 * size), 2 * half, max(16 * unit, 28 * size)), theme)
