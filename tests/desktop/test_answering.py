"""A question in the window: answered by keys, by the mouse, on the board; skipped, left, and asked again."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorithms.events import ClauseUnit, ConstraintTight, Decided
from algorithms.problems.forms.cnf import negation
from kit.drawn_texts import common
from kit.window_desk import Desk, window
from scenarios.loader import find, load
from visualizer.canvas.primitives import RecordingCanvas, Rect, wrap_text
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs import what_if
from visualizer.runs.asking import OPEN, Asking
from visualizer.runs.questions import questions_of
from visualizer.runs.quiz import Quiz
from visualizer.stage.question import card_height, lay_out_card, question_text
from visualizer.window.projector import Written


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path, asks=True) as found:
        yield found


def at_the_question(desk: Desk, name: str = "the-fog-of-search", cues: int = 6) -> Quiz:
    """A lesson, gone through until it asks."""
    quiz = desk.open(name).session.quiz
    for _ in range(cues):
        desk.key("page down")
    assert quiz.open is not None
    return quiz


def asks(desk: Desk) -> bool:
    """Is a question open?"""
    return desk.stage.session.asks


def arrive(desk: Desk) -> None:
    """The run to the event is over."""
    for _ in range(20):
        desk.frame(0.5)


@pytest.mark.parametrize("keys", ["escape", "1 2"])
def test_what_was_said_of_an_open_question_goes_with_it(desk: Desk, keys: str) -> None:
    at_the_question(desk, "a-number-is-a-constraint", 5)
    desk.key("page down")
    assert desk.stage.session.notice == OPEN
    for key in keys.split():  # the second answer is the reason of the first
        desk.key(key)
    assert not asks(desk)
    assert desk.stage.session.notice == ""


def test_the_card_has_room_for_all_that_may_be_said(desk: Desk) -> None:
    asking = at_the_question(desk).open
    assert asking is not None
    canvas, question = RecordingCanvas(), asking.question
    said = [*question.hints, question.missing, *(option.why for option in question.options)]
    for width in (320.0, 500.0, 612.0, 640.0, 830.0, 1200.0):
        box = Rect(0, 0, width, card_height(canvas, width, 600.0, asking, 1.0))
        card = lay_out_card(canvas, box, asking, 1.0)
        size = 16 * card.scale
        assert all(len(wrap_text(canvas, text, card.said.w, size)) * size * 1.3 <= card.said.h + 1 for text in said)
        for place in (*card.options, card.buttons):
            shared = common(place, card.said)
            assert shared.w <= 0 or shared.h <= 0
            assert box.contains(*place.center)


def test_it_stops_before_the_event_and_keys_answer_it(desk: Desk) -> None:
    quiz = at_the_question(desk)
    session = desk.stage.session
    asking = quiz.open
    assert asking is not None
    stop = session.here
    assert stop == asking.question.stop < asking.question.shown
    desk.key("right", "space", "page down", "end")  # nothing leads past it
    assert session.here == stop
    wrong = [option.text for option in asking.options].index("H") + 1
    desk.key(str(wrong))
    assert asking.tone == "bad"
    assert "two open variables" in asking.said
    right = [option.text for option in asking.options].index("G") + 1
    desk.key(str(right))
    arrive(desk)
    assert quiz.open is None
    assert session.here == asking.question.shown
    assert quiz.points == 0.5
    assert quiz.told().signed == "✓ Right: ½ point"


def test_the_board_answers_it_and_so_do_arrows(desk: Desk) -> None:
    quiz = at_the_question(desk)
    desk.click(*desk.over("G"))
    arrive(desk)
    assert quiz.points == 1.0
    quiz = at_the_question(desk, "where-gac-must-stop", 1)
    desk.key("right", "return", "right", "right", "return")
    assert quiz.open is not None
    assert quiz.open.chosen == ["(0,0)", "(0,2)"]
    desk.click(*desk.boxes()["question-done"].center)
    assert quiz.told().heading == "Your answer: (0,0), (0,2)"


def test_what_became_of_a_pinned_answer_is_told_once(desk: Desk) -> None:
    """Where it shows, in a line of its own; the next cues have their own words."""
    quiz = at_the_question(desk, "a-number-is-a-constraint", 5)
    session = desk.stage.session
    for key in "21":
        desk.key(key)
    seen = []
    for _ in range(6):
        words = desk.stage.band.words()
        seen.append((quiz.told().heading, words is not None and words.text.split("\n")[-1] == session.say))
        desk.key("page down")
        arrive(desk)
    assert seen == [("Your answer: (2,0)", True)] * 4 + [("You said (2,0). The answer: (0,2)", True), ("", False)]


def test_hints_lead_to_the_answer_for_no_point(desk: Desk) -> None:
    quiz = at_the_question(desk)
    for _ in range(3):
        desk.click(*desk.boxes()["question-hint"].center)
    assert quiz.open is not None
    assert quiz.open.over
    assert "G" in quiz.open.said
    desk.key("return")
    arrive(desk)
    assert (quiz.points, quiz.told().signed) == (0.0, "✗ The answer: G")


def test_it_is_skipped_and_asked_again_but_not_scored_again(desk: Desk) -> None:
    quiz = at_the_question(desk)
    desk.key("escape")
    arrive(desk)
    assert not asks(desk)
    desk.key("page up", "page down")
    assert asks(desk)
    desk.click(*desk.over("G"))
    arrive(desk)
    assert quiz.points == 0.0


def at_the_question_here(desk: Desk) -> Quiz:
    """The lesson on show, gone through from its start until it asks."""
    desk.key("home", *["page down"] * 6)
    assert desk.stage.session.quiz.open is not None
    return desk.stage.session.quiz


def test_what_only_a_branch_has_shown_is_asked_for_points(desk: Desk) -> None:
    session = desk.open("the-fog-of-search").session
    offer = what_if.offer_at(session)
    assert offer is not None
    what_if.otherwise(session, offer, next(name for name in offer.names if name != offer.taken))
    desk.key("end")
    assert session.strayed and session.at_end and session.own_places == (offer.at,)
    desk.key("ctrl z")
    quiz = at_the_question_here(desk)
    desk.click(*desk.over("G"))
    arrive(desk)
    assert quiz.points == 1.0


def test_what_the_run_itself_has_shown_is_asked_without_points(desk: Desk) -> None:
    desk.open("the-fog-of-search")
    desk.key("end")
    quiz = at_the_question_here(desk)
    desk.click(*desk.over("G"))
    arrive(desk)
    assert (quiz.points, quiz.told().signed) == (0.0, "✓ Right")


def test_a_belief_that_answers_show_offers_its_lesson(desk: Desk) -> None:
    """Until something else is said; in that lesson itself it does not."""
    session = desk.open("without-learning").session
    quiz, beliefs = session.quiz, questions_of(session.scenario.algorithm).misconceptions
    session.quiz.on, session.quiz._asks = True, {}
    desk.key("q")
    belief = next(belief for belief in beliefs if belief.lesson == "learning-from-a-conflict")
    quiz.beliefs._last.extend([belief.name] * 4)
    while not asks(desk):
        desk.key("right")
    desk.key("i", "i", "i", "return")
    arrive(desk)
    assert belief.name in session.notice and session.offers == "learning-from-a-conflict"
    assert "next-lesson" in desk.boxes()
    desk.key("right")
    assert "next-lesson" not in desk.boxes()
    session.offers = "without-learning"
    assert desk.stage.transport.offered is None
    session.offers = "learning-from-a-conflict"
    desk.key("n")
    assert desk.stage.session.scenario.name == "14-learning-from-a-conflict"


def test_a_number_is_typed(desk: Desk) -> None:
    quiz = desk.open("learning-from-a-conflict").session.quiz
    for _ in range(20):
        if quiz.open is None or quiz.open.question.answer != "number":
            desk.key("escape" if asks(desk) else "page down")
            arrive(desk)
    desk.key("3", "return")
    assert quiz.open is not None
    assert "unit" in quiz.open.said
    desk.key("1", "return")
    arrive(desk)
    assert quiz.points == 0.5


def test_the_play_button_waits(desk: Desk) -> None:
    quiz = desk.open("where-gac-must-stop").session.quiz
    desk.key("space")
    for _ in range(40):
        desk.frame(1.0)
    assert quiz.open is not None
    assert desk.stage.session.presenting
    desk.key("escape")
    for _ in range(40):
        desk.frame(1.0)
    assert desk.stage.session.here > 0


def test_random_keys_never_break_it(desk: Desk) -> None:
    rng = random.Random(4)
    keys = ("1", "2", "3", "9", "right", "left", "up", "down", "return", "escape", "i", "h", "tab", "space",
            "page down", "page up", "q", "home", "backspace", "l", "s", "w", "shift right")
    for name, cues in (("the-fog-of-search", 6), ("where-gac-must-stop", 1), ("learning-from-a-conflict", 7)):
        at_the_question(desk, name, cues)
        for _ in range(25):
            desk.key(rng.choice(keys))
            if desk.app.screen is desk.app.gallery:
                at_the_question(desk, name, cues)


def answer_right(desk: Desk, asking: Asking) -> None:
    """By the key of an option, or typed."""
    (right,) = next(iter(asking.question.right))
    if asking.options:
        desk.key(str([option.text for option in asking.options].index(right) + 1))
    else:
        desk.type(right)
        desk.key("return")


def test_predict_mode_asks_by_itself(desk: Desk) -> None:
    session = desk.open("a-beginner-board").session
    session.quiz._asks = {}  # the lesson's own come first
    desk.key("q", "4", "right")
    quiz = session.quiz
    for _ in range(40):
        if quiz.open is not None:
            break
        desk.key("right")
    asking = quiz.open
    assert asking is not None
    event = session.timeline.events[asking.question.shown - 1]
    assert session.here == asking.question.stop < asking.question.shown
    answer_right(desk, asking)
    if asking.question.why is not None and not asking.over:
        answer_right(desk, asking)
    assert session.timeline.event is event
    assert session.notice.startswith("✓ Right – 1 of 1 predicted")
    desk.key("q")
    assert session.notice.startswith("Predict is off. Predicted: ")


def test_predict_mode_has_a_button(desk: Desk) -> None:
    predicting = desk.open("a-beginner-board").session.quiz.predicting
    for on in (True, False):
        desk.click(*desk.boxes()["predict"].center)
        assert predicting.on is on
    desk.app.open(load(find("order-does-not-matter")))
    desk.frame()
    desk.click(*desk.boxes()["predict"].center)
    assert desk.compared.comparison.quiz.predicting.on


def test_what_predict_asks_for_is_chosen_from_a_list(desk: Desk) -> None:
    predicting = desk.open("a-beginner-board").session.quiz.predicting
    assert "predict-kinds" not in desk.boxes()
    desk.key("q")
    names = list(predicting.kinds)
    desk.click(*desk.boxes()["predict-kinds"].center)
    desk.key("down", "return", "down", "return")  # it stays open
    assert predicting.aside == {predicting.kinds[name] for name in names[:2]}
    desk.key("home", "return", "escape")
    assert not predicting.aside and desk.app.ui.popup is None


def test_points_are_kept_with_the_lesson(desk: Desk) -> None:
    quiz = at_the_question(desk)
    desk.click(*desk.over("G"))
    arrive(desk)
    cue = quiz.cue
    desk.app.leave()
    session = desk.open("the-fog-of-search").session
    assert session.points == {cue: 1.0}
    assert session.quiz.points == 1.0


def test_the_back_row_reads_the_question(desk: Desk) -> None:
    quiz = at_the_question(desk)
    assert quiz.open is not None
    desk.key("f5")
    assert question_text(quiz.open).startswith(f"{quiz.open.question.prompt} 1: F")
    earlier = Written("A title", "It was said.", heading="Earlier, at cue 1", dim=True)
    written = earlier.asking(quiz.open)
    assert (written.heading, written.dim, written.answers) == ("", False, True)
    answers = [f"*{number}:* {option.label}" for number, option in enumerate(quiz.open.options, 1)]
    assert written.laid_out(beside=True).split("\n") == [quiz.open.question.prompt, *answers]
    assert written.laid_out(beside=False) == f"{quiz.open.question.prompt} {' · '.join(answers)}"
    assert earlier.asking(None) == earlier
    desk.key("i")
    hinted = earlier.asking(quiz.open)
    assert hinted.laid_out(beside=False).split("\n") == [written.laid_out(beside=False), quiz.open.said]
    desk.key("escape")
    assert not asks(desk)


def test_back_from_a_branch_the_lesson_asks_again(desk: Desk) -> None:
    """On a branch it is silent; but not for good."""
    session = desk.open("the-fog-of-search").session
    desk.key("right", "z", "return")
    assert session.strayed
    desk.key("shift z")
    assert session.lanes.current is session.lanes.first and session.past
    for _ in range(6):
        desk.key("page down")
    assert session.quiz.open is not None


def test_a_branch_is_predicted_but_no_wrong_event(desk: Desk) -> None:
    session = desk.open("the-fog-of-search").session
    session.quiz.on = True
    desk.key("right", "z", "return")
    assert session.strayed and session.predictable
    session.quiz.predicting.toggle()
    for _ in range(40):
        desk.key("right")
        if session.quiz.open is not None:
            break
    assert session.quiz.open is not None and session.quiz.cue < 0
    desk.key("escape", "q", "shift z", "y")
    assert session.hunt.on and not session.predictable


def test_why_waits_for_the_answer_too(desk: Desk) -> None:
    """A click answers then, and what would explain could give the answer away."""
    asking, session = at_the_question(desk).open, desk.stage.session
    for press in ("w", "shift w"):
        session.notice = ""
        desk.key(press)
        assert session.notice.startswith("A question is open") and not session.answered
    for name in ("why", "why-not"):
        desk.click(*desk.boxes()[name].center)
        assert not desk.stage.board.asking and session.quiz.open is asking


CHOICE = 'title: T\nalgorithm: {}\npuzzle: {{kind: cnf, formula: "~p | q, ~p | r, q | r, ~q | ~r"}}\n'
LISTING = "a-backbone-by-listing-models"


def your_move(desk: Desk, algorithm: str = "") -> Asking:
    """A choice of that algorithm on a clause board, or of the lesson that lists the models of a board."""
    desk.app.open(load(Path("t.yaml"), CHOICE.format(algorithm)) if algorithm else load(find(LISTING)))
    desk.frame()
    session = desk.stage.session
    session.quiz._asks = {}
    desk.key("shift y")
    return next_move(desk)


def next_move(desk: Desk) -> Asking:
    """The next literal to be decided; other questions are left to the algorithm."""
    quiz = desk.stage.session.quiz
    for _ in range(200):
        desk.key("right" if quiz.open is None else "escape")
        if quiz.open is not None and "which literal comes next" in quiz.open.question.prompt:
            return quiz.open
    raise AssertionError("nothing is decided")


@pytest.mark.parametrize("algorithm", ["backbone-enumerate", "dpll", "cdcl"])
@pytest.mark.parametrize(("drawn", "button"), [("q", 1), ("¬q", 1), ("q", 3), ("¬r", 1), ("¬r", 3), ("¬p", 3)])
def test_a_click_on_a_literal_is_the_move(desk: Desk, algorithm: str, drawn: str, button: int) -> None:
    asking, board = your_move(desk, algorithm), desk.stage.session.board
    assert isinstance(board, FormulaBoard)
    spots = [place.center for row in board._placed for place in row[1:]]
    desk.click(*next(spot for spot in spots if board.literal_at(*spot) == drawn), button=button)
    literal = negation(drawn) if button == 3 else drawn
    assert asking.over and asking.given == (literal,)
    assert desk.stage.session.timeline.event == Decided(literal, 1)


@pytest.mark.parametrize("button", [1, 3])
def test_a_click_on_a_field_is_the_move_whether_it_is_listed_or_not(desk: Desk, button: int) -> None:
    """With the left button there is no mine, with the right one there is, as in the game."""
    question = your_move(desk).question
    listed = {option.text.lstrip("¬") for option in question.options}
    places = {name.lstrip("¬") for (name,) in question.right}
    assert places & listed and places - listed
    for place in (min(places & listed), min(places - listed)):
        asking = your_move(desk)
        desk.click(*desk.over(place), button=button)
        literal = place if button == 3 else f"¬{place}"
        event = desk.stage.session.timeline.event
        assert asking.given == (literal,) and isinstance(event, Decided) and event.literal == literal


def test_a_click_on_a_field_that_has_a_value_says_why_it_cannot_be_the_move(desk: Desk) -> None:
    asking = your_move(desk)
    while not (refused := [option for option in asking.question.beside if option.why]):
        asking = next_move(desk)
    desk.click(*desk.over(refused[0].text.lstrip("¬")))
    assert asking.said.endswith("Only an open literal can be decided.") and asking.tone == "bad" and not asking.over


NUMBERED = "title: T\nalgorithm: {}\npuzzle: {{kind: cnf, dimacs: \"{}\"}}\n"
FEW = "p cnf 6 5\\n1 2 0\\n3 0\\n4 0\\n-4 5 0\\n-3 -4 6 0\\n"
THREES = "".join(f"{at} {at % 40 + 1} -{(at + 7) % 40 + 1} 0\\n" for at in range(1, 41)) * 10
MANY = f"p cnf 40 402\\n{THREES}3 0\\n4 0\\n"


def which_comes_next(desk: Desk, algorithm: str, formula: str) -> Asking:
    desk.app.open(load(Path("t.yaml"), NUMBERED.format(algorithm, formula)))
    desk.frame()
    desk.key("shift y")
    quiz = desk.stage.session.quiz
    for _ in range(20):
        desk.key("right")
        if quiz.open is not None:
            desk.frame()
            return quiz.open
    raise AssertionError("nothing is chosen")


def on_clause(desk: Desk, number: str, part: float) -> tuple[float, float]:
    """A point of a clause: its number at 0, its last literal at 1."""
    board = desk.stage.session.board
    assert isinstance(board, FormulaBoard)
    place = board.place(desk.stage.board._box, f"clause {number}").inset(2)
    return place.x + place.w * part, place.center[1]


@pytest.mark.parametrize("algorithm", ["unit-propagation", "at-least-propagation"])
@pytest.mark.parametrize("formula", [FEW, MANY])
@pytest.mark.parametrize("part", [0.02, 0.98])
def test_a_click_on_a_clause_is_the_move(desk: Desk, algorithm: str, formula: str, part: float) -> None:
    """On its number or a literal, on its tile in the map of a large formula, and whether the algorithm would take it.
    Where nothing follows from one, it is told why not, listed or not."""
    asking = which_comes_next(desk, algorithm, formula)
    right = {name for (name,) in asking.question.right}
    listed = {option.text for option in asking.options}
    refused = {option.text for option in asking.pointable if option.why}
    board = desk.stage.session.board
    assert isinstance(board, FormulaBoard) and board._mapped == (formula == MANY)
    assert len(right) == 2 and refused & listed
    assert right | refused == {str(number) for number in range(1, len(board.puzzle.clauses) + 1)}
    for number in (min(refused & listed), *sorted(refused - listed, key=int)[-1:]):
        desk.click(*on_clause(desk, number, part))
        assert asking.tone == "bad" and asking.given == (number,) and not asking.over
        assert asking.said == next(option.why for option in asking.pointable if option.text == number)
    number = next(iter(right - {asking.question.value}))
    desk.click(*on_clause(desk, number, part))
    assert asking.over and asking.right and asking.given == (number,)
    event = desk.stage.session.timeline.event
    assert isinstance(event, ClauseUnit | ConstraintTight)
    assert str(event.clause if isinstance(event, ClauseUnit) else event.constraint) == number


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 800)])
@pytest.mark.parametrize("lesson", ["counting-deals", "a-number-is-a-constraint"])  # a number is typed, or clicked
def test_the_buttons_of_a_question_can_be_read_in_a_small_window(desk: Desk, lesson: str,
                                                                 size: tuple[int, int]) -> None:
    desk.resize(*size)
    desk.open(lesson)
    for _ in range(10):
        if not asks(desk):
            desk.key("page down")
    for _ in range(3):  # hints, and what the button says then
        ui, boxes, asking = desk.app.ui, desk.boxes(), desk.stage.questions.asking
        assert asking is not None
        assert all(ui.fits(label, boxes[f"question-{name}"].w) for name, label in (
            ("hint", asking.offer), ("skip", "Skip")))
        desk.key("i")
