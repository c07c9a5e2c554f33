"""What comes out of experiments: figures, plots, progress; and where they run: this machine, a cluster."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from algorithms.core import find_algorithm, trace
from algorithms.events import Advised, GameEnded
from algorithms.problems.gnomine.position import RandomPosition
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.experiment_desk import PLAIN, RESULTS, SPEC, Out, Run, runner, spec, trouble_spec
from main import ROOT, main
from scenarios.tasks.gnomine import auto_player_games
from visualizer.terminal.experiments import Progress


@pytest.fixture
def run(tmp_path: Path, capsys: Out) -> Run:
    """Runs the coins, or another text, in a folder."""
    return runner(tmp_path, capsys)


# --- what comes out ----------------------------------------------------------------------------------------------


def test_figures_stand_beside_the_published_ones(run: Run, tmp_path: Path) -> None:
    few = " ".join(run("out", text=SPEC)[1].split())
    assert "undecided: within 10%, but our interval reaches beyond" in few, "twenty rows do not tell"
    assert "1 of 3 published figures reproduced, 1 undecided" in few
    code, out, _ = run("out", text=SPEC.replace("tolerance: 10%", "tolerance: 20%"))
    assert code == 0
    rows = list(csv.DictReader((tmp_path / "out" / "summary.csv").read_text(encoding="utf-8").splitlines()))
    assert len(rows) == 6 * 4
    found = {(row["bias"], row["coins"], row["metric"]): row for row in rows}
    results = list(csv.DictReader((tmp_path / "out" / RESULTS).read_text(encoding="utf-8").splitlines()))
    scores = [int(row["score"]) for row in results if (row["bias"], row["coins"]) == ("0.5", "9")]
    fair = found["0.5", "9", "mean score"]
    assert float(fair["ours"]) == pytest.approx(sum(scores) / 20)
    assert float(fair["low"]) < float(fair["ours"]) < float(fair["high"])
    assert (fair["published"], fair["place"], fair["tolerance"], fair["rows"]) == ("4.5", "Table 1", "20%", "20")
    assert fair["verdict"] == "reproduced within 20%"
    unfair = found["0.2", "9", "mean score"]
    assert re.fullmatch(r"not reproduced \(ours 1\.\d+, published 40; why: its coin is another\)", unfair["verdict"])
    assert found["0.2", "1", "middle"]["verdict"] == found["0.2", "1", "middle"]["published"] == ""
    assert "2 of 3 published figures reproduced\n" in out
    assert "4.5 (Table 1)    reproduced within 20%" in out
    assert "50.0% (Table 2)" in out
    assert all(name in out for name in (RESULTS, "seconds.csv", "summary.csv", "bars.png"))


def colors(path: Path) -> dict[tuple[int, int, int], int]:
    """How many pixels a picture has of each colour."""
    with Image.open(path) as image:
        assert image.format == "PNG"
        found = image.convert("RGB").getcolors(2**24)
    return {(color[0], color[1], color[2]): count for count, color in found or [] if isinstance(color, tuple)}


def test_plots_show_both_series_and_what_is_published(run: Run, tmp_path: Path) -> None:
    assert run("with", text=SPEC)[0] == 0
    without = re.sub(r"(?s)published:.*(?=plots:)", "", SPEC)
    assert run("without", text=without)[0] == 0
    blue, orange = (0, 0x72, 0xB2), (0xE6, 0x9F, 0)
    for name in ("bars", "lines"):
        shown = colors(tmp_path / "with" / f"{name}.png")
        assert shown[blue] > 500
        assert shown[orange] > 500
    for name in ("bars", "lines", "boxes"):
        shown = colors(tmp_path / "with" / f"{name}.png")
        assert len(shown) > 50
        assert shown != colors(tmp_path / "without" / f"{name}.png"), "what is published is drawn"


@pytest.mark.parametrize("kind", ["bar", "line", "box"])
def test_plots_of_many_series_words_and_gaps(run: Run, tmp_path: Path, kind: str) -> None:
    """More series than there are colours, and places where a series has no case."""
    cases = [{"bias": bias / 10, "coins": coins} for bias in range(10) for coins in (1, 5) if coins == 5 or bias % 2]
    y = "score" if kind == "box" else "m"
    text = (f"title: x\nabout: y\nsource: z\ntask: coin\ncases: {json.dumps(cases)}\n"
            "repetitions: {default: 1, full: 1}\nmetrics: {m: {statistic: mean, of: score, confidence: 0.9}}\n"
            f"plots: {{p: {{kind: {kind}, x: coins, y: {y}, series: bias, log: y}}}}\n")
    assert run("out", text=text)[0] == 0
    assert len(colors(tmp_path / "out" / "p.png")) > 50


@pytest.mark.parametrize("kind", ["scatter", "curve"])
def test_plots_of_rows(run: Run, tmp_path: Path, kind: str) -> None:
    """A dot for each row of all cases of a series; a series whose dots have one place has no curve."""
    spec = SPEC.partition("plots:")[0] + f"plots:\n  p: {{kind: {kind}, x: ideal, y: score, series: bias}}\n"
    assert run("out", text=spec)[0] == 0
    some = colors(tmp_path / "out" / "p.png")
    assert len(some) > 50
    narrow = spec.replace("series: bias", "series: bias, only: {coins: [1, 3], bias: 0.2}")
    assert run("narrow", text=narrow)[0] == 0
    assert colors(tmp_path / "narrow" / "p.png") != some
    code, _, error = run("wrong", text=spec.replace("x: ideal", "x: coins"))
    assert code == 2
    assert "there" in error or "gives no column 'coins'" in error


def test_too_few_rows_have_no_interval(run: Run) -> None:
    text = PLAIN.replace("{statistic: median, of: score}", "{statistic: median, of: score, confidence: 0.95}")
    few, many = (run(f"out{count}", "--repetitions", str(count), text=text)[1] for count in (3, 20))
    assert "—" not in few
    assert " to " not in next(line for line in few.splitlines() if "middle" in line)
    assert " to " in next(line for line in many.splitlines() if "middle" in line)


class Terminal(io.StringIO):
    """What somebody watches."""

    def isatty(self) -> bool:
        return True


def test_progress_is_a_bar_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr("visualizer.terminal.experiments.time.monotonic", lambda: now[0])
    stream = Terminal()
    progress = Progress(0, 100, stream)
    with progress:
        for _ in range(50):
            now[0] += 30
            progress.tell()
    shown = stream.getvalue().split("\r\033[K")
    assert shown[1] == "unfog: [..............................] 1 of 100"
    assert shown[11] == "unfog: [###...........................] 11 of 100, 44 min left"
    assert shown[50] == "unfog: [###############...............] 50 of 100, 25 min left"
    assert shown[51] == ""


def test_progress_is_a_line_now_and_then_elsewhere(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    now = [0.0]
    monkeypatch.setattr("visualizer.terminal.experiments.time.monotonic", lambda: now[0])
    progress = Progress(10, 10_000, io.StringIO())
    with progress:
        for _ in range(100):
            now[0] += 0.7
            progress.tell()
    assert capsys.readouterr().err.splitlines() == [
        "unfog: 10 of 10,000 rows are there already", "unfog: 53 of 10,000, 1 h 56 min left",
        "unfog: 96 of 10,000, 1 h 56 min left"]


# --- engines -----------------------------------------------------------------------------------------------------


def test_a_dask_cluster_gives_the_same_bytes(run: Run, tmp_path: Path) -> None:
    from distributed import LocalCluster

    assert run("here")[0] == 0
    make: Callable[..., LocalCluster] = LocalCluster
    with make(n_workers=1, threads_per_worker=2, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        code, _, told = run("there", "--backend", "dask", "--scheduler", address)
        assert (code, told) == (0, "")
        told = run("broken", "--backend", "dask", "--scheduler", address, text=trouble_spec("raises"))[2]
        assert told.startswith("unfog: the task trouble with")
    assert (tmp_path / "here" / RESULTS).read_bytes() == (tmp_path / "there" / RESULTS).read_bytes()


def test_a_dask_cluster_without_workers_or_without_unfog(run: Run, tmp_path: Path) -> None:
    from distributed import Client, LocalCluster

    make: Callable[..., LocalCluster] = LocalCluster
    with make(n_workers=0, dashboard_address=None) as cluster:
        told = run("out", "--backend", "dask", "--scheduler", cluster.scheduler_address)[2]
        assert "has no workers; start some: dask worker tcp://" in told
        command = [sys.executable, "-c", "from distributed.cli.dask_worker import main; main()",
                   cluster.scheduler_address, "--no-nanny", "--no-dashboard"]
        with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as worker:
            try:
                client: Callable[..., Client] = Client
                with client(cluster.scheduler_address, set_as_default=False) as one:
                    one.wait_for_workers(1, timeout=120)
                told = run("out", "--backend", "dask", "--scheduler", cluster.scheduler_address)[2]
            finally:
                worker.terminate()
    assert "the cluster cannot import the task (No module named 'kit')" in told
    assert "PYTHONPATH" in told


@pytest.mark.parametrize(("arguments", "says"), [
    (["--backend", "dask"], "--backend dask needs a cluster; start one, and name it with --scheduler"),
    (["--backend", "dask", "--scheduler", "nowhere"], "'nowhere' is no address of a scheduler; write such as tcp://"),
    (["--backend", "dask", "--jobs", "2", "--scheduler", "tcp://127.0.0.1:1"], "--jobs is for this machine"),
    (["--scheduler", "tcp://127.0.0.1:1"], "--scheduler is for --backend dask; add that"),
    (["--repetitions", "0"], "--repetitions: must be 1 or more, not '0'"),
    (["--repetitions", "1", "--full"], "not allowed with argument"),
    (["--jobs", "none"], "--jobs: must be 1 or more, not 'none'"),
])
def test_arguments_that_do_not_go_together(
    tmp_path: Path, capsys: Out, arguments: list[str], says: str
) -> None:
    assert main(["experiment", spec(tmp_path), "--out", str(tmp_path / "out"), *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith("unfog: ")
    assert told.count("\n") == 1
    assert says in told


def test_without_dask_the_mend_is_told(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert run("out", "--backend", "dask", "--scheduler", "tcp://127.0.0.1:1")[2] == (
        "unfog: --backend dask needs the package distributed; install it: python3 -m pip install distributed\n")


def test_a_folder_that_cannot_be_made(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "taken").write_text("x")
    assert main(["experiment", spec(tmp_path), "--out", str(tmp_path / "taken")]) == 2
    assert capsys.readouterr().err.startswith(f"unfog: {tmp_path / 'taken'}: ")


def test_the_window_does_without_what_experiments_need() -> None:
    late = ["joblib", "matplotlib", "distributed"]
    for modules, without in (("visualizer.window.app, visualizer.terminal.commands",
                              [*late, "scenarios.laboratory.run"]),
                             ("visualizer.terminal.experiments, scenarios.laboratory.run", late)):
        code = f"import sys, {modules}; print([name for name in {without} if name in sys.modules])"
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.stdout.splitlines()[-1:] == ["[]"], done.stderr


# --- tasks -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2, 2**62 + 3])
def test_a_game_is_that_of_the_auto_player(seed: int) -> None:
    events, _ = trace(find_algorithm("auto-player").start(Gnomine.read(random=RandomPosition(9, 9, 10, reveal=0)), {},
                                                          seed))
    moves = [event for event in events if isinstance(event, Advised)]
    assert auto_player_games({"level": "beginner"}, seed) == {
        "won": GameEnded(True) in events, "moves": len(moves),
        "guesses": sum(0 < event.risk < 1 for event in moves)}
