"""In a recording's page, only what has changed is drawn anew, and what is seen is what one sees where all of it is."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from kit.chromium import READY, Page
from kit.known_lessons import known
from scenarios.folders import bare, lessons
from scenarios.loader import find
from visualizer.recording import html as page_of_film
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import plan
from visualizer.recording.html import film_page

pytestmark = pytest.mark.e2e

_PIXELS = """
const seen = () => [...document.querySelectorAll('canvas')].map(canvas => {
  const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
  return new Uint32Array(data.buffer).reduce((sum, one) => Math.imul(sum ^ one, 0x01000193) >>> 0, 7);
}).join();
const slider = document.querySelector('input');
const seek = at => { slider.value = at; slider.dispatchEvent(new Event('input')); };
"""
_WALK = f"""(frames => {{
  {_PIXELS}
  const walked = frames.map(at => {{ seek(at); return seen(); }});
  const whole = at => {{ seek(at); window.dispatchEvent(new Event('resize')); return seen(); }};
  return frames.filter((at, index) => whole(at) !== walked[index]);
}})"""
# Until three frames are alike: what is unpacked meanwhile, or fits a new size, shows in a later frame.
_REST = f"""(async () => {{
  {_PIXELS}
  const frame = () => new Promise(requestAnimationFrame);
  for (let last = null, calm = 0; calm < 3;) {{
    await frame();
    const now = seen();
    calm = now === last ? calm + 1 : 0;
    last = now;
  }}
}})()"""
_DRAWN = """(() => {
  const own = CanvasRenderingContext2D.prototype, counts = [];
  const real = own.fillText;
  own.fillText = function(...of) { window.drawn++; return real.apply(this, of); };
  const after = act => { window.drawn = 0; act(); counts.push(window.drawn); };
  const key = name => document.dispatchEvent(new KeyboardEvent('keydown', {key: name}));
  after(() => window.dispatchEvent(new Event('resize')));
  for (let step = 0; step < 8; step++) after(() => key('ArrowLeft'));
  after(() => key('t'));
  key('t');
  key('t');
  return counts;
})()"""

LESSONS = ["an-expert-board", "a-hard-formula", "queens-as-an-exact-cover", "mrv-against-mrv-plus"]
"""Boards, trees, clauses, tables, runs side by side: with what is cut off at edges, polygons, texts of all kinds."""
SMALL = "dpll"  # of which all is drawn in each frame


@pytest.fixture(scope="module", params=LESSONS)
def html(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    scenario = known(next(path for path in lessons() if bare(path.stem) == request.param))
    film: Any = plan_comparison(scenario, 60) if scenario.compares else plan(scenario, 60)
    path = tmp_path_factory.mktemp("tiles") / "x.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_of_film, "_LARGE", 100)
        path.write_text(film_page(film, "light", lambda _done, _all: None, {}), encoding="utf-8")
    return path


def test_what_is_seen_is_the_same_as_if_all_were_drawn(page: Page) -> None:
    last = int(page.value("document.querySelector('input').max"))
    rng = random.Random(1)
    walk = [*range(4), *(rng.randint(0, last) for _ in range(7)), last, last - 1]
    for width, height, ratio in ((1280, 900, 1), (390, 800, 2), (330, 240, 1.5)):
        page.size(width, height, ratio)
        page.wait(f"innerWidth === {width} && devicePixelRatio === {ratio}")
        page.wait(f"document.body.classList.contains('stacked') === {json.dumps(width != 1280)}")
        page.value(_REST)
        assert page.value(f"{_WALK}({json.dumps(walk)})") == [], (width, height)
    page.size(1280, 900)


def test_steps_draw_less_and_themes_all(page: Page) -> None:
    page.press("End")
    whole, *steps, again = page.value(_DRAWN)
    assert whole > 20
    assert sorted(steps)[len(steps) // 2] < 0.9 * whole  # where a cue ends, there are pictures between
    assert again > min(steps)


def test_a_tab_and_a_proof_leave_nothing_behind(page: Page) -> None:
    same = (f"(() => {{ {_PIXELS} const before = seen(); window.dispatchEvent(new Event('resize'));"
            "return seen() === before; })()")
    page.press("End")
    page.press("s")
    page.wait("document.querySelector('#caption').textContent.startsWith('On show')")
    page.value("new Promise(done => setTimeout(done, 50))")  # until it is unpacked, too
    for key in ("ArrowLeft", "s", "ArrowLeft", "w", "Enter", "ArrowRight", "Escape", "ArrowRight", "s", "Home"):
        page.press(key)
        page.value(_REST)
        assert page.value(same), key


def test_a_small_picture_is_drawn_whole(browser: Page, tmp_path: Path) -> None:
    path = tmp_path / "x.html"
    path.write_text(film_page(plan(known(find(SMALL)), 60), "light", lambda _done, _all: None, {}), encoding="utf-8")
    browser.open(path.as_uri(), READY)
    browser.press("End")
    *_, last, again = browser.value(_DRAWN)
    assert last == again > 20
    assert browser.errors == []
