"""A run of more events than memory should hold stops with a line that says so, whichever way somebody goes on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from unittest.mock import patch

import pytest

from algorithms.core import Grain, Steps
from algorithms.events import GameEnded, Implied
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.lesson_files import lesson
from kit.states import before
from kit.window_desk import Desk, window
from main import main
from scenarios.loader import load
from scenarios.timeline import MOST_EVENTS, Timeline
from visualizer.puzzles.gnomine.state import field_of
from visualizer.recording.film import plan
from visualizer.runs.comparison import Comparison, open_timelines

MOST = 300
STOPPED = f"Stopped after {MOST} events: more would take too much memory."
LONG = "title: Long\npuzzle: {{kind: gnomine, random: {{rows: 9, columns: 9, mines: 10, seed: 4, reveal: 8}}}}\n{more}"
ONE = LONG.format(more="algorithm: gac\n")
TWO = LONG.format(more="compare: [{algorithm: gac}, {algorithm: gac, options: {order: random}}]\n")
TO_THE_END = 'script:\n  - step: {grain: micro}\n    say: "One."\n  - run: {to: end, speed: 500}\n    say: "All."\n'


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A run may have that few events here."""
    monkeypatch.setattr(Timeline.__init__, "__defaults__", (MOST,))
    monkeypatch.setattr("visualizer.runs.comparison.MOST_EVENTS", MOST)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, load(lesson(tmp_path, ONE + TO_THE_END))) as opened:
        yield opened


def run_on_each_rung(desk: Desk, grain: Grain) -> None:
    session = desk.stage.session
    desk.key(str(grain + 1), "home")
    session.speed = 500
    desk.key("shift space")
    frames = count()
    while session.running:
        desk.frame(0.1)
        assert next(frames) < 10_000, "it never stops"


def by_cues(desk: Desk) -> None:
    desk.key("page down", "page down", "page down")


def to_a_kind_that_never_comes(desk: Desk) -> None:
    desk.stage.transport.kind = GameEnded
    desk.key("ctrl right")


WAYS: dict[str, Callable[[Desk], None]] = {
    **{f"run by {grain.name}": lambda desk, grain=grain: run_on_each_rung(desk, grain)  # type: ignore[misc]
       for grain in Grain},
    "to the end": lambda desk: desk.key("end"),
    "to a kind that never comes": to_a_kind_that_never_comes,
    "cue by cue": by_cues,
    "step by step": lambda desk: desk.key(*["right"] * (MOST + 1)),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_run_in_the_window_stops_and_says_so(desk: Desk, way: str) -> None:
    session = desk.stage.session
    WAYS[way](desk)
    assert STOPPED in session.notice
    assert len(session.timeline.events) == MOST
    assert not session.running
    assert session.goal is None
    assert session.timeline.done
    desk.key("home", "right")
    assert session.timeline.position == 1
    assert session.notice == ""


def test_a_branch_has_a_limit_of_its_own(desk: Desk) -> None:
    session = desk.stage.session
    desk.key("end", "home", "right", "right")
    number = next(x for x in reversed([*field_of(session.state).seen]) if session.board.constraint_at(session.state, x))
    session.jump(number)
    desk.key("end")
    assert session.past
    assert len(session.timeline.events) <= MOST
    assert session.notice == STOPPED


@pytest.mark.parametrize("keys", [["end"], ["d"] * 40, ["space"]])
def test_a_comparison_stops_with_as_many_together(tmp_path: Path, keys: list[str]) -> None:
    with window(tmp_path, load(lesson(tmp_path, TWO))) as desk:
        comparison = desk.compared.comparison
        comparison.speed = 500
        desk.key(*keys)
        while comparison.running:
            desk.frame(0.1)
        assert comparison.together.lengths == (MOST // 2, MOST // 2)
        assert f"Stopped after {MOST // 2} events" in comparison.notice
        assert comparison.notice.startswith("GAC")


def test_a_run_that_just_fits_is_not_stopped() -> None:
    def steps(events: int) -> Steps[str]:
        for _ in range(events):
            yield Implied("p", None, 0)
        return "the answer"

    puzzle = Gnomine.read(board="1 .")
    for events, answer, error in ((MOST, "the answer", ""), (MOST + 1, None, STOPPED)):
        timeline = Timeline(steps(events), before(puzzle))
        assert timeline.pull(MOST + 10) == MOST
        assert (timeline.answer, timeline.error, timeline.done) == (answer, error, True)
        assert timeline.pull_all()
        assert timeline.seek(MOST + 5) == MOST


def test_what_is_stopped_lets_go_of_the_algorithm() -> None:
    left = []

    def steps() -> Steps[None]:
        try:
            while True:
                yield Implied("p", None, 0)
        finally:
            left.append(True)

    Timeline(steps(), before(Gnomine.read(board="1 ."))).pull(MOST + 1)
    assert left == [True]


def test_check_and_record_say_that_it_was_stopped(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text, said in ((ONE, STOPPED), (TWO, f"Stopped after {MOST // 2} events")):
        path = lesson(tmp_path, text + TO_THE_END)
        assert main(["check", str(path)]) == 2
        assert said in (line := capsys.readouterr().err)
        assert line.startswith(f"FAILED {path}:{len(text.splitlines()) + 4}: script.1.run")
        assert main(["record", str(lesson(tmp_path, text)), "-o", str(tmp_path / "x.svg")]) == 2
        assert said in capsys.readouterr().err
        assert main(["run", str(path)]) == 0  # holds no events


def test_the_usual_limit(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.undo()
    timeline = Timeline(iter(()), before(Gnomine.read(board="1 .")))  # type: ignore[arg-type]
    assert timeline._most == MOST_EVENTS == 2_000_000
    assert sum(run._most for run in open_timelines(load(lesson(tmp_path, TWO)))) == MOST_EVENTS
    assert Comparison(load(lesson(tmp_path, TWO))).timelines[0]._most == MOST_EVENTS // 2
    with patch("visualizer.recording.film.MOST", 10):
        assert plan(load(lesson(tmp_path, ONE))).timeline.error == ""
