"""What can be drawn: a puzzle that is too large for a stage is refused before anything is made of it."""

from __future__ import annotations

from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from visualizer.runs.boards import beyond


def check_size(scenario: Scenario) -> None:
    """Raises ScenarioError for a puzzle that the window and recordings cannot show; ``run`` takes it all the same."""
    if said := beyond(scenario.puzzle):
        raise ScenarioError(scenario.path, f"{said}; take a smaller one, or only run it: python3 main.py run")
