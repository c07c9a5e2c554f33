"""What no algorithm can be is said when it is registered, or imported."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any

import pytest

from algorithms.core import Steps, algorithm, algorithms, event
from algorithms.discovery import import_all


def steps(csp: object, *, least: int = 1) -> Steps[None]:
    yield from ()


def no_default(csp: object, *, least: int) -> Steps[None]:
    yield from ()


def elsewhere(csp: object) -> Steps[None]:
    yield from ()


elsewhere.__module__ = "algorithms.problems.queens"


@pytest.mark.parametrize(("name", "pseudocode", "function", "says"), [
    ("gac", "x", steps, "two algorithms are named 'gac': in algorithms.consistency.arc_consistency and test_registry"),
    ("new", "x # Prund", steps, "its pseudocode names 'Prund', which is no event"),
    ("new", "x", no_default, "the option 'least' needs a default value"),
    ("new", "x", elsewhere, "move it from algorithms.problems.queens to the folder of its family"),
])
def test_it_is_refused(name: str, pseudocode: str, function: Callable[..., Steps[Any]], says: str) -> None:
    known = algorithms()
    with pytest.raises(ValueError, match=says):
        algorithm(name, title="New", family=known["gac"].family, solves=object, source="none",
                  pseudocode=pseudocode)(function)
    assert algorithms() == known


def test_a_default_of_an_event_is_a_value() -> None:
    class Made:
        left: tuple[int, ...] = field(default_factory=tuple)

    with pytest.raises(ValueError, match=r"Made\.left has a factory; an event never changes, so give a value"):
        event(Made)


def test_a_file_that_cannot_be_imported_is_an_error_however_deep_it_lies(tmp_path: Path,
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    for folder in ("some", "some/b", "some/left", "some/left/out"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "__init__.py").touch()
    (tmp_path / "some/b/c.py").write_text("found = 1", encoding="utf-8")
    (tmp_path / "some/left/out/d.py").write_text("1 / 0", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    import_all("some", but="left")
    assert sys.modules["some.b.c"].found == 1
    with pytest.raises(ZeroDivisionError):
        import_all("some")
