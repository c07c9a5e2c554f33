"""What a search for solutions has chosen, and what follows from the clues alone: supposed and known differ on the
board. A label that is taken back, the value that was lost last, a tie that nobody wins, an item without an option: all
are seen where they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_chessboard import queens

from algorithms import events as e
from algorithms.core import find_algorithm
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.exact_cover import ExactCover
from algorithms.problems.forms.at_least import AtLeastForm
from algorithms.problems.forms.cnf import negation
from algorithms.problems.forms.csp import csp_of
from algorithms.problems.zebra.puzzle import Zebra
from kit.at_least_runs import forms
from kit.known_lessons import known, replayed
from kit.states import of_form
from scenarios.loader import find
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.backtracking.contribution import best
from visualizer.families.backtracking.last_solution import last_solution
from visualizer.families.backtracking.panels import headline, search_facts
from visualizer.families.backtracking.state import SearchState, search_of
from visualizer.families.backtracking.values import values
from visualizer.families.covering.state import CoverState
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.puzzles.sudoku.board import SudokuBoard
from visualizer.runs.boards import Board, board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.stage.legends import legend_of
from visualizer.stage.view import View

BOX, LOOK = Rect(0, 0, 640, 560), theme("light")
NO_NUMBERS = {"puzzles.search_marks.draw_undone": {"0": "which label of the branch it was"},
              "puzzles.search_marks.draw_denied": {"≠0": "a value"},
              "puzzles.sudoku.cell._draw_empty": {"0": "a value"}}


def run_of(puzzle: Any, name: str, **options: Any) -> tuple[Timeline[State], Board]:
    algorithm = find_algorithm(name)
    timeline: Timeline[State] = Timeline(algorithm.start(csp_of(puzzle), options, 0), start_state(puzzle, algorithm))
    timeline.pull_all()
    return timeline, board_for(puzzle)


def lesson(number: int) -> tuple[Timeline[State], SudokuBoard]:
    """Its run, and its board."""
    path = find(str(number))
    (timeline,), board = replayed(path), board_for(known(path).puzzle)
    assert isinstance(board, SudokuBoard)
    return timeline, board


def drawn(board: Board, state: State) -> list[Op]:
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, state, state, 1.0, LOOK)
    return canvas.ops


def rects(board: Board, state: State) -> list[Any]:
    """What is drawn of rectangles: the place, then what fills it, and what is around it."""
    return [op.args for op in drawn(board, state) if op.name == "rect"]


def states(timeline: Timeline[State], kind: type[Any]) -> Iterator[tuple[State, Any]]:
    """After each event of a kind."""
    for position in timeline.positions(kind):
        yield timeline.at(position + 1), timeline.events[position]


# --- known and supposed ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [49, 51, 52])
def test_what_is_not_supposed_holds_in_the_solution(number: int) -> None:
    """Of a Sudoku with one solution. All that was chosen is a label with several values, and the last ones are not."""
    timeline, board = lesson(number)
    solution = timeline.at(timeline.positions(e.Solved)[0] + 1).domains
    certain = supposed = wrong = 0
    for state, _ in states(timeline, e.Labelled):
        search, looks = search_of(state), board.looks(state, LOOK)
        chosen = {label.variable for label in search.branch if label.size > 1}
        assert {x for x, free in search.tentative.items() if free} == chosen
        for x in search.assigned:
            if x not in search.tentative:
                assert state.domains[x] == solution[x]
                assert looks[x].supposed == 0
                assert looks[x].ink in (LOOK.constraint, LOOK.on_constraint)
                certain += 1
            else:
                assert looks[x].supposed == 1 + (x in chosen)
                supposed += 1
                wrong += state.domains[x] != solution[x]
    assert certain > 100
    assert (supposed > 0, wrong > 0) == (number != 49, number != 49)


@pytest.mark.parametrize("number", [41, 51, 58, 60])
def test_the_legend_says_what_is_supposed(number: int) -> None:
    path = find(str(number))
    timeline, board = replayed(path)[0], board_for(known(path).puzzle)
    assert any(search_of(state).tentative for state, _ in states(timeline, e.Labelled))
    assert "suppose_fill" in dict(legend_of(board, known(path).algorithm))


def test_what_an_exact_cover_takes_before_any_choice_is_known() -> None:
    """Of a Sudoku whose items always had just one option left; of seven columns, where there was a choice."""
    timeline, board = lesson(63)
    taken = [event.option for _, event in states(timeline, e.OptionTaken)]
    assert len(taken) == 81
    for state, _ in [*states(timeline, e.OptionTaken)][::8]:
        assert not state.family.tentative
        assert not any(look.supposed for look in board.looks(state, LOOK).values())
    columns = replayed(find("61"))[0]
    tentative = [state.family.tentative for state, _ in states(columns, e.OptionTaken)]
    assert tentative[0]["B"] and not tentative[1]["C"] and {"B", "C"} <= tentative[1].keys()


@settings(deadline=None)
@given(forms(), st.sampled_from([("dancing-links", CoverState), ("at-least-dpll", SatState)]))
def test_what_is_assigned_and_not_supposed_holds_in_every_model(form: AtLeastForm,
                                                                how: tuple[str, type[SatState]]) -> None:
    """Not what is turned round once there are models with it, to find those without."""
    name, kind = how
    state, kept, models = of_form(form, kind), list[frozenset[str]](), list[frozenset[str]]()
    for event in find_algorithm(name).start(form, {"all": True}, 0):
        state.apply(event)
        sat = sat_of(state)
        if sat.seen_as_model:
            models.append(sat.models[-1])
        elif sat.conflict is None and not sat.clashing:
            kept.append(frozenset(one.literal for one in sat.trail if one.literal.lstrip("¬") not in sat.tentative))
    assert all(negation(literal) not in model for literals in kept for literal in literals for model in models)


def test_what_is_left_over_is_only_supposed_after_a_choice() -> None:
    timeline, _ = lesson(51)
    ((state, event),) = states(timeline, e.Neutralised)
    search = search_of(state)
    assert event.rest
    assert all(search.tentative[x] is False for x, _ in event.rest)


def test_what_is_known_rests_on_no_choice() -> None:
    """Forced labels are known, and those behind a choice are not."""
    timeline, _ = lesson(51)
    state, event = next(states(timeline, e.Emptied))
    search, start = search_of(state), timeline.at(0).domains
    first = next(index for index, label in enumerate(search.branch) if label.size > 1)
    for index, label in enumerate(search.branch):
        certain = index < first or start[label.variable] == (label.value,)
        assert (state.known()[label.variable] == (label.value,)) == certain
    assert 0 < first < len(search.branch) - 1
    assert event.variable == search.emptied


# --- back ------------------------------------------------------------------------------------------------------------


def test_a_label_that_is_taken_back_is_struck_where_it_was() -> None:
    timeline, board = lesson(51)
    backed = 0
    for state, event in states(timeline, e.BackedUp):
        look = board.looks(state, LOOK)[event.variable]
        assert look.undone == len(search_of(state).branch) + 1
        assert [mark.value for mark in look.marks if mark.line] == [event.value]
        assert sum(other.undone > 0 for other in board.looks(state, LOOK).values()) == 1
        assert [op for op in drawn(board, state) if op.name == "line" and op.args[4] == LOOK.struck]
        backed += 1
    assert backed == 10
    for state, _ in (*states(timeline, e.Labelled), *states(timeline, e.Tied), *states(timeline, e.Solved)):
        assert not any(look.undone for look in board.looks(state, LOOK).values())


@pytest.mark.parametrize("puzzle", [
    Colouring.read(colours=2, nodes=tuple("ABC"), edges=(("A", "B"), ("B", "C"), ("A", "C"))),
    queens(4), queens(4, chessboard=False)], ids=["map", "queens", "cards"])
def test_other_boards_show_it_too(puzzle: Any) -> None:
    """One tab more that is crossed out than a moment later, when nothing is looked at."""
    timeline, board = run_of(puzzle, "mrv-static")
    state, event = next(states(timeline, e.BackedUp))
    undone = search_of(state).undone
    assert undone is not None
    assert (undone.variable, undone.value) == (event.variable, event.value)
    later = state.copy()
    assert isinstance(later.family, SearchState)
    later.family.undone = None
    more, fewer = (sum(op.name == "line" and op.args[4] == LOOK.struck for op in drawn(board, one))
                   for one in (state, later))
    assert more > fewer


# --- nothing left ----------------------------------------------------------------------------------------------------


def test_an_emptied_cell_has_its_last_value_struck_and_an_arrow_from_the_cause() -> None:
    timeline, board = lesson(51)
    emptied = 0
    for state, event in states(timeline, e.Emptied):
        (value,), cell = state.domains[event.variable], board.place(BOX, event.variable)
        ops: list[tuple[str, Any]] = [(op.name, op.args) for op in drawn(board, state)]
        inside = {args[2] for name, args in ops if name == "text" and cell.contains(args[0], args[1])}
        assert inside == {str(value), "∅"}
        heads = [args[0] for name, args in ops if name == "polygon" and args[1] == LOOK.mine]
        near = min(max(abs(x - cell.center[0]), abs(y - cell.center[1]))
                   for points in heads for x, y in zip(points[::2], points[1::2], strict=True))
        assert near < cell.w
        emptied += 1
    assert emptied > 0


def test_a_tie_that_nobody_wins_is_passed() -> None:
    timeline, board = lesson(44)
    ((state, event),) = states(timeline, e.NoneScored)
    looks, before = board.looks(state, LOOK), board.looks(timeline.at(timeline.positions(e.NoneScored)[0]), LOOK)
    tied = search_of(state).tied
    assert {looks[x].score for x in tied} == {"0 ✗"}
    assert {before[x].score for x in tied} == {"0"}
    assert {before[x].ground for x in tied} == {LOOK.test}
    assert LOOK.test not in {looks[x].ground for x in tied}
    assert search_of(state).scored is None
    timeline.seek(timeline.positions(e.NoneScored)[0] + 1)
    shown = values(View(find_algorithm("mrv-plus"), board, timeline, state))
    assert [value.text for name, value in shown.items() if name == "as printed"] == ["no cell"]
    assert "CtN" not in shown
    assert event.sentence() == search_of(state).conflict
    assert not best(search_of(state))


def test_a_value_without_a_place_is_no_fault_of_what_struck_last() -> None:
    puzzle = Zebra.read(houses=4, attributes={"a": tuple("ABCD"), "b": tuple("EFGH")}, clues=(
        {"not_next": ("A", "F")}, {"not_same": ("E", "C")}, {"next": ("C", "G")}, {"left_of": ("B", "H")},
        {"right_of": ("B", "C")}))
    timeline, _ = run_of(puzzle, "mrv-static", singles=True)
    homeless = [(search_of(state), event) for state, event in states(timeline, e.Homeless)]
    assert homeless
    assert {(search.because, search.hit, search.unit == event.unit) for search, event in homeless} == {
        (None, None, True)}


def test_a_conflict_before_any_choice_is_no_way_back_and_the_end_is_told() -> None:
    triangle = Colouring.read(colours=1, nodes=tuple("ABC"), edges=(("A", "B"), ("B", "C"), ("A", "C")))
    timeline, _ = run_of(triangle, "mrv-plus", singles=True)
    ((state, event),) = states(timeline, e.Emptied)
    facts = {fact.label: fact.text for fact in search_facts(state, event)}
    assert facts["Conflict"] == "nothing was chosen before"
    ((state, event),) = states(timeline, e.SearchEnded)
    assert headline(state, event) == event.sentence()
    only = Colouring.read(colours=1, nodes=("A",), edges=())
    timeline, _ = run_of(only, "mrv-plus", singles=True, all=True)
    ((state, event),) = states(timeline, e.SearchEnded)
    assert headline(state, event) == event.sentence()


def test_the_cells_in_which_solutions_differ_are_dashed() -> None:
    """The forbidden rectangle, and nothing else, once the second solution has been undone."""
    timeline, board = lesson(80)
    timeline.seek(len(timeline.events))
    shown = last_solution(View(find_algorithm("mrv-plus"), board, timeline, timeline.state))
    assert shown is not None
    assert search_of(shown).open_again == ("D3", "D9", "F3", "F9")


# --- an exact cover --------------------------------------------------------------------------------------------------


def test_queens_that_are_taken_for_now_are_only_supposed() -> None:
    """Until they are a solution; the rows of the matrix as the squares."""
    path = find("62")
    (timeline,), board = replayed(path), board_for(known(path).puzzle)
    assert isinstance(known(path).puzzle, ExactCover)
    seen = {False: 0, True: 0}
    for position in (*timeline.positions(e.OptionTaken)[:9], *timeline.positions(e.CoverFound)[:2]):
        state = timeline.at(position + 1)
        ops, solved = drawn(board, state), isinstance(timeline.events[position], e.CoverFound)
        crowns = [op.args[1] for op in ops if op.name == "polygon" and op.args[1] in (LOOK.suppose, LOOK.on_no_mine)]
        assert {*crowns} == {LOOK.on_no_mine if solved else LOOK.suppose}
        assert any(op.name == "rect" and op.args[4] == LOOK.no_mine for op in ops) == solved
        seen[solved] += 1
    assert seen == {False: 9, True: 2}


def test_an_item_that_is_starved_is_broken_on_the_chessboard() -> None:
    path = find("62")
    (timeline,), board = replayed(path), board_for(known(path).puzzle)
    starved = 0
    for state, event in states(timeline, e.ItemStarved):
        broken = [Rect(*args[:4]) for args in rects(board, state) if args[4] == LOOK.mine]
        line = [f"{event.item}{row}" if event.item.isalpha() else f"{row}{event.item}"
                for row in ("12345" if event.item.isalpha() else "abcde")]
        for name in board.layout.places:
            square = board.place(BOX, name)
            assert any(square.contains(*one.center) and one.w > square.w - 1 for one in broken) == (name in line)
        starved += 1
    assert starved == 4


def test_the_item_in_question_has_a_rim() -> None:
    path = find("62")
    (timeline,), board = replayed(path), board_for(known(path).puzzle)
    state, event = list(states(timeline, e.ItemSelected))[1]
    rims = [Rect(*args[:4]) for args in rects(board, state) if args[4] is None and args[5] == LOOK.constraint]
    column = [board.place(BOX, f"{event.item}{row}") for row in range(1, 6)]
    assert len(rims) == 5
    assert all(any(square.contains(*rim.center) for square in column) for rim in rims)


# --- a decision against a value --------------------------------------------------------------------------------------


def test_a_value_that_a_decision_denies_is_no_consequence() -> None:
    """Lesson 55: among the candidates it is struck on the ground of decisions, and a value that follows keeps it."""
    timeline, board = lesson(55)
    state, event = next(states(timeline, e.Decided))
    cell, value = event.literal.lstrip("¬").split("=")
    assert event.literal.startswith("¬")
    chosen = {(x, mark.value) for x, look in board.looks(state, LOOK).items() for mark in look.marks if mark.chosen}
    assert chosen == {(cell, int(value))}
    later = next(timeline.at(at + 1) for at in timeline.positions(e.Implied)
                 if at > timeline.positions(e.Decided)[0] and f" {cell}=" in f" {timeline.events[at].sentence()}")
    assert board.looks(later, LOOK)[cell].denied == value
    assert f"≠{value}" in [op.args[2] for op in drawn(board, later) if op.name == "text"]
    assert not any(look.denied for look in board.looks(timeline.at(0), LOOK).values())


def test_all_values_that_decisions_deny_a_cell_are_told_apart_from_what_follows() -> None:
    timeline, board = lesson(55)
    state, _ = next(states(timeline, e.Decided))
    sat = sat_of(state)
    open_ = {x: [value for value in range(1, 10) if f"{x}={value}" not in sat.values] for x in state.domains}
    cell = next(x for x, left in open_.items() if len(left) > 2)
    for value in open_[cell][:2]:
        sat.assign(f"¬{cell}={value}", None, decided=True)
    assert [mark.value for mark in board.looks(state, LOOK)[cell].marks if mark.chosen] == open_[cell][:2]
