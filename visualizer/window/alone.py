"""One of the runs of a comparison on a stage of its own, where it is: to find a bug in it, or to make its choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from scenarios.loader import Scenario
from visualizer.runs.session import Session
from visualizer.window.screen import Screen
from visualizer.window.settings import Settings


class Stage(Screen, Protocol):
    """The screen of one run, and what its window gives it."""

    session: Session
    ask_help: Callable[[], None]
    ask_settings: Callable[[], None]
    put: Callable[[Screen], None]
    begin: Callable[[str, Callable[[], Scenario]], None]


Staged = Callable[[Scenario, Settings, Callable[[], None]], Stage]
"""Makes it."""


def alone(scenario: Scenario, index: int) -> Scenario:
    """The run of that index as a lesson without words."""
    run = scenario.runs[index]
    return replace(scenario, runs=(run,), script=(), claimed={}, chart=None, bands=None,
                   title=f"{scenario.title}: {run.name}",
                   path=scenario.path.with_stem(f"{scenario.path.stem}-run-{index + 1}"), puzzle=run.puzzle,
                   about=f"The run {run.name} alone. Esc leads back to the comparison.")


def open_alone(staged: Staged, scenario: Scenario, index: int, position: int, settings: Settings,
               leave: Callable[[], None]) -> Stage:
    """Its stage, at that position; ``leave`` leads back."""
    stage = staged(alone(scenario, index), settings, leave)
    session = stage.session
    session.timeline.pull(position)
    session.show(position)
    session.complete()
    return stage
