"""What stands beside pseudocode is what the last event says, in each family that has variables there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from algorithms import events as e
from algorithms.answer_sets import events as a
from algorithms.core import Event, find_algorithm
from algorithms.local_search import events as r
from algorithms.problems.sudoku.puzzle import Sudoku
from algorithms.transitions import events as t
from kit.known_lessons import recorded
from kit.states import timeline_on
from scenarios.loader import find, load
from visualizer.families.backtracking.state import search_of
from visualizer.runs.audit import Audit
from visualizer.runs.boards import board_for
from visualizer.runs.states import State
from visualizer.stage.family import view_of
from visualizer.stage.view import View

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
Said = Callable[[Any], tuple[str, str]]
"""Of an event the line that something stands beside, and what."""
CASES: Mapping[str, Mapping[type[Event], Said]] = {
    "what-no-clause-says": {
        t.UnitPropagateApplied: lambda one: ("Unit Propagate", f"l = {one.literal}"),
        t.UnfoundedApplied: lambda one: ("Unfounded", f"¬a = {one.literal}")},
    "dpll-is-a-path": {t.DecideApplied: lambda one: ("Decide", f"l = {one.literal}"),
                       t.UnitPropagateApplied: lambda one: ("C ∨ l", f"clause {one.because[0]}")},
    "what-holds-itself-up": {
        a.RuleCircular: lambda one: ("each rule a ← B of Π", f"rule {one.rule}, a = {one.atom}"),
        a.RoundStarted: lambda one: ("U ← all atoms of Π", f"U = {{{', '.join(one.candidates)}}}")},
    "a-guess-and-its-reduct": {
        a.RuleDropped: lambda one: ("each rule a ← B of Π", f"rule {one.rule}")},
    "true-but-not-held-up": {
        a.MadeFalse: lambda one: ("its complement joins M (Unfounded)", f"l = {one.literal}"),
        e.Decided: lambda one: ("literals joins M, as a decision (Decide)", f"l = {one.literal}")},
    "learning-from-a-loop": {e.Implied: lambda one: ("its last literal joins", f"l = {one.literal}")},
    "counting-deals": {e.HandsCounted: lambda one: ("each place p", f"p = {one.place}")},
    "how-likely-is-a-mine": {e.GroupPlaced: lambda one: ("each group g of it", f"g = {', '.join(one.cells[:4])}")},
    "sampled-against-exact": {e.Flipped: lambda one: ("Flip()", one.variable)},
    "a-player-that-explains": {e.Advised: lambda one: ("find what to do", one.field)},
}


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(17, 34), st.sampled_from(["mrv-static", "mrv-plus", "dom-wdeg"]),
       st.booleans())
def test_what_a_label_struck_is_what_it_took_from_the_domains_before_the_first_single(
        seed: int, clues: int, name: str, singles: bool) -> None:
    kept = Random(seed).sample(range(81), clues)
    sudoku = Sudoku.read(grid="".join(SOLVED[at] if at in kept else "." for at in range(81)))
    timeline = timeline_on(sudoku, name, {"singles": singles}, seed)
    timeline.pull(250)
    left, label, single, since, seen = [sizes(timeline.state)], 0, 0, 0, 0
    view = View(find_algorithm(name), board_for(sudoku), timeline, timeline.state)
    for at, event in enumerate(timeline.events, 1):
        timeline.seek(at)
        left.append(sizes(timeline.state))
        label, single = (at, 0) if isinstance(event, e.Labelled) else (label, single)
        single = single or at * isinstance(event, e.SingleFound)
        since = at if isinstance(event, e.Labelled | e.SingleFound) else since
        search = search_of(timeline.state)
        if search.source is None or not search.branch:
            continue
        took = left[label] - left[single - 1 if single else at]
        found = view_of(view.algorithm).values(view)["strike v"]
        assert (found.text, found.numbers[0].value) == (f"{took} struck", took)
        assert Audit.of(found.numbers[0], timeline).total == took
        assert sum(map(len, search.struck.values())) == left[since] - left[at]  # what the panel lists
        seen += 1
    assert seen > 10 or not label


@pytest.mark.parametrize("name", ["51", "60", "82"])
def test_while_a_variable_is_chosen_no_other_stands_beside_the_choice(name: str) -> None:
    scenario, timeline, seen = load(find(name)), recorded(find(name))[0], 0
    said, board = view_of(scenario.algorithm).values, board_for(scenario.puzzle)
    for at, event in enumerate(timeline.events[:1500], 1):
        if isinstance(event, e.Tied | e.Scored | e.StillTied):
            timeline.seek(at)
            found = said(View(scenario.algorithm, board, timeline, timeline.state))
            assert not found.keys() & {"x ← SelectNextState()", "each value v", "strike v"}
            seen += bool(search_of(timeline.state).branch)
    assert seen > 10


def sizes(state: State) -> int:
    """How many values are left in all."""
    return sum(map(len, state.domains.values()))


@pytest.mark.parametrize("name", CASES)
def test_what_stands_beside_a_line_is_what_the_event_says(name: str) -> None:
    scenario, timeline, seen = load(find(name)), recorded(find(name))[0], set[type[Event]]()
    values, board = view_of(scenario.algorithm).values, board_for(scenario.puzzle)
    for at, event in enumerate(timeline.events[:400], 1):
        said = CASES[name].get(type(event))
        if said is None:
            continue
        timeline.seek(at)
        line, text = said(event)
        found = values(View(scenario.algorithm, board, timeline, timeline.state))
        if len(text) < 60 and text.count(", ") < 5:
            assert found[line].text.removesuffix(" …") == text
            seen.add(type(event))
    assert seen == set(CASES[name])


@pytest.mark.parametrize("name", ["a-backbone", "algorithm-1", "a-backbone-by-listing-models"])
def test_beside_unit_clauses_stand_the_facts_and_not_all_that_was_found_since(name: str) -> None:
    scenario, timeline, found = load(find(name)), recorded(find(name))[0], set[str]()
    values, board, facts = view_of(scenario.algorithm).values, board_for(scenario.puzzle), ""
    for at, event in enumerate(timeline.events, 1):
        facts = str(len(event.literals)) if isinstance(event, e.FactsListed) else facts
        timeline.seek(at)
        said = values(View(scenario.algorithm, board, timeline, timeline.state))
        beside = [value.text for line, value in said.items() if "unit clauses" in line]
        assert beside == [facts] * bool(facts)
        found |= {*beside}
    assert len(found) == 1 and any(isinstance(event, e.FixedBackbone) for event in timeline.events)


def test_beside_cover_stands_how_many_items_it_has_covered_whoever_called_it() -> None:
    scenario, timeline, covered = load(find("exact-cover")), recorded(find("exact-cover"))[0], 0
    for at, event in enumerate(timeline.events, 1):
        covered += isinstance(event, e.ItemCovered) - isinstance(event, e.ItemUncovered)
        if isinstance(event, e.ItemCovered):
            timeline.seek(at)
            found = view_of(scenario.algorithm).values(
                View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state))
            assert found["COVER(i): i leaves"].text == f"{covered} covered"
    assert timeline.positions(e.ItemCovered)


def test_the_set_of_a_term_has_as_many_cards_of_each_class_as_it_says() -> None:
    scenario, timeline = load(find("counting-deals")), recorded(find("counting-deals"))[0]
    classes = [event.cards for event in timeline.events if isinstance(event, e.CardsMerged)]
    for at, event in enumerate(timeline.events, 1):
        if isinstance(event, e.TermAdded):
            timeline.seek(at)
            view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state)
            text = view_of(scenario.algorithm).values(view)["each set S"].text
            cards = text.removeprefix("S = ").strip("{}∅").split(", ") if sum(event.inside) else []
            if not text.endswith("…}"):
                assert [sum(card in cards for card in one) for one in classes] == [*event.inside]


def test_a_unit_clause_an_item_and_an_option_have_the_colours_of_the_board() -> None:
    """As the legends of the boards say: unit clauses yellow, the item in question dark blue, an option tried violet."""
    seen = set[str]()
    for name in ("dpll", "exact-cover"):
        scenario, timeline = load(find(name)), recorded(find(name))[0]
        legend = dict(board_for(scenario.puzzle).legend)
        for at, event in enumerate(timeline.events, 1):
            timeline.seek(at)
            view = View(scenario.algorithm, board_for(scenario.puzzle), timeline, timeline.state)
            values = view_of(scenario.algorithm).values(view)
            if isinstance(event, e.ClauseUnit) and "only" in event.sentence():  # else all its literals are false
                assert legend[values["unit-ary clause"].color].startswith("unit")
            elif isinstance(event, e.ItemSelected):
                assert legend[values["i ← an item"].color] == "the item in question"
            elif isinstance(event, e.OptionTaken):
                assert legend[values["take o"].color] == "✓ an option taken for now"
            else:
                continue
            seen.add(type(event).__name__)
    assert seen == {"ClauseUnit", "ItemSelected", "OptionTaken"}


@pytest.mark.parametrize("name", ["queens-that-move-away", "it-never-says-no"])
def test_a_first_value_does_not_stand_beside_a_step(name: str) -> None:
    scenario, timeline, seen = load(find(name)), recorded(find(name))[0], set[str]()
    said, board, step = view_of(scenario.algorithm).values, board_for(scenario.puzzle), False
    first, later = {"each variable x", "x ← any value"}, {"x ← any variable in conflict", "x ← v"}
    for at, event in enumerate(timeline.events, 1):
        step = isinstance(event, r.AssignmentMade) or (step and not isinstance(event, r.TryBegun))
        timeline.seek(at)
        found = said(View(scenario.algorithm, board, timeline, timeline.state)).keys()
        assert not found & (first if step else later)
        seen |= found
    assert first | later <= seen


def test_what_the_noise_draws_stands_where_it_is_drawn() -> None:
    scenario = load(find("four-ways-to-wander"))
    run, timeline = scenario.runs[2], recorded(find("four-ways-to-wander"))[2]
    for kind in (e.AnyTaken, e.VariableDrawn):
        for position in timeline.positions(kind)[:50]:
            timeline.seek(position + 1)
            found = view_of(run.algorithm).values(View(run.algorithm, board_for(scenario.puzzle), timeline,
                                                       timeline.state))
            line = run.algorithm.line_of(timeline.events[position])
            assert line is not None and any(key in run.algorithm.pseudocode[line].text for key in found)
