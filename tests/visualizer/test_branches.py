"""What-if branches: each shares its past with the run that it leaves, its future is a run of the algorithm, all of them
are kept, and taking back and doing again return exactly."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms.core import Event
from kit.session_desk import finish, game, open_session, settle
from kit.window_desk import window
from scenarios.choices import Chooser, again, next_choice, next_draw, replay
from visualizer.runs import what_if
from visualizer.runs.beside import shared, side_by_side
from visualizer.runs.lanes import FIRST, Lane
from visualizer.runs.session import Session

FORMULA = 'puzzle: {kind: cnf, formula: "a | b, ~a | c, ~b | c, b | ~c | d, ~d | e, ~e | a | b, c | d"}\n'
NO_MODEL = 'puzzle: {kind: cnf, formula: "a | b, a | ~b, ~a | c, ~a | ~c, b | d"}\n'
MAP = ("puzzle: {kind: colouring, colours: 3, "
       "edges: [[A, B], [B, C], [C, D], [D, A], [A, C], [D, E], [E, F], [F, A]]}\n")
UNITS = 'puzzle: {kind: cnf, formula: "p, q, ~p | r, ~q | s, ~r | ~s | t"}\n'
FIELDS = 'puzzle: {kind: gnomine, board: ". . . . .\\n. 2 1 2 .\\n. 1 0 1 .\\n. 2 1 2 .\\n. . . . ."}\n'
SUDOKU = 'puzzle: {kind: sudoku, grid: "1...\\n....\\n....\\n...4"}\n'
CLIQUE = "puzzle: {kind: colouring, colours: 3, edges: [[A, B], [A, C], [A, D], [B, C], [B, D], [C, D]]}\n"
FEW = "options: {population: 8, children: 4, dying: 4, poor: 1, "
CLUE = ("puzzle: {kind: clue, suspects: [mu, pl, gr], weapons: [kn, ro], rooms: [ha, lo, di], players: [mu, pl, gr], "
        "me: mu, hand: [kn, di], events: [{suggest: pl, cards: [pl, kn, ha], refute: gr}]}\n")
COVER = ("puzzle: {kind: exact-cover, items: [a, b, c, d], "
         "options: {A: [a, b], B: [c], C: [a, c], D: [b], E: [d], F: [b, d]}}\n")
PROGRAM = 'puzzle: {kind: program, rules: "{a; b}. c :- a. d :- not c. :- b, d. e :- not b."}\n'
RUNS = {
    "dpll": f"algorithm: dpll\n{FORMULA}", "cdcl": f"algorithm: cdcl\n{FORMULA}",
    "no model": f"algorithm: cdcl\n{NO_MODEL}", "gac": 'algorithm: gac\npuzzle: {kind: gnomine, board: "0 1 .\\n'
    '1 2 F\\n. . ."}\n', "ac3": f"algorithm: ac3\n{MAP}", "search": f"algorithm: mrv-plus\n{MAP}",
    "local": f"algorithm: min-conflicts\nseed: 3\n{MAP}", "answer sets": f"algorithm: answer-sets\n{PROGRAM}",
    "rules": f"algorithm: dpll-graph\n{FORMULA}", "units": f"algorithm: unit-propagation\n{UNITS}",
    "population": f"algorithm: doublex\n{FEW}generations: 8}}\n{CLIQUE}",
    "rows": f"algorithm: xover\n{FEW}generations: 5, rows: permutations}}\n{SUDOKU}",
    "jumps": f"algorithm: bm-cbj\noptions: {{all: true}}\n{MAP}",
    "forward": f"algorithm: fc-cbj\noptions: {{order: mrv}}\n{MAP}",
    "pairs": f"algorithm: path-consistency\n{FIELDS}", "groups": f"algorithm: mine-probabilities\n{FIELDS}",
    "covers": f"algorithm: dancing-links\noptions: {{all: true}}\n{COVER}",
    "at least": f"algorithm: dancing-links\n{FIELDS}", "unfounded": f"algorithm: unfounded\n{PROGRAM}",
    "backbone": f"algorithm: backbone-simple\n{FORMULA}", "hands": f"algorithm: clue-exact\n{CLUE}",
    "sampler": f"algorithm: clue-sample-c\noptions: {{iterations: 60}}\n{CLUE}",
    "deals": f"algorithm: clue-sample-exact\noptions: {{iterations: 9}}\n{CLUE}",
}
ALIKE = [name for name in RUNS if name not in ("local", "population", "rows")]
"""Their outcome does not depend on what is chosen."""


def session_of(name: str) -> Session:
    return open_session(f"title: T\n{RUNS[name]}")


def outcome(session: Session) -> Any:
    answer = finish(session).timeline.answer
    return getattr(answer, "outcome", None)


def afresh(lane: Lane) -> list[Event]:
    """The events of a branch's run, started anew with all its choices, as far as the branch is recorded."""
    run = lane.run
    steps = again(run.start, run.chooser)
    return [*lane.timeline.events[:run.at], *(event for event, _ in zip(steps, lane.timeline.events[run.at:],
                                                                   strict=False))]


def open_branch(session: Session, draw: st.DataObject) -> bool:
    """Somewhere in the run, something is chosen otherwise. Was there anything?"""
    session.timeline.pull(200)
    session.show(draw.draw(st.integers(0, len(session.timeline.events)), "position"))
    offer = what_if.offer_at(session)
    others = [] if offer is None else [name for name in dict.fromkeys(offer.names) if name != offer.taken]
    if offer is None or not others:
        return False
    what_if.otherwise(session, offer, draw.draw(st.sampled_from(others), "other"))
    return True


@pytest.mark.parametrize("name", RUNS)
def test_every_run_offers_a_choice_at_its_start(name: str) -> None:
    offer = what_if.offer_at(session_of(name))
    assert offer is not None
    assert offer.taken in offer.names


@pytest.mark.parametrize("name", RUNS)
@settings(max_examples=6, deadline=None)
@given(data=st.data())
def test_a_branch_shares_its_past_and_goes_on_as_a_run(name: str, data: st.DataObject) -> None:
    session = session_of(name)
    usual = outcome(session)
    for _ in range(3):
        before = session.lanes.current
        if not open_branch(session, data):
            continue
        lane = session.lanes.current
        assert lane is not before
        assert lane.timeline.events[:lane.at] == before.timeline.events[:lane.at]
        assert session.here == lane.at + 1 or session.at_end
        chosen = re.sub(r" \(\d+\)$", "", lane.name)  # of a number, with its kind before it
        assert any(lane.at == lane.run.at + at and f" {chosen}".endswith(f" {made}")
                   for at, made in lane.run.chooser.made)
        if name in ALIKE:
            assert outcome(session) == usual
        assert afresh(lane) == lane.timeline.events
    for row in session.lanes.rows()[1:]:
        assert row.parent is not None
        above = session.lanes.rows()[row.parent].lane
        assert row.lane.timeline.events[:row.at] == above.timeline.events[:row.at]
        assert shared(row.lane, above) == row.at


@pytest.mark.parametrize("name", ["cdcl", "search", "local"])
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_taking_back_and_doing_again_return_exactly_and_nothing_is_lost(name: str, data: st.DataObject) -> None:
    session = session_of(name)
    been: list[tuple[Lane, int]] = []
    for _ in range(data.draw(st.integers(1, 5), "steps")):
        seen = session.lanes.current, session.here, session.state.copy(), session.timeline
        if data.draw(st.booleans(), "visit"):
            session.visit(data.draw(st.sampled_from(session.lanes.all), "lane"))
        else:
            open_branch(session, data)
        if session.past and session.past[-1].lane is seen[0] and len(session.past) > len(been):
            been.append((session.past[-1].lane, session.past[-1].position))
    end, lanes = (session.lanes.current, session.here, session.state.copy()), set(session.lanes.all)
    for lane, position in reversed(been):
        session.undo()
        assert (session.lanes.current, session.here, session.timeline) == (lane, position, lane.timeline)
    assert set(session.lanes.all) == lanes
    for _ in been:
        session.redo()
    assert (session.lanes.current, session.here, session.state) == end
    assert set(session.lanes.all) == lanes


@pytest.mark.parametrize("name", ["local", "population", "rows", "sampler", "deals"])
def test_another_seed_draws_otherwise_from_there_on_only(name: str) -> None:
    session = session_of(name)
    session.timeline.pull(60)
    session.show(20)
    first = session.timeline
    what_if.draw_again(session)
    lane = session.lanes.current
    assert lane.at >= 20
    assert lane.name.startswith("seed ")
    assert lane.timeline.events[:lane.at] == first.events[:lane.at]
    finish(session)
    assert lane.timeline.events != first.events
    assert afresh(lane) == lane.timeline.events


def test_a_run_that_draws_nothing_says_so() -> None:
    session = session_of("dpll")
    what_if.draw_again(session)
    assert session.notice == "Nothing is drawn at random behind here."
    assert session.lanes.all == [session.lanes.first]


def test_branches_are_named_by_what_was_chosen_and_names_do_not_clash() -> None:
    session = session_of("dpll")
    offer = what_if.offer_at(session)
    assert offer is not None
    other = next(name for name in offer.names if name != offer.taken)
    for _ in range(2):
        what_if.otherwise(session, offer, other)
        session.visit(session.lanes.first)
    assert [lane.name for lane in session.lanes.all] == [FIRST, other, f"{other} (2)"]


def test_moves_of_a_game_one_after_the_other_are_one_branch() -> None:
    session = open_session(game(6, 6, 5, seed=3))
    for place in ("(5,5)", "(5,4)", "(4,5)"):
        session.click(place, "flag")
    assert [(row.parent, row.at) for row in session.lanes.rows()] == [(None, 0), (0, 0)]
    session.undo()
    assert len(session.lanes.rows()) == 3  # what was taken back is kept


def test_a_branch_that_is_forgotten_leaves_those_that_come_from_it() -> None:
    session = session_of("cdcl")
    for _ in range(2):
        offer = what_if.offer_at(session)
        assert offer is not None
        what_if.otherwise(session, offer, next(name for name in offer.names if name != offer.taken))
    first, middle, last = session.lanes.all
    assert last.parent is middle
    session.lanes.remove(middle)
    assert (last.parent, last.at) == (first, middle.at)
    assert last.timeline.events[:last.at] == first.timeline.events[:last.at]
    session.lanes.remove(last)  # is on show
    session.lanes.remove(first)
    assert session.lanes.all == [first, last]


@pytest.mark.parametrize("name", ["cdcl", "local", "gac"])
def test_side_by_side_both_branches_run_as_they_did(name: str) -> None:
    session = session_of(name)
    session.timeline.pull(30)
    session.show(4)
    offer = what_if.offer_at(session)
    assert offer is not None
    what_if.otherwise(session, offer, next(one for one in offer.names if one != offer.taken))
    first, lane = session.lanes.all
    comparison = side_by_side(session, first, lane)
    assert comparison.here == (lane.at, lane.at)
    comparison.forward("end")
    while comparison.goal is not None:
        comparison.work(1.0)
    for beside, own in zip(comparison.timelines, (first, lane), strict=True):
        own.timeline.pull_all()
        assert beside.events == own.timeline.events
        assert beside.state == own.timeline.at(len(own.timeline.events))


def test_a_game_compares_its_moves_too() -> None:
    session = open_session(game(6, 6, 5, seed=3))
    session.click("(5,5)", "flag")
    first, moved = session.lanes.all
    comparison = side_by_side(session, first, moved)
    comparison.timelines[1].pull_all()
    finish(session)
    assert comparison.timelines[1].events == moved.timeline.events


def test_the_choice_before_and_the_one_after() -> None:
    session = session_of("cdcl")
    settle(session).timeline.pull_all()
    offer = what_if.offer_at(session)
    assert offer is not None
    after = what_if.offer_at(session, 1, offer)
    assert after is not None
    assert after.choices > offer.choices
    assert what_if.offer_at(session, -1, after) == offer
    assert what_if.offer_at(session, -1, offer) == offer  # there is none before the first
    finish(session)
    last = what_if.offer_at(session)
    assert last is not None
    assert last.choices == max(index for index, several in enumerate(session.run.chooser.open) if several)


def test_two_choices_between_two_events_are_told_apart() -> None:
    told: list[str] = []

    def start(choose: Any) -> Any:
        told.clear()
        for text in ("one", lambda: choose("letter", "ab", "a") + choose("letter", "xy", "x")):
            event = text if isinstance(text, str) else text()
            told.append(event)
            yield event

    def events(steps: Any) -> list[str]:
        return [str(event) for event in steps]

    chooser = Chooser()
    chooser.count(lambda: len(told))
    assert events(start(chooser)) == ["one", "ax"]
    assert chooser.made == [(1, "a"), (1, "x")]
    first = next_choice(start, chooser, 1, 9)
    second = next_choice(start, chooser, 1, 9, choices=1)
    assert first is not None
    assert second is not None
    assert (first.names, second.names) == (("a", "b"), ("x", "y"))
    assert events(replay(start, chooser, 1, "y", choices=1)[0]) == ["ay"]
    assert events(replay(start, chooser, 1, "b", choices=0)[0]) == ["bx"]


def test_where_the_next_number_is_drawn() -> None:
    def start(choose: Any) -> Any:
        return run(choose.generator(5))

    def run(rng: Random) -> Any:
        yield "a"
        yield "b"
        yield rng.random()
        yield rng.random()

    chooser = Chooser()
    usual = list(start(chooser))
    assert next_draw(start, chooser, 0, 9) == 2
    assert next_draw(start, chooser, 4, 9) is None
    steps, other = replay(start, chooser, 3, seed=1)
    drawn = list(steps)
    assert drawn != usual[3:]
    assert list(again(start, other)) == [*usual[:3], *drawn]


@pytest.mark.parametrize(("lesson", "draws"), [("the-fog-of-search", False), ("sampled-against-exact", True)])
def test_random_draws_are_offered_only_where_there_are_any(tmp_path: Path, lesson: str, draws: bool) -> None:
    with window(tmp_path) as desk:
        stage = desk.open(lesson)
        desk.key("right", "z")
        assert stage.branches.open == "choice"
        assert ("choice-draw" in desk.boxes()) is draws
