"""What is drawn, noted in lists: numbers to a tenth, and each primitive once in a table, however it is found again."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from visualizer.canvas import primitives
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.recording.draw_lists import DrawLists

pictures = st.lists(st.integers(0, 30), max_size=12)


def drawn(picture: Sequence[int]) -> list[Op]:
    """A row of squares: equal ones are other objects each time."""
    canvas = RecordingCanvas()
    for number in picture:
        canvas.rect(Rect(number * 10.0, 0, 8, 8), (number, 0, 0))
    return canvas.ops


@given(pictures, st.lists(pictures, max_size=3), st.lists(pictures, max_size=3))
def test_what_was_forgotten_leaves_nothing_behind(first: list[int], gone: list[list[int]],
                                                  then: list[list[int]]) -> None:
    lists, fresh = DrawLists(), DrawLists()
    for one in (lists, fresh):
        one.add(drawn(first))
    size = lists.size
    lists.beside([drawn(first), *map(drawn, gone)])
    lists.shrink(size)
    assert lists.size == size
    for one in (lists, fresh):
        for picture in (first, *then):
            one.add(drawn(picture))
    assert json.dumps(lists.packed()) == json.dumps(fresh.packed())


@given(st.lists(pictures, min_size=1, max_size=4))
def test_the_same_objects_are_as_equal_ones(shown: list[list[int]]) -> None:
    known = {tuple(picture): drawn(picture) for picture in shown}
    lists, fresh = DrawLists(), DrawLists()
    for picture in (*shown, *reversed(shown)):
        lists.add(known[tuple(picture)])
        fresh.add(drawn(picture))
    assert json.dumps(lists.packed()) == json.dumps(fresh.packed())


@pytest.mark.parametrize("most", [2, 100_000])
def test_numbers_are_noted_to_a_tenth_and_whole_ones_without(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(primitives, "_MOST_TENTHS", most)
    monkeypatch.setattr(primitives, "_tenth", primitives._Tenths().__getitem__)
    canvas = RecordingCanvas()
    for width in (True, 1.0, 1, 1.04, 0.25, -0.04, 12.96):  # True first: it must not be found for 1
        canvas.line((width, 2.0), (3.14, 4), (0, 0, 1), width)
    found = [op.args[-1] for op in canvas.ops]
    assert found[1:] == [1, 1, 1, 0.2, 0, 13]
    assert [type(width) for width in found[1:]] == [int, int, int, float, int, int]
    assert all(op.args[1:5] == (2, 3.1, 4, (0, 0, 1)) for op in canvas.ops)
