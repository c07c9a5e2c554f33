"""Two branches of a run as a comparison: both are recorded again, each on a timeline of its own."""

from __future__ import annotations

from dataclasses import replace

from scenarios.loader import Scenario
from scenarios.timeline import MOST_EVENTS, Timeline
from visualizer.runs.asked_comparison import AskedComparison
from visualizer.runs.branches import Branches
from visualizer.runs.families import start_of
from visualizer.runs.lanes import Lane
from visualizer.runs.states import State


def shared(one: Lane, other: Lane) -> int:
    """How many events two branches have in common."""
    ways: dict[Lane, int] = {}
    events, lane = len(one.timeline.events), one
    ways[one] = events
    while lane.parent is not None:
        events, lane = min(events, lane.at), lane.parent
        ways[lane] = events
    events, lane = len(other.timeline.events), other
    while lane not in ways:
        if lane.parent is None:  # they are of different puzzles
            return 0
        events, lane = min(events, lane.at), lane.parent
    return min(events, ways[lane])


def side_by_side(session: Branches, one: Lane, other: Lane, elsewhere: Branches | None = None) -> AskedComparison:
    """Both branches, where they part; ``one`` is of ``elsewhere``, where that is another session than this one's."""
    scenario, lanes, events = session.scenario, (one, other), shared(one, other)
    runs = ((elsewhere or session).scenario.runs[0], scenario.runs[0])
    both = replace(scenario, title=f"{one.name}, and {other.name}", script=(), claimed={}, chart=None, bands=None,
                   about=f"Two branches of one run. They part behind event {events:,}."
                   if elsewhere is None else "Two versions of the lesson, side by side.",
                   runs=tuple(replace(run, name=lane.name) for run, lane in zip(runs, lanes, strict=True)))

    def opened(_: Scenario) -> list[Timeline[State]]:
        return [lane.again(start_of(run), MOST_EVENTS // 2)
                for run, lane in zip(runs, lanes, strict=True)]

    comparison = AskedComparison(both, session.clock, opened)
    comparison.grain = session.grain
    comparison.begin_at(events)
    comparison.notice = "Here they part. → goes on in both; D goes to where they know different things."
    return comparison
