"""Imports flow one way, visualizer → scenarios → algorithms, and what needs no window does without pygame."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kit.imports import ROOT, imported

MAY_IMPORT = {
    "algorithms": {"algorithms"},
    "scenarios": {"algorithms", "scenarios"},
    "visualizer": {"algorithms", "scenarios", "visualizer"},
}
OURS = {*MAY_IMPORT, "main", "tests"}


def packages(file: Path) -> set[str]:
    """The top-level packages that a file imports, anywhere in it."""
    return {name.partition(".")[0] for name in imported(file)}


@pytest.mark.parametrize("package", MAY_IMPORT)
def test_imports_flow_one_way(package: str) -> None:
    files = sorted((ROOT / package).rglob("*.py"))
    assert files
    for file in files:
        assert packages(file) & OURS <= MAY_IMPORT[package], file
        if package != "visualizer":
            assert "pygame" not in packages(file), file


@pytest.mark.parametrize(("code", "without"), [
    ("import algorithms.core as c, algorithms.problems.puzzle as p; c.algorithms(); p.puzzles()",
     ["pygame", "yaml", "numpy", "pydantic", "pysat", "clingo", "scenarios", "visualizer"]),
    ("from scenarios.loader import load, lessons; [load(path) for path in lessons()]", ["pygame", "visualizer"]),
    ("import scenarios.script.director", ["pygame", "visualizer"]),
    ("import scenarios.timeline, visualizer.runs.states, visualizer.terminal.commands", ["pygame"]),
])
def test_what_is_not_needed_is_not_loaded(code: str, without: list[str]) -> None:
    check = f"import sys; {code}; print([name for name in {without} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[]\n", "")
