"""What a player of Gnomine looks at is seen: the field of its move, and the numbers that its reason names."""

from __future__ import annotations

import re
from math import floor

import pytest

from algorithms import events as e
from algorithms.core import run
from algorithms.counting.mines import mine_probabilities
from kit.known_lessons import known, recorded
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.advice.state import PlayerState
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.roles import CONSTRAINT, KNOWN, UNKNOWN, VIOLATED
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
        assert said == ([f"{floor(100 * event.risk + 0.5)}"] if 0 < event.risk < 1 else [])
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


@pytest.mark.parametrize("name", PLAYED)
def test_all_that_a_reason_tells_of_is_on_the_board(name: str) -> None:
    """Fields that it decides too, in dashes; where nothing is certain, the risk of each field that was compared."""
    timeline, board = recorded(find(name))[0], board_for(known(find(name)).puzzle)
    box, canvas = Rect(0, 0, 700, 600), RecordingCanvas()
    more, compared = 0, 0
    for position in timeline.positions(e.Advised):
        event = timeline.events[position]
        assert isinstance(event, e.Advised)
        timeline.seek(position + 1)
        game = field_of(timeline.state).position()
        exact = run(mine_probabilities(game.as_mine_count())).probability
        told = {event.field: event.risk, **dict(event.others)}
        assert all(exact[x] == pytest.approx(risk) for x, risk in told.items())
        if 0 < event.risk < 1:
            assert told.keys() == exact.keys() and min(told.values()) == event.risk
            assert {place: float(number.value) for _, number, place
                    in board.numbers(canvas, box, timeline.state, theme("light"))} == pytest.approx(told)
            compared += 1
        else:
            assert set(re.findall(r"(?<!C)\(\d+,\d+\)", event.reason.split(": ")[-1])) <= told.keys()
            more += len(told) > 1
    assert compared and (more or name == "fifty-fifty")


def test_the_fields_that_two_numbers_share_are_lit_beside_what_they_decide() -> None:
    timeline, board = recorded(find("away-from-the-numbers"))[0], board_for(known(find("away-from-the-numbers")).puzzle)
    assert isinstance(board, GnomineBoard)
    timeline.seek(timeline.positions(e.Advised)[3] + 1)
    roles = board.roles(timeline.state)
    assert {x for x, role in roles.items() if role == KNOWN} == {"(0,1)", "(0,3)", "(1,1)", "(1,3)"}
    player = timeline.state.of(PlayerState)
    assert player is not None and player.told == {"(2,1)": 0.0, "(2,2)": 0.0, "(2,3)": 0.0}


def test_at_the_end_there_are_as_many_flags_as_were_set() -> None:
    timeline, board = recorded(find("away-from-the-numbers"))[0], board_for(known(find("away-from-the-numbers")).puzzle)
    timeline.seek(len(timeline.events))
    state, colors = timeline.state, theme("light")
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, 700, 600), state, state, 1.0, colors)
    cloths = [op for op in canvas.ops if op.name == "polygon" and op.args[1] == colors.mine]
    assert len(cloths) == timeline.count(e.Flagged, len(timeline.events)) == 3
    assert not [op for op in canvas.ops if op.name == "rect" and op.args[4:5] == (colors.no_mine,)]
