"""Words without room are cut where they say something true, not within a list; what follows a list stays."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from itertools import chain, groupby, pairwise
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kit.known_lessons import every_lesson, recorded
from kit.widget_stage import texts
from visualizer.canvas import short_texts
from visualizer.canvas.primitives import RecordingCanvas, Rect, wrap_text
from visualizer.canvas.short_sentences import listing, shorter
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import theme
from visualizer.stage.compare_heads import _draw_sentence

CUT = {
    "Numbers 12 and 10 are crossed, cut after gene 10 and cut after gene 20.": ["Numbers 12 and 10 are crossed."],
    "1 leaves the domain of (0,2), because of C(0,1): 0 remains.":
        ["1 leaves the domain of (0,2), because of C(0,1).", "1 leaves the domain of (0,2)."],
    "A model: ¬a, b, c.": ["A model"],
    "Undo x4, x7, x1, x9, x2, x3.": ["Undo x4, x7 and 4 more.", "Undo x4 and 5 more."],
    "X is no answer set: nothing gives c, d or e; it violates rule 10.":
        ["X is no answer set: nothing gives c, d or e.", "X is no answer set."],
    "No value of zebra is left; the deepest it was checked against: Norwegian.": ["No value of zebra is left."],
    "The fog does not lift: C1, D3 share the best score, 16.": ["The fog does not lift."],
    "If one is 1, the others must add up to 9; possible is 10 to 11: no support.":
        ["If one is 1, the others must add up to 9."],
    "{r, q} is unfounded on M: no rule can hold up any atom of it.": ["{r, q} is unfounded on M."],
    "{reached(a), reached(b), reached(c)} is unfounded on M: no rule can hold up any atom of it.":
        ["{reached(a) and 2 more} is unfounded on M: no rule can hold up any atom of it.",
         "{reached(a), reached(b), reached(c)} is unfounded on M.", "{reached(a) and 2 more} is unfounded on M."],
    "green = 1 and red = 1: no, because of red≠green.":
        ["green = 1 and red = 1: no.", "green = 1 and red = 1?"],
    "green = 1 and red = 2: consistent.": ["green = 1 and red = 2?"],
    "{r, q} is the greatest unfounded set on M.": [],
    "C(1,1) cannot be 1, 1, 0: C(1,0) would have no assignment left.": ["C(1,1) cannot be 1, 1, 0."],
    "zebra = 1? Norwegian has refused it, and nothing up to there has changed since. 1 check saved.":
        ["zebra = 1? Norwegian has refused it, and nothing up to there has changed since.",
         "zebra = 1? Norwegian has refused it.", "zebra = 1?"],
    "Decide: in(a,b), in(a,c), in(b,c), in(b,d)":
        ["Decide: in(a,b), in(a,c) and 2 more", "Decide: in(a,b) and 3 more", "Decide"],
    "with ¬a ∧ b: conflict in clause 5": [],
    "x fits, if y is 2 and z is 3, because of C": ["x fits, if y is 2 and z is 3"],
    "a fact: A1=1 needs nothing": ["a fact"],
    "Generation 0: best 10, median 18, worst 23; 72% of the genes differ from most.":
        ["Generation 0: best 10 and 2 more; 72% of the genes differ from most.",
         "Generation 0: best 10, median 18, worst 23.", "Generation 0: best 10 and 2 more.", "Generation 0"],
    "mu=pl breaks 1, di=pl breaks 1, bi=pl breaks 1 (tabu).":
        ["mu=pl breaks 1, di=pl breaks 1 and 1 more.", "mu=pl breaks 1 and 2 more."],
    "M has both reached(TN) and ¬reached(TN).": [],
    "Learn clause 456: in(h,k), in(e,i), in(g,j), body 122.":
        ["Learn clause 456: in(h,k), in(e,i) and 2 more.", "Learn clause 456: in(h,k) and 3 more.", "Learn clause 456"],
    "These satisfy every clause already: x1, ¬x3, ¬x2, x5. Open now: ¬x4.":
        ["These satisfy every clause already: x1 and 3 more. Open now: ¬x4.",
         "These satisfy every clause already: x1, ¬x3, ¬x2, x5.", "These satisfy every clause already: x1 and 3 more.",
         "These satisfy every clause already."],
    "Backjump over in(h,k), in(a,h), ¬in(g,k) and in(e,l): clause 466 leaves only in(b,e).":
        ["Backjump over in(h,k), in(a,h) and 2 more: clause 466 leaves only in(b,e).",
         "Backjump over in(h,k) and 3 more: clause 466 leaves only in(b,e).",
         "Backjump over in(h,k), in(a,h), ¬in(g,k) and in(e,l).", "Backjump over in(h,k), in(a,h) and 2 more.",
         "Backjump over in(h,k) and 3 more."],
}


def said_in_less_and_less_room(text: str, most: int = 1000) -> list[str]:
    """A line of it, as long as it is not just begun, in so many widths or fewer."""
    canvas = RecordingCanvas()
    whole = int(canvas.measure(text, 13)) + 2
    lines = (few_text(canvas, text, room, 13)[0] for room in range(whole, 20, -max(1, whole // most)))
    return [line for line, _ in groupby(lines) if line and not line.endswith("…")]


@pytest.mark.parametrize("text", CUT)
def test_what_is_left_of_a_sentence_says_something_true(text: str) -> None:
    assert said_in_less_and_less_room(text) == [text, *CUT[text]]


def test_the_sentences_of_all_comparisons_are_cut_outside_of_brackets() -> None:
    seen = {type(event): event.sentence() for scenario in every_lesson() if scenario.compares
            for timeline in recorded(scenario.path) for event in timeline.events}
    assert len(seen) > 50
    for text in seen.values():
        assert all(len(one) > len(other) for one, other in pairwise([text, *shorter(text)]))
        for said in (*shorter(text), *said_in_less_and_less_room(text, 20)):
            assert all(said.count(one) == said.count(other) for one, other in ("()", "[]", "{}")), said
            assert said.startswith(text.split()[0].rstrip(":"))


names = st.lists(st.sampled_from(["A1", "in(a,b)", "¬q", "(0,1)", "x(2,3)", "body 7"]), min_size=3, max_size=9)
LISTS: dict[str, tuple[str, str, str | None]] = {  # what stands before and behind, and what between
    "a set": ("", "} is unfounded on M: no rule can hold it up", None),
    "a verb": ("", " are open", None),
    "a clause": ("Decide ", ", because nothing follows", None),
    "a verb and a clause": ("", " were taken, so that the rest follows.", None),
    "a sum": ("", " = 3", r" \+ "),
    "a part of its own": ("Sample: ", "; a new one.", None),
    "a formula": ("", " → (p ∧ q) ∨ r", " ∨ "),
    "nothing": ("Left: ", "", ", "),
}


@given(names, st.sampled_from(sorted(LISTS)), st.floats(20, 700), st.booleans())
def test_what_follows_a_list_stays_and_what_is_left_out_is_counted(things: Sequence[str], kind: str, wide: float,
                                                                   counted: bool) -> None:
    before, behind, joint = LISTS[kind]
    things = [thing for thing in things if ("body" in things[1]) == ("body" in thing)]  # all alike
    if len(things) < 3:
        return
    between = {r" \+ ": " + ", " ∨ ": " ∨ "}.get(joint or "", ", ")
    head = "{" if kind == "a set" else before
    more = " and 1,204 more" if counted else ""
    text = f"{head}{between.join(things)}{more}{behind}"
    (said,) = few_text(RecordingCanvas(), text, wide, 13, joint=joint, behind=behind if joint else "")
    found = re.search(r" and ([\d,]+) more", said)
    if said == text or said.endswith("…") or not said:
        return
    if found is None:  # a part of the sentence is gone, or all but its label
        assert not behind or text.startswith(said.rstrip(".")) or said == before.rstrip(": ")
        assert not said.rstrip(".").endswith(things[0]) or len(set(things)) == 1
        return
    named = said[len(head):found.start()].split(between)
    assert said.startswith(head)
    assert named == [*things[:len(named)]]
    assert int(found[1].replace(",", "")) + len(named) == len(things) + 1204 * counted
    left = said[found.end():]
    assert left == behind or (joint is None and left.rstrip(".") in ("} is unfounded on M", " are open", "",
                                                                     " were taken"))
    assert left or kind in ("a clause", "nothing")


@pytest.mark.parametrize(("text", "said"), [
    ("Numbers 12 and 10 are crossed, cut after gene 10 and cut after gene 20.", "Numbers 12 and 10 are crossed."),
    ("1 leaves the domain of (0,2), because of C(0,1): 0 remains.", "1 leaves the domain of (0,2).")])
def test_a_head_with_room_for_a_line_has_a_sentence(text: str, said: str) -> None:
    canvas = RecordingCanvas()
    _draw_sentence(canvas, Rect(0, 0, 250, 22), text, theme("dark"), 1.0)
    assert texts(canvas) == [said]


def as_defined(text: str, wide: float, lines: int) -> list[str] | None:
    """The first of all that can be said that has room, as it is or with fewer things named, each tried anew; None where
    nothing has."""
    def fits(said: str) -> list[str] | None:
        rows = wrap_text(RecordingCanvas(), said, wide, 13)
        return rows if len(rows) <= lines and all(row and not row.endswith("…") for row in rows) else None

    for said in chain([text], shorter(text)):
        if (rows := fits(said)) is not None:
            return rows
        if (found := listing(said)) is not None:
            most = range(1, len(found.ends) + bool(found.besides))
            if count := bisect_left(most, True, key=lambda count: fits(found.first(count)) is None):
                return fits(found.first(count))
    return None


SAID = ["As x = 3, y and z are mines, but w is none.", "Take x and y now.", "Learn clause 4: a, b, c, d.", "e.", "¬f",
        "Number 7: x is a mine; y is none.", "{r, q, s} is unfounded on M: no rule holds it up.", "because", "c, d",
        "a ∨ b ∨ c ∨ d is open.", "x1, x2, x3 and 40 more are struck.", "Field (0, 0) and [1] is {a}.", "12 more", "a,",
        "p ¬qΔ r, {s}.", "unless {t", "and,", "q},", "b and", "1 + 2 = 3,", "Nothing is left."]


@given(st.lists(st.sampled_from(SAID), min_size=1, max_size=40), st.floats(10, 900), st.integers(1, 4))
def test_what_is_said_in_little_room_is_the_first_of_all_that_has_it(said: list[str], wide: float, lines: int) -> None:
    text = " ".join(said)
    found = as_defined(text, wide, lines)
    rows = few_text(RecordingCanvas(), text, wide, 13, lines=lines)
    assert rows == found if found is not None else rows[-1].endswith("…") or "" in rows


@pytest.mark.parametrize("sentence", [
    "Number {} says that x must be a mine.", "As {} says, x and y are mines, but z is none.",
    "Number {}: x is a mine; y is none.", "x{} is 1, y is 2.", "Take x{} and y now."])
def test_of_a_thousand_sentences_few_are_looked_at(sentence: str) -> None:
    canvas, text = RecordingCanvas(), " ".join(sentence.format(number) for number in range(1000))
    with (patch.object(canvas, "measure", wraps=canvas.measure) as measured,
          patch.object(short_texts, "listing", wraps=listing) as listed):
        rows = few_text(canvas, text, 300, 13, lines=2)
    assert rows and text.startswith(rows[0])
    assert measured.call_count < 1000
    assert listed.call_count < 100
