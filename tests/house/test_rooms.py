"""Imports of the visualizer's rooms: what is drawn on, and what moves, know nothing of what stands on them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ABOVE = {  # room → those above it that it must not know
    "canvas": ("runs", "widgets", "tree", "stage", "families", "puzzles", "window", "recording", "terminal"),
    "widgets": ("runs", "tree", "stage", "families", "puzzles", "window", "recording", "terminal"),
    "runs": ("widgets", "window", "recording", "terminal"),
    "tree": ("stage", "window", "recording", "terminal"),
    "stage": ("widgets", "window", "recording", "terminal"),
    "families": ("widgets", "window", "recording", "terminal"),
}


def imported(path: Path) -> set[str]:
    """The modules that a file imports, anywhere in it: lazily and for types, too."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


@pytest.mark.parametrize("room", ABOVE)
def test_a_room_knows_nothing_of_those_above(room: str) -> None:
    files = sorted((ROOT / "visualizer" / room).rglob("*.py"))
    assert files
    up = tuple(f"visualizer.{above}." for above in ABOVE[room])
    assert [f"{path.name} imports {name}" for path in files for name in sorted(imported(path))
            if f"{name}.".startswith(up)] == []
