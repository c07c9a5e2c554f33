"""The states of what runs on logic programs: what is out, certain, listed and found, at any place of a run."""

from __future__ import annotations

from typing import Any

import pytest

from algorithms.answer_sets import events as a
from algorithms.events import ClauseAdded, Undone
from algorithms.problems.forms.semantics import greatest_unfounded
from algorithms.problems.program.puzzle import Program
from kit.programs import LOOPS
from kit.session_desk import finish, open_session
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.answer_sets.panels import draw_focus, headline
from visualizer.families.answer_sets.reading import reading_of
from visualizer.families.answer_sets.state import ProgramState
from visualizer.families.answer_sets.values import of_search
from visualizer.families.satisfiability.hero import hero_of
from visualizer.families.satisfiability.panels import CLASH
from visualizer.families.satisfiability.panels import headline as search_headline
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.session import Session
from visualizer.runs.states import State
from visualizer.stage.view import View

NO_NUMBERS = {"answer_sets": {r"Clause 0 is added: .*": "which clause",
                              r"With 0 loop formulas?, .*": "what an event says"}}


def session(rules: str, algorithm: str, options: str = "{}") -> Session:
    return finish(open_session(f"title: T\nalgorithm: {algorithm}\noptions: {options}\n"
                               f"puzzle: {{kind: program, rules: \"{rules}\"}}\n"))


def known(run: Session) -> ProgramState:
    state: Any = run.state.family
    assert isinstance(state, ProgramState)
    return state


def test_what_is_out_needs_what_is_still_in_u() -> None:
    """Wherever the run is: a rule that is out for an atom of U is blocked, or needs atoms that have not left yet."""
    run = session(LOOPS, "unfounded", "{given: [b, ~a]}")
    for position in range(len(run.timeline.events) + 1):
        run.show(position)
        state = known(run)
        for rule, out in state.out.items():
            assert state.program.names[state.program.rules[rule - 1].head - 1] in (state.u or ())
            assert out.by
            assert out.why == "blocked" or set(out.by) <= set(state.u or ())
        assert set(state.held).isdisjoint(state.u or ())
    number = {name: v for v, name in enumerate(state.program.names, 1)}
    assert {number[name] for name in state.u or ()} == greatest_unfounded(state.program, {number["b"], -number["a"]})
    assert set(state.out) == {1, 3, 4, 5, 6}  # each rule of each atom of U


def test_only_what_follows_without_a_decision_is_certain() -> None:
    run = session("a. b :- a. c :- not d. d :- not c. e :- e.", "answer-sets", "{all: true}")
    assert dict(run.state.known()) == {"a": (1,), "b": (1,), "c": (0, 1), "d": (0, 1), "e": (0,)}
    assert dict(run.state.domains)["c"] != (0, 1)
    for one in ("reduct", "completion"):
        assert set(session("a. b :- a.", one).state.known().values()) == {(0, 1)}


@pytest.mark.parametrize("back", [0, 3, 9])
def test_a_step_back_brings_back_what_was(back: int) -> None:
    run = session("a :- not b. b :- not a. c :- a. d :- c. c :- d.", "completion", "{loops: true}")
    run.show(back)
    again: Timeline[State] = Timeline(run.scenario.steps(), start_state(run.puzzle, run.scenario.algorithm))
    again.pull(back)
    again.seek(back)
    assert known(run) == again.state.family


def test_models_are_judged_and_listed_again_with_loop_formulas() -> None:
    run = session("a :- not b. b :- not a. c :- a. d :- c. c :- d.", "completion", "{loops: true}")
    run.show(run.timeline.positions(a.ListedAgain)[0])
    assert [model.stable for model in known(run).models] == [True, False, True]
    assert (known(run).models[1].loop, known(run).formulas[0].formula) == (("c", "d"), "c ∨ d → a")
    run.show(len(run.timeline.events))
    assert [model.stable for model in known(run).models] == [True, True]
    assert known(run).found == (("b",), ("a", "c", "d"))


def test_the_tree_has_the_decisions() -> None:
    run = Session(load(find("true-but-not-held-up")))
    run.timeline.pull_all()
    run.show(len(run.timeline.events))
    tree = run.state.tree
    assert [(tree.node(index).label, tree.status(index)) for index in range(tree.count)] == [
        ("∅", "fruitful"), ("¬a", "fruitful"), ("¬b", "failed"), ("b", "solution"), ("a", "solution")]


def test_an_atom_beside_its_complement_keeps_its_name() -> None:
    run = session("{a}. c :- a. c :- d. d :- c. :- not d.", "answer-sets", "{all: true}")
    run.show(run.timeline.positions(a.MInconsistent)[0])
    assert isinstance(run.puzzle, Program)
    canvas = RecordingCanvas()
    board_for(run.puzzle).draw(canvas, Rect(0, 0, 800, 560), run.state, run.state, 1.0, theme("dark"))
    assert known(run).clash is not None
    written = [op.args[2] for op in canvas.ops if op.name == "text"]
    assert written.count(f"{known(run).clash} {CLASH}") == 4  # its node, two heads and a body
    assert not [op for op in written if op == known(run).clash]


def test_on_the_way_back_nothing_is_said_to_join_m() -> None:
    run = Session(load(find("keep-your-distance")))
    run.timeline.pull_all()
    back = [place for place, event in enumerate(run.timeline.events, 1) if isinstance(event, Undone)]
    for place in back:
        run.show(place)
        view = View(run.scenario.algorithm, run.board, run.timeline, run.state)
        said, _ = headline(known(run), reading_of(known(run).program, run.state))
        assert said == "Back to before the last decision."
        assert not [line for line, value in of_search(view).items() if "joins M" in line]
        run.show(place + 1)
        view = View(run.scenario.algorithm, run.board, run.timeline, run.state)
        assert [line for line, value in of_search(view).items() if "joins M (Backtrack)" in line]
    assert len(back) > 3


@pytest.mark.parametrize("rules", [
    "s. p :- q. q :- p. t :- not p. {w} :- t.", "{s}. p :- q. q :- p. q :- s. t :- not p."])
def test_no_set_is_shown_that_a_search_has_made_false(rules: str) -> None:
    run = session(rules, "answer-sets", "{all: true}")
    for place, event in enumerate(run.timeline.events, 1):
        run.show(place)
        reading = reading_of(known(run).program, run.state)
        shown = {reading.word(atom) for atom in reading.u}
        assert not shown or known(run).clash or any(-atom not in reading.m for atom in reading.u)
        assert not isinstance(event, a.UnfoundedFound) or shown == {*event.atoms}
        view = View(run.scenario.algorithm, run.board, run.timeline, run.state)
        said = "an atom of the greatest set U" in of_search(view)
        assert said == bool(shown) or known(run).m[-1].how == "unfounded"
    assert run.timeline.count(a.UnfoundedFound)


def test_a_set_that_makes_m_inconsistent_is_shown_with_it() -> None:
    run = session("{a}. c :- a. :- not c.", "answer-sets", "{all: true}")
    run.show(run.timeline.positions(a.MInconsistent)[0] + 1)
    assert reading_of(known(run).program, run.state).u == {known(run).program.names.index("c") + 1}


def test_while_loop_formulas_join_the_headline_says_so() -> None:
    run = session("a :- not b. b :- not a. c :- a. d :- c. c :- d.", "completion", "{loops: true}")
    told = (a.TightnessTested, a.ModelRefused, a.AnswerSetFound, a.LoopFormulaAdded, ClauseAdded, a.ListedAgain,
            a.AllFound)
    seen = set[type]()
    for place, event in enumerate(run.timeline.events, 1):
        run.show(place)
        if isinstance(event, told):
            seen.add(type(event))
            assert headline(known(run), reading_of(known(run).program, run.state))[0] == event.sentence()
    assert seen == set(told)


def test_no_formula_is_looked_at_once_the_completion_is_built() -> None:
    run = session("a :- not b. b :- not a. c :- a. d :- c. c :- d.", "completion", "{loops: true}")
    built = run.timeline.positions(a.CompletionBuilt)[0]
    for place in range(1, len(run.timeline.events) + 1):
        run.show(place)
        canvas = RecordingCanvas()
        view = View(run.scenario.algorithm, run.board, run.timeline, run.state)
        draw_focus(canvas, Rect(0, 0, 500, 240), view, theme("dark"), 1.0)
        assert ("Now" in [op.args[2] for op in canvas.ops if op.name == "text"]) == (place <= built)


@pytest.mark.parametrize("rules", [LOOPS, "{s}. a :- b. b :- a. a :- s. :- not a."])
def test_a_search_that_meets_a_loop_looks_at_it_alone(rules: str) -> None:
    """At what is unfounded, its loop and the formula of that no clause is in question, and no literal."""
    run = session(rules, "loop-formulas", "{all: true}")
    met = 0
    for place, event in enumerate(run.timeline.events, 1):
        run.show(place)
        state = sat_of(run.state)
        if isinstance(event, a.UnfoundedFound | a.LoopFound | a.LoopFormulaAdded):
            met += 1
            assert (state.clause, state.visited, hero_of(state)) == (None, (), None)
            assert search_headline(state) == event.sentence()
        elif isinstance(event, ClauseAdded):
            assert state.clause == event.clause and not state.news
    assert met
