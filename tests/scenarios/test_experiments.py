"""Experiments: strict specs, the same rows however they come about, nothing lost, and what is written in the end."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import re
import signal
import tracemalloc
from pathlib import Path

import pytest

from kit.experiment_desk import (
    PLAIN,
    RESULTS,
    SPEC,
    Out,
    Run,
    coin,
    kill,
    lines,
    runner,
    spec,
    start,
    trouble_spec,
    wait_for,
)
from main import main
from scenarios.laboratory.report import write_results
from scenarios.laboratory.rows import open_rows
from scenarios.laboratory.run import Engine, collect, seed_of
from scenarios.laboratory.spec import experiments, find_experiment, load_experiment
from scenarios.reading import ScenarioError
from scenarios.tasks import Case, Row, experiment_task, tasks
from scenarios.tasks.gnomine import auto_player_games

SLOW = PLAIN.replace("task: coin", "task: slow-coin")


@pytest.fixture
def run(tmp_path: Path, capsys: Out) -> Run:
    """Runs the coins, or another text, in a folder."""
    return runner(tmp_path, capsys)


# --- specs -------------------------------------------------------------------------------------------------------

BAD = [
    ("title: Throws of a coin", "title: ' '", 1, "title: is empty; fill it in"),
    ("source: A book on coins\n", "", 1, "source: is missing; add it"),
    ("task: coin", "task: coins", 4, "task: there is no task 'coins'; did you mean 'coin'?"),
    ("seed: 7", "sede: 7", 7, "sede: unknown key; did you mean 'seed'?"),
    ("seed: 7", "seed: x", 7, "seed: must be a whole number, not the text 'x'"),
    ("default: 20", "default: 0", 6, "repetitions.default: must be at least 1"),
    ("full: 40", "full: 4", 6, "repetitions.full: is less than default (20)"),
    ("bias: [0.2, 0.5]", "basi: [0.2, 0.5]", 5, "cases.basi: unknown key; did you mean 'bias'?"),
    ("bias: [0.2, 0.5], ", "", 5, "cases.bias: is missing"),
    ("bias: [0.2, 0.5]", "bias: [0.2, low]", 5, "cases.bias.1: must be a number, not the text 'low'"),
    ("bias: [0.2, 0.5]", "bias: []", 5, "cases: are 0; give 1 to 1000"),
    ("bias: [0.2, 0.5]", "bias: [0.2, 0.2]", 5, "cases: bias: 0.2, coins: 1 stands here twice; remove one"),
    ("coins: [1, 3, 9]", f"coins: {list(range(501))}", 5, "cases: are 1,002; give 1 to 1000"),
    ("{bias: [0.2, 0.5], coins: [1, 3, 9]}", "[{bias: 0.5, coins: 9}, {bias: 0.5}]", 5, "cases.1.coins: is missing"),
    ("seed: 7", "paired: [biass]", 7, "paired.0: there is no parameter 'biass'; did you mean 'bias'?"),
    ("statistic: median", "statistic: medain", 11, "metrics.middle.statistic: must be 'mean', 'median'"),
    ("statistic: median", "statistic: quantile", 11, "metrics.middle: is a quantile, but which? Add q"),
    ("statistic: median", "statistic: median, q: 0.5", 11, "metrics.middle.q: is for the statistic quantile; remove"),
    ("statistic: median", "statistic: max, confidence: 0.9", 11, "metrics.middle.confidence: there is no interval for"),
    ("statistic: median", "statistic: median, confidence: 95", 11, "metrics.middle.confidence: must be less than 1"),
    ("statistic: rmsd", "statistic: mean", 12, "metrics.error.against: is for the statistic rmsd; remove it"),
    ("metric: mean score", "metric: mean scroe", 14, "published.0.metric: there is no metric 'mean scroe'; did you"),
    ("tolerance: 10%", "tolerance: ten%", 16, "published.0.tolerance: 'ten%' is no tolerance; write such as 5%"),
    ("tolerance: 10%", "tolerance: -1", 16, "published.0.tolerance: must be 0 or more"),
    ("bias: 0.2, coins: 9}, value: 40", "bias: 0.2}, value: 40", 20, "figures.1.case: fits 3 cases; name more"),
    ("bias: 0.2, coins: 9}, value: 40", "bias: 0.3, coins: 9}, value: 40", 20, "case.bias: no case has 0.3;"),
    ("bias: 0.2, coins: 9}, value: 40", "bais: 0.2, coins: 9}, value: 40", 20, "bais: there is no parameter 'bais'"),
    ("bias: 0.2, coins: 9}, value: 40", "bias: 0.5, coins: 9}, value: 40", 20, "has a published figure of this"),
    ("value: 40", "value: 0", 20, "figures.1.value: a percentage of 0 is 0; give the tolerance as a number"),
    ("  bars:", "  ../bars:", 27, "plots.../bars: becomes the name of a file"),
    ("kind: bar,", "kind: pie,", 27,
     "plots.bars.kind: must be 'line', 'bar', 'box', 'scatter' or 'curve', not the text 'pie'"),
    ("x: coins, y: mean score, series: bias}", "x: coin, y: mean score}", 27, "plots.bars.x: there is no parameter"),
    ("x: coins, y: mean score, series: bias}", "x: coins, y: mean score}", 27, "at one place that differ in bias;"),
    ("x: coins, y: mean score, series: bias}", "x: coins, y: mean score, series: coins}", 27, "series: is x already"),
    ("x: coins, y: mean score, series: bias}", "x: coins, y: score, series: bias}", 27, "y: there is no metric 'sco"),
    ("x: coins, y: mean score, series: bias}", "x: coins, y: middle, series: bias, log: x}", 27, "log: a logarithmic"),
    ("only: {coins: 9}", "only: {coins: 8}", 29, "plots.boxes.only.coins: no case has 8; known: 1, 3, 9"),
]


@pytest.mark.parametrize(("old", "new", "line", "says"), BAD)
def test_specs_that_cannot_be(run: Run, tmp_path: Path, old: str, new: str, line: int, says: str) -> None:
    assert old in SPEC
    code, out, err = run("out", text=SPEC.replace(old, new, 1))
    assert (code, out) == (2, "")
    assert err.startswith(f"{tmp_path / 'coins.yaml'}:{line}: "), err
    assert says in err
    assert err.count("\n") == 1
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(("old", "new", "line", "says"), [
    ("of: heads", "of: head", 9, "metrics.heads first.of: the task gives no column 'head'; it gives heads, score"),
    ("of: heads", "of: score", 9, "metrics.heads first.of: the column 'score' holds numbers, not true or false"),
    ("of: score}", "of: says}", 11, "metrics.middle.of: the column 'says' holds text, not numbers"),
    ("against: ideal", "against: idea", 12, "metrics.error.against: the task gives no column 'idea'"),
    ("y: score", "y: cash", 29, "plots.boxes.y: the task gives no column 'cash'"),
])
def test_columns_are_checked_with_the_first_row(
    run: Run, tmp_path: Path, old: str, new: str, line: int, says: str
) -> None:
    code, out, err = run("out", text=SPEC.replace(old, new, 1))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"{tmp_path / 'coins.yaml'}:{line}: {says}"), err
    assert lines(tmp_path / "out" / "rows.jsonl") == 1
    assert run("out")[0] == 0
    assert says in run("out", text=SPEC.replace(old, new, 1))[2], "also where rows are there already"


def test_grids_and_lists_give_the_same_cases(tmp_path: Path) -> None:
    grid = load_experiment(tmp_path / "x.yaml", SPEC)
    assert [tuple(case.values()) for case in grid.cases] == [(a, b) for a in (0.2, 0.5) for b in (1, 3, 9)]
    listed = json.dumps([dict(case) for case in grid.cases])
    text = re.sub(r"(?m)^cases: .*$", f"cases: {listed}", SPEC)
    assert load_experiment(tmp_path / "x.yaml", text).cases == grid.cases


@pytest.mark.parametrize("path", experiments(), ids=lambda path: path.stem)
def test_experiments_can_be_read_and_are_found(path: Path) -> None:
    assert find_experiment(path.stem) == path
    assert load_experiment(path).cases
    with pytest.raises(ScenarioError, match="there is no such experiment; did you mean"):
        find_experiment(path.stem + "x")


def test_experiments_are_listed(capsys: Out) -> None:
    assert main(["experiment"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed if not line.startswith(" ")] == [path.stem for path in experiments()]
    assert main(["list", "experiments"]) == 0
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [
        "Experiments", *(line.strip() for line in listed)]


def test_a_name_of_a_task_is_taken_once() -> None:
    known = tasks()
    assert known["auto-player-games"].function is auto_player_games

    def other(case: Case, seed: int) -> Row:
        return {}

    with pytest.raises(ValueError, match="two tasks are named 'auto-player-games'"):
        experiment_task("auto-player-games")(other)
    assert tasks() == known


# --- rows --------------------------------------------------------------------------------------------------------


def test_seeds_are_those_of_the_digest(tmp_path: Path) -> None:
    """The digest is written out here, so that it stays what it is in all versions."""
    experiment = load_experiment(tmp_path / "x.yaml", SPEC)
    text = '[7, {"bias": 0.2, "coins": 3}, 5]'
    assert seed_of(experiment, 1, 5) == int(hashlib.sha256(text.encode()).hexdigest()[:16], 16) // 2
    assert seed_of(experiment, 1, 5) == 2768542652907596074
    seeds = {seed_of(experiment, case, repetition) for case in range(6) for repetition in range(50)}
    assert len(seeds) == 300
    paired = load_experiment(tmp_path / "x.yaml", SPEC.replace("seed: 7", "seed: 7\npaired: [bias]"))
    assert seed_of(paired, 0, 5) == seed_of(paired, 3, 5) != seed_of(paired, 1, 5)


def test_results_are_the_rows_in_order(run: Run, tmp_path: Path) -> None:
    assert run("out", "--repetitions", "3")[0] == 0
    experiment = load_experiment(tmp_path / "coins.yaml")
    wanted = []
    for case, parameters in enumerate(experiment.cases):
        for repetition in range(3):
            seed = seed_of(experiment, case, repetition)
            row = coin(parameters, seed)
            wanted.append({**{name: str(value) for name, value in parameters.items()}, "repetition": str(repetition),
                           "seed": str(seed), "heads": str(row["heads"]).lower(), "score": str(row["score"]),
                           "ideal": str(row["ideal"]), "says": "so, “it”"})
    raw = (tmp_path / "out" / RESULTS).read_bytes()
    assert list(csv.DictReader(raw.decode().splitlines())) == wanted
    assert b"\r" not in raw
    seconds = list(csv.DictReader((tmp_path / "out" / "seconds.csv").read_text().splitlines()))
    assert len(seconds) == len(wanted)
    assert all(float(row["seconds"]) > 0 for row in seconds)


def test_any_number_of_jobs_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    for jobs in ("1", "2"):
        assert run(f"by-{jobs}", text=SPEC, jobs=jobs)[0] == 0
    one, two = ({path.name: path.read_bytes() for path in (tmp_path / f"by-{jobs}").iterdir()} for jobs in ("1", "2"))
    same = [RESULTS, "summary.csv", "bars.png", "lines.png", "boxes.png"]
    assert {name: one[name] for name in same} == {name: two[name] for name in same}
    assert one.keys() == two.keys() == {*same, "seconds.csv", "rows.jsonl"}


def test_more_repetitions_go_on_from_those_there(run: Run, tmp_path: Path) -> None:
    assert run("out", "--repetitions", "5")[0] == 0
    few = (tmp_path / "out" / RESULTS).read_bytes()
    told = run("out", "--full")[2]
    assert "unfog: 30 of 240 rows are there already\n" in told
    assert lines(tmp_path / "out" / "rows.jsonl") == 241
    assert run("whole", "--full")[0] == 0
    assert (tmp_path / "out" / RESULTS).read_bytes() == (tmp_path / "whole" / RESULTS).read_bytes()
    assert run("out", "--repetitions", "5")[0] == 0
    assert (tmp_path / "out" / RESULTS).read_bytes() == few, "rows beyond those asked for do not count"


@pytest.mark.parametrize("torn", [b"", b'{"case": {"bias": 0.2, "coi'])
def test_a_killed_experiment_goes_on(run: Run, tmp_path: Path, torn: bytes) -> None:
    out, rows = tmp_path / "killed", tmp_path / "killed" / "rows.jsonl"
    running = start(spec(tmp_path, SLOW), "--out", str(out), "--jobs", "2")
    wait_for(rows, 20, running)
    kill(running)
    kept = lines(rows) - 1
    assert 19 <= kept < 120
    assert not (out / RESULTS).exists()
    with rows.open("ab") as file:
        file.write(torn)
    code, _, told = run("killed", text=SLOW)
    assert code == 0
    assert f"unfog: {kept} of 120 rows are there already\n" in told
    assert lines(rows) == 121, "only what was missing was done"
    assert run("whole")[0] == 0  # the task that takes no time gives the same rows
    for name in (RESULTS, "summary.csv"):
        assert (out / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_keeps_what_is_done(run: Run, tmp_path: Path) -> None:
    out, rows = tmp_path / "stopped", tmp_path / "stopped" / "rows.jsonl"
    running = start(spec(tmp_path, SLOW), "--out", str(out), "--jobs", "2")
    wait_for(rows, 20, running)
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: to the workers, too
    printed, told = running.communicate(timeout=120)
    kept = lines(rows) - 1
    assert (running.returncode, printed) == (130, "")
    assert told == f"unfog: {kept} of 120 rows are kept in {out}; start it again to go on\nunfog: stopped\n"
    assert sorted(path.name for path in out.iterdir()) == ["rows.jsonl"]
    assert run("stopped", text=SLOW)[0] == 0
    assert run("whole")[0] == 0
    assert (out / RESULTS).read_bytes() == (tmp_path / "whole" / RESULTS).read_bytes()


@pytest.mark.parametrize(("old", "new", "says"), [
    ("seed: 7", "seed: 8", "was made with another seed (7, now 8)"),
    ("task: coin", "task: slow-coin", 'was made with another task ("coin", now "slow-coin")'),
    ("seed: 7", "seed: 7\npaired: [bias]", 'was made with another paired ([], now ["bias"])'),
])
def test_rows_of_another_experiment_are_not_mixed_in(run: Run, tmp_path: Path, old: str, new: str, says: str) -> None:
    assert run("out", "--repetitions", "2")[0] == 0
    before = (tmp_path / "out" / "rows.jsonl").read_bytes()
    changed = PLAIN.replace(old, new)
    code, out, told = run("out", "--repetitions", "2", text=changed)
    assert (code, out, told.count("\n")) == (2, "", 1)
    assert says in told
    assert "start over with --fresh" in told
    assert (tmp_path / "out" / "rows.jsonl").read_bytes() == before
    assert run("out", "--repetitions", "2", "--fresh", text=changed)[0] == 0
    assert run("other", "--repetitions", "2", text=changed)[0] == 0
    assert (tmp_path / "out" / RESULTS).read_bytes() == (tmp_path / "other" / RESULTS).read_bytes()


def test_the_seed_of_the_command_line_counts(run: Run, tmp_path: Path) -> None:
    assert run("a", "--repetitions", "2", "--seed", "8")[0] == 0
    assert run("b", "--repetitions", "2", text=PLAIN.replace("seed: 7", "seed: 8"))[0] == 0
    assert (tmp_path / "a" / RESULTS).read_bytes() == (tmp_path / "b" / RESULTS).read_bytes()
    assert "another seed (8, now 7)" in run("a", "--repetitions", "2")[2]


def test_changed_cases_are_told_and_only_new_ones_run(run: Run, tmp_path: Path) -> None:
    plain = SPEC.partition("published:")[0]
    assert run("out", text=plain)[0] == 0
    changed = plain.replace("bias: [0.2, 0.5]", "bias: [0.5, 0.8]")
    code, _, told = run("out", text=changed)
    assert code == 0
    assert f"unfog: 60 rows in {tmp_path / 'out' / 'rows.jsonl'} are of other cases, and left out\n" in told
    assert "unfog: 60 of 120 rows are there already\n" in told
    assert run("whole", text=changed)[0] == 0
    assert (tmp_path / "out" / RESULTS).read_bytes() == (tmp_path / "whole" / RESULTS).read_bytes()


def test_rows_that_older_code_made_are_told(run: Run, tmp_path: Path) -> None:
    assert run("out", "--repetitions", "2")[0] == 0
    path = tmp_path / "out" / "rows.jsonl"
    head, _, rest = path.read_text(encoding="utf-8").partition("\n")
    path.write_text(json.dumps({**json.loads(head), "code": "older"}) + "\n" + rest, encoding="utf-8")
    code, _, told = run("out", "--repetitions", "2")
    assert code == 0
    assert "the code has changed" in told
    assert "--fresh" in told


def test_rows_that_are_damaged_are_told(run: Run, tmp_path: Path) -> None:
    assert run("out", "--repetitions", "2")[0] == 0
    path = tmp_path / "out" / "rows.jsonl"
    whole = path.read_bytes()
    for line, broken in ((4, b'{"case": 7}\n'), (1, b"x\n"), (13, b"\xff\n")):
        parts = whole.splitlines(keepends=True)
        parts[line - 1] = broken
        path.write_bytes(b"".join([*parts, parts[2]]))
        code, _, told = run("out", "--repetitions", "2")
        assert (code, told) == (2, f"{path}:{line}: is damaged here; mend the line, or start over with --fresh\n")
    path.write_bytes(whole + b"{}\n")  # the last line may be anything: it is cut off
    assert run("out", "--repetitions", "2")[0] == 0
    assert path.read_bytes() == whole
    path.write_bytes(whole[:20])  # killed while the first line was written
    assert run("out", "--repetitions", "2")[0] == 0
    assert lines(path) == 13


@pytest.mark.parametrize(("what", "says"), [
    ("raises", "fails: ValueError: it is raining (experiment_desk.py, line"),
    ("nan", "its column 'score' holds nan, which is no finite number"),
    ("none", "its column 'score' holds None, which is no finite number"),
    ("fewer", "gives other columns than the rows before (score: numbers; before: score: numbers, more: numbers)"),
    ("other kind", "(score: true or false, more: numbers; before: score: numbers, more: numbers)"),
    ("dies", "a worker process was killed"),
])
def test_a_task_that_fails_is_told_in_one_line(run: Run, tmp_path: Path, what: str, says: str) -> None:
    """With this seed the first rows are good, and a later one is not."""
    code, out, told = run("out", "--seed", "39", text=trouble_spec(what), jobs="2" if what == "dies" else "1")
    assert (code, out, told.count("\n")) == (2, "", 1)
    assert told.startswith("unfog: ")
    assert says in told
    if what != "dies":
        assert f'trouble with {{"what": "{what}"}} and seed ' in told
        assert lines(tmp_path / "out" / "rows.jsonl") > 1, "rows until then are kept"


def test_memory_does_not_grow_with_the_rows(tmp_path: Path) -> None:
    experiment = load_experiment(tmp_path / "x.yaml", SPEC.replace("[0.2, 0.5]", "[0.5]").replace("[1, 3, 9]", "[9]")
                                 .partition("published:")[0])
    peaks = []
    for repetitions in (100, 500, 4000):  # the first one imports what is needed
        with open_rows(experiment, tmp_path / str(repetitions), fresh=False) as rows:
            tracemalloc.start()
            collect(experiment, rows, repetitions, Engine(jobs=1), lambda: None)
            with (tmp_path / RESULTS).open("w", encoding="utf-8") as file:
                write_results(experiment, rows, repetitions, file)
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert len((tmp_path / RESULTS).read_bytes().splitlines()) == 4001
    assert peaks[2] - peaks[1] < 180_000, "a row may cost 8 bytes, not itself"
