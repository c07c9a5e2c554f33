"""Every key of the help does what the help says, in a window with pygame's dummy driver."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kit import keys_of_puzzles as puzzles
from kit import keys_of_runs as runs
from kit import keys_of_windows as windows
from kit.session_desk import THESIS
from kit.window_desk import Desk
from visualizer.puzzles.gnomine.state import field_of
from visualizer.window.help import KEYS
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen


@pytest.fixture
def stage(desk: Desk) -> StageScreen:
    """A lesson on which there is something to do for every key."""
    desk.open("a-beginner-board")
    return desk.stage


DOES: dict[str, Callable[[Desk], None]] = {
    "Ctrl + E": puzzles.change_the_puzzle, "Ctrl + Y": runs.take_back_and_do_again, "Z": runs.choose_otherwise,
    "Shift + Z, F10": runs.go_through_branches, "F4": runs.branches_side_by_side, "→  ←": runs.step,
    "Shift + → ←": runs.step_a_rung_higher, "Ctrl + → ←": runs.step_to_a_kind, "1 2 3 4": runs.rungs,
    "Space": runs.play_the_lesson, "Shift + Space": runs.run_and_pause, "G": runs.list_of_cues, "N": runs.next_lesson,
    "V": runs.more_is_said, "Home  End": runs.ends, "+  −": runs.speed, "Page Down / Up": runs.cues,
    "Click a number": puzzles.click_a_number, "P": puzzles.play_or_analyse, "Arrows, 0 … 9": puzzles.enter_digits,
    "Ctrl + V": puzzles.paste, "E": puzzles.enter_a_line, "J": puzzles.click_cards, "M": puzzles.pencil,
    "1 … 9, I, Esc": runs.answer_a_question, "Q": runs.predict_mode, "Y": runs.find_the_bug,
    "O": runs.lines_in_order,
    "Shift + Y": runs.be_the_algorithm, "Shift + Q": runs.votes, "F9": windows.presenters_window,
    "Shift + F9": runs.record_a_lesson, "F12": windows.freeze, "A": puzzles.apply, "H": puzzles.hint,
    "W": puzzles.why, "Shift + W": puzzles.why_not, "X, Shift + X": puzzles.audit, "D  C": runs.to_a_difference,
    "Ctrl + Z": puzzles.take_back, "R": puzzles.restart, "F6  F8": runs.stops_panel, "F7, Shift + F7": runs.to_stops,
    "S": windows.source, "L": puzzles.large_tree, "F  U": puzzles.fold_all,
    "Arrows, Return": puzzles.go_through_the_tree, "+  −  O  C": puzzles.zoom_the_tree,
    "Tab, Shift + Tab": windows.focus, "Return, F, C": puzzles.board, "Ctrl and + − 0": windows.scale,
    "/": windows.search, "T": windows.themes, "Wheel, drag, +  −": windows.magnify, "C": windows.chapters_or_topics,
    "F3": windows.words_key, "F11": windows.full_screen, "F5": windows.projector_mode,
    "I  K": windows.spotlight_and_clock, "B  .": windows.black_screen, "F2": windows.settings_key,
    "Esc": windows.escape, "?": windows.help_key,
}


@pytest.mark.parametrize("key", [key for key, _ in KEYS])
def test_every_key_of_the_help_does_what_it_says(desk: Desk, stage: StageScreen, key: str) -> None:
    DOES[key](desk)


def test_c_on_the_board_opens_what_is_left_around_a_number(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "chord.yaml").write_text(THESIS, encoding="utf-8")
    desk.app.open_file(tmp_path / "chord.yaml")
    desk.frame()
    session = desk.stage.session
    session.playing = True
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    desk.stage.board.pointed = "(0,1)"
    desk.key("c")
    assert field_of(session.state).seen["(0,2)"] >= 0


def test_what_lies_below_an_overlay_takes_no_keys(desk: Desk, stage: StageScreen) -> None:
    for overlay in ("?", "f2"):
        desk.key(overlay, "right", "end", "r", "p", "t", "a", "page down", "1")
        assert (stage.session.timeline.position, stage.session.playing) == (0, False)
        assert desk.app.settings.theme == Settings().theme
        desk.key("escape")
        assert desk.app.screen is stage
