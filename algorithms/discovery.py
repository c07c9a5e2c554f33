"""Finds what registers itself: every file below a package is imported, to any depth."""

from __future__ import annotations

import gc
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path


@cache
def import_all(package: str, *, but: str = "") -> None:
    """Imports every file in the folders of ``package`` and below, in the order of their names.

    An import error is raised, wherever the file lies: nothing is silently missing.

    but: a folder in it where nothing is looked for
    """
    with no_collection():
        for folder in map(Path, importlib.import_module(package).__path__):
            for path in sorted(folder.rglob("*.py")):
                parts = path.relative_to(folder).with_suffix("").parts
                if parts[0] != but and not any(part.startswith((".", "__")) for part in parts):
                    importlib.import_module(".".join((package, *parts)))


@contextmanager
def no_collection() -> Iterator[None]:
    """What is imported stays: nobody need look for garbage in it, now or later, which takes a tenth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.freeze()
            gc.enable()
