"""What is typed right after a dialog or a field opens goes there, however it was opened and however fast the typist."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
import pytest

from kit.session_desk import clue_of
from kit.window_desk import Desk, custom_game, new_clue
from visualizer.puzzles.clue.state import log_of
from visualizer.window.gallery import Gallery


def pressed(text: str) -> list[pygame.event.Event]:
    """Its letters, typed."""
    names = ["space" if letter == " " else letter for letter in text]
    return [event for name in names for event in (
        pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0,
                           unicode=" " if name == "space" else name),
        pygame.event.Event(pygame.KEYUP, key=pygame.key.key_code(name), mod=0))]


def named(name: str) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode="")


def clicked(desk: Desk, widget: str) -> list[pygame.event.Event]:
    """A click on a widget."""
    x, y = map(int, desk.boxes()[widget].center)
    return [pygame.event.Event(pygame.MOUSEMOTION, pos=(x, y), rel=(0, 0), buttons=(0, 0, 0)),
            *(pygame.event.Event(kind, pos=(x, y), button=1) for kind in (pygame.MOUSEBUTTONDOWN,
                                                                          pygame.MOUSEBUTTONUP))]


def come(desk: Desk, events: Sequence[pygame.event.Event], together: bool) -> None:
    """Events come in one frame, or each in its own."""
    for group in [events] if together else [[event] for event in events]:
        desk.app.frame(group, 0.02)
    desk.app.frame([], 0.02)


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_the_first_letters_go_into_the_first_field_of_the_clue_dialog(desk: Desk, by: str, together: bool) -> None:
    new_clue(desk.app).players = ""
    opening = clicked(desk, "clue")
    if by == "keys":
        desk.app.ui.focus, desk.app.ui.focus_shows = "clue", True
        opening = [named("return")]
    come(desk, [*opening, *pressed("sc mu wh"), named("tab"), *pressed("mu"), named("tab"), *pressed("t w")], together)
    clue = new_clue(desk.app)
    assert (desk.app.overlay, clue.players, clue.me, clue.hand) == ("clue", "sc mu wh", "mu", "t w")
    assert desk.app.settings.theme == "dark"  # T was a letter


@pytest.mark.parametrize("together", [True, False])
def test_the_first_letters_go_into_the_line_of_a_new_game_of_clue(desk: Desk, together: bool) -> None:
    desk.app.ask("clue")
    new_clue(desk.app).me, new_clue(desk.app).hand = "mu", "pl ro li"
    desk.frame()
    come(desk, [*clicked(desk, "clue-start"), *pressed("wh pe ca li pe"), named("return"), *pressed("gr")], together)
    assert clue_of(desk.stage.session) is not None
    assert (len(log_of(desk.stage.session.state).log), clue_of(desk.stage.session).text) == (1, "gr")


@pytest.mark.parametrize("together", [True, False])
def test_e_and_then_a_line_in_a_lesson_on_clue(desk: Desk, together: bool) -> None:
    desk.open("nobody-refuted")
    come(desk, pressed("ewh pe"), together)
    assert clue_of(desk.stage.session) is not None
    assert clue_of(desk.stage.session).text == "wh pe"


@pytest.mark.parametrize("together", [True, False])
def test_the_first_letters_of_a_search(desk: Desk, together: bool) -> None:
    come(desk, pressed("/t1 dpll"), together)
    gallery = desk.app.screen
    assert isinstance(gallery, Gallery)
    assert gallery.query == "t1 dpll"
    come(desk, [named("escape"), named("escape"), *clicked(desk, "search"), *pressed("1w")], together)
    assert gallery.query == "1w"


@pytest.mark.parametrize("together", [True, False])
@pytest.mark.parametrize("by", ["mouse", "keys"])
def test_arrows_move_the_first_slider_of_a_new_game_at_once(desk: Desk, by: str, together: bool) -> None:
    rows = custom_game(desk.app).rows
    opening = clicked(desk, "custom")
    if by == "keys":
        desk.app.ui.focus, desk.app.ui.focus_shows = "custom", True
        opening = [named("return")]
    come(desk, [*opening, named("right"), named("right")], together)
    assert custom_game(desk.app).rows == rows + (1 if together else 2)  # a key that comes twice in a frame is held down


@pytest.mark.parametrize(("dialog", "title"), [("custom", "Gnomine, 13 × 20 with 45 mines"),
                                               ("sherlock", "A new Sherlock, easy")])
def test_return_starts_a_new_game_from_its_sliders(desk: Desk, dialog: str, title: str) -> None:
    come(desk, [*clicked(desk, dialog), named("right"), named("return")], together=False)
    assert desk.app.overlay == ""
    desk.settle()
    assert desk.stage.session.scenario.title == title


@pytest.mark.parametrize("together", [True, False])
def test_the_theme_is_chosen_with_the_first_keys_of_the_settings(desk: Desk, together: bool) -> None:
    come(desk, clicked(desk, "settings"), together)
    come(desk, [named("return")], together)
    come(desk, [named("down")], together)
    come(desk, [named("return")], together)
    assert desk.app.settings.theme == "light"
