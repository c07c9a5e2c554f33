"""Walking the cues of a script: which one is on show, what is said there and pointed at, and where the next one ends.

Where a cue ends is of the type ``P``: a position on the timeline of one run, or the way that several runs go together.
Each cue starts where the one before it ended, wherever somebody has wandered in between, so that a script means the
same in the window, in a recording and in a check.

Which cue is on show depends on where the runs are, not on how they came there: it is the last one that all of them have
reached. Only where several cues end at the same place, the one is on show that somebody has walked to; and before the
first cue there is the start, which is walked to, too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from operator import le
from typing import Any, Generic, NamedTuple, TypeVar

from algorithms.core import AlgorithmError, Event, fill, words
from algorithms.problems.puzzle import PuzzleError
from algorithms.vocabulary import fields_of
from scenarios.loader import Scenario, claimed_puzzles
from scenarios.reading import Loc, ScenarioError, meant
from scenarios.script.claims import measured
from scenarios.script.cues import Cue, Expectation, Movement, Show, ask_movement
from scenarios.script.drawn import NOTHING_DRAWN, Drawn
from scenarios.script.shown import Place, Record, Shown
from scenarios.script.spreads import spread_found
from scenarios.script.telling import Telling

P = TypeVar("P")
Found = tuple[Loc, object, object]
"""Where something is expected, what is expected, and what is so."""

_CHUNK = 256


class ExpectationFailed(ScenarioError):  # noqa: N818 - it says what happened
    """An ``expect`` does not hold: it has ``expected`` and ``found`` beside file, line and key."""

    def __init__(self, error: ScenarioError, expected: object, found: object) -> None:
        super().__init__(error.path, f"expected {words(expected)}, found {words(found)}", line=error.line,
                         key=error.key)
        self.expected = expected
        self.found = found


class _Sight(NamedTuple):
    """What of a place is told by the cues alone: the one that spoke last, what is pointed at and drawn, and the one
    that asked for a panel last, with that."""

    spoken: int
    marks: tuple[str, ...]
    drawn: Drawn
    asked: int
    show: Show | None


class Walk(ABC, Generic[P]):
    """Walks the cues of ``scenario`` on ``timelines``, one for each run.

    ends: where the cues ended that were found so far
    seen: the indices of the cues that :meth:`next` stops at
    telling: to whom, and in how much detail, the lesson is told
    """

    def __init__(self, scenario: Scenario, start: P, timelines: Sequence[Record]) -> None:
        self.scenario = scenario
        self.ends: list[P] = []
        self._told(Telling(audience="all"))
        self._start = start
        self._restart(timelines)
        self._walked_to = -1, self._moves  # holds until the runs move

    def _restart(self, timelines: Sequence[Record]) -> None:
        """Goes on with these timelines; where cues end on them has to be found anew."""
        self._records = timelines
        self.ends.clear()
        self._now: tuple[object, Shown] | None = None
        self._never: ScenarioError | None = None  # why the next cue never comes
        self._known: object = None  # where the runs were, and what was recorded, when cues were looked for last
        self._searching = False  # what is recorded is not yet searched to its end
        self._walked_to = -1, -1

    def tell(self, telling: Telling) -> None:
        """From now on it is told so."""
        if telling == self.telling:
            return
        index, moves = self._walked_to
        self._told(telling)
        self._walked_to = max((at for at in self.seen if at <= index), default=-1), moves

    def _told(self, telling: Telling) -> None:
        self.telling = telling
        self._heard = [telling.has(cue.meant_for) for cue in self.scenario.script]
        self._sights = dict[tuple[int, int], _Sight]()
        self.seen = [index for index, cue in enumerate(self.scenario.script) if cue.seen and self._heard[index]]

    # --- walking ---------------------------------------------------------------------------------------------------

    @property
    def index(self) -> int:
        """The cue on show, -1 before the first."""
        return self.now.index

    @property
    def cue(self) -> Cue | None:
        """The cue on show."""
        return self.scenario.script[self.index] if self.index >= 0 else None

    @property
    def following(self) -> int | None:
        """The index of the cue that :meth:`next` leads to."""
        here = self.index
        return next((index for index in self.seen if index > here), None)

    @property
    def upcoming(self) -> Cue | None:
        """The cue that :meth:`next` leads to."""
        following = self.following
        return None if following is None else self.scenario.script[following]

    def target(self, most: int | None = None) -> P | None:
        """The place where the upcoming cue ends, so that the window can move there before :meth:`next`.

        Records at most ``most`` further events to find it; None where that was not enough (ask again in the next
        frame) or where there is no upcoming cue. Raises ScenarioError for a cue that cannot be reached.
        """
        following = self.following
        return None if following is None else self._end(following, most)

    def next(self) -> bool:
        """Shows the next cue at the place where it ends. False: there is none."""
        following = self.following
        if following is not None:
            self.goto(following)
        return following is not None

    def back(self) -> bool:
        """Shows the cue before this one, where it ended; from beyond the end of this one, this one. False: this is the
        first."""
        now = self.now
        index = next((at for at in reversed(self.seen) if at < now.index), -1) if now.there else now.index
        if index >= 0:
            self.goto(index)
        return index >= 0

    def goto(self, index: int) -> None:
        """Shows the cue of that index, from anywhere; -1 is the start."""
        index = max(-1, min(index, len(self.scenario.script) - 1))
        end = self._start if index < 0 else self._end(index, None)
        assert end is not None  # without a limit it is found, or an error
        self._move(end)
        self._walked_to = index, self._moves

    def look_ahead(self) -> bool:
        """Finds where the cues end as far as that is known from what is recorded: for a timeline to show them, and to
        know which one is on show. True: it may find more, asked again."""
        if self._never is not None or len(self.ends) == len(self.scenario.script):
            return False
        for record in self._records:
            if 0 < record.position == len(record.events):
                record.pull(1)  # is this the end?
        try:
            while len(self.ends) < len(self.scenario.script) and self._end(len(self.ends), 0) is not None:
                pass
        except ScenarioError:
            return False  # it is reported when somebody goes there
        finally:
            self._known = self._version
        return self._searching

    @property
    def _version(self) -> object:
        """Changes when the runs move, or more is recorded."""
        return self._moves, [(len(record.events), record.done) for record in self._records]

    @property
    def _moves(self) -> int:
        return sum(record.moves for record in self._records)

    def _end(self, index: int, most: int | None) -> P | None:
        """Where cue ``index`` ends, after all before it; None if ``most`` further events are too few to know."""
        try:
            if self._never is None:
                return self._found_end(index, most)
        except ScenarioError as error:
            self._never = error
        if index < len(self.ends):
            return self.ends[index]
        assert self._never is not None
        raise self._never.with_traceback(None)

    def _found_end(self, index: int, most: int | None) -> P | None:
        limit = None if most is None else self._recorded() + most
        while len(self.ends) <= index:
            start = self.ends[-1] if self.ends else self._start
            cue = len(self.ends)
            movement = self.scenario.script[cue].movement
            if movement is None:
                self.ends.append(self._stay(start))
                continue
            while (end := self._search(cue, *movement, start)) is None:
                recorded = self._recorded()
                chunk = max(_CHUNK, recorded // 4)  # grows, as the search begins anew each time
                if limit is not None:
                    chunk = min(chunk, limit - recorded)
                if chunk <= 0:
                    return None
                self._pull(chunk)
                if limit is not None and self._recorded() == recorded:
                    return None  # all is recorded, and not yet searched
            self.ends.append(end)
        return self.ends[index]

    # --- what is asked ---------------------------------------------------------------------------------------------

    def lead(self, cue: int) -> int:
        """The index of the run that a cue asks about."""
        ask = self.scenario.script[cue].ask
        named = None if ask is None else ask.about.run
        return next((index for index, run in enumerate(self.scenario.runs) if run.name == named), 0)

    def record(self, run: int) -> Any:
        """The timeline of the run with that index."""
        return self._records[run]

    def end_of(self, cue: int) -> Place:
        """Where the runs are when a cue ends, once that is known; -1: the start."""
        return self._place(self.ends[cue] if cue >= 0 else self._start)

    def asked(self, cue: int, most: int | None) -> int | None:
        """The position of the run that a cue asks about, where it shows the answer: where the cue ends or, of one that
        stays, later. Records at most ``most`` further events to find it; None where that was not enough, or where no
        event shows it. Raises ScenarioError where it never comes."""
        ask, limit = self.scenario.script[cue].ask, None if most is None else self._recorded() + most
        end, lead = self._end(cue, most), self.lead(cue)
        movement = None if ask is None else ask_movement(ask)
        if ask is None or movement is None or end is None:
            return None
        if not ask.stays:
            return self._place(end)[lead]
        while (found := self._search(cue, *movement, end)) is None:
            if limit is not None and self._recorded() >= limit:
                return None
            self._pull(_CHUNK)
        return self._place(found)[lead]

    # --- on show ---------------------------------------------------------------------------------------------------

    @property
    def here(self) -> Place:
        """Where the runs are."""
        return tuple(record.position for record in self._records)

    @property
    def now(self) -> Shown:
        """What is shown here."""
        if self._known != self._version:
            self.look_ahead()
        walked_to, moves = self._walked_to
        key = self.here, walked_to if moves == self._moves else None, len(self.ends), self.telling
        if self._now is None or self._now[0] != key:  # a frame asks for it a dozen times
            self._now = key, self.shown(key[0], key[1])
        return self._now[1]

    def shown(self, here: Place, index: int | None = None) -> Shown:
        """What is shown at a place, as far as it is found where cues end; ``index`` is the cue that was walked to, one
        of those that end there (-1 at the start)."""
        reached = bisect_left(self.ends, True, key=lambda end: not all(map(le, self._place(end), here)))
        there = here == self._place(self.ends[reached - 1] if reached else self._start)
        if index is None:
            ended = reached == len(self.scenario.script)
            last = reached - (there or ended)  # or else the one that is on the way from here
            index = next((at for at in reversed(self.seen) if at < reached), -1)
        else:
            last = index
        if (index, last) not in self._sights:  # a run goes through many places between two cues
            self._sights[index, last] = self._sight(index, last)
        spoken, marks, drawn, asked, show = self._sights[index, last]
        moved_on = spoken >= 0 and here != self._place(self.ends[spoken])
        return Shown(index, there, spoken, self._said_at(spoken) if moved_on else "", marks,
                     None if show is None else show.panel, asked, show is not None and show.large,
                     None if show is None else show.run, drawn)

    def _sight(self, index: int, last: int) -> _Sight:
        """Of a cue on show, where the panel is what has been asked for up to the ``last`` one."""
        script, heard, more = self.scenario.script, self._heard, self.telling.more
        spoken = next((at for at in range(index, -1, -1) if heard[at] and script[at].says(more) is not None), -1)
        asked = next((at for at in range(last, -1, -1) if heard[at] and script[at].show is not None), -1)
        pointing = [script[at] for at in range(max(0, spoken), index + 1) if heard[at]]
        marks = dict.fromkeys(name for cue in pointing for name in cue.marks)
        drawn = sum((cue.drawn for cue in pointing), NOTHING_DRAWN)
        return _Sight(spoken, tuple(marks), drawn, asked, script[asked].panel if asked >= 0 else None)

    def _said_at(self, index: int) -> str:
        """Where words were said that are no longer of what is on show."""
        number, cues = self.seen.index(index) + 1, len(self.seen)
        return f"Earlier, at the last cue ({cues}):" if number == cues else f"Earlier, at cue {number} of {cues}:"

    @property
    def text(self) -> str:
        """What is said: by the cue on show or, where it is silent, still by the last one that spoke."""
        return self.said(self.now.spoken)

    def said(self, spoken: int) -> str:
        """What a cue says."""
        return "\n".join(filter(None, (self._filled(spoken, "say"), self._filled(spoken, "more") if self.telling.more
                                       else ""))) if spoken >= 0 else ""

    def unsaid(self, spoken: int) -> str:
        """What a cue would add for those who want more; empty where it has nothing to add, or that is said."""
        return "" if spoken < 0 or self.telling.more else self._filled(spoken, "more")

    def note(self, index: int) -> str:
        """What a cue has for the presenter, who alone may see it."""
        return self._filled(index, "note") if index >= 0 else ""

    def _filled(self, index: int, key: str) -> str:
        """A text of a cue, with the fields of the event that led to it."""
        text = getattr(self.scenario.script[index], key)
        if text is None:
            return ""
        event = self._event(self.ends[index])
        try:
            return fill(text, event or Event()).strip()
        except KeyError as missing:
            name = missing.args[0]
            if event is None:
                raise self._error(index, (key,), f"{{{name}}} is unknown before the first event; move on to "
                                  "an event that has it") from None
            raise self._error(index, (key,), f"{{{name}}} is no field of {type(event).__name__}; "
                              f"{meant(name, fields_of(type(event)))}; or move on to an event that has it") from None

    @property
    def rest(self) -> float | None:
        """Seconds that reading what the cue on show says takes; None before the first."""
        return None if self.cue is None else self.cue.rest_with(self.telling.more)

    def sentence(self, index: int) -> str:
        """What the event says that led to the end of a cue."""
        event = self._event(self.ends[index])
        return "" if event is None else event.sentence()

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that are pointed at."""
        return self.now.marks

    # --- checking --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays all cues and checks all that they say and expect, as `main.py check` does."""
        for index in range(len(self.scenario.script)):
            self.goto(index)
            for key in ("say", "more", "note"):
                self._filled(index, key)  # its fields must be there
            self.verify()

    def verify(self) -> None:
        """Raises ExpectationFailed if the cue on show expects or claims what is not so."""
        index, cue = self.index, self.cue
        if cue is not None and cue.expect is not None:
            self._compare(("expect",), self._expectations(cue.expect, self.ends[index]))
            if self.scenario.bands is not None and cue.expect.band:
                self._compare(("expect", "band"), list(spread_found(cue.expect.band, self.scenario.bands)))
        if cue is not None and cue.claim is not None:
            scenario = self.scenario
            try:
                found = measured(cue.claim, scenario.claimed[index], claimed_puzzles(scenario, index))
            except (PuzzleError, AlgorithmError) as error:
                raise self._error(index, ("claim",), str(error)) from None
            self._compare(("claim",), found)

    def _compare(self, at: Loc, findings: list[Found]) -> None:
        for loc, expected, found in findings:
            if expected != found:
                raise ExpectationFailed(self._error(self.index, (*at, *loc), ""), expected, found)

    def _error(self, cue: int, loc: Loc, message: str) -> ScenarioError:
        return self.scenario.document.error(("script", cue, *loc), message)

    # --- what depends on how many runs there are -------------------------------------------------------------------

    @abstractmethod
    def place_at(self, cue: int, position: int) -> Place:
        """Where all are, on the way to the end of a cue, when the run that it asks about is at that position."""

    @abstractmethod
    def _place(self, end: P) -> Place:
        """Where the runs are at the end of a cue."""

    @abstractmethod
    def _move(self, place: P) -> None:
        """Shows what is so at a place."""

    def _recorded(self) -> int:
        """How many events are recorded."""
        return sum(len(record.events) for record in self._records)

    @abstractmethod
    def _pull(self, count: int) -> None:
        """Records about so many more."""

    @abstractmethod
    def _stay(self, start: P) -> P:
        """Where a cue ends that does not move."""

    @abstractmethod
    def _search(self, cue: int, loc: Loc, how: Movement, start: P) -> P | None:
        """Where the movement ends, if that is known from the events so far. Raises ScenarioError if it never does."""

    @abstractmethod
    def _event(self, place: P) -> Event | None:
        """The event that led to a place."""

    @abstractmethod
    def _expectations(self, expect: Expectation, place: P) -> list[Found]:
        """All that is expected, beside what is so at the place, which is on show."""
