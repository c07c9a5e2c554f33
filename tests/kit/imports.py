"""Who imports whom: every import of a file counts, a lazy one and one for types alone, too."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def modules(packages: Iterable[str]) -> dict[str, Path]:
    """The files of these packages, to any depth, by the names of their modules."""
    found = {}
    for package in packages:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(path: Path) -> set[str]:
    """All that a file imports, by name: modules, and what is taken from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def graph(packages: Iterable[str]) -> Mapping[str, set[str]]:
    """For each module of these packages those of them that it imports."""
    known = modules(packages)
    return {name: (imported(path) & known.keys()) - {name} for name, path in known.items()}


def cycle(packages: Iterable[str]) -> list[str]:
    """A round of imports, its first module twice; empty where there is none."""
    try:
        TopologicalSorter(graph(packages)).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
