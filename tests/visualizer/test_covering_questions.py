"""What may be asked of dancing links, against brute force on covers that are made up."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings

from algorithms import events as e
from algorithms.core import Event, find_algorithm
from algorithms.problems.forms.at_least import AtLeastForm
from kit.at_least_runs import forms
from kit.known_lessons import known
from kit.session_desk import scenario
from kit.states import of_form
from scenarios.loader import find
from visualizer.families.covering.state import CoverState
from visualizer.runs.posing import deviations, pose_cue
from visualizer.runs.questions import Askable, Before, questions_of
from visualizer.runs.session import Session

_COVER = ('{title: t, puzzle: {kind: exact-cover, items: [a, b, c, d, e, f, g], options: {A: [c, e], B: [a, d, g], '
          'C: [b, c, f], D: [a, d, f], E: [b, g], F: [d, e, g]}}, algorithm: dancing-links, options: {all: true}}')
_MOST_EVENTS = 60


def asked(form: AtLeastForm, kind: type[Event]) -> Iterator[tuple[Askable, Before, Any]]:
    """What is declared of such events, at each of them, with the state just before."""
    algorithm, run = find_algorithm("dancing-links"), scenario(_COVER).runs[0]
    askable = next(one for one in questions_of(algorithm).askables if one.events == (kind,))
    state = of_form(form, CoverState)
    for _, event in zip(range(_MOST_EVENTS), algorithm.start(form, {"all": True}, 0), strict=False):
        if isinstance(event, kind):
            yield askable, Before(state.copy(), run), event
        state.apply(event)


def ways_of(cover: CoverState, name: str) -> int:
    """How many of an item's open options can be the first of those taken for it, so that enough others are left."""
    item = cover.items[name]
    left = [literal for literal in item.literals if cover.truth(cover.form.word(literal)) is None]
    true = sum(cover.truth(cover.form.word(literal)) is True for literal in item.literals)
    return len({chosen[0] for chosen in combinations(left, item.least - true)})


def check_selected(form: AtLeastForm) -> None:
    """The right items are those with the fewest ways to go on."""
    for askable, before, event in asked(form, e.ItemSelected):
        cover = before.of(CoverState)
        candidates = askable.candidates(before)
        if event.item is None:
            assert not candidates
            continue
        counted = {name: ways_of(cover, name) for name in candidates}
        right = {event.item, *askable.legal(before, event)}
        assert right == {name for name, count in counted.items() if count == min(counted.values())}
        for found in deviations(questions_of(find_algorithm("dancing-links")), askable, before, event):
            assert found.value in right or counted[found.value] > counted[event.item]


def check_uncovered(form: AtLeastForm) -> None:
    """What comes back is what was covered last."""
    for askable, before, event in asked(form, e.ItemUncovered):
        assert askable.candidates(before)[0] == event.item
        for found in deviations(questions_of(find_algorithm("dancing-links")), askable, before, event):
            assert found.value in askable.candidates(before)[1:]


@settings(max_examples=20, deadline=None)
@given(form=forms(5))
def test_at_least_constraints(form: AtLeastForm) -> None:
    check_selected(form)
    check_uncovered(form)


@pytest.mark.parametrize("check", [check_selected, check_uncovered])
def test_an_exact_cover(check: Any) -> None:
    check(scenario(_COVER).runs[0].form())


@settings(max_examples=15, deadline=None)
@given(form=forms(5))
def test_what_leaves_with_an_item_is_open_and_one_of_its_options(form: AtLeastForm) -> None:
    for askable, before, event in asked(form, e.ItemCovered):
        cover, candidates = before.of(CoverState), askable.candidates(before)
        words = {form.words()[literal] for literal in cover.items[event.item].literals}
        open_ = {word for word in words if cover.truth(word) is None}
        assert {*event.options} == open_ and (not candidates or open_ <= {*candidates})
        found = list(deviations(questions_of(find_algorithm("dancing-links")), askable, before, event))
        assert [one.value for one in found] == ([()] if open_ else [])
        assert all(one.belief == "only the column goes" for one in found)


def test_of_several_items_nothing_leaves_for_who_believes_that_only_the_column_goes() -> None:
    """Lesson 61 asks of two at once."""
    lesson = known(find("exact-cover"))
    cue = next(at for at, cue in enumerate(lesson.script) if cue.ask is not None and cue.ask.about.field == "options")
    posed = pose_cue(lesson, Session(lesson).director, cue)
    assert posed is not None and posed.question.right == {("E", "F")}
    assert posed.question.belief(()) == "only the column goes"
    assert not posed.question.belief(("E",))
