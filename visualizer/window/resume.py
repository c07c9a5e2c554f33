"""A lesson goes on where it was left: what is kept when its screen is left, and what is done with it the next time."""

from __future__ import annotations

from bisect import bisect_right

from algorithms.core import AlgorithmError
from scenarios.loader import Scenario
from scenarios.progress import Left, Progress
from scenarios.reading import ScenarioError
from scenarios.script.shown import Place
from visualizer.runs.playback import Playback
from visualizer.window.lesson_cards import Card


def name_of(scenario: Scenario) -> str:
    """Under which name it is kept where a lesson was left."""
    return scenario.path.stem


def leave(progress: Progress, playback: Playback) -> None:
    """The lesson is left where it is. One without cues has no place to go back to."""
    director = playback.director
    if not director.seen:
        return
    reached = bisect_right(director.seen, director.index)
    here: Place = director.here
    answers = {str(cue): points for cue, points in playback.points.items()}
    left = Left(reached, len(director.seen), sum(here), director.upcoming is None, answers,
                {str(cue): round(seconds, 1) for cue, seconds in playback.times.items()})
    progress.leave(name_of(playback.scenario), left)
    progress.save()


def resume(progress: Progress, playback: Playback) -> None:
    """To the cue where the lesson was left, unless that was its last one, or the lesson has another number of cues by
    now, or that cue is not reached any more."""
    left, director = progress.left.get(name_of(playback.scenario)), playback.director
    if left is not None and left.cues == len(director.seen):
        playback.points = {int(cue): points for cue, points in left.answers.items()}
        playback.times = {int(cue): seconds for cue, seconds in left.times.items()}
    if left is None or left.cues != len(director.seen) or not left.midway:
        return
    try:
        playback.to_cue(director.seen[left.cue - 1])
    except (ScenarioError, AlgorithmError):
        playback.back_to_start()
        return
    playback.complete()
    playback.notice = f"Cue {left.cue} of {left.cues}, where this lesson was left. Home begins anew."


def title_of(card: Card) -> str:
    """The title of a lesson, which is read for it only where a glance does not tell."""
    if card.scenario is None and not card.fault and not card.glance:
        card.read()
    return card.title
