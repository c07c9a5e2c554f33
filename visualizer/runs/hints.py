"""Hints in three grades: where to look; asked again, what to see there; then the step, with its reason."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Generic, Protocol, TypeVar

from algorithms.reasons import Reason
from visualizer.runs.branches import Branches


class Graded(Protocol):
    """A hint, in three sentences, each of which says more."""

    @property
    def where(self) -> str: ...
    @property
    def what(self) -> str: ...
    @property
    def step(self) -> str: ...
    @property
    def reason(self) -> Reason: ...
    @property
    def steps(self) -> tuple[str, ...]:
        """What the links of the reason say, one by one; empty where there is one."""
        ...
    def shown(self, grade: int) -> tuple[str, ...]:
        """The places to point at with so many sentences."""
        ...


H = TypeVar("H", bound=Graded)


@dataclass
class Hints(Generic[H]):
    """The hint that was given last, how much of it was said (1 to 3), and the position that it is for; ``at`` is the
    step of its reason that is shown alone (from 1), 0 while all are."""

    given: H | None = None
    grade: int = 0
    position: object = None
    at: int = 0

    def say(self, session: Branches, position: object, find: Callable[[], H | None], more: Callable[[H, int], str],
            done: str) -> None:
        """Says one sentence more, and with ``more`` what comes next; another hint where the position is another one.
        ``done`` where there is none."""
        session.stop()
        if self.grade == 0 or position != self.position:
            self.given, self.position, self.grade, self.at = find(), position, 0, 0
        if self.given is None:
            session.answer("Hint", done)
            return
        if self.grade == 3 and self.given.steps:
            self.at = (self.at + 1) % (len(self.given.steps) + 1)
        self.grade = min(3, self.grade + 1)
        if self.at:
            self._say_step(session, self.given, self.at, more(self.given, 3))
            return
        said = (self.given.where, self.given.what, self.given.step)[:self.grade]
        session.point_at(self.given.shown(self.grade), reason=self.given.reason if self.grade == 3 else ())
        steps = "H again goes through it step by step." if self.grade == 3 and self.given.steps else ""
        session.answer(f"Hint {self.grade} of 3", " ".join(filter(None, (*said, more(self.given, self.grade), steps))))

    def _say_step(self, session: Branches, given: H, at: int, more: str) -> None:
        """One step of the reason, with what those before it have struck, and what may be done behind all of them."""
        struck = tuple(spot for link in given.reason[:at - 1] for spot in link.struck)
        link = given.reason[at - 1]
        session.point_at(given.shown(3), reason=(replace(link, struck=(*struck, *link.struck)),))
        count = len(given.steps)
        following = "the next step" if at < count else "all of them"
        said = " ".join(filter(None, (given.steps[at - 1], more, f"H again shows {following}.")))
        session.answer(f"Step {at} of {count}", said)

    def told(self, position: object) -> H | None:
        """The hint, if its step was said of this position."""
        return self.given if self.grade == 3 and position == self.position else None
