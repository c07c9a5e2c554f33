"""What is told of a birth is of that birth: its line, its parents, what has mutated, what came of it."""

from __future__ import annotations

import pytest

from algorithms.core import find_algorithm
from algorithms.genetic import events as g
from kit.drawn_texts import texts
from kit.known_lessons import known, timeline_of
from scenarios.loader import find
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.genetic.crossing import draw_birth
from visualizer.families.genetic.state import population_of
from visualizer.runs.boards import board_for
from visualizer.stage.code import draw_pseudocode
from visualizer.stage.family import view_of
from visualizer.stage.links import Links
from visualizer.stage.view import View

CROSSED = "where-to-cut"
LESSONS = ("stuck-one-step-from-the-goal", CROSSED)
VERDICTS = {"better", "worse", "not better", "better than both", "worse than both"}


@pytest.mark.parametrize("name", ["mutate", "xover", "doublex"])
def test_what_is_done_to_the_first_population_and_to_all_others_has_a_line_outside_both(name: str) -> None:
    """A child is not born where the population is drawn, and no generation is sorted where only the first one is."""
    tags = [line.tags for line in find_algorithm(name).pseudocode]
    over = next(at for at, found in enumerate(tags) if "EvolutionEnded" in found)
    assert {tag for found in tags[over + 1:] for tag in found} == {"Born", "GenerationEnded", "BestFound"}


def test_beside_a_crossing_stand_the_two_that_are_crossed() -> None:
    """Not all parents that were drawn."""
    scenario, timeline, seen = known(find(CROSSED)), timeline_of(CROSSED), 0
    algorithm, board = scenario.algorithm, board_for(scenario.puzzle)
    for position in timeline.positions(g.Crossed):
        timeline.seek(position + 1)
        event, canvas = timeline.events[position], RecordingCanvas()
        assert isinstance(event, g.Crossed)
        values = view_of(algorithm).values(View(algorithm, board, timeline, timeline.state))
        draw_pseudocode(canvas, Rect(0, 0, 600, 420), algorithm, algorithm.line_of(event), theme("light"), 1, values)
        said = texts(canvas)
        line, box = next((text, box) for text, box in said if "each two parents" in text)
        beside = [text for text, other in said if abs(other.center[1] - box.center[1]) < 5]
        assert beside == [line, f"{event.first} × {event.second}"]
        seen += 1
    assert seen > 2


@pytest.mark.parametrize("name", LESSONS)
def test_a_child_is_judged_when_it_is_born_and_mutates_before(name: str) -> None:
    """Not while the second child of two parents mutates; and before that is born, it may."""
    timeline, seen = timeline_of(name), set[str]()
    for position, event in enumerate(timeline.events[:600], 1):
        timeline.seek(position)
        population = population_of(timeline.state)
        if population.parents is None:
            continue
        canvas = RecordingCanvas()
        draw_birth(canvas, Rect(0, 0, 600, 260), population, theme("light"), 1, Links())
        said = {text for text, _ in texts(canvas)}
        assert bool(said & VERDICTS) == isinstance(event, g.Born)
        if "no mutation" in said:
            assert all(child.fitness is not None for child in population.children.values())
        seen |= said
    assert seen >= {"no mutation", "nothing has mutated so far"}
