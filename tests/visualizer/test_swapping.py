"""What changes places with the board is on its way for a moment; a key completes it, reduced motion has none."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from kit.window_desk import Desk, window
from scenarios.loader import find, load
from visualizer.window.compare_screen import CompareScreen
from visualizer.window.stage_screen import StageScreen
from visualizer.window.swapping import SPAN


def picture(desk: Desk) -> bytes:
    return pygame.image.tobytes(desk.app.canvas.surface, "RGB")


def after(desk: Desk, seconds: float) -> None:
    """So much later; until then time stands still, however long a frame takes."""
    screen = desk.app.screen
    assert isinstance(screen, StageScreen | CompareScreen)
    playback = screen.transport.playback
    now = playback.clock() + seconds
    playback.clock = lambda: now


@pytest.mark.parametrize("name", ["14-a-cube-for-a-conflict", "36-behind-a-wall-of-mines"])
@pytest.mark.parametrize("end", ["time", "key"])
def test_it_is_on_its_way_and_then_there(name: str, end: str, tmp_path: Path) -> None:
    path = next(path for path in Path("scenarios/lessons").glob(f"{name[:2]}-*.yaml"))
    with window(tmp_path, load(path)) as desk:
        desk.key("s")
        desk.frame()
        before = picture(desk)
        after(desk, 0)
        desk.key("l")
        after(desk, SPAN / 2)
        desk.frame()
        moving = picture(desk)
        assert moving != before
        assert desk.app.screen.busy
        if end == "time":
            after(desk, SPAN)
        else:
            desk.key("f15")  # any
        desk.frame()
        there = picture(desk)
        assert there != moving
        desk.frame()
        assert picture(desk) == there


def test_reduced_motion_has_none(tmp_path: Path) -> None:
    with window(tmp_path, load(find("a-number-is-a-constraint"))) as desk:
        desk.app.settings.motion = False
        desk.key("l")
        at_once = picture(desk)
        after(desk, SPAN)
        desk.frame()
        assert picture(desk) == at_once
