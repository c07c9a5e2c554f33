"""The panel of literals and the list of clauses: what they say of a run, and that it has room on every screen."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_layout import SIZES, SMALL, colourless, nothing, scene

from algorithms.core import Event, find_algorithm
from algorithms.events import ClauseUnit, Conflicted, Decided, Implied, Learned, Undone, Watched
from algorithms.problems.forms.cnf import CNF, negation
from kit.drawn_lessons import unit_of
from kit.drawn_texts import outside, overlaps, texts
from kit.known_lessons import known, timeline_of
from kit.sat_runs import cnf_of, cnfs, read_cnf
from kit.session_desk import ticking
from kit.states import of_form
from scenarios.loader import Scenario, find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect, Stills
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.satisfiability.literals import around, draw_literals, inspected, larger, outcome, rows, shown
from visualizer.families.satisfiability.panels import draw_clause, draw_clauses
from visualizer.families.satisfiability.state import SatState, sat_of
from visualizer.runs.states import State
from visualizer.stage.links import Links
from visualizer.stage.stage import code_parts, heading, places_of
from visualizer.widgets.ui import Ui
from visualizer.window.settings import Settings
from visualizer.window.stage_screen import StageScreen

BOX = Rect(0, 0, 406, 222)
WATCHING = "~a | ~b | c | d, ~b | ~f | a | ~d, b | ~c | d, b | e | f, ~f | c | b, d | e | ~c"
FIELD = """\
title: A field as a formula
puzzle: {kind: gnomine, random: {rows: 16, columns: 16, mines: 45, seed: 35, reveal: 12}}
algorithm: cdcl
"""


def run_of(cnf: CNF, name: str = "cdcl", **options: object) -> Timeline[State]:
    timeline = Timeline(find_algorithm(name).start(cnf, options, 0), of_form(cnf))
    timeline.pull_all()
    return timeline


def said(state: SatState, pointed: str | None = None, box: Rect = BOX) -> list[str]:
    """Every text of the panel that shows, from top to bottom."""
    canvas = RecordingCanvas()
    draw_literals(canvas, box, state, theme("dark"), 1.0, Links(pointed))
    return [text for text, _ in sorted(texts(canvas), key=lambda text: (text[1].center[1], text[1].x))]


# --- what it says --------------------------------------------------------------------------------------------------


def test_in_rows_of_few_variables_every_clause_is_named() -> None:
    timeline = timeline_of("watch-lists")
    timeline.seek(0)
    for width, height in product((380, 406, 430, 520), (222, 260, 330)):
        assert not any("more" in line for line in said(sat_of(timeline.state), box=Rect(0, 0, width, height)))



def test_a_propagation_step_by_step() -> None:
    """¬b: of the three clauses with b, one is unit soon, and those that watch b move to other literals."""
    timeline = run_of(read_cnf(WATCHING), heuristic="first")
    first, second = list(timeline.positions(Watched))[:2]
    timeline.seek(0)
    assert said(sat_of(timeline.state))[0] == "Each literal, and the clauses in which it occurs."
    timeline.seek(1)
    assert said(sat_of(timeline.state))[0] == "Each literal, and the clauses that watch it."
    timeline.seek(first)
    assert timeline.events[first - 1] == Decided("¬a", 1)
    assert said(sat_of(timeline.state))[:2] == ["a", "is false: of the 1 clause with it, 0 watch it"]
    timeline.seek(second)
    assert said(sat_of(timeline.state))[:2] == ["b", "is false: of the 3 clauses with it, 2 watch it"]
    timeline.seek(second + 1)
    assert timeline.events[second] == Watched("¬b", (3, 4), ((3, "d"), (4, "f")))
    words = said(sat_of(timeline.state))
    assert words[:4] == ["b", "is false: of the 3 clauses with it, 2 visited", "3 → d", "4 → f"]
    assert {"+3", "+4"} <= {*words}


def test_signs_tell_what_a_visit_meant() -> None:
    """Every visited clause has its sign, and the sign is right by the truth of all its literals."""
    met = set()
    for propagation in ("watches", "counters"):
        timeline = run_of(known(find("a-hard-formula")).runs[0].form(), propagation=propagation)
        for position in list(timeline.positions(Watched))[:400]:
            timeline.seek(position + 1)
            state = sat_of(timeline.state)
            for clause in state.visited:
                sign = outcome(state, clause)
                met.add(sign[:1])
                assert sign_of(state, clause) == sign
    assert {"→", "✓", "⇒", "✗", "2"} <= met


def sign_of(state: SatState, clause: int) -> str:
    """The sign by its definition."""
    moved = dict(state.moved)
    if clause in moved:
        assert moved[clause] in state.watched_in(clause)
        return f"→ {moved[clause]}"
    values = {literal: state.truth(literal) for literal in state.literals_of(clause)}
    if True in values.values():
        forced = [entry.literal for entry in state.trail if entry.because == clause]
        return f"⇒ {forced[0]}" if forced else "✓"
    left = [literal for literal, value in values.items() if value is None]
    return {0: "✗", 1: f"⇒ {left[0]}" if left else ""}.get(len(left), f"{len(left)} open")


def timeline_at_conflict() -> Timeline[State]:
    timeline = run_of(known(find("learning-from-a-conflict")).runs[0].form(), heuristic="first")
    timeline.seek(timeline.positions(Conflicted)[0] + 1)
    return timeline


def test_the_clause_looked_at_has_its_mark() -> None:
    state = sat_of(timeline_at_conflict().state)
    words = said(state)
    assert f"▸{state.clause} ✗" in words
    assert f"▸{state.clause}" in words


def test_dpll_has_lists_of_occurrences() -> None:
    cnf = read_cnf("~p | q, ~p | r, q | r, ~q | ~r")
    timeline = run_of(cnf, "dpll")
    timeline.seek(timeline.positions(ClauseUnit)[0] + 1)
    state = sat_of(timeline.state)
    assert inspected(state) == "¬p"
    assert said(state)[:4] == ["¬p", "is false: 2 clauses with it", "▸1 ⇒ q", "2 ⇒ r"]
    for literal, clauses in {"p": (), "¬p": (1, 2), "q": (1, 3), "¬q": (4,), "r": (2, 3), "¬r": (4,)}.items():
        assert state.clauses_for(literal) == clauses


def test_pointing_shows_both_lists_in_full() -> None:
    timeline = run_of(read_cnf(WATCHING), heuristic="first")
    timeline.seek(1)
    words = said(sat_of(timeline.state), "b")
    assert words[0] == "Of the clauses with it, those that watch it:"
    assert words[1:9] == ["b", "2 of 3", "3", "4", "¬b", "2 of 2", "1", "2"]
    assert said(sat_of(timeline.state), "nowhere") == said(sat_of(timeline.state))


def test_the_list_of_clauses_marks_what_moved() -> None:
    timeline = run_of(read_cnf(WATCHING), heuristic="first")
    timeline.seek(timeline.positions(Watched)[1] + 1)
    canvas = RecordingCanvas()
    draw_clauses(canvas, BOX, sat_of(timeline.state), theme("dark"), 1.0, Links())
    marks = sorted((box.center[1], text) for text, box in texts(canvas) if text in "→•▸")
    numbers = sorted((box.center[1], text) for text, box in texts(canvas) if text in "123456")
    assert [text for y, text in numbers if any(mark == "→" and abs(y - at) < 5 for at, mark in marks)] == ["3", "4"]
    eyes = sum(op.name == "circle" for op in canvas.ops)  # a pupil each
    assert eyes == 2 * 6 + 1  # two for each clause, and the legend's


@given(cnfs(), st.sampled_from(["cdcl", "dpll", "unit-propagation"]), st.integers(0, 60))
def test_any_formula_at_any_time_can_be_drawn(cnf: CNF, name: str, position: int) -> None:
    timeline = run_of(cnf, name)
    timeline.seek(position)
    said(sat_of(timeline.state), cnf.names[0])
    main = inspected(sat_of(timeline.state))
    assert main is None or sat_of(timeline.state).truth(main) is False
    words = said(sat_of(timeline.state))
    assert main is None or words[0] == main
    names = [row.name for row in rows(BOX, sat_of(timeline.state), 1.0) if row.name]
    assert names == [name for name in cnf.names if sat_of(timeline.state).clauses_with(name)
                     or sat_of(timeline.state).clauses_with(negation(name))][: len(names)]


# --- what is cut ---------------------------------------------------------------------------------------------------


@given(st.integers(0, 60), st.lists(st.integers(0, 59), max_size=6), st.integers(1, 12))
def test_rows_are_cut_round_what_matters(count: int, given_: list[int], lines: int) -> None:
    wanted = list(dict.fromkeys(index for index in given_ if index < count))
    kept = shown(count, wanted, lines)
    assert kept == sorted({*kept})
    ends = [-1, *kept, count]
    gaps = sum(after > before + 1 for before, after in pairwise(ends))
    if count <= lines:
        assert kept == list(range(count))
    elif lines >= 3:
        assert len(kept) + gaps <= lines
        assert kept
        assert not wanted or wanted[0] in kept
        assert len(kept) + gaps >= lines - 1  # no room is wasted: another row would need a line more for a gap


@given(st.lists(st.integers(5, 40), min_size=1, max_size=100), st.data())
def test_lists_are_cut_round_the_clause_that_matters(widths: list[int], data: st.DataObject) -> None:
    focus, room = data.draw(st.integers(0, len(widths) - 1)), data.draw(st.integers(100, 500))
    kept = around(len(widths), focus, lambda index: widths[index], room, 60)
    assert focus in kept
    used = sum(widths[index] for index in kept)
    assert kept == range(len(widths)) or used + 60 <= room
    if kept != range(len(widths)):
        beside = [index for index in (kept.start - 1, kept.stop) if 0 <= index < len(widths)]
        assert all(used + widths[index] + 60 > room for index in beside)


def test_what_is_left_out_is_counted() -> None:
    timeline = run_of(known(find("a-hard-formula")).runs[0].form())
    for position in (1, 500, 2757, len(timeline.events)):
        timeline.seek(position)
        table = rows(BOX, sat_of(timeline.state), 1.0)
        assert sum(row.left_out or 1 for row in table) == 60
        assert [row.box.y for row in table] == sorted(row.box.y for row in table)
        assert all(row.box.bottom <= BOX.bottom for row in table)


# --- on the stage --------------------------------------------------------------------------------------------------


@cache
def opened(name: str) -> Scenario:
    return load(Path("field.yaml"), FIELD) if name == "field" else known(find(name))


def stage(name: str) -> StageScreen:
    screen = StageScreen(opened(name), Settings(), nothing)
    screen.ask_help = screen.ask_settings = nothing
    screen.session.clock = ticking()
    screen.session.timeline.pull_all()
    return screen


def moments(screen: StageScreen) -> Iterator[int]:
    """The start, the first and a later event of each kind that changes what the panel shows, and the end."""
    timeline = screen.session.timeline
    kinds: list[type[Event]] = [Watched, Implied, Undone, Conflicted, Learned]
    for kind in kinds:
        positions = timeline.positions(kind)
        yield from {positions[0] + 1, positions[len(positions) // 2] + 1} if positions else ()
    yield from (0, 1, len(timeline.events))


PANELS: tuple[str, ...] = ("clauses", "literals")


@pytest.mark.parametrize("name", ["learning-from-a-conflict", "dpll", "unit-propagation", "field"])
def test_every_text_has_a_place_of_its_own(name: str) -> None:
    screen = stage(name)
    places = list(screen.session.board.layout.places)
    stills = {size: Stills() for size in SIZES}
    looks = [*product(SIZES, (None, places[0], places[len(places) // 2]), PANELS)]
    for number, position in enumerate(moments(screen)):
        screen.session.show(position)
        for size, pointed, code in looks[number % 3::3]:  # each of them every third time
            screen.code = code
            canvas = pointing(screen, pointed, size, stills=stills[size])
            assert not outside(canvas, size), (code, size, position, pointed)
            assert not overlaps(canvas), (code, size, position, pointed)


@pytest.mark.parametrize("name", ["learning-from-a-conflict", "field"])
def test_a_theme_changes_nothing_but_colours(name: str) -> None:
    screen = stage(name)
    place = next(iter(screen.session.board.layout.places))
    for code, position in product(PANELS, moments(screen)):
        screen.code = code
        screen.session.show(position)
        dark, *others = (colourless(pointing(screen, place, SIZES[0], theme_name)) for theme_name in NAMES)
        assert others == [dark] * len(others)


def pointing(screen: StageScreen, pointed: str | None, size: tuple[int, int],
             theme_name: str = "dark", stills: Stills | None = None) -> RecordingCanvas:
    """A frame while the keyboard's cursor is on a place of the board, or nowhere."""
    screen.board.pointed = pointed

    def draw(canvas: RecordingCanvas, ui: Ui) -> None:
        ui.focus_on("board")
        screen.draw(ui, canvas, (float(size[0]), float(size[1])), theme(theme_name), unit_of(size))

    return scene(size, theme_name, draw, stills)


@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("name", ["learning-from-a-conflict", "field"])
def test_a_small_window_shows_less_and_nothing_outside(name: str, size: tuple[int, int]) -> None:
    screen = stage(name)
    for code in screen.session.scenario.algorithm.panels[-3:]:
        screen.code = code
        for position in moments(screen):
            screen.session.show(position)
            assert not outside(pointing(screen, None, size, "light"), size), (code, position)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_the_names_of_the_tabs_are_whole(size: tuple[int, int]) -> None:
    screen = stage("learning-from-a-conflict")
    names = [heading(screen._view(), code) for code in screen.session.scenario.algorithm.panels]
    assert "Literals" in names
    assert {*names} <= {text for text, _ in texts(pointing(screen, None, size, "dark"))}


def test_pointing_at_the_board_reaches_the_panel() -> None:
    screen = stage("learning-from-a-conflict")
    screen.code = "literals"
    for pointed, says in (("b", True), (None, False)):
        canvas = pointing(screen, pointed, SIZES[0], "dark")
        assert ("The clauses with it:" in [text for text, _ in texts(canvas)]) is says


def test_a_row_under_the_pointer_lights_its_variable() -> None:
    screen = stage("learning-from-a-conflict")
    screen.session.show(12)
    size = (1280.0, 800.0)
    canvas, ui, colors = RecordingCanvas(), Ui(), theme("dark")

    def frame() -> None:
        ui.begin(canvas, colors, 1.0, size, 0.0)
        screen.draw(ui, canvas, size, colors, 1.0)
        ui.end()

    frame()
    screen.code = "literals"  # in the place of what the lesson asks for here
    frame()
    window = Rect(0, 0, *size).inset(10, 6).split_top(36, 8)[1].split_bottom(38, 6)[0].split_bottom(28, 6)[0]
    place = places_of(RecordingCanvas(), window, screen._view(), 1.0).code
    inner = code_parts(place, 1.0)[1]
    sat = sat_of(screen.session.state)
    for row in rows(inner, sat, 1.0, larger(canvas, inner, sat, 1.0)):
        ui.mouse_move(*row.box.center)
        frame()
        assert screen.board.pointed == row.name
    ui.mouse_move(inner.x + 5, inner.y + 5)
    frame()
    assert screen.board.pointed is None


@given(st.integers(1, 40), st.integers(1, 12), st.integers(0, 39), st.integers(150, 420), st.integers(40, 90))
def test_literals_without_room_are_counted_and_the_one_in_question_is_seen(count: int, letters: int, last: int,
                                                                           width: int, height: int) -> None:
    names = [f"{'x' * letters}{index}" for index in range(count)]
    forced = last % count
    units = [[-variable] for variable in range(1, count + 1) if variable != forced + 1]
    timeline = run_of(cnf_of([[*range(1, count + 1)], *units], names), "unit-propagation")
    state = sat_of(next(state for position in range(len(timeline.events) + 1)
                        if sat_of(state := timeline.at(position)).truth(names[forced])))
    canvas, box = RecordingCanvas(), Rect(0, 0, width, height)
    draw_clause(canvas, box, state, 1, theme("dark"), 1.0, Links())
    shown = {text for text, _ in texts(canvas)} & {*names}
    chips = [op for op in canvas.ops if op.name == "rect" and op.args[4] == theme("dark").edge]
    more = [int(text.removeprefix("… +")) for text, _ in texts(canvas) if text.startswith("… +")]
    assert len(chips) + sum(more) == count or not chips
    assert not more or more[0] > 0
    assert not chips or not shown or names[forced] in shown
    assert not outside(canvas, (width, height))
