"""Whatever anybody does to the window, at whatever size: no exception, and always something to see."""

from __future__ import annotations

import random
import string
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kit.window_desk import Desk, window
from scenarios.loader import find, load

NAMES = ("right", "left", "up", "down", "space", "return", "tab", "escape", "home", "end", "page up", "page down",
         "backspace", "f1", "f2", "+", "-", "?", "/", *string.ascii_lowercase, *string.digits)
HELD = ("", "", "", "", "shift ", "ctrl ", "shift ctrl ")
SIZES = [(1280, 800), (200, 150), (640, 480), (1, 1), (3000, 2000)]
SCREENS: dict[str, Callable[[Desk], object]] = {
    "gallery": Desk.frame,
    "lesson": lambda desk: desk.open("a-beginner-board"),
    "network": lambda desk: desk.open("beyond-sums"),
    "game": lambda desk: desk.app.open_card(desk.app.gallery.games["game0"]),
    "help": lambda desk: desk.key("?"),
    "settings over a lesson": lambda desk: desk.open("a-wrong-flag").ask_settings(),
    "comparison": lambda desk: desk.app.open(load(find("order-does-not-matter"))),
    "custom": lambda desk: desk.app.ask("custom"),
}


def act(desk: Desk, rng: random.Random) -> None:
    """One of the things that a child would do."""
    width, height = desk.size
    x, y = rng.randrange(-5, width + 5), rng.randrange(-5, height + 5)
    match rng.randrange(8):
        case 0 | 1 | 2:
            desk.send(pygame.KEYDOWN, **key(rng))
        case 3:
            desk.send(pygame.MOUSEBUTTONDOWN, pos=(x, y), button=rng.randint(1, 7))
        case 4:
            desk.send(pygame.MOUSEBUTTONUP, pos=(x, y), button=rng.randint(1, 7))
        case 5:
            desk.move(x, y)
        case 6:
            desk.app.ui.wheel(x, y, rng.choice([-3.0, -1.0, 0.5, 1.0]))
        case 7:
            desk.frame(rng.random())


def key(rng: random.Random) -> dict[str, object]:
    name, held = rng.choice(NAMES), rng.choice(HELD)
    modifiers = (pygame.KMOD_SHIFT if "shift" in held else 0) | (pygame.KMOD_CTRL if "ctrl" in held else 0)
    code = {"+": pygame.K_EQUALS, "?": pygame.K_SLASH}.get(name) or pygame.key.key_code(name)
    return {"key": code, "mod": modifiers, "unicode": name if len(name) == 1 else ""}


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("screen", SCREENS)
def test_random_events_on_every_screen_at_every_size(desk: Desk, screen: str, size: tuple[int, int]) -> None:
    desk.resize(*size)
    SCREENS[screen](desk)
    rng = random.Random(f"{screen} {size}")
    for _ in range(10 if size[0] > 2000 else 20):  # the monkey of test_monkey.py does many more, at usual sizes
        act(desk, rng)


def test_hundreds_of_random_events_in_one_sitting(desk: Desk) -> None:
    rng = random.Random(1000)
    for number in range(240):
        if number % 30 == 29:
            desk.resize(*rng.choice(SIZES[:4]))
        if number % 60 == 0:
            desk.open("an-expert-board")
        act(desk, rng)


@settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(sorted(SCREENS)), st.tuples(st.integers(1, 1400), st.integers(1, 900)),
       st.lists(st.randoms(use_true_random=False), min_size=1, max_size=30))
def test_any_few_events(screen: str, size: tuple[int, int], rngs: list[random.Random]) -> None:
    with TemporaryDirectory() as folder, window(Path(folder)) as desk:
        desk.resize(*size)
        SCREENS[screen](desk)
        for rng in rngs:
            act(desk, rng)


@pytest.mark.parametrize("size", [(200, 150), (3000, 2000)], ids=str)
def test_a_resized_window_shows_the_lesson_and_comes_back(desk: Desk, size: tuple[int, int]) -> None:
    desk.open("a-number-is-a-constraint")
    usual = desk.size
    before = pygame.image.tobytes(desk.app.canvas.surface, "RGB")
    desk.resize(*size)
    assert desk.size == size
    middle = desk.app.canvas.surface.subsurface((size[0] // 5, size[1] // 5, size[0] // 5, size[1] // 5))
    assert len(set(pygame.image.tobytes(middle, "RGB"))) > 10  # a board, no plain ground
    desk.resize(*usual)
    assert pygame.image.tobytes(desk.app.canvas.surface, "RGB") == before


KEYS = [held + name for held in sorted(set(HELD)) for name in NAMES]


def test_every_key_of_every_modifier_once_in_the_gallery(desk: Desk) -> None:
    """No chance involved: each key with each modifier."""
    for key in KEYS:
        if desk.app.screen is not desk.app.gallery or desk.app.overlay:
            desk.app.leave()
        desk.key(key)


def test_every_key_of_every_modifier_once_on_a_lesson(desk: Desk) -> None:
    opened = desk.open("a-wrong-flag")
    for key in KEYS:
        if desk.app.screen is not opened or desk.app.overlay:
            opened = desk.open("a-wrong-flag")
        desk.key(key)
