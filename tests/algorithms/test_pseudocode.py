"""Pseudocode and events match, for every algorithm there is: no event without its line, no tag without its event."""

from __future__ import annotations

import pytest

from algorithms.core import algorithms, event_types
from algorithms.events import Flagged, GameEnded, Uncovered
from kit.known_lessons import LESSONS, known, recorded

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
    tags = [tag for line in algorithms()[name].pseudocode for tag in line.tags]
    assert len(tags) == len(set(tags))
