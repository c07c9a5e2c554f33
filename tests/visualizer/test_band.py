"""What the band below the board says: the lesson; an answer until it is closed; how a game is played, and its end."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.problems.clue.facts import NOBODY
from algorithms.problems.gnomine.position import COVERED, MINE
from kit.known_lessons import comparisons
from kit.session_desk import Clock, game, gnomine_of, open_session
from kit.window_desk import Desk
from scenarios.loader import Scenario, load
from visualizer.canvas.primitives import RecordingCanvas, Rect, wrap_text
from visualizer.canvas.theme import theme
from visualizer.puzzles.clue.overlay import NewClue
from visualizer.puzzles.clue.play import CluePlay
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.sudoku.state import grid_of
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.band import Words, draw_band, fits, parts
from visualizer.stage.compare_stage import CompareView

LOST = game(6, 6, 7, seed=4, reveal=2)


def said(desk: Desk) -> Words:
    return desk.stage._view().words


def test_an_answer_takes_the_lessons_place_until_it_is_closed(desk: Desk) -> None:
    screen = desk.open("a-number-is-a-constraint")
    desk.key("page down", "end")
    lesson = said(desk).text
    assert lesson == screen.session.say
    place = next(iter(screen.session.state.inferred))
    for close in ("escape", "cross", "left"):
        desk.move(0, 0)
        x, y = desk.over(place)
        desk.move(x + 6, y + 6)  # well inside
        desk.key("w")
        assert (said(desk).heading, said(desk).text) == (f"Why {place}?", screen.session.notice)
        assert screen.session.reason
        assert "band-close" in desk.boxes()
        if close == "cross":
            desk.click(*desk.boxes()["band-close"].center)
        else:
            desk.key(close)
        assert (said(desk).heading, screen.session.reason) == ("", ())
        assert desk.app.screen is screen
    desk.key("end")
    assert said(desk).text == lesson


def test_the_button_asks_for_the_place_that_is_clicked_then_also_in_a_game(desk: Desk) -> None:
    desk.app.open(load(Path("t.yaml"), LOST), playing=True)
    desk.frame()
    session = desk.stage.session
    seen = field_of(session.state).seen
    place = next(x for x, number in seen.items() if number == COVERED)
    desk.click(*desk.boxes()["why"].center)
    assert (desk.stage.board.asking, said(desk).heading) == (True, "Why?")
    desk.click(*desk.over(place))
    assert said(desk).heading == f"Why {place}?"
    assert field_of(session.state).seen == seen  # nothing was uncovered
    desk.key("escape")
    assert said(desk).heading == ""
    desk.click(*desk.boxes()["why"].center)
    desk.key("escape")
    assert not desk.stage.board.asking


def test_a_button_asks_why_a_value_is_not_and_the_two_take_turns(desk: Desk) -> None:
    desk.open("where-gac-must-stop")
    before = desk.stage.session.timeline.position
    for button, heading in (("why", "Why?"), ("why-not", "Why not?"), ("why", "Why?"), ("why-not", "Why not?")):
        desk.click(*desk.boxes()[button].center)
        assert (desk.stage.board.asking, said(desk).heading) == (True, heading)
    desk.click(*desk.over("(0,1)"))
    assert said(desk).heading.startswith("Why not ")
    assert desk.stage.session.chain is not None or desk.stage.session.lens is not None
    assert desk.stage.session.timeline.position == before
    desk.key("escape")
    desk.click(*desk.boxes()["why-not"].center)
    desk.click(*desk.boxes()["why-not"].center)
    assert not desk.stage.board.asking


def test_no_tip_lies_over_the_board(desk: Desk) -> None:
    desk.open("a-number-is-a-constraint")
    assert all(not area.tip for area in desk.app.ui._areas if area.ident == "board")


def test_a_game_has_the_stage_for_itself_and_p_brings_the_panels(desk: Desk) -> None:
    desk.app.open(load(Path("t.yaml"), LOST), playing=True)
    desk.frame()
    small = desk.boxes()["board"]
    assert not {"code", "counter-passes"} & desk.boxes().keys()
    desk.key("p")
    assert {"code", "counter-passes"} <= desk.boxes().keys()
    assert desk.boxes()["board"].w < small.w
    assert "new-game" not in desk.boxes()


def test_the_end_of_a_game_shows_the_mines_and_says_how_it_went() -> None:
    session = open_session(LOST)
    session.turn(True)
    play, clock = gnomine_of(session), session.clock
    assert isinstance(clock, Clock)
    laid = play._laid(None)
    assert laid is not None and laid.laid is not None
    mines = sorted(laid.laid)
    safe = [x for x, seen in play.game.seen.items() if seen == COVERED and x not in mines]
    assert play.ending() is None
    session.click(safe[0], "flag")
    clock.now += 83
    session.click(mines[0], "uncover")
    end, field = play.ending(), field_of(session.state)
    assert end is not None
    assert (end.won, end.title) == (False, "Lost after 1:23")
    assert f"There was a mine at {mines[0]}. 1 flag was wrong: {safe[0]}." in end.text
    assert (field.seen[mines[0]], field.mines) == (MINE, frozenset(mines))
    session.undo()
    assert (play.ending(), field_of(session.state).mines) == (None, frozenset())
    session.click(safe[0], "flag")  # takes it away
    for x in safe:
        session.click(x, "uncover")
    end = play.ending()
    assert end is not None and end.won and end.title.startswith("Won in 1:23")
    assert field_of(session.state).mines == frozenset(mines)


def test_n_begins_another_game_and_r_the_same_one(desk: Desk) -> None:
    for name in ("game0", "sudoku0"):
        desk.app.open_card(desk.app.gallery.games[name])
        desk.frame()
        first = desk.stage.session.scenario
        desk.key("n")
        desk.frame()
        second = desk.stage.session.scenario
        assert desk.stage.session.playing
        assert type(second.puzzle) is type(first.puzzle)
        assert (second.seed, second.puzzle) != (first.seed, first.puzzle)
        desk.click(*desk.boxes()["again"].center)
        assert desk.stage.session.scenario is second
    desk.app.open_card(desk.app.gallery.games["sudoku1"])
    desk.frame()
    assert "new-game" not in desk.boxes()


def test_pencil_marks_are_the_players_own(desk: Desk) -> None:
    desk.app.open_card(desk.app.gallery.games["sudoku0"])
    desk.frame()
    session = desk.stage.session
    blank = next(x for x in session.board.layout.places if x not in session.state.position().clues)
    desk.stage.board.pointed = blank
    play, clues = session.play, session.state.position().clues
    for digit in ("2", "7"):
        assert play.key(digit, True, blank)
    assert grid_of(session.state).pencilled == {blank: (2, 7)}
    assert session.state.position().clues == clues  # no algorithm knows of them
    play.key("2", True, blank)
    assert grid_of(session.state).pencilled == {blank: (7,)}
    session.undo()
    assert grid_of(session.state).pencilled == {blank: (2, 7)}
    session.hint()
    assert "wrong" not in session.notice
    desk.key("m")
    play.key("9", False, blank)
    assert grid_of(session.state).pencilled == {blank: (2, 7, 9)}
    play.key("delete", False, blank)
    assert grid_of(session.state).pencilled == {}
    desk.key("m")
    value = int(session.state.position().domains()[blank][0])
    play.key("5", True, blank)
    play.key(str(value), False, blank)
    assert grid_of(session.state).pencilled == {}
    assert grid_of(session.state).entered == {blank: value}
    assert play.key("3", True, blank)
    assert "has its digit" in session.notice


def test_a_line_of_clue_is_clicked_together(desk: Desk) -> None:
    desk.app.ask("clue")
    desk.frame()
    cards = [f"clue-card-{card}" for card in ("pl", "ro", "li", "li")]
    for ident in ("clue-me", "clue-card-mu", "clue-hand", *cards):
        desk.click(*desk.boxes()[ident].center)
    found = desk.app.dialogs["clue"]
    assert isinstance(found, NewClue)
    assert (found.me, found.hand) == ("mu", "pl ro")
    desk.app.dialogs["clue"] = NewClue("sc mu wh gr", "mu", "pl ro li kn st")
    desk.app.ask("clue")
    desk.frame()
    desk.click(*desk.boxes()["clue-start"].center)
    desk.key("escape")
    desk.key("j")
    play = desk.stage.session.play
    assert isinstance(play, CluePlay)
    for ident in ("who-wh", "suspects-gr", "weapons-ca", "rooms-ba", "refute-mu"):
        assert play.clicked is not None and play.clicked.line(play.clue) is None
        desk.click(*desk.boxes()[f"clue-{ident}"].center)
    desk.click(*desk.boxes()[f"clue-refute-{NOBODY}"].center)
    desk.click(*desk.boxes()["clue-refute-sc"].center)
    desk.click(*desk.boxes()["clue-enter"].center)
    assert play.clicked is None
    [line] = play.clue.events
    assert (line.suggest, line.cards, line.refute, line.shown) == ("wh", ("gr", "ca", "ba"), "sc", None)


def test_long_words_are_wrapped_and_never_cut() -> None:
    canvas, box = RecordingCanvas(), Rect(0, 0, 640, 78)
    short, long = Words("Look here.", "Hint", "answer"), Words("A long answer. " * 20, "Hint", "answer")
    assert fits(canvas, box, short, 1.0)
    assert not fits(canvas, box, long, 1.0)
    high = next(height for height in range(78, 600, 13) if fits(canvas, Rect(0, 0, 640, height), long, 1.0))
    draw_band(canvas, Rect(0, 0, 640, high), long, theme("dark"), 1.0)
    texts = [op for op in canvas.ops if op.name == "text"]
    assert all(float(str(op.args[3])) >= 16 for op in texts)
    assert not any("…" in str(op.args[2]) for op in texts)
    room = parts(Rect(0, 0, 640, high), long, 1.0).text
    assert len(texts) - 1 <= len(wrap_text(canvas, long.text, room.w, 22))


@given(st.floats(180, 1300), st.floats(70, 400), st.floats(0.5, 3), st.sampled_from([0.0, 244.0]))
def test_what_is_kept_aside_leaves_the_words_the_most_room_there_is(width: float, height: float, unit: float,
                                                                    aside: float) -> None:
    box = Rect(7, 9, width * unit, height * unit)
    found = parts(box, Words("Said.", aside=aside * unit), unit)
    text, kept = found.text, found.aside
    assert text.right <= kept.x or text.bottom <= kept.y or not aside
    for place in (text, kept):
        assert box.x <= place.x <= place.right <= box.right + 0.01
        assert box.y <= place.y <= place.bottom <= box.bottom + 0.01
    assert text.w * text.h >= (width - 24 - aside) * (height - 16) * unit ** 2 - 0.01
    assert text.w * text.h >= (width - 24) * (height - 16 - 56) * unit ** 2 - 0.01


@pytest.mark.parametrize("compared", comparisons(), ids=lambda compared: compared.name)
def test_the_last_words_of_a_comparison_can_be_read_beside_the_next_lesson(compared: Scenario) -> None:
    """At 1280×800, where the column beside the boards is narrow."""
    stage = Rect(10, 50, 1260, 666)
    timelines = open_timelines(compared)
    view = CompareView(compared, [board_for(run.puzzle) for run in compared.runs], timelines,
                       [timeline.state for timeline in timelines], say=compared.script[-1].say or "", aside=244)
    assert fits(RecordingCanvas(), view.places(stage, 1.0).caption, view.words, 1.0)


def test_the_lesson_by_hand_still_speaks(desk: Desk) -> None:
    screen = desk.open("a-sherlock-by-hand")
    screen.session.turn(True)
    desk.frame()
    assert said(desk).text == screen.session.play.how_to
    screen.session.notice = ""
    assert said(desk).text == screen.session.say
