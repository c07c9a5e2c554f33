"""Carrying out an experiment: every missing row is a job; joblib spreads the jobs over cores, or over a Dask cluster.

Jobs are made as they are needed, and rows are written as they come, in any order: memory does not grow with their
number. A row depends on the experiment's seed, its case and its repetition, and on nothing else.
"""

from __future__ import annotations

import hashlib
import json
import re
import time
import traceback
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite
from pathlib import Path
from random import Random
from typing import Any, Literal

from scenarios.laboratory.rows import SECONDS, Rows
from scenarios.laboratory.spec import OF_ROWS, Experiment
from scenarios.reading import Loc
from scenarios.tasks import Case, Function, Row

RESERVED = ("repetition", "seed", SECONDS)
_PATIENCE = 15  # seconds to wait for a scheduler
_IDLE = 20  # seconds after which a worker without work ends, above all where the program was killed
_LOST = ("a worker process was killed, perhaps for want of memory; what is done is kept: start it again, with fewer "
         "--jobs if it happens again")


class ExperimentError(Exception):
    """Why an experiment cannot go on; its text is one line, with the mend."""


@dataclass(frozen=True)
class Engine:
    """Where jobs run: on ``jobs`` cores of this machine (None: all), or on the Dask cluster of ``scheduler``."""

    backend: Literal["loky", "dask"] = "loky"
    jobs: int | None = None
    scheduler: str | None = None


@dataclass(frozen=True)
class _Done:
    """What became of a job: a row, or the problem that kept it from one."""

    case: int
    repetition: int
    seconds: float
    row: Row
    problem: str = ""


def seed_of(experiment: Experiment, case: int, repetition: int) -> int:
    """The seed of a row, the same in every version of Python and on every machine; parameters that are ``paired`` do
    not count. 0 to 2⁶³ − 1."""
    counted = {name: value for name, value in experiment.cases[case].items() if name not in experiment.paired}
    text = json.dumps([experiment.seed, counted, repetition], sort_keys=True)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") >> 1


def check_entries(experiment: Experiment) -> dict[str, int]:
    """For each file whose entries are taken how many it has. ScenarioError for a bad entry."""
    entries = experiment.task.entries
    if entries is None:
        return {}
    return {str(experiment.cases[case]["file"]): entries(experiment.given(case))
            for case in range(len(experiment.cases))}


def called_with(experiment: Experiment, case: int, repetition: int) -> Case:
    """What the task is called with. The entries of a file are taken in an order that depends on the experiment's seed
    and the file alone, each once before any comes again."""
    given, entries = experiment.given(case), experiment.task.entries
    if entries is None:
        return given
    turn, index = divmod(repetition, entries(given))
    place = json.dumps([experiment.seed, experiment.cases[case]["file"], turn])
    return {**given, "entry": _shuffled(place, entries(given))[index]}


@lru_cache(maxsize=16)
def _shuffled(seed: str, count: int) -> Sequence[int]:
    order = list(range(count))
    Random(seed).shuffle(order)
    return order


def collect(experiment: Experiment, rows: Rows, repetitions: int, engine: Engine, tell: Callable[[], None]) -> None:
    """Adds the rows that are missing, and calls ``tell`` after each.

    Raises ExperimentError if a task fails or the engine cannot be had, and ScenarioError if the spec names columns
    that the task does not give. All rows until then are kept.
    """
    kinds: Mapping[str, str] | None = None
    if rows.count(repetitions):
        kinds = _kinds(experiment, rows.row(*next(_present(rows, repetitions)))[0])
    if rows.count(repetitions) == repetitions * len(experiment.cases):
        return
    with _results(experiment, rows.missing(repetitions), engine) as results:
        for done in results:
            if done.problem:
                raise ExperimentError(f"{_place(experiment, done)} fails: {done.problem}; mend the task or the case")
            if kinds is None:
                kinds = _kinds(experiment, done.row)
            elif _kinds_of(done.row) != kinds:
                raise ExperimentError(f"{_place(experiment, done)} gives other columns than the rows before "
                                      f"({_listed(_kinds_of(done.row))}; before: {_listed(kinds)}); mend the task, or "
                                      "start over with --fresh")
            rows.add(done.case, done.repetition, done.seconds, done.row)
            tell()


def _present(rows: Rows, repetitions: int) -> Iterator[tuple[int, int]]:
    return ((case, repetition) for case in range(len(rows.experiment.cases)) for repetition in range(repetitions)
            if rows.has(case, repetition))


def _place(experiment: Experiment, done: _Done) -> str:
    seed = seed_of(experiment, done.case, done.repetition)
    return f"the task {experiment.task.name} with {json.dumps(experiment.cases[done.case])} and seed {seed}"


# --- columns -----------------------------------------------------------------------------------------------------


def _kinds_of(row: Row) -> dict[str, str]:
    """For each column what it holds."""
    return {name: "true or false" if isinstance(value, bool) else "text" if isinstance(value, str) else "numbers"
            for name, value in row.items()}


def _listed(kinds: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {kind}" for name, kind in kinds.items())


def _kinds(experiment: Experiment, row: Row) -> Mapping[str, str]:
    """What the columns of this first row hold, if the spec fits them."""
    kinds, document = _kinds_of(row), experiment.document
    for name in kinds:
        if name in (*RESERVED, *experiment.parameters):
            raise ExperimentError(f"the task {experiment.task.name} gives a column {name!r}, which is the name of "
                                  "something else; rename it")
    known = {**kinds, SECONDS: "numbers"}
    wanted: list[tuple[Loc, str, bool]]
    wanted = [(("metrics", name, key), column, metric.statistic == "rate") for name, metric in
              experiment.metrics.items() for key, column in zip(("of", "against"), metric.columns, strict=False)]
    wanted += [(("comparisons", index, "of"), comparison.of, False)
               for index, comparison in enumerate(experiment.comparisons)]
    wanted += [(("plots", name, "y"), plot.y, False) for name, plot in experiment.plots.items()
               if plot.kind in ("box", *OF_ROWS)]
    wanted += [(("plots", name, "x"), plot.x, False) for name, plot in experiment.plots.items() if plot.kind in OF_ROWS]
    for loc, column, rate in wanted:
        if column not in known:
            raise document.error(loc, f"the task gives no column {column!r}; it gives {', '.join(known)}")
        if known[column] == "text" or (rate and known[column] != "true or false"):
            raise document.error(loc, f"the column {column!r} holds {known[column]}, not "
                                 f"{'true or false' if rate else 'numbers'}; name another, or change the statistic")
    return kinds


# --- jobs --------------------------------------------------------------------------------------------------------


def perform(task: Function, number: int, repetition: int, case: Case, seed: int) -> _Done:
    """One job, wherever it runs. An error of the task comes back as text: it may not be picklable."""
    began = time.perf_counter()
    try:
        row = dict(task(case, seed))
        _check(row)
    except Exception as error:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        problem = f"{type(error).__name__}: {error} ({Path(frame.filename).name}, line {frame.lineno})"
        return _Done(number, repetition, 0.0, {}, " ".join(problem.split()))
    return _Done(number, repetition, time.perf_counter() - began, row)


def _check(row: Mapping[str, Any]) -> None:
    for name, value in row.items():
        if not isinstance(value, bool | int | float | str) or (isinstance(value, float) and not isfinite(value)):
            raise TypeError(f"its column {name!r} holds {value!r}, which is no finite number, text or truth")


@contextmanager
def _results(experiment: Experiment, jobs: Iterator[tuple[int, int]], engine: Engine) -> Iterator[Iterator[_Done]]:
    """The jobs' results in the order in which they end; jobs still running at the end of the block are stopped."""
    from joblib import Parallel, delayed  # type: ignore[import-untyped]  # slow to import, and seldom needed

    calls = (delayed(perform)(experiment.task.function, case, repetition, called_with(experiment, case, repetition),
                              seed_of(experiment, case, repetition)) for case, repetition in jobs)
    module = experiment.task.function.__module__
    with _dask(engine.scheduler, module) if engine.backend == "dask" else _loky():
        parallel = Parallel(n_jobs=engine.jobs or -1, return_as="generator_unordered")
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", category=UserWarning, module="joblib")  # jobs may be stopped
            with closing(parallel(calls)) as results:
                yield results


@contextmanager
def _loky() -> Iterator[None]:
    from joblib import parallel_config

    with parallel_config(backend="loky", idle_worker_timeout=_IDLE):
        try:
            yield
        except BrokenProcessPool:
            raise ExperimentError(_LOST) from None


@contextmanager
def _dask(scheduler: str | None, module: str) -> Iterator[None]:
    """Jobs, whose task is in that module, go to the cluster of that scheduler, such as tcp://127.0.0.1:8786."""
    try:
        from distributed import Client, KilledWorker
        from distributed.client import FutureCancelledError
    except ImportError:
        raise ExperimentError("--backend dask needs the package distributed; install it: "
                              "python3 -m pip install distributed") from None
    from joblib import parallel_config

    if scheduler is None:
        raise ExperimentError("--backend dask needs a cluster; start one, and name it with --scheduler, such as "
                              "--scheduler tcp://127.0.0.1:8786")
    if not re.fullmatch(r"(\w+://)?(\[[\w:]+\]|[^/:\s]+):\d+", scheduler):
        raise ExperimentError(f"{scheduler!r} is no address of a scheduler; write such as tcp://127.0.0.1:8786")
    connect: Any = Client  # has no types
    try:
        client = connect(scheduler, timeout=_PATIENCE, set_as_default=False)
    except OSError as error:
        raise ExperimentError(f"there is no Dask scheduler at {scheduler} ({' '.join(str(error).split())}); "
                              "check the address") from None
    with client, parallel_config(backend="dask", client=client):
        if not client.scheduler_info()["workers"]:
            raise ExperimentError(f"the cluster at {scheduler} has no workers; start some: dask worker {scheduler}")
        _check_cluster(client, module)
        try:
            yield
        except KilledWorker:
            raise ExperimentError(_LOST) from None
        except FutureCancelledError:
            raise ExperimentError(f"the scheduler at {scheduler} has gone; what is done is kept: start it again when "
                                  "there is one") from None


def _check_cluster(client: Any, module: str) -> None:
    """Can the scheduler and all workers import the task? One that cannot would let the jobs wait for ever."""

    def obstacle() -> str:  # a function inside another is sent as code, and can be read without Unfog
        import importlib

        try:
            importlib.import_module(module)
        except ImportError as error:
            return str(error)
        return ""

    found = next(filter(None, [client.run_on_scheduler(obstacle), *client.run(obstacle).values()]), "")
    if found:
        raise ExperimentError(f"the cluster cannot import the task ({found}); start its scheduler and workers with "
                              "Unfog's folder on their PYTHONPATH, and Unfog's packages installed")
