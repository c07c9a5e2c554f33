"""Conflict analysis as it is drawn, against the definitions: each cut parts the decisions from the conflict, its clause
is the one that resolution has left, and the star stands at the first UIP."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event, find_algorithm
from algorithms.events import Conflicted, Learned, Resolved
from algorithms.problems.forms.cnf import CNF, negation
from kit.sat_runs import cnfs, pigeonhole, random_3sat
from kit.states import of_form
from visualizer.canvas.primitives import Point, RecordingCanvas, Rect
from visualizer.families.satisfiability.analysis import Analysis, analysis_of
from visualizer.families.satisfiability.graph_layout import Layout, crossing, cut_line, labels, lay_out
from visualizer.families.satisfiability.implication_graph import (
    CONFLICT,
    Graph,
    first_uip,
    implication_graph,
    innocent,
)
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.puzzles.formula_learned import cards
from visualizer.runs.states import State

BOX = Rect(0, 0, 680, 420)
FORMULAS = [random_3sat(16, 1), random_3sat(18, 2), pigeonhole(3)]
formulas = pytest.mark.parametrize("cnf", FORMULAS)


def analyses(cnf: CNF, **options: object) -> Iterator[tuple[Event, SatState, Analysis]]:
    """After each event: the search, while it analyses a conflict."""
    whole: State = of_form(cnf)
    for event in find_algorithm("cdcl").start(cnf, dict(options), 0):
        whole.apply(event)
        state = sat_of(whole)
        analysis = analysis_of(state)
        if analysis is not None:
            yield event, state, analysis


def whole_graph(state: SatState) -> Graph:
    """With all its literals."""
    return implication_graph(state, most=1000, rows=1000)


def ways(graph: Graph, start: str, end: str = CONFLICT) -> Iterator[tuple[str, ...]]:
    """All ways from one node to another."""
    if start == end:
        yield (end,)
        return
    for cause, node in graph.edges:
        if cause == start:
            yield from ((start, *rest) for rest in ways(graph, node, end))


def causes(graph: Graph) -> set[str]:
    """The nodes at which ways begin."""
    return set(graph.columns) - {node for _, node in graph.edges}


@formulas
def test_each_cut_parts_all_causes_from_the_conflict_and_its_clause_is_the_resolvent(cnf: CNF) -> None:
    for event, state, analysis in analyses(cnf, heuristic="first"):
        if not isinstance(event, Learned):
            continue
        graph = whole_graph(state)
        levels = {entry.literal: entry.level for entry in analysis.trail}
        pivots = [line.pivot for line in analysis.lines[1:] if line.pivot is not None]
        reached = {node for _, node in graph.edges} | causes(graph)
        for count, line in enumerate(analysis.lines):
            cut = crossing(graph.edges, pivots[:count])
            assert {negation(cause) for cause, _ in cut} == set(line.literals)
            assert not {CONFLICT, *pivots[:count]} & _reached_without(graph, cut)
            assert all(levels[negation(literal)] for literal in line.literals)
        assert set(graph.columns) == reached


def _reached_without(graph: Graph, cut: Iterable[tuple[str, str]]) -> set[str]:
    """What the causes reach without crossing the cut."""
    found, left = set(causes(graph)), set(graph.edges) - set(cut)
    while more := {node for cause, node in left if cause in found} - found:
        found |= more
    return found


@formulas
def test_the_star_is_the_first_uip(cnf: CNF) -> None:
    """Of the literals of the level through which all ways from its decision lead, the last one on the trail."""
    for event, state, analysis in analyses(cnf, heuristic="first"):
        if not isinstance(event, Learned):
            continue
        graph = whole_graph(state)
        decision = next(entry.literal for entry in analysis.trail if entry.level == analysis.level)
        common = set.intersection(*map(set, ways(graph, decision)))
        order = [entry.literal for entry in analysis.trail if entry.literal in common]
        reasons = {node: [cause for cause, other in graph.edges if other == node] for node in graph.columns}
        assert analysis.uip == order[-1] == first_uip(analysis.trail, reasons, analysis.level)


@settings(deadline=None, max_examples=40)
@given(cnfs(), st.sampled_from(["first-UIP", "decision"]))
def test_the_picture_of_a_conflict_stays_as_it_is_until_the_search_goes_on(cnf: CNF, learning: str) -> None:
    graph: Graph | None = None
    for event, state, _analysis in analyses(cnf, learning=learning):
        now = implication_graph(state)
        if not isinstance(event, Conflicted):
            assert now == graph
        graph = now


@formulas
def test_innocent_decisions_have_no_way_to_the_conflict(cnf: CNF) -> None:
    """By the levels: what the conflict can be derived from, decisions alone being given."""
    for event, state, analysis in analyses(cnf, heuristic="first"):
        if not isinstance(event, Conflicted):
            continue
        free = {entry.literal for entry in innocent(state)}
        reasons = {entry.literal: [] if entry.because is None else
                   [negation(other) for other in state.literals_of(entry.because) if other != entry.literal]
                   for entry in analysis.trail}
        guilty = _behind(reasons, [negation(literal) for literal in state.literals_of(event.because)])
        decided = {entry.literal for entry in analysis.trail if entry.decided}
        assert free == decided - guilty


def _behind(reasons: Mapping[str, Sequence[str]], literals: Sequence[str]) -> set[str]:
    return set(literals).union(*(_behind(reasons, reasons[literal]) for literal in literals)) if literals else set()


# --- where it is drawn -----------------------------------------------------------------------------------------------


def laid(state: SatState, analysis: Analysis, box: Rect = BOX) -> tuple[RecordingCanvas, Graph, Layout]:
    """The graph in a box."""
    canvas, graph = RecordingCanvas(), implication_graph(state, rows=12)
    levels = {entry.literal: entry.level for entry in analysis.trail}
    return canvas, graph, lay_out(canvas, box, graph, levels, 1.0)


def learned(cnf: CNF) -> Iterator[tuple[SatState, Analysis]]:
    """The ends of the first analyses."""
    ends = ((state, analysis) for event, state, analysis in analyses(cnf, heuristic="first")
            if isinstance(event, Learned))
    yield from (found for _, found in zip(range(6), ends, strict=False))


@formulas
def test_a_cut_is_drawn_between_the_two_sides(cnf: CNF) -> None:
    for state, analysis in learned(cnf):
        _, graph, layout = laid(state, analysis)
        pivots = [line.pivot for line in analysis.lines[1:] if line.pivot in graph.clauses]
        for count in range(len(pivots) + 1):
            line = cut_line(layout, graph, [pivot for pivot in pivots[:count] if pivot is not None])
            assert all(a[1] <= b[1] for a, b in pairwise(line))
            for node, card in layout.cards.items():
                behind = node == CONFLICT or node in pivots[:count]
                for corner in (card.y, card.bottom):
                    x = _x_at(line, corner)
                    assert x < card.x if behind else x > card.right, (node, count)


def _x_at(line: Sequence[Point], y: float) -> float:
    (x, top), (u, bottom) = next(pair for pair in pairwise(line) if pair[0][1] <= y <= pair[1][1] > pair[0][1])
    return x + (u - x) * (y - top) / (bottom - top)


@formulas
@pytest.mark.parametrize("box", [BOX, Rect(0, 0, 520, 180), Rect(0, 0, 1100, 700)])
def test_cards_and_numbers_keep_clear_of_one_another(cnf: CNF, box: Rect) -> None:
    for state, analysis in learned(cnf):
        canvas, graph, layout = laid(state, analysis, box)
        things = [*layout.cards.values(), *labels(canvas, layout, graph, 1.0).values()]
        assert not any(one.meets(other) for index, one in enumerate(things) for other in things[:index])
        assert all(layout.box.x - 1 <= thing.x and thing.right <= layout.box.right + 1 for thing in things)
        assert len(graph.columns) <= 40


# --- on the board ----------------------------------------------------------------------------------------------------


@formulas
def test_what_is_learned_joins_the_clauses_on_the_board(cnf: CNF) -> None:
    """With its number, in the slot that was kept for it."""
    slot = 0
    for event, state, analysis in analyses(cnf, heuristic="first"):
        canvas = RecordingCanvas()
        placed = cards(canvas, Rect(0, 0, 600, 2000), state, 20)
        if isinstance(event, Resolved):
            assert not placed[-1].chips
            slot = placed[-1].number
        elif isinstance(event, Learned):
            assert slot in (event.clause, 0) and analysis.learned == event.clause
            assert [card.number for card in placed] == list(state.learned)
            assert [literal for literal, _ in placed[-1].chips] == list(event.literals)
            slot = 0
        assert not any(one.place.meets(other.place) for index, one in enumerate(placed) for other in placed[:index])
