"""Walking the cues of a script: which one is on show, what is said there and pointed at, and where the next one ends.

Where a cue ends is a place of the type ``P``: a position on the timeline of one run, or the way that several runs go
together. Each cue starts where the one before it ended, wherever somebody has wandered in between, so that a script
means the same in the window, in a recording and in a check.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from algorithms.core import AlgorithmError, Event, fill, words
from algorithms.problems.puzzle import PuzzleError
from scenarios.claims import measured
from scenarios.cues import Cue, Expectation, Movement, Panel, panel_at
from scenarios.loader import Scenario, claimed_puzzles
from scenarios.reading import Loc, ScenarioError

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


class Walk(ABC, Generic[P]):
    """Walks the cues of ``scenario``.

    index: the cue on show, -1 before the first
    ends:  the places where the cues ended that were reached so far
    """

    def __init__(self, scenario: Scenario, start: P) -> None:
        self.scenario = scenario
        self.index = -1
        self.ends: list[P] = []
        self._start = start

    # --- walking ---------------------------------------------------------------------------------------------------

    @property
    def cue(self) -> Cue | None:
        """The cue on show."""
        return self.scenario.script[self.index] if self.index >= 0 else None

    @property
    def upcoming(self) -> Cue | None:
        """The cue that :meth:`next` leads to."""
        following = self._visible(1)
        return None if following is None else self.scenario.script[following]

    def target(self, most: int | None = None) -> P | None:
        """The place where the upcoming cue ends, so that the window can move there before :meth:`next`.

        Records at most ``most`` further events to find it; None where that was not enough (ask again in the next
        frame) or where there is no upcoming cue. Raises ScenarioError for a cue that cannot be reached.
        """
        following = self._visible(1)
        return None if following is None else self._end(following, most)

    def next(self) -> bool:
        """Shows the next cue at the place where it ends. False: there is none."""
        return self._show(self._visible(1))

    def back(self) -> bool:
        """Shows the cue before this one, where it ended. False: this is the first."""
        return self._show(self._visible(-1))

    def goto(self, index: int) -> None:
        """Shows the cue of that index, from anywhere; -1 is the start."""
        if index < 0:
            self.index = -1
            self._move(self._start)
        else:
            self._show(min(index, len(self.scenario.script) - 1))

    @property
    def seen(self) -> list[int]:
        """The indices of the cues that :meth:`next` stops at."""
        return [index for index, cue in enumerate(self.scenario.script) if cue.seen]

    def _show(self, index: int | None) -> bool:
        if index is None:
            return False
        end = self._end(index, None)
        assert end is not None  # without a limit it is found, or an error
        self._move(end)
        self.index = index
        return True

    def _visible(self, direction: int) -> int | None:
        if direction > 0:
            return next((index for index in self.seen if index > self.index), None)
        return next((index for index in reversed(self.seen) if index < self.index), None)

    def look_ahead(self) -> None:
        """Finds where the cues end as far as that is known from what is recorded, for a timeline to show them."""
        try:
            while len(self.ends) < len(self.scenario.script) and self._end(len(self.ends), 0) is not None:
                pass
        except ScenarioError:
            return  # it is reported when somebody goes there

    def _end(self, index: int, most: int | None) -> P | None:
        """Where cue ``index`` ends, after all before it; None if ``most`` further events are too few to know."""
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

    # --- on show ---------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """What is said: by the cue on show or, where it is silent, still by the last one that spoke."""
        spoken = self._spoken()
        say = self.scenario.script[spoken].say if spoken >= 0 else None
        if say is None:
            return ""
        event = self._event(self.ends[spoken])
        try:
            return fill(say, event or Event()).strip()
        except KeyError as missing:
            where = f"no field of {type(event).__name__}" if event else "unknown before the first event"
            raise self._error(spoken, ("say",), f"{{{missing.args[0]}}} is {where}; change it, or move on to an event "
                              "that has it") from None

    @property
    def marks(self) -> tuple[str, ...]:
        """The places that are pointed at: what was marked since the text on show came up."""
        cues = self.scenario.script[max(0, self._spoken()) : self.index + 1]
        return tuple(dict.fromkeys(name for cue in cues for name in cue.mark))

    @property
    def panel(self) -> Panel | None:
        """The panel that the script has asked for last, if any."""
        return panel_at(self.scenario.script, self.index)

    def _spoken(self) -> int:
        index = self.index
        while index >= 0 and self.scenario.script[index].say is None:
            index -= 1
        return index

    # --- checking --------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Plays all cues and checks all that they say and expect, as `main.py check` does."""
        for index in range(len(self.scenario.script)):
            self.goto(index)
            _ = self.text  # its fields must be there
            self.verify()

    def verify(self) -> None:
        """Raises ExpectationFailed if the cue on show expects or claims what is not so."""
        cue = self.cue
        if cue is not None and cue.expect is not None:
            self._compare(("expect",), self._expectations(cue.expect, self.ends[self.index]))
        if cue is not None and cue.claim is not None:
            scenario = self.scenario
            try:
                found = measured(cue.claim, scenario.claimed[self.index], claimed_puzzles(scenario, self.index))
            except (PuzzleError, AlgorithmError) as error:
                raise self._error(self.index, ("claim",), str(error)) from None
            self._compare(("claim",), found)

    def _compare(self, at: Loc, findings: list[Found]) -> None:
        for loc, expected, found in findings:
            if expected != found:
                raise ExpectationFailed(self._error(self.index, (*at, *loc), ""), expected, found)

    def _error(self, cue: int, loc: Loc, message: str) -> ScenarioError:
        return self.scenario.document.error(("script", cue, *loc), message)

    # --- what depends on how many runs there are -------------------------------------------------------------------

    @abstractmethod
    def _move(self, place: P) -> None:
        """Shows what is so at a place."""

    @abstractmethod
    def _recorded(self) -> int:
        """How many events are recorded."""

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
