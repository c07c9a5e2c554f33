"""The site of all lessons: made of a few, opened from its folder and from a server, searched, and walked through."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing import active_children
from pathlib import Path

import pytest

from kit.chromium import READY, Page
from kit.known_lessons import known
from kit.recordings import LESSON
from scenarios.course import short_courses
from scenarios.folders import bare, lessons
from scenarios.script.telling import Telling
from visualizer.recording.site import Card, Site, build_site, short_list

pytestmark = pytest.mark.e2e

FEW = [path for path in lessons() if bare(path.stem) in ("where-gac-must-stop", "unit-propagation")]


class Quiet(SimpleHTTPRequestHandler):
    """Serves without a line for each file."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Site]:
    folder = tmp_path_factory.mktemp("of lessons")
    own, broken = folder / "where-gac-must-stop.yaml", folder / "broken.yaml"
    own.write_text(LESSON, encoding="utf-8")
    broken.write_text("title: Broken\n", encoding="utf-8")
    counts: list[tuple[int, int]] = []
    made = build_site([*FEW, own, broken], folder / "site", "light", Telling(), lambda *count: counts.append(count),
                      most=30, jobs=2)
    assert counts == [(count, 4) for count in range(1, 5)]
    return folder / "site", made


@pytest.fixture(scope="module", params=["file", "server"])
def home(request: pytest.FixtureRequest, site: tuple[Path, Site]) -> Iterator[str]:
    """Where its index is."""
    folder, _ = site
    if request.param == "file":
        yield (folder / "index.html").as_uri()
        return
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/index.html"
    server.shutdown()
    server.server_close()


def test_it_has_a_page_for_each_and_says_what_is_wrong(site: tuple[Path, Site]) -> None:
    folder, made = site
    pages = {"unit-propagation.html", "where-gac-must-stop.html", "where-gac-must-stop-2.html"}
    assert {path.name for path in folder.iterdir()} == {"index.html", "player.js", "player.css", *pages}
    assert {card.page for card in made.cards} == pages
    assert len(made.faults) == 1
    assert "broken.yaml" in made.faults[0]
    assert made.size == sum(path.stat().st_size for path in folder.iterdir())
    assert any(card.coarse for card in made.cards)
    for page in pages:
        assert "</script>" in (folder / page).read_text("utf-8")
        assert "DRAW" not in (folder / page).read_text("utf-8")  # the player is shared


def test_who_stops_it_waits_for_no_lesson_and_leaves_no_half_page(tmp_path: Path) -> None:
    many = [path for path in lessons() if path not in FEW][:8]

    def stop(*_count: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_site([FEW[0], *many], tmp_path, "light", Telling(), stop, most=30, jobs=2)
    for process in active_children():
        process.join()
        assert process.exitcode != 0  # it has not come to its end
    left = {path.name for path in tmp_path.iterdir()}
    assert left > {"player.js", "player.css"}
    assert len(left) == 3  # the one page that was made
    [page] = left - {"player.js", "player.css"}
    assert (tmp_path / page).read_text("utf-8").rstrip().endswith("</html>")


def test_the_index_has_the_short_courses_of_which_all_lessons_are_there() -> None:
    sat = next(course for course in short_courses() if "SAT" in course.title)
    paths = {bare(path.stem): path for path in lessons()}
    cards = {paths[name]: Card(f"{name}.html", "7", name.upper(), "", 4, 0, (), "", False) for name in sat.lessons}
    text = short_list(cards)
    assert text.count("<details>") == 1
    assert [found.removesuffix(".html") for found in re.findall(r'href="([^"]+)"', text)] == list(sat.lessons)
    assert f"{4 * len(sat.lessons)} min" in text
    del cards[paths[sat.lessons[3]]]
    assert short_list(cards) == ""


def test_pages_lead_to_each_other_and_play(browser: Page, home: str) -> None:
    browser.errors.clear()
    browser.open(home, "document.querySelector('#search') !== null")
    titles = browser.value("[...document.querySelectorAll('#chapters a')].map(link => link.textContent)")
    assert titles == [*(known(path).title for path in FEW), 'A corner "</script>" & ∨']
    browser.value("document.querySelector('#chapters a').click()")
    browser.wait(READY)
    browser.wait("document.title === " + json.dumps(known(FEW[0]).title))
    browser.press("PageDown")
    assert browser.value("getComputedStyle(document.querySelector('#bar')).backgroundColor") == "rgb(255, 255, 255)"
    browser.value("document.querySelector('.right a:nth-of-type(2)').click()")
    browser.wait("document.title === " + json.dumps(known(FEW[1]).title))
    browser.wait(READY)
    browser.value("document.querySelector('.right a').click()")
    browser.wait("document.querySelector('#search') !== null")
    assert browser.errors == []


def test_the_search_finds_what_is_said_and_leads_there(browser: Page, home: str) -> None:
    browser.open(home, "document.querySelector('#search') !== null")
    browser.press("/")
    for letter in "propagat":
        browser.press(letter)
    assert browser.value("document.querySelector('#hits a').textContent") == known(FEW[1]).title
    assert browser.value("document.querySelector('#chapters').hidden")

    def found(words: str) -> list[str]:
        browser.value(f"(field => {{ field.value = {json.dumps(words)}; field.dispatchEvent(new Event('input')); }})"
                      "(document.querySelector('#search'))")
        links: list[str] = browser.value(
            "[...document.querySelectorAll('#hits a')].map(link => link.getAttribute('href'))")
        return links

    assert found("that is all")[0] == "where-gac-must-stop-2.html#cue=5"
    assert found("no such words (") == []
    assert browser.value("document.querySelector('#found').textContent") == "0 lessons"
    assert len(found("")) == 0
    assert not browser.value("document.querySelector('#chapters').hidden")
    found("that is all")
    browser.press("Enter")
    browser.wait(READY)
    browser.wait("document.querySelector('#caption').textContent === 'That is all.'")


def test_a_lesson_of_the_site_is_learned_from_by_keys_fingers_and_links(browser: Page, home: str) -> None:
    """A question, a proof, a seek, a swipe, the transcript and a link into it: as somebody goes through a page."""
    browser.errors.clear()
    browser.size(1280, 900)
    browser.open("about:blank", "true")
    browser.open(home.replace("index.html", "where-gac-must-stop.html"), READY)
    at, hidden = "Number(document.body.dataset.frame)", "document.querySelector('#question').hidden"
    browser.press("PageDown")
    assert not browser.value(hidden)  # it asks before it goes on
    browser.press("1")
    browser.value("[...document.querySelectorAll('#question .row button')]"
                  ".find(one => one.textContent === 'Done')?.click()")
    assert browser.value("document.querySelector('#told').textContent") or not browser.value(hidden)
    browser.press("Escape")
    browser.press("w")
    browser.value("document.querySelector('#places button').click()")
    assert browser.value("document.querySelector('#why p').getAttribute('role')") == "status"
    browser.press("Escape")
    assert browser.value("document.querySelector('#why').hidden")
    last = int(browser.value("document.querySelector('input').max"))
    browser.value(f"(s => {{ s.value = {last // 2}; s.dispatchEvent(new Event('input')); }})"
                  "(document.querySelector('input'))")
    assert browser.value(at) == last // 2
    for name, x in (("pointerdown", 200), ("pointerup", 400)):  # a swipe back
        browser.value("document.querySelector('canvas').dispatchEvent("
                      f"new PointerEvent('{name}', {{pointerType: 'touch', clientX: {x}, clientY: 200}}))")
    assert browser.value(at) == last // 2 - 1
    browser.press("g")
    links = browser.value("document.querySelectorAll('#list .cue a').length")
    assert links == browser.value("document.querySelectorAll('#ticks i').length")
    browser.value("document.querySelector('#list .cue a').click()")
    browser.wait("location.hash === '#cue=1'")
    assert browser.value("document.querySelector('#list [aria-current]') !== null")
    assert browser.errors == []
