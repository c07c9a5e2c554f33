"""Finds what registers itself: every file below a package is imported, to any depth."""

from __future__ import annotations

import importlib
from functools import cache
from pathlib import Path


@cache
def import_all(package: str) -> None:
    """Imports every file in the folders of ``package`` and below, in the order of their names.

    An import error is raised, wherever the file lies: nothing is silently missing.
    """
    for folder in map(Path, importlib.import_module(package).__path__):
        for path in sorted(folder.rglob("*.py")):
            parts = path.relative_to(folder).with_suffix("").parts
            if not any(part.startswith((".", "__")) for part in parts):
                importlib.import_module(".".join((package, *parts)))
