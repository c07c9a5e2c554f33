"""What a lesson draws on boards: soft marks, arrows, regions, labels; and what is bold in its words."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scenarios.emphasis import unmarked
from scenarios.loader import load
from scenarios.reading import ScenarioError
from scenarios.script.drawn import Drawn
from visualizer.canvas.emphasis import measure, parts, wrap
from visualizer.canvas.primitives import SMALLEST, RecordingCanvas, Rect, wrap_text
from visualizer.canvas.theme import theme
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import SIZE, Film, plan, still
from visualizer.runs.boards import board_for
from visualizer.stage.annotations import draw_annotations

HEAD = """\
title: Two corners
puzzle: {kind: gnomine, board: "3 . .\\n. . .\\n. . 1"}
"""
ONE, TWO = f"{HEAD}algorithm: gac\n", f"{HEAD}compare: [{{algorithm: gac}}, {{algorithm: path-consistency}}]\n"
SCRIPT = """\
script:
  - say: "Look *here*."
    mark: {strong: ["(0,0)"], soft: ["(2,2)"]}
    arrows: [["(0,0)", "(1,1)", needs], ["(2,2)", "(1,1)"]]
    regions: {all mines: ["(0,1)", "(1,0)", "(1,1)"]}
    labels: {"(2,1)": free}
  - labels: {"(2,1)": really free}
  - step: {grain: step}
    say: "No more."
"""
SCREEN = Rect(0, 0, 600, 600)


def film_of(text: str) -> Film:
    scenario = load(Path("lesson.yaml"), text)
    return plan_comparison(scenario) if scenario.compares else plan(scenario)


def texts(film: Film, cue: int) -> list[str]:
    canvas = RecordingCanvas()
    film.draw(canvas, still(film, cue), SIZE, theme("dark"))
    return [str(op.args[2]) for op in canvas.ops if op.name == "text"]


@pytest.mark.parametrize(("head", "boards"), [(ONE, 1), (TWO, 2)])
def test_it_is_on_every_board_until_the_next_words(head: str, boards: int) -> None:
    film = film_of(head + SCRIPT)
    first, second, third = (texts(film, cue) for cue in (1, 2, 3))
    assert [first.count(text) for text in ("needs", "all mines", "free", "here")] == [boards, boards, boards, 1]
    assert (second.count("really free"), second.count("free"), second.count("needs")) == (boards, 0, boards)
    assert not {"needs", "all mines", "really free"} & set(third)


@pytest.mark.parametrize(("cue", "said"), [
    ("{mark: {strong: ['(9,9)']}}", "script.0.mark.strong.0: there is no '(9,9)' on the board"),
    ("{mark: {soft: ['(9,9)']}}", "script.0.mark.soft.0: there is no"),
    ("{arrows: [['(0,0)', '(9,9)']]}", "script.0.arrows.0.1: there is no"),
    ("{arrows: [['(0,0)', '(0,0)']]}", "leads from a place to itself"),
    ("{arrows: [['(0,0)']]}", "script.0.arrows.0"),
    ("{regions: {here: []}}", "has no places"),
    ("{regions: {here: ['x']}}", "there is no 'x'"),
    ("{labels: {'x': there}}", "script.0.labels.x: there is no 'x'"),
    ("{labels: {'(0,0)': " + "long " * 9 + "}}", "write at most 40"),
])
def test_what_is_wrong_is_said(cue: str, said: str) -> None:
    with pytest.raises(ScenarioError) as caught:
        load(Path("lesson.yaml"), f"{ONE}script:\n  - {cue}\n")
    assert said in str(caught.value) and "\n" not in str(caught.value)


PLACES = [f"({row},{column})" for row in range(3) for column in range(3)]
place, label = st.sampled_from(PLACES), st.text("abc ", min_size=1, max_size=40).filter(str.strip)
DRAWN = st.builds(Drawn, st.lists(place).map(tuple), st.lists(st.tuples(place, place, label)).map(tuple),
                  st.lists(st.tuples(label, st.lists(place, min_size=1).map(tuple)), max_size=3).map(tuple),
                  st.lists(st.tuples(place, label), max_size=5).map(tuple))


@given(DRAWN, st.integers(40, 700), st.integers(40, 700))
def test_all_that_is_written_can_be_read_on_the_board(drawn: Drawn, w: int, h: int) -> None:
    board = board_for(load(Path("lesson.yaml"), ONE).puzzle)
    canvas, box = RecordingCanvas(), Rect(10, 10, w, h)
    draw_annotations(canvas, box, board, drawn, theme("light"))
    written = [op for op in canvas.ops if op.name == "text"]
    assert len(written) == sum(text != "" for text in (
        *("".join(arrow[2:]) for arrow in drawn.arrows),
        *(text for text, _ in drawn.regions), *(text for _, text in drawn.labels)))
    assert all(float(str(op.args[3])) >= SMALLEST for op in written)
    if w > 400 and h > 100:
        for op in written:
            x, half = float(str(op.args[0])), float(str(op.args[7])) / 2
            assert box.x - 2 <= x - half and x + half <= box.right + 2


@pytest.mark.parametrize(("text", "bold", "plain"), [
    ("The *3* is *all there is*.", ["3", "all there is"], "The 3 is all there is."),
    ("2 * 3 * 4 is a*b*c, ** and * too", [], "2 * 3 * 4 is a*b*c, ** and * too"),
    ("(*x₁²* ∧ ¬y)", ["x₁²"], "(x₁² ∧ ¬y)"),
    ("*no\nend*", [], "*no\nend*"),
])
def test_what_is_bold(text: str, bold: list[str], plain: str) -> None:
    assert [part for part, style in parts(text) if style == "bold"] == bold
    assert unmarked(text) == plain
    assert "".join(part for part, _ in parts(text)) == plain


@given(st.lists(st.sampled_from(["word", "*bold*", "*two", "words*", "a", "longerword", "*", "x*y"]), max_size=30),
       st.integers(60, 400))
def test_lines_keep_all_words_and_their_width(words: list[str], width: int) -> None:
    canvas, text = RecordingCanvas(), " ".join(words)
    rows = wrap(canvas, text, width, 16)
    if "*" not in text:
        assert rows == wrap_text(canvas, text, width, 16)
    if not any("…" in row for row in rows):
        assert unmarked(" ".join(rows)).split() == unmarked(text).split()
    assert all(measure(canvas, row, 16) <= width for row in rows)
