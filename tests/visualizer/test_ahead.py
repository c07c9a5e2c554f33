"""Keys that come in while nobody looks: repeats of a key that is held are not meant, and a press after a release that
got lost is no repeat."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pygame
import pytest

from kit.window_desk import window
from visualizer.window.ahead import Ahead

KEYS = [pygame.K_RIGHT, pygame.K_F9]


def down(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode="")


def up(key: int) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYUP, key=key, mod=0)


def come(ahead: Ahead, events: Sequence[pygame.event.Event], *held: int, at: float = 0.0) -> list[int]:
    """A frame at that second in which these come in, and the keys are held at its end: what is pressed by that."""
    ahead.look(events, held.__contains__, at)
    return [event.key for event in ahead.before(events, False) if event.type == pygame.KEYDOWN]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("between", [0, 1, 3])
def test_a_press_after_a_lost_release_is_one_though_it_is_over_within_the_frame(key: int, between: int) -> None:
    ahead = Ahead()
    assert come(ahead, [down(key)], key) == [key]
    for second in range(between):
        assert come(ahead, [], at=second + 1.0) == []  # it is up, and nobody has said so
    assert come(ahead, [down(key), up(key)], at=between + 0.5) == ([key] if between else [])  # else it was held
    assert come(ahead, [down(key), up(key)], at=between + 0.6) == [key]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_held_is_pressed_once_until_its_release_comes(key: int) -> None:
    ahead = Ahead()
    assert come(ahead, [down(key)], key) == [key]
    for _ in range(3):
        assert come(ahead, [], key) == []
    assert come(ahead, [*[down(key)] * 9, up(key)]) == []  # of a slow frame
    assert come(ahead, [down(key)], key) == [key]


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_is_held_while_the_focus_moves_goes_on_repeating_itself(key: int) -> None:
    """The system says of the window that has it now that no key is down there."""
    ahead = Ahead()
    assert come(ahead, [down(key)], key) == [key]
    counted = [come(ahead, [down(key)] if number % 3 == 0 else [], at=number / 60) for number in range(1, 120)]
    assert sum(map(len, counted)) == (0 if key == pygame.K_F9 else 39)  # it switches once; a step for each repeat
    assert come(ahead, [], at=2.8) == []
    assert come(ahead, [down(key)], key, at=2.9) == [key]


def test_other_keys_stay_down() -> None:
    ahead = Ahead()
    assert come(ahead, [down(pygame.K_F9), down(pygame.K_F5)], pygame.K_F5) == [pygame.K_F9, pygame.K_F5]
    assert come(ahead, [], pygame.K_F5, at=1.0) == []
    assert come(ahead, [down(pygame.K_F5), down(pygame.K_F9)], pygame.K_F5, pygame.K_F9, at=1.1) == [pygame.K_F9]


def test_the_window_looks_at_what_the_system_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """F9, with its release lost; then F9 again, pressed and released while a frame is drawn."""
    batches = iter([([down(pygame.K_F9)], {pygame.K_F9}), ([], set()), ([down(pygame.K_F9), up(pygame.K_F9)], set()),
                    ([pygame.event.Event(pygame.QUIT)], set())])
    held, seen, clock = set[int](), list[bool](), [0.0]

    def get(*_: Any) -> Iterable[pygame.event.Event]:
        events, now = next(batches)
        held.clear()
        held.update(now)
        seen.append(desk.app.settings.presenter)
        clock[0] += 1.0
        return events

    class Pressed:
        def __getitem__(self, key: int) -> bool:
            return key in held

    with window(tmp_path) as desk:
        desk.open("a-number-is-a-constraint")
        monkeypatch.setattr("pygame.event.get", get)
        monkeypatch.setattr("pygame.key.get_pressed", Pressed)
        monkeypatch.setattr(desk.app, "_moving", lambda: True)
        monkeypatch.setattr("time.monotonic", lambda: clock[0])
        desk.app.run()
    assert seen == [False, True, True, False]
