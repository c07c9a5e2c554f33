"""The window, with pygame's dummy driver: every lesson opens, and what is set lasts."""

from __future__ import annotations

import json
from pathlib import Path
from unittest.mock import Mock, patch

import pygame
import pytest

from kit.session_desk import THESIS, game_of
from kit.user_folder import CONFIG
from kit.window_desk import Desk, custom_game, window
from scenarios.loader import find, lessons, load
from visualizer.runs.playback import LEAST_SPEED
from visualizer.window import lesson_cards
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.gallery import Gallery
from visualizer.window.settings import Settings, load_settings
from visualizer.window.stage_screen import StageScreen
from visualizer.window.thumbnails import draw_picture


@pytest.fixture
def stage(desk: Desk) -> StageScreen:
    """A lesson on which there is something to do for every key."""
    desk.open("a-beginner-board")
    return desk.stage


# --- opening -------------------------------------------------------------------------------------------------------


def test_the_gallery_reads_or_pictures_a_lesson_a_frame_and_then_rests(desk: Desk) -> None:
    gallery, drawn = desk.app.gallery, Mock(side_effect=draw_picture)
    assert desk.app.screen is gallery
    with patch.object(lesson_cards, "draw_picture", drawn):
        while gallery.busy:
            before = [(card.scenario, card.pictured) for card in gallery.cards]
            pictures = drawn.call_count
            desk.frame()
            after = [(card.scenario, card.pictured) for card in gallery.cards]
            assert sum(a is not b for pair in zip(before, after, strict=True) for a, b in zip(*pair, strict=True)) <= 1
            assert drawn.call_count - pictures <= 1
    assert [card.fault for card in gallery.cards] == [""] * len(lessons())
    assert all(card.scenario for card in gallery.cards)
    in_view = [card for card in gallery.cards if card.pictured is not None]
    assert drawn.call_count == len(in_view) > 6


def test_the_first_lessons_open_by_their_digits(desk: Desk) -> None:
    for index, card in enumerate(desk.app.gallery.cards[:9]):
        card.read()
        desk.key(str(index + 1))
        assert desk.app.screen.title == card.title
        assert pygame.display.get_caption()[0] == f"{card.title} – Unfog"
        desk.key("escape")
        assert desk.app.screen is desk.app.gallery


def test_every_lesson_opens_by_its_card(desk: Desk) -> None:
    """Tab goes from card to card, and past the last one; Return opens the one that has the focus."""
    wanted, reached = [f"card{index}" for index in desk.app.gallery.shelves.order], []
    assert len(wanted) == len(lessons())
    for _ in range(len(wanted) + 10):
        desk.key("tab")
        reached.append(desk.app.ui.focus)
    assert [name for name in reached if str(name).startswith("card")] == wanted
    for index, card in enumerate(desk.app.gallery.cards):
        desk.app.ui.focus, desk.app.ui.focus_shows = f"card{index}", True
        desk.key("return")
        shown = desk.app.screen
        assert isinstance(shown, StageScreen | CompareScreen)
        assert (shown.title, shown.transport.playback.scenario.path) == (card.title, card.path)
        desk.app.leave()
        desk.frame()


def test_a_game_opens_to_be_played_and_the_next_one_is_another(desk: Desk) -> None:
    seeds = []
    for _ in range(2):
        desk.app.open_card(desk.app.gallery.games["game0"])
        assert desk.stage.session.playing
        seeds.append(desk.stage.session.scenario.seed)
        desk.key("escape")
    assert seeds[1] == seeds[0] + 1


def test_a_game_of_ones_own_size(desk: Desk) -> None:
    desk.app.ask("custom")
    desk.frame()
    assert desk.app.overlay == "custom"
    asked = custom_game(desk.app)
    asked.rows, asked.columns, asked.mines = 3, 4, 500
    desk.frame()
    for _ in range(10):
        desk.key("tab")
        if desk.app.ui.focus == "custom-start":
            break
    desk.key("return")
    game = game_of(desk.stage.session)
    assert game is not None
    assert (game.rows, game.columns, game.mines) == (3, 4, 11)


# --- settings and files --------------------------------------------------------------------------------------------


def test_settings_last(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        desk.open("a-wrong-flag")
        desk.key("t", "ctrl +", "+", "f2", "escape")
        kept = desk.app.settings
    with window(tmp_path) as desk:
        assert desk.app.settings == kept != Settings()
        desk.open("a-wrong-flag")
        assert desk.stage.session.speed == kept.speed


@pytest.mark.parametrize("before", ["a-beginner-board", "order-does-not-matter"])
@pytest.mark.parametrize("after", ["a-number-is-a-constraint", "order-does-not-matter"])
def test_a_lesson_leaves_its_speed_behind(desk: Desk, before: str, after: str) -> None:
    """That of its script's runs, and what was set by hand while one ran; a lesson starts at that of the settings."""
    desk.app.settings.speed = 7.0
    desk.app.open(load(find(before)))
    desk.frame()
    playback = desk.app.screen.transport.playback  # type: ignore[attr-defined]
    assert playback.speed == 7
    for _ in range(30):
        desk.key("page down")
        if playback.run_to is not None:
            break
    assert playback.running
    assert playback.speed != 7
    of_run = playback.speed
    desk.key("+")
    slider = desk.boxes()["speed"]
    desk.click(slider.x + slider.w * 0.9, slider.center[1])
    assert playback.speed not in (7, of_run)
    desk.app.open(load(find(after)))
    desk.frame()
    assert desk.app.screen.transport.playback.speed == desk.app.settings.speed == 7  # type: ignore[attr-defined]


def test_faster_is_never_slower(desk: Desk, stage: StageScreen) -> None:
    stage.session.speed = 100_000  # as a script may have it
    desk.key("+")
    assert stage.session.speed == 100_000
    desk.key("-")
    assert stage.session.speed < 100_000
    stage.session.speed = LEAST_SPEED
    desk.key("-")
    assert stage.session.speed == LEAST_SPEED


def test_the_speed_of_the_settings_is_the_speed_of_the_lesson_on_show(desk: Desk, stage: StageScreen) -> None:
    desk.key("f2")
    desk.app.ui.focus, desk.app.ui.focus_shows = "set-speed", True
    desk.key("right")
    assert desk.app.settings.speed > Settings().speed
    assert stage.session.speed == desk.app.settings.speed


@pytest.mark.parametrize("kept", ["", "{", "[]", '{"theme": "pink", "scale": 99, "speed": "fast"}', '{"scale": null}',
                                  '{"scale": NaN}', "\0\xff"])
def test_settings_that_make_no_sense_are_the_usual_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                                        kept: str) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    (tmp_path / "unfog").mkdir()
    (tmp_path / "unfog" / "settings.json").write_text(kept, encoding="latin-1")
    assert load_settings() == Settings()


def test_settings_that_cannot_be_kept_do_no_harm(tmp_path: Path) -> None:
    (tmp_path / "unfog").write_text("a file where the folder should be", encoding="utf-8")
    with window(tmp_path) as desk:
        desk.key("f2", "t", "escape")
        assert desk.app.overlay == ""


def test_closing_the_window_keeps_the_settings(tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        desk.key("t")
        pygame.event.post(pygame.event.Event(pygame.QUIT))
        desk.app.run()
        assert not desk.app.running
    assert json.loads((tmp_path / "unfog" / "settings.json").read_text(encoding="utf-8"))["theme"] != Settings().theme


def test_a_good_file_that_is_dropped_opens_and_a_bad_one_says_why_not(desk: Desk, tmp_path: Path) -> None:
    good, bad = tmp_path / "good.yaml", tmp_path / "bad.yaml"
    good.write_text(THESIS, encoding="utf-8")
    bad.write_text("title: A\nalgorithm: magic\n", encoding="utf-8")
    for path in (bad, tmp_path / "missing.yaml", tmp_path):
        desk.send(pygame.DROPFILE, file=str(path))
        assert isinstance(desk.app.screen, Gallery)
        assert path.name in desk.app.screen.message
    desk.send(pygame.DROPFILE, file=str(good))
    assert desk.stage.title == "Figure 2.1"
    desk.send(pygame.DROPFILE, file=str(bad))
    assert desk.stage.title == "Figure 2.1"
    assert "bad.yaml" in desk.stage.message
    desk.key("right")
    assert desk.stage.message == ""


def panel(desk: Desk) -> str:
    return desk.stage.code


def test_the_script_chooses_a_panel_and_the_user_may_choose_another(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "panels.yaml"
    path.write_text('title: Panels\nalgorithm: cdcl\npuzzle: {kind: cnf, formula: "p | q, ~p | q, p | ~q"}\nscript:\n'
                    "  - say: One.\n  - {step: {grain: micro}, show: graph}\n  - say: Three.\n"
                    "  - {say: Four., show: pseudocode}\n", encoding="utf-8")
    desk.app.open_file(path)
    desk.frame()
    seen = [panel(desk)]
    for key in ("page down", "page down", "page down", "page down", "page up", "page up", "page up"):
        desk.key(key)
        seen.append(panel(desk))
    assert seen == ["pseudocode", "pseudocode", "graph", "graph", "pseudocode", "graph", "graph", "pseudocode"]
    desk.key("page down", "s", "page down")
    assert panel(desk) == "pseudocode"  # the user's, though the script still asks for the graph
    desk.key("page up", "page up", "page down")
    assert panel(desk) == "graph"
