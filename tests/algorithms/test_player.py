"""The player that explains: certain moves are right, risks are exact, and the game goes on to its end."""

from __future__ import annotations

import random

import pytest

from algorithms.advice.player import Played, auto_player
from algorithms.core import find_algorithm, trace
from algorithms.events import Advised, Flagged, GameEnded, NoPlacement, Uncovered
from algorithms.problems.gnomine.game import ended, played
from algorithms.problems.gnomine.position import COVERED, FLAG, MINE, RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.totals import Totals


def game(rows: int, columns: int, mines: int, seed: int, reveal: int = 1) -> Gnomine:
    return Gnomine.read(random=RandomPosition(rows, columns, mines, seed, reveal))


@pytest.mark.parametrize("seed", range(12))
def test_what_is_certain_is_right_and_the_game_ends(seed: int) -> None:
    position = game(9, 9, 12, seed)
    assert position.laid is not None
    events, answer = trace(find_algorithm("auto-player").start(position, {}, seed))
    assert isinstance(answer, Played)
    advice = None
    guesses = 0
    for event in events:
        if isinstance(event, Advised):
            advice = event
            assert event.reason.endswith(".")
            guesses += 0 < event.risk < 1
            if event.risk in (0.0, 1.0):
                assert (event.field in position.laid) == bool(event.risk)
                assert event.action == ("flag" if event.risk else "uncover")
        elif isinstance(event, Flagged):
            assert advice is not None and event.cells == (advice.field,)
        elif isinstance(event, Uncovered):
            assert advice is not None and event.cells[0][0] == advice.field
            assert 0 < advice.risk < 1 or all(number != MINE for _, number in event.cells)
    assert answer.guesses == guesses
    assert ended(played(position, events)) is answer.won is not None
    assert events[-1] == GameEnded(answer.won)


def test_a_game_from_its_first_click_is_the_same_for_a_seed() -> None:
    covered = game(8, 8, 8, 3, reveal=0)
    runs = [trace(find_algorithm("auto-player").start(covered, {}, seed))[0] for seed in (4, 4, 5)]
    assert runs[0] == runs[1] != runs[2]


def test_a_contradiction_is_reported_and_the_player_stops() -> None:
    wrong = Gnomine.read(board=". F .\n1 2 1\n0 0 0")
    events, answer = trace(find_algorithm("auto-player").start(wrong, {}, 0))
    assert (events, answer.outcome, answer.moves) == ([NoPlacement(("C(1,0)", "C(1,1)", "C(1,2)"))], "unsatisfiable", 0)


def test_the_line_of_a_game_that_is_over_names_both_ends() -> None:
    """It is lit whether the game is won or lost: so it may not say that it is won."""
    player = find_algorithm("auto-player")
    line = player.line_of(GameEnded(False))
    assert line is not None
    said = player.pseudocode[line].text
    assert "won" in said
    assert "lost" in said


@pytest.mark.parametrize(("reveal", "drawn"), [(0, True), (1, False)])
def test_it_draws_at_random_only_where_nobody_has_laid_the_mines(reveal: int, drawn: bool) -> None:
    rng = random.Random(4)
    before = rng.getstate()
    trace(auto_player(game(6, 6, 5, 3, reveal), rng=rng))
    assert (rng.getstate() != before) is drawn


@pytest.mark.parametrize("seed", range(4))
def test_as_many_fields_are_counted_as_are_uncovered(seed: int) -> None:
    position = game(9, 9, 12, seed)
    player = find_algorithm("auto-player")
    events, _ = trace(player.start(position, {}, seed))
    totals = Totals(player.counters)
    for event in events:
        totals.add(event)
    before, after = position.seen, played(position, events).seen
    assert totals.numbers["uncovered"] == sum(before[field] == COVERED and after[field] not in (COVERED, FLAG)
                                              for field in before) > 9
