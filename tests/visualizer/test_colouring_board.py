"""The graph board: nodes keep apart, and what is drawn is what is so, in every kind of search."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import hypot
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import find_algorithm
from algorithms.events import (
    BackedUp,
    Emptied,
    FixedBackbone,
    Labelled,
    Modelled,
    NoSupport,
    Pruned,
    Scored,
    Solved,
    Struck,
    Tied,
    TupleTried,
    Undone,
    WeightRaised,
)
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.colouring.sources import MOST_DRAWN, RandomGraph
from algorithms.problems.puzzle import form_of
from kit.drawn_texts import outside, overlaps, texts
from kit.states import before
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.contribution import explained
from visualizer.families.backtracking.panels import search_facts
from visualizer.families.backtracking.state import search_of
from visualizer.families.consistency.state import looked_at
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.colouring.board import ColouringBoard
from visualizer.puzzles.colouring.neighbourhood import in_question, parts
from visualizer.puzzles.colouring.node import DISC, Look, Pip, between
from visualizer.puzzles.lights import Lights
from visualizer.puzzles.roles import fog
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state

COLORS = theme("light")
BOX = Rect(0, 0, 820, 580)
BOXES = [BOX, Rect(20, 30, 400, 380), Rect(0, 0, 900, 300), Rect(5, 5, 300, 700)]
ALGORITHMS = ("gac", "path-consistency", "mrv-static", "mrv-plus", "mrv-degree", "dom-wdeg", "dpll", "cdcl",
              "backbone-simple")


def random_graph(nodes: int, edges: int, colours: int = 3, seed: int = 1) -> Colouring:
    return Colouring.read(random=RandomGraph(nodes, edges=edges, seed=seed), colours=colours)


@cache
def australia(colours: int = 3, **chosen: str) -> Colouring:
    return Colouring.read(map="australia", colours=colours, given=dict(chosen))


def board_of(puzzle: Colouring) -> ColouringBoard:
    board = board_for(puzzle)
    assert isinstance(board, ColouringBoard)
    return board


def timeline_of(puzzle: Colouring, name: str, **options: Any) -> Timeline[Any]:
    """The whole run, recorded."""
    algorithm = find_algorithm(name)
    steps = algorithm.start(form_of(puzzle, algorithm.solves), options, 0)
    timeline = Timeline(steps, start_state(puzzle, algorithm))
    timeline.pull_all()
    return timeline


def after(timeline: Timeline[Any], kind: type, number: int = 0) -> Any:
    """The state after an event of that kind, and the event."""
    found = [at for at, event in enumerate(timeline.events) if isinstance(event, kind)]
    timeline.seek(found[number] + 1)
    return timeline.state, timeline.events[found[number]]


def drawn(board: ColouringBoard, state: Any, before: Any = None, t: float = 1.0, box: Rect = BOX,
          pointed: str | None = None) -> RecordingCanvas:
    canvas = RecordingCanvas()
    board.draw(canvas, box, state if before is None else before, state, t, COLORS, (), pointed)
    return canvas


def words(canvas: RecordingCanvas) -> list[str]:
    return [text for text, _ in texts(canvas)]


def lines(canvas: RecordingCanvas) -> list[tuple[Any, ...]]:
    """The colours and widths of the lines."""
    return [op.args[4:] for op in canvas.ops if op.name == "line"]


# --- places ----------------------------------------------------------------------------------------------------------

GRAPHS = {"australia": australia(), "usa": Colouring.read(map="usa", colours=4), "one": random_graph(1, 0),
          "no edges": random_graph(7, 0), "sparse": random_graph(30, 25), "dense": random_graph(40, 400, 12),
          "200 nodes": random_graph(200, 600, 5), "mosaic": random_graph(MOST_DRAWN + 50, 700, 5)}


@pytest.mark.parametrize("box", BOXES, ids=str)
@pytest.mark.parametrize("name", GRAPHS)
def test_nodes_keep_apart_and_inside(name: str, box: Rect) -> None:
    puzzle = GRAPHS[name]
    board = board_of(puzzle)
    cells = {x: board.place(box, x) for x in puzzle.nodes}
    for x, cell in cells.items():
        assert cell.w == cell.h
        assert min(cell.x - box.x, cell.y - box.y, box.right - cell.right, box.bottom - cell.bottom) > -0.01
        assert board.at(box, *cell.center) == x
    for one, other in combinations(cells.values(), 2):
        dx, dy = one.center[0] - other.center[0], one.center[1] - other.center[1]
        assert hypot(dx, dy) > one.w * 0.999 > one.w * DISC
    assert board.at(box, box.x - 5, box.y - 5) is None


@pytest.mark.parametrize("name", ["usa", "sparse", "dense"])
def test_the_graph_fills_its_box(name: str) -> None:
    """At least in one direction, to the margin."""
    board = board_of(GRAPHS[name])
    cells = [board.place(BOX, x) for x in GRAPHS[name].nodes]
    wide = max(cell.right for cell in cells) - min(cell.x for cell in cells)
    high = max(cell.bottom for cell in cells) - min(cell.y for cell in cells)
    assert max(wide / BOX.w, high / BOX.h) > 0.95


def test_200_nodes_can_be_told_apart() -> None:
    board = board_of(GRAPHS["200 nodes"])
    assert board.place(Rect(0, 0, 820, 660), "1").w * DISC >= 18


# --- every state of every algorithm ----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALGORITHMS)
@pytest.mark.parametrize("puzzle", [australia(), australia(2), australia(WA="red", V="green"), random_graph(8, 12, 9),
                                    australia(WA="red", Q="green"), australia(1, WA="red")],
                         ids=["three", "two", "given", "nine", "clash", "clash at once"])
def test_texts_stay_in_places_of_their_own(puzzle: Colouring, name: str) -> None:
    board, timeline = board_of(puzzle), timeline_of(puzzle, name)
    size = round(BOX.w), round(BOX.h)
    for position in range(0, len(timeline.events) + 1, max(1, len(timeline.events) // 15)):
        timeline.seek(position)
        before, state = timeline.at(max(0, position - 1)), timeline.state
        for t in (0.4, 1.0):
            canvas = drawn(board, state, before, t)
            assert not outside(canvas, size), (position, t)
            assert not overlaps(canvas), (position, t)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_going_back_brings_back_every_line(name: str) -> None:
    board, timeline = board_of(australia(2)), timeline_of(australia(2), name)
    places = [*range(0, len(timeline.events) + 1, max(1, len(timeline.events) // 20))]
    pictures = []
    for position in places:
        timeline.seek(position)
        pictures.append(drawn(board, timeline.state.copy()).ops)
    for position, picture in zip(reversed(places), reversed(pictures), strict=True):
        timeline.seek(position)
        assert drawn(board, timeline.state).ops == picture


# --- what is so, is drawn --------------------------------------------------------------------------------------------


def look(board: ColouringBoard, state: Any, x: str) -> Look:
    return board.look(state, x, Lights(board.peers(state), state, None), COLORS)


def test_a_label_and_what_it_strikes() -> None:
    board, timeline = board_of(australia()), timeline_of(australia(), "mrv-plus")
    start = look(board, timeline.at(0), "SA")
    assert (start.colour, start.depth, start.fill) == ("", 0, fog(3, 3, COLORS))
    assert [(pip.letter, pip.there, pip.fresh) for pip in start.pips] == [(c, 1, False) for c in "RGB"]
    state, label = after(timeline, Labelled)
    assert (label.variable, label.value) == ("SA", "red")
    assert look(board, state, "SA")[:3] == (COLORS.map_red, COLORS.map_ink, "red")
    assert look(board, state, "SA").depth == 1
    state, strike = after(timeline, Struck)
    struck = look(board, state, strike.variable)
    assert [(pip.there, pip.fresh) for pip in struck.pips] == [(0, True), (1, False), (1, False)]
    assert struck.fill == fog(2, 3, COLORS)
    assert (COLORS.accent, ) in [line[:1] for line in lines(drawn(board, state))]
    state, _ = after(timeline, Labelled, 1)
    assert [(pip.there, pip.fresh) for pip in look(board, state, strike.variable).pips][:1] == [(0, False)] or (
        look(board, state, strike.variable).colour)


def test_a_tie_and_its_scores() -> None:
    board, timeline = board_of(australia()), timeline_of(australia(), "mrv-plus")
    state, tie = after(timeline, Tied)
    assert {x for x in australia().nodes if look(board, state, x).ring == COLORS.test} == set(tie.candidates)
    for number in range(7):
        state, score = after(timeline, Scored, number)
        assert look(board, state, score.variable).score == str(score.score)
        assert look(board, state, score.variable).chosen
        assert str(score.score) in words(drawn(board, state))
    shared = [look(board, state, y).share for y in australia().neighbours[score.variable]]
    assert shared == ["+3"] * len(shared)


EDGES = "AB BC CD DA EF FG GH HE AE BF CG DH WX WY WZ XY XZ YZ"
CUBE_AND_FOUR = Colouring.read(colours=3, edges=tuple((edge[0], edge[1]) for edge in EDGES.split()))


def test_edges_that_made_conflicts_have_their_weight() -> None:
    """On the board a number, in the panel the heaviest first; a quotient is taken apart, neighbour by neighbour."""
    board, timeline = board_of(CUBE_AND_FOUR), timeline_of(CUBE_AND_FOUR, "dom-wdeg")
    weights: dict[frozenset[str], int] = {}
    taken_apart = 0
    for position, event in enumerate(timeline.events, 1):
        if isinstance(event, WeightRaised):
            weights[frozenset(event.scope)] = event.weight
            timeline.seek(position)
            said = {fact.label: fact.text for fact in search_facts(timeline.state, event)}["Weights"]
            assert f"{max(weights.values())}, " in said or len(weights) == 1
            search_of(timeline.state).weights, kept = {}, search_of(timeline.state).weights
            without = Counter(words(drawn(board, timeline.state)))
            search_of(timeline.state).weights = kept
            assert Counter(words(drawn(board, timeline.state))) - without == Counter(map(str, weights.values()))
        elif isinstance(event, Scored) and taken_apart < 100:
            timeline.seek(position)
            found = explained(board.peers(timeline.state), timeline.state, None)
            left = len(timeline.state.domains[event.variable])
            assert Fraction(left, found.total) == event.score
            assert all(share.worth == weights.get(frozenset((event.variable, share.peer)), 1) for share in found.shares)
            taken_apart += 1
    assert taken_apart == 100
    assert max(weights.values()) > 5


def test_a_node_without_a_colour_and_a_solution() -> None:
    board, timeline = board_of(australia(2)), timeline_of(australia(2), "mrv-static")
    state, conflict = after(timeline, Emptied)
    empty = look(board, state, conflict.variable)
    assert (empty.empty, empty.fill, {pip.there for pip in empty.pips}) == (True, COLORS.mine, {0.0})
    canvas = drawn(board, state)
    assert f"{conflict.variable} ∅" in words(canvas)
    taken = [y for y in australia(2).neighbours[conflict.variable] if y in state.family.assigned]
    assert [line[0] for line in lines(canvas)].count(COLORS.mine) == len(taken) > 1  # each took a colour
    timeline = timeline_of(australia(), "mrv-static")
    state, _ = after(timeline, Solved)
    board = board_of(australia())
    assert {x: look(board, state, x).colour for x in australia().nodes} == timeline.answer.solution
    frame = [op for op in drawn(board, state).ops if op.name == "rect" and op.args[:4] == (0, 0, 820, 580)]
    assert [op.args[5] for op in frame] == [COLORS.no_mine]


def test_naked_singles_and_what_is_left_over_have_signs() -> None:
    board = board_of(australia())
    state, _ = after(timeline_of(australia(), "mrv-plus", singles=True), Solved)
    signs = {x: look(board, state, x).sign for x in australia().nodes}
    assert sorted(signs.values()) == ["label"] * 3 + ["single"] * 4


def test_a_given_node_is_a_square() -> None:
    puzzle = australia(WA="red")
    state = before(puzzle, "mrv-plus")
    canvas = drawn(board_of(puzzle), state)
    squares = [op for op in canvas.ops if op.name == "rect" and op.args[4] == COLORS.map_red]
    assert len(squares) == 1
    assert "red" in words(canvas)
    assert ("clue", "a square: given") in board_of(puzzle).legend
    assert not any(color == "clue" for color, _ in board_of(australia()).legend)


def test_arc_consistency_lights_a_border() -> None:
    puzzle = australia(WA="red")
    board, timeline = board_of(puzzle), timeline_of(puzzle, "gac")
    state, _ = after(timeline, TupleTried)
    assert looked_at(state).constraint == "WA≠NT"
    assert (look(board, state, "WA").ring, look(board, state, "NT").ring) == (COLORS.known_fill, COLORS.test)
    assert look(board, state, "SA").ring is None
    assert COLORS.mine in [line[0] for line in lines(drawn(board, state))]  # red against red
    state, _ = after(timeline, NoSupport)
    assert look(board, state, "NT").pips[0].fresh
    state, _ = after(timeline, Pruned)
    assert [pip.there for pip in look(board, state, "NT").pips] == [0, 1, 1]
    canvas = RecordingCanvas()
    board.draw_focus(canvas, Rect(0, 0, 180, 160), state, state, 1.0, COLORS)
    assert {"WA", "NT"} <= set(words(canvas))


def test_a_search_for_models_colours_nodes() -> None:
    board, timeline = board_of(australia()), timeline_of(australia(), "dpll")
    state, model = after(timeline, Modelled)
    true = dict(literal.split("=") for literal in model.literals if not literal.startswith("¬"))
    assert {x: look(board, state, x).colour for x in australia().nodes} == true
    looks = {x: look(board, state, x) for x in australia().nodes}
    assert {x: found.depth for x, found in looks.items() if found.sign == "label"} == {"WA": 1, "NT": 2, "T": 3}
    assert {found.sign for found in looks.values()} == {"label", "single"}


def test_a_backbone_is_marked() -> None:
    puzzle = australia(WA="red", NT="green")
    board, timeline = board_of(puzzle), timeline_of(puzzle, "backbone-simple")
    timeline.seek(len(timeline.events))
    assert any(isinstance(event, FixedBackbone) for event in timeline.events)
    wanted = {"SA": "blue", "Q": "red", "NSW": "green", "V": "red"}
    assert {x: (look(board, timeline.state, x).colour, look(board, timeline.state, x).sign) for x in wanted} == {
        x: (colour, "fixed") for x, colour in wanted.items()}
    assert look(board, timeline.state, "T").colour == ""
    assert len(timeline.state.domains["T"]) == 3  # a model has a colour for it, but not all models have the same


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 7), st.integers(1, 3), st.integers(0, 99), st.sampled_from(["dpll", "cdcl"]))
def test_what_a_search_for_models_knows_of_a_node(nodes: int, colours: int, seed: int, name: str) -> None:
    """The domains are those that the literals on the trail leave."""
    puzzle = random_graph(nodes, min(nodes * (nodes - 1) // 2, nodes + seed % 4), colours, seed)
    timeline = timeline_of(puzzle, name)
    for position in range(len(timeline.events) + 1):
        state = timeline.at(position)
        truth = {entry.literal.lstrip("¬"): entry.literal[0] != "¬" for entry in sat_of(state).trail}
        for x in puzzle.nodes:
            true = [colour for colour in puzzle.colours if truth.get(f"{x}={colour}")]
            left = true or [colour for colour in puzzle.colours if f"{x}={colour}" not in truth]
            assert list(state.domains[x]) == left
    if any(isinstance(event, BackedUp | Undone) for event in timeline.events):
        timeline.seek(0)
        assert all(domain == puzzle.colours for domain in timeline.state.domains.values())


def test_what_is_known_of_a_formula_with_variables_of_its_own() -> None:
    """A variable that is 0 or 1 is itself in the formula: nothing is folded twice."""
    from algorithms.problems.formula import Formula

    formula = Formula.read(formula="p | q")
    assert sat_of(before(formula, "cdcl")).direct == {}


# --- many colours, many nodes ----------------------------------------------------------------------------------------


def test_more_colours_than_have_a_name() -> None:
    puzzle = Colouring.read(edges=(("A", "B"),), colours=9, given={"A": 8})
    board, state = board_of(puzzle), before(puzzle, "mrv-plus")
    assert look(board, state, "A").colour == "8"
    assert (look(board, state, "B").pips, look(board, state, "B").left) == ((), 9)
    assert {"8", "9 left"} <= set(words(drawn(board, state)))


def test_a_small_node_says_how_many_are_left_and_then_which_letter() -> None:
    puzzle = GRAPHS["200 nodes"]
    board, timeline = board_of(puzzle), timeline_of(puzzle, "mrv-static")
    large = Rect(0, 0, 1.5 * BOX.w, 1.5 * BOX.h)
    assert set(words(drawn(board, timeline.at(0), box=large))) == {"5"}
    assert not words(drawn(board, timeline.at(0)))  # they would be too small to be read
    timeline.seek(len(timeline.events))
    letters = words(drawn(board, timeline.state, box=large))
    assert sorted(letters) == sorted(str(value)[0].upper() for value in timeline.answer.solution.values())


def _at(op: Op) -> tuple[float, float]:
    """Where something was drawn."""
    x, y = op.args[:2]
    assert isinstance(x, int | float) and isinstance(y, int | float)
    return x, y


def test_a_mosaic() -> None:
    puzzle = GRAPHS["mosaic"]
    board, timeline = board_of(puzzle), timeline_of(puzzle, "mrv-static")
    assert not lines(drawn(board, timeline.at(0)))
    timeline.seek(len(timeline.events))
    canvas = drawn(board, timeline.state)
    assert len(words(canvas)) == len(puzzle.nodes)
    state, strike = after(timeline, Struck)
    canvas = drawn(board, state)
    mosaic, beside = parts(BOX)
    assert sum(op.name == "line" and mosaic.contains(*_at(op)) for op in canvas.ops) == 1
    name = in_question(board.looks(state, COLORS, None), None)
    assert name is not None and f"{name} and its neighbours" in words(canvas)
    near = {x for edge in puzzle.edges if name in edge for x in edge}
    written = {op.args[2] for op in canvas.ops if op.name == "text" and beside.contains(*_at(op))}
    assert near <= written and not (set(puzzle.nodes) - near) & written
    assert COLORS.constraint in [op.args[4] for op in drawn(board, state).ops if op.name == "rect"]
    assert strike.because == search_of(state).source


@pytest.mark.parametrize("name", ["200 nodes", "mosaic"])
def test_a_tag_names_a_small_node(name: str) -> None:
    puzzle = GRAPHS[name]
    board, state = board_of(puzzle), before(puzzle, "mrv-plus")
    for x in (puzzle.nodes[0], puzzle.nodes[-1]):
        canvas = drawn(board, state, pointed=x)
        assert f"{x}: red green blue yellow orange" in words(canvas)
        assert not outside(canvas, (round(BOX.w), round(BOX.h)))
        assert [line[0] for line in lines(canvas)].count(COLORS.accent) == len(puzzle.neighbours[x])
    fresh = drawn(board_of(australia()), before(australia(), "mrv-plus"), pointed="WA")
    assert not any(":" in text for text in words(fresh))


def test_the_looks_between_two_looks() -> None:
    pips = (Pip(COLORS.map_red, "R"), Pip(COLORS.map_green, "G"))
    before = Look(COLORS.fog, COLORS.on_fog, pips=pips)
    struck = before._replace(pips=(pips[0]._replace(there=0.0, fresh=True), pips[1]))
    assert between(before, struck, 0.25).pips[0].there == 0.75
    assert between(struck, before, 0.25).pips[0].there == 0.25
    coloured = Look(COLORS.map_green, COLORS.map_ink, "green")
    grown = between(before, coloured, 0.5)
    assert (grown.before, grown.grown, grown.fill) == (COLORS.fog, 0.5, COLORS.map_green)
    assert between(before, coloured, 1.0) == coloured
    back = between(coloured, before, 0.25)  # the same way, backwards
    assert (back.before, back.grown, back.fill) == (COLORS.fog, 0.75, COLORS.map_green)
    turning = between(coloured, Look(COLORS.map_red, COLORS.map_ink, "red"), 0.25)
    assert (turning.colour, 0 < turning.turn < 1) == ("green", True)
    assert between(coloured, Look(COLORS.map_red, COLORS.map_ink, "red"), 0.75).colour == "red"
