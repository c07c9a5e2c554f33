"""A page has lines of pseudocode put in order: the code is under a veil with what was placed, reasons under locks."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest

from kit.chromium import HEIGHT, READY, WIDTH, Page
from kit.pages import text
from kit.recordings import lesson, read_packed, unpacked
from scenarios.script.telling import Telling
from visualizer.recording import html as html_page
from visualizer.recording.export import record
from visualizer.recording.film import Film
from visualizer.recording.locked import HOMEWORK, Asked, Lock, asked_in, key_of, sealed

pytestmark = pytest.mark.e2e

ORDERED = """\
title: In order
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - when: {event: Pruned}
    say: "Something has gone."
  - ask:
      prompt: How does a pass end?
      about: {lines: [TupleTried, Consistent]}
    say: "The lines are mixed."
  - run: {to: end, speed: 50}
    say: "That is all."
"""


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("order")
    record(lesson(folder, ORDERED), folder / "order.html")
    return folder / "order.html"


@pytest.fixture
def asked(film: Film) -> Asked:
    (found,) = asked_in(film)
    return found


def veil(page: Page) -> list[str]:
    """The lines that lie over the code; none where there is no veil."""
    return text(page, ".veil").split("\n") if page.value("document.querySelector('.veil') !== null") else []


def hand(page: Page, asked: Asked, lines: list[str]) -> None:
    """Places lines with the digits of the keyboard."""
    texts = [option.text for option in asked.question.options]
    for line in lines:
        page.press(str(texts.index(line) + 1))


def at_the_question(page: Page) -> None:
    for _ in range(3):  # to both cues; on from there it is asked
        page.press("PageDown")
    page.wait("!document.querySelector('#question').hidden")


def test_lines_are_placed_taken_away_and_judged(page: Page, asked: Asked) -> None:
    at_the_question(page)
    right = list(min(asked.question.right))
    lines = asked.question.lines
    assert lines is not None
    assert [line for line in veil(page) if line != "····"] == [line for given in lines.whole for line in given or ()]
    hand(page, asked, right[:3])
    page.press(str([option.text for option in asked.question.options].index(right[1]) + 1))
    gaps = [line for line in veil(page) if line in (*right, "····")]
    assert gaps == [right[0], "····", right[2], *["····"] * (len(right) - 3)]
    assert page.value("document.querySelector('#done').disabled")
    page.press("Enter")
    assert text(page, "#said") == ""  # not all are placed
    page.press("Backspace")
    hand(page, asked, [right[2], right[1], *right[3:]])
    page.press("Enter")
    swapped = [right[0], right[2], right[1], *right[3:]]
    assert text(page, "#said") == f"✗ {asked.question.against(swapped)}"
    hand(page, asked, [right[1], right[2], right[1], right[2]])  # both away; then each into its place
    page.press("Enter")
    page.wait("document.querySelector('#question').hidden")
    assert veil(page) == []
    assert text(page, "#points") == "½ of 1 point"


def test_the_veil_lies_over_the_code_and_ends_with_the_question(page: Page, film: Film, asked: Asked) -> None:
    at_the_question(page)
    (place,) = film.code_places(film.frames[asked.after])
    box = json.loads(str(page.value("JSON.stringify(document.querySelector('.veil').getBoundingClientRect())")))
    main = json.loads(str(page.value("JSON.stringify(document.querySelector('#view canvas').getBoundingClientRect())")))
    scale = main["width"] / 1280
    assert box["x"] == pytest.approx(main["x"] + place.x * scale, abs=1)
    assert box["width"] == pytest.approx(place.w * scale, abs=1)
    assert box["height"] == pytest.approx(place.h * scale, abs=1)
    page.press("Escape")
    assert veil(page) == []


def test_on_a_phone_the_code_is_away_meanwhile(page: Page) -> None:
    page.size(390, 780)
    at_the_question(page)
    shown = "getComputedStyle(document.querySelector('#beside')).display"
    assert page.value(shown) == "none"
    page.press("Escape")
    assert page.value(shown) == "block"
    page.size(WIDTH, HEIGHT)


def test_in_homework_too_what_speaks_against_a_line_is_said(page: Page, asked: Asked, tmp_path: Path,
                                                            monkeypatch: pytest.MonkeyPatch, html: Path) -> None:
    monkeypatch.setattr(html_page, "HOMEWORK", Lock(200, 4))
    record(html.with_name("lesson.yaml"), tmp_path / "homework.html", telling=Telling(audience="homework"))
    page.open((tmp_path / "homework.html").as_uri(), READY)
    at_the_question(page)
    right = list(min(asked.question.right))
    swapped = [right[0], right[2], right[1], *right[3:]]
    hand(page, asked, swapped)
    page.press("Enter")
    assert text(page, "#said") == f"✗ {asked.question.against(swapped)}"


def test_the_order_is_not_in_the_file_of_homework(html: Path, asked: Asked, tmp_path: Path) -> None:
    record(html.with_name("lesson.yaml"), tmp_path / "homework.html", telling=Telling(audience="homework"))
    read = unpacked((tmp_path / "homework.html").read_text("utf-8"), "recording")
    plain = json.dumps(read, ensure_ascii=False)
    assert asked.question.hints[2] not in plain
    assert asked.question.against([*min(asked.question.right)][::-1]) not in plain
    tier = read["part"]["questions"][0]["tiers"][0]
    packed = sealed(key_of(tier["salt"], "", HOMEWORK), base64.b64decode(tier["against"]))
    told = read_packed(base64.b64decode(packed))
    assert told.keys() == {"rule", "missing"}  # one may be wrong once without being told all
    offered = [text for text, _ in read["part"]["questions"][0]["tiers"][0]["options"]]
    right = [*min(asked.question.right)]
    assert offered != right and sorted(offered) == sorted(right)
