"""A page on a phone, upright and on its side: the board gets the room, and each control is there and large enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kit.chromium import Page, frame
from kit.recordings import WHICH_FIRST, lesson
from visualizer.recording.export import record

pytestmark = pytest.mark.e2e
QUIZ = """\
title: A quiz
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: "A number is a constraint on its neighbours."
""" + WHICH_FIRST + """\
    more: "That is all that follows from one number."
"""
UPRIGHT = ((320, 568), (360, 740), (414, 896))
PHONES = (*UPRIGHT, *((height, width) for width, height in UPRIGHT))
LEAST = 40  # of a side that a finger hits
_SEEN = """[...document.querySelectorAll('%s')].filter(one => one.checkVisibility() && one.offsetWidth > 1).map(one => {
  const r = one.getBoundingClientRect();
  return [one.id || one.textContent, r.left, r.top, r.right, r.bottom];
})"""
ALL = "#bar button, #bar select, #bar input, #bar a"


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quiz")
    record(lesson(folder, QUIZ), folder / "quiz.html")
    return folder / "quiz.html"


def seen(page: Page, selector: str = ALL) -> dict[str, list[float]]:
    """Left, top, right and bottom of what can be seen, by name."""
    found: list[list[Any]] = page.value(_SEEN % selector)
    return {str(name): sides for name, *sides in found}


def on_phone(page: Page, size: tuple[int, int]) -> None:
    page.size(*size)
    page.wait(f"innerWidth === {size[0]} && document.body.classList.contains('stacked')")


def all_fit(page: Page, size: tuple[int, int]) -> None:
    """What is seen of the controls is large enough, lies inside the page, and nothing lies over anything else."""
    places = seen(page)
    for name, (left, top, right, bottom) in places.items():
        assert right - left >= LEAST, name
        assert bottom - top >= LEAST, name
        assert left >= 0, name
        assert top >= 0, name
        assert right <= size[0], name
        assert bottom <= size[1], name
    for name, (left, top, right, bottom) in places.items():
        for other, (a, b, c, d) in places.items():
            assert name == other or a >= right or c <= left or b >= bottom or d <= top, (name, other)
    assert page.value("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", PHONES)
def test_one_row_of_controls_leaves_the_room_to_the_board(page: Page, size: tuple[int, int]) -> None:
    on_phone(page, size)
    all_fit(page, size)
    tops = {top for _, top, _, _ in seen(page, "#controls > button").values()}
    assert len(tops) == 1
    height = page.value("document.querySelector('#stage').clientHeight")
    assert height >= 0.8 * size[1]
    left, top, right, bottom = seen(page, "#view canvas")[""]
    assert top >= 0
    assert bottom <= height + 1
    assert right - left >= 0.9 * size[0] or bottom - top >= 0.6 * height  # as large as fits


@pytest.mark.parametrize("size", PHONES)
def test_the_rarer_controls_unfold(page: Page, size: tuple[int, int]) -> None:
    page.size(1280, 800)
    page.wait("!document.body.classList.contains('stacked')")
    everything = set(seen(page))
    assert "rarer" not in everything
    on_phone(page, size)
    assert seen(page).keys() < everything | {"rarer"}
    opener = "document.querySelector('#rarer')"
    left, top, right, bottom = seen(page)["rarer"]
    page.click((left + right) / 2, (top + bottom) / 2)
    assert page.value(f"{opener}.getAttribute('aria-expanded')") == "true"
    assert page.value(f"document.getElementById({opener}.getAttribute('aria-controls')).contains("
                      "document.querySelector('#list-cues'))")
    assert seen(page).keys() == everything | {"rarer"}
    all_fit(page, size)
    page.value("document.querySelector('#theme').focus()")
    page.press("Escape")
    assert seen(page).keys() < everything | {"rarer"}
    assert page.value(f"document.activeElement === {opener}")
    page.press("Enter")  # by keyboard it unfolds, too
    assert seen(page).keys() == everything | {"rarer"}
    tap = "new PointerEvent('{}', {{pointerType: 'touch', bubbles: true, clientX: 200, clientY: 20}})"
    for kind in ("pointerdown", "pointerup"):
        page.value(f"document.querySelector('canvas').dispatchEvent({tap.format(kind)})")
    assert seen(page).keys() < everything | {"rarer"}
    assert frame(page) == 0  # that closed it, and was no step


def test_keys_do_what_is_folded_away(page: Page) -> None:
    on_phone(page, (320, 568))
    before = page.value("document.documentElement.dataset.theme")
    page.press("t")
    assert page.value("document.documentElement.dataset.theme") != before
    page.press("g")
    assert page.value("document.activeElement.closest('#list') !== null")
    links = seen(page, "#list a")
    assert all(bottom - top >= LEAST for _, top, _, bottom in links.values())
    page.press("Escape")
    page.press("+")
    assert page.value("document.querySelector('#speed').textContent") == "2×"
    page.press("t")
    page.press("t")


@pytest.mark.parametrize("size", PHONES)
def test_what_is_asked_leaves_the_whole_board_in_sight(page: Page, size: tuple[int, int]) -> None:
    on_phone(page, size)
    for box, opener in (("why", "document.querySelector('#why-not').click()"),
                        ("question", "document.querySelector('#cue-next').click()")):
        page.value(opener)
        page.wait(f"!document.querySelector('#{box}').hidden")
        page.wait("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
        _, top, right, bottom = seen(page, "#view canvas")[""]
        asked = seen(page, f"#{box}")[box]
        assert 0 <= top < bottom <= page.value("document.querySelector('#stage').clientHeight") + 1
        assert asked[1] >= bottom - 1 or asked[0] >= right - 1  # below the board, or beside it
        assert asked[2] <= size[0]
        assert all(below - above >= LEAST for _, above, _, below in seen(page, f"#{box} button").values())
        page.press("Escape")
