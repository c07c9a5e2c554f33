"""What the keys do that change how a window looks, or what lies over it."""

from __future__ import annotations

from unittest.mock import patch

import pygame

from kit.window_desk import Desk
from scenarios.course import the_course
from visualizer.canvas.theme import NAMES
from visualizer.window.gallery import Gallery


def source(desk: Desk) -> None:
    for code in ("source", "pseudocode"):
        desk.key("s")
        assert desk.stage.code == code


def focus(desk: Desk) -> None:
    ui = desk.app.ui
    desk.key("tab", "tab")
    second = ui.focus
    desk.key("tab", "shift tab")
    assert (ui.focus, ui.focus_shows) == (second, True)
    desk.app.ui.focus_on("settings")
    desk.key("return")
    assert desk.app.overlay == "settings"


def scale(desk: Desk) -> None:
    settings = desk.app.settings
    desk.key("ctrl +")
    assert settings.scale == 1.1
    desk.key("ctrl 0")
    assert settings.scale == 1.0
    desk.key("ctrl -")
    assert settings.scale < 1.0


def search(desk: Desk) -> None:
    desk.app.leave()
    desk.key("/", *"expert", "down", "return")
    assert desk.stage.title == "An expert's board"


def themes(desk: Desk) -> None:
    been = []
    for _ in NAMES:
        desk.key("t")
        been.append(desk.app.settings.theme)
    assert sorted(been) == sorted(NAMES)


def f11(desk: Desk) -> None:
    """Held down for a while: a system repeats the press."""
    for kind in (pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYDOWN, pygame.KEYUP):
        desk.send(kind, key=pygame.K_F11, mod=0, unicode="")


def projector_mode(desk: Desk) -> None:
    whole = desk.boxes()
    desk.key("f5")
    assert {"slide", "timeline"} <= desk.boxes().keys()
    assert "code" in whole and "code" not in desk.boxes()
    desk.key("f5")
    assert desk.boxes().keys() == whole.keys()


def spotlight_and_clock(desk: Desk) -> None:
    desk.key("i", "k")
    assert desk.stage.session.notice == "K is for projector mode: F5."
    desk.key("f5", "i", "k")
    assert (desk.stage.projector.spotlight, desk.app.settings.clock) == (True, "class")


def words_key(desk: Desk) -> None:
    desk.key("f3")
    desk.type("support")
    first, others = desk.app.words.terms()
    assert "support" in [term.term for term in (*first, *others)]
    desk.key("f3")
    assert desk.app.overlay == ""


def chapters_or_topics(desk: Desk) -> None:
    desk.key("escape")
    gallery = desk.app.gallery
    for view, headings in (("Topics", 1), ("Lectures", 1), ("Course", len(the_course().chapters))):
        desk.key("c")
        assert gallery.view == view
        desk.frame()
        assert len(gallery.shelves.headings) >= headings
    assert [chapter.title for chapter in the_course().chapters] == list(gallery.shelves.headings)


def magnify(desk: Desk) -> None:
    zoom, (x, y) = desk.stage.session.board.zoom, desk.boxes()["board"].center
    for larger in (1, -1):
        desk.app.ui.wheel(x, y, larger)
        assert zoom.whole is (larger < 0)
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    desk.key("+", "+")
    assert zoom.scale > 1
    before = desk.stage.session.timeline.position, (zoom.x, zoom.y)
    desk.move(x, y)
    desk.app.ui.mouse_down(x, y, 1)
    desk.move(x + 40, y + 30)
    desk.app.ui.mouse_up(x + 40, y + 30, 1)
    assert desk.stage.session.timeline.position == before[0]  # it was no click
    assert (zoom.x, zoom.y) != before[1]
    desk.app.ui.focus_shows = True  # the mouse has taken it
    desk.key("-", "-")
    assert zoom.whole


def black_screen(desk: Desk) -> None:
    for key in ("b", "."):
        desk.key(key)
        assert not pygame.surfarray.pixels3d(desk.app.canvas.surface).any()
        here = desk.stage.session.here
        desk.key("right")
        assert pygame.surfarray.pixels3d(desk.app.canvas.surface).any()
        assert desk.stage.session.here == here


def full_screen(desk: Desk) -> None:
    for size in ((900, 500), (1000, 700)):
        desk.resize(*size)
        place = pygame.display.get_window_position()
        f11(desk)
        assert pygame.display.is_fullscreen()
        assert desk.size == pygame.display.get_desktop_sizes()[0] != size
        f11(desk)
        assert (desk.size, pygame.display.get_window_position()) == (size, place)
    with patch.object(pygame.display, "set_mode", side_effect=pygame.error("no")):
        f11(desk)  # which must not end the lesson
    f11(desk)
    assert pygame.display.is_fullscreen()


def settings_key(desk: Desk) -> None:
    overlays = []
    for key in ("f2", "escape", "f2", "f2"):
        desk.key(key)
        overlays.append(desk.app.overlay)
    assert overlays == ["settings", "", "settings", ""]


def escape(desk: Desk) -> None:
    for key in ("space", "shift space"):
        desk.key(key, "escape")
        assert not (desk.stage.session.running or desk.stage.session.presenting)
    desk.key("escape")
    assert isinstance(desk.app.screen, Gallery)


def help_key(desk: Desk) -> None:
    for overlay in ("help", ""):
        desk.key("?")
        assert desk.app.overlay == overlay


def presenters_window(desk: Desk) -> None:
    for there in (True, False):
        desk.key("f9")
        assert (desk.app.presenter.window is not None) == there


def freeze(desk: Desk) -> None:
    desk.key("f12")
    assert "F9" in desk.stage.message
    desk.key("f9", "f12", "right")
    assert desk.stage.session.here > 0
    desk.key("shift f12")
    assert desk.stage.session.here == 0
