"""Where the states of a transition graph lie, and what of a large one lies around the current state."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations, pairwise
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram
from algorithms.transitions.graph import Graph, unfold, whole
from algorithms.transitions.records import FAIL, State
from algorithms.transitions.rules import System, aset, dp, learning
from kit.sat_runs import read_cnf
from kit.small_systems import formulas, programs
from visualizer.canvas.primitives import RecordingCanvas, Rect, fit_text
from visualizer.families.transitions import around
from visualizer.families.transitions.around import Folded, Item, lay_around
from visualizer.families.transitions.drawn import Drawn
from visualizer.families.transitions.layout import Placement, lay_out, spread
from visualizer.families.transitions.look import Field, Look
from visualizer.families.transitions.path import Step
from visualizer.families.transitions.state import TransitionState
from visualizer.families.transitions.strokes import fit_record
from visualizer.families.transitions.unfolding import Unfolding

F1, FORMULA_3 = "p | q, ~p | r", "~p | q, ~p | r, q | r, ~q | ~r"


def graph_of(text: str) -> Graph:
    return unfold(dp(read_cnf(text)))


def rows_of(placed: Placement) -> list[list[float]]:
    """The places of each row, from left to right."""
    rows: list[list[float]] = [[] for _ in range(placed.depth + 1)]
    for x, layer in zip(placed.xs, placed.layers, strict=True):
        rows[layer].append(x)
    return [sorted(row) for row in rows]


def check(graph: Graph, placed: Placement) -> None:
    """Every edge goes down, no two states lie on each other, all lie inside."""
    assert all(placed.layers[edge.source] < placed.layers[edge.target] for edge in graph.edges)
    for row in rows_of(placed):
        assert all(right - left >= 1 - 1e-6 for left, right in pairwise(row))
        assert row[0] >= 0.5 - 1e-6
        assert row[-1] <= placed.width - 0.5 + 1e-6
    assert placed.width == max(map(len, rows_of(placed)))


@pytest.mark.parametrize("text", [F1, FORMULA_3, "a | b | c, ~a | b | d", "p", "p, ~p"])
def test_every_edge_goes_down_and_no_two_states_lie_on_each_other(text: str) -> None:
    graph = graph_of(text)
    placed = Drawn(graph).placement
    check(graph, placed)
    assert placed.xs == Drawn(graph_of(text)).placement.xs


@settings(max_examples=25, deadline=None)
@given(formulas(3))
def test_so_it_is_of_any_formula(cnf: CNF) -> None:
    graph = whole(dp(cnf))
    assert graph is not None
    check(graph, Drawn(graph).placement)


def crossings(graph: Graph, xs: Sequence[float], layers: Sequence[int]) -> int:
    """How many straight edges cross."""
    ends = [((xs[edge.source], layers[edge.source]), (xs[edge.target], layers[edge.target])) for edge in graph.edges]

    def side(a: tuple[float, int], b: tuple[float, int], c: tuple[float, int]) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    return sum(side(a, b, c) * side(a, b, d) < -1e-9 and side(c, d, a) * side(c, d, b) < -1e-9
               for (a, b), (c, d) in combinations(ends, 2))


def test_few_edges_cross() -> None:
    """Of F₁ igraph's Sugiyama leaves 518 crossings, grandalf, in layers of its own, 25."""
    graph = graph_of(F1)
    placed = Drawn(graph).placement
    assert (len(graph.states), len(graph.edges)) == (213, 290)
    assert crossings(graph, placed.xs, placed.layers) <= 50


@given(st.lists(st.floats(-20, 20), min_size=1, max_size=8), st.integers(0, 8))
def test_places_are_the_nearest_to_the_wishes(wishes: list[float], more: int) -> None:
    """No state can be moved a little for the better."""
    wished, gaps = np.array(sorted(wishes)), np.ones(len(wishes) - 1)
    low, high = 0.0, float(len(wishes) + more)
    placed = spread(wished, low, high, gaps)
    assert np.all(np.diff(placed) >= 1 - 1e-6)
    assert placed[0] >= low - 1e-6
    assert placed[-1] <= high + 1e-6
    far = np.square(placed - wished).sum()
    for start, end in combinations(range(len(wishes) + 1), 2):
        for step in (-0.01, 0.01):
            other = placed.copy()
            other[start:end] += step
            possible = np.all(np.diff(other) >= 1 - 1e-9) and other[0] >= low and other[-1] <= high
            assert not possible or np.square(other - wished).sum() >= far - 1e-6


def test_wide_items_have_room() -> None:
    placed = lay_out([0, 1, 1, 1], [(0, 1), (0, 2), (0, 3)], [10.0, 40.0, 60.0, 20.0], 100.0)
    assert placed.width == 120
    row = sorted(zip(placed.xs[1:], (40.0, 60.0, 20.0), strict=True))
    assert all(right - left >= (wide + other) / 2 - 1e-6 for (left, wide), (right, other) in pairwise(row))


# --- how it is looked at ---------------------------------------------------------------------------------------------


def test_what_is_zoomed_at_stays_where_it_is() -> None:
    placement, look = Drawn(graph_of(FORMULA_3)).placement, Look()

    def field() -> Field:
        return Field(Rect(10, 20, 600, 400), placement, look.zoom, look.center, 12)

    assert all(field().box.contains(*field().spot(number)) for number in range(396))
    at = field().spot(200)
    assert field().at(*at) is not None
    look.zoom_at(field(), (300.0, 200.0), 3)
    before = field().spot(7)
    part = field().part((300.0, 200.0))
    look.zoom_at(field(), (300.0, 200.0), 2)
    assert field().part((300.0, 200.0)) == pytest.approx(part)
    assert before != field().spot(7)
    look.move_to((9.0, -9.0))  # no further than to the rim
    assert look.center == (1 - 0.5 / look.zoom, 0.5 / look.zoom)
    look.zoom_at(field(), (0.0, 0.0), 0.001)
    assert (look.zoom, look.center) == (1.0, (0.5, 0.5))


# --- around the current state ----------------------------------------------------------------------------------------


def state_at(system: System, steps: int, seed: int) -> TransitionState:
    """A path of random edges."""
    priorities = f"{system.rules[0]}, Fail", "Unit Propagate"
    state = TransitionState(unfolding=Unfolding(lambda: system), priorities=priorities)
    for index in range(steps):
        edges = system.transitions(state.node)
        if not edges:
            break
        edge = edges[(seed + index * 7) % len(edges)]
        state.node, state.path = edge.after, state.path.on(Step(system.name(edge), edge.rule, edge.after, True))
    return state


def wide(state: TransitionState, item: Item) -> float:
    return 20.0 if item is None else 120.0 if isinstance(item, Folded) or item == FAIL else 40.0 + 15 * len(item)


@settings(max_examples=40, deadline=None)
@given(programs(6), st.integers(0, 6), st.integers(0, 99))
def test_what_is_shown_around_a_state_is_there(program: LogicProgram, steps: int, seed: int) -> None:
    """Each link is an edge of the graph; of the current state none is missing; all go down."""
    system = aset(program)
    state = state_at(system, steps, seed)
    laid = lay_around(state, set(), (800.0, 7), partial(wide, state))
    found = laid.around
    shown: dict[Item, list[tuple[str, Item]]] = {}
    for link in found.links:
        rows = [found.rows[stop] for stop in (link.source, *link.through, link.target)]
        assert rows == list(range(rows[0], rows[-1] + 1))
        shown.setdefault(found.items[link.source], []).append((link.rule, found.items[link.target]))
    for item, links in shown.items():
        assert item is not None
        assert not isinstance(item, Folded)
        edges = {(edge.rule, edge.after) for edge in system.transitions(item)}
        whole_ = [link for link in links if not isinstance(link[1], Folded)]
        assert edges >= set(whole_)
        if item == state.node:
            folded = sum(len(other.literals) for _, other in links if isinstance(other, Folded))
            assert len(set(whole_)) + folded == len(edges)
    assert found.items[0] == state.node
    assert len(found.past) + found.hidden == len(state.path)


@settings(max_examples=30, deadline=None)
@given(programs(6), st.integers(0, 5), st.booleans(), st.sampled_from([1.0, 4.0]))
def test_it_fits(program: LogicProgram, steps: int, begun: bool, wordy: float) -> None:
    """Boxes of long literals, too, which then are narrower than they would be."""
    state = state_at(aset(program), steps, 3)
    state.priorities = state.priorities if begun else None
    laid = lay_around(state, set(), (800.0, 7),
                      lambda item: wide(state, item) * (wordy if isinstance(item, Folded) else 1.0))
    rows: dict[int, list[tuple[float, float]]] = {}
    for number, at in enumerate(laid.around.rows):
        rows.setdefault(at, []).append((laid.xs[number], laid.widths[number]))
    for row in rows.values():
        row.sort()
        assert all(right - left >= (a + b) / 2 - 1e-6 for (left, a), (right, b) in pairwise(row))
        assert row[0][0] - row[0][1] / 2 >= -1e-6
        assert row[-1][0] + row[-1][1] / 2 <= 800 + 1e-6


class NeverSure:
    """Nothing is sure to stay in its row, so that all is laid out."""

    def __init__(self, after_decisions: bool) -> None: ...

    def note(self, number: int, item: Item, source: int, node: State) -> bool:
        return False


def all_back(found: around.Around, _system: System, last: Sequence[tuple[int, State, bool]],
             options: around.Options) -> list[tuple[int, int, str, bool]]:
    """Of all edges those that lead to what is shown; a restart is not."""
    return [(number, found.numbers[edge.after], rule, along and allowed) for number, node, along in last
            for rule, allowed, mine in options(node) for edge in mine
            if rule != "Restart" and edge.after in found.numbers]


@pytest.mark.parametrize(("sooner", "by_all"), [("_Stays", NeverSure), ("_edges_back", all_back)])
@settings(max_examples=120, deadline=None)
@given(st.one_of(programs(5).map(aset), formulas(5).map(dp), formulas(5).map(dp).map(learning)), st.integers(0, 5),
       st.integers(0, 99), st.sampled_from([300.0, 500.0, 900.0, 3000.0]), st.booleans())
def test_what_is_known_sooner_is_what_comes_of_looking_at_all(sooner: str, by_all: object, system: System, steps: int,
                                                              seed: int, width: float, begun: bool) -> None:
    """What is left out as too wide would have been too wide: all that is sure to stay in its row does. And no edge is
    missing that leads back to what is shown."""
    state = state_at(system, steps, seed)
    state.priorities = state.priorities if begun else None
    soon = lay_around(state, set(), (width, 7), partial(wide, state))
    with patch.object(around, sooner, by_all):
        assert soon == lay_around(state, set(), (width, 7), partial(wide, state))


def test_of_states_below_which_nothing_is_shown_edges_are_asked_for_only_where_one_may_lead_back() -> None:
    state, asked = state_at(dp(read_cnf("a | b | c | d")), 0, 0), []

    def options(state: TransitionState, node: State) -> list[around.Ways]:
        asked.append(node)
        return around_options(state, node)

    around_options = around._options
    with patch.object(around, "_options", options):
        found = lay_around(state, set(), (3000.0, 7), partial(wide, state)).around
    below = [item for item, row in zip(found.items, found.rows, strict=True) if row == 2 and isinstance(item, tuple)]
    assert max(found.rows) == 2 and len(below) > 1
    assert not {*asked} & {*below}


@settings(max_examples=60, deadline=None)
@given(st.one_of(programs(5).map(aset), formulas(5).map(dp), formulas(5).map(dp).map(learning)), st.integers(0, 9),
       st.integers(0, 99))
def test_a_state_ends_where_no_edge_leaves_it(system: System, steps: int, seed: int) -> None:
    state = state_at(system, steps, seed)
    for node in (state.node, FAIL, *(edge.after for edge in system.transitions(state.node))):
        assert system.ends(node) == (not system.transitions(node)) == state.unfolding.ends(node)


def test_a_box_that_is_opened_shows_all_of_it() -> None:
    state = state_at(dp(read_cnf("a | b | c | d")), 0, 0)
    laid = lay_around(state, set(), (800.0, 7), partial(wide, state))
    boxes = [item for item in laid.around.items if isinstance(item, Folded)]
    assert [(box.rule, len(box.literals)) for box in boxes if box.source == ()] == [("Decide", 7)]
    opened = lay_around(state, {((), "Decide")}, (2000.0, 7), partial(wide, state)).around
    assert sum(link.source == 0 for link in opened.links) == 8


@given(st.lists(st.sampled_from(["p", "¬q", "x12Δ", "¬(3,4)"]), max_size=30), st.floats(0, 500))
def test_of_a_record_that_is_too_long_the_last_literals_stay_and_none_that_has_room_goes(said: list[str],
                                                                                         width: float) -> None:
    canvas = RecordingCanvas()

    def wide_of(text: str) -> float:
        return canvas.measure(text, 12, "bold")

    whole, shorter = " ".join(said), [" ".join(["…", *said[first:]]) for first in range(1, len(said))]
    fitting = [text for text in (whole, *shorter) if wide_of(text) <= width]
    wanted = fitting[0] if fitting else (whole, *shorter)[-1]
    assert fit_record(canvas, whole, width, 12) == fit_text(canvas, wanted, width, 12, "bold")
