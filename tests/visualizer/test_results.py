"""Results that are handed in: read whatever stands around them, marked by the run, refused in a line."""

from __future__ import annotations

import csv
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.own_puzzles import OWN
from kit.recordings import lesson
from scenarios.learners import seed_of
from scenarios.loader import load
from scenarios.reading import ScenarioError
from visualizer.recording.film import Film, plan
from visualizer.recording.results import ResultError, facts_of, marks, results_in
from visualizer.terminal import grading

QUIZ = """\
title: A quiz
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
script:
  - ask:
      prompt: Which field loses a value first?
      about: {event: Pruned, field: variable}
      wrong: {"(1,2)": One mine of two fields is not enough to tell.}
      hints: [Look at the corners., Find a number that needs every neighbour.]
  - run: {to: end}
"""


@pytest.fixture
def film(tmp_path: Path) -> Film:
    return plan(load(lesson(tmp_path, QUIZ)))


def handed(film: Film, *, name: str = "Ada", check: str | None = None, **entry: object) -> str:
    """A result, as the page writes it."""
    facts = facts_of(film.scenario)
    told = {"answers": [], "tries": 1, "hints": 0, "seconds": 7, **entry}
    lines = ["unfog-result 1", f"lesson: {facts['lesson']}", f"file: {facts['digest']}", f"version: {facts['version']}",
             f"name: {name}", f"cue 1: {json.dumps(told)}"]
    return "\n".join([*lines, f"check: {check or sha256(chr(10).join(lines).encode()).hexdigest()[:8]}", ""])


def test_answers_are_marked_by_the_run(film: Film) -> None:
    right = min(film.questions[0].right)
    for entry, points, is_right in (
            ({"answers": list(right)}, 1.0, True), ({"answers": list(right), "tries": 2}, 0.5, True),
            ({"answers": list(right), "hints": 1}, 0.5, True), ({"answers": list(right), "hints": 3}, 0.0, True),
            ({"answers": list(right), "seen": True}, 0.0, True), ({"answers": ["(1,2)"]}, 0.0, False),
            ({"answers": list(right), "tried": [["(1,2)"]]}, 0.5, True),  # whatever it says of tries
            ({"answers": ["(1,2)", *right]}, 0.0, False), ({"answers": []}, 0.0, False),
            ({"answers": [], "gave_up": True}, 0.0, None)):
        (result,) = results_in(handed(film, **entry))
        assert result.whole
        mark = marks(film, result)[0]
        assert (mark.points, mark.right) == (points, is_right), entry


@given(st.text(st.characters(exclude_categories=("C", "Z")), max_size=30))
def test_any_name_and_what_stands_around_does_no_harm(name: str) -> None:
    lines = ["unfog-result 1", "lesson: x", "file: 0", "version: 1", f"name: {name}"]
    text = "\n".join([*lines, "check: " + sha256("\n".join(line.strip() for line in lines).encode()).hexdigest()[:8]])
    quoted = "\n".join(f"> {line}" for line in text.split("\n"))
    for around in (text, f"Hello\r\n\r\n{text}\r\nBye", quoted, f"{text}\n{text}"):
        for result in results_in(around):
            assert (result.name, result.whole) == (name.strip(), True)


def test_a_slip_is_seen(film: Film) -> None:
    (result,) = results_in(handed(film, answers=["(0,1)"]).replace('"seconds": 7', '"seconds": 70'))
    assert not result.whole


@pytest.mark.parametrize(("change", "said"), [
    (("unfog-result 1", "unfog"), "has no result"), (("check:", "chk:"), "without its last line"),
    (('"tries": 1', '"tries": -1'), "cannot be read, cue 1"), (('"tries": 1', '"tries": "1"'), "cannot be read, cue 1"),
    (("cue 1: {", "cue 1: ["), "cannot be read, cue 1"), (("lesson:", "lessn:"), "a line that no result has"),
    (("name: Ada\n", ""), "has no line name"),
])
def test_what_is_no_result_is_refused_in_a_line(film: Film, change: tuple[str, str], said: str) -> None:
    with pytest.raises(ResultError, match=said) as caught:
        list(results_in(handed(film).replace(*change)))
    assert "\n" not in str(caught.value)


def test_a_folder_is_graded(film: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str],
                            monkeypatch: pytest.MonkeyPatch) -> None:
    right = min(film.questions[0].right)
    folder = tmp_path / "in"
    folder.mkdir()
    assert grading.grade(folder) == 2
    assert "has no results" in capsys.readouterr().err
    (folder / "a.txt").write_text(handed(film, answers=list(right)), encoding="utf-8")
    (folder / "b.txt").write_text(handed(film, name="Bob", answers=["(1,2)"], check="00000000").replace(
        facts_of(film.scenario)["digest"], "0123"), encoding="utf-8")
    monkeypatch.setattr(grading, "find", lambda _name: film.scenario.path)
    assert grading.grade(folder) == 0
    out = capsys.readouterr().out
    assert [line.split()[:5] for line in out.splitlines()[1:]] == [
        ["Ada", "lesson", "1", "1", "✓"], ["Bob", "lesson", "0", "1", "✗"]]
    assert "the check does not fit: ask for it again, made with another version of the lesson" in out
    marks_file = tmp_path / "marks.csv"
    assert grading.grade(folder, marks_file) == 0
    rows = marks_file.read_text(encoding="utf-8").splitlines()
    assert rows[0] == "name,lesson,cue,answer,right,points,tries,hints,seconds,before,belief"
    assert [row.split(",", 2)[0] + row[-14:] for row in rows[1:]] == ["Ada,yes,1,1,0,7,,", "Bob\",no,0,1,0,7,,"]
    (folder / "b.txt").write_text(handed(film, name="=1+1", answers=["-1/2"]), encoding="utf-8")
    assert grading.grade(folder, marks_file) == 0
    assert "'=1+1,lesson" in marks_file.read_text(encoding="utf-8")  # no formula in a spreadsheet
    assert ",-1/2," in marks_file.read_text(encoding="utf-8")
    with pytest.raises(ScenarioError, match="a name that ends so"):
        grading.grade(folder, tmp_path / "marks.txt")
    (folder / "c.txt").write_bytes(b"\xff\x00 nothing")
    assert grading.grade(folder) == 2
    assert "c.txt: has no result" in capsys.readouterr().err
    assert grading.grade(folder / "a.txt") == 0


JUMP = """\
title: A jump
puzzle: {kind: cnf, formula: "b | ~c | f, ~c | ~f, ~b | ~e, ~a | d, a | d, ~b | ~e, a | ~g, ~d | g, a | f | g,
  ~d | e | ~g, ~c | ~d, b | e | g, c | d | ~f"}
algorithm: cdcl
options: {heuristic: first}
script:
  - ask:
      prompt: Back to which level?
      about: {event: JumpedBack, field: level}
      hints: [See the levels., Only one literal may be open.]
  - run: {to: end}
"""


def test_what_was_tried_tells_of_beliefs(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    film = plan(load(lesson(tmp_path, JUMP)))
    monkeypatch.setattr(grading, "find", lambda _name: film.scenario.path)
    question, folder = film.questions[0], tmp_path / "in"
    folder.mkdir()
    believed = next(option for option in question.options if option.belief == "a conflict takes back one level")
    right = list(min(question.right))
    entries: dict[str, dict[str, Any]] = {
        "Ada": {"answers": right}, "Bob": {"answers": right, "tried": [[believed.text]], "tries": 2},
        "Cem": {"answers": [believed.text]}, "Dee": {"tries": 0, "gave_up": True},
        "Eve": {"tried": [["77"], [believed.text]], "gave_up": True}}
    for name, entry in entries.items():
        (folder / name).write_text(handed(film, name=name, **entry), encoding="utf-8")
    assert grading.grade(folder, tmp_path / "marks.csv") == 0
    out = capsys.readouterr().out.splitlines()
    assert [line.split()[4] for line in out[1:6]] == ["✓", "½", "✗", "skipped", "skipped"]
    assert out[7:] == ["Wrong answers that go with a belief:", "3 results of lesson: a conflict takes back one level; "
                       "the lesson learning-from-a-conflict shows it"]
    rows = list(csv.DictReader((tmp_path / "marks.csv").read_text(encoding="utf-8").splitlines()))
    assert [row["before"] for row in rows] == ["", believed.text, "", "", f"77; {believed.text}"]
    assert [row["belief"] for row in rows] == ["", believed.belief, believed.belief, "", believed.belief]
    assert [row["right"] for row in rows] == ["yes", "yes", "no", "skipped", "skipped"]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig"])
def test_a_result_is_read_as_editors_save_it(film: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                             monkeypatch: pytest.MonkeyPatch, encoding: str) -> None:
    monkeypatch.chdir(film.scenario.path.parent)
    (tmp_path / "handed in").mkdir()
    (tmp_path / "handed in" / "a.txt").write_text(handed(film, name="Rózsa"), encoding=encoding)
    assert grading.grade(tmp_path / "handed in") == 0
    assert "Rózsa" in capsys.readouterr().out


def test_a_lesson_of_the_name_is_marked_by_its_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str],
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    """That of the page, or where a result has none, that of the name."""
    path, found = lesson(tmp_path, OWN), tmp_path / "in"
    found.mkdir()
    monkeypatch.setattr(grading, "find", lambda _name: path)
    for name in ("Ada", "Bob", "Cem", "Dee"):
        own = plan(load(path, seed=seed_of(name)))
        text = handed(own, name=name, answers=list(min(own.questions[0].right)))
        (found / f"{name}.txt").write_text(text, encoding="utf-8")
        seeded = text.replace("\nname:", f"\nseed: {seed_of(name)}\nname:")
        (found / f"{name} as somebody else.txt").write_text(seeded.replace(name, "Eve"), encoding="utf-8")
        with pytest.raises(ResultError, match="cannot be read, seed"):
            list(results_in(seeded.replace("\nseed: ", "\nseed: -")))
    assert grading.grade(found) == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [row[:5] for row in rows] == [[name, "lesson", "1", "2", "✓"] for name in (
        "Ada", "Bob", "Cem", "Dee", "Eve", "Eve", "Eve", "Eve")]
    assert ["name," in row for row in rows] == [False] * 4 + [True] * 4  # made on the page of another name


def test_a_path_in_the_place_of_a_lesson_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = ["unfog-result 1", "lesson: ../x.yaml", "file: 0", "version: 1", "name: N", "check: 0"]
    (tmp_path / "a.txt").write_text("\n".join(lines), encoding="utf-8")
    assert grading.grade(tmp_path) == 2
    assert "names a lesson that is a path" in capsys.readouterr().err


def test_a_lesson_in_the_folder_that_one_is_in_is_found_but_none_that_was_handed_in(
        film: Film, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As the documentation has it: a lesson is written in a folder, and its results are saved in another one."""
    handed_in, elsewhere = tmp_path / "in", tmp_path / "elsewhere"
    handed_in.mkdir()
    elsewhere.mkdir()
    (handed_in / "ada.txt").write_text(handed(film), encoding="utf-8")
    monkeypatch.chdir(film.scenario.path.parent)
    assert grading.grade(handed_in) == 0
    film.scenario.path.rename(handed_in / film.scenario.path.name)
    monkeypatch.chdir(elsewhere)
    capsys.readouterr()
    assert grading.grade(handed_in) == 2
    assert f"go to the folder that has {film.scenario.path.name}" in capsys.readouterr().err
