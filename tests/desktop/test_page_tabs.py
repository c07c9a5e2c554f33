"""Tabs in the page of a recording: chosen by key and from a list, each as the window draws it, cheap, and honest where
a frame has an earlier picture."""

from __future__ import annotations

import re
from math import inf
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.chromium import READY, Page, frame
from kit.recordings import lesson, spliced
from scenarios.loader import find, load
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
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
    before = page.value(PIXELS)
    page.value("(list => { list.value = [...list.options].findIndex(one => one.textContent === "
               f"{other!r}); list.dispatchEvent(new Event('change')); }})(document.querySelector('#tab'))")
    page.wait("document.querySelector('#caption').textContent.startsWith('On show')")
    page.wait(f"{PIXELS} !== {before!r}")  # it is unpacked when first asked for
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
    """What a tab draws over a frame makes it what it is with that tab on show: it begins with its panel, in its place.
    That is the same after another frame was drawn."""
    anywhere = film.frames[-1]
    for shown in film.frames[::7]:
        film.draw(RecordingCanvas(), shown, SIZE, theme("light"))
        places = film.tab_places(shown)
        assert set(places) == {name for name, _ in film.tabs} - {film.tab(shown)}
        for name, place in places.items():
            found, later = RecordingCanvas(), RecordingCanvas()
            film.draw_tab(found, shown, name, theme("light"))
            film.draw(RecordingCanvas(), anywhere, SIZE, theme("light"))
            film.draw_tab(later, shown, name, theme("light"))
            panel = RecordingCanvas()
            panel.rect(place)
            assert (found.ops[0].name, found.ops[0].args[:4]) == ("rect", panel.ops[0].args[:4])
            assert len(found.ops) > 1
            assert found.ops == later.ops


def test_tabs_of_a_comparison_show_each_run_that_has_them() -> None:
    film = plan_comparison(load(find("ac-3-against-gac")), 20)
    shown = film.frames[4]
    film.draw(RecordingCanvas(), shown, SIZE, theme("light"))
    said = {}
    for name in film.tab_places(shown):
        canvas = RecordingCanvas()
        film.draw_tab(canvas, shown, name, theme("light"))
        said[name] = " ".join(str(op.args[2]) for op in canvas.ops if op.name == "text")
    assert "for each constraint C of the board" in said["pseudocode"]
    assert "while Q is not empty" in said["pseudocode"]
    assert "def gac(" in said["source"] or "yield" in said["source"]
    assert re.search(r"arcs? wait", said["queue"])


def _word(number: int) -> Op:
    return Op("text", (number, 0, str(number), 12, (0, 0, 0), "left", "sans", 9.0))


@given(st.lists(st.lists(st.integers(0, 40), max_size=8), min_size=1, max_size=40),
       st.sets(st.integers(0, 39)), st.integers(0, 900))
def test_what_is_too_large_keeps_fewer_frames(numbers: list[list[int]], kept: set[int], most: int) -> None:
    """Each frame has its own picture or the last one's; where the tab has another place, its own, and where cues end,
    as far as there is room, the last one first. It has as many as fit, and of the next finer one no more were drawn
    than it took to see that it does not."""
    pictures, drawn = [[_word(number) for number in some] for some in numbers], set[int]()
    places = [Rect(some[0] % 3, 0, 9, 9) if some else None for some in numbers]

    def picture(index: int) -> list[Op]:
        drawn.add(index)
        return pictures[index]

    tabs = fitted([Tab(places, picture, kept), Tab([None for _ in pictures], picture, kept)], most)
    small = sum(tab.size for tab in tabs) <= most
    assert small or all(tab.stride >= len(pictures) and len(tab.kept) <= 1 for tab in tabs)
    tab, shown, last = tabs[0], list[int](), list[Op]()
    assert all(tab.stride == 1 or tab.finer.fresh[index] or index in kept for index in drawn)
    fewest = [Tab(places, picture, kept, len(pictures)), Tab([None for _ in pictures], picture, kept, len(pictures))]
    if all(one.within(inf) for one in fewest) and sum(one.size for one in fewest) <= most:
        assert {*tab.kept} == kept
    assert not kept or max(kept) in tab.kept
    assert tab.stride == 1 or tab.finer.size + tabs[1].size > most
    assert most > 0 or tab.stride == 1 or len(tab.finer.lists.frames) <= -(-len(pictures) // 4)
    for index, ops in enumerate(pictures):
        shown = spliced(shown, tab.lists.frames[index])
        last = ops if tab.fresh[index] else last
        table = {number: op for op, number in tab.lists._numbers.items() if isinstance(op, Op)}
        assert [table[number] for number in shown] == last
        assert tab.fresh[index] or (index not in tab.kept and places[index] == places[index - 1])
