"""Why? Every claim of a run is explained where it is clicked: the reason holds, and so does what the run found."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.advice.gnomine import why
from algorithms.core import find_algorithm
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.forms.csp import CSP
from algorithms.problems.forms.mine_count import MineCount
from algorithms.problems.gnomine.position import COVERED
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.known_lessons import replayed
from kit.mine_placements import covered, placements, positions
from kit.sat_runs import complement, numbers_of
from kit.session_desk import finish, game_of, open_session, settle
from kit.states import timeline_on
from kit.widget_stage import texts
from kit.window_desk import Desk
from scenarios.loader import find, load
from scenarios.timeline import Timeline
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.families.counting.placements import PlacementsState
from visualizer.families.satisfiability.analysis import analysis_of
from visualizer.families.satisfiability.focus import _told, draw_sat_focus
from visualizer.families.satisfiability.state import sat_in, sat_of
from visualizer.puzzles.gnomine.state import field_of
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.runs.why import Explanation
from visualizer.stage.links import Links

BACKBONES = ("backbone-enumerate", "backbone-simple", "backbone-iterative", "backbone-core")
RUNS: list[tuple[str, dict[str, str]]] = [
    ("gac", {}), ("path-consistency", {}), ("mine-probabilities", {}), ("dpll", {}), ("cdcl", {}),
    *((name, {"solver": solver}) for name in BACKBONES for solver in ("own", "minisat")),
]


def recorded(puzzle: Gnomine, name: str, options: dict[str, str]) -> Timeline[Any]:
    """A whole run, seen from its end."""
    timeline = timeline_on(puzzle, name, options)
    timeline.pull_all()
    timeline.seek(len(timeline.events))
    return timeline


def event_at(timeline: Timeline[Any], found: Explanation) -> Any:
    """The event that it leads to, which it names."""
    assert found.position is not None
    assert f"{found.position:,}" in found.sentence
    return timeline.events[found.position - 1]


def models_shown(timeline: Timeline[Any], found: Explanation) -> tuple[frozenset[str], ...] | None:
    """The two models that the board shows for it; None if it shows the state as it is."""
    if found.show is None:
        return None
    state = timeline.state.copy()
    found.show(state)
    return sat_of(state).models


def check_certificate(timeline: Timeline[Any], x: str, found: Explanation) -> None:
    """What is said of a candidate for the backbone, against the clauses and the events."""
    sat = sat_of(timeline.state)
    cnf = sat.form
    assert isinstance(cnf, CNF)
    models = models_shown(timeline, found)
    literal = x if x in sat.fates else f"¬{x}"
    event = event_at(timeline, found)
    if sat.fates[literal] == "backbone":
        assert models is None
        if isinstance(event, e.Probed):
            assert complement(literal) in event.literals
            answers = (later for later in timeline.events[found.position:] if isinstance(later, e.Refuted | e.Modelled))
            assert isinstance(next(answers), e.Refuted)
        else:
            assert isinstance(event, e.Refuted | e.FixedBackbone | e.FactsListed)
        return
    assert models is not None
    assert isinstance(event, e.Modelled | e.ModelReduced)
    assert [x in model for model in models] in ([True, False], [False, True])
    for model in models:
        assert (x in model) != (f"¬{x}" in model)
        true = set(numbers_of(cnf, model))
        assert all(true & set(clause) for clause in cnf.clauses)


@settings(deadline=None, max_examples=150)
@given(positions(), st.sampled_from(RUNS), st.data())
def test_every_claim_is_explained(puzzle: Gnomine, how: tuple[str, dict[str, str]], data: st.DataObject) -> None:
    assume(covered(puzzle))
    timeline = recorded(puzzle, *how)
    timeline.seek(data.draw(st.one_of(st.just(len(timeline.events)), st.integers(0, len(timeline.events)))))
    state = timeline.state
    fitting = list(placements(puzzle, total=puzzle.mines is not None))
    sat, counted = sat_in(state), state.of(PlacementsState)
    algorithm, board = find_algorithm(how[0]), board_for(puzzle)
    for x in covered(puzzle):
        found = explain(timeline, algorithm, board, x)
        assert found.place == found.marks[0] == x
        assert "\n" not in found.sentence
        claim = why(puzzle, x)
        if claim is not None:  # the simplest reason comes first
            assert found.sentence.startswith(claim.sentence)
            assert {name[1:] for name in claim.because if name != "total"} <= set(found.marks)
        if not fitting:
            assert "no placement" in found.sentence.lower()
        if sat is not None and {x, f"¬{x}"} & sat.fates.keys():
            if "candidate" not in {sat.fates.get(x), sat.fates.get(f"¬{x}")}:
                check_certificate(timeline, x, found)
        elif counted is not None and x in counted.chances:
            event = event_at(timeline, found)
            assert x in event.cells
            share = f"{event.mines:,} of {event.total:,} placements" if event.total > 1 else "the only placement"
            assert f"in {share}" in found.sentence
        elif x in state.inferred and sat is None:
            event = event_at(timeline, found)
            assert x in (event.variable if isinstance(event, e.Pruned) else event.cells)
            assert state.inferred[x] in found.sentence
        elif claim is None and fitting and sat is None:
            check_risk(puzzle, x, found.sentence, fitting)


def check_risk(puzzle: Gnomine, x: str, sentence: str, fitting: list[frozenset[str]]) -> None:
    touched = any(puzzle.seen[y] >= 0 for y in puzzle.neighbours(x))
    if puzzle.mines is None and not touched:
        assert "no number touches it" in sentence
        return
    said = re.search(r"in ([\d,]+) of ([\d,]+) placements", sentence)
    if said is None:
        assert "in the only placement that fits" in sentence
        assert len(fitting) == 1
        assert ("is a mine" in sentence) == (x in fitting[0])
        return
    mines, models = (int(text.replace(",", "")) for text in said.groups())
    assert mines * len(fitting) == models * sum(x in mine for mine in fitting)


def test_what_was_found_before_a_move_is_of_the_search_that_found_it() -> None:
    session = finish(open_session(
        "title: T\nalgorithm: backbone-core\n"
        "puzzle: {kind: gnomine, random: {rows: 6, columns: 6, mines: 5, seed: 2, reveal: 2}}\n"))
    session.apply()
    finish(session)
    assert session.timeline.count(e.Listed) == 2
    moved = session.timeline.positions(e.Uncovered)[-1]
    explained = 0
    for x in [x for x, seen in field_of(session.state).seen.items() if seen == COVERED]:
        session.explain(x)
        numbers = [int(number.replace(",", "")) for number in re.findall(r"event ([\d,]+)\)", session.notice)]
        assert all(number > moved for number in numbers)
        explained += bool(numbers)
    assert explained


def test_formulas_and_networks() -> None:
    formula = finish(open_session("title: T\nalgorithm: backbone-iterative\n"
                                  "puzzle: {kind: cnf, formula: 'p | q, p | ~q, r | s, ~t'}\n"))
    for place, words in (("p", "p = 1 in every model"), ("t", "clause 4 of the formula is ¬t"),
                         ("r", "Not in the backbone"), ("q", "whatever q is")):
        formula.explain(place)
        assert words in formula.notice
    network = finish(open_session("title: T\nalgorithm: gac\npuzzle: {kind: csp, domains: {A: [1, 2], B: [2, 3], "
                                  "C: [1, 2]}, constraints: [{scope: [A, B], relation: 'A > B - 1'}]}\n"))
    network.explain("B")
    assert "leaves only 2 to B" in network.notice
    network.explain("C")
    assert network.notice == "Nothing is known of C so far."
    search = finish(open_session("title: T\nalgorithm: dpll\npuzzle: {kind: cnf, formula: 'p | q, ~p | r'}\n"))
    literals = {entry.literal.lstrip("¬"): entry for entry in sat_of(search.state).trail}
    for place, entry in literals.items():
        search.explain(place)
        assert ("decided at level" in search.notice) == entry.decided
        assert (f"clause {entry.because}," in search.notice) == (entry.because is not None)


def test_what_is_given_was_not_decided() -> None:
    session = finish(open_session("title: T\nalgorithm: unit-propagation\noptions: {given: [~r, p]}\n"
                                  "puzzle: {kind: cnf, formula: 'p | q, ~p | ~q, ~q | r'}\n"))
    for place, value, event in (("r", 0, 1), ("p", 1, 2)):
        session.explain(place)
        assert session.notice.startswith(f"{place} = {value} on the trail (event {event}): it was given.")
    session.explain("q")
    assert "clause 2, ¬p ∨ ¬q, has no other literal left" in session.notice
    canvas = RecordingCanvas()
    draw_sat_focus(canvas, Rect(0, 0, 4000, 600), sat_of(session.state), theme("light"), 1.0, Links())
    assert {"¬r assumed", "p assumed"} <= set(texts(canvas))
    assert not any("Δ" in text for text in texts(canvas))


def test_open_fields_flags_and_a_mine() -> None:
    session = open_session('title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: "2 F\\n. ."}\n')
    for place, words in (("(0,0)", "is open and shows 2. Around it: mines known 1, to be found 1, covered fields 2."),
                         ("(0,1)", "is flagged: that counts as a mine")):
        session.explain(place)
        assert words in session.notice


def test_a_position_that_cannot_be_names_the_numbers_that_clash() -> None:
    session = finish(open_session('title: T\nalgorithm: backbone-core\n'
                                  'puzzle: {kind: gnomine, board: "F 1 .\\n. 1 .\\n. . F"}\n'))
    session.explain("(0,2)")
    assert session.notice.startswith("A flag must be wrong: as they are, no placement of mines fits C(1,1).")
    assert "(1,1)" in session.marks


# --- in the window -------------------------------------------------------------------------------------------------

PUZZLE = "puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 5, reveal: 3}}\n"


@pytest.mark.parametrize("name", ["gac", "path-consistency", "mine-probabilities", *BACKBONES[1:]])
def test_a_click_says_why_and_another_one_leads_there_and_back(desk: Desk, name: str) -> None:
    desk.app.open(load(Path("t.yaml"), f"title: T\nalgorithm: {name}\n{PUZZLE}"))
    desk.frame()
    session = desk.stage.session
    desk.key("end")
    end = session.timeline.position
    game = game_of(session)
    assert game is not None
    known = [x for x in session.state.inferred if field_of(session.state).seen[x] == COVERED][:3]
    open_still = [x for x, seen in game.seen.items() if seen == COVERED and x not in session.state.inferred
                  and any(game.seen[y] >= 0 for y in game.neighbours(x))][:2]
    assert known
    assert open_still
    for place in (*known, *open_still):
        desk.app.ui.mouse_move(0, 0)
        desk.frame()
        spot = desk.over(place)
        desk.click(*spot)
        said, claim = session.notice, why(game, place)
        assert said.startswith(claim.sentence if claim is not None else "Not" if "backbone" in name else "")
        assert place in session.marks
        assert session.timeline.position == end
        found = session.explained
        assert found is not None
        if found.position is not None and found.position != end:
            again = "Ask again" if session.claim is None else "Click the place"  # W gives the proof, where there is one
            assert f"{again} to go to event {found.position:,}." in said
            desk.click(*spot)
            assert session.timeline.position == found.position
            assert session.notice.endswith(f"{again} to go back to event {end:,}.")
            desk.click(*spot)
            assert (session.timeline.position, session.notice) == (end, said)
        desk.key("left", "end")
        assert (session.explained, session.lens, session.hinted) == (None, None, ())


def test_the_keyboard_does_it_too(desk: Desk) -> None:
    desk.app.open(load(Path("t.yaml"), f"title: T\nalgorithm: gac\n{PUZZLE}"))
    desk.frame()
    session = desk.stage.session
    desk.key("end")
    desk.app.ui.focus, desk.app.ui.focus_shows = "board", True
    place = desk.stage.board.pointed = next(iter(session.state.inferred))
    desk.key("return")
    assert session.explained is not None
    assert session.explained.place == place
    desk.key("return")
    assert session.timeline.position == session.explained.position
    desk.key("w")
    assert session.chain is not None


def squares(desk: Desk, field: str) -> list[str]:
    """What the small squares of a field say, below left first: 1 for the colour of a mine, 0 for that of none."""
    view = desk.stage._view()
    state, colors = view.timeline.state if view.lens is None else view.lens, theme("dark")
    canvas, box = RecordingCanvas(), Rect(0, 0, 600, 600)
    view.board.draw(canvas, box, state, state, 1.0, colors)
    tile = view.board.place(box, field)
    found = [(op.args[0], "1" if op.args[4] == colors.mine else "0") for op in canvas.ops
             if op.name == "rect" and op.args[4] in (colors.mine, colors.no_mine)
             and tile.contains(float(str(op.args[0])), float(str(op.args[1]))) and float(str(op.args[2])) < tile.w / 2]
    return [text for _, text in sorted(found)]


@pytest.mark.parametrize("name", BACKBONES[1:])
def test_the_board_shows_two_models_that_differ(desk: Desk, name: str) -> None:
    desk.app.open(load(Path("t.yaml"), f"title: T\nalgorithm: {name}\n{PUZZLE}"))
    desk.frame()
    desk.key("end")
    session = desk.stage.session
    seen = field_of(session.state).seen
    place = next(literal.lstrip("¬") for literal, fate in sat_of(session.state).fates.items()
                 if fate in ("dropped", "free") and seen[literal.lstrip("¬")] == COVERED)
    assert squares(desk, place) == []
    session.explain(place)
    lens = session.lens
    assert lens is not None
    models = sat_of(lens).models
    assert squares(desk, place) == [str(int(place in model)) for model in models]
    assert sorted(squares(desk, place)) == ["0", "1"]
    state = session.state
    desk.key("left")
    assert session.lens is None
    assert sat_of(state).models != models or len(sat_of(state).models) < 3
    session.explain(place)
    desk.key("space")
    assert (session.lens, session.notice) == (None, "")


@pytest.mark.parametrize("name", BACKBONES[1:])
def test_a_candidate_is_tested_next_when_it_is_clicked_again(desk: Desk, name: str) -> None:
    """As in section 3.3: in the analyse mode a click on an unknown field has the algorithm test it."""
    desk.app.open(load(Path("t.yaml"), f"title: T\nalgorithm: {name}\n{PUZZLE}"))
    desk.frame()
    session = desk.stage.session
    desk.stage.transport.kind = e.Listed
    desk.key("ctrl right")
    before = session.timeline.position
    candidates = [literal for literal, fate in sat_of(session.state).fates.items() if fate == "candidate"]
    literal = [one for one in candidates if field_of(session.state).seen[one.lstrip("¬")] == COVERED][-1]
    desk.app.ui.mouse_move(0, 0)
    desk.frame()
    spot = desk.over(literal.lstrip("¬"))
    desk.click(*spot)
    assert f"{literal} is a candidate" in session.notice
    assert session.notice.endswith("Ask again to test it next.")
    assert session.timeline.position == before
    desk.click(*spot)
    event = session.timeline.event
    assert isinstance(event, e.Probed)
    assert {literal, complement(literal)} & set(event.literals)
    assert f"You chose {literal}" in session.notice
    desk.key("end", "ctrl z", "home", "ctrl z")
    assert session.past == []


def test_a_candidate_that_is_decided_before_its_turn() -> None:
    session = open_session("title: T\nalgorithm: backbone-iterative\n"
                           "puzzle: {kind: cnf, formula: 'a | b, ~a | ~b, c | d, ~c | ~d'}\n")
    session.forward(e.Probed)
    settle(session)
    tested = sat_of(session.state).probe[0].lstrip("¬")
    session.explain(tested)
    session.explain(tested)  # it is under test: its complement has a model, which decides it
    assert session.past == []
    assert "is not tested next" in session.notice


def test_where_nothing_is_tested_no_test_is_promised() -> None:
    session = open_session("title: T\nalgorithm: backbone-enumerate\n"
                           "puzzle: {kind: cnf, formula: 'a | b, ~a | ~b, c | d'}\n")
    session.forward(e.Listed)
    settle(session)
    session.explain("a")
    said = session.notice
    assert "is a candidate for the backbone" in said and "test" not in said
    session.explain("a")
    assert session.notice == said and not session.past


def test_a_click_on_a_number_takes_its_constraint_only_where_there_are_some(desk: Desk) -> None:
    desk.open("a-backbone")
    session = desk.stage.session
    desk.key("end")
    end = session.timeline.position
    desk.click(*desk.over("(1,1)"))
    assert session.notice.startswith("(1,1) is open and shows 2.")
    assert session.timeline.position == end


def test_a_hint_points_at_what_it_names(desk: Desk) -> None:
    session = open_session('title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: '
                           '". 1 1 2 F\\n. 3 3 F 3\\nF F 3 F 2\\n2 2 2 1 1"}\n')
    session.hint()
    assert "50/50: (0,0) and (1,0)" in session.notice
    assert set(session.hinted) == {"(0,0)", "(1,0)"}
    clash = open_session('title: T\nalgorithm: gac\npuzzle: {kind: gnomine, board: "F 1 .\\n. 1 .\\n. . F"}\n')
    clash.hint()
    assert clash.hinted == ("(1,1)",)


def test_the_forms_of_all_runs_are_tried_here() -> None:
    """Whatever else Gnomine is solved by one day should be explained, too."""
    assert {find_algorithm(name).solves for name, _ in RUNS} == {CSP, CNF, MineCount}
    assert load(find("a-backbone")).algorithm.name in {name for name, _ in RUNS}


@pytest.mark.parametrize(("name", "ways"), [("dpll-all-models", {False}), ("clauses-or-counting", {False, True}),
                                            ("without-learning", {True}), ("dpll", {True})])
def test_back_to_a_level_is_said_where_literals_of_higher_ones_have_left(name: str, ways: set[bool]) -> None:
    """Not of a branch that was turned round: it is on the level of what is before it."""
    told = set[bool]()
    for timeline in replayed(find(name)):
        from_level = 0
        for position in range(1, len(timeline.events) + 1):
            if isinstance(timeline.events[position - 1], e.Undone):
                from_level = max(entry.level for entry in sat_of(timeline.at(position - 1)).trail)
            state = sat_of(timeline.at(position))
            analysis = analysis_of(state)
            if analysis is None or state.jump is None or analysis.learned is not None:
                continue
            said = _told(state, analysis)
            higher = from_level > state.level
            assert said.endswith(f"back to level {state.level}" if higher else "its branch is undone")
            told.add(higher)
    assert told == ways
