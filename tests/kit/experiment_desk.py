"""A small experiment for tests: tasks that take no time or fail, its spec, and the command in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from main import ROOT, main
from scenarios.tasks import Case, Row, experiment_task

Out = pytest.CaptureFixture[str]
Run = Callable[..., tuple[int, str, str]]
RESULTS = "results.csv"
SPEC = """\
title: Throws of a coin
about: A coin that is not fair, thrown a few times.
source: A book on coins
task: coin
cases: {bias: [0.2, 0.5], coins: [1, 3, 9]}
repetitions: {default: 20, full: 40}
seed: 7
metrics:
  heads first: {statistic: rate, of: heads, confidence: 0.95}
  mean score: {statistic: mean, of: score, confidence: 0.95}
  middle: {statistic: median, of: score}
  error: {statistic: rmsd, of: score, against: ideal}
published:
  - metric: mean score
    place: Table 1
    tolerance: 10%
    note: the book throws by hand
    figures:
      - {case: {bias: 0.5, coins: 9}, value: 4.5}
      - {case: {bias: 0.2, coins: 9}, value: 40, note: its coin is another}
  - metric: heads first
    place: Table 2
    tolerance: 0.5
    figures:
      - {case: {bias: 0.5, coins: 1}, value: 0.5}
plots:
  bars: {title: Bars, kind: bar, x: coins, y: mean score, series: bias}
  lines: {title: Lines, kind: line, x: coins, y: mean score, series: bias, log: both}
  boxes: {kind: box, x: bias, y: score, only: {coins: 9}}
"""
PLAIN = SPEC.partition("plots:")[0]  # pictures take time


@experiment_task("coin", bias=float, coins=int)
def coin(case: Case, seed: int) -> Row:
    """Throws some coins; ``score`` is how many show heads."""
    rng = Random(seed)
    thrown = [rng.random() < float(case["bias"]) for _ in range(int(case["coins"]))]
    return {"heads": thrown[0], "score": sum(thrown), "ideal": float(case["bias"]) * len(thrown), "says": "so, “it”"}


@experiment_task("slow-coin", bias=float, coins=int)
def slow_coin(case: Case, seed: int) -> Row:
    """The same, but it takes a while."""
    time.sleep(0.02)
    return coin(case, seed)


@experiment_task("trouble", what=str)
def trouble(case: Case, seed: int) -> Row:
    """Goes wrong in the way that the case names, for about every fourth seed."""
    what = case["what"] if seed % 4 == 0 else "nothing"
    if what == "raises":
        raise ValueError("it is\nraining")
    if what == "dies":
        os._exit(9)
    odd: dict[str, Any] = {"nan": {"score": float("nan")}, "none": {"score": None}, "fewer": {"score": 1},
                           "other kind": {"score": True, "more": 2}}
    row: Row = odd.get(str(what), {"score": 1.5, "more": 2})
    return row


def spec(folder: Path, text: str = SPEC, name: str = "coins.yaml") -> str:
    """The path of a spec with that text."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def trouble_spec(what: str) -> str:
    """An experiment that goes wrong in this way."""
    return (f"title: x\nabout: y\nsource: z\ntask: trouble\ncases: {{what: [{what}]}}\n"
            "repetitions: {default: 40, full: 40}\nmetrics: {m: {statistic: mean, of: more}}\n")


def runner(tmp_path: Path, capsys: Out) -> Run:
    """``run("out", "--full")`` runs the coins without plots, or ``text``, in that folder: exit code, output, errors."""

    def run(folder: str, *arguments: str, text: str = PLAIN, jobs: str = "1") -> tuple[int, str, str]:
        more = () if "--backend" in arguments else ("--jobs", jobs)
        code = main(["experiment", spec(tmp_path, text), "--out", str(tmp_path / folder), *more, *arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return run


def command(*arguments: str) -> list[str]:
    """`main.py` with the tasks of this file."""
    code = "import sys, kit.experiment_desk, main; sys.exit(main.main(sys.argv[1:]))"
    return [sys.executable, "-c", code, *arguments]


def environment() -> dict[str, str]:
    """So that :func:`command` finds this file."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(Path(__file__).parents[1])))}


def start(*arguments: str) -> subprocess.Popen[str]:
    """`main.py experiment` with these arguments, in a process group of its own."""
    return subprocess.Popen(command("experiment", *arguments), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, encoding="utf-8", env=environment(), start_new_session=True)


def lines(path: Path) -> int:
    """How many whole lines the file has."""
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for(path: Path, count: int, running: subprocess.Popen[str]) -> None:
    """Waits until the file has that many lines; fails if the process ends before."""
    until = time.monotonic() + 120
    while lines(path) < count:
        assert running.poll() is None, running.communicate()
        assert time.monotonic() < until, "too slow"
        time.sleep(0.01)


def kill(running: subprocess.Popen[str]) -> None:
    """Kills the process as a power cut would (SIGKILL, where there are signals), and then the workers it left."""
    running.kill()
    running.wait()
    if os.name != "nt":
        with suppress(ProcessLookupError):
            os.killpg(running.pid, signal.SIGKILL)
    running.communicate()
