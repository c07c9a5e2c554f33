"""What a page says beyond the lesson: more, to those who want it, what it supposes step by step, and of a wrong answer
the lesson on its belief."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.chromium import READY, Page
from kit.recordings import lesson, recording
from scenarios.loader import load
from scenarios.script.telling import Telling
from visualizer.recording.film import plan
from visualizer.recording.html import film_page

pytestmark = pytest.mark.e2e

TELLS = """\
title: More
puzzle: {kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}
algorithm: gac
script:
  - say: "A number."
  - when: {event: ConstraintTaken}
    say: "It is taken."
    more: "It is *{constraint}*."
  - ask:
      prompt: "What is left?"
      about: {event: Pruned, field: left}
      wrong: {"1": "The flag is one mine already.", "0, 1": "Then nothing is lost."}
      hints: [Look at the flag., Count the mines.]
    say: "So it is."
"""
MORE = "document.querySelector('#more')"
SAID = "document.querySelector('#said')"


@pytest.fixture
def pages(tmp_path: Path) -> Iterator[tuple[Path, Path]]:
    """A page alone, and one of a site, that has its own player all the same."""
    film, made = plan(load(lesson(tmp_path, TELLS))), []
    for name, more in (("alone.html", {}), ("site.html", {"home": "index.html"})):
        made.append(tmp_path / name)
        made[-1].write_text(film_page(film, "light", lambda _done, _all: None, more), encoding="utf-8")
    yield made[0], made[1]


def test_more_is_said_where_there_is_more_and_somebody_wants_it(browser: Page, pages: tuple[Path, Path]) -> None:
    browser.open(pages[0].as_uri(), READY)
    browser.press("v")
    assert browser.value(f"{MORE}.hidden")  # the first cue has no more to say
    browser.press("PageDown")
    assert not browser.value(f"{MORE}.hidden") and browser.value(f"{MORE}.textContent") == "It is C(0,1)."
    browser.press("v")
    assert browser.value(f"{MORE}.hidden")
    browser.value("document.querySelector('#say-more').click()")
    assert not browser.value(f"{MORE}.hidden")
    browser.press("PageDown")
    browser.wait("!document.querySelector('#question').hidden")
    assert browser.value(f"{MORE}.hidden")  # a question needs the room
    assert browser.errors == []


def test_of_a_site_a_wrong_answer_leads_to_the_lesson_on_its_belief(browser: Page, pages: tuple[Path, Path]) -> None:
    for page, links in zip(pages, ([], ["testing-for-support.html"]), strict=True):
        browser.open(page.as_uri(), READY)
        browser.press("PageDown")
        browser.press("PageDown")
        browser.wait("!document.querySelector('#question').hidden")
        for wrong, wanted in (("1", links), ("0, 1", [])):
            browser.value("[...document.querySelectorAll('#question [data-option]')]"
                          f".find(one => one.dataset.option === '{wrong}').click()")
            said = browser.value(f"{SAID}.textContent")
            assert ("The flag is one mine already." if wrong == "1" else "Then nothing is lost.") in said
            assert browser.value(f"[...{SAID}.querySelectorAll('a')].map(one => one.getAttribute('href'))") == wanted
        assert browser.errors == []


SUPPOSES = """\
title: Supposed
puzzle: {kind: gnomine, board: "0 1 .\\n1 2 F\\n. . ."}
algorithm: gac
script:
  - say: "A number."
    suppose: {"(0,2)": mine}
  - ask:
      prompt: "What is left?"
      about: {event: Pruned, field: left}
      wrong: {"1": "The flag is one mine already.", "0, 1": "Then nothing is lost."}
      hints: [Look at the flag., Count the mines.]
    say: "So it is."
    suppose: {"(2,0)": none}
"""


def test_the_list_tells_a_supposition_step_by_step(browser: Page, tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path, SUPPOSES)))
    told = [[*film.thought(frame)] for frame in film.frames if frame.cue is not None]
    assert told[0][0].startswith("Suppose a mine at (0,2).")
    assert "breaks" in told[0][-1]
    assert told[1][0].startswith("Suppose no mine at (2,0).")
    (tmp_path / "x.html").write_text(film_page(film, "light", lambda _done, _all: None, {}), encoding="utf-8")
    browser.open((tmp_path / "x.html").as_uri(), READY)
    lists = ("[...document.querySelectorAll('#list .cue ol')].map("
             "list => [...list.children].map(row => row.textContent))")
    browser.press("g")
    assert browser.value(lists) == told
    assert "only supposed" in browser.value("document.querySelector('#list .cue p').textContent")
    browser.press("Escape")
    assert browser.value("document.querySelector('#caption').textContent") == " ".join(["A number.", *told[0]])
    browser.press("PageDown")  # a question is open now: what comes after it is not told
    browser.wait("!document.querySelector('#question').hidden")
    browser.press("g")
    assert browser.value(lists) == told[:1]
    assert not any(line in browser.value("document.querySelector('#list').textContent") for line in told[1])
    assert browser.errors == []


def test_homework_locks_what_is_supposed_after_a_question(tmp_path: Path) -> None:
    film = plan(load(lesson(tmp_path, SUPPOSES)), telling=Telling(audience="homework"))
    read = recording(film_page(film, "light", lambda _done, _all: None, {"homework": True}))
    told = [film.thought(frame) for frame in film.frames if frame.cue is not None]
    assert all(line in read["part"]["captions"] for line in told[0])
    assert not any(line in json.dumps(read) for line in told[1])
