"""What a frame needs is worked out once, though it is asked for again, elsewhere or in the frames that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from kit.session_desk import open_session
from scenarios.loader import load
from visualizer.canvas import pygame_shapes
from visualizer.canvas.marks import draw_mark
from visualizer.canvas.on_pygame import PygameCanvas
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.hull import draw_hull, hull
from visualizer.families.arcs import queue
from visualizer.families.arcs.state import arcs_of
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.program import graph
from visualizer.puzzles.program.board import ProgramBoard
from visualizer.puzzles.program.geometry import Geometry
from visualizer.puzzles.zebra.names import shortened
from visualizer.runs import quiz
from visualizer.runs.asking import Asking
from visualizer.runs.question import Option, Question
from visualizer.runs.session import Session
from visualizer.stage import question

DARK = theme("dark")
RED, BLUE = (200, 0, 0), (0, 0, 200)


def canvas() -> PygameCanvas:
    return PygameCanvas(pygame.Surface((900, 600), depth=32))


@contextmanager
def counted(owner: object, name: str) -> Iterator[list[tuple[Any, ...]]]:
    """The calls of one of its functions."""
    calls, real = list[tuple[Any, ...]](), getattr(owner, name)

    def call(*args: Any, **named: Any) -> Any:
        calls.append(args)
        return real(*args, **named)

    with patch.object(owner, name, call):
        yield calls


def whole(w: int, h: int, radius: int, width: int) -> pygame.Surface:
    """A round rectangle that is drawn large as a whole."""
    large = pygame.Surface((4 * w, 4 * h), pygame.SRCALPHA)
    large.fill((*RED, 0))
    pygame.draw.rect(large, RED, (0, 0, 4 * w, 4 * h), 4 * width, border_radius=4 * radius)
    return pygame.transform.smoothscale(large, (w, h))


@pytest.mark.parametrize(("w", "h", "radius"), [(60, 30, 15), (61, 31, 15), (150, 9, 4), (7, 90, 3), (420, 40, 8)])
@pytest.mark.parametrize("width", [0, 1, 3, 20])
def test_a_card_of_corners_looks_as_one_that_is_drawn_whole(w: int, h: int, radius: int, width: int) -> None:
    found = pygame_shapes._small_round_rect(w, h, radius, width, RED)
    assert pygame.image.tobytes(found, "RGBA") == pygame.image.tobytes(whole(w, h, radius, width), "RGBA")


def test_cards_of_another_size_or_colour_take_the_same_corners() -> None:
    pygame_shapes._small_round_rect(60, 37, 11, 2, RED)
    with counted(pygame_shapes, "_smooth") as drawn:
        pygame_shapes._small_round_rect(95, 41, 11, 2, RED)
        pygame_shapes._small_round_rect(60, 37, 11, 2, BLUE)
    assert not drawn


def test_a_wide_card_is_one_picture() -> None:
    assert pygame_shapes.placed_card(Rect(0, 0, 420, 30), RED, BLUE, 2, 6)[0] is not None
    assert pygame_shapes.placed_card(Rect(0, 0, 420, 300), RED, BLUE, 2, 6)[0] is None  # as many pixels as a window


def test_a_polygon_and_its_edge_are_one_picture() -> None:
    with counted(pygame.transform, "smoothscale") as drawn:
        pygame_shapes.placed_polygon(((3.0, 4.0), (71.0, 9.0), (40.0, 66.5)), RED, BLUE, 2)
    assert len(drawn) == 1


def test_a_picture_that_stands_still_goes_back_to_a_size_without_new_memory() -> None:
    on, boxes = canvas(), (Rect(0, 0, 300, 200), Rect(0, 0, 250, 90))

    def show(box: Rect) -> None:
        for _ in range(2):
            on.surface.fill((9, 9, 9))
            on.still("slot", box, box, lambda: on.rect(box, RED))

    show(boxes[0])
    with counted(pygame, "Surface") as made:
        show(boxes[1])
        show(boxes[0])
    assert not made


def test_brackets_are_drawn_again_as_they_were() -> None:
    on = canvas()
    draw_mark(on, Rect(10, 10, 50, 40), DARK)
    with counted(PygameCanvas, "rect") as drawn:
        draw_mark(on, Rect(10, 10, 50, 40), DARK)
    assert not drawn


def test_a_hull_on_its_way_is_one_shape_unless_it_has_a_hole() -> None:
    box, places = Rect(0, 0, 400, 300), (Rect(60, 60, 50, 30), Rect(250, 200, 50, 30))
    solid = hull(box, places[:1], places[1:], 20)
    assert len(solid) == 1
    for lines, shapes in ((solid, 1), ((*solid, tuple(reversed(solid[0]))), 4)):
        draw_hull(on := RecordingCanvas(), lines, RED, (0, 0, 0), BLUE, 2, moves=True)
        assert len(on.ops) == shapes


def test_the_places_of_arcs_are_laid_out_once_for_panel_and_flight() -> None:
    session = open_session("title: T\nalgorithm: ac3\npuzzle: {kind: zebra, named: classic}\n")
    session.timeline.pull(40)
    session.timeline.seek(9)
    arcs, box = arcs_of(session.state), Rect(0, 0, 800, 500)
    first = queue._lay(RecordingCanvas(), box, arcs, 1.0)
    assert first and queue._lay(RecordingCanvas(), box, arcs, 1.0) is first


def test_names_are_shortened_once() -> None:
    on, row = RecordingCanvas(), ("Englishman", "Spaniard", "Ukrainian", "Norwegian", "Japanese")
    found = shortened(on, row, 41.5, 14)
    with counted(RecordingCanvas, "measure") as measured:
        assert shortened(on, row, 41.5, 14) == found
    assert not measured


def test_a_formula_is_laid_out_once_in_each_of_its_panels() -> None:
    board = open_session('title: T\nalgorithm: dpll\npuzzle: {kind: cnf, formula: "a | b | ~c, ~a | c, b | d"}\n').board
    assert isinstance(board, FormulaBoard)
    on, boxes = RecordingCanvas(), (Rect(0, 0, 500, 400), Rect(0, 0, 320, 200))
    found = [board.places(on, box) for box in boxes]
    with counted(board, "_flow") as flows:
        assert [board.places(on, box) for box in boxes] == found
    assert not flows


def _graph() -> tuple[Geometry, graph.Sight]:
    session = open_session('title: T\nalgorithm: reduct\noptions: {guess: [r]}\n'
                           'puzzle: {kind: program, rules: "r. p :- not q, r. q :- not p, r."}\n')
    board = session.board
    assert isinstance(board, ProgramBoard)
    shape, reading = board.shape(canvas(), Rect(0, 0, 800, 500)), board.reading(session.state)
    assert isinstance(shape, Geometry) and shape.arrows
    return shape, graph.Sight(reading, replace(reading, m=frozenset({1})), 0.25, ("r",), None)


def test_arrows_and_nodes_that_stay_are_drawn_again_as_they_were() -> None:
    (shape, sight), on = _graph(), canvas()
    steps: list[Callable[[graph.Sight], None]] = [lambda seen: graph.draw_arrows(on, shape, seen, DARK),
                                                  lambda seen: graph.draw_nodes(on, shape, seen, DARK)]
    for draw in steps:
        draw(sight)
    with counted(graph, "_draw_arrow") as arrows, counted(graph, "_draw_node") as nodes:
        for draw in steps:
            draw(replace(sight, t=0.5))
    assert not arrows
    assert [node[2] for node in nodes] == ["r"]  # the one that turns over


def test_what_can_be_said_of_an_answer_is_laid_out_once() -> None:
    options = Option("a", "a"), Option("b", "b", why="It is not, as nobody has said so far, and nobody will.")
    asking = Asking(Question("Which?", "choice", options, frozenset({("a",)}), ("Look.", "See.", "a"), 0, 1, "s", "a"))
    high = question.card_height(RecordingCanvas(), 717.0, 700, asking, 1.0)
    with counted(question, "wrap_text") as wrapped:
        assert question.card_height(RecordingCanvas(), 717.0, 700, asking, 1.0) == high
    assert {args[1] for args in wrapped} == {"Which?"}


def test_a_question_is_posed_when_its_cue_is_near() -> None:
    path = next(Path("scenarios/lessons").glob("90-*"))
    session = Session(load(path))
    session.quiz.on = True
    session.timeline.pull(2000)
    first, *later = session.quiz._asks
    while len(session.director.ends) < first:
        session.director.look_ahead()
    with counted(quiz, "pose_cue") as posed:
        session.forward(session.grain)
        session.work(1.0)
        assert not posed
        while session.quiz.open is None and session.director.following is not None:
            session.forward("cue")
            session.work(1.0)
    assert session.quiz.cue == first
    assert later and {args[2] for args in posed} == {first}
