"""Lines put in order: what speaks against a wrong order is so in the code and in the run, and so are the hints."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from algorithms.core import Algorithm, Event, algorithms
from algorithms.pseudocode import Part, parts_of
from kit.known_lessons import LESSONS, events, known, recorded
from visualizer.runs.asking import Asking
from visualizer.runs.line_order import first_wrong, order_question
from visualizer.runs.question import Question, degenerate

NAMES = sorted(algorithms())


@cache
def run_of(name: str) -> Sequence[Event]:
    """The first events of the shortest run of an algorithm in a lesson."""
    runs = [(events(known(path)), path, at) for path in LESSONS for at, run in enumerate(known(path).runs)
            if run.algorithm.name == name]
    _, path, at = min(runs, key=lambda run: run[0])
    return recorded(path)[at].events[:10_000]


def asked(name: str, part: Part) -> Question:
    return order_question(algorithms()[name], part, run_of(name), 0)


def said_of(event: Event) -> str:
    """Its sentence, up to the last word that ends within 120 letters, where it is longer."""
    words = " ".join(event.sentence().split())
    return words if len(words) <= 120 else words[:words.rindex(" ", 0, 119)] + " …"


def line_of(algorithm: Algorithm, event: Event) -> str:
    """The line of the code that an event belongs to, by the tags alone."""
    return next(line.text for line in algorithm.pseudocode if type(event).__name__ in line.tags)


def enclosing(part: Part, before: str, text: str) -> str | None:
    """The nearest line above that of ``before`` which stands further out than ``text``: counted in the code itself."""
    def depth(line: str) -> int:
        line = re.sub(r"^ ?\d+ ", lambda number: " " * len(number[0]), line) if numbered else line
        return len(line) - len(line.lstrip())

    lines = [line.text for line in part.code]
    numbered = sum(re.match(r"^ ?\d+ ", line) is not None for line in lines) * 2 > len(lines)
    first = next(piece.first for piece in part.open if piece.text == before)
    begins = [not part.code[index - 1].goes_on if index else True for index in range(first)]
    return next((line.strip() for line, begins_here in reversed([*zip(lines[:first], begins, strict=True)])
                 if begins_here and line.strip() and depth(line) < depth(text)), None)


@given(st.data())
@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_against_an_order_is_so(name: str, data: st.DataObject) -> None:
    algorithm = algorithms()[name]
    part = data.draw(st.sampled_from(parts_of(algorithm.pseudocode)))
    question = asked(name, part)
    right = [piece.text for piece in part.open]
    order = data.draw(st.permutations(right))
    assert question.is_right(order) == (order == right)
    at = first_wrong(part, order)
    assert at == next((index for index, text in enumerate(order) if text != right[index]), None)
    if at is None:
        return
    why = question.against(order)
    assert why.startswith(f"“{order[at].strip()}” cannot stand in place {at + 1}")
    assert len(why) <= len(question.longest)
    if ": it is no step of " in why:
        said = re.search(r"it is no step of “(.*)”\.$", why)
        there = enclosing(part, right[at], order[at])
        assert said is not None and there is not None
        assert re.sub(r"^\d+ +", "", there).startswith(said[1].removesuffix(" …"))
        assert enclosing(part, order[at], order[at]) != there
    elif "it is a step of a line that comes further down" in why:
        assert enclosing(part, right[at], order[at]) is None is not enclosing(part, order[at], order[at])
    elif "event" in why:
        numbers = re.search(r"event ([\d,]+) of this run, “.*”, comes before event ([\d,]+), the first", why)
        assert numbers is not None
        early, late = (int(number.replace(",", "")) - 1 for number in numbers.groups())
        run = run_of(name)
        assert early < late and said_of(run[early]) in why
        of = [line_of(algorithm, run[index]) for index in (early, late)]
        texts = [part.texts(right[at]), part.texts(order[at])]
        assert all(any(text.strip() in line for text in lines) for line, lines in zip(of, texts, strict=True))
        assert all(line_of(algorithm, event) != of[1] for event in run[:late] if algorithm.line_of(event) is not None)
    else:
        assert why.endswith(" yet: one of the other lines comes before it.")


@pytest.mark.parametrize("name", NAMES)
def test_hints_are_of_the_run(name: str) -> None:
    algorithm, run = algorithms()[name], run_of(name)
    for part in parts_of(algorithm.pseudocode):
        question = asked(name, part)
        look, see, told = question.hints
        assert not degenerate(question)
        assert [option.text for option in question.options] != [piece.text for piece in part.open]
        lines = [line.text for piece in part.open for line in part.code[piece.first:piece.end]]
        own = [index for index, event in enumerate(run)
               if algorithm.line_of(event) is not None and line_of(algorithm, event) in lines]
        if own:
            assert f"event {own[0] + 1:,} of this run happens first: “{said_of(run[own[0]])}”" in look
        named = [int(number.replace(",", "")) - 1 for number in re.findall(r"(?:: |; )([\d,]+), “", see)]
        places = [lines.index(line_of(algorithm, run[index])) for index in named]
        assert places == sorted(set(places)) and named == sorted(named)
        assert len(named) >= 2 or see.startswith("The last of them is “" + part.open[-1].text.strip())
        numbers = [int(number) for number in re.findall(r"\d+", told)]
        assert [question.options[number - 1].text for number in numbers] == [piece.text for piece in part.open]


def test_a_line_that_is_taken_away_leaves_its_place() -> None:
    (part, *_) = parts_of(algorithms()["gac"].pseudocode)
    asking = Asking(asked("gac", part))
    right = [piece.text for piece in part.open]
    for text in right[:3]:
        asking.choose(text)
    asking.choose(right[1])
    assert asking.chosen == [right[0], "", right[2]] and not asking.ready
    asking.choose(right[4])
    assert asking.chosen == [right[0], right[4], right[2]]
    assert asking.type("backspace") and asking.chosen == [right[0], right[4]]
    asking.submit()
    assert asking.tries == 0  # not all are placed
    asking.choose(right[4])
    for text in right[1:]:
        asking.choose(text)
    assert asking.chosen == right
    asking.submit()
    assert asking.over and asking.right and asking.result.points == 1


def test_who_has_the_answer_shown_sees_it() -> None:
    (part, *_) = parts_of(algorithms()["gac"].pseudocode)
    asking = Asking(asked("gac", part))
    asking.choose(part.open[2].text)
    for _ in range(3):
        asking.hint()
    assert asking.over and asking.chosen == [piece.text for piece in part.open]
    assert asking.result.points == 0


def test_before_anything_has_happened_the_code_alone_tells() -> None:
    algorithm = algorithms()["gac"]
    first, second = parts_of(algorithm.pseudocode)
    assert order_question(algorithm, first, (), 0).hints[0] == "Nothing stands above them."
    question = order_question(algorithm, second, (), 0)
    above = second.code[second.open[0].first - 1].text.strip()
    assert question.hints[0] == f"Above them stands “{above}”: what comes then?"
    assert question.hints[1].startswith("The last of them is “until nothing changed")
    right = [piece.text for piece in second.open]
    swapped = [*right[:4], right[5], right[4]]
    assert "event" not in question.against(swapped)
