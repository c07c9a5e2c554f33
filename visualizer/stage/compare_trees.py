"""Search trees of runs that are compared, to one scale: each hangs from its root, a column for each node as it came.

So large trees are seen whole: how long a lane is says how many nodes a search made, how low it hangs how deep it went,
and where it hangs low for long, it was in trouble.
"""

from __future__ import annotations

from itertools import pairwise

from algorithms.words import counted
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme, mix
from visualizer.runs.search_tree import SearchTree
from visualizer.runs.states import State
from visualizer.stage.compare_totals import Rows, draw_number, draw_title, ended, run_color

_LEAST = 2.0  # pixels: a column is at least as wide
_ROUND = (10, 15, 20, 30, 50, 70)  # tenths of a power of ten: while trees grow, the scale ends there, and seldom moves


def draw_lanes(canvas: Canvas, box: Rect, rows: Rows, theme: Theme, unit: float) -> None:
    """A lane for each run, with the number of its nodes; all of one length for one number of nodes."""
    rest = draw_title(canvas, box, "Search trees, hung from the root", "one column a node; how low it hangs: how deep",
                      theme, unit)
    trees = [timeline.state.tree for _, timeline in rows]
    most, deepest = max(tree.count - 1 for tree in trees), max(depth_of(tree) for tree in trees)
    if not all(ended(timeline) for _, timeline in rows):
        ends = (10**power * times // 10 for power in range(1, 9) for times in _ROUND)
        most = next(end for end in ends if end >= most)
    step = rest.h / len(rows)
    size = 14 * unit
    words = [_said(tree, timeline) for tree, (_, timeline) in zip(trees, rows, strict=True)]
    said = max(canvas.measure(text, size, "bold") for text in words) + 14 * unit
    for index, (tree, text) in enumerate(zip(trees, words, strict=True)):
        lane = Rect(rest.x + 26 * unit, rest.y + index * step + 3 * unit, rest.w - 26 * unit - said, step - 6 * unit)
        draw_number(canvas, (rest.x + 10 * unit, lane.y + 9 * unit), index + 1, theme, unit)
        wide = lane.w * max(0, tree.count - 1) / max(1, most)
        _draw_hung(canvas, Rect(lane.x, lane.y, wide, lane.h), tree, deepest, index + 1, theme)
        canvas.text((lane.x + wide + 8 * unit, lane.y + 9 * unit), text, size, theme.text, "left", "bold")
        if text.endswith("✓"):
            canvas.rect(Rect(lane.x + wide - 2 * unit, lane.y, 3 * unit, lane.h), theme.good)


def _said(tree: SearchTree, timeline: Timeline[State]) -> str:
    """How many nodes there are below the root, and whether they led to a solution."""
    solved = ended(timeline) and timeline.state.outcome == "solved" and tree.count
    return counted(max(0, tree.grown - 1), "node") + (" ✓" if solved else "")


def depth_of(tree: SearchTree) -> int:
    """How deep a tree is."""
    return max([1, *tree.depths(0, tree.count)])


def hung(tree: SearchTree, columns: int) -> list[tuple[int, int]]:
    """The least and the greatest depth of the nodes in each of so many columns: all nodes but the root, in turn."""
    nodes = tree.count - 1
    ends = [1 + column * nodes // columns for column in range(columns + 1)]
    return [(min(depths), max(depths)) for depths in (tree.depths(*pair) for pair in pairwise(ends))]


def _draw_hung(canvas: Canvas, box: Rect, tree: SearchTree, deepest: int, number: int, theme: Theme) -> None:
    """The silhouette: solid down to the least depth of a column, lighter to the greatest."""
    columns = min(tree.count - 1, int(box.w / _LEAST))
    if columns < 1:
        return
    color, wide, high = run_color(theme, number), box.w / columns, box.h / deepest
    faint = mix(theme.panel, color, 0.45)
    depths = hung(tree, columns)
    start = 0
    for column in range(1, columns + 1):  # columns that are alike are one bar
        if column < columns and depths[column] == depths[start]:
            continue
        least, most = depths[start]
        x, across = box.x + start * wide, (column - start) * wide
        canvas.rect(Rect(x, box.y, across, least * high), color)
        if most > least:
            canvas.rect(Rect(x, box.y + least * high, across, (most - least) * high), faint)
        start = column
