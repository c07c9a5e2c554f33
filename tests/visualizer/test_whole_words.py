"""Mended on the sheets of all lessons: no words without room, no word cut off, no sign that lies on another."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.drawn_texts import overlaps
from kit.known_lessons import recorded
from kit.session_desk import finish, open_session
from kit.window_desk import window
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect, wrap_text
from visualizer.canvas.short_texts import few_text
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.satisfiability.state import sat_of
from visualizer.families.satisfiability.values import values
from visualizer.puzzles.gnomine.state import field_of
from visualizer.puzzles.gnomine.trial import draw_open
from visualizer.puzzles.sudoku.cell import Look, draw_cell
from visualizer.runs.boards import board_for
from visualizer.stage.band import Words, parts
from visualizer.stage.compare_heads import draw_head
from visualizer.stage.panels import Fact, draw_facts
from visualizer.stage.view import View

DARK = theme("dark")
words = st.lists(st.sampled_from(["{r,", "p}", "gave", "up", "after:", "1,000", "steps"]), min_size=1, max_size=9)


@settings(deadline=None)
@given(st.floats(270, 1400), st.floats(60, 420), st.floats(0.8, 1.6))
def test_what_the_window_keeps_of_a_band_leaves_the_words_at_least_as_much(wide: float, high: float,
                                                                          unit: float) -> None:
    box, aside = Rect(10, 20, wide * unit, high * unit), 244 * unit
    found, free = (parts(box, Words("So it is.", aside=kept), unit) for kept in (aside, 0.0))
    text, kept = found.text, found.aside
    assert kept.w > 0 < kept.h
    assert text.right <= kept.x + 1e-6 or text.bottom <= kept.y + 1e-6
    for part in (kept, text):
        assert part.x >= box.x - 1e-6
        assert part.right <= box.right + 1e-6
        assert part.bottom <= box.bottom + 1e-6
    if high >= 110:  # that is room for both, one above the other
        assert text.w * text.h >= 0.3 * free.text.w * free.text.h
        assert text.w >= min(free.text.w, aside) - 1e-6


@pytest.mark.parametrize("name", ["two-watched-literals", "one-rule-more"])
def test_beside_boards_the_last_words_of_a_lesson_can_be_read_from_afar(name: str, tmp_path: Path) -> None:
    with window(tmp_path) as desk:
        desk.resize(1920, 1080)
        desk.app.open(load(find(name)))
        desk.frame()
        playback = desk.compared.comparison
        playback.to_cue(len(playback.scenario.script) - 1)
        desk.settle()
        desk.frame()
        said, unit = desk.compared.said, 1080 / 800
        view = desk.compared._view()
        view.aside = 244 * unit
        room = parts(view.places(Rect(15, 72, 1890, 850), unit).caption, view.words, unit).text
        assert desk.boxes()["next-lesson"].h >= 40 * unit
        rows = wrap_text(RecordingCanvas(), said, room.w, 12 * unit)
        assert len(rows) * 1.3 * 12 * unit <= room.h
        assert not any(row.endswith("…") for row in rows)


@given(words, st.floats(20, 300), st.integers(1, 2))
def test_what_is_cut_says_that_it_goes_on(text: list[str], wide: float, lines: int) -> None:
    canvas, whole = RecordingCanvas(), " ".join(text)
    rows = few_text(canvas, whole, wide, 13, lines=lines)
    assert len(rows) <= lines
    said = " ".join(rows)
    assert said == whole or "…" in said or " more" in said or whole.startswith(f"{said}:") or said == ""


@given(words, st.floats(60, 300), st.integers(1, 2))
def test_what_has_room_is_broken_as_any_text(text: list[str], wide: float, lines: int) -> None:
    canvas, whole = RecordingCanvas(), " ".join(text)
    broken = wrap_text(canvas, whole, wide, 13)
    assert (few_text(canvas, whole, wide, 13, lines=lines) == broken) == (len(broken) <= lines)


@pytest.mark.parametrize("text", [
    "1 mine needed, but 2 neighbours are flagged or must be mines",
    "the branch is closed, because a number has no value",
    "X is undefined, so both of its values are tried, one after the other"])
def test_clauses_of_a_sentence_are_not_counted_as_things(text: str) -> None:
    for wide in range(60, 400, 10):
        assert not any("more" in row for row in few_text(RecordingCanvas(), text, wide, 13))


def test_of_groups_none_is_broken_and_what_is_left_out_is_counted_in_groups() -> None:
    fact = Fact("Lost", "; ".join(f"{value}, {value + 1} from A{value}, B{value}, C{value}" for value in range(1, 30)))
    for wide in range(180, 600, 20):
        canvas = RecordingCanvas()
        draw_facts(canvas, Rect(0, 0, wide, 200), [fact], theme("light"), 1.0)
        said = " ".join(str(op.args[2]) for op in canvas.ops if op.name == "text").removeprefix("Lost ")
        shown, _, more = said.removesuffix(" more").rpartition(" and ")
        assert shown.split("; ") == fact.text.split("; ")[:29 - int(more)]


def test_of_a_long_list_only_what_may_have_room_is_measured() -> None:
    canvas, many = RecordingCanvas(), 3000
    with patch.object(canvas, "measure", wraps=canvas.measure) as measured:
        (said,) = few_text(canvas, "Decide: " + ", ".join(f"x{number}" for number in range(many)), 300, 13)
    assert said.startswith("Decide: x0, x1, ") and said.endswith(" more")
    assert said.count(" x") + int(said.split()[-2].replace(",", "")) == many
    assert measured.call_count < many / 10


def test_a_low_head_has_no_first_word_of_a_sentence() -> None:
    scenario = load(find("out-of-a-hole"))
    timelines = recorded(find("out-of-a-hole"))
    for timeline in timelines:
        timeline.seek(len(timeline.events))
    rows = list(zip(scenario.runs, timelines, strict=True))
    for wide in range(200, 900, 25):
        for index, timeline in enumerate(timelines):
            canvas = RecordingCanvas()
            draw_head(canvas, Rect(0, 0, wide, 22), index, rows, ["A1"], DARK, 1.0)
            assert timeline.event is not None
            sentence = timeline.event.sentence()
            cut = sentence.partition(":")[0]
            whole = {sentence, cut, f"{cut}.", sentence.partition(". ")[0] + ".", timeline.answer.outcome}
            begun = sentence.split()[0][:3]
            said = [str(op.args[2]) for op in canvas.ops if op.name == "text"]
            assert all(text in whole for text in said if text.startswith(begun)), (wide, said)


@pytest.mark.parametrize("name", ["dpll", "dpll-all-models", "learning-from-a-conflict", "without-learning",
                                  "all-models-by-blocking", "watch-lists"])
def test_a_clause_that_is_called_unit_is(name: str) -> None:
    scenario, (timeline,) = load(find(name)), recorded(find(name))
    board, called, strict = board_for(scenario.puzzle), 0, scenario.algorithm.name == "cdcl"
    for position in range(len(timeline.events) + 1):
        timeline.seek(position)
        found = values(View(scenario.algorithm, board, timeline, before=timeline.state)).get(
            "a clause is unit" if strict else "unit-ary clause")
        if found is None:
            continue
        called += 1
        state = sat_of(timeline.state)
        clause = state.literals_of(int(found.text.removeprefix("clause ")))
        trail = [entry.literal for entry in state.trail]
        before = trail[:-1] if trail and trail[-1] in clause else trail
        false = {literal[1:] if literal.startswith("¬") else f"¬{literal}" for literal in before}
        assert strict <= len(set(clause) - false) <= 1, (position, clause, trail)  # DPLL goes on where it is false
    assert called


@given(st.floats(37.1, 120), st.integers(1, 81), st.booleans())
def test_the_number_of_a_label_lies_on_no_digit(side: float, depth: int, calm: bool) -> None:
    canvas = RecordingCanvas()
    look = Look((250, 250, 250), (0, 0, 0), digit="8", bold=True, depth=depth, calm=calm)
    draw_cell(canvas, Rect(0, 0, side, side), look, (3, 3), DARK)
    assert [str(op.args[2]) for op in canvas.ops if op.name == "text"] == ["8", str(depth)]
    assert not overlaps(canvas)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("side", [26.0, 60.0, 180.0])
def test_a_number_that_nothing_fits_is_hatched_and_crossed(name: str, side: float) -> None:
    canvas = RecordingCanvas()
    draw_open(canvas, Rect(0, 0, side, side), 2, (0, 0, 0), theme(name), broken=True)
    drawn = [op.name for op in canvas.ops]
    assert drawn.count("text") == 1
    assert "polygon" in drawn
    assert drawn.count("line") == 2


def test_a_game_that_is_over_has_no_mines_left() -> None:
    session = open_session(find("away-from-the-numbers").read_text(encoding="utf-8"))
    assert session.play.status() == "4 mines left"
    finish(session)
    assert field_of(session.state).ended
    assert session.play.status() == ""


def test_what_is_odd_in_a_puzzle_is_for_authors_not_for_the_class(tmp_path: Path) -> None:
    lesson = load(find("a-map-that-needs-four"))
    assert lesson.warnings
    file = tmp_path / "alone.yaml"
    file.write_text("title: T\nalgorithm: mrv-plus\npuzzle: {kind: sudoku, boxes: [2, 2], grid: '1..............4'}\n")
    with window(tmp_path) as desk:
        desk.app.open(lesson)
        desk.frame()
        assert desk.stage.message == ""
        desk.app.open(load(file))
        desk.frame()
        assert "more than one solution" in desk.stage.message


@given(st.integers(2, 9), st.integers(1, 5000), st.floats(150, 420))
def test_how_many_more_there_are_stays_true_where_fewer_are_named(named: int, more: int, wide: float) -> None:
    atoms = [f"in({index},b)" for index in range(named)]
    text = f"consistent, {', '.join(atoms)} and {more:,} more open"
    (said,) = few_text(RecordingCanvas(), text, wide, 13)
    if said.endswith(" more open"):
        left = int(said.removesuffix(" more open").rpartition(" ")[2].replace(",", ""))
        assert left + sum(atom in said for atom in atoms) == named + more
        assert said == text or left > more
