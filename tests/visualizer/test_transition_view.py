"""How a path in a transition graph is seen: the graph, the rules with their buttons, the clauses, the facts."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.answer_sets.events import AnswerSetFound
from algorithms.core import Event
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.program import LogicProgram
from algorithms.problems.formula import Formula
from algorithms.problems.program.puzzle import Program
from algorithms.transitions.events import AnswerSetReached, BacktrackApplied, RuleApplied
from algorithms.transitions.records import FAIL, Member, members
from algorithms.transitions.rules import ASET_RULES, DP_RULES, LEARNING_RULES, System, aset, dp
from kit.drawn_lessons import draw_view
from kit.drawn_texts import outside, overlaps
from kit.sat_runs import satisfiable
from kit.session_desk import finish, open_session
from kit.small_systems import formulas, programs, random_program
from kit.widget_stage import texts
from scenarios.loader import Scenario, find, load
from visualizer.canvas.primitives import Op, Point, RecordingCanvas, Rect, point_on
from visualizer.canvas.theme import NAMES, theme
from visualizer.families.answer_sets.reading import Reading
from visualizer.families.transitions import rules, unfolded
from visualizer.families.transitions.facts import facts
from visualizer.families.transitions.look import Look
from visualizer.families.transitions.panels import about, draw_focus, rows
from visualizer.families.transitions.path import Step
from visualizer.families.transitions.rules import cards
from visualizer.families.transitions.shortcuts import shortcuts
from visualizer.families.transitions.state import TransitionState, transition_of
from visualizer.families.transitions.unfolded import draw_unfolded
from visualizer.recording.film import RunFilm, plan
from visualizer.runs.boards import board_for
from visualizer.runs.comparison import open_timelines
from visualizer.runs.explanations import explain
from visualizer.runs.session import Session
from visualizer.stage.compare_stage import CompareView, draw_comparison
from visualizer.stage.view import View

ANY = Formula.read(formula="p")  # a puzzle: what it is does not matter
ANY_RULE = {*DP_RULES, *ASET_RULES, *LEARNING_RULES}
SIZES = [(1280, 800), (1920, 1080)]
FORMULA_3 = "~p | q, ~p | r, q | r, ~q | ~r"
PROBLEM_4 = "r. p :- not q, r. q :- not p, r."
WIDER = "a :- not b. b :- not a. c :- a, d. d :- c. d :- b, e. e :- not f. f :- not e. :- f, c."


def formula(text_: str, algorithm: str = "dpll-graph") -> Scenario:
    return load(Path("lesson.yaml"), f'title: T\nalgorithm: {algorithm}\npuzzle: {{kind: cnf, formula: "{text_}"}}\n')


def program(text_: str, algorithm: str = "aset-graph") -> Scenario:
    return load(Path("lesson.yaml"), f'title: T\nalgorithm: {algorithm}\npuzzle: {{kind: program, rules: "{text_}"}}\n')


WALKED = {"q pΔ", "q ¬pΔ", "q rΔ", "q ¬rΔ", "q ¬r", "q ¬r pΔ", "q ¬r ¬pΔ", "q ¬r ¬p", "q ¬p", "q pΔ r"}
LESSONS = {"dp": formula(FORMULA_3), "aset": program(PROBLEM_4), "larger": program(WIDER),
           "cdcl": formula("a | b, ~a | c, ~b | c, ~c | d, ~d | ~a, ~d | ~b, e | f", "cdcl-graph"),
           "clasp": program("{a}. {b}. c :- b, not a. c :- d. d :- c. e :- not d. :- e, not c.", "clasp-graph"),
           "refuted": formula("p | q, ~p | q, p | ~q, ~p | ~q")}


def drawn(session: Session, size: tuple[int, int], code: str = "rules", look: Look | None = None,
          name: str = "dark") -> RecordingCanvas:
    view = View(session.scenario.algorithm, session.board, session.timeline, session.state, say="A caption.", code=code,
                look=look)
    return draw_view(view, size, name)


def positions(session: Session) -> Iterator[int]:
    """All of them; of a long run some."""
    session.timeline.pull_all()
    end = len(session.timeline.events)
    for position in range(0, end + 1, 1 + end // 12):
        session.timeline.seek(position)
        yield position


# --- the picture -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_text_has_a_place_of_its_own_and_can_be_read(name: str, size: tuple[int, int]) -> None:
    session = Session(LESSONS[name])
    for position in positions(session):
        canvas = drawn(session, size, look=Look(around=position % 2 == 1))
        assert not outside(canvas, size), position
        assert not overlaps(canvas), position
        least = 12 * min(size[0] / 1280, size[1] / 800)
        small = [op.args for op in canvas.ops if op.name == "text" and float(str(op.args[3])) < least - 0.01]
        names = {part for counter in session.scenario.algorithm.counters for part in (counter.name,
                                                                                     *counter.name.split())}
        assert all(args[2] in names for args in small), position  # the counters' are the stage's own


def test_a_theme_changes_nothing_but_colours() -> None:
    session = Session(LESSONS["dp"])
    session.timeline.pull_all()
    session.timeline.seek(9)

    def plain(name: str) -> list[object]:
        return [(op.name, *(value for value in op.args if not isinstance(value, tuple) or len(value) != 3))
                for op in drawn(session, SIZES[0], name=name).ops]

    dark, *others = map(plain, NAMES)
    assert others[0] == dark


def test_the_graph_of_formula_3_is_drawn_whole() -> None:
    """A square for each terminal state, a cross of two lines for each inconsistent one, a dot for each other."""
    session = Session(LESSONS["dp"])
    session.timeline.pull(1)
    session.timeline.seek(1)
    canvas, paint = drawn(session, SIZES[0]), theme("dark")
    assert sum(op.name == "rect" and op.args[4] == paint.no_mine for op in canvas.ops) == 48 + 1  # one in the legend
    assert sum(op.name == "circle" and op.args[3] == paint.muted for op in canvas.ops) == 396 - 48 - 212
    assert {"396 states reached from ∅, 590 edges", "✓ 48 terminal, each one of 2 models: 1(b)"} <= set(texts(canvas))


def test_an_edge_that_the_strategy_does_not_take_is_said_to_be_one() -> None:
    lesson = load(Path("lesson.yaml"), "title: T\nalgorithm: dpll-graph\noptions: {path: [Decide p, Decide r]}\n"
                  'puzzle: {kind: cnf, formula: "p | q, ~p | r"}\n')
    session = Session(lesson)
    session.timeline.pull_all()
    session.timeline.seek(len(session.timeline.events))
    assert "Decide, forbidden" in " ".join(texts(drawn(session, SIZES[1])))


@pytest.mark.parametrize("name", ["dp", "aset"])
def test_a_recording_draws_the_graph_once(name: str) -> None:
    """Frames share what lies still, so that a page stays small; that of formula (3) has fewer than 4,000 primitives."""
    film = plan(LESSONS[name])
    assert isinstance(film, RunFilm)
    seen: set[object] = set()
    for frame in film.frames:
        canvas = RecordingCanvas()
        film.draw(canvas, frame, SIZES[0], theme("light"))
        seen.update(canvas.ops)
    assert len(seen) < 4000


def started(form: CNF | LogicProgram) -> TransitionState:
    """Before a path begins."""
    return TransitionState.start(ANY, lambda _puzzle: form)


# --- the rules -------------------------------------------------------------------------------------------------------


def check_cards(system: System, state: TransitionState, box: Rect) -> None:
    """Of each rule all its edges, as far as there is room, or why it has none."""
    edges = system.transitions(state.node)
    found = cards(RecordingCanvas(), box, state, 1.0)
    assert [card.rule for card in found] == list(system.rules)
    for card in found:
        mine = [edge for edge in edges if edge.rule == card.rule]
        assert len(card.buttons) + card.left == len(mine)
        assert [button.option.transition for button in card.buttons] == mine[: len(card.buttons)]
        assert bool(card.refused) == (not mine)
        assert all(card.box.contains(*button.box.center) for button in card.buttons)
    assert all(above.box.bottom <= below.box.y for above, below in pairwise(found))
    assert found[-1].box.bottom <= box.bottom + 0.5


@settings(max_examples=25, deadline=None)
@given(programs(5))
def test_the_cards_say_what_the_rules_say(given_: LogicProgram) -> None:
    system, rng = aset(given_), random.Random(1)
    state = started(given_)
    state.priorities = "Backtrack, Fail", "Unit Propagate"
    while edges := system.transitions(state.node):
        check_cards(system, state, Rect(0, 0, 410, 226))
        state.node = rng.choice(edges).after
    check_cards(system, state, Rect(0, 0, 410, 226))


@settings(max_examples=40, deadline=None)
@given(formulas(4))
def test_the_panel_says_what_is_unit(cnf: CNF) -> None:
    """A clause is said to be unit exactly where Unit Propagate gives an edge because of it."""
    system, rng = dp(cnf), random.Random(1)
    state = started(cnf)
    while edges := system.transitions(state.node):
        if state.node != FAIL and not system.in_conflict(state.node):
            units = {number for edge in edges for number in edge.clauses}
            said = rows(state)
            assert {row.number for row in said if row.what in ("unit", "false")} == units
            true = {number for number, clause in enumerate(system.clauses, 1) if members(state.node) & set(clause)}
            assert {row.number for row in said if row.what == "true"} == true
        state.node = rng.choice(edges).after
    assert about(state) in ("no model", "terminal: a model")


@settings(max_examples=25, deadline=None)
@given(formulas(3))
def test_what_is_said_of_the_graph_is_so(cnf: CNF) -> None:
    state = started(cnf)
    assert all(fact.holds is not False for fact in facts(state))
    said = " ".join(fact.words for fact in facts(state))
    assert ("F is satisfiable" in said) == satisfiable(cnf.clauses)
    assert ("F is unsatisfiable" in said) == (not satisfiable(cnf.clauses))


def test_rules_of_programs_say_who_blocks_them_and_what_follows() -> None:
    rng = random.Random(5)
    for _ in range(20):
        state = started(random_program(rng, 4))
        system = state.system
        for _ in range(4):
            edges = system.transitions(state.node)
            if not edges or state.node == FAIL or system.in_conflict(state.node):
                break
            assert system.program is not None
            m = members(state.node)
            for row in rows(state):
                rule = system.program.rules[row.number - 1]
                assert ("blocked" in row.said) == any(-literal in m for literal in rule.body)
                assert ("supports" in row.said) == (rule.head in m and all(literal in m for literal in rule.body))
                unit = row.what == "unit"
                assert not unit or any(edge.rule == "Unit Propagate" for edge in edges)
            state.node = edges[0].after


@pytest.mark.parametrize(("m", "said"), [((), "a may be chosen"), ((1,), "supports a"), ((-1,), "a is not chosen")])
def test_a_rule_of_choice_is_told_in_the_same_words_wherever_programs_are_searched(
        m: tuple[int, ...], said: str) -> None:
    program = Program.read(rules="{a}.\nb :- a.").as_program()
    state = started(program)
    state.node = tuple(Member(literal, decision=True) for literal in m)
    assert rows(state)[0].said.removeprefix("✓ ") == Reading(program, frozenset(m)).said(1) == said


# --- words -----------------------------------------------------------------------------------------------------------


def test_why_a_literal_is_in_m_is_the_edge_that_put_it_there() -> None:
    session = Session(LESSONS["dp"])
    session.timeline.pull_all()
    session.timeline.seek(10)
    assert transition_of(session.state).record == "pΔ q r ¬q"
    for place, sentence in (("p", "p is in M since event 4: Decide p: pΔ."),
                            ("q", "¬q is in M since event 10: Unit Propagate ¬q, because of clause 4: pΔ q r ¬q.")):
        found = explain(session.timeline, session.scenario.algorithm, session.board, place)
        assert found.sentence == sentence
    session.timeline.seek(0)
    found = explain(session.timeline, session.scenario.algorithm, session.board, "p")
    assert found.position is None


def test_where_models_are_excluded_nothing_is_said_of_the_formula() -> None:
    lesson = load(Path("lesson.yaml"), "title: T\nalgorithm: dpll-graph\noptions: {all: true}\n"
                  f'puzzle: {{kind: cnf, formula: "{FORMULA_3}"}}\n')
    session = Session(lesson)
    session.timeline.pull_all()
    session.timeline.seek(len(session.timeline.events))
    state = transition_of(session.state)
    assert state.node == FAIL
    assert [fact.words for fact in facts(state) if fact.mark == "fail"] == [
        "FailState is reached: no further model, 1(c)"]
    assert {row.said for row in rows(state)} == {""}  # there is no M


def test_where_restart_is_a_rule_no_state_is_called_terminal() -> None:
    session = Session(LESSONS["cdcl"])
    for position in positions(session):
        state = transition_of(session.state)
        assert position == 0 or all(fact.mark != "terminal" for fact in facts(state))
        assert state.terminal is (state.node == FAIL)


def test_beside_the_path_no_rule_is_left_out_without_a_word() -> None:
    session = Session(LESSONS["cdcl"])
    said = [word for _ in positions(session) for word in texts(drawn(session, SIZES[1]))]
    assert any(word.startswith("Unit Propagate: ") for word in said)
    assert any(word.startswith("Decide: ") and (word.endswith(", Restart") or word.endswith(" more")) for word in said)


def test_how_many_edges_are_left_out_has_room_in_the_card() -> None:
    session, canvas = Session(load(find("restart-and-forget"))), RecordingCanvas()
    session.timeline.pull(1)
    session.timeline.seek(1)
    found = [card for wide in range(250, 560, 6) for card in cards(canvas, Rect(0, 0, wide, 320),
                                                                   transition_of(session.state), 1.0) if card.left]
    assert found
    for card in found:
        last = card.buttons[-1].box
        assert last.right + 8 + canvas.measure(f"+ {card.left} more", 12.5) <= card.box.right


def test_a_state_is_not_said_to_be_consistent_and_more() -> None:
    session = Session(load(find("what-clasp-keeps")))
    session.timeline.pull(82)
    session.timeline.seek(82)
    whole, counted = (about(transition_of(session.state), named=named) for named in (True, False))
    assert (whole.partition(":")[0], counted) == ("true in U", "4 true in U, no atom is open")
    for wide in range(300, 460, 10):
        canvas = RecordingCanvas()
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state)
        draw_focus(canvas, Rect(0, 0, wide, 180), view, theme("dark"), 1.35)
        assert [text for text in texts(canvas) if text in (whole, counted, "4 true in U")]


def test_runs_that_are_compared_have_their_graphs_below() -> None:
    scenario = load(Path("lesson.yaml"), f'title: T\npuzzle: {{kind: cnf, formula: "{FORMULA_3}"}}\ncompare:\n'
                    "  - {name: DPLL, algorithm: dpll-graph}\n"
                    "  - {name: none, algorithm: dpll-graph, options: {strategy: any, order: random}}\n")
    timelines = open_timelines(scenario)
    for timeline in timelines:
        timeline.pull_all()
        timeline.seek(len(timeline.events))
    view = CompareView(scenario, [board_for(run.puzzle) for run in scenario.runs], timelines,
                       [timeline.state for timeline in timelines], say="Both.")
    canvas = RecordingCanvas()
    draw_comparison(canvas, Rect(0, 0, *SIZES[0]), view, theme("light"), 1.0)
    assert texts(canvas).count("396 states reached from ∅, 590 edges") == 2
    assert not outside(canvas, SIZES[0])
    assert not overlaps(canvas)


# --- what ends a path, and what passes a test ------------------------------------------------------------------------


@pytest.mark.parametrize(("algorithm", "event", "said", "mark"), [
    ("aset-graph", AnswerSetReached, "terminal: an answer set", "terminal"),
    ("clasp-graph", AnswerSetFound, "an answer set, not terminal", "found")])
def test_a_terminal_state_and_a_candidate_that_passed_are_told_apart(algorithm: str, event: type[Event], said: str,
                                                                     mark: str) -> None:
    """By the panel, by the mark in the graph's legend, and by what the event says."""
    session = finish(open_session(f'title: T\nalgorithm: {algorithm}\npuzzle: {{kind: program, rules: "p :- not q. '
                                  f'q :- not p."}}\n'))
    at = session.timeline.positions(event)[0]
    session.timeline.seek(at + 1)
    state = transition_of(session.state)
    assert about(state) == said
    assert state.terminal == (mark == "terminal")
    assert (state.node in state.passed) == (mark == "found")
    others = {"terminal", "found"} - {mark}
    marks = {line.mark for line in facts(state)}
    assert mark in marks and not marks & others
    assert ("is terminal" if mark == "terminal" else "has passed the test") in session.timeline.events[at].sentence()


@settings(max_examples=40, deadline=None)
@given(form=st.one_of(formulas(4), programs(4)), seed=st.integers(0, 99))
def test_a_second_way_that_is_drawn_is_an_edge_past_what_lies_between(form: CNF | LogicProgram, seed: int) -> None:
    """From each state of a random walk: the rules have the edge, it leads further down, and none such is left out."""
    state, rng = started(form), random.Random(seed)
    while (edges := list(state.unfolding.edges(state.node).values())) and len(state.path) < 8:
        edge = rng.choice(edges)
        state.node = edge.after
        state.path = state.path.on(Step("", edge.rule, edge.after, True))
    walked = [state.began, *(step.after for step in state.path)]
    ways = {(i, j, edge.rule) for i, node in enumerate(walked[:-1]) for edge in state.unfolding.edges(node).values()
            for j in range(i + 2, len(walked)) if edge.after == walked[j] and edge.rule != "Fail"}
    found = shortcuts(state, walked, len(walked) - 1)
    assert {(way.source, way.target, way.rule) for way in found} <= ways
    assert bool(found) == bool(ways)


def test_what_can_come_next_is_bold_in_the_graph_and_no_record_lies_on_the_path() -> None:
    session = finish(Session(load(find("which-edges-leave-a-state"))))
    for position in positions(session):
        state, canvas = transition_of(session.state), drawn(session, SIZES[0])
        field = [op for op in canvas.ops if op.name == "text" and float(str(op.args[0])) < 0.45 * SIZES[0][0]]
        following = {state.unfolding.said(edge.after) for edge in state.unfolding.edges(state.node).values()}
        written = {str(op.args[2]): str(op.args[6]) for op in field}
        assert following & written.keys() == following
        assert {words for words, style in written.items() if style == "bold" and words in WALKED} == following & WALKED
        if position > 2:
            assert "q rΔ ¬p" not in written  # the edge to q ¬r passes there


def test_both_paths_to_a_state_are_drawn_and_an_answer_set_stays_marked() -> None:
    """Problem 4(g): beside the path that was walked an arrow leads past it. What was found is said to the end."""
    session = finish(Session(load(find("two-paths-to-one-answer-set"))))
    at = session.timeline.positions(BacktrackApplied)[0] + 1
    session.timeline.seek(at)
    canvas = drawn(session, SIZES[0])
    assert texts(canvas).count("Unit Propagate") > [step.rule for step in transition_of(session.state).path].count(
        "Unit Propagate")
    session.timeline.seek(len(session.timeline.events))
    assert {"✓ answer set 1", "✓ answer set 2"} <= set(texts(drawn(session, SIZES[0])))


@pytest.mark.parametrize("name", ["aset", "clasp"])
def test_an_edge_is_walked_to_the_new_state(name: str) -> None:
    """Where the graph is unfolded: the current state goes down from the one before, and ends where it then stands."""
    session = finish(Session(LESSONS[name]))
    timeline, walked = session.timeline, 0
    for index, event in enumerate(timeline.events[:40], 1):
        timeline.seek(index - 1)
        before = copy.deepcopy(timeline.state)
        timeline.seek(index)
        ways = []
        for t in (0.0, 0.4, 0.8, 1.0):
            look = Look(around=True)
            view = View(session.scenario.algorithm, session.board, timeline, before, look=look)
            view.t = t
            draw_unfolded(RecordingCanvas(), Rect(0, 0, 800, 600), view, look, theme("dark"), 1.0)
            ways.append({node: box for box, node in look.spots})
        tops = [way[transition_of(timeline.state).node].y for way in ways]
        if isinstance(event, RuleApplied):
            assert tops == sorted(tops) and len(set(tops)) == 4, event
            walked += 1
        else:
            assert len(set(tops)) == 1
    assert walked > 2


@pytest.mark.parametrize("name", ["aset", "clasp", "cdcl"])
def test_no_name_of_a_rule_hides_a_head_and_no_edge_runs_behind_a_state(name: str) -> None:
    session, look, named = finish(Session(LESSONS[name])), Look(around=True), 0
    for position in range(min(40, len(session.timeline.events))):
        session.timeline.seek(position)
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, look=look)
        heads, lines, canvas = list[Point](), list[tuple[Point, Point]](), RecordingCanvas()
        with (patch.object(unfolded, "draw_head", lambda _canvas, _before, tip, *_, heads=heads: heads.append(tip)),
              patch.object(unfolded, "draw_edge", lambda _canvas, a, b, *_, lines=lines: lines.append((a, b)))):
            draw_unfolded(canvas, Rect(0, 0, 800, 440), view, look, theme("dark"), 1.0)
        plates = [Rect(*map(float, map(str, op.args[:4]))) for op in canvas.ops
                  if op.name == "rect" and op.args[4] == theme("dark").panel and op.args[3] == 15.0]
        states = [box.inset(1) for box, _ in look.spots] + [box.inset(1) for box, *_ in look.boxes]
        assert not [plate for plate in plates if sum(plate.contains(x, y - 1) for x, y in heads) > 1]  # its own alone
        assert not [(a, b) for a, b in lines for state in states
                    if any(state.contains(*point_on(a, b, part / 40)) for part in range(1, 40))]
        named += len(plates)
    assert named > 10


@pytest.mark.parametrize("name", ["which-edges-leave-a-state", "failstate", "a-way-into-the-loop"])
def test_the_name_of_a_rule_hides_no_other_edge_and_little_of_its_own(name: str) -> None:
    session, look, named = finish(Session(load(find(name)))), Look(around=True), 0
    for position in range(len(session.timeline.events)):
        session.timeline.seek(position)
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, look=look)
        lines, canvas = list[tuple[Point, Point]](), RecordingCanvas()
        with patch.object(unfolded, "draw_edge", lambda _canvas, a, b, *_, lines=lines: lines.append((a, b))):
            draw_unfolded(canvas, Rect(0, 0, 780, 450), view, look, theme("dark"), 1.0)
        plates = [Rect(*map(float, map(str, op.args[:4]))) for op in canvas.ops
                  if op.name == "rect" and op.args[4] == theme("dark").panel and op.args[3] == 15.0]
        for plate in plates:
            parts = [sum(plate.contains(*point_on(a, b, step / 50)) for step in range(51)) / 51 for a, b in lines]
            assert sum(part > 0.02 for part in parts) <= 1
            assert max(parts) < 0.45
        named += len(plates)
    assert named > 10


@pytest.mark.parametrize("size", [(800, 440, 1.0), (1792, 500, 28 / 12)], ids=["window", "slide"])
@pytest.mark.parametrize("name", ["aset", "clasp", "cdcl"])
def test_edges_are_seen_from_where_they_leave_their_state(name: str, size: tuple[float, float, float]) -> None:
    """Names of rules stand beside the path, and beside edges that have no room for them; boxes name their rule."""
    (wide, high, unit), hidden, seen = size, 0, 0
    session, look = finish(Session(LESSONS[name])), Look(around=True)
    for position in range(min(40, len(session.timeline.events))):
        session.timeline.seek(position)
        view = View(session.scenario.algorithm, session.board, session.timeline, session.state, look=look)
        lines, canvas = list[tuple[Point, Point]](), RecordingCanvas()
        with patch.object(unfolded, "draw_edge", lambda _canvas, a, b, *_, lines=lines: lines.append((a, b))):
            draw_unfolded(canvas, Rect(0, 0, wide, high), view, look, theme("dark"), unit)
        words = [_letters(op) for op in canvas.ops if op.name == "text" and op.args[2] in ANY_RULE]
        names = [word for word in words if not any(fold.contains(*word.center) for fold, *_ in look.boxes)]
        bottoms = {(round(box.center[0]), round(box.bottom)) for box, _ in look.spots}
        leaving = [point_on(a, b, 0.1) for a, b in lines if (round(a[0]), round(a[1])) in bottoms]
        hidden += sum(any(name.contains(*point) for name in names) for point in leaving)
        seen += len(leaving)
    assert seen > 40
    assert hidden <= seen * 0.02


def _letters(op: Op) -> Rect:
    x, y, _, size, _, align, _, wide = op.args
    assert isinstance(x, float | int) and isinstance(y, float | int) and isinstance(size, float | int)
    assert isinstance(wide, float | int)
    return Rect(x - (wide / 2 if align == "center" else 0), y - size * 0.6, wide, size * 1.2)


def test_cards_that_are_kept_are_those_of_the_state_and_are_laid_out_once() -> None:
    """The tab and its input ask for them in each frame, in the state before and in the one after."""
    session, canvas, box = Session(load(find("what-clasp-keeps"))), RecordingCanvas(), Rect(0, 0, 400, 300)
    timeline = session.timeline
    timeline.pull(40)
    for position in (*range(40), *range(39, 0, -3)):
        timeline.seek(position)
        with patch.object(rules, "cards", wraps=cards) as laid:
            found = [rules.cards_of(canvas, box, session.state, 1.0) for _ in range(3)]
        assert laid.call_count <= 1
        assert all(one == cards(canvas, box, transition_of(session.state), 1.0) for one in found)
