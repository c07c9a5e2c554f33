"""What is drawn in the room that a slide has for its picture: nothing touches, and no room is left empty."""

from __future__ import annotations

from typing import Any

import pytest

from kit.drawn_texts import texts
from kit.known_lessons import known
from kit.measuring import HIDDEN, MeasuringCanvas, Screen, drawn, opened
from scenarios.loader import find
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.state import transition_of
from visualizer.window.stage_screen import StageScreen

DARK = theme("dark")


def screen_at(name: str, cue: int = -1) -> Screen:
    """In projector mode, at the end of a cue."""
    screen = opened(known(find(name)))
    screen.projector.settings.projector = True
    drawn(screen)
    screen.transport.playback.to_cue(screen.transport.playback.director.seen[cue])
    return screen


def slide(name: str, cue: int = -1) -> MeasuringCanvas:
    """The slide of a cue, once its controls are hidden."""
    return drawn(screen_at(name, cue), whole=True, now=HIDDEN)


@pytest.mark.parametrize("name", ["a-wrong-flag", "a-wrong-flag-again", "no-placement-fits", "a-bug-in-print"])
def test_the_frame_around_a_refuted_board_touches_no_number_of_a_row_or_a_column(name: str) -> None:
    canvas = slide(name)
    drawn_there: list[Any] = [op.args for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.mine]
    frame = [Rect(*place) for *place, _, _, _, _ in drawn_there if min(place[2:]) < 6]
    assert len(frame) > 20
    left, top = min(box.x for box in frame), min(box.y for box in frame)
    assert left >= 0
    assert top >= 0
    for text, place in texts(canvas):
        letters = place.inset(-5)
        touched = [box for box in frame if box.x < letters.right and letters.x < box.right
                   and box.y < letters.bottom and letters.y < box.bottom]
        assert not touched, text


def test_queens_and_the_part_of_their_matrix_fill_a_slide_that_is_as_high_as_wide() -> None:
    """A slide of 1280×800 has so much room for the picture."""
    canvas, room = slide("queens-as-an-exact-cover", 5), Rect(24, 24, 740, 704)
    drawn_there = [place for _, place in texts(canvas) if place.right < room.right]
    assert min(place.y for place in drawn_there) < room.y + 0.1 * room.h
    assert max(place.bottom for place in drawn_there) > room.y + 0.88 * room.h
    lines: list[Any] = [op.args for op in canvas.ops if op.name == "line"]
    rows = [c - a for a, b, c, d, *_ in lines if b == d and c < room.right]
    assert max(rows) > 0.85 * room.w
    squares: list[Any] = [op.args for op in canvas.ops if op.name == "rect" and op.args[4] == DARK.suppose_fill]
    assert min(w for _, _, w, *_ in squares) > 60


@pytest.mark.parametrize("cue", [0, 3, 5])
def test_of_a_long_path_a_slide_says_how_many_states_it_has_not_written_out(cue: int) -> None:
    screen = screen_at("one-path-through-all-models", cue)
    assert isinstance(screen, StageScreen)
    canvas, look = drawn(screen, whole=True, now=HIDDEN), screen.own.look
    assert isinstance(look, Look)
    path = transition_of(screen.session.state).path
    above = [text for text, _ in texts(canvas) if text.endswith(" above")]
    left = len(path) + 1 - len(look.spots)
    assert above == ([f"{left} states above"] if left else [])
    assert bool(left) == (cue == 5)


@pytest.mark.parametrize(("name", "cue", "runs"), [
    *(("a-fence-for-each-value", cue, 3) for cue in (2, 3, 4)),
    *(("what-backmarking-saves", cue, 1) for cue in (3, 4)),
])
def test_a_slide_that_speaks_of_fences_shows_them_for_all_that_it_points_at(name: str, cue: int, runs: int) -> None:
    screen = screen_at(name, cue)
    canvas = drawn(screen, whole=True, now=HIDDEN)
    assert [text for text, _ in texts(canvas)].count("mbl") == runs
    rects: list[Any] = [op.args for op in canvas.ops if op.name == "rect"]
    fences = [args for args in rects if args[4] == DARK.accent and args[3] > 5 * args[2]]
    for x in screen.transport.playback.director.marks:
        if x == "red":  # the first one, which asks nobody
            continue
        rows = [place for text, place in texts(canvas) if text == x and place.h > 12]
        assert len(rows) == runs
        for row in rows:
            beside = [fence for fence in fences if row.right < fence[0] < row.right + 1200 / runs
                      and abs(fence[1] - row.center[1]) < 130]
            assert len(beside) >= 3
    assert min(fence[3] for fence in fences) > 13


@pytest.mark.parametrize(("name", "cue", "word"), [
    ("stuck-one-step-from-the-goal", 1, "as most have it"), ("stuck-one-step-from-the-goal", 11, "lower is better"),
    ("where-to-cut", 0, "as most have it"), ("evolution-against-logic", 3, "child"),
    ("the-zebra-as-far-as-logic-goes", 1, "122 arcs wait"), ("ac-3-against-gac", 2, "45 arcs wait"),
    ("queens-that-move-away", 10, "0 constraints violated after 10 steps"),
])
def test_what_a_cue_speaks_of_is_on_its_slide(name: str, cue: int, word: str) -> None:
    """Individuals, their fitness, the queue, the line of conflicts: a board has none of them."""
    assert word in [text for text, _ in texts(slide(name, cue))]
