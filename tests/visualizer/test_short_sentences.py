"""Heads of compared runs: a sentence without room is cut where it says something true, not within a list."""

from __future__ import annotations

from itertools import pairwise

import pytest

from kit.known_lessons import every_lesson, recorded
from kit.widget_stage import texts
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.stage.compare_heads import _draw_sentence
from visualizer.stage.short_sentences import shorter

CUT = {
    "Numbers 12 and 10 are crossed, cut after gene 10 and cut after gene 20.": ["Numbers 12 and 10 are crossed."],
    "1 leaves the domain of (0,2), because of C(0,1): 0 remains.":
        ["1 leaves the domain of (0,2), because of C(0,1).", "1 leaves the domain of (0,2)."],
    "A model: ¬a, b, c.": ["A model: ¬a, b and more", "A model: ¬a and more"],
    "Undo 4, 7, 1.": ["Undo 4, 7 and more", "Undo 4 and more"],
    "X is no answer set: nothing gives c, d or e; it violates rule 10.":
        ["X is no answer set: nothing gives c, d or e.", "X is no answer set."],
    "No value of zebra is left; the deepest it was checked against: Norwegian.": ["No value of zebra is left."],
    "The fog does not lift: C1, D3 share the best score, 16.": ["The fog does not lift."],
    "If one is 1, the others must add up to 9; possible is 10 to 11: no support.":
        ["If one is 1, the others must add up to 9."],
    "{r, q} is unfounded on M: no rule can hold up any atom of it.": ["{r, q} is unfounded on M."],
    "green = 1 and red = 1: no, because of red≠green.":
        ["green = 1 and red = 1: no.", "green = 1 and red = 1?"],
    "green = 1 and red = 2: consistent.": ["green = 1 and red = 2?"],
    "{r, q} is the greatest unfounded set on M.": [],
    "C(1,1) cannot be 1, 1, 0: C(1,0) would have no assignment left.": ["C(1,1) cannot be 1, 1, 0."],
    "zebra = 1? Norwegian has refused it, and nothing up to there has changed since. 1 check saved.":
        ["zebra = 1? Norwegian has refused it, and nothing up to there has changed since.",
         "zebra = 1? Norwegian has refused it.", "zebra = 1?"],
}


@pytest.mark.parametrize("text", CUT)
def test_what_is_left_of_a_sentence_says_something_true(text: str) -> None:
    assert [*shorter(text)] == CUT[text]


def test_the_sentences_of_all_comparisons_are_cut_outside_of_brackets() -> None:
    seen = {type(event): event.sentence() for scenario in every_lesson() if scenario.compares
            for timeline in recorded(scenario.path) for event in timeline.events}
    assert len(seen) > 50
    for text in seen.values():
        cuts = [*shorter(text)]
        assert all(len(one) > len(other) for one, other in pairwise(cuts))
        for said in cuts:
            assert len(said) < len(text) + len(" and more")
            assert all(said.count(one) == said.count(other) for one, other in ("()", "[]", "{}")), said
            assert said.startswith(text.split()[0])


@pytest.mark.parametrize(("text", "said"), [
    ("Numbers 12 and 10 are crossed, cut after gene 10 and cut after gene 20.", "Numbers 12 and 10 are crossed."),
    ("1 leaves the domain of (0,2), because of C(0,1): 0 remains.", "1 leaves the domain of (0,2).")])
def test_a_head_with_room_for_a_line_has_a_sentence(text: str, said: str) -> None:
    canvas = RecordingCanvas()
    _draw_sentence(canvas, Rect(0, 0, 250, 22), text, theme("dark"), 1.0)
    assert texts(canvas) == [said]
