"""Panels of runs that are compared: what is pointed at lights up, what unfolds does, nothing moves one run alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.window_desk import Desk, window
from scenarios.loader import find, load


def opened(desk: Desk, panel: str) -> None:
    """With that panel on show."""
    desk.key("page down", "page down")
    for _ in range(8):
        if desk.compared.panel is not None and desk.compared.panel.name == panel:
            break
        desk.key("s")
    assert desk.compared.panel is not None
    assert desk.compared.panel.name == panel
    desk.frame()


@pytest.mark.parametrize(("name", "panel", "large"), [
    ("ac-3-against-gac", "queue", False), ("one-run-proves-nothing", "population", False),
    ("one-run-proves-nothing", "population", True),
])
def test_what_is_pointed_at_lights_up(name: str, panel: str, large: bool, tmp_path: Path) -> None:
    with window(tmp_path, load(find(name))) as desk:
        opened(desk, panel)
        if large:
            desk.key("l")
        areas = [ident for ident in desk.boxes() if ident.startswith("spots-run")]
        assert areas
        place, screen = desk.boxes()[areas[0]], desk.compared
        index = int(areas[0].removeprefix("spots-run"))
        look = screen.spots.looks[index]
        assert look is not None
        here = screen.comparison.here
        found = set()
        for at in range(1, 200):
            desk.move(place.x + place.w * (at % 20) / 20, place.y + place.h * (at // 20) / 10)
            if look.pointed is not None:
                found.add(look.pointed)
                break
        assert found
        desk.click(*desk.app.ui.pointer)
        assert screen.comparison.here == here
        others = [one for at, one in enumerate(screen.spots.looks) if at != index and one is not None]
        assert all(one.pointed is None for one in others)


def test_without_a_panel_nothing_can_be_pressed(tmp_path: Path) -> None:
    with window(tmp_path, load(find("one-run-proves-nothing"))) as desk:
        desk.key("page down", "page down")
        assert not [ident for ident in desk.boxes() if ident.startswith("spots-run")]
