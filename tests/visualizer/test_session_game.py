"""The game in a session: clicks, flags, chords, applying what was inferred, winning, losing, and taking it back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.advice.gnomine import clash
from algorithms.core import Event, run
from algorithms.counting.mines import mine_probabilities
from algorithms.events import WipedOut
from algorithms.problems.gnomine.game import played, uncover
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.session_desk import Button, Clock, finish, game, game_of, gnomine_of, open_session
from scenarios.loader import find, load
from visualizer.families.backtracking.state import search_of
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.families import start_state
from visualizer.runs.session import Session


@settings(deadline=None)  # the first game loads the algorithms
@given(st.integers(0, 300))
def test_apply_plays_what_was_inferred_and_a_new_run_follows(seed: int) -> None:
    session = finish(open_session(game(6, 6, 7, seed)))
    before, past = session.state.copy(), list(session.timeline.events)
    mines = {x for x, seen in field_of(before).seen.items() if seen == COVERED and before.domains[x] == (1,)}
    safe = {x for x, seen in field_of(before).seen.items() if seen == COVERED and before.domains[x] == (0,)}
    session.apply()
    if not mines | safe:
        assert session.notice
        assert session.timeline.events == past
        return
    seen = field_of(session.state).seen
    assert session.timeline.events[: len(past)] == past
    assert {x for x in seen if seen[x] == FLAG and field_of(before).seen[x] != FLAG} == mines
    assert all(seen[x] >= 0 for x in safe)
    laid = game_of(session).laid
    assert laid is not None
    assert not any(seen[x] >= 0 for x in laid)
    assert all(field_of(before).seen[x] == seen[x] for x in seen if field_of(before).seen[x] != COVERED)
    opened = {x for x in seen if seen[x] >= 0 and field_of(before).seen[x] == COVERED}
    assert not opened or safe  # what else is open was opened by the zeros among the safe ones
    finish(session)
    assert session.state.domains == session.timeline.answer.domains
    session.undo()
    assert session.state == before


def test_applying_again_and_again_plays_like_the_algorithm_that_plays_on() -> None:
    played = finish(open_session(game(8, 8, 10, seed=5, more="apply: true\n")))
    session = finish(open_session(game(8, 8, 10, seed=5)))
    session.apply()
    while session.past and not session.notice:
        finish(session)
        session.apply()
    assert field_of(session.state).seen == field_of(played.state).seen


@given(st.integers(0, 100), st.integers(0, 15))
def test_the_first_click_of_a_game_is_safe_wherever_it_falls(seed: int, index: int) -> None:
    session = open_session(game(4, 4, 6, seed, reveal=0))
    place = list(field_of(session.state).seen)[index]
    session.click("(0,0)", "flag")  # a flag does not lay the mines for good
    session.click("(0,0)", "flag")
    session.click(place, "uncover")
    assert field_of(session.state).seen[place] >= 0
    assert field_of(session.state).ended is None or field_of(session.state).ended
    session.undo()
    assert set(field_of(session.state).seen.values()) == {COVERED}
    session.hint()
    assert "the first click never meets a mine" in session.notice
    session.click(list(field_of(session.state).seen)[15 - index], "uncover")  # another first click, also safe
    assert field_of(session.state).ended is not False


def test_win_lose_and_take_back() -> None:
    session = open_session(game(4, 4, 3, seed=2))
    game_now = game_of(session)
    assert game_now is not None
    assert game_now.laid is not None
    mine = min(game_now.laid)
    session.click(mine, "uncover")
    assert [field_of(session.state).ended] == [False]
    position = session.timeline.position
    buttons: list[Button] = ["uncover", "flag"]
    for button in buttons:
        session.click("(0,0)" if mine != "(0,0)" else "(3,3)", button)
    assert session.timeline.position == position
    assert session.notice.startswith("The game is over")
    session.undo()
    assert [field_of(session.state).ended] == [None]
    for place in sorted(set(game_now.seen) - game_now.laid):
        if field_of(session.state).seen[place] == COVERED:
            session.click(place, "uncover")
    assert field_of(session.state).ended is True


def test_flag_protects_and_a_number_with_its_flags_opens_the_rest() -> None:
    session = open_session(game(5, 5, 4, seed=1))
    now = game_of(session)
    assert now is not None
    assert now.laid is not None
    laid = now.laid
    number = next(x for x, seen in field_of(session.state).seen.items() if seen > 0)
    session.click(number, "uncover")
    assert session.timeline.position == 0  # no flags yet: nothing to open
    for mine in [x for x in now.neighbours(number) if x in laid]:
        session.click(mine, "flag")
        session.click(mine, "uncover")  # a flag protects
        assert field_of(session.state).seen[mine] == FLAG
    session.click(number, "uncover")
    assert not any(field_of(session.state).seen[x] == COVERED for x in now.neighbours(number))
    assert field_of(session.state).ended is not False


def test_a_wrong_flag_leads_the_analysis_into_a_contradiction() -> None:
    text = 'title: 1-2-1\nalgorithm: gac\npuzzle: {kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}\n'
    session = open_session(text)
    session.click("(0,1)", "flag")
    finish(session)
    assert isinstance(session.timeline.event, WipedOut)
    assert [session.state.wiped] != [None]
    session.undo()
    assert [session.state.wiped] == [None]
    finish(session)
    assert session.state.outcome == "complete"


@pytest.mark.parametrize("algorithm", ["gac", "path-consistency", "cdcl", "dpll", "unit-propagation", "backbone-simple",
                                       "mine-probabilities"])
def test_what_follows_from_a_contradiction_is_not_played(algorithm: str) -> None:
    text = f'title: u\nalgorithm: {algorithm}\npuzzle: {{kind: gnomine, board: ". F .\\n1 2 1\\n0 0 0"}}\n'
    session = finish(open_session(text))
    assert session.notice == clash(game_of(session))
    for position in (len(session.timeline.events), len(session.timeline.events) // 2):
        session.show(position)
        session.apply()
        assert session.notice == clash(game_of(session))
        assert session.notice.startswith("A flag must be wrong: as they are, no placement of mines fits")
        assert not session.past


@pytest.mark.parametrize("algorithm", ["mrv-static", "mrv-random", "mrv-plus", "dom-wdeg"])
def test_one_solution_is_not_played_as_if_it_were_known(algorithm: str) -> None:
    session = finish(open_session(game(9, 9, 10).replace("gac", algorithm)))
    assert search_of(session.state).solved
    session.apply()
    assert session.notice == "Nothing is inferred that is not done yet."
    assert not session.past


@given(st.integers(0, 20))
def test_what_is_known_in_a_search_is_so_in_every_placement(seed: int) -> None:
    session = finish(open_session(game(5, 5, 4, seed).replace("gac", "mrv-static")))
    exact = run(mine_probabilities(game_of(session).as_mine_count())).probability
    guessed = 0
    for position in range(0, len(session.timeline.events) + 1, 3):
        state = session.timeline.at(position)
        singles = {x for x, domain in state.known().items() if len(domain) == 1 and x in exact}
        assert all(state.known()[x] == (int(exact[x]),) and exact[x] in (0, 1) for x in singles)
        guessed += any(len(state.domains[x]) == 1 and exact[x] not in (0, 1) for x in exact)
    assert guessed or not search_of(session.state).tree.count or all(risk in (0, 1) for risk in exact.values())


def test_a_hint_is_over_with_the_next_move() -> None:
    session = open_session(game(4, 4, 3, seed=2))
    for button in ("flag", "uncover"):
        session.hint()
        assert session.notice and session.hinted
        session.click(next(x for x, seen in field_of(session.state).seen.items() if seen == COVERED), button)
        assert (session.notice, session.hinted, gnomine_of(session).advised) == ("", (), None)


@given(st.integers(0, 60))
def test_apply_does_what_a_certain_hint_says_and_no_guess(seed: int) -> None:
    session = open_session(game(6, 6, 7, seed))
    session.playing = True
    session.hint()
    advice, position = gnomine_of(session).advised, session.timeline.position
    assert advice is not None and advice.field is not None
    session.apply()
    if advice.probability in (0, 1):
        seen = field_of(session.state).seen[advice.field]
        assert seen == FLAG if advice.action == "flag" else seen >= 0
    else:
        assert session.timeline.position == position
        assert session.notice == "Nothing is inferred that is not done yet."


@pytest.mark.parametrize(("algorithm", "writes"), [("backbone-core", "as_cnf"), ("at-least-dpll", "as_at_least")])
def test_of_all_moves_at_once_only_the_last_is_written_as_a_formula(
        algorithm: str, writes: str, monkeypatch: pytest.MonkeyPatch) -> None:
    session = open_session(game(9, 9, 10, seed=5, more="options: {mine_total: true}\n").replace("gac", algorithm))
    safe = sorted(set(game_of(session).seen) - (game_of(session).laid or set()))
    position, events = game_of(session), list[Event]()
    for place in safe[:12]:
        events += uncover(position, place)
        position = played(game_of(session), events)
    written: list[Gnomine] = []
    write = getattr(Gnomine, writes)

    def counted(puzzle: Gnomine, **options: Any) -> Any:
        written.append(puzzle)
        return write(puzzle, **options)

    monkeypatch.setattr(Gnomine, writes, counted)
    session.move(events)
    assert len(events) > 3
    assert not written
    session.timeline.pull(1)
    assert [puzzle.seen for puzzle in written] == [field_of(session.state).seen]  # by the algorithm
    forms = [sat_of(state).form for state in (session.state, session.state.copy(), session.timeline.at(len(events)))]
    assert forms[0] == session.scenario.form(game_of(session))
    assert forms[0] is forms[1] is forms[2]
    assert len(written) == 3  # once for all states, and once for this test
    state = start_state(session.scenario.puzzle, session.scenario.algorithm, session.scenario.form)
    for event in session.timeline.events[:len(events)]:
        state.apply(event)
    sat_of(state).tree = sat_of(session.state).tree  # no two runs share a tree
    assert session.state == state


def test_a_puzzle_that_is_no_game_says_so() -> None:
    session = Session(load(find("beyond-sums")), Clock())
    for press in (session.apply, lambda: session.click("E", "uncover")):
        session.notice = ""
        press()
        assert session.notice == "This puzzle is not a game; there is nothing to play."
    assert not session.play.clicks
    assert session.play.actions(session.turn) == ()


def test_the_clock_of_a_game_runs_from_the_first_click_to_the_last() -> None:
    session = open_session(game(4, 4, 3, seed=2, reveal=0))
    clock = session.clock
    assert isinstance(clock, Clock)
    clock.now += 50
    assert gnomine_of(session).seconds() == 0
    session.click("(0,0)", "uncover")
    clock.now += 7.9
    assert gnomine_of(session).seconds() == 7
    now = game_of(session)
    assert now is not None
    assert now.laid is not None
    session.click(min(now.laid), "uncover")
    clock.now += 100
    assert gnomine_of(session).seconds() == 7
    session.restart()
    assert gnomine_of(session).seconds() == 0
