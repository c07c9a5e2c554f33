"""What somebody seems to believe, by answers that go with a misconception: whoever asks, a lesson, predict mode, or a
run whose moves are the learner's."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

from scenarios.runs import AlgorithmRun
from visualizer.runs.asking import Answered
from visualizer.runs.question import Question
from visualizer.runs.questions import Misconception, questions_of

_OF, _FROM = 4, 3  # answers that can tell, and as many from one misconception


class Beliefs:
    """The last answers about some runs that could tell of a misconception.

    named: the one that the last answer had named; None where it named none
    """

    def __init__(self, runs: Sequence[AlgorithmRun]) -> None:
        self.runs = runs
        self.named: Misconception | None = None
        self._last: deque[str] = deque(maxlen=_OF)  # the names of what they come from; empty of what comes from none

    def answered(self, question: Question, result: Answered) -> str:
        """Takes in an answer; returns what there is to be said of the last ones, with the lesson that helps."""
        if question.tells and result.tries:
            self._last.append(result.belief)
        belief = self.named = self.held
        if belief is None:
            return ""
        self._last.clear()
        more = f" The lesson {belief.lesson} shows it." if belief.lesson else ""
        return f"Your answers go with a belief: {belief.name}.{more}"

    @property
    def held(self) -> Misconception | None:
        """The misconception that three of the last four answers come from that could tell."""
        known = {belief.name: belief for run in self.runs for belief in questions_of(run.algorithm).misconceptions}
        return next((known[name] for name, count in Counter(self._last).items()
                     if name in known and len(self._last) == _OF and count >= _FROM), None)
