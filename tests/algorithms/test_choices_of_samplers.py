"""Samplers in which somebody chooses: each step is one of the paper's all the same, each deal one that fits."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_sampling import WALKS, check_run, forms, sampler

from algorithms.core import trace
from algorithms.events import SampleRecorded
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.forms.at_least import AtLeastForm
from kit.choosers import Whatever, usual
from kit.clue_games import deals, small_games, table_1

CHOICES_HELD = {"clue-sample-1", "clue-sample-2", "clue-sample-a", "clue-sample-b", "clue-sample-c", "clue-sample-d",
                "clue-sample-e", "clue-sample-exact"}


@pytest.mark.parametrize("name", WALKS)
@settings(max_examples=15, deadline=None)
@given(form=forms(), seed=st.integers(0, 99))
def test_whatever_is_flipped_every_step_is_one_of_the_paper(name: str, form: AtLeastForm, seed: int) -> None:
    check_run(name, form, seed, 60, Whatever(Random(seed)))


def test_each_kind_of_choice_comes_up() -> None:
    chosen = Whatever(Random(1))
    check_run("clue-sample-c", table_1().as_at_least(), 1, 400, chosen)
    assert {kind for kind, count in chosen.offered if count > 1} == {"constraint", "flip", "variable"}


@pytest.mark.parametrize("name", [*WALKS, "clue-sample-exact"])
def test_who_takes_what_is_drawn_changes_nothing(name: str) -> None:
    form = table_1().as_deals() if name == "clue-sample-exact" else table_1().as_at_least()
    options = {"iterations": 100}
    assert trace(sampler(name).start(form, options, 3, usual)) == trace(sampler(name).start(form, options, 3))


@settings(max_examples=25, deadline=None)
@given(small_games(), st.integers(0, 99))
def test_whatever_hand_a_place_gets_the_deal_fits(clue: Clue, seed: int) -> None:
    events, _ = trace(sampler("clue-sample-exact").start(clue.as_deals(), {"iterations": 5}, seed,
                                                         Whatever(Random(seed))))
    fitting = {frozenset(f"{card}={place}" for card, place in holder.items()) for holder in deals(clue)}
    for event in events:
        if isinstance(event, SampleRecorded):
            assert any(set(event.sample) <= deal for deal in fitting)
