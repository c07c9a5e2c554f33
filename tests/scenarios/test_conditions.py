"""Conditions at which runs stop: what they can say, and what is wrong with others, in a line."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from algorithms.core import Counter, Event, algorithms, event_types
from algorithms.events import Pruned
from algorithms.problems.forms.relations import RelationError
from kit.user_folder import CONFIG
from scenarios.conditions import Condition, Moment, Vocabulary
from scenarios.loader import find, load
from scenarios.stops import Kept, keep_for, kept_for
from scenarios.timeline import Timeline
from visualizer.runs.families import start_state
from visualizer.runs.states import State
from visualizer.runs.stopping import Scan, Stop, Stops


def run_of(lesson: str) -> tuple[Vocabulary, Timeline[State]]:
    """What conditions may name in a lesson, and its whole run."""
    scenario = load(find(lesson))
    timeline = Timeline(scenario.steps(), start_state(scenario.puzzle, scenario.algorithm, scenario.form))
    timeline.pull_all()
    return Vocabulary(scenario.algorithm, list(timeline.state.domains)), timeline


def totals_at(timeline: Timeline[State], position: int) -> Callable[[Counter], int]:
    return lambda counter: timeline.total(counter, position)


def true_at(condition: Condition, timeline: Timeline[State]) -> list[int]:
    """Each position where a condition is true, worked out anew for every one."""
    found = []
    for position in range(1, len(timeline.events) + 1):
        same = {}
        for name in condition.followed:
            values = [getattr(event, name) for event in timeline.events[:position] if hasattr(event, name)]
            if values:
                other = next((back for back, value in enumerate(reversed(values)) if value != values[-1]), len(values))
                same[name] = values[-1], other - 1
        moment = Moment(timeline.events[position - 1], timeline.at(position), totals_at(timeline, position), same)
        if condition.holds(moment):
            found.append(position)
    return found


CASES = [
    ("01-a-number-is-a-constraint", "Pruned"),
    ("01-a-number-is-a-constraint", 'domain("(0,2)") < 2'),
    ("01-a-number-is-a-constraint", 'about("(0,2)") and not Pruned'),
    ("01-a-number-is-a-constraint", "supports + pruned * 2 >= 5"),
    ("11-dpll", "Decided and level >= 1"),
    ("11-dpll", "level == 1 or literal == \"q\""),
    ("14-learning-from-a-conflict", "Conflicted and level == 4"),
    ("14-learning-from-a-conflict", '"¬g" in literals'),
    ("97-stuck-one-step-from-the-goal", "unchanged(best) >= 5"),
    ("40-the-fog-of-search", "domain(E) == 2"),
    ("40-the-fog-of-search", "max(labels, 2) > 2 and Struck"),
]


@pytest.mark.parametrize(("lesson", "text"), CASES)
def test_a_scan_finds_what_is_true(lesson: str, text: str) -> None:
    words, timeline = run_of(lesson)
    condition = words.read(text)
    true = true_at(condition, timeline)
    assert true, "a case that never comes true shows nothing"
    scan = Scan(timeline, (condition,))
    for until in (1, 7, len(timeline.events)):
        scan.look(until)
    wanted = true if condition.of_event else [at for at in true if at - 1 not in true]
    assert scan.found == wanted
    assert all(scan.why[at] == [text] for at in wanted)


def test_next_and_last_stop_go_through_all_of_them_and_the_bookmarks() -> None:
    words, timeline = run_of("01-a-number-is-a-constraint")
    stops = Stops()
    stops.stops = [Stop(words.read("SupportFound")), Stop(words.read("Pruned"), on=False)]
    stops.bookmarks = {3: "here", 70: "", 10_000: "of a longer run"}
    found = sorted({index + 1 for index in timeline.positions(event_types()["SupportFound"])} | {3, 70})
    at, seen = 0, []
    while (at_next := stops.after(timeline, at)) is not None:
        seen.append(at := at_next)
    assert seen == found
    back = [at := len(timeline.events)]
    while (at_last := stops.before(timeline, at)) is not None:
        back.append(at := at_last)
    assert back[1:] == [at for at in reversed(found) if at < len(timeline.events)]
    assert stops.says(timeline, 3) == "bookmark: here"
    stops.stops[1].on = True
    pruned = timeline.positions(Pruned)[0] + 1
    assert stops.after(timeline, pruned - 1) == pruned
    assert "Pruned" in stops.says(timeline, pruned)


@pytest.mark.parametrize(("text", "said"), [
    ("Prunned", "did you mean 'Pruned'"),
    ("domain(Z) < 3", "there is no variable 'Z'"),
    ("domain(1) < 3", "domain takes one name"),
    ('about("(0,9)")', "there is no variable '(0,9)'"),
    ("supports", "is neither true nor false; compare something, as in level == 4"),
    ('"(0,2)" == unknown', "unknown has several values, and is never equal to one; write 'x' in unknown"),
    ("supports >", "cannot be understood; write it like Conflicted and level == 4"),
    ("counter(nothing) > 1", "there is no counter 'nothing'"),
    ("unchanged(nothing) > 1", "is no field of this algorithm's events"),
    ("__import__('os') == 1", "is not understood; a condition is made of"),
    ("variable < 3", "compares a text with a number"),
    ("x" * 600, "more than 500 characters"),
    ("not " * 100 + "Pruned", "nested more than 40 deep"),
])
def test_what_cannot_be_understood_is_said_in_a_line(text: str, said: str) -> None:
    words, _ = run_of("01-a-number-is-a-constraint")
    with pytest.raises(RelationError, match=re.escape(said)) as caught:
        words.read(text)
    assert "\n" not in str(caught.value)


def test_every_event_counter_and_field_of_every_algorithm_can_be_named() -> None:
    for algorithm in algorithms().values():
        words = Vocabulary(algorithm, ())
        event = Event()
        for name, kind in words.fields.items():
            text = name if kind == "truth" else f"1 in {name}" if name in words.lists else f"{name} == 1"
            assert words.read(text).holds(Moment(event, None, lambda _: 0)) is False, text
        for name in words.kinds:
            assert words.read(name).of_event
        for name in words.counters:
            assert words.read(f'counter("{name}") == 0').holds(Moment(event, None, lambda _: 0))


def test_they_are_kept_for_each_lesson(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CONFIG, str(tmp_path))
    first, second = Kept((("Pruned", True), ("level == 1", False)), ((4, "ä note"),)), Kept(bookmarks=((0, ""),))
    keep_for("one", first)
    keep_for("two", second)
    assert (kept_for("one"), kept_for("two"), kept_for("three")) == (first, second, Kept())
    keep_for("one", Kept())
    assert kept_for("one") == Kept()
    assert kept_for("two") == second
