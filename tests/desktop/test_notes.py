"""Notes of the window stand in the place of the title: they cover nothing that somebody is reading."""

from __future__ import annotations

import numpy as np
import pygame
import pytest

from kit.window_desk import Desk
from scenarios.loader import find, load

_BAR = 50.0  # at unit 1: above the stage
_LONG = "There is no other branch that was on show before; Z opens one, Shift + Z goes to it."


def pixels(desk: Desk) -> np.ndarray:
    return np.array(pygame.surfarray.pixels3d(desk.app.canvas.surface))


def settled(desk: Desk) -> np.ndarray:
    """The window once nothing is recorded ahead any more, and panels have followed the board."""
    last, now = None, pixels(desk)
    while last is None or (now != last).any():
        desk.frame()
        last, now = now, pixels(desk)
    return now


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)], ids=str)
@pytest.mark.parametrize("lesson", ["learning-from-a-conflict", "the-fog-of-search", "a-beginner-board",
                                    "order-does-not-matter", "clauses-or-counting"])
@pytest.mark.parametrize("note", ["This is the end of the run.", _LONG], ids=["short", "long"])
def test_a_note_changes_nothing_below_the_bar(desk: Desk, lesson: str, note: str, size: tuple[int, int]) -> None:
    desk.resize(*size)
    scenario = load(find(lesson))
    desk.app.open(scenario)
    screen = desk.compared if scenario.compares else desk.stage
    before = settled(desk)
    screen.transport.playback.notice = note
    x, y = (settled(desk) != before).any(axis=2).nonzero()  # surfaces are columns of pixels
    assert x.size and y.max() < _BAR * min(size[0] / 1280, size[1] / 800)
