"""A lesson goes on where it was left, and at its end the next one is offered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.session_desk import SCRIPT, THESIS
from kit.window_desk import Desk, window
from scenarios.loader import find, load
from scenarios.progress import load_progress
from visualizer.runs.playback import Playback
from visualizer.runs.session import Session
from visualizer.window.cue_controls import cue_titles


@pytest.fixture
def lesson(tmp_path: Path) -> Path:
    path = tmp_path / "figure.yaml"
    path.write_text(THESIS + SCRIPT, encoding="utf-8")
    return path


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path / "kept") as opened:
        yield opened


def shown(desk: Desk, path: Path) -> Playback:
    """The lesson, opened again."""
    desk.app.open_file(path)
    desk.frame()
    playback: Playback = desk.app.screen.transport.playback  # type: ignore[attr-defined]
    return playback


def left_at(desk: Desk, path: Path, cue: int) -> None:
    shown(desk, path).to_cue(cue)
    desk.app.leave()


def test_it_goes_on_at_its_cue_and_home_begins_anew(desk: Desk, lesson: Path) -> None:
    left_at(desk, lesson, 2)
    playback = shown(desk, lesson)
    assert (playback.director.index, playback.here) == (2, playback.director.ends[2])
    assert playback.notice == "Cue 3 of 5, where this lesson was left. Home begins anew."
    assert not playback.presenting
    desk.key("home")
    assert (playback.director.index, playback.here) == (-1, 0)


@pytest.mark.parametrize("cue", [-1, 0, 4])
def test_at_its_beginning_and_at_its_end_there_is_nothing_to_go_on_with(desk: Desk, lesson: Path, cue: int) -> None:
    left_at(desk, lesson, cue)
    playback = shown(desk, lesson)
    assert (playback.director.index, playback.notice) == (0 if cue < 0 else -1 if cue else 0, "") or not playback.here


def test_another_window_goes_on_too(tmp_path: Path, lesson: Path) -> None:
    with window(tmp_path / "kept") as desk:
        shown(desk, lesson).to_cue(3)
        desk.app.running = False
        desk.app.run()  # closed with the lesson on show
    with window(tmp_path / "kept") as desk:
        assert shown(desk, lesson).director.index == 3


def test_so_does_a_comparison(desk: Desk) -> None:
    desk.app.open(load(find("order-does-not-matter")))
    desk.frame()
    comparison = desk.compared.comparison
    index = comparison.director.seen[2]
    comparison.to_cue(index)
    here = comparison.here
    desk.app.leave()
    desk.app.open(load(find("order-does-not-matter")))
    desk.frame()
    assert desk.compared.comparison is not comparison
    assert (desk.compared.comparison.director.index, desk.compared.comparison.here) == (index, here)


CHANGED = {
    "another number of cues": THESIS + SCRIPT + "  - say: More.\n",
    "no cues": THESIS,
    "a cue that never comes": THESIS + SCRIPT.replace("event: Pruned", "event: Pruned, count: 99"),
}


@pytest.mark.parametrize("text", CHANGED.values(), ids=CHANGED)
def test_a_lesson_that_was_changed_begins_anew(desk: Desk, lesson: Path, text: str) -> None:
    left_at(desk, lesson, 2)
    lesson.write_text(text, encoding="utf-8")
    playback = shown(desk, lesson)
    assert (playback.here, playback.notice) == (0, "")
    desk.key("right")
    assert playback.here > 0


@pytest.mark.parametrize("kept", ["", "{", '{"figure": 3}', '{"figure": {"cue": 9, "cues": 5}}',
                                  '{"figure": {"cue": 0, "cues": 0}}'])
def test_a_file_that_makes_no_sense_does_no_harm(tmp_path: Path, lesson: Path, kept: str) -> None:
    (tmp_path / "kept" / "unfog").mkdir(parents=True)
    (tmp_path / "kept" / "unfog" / "progress.json").write_text(kept, encoding="utf-8")
    with window(tmp_path / "kept") as desk:
        assert shown(desk, lesson).here == 0
        desk.app.leave()
    json.loads((tmp_path / "kept" / "unfog" / "progress.json").read_text(encoding="utf-8"))


def test_what_was_played_to_its_end_has_been_seen(desk: Desk, lesson: Path, tmp_path: Path) -> None:
    left_at(desk, lesson, 4)
    left_at(desk, lesson, 2)
    assert desk.app.progress.seen("figure")
    assert load_progress().left["figure"].cue == 3


# --- the next one --------------------------------------------------------------------------------------------------


def test_the_next_lesson_is_offered_at_the_last_cue_and_only_there(desk: Desk) -> None:
    first = desk.open("a-number-is-a-constraint").session
    assert "next-lesson" not in desk.boxes()
    for key in ("return", "n"):
        desk.stage.session.director.goto(desk.stage.session.director.seen[-1])
        desk.frame()
        desk.app.ui.focus, desk.app.ui.focus_shows = "next-lesson", True
        before = desk.stage.session.scenario.path
        desk.key(key)
        assert desk.stage.session.scenario.path != before
    assert first.scenario.path.stem in desk.app.progress.left


def test_it_is_offered_after_a_comparison_and_not_after_the_last_of_all(desk: Desk) -> None:
    desk.app.open(load(find("order-does-not-matter")))
    desk.frame()
    playback = desk.compared.comparison
    playback.to_cue(playback.director.seen[-1])
    desk.frame()
    assert "next-lesson" in desk.boxes()
    cards = desk.app.gallery.cards
    last = next(card for card in cards if desk.app.gallery.after(card.path) is None)
    desk.app.open_card(last)
    desk.frame()
    desk.key("n")
    assert desk.app.screen.transport.playback.notice == "No lesson comes after this one."  # type: ignore[attr-defined]


def test_a_cue_whose_words_are_of_another_event_has_a_title_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a branch has come to another of the events that a cue asks for."""
    session = Session(load(find("which-edges-leave-a-state")))
    session.forward("end")
    while session.goal is not None:
        session.work(1.0)

    def no_field(_index: int) -> str:
        raise session.scenario.document.error(("script",), "is no field of that event; change it")

    monkeypatch.setattr(session.director, "said", no_field)
    assert any("…" in title for title in cue_titles(session).values())


def test_a_cue_that_only_asks_is_called_by_its_question() -> None:
    scenario = load(find("01-a-number-is-a-constraint"))
    titles = cue_titles(Session(scenario))
    asked = {index: cue.ask.prompt for index, cue in enumerate(scenario.script) if cue.ask is not None and not cue.say}
    assert asked
    assert all(prompt.startswith(titles[index].removesuffix(" …")) for index, prompt in asked.items())
