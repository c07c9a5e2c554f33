"""The questions of a film: what its cues ask."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from algorithms.problems.forms.truth import TooLarge
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.walk import Walk
from visualizer.runs.posing import pose_cue
from visualizer.runs.question import Question, degenerate


def questions_of(scenario: Scenario, director: Walk[Any]) -> Mapping[int, Question]:
    """What the cues of a lesson ask, by their indices, after all cues were walked; those that are for
    others, and those that cannot be asked, are left out."""
    found: dict[int, Question] = {}
    for index in director.seen:
        ask = scenario.script[index].ask
        if ask is None or not director.telling.has(ask.meant_for):
            continue
        try:
            posed = pose_cue(scenario, director, index)
        except (ScenarioError, TooLarge):
            continue
        if posed is not None and not degenerate(posed.question):
            found[index] = posed.question
    return found
