"""The experiments on Sudoku: what the task counts, the published tables, and puzzles from a file of one's own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from test_backtracking import NAMES

from algorithms.core import find_algorithm, trace
from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.deal import CLUES_IN_EACH, NUMBER_OF_CLUES, by_distribution, by_number
from algorithms.problems.sudoku.puzzle import Sudoku
from main import main
from scenarios.laboratory.spec import find_experiment, load_experiment
from scenarios.tasks.sudoku import sudoku_search

Out = pytest.CaptureFixture[str]

LINES = """\
# two puzzles
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
75.....2.82.6..7...3...2.4....1.7..23.5...9...4..3..7...3.8...1.1..........3.64.7   # a hard one
"""
SPEC = """\
title: My puzzles
about: Those in a file.
source: A newspaper
task: sudoku-file
cases: {file: [mine.txt], algorithm: [mrv-random, mrv-plus]}
paired: [algorithm]
repetitions: {default: 12, full: 12}
metrics: {R: {statistic: mean, of: recursions}, B: {statistic: median, of: backtracks}}
"""


@pytest.mark.parametrize("algorithm", NAMES)
@pytest.mark.parametrize("generator", ["number of clues", "distribution"])
def test_the_task_counts_what_the_counters_on_the_stage_do(generator: str, algorithm: str) -> None:
    """The same puzzle made again, its events counted by the algorithm's own counters."""
    for level, seed in (("easy", 3), ("difficult", 4)):
        row = sudoku_search({"generator": generator, "level": level, "algorithm": algorithm}, seed)
        rng = Random(seed)
        puzzle = (Sudoku.made(by_distribution, (3, 3), CLUES_IN_EACH[level], rng) if generator == "distribution" else
                  Sudoku.made(by_number, (3, 3), rng.randint(*NUMBER_OF_CLUES[level]), rng))
        known = find_algorithm(algorithm)
        events, answer = trace(known.start(puzzle.as_csp(), {}, seed))
        totals = {counter.name: sum(counter.worth(event) for event in events if isinstance(event, counter.counts))
                  for counter in known.counters}
        assert answer.outcome == "solved"
        assert {x: answer.solution[x] for x in puzzle.clues} == puzzle.clues
        assert row["clues"] == len(puzzle.clues)
        for column, counter in (("recursions", "labels"), ("choices", "choices"), ("backtracks", "backtracks"),
                                ("choices_undone", "choices undone"), ("ties", "ties"), ("ties_left", "ties left"),
                                ("choices_tied", "choices tied")):
            assert row[column] == totals[counter], column
        assert row["cut_off"] is False
        assert solutions(puzzle, 1)


@pytest.mark.parametrize(("name", "tables", "figures"), [
    ("sudoku-by-number", {"Table 1", "Table 3"}, 30), ("sudoku-by-distribution", {"Table 2", "Table 4"}, 30)])
def test_the_published_tables_are_all_there(name: str, tables: set[str], figures: int) -> None:
    experiment = load_experiment(find_experiment(name))
    assert {found.place for found in experiment.published.values()} == tables
    assert len(experiment.published) == figures


def written(folder: Path, lines: str = LINES, spec: str = SPEC) -> list[str]:
    (folder / "mine.txt").write_text(lines)
    (folder / "mine.yaml").write_text(spec)
    return ["experiment", str(folder / "mine.yaml"), "--out", str(folder / "out"), "--jobs", "1"]


def test_puzzles_come_from_a_file_beside_the_experiment(tmp_path: Path, capsys: Out) -> None:
    assert main(written(tmp_path)) == 0
    drawn: dict[str, list[Any]] = {}
    for found in results(tmp_path):
        assert found["solved"] == "true"
        assert found["file"] == "mine.txt"
        assert {"1": "30", "2": "27"}[found["puzzle"]] == found["clues"]
        drawn.setdefault(found["algorithm"], []).append(found["puzzle"])
        if (found["puzzle"], found["algorithm"]) == ("2", "mrv-plus"):
            assert found["recursions"] == "513"
    assert drawn["mrv-random"] == drawn["mrv-plus"]
    assert sorted(drawn["mrv-plus"]) == ["1"] * 6 + ["2"] * 6
    assert "mine.txt has 2 entries; 12 repetitions take them more than once" in capsys.readouterr().err


def results(folder: Path) -> list[dict[str, str]]:
    return list(csv.DictReader((folder / "out" / "results.csv").read_text().splitlines()))


def test_as_many_repetitions_as_puzzles_take_each_once(tmp_path: Path, capsys: Out) -> None:
    """Fewer take as many different ones; the order depends on the seed, and not on the algorithm."""
    rng = Random(5)
    made = [Sudoku.made(by_number, (3, 3), 40, rng) for _ in range(9)]
    lines = "\n".join("".join(str(puzzle.clues.get(x, ".")) for x in puzzle.geometry.cells) for puzzle in made)
    command = written(tmp_path, lines)
    orders = []
    for seed in (1, 2):
        assert main([*command, "--seed", str(seed), "--repetitions", "5", "--fresh"]) == 0
        assert len({row["puzzle"] for row in results(tmp_path)}) == 5
        assert main([*command, "--seed", str(seed), "--repetitions", "9"]) == 0
        taken = {name: [row["puzzle"] for row in results(tmp_path) if row["algorithm"] == name]
                 for name in ("mrv-random", "mrv-plus")}
        assert sorted(taken["mrv-plus"]) == [str(number) for number in range(1, 10)]
        assert taken["mrv-plus"] == taken["mrv-random"]
        orders.append(taken["mrv-plus"])
    assert orders[0] != orders[1]
    assert "more than once" not in capsys.readouterr().err


def test_what_was_not_solved_is_counted_aloud(tmp_path: Path, capsys: Out) -> None:
    unsolvable = "..5..3.8.8.35....12.......46.2...3..7.9.5...2.5.8.........8...5.1..4..........4.."
    text = SPEC.replace("12", "3").replace("mrv-random, mrv-plus", "mrv-plus").replace(
        "algorithm:", "singles: [true], algorithm:")
    command = written(tmp_path, f"{LINES}{unsolvable}\n", text)
    assert main(command) == 0
    assert {row["puzzle"]: row["solved"] for row in results(tmp_path)} == {"1": "true", "2": "true", "3": "false"}
    assert "1 of 3 rows were not solved" in capsys.readouterr().err
    (tmp_path / "mine.txt").write_text(LINES * 2)
    assert main(command) == 2, "rows of other puzzles are not mixed in"
    assert "was made with another list" in capsys.readouterr().err


def test_options_are_those_of_the_search() -> None:
    case: dict[str, Any] = {"generator": "number of clues", "level": "difficult", "algorithm": "mrv-plus"}
    plain = sudoku_search(case, 4)
    assert sudoku_search({**case, "values": "in order", "singles": False}, 4) == plain
    assert sudoku_search({**case, "values": "most shared"}, 4)["recursions"] != plain["recursions"]
    assert int(sudoku_search({**case, "singles": True}, 4)["recursions"]) < int(plain["recursions"])


def test_parameters_with_a_default_may_be_left_out(tmp_path: Path) -> None:
    given = [{"file": "mine.txt", "algorithm": "mrv-plus"},
             {"file": "mine.txt", "algorithm": "mrv-plus", "values": "random"}]
    text = SPEC.replace("{file: [mine.txt], algorithm: [mrv-random, mrv-plus]}", json.dumps(given))
    written(tmp_path, LINES, text)
    cases = load_experiment(tmp_path / "mine.yaml").cases
    assert [case["values"] for case in cases] == ["in order", "random"]
    assert all("singles" not in case for case in cases)


@pytest.mark.parametrize(("spec", "lines", "said"), [
    (SPEC.replace("mine.txt", "other.txt"), LINES, "cases: 'other.txt' is not there"),
    (SPEC.replace("mine.txt", "../mine.txt"), LINES, "lies outside the folder"),
    (SPEC, "53..7\n", "mine.txt:1: has 5 cells"),
    (SPEC, "# nothing\n", "mine.txt: has no puzzle"),
    (SPEC, LINES.replace("53..7", "55..7"), "mine.txt:2: A1 and A2 are both 5"),
    (SPEC, LINES.replace("6..7...3", "6..7....3"), "mine.txt:3: has 82 cells"),
    (SPEC, f"{LINES}----\n\n12x\n", "mine.txt:6: has 3 cells"),
    (SPEC.replace("mrv-plus]", "mrv-plus], values: [best]"), LINES, "cases.values.0: must be 'in order'"),
])
def test_a_file_that_cannot_be_is_told_in_one_line(tmp_path: Path, capsys: Out, spec: str, lines: str,
                                                   said: str) -> None:
    assert main(written(tmp_path, lines, spec)) == 2
    told = capsys.readouterr().err.strip().splitlines()
    assert said in told[-1]
    assert len(told) == 1
    assert not (tmp_path / "out").exists()
