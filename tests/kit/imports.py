"""Who imports whom: every import of a file counts, a lazy one and one for types alone, too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def name_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def statements(within: ast.AST) -> Iterator[ast.AST]:
    """All statements in it, however deep, and what they consist of that has statements in it."""
    for name in ("body", "handlers", "orelse", "finalbody", "cases"):
        for node in getattr(within, name, ()):
            yield node
            yield from statements(node)


@cache
def imported(path: Path) -> frozenset[str]:
    """All that a file imports, by name: modules, and what is taken from them."""
    found: set[str] = set()
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(found)


@cache
def graph(packages: tuple[str, ...]) -> Mapping[str, frozenset[str]]:
    """For each module of these packages those of them that it imports."""
    files = {name_of(path): path for package in packages for path in (ROOT / package).rglob("*.py")}
    return {name: imported(path) & files.keys() - {name} for name, path in files.items()}


def in_circles(imports: Mapping[str, frozenset[str]]) -> set[str]:
    """The modules that import themselves, however far round."""
    return {module for module in imports if module in reached(imports, module)}


def reached(imports: Mapping[str, frozenset[str]], start: str) -> set[str]:
    """All modules that one imports, however far down."""
    seen: set[str] = set()
    waiting = [start]
    while waiting:
        for module in imports[waiting.pop()] - seen:
            seen.add(module)
            waiting.append(module)
    return seen
