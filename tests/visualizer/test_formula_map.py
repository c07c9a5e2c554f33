"""The map of a large formula: its tiles are what a second count of the clauses says, wherever one zooms."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.events import Blocked, Conflicted, FixedBackbone, Forgotten, Learned, Probed
from algorithms.problems.formula import Formula, RandomFormula
from kit.known_lessons import known, recorded
from kit.session_desk import finish, recorded_session
from kit.widget_stage import texts
from scenarios.loader import find
from visualizer.canvas.fonts import Style
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import theme
from visualizer.canvas.zoom import Zoom
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.families.satisfiability.tally import TRUE, Tally, histogram, worst
from visualizer.families.satisfiability.tiles import LEAST, Grid, draw_tiles, lay
from visualizer.puzzles.formula import FormulaBoard
from visualizer.puzzles.formula_map import CLAUSE
from visualizer.puzzles.formula_question import reasons
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

DARK = theme("dark")
BOX = Rect(0, 0, 694, 580)
VALUES = st.dictionaries(st.sampled_from("abcdef"), st.booleans())
CLAUSES = st.lists(st.lists(st.sampled_from("abcdef").flatmap(lambda v: st.sampled_from([v, f"¬{v}"])), min_size=1,
                            max_size=5), max_size=20)


def state_by_hand(clause: list[str], values: dict[str, bool]) -> int:
    """Written anew: whether a literal is true, else how many different ones are open."""
    truths = {one: values.get(one[-1]) for one in clause}
    if any(value is (one[0] != "¬") for one, value in truths.items() if value is not None):
        return TRUE
    return sum(value is None for value in truths.values())


@given(CLAUSES, st.lists(VALUES, max_size=6))
def test_the_tally_is_right_whatever_it_was_before(clauses: list[list[str]], way: list[dict[str, bool]]) -> None:
    tally = Tally(clauses)
    for values in way:
        tally.read(values)
        assert tally.all() == [state_by_hand(clause, values) for clause in clauses]
        assert sum(histogram(tally.all())) == len(clauses)


def test_the_worst_of_several_is_shown() -> None:
    assert [worst(states) for states in ([TRUE, 3, 2], [TRUE, TRUE], [1, 0, TRUE], [4, 1])] == [2, TRUE, 0, 1]


@given(st.floats(60, 1200), st.floats(60, 900), st.integers(1, 20_000), st.integers(0, 3000))
def test_all_tiles_have_room_or_stand_for_more(width: float, height: float, given_: int, learned: int) -> None:
    first, second = lay(Rect(0, 0, width, height), given_, learned, 20)
    assert first.pitch >= LEAST
    assert first.each == second.each
    assert first.tiles * first.each >= given_
    if first.each < given_ + learned:
        assert first.height + (20 + second.height if learned else 0) <= height + 0.01


@given(st.integers(20, 3000), st.integers(0, 400), st.floats(1.0, 3.0))
def test_tiles_grow_with_the_stage(given_: int, learned: int, unit: float) -> None:
    small, large = (lay(Rect(0, 0, 380 * times, 440 * times), given_, learned, 20 * times, times)[0]
                    for times in (1.0, unit))
    assert large.each <= small.each
    assert large.each < small.each or large.pitch >= int(small.pitch * unit) - 2


def test_a_clause_in_letters_has_letters_as_large_as_the_stage_has_points() -> None:
    puzzle: Any = known(find("a-hard-backbone")).puzzle
    for scale in (1.0, 1.25, 1.5, 2.0):
        board = FormulaBoard(puzzle)
        box = Rect(0, 0, 694 * scale, 620 * scale)
        rows = board.places(RecordingCanvas(), box)
        heights = {place.h for row in rows for place in row}
        assert all(height * 0.62 >= 12 * scale - 0.01 for height in heights), scale


@cache
def timeline() -> Any:
    found = open_timelines(known(find("a-hard-formula")))[0]
    found.pull_all()
    return found


def at(share: float) -> tuple[FormulaBoard, Any, SatState]:
    found = timeline()
    found.seek(round(share * len(found.events)))
    puzzle: Any = known(find("a-hard-formula")).puzzle
    return FormulaBoard(puzzle), found.state, sat_of(found.state)


def drawn(board: FormulaBoard, state: Any, pointed: str | None = None) -> RecordingCanvas:
    canvas = RecordingCanvas()
    board.draw(canvas, BOX, state, state, 1, DARK, pointed=pointed)
    return canvas


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 1), st.floats(120, 420))
def test_beside_the_number_of_clauses_stands_what_has_room(share: float, width: float) -> None:
    board, state, _ = at(share)
    canvas = RecordingCanvas()
    board.draw(canvas, Rect(0, 0, width, 130), state, state, 1, DARK)
    written = [op.args for op in canvas.ops if op.name == "text"]
    head = next(index for index, args in enumerate(written) if str(args[2]).endswith(" clauses"))
    row = [args for args in written if args[1] == written[head][1]]
    ends = [float(str(x)) + canvas.measure(str(text), float(str(size)), cast(Style, style))
            for x, _, text, size, _, _, style, *_ in row]
    assert all(end < float(str(args[0])) for end, args in zip(ends, row[1:], strict=False))
    assert width < 160 or max(ends) <= width


@settings(max_examples=15, deadline=None)
@given(st.floats(0, 1))
def test_the_histogram_and_the_headings_count_all_clauses(share: float) -> None:
    board, state, sat = at(share)
    said = texts(drawn(board, state))
    clauses = [sat.literals_of(number) for number in (*range(1, sat.form.count + 1), *sat.learned)]
    truths = [[sat.truth(literal) for literal in dict.fromkeys(clause)] for clause in clauses]
    true = sum(True in one for one in truths)
    open_ = [one.count(None) for one in truths if True not in one]
    counts = [true, sum(many > 1 for many in open_), open_.count(1), open_.count(0)]
    names = ["true", "open", "unit", "false"]
    assert [said[said.index(name) + 1] for name in names] == [f"{count:,}" for count in counts]
    assert "256 clauses" in said
    assert not sat.learned or f"{len(sat.learned)} learned" in said
    assert all(float(str(op.args[3])) >= SMALLEST for op in drawn(board, state).ops if op.name == "text")


@settings(max_examples=15, deadline=None)
@given(st.floats(0, 1), st.integers(1, 256))
def test_a_tile_that_is_pointed_at_is_enlarged_with_its_reasons(share: float, number: int) -> None:
    board, state, sat = at(share)
    drawn(board, state)
    place = board.place(BOX, f"{CLAUSE}{number}")
    name = board.at(BOX, *place.center)
    assert name == f"{CLAUSE}{number}"
    assert board.points_at(name)
    said = texts(drawn(board, state, name))
    assert said.count(str(number)) >= 2  # on the tile, and before the clause itself
    for literal, reason in reasons(sat, number).items():
        assert literal.removeprefix("¬") in {one.lstrip("¬") for one in sat.literals_of(reason)}
        assert sat.truth(literal) is False


def test_arrows_walk_over_the_tiles() -> None:
    board, state, _ = at(0.5)
    drawn(board, state)
    first = board.next_to(None, (1, 0))
    assert first == f"{CLAUSE}1"
    assert board.next_to(first, (1, 0)) == f"{CLAUSE}2"
    below = board.next_to(first, (0, 1))
    assert below is not None
    assert board.place(BOX, below).x == board.place(BOX, first).x
    assert board.next_to(below, (0, -1)) == first
    assert board.next_to(first, (-1, 0)) == first


def test_zooming_in_brings_back_the_text() -> None:
    board, state, sat = at(0.5)
    drawn(board, state)
    window = board.zooms(BOX)
    assert window is not None
    literals = set(sat.literals_of(1))
    board.zoom.magnify(window, (window.x + 2, window.y + 2), 1000)
    assert literals <= set(texts(drawn(board, state)))


@given(st.lists(st.tuples(st.floats(0, 700), st.floats(0, 600), st.floats(0.2, 4), st.floats(-400, 400)), max_size=9))
def test_a_zoom_never_leaves_its_box(moves: list[tuple[float, float, float, float]]) -> None:
    zoom, box = Zoom(), Rect(10, 20, 700, 600)
    for x, y, factor, away in moves:
        zoom.magnify(box, (x + 10, y + 20), factor)
        zoom.drag(box, away, -away)
        whole = zoom.of(box)
        assert whole.x <= box.x + 0.01
        assert whole.y <= box.y + 0.01
        assert whole.right >= box.right - 0.01
        assert whole.bottom >= box.bottom - 0.01


def test_a_formula_of_thousands_of_clauses_is_few_primitives() -> None:
    puzzle = Formula.read(random=RandomFormula(variables=600, clauses=2500, seed=1))
    board = FormulaBoard(puzzle)
    state: Any = timeline().at(0)
    places = [place for row in board.places(RecordingCanvas(), BOX) for place in row]
    assert places == []
    assert len(drawn(board, state).ops) < 1500


def test_the_tiles_do_not_lie_on_each_other() -> None:
    first, second = lay(Rect(0, 0, 370, 400), 40, 10, 20)
    places = [grid.place(tile) for grid in (first, second) for tile in range(grid.tiles)]
    assert all(one.right <= other.x or other.right <= one.x or one.bottom <= other.y or other.bottom <= one.y
               for one, other in combinations(places, 2))


def test_a_step_of_a_proof_has_its_clause_in_question() -> None:
    """And says nothing of the run's own, nor that there is none."""
    session = finish(recorded_session(known(find("a-hard-formula"))))
    seen, stills = set(), Stills()
    for place in list(session.board.layout.places)[:6]:
        session.why_not(place)
        for _ in range(len(session.chain.rows) if session.chain is not None else 0):
            assert session.chain is not None
            through = [name for link in session.reason for name in link.through if name.startswith(CLAUSE)]
            view = View(session.scenario.algorithm, session.board, session.timeline, session.state,
                        reason=session.reason, lens=session.lens, chain=session.chain)
            canvas = RecordingCanvas(stills)
            draw_stage(canvas, Rect(0, 0, 1280, 720), view, DARK, 1.0)
            said = texts(canvas)
            assert "No clause is in question" not in said
            assert not any("as decided, by no clause" in one for one in said)
            if through:
                assert any(one.startswith(f"Clause {through[0].removeprefix(CLAUSE)} ") for one in said), through
                made = session.chain.row.says
                seen.add("made" if any("made" in one and "true" in one for one in said) else made)
            else:
                assert "This step is by no clause" in said
            session.step_proof(forward=True)
    assert "made" in seen


def test_a_slot_is_kept_only_where_a_clause_is_about_to_be_learned() -> None:
    """A clause that is false without any decision is the end."""
    timeline, seen = recorded(find("a-hard-formula"))[0], set[bool]()
    board = board_for(known(find("a-hard-formula")).puzzle)
    for position in timeline.positions(Conflicted)[-40:]:
        state = timeline.at(position + 1)
        canvas = RecordingCanvas()
        board.draw(canvas, BOX, state, state, 1.0, DARK)
        learns = any(isinstance(event, Learned) for event in timeline.events[position:])
        ring = sum(op.name == "circle" and op.args[3] == DARK.accent for op in canvas.ops)
        assert (ring >= 8) == learns
        seen.add(learns)
    assert seen == {True, False}


def test_what_excludes_models_is_told_from_what_was_learned() -> None:
    """Lesson 30: two kinds of clauses, each counted and in its shape; at the end nothing is said that is untrue."""
    found = recorded(find("a-hard-backbone-by-listing-models"))[0]
    puzzle: Any = known(find("a-hard-backbone-by-listing-models")).puzzle
    for share in (0.3, 0.6, 1.0):
        found.seek(round(share * len(found.events)))
        past = found.events[:found.position]
        learned = sum(isinstance(event, Learned) for event in past) - sum(
            len(event.clauses) for event in past if isinstance(event, Forgotten))
        said = texts(drawn(FormulaBoard(puzzle), found.state))
        assert {f"{learned} learned", f"{sum(isinstance(event, Blocked) for event in past)} added"} <= {*said}
    assert "This model was the last one: no" in said and "A model: every clause has a true" not in said
    facts, backbones = 1, found.count(FixedBackbone, found.position)
    assert any(text.startswith(f"✓ {facts} fact + {backbones} in ") for text in said)


def test_the_shape_of_a_tile_says_if_its_clause_was_learned() -> None:
    for learned in ([True, False, True], [False, False, False], []):
        canvas = RecordingCanvas()
        draw_tiles(canvas, Rect(0, 0, 60, 20), Grid(Rect(0, 0, 60, 20), 3, 20, 3, 1), [TRUE, TRUE, 2], DARK, DARK.panel,
                   learned=learned)
        rounds = [float(str(op.args[7])) > 8 for op in canvas.ops if op.name == "rect"][1:]
        assert rounds == (learned or [False] * 3)


def test_while_something_new_is_asked_the_last_model_is_called_so() -> None:
    found = recorded(find("a-hard-backbone"))[0]
    puzzle: Any = known(find("a-hard-backbone")).puzzle
    found.seek(found.positions(Probed)[0] + 1)
    said = " ".join(texts(drawn(FormulaBoard(puzzle), found.state)))
    assert "Still the last model" in said and "A model: every" not in said
