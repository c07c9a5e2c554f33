"""Be the algorithm, where the rule leaves no choice: what is right leads to the event, what is wrong is refused and
shown on the board; what is known is asked no more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from algorithms import events as e
from algorithms.core import Grain, algorithms
from kit.known_lessons import events, known, short_lessons
from kit.refusals import calls as called
from kit.refusals import text
from kit.session_desk import Clock, finish, open_session, settle
from scenarios.loader import Scenario, find
from visualizer.runs.asking import Asking
from visualizer.runs.calling import calls_of
from visualizer.runs.session import Session


def playing(scenario: Scenario) -> Session:
    """A session in which the moves are the learner's."""
    session = Session(scenario, Clock())
    session.quiz.on = True
    session.choosing.toggle()
    return session


def asked(session: Session, grain: Grain = Grain.MICRO, most: int = 3_000) -> Iterator[Asking]:
    """The questions on the way, each to be answered; who does not closes it."""
    for _ in range(most):
        if session.quiz.open is None:
            if session.at_end:
                return
            session.forward(grain)
            settle(session)
        if (asking := session.quiz.open) is not None:
            yield asking
            if session.quiz.open is asking:
                session.quiz.close()


def calls(session: Session, kind: str, grain: Grain = Grain.MICRO) -> Iterator[Asking]:
    """Those of a kind of call; all else is left to the algorithm."""
    return (asking for asking in asked(session, grain) if asking.question.skill == f"call of a {kind}")


def test_what_is_right_leads_to_the_event_that_settles_it() -> None:
    session = playing(known(find("testing-for-support")))
    asking = next(calls(session, "verdict"))
    timeline, stop = session.timeline, asking.question.stop
    assert isinstance(timeline.events[asking.question.shown - 1], e.NoSupport)
    assert isinstance(timeline.events[stop], e.TupleTried)  # nothing of the value was tried yet
    assert "(0,2) = 0 is tested in C(1,1)" in asking.question.prompt
    asking.choose("prune")
    session.quiz.close()
    assert session.timeline is timeline and not session.past and session.here == asking.question.shown
    assert "So does the algorithm." in session.notice and "1 of 1" in session.notice


def test_what_is_wrong_is_refused_and_shown_on_the_board() -> None:
    session = playing(known(find("testing-for-support")))
    asking = next(calls(session, "verdict"))
    before = session.marks
    asking.choose("stop")
    assert "(1,2) = 0 is still there" in asking.said and not asking.over
    assert session.marks == (*before, "(1,2)")
    asking.choose("keep")
    assert asking.said == "C(1,1) fails with (0,2) = 0, whatever (1,2) is: 0, 1."
    assert session.marks == (*before, "(0,2)", "(1,2)")
    session.quiz.close()
    assert "(1,2)" not in session.marks and session.choosing.refused == 2
    assert "The algorithm: Prune it" in session.notice and session.choosing.made == 0


def test_what_is_so_as_well_is_right() -> None:
    """A rule that M blocks, and that needs an atom of U."""
    puzzle = "puzzle: {kind: program, rules: \"p :- q, r. q :- p. r.\"}\n"
    session = playing(text("unfounded", puzzle, "options: {given: [~r]}\n"))
    both = next(asking for asking in calls(session, "rule") if len(asking.question.right) == 2)
    assert both.question.value == "blocked"
    both.choose("circular")
    session.quiz.close()
    assert session.notice.startswith("That is so, too. The algorithm: M blocks it. 1 of 1")


def test_what_was_right_three_times_and_not_always_the_same_is_asked_no_more() -> None:
    session = playing(known(find("beyond-sums")))
    answered = list[str]()
    for asking in calls(session, "verdict"):
        answered.append(asking.question.value)
        asking.choose(asking.question.value)
    first = next(number for number, name in enumerate(answered) if name != answered[0])
    assert len(answered) == max(3, first + 1) < 15  # of all that there are
    assert session.choosing.calling.knows("verdict")
    session.choosing.toggle()
    assert not session.choosing.calling.knows("verdict")


def test_a_wrong_answer_or_a_hint_begins_the_row_anew() -> None:
    session, answered = playing(known(find("beyond-sums"))), list[str]()
    for number, asking in enumerate(calls(session, "verdict")):
        if number in (2, 4):
            asking.hint() if number == 2 else asking.choose("stop")
        asking.choose(asking.question.value)
        answered.append(asking.question.value)
    assert len(answered) > 6 and len({*answered[5:]}) == 2 and session.choosing.calling.knows("verdict")


def test_the_choice_before_a_call_is_asked_first() -> None:
    """At one place: which constraint comes next, and only then what becomes of its values."""
    session = playing(known(find("beyond-sums")))
    kinds = [asking.question.skill for asking, _ in zip(asked(session, Grain.LANDMARK), range(4), strict=False)]
    assert kinds[0] == "choice of a constraint" and kinds[1] == "call of a verdict"
    stops = [asking.question.stop for asking, _ in zip(asked(playing(known(find("beyond-sums"))), Grain.PHASE),
                                                       range(9), strict=False)]
    assert stops == sorted(stops)


@pytest.mark.parametrize("other", [False, True], ids=["as the algorithm", "otherwise"])
def test_a_call_of_the_event_that_a_choice_leads_to_is_asked_behind_it(other: bool) -> None:
    """Of which place the hands are counted, and then how many that one has."""
    session = playing(known(find("counting-deals")))
    choice = next(asking for asking in asked(session) if asking.question.skill == "choice of a place")
    names = sorted(name for (name,) in choice.question.right if name != choice.question.value)
    place = names[0] if other else choice.question.value
    choice.choose(place)
    session.quiz.close()
    call = session.quiz.open
    assert call is not None and call.question.prompt.startswith(f"Your move: how many legal hands has {place},")
    assert session.here == choice.question.stop == call.question.stop and bool(session.past) == other
    call.choose(call.question.value)
    session.quiz.close()
    assert session.here == call.question.shown and session.quiz.open is None


def test_what_was_asked_is_not_asked_again() -> None:
    session = playing(known(find("testing-for-support")))
    call = next(calls(session, "verdict"))
    session.quiz.close()
    shown = session.here
    session.rewind()
    again = [asking for asking in asked(session, most=shown) if asking.question.shown == call.question.shown]
    assert shown == call.question.shown and not again


def test_a_branch_goes_on_asking() -> None:
    session = playing(known(find("two-constraints-at-a-time")))
    choice = next(asking for asking in asked(session) if asking.question.skill == "choice of a constraint")
    other = next(name for (name,) in sorted(choice.question.right) if name != choice.question.value)
    choice.choose(other)
    session.quiz.close()
    assert session.past
    call = next(calls(session, "partner"))
    assert f"of {other}?" in call.question.prompt
    call.choose(call.question.value)
    session.quiz.close()
    assert session.here == call.question.shown


FAMILIES = {"verdict": "testing-for-support", "pass": "testing-for-support",
            "partner": "two-constraints-at-a-time", "fate": "algorithm-1",
            "undo": "exact-cover", "rule": "what-holds-itself-up", "pivot": "learning-from-a-conflict",
            "count": "two-components-and-the-rest", "unfounded set": "what-holds-itself-up"}


@pytest.mark.parametrize("kind", FAMILIES)
def test_each_kind_is_asked_in_a_lesson(kind: str) -> None:
    session = playing(known(find(FAMILIES[kind])))
    asking = next(calls(session, kind, session.grain))
    question = asking.question
    assert question.prompt.startswith("Your move: ") and 2 <= len(question.options) <= 8
    if question.together is not None:
        for part in question.together.right[question.value]:
            asking.choose(part)
        asking.submit()
    for option in question.options:
        assert question.many or bool(option.why) != ((option.text,) in question.right)
    asking.choose(question.value)
    session.quiz.close()
    assert session.choosing.same == 1


def test_every_kind_is_asked_somewhere() -> None:
    assert {kind for algorithm in algorithms().values() for kind in calls_of(algorithm)} == FAMILIES.keys()


@pytest.mark.parametrize("scenario", [scenario for scenario in sorted(short_lessons(), key=events)
                                      if calls_of(scenario.algorithm)][:8], ids=lambda scenario: scenario.name)
def test_who_answers_calls_sees_the_same_run(scenario: Scenario) -> None:
    session, alone = playing(scenario), Session(scenario, Clock())
    for asking in asked(session):
        asking.choose(asking.question.value)
    settle(finish(session))
    settle(finish(alone))
    assert session.timeline.events == alone.timeline.events and not session.past


def test_what_nobody_can_go_through_is_not_asked() -> None:
    rows = " ".join("." * 12), " ".join("233333333332"), " ".join("." * 12)  # a mine in each column, say: 4,096 ways
    board = 'puzzle: {kind: gnomine, board: "ROWS"}\n'.replace("ROWS", r"\n".join(rows))
    found = [len(call.past) for call in called(text("mine-probabilities", board), "count")]
    session = open_session(f"title: T\nalgorithm: mine-probabilities\n{board}")
    session.timeline.pull_all()
    assert 0 < len(found) < session.timeline.count(e.GroupPlaced, len(session.timeline.events))
