"""Tabs in the page of a recording: chosen by key and from a list, each as the window draws it, cheap, and honest where
a frame has an earlier picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.chromium import READY, Page, frame
from kit.recordings import lesson, spliced
from visualizer.canvas.primitives import Op, RecordingCanvas, Stills
from visualizer.canvas.theme import theme
from visualizer.recording.export import record
from visualizer.recording.film import SIZE, Film
from visualizer.recording.tabs import Tab, fitted

CHOSEN = "document.querySelector('#tab').selectedOptions[0].textContent"
PIXELS = "document.querySelector('canvas').toDataURL()"
AGE = "document.querySelector('#tab-age').textContent"


@pytest.mark.e2e
def test_the_key_goes_on_to_the_next_tab_and_round(page: Page, film: Film) -> None:
    page.press("PageDown")
    page.press("PageDown")
    names = [name for _, name in film.tabs]
    shown = names.index(page.value(CHOSEN))
    first = page.value(PIXELS)
    for at in range(1, len(names) + 1):
        before = page.value(PIXELS)
        page.press("s")
        page.wait(f"{CHOSEN} === {names[(shown + at) % len(names)]!r}")  # they are unpacked when first asked for
        page.wait(f"{PIXELS} !== {before!r}")
    assert page.value(PIXELS) == first
    assert page.value("document.querySelector('#caption').textContent") == f"On show: {names[shown]}."


@pytest.mark.e2e
def test_a_chosen_tab_goes_with_the_steps_until_a_cue_shows_another(page: Page, html: Path, film: Film) -> None:
    own = page.value(CHOSEN)
    other = next(name for _, name in film.tabs if name != own)
    page.value("(list => { list.value = [...list.options].findIndex(one => one.textContent === "
               f"{other!r}); list.dispatchEvent(new Event('change')); }})(document.querySelector('#tab'))")
    page.wait("document.querySelector('#caption').textContent.startsWith('On show')")
    page.press("PageDown")
    page.press("ArrowRight")
    assert page.value(CHOSEN) == other
    stepped, at = page.value(PIXELS), frame(page)
    page.press("End")
    page.value(f"location.hash = '#{at}'")
    page.wait(f"document.body.dataset.frame === '{at}'")
    assert page.value(PIXELS) == stepped
    assert page.value(AGE) == ""


SHOWN = """\
title: Two shows
puzzle: {kind: cnf, formula: "p | q, ~p | q, p | ~q"}
algorithm: dpll
script:
  - {say: One, show: source}
  - {step: {grain: step}, show: tree, say: Two}
"""


@pytest.mark.e2e
def test_a_cue_that_shows_another_ends_the_choice(page: Page, tmp_path: Path) -> None:
    record(lesson(tmp_path, SHOWN), tmp_path / "x.html")
    page.open((tmp_path / "x.html").as_uri(), READY)
    own = page.value(CHOSEN)
    page.press("s")
    page.wait(f"{CHOSEN} !== {own!r}")
    page.press("End")
    assert page.value(CHOSEN) not in (own, "Pseudocode")
    page.press("Home")
    assert page.value(CHOSEN) == own


def test_tabs_are_what_the_window_draws(film: Film) -> None:
    """What a tab draws over a frame makes it what it is with that tab on show."""
    for shown in film.frames[::7]:
        film.draw(RecordingCanvas(), shown, SIZE, theme("light"))
        pictures = film.tab_pictures(shown, theme("light"), Stills())
        assert set(pictures) == {name for name, _ in film.tabs} - {film.tab(shown)}
        assert all(pictures.values())


def _word(number: int) -> Op:
    return Op("text", (number, 0, str(number), 12, (0, 0, 0), "left", "sans", 9.0))


@given(st.lists(st.lists(st.integers(0, 40), max_size=8), min_size=1, max_size=40),
       st.sets(st.integers(0, 39)), st.integers(0, 900))
def test_what_is_too_large_keeps_fewer_frames(numbers: list[list[int]], kept: set[int], most: int) -> None:
    """Each frame has its own picture or the last one's; where cues end and where the tab has another place, its own."""
    pictures = [[_word(number) for number in some] for some in numbers]
    tabs = fitted([Tab(pictures, kept), Tab([[] for _ in pictures], kept)], most)
    assert sum(tab.size for tab in tabs) <= most or all(tab.stride >= len(pictures) for tab in tabs)
    tab, drawn, last = tabs[0], list[int](), list[Op]()
    for index, ops in enumerate(pictures):
        drawn = spliced(drawn, tab.lists.frames[index])
        last = ops if tab.fresh[index] else last
        table = {number: op for op, number in tab.lists._numbers.items() if isinstance(op, Op)}
        assert [table[number] for number in drawn] == last
        assert tab.fresh[index] or (index not in kept and ops[:1] == pictures[index - 1][:1])
