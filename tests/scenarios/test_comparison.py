"""Several runs side by side: moved together, back exactly, stopped where they first know different things."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from test_backtracking import FIGURE_3

from algorithms.core import Grain
from algorithms.events import ConstraintTaken, Flagged, NoSupport, Pruned, WipedOut
from kit.session_desk import Clock, scenario, settle
from scenarios.script.parting import Parting
from scenarios.script.together import differences
from scenarios.timeline import Timeline
from visualizer.runs.comparison import Comparison, open_timelines

BOARD = "puzzle: {kind: gnomine, random: {rows: 9, columns: 9, mines: 10, seed: 8}}\n"
COMPARE = """\
title: Two orders
compare:
  - {algorithm: gac}
  - {algorithm: gac, options: {order: random}, name: shuffled}
seed: 3
"""
FOUR = """\
title: Four
compare: [{algorithm: gac}, {algorithm: path-consistency}, {algorithm: gac, options: {order: random}}, {algorithm: gac}]
"""
SCRIPT = """\
script:
  - say: "Two orders."
  - step: {grain: landmark, count: 2}
    say: "{constraint}"
  - when: {event: Pruned, run: shuffled}
    say: "{variable} first."
  - run: {to: difference, speed: 20}
  - run: {to: end}
    expect: {runs: {gac: {counters: {pruned: 9}, outcome: complete}, shuffled: {outcome: complete}}, difference: false}
"""
RUNS = (COMPARE + BOARD + SCRIPT).replace("seed: 3", "seed: 4").replace(
    "difference, speed: 20}", 'difference, speed: 20}\n    say: "Parted."')


def compared(text: str = COMPARE + BOARD) -> Comparison:
    """A comparison, with a clock that stands still."""
    return Comparison(scenario(text), Clock())


def go(comparison: Comparison, *goals: Any) -> tuple[int, ...]:
    """Where all runs are after these moves."""
    for goal in goals:
        comparison.forward(goal)
        settle(comparison)
    assert comparison.here == tuple(timeline.position for timeline in comparison.timelines)
    return comparison.here


def stops(comparison: Comparison, rung: Grain) -> list[tuple[int, ...]]:
    """All places that common steps lead to, counted out event by event."""
    places = [(0,) * len(comparison.timelines)]
    for timeline in comparison.timelines:
        timeline.pull_all()
    while places[-1] != comparison.together.lengths:
        there = []
        for timeline, position in zip(comparison.timelines, places[-1], strict=True):
            events = timeline.events
            ahead = (at + 1 for at in range(position, len(events)) if events[at].grain >= rung)
            there.append(next(ahead, len(events)))
        places.append(tuple(there))
    return places


@pytest.mark.parametrize("rung", Grain)
@pytest.mark.parametrize("text", [COMPARE + BOARD, FOUR + BOARD], ids=["two", "four"])
def test_all_go_together_and_back_exactly(text: str, rung: Grain) -> None:
    comparison = compared(text)
    comparison.grain = rung
    places = stops(compared(text), rung)
    for place in places[1:]:
        assert go(comparison, rung) == place
    assert go(comparison, rung) == places[-1]
    assert comparison.notice == "This is the end of all runs."
    for place in reversed(places[:-1]):
        comparison.back(rung)
        assert comparison.here == place
        for timeline, position in zip(comparison.timelines, place, strict=True):
            assert timeline.state == timeline.at(position)
    comparison.back(rung)
    assert comparison.here == places[0]


def test_back_along_mixed_steps_returns_to_each_place() -> None:
    comparison, rng = compared(), random.Random(1)
    been = [comparison.here]
    for _ in range(60):
        grain = rng.choice([Grain.MICRO, Grain.STEP, Grain.LANDMARK])
        if go(comparison, grain) != been[-1]:
            been.append(comparison.here)
    for place in reversed(been[:-1]):
        comparison.back(Grain.MICRO)
        assert comparison.here == place


def test_back_by_a_larger_grain_passes_over_small_steps() -> None:
    comparison = compared()
    place = go(comparison, Grain.LANDMARK, Grain.LANDMARK)
    go(comparison, *[Grain.MICRO] * 3)
    comparison.back(Grain.LANDMARK)
    assert comparison.here == place


def test_a_run_that_has_ended_waits() -> None:
    comparison = compared()
    places = stops(compared(), Grain.STEP)
    lengths = places[-1]
    shortest = min(range(2), key=lambda index: sum(place[index] < lengths[index] for place in places))
    waiting = next(index for index, place in enumerate(places) if place[shortest] == lengths[shortest])
    assert places[waiting] != lengths
    go(comparison, *[Grain.STEP] * waiting)
    go(comparison, Grain.STEP)
    assert comparison.here == places[waiting + 1]
    assert comparison.here[shortest] == lengths[shortest]


def learned(timeline: Timeline[Any], end: int) -> list[dict[str, set[Any]]]:
    """All that a run has known one after the other, up to a position."""
    known: list[dict[str, set[Any]]] = []
    for position in range(end + 1):
        now = known_at(timeline, position)
        if not known or now != known[-1]:
            known.append(now)
    return known


@lru_cache(maxsize=10_000)  # each position is asked for at every later one
def known_at(timeline: Timeline[Any], position: int) -> dict[str, set[Any]]:
    """What a run knows there."""
    return {name: set(domain) for name, domain in timeline.at(position).domains.items()}


def differing(timelines: list[Timeline[Any]], place: tuple[int, ...]) -> set[str]:
    """The variables that runs differ in which have parted: neither goes where the other has been, in that order."""
    found = set()
    for (one, at), (other, beside) in combinations(list(zip(timelines, place, strict=True)), 2):
        to_there, to_here = learned(one, at), learned(other, beside)
        behind, whole = (one, to_here) if len(to_there) < len(to_here) else (other, to_there)
        if learned(behind, len(behind.events))[: len(whole)] != whole:
            found |= {name for name, values in to_there[-1].items() if values != to_here[-1][name]}
    return found


SUDOKU = """\
title: Ties
puzzle: {kind: sudoku, boxes: [2, 2], grid: "1......2.3......"}
compare: [{algorithm: mrv-static}, {algorithm: mrv-plus}, {algorithm: mrv-random}]
seed: 3
"""
APART = pytest.mark.parametrize("text", [COMPARE + BOARD, SUDOKU], ids=["gac", "search"])


@pytest.mark.parametrize("rung", [Grain.MICRO, Grain.STEP, Grain.LANDMARK])
@pytest.mark.parametrize("seed", [1, 2])
@APART
def test_the_difference_is_found_where_it_first_appears(text: str, rung: Grain, seed: int) -> None:
    text = text.replace("seed: 3", f"seed: {seed}").replace("9, columns: 9, mines: 10", "6, columns: 6, mines: 5")
    comparison, other = compared(text), compared(text)
    comparison.grain = rung
    known: set[str] = set()
    for place in stops(other, rung):
        now = differing(other.timelines, place)
        if now - known:
            assert go(comparison, "difference") == place
            assert now <= set(differences(comparison.states))
        known = now
    go(comparison, "difference")
    assert comparison.at_end
    assert comparison.notice == "To the end of all runs, no new difference."


def test_a_run_that_is_only_behind_does_not_differ() -> None:
    """MRV+ looks longer at its ties. The third is the first that it breaks otherwise."""
    runs = "[{algorithm: mrv-static}, {algorithm: mrv-plus}]"
    puzzle = f"{{kind: sudoku, grid: '{FIGURE_3}'}}"
    comparison = compared(f"title: Two of lesson 43\ncompare: {runs}\npuzzle: {puzzle}\ntogether: landmark\n")
    go(comparison, "difference")
    assert [timeline.event.sentence() for timeline in comparison.timelines if timeline.event] == [
        "Label B3 with 4.", "Select D3, with 2 values left."]
    second = [timeline.at(at) for timeline, at in zip(comparison.timelines, (17, 26), strict=True)]
    assert (differences(second), comparison.together.parted((17, 26), second)) == (("C1",), ())


def test_runs_that_know_different_things_before_they_begin_have_parted() -> None:
    timelines = [open_timelines(scenario(COMPARE + f"puzzle: {{kind: gnomine, board: '{row}'}}\n"))[0]
                 for row in ("1 . .", "1 . F")]
    assert Parting(*timelines).parted((0, 0))


def test_the_same_run_twice_never_differs() -> None:
    comparison = compared("title: Twins\ncompare: [{algorithm: gac}, {algorithm: gac}]\n" + BOARD)
    go(comparison, "difference")
    assert comparison.at_end
    assert [run.name for run in comparison.scenario.runs] == ["gac", "gac 2"]


def test_looking_for_a_difference_shows_nothing_before_it_is_found() -> None:
    comparison = compared()
    comparison.forward("difference")
    comparison.goal = "difference"
    comparison.work(0.0)
    assert comparison.here == tuple(timeline.position for timeline in comparison.timelines)


def test_to_the_next_event_of_a_kind_in_any_run_and_back() -> None:
    comparison = compared()
    been = []
    for _ in range(4):
        been.append(comparison.here)
        place = go(comparison, Pruned)
        passed = zip(comparison.timelines, been[-1], place, strict=True)
        assert any(isinstance(event, Pruned) for timeline, a, b in passed for event in timeline.events[a:b])
    for place in reversed(been[1:]):
        comparison.back(Pruned)
        assert comparison.here == place
    comparison.back(Flagged)
    assert comparison.here == (0, 0)
    go(comparison, WipedOut)
    assert comparison.here == (0, 0)
    assert comparison.notice == "No event of the kind “Wiped out” is left ahead in any run."


def test_to_the_end_and_to_the_start() -> None:
    comparison = compared()
    go(comparison, "end")
    assert comparison.at_end
    assert [timeline.state.outcome for timeline in comparison.timelines] == ["complete", "complete"]
    comparison.back_to_start()
    assert comparison.here == (0, 0)


def test_what_is_compared_is_what_the_algorithms_answer() -> None:
    runs = "[{algorithm: gac}, {algorithm: path-consistency}, {algorithm: backbone-core}, {algorithm: backbone-simple}]"
    comparison = compared(f"title: Four\ncompare: {runs}\n{BOARD}")
    go(comparison, "end")
    for timeline in comparison.timelines:
        domains = timeline.state.domains
        assert {x: timeline.answer.domains.get(x, domains[x]) for x in domains} == domains
    open_at_start = [x for x, domain in comparison.timelines[0].at(0).domains.items() if len(domain) > 1]
    found = [[tuple(timeline.answer.domains[x]) for x in open_at_start] for timeline in comparison.timelines]
    known = zip(open_at_start, zip(*found, strict=True), strict=True)
    assert set(differences(comparison.states)) == {x for x, domains in known if len(set(domains)) > 1} != set()


def test_seek_by_share_comes_to_places_of_common_steps() -> None:
    comparison = compared()
    go(comparison, "end")
    places = stops(compared(), Grain.STEP)
    for share in (0.5, 0.1, 0.7, 0.0, 0.3, 1.0):
        comparison.seek(share)
        assert comparison.here in places
        assert comparison.share(comparison.here) == pytest.approx(share, abs=0.02)


def test_it_runs_to_the_end_in_steps() -> None:
    comparison = compared()
    comparison.toggle_run()
    been = []
    while comparison.running:
        comparison.tick(1 / comparison.speed)
        been.append(comparison.here)
        assert len(been) < 10_000
    assert comparison.at_end
    assert set(been) <= set(stops(compared(), Grain.STEP))
    comparison.toggle_run()
    assert comparison.here == (0, 0)


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_done_the_states_are_those_of_where_the_runs_are(seed: int) -> None:
    comparison = compared((COMPARE if seed % 2 else FOUR) + BOARD + SCRIPT.partition("  - when")[0])
    rng, moves = random.Random(seed), [*Grain, Pruned, NoSupport, "end", "cue", "difference"]
    for _ in range(80):
        match rng.randrange(6):
            case 0 | 1:
                comparison.forward(rng.choice(moves))
                comparison.work(rng.choice([0.0, 1.0]))
            case 2:
                comparison.back(rng.choice([*Grain, Pruned, WipedOut]))
            case 3:
                comparison.seek(rng.random())
            case 4:
                comparison.toggle_run()
                comparison.tick(rng.random() * 3)
            case 5:
                comparison.grain = rng.choice(list(Grain))
                comparison.cue_back()
        assert comparison.here == tuple(timeline.position for timeline in comparison.timelines)
        assert comparison.here == comparison.trail.at(len(comparison.trail))
        for timeline in comparison.timelines:
            assert timeline.state == timeline.at(timeline.position)
        places = [comparison.trail.at(step) for step in range(0, len(comparison.trail) + 1, 7)]
        assert places == sorted(places)


# --- cues ----------------------------------------------------------------------------------------------------------


def test_cues_move_all_runs() -> None:
    comparison = compared(COMPARE + BOARD + SCRIPT)
    director = comparison.director
    go(comparison, "cue")
    assert (comparison.here, comparison.say) == ((0, 0), "Two orders.")
    go(comparison, "cue")
    assert comparison.here == stops(compared(), Grain.LANDMARK)[2]
    assert comparison.say == comparison.timelines[0].events[comparison.here[0] - 1].constraint  # type: ignore[attr-defined]
    before = comparison.here
    go(comparison, "cue")
    event = comparison.timelines[1].events[comparison.here[1] - 1]
    assert isinstance(event, Pruned)
    assert comparison.say == f"{event.variable} first."
    steps = [sum(event.grain >= Grain.STEP for event in timeline.events[a:b])
             for timeline, a, b in zip(comparison.timelines, before, comparison.here, strict=True)]
    assert steps[0] == steps[1]
    assert director.ends[2].steps == steps[1]
    comparison.cue_back()
    assert comparison.here == before
    director.play()  # all expectations hold


def test_a_cue_that_runs_is_watched_and_ends_where_it_should() -> None:
    comparison = compared(RUNS)
    start = go(comparison, "cue", "cue", "cue")
    before, comparison.grain = comparison.say, Grain.LANDMARK
    go(comparison, "cue")
    assert (comparison.running, comparison.here, comparison.speed) == (True, start, 20)
    been, said = [start], []
    while comparison.running:
        said.append(comparison.say)
        comparison.tick(1 / 20)
        been.append(comparison.here)
    assert set(said) == {before}
    assert comparison.say == "Parted."
    assert been[-1] == comparison.director.ends[3].end
    assert differences(comparison.states)
    assert (comparison.grain, comparison.speed) == (Grain.LANDMARK, 4.0)
    for place in reversed(been[:-1]):
        comparison.back(Grain.MICRO)
        assert comparison.here == place


def test_a_run_that_was_paused_goes_on_to_its_cue_from_where_it_is() -> None:
    comparison = compared(RUNS)
    start = go(comparison, "cue", "cue", "cue", "cue")
    comparison.tick(2 / 20)
    paused = comparison.here
    assert paused > start
    comparison.toggle_run()
    assert (comparison.running, comparison.director.index) == (False, 2)
    comparison.toggle_run()
    assert (comparison.running, comparison.here, comparison.speed) == (True, paused, 20)
    comparison.cue_back()
    assert (comparison.here, comparison.director.index, comparison.running) == (start, 2, False)
    assert go(comparison, "cue") == start
    assert go(comparison, "cue") == comparison.director.ends[3].end
    assert (comparison.say, comparison.running) == ("Parted.", False)
    go(comparison, "cue")
    while comparison.running:
        comparison.tick(1)
    assert comparison.at_end
    assert comparison.director.index == 4


def test_a_cue_that_runs_from_elsewhere_begins_where_the_one_before_ended() -> None:
    comparison = compared(RUNS)
    start = go(comparison, "cue", "cue", "cue")
    assert go(comparison, Grain.MICRO, "cue") == start
    assert comparison.running
    comparison.stop()
    comparison.rewind()
    assert go(comparison, "cue", "cue") == start  # the first one is at the start, and passed
    go(comparison, "end", "cue")
    assert (comparison.notice, comparison.running) == ("This is the last cue of the lesson.", False)


def test_a_lesson_can_go_together_by_another_rung() -> None:
    text = COMPARE + "together: landmark\n" + BOARD + "script: [{when: {event: NoSupport, run: gac}}]\n"
    comparison = compared(text)
    go(comparison, "cue")
    assert isinstance(comparison.timelines[0].event, NoSupport)
    assert isinstance(comparison.timelines[1].event, ConstraintTaken)


def test_timelines_are_those_of_the_runs(tmp_path: Path) -> None:
    lesson = scenario(FOUR + BOARD)
    for run, timeline in zip(lesson.runs, open_timelines(lesson), strict=True):
        timeline.pull_all()
        assert timeline.events == list(run.steps())
