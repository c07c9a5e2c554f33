"""The search tree under the pointer and the keyboard: clicks and Return fold, drags and the wheel move and zoom."""

from __future__ import annotations

from collections.abc import Mapping

from algorithms.words import counted
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Point, Rect
from visualizer.runs.search_tree import SearchTree, Status
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.tree.layout import Rule
from visualizer.tree.view import Found, Placed, TreeView, find, in_row
from visualizer.widgets.ui import Ui

_PLACES = ("tree", "tree-on-board")  # the names of the areas that take input
_RULES: Mapping[str, Rule] = {"f": "fold", "u": "unfold"}
KEYS = tuple(_RULES)  # that no widget used
_CLICK = 5.0  # pixels: a press that moves further is a drag
_ZOOM = 1.2  # by a key, or a notch of the wheel
_KNOWN: dict[Status, str] = {"open": "left, or not finished yet", "failed": "failed", "solution": "a solution",
                             "fruitful": "leads to a solution"}


class TreeControls:
    """Turns input on the search tree into what is seen of it; the algorithm knows nothing of that.

    cursor: the node that the keyboard is at, or was; None: where the search is
    held:   where a press began, and the column and row that were in the middle then; ``dragged``: it is no click
    """

    def __init__(self, session: Session) -> None:
        self.session = session
        self.cursor: int | None = None
        self.held: tuple[Point, Point] | None = None
        self.dragged = False
        self._view = TreeView()
        self._timeline: Timeline[State] = session.timeline

    @property
    def view(self) -> TreeView:
        """How the tree is looked at. On another timeline the same numbers are other nodes: folds by hand end."""
        if self._timeline is not self.session.timeline:
            self._timeline, self.cursor = self.session.timeline, None
            rule, self._view = self._view.folds.rule, TreeView()
            self._view.folds.rule = rule
        return self._view

    def show_cursor(self, ui: Ui) -> None:
        """Shows where the keyboard is, while it is on the tree."""
        tree: SearchTree = self.session.state.tree
        focused = tree.count and ui.focus_shows and ui.focus in _PLACES
        self.view.cursor = self.here(tree) if focused else None

    def here(self, tree: SearchTree) -> int:
        """The node that the keyboard is at."""
        if self.cursor is None or self.cursor >= tree.count:
            return tree.branch[-1] if tree.branch else 0
        return self.cursor

    def register(self, ui: Ui, boxes: Mapping[str, Rect], unit: float) -> None:
        """Takes the input for the tree, wherever it is drawn."""
        tree: SearchTree = self.session.state.tree
        self.view.over = None
        for ident, box in boxes.items():
            if tree.count and box.w > 0 and box.h > 0:
                hand = _Hand(self, tree, box, unit)
                if not self.dragged and (node := hand.node(ui.pointer)) is not None:
                    self.view.over = node
                ui.area(ident, box, press=hand.press, drag=hand.drag, release=hand.release, wheel=hand.wheel,
                        key=hand.key, focusable=True, tip=hand.tip(ui.pointer))

    def key(self, name: str) -> bool:
        """A key that no widget used: F folds, U unfolds."""
        if name not in KEYS:
            return False
        self.fit()
        view, rule = self.view, _RULES[name]
        view.folds.rule = "fit" if view.folds.rule == rule else rule
        view.folds.by_hand.clear()
        return True

    def fit(self) -> None:
        """As large as it was at first, with the search in view."""
        self.view.scale = None
        self.view.look(self.session.state.tree, None)


class _Hand:
    """What one frame's input does to the tree that it shows in a box."""

    def __init__(self, controls: TreeControls, tree: SearchTree, box: Rect, unit: float) -> None:
        self.controls = controls
        self.view = controls.view
        self.tree, self.box, self.unit = tree.copy(), box, unit  # the run may go on before the next frame

    @property
    def placed(self) -> Placed:
        return self.view.place(self.tree, self.box, self.unit)

    def node(self, pointer: Point) -> int | None:
        """The node there, where it stands for itself alone."""
        node = self.placed.at(*pointer)
        return None if node is None or find(self.placed.shape, node).shape.folded else node

    def tip(self, pointer: Point) -> str:
        """What is known of the node there, and what a click does."""
        node = self.placed.at(*pointer)
        if node is None or self.controls.dragged:
            return ""
        shape = find(self.placed.shape, node).shape
        known = _KNOWN[self.tree.known(shape.first, shape.end) if shape.folded else self.tree.status(node)]
        nodes = shape.end - node
        if shape.folded:
            return f"{counted(nodes, 'node')}, {known}: a click unfolds"
        label = self.tree.node(node).label
        below = "" if nodes == 1 else f"; {counted(nodes - 1, 'node')} below, a click folds"
        return f"{label}: {known}{below}"

    # --- the mouse -------------------------------------------------------------------------------------------------

    def press(self, x: float, y: float, _button: int) -> None:
        """The beginning of a click or a drag."""
        self.controls.held, self.controls.dragged = ((x, y), self.placed.cell(*self.placed.middle)), False

    def drag(self, x: float, y: float) -> None:
        """Moves the tree."""
        if self.controls.held is None:
            return
        (start_x, start_y), (column, row) = self.controls.held
        if self.controls.dragged or abs(x - start_x) + abs(y - start_y) > _CLICK:
            self.controls.dragged, placed = True, self.placed
            self.view.look(self.tree, (column - (x - start_x) / placed.column, row - (y - start_y) / placed.row))

    def release(self, x: float, y: float) -> None:
        """Folds or unfolds what was clicked."""
        placed = self.placed
        node = placed.at(x, y)
        if not self.controls.dragged and node is not None:
            self.controls.cursor = node
            self.view.press(self.tree, placed, find(placed.shape, node))
        self.controls.held, self.controls.dragged = None, False

    def wheel(self, x: float, y: float, dy: float) -> None:
        """Zooms around the pointer."""
        self._zoom((x, y), _ZOOM ** dy)

    def _zoom(self, at: Point, factor: float) -> None:
        """Larger or smaller; what is at that point stays there."""
        before = self.placed
        column, row = before.cell(*at)
        self.view.scale = before.scale * factor
        after = self.placed
        x, y = after.middle
        self.view.look(self.tree, (column - (at[0] - x) / after.column, row - (at[1] - y) / after.row))

    # --- the keyboard ----------------------------------------------------------------------------------------------

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key on the focused tree."""
        if ctrl or (shift and name not in ("+", "=")):
            return False
        placed = self.placed
        found = find(placed.shape, self.controls.here(self.tree))
        if name in ("left", "right", "up", "down"):
            self.controls.cursor = beside(placed, self.tree, found, name)
            self._reveal(find(placed.shape, self.controls.cursor))
        elif name in ("return", "enter"):
            self.controls.cursor = found.shape.first
            if not self.view.press(self.tree, placed, found):
                self.controls.session.notice = "There is nothing to fold below this node."
            self._reveal(find(self.placed.shape, found.shape.first))
        elif name in ("+", "=", "-"):
            self._zoom(placed.spot(found), 1 / _ZOOM if name == "-" else _ZOOM)
        elif name == "o":
            self.view.scale = 0.0  # as small as it takes
            self.view.look(self.tree, None)
        elif name == "c":
            self.controls.cursor = self.view.scale = None
            self.view.look(self.tree, None)
        else:
            return False
        return True

    def _reveal(self, found: Found) -> None:
        """Moves the tree where the cursor has left the box."""
        placed = self.placed
        if not placed.box.contains(*placed.spot(found)):
            self.view.look(self.tree, (found.column, found.row))


def beside(placed: Placed, tree: SearchTree, found: Found, key: str) -> int:
    """What an arrow key leads to: the parent, the last child, or the next one in the same row; else the same node."""
    first = found.shape.first
    if key == "up":
        return max(0, tree.node(first).parent)
    if key == "down":
        return found.shape.below[-1][1].first if found.shape.below else first
    row = [other.shape.first for other in in_row(placed.shape, found.row)]
    return row[max(0, min(len(row) - 1, row.index(first) + (1 if key == "right" else -1)))]
