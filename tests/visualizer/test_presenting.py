"""▶ presents a lesson: from cue to cue, resting as long as reading takes, without a clock on the wall."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from algorithms.core import Grain
from kit.known_lessons import lessons_of_each_cue
from kit.session_desk import SCRIPT, THESIS, Clock, finish, open_session, recorded_session, scenario, settle
from scenarios.loader import Scenario
from visualizer.runs.comparison import Comparison
from visualizer.runs.playback import Playback
from visualizer.runs.presenting import Presentation
from visualizer.runs.session import Session

FRAME = 0.05
COMPARED = """\
title: Two orders
compare: [{algorithm: gac}, {algorithm: gac, options: {order: random}}]
puzzle: {kind: gnomine, random: {rows: 5, columns: 5, mines: 4, seed: 3, reveal: 2}}
script:
  - say: "Two orders."
  - step: {grain: landmark, count: 2}
    say: "Two steps."
  - run: {to: end, speed: 50}
    say: "Done."
"""


class Desk:
    """A playback that is presented, and the seconds that pass."""

    def __init__(self, playback: Playback, by_itself: bool = True) -> None:
        self.playback, self.by_itself, self.seconds = playback, by_itself, 0.0
        self.presentation = Presentation(playback, lambda: self.by_itself)

    def frame(self, seconds: float = FRAME) -> None:
        self.playback.tick(seconds)
        if self.playback.goal is not None:
            self.playback.work(1.0)
        self.presentation.tick(seconds)
        self.seconds += seconds

    def frames(self, most: int = 100_000) -> Iterator[None]:
        """As long as the lesson is presented."""
        while self.playback.presenting:
            self.frame()
            yield
            most -= 1
            assert most, "it never ends"

    def until(self, there: Callable[[], bool]) -> None:
        assert any(there() for _ in self.frames()), "it ended before"


def desk(text: str = THESIS + SCRIPT, by_itself: bool = True) -> Desk:
    return Desk(open_session(text), by_itself)


def at_cue(desk: Desk, cue: int) -> Callable[[], bool]:
    """At rest there."""
    return lambda: desk.presentation.rests and desk.playback.director.index == cue


# --- all of it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lesson", lessons_of_each_cue(), ids=lambda lesson: str(lesson.name))
def test_it_shows_each_cue_where_that_ends_and_rests_there_as_long_as_reading_takes(lesson: Scenario) -> None:
    shown = Desk(recorded_session(lesson))
    shown.playback.speed = 400.0
    director, rested = shown.playback.director, dict.fromkeys(shown.playback.director.seen, 0.0)
    shown.presentation.press()
    for _ in shown.frames():
        if shown.presentation.rests:
            assert director.now.there
            rested[director.index] += FRAME
    assert director.index == director.seen[-1]
    for index in director.seen[:-1]:
        assert abs(rested[index] - lesson.script[index].rest) < 3 * FRAME, index


def test_a_comparison_is_presented_too() -> None:
    shown = Desk(Comparison(scenario(COMPARED), Clock()))
    shown.presentation.press()
    said = []
    for _ in shown.frames():
        said += [shown.playback.say] if shown.playback.say not in said else []
    assert said == ["Two orders.", "Two steps.", "Done."]
    assert shown.playback.at_end


def test_it_walks_to_a_cue_on_the_rung_and_at_the_speed_of_the_lesson() -> None:
    shown = desk()
    session = shown.playback
    shown.presentation.press()
    shown.until(lambda: session.running)
    assert (session.grain, session.speed) == (Grain.STEP, 4.0)
    been = []
    while session.running:
        been.append(session.here)
        shown.frame(1 / 4)
    steps = sum(type(event).grain >= Grain.STEP for event in session.timeline.events[:session.here])  # type: ignore[attr-defined]
    assert (len(been), session.director.index) == (steps, 1)


def test_nobody_waits_long_for_a_cue_that_is_far() -> None:
    shown = desk("title: Far\nalgorithm: gac\npuzzle: {kind: gnomine, random: {rows: 16, columns: 30, mines: 99, "
                 "seed: 10, reveal: 9}}\nscript: [{when: {event: Pruned, count: 12}, say: There.}, {say: After.}]\n")
    shown.playback.grain = Grain.MICRO
    shown.presentation.press()
    shown.until(at_cue(shown, 0))
    assert shown.seconds < 6
    assert shown.playback.speed == 4.0


def test_faster_on_the_way_to_a_cue_is_as_much_faster_afterwards() -> None:
    shown = desk()
    shown.playback.director.goto(1)
    shown.presentation.press()
    assert shown.playback.speed == 10.0  # of the cue
    shown.playback.speed *= 1.5
    shown.until(at_cue(shown, 2))
    assert shown.playback.speed == pytest.approx(6.0)


# --- rests ---------------------------------------------------------------------------------------------------------


def test_how_long_it_still_waits_is_known() -> None:
    shown = desk()
    shown.presentation.press()
    waited = []
    while shown.playback.director.index < 1 and shown.playback.here == 0:
        shown.frame()
        if shown.presentation.waited is not None:
            waited.append(shown.presentation.waited)
    assert waited == sorted(waited)
    assert waited[0] == 0
    assert waited[-1] > 0.95
    shown.playback.stop()
    assert shown.presentation.waited is None


def test_it_waits_for_the_key_where_that_is_set() -> None:
    shown = desk(by_itself=False)
    been: list[int] = []
    while not been or shown.playback.presenting:
        shown.presentation.press()
        for _ in range(400):  # many seconds: the runs end, the rests do not
            shown.frame()
        been.append(shown.playback.director.index)
        assert shown.presentation.waited is None
    assert been == [0, 1, 2, 3, 4]


def test_the_setting_holds_at_once() -> None:
    shown = desk(by_itself=False)
    shown.presentation.press()
    for _ in range(100):
        shown.frame()
    assert shown.playback.director.index == 0
    shown.by_itself = True
    shown.frame()
    shown.frame()
    assert shown.playback.running


def test_each_page_gets_its_part_of_the_rest() -> None:
    shown = desk(f'title: T\nalgorithm: gac\npuzzle: {{kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}}\n'
                 f'script: [{{say: "{"word " * 40}"}}, {{say: Next.}}]\n')
    shown.presentation.press()
    shown.frame()
    shown.presentation.pages = 2
    turned = next(shown.seconds for _ in shown.frames() if shown.presentation.page == 1)
    assert shown.playback.director.index == 0
    shown.until(lambda: shown.playback.director.index == 1)
    assert abs(shown.seconds - 2 * turned) < 4 * FRAME
    assert shown.presentation.page == 0


def test_a_page_is_turned_before_the_next_cue_by_the_key_too() -> None:
    shown = desk(by_itself=False)
    shown.presentation.press()
    shown.frame()
    shown.presentation.pages = 2
    shown.presentation.press()
    assert (shown.presentation.page, shown.playback.director.index, shown.playback.running) == (1, 0, False)
    assert shown.presentation.turn(-1)
    assert not shown.presentation.turn(-1)
    shown.presentation.press()
    shown.presentation.press()
    assert shown.playback.running


# --- what somebody does meanwhile ----------------------------------------------------------------------------------


def test_a_pause_at_rest_and_on_the_way_and_on_from_there() -> None:
    shown = desk()
    session = shown.playback
    shown.presentation.press()
    shown.frame()
    shown.presentation.press()
    for _ in range(400):
        shown.frame()
    assert (session.director.index, session.here, session.presenting) == (0, 0, False)
    shown.presentation.press()  # nobody presses it to wait again
    assert session.running
    shown.frame(0.3)
    on_the_way = session.here
    assert on_the_way
    shown.presentation.press()
    assert (session.running, session.presenting) == (False, False)
    shown.presentation.press()
    assert session.here == on_the_way
    assert session.notice == ""
    shown.until(at_cue(shown, 1))


OWN: dict[str, Callable[[Session], None]] = {
    "step": lambda session: session.forward(Grain.STEP), "back": lambda session: session.back(Grain.STEP),
    "end": lambda session: session.forward("end"), "drag": lambda session: session.show(3),
    "why": lambda session: session.explain("(0,2)"), "restart": Session.restart, "stop": Session.stop,
    "jump": lambda session: session.jump("(1,1)"), "flag": lambda session: session.click("(2,2)", "flag"),
    "hint": Session.hint, "free": Session.toggle_run,
}


@pytest.mark.parametrize("own", OWN.values(), ids=OWN)
@pytest.mark.parametrize("running", [False, True], ids=["at rest", "on the way"])
def test_whatever_else_is_done_ends_it(own: Callable[[Session], None], running: bool) -> None:
    shown = desk()
    assert isinstance(shown.playback, Session)
    shown.presentation.press()
    shown.until((lambda: shown.playback.running) if running else at_cue(shown, 0))
    own(shown.playback)
    settle(shown.playback)
    shown.frame()
    here = shown.playback.here
    shown.playback.running = False  # of a free run
    for _ in range(300):
        shown.frame()
    assert (shown.playback.here, shown.playback.presenting) == (here, False)


def test_a_jump_to_a_cue_does_not_and_home_begins_anew() -> None:
    shown = desk()
    session = shown.playback
    shown.presentation.press()
    session.to_cue(3)
    shown.until(at_cue(shown, 3))
    session.cue_back()
    assert session.presenting
    shown.frame()
    assert shown.presentation.waited == 0
    session.forward("cue")
    shown.until(at_cue(shown, 3))
    session.back_to_start()
    shown.frame()
    assert (session.director.index, shown.presentation.rests) == (-1, True)
    shown.until(at_cue(shown, 0))


def test_off_the_script_it_goes_on_to_the_next_cue_and_says_so() -> None:
    shown = desk()
    session = shown.playback
    session.director.goto(1)
    session.forward(Grain.MICRO)
    shown.presentation.press()
    assert session.notice == "On to cue 3 of 5. Shift + Space runs freely."
    shown.until(at_cue(shown, 2))
    assert session.here == session.director.ends[2]


def test_a_branch_runs_freely_and_says_so() -> None:
    shown = desk()
    assert isinstance(shown.playback, Session)
    shown.playback.jump("(1,1)")
    shown.presentation.press()
    assert (shown.playback.running, shown.playback.presenting) == (True, False)
    assert "runs freely" in shown.playback.notice


def test_beyond_the_script_and_without_one_it_runs_freely() -> None:
    shown = desk(THESIS + "script: [{say: One.}, {say: Two.}]\n")
    shown.presentation.press()
    for _ in shown.frames():
        pass
    assert shown.playback.notice == "This was the last cue. ▶ runs on from here."
    for each in (shown, desk(THESIS)):
        each.presentation.press()
        assert (each.playback.running, each.playback.presenting) == (True, False)
        while each.playback.running:
            each.frame()
        assert each.playback.at_end


def test_at_the_end_it_begins_anew() -> None:
    shown = desk()
    assert isinstance(shown.playback, Session)
    finish(shown.playback)
    shown.presentation.press()
    assert (shown.playback.here, shown.playback.director.index, shown.playback.presenting) == (0, 0, True)


def test_a_cue_that_never_comes_ends_it_with_the_reason() -> None:
    shown = desk(THESIS + "script: [{say: One.}, {when: {event: Pruned, count: 40}, say: Never.}]\n")
    shown.presentation.press()
    for _ in shown.frames(1000):
        pass
    assert shown.playback.notice.startswith("The lesson cannot go on from here: ")
