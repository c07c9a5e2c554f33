"""Bands over seeds: they are the quantiles of runs made one by one; stopped work is not lost; bad input is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.counting.clue import deal_count
from algorithms.events import Estimated
from algorithms.genetic.events import GenerationEnded
from algorithms.local_search.events import AssignmentMade, Repaired
from algorithms.long_work import Stopped, listening
from algorithms.problems.clue.puzzle import Clue
from algorithms.sampling.sampling import rmsd
from kit.lesson_files import error_of, lesson, walking
from kit.seeded import BREEDS, MAP, ONE, REPAIRS, SAMPLERS, seeded
from kit.session_desk import scenario
from scenarios.bands import Bands, bands_of, quantiles_of
from scenarios.charts import Chart
from scenarios.loader import Scenario, load
from scenarios.runs import AlgorithmRun
from scenarios.script.spreads import Spread, spread_found
from scenarios.script.walk import ExpectationFailed
from scenarios.trajectories import Trajectory


def walked(run: AlgorithmRun) -> dict[int, float]:
    """The same run, read another way: where it is after each event that says so."""
    found: dict[int, float] = {}
    steps = 0
    for event in run.steps():
        if isinstance(event, Repaired):
            steps += 1
        if isinstance(event, AssignmentMade | Repaired):
            found[steps] = event.violated
        elif isinstance(event, GenerationEnded):
            found[event.number] = event.best
        elif isinstance(event, Estimated) and event.samples:  # of none there is no estimate
            assert isinstance(run.puzzle, Clue)
            counted = deal_count(run.puzzle.as_deals())
            assert counted is not None
            found[event.step] = rmsd(dict(zip(event.variables, event.estimates, strict=True)), counted.uncertain())
    return found


def value_at(walk: dict[int, float], x: int) -> float:
    return walk[max(step for step in walk if step <= x)]


@settings(max_examples=12)
@given(text=st.sampled_from([REPAIRS, BREEDS, SAMPLERS, ONE]), seeds=st.integers(2, 7), part=st.floats(0, 1.2))
def test_a_band_is_what_numpy_says_of_runs_made_one_by_one(text: str, seeds: int, part: float) -> None:
    bands = seeded(text, seeds)
    bands.compute()
    assert bands.complete
    assert bands.named == f"seeds 1–{seeds}"
    for index, run in enumerate(bands.runs):
        walks = [walked(replace(run, seed=seed)) for seed in range(1, seeds + 1)]
        points = bands.of(index).points
        assert points[0][0] == max(min(walk) for walk in walks)
        assert points[-1][0] == max(max(walk) for walk in walks)
        wanted = [x for x, _ in points]
        shares = np.quantile([[value_at(walk, x) for x in wanted] for walk in walks], [0.1, 0.5, 0.9], axis=0)
        assert pytest.approx(shares) == np.array([found for _, found in points]).T
        anywhere = int(wanted[0] + part * (wanted[-1] - wanted[0]))
        assert bands.of(index).at(anywhere) == pytest.approx(
            np.quantile([value_at(walk, anywhere) for walk in walks], [0.1, 0.5, 0.9]))
        shown = bands.of(index).upto(anywhere)
        assert shown[-1][0] == max(anywhere, wanted[0]) or anywhere > wanted[-1]
        assert all(x <= anywhere for x, _ in shown)


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=40))
def test_quantiles_are_interpolated_as_numpy_does(numbers: list[float]) -> None:
    assert quantiles_of(numbers) == pytest.approx(np.quantile(numbers, [0.1, 0.5, 0.9]), abs=1e-6)


@given(st.integers(0, 60))
def test_stopped_anywhere_it_goes_on_and_comes_to_the_same(checkpoints: int) -> None:
    whole, broken = seeded(REPAIRS, 5), seeded(REPAIRS, 5)
    whole.compute()
    left, told = checkpoints, list[str]()

    def listener(news: str) -> None:
        nonlocal left
        told.append(news)
        left -= 1
        if left < 0:
            raise Stopped

    while not broken.complete:
        done, left = broken.done, checkpoints + 40 * broken.done
        try:
            with listening(listener):
                broken.compute()
        except Stopped:
            assert broken.done >= done
            with listening(told.append):
                broken.compute()
    assert [broken.points(run) for run in (0, 1)] == [whole.points(run) for run in (0, 1)]
    assert {news for news in told if news.startswith("seed")} <= {f"seed {seed} of 5" for seed in range(1, 6)}
    assert "seed 5 of 5" in told


def test_counters_are_curves_too() -> None:
    bands = bands_of(Chart("changes", "steps", seeds=4), (runs := scenario(REPAIRS).runs))
    assert bands is not None
    bands.compute()
    for index, run in enumerate(runs):
        ends = []
        for seed in range(1, 5):
            events = [event for event in replace(run, seed=seed).steps() if isinstance(event, Repaired)]
            ends.append(sum(event.value != event.before for event in events))
        assert bands.of(index).at() == pytest.approx(np.quantile(ends, [0.1, 0.5, 0.9]))


def test_a_lesson_opened_again_has_what_was_computed() -> None:
    text = ONE.replace("30", "17") + "chart: {seeds: 3}\n"
    one = scenario(text)
    assert one.bands is not None
    one.bands.compute()
    assert scenario(text).bands is one.bands
    assert scenario(text.replace("seeds: 3", "seeds: 4")).bands is not one.bands
    assert scenario(text.replace("17", "18")).bands is not one.bands
    assert scenario(ONE).bands is None


def test_a_run_that_ends_early_stays_where_it_is() -> None:
    bands = seeded(REPAIRS, 6)
    bands.compute()
    for trace in bands.traces(0):
        assert trace.at(trace.end) == trace.at(trace.end + 100) == trace.ys[-1]


def played(tmp_path: Path, text: str) -> Scenario:
    made = load(lesson(tmp_path, text))
    walking(made).play()
    return made


EXPECTS = (ONE + "chart: {seeds: 5}\nscript:\n  - run: {to: end}\n    say: Seeds 1–5.\n"
           "    expect: {band: {min-conflicts: ")


def test_what_is_expected_of_a_band_is_held_to_its_decimals(tmp_path: Path) -> None:
    bands = seeded(ONE, 5)
    bands.compute()
    found = bands.of(0).at(3)
    right = f"{{at: 3, low: {found.low:.1f}, median: {found.median:.0f}, high: {found.high:.2f}}}"
    played(tmp_path, f"{EXPECTS}{right}}}}}\n")
    with pytest.raises(ExpectationFailed, match=r":10: script\.0\.expect\.band\.min-conflicts\.high: expected 99"):
        played(tmp_path, f"{EXPECTS}{{high: 99}}}}}}\n")


@pytest.mark.parametrize(("text", "said"), [
    ("title: T\n" + MAP + "algorithm: gac\nchart: {seeds: 5}\n",
     ":5: chart.seeds: are for curves, and gac has none here; remove it, or draw a counter"),
    (REPAIRS + "chart: {counter: steps, seeds: 5}\n", ":7: chart.seeds: are for curves, and min-conflicts has none"),
    (REPAIRS + "chart: {show: nothing, seeds: 5}\n", ":7: chart.seeds: are for curves, and min-conflicts has none"),
    (REPAIRS + "chart: {seeds: 1}\n", ":7: chart.seeds: "),
    (REPAIRS + "chart: {seeds: many}\n", ":7: chart.seeds: "),
    (REPAIRS + "chart: {large: true}\n", ":7: chart: needs either counter or show; give one of them"),
    (ONE + "chart: {seeds: 5, large: true}\n", ":6: chart.large: is for lessons that compare; remove it"),
    (ONE + "script: [{expect: {band: {min-conflicts: {low: 1}}}}]\n",
     ":6: script.0.expect.band: there is no band; give the lesson's chart its seeds, as in chart: {seeds: 20}"),
    (ONE + "chart: {seeds: 5}\nscript: [{expect: {band: {minconflicts: {low: 1}}}}]\n",
     ":7: script.0.expect.band.minconflicts: there is no run 'minconflicts'; did you mean"),
    (ONE + "chart: {seeds: 5}\nscript: [{expect: {band: {min-conflicts: {at: 3}}}}]\n",
     ":7: script.0.expect.band.min-conflicts: expects nothing; give low, median or high"),
])
def test_what_cannot_be_is_told_in_one_line(tmp_path: Path, text: str, said: str) -> None:
    found = str(error_of(tmp_path, text))
    assert said in found
    assert "\n" not in found


def test_a_run_that_comes_to_nothing_says_so() -> None:
    silent = Trajectory("conflicts", "steps", lambda _run: lambda: lambda _event: None)
    bands = Bands(scenario(ONE).runs, [silent], 2)
    assert list(spread_found({"min-conflicts": Spread(low=0)}, bands)) == [
        (("min-conflicts",), "a band of 2 seeds",
         "Min-conflicts, seed 1: comes to no conflicts at all; choose another chart")]
    assert bands.complete
    assert not bands.points(0)
