"""What is done with a lesson becomes a lesson: saved, loaded, checked, and with the same words at the same places."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path

import pytest

from kit.two_ways import written
from kit.window_desk import Desk, window
from scenarios.loader import Scenario, find, load, own_lessons
from scenarios.script.director import Director
from scenarios.script.way import way
from scenarios.taking import Taken, lesson_text
from visualizer.runs.comparison import Comparison
from visualizer.runs.session import Session
from visualizer.window.recording import places_in


def say(desk: Desk, text: str) -> None:
    """Takes a cue at the place on show, by keys."""
    desk.key("shift f9")
    desk.type(text)
    desk.key("return")
    desk.app.close()
    desk.frame()


@pytest.mark.parametrize("name", ["a-beginner-board", "where-gac-must-stop", "dpll"])
def test_what_was_shown_is_a_lesson(desk: Desk, name: str) -> None:
    stage = desk.open(name)
    session = stage.session
    session.quiz.on = False
    places = []
    for key in ("right", "ctrl right", "end"):
        desk.key(key)
        places.append(session.here)
        say(desk, f"here {key}: {{ \"a\" }} # 'b'")
    desk.key("home")
    say(desk, "first")
    desk.app.recording.save()
    assert desk.app.recording.said.startswith("Saved as"), desk.app.recording.said
    path, = own_lessons()
    assert path.read_text(encoding="utf-8").startswith("# yaml-language-server: $schema=")
    lesson = load(path)
    director = Director(lesson, Session(lesson).timeline)
    director.play()
    assert director.ends == [0, *places]
    assert lesson.script[0].say == "first"
    assert lesson.script[1].say == "here right: ( \"a\" ) # 'b'"


def test_what_was_pointed_at_is_marked_and_an_unknown_place_is_told(desk: Desk) -> None:
    stage = desk.open("a-beginner-board")
    recording = desk.app.recording
    place = next(iter(stage.session.board.layout.places))
    stage.board.pointed = place
    desk.app.ask("record")
    assert recording.marks == place
    recording.take()
    assert recording.cues[0].marks == (place,)
    recording.marks = "nowhere"
    recording.take()
    assert "no place nowhere" in recording.said
    assert len(recording.cues) == 1
    recording.forget()
    recording.save()
    assert own_lessons() == []


def test_a_second_one_of_that_name_gets_a_number_and_branches_are_not_taken(desk: Desk) -> None:
    desk.open("a-beginner-board")
    for _ in range(2):
        say(desk, "a")
        desk.app.recording.save()
    assert len(own_lessons()) == 2
    desk.key("z", "return")
    desk.app.ask("record")
    assert "not games or branches" in desk.app.recording.why_not
    desk.app.leave()
    assert "Open a lesson" in desk.app.recording.why_not


def events_of(name: str) -> tuple[Scenario, Session]:
    lesson = load(find(name))
    session = Session(lesson)
    session.timeline.pull(300)
    return lesson, session


@pytest.mark.parametrize("name", ["a-beginner-board", "dpll", "the-fog-of-search", "who-owns-the-zebra"])
def test_a_cue_says_in_a_few_words_where_it_goes_and_goes_there(name: str) -> None:
    lesson, session = events_of(name)
    events = session.timeline.events
    rng, named = random.Random(name), 0
    places = sorted({0, *(rng.randrange(1, len(events)) for _ in range(9))})
    for here, there in pairwise(places):
        found = way(events, here, there)
        named += "when" in found
        cues = [Taken(here), Taken(there, say="x")]
        taken = load(Path("taken.yaml"), lesson_text(lesson, "T", cues, events))
        director = Director(taken, Session(taken).timeline)
        director.play()
        assert director.ends[-1] == there, found
    assert named > len(places) / 3


def test_what_was_shown_is_written_as_an_author_would_write_it() -> None:
    lesson, session = events_of("testing-for-support")
    text = lesson_text(lesson, "T", [Taken(2, say="x", marks=("(0,1)", "(1,1)"))], session.timeline.events)
    assert "  board: |\n    0 2 .\n    1 3 .\n    1 F 2\n" in text.replace("|-\n", "|\n")
    assert "mark: ['(0,1)', '(1,1)']" in text


def test_fields_of_the_event_are_filled_in_and_other_braces_are_none() -> None:
    lesson, session = events_of("testing-for-support")
    events = session.timeline.events
    at = next(at for at, event in enumerate(events, 1) if type(event).__name__ == "Pruned")
    cues = [Taken(0, say="{variable}"), Taken(at, say="{variable} loses {nothing} {")]
    taken = load(Path("taken.yaml"), lesson_text(lesson, "T", cues, events))
    assert [cue.say for cue in taken.script] == ["(variable)", "{variable} loses (nothing) ("]


def test_the_first_event_of_its_kind_needs_no_count_and_a_name_is_better_than_a_number() -> None:
    _, session = events_of("where-gac-must-stop")
    events = session.timeline.events
    kinds = [type(event).__name__ for event in events]
    first = kinds.index("SupportFound")
    assert way(events, 0, first + 1) == {"when": {"event": "SupportFound"}}
    second = next(at for at, event in enumerate(events) if kinds[at] == "ConstraintTaken" and at > first)
    assert way(events, 0, second + 1) == {"when": {"event": "ConstraintTaken", "where": {
        "constraint": events[second].constraint}}}  # type: ignore[attr-defined]
    assert way(events, 0, len(events), last=True) == {"run": {"to": "end"}}
    assert way(events, 5, 5) == {}


def test_what_was_shown_of_a_comparison_is_a_lesson(tmp_path: Path) -> None:
    with window(tmp_path / "settings", load(written(tmp_path)), asks=False) as desk:
        desk.resize(1280, 800)
        comparison, places = desk.compared.comparison, []
        for keys in (("page down", "page down"), ("1", "right"), ("2", "right", "s"), ("3", "right", "s"), ("end",)):
            desk.key(*keys)
            places.append(comparison.here)
            say(desk, f"here {keys[-1]}")
        desk.app.recording.save()
        assert desk.app.recording.said.startswith("Saved as"), desk.app.recording.said
        path, = own_lessons()
        lesson = load(path)
        director = Comparison(lesson).director
        director.play()
        spoken = [end.end for cue, end in zip(lesson.script, director.ends, strict=True) if cue.say]
        assert spoken == places
        assert [cue.show for cue in lesson.script if cue.show] == ["pseudocode", "source"]


def test_cues_of_a_comparison_lie_on_one_way(tmp_path: Path) -> None:
    with window(tmp_path / "settings", load(written(tmp_path)), asks=False) as desk:
        desk.resize(1280, 800)
        desk.key("1", "right", "right")
        say(desk, "a")
        desk.key("left")
        say(desk, "b")
        assert [cue.position for cue in desk.app.recording.cues] == [4, 2]
        desk.key("home", "3", "right")
        say(desk, "c")
        assert desk.app.recording.why_not.startswith("All cues lie on one way")
        assert len(desk.app.recording.cues) == 2


def test_names_of_places_may_have_spaces(desk: Desk) -> None:
    known = ["Old Gold", "Old", "Old Gold=2", "line 1", "line 12", "(0,1)", "p(1,a)"]
    assert places_in("line 12, Old Gold=2 (0,1)  Old p(1,a) Old Gold", known) == (
        ("line 12", "Old Gold=2", "(0,1)", "Old", "p(1,a)", "Old Gold"), "")
    assert places_in("Old line (0,1)", known) == (("Old",), "line")
    stage = desk.open("who-owns-the-zebra")
    recording = desk.app.recording
    stage.board.pointed = "Old Gold=2"
    desk.app.ask("record")
    recording.take()
    assert recording.cues[0].marks == ("Old Gold=2",), recording.said


def test_cues_are_not_lost_because_another_lesson_is_opened(desk: Desk) -> None:
    desk.open("where-gac-must-stop")
    desk.key("right")
    say(desk, "first")
    desk.open("testing-for-support")
    recording = desk.app.recording
    desk.key("shift f9")
    assert recording.why_not.startswith("There is 1 cue of “Where GAC must stop”")
    recording.take()
    assert [cue.say for cue in recording.cues] == ["first"]
    recording.save()
    saved, = own_lessons()
    assert load(saved).title == "Where GAC must stop, as shown"
    recording.asked(0)
    assert recording.why_not == ""
    recording.text = "second"
    recording.take()
    desk.app.close()
    desk.open("where-gac-must-stop")
    desk.key("shift f9")
    assert recording.why_not.startswith("There is 1 cue of “Testing for support”")
    recording.forget()
    assert recording.why_not == "" and not recording.cues


def test_branches_side_by_side_are_no_lesson(desk: Desk) -> None:
    desk.open("the-fog-of-search").session.quiz.on = False
    desk.key("right", "z", "return", "f4")
    assert desk.compared.of_branches
    desk.key("right", "shift f9")
    assert desk.app.recording.why_not.startswith("A lesson keeps runs, not branches")


def test_a_run_of_a_comparison_that_was_opened_alone_is_a_lesson_of_its_own(tmp_path: Path) -> None:
    with window(tmp_path / "settings", load(written(tmp_path)), asks=False) as desk:
        desk.key("1", "right", "right")
        screen = desk.compared
        screen.boards.over = 1
        desk.key("z", "escape", "right")
        say(desk, "here")
        desk.app.recording.save()
        lesson = load(own_lessons()[0])
        assert not lesson.compares and lesson.algorithm.name == "backbone-simple"
        director = Director(lesson, Session(lesson).timeline)
        director.play()
        assert director.ends == [3]
