"""What was mended after looking at the lessons without their words: what is referred to by a number or a name has it on
the board, and a mark means one thing there."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.drawn_texts import overlaps, texts
from kit.known_lessons import known, recorded
from scenarios.loader import find
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.covering.state import cover_of
from visualizer.puzzles.sudoku.cell import Look, Mark, draw_cell
from visualizer.runs.boards import board_for
from visualizer.stage.stage import draw_on_board

LOOK = theme("light")
BOX = Rect(0, 0, 700, 600)


def drawn(name: str, share: float, box: Rect = BOX) -> RecordingCanvas:
    """The board of a lesson that does not compare, so far in its run."""
    scenario, (timeline,) = known(find(name)), recorded(find(name))
    timeline.seek(int(len(timeline.events) * share))
    board, state, canvas = board_for(scenario.puzzle), timeline.state, RecordingCanvas()
    board.draw(canvas, box, state, state, 1.0, LOOK)
    draw_on_board(canvas, box, scenario.algorithm, board, (state, state), 1.0, LOOK)
    return canvas


@pytest.mark.parametrize("share", [0, 0.3, 0.6, 1])
def test_a_clause_keeps_its_number_whatever_it_is(share: float) -> None:
    """The lists of watches, and all reasons, name it by that."""
    numbers = {text.split()[-1] for text, _ in texts(drawn("watch-lists", share))}
    assert {str(number) for number in range(1, 13)} <= numbers


@given(st.sets(st.integers(1, 9), min_size=1, max_size=6), st.floats(30, 60))
def test_up_to_six_candidates_are_digits_in_a_cell_of_thirty_pixels(values: set[int], side: float) -> None:
    """As in comparisons of four Sudokus in a small window."""
    canvas, look = RecordingCanvas(), Look(LOOK.covered, LOOK.on_covered, marks=tuple(map(Mark, sorted(values))))
    draw_cell(canvas, Rect(0, 0, side, side), look, (3, 3), LOOK)
    assert sorted(text for text, _ in texts(canvas)) == sorted(map(str, values))
    assert not overlaps(canvas)
    assert all(box.x >= 0 and box.right <= side and box.y >= 0 and box.bottom <= side for _, box in texts(canvas))


@pytest.mark.parametrize("digits", [("7", (3, 3)), ("16", (4, 4))])
def test_a_value_is_written_as_long_as_it_has_room(digits: tuple[str, tuple[int, int]]) -> None:
    text, boxes = digits
    for side in (17, 20, 24, 40):
        canvas = RecordingCanvas()
        draw_cell(canvas, Rect(0, 0, side, side), Look(LOOK.covered, LOOK.on_covered, digit=text), boxes, LOOK)
        found = texts(canvas)
        assert [word for word, _ in found] == ([text] if side * (0.75 if len(text) < 2 else 0.62) >= SMALLEST else [])
        assert all(box.w <= side for _, box in found)


def test_the_last_solution_of_a_cover_shows_mines_as_mines() -> None:
    """A tick says on that board that there is none."""
    canvas, path = drawn("dancing-on-at-least", 1), find("dancing-on-at-least")
    board = board_for(known(path).puzzle)
    mines = [name for name in cover_of(recorded(path)[0].state).last if name in board.layout.places]
    hollow = [(float(str(op.args[0])), float(str(op.args[1])))
              for op in canvas.ops if op.name == "circle" and op.args[3] is None]
    assert len(mines) == len(hollow) == 4
    for name in mines:
        x, y = board.place(BOX, name).center
        assert any(abs(u - x) < 1 and abs(v - y) < 1 for u, v in hollow)


def test_the_squares_beside_a_matrix_have_the_names_that_it_has() -> None:
    canvas, board = drawn("queens-as-an-exact-cover", 0), board_for(known(find("queens-as-an-exact-cover")).puzzle)
    for at, letter in enumerate("abcde", 1):
        row, column = board.place(BOX, f"a{at}"), board.place(BOX, f"{letter}1")
        assert any(text == str(at) and box.right <= row.x and row.y < box.center[1] < row.bottom
                   for text, box in texts(canvas))
        assert any(text == letter and box.y >= column.bottom and column.x < box.center[0] < column.right
                   for text, box in texts(canvas))


@pytest.mark.parametrize("wide", [380, 420, 500])
def test_in_a_larger_window_a_notepad_beside_another_is_larger(wide: int) -> None:
    """A log that would fit there takes no room from it."""
    puzzle = known(find("sampled-against-exact")).puzzle
    sizes = []
    for scale in (1.0, 1.25, 1.5):
        board = board_for(puzzle)
        board.beside = True
        cell = board.place(Rect(0, 0, wide * scale, wide * 1.5 * scale), "kn=pe")
        sizes.append(cell.w / scale)
    assert min(sizes) > 0.9 * max(sizes)
