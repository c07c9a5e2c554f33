"""Whatever is wrong: one line on standard error that names the place and the mend, exit 2, nothing half written."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from algorithms.problems.forms import binary
from kit.lesson_files import BOARD, lesson, names
from kit.work import calls_at_most
from main import ROOT, main

Out = pytest.CaptureFixture[str]


def told(capsys: Out, *arguments: str) -> str:
    """The one line that the command ends with."""
    assert main(list(arguments)) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1, lines
    assert "Traceback" not in lines[0]
    return lines[0]


def board(text: str) -> str:
    return "title: Bad\nalgorithm: gac\npuzzle:\n  kind: gnomine\n" + text


def drawn(*rows: str) -> str:
    return board("  board: |\n" + "".join(f"    {row}\n" for row in rows))


BOMB = "title: x\na: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 9)}]\n" for old, new in zip("abcdefg", "bcdefgh", strict=True))

LESSONS = {
    "malformed": ("title: [x\npuzzle: 1\n", 2, "not YAML"),
    "unknown key": (BOARD + "pace: fast\n", 9, "pace: unknown key"),
    "wrong type": (BOARD.replace("A small board", "12"), 1, "title: must be text"),
    "ragged": (drawn("1 . .", ". ."), 7, "equally long"),
    "letters": (drawn("1 . .", ". a ."), 7, "'a'"),
    "number too large": (drawn("4 .", ". ."), 6, "at most 3"),
    "too many flags": (board("  mines: 1\n  board: |\n    2 F\n    F .\n"), 5, "flags"),
    "contradictory": (drawn("1 .", "2 ."), 6, "clash"),
    "contradictory total": (board("  mines: 3\n  board: |\n    1 .\n    1 .\n"), 5, "mines"),
    "vast": (board("  random: {rows: 5000, columns: 5000, mines: 9}\n"), 5, "at most 100"),
    "vast text": (drawn(*["." * 400] * 400), 6, "at most 100"),
    "no board": (board("  mines: 3\n"), 3, "board"),
    "alias bomb": (BOMB, 0, "make it smaller"),
    "file outside": (board("  file: ../../etc/passwd\n"), 5, "puzzle.file"),
    "unknown cue": (BOARD + "script:\n  - says: x\n", 10, "did you mean 'say'?"),
    "place without quotes": (BOARD + "script:\n  - say: x\n    mark: [(0,1)]\n", 11, 'in quotes, as in "(0,1)"'),
    "place without quotes as a key": (BOARD + "script:\n  - say: x\n    suppose: {(0,1): mine}\n", 11,
                                      "script.0.suppose.(0: '(0' is half of a name"),
    "unreachable cue": (BOARD + "script:\n  - when: {event: WipedOut}\n", 10, "never comes"),
}


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_that_cannot_be(tmp_path: Path, capsys: Out, name: str) -> None:
    text, line, says = LESSONS[name]
    path = lesson(tmp_path, text)
    with calls_at_most(5_000_000):
        found = told(capsys, "check", str(path))
    assert found.startswith(f"FAILED {path}:{line or ''}"), found
    assert says in found, found
    if name != "unreachable cue":  # `run` plays no script
        assert told(capsys, "run", str(path)) == found.removeprefix("FAILED ")


VAST = "title: Vast\npuzzle: {kind: gnomine, random: {rows: 16, columns: 16, mines: 40, seed: 1, reveal: 0}}\n"
TOTAL = "options: {mine_total: true}"
RUNS = {  # what comes out only when it runs
    "one": (VAST + f"algorithm: ac3\n{TOTAL}\n", 3, "algorithm"),
    "compared": (VAST + f"compare:\n- {{algorithm: gac}}\n- {{algorithm: bt, {TOTAL}}}\n", 5, "compare.1.algorithm"),
    "its option": (BOARD.replace("algorithm: gac", "algorithm: ac3\noptions:\n  form: dual"), 10, "options.form"),
}


@pytest.mark.parametrize("name", RUNS)
def test_runs_that_cannot_go_on(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(binary, "MOST_AGREEMENTS", 1)
    text, line, key = RUNS[name]
    path = lesson(tmp_path, text)
    assert told(capsys, "run", str(path)).startswith(f"{path}:{line}: {key}: ")


def test_a_board_of_5000_rows_and_columns(tmp_path: Path, capsys: Out) -> None:
    assert "larger than" in told(capsys, "run", str(lesson(tmp_path, drawn(*["." * 5000] * 5000))))


def test_files_that_are_no_lessons(tmp_path: Path, capsys: Out) -> None:
    (tmp_path / "junk.yaml").write_bytes(os.urandom(5000))
    (tmp_path / "empty.yaml").touch()
    (tmp_path / "folder.yaml").mkdir()
    for name, says in (("junk", "text"), ("empty", "is empty"), ("folder", "is a directory"), ("none", "no such file")):
        path = tmp_path / f"{name}.yaml"
        found = told(capsys, "run", str(path))
        assert found.startswith(str(path))
        assert says in found or name == "junk"
    assert "no such lesson" in told(capsys, "run", "no-such-lesson")
    assert "no lesson in this folder" in told(capsys, "check", str(tmp_path / "folder.yaml"))


def test_outputs_that_cannot_be_written(tmp_path: Path, capsys: Out) -> None:
    path = str(lesson(tmp_path, BOARD))
    (tmp_path / "taken").mkdir()
    for output in (tmp_path / "no" / "such.jsonl", tmp_path / "taken", Path(path), tmp_path / ("x" * 300)):
        assert str(output) in told(capsys, "run", path, "--events", str(output))
    for output in (tmp_path / "no" / "such.html", tmp_path / "taken", tmp_path / "x.txt"):
        assert str(output) in told(capsys, "record", path, "-o", str(output))
    assert names(tmp_path) == ["lesson.yaml", "taken"]


@pytest.mark.parametrize("arguments", [["rum", "x"], ["run"], ["run", "x", "--jsn"], ["list", "all"], ["record", "x"]])
def test_commands_that_do_not_exist(capsys: Out, arguments: list[str]) -> None:
    found = told(capsys, *arguments)
    assert found.startswith("unfog: ")
    assert "--help" in found


def test_as_a_process(tmp_path: Path) -> None:
    path = lesson(tmp_path, LESSONS["ragged"][0], "a\nb.yaml")
    done = subprocess.run([sys.executable, str(ROOT / "main.py"), "run", str(path)], capture_output=True, text=True,
                          check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(("arguments", "says"), [
    ("record --all -o site.html", "site.html would be one file; name a folder for all lessons, such as site/"),
    ("record --all --cue 2 -o site", "--cue is for pictures of one lesson; leave it out, or --all")])
def test_what_does_not_go_with_all_lessons(tmp_path: Path, capsys: Out, monkeypatch: pytest.MonkeyPatch,
                                           arguments: str, says: str) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(capsys, *arguments.split()) == f"unfog: {says}"
    assert names(tmp_path) == []
