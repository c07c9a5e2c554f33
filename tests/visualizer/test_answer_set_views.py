"""How answer sets are seen: what the panel, the tabs and the reasons say is what the definitions say."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets import events as a
from algorithms.core import find_algorithm
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.forms.semantics import (
    greatest_unfounded,
    is_answer_set,
    is_unfounded,
    reduct,
)
from algorithms.problems.program.puzzle import Program
from kit.answer_sets import answer_sets_by_clingo
from kit.drawn_texts import outside, overlaps, texts
from kit.programs import LOOPS, kinds_of, programs
from kit.session_desk import finish, open_session
from kit.states import moments
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.completion_tab import outcome, share, stages
from visualizer.families.answer_sets.loops_tab import listed_models, loops_of
from visualizer.families.answer_sets.reading import Reading, reading_of
from visualizer.families.answer_sets.reduct_tab import in_reduct, reduced, whole
from visualizer.families.answer_sets.rules_tab import program_and_rule, shown
from visualizer.families.answer_sets.state import program_in
from visualizer.families.answer_sets.support import judged, own_verdict, rows_of
from visualizer.puzzles.program.cards import told
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.family import view_of
from visualizer.stage.stage import draw_stage
from visualizer.stage.view import View

SIZE = (1260, 670)


def run(name: str, program: LogicProgram, **options: Any) -> Timeline[State]:
    """A recorded run on a program."""
    algorithm = find_algorithm(name)
    timeline = Timeline(algorithm(program, **options), start_state(Program(program), algorithm))
    timeline.pull_all()
    return timeline


def signed(program: LogicProgram, seed: int) -> tuple[list[int], list[str]]:
    """A set M, as numbers and as words."""
    m = [sign * atom for atom in range(1, len(program.names) + 1) if (sign := (seed // 3 ** atom) % 3 - 1)]
    return m, [program.word(literal) for literal in m]


@settings(max_examples=50)
@given(programs(), st.integers(0, 242), st.sets(st.integers(1, 4)))
def test_a_set_is_unfounded_if_all_its_rules_are_crossed_out(program: LogicProgram, seed: int, u: set[int]) -> None:
    m, _ = signed(program, seed)
    reading = Reading(program, frozenset(m), frozenset(u))
    rows = [judged(reading, sorted(u), atom, rule) for atom in u for rule in reading.rules_for(atom)]
    assert all(row.out for row in rows) == is_unfounded(program, u, m)
    if u:
        unfounded, text = own_verdict(reading, sorted(u))
        assert unfounded == is_unfounded(program, u, m)
        assert ("is unfounded" in text) == unfounded


@settings(max_examples=15)
@given(programs(), st.integers(0, 242))
def test_what_leaves_the_hull_is_held_up_and_what_stays_is_the_greatest_unfounded_set(
        program: LogicProgram, seed: int) -> None:
    m, given_ = signed(program, seed)
    timeline = run("unfounded", program, given=tuple(given_))
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        reading, known = reading_of(program, timeline.state), program_in(timeline.state)
        assert known is not None
        if isinstance(event, a.RoundStarted | a.AtomHeld):
            assert reading.u >= greatest_unfounded(program, m)
        if isinstance(event, a.UnfoundedFound):
            assert reading.u == greatest_unfounded(program, m)
            assert all(row.out for row in rows_of(known, reading))


@settings(max_examples=15)
@given(programs(), st.integers(0, 242))
def test_the_cards_of_the_rules_say_what_the_panel_found(program: LogicProgram, seed: int) -> None:
    """The rule of an event is the one that is lit; where the panel crosses out a rule as circular, so does its card."""
    timeline = run("unfounded", program, given=tuple(signed(program, seed)[1]))
    for position, event in enumerate(timeline.events, 1):
        timeline.seek(position)
        reading, known = reading_of(program, timeline.state), program_in(timeline.state)
        assert known is not None
        assert reading.now == (
            event.rule if isinstance(event, a.RuleBlocked | a.RuleCircular | a.RuleSupports | a.AtomHeld) else 0)
        rows = {row.rule: row for row in rows_of(known, reading) if row.rule}
        for rule in range(1, program.count + 1):
            sign, said, _ = told(reading, rule, theme("dark"))
            panel = rows.get(rule)
            assert (sign == "↻") == (panel is not None and panel.sign == "↻")
            assert sign != "↻" or (panel is not None and said == panel.text)


@pytest.mark.parametrize("name", ["answer-sets", "loop-formulas"])
def test_a_search_shows_the_greatest_unfounded_set_on_its_m(name: str) -> None:
    seen = 0
    for seed in range(12):
        program = kinds_of(seed)
        timeline = run(name, program, all=True)
        for position, event in enumerate(timeline.events, 1):
            if isinstance(event, a.UnfoundedFound):
                timeline.seek(position)
                reading = reading_of(program, timeline.state)
                assert reading.u == greatest_unfounded(program, reading.m)
                seen += 1
    assert seen > 3


@settings(max_examples=30)
@given(programs(), st.sets(st.integers(1, 4)))
def test_the_reduct_is_that_of_the_definition(program: LogicProgram, x: set[int]) -> None:
    found = whole(program, frozenset(x))
    left = dict(reduct(program, x))
    assert {number for number, against in found.fate.items() if against is None} == set(left)
    assert found.stable == is_answer_set(program, x)
    for number, rule in left.items():
        head, _, body = in_reduct(program, number).partition("←")
        assert head.strip() == (program.names[rule.head - 1] if rule.head else "⊥")
        assert [part.strip() for part in body.split(",") if part.strip()] == [
            program.names[atom - 1] for atom in rule.positive]
    timeline = run("reduct", program, guess=tuple(program.names[atom - 1] for atom in sorted(x)))
    timeline.seek(len(timeline.events))
    assert reduced(program, timeline.state) == found._replace(least=dict(found.least))
    reading = reading_of(program, timeline.state)
    assert {number for number in range(1, program.count + 1) if reading.verdict(number).kind == "blocked"} == set(
        range(1, program.count + 1)) - set(left)
    assert reading.u == x - found.least.keys()
    assert {number for number in left if reading.verdict(number).kind == "violated"} == {
        number for number, rule in left.items() if not rule.head and set(rule.positive) <= x}


def test_models_that_a_loop_formula_throws_out_are_those_that_are_no_answer_sets() -> None:
    refused = 0
    for seed in range(14):
        program = kinds_of(seed)
        timeline = run("completion", program, loops=True)
        timeline.seek(len(timeline.events))
        view = View(find_algorithm("completion"), board_for(Program(program)), timeline, timeline.state)
        models = listed_models(view)
        sets = {frozenset(program.names[literal - 1] for literal in model.literals if literal > 0)
                for model in models if model.stable}
        assert sets == answer_sets_by_clingo(program)
        for model in models:
            true = {literal for literal in model.literals if literal > 0}
            assert model.stable == is_answer_set(program, true)
            refused += not model.stable
        assert len(stages(program, view)[3].chips) == len(models)
        text, _ = outcome(program, view)
        many = sum(not model.stable for model in models)
        assert (f"{many} too many; with +, none" in text) == bool(many)
        formulas = [chip.text for chip in stages(program, view)[1].chips if chip.text.startswith("+ ")]
        assert formulas == [f"+ {loop.formula}" for loop in loops_of(program, timeline.state) if loop.added]
        assert all(loop.added or loop.atoms for loop in loops_of(program, timeline.state))
    assert refused > 1


OWN = ("rules", "reduct", "completion", "loops")
RUNS = [("unfounded", {"given": ("b", "~a"), "set": ("c", "d")}), ("reduct", {"guess": ("b", "c", "f")}),
        ("completion", {"loops": True}), ("answer-sets", {"all": True}), ("loop-formulas", {"all": True})]


@pytest.mark.parametrize(("name", "options"), RUNS, ids=lambda part: part if isinstance(part, str) else "")
def test_every_tab_has_its_texts_in_places_of_their_own(name: str, options: dict[str, Any]) -> None:
    given_ = ", ".join(f"{key}: {str(list(value)) if isinstance(value, tuple) else 'true'}"
                       for key, value in options.items())
    session = finish(open_session(f"title: T\nalgorithm: {name}\noptions: {{{given_}}}\n"
                                  f'puzzle: {{kind: program, rules: "{LOOPS}"}}\n'))
    session.board.own_set = ("c", "d")  # type: ignore[attr-defined]
    for index, position in enumerate(moments(session.timeline, 5)):
        session.show(position)
        for code in session.scenario.algorithm.panels[2:]:
            view = View(session.scenario.algorithm, session.board, session.timeline, session.before, code=code)
            canvas = RecordingCanvas()
            draw_stage(canvas, Rect(0, 0, *SIZE), view, theme(("dark", "light", "projector")[index % 3]), 1.0)
            assert not overlaps(canvas), (position, code)
            assert not outside(canvas, SIZE), (position, code)
            if (tab := view_of(view.algorithm).tab(code)) is not None and code in OWN:
                canvas = RecordingCanvas()
                tab.draw(canvas, Rect(0, 0, 406, 240), view, theme("dark"), 1.0)
                assert all(float(str(op.args[3])) >= 12 for op in canvas.ops if op.name == "text"), code
    draw_stage(canvas, Rect(0, 0, *SIZE), view, theme("dark"), 1.0)
    assert any("Your set {c, d} is" in text for text, _ in texts(canvas)) == (name != "loop-formulas")


def test_the_tab_of_the_loops_names_their_atoms() -> None:
    session = finish(open_session("title: T\nalgorithm: unfounded\noptions: {given: [b, ~a]}\n"
                                  f'puzzle: {{kind: program, rules: "{LOOPS}"}}\n'))
    view = View(session.scenario.algorithm, session.board, session.timeline, session.before, code="loops")
    tab, canvas = view_of(view.algorithm).tab("loops"), RecordingCanvas()
    assert tab is not None
    tab.draw(canvas, Rect(0, 0, 406, 240), view, theme("dark"), 1.0)
    said = [text for text, _ in texts(canvas)]
    assert {"c", "d", "f", "g"} <= set(said)
    assert not any(text.startswith("+") for text in said)


def test_a_loop_whose_formula_was_not_added_is_said_to_be_so() -> None:
    session = Session(load(find("learning-from-a-loop")))
    tab = view_of(session.scenario.algorithm).tab("loops")
    session.timeline.pull(400)
    assert tab is not None
    for position in (1, 100, 164, 300):
        session.timeline.seek(position)
        canvas = RecordingCanvas()
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, code="loops")
        tab.draw(canvas, Rect(0, 0, 900, 600), view, theme("dark"), 1.0)
        loops = [loop.added for loop in loops_of(program_and_rule(session.state)[0], session.state)]
        said = [text.startswith("not added") for text, _ in texts(canvas) if " clauses: " in text]
        assert said == [not added for added in loops]
        assert sum(loops) == (position >= 164)


def test_why_an_atom_is_as_it_is() -> None:
    session = finish(open_session("title: T\nalgorithm: unfounded\noptions: {given: [b, ~a]}\n"
                                  f'puzzle: {{kind: program, rules: "{LOOPS}"}}\n'))
    said = {}
    for atom in "abcfg":
        session.explain(atom)
        said[atom] = session.notice
    assert said["b"].startswith("b is in M because it was given (event 1).")
    assert said["c"] == "c is in U: rule 3 is blocked by ¬a; rule 4 needs d of U itself. W proves it, step by step."
    assert said["g"].startswith("g is not in U: rule 9 can hold it up, g ← b.")


def test_rows_are_shared_out_and_lines_scrolled() -> None:
    assert share([1, 9, 2, 1], 8) == [1, 4, 2, 1]
    assert share([1, 1, 1, 1], 9) == [1, 1, 1, 1]
    assert [*shown(5, 9, 3)] == [0, 1, 2, 3, 4]
    assert [*shown(90, 3, 50)] == [49, 50, 51]
    assert [*shown(90, 3, 89)] == [87, 88, 89]
