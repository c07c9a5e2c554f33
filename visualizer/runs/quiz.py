"""The questions of a lesson while it is looked at: where they stop the run, what was answered, what is pinned."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from operator import le, lt
from typing import NamedTuple

from algorithms.problems.forms.truth import TooLarge
from scenarios.reading import ScenarioError
from scenarios.script.shown import Place
from scenarios.votes import votes_on
from visualizer.runs.asking import OPEN, Answered, Asking
from visualizer.runs.beliefs import Beliefs
from visualizer.runs.choosing import Choosing
from visualizer.runs.ordering import Ordering
from visualizer.runs.playback import Playback
from visualizer.runs.posing import pose_cue
from visualizer.runs.predicting import Predicting
from visualizer.runs.question import Question, degenerate
from visualizer.runs.voting import voted_before

_PREDICTED, _CHOSEN, _ORDERED = -1, -2, -3  # in the place of a cue
_AHEAD = 256  # events recorded to know whether a question is on the way
_GAME = "P ends the game first; then its pseudocode can be put in order."
_HUNT = "One event is wrong: Ctrl+Z ends the hunt for it first; then the pseudocode can be put in order."


@dataclass(frozen=True)
class Stand:
    """Where a cue's question stands: ``stop`` is where all runs are when it is asked of the run ``lead``, ``shown`` the
    position of that run where the answer is seen; None: with the last cue. ``stays``: it is asked where a cue ends."""

    question: Question
    stop: Place
    shown: int | None
    lead: int = 0
    stays: bool = False

    def _parts(self, place: Place) -> Place:
        """What counts of a place: of one on the way to an event, only the run that goes there."""
        return place if self.stays else (place[self.lead],)

    def reached(self, place: Place) -> bool:
        """Is it at that place, or before it?"""
        return all(map(le, self._parts(self.stop), self._parts(place)))

    def passed(self, place: Place) -> bool:
        """Is it before that place?"""
        return self.reached(place) and self._parts(self.stop) != self._parts(place)

    def seen(self, place: Place) -> bool:
        """Is the answer shown there?"""
        return self.shown is not None and place[self.lead] >= self.shown


class Told(NamedTuple):
    """What is told of an answer: a line, what speaks against it, and is it good? None: that is not told yet."""

    heading: str = ""
    why: str = ""
    good: bool | None = None

    @property
    def signed(self) -> str:
        """The line, with a sign."""
        return self.heading if self.good is None else f"{'✓' if self.good else '✗'} {self.heading}"


NOTHING = Told()


class Quiz:
    """The questions of a session, of one run or several.

    on:      are they asked? The window says so
    open:    the question being asked; None: there is none. ``cue`` is that of it, ``lead`` the run that is asked about
    answers: what became of the questions of cues, by their indices; their points are kept with the lesson's progress
    waits:   the run was held, as the answer of the next question is not recorded yet
    choosing: asks for the choices that a run makes, where it has that mode
    ordering: has the pseudocode of the runs put in order
    beliefs: what the answers of this session tell of misconceptions, whoever asked
    voted_before: what classes before have voted on the open question
    """

    def __init__(self, session: Playback, choosing: Choosing | None = None) -> None:
        self.session = session
        self.on = False
        self.open: Asking | None = None
        self.cue, self.lead, self.voted_before = -1, 0, ""
        self.waits = False
        self.answers: dict[int, Answered] = {}
        self._pinned: dict[int, tuple[Asking, bool]] = {}  # judged later; with: for points?
        self._verdict: tuple[int, Told] | None = None  # on the way to the cue of that index
        self._asks = {cue: found.ask for cue, found in enumerate(session.scenario.script) if found.ask is not None}
        self._stands: dict[int, Stand | None] = {}
        self._answerable: set[int] = set()  # cues whose answers are recorded, before their questions are posed
        self._timelines: tuple[object, ...] = tuple(session.timelines)
        self._asked: tuple[Stand, Place] | None = None  # of the open question, and where it is asked
        self.choosing = choosing
        self.predicting = Predicting(session.scenario.runs, session.clock)
        self.ordering = Ordering(session.scenario.runs)
        self.beliefs = Beliefs(session.scenario.runs)
        self._passed: set[int] = set()
        self._began = 0.0  # when the open question was put
        self._here = self._furthest = (0,) * len(session.scenario.runs)  # of the lesson's own runs, no branch

    # --- on the way ------------------------------------------------------------------------------------------------

    def look(self) -> None:
        """The run may have moved: what lies ahead again is asked again, and a question that was left is closed."""
        session, here = self.session, self.session.places
        if not all(one is other for one, other in zip(self._timelines, session.timelines, strict=True)):
            self._timelines = tuple(session.timelines)
            self._stands.clear()
            self._answerable.clear()
            self.open = None
        if any(map(lt, here, self._here)):
            again = {cue for cue, stand in self._stands.items() if stand is not None and not stand.passed(here)}
            self._passed -= again
            self._pinned = {cue: kept for cue, kept in self._pinned.items() if cue not in again}
            self._verdict = None
        self._here, self._furthest = here, tuple(map(max, self._furthest, session.own_places))
        if self.open is not None and (self._asked is None or self._asked[1] != here or session.playing):
            self.open = None
        self.judge()

    def judge(self) -> None:
        """What was answered for later counts from where that shows."""
        for cue, (asking, counts) in self._pinned.items():
            if asking.vote is None and self._come(cue) and self._record(cue, asking.result, counts):
                self._believed(asking)

    def holds(self, found: Place) -> bool:
        """Does a question stop the run on its way from here to there? Then it is asked now."""
        session, self.waits = self.session, False
        if self.on and self.choosing is not None and self.choosing.on and not session.playing:
            return self._chooses(self.choosing, found[self.choosing.lead])
        if not self.on or session.playing or not (self._asks or self.predicting.on):
            return False
        self.look()
        if self.open is not None:
            return True
        here, following = session.places, session.director.following
        for cue, ask in () if session.strayed else self._asks.items():
            heard = cue in session.director.seen and session.director.telling.has(ask.meant_for)
            if cue != following and self._begins_beyond(cue, found):
                if heard and cue not in self._passed:
                    self._look_ahead(cue, found)
                continue
            stand = self._stand(cue, found) if heard and cue not in self._passed else None
            if heard and ask.stays and cue == following and cue not in self._stands:
                self.waits = True
                return True
            if stand is None or stand.passed(here) or self._beyond(stand, cue, found, following):
                continue
            self._ask(cue, stand)
            return True
        due = self.predicting.due(session.timelines, here, found) if session.predictable else None
        if due is not None:
            lead, question = due
            self._ask(_PREDICTED, Stand(question, session.place_from_here(lead, question.stop), question.shown, lead))
        return due is not None

    def _begins_beyond(self, cue: int, found: Place) -> bool:
        """Does a cue begin behind that place, so that its question need not be posed so far?"""
        director = self.session.director
        lead, before = director.lead(cue), min(cue, len(director.ends)) - 1  # the last one whose end is known
        return before >= 0 and director.end_of(before)[lead] > found[lead]

    def _look_ahead(self, cue: int, found: Place) -> None:
        """Records what the answer to a question comes from that is not posed yet: where that is far behind the place of
        the question, as the end of the run is, it would not be known there, and the run would go on unasked."""
        if cue not in self._answerable:
            try:
                known = self.session.director.asked(cue, self._most(cue, found)) is not None
            except (ScenarioError, TooLarge):
                known = True  # that it never comes
            if known:
                self._answerable.add(cue)

    def _most(self, cue: int, found: Place) -> int:
        """So many further events are recorded to know the answer to a question."""
        session, lead = self.session, self.session.director.lead(cue)
        near = len(session.timelines[lead].events) < found[lead] + _AHEAD
        return _AHEAD if near or (self._asks[cue].stays and cue == session.director.following) else 0

    def _chooses(self, choosing: Choosing, found: int) -> bool:
        """Is there a choice on the way? Then it is asked for now; nothing else is, in that mode."""
        self.look()
        question, lead = choosing.due(found) if self.open is None else None, choosing.lead
        if question is not None:
            stop = self.session.place_from_here(lead, question.stop)
            self._ask(_CHOSEN, Stand(question, stop, question.shown, lead))
        return self.open is not None

    def _beyond(self, stand: Stand, cue: int, found: Place, following: int | None) -> bool:
        """Is the question not reached on the way? One that stays is asked where its cue ends, when that is gone to."""
        return not stand.reached(found) or (not stand.passed(found) and cue != following)

    def _stand(self, cue: int, found: Place) -> Stand | None:
        """Where the question of a cue stands; None where it is not known, or cannot be asked."""
        if cue not in self._stands:
            session, lead, ask = self.session, self.session.director.lead(cue), self._asks[cue]
            try:
                posed = pose_cue(session.scenario, session.director, cue, self._most(cue, found))
            except (ScenarioError, TooLarge):
                self._stands[cue] = None
                return None
            if posed is None or cue >= len(session.director.ends):
                return None  # not yet
            question, stays, director = posed.question, ask.stays, session.director
            shown = None if ask.about.stands else question.shown
            stop = director.end_of(cue) if stays else director.place_at(cue, question.stop)
            self._stands[cue] = None if degenerate(question) else Stand(question, stop, shown, lead, stays)
        return self._stands[cue]

    def _ask(self, cue: int, stand: Stand) -> None:
        self.session.hold_at(stand.lead, stand.stop, cue, stays=stand.stays)
        self._open(cue, stand)

    def _open(self, cue: int, stand: Stand) -> None:
        """Asks it where the runs are."""
        session, ask = self.session, self._asks.get(cue)
        self.cue, self.lead, self._here, self._asked = cue, stand.lead, session.places, (stand, session.places)
        once = cue == _CHOSEN and self.choosing is not None and self.choosing.test
        self.open = Asking(stand.question, later=ask is not None and ask.stays and ask.reveal == "later", once=once)
        self._verdict, self._began = None, session.clock()
        self.voted_before = voted_before(stand.question, votes_on(session.scenario.path.stem, cue)) if cue >= 0 else ""

    def put_in_order(self) -> None:
        """Lines of pseudocode are to be put in order, those of the next part; the run stays where it is."""
        session = self.session
        self.look()
        refused = OPEN if self.open is not None else _GAME if session.playing else _HUNT if session.planted else ""
        if refused:
            session.notice = refused
            return
        session.stop()
        here = session.places
        lead, question = self.ordering.next(session.timelines, here)
        if question is None:
            session.notice = "This algorithm has no pseudocode that could be put in order."
            return
        self._open(_ORDERED, Stand(question, here, None, lead, stays=True))
        session.notice = ""

    # --- its end ---------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """The question is answered, given up, or skipped: the run goes to what it was about."""
        asking, cue, session = self.open, self.cue, self.session
        if asking is None or self._asked is None:
            return
        stand, _ = self._asked
        session.notice = ""  # what it says is of the open question
        asking.seconds = session.clock() - self._began
        self.open = None
        if cue == _CHOSEN and self.choosing is not None:
            self.choosing.answered(asking)
            if not asking.once:
                self._believed(asking, session.notice)
            if self.choosing.more:
                said = session.notice
                self._chooses(self.choosing, session.places[self.choosing.lead] + 1)
                session.notice = said
        elif cue == _ORDERED:
            said = self.ordering.answered(asking)
            session.notice = " – ".join(filter(None, (told(asking, counts=True).signed, said)))
        elif cue == _PREDICTED:
            said = self.predicting.answered(asking.first, asking.result)
            session.go_to(stand.lead, stand.question.shown)
            session.notice = " – ".join((told(asking, counts=False).signed, said))
            self._believed(asking, told(asking, counts=False).signed)
        else:
            self._close_cue(cue, asking, stand)

    def _close_cue(self, cue: int, asking: Asking, stand: Stand) -> None:
        """What the question of a cue comes to, and where the lesson goes on."""
        session, ask = self.session, self._asks[cue]
        seen = stand.seen(self._furthest) if stand.shown is not None else cue in session.points
        counts = ask.score and not seen and cue not in session.points
        self._passed.add(cue)
        voted, fresh = asking.vote is not None and asking.vote.voted, False
        if asking.later and (asking.over or voted):
            self._pinned[cue] = asking, counts
        else:
            if not voted:  # hands are no learner's answer
                fresh = self._record(cue, asking.result, counts)
            self._verdict = cue, told(asking, counts)
        if not ask.stays:
            session.forward("cue")
        if fresh:
            self._believed(asking)

    def _record(self, cue: int, result: Answered, counts: bool) -> bool:
        """Keeps what became of a cue's question. Is that the first time?"""
        fresh = cue not in self.answers
        self.answers.setdefault(cue, result)
        self.session.points.setdefault(cue, result.points if counts else 0.0)
        self.session.times.setdefault(cue, result.seconds)
        return fresh

    def _believed(self, asking: Asking, before: str = "") -> None:
        """Says which misconception the last answers go with, if they do, behind what is said already."""
        said = self.beliefs.answered(asking.first, asking.result)
        if said and self.beliefs.named is not None:
            self.session.notice = " – ".join(filter(None, (before, said)))
            self.session.offers = self.beliefs.named.lesson

    # --- what is told ----------------------------------------------------------------------------------------------

    def told(self) -> Told:
        """What is told beside the lesson's words: what is pinned, or how an answer was."""
        session = self.session
        if session.strayed or self.open is not None:
            return NOTHING
        index = session.director.index
        pinned = [self._of_pinned(cue, asking, counts) for cue, (asking, counts) in reversed(self._pinned.items())]
        if self._verdict is not None and index in (self._verdict[0], self._verdict[0] - 1):
            return self._verdict[1]
        return next(filter(None, pinned), NOTHING)

    def _of_pinned(self, cue: int, asking: Asking, counts: bool) -> Told | None:
        """What is told of an answer that is judged later: that it was given, or how it was."""
        if self._stands.get(cue) is None:
            return None
        come = self._come(cue)
        if asking.vote is not None:
            return told(asking, counts) if come else Told(f"{sum(asking.vote.hands)} hands were raised")
        if not come:
            return Told(f"Your answer: {_said(asking)}")
        if self._was_told(cue):
            return None
        verdict = told(asking, counts)
        return verdict._replace(heading=f"You said {_said(asking)}. {verdict.heading}")

    def _was_told(self, cue: int) -> bool:
        """Has a cue before this one shown already what became of the answer?"""
        director, stand = self.session.director, self._stands.get(cue)
        return stand is not None and any(
            other < director.index and stand.seen(director.end_of(other)) for other in director.seen)

    def _come(self, cue: int) -> bool:
        """Is the place reached at which the answer to a cue's question shows?"""
        session, stand = self.session, self._stands.get(cue)
        if stand is None or session.strayed or self.open is not None:
            return False
        last = session.director.seen[-1] if session.director.seen else -1
        return stand.seen(session.places) if stand.shown is not None else session.director.index >= last

    @property
    def left(self) -> int | None:
        """The seconds that a class still has for the open question; None where the lesson sets no time."""
        ask = self._asks.get(self.cue) if self.open is not None else None
        if ask is None or ask.time is None:
            return None
        return max(0, ceil(ask.time - (self.session.clock() - self._began)))

    @property
    def points(self) -> float:
        """The points so far."""
        return sum(self.session.points.values())


def _said(asking: Asking) -> str:
    labels = {option.text: option.label for option in asking.first.options}
    return ", ".join(labels.get(part, part) for part in asking.given) or "nothing"


def told(asking: Asking, counts: bool) -> Told:
    """How an answer was."""
    result = asking.result
    if asking.vote is not None and asking.vote.voted:
        return Told(f"Hands: {asking.vote.said}")
    worth = {1.0: ": 1 point", 0.5: ": ½ point"}.get(result.points, "") if counts else ""
    if asking.right:
        return Told(f"Right{worth}", good=True)
    if not asking.over:
        return Told("Skipped")
    why = asking.first.against(asking.given) if asking.later and not asking.first.is_right(asking.given) else ""
    return Told(f"The answer: {asking.first.value}", why, good=False)


class Asks(Playback):
    """A playback that asks the questions of its ``quiz``, of one run or of several."""

    quiz: Quiz

    @abstractmethod
    def way_back(self) -> Callable[[], None]:
        """What leads back to where this is now, whatever is done until then."""

    @property
    def asks(self) -> bool:
        return self.quiz.open is not None

    @property
    def waits(self) -> bool:
        return self.quiz.waits

    def _answering(self, steps: int, speed: float | None) -> float | None:
        """The speed to the next cue, so many steps ahead, where the lesson sets ``speed``: what was asked about is seen
        to happen."""
        upcoming = self.director.upcoming
        asked = self.quiz.on and upcoming is not None and upcoming.ask is not None and not self._at_once
        return self._pace(steps) if speed is None and asked else speed
