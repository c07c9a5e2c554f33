"""Whatever standard output is: a terminal of any width, a pipe that closes, a full disk, an encoding of few letters."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import main as unfog
from kit.lesson_files import BOARD, lesson, names
from visualizer.terminal import tables
from visualizer.terminal.tables import table

Out = pytest.CaptureFixture[str]
Done = subprocess.CompletedProcess[bytes]
COMMAND = [sys.executable, str(unfog.ROOT / "main.py")]
unix = pytest.mark.skipif(os.name == "nt", reason="needs the shell and the signals of Unix")

VARIABLES = [f"v{n}" for n in range(15)]
ENDLESS = (  # 11^15 assignments, none of which is a support
    "title: Endless\nalgorithm: gac\npuzzle:\n  kind: csp\n  domains: {"
    + ", ".join(f"{name}: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]" for name in VARIABLES) + "}\n"
    f"  constraints:\n    - {{scope: [{', '.join(VARIABLES)}], relation: \"{' + '.join(VARIABLES)} > 999\"}}\n")


def run(*arguments: str, **environment: str) -> Done:
    return subprocess.run([*COMMAND, *arguments], capture_output=True, check=False, env={**os.environ, **environment},
                          timeout=120)


APART = """
import json, os, sys
import algorithms.core, main, scenarios.loader, visualizer.terminal.commands
algorithms.core.algorithms()
codes = []
for sys.argv[1:] in json.loads(sys.argv[1]):
    child = os.fork()
    if not child:
        sys.exit(main.start())
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
    os.write(2, b"\\0")
os.write(2, json.dumps(codes).encode())
"""


def apart(commands: list[list[str]], stdout: int | None, unbuffered: str = "") -> list[tuple[int, bytes]]:
    """What each command ends with and says on standard error: each in a process that begins where modules are loaded,
    and ends as any other. They are given no standard output but this one."""
    done = subprocess.run([sys.executable, "-c", APART, json.dumps(commands)], cwd=unfog.ROOT, stdout=stdout,
                          stderr=subprocess.PIPE, check=False, timeout=120,
                          env={**os.environ, "PYTHONUNBUFFERED": unbuffered})
    *told, codes = done.stderr.split(b"\0")
    return list(zip(json.loads(codes), told, strict=True))


def shell(line: str) -> Done:
    """A line of the shell, in which M is main.py."""
    return subprocess.run(["bash", "-c", f'M() {{ "{COMMAND[0]}" "{COMMAND[1]}" "$@"; }}; {line}'],
                          capture_output=True, check=False, timeout=120)


# --- encodings -----------------------------------------------------------------------------------------------------

FEW = [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "cp1252:strict"},
       {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}]


LITERALS = ["run", "10-propagation-meets-a-conflict", "--json"]  # which have a sign that ASCII lacks


@pytest.mark.parametrize("environment", FEW, ids=["ascii", "cp1252", "C"])
def test_what_an_encoding_lacks_is_replaced_but_json_loses_nothing(environment: dict[str, str]) -> None:
    listed = ["list"] if environment is FEW[0] else ["list", "puzzles"]  # all there is takes a second
    commands = (listed, ["run", "13-dpll-no-model"], ["check", "13-dpll-no-model"], LITERALS, ["run", "no-such"])
    code = ("import sys, main\n"
            f"for arguments in {commands}:\n"
            "    sys.argv[1:] = arguments\n"
            "    print('ends with', main.start())\n")
    done = subprocess.run([sys.executable, "-c", code], cwd=unfog.ROOT, capture_output=True, check=False,
                          env={**os.environ, **environment}, timeout=120)
    assert (done.returncode, b"Traceback" in done.stderr) == (0, False)
    *told, after = done.stdout.split(b"ends with ")
    assert all(part.partition(b"\n")[2] for part in (b"\n" + told[0], *told[1:4]))  # each has something to say
    assert [part[:1] for part in (*told[1:], after)] == [b"0", b"0", b"0", b"0", b"2"]
    assert answers(told[3].partition(b"\n")[2].decode("ascii")) == answers_in_utf_8()


@cache
def answers_in_utf_8() -> dict[str, Any]:
    return answers(run(*LITERALS, PYTHONIOENCODING="utf-8").stdout.decode("utf-8"))


def answers(line: str) -> dict[str, Any]:
    """All but how long it took."""
    read: dict[str, Any] = json.loads(line)
    read["runs"][0].pop("seconds")
    return read


# --- streams that are closed, or full ------------------------------------------------------------------------------


@unix
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_stops_early_ends_it_quietly(unbuffered: str) -> None:
    lines = ["list algorithms", "check 01-a-number-is-a-constraint", "--help", "run 11-dpll",
             "run 11-dpll --events /dev/stdout"]
    reading, writing = os.pipe()
    os.close(reading)
    found = dict(zip(lines, apart([line.split() for line in lines], writing, unbuffered), strict=True))
    os.close(writing)
    ended = 128 + signal.SIGPIPE, b""
    assert found.pop("--help") in (ended, (0, b""))  # argparse itself looks away
    assert found == dict.fromkeys(found, ended)


@unix
def test_closed_streams_are_as_good_as_none(tmp_path: Path) -> None:
    out = tmp_path / "events.jsonl"
    for line, code in ((f"M run 11-dpll --events {out} >&-", 0), ("M list puzzles <&- >&- 2>&-", 0),
                       ("M check no-such >&- 2>&-", 2), ("M run no-such 2>&-", 2)):
        done = shell(line)
        assert (done.returncode, done.stdout, done.stderr) == (code, b"", b""), line
    assert all(json.loads(line)["event"] for line in out.read_text(encoding="utf-8").splitlines())


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_behind_standard_output_is_one_line(unbuffered: str) -> None:
    with Path("/dev/full").open("wb") as full:
        found = apart([["list", "puzzles"], ["run", "11-dpll", "--json"]], full.fileno(), unbuffered)
    assert found == [(2, b"unfog: the output: No space left on device; check it and start again\n")] * 2


# --- signals -------------------------------------------------------------------------------------------------------


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A run that does not end by itself and has begun to write its events, in a process group of its own."""
    command = [*COMMAND, "run", str(lesson(tmp_path, ENDLESS)), "--events", str(tmp_path / "out.jsonl")]
    waiting = f"import main, sys; sys.exit(main.waited({command}))"
    with subprocess.Popen([sys.executable, "-c", waiting], cwd=unfog.ROOT, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, start_new_session=True) as running:
        until = time.monotonic() + 60
        while not list(tmp_path.glob(".*.part")) and time.monotonic() < until:
            time.sleep(0.05)
        yield running


@unix
def test_ctrl_c_is_told_once_where_a_process_waits_for_another(endless: subprocess.Popen[str], tmp_path: Path) -> None:
    """As on Windows, where main.py starts itself in its environment; a terminal tells all of the group."""
    os.killpg(endless.pid, signal.SIGINT)
    assert endless.communicate(timeout=60) == ("", "unfog: stopped\n")
    assert (endless.returncode, names(tmp_path)) == (130, ["lesson.yaml"])


@unix
def test_these_tests_need_no_signal_of_those_who_start_them() -> None:
    """Runners of tests, and nohup, ignore some, and what ignores a signal starts programs that ignore it."""

    def deaf() -> None:
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    tests = [f"{Path(__file__)}::{test_ctrl_c_is_told_once_where_a_process_waits_for_another.__name__}",
             f"{Path(__file__)}::test_a_run_that_is_ended_leaves_nothing"]
    done = subprocess.run([sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", *tests], cwd=unfog.ROOT, text=True,
                          capture_output=True, check=False, preexec_fn=deaf)
    assert done.returncode == 0, done.stdout


@unix
def test_who_ignores_ctrl_c_is_not_stopped_by_it(tmp_path: Path) -> None:
    """As under nohup, or in the background of a script: Unfog does not make itself heard there."""
    path = lesson(tmp_path, ENDLESS)
    script = ("import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); "
              f"os.execv(sys.executable, {[*COMMAND, 'run', str(path), '--events', str(tmp_path / 'out')]})")
    with subprocess.Popen([sys.executable, "-c", script], stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 60
        while not list(tmp_path.glob(".*.part")) and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        time.sleep(0.5)
        assert running.poll() is None
        running.send_signal(signal.SIGTERM)
        said = running.communicate(timeout=60)[1]
    assert (running.returncode, said) == (128 + signal.SIGTERM, "")


@unix
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_run_that_is_ended_leaves_nothing(tmp_path: Path, name: str) -> None:
    number = signal.Signals[name]
    out = tmp_path / "out.jsonl"
    out.write_text("old")
    command = [*COMMAND, "run", str(lesson(tmp_path, ENDLESS)), "--events", str(out)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        until = time.monotonic() + 60
        while not list(tmp_path.glob(".*.part")) and time.monotonic() < until:
            time.sleep(0.05)
        running.send_signal(number)
        assert running.communicate(timeout=60) == ("", "")
    assert (running.returncode, names(tmp_path), out.read_text()) == (128 + number, ["lesson.yaml", "out.jsonl"], "old")


@unix
def test_nohup_is_heeded(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal that is ignored stays so."""
    set_to: dict[int, object] = {}
    monkeypatch.setattr(signal, "signal", set_to.__setitem__)
    monkeypatch.setattr(signal, "getsignal",
                        lambda number: signal.SIG_IGN if number == signal.SIGHUP else signal.SIG_DFL)
    monkeypatch.setattr(unfog, "main", lambda _: 0)
    monkeypatch.setattr(sys, "argv", ["main.py", "list"])
    assert unfog.start() == 0
    assert set_to == {signal.SIGTERM: unfog.end}


def test_too_little_memory_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    def enormous(_: object) -> int:
        raise MemoryError

    monkeypatch.setattr(unfog, "perform", enormous)
    assert unfog.main(["list"]) == 2
    assert capsys.readouterr().err.startswith("unfog: there is not enough memory")


# --- what comes from files -----------------------------------------------------------------------------------------


@unix
def test_names_of_files_do_not_reach_the_terminal_as_they_are(tmp_path: Path) -> None:
    name = os.fsencode(str(tmp_path)) + b"/x\n\x1b[31m\xff\xc2\x9b.yaml"
    Path(os.fsdecode(name)).write_text(BOARD, encoding="utf-8")
    for arguments in (["run"], ["check"], ["run", "--json"], ["frobnicate"]):
        command: list[str | bytes] = [*COMMAND, arguments[0], name, *arguments[1:]]
        done = subprocess.run(command, capture_output=True, check=False, timeout=60)
        told = (done.stdout + done.stderr).decode("utf-8")
        assert told
        assert all(c.isprintable() or c == "\n" for c in told), told
        if arguments == ["run", "--json"]:
            assert os.fsencode(json.loads(told)["lesson"]) == b"x\n\x1b[31m\xff\xc2\x9b"


# --- tables --------------------------------------------------------------------------------------------------------

CELLS = st.text(st.characters(codec="utf-8"), max_size=40)
ROWS = st.integers(1, 4).flatmap(
    lambda columns: st.lists(st.lists(CELLS, min_size=columns, max_size=columns), min_size=1, max_size=5))


@given(ROWS, st.integers(0, 4))
def test_redirected_a_row_is_a_line(rows: list[list[str]], indent: int) -> None:
    assert len(table(rows, indent)) == len(rows)


@given(ROWS, st.integers(1, 200), st.integers(0, 4))
def test_on_a_terminal_only_what_cannot_be_narrower_is_wider(rows: list[list[str]], width: int, indent: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tables, "_width", lambda: width)
        lines = table(rows, indent)
    columns = [max(len(row[column]) for row in rows) for column in range(len(rows[0]) - 1)]
    assert all(len(line) <= max(width - indent, sum(columns) + 2 * len(columns), 4 + 30) for line in lines)
    assert all(c.isprintable() for line in lines for c in line)
    plain = ["".join(c if c.isprintable() else "�" for c in cell if not c.isspace()) for row in rows for cell in row]
    assert re.sub(r"\s", "", "".join(lines)) == re.sub(r"\s", "", "".join(plain)), "nothing is lost"


def test_a_narrow_terminal_has_the_last_column_below(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [["a-name", "12"], ["another-name", "one two three four five six seven"]]
    monkeypatch.setattr(tables, "_width", lambda: 40)
    assert table(rows) == ["a-name        12", "another-name", "    one two three four five six seven"]
    monkeypatch.setattr(tables, "_width", lambda: 50)
    assert table(rows) == ["a-name        12", "another-name  one two three four five six seven"]
    monkeypatch.setattr(tables, "_width", lambda: 46)
    assert table(rows) == ["a-name        12", "another-name  one two three four five six", "              seven"]


def test_the_width_is_that_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "77")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert tables._width() == 77
    monkeypatch.setattr("sys.stdout.isatty", lambda: False)
    assert tables._width() > 10**9
