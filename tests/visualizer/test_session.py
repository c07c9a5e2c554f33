"""A lesson being looked at: what steps, runs, cues, jumps and moves of the game do, pressed without a window."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import Event, Grain
from algorithms.events import Consistent, ConstraintTaken, NoSupport, Pruned, WipedOut
from algorithms.problems.gnomine.position import COVERED
from algorithms.words import kind_name
from kit.known_lessons import lessons_of_each_cue, replayed
from kit.session_desk import SCRIPT, THESIS, Clock, after, finish, fold, game, open_session, settle, ticks
from kit.states import before
from scenarios.loader import Scenario
from scenarios.script.director import Director
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.session import Session

lesson_by_lesson = pytest.mark.parametrize("scenario", lessons_of_each_cue(), ids=lambda scenario: str(scenario.name))


# --- stepping ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("grain", Grain)
def test_each_rung_stops_after_each_of_its_events_there_and_back(grain: Grain) -> None:
    session = open_session(THESIS)
    stops = after(finish(open_session(THESIS)).timeline.events, grain)
    been = []
    for _ in stops:
        session.forward(grain)
        been.append(settle(session).timeline.position)
    assert been == stops
    for stop in [*reversed(stops[:-1]), 0, 0]:
        session.back(grain)
        assert session.timeline.position == stop


@pytest.mark.parametrize("kind", [Pruned, NoSupport, WipedOut])
def test_a_step_to_a_kind_of_event_that_no_longer_comes_stays_and_says_so(kind: type[Event]) -> None:
    session = open_session(THESIS)
    for _ in range(60):
        session.forward(kind)
        settle(session)
    assert session.timeline.done
    places = [at + 1 for at, event in enumerate(session.timeline.events) if type(event) is kind]
    assert session.here == max(places, default=0)
    assert session.notice == f"No event of the kind “{kind_name(kind)}” is left ahead of here."


def test_end_shows_the_answer_and_home_the_beginning() -> None:
    session = finish(open_session(THESIS))
    assert isinstance(session.timeline.event, Consistent)
    assert session.state.domains == session.timeline.answer.domains
    session.back_to_start()
    assert (session.timeline.position, session.state) == (0, before(session.puzzle))


def test_before_is_what_was_on_show_and_the_transition_begins_at_the_move() -> None:
    session = open_session(THESIS)
    assert isinstance(session.clock, Clock)
    session.clock.now += 5
    shown = session.state.copy()
    session.forward(Grain.LANDMARK)
    settle(session)
    assert (session.before, session.moved_at) == (shown, 105.0)


# --- running -------------------------------------------------------------------------------------------------------


def test_a_run_takes_the_steps_that_are_due_and_no_others() -> None:
    session = open_session(THESIS)
    session.speed, session.grain = 8.0, Grain.MICRO
    session.tick(1.0)
    assert session.timeline.position == 0  # nobody has started it
    session.toggle_run()
    been = []
    for _ in range(8):
        session.tick(1 / 16)
        been.append(session.timeline.position)
    assert been == [0, 1, 1, 2, 2, 3, 3, 4]
    session.toggle_run()
    session.tick(1.0)
    assert session.timeline.position == 4


@pytest.mark.parametrize("grain", Grain)
@pytest.mark.parametrize("text", [THESIS, game(16, 30, 99, seed=10, reveal=9)], ids=["small", "expert"])
def test_a_run_stops_only_on_its_rung_and_at_the_end(text: str, grain: Grain) -> None:
    session = open_session(text)
    session.grain = grain
    session.toggle_run()
    been = list(dict.fromkeys(ticks(session)))
    events = session.timeline.events
    assert session.timeline.done
    assert [stop for stop in been if stop] == sorted({*after(events, grain), len(events)})


def test_run_at_the_end_begins_again() -> None:
    session = finish(open_session(THESIS))
    session.toggle_run()
    assert session.running
    assert session.timeline.position == 0


PRESSES: dict[str, Callable[[Session], None]] = {
    "step": lambda session: session.forward(Grain.STEP), "back": lambda session: session.back(Grain.STEP),
    "cue": lambda session: session.forward("cue"), "cue back": Session.cue_back, "undo": Session.undo,
    "jump": lambda session: session.jump("(0,1)"), "home": Session.back_to_start, "restart": Session.restart,
    "flag": lambda session: session.click("(2,2)", "flag"),
}


@pytest.mark.parametrize("press", PRESSES.values(), ids=PRESSES)
def test_whatever_is_pressed_ends_a_run(press: Callable[[Session], None]) -> None:
    session = open_session(THESIS + SCRIPT)
    session.jump("(1,1)")
    session.toggle_run()
    press(session)
    assert not session.running


# --- cues ----------------------------------------------------------------------------------------------------------


def planned(scenario: Scenario) -> list[tuple[int, str]]:
    """Where the cues of a script end and what is said there, from a director of its own."""
    director = Director(scenario, replayed(scenario.path)[0])
    found = []
    while director.next():
        found.append((director.ends[director.index], director.text))
    return found


@lesson_by_lesson
def test_cues_forward_and_back_are_the_script(scenario: Scenario) -> None:
    session = Session(scenario, Clock())
    assert session.say == scenario.about
    cues = planned(scenario)
    for position, text in cues:
        session.forward("cue")
        settle(session)
        ticks(session)  # a cue that is run is watched to its end
        assert (session.timeline.position, session.say) == (position, text)
    session.forward("cue")
    settle(session)
    assert session.notice == "This is the last cue of the lesson."
    for position, text in reversed(cues[:-1]):
        session.cue_back()
        assert (session.timeline.position, session.say) == (position, text)
    session.cue_back()
    assert (session.timeline.position, session.say) == (0, scenario.about)


def test_a_cue_that_runs_goes_every_event_at_its_speed_and_leaves_the_users_settings_alone() -> None:
    session = open_session(THESIS + SCRIPT)
    session.speed, session.grain = 4.0, Grain.LANDMARK
    for _ in range(2):
        session.forward("cue")
        settle(session)
    here = session.timeline.position
    session.forward("cue")
    settle(session)
    assert (session.timeline.position, session.running, session.speed) == (here, True, 10.0)
    been = ticks(session)
    assert been == list(range(here + 1, been[-1] + 1))
    assert (session.running, session.speed, session.grain) == (False, 4.0, Grain.LANDMARK)


def test_the_next_cue_need_not_wait_for_one_that_runs() -> None:
    session = open_session(THESIS + SCRIPT)
    for _ in range(4):
        session.forward("cue")
        settle(session)
    assert (session.director.index, session.running) == (2, False)
    assert session.timeline.position == session.director.ends[2]
    assert session.say == "Pass 2."


def asked(session: Session) -> str | None:
    """The panel that the lesson asks for now."""
    return session.panel[1]


def test_what_a_cue_says_of_its_run_comes_when_that_is_over() -> None:
    session = open_session(THESIS + SCRIPT.replace("speed: 10}", "speed: 10}\n    show: source"))
    for _ in range(3):
        session.forward("cue")
        settle(session)
    before, here = session.say, session.here
    assert before == "(0,2) must be 0."
    assert (session.marks, asked(session)) == (("(0,2)",), "source")
    session.tick(0.3)
    session.toggle_run()
    assert (session.here, session.say, session.running) == (here + 3, before, False)
    session.toggle_run()
    assert (session.here, session.speed, session.running) == (here + 3, 10, True)
    session.cue_back()
    assert (session.here, session.say, session.running, asked(session)) == (here, before, False, None)
    session.forward("cue")
    settle(session)
    while session.running:
        assert session.say == before
        session.tick(0.1)
    assert (session.say, list(session.marks), asked(session)) == ("Pass 2.", [], "source")
    session.toggle_run()
    assert session.run_to is None


def test_a_cue_that_cannot_be_reached_from_a_what_if_says_so() -> None:
    session = open_session(THESIS + SCRIPT.replace("event: Pruned", "event: ConstraintTaken, where: {constraint: "
                                                                    '"C(0,1)"}').replace("{variable} must be {left}",
                                                                                         "Look at {constraint}"))
    session.jump("(1,1)")
    session.click("(0,2)", "flag")  # both change what comes
    for _ in range(6):
        session.forward("cue")
        settle(session)
        session.stop()
    assert session.notice.startswith(("The lesson cannot go on from here: ", "This is the last cue"))


# --- jumps ---------------------------------------------------------------------------------------------------------


def numbers(session: Session) -> list[str]:
    """The places that have a constraint now."""
    return [x for x in session.board.layout.places if session.board.constraint_at(session.state, x) is not None]


def covered(session: Session) -> str:
    """A field that is still covered now."""
    seen = field_of(session.state).seen
    return next(place for place, number in seen.items() if number == COVERED)


@given(st.integers(0, 200), st.lists(st.floats(0, 0.999), min_size=1, max_size=4))
def test_jumps_change_the_order_and_never_the_result(seed: int, shares: list[float]) -> None:
    session = open_session(game(6, 6, 7, seed, reveal=2))
    expected = finish(open_session(game(6, 6, 7, seed, reveal=2))).timeline.answer
    session.forward(Grain.PHASE)
    settle(session)
    places = numbers(session)
    for share in shares if places else []:
        place = places[int(share * len(places))]
        taken = {e.constraint for e in session.timeline.events[: session.timeline.position]
                 if isinstance(e, ConstraintTaken)}
        session.jump(place)
        event = session.timeline.event
        assert isinstance(event, ConstraintTaken)
        assert event.constraint == f"C{place}"
        if event.constraint not in taken:
            assert session.notice.startswith(f"You chose C{place}.")
    finish(session)
    assert session.timeline.answer == expected
    assert session.state == fold(session.scenario.puzzle, session.timeline.events)


def test_a_jump_to_a_constraint_that_was_taken_goes_back_there() -> None:
    session = open_session(THESIS)
    session.forward(Pruned)
    settle(session)
    first = session.timeline
    session.jump("(0,1)")
    assert session.timeline is first
    assert session.timeline.event == ConstraintTaken("C(0,1)", ("(0,2)",))
    assert not session.past


def test_a_jump_in_the_middle_of_a_constraint_finishes_it_first() -> None:
    session = open_session(THESIS)
    session.show(3)
    session.jump("(1,1)")
    seen = session.timeline.events[: session.timeline.position]
    assert [e.constraint for e in seen if isinstance(e, ConstraintTaken)] == ["C(0,1)", "C(1,1)"]
    assert Pruned("(0,2)", (1,), (0,), "C(0,1)") in seen


def test_a_jump_to_what_has_no_constraint_says_what_is_known_there_and_stays() -> None:
    session = open_session(THESIS)
    session.jump("(2,2)")
    assert session.notice.endswith("(0,2) and (2,2) are no mines. The run has not found that so far.")
    assert (session.timeline.position, session.past) == (0, [])


def test_undo_goes_back_through_jumps_and_moves_one_by_one() -> None:
    session = open_session(game(8, 8, 10, seed=5, reveal=4))
    presses: list[Callable[[], None]] = [
        lambda: session.jump(numbers(session)[-1]), lambda: session.jump(numbers(session)[1]),
        lambda: finish(session).apply(), lambda: session.click(covered(session), "flag"),
        lambda: session.jump(numbers(session)[-1]),
    ]
    shown = []
    for press in presses:
        timeline = session.timeline
        press()
        shown.append((timeline, timeline.position))
        assert session.timeline is not timeline
    for timeline, position in reversed(shown):
        session.undo()
        assert session.timeline is timeline
        assert session.timeline.position == position
        assert session.director.timeline is timeline
    session.undo()
    assert session.notice == "There is nothing to take back."


# --- again ---------------------------------------------------------------------------------------------------------


def test_restart_brings_back_the_lesson_as_it_is_in_the_file() -> None:
    session = finish(open_session(game(6, 6, 7, seed=3) + SCRIPT.replace('"(0,2)"', "")))
    session.apply()
    session.forward("cue")
    settle(session)
    session.restart()
    assert (session.timeline.position, session.past, session.director.index) == (0, [], -1)
    assert session.state == before(session.scenario.puzzle)
    assert (session.running, session.goal, session.notice) == (False, None, "")


def test_what_a_restart_threw_away_can_be_taken_back() -> None:
    session = finish(open_session(game(6, 6, 7, seed=3)))
    session.click("(5,5)", "flag")
    played, puzzle = session.state.copy(), session.puzzle
    for _ in range(2):
        session.restart()
        assert (session.timeline.position, session.director.index) == (0, -1)
        assert session.state == before(session.scenario.puzzle)
        assert session.notice == "Started again. Ctrl+Z brings back what there was."
    session.undo()
    session.undo()
    assert (session.state, session.puzzle) == (played, puzzle)
    session.undo()
    assert not session.past
