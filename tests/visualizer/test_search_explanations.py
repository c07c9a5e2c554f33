"""Why, in a search: clues, labels, singles and strikes are told as they are on the branch, and so are literals."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_backtracking import FIGURE_3, NAMES
from test_sudoku_board import network

from algorithms import events as e
from algorithms.core import Event, find_algorithm
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.forms.csp import CSP, Value
from algorithms.problems.puzzle import Puzzle, form_of
from algorithms.problems.sudoku.deal import by_number
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.session_desk import finish, open_session, settle
from kit.states import timeline_on
from scenarios.timeline import Timeline
from visualizer.families.backtracking.notes import notes
from visualizer.families.backtracking.state import search_of
from visualizer.families.satisfiability.state import sat_of
from visualizer.runs.boards import board_for
from visualizer.runs.explanations import explain
from visualizer.runs.why import Explanation

FORMULAS = ("cdcl", "dpll", "backbone-iterative", "backbone-core", "at-least-dpll", "dancing-links")
MOST = 3000


@dataclass
class Known:
    """What the events say of a variable on this branch: the event that gave its value, and the strikes."""

    given: tuple[int, Event] | None = None
    struck: tuple[e.Struck, ...] = ()


@dataclass
class Branch:
    """The events folded by hand, with a copy of all for each label."""

    known: dict[str, Known] = field(default_factory=dict)
    depth: dict[str, int] = field(default_factory=dict)
    saved: list[tuple[dict[str, Known], dict[str, int]]] = field(default_factory=list)

    def apply(self, position: int, event: Any) -> None:
        match event:
            case e.Labelled(x, _, _):
                self.saved.append((dict(self.known), dict(self.depth)))
                self.depth[x] = len(self.saved)
                self.known[x] = Known((position, event), self.of(x).struck)
            case e.SingleFound(x, _, _):
                self.known[x] = Known((position, event), self.of(x).struck)
            case e.Struck(x, _, _, _):
                self.known[x] = Known(None, (*self.of(x).struck, event))
            case e.BackedUp(_, _, _):
                self.known, self.depth = self.saved.pop()

    def of(self, x: str) -> Known:
        return self.known.get(x, Known())


@cache
def puzzle_of(kind: str, seed: int) -> Puzzle:
    if kind == "sudoku":
        return Sudoku.made(by_number, (3, 3), 24 + seed % 8, random.Random(seed))
    if kind == "figure":
        return Sudoku.read(grid=FIGURE_3)
    if kind == "map":
        return Colouring.read(map="usa", colours=3, given={"WA": "red"})
    return network()


@cache
def run_of(name: str, kind: str, seed: int, singles: bool, values: str) -> Timeline[Any]:
    """A run, at most MOST events of it."""
    options: dict[str, Any] = {"singles": singles, "values": values, "all": True} if name in NAMES else {}
    timeline = timeline_on(puzzle_of(kind, seed), name, options, seed)
    timeline.pull(MOST)
    return timeline


@settings(deadline=None, max_examples=60)
@given(st.sampled_from(NAMES), st.sampled_from(["sudoku", "figure", "map", "network"]), st.integers(0, 3),
       st.booleans(), st.sampled_from(["in order", "least shared"]), st.floats(0, 1))
def test_every_sentence_of_a_search_agrees_with_the_branch(name: str, kind: str, seed: int, singles: bool, values: str,
                                                           part: float) -> None:
    timeline, puzzle = run_of(name, kind, seed, singles, values), puzzle_of(kind, seed)
    timeline.seek(round(part * len(timeline.events)))
    branch = Branch()
    for index in range(timeline.position):
        branch.apply(index + 1, timeline.events[index])
    board = board_for(puzzle)
    for x in timeline.state.domains:
        found = explain(timeline, find_algorithm(name), board, x)
        assert found.place == found.marks[0] == x
        assert set(found.marks) <= timeline.state.domains.keys()
        if isinstance(puzzle, Sudoku) and x in puzzle.clues:
            assert found.sentence == f"{x} = {puzzle.clues[x]} is a clue."
        else:
            check(timeline, branch, x, found, form_of(puzzle, CSP).domains[x])


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(["sudoku", "map"]), st.integers(0, 3), st.floats(0, 1))
def test_what_is_noted_as_struck_was_struck_by_who_is_named(kind: str, seed: int, part: float) -> None:
    timeline = run_of("mrv-plus", kind, seed, True, "in order")
    timeline.seek(round(part * len(timeline.events)))
    for note in notes(timeline.state):
        if not note.name.startswith("struck since "):
            continue
        events = timeline.events[:timeline.position]
        at, giver = max(((index, event) for index, event in enumerate(events)
                         if isinstance(event, e.Labelled | e.SingleFound)), key=lambda found: found[0])
        since = [event for event in events[at:] if isinstance(event, e.Struck)]
        how = "was labelled" if isinstance(giver, e.Labelled) else "was found, a single"
        assert note.name == f"struck since {giver.variable} {how}"
        assert note.written == "; ".join(f"{event.variable} {' '.join(map(str, event.removed))}" for event in since)
        assert all(event.because == giver.variable for event in since)


def check(timeline: Timeline[Any], branch: Branch, x: str, found: Explanation, start: tuple[Value, ...]) -> None:
    """One sentence against the events of the branch."""
    known, said, search = branch.of(x), found.sentence, search_of(timeline.state)
    hidden = known.given is not None and isinstance(known.given[1], e.SingleFound) and known.given[1].unit is not None
    for event in () if hidden else known.struck:
        assert f" by {event.because}" in said
        assert event.because in found.marks or event.because not in timeline.state.domains
    assert ("Struck:" in said) == (bool(known.struck) and not hidden)
    if known.given is not None:
        position, giver = known.given
        assert found.position == position
        assert f"(event {position:,})" in said
        assert said.startswith(f"{x} = {timeline.state.domains[x][0]}")
        if isinstance(giver, e.Labelled):
            check_label(timeline, position, said, branch.depth[x])
        elif isinstance(giver, e.SingleFound):
            assert ("naked single" in said) == (giver.unit is None)
            assert giver.unit is None or f"no other place in {giver.unit}" in said
    elif search.emptied == x:
        assert found.position == timeline.position - isinstance(timeline.event, e.WeightRaised)  # that follows
        assert isinstance(timeline.events[found.position - 1], e.Emptied)
        assert "has no value left" in said
    elif search.assigned.get(x) == "rest":
        assert "left over" in said
        assert isinstance(timeline.events[(found.position or 0) - 1], e.Neutralised)
    elif known.struck:
        assert found.position is not None
        assert timeline.events[found.position - 1] == known.struck[-1]
        assert all(str(value) in said.partition(" (event")[0] for value in known.struck[-1].left)
    else:
        assert found.position is None
        assert ("from the start" in said) == (len(start) == 1 and " can be " not in said)


def check_label(timeline: Timeline[Any], position: int, said: str, depth: int) -> None:
    """Which label, and what had been tried before it: what was undone since the frame's variable was selected."""
    events, label = timeline.events, timeline.events[position - 1]
    assert isinstance(label, e.Labelled)
    assert f"label {depth} of this branch" in said
    tried, deeper = list[Value](), 0
    for event in reversed(events[:position - 1]):
        deeper += isinstance(event, e.BackedUp)
        if isinstance(event, e.BackedUp) and deeper == 1:
            tried.append(event.value)
        if deeper == 0 and isinstance(event, e.VariableSelected):
            break
        deeper -= isinstance(event, e.Labelled)
    assert ("the only value" in said) == (label.size == 1)
    assert ("a guess" in said) == (len(tried) < label.size - 1)
    assert ("the last of" in said) == (len(tried) == label.size - 1 > 0)
    for value in tried:
        assert str(value) in said.partition("after ")[2]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(FORMULAS), st.sampled_from(["sudoku", "map"]), st.integers(0, 2), st.floats(0, 1))
def test_what_literals_say_of_a_cell(name: str, kind: str, seed: int, part: float) -> None:
    timeline, puzzle = run_of(name, kind, seed, False, ""), puzzle_of(kind, seed)
    timeline.seek(round(part * len(timeline.events)))
    state = timeline.state
    board = board_for(puzzle)
    for x in state.domains:
        found = explain(timeline, find_algorithm(name), board, x)
        assert found.place == x
        assert found.show is None
        if isinstance(puzzle, Sudoku) and x in puzzle.clues:
            assert found.sentence.endswith("is a clue.")
            continue
        mine = [literal for literal, (y, _) in sat_of(state).direct.items() if y == x]
        fate = next((sat_of(state).fates[literal] for literal in mine if literal in sat_of(state).fates), None)
        if fate is not None:
            assert ("in every model" in found.sentence or "as a fact" in found.sentence) == (fate == "backbone")
            assert ("Not in the backbone" in found.sentence) == (fate in ("dropped", "free"))
        elif not sat_of(state).fates and any(sat_of(state).truth(literal) for literal in mine):
            true = next(literal for literal in mine if sat_of(state).truth(literal))
            assert found.sentence.startswith(f"{true} on the trail")
        elif not sat_of(state).fates and any(sat_of(state).truth(literal) is False for literal in mine):
            left = [literal.partition("=")[2] for literal in mine if sat_of(state).truth(literal) is None]
            assert all(value in found.sentence.partition(". The last")[0] for value in left)
        assert "Nothing is known" not in found.sentence or not any(sat_of(state).truth(one) is not None for one in mine)


def test_what_was_entered_and_what_an_erasure_leaves() -> None:
    session = open_session(f'title: T\nalgorithm: mrv-plus\npuzzle: {{kind: sudoku, grid: "{FIGURE_3}"}}\n')
    session.forward(e.Labelled)
    settle(session)
    session.explain("D1")
    assert session.notice.startswith("D1 = 6 is label 1 of this branch (event")
    session.move([e.Entered("D1", 9)])
    session.explain("D1")
    assert session.notice.startswith("D1 = 9 was entered (event")
    session.explain("D2")
    assert session.notice == ("D2 can be 6 or 8: digits in its row, column and box exclude 1, 2, 3, 4, 5, 7 and 9. "
                              "W proves it, step by step.")


@pytest.mark.parametrize(("algorithm", "words"), [("mrv-plus", "is label"), ("cdcl", "on the trail")])
def test_asked_again_it_goes_to_the_event_and_back(algorithm: str, words: str) -> None:
    session = finish(open_session(f'title: T\nalgorithm: {algorithm}\n'
                                  f'puzzle: {{kind: sudoku, grid: "{FIGURE_3}"}}\n'))
    end = session.timeline.position
    session.explain("D1")
    said = session.notice
    assert words in said
    found = session.explained
    assert found is not None
    session.explain("D1")
    assert session.timeline.position == found.position
    event: Any = session.timeline.event
    assert "D1" in (getattr(event, "variable", ""), getattr(event, "literal", "").partition("=")[0])
    session.explain("D1")
    assert (session.timeline.position, session.notice) == (end, said)


def test_consistency_says_what_it_pruned() -> None:
    session = finish(open_session(f'title: T\nalgorithm: gac\npuzzle: {{kind: sudoku, grid: "{FIGURE_3}"}}\n'))
    pruned = {event.variable: event for event in session.timeline.events if isinstance(event, e.Pruned)}
    for x, event in pruned.items():
        session.explain(x)
        assert f"{event.because} leaves only {', '.join(map(str, event.left))} to {x}." in session.notice
