"""Reading Gnomine boards: text, random positions, errors with place and mend, and mines that agree with the numbers."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from itertools import product
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from algorithms.problems.gnomine.deal import consistent_mines, find_clash, lay, mine_range
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, RandomPosition, name, place
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.puzzle import PuzzleError, puzzles
from kit.work import calls_at_most
from kit.wrong_puzzles import refuses


def numbers_hold(puzzle: Gnomine, mines: frozenset[str]) -> bool:
    """Do these mines explain every number? Written from the rules, on coordinates."""
    for x, seen in puzzle.seen.items():
        i, j = place(x)
        if seen >= 0 and seen != sum(name(i + a, j + b) in mines for a in (-1, 0, 1) for b in (-1, 0, 1)):
            return False
    return True


def placements(puzzle: Gnomine) -> list[frozenset[str]]:
    """All placements of mines that explain the numbers, by trying each. Flags and the total count for nothing."""
    unknown = [x for x, seen in puzzle.seen.items() if seen in (COVERED, FLAG)]
    exploded = [x for x, seen in puzzle.seen.items() if seen == MINE]
    tries = (
        frozenset([*exploded, *(x for x, mine in zip(unknown, row, strict=True) if mine)])
        for row in product((0, 1), repeat=len(unknown))
    )
    return [mines for mines in tries if numbers_hold(puzzle, mines)]


def text_of(puzzle: Gnomine) -> str:
    letters = {COVERED: ".", FLAG: "F"}
    return "\n".join(
        " ".join(letters.get(puzzle.seen[name(i, j)], str(puzzle.seen[name(i, j)])) for j in range(puzzle.columns))
        for i in range(puzzle.rows)
    )


@st.composite
def boards(draw: st.DrawFn, true: bool) -> Gnomine:
    """Boards with at most nine covered fields; ``true`` ones come from a game, the others have numbers at random."""
    rows, columns = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    fields = [name(i, j) for i in range(rows) for j in range(columns)]
    closed = draw(st.lists(st.sampled_from(fields), min_size=1, max_size=9, unique=True))
    puzzle = Gnomine(rows, columns, {x: draw(st.sampled_from([COVERED, FLAG])) if x in closed else 0 for x in fields})
    laid = frozenset(x for x in closed if draw(st.booleans()))
    seen = dict(puzzle.seen)
    for x in fields:
        around = puzzle.neighbours(x)
        if seen[x] == 0:
            room = sum(seen[y] < 0 for y in around)
            seen[x] = sum(y in laid for y in around) if true else draw(st.integers(0, room))
        elif true and x in laid and draw(st.integers(0, 5)) == 0:
            seen[x] = MINE
    return puzzle.with_seen(seen)


fails = partial(refuses, puzzles()["gnomine"].read)


def test_the_text_of_a_board() -> None:
    puzzle = Gnomine.read(board="\n  1 F.\n\t. 2 .\n\n", mines=2)
    assert (puzzle.rows, puzzle.columns, puzzle.mines, puzzle.laid) == (2, 3, 2, None)
    assert list(puzzle.seen.items()) == [
        ("(0,0)", 1), ("(0,1)", FLAG), ("(0,2)", COVERED), ("(1,0)", COVERED), ("(1,1)", 2), ("(1,2)", COVERED),
    ]
    assert puzzle.neighbours("(0,1)") == ("(0,0)", "(0,2)", "(1,0)", "(1,1)", "(1,2)")
    assert puzzle.layout().places["(1,2)"] == (2, 1)
    assert (puzzle.layout().columns, puzzle.layout().rows) == (3, 2)


@given(st.integers(-1, 100), st.integers(-1, 100))
def test_names_and_places_are_inverse(i: int, j: int) -> None:
    assert place(name(i, j)) == (i, j)
    assert " " not in name(i, j)


def test_an_exploded_field_is_a_mine() -> None:
    puzzle = Gnomine(1, 3, {"(0,0)": MINE, "(0,1)": 2, "(0,2)": COVERED})
    assert puzzle.domains()["(0,0)"] == (1,)
    assert [c.name for c in puzzle.as_csp().constraints] == ["C(0,1)"]
    assert puzzle.with_seen({**puzzle.seen, "(0,2)": FLAG}).as_csp().constraints == ()


def test_errors_name_the_place_and_the_mend() -> None:
    fails("give a board, or random", "board")
    fails("the board is empty; write a line of fields", "board", board="\n  \n")
    fails("row 1 has 1 field, but row 0 has 2; make all rows equally long", "board", 2, board="\n1 .\n.")
    fails("row 1 has 0 fields", "board", 1, board="1 .\n\n. .")
    fails("row 1, column 0: 'x' is no field; write 0-8", "board", 1, board=". .\nx .")
    fails("row 0, column 1: '9' is no field", "board", board=". 9")
    fails("the number 4 at (1,0) has only 3 covered or flagged neighbours; write at most 3", "board", 1,
          board=". F\n4 .\n1 1")
    fails("there cannot be -1 mines; give 0 or more", "mines", board=". .", mines=-1)
    fails("3 mines cannot lie in 2 covered or flagged fields; give at most 2", "mines", board=". F", mines=3)
    fails("more flags than mines: 2 against 1; take flags away or raise mines", "mines", board="F F", mines=1)
    fails("write it inside random", "mines", mines=3, random=RandomPosition(3, 3, 3))
    fails("give only one of them", "random", board=".", random=RandomPosition(3, 3, 3))


def test_errors_of_random_positions() -> None:
    fails("a board cannot have 0 rows; give 1 or more", "random.rows", random=RandomPosition(0, 3, 1))
    fails("a board cannot have -2 columns", "random.columns", random=RandomPosition(3, -2, 1))
    fails("9 mines cannot lie in 9 fields; give 0 to 8", "random.mines", random=RandomPosition(3, 3, 9))
    fails("-1 mines cannot lie", "random.mines", random=RandomPosition(3, 3, -1))
    fails("there are 6; give 0 to 6", "random.reveal", random=RandomPosition(3, 3, 3, reveal=7))
    fails("give 0 to 6", "random.reveal", random=RandomPosition(3, 3, 3, reveal=-1))


def test_fields_beyond_the_limit_are_refused_at_once() -> None:
    board = "\n".join(["." * 5000] * 5000)
    with calls_at_most(500_000):
        fails("5,000 rows are too many; a board has at most 100", "board", board=board)
        fails("5,000 columns are too many", "board", board="." * 5000)
        fails("5,000 rows are too many", "random.rows", random=RandomPosition(5000, 5000, 10))
        fails("101 columns are too many", "random.columns", random=RandomPosition(100, 101, 10))
    assert Gnomine.read(board="\n".join(["." * 100] * 100)).rows == 100


def test_clashing_numbers_are_named() -> None:
    fails("the numbers at (0,0) and (0,2) clash: no placement of mines fits both; change one of them", "board",
          board="0 . 1")
    fails("the numbers at (1,0) and (2,1) clash", "board", 2, board="\n. . .\n0 . .\n. 6 .\n. . .")
    fails("the numbers need at least 2 mines, but the total is 1; raise mines to 2 or more", "mines",
          board="1 . . 1 .", mines=1)
    fails("the numbers leave room for at most 2 mines, but the total is 3; lower mines to 2 or less", "mines",
          board="1 . . 1 .", mines=3)
    fails("raise mines to 4", "mines", board="2.10\n....\n.21.", mines=3)  # two or four mines fit, three do not


def test_a_wrong_flag_is_no_error() -> None:
    assert Gnomine.read(board="0 F\n. .").seen["(0,1)"] == FLAG


@given(boards(true=False))
def test_a_board_is_refused_exactly_if_no_placement_fits_and_the_clash_is_minimal(puzzle: Gnomine) -> None:
    fits = bool(placements(puzzle))
    clash = find_clash(puzzle)
    assert fits == (clash == ())
    if fits:
        assert Gnomine.read(board=text_of(puzzle)).seen == puzzle.seen
        return
    with pytest.raises(PuzzleError) as caught:
        Gnomine.read(board=text_of(puzzle))
    assert tuple(re.findall(r"\(\d+,\d+\)", str(caught.value))) == clash
    assert caught.value.line == place(clash[0])[0]

    def only(numbers: tuple[str, ...]) -> Gnomine:
        """The board with these numbers; the others are open, and say nothing."""
        return puzzle.with_seen({x: seen if seen < 0 or x in numbers else MINE - 1 for x, seen in puzzle.seen.items()})

    assert not placements(only(clash))
    for dropped in clash:
        assert placements(only(tuple(x for x in clash if x != dropped)))


@given(boards(true=True), st.integers(0, 9))
def test_the_total_is_refused_exactly_if_no_placement_has_it(puzzle: Gnomine, total: int) -> None:
    totals = {len(mines) for mines in placements(puzzle)}
    assert mine_range(puzzle) == (min(totals), max(totals))
    mines = consistent_mines(replace(puzzle, mines=total), Random(1))
    assert (mines is not None) == (total in totals)
    seen = list(puzzle.seen.values())
    if MINE not in seen and seen.count(FLAG) <= total <= seen.count(FLAG) + seen.count(COVERED):
        if total in totals:
            assert Gnomine.read(board=text_of(puzzle), mines=total).mines == total
        else:
            fails(f"but the total is {total}; ", "mines", board=text_of(puzzle), mines=total)


@given(boards(true=True), st.booleans(), st.integers(0, 1000))
def test_consistent_mines_agree_with_numbers_total_and_if_possible_flags(
    puzzle: Gnomine, total: bool, seed: int
) -> None:
    fitting = placements(puzzle)
    if total:
        puzzle = replace(puzzle, mines=len(fitting[0]))
        fitting = [mines for mines in fitting if len(mines) == puzzle.mines]
    mines = consistent_mines(puzzle, Random(seed))
    assert mines in fitting
    flags = {x for x, seen in puzzle.seen.items() if seen == FLAG}
    if any(flags <= possible for possible in fitting):
        assert flags <= mines
    assert mines == consistent_mines(puzzle, Random(seed))


@given(boards(true=False))
def test_no_mines_where_the_numbers_clash(puzzle: Gnomine) -> None:
    assume(not placements(puzzle))
    assert consistent_mines(puzzle, Random(0)) is None


def test_every_consistent_placement_can_come() -> None:
    puzzle = Gnomine.read(board=". 1 .\n. . .\n1 . .", mines=2)
    wanted = {mines for mines in placements(puzzle) if len(mines) == 2}
    came = {consistent_mines(puzzle, Random(seed)) for seed in range(300)}
    assert came == wanted


@pytest.mark.parametrize("board", [".2.\n...\n.2.", "2..\n.5.\n...\n.3.", ".3...\n...3."])
def test_every_total_between_the_extremes_is_found_where_it_exists(board: str) -> None:
    puzzle = Gnomine.read(board=board)
    totals = {len(mines) for mines in placements(puzzle)}
    for seed in range(20):
        for total in range(10):
            mines = consistent_mines(replace(puzzle, mines=total), Random(seed))
            assert (mines is not None) == (total in totals)


@pytest.mark.parametrize("seed", range(40))
def test_clashes_on_larger_boards_are_minimal(seed: int) -> None:
    rng = Random(seed)
    fields = [name(i, j) for i in range(8) for j in range(8)]
    puzzle = Gnomine(8, 8, {x: COVERED if rng.random() < 0.6 else rng.randint(1, 3) for x in fields})
    clash = find_clash(puzzle)
    assert clash, "the seeds were chosen to clash"

    def clashes(numbers: tuple[str, ...]) -> bool:
        seen = {x: n if n < 0 or x in numbers else MINE - 1 for x, n in puzzle.seen.items()}
        return find_clash(puzzle.with_seen(seen)) != ()

    assert clashes(clash)
    assert not any(clashes(tuple(x for x in clash if x != dropped)) for dropped in clash)


def test_an_expert_field_is_read_and_mined_with_little_work() -> None:
    puzzle = Gnomine.read(random=RandomPosition(16, 30, 99, seed=4, reveal=40))
    Gnomine.read(board=text_of(puzzle), mines=99)  # the first time imports the solver
    with calls_at_most(500_000):
        again = Gnomine.read(board=text_of(puzzle), mines=99)
        mines = consistent_mines(again, Random(1))
    assert mines is not None
    assert len(mines) == 99
    assert numbers_hold(puzzle, mines)
    least, most = mine_range(again)
    for total in (least, least + 1, most - 1, most):
        tight = consistent_mines(replace(again, mines=total), Random(1))
        assert tight is not None
        assert len(tight) == total
        assert numbers_hold(puzzle, tight)


@given(st.integers(1, 8), st.integers(1, 8), st.data())
def test_random_positions_are_games_in_progress(rows: int, columns: int, data: st.DataObject) -> None:
    fields = rows * columns
    mines = data.draw(st.integers(0, fields - 1))
    reveal = data.draw(st.integers(1, fields - mines))
    wanted = RandomPosition(rows, columns, mines, data.draw(st.integers(0, 99)), reveal)
    puzzle = Gnomine.read(random=wanted)
    assert puzzle == Gnomine.read(random=wanted)
    assert puzzle.mines == mines
    assert puzzle.laid is not None
    assert len(puzzle.laid) == mines
    assert numbers_hold(puzzle, puzzle.laid)
    opened = {x for x, seen in puzzle.seen.items() if seen >= 0}
    assert not opened & puzzle.laid
    assert len(opened) >= min(reveal, fields - mines)
    for x in opened:
        if puzzle.seen[x] == 0:
            assert opened >= set(puzzle.neighbours(x))


def test_nothing_revealed_means_no_mines_laid() -> None:
    puzzle = Gnomine.read(random=RandomPosition(4, 5, 6, reveal=0))
    assert puzzle.laid is None
    assert list(puzzle.seen.values()) == [COVERED] * 20


def test_mines_are_laid_evenly() -> None:
    rng = Random(0)
    counts = dict.fromkeys([name(i, j) for i in range(3) for j in range(3)], 0)
    for _ in range(4000):
        for x in lay(3, 3, 4, {"(1,1)"}, rng):
            counts[x] += 1
    assert counts.pop("(1,1)") == 0
    assert all(abs(count - 2000) < 160 for count in counts.values())  # five standard deviations
