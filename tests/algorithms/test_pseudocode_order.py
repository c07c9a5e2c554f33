"""Which lines of pseudocode can be put in order: of every algorithm some, each once; put back all is as it was."""

from __future__ import annotations

import pytest

from algorithms.core import algorithms
from algorithms.pseudocode import LEAST_OPEN, MOST_OPEN, Part, PseudocodeLine, parse, part_between, parts_of, pieces_of

CODE = """
 1  solve(x)                                # =
 2    while there is more to do,            # +
 3    and nobody has said stop              # Looked
 4      do a thing                          # Done
 5      do another                          # =
 6      write it down
 8    return x                              # Ended
"""
EVENTS = {"Looked", "Done", "Ended"}
LINES = parse("code", CODE, EVENTS)


def put(part: Part, order: list[str]) -> list[str]:
    """The code with the lines of an order in its gaps."""
    texts = iter(order)
    return [text for given in part.whole for text in (part.texts(next(texts)) if given is None else given)]


def test_marks_are_no_events() -> None:
    assert [line.tags for line in LINES] == [(), (), ("Looked",), ("Done",), (), (), ("Ended",)]
    assert [line.given for line in LINES] == [True, False, False, False, True, False, False]
    assert [line.goes_on for line in LINES] == [False, True, False, False, False, False, False]


def test_a_number_of_a_line_tells_no_place() -> None:
    """What goes on is one piece, named by its first line."""
    assert [piece.text for piece in pieces_of(LINES)] == [
        "    solve(x)", "      while there is more to do, …", "        do a thing", "        do another",
        "        write it down", "      return x"]
    assert pieces_of(LINES)[1].tags == ("Looked",)
    plain = parse("plain", "25 is a number\nso it stays", ())
    assert [piece.text for piece in pieces_of(plain)] == ["25 is a number", "so it stays"]


def test_a_part_goes_from_one_event_to_another() -> None:
    part = part_between(LINES, "Looked", "Ended")
    assert [piece.text.strip() for piece in part.open] == [
        "while there is more to do, …", "do a thing", "write it down", "return x"]
    assert part_between(LINES, "Ended", "Looked") == part
    assert (part.lines, *list(part.whole)[:2]) == ("2–7", (" 1  solve(x)",), None)
    with pytest.raises(ValueError, match="no line of the pseudocode belongs to Elsewhere"):
        part_between(LINES, "Looked", "Elsewhere")
    with pytest.raises(ValueError, match="from Looked to Done there are 2 lines to put in order, not 3 to 9"):
        part_between(LINES, "Looked", "Done")


def test_what_is_written_twice_is_given() -> None:
    lines = parse("twice", "a\n  go on\nb\n  go on\nc\n    go on", ())
    assert [piece.given for piece in pieces_of(lines)] == [False, True, False, True, False, False]


def test_long_code_is_cut_where_it_begins_anew() -> None:
    """Into as few parts as can be; a heading that is given belongs to what follows."""
    lines = [f"  line {number}" for number in range(16)]
    code = tuple(PseudocodeLine(text, (), given=text == "solve") for text in [*lines[:7], "solve", *lines[7:]])
    first, second = parts_of(code)
    assert (len(first.open), len(second.open)) == (7, 9)
    assert [len(part.open) for part in parts_of(code[:3])] == [3]
    assert parts_of(code[:2]) == ()


@pytest.mark.parametrize("name", algorithms())
def test_every_algorithm_can_be_put_in_order(name: str) -> None:
    code = algorithms()[name].pseudocode
    parts = parts_of(code)
    assert parts, f"mark fewer lines of {name} with ="
    opened = [piece for part in parts for piece in part.open]
    assert len(opened) == len(set(opened)) and opened == [piece for piece in pieces_of(code) if piece in opened]
    for part in parts:
        texts = [piece.text for piece in part.open]
        assert LEAST_OPEN <= len(texts) == len(set(texts)) <= MOST_OPEN
        assert all(text.strip() and not text.strip()[0].isdecimal() for text in texts)
        back = [line.lstrip(" 0123456789") for line in put(part, texts)]
        assert back == [line.text.lstrip(" 0123456789") for line in code]
        assert put(part, texts[::-1]) != put(part, texts)


@pytest.mark.parametrize("name", algorithms())
def test_what_goes_on_is_nowhere_cut(name: str) -> None:
    """The lines of a piece stand one below the other, and all lines are of one piece."""
    code = algorithms()[name].pseudocode
    assert [index for piece in pieces_of(code) for index in range(piece.first, piece.end)] == [*range(len(code))]
    assert not code[-1].goes_on
