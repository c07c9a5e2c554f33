"""A Zebra that is solved by hand: moves, refusals with their reasons, hints in three grades, undo."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event
from algorithms.problems.zebra.by_hand import why_not
from algorithms.problems.zebra.deal import RandomStreet
from algorithms.problems.zebra.puzzle import Zebra
from algorithms.problems.zebra.text import lesson_text
from kit.session_desk import finish, open_session, scenario
from kit.zebras import classic, solutions_by_sat
from scenarios.loader import load
from visualizer.puzzles.zebra.overlay import LEVELS, NewSherlock
from visualizer.puzzles.zebra.play import DONE, HOW_TO, ZebraPlay
from visualizer.puzzles.zebra.state import street_of
from visualizer.runs.play import offers
from visualizer.runs.session import Session

TEXT = "title: T\nalgorithm: gac\npuzzle: {kind: zebra, named: classic}\n"
SMALL = """title: T
algorithm: gac
puzzle: {kind: zebra, houses: 3, attributes: {colour: [red, green, blue], pet: [dog, fox, zebra]},
         clues: [{at: [red, 1]}, {next: [red, dog]}, {right_of: [zebra, dog]}, {left_of: [green, blue]}]}
"""
DEEDS = ["click", "cross", "1", "2", "3", "shift 2", "hint", "apply", "undo", "why"]
SOLVED = {"red": (1,), "green": (2,), "blue": (3,), "dog": (2,), "fox": (1,), "zebra": (3,)}


def opened(text: str = TEXT) -> tuple[Session, ZebraPlay]:
    session = open_session(text)
    session.turn(True)
    assert isinstance(session.play, ZebraPlay)
    return session, session.play


def homes(session: Session) -> dict[str, int]:
    return dict(street_of(session.state).homes)


def left(session: Session, x: str) -> list[object]:
    return list(session.state.domains[x])


def test_left_sets_right_crosses_out_and_what_was_told_is_set_first() -> None:
    session, _ = opened()
    session.click("zebra=5", "uncover")
    assert homes(session) == {"milk": 3, "Norwegian": 1, "zebra": 5}
    assert left(session, "dog") == [1, 2, 3, 4]
    assert left(session, "tea") == [1, 2, 4, 5]
    session.click("dog=1", "flag")
    assert left(session, "dog") == [2, 3, 4]
    session.click("dog=1", "flag")
    assert left(session, "dog") == [1, 2, 3, 4]
    session.click("zebra=5", "flag")
    assert left(session, "dog") == [1, 2, 3, 4, 5]
    session.undo()
    assert homes(session)["zebra"] == 5


@pytest.mark.parametrize(("place", "button", "why"), [
    ("Norwegian=2", "uncover", "Clue 9 says that Norwegian is in house 1; it stays there."),
    ("Norwegian=1", "flag", "Clue 9 says that Norwegian is in house 1; it stays there."),
    ("green=1", "uncover", "green cannot be in house 1: clue 5 could not hold: green is directly right of ivory."),
    ("tea=3", "uncover", "House 3 has milk already."),
])
def test_refusals_have_their_reason(place: str, button: str, why: str) -> None:
    session, _ = opened()
    before = session.timeline.position
    session.click(place, "uncover" if button == "uncover" else "flag")
    assert (session.notice, session.timeline.position) == (why, before)


def test_what_was_set_or_crossed_out_is_not_set_elsewhere() -> None:
    session, play = opened(SMALL)
    session.click("fox=2", "flag")
    play.set("fox", 2)
    assert session.notice == "fox is crossed out of house 2; X or the right button puts it back."
    session.click("dog=2", "uncover")
    session.click("dog=3", "uncover")
    assert session.notice == "dog is in house 2 already; X or the right button there takes it out."
    session.click("zebra=2", "flag")
    assert session.notice == "House 2 has dog already."
    session.click("zebra=3", "flag")
    assert session.notice.startswith("zebra must stay in house 3: ")


def test_keys_do_all_of_it() -> None:
    session, play = opened(SMALL)
    assert play.key("2", False, "dog")
    assert homes(session) == {"red": 1, "dog": 2}
    assert play.key("3", False, "zebra=1")
    assert play.key("x", False, "zebra=3")
    assert "zebra" not in homes(session)
    assert play.key("return", False, "zebra=3")
    assert homes(session)["zebra"] == 3
    assert play.key("3", True, "green")
    assert session.state.domains["green"] == (2,)
    assert not play.key("4", False, "dog")
    assert not play.key("x", False, None)
    assert not play.key("return", False, "clue 1")


def test_clues_and_names_say_what_they_mean() -> None:
    session, _ = opened()
    session.click("clue 5", "uncover")
    assert session.notice == "Clue 5: green is directly right of ivory."
    assert session.marks == ("clue 5", "green", "ivory")
    session.click("zebra", "uncover")
    assert session.notice == "zebra can be in house 1, 2, 3, 4 or 5."


def test_hints_in_three_grades_applied_to_the_end() -> None:
    session, play = opened(SMALL)
    play.apply()
    assert session.notice == "A does what a hint has said: H asks for one, three times up to the step."
    session.hint()
    assert session.notice == "Look at the row colour. H again says what to see."
    assert session.marks == ("red", "green", "blue")
    session.hint()
    assert session.notice == "Look at the row colour. red has only house 1 left. H again says the step."
    session.hint()
    assert session.notice == ("Look at the row colour. red has only house 1 left. red is in house 1, so green leaves "
                              "house 1; blue leaves house 1. A does it.")
    for _ in range(40):
        session.apply()
        if session.notice == DONE:
            break
        for _ in range(3):
            session.hint()
    assert session.notice == DONE
    assert session.state.domains == SOLVED
    session.hint()
    assert session.notice == DONE


def test_the_classic_one_is_solved_by_its_hints() -> None:
    session, _ = opened()
    [home] = solutions_by_sat(classic())
    while session.notice != DONE:
        for _ in range(3):
            session.hint()
        session.apply()
        assert all(home[x] in left for x, left in session.state.domains.items())
    assert {x: (house,) for x, house in home.items()} == session.state.domains


def test_what_is_wrong_is_freed() -> None:
    session, _ = opened()
    session.click("zebra=1", "uncover")  # it lives in house 5, and the fox there
    session.click("Japanese=5", "flag")
    for _ in range(3):
        session.hint()
    assert session.notice.startswith("Something is wrong: 3 names have lost the house where they are.")
    session.apply()
    assert session.notice == "Japanese, fox and zebra can live there again."
    assert homes(session) == {"milk": 3, "Norwegian": 1}
    assert not street_of(session.state).crossed


def test_the_algorithm_goes_on_from_what_was_done() -> None:
    session, _ = opened(SMALL)
    session.click("fox=3", "flag")
    session.click("fox=2", "flag")
    session.turn(False)
    finish(session)
    assert session.state.domains == SOLVED


def test_reasons_are_told() -> None:
    session, _ = opened(SMALL)
    session.explain("red=1")
    assert session.notice.startswith("red is in house 1: clue 1 says so.")
    session.click("fox=3", "flag")
    session.explain("fox=3")
    assert session.notice.startswith("fox was crossed out of house 3 by hand (event 2).")
    session.click("dog=2", "uncover")
    session.explain("fox=2")
    assert session.notice == "fox is not in house 2: dog was set there by hand."
    session.explain("dog")
    assert session.notice.startswith("dog was set in house 2 by hand (event 3).")
    session.explain("clue 2")
    assert session.notice == "Clue 2: red is next to dog. Whatever is left to its names satisfies it."
    session.explain("blue=2")
    assert session.notice == "blue can be in house 2 or 3."


def test_a_run_tells_which_event_took_a_name_from_a_house() -> None:
    session = finish(open_session(TEXT))
    for x, left in session.state.domains.items():
        for house in {1, 2, 3, 4, 5} - set(left):
            session.explain(f"{x}={house}")
            found = session.explained
            assert found is not None
            if x not in classic().given:
                event: Event = session.timeline.events[(found.position or 0) - 1]
                assert (event.variable, house in event.removed) == (x, True)  # type: ignore[attr-defined]


@settings(deadline=None, max_examples=25)
@given(st.lists(st.tuples(st.sampled_from([*scenario(SMALL).puzzle.layout().places]), st.sampled_from(DEEDS)),
                max_size=25))
def test_whatever_is_done_the_position_can_go_on_and_all_is_taken_back(done: list[tuple[str, str]]) -> None:
    session, play = opened(SMALL)
    for place, what in done:
        before = session.timeline.position
        match what:
            case "click" | "cross":
                session.click(place, "uncover" if what == "click" else "flag")
            case "hint" | "apply" | "undo":
                {"hint": session.hint, "apply": session.apply, "undo": session.undo}[what]()
            case "why":
                session.explain(place)
                assert session.notice
            case _:
                play.key(what[-1], what.startswith("shift"), place)
        moves = street_of(session.state)
        assert session.state.domains == play.zebra.domains()
        assert why_not(moves.puzzle, play.zebra.domains()) == ""
        if what in ("click", "cross", "hint", "apply"):  # something happens, or it is said why not
            assert session.notice or session.timeline.position != before
    while session.past:
        session.undo()
    assert session.state.domains == street_of(session.state).puzzle.domains()


def test_the_gallery_offers_three_difficulties() -> None:
    assert [game.label for game in offers() if isinstance(game.dialog and game.dialog(), NewSherlock)] == ["Sherlock…"]
    asked = NewSherlock(4, 4)
    asked.asked(7)
    for level in LEVELS:
        assert asked.game(level).title == f"A new Sherlock, {level}"
    session = Session(asked.game("easy"))
    session.playing = True
    session.play.begin()
    assert session.notice == HOW_TO
    assert homes(session) == dict(street_of(session.state).puzzle.given)
    assert session.play.status().endswith(" of 16 known")


def test_a_game_is_kept_and_goes_on() -> None:
    session, _ = opened()
    session.click("zebra=5", "uncover")
    session.click("dog=1", "flag")
    asked = NewSherlock()
    asked.asked(1)
    assert asked.kept is not None
    again = Session(asked.kept)
    assert again.state.domains == session.state.domains
    moves = street_of(again.state)
    assert moves.homes == {"milk": 3, "Norwegian": 1, "zebra": 5}
    assert set(moves.crossed) == {("dog", 1)}
    again.turn(True)
    again.click("zebra=5", "flag")
    again.click("dog=1", "flag")
    assert left(again, "dog") == [1, 2, 3, 4, 5]


def test_what_was_taken_back_is_not_kept() -> None:
    session, _ = opened()
    session.click("zebra=5", "uncover")
    session.click("dog=1", "flag")
    session.undo()
    asked = NewSherlock()
    asked.asked(1)
    assert asked.kept is not None
    assert Session(asked.kept).state.domains == session.state.domains


def test_an_untouched_puzzle_is_written_as_it_was_read() -> None:
    for zebra in (classic(), Zebra.read(random=RandomStreet(4, 3, "easy", 3))):
        assert load(Path("x.yaml"), lesson_text("T", zebra)).puzzle == zebra
