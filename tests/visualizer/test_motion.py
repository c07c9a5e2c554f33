"""How long what changes moves, and what it shows meanwhile: there, back, while it runs, and with reduced motion."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.core import Event, Grain
from algorithms.events import Pruned
from kit.session_desk import THESIS, Clock, finish, scenario, settle
from kit.window_desk import Desk, window
from scenarios.loader import find, load
from visualizer.runs.comparison import Comparison
from visualizer.runs.session import Session
from visualizer.stage.family import SPAN, view_of
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen


def stage(settings: Settings | None = None) -> tuple[StageScreen, Session, Clock]:
    screen, clock = StageScreen(scenario(THESIS), settings or Settings(), lambda: None), Clock()
    screen.session.clock = clock
    return screen, screen.session, clock


def step(session: Session, grain: Grain = Grain.STEP) -> None:
    session.forward(grain)
    settle(session)


def lasts(screen: StageScreen | CompareScreen, clock: Clock) -> float:
    """Seconds until the transition that begins now is over, to a millisecond."""
    start = clock.now
    while screen.transport.progress < 1:
        clock.now += 0.001
    return round(clock.now - start, 3)


def test_a_step_takes_its_span_and_back_half_of_it() -> None:
    screen, session, clock = stage()
    step(session)
    busy = [screen.transport.busy]
    assert lasts(screen, clock) == pytest.approx(SPAN, abs=0.002)
    assert [*busy, screen.transport.busy] == [True, False]
    session.back(Grain.STEP)
    assert lasts(screen, clock) == pytest.approx(SPAN / 2, abs=0.002)


def test_an_event_may_need_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, session, clock = stage()
    view = view_of(session.scenario.algorithm)
    monkeypatch.setattr(type(view), "span", lambda self, event, drops: 0.3 if isinstance(event, Pruned) else SPAN)
    session.forward(Pruned)
    settle(session)
    assert lasts(screen, clock) == pytest.approx(0.3, abs=0.002)


def test_a_family_says_which_events_need_longer() -> None:
    from dataclasses import replace

    view = replace(view_of(scenario(THESIS).algorithm), spans={Event: 0.2, Pruned: 0.3})
    assert view.span(Pruned("a", (1,), (0,), "C")) == 0.3
    assert view.span(Event()) == 0.2
    assert replace(view, spans={}).span(None) == SPAN


@pytest.mark.parametrize(("speed", "span"),
                         [(2.0, SPAN), (4.0, 0.15), (6.0, 0.1), (8.0, 0.075), (8.1, 0.0), (400.0, 0.0)])
def test_while_it_runs_it_takes_its_part_of_the_time_and_none_where_that_is_short(speed: float, span: float) -> None:
    screen, session, clock = stage()
    session.toggle_run()
    session.speed = speed
    session.tick(1.01 / speed)
    assert session.here
    assert lasts(screen, clock) == pytest.approx(span, abs=0.002)


def test_reduced_motion_shows_the_end_at_once() -> None:
    screen, session, _ = stage(Settings(motion=False))
    step(session)
    assert (screen.transport.progress, screen.transport.busy) == (1.0, False)
    assert screen._view().t == 1


def test_the_next_key_completes_it_and_goes_on() -> None:
    screen, session, clock = stage()
    step(session)
    clock.now += 0.01
    shown = session.state.copy()
    step(session)
    view = screen._view()
    assert (view.before, view.t) == (shown, 0)


def test_back_is_the_way_there_backwards() -> None:
    screen, session, clock = stage()
    session.forward(Pruned)
    settle(session)
    there, event, position = session.state.copy(), session.timeline.event, session.here
    clock.now += 1
    session.back(Grain.MICRO)
    assert screen._view().t < 1  # from the first frame on: others follow
    clock.now += 0.02
    view = screen._view()
    assert (view.timeline.event, view.timeline.position, view.state) == (event, position, there)
    assert view.before == session.state
    assert 0 < view.t < 1
    assert view.timeline.count(Pruned) == 1
    assert {view.timeline: 1}[session.timeline] == 1  # what is kept for the one serves the other
    clock.now += 1
    view = screen._view()
    assert (view.timeline is session.timeline, view.state, view.t) == (True, session.state, 1)


def test_what_was_taken_back_is_no_way_back() -> None:
    _, session, _ = stage()
    step(session)
    session.jump("(1,1)")
    session.undo()
    assert not session.goes_back
    assert session.seen(0.5) == (session.timeline, session.before, 0.5)


def test_a_comparison_moves_and_goes_back_too() -> None:
    lesson = load(find("order-does-not-matter"))
    screen, clock = CompareScreen(lesson, Settings(), lambda: None), Clock()
    comparison: Comparison = screen.comparison
    comparison.clock = clock
    comparison.forward(Grain.LANDMARK)
    comparison.work(1.0)
    assert lasts(screen, clock) >= SPAN
    there, here = [state.copy() for state in comparison.states], comparison.here
    clock.now += 1
    comparison.back(Grain.LANDMARK)
    timelines, before, t = comparison.seen(0.25)
    assert tuple(timeline.position for timeline in timelines) == here
    assert [timeline.state for timeline in timelines] == there
    assert (list(before), t) == (comparison.states, 0.75)
    assert comparison.seen(1.0) == (comparison.timelines, comparison.before, 1.0)


def test_dragging_shows_ends_only(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        for name in ("a-number-is-a-constraint", "order-does-not-matter"):
            dragged(desk, name)


def dragged(desk: Desk, name: str) -> None:
    desk.app.open(load(find(name)))
    desk.frame()
    transport = desk.app.screen.transport  # type: ignore[attr-defined]
    transport.playback.clock = Clock()
    desk.key("end", "home")
    track = desk.boxes()["timeline"]
    assert transport.progress < 1
    desk.click(track.x + track.w * 0.7, track.bottom - 4)
    assert transport.playback.here not in (0, (0, 0))
    assert transport.progress == 1


def test_the_end_of_a_run_has_been_reached_in_the_view_of_a_step_back() -> None:
    screen, session, clock = stage()
    finish(session)
    session.back(Grain.MICRO)
    assert screen._view().state.outcome is not None
    clock.now += 1
    assert screen._view().state.outcome is None
