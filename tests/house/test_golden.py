"""Every lesson does what it did when the record was made: events, counters, answers, drawings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kit.golden import FILE, record
from scenarios.loader import lessons, load

KNOWN = json.loads(FILE.read_text(encoding="utf-8"))


def test_every_lesson_is_recorded() -> None:
    assert sorted(KNOWN) == [path.stem for path in lessons()]


@pytest.mark.parametrize("path", lessons(), ids=lambda path: path.stem)
def test_the_lesson_is_as_recorded(path: Path) -> None:
    assert record(load(path)) == KNOWN[path.stem]
