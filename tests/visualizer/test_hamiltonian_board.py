"""The board of round trips: what is said and drawn of a trip is what the chosen edges make."""

from __future__ import annotations

from itertools import pairwise
from math import hypot
from random import Random

import pytest

from algorithms.answer_sets.events import AnswerSetFound, MInconsistent, UnfoundedFound
from algorithms.core import Event
from algorithms.events import Decided, Modelled
from algorithms.problems.colouring.sources import RandomGraph
from algorithms.problems.forms.semantics import greatest_unfounded
from algorithms.problems.hamiltonian.puzzle import Hamiltonian
from kit.drawn_texts import texts
from kit.session_desk import open_session
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.puzzles.hamiltonian.board import HamiltonianBoard
from visualizer.puzzles.hamiltonian.trip import Trip, trip_of
from visualizer.runs.session import Session

SOUTH = "{kind: hamiltonian, map: usa, nodes: [TX, AR, LA, MS, TN, AL, GA, FL]}"
BOX = Rect(0, 0, 820, 690)


def ended(algorithm: str) -> Session:
    session = open_session(f"title: T\nalgorithm: {algorithm}\noptions: {{all: true}}\npuzzle: {SOUTH}\n")
    session.forward("end")
    session.work(60.0)
    return session


def after(session: Session, kind: type[Event]) -> list[int]:
    """The positions after the events of that kind."""
    return [index for index, event in enumerate(session.timeline.events, 1) if isinstance(event, kind)]


def said(session: Session) -> list[str]:
    """The words on the board."""
    canvas, state = RecordingCanvas(), session.timeline.state
    session.board.draw(canvas, BOX, state, state, 1.0, theme("dark"))
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


def trip(session: Session) -> Trip:
    assert isinstance(session.board, HamiltonianBoard)
    return trip_of(session.board.puzzle, session.timeline.state)


def test_reached_nodes_and_circles_are_what_the_program_says_of_chosen_edges() -> None:
    """Where all edges are decided, the nodes not reached are the unfounded ones; each node of a circle has two edges of
    it, and is not reached; the way to a node consists of chosen edges."""
    rng, found = Random(4), 0
    for seed in range(300):
        puzzle = Hamiltonian.read(random=RandomGraph(7, density=0.5, seed=seed))
        values = {atom: rng.random() < 0.4 for atom in puzzle.edges}
        known = Trip(puzzle, values)
        program = puzzle.as_program()
        number = {name: atom for atom, name in enumerate(program.names, 1)}
        m = {number[atom] if value else -number[atom] for atom, value in values.items()}
        unfounded = {program.names[atom - 1] for atom in greatest_unfounded(program, m)}
        assert unfounded == {puzzle.reached(x) for x in puzzle.nodes if x not in known.reached}
        ends = {frozenset(pair) for pair in known.chosen.values()}
        for x in known.reached:
            way = known.way(x)
            assert way[0] == puzzle.start
            assert all(frozenset(step) in ends for step in pairwise(way))
        on = {x for atom in known.circles for x in puzzle.edges[atom]}
        assert all(puzzle.reached(x) in unfounded for x in on)
        assert all(sum(x in puzzle.edges[atom] for atom in known.circles) >= 2 for x in on)
        found += bool(on)
    assert found > 3


def test_an_unfounded_loop_is_a_loop_on_the_map() -> None:
    session = ended("answer-sets")
    sizes = []
    for position in after(session, UnfoundedFound):
        session.timeline.seek(position)
        known = trip(session)
        loop = {x for x in known.puzzle.nodes if known.unfounded(x)}
        assert loop == {x for atom in known.circles for x in known.puzzle.edges[atom]}
        assert said(session).count("unfounded") == len(loop) == len(known.circles)
        sizes.append(len(loop))
    assert sizes == [4, 5, 3]
    session.timeline.seek(after(session, MInconsistent)[0])
    assert "↯" in said(session)


def test_a_solved_trip_has_a_rim_and_reaches_all() -> None:
    session = ended("answer-sets")
    session.timeline.seek(after(session, AnswerSetFound)[0])
    known = trip(session)
    assert len(known.reached) == len(known.chosen) == 8
    assert not known.circles
    assert said(session).count("reached") == 7
    assert said(session).count("start") == 1


def test_models_of_the_completion_show_their_circles() -> None:
    session = ended("cdcl")
    circles = []
    for position in after(session, Modelled):
        session.timeline.seek(position)
        circles.append(len(trip(session).circles))
        assert all(trip(session).values[atom] for atom in session.board.layout.places if atom.startswith("reached("))
    assert sorted(circles) == [0, 3, 4, 5]


def test_loop_formulas_mark_their_loop() -> None:
    session = ended("loop-formulas")
    positions = after(session, UnfoundedFound)
    assert positions
    for position in positions:
        session.timeline.seek(position)
        assert "unfounded" in said(session)


@pytest.mark.parametrize(("place", "says"), [
    ("reached(TX)", "The trip begins at TX."), ("in(AR,TX)", "AR–TX is chosen."),
    ("reached(AL)", "reached(AL) is unfounded: each edge to AL is refused, or comes from a node whose atom is"),
    ("in(AL,TN)", "AL–TN is chosen, on a circle that does not go through TX."), ("in(AL,GA)", "AL–GA is refused."),
    ("reached(MS)", "Chosen edges lead to MS: TX – "),
])
def test_what_is_said_of_a_place(place: str, says: str) -> None:
    session = ended("answer-sets")
    session.timeline.seek(after(session, UnfoundedFound)[0])
    found = session.board.explain(session.timeline, place, None)
    assert found is not None
    assert found.sentence.startswith(says)


def test_every_place_is_found_where_it_is_drawn() -> None:
    board = HamiltonianBoard(Hamiltonian.read(map="usa", nodes=("TX", "AR", "LA", "MS", "TN", "AL", "GA", "FL")))
    for atom in board.layout.places:
        assert board.at(BOX, *board.place(BOX, atom).center) == atom
    assert board.at(BOX, 5, 5) is None


def test_a_click_on_an_open_edge_chooses_it() -> None:
    session = open_session(f"title: T\nalgorithm: answer-sets\npuzzle: {SOUTH}\n")
    session.jump("in(AL,GA)", "in(AL,GA)")
    session.work(60.0)
    assert session.timeline.event == Decided("in(AL,GA)", 1)
    assert "AL–GA" in "".join(f"{x}–{y}" for x, y in trip(session).chosen.values())


def test_what_is_said_of_a_node_is_within_its_rim() -> None:
    session = ended("answer-sets")
    session.timeline.seek(after(session, MInconsistent)[0])
    canvas, state = RecordingCanvas(), session.timeline.state
    session.board.draw(canvas, BOX, state, state, 1.0, theme("light"))
    rims = [tuple(float(str(part)) for part in (*op.args[:3], op.args[5])) for op in canvas.ops
            if op.name == "circle" and op.args[3] is None]
    words = [place for text, place in texts(canvas) if text == "true, false"]
    assert len(words) == 1
    (x, y, radius, wide), = [rim for rim in rims if words[0].contains(rim[0], words[0].center[1])
                             and abs(rim[1] - words[0].y) < rim[2]]
    for corner in ((words[0].x, words[0].bottom), (words[0].right, words[0].bottom)):
        assert hypot(corner[0] - x, corner[1] - y) <= radius - wide / 2
