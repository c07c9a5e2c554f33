"""Counts beyond what a float holds, and chances next to certain: whatever tells them, tells the truth."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from algorithms import events as e
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.rows import risk_in_words
from algorithms.words import percent, rounded
from kit.lesson_files import lesson
from kit.recordings import recording
from kit.session_desk import finish, open_session
from kit.widget_stage import texts
from kit.window_desk import custom_game, window
from main import main
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.counting.placements import PlacementsState
from visualizer.puzzles.gnomine.tile import draw_chance
from visualizer.recording import proofs
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

FIELD = "rows: 40, columns: 60, mines: 480, seed: 1, reveal: "
COUNTED = "title: Many\nalgorithm: mine-probabilities\npuzzle: {kind: gnomine, random: {" + FIELD + "%d}}\n"
BEYOND = 10**400  # a float holds 10^308
LARGE = re.compile(r"about \d\.\d\d·10\^\d{3}")


def test_why_and_help_on_a_game_of_forty_by_sixty(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        game = custom_game(desk.app)
        game.rows, game.columns, game.mines = 40, 60, 480
        desk.app._start_game("a new game", game.game)
        desk.frame()
        said = []
        for place in ("(20,30)", "(3,50)", "(39,0)", "(22,31)"):
            desk.move(*desk.over(place))
            for key in ("w", "w", "h", "a"):
                desk.key(key)
                said.append(desk.stage.session.notice)
            desk.click(*desk.over(place))
        desk.key("p")
        for key in ("end", "w", "h", "p", "h"):
            desk.key(key)
            said.append(desk.stage.session.notice)
    assert any(LARGE.search(notice) for notice in said), said
    assert not list(tmp_path.rglob("*.log"))


@pytest.mark.parametrize("reveal", [0, 1])
def test_every_tab_and_sentence_of_a_count_on_forty_by_sixty(reveal: int) -> None:
    session = finish(open_session(COUNTED % reveal))
    counted = session.state.of(PlacementsState)
    assert counted is not None
    assert (counted.models or 0) > BEYOND
    said = [event.sentence() for event in session.timeline.events]
    board = board_for(session.puzzle)
    for position in range(0, len(session.timeline.events) + 1, 6):
        session.timeline.seek(position)
        view = View(session.scenario.algorithm, board, session.timeline, session.timeline.state)
        for code in view.algorithm.panels:
            canvas = RecordingCanvas()
            draw_stage(canvas, Rect(0, 0, 1280, 720), replace(view, code=code), theme("dark"), 1.0)
            said += texts(canvas)
    session.timeline.seek(len(session.timeline.events))
    covered = [x for x, seen in session.state.position().seen.items() if seen == COVERED]
    said += [explain(session.timeline, session.scenario.algorithm, board, x).sentence for x in covered[:40:7]]
    assert len([text for text in said if LARGE.search(text)]) > 3


def test_a_count_on_forty_by_sixty_is_told_and_recorded(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, events = lesson(tmp_path, COUNTED % 1), tmp_path / "events.jsonl"
    assert main(["run", str(path), "--json", "--events", str(events)]) == 0
    answer = json.loads(capsys.readouterr().out)["runs"][0]["answer"]
    assert answer["models"] > BEYOND
    assert max(json.loads(line).get("models", 0) for line in events.read_text("utf-8").splitlines()) == answer["models"]
    assert main(["run", str(path)]) == 0
    assert str(answer["models"]) in capsys.readouterr().out
    for kind in ("svg", "png"):
        assert main(["record", str(path), "-o", str(tmp_path / f"x.{kind}")]) == 0
    assert LARGE.search((tmp_path / "x.svg").read_text("utf-8"))


def test_a_count_on_forty_by_sixty_becomes_a_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before anything is uncovered, and with few proofs, so that it has few pictures: each draws 2,400 fields."""
    monkeypatch.setattr(proofs, "_MOST", 2)
    assert main(["record", str(lesson(tmp_path, COUNTED % 0)), "-o", str(tmp_path / "x.html")]) == 0
    assert any(LARGE.search(said) for said in recording((tmp_path / "x.html").read_text("utf-8"))["texts"])


# --- nearly certain --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "text"), [
    (Fraction(0), "0%"), (Fraction(1), "100%"), (0.0, "0%"), (1.0, "100%"), (Fraction(1, 3), "33.3%"),
    (Fraction(1, 18), "5.56%"), (Fraction(1, 2400), "0.0417%"), (Fraction(9994, 10000), "99.9%"),
    (Fraction(9996, 10000), "over 99.9%"), (1 - Fraction(1, BEYOND), "over 99.9%"),
    (Fraction(1, BEYOND), "under 0.01%"), (Fraction(BEYOND, 3 * BEYOND + 1), "33.3%"),
])
def test_only_what_is_certain_is_nothing_or_all(share: Fraction | float, text: str) -> None:
    assert percent(share) == text


@pytest.mark.parametrize(("share", "text"), [
    (Fraction(1, 3), "33%"), (Fraction(1, 18), "5.6%"), (Fraction(994, 1000), "99%"), (Fraction(996, 1000), "over 99%"),
])
def test_two_digits(share: Fraction, text: str) -> None:
    assert percent(share, 2) == text


@pytest.mark.parametrize(("number", "places", "text"), [
    (Fraction(25, 2), 0, "13"), (12.5, 0, "13"), (Fraction(27, 2), 0, "14"), (12.49, 0, "12"),
    (Fraction(1, 8), 2, "0.13"), (0.375, 2, "0.38"), (Fraction(5, 8), 2, "0.63"), (1.0, 2, "1.00"),
    (Fraction(2, 3), 2, "0.67")])
def test_a_half_is_rounded_up(number: Fraction | float, places: int, text: str) -> None:
    assert rounded(number, places) == text


@pytest.mark.parametrize(("share", "label", "words"), [
    (Fraction(0), "0", "mine 0"), (Fraction(1, BEYOND), "<1", "mine under 1e-09"),
    (Fraction(1, 2400), "<1", "mine 0.000417"), (Fraction(1, 2), "50", "mine 0.5"),
    (Fraction(9996, 10000), ">99", "mine over 0.999"), (1 - Fraction(1, BEYOND), ">99", "mine over 0.999")])
def test_boards_and_tables_call_nothing_certain_that_is_not(share: Fraction, label: str, words: str) -> None:
    canvas = RecordingCanvas()
    draw_chance(canvas, Rect(0, 0, 40, 40), share, theme("dark"))
    assert texts(canvas) == [label]
    assert risk_in_words(share, estimated=share == 0) == words


@pytest.mark.parametrize(("mines", "total", "said"), [
    (BEYOND - 1, BEYOND, "over 99.9%"), (1, BEYOND, "under 0.01%"), (0, BEYOND, "none"), (BEYOND, BEYOND, "all"),
    (BEYOND, 4 * BEYOND, "25%")])
def test_events_call_nothing_certain_that_is_not(mines: int, total: int, said: str) -> None:
    assert e.ProbabilityFound(("(0,0)",), mines, total).share == said


def test_what_a_sampler_estimates_on_a_board_is_not_certain(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = ('title: Few\nalgorithm: clue-sample-1\noptions: {iterations: 3}\n'
            'puzzle: {kind: gnomine, board: ". . . 1 .\\n2 3 . . .\\n0 1 . . ."}\n')
    always = 0
    for seed in range(9):
        assert main(["run", str(lesson(tmp_path, f"{text}seed: {seed}\n"))]) == 0
        rows = [re.split("  +", line) for line in capsys.readouterr().out.splitlines() if line.startswith("mine")]
        assert ["mine", "2", "(0,0) (0,1)"] in rows
        always += "mine 1" in [words for words, *_ in rows]
        assert {words for words, *_ in rows} - {"mine"} == {words for words, *_ in rows if re.match(r"mine \d", words)}
    assert always
