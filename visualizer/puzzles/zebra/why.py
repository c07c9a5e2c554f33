"""What is known of a name, of a name in a house, and of a clue: what the puzzle says and what was done by hand, then
what the run has found out."""

from __future__ import annotations

from typing import Any

from algorithms import events as e
from algorithms.problems.zebra.by_hand import HouseCrossed, HouseSet
from algorithms.problems.zebra.clue import number_of
from algorithms.reasons import Link, Ray, Reason, Spot, all_rays
from algorithms.words import listed
from scenarios.timeline import Timeline
from visualizer.puzzles.zebra.clue_list import verdict
from visualizer.puzzles.zebra.state import street_of
from visualizer.runs.states import State
from visualizer.runs.why import Explanation, began, last


def explain_place(timeline: Timeline[State], place: str, found: Explanation | None) -> Explanation:
    """A clue in words; else who says where a name is, or is not."""
    state = timeline.state
    number, puzzle = number_of(place), street_of(state).puzzle
    if number is not None:
        clue = puzzle.clues[number - 1]
        said = {True: " Whatever is left to its names satisfies it.", None: "",
                False: " Nothing that is left to its names satisfies it."}[verdict(clue, state.domains)]
        return Explanation(place, f"Clue {number}: {clue.words}.{said}", (place, *clue.names))
    x, _, house = place.partition("=")
    return _by_hand_or_given(timeline, place, x) or found or _in_house(timeline, place, x, house)


def _by_hand_or_given(timeline: Timeline[State], place: str, x: str) -> Explanation | None:
    """What the puzzle and its player say."""
    moves, house = street_of(timeline.state), place.partition("=")[2]
    for at, clue in enumerate(moves.puzzle.clues, 1):
        if clue.kind == "at" and clue.names == (x,):
            return Explanation(place, f"{x} is in house {clue.house}: clue {at} says so.", (place, f"clue {at}"))
    if x in moves.homes:
        position = last(timeline, HouseSet, lambda event: event.name == x, timeline.position)
        return Explanation(place, f"{x} was set in house {moves.homes[x]} by hand (event {position:,}).", (place,),
                           position)
    if house and (x, int(house)) in moves.crossed:
        position = last(timeline, HouseCrossed, lambda event: (event.name, event.house) == (x, int(house)),
                        timeline.position)
        return Explanation(place, f"{x} was crossed out of house {house} by hand (event {position:,}).", (place,),
                           position)
    there = next((y for y, home in moves.homes.items()
                  if str(home) == house and moves.puzzle.row_of[y] == moves.puzzle.row_of[x]), None)
    return None if there is None else Explanation(
        place, f"{x} is not in house {house}: {there} was set there by hand.", (place, f"{there}={house}"),
        reason=_taken(f"{there}={house}", place))


def _taken(by: str, place: str) -> Reason:
    """From where a name is to where so none, or not that one, can be."""
    return (Link(causes=(Spot(by),), struck=(Spot(place),), rays=(Ray(Spot(by), Spot(place)),)),)


def _in_house(timeline: Timeline[State], place: str, x: str, house: str) -> Explanation:
    """Which event of the run took a name from a house, or that it may still be there."""
    left = timeline.state.domains.get(x, ())
    if not house or int(house) in left:
        return Explanation(place, f"{x} can be in house {listed(left, 'or')}.", (place,))
    assigned = x in timeline.state.family.supposed.how
    position = max((found for kind in ((e.Labelled, e.SingleFound) if assigned else (e.Pruned, e.Struck))
                    if (found := last(timeline, kind, lambda event: event.variable == x and (
                        assigned or int(house) in event.removed), timeline.position)) is not None), default=0)
    if position <= began(timeline):
        return Explanation(place, f"{x} is not in house {house} here.", (place,))
    event: Any = timeline.events[position - 1]
    because = getattr(event, "because", None)
    clue = None if because is None else number_of(because)
    marks = (place,) if clue is None else (place, f"clue {clue}")
    return Explanation(place, f"{x} is not in house {house} since event {position:,}: {event.sentence()}", marks,
                       position, reason=_drawn(timeline, place, position, clue))


def _drawn(timeline: Timeline[State], place: str, position: int, number: int | None) -> Reason:
    """The clue with the houses that its other names had left then, and a line to the house that it takes."""
    event: Any = timeline.events[position - 1]
    if isinstance(event, e.Labelled | e.SingleFound):
        return _taken(f"{event.variable}={event.value}", place)
    if isinstance(event, e.Struck) and number is None and len(timeline.state.domains.get(event.because, ())) == 1:
        return _taken(f"{event.because}={timeline.state.domains[event.because][0]}", place)
    if number is None:
        return ()
    before, x = timeline.at(position - 1).domains, place.partition("=")[0]
    clue = street_of(timeline.state).puzzle.clues[number - 1]
    causes = tuple(Spot(f"{y}={house}") for y in clue.names if y != x for house in before[y])
    rays = (Ray(Spot(f"clue {number}"), Spot(place)), *all_rays(causes, (Spot(place),), most=6))
    return (Link((f"clue {number}",), causes, struck=(Spot(place),), rays=rays),)
