"""The puzzle on show is changed on its board: clicks, drags, keys and lines of each puzzle; impossible ones say so."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import pygame
import pytest

from algorithms.problems.puzzle import Puzzle, PuzzleError, puzzles, spelled
from kit.known_lessons import every_lesson
from kit.window_desk import Desk
from scenarios.editing import edited, puzzle_text, with_puzzle
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from visualizer.canvas.on_svg import SvgCanvas
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.runs.changes import changes_of
from visualizer.runs.comparison import open_timelines
from visualizer.runs.draft import Draft, verdict
from visualizer.runs.play import Button
from visualizer.window.draft_board import DraftBoard

KEYS = ("1", "2", "0", "delete", "+", "-", "f", "x", "a")
BUTTONS: tuple[Button, ...] = ("uncover", "flag", "chord")


def opened(desk: Desk, name: str) -> DraftBoard:
    """The board on which the puzzle of a lesson is changed."""
    desk.open(name)
    desk.key("ctrl e")
    draft = desk.stage.edits.draft
    assert draft is not None
    return draft


def at(board: DraftBoard, place: str) -> tuple[float, float]:
    return board.draft.board.place(board._box, place).center


def press(desk: Desk, board: DraftBoard, place: str, button: int = 1) -> None:
    desk.click(*at(board, place), button)


def drag(desk: Desk, board: DraftBoard, one: str, other: str) -> None:
    start, end = ((int(x), int(y)) for x, y in (at(board, one), at(board, other)))
    desk.move(*start)
    desk.send(pygame.MOUSEBUTTONDOWN, pos=start, button=1)
    desk.send(pygame.MOUSEMOTION, pos=end, rel=(9, 9), buttons=(1, 0, 0))
    desk.send(pygame.MOUSEBUTTONUP, pos=end, button=1)
    desk.settle()


def told(desk: Desk) -> str:
    """In which colour it is said below the board what there is to say."""
    return desk.stage.edits.tone


def text_of(desk: Desk) -> str:
    writing = desk.stage.edits.writing
    assert writing is not None
    return writing.text


# --- every puzzle ----------------------------------------------------------------------------------------------------


def one_of_each() -> dict[str, Scenario]:
    """A lesson of each kind of puzzle, the first one."""
    found: dict[str, Scenario] = {}
    for scenario in every_lesson():
        if not scenario.compares:
            found.setdefault(scenario.puzzle_kind, scenario)
    return found


def test_every_puzzle_says_how_it_is_changed() -> None:
    found = one_of_each()
    assert set(found) == set(puzzles()), f"no lesson is about {set(puzzles()) - set(found)}"
    for kind, scenario in found.items():
        declared = changes_of(scenario.puzzle)
        assert declared is not None, f"{kind} has no Changes: see visualizer/README.md#let-it-be-changed"
        assert declared.how_to
        lines = declared.lines(scenario.puzzle)
        if lines:
            assert declared.lines_are
            assert list(declared.lines(declared.with_lines(scenario.puzzle, lines))) == list(lines)


def anything(draft: Draft, rng: random.Random) -> Puzzle | None:
    """The puzzle after some click, key, drag, or without one of its lines; None where that means nothing."""
    puzzle, declared = draft.puzzle, draft.changes
    places, lines = list(draft.board.layout.places), list(declared.lines(puzzle))
    place, line = rng.choice(places), rng.randrange(len(lines)) if lines else None
    ways: Sequence[Callable[[], Puzzle | None]] = (
        lambda: declared.click(puzzle, place, rng.choice(BUTTONS), line),
        lambda: declared.key(puzzle, place, rng.choice(KEYS)),
        lambda: declared.join(puzzle, place, rng.choice(places)),
        lambda: declared.with_lines(puzzle, [said for index, said in enumerate(lines) if index != line]))
    try:
        return rng.choice(ways)()
    except PuzzleError as error:
        assert str(error)
        return None


@pytest.mark.parametrize("kind", sorted(puzzles()))
def test_whatever_is_clicked_the_board_draws_it_and_the_text_says_the_same(kind: str) -> None:
    rng, scenario = random.Random(kind), one_of_each()[kind]
    draft, text = Draft.of(scenario.puzzle, scenario), puzzle_text(scenario)
    canvas, box, colors = SvgCanvas(900, 600, ""), Rect(0, 0, 900, 600), theme("dark")
    changed = 0
    assert draft is not None, f"{kind} has no Changes: see visualizer/README.md#let-it-be-changed"
    for _ in range(14):
        assert draft is not None
        draft.board.draw(canvas, box, draft.state, draft.state, 1.0, colors)
        made = anything(draft, rng)
        if made is None:
            continue
        changed += 1
        text = with_puzzle(text, kind, made)
        try:
            read = edited(scenario, "T", text)
        except ScenarioError:
            draft = Draft.of(made)
        else:
            assert list(draft.changes.lines(read.puzzle)) == list(draft.changes.lines(made))
            draft = Draft.of(read.puzzle, read)
    assert changed


# --- on the screen ---------------------------------------------------------------------------------------------------


def test_numbers_of_a_field_are_clicked_and_typed_and_an_impossible_one_says_so(desk: Desk) -> None:
    board = opened(desk, "where-gac-must-stop")
    edits = desk.stage.edits
    assert "There is a solution." in edits.said
    press(desk, board, "(1,1)")
    assert "1 3 1" in text_of(desk)
    assert "clash" in edits.said
    assert told(desk) == "bad"
    assert set(board.clash) == {"(1,0)", "(1,1)"}
    desk.move(*at(board, "(1,0)"))
    desk.key("2")
    assert "2 3 1" in text_of(desk)
    desk.key("ctrl z", "ctrl z")
    assert "1 2 1" in text_of(desk)
    assert told(desk) == "text"
    assert set(board.clash) == set()
    desk.key("ctrl y", "ctrl z")
    press(desk, board, "(0,0)", 3)
    assert "F . ." in text_of(desk)
    desk.key("+", "+")
    assert "mines: 2" in text_of(desk)
    assert "There are 2 mines in all." in edits.said
    before = desk.stage
    desk.key("ctrl return")
    assert desk.stage is not before
    assert desk.stage.session.puzzle.mines == 2  # type: ignore[attr-defined]


def test_a_sudoku_without_a_solution_is_told(desk: Desk) -> None:
    board = opened(desk, next(
        one.name for one in every_lesson() if one.puzzle_kind == "sudoku" and not one.compares))
    puzzle = board.draft.puzzle
    cell = next(iter(puzzle.clues))  # type: ignore[attr-defined]
    desk.move(*at(board, cell))
    desk.key("delete")
    assert cell not in board.draft.puzzle.clues  # type: ignore[attr-defined]
    assert "more than one solution" in desk.stage.edits.said or "There is a solution" in desk.stage.edits.said
    peer = next(x for x in puzzle.geometry.peers[cell] if x in puzzle.clues)  # type: ignore[attr-defined]
    desk.key(str(puzzle.clues[peer]))  # type: ignore[attr-defined]
    assert board.draft.puzzle.clues[cell] == puzzle.clues[peer]  # type: ignore[attr-defined]
    assert desk.stage.edits.tone == "bad"


def test_literals_are_negated_clauses_typed_and_removed(desk: Desk) -> None:
    board = opened(desk, "dpll")

    def part(clause: int, index: int) -> tuple[float, float]:
        return board.draft.board._placed[clause][index].center  # type: ignore[attr-defined,no-any-return]

    literal = part(0, 1)
    desk.click(*literal)
    assert board.lines[0] == "p | q"
    desk.click(*literal, 3)
    assert board.lines[0] == "q"
    desk.click(*part(1, 0))
    assert board.text == "~p | r"
    desk.key("backspace", "q", "return")
    assert board.lines[1] == "~p | q"
    count = len(board.lines)
    desk.click(*desk.boxes()["edit-remove"].center)
    assert len(board.lines) == count - 1
    board.choose(len(board.lines))
    desk.frame()
    desk.type("p & q")
    desk.key("return")
    assert "is no literal" in desk.stage.edits.said
    assert board.text == "p & q"
    for line in ("q", "~q"):
        board.choose(len(board.lines))
        board.text = line
        board.keep()
    assert desk.stage.edits.said == "There is no solution."


def test_what_is_typed_but_not_yet_kept_is_run_as_well_or_says_why_not(desk: Desk) -> None:
    board = opened(desk, "dpll")
    first = desk.stage
    board.choose(len(board.lines))
    desk.frame()
    desk.type("p | | q")
    desk.key("ctrl return")
    assert desk.stage is first
    assert first.edits.open
    assert "a literal is missing" in first.edits.said
    assert board.text == "p | | q"
    desk.key(*["backspace"] * 4)
    desk.type(" q")
    desk.key("ctrl return")
    assert desk.stage is not first
    assert "p | q" in text_of(desk)


def test_what_is_typed_is_not_lost_by_a_click_elsewhere(desk: Desk) -> None:
    """On the board it stays as it was typed; on another line it is kept first, or it is told why it cannot be."""
    board = opened(desk, "dpll")
    board.choose(0)
    desk.frame()
    desk.type(" | s")
    typed, before = board.text, list(board.lines)
    x, y = board.draft.board._placed[1][1].center  # type: ignore[attr-defined]
    desk.click(x, y, 3)
    assert board.lines != before
    assert board.text == typed
    board.choose(0)
    desk.frame()
    desk.type(" |")
    board.choose(2)
    assert (board.line, board.text) == (0, f"{typed} |")
    assert "a literal is missing" in desk.stage.edits.said
    desk.type(" t")
    board.choose(2)
    assert (board.line, board.text) == (2, board.lines[2])
    assert board.lines[0] == f"{typed} | t"
    assert f"{typed} | t" in text_of(desk)


def test_edges_are_drawn_by_a_drag_and_by_keys_and_the_graph_stays_where_it_is(desk: Desk) -> None:
    name = next(one.name for one in every_lesson() if one.puzzle_kind == "colouring" and not one.compares
                and len(one.puzzle.nodes) < 12)  # type: ignore[attr-defined]
    board = opened(desk, name)
    graph = board.draft.puzzle
    one = graph.nodes[0]  # type: ignore[attr-defined]
    other = next(x for x in graph.nodes[1:] if x not in graph.neighbours[one])  # type: ignore[attr-defined]
    where = at(board, other)
    drag(desk, board, one, other)
    assert (one, other) in board.draft.puzzle.edges  # type: ignore[attr-defined]
    assert at(board, other) == pytest.approx(where, abs=2)
    desk.move(*at(board, one))
    desk.key("j")
    desk.move(*at(board, other))
    desk.key("j")
    assert (one, other) not in board.draft.puzzle.edges  # type: ignore[attr-defined]
    press(desk, board, other)
    desk.key("+")
    assert len(board.draft.puzzle.colours) == len(graph.colours) + 1  # type: ignore[attr-defined]
    assert other in board.draft.puzzle.given  # type: ignore[attr-defined]


def test_a_text_that_cannot_be_read_is_mended_before_the_board_is_shown(desk: Desk) -> None:
    board = opened(desk, "where-gac-must-stop")
    edits, tabs = desk.stage.edits, desk.boxes()["edit-view"]
    desk.click(tabs.right - 20, tabs.center[1])
    assert edits.view == "As a text"
    assert edits.writing is not None
    edits.writing.replace(["puzzle: {"])
    desk.click(tabs.x + 20, tabs.center[1])
    assert edits.view == "As a text"
    assert edits.tone == "bad"
    edits.writing.undo()
    desk.click(tabs.x + 20, tabs.center[1])
    press(desk, board, "(0,0)", 3)
    assert "F . ." in text_of(desk)


def test_the_verdict_of_a_lesson_is_what_its_run_finds() -> None:
    told = 0
    for scenario in every_lesson():
        if scenario.compares or len(str(spelled(scenario.puzzle))) > 400:
            continue
        timeline, = open_timelines(scenario)
        timeline.pull(400)
        timeline.seek(len(timeline.events))
        outcome = timeline.state.outcome
        if timeline.done and outcome in ("solved", "unsatisfiable"):
            told += 1
            may_be = verdict(scenario)[1]
            assert may_be or outcome == "unsatisfiable", scenario.name
            assert not may_be or outcome == "solved" or scenario.puzzle_kind != "cnf", scenario.name
    assert told > 5
