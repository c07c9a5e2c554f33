"""Bets: a choice and the algorithm's own are played on over the same seeds, and compared pair by pair."""

from __future__ import annotations

import re
from math import comb

import pytest

from kit.known_lessons import known
from kit.session_desk import Clock, settle
from scenarios.loader import find
from visualizer.families.genetic.choices import BET
from visualizer.runs import what_if
from visualizer.runs.bets import SEEDS, judged, sign_test
from visualizer.runs.session import Session

COUNTS = re.compile(r"in (\d+), with \S+ in (\d+), and equal in (\d+)")


def to_a_choice(lesson: str) -> Session:
    """A session that stands at the first choice of a parent, in that mode."""
    session = Session(known(find(lesson)), Clock())
    session.quiz.on = True
    session.choosing.toggle()
    while session.quiz.open is None:
        session.forward(session.grain)
        settle(session)
    return session


def test_parents_and_cuts_are_asked_for_one_after_the_other() -> None:
    session, prompts, stops = to_a_choice("where-to-cut"), list[str](), set[int]()
    for _ in range(3):
        assert session.quiz.open is not None
        prompts.append(session.quiz.open.question.prompt)
        stops.add(session.here)
        session.quiz.open.choose(session.quiz.open.question.value)
        session.quiz.close()
    assert [prompt.split(": ")[1].split("?")[0] for prompt in prompts] == [
        "who is the first parent", "who is the second parent", "after how many genes does the cut lie"]
    assert len(stops) == 1 and session.here == stops.pop() + 1
    assert "3 of 3 as the algorithm chooses" in session.notice and not session.past


def test_another_parent_is_judged_over_twenty_seeds() -> None:
    session = to_a_choice("where-to-cut")
    asking = session.quiz.open
    assert asking is not None
    asking.choose(next(name for (name,) in sorted(asking.question.right) if name != asking.question.value))
    session.quiz.close()
    found = COUNTS.search(session.notice)
    assert found is not None and sum(map(int, found.groups())) == SEEDS
    assert len(session.lanes.all) == 2  # what was played on is no branch
    assert session.quiz.open is not None and "second parent" in session.quiz.open.question.prompt


@pytest.mark.parametrize("kind", ["first parent", "cut"])
def test_the_same_bet_has_the_same_end_and_against_itself_it_is_equal(kind: str) -> None:
    session = Session(known(find("where-to-cut")), Clock())
    session.timeline.pull(60)
    offer = what_if.offer_at(session)
    for _ in range(9):
        offer = offer if offer is None or offer.kind == kind else what_if.offer_at(session, 1, offer)
    run = what_if.run_here(session)
    assert offer is not None and offer.kind == kind and run is not None
    other = next(name for name in offer.names if name != offer.taken)
    assert judged(BET, run, offer, other) == judged(BET, run, offer, other)
    found = COUNTS.search(judged(BET, run, offer, offer.taken))
    assert found is not None and found.groups() == ("0", "0", str(SEEDS))
    one, way = COUNTS.search(judged(BET, run, offer, other)), COUNTS.search(
        judged(BET, run, offer._replace(taken=other), offer.taken))
    assert one is not None and way is not None
    assert one.groups()[:2] == way.groups()[1::-1]


def test_the_sign_test() -> None:
    """Against adding up all outcomes of a fair coin that are as uneven."""
    for better in range(12):
        for worse in range(12):
            of, uneven = better + worse, abs(better - worse)
            wanted = sum(comb(of, k) for k in range(of + 1) if abs(of - 2 * k) >= uneven) / 2 ** of
            assert sign_test(better, worse) == pytest.approx(wanted)
