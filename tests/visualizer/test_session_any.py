"""Whatever is pressed, in whatever order: the state is the fold of the timeline, and undoing all of it comes back."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine as Machine
from hypothesis.stateful import initialize, invariant, rule, run_state_machine_as_test

from algorithms.core import Event, Grain
from algorithms.events import ConstraintTaken, Pruned, Uncovered, WipedOut
from kit.session_desk import SCRIPT, THESIS, Button, Clock, busy_machine, fold, game, scenario, settle
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.runs.playback import Goal
from visualizer.runs.session import Session

NETWORK = """\
title: A network
algorithm: gac
options: {order: random}
puzzle:
  kind: csp
  domains: {E: [1, 2], F: [1, 3], G: [2, 4], H: [2, 3, 4]}
  constraints: [{scope: [F, H], relation: "F >= H"}, {scope: [E, H, G], relation: "E + H == G"}]
"""
SCENARIOS = {
    "the thesis": scenario(THESIS + SCRIPT),
    "a game going on": scenario(game(5, 5, 4) + SCRIPT.replace('"(0,2)"', "")),
    "a game all covered": scenario(game(4, 4, 3, reveal=0)),
    "a game played on": scenario(game(5, 5, 4, more="apply: true\n")),
    "a network": scenario(NETWORK),
}
TARGETS: list[Grain | type[Event]] = [*Grain, ConstraintTaken, Pruned, Uncovered, WipedOut]
GOALS: list[Goal] = [*TARGETS, "end", "cue"]


class AnyOrder(Machine):
    """A session that anything may happen to."""

    lesson: Scenario

    @initialize()
    def begin(self) -> None:
        self.session = Session(self.lesson, Clock())
        self.first: Timeline[Any] = self.session.timeline
        self.places = list(self.session.board.layout.places)

    @rule(goal=st.sampled_from(GOALS))
    def forward(self, goal: Goal) -> None:
        self.session.forward(goal)
        settle(self.session)

    @rule(goal=st.sampled_from(GOALS))
    def forward_and_change_your_mind(self, goal: Goal) -> None:
        self.session.forward(goal)
        self.session.stop()

    @rule(kind=st.sampled_from(TARGETS))
    def back(self, kind: Grain | type[Event]) -> None:
        self.session.back(kind)

    @rule(position=st.integers(0, 400))
    def scrub(self, position: int) -> None:
        self.session.stop()
        self.session.show(min(position, len(self.session.timeline.events)))

    @rule()
    def to_the_start(self) -> None:
        self.session.back_to_start()

    @rule()
    def previous_cue(self) -> None:
        self.session.cue_back()

    @rule(grain=st.sampled_from(Grain))
    def choose_a_rung(self, grain: Grain) -> None:
        self.session.grain = grain

    @rule()
    def run_or_pause(self) -> None:
        self.session.toggle_run()

    @rule(seconds=st.floats(0, 3))
    def frame(self, seconds: float) -> None:
        self.session.tick(seconds)

    @rule(share=st.floats(0, 0.999))
    def jump(self, share: float) -> None:
        self.session.jump(self.places[int(share * len(self.places))])

    @rule()
    def apply(self) -> None:
        self.session.apply()

    @rule(share=st.floats(0, 0.999), button=st.sampled_from(["uncover", "uncover", "flag", "chord"]))
    def click(self, share: float, button: Button) -> None:
        self.session.click(self.places[int(share * len(self.places))], button)

    @rule()
    def undo(self) -> None:
        self.session.undo()

    @rule()
    def undo_everything(self) -> None:
        while self.session.past:
            self.session.undo()
        assert self.session.timeline is self.first

    @rule()
    def restart(self) -> None:
        kept = bool(self.session.past)
        self.session.restart()
        if not kept:  # otherwise it can be taken back like all else
            self.first = self.session.timeline

    @invariant()
    def the_state_is_the_fold_of_the_timeline(self) -> None:
        session = self.session
        position = session.timeline.position
        assert 0 <= position <= len(session.timeline.events)
        assert session.state == fold(self.lesson.puzzle, session.timeline.events[:position])

    @invariant()
    def what_is_shown_with_it_makes_sense(self) -> None:
        session = self.session
        assert isinstance(session.say, str)
        assert -1 <= session.director.index < max(1, len(self.lesson.script))
        assert session.director.ends == sorted(session.director.ends)
        assert session.director.timeline is session.timeline


@pytest.mark.parametrize("lesson", SCENARIOS.values(), ids=SCENARIOS)
def test_any_order(lesson: Scenario) -> None:
    machine = type("AnyOrderHere", (AnyOrder,), {"lesson": lesson})
    with busy_machine():
        run_state_machine_as_test(machine, settings=settings(max_examples=30, stateful_step_count=40, deadline=None))
