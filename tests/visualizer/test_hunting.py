"""Find the bug: where it is planted, what is said too early and too late, what it is worth, and the way back."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.known_lessons import known
from kit.session_desk import Clock, open_session, settle
from scenarios.loader import Scenario, find, load
from scenarios.practice import practised
from scenarios.reading import ScenarioError
from scenarios.script.director import Director
from scenarios.timeline import Timeline
from visualizer.runs.families import start_state
from visualizer.runs.hunting import check_bugs
from visualizer.runs.session import Session

TEXT = """\
title: T
algorithm: gac
puzzle: {kind: gnomine, board: ". . .\\n1 2 1\\n0 0 0"}
script:
  - say: "A test needs all assignments."
  - bug: {event: NoSupport, count: 2}
    say: "Find it."
  - when: {event: SupportFound}
    say: "There is one."
"""


def hunting() -> Session:
    """A session that looks for the bug of its second cue."""
    session = open_session(TEXT)
    session.quiz.on = True
    session.forward("cue")
    assert settle(session).hunt.cue is None
    session.forward("cue")
    assert settle(session).hunt.offered
    session.hunt.press()
    assert session.hunt.on
    return session


def go(session: Session, index: int) -> None:
    """To where the event of that index has just happened."""
    session.show(index + 1)


def test_the_wrong_event_is_found() -> None:
    session = hunting()
    planted = session.hunt.planted
    assert planted is not None
    go(session, planted.index)
    assert session.timeline.event == planted.event != planted.true
    session.hunt.press()
    assert session.hunt.over and session.hunt.points == 1
    assert session.hunt.text.startswith("✓ Found: 1 point.") and planted.wrong.text in session.hunt.text
    assert session.marks == planted.wrong.places
    assert session.hunt.heading == "Find the bug – 1 of 1 found"
    assert session.points == {1: 1.0} and session.times.keys() == {1}  # kept with the lesson, as those of questions
    kept = practised(session.scenario.algorithm.family.name)[f"bug: {planted.name}"]
    assert kept.asked >= 1 and kept.points >= 1


def test_too_early_too_late_and_the_third_try_shows_it() -> None:
    session = hunting()
    planted = session.hunt.planted
    assert planted is not None
    session.hunt.press()
    assert session.hunt.tries == 0 and "Nothing has happened yet" in session.hunt.text
    go(session, planted.index - 1)
    session.hunt.press()
    assert "This is right" in session.hunt.text and "still to come" in session.hunt.text
    go(session, planted.index + 1)
    session.hunt.press()
    assert "too late" in session.hunt.text and "NoSupport" in session.hunt.text
    session.hunt.press()
    assert session.hunt.over and session.hunt.points == 0 and session.here == planted.index + 1
    assert session.hunt.text.startswith("✗ Here it is")


def test_half_a_point_for_a_second_try_and_another_bug_afterwards() -> None:
    session = hunting()
    first = session.hunt.planted
    assert first is not None
    for index in (first.index - 1, first.index):
        go(session, index)
        session.hunt.press()
    assert session.hunt.points == 0.5
    session.hunt.press()
    second = session.hunt.planted
    assert second is not None and not session.hunt.over and session.hunt.begun == 2
    assert len(session.past) == 1  # the first one was left


def test_the_lesson_goes_on_where_it_was_left() -> None:
    session = hunting()
    session.forward("cue")
    assert not settle(session).hunt.on and not session.past
    assert session.say == "There is one."


def test_control_z_leaves_it_and_nothing_can_be_chosen_in_it() -> None:
    session = hunting()
    here = session.timeline
    session.jump("(1,2)")  # would take that constraint next: here it is only looked for
    assert session.timeline is here
    session.undo()
    assert not session.hunt.on and session.hunt.planted is None


def scenario(text: str) -> Scenario:
    """From its text."""
    return load(Path("test.yaml"), text)


def check(found: Scenario) -> None:
    """As `main.py check` does."""
    timeline = Timeline(found.steps(), start_state(found.puzzle, found.algorithm, found.form))
    director = Director(found, timeline)
    director.play()
    check_bugs(found, director)


@pytest.mark.parametrize(("bug", "key", "message"), [
    ("{event: NoSupport, count: 900}", "script.1.bug", "no NoSupport behind this cue"),
    ("{event: NoSupport, belief: none}", "script.1.bug.belief", "nobody is known to believe that"),
    ("{event: NoSuport}", "script.1.bug.event", "there is no event 'NoSuport'"),
])
def test_a_bug_that_cannot_be_planted_is_refused(bug: str, key: str, message: str) -> None:
    text = TEXT.replace("{event: NoSupport, count: 2}", bug)
    with pytest.raises(ScenarioError, match=message) as refused:
        check(scenario(text))
    assert refused.value.key == key and refused.value.line


def test_a_comparison_plants_none() -> None:
    text = find("order-does-not-matter").read_text(encoding="utf-8") + "\n  - bug: {event: NoSupport}\n"
    with pytest.raises(ScenarioError, match="is for lessons with one run"):
        scenario(text)


def test_any_run_can_be_hunted_in_and_says_so_where_it_cannot() -> None:
    session = Session(known(find("dpll")), Clock())
    session.hunt.press()
    assert session.hunt.on
    session.undo()
    session.show(3)
    session.hunt.press()
    assert session.hunt.planted is not None and session.hunt.planted.start >= 0
