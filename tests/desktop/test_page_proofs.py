"""Why and why not in a recording's page: what can be asked is there, the proofs are those of the window, and they are
gone through by keys, clicks and fingers."""

from __future__ import annotations

import json
import re
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from algorithms.problems.forms.prover import Prover
from algorithms.problems.forms.theory import Theory
from kit.chromium import READY, SHIFT, Page
from kit.known_lessons import known
from kit.recordings import lesson, recording
from scenarios.folders import bare, lessons
from scenarios.loader import load
from scenarios.script.telling import Telling
from visualizer.canvas.primitives import RecordingCanvas
from visualizer.canvas.theme import theme
from visualizer.recording import html as page_of_film
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.export import record
from visualizer.recording.film import SIZE, RunFilm, plan
from visualizer.recording.proofs import Told, chosen, proofs_of
from visualizer.recording.script import EVERYTHING, player
from visualizer.runs.chains import chain_of
from visualizer.runs.claims import theory_of
from visualizer.runs.families import family_of

pytestmark = pytest.mark.e2e

LESSON = next(path for path in lessons() if bare(path.stem) == "a-wrong-flag")
PIXELS = "document.querySelector('canvas').toDataURL()"


@pytest.fixture(scope="module")
def html(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recording") / "x.html"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(page_of_film, "_LEAST_PROOFS", 50_000)  # bytes: all there are
        record(known(LESSON), path)
    return path


@pytest.fixture(scope="module")
def proofs(html: Path) -> list[dict[str, Any]]:
    return list(recording(html.read_text("utf-8"))["proofs"])


def go(page: Page, frame: int) -> None:
    page.value(f"location.hash = '#{frame}'")
    page.wait(f"document.body.dataset.frame === '{frame}'")


def said(page: Page) -> str:
    return str(page.value("document.querySelector('#why p').textContent"))


def center(page: Page, selector: str) -> tuple[float, float]:
    x, y = page.value(f"(r => [(r.left + r.right) / 2, (r.top + r.bottom) / 2])"
                      f"(document.querySelector({json.dumps(selector)}).getBoundingClientRect())")
    return x, y


def test_what_is_told_is_true(proofs: list[dict[str, Any]]) -> None:
    """Each answer, by asking anew: what is refuted has no solution, what is shown has one, what is known all have."""
    film = plan(known(LESSON))
    theory = theory_of(film.scenario.puzzle, film.scenario.form())
    told = list(proofs_of(film))
    assert {(one["place"], one["asks"]) for one in proofs} <= {(one.place, one.asks) for one in told}
    assert proofs
    for one in told:
        true(film, theory, one)


GAME = next(path for path in lessons() if bare(path.stem) == "a-beginner-board")


def test_what_is_told_between_moves_is_true_of_the_position_there() -> None:
    film = plan(known(GAME), 500)
    told = list(islice(proofs_of(film), 60))
    homes = {one.when[0][0] for one in told}
    positions = {state_key(film, home) for home in homes}
    assert len(positions) > 3 and any(one.why for one in told)
    for one in told:
        start, end = one.when[0][0], one.when[-1][1]
        assert len({state_key(film, frame) for frame in range(start, end + 1)}) == 1
        state = film.state_of(film.frames[start], 0)
        true(film, theory_of(state.position(), film.scenario.form(state.position())), one)
    last = [one for one in chosen(film, told)[0] if one.when[-1][1] == len(film.frames) - 1]
    assert last  # the end has something, first of all
    assert chosen(film, told)[0][0] is last[0]


def state_key(film: RunFilm, frame: int) -> object:
    moves = film.state_of(film.frames[frame], 0).moves
    assert moves is not None
    return moves.key()


@pytest.mark.parametrize("name", ["hidden-singles", "two-constraints-at-a-time"])
def test_no_frame_is_without_a_proof_where_one_in_few_steps_is_known(name: str, tmp_path: Path) -> None:
    path = next(path for path in lessons() if bare(path.stem) == name)
    film = plan(known(path))
    record(known(path), tmp_path / "x.html")
    page = recording((tmp_path / "x.html").read_text("utf-8"))["proofs"]
    told = [one for one in islice(proofs_of(film), 60) if not one.shown]
    kept = [{frame for start, end in one["when"] for frame in range(start, end + 1)} for one in page]
    assert set().union(*kept) >= {frame for one in told for start, end in one.when for frame in range(start, end + 1)}
    last = len(film.frames) - 1
    assert any(one["asks"].startswith("Why ") and not one["asks"].startswith("Why not") and last in frames
               for one, frames in zip(page, kept, strict=True))


def test_where_nothing_can_be_asked_the_page_says_so_and_where_it_can(page: Page, tmp_path: Path,
                                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    record(known(GAME), tmp_path / "x.html")
    page.open((tmp_path / "x.html").as_uri(), READY)
    proofs = recording((tmp_path / "x.html").read_text("utf-8"))["proofs"]
    some = {frame for one in proofs for start, end in one["when"] for frame in range(start, end + 1)}
    without = next(frame for frame in range(max(some)) if frame not in some)
    go(page, without)
    page.press("w")
    near = int(re.findall(r"the nearest that it has is for step (\d+)\.", said(page))[0])
    assert near in some and abs(near - without) == min(abs(frame - without) for frame in some)
    page.press("Escape")
    go(page, near)
    page.press("w")
    assert "no proof" not in said(page)
    monkeypatch.setattr(page_of_film, "_LEAST_PROOFS", 0)
    monkeypatch.setattr(page_of_film, "_SHARE", {False: 10**9})
    record(known(LESSON), tmp_path / "y.html")
    page.open((tmp_path / "y.html").as_uri(), READY)
    page.press("w")
    assert page.value("document.querySelector('#why').hidden && document.querySelector('#why-not').hidden")
    keys = page.value("[...document.querySelectorAll('kbd')].map(key => key.textContent)")
    assert "T" in keys and "W" not in keys


def test_of_a_site_a_lesson_without_proofs_and_more_has_no_keys_for_them(page: Page, tmp_path: Path,
                                                                         monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the player, which all of them share, has these parts."""
    monkeypatch.setattr(page_of_film, "_LEAST_PROOFS", 0)
    monkeypatch.setattr(page_of_film, "_SHARE", {True: 10**9})
    has = {**EVERYTHING, "homework": False}
    (tmp_path / "player.js").write_text(player(has), encoding="utf-8")
    (tmp_path / "player.css").write_text(page_of_film.style(has), encoding="utf-8")
    film = plan(known(GAME))
    text = page_of_film.film_page(film, "light", lambda _done, _all: None, {"home": "index.html"}, shared=True)
    assert recording(text)["proofs"] == [] and not recording(text)["more"]
    (tmp_path / "x.html").write_text(text, encoding="utf-8")
    page.open((tmp_path / "x.html").as_uri(), READY)
    page.press("w")
    page.press("v")
    assert page.value("document.querySelector('#why').hidden && document.querySelector('#more').hidden")
    assert page.value("document.querySelector('#say-more').getAttribute('aria-pressed')") == "false"


def true(film: RunFilm, theory: Theory, one: Told) -> None:
    assert one.when[0][0] <= one.when[-1][1] < len(film.frames)
    says = {value: film.board.says(one.place, value) for value in theory.domains[one.place]}
    possible = {value for value in says if isinstance(Prover(theory).why_not({one.place: (value,)}), dict)}
    if one.asks.startswith("Why not "):
        value = next(value for value, text in says.items() if one.asks == f"Why not {text}?")
        assert (one.steps[-1].says.startswith("A contradiction")) == (value not in possible)
        assert one.steps[0].says.startswith(("Suppose ", "It can be so"))
        assert one.steps[0].lens is not None
    else:
        film.timeline.seek(film.frames[one.when[0][0]].position)
        assert possible <= set(film.timeline.state.domains[one.place]) < set(says)


def test_a_key_asks_and_steps_through(page: Page, proofs: list[dict[str, Any]]) -> None:
    last = int(page.value("document.querySelector('input').max"))
    go(page, last)
    before = page.value(PIXELS)
    here = [one for one in proofs if any(start <= last <= end for start, end in one["when"])]
    page.press("w")
    assert "Choose a place" in said(page)
    assert page.value("[...document.querySelectorAll('#places button')].map(spot => spot.title)") == list(
        dict.fromkeys(one["place"] for one in here))
    one = max(here, key=lambda one: len(one["steps"]))
    page.value(f"document.querySelector('#places [title=\"{one['place']}\"]').focus()")
    page.press("Enter")
    steps, seen = [step[0] for step in one["steps"]], []
    assert len(steps) > 1
    for key, at in (("ArrowRight", 0), ("w", 1), ("ArrowLeft", 2 % len(steps)), ("ArrowRight", 1)):
        assert said(page) == steps[at]
        seen.append(page.value(PIXELS))
        page.press(key)
    assert len({before, *seen[:2]}) == 3
    assert page.value("document.body.dataset.frame") == str(last)
    page.press("Escape")
    assert page.value("document.querySelector('#why').hidden")
    assert page.value(PIXELS) == before
    page.press("ArrowLeft")
    assert page.value("document.body.dataset.frame") == str(last - 1)


def test_a_click_on_the_board_asks_and_another_place_can_be_chosen(page: Page, proofs: list[dict[str, Any]]) -> None:
    one = next(one for one in proofs if one["asks"].startswith("Why not"))
    x, y, width, height = one["rect"]
    left, top, scale = page.value("(r => [r.left, r.top, r.width / 1280])"
                                  "(document.querySelector('canvas').getBoundingClientRect())")
    page.click(left + (x + width / 2) * scale, top + (y + height / 2) * scale)
    if page.value("document.querySelectorAll('#why [data-option]').length") > 1:
        page.value(f"[...document.querySelectorAll('#why [data-option]')].find("
                   f"one => one.textContent === {json.dumps(one['asks'])}).click()")
    assert said(page) == one["steps"][0][0]
    page.press("t")  # themes go on
    assert said(page) == one["steps"][0][0]
    page.value("[...document.querySelectorAll('#why button')].find(one => one.textContent === 'Another place').click()")
    assert "Choose a place" in said(page)
    page.press("PageDown")
    assert page.value("document.querySelector('#why').hidden")
    page.press("t")
    page.press("t")


def test_a_finger_asks_on_a_phone(page: Page, proofs: list[dict[str, Any]]) -> None:
    page.size(390, 800, 2)
    page.wait("document.body.classList.contains('stacked')")
    page.click(*center(page, "#why-not"))
    page.click(*center(page, "#places button"))
    asked = "document.querySelector('#why [data-option]')"
    if page.value(f"{asked} !== null"):
        page.value(f"{asked}.click()")
    assert said(page) in {step[0] for one in proofs for step in one["steps"]}
    assert page.value("document.documentElement.scrollWidth <= innerWidth")
    before = said(page)
    for name, x in (("pointerdown", 300), ("pointerup", 100)):
        page.value(f"document.querySelector('canvas').dispatchEvent("
                   f"new PointerEvent('{name}', {{pointerType: 'touch', clientX: {x}, clientY: 200}}))")
    assert page.value("document.body.dataset.frame") == "0"
    assert said(page) != before or page.value("document.querySelectorAll('#why .row button').length") < 3
    page.size(1280, 900)


def test_homework_tells_nothing(tmp_path: Path) -> None:
    record(known(LESSON), tmp_path / "x.html", telling=Telling(audience="homework"))
    read = recording((tmp_path / "x.html").read_text("utf-8"))
    assert list(read["proofs"]) == []


CASES = next(path for path in lessons() if bare(path.stem) == "two-constraints-at-a-time")


def test_shift_goes_past_cases_as_in_the_window(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_of_film, "_LEAST_PROOFS", 50_000)
    record(known(CASES), tmp_path / "x.html")
    page.open((tmp_path / "x.html").as_uri(), READY)
    film = plan(known(CASES))
    prover = Prover(theory_of(film.scenario.puzzle, film.scenario.form()))
    one = next(one for one in recording((tmp_path / "x.html").read_text("utf-8"))["proofs"] if "past" in one)
    go(page, one["when"][0][0])
    page.press("w")
    page.value(f"document.querySelector('#places [title=\"{one['place']}\"]').click()")
    page.value(f"[...document.querySelectorAll('#why [data-option]')].find(some => "
               f"some.textContent === {json.dumps(one['asks'])})?.click()")
    assert "Shift" in page.value("document.querySelector('#why').textContent")
    state = film.state_of(film.frames[one["home"]], 0)
    claim = family_of(film.scenario.algorithm).claim(state, prover.theory, one["place"])
    assert claim is not None
    proof = prover.why(claim.variable, claim.left, claim.supposed)
    assert proof is not None
    chain = chain_of(one["asks"], proof, prover.theory, film.board, back=True)
    assert said(page) == chain.row.sentence
    passed = 0
    for key, shift in (("ArrowRight", True), ("ArrowRight", True), ("ArrowRight", True), ("ArrowLeft", True),
                       ("ArrowLeft", False), ("ArrowRight", False), ("ArrowLeft", True)):
        before = chain.at
        chain = chain.moved(key == "ArrowRight", over=shift)
        page.press(key, SHIFT if shift else 0)
        assert said(page) == chain.row.sentence, (key, shift)
        passed += abs(chain.at - before) > 1
    assert passed


TWO = """\
title: Two on one board
puzzle: {kind: gnomine, board: "2 . .\\n. . .\\n. . 1"}
compare: [{algorithm: gac, name: one}, {algorithm: backbone-core, name: all}]
script:
  - run: {to: end, speed: 50}
    say: "Two eyes."
"""


def test_of_runs_side_by_side_each_board_is_asked(page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_of_film, "_LEAST_PROOFS", 50_000)
    record(lesson(tmp_path, TWO), tmp_path / "x.html")
    page.open((tmp_path / "x.html").as_uri(), READY)
    page.press("End")
    film = plan_comparison(load(tmp_path / "lesson.yaml"))
    shown = film.frames[-1]
    told = [one for one in proofs_of(film) if one.when[-1][1] == len(film.frames) - 1]
    assert {one.run for one in told} == {0, 1}
    for one in told:
        theory = theory_of(film.scenario.puzzle, film.scenario.runs[one.run].form())
        possible = {value for value in theory.domains[one.place]
                    if isinstance(Prover(theory).why_not({one.place: (value,)}), dict)}
        if not one.asks.startswith("Why not"):
            assert possible <= set(film.state_of(shown, one.run).domains[one.place])
    page.press("w")
    names = page.value("[...document.querySelectorAll('#places button')].map(spot => spot.title)")
    assert {name[:2] for name in names} == {"1:", "2:"}
    film.draw(RecordingCanvas(), shown, SIZE, theme("light"))
    for run, board in enumerate(film.boards(RecordingCanvas(), shown)):
        spots = page.value(f"[...document.querySelectorAll('#places [title^=\"{run + 1}:\"]')]"
                           ".map(spot => { const [x, y, w, h] = spot.rect; return [x, y, x + w, y + h]; })")
        for left, top, right, bottom in spots:
            assert board.x <= left < right <= board.right + 0.1
            assert board.y <= top < bottom <= board.bottom + 0.1
    before = page.value(PIXELS)
    page.value("document.querySelector('#places [title^=\"2:\"]').click()")
    if page.value("document.querySelector('#why [data-option]') !== null"):
        page.value("document.querySelector('#why [data-option]').click()")
    assert said(page) in {step.says for one in told if one.run == 1 for step in one.steps}
    assert page.value(PIXELS) != before
    page.press("Escape")
    assert page.value("document.querySelector('#why').hidden")


