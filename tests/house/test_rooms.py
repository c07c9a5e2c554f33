"""The rule of the house: a family and a puzzle are each one declared thing, and no shared module names any of them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE = ("algorithms", "scenarios", "visualizer")
SHARED = ("canvas", "runs", "widgets", "tree", "stage", "window", "recording", "terminal")
ORDER = ("canvas", "widgets", "runs", "tree", "stage", "families", "puzzles", "window", "recording", "terminal")


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports() -> dict[str, frozenset[str]]:
    """For each module the modules of ours that it imports, anywhere in it: lazily and for types, too."""
    files = {name_of(path): path for part in CODE for path in (ROOT / part).rglob("*.py")}
    found = {}
    for module, path in files.items():
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        found[module] = frozenset(name for name in names if name in files and name != module)
    return found


def reached(start: str) -> set[str]:
    """All modules that one imports, however far down."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for module in imports()[waiting.pop()] - seen:
            seen.add(module)
            waiting.append(module)
    return seen


LEFT_IN_CIRCLES = {
    "algorithms.counting.clue", "algorithms.problems.clue.check", "algorithms.problems.clue.deal",
    "algorithms.problems.clue.deals", "algorithms.problems.clue.network", "algorithms.problems.clue.puzzle",
    "algorithms.problems.clue.reading", "algorithms.problems.colouring.check", "algorithms.problems.colouring.puzzle",
    "algorithms.problems.colouring.text", "algorithms.problems.gnomine.cnf", "algorithms.problems.gnomine.deal",
    "algorithms.problems.gnomine.puzzle", "algorithms.problems.sudoku.check", "algorithms.problems.sudoku.deal",
    "algorithms.problems.sudoku.puzzle", "scenarios.loader", "scenarios.script.cues",
}
"""Still to be straightened out. Nothing may join them, and what is mended is taken out."""


def test_no_module_imports_itself_in_a_circle() -> None:
    assert {module for module in imports() if module in reached(module)} == LEFT_IN_CIRCLES


def test_shared_modules_name_no_family_and_no_puzzle() -> None:
    shared = [f"visualizer.{folder}." for folder in SHARED]
    named = {f"{module} names {other}" for module, others in imports().items() for other in others
             if module.startswith(("scenarios.", *shared)) and not module.startswith("scenarios.tasks.")
             and other.startswith(("visualizer.families.", "visualizer.puzzles."))}
    assert named == set()


def test_the_rooms_of_the_visualizer_stand_on_those_below() -> None:
    level = {f"visualizer.{folder}": index for index, folder in enumerate(ORDER)}

    def room(module: str) -> int:
        return level[".".join(module.split(".")[:2])]

    up = {f"{module} imports {other}" for module, others in imports().items() for other in others
          if module.startswith("visualizer.") and other.startswith("visualizer.") and room(module) < room(other)}
    assert up == set()
