"""What can be drawn: a formula that is too large for a stage is refused before anything is made of it."""

from __future__ import annotations

from algorithms.problems.formula import Formula
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError

MOST_VARIABLES = 20_000  # each keyframe of a timeline holds them all: two million events then take 1 GB
MOST_LITERALS = 200_000


def check_size(scenario: Scenario) -> None:
    """Raises ScenarioError for a formula that the window and recordings cannot show; ``run`` takes it all the same."""
    formula = scenario.puzzle
    if not isinstance(formula, Formula):
        return
    for number, most, what in ((len(formula.names), MOST_VARIABLES, "variables"),
                               (sum(map(len, formula.clauses)), MOST_LITERALS, "literals")):
        if number > most:
            raise ScenarioError(scenario.path, f"has {number:,} {what}, and at most {most:,} can be shown; take a "
                                "smaller formula, or only run it: python3 main.py run")
