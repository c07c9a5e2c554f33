"""Pseudocode and events match, for every algorithm there is: no event without its line, no tag without its event."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle, islice
from typing import Literal, get_args, get_origin

import pytest

from algorithms.core import Algorithm, AlgorithmError, algorithms, event_types
from algorithms.events import Flagged, GameEnded, Uncovered
from algorithms.problems.puzzle import PuzzleError, form_of
from algorithms.vocabulary import events_named
from kit.known_lessons import LESSONS, events, known, recorded, shortest_of_each_kind

THE_GAMES = {Uncovered, Flagged, GameEnded}  # the player's moves, not the algorithm's


@pytest.mark.parametrize("of_algorithm", algorithms())
def test_tags_and_events_match(of_algorithm: str) -> None:
    name, algorithm = of_algorithm, algorithms()[of_algorithm]
    own = [recorded(path)[at] for path in LESSONS for at, run in enumerate(known(path).runs)
           if run.algorithm.name == name]
    assert own, f"no lesson shows {name}"
    yielded = {kind: timeline.events[timeline.positions(kind)[-1]] for timeline in own for kind in timeline.kinds()}
    without_line = [kind.__name__ for kind, event in yielded.items()
                    if kind not in THE_GAMES and algorithm.line_of(event) is None]
    assert not without_line, f"no line of the pseudocode of {name} is tagged with these events"
    tags = {tag for line in algorithm.pseudocode for tag in line.tags}
    silent = sorted(tag for tag in tags if event_types()[tag] not in yielded)
    assert not silent, f"no lesson makes {name} yield these events"


@pytest.mark.parametrize("name", algorithms())
def test_an_event_has_one_line(name: str) -> None:
    """And there is something to read in it."""
    lines = [line for line in algorithms()[name].pseudocode if line.tags]
    tags = [tag for line in lines for tag in line.tags]
    assert len(tags) == len(set(tags))
    assert all(line.text.strip() for line in lines)


def settings_of(algorithm: Algorithm) -> Iterator[dict[str, object]]:
    """Its options as they are, and each value of each of those that have a few."""
    yield {}
    for option in algorithm.options.values():
        few = (True, False) if option.annotation is bool else (
            get_args(option.annotation) if get_origin(option.annotation) is Literal else ())
        yield from ({option.name: value} for value in few if value != option.default)


@pytest.mark.parametrize("name", algorithms())
def test_no_option_makes_it_yield_what_is_not_listed(name: str) -> None:
    """Neither does a puzzle that no lesson shows it on."""
    algorithm, forms = algorithms()[name], list[object]()
    for scenario in sorted(shortest_of_each_kind(claims=False), key=events):
        with suppress(PuzzleError):
            forms.append(form_of(scenario.puzzle, algorithm.solves))
    listed, seen = set(events_named(algorithm).values()), set[type]()
    for settings, form in islice(zip(cycle(settings_of(algorithm)), cycle(forms[:3])), 12):
        with suppress(AlgorithmError):  # some say that they do not go together
            for event in islice(algorithm.start(form, settings, seed=1), 300):
                seen.add(type(event))
    assert seen
    assert seen <= listed
