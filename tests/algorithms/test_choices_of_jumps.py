"""Searches that look back, with values, variables and targets that somebody chooses: nothing is lost, nothing is found
twice; beyond the deepest culprit something is."""

from __future__ import annotations

from random import Random

import pytest
from test_backjumping import BACKWARD, FORWARD, PROBLEMS, as_pairs, problem, searched, solutions, told

from algorithms.backjumping.events import DeadEnd
from algorithms.backjumping.look_back import BJ, CBJ
from algorithms.backjumping.problem import prepared, problem_of
from algorithms.backjumping.search import Search
from algorithms.core import find_algorithm, trace
from algorithms.events import JumpedBack
from kit.choosers import Whatever, usual
from kit.session_desk import finish, open_session
from visualizer.families.backjumping.record import record_of
from visualizer.runs import what_if

CHOICES_HELD = {"bt", "bj", "cbj", "bm", "bmj", "bm-cbj", "bm-cbj2", "fc", "fc-cbj"}


@pytest.mark.parametrize("name", [*BACKWARD, *FORWARD])
def test_whatever_is_chosen_all_solutions_are_found_once(name: str) -> None:
    kinds = set[str]()
    for seed in PROBLEMS:
        chosen = Whatever(Random(seed))
        order = "mrv" if name in FORWARD else "given"
        events, answer = trace(find_algorithm(name).start(problem(seed), {"all": True, "order": order}, seed, chosen))
        assert answer.count == len(solutions(seed))
        assert sorted(map(as_pairs, told(events))) == sorted(map(as_pairs, solutions(seed)))
        kinds |= {kind for kind, count in chosen.offered if count > 1}
    assert kinds == {"value"} | ({"target"} if name not in ("bt", "bm", "fc") else set()) | (
        {"variable"} if name in FORWARD else set())


@pytest.mark.parametrize("name", ["bt", "bm", "bmj", "bm-cbj2", "fc-cbj"])
def test_who_takes_what_comes_first_changes_nothing(name: str) -> None:
    for seed in PROBLEMS[::9]:
        found = trace(find_algorithm(name).start(problem(seed), {"all": True, "order": "given"}, seed, usual))
        assert found == searched(name, seed)


@pytest.mark.parametrize("kind", [BJ, CBJ])
def test_what_is_refused_loses_solutions(kind: type[Search]) -> None:
    """Beyond the deepest that is to blame, a search passes over solutions: not always, but it may."""
    class TooFar(kind):  # type: ignore[valid-type, misc]
        def target(self, i: int) -> int:
            h: int = max(0, super().target(i) - 1)
            if isinstance(self, CBJ):
                self.conf_set[i] = {culprit for culprit in self.conf_set[i] if culprit <= h}
            return h

    lost = 0
    for seed in PROBLEMS:
        network = prepared(problem(seed), ac3=False)
        search = TooFar(problem_of(network.binary, network.domains, "given", None))
        _, answer = trace(search.bcssp(True))
        assert answer.count <= len(solutions(seed))
        lost += answer.count < len(solutions(seed))
    assert lost > 10


MAP = ("puzzle: {kind: colouring, colours: 3, edges: [[A, B], [B, C], [C, D], [D, A], [A, C], [D, E], [E, F], [F, A], "
       "[F, D], [F, C]]}\n")


@pytest.mark.parametrize("name", ["cbj", "bm-cbj2", "fc-cbj", "bt"])
def test_the_picture_of_a_branch_says_nothing_of_what_is_avoided_once_values_come_in_another_order(name: str) -> None:
    session = open_session(f"title: T\nalgorithm: {name}\noptions: {{all: true}}\n{MAP}")
    session.timeline.pull(9)
    assert record_of(session.timeline).shadow is not None
    session.show(1)
    offer = what_if.offer_at(session)
    assert offer is not None and offer.kind == "value"
    what_if.otherwise(session, offer, offer.names[-1])
    finish(session)
    record = record_of(session.timeline)
    assert record.shadow is None
    assert len(record.tree.levels) == len(record.positions)


def test_a_nearer_target_is_a_branch_in_which_more_is_checked() -> None:
    for seed in PROBLEMS:
        events, _ = searched("cbj", seed)
        if any(isinstance(event, JumpedBack) for event in events):
            nearest, _ = trace(find_algorithm("cbj").start(problem(seed), {"all": True}, seed, _last))
            assert not any(isinstance(event, JumpedBack) for event in nearest)
            assert sum(isinstance(event, DeadEnd) for event in nearest) >= sum(
                isinstance(event, DeadEnd) for event in events)


def _last(kind: str, candidates, preferred):  # type: ignore[no-untyped-def]
    """Goes back as little as may be."""
    return candidates[-1] if kind == "target" else preferred


