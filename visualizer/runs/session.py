"""A lesson that is being looked at: what the buttons and keys do to it. No window, so that tests can press them too."""

from __future__ import annotations

import time
from collections.abc import Callable

from algorithms.problems.forms.cnf import negation
from scenarios.loader import Scenario
from visualizer.runs import what_if
from visualizer.runs.branches import Branches
from visualizer.runs.choosing import ChoosingHere
from visualizer.runs.explanations import explain
from visualizer.runs.hunting import Hunt
from visualizer.runs.lanes import Lane, Left
from visualizer.runs.play import Button, play_for
from visualizer.runs.playback import Goal
from visualizer.runs.proving import claim_of
from visualizer.runs.quiz import Asks, Quiz
from visualizer.runs.reasoned import Reasoned
from visualizer.runs.why import Explanation


class Session(Branches, Reasoned, Asks):
    """A run that is asked and played; ``play`` is what its puzzle allows to do with it."""

    def __init__(self, scenario: Scenario, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(scenario, clock)
        self.asked_at = 0  # where the explanation was asked for
        self.play = play_for(self)
        self.choosing = ChoosingHere(self)
        self.quiz = Quiz(self, self.choosing)
        self.hunt = Hunt(self)

    @property
    def marks(self) -> tuple[str, ...]:
        if self.hunt.on:
            return self.hinted
        return super().marks if self.quiz.open is None else (*super().marks, *self.quiz.open.shows)

    @property
    def planted(self) -> bool:
        return self.hunt.on

    @property
    def predictable(self) -> bool:
        """Not where a bug is to be found, and not behind moves of a game, whose puzzle is another one."""
        return not (self.playing or self.hunt.on) and self.puzzle is self.scenario.puzzle

    def forward(self, target: Goal) -> None:
        if target == "cue" and self.hunt.on:
            self.undo()  # the lesson goes on where it was left
        super().forward(target)

    def _held(self, found: int) -> bool:
        return self.quiz.holds((found,))

    def _show_cue(self, target: int, speed: float | None) -> None:
        super()._show_cue(target, self._answering(target - self.here, speed))

    def _tell_why(self) -> None:
        super()._tell_why()
        if self.at_end:
            predicted = self.quiz.predicting.summary if self.quiz.predicting.on else ""
            self.notice = " ".join(filter(None, (self.notice, self.choosing.compared(), predicted)))
            self.choosing.tell()

    def restart(self) -> None:
        super().restart()
        self.asked_at = 0
        self.play.restarted()

    def _return_to(self, left: Left) -> None:
        super()._return_to(left)
        self.play.taken_back()

    def visit(self, lane: Lane) -> None:
        super().visit(lane)
        self.play.taken_back()

    def way_back(self) -> Callable[[], None]:
        lane, here = self.lanes.current, self.here

        def back() -> None:
            self.stop()
            self.visit(lane)
            self.show(here)
            self.complete()

        return back

    # --- asking ----------------------------------------------------------------------------------------------------

    def jump(self, place: str, literal: str | None = None) -> None:
        """To the constraint that ``place`` stands for: taken next if the pass has not taken it, else where it was.

        Where there is none, or the algorithm takes none, an open literal is decided next, or the place is explained.
        """
        name = self.board.constraint_at(self.state, place) if self.takes_constraints else None
        if name is not None:
            what_if.take(self, name)
        elif literal is not None and self.board.shows_literals and what_if.can_decide(self, place):
            what_if.decide(self, literal)
        else:
            self.explain(place, literal)

    def explain(self, place: str, literal: str | None = None) -> None:
        """Says what is known of a place, and why; asked again, goes to where the run found it out, and back, or has
        the algorithm look at it next: a candidate is tested, an open literal of the place is decided."""
        self.at_length(f"Looking for what is known of {place}", lambda: self._explain(place, literal))

    def _explain(self, place: str, literal: str | None) -> None:
        self.stop()
        found = self.explained
        if found is None or found.place != place:
            found = explain(self.timeline, self.scenario.algorithm, self.board, place)
            self.asked_at = self.timeline.position
        elif found.candidate is not None and what_if.tests(self):
            what_if.test(self, found.candidate)
            return
        elif found.position is None and what_if.can_decide(self, place):
            what_if.decide(self, literal or self.board.usual(place))
            return
        elif found.position is not None:
            self.show(self.asked_at if self.timeline.position == found.position else found.position)
        self.point_at(found.marks, found)
        self.claim = claim_of(self, place)
        self.answer(f"Why {place}?", f"{found.sentence} {self._ask_again(found, place)}".rstrip())

    def _ask_again(self, found: Explanation, place: str) -> str:
        """What asking once more does, and W."""
        said, again = ("", "Ask again") if self.claim is None else ("W proves it, step by step.", "Click the place")
        if found.position not in (None, self.asked_at):
            there = self.timeline.position == found.position
            said += f" {again} to go {'back ' if there else ''}to event "
            said += f"{self.asked_at if there else found.position:,}."
        if found.candidate is not None and what_if.tests(self):
            return f"{said} {again} to test it next.".lstrip()
        if found.position is None and what_if.can_decide(self, place):
            usual = self.board.usual(place)
            said += f" {again} to decide {usual} next, with the right button or F {negation(usual)}."
        return said.lstrip()

    def dismiss(self) -> None:
        """The answer was read: the lesson speaks again."""
        self.notice = ""
        self.point_at()

    # --- playing ---------------------------------------------------------------------------------------------------

    def turn(self, playing: bool) -> None:
        """Switches between playing and analysing."""
        self.stop()
        self.playing = playing
        self.notice = self.play.how_to if playing else ""

    def click(self, place: str, button: Button) -> None:
        """A move of the player's."""
        self.play.click(place, button)

    def hint(self) -> None:
        """Says what to do next and why, and points at it."""
        self.play.hint()

    def apply(self) -> None:
        """Does what a hint has named, or what was inferred; the algorithm then begins on what is seen."""
        self.play.apply()

    def why_none(self) -> str:
        return self.play.why_none()
