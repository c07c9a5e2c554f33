"""What counting refuses: groups of fields, held against the numbers on the board; cards, places and hands of Clue, held
against all deals that could be, by the rules of the game alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest

from algorithms import events as e
from algorithms.core import Event
from algorithms.events.counting import letter
from algorithms.problems.clue.puzzle import Clue
from algorithms.problems.gnomine.position import COVERED, name, place
from algorithms.problems.gnomine.puzzle import Gnomine
from kit.clue_games import Holder, deals
from kit.refusals import choices, text
from scenarios.loader import Scenario
from visualizer.families.sampling.choices import still_there
from visualizer.runs.choosing import Refusal, choices_of
from visualizer.runs.questions import Before

# --- groups ----------------------------------------------------------------------------------------------------------


def fields(seed: int) -> Scenario:
    """A position of a random game, with several components and fields that no number touches."""
    return text("mine-probabilities", f"puzzle: {{kind: gnomine, random: {{rows: 7, columns: 8, mines: 11, "
                                      f"seed: {seed}, reveal: 4}}}}\n")


def touching(puzzle: Gnomine, x: str) -> frozenset[str]:
    """The numbers around a field."""
    i, j = place(x)
    around = (name(i + a, j + b) for a in (-1, 0, 1) for b in (-1, 0, 1))
    return frozenset(y for y in around if puzzle.seen.get(y, -9) >= 0)


def tied(puzzle: Gnomine, start: Sequence[str], open_: set[str]) -> set[str]:
    """The open fields that numbers tie to these."""
    found, waiting = set(start), list(start)
    while waiting:
        numbers = touching(puzzle, waiting.pop())
        new = {y for y in open_ - found if touching(puzzle, y) & numbers}
        found |= new
        waiting += new
    return found


def test_groups_that_are_refused_were_placed_or_lie_elsewhere() -> None:
    said = set[str]()
    for seed in range(12):
        for events, before, offer, refused in choices(fields(seed), "group", seed):
            puzzle = before.run.puzzle
            assert isinstance(puzzle, Gnomine)
            here, done = component(puzzle, offer.names, events)
            said |= {not_a_group(puzzle, x, why, here, done, events) for x, why in refused}
    assert said == {"placed", "elsewhere", "untouched"}


def component(puzzle: Gnomine, names: Sequence[str], events: Sequence[Event]) -> tuple[set[str], set[str]]:
    """The fields that numbers tie to those that are offered, and those among them that were placed; offered is one
    field of each group of the others."""
    settled = {x for event in events if isinstance(event, e.NumberSettled) for x in event.cells}
    start = max(index for index, event in enumerate(events) if isinstance(event, e.ComponentFound))
    done = {x for event in events[start:] if isinstance(event, e.GroupPlaced) for x in event.cells}
    open_ = {x for x, seen in puzzle.seen.items() if seen == COVERED and touching(puzzle, x)} - settled
    here = tied(puzzle, names, open_)
    assert {*names} <= here - done and len({touching(puzzle, x) for x in names}) == len(names)
    assert {touching(puzzle, x) for x in names} == {touching(puzzle, x) for x in here - done}
    return here, done


def not_a_group(puzzle: Gnomine, x: str, why: str, here: set[str], done: set[str], events: Sequence[Event]) -> str:
    """Why it is none, if that is true."""
    if why == f"On the group of {x} mines were put: all numbers of them.":
        assert x in done
        return "placed"
    if why == f"No number touches {x}: it is in no component.":
        assert not touching(puzzle, x)
        return "untouched"
    assert x not in here
    of = next(event for event in events if isinstance(event, e.ComponentFound) and x in event.cells)
    assert why == f"{x} belongs to component {letter(of.component)}: no number ties it to this one; " \
                  f"it is counted apart."
    return "elsewhere"


# --- deals -----------------------------------------------------------------------------------------------------------

DECK = "suspects: [mu, pl, gr], weapons: [kn, ca, re], rooms: [ha, lo, di, ki]"


def game(algorithm: str, seed: int, options: str = "") -> Scenario:
    """A random game of ten cards."""
    return text(algorithm, f"puzzle: {{kind: clue, random: {{players: 3, seed: {seed}, events: {2 + seed % 6}}}, "
                           f"{DECK}}}\n", options)


def clue_of(before: Before) -> Clue:
    """The game."""
    clue = before.run.puzzle
    assert isinstance(clue, Clue)
    return clue


def deals_of(before: Before, events: Sequence[Event]) -> list[Holder]:
    """The deals that fit what is known; row by row, what the rows so far tell."""
    clue = clue_of(before)
    if before.run.algorithm.name == "clue-row-by-row":
        clue = replace(clue, events=clue.events[:sum(isinstance(event, e.LineEntered) for event in events)])
    return deals(clue)


def since_row(events: Sequence[Event]) -> Sequence[Event]:
    """The events of the row under way, or all."""
    rows = [index for index, event in enumerate(events) if isinstance(event, e.LineEntered | e.LogOpened)]
    return events[rows[-1]:] if rows else events


@pytest.mark.parametrize("algorithm", ["clue-exact", "clue-row-by-row"])
@pytest.mark.parametrize("seed", range(8))
def test_cards_that_are_refused_are_settled_or_not_certain(algorithm: str, seed: int) -> None:
    for events, before, offer, refused in choices(game(algorithm, seed), "card", seed):
        every = deals_of(before, events)
        settled = {event.card: event.place for event in since_row(events) if isinstance(event, e.CardSettled)}
        assert all(len({holder[card] for holder in every}) == 1 for card in offer.names)
        assert not settled.keys() & set(offer.names)
        for card, why in refused:
            if "settled already" in why:
                assert why == f"{card} is settled already: it is at {settled[card]}."
                assert {holder[card] for holder in every} == {settled[card]}
            else:
                said = why.removeprefix("So far, simple reasoning leaves ").partition(f" to {card}: ")[0]
                places = set(said.replace(" or ", ", ").split(", "))
                assert card not in settled and len(places) > 1
                assert {holder[card] for holder in every} <= places
        assert {*offer.names, *(card for card, _ in refused)} == {*clue_of(before).deck.cards}


@pytest.mark.parametrize("seed", range(8))
def test_places_that_are_refused_have_no_hand_to_be_counted(seed: int) -> None:
    for events, before, offer, refused in choices(game("clue-exact", seed), "place", seed):
        every = deals_of(before, events)
        hands = {place: {frozenset(card for card, at in holder.items() if at == place) for holder in every}
                 for place in clue_of(before).places}
        counted = {event.place for event in events if isinstance(event, e.HandsCounted)}
        assert not counted & set(offer.names)
        for place_, why in refused:
            if "counted already" in why:
                assert place_ in counted
            else:
                assert place_ not in counted and len(hands[place_]) == 1
        assert {*offer.names, *(x for x, _ in refused)} == hands.keys()


def expanded(hand: str, left: set[str]) -> set[frozenset[str]]:
    """The sets of cards that a hand such as ``ca + 2 of ha lo di`` may be, of those that are left."""
    parts: list[list[tuple[str, ...]]] = []
    for part in hand.split(" + "):
        number, of, cards = part.partition(" of ")
        parts.append(list(combinations([card for card in cards.split() if card in left], int(number))) if of
                     else [(part,)])
    return {frozenset(card for some in chosen for card in some) for chosen in product(*parts)}


def test_hands_that_are_refused_are_in_no_deal_and_all_others_are_offered() -> None:
    said = set[str]()
    for seed in range(10):
        for events, before, offer, refused in choices(game("clue-sample-exact", seed, "options: {iterations: 6}\n"),
                                                      "hand", seed):
            said |= check_hands(events, before, offer.names, refused)
    assert said == {"was dealt", "is known"}


def check_hands(events: Sequence[Event], before: Before, names: Sequence[str], refused: list[Refusal]) -> set[str]:
    """Held against the deals that agree with the hands drawn so far; how the reasons begin."""
    dealt, said = list(drawn(events)), set[str]()
    known = {cell.partition("=")[0] for event in events if isinstance(event, e.VariablesFixed)
             for cell in event.literals}

    def hand(holder: Holder, place: str) -> frozenset[str]:
        return frozenset(card for card, at in holder.items() if at == place) - known

    every = [holder for holder in deals_of(before, events)
             if all(hand(holder, event.place) == {*event.cards} for event in dealt)]
    prompt = choices_of(before.run.algorithm)["hand"].prompt
    assert callable(prompt)
    receiver = prompt(before).removeprefix("which hand does ").removesuffix(" get?")
    can_be = {hand(holder, receiver) for holder in every}
    gone = {card: event.place for event in dealt for card in event.cards}
    left = {*clue_of(before).deck.cards} - known - gone.keys()
    assert all(expanded(one, left) & can_be for one in names)
    assert can_be <= set[frozenset[str]]().union(*(expanded(one, left) for one in names))
    assert all(expanded(still_there(before, one), left) == expanded(one, left) for one in names)
    for one, why in refused:
        card, _, reason = why.partition(" ")
        assert card in one.split(" + ") and not expanded(one, left) & can_be
        if card in known:
            said.add("is known")
            assert {reason} == {f"is known to be at {holder[card]}: it is not dealt any more." for holder in every}
        else:
            said.add("was dealt")
            assert reason == f"was dealt to {gone[card]}: no other place has it."
    return said


def drawn(events: Sequence[Event]) -> Iterator[e.HandDrawn]:
    """The hands of the deal under way."""
    samples = [index for index, event in enumerate(events) if isinstance(event, e.SampleRecorded)]
    for event in events[samples[-1] + 1 if samples else 0:]:
        if isinstance(event, e.HandDrawn):
            yield event
