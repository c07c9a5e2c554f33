"""The lessons that come with Unfog hold, and what they say is true."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Minisat22  # type: ignore[import-untyped]
from test_backtracking import FIGURE_3

from algorithms.core import find_algorithm, run, trace
from algorithms.events import (
    Conflicted,
    Emptied,
    Homeless,
    ItemSelected,
    Labelled,
    OptionTaken,
    SingleFound,
    WeightRaised,
)
from algorithms.problems.colouring.puzzle import Colouring
from algorithms.problems.gnomine.game import played
from algorithms.problems.gnomine.position import COVERED, FLAG
from algorithms.problems.gnomine.puzzle import Gnomine
from algorithms.problems.sudoku.check import solutions
from algorithms.problems.sudoku.puzzle import Sudoku
from kit.known_lessons import LESSONS, every_lesson, known, replayed
from scenarios.loader import Scenario, find, load
from scenarios.script.comparison import ComparisonDirector
from scenarios.script.director import Director
from scenarios.script.walk import Walk
from visualizer.runs.question_faults import check_questions

IN_WORDS = {"2": "two", "3": "three"}


@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_it_checks_and_can_be_read_from_the_back_row(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but what is claimed over many seeds: `main.py check` counts that, which is a check of its own."""
    monkeypatch.setattr("scenarios.script.walk.measured", lambda claim, runs, puzzles: [])
    scenario = known(path)
    assert scenario.about
    assert any(cue.expect for cue in scenario.script)
    timelines = replayed(path)
    director: Walk[Any] = (ComparisonDirector(scenario, timelines) if scenario.compares
                           else Director(scenario, timelines[0]))
    director.play()
    assert not check_questions(scenario, director)
    director.goto(-1)
    said = 0
    while director.next():
        said += 1
        assert len(director.text) <= 130, director.text
        assert "{{" not in director.text, director.text  # braces that stand for nothing need no doubling
        words = director.text.split()
        assert not [one for one, other in pairwise(words) if one == other.strip(".:,")], director.text
    assert said


def test_only_lessons_on_what_has_no_solution_or_several_have_a_warning() -> None:
    """A run that expects `unsatisfiable` says so itself."""
    warned = {scenario.name for scenario in every_lesson() if scenario.warnings
              and "outcome: unsatisfiable" not in scenario.path.read_text(encoding="utf-8")}
    meant = {"80-the-forbidden-rectangle", "86-it-never-says-no", "114-a-sudoku-as-a-program"}
    assert warned == meant, "mend the puzzle, expect the outcome unsatisfiable, or add it here"


CLAIMING = [scenario for scenario in every_lesson() if any(cue.claim is not None for cue in scenario.script)]


@pytest.mark.parametrize("scenario", CLAIMING, ids=lambda scenario: scenario.name)
def test_what_is_claimed_over_seeds_is_what_is_said(scenario: Scenario) -> None:
    """Each figure that `check` verifies stands in a caption; what is 0 may be said in words."""
    script = scenario.script
    said = " ".join(cue.say or "" for cue in script)
    figures = set(re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", said))
    for claim in (cue.claim for cue in script if cue.claim is not None):
        often = [share.count for _, shares in claim.shares for share in shares if share.count < claim.seeds]
        for figure in (*claim.medians.values(), *claim.most.values(), *often):
            written = f"{figure:,}".removesuffix(".0")
            assert figure == 0 or written in figures or IN_WORDS.get(written, "0") in said, (figure, claim)


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


def test_what_lessons_15_and_17_say_of_other_searches_on_their_formula() -> None:
    """2,711 conflicts without learning, by CDCL and by DPLL; 140 with it."""
    form = load(find("a-hard-formula")).form()
    for name, options, conflicts in (("dpll", {}, 2711), ("cdcl", {"learning": "none"}, 2711), ("cdcl", {}, 140)):
        events = find_algorithm(name).start(form, options, 0)
        assert sum(isinstance(event, Conflicted) for event in events) == conflicts


# --- Sudoku and colouring --------------------------------------------------------------------------------------------


def test_contribution_numbers_add_up_both_values_of_a_cell() -> None:
    """Lessons 41 and 42: in how many blank peers each value of the three tied cells is a candidate."""
    puzzle = load(find("three-cells-in-the-fog")).puzzle
    assert isinstance(puzzle, Sudoku)
    domains, peers = puzzle.domains(), puzzle.geometry.peers
    found = {x: {v: sum(v in domains[y] for y in peers[x] if y not in puzzle.clues) for v in domains[x]}
             for x in ("D1", "E6", "I2")}
    assert found == {"D1": {6: 11, 9: 9}, "E6": {4: 8, 8: 7}, "I2": {8: 5, 9: 9}}
    assert sum(bool({6, 9} & set(domains[y])) for y in peers["D1"] if y not in puzzle.clues) == 12


def test_the_three_wheels_of_lesson_47() -> None:
    """Hubs whose neighbours form an odd ring, or hold one: Nevada, West Virginia, and one with seven neighbours."""
    puzzle = load(find("a-map-that-needs-four")).puzzle
    assert isinstance(puzzle, Colouring)
    hubs = {x: len(near) for x, near in puzzle.neighbours.items() if not two_colours(puzzle, near)}
    assert hubs == {"KY": 7, "NV": 5, "WV": 5}
    failed = [event for event in load(find("a-map-that-needs-four")).steps() if isinstance(event, Emptied)]
    assert {event.variable for event in failed} == {"MD"}


def two_colours(puzzle: Colouring, nodes: Iterable[str]) -> bool:
    """Do two colours suffice for these nodes?"""
    edges = tuple((x, y) for x, y in puzzle.edges if x in nodes and y in nodes)
    csp = Colouring.read(edges=edges, nodes=tuple(nodes), colours=2).as_csp()
    return bool(run(find_algorithm("mrv-static").start(csp, {}, 0)).count)


def test_what_lesson_59_says_of_its_clues() -> None:
    puzzle = load(find("no-way-out")).puzzle
    assert isinstance(puzzle, Sudoku)
    assert not solutions(puzzle, 1)
    assert puzzle.clues["A3"] == 5
    assert len(solutions(puzzle.with_value("A3", 4), 50)) == 50


def test_all_that_fails_in_lesson_60_are_the_four() -> None:
    failed = [event.variable for event in load(find("weights-of-constraints")).steps() if isinstance(event, Emptied)]
    assert set(failed) <= set("WXYZ")


def test_no_weight_grows_in_lesson_69() -> None:
    """Each of its three branches fails because a value has no place."""
    events = list(load(find("a-conflict-without-a-culprit")).steps())
    kinds = [type(event) for event in events]
    assert (kinds.count(Homeless), kinds.count(Labelled)) == (3, 4)
    assert Emptied not in kinds
    assert WeightRaised not in kinds


def test_both_kinds_of_singles_are_in_lesson_54() -> None:
    scenario = load(find("hidden-singles"))
    puzzle = scenario.puzzle
    assert isinstance(puzzle, Sudoku)
    assert len(solutions(puzzle, 2)) == 1
    singles = [event for event in trace(scenario.steps())[0] if isinstance(event, SingleFound)]
    assert [event.unit is None for event in singles].count(True) == 46
    assert len(singles) - 46 == 5 == sum(event.unit is not None for event in singles)
    assert len(singles) == 81 - len(puzzle.clues) == 51
    left = puzzle.domains()
    assert left["B2"] == (2, 4, 6, 7, 8)
    assert [x for x in puzzle.geometry.units["row B"] if 6 in left[x]] == ["B2"]


def test_singles_and_clues_of_lesson_63() -> None:
    """22 items are due before E5, 19 of them clues; 2 in row D is a hidden single, and no naked one."""
    scenario = load(find("a-sudoku-by-dancing-links"))
    events, _ = trace(scenario.steps())
    puzzle = scenario.puzzle
    assert isinstance(puzzle, Sudoku)
    items = [event.item for event in events if isinstance(event, ItemSelected)]
    before = items[:items.index("E5")]
    assert (len(puzzle.clues), len(before), sum(str(item).startswith("clue ") for item in before)) == (30, 22, 19)
    taken = [event.option.split("=") for event in events if isinstance(event, OptionTaken)][:items.index("2 in row D")]
    position = Sudoku(puzzle.boxes, {x: int(value) for x, value in taken})
    left = position.domains()
    assert left["D8"] == (2, 4, 5, 7)
    assert [x for x in puzzle.geometry.units["row D"] if x not in position.clues and 2 in left[x]] == ["D8"]


def test_the_forbidden_rectangle_of_lesson_80() -> None:
    """By a SAT solver, two solutions that differ in four cells: in two rows, two columns and two boxes."""
    puzzle = load(find("the-forbidden-rectangle")).puzzle
    assert isinstance(puzzle, Sudoku)
    both = solutions(puzzle, 3)
    assert len(both) == 2
    corners = [x for x in both[0] if both[0][x] != both[1][x]]
    assert corners == ["D3", "D9", "F3", "F9"]
    assert {both[0][x] for x in corners} == {3, 6}
    units = [name for name, unit in puzzle.geometry.units.items() if set(corners) & set(unit)]
    assert [name.split()[0] for name in units] == ["row", "row", "column", "column", "box", "box"]
    assert len(solutions(puzzle.with_value("D3", 3), 2)) == 1
    assert len(solutions(Sudoku.read(grid=FIGURE_3), 2)) == 1  # of lesson 41


def test_every_lesson_asks_at_least_twice() -> None:
    """None can be read off the caption: ``check`` sees to that. A bug to find is a question, too."""
    for lesson in every_lesson():
        assert sum(cue.ask is not None or cue.bug is not None for cue in lesson.script) >= 2, lesson.name
