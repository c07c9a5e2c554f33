"""What a presenter is told, and the class is not: notes, what comes next, the answer to the open question."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from scenarios.course import minutes
from scenarios.emphasis import unmarked
from scenarios.reading import ScenarioError
from visualizer.runs.asking import Asking
from visualizer.runs.playback import Playback


@dataclass(frozen=True)
class Reply:
    """An answer to the open question: is it right, what somebody who gives it believes or overlooks, and the hands
    raised for it in each round of a vote."""

    label: str
    right: bool
    why: str = ""
    hands: tuple[int, ...] = ()


@dataclass(frozen=True)
class Briefing:
    """What a presenter is told at a place of a lesson.

    place:   which cue this is
    note:    what it has for the presenter; ``said``: what the class reads
    coming:  what the next cue says, or asks; ``coming_note`` what it has for the presenter
    prompt:  the open question; ``replies`` its answers, the right ones first where they are offered by none
    state:   how the vote stands; ``earlier``: what classes before have voted
    planned: the minutes that the lesson takes
    more:    does any cue have more to say?
    cueless: what is said in the place of notes and cues where there are none
    """

    title: str
    place: str = ""
    note: str = ""
    said: str = ""
    coming: str = ""
    coming_note: str = ""
    prompt: str = ""
    replies: tuple[Reply, ...] = ()
    state: str = ""
    planned: int = 0
    more: bool = False
    cueless: str = ""
    earlier: str = ""


def brief(playback: Playback) -> Briefing:
    """What there is to be told now."""
    director, script = playback.director, playback.scenario.script
    index, following = director.index, director.following
    number = sum(at <= index for at in director.seen)
    quiz: Any = getattr(playback, "quiz", None)
    asking: Asking | None = None if quiz is None else quiz.open
    left: int | None = None if quiz is None else quiz.left
    return Briefing(
        playback.scenario.title,
        f"Cue {number} of {len(director.seen)}" if director.seen else "No cues",
        _note(playback, index), unmarked(playback.say),
        "" if following is None else _coming(playback, following),
        "" if following is None else _unfilled(script[following].note or ""),
        "" if asking is None else asking.question.asked,
        () if asking is None else _replies(asking),
        "" if asking is None else _state(asking, left), minutes(playback.scenario),
        any(cue.more for cue in script), "" if director.seen else "This lesson has no cues.",
        "" if asking is None else quiz.voted_before)


def _note(playback: Playback, index: int) -> str:
    """That of the cue on show and of silent ones beside it."""
    if index < 0:
        return ""
    try:
        return playback.director.note(index)
    except ScenarioError:
        return _unfilled(playback.scenario.script[index].note or "")


def _unfilled(text: str) -> str:
    """What is filled in from an event that has not come is left open."""
    return re.sub(r"\{\w+\}", "…", text).strip()


def _coming(playback: Playback, index: int) -> str:
    """What a cue says, behind what it asks; what is filled in from the run is there once that is recorded."""
    cue, director = playback.scenario.script[index], playback.director
    said = _unfilled(cue.say or "")
    if index < len(director.ends):
        with suppress(ScenarioError):
            said = director.said(index)
    asks = "" if cue.ask is None else f"Asks: {cue.ask.prompt}\n"
    return unmarked(asks + said).strip() or "(goes on without a word)"


def _replies(asking: Asking) -> tuple[Reply, ...]:
    """The right answer and each option, with the misconception that it comes from; of lines, these as they stand."""
    question, vote = asking.question, asking.vote
    rows: list[Reply] = []
    parts = {part for given in question.right for part in given}
    options = list(enumerate(question.options if vote is None else vote.options))
    if question.lines is not None:
        order = min(question.right)
        options.sort(key=lambda numbered: order.index(numbered[1].text))
    for at, option in options:
        why = option.why if not option.belief else f"“{option.belief}”. {option.why}"
        hands = () if vote is None else tuple(hands[at] for hands in vote.rounds)
        label = option.label if question.lines is None else f"{at + 1}  {option.label}"  # as the class sees it
        rows.append(Reply(label, option.text in parts, why, hands))
    if (question.many and question.lines is None) or not any(row.right for row in rows):
        rows.insert(0, Reply(question.value, True))
    return tuple(rows)


def _state(asking: Asking, left: int | None) -> str:
    """How the vote stands, and how long the first round may still take; or what a learner has been told."""
    vote = asking.vote
    if vote is None:
        return asking.said
    if vote.open:
        again = len(vote.rounds) > 1
        time = "" if again or left is None else f", {left} s left" if left else ", the time is up"
        return f"Voting{', second round' if again else ''}: {sum(vote.hands)} hands{time}. Page Down closes."
    if vote.discuss:
        return f"{vote.said}: let them talk it over. Page Down: vote again. Esc: go on."
    return f"{vote.said}. Page Down: on to what happens."
