"""A lesson that is watched: read again when it is saved, at the same cue; while it is wrong, the last one stays."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from kit.lesson_files import lesson
from kit.window_desk import Desk, window
from scenarios.loader import load
from visualizer.window.watch import Watch

GOOD = """\
title: Two corners
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: One.
  - step: {grain: step, count: 3}
    say: Two.
  - run: {to: end}
    say: Three.
"""


class Watched:
    """A window on a file, and seconds that pass from one look at it to the next."""

    def __init__(self, desk: Desk, path: Path) -> None:
        self.desk, self.path = desk, path
        seconds = count()
        desk.app.watch = Watch(path, clock=lambda: float(next(seconds)))

    def save(self, text: str) -> str:
        """What the stage says after that."""
        lesson(self.path.parent, text, self.path.name)
        for _ in range(3):
            self.desk.frame()
        return self.desk.stage.session.say


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    path = lesson(tmp_path, GOOD)
    with window(tmp_path / "kept", load(path)) as desk:
        yield Watched(desk, path)


def test_what_is_saved_is_shown_at_the_same_cue(watched: Watched) -> None:
    watched.desk.stage.session.to_cue(1)
    assert watched.save(GOOD.replace("Two.", "Now two, as it happens.")) == "Now two, as it happens."
    assert watched.desk.stage.session.here == 3
    assert watched.save(GOOD.replace("count: 3", "count: 4")) == "Two."
    assert watched.desk.stage.session.here > 3


def test_while_it_is_wrong_the_last_good_one_stays(watched: Watched) -> None:
    watched.desk.stage.session.to_cue(1)
    for text, said in ((GOOD.replace("grain: step", "grain: stop"), "lesson.yaml:6: script.1.step.grain: must be"),
                       (GOOD[:90], "lesson.yaml"), ("", "lesson.yaml"), ("\0", "lesson.yaml")):
        assert watched.save(text) == "Two."
        assert said in watched.desk.stage.message
    assert watched.save(GOOD.replace("Two.", "Mended.")) == "Mended."
    assert watched.desk.stage.message == ""


def test_a_cue_that_is_gone_leads_to_the_last_one(watched: Watched) -> None:
    watched.desk.stage.session.to_cue(2)
    assert watched.save(GOOD.partition("  - run")[0]) == "Two."


def test_a_file_that_is_away_for_a_moment_does_no_harm(watched: Watched) -> None:
    watched.path.unlink()
    watched.desk.frame()
    assert watched.desk.stage.session.say == watched.desk.stage.session.scenario.about
    watched.desk.stage.session.to_cue(0)
    assert watched.save(GOOD.replace("One.", "Back.")) == "Back."


def test_files_beside_it_count(tmp_path: Path) -> None:
    path, other = lesson(tmp_path, "x"), lesson(tmp_path, "y", "board.txt")
    now = count()
    watch = Watch(path, {other}, lambda: float(next(now)))
    assert not watch.changed()
    other.write_text("longer", encoding="utf-8")
    assert [watch.changed() for _ in range(3)].count(True) == 1
