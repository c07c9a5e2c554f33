"""Groups, cards and places in any order: what is counted stays the same."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from test_gac import positions

from algorithms.core import find_algorithm, trace
from algorithms.events import CardSettled, GroupPlaced, HandsCounted, ProbabilityFound
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.choosers import Whatever, usual
from kit.clue_games import small_games, table_1

CHOICES_HELD = {"mine-probabilities", "clue-exact", "clue-row-by-row"}


@settings(deadline=None)
@given(positions(), st.integers(0, 99))
def test_groups_in_any_order_have_the_same_probabilities(position: Gnomine, seed: int) -> None:
    algorithm, form = find_algorithm("mine-probabilities"), position.as_mine_count()
    first = trace(algorithm.start(form, {}, 0))
    assert trace(algorithm.start(form, {}, 0, usual)) == first
    chosen = Whatever(Random(seed))
    events, answer = trace(algorithm.start(form, {}, 0, chosen))
    assert answer == first[1]
    if answer.models:
        assert {event for event in events if isinstance(event, ProbabilityFound)} == \
               {event for event in first[0] if isinstance(event, ProbabilityFound)}
        placed = [event.cells for event in events if isinstance(event, GroupPlaced)]
        assert sorted(placed) == sorted(event.cells for event in first[0] if isinstance(event, GroupPlaced))


@settings(max_examples=30, deadline=None)
@given(small_games(), st.integers(0, 99))
def test_cards_and_places_in_any_order_leave_the_same_deals(clue: Clue, seed: int) -> None:
    algorithm, form = find_algorithm("clue-exact"), clue.as_deals()
    first = trace(algorithm.start(form, {}, 0))
    assert trace(algorithm.start(form, {}, 0, usual)) == first
    events, answer = trace(algorithm.start(form, {}, 0, Whatever(Random(seed))))
    assert answer == first[1]
    for kind in (CardSettled, HandsCounted):
        assert {event for event in events if isinstance(event, kind)} == \
               {event for event in first[0] if isinstance(event, kind)}
    rows = find_algorithm("clue-row-by-row")
    assert trace(rows.start(clue, {}, 0, Whatever(Random(seed))))[1] == trace(rows.start(clue, {}, 0))[1]


def test_each_kind_of_choice_comes_up() -> None:
    chosen = Whatever(Random(0))
    trace(find_algorithm("clue-exact").start(table_1().as_deals(), {}, 0, chosen))
    assert {kind for kind, count in chosen.offered if count > 1} == {"card", "place"}
