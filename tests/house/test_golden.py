"""Every lesson does what it did when the record was made: events, counters, answers, drawings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.golden import record
from kit.known_lessons import GOLDEN, LESSONS, known, recorded

KNOWN = json.loads(GOLDEN.read_text(encoding="utf-8"))


def test_every_lesson_is_recorded() -> None:
    names = {path.stem for path in LESSONS}
    assert KNOWN.keys() == names, f"run: .venv/bin/python tests/kit/golden.py {' '.join(sorted(names - KNOWN.keys()))}"


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_lesson_is_as_recorded(path: Path) -> None:
    now = record(known(path), recorded(path))
    assert now == KNOWN.get(path.stem), f"if that is meant, run: .venv/bin/python tests/kit/golden.py {path.stem}"
