"""Find the bug: a run with one wrong event is stepped through, and somebody says at which one it is. No window."""

from __future__ import annotations

from typing import Any, Literal

from algorithms.core import Grain
from scenarios.loader import Scenario
from scenarios.practice import practise
from scenarios.reading import meant
from scenarios.script.director import Director
from scenarios.script.hunts import Planting
from visualizer.runs.branches import Branches
from visualizer.runs.bugs import Planted, bugs_of, plant
from visualizer.runs.lanes import Run

TITLE = "Find the bug"
_TASK = "One event of this run is wrong. Step to it with →, and press Y there."
_AHEAD = 1_000  # events that are recorded to plant a bug
_TRIES = 3  # then it is shown

Tone = Literal["", "good", "bad"]


class Hunt:
    """The hunts of a session: one at a time. Each is a branch of the run, which Ctrl + Z leaves.

    planted: what is looked for; None: nothing is
    tries:   how often somebody has pointed at an event; ``over``: it was found, or shown
    found:   bugs found so far, of so many ``begun``; ``points``: 1 for a first try, ½ for another, 0 where it was shown
    """

    def __init__(self, session: Branches) -> None:
        self.session = session
        self.planted: Planted | None = None
        self.tries = self.found = self.begun = 0
        self.points = 0.0
        self.over = False
        self.said, self.tone = "", ""  # type: str, Tone
        self._said_at = -1
        self._grain = session.grain  # the user's own: here each event is looked at
        self._cue: int | None = None  # that has planted it
        self._began = 0.0
        self._sent: set[int] = set()  # cues whose bug was looked for

    @property
    def on(self) -> bool:
        """Is one going on?"""
        if self.planted is not None and self.session.timeline is not self.planted.timeline:
            self.planted = None  # it was left
            self.session.grain = self._grain
        return self.planted is not None

    @property
    def cue(self) -> Planting | None:
        """What the cue on show has planted."""
        now = self.session.director.now
        return self.session.scenario.script[now.index].bug if now.there and now.index >= 0 else None

    @property
    def offered(self) -> bool:
        """Does the cue on show send somebody to find a bug?"""
        return not self.session.strayed and self.cue is not None

    # --- what is done ----------------------------------------------------------------------------------------------

    def press(self) -> None:
        """Begins, or says that the event on show is wrong; after its end another one begins."""
        if not self.on:
            self.session.at_length("Planting a bug", self._begin)
        elif self.over:
            self.session.undo()
            self.session.at_length("Planting a bug", self._begin)
        else:
            self._judge()

    def _begin(self) -> None:
        session = self.session
        run, timeline, cue = session.scenario.runs[0], session.timeline, self.cue
        if session.strayed:
            session.notice = "Ctrl+Z, or Shift+Z, goes back to the run of the lesson first: the bug is planted there."
            return
        if not bugs_of(run.algorithm).bugs:
            session.notice = "Nothing is declared that could go wrong in this algorithm."
            return
        session.stop()
        here = session.here
        timeline.pull(max(0, here + _AHEAD - len(timeline.events)))
        if cue is not None and session.director.index not in self._sent:
            self._cue = session.director.index
            self._sent.add(self._cue)
            planted = plant(run, timeline, here, run.seed, event=cue.event, count=cue.count, name=cue.belief)
        else:
            self._cue = None
            planted = plant(run, timeline, here, run.seed + self.begun)
        if planted is None and here:  # too late: from the start
            planted = plant(run, timeline, 0, run.seed + self.begun)
        if planted is None:
            session.notice = "Nothing can go wrong in this run that could be proved wrong."
            return
        self.begin(planted)

    def begin(self, planted: Planted) -> None:
        """Somebody looks for this."""
        session = self.session
        session.branch(planted.timeline, Run(planted.steps), "one event is wrong", planted.start)
        planted.timeline.seek(planted.start)
        session.show(planted.start)
        self._grain, session.grain = session.grain, Grain.MICRO
        self.planted, self.tries, self.over, self.begun = planted, 0, False, self.begun + 1
        self.said, self.tone, self._said_at = "", "", -1
        self._began = session.clock()

    def _judge(self) -> None:
        """Is the event on show the wrong one?"""
        planted, at = self.planted, self.session.here - 1
        assert planted is not None
        if at < planted.start:
            self._tell("Nothing has happened yet of which this can be said: step on with →.", "")
            return
        self.tries += 1
        if at == planted.index:
            self._found(planted)
        elif self.tries >= _TRIES:
            self._show(planted)
        else:
            sentence = self.session.timeline.events[at].sentence()
            early = at < planted.index
            said = "This is right" if early else "This comes too late"
            hint = f" It is of the kind {type(planted.event).__name__}." if self.tries > 1 else ""
            where = "The wrong event is still to come." if early else "The wrong event was before it."
            self._tell(f"{said}: {sentence} {where}{hint}", "bad")

    def _found(self, planted: Planted) -> None:
        points = 1.0 if self.tries == 1 else 0.5
        self.found, self.points, self.over = self.found + 1, self.points + points, True
        self._keep(points, planted)
        self._explain(planted, f"Found{': 1 point' if points == 1 else ': ½ point'}.")

    def _show(self, planted: Planted) -> None:
        self.over = True
        self._keep(0.0, planted)
        self.session.show(planted.index + 1)
        self._explain(planted, f"Here it is: {planted.event.sentence()}")

    def _keep(self, points: float, planted: Planted) -> None:
        """With the lesson, as those of its questions, where a cue has sent somebody; and by what is believed."""
        session = self.session
        seconds = session.clock() - self._began
        if self._cue is not None:
            session.points.setdefault(self._cue, points)
            session.times.setdefault(self._cue, seconds)
        practise(session.scenario.runs[0].algorithm.family.name, f"bug: {planted.name}", points, seconds)

    def _explain(self, planted: Planted, first: str) -> None:
        """Why it is wrong, on the board and in words."""
        self._tell(f"{first} {planted.wrong.text} In the true run there comes: {planted.true.sentence()} "
                   f"The belief behind it: {planted.name}.", "good" if first.startswith("Found") else "bad")
        self.session.point_at(planted.wrong.places)

    def _tell(self, text: str, tone: Tone) -> None:
        self.said, self.tone, self._said_at = text, tone, self.session.here

    # --- what is told ----------------------------------------------------------------------------------------------

    @property
    def heading(self) -> str:
        """Over what is told."""
        score = f" – {self.found} of {self.begun} found" if self.begun > 1 or self.over else ""
        return f"{TITLE}{score}"

    @property
    def text(self) -> str:
        """What is told here."""
        if self.said and self._said_at == self.session.here:
            sign = {"good": "✓ ", "bad": "✗ "}.get(self.tone, "")
            more = " Y plants another one, Ctrl + Z goes back." if self.over else ""
            return f"{sign}{self.said}{more}"
        if self.over:
            return "It was found. Y plants another one, Ctrl + Z goes back to the lesson."
        return f"{_TASK} Ctrl + Z leaves it."


def check_bugs(scenario: Scenario, director: Director) -> None:
    """Raises ScenarioError for the first bug of a script that cannot be planted where its cue ends, or be proved
    wrong there."""
    run = scenario.runs[0]
    timeline: Any = director.timeline
    names = [bug.name for bug in bugs_of(run.algorithm).bugs]
    for index, cue in enumerate(scenario.script):
        bug, at = cue.bug, ("script", index, "bug")
        if bug is None:
            continue
        if bug.belief is not None and bug.belief not in names:
            text = f"nobody is known to believe that; {meant(bug.belief, names)}"
            raise scenario.document.error((*at, "belief"), text)
        made = plant(run, timeline, director.ends[index], run.seed, event=bug.event, count=bug.count, name=bug.belief)
        if made is None:
            raise scenario.document.error(at, f"no {bug.event} behind this cue could be wrong in such a way; "
                                              "name another event or belief, or lower the count")
