"""The puzzle on show is changed as a text: errors with their line, runs as branches, taken back, kept as a lesson."""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from algorithms.problems.puzzle import puzzles, spelled
from kit.known_lessons import every_lesson, plain_lessons
from kit.widget_stage import Stage
from kit.window_desk import Desk
from scenarios.editing import TooLargeError, edited, lesson_text, puzzle_text
from scenarios.loader import load, own_lessons
from scenarios.script.director import Director
from visualizer.canvas.primitives import Rect
from visualizer.canvas.theme import theme
from visualizer.runs.comparison import open_timelines
from visualizer.terminal.commands import check
from visualizer.widgets.editor import Writing, draw_editor, use_clipboard
from visualizer.widgets.field import Clipboard
from visualizer.window.stage_screen import StageScreen


def write(desk: Desk, old: str, new: str) -> None:
    """Changes the text in the open editor."""
    writing = desk.stage.edits.writing
    assert writing is not None
    assert old in writing.text
    writing.replace(writing.text.replace(old, new).split("\n"))
    desk.frame()


def changed(desk: Desk) -> tuple[StageScreen, StageScreen]:
    """A lesson, and its puzzle with one number changed, which is on show."""
    first = desk.open("where-gac-must-stop")
    desk.key("ctrl e")
    write(desk, "1 2 1", "1 2 2")
    desk.key("ctrl return")
    return first, desk.stage


# --- the text --------------------------------------------------------------------------------------------------------


def test_every_puzzle_of_the_lessons_is_the_same_when_it_was_written_out() -> None:
    one_of_each = {(scenario.puzzle_kind, *sorted(scenario.document.puzzle)): scenario
                   for scenario in every_lesson() if not scenario.compares}
    for scenario in one_of_each.values():
        again = edited(scenario, scenario.title, puzzle_text(scenario))
        assert (again.puzzle_kind, again.algorithm, again.options, again.seed) == (
            scenario.puzzle_kind, scenario.algorithm, scenario.options, scenario.seed)
        before, after = spelled(scenario.puzzle) or {}, spelled(again.puzzle) or {}
        assert {key: after[key] for key in after if key != "positions"} == {
            key: before[key] for key in before if key != "positions"}
        if "map" in scenario.document.puzzle:
            continue  # which moves to the corner
        assert again.puzzle.layout() == scenario.puzzle.layout()
        if scenario.puzzle_kind not in ("gnomine", "csp"):  # mines that were known; relations as functions
            assert again.puzzle == scenario.puzzle
    assert {kind for kind, *_ in one_of_each} == set(puzzles())


def test_what_is_too_large_says_so() -> None:
    formula = "p cnf 20000 20000\n" + "\n".join(f"{at} -{at % 20000 + 1} 0" for at in range(1, 20001))
    scenario = load(Path("t.cnf.yaml"), lesson_text("T", "algorithm: cdcl\npuzzle:\n  kind: cnf\n  dimacs: |\n" +
                                                    "\n".join("    " + line for line in formula.split("\n"))))
    with pytest.raises(TooLargeError, match="too large to be changed here"):
        puzzle_text(scenario)


KEYS = ("a", "|", " ", "return", "backspace", "delete", "left", "right", "up", "down", "home", "end", "page up")


@settings(max_examples=60, deadline=None)
@given(st.lists(st.sampled_from(KEYS), max_size=40), st.integers(0, 12))
def test_typing_keeps_the_caret_in_the_text_and_undo_and_redo_return_exactly(keys: list[str], back: int) -> None:
    writing = Writing(["one two", "", "  three"], 1, 0)
    for key in keys:
        assert writing.key(key, False, 2)
        assert 0 <= writing.column <= len(writing.lines[writing.row])
    end = writing.text
    while writing.past:
        writing.undo()
    assert writing.text == "one two\n\n  three"
    while writing.ahead:
        writing.redo()
    assert writing.text == end
    for _ in range(back):
        writing.undo()
    before = list(writing.lines)
    writing.insert("x\ny")
    assert not writing.ahead
    writing.undo()
    assert writing.lines == before


MOVES = ("left", "right", "up", "down", "home", "end", "page up", "page down")
STEPS = (*MOVES, *(f"shift {name}" for name in MOVES), "a", "return", "backspace", "delete", "ctrl a", "ctrl x",
         "ctrl v")


def index(writing: Writing, place: tuple[int, int]) -> int:
    """How many characters are before it."""
    return sum(len(line) + 1 for line in writing.lines[:place[0]]) + place[1]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=25))
@example(["ctrl a", "ctrl x", "ctrl v", "shift up", "a"])
@example(["shift up", "return", "shift home", "shift left", "delete", "shift down", "left"])
def test_what_is_selected_is_replaced_cut_and_copied_and_comes_back(steps: list[str]) -> None:
    """Against the text as one string, of which a part is selected."""
    writing, clipboard = Writing(["one two", "", "  three"], 1, 0), Clipboard()
    clipboard.put("x\ny")
    for step in steps:
        *held, name = step.replace("page ", "page_").split(" ")
        name = name.replace("_", " ")
        text, at = writing.text, index(writing, (writing.row, writing.column))
        first, end = sorted((at, at if writing.anchor is None else index(writing, writing.anchor)))
        assert writing.selection == text[first:end]
        if step in ("ctrl x", "ctrl v"):
            use_clipboard(name, writing, clipboard)
        else:
            assert writing.key(name, "ctrl" in held, 2, "shift" in held)
        now = index(writing, (writing.row, writing.column))
        if step == "ctrl a":
            assert (writing.selection, now) == (text, len(text))
        elif name in MOVES:
            assert writing.text == text
            if held:  # the other end stays
                other = first + end - at
                assert writing.selection == text[min(other, now):max(other, now)]
            else:
                assert writing.selected is None
                assert now == {"left": first, "right": end}.get(name, now) or first == end
        elif first < end:
            put = {"a": "a", "ctrl v": clipboard.text()}.get(step, "")
            if step == "return":
                before = text[:first].rsplit("\n", 1)[-1]
                put = "\n" + before[:len(before) - len(before.lstrip())]
            assert (writing.text, now, writing.selected) == (text[:first] + put + text[end:], first + len(put), None)
            if step == "ctrl x":
                assert clipboard.text() == text[first:end]
    end_text = writing.text
    while writing.past:
        writing.undo()
    assert writing.text == "one two\n\n  three"
    while writing.ahead:
        writing.redo()
    assert writing.text == end_text


def test_what_was_typed_over_a_selection_is_taken_back_with_it() -> None:
    writing = Writing(["one", "two"])
    for key in ("a", "x", "y"):
        writing.key(key, key == "a", 9)
    assert writing.text == "xy"
    writing.undo()
    assert writing.text == "one\ntwo"


def test_a_new_line_begins_as_far_in_as_the_one_above() -> None:
    writing = Writing(["  board: |", "    1 ."], 1, 7)
    for key in ("return", "2", " ", "."):
        writing.key(key, False, 9)
    assert writing.text == "  board: |\n    1 .\n    2 ."
    writing.undo()  # letters together
    assert writing.text == "  board: |\n    1 .\n    "


def test_the_selection_is_drawn_line_by_line_with_the_ends_of_the_lines() -> None:
    writing, ink = Writing(["one", "", "two"]), theme("dark")
    stage = Stage(lambda stage: draw_editor(stage.ui, "e", Rect(0, 0, 300, 200), writing, ink, 1.0))
    stage.click(250, 8)
    assert not [op for op in stage.frame().ops if op.name == "text" and op.args[4] == ink.on_accent]
    stage.ui.key("a", ctrl=True)
    canvas = stage.frame()
    assert [op.args[2] for op in canvas.ops if op.name == "text" and op.args[4] == ink.on_accent] == ["one", "", "two"]
    wide = [float(str(op.args[2])) for op in canvas.ops if op.name == "rect" and op.args[4] == ink.accent]
    letter = canvas.measure("0" * 100, 15.0, "mono") / 100
    assert [round(w / letter) for w in wide[:3]] == [4, 1, 3]
    stage.ui.key("c", ctrl=True)
    stage.ui.key("left")
    stage.ui.key("v", ctrl=True)
    assert writing.text == "one\n\ntwoone\n\ntwo"
    line = 4 + 21 / 2
    stage.ui.mouse_down(200, line, 1)
    stage.frame()
    stage.ui.mouse_move(0, line + 2 * 21)
    stage.ui.mouse_up(0, line + 2 * 21, 1)
    assert writing.selection == "\n\n"


# --- on the stage ----------------------------------------------------------------------------------------------------


def test_a_wrong_number_is_told_with_its_line_and_nothing_is_lost(desk: Desk) -> None:
    stage = desk.open("where-gac-must-stop")
    desk.key("ctrl e")
    write(desk, "1 2 1", "1 2 9")
    desk.key("ctrl return")
    assert desk.stage is stage
    edits = stage.edits
    assert edits.open
    assert edits.wrong == 4
    assert edits.said.startswith("line 5: puzzle.board: row 1, column 2: '9' is no field")
    assert not stage.message
    desk.key("ctrl e", "ctrl e")
    assert edits.writing is not None
    assert "1 2 9" in edits.writing.text
    desk.key("backspace", "1")
    assert edits.wrong == -1
    desk.key("ctrl return")
    assert desk.stage is not stage


def test_a_changed_puzzle_is_a_branch_that_ctrl_z_leaves_and_ctrl_y_enters(desk: Desk) -> None:
    first, second = changed(desk)
    assert second is not first
    rows = second.edits.rows()
    assert [(row.lane.name, row.parent, row.at) for row in rows] == [("first run", None, 0), ("edited", 0, 0)]
    ways = {"ctrl z": (first,), "ctrl y": (second,), "shift z": (first, second, first)}
    for key, there in ((key, there) for key, stages in ways.items() for there in stages):
        desk.key(key)
        assert desk.stage is there
    desk.key("ctrl e")
    write(desk, "1 2 2", "2 2 1")
    desk.key("ctrl return")
    assert [row.lane.name for row in desk.stage.edits.rows()] == ["first run", "edited", "edited (2)"]


def test_branches_of_changed_puzzles_are_side_by_side_too(desk: Desk) -> None:
    _, second = changed(desk)
    desk.key("f4")
    comparison = desk.compared.comparison
    assert [run.puzzle for run in comparison.scenario.runs] == [second.edits.versions[0].session.scenario.puzzle,
                                                                second.session.scenario.puzzle]
    desk.key("end", "escape")
    assert desk.stage is second


def test_a_click_on_a_lane_goes_there_and_its_button_compares(desk: Desk) -> None:
    first, second = changed(desk)
    lane = desk.boxes()["branch-0"]
    desk.click(lane.x + 40, lane.center[1])
    assert desk.stage is first
    place = desk.boxes()["branch-compare-1"]
    desk.click(*place.center)
    assert [run.name for run in desk.compared.comparison.scenario.runs] == ["edited", "first run"]
    assert second.edits.versions == first.edits.versions


@pytest.mark.parametrize("kind", ["branch-0", "branch-compare-0"])
def test_a_lane_that_a_key_has_just_replaced_leads_nowhere(desk: Desk, kind: str) -> None:
    """The run is begun again, and the tree is clicked before it is drawn anew."""
    first, _ = changed(desk)
    if kind == "branch-0":
        lane = desk.boxes()["branch-0"]
        desk.click(lane.x + 40, lane.center[1])
    stage = desk.stage
    place = desk.boxes()[kind].center
    old = first.session.lanes.first
    first.session.restart()
    assert first.session.lanes.first is not old
    for event in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        desk.app.handle(pygame.event.Event(event, pos=place, button=1))
    assert desk.stage is stage


def test_a_changed_puzzle_is_saved_as_a_lesson(desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    changed(desk)
    desk.key("ctrl e")
    for _ in range(2):
        desk.click(*desk.boxes()["edit-save"].center)
    assert desk.stage.edits.said.startswith("Saved as ")
    saved = own_lessons()
    assert {path.stem for path in saved} == {"where-gac-must-stop", "where-gac-must-stop-2"}
    assert check([str(path) for path in saved]) == 0
    assert capsys.readouterr().out.count("ok  ") == 2
    assert load(saved[0]).puzzle == desk.stage.session.scenario.puzzle


def test_an_unwritable_folder_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    changed(desk)
    desk.key("ctrl e")
    monkeypatch.setattr("scenarios.saving.user_folder", lambda: Path("/dev/null"))
    desk.click(*desk.boxes()["edit-save"].center)
    assert desk.stage.edits.said.startswith("Not saved: ")


# --- cues that hold --------------------------------------------------------------------------------------------------


def test_the_cues_of_a_lesson_are_kept_as_long_as_the_run_goes_as_before(
        desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    first = desk.open("where-gac-must-stop")
    before = first.session.scenario.script
    desk.key("ctrl e")
    write(desk, "1 2 1", "1 1 1")
    desk.click(*desk.boxes()["edit-save"].center)
    saved, = own_lessons()
    assert check([str(saved)]) == 0, capsys.readouterr().err
    script = load(saved).script
    said = [cue.say for cue in script if cue.say]
    assert said
    assert set(said) < {cue.say for cue in before}
    assert "The famous" not in " ".join(said)  # of the 2, which is none any more
    assert any("The famous" in (cue.note or "") for cue in script)
    assert "to be written anew" in first.edits.said
    assert all("is all of it true of this one" in (cue.note or "") for cue in script if cue.says(more=True))
    assert not any("is all of it true" in (cue.note or "") for cue in script if not cue.says(more=True))
    assert f"(in {len(said)} a note asks" in first.edits.said


def test_a_puzzle_that_is_the_same_keeps_all_its_cues_and_what_was_noted_joins_them(
        desk: Desk, capsys: pytest.CaptureFixture[str]) -> None:
    stage = desk.open("where-gac-must-stop")
    session, before = stage.session, load(stage.session.scenario.path).script
    session.timeline.pull_all()
    session.stops.bookmarks.update({3: "Look {here}.", 20: ""})
    lane = session.lanes.first
    desk.key("ctrl e")
    desk.click(*desk.boxes()["edit-save"].center)
    saved, = own_lessons()
    assert check([str(saved)]) == 0, capsys.readouterr().err
    lesson = load(saved)
    assert len(lesson.script) == len(before) + 2
    assert not any("Written for the puzzle before" in (cue.note or "") for cue in lesson.script)
    timeline, = open_timelines(lesson)
    director = Director(lesson, timeline)
    director.play()
    ends = {cue.say: end for cue, end in zip(lesson.script, director.ends, strict=True)}
    assert ends["Look (here)."] == 3
    assert ends[lane.timeline.events[19].sentence()] == 20
    old = Director(session.scenario, open_timelines(session.scenario)[0])
    old.play()
    assert [end for end in director.ends if end not in (3, 20)] == [end for end in old.ends if end not in (3, 20)]


def test_the_gallery_has_what_was_saved_and_changed_at_once(desk: Desk) -> None:
    changed(desk)
    desk.key("ctrl e")
    desk.click(*desk.boxes()["edit-save"].center)
    desk.key("escape", "escape")
    gallery = desk.app.gallery
    assert desk.app.screen is gallery
    card = gallery.cards[-1]
    assert card.name == "where-gac-must-stop"
    assert card.path == own_lessons()[0]
    while gallery.busy:
        gallery.tick(0.1)
    assert gallery.cards[-1].scenario is not None
    card.path.write_text("title: Cut", encoding="utf-8")
    os.utime(card.path, (1, 1))
    gallery.renew()
    assert gallery._unread() is gallery.cards[-1]
    assert len(gallery.cards) == len({one.path for one in gallery.cards})


def test_the_note_of_a_bookmark_is_written_where_it_was_set(desk: Desk) -> None:
    stage = desk.open("where-gac-must-stop")
    stage.session.quiz.on = False
    desk.key("right", "f8", "f6")
    desk.type("look here")
    desk.key("return")
    here = stage.session.here
    assert stage.session.stops.bookmarks == {here: "look here"}
    desk.key("escape", "f6")
    assert stage.stops.note == "look here"
    assert "(-1,-1)" not in stage.stops._examples()  # which nobody sees


def test_a_run_with_a_band_of_seeds_keeps_it_in_its_text() -> None:
    """Without its chart, cues that claim something of the band would not be read."""
    banded = [scenario for scenario in plain_lessons() if scenario.bands is not None]
    assert banded
    for scenario in banded:
        again = edited(scenario, scenario.title, puzzle_text(scenario))
        assert again.chart == scenario.chart and again.bands is not None
