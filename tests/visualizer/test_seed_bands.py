"""Bands on the stage: up to where the run is, readable in every theme, computed before anything is recorded, and in the
window a little in each frame."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest

from algorithms.events import LineEntered
from algorithms.problems.clue.facts import LogLine
from kit.drawn_texts import outside, overlaps, texts
from kit.lesson_files import lesson
from kit.seeded import BREEDS, DEAL, ONE, REPAIRS, SAMPLERS, seeded
from kit.session_desk import open_session, scenario
from kit.window_desk import Desk, window
from scenarios.bands import Bands
from scenarios.loader import Scenario, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import NAMES, theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import plan
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.compare_totals import ended
from visualizer.stage.seeds import seeds_of, shown_of, strip_of
from visualizer.window.errand import Errand

SEEDS = "chart: {seeds: 4}\n"
BOX = Rect(10, 50, 1260, 666)


def fresh(text: str) -> Scenario:
    """A lesson with bands of its own, none of which is computed."""
    made = scenario(text)
    assert made.bands is not None
    object.__setattr__(made, "bands", Bands(made.runs, made.bands.trajectories, made.bands.seeds))
    return made


def at_part(made: Scenario, part: float, hero: bool) -> CompareView:
    timelines = open_timelines(made)
    for timeline in timelines:
        timeline.pull_all()
        timeline.seek(int(len(timeline.events) * part))
    boards = [board_for(run.puzzle) for run in made.runs]
    return CompareView(made, boards, timelines, [timeline.state for timeline in timelines], say="Said.", hero=hero)


def drawn(view: CompareView, theme_name: str = "light") -> RecordingCanvas:
    canvas = RecordingCanvas()
    draw_comparison(canvas, BOX, view, theme(theme_name), 1.0)
    return canvas


@pytest.mark.parametrize("theme_name", NAMES)
@pytest.mark.parametrize("text", [REPAIRS, BREEDS, SAMPLERS, REPAIRS + "#"])
def test_charts_with_bands_can_be_read(text: str, theme_name: str) -> None:
    chart = "chart: {counter: changes, against: steps, seeds: 4}\n" if text.endswith("#") else SEEDS
    made = fresh(text.rstrip("#") + chart)
    assert made.bands is not None
    made.bands.compute()
    for part in (0.0, 0.4, 1.0):
        for hero in (False, True):
            canvas = drawn(at_part(made, part, hero), theme_name)
            assert not outside(canvas, (1280, 800)), (part, hero)
            assert not overlaps(canvas), (part, hero)
            assert any("seeds 1–4" in text for text, _ in texts(canvas)), (part, hero)


def test_a_band_goes_as_far_as_its_run_and_at_the_end_to_its_own() -> None:
    made = fresh(REPAIRS + SEEDS)
    assert made.bands is not None
    made.bands.compute()
    for part in (0.2, 0.6, 1.0):
        for index, timeline in enumerate(at_part(made, part, True).timelines):
            band = seeds_of(made, index, timeline)
            assert band is not None
            shown = shown_of(band, 5, ended(timeline))
            assert shown[-1][0] == (band.points[-1][0] if part == 1 else 5)
    strip = strip_of(made.bands.of(0).points, lambda x, y: (x * 9, y))
    assert [y for _, y in strip.median] == [found.median for _, found in made.bands.of(0).points]
    assert all(low[1] <= mid[1] <= high[1] for low, mid, high in zip(*strip, strict=True))


def test_what_is_not_computed_yet_is_said_and_not_drawn() -> None:
    made = fresh(REPAIRS + SEEDS)
    before = drawn(at_part(made, 1.0, True))
    assert any("seed 1 of 4" in text for text, _ in texts(before))
    assert made.bands is not None
    made.bands.resting = True
    assert any("stopped at seed 1 of 4" in text for text, _ in texts(drawn(at_part(made, 1.0, True))))
    made.bands.compute()
    after = drawn(at_part(made, 1.0, True))
    polygons = [sum(op.name == "polygon" for op in canvas.ops) for canvas in (before, after)]
    assert polygons[0] < polygons[1]


@pytest.mark.parametrize("text", [ONE, BREEDS])
def test_recordings_have_all_seeds(text: str, tmp_path: Path) -> None:
    made = load(lesson(tmp_path, text.replace("title: T", f"title: L{len(text)}") + "chart: {seeds: 3}\n"))
    (plan_comparison if made.compares else plan)(made)
    assert made.bands is not None
    assert made.bands.done == 3


def test_another_puzzle_has_no_band_of_the_first() -> None:
    session = open_session(DEAL + "algorithm: clue-sample-2\noptions: {iterations: 20}\n" + SEEDS)
    assert seeds_of(session.scenario, 0, session.timeline) is not None
    line = LogLine(("pl", "ro", "ha"), suggest="pl", refute="gr")
    session.move([LineEntered(1, line)])
    assert seeds_of(session.scenario, 0, session.timeline) is None


def rests(made: Scenario) -> bool:
    return made.bands is not None and made.bands.resting


def ticking(desk: Desk, frames: int) -> None:
    for _ in range(frames):
        desk.frame(0.02)


@pytest.mark.parametrize("text", [ONE, REPAIRS])
def test_the_window_computes_them_while_it_goes_on_and_can_stop(text: str, tmp_path: Path) -> None:
    made = fresh(text + "chart: {seeds: 60}\nscript: [{run: {to: end}, say: Over.}]\n")
    assert made.bands is not None
    few = patch("visualizer.window.seed_controls._BUDGET", 40e-6)  # 40 looks at the time
    with few, window(tmp_path, made) as desk:
        if not made.compares:
            desk.key("s", "s")  # the tab with the curve
        ticking(desk, 2)
        assert made.bands.done < 60
        assert "seeds" in desk.boxes()
        desk.key("right", "right")  # one steps: it goes on
        before = made.bands.done
        ticking(desk, 3)
        desk.key("escape")
        assert rests(made)
        assert made.bands.done >= before
        stopped = made.bands.done
        ticking(desk, 3)
        assert made.bands.done == stopped
        x, y = desk.boxes()["seeds"].center
        desk.click(x, y)
        assert not rests(made)
        while not made.bands.complete:
            desk.frame(0.02)
        ticking(desk, 1)
        assert "seeds" not in desk.boxes()
    alone = seeded(text, 60)
    alone.compute()
    assert [made.bands.points(run) for run in range(len(made.runs))] == [
        alone.points(run) for run in range(len(made.runs))]


def test_while_something_moves_they_take_less_of_a_frame(tmp_path: Path) -> None:
    made, given = fresh(ONE + "chart: {seeds: 60}\n"), list[float]()

    class Noted(Errand):
        def work(self, budget: float) -> bool:
            given.append(budget)
            return False

    with patch("visualizer.window.seed_controls.Errand", Noted), window(tmp_path, made) as desk:
        ticking(desk, 1)
        still = given[-1]
        desk.key("right")
        ticking(desk, 1)
        assert given[-1] < still
        while desk.stage.transport.progress < 1:
            ticking(desk, 1)
        ticking(desk, 1)
        assert given[-1] == still
