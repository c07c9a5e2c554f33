"""Keeping the log of a real game: lines are typed, corrected, removed and taken back, and nothing typed is lost."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.events import LineEntered
from algorithms.problems.clue.deck import Deck
from algorithms.problems.clue.facts import NOBODY, LogLine
from algorithms.problems.clue.network import places_of
from algorithms.problems.clue.new import game_text, new_game
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.clue.text import read_line, typed
from algorithms.problems.puzzle import PuzzleError
from kit.clue_play import EMPTY, SMALL, TABLE_1, game, session
from kit.session_desk import clue_of, finish, settle
from kit.window_desk import Desk, new_clue
from scenarios.loader import load
from visualizer.families.sampling.family import deals_in
from visualizer.puzzles.clue.overlay import NewClue
from visualizer.puzzles.clue.play import CluePlay, certain

PLAYERS = ("sc", "mu", "wh", "gr", "pe", "pl")
DECK = Deck()


# --- what is typed ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "line"), [
    ("wh pe ca li > pe", LogLine(("pe", "ca", "li"), suggest="wh", refute="pe")),
    ("wh pe ca li pe", LogLine(("pe", "ca", "li"), suggest="wh", refute="pe")),
    ("  mu   sc re ba > sc ba ", LogLine(("sc", "re", "ba"), suggest="mu", refute="sc", shown="ba")),
    ("gr: gr, re, ha = none", LogLine(("gr", "re", "ha"), suggest="gr", refute=NOBODY)),
    ("gr gr re ha -", LogLine(("gr", "re", "ha"), suggest="gr", refute=NOBODY)),
    ("White Peacock candle library > Peacock", LogLine(("pe", "ca", "li"), suggest="wh", refute="pe")),
    ("mu sc lead dining > nobody", LogLine(("sc", "pi", "di"), suggest="mu", refute=NOBODY)),
    ("wh accuses sc re ba: wrong", LogLine(("sc", "re", "ba"), accuse="wh", correct=False)),
    ("mu sc lead pipe dining room > none", LogLine(("sc", "pi", "di"), suggest="mu", refute=NOBODY)),
    ("Mrs White suggests Mr. Green with the rope in the hall -> sc", LogLine(("gr", "ro", "ha"), suggest="wh",
                                                                             refute="sc")),
    ("sc: Colonel Mustard, knife, billiard room > Prof. Plum showed knife",
     LogLine(("mu", "kn", "bi"), suggest="sc", refute="pl", shown="kn")),
    ("wh ! sc re ba yes", LogLine(("sc", "re", "ba"), accuse="wh", correct=True)),
])
def test_a_line_is_read_as_it_was_meant(text: str, line: LogLine) -> None:
    assert read_line(text, PLAYERS, DECK) == line


@pytest.mark.parametrize(("text", "said"), [
    ("", "type who suggested"), ("xx pe ca li > pe", "no player 'xx'"), ("wh pe", "two are missing"),
    ("wh pe ca li", "who refuted"), ("wh pe ca zz > pe", "no card 'zz'"), ("wh pe ca li > cf", "no player 'cf'"),
    ("wh pe ca li > pe li mu", "'mu' is too much"), ("wh pe ca li > none li", "nobody refuted"),
    ("wh accuses pe ca li", "was the accusation right"), ("wh ! pe ca li maybe", "was the accusation right"),
    ("wh pe roo li > pe", "may be di or bi"), ("wh gr ca > sc", "one is missing"), ("wh > sc", "all three are missing"),
    ("wh gr ca ro ba > sc", "gr ca ro ba are 4 cards; before > stand wh, a suspect, a weapon and a room"),
    ("> sc", "a suspect, a weapon and a room follow sc"), ("wh gr ca ba >", "who refuted"),
])
def test_what_cannot_be_read_says_what_to_type(text: str, said: str) -> None:
    with pytest.raises(PuzzleError, match=said) as error:
        read_line(text, PLAYERS, DECK)
    assert "\n" not in str(error.value)


LINES = st.builds(LogLine, st.tuples(*(st.sampled_from(cards) for cards in DECK.categories.values())),
                  suggest=st.sampled_from(PLAYERS), refute=st.sampled_from([*PLAYERS, NOBODY]))


@given(LINES, st.booleans(), st.integers(0, 2))
def test_a_line_that_is_written_is_read_back(line: LogLine, accuses: bool, shown: int) -> None:
    if accuses:
        line = LogLine(line.cards, accuse=line.suggest, correct=shown > 0)
    elif line.refute != NOBODY and shown:
        line = LogLine(line.cards, suggest=line.suggest, refute=line.refute, shown=line.cards[shown])
    assert read_line(typed(line), PLAYERS, DECK) == line


@given(st.text(max_size=60))
def test_any_text_is_a_line_or_a_clean_error(text: str) -> None:
    try:
        assert isinstance(read_line(text, PLAYERS, DECK), LogLine)
    except PuzzleError as error:
        assert "\n" not in str(error)


# --- a game that begins ----------------------------------------------------------------------------------------------


@given(st.lists(LINES, max_size=4))
def test_a_game_and_its_log_are_written_and_read_back(lines: list[LogLine]) -> None:
    """As far as the log is one that can be."""
    made = new_game(" ".join(PLAYERS), "mu", "pl ro li")
    for line in lines:
        with suppress(PuzzleError):
            made = made.after(line)
    assert load(Path("new.yaml"), game_text(made)).puzzle == made


def test_a_new_game_is_a_lesson() -> None:
    made = new_game("sc, MU wh", "mu", "pl ro li kn ca di")
    scenario = load(Path("new.yaml"), game_text(made))
    assert scenario.puzzle == made
    assert made.hand_sizes == {"sc": 6, "mu": 6, "wh": 6}


@pytest.mark.parametrize(("players", "me", "hand", "key"), [
    ("", "mu", "pl", "players"), ("sc mu", "mu", "pl ro li", "players"), ("sc mu wh", "", "pl", "me"),
    ("sc mu wh", "pl", "pl", "me"), ("sc mu wh", "mu", "pl ro", "hand"),
    ("sc mu wh", "mu", "pl pl li kn ca di", "hand.1"),
    ("sc mu xx", "mu", "pl", "players.2"), ("sc mu xx", "", "", "players.2"),
])
def test_a_game_that_cannot_be_names_the_field(players: str, me: str, hand: str, key: str) -> None:
    with pytest.raises(PuzzleError) as error:
        new_game(players, me, hand)
    assert error.value.key == key


# --- the log of a session --------------------------------------------------------------------------------------------


def entering(puzzle: str = EMPTY) -> CluePlay:
    """A session in which somebody keeps the log."""
    made = session(puzzle)
    made.playing = True
    entry = clue_of(made)
    entry.begin()
    settle(made)
    return entry


def enter(entry: CluePlay, *texts: str) -> None:
    for text in texts:
        entry.type(text)
        entry.enter()
        settle(entry.session)


def log(entry: CluePlay) -> list[str]:
    return [typed(line) for line in entry.clue.events]


TYPED = [typed(line) for line in game(TABLE_1).events]


def test_the_log_of_table_1_typed_line_by_line_leads_to_its_deals() -> None:
    entry = entering()
    enter(entry, *TYPED)
    assert log(entry) == TYPED
    assert entry.text == ""
    state = entry.session.state
    deals = deals_in(state)
    assert deals is not None
    assert deals.models == 6798
    assert state.domains["ha"] == ("pe",)
    assert entry.session.timeline.count(LineEntered) == len(TYPED)


def test_what_is_wrong_begins_large_unless_it_is_a_code() -> None:
    entry = entering(SMALL)
    enter(entry, "gr gr ro lo > none", "mu mu kn di > none")
    assert entry.session.notice.startswith("It cannot be that mu suggested mu, kn, di: nobody refuted")
    enter(entry, "pl mu kn lo > none")
    assert entry.session.notice.startswith("mu has kn, and could have refuted")


def test_each_line_says_what_is_certain_now() -> None:
    entry = entering()
    enter(entry, TYPED[0])
    assert "Now certain: ballroom with Scarlet." in entry.session.notice
    enter(entry, "gr gr re ha > pe")
    assert "nothing certain" in entry.session.notice


def test_a_line_that_contradicts_is_refused_with_the_clash_and_stays_in_the_field() -> None:
    entry = entering()
    enter(entry, TYPED[0])
    before = entry.session.timeline
    for text, said in (("pe wh kn ba > wh", "sc has ba"), ("wh pe ca xy > pe", "no card 'xy'"),
                       ("wh pe gr li > pe", "of the suspects"), ("mu sc re ba > sc kn", "not suggested")):
        enter(entry, text)
        assert said in entry.session.notice, entry.session.notice
        assert entry.text == text
        assert entry.session.timeline is before
    assert log(entry) == TYPED[:1]


def test_stepping_back_and_ctrl_z_undo_a_line() -> None:
    entry = entering()
    enter(entry, *TYPED[:3])
    made = entry.session
    made.back(LineEntered)
    made.back(LineEntered)
    assert log(entry) == TYPED[:2]
    finish(made)
    assert log(entry) == TYPED[:3]
    made.undo()
    assert log(entry) == TYPED[:2]
    enter(entry, TYPED[4])
    assert log(entry) == [*TYPED[:2], TYPED[4]]


def test_a_line_is_corrected_in_its_place_and_the_draft_comes_back() -> None:
    entry = entering()
    enter(entry, *TYPED[:3])
    entry.type("wh wh")
    entry.go(-1)
    entry.go(-1)
    assert (entry.text, entry.at) == (TYPED[1], 1)
    entry.type("wh wh ca li > gr")
    entry.enter()
    settle(entry.session)
    assert log(entry) == [TYPED[0], "wh wh ca li > gr", TYPED[2]]
    assert (entry.text, entry.at) == ("wh wh", None)


def test_a_line_is_removed_unless_the_rest_then_contradicts() -> None:
    entry = entering()
    enter(entry, *TYPED[:3])
    entry.remove()
    assert "↑" in entry.session.notice
    entry.go(-1)
    entry.remove()
    settle(entry.session)
    assert log(entry) == TYPED[:2]
    entry.session.undo()
    assert log(entry) == TYPED[:3]


def test_a_line_that_told_much_is_not_removed_as_if_nothing_were_lost() -> None:
    entry = entering()
    enter(entry, *TYPED)
    before = {(card, place) for card, place, _ in certain(entry.clue)}
    entry.go(-1)
    entry.remove()
    settle(entry.session)
    lost = len(before - {(card, place) for card, place, _ in certain(entry.clue)})
    assert lost > 1
    assert entry.session.notice == f"Line {len(TYPED)} is removed. {lost} cells of the table are no longer certain."


def test_a_change_after_which_the_same_is_certain_says_so_of_what_was_done() -> None:
    entry = entering()
    enter(entry, *TYPED, TYPED[-1])
    assert entry.session.notice.endswith("tells nothing certain that was not known.")
    known = [*certain(entry.clue)]
    for change, said in ((entry.enter, ". What is certain stays as it was."),
                         (entry.remove, " is removed. Nothing that is certain rested on it alone.")):
        entry.go(-1)
        change()
        settle(entry.session)
        assert [*certain(entry.clue)] == known
        assert entry.session.notice.endswith(said)


def test_what_is_typed_into_a_line_stays_while_another_is_looked_at() -> None:
    entry = entering()
    enter(entry, *TYPED[:3])
    entry.type("wh")
    entry.go(-1)
    entry.type("one")
    entry.go(-1)
    assert entry.text == TYPED[1]
    entry.go(1)
    assert entry.text == "one"
    entry.go(1)
    assert (entry.at, entry.text) == (None, "wh")
    entry.go(-2)
    entry.remove()  # line 2; what was typed for line 3 belongs to line 2 now
    settle(entry.session)
    assert entry.text == "wh"
    entry.go(-1)
    assert (entry.at, entry.text) == (1, "one")
    entry.leave()
    entry.go(-1)
    assert entry.text == TYPED[2]


def test_a_line_entered_in_the_past_says_what_it_puts_aside() -> None:
    entry = entering()
    enter(entry, *TYPED[:3])
    entry.session.back_to_start()
    enter(entry, TYPED[0])
    assert log(entry) == TYPED[:1]
    assert entry.session.notice.endswith("What came later (3 changes) is put aside; Ctrl+Z brings it back.")
    entry.session.undo()
    entry.session.forward("end")
    settle(entry.session)
    assert log(entry) == TYPED[:3]


def test_leaving_a_line_brings_the_draft_back() -> None:
    entry = entering()
    enter(entry, *TYPED[:2])
    entry.type("gr")
    entry.go(-1)
    entry.go(+1)
    assert (entry.text, entry.at) == ("gr", None)
    entry.go(-1)
    entry.leave()
    assert (entry.text, entry.at) == ("gr", None)
    entry.go(+1)
    assert entry.text == "gr"


def test_what_is_certain_is_so_in_the_counts() -> None:
    known = {(card, place): there for card, place, there in certain(game())}
    assert len(known) == 147 - 54  # uncertain cells, as in Table 1(b)
    assert known["sc", "cf"]
    assert not known["sc", "mu"]


@pytest.mark.parametrize("algorithm", ["clue-exact", "at-least-propagation", "clue-sample-2", "clue-row-by-row"])
def test_a_line_can_be_entered_whatever_runs(algorithm: str) -> None:
    options = "{iterations: 50}" if "sample" in algorithm else "{}"
    made = session(TABLE_1, algorithm, options)
    entry = clue_of(made)
    finish(made)
    entry.type("pl mu kn ki > none")
    entry.enter()
    finish(made)
    assert len(entry.clue.events) == 11
    folded = made.timeline.at(len(made.timeline.events))
    assert folded.domains == made.state.domains
    assert set(made.state.domains["ki"]) < set(places_of(game())["ki"])


# --- in the window ---------------------------------------------------------------------------------------------------


def game_on(desk: Desk) -> Clue:
    return clue_of(desk.stage.session).clue


def test_a_game_begins_and_is_kept_by_keyboard_alone(desk: Desk) -> None:
    desk.app.ask("clue")
    desk.frame()
    desk.key("tab")
    desk.type("mu")
    desk.key("tab")
    desk.type("pl ro")
    desk.key("return")
    assert desk.app.overlay == "clue"
    assert new_clue(desk.app).fault.startswith("Your cards:")
    assert new_clue(desk.app).hand == "pl ro"
    desk.type(" li")
    desk.key("return")
    desk.type("mu sc re ba sc ba")
    desk.key("return")
    assert typed(game_on(desk).events[0]) == "mu sc re ba > sc ba"
    desk.type("wh wh ca li pe")
    desk.key("return", "up", "delete")
    assert len(game_on(desk).events) == 1
    desk.key("ctrl z")
    assert len(game_on(desk).events) == 2
    desk.key("ctrl z", "ctrl z")
    assert not game_on(desk).events


def test_a_click_or_a_hint_leaves_the_keys_to_the_log_and_r_can_be_taken_back(desk: Desk) -> None:
    start(desk)
    desk.type("mu gr ro ba wh")
    desk.key("return")
    desk.click(*desk.over("gr=wh"))
    assert "gr" in desk.stage.session.notice or "Green" in desk.stage.session.notice
    desk.key("g", "r")
    assert game_on(desk).events
    assert clue_of(desk.stage.session) is not None
    assert clue_of(desk.stage.session).text == "gr"
    desk.click(*desk.boxes()["hint"].center)
    desk.type(" re")
    assert clue_of(desk.stage.session).text == "gr re"
    desk.key("escape", "escape", "r")
    assert not game_on(desk).events
    desk.key("ctrl z")
    assert len(game_on(desk).events) == 1


def test_the_last_game_is_kept(desk: Desk) -> None:
    start(desk)
    assert "Type who suggested" in desk.stage.session.notice
    desk.type("mu gr ro ba wh")
    desk.key("return", "escape", "escape")
    assert desk.app.screen is desk.app.gallery
    desk.app.ask("clue")
    desk.frame()
    desk.click(*desk.boxes()["clue-go-on"].center)
    desk.frame()
    assert [typed(line) for line in game_on(desk).events] == ["mu gr ro ba > wh"]
    desk.type("wh wh ca ha none")
    desk.key("return")
    assert len(game_on(desk).events) == 2
    desk.key("ctrl z", "escape", "escape")
    assert desk.app.screen is desk.app.gallery
    desk.app.ask("clue")  # what was taken back is not kept
    again = new_clue(desk.app).kept
    assert again is not None
    assert isinstance(again.puzzle, Clue)
    assert [typed(line) for line in again.puzzle.events] == ["mu gr ro ba > wh"]


def start(desk: Desk) -> None:
    """A game of three, seen by Mustard."""
    desk.app.dialogs["clue"] = NewClue("sc mu wh", "mu", "pl ro li kn st di")
    desk.app.ask("clue")
    desk.frame()
    desk.click(*desk.boxes()["clue-start"].center)
    desk.frame()


def test_letters_in_the_field_are_not_keys_of_the_stage(desk: Desk) -> None:
    desk.open("72-table-1-row-by-row")
    theme = desk.app.settings.theme
    desk.key("e")
    desk.type("t p h s")
    assert desk.app.settings.theme == theme
    assert clue_of(desk.stage.session) is not None
    assert clue_of(desk.stage.session).text == "t p h s"
    desk.key("escape", "escape")  # what was typed, then the field
    assert desk.app.screen is desk.stage
    desk.key("t")
    assert desk.app.settings.theme != theme


def test_h_says_what_to_suggest_and_points_at_it(desk: Desk) -> None:
    desk.open("72-table-1-row-by-row")
    desk.key("end", "h")
    made = desk.stage.session
    assert "Suggest" in made.notice
    assert len([place for place in made.marks if place.endswith("=cf")]) == 3
