"""`check` warns of words that have no room on the stage, and of no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.lesson_files import lesson
from main import main

HEAD = 'title: T\npuzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}\n'
ONE, TWO = f"{HEAD}algorithm: gac\n", f"{HEAD}compare: [{{algorithm: gac}}, {{algorithm: path-consistency}}]\n"


def words(count: int) -> str:
    return ("some words " * count)[:count].strip()


@pytest.mark.parametrize(("head", "fits", "spills"), [(ONE, 700, 900), (TWO, 300, 900)])
def test_what_has_no_room_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str], head: str, fits: int,
                                  spills: int) -> None:
    path = lesson(tmp_path, f"{head}script:\n  - say: {words(fits)}\n  - say: {words(spills)}\n  - say: short\n"
                            f"    more: {words(spills)}\n    for: homework\n")
    assert main(["check", str(path)]) == 0
    found = capsys.readouterr().err.splitlines()
    first = len(head.splitlines()) + 3
    assert [line.partition(" is too long")[0].rpartition(":")[0].partition(str(path))[2] for line in found] == [
        f":{first}: script.1.say", f":{first + 2}: script.2.more"]
