"""Recorded pages in a real browser: what all their tests have in common. A module may record another lesson."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from kit.chromium import HEIGHT, READY, WIDTH, Page, chromium
from kit.recordings import lesson
from scenarios.loader import load
from visualizer.recording.export import record
from visualizer.recording.film import Film, plan


@pytest.fixture(scope="session")
def browser() -> Iterator[Page]:
    with chromium() as page:
        yield page


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A short lesson's page, with the lesson beside it."""
    folder = tmp_path_factory.mktemp("recording")
    record(lesson(folder), folder / "lesson.html")
    return folder / "lesson.html"


@pytest.fixture(scope="module")
def film(html: Path) -> Film:
    return plan(load(html.with_name("lesson.yaml")))


@pytest.fixture
def page(browser: Page, html: Path) -> Iterator[Page]:
    """The recording, freshly opened at its start; nothing may go wrong in it."""
    browser.errors.clear()
    browser.size(WIDTH, HEIGHT)
    browser.call("Page.navigate", url="about:blank")
    browser.open(html.as_uri(), READY)
    yield browser
    assert browser.errors == []


def text(page: Page, selector: str) -> str:
    """What is written in the first element there; nothing where there is none."""
    return str(page.value(f"document.querySelector({selector!r})?.textContent ?? ''"))
