"""What questions take for right, against what the run does next, and against brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product, takewhile
from typing import Any

import pytest
from hypothesis import assume, given, settings

from algorithms import events as e
from algorithms.arcs import events as r
from algorithms.core import Event, find_algorithm
from algorithms.problems.forms.csp import whole_csp_of
from algorithms.problems.forms.truth import always
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.known_lessons import known, recorded
from kit.mine_placements import placements, positions
from kit.sat_runs import holds, models_of
from kit.states import before as start
from scenarios.loader import find
from scenarios.script.director import Director
from scenarios.timeline import Timeline
from visualizer.families.backbones.state import BackboneState
from visualizer.families.consistency.state import ConsistencyState
from visualizer.runs.posing import deviations, pose, pose_cue, same_question
from visualizer.runs.question import Question
from visualizer.runs.questions import Before, questions_of
from visualizer.runs.states import State

_PER_RUN = 25


def asked(lesson: str, kind: type[Event], field: str, index: int = 0) -> Iterator[tuple[Before, Question, int]]:
    """Some of the questions about such events in a run of the lesson, each with what is seen and the event's place."""
    run, timeline = known(find(lesson)).runs[index], recorded(find(lesson))[index]
    askable = questions_of(run.algorithm).askable((kind,), field)
    assert askable is not None
    found = [at for at, event in enumerate(timeline.events) if isinstance(event, kind)]
    for at in islice(found, 0, None, max(1, len(found) // _PER_RUN)):
        posed = pose(run, timeline, askable, at)
        if posed.candidates:
            yield Before(timeline.at(posed.question.stop), run), posed.question, at


def answers(question: Question) -> set[str]:
    """All that is right."""
    return {text for given_ in question.right for text in given_}


def until(timeline: Timeline[State], start: int, *ends: type[Event]) -> Iterator[Event]:
    """The events from there to one of these kinds."""
    return takewhile(lambda event: not isinstance(event, ends), islice(timeline.events, start, None))


Read = Callable[[Any], str]
_TAKEN = (e.ConstraintTaken, e.PairTaken, e.PassStarted, e.RelationListed, e.Consistent, e.PairsConsistent)
_CASES: list[tuple[str, int, type[Event], str, Read, tuple[type[Event], ...]]] = [
    *((lesson, index, e.Pruned, "variable", lambda event: str(event.variable), _TAKEN)
      for lesson, index in (("a-number-is-a-constraint", 0), ("beyond-sums", 0), ("a-beginner-board", 0),
                            ("two-constraints-at-a-time", 0), ("three-eyes-on-one-board", 1))),
    *((lesson, index, e.TupleDropped, "row", lambda event: str(event.row), _TAKEN)
      for lesson, index in (("two-constraints-at-a-time", 0), ("three-eyes-on-one-board", 1))),
    *((lesson, index, kind, field, read, (r.ArcTaken, r.QueueEmptied))
      for lesson, index in (("ac-3-against-gac", 1), ("the-zebra-as-far-as-logic-goes", 0))
      for kind, field, read in ((e.NoSupport, "value", lambda event: str(event.value)),
                                (r.ArcQueued, "arc", lambda event: str(event.arc)))),
    *((lesson, 0, e.Dropped, "literal", lambda event: str(event.literal), (e.Probed, e.Blocked, e.FixedBackbone))
      for lesson in ("a-backbone-by-listing-models", "algorithm-1", "a-backbone-all-at-once",
                     "a-hard-backbone-with-partial-models")),
]


@pytest.mark.parametrize(("lesson", "index", "kind", "field", "read", "ends"), _CASES,
                         ids=[f"{lesson}-{kind.__name__}" for lesson, _, kind, *_ in _CASES])
def test_right_is_all_that_comes_before_something_else_is_taken(
    lesson: str, index: int, kind: type[Event], field: str, read: Read, ends: tuple[type[Event], ...]
) -> None:
    """The algorithm goes on until that constraint, arc or model is done with: what it says there is what is right."""
    timeline, seen = recorded(find(lesson))[index], 0
    for _, question, at in asked(lesson, kind, field, index):
        came = {read(event) for event in until(timeline, at, *ends) if isinstance(event, kind)}
        assert answers(question) == came, f"event {at}"
        seen += 1
    assert seen


def test_so_many_assignments_are_tried_for_a_value_without_support() -> None:
    timeline = recorded(find("counting-in-binary"))[0]
    for before, question, at in asked("counting-in-binary", e.VariableTaken, "assignments"):
        tried = 0
        for event in until(timeline, at + 1, e.VariableTaken, e.ConstraintTaken):
            tried = 0 if isinstance(event, e.SupportFound) else tried + isinstance(event, e.TupleTried)
            if isinstance(event, e.NoSupport):
                assert answers(question) == {str(tried)}
                tried = 0
        assert before.of(ConsistencyState).constraint is not None


def test_what_may_be_either_way_leaves_a_model() -> None:
    for before, question, _ in asked("algorithm-1", e.Freed, "literal"):
        model = before.of(BackboneState).models[-1]
        for option in question.options:
            x = option.text.lstrip("¬")
            flipped = {y: (y in model) != (y == x) for y in before.form.names}
            assert holds(before.form, flipped) == ((option.text,) in question.right), option.text


@pytest.mark.parametrize(("lesson", "index"), [("algorithm-1", 0), ("a-backbone-all-at-once", 0)])
def test_what_becomes_of_a_candidate_is_so_in_all_models(lesson: str, index: int) -> None:
    run, timeline = known(find(lesson)).runs[index], recorded(find(lesson))[index]
    every = models_of(run.form())
    fates = [(at, event) for at, event in enumerate(timeline.events) if isinstance(event, e.FixedBackbone | e.Dropped)]
    for at, event in fates:
        literal = event.literal
        always = all(model[literal.lstrip("¬")] != literal.startswith("¬") for model in every)
        assert always == isinstance(event, e.FixedBackbone)
        questions = questions_of(run.algorithm)
        askable = next(one for one in questions.askables if one.field == "kind")
        stop = pose(run, timeline, askable, at).question.stop
        for wrong in deviations(questions, askable, Before(timeline.at(stop), run), event):
            assert (wrong.value is e.FixedBackbone) != always


@pytest.mark.parametrize(("lesson", "index"), [("algorithm-1", 0), ("a-backbone-all-at-once", 0)])
def test_what_can_be_tested_is_false_in_the_first_model(lesson: str, index: int) -> None:
    first = next(event for event in recorded(find(lesson))[index].events if isinstance(event, e.Modelled))
    for _, question, _ in asked(lesson, e.Probed, "literals", index):
        for option in question.options:
            assert ((option.text,) in question.right) == (option.text not in first.literals)


# --- a player's move ------------------------------------------------------------------------------------------------


def risks(puzzle: Gnomine) -> dict[str, Fraction]:
    """The risk of each covered field, by laying the mines in every way."""
    every = list(placements(puzzle, total=True))
    covered = [x for x, seen in puzzle.seen.items() if seen == -1]
    return {x: Fraction(sum(x in mines for mines in every), len(every)) for x in covered}


@settings(max_examples=40, deadline=None)
@given(positions(with_total=True, slips=False))
def test_every_field_that_is_right_has_the_risk_of_the_move(puzzle: Gnomine) -> None:
    assume(any(seen >= 0 for seen in puzzle.seen.values()))
    event = next(find_algorithm("auto-player").start(puzzle, {}, 0), None)
    assume(isinstance(event, e.Advised))
    assert isinstance(event, e.Advised)
    run = replace(known(find("away-from-the-numbers")).runs[0], puzzle=puzzle)
    at, risk = Before(start(puzzle, "auto-player"), run), risks(puzzle)
    questions = questions_of(run.algorithm)
    askable = questions.askable((e.Advised,), "field")
    assert askable is not None
    right, candidates = {event.field, *askable.legal(at, event)}, set(askable.candidates(at))
    assert {float(risk[x]) for x in right} == {event.risk}
    assert not candidates or right < candidates
    if event.risk not in (0, 1):
        assert all(risk[x] > event.risk for x in risk if x not in right)
        for wrong in deviations(questions, askable, at, event):
            assert float(risk[wrong.value]) > event.risk, wrong.belief


@settings(max_examples=25, deadline=None)
@given(positions(with_total=True, slips=False))
def test_a_flag_that_would_come_first_is_a_mine(puzzle: Gnomine) -> None:
    assume(any(seen >= 0 for seen in puzzle.seen.values()))
    event = next(find_algorithm("auto-player").start(puzzle, {}, 0), None)
    assume(isinstance(event, e.Advised))
    assert event is not None
    run = replace(known(find("away-from-the-numbers")).runs[0], puzzle=puzzle)
    belief = next(one for one in questions_of(run.algorithm).misconceptions if one.name == "flags first")
    expected = belief.deviate(Before(start(puzzle, "auto-player"), run), event)
    if isinstance(expected, e.Advised):
        assert risks(puzzle)[expected.field] == 1


@settings(max_examples=40, deadline=None)
@given(positions())
def test_what_is_so_in_all_solutions_is_so_in_all_placements_with_the_total(puzzle: Gnomine) -> None:
    every, known_ = list(placements(puzzle, total=puzzle.mines is not None)), start(puzzle).known()
    for x, mine in product((x for x, seen in puzzle.seen.items() if seen == -1), (0, 1)):
        so = bool(every) and all((x in mines) == bool(mine) for mines in every)
        assert always(whole_csp_of(puzzle), known_, x, mine) == so


def test_the_last_mine_is_where_the_total_says() -> None:
    scenario = known(find("the-total-decides"))
    director = Director(scenario, recorded(find("the-total-decides"))[0])
    posed = pose_cue(scenario, director, 0)
    assert posed is not None
    assert answers(posed.question) == {"(0,3)"}


# --- what a belief is about -----------------------------------------------------------------------------------------


def test_what_a_belief_says_of_another_variable_is_no_answer() -> None:
    askable = questions_of(find_algorithm("gac")).askable((e.Pruned,), "left")
    assert askable is not None
    true = e.Pruned("x", (1,), (0,), "C")
    assert same_question(askable, true, e.Pruned("x", (0,), (1,), "C"))
    assert not same_question(askable, true, e.Pruned("y", (0,), (1,), "C"))
    assert not same_question(askable, true, e.NoSupport("x", 1, "C"))
