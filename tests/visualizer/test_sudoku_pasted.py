"""Sudokus are pasted and dropped, and filled in by the keyboard alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from test_sudoku_entry import GRID, ONE

from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.puzzle import read_grid
from kit.session_desk import sudoku_of
from kit.window_desk import Desk, window
from main import main
from scenarios.loader import find, load, load_pasted
from scenarios.reading import ScenarioError
from visualizer.puzzles.sudoku.play import HOW_TO
from visualizer.puzzles.sudoku.state import grid_of


@pytest.mark.parametrize("text", [GRID, GRID.replace(".", "0"), "\n".join(GRID[i:i + 9] for i in range(0, 81, 9)),
                                  ONE, "\r\n".join(" ".join(GRID[i:i + 9]) for i in range(0, 81, 9))])
def test_a_sudoku_is_pasted(text: str) -> None:
    assert load_pasted(text).puzzle == read_grid(GRID, None, None)


def test_a_formula_is_pasted() -> None:
    assert load_pasted("c so\np cnf 2 1\n1 -2 0\n").puzzle_kind == "cnf"


def test_a_graph_is_pasted() -> None:
    assert load_pasted("c so\np edge 3 2\ne 1 2\ne 2 3\n").puzzle == load_pasted("p col 3 2\ne 1 2\ne 3 2\n").puzzle


@pytest.mark.parametrize(("text", "said"), [
    (GRID[:-1], r"has 80 cells; a grid has"), ("hello", "cells; a grid has"), ("5" + GRID[:79] + "5", "both 5"),
    ("p cnf 1 1\n1 2 0\n", "variable"), ("\x00\x9b\ud800", "."),
])
def test_what_cannot_be_read_is_told_in_one_line(text: str, said: str) -> None:
    with pytest.raises(ScenarioError, match=said) as caught:
        load_pasted(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("text", "said"), [
    ("p edge 3 3\ne 1 2\n\nc so\ne 1 9\n", "what was pasted:5: node 9 "),
    ("\np cnf 2 2\n1 0\n3 0\n", "what was pasted:4: "),
    ("\n".join(GRID[i:i + 9] for i in range(0, 81, 9)).replace("4..8", "4x.8"), ":5: 'x' in cell E2"),
    (GRID[:-1], "what was pasted: has 80 cells"),
    (GRID.replace("7", "x", 1) + "\n", "what was pasted: 'x' in cell A5"),
])
def test_an_error_names_the_line_of_what_was_pasted(text: str, said: str) -> None:
    """Of a single line, none."""
    with pytest.raises(ScenarioError) as caught:
        load_pasted(text)
    assert said in str(caught.value)


@pytest.mark.parametrize(("puzzle", "key"), [
    ("colours: 2, edges: [[A, B], [B, C], [C, A]]", "puzzle.edges"), ("colours: 3, map: usa", "puzzle.map"),
    ('colours: 2, dimacs: "p edge 3 3\\ne 1 2\\ne 2 3\\ne 3 1"', "puzzle.dimacs"),
])
def test_a_warning_names_the_key_that_the_lesson_has(puzzle: str, key: str) -> None:
    lesson = load(Path("a.yaml"), f"title: A graph\nalgorithm: mrv-plus\npuzzle: {{kind: colouring, {puzzle}}}\n")
    assert lesson.warnings[0].startswith(f"a.yaml: {key}: this graph cannot be coloured")


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, load(find("contribution-number"))) as opened:
        yield opened


def test_the_keyboard_alone_fills_in_a_digit(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    session = desk.stage.session
    assert session.playing
    desk.key("down", "right", "right", "5")
    assert list(grid_of(session.state).entered.values()) == [5]
    desk.key("delete")
    assert grid_of(session.state).entered == {}
    desk.key("p", "2")
    assert grid_of(session.state).entered == {}


@pytest.mark.parametrize("focus", ["board", "again", "speed"])
def test_while_digits_are_entered_the_arrows_point_whatever_has_the_focus(desk: Desk, focus: str) -> None:
    """Stepping stays with Shift, with Ctrl, and with the buttons; the mouse takes the cursor over again."""
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    desk.frame()
    desk.app.ui.focus_on(focus)
    desk.app.ui.focus_shows = True
    desk.key("down")
    assert desk.stage.board.place == "A1"
    desk.key("down", "right")
    assert desk.stage.board.place == "B2"
    desk.frame()
    assert (desk.stage.board.place, desk.stage.session.timeline.position) == ("B2", 0)
    desk.key("7")
    assert grid_of(desk.stage.session.state).entered == {"B2": 7}
    desk.key("escape", "shift right")  # Escape takes the focus from the widget
    assert desk.stage.session.timeline.position > 1
    assert desk.stage.board.place == "B2"
    desk.move(1, 1)
    assert desk.stage.board.place is None


def test_an_open_list_and_the_help_keep_the_arrows_from_the_board(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    desk.frame()
    desk.key("?", "down")
    assert desk.stage.board.place is None
    desk.key("escape")
    desk.app.ui.focus_on("kind")
    desk.key("return", "down")
    assert desk.app.ui.popup == "kind"
    assert desk.stage.board.place is None


def test_analysing_the_arrows_step(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku0"])
    desk.frame()
    desk.key("p", "right")
    assert desk.stage.session.timeline.position > 0
    assert desk.stage.board.place is None


def test_the_mouse_points_and_a_digit_is_written(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku0"])
    desk.frame()
    session = desk.stage.session
    board = desk.boxes()["board"]
    free = next(x for x, left in session.state.domains.items() if len(left) == 2)
    spot = session.board.place(board, free).center
    desk.move(*spot)
    desk.key(str(solutions(sudoku_of(session).sudoku, 1)[0][free]))
    assert list(grid_of(session.state).entered) == [free]
    desk.key("h", "h", "h", "a", "ctrl z")
    assert list(grid_of(session.state).entered) == [free]


def test_a_sudoku_alone_opens_to_be_filled_in_and_a_lesson_does_not(desk: Desk, tmp_path: Path) -> None:
    pygame.scrap.put_text("\ufeff" + GRID)
    desk.key("ctrl v")
    assert desk.stage.session.playing
    assert desk.stage.session.notice == HOW_TO
    desk.key("down", "right", "right", "4")
    assert grid_of(desk.stage.session.state).entered == {"A3": 4}
    for other in (ONE, "p cnf 1 1\n1 0\n"):
        pygame.scrap.put_text(other)
        desk.key("ctrl v")
        assert not desk.stage.session.playing
    file = tmp_path / "many.txt"
    file.write_text("." * 81)
    desk.send(pygame.DROPFILE, file=str(file))
    assert desk.stage.session.playing
    assert "more than one solution" in desk.stage.message


def test_a_lesson_that_is_told_does_not_begin_with_how_it_ends(desk: Desk) -> None:
    """That there are several solutions is what its script is about; without one, somebody wants to know."""
    lesson = load(find("80-the-forbidden-rectangle"))
    assert "more than one solution" in lesson.warnings[0]
    for script, said in ((lesson.script, False), ((), True)):
        desk.app.open(replace(lesson, script=script))
        desk.frame()
        assert ("more than one solution" in desk.stage.message) == said


def test_ctrl_v_opens_what_was_copied_and_says_what_cannot_be(desk: Desk) -> None:
    pygame.scrap.put_text(GRID)
    desk.key("ctrl v")
    assert desk.stage.session.puzzle == read_grid(GRID, None, None)
    pygame.scrap.put_text("nonsense")
    desk.key("ctrl v")
    assert "cells; a grid has" in desk.stage.message
    pygame.scrap.put_text(" ")
    desk.key("ctrl v")
    assert "The clipboard has no text" in desk.stage.message


@pytest.mark.parametrize("suffix", [".txt", ".sdk", ".sdm", ".sud"])
def test_a_file_of_a_sudoku_is_dropped_on_the_window(desk: Desk, tmp_path: Path, suffix: str) -> None:
    file = tmp_path / f"puzzle{suffix}"
    file.write_text(GRID + "\n")
    desk.send(pygame.DROPFILE, file=str(file))
    assert desk.stage.session.puzzle == read_grid(GRID, None, None)
    file.write_text(GRID[:-1])
    desk.send(pygame.DROPFILE, file=str(file))
    assert f"{file}:1: has 80 cells" in desk.stage.message


def test_the_command_line_takes_such_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(GRID)
    assert main(["run", str(file)]) == 0
    assert "solved" in capsys.readouterr().out
