"""The grain in a recording's page: a step goes on to the next frame whose event has at least the one that is chosen, by
keys and by a control, as in the window."""

from __future__ import annotations

from itertools import pairwise

import pytest

from algorithms.core import Grain
from kit.chromium import SHIFT, Page, frame
from kit.known_lessons import known
from scenarios.folders import bare, lessons
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import Film, plan
from visualizer.recording.html import _grains

pytestmark = pytest.mark.e2e

CHOSEN = "document.querySelector('#grain').selectedOptions[0].textContent"


def stops(film: Film, least: Grain) -> list[int]:
    """The frames that such steps show, by their own events: in this film each event has a frame."""
    shown = [index for index, one in enumerate(film.frames)
             if index and (least is Grain.MICRO or (one.position and film.grain_at(one.position) >= least))]
    last = len(film.frames) - 1
    return shown if last in shown else [*shown, last]


@pytest.mark.parametrize("grain", list(Grain))
def test_steps_go_on_by_the_grain_that_is_chosen(page: Page, film: Film, grain: Grain) -> None:
    page.press(str(grain + 1))
    assert page.value(CHOSEN) == film.rungs[grain].capitalize()
    assert film.rungs[grain] in page.value("document.querySelector('#caption').textContent")
    expected = stops(film, grain)
    for at in expected:
        page.press("ArrowRight")
        assert frame(page) == at
        assert page.value("document.querySelector('#caption').textContent") == film.frames[at].caption
    for at in [*expected[-2::-1], 0]:
        page.press("ArrowLeft")
        assert frame(page) == at


def test_shift_is_a_rung_higher(page: Page, film: Film) -> None:
    for grain in Grain:
        page.press("Home")
        page.press(str(grain + 1))
        higher = stops(film, Grain(min(Grain.PHASE, grain + 1)))
        for at in higher[:3]:
            page.press("ArrowRight", SHIFT)
            assert frame(page) == at
        if len(higher) > 2:
            page.press("ArrowLeft", SHIFT)
            assert frame(page) == higher[1]


def test_the_control_has_a_name_and_chooses_it_too(page: Page, film: Film) -> None:
    control = "document.querySelector('#grain')"
    assert page.value(f"[...{control}.options].map(one => one.textContent)") == [
        rung.capitalize() for rung in film.rungs]
    assert "go on to the next" in page.value(f"{control}.getAttribute('aria-label')")
    page.value(f"({control}.focus(), {control}.value = 2, {control}.dispatchEvent(new Event('change')))")
    page.press("ArrowRight")  # with the focus there: a step, not another grain
    assert (frame(page), page.value(CHOSEN)) == (stops(film, Grain.LANDMARK)[0], film.rungs[2].capitalize())
    page.click(*page.value("(r => [r.left + 9, r.top + 9])(document.querySelector('#step').getBoundingClientRect())"))
    assert frame(page) == stops(film, Grain.LANDMARK)[1]
    page.size(390, 800, 3)
    page.wait("document.body.classList.contains('stacked')")
    page.click(*page.value("(r => [r.left + 9, r.top + 9])(document.querySelector('#rarer').getBoundingClientRect())"))
    left, right, height = page.value(f"(r => [r.left, r.right, r.height])({control}.getBoundingClientRect())")
    assert left >= 0
    assert right <= 390
    assert height >= 44  # for a finger
    tap = "new PointerEvent('{}', {{pointerType: 'touch', clientX: 300, clientY: 100}})"
    page.press("Escape")
    for kind in ("pointerdown", "pointerup"):
        page.value(f"document.querySelector('canvas').dispatchEvent({tap.format(kind)})")
    assert frame(page) == stops(film, Grain.LANDMARK)[2]


@pytest.mark.parametrize("name", ["a-wrong-flag", "order-does-not-matter"])
def test_what_has_no_frame_is_part_of_the_next_one(name: str) -> None:
    """In a film with fewer frames than events, no event of a larger grain is lost; also where runs are compared."""
    scenario = known(next(path for path in lessons() if bare(path.stem) == name))
    film: Film = plan_comparison(scenario, 12) if scenario.compares else plan(scenario, 12)
    grains, positions = _grains(film), [frame.position for frame in film.frames]
    assert len(grains) == len(film.frames)
    for index, (old, new) in enumerate(pairwise(positions), 1):
        if old != new:
            assert grains[index] == max(film.grain_at(at) for at in range(old + 1, new + 1))
        else:
            assert grains[index] == grains[index - 1]
