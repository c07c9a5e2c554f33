"""A film of a lesson that compares: its frames are common steps of all runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from algorithms.core import Event
from scenarios.loader import Scenario
from scenarios.reading import ScenarioError
from scenarios.script.cues import CHART
from scenarios.script.together import Leg, Trail
from visualizer.canvas.primitives import Canvas, Rect
from visualizer.canvas.theme import Theme
from visualizer.recording.film import MOST, SIZE, Frame, Move, frames_of, shorten, whole_run
from visualizer.runs.comparison import Comparison
from visualizer.stage.compare_stage import CompareView, draw_comparison


@dataclass(frozen=True)
class ComparisonFilm:
    """A film of several runs; the position of a frame is a number of steps on the trail."""

    scenario: Scenario
    comparison: Comparison
    trail: Trail
    frames: tuple[Frame, ...]

    def draw(self, canvas: Canvas, frame: Frame, size: tuple[int, int], theme: Theme, t: float = 1.0) -> None:
        unit = size[0] / SIZE[0]
        comparison = self.comparison
        place = self.trail.at(frame.position)
        comparison.together.seek(place)
        earlier = self.trail.at(frame.position - 1) if frame.moves else place
        before = [timeline.state if one == other else timeline.at(one)
                  for timeline, one, other in zip(comparison.timelines, earlier, place, strict=True)]
        whole = Rect(0, 0, *size)
        canvas.rect(whole, theme.background)
        view = CompareView(self.scenario, comparison.boards, comparison.timelines, before, t, say=frame.say,
                           earlier=frame.earlier, marks=frame.marks, hero=frame.large if frame.panel == CHART else None)
        draw_comparison(canvas, whole.inset(12 * unit), view, theme, unit)


def plan_comparison(scenario: Scenario, most: int = MOST) -> ComparisonFilm:
    """Plays the script of a comparison and decides what is shown, in at most ``most`` frames (or as many as there are
    cues). Each common step is a frame where that fits. Without a script the film shows the runs from start to end."""
    comparison = Comparison(scenario)
    moves, trail = list(_script(comparison)), comparison.director.trail
    if not moves:
        for timeline in comparison.timelines:
            timeline.pull_all()
            if timeline.error:
                raise ScenarioError(scenario.path, timeline.error)
        start, rung = trail.here, scenario.together
        steps = comparison.together.recorded(start, rung)
        trail.add(Leg(start, rung, steps, comparison.together.lengths))
        moves = [whole_run(steps)]
    shorten(moves, lambda at: max(event.grain for _, event in _happened(comparison, trail, at)), most)

    def sentence(at: int) -> str:
        return " ".join(f"{name}: {event.sentence()}" for name, event in _happened(comparison, trail, at))

    return ComparisonFilm(scenario, comparison, trail, tuple(frames_of(comparison.director, moves, trail.at, sentence)))


def _script(comparison: Comparison) -> Iterator[Move]:
    director, start = comparison.director, 0
    while director.next():
        cue, end = director.cue, len(director.trail)
        assert cue is not None
        yield Move(cue, director.index, end, list(range(start + 1, end + 1)))
        start = end


def _happened(comparison: Comparison, trail: Trail, step: int) -> Iterator[tuple[str, Event]]:
    """The last event of each run in that step, by the run's name; a run that waits has none."""
    if step:
        places = zip(comparison.scenario.runs, comparison.timelines, trail.at(step - 1), trail.at(step), strict=True)
        yield from ((run.name, timeline.events[new - 1]) for run, timeline, old, new in places if old != new)
