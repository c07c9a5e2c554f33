"""Shift + Q: a class votes on open questions. 1 … 9 count hands, with Shift they take one back; Page Down closes the
vote, has the class vote again after it has talked, and goes on: a remote will do."""

from __future__ import annotations

from datetime import date

from scenarios.votes import keep_vote
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.asking import Asking
from visualizer.runs.session import Session
from visualizer.runs.voting import Vote, vote_on

_ON = "Votes: when a question is asked, 1 … 9 count hands (Shift takes one back), Page Down closes the vote."
_CANNOT = "Hands cannot be counted for this question: it has more than nine answers. Answer it together."


class VoteControls:
    """Counts the hands for the questions of a session's quiz. ``on``: a class votes."""

    def __init__(self, session: Session | AskedComparison) -> None:
        self.session = session
        self.on = False
        self._looked: Asking | None = None

    def toggle(self) -> None:
        """Votes, or no more."""
        self.on = not self.on
        self.session.notice = _ON if self.on else "Questions are answered by one learner again: votes are off."
        asking = self.session.quiz.open
        if asking is not None and not self.on:
            asking.vote = None
        self._looked = None

    @property
    def vote(self) -> Vote | None:
        """The vote on the open question, which begins with it."""
        asking = self.session.quiz.open
        if asking is not None and self.on and asking is not self._looked:
            self._looked = asking
            if not (asking.over or asking.tries):
                asking.vote = vote_on(asking.question)
                self.session.notice = "" if asking.vote is not None else _CANNOT
        return None if asking is None else asking.vote

    def key(self, name: str, shift: bool, ctrl: bool) -> bool:
        """A key while hands are counted for a question."""
        vote = self.vote
        if vote is None or ctrl:
            return False
        if name == "page down":
            self.press()
        elif len(name) == 1 and name in "123456789":
            vote.count(int(name), -1 if shift else 1)
        else:
            return False
        return True

    def choose(self, text: str) -> bool:
        """A click on an option counts a hand for it. Did it?"""
        vote = self.vote
        if vote is None:
            return False
        texts = [option.text for option in vote.options]
        vote.count(texts.index(text) + 1 if text in texts else 0, 1)
        return True

    def press(self) -> None:
        """Closes the vote; then once more, or on to what happens."""
        vote = self.vote
        if vote is not None and not vote.press():
            self.finish()

    def finish(self) -> None:
        """The vote is over: it is kept with the lesson, and the run goes on."""
        quiz, vote = self.session.quiz, self.vote
        if vote is not None and vote.voted and quiz.cue >= 0:
            keep_vote(self.session.scenario.path.stem, quiz.cue, date.today().isoformat(),
                      [option.label for option in vote.options], [hands for hands in vote.rounds if any(hands)])
        quiz.close()

    @property
    def label(self) -> str:
        """What the button says that does what Page Down does."""
        vote = self.vote
        if vote is None:
            return ""
        return "Close the vote" if vote.open else "Vote again" if vote.discuss else "Go on"
