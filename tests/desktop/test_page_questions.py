"""Questions in the page of a recording: asked, answered, judged, worth points; no answer can be read in the file."""

from __future__ import annotations

import base64
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from kit.chromium import READY, Page, frame
from kit.known_lessons import known
from kit.pages import text
from kit.recordings import WHICH_FIRST, lesson, read_packed, recording, unpacked
from kit.session_desk import recorded_session
from scenarios.loader import find
from scenarios.script.telling import Telling
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.recording import html as html_page
from visualizer.recording.export import record
from visualizer.recording.film import SIZE, Film
from visualizer.recording.film_questions import questions_of
from visualizer.recording.locked import Asked, Lock, answer_text, asked_in, key_of, locked, sealed, turned
from visualizer.runs.question import Question
from visualizer.terminal import grading

pytestmark = pytest.mark.e2e

QUIZ = """\
title: A quiz
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: "A number is a constraint on its neighbours."
    ask:
      prompt: Click the mines.
      about: {truth: ["(0,1)", "(1,1)", "(1,2)"], value: mine}
      wrong: {"(1,2)": The corner has its mine already.}
      missing: The other corner needs all of them.
      hints: [Look at the large number., Count its neighbours.]
""" + WHICH_FIRST + """\
  - ask:
      prompt: How many values will have gone in the end?
      about: {counter: pruned, at: end}
      answer: number
      wrong: {8: The fields in the corners are not decided.}
      hints: [Count the fields., Not all of them are known.]
      reveal: later
  - run: {to: end, speed: 50}
    say: "That is all."
"""


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("quiz")
    record(lesson(folder, QUIZ), folder / "quiz.html")
    return folder / "quiz.html"


@pytest.fixture(scope="module")
def asked(film: Film) -> list[Asked]:
    return list(asked_in(film))


def is_open(page: Page) -> bool:
    return bool(page.value("!document.querySelector('#question').hidden"))


def press_button(page: Page, label: str) -> None:
    page.value("[...document.querySelectorAll('#question button')].find("
               f"one => [one.ariaLabel, one.textContent].includes({json.dumps(label)})).click()")


def answer(page: Page, one: Asked, *labels: str) -> None:
    """With the digits of the keyboard."""
    texts = [option.text for option in one.question.options]
    for label in labels:
        page.press(str(texts.index(label) + 1))
    if one.question.many:
        press_button(page, "Done")


def test_a_question_holds_and_answers_are_judged(page: Page, asked: list[Asked]) -> None:
    first = asked[0]
    page.press("ArrowRight")
    assert is_open(page)
    assert text(page, "#prompt") == "Click the mines."
    at = frame(page)
    for key in ("ArrowRight", " ", "PageDown", "End"):
        page.press(key)
        assert frame(page) == at
    assert "A question is open" in text(page, "#said")
    answer(page, first, "(0,1)", "(1,2)")
    assert text(page, "#said") == "✗ The corner has its mine already."
    answer(page, first, "(1,2)")
    assert text(page, "#said") == "✗ The other corner needs all of them."
    answer(page, first, "(1,1)")
    assert not is_open(page)
    assert text(page, "#points") == "½ of 1 point"


def test_while_a_question_is_open_the_list_ends_before_what_answers_it(page: Page, film: Film) -> None:
    after = {frame.caption for frame in film.frames} - {""}
    page.press("ArrowRight")
    assert is_open(page)
    before = {film.frames[index].caption for index in range(frame(page) + 1)}
    page.press("g")
    said = text(page, "#list")
    assert not [caption for caption in after - before if caption in said]
    page.press("Escape")
    page.press("g")
    page.value("[...document.querySelectorAll('#question button')].find(one => one.textContent === 'Skip').click()")
    said = text(page, "#list")
    assert all(caption in said for caption in after)


def test_places_are_clicked_on_the_board(page: Page, asked: list[Asked], film: Film) -> None:
    page.press("ArrowRight")
    page.press("Escape")
    page.press("PageDown")
    second = asked[1]
    assert text(page, "#prompt") == second.question.prompt
    assert frame(page) == second.after
    (right,) = next(iter(second.question.right))
    spot = f"document.querySelector('#places [data-option={json.dumps(right)}]')"
    box = page.value(f"(r => [r.left, r.top, r.width, r.height])({spot}.getBoundingClientRect())")
    canvas = page.value("(r => [r.left, r.top, r.width])(document.querySelector('canvas').getBoundingClientRect())")
    places = film.options(RecordingCanvas(), film.frames[second.after], second.question)
    place = places[[option.text for option in second.question.options].index(right)]
    scale = canvas[2] / SIZE[0]
    assert box == pytest.approx([canvas[0] + place.x * scale, canvas[1] + place.y * scale, place.w * scale,
                                 place.h * scale], abs=1.5)
    page.click(box[0] + box[2] / 2, box[1] + box[3] / 2)
    assert not is_open(page)
    assert text(page, "#told") == "✓ Right: 1 point"
    page.wait(f"document.body.dataset.frame === '{second.shown}'")


def test_hints_lead_to_the_answer_for_no_point(page: Page, asked: list[Asked]) -> None:
    page.press("ArrowRight")
    hints = asked[0].question.hints
    for hint in hints:
        page.press("i")
        assert text(page, "#said").removeprefix("? ") == hint
    page.press("Enter")
    assert not is_open(page)
    assert text(page, "#told").startswith("✗ The answer: (0,1), (1,1)")
    assert text(page, "#points") == "0 of 1 point"


def test_a_later_answer_is_pinned_until_it_is_shown(page: Page, asked: list[Asked]) -> None:
    third = asked[2]
    page.value(f"location.hash = '#{third.after - 1}'")
    page.wait(f"document.body.dataset.frame === '{third.after - 1}'")
    page.press("ArrowRight")
    page.press("ArrowRight")
    assert text(page, "#prompt") == third.question.prompt
    page.value("document.querySelector('#typed').focus()")
    page.press("8")
    page.press("Enter")
    assert not is_open(page)
    assert text(page, "#told") == "Your answer: 8"
    page.press("End")
    assert frame(page) == third.shown
    assert text(page, "#told") == (f"✗ You said 8. The answer: {third.question.value}. "
                                   "The fields in the corners are not decided.")


def test_what_was_seen_is_worth_nothing(page: Page, asked: list[Asked]) -> None:
    page.press("End")
    page.press("Escape")
    page.value("location.hash = '#9999'")
    page.wait("document.querySelector('#step').disabled")
    page.press("Home")
    page.press("ArrowRight")
    answer(page, asked[0], "(0,1)", "(1,1)")
    assert (text(page, "#told"), text(page, "#points")) == ("✓ Right", "")


def test_no_answer_can_be_read_in_the_file(html: Path, asked: list[Asked]) -> None:
    read = recording(html.read_text("utf-8"))
    questions = json.dumps(read["questions"], ensure_ascii=False)
    for one, packed in zip(asked, read["questions"], strict=True):
        question = one.question
        secrets = question.hints[2], question.missing, question.rule, *(option.why for option in question.options)
        for secret in secrets:
            assert not secret or secret not in questions
        assert packed["tiers"][0]["prompt"] == question.prompt
        assert [option[0] for option in packed["tiers"][0]["options"]] == (
            [] if question.answer == "number" else [option.text for option in question.options])


def numbers_of(name: str) -> list[Question]:
    """The questions of a lesson that ask for a number against which several others have a reason."""
    session = recorded_session(known(find(name)))
    asked = questions_of(session.scenario, session.director)
    return [question for question in asked.values() if question.answer == "number" and question.beside]


@pytest.mark.parametrize("name", ["a-map-repaired", "restart-and-forget", "learning-from-a-conflict"])
def test_what_speaks_against_a_number_opens_with_that_number_and_cannot_be_read(name: str) -> None:
    found = numbers_of(name)
    assert found
    for question in found:
        tier, lock = locked(question, "salt", Lock(2, 1), {}), Lock(2, 1)
        plain = json.dumps(tier, ensure_ascii=False)
        told = read_packed(opened_bytes(key_of("salt", "", lock), tier["against"]))
        for option in question.beside:
            key = key_of("salt", answer_text(question, (f"{option.text}/1",)), lock)
            said = opened(key, tier["boxes"][turned(key, "tag").hex()[:6]])
            assert told["texts"][int(said.removeprefix("~"))].replace("\0", option.text) == option.why
            assert question.against((option.text,)) == option.why not in plain
        assert len(told["texts"]) <= min(8, len(question.beside))


def opened(key: bytes, sealed_text: str) -> str:
    """A text that is under a lock."""
    return opened_bytes(key, sealed_text).decode("utf-8")


def opened_bytes(key: bytes, sealed_text: str) -> bytes:
    """What is under a lock: what locks it once more opens it."""
    return base64.b64decode(sealed(key, base64.b64decode(sealed_text)))


def test_a_number_that_no_author_thought_of_gets_its_reason(browser: Page, tmp_path: Path) -> None:
    (question,) = numbers_of("learning-from-a-conflict")
    (option,) = question.beside
    record(find("learning-from-a-conflict"), tmp_path / "x.html")
    browser.open((tmp_path / "x.html").as_uri(), READY)
    while text(browser, "#prompt") != question.prompt:
        browser.press("Escape" if is_open(browser) else "PageDown")
    for typed in (option.text, f"{option.text}.0", f"{2 * int(option.text)}/2"):
        browser.value(f"document.querySelector('#typed').value = {json.dumps(typed)}")
        browser.value("document.querySelector('#typed').focus()")
        browser.press("Enter")
        assert text(browser, "#said") == f"✗ {option.why}"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lock as homework has it, but soon found."""
    monkeypatch.setattr(html_page, "HOMEWORK", Lock(200, 4))


def homework(folder: Path, text: str) -> dict[str, Any]:
    """What can be read in the file of a homework: all but what is locked."""
    record(lesson(folder, text), folder / "homework.html", telling=Telling(audience="homework"))
    html = (folder / "homework.html").read_text("utf-8")
    read, tabs = unpacked(html, "recording"), unpacked(html, "tabs")
    for one in read["part"]["questions"]:
        for tier in one["tiers"]:
            for under_lock in ("against", "rest"):
                tier[under_lock] = ""
            tier["boxes"] = sorted(map(len, tier["boxes"].values()))
    locked = [len(part) for part in read.pop("locked")]
    return {"read": read, "tabs": tabs, "locked": len(locked)}


SEALED = """\
title: Homework
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - say: "A number is a constraint on its neighbours."
    ask:
      prompt: Choose one.
      about: {truth: ["(0,1)", "(1,2)"], value: mine}
      wrong: {"(1,2)": That is far off.}
      hints: [Look., Count.]
  - run: {to: end, speed: 50}
    say: "Zugzwang was unheard of."
"""


@pytest.mark.usefixtures("quick")
def test_what_can_be_read_of_homework_does_not_depend_on_what_is_right_or_comes_later(tmp_path: Path) -> None:
    """The file of a lesson whose answer is another, with other words, steps, sizes of steps and pictures behind it."""
    other = (SEALED.replace("value: mine", "value: 0").replace('"(1,2)": That', '"(0,1)": That')
             .replace("to: end, speed: 50", "to: end, speed: 20").replace("Zugzwang was", "Nothing was"))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, two = homework(tmp_path / "a", SEALED), homework(tmp_path / "b", other)
    assert one["read"].pop("digest") != two["read"].pop("digest")  # of the lesson's file: the same for all who get it
    assert one == two


@pytest.mark.usefixtures("quick")
def test_no_word_of_what_comes_later_is_in_the_file_of_homework(tmp_path: Path, film: Film, asked: list[Asked]) -> None:
    plain = json.dumps(homework(tmp_path, QUIZ), ensure_ascii=False)
    said = {text for frame in film.frames[:asked[0].after + 1] for text in (frame.caption, frame.sentence)}
    later = {text for frame in film.frames for text in (frame.caption, frame.sentence)} - said - {""}
    secret = {text for one in asked for question in (one.question, one.question.why) if question is not None
              for text in (question.hints[2], question.missing, question.rule,
                           *(option.why for option in question.options))} - {""}
    assert len(later) > 5 and len(secret) > 4
    assert [text for text in later | secret if text in plain] == []


@pytest.mark.usefixtures("quick")
def test_a_result_is_marked_anew(browser: Page, html: Path, tmp_path: Path, asked: list[Asked],
                                 capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    source = html.with_name("lesson.yaml")
    record(source, tmp_path / "homework.html", telling=Telling(audience="homework"))
    browser.open((tmp_path / "homework.html").as_uri(), READY)
    browser.press("ArrowRight")
    answer(browser, asked[0], "(0,1)", "(1,1)")
    browser.press("PageDown")
    browser.wait("!document.querySelector('#question').hidden")  # what follows is unlocked first
    wrong = next(option.text for option in asked[1].question.options if (option.text,) not in asked[1].question.right)
    answer(browser, asked[1], wrong)
    answer(browser, asked[1], next(iter(asked[1].question.right))[0])
    assert browser.value("getComputedStyle(document.querySelector('#result')).display") != "none"
    browser.value("document.querySelector('#result').click()")
    assert "1 of 3 questions is still open" in text(browser, "#result-box")
    browser.value("(field => { field.value = '  Ada   L. '; field.dispatchEvent(new Event('input')); })"
                  "(document.querySelector('#result-box input'))")
    handed = str(browser.value("document.querySelector('#result-box textarea').value"))
    assert [json.loads(line.partition(": ")[2]).get("tried") for line in handed.splitlines() if "cue" in line[:3]] == [
        None, [[wrong]]]
    folder = tmp_path / "handed in"
    folder.mkdir()
    (folder / "ada.txt").write_text("Dear teacher,\n\n" + handed.replace("\n", "\r\n") + "Yours", encoding="utf-8")
    monkeypatch.setattr(grading, "find", lambda name: {"lesson": source}[name])
    assert grading.grade(folder) == 0
    told = capsys.readouterr().out.splitlines()[1]
    *marked, first, second, third, minutes = told.split()
    assert marked == ["Ada", "L.", "lesson", "1.5", "3", "✓", "½", "–"]
    assert (third, minutes) == ("–", "0")  # seconds: of what was not answered there are none
    assert first.isdigit() and second.isdigit()


@pytest.mark.usefixtures("quick")
def test_homework_locks_what_comes_after_a_question(browser: Page, html: Path, tmp_path: Path, film: Film,
                                                    asked: list[Asked]) -> None:
    """In the file it cannot be read; in the page nothing leads there before the question was answered or skipped."""
    record(html.with_name("lesson.yaml"), tmp_path / "x.html", telling=Telling(audience="homework"))
    read, whole = recording((tmp_path / "x.html").read_text("utf-8")), recording(html.read_text("utf-8"))
    first, last = asked[0].after, len(film.frames) - 1
    assert len(read["frames"]) == first + 1 < len(whole["frames"])
    assert read["table"] == whole["table"][:len(read["table"])]
    for hidden in film.frames[first + 1:]:
        assert hidden.caption in read["captions"] or hidden.caption not in json.dumps(read, ensure_ascii=False)
    assert [one["cue"] for one in read["questions"]] == [one.cue for one in asked if one.after <= first]
    browser.errors.clear()
    browser.open("about:blank", "true")
    browser.open((tmp_path / "x.html").as_uri() + f"#{last}", READY)
    at = "Number(document.body.dataset.frame)"
    assert browser.value(at) == first
    for one in asked:
        browser.value(f"location.hash = '#{last}'")
        browser.wait(f"{at} === {one.after}")
        browser.value("location.hash = ''")
        browser.press("ArrowRight")
        assert browser.value("!document.querySelector('#question').hidden")
        browser.press("g")
        assert film.frames[last].caption not in text(browser, "#list")
        browser.press("g")
        browser.press("Escape")
        browser.wait(f"location.hash = '', location.hash = '#{last}', {at} > {one.after}")  # that takes a moment
    browser.wait(f"location.hash = '', location.hash = '#{last - 1}', {at} === {last - 1}")
    pixels = "document.querySelector('canvas').toDataURL()"
    unlocked = browser.value(pixels)
    browser.open("about:blank", "true")
    browser.open(f"{html.as_uri()}#{last - 1}", READY)
    assert browser.value(pixels) == unlocked
    assert browser.errors == []


@pytest.mark.usefixtures("quick")
def test_it_hashes_as_everybody_does(page: Page, html: Path, tmp_path: Path) -> None:
    """Through the result that is handed in: its check is a hash of any text."""
    record(html.with_name("lesson.yaml"), tmp_path / "homework.html", telling=Telling(audience="homework"))
    page.open((tmp_path / "homework.html").as_uri(), READY)
    page.wait("document.querySelector('#result')?.hidden === false")
    page.value("document.querySelector('#result').click()")
    for name in ("", "Ada", "Zoë ∨ 😀", "x" * 200):
        page.value(f"(field => {{ field.value = {json.dumps(name)}; field.dispatchEvent(new Event('input')); }})"
                   "(document.querySelector('#result-box input'))")
        *lines, check = str(page.value("document.querySelector('#result-box textarea').value")).strip().split("\n")
        assert f"name: {name}" in lines
        assert check == "check: " + sha256("\n".join(lines).encode()).hexdigest()[:8]
