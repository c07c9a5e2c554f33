"""Exact probabilities in Clue: against every deal of small games, the paper's Table 1, and a SAT solver."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from pysat.solvers import Solver  # type: ignore[import-untyped]

from algorithms.core import Event, find_algorithm, trace
from algorithms.counting.clue import ClueMarginals, exact
from algorithms.events import (
    CardSettled,
    CardsMerged,
    CoverFound,
    DealsCounted,
    HandsCounted,
    MarginalFound,
    MarginalWeighed,
    TermAdded,
)
from algorithms.problems.clue.deal import simulate
from algorithms.problems.clue.deals import Settling
from algorithms.problems.clue.facts import NOBODY
from algorithms.problems.clue.puzzle import Clue
from kit.clue_games import TABLE_1_B, Holder, deals, small_deck, small_games, table_1


def count(clue: Clue, **options: object) -> tuple[list[Event], ClueMarginals]:
    return trace(find_algorithm("clue-exact").start(clue.as_deals(), options, seed=0))


def shares_of(clue: Clue, weighted: list[tuple[Holder, Fraction]]) -> dict[str, dict[str, Fraction]]:
    """The definition: the share of the deals that have the card at the place."""
    total = sum((weight for _, weight in weighted), Fraction(0))
    found: dict[str, dict[str, Fraction]] = {}
    for card in clue.deck.cards:
        row = {place: sum((w for holder, w in weighted if holder[card] == place), Fraction(0)) / total
               for place in clue.places}
        found[card] = {place: share for place, share in row.items() if share}
    return found


def chance(clue: Clue, holder: Holder) -> Fraction:
    """The chance that refuters who choose freely showed what was seen."""
    found = Fraction(1)
    for line in clue.events:
        if line.shown is not None and line.refute not in (NOBODY, clue.me):
            found /= sum(holder[card] == line.refute for card in line.cards)
    return found


@settings(max_examples=150, deadline=None)
@given(small_games())
def test_shares_are_those_of_all_deals(clue: Clue) -> None:
    fitting = deals(clue)
    _, answer = count(clue)
    assert answer.models == len(fitting) > 0
    assert answer.shares == shares_of(clue, [(holder, Fraction(1)) for holder in fitting])


@settings(max_examples=60, deadline=None)
@given(small_games())
def test_weighted_by_what_refuters_would_show(clue: Clue) -> None:
    fitting = deals(clue)
    _, answer = count(clue, weights="refuter")
    assert answer.models == len(fitting)
    assert answer.shares == shares_of(clue, [(holder, chance(clue, holder)) for holder in fitting])


@settings(max_examples=40, deadline=None)
@given(small_games())
def test_a_sentence_tells_the_share_of_deals_or_of_their_weight_whichever_it_is(clue: Clue) -> None:
    fitting = deals(clue)
    for weights, kind, said in (("deals", MarginalFound, "of all deals"),
                                ("refuter", MarginalWeighed, "of the weight of all deals")):
        weighs = weights == "refuter"
        shares = shares_of(clue, [(holder, chance(clue, holder) if weighs else Fraction(1)) for holder in fitting])
        found = [event for event in count(clue, weights=weights)[0]
                 if isinstance(event, MarginalFound | MarginalWeighed)]
        assert all(isinstance(event, kind) and said in event.sentence() for event in found)
        assert all(event.probability == shares[card].get(event.place, 0) for event in found for card in event.cards)


@settings(max_examples=60, deadline=None)
@given(small_games())
def test_the_events_tell_all_that_the_answer_says(clue: Clue) -> None:
    events, answer = count(clue)
    told: dict[str, dict[str, Fraction]] = {card: {} for card in clue.deck.cards}
    for event in events:
        if isinstance(event, CardSettled):
            told[event.card][event.place] = Fraction(1)
        if isinstance(event, MarginalFound) and event.count:
            for card in event.cards:
                told[card][event.place] = event.probability
        assert event.sentence().endswith(".")
        assert "nothing" not in event.sentence()
    assert told == answer.shares
    terms = [event for event in events if isinstance(event, TermAdded)]
    if terms:
        assert terms[-1].total == answer.models
        assert all(event.inside[i] >= 0 for event in terms for i in range(len(event.inside)))
    assert [event.models for event in events if isinstance(event, DealsCounted)] == [answer.models]
    merged = [card for event in events if isinstance(event, CardsMerged) for card in event.cards]
    settled = [event.card for event in events if isinstance(event, CardSettled)]
    assert sorted(merged + settled) == sorted(clue.deck.cards)


@settings(max_examples=60, deadline=None)
@given(small_games())
def test_settling_never_claims_what_a_deal_denies(clue: Clue) -> None:
    form = clue.as_deals()
    settling = Settling(form, list(form.allowed))
    for _ in settling.run():
        pass
    assert settling.consistent
    for holder in deals(clue):
        for card, left in zip(form.cards, settling.allowed, strict=True):
            assert left >> form.places.index(holder[card]) & 1


def test_table_1_b_to_the_digit() -> None:
    events, answer = count(table_1())
    assert answer.models == 6798
    rows = [row.split() for row in TABLE_1_B.strip().splitlines()]
    assert [row[0] for row in rows] == list(table_1().deck.cards)
    cells = 0
    for card, *printed in rows:
        for place, text in zip(table_1().places, printed, strict=True):
            share = answer.shares[card].get(place, Fraction(0))
            assert text == ("X" if share == 0 else "O" if share == 1 else f"{float(share):.2f}"), (card, place)
            cells += 1
    assert cells == 147
    hands = {event.place: event.hands for event in events if isinstance(event, HandsCounted)}
    assert hands == {"sc": 11, "wh": 64, "gr": 13, "pe": 10, "pl": 45, "cf": 5}


@pytest.mark.parametrize("left_out", range(10))
def test_every_row_of_table_1_is_needed(left_out: int) -> None:
    clue = table_1()
    less = clue.with_log([line for number, line in enumerate(clue.events) if number != left_out])
    assert count(less)[1].models > 6798


def test_all_deals_of_a_game_that_begins() -> None:
    """18 unknown cards, 5 of a category in the case file or so, 3 for each of the 5 others."""
    clue = table_1(0)
    fives = 1
    for left in (15, 12, 9, 6, 3):
        fives *= left * (left - 1) * (left - 2) // 6
    assert count(clue)[1].models == 5 * 5 * 8 * fives == 33_633_600_000


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_certain_places_are_those_of_a_sat_solver(players: int) -> None:
    game = simulate(players, Random(players))
    for events in range(0, len(game.log) + 1, 3):
        clue = Clue.of(game, game.players[0], events)
        form = clue.as_deals()
        found, total = exact(form)
        with _solver(clue) as solver:
            for card, places in found.items():
                for place in range(len(form.places)):
                    variable = card * len(form.places) + place + 1
                    assert solver.solve(assumptions=[variable]) == (places.get(place, 0) > 0)
                    assert solver.solve(assumptions=[-variable]) == (places.get(place, 0) < total)
                assert sum(places.values()) == total


def _solver(clue: Clue) -> Any:
    solver = Solver("minicard")
    for literals, minimum in clue.as_at_least().constraints:
        solver.add_atmost([-literal for literal in literals], len(literals) - minimum)
    return solver


def test_weights_where_64_bits_would_not_do() -> None:
    """Many shown cards: the scale grows by six with each."""
    game = simulate(3, Random(5), play="any cards", events=40)
    clue = Clue.of(game, game.players[0])
    events, answer = count(clue, weights="refuter")
    assert all(sum(row.values()) == 1 for row in answer.shares.values())
    assert [e for e in events if isinstance(e, MarginalWeighed)]


def test_the_answer_in_plain_types() -> None:
    game = simulate(3, Random(2), 0, small_deck(1, 1, 4))
    clue = Clue.of(game, game.players[0])
    _, answer = count(clue)
    shown: Any = answer.as_json(frozenset())
    assert set(shown) == {"marginals", "models", "samples"}
    assert shown["samples"] is None
    assert shown["models"] == answer.models == 6
    assert shown["marginals"]["mu"] == {"cf": 1.0}
    assert shown["marginals"][clue.hand[0]] == {clue.me: 1.0}
    unknown = next(card for card in clue.deck.rooms if card not in clue.hand)
    assert shown["marginals"][unknown] == {**dict.fromkeys(clue.players[1:], 1 / 3), "cf": 1 / 3}


def test_all_kinds_of_events_are_seen_on_a_small_game() -> None:
    game = simulate(3, Random(1), 3, small_deck(2, 2, 4))
    kinds = {type(event).__name__ for event in count(Clue.of(game, game.players[0]))[0]}
    assert kinds == {"CardSettled", "CardsMerged", "HandsCounted", "TermAdded", "DealsCounted", "MarginalFound"}


def test_a_form_without_a_deal() -> None:
    form = table_1().as_deals()
    broken = type(form)(form.cards, form.places, form.categories, form.sizes, (1,) * len(form.cards))
    _, answer = trace(find_algorithm("clue-exact").start(broken, {}, seed=0))
    assert (answer.models, answer.outcome, answer.shares) == (0, "unsatisfiable", {})
    assert exact(broken) == ({}, 0)


@pytest.mark.parametrize("lines", [10, 9])
def test_shares_are_those_that_dancing_links_finds_deal_by_deal(lines: int) -> None:
    """A second method on a full game: every deal that fits Table 1 (6,798), or its rows but the last (11,118)."""
    clue = table_1(lines)
    _, answer = count(clue)
    solutions = [event.options for event in find_algorithm("dancing-links").start(clue.as_at_least(), {"all": True}, 0)
                 if isinstance(event, CoverFound)]
    assert len(solutions) == answer.models == {10: 6798, 9: 11118}[lines]
    found: dict[str, dict[str, Fraction]] = {card: {} for card in clue.deck.cards}
    for variable, times in Counter(option for options in solutions for option in options).items():
        card, _, place = variable.partition("=")
        found[card][place] = Fraction(times, len(solutions))
    assert answer.shares == found
