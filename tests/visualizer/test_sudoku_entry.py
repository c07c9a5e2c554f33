"""Writing into a Sudoku: typed, pasted, dropped; taken back; and hints in three grades up to the solution."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import run, trace
from algorithms.events import Entered
from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.puzzle import Sudoku, read_grid
from kit.session_desk import finish, open_session, sudoku_of
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
    assert typed.session.notice == "7 cannot stand in A3: A5 is 7 already, in row A."
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
