"""Votes: hands are counted, taken back, closed; a class that disagrees votes again; and what is kept of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kit.known_lessons import known
from kit.session_desk import Clock, settle
from kit.user_folder import CONFIG
from scenarios.loader import find
from scenarios.votes import keep_vote, votes_on
from visualizer.canvas.primitives import RecordingCanvas, Rect
from visualizer.canvas.theme import theme
from visualizer.runs.briefing import brief
from visualizer.runs.question import Option, Question
from visualizer.runs.session import Session
from visualizer.runs.voting import HIGH, LOW, Vote, vote_on, voted_before
from visualizer.stage.votes import draw_bars, said_of

OPTIONS = (Option("a", "a"), Option("b", "b", "no"), Option("c", "c", "never"))


def question(answer: str = "choice", options: tuple[Option, ...] = OPTIONS) -> Question:
    return Question("?", answer, options, frozenset({("a",)}), ("", "", "a"), 0, 1, "skill", "a")  # type: ignore[arg-type]


def voted(*hands: int) -> Vote:
    vote = vote_on(question())
    assert vote is not None
    for number, count in enumerate(hands, 1):
        for _ in range(count):
            vote.count(number, 1)
    return vote


@settings(max_examples=30)
@given(st.lists(st.tuples(st.integers(0, 10), st.sampled_from([1, -1])), max_size=60))
def test_hands_are_counted_and_taken_back_and_never_fewer_than_none(presses: list[tuple[int, int]]) -> None:
    vote, expected = voted(), {1: 0, 2: 0, 3: 0}
    for number, by in presses:
        vote.count(number, by)
        if number in expected:
            expected[number] = max(0, expected[number] + by)
    assert vote.hands == list(expected.values())


@settings(max_examples=40)
@given(st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any))
def test_a_class_that_disagrees_votes_again_once(hands: list[int]) -> None:
    vote = voted(*hands)
    assert vote.press()  # closes
    share = hands[0] / sum(hands)
    assert vote.discuss == (LOW <= share <= HIGH)
    vote.count(1, 1)
    assert vote.hands == hands  # nothing is counted while it is closed
    again = vote.discuss
    assert vote.press() == again
    if again:
        assert vote.open
        assert vote.hands == [0, 0, 0]
        vote.count(1, 1)
        assert vote.press()
        assert not vote.press()
        assert vote.said == f"{hands[0]} of {sum(hands)} right, then 1 of 1"


def test_a_vote_without_hands_is_over_at_once() -> None:
    vote = voted()
    assert not vote.press()
    assert (vote.voted, vote.said) == (False, "")


def test_a_second_round_in_which_nobody_votes_leaves_the_first() -> None:
    vote = voted(1, 1)
    vote.press()
    vote.press()
    assert not vote.press()
    assert vote.rounds == [[1, 1, 0]]


def test_the_class_is_never_told_how_many_were_right_before_it_sees() -> None:
    vote = voted(4, 5, 1)
    told = [said_of(vote)]
    while vote.press():
        vote.count(1, 1)
        told.append(said_of(vote))
    assert not any("right" in line for line in told)
    assert told[1].startswith("Talk it over")


@pytest.mark.parametrize(("answer", "options"), [("choice", OPTIONS[:1]), ("choice", OPTIONS * 4),
                                                 ("several", OPTIONS * 4), ("order", OPTIONS[:1])])
def test_what_hands_cannot_answer_is_not_voted_on(answer: str, options: tuple[Option, ...]) -> None:
    assert vote_on(question(answer, options)) is None


def a_number(true: str, *wrong: str) -> Vote:
    options = tuple(Option(text, text, "no") for text in wrong)
    vote = vote_on(Question("?", "number", options, frozenset({(true,)}), ("", "", true), 0, 1, "skill", true))
    assert vote is not None
    return vote


@settings(max_examples=60)
@given(st.integers(0, 50), st.lists(st.integers(0, 50), max_size=12))
def test_a_number_is_chosen_from_some_one_of_which_is_right(true: int, wrong: list[int]) -> None:
    vote = a_number(str(true), *map(str, wrong))
    *numbers, other = [option.text for option in vote.options]
    assert other == "another number" and 3 <= len(numbers) <= 8
    assert numbers == sorted(set(numbers), key=int) and vote.right == {str(true)} <= set(numbers)
    assert set(numbers) >= set(map(str, wrong)) or len(numbers) == 8


def test_numbers_that_are_no_whole_ones_have_neighbours_too() -> None:
    assert [option.text for option in a_number("1/3").options] == ["1/6", "1/3", "2/3", "another number"]
    assert [option.text for option in a_number("0").options] == ["0", "1", "2", "another number"]


@settings(max_examples=40)
@given(st.lists(st.integers(0, 9), min_size=3, max_size=3).filter(any))
def test_of_several_parts_each_is_a_vote_of_its_own(hands: list[int]) -> None:
    """Right is who raises a hand for a and c, and none for b."""
    asked = Question("?", "several", OPTIONS, frozenset({("a", "c")}), ("", "", "a, c"), 0, 1, "skill", "a, c")
    vote = vote_on(asked)
    assert vote is not None and vote.kind == "parts"
    for number, count in enumerate(hands, 1):
        for _ in range(count):
            vote.count(number, 1)
    class_ = max(hands)
    right = hands[0] + (class_ - hands[1]) + hands[2]
    assert vote.share(vote.hands) == pytest.approx(right / (3 * class_))
    assert "each that belongs" in said_of(vote)
    vote.press()
    assert vote.said == f"{right / (3 * class_):.0%} right"


def test_of_an_order_one_votes_on_what_comes_first() -> None:
    asked = Question("?", "order", OPTIONS, frozenset({("b", "a", "c")}), ("", "", ""), 0, 1, "skill", "b, a, c")
    vote = vote_on(asked)
    assert vote is not None and vote.kind == "first" and vote.right == {"b"}
    assert "what comes first" in said_of(vote)


def test_votes_stay_with_the_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    keep_vote("one", 3, "2026-01-01", ["a", "b"], [[1, 2]])
    keep_vote("one", 3, "2026-01-02", ["a", "b"], [[2, 2], [4, 0]])
    keep_vote("two", 3, "2026-01-02", ["a", "b"], [[0, 1]])
    assert [vote["rounds"] for vote in votes_on("one", 3)] == [[[1, 2]], [[2, 2], [4, 0]]]
    assert votes_on("one", 4) == []
    (next(tmp_path.rglob("votes.json"))).write_text('{"one": [1], "two": {"3": [7]}}', encoding="utf-8")
    assert votes_on("one", 3) == votes_on("two", 3) == []
    keep_vote("one", 3, "2026-01-03", ["a"], [[1]])
    assert len(votes_on("one", 3)) == 1


def test_the_presenter_sees_how_long_the_first_round_may_still_take() -> None:
    clock = Clock()
    session = Session(known(find("learning-from-a-conflict")), clock)
    session.quiz.on = True
    while session.quiz.open is None or session.quiz.left is None:
        assert not session.at_end
        session.quiz.close()
        settle(session)
        session.forward("cue")
        settle(session)
    session.quiz.open.vote = vote = vote_on(session.quiz.open.question)
    assert vote is not None and brief(session).state == "Voting: 0 hands, 40 s left. Page Down closes."
    clock.now += 15
    vote.count(1, 1)
    assert brief(session).state == "Voting: 1 hands, 25 s left. Page Down closes."
    clock.now += 30
    assert "the time is up" in brief(session).state
    vote.rounds.append([0] * len(vote.options))
    assert brief(session).state == "Voting, second round: 0 hands. Page Down closes."


def drawn(vote: Vote) -> tuple[list[float], list[str]]:
    """The widths of the bars for the first answer, in a place 100 wide, and the texts in it."""
    canvas = RecordingCanvas()
    draw_bars(canvas, Rect(0, 0, 100, 40), 1, vote, theme("dark"), 1.0)
    widths = [float(str(op[1][2])) for op in canvas.ops if op[0] == "rect"]
    return widths, [str(op[1][2]) for op in canvas.ops if op[0] == "text"]


def test_there_are_no_bars_before_a_vote_closes_and_then_those_of_both_rounds() -> None:
    vote = voted(2, 2)
    assert drawn(vote) == ([], [])
    vote.press()
    assert drawn(vote) == ([50.0], ["2"])
    vote.press()
    for number in (1, 1, 1, 2):
        vote.count(number, 1)
    assert drawn(vote) == ([], [])
    vote.press()
    assert drawn(vote) == ([50.0, 75.0], ["2 → 3"])


def test_what_was_voted_before_is_told_where_the_answers_were_the_same() -> None:
    kept = {"day": "2026-11-22", "answers": ["a", "b", "c"], "rounds": [[1, 2, 0], [3, 0, 0]]}
    assert voted_before(question(), [kept]) == "Voted on before, on 2026-11-22: 1 of 3 right, then 3 of 3."
    other = kept | {"answers": ["a", "b"], "rounds": [[0, 1]]}
    assert voted_before(question(), [kept, kept, other]).startswith("Voted on before, 2 times, last on 2026-11-22: ")
    for rounds in ([[1]], 3, [1], [], None):
        assert voted_before(question(), [kept | {"rounds": rounds}]) == ""
    assert voted_before(question(), [other]) == voted_before(question(), [{"day": "x"}]) == ""
    assert voted_before(question(), []) == ""
