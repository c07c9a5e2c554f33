"""The models that a search has found, below its trail; and what clauses look at: eyes that move, and counts."""

from __future__ import annotations

from collections import Counter
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.events import Modelled, Undone, Watched
from algorithms.problems.forms.cnf import negation
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.drawn_texts import outside
from kit.known_lessons import known, replayed
from kit.session_desk import finish, open_session
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.satisfiability.entries import Model
from visualizer.families.satisfiability.found import draw_models, lists_models, model_state, models_room
from visualizer.families.satisfiability.panels import eye_on
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.puzzles import formula as formula_board
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.formula_watches import draw_count, draw_watches
from visualizer.runs.session import Session
from visualizer.stage.view import View

DARK = theme("dark")
CLAUSES = st.lists(st.lists(st.sampled_from(["p", "~p", "q", "~q", "r", "~r", "s", "~s"]), min_size=1, max_size=3,
                            unique=True).map(" | ".join), min_size=1, max_size=6).map(", ".join)


@settings(max_examples=40, deadline=None)
@given(CLAUSES, st.sampled_from(["cdcl", "dpll"]))
def test_models_are_remembered_with_what_was_chosen_and_what_excludes_them(formula: str, algorithm: str) -> None:
    """Each satisfies all clauses; the one that excludes it is false in it, and has nothing but what was chosen."""
    source = f'puzzle: {{kind: cnf, formula: "{formula}"}}\nalgorithm: {algorithm}\noptions: {{all: true}}\n'
    timeline = finish(open_session(f"title: T\n{source}")).timeline
    state = sat_of(timeline.at(len(timeline.events)))
    assert [model.number for model in state.remembered] == list(range(1, state.found + 1))[-6:]
    for model in state.remembered:
        assert model.chosen <= model.literals
        for clause in range(1, state.form.count + 1):
            assert model.literals.intersection(state.literals_of(clause))
        if model.excluded is not None:
            assert {negation(literal) for literal in state.literals_of(model.excluded)} == model.chosen
    for kind in (Modelled, Undone):
        for position in [index + 1 for index in timeline.positions(kind)]:
            then = sat_of(timeline.at(position))
            assert not then.visited and then.clause in (None, then.newest)  # nothing is looked at that is over


@pytest.mark.parametrize("lesson", ["a-backbone-by-listing-models", "all-models-by-blocking", "dpll-all-models"])
@pytest.mark.parametrize("palette", NAMES)
def test_models_are_drawn_inside_their_room_as_soon_as_the_search_goes_on(lesson: str, palette: str) -> None:
    session = Session(known(find(lesson)))
    finish(session)
    timeline = session.timeline
    drawn = 0
    for position in range(0, len(timeline.events) + 1, 3):
        timeline.seek(position)
        state, canvas = sat_of(timeline.state), RecordingCanvas()
        view = View(session.scenario.algorithm, session.board, timeline, timeline.state)
        box = Rect(0, 0, 532, models_room(canvas, Rect(0, 0, 532, 276), view, 1.0))
        draw_models(canvas, box, view, state, theme(palette), 1.0)
        assert outside(canvas, (532, 276)) == []
        numbers = [str(op.args[2]) for op in canvas.ops if op.name == "text" and str(op.args[2]).startswith("model ")]
        assert bool(numbers) == lists_models(state)
        assert numbers == [f"model {model.number}" for model in state.remembered][-len(numbers):] or not numbers
        drawn += len(numbers)
    assert drawn


def test_models_of_many_variables_take_no_room() -> None:
    session = Session(known(find("a-hard-formula")))
    session.timeline.pull(3000)
    session.timeline.seek(len(session.timeline.events))
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state)
    state = sat_of(session.state)
    state.found, state.remembered = 2, (Model(1, frozenset(), frozenset()), Model(2, frozenset(), frozenset()))
    assert len(state.form.names) > 16 and lists_models(state)
    assert models_room(RecordingCanvas(), Rect(0, 0, 532, 276), view, 1.0) == 0


def test_small_boards_of_models_keep_all_numbers() -> None:
    session = Session(known(find("a-backbone-by-listing-models")))
    finish(session)
    state = session.timeline.at(len(session.timeline.events))
    puzzle = session.scenario.puzzle
    assert isinstance(puzzle, Gnomine)
    constraints = puzzle.as_csp().constraints
    boards = [model_state(state, model).domains for model in sat_of(state).remembered]
    assert len(boards) == 6 and len({str(board) for board in boards}) == 6
    assert all(c.allows([board[x][0] for x in c.scope]) for board in boards for c in constraints)
    assert sat_of(state).fates  # the run's own state is as it was


def chips_of(board: FormulaBoard, state: SatState, clause: int) -> list[tuple[str, Rect]]:
    return list(zip(state.literals_of(clause), board.places(RecordingCanvas(), Rect(0, 0, 700, 500))[clause - 1][1:],
                    strict=True))


def test_each_watch_has_one_eye_and_each_move_one_way() -> None:
    """In all states of the lesson, against the lists of the state and what the events say of moves."""
    timeline, board = replayed(find("watch-lists"))[0], Session(known(find("watch-lists"))).board
    assert isinstance(board, FormulaBoard)
    moves = 0
    for position in range(1, len(timeline.events) + 1):
        before, after = sat_of(timeline.at(position - 1)), sat_of(timeline.at(position))
        event = timeline.events[position - 1]
        for clause in range(1, after.form.count + 1):
            chips, canvas = chips_of(board, after, clause), RecordingCanvas()
            draw_watches(canvas, clause, chips, (before, after), 1.0, DARK)
            eyes: list[Any] = [op.args[:4] for op in canvas.ops if op.name == "rect"]
            expected = [eye_on(place) for literal, place in chips if literal in after.watched_in(clause)]
            assert sorted(eyes) == sorted(tuple(round(part, 1) for part in place) for place in expected)
            ways = sum(op.name == "rect" and op.args[4] == DARK.accent for op in canvas.ops)
            assert ways == (clause in dict(after.moved))
            if isinstance(event, Watched):
                assert (clause in dict(event.moved)) == bool(ways)
                moves += ways
    assert moves > 5


@pytest.mark.parametrize("run", [0, 1])
def test_clauses_that_count_have_the_number_that_their_visits_made(run: int) -> None:
    """One more with each visit, one less where a literal that was propagated is taken back."""
    timeline = replayed(find("two-watched-literals"))[run]
    counted, counts, done = 0, Counter[int](), set[str]()
    for position, event in enumerate(timeline.events, 1):
        state = sat_of(timeline.at(position))
        if isinstance(event, Watched):
            counts.update(event.clauses)
            done.add(event.literal)
        elif isinstance(event, Undone):
            for literal in done.intersection(event.literals):
                counts.subtract(state.clauses_with(negation(literal)))
            done -= set(event.literals)
        for clause in range(1, state.form.count + 1):
            canvas, literals = RecordingCanvas(), state.literals_of(clause)
            draw_count(canvas, Rect(20, 20, 200, 30), literals, state, DARK)
            said = [op.args[2] for op in canvas.ops if op.name == "text"]
            assert said == ([str(counts[clause])] if counts[clause] and run == 1 else [])
            counted += len(said)
    assert bool(counted) == (run == 1)


@pytest.mark.parametrize("rest", ["", ", ~p | q, ~q | r, ~r | ~p | q"])
def test_a_clause_that_is_always_true_counts_nothing_and_watches_nothing(rest: str) -> None:
    """At-least constraints have none for it."""
    session = finish(open_session(
        f'title: T\nalgorithm: at-least-dpll\npuzzle: {{kind: cnf, formula: "p | ~p{rest}"}}\n'))
    timeline = session.timeline
    with patch.object(formula_board, "draw_count", wraps=draw_count) as count, \
            patch.object(formula_board, "draw_watches", wraps=draw_watches) as watches:
        for position in range(len(timeline.events) + 1):
            state = timeline.at(position)
            session.board.draw(RecordingCanvas(), Rect(0, 0, 700, 500), state, state, 1.0, DARK)
    assert all([*call.args[2]] != ["p", "¬p"] for call in count.call_args_list)
    assert all(call.args[1] > 0 for call in watches.call_args_list)
    assert bool(count.call_args_list) == bool(rest)
