"""The pictures of a film that plays by itself, one after the other: the frames, what moves between them, and what is
asked, for as long as one needs to read it and think."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scenarios.script.asking import Ask
from scenarios.script.cues import reading_time
from visualizer.recording.film import BETWEEN, Film
from visualizer.recording.frames import Frame
from visualizer.recording.locked import asked_in
from visualizer.runs.asking import Asking
from visualizer.runs.question import Question
from visualizer.runs.voting import ANOTHER, vote_on
from visualizer.stage.question import question_text

_THINKING = 3.0  # seconds beyond reading, where the lesson sets no time


@dataclass(frozen=True)
class Shot:
    """A picture, and how many seconds it stays. ``t``: how far on the way to the frame; ``said``: what somebody who
    cannot see it should hear; ``question``: what is asked there, in the place of the words."""

    frame: Frame
    seconds: float
    said: str
    t: float = 1.0
    question: Question | None = None


def shots(film: Film) -> Iterator[Shot]:
    """All pictures of a film. Behind the frame where something is asked comes that frame with the question."""
    asked = asked_in(film)
    for index, frame in enumerate(film.frames):
        between = BETWEEN if frame.moves else ()
        yield from (Shot(frame, frame.moving / len(BETWEEN), frame.caption, t) for t in between)
        yield Shot(frame, frame.seconds - frame.moving, frame.caption)
        for one in asked:
            if one.after == index:
                question = unanswered(one.question)
                said = question_text(Asking(question))
                yield Shot(frame, thinking_time(one.ask, said), said, question=question)


def thinking_time(ask: Ask, said: str) -> float:
    """Seconds for which a question is on show: what the lesson says, or enough to read it and think a little."""
    return reading_time(said) + _THINKING if ask.time is None else ask.time


def unanswered(question: Question) -> Question:
    """A question where nobody can answer: nothing will be said of answers, and a number is one of some."""
    vote = vote_on(question) if question.answer == "number" else None
    options = question.options if vote is None else tuple(one for one in vote.options if one is not ANOTHER)
    return replace(question, options=tuple(replace(option, why="") for option in options), hints=("", "", ""),
                   rule="", missing="", whole=(), answer=question.answer if vote is None else "choice")
