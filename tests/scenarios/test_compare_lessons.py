"""Lessons that compare: read strictly, checked, run, recorded."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from kit.known_lessons import comparisons
from kit.lesson_files import error_of, lesson, names, walking
from kit.recordings import draw_lists, in_whole_pixels, recording
from main import main
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from scenarios.script.walk import ExpectationFailed
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.export import record
from visualizer.recording.film import SIZE

Out = pytest.CaptureFixture[str]

TWO = """\
title: Two orders
puzzle:
  kind: gnomine
  board: |
    0 1 .
    1 2 F
    . . .
compare:
  - {algorithm: gac}
  - algorithm: gac
    options: {order: random}
    name: shuffled
seed: 1
"""
SCRIPT = """\
script:
  - say: "Two orders."
  - step: {grain: landmark, count: 2}
    mark: ["(0,2)"]
  - when: {event: Pruned, run: shuffled}
    say: "{variable} must be {left}."
    expect:
      runs: {shuffled: {domains: {"(0,2)": [0]}, event: Pruned}, gac: {counters: {passes: 2}}}
  - run: {to: end}
    say: "Done."
    expect: {difference: false, runs: {gac: {outcome: complete, consistent: true, counters: {pruned: 1}}}}
"""


@pytest.mark.parametrize("scenario", comparisons(), ids=lambda scenario: str(scenario.name))
def test_a_column_of_the_totals_counts_one_thing(scenario: Scenario) -> None:
    counted: dict[str, object] = {}
    alike = {"assignments", "conflicts",  # of each algorithm its own, with the same meaning
             "ties", "ties left", "choices tied"}  # with a score to break them or without
    for run in scenario.runs:
        for counter in (counter for counter in run.algorithm.counters if counter.name not in alike):
            assert counted.setdefault(counter.name, counter.counts) is counter.counts, counter.name


def compared(folder: Path, text: str = TWO + SCRIPT) -> Path:
    return lesson(folder, text, "two.yaml")


# --- reading -------------------------------------------------------------------------------------------------------


def test_a_comparison_is_read(tmp_path: Path) -> None:
    scenario = load(compared(tmp_path))
    assert scenario.compares
    assert [(run.name, run.algorithm.name, run.options) for run in scenario.runs] == [
        ("gac", "gac", {}), ("shuffled", "gac", {"order": "random"})]
    assert (scenario.algorithm.name, scenario.options, scenario.together.name) == ("gac", {}, "STEP")
    together = load(compared(tmp_path, TWO + "together: micro\n"))
    assert together.together.name == "MICRO"


def test_runs_without_a_name_get_one_of_their_own(tmp_path: Path) -> None:
    text = TWO.replace("    name: shuffled\n", "  - {algorithm: gac, name: gac 2}\n  - {algorithm: gac}\n")
    assert [run.name for run in load(compared(tmp_path, text)).runs] == ["gac", "gac 3", "gac 2", "gac 4"]


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("  - algorithm: gac\n    options: {order: random}\n    name: shuffled\n", "", 8,
     "compare: compares 2 to 4 runs, not 1; add one"),
    ("  - {algorithm: gac}\n", "  - {algorithm: gac}\n" * 4, 8, "compare: compares 2 to 4 runs, not 5; remove some"),
    ("seed: 1", "algorithm: gac", 13, "algorithm: stands beside compare; name the algorithms there, and remove this"),
    ("seed: 1", "options: {order: random}", 13, "options: stands beside compare; move them to the runs there"),
    ("compare:", "compares:", 8, "compares: unknown key; did you mean 'compare'?"),
    ("name: shuffled", "name: gac\n  - {algorithm: gac, name: gac}", 13,
     "compare.2.name: 'gac' is the name of another run too; change one"),
    ("name: shuffled", "name: ' '", 12, "compare.1.name: is empty; give the run a name, or remove the key"),
    ("name: shuffled", f"name: {'x' * 5000}", 12,
     "compare.1.name: has 5,000 letters; a name has at most 100, shorten it"),
    ("name: shuffled", "nmae: shuffled", 12, "compare.1.nmae: unknown key; did you mean 'name'?"),
    ("  - {algorithm: gac}", "  - {algorithm: gca}", 9,
     "compare.0.algorithm: there is no algorithm 'gca'; did you mean 'gac'?"),
    ("  - {algorithm: gac}", "  - {name: gac}", 9, "compare.0.algorithm: is missing; add it"),
    ("order: random", "oder: random", 11, "compare.1.options.oder: unknown key; did you mean 'order'"),
    ("order: random", "order: down", 11, "compare.1.options.order: must be 'top-left first' or 'ran"),
    ("seed: 1", "together: all", 13, "together: must be 'micro'"),
])
def test_what_cannot_be_compared_is_told(tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in TWO
    error = error_of(tmp_path, TWO.replace(old, new, 1))
    assert (error.line, says in str(error)) == (line, True), str(error)


def test_neither_algorithm_nor_compare_is_told(tmp_path: Path) -> None:
    error = error_of(tmp_path, TWO[: TWO.index("compare:")])
    assert "has no algorithm; add algorithm, or compare with 2 to 4 of them" in str(error)


@pytest.mark.parametrize(("cue", "says"), [
    ("when: {event: Pruned, run: shufled}", "when.run: there is no run 'shufled'; did you mean 'shuffled'?"),
    ("run: {to: {event: Pruned, run: mixed}}", "run.to.run: there is no run 'mixed'"),
    ("run: {to: differences}", "run.to: must be 'end', 'difference'"),
    ("expect: {domains: {'(0,2)': [0]}}", "expect.domains: is expected of a run; write runs: {gac: {domains: …}}"),
    ("expect: {outcome: complete}", "expect.outcome: is expected of a run"),
    ("expect: {runs: {mixed: {outcome: complete}}}", "expect.runs.mixed: there is no run 'mixed'"),
    ("expect: {runs: {gac: {domains: {'(9,9)': [0]}}}}", "expect.runs.gac.domains.(9,9): there is no such variable"),
    ("expect: {runs: {gac: {counters: {puned: 1}}}}", "expect.runs.gac.counters.puned: there is no such counter"),
    ("expect: {runs: {gac: {event: Prune}}}", "expect.runs.gac.event: there is no event 'Prune'"),
    ("expect: {runs: {gac: {outcme: complete}}}", "expect.runs.gac.outcme: unknown key; did you mean 'outcome'?"),
    ("expect: {difference: maybe}", "expect.difference: must be true or false"),
])
def test_cues_are_checked_before_they_run(tmp_path: Path, cue: str, says: str) -> None:
    error = error_of(tmp_path, f"{TWO}script:\n  - {cue}\n")
    assert (error.line, says in str(error)) == (15, True), str(error)


@pytest.mark.parametrize(("cue", "says"), [
    ("run: {to: difference}", "run.to: difference is for lessons that compare"),
    ("when: {event: Pruned, run: gac}", "when.run: is for lessons that compare; remove it"),
    ("expect: {difference: false}", "expect.difference: is for lessons that compare"),
    ("expect: {runs: {gac: {outcome: complete}}}", "expect.runs: is for lessons that compare"),
])
def test_a_plain_lesson_compares_nothing(tmp_path: Path, cue: str, says: str) -> None:
    plain = TWO[: TWO.index("compare:")] + "algorithm: gac\n"
    error = error_of(tmp_path, f"{plain}script:\n  - {cue}\n")
    assert (error.line, says in str(error)) == (10, True), str(error)
    assert "together: is for lessons that compare" in str(error_of(tmp_path, plain + "together: step\n"))


# --- checking ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("cue", "key", "says"), [
    ("when: {event: WipedOut, run: shuffled}", "script.0.when.event", "WipedOut number 1 never comes"),
    ("when: {event: Pruned, count: 2}", "script.0.when.event", "1 such events"),
    ("step: {grain: phase, count: 9}", "script.0.step", "goes beyond the end: only 3 steps of grain phase"),
    ("step: {grain: micro, count: 999}", "script.0.step", "goes beyond the end: only"),
    ("step: {grain: micro}\n    say: '{variable}'", "script.0.say", "is no field of PassStarted"),
])
def test_unreachable_cues_are_errors(tmp_path: Path, cue: str, key: str, says: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        walking(load(compared(tmp_path, f"{TWO}script:\n  - {cue}\n"))).play()
    assert (caught.value.key, says in str(caught.value)) == (key, True), str(caught.value)


@pytest.mark.parametrize(("move", "expect", "key", "expected", "found"), [
    ("run: {to: end}", 'runs: {shuffled: {domains: {"(0,2)": [1]}}}', "runs.shuffled.domains.(0,2)", [1], [0]),
    ("run: {to: end}", "runs: {gac: {counters: {pruned: 2}}}", "runs.gac.counters.pruned", 2, 1),
    ("run: {to: end}", "difference: true", "difference", "a difference", "none"),
    ("when: {event: Pruned, run: gac}", "difference: true", "difference", "a difference",
     "none: in (0,2) a run is only behind"),
    ("when: {event: Pruned, run: shuffled}", "runs: {gac: {outcome: complete}}", "runs.gac.outcome", "complete",
     "none yet"),
])
def test_failed_expectations_name_run_and_difference(
    tmp_path: Path, move: str, expect: str, key: str, expected: object, found: object
) -> None:
    text = f"{TWO}script:\n  - {move}\n    expect: {{{expect}}}\n"
    with pytest.raises(ExpectationFailed) as caught:
        walking(load(compared(tmp_path, text))).play()
    error = caught.value
    assert (error.line, error.key, error.expected, error.found) == (16, f"script.0.expect.{key}", expected, found)


def test_a_difference_that_is_not_expected_is_named(tmp_path: Path) -> None:
    text = TWO.replace("algorithm: gac\n    options: {order: random}", "algorithm: path-consistency").replace(
        "    0 1 .\n    1 2 F\n    . . .", "    . . .\n    1 2 1\n    0 0 0")
    text += "script: [{run: {to: difference}, expect: {difference: false}}]\n"
    with pytest.raises(ExpectationFailed, match="expected no difference, found one in ") as caught:
        walking(load(compared(tmp_path, text))).play()
    assert caught.value.key == "script.0.expect.difference"


def test_check_plays_all_runs(tmp_path: Path, capsys: Out) -> None:
    assert main(["check", str(compared(tmp_path))]) == 0
    assert capsys.readouterr().out == f"ok  two (76 + {shuffled_events(tmp_path)} events, 4 cues)\n"
    assert main(["check", str(compared(tmp_path, TWO + "script: [{expect: {difference: true}}]\n"))]) == 1
    assert "script.0.expect.difference: expected a difference, found none" in capsys.readouterr().err


def shuffled_events(folder: Path) -> int:
    return len(list(load(compared(folder)).runs[1].steps()))


# --- commands ------------------------------------------------------------------------------------------------------


def test_run_prints_an_object_for_each_run(tmp_path: Path, capsys: Out) -> None:
    assert main(["run", str(compared(tmp_path)), "--json"]) == 0
    printed: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert printed["lesson"] == "two"
    assert [run["name"] for run in printed["runs"]] == ["gac", "shuffled"]
    assert [run["events"] for run in printed["runs"]] == [76, shuffled_events(tmp_path)]
    assert [set(run) for run in printed["runs"]] == [
        {"name", "algorithm", "outcome", "answer", "counters", "events", "seconds"}] * 2
    assert printed["runs"][0]["answer"] == printed["runs"][1]["answer"]


def test_run_prints_the_totals_in_one_table(tmp_path: Path, capsys: Out) -> None:
    assert main(["run", str(compared(tmp_path))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Two orders (two)"
    head, *rows = [line.split() for line in lines[-3:]]
    assert head[:3] == ["run", "events", "passes"]
    assert head[-1] == "outcome"
    assert [row[0] for row in rows] == ["GAC", "shuffled"]
    assert rows[0][1:3] == ["76", "2"]


def test_run_writes_the_events_of_all_runs(tmp_path: Path, capsys: Out) -> None:
    path = tmp_path / "events.jsonl"
    assert main(["run", str(compared(tmp_path)), "--events", str(path)]) == 0
    events = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [event["run"] for event in events] == ["gac"] * 76 + ["shuffled"] * (len(events) - 76)
    assert events[76]["index"] == 0


def test_list_names_lessons_that_compare(capsys: Out) -> None:
    assert main(["list", "lessons"]) == 0
    assert "20-order-does-not-matter" in capsys.readouterr().out


# --- recordings ----------------------------------------------------------------------------------------------------


def test_every_common_step_is_a_frame_and_every_cue_has_one(tmp_path: Path) -> None:
    film = plan_comparison(load(compared(tmp_path)))
    positions = [frame.position for frame in film.frames]
    assert positions == sorted(positions)
    assert set(positions) == set(range(len(film.trail) + 1))
    assert [frame.cue for frame in film.frames if frame.cue is not None] == [0, 1, 2, 3]
    assert film.trail.here == film.comparison.together.lengths
    on_the_way = next(frame for frame in film.frames if frame.cue is None and frame.position)
    assert on_the_way.caption.startswith("GAC: ")
    assert "shuffled: " in on_the_way.caption
    assert len(plan_comparison(load(compared(tmp_path)), 6).frames) <= 6


def test_without_a_script_the_film_shows_all_of_it(tmp_path: Path) -> None:
    film = plan_comparison(load(compared(tmp_path, TWO)))
    assert film.frames[0].position == 0
    assert film.trail.at(film.frames[-1].position) == film.comparison.together.lengths


@pytest.mark.parametrize("ending", [".html", ".svg", ".png", ".gif"])
def test_comparisons_are_recorded(tmp_path: Path, ending: str) -> None:
    source = compared(tmp_path)
    output = tmp_path / f"out{ending}"
    record(source, output)
    assert output.stat().st_size > 1000
    assert names(tmp_path) == [output.name, "two.yaml"]
    if ending in (".png", ".gif"):
        with Image.open(output) as picture:
            picture.load()
    else:
        text = output.read_text(encoding="utf-8")
        assert "Two orders" in text


def test_html_reproduces_the_boards_side_by_side(tmp_path: Path) -> None:
    source = compared(tmp_path)
    record(source, tmp_path / "x.html", "dark")
    decoded = draw_lists(recording((tmp_path / "x.html").read_text("utf-8")))
    film = plan_comparison(load(source))
    for ops, frame in zip(decoded, film.frames, strict=True):
        canvas = RecordingCanvas()
        film.draw(canvas, frame, SIZE, theme("dark"))
        assert ops == list(map(in_whole_pixels, canvas.ops))
