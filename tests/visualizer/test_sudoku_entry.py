"""Writing into a Sudoku: typed, pasted, dropped; taken back; and hints in three grades up to the solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import run, trace
from algorithms.events import Entered
from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.puzzle import Sudoku, read_grid
from kit.session_desk import finish, open_session, sudoku_of
from kit.window_desk import Desk, window
from main import main
from scenarios.loader import find, load, load_pasted
from scenarios.reading import ScenarioError
from visualizer.families.backtracking.state import search_of
from visualizer.families.satisfiability.state import sat_in
from visualizer.puzzles.sudoku.play import HOW_TO, SudokuPlay
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.runs.families import start_state

GRID = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ONE = f'title: A Sudoku\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, grid: "{GRID}"}}\n'
BLANK = f'title: A blank one\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, grid: "{"." * 81}"}}\n'


def entry(text: str = ONE) -> SudokuPlay:
    session = open_session(text)
    session.playing = True
    return sudoku_of(session)


def written_grid(play: SudokuPlay) -> str:
    sudoku = play.sudoku
    return "".join(str(sudoku.clues.get(x, ".")) for x in sudoku.geometry.cells)


# --- writing ---------------------------------------------------------------------------------------------------------


def test_a_puzzle_is_typed_into_a_blank_grid() -> None:
    typed = entry(BLANK)
    for x, digit in zip(read_grid(GRID, None, None).geometry.cells, GRID, strict=True):
        assert typed.key(digit, False, x)
    assert written_grid(typed) == GRID
    assert list(typed.session.timeline.positions(Entered)) == list(range(30))
    answer = run(typed.session.scenario.steps(puzzle=typed.sudoku))
    assert answer.outcome == "solved"


def test_the_algorithm_goes_on_from_what_was_written() -> None:
    typed = entry()
    right = solutions(read_grid(GRID, None, None), 1)[0]
    typed.write("A3", right["A3"])
    assert typed.session.state.domains["A3"] == (right["A3"],)
    finish(typed.session)
    assert search_of(typed.session.state).solved
    assert {x: left[0] for x, left in typed.session.state.domains.items()} == right


def test_stepping_back_and_taking_back_undo_what_was_written() -> None:
    typed = entry()
    before = written_grid(typed)
    typed.write("A3", 4)
    typed.write("A4", 6)
    typed.session.show(1)
    assert grid_of(typed.session.state).entered == {"A3": 4}
    typed.session.show(0)
    assert written_grid(typed) == before
    typed.session.show(2)
    typed.session.undo()
    assert grid_of(typed.session.state).entered == {"A3": 4}
    typed.session.undo()
    assert written_grid(typed) == before


def test_what_was_written_can_be_erased_and_changed_but_clues_stay() -> None:
    typed = entry()
    typed.write("A3", 4)
    typed.write("A3", 1)
    assert grid_of(typed.session.state).entered == {"A3": 1}
    for key in ("0", "delete", ".", "backspace"):
        typed.write("A3", 1)
        assert typed.key(key, False, "A3")
        assert grid_of(typed.session.state).entered == {}
    typed.key("8", False, "A1")
    assert typed.session.notice == "A1 is a clue of this puzzle; it stays 5."
    typed.key("0", False, "A1")
    assert written_grid(typed) == GRID


def test_a_value_that_clashes_is_not_written_and_said() -> None:
    typed = entry()
    typed.write("A3", 7)
    assert "7 cannot stand in A3: " in typed.session.notice
    assert "in row A" in typed.session.notice
    assert written_grid(typed) == GRID
    assert typed.session.past == []


def test_what_was_said_is_over_with_the_next_entry() -> None:
    """A refusal, what is typed how, a hint: none of them stays and contradicts the board."""
    typed = entry()
    for said in (lambda: typed.write("A3", 7), lambda: typed.write("A1", 1), lambda: typed.key("4", False, None),
                 typed.hint):
        said()
        assert typed.session.notice
        typed.write("A3", 4)
        assert typed.session.notice == ""
        typed.write("A3", 7)
        typed.write("A3", None)
        assert typed.session.notice == ""
    for _ in range(3):
        typed.hint()
    typed.apply()
    assert typed.session.notice == ""


def test_keys_that_are_no_digits_are_left_alone() -> None:
    typed = entry()
    assert not typed.key("h", False, "A3")
    assert not typed.key("backspace", False, None)  # takes the last entry back
    assert typed.key("4", False, None)
    assert typed.session.notice == HOW_TO


def test_shift_adds_ten_where_there_are_so_many_values() -> None:
    large = entry(f'title: Large\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, boxes: [4, 4], grid: "{"." * 256}"}}\n')
    large.key("6", True, "A1")
    large.key("0", True, "A2")
    large.key("7", True, "A3")
    assert grid_of(large.session.state).entered == {"A1": 16, "A2": 10}
    assert large.session.notice == "The values here are 1 to 16."
    small = entry()
    small.key("4", True, "A3")
    assert grid_of(small.session.state).entered == {}
    assert grid_of(small.session.state).pencilled == {"A3": (4,)}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 80), st.integers(0, 9)), max_size=25),
       st.sampled_from(["mrv-plus", "dpll", "at-least-dpll", "gac"]))
def test_writing_anything_anywhere_is_folded_like_a_fresh_start(written: list[tuple[int, int]], algorithm: str) -> None:
    """The state after any entries is the start of the puzzle that they make; what is refused changes nothing."""
    typed = entry(ONE.replace("mrv-plus", algorithm))
    cells = read_grid(GRID, None, None).geometry.cells
    for index, digit in written:
        typed.key(str(digit), False, cells[index])
    position = typed.sudoku
    assert position is not None
    assert read_grid(written_grid(typed), None, None) == Sudoku((3, 3), position.clues)
    fresh = start_state(position, typed.session.scenario.algorithm, typed.session.scenario.form)
    state = typed.session.state
    assert state.domains == fresh.domains
    sat, other = sat_in(state), sat_in(fresh)
    assert (sat is None) == (other is None)
    assert sat is None or other is None or sat.direct == other.direct
    events, _ = trace(typed.session.scenario.steps(puzzle=position)) if algorithm == "gac" else ([], None)
    for event in events:
        state.apply(event)
        fresh.apply(event)
    assert state.domains == fresh.domains


# --- hints -----------------------------------------------------------------------------------------------------------


def test_a_hint_says_more_each_time_and_then_is_done() -> None:
    asked = entry()
    notices = []
    for _ in range(3):
        asked.hint()
        notices.append(asked.session.notice)
    assert notices[0].startswith("Look at ")
    assert notices[0].endswith("H again says what to see there.")
    where = notices[0].partition(". ")[0]
    assert all(notice.startswith(where) for notice in notices)
    assert len(notices[0]) < len(notices[1]) < len(notices[2])
    given = asked.hints.given
    assert given is not None and given.cell is not None
    assert asked.session.marks == (given.cell,)
    asked.apply()
    assert grid_of(asked.session.state).entered == {given.cell: given.value}


def test_a_hint_is_not_done_before_its_step_was_said_or_on_another_position() -> None:
    asked = entry()
    asked.apply()
    assert "H asks for one" in asked.session.notice
    asked.hint()
    asked.apply()
    assert grid_of(asked.session.state).entered == {}
    asked.hint()
    asked.hint()
    other = next(x for x in ("A3", "A4") if asked.hints.given is not None and x != asked.hints.given.cell)
    asked.write(other, solutions(read_grid(GRID, None, None), 1)[0][other])
    before = dict(grid_of(asked.session.state).entered)
    asked.apply()
    assert grid_of(asked.session.state).entered == before


def test_a_step_that_rests_on_others_is_gone_through_one_by_one() -> None:
    text = "title: T\nalgorithm: mrv-plus\npuzzle: {kind: sudoku, random: {clues: 24, seed: 2}}\n"
    asked = SudokuPlay(open_session(text))
    for _ in range(60):
        for _ in range(3):
            asked.hint()
        given = asked.hints.given
        assert given is not None
        whole, drawn = asked.session.notice, asked.session.reason
        if given.steps:
            break
        asked.apply()
    assert given is not None and given.cell is not None
    assert len(given.steps) == len(drawn) > 1
    for number, said in enumerate(given.steps, 1):
        asked.hint()
        assert asked.session.notice.startswith(said)
        assert asked.session.answered == f"Step {number} of {len(drawn)}"
        [link] = asked.session.reason
        assert set(link.struck) == {spot for one in drawn[:number] for spot in one.struck}
        assert (link.causes, link.follows) == (drawn[number - 1].causes, drawn[number - 1].follows)
    asked.hint()
    assert (asked.session.notice, asked.session.reason) == (whole, drawn)
    asked.apply()
    assert given.cell in grid_of(asked.session.state).entered


def test_hints_alone_solve_the_puzzle() -> None:
    asked = entry()
    for _ in range(51):
        for _ in range(3):
            asked.hint()
        asked.apply()
    assert asked.session.notice == "Solved: every row, column and box has all values."
    found = solutions(read_grid(GRID, None, None), 1)[0]
    assert written_grid(asked) == "".join(map(str, found.values()))
    asked.hint()
    assert asked.session.notice == "Every cell is filled."
    asked.apply()
    assert asked.session.notice == "Every cell is filled."


def test_a_wrong_digit_is_named_by_the_hint_and_erased() -> None:
    asked = entry()
    right = solutions(read_grid(GRID, None, None), 1)[0]
    wrong = next(value for value in asked.session.state.domains["A3"] if value != right["A3"])
    asked.write("A3", int(wrong))
    asked.write("I1", right["I1"])
    pointed = []
    for _ in range(3):
        asked.hint()
        pointed.append(asked.session.marks)
    assert pointed == [(), ("A3",), ("A3",)]
    assert asked.session.notice.endswith(f"A3 = {wrong} is not in the solution of this puzzle. A erases it.")
    asked.apply()
    assert grid_of(asked.session.state).entered == {"I1": right["I1"]}
    assert asked.session.notice == "A3 is blank again."
    asked.session.undo()
    assert grid_of(asked.session.state).entered == {"A3": wrong, "I1": right["I1"]}


def test_what_a_cannot_do_is_said() -> None:
    """Of several solutions, and of digits that clash, the user has to choose."""
    asked = entry(BLANK)
    for index in range(1, 7):
        asked.write(f"A{index}", index)
    asked.write("B7", 7)
    for _ in range(3):
        asked.hint()
    before = dict(grid_of(asked.session.state).entered)
    asked.apply()
    assert asked.session.notice.startswith("A cannot choose for you. These digits clash: A1 = 1, ")
    assert grid_of(asked.session.state).entered == before


# --- pasted and dropped ----------------------------------------------------------------------------------------------


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
