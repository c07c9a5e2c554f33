"""A comparison in the window that asks, and is asked: questions about one of its runs, predictions, proofs, votes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from algorithms.problems.forms.relations import RelationError
from kit.two_ways import written
from kit.window_desk import Desk, window
from scenarios.conditions import Vocabulary
from scenarios.loader import find, load, own_lessons
from visualizer.puzzles.formula import FormulaBoard
from visualizer.runs.asking import Asking
from visualizer.runs.quiz import Quiz
from visualizer.runs.stopping import read_stop
from visualizer.window.compare_screen import CompareScreen


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with window(tmp_path / "settings", load(written(tmp_path)), asks=True) as found:
        yield found


def quiz_of(desk: Desk) -> Quiz:
    return desk.compared.comparison.quiz


def asked(desk: Desk) -> Asking:
    asking = quiz_of(desk).open
    assert asking is not None
    return asking


def arrive(desk: Desk) -> None:
    """The runs to where a cue ends are over."""
    while desk.compared.comparison.running:
        desk.frame(0.2)


def at_the_question(desk: Desk) -> Asking:
    desk.key("page down", "page down")
    arrive(desk)
    return asked(desk)


def point(desk: Desk, board: int, place: str) -> None:
    """The pointer goes to a place on the board of that run."""
    screen = desk.compared
    box = desk.boxes()[f"board{board}"]
    for x in range(int(box.x) + 2, int(box.right), 6):
        for y in range(int(box.y) + 2, int(box.bottom), 6):
            desk.app.ui.mouse_move(x, y)
            if (screen.boards.pointed, screen.boards.over) == (place, board):
                desk.move(x, y)
                return
    raise AssertionError(f"{place} is nowhere on board {board}")


def click(desk: Desk, board: int, place: str) -> None:
    point(desk, board, place)
    desk.click(*desk.app.ui.pointer)


def test_the_run_that_is_meant_stops_before_the_event_and_its_board_answers(desk: Desk) -> None:
    asking, comparison = at_the_question(desk), desk.compared.comparison
    stop, shown = asking.question.stop, asking.question.shown
    assert asking.of == (1, "constraints") and comparison.here == (stop, stop) and stop < shown
    desk.key("right", "space", "page down", "end", "d")  # nothing leads past it
    assert comparison.here == (stop, stop)
    assert "A question is open" in comparison.notice
    right = asking.question.value
    click(desk, 1, right)
    assert asking.tries == 0 and comparison.notice == "The question is about run 1, constraints: click its board."
    click(desk, 0, right)
    arrive(desk)
    assert comparison.here[0] == shown and quiz_of(desk).points == 1.0
    words = desk.compared._view().words
    assert words.heading == "✓ Right: 1 point" and words.text.startswith(f"{right} has lost")


def test_a_wrong_answer_gets_its_reason_and_hints_lead_to_the_right_one(desk: Desk) -> None:
    asking = at_the_question(desk)
    right = {text for given in asking.question.right for text in given}
    wrong = next((number for number, option in enumerate(asking.options, 1) if option.text not in right), None)
    if wrong is not None:
        desk.key(str(wrong))
        assert asking.tone == "bad" and asking.said
    desk.key("i")
    assert asking.said == "Look at the corners."
    desk.click(*desk.boxes()["question-hint"].center)
    desk.key("i", "return")
    arrive(desk)
    assert quiz_of(desk).told().signed.startswith("✗ The answer: ") and quiz_of(desk).points == 0.0


def test_a_later_answer_is_pinned_until_its_run_is_at_the_end(desk: Desk) -> None:
    at_the_question(desk)
    desk.key("escape")
    arrive(desk)
    desk.key("page down")
    asking, comparison = asked(desk), desk.compared.comparison
    assert asking.of == (2, "models") and asking.question.answer == "number"
    models = int(asking.question.value)
    desk.type(str(models))
    desk.key("return")
    assert quiz_of(desk).told().heading == f"Your answer: {models}"
    desk.key("page down")
    arrive(desk)
    assert comparison.at_end and quiz_of(desk).told().signed == f"✓ You said {models}. Right: 1 point"
    assert comparison.timelines[1].total(comparison.scenario.runs[1].algorithm.counters[0]) >= models


def test_arrows_walk_on_the_board_that_is_asked_about(desk: Desk) -> None:
    asking = at_the_question(desk)
    desk.key("right")
    assert desk.compared.boards.over == 0 and desk.compared.boards.pointed in [one.text for one in asking.options]
    desk.key("return")
    assert asking.tries == 1


def test_what_was_skipped_is_asked_again_but_not_scored_again(desk: Desk) -> None:
    at_the_question(desk)
    desk.key("escape")
    arrive(desk)
    assert not desk.compared.comparison.asks
    desk.key("page up", "page down")
    arrive(desk)
    click(desk, 0, asked(desk).question.value)
    arrive(desk)
    assert quiz_of(desk).points == 0.0


def test_predict_mode_asks_the_runs_in_turn(desk: Desk) -> None:
    comparison = desk.compared.comparison
    comparison.quiz._asks = {}  # the lesson's own come first
    comparison.clock = comparison.quiz.predicting.clock = iter(range(0, 10 ** 9, 60)).__next__  # no pause between two
    desk.key("q", "1")
    assert comparison.notice.startswith("Predict:")
    leads = []
    for _ in range(160):
        desk.key("right")
        if comparison.asks:
            asking, lead = asked(desk), comparison.quiz.lead
            assert asking.of == (lead + 1, comparison.scenario.runs[lead].name)
            assert comparison.here[lead] == asking.question.stop
            event = comparison.timelines[lead].events[asking.question.shown - 1]
            leads.append(lead)
            desk.key("escape")
            assert comparison.timelines[lead].event is event
        if len(set(leads)) > 1:
            break
    assert {0, 1} == set(leads)


def test_why_is_proven_on_the_board_of_the_run_that_was_asked(desk: Desk) -> None:
    comparison = desk.compared.comparison
    comparison.quiz.on = desk.asks = False
    desk.key("end")
    point(desk, 1, "(1,1)")
    desk.key("w")
    assert comparison.answered == "Why (1,1)? – 2, models" and "W proves it" in comparison.notice
    desk.key("w")
    told = comparison.told
    assert told is not None and told.index == 1 and told.chain is not None
    view = desk.compared._view()
    assert view.proof is not None and view.proof.chain is told.chain
    assert [bool(single.reason) for single in view.views()] == [False, bool(told.reason)]
    before, steps = told.chain.at, len(told.chain.rows)
    desk.key("w")
    assert told.chain.at == (before - 1) % steps and comparison.here == comparison.together.lengths
    desk.key("left")
    assert told.chain.at == before
    desk.key("escape")
    assert comparison.told is None and comparison.answered == ""


def test_why_not_is_refuted_and_other_boards_are_asked(desk: Desk) -> None:
    comparison = desk.compared.comparison
    comparison.quiz.on = desk.asks = False
    desk.key("end")
    point(desk, 0, "(1,1)")
    desk.key("shift w")
    assert comparison.answered.startswith("Why not no mine at (1,1)?") and comparison.answered.endswith("constraints")
    assert comparison.told is not None and comparison.told.chain is not None
    click(desk, 1, "(0,1)")
    assert [side.on_show for side in comparison.sides] == [False, True]
    desk.key("left")
    assert [side.on_show for side in comparison.sides] == [False, False]
    desk.move(1, 1)
    desk.key("shift w")
    assert "Point at a place" in comparison.notice


def written_by(desk: Desk) -> list[str]:
    """All texts of a frame."""
    drawn: list[str] = []
    canvas = desk.app.canvas
    text = canvas.text

    def noted(at: object, said: str, size: float, *rest: object) -> None:
        drawn.append(said)
        text(at, said, size, *rest)  # type: ignore[arg-type]

    canvas.text = noted  # type: ignore[method-assign, assignment]
    desk.frame()
    del canvas.text
    return drawn


def test_x_goes_on_from_a_number_of_the_table(desk: Desk) -> None:
    """Which was asked for by Return, before any other."""
    desk.asks = False
    desk.key("end")
    numbers = desk.compared.numbers
    counters = desk.compared.comparison.scenario.runs[0].algorithm.counters
    numbers.audit.ask(counters[0])
    desk.key("x")
    assert numbers.audit.audit is not None
    assert numbers.audit.audit.counter is counters[1]


def test_on_the_projector_the_audit_names_its_run(desk: Desk) -> None:
    desk.asks = False
    desk.key("end", "f5")
    for lead, run in enumerate(desk.compared.comparison.scenario.runs):
        desk.compared.numbers.audit.ask(run.algorithm.counters[0], lead)
        desk.frame()
        named = written_by(desk).count(run.name)
        desk.compared.numbers.audit.close()
        assert named == 1 + written_by(desk).count(run.name) > 1, run.name


@pytest.mark.parametrize("compares", [True, False])
def test_on_the_projector_the_steps_of_a_proof_are_read(desk: Desk, compares: bool) -> None:
    """All panels are away there: the proof stands beside the words, or below them."""
    if not compares:
        desk.open("a-number-is-a-constraint")
    desk.asks = False
    desk.frame()
    desk.key("end")
    screen = desk.compared if compares else desk.stage
    if compares:
        desk.compared.comparison.why(0, "(1,1)")
        desk.compared.comparison.why(0, "(1,1)")
    else:
        place = next(x for x in desk.stage.session.state.inferred)
        desk.stage.session.why(place)
        desk.stage.session.why(place)
    desk.key("f5")
    told = desk.compared.comparison.told if compares else desk.stage.session
    assert told is not None and told.chain is not None
    assert "The proof" in written_by(desk)
    assert screen.projector.on


def test_a_condition_stops_the_run_that_it_names_or_any(desk: Desk) -> None:
    comparison, stops = desk.compared.comparison, desk.compared.stops
    desk.asks = False
    desk.key("f6")
    desk.type("nobody: Modelled")
    desk.key("return")
    assert stops.error.startswith("there is no run 'nobody'")
    stops.text = ""
    for text in ("models: Modelled", "Pruned"):
        stops.text = text
        desk.key("return")
        assert stops.error == ""
    assert [sorted(stop.of) for stop in comparison.stops.stops] == [[1], [0]]  # models has nothing that it prunes
    desk.key("f6", "1")
    found, where = [], []
    for _ in range(6):
        desk.key("f7")
        found.append(comparison.notice)
        where.append(comparison.here)
        assert all(a <= b for a, b in zip(where[-2:][0], where[-1], strict=True))
    assert any(said.startswith("Stopped: constraints: Pruned") for said in found)
    assert any("models: Modelled" in said for said in found)
    for said, place in zip(found, where, strict=True):
        events = [timeline.events[at - 1] if at else None
                  for timeline, at in zip(comparison.timelines, place, strict=True)]
        kinds = [kind.__name__ for event in events for kind in type(event).__mro__]
        assert ("Pruned" in said) == ("Pruned" in kinds) and ("Modelled" in said) == ("Modelled" in kinds)
    desk.key("shift f7")
    assert comparison.here == where[-2]


def test_a_run_stops_by_itself_and_goes_on_to_its_cue(desk: Desk) -> None:
    comparison, stops = desk.compared.comparison, desk.compared.stops
    desk.asks = False
    stops.text = "constraints: Pruned and pruned == 3"
    stops._add()
    assert stops.error == ""
    desk.key("1", "shift space")
    arrive(desk)
    assert comparison.notice == "Stopped: constraints: Pruned and pruned == 3. Space goes on."
    assert comparison.timelines[0].total(comparison.scenario.runs[0].algorithm.counters[-1]) == 3
    desk.key("home", "page down", "page down", "page down", "page down")
    arrive(desk)
    assert comparison.notice.startswith("Stopped")
    desk.key("page down")
    arrive(desk)
    assert comparison.at_end


def test_a_bookmark_is_a_place_of_all_runs(desk: Desk, tmp_path: Path) -> None:
    comparison = desk.compared.comparison
    desk.asks = False
    desk.key("right", "right", "f8")
    here = comparison.here
    assert comparison.notice.startswith("Bookmark at events ")
    desk.key("home", "2", "end", "shift f7")
    assert comparison.here == here or comparison.notice.startswith("No stop")
    desk.key("f6")
    desk.click(*desk.boxes()["stop-go0"].center)
    assert comparison.here == here and [timeline.position for timeline in comparison.timelines] == list(here)
    desk.key("left", "left", "left", "f7")
    assert comparison.here == here
    desk.app.open(load(written(tmp_path)))
    desk.frame()
    assert desk.compared.stops.marks == [here]


def test_a_class_votes_on_a_number_and_on_places(desk: Desk) -> None:
    desk.key("shift q")
    asking = at_the_question(desk)
    assert asking.vote is not None
    desk.key("1", "1", "2", "shift 2")
    click(desk, 0, asking.options[0].text)
    assert asking.vote.hands[0] == 3
    desk.key("page down", "page down")
    arrive(desk)
    assert quiz_of(desk).told().signed.startswith("Hands: ") and quiz_of(desk).points == 0
    desk.key("page down")
    asking = asked(desk)
    assert asking.vote is not None and not asking.typing
    texts = [option.text for option in asking.options]
    assert asking.question.value in texts and texts[-1] == "another number"
    desk.key(str(texts.index(asking.question.value) + 1))
    assert "option another number" in desk.boxes()
    desk.key("page down", "page down", "page down")
    arrive(desk)
    assert quiz_of(desk).told().signed == "Hands: 1 of 1 right"


def test_a_number_of_a_run_lists_what_it_counted_and_leads_there(desk: Desk) -> None:
    comparison, numbers = desk.compared.comparison, desk.compared.numbers
    desk.asks = False
    desk.key("end")
    total = comparison.timelines[0].total(comparison.scenario.runs[0].algorithm.counters[-1])
    name = comparison.scenario.runs[0].algorithm.counters[-1].name
    desk.key("x")
    assert desk.compared._view().listing
    desk.key("escape")
    assert not desk.compared._view().listing
    if f"count-0-{name}" not in desk.boxes():  # it is among the totals that are not shared
        desk.key("c")
    desk.click(*desk.boxes()[f"count-0-{name}"].center)
    assert numbers.on_show is not None and numbers.on_show[1].counter.name == name
    assert numbers.on_show[1].total == total and desk.compared._view().listing
    desk.key("up")
    assert numbers.on_show is not None and numbers.on_show[1].chosen is not None
    index = numbers.on_show[1].chosen.index
    assert comparison.here[0] >= index + 1 and tuple(comparison.places) == comparison.here
    assert comparison.trail.at(len(comparison.trail) - 1)[0] < index + 1  # on the way, the first step that has it
    rows = [name for name in desk.boxes() if name.startswith("counted-")]
    assert rows
    desk.click(*desk.boxes()[rows[0]].center)
    for _ in range(sum(len(run.algorithm.counters) for run in comparison.scenario.runs) + 1):
        desk.key("x")
        if not desk.compared._view().listing:
            break
    assert not desk.compared._view().listing


def test_a_bug_is_found_in_one_run_alone(desk: Desk) -> None:
    screen, comparison = desk.compared, desk.compared.comparison
    desk.asks = False
    desk.key("1", "right", "right", "right")
    here = comparison.here
    point(desk, 1, "(0,1)")
    desk.key("y")
    session = desk.stage.session
    assert session.scenario.runs[0].name == "models" and session.hunt.on
    assert session.scenario.title == "Two ways: models"
    desk.key("ctrl z", "escape")
    assert desk.app.screen is screen and comparison.here == here


def test_the_moves_of_one_run_are_made_where_it_is(desk: Desk) -> None:
    screen, comparison = desk.compared, desk.compared.comparison
    point(desk, 0, "(0,1)")
    desk.key("shift y")
    assert desk.app.screen is screen and "Your move in run 1, constraints" in comparison.notice
    while quiz_of(desk).open is None:
        desk.key("right")
    asking = asked(desk)
    assert asking.of is not None and asking.of.name == "constraints"
    here, place = comparison.places, asking.question.stop
    assert here[0] == place and "question-hint" in desk.boxes()
    desk.key(str([option.text for option in asking.options].index(asking.question.value) + 1))
    assert comparison.places[0] == asking.question.shown and "1 of 1" in comparison.notice
    desk.key("shift y")
    assert not comparison.choosing.on


CLAUSES = """\
title: T
puzzle: {kind: cnf, formula: "p | q, r, s, ~s | p, ~r | ~s | q"}
compare: [{algorithm: unit-propagation, name: one}, {algorithm: dpll, name: two}]
"""


def test_which_clause_comes_next_is_a_click_on_it_on_the_board_of_that_run(desk: Desk) -> None:
    desk.app.open(load(Path("t.yaml"), CLAUSES))
    desk.frame()
    point(desk, 0, "p")
    desk.key("shift y")
    while quiz_of(desk).open is None:
        desk.key("right")
    asking, board = asked(desk), desk.compared.comparison.boards[0]
    assert isinstance(board, FormulaBoard)
    head = {number: row[0].center for number, row in enumerate(board._placed, 1)}  # where the number is written
    desk.click(*head[1])
    assert asking.given == ("1",) and asking.tone == "bad"
    other = desk.compared.comparison.boards[1]
    assert isinstance(other, FormulaBoard)
    desk.click(*other._placed[1][0].center)
    assert asking.given == ("1",) and "click its board" in desk.compared.comparison.notice
    desk.click(*head[3])
    assert asking.over and asking.right and asking.given == ("3",)


def test_a_choice_is_made_otherwise_and_the_puzzle_changed_in_one_run_alone(desk: Desk) -> None:
    screen, comparison = desk.compared, desk.compared.comparison
    desk.asks = False
    desk.key("1", "right", "right")
    point(desk, 0, "(0,1)")
    desk.key("z")
    stage = desk.stage
    assert stage.branches.open == "choice" and stage.branches.offer is not None
    desk.key("return")
    branches = list(stage.session.lanes.all)
    assert len(branches) == 2
    desk.key("escape")
    assert desk.app.screen is screen
    for key in ("shift z", "ctrl z", "ctrl y", "f10", "f4"):
        comparison.notice = ""
        desk.key(key)
        assert "Z makes one of the run that is pointed at" in comparison.notice, key
    point(desk, 0, "(0,1)")
    desk.key("ctrl e")
    assert desk.stage is stage and stage.session.lanes.all == branches  # what was tried there is kept
    assert stage.edits.open and stage.edits.writing is not None
    run = comparison.scenario.runs[0]
    assert stage.edits.writing.lines[-1] == f"algorithm: {run.algorithm.name}"
    desk.click(*desk.boxes()["edit-save"].center)
    saved = load(own_lessons()[0])
    assert not saved.compares and saved.algorithm is run.algorithm and saved.puzzle == run.puzzle
    assert [(cue.say, cue.note) for cue in saved.script] == [(None, f"Tried here: {branches[1].name}.")]
    desk.key("ctrl return")
    assert desk.stage.edits.origin is stage


def test_random_keys_never_break_a_comparison(desk: Desk) -> None:
    rng = random.Random(7)
    keys = ("1", "2", "3", "right", "left", "up", "down", "return", "i", "h", "tab", "space", "page down", "page up",
            "q", "home",
            "end", "l", "s", "w", "shift w", "x", "c", "d", "f7", "shift f7", "f8", "f6", "y", "shift y", "f5",
            "z", "ctrl e", "ctrl return", "ctrl z",
            "shift q", "shift right", "r", "escape")
    scenario = desk.compared.comparison.scenario
    names = list(desk.compared.comparison.boards[0].layout.places)
    for _ in range(160):
        if desk.app.screen is desk.app.gallery:
            desk.app.open(scenario)
            desk.frame()
        if rng.random() < 0.2 and isinstance(desk.app.screen, CompareScreen):
            desk.compared.boards.walk_to(rng.choice(names))
        desk.key(rng.choice(keys))
        assert desk.app.overlay != "fault", desk.app.faults.said


def test_a_condition_names_a_run_as_it_is_read_or_as_it_is_written() -> None:
    runs = load(find("one-run-proves-nothing")).runs
    names, vocabularies = [run.name for run in runs], [Vocabulary(run.algorithm, []) for run in runs]
    for said in ("xover", "Xover", "2"):
        assert list(read_stop(f"{said}: Crossed", vocabularies, names).of) == [1]
    with pytest.raises(RelationError, match="did you mean 'Xover'"):
        read_stop("Xove: Crossed", vocabularies, names)
