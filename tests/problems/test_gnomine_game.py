"""The rules of Gnomine: clicks, floods, chords, flags, the end of the game, and playing on by inference."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.consistency.arc_consistency import Consistency
from algorithms.core import Steps, find_algorithm, trace
from algorithms.events import Flagged, GameEnded, Uncovered
from algorithms.problems.gnomine.game import (
    LEVELS,
    chord,
    ended,
    first_click,
    flag,
    mines_left,
    moves,
    play_on,
    played,
    uncover,
)
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, RandomPosition, name
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError
from kit.session_desk import fold
from visualizer.puzzles.gnomine.state import field_of


def field(*rows: str, mines: bool = True) -> Gnomine:
    """A covered field with mines where a row has ``*``, flags where it has ``F`` (right) or ``f`` (wrong)."""
    cells = {name(i, j): letter for i, row in enumerate(rows) for j, letter in enumerate(row)}
    laid = frozenset(x for x, letter in cells.items() if letter in "*F")
    seen = {x: FLAG if letter in "Ff" else COVERED for x, letter in cells.items()}
    return Gnomine(len(rows), len(rows[0]), seen, len(laid) if mines else None, laid)


def after_click(puzzle: Gnomine, x: str) -> Gnomine:
    return played(puzzle, uncover(puzzle, x))


def gac(puzzle: Gnomine) -> Steps[Consistency]:
    return find_algorithm("gac").start(puzzle.as_csp(), {}, 0)


@st.composite
def fields(draw: st.DrawFn) -> Gnomine:
    rows, columns = draw(st.integers(1, 7)), draw(st.integers(1, 7))
    letters = st.text("..........***Ff", min_size=columns, max_size=columns)
    return field(*(draw(letters) for _ in range(rows)))


@given(fields(), st.data())
def test_a_click_opens_what_the_rules_say(puzzle: Gnomine, data: st.DataObject) -> None:
    assert puzzle.laid is not None
    click = data.draw(st.sampled_from(list(puzzle.seen)))
    events = uncover(puzzle, click)
    if puzzle.seen[click] == FLAG or ended(puzzle) is not None:
        assert events == []
        return
    first = events[0]
    assert isinstance(first, Uncovered)
    assert first.cells[0][0] == click
    if click in puzzle.laid:
        assert events == [Uncovered(((click, MINE),)), GameEnded(False)]
        return
    # An independent reference: grow the opened set until nothing next to an open 0 is left.
    around = {x: sum(y in puzzle.laid for y in puzzle.neighbours(x)) for x in puzzle.seen}
    opened = {click}
    while True:
        grown = opened | {
            y for x in opened if around[x] == 0 for y in puzzle.neighbours(x) if puzzle.seen[y] == COVERED
        }
        if grown == opened:
            break
        opened = grown
    assert len(first.cells) == len(opened)
    assert dict(first.cells) == {x: around[x] for x in opened}
    won = opened == set(puzzle.seen) - puzzle.laid
    assert events[1:] == ([GameEnded(True)] if won else [])


def test_the_last_safe_field_wins_and_then_nothing_happens() -> None:
    puzzle = field("*.", "..")
    for x in ("(0,1)", "(1,0)"):
        puzzle = after_click(puzzle, x)
        assert ended(puzzle) is None
    assert uncover(puzzle, "(1,1)") == [Uncovered((("(1,1)", 1),)), GameEnded(True)]
    puzzle = after_click(puzzle, "(1,1)")
    assert ended(puzzle) is True
    assert uncover(puzzle, "(0,0)") == flag(puzzle, "(0,0)") == chord(puzzle, "(1,1)") == []
    assert moves(puzzle, puzzle.domains()) == []


def test_a_mine_loses_and_then_nothing_happens() -> None:
    puzzle = after_click(field("*...", "..*."), "(0,0)")
    assert puzzle.seen["(0,0)"] == MINE
    assert ended(puzzle) is False
    assert uncover(puzzle, "(1,3)") == flag(puzzle, "(1,3)") == []


def test_clicks_without_meaning() -> None:
    puzzle = after_click(field("*F..", "..*."), "(0,2)")
    assert uncover(puzzle, "(0,2)") == []  # open
    assert uncover(puzzle, "(0,1)") == []  # flagged
    assert uncover(puzzle, "(9,9)") == flag(puzzle, "(9,9)") == chord(puzzle, "(9,9)") == []
    assert flag(puzzle, "(0,2)") == []
    assert chord(puzzle, "(0,0)") == []  # covered
    with pytest.raises(ValueError, match="first_click"):
        uncover(replace(puzzle, laid=None), "(0,3)")


def test_flags_toggle_and_count() -> None:
    puzzle = field("*...", "..*.")
    assert mines_left(puzzle) == 2
    events = flag(puzzle, "(1,1)")
    assert events == [Flagged(("(1,1)",))]
    puzzle = played(puzzle, events)
    assert (puzzle.seen["(1,1)"], mines_left(puzzle)) == (FLAG, 1)
    events = flag(puzzle, "(1,1)")
    assert events == [Flagged(("(1,1)",), on=False)]
    assert played(puzzle, events).seen["(1,1)"] == COVERED
    assert mines_left(replace(puzzle, mines=None)) is None


def test_a_chord_opens_the_rest_if_the_flags_are_as_many() -> None:
    puzzle = after_click(field("*...*", ".....", "....*", "...*."), "(0,1)")
    assert chord(puzzle, "(0,1)") == []  # no flag yet
    puzzle = played(puzzle, flag(puzzle, "(0,0)"))
    opened = played(puzzle, chord(puzzle, "(0,1)"))
    assert {x for x, seen in opened.seen.items() if seen >= 0} >= {"(0,1)", "(0,2)", "(1,0)", "(1,1)", "(1,2)"}
    assert len(chord(puzzle, "(0,1)")) == 1
    assert ended(opened) is None
    assert chord(opened, "(0,1)") == []  # nothing left to open


def test_a_chord_with_a_wrong_flag_loses() -> None:
    puzzle = after_click(field("*.f", "..."), "(0,1)")
    events = chord(puzzle, "(0,1)")
    assert events[-1] == GameEnded(False)
    assert played(puzzle, events).seen["(0,0)"] == MINE


def test_a_chord_wins_too() -> None:
    puzzle = after_click(field("F.."), "(0,1)")
    assert chord(puzzle, "(0,1)") == [Uncovered((("(0,2)", 0),)), GameEnded(True)]


@pytest.mark.parametrize("level", list(LEVELS))
def test_the_first_click_is_safe(level: str) -> None:
    rows, columns, mines = LEVELS[level]
    covered = Gnomine.read(random=RandomPosition(rows, columns, mines, reveal=0))
    rng = Random(0)
    for seed in range(100):
        click = name(rng.randrange(rows), rng.randrange(columns))
        puzzle = first_click(covered, click, seed)
        assert puzzle.laid is not None
        assert len(puzzle.laid) == mines
        assert GameEnded(False) not in uncover(puzzle, click)
        assert first_click(puzzle, "(0,0)", seed + 1) is puzzle
        assert puzzle == first_click(covered, click, seed)


def test_the_first_click_where_one_field_is_left_for_it() -> None:
    full = Gnomine.read(board=". .\n. .", mines=3)
    for seed in range(20):
        assert first_click(full, "(1,0)", seed).laid == frozenset({"(0,0)", "(0,1)", "(1,1)"})
    assert first_click(Gnomine.read(board=".", mines=1), "(0,0)", 0).laid == frozenset({"(0,0)"})
    no_total = first_click(Gnomine.read(board=". . . . .\n. . . . ."), "(0,0)", 0)
    assert no_total.laid is not None
    assert len(no_total.laid) == 2


def test_a_click_on_a_board_in_progress_lays_mines_that_agree() -> None:
    puzzle = Gnomine.read(board="1 . .\n. . .\n. . 1", mines=3)
    for seed in range(50):
        laid = first_click(puzzle, "(0,1)", seed).laid
        assert laid is not None
        assert len(laid) == 3
        assert not laid & {"(0,0)", "(2,2)"}
        assert len(laid & {"(0,1)", "(1,0)", "(1,1)"}) == 1 == len(laid & {"(1,1)", "(1,2)", "(2,1)"})
    with pytest.raises(PuzzleError, match="change a number"):
        first_click(Gnomine(1, 3, {"(0,0)": 0, "(0,1)": COVERED, "(0,2)": 1}), "(0,1)", 0)


def test_moves_flag_first_then_uncover_in_reading_order() -> None:
    puzzle = after_click(field("*....", "....*", "*...."), "(0,2)")
    covered = [x for x, seen in puzzle.seen.items() if seen == COVERED]
    laid = puzzle.laid or frozenset()
    known = {x: (1,) if x in laid else (0,) for x in puzzle.seen}
    events = moves(puzzle, known)
    assert events[0] == Flagged(("(0,0)", "(1,4)", "(2,0)"))
    assert events[-1] == GameEnded(True)
    opened = [event.cells[0][0] for event in events if isinstance(event, Uncovered)]
    assert opened == sorted(opened)
    assert ended(played(puzzle, events)) is True
    assert set(opened) <= set(covered)
    assert moves(puzzle, puzzle.domains()) == []


@pytest.mark.parametrize("laid", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_playing_on_ends_where_gac_knows_no_more(seed: int, laid: bool) -> None:
    start = Gnomine.read(random=RandomPosition(9, 9, 10, seed=seed, reveal=3))
    start = start if laid else replace(start, laid=None)
    events, answer = trace(play_on(start, gac))
    final = played(start, events)
    state = fold(start, events)
    assert field_of(state).seen == final.seen
    assert state.domains == answer.domains
    assert field_of(state).ended == ended(final) is not False
    assert answer.consistent
    assert answer == trace(gac(final))[1]  # it describes the final position …
    covered = [x for x, seen in final.seen.items() if seen == COVERED]
    assert ended(final) or all(len(answer.domains[x]) == 2 for x in covered)  # … and nothing is left to do
    if start.laid is not None:
        assert {x for x, seen in final.seen.items() if seen == FLAG} <= start.laid


def test_some_games_are_won_by_inference_alone() -> None:
    starts = [Gnomine.read(random=RandomPosition(9, 9, 10, seed=seed, reveal=3)) for seed in range(12)]
    won = [GameEnded(True) in trace(play_on(start, gac))[0] for start in starts]
    assert any(won)
    assert not all(won)


def test_a_wrong_flag_stops_or_loses() -> None:
    contradicted = Gnomine(1, 3, {"(0,0)": FLAG, "(0,1)": 1, "(0,2)": FLAG}, 1, frozenset({"(0,0)"}))
    events, answer = trace(play_on(contradicted, gac))
    assert not answer.consistent
    assert fold(contradicted, events).domains == answer.domains
    misled = Gnomine(1, 4, {"(0,0)": COVERED, "(0,1)": 1, "(0,2)": FLAG, "(0,3)": COVERED}, 1, frozenset({"(0,0)"}))
    events, answer = trace(play_on(misled, gac))
    assert GameEnded(False) in events
    assert played(misled, events).seen["(0,0)"] == MINE
    assert fold(misled, events).domains == answer.domains
