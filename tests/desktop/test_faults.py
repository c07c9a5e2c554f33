"""An exception anywhere in a frame is said in the window and written down; it ends nothing, and costs no game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pygame
import pytest

from algorithms.core import Steps
from algorithms.events import PassStarted
from algorithms.problems.gnomine.position import COVERED
from kit.session_desk import THESIS, game_of, scenario
from kit.window_desk import Desk, custom_game, new_clue, start_clue
from scenarios.loader import find, kept, load
from scenarios.timeline import Timeline
from visualizer.families.counting.placements import PlacementsState
from visualizer.puzzles.clue.overlay import KEPT
from visualizer.puzzles.clue.state import log_of
from visualizer.window.app import App
from visualizer.window.faults import _MOST_BYTES, _MOST_TOLD, Faults
from visualizer.window.gallery import Gallery
from visualizer.window.stage_screen import StageScreen

SCREENS: dict[str, Callable[[App], object]] = {
    "gallery": App.leave,
    "lesson": lambda app: app.open(load(find("a-beginner-board"))),
    "comparison": lambda app: app.open(load(find("order-does-not-matter"))),
    "game": lambda app: app.open_card(app.gallery.games["game0"]),
    "Sudoku": lambda app: app.open_card(app.gallery.games["sudoku1"]),
    "Clue": lambda app: app.open(load(find("nobody-refuted")), playing=True),
}
DIALOGS = {"custom": "puzzles.gnomine.custom.CustomGame.draw", "clue": "puzzles.clue.overlay.NewClue.draw",
           "help": "window.help.Help.draw", "settings": "window.app.draw_settings"}


class Planted(Exception):  # noqa: N818 - a fault that no code expects
    """What is planted."""


def fails(*_: object, **__: object) -> Any:
    raise Planted("planted\nfor a test")


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "unfog" / "errors.log"


def key(name: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0,
                              unicode=name if len(name) == 1 else "")


def press(app: App, *names: str) -> None:
    """Each in a frame of its own."""
    for name in names:
        app.frame([key(name)], 0.02)


def is_said(app: App, log: Path) -> None:
    """The panel is open, and names the fault and the log, in which it stands."""
    assert app.overlay == "fault"
    assert "Planted: planted for a test" in app.faults.said[0]
    assert str(log) in app.faults.said[-1]
    assert {"fault-go-on", "fault-gallery"} <= {area.ident for area in app.ui._areas}
    assert "test_faults.py" in log.read_text(encoding="utf-8")


@pytest.mark.parametrize("screen", SCREENS)
def test_a_fault_in_taking_input(desk: Desk, log: Path, screen: str) -> None:
    app = desk.app
    SCREENS[screen](app)
    app.frame([], 0.02)
    shown = app.screen
    with patch.object(type(shown), "key", fails):
        press(app, "f10")
    is_said(app, log)
    assert app.screen is shown
    press(app, "return")
    assert (app.overlay, app.screen) == ("", shown)
    press(app, "right")
    assert app.overlay == ""


@pytest.mark.parametrize("name", ["tick", "draw", "busy"])
@pytest.mark.parametrize("screen", SCREENS)
def test_a_fault_in_every_frame_leaves_a_way_out(desk: Desk, log: Path, screen: str, name: str) -> None:
    """It is said once a press, written down once, and no frame in between tries again."""
    app = desk.app
    SCREENS[screen](app)
    app.frame([], 0.02)
    shown = app.screen
    calls = []

    def counted(*_: object) -> Any:
        calls.append(1)
        fails()

    planted: Any = property(counted) if name == "busy" else counted
    with patch.object(type(shown), name, planted):
        for _press in range(3):
            for _ in range(3):
                app._moving()
                app.frame([], 0.02)
            is_said(app, log)
            told, tried = log.stat().st_size, len(calls)
            for _ in range(2):
                app._moving()
                app.frame([], 0.02)
            assert (log.stat().st_size, len(calls)) == (told, tried)
            press(app, "return")
        assert log.read_text(encoding="utf-8").count("Planted: planted") <= 3  # from as many places
        if screen != "gallery":
            app.frame([], 0.02)
            app._moving()
            app.frame([], 0.02)
            press(app, "tab", "return")  # to the gallery
            assert app.screen is app.gallery
    app.leave()
    app.frame([], 0.02)
    assert app.overlay == ""


@pytest.mark.parametrize("dialog", DIALOGS)
def test_a_dialog_that_cannot_be_drawn_closes(desk: Desk, log: Path, dialog: str) -> None:
    app = desk.app
    desk.open("a-wrong-flag")
    (partial(app.ask, dialog) if dialog in app.dialogs else getattr(app, f"ask_{dialog}"))()
    with patch(f"visualizer.{DIALOGS[dialog]}", fails):
        app.frame([], 0.02)
        is_said(app, log)
        press(app, "return")
        assert app.overlay == ""
    assert isinstance(app.screen, StageScreen)


def test_what_was_typed_in_a_dialog_stays(desk: Desk, log: Path) -> None:
    app = desk.app
    app.ask("clue")
    app.frame([], 0.02)
    with patch("visualizer.puzzles.clue.overlay.NewClue.scenario", fails):
        press(app, "tab", "m", "u", "return")
    is_said(app, log)
    press(app, "return")
    assert (app.overlay, new_clue(app).me) == ("clue", "mu")


def test_the_panel_itself_cannot_be_drawn(desk: Desk, log: Path) -> None:
    app = desk.app
    desk.open("a-wrong-flag")
    with patch.object(StageScreen, "draw", fails), patch("visualizer.window.app.draw_fault", fails):
        for _ in range(10):
            app.frame([key("f10")], 0.02)
        assert log.read_text(encoding="utf-8").count("Planted: planted") <= 3
    app.frame([], 0.02)
    is_said(app, log)
    press(app, "return")
    assert (app.overlay, type(app.screen)) == ("", StageScreen)


def test_a_position_that_cannot_be_drawn_goes_back_to_the_last_one_that_could(desk: Desk, log: Path) -> None:
    app = desk.app
    session = desk.open("a-beginner-board").session
    press(app, "1", "right", "right", "s")
    drawn = StageScreen.draw

    def at_three(self: StageScreen, *rest: Any) -> None:
        if self.session.timeline.position == 3:
            fails()
        drawn(self, *rest)

    with patch.object(StageScreen, "draw", at_three):
        press(app, "right")
        is_said(app, log)
        press(app, "return")
        assert (app.overlay, session.timeline.position) == ("", 2)
    press(app, "right")
    assert (app.overlay, session.timeline.position) == ("", 3)


def test_a_panel_that_cannot_be_drawn_is_left(desk: Desk, log: Path) -> None:
    app = desk.app
    desk.open("a-beginner-board")
    with patch("visualizer.stage.stage.draw_source", fails):
        press(app, "s")
        is_said(app, log)
        press(app, "return", "right")
        assert (app.overlay, desk.stage.code) == ("", "pseudocode")


def test_games_survive(desk: Desk) -> None:
    """What was played, entered and logged is there after faults of all kinds."""
    app = desk.app
    for opening in ("game", "Sudoku"):
        SCREENS[opening](app)
        app.frame([], 0.02)
        session = desk.stage.session
        if opening == "game":
            session.click("(0,0)", "uncover")
        else:
            press(app, "right", "5")
        before = session.state.copy()
        for name in ("key", "tick", "draw"):
            with patch.object(StageScreen, name, fails):
                press(app, "f10")
            press(app, "return")
            assert app.overlay == ""
            assert session.state == before
        assert (not session.play.clicks or any(seen != COVERED for seen in game_of(session).seen.values()))
        session.undo()
        assert session.state != before
        app.leave()


def test_the_log_of_a_game_of_clue_survives(desk: Desk) -> None:
    app = desk.app
    new_clue(app).me, new_clue(app).hand = "mu", "pl ro li"
    start_clue(app)
    app.frame([], 0.02)
    desk.type("wh pe ca li pe")
    with patch("visualizer.puzzles.clue.play.news", fails):
        press(app, "return")
    assert app.overlay == "fault"
    lesson = kept(KEPT)
    assert lesson is not None
    assert len(lesson.puzzle.events) == 1  # type: ignore[attr-defined]
    press(app, "return")
    assert (app.overlay, len(log_of(desk.stage.session.state).log)) == ("", 1)


def test_a_lesson_that_cannot_be_opened_leaves_what_is_open(desk: Desk, log: Path, tmp_path: Path) -> None:
    app, path = desk.app, tmp_path / "x.yaml"
    path.write_text(THESIS, encoding="utf-8")
    desk.open("a-wrong-flag")
    shown = app.screen
    with patch.object(StageScreen, "__init__", fails):
        app.frame([pygame.event.Event(pygame.DROPFILE, file=str(path))], 0.02)
        is_said(app, log)
        assert app.screen is shown
        with patch.dict("os.environ", SDL_VIDEODRIVER="dummy"):
            other = App(load(path))  # as `play` does: the gallery, with what went wrong above it
        other.frame([], 0.02)
        assert isinstance(other.screen, Gallery)
        is_said(other, log)


def test_a_card_of_the_gallery_that_fails_is_left_out(desk: Desk, log: Path) -> None:
    app = desk.app
    for planted in ("visualizer.window.lesson_cards.load", "visualizer.window.lesson_cards.draw_picture"):
        with patch(planted, fails):
            while app.overlay != "fault":
                app.frame([], 0.02)
            is_said(app, log)
            press(app, "return")
        press(app, "return")
    while app.gallery.busy:
        app.frame([], 0.02)
    left_out = [other for other in app.gallery.cards if "a fault in Unfog" in other.fault]
    assert 2 <= len(left_out) <= 4
    assert all(card.scenario is not None for card in app.gallery.cards if card not in left_out)


def test_an_algorithm_that_fails_ends_its_run(desk: Desk, log: Path) -> None:
    """The events so far stay, the run says that it is not complete, and nobody hears of it again."""
    app = desk.app
    session = desk.open("a-wrong-flag").session

    def steps() -> Steps[None]:
        yield PassStarted(1, 1)
        fails()

    session.timeline = Timeline(steps(), session.state)
    app.frame([], 0.02)
    is_said(app, log)
    press(app, "return", "end", "space", "4", "right")
    assert app.overlay == ""
    assert (len(session.timeline.events), session.timeline.done) == (1, True)
    assert "fault in Unfog, Planted" in session.notice


class Picky:
    """A state that cannot take the third event."""

    def __init__(self, seen: int = 0) -> None:
        self.seen = seen

    def apply(self, event: object) -> None:
        if self.seen == 2:
            fails()
        self.seen += 1

    def copy(self) -> Picky:
        return Picky(self.seen)


def test_an_event_that_no_state_can_take_is_not_recorded() -> None:
    timeline = Timeline((event for event in [PassStarted(n, 1) for n in range(5)]), Picky())
    with pytest.raises(Planted):
        timeline.pull(5)
    assert (len(timeline.events), timeline.done, timeline.seek(5), timeline.state.seen) == (2, True, 2, 2)
    assert "fault in Unfog, Planted" in timeline.error


def test_a_log_that_cannot_be_written_is_no_trouble(desk: Desk, log: Path) -> None:
    log.parent.mkdir(exist_ok=True)
    log.mkdir()
    with patch.object(Gallery, "key", fails):
        press(desk.app, "f10")
    assert "no file, as none can be written" in desk.app.faults.said[-1]
    press(desk.app, "return")
    assert desk.app.overlay == ""


def test_the_log_stays_small(desk: Desk, log: Path) -> None:
    faults = Faults()
    for number in range(_MOST_TOLD * 2):
        faults.note(Planted("x" * 100_000 + str(number)), "testing", "nowhere")
    assert log.stat().st_size + log.with_suffix(".old.log").stat().st_size < 2.2 * _MOST_BYTES
    assert len(list(log.parent.iterdir())) <= 3
    assert len(faults.said[0]) < 250


# --- what once ended the window --------------------------------------------------------------------------------------


def test_why_on_a_field_with_more_placements_than_a_float_can_hold(desk: Desk) -> None:
    app = desk.app
    game = custom_game(app)
    game.rows, game.columns, game.mines = 40, 40, 320
    app._start_game("a new game", game.game)
    desk.frame()
    desk.move(*desk.over("(20,20)"))
    desk.key("w")
    assert "of about 1.29·10^346 placements that fit, (20,20) is a mine (20%)" in desk.stage.session.notice
    text = ("title: Many\nalgorithm: mine-probabilities\npuzzle: {kind: gnomine, random: "
            "{rows: 40, columns: 40, mines: 320, seed: 1, reveal: 0}}\n")
    app.open(scenario(text))
    desk.key("end")
    counted = desk.stage.session.state.of(PlacementsState)
    assert counted is not None
    assert (counted.models or 0) > 10**308


def test_the_tree_of_an_algorithm_that_has_none(desk: Desk) -> None:
    desk.open("sampled-against-exact")
    for name in ("l", "l", "s", "f", "u", "s", "s", "s"):
        desk.key(name)
    desk.key("u")
    assert desk.stage.session.notice == "This algorithm has no search tree."


@pytest.mark.parametrize("rung", "1234")
def test_running_what_fails_before_its_first_event(rung: str, desk: Desk) -> None:
    from kit.monkey import _failing

    _failing("a-number-is-a-constraint")(desk)
    desk.key(rung, "shift space")
    for _ in range(20):
        desk.frame(0.1)
    assert not desk.stage.session.running
    assert "cannot go on with what it was given" in desk.stage.session.notice


@pytest.mark.parametrize("more", ["", "  - {run: {to: end}}\n"])
def test_a_cue_of_the_list_that_never_comes(more: str, desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "never.yaml"
    path.write_text(f"{THESIS}script:\n  - say: One.\n  - {{when: {{event: Pruned, count: 40}}, say: Never.}}\n{more}",
                    encoding="utf-8")
    desk.app.open_file(path)
    desk.frame()
    desk.key("g", "end", "return")
    assert desk.stage.session.notice.startswith("The lesson cannot go on to there: Pruned number 40 never comes")


def test_arrows_on_a_board_without_places(desk: Desk, tmp_path: Path) -> None:
    path = tmp_path / "void.cnf"
    path.write_text("p cnf 0 0\n", encoding="utf-8")
    desk.app.open_file(path)
    desk.frame()
    desk.key("tab", "down", "right", "return")


def test_the_search_tree_in_a_window_without_room(desk: Desk) -> None:
    desk.open("dpll")
    desk.key("end", "l")
    for size in ((1, 1), (64, 48), (90, 60)):
        desk.resize(*size)
        for name in ("o", "+", "tab", "o", "-"):
            desk.key(name)
        for x in range(0, size[0], 7):
            desk.click(x, size[1] // 2)
            desk.send(pygame.MOUSEWHEEL, precise_y=1.0)
