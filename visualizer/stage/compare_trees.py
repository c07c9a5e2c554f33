"""Search trees of runs that are compared, to one scale: each hangs from its root, a column for each node as it came.

So large trees are seen whole: how long a lane is says how many nodes a search made, how low it hangs how deep it went,
and where it hangs low for long, it was in trouble.
"""

from __future__ import annotations

from math import ceil

from algorithms.words import counted
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.search_tree import SearchTree
from visualizer.runs.states import State
from visualizer.stage.compare_totals import Rows, draw_number, draw_title, ended, run_color

_FEW = 40  # nodes: with more, columns are too narrow for numbers
_TITLE = "Search trees, below the root"
_DEEP = ("one column a node; how low it hangs: how deep", "a column a node, as low as it is deep")  # the first to fit
_TIED = (f"{_DEEP[0]}; =8: of 8 tied", "a column a node; =8: of 8 tied", "=8: of 8 tied")
_LEAST = 2.0  # pixels: a column is at least as wide
_LEVEL = 12.0  # points: a level is at most as high, so that a single node is no great block
_FOOT = 15.0  # points below the silhouette, where the numbers of ties stand
_ROUND = (10, 15, 20, 30, 50, 70)  # tenths of a power of ten: while trees grow, the scale ends there, and seldom moves


def draw_lanes(canvas: Canvas, box: Rect, rows: Rows, theme: Theme, unit: float) -> None:
    """A lane for each run, with the number of its nodes; all of one length for one number of nodes."""
    trees = [timeline.state.tree for _, timeline in rows]
    most, deepest = max(tree.count - 1 for tree in trees), max(depth_of(tree) for tree in trees)
    if not all(ended(timeline) for _, timeline in rows):
        ends = (10**power * times // 10 for power in range(1, 9) for times in _ROUND)
        most = next(end for end in ends if end >= most)
    size = 14 * unit
    words = [_said(tree, timeline) for tree, (_, timeline) in zip(trees, rows, strict=True)]
    said = max(canvas.measure(text, size, "bold") for text in words) + 14 * unit
    across = box.w - 26 * unit - said
    ties = [_ties(canvas, tree, across / max(1, most), unit) for tree in trees]
    room = box.w - canvas.measure(_TITLE, 14 * unit, "bold") - 14 * unit
    note = next((note for note in (_TIED if any(ties) else _DEEP) if canvas.measure(note, 13 * unit) <= room), "")
    rest = draw_title(canvas, box, _TITLE, note, theme, unit)
    step = rest.h / len(rows)
    for index, (tree, text) in enumerate(zip(trees, words, strict=True)):
        lane = Rect(rest.x + 26 * unit, rest.y + index * step + 3 * unit, across, step - 6 * unit)
        draw_number(canvas, (rest.x + 10 * unit, lane.y + 9 * unit), index + 1, theme, unit)
        wide = lane.w * max(0, tree.count - 1) / max(1, most)
        foot = min(_FOOT * unit, lane.h * 0.65) if any(ties) else 0.0
        hanging = Rect(lane.x, lane.y, wide, min(lane.h - foot, _LEVEL * unit * deepest))
        _draw_hung(canvas, hanging, tree, deepest, index + 1, theme)
        _draw_ties(canvas, Rect(lane.x, lane.y, wide, min(lane.h, hanging.h + foot)), ties[index], theme, unit)
        canvas.text((lane.x + wide + 8 * unit, lane.y + 9 * unit), text, size, theme.text, "left", "bold")
        if text.endswith("✓"):
            canvas.rect(Rect(lane.x + wide - 2 * unit, lane.y, 3 * unit, hanging.h), theme.good)


def _ties(canvas: Canvas, tree: SearchTree, wide: float, unit: float) -> list[str]:
    """How many tied where the node of each column was chosen; nothing where columns are too narrow for that."""
    if not 0 < tree.count - 1 < _FEW:
        return []
    words = [f"={tied}" if (tied := tree.node(index).tied) else "" for index in range(1, tree.count)]
    widest = max(canvas.measure(text, 12 * unit, "bold") for text in words)
    return words if 0 < widest <= wide - 4 * unit else []


def _draw_ties(canvas: Canvas, box: Rect, words: list[str], theme: Theme, unit: float) -> None:
    """At the foot of each column."""
    size = 12 * unit
    for column, text in enumerate(words):
        if text:
            at = box.x + (column + 0.5) * box.w / len(words), box.bottom - size * 0.6
            wide = canvas.measure(text, size, "bold") + 4 * unit
            canvas.rect(Rect(at[0] - wide / 2, at[1] - size * 0.6, wide, size * 1.2), theme.test, None, 1, 3)
            canvas.text(at, text, size, theme.on_test, "center", "bold")


def _said(tree: SearchTree, timeline: Timeline[State]) -> str:
    """How many nodes there are below the root, and whether they led to a solution."""
    solved = ended(timeline) and timeline.state.outcome == "solved" and tree.count
    return counted(max(0, tree.grown - 1), "node") + (" ✓" if solved else "")


def depth_of(tree: SearchTree) -> int:
    """How deep a tree is."""
    return max([1, *tree.depths(0, tree.count)])


def hung(tree: SearchTree, each: int) -> list[tuple[int, int]]:
    """The least and the greatest depth of the nodes in each column of so many: all nodes but the root, in turn. As the
    tree grows, columns stay as they are."""
    depths = list(tree.depths(1, tree.count)) if tree.count > 1 else []
    columns = (depths[start:start + each] for start in range(0, len(depths), each))
    return [(min(column), max(column)) for column in columns]


def _draw_hung(canvas: Canvas, box: Rect, tree: SearchTree, deepest: int, number: int, theme: Theme) -> None:
    """The silhouette: solid down to the least depth of a column, lighter to the greatest."""
    nodes = tree.count - 1
    if nodes < 1 or box.w <= 0:
        return
    each = max(1, ceil(_LEAST * nodes / box.w - 1e-6))
    color, wide, high = run_color(theme, number), box.w / nodes * each, box.h / deepest
    faint = mix(theme.panel, color, 0.45)
    depths = hung(tree, each)
    start = 0
    for column in range(1, len(depths) + 1):  # columns that are alike are one bar
        if column < len(depths) and depths[column] == depths[start]:
            continue
        least, most = depths[start]
        x, across = box.x + start * wide, min(column * wide, box.w) - start * wide
        canvas.rect(Rect(x, box.y, across, least * high), color)
        if most > least:
            canvas.rect(Rect(x, box.y + least * high, across, (most - least) * high), faint)
        start = column
