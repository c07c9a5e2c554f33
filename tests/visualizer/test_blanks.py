"""Blanks of worksheets: the key's answers are the run's, what is blank is seen nowhere, and nothing is cut off."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from algorithms import events as e
from algorithms.core import Event
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.known_lessons import every_lesson, known, shortest_of_each_look
from scenarios.folders import bare, lessons
from scenarios.loader import Scenario, load
from visualizer.canvas.metrics import text_width
from visualizer.canvas.on_pdf import PAGE, PdfPage
from visualizer.canvas.primitives import Op, RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.satisfiability.state import SatState
from visualizer.recording import sheet as paper
from visualizer.recording.blanks import Blank, blanks_at, lettered
from visualizer.recording.compare_film import plan_comparison
from visualizer.recording.film import Film, lead, plan
from visualizer.recording.frames import Frame
from visualizer.recording.locked import Asked, asked_in
from visualizer.runs.left import left_on
from visualizer.stage.family import view_of

ROOM = Rect(40, 40, 700, 520)
LIGHT = theme("light")


def asking(scenarios: Sequence[Scenario]) -> list[Scenario]:
    return [scenario for scenario in scenarios if any(cue.ask is not None for cue in scenario.script)]


@lru_cache(maxsize=1)  # tests of one lesson come one after the other
def film_of(path: Path) -> Film:
    scenario = known(path)
    film: Film = (plan_comparison if scenario.compares else plan)(scenario)
    return film


def filled(film: Film) -> Iterator[tuple[Asked, Frame, tuple[Blank, ...]]]:
    before: Frame | None = None
    for asked in asked_in(film):
        frame = film.frames[asked.after]
        yield asked, frame, blanks_at(film, asked, before, ROOM, 1.0)
        before = frame


def lesson(name: str) -> Scenario:
    return known(next(path for path in lessons() if bare(path.stem) == name))


def events_at(film: Film, asked: Asked, frame: Frame) -> Sequence[Event]:
    timeline = film.timeline_of(frame, lead(asked.question))
    return timeline.events[:timeline.position]


def drawn(film: Film, asked: Asked, frame: Frame, blanks: Sequence[Blank]) -> list[Op]:
    canvas = RecordingCanvas()
    film.draw_asked(canvas, frame, ROOM, asked.question, LIGHT, lettered(blanks))
    return canvas.ops


def texts(ops: Sequence[Op]) -> list[tuple[str, float, float]]:
    """What is written, with its middle."""
    found = []
    for op in ops:
        if op.name == "text":
            args: Any = op.args
            x, y, text, size, _, align, style = args[:7]
            half = text_width(text, size, style) / 2
            found.append((text, x + {"left": half, "center": 0.0, "right": -half}[align], y))
    return found


def trail_of(events: Sequence[Event]) -> list[str]:
    """The trail as events tell it, Δ behind decisions."""
    found: list[str] = []
    for event in events:
        if isinstance(event, e.Decided):
            found.append(f"{event.literal}Δ")
        elif isinstance(event, e.Implied | e.Complemented | e.Assumed):
            found.append(event.literal)
        elif isinstance(event, e.Undone):
            for literal in event.literals:
                assert found.pop().rstrip("Δ") == literal
    return found


def left_of(events: Sequence[Event], name: str) -> tuple[object, ...] | None:
    """What the last event that took values from a variable says of it, where nothing was taken back."""
    left: tuple[object, ...] | None = None
    for event in events:
        if isinstance(event, e.Pruned | e.Struck) and event.variable == name:
            left = event.left
        elif isinstance(event, e.BackedUp | e.Undone | e.JumpedBack | e.Solved | e.SingleFound):
            left = None
    return left


def left_by_clues(puzzle: Sudoku, cell: str) -> tuple[int, ...]:
    """The values that no clue in the cell's row, column or box has."""
    side, (wide, high), cells = puzzle.side, puzzle.boxes, list(puzzle.geometry.cells)

    def units(name: str) -> set[tuple[str, int, int]]:
        row, column = divmod(cells.index(name), side)
        return {("row", row, 0), ("column", column, 0), ("box", row // high, column // wide)}

    gone = {value for name, value in puzzle.clues.items() if units(name) & units(cell)}
    return tuple(value for value in range(1, side + 1) if value not in gone)


@pytest.mark.parametrize("scenario", asking(every_lesson()), ids=lambda scenario: scenario.name)
def test_the_key_says_what_the_run_has_come_to(scenario: Scenario) -> None:
    """What is left of places, trails and unit clauses, worked out anew from the events."""
    film = film_of(scenario.path)
    for asked, frame, blanks in filled(film):
        assert len(blanks) <= 4
        events, run = events_at(film, asked, frame), lead(asked.question)
        state = film.state_of(frame, run)
        for blank in blanks:
            if blank.place:
                left = left_of(events, blank.place)
                values = state.domains[blank.place] if left is None else left
                if isinstance(film.scenario.puzzle, Sudoku) and not events:
                    values = left_by_clues(film.scenario.puzzle, blank.place)
                declared = left_on(film.board_of(run))
                assert declared is not None
                assert blank.written == declared.written(values)  # type: ignore[arg-type]
                assert state.family.supposed.how.get(blank.place) != "label"
            elif "with Δ behind decisions" in blank.asked and type(state.family) is SatState:
                assert blank.written == " ".join(trail_of(events))
            elif blank.asked.startswith("which clauses have one open literal") and type(state.family) is SatState:
                assert blank.written == units_of(state.family, [one.rstrip("Δ") for one in trail_of(events)])


def units_of(sat: SatState, trail: Sequence[str]) -> str:
    """The clauses all of whose literals but one are complements of the trail's."""
    false = {literal[1:] if literal.startswith("¬") else f"¬{literal}" for literal in trail}
    numbers = [number for number in (*range(1, sat.form.count + 1), *sat.learned)
               if not set(sat.literals_of(number)) & set(trail) and len({*sat.literals_of(number)} - false) == 1]
    return f"clause{'s' * (len(numbers) > 1)} {', '.join(map(str, numbers))}" if numbers else "none"


@pytest.mark.parametrize("scenario", asking(every_lesson()), ids=lambda scenario: scenario.name)
def test_what_is_blank_is_seen_nowhere(scenario: Scenario) -> None:
    """In its frames there is only its letter; what is noted stands neither on the board nor beside it, and no place
    that is asked about is blank."""
    film = film_of(scenario.path)
    for asked, frame, blanks in filled(film):
        ops, question = drawn(film, asked, frame, blanks), asked.question
        beside = [question.prompt, *(option.label for option in question.options), "" if frame.earlier else frame.say]
        covered = film.blank(frame, ROOM, question, [blank.place for blank in blanks if blank.place])
        for blank, frames in zip((one for one in blanks if one.place), covered, strict=True):
            assert frames
            assert not re.search(rf"(?<![\w=]){re.escape(blank.place)}(?!\w)", " ".join(beside)), blank
            for place in frames:
                assert any(op.name == "rect" and op.args[:5] == kept(place) for op in ops)
                inside = {text for text, x, y in texts(ops) if place.inset(1).contains(x, y)}
                assert inside - {str(number) for number, _ in enumerate(question.options, 1)} == {blank.letter}
        read = " ".join([text for text, *_ in texts(ops)] + beside)
        for blank in blanks:
            if not blank.place:
                assert not re.search(rf"(?<!\w){re.escape(blank.written)}(?!\w)", read), blank
            if blank.asked.startswith("which clauses"):  # they can be looked up
                assert {"1", *re.findall(r"\d+", blank.written)} <= {*" ".join(text for text, *_ in texts(ops)).split()}


def kept(box: Rect) -> tuple[object, ...]:
    """How a box in the colour of paper is kept among what was drawn."""
    canvas = RecordingCanvas()
    canvas.rect(box, LIGHT.background)
    return canvas.ops[0].args[:5]


@pytest.mark.parametrize(("name", "stop", "asked", "written"), [
    ("beyond-sums", 1, "what is left of F", "3"),
    ("dpll", 0, "M, with Δ behind decisions", "pΔ q r ¬r"),
    ("two-constraints-at-a-time", 1, "tuples left to C(1,1)", "0 1 1; 1 0 1; 1 1 0"),
    ("thrashing-on-a-map", 1, "conf-set[12], of NE", "CO, IA, WY"),
    ("the-zebra-as-far-as-logic-goes", 2, "which houses are left to ivory", "3, 4"),
    ("what-backmarking-saves", 1, "mcl of Norwegian, value by value", "2 2 5"),
    ("queens-that-move-away", 1, "who is in conflict, and how often", "c: 1, d: 1"),
    ("one-rule-more", 0, "the completion of b", "b ↔ ¬a"),
])
def test_each_family_has_its_own(name: str, stop: int, asked: str, written: str) -> None:
    blanks = list(filled(film_of(lesson(name).path)))[stop][2]
    assert (asked, written) in [(blank.asked, blank.written) for blank in blanks]


def test_nobody_is_asked_for_clauses_that_are_not_drawn(tmp_path: Path) -> None:
    """A program as a formula is its completion, and its board draws rules."""
    source = tmp_path / "program.yaml"
    source.write_text("""\
title: T
puzzle: {kind: program, rules: "p :- not q.\\nq :- not p.\\nr :- p.\\ns :- r, not q."}
algorithm: dpll
script:
  - when: {event: Decided}
  - ask: {prompt: What comes now?, about: {event: [Implied, Modelled, Decided], field: kind}}
""", encoding="utf-8")
    film = plan(load(source))
    (*_, (_, frame, blanks)) = filled(film)
    notes = [note.name for note in view_of(film.scenario.algorithm).notes(film.state_of(frame, 0))]
    assert any(name.startswith("which clauses") for name in notes)
    assert not any(blank.asked.startswith("which clauses") for blank in blanks)


@pytest.mark.parametrize("scenario", asking(shortest_of_each_look()), ids=lambda scenario: scenario.name)
def test_on_paper_nothing_is_cut_off_and_the_key_has_all_that_the_sheet_leaves_blank(
        scenario: Scenario, monkeypatch: pytest.MonkeyPatch) -> None:
    film = film_of(scenario.path)
    blanks = [blank for _, _, found in asked_at_paper(film, monkeypatch) for blank in found]
    for key in (False, True):
        rows, lines = written_rows(film, monkeypatch, key=key)
        for text, box in rows:
            foot = text.startswith("Unfog ") or re.fullmatch(rf"{re.escape(scenario.title)}, \d+", text)
            assert box.x >= 40, text
            assert box.right <= PAGE.w - 40, text
            assert box.y >= 40, text
            assert box.bottom <= PAGE.h - (20 if foot else 56), text
        said = " ".join(text for text, _ in rows)
        for blank in blanks:
            assert squeezed(f"{blank.letter}: {blank.asked}" if blank.letter else blank.asked) in squeezed(said), blank
            assert not key or squeezed(blank.written) in squeezed(said), blank
        for (x1, y1), (x2, y2) in lines:
            assert x2 - x1 >= 100 or y1 != y2  # room to write


def squeezed(text: str) -> str:
    """A text without spaces, as lines are broken anywhere."""
    return "".join(text.split())


def asked_at_paper(film: Film, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, Any, tuple[Blank, ...]]]:
    """The blanks of a sheet as it is printed."""
    found: list[tuple[Any, Any, tuple[Blank, ...]]] = []
    with monkeypatch.context() as patched:
        def noted(film: Film, asked: Asked, *rest: Any) -> tuple[Blank, ...]:
            found.append((film, asked, blanks_at(film, asked, *rest)))
            return found[-1][2]

        patched.setattr(paper, "blanks_at", noted)
        paper.sheet(film, LIGHT, key=False)
    return found


def written_rows(film: Film, monkeypatch: pytest.MonkeyPatch, *,
                 key: bool) -> tuple[list[tuple[str, Rect]], list[tuple[tuple[float, float], tuple[float, float]]]]:
    """What stands on the pages beside the boards, and the lines to write on."""
    rows: list[tuple[str, Rect]] = []
    lines: list[tuple[tuple[float, float], tuple[float, float]]] = []
    board = [False]

    def text(page: PdfPage, at: Any, text: str, size: float, _color: Any, align: str = "left",
             style: Any = "sans") -> None:
        wide = page.measure(text, size, style)
        left = at[0] - wide * {"left": 0.0, "center": 0.5, "right": 1.0}[align]
        if not board[0]:
            rows.append((text, Rect(left, at[1] - size / 2, wide, size)))

    def line(_page: PdfPage, a: Any, b: Any, _color: Any, _width: float = 1) -> None:
        if not board[0]:
            lines.append((a, b))

    @contextmanager
    def scaled(_page: PdfPage, _by: float) -> Iterator[None]:
        board[0] = True
        yield
        board[0] = False

    with monkeypatch.context() as patched:
        for name, function in (("text", text), ("line", line), ("scaled", scaled)):
            patched.setattr(PdfPage, name, function)
        paper.sheet(film, LIGHT, key=key)
    return rows, lines
