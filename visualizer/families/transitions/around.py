"""What lies around the current state: the last states of the path, what comes next, and what comes after that.

Where one state leads to many by a rule, they are folded: one box stands for them. An edge over several rows goes
through a place of its own in each, so that it crosses no state. Restart, which would lead back, is shown of the current
state alone, and what comes after it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import pairwise
from math import inf
from typing import NamedTuple

from algorithms.transitions.records import FAIL, State
from algorithms.transitions.rules import RuleName, System, Transition
from visualizer.families.transitions.layout import lay_out, needed
from visualizer.families.transitions.shortcuts import Shortcut, shortcuts
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.unfolding import Unfolding

_BEFORE = 2  # states of the path above the current one that there is always room for
Limits = tuple[int, int | None, bool]
"""Edges of a rule that are not folded: now, and after that (None: what comes after that is not shown); and is it shown
what comes after what the strategy does not take?"""
_LARGE = 3000  # clauses: of more, one step is worked out
_LIMITS: tuple[Limits, ...] = ((6, 4, True), (6, 4, False), (4, 2, False), (3, 2, False), (2, 1, False), (1, 1, False),
                               (1, 0, False), (3, None, False), (1, None, False), (0, None, False))
_ONE_STEP = 3  # of them, the last ones
_OPENED = 8  # of a box that was opened


class Ways(NamedTuple):
    """The edges that leave a state by one rule: the strategy might take all of them, or none. Where they lead is
    written out for what is shown alone: states are long, and most edges go into one box."""

    rule: RuleName
    allowed: bool
    edges: list[Transition]


Options = Callable[[State], Sequence[Ways]]
"""Of a state the edges that leave it."""


class Folded(NamedTuple):
    """States that another one leads to by one rule, in one box."""

    source: State
    rule: RuleName
    literals: tuple[str, ...]


class Past(NamedTuple):
    """A state above the current one: by which rule the path left it, what ``more`` there is to say of that and
    the number of the clause that it rests on, and what else it leads to."""

    node: State
    rule: str
    allowed: bool
    others: tuple[Folded, ...]
    more: str = ""
    because: int = 0

    @property
    def gone(self) -> int:
        """How many clauses it has forgotten."""
        return int(self.more.partition(" ")[0].replace(",", "")) if self.rule == "Forget" else 0


Item = State | Folded | None
"""What stands in a row; None where an edge goes through."""


class Link(NamedTuple):
    """An edge between items, by their numbers, through others; ``allowed``: the strategy might take it."""

    source: int
    target: int
    rule: RuleName
    allowed: bool
    through: tuple[int, ...] = ()


@dataclass
class Around:
    """What is shown.

    past:  states of the path above the current one; ``hidden`` how many more there are above these
    items: what stands in the rows below, the first one the current state; ``rows`` in which row; ``links`` the edges
    """

    past: tuple[Past, ...] = ()
    hidden: int = 0
    items: list[Item] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    numbers: dict[Item, int] = field(default_factory=dict, repr=False)

    @property
    def states(self) -> list[State]:
        """Those of the path, and below them all others that are not folded, the current one first."""
        below = [item for item in self.items if item is not None and not isinstance(item, Folded)]
        return [*(step.node for step in self.past), *below]

    def add(self, item: Item, row: int) -> int:
        """The number of an item that is new."""
        if item is not None:
            self.numbers[item] = len(self.items)
        self.items.append(item)
        self.rows.append(row)
        return len(self.items) - 1


class _Stays:
    """Items of which it is sure that nothing moves them down: no edge leads to them from their own row or below.

    A box has the edge of its source alone. To a record that is one longer than its source, an edge of another kind
    leads only where a decision is undone that stands behind the source, and another literal takes its place: never to
    one that ends with a decision, and only if it is shown what comes ``after_decisions``, and that is longer."""

    def __init__(self, after_decisions: bool) -> None:
        self.after_decisions = after_decisions
        self._numbers = {0}

    def note(self, number: int, item: State | Folded, source: int, node: State) -> bool:
        """Is an item such a one that has just been found below its source?"""
        sure = source in self._numbers and (isinstance(item, Folded) or (
            item != FAIL and len(item) == len(node) + 1
            and (source > 0 or not self.after_decisions or item[-1].decision)))
        if sure:
            self._numbers.add(number)
        return sure


_Edge = tuple[int, int, RuleName, bool]
"""From one item to another, by their numbers; might the strategy take it?"""


class Laid(NamedTuple):
    """What fits: where the middle of each item is, across; and second ways from states of the path to others."""

    around: Around
    xs: tuple[float, ...]
    widths: tuple[float, ...]
    ways: tuple[Shortcut, ...] = ()


def lay_around(state: TransitionState, opened: set[tuple[State, str]], room: tuple[float, int],
               wide: Callable[[Item], float], coming: str = "", *, alone: bool = False) -> Laid:
    """As much as fits into a width and a number of rows. ``wide`` tells the width of an item, ``coming`` which edge the
    run takes next; ``alone``: nothing is shown of what comes after the current state."""
    width, rows = room
    options, wide = cache(partial(_options, state)), cache(wide)
    large = len(state.system.clauses) > _LARGE
    for limits in _LIMITS[-_ONE_STEP:] if large or alone else _LIMITS:  # a box for each rule
        found = Around()
        found.add(state.node, 0)
        most = inf if limits == _LIMITS[-1] else width
        if not alone and not _unfold(found, state, opened, limits, coming, options, wide, most):
            continue
        widths = tuple(map(wide, found.items))
        edges = [pair for link in found.links for pair in pairwise((link.source, *link.through, link.target))]
        if needed(found.rows, widths) <= width:
            break
    widths = _narrowed(found, widths, width)
    placed = lay_out(found.rows, edges, widths, width)
    _add_past(found, state, max(_BEFORE, rows - 2 - max(found.rows)))
    return Laid(found, placed.xs, widths, shortcuts(state, found.states, len(found.past)))


def _narrowed(found: Around, widths: tuple[float, ...], width: float) -> tuple[float, ...]:
    """Where even so a row is too wide, its boxes are narrower: they say less."""
    fitted = list(widths)
    for row in set(found.rows):
        inside = [number for number, at in enumerate(found.rows) if at == row]
        boxes = [number for number in inside if isinstance(found.items[number], Folded)]
        over, folded = sum(widths[number] for number in inside) - width, sum(widths[number] for number in boxes)
        for number in boxes if 0 < over < folded else ():
            fitted[number] *= 1 - over / folded
    return tuple(fitted)


def _add_past(around: Around, state: TransitionState, most: int) -> None:
    """The last states of the path above the current one."""
    first = max(0, len(state.path) - most)
    nodes: list[State] = [state.path[first - 1].after if first else state.began]
    nodes += [step.after for step in state.path[first:]]
    around.past, around.hidden = tuple(
        Past(node, step.rule, step.preferred, _others(state.unfolding, node, step.after), step.more, step.because)
        for node, step in zip(nodes, state.path[first:], strict=False)), first


@lru_cache(maxsize=256)  # the path stays as it was while the run goes on
def _others(unfolding: Unfolding, node: State, taken: State) -> tuple[Folded, ...]:
    """What a state leads to beside the next one, by rule."""
    rules: dict[RuleName, list[Transition]] = {}
    for edge in unfolding.edges(node).values():
        if edge.after != taken:
            rules.setdefault(edge.rule, []).append(edge)
    return tuple(Folded(node, rule, _words(mine, unfolding.system)) for rule, mine in rules.items())


def _unfold(found: Around, state: TransitionState, opened: set[tuple[State, str]], limits: Limits,
            coming: str, options: Options, wide: Callable[[Item], float], most: float) -> bool:
    """The current state, and below it so many edges of a rule, step by step. False: a row is wider than ``most``, which
    is seen before what comes after its states is asked for, as that takes long."""
    edges: list[_Edge] = []
    fresh, numbers = [(0, state.node, not state.ended)], found.numbers
    now, then, beside = limits
    stays = _Stays(then is not None and any(ways.rule == "Decide" and (beside or ways.allowed)
                                            for ways in options(state.node)))
    for depth, limit in enumerate((now,) if then is None else (now, then), 1):
        last, fresh, across = fresh, [], 0.0
        for number, node, along in last:
            if not (along or beside or not number):
                continue
            for item, rule, allowed in _after(state, node, limit, opened, "" if number else coming, options(node)):
                at = numbers.get(item, -1)
                if at < 0:
                    at = found.add(item, depth)
                    across += wide(item) if stays.note(at, item, number, node) else 0.0
                    if not isinstance(item, Folded) and rule != "Restart":
                        fresh.append((at, item, along and allowed))
                edges.append((number, at, rule, along and allowed and rule != "Restart"))
            if across > most:
                return False
    if then is not None:
        edges += _edges_back(found, state.unfolding.system, fresh, options)
    _sink(found, edges)
    for source, target, rule, allowed in edges:
        rows = range(found.rows[source] + 1, found.rows[target])
        found.links.append(Link(source, target, rule, allowed, tuple(found.add(None, row) for row in rows)))
    return True


def _edges_back(found: Around, system: System, last: Sequence[tuple[int, State, bool]],
                options: Options) -> Iterator[_Edge]:
    """The edges from the states below which nothing is shown that lead to what is shown anyway. Where nothing shown
    is one literal longer, only a conflict leads there, and edges are not asked for: that takes long."""
    shown = [item for item in found.numbers if isinstance(item, tuple) and not isinstance(item, Folded) and item]
    ends, longer = {item[-1] for item in shown}, {item[:-1] for item in shown}
    for number, node, along in last:
        if node == FAIL or not (node in longer or system.in_conflict(node)):
            continue
        for rule, allowed, mine in options(node):
            for edge in mine:
                if (rule == "Fail" or (edge.literal, edge.decision) in ends) and (after := edge.after) in found.numbers:
                    yield number, found.numbers[after], rule, along and allowed


def _words(edges: Sequence[Transition], system: System) -> tuple[str, ...]:
    """What joins M, of edges of one rule."""
    match edges[0].rule:
        case "Fail":
            return "FailState",
        case "Restart":
            return "∅",
        case "Backjump":  # the same literal at several levels
            return tuple([f"{system.words[edge.literal]}@{sum(one.decision for one in edge.record[:edge.kept])}"
                          for edge in edges])
        case rule:
            mark = "Δ" if rule == "Decide" else ""
            return tuple([system.words[edge.literal] + mark for edge in edges])


def _options(state: TransitionState, node: State) -> list[Ways]:
    """The edges that leave a state, rule by rule."""
    rules: dict[RuleName, list[Transition]] = {}
    for edge in state.unfolding.edges(node).values():
        rules.setdefault(edge.rule, []).append(edge)
    allowed = {edge.rule for edge in state.strategy.allowed([mine[0] for mine in rules.values()])}
    return [Ways(rule, rule in allowed, mine) for rule, mine in rules.items()]


def _after(state: TransitionState, node: State, limit: int, opened: set[tuple[State, str]], coming: str,
           options: Sequence[Ways]) -> list[tuple[State | Folded, RuleName, bool]]:
    """What a state leads to: of each rule all states, or the one that comes next, and a box for the others."""
    found, first = list[tuple[State | Folded, RuleName, bool]](), state.unfolding.edges(node).get(coming)
    for rule, allowed, mine in options:
        if rule == "Restart" and node != state.node:
            continue
        shown = mine
        if len(mine) > (_OPENED if (node, rule) in opened else limit):
            shown = [edge for edge in mine if edge is first] or mine[: int(allowed and limit > 0)]
        found += [(edge.after, rule, allowed) for edge in shown]
        if len(shown) < len(mine):
            apart = {*map(id, shown)}  # to compare long records takes long
            rest = [edge for edge in mine if id(edge) not in apart]
            found.append((Folded(node, rule, _words(rest, state.system)), rule, allowed))
    return found


def _sink(found: Around, edges: Sequence[_Edge]) -> None:
    """Moves items down until every edge goes down."""
    moved = True
    while moved:
        moved = False
        for source, target, _, _ in edges:
            if found.rows[target] <= found.rows[source]:
                found.rows[target], moved = found.rows[source] + 1, True
