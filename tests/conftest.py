"""What end-to-end tests need, and what is said where it is missing.

A test that drives a real window or browser is marked ``e2e``, asks ``need`` for its programs, and is left out, with the
reason, where they are missing. Where UNFOG_E2E is "required", as in .ci/run, leaving one out is a failure.
"""

from __future__ import annotations

import gc
import os
import shutil
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from platformdirs import user_cache_path

from kit.user_folder import CONFIG

pytest_plugins = ("kit.examples", "kit.fixtures", "kit.pages")  # fixtures of several modules
REQUIRED = os.environ.get("UNFOG_E2E") == "required"

COMPILED = user_cache_path("unfog") / "compiled"
if sys.dont_write_bytecode:  # not into the folders of the sources; to compile all tests takes each worker seconds
    sys.dont_write_bytecode, sys.pycache_prefix = False, str(COMPILED)

gc.set_threshold(3_000_000, 10, 10)  # most of what a test makes goes before the garbage collector need look at it

Need = Callable[..., str]


def pytest_addoption(parser: pytest.Parser) -> None:
    """How long the monkey of test_monkey.py stays, and where it begins."""
    parser.addoption("--monkey-events", type=int, metavar="N", help="how much the monkey does, in episodes of 20")
    parser.addoption("--monkey-seed", type=int, default=0, metavar="N", help="the seed of its first episode")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one lesson come one after the other, last, and lessons with the same algorithm too: what is known of a
    lesson is made once, by one worker."""
    items.sort(key=_room)


def _room(item: pytest.Item) -> tuple[int, str, int]:
    """Where it comes: whether it is of a lesson, of which algorithm, and of which lesson, of all of them last."""
    from kit.known_lessons import LESSONS, PLACES, known  # they need what is not imported for --help

    params = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    if isinstance(algorithm := params.get("of_algorithm"), str):
        return 1, algorithm, len(LESSONS)
    lesson = next((params[name] for name in ("path", "lesson", "scenario") if name in params), None)
    path = getattr(lesson, "path", lesson)
    place = PLACES.get(path) if isinstance(path, Path) else None
    return (0, "", 0) if place is None else (1, known(path).algorithm.name, place)


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: the garbage collector need not walk over it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def folder_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Settings and games are kept in a folder of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CONFIG, str(tmp_path_factory.mktemp("config")))
        yield


@pytest.fixture(scope="session", autouse=True)
def signals_of_programs() -> Iterator[None]:
    """What is ignored here, as nohup and some runners of tests have it, would be ignored by each program that a test
    starts. So it gets a handler that does nothing: what is started has the default in its place."""
    known = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    ignored = [number for number in known if signal.getsignal(number) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, lambda *_: None)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Programs that tests start find their modules compiled by those before, in this run or an earlier one."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        patch.setenv("PYTHONPYCACHEPREFIX", str(COMPILED))
        yield


@pytest.fixture
def need() -> Need:
    """``need("chromium", "google-chrome")``: the path of the first of these programs; leaves the test out without."""

    def find(*names: str) -> str:
        path = next(filter(None, map(shutil.which, names)), None)
        if path is None:
            pytest.skip(f"needs {' or '.join(names)}, which is not installed")
        return path

    return find


def reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    """Why it was left out."""
    written = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    return written.removeprefix("Skipped: ")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Turns an end-to-end test that was left out into a failure where all are required."""
    report = yield
    if REQUIRED and report.skipped and not hasattr(report, "wasxfail") and item.get_closest_marker("e2e"):
        report.outcome = "failed"
        report.longrepr = f"UNFOG_E2E=required, but it was left out: {reason(report)}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Says what was left out, and why."""
    reasons = [reason(report) for report in terminalreporter.stats.get("skipped", [])]
    for why in dict.fromkeys(reasons):
        terminalreporter.write_line(f"left out ({reasons.count(why)}): {why}")
