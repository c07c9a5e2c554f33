"""How large a formula is: on the stage before the run, beside the clauses, in comparisons, and expected by lessons."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.events import ClauseAdded, Learned
from algorithms.problems.forms.cardinality import about, size
from kit.known_lessons import known
from kit.lesson_files import directed, error_of, lesson, walking
from kit.widget_stage import texts
from scenarios.loader import Scenario, find, load
from scenarios.script.director import ExpectationFailed
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import Comparison, open_timelines
from visualizer.runs.families import start_state
from visualizer.runs.lazy_form import size_of
from visualizer.stage.compare_totals import table
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

CORNER = """\
title: Table 3.1
puzzle: {kind: gnomine, board: "3 . .\\n. . 2\\n. . .", mines: 4}
algorithm: backbone-core
options: {mine_total: true, encoding: pairwise}
"""


def stage(scenario: Scenario, position: int, code: str = "clauses") -> list[str]:
    """The texts on the stage after so many events."""
    timeline = Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))
    timeline.pull_all()
    timeline.seek(position)
    canvas = RecordingCanvas()
    view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state, code=code)
    draw_stage(canvas, Rect(0, 0, 1280, 720), view, theme("dark"), 1.0)
    return texts(canvas)


def test_before_the_run_the_price_of_each_encoding_is_shown(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, CORNER))
    cnf = scenario.form()
    shown = stage(scenario, 0, "pseudocode")
    assert size_of(cnf) == f"{len(cnf.clauses)} clauses, 7 variables + {cnf.auxiliary} auxiliary"
    assert size_of(cnf) in shown
    for encoding in ("truth-table", "pairwise", "sequential", "totalizer"):
        assert encoding in shown
        for part, n, k, used in (("n = 3", 3, 3, "pairwise"), ("n = 5", 5, 2, "pairwise"),
                                 ("n = 7, total", 7, 4, "totalizer")):
            cost = size("exactly", encoding, n, k)
            text = f"{cost.clauses}" + (f" + {cost.variables}" if cost.variables else "")
            assert part in shown
            assert (f"▸ {text}" if encoding == used else text) in shown


def test_the_sum_of_each_encoding_is_in_the_table_as_the_lesson_tells_it() -> None:
    """Lesson 64 begins with them; all of what counts is counted by the constraints."""
    scenario = known(find("at-least-propagation"))
    shown, say = stage(scenario, 0, "pseudocode"), scenario.script[0].say or ""
    costs = [size("exactly", "truth-table", n, k).clauses for n, k in ((3, 3), (8, 2), (10, 4))]
    assert f"{sum(costs):,} " in say
    assert {"all of them", "▸ 5", f"{sum(costs):,}"} <= set(shown)
    assert "all of them" not in stage(known(find("exact-cover")), 0, "pseudocode")  # it is one part


@pytest.mark.parametrize("name", ["at-least-propagation", "exact-cover", "before-the-first-turn"])
def test_before_the_first_step_panels_say_what_is_to_come(name: str) -> None:
    scenario = known(find(name))
    coming = "Next to come here: what is looked at, and the trail M, which is empty so far."
    for position, there in ((0, True), (1, False)):
        shown = stage(scenario, position, "pseudocode")
        assert (coming in " ".join(shown)) == there
        assert ("Nothing so far: here each step is told." in shown) == there


@pytest.mark.parametrize(("name", "also", "not_yet"), [
    ("unit-propagation", set(), {"a decision Δ", "flipped: its complement", "the pivot of a resolution"}),
    ("dpll", {"a decision Δ", "flipped: its complement"}, {"the pivot of a resolution"}),
    ("learning-from-a-conflict", {"a decision Δ", "the pivot of a resolution"}, set()),
])
def test_before_the_first_step_the_colours_of_literals_have_their_key(name: str, also: set[str],
                                                                      not_yet: set[str]) -> None:
    scenario = known(find(name))
    shown = " ".join(stage(scenario, 0, "pseudocode"))
    assert all(text in shown for text in {"a true literal", "an open literal", *also})
    assert not any(text in shown for text in not_yet)
    assert "an open literal" not in " ".join(stage(scenario, 2, "pseudocode"))
    assert "an open literal" not in " ".join(stage(known(find("at-least-propagation")), 0, "pseudocode"))  # no chips


def test_once_it_runs_the_search_takes_its_place(tmp_path: Path) -> None:
    scenario = load(lesson(tmp_path, CORNER))
    last = len(list(scenario.steps()))
    assert "truth-table" in stage(scenario, 0)
    assert "truth-table" not in stage(scenario, last)
    assert size_of(scenario.form()) in stage(scenario, last)  # above the clauses
    assert size_of(scenario.form()) not in stage(scenario, last, "pseudocode")


def test_what_is_learned_is_counted_apart() -> None:
    scenario = known(find("a-hard-formula"))
    line = next(text for text in stage(scenario, 3000) if text.endswith(" learned") and ";" in text)
    assert line.startswith(f"{size_of(scenario.form())}; ")


def test_what_is_added_is_counted_apart_from_what_was_learned() -> None:
    scenario = known(find("algorithm-1"))
    kinds = [type(event) for event in scenario.steps()]
    for position in (kinds.index(Learned) + 1, kinds.index(ClauseAdded) + 1):
        said = f"; {kinds[:position].count(Learned)} learned" + "; 1 added" * (ClauseAdded in kinds[:position])
        assert f"{size_of(scenario.form())}{said}" in stage(scenario, position)


@pytest.mark.parametrize(("board", "text"), [
    ("p", "1 clause, 1 variable"), ("p | q, ~p", "2 clauses, 2 variables")])
def test_a_formula_without_encodings(tmp_path: Path, board: str, text: str) -> None:
    path = lesson(tmp_path, f"title: t\npuzzle: {{kind: cnf, formula: \"{board}\"}}\nalgorithm: dpll\n")
    assert size_of(load(path).form()) == text
    assert text in stage(load(path), 0)
    assert not any("▸" in shown for shown in stage(load(path), 0, "pseudocode"))


# --- comparisons -------------------------------------------------------------------------------------------------


def test_compared_formulas_have_their_sizes_in_the_totals() -> None:
    scenario = known(find("the-price-of-counting"))
    comparison = Comparison(scenario)
    head, *rows = table(list(zip(scenario.runs, comparison.timelines, strict=True)))
    assert head[-4:] == ["clauses", "auxiliary", "inferred", "outcome"]
    assert [row[-4:-2] for row in rows] == [["1,049", "0"], ["439", "0"], ["309", "146"], ["299", "63"]]


def test_clauses_are_not_counted_as_constraints() -> None:
    scenario = known(find("clauses-or-counting"))
    head, *rows = table(list(zip(scenario.runs, open_timelines(scenario), strict=True)))
    assert head[-5:-2] == ["clauses", "constraints", "auxiliary"]
    assert [row[-5:-2] for row in rows] == [["58", "—", "0"], ["—", "11", "0"]]


def test_where_not_all_compare_formulas_there_are_no_such_columns() -> None:
    scenario = known(find("behind-a-wall-of-mines"))
    timelines = open_timelines(scenario)
    assert "clauses" not in table(list(zip(scenario.runs, timelines, strict=True)))[0]


def test_the_numbers_that_the_lesson_tells_are_right() -> None:
    scenario = known(find("the-price-of-counting"))
    said = [cue.say or "" for cue in scenario.script if cue.ask is None]
    for cue, n, k in ((1, 3, 3), (2, 8, 2), (3, 10, 4)):
        for encoding in ("truth-table", "pairwise", "sequential", "totalizer"):
            cost = size("exactly", encoding, n, k)
            assert f" {cost.clauses}" in said[cue]
            assert not cost.variables or cue == 1 or f" with {cost.variables}" in said[cue]
    tree, counter = (size("exactly", encoding, 240, 99).clauses for encoding in ("totalizer", "sequential"))
    assert f"{tree:,}" in said[4]
    assert f"{counter:,}" in said[4]
    table, pairs = size("exactly", "truth-table", 240, 99), size("exactly", "pairwise", 240, 99)
    assert f" {about(table.clauses)} " in said[4]
    assert f" {about(pairs.clauses)};" in said[4]


# --- expectations ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("expected", "wanted", "found"), [
    ("{clauses: 7}", None, None),
    ("{clauses: 7, variables: 3, auxiliary: 0}", None, None),
    ("{clauses: 8}", 8, 7),
    ("{variables: 3, auxiliary: 1}", 1, 0),
])
def test_a_lesson_can_expect_the_size(tmp_path: Path, expected: str, wanted: int | None, found: int | None) -> None:
    text = ("title: t\npuzzle: {kind: gnomine, board: \"3 .\\n. .\"}\nalgorithm: dpll\nscript:\n"
            f"  - expect: {{formula: {expected}}}\n")
    director = directed(load(lesson(tmp_path, text)))
    if wanted is None:
        director.play()
        return
    with pytest.raises(ExpectationFailed) as caught:
        director.play()
    assert (caught.value.expected, caught.value.found) == (wanted, found)
    assert "lesson.yaml:5: script.0.expect.formula." in str(caught.value)


def test_of_several_runs_each_has_its_own_size(tmp_path: Path) -> None:
    text = """\
title: t
puzzle: {kind: gnomine, board: "1 . .\\n. . ."}
compare:
  - {algorithm: dpll}
  - {algorithm: dpll, name: counter, options: {encoding: sequential}}
script:
  - expect: {runs: {dpll: {formula: {clauses: 5, auxiliary: 0}}, counter: {formula: {auxiliary: 6}}}}
"""
    walking(load(lesson(tmp_path, text))).play()


@pytest.mark.parametrize(("algorithm", "expected", "says"), [
    ("gac", "{clauses: 3}", "expect.formula: gac has no formula; remove it"),
    ("dpll", "{}", "expect.formula: is empty; give clauses, constraints, variables or auxiliary"),
    ("dpll", "{clause: 3}", "expect.formula.clause: unknown key; did you mean 'clauses'?"),
    ("dpll", "{clauses: many}", "expect.formula.clauses: "),
])
def test_what_cannot_be_expected(tmp_path: Path, algorithm: str, expected: str, says: str) -> None:
    error = error_of(tmp_path, f"title: t\npuzzle: {{kind: gnomine, board: \"3 .\\n. .\"}}\nalgorithm: {algorithm}\n"
                               f"script:\n  - expect: {{formula: {expected}}}\n")
    assert says in str(error)
    assert ":5: " in str(error)
