"""What test files declare for those that go over all families: of what there is, and in words that can be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.core import algorithms
from kit.declared import all_declared, declared
from kit.imports import ROOT


@pytest.mark.parametrize("name", ["CHOICES_HELD", "REFUSES", "TRIES_ALL", "GIVES_UP"])
def test_algorithms_are_declared_that_there_are(name: str) -> None:
    assert all_declared(name)
    none = all_declared(name) - algorithms().keys()
    assert not none, f"{name} names {', '.join(sorted(none))}, which is no algorithm"


def test_what_is_no_number_is_drawn_by_somebody() -> None:
    families = {algorithm.family.name for algorithm in algorithms().values()}
    for table in declared("NO_NUMBERS").values():
        for drawn_by in table.keys() - families:
            module, _, function = drawn_by.rpartition(".")
            source = ROOT / "visualizer" / f"{module.replace('.', '/')}.py"
            assert source.is_file() and f"def {function}(" in source.read_text(encoding="utf-8"), (
                f"NO_NUMBERS names {drawn_by}: no family and no function as puzzles.zebra.pictures.draw_roofs is")


def test_a_table_is_found_where_it_stands_and_one_that_must_be_run_is_refused(tmp_path: Path) -> None:
    (tmp_path / "test_one.py").write_text('import re\n\nREFUSES = {"one"}\n', encoding="utf-8")
    (tmp_path / "test_typed.py").write_text('"""\nREFUSES = what it says\n"""\nREFUSES: set[str] = {"four"}\n',
                                            encoding="utf-8")
    (tmp_path / "test_two.py").write_text('import re\n\nREFUSES = {"two", "three"}\nGIVES_UP = {*REFUSES}\n',
                                          encoding="utf-8")
    assert all_declared("REFUSES", tmp_path) == {"one", "two", "three", "four"}
    assert all_declared("TRIES_ALL", tmp_path) == set()
    with pytest.raises(ValueError, match=r"test_two.py:4: GIVES_UP is read, not run"):
        declared("GIVES_UP", tmp_path)
