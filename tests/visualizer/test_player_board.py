"""What a player of Gnomine looks at is seen: the field of its move, and the numbers that its reason names."""

from __future__ import annotations

import re

import pytest

from algorithms import events as e
from kit.known_lessons import known, recorded
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.roles import CONSTRAINT, UNKNOWN, VIOLATED
from visualizer.recording.film import SIZE, plan
from visualizer.runs.boards import board_for

PLAYED = ["a-player-that-explains", "away-from-the-numbers", "fifty-fifty"]


@pytest.mark.parametrize("name", PLAYED)
def test_the_numbers_of_a_reason_are_lit_with_the_field(name: str) -> None:
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    assert isinstance(board, GnomineBoard)
    found = 0
    for position in timeline.positions(e.Advised):
        event = timeline.events[position]
        assert isinstance(event, e.Advised)
        timeline.seek(position + 1)
        roles = board.roles(timeline.state)
        named = {f"({place})" for place in re.findall(r"\bC\(([^)]*)\)", event.reason)}
        assert {field for field, role in roles.items() if role == CONSTRAINT} == named
        assert roles[event.field] == UNKNOWN
        found += bool(named)
        timeline.seek(position + 2)  # it is done: another position
        assert CONSTRAINT not in board.roles(timeline.state).values()
    assert found > 3 or name == "away-from-the-numbers"


@pytest.mark.parametrize("name", [*PLAYED, "a-beginner-board"])
def test_the_next_move_is_on_its_field_before_it_is_made(name: str) -> None:
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    box = Rect(0, 0, 700, 600)
    for position in timeline.positions(e.Advised):
        event = timeline.events[position]
        assert isinstance(event, e.Advised)
        timeline.seek(position + 1)
        canvas = RecordingCanvas()
        board.draw(canvas, box, timeline.state, timeline.state, 1.0, theme("light"))
        tile = board.place(box, event.field)
        inside = [op for op in canvas.ops if op.name in ("rect", "text")
                  and tile.contains(float(str(op.args[0])), float(str(op.args[1])))]
        said = [str(op.args[2]) for op in inside if op.name == "text"]
        dashes = [op for op in inside if op.name == "rect"
                  and min(float(str(side)) for side in op.args[2:4]) < 0.05 * tile.w]
        assert said == ([f"{100 * event.risk:.0f}"] if 0 < event.risk < 1 else [])
        assert (len(dashes) >= 12) == (not said)
        assert [float(number.value) for _, number, place in board.numbers(canvas, box, timeline.state, theme("light"))
                if place == event.field] == [event.risk] * len(said)


def test_numbers_that_clash_are_lit_as_broken() -> None:
    timeline = recorded(find("a-player-and-a-wrong-flag"))[0]
    timeline.seek(len(timeline.events))
    board = board_for(known(find("a-player-and-a-wrong-flag")).puzzle)
    assert isinstance(board, GnomineBoard)
    assert board.roles(timeline.state) == dict.fromkeys(["(1,0)", "(1,1)", "(1,2)"], VIOLATED)


@pytest.mark.parametrize("name", [*PLAYED, "a-beginner-board"])
def test_only_at_the_start_it_is_said_that_nothing_has_begun(name: str) -> None:
    film = plan(known(find(name)))
    for index in (0, len(film.frames) // 2, *(at for at, frame in enumerate(film.frames) if frame.cue is not None)):
        canvas = RecordingCanvas()
        film.draw(canvas, film.frames[index], SIZE, theme("light"))
        written = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        assert ("not started" in written) <= (film.frames[index].position == 0)
