"""Notes, a second depth, and cues for some only: what is told to whom. Where cues end is the same for all."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.lesson_files import lesson
from main import main
from scenarios.loader import Scenario, load
from scenarios.reading import ScenarioError
from scenarios.script.cues import reading_time
from scenarios.script.telling import HEARD, Telling
from visualizer.recording.film import plan, still
from visualizer.runs.session import Session

HEAD = """\
title: Two corners
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
algorithm: gac
"""
TOLD = HEAD + """\
script:
  - say: All.
    more: More for all.
    note: Wait for an answer.
  - when: {event: Pruned}
    say: "{variable}."
    note: "The answer is {left}."
    mark: ["(0,1)"]
    for: lecture
  - when: {event: Pruned}
    say: Do it.
    show: source
    for: [homework]
  - run: {to: end}
    more: Only more.
    for: [lecture, self-study]
"""


def told() -> Scenario:
    return load(Path("lesson.yaml"), TOLD)


def walked(telling: Telling) -> list[tuple[int, int, str]]:
    """For each cue that is come to, its index, where it ends and what is said there."""
    director = Session(told()).director
    director.tell(telling)
    found = []
    while director.next():
        found.append((director.index, director.here[0], director.text))
    return found


def test_whom_a_cue_is_for() -> None:
    heard = {audience: [index for index, *_ in walked(Telling(audience=audience))] for audience in (*HEARD, "all")}
    assert heard == {"any": [0, 1, 3], "lecture": [0, 1, 3], "self-study": [0, 3], "homework": [0, 2],
                     "all": [0, 1, 2, 3]}


def test_cues_end_at_the_same_places_for_all() -> None:
    ends = {index: end for index, end, _ in walked(Telling(audience="all"))}
    for more, audience in product((False, True), HEARD):
        assert all(ends[index] == end for index, end, _ in walked(Telling(more, audience)))


def test_more_is_said_after_what_is_needed() -> None:
    assert [text for *_, text in walked(Telling())] == ["All.", "(0,1).", "(0,1)."]
    assert [text for *_, text in walked(Telling(more=True))] == ["All.\nMore for all.", "(0,1).", "Only more."]


def test_words_marks_and_panels_of_a_cue_for_others_are_not_shown() -> None:
    director = Session(told()).director
    director.tell(Telling(audience="homework"))
    director.goto(2)
    assert (director.now.panel, director.now.marks, director.text) == ("source", (), "Do it.")
    director.tell(Telling())
    assert (director.now.panel, director.now.marks, director.text) == (None, ("(0,1)",), "(0,1).")


def test_notes_are_for_the_presenter_only() -> None:
    session = Session(told())
    session.director.goto(1)
    assert session.director.note(1) == "The answer is 1."
    assert session.director.note(0) == "Wait for an answer."
    assert session.director.note(3) == ""
    film = plan(told(), telling=Telling(more=True, audience="all"))
    assert not any("Wait" in frame.say + frame.sentence for frame in film.frames)


def test_reading_more_takes_longer() -> None:
    cue = told().script[0]
    assert (cue.rest, cue.rest_with(True)) == (reading_time("All."), reading_time("All.\nMore for all."))


@given(st.lists(st.tuples(st.sampled_from(HEARD), st.booleans(), st.integers(-1, 3)), min_size=1, max_size=8))
def test_it_can_be_told_otherwise_at_any_time(changes: list[tuple[str, bool, int]]) -> None:
    director = Session(told()).director
    for audience, more, index in changes:
        director.tell(Telling(more, audience))  # type: ignore[arg-type]
        director.goto(index)
        director.tell(Telling(not more, "any"))
        now = director.now
        assert now.index in (-1, *director.seen) and now.spoken in (-1, *director.seen)
        assert director.following is None or director.following > now.index


def test_recordings_are_told_as_one_wants(tmp_path: Path) -> None:
    path = lesson(tmp_path, TOLD)
    out = tmp_path / "x.svg"
    said = {}
    for flags in ((), ("--depth", "more"), ("--for", "homework")):
        assert main(["record", str(path), "-o", str(out), "--cue", "1", *flags]) == 0
        said[flags] = "More for all." in out.read_text(encoding="utf-8")
    assert said == {(): False, ("--depth", "more"): True, ("--for", "homework"): False}


def test_a_cue_is_a_picture(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = lesson(tmp_path, TOLD)
    assert main(["record", str(path), "-o", str(tmp_path / "x.svg"), "--cue", "1,3"]) == 0
    film = plan(told())
    assert [still(film, number).cue for number in (1, 2, 3)] == [0, 1, 3]
    assert {"x-1.svg", "x-3.svg"} == {file.name for file in tmp_path.iterdir()} - {"lesson.yaml"}
    for flags, said in ((("x.svg", "--cue", "4"), "there is no cue 4; the lesson has 3 cues"),
                        (("x.html", "--cue", "1"), "cues are for pictures"),
                        (("x.svg", "--cue", "0"), "must be 1 or more")):
        assert main(["record", str(path), "-o", str(tmp_path / flags[0]), *flags[1:]]) == 2
        assert said in capsys.readouterr().err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(("cue", "said"), [
    ("{say: x, for: pupils}", "script.0.for: must be 'lecture', 'self-study' or 'homework'"),
    ("{more: '{nothing}', step: {grain: step}}", "{nothing} is no field of"),
    ("{note: '{nothing}'}", "script.0.note: {nothing} is unknown before the first event"),
    ("{for: lecture, audience: x}", "unknown key"),
])
def test_what_is_wrong_is_said(cue: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        Session(load(Path("lesson.yaml"), f"{HEAD}script:\n  - {cue}\n")).director.play()
    assert said in str(caught.value)
