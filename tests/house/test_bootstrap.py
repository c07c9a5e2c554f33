"""Starting on a machine where packages, tools or a display are missing."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import main as unfog

Out = pytest.CaptureFixture[str]


class Started(Exception):  # noqa: N818 - nothing is wrong
    """Instead of starting again in .venv."""


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A checkout without .venv, whose Python lacks a package; the tools that were called, which do nothing but succeed.

    `python -m venv` makes a .venv with a Python in it.
    """
    for name in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / name).write_text(f"{name}==1\n")
    venv = tmp_path / ".venv"
    python = venv / "bin" / "python"
    called: list[list[str]] = []

    def quietly(command: list[str]) -> subprocess.CompletedProcess[str]:
        called.append(command)
        if "venv" in command:
            python.parent.mkdir(parents=True, exist_ok=True)
            python.touch()
        return subprocess.CompletedProcess(command, 0, stdout="")

    def execv(path: str, command: list[str]) -> None:
        raise Started(command)

    monkeypatch.setattr(unfog, "ROOT", tmp_path)
    monkeypatch.setattr(unfog, "VENV", venv)
    monkeypatch.setattr(unfog, "PYTHON", python)
    monkeypatch.setattr(unfog, "HEADLESS", ("no_such_package_here",))
    monkeypatch.setattr(unfog, "STAGE", ("no_such_package_here",))
    monkeypatch.setattr(unfog, "TESTS", ("no_such_package_here", "nor_this"))
    monkeypatch.setattr(unfog, "quietly", quietly)
    monkeypatch.setattr("os.execv", execv)
    monkeypatch.delenv(unfog.SET_UP, raising=False)
    return called


def start(*arguments: str) -> None:
    with pytest.raises(Started):
        unfog.main(list(arguments))
    os.environ.pop(unfog.SET_UP)


def installs(called: list[list[str]]) -> list[str]:
    return [Path(command[-1]).name for command in called if "install" in command]


def test_packages_are_installed_once(machine: list[list[str]], capsys: Out) -> None:
    start("list")
    assert [line.split()[1] for line in capsys.readouterr().err.splitlines()] == ["making", "installing"]
    assert installs(machine) == ["requirements.txt"]
    start("run", "x")
    assert capsys.readouterr().err == ""
    assert installs(machine) == ["requirements.txt"]


def test_the_tests_need_more(machine: list[list[str]]) -> None:
    start("list")
    start("test")
    start("test")
    start("list")
    assert installs(machine) == ["requirements.txt", "requirements-dev.txt"]


def test_new_requirements_are_installed(machine: list[list[str]], tmp_path: Path) -> None:
    start("list")
    (tmp_path / "requirements.txt").write_text("other==2\n")
    start("list")
    assert installs(machine) == ["requirements.txt"] * 2


def test_an_interrupted_set_up_is_redone(machine: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    working = unfog.quietly

    def interrupted(command: list[str]) -> subprocess.CompletedProcess[str]:
        if "install" in command:
            raise KeyboardInterrupt
        return working(command)

    monkeypatch.setattr(unfog, "quietly", interrupted)
    assert unfog.main(["list"]) == 130
    monkeypatch.setattr(unfog, "quietly", working)
    start("list")
    assert installs(machine) == ["requirements.txt"]


def test_half_an_environment_is_made_anew(
    machine: list[list[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Interrupted while pip is unpacked, it has a pip that does not work."""
    working = unfog.quietly

    def interrupted(command: list[str]) -> subprocess.CompletedProcess[str]:
        working(command)
        (tmp_path / ".venv" / "half a pip").touch()
        raise KeyboardInterrupt

    monkeypatch.setattr(unfog, "quietly", interrupted)
    assert unfog.main(["list"]) == 130
    monkeypatch.setattr(unfog, "quietly", working)
    start("list")
    assert not (tmp_path / ".venv" / "half a pip").exists()


def test_somebody_elses_environment_is_kept(machine: list[list[str]], tmp_path: Path) -> None:
    (tmp_path / ".venv" / "bin").mkdir(parents=True)
    (tmp_path / ".venv" / "bin" / "python").touch()
    (tmp_path / ".venv" / "theirs").touch()
    start("list")
    assert (tmp_path / ".venv" / "theirs").exists()
    assert not any("venv" in command for command in machine)


@pytest.mark.parametrize(("tool", "output", "says"), [
    ("venv", "It was not created because ensurepip is not\navailable.", "apt install python3-venv"),
    ("venv", "Error: [Errno 30] Read-only file system: '/x/.venv'", "Read-only file system"),
    ("install", "WARNING: Retrying\nERROR: No matching distribution found for x==1\n", "check the network"),
])
def test_tools_that_fail_are_told_in_one_line(
    machine: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: Out, tool: str, output: str, says: str
) -> None:
    working = unfog.quietly

    def failing(command: list[str]) -> subprocess.CompletedProcess[str]:
        if tool in command:
            return subprocess.CompletedProcess(command, 1, stdout=output)
        return working(command)

    monkeypatch.setattr(unfog, "quietly", failing)
    assert unfog.main(["list"]) == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert last.startswith("unfog: ")
    assert says in last
    assert unfog.main(["list"]) == 2, "a set-up that failed counts for nothing"


def test_it_does_not_go_in_circles(machine: list[list[str]], monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    monkeypatch.setenv(unfog.SET_UP, "1")
    assert unfog.main(["list"]) == 2
    assert "still missing after the set-up" in capsys.readouterr().err
    assert machine == []


def test_where_the_packages_are_nothing_is_made(machine: list[list[str]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfog, "HEADLESS", ("json",))
    assert unfog.main(["list", "algorithms"]) == 0
    assert machine == []


def test_a_tool_that_cannot_be_started() -> None:
    done = unfog.quietly(["/no/such/tool"])
    assert (done.returncode, "No such file" in done.stdout) == (1, True)


def test_an_old_python_is_told(monkeypatch: pytest.MonkeyPatch, capsys: Out) -> None:
    ast.parse(Path(unfog.__file__).read_text(encoding="utf-8"), feature_version=(3, 8))
    monkeypatch.setattr(sys, "version_info", (3, 8, 1))
    assert unfog.main(["list"]) == 2
    assert capsys.readouterr().err == "unfog: this is Python 3.8; start Unfog with 3.11 or newer\n"


def test_until_the_packages_are_there_only_the_standard_library_is_imported() -> None:
    tree = ast.parse(Path(unfog.__file__).read_text(encoding="utf-8"))
    top = [name for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)
           for name in ([alias.name for alias in node.names] if isinstance(node, ast.Import) else [node.module or ""])]
    assert {name.split(".")[0] for name in top} <= set(sys.stdlib_module_names)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only on Linux is a display named in the environment")
@pytest.mark.parametrize(("arguments", "page"), [([], "01-a-number-is-a-constraint"),
                                                 (["play", "a-wrong-flag"], "05-a-wrong-flag")])
def test_without_a_display_the_lesson_is_recorded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Out, arguments: list[str], page: str
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(unfog, "ROOT", tmp_path)
    assert unfog.main(arguments) == 0
    file = tmp_path / "recordings" / f"{page}.html"
    assert capsys.readouterr().out == (
        f"unfog: there is no display, so the lesson was recorded to {file}; open it in a browser\n")
    assert file.read_text(encoding="utf-8").startswith("<!")
