"""Kinds of puzzle that offer little: no constraint network, or a form of their own that hides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from algorithms import core
from algorithms.answers import Answer
from algorithms.consistency import CONSISTENCY
from algorithms.core import Outcome, Steps, algorithm, algorithms, trace
from algorithms.events import Consistent
from algorithms.problems import puzzle as kinds
from algorithms.problems.forms.cnf import CNF
from algorithms.problems.puzzle import Layout, puzzle
from kit.lesson_files import lesson
from main import main
from scenarios.loader import Scenario, load
from scenarios.timeline import Timeline
from visualizer.families.satisfiability.state import sat_of
from visualizer.puzzles.network import NetworkBoard
from visualizer.runs.boards import board_for
from visualizer.runs.families import start_state
from visualizer.runs.states import State

Out = pytest.CaptureFixture[str]
LESSON = """\
title: Little
puzzle: {{kind: little, size: 3}}
algorithm: {algorithm}
script: [{{say: A few lamps.}}, {{run: {{to: end}}, mark: [x1]}}]
"""


@dataclass(frozen=True)
class Lamps:
    """A form without ``hidden``."""

    size: int
    method = "as_lamps"


@dataclass(frozen=True)
class Counted(Answer):
    """The answer of the algorithm below."""

    size: int

    @property
    def outcome(self) -> Outcome:
        return "complete"

    def as_json(self, hidden: frozenset[str]) -> dict[str, object]:
        return {"size": self.size, "hidden": sorted(hidden)}


def timeline_of(scenario: Scenario) -> Timeline[State]:
    """Its run, not yet recorded."""
    return Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))


@dataclass(frozen=True)
class Little:
    """A kind of puzzle without a network."""

    size: int

    @classmethod
    def read(cls, *, size: int) -> Little:
        """The key of the YAML."""
        return cls(size)

    def layout(self) -> Layout:
        """The lamps in a row."""
        return Layout(self.size, 1, {f"x{index}": (index - 1.0, 0.0) for index in range(1, self.size + 1)})

    def as_cnf(self) -> CNF:
        """x1 is false, and x2 true."""
        return CNF(("x1", "x2", "x3"), ((-1,), (1, 2), (2, 3)), ("", "", ""), 3)

    def as_lamps(self) -> Lamps:
        """The form that only it has."""
        return Lamps(self.size)


def count_lamps(form: Lamps) -> Steps[Counted]:
    """Counts them."""
    yield Consistent(1, form.size)
    return Counted(form.size)


@pytest.fixture(autouse=True)
def little() -> Iterator[None]:
    """Both are registered for a while."""
    puzzle("little", title="Little")(Little)
    algorithm("count-lamps", title="Count lamps", family=CONSISTENCY, solves=Lamps, source="none",
              pseudocode="count  # Consistent")(count_lamps)
    yield
    del kinds._registry["little"], core._registry["count-lamps"]


@pytest.mark.parametrize("name", ["cdcl", "dpll", "unit-propagation", "count-lamps"])
def test_they_run_and_are_drawn_and_recorded(tmp_path: Path, capsys: Out, name: str) -> None:
    path = str(lesson(tmp_path, LESSON.format(algorithm=name)))
    outputs = [["record", path, "-o", str(tmp_path / f"x.{suffix}")] for suffix in ("svg", "html")]
    for command in (["run", path], ["run", path, "--json"], ["check", path], *outputs):
        assert main(command) == 0, capsys.readouterr().err
    assert (tmp_path / "x.svg").stat().st_size > 1000
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["gac", "mrv-plus", "at-least-dpll", "mine-probabilities"])
def test_what_they_cannot_be_put_in_is_one_line(tmp_path: Path, capsys: Out, name: str) -> None:
    path = lesson(tmp_path, LESSON.format(algorithm=name))
    for command in ("run", "check"):
        assert main([command, str(path)]) == 2
        told = capsys.readouterr().err
        assert f"{path}:2: puzzle.kind: {name} does not run on puzzles of the kind 'little'; choose" in told
        named = told.rstrip().split("algorithms: ")[1].split(" and ")[0].split(", ")
        assert {algorithms()[other].solves for other in named} <= {CNF, Lamps}
        assert told.count("\n") == 1


def test_the_board_shows_what_the_formula_says_of_a_variable(tmp_path: Path) -> None:
    """Also of one that the puzzle gives no values for; what nobody speaks of has none."""
    scenario = load(lesson(tmp_path, LESSON.format(algorithm="unit-propagation")))
    assert isinstance(board_for(scenario.puzzle), NetworkBoard)
    timeline = timeline_of(scenario)
    assert timeline.at(0).domains == dict.fromkeys(("x1", "x2", "x3"), (0, 1))
    timeline.pull_all()
    assert timeline.at(len(timeline.events)).domains == {"x1": (0,), "x2": (1,), "x3": (0, 1)}
    lamps = load(lesson(tmp_path, LESSON.format(algorithm="count-lamps")))
    assert timeline_of(lamps).at(0).domains == {"x1": (), "x2": (), "x3": ()}
    assert trace(lamps.steps())[1].size == 3


@pytest.mark.parametrize("name", ["cdcl", "dpll", "at-least-dpll", "dancing-links"])
def test_a_variable_of_0_and_1_follows_the_formula(tmp_path: Path, name: str) -> None:
    """At every event the board has what the trail has, and in the end the model."""
    text = ("title: Bits\nalgorithm: " + name + "\npuzzle:\n  kind: csp\n  domains: {A: [0, 1], B: [1, 0], C: [0, 1]}\n"
            '  constraints: [{scope: [A, B], relation: "A < B"}, {scope: [B, C], relation: "B + C == 1"}]\n')
    timeline = timeline_of(load(lesson(tmp_path, text)))
    timeline.pull_all()
    for position in range(len(timeline.events) + 1):
        state = timeline.at(position)
        for x, values in state.domains.items():
            truth = sat_of(state).truth(x)
            assert set(values) == ({0, 1} if truth is None else {int(truth)}), (position, x)
    assert timeline.at(len(timeline.events)).domains == {"A": (0,), "B": (1,), "C": (0,)}
