"""The rule of the house: a family and a puzzle are each one declared thing, and no shared module names any of them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from kit.imports import ROOT, graph, in_circles

CODE = ("algorithms", "scenarios", "visualizer")
SHARED = ("canvas", "runs", "widgets", "tree", "stage", "window", "recording", "terminal")
ORDER = ("canvas", "widgets", "runs", "tree", "stage", "families", "puzzles", "window", "recording", "terminal")

BELOW = {"problems", "events", "__pycache__"}
FAMILIES = {path.name for path in (ROOT / "algorithms").iterdir() if path.is_dir()} - BELOW


def imports() -> Mapping[str, frozenset[str]]:
    return graph(CODE)


def test_no_module_imports_itself_in_a_circle() -> None:
    assert in_circles(imports()) == set()


def test_shared_modules_name_no_family_and_no_puzzle() -> None:
    """Neither how they are seen, nor what they are: shared modules look them up in registries."""
    shared = [f"visualizer.{folder}." for folder in SHARED]
    problems = {name.split(".")[2] for name in imports() if name.startswith("algorithms.problems.")} - {
        "forms", "puzzle", "rows", "graph_layout"}
    assert {"gnomine", "sudoku", "clue", "colouring", "formula", "network", "exact_cover"} <= problems
    owned = ("visualizer.families.", "visualizer.puzzles.", *(f"algorithms.{family}." for family in FAMILIES),
             *(f"algorithms.problems.{problem}." for problem in problems))
    named = {f"{module} names {other}" for module, others in imports().items() for other in others
             if module.startswith(("scenarios.", *shared)) and not module.startswith("scenarios.tasks.")
             and f"{other}.".startswith(owned)}
    assert named == set()


def test_the_rooms_of_the_visualizer_stand_on_those_below() -> None:
    level = {f"visualizer.{folder}": index for index, folder in enumerate(ORDER)}

    def room(module: str) -> int:
        return level[".".join(module.split(".")[:2])]

    up = {f"{module} imports {other}" for module, others in imports().items() for other in others
          if module.startswith("visualizer.") and other.startswith("visualizer.") and room(module) < room(other)}
    assert up == set()


def test_a_circle_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One import of it is lazy, one is for types alone."""
    folder = tmp_path / "circle"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "one.py").write_text("def ask() -> None:\n    from circle.two import answer\n")
    (folder / "two.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import circle.one\n")
    (folder / "three.py").write_text("import circle.two\n")
    monkeypatch.setattr("kit.imports.ROOT", tmp_path)
    assert in_circles(graph(("circle",))) == {"circle.one", "circle.two"}


def test_problems_know_no_algorithm() -> None:
    assert {"backtracking", "counting", "advice"} <= FAMILIES
    problems = {name: others for name, others in imports().items() if name.startswith("algorithms.problems.")}
    assert len(problems) > 20
    assert {f"{name} imports {other}" for name, others in problems.items() for other in others
            if other.split(".")[1] in FAMILIES} == set()
