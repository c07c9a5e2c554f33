"""The house rules: the layout, documented and short code, exact pins, licences, and no address of a registry."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.imports import statements

ROOT = Path(__file__).parents[2]
CODE = sorted(path for part in ("algorithms", "scenarios", "visualizer") for path in (ROOT / part).rglob("*.py"))
TOP = {"main.py", "algorithms", "scenarios", "visualizer", "assets", "tests", "README.md", "requirements.txt",
       "requirements-dev.txt", "pyproject.toml", "LICENSE", "CONTRIBUTING.md", "CHANGELOG.md", ".gitignore", ".ci",
       ".github"}
MOST_LINES, MOST_FUNCTION_LINES = 420, 55
HOSTS = ("py" + "pi.org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "crates" + ".io",
         "rubygems" + ".org", "golang" + ".org", "anaconda" + ".org", "maven" + ".org")
HERE = re.compile(r"(?<![\w.~-])/" + r"(?:work|root)/\w")  # the folders of the machine that this was written on
BINARY = {".ttf", ".png", ".gif", ".gz", ".pyc"}


def tracked() -> list[Path]:
    """The files that git knows; skips the test in a copy without git."""
    git = shutil.which("git")
    found = git and subprocess.run([git, "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if not found or found.returncode or not found.stdout:
        pytest.skip("needs git and its folder: which files belong to Unfog?")
    return [ROOT / name for name in found.stdout.split("\0") if name]


def public(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.ClassDef]:
    """The functions and classes that a module offers."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node


def test_the_top_level_is_the_fixed_one() -> None:
    assert [name for name in sorted(TOP) if not (ROOT / name).exists()] == []
    assert {path.relative_to(ROOT).parts[0] for path in tracked()} - TOP == set()


def test_code_is_documented_and_short() -> None:
    assert CODE
    assert [f"{path.relative_to(ROOT).as_posix()}: {fault}" for path in CODE for fault in faults(path)] == []


def faults(path: Path) -> Iterator[str]:
    """What lacks a docstring in a file, and what is too long."""
    text = path.read_text(encoding="utf-8")
    tree = ast.parse(text)
    if not ast.get_docstring(tree):
        yield "the module needs a docstring"
    yield from (f"{node.name} needs a docstring" for node in public(tree) if not ast.get_docstring(node))
    if len(text.splitlines()) > MOST_LINES:
        yield f"more than {MOST_LINES} lines"
    functions = [node for node in statements(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    yield from (f"{node.name} is longer than a screen" for node in functions
                if (node.end_lineno or 0) - node.lineno + 1 > MOST_FUNCTION_LINES)


@pytest.mark.parametrize("name", ["requirements.txt", "requirements-dev.txt"])
def test_requirements_are_pinned_exactly(name: str) -> None:
    lines = [line.split("#")[0].strip() for line in (ROOT / name).read_text(encoding="utf-8").splitlines()]
    wanted = [line for line in lines if line and line != "-r requirements.txt"]
    assert wanted
    assert [line for line in wanted if not re.fullmatch(r"[A-Za-z][\w.-]*==\d[\w.]*", line)] == []


def test_licences() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert licence.startswith("MIT License")
    assert "the Unfog authors" in licence
    fonts = ROOT / "assets" / "fonts"
    assert {path.suffix for path in fonts.iterdir()} == {".ttf", ""}
    assert "Bitstream Vera" in (fonts / "LICENSE").read_text(encoding="utf-8")


def test_no_text_names_a_registry_or_this_machine() -> None:
    for path in tracked():
        if path.is_file() and path.suffix not in BINARY:
            text = path.read_text(encoding="utf-8")
            assert [host for host in HOSTS if host in text] == [], path
            assert HERE.findall(text) == [], path


def test_the_checks_can_be_run() -> None:
    checks = ROOT / ".ci" / "run"
    assert checks.stat().st_mode & 0o111
    if bash := shutil.which("bash"):
        assert subprocess.run([bash, "-n", str(checks)], check=False).returncode == 0


def test_the_version_is_the_newest_one_of_the_changes() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## (\S+)", changes, re.MULTILINE)
    command = [sys.executable, "main.py", "--version"]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert newest is not None
    assert said.stdout == f"Unfog {newest[1]}\n"
