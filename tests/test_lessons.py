"""The lessons that come with Unfog hold, and what they say is true."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from pysat.solvers import Minisat22  # type: ignore[import-untyped]

from algorithms.consistency import Consistency
from algorithms.core import trace
from algorithms.problems.gnomine import COVERED, FLAG, Gnomine
from algorithms.problems.gnomine_game import played
from lesson_files import walking
from scenarios.loader import Scenario, find, lessons, load
from visualizer.comparison import open_timelines

LESSONS = lessons()


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_it_checks(path: Path) -> None:
    scenario = load(path)
    assert scenario.about
    assert any(cue.expect for cue in scenario.script)
    walking(scenario).play()


def test_only_lessons_on_what_has_no_solution_open_with_a_warning() -> None:
    warned = {path.stem: load(path).warnings for path in LESSONS}
    assert {name for name, said in warned.items() if said} == {
        "47-a-map-that-needs-four", "59-no-way-out", "60-weights-of-constraints"}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_the_folded_state_is_the_algorithms_own(path: Path) -> None:
    """Of those that reduce domains; tests/test_timeline.py compares the others."""
    for timeline in open_timelines(load(path)):
        timeline.pull_all()
        if isinstance(timeline.answer, Consistency):
            timeline.seek(len(timeline.events))
            assert timeline.state.domains == timeline.answer.domains
            assert timeline.state.outcome == timeline.answer.outcome


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_what_is_said_can_be_read_from_the_back_row(path: Path) -> None:
    director = walking(load(path))
    while director.next():
        assert len(director.text) <= 130, director.text
        words = director.text.split()
        assert not [one for one, other in pairwise(words) if one == other.strip(".:,")], director.text


def where_gac_stops(name: str) -> tuple[Scenario, Gnomine, dict[str, int]]:
    """The lesson, its last position, and what a backbone would know there that GAC does not: mines 1, others 0."""
    scenario = load(find(name))
    events, answer = trace(scenario.steps())
    assert isinstance(scenario.puzzle, Gnomine)
    position = played(scenario.puzzle, events)
    known = backbone(position)
    return scenario, position, {x: value for x, value in known.items() if len(answer.domains[x]) > 1}


def backbone(position: Gnomine) -> dict[str, int]:
    ids = {x: index for index, x in enumerate(position.seen, 1)}
    with Minisat22() as solver:
        for x, number in position.seen.items():
            if number == FLAG:
                solver.add_clause([ids[x]])
            if number >= 0:
                around = [ids[y] for y in position.neighbours(x) if position.seen[y] in (COVERED, FLAG)]
                for some in combinations(around, number + 1):
                    solver.add_clause([-y for y in some])
                for some in combinations(around, len(around) - number + 1):
                    solver.add_clause(list(some))
        can = {x: (solver.solve([-ids[x]]), solver.solve([ids[x]])) for x in ids if position.seen[x] == COVERED}
    return {x: int(mine) for x, (free, mine) in can.items() if free != mine}


def test_the_thesis_example_2_1_1() -> None:
    """GAC finds x(0,2) = 0; together the numbers also say x(2,2) = 0."""
    assert where_gac_stops("a-number-is-a-constraint")[2] == {"(2,2)": 0}


def test_what_a_backbone_would_know_where_gac_must_stop() -> None:
    assert where_gac_stops("where-gac-must-stop")[2] == {"(0,0)": 1, "(0,1)": 0, "(0,2)": 1}


def test_what_the_beginner_can_do_better() -> None:
    scenario, position, better = where_gac_stops("a-beginner-board")
    assert {x: better[x] for x in ("(2,6)", "(2,7)", "(2,8)")} == {"(2,6)": 1, "(2,7)": 0, "(2,8)": 1}
    assert list(position.seen.values()).count(COVERED) == 9
    assert position.seen["(3,5)"] == FLAG
    assert [position.seen[f"(3,{j})"] for j in (6, 7, 8)] == [2, 2, 1]
    assert isinstance(scenario.puzzle, Gnomine)


def test_what_is_said_of_the_expert_board() -> None:
    _, position, better = where_gac_stops("an-expert-board")
    assert len(better) == 17
    assert better["(0,11)"] == 0
    values = list(position.seen.values())
    assert sum(seen >= 0 for seen in values) > len(values) / 2
