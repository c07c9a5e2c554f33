"""The help: every key and every colour can be read, in a window of any size, and is reached by keys and by clicks."""

from __future__ import annotations

import pytest

from kit.measuring import MeasuringCanvas
from kit.window_desk import Desk
from visualizer.canvas.primitives import SMALLEST
from visualizer.canvas.theme import theme
from visualizer.puzzles.gnomine.board import GnomineBoard
from visualizer.widgets.ui import Ui
from visualizer.window.help import GROUPS, KEYS, PAGES, Help

SIZES = {(1280, 800): 1.0, (640, 400): 0.5}


def drawn(shown: Help, size: tuple[int, int]) -> MeasuringCanvas:
    """The page on show, in a window of that size."""
    ui, canvas, colors = Ui(), MeasuringCanvas(whole=True), theme("dark")
    whole, unit = (float(size[0]), float(size[1])), SIZES[size]
    ui.begin(canvas, colors, unit, whole, 0.0)
    shown.draw(ui, canvas, whole, colors, unit, GnomineBoard.legend, lambda: None)
    ui.end()
    return canvas


def read(shown: Help, size: tuple[int, int]) -> tuple[list[str], list[str]]:
    """The words of a page, from its first line to its last, and what is wrong with its texts."""
    words: list[str] = []
    faults: list[str] = []
    while True:
        canvas = drawn(shown, size)
        words += [str(op.args[2]) for op in canvas.ops if op.name == "text"]
        faults += [str(fault) for fault in (*canvas.faults, *canvas.overlapping())]
        at = shown.scroll.offset
        if at == shown.scroll.limit:
            return words, faults
        shown.key("page down")
        assert shown.scroll.offset > at


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_no_text_of_the_help_is_too_small_or_cut(size: tuple[int, int], page: str) -> None:
    shown = Help()
    shown.open(page)
    words, faults = read(shown, size)
    assert not faults
    rows = GROUPS[page] if page in GROUPS else [("", meaning) for _, meaning in GnomineBoard.legend]
    text = set(" ".join(words).split())
    assert [word for row in rows for part in row for word in part.split() if word not in text] == []


def test_at_the_size_of_a_projected_window_a_page_needs_no_scrolling() -> None:
    for page in PAGES:
        shown = Help()
        shown.open(page)
        sizes = [float(str(op.args[3])) for op in drawn(shown, (1280, 800)).ops if op.name == "text"]
        assert min(sizes) >= SMALLEST
        assert shown.scroll.limit == 0


def test_each_key_is_explained_once() -> None:
    assert len(dict(KEYS)) == len(KEYS)


@pytest.mark.parametrize(("on", "back"), [("page down", "page up"), ("right", "left")])
def test_keys_turn_the_pages_on_and_back(desk: Desk, on: str, back: str) -> None:
    desk.key("?")
    seen = [desk.app.help.page]
    for _ in PAGES:
        desk.key(on)
        seen.append(desk.app.help.page)
    assert seen == [*PAGES, PAGES[0]]
    desk.key(back)
    assert desk.app.help.page == PAGES[-1]
    desk.key("escape", "?")
    assert (desk.app.overlay, desk.app.help.page) == ("help", PAGES[-1])


def test_a_small_window_shows_every_line_by_page_down_by_arrows_and_by_the_wheel(desk: Desk) -> None:
    desk.resize(500, 200)
    desk.key("?")
    scroll = desk.app.help.scroll
    assert scroll.limit > 2
    desk.key("down", "down", "up")
    assert scroll.offset == 1
    desk.key("end", "page up")
    assert scroll.offset == max(0, scroll.limit - scroll.visible)
    desk.key("home")
    box = desk.boxes()["help-list"]
    assert desk.app.ui.wheel(*box.center, -1)
    desk.frame()
    assert scroll.offset == 2
    page = desk.app.help.page
    while desk.app.help.page == page:
        last = scroll.offset
        desk.key("page down")
    assert last == scroll.limit


def test_a_click_opens_a_page(desk: Desk) -> None:
    desk.key("?")
    box = desk.boxes()["help-pages"]
    desk.click(box.right - 10, box.center[1])
    assert desk.app.help.page == PAGES[-1]
