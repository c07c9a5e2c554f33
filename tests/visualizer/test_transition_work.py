"""What a step on a long path takes, counted; and that what is shared or left out is the same as all of it anew."""

from __future__ import annotations

from itertools import takewhile
from unittest.mock import patch

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from algorithms.problems.forms.cnf import CNF
from algorithms.transitions import events as t
from algorithms.transitions.graph import unfold
from algorithms.transitions.records import State
from algorithms.transitions.rules import System, aset, dp
from kit.sat_runs import lesson_of, read_cnf
from kit.session_desk import finish, open_session
from kit.small_systems import formulas, programs
from visualizer.families.satisfiability.state import SatState
from visualizer.families.transitions import panels
from visualizer.families.transitions.path import Path, Step
from visualizer.families.transitions.state import transition_of
from visualizer.families.transitions.unfolding import Unfolding

STEPS = [Step(name, "Decide", (), True) for name in "pqr"]
LONG = ", ".join(f"x{number} | x{number + 1}" for number in range(60)) + ", ~x0 | ~x1, ~x1 | x0, ~x2 | x0, ~x0 | x2"
DEEP = "p | q, r | s, ~r | ~s, ~r | s, r | ~s"  # conflicts behind literals that stay
WAYS = ["dpll-graph", "cdcl-graph"]


@given(st.lists(st.tuples(st.integers(0, 99), st.sampled_from(STEPS)), max_size=25))
def test_paths_that_go_on_from_any_other_stay_as_they_are(ways: list[tuple[int, Step]]) -> None:
    paths: list[tuple[Path, tuple[Step, ...]]] = [(Path(), ())]
    for number, step in ways:
        path, steps = paths[number % len(paths)]
        paths.append((path.on(step), (*steps, step)))
    for path, steps in paths:
        assert len(path) == len(steps)
        assert tuple(path) == steps
        assert [path[-index] for index in range(1, len(path) + 1)] == [*reversed(steps)]
        assert path[:-1] == list(steps[:-1]) and path[1:] == list(steps[1:])
        assert [other == path for other, _ in paths] == [others == steps for _, others in paths]
        with pytest.raises(IndexError):
            path[len(path)]


def test_a_path_that_goes_on_again_copies_nothing() -> None:
    """As it does where a run is folded from a keyframe."""
    path = Path()
    for number in range(100):
        path = path.on(Step(f"Decide {number}", "Decide", (), True))
    early = Path()
    for step in path:
        on = early.on(step)
        assert on._steps is early.on(step)._steps is early._steps
        early = on


@settings(max_examples=40, deadline=None)
@given(formulas(4), st.sampled_from(WAYS))
@example(read_cnf(DEEP), "dpll-graph")
@example(read_cnf(DEEP), "cdcl-graph")
def test_the_trail_is_the_record_and_each_edge_adds_one_literal(cnf: CNF, algorithm: str) -> None:
    """Behind a conflict, too."""
    timeline = finish(open_session(lesson_of(cnf, algorithm))).timeline
    timeline.seek(0)
    because: dict[str, int | None] = {}
    for position, event in enumerate(timeline.events, 1):
        with patch.object(SatState, "_assign", autospec=True, side_effect=SatState._assign) as assign:
            timeline.seek(position)
        if not isinstance(event, t.RuleApplied):
            continue
        assert assign.call_count <= 1
        before, after = event.before or (), event.after or ()
        kept = [one for one, _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, after, strict=False))]
        reason = getattr(event, "because", None)
        reason = reason[0] if isinstance(reason, tuple) else reason
        because = {word: because[word] for word, _ in kept} | {word: reason for word, _ in after[len(kept):]}
        state = transition_of(timeline.state)
        assert [(entry.literal, entry.decided) for entry in state.trail] == list(after)
        levels = [sum(decision for _, decision in after[:index + 1]) for index in range(len(after))]
        assert [entry.level for entry in state.trail] == levels
        assert {entry.literal: entry.because for entry in state.trail} == because
        words = [word for word, _ in after]
        clash = next((word for word in words if f"¬{word}" in words), None)
        assert state.clash == clash
        assert state.values == {word.lstrip("¬"): not word.startswith("¬") for word in words}


def shown(unfolding: Unfolding, node: State, given: int, most: int) -> list[panels.Row]:
    return panels._shown(unfolding, node, given, most)[0]


@settings(max_examples=40, deadline=None)
@given(st.one_of(formulas(4).map(dp), programs(4).map(aset)), st.integers(1, 6))
def test_lines_that_are_shown_are_those_of_all_that_say_the_most(system: System, most: int) -> None:
    unfolding, order = Unfolding(lambda: system), ("unit", "false", "circular", "out", "open", "true")
    for node in unfold(system).states[:30]:
        whole = shown(unfolding, node, system.given, len(system.clauses) + 9)
        said = sorted(whole, key=lambda row: order.index(row.what))[: max(1, most - 1)]
        wanted = [row for row in whole if row in said] if len(whole) > most else list(whole)
        assert shown(unfolding, node, system.given, most) == wanted


def test_only_lines_that_are_shown_are_put_in_words() -> None:
    unfolding = Unfolding(lambda: dp(read_cnf(LONG)))
    with patch.object(panels, "Row", wraps=panels.Row) as made:
        found, count = panels._shown(unfolding, (), 64, 10)
    assert (len(found), count, made.call_count) == (9, 64, 9)
