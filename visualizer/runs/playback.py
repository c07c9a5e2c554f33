"""What one run and several side by side have in common: moves that take a few frames, running, and cues."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Literal, NamedTuple

from algorithms.core import Event, Grain
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.cues import reading_time
from scenarios.script.shown import Place
from scenarios.script.walk import Walk
from scenarios.timeline import Timeline
from visualizer.runs.states import State

Goal = Grain | type[Event] | Literal["end", "cue", "difference", "stop"]
LEAST_SPEED, MOST_SPEED = 0.5, 500.0  # steps a second that can be set
CHUNK = 512  # events recorded at a time …
_LONGEST = 5.0  # seconds that a lesson which is presented takes to a cue, where the script sets no speed
PIECE = 8  # … and between two looks at the clock: in a large formula, one may take milliseconds
_LEFT = 0.999  # of the way there: where it is as the way back begins, since frames follow from then on


def backwards(t: float) -> float:
    """How much of the way there is left at ``t`` of the way back; from the first frame on it is not all of it."""
    return min(1 - t, _LEFT)


class Asked(NamedTuple):
    """A panel that a cue asks for: the index of the cue, -1 for none; ``large``: in the place of the board; ``of``: of
    the run of that name, where there are several, not of all."""

    cue: int
    panel: str | None
    large: bool
    of: str | None = None


class Playback(ABC):
    """A scenario being looked at.

    before:  the state shown before the last move, for the transition that began at ``moved_at`` (seconds)
    goal:    what a move is still looking for, over several frames, while the algorithm runs
    notice:  a line for the user: what could not be done, or what a branch is
    answered: what the notice is the answer to, as a heading; empty where nobody asked
    offers:  the lesson that the notice speaks of, by its name without number; empty where it speaks of none
    run_to:  where the run ends that a cue has begun; the cue is on show once it is there. ``run_cue``: its index
    points: for the questions of cues that were answered, by their indices; ``times``: the seconds that these took
    presenting: the lesson is played: each cue is run to. What somebody does ends that, but for jumps to cues
    at_length: does what may take long, and has a title: here at once, in the window over several frames
    """

    director: Walk[Any]
    playing = False  # a game

    def __init__(self, scenario: Scenario, clock: Callable[[], float]) -> None:
        self.scenario = scenario
        self.clock = clock
        self.grain = Grain.STEP
        self.speed = 4.0
        self.running = False
        self.presenting = False
        self.points: dict[int, float] = {}
        self.times: dict[int, float] = {}
        self.run_to: Any = None
        self.run_cue = -1
        self.before: Any = None
        self.moved_at = -1.0
        self.goal: Goal | None = None
        self._notice = self.answered = self.offers = ""
        self._own: tuple[float, Grain, float] | None = None
        self._at_once = False  # the next cue is shown without its run
        self._interrupted: tuple[int, Any] | None = None  # the cue on show, and where a run to the next one was stopped
        self._owed = 0.0
        self.at_length: Callable[[str, Callable[[], None]], None] = lambda title, do: do()

    @property
    def notice(self) -> str:
        return self._notice

    @notice.setter
    def notice(self, text: str) -> None:
        self._notice, self.answered, self.offers = text, "", ""

    def answer(self, heading: str, text: str) -> None:
        """What was asked for: it stays until something is done."""
        self._notice, self.answered = text, heading

    @property
    @abstractmethod
    def rungs(self) -> tuple[str, ...]:
        """The words for the four grains."""

    @property
    @abstractmethod
    def kinds(self) -> list[type[Event]]:
        """The kinds of events recorded so far."""

    @property
    @abstractmethod
    def here(self) -> Any:
        """Where it is."""

    @property
    @abstractmethod
    def at_end(self) -> bool:
        """Is this the end of all that runs?"""

    @abstractmethod
    def restart(self) -> None:
        """Back to the beginning, as the file has it."""

    # --- moving ----------------------------------------------------------------------------------------------------

    def forward(self, target: Goal) -> None:
        """To the next event of that grain or kind, the next cue, or the end, in as many frames as it takes.

        Where a cue runs, the next cue is the end of that run, at once.
        """
        self._at_once = self.run_to is not None
        self._halt()
        self.presenting = self.presenting and target == "cue"
        self.notice = ""
        self.goal = target
        self.work(0.004)

    @abstractmethod
    def back(self, target: Grain | type[Event]) -> None:
        """To where the last event of that grain or kind before this position led."""

    @abstractmethod
    def rewind(self) -> None:
        """To the first position."""

    def back_to_start(self) -> None:
        """To the first position; the lesson begins anew, and goes on if it was presented."""
        presenting = self.presenting
        self.stop()
        self.rewind()
        self.director.goto(-1)
        self.presenting = presenting

    def stop(self) -> None:
        """Ends a run, a presentation, or a search that is under way, where it is."""
        self.presenting = False
        self._halt_and_forget()

    def _halt_and_forget(self) -> None:
        self._halt()
        self.goal = None

    def complete(self) -> None:
        """Ends the transition: what it leads to is shown."""
        self.moved_at = -1.0

    def _halt(self) -> None:
        """Ends a run. After a cue's, the user's own rung and speed come back, as much faster or slower as they made
        that run."""
        if self._own is not None:
            speed, self.grain, of_cue = self._own
            if self.speed != of_cue:
                speed = min(MOST_SPEED, max(LEAST_SPEED, speed * self.speed / of_cue))
            self.speed = speed
        if self.run_to is not None:
            self._interrupted = self.director.index, self.here
        self.running, self.run_to, self._own = False, None, None

    def work(self, budget: float) -> None:
        """Goes on with the move under way for about ``budget`` seconds."""
        until = time.perf_counter() + budget
        while self.goal is not None:
            if self._arrive_at_cue() if self.goal == "cue" else self._arrive(self.goal):
                self.goal = None
            elif time.perf_counter() > until:
                return

    @abstractmethod
    def _arrive(self, goal: Goal) -> bool:
        """Looks for the goal in what is known, records a little more, and moves if it was found."""

    def _held(self, found: Any) -> bool:
        """Does a question stop it on its way there? Then it is asked now."""
        return False

    @property
    def waits(self) -> bool:
        """Does it only wait there until the answer of a question is recorded, which is asked then?"""
        return False

    @property
    @abstractmethod
    def timelines(self) -> Sequence[Timeline[State]]:
        """What is recorded, of each run."""

    @property
    def places(self) -> Place:
        """Where each run is."""
        return tuple(timeline.position for timeline in self.timelines)

    @abstractmethod
    def hold_at(self, lead: int, place: Place, cue: int, *, stays: bool) -> None:
        """Stops for a question about the run ``lead``: there or, where it ``stays``, at the end of that cue, which is
        on show then. A presentation goes on later."""

    @abstractmethod
    def place_from_here(self, lead: int, position: int) -> Place:
        """Where all are when the run ``lead`` goes on to that position."""

    @abstractmethod
    def go_to(self, lead: int, position: int) -> None:
        """To where the run ``lead`` is at that position; several runs go back along the way that they came."""

    @property
    def strayed(self) -> bool:
        """Is a branch on show, and not the lesson's own run?"""
        return False

    @property
    def own_places(self) -> Place:
        """How far each of the lesson's own runs is to be seen from here: of a branch, up to where it leaves its run."""
        return self.places

    @property
    def planted(self) -> bool:
        """Is one event of what is on show wrong, to be found?"""
        return False

    @property
    def predictable(self) -> bool:
        """May be asked what comes next, on what is on show?"""
        return True

    @property
    def asks(self) -> bool:
        """Is a question open?"""
        return False

    @property
    @abstractmethod
    def goes_back(self) -> bool:
        """Does the transition lead back, to where it was before?"""

    @abstractmethod
    def _keep(self) -> None:
        """Keeps what is shown: the transition begins now."""

    # --- cues ------------------------------------------------------------------------------------------------------

    def _arrive_at_cue(self) -> bool:
        try:
            upcoming = self.director.upcoming
            if upcoming is None:
                self.notice, self.presenting = "This is the last cue of the lesson.", False
                return True
            target = self.director.target(CHUNK)
            if target is None:
                return False
            if self._held(target):
                return not self.waits
            self._keep()
            self._show_cue(target, None if upcoming.run is None or self._at_once else upcoming.run.speed)
        except ScenarioError as error:
            self.notice, self.presenting = f"The lesson cannot go on from here: {error.message}", False
        return True

    @abstractmethod
    def _show_cue(self, target: Any, speed: float | None) -> None:
        """Shows the upcoming cue, whose end is ``target``; with a speed, or presenting, runs there first."""

    @property
    def _walks(self) -> bool:
        """Is a cue run to that does not say how fast?"""
        return self.presenting and not self._at_once

    def _pace(self, steps: int) -> float:
        """At which speed, for that, so many steps are taken: the lesson's, but none has to wait for long."""
        return max(self.speed, steps / _LONGEST)

    def _watch(self, target: Any, cue: int | None, rung: Grain, speed: float) -> None:
        """Runs to where the cue of that index ends; afterwards the user's own rung and speed come back."""
        assert cue is not None  # there is a target
        self.run_cue = cue
        self._own = self.speed, self.grain, speed
        self.speed, self.grain, self.run_to, self.running = speed, rung, target, True

    def _arrived(self) -> None:
        """The run of a cue is at its end: what the cue says of it can be read now."""
        self._halt()
        self._interrupted = None
        self.director.goto(self.run_cue)

    def cue_back(self) -> None:
        """To the cue before this one, or to the start; from beyond the end of this one, or while the next one runs, to
        where this one ended."""
        runs = self.run_to is not None
        self._halt_and_forget()
        self.notice = ""
        self._keep()
        if runs:
            self.director.goto(self.director.index)
        elif not self.director.back():
            self.director.goto(-1)

    def to_cue(self, index: int) -> None:
        """To where the cue of that index ends."""
        self._halt_and_forget()
        self.notice = ""
        self._keep()
        self.director.goto(index)

    @property
    def at_cue(self) -> bool:
        """Is this where a cue ends, or the start of all?"""
        return self.director.now.there

    @property
    def interrupted(self) -> bool:
        """Was the run to the next cue stopped here?"""
        return self._interrupted == (self.director.index, self.here)

    @property
    def about_rest(self) -> float:
        """Seconds that reading takes what the lesson is about."""
        return reading_time(self.scenario.about)

    def why_freely(self) -> str | None:
        """Why the script cannot be presented from here, in a sentence if it has to be said; None: it can."""
        return None if self.director.upcoming is not None else ""

    @property
    def cue_ends(self) -> dict[int, Any]:
        """Where the cues end that there is something to see of, by their indices, as far as that is known."""
        return {index: self.director.ends[index] for index in self.director.seen if index < len(self.director.ends)}

    @property
    def say(self) -> str:
        """What the lesson says now; before its first cue, what it is about. Where its words are of another event than
        has come, as may be after a move of the user's, what that event says itself."""
        now = self.director.now
        if now.index < 0:
            return self.scenario.about
        try:
            return self.director.said(now.spoken)
        except ScenarioError:
            return self.director.sentence(now.spoken)

    @property
    def earlier(self) -> str:
        """Where what the lesson says was said, if the run has gone on since; else empty."""
        return self.director.now.earlier

    @property
    def panel(self) -> Asked:
        """The panel that the script has asked for, and the cue that did; one which runs has, from its beginning."""
        of_run = self.scenario.script[self.run_cue].panel if self.run_to is not None else None
        now = self.director.now
        if of_run is None:
            return Asked(now.asked, now.panel, now.large, now.of)
        return Asked(self.run_cue, of_run.panel, of_run.large, of_run.run)

    # --- running ---------------------------------------------------------------------------------------------------

    def toggle_run(self) -> None:
        """Runs freely, or pauses; at the end it begins again. The run of a cue goes on to where that ends."""
        self.presenting = False
        if self.goal is not None:
            self.goal = None
        elif self.running:
            self.stop()
        elif self.interrupted:
            self.forward("cue")
        else:
            if self.at_end:
                self.rewind()
            self._keep()
            self.notice = ""
            self.running, self._owed = True, 0.0

    def tick(self, seconds: float) -> None:
        """A frame of ``seconds`` passes: takes the steps that are due while it runs."""
        if not self.running:
            return
        self._owed += seconds * self.speed
        due = int(self._owed)
        self._owed -= due
        if due == 0:
            return
        self._keep()
        until = time.perf_counter() + 0.008
        for _ in range(due):
            if not self._advance() or time.perf_counter() > until:
                return

    @abstractmethod
    def _advance(self) -> bool:
        """One step of the grain while it runs; False at the end."""
