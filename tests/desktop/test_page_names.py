"""Homework of which each learner has another one: a page for each name, answered in a browser, marked by its seed."""

from __future__ import annotations

from pathlib import Path

import pytest

from kit.chromium import READY, Page
from kit.own_puzzles import OWN
from kit.recordings import lesson, recording
from main import main
from scenarios.learners import seed_of
from scenarios.loader import load
from scenarios.script.telling import Telling
from visualizer.recording import html as html_page
from visualizer.recording.film import plan
from visualizer.recording.locked import Lock, asked_in
from visualizer.runs.question import Question
from visualizer.terminal import grading

pytestmark = pytest.mark.e2e


def test_each_name_has_a_page_of_its_own_whose_result_is_marked_by_its_seed(
        browser: Page, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(html_page, "HOMEWORK", Lock(200, 4))
    source, names, pages, handed = lesson(tmp_path, OWN), tmp_path / "names.txt", tmp_path / "pages", tmp_path / "in"
    names.write_text("# the class\nAda Lovelace\n\nRózsa Péter\n", encoding="utf-8")
    handed.mkdir()
    assert main(["record", str(source), "--for", "homework", "--names", str(names), "-o", str(pages)]) == 0
    assert capsys.readouterr().out == f"2 pages in {pages}\n"
    for name, file in (("Ada Lovelace", "lesson-ada-lovelace.html"), ("Rózsa Péter", "lesson-rózsa-péter.html")):
        page, film = pages / file, plan(load(source, seed=seed_of(name)), telling=Telling(audience="homework"))
        read = recording(page.read_text("utf-8"))
        assert (read["learner"], read["seed"]) == (name, str(seed_of(name)))
        text = answered(browser, page, asked_in(film)[0].question)
        assert f"\nseed: {seed_of(name)}\nname: {name}\n" in text
        (handed / f"{file}.txt").write_text(text, encoding="utf-8")
    (handed / "copied.txt").write_text(text.replace("Rózsa Péter", "Bob"), encoding="utf-8")
    monkeypatch.setattr(grading, "find", lambda _name: source)
    assert main(["grade", str(handed)]) == 0
    rows = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row.partition(" lesson ")[0] for row in rows] == ["Ada Lovelace", "Bob", "Rózsa Péter"]
    assert all(row.partition(" lesson ")[2].startswith("1 2 ✓ –") for row in rows)
    assert [("of another name" in row, "check does not fit" in row) for row in rows] == [
        (False, False), (True, True), (False, False)]


def answered(browser: Page, page: Path, first: Question) -> str:
    """The result of who answers the first question, as the page writes it for its learner."""
    right, options = min(first.right)[0], [option.text for option in first.options]
    browser.open(page.as_uri(), READY)
    browser.wait("!document.querySelector('#question').hidden || !document.querySelector('#step').disabled")
    if browser.value("document.querySelector('#question').hidden"):
        browser.press("ArrowRight")
    spot = f"document.querySelector('#places [data-option=\"{right}\"]')"
    if browser.value(f"Boolean({spot})"):
        x, y = browser.value(f"(r => [r.left + r.width / 2, r.top + r.height / 2])({spot}.getBoundingClientRect())")
        browser.click(x, y)
    else:
        browser.press(str(options.index(right) + 1))
    browser.wait("document.querySelector('#question').hidden")
    browser.value("document.querySelector('#result').click()")
    field = "document.querySelector('#result-box input')"
    assert browser.value(f"{field}.readOnly")
    return str(browser.value("document.querySelector('#result-box textarea').value"))
