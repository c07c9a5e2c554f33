"""Choices and calls in runs in which anything was chosen, and what is refused there: for tests of refusals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

from algorithms.core import Event
from kit.choosers import Whatever
from kit.session_desk import scenario as read
from scenarios.choices import Chooser, Offer, _name, next_choice
from scenarios.loader import Scenario
from scenarios.timeline import Timeline
from visualizer.runs.bugs import bugs_of
from visualizer.runs.calling import Refused, calls_of
from visualizer.runs.choosing import Refusal, choices_of
from visualizer.runs.families import start_state
from visualizer.runs.questions import Before
from visualizer.runs.states import State

_MOST, _EVENTS = 40, 1_500  # choices that are looked at, and events of a run …
_PIECE = 50  # … which are recorded so many at a time

Told = tuple[Sequence[Event], Before, Offer, list[Refusal]]
"""A choice: the events of the run before it, the state there, what is offered, what is refused."""


class AnyChooser(Chooser):
    """Chooses anything, and remembers it as any chooser does; ``offers``: what was offered."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.offers: list[Offer] = []
        self._whatever = Whatever(Random(seed))

    def __call__(self, kind, candidates, preferred):  # type: ignore[no-untyped-def]
        chosen = self._whatever(kind, candidates, preferred)
        made = super().__call__(kind, [chosen, *(one for one in candidates if one != chosen)], chosen)
        self.offers.append(Offer(kind, self.made[-1][0], len(self.offers), tuple(map(_name, candidates)),
                                 _name(preferred)))
        return made


class Called(NamedTuple):
    """A call: the events of the run before the one that settles it, the state where it is asked, that event, what is
    right, and what is refused."""

    past: Sequence[Event]
    before: Before
    event: Any
    right: list[str]
    refused: list[Refused]


def recorded(scenario: Scenario, seed: int, kind: str = "", most: int = _EVENTS) -> tuple[AnyChooser, Timeline[State]]:
    """The first events of a run in which anything was chosen, and who chose; no more than it takes for ``most`` choices
    of a kind."""
    run, chooser = scenario.runs[0], AnyChooser(seed)
    timeline: Timeline[State] = Timeline(run.steps(chooser), start_state(run.puzzle, run.algorithm))
    chooser.follow(timeline, 0)
    while len(timeline.events) < _EVENTS and not timeline.done and chooser.kinds.count(kind) <= most:
        timeline.pull(_PIECE)
    return chooser, timeline


def calls(scenario: Scenario, kind: str, seed: int = 0) -> Iterator[Called]:
    """The calls of a kind in a run in which anything was chosen: where anything is refused, something is right, and
    never the same."""
    run, (_, timeline) = scenario.runs[0], recorded(scenario, seed)
    call = calls_of(run.algorithm)[kind]
    for index, event in enumerate(timeline.events):
        if not isinstance(event, call.events):
            continue
        before = Before(timeline.at(call.stop(timeline.events, index)), run)
        right = [*call.right(before, event)]
        refused = [*call.refused(before, event)] if right else []
        if refused:
            names = [one.name for one in refused]
            assert not {*names} & {*right} and len({*names}) == len(names), (kind, event)
            assert all(one.why.endswith(".") for one in refused)
            assert {*(place for one in refused for place in one.places)} <= {*run.puzzle.layout().places}
            yield Called(timeline.events[:index], before, event, right, refused)


def choices(scenario: Scenario, kind: str, seed: int, most: int = _EVENTS) -> Iterator[Told]:
    """The choices of a kind in a run in which anything was chosen, also those between one thing only; ``most`` at the
    least are there, if the run has as many."""
    run, (chooser, timeline) = scenario.runs[0], recorded(scenario, seed, kind, most)
    chosen, asked = choices_of(run.algorithm)[kind], False
    for index, (at, _) in enumerate(chooser.made):
        if chooser.kinds[index] != kind or at >= len(timeline.events):
            continue
        offer = chooser.offers[index]
        if chooser.open[index] and not asked:  # once: for the others the run would begin anew each time
            asked = True
            assert offer == next_choice(run.steps, chooser, at, 1, index)
        before = Before(timeline.at(at), run)
        yield timeline.events[:at], before, offer, [
            (name, why) for name, why in chosen.refused(before, offer.names) if name not in offer.names]


def told(scenario: Scenario, kind: str, seeds: range = range(3)) -> list[Told]:
    """Some of them, from several runs; something is refused."""
    found = [one for seed in seeds for one, _ in zip(choices(scenario, kind, seed, _MOST), range(_MOST), strict=False)]
    assert any(refused for *_, refused in found)
    return found


def some(scenario: Scenario, kind: str, seeds: range = range(3)) -> list[tuple[Before, Offer, list[Refusal]]]:
    """The same without the events."""
    return [(before, offer, refused) for _, before, offer, refused in told(scenario, kind, seeds)]


def text(algorithm: str, puzzle: str, options: str = "") -> Scenario:
    """A scenario without a script."""
    return read(f"title: T\nalgorithm: {algorithm}\n{options}{puzzle}")


def proved_wrong(before: Before, event: Event) -> bool:
    """By the check of the family's bugs."""
    return bugs_of(before.run.algorithm).wrong(before, event) is not None


def network(algorithm: str, seed: int, options: str = "all: true", most: int = 3) -> Scenario:
    """Six variables, constraints on one, two and (at ``most``) three of them, at random."""
    rng = Random(seed)
    domains = ", ".join(f"{x}: [{', '.join(map(str, sorted(rng.sample(range(1, 6), rng.randint(2, 4)))))}]"
                        for x in "ABCDEF")
    relations = ("{} != {}", "{} != {}", "{} < {} + 2", "abs({} - {}) != 1")
    pairs = rng.sample(list(combinations("ABCDEF", 2)), 7)
    told = [f'{{scope: [{x}, {y}], relation: "{rng.choice(relations).format(x, y)}"}}' for x, y in pairs]
    told += ['{scope: [C], relation: "C != 3"}', '{scope: [A, D, F], relation: "A + D != F + 2"}'][:most - 1]
    return text(algorithm, f"puzzle: {{kind: csp, domains: {{{domains}}}, constraints: [{', '.join(told)}]}}\n",
                f"options: {{{options}}}\n")
