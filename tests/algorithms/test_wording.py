"""Numbers and lists in sentences: of one thing nobody speaks in the plural."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from algorithms import events as e
from algorithms.core import Event, algorithms, event_types
from algorithms.words import counted, listed, plural
from kit.drawn_texts import TextCanvas
from kit.session_desk import open_session
from scenarios.loader import lessons, load
from visualizer.canvas.primitives import Rect, Stills
from visualizer.canvas.theme import theme
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.stage.stage import draw_code, draw_stage
from visualizer.stage.view import View

NOUNS = ("variable", "constraint", "clause", "literal", "model", "sample", "iteration", "value", "conflict", "label",
         "node", "event", "peer", "card", "item", "option", "deal", "hand", "mine", "cell", "field", "neighbour",
         "step", "term", "placement", "assignment", "line", "colour", "edge", "candidate", "fact", "duplicate",
         "chain", "level", "solution", "situation", "number", "player", "cue", "backbone", "probe", "row", "column",
         "draw", "suggestion", "digit", "clue", "single", "choice", "class", "way")
WRONG = re.compile(rf"(?<![\d.,/·^−-])\b1 (?:[a-z-]+ )?(?:{'|'.join(NOUNS)}|passe)e?s\b")
ALGORITHMS = algorithms()  # with all their events
KINDS = [kind for name, kind in sorted(event_types().items())
         if kind.__module__.startswith("algorithms.") and kind.say and name not in ("LineEntered", "LineCorrected")]


def wrong_plurals(text: str) -> list[str]:
    """``1 variables`` and the like."""
    return WRONG.findall(text)


def made_of(kind: type[Event], number: int, *, yes: bool) -> Event:
    """An event of that kind, with that number wherever it has a number, a list of so many wherever it has a list."""
    values: dict[str, Any] = {}
    for field in fields(kind):
        wanted = str(field.type)
        pairs: tuple[object, ...] = ("a", 1) if "str, int" in wanted or "str, Value" in wanted else (
            (1, "p", "q") if "int, str, str" in wanted else (1, "p"))
        values[field.name] = (
            (pairs,) * number if wanted.startswith("tuple[tuple") else
            (number,) * number if wanted.startswith("tuple[int") else
            tuple(f"x{index}" for index in range(number)) if wanted.startswith("tuple") else
            number if wanted.startswith(("int", "Score", "Value")) else
            yes if wanted.startswith("bool") else 0.5 if wanted.startswith("float") else "x")
    return kind(**values)


def test_what_the_tests_look_for() -> None:
    assert wrong_plurals("it has 1 variables left") == ["1 variables"]
    assert wrong_plurals("1 more variables, 11 cells") == ["1 more variables"]
    assert wrong_plurals("clause 1 is unit; 1 cell; line 1 watches it; 0.1 cells; 2, 1 or 2 cells; 21 nodes") == []


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_one_thing_is_no_plural_in_any_sentence(kind: type[Event]) -> None:
    for number in (1, 2) if kind is not e.Tied else (2,):  # of one variable there is no tie
        for yes in (False, True):
            said = made_of(kind, number, yes=yes).sentence()
            assert wrong_plurals(said) == [], said


def test_a_verb_goes_with_what_it_is_said_of() -> None:
    assert [e.HandDrawn("gr", ("lo",), ways, deals).sentence() for ways, deals in ((1, 1), (1, 8), (4, 8))] == [
        "gr gets lo: 1 of 1 way to deal the rest gives it such cards.",
        "gr gets lo: 1 of 8 ways to deal the rest gives it such cards.",
        "gr gets lo: 4 of 8 ways to deal the rest give it such cards."]


def test_a_minus_is_no_hyphen() -> None:
    assert e.TermAdded((1,), 4, -1, (1, 3), -1200).sentence() == "1 of each class: −4 · 1 · 3 makes −1,200."
    assert "add up to −1; possible" in e.SumTested("C(0,1)", 1, -1, 0, 2).sentence()


def test_numbers_and_lists() -> None:
    assert [counted(n, "node") for n in (0, 1, 2, 1234)] == ["0 nodes", "1 node", "2 nodes", "1,234 nodes"]
    assert [plural(n, "more clause") for n in (1, 2)] == ["more clause", "more clauses"]
    assert [listed(parts) for parts in ([], ["a"], "ab", "abc")] == ["nothing", "a", "a and b", "a, b and c"]
    assert listed(range(3), "or") == "0, 1 or 2"


# --- on the stage ----------------------------------------------------------------------------------------------------

SMALL = {
    "gnomine": '{kind: gnomine, mines: 1, board: "1 ."}', "two cells": '{kind: gnomine, mines: 1, board: ". 1 ."}',
    "cnf": '{kind: cnf, formula: "p"}', "two clauses": '{kind: cnf, formula: "p | q, ~p"}',
    "csp": "{kind: csp, domains: {A: [1, 2], B: [1]}, constraints: [{scope: [A, B], relation: A != B}]}",
    "colouring": "{kind: colouring, nodes: [A, B], edges: [[A, B]], colours: 2}",
    "exact-cover": "{kind: exact-cover, items: [a], options: {A: [a]}}",
    "sudoku": '{kind: sudoku, boxes: [2, 2], grid: ".234341221434321"}',
    "program": '{kind: program, rules: "a."}', "one loop": '{kind: program, rules: "a :- a. {b}."}',
    "clue": "{kind: clue, random: {players: 3, events: 1, seed: 1}}",
}
SUITS = dict.fromkeys(SMALL, "gac") | {  # an algorithm for each, to read it by
    "clue": "clue-exact", "program": "reduct", "one loop": "reduct"}
ON_CLUE = ("clue-exact", "clue-sample-1", "at-least-propagation")  # its stages take a second each
MOST_EVENTS, MOST_POSITIONS = 400, 8


def stages() -> Iterator[tuple[str, str]]:
    """Each algorithm on each of these puzzles that has the form which it solves."""
    for kind, puzzle in SMALL.items():
        made = load(Path("t.yaml"), f"title: T\nalgorithm: {SUITS[kind]}\npuzzle: {puzzle}\n").puzzle
        for name, algorithm in ALGORITHMS.items():
            form: Any = algorithm.solves
            if hasattr(made, form.method) and (kind != "clue" or name in ON_CLUE):
                yield kind, name



@pytest.mark.parametrize(("kind", "name"), list(stages()))
def test_one_thing_is_no_plural_on_any_stage(kind: str, name: str) -> None:
    session = open_session(f"title: T\nalgorithm: {name}\npuzzle: {SMALL[kind]}\n")
    timeline = session.timeline
    timeline.pull(MOST_EVENTS)
    board, algorithm = board_for(session.puzzle), session.scenario.algorithm
    said, stills = set[str](), Stills()
    end = len(timeline.events)
    for position in sorted({0, 1, 2, 3, end, *range(0, end, 1 + end // MOST_POSITIONS)}):
        timeline.seek(min(position, end))
        view = View(algorithm, board, timeline, timeline.state)
        canvas, room = TextCanvas(stills), Rect(0, 0, 1280, 720)
        draw_stage(canvas, room, view, theme("dark"), 1.0)
        same = {view.code, "source"} if position else {view.code}  # on the stage already, or the same everywhere
        for code in set(view.algorithm.panels) - same:
            draw_code(canvas, room, replace(view, code=code), theme("dark"), 1.0)
        said |= canvas.texts
        said |= {explain(timeline, algorithm, board, place).sentence for place in list(board.layout.places)[:8]}
    assert [text for text in said if wrong_plurals(text)] == []


def test_a_field_is_one_of_a_board() -> None:
    """The thesis's word for a square; the whole is the board, in what lessons say and in the words of the rungs."""
    whole = re.compile(r"whole field|(Gnomine|large|expert) field\b|of the field (is )?open")
    texts = {path.stem: path.read_text(encoding="utf-8") for path in lessons()}
    assert [name for name, text in texts.items() if whole.search(text)] == []
    assert [name for name, algorithm in algorithms().items() if algorithm.rungs[3] == "field"] == []
