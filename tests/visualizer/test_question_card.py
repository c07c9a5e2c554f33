"""The card of a question: what is said of an answer stays in it, however long."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from kit.drawn_texts import outside, overlaps
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.asking import Asking
from visualizer.runs.question import Option, Question
from visualizer.stage.question import card_height, draw_question

_WORDS = st.lists(st.sampled_from(["mine", "clause", "already", "12", "¬p", "unmissable", "of", "W"]), min_size=1,
                  max_size=30).map(" ".join)


@given(_WORDS, _WORDS, st.sampled_from([340, 640, 760, 1250]))
def test_a_reason_and_a_hint_stay_in_the_card(reason: str, hint: str, width: int) -> None:
    options = (Option("a", "a"), Option("b", "b", why=reason))
    asking = Asking(Question("Which?", "choice", options, frozenset({("a",)}), (hint, hint, hint), 0, 1, "skill", "a"))
    high = card_height(RecordingCanvas(), width, 700, asking, 1.0)
    acts: list[Callable[[], object]] = [lambda: asking.choose("b"), asking.hint]
    for act in acts:
        act()
        canvas, box = RecordingCanvas(), Rect(0, 0, width, high)
        draw_question(canvas, box, asking, theme("dark"), 1.0)
        assert asking.said
        assert not outside(canvas, (width - 11, round(high)))  # nor on its border
        assert not overlaps(canvas)
