"""What pictures of programs show without a word: which rules belong together, what the reduct leaves out, in which
order things are found, and the models of a completion with and without loop formulas."""

from __future__ import annotations

from pathlib import Path

import pytest

from algorithms.answer_sets import events as a
from algorithms.problems.forms.program import LogicProgram
from kit.widget_stage import texts
from scenarios.loader import Scenario, find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.completion_tab import outcome, stages
from visualizer.families.answer_sets.reading import heading_of, reading_of
from visualizer.families.answer_sets.state import program_in
from visualizer.puzzles.program.cards import told
from visualizer.runs.session import Session
from visualizer.stage.view import View

LOOP = "a :- not b. b :- not a. :- a, b. c :- a. d :- c. c :- d."


def loop() -> Scenario:
    return load(Path("lesson.yaml"), f"title: T\nalgorithm: completion\noptions: {{loops: true}}\n"
                f"puzzle: {{kind: program, rules: '{LOOP}'}}\n")


def behind(scenario: Scenario, kind: type, count: int = 1) -> Session:
    """A lesson behind the event of a kind that is this one of them; 0 is the last one."""
    session = Session(scenario)
    session.timeline.pull_all()
    seen = [position for position, event in enumerate(session.timeline.events, 1) if isinstance(event, kind)]
    session.timeline.seek(seen[count - 1])
    return session


def program_of(session: Session) -> LogicProgram:
    known = program_in(session.state)
    assert known is not None
    return known.program


def view_of(session: Session) -> View:
    return View(session.scenario.algorithm, session.board, session.timeline, session.state)


def board(session: Session, wide: float = 820.0) -> list[str]:
    canvas = RecordingCanvas()
    session.board.draw(canvas, Rect(0, 0, wide, 600), session.state, session.state, 1.0, theme("light"))
    return texts(canvas)


REDUCT = load(find("a-guess-and-its-reduct"))


def test_a_rule_says_that_it_stays_without_its_not() -> None:
    session = behind(REDUCT, a.NegationDropped)
    reading = reading_of(program_of(session), session.state)
    assert reading.said(2) == "stays, without not a"
    assert reading.left_out(2, -1)
    others = [(rule, literal) for rule in (1, 3, 9) for literal in reading.program.rules[rule - 1].body]
    assert not any(reading.left_out(rule, literal) for rule, literal in others)
    assert {"stays, without not a", "stays"} & set(board(session))


def test_a_constraint_is_violated_when_it_has_been_looked_at_and_says_by_what() -> None:
    session = behind(REDUCT, a.LeastModelFound)
    assert reading_of(program_of(session), session.state).verdict(10).kind == "open"
    session = behind(REDUCT, a.ConstraintViolated)
    assert reading_of(program_of(session), session.state).said(10) == "violated: X has e and b"
    assert "X has e and b" in " ".join(board(session))


def test_what_becomes_of_a_guess_stands_behind_it() -> None:
    session = behind(REDUCT, a.ConstraintViolated)
    program = program_of(session)
    assert heading_of(program, session.state, reading_of(program, session.state)) == "X = {b, c, d, e, f, g}"
    session = behind(REDUCT, a.GuessRefused)
    assert heading_of(program, session.state, reading_of(program, session.state)) == "X = {b, c, d, e, f, g} ✗"


def test_the_rules_that_are_lit_are_those_that_a_completion_comes_of() -> None:
    session = Session(loop())
    session.timeline.pull_all()
    for position, event in enumerate(session.timeline.events, 1):
        session.timeline.seek(position)
        reading = reading_of(program_of(session), session.state)
        assert reading.together == frozenset(event.rules if isinstance(event, a.AtomCompleted) else ())
    session.timeline.seek(3)
    event = session.timeline.events[2]
    assert isinstance(event, a.AtomCompleted)
    canvas, paint = RecordingCanvas(), theme("light")
    session.board.draw(canvas, Rect(0, 0, 820, 600), session.state, session.state, 1.0, paint)
    lit = [op for op in canvas.ops if op.name == "rect" and op.args[4] == paint.current]
    assert len(lit) == len(event.rules) == 2  # not the rule for d, which needs c


def test_every_rule_of_a_loop_is_named_on_its_arrow_however_small() -> None:
    session = behind(loop(), a.TightnessTested)
    for wide in (300.0, 480.0, 820.0):
        said = board(session, wide)
        assert all({f"rule {rule}", str(rule)} & set(said) for rule in (4, 5, 6)), wide


def test_rules_by_which_a_loop_holds_itself_up_are_not_said_to_support() -> None:
    session = behind(loop(), a.ModelRefused)
    reading, paint = reading_of(program_of(session), session.state), theme("light")
    assert [told(reading, rule, paint)[:2] for rule in (5, 6)] == [("↻", "needs c, in U"), ("↻", "needs d, in U")]


@pytest.mark.parametrize("kind, color", [(a.ModelListed, "muted"), (a.ModelRefused, "bad")])
def test_so_far_is_no_alarm(kind: type, color: str) -> None:
    session = behind(loop(), kind)
    assert outcome(program_of(session), view_of(session))[1] == color


def test_with_the_loop_formulas_the_models_are_listed_once_more() -> None:
    session = behind(loop(), a.AllFound)
    found = stages(program_of(session), view_of(session))
    assert [stage.name for stage in found[3:]] == ["models", "models, +"]
    assert [[chip.text for chip in stage.chips] for stage in found[3:]] == [
        ["{b} ✓", "{b, c, d} ✗ ↻ c, d", "{a, c, d} ✓"], ["{b} ✓", "{a, c, d} ✓"]]
    listed = sum(isinstance(event, a.ModelListed) for event in session.timeline.events)
    assert sum(len(stage.chips) for stage in found[3:]) == listed  # as the counter says
    session = behind(loop(), a.LoopFormulaAdded)
    assert len(stages(program_of(session), view_of(session))) == 4
