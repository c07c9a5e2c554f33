"""Where two runs part: from there on what they know differs; before, one of them is at most behind the other.

Two runs that do the same thing seldom do it at the same step: one may look at a tie once more, and is behind from then
on. So what counts is what each has *learned*, one thing after the other: each change of what it knows, values that come
back included. Two runs part with the first thing that one of them learns and the other does not learn next.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from algorithms.problems.forms.csp import Value
from scenarios.script.director import Known
from scenarios.timeline import Timeline

Learned = Mapping[str, frozenset[Value]]
"""The variables whose values have changed, and what is left to them."""


class Learner:
    """One of the runs, walked from each thing that it learns to the next.

    position: just after the event that taught it that
    """

    def __init__(self, timeline: Timeline[Known]) -> None:
        self.timeline = timeline
        self.position = 0
        self._state = timeline.at(0)
        self._known = dict(self._state.domains)

    @property
    def variables(self) -> Collection[str]:
        """Those that it knows something of."""
        return self._known

    def start(self, variables: Collection[str]) -> Learned:
        """What it knows of these variables before it begins."""
        return {x: frozenset(self._known[x]) for x in variables}

    def learn(self, variables: Collection[str]) -> Learned | None:
        """What it learns next of these variables; nothing where it ends first, None where it is not recorded so far."""
        events, known = self.timeline.events, self._known
        while self.position < len(events):
            self._state.apply(events[self.position])
            self.position += 1
            now = self._state.domains
            if now == known:
                continue
            learned = {x: left for x in variables if (left := frozenset(now[x])) != frozenset(known[x])}
            known = self._known = dict(now)
            if learned:
                return learned
        return {} if self.timeline.done else None


class Parting:
    """Two runs, followed as long as they learn the same."""

    def __init__(self, one: Timeline[Known], other: Timeline[Known]) -> None:
        self._learners = Learner(one), Learner(other)
        of_other = self._learners[1].variables
        self._variables = [x for x in self._learners[0].variables if x in of_other]
        self._learned: list[Learned | None] = [learner.start(self._variables) for learner in self._learners]

    def parted(self, place: tuple[int, int]) -> bool | None:
        """Have they parted before that place? None where one has learned something that the other, as far as it is
        recorded, may learn yet."""
        while any(learned and learner.position <= at
                  for learner, learned, at in zip(self._learners, self._learned, place, strict=True)):
            one, other = self._learned
            if one is None or other is None:
                if not self._go_on():
                    return None
            elif one != other:
                return True
            else:
                self._learned = [None, None]
                self._go_on()
        return False

    def _go_on(self) -> bool:
        """Follows those whose next thing learned is not known. Is it known now?"""
        for index, learner in enumerate(self._learners):
            if self._learned[index] is None:
                self._learned[index] = learner.learn(self._variables)
        return None not in self._learned
